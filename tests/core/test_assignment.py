# SPDX-License-Identifier: GPL-2.0-or-later
"""Assignments of least cost, in steps short enough for a window to stay alive."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment
from scipy.spatial import cKDTree
from scipy.spatial.distance import cdist

from geodeid_plugin.core.base.errors import CancelledError
from geodeid_plugin.core.exposure import assignment

LONGEST_S = 0.3
"""How long the window may stand still."""


@pytest.fixture(autouse=True)
def _small_ones_too(monkeypatch):
    monkeypatch.setattr(assignment, "_AT_ONCE", 0)


def town(count, seed, places=None):
    """Homes, and dots drawn from them; few ``places`` make ties."""
    rng = np.random.default_rng(seed)
    homes = rng.random((count, 2))
    dots = homes + 0.2 * rng.normal(size=homes.shape)
    if places:
        homes, dots = np.round(homes * places), np.round(dots * places)
    return homes, dots


@pytest.mark.parametrize("places", [None, 3, 12])
@pytest.mark.parametrize("power", [1, 2])
def test_the_auction_costs_what_scipy_s_best_assignment_costs(places, power):
    homes, dots = town(60, 4, places)
    cost = cdist(dots, homes) ** power
    column = assignment.assigned(cost)
    assert sorted(column) == list(range(60))
    best = cost[linear_sum_assignment(cost)].sum()
    assert cost[np.arange(60), column].sum() == pytest.approx(best, rel=1e-9, abs=1e-9)


def test_one_outlier_leaves_the_others_exact():
    homes, dots = town(60, 5)
    dots[0] += 1e4
    cost = cdist(dots, homes) ** 2
    column = assignment.assigned(cost)
    others = cost[np.arange(60), column].sum() - cost[linear_sum_assignment(cost)].sum()
    assert abs(others) < 1e-3


@pytest.mark.parametrize("dots", ["one place", "unmoved"])
def test_dots_at_one_place_and_dots_that_never_moved_are_assigned(dots):
    homes = town(40, 6)[0]
    cost = cdist(np.zeros((40, 2)) if dots == "one place" else homes, homes)
    assert sorted(assignment.assigned(cost)) == list(range(40))


def test_columns_that_must_not_be_taken_are_not():
    homes, dots = town(80, 7)
    chord, near = cKDTree(homes).query(dots, k=6)
    own = np.arange(80)
    among = (near == own[:, None]).any(axis=1)
    cost = np.column_stack([chord**2, np.where(among, np.inf, ((dots - homes) ** 2).sum(axis=1))])
    near = np.column_stack([near, own])
    allowed = np.full((80, 80), 1e3)
    np.put_along_axis(allowed, near, np.minimum(cost, 1e3), axis=1)
    allowed[own, own] = ((dots - homes) ** 2).sum(axis=1)
    column = assignment.assigned(cost, near)
    assert allowed[own, column].max() < 1e3
    assert allowed[own, column].sum() == pytest.approx(allowed[linear_sum_assignment(allowed)].sum())


def test_cancel_is_heard():
    homes, dots = town(150, 8)

    def stop(_fraction, _text=""):
        raise CancelledError()

    with pytest.raises(CancelledError):
        assignment.assigned(cdist(dots, homes), progress=stop)


@pytest.mark.slow
def test_a_window_gets_its_turn_while_a_thousand_records_are_assigned():
    """SciPy holds Python's lock for all of its work; another thread beats meanwhile."""
    homes, dots = town(1000, 9)
    cost = cdist(dots, homes) ** 2
    longest, over = [0.0], threading.Event()

    def beat():
        last, used = time.monotonic(), time.process_time()
        while not over.wait(0.005):
            now, spent = time.monotonic(), time.process_time()
            longest[0] = max(longest[0], min(now - last, spent - used))
            last, used = now, spent

    heart = threading.Thread(target=beat)
    heart.start()
    assignment.assigned(cost)
    over.set()
    heart.join()
    assert longest[0] < LONGEST_S


def test_bids_end_though_a_price_has_grown_beyond_the_smallest_step():
    looks = []

    def stop_the_third_time(_share, _words=None):
        looks.append(1)
        if len(looks) > 2:
            raise CancelledError

    auction = assignment._Auction(np.zeros((3, 3)), None, 1.0, stop_the_third_time)
    auction._price += 1e6
    auction.hold(1e-13)
    assert sorted(auction.taken()) == [0, 1, 2]
