# SPDX-License-Identifier: GPL-2.0-or-later
"""Charts that show homes, however these are dressed, are told from charts of anything else."""

import numpy as np
import pytest

from geodeid_plugin.core.exposure.documents.figures.kinds import between_scales
from geodeid_plugin.core.exposure.documents.figures.plotted import (
    BY_CHANCE,
    EXACT,
    WIDE,
    _within_one,
    in_order,
    lie_as_places,
    planes_of,
    shows_places,
    skewed,
    whole,
)
from geodeid_plugin.core.mapimage.markers.dots import find_dots

RNG = np.random.default_rng(11)
HOMES = np.column_stack([-73.4 + 1.1 * RNG.random(40), 42.7 + 2.2 * RNG.random(40)])
METRES = (HOMES - HOMES.mean(axis=0)) * [81_000, 111_195]
PLANES = planes_of(METRES, HOMES)
TURN = np.radians(25)


def drawn(places, wide=400, high=300, noise_px=0.3):
    """Places as the dots of a chart."""
    within = (places - places.min(axis=0)) / np.ptp(places, axis=0)
    return within * [wide, -high] + [60, high + 40] + RNG.normal(0, noise_px, places.shape)


def others(count):
    return HOMES.min(axis=0) + RNG.random((count, 2)) * np.ptp(HOMES, axis=0)


