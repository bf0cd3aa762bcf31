# SPDX-License-Identifier: GPL-2.0-or-later
"""A picture of a heat map with its legend: colours back to values, values back to points."""

import numpy as np
import pytest
from scipy.spatial import cKDTree

from geodeid_plugin.core.exposure.heatmap.inversion import invert
from geodeid_plugin.core.exposure.heatmap.kernels import Kernel, surface_of
from geodeid_plugin.core.exposure.heatmap.legend import found_legends, legend_of, ramp, read_values
from geodeid_plugin.core.exposure.heatmap.picture import read_picture_of
from geodeid_plugin.core.exposure.heatmap.surface import kernel_of_ranges, straightened
from tests.refusals import refuses

KERNEL = Kernel("quartic", 9.0)
SIDE, LEFT, TOP = 200, 30, 20
STOPS = np.array([[255, 255, 204], [253, 141, 60], [128, 0, 38]], float)
PLACES = np.array([[40.3, 50.8], [120.7, 60.2], [150.1, 150.6], [60.4, 140.9], [128.2, 64.0], [100.5, 100.5]])


def shades(share):
    """Colours of a ramp at shares of its length, rounded to bytes."""
    along = np.linspace(0, 1, len(STOPS))
    return np.stack([np.interp(share, along, channel) for channel in STOPS.T], axis=-1).round()


def picture(classes=None, bar="bar", turned=False, flipped=False, stops=shades, places=PLACES):
    """A page with a framed map and a legend, and the highest value."""
    surface = surface_of(*places.T, KERNEL, (SIDE, SIDE))
    share = surface / surface.max()
    steps = np.linspace(0, 1, 150)
    if classes:
        share = np.minimum(np.floor(share * classes), classes - 1) / (classes - 1)
        steps = np.minimum(np.floor(steps * classes), classes - 1) / (classes - 1)
    if flipped:
        share, steps = 1 - share, 1 - steps
    page = np.full((SIDE + 60, SIDE + 130, 3), 255.0)
    page[TOP - 1 : TOP + SIDE + 1, LEFT - 1 : LEFT + SIDE + 1] = 0
    page[TOP : TOP + SIDE, LEFT : LEFT + SIDE] = stops(share)
    if bar == "bar":
        page[TOP - 1 : TOP + 151, LEFT + SIDE + 19 : LEFT + SIDE + 36] = 0
        page[TOP : TOP + 150, LEFT + SIDE + 20 : LEFT + SIDE + 35] = stops(steps[::-1])[:, None]
    if bar == "squat":  # as QGIS draws it: hardly longer than wide, its frame blended with it
        rows, columns = slice(TOP, TOP + 40), slice(LEFT + SIDE + 20, LEFT + SIDE + 45)
        page[rows, columns] = stops(np.linspace(1, 0, 40))[:, None]
        for row, share in ((TOP, 0.8), (TOP + 1, 0.2), (TOP + 38, 0.2), (TOP + 39, 0.8)):
            page[row, columns] *= 1 - share
    if bar == "boxes":
        for at in range(classes):
            rows = slice(TOP + 16 * at, TOP + 16 * at + 11)
            page[rows, LEFT + SIDE + 20 : LEFT + SIDE + 42] = stops(at / (classes - 1))
    page = page.astype(np.uint8)
    return (page.transpose(1, 0, 2) if turned else page), surface.max()


def farthest(colours, top, kernel=KERNEL):
    """Distance in pixels of the worst place from the nearest point that was read back."""
    found = invert(colours.low, kernel, highest=colours.high)
    where = np.column_stack([found.x_px + colours.left - LEFT, found.y_px + colours.top - TOP])
    assert len(where) == len(PLACES)
    return cKDTree(where).query(PLACES)[0].max()


