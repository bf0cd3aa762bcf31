# SPDX-License-Identifier: GPL-2.0-or-later
"""Dots of pictures drawn here, pixel by pixel: found where they are, and nothing claimed beyond that."""

import csv

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geodeid_plugin.core.base.errors import CancelledError
from geodeid_plugin.core.geometry.polygons import inside_polygon
from geodeid_plugin.core.mapimage.markers.classify import (
    ColourClasses,
    blobs_of,
    class_of_ink,
    colour_classes,
)
from geodeid_plugin.core.mapimage.markers.dots import find_dots
from geodeid_plugin.core.mapimage.markers.locating import template
from geodeid_plugin.core.mapimage.markers.locating.groups import hidden_count_interval
from geodeid_plugin.core.mapimage.markers.locating.regime import phase_of, rounded_to
from geodeid_plugin.core.mapimage.markers.locating.template import OUTLINES, drawn, recognised
from geodeid_plugin.core.mapimage.picture import checked_rgb, lab
from tests.refusals import refuses

RED, BLUE, BLACK = (220, 30, 40), (30, 60, 220), (20, 20, 20)
FINER = 8


def paint(picture, x, y, radius, colour, outline=None):
    """Paint one marker on a picture of floats, antialiased by 8 x 8 samples a pixel."""
    left, top = int(x - radius) - 2, int(y - radius) - 2
    side = 2 * int(radius) + 6
    step = (np.arange(side * FINER) + 0.5) / FINER
    at_x, at_y = np.meshgrid(left + step - x, top + step - y)
    if outline is None:
        inside = np.hypot(at_x, at_y) <= radius
    else:
        inside = inside_polygon(np.asarray(outline) * radius, at_x, at_y)
    share = inside.reshape(side, FINER, side, FINER).mean((1, 3))[..., None]
    view = picture[top : top + side, left : left + side]
    view[:] = view * (1 - share) + np.array(colour, float) * share


