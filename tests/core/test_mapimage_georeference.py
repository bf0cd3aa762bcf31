# SPDX-License-Identifier: GPL-2.0-or-later
"""Placing pictures by an outline: pictures drawn here, whose true place is known to the last digit."""

from functools import cache

import numpy as np
import pytest

from geodeid_plugin.core.base.errors import CancelledError
from geodeid_plugin.core.mapimage.georeference.placement import Outline, PlacementRefusedError, Search, place
from geodeid_plugin.core.mapimage.georeference.search import cut
from tests.refusals import refuses

WIDTH, HEIGHT = 480, 360
UPRIGHT = Search(largest_turn_deg=0)


@cache
def county(seed=1, vertices=700):
    """A wiggly island with an inner border, about 20 km across."""
    source = np.random.default_rng(seed)
    angle = np.linspace(0, 2 * np.pi, vertices)
    radius = 9000 + sum(
        source.normal(0, 2200 / k) * np.cos(k * angle) + source.normal(0, 2200 / k) * np.sin(k * angle)
        for k in range(2, 25)
    )
    coast = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    coast[-1] = coast[0]
    t = np.linspace(0, 1, 200)[:, None]
    border = (
        coast[40] * (1 - t) + coast[400] * t + np.column_stack([np.zeros(200), 900 * np.sin(9 * t[:, 0])])
    )
    vertices_m = np.vstack([coast, border]) + np.array([250_000, 900_000])
    return Outline(vertices_m, np.array([0, vertices, vertices + 200]))


@cache
def coast():
    return Outline(county().vertices[:700], county().start[:2])


def true_matrix(units=45.0, turn_deg=0.0, middle=(250_000, 900_000)):
    """From pixels to map units, of which the picture is 640 times the given number wide."""
    angle = np.radians(turn_deg)
    c, s = units * 640 / WIDTH * np.array([np.cos(angle), np.sin(angle)])
    shape = np.array([[c, s], [s, -c]])
    return np.column_stack([shape, np.array(middle) - shape @ [WIDTH / 2, HEIGHT / 2]])


def distance_px(outline, to_map):
    """Distance of each pixel to the nearest line, up to 4 pixels."""
    return _distance_px(outline.vertices.tobytes(), tuple(outline.start), to_map.tobytes())


@cache
def _distance_px(vertices, start, to_map):
    from scipy.spatial import cKDTree

    outline = Outline(np.frombuffer(vertices).reshape(-1, 2), np.array(start))
    to_map = np.frombuffer(to_map).reshape(2, 3)
    back = np.linalg.inv(np.vstack([to_map, [0, 0, 1]]))[:2]
    pixel = outline.vertices @ back[:, :2].T + back[:, 2]
    pieces = cut(pixel, outline.start, 0.1)
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH] + 0.5
    places = np.column_stack([x.ravel(), y.ravel()])
    found = cKDTree(pieces.middle).query(places, distance_upper_bound=4)[0]
    return np.minimum(found, 4).reshape(HEIGHT, WIDTH)


def drawn(outline, to_map, line_px=1.6, noise=0.0, seed=0):
    """Antialiased dark lines on white, as a picture of three equal channels."""
    cover = np.clip(line_px / 2 + 0.5 - distance_px(outline, to_map), 0, 1)
    grey = 255 * (1 - cover) + 30 * cover
    return as_rgb(grey + np.random.default_rng(seed).normal(0, noise, grey.shape))


