# SPDX-License-Identifier: GPL-2.0-or-later
"""Every algorithm is a declaration: whatever it asks and gives is named, explained, typed and readable."""

import re
from pathlib import Path

import numpy as np
import pytest
from qgis.core import QgsProcessingContext, QgsProcessingFeedback

from geodeid_plugin.core.geometry.sphere import haversine_m
from geodeid_plugin.processing_provider import areas, clustering, disclosure, geomasking, utility
from geodeid_plugin.processing_provider.framework import ask
from geodeid_plugin.processing_provider.framework.give import CODE, FLAG, REAL, TEXT, WHOLE

DECLARED = [
    algorithm
    for group in (areas, clustering, geomasking, disclosure, utility)
    for algorithm in group.ALGORITHMS
]
CAPITALS = re.compile(r"[A-Z][A-Z0-9_]*$")
BLOCKS = {
    "AREAS AREA_ID POPULATION BOUNDARY POINTS": (
        "capneighbours clusterareas cropcodes lpstrategy lpmask auditstrategy clusterpreservation "
        "evaluatemask maskedrates scanstatistic"
    ),
    "OUTLINE GCPS CRS": "georeferencemap mapdots mapreidentification",
    "ADDRESSES RESIDENTS AREAS AREA_ID POPULATION LIMIT AUDIENCE": (
        "mapreidentification checkdocument checkheatmap"
    ),
    "PATIENTS KEEP_FIELDS": "lpmask randommask",
    "LEDGER LEDGER_KEY": "clusterareas lpmask releaseareas releasegrid",
    "EPSILON RHO": "releaseareas releasegrid",
}
"""Inputs that are asked together, and the tools that ask for them or some of them."""


@pytest.mark.parametrize("algorithm", DECLARED, ids=lambda one: one.ID)
def test_names_are_capitals_and_each_stands_once(qgis_app, algorithm):
    asked, given, figures = (
        [one.name for one in declared]
        for declared in (algorithm.INPUTS, algorithm.OUTPUTS, algorithm.FIGURES)
    )
    assert [name for name in (*asked, *given, *figures) if not CAPITALS.match(name)] == []
    for names in ([*asked, *given], [*given, *figures]):  # a figure may be called as an input is
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("block", BLOCKS)
def test_what_several_tools_ask_is_the_same_in_all_of_them(qgis_app, block):
    """Names, order, words and defaults; whether a tool can go without an input may differ."""
    tools = {one.ID: one for one in DECLARED}
    asked: dict[str, set] = {name: set() for name in block.split()}
    for tool in BLOCKS[block].split():
        names = [one.name for one in tools[tool].INPUTS]
        held = [name for name in asked if name in names]
        begin = names.index(held[0])
        assert names[begin : begin + len(held)] == held, tool
        for one in tools[tool].INPUTS[begin : begin + len(held)]:
            definition = one.definition()
            words = ask.in_language(one.title), ask.in_language(one.help), definition.type()
            asked[one.name].add((*words, str(definition.defaultValue())))
    assert {name: said for name, said in asked.items() if len(said) != 1} == {}


@pytest.mark.parametrize("algorithm", DECLARED, ids=lambda one: one.ID)
def test_everything_has_a_title_and_a_help(qgis_app, algorithm):
    for one in (*algorithm.INPUTS, *algorithm.OUTPUTS):
        assert ask.in_language(one.title), one.name
        assert len(ask.in_language(one.help)) > 10, one.name


@pytest.mark.parametrize("algorithm", DECLARED, ids=lambda one: one.ID)
def test_what_is_left_alone_is_accepted(qgis_app, algorithm):
    for one in algorithm.INPUTS:
        definition = one.definition()
        given = definition.defaultValue()
        if given is not None:
            assert definition.checkValueIsAcceptable(given), one.name


