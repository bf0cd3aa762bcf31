# SPDX-License-Identifier: GPL-2.0-or-later
"""No green verdict for a release that gives people away: the short form of ``scripts/assault``."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from importlib.machinery import SourceFileLoader
from pathlib import Path

import numpy as np
import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "assault"


@pytest.fixture(scope="module")
def assault():
    loader = SourceFileLoader("assault", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("assault", loader))
    import sys

    sys.modules["assault"] = module  # dataclasses look their module up
    loader.exec_module(module)
    yield module
    del sys.modules["assault"]


@pytest.mark.slow
def test_no_green_verdict_gives_anybody_away(assault):
    found = assault.run(seed=11, trials=72)
    assert {one.kind for one in found} == set(assault.KINDS)
    assert any(one.level is assault.Level.PASSED for one in found)
    assert [one for one in found if one.wrong] == []


@pytest.mark.slow
def test_an_adversary_who_sees_too_little_is_caught(assault, monkeypatch):
    whole = assault.attack

    def half_blind(*args):
        return tuple(
            replace(one, matching=replace(one.matching, risk_high=np.minimum(one.matching.risk_high, 0.01)))
            if one.matching is not None
            else one
            for one in whole(*args)
        )

    monkeypatch.setattr(assault, "attack", half_blind)
    assert any(one.wrong for one in assault.run(seed=11, trials=24))