def as_rgb(grey):
    return np.repeat(np.clip(np.rint(grey), 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def error_px(placement, to_map):
    grid = np.array([[x, y, 1] for x in np.linspace(0, WIDTH, 5) for y in np.linspace(0, HEIGHT, 5)])
    back = np.linalg.inv(np.vstack([to_map, [0, 0, 1]]))
    on_map = np.column_stack([grid @ placement.to_map.T, np.ones(len(grid))])
    return np.hypot(*((on_map @ back.T)[:, :2] - grid[:, :2]).T).mean()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("units", "turn", "middle", "noise"),
    [
        (80.0, 4.0, (246_000, 903_000), 8.0),
        (20.0, 0.0, (244_000, 895_000), 2.0),
        (50.0, -9.0, (250_000, 900_000), 2.0),
    ],
    ids=["small turned scan off centre", "a part of the region", "strongly turned"],
)
def test_a_picture_is_placed_to_a_small_part_of_a_pixel(units, turn, middle, noise):
    outline, to_map = county(), true_matrix(units, turn, middle)
    placement = place(drawn(outline, to_map, noise=noise), outline)
    assert error_px(placement, to_map) < min(0.05, 3 * placement.error_px)
    assert placement.error_px < 0.17
    assert placement.turn_deg == pytest.approx(turn, abs=0.05)


@pytest.mark.slow
def test_dots_on_the_lines_do_not_pull_the_placement():
    outline, to_map = county(), true_matrix()
    from scipy.spatial import cKDTree

    picture = drawn(outline, to_map)
    dots = np.random.default_rng(3).random((200, 2)) * [WIDTH, HEIGHT]
    pixels = np.argwhere(np.ones((HEIGHT, WIDTH)))[:, ::-1] + 0.5
    mask = (cKDTree(dots).query(pixels)[0] < 4).reshape(HEIGHT, WIDTH)
    picture[mask] = [200, 20, 20]
    assert error_px(place(picture, outline, mask, UPRIGHT), to_map) < 0.05


@pytest.mark.slow
def test_a_step_between_two_fills_places_a_picture_without_lines():
    from scipy import ndimage

    to_map = true_matrix()
    away = distance_px(coast(), to_map)
    regions, _ = ndimage.label(away > 0.3)
    signed = np.where(regions == regions[0, 0], -away, away)
    land = np.clip(0.5 + signed, 0, 1)
    assert error_px(place(as_rgb(235 - 90 * land), coast(), search=UPRIGHT), to_map) < 0.1


@pytest.mark.slow
def test_light_lines_on_a_dark_ground_place_a_picture():
    outline, to_map = county(), true_matrix()
    picture = 255 - drawn(outline, to_map, noise=3)
    assert error_px(place(picture, outline, search=UPRIGHT), to_map) < 0.05


@pytest.mark.slow
def test_grey_lines_between_a_pale_and_a_deep_fill_are_told_from_both():
    from scipy import ndimage

    to_map = true_matrix()
    away = distance_px(coast(), to_map)
    regions, _ = ndimage.label(away > 0.3)
    land = np.clip(0.5 + np.where(regions == regions[0, 0], -away, away), 0, 1)[..., None]
    line = np.clip(2.0 / 2 + 0.5 - away, 0, 1)[..., None]
    fills = (1 - land) * [247, 251, 255] + land * [8, 81, 156]
    picture = np.rint((1 - line) * fills + line * [96, 96, 96]).astype(np.uint8)
    assert error_px(place(picture, coast(), search=UPRIGHT), to_map) < 0.1


@pytest.mark.slow
def test_white_borders_that_end_in_white_ground_do_not_pull_the_coast_inwards():
    from scipy import ndimage

    outline, to_map = county(), true_matrix()
    away = distance_px(coast(), to_map)
    regions, _ = ndimage.label(away > 0.8)
    land = np.clip(0.5 + np.where(regions == regions[0, 0], -away, away), 0, 1)
    line = np.clip(2.4 / 2 + 0.5 - distance_px(outline, to_map), 0, 1)
    fill = 255 - 110 * land
    placement = place(as_rgb((1 - line) * fill + line * 255), outline, search=UPRIGHT)
    assert error_px(placement, to_map) < 0.1


@pytest.mark.slow
def test_a_tenth_of_the_outline_in_view_is_enough():
    outline = county()
    to_map = true_matrix(units=9.0, middle=outline.vertices[400])
    placement = place(drawn(outline, to_map, noise=2), outline, search=UPRIGHT)
    assert error_px(placement, to_map) < 0.1


@pytest.mark.slow
def test_an_outline_that_is_nowhere_in_the_picture_is_refused():
    with refuses("picture.outline.unsure"):
        place(drawn(county(), true_matrix(), noise=3), county(8), search=Search(largest_turn_deg=1.5))


@pytest.mark.slow
def test_straight_lines_weigh_little_however_long_they_are():
    corner = np.array([[241_000, 897_000], [250_000, 906_000], [259_000, 897_000.0]])
    straight = Outline(corner, np.array([0, 3]))
    to_map = true_matrix()
    with pytest.raises(PlacementRefusedError) as refusal:
        place(drawn(straight, to_map), straight, search=UPRIGHT)
    wiggly = place(drawn(county(), to_map), county(), search=UPRIGHT)
    assert refusal.value.placement.score < wiggly.score / 5


@pytest.mark.slow
def test_noise_alone_is_refused():
    picture = np.random.default_rng(1).integers(120, 255, (HEIGHT, WIDTH, 3)).astype(np.uint8)
    with pytest.raises(PlacementRefusedError):
        place(picture, county(), search=UPRIGHT)


@pytest.mark.slow
def test_a_straight_line_fits_at_every_scale_and_is_refused():
    straight = Outline(np.array([[240_000, 900_000], [260_000, 903_000.0]]), np.array([0, 2]))
    with pytest.raises(PlacementRefusedError):
        place(drawn(straight, true_matrix()), straight, search=Search(largest_turn_deg=1.5))


def test_empty_and_broken_outlines_are_refused_in_a_sentence():
    with refuses("outline.lines.none"):
        Outline(np.zeros((0, 2)), np.array([0]))
    with refuses("outline.coordinate.not_finite"):
        Outline(np.array([[0, 0], [np.nan, 1]]), np.array([0, 2]))
    with refuses("outline.lines.single_point"):
        Outline(np.ones((5, 2)), np.array([0, 5]))


@pytest.mark.slow
def test_cancel_stops_the_search():
    def cancel(fraction, text=""):
        raise CancelledError()

    with pytest.raises(CancelledError):
        place(drawn(county(), true_matrix()), county(), progress=cancel)


@pytest.mark.slow
def test_a_picture_made_by_others_is_placed_within_a_twentieth_of_a_pixel(real_data):
    import json

    pytest.importorskip("osgeo.gdal")
    from osgeo import gdal, ogr

    dataset = ogr.Open(str(real_data("reid/outline.gpkg")))
    rings, start = [], [0]
    for feature in dataset.GetLayer(0):
        shape = feature.GetGeometryRef()
        for i in range(shape.GetGeometryCount()):
            rings.append(np.array(shape.GetGeometryRef(i).GetGeometryRef(0).GetPoints())[:, :2])
            start.append(start[-1] + len(rings[-1]))
    outline = Outline(np.vstack(rings), np.array(start))
    picture = gdal.Open(str(real_data("reid/s01_paper50_snapped.jpg"))).ReadAsArray().transpose(1, 2, 0)
    true = np.array(json.loads(real_data("reid/s01_paper50_snapped.json").read_text())["px_to_map"])
    found = place(np.ascontiguousarray(picture), outline, search=Search(largest_turn_deg=1.5))
    height, width = picture.shape[:2]
    corners = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1]])
    apart = np.hypot(*(corners @ (found.to_map - true).T).T) / np.hypot(*true[:, 0])
    assert apart.mean() < 0.05
