# SPDX-License-Identifier: GPL-2.0-or-later
"""Bars along the lines of a made map, at several sizes and turns, and what is not read as bars."""

import numpy as np
import pytest

from geodeid_plugin.core.geometry.polygons import inside_polygon
from geodeid_plugin.core.mapimage.markers.bars import BARS, find_bars, straight_ink
from geodeid_plugin.core.mapimage.reidentify import score
from tests.refusals import refuses

FINER = 4
SIDE = 340


class Plan:
    """A town drawn in units of a line's width, finer than the pixels and averaged: rims are smooth."""

    def __init__(self, scale, turn_deg, colour=(20, 20, 20)):
        self.scale, self.colour = scale, colour
        self._turn = np.radians(turn_deg)
        self._fine = np.zeros((SIDE * scale * FINER,) * 2, dtype=bool)

    def at(self, points):
        """Pixels of places of the plan."""
        cos, sin = np.cos(self._turn), np.sin(self._turn)
        return (
            (np.asarray(points, float) - SIDE / 2) @ np.array([[cos, sin], [-sin, cos]]) + SIDE / 2
        ) * self.scale

    def fill(self, corners):
        corners = self.at(corners) * FINER
        low = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
        high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 1, len(self._fine))
        if (high <= low).any():
            return
        x, y = np.meshgrid(np.arange(low[0], high[0]) + 0.5, np.arange(low[1], high[1]) + 0.5)
        self._fine[low[1] : high[1], low[0] : high[0]] |= inside_polygon(corners, x, y)

    def box(self, left, top, width, height):
        self.fill([(left, top), (left + width, top), (left + width, top + height), (left, top + height)])

    def picture(self):
        size = SIDE * self.scale
        share = self._fine.reshape(size, FINER, size, FINER).mean(axis=(1, 3))[..., None]
        return np.round(255 * (1 - share) + np.array(self.colour) * share).astype(np.uint8)


def town(plan, seed=0, marked=True):
    """Draw blocks and, behind their upper fronts, houses with up to five bars; returns the places."""
    source = np.random.default_rng(seed)
    houses = []
    for top in range(-40, SIDE, 55):
        for left in range(-40, SIDE, 80):
            for x, y, width, height in ((0, 0, 64, 1), (0, 40, 64, 1), (0, 0, 1, 41), (63, 0, 1, 41)):
                plan.box(left + x, top + y, width, height)
            for place in (8, 22, 36, 50) if marked else ():
                number = int(source.integers(0, 6))
                for bar in range(number):
                    plan.box(left + place - 3, top + 1 + 1.9 * bar, 6, 1.2)
                middle = plan.at((left + place, top + 1.5))
                if number and (middle > 12 * plan.scale).all() and (middle < (SIDE - 12) * plan.scale).all():
                    houses.append(middle)
    return np.array(houses)


@pytest.mark.slow
@pytest.mark.parametrize(("scale", "turn_deg"), [(2, 0), (2, 27), (4, -12)])
def test_houses_marked_by_bars_are_found_at_any_size_and_turn(scale, turn_deg):
    plan = Plan(scale, turn_deg)
    houses = town(plan)
    found = find_bars(plan.picture())
    record, distance = score.assign(np.column_stack([found.x_px, found.y_px]), houses, 6 * scale)
    inside = (np.minimum(found.x_px, found.y_px) > 12 * scale) & (
        np.maximum(found.x_px, found.y_px) < (SIDE - 12) * scale
    )
    matched = record != score.UNMATCHED
    assert found.regime == BARS
    assert matched.sum() >= 0.9 * len(houses)
    assert matched[inside].mean() >= 0.9
    assert np.nanmedian(distance) < 1.5 * scale
    assert found.error_px[0] == pytest.approx(6 * scale / np.sqrt(12), rel=0.3)


@pytest.mark.slow
def test_bars_of_another_colour_than_the_lines_are_found():
    grey, red = Plan(2, 10, (150, 150, 150)), Plan(2, 10, (190, 20, 30))
    town(grey, marked=False)
    houses = town(red)
    picture = np.minimum(grey.picture(), red.picture())
    found = find_bars(picture)
    record, _ = score.assign(np.column_stack([found.x_px, found.y_px]), houses, 12)
    assert (record != score.UNMATCHED).sum() >= 0.9 * len(houses)


@pytest.mark.slow
def test_lines_alone_are_not_read_as_bars():
    plan = Plan(2, 15)
    town(plan, marked=False)
    with refuses("picture.bars.none"):
        find_bars(plan.picture())


def test_straight_ink_keeps_strokes_of_the_length_and_drops_shorter_ones():
    ink = np.zeros((40, 40), dtype=bool)
    ink[5, 5:17] = True
    np.fill_diagonal(ink[15:30, 15:30], True)
    ink[35, 5:10] = True
    kept = straight_ink(ink, 9)
    assert kept[5, 5:17].all() and kept.diagonal()[15:30].all()
    assert not kept[35].any()
