# SPDX-License-Identifier: GPL-2.0-or-later
"""QGIS for the tests of the algorithms: started once, with the provider registered."""

import json
import shutil
import sys
from pathlib import Path

import pytest

pytest.importorskip("qgis.core", reason="QGIS is not installed for this Python")

from qgis.core import (
    QgsApplication,
    QgsCoordinateReferenceSystem,
    QgsFeature,
    QgsGeometry,
    QgsProcessingContext,
    QgsProcessingFeedback,
    QgsProject,
    QgsVectorLayer,
)

from tests.processing import windowless
from tests.remember import remembered

if windowless.is_windowless():
    windowless.stand_in()
    collect_ignore = ["test_dialogs.py", "test_fieldguess.py"]


class Feedback(QgsProcessingFeedback):
    """Collects what the user would read."""

    def __init__(self):
        super().__init__(False)
        self.warnings = []
        self.errors = []

    def pushWarning(self, warning):
        self.warnings.append(warning)
        super().pushWarning(warning)

    def pushDebugInfo(self, info):
        print(info)  # a traceback, which pytest shows where a test fails
        super().pushDebugInfo(info)

    def reportError(self, error, fatalError=False):
        self.errors.append(error)
        super().reportError(error, fatalError)


@pytest.fixture
def filtered(tmp_path):
    """Patients, tracts and counties of a copy of the sample, filtered to two counties while all are open."""
    copied = tmp_path / "sample.gpkg"
    shutil.copy(Path(__file__).resolve().parents[2] / "resources/sample/upstate_new_york.gpkg", copied)
    names = ("patients", "tracts", "counties")
    layers = [QgsVectorLayer(f"{copied}|layername={name}", name) for name in names]
    for one in layers:
        assert one.setSubsetString("county IN ('Cortland', 'Tompkins')")
    return layers


@pytest.fixture(scope="module", autouse=True)
def beside_qgis(request):
    """Read strangers' files here, and in a process of their own in modules marked ``apart`` alone."""
    with pytest.MonkeyPatch.context() as module:
        if request.node.get_closest_marker("apart") is None:
            module.setenv("GEODEID_ONE_PROCESS", "1")
        yield


@pytest.fixture(scope="module")
def pictures_once(qgis_app):
    """Look at no picture twice: modules whose tests check the same one in many surroundings."""
    from geodeid_plugin.core.mapimage import attack
    from geodeid_plugin.processing_provider.disclosure.documents import figures
    from geodeid_plugin.processing_provider.disclosure.mapimage import (
        georeferencemap,
        mapdots,
        mapreidentification,
    )

    with pytest.MonkeyPatch.context() as module:
        for room, *names in (
            (figures, "heat_maps_of", "find_picture_dots", "place_picture"),
            (georeferencemap, "find_picture_dots", "place_picture"),
            (mapdots, "find_picture_dots", "place_picture"),
            (mapreidentification, "find_picture_dots"),
            (attack, "place_picture"),
        ):
            for name in names:
                module.setattr(room, name, remembered(getattr(room, name)))
        yield


@pytest.fixture(scope="module")
def matched_once(qgis_app):
    """Match no dots to their homes twice: modules that evaluate one mask in many surroundings."""
    from geodeid_plugin.core.exposure.matching import attack

    with pytest.MonkeyPatch.context() as module:
        module.setattr(attack, "attack", remembered(attack.attack))
        yield


@pytest.fixture(scope="module")
def solved_once(qgis_app):
    """Solve for no table twice: modules that mask the same records in many surroundings."""
    from geodeid_plugin.processing_provider.geomasking import lpstrategy, solving

    with pytest.MonkeyPatch.context() as module:
        for room, name in (
            (solving, "solve_automatic"), (solving, "solve_areas"), (lpstrategy, "solve_areas"),
        ):  # fmt: skip
            module.setattr(room, name, remembered(getattr(room, name)))
        yield


@pytest.fixture(scope="session")
def qgis_app():
    """Start QGIS without a window and register the provider."""
    QgsApplication.setPrefixPath("/usr", True)
    app = QgsApplication.instance() or QgsApplication([], True)
    app.initQgis()
    _start_processing()
    from geodeid_plugin.processing_provider.provider import GeoDeIDProvider

    registry = QgsApplication.processingRegistry()
    if registry.providerById("geodeid") is None:
        provider = GeoDeIDProvider()
        registry.addProvider(provider)
    yield app


def _start_processing():
    if windowless.is_windowless():
        return
    sys.path.append(QgsApplication.pkgDataPath() + "/python/plugins")
    from processing.core.Processing import Processing

    Processing.initialize()


@pytest.fixture
def feedback():
    """Feedback that remembers its messages."""
    return Feedback()


@pytest.fixture
def run(qgis_app, feedback):
    """Run an algorithm as a script would: ``run("lpmask", {...})``."""
    return _runner(feedback)


@pytest.fixture(scope="session")
def run_once(qgis_app):
    """The same for what several tests share; what the user would read is not kept."""
    return _runner(Feedback())


