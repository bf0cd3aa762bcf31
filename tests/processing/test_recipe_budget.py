# SPDX-License-Identifier: GPL-2.0-or-later
"""The recipe “Counts every month, with a budget” (docs/recipes/counts-with-a-budget.md), step by step."""

import json
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from geodeid_plugin.core.counts.protection.accounting import Loss, together
from geodeid_plugin.core.counts.protection.noise import Noise
from geodeid_plugin.core.counts.protection.private_counts import sets_of
from tests.refusals import refuses

PAGE = Path(__file__).resolve().parents[2] / "docs" / "recipes" / "counts-with-a-budget.md"


@pytest.fixture
def month(run, grid, layer, table, tmp_path):
    """A registry with a budget of 1: releases the counts of a month."""
    files = {"LEDGER": str(tmp_path / "l.gpkg"), "KEY": str(tmp_path / "l.key")}
    run("newledger", {**files, "BUDGET": 1})
    zones = run("clusterareas", {
        "AREAS": grid(4, 4), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 800, "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip
    source = np.random.default_rng(1)

    def release(**more):
        rows = [(None, [f"P{at}", f"A{source.integers(4)}{source.integers(4)}"]) for at in range(800)]
        result = run("releaseareas", {
            "RECORDS": layer("None", rows, ["who:string", "code:string"], crs=None), "RECORD_AREA": "code",
            "CLUSTERED": zones, "AREA_ID": "id", "FORM": "dissolved", "RELEASE_RULE": "dp",
            "RECORD_ID": "who", "LEDGER": files["LEDGER"], "LEDGER_KEY": files["KEY"], "OUTPUT": "memory:",
            "METRICS": str(tmp_path / "m.json"), **more,
        })  # fmt: skip
        figures = json.loads((tmp_path / "m.json").read_text("utf-8"))["figures"]
        return result, figures, table(result["OUTPUT"])

    return release


@pytest.mark.slow
def test_a_year_of_the_recipe(month, feedback):
    for number in range(1, 13):
        result, figures, rows = month(RHO=0.002)
        assert result["VERDICT"] == "passed" and figures["EPSILON_TOGETHER"] <= 1
        assert abs(sum(row["records"] for row in rows) - 800) < 400, number
    assert figures["EPSILON_LEFT"] < 0.08 and "± 33" in feedback.textLog()
    with refuses("budget.epsilon.used_up"):
        month(RHO=0.002)


def test_what_the_page_says_of_noise_is_so():
    rows = re.findall(
        r"^\| (\d+) \| ([ερ]) ([\d.]+) \| ± (\d+) \| ([\d.]+) \|$", PAGE.read_text("utf-8"), re.M
    )
    assert len(rows) == 4
    for releases, kind, amount, margin, epsilon in rows:
        loss = Loss.of_rho(float(amount)) if kind == "ρ" else Loss.of_epsilon(float(amount))
        share = sets_of((9, 1))[9, 1]
        assert share == Fraction(9, 10)
        assert Noise.of(loss.part(share), 1).margin() == int(margin)
        assert together([loss] * int(releases), 1e-6) == pytest.approx(float(epsilon), abs=6e-3)
