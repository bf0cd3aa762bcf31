# SPDX-License-Identifier: GPL-2.0-or-later
"""Resolutions tried, dots that others hide, and where pasted dots come to lie."""

import numpy as np
import pytest

from geodeid_plugin.core.mapimage.reidentify.remedy import (
    Page,
    finest_that_passes,
    hidden,
    pasted_places,
    resolutions,
)

PAGE = Page(dpi=96, metres_per_px=20, size_px=(600, 400), symbol_px=6, error_px=0.05)


def test_resolutions_fall_in_small_steps_to_where_page_or_symbol_no_longer_shows():
    tried = resolutions(PAGE, 100.0)
    assert tried[0] == 96
    assert all(
        finer / 1.1 <= coarser < finer or finer - coarser == 1 for finer, coarser in zip(tried, tried[1:])
    )
    assert tried[-1] / 96 * 400 >= 40
    small = resolutions(PAGE, 1.0)
    assert small[-1] * 1.0 / 25.4 >= 1.5
    assert resolutions(PAGE, 0.1) == []


@pytest.mark.parametrize("bound", [96, 50, 41, 12, 10])
def test_halving_finds_the_finest_that_passes(bound):
    tried = resolutions(PAGE, 100.0)
    asked = []

    def exposed(dpi):
        asked.append(dpi)
        return int(dpi > bound)

    found = finest_that_passes(tried, exposed)
    assert tried[found] == max(dpi for dpi in tried if dpi <= bound)
    assert len(asked) <= 8


def test_where_the_coarsest_exposes_somebody_nothing_passes():
    assert finest_that_passes(resolutions(PAGE, 100.0), lambda dpi: 1) is None
    assert finest_that_passes([], lambda dpi: 0) is None


def test_a_dot_covered_by_others_is_hidden_and_its_neighbours_are_not():
    x, y = np.array([10, 12, 8, 10, 10]), np.array([10, 10, 10, 12, 8])
    assert hidden(x, y, 4).tolist() == [True, False, False, False, False]
    assert not hidden(x * 10, y * 10, 4).any()


def test_dots_at_one_place_are_not_hidden_by_each_other():
    assert not hidden(np.array([5.2, 5.4]), np.array([5.1, 5.3]), 3).any()


def test_hidden_dots_change_nothing_in_the_picture():
    x, y = np.random.default_rng(1).integers(0, 40, (2, 300)).astype(float)
    gone = hidden(x, y, 5)

    def covered(some):
        column, row = np.meshgrid(np.arange(-6, 47), np.arange(-6, 47))
        return (np.hypot(column[..., None] - x[some], row[..., None] - y[some]) <= 5).any(axis=-1)

    assert 0 < gone.sum() < 300
    assert np.array_equal(covered(gone | True), covered(~gone))


def test_pasted_dots_lie_within_half_a_pixel_and_at_every_part_of_it():
    true_m = np.random.default_rng(2).uniform(-500, 500, (50, 2))
    places = pasted_places(true_m, 30.0)
    apart = np.abs(places - true_m).max(axis=2)
    assert places.shape == (9, 50, 2)
    assert apart.max() <= 15 + 1e-9
    assert np.allclose(np.diff(np.sort(places[:, 0, 0]).reshape(3, 3)[:, 0]), 10)
