# SPDX-License-Identifier: GPL-2.0-or-later
"""What a picture looks like, and what several pictures of the same places give away together."""

import numpy as np
import pytest

from geodeid_plugin.core.exposure.documents.figures.joint import DotSet, joint_places, show_the_same
from geodeid_plugin.core.exposure.documents.figures.kinds import (
    are_letters,
    are_pieces_of_a_line,
    bears_scale,
    kind_of,
    solitary_marks,
)


def canvas(height=300, width=400):
    return np.full((height, width, 3), 255, np.uint8)


def line(rgb, points, colour=(40, 40, 40)):
    for (x0, y0), (x1, y1) in zip(points[:-1], points[1:]):
        count = int(2 * max(abs(x1 - x0), abs(y1 - y0))) + 2
        x, y = np.linspace(x0, x1, count), np.linspace(y0, y1, count)
        rgb[np.rint(y).astype(int), np.rint(x).astype(int)] = colour


def axes(rgb):
    line(rgb, [(40, 20), (40, 270), (380, 270)])


def border(seed=1):
    source = np.random.default_rng(seed)
    angle = np.linspace(0, 2 * np.pi, 90)
    radius = 90 + 12 * source.standard_normal(90).cumsum() / 4
    radius[-1] = radius[0]
    return [(200 + r * np.cos(a), 150 + r * np.sin(a)) for a, r in zip(angle, np.clip(radius, 50, 130))]


def test_a_border_is_a_map_and_a_curve_over_axes_a_chart():
    drawn = canvas()
    line(drawn, border())
    assert kind_of(drawn) == "map"
    framed = canvas()
    axes(framed)
    line(framed, border())
    assert kind_of(framed) == "map"
    curve = canvas()
    axes(curve)
    line(curve, [(x, 150 + 60 * np.sin(x / 30)) for x in range(45, 375, 3)])
    assert kind_of(curve) == "chart"
    bars = canvas()
    axes(bars)
    for at in range(6):
        bars[150 + 10 * at : 270, 60 + 50 * at : 90 + 50 * at] = (30, 90, 160)
    assert kind_of(bars) == "chart"


def test_noise_is_a_photograph():
    noisy = np.random.default_rng(1).normal(120, 30, (200, 300, 3)).clip(0, 255).astype(np.uint8)
    assert kind_of(noisy) == "photograph"
    framed = canvas()
    framed[60:260, 40:340] = noisy
    assert kind_of(framed, np.zeros(framed.shape[:2], bool)) == "photograph"


def test_a_framed_photograph_may_be_smooth_along_its_rows():
    noisy = np.random.default_rng(3).integers(0, 15, (200, 300))
    noisy[:, 60:240] = noisy[:, :1]
    framed = canvas()
    framed[60:260, 40:340] = noisy[:, :, None]
    assert kind_of(framed, np.zeros(framed.shape[:2], bool)) == "photograph"


def test_a_map_over_an_aerial_image_is_a_map_where_no_dots_were_found():
    """A photograph without dots passes; a map without dots needs care, since its symbols may be missed."""
    from scipy.ndimage import gaussian_filter

    source, page = np.random.default_rng(4), canvas()
    ground = gaussian_filter(source.normal(0, 1, (220, 320)), 1.5)
    page[40:260, 40:360] = (120 + 160 * ground).clip(60, 180).astype(np.uint8)[..., None]
    for shift in range(-1, 2):
        line(page, [(x + shift, y) for x, y in border()], (0, 0, 0))
    assert kind_of(page) == "map"


def snapped(places, size, shift):
    return DotSet((np.floor((places - shift) / size) + 0.5) * size + shift,
                  np.full(len(places), size / np.sqrt(12)), True)  # fmt: skip


def rms(found, places):
    nearest = np.hypot(*(found[:, None] - places[None]).transpose(2, 0, 1)).min(axis=1)
    return np.sqrt((nearest**2).mean())


PLACES = np.random.default_rng(7).uniform(0, 20_000, (300, 2))


def test_two_snapped_pictures_on_other_grids_halve_the_variance():
    single, joint = [], []
    for seed in range(8):
        shift = np.random.default_rng(seed).uniform(0, 50, (2, 2))
        pair = [snapped(PLACES, 50.0, one) for one in shift]
        single.append(rms(pair[0].where_m, PLACES) ** 2)
        joint.append(rms(joint_places(pair).where_m, PLACES) ** 2)
    assert np.sqrt(np.mean(single) / np.mean(joint)) >= 0.97 * np.sqrt(2)


def test_ten_pictures_of_a_series_say_their_error_truly():
    source = np.random.default_rng(2)
    series = [snapped(PLACES, 50.0, source.uniform(0, 50, 2)) for _ in range(10)]
    joint = joint_places(series)
    assert len(joint.where_m) == len(PLACES) and (joint.seen == 10).all()
    assert rms(joint.where_m, PLACES) < 0.25 * rms(series[0].where_m, PLACES)
    assert rms(joint.where_m, PLACES) == pytest.approx(np.sqrt(2 * (joint.error_m**2).mean()), rel=0.25)


def test_smooth_and_snapped_pictures_join_and_new_places_are_added():
    source = np.random.default_rng(3)
    smooth = DotSet(PLACES[:200] + source.normal(0, 5, (200, 2)), np.full(200, 5.0), False)
    joint = joint_places([smooth, snapped(PLACES, 50.0, np.zeros(2))])
    assert len(joint.where_m) == 300
    assert (joint.seen == 2).sum() == 200
    assert rms(joint.where_m[joint.seen == 2], PLACES) <= rms(smooth.where_m, PLACES)


