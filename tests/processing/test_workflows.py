# SPDX-License-Identifier: GPL-2.0-or-later
"""The main job in Model Designer's and batch's way of running it, and what all algorithms promise."""

import re
from pathlib import Path

import pytest
from qgis.core import (
    QgsApplication,
    QgsProcessingContext,
    QgsProcessingModelAlgorithm,
    QgsProcessingModelChildAlgorithm,
    QgsProcessingModelChildParameterSource,
    QgsProcessingModelParameter,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterFileDestination,
)

from geodeid_plugin.host.installation import resource
from geodeid_plugin.processing_provider.framework.base import IN_BOLD, GeoDeIDAlgorithm

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = resource("sample", "upstate_new_york.gpkg")


def child(model, algorithm, fixed, linked):
    """Add a step: ``fixed`` values, and ``linked`` to model inputs (text) or outputs of steps (pairs)."""
    step = QgsProcessingModelChildAlgorithm(f"geodeid:{algorithm}")
    step.setChildId(f"{algorithm}_{len(model.childAlgorithms())}")
    source = QgsProcessingModelChildParameterSource
    for name, value in fixed.items():
        step.addParameterSources(name, [source.fromStaticValue(value)])
    for name, origin in linked.items():
        value = (
            source.fromModelParameter(origin) if isinstance(origin, str) else source.fromChildOutput(*origin)
        )
        step.addParameterSources(name, [value])
    return model.addChildAlgorithm(step)


def main_job(folder):
    """The four algorithms as one model."""
    model = QgsProcessingModelAlgorithm("main job", "tests")
    for name in ("PATIENTS", "AREAS", "OUTLINE"):
        model.addModelParameter(
            QgsProcessingParameterFeatureSource(name, name), QgsProcessingModelParameter(name)
        )
    areas = {"AREA_ID": "tract"}
    neighbours = {**areas, "K": 3, "OUTPUT": str(folder / "neighbours.gpkg")}
    child(model, "capneighbours", neighbours, {"AREAS": "AREAS"})
    masked = child(
        model, "lpmask",
        {**areas, "POPULATION": "population", "RISK": 0.2, "PLACEMENT": "scatter",
         "OUTPUT": str(folder / "masked.gpkg")},
        {"PATIENTS": "PATIENTS", "AREAS": "AREAS"},
    )  # fmt: skip
    drawn = child(
        model, "mappreview", {"DPI": 80, "SIZE": "140x170", "IMAGE": str(folder / "map.png")},
        {"LAYER": (masked, "OUTPUT"), "BASEMAP": "OUTLINE"},
    )  # fmt: skip
    child(
        model, "mapreidentification",
        {**areas, "POPULATION": "population", "OUTPUT": str(folder / "recovered.gpkg"),
         "REPORT": str(folder / "attack.html")},
        {"IMAGE": (drawn, "IMAGE"), "OUTLINE": "OUTLINE", "TRUTH": "PATIENTS", "AREAS": "AREAS"},
    )  # fmt: skip
    return model


@pytest.mark.slow
def test_the_main_job_runs_as_a_model(qgis_app, feedback, tmp_path):
    model = main_job(tmp_path)
    inputs = {
        name: f"{SAMPLE}|layername={layer}|subset=county IN ('Cortland', 'Tompkins')"
        for name, layer in (
            ("PATIENTS", "patients"),
            ("AREAS", "tracts"),
            ("OUTLINE", "counties"),
        )
    }
    _results, worked = model.run(inputs, QgsProcessingContext(), feedback)
    assert worked, feedback.errors
    for name in ("neighbours.gpkg", "masked.gpkg", "map.png", "recovered.gpkg", "attack.html"):
        assert (tmp_path / name).stat().st_size > 1000, name


def test_the_model_can_be_saved_and_opened_again(qgis_app, tmp_path):
    path = tmp_path / "main.model3"
    main_job(tmp_path).toFile(str(path))
    reopened = QgsProcessingModelAlgorithm()
    assert reopened.fromFile(str(path))
    assert len(reopened.childAlgorithms()) == 4


