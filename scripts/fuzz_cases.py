# SPDX-License-Identifier: GPL-2.0-or-later
"""One case of scripts/fuzz: an algorithm with random parameters on hostile layers, and what must hold."""

from __future__ import annotations

import json
import math
import random
import re
import shutil
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import processing
from fuzz_layers import NAMES, SCRIPT, TEXTS, World, layer_of
from qgis.core import (
    QgsApplication,
    QgsProcessingContext,
    QgsProcessingException,
    QgsProcessingFeedback,
    QgsProject,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QVariant
from qgis.PyQt.QtGui import QColor, QImage, QPainter

from geodeid_plugin.processing_provider.framework.retired import RETIRED

ROLES = {
    "AREAS": "areas",
    "WITHIN": "areas",
    "DESTINATIONS": "areas",
    "OUTLINE": "areas",
    "CLUSTERED": "clustered",
    "PATIENTS": "people",
    "CONTROLS": "people",
    "CASES": "people",
    "ORIGINAL": "people",
    "MASKED": "people",
    "MASKED_CASES": "people",
    "MASKED_CONTROLS": "people",
    "ADDRESSES": "people",
    "RECORDS": "people",
    "TRUTH": "people",
    "LAYER": "people",
    "POINTS": "centres",
    "LINKS": "lines",
    "STRATEGY": "strategy",
    "VISITS": "visits",
    "POPULATION_TABLE": "people",
    "CANDIDATES": "lines",
    "BASEMAP": "areas",
}
"""What each source wants; another name wants areas."""
FIELD_OF = {
    "AREA_ID": "id",
    "POPULATION": "pop",
    "BOUNDARY": "unit",
    "AREA_SIZE": "size",
    "CASES": "cases",
    "CASES_FIELD": "cases",
    "CONTROLS_FIELD": "pop",
    "CLASSES": "females",
    "CODE": "code",
    "LINK": "link",
    "RECORD_AREA": "area",
    "KEEP_FIELDS": "sex",
    "STRATUM": "sex",
    "LEDGER_ID": "pid",
    "VISIT_PATIENT": "patient",
    "PROVIDER_AREA": "place",
    "CLAIM": "claim",
    "VISIT": "claim",
    "PROVIDER": "provider",
    "PATIENT_ID": "pid",
    "PATIENT_AREA": "area",
    "SUBSET_FIELDS": "sex",
}
TOGETHER = {
    "evaluatemask": [("ORIGINAL", "MASKED", "LINK"), ("LINKS",)],
    "scanstatistic": [
        ("CASES", "CONTROLS", "PLACES"),
        ("AREAS", "AREA_ID", "POPULATION", "CASES_FIELD", "CONTROLS_FIELD", "PLACES"),
    ],
    "clusterpreservation": [
        ("AREAS", "AREA_ID", "POPULATION", "RISKS"),
        ("CASES", "CONTROLS", "MASKED_CASES", "MASKED_CONTROLS", "LINK"),
    ],
    "uniqueness": [("MODELS",), ("SUBSET_FIELDS",)],
    "mapdots": [("GCPS", "CRS"), ("OUTLINE",)],
    "mapreidentification": [("GCPS", "CRS"), ("GCPS", "CRS", "ADDRESSES")],
    "georeferencemap": [("GCPS", "CRS"), ("OUTLINE",)],
    "randommask": [(), ("ADDRESSES",), ("AREAS", "AREA_ID", "POPULATION")],
    "releaseareas": [(), ("RECORD_AREA",)],
    "clusterareas": [(), ("CASES",), ("CLASSES",), ("BOUNDARY",)],
    "lpmask": [(), ("KEEP_FIELDS",), ("BOUNDARY",), ("STRATUM", "STRATUM_POPULATIONS")],
    "cropcodes": [("CODE",)],
    "lpstrategy": [(), ("RISKS",)],
}
"""Optional parameters without which an algorithm refuses, or does less."""
RARELY = {
    "AUDIENCE": 0.1,
    "LEDGER": 0.05,
    "LEDGER_KEY": 0.05,
    "LEDGER_ID": 0.05,
    "STRATEGY": 0.1,
    "DESTINATIONS": 0.1,
    "GRID_SPACING": 0.1,
    "SEED": 0.3,
    "LINKS": 0.05,
    "AREA_ID": 0.9,
    "POPULATION": 0.9,
    "CONTROLS": 0.15,
}
"""How often an optional parameter is given; others in two cases of five."""
SMALL = {
    "SIMULATIONS": [0, 0, 9],
    "SETS": [2],
    "SAMPLE": [3],
    "RECORDS": [1, 2, 5],
    "K": [1, 2, 3, 5],
    "TIME_LIMIT": [0.02],
    "DPI": [20],
    "THRESHOLD": [0.2, 2, 300, 500],
    "GRID_SPACING": [2000, 5000],
    "SMALL_CELL": [1, 5],
    "RISK": [0.2, 0.05, 0.5],
    "MINIMUM": [1, 100],
    "LENGTH": [1, 2],
    "MAX_DISTANCE": [500, 5000],
    "RADIUS": [1000],
}
TYPED = {
    "RISKS": ["0.5, 0.2", "0.2; 0.1"],
    "SIZES": ["", "2"],
    "PREFIXES": ["", "1 2"],
    "STRATUM_POPULATIONS": ["f=pop; m=females"],
    "SIZE": ["40"],
}
HOSTILE_NUMBERS = [
    0,
    -1,
    1,
    1e300,
    -1e300,
    math.nan,
    math.inf,
    1e-300,
    2**31,
    2**53,
    1e15,
    0.5,
    "x",
    "",
    "1,5",
]
WEIGHTS = {
    "mapreidentification": 1,
    "georeferencemap": 1,
    "mapdots": 1,
    "mappreview": 1,
    "checkmapimage": 0.2,
    "publishmaskeddotmap": 0.2,
    "comparemasks": 0.3,
    "publishaggregatedareas": 0.5,
    "clusterpreservation": 4,
    "newledger": 1,
    "publicationreport": 2,
}
RELEASING = {"lpmask", "randommask", "releaseareas"}
WIDTH, HEIGHT = 120, 90
"""Pixels of the pictures: small, and large enough for dots to be told from noise."""
SLOW_S = 60.0
"""A case is cancelled after so many seconds, and told as slow."""


class Feedback(QgsProcessingFeedback):
    """Keeps what the user would read, and what only the log holds."""

    def __init__(self):
        super().__init__(False)
        self.errors, self.details = [], []

    def reportError(self, error, fatalError=False):
        self.errors.append(error)

    def pushWarning(self, warning):
        pass

    def pushDebugInfo(self, info):
        self.details.append(info)

    def pushInfo(self, info):
        pass


@dataclass
class Outcome:
    """What became of a case.

    Attributes
    ----------
    algorithm : str
        Its name.
    ended : str
        ``output``, ``sentence`` or ``slow``.
    said : str
        The sentence.
    faults : list of str
        What must not be; empty for a good case.
    seconds : float
        Processor time.
    """

    algorithm: str
    ended: str = ""
    said: str = ""
    faults: list = field(default_factory=list)
    seconds: float = 0.0


@dataclass
class Case:
    """The parts that fill the parameters of one case draw from."""

    chance: random.Random
    world: World
    folder: Path
    hostile: float
    """How likely each choice is a hostile one."""
    layers: dict = field(default_factory=dict)
    given: set = field(default_factory=set)
    """Optional parameters that must be there."""

    def badly(self, share: float = 1.0) -> bool:
        """Whether to do something hostile now."""
        return self.chance.random() < self.hostile * share


def algorithms() -> list:
    """Every algorithm of the provider that does something, models included."""
    provider = QgsApplication.processingRegistry().providerById("geodeid")
    return sorted(
        (one for one in provider.algorithms() if one.name() not in RETIRED), key=lambda one: one.name()
    )


def run_case(number: int, seed: int, folder: Path, only: str = "") -> Outcome:
    """Make and run one case; the same number and seed make the same one.

    Parameters
    ----------
    number, seed : int
        Which case.
    folder : Path
        An empty folder for its files; emptied again.
    only : str
        Name of the algorithm; drawn where it is empty.
    """
    chance = random.Random(f"{seed}:{number}")
    known = [one for one in algorithms() if not only or one.name() == only]
    weights = [WEIGHTS.get(one.name(), 10) for one in known]
    algorithm = chance.choices(known, weights)[0].create()  # a model knows its outputs from then on
    inputs, outputs = folder / "in", folder / "out"
    for one in (inputs, outputs):
        one.mkdir(parents=True, exist_ok=True)
    case = Case(chance, World.of(chance), folder, chance.choice([0.0, 0.05, 0.05, 0.15, 0.5]))
    case.given |= set(chance.choice(TOGETHER.get(algorithm.name(), [()])))
    case.given |= {"POINTS"} if chance.random() < 0.15 else set()
    parameters = {}
    for definition in algorithm.parameterDefinitions():
        if definition.flags() & definition.Flag.FlagHidden:  # gone: a value ends in the sentence
            continue
        value = _value(case, definition, parameters)
        if value is not None:
            parameters[definition.name()] = value
    before = _bytes_below(inputs)
    outcome = _run(algorithm, parameters, outputs)
    changed = [name for name, content in before.items() if _bytes_below(inputs).get(name) != content]
    outcome.faults += [f"changed its input {name}" for name in changed]
    case.layers.clear()
    shutil.rmtree(folder, ignore_errors=True)
    return outcome


def _bytes_below(folder: Path) -> dict:
    # QGIS and SQLite make side files of an input that they open: -wal, -shm, .qmd.
    return {
        path.name: path.read_bytes()
        for path in sorted(folder.iterdir())
        if path.suffix in (".gpkg", ".geojson", ".shp", ".dbf", ".csv", ".sqlite")
    }


def _value(case: Case, definition, earlier: dict):
    kind, name, chance = definition.type(), definition.name(), case.chance
    optional = bool(definition.flags() & definition.Flag.FlagOptional)
    if definition.isDestination():
        return _destination(case, definition, optional)
    rare = name == "POINTS" or chance.random() > RARELY.get(name, 0.4)
    if rare and optional and kind != "boolean" and name not in case.given and not case.badly(0.2):
        return None
    makers = {
        "source": _layer,
        "vector": _layer,
        "multilayer": _layers,
        "field": _field,
        "number": _number,
        "distance": _number,
        "enum": _enum,
        "string": _text,
        "boolean": _boolean,
        "matrix": _matrix,
        "file": _file,
        "crs": _crs,
    }
    return makers[kind](case, name, definition, earlier) if kind in makers else None


def _layer(case: Case, name: str, _definition, earlier: dict):
    role = ROLES.get(name, "areas")
    if case.badly(0.3):
        role = case.chance.choice(sorted({*ROLES.values()}))
    if case.layers and case.badly(0.1):
        return case.chance.choice(list(case.layers.values()))
    mutations = sum(case.badly() for _try in range(4))
    layer = layer_of(case.world, role, mutations, case.folder / "in")
    case.layers[name] = layer
    return layer


def _layers(case: Case, name: str, definition, earlier: dict):
    return [_layer(case, name, definition, earlier) for _layer_number in range(case.chance.choice([0, 1, 2]))]


def _field(case: Case, name: str, definition, earlier: dict):
    layer = earlier.get(definition.parentLayerParameterName())
    names = [one.name() for one in layer.fields()] if isinstance(layer, QgsVectorLayer) else []
    wanted = FIELD_OF.get(name, "id")
    if case.badly(0.5) or (wanted not in names and case.chance.random() < 0.8):
        wanted = case.chance.choice([*names, *names, "", case.chance.choice(NAMES)])
    if not definition.allowMultiple():
        return wanted or None
    several = [wanted] + [one for one in names if case.badly(0.5)]
    return [one for one in several if one]


def _number(case: Case, name: str, definition, _earlier: dict):
    if case.badly(0.4):
        return case.chance.choice(HOSTILE_NUMBERS)
    fitting = [one for one in SMALL.get(name, ()) if definition.minimum() <= one <= definition.maximum()]
    if fitting:
        return case.chance.choice(fitting)
    default = definition.defaultValue()
    return None if default is None or isinstance(default, QVariant) else default


def _enum(case: Case, _name: str, definition, _earlier: dict):
    options = list(definition.options())
    if case.badly(0.1):
        return case.chance.choice(["no such option", 99, -1, ""])
    if definition.allowMultiple():
        return [one for one in options if case.chance.random() < 0.5]
    default = definition.defaultValue()
    if case.chance.random() < 0.6 and isinstance(default, str):
        return default
    return case.chance.choice(options)


def _text(case: Case, name: str, definition, _earlier: dict):
    if case.badly(0.5):
        return case.chance.choice(TEXTS).replace("\0", "")
    if name in TYPED:
        return case.chance.choice(TYPED[name])
    default = definition.defaultValue()
    return default if isinstance(default, str) else ""


def _boolean(case: Case, _name: str, definition, _earlier: dict):
    return case.chance.random() < 0.3


def _matrix(case: Case, name: str, _definition, _earlier: dict):
    if case.badly(0.4):
        return [case.chance.choice(TEXTS) for _cell in range(case.chance.choice([1, 4, 5]))]
    if name == "MODELS":
        return ["sex", "sex+age"]
    return case.chance.choice(
        [[], ["old", "age", "groups", "0 21"], ["born at", "born", "age", "2012-06-30"]]
    )


def _crs(case: Case, _name: str, _definition, _earlier: dict):
    return case.chance.choice(["", "EPSG:3857", "EPSG:999999"]) if case.badly() else "EPSG:4326"


def _file(case: Case, name: str, definition, _earlier: dict):
    path = case.folder / "in" / f"{name}.{definition.extension() or 'png'}"
    if "IMAGE" in name:
        _draw(case, path)
    elif name == "GCPS" and not case.badly():
        _pin(case, path)
    else:
        path.write_text(case.chance.choice(["", "{}", "[]", '{"algorithm": "lpmask"}', "\0\1", SCRIPT]))
    if case.badly(0.2):
        return str(case.folder / "in" / "not there")
    return str(path)


def _draw(case: Case, path: Path) -> None:
    """A picture with a frame and a few dots, like that of a map."""
    picture = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    picture.fill(QColor("white"))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, case.chance.random() < 0.5)
    painter.drawRect(4, 4, WIDTH - 9, HEIGHT - 9)
    painter.setPen(QColor("red"))
    painter.setBrush(QColor("red"))
    for _dot in range(case.chance.choice([0, 1, 5, 12])):
        painter.drawEllipse(case.chance.randrange(8, WIDTH - 16), case.chance.randrange(8, HEIGHT - 16), 6, 6)
    painter.end()
    picture.save(str(path))