def draw(places, radius=3.0, colours=(RED,), size=(360, 260), lines=True, outline=None):
    """A white map with black lines and a marker at each place, as 8-bit colours."""
    picture = np.full((size[1], size[0], 3), 255.0)
    if lines:
        picture[size[1] // 3, :] = BLACK
        picture[:, size[0] // 4] = BLACK
    for i, (x, y) in enumerate(places):
        paint(picture, x, y, radius, colours[i % len(colours)], outline)
    return np.rint(picture).astype(np.uint8)


def scattered(count, seed, size=(360, 260), gap=9.0):
    """Places at least ``gap`` pixels apart."""
    source, kept = np.random.default_rng(seed), []
    while len(kept) < count:
        place = source.uniform([14, 14], [size[0] - 14, size[1] - 14])
        if all(np.hypot(*(place - other)) > gap for other in kept):
            kept.append(place)
    return np.array(kept)


def nearest(dots, places):
    """Distance from each place to the nearest dot, pixels."""
    found = np.column_stack([dots.x_px, dots.y_px])
    return np.hypot(*(places[:, None] - found[None]).transpose(2, 0, 1)).min(axis=1)


@pytest.mark.slow
def test_every_dot_is_found_once_and_to_a_fortieth_of_a_pixel():
    places = scattered(60, 1)
    dots = find_dots(draw(places))
    assert len(dots.x_px) == 60
    assert nearest(dots, places).max() < 0.1
    assert np.median(nearest(dots, places)) < 0.025


@pytest.mark.slow
def test_the_stated_error_covers_the_true_one():
    places = scattered(80, 2)
    dots = find_dots(draw(places))
    found = np.column_stack([dots.x_px, dots.y_px])
    order = np.hypot(*(places[:, None] - found[None]).transpose(2, 0, 1)).argmin(axis=1)
    score = (found[order] - places) / dots.error_px[order, None]
    assert np.sqrt((score**2).mean()) < 1.3


@pytest.mark.slow
def test_the_colour_size_and_kind_of_marker_are_told():
    dots = find_dots(draw(scattered(50, 3), radius=4.0))
    (kind,) = dots.classes
    assert kind.shape == "circle"
    assert kind.radius_px == pytest.approx(4.0, abs=0.1)
    assert np.allclose(kind.colour_rgb, RED, atol=3)


@pytest.mark.slow
def test_markers_at_whole_pixels_are_told_and_rounded_to_their_common_phase():
    places = np.round(scattered(60, 4)) + 0.5
    dots = find_dots(draw(places))
    assert dots.regime == "snapped"
    assert nearest(dots, places).max() < 0.05
    assert np.allclose(dots.error_px, 1 / np.sqrt(12), rtol=0.01)


@pytest.mark.slow
def test_two_colours_are_two_classes():
    places = scattered(80, 5)
    dots = find_dots(draw(places, colours=(RED, BLUE)))
    assert len(dots.classes) == 2
    found = np.column_stack([dots.x_px, dots.y_px])
    order = np.hypot(*(places[:, None] - found[None]).transpose(2, 0, 1)).argmin(axis=1)
    is_red = np.array([kind.colour_rgb[0] > 150 for kind in dots.classes])[dots.dot_class[order]]
    assert (is_red == (np.arange(80) % 2 == 0)).all()


@pytest.mark.slow
def test_no_marker_is_drawn_wider_than_what_was_seen_of_it(monkeypatch):
    """Even coverage is best met by a blur without end: one of 2 000 pixels took hours."""
    half, line, blurs = 3, np.arange(-3.0, 4), []

    def watched(name, area_px, side, oversampling, blur_px, finer):
        blurs.append(blur_px)
        assert blur_px <= half and area_px <= (2 * half + 1) ** 2
        return drawn(name, area_px, side, oversampling, blur_px, finer)

    monkeypatch.setattr(template, "drawn", watched)
    x, y = (axis.ravel() for axis in np.meshgrid(line, line))
    template.fitted_template("circle", 12.0, x, y, np.full(49, 0.3), np.ones(49), half)
    assert max(blurs) == half


@pytest.mark.slow
def test_dots_of_the_colour_of_the_lines_are_found_and_the_lines_are_not():
    places = scattered(50, 6)
    dots = find_dots(draw(places, colours=(BLACK,), radius=4.0))
    assert abs(len(dots.x_px) - 50) <= 1
    assert np.median(nearest(dots, places)) < 0.05


@pytest.mark.slow
def test_overlapping_dots_are_taken_apart_and_their_group_is_counted():
    places = scattered(40, 7, gap=16)
    places = np.vstack([places, places[:12] + np.array([3.5, 1.5])])
    dots = find_dots(draw(places, radius=3.5))
    assert len(dots.x_px) == 52
    assert nearest(dots, places).max() < 0.3
    assert dots.groups.found.sum() >= 24
    assert (dots.groups.low <= 2).all()
    assert (dots.groups.high >= 2).all()


@pytest.mark.slow
def test_two_dots_a_third_of_their_width_apart_are_two():
    places = scattered(60, 14, gap=16)
    turned = np.random.default_rng(14).uniform(0, 2 * np.pi, 10)
    beside = places[:10] + 1.0 * np.column_stack([np.cos(turned), np.sin(turned)])
    every = np.vstack([places, beside])
    dots = find_dots(draw(every, radius=3.0))
    assert len(dots.x_px) == 70
    assert nearest(dots, every).max() < 0.3


@pytest.mark.slow
def test_single_dots_are_not_split():
    dots = find_dots(draw(scattered(70, 15), radius=3.0))
    assert len(dots.x_px) == 70


@pytest.mark.slow
def test_an_area_filled_with_the_ink_of_the_dots_is_not_full_of_dots():
    places = scattered(60, 20, size=(360, 160))
    picture = draw(places, radius=3.0, lines=False)
    picture[190:250, 40:320] = RED
    dots = find_dots(picture)
    assert len(dots.x_px) == 60
    assert nearest(dots, places).max() < 0.1


@pytest.mark.slow
@pytest.mark.parametrize("filled", ["a map of rates in their red beside them", "the black beyond the page"])
def test_small_areas_and_rims_in_the_ink_of_the_dots_are_not_full_of_dots(filled):
    """They took 166 s of CPU for 1 620 dots that are none."""
    black = filled.startswith("the black")
    places = scattered(40, 5, size=(200, 260), gap=12)
    picture = draw(places, radius=4.0, colours=(BLACK if black else RED,), lines=black)
    if black:
        picture[:, -12:], picture[-6:, 150:] = 0, 0
    else:
        for left in range(210, 350, 28):
            for top in range(8, 230, 28):
                picture[top : top + 26, left : left + 26] = RED
    dots = find_dots(picture)
    assert len(dots.x_px) == 40 and nearest(dots, places).max() < 0.3


@pytest.mark.slow
def test_a_heap_of_dots_beside_few_others_is_no_area():
    lone = scattered(12, 6, size=(120, 260), gap=12)
    heap = np.random.default_rng(7).uniform([200, 90], [300, 170], (220, 2))
    dots = find_dots(draw(np.vstack([lone, heap]), radius=4.0, lines=False))
    assert np.count_nonzero(dots.x_px > 180) > 100


def hard_edged(places, radius=2.0, size=(360, 260)):
    """A white map whose markers cover whole pixels, those whose centre lies inside, or none."""
    x, y = np.meshgrid(np.arange(size[0]) + 0.5, np.arange(size[1]) + 0.5)
    picture = np.full((size[1], size[0], 3), 255, np.uint8)
    for place in places:
        picture[np.hypot(x - place[0], y - place[1]) <= radius] = RED
    return picture


@pytest.mark.slow
def test_hard_edged_markers_are_not_taken_for_snapped_ones():
    places = scattered(80, 16)
    dots = find_dots(hard_edged(places))
    assert dots.regime == "aliased"
    assert np.median(nearest(dots, places)) < 0.2


def test_the_class_of_a_rim_leads_to_that_of_the_ink_and_a_ring_to_itself():
    colours = np.array([[255, 255, 255], [237, 142, 147], [218, 35, 44], [20, 20, 20]], float)
    found = ColourClasses(colours, lab(colours), np.array([900, 50, 40, 30]), np.zeros((4, 4), np.int16))
    assert class_of_ink(found, 1, RED) == 2
    assert class_of_ink(found, 2, RED) == 2
    assert class_of_ink(found, 3, (250, 250, 250)) == 3


@pytest.mark.slow
def test_the_true_number_of_clustered_dots_lies_within_the_intervals_of_their_groups():
    source = np.random.default_rng(8)
    middles = source.uniform([60, 60], [440, 300], (7, 2))
    places = middles[source.integers(0, 7, 220)] + source.normal(0, 17, (220, 2))
    places = np.clip(places, 12, [488, 348])
    dots = find_dots(draw(places, radius=3.0, size=(500, 360)))
    owner = np.hypot(dots.x_px[:, None] - places[:, 0], dots.y_px[:, None] - places[:, 1]).argmin(axis=0)
    near = np.hypot(dots.x_px[:, None] - dots.groups.x_px, dots.y_px[:, None] - dots.groups.y_px)
    holds = []
    for g in np.flatnonzero(dots.groups.found == 2):
        members = np.argsort(near[:, g])[:2]
        true = int(np.isin(owner, members).sum())
        holds.append(dots.groups.low[g] <= true <= dots.groups.high[g])
    assert len(holds) >= 15
    assert np.mean(holds) >= 0.95


@pytest.mark.slow
@pytest.mark.parametrize("name", ["square", "star"])
def test_other_markers_are_found_and_named(name):
    outline = OUTLINES[name]
    places = scattered(50, 9, gap=16)
    dots = find_dots(draw(places, radius=5.0, outline=outline))
    assert len(dots.x_px) == 50
    assert dots.classes[0].shape == name
    assert np.median(nearest(dots, places)) < 0.1


@pytest.mark.slow
def test_the_pixels_of_dots_are_marked_for_whoever_looks_for_lines():
    places = scattered(40, 10)
    dots = find_dots(draw(places))
    columns, rows = np.floor(places).astype(int).T
    assert dots.dot_mask[rows, columns].all()
    assert dots.dot_mask.mean() < 0.06


def test_a_picture_without_dots_is_not_said_to_be_safe():
    with refuses("picture.dots.none"):
        find_dots(draw(np.empty((0, 2))))


@pytest.mark.parametrize(
    ("rgb", "code"),
    [
        (np.full((40, 40, 3), 7, np.uint8), "picture.colour.single"),
        (np.zeros((40, 40), np.uint8), "picture.array.other_shape"),
        (np.zeros((40, 40, 3), np.uint16), "picture.array.other_type"),
        (np.zeros((0, 0, 3), np.uint8), "picture.size.too_small"),
        (np.zeros((5, 400, 3), np.uint8), "picture.size.too_small"),
    ],
)
def test_what_is_no_picture_is_refused_in_a_sentence(rgb, code):
    with refuses(code):
        checked_rgb(rgb)


def test_cancel_stops_the_search():
    def cancelled(fraction, text=""):
        raise CancelledError()

    with pytest.raises(CancelledError):
        find_dots(draw(scattered(20, 11)), cancelled)


def test_a_class_of_few_pixels_survives_the_classification():
    rgb = draw(scattered(4, 12), radius=2.0)
    found = colour_classes(rgb)
    assert np.linalg.norm(found.centre_lab - lab(np.array(RED)), axis=1).min() < 12
    assert found.pixels.sum() == rgb.shape[0] * rgb.shape[1]
    assert (np.diff(found.pixels) <= 0).all()


@pytest.mark.parametrize(
    ("rgb", "expected"),
    [((255, 255, 255), (100, 0, 0)), ((0, 0, 0), (0, 0, 0)), ((255, 0, 0), (53.24, 80.09, 67.20))],
)
def test_lab_agrees_with_published_values(rgb, expected):
    assert lab(np.array(rgb)) == pytest.approx(expected, abs=0.05)


@pytest.mark.slow
@given(st.floats(-0.49, 0.49), st.floats(-0.49, 0.49), st.integers(0, 1000))
@settings(max_examples=40, deadline=None)
def test_a_common_phase_is_found_and_rounding_keeps_it(phase_x, phase_y, seed):
    source = np.random.default_rng(seed)
    x = source.integers(0, 500, 60) + phase_x + source.normal(0, 0.03, 60)
    y = source.integers(0, 500, 60) + phase_y + source.normal(0, 0.03, 60)
    phase = phase_of(x, y)
    assert phase.snapped
    rounded_x, rounded_y = rounded_to(phase, x, y)
    assert np.abs(rounded_x - x).max() < 0.2
    assert np.abs(rounded_y - y).max() < 0.2


@given(st.integers(0, 1000), st.integers(3, 400))
@settings(max_examples=60, deadline=None)
def test_free_positions_are_never_called_snapped(seed, count):
    x, y = np.random.default_rng(seed).uniform(0, 500, (2, count))
    assert not phase_of(x, y).snapped


def test_the_interval_of_hidden_dots_holds_in_simulation():
    source, inside = np.random.default_rng(13), 0
    for _ in range(2000):
        intensity = source.gamma(10, 1 / 2000.0)
        _, low, high = hidden_count_interval(300.0, 2000.0, 10)
        inside += low <= source.poisson(300.0 * intensity) <= high
    assert 0.94 <= inside / 2000 <= 1.0


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in OUTLINES if name != "equilateral triangle"])
def test_a_drawn_marker_is_recognised(name):
    seen, match = recognised(drawn(name, 60.0, 97, 8, 0.3), 60.0, 8)
    assert seen == name
    assert match > 0.97