TURNED = METRES @ [[np.cos(TURN), np.sin(TURN)], [-np.sin(TURN), np.cos(TURN)]] / 600
WITHIN = RNG.random((60, 2))
AROUND = TURNED.min(axis=0) + WITHIN * np.ptp(TURNED, axis=0)
DRESSED = {
    "over degrees": drawn(HOMES), "over metres": drawn(METRES), "Mercator": drawn(PLANES[2]),
    "axes exchanged": drawn(HOMES[:, ::-1]), "mirrored": drawn(HOMES * [-1, 1]), "turned": TURNED * [1, -1],
    "wide": drawn(HOMES, 900, 120), "high": drawn(HOMES, 100, 500), "small": drawn(HOMES, 120, 90),
    "whole pixels": np.rint(drawn(HOMES)), "two pixels off": drawn(HOMES, noise_px=2),
    "rounded to a kilometre": drawn(np.round(HOMES, 2)), "rounded to two": drawn(np.round(HOMES * 50) / 50),
    "moved by half a kilometre": drawn(HOMES + RNG.normal(0, 0.004, HOMES.shape)),
    "without a tenth": drawn(HOMES[4:]), "half of them": drawn(HOMES[:20]), "fifteen": drawn(HOMES[:15]),
    "a corner": drawn(HOMES[HOMES[:, 1] > np.median(HOMES[:, 1])]),
    "half among others": drawn(np.concatenate([HOMES[:20], others(20)])),
    "a third": drawn(np.concatenate([HOMES[:20], others(40)])),
    "among as many": drawn(np.concatenate([HOMES, others(40)])),
    "among two hundred": drawn(np.concatenate([HOMES, others(160)])),
    "among five hundred": drawn(np.concatenate([HOMES, others(460)])),
    "an inset": drawn(np.concatenate([HOMES, HOMES.mean(axis=0) + (others(60) - HOMES.mean(axis=0)) * 2])),
    "turned and stretched": drawn(TURNED), "turned and sheared": drawn(TURNED @ [[1, 0.4], [0, 1]]),
    "half of them turned and stretched": drawn(TURNED[:20], 500, 200),
    "turned and stretched among as many": drawn(np.concatenate([TURNED, AROUND[:40]]), 300, 380),
    "over logarithms": drawn(np.log(METRES - METRES.min(axis=0) + 3_000)),
    "over one logarithm": drawn(np.column_stack([np.log(METRES[:, 0] + 80_000), METRES[:, 1]])),
    "moved by a fiftieth": drawn(METRES + RNG.normal(0, 0.02, METRES.shape) * np.ptp(METRES, axis=0)),
    "under a key": np.concatenate([drawn(HOMES), [(400.0, 50.0), (400.0, 62.0)]]),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("case", DRESSED)
def test_homes_dressed_as_a_chart_are_recognised(case):
    assert lie_as_places(DRESSED[case], PLANES, 0.01)


T = np.linspace(0, 1, 60)
CHARTS = {
    "many": RNG.random((400, 2)) * 300, "curve": np.column_stack([T, 1 - T**0.4]) * 300,
    "funnel": np.column_stack([RNG.normal(0, 1, 60) * T, T]) * 300,
    "clusters": np.concatenate([RNG.normal(RNG.random(2) * 300, 12, (100, 2)) for _ in range(5)]),
    "volcano": np.column_stack([RNG.normal(0, 1, 200), -RNG.exponential(2, 200)]) * 50,
    "lattice": np.array([(20.0 * i, 20.0 * j) for i in range(8) for j in range(8)]),
    "strips": np.column_stack([np.repeat(np.arange(5), 8), RNG.normal(0, 2, 40)]) * 40,
    "forest": np.concatenate([np.column_stack([RNG.normal(0, 1, 12) + end, np.arange(12)])
                              for end in (-0.7, 0, 0.7)]) * 40,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("case", CHARTS)
def test_charts_of_other_things_are_not(case):
    """The search by threes, which takes longest, asks the same of every chart."""
    assert lie_as_places(CHARTS[case], PLANES, 0.01, by_threes=case in ("curve", "forest")) is False


NARROW = {
    "ROC": lambda source, x: np.sort(source.random((len(x), 2)), axis=0),
    "survival": lambda source, x: np.column_stack([x, np.cumprod(1 - source.uniform(0, 0.05, len(x)))]),
    "dose": lambda source, x: np.column_stack([x, 1 / (1 + np.exp(-9 * (x - source.random())))]),
    "calibration": lambda source, x: np.column_stack([x, x + source.normal(0, 0.02, len(x))]),
    "series": lambda source, x: np.column_stack([x, np.cumsum(source.normal(0, 1, len(x)))]),
    "straight": lambda source, x: np.column_stack([x, x * source.uniform(-1, 1)]),
    "crossing": lambda source, x: np.column_stack([x, np.where(source.random(len(x)) < 0.5, x, 1 - x)]),
    "laboratory": lambda source, x: source.random((4, 2))[np.arange(len(x)) % 4]
    + source.normal(0, 0.03, (len(x), 2)),
}  # fmt: skip
"""Dots of charts that lie along lines or in clusters."""


def narrow(case, seed):
    """Dots of such a chart at whole pixels, and homes evenly, about towns or along a valley."""
    source = np.random.default_rng([list(NARROW).index(case), seed])
    dots = NARROW[case](source, np.sort(source.random(source.integers(15, 150))))
    homes = source.random((source.integers(15, 121), 2))
    towns, by_home = source.random((6, 2)), source.integers(0, 6, len(homes))
    valley = np.column_stack([homes[:, 0], homes[:, 0] + 0.1 * homes[:, 1]])
    homes = (homes, towns[by_home] + 0.05 * homes, valley)[seed % 3]
    dots = np.rint((dots - dots.min(axis=0)) / np.maximum(np.ptp(dots, axis=0), 1e-9) * [500, 350])
    return sorted((_within_one(dots), _within_one(homes)), key=len)


@pytest.mark.slow
@pytest.mark.parametrize("case", NARROW)
def test_no_homes_are_squeezed_onto_lines_or_clusters(case):
    for seed in range(6):  # two of each kind of homes
        for search in (whole, in_order):
            assert not search(*narrow(case, seed), WIDE).found(BY_CHANCE / 8), (search.__name__, seed)
    for seed in range(3 if case == "straight" else 0):
        assert not skewed(*narrow(case, seed), EXACT).found(BY_CHANCE / 8), seed


@pytest.mark.slow
@pytest.mark.parametrize("parts", [2, 4])
def test_neither_rows_nor_clusters_of_marks_are_homes(parts):
    """A row of marks lies all along any street, and ten marks on one home tell no more than one."""
    source, part = np.random.default_rng(parts), np.arange(60) % parts
    homes, rows = (np.column_stack([source.random(60), part / 4 + source.normal(0, off, 60)])
                   for off in (1e-3, 0))  # fmt: skip
    assert lie_as_places(rows * 400, [homes * 20_000, homes], by_threes=False) is False
    clusters, homes = source.random((6, 2))[np.arange(48) % 6], source.random((60, 2))
    clusters += source.normal(0, 5e-3, clusters.shape)
    assert lie_as_places(clusters * 400, [homes * 20_000, homes], by_threes=False) is False


@pytest.mark.slow
def test_ten_homes_among_sixty_other_dots_never_pass():
    for places in (HOMES, TURNED):
        dots = drawn(np.concatenate([places[:10], places.min(axis=0) + WITHIN * np.ptp(places, axis=0)]))
        assert lie_as_places(dots, [one[:10] for one in PLANES], 0.01) is not False


@pytest.mark.slow
@pytest.mark.parametrize("style", ["joined by a line", "on stems", "single pixels"])
def test_homes_that_no_set_of_dots_shows_are_marks_of_their_chart(style):
    dots = drawn(HOMES, noise_px=0)
    rgb = chart(dots, radius=0.8 if style == "single pixels" else 3)
    for (x, y), (x2, y2) in zip(dots[:-1], dots[1:]):
        if style == "on stems":
            rgb[int(y) : 360, int(x)] = 200, 30, 30
        elif style == "joined by a line":
            at = np.linspace(0, 1, 800)
            rgb[(y + at * (y2 - y)).astype(int), (x + at * (x2 - x)).astype(int)] = 200, 30, 30
    assert shows_places(rgb, None, [PLANES])


@pytest.mark.slow
def test_lines_without_dots_are_no_homes():
    rgb = chart([])
    for mark in ((200, 30, 30), (30, 30, 200), (20, 120, 20)):
        at = np.arange(60, 480)
        row = np.interp(at, np.linspace(60, 480, 30), RNG.random(30) * 300 + 30)
        for off in (0, 1):
            rgb[row.astype(int) + off, at] = mark
        rgb[row.astype(int) + 2, at] = (np.array(mark) + 255) // 2
    assert shows_places(rgb, None, [PLANES]) is False


def test_nobody_can_tell_of_few_or_of_very_many():
    assert lie_as_places(drawn(HOMES[:9]), PLANES) is None
    assert lie_as_places(drawn(HOMES), [one[:7] for one in PLANES]) is None
    assert lie_as_places(RNG.random((2000, 2)), PLANES) is None
    assert lie_as_places(RNG.random((40, 2)), planes_of(METRES * 9, HOMES)) is None


def chart(dots, radius=3, mark=(200, 30, 30)):
    """A plot with two axes that bear ticks, and discs."""
    rgb = np.full((400, 520, 3), 255, np.uint8)
    rgb[360, 50:490] = rgb[20:361, 50] = 0
    for at in range(70, 480, 50):
        rgb[361:366, at] = 0
    for at in range(30, 360, 50):
        rgb[at, 45:50] = 0
    row, column = np.mgrid[:400, :520]
    for x, y in dots:
        rgb[np.hypot(column + 0.5 - x, row + 0.5 - y) <= radius] = mark
    return rgb


@pytest.mark.slow
def test_a_picture_of_a_chart_is_judged_by_its_dots():
    assert between_scales(chart([])) == (50, 489, 20, 360)
    rgb = chart(drawn(HOMES, noise_px=0))
    assert shows_places(rgb, find_dots(rgb), [PLANES])


@pytest.mark.slow
def test_marks_that_the_search_for_dots_left_out_count():
    rgb, planes = chart(RNG.random((20, 2)) * [380, 280] + [70, 40]), [one[:24] for one in PLANES]
    found = find_dots(rgb)
    assert shows_places(rgb, found, [planes]) is False
    for x, y in np.rint(drawn(HOMES[:24], 380, 280, 0)).astype(int):
        rgb[y : y + 2, x : x + 2] = 120, 160, 120
    assert shows_places(rgb, found, [planes])
    rgb[361:366] = 255  # without two scales nobody can tell
    assert shows_places(rgb, found, [planes]) is None
