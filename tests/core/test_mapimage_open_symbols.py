# SPDX-License-Identifier: GPL-2.0-or-later
"""Rings, pluses and crosses in the colour of the borders are found in pixels, and borders alone are not."""

import numpy as np
import pytest
from scipy.spatial import cKDTree

from geodeid_plugin.core.mapimage.markers.dots import find_dots
from tests.refusals import refuses

HEIGHT, WIDTH = 420, 520


def ring(x, y):
    return np.abs(np.hypot(x, y) - 4.5) - 0.6


def plus(x, y):
    return np.minimum(np.maximum(np.abs(x), np.abs(y) - 4.5), np.maximum(np.abs(y), np.abs(x) - 4.5)) - 0.6


def cross(x, y):
    return plus((x + y) / np.sqrt(2), (x - y) / np.sqrt(2))


def square(x, y):
    return np.abs(np.maximum(np.abs(x), np.abs(y)) - 4.0) - 0.6


def picture(symbol, places, ink):
    """Coverage by counties, wavy black outlines, and by symbols over them."""
    rgb = np.full((HEIGHT, WIDTH, 3), 255.0)

    def paint(distance, at, reach, colour):
        """What lies so near a line about a place, in its window."""
        left, top = (max(int(value) - reach, 0) for value in at)
        view = rgb[top : int(at[1]) + reach, left : int(at[0]) + reach]
        y, x = np.mgrid[: view.shape[0], : view.shape[1]] + 0.5
        share = np.clip(0.5 - distance(x + left - at[0], y + top - at[1]), 0, 1)[..., None]
        view[:] = view * (1 - share) + np.array(colour) * share

    def county(x, y):
        return np.abs(np.hypot(x, y) - 55 - 6 * np.sin(5 * np.arctan2(y, x) + column + row)) - 0.5

    for column in range(4):
        for row in range(3):
            paint(county, (75 + 125 * column, 75 + 130 * row), 65, (0, 0, 0))
    for place in places:
        paint(symbol, place, 12, ink)
    return np.rint(rgb).astype(np.uint8)


def places(seed, count=60):
    return np.random.default_rng(seed).uniform([12, 12], [WIDTH - 12, HEIGHT - 12], (count, 2))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("symbol", "ink"), [*((one, (0, 0, 0)) for one in (ring, plus, cross, square)), (cross, (200, 16, 46))]
)
def test_symbols_drawn_by_lines_are_found_where_they_are(symbol, ink):
    true = places(4)
    dots = find_dots(picture(symbol, true, ink))
    found = np.column_stack([dots.x_px, dots.y_px])
    away, nearest = cKDTree(found).query(true)
    assert (away < 1).mean() >= 0.75
    assert (cKDTree(true).query(found)[0] < 2).mean() >= 0.95
    off = (found[nearest] - true)[away < 1]
    assert np.abs(np.median(off, axis=0)).max() < 0.1
    assert np.median(away[away < 1]) < 4 * max(np.median(dots.error_px), 0.03)


@pytest.mark.slow
def test_borders_alone_are_no_symbols():
    with refuses("picture.dots.none"):
        find_dots(picture(ring, places(4)[:0], (0, 0, 0)))


@pytest.mark.slow
def test_a_few_equal_pieces_are_no_set_of_symbols():
    with refuses("picture.dots.none"):
        find_dots(picture(ring, places(4, 4), (0, 0, 0)))
