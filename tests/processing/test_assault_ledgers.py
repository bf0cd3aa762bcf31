# SPDX-License-Identifier: GPL-2.0-or-later
"""No wrong green from ledgers whose fields and people change: ``scripts/assault_ledgers`` in short."""

from __future__ import annotations

import importlib.util
import sys
from importlib.machinery import SourceFileLoader
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "assault_ledgers"


@pytest.fixture(scope="module")
def assault(qgis_app):
    loader = SourceFileLoader("assault_ledgers", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("assault_ledgers", loader))
    sys.modules["assault_ledgers"] = module  # dataclasses look their module up
    loader.exec_module(module)
    yield module
    del sys.modules["assault_ledgers"]


@pytest.mark.slow
def test_no_green_of_a_ledger_gives_anybody_away(assault):
    green = 0
    for number in range(25):
        for verdict, risk, bound in assault.play(Random(f"short/{number}")):
            green += verdict == "passed"
            assert verdict != "passed" or risk <= bound * (1 + 1e-6), (number, risk, bound)
    assert green > 20


def test_the_adversary_weighs_what_counting_every_list_by_hand_gives(assault):
    town = assault.Town({(0, "old"): 1, (0, "young"): 2, (1, "old"): 2, (1, "young"): 1}, [3, 3], 6)
    dots = [{"A0": 0.7, "A1": 0.2}, {"A0": 0.3, "A1": 0.5}, {"A1": 0.9, "A0": 0.1}]
    shown = assault.Shown(dots, ["old", "young", "young"], with_age=1)
    people = [kind for kind, count in town.by_age.items() for _ in range(count)]
    weights, total = [0.0] * len(people), 0.0
    for listed in permutations(range(len(people)), len(dots)):
        weight = float(people[listed[0]][1] == "old")
        for chances, who in zip(dots, listed):
            weight *= chances[f"A{people[who][0]}"]
        total += weight
        for who in listed:
            weights[who] += weight
    assert shown.risk(town) == pytest.approx(max(weights) / total)
