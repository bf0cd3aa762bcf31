# SPDX-License-Identifier: GPL-2.0-or-later
"""A published threshold replaces the user's number, and the report says where it stands."""

import json
from pathlib import Path

import pytest
from qgis.core import NULL


@pytest.fixture
def mask(run, grid, layer, tmp_path):
    def masked(**extra):
        points = layer(
            "Point", [("POINT(-74.95 45.05)", ["p"]), ("POINT(-74.85 45.05)", ["q"])], ["name:string"]
        )
        metrics, report = str(tmp_path / "m.json"), str(tmp_path / "r.html")
        run(
            "lpmask",
            {
                "PATIENTS": points, "AREAS": grid(population=5), "AREA_ID": "id", "POPULATION": "pop",
                "OUTPUT": "TEMPORARY_OUTPUT", "METRICS": metrics, "REPORT": report, **extra,
            },
        )  # fmt: skip
        return json.loads(Path(metrics).read_text()), Path(report).read_text()

    return masked


@pytest.mark.parametrize("empty", [None, "", NULL])
def test_without_a_preset_the_user_s_own_bound_counts(mask, empty):
    metrics, report = mask(RISK=0.15, AUDIENCE=None, LEDGER_ID=empty, LEDGER_KEY=empty)
    assert metrics["figures"]["RISK_BOUND"] == 0.15
    assert "The threshold that was used" not in report


@pytest.mark.parametrize(("key", "bound", "source"), [
    ("ema_0070", 1 / 11, "European Medicines Agency"),
    ("ontario_high", 0.05, "Information and Privacy Commissioner of Ontario"),
])  # fmt: skip
def test_a_preset_replaces_the_bound_and_is_named_with_its_source(mask, key, bound, source):
    metrics, report = mask(RISK=0.3, AUDIENCE=key)
    assert metrics["figures"]["RISK_BOUND"] == bound
    assert metrics["figures"]["ACHIEVED_RISK"] <= bound
    assert metrics["parameters"]["AUDIENCE"] == key
    assert source in report


def test_presets_that_name_no_number_are_not_offered(qgis_app):
    from geodeid_plugin.core.thresholds import RECORD_RISK
    from geodeid_plugin.processing_provider.audience import keys

    assert "hipaa_expert" not in keys(RECORD_RISK)
    assert "ema_0070" in keys(RECORD_RISK)
