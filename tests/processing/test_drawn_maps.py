# SPDX-License-Identifier: GPL-2.0-or-later
"""Maps that QGIS drew of the sample, honest and not: what the report for the signature makes of them."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("qgis.core")
from qgis.core import (
    QgsFeature,
    QgsGeometry,
    QgsPointXY,
    QgsProcessingContext,
    QgsProcessingFeedback,
    QgsProject,
    QgsVectorLayer,
)

from geodeid_plugin.core.base.randomness import SeededSource
from tests.refusals import refuses

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("pictures_once")]
SAMPLE = f"{Path(__file__).resolve().parents[2] / 'resources/sample/upstate_new_york.gpkg'}|layername="
PATIENTS = SAMPLE + "patients|subset=fid<=60"
CRS = "EPSG:32618"
"""Of the sample, metres."""
AREAS = {"AREAS": SAMPLE + "tracts", "AREA_ID": "tract", "POPULATION": "population"}


def run(algorithm, **parameters):
    import processing

    context = QgsProcessingContext()
    context.setProject(QgsProject.instance())
    return processing.run(
        f"geodeid:{algorithm}", parameters, context=context, feedback=QgsProcessingFeedback(False)
    )


def points(places):
    layer = QgsVectorLayer(f"Point?crs={CRS}&field=record:integer", "points", "memory")
    for record, (x, y) in enumerate(places.tolist()):
        feature = QgsFeature(layer.fields())
        feature.setGeometry(QgsGeometry.fromPointXY(QgsPointXY(x, y)))
        feature.setAttributes([record])
        layer.dataProvider().addFeature(feature)
    return layer


def lines(home, dot):
    layer = QgsVectorLayer(f"LineString?crs={CRS}&field=record:integer", "links", "memory")
    for record, ends in enumerate(zip(home.tolist(), dot.tolist())):
        feature = QgsFeature(layer.fields())
        feature.setGeometry(QgsGeometry.fromPolylineXY([QgsPointXY(*end) for end in ends]))
        feature.setAttributes([record])
        layer.dataProvider().addFeature(feature)
    return layer


@dataclass
class Scene:
    """One honest mask of sixty patients, and where a picture of it lies on the ground."""

    folder: Path
    mask: dict
    home: np.ndarray
    dot: np.ndarray
    gcps: str = ""

    def drawn(self, layer, name):
        image = str(self.folder / f"{name}.png")
        run("mappreview", LAYER=layer, BASEMAP=[SAMPLE + "counties", AREAS["AREAS"]], DPI=80, IMAGE=image)
        return image

    def attacked(self, image, truth, name, **more):
        file = str(self.folder / f"{name}.json")
        run(
            "mapreidentification",
            IMAGE=image,
            GCPS=self.gcps,
            LIMIT=0.2,
            TRUTH=truth,
            METRICS=file,
            REMEDY=False,
            **more,
        )
        return file

    def judged(self, layer, dot=None, **changed):
        """What the report finds in a picture said to be of the mask, and in dots said to be its draws."""
        masked = self.mask["OUTPUT"]
        image = self.drawn(layer, "map")
        evaluation = str(self.folder / "evaluation.json")
        links = self.mask["INTERNAL"] if dot is None else lines(self.home, dot)
        run(
            "evaluatemask",
            **{
                "LINKS": links,
                "MASK": self.mask["METRICS"],
                "TABLE": self.mask["TABLE"],
                **AREAS,
                "SIMULATIONS": 0,
            },
            **{"OUTPUT": "memory:", "METRICS": evaluation, **changed},
        )
        report = str(self.folder / "report.json")
        run(
            "publicationreport",
            MASK=self.mask["METRICS"],
            ATTACK_MASKED=self.attacked(image, masked, "masked"),
            ATTACK_TRUE=self.attacked(image, PATIENTS, "true", MASKED=masked, **AREAS),
            EVALUATION=evaluation,
            IMAGE=image,
            METRICS=report,
        )
        metrics = json.loads(Path(report).read_text("utf-8"))
        checks = {one["key"]: one["outcome"] for one in metrics["judgement"]["checks"]}
        return metrics["figures"], checks, json.loads(Path(evaluation).read_text("utf-8"))


@pytest.fixture(scope="module")
def scene(qgis_app, tmp_path_factory):
    from geodeid_plugin.processing_provider.framework import run as of_runs

    folder, source = tmp_path_factory.mktemp("drawn"), SeededSource(3)
    with pytest.MonkeyPatch.context() as patch:  # as from the operating system, and the same every time
        patch.setattr(of_runs, "SystemSource", lambda: source)
        files = {name: str(folder / f"{name}.gpkg") for name in ("OUTPUT", "INTERNAL", "TABLE", "CROWD")}
        files["METRICS"] = str(folder / "mask.json")
        mask = run("lpmask", PATIENTS=PATIENTS, **AREAS, RISK=0.2, PLACEMENT="scatter", **files)
        ends = [
            [(v.x(), v.y()) for v in feature.geometry().vertices()]
            for feature in QgsVectorLayer(files["INTERNAL"], "links", "ogr").getFeatures()
        ]
        home, dot = np.array(ends).transpose(1, 0, 2)
        made = Scene(folder, {**mask, **files}, home, dot)
        made.gcps = str(folder / "gcps.points")
        first = made.drawn(files["OUTPUT"], "first")
        run("georeferencemap", IMAGE=first, OUTLINE=SAMPLE + "counties", GCPS_OUT=made.gcps)
        yield made


def left_at_home(scene):
    """One dot put back, and another moved as much farther, so that the mean move tells nothing."""
    dot, move_m = scene.dot.copy(), np.hypot(*(scene.dot - scene.home).T)
    far = np.argsort(move_m)[::-1]
    back, farther = far[len(far) // 2], far[0]
    way = (dot[farther] - scene.home[farther]) / move_m[farther]
    dot[farther] += way * move_m[back]
    dot[back] = scene.home[back]
    return dot


def test_an_honest_picture_is_green_and_says_how_many_homes_lie_near_a_dot(scene):
    figures, checks, evaluation = scene.judged(scene.mask["OUTPUT"])
    assert figures["VERDICT"] == "passed", figures["VERDICT_TEXT"]
    assert checks["picture"] == "made" and figures["EXPOSED"] <= evaluation["figures"]["NEAR_HOMES_MOST"]
    assert 0 < figures["PERSON_RISK"] <= figures["RISK_BOUND"]


def test_a_record_left_at_home_in_the_picture_is_found(scene):
    """One is the hardest to find (core/test_near_home.py finds more)."""
    dot = left_at_home(scene)
    figures, checks, evaluation = scene.judged(points(dot), dot)
    near = next(one for one in evaluation["judgement"]["checks"] if one["key"] == "found_near_home")
    assert (near["outcome"], checks["evaluation"]) == ("failed", "failed")
    assert figures["VERDICT"] == "gives_away"


def test_the_true_points_drawn_in_place_of_the_masked_ones_give_people_away(scene):
    figures, checks, _evaluation = scene.judged(PATIENTS)
    assert checks["picture"] == "failed" and figures["VERDICT"] == "gives_away"


def test_the_crowd_drawn_in_place_of_the_dots_gives_nobody_away(scene):
    where = [
        f.geometry().pointOnSurface().asPoint() for f in QgsVectorLayer(scene.mask["CROWD"]).getFeatures()
    ]
    figures, checks, _evaluation = scene.judged(points(np.array(where)))
    assert checks["picture"] != "failed" and figures["VERDICT"] != "gives_away"


def test_dots_rounded_to_the_points_of_their_areas_are_no_draws_of_a_mask_that_scatters(scene):
    """They give nobody away, and are not what was audited: the mean move says so."""

    middle = {
        feature["tract"]: feature.geometry().pointOnSurface().asPoint()
        for feature in QgsVectorLayer(AREAS["AREAS"], "tracts", "ogr").getFeatures()
    }
    to = [f["destination"] for f in QgsVectorLayer(scene.mask["INTERNAL"], "links", "ogr").getFeatures()]
    dot = np.array([(middle[one].x(), middle[one].y()) for one in to])
    with refuses("evaluation.mask.other"):
        scene.judged(points(dot), dot)
