# SPDX-License-Identifier: GPL-2.0-or-later
"""Records that moved together are noticed, however few share a move; others are not."""

import numpy as np
import pytest

from geodeid_plugin.core.base.randomness import SeededSource
from geodeid_plugin.core.exposure.masked_points import Pairs
from geodeid_plugin.core.exposure.matching.mask_models import MaskModel, Surroundings
from geodeid_plugin.core.exposure.matching.redrawn import together
from geodeid_plugin.core.geomask.baselines.choices import to_neighbours
from geodeid_plugin.core.geomask.baselines.random_moves import Donut, Guard, move

RING = MaskModel("donut", {"low_m": 10_000.0, "high_m": 80_000.0})


def homes(count, seed):
    return np.random.default_rng(seed).random((count, 2)) * 0.16 + (-75, 45)


def shared(how, count, seed):
    """Homes and dots; the moves in degrees, as who masks in a spreadsheet shares them."""
    source, home = np.random.default_rng(seed), homes(count, seed)
    away, turn = np.sqrt(source.uniform(1e8, 6.4e9, count)), source.uniform(0, 2 * np.pi, count)
    vector = np.column_stack([away * np.cos(turn) / 78_700, away * np.sin(turn) / 111_200])
    row = np.arange(count)
    if how == "pairs":
        vector = vector[row // 2]
    elif how == "one pair":
        vector[1] = vector[0]
    elif how == "seed used twice":
        vector[count // 2 :] = vector[: count // 2]
    elif how == "villages":
        vector = vector[(home * 20).astype(int) @ [100, 1] % count]
    elif how == "nearly":
        vector = vector[row // 2] + source.normal(0, 0.001, (count, 2))
    elif how == "one dot":
        vector = (home + vector)[row // 2] - home
    return Pairs(*home.T, *np.round(home + vector, 6).T)


@pytest.mark.parametrize(("how", "count"), [
    ("pairs", 4), ("pairs", 200), ("one pair", 2), ("one pair", 200), ("seed used twice", 40),
    ("villages", 40), ("nearly", 40), ("one dot", 40),
])  # fmt: skip
def test_records_that_moved_together_are_noticed(how, count):
    assert all(together(RING, shared(how, count, seed), SeededSource(seed)) for seed in range(3))


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2, 30, 150])
def test_records_that_moved_by_themselves_are_not(count):
    """A household's two records lie at one home and move apart; up to 4 of 1000 are taken for others."""
    found = 0
    for seed in range(15):
        home = homes(count, seed)
        home[: count // 4] = home[count // 4 : 2 * (count // 4)]
        masked = move(*home.T, Donut(10_000, 80_000), SeededSource(seed), Guard())
        pairs = Pairs(*home.T, masked.lon_deg, masked.lat_deg)
        found += together(RING, pairs, SeededSource(seed + 1000))
    assert found == 0


@pytest.mark.slow
def test_records_that_go_to_addresses_may_move_alike_by_chance():
    """Two patients of one home choose among the same addresses: equal moves are nothing but likely there."""
    mask_model, found = MaskModel("address", {"k": 3.0, "k_most": 9.0}), 0
    for seed in range(10):
        places = homes(400, seed)
        own = np.repeat(places[:40], 2, axis=0)
        masked = to_neighbours(*own.T, places.T, 3, 9, SeededSource(seed))
        around = Surroundings(addresses=(places[:, 0], places[:, 1]))
        pairs = Pairs(*own.T, masked.lon_deg, masked.lat_deg)
        found += together(mask_model, pairs, SeededSource(seed + 1000), around)
    assert found == 0