def _pin(case: Case, path: Path) -> None:
    """Control points at the corners of the picture, for the world's extent."""
    world, lines = case.world, ["mapX,mapY,sourceX,sourceY,enable"]
    for x, y in ((0, 0), (1, 0), (0, 1), (1, 1)):
        lon = world.west + x * world.columns * world.size
        lat = world.south + (1 - y) * world.rows * world.size
        lines.append(f"{lon},{lat},{x * WIDTH},{-y * HEIGHT},1")
    path.write_text("\n".join(lines) + "\n")


def _destination(case: Case, definition, optional: bool):
    kind, name, chance = definition.type(), definition.name(), case.chance
    # A model has a step that fails without its output, after the others were done.
    if optional and chance.random() < 0.5 and ":" not in name:
        return None
    stem = name.replace(":", " ")
    if kind in ("sink", "vectorDestination"):
        if chance.random() < 0.8:
            return "memory:"
        return str(
            case.folder / "out" / f"{name}{chance.choice(['.gpkg', '.gpkg', '.geojson', '.csv', '.shp'])}"
        )
    suffixes = {
        "METRICS": ".json",
        "REPORT": ".html",
        "RELEASE_REPORT": ".html",
        "LEDGER": ".gpkg",
        "KEY": ".key",
    }
    return str(case.folder / "out" / f"{stem}{suffixes.get(name, '.png')}")


