# SPDX-License-Identifier: GPL-2.0-or-later
"""The tutorials (docs/tutorials), step by step: on the files that they name and on the sample.

The files are no part of the repository. Patients are synthetic, drawn among the people of each area as the
tutorials say.
"""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from osgeo import gdal
from qgis.core import (
    QgsFeature,
    QgsGeometry,
    QgsPointXY,
    QgsProcessingContext,
    QgsProcessingFeedback,
    QgsProject,
    QgsVectorLayer,
)

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "resources" / "sample" / "upstate_new_york.gpkg"
SEED = 20240601
"""Of the synthetic patients, whose places are no secret."""

pytestmark = pytest.mark.slow


class Census:
    """Areas of a file, their people, and patients drawn among them."""

    def __init__(self, folder, file, query, dissolved):
        self.path = folder / "census.gpkg"
        for layer, text in (("areas", query), ("borders", dissolved)):
            gdal.VectorTranslate(
                str(self.path), str(file), layerName=layer, SQLStatement=text, SQLDialect="SQLITE",
                accessMode="append" if self.path.exists() else None, geometryType="PROMOTE_TO_MULTI",
                format="GPKG",
            )  # fmt: skip
        self.areas, self.borders = f"{self.path}|layername=areas", f"{self.path}|layername=borders"

    @property
    def fields(self):
        return {"AREAS": self.areas, "AREA_ID": "code", "POPULATION": "people"}

    def patients(self, number):
        """Points, each anywhere in an area that was drawn by its people; with the code of the area."""
        areas = list(QgsVectorLayer(self.areas).getFeatures())
        people = np.array([float(row["people"] or 0) for row in areas])
        chance = np.random.default_rng(SEED)
        drawn = chance.choice(len(areas), number, p=people / people.sum())
        layer = QgsVectorLayer("Point?field=patient:integer&field=code:string", "patients", "memory")
        layer.setCrs(QgsVectorLayer(self.areas).crs())
        rows = []
        for at, area in enumerate(drawn):
            row = QgsFeature(layer.fields())
            row.setGeometry(QgsGeometry.fromPointXY(inside(areas[area].geometry(), chance)))
            row.setAttributes([at, areas[area]["code"]])
            rows.append(row)
        layer.dataProvider().addFeatures(rows)
        layer.updateExtents()
        return layer


def inside(area, chance):
    """A place anywhere in an area."""
    box = area.boundingBox()
    while True:
        point = QgsPointXY(
            chance.uniform(box.xMinimum(), box.xMaximum()), chance.uniform(box.yMinimum(), box.yMaximum())
        )
        if area.contains(point):
            return point


FILES = {
    "counties": (
        "us_blockgroups/blockgroups2000.gpkg",
        "SELECT state || county AS code, sum(pop2000) AS people, ST_Union(geom) AS geom FROM louisiana_22"
        " GROUP BY state || county",
        "SELECT ST_Union(geom) AS geom FROM louisiana_22",
    ),
    "block-groups": (
        "us_blockgroups/blockgroups2000.gpkg",
        "SELECT geoid AS code, pop2000 AS people, geom FROM new_york_county_36061",
        "SELECT ST_Union(geom) AS geom FROM new_york_county_36061",
    ),
    "dissemination-areas": (
        "canada/ottawa_2021.gpkg",
        "SELECT DAUID AS code, pop2021 AS people, geom FROM ottawa_da2021",
        "SELECT ST_Union(geom) AS geom FROM ottawa_da2021",
    ),
}
TRACTS = "SELECT tract AS code, population AS people, geom FROM tracts"
COUNTIES = "SELECT geom FROM counties"


@pytest.fixture
def census(real_data, tmp_path):
    """The areas of a tutorial or, where its file is not here, those of the sample in their place."""

    def files(tutorial):
        name, query, dissolved = FILES[tutorial]
        try:
            return Census(tmp_path, real_data(name), query, dissolved)
        except pytest.skip.Exception:
            return Census(tmp_path, SAMPLE, TRACTS, COUNTIES)

    return files


def run(name, **parameters):
    import processing

    context = QgsProcessingContext()
    context.setProject(QgsProject.instance())
    return processing.run(
        f"geodeid:{name}", parameters, context=context, feedback=QgsProcessingFeedback(False)
    )


def test_deaths_by_county(qgis_app, census, table, tmp_path):
    state = census("counties")
    deaths = state.patients(540)
    zones = run(
        "clusterareas", **state.fields, THRESHOLD=1000, PATIENTS=deaths, MINIMUM_CASES=11,
        OUTPUT=str(tmp_path / "zones.gpkg"),
    )  # fmt: skip
    released = run(
        "releaseareas", RECORDS=deaths, RECORD_AREA="code", CLUSTERED=zones["OUTPUT"], AREA_ID="code",
        FORM="dissolved", OUTPUT=str(tmp_path / "table.gpkg"), RELEASE_REPORT=str(tmp_path / "report.html"),
    )  # fmt: skip
    counts = [row["records"] for row in table(str(tmp_path / "table.gpkg"))]
    assert sum(counts) == 540 and min(counts) >= 11
    assert released["VERDICT"] == "passed" and released["HIDDEN_CELLS"] == 0
    assert "zone" in (tmp_path / "report.html").read_text("utf-8")


def test_a_city_s_block_groups(qgis_app, census, table, tmp_path):
    city = census("block-groups")
    patients = city.patients(30)
    run(
        "publishmaskeddotmap", PATIENTS=patients, **city.fields, OUTLINE=city.borders, AUDIENCE="ema_0070",
        DPI=60, TITLE="Asthma", **{
            "mask:Masked patients": str(tmp_path / "masked.gpkg"),
            "map:Picture of the masked map": str(tmp_path / "map.png"),
            "report:Report for release": str(tmp_path / "report.html"),
            "report:Metrics": str(tmp_path / "report.json"),
        },
    )  # fmt: skip
    figures = json.loads((tmp_path / "report.json").read_text("utf-8"))["figures"]
    assert figures["RISK_BOUND"] == pytest.approx(1 / 11) and figures["ACHIEVED_RISK"] <= 1 / 11
    assert figures["VERDICT"] in ("passed", "with_care")
    masked = QgsVectorLayer(str(tmp_path / "masked.gpkg"))
    assert masked.featureCount() == 30 and [one.name() for one in masked.fields()] == ["fid", "record"]


def test_canadian_dissemination_areas(qgis_app, census, tmp_path):
    ottawa = census("dissemination-areas")
    patients, picture = ottawa.patients(40), str(tmp_path / "figure.png")
    run("mappreview", LAYER=patients, BASEMAP=[ottawa.borders], DPI=72, IMAGE=picture)

    report = tmp_path / "check.json"
    run(
        "checkmapimage", IMAGE=picture, OUTLINE=ottawa.borders, PATIENTS=patients, **ottawa.fields,
        AUDIENCE="health_canada", **{"attack:Metrics": str(report)},
    )  # fmt: skip
    found = json.loads(report.read_text("utf-8"))["figures"]
    assert found["VERDICT"] == "gives_away" and found["EXPOSED"] > 20


@pytest.mark.parametrize("tutorial", FILES)
def test_a_tutorial_names_its_file_and_who_published_it(tutorial):
    text = (ROOT / "docs" / "tutorials" / f"{tutorial}.md").read_text("utf-8")
    assert re.search(r"Census Bureau|Statistics Canada", text)
    assert "https://" in text and "synthetic" in text