CASES = {
    "s01_paper50_snapped": ("snapped", 0.98, 0.995, 0.42),
    "s02_paper50_antialiased": ("antialiased", 0.99, 0.995, 0.06),
    "s04_choropleth_legend": ("antialiased", 0.985, 0.995, 0.17),
    "s05_gray_printscan": ("antialiased", 0.97, 0.99, 0.10),
    "s06_two_classes_clustered": ("antialiased", 0.96, 0.99, 0.10),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_maps_made_by_somebody_else_give_their_dots_away(name, real_data):
    image = pytest.importorskip("PIL.Image")
    regime, least_recall, least_precision, largest_rms_px = CASES[name]
    rgb = np.asarray(image.open(real_data(f"reid/{name}.jpg")).convert("RGB"))
    with open(real_data(f"reid/{name}_truth.csv"), encoding="utf-8") as file:
        truth = np.array([[float(row["col"]), float(row["row"])] for row in csv.DictReader(file)])
    dots = find_dots(rgb)
    gap = np.hypot(dots.x_px[:, None] - truth[:, 0], dots.y_px[:, None] - truth[:, 1])
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(np.minimum(gap, 2.5))
    matched = gap[rows, columns] < 2.5
    assert dots.regime == regime
    assert matched.sum() / len(truth) >= least_recall
    assert matched.sum() / len(dots.x_px) >= least_precision
    assert np.sqrt((gap[rows, columns][matched] ** 2).mean()) <= largest_rms_px


@pytest.mark.slow
@pytest.mark.parametrize("radius", [3.6, 5.4, 7.2])
def test_dots_at_whole_pixels_are_not_taken_for_the_pieces_of_their_rims(radius):
    """The rims of 70 such dots were taken for 248 dots, and the picture was placed by what was left."""
    rgb = np.full((400, 500, 3), 255.0)
    y, x = np.mgrid[-9:10, -9:10]
    share = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1)[..., None]
    for at in range(70):
        left, top = 40 + 47 * (at % 9) + at * 7 % 11, 40 + 42 * (at // 9) + at * 5 % 13
        view = rgb[top - 9 : top + 10, left - 9 : left + 10]
        view[:] = view * (1 - share) + share * np.array([220, 20, 60])
    found = find_dots(np.rint(rgb).astype(np.uint8))
    assert len(found.x_px) == 70 and abs(found.classes[0].radius_px - radius) < 1


@pytest.mark.slow
def test_dots_of_a_second_class_are_found_beside_streams_of_their_colour():
    blue, picture = (55, 126, 184), np.full((170, 250, 3), 255.0)
    for row, column, length in np.random.default_rng(5).integers([12, 12, 3], [158, 225, 22], (60, 3)):
        picture[row : row + 2, column : column + length] = blue
    places = scattered(45, 3, size=(250, 170), gap=11)
    for at, (x, y) in enumerate(places):
        paint(picture, x, y, 3.8, blue if at % 4 == 0 else (228, 26, 28))
    dots = find_dots(np.rint(picture).astype(np.uint8))
    assert (nearest(dots, places) < 1).mean() > 0.9


def test_a_single_blob_is_no_set_of_like_ones():
    """It is like itself: a histogram of one bar that is as high as wide was searched for a minute."""
    rgb = np.full((200, 300, 3), 255, np.uint8)
    for left, top, side in ((20, 20, 24), (100, 20, 5), (150, 20, 10)):
        rgb[top : top + side, left : left + side] = 30, 120, 182
    assert blobs_of(colour_classes(rgb), 1).regularity == 0
    rgb[80:104, 20:44] = 30, 120, 182
    assert blobs_of(colour_classes(rgb), 1).regularity > 0