def _run(algorithm, parameters: dict, outputs: Path) -> Outcome:
    outcome, feedback = Outcome(algorithm.name()), Feedback()
    context = QgsProcessingContext()
    context.setProject(QgsProject.instance())
    watch = threading.Timer(SLOW_S, feedback.cancel)
    watch.daemon = True
    watch.start()
    started = time.process_time()
    try:
        result = processing.run(f"geodeid:{algorithm.name()}", parameters, feedback=feedback, context=context)
    except QgsProcessingException as error:
        outcome.ended = "slow" if feedback.isCanceled() else "sentence"
        outcome.said = str(error) if str(error) != "There were errors executing the algorithm." else ""
        outcome.said = outcome.said or " | ".join(feedback.errors)
        # The steps of a model keep what they wrote when a later one refuses.
        whole = algorithm.group() != "Publish"
        outcome.faults += faults_of_refusal(outcome.said, feedback, outputs if whole else None)
    except Exception as error:
        outcome.ended = "sentence"
        outcome.faults.append(f"foreign exception {type(error).__name__}: {error}")
    else:
        outcome.ended = "output"
        outcome.faults += _faults_of_output(algorithm, parameters, result, context, outputs)
    finally:
        watch.cancel()
        outcome.seconds = time.process_time() - started
    return outcome