def test_pictures_of_other_places_are_not_the_same():
    other = np.random.default_rng(8).uniform(0, 20_000, (300, 2))
    assert show_the_same(snapped(PLACES, 50, 0), snapped(PLACES, 50, 17))
    assert not show_the_same(snapped(PLACES, 50, 0), snapped(other, 50, 17))
    assert not show_the_same(snapped(PLACES, 50, 0), DotSet(np.zeros((0, 2)), np.zeros(0), True))


def test_ticks_at_equal_steps_are_a_scale_and_a_frame_with_words_is_none():
    plot = canvas()
    axes(plot)
    assert not bears_scale(plot)
    for x in (60, 91, 170, 190, 300, 307, 350):
        plot[271:276, x] = 40  # letters below a frame
    assert not bears_scale(plot)
    for step in (40, 50, 61):
        ticked = canvas()
        axes(ticked)
        for x in range(60, 380, step):
            ticked[271:276, x] = 40
        assert bears_scale(ticked) and bears_scale(ticked.transpose(1, 0, 2))
    drawn = canvas()
    line(drawn, border())
    assert not bears_scale(drawn)


def marks(raster, x, y, shape):
    from geodeid_plugin.core.mapimage.markers.dots import DotClass, Dots

    x, y = np.asarray(x, float), np.asarray(y, float)
    return Dots(x, y, np.zeros(len(x), int), np.full(len(x), 0.1), "snapped",
                (DotClass((0, 0, 0), shape, 2.0),), None, raster, raster > 0)  # fmt: skip


def test_pieces_of_a_line_are_no_dots_and_homes_on_a_street_are():
    """Where two wedges of a pie meet: seven marks kept a manuscript from being judged."""
    x, y = [327, 385, 346, 366, 308, 405, 289], [216, 277, 236, 257, 196, 298, 176]
    paper = np.zeros((400, 500), np.int16)
    assert are_pieces_of_a_line(marks(paper, x, y, "open"))
    assert not are_pieces_of_a_line(marks(paper, x, y, "circle"))
    assert not are_pieces_of_a_line(marks(paper, x[:4], y[:4], "open"))
    street = np.random.default_rng(1).uniform(0, 400, 7)
    assert not are_pieces_of_a_line(marks(paper, street, street / 2, "unknown"))
    assert not are_pieces_of_a_line(marks(paper, x, np.add(y, [0, 0, 9, 0, 0, 0, 0]), "open"))


def test_letters_are_no_dots_and_dots_no_letters():
    words, dotted = np.zeros((60, 300), np.int16), np.zeros((60, 300), np.int16)
    at = [(x, y) for y in (20, 40) for x in range(20, 280, 6)]
    for x, y in at:
        words[y - 2 : y + 3, x - 2 : x + 3] = 1
    far = at[::4]
    for x, y in far:
        dotted[y - 2 : y + 3, x - 2 : x + 3] = 1
    assert are_letters(marks(words, *zip(*at), "unknown"))
    assert not are_letters(marks(dotted, *zip(*far), "unknown"))
    assert not are_letters(marks(words, *zip(*at), "circle"))
    assert not are_letters(marks(words, [], [], "unknown"))
    # Some letters of words of few letters, on paper: a flow diagram of five boxes was not judged.
    boxes = [(x + line % 3, y) for line, y in enumerate(range(20, 280, 26)) for x in (30, 38, 52, 160, 171)]
    paper = np.zeros((300, 300), np.int16)
    assert are_letters(marks(paper, *zip(*boxes), "unknown"))
    street = [(x, y) for x in range(20, 280, 9) for y in (100, 109)]
    dense = np.random.default_rng(3).uniform(0, 300, (900, 2))
    sparse = dense[:70]
    assert not any(are_letters(marks(paper, *zip(*some), "unknown")) for some in (street, dense, sparse))


def disc(rgb, x, y, radius=4.5, colour=(200, 30, 30)):
    down, across = np.mgrid[: rgb.shape[0], : rgb.shape[1]]
    rgb[np.hypot(across - x, down - y) < radius] = colour


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_one_or_two_marks_of_a_colour_of_their_own_are_counted(count):
    drawn = canvas()
    line(drawn, border())
    for at in range(count):
        disc(drawn, 150 + 40 * at, 140 + 7 * at)
    assert solitary_marks(drawn) == (count if count < 3 else 0)


def test_marks_in_a_photograph_are_counted_and_its_grain_is_not():
    grain = np.random.default_rng(1).normal(110, 6, (200, 260, 1)) * [0.9, 1, 0.7]
    photograph = np.clip(grain, 0, 255).astype(np.uint8)
    assert solitary_marks(photograph) == 0
    disc(photograph, 80, 60)
    assert solitary_marks(photograph) == 1


def test_samples_of_a_legend_bars_and_large_areas_are_no_solitary_marks():
    chart = canvas()
    axes(chart)
    for at, colour in enumerate([(30, 90, 200), (220, 120, 20)]):
        chart[150:270, 80 + 60 * at : 120 + 60 * at] = chart[30 + 14 * at : 38 + 14 * at, 330:340] = colour
    assert solitary_marks(chart) == 0
    area = canvas()
    area[100:160, 100:150] = 60, 160, 60
    assert solitary_marks(area) == 0
