# SPDX-License-Identifier: GPL-2.0-or-later
"""Layers that end too soon: QGIS tells of no reading that fails, and who was not read is in no risk."""

import sqlite3

import pytest
from qgis.core import QgsVectorFileWriter, QgsVectorLayer

from tests.processing.conftest import make_layer, square
from tests.refusals import refuses

PEOPLE = 3000


@pytest.fixture
def areas(qgis_app):
    squares = [(square(at % 3, at // 3), [f"{at}", 9_000 + at * at]) for at in range(9)]
    return make_layer("Polygon", squares, ["code:string", "population:integer"], name="areas")


@pytest.fixture
def patients(qgis_app, tmp_path):
    """Patients in a GeoPackage of many pages."""
    rows = [(f"POINT({-74.99 + at * 9e-5} 45.05)", ["x" * 60]) for at in range(PEOPLE)]
    written = make_layer("Point", rows, ["note:string"])
    path = str(tmp_path / "patients.gpkg")
    QgsVectorFileWriter.writeAsVectorFormat(written, path, "UTF-8", written.crs(), "GPKG")
    return QgsVectorLayer(path, "patients", "ogr")


def damage(layer):
    """Overwrite a page in the middle of the table with zeros, as a copy that broke off does."""
    path = layer.source().partition("|")[0]
    with sqlite3.connect(path) as file:
        size = file.execute("PRAGMA page_size").fetchone()[0]
        found = "SELECT pageno FROM dbstat WHERE name = 'patients' AND pagetype = 'leaf' ORDER BY path"
        pages = [row[0] for row in file.execute(found)]
    with open(path, "r+b") as file:
        file.seek((pages[len(pages) // 2] - 1) * size)
        file.write(bytes(size))


def mask(run, patients, areas):
    given = {"PATIENTS": patients, "AREAS": areas, "AREA_ID": "code", "POPULATION": "population"}
    return run("lpmask", {**given, "RISK": 0.5, "OUTPUT": "TEMPORARY_OUTPUT"})


@pytest.mark.slow
def test_a_damaged_geopackage_is_refused(run, patients, areas):
    damage(patients)
    read = sum(1 for _feature in patients.getFeatures())
    assert 0 < read < PEOPLE, "the file is not damaged in its middle"
    with refuses("layer.features.cut_off", match="“patients”: only .* of 3.000 features could be read"):
        mask(run, patients, areas)


@pytest.mark.slow
def test_a_reading_that_gave_nothing_is_tried_again(patients):
    from geodeid_plugin.processing_provider.io.packed import features_of

    class Held:
        """A file that another connection closes the first time."""

        times = 0

        def featureCount(self):
            return PEOPLE

        def getFeatures(self, *asked):
            self.times += 1
            return patients.getFeatures(*asked) if self.times > 1 else iter(())

    held = Held()
    assert sum(1 for _feature in features_of(held)) == PEOPLE
    assert held.times == 2


@pytest.mark.slow
def test_points_are_drawn_whatever_a_file_says_it_holds(run, patients, monkeypatch, tmp_path):
    monkeypatch.setattr(QgsVectorLayer, "featureCount", lambda _layer: 0)
    run("mappreview", {"LAYER": patients, "IMAGE": str(tmp_path / "map.png")})
    assert (tmp_path / "map.png").stat().st_size > 0
