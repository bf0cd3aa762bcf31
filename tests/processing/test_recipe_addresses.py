# SPDX-License-Identifier: GPL-2.0-or-later
"""The recipe “One person, or a household, at each address” (docs/recipes/addresses.md), as it stands."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("qgis.core")
from qgis.core import QgsProcessingException

from tests.processing.test_promise import Town, checks_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "recipes" / "addresses.md"
SOLVE, MASK = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE.read_text("utf-8"), re.S))


@pytest.fixture
def followed(run, layer, tmp_path):
    """The recipe for some addresses of a town of households, with other destinations or no census."""
    town = Town(layer, residents=True)

    def follow(rows, destinations=None, census=True):
        layers = {
            "addresses": town.addresses(rows), "patients": town.patients(), "census": town.census,
            "masked": "memory:", "strategy": "memory:",
        }  # fmt: skip
        solve = {name: layers.get(value, value) for name, value in SOLVE.items()}
        if destinations is not None:
            solve.update(DESTINATIONS=destinations, GRID_SPACING=None)
        layers["strategy"] = run("lpstrategy", solve)["OUTPUT"]
        mask = {name: layers.get(value, value) for name, value in MASK.items()}
        mask["METRICS"] = str(tmp_path / "mask.json")
        if not census:
            del mask["CENSUS"]
        result = run("lpmask", mask)
        return result, checks_of(json.loads((tmp_path / "mask.json").read_text("utf-8")))

    return town, follow


@pytest.mark.slow
def test_the_recipe_ends_green_and_bounds_every_person(followed):
    town, follow = followed
    result, checks = follow(range(town.homes))
    assert result["VERDICT"] == "passed", result["VERDICT_TEXT"]
    assert result["PERSON_RISK"] <= MASK["RISK"] and result["PROMISE"] != "areas_only"
    assert checks["list_over_census"]["outcome"] == checks["list_follows"]["outcome"] == "made"


@pytest.mark.slow
def test_destinations_may_be_polygons(followed):
    town, follow = followed
    result, _checks = follow(range(town.homes), destinations=town.census)
    assert result["VERDICT"] == "passed" and result["PERSON_RISK"] <= MASK["RISK"], result["VERDICT_TEXT"]


@pytest.mark.slow
def test_a_list_cut_down_to_the_patients_is_never_green(followed):
    """Their addresses alone, with one other each, with four others each; and no census."""
    town, follow = followed
    others = np.setdiff1d(np.arange(town.homes), town.chosen)
    for beside in (0, 1, 4):
        rows = np.r_[town.chosen, town.draws.choice(others, beside * len(town.chosen), replace=False)]
        try:
            assert follow(np.sort(rows).tolist())[0]["VERDICT"] in ("not_judged", "gives_away"), beside
        except QgsProcessingException as refused:
            assert "No strategy keeps the risk" in str(refused), refused
    assert follow(range(town.homes), census=False)[0]["VERDICT"] == "not_judged"