def faults_of_refusal(said: str, feedback: Feedback, outputs: Path | None) -> list:
    faults = []
    if not said.strip():
        faults.append("refused without a word")
    for sign in ("Traceback", "not foreseen", "object at 0x", "<class", "_core.", "sqlite3"):
        if sign in said:
            details = [text for text in feedback.details if "Traceback" in text]
            faults.append(f"no sentence: {said[:300]}\n{details[-1] if details else ''}")
            break
    left = [path.name for path in outputs.iterdir()] if outputs else []
    return faults + ([f"left behind after a refusal: {left}"] if left else [])


def _faults_of_output(algorithm, parameters: dict, result: dict, context, outputs: Path) -> list:
    faults = []
    for name, value in result.items():
        definition = algorithm.parameterDefinition(name)
        if definition is not None and definition.type() in ("sink", "vectorDestination"):
            layer = _opened(value, context)
            if layer is None or not layer.isValid():
                faults.append(f"{name} cannot be opened: {value!r:.200}")
                continue
            faults += [f"{name}: {fault}" for fault in faults_of_layer(layer)]
            if algorithm.name() in RELEASING and name in ("OUTPUT", "CONTROLS_OUTPUT"):
                faults += faults_of_release(layer, parameters)
        elif isinstance(value, float) and not math.isfinite(value):
            faults.append(f"{name} is {value}")
    for path in outputs.iterdir():
        if path.suffix == ".html":
            faults += [f"{path.name}: {fault}" for fault in faults_of_page(path.read_text("utf-8"))]
        elif path.suffix == ".json":
            faults += faults_of_metrics(path)
        elif path.suffix == ".part":
            faults.append(f"half written: {path.name}")
    return faults


