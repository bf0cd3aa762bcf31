# SPDX-License-Identifier: GPL-2.0-or-later
"""The recipe “A map every month” (docs/recipes/ledger.md), step by step on the sample."""

import json
from collections import Counter
from pathlib import Path

import pytest
from conftest import lpmask
from qgis.core import QgsVectorLayer
from qgis.PyQt.QtGui import QImage

from tests.refusals import refuses

SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "sample" / "upstate_new_york.gpkg"


@pytest.fixture
def month(run, tmp_path):
    """Release some of the sample's patients; gives METRICS and the places shown."""
    files = {"LEDGER": tmp_path / "l.gpkg", "KEY": tmp_path / "l.key", "RECOVERY": tmp_path / "sheet.txt"}
    run("newledger", {name: str(file) for name, file in files.items()})
    made = []

    def released(patients, **extra):
        made.append(tmp_path / f"{len(made)}.gpkg")
        last = json.loads((tmp_path / "m.json").read_text())["ledger"] if len(made) > 1 else {}
        witness = {"LEDGER_WITNESS": last["witness"]} if last else {}
        lpmask(
            run,
            {
                "PATIENTS": f"{SAMPLE}|layername=patients|subset={patients}",
                "AREAS": f"{SAMPLE}|layername=tracts", "AREA_ID": "tract", "POPULATION": "population",
                "LEDGER": str(files["LEDGER"]), "LEDGER_KEY": str(files["KEY"]), "LEDGER_ID": "patient",
                **witness, "OUTPUT": str(made[-1]), "METRICS": str(tmp_path / "m.json"),
                "REPORT": str(tmp_path / "r.html"), "RELEASE_REPORT": str(tmp_path / "p.html"), **extra,
            },
        )  # fmt: skip
        features = QgsVectorLayer(str(made[-1]), "out", "ogr").getFeatures()
        points = [one.geometry().asPoint() for one in features]
        return json.loads((tmp_path / "m.json").read_text()), sorted((p.x(), p.y()) for p in points)

    return released


@pytest.mark.slow
@pytest.mark.parametrize(("model", "planned"), [("revised", None), ("revised", 1200), ("wieland", None)])
def test_a_year_of_the_recipe(month, tmp_path, model, planned):
    given = {"MODEL": model, "PLANNED_RECORDS": planned or 0}
    metrics, first = month("fid<=300", **given)
    assert metrics["ledger"]["new_records"] == 300
    metrics, second = month("fid<=545", **given)
    assert set(first) <= set(second) and len(second) == 545
    metrics, third = month("fid<=552", **given)
    assert metrics["ledger"]["held_back_new"] == 7 and third == second
    metrics, fourth = month("fid>3", **given, BATCH=7)
    assert metrics["ledger"]["withdrawn_waiting"] == 3 and set(second) <= set(fourth)
    metrics, fifth = month("fid>30", **given)
    assert metrics["counts"]["withdrawn_now"] == 30 and len(fifth) == len(fourth) - 30
    assert not Counter(fifth) - Counter(fourth), "the dots of all others stand where they stood"
    told = metrics["ledger"]
    assert (told["records"], told["releases"]) == (552, 5)
    assert told["joint_risk"] <= 0.091 * (1 + 1e-9) and told["proved_risk"] <= 0.25
    assert metrics["figures"]["VERDICT"] == "passed"
    listed = {one["key"]: one for one in metrics["judgement"]["adversaries"]}
    assert listed["all_releases"]["risk"] == pytest.approx(told["joint_risk"])
    assert "distinct_people" in {one["key"] for one in metrics["judgement"]["checks"]}
    for form in ("r.html", "p.html"):
        text = (tmp_path / form).read_text()
        for said in (
            "All releases together",
            told["witness"],
            "δ max",
            "still allows",
            "people are distinct",
        ):
            assert said in text, (form, said)
    with refuses("ledger.file.older_copy"):
        month("fid>30", LEDGER_WITNESS="9999-0123456789abcdef")


@pytest.mark.slow
def test_the_publication_report_carries_what_is_not_green_of_all_releases(run, month, tmp_path):
    """Releases outside the ledger, or a lowered bound: the report that is signed says so too."""
    QImage(40, 30, QImage.Format.Format_RGB32).save(str(tmp_path / "map.png"))
    month("fid<=300")
    for extra, level in (({"EARLIER_RECORDS": 100}, "not_judged"), ({"RISK": 0.001}, "gives_away")):
        metrics, _places = month("fid<=300", **extra)
        assert metrics["figures"]["VERDICT"] == level
        files = {"MASK": "m.json", "IMAGE": "map.png", "REPORT": "s.html"}
        result = run("publicationreport", {name: str(tmp_path / file) for name, file in files.items()})
        assert result["VERDICT"] == level
        assert metrics["ledger"]["witness"] in (tmp_path / "s.html").read_text()