@pytest.mark.slow
@pytest.mark.parametrize(
    "drawn, within",
    [({}, 0.1), ({"classes": 5}, 0.6), ({"classes": 7, "bar": "boxes"}, 0.5),
     ({"flipped": True}, 0.1), ({"bar": "squat"}, 0.2)],
)  # fmt: skip
def test_points_come_back_from_a_picture_with_its_legend(drawn, within):
    rgb, top = picture(**drawn)
    colours = read_picture_of(rgb)
    assert (colours.left, colours.top, colours.low.shape) == (LEFT, TOP, (SIDE, SIDE))
    assert colours.unknown < 0.01
    assert farthest(colours, top) < within


def scattered(seed, count=40):
    """Places of which no two lie nearer than half a bandwidth."""
    source, kept = np.random.default_rng(seed), np.empty((0, 2))
    while len(kept) < count:
        one = source.uniform(10, SIDE - 10, 2)
        if not len(kept) or np.hypot(*(kept - one).T).min() > 0.8 * KERNEL.bandwidth_px:
            kept = np.vstack([kept, one])
    return kept


@pytest.mark.slow
@pytest.mark.parametrize("classes", [None, 5, 3])
def test_the_error_that_is_claimed_is_made_and_no_point_is_split(classes):
    places = scattered(4)
    colours = read_picture_of(picture(classes, places=places)[0])
    found = invert(colours.low, KERNEL, highest=colours.high)
    where = np.column_stack([found.x_px + colours.left - LEFT, found.y_px + colours.top - TOP])
    away, nearest = cKDTree(where).query(places)
    assert len(where) == len(places)
    # Two errors along two axes: the median of their length is √(2 ln 2) of one.
    ratio = np.median(away / found.error_px[nearest]) / np.sqrt(2 * np.log(2))
    assert 0.3 < ratio < 1.7


@pytest.mark.slow
def test_a_raster_of_larger_pixels_is_seen_in_its_picture_and_widens_the_errors():
    places = scattered(5)
    fine = surface_of(*places.T, KERNEL, (SIDE, SIDE))
    cells = ((np.arange(SIDE) + 0.5) / 2.16).astype(int)
    coarse = surface_of(*(places / 2.16).T, Kernel("quartic", 9 / 2.16), (cells[-1] + 1, cells[-1] + 1))
    step = fine.max() / 255
    for surface, least in ((fine, 0.0), (coarse[cells][:, cells], 0.14)):
        low = np.floor(surface / step) * step
        found = invert(low, KERNEL, highest=low + step)
        away = cKDTree(np.column_stack([found.x_px, found.y_px])).query(places)[0]
        assert least < np.median(found.error_px) < least + 0.1
        assert np.median(away) < 1.5 * np.median(found.error_px)


@pytest.mark.slow
def test_the_lowest_colour_of_a_ramp_is_nothing():
    """The frame of a bar, and rows blended with it, would lift all values."""
    for bar in ("bar", "squat"):
        colours = read_picture_of(picture(bar=bar)[0])
        assert colours.low[5, 5] == 0 and colours.high[5, 5] < 0.03


@pytest.mark.parametrize("drawn", [{}, {"classes": 10}])
def test_the_kernel_is_found_in_a_picture(drawn):
    colours = read_picture_of(picture(**drawn)[0])
    found = kernel_of_ranges(colours.low, colours.high)
    assert found.shape == "quartic" and found.bandwidth_px == pytest.approx(9, rel=0.03)


def test_a_legend_that_lies_is_found_as_well():
    (upright,), (lying,) = (found_legends(picture(turned=turned)[0]) for turned in (False, True))
    assert lying.box == tuple(upright.box[at] for at in (1, 0, 3, 2))
    assert len(lying.colours) == len(upright.colours) > 100


@pytest.mark.slow
def test_a_legend_that_was_cut_off_is_asked_for_and_may_be_written():
    rgb, _top = picture(bar="none")
    with refuses("legend.picture.not_found"):
        read_picture_of(rgb)
    assert farthest(read_picture_of(rgb, "0 #ffffcc; 0.5 #fd8d3c; 1 #800026"), 1.0) < 0.1


@pytest.mark.slow
def test_two_legends_that_the_colours_follow_are_told():
    rgb, _top = picture()
    blue, _top = picture(stops=lambda share: shades(share)[..., ::-1])
    with refuses("legend.picture.several", match="2"):
        read_picture_of(np.concatenate([rgb, blue], axis=0))


