"""Inputs are read and never written: bytes, times and neighbours of a file are after a run what they were."""

import hashlib
import os
from pathlib import Path

import pytest

pytest.importorskip("qgis.core")
from osgeo import gdal

SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "sample" / "upstate_new_york.gpkg"
LONG_AGO = 1_000_000_000


@pytest.fixture
def study(tmp_path):
    """Two counties in a GeoPackage of its own, alone in its folder."""
    folder = tmp_path / "study"
    folder.mkdir()
    few, made = "county IN ('Cortland', 'Tompkins')", str(folder / "study.gpkg")
    gdal.VectorTranslate(made, str(SAMPLE), layers=["tracts", "patients"], where=few, format="GPKG")
    os.utime(folder / "study.gpkg", (LONG_AGO, LONG_AGO))
    return folder


def state(folder):
    return {
        path.name: (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
        for path in folder.iterdir()
    }


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["lpmask", "lpstrategy", "clusterareas", "adjacentareas", "mappreview"])
@pytest.mark.parametrize("chosen", ["", "|subset=population > 0"])
def test_a_run_leaves_the_file_that_it_reads_as_it_was(run, study, tmp_path, algorithm, chosen):
    tracts = f"{study / 'study.gpkg'}|layername=tracts{chosen}"
    areas = {"AREAS": tracts, "AREA_ID": "tract", "POPULATION": "population"}
    patients = f"{study / 'study.gpkg'}|layername=patients"
    given = {
        "lpmask": {**areas, "PATIENTS": patients, "OUTPUT": str(tmp_path / "masked.gpkg")},
        "lpstrategy": {**areas, "RECORDS": 100},
        "clusterareas": {**areas, "THRESHOLD": 20_000},
        "adjacentareas": {"AREAS": tracts, "AREA_ID": "tract"},
        "mappreview": {"LAYER": patients, "BASEMAP": [tracts], "IMAGE": str(tmp_path / "map.png")},
    }[algorithm]
    before = state(study)
    run(algorithm, {"OUTPUT": "memory:", **given})
    assert state(study) == before and len(before) == 1