@pytest.mark.parametrize("algorithm", DECLARED, ids=lambda one: one.ID)
def test_fields_belong_to_a_layer_that_is_asked_for(qgis_app, algorithm):
    names = {one.name for one in algorithm.INPUTS}
    for one in algorithm.INPUTS:
        definition = one.definition()
        if definition.type() == "field":
            assert definition.parentLayerParameterName() in names, one.name


@pytest.mark.parametrize("algorithm", DECLARED, ids=lambda one: one.ID)
def test_the_fields_of_layers_are_of_known_kinds(qgis_app, algorithm):
    kinds = {kind for one in algorithm.OUTPUTS for kind in one.fields.values()}
    assert kinds <= {CODE, FLAG, REAL, TEXT, WHOLE}


@pytest.mark.parametrize("algorithm", DECLARED, ids=lambda one: one.ID)
def test_qgis_has_every_declared_name(qgis_app, algorithm):
    made = algorithm().create()
    given = {one.name() for one in made.outputDefinitions()}
    asked = {one.name() for one in made.parameterDefinitions()}
    assert {one.name for one in (*algorithm.INPUTS, *algorithm.OUTPUTS)} <= asked
    assert {one.name for one in algorithm.FIGURES} <= given


@pytest.mark.parametrize("algorithm", DECLARED, ids=lambda one: one.ID)
def test_whatever_says_that_it_is_internal_is_kept_as_internal(qgis_app, algorithm):
    """The file of an internal output is its owner's, its layer is named so, its checksum is not printed."""
    warned = re.compile(r"\binternal\b(?! where)|do not release|never release", re.IGNORECASE)
    outputs = {one.name: ask.in_language(one.help) for one in algorithm.OUTPUTS}
    saying = {name for name, text in outputs.items() if warned.search(text) and name != "RELEASE_REPORT"}
    assert saying == {one.name for one in algorithm.OUTPUTS if one.internal}


@pytest.mark.parametrize("algorithm", DECLARED, ids=lambda one: one.ID)
def test_the_seed_of_whatever_leaves_the_building_undoes_it(qgis_app, algorithm):
    """Else a seeded run would say nothing, and whoever knows the seed has the true places."""
    names = {one.name for one in algorithm.OUTPUTS}
    seeds = [one for one in algorithm.INPUTS if one.name == "SEED"]
    if "RELEASE_REPORT" in names:
        assert all(one.undoes for one in seeds)
    assert any(one.undoes for one in seeds) == algorithm.SEED_TELLS


def test_the_example_of_the_page_is_an_algorithm(qgis_app, grid, table):
    """With one more input, which is one line."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "developing.md").read_text("utf-8")
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)[1]
    one_more = '        ask.switch("HALVE", "Halve it", "Halves every distance."),\n    )\n    OUTPUTS'
    code = code.replace("    )\n    OUTPUTS", one_more).replace(
        "inputs.distance,", "inputs.distance / (1 + inputs.halve),"
    )

    def within(areas, most_m, _progress):
        apart = haversine_m(areas.lon_deg, areas.lat_deg, areas.lon_deg[0], areas.lat_deg[0])
        return np.flatnonzero(apart <= most_m), apart[apart <= most_m]

    known = {"within": within}
    exec(compile(code, "developing.md", "exec"), known)
    found = {}
    for halved in (False, True):
        algorithm = known["AreasWithin"]().create()
        given = {
            "AREAS": grid(5, 5),
            "AREA_ID": "id",
            "DISTANCE": 30_000,
            "HALVE": halved,
            "OUTPUT": "memory:",
        }
        context = QgsProcessingContext()
        results, ok = algorithm.run(given, context, QgsProcessingFeedback(False), {}, False)
        rows = table(context.getMapLayer(results["OUTPUT"]))
        assert ok and results["PAIR_COUNT"] == len(rows)
        assert all(row["distance_m"] <= 30_000 / (1 + halved) for row in rows)
        found[halved] = len(rows)
    assert 0 < found[True] < found[False]