@pytest.mark.slow
def test_a_map_over_an_aerial_image_is_mostly_unknown():
    rgb, _top = picture()
    noise = np.random.default_rng(1).integers(0, 255, (SIDE // 4, SIDE // 4, 3)).repeat(4, 0).repeat(4, 1)
    map_of = rgb[TOP : TOP + SIDE, LEFT : LEFT + SIDE]
    map_of[:] = (0.5 * map_of + 0.5 * noise).astype(np.uint8)
    assert read_picture_of(rgb).unknown > 0.5


@pytest.mark.slow
def test_values_beside_a_legend_are_taken():
    rgb, _top = picture(classes=5)
    colours = read_picture_of(rgb, "0; 1; 5; 20; 50; 100")
    assert np.unique(colours.low).tolist() == [0, 1, 5, 20, 50]
    assert read_picture_of(rgb, "1; 5; 20; 50; 100").legend.high.tolist() == [1, 5, 20, 50, 100]
    with refuses("legend.classes.other_number", match="5"):
        read_picture_of(rgb, "0; 10")
    with refuses("legend.values.not_rising"):
        read_picture_of(rgb, "5; 4; 3; 2; 1")


def test_a_page_that_no_class_has_lies_below_the_lowest():
    legend = legend_of("2-5 #ffaa00; 5-9 #aa0000")
    rgb = np.array([[[255, 255, 255], [255, 170, 0], [0, 0, 0]]], np.uint8)
    values = read_values(rgb, legend, (255, 255, 255))
    assert values.low.tolist() == [[0, 2, -np.inf]] and values.high.tolist() == [[2, 5, np.inf]]
    assert read_values(rgb, legend).unknown == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    "text, code",
    [
        ("red", "legend.text.not_understood"),
        ("0 #ffffff", "legend.values.too_few"),
        ("0 #ffffff; 5", "legend.colours.missing"),
        ("0-5 #ffffff; 9 #000000", "legend.colours.missing"),
        ("5 #ffffff; 1 #000000", "legend.values.too_few"),
        ("0 #fff;", "legend.text.not_understood"),
    ],
)
def test_a_legend_that_is_not_understood_is_refused(text, code):
    with refuses(code):
        legend_of(text)


def test_colours_that_repeat_stand_for_all_their_values():
    repeated = ramp([[0, 0, 0], [9, 9, 9], [9, 9, 9], [20, 20, 20]], [0.0, 1.0, 2.0, 3.0])
    assert repeated.low.tolist() == [0, 0.5, 2.5] and repeated.high.tolist() == [0.5, 2.5, 3]


@pytest.mark.parametrize("seed", range(3))
def test_noise_and_plain_pages_show_no_legend(seed):
    source = np.random.default_rng(seed)
    assert found_legends(source.integers(0, 255, (80, 90, 3)).astype(np.uint8)) == []
    assert found_legends(np.full((80, 90, 3), 255, np.uint8)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "drawn, name",
    [(lambda v: v, None), (np.sqrt, "square roots"), (lambda v: v**0.25, "fourth roots"),
     (lambda v: np.log1p(9 * v) / np.log(10), "one decade"),
     (lambda v: np.log1p(99 * v) / np.log(100), "two decades")],
)  # fmt: skip
def test_a_ramp_of_roots_or_logarithms_is_told_and_straightened(drawn, name):
    rgb = picture(places=scattered(4, 20))[0]
    surface = surface_of(*scattered(4, 20).T, KERNEL, (SIDE, SIDE))
    rgb[TOP : TOP + SIDE, LEFT : LEFT + SIDE] = shades(drawn(surface / surface.max())).astype(np.uint8)
    colours = straightened(read_picture_of(rgb))
    assert colours.bend is None if name is None else name in str(colours.bend)
    found = kernel_of_ranges(colours.low, colours.high)
    assert found.bandwidth_px == pytest.approx(KERNEL.bandwidth_px, rel=0.04)