def _runner(feedback):
    import processing

    def runner(algorithm, parameters, context=None):
        results = processing.run(
            f"geodeid:{algorithm}",
            parameters,
            context=context or _context(),
            feedback=feedback,
        )
        _check_form(results.get("METRICS"))
        _check_figures(algorithm, results)
        return results

    return runner


def _check_form(path):
    """Whatever a run writes as METRICS, the next one can read."""
    from geodeid_plugin.processing_provider.framework.verdict.metricsfile import misfit

    if isinstance(path, str) and Path(path).is_file():
        assert misfit(json.loads(Path(path).read_text("utf-8"))) == "", path


def _check_figures(algorithm, results):
    """A model can branch on every figure that is declared: each is given, if only as none."""
    declared = QgsApplication.processingRegistry().algorithmById(f"geodeid:{algorithm}")
    absent = {one.name for one in getattr(declared, "FIGURES", ())} - set(results)
    assert not absent, absent


def _context():
    context = QgsProcessingContext()
    context.setProject(QgsProject.instance())
    return context


OF_LEDGER = (
    "PLANNED_RECORDS", "BATCH", "WITHDRAWALS", "MOVED", "LOOKALIKES", "DOT_LIMIT", "EARLIER_RECORDS",
    "LEDGER_WITNESS",
)  # fmt: skip
OF_SEARCH = (
    "K", "DESTINATIONS", "OBJECTIVE", "GRID_SPACING", "TOLERANCE", "TIME_LIMIT",
)  # fmt: skip
_OF_BOTH = (
    "AREAS", "AREA_ID", "POPULATION", "BOUNDARY", "RISK", "MODEL", "RATE_RATIO", "POPULATION_ERROR",
)  # fmt: skip


def lpmask(run, given):
    """Mask; what belongs to the ledger is set in it first, what belongs to the search is solved first."""
    policy = {name: value for name, value in given.items() if name in OF_LEDGER}
    search = {name: value for name, value in given.items() if name in OF_SEARCH}
    asked = {name: value for name, value in given.items() if name not in (*OF_LEDGER, *OF_SEARCH)}
    if policy:
        run("newledger", {"EXISTING": asked["LEDGER"], "EXISTING_KEY": asked["LEDGER_KEY"], **policy})
    if search:
        shared = {name: asked[name] for name in _OF_BOTH if name in asked}
        patients = [asked[name] for name in ("PATIENTS", "CONTROLS") if asked.get(name)]
        records = sum(one.featureCount() for one in patients)
        solved = run("lpstrategy", {**shared, **search, "RECORDS": records, "OUTPUT": "memory:"})
        asked["STRATEGY"] = solved["OUTPUT"]
    return run("lpmask", asked)


def make_layer(kind, rows, fields, crs="EPSG:4326", name="layer"):
    """Make a layer in memory: ``rows`` are (WKT or None, attributes); fields like ``id:string``."""
    layer = QgsVectorLayer(f"{kind}?" + "&".join(f"field={field}" for field in fields), name, "memory")
    layer.setCrs(QgsCoordinateReferenceSystem(crs) if crs else QgsCoordinateReferenceSystem())
    features = []
    for wkt, attributes in rows:
        feature = QgsFeature(layer.fields())
        if wkt:
            feature.setGeometry(QgsGeometry.fromWkt(wkt))
        try:
            feature.setAttributes(
                [float(v) if isinstance(v, float) else v for v in attributes]
            )  # numpy's, too
        except SystemError:
            pytest.skip("this QGIS takes no text with half a character, so no layer holds one")
        features.append(feature)
    assert layer.dataProvider().addFeatures(features)[0]
    layer.updateExtents()
    return layer


@pytest.fixture(scope="session")
def layer(qgis_app):
    """Give the function that makes layers in memory."""
    return make_layer


def square(column, row, size=0.1, west=-75.0, south=45.0):
    """WKT of one cell of a grid of squares, degrees."""
    x, y = west + column * size, south + row * size
    return f"POLYGON(({x} {y},{x + size} {y},{x + size} {y + size},{x} {y + size},{x} {y}))"


@pytest.fixture(scope="session")
def grid(qgis_app):
    """Give the function that makes a grid of square areas with ids A00, A01, … and populations."""

    def build(columns=4, rows=4, population=100, crs="EPSG:4326", name="areas", **fields):
        cells = []
        for column in range(columns):
            for row in range(rows):
                people = population(column, row) if callable(population) else population
                unit = "west" if column < columns / 2 else "east"
                more = [value(column, row) for value in fields.values()]
                cells.append((square(column, row), [f"A{column}{row}", people, unit, *more]))
        names = ["id:string", "pop:integer", "unit:string", *(f"{field}:integer" for field in fields)]
        return make_layer("Polygon", cells, names, crs, name)

    return build


def rows_of(layer):
    """Attributes of every feature as dictionaries."""
    if isinstance(layer, (str, Path)):
        layer = QgsVectorLayer(str(layer), "output", "ogr")
    names = [field.name() for field in layer.fields()]
    return [dict(zip(names, feature.attributes())) for feature in layer.getFeatures()]


@pytest.fixture
def table():
    """Give the function that reads a layer's rows."""
    return rows_of