@pytest.mark.slow
def test_runs_of_a_batch_do_not_know_of_each_other(qgis_app, grid, layer, table, feedback, tmp_path):
    people = layer("Point", [("POINT(-74.95 45.05)", [i]) for i in range(5)], ["number:integer"])
    batch = QgsApplication.processingRegistry().createAlgorithmById("geodeid:lpmask")
    moves = []
    for number, columns in enumerate((3, 5, 3)):
        parameters = {
            "PATIENTS": people, "AREAS": grid(columns=columns), "AREA_ID": "id", "POPULATION": "pop",
            "OUTPUT": str(tmp_path / f"masked{number}.geojson"),
        }  # fmt: skip
        results, worked = batch.create().run(parameters, QgsProcessingContext(), feedback)
        assert worked
        assert len(table(results["OUTPUT"])) == 5
        moves.append(results["EXPECTED_MOVE_M"])
    assert moves[0] == pytest.approx(moves[2])


def algorithms():
    every = QgsApplication.processingRegistry().providerById("geodeid").algorithms()
    return [entry for entry in every if isinstance(entry, GeoDeIDAlgorithm)]


def test_ids_and_parameter_names_follow_the_custom_of_qgis(qgis_app):
    for algorithm in algorithms():
        assert re.fullmatch(r"[a-z0-9]+", algorithm.name()), algorithm.name()
        for parameter in algorithm.parameterDefinitions():
            assert re.fullmatch(r"[A-Z0-9_]+", parameter.name()), (algorithm.name(), parameter.name())


def test_every_parameter_tells_what_it_is(qgis_app):
    silent = [
        (algorithm.name(), parameter.name())
        for algorithm in algorithms()
        for parameter in algorithm.parameterDefinitions()
        if len(parameter.help()) < 15
    ]
    assert not silent


def test_every_parameter_and_output_is_explained_and_a_model_found_by_the_words_of_the_field(qgis_app):
    provider = QgsApplication.processingRegistry().providerById("geodeid")
    models = [one for one in provider.algorithms() if isinstance(one, QgsProcessingModelAlgorithm)]
    for algorithm in [*algorithms(), *models]:
        shown = algorithm.shortHelpString()
        assert len(algorithm.shortDescription()) > 20, algorithm.name()
        for parameter in algorithm.parameterDefinitions():
            assert parameter.description(), (algorithm.name(), parameter.name())
            hidden = bool(parameter.flags() & parameter.Flag.FlagHidden)
            told = IN_BOLD.format(parameter.description(), parameter.help()) in shown
            assert told != hidden, (algorithm.name(), parameter.name())
    for model in models:
        for output in model.outputDefinitions():
            said = output.description()
            assert len(said) > 10 and said != output.name().partition(":")[2], (model.name(), output.name())
    tags = {model.name(): model.tags() for model in models}
    assert "small cell" in tags["publishaggregatedareas"] and "jitter" in tags["comparemasks"]


def test_every_algorithm_offers_metrics_and_has_a_page(qgis_app):
    for algorithm in algorithms():
        assert algorithm.parameterDefinition("METRICS") is not None, algorithm.name()
        assert (ROOT / "docs" / "algorithms" / f"{algorithm.name()}.md").exists(), algorithm.name()


def test_every_report_is_a_file_destination(qgis_app):
    for algorithm in algorithms():
        report = algorithm.parameterDefinition("REPORT")
        assert report is None or isinstance(report, QgsProcessingParameterFileDestination)


def test_every_algorithm_of_the_contract_is_there(qgis_app):
    contract = (
        "capneighbours adjacentareas clusterareas cropcodes releaseareas lpstrategy lpmask "
        "randommask auditstrategy evaluatemask mappreview georeferencemap mapdots "
        "mapreidentification uniqueness geoproxy scanstatistic clusterpreservation"
    )
    assert set(contract.split()) <= {algorithm.name() for algorithm in algorithms()}