def _opened(value, context):
    if isinstance(value, QgsVectorLayer):
        return value
    return context.getMapLayer(str(value)) or QgsVectorLayer(str(value), "output", "ogr")


def faults_of_layer(layer) -> list:
    names = [one.name() for one in layer.fields()]
    kept = {one for one in names if one.lower() in KEPT}
    for feature in layer.getFeatures():
        for name, value in zip(names, feature.attributes()):
            if (
                isinstance(value, float)
                and not math.isfinite(value)
                and name not in kept
                and name in COMPUTED
            ):
                return [f"{name} is {value}"]
        box = feature.geometry().boundingBox()
        if feature.hasGeometry() and not feature.geometry().isEmpty():
            edges = (box.xMinimum(), box.xMaximum(), box.yMinimum(), box.yMaximum())
            if not all(map(math.isfinite, edges)):
                return [f"a geometry is {feature.geometry().asWkt()[:80]}"]
    return []


KEPT = {"lab"}
COMPUTED = {
    "move_m",
    "risk",
    "k",
    "distance_m",
    "centre_distance_m",
    "shared_m",
    "cap_radius_m",
    "cluster_risk",
    "cluster_population",
    "probability",
    "gap",
    "times_farther",
    "expected",
    "llr",
    "p_value",
    "relative_risk",
    "radius_m",
    "accuracy",
    "recall",
    "k_moved",
    "k_method",
    "k_original",
    "k_original_method",
    "bearing_deg",
    "population",
    "rate",
    "low",
    "high",
}
"""Fields that the algorithms compute; others are the user's own, carried along as they came."""


def faults_of_release(layer, parameters: dict) -> list:
    """A field by which the rows of the input can be found again."""
    from geodeid_plugin.core.exposure.fields.identifying import is_numbering, is_unique

    faults, made = [], {"record", "area", "cluster", "population", "records", "hidden"}
    rows = [feature.attributes() for feature in layer.getFeatures()]
    provided = {layer.fields().at(index).name() for index in layer.primaryKeyAttributes()}
    for index, one in enumerate(layer.fields()):
        values = [None if isinstance(row[index], QVariant) else row[index] for row in rows]
        if one.name().lower() in made or one.name() in provided:
            continue
        if is_numbering(values):
            faults.append(f"released a numbering in {one.name()}")
        elif len(rows) > 20 and is_unique(values):
            faults.append(f"released unique values in {one.name()}")
    return faults


def faults_of_page(page: str) -> list:
    faults = ["a script of the data is in the page"] if SCRIPT in page else []
    words = re.sub(r"<(style|script).*?</\1>|<[^>]*>", " ", page, flags=re.DOTALL)
    for found in re.finditer(r"(?<![\w“'])(nan|inf|-inf)(?![\w”'])", words, re.IGNORECASE):
        around = words[max(found.start() - 60, 0) : found.end() + 30]
        if not any(text in around for text in ("NULL", "“nan”")):
            faults.append(f"no number: …{' '.join(around.split())}…")
            break
    coordinates = re.search(r'\b(?:x|y|cx|cy|d|points|width|height)="[^"]*\b(nan|inf)\b', page)
    return faults + ([f"a drawing with {coordinates[0][:60]}"] if coordinates else [])


def faults_of_metrics(path: Path) -> list:
    def refused(word):
        raise ValueError(word)

    try:
        json.loads(path.read_text("utf-8"), parse_constant=refused)
    except ValueError as error:
        return [f"{path.name} is no JSON: {error}"]
    return []
