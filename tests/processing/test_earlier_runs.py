# SPDX-License-Identifier: GPL-2.0-or-later
"""Earlier runs are listed by name, date, verdict and what is missing now; one fills the panel in again."""

import json

import pytest
from qgis.core import QgsProject
from qgis.PyQt import sip

from tests.processing import windowless
from tests.processing.conftest import make_layer, square


@pytest.fixture
def panel(qgis_app, tmp_path):
    """The panel on a project with patients and areas, and an empty folder."""
    if windowless.is_windowless():
        pytest.skip("this QGIS was built without windows")
    from geodeid_plugin.gui.publish.panel import PublishPanel

    areas = [(square(at, 0), [f"{at}", 1000 + at * at]) for at in range(4)]
    QgsProject.instance().clear()
    QgsProject.instance().addMapLayers([
        make_layer("Point", [("POINT(0.5 0.5)", [1])], ["case_no:integer"], name="Cases & more"),
        make_layer("Polygon", areas, ["code:string", "population:integer"], name="Tracts"),
    ])  # fmt: skip
    dock = PublishPanel()
    dock.parent_folder.setText(str(tmp_path))
    yield dock
    dock.close_down()
    sip.delete(dock)
    QgsProject.instance().clear()


def keep(folder, name, patients, verdict="passed"):
    """What a run leaves in its folder."""
    (folder / name / "internal").mkdir(parents=True)
    given = {"PATIENTS": patients, "AREAS": "Tracts", "AREA_ID": "code", "POPULATION": "population"}
    choices = {"model": "comparemasks", "parameters": given, "date": "2026-11-20", "verdict": verdict}
    (folder / name / "internal" / "choices.json").write_text(json.dumps(choices))


def listed(panel):
    """The lines of the list, as they are read."""
    panel.resume.menu().aboutToShow.emit()
    return [one for one in panel.resume.menu().actions() if not one.isSeparator()]


def test_runs_of_the_folder_are_listed_with_what_is_missing(panel, tmp_path):
    keep(tmp_path, "Masks of May", "Cases & more")
    keep(tmp_path, "Masks of June", "patients_ok", "gives_away")
    (tmp_path / "notes" / "internal").mkdir(parents=True)
    (tmp_path / "notes" / "internal" / "choices.json").write_text("[]")
    *runs, file = [one.text().replace("&&", "&") for one in listed(panel)]
    assert sorted(runs) == [
        "Masks of June · 2026-11-20 · NO · not in this project: patients_ok",
        "Masks of May · 2026-11-20 · YES",
    ]
    assert file == "From a &file…"


@pytest.mark.slow
def test_one_of_them_fills_the_panel_in(panel, tmp_path):
    keep(tmp_path, "Masks of May", "Cases & more")
    panel.form.population.setField("")
    listed(panel)[0].trigger()
    assert panel.job.model == "comparemasks"
    assert panel.form.complete() and panel.form.population.currentField() == "population"
    assert panel.said.text() == "Filled in from Masks of May. Check it, then publish."


def test_no_layer_stands_in_for_one_that_is_gone(panel, tmp_path):
    keep(tmp_path, "Masks of June", "patients_ok")
    listed(panel)[0].trigger()
    assert panel.form.patients.currentLayer() is None
    assert "not in this project: patients_ok" in panel.said.text()
    assert panel.card.text() == "✕ Choose the patients." and not panel.run.isEnabled()
