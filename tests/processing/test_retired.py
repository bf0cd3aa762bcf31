# SPDX-License-Identifier: GPL-2.0-or-later
"""Models and scripts of 0.2 that name what is gone: one sentence says what it became."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest
from qgis.core import (
    QgsApplication,
    QgsProcessingAlgorithm,
    QgsProcessingContext,
    QgsProcessingException,
    QgsProcessingModelAlgorithm,
    QgsProcessingModelChildAlgorithm,
    QgsProcessingModelChildParameterSource,
    QgsProcessingModelOutput,
)

from geodeid_plugin.processing_provider.framework.retired import RETIRED

GONE = [key for key in RETIRED if "." not in key]
PARAMETERS = [key.split(".") for key in RETIRED if "." in key and "=" not in key]
VALUES = [re.split("[.=]", key) for key in RETIRED if "=" in key]


@pytest.mark.parametrize("name", GONE)
def test_an_algorithm_that_is_gone_says_what_it_became(run, name):
    with pytest.raises(QgsProcessingException, match=f"“{name}” was an algorithm of GeoDeID 0.2"):
        run(name, {"INPUT": "whatever"})


@pytest.mark.parametrize("name", GONE)
def test_nobody_is_shown_what_is_gone(qgis_app, name):
    algorithm = QgsApplication.processingRegistry().algorithmById(f"geodeid:{name}")
    hidden = QgsProcessingAlgorithm.FlagHideFromToolbox | QgsProcessingAlgorithm.FlagHideFromModeler
    assert int(algorithm.flags() & hidden) == int(hidden)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "parameter"), PARAMETERS)
def test_a_parameter_that_is_gone_says_what_it_became(run, grid, name, parameter):
    areas = {"AREAS": grid(), "AREA_ID": "id"}
    with pytest.raises(QgsProcessingException, match=f"{parameter} of “.*” is gone. "):
        run(name, {**required(name, areas), parameter: "7"})


@pytest.mark.parametrize(("name", "parameter"), PARAMETERS)
def test_a_parameter_that_is_gone_is_asked_no_more(qgis_app, name, parameter):
    algorithm = QgsApplication.processingRegistry().algorithmById(f"geodeid:{name}")
    retired = algorithm.parameterDefinition(parameter)
    if isinstance(algorithm, QgsProcessingModelAlgorithm):
        assert retired is None
    else:
        assert retired.flags() & retired.Flag.FlagHidden


@pytest.mark.slow
def test_no_sentence_names_a_parameter_that_is_gone_everywhere(qgis_app):
    registry = QgsApplication.processingRegistry()
    asked = {
        one.name()
        for algorithm in registry.providerById("geodeid").algorithms()
        for one in algorithm.parameterDefinitions()
        if not one.flags() & one.Flag.FlagHidden or one.isDestination()
    }
    gone = "|".join({parameter for _name, parameter in PARAMETERS} - asked - {"ORDER"})  # SQL has ORDER BY
    named = [
        f"{path.name}: {node.value}"
        for path in (Path(__file__).parents[2] / "geodeid_plugin").rglob("*.py")
        if path.name != "retired.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if re.search(rf"[a-z] .*\b(?:{gone})\b|\b(?:{gone})\b.* [a-z]", node.value)
    ]
    assert not named


@pytest.mark.parametrize(("name", "parameter", "value"), VALUES)
def test_a_value_that_is_gone_says_what_it_became(run, grid, name, parameter, value):
    areas = {"AREAS": grid(), "AREA_ID": "id"}
    with pytest.raises(QgsProcessingException, match=f"{parameter}={value} of “.*” is gone. "):
        run(name, {**required(name, areas), parameter: value})


def required(name, areas):
    """Enough for QGIS to begin a run."""
    if name == "capneighbours":
        return {**areas, "OUTPUT": "memory:"}
    if name in ("releasegrid", "releaseareas"):
        layers = {"POINTS": areas["AREAS"], "RECORDS": areas["AREAS"], "CLUSTERED": areas["AREAS"]}
        return {**layers, "AREA_ID": "id", "OUTPUT": "memory:"}
    if name == "expectedcounts":
        return {"AREAS": areas["AREAS"]}
    if name == "geoproxy":
        fields = ("VISIT_PATIENT", "VISIT_AREA", "PROVIDER_AREA", "PATIENT_ID", "PATIENT_AREA")
        tables = {"VISITS": areas["AREAS"], "PATIENTS": areas["AREAS"], "OUTPUT": "memory:"}
        return {**areas, **tables, **dict.fromkeys(fields, "id")}
    if name == "newledger":
        return {}
    if name == "auditcounts":
        return {"COUNTS": areas["AREAS"], "COUNT_FIELD": "pop", "OUTPUT": "memory:"}
    people = {**areas, "POPULATION": "pop", "RISK": 0.3, "OUTPUT": "memory:", "STRATEGY": areas["AREAS"]}
    return (
        {**people, "RECORDS": 10}
        if name in ("lpstrategy", "auditstrategy")
        else {**people, "PATIENTS": areas["AREAS"]}
    )


def test_what_asked_for_nothing_else_still_runs_and_is_no_parameter(run, grid, tmp_path):
    areas = {"AREAS": grid(), "AREA_ID": "id", "K": 2, "OUTPUT": "memory:"}
    gone, metrics = (
        {"METHOD": "exact", "INDEX": "rtree", "MARGIN": None, "CURVE_LIST": ""},
        tmp_path / "m.json",
    )
    run("capneighbours", {**areas, **gone, "METRICS": str(metrics)})
    assert not set(gone) & set(json.loads(metrics.read_text("utf-8"))["parameters"])


def test_a_blank_preset_that_is_asked_no_more_is_none(run, grid):
    """QGIS ends where a text is read as a choice."""
    given = {"AREAS": grid(), "AREA_ID": "id", "POPULATION": "pop", "RECORDS": 10, "OUTPUT": "memory:"}
    assert run("lpstrategy", {**given, "AUDIENCE": " "})["RISK_BOUND"] == 0.091


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("clusterareas.NEIGHBOURS", 6.0),
        ("clusterareas.TOLERANCE", "0.10"),
        ("clusterareas.KEEP_WHEN_CANCELLED", "FALSE"),
        ("newledger.BUDGET_DELTA", "0.0000010"),
        ("lpmask.CROWD_FIELDS", []),
        ("lpstrategy.AUDIENCE", " "),
    ],
)
def test_a_default_of_02_is_one_however_a_model_or_a_batch_writes_it(key, value):
    assert RETIRED[key].is_done(value) and not RETIRED[key].is_done("7")


def step_of(algorithm, name, **values):
    """A step of a model, its values as they are or from elsewhere."""
    sources = QgsProcessingModelChildParameterSource
    step = QgsProcessingModelChildAlgorithm(f"geodeid:{algorithm}")
    step.setChildId(name)
    for parameter, value in values.items():
        source = value if isinstance(value, sources) else sources.fromStaticValue(value)
        step.addParameterSources(parameter, [source])
    return step


def model_of(algorithm, **values):
    """A model of one step, as a user of 0.2 drew it."""
    model = QgsProcessingModelAlgorithm("mine", "mine")
    step = step_of(algorithm, "step", **values)
    output = QgsProcessingModelOutput("Result")
    output.setChildOutputName("OUTPUT")
    output.setChildId("step")
    step.setModelOutputs({"Result": output})
    model.addChildAlgorithm(step)
    return model


@pytest.mark.parametrize(
    ("algorithm", "values", "sentence"),
    [
        ("capneighbours", {"METHOD": "hilbert"}, "METHOD of “Nearest areas” is gone"),
        ("releaseareas", {"RELEASE_RULE": "merge"}, "RELEASE_RULE=merge of “Counts by area for release”"),
        ("maskcrowd", {}, "“maskcrowd” was an algorithm of GeoDeID 0.2"),
    ],
)
def test_a_model_of_02_fails_with_the_sentence(qgis_app, grid, feedback, algorithm, values, sentence):
    areas = grid()
    context = QgsProcessingContext()
    context.temporaryLayerStore().addMapLayer(areas)
    model = model_of(algorithm, AREAS=areas.id(), AREA_ID="id", K=2, **values)
    with pytest.raises(QgsProcessingException) as error:
        model.create().run({"step:Result": "memory:"}, context, feedback, {}, False)
    assert sentence in str(error.value) + " ".join(feedback.errors)
    assert "Traceback" not in feedback.textLog()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("RISK", "0,05"),
        ("RISK", "one in twenty"),
        ("MODEL", "REVISED"),
        ("MODEL", ["none"]),
        ("MODEL", 1),
        ("RISK", True),
        ("PLACEMENT", ["address"]),
    ],
)
def test_what_is_no_value_is_never_the_default_of_a_models_step(qgis_app, grid, feedback, name, value):
    """QGIS checks no values of steps, and takes the default for what it cannot read."""
    areas, context = grid(), QgsProcessingContext()
    context.temporaryLayerStore().addMapLayer(areas)
    of_areas = {"AREAS": areas.id(), "AREA_ID": "id", "POPULATION": "pop"}
    model = model_of("lpstrategy", RECORDS=10, **of_areas, **{name: value})
    with pytest.raises(QgsProcessingException) as error:
        model.create().run({"step:Result": "memory:"}, context, feedback, {}, False)
    told = str(error.value) + " ".join(feedback.errors)
    assert "is no value of it" in told or "is gone" in told


def test_a_blank_for_a_number_that_may_be_left_out_is_none(qgis_app, grid, feedback):
    areas, context = grid(), QgsProcessingContext()
    context.temporaryLayerStore().addMapLayer(areas)
    model = model_of("lpstrategy", RECORDS=10, AREAS=areas.id(), AREA_ID="id", POPULATION="pop", K=" ")
    _results, worked = model.create().run({"step:Result": "memory:"}, context, feedback)
    assert worked, feedback.errors


@pytest.mark.slow
@pytest.mark.parametrize("name", ["RISK", "MODEL"])
@pytest.mark.parametrize(
    "value",
    [
        QgsProcessingModelChildParameterSource.fromChildOutput("before", "GONE"),
        QgsProcessingModelChildParameterSource.fromModelParameter("GONE"),
        " ",
    ],
    ids=["of an output", "of the model", "blank"],
)
def test_what_a_models_step_gets_no_value_for_is_not_the_default(qgis_app, grid, feedback, name, value):
    areas, context = grid(), QgsProcessingContext()
    context.temporaryLayerStore().addMapLayer(areas)
    of_areas = {"AREAS": areas.id(), "AREA_ID": "id", "POPULATION": "pop"}
    model = model_of("lpstrategy", RECORDS=10, **of_areas, **{name: value})
    model.addChildAlgorithm(step_of("capneighbours", "before", AREAS=areas.id(), AREA_ID="id", K=2))
    with pytest.raises(QgsProcessingException) as error:
        model.create().run({"step:Result": "memory:"}, context, feedback, {}, False)
    assert "” has no value" in str(error.value) + " ".join(feedback.errors)


@pytest.mark.parametrize(("value", "refused"), [(True, True), (False, False)])
def test_a_shipped_model_passes_over_no_input_that_is_gone(run, grid, value, refused):
    with pytest.raises(QgsProcessingException) as error:
        run("publishmaskeddotmap", {"PATIENTS": grid(), "KEEP_UNIQUE": value})
    assert ("KEEP_UNIQUE of “Publish a masked dot map” is gone" in str(error.value)) is refused


def test_the_page_tells_of_everything_that_is_gone(qgis_app):
    page = (Path(__file__).parents[2] / "docs" / "from-0.2.md").read_text("utf-8")
    for key, retired in RETIRED.items():
        owner, _, parameter = key.partition(".")
        parameter, _, value = parameter.partition("=")
        name = f"`{parameter}` of `{owner}`" if parameter else f"`{owner}`"
        name = f"`{value}` as {name}" if value else name
        assert f"| {name} | {retired.became} |" in page


def test_titles_on_the_page_are_those_of_the_toolbox(qgis_app):
    page = (Path(__file__).parents[2] / "docs" / "from-0.2.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$", page, re.M)
    registry = QgsApplication.processingRegistry()
    assert len(rows) == 18
    assert [(name, registry.algorithmById(f"geodeid:{name}").displayName()) for name, _ in rows] == rows
