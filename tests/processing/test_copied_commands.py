# SPDX-License-Identifier: GPL-2.0-or-later
"""What a user copies out of a dialog as a command runs as it stands."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("qgis.core", reason="QGIS is not installed for this Python")

from qgis.core import QgsApplication, QgsProcessingAlgorithm, QgsProcessingContext, QgsProject, QgsVectorLayer

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "resources" / "sample" / "upstate_new_york.gpkg"
PROGRAM = shutil.which("qgis_process.bin") or shutil.which("qgis_process")
AREAS = {"AREAS": "tracts", "AREA_ID": "tract", "POPULATION": "population"}

offered = pytest.mark.skipif(
    not hasattr(QgsProcessingAlgorithm, "asQgisProcessCommand"), reason="this QGIS copies no such command"
)


def runs(folder):
    """Values of dialogs whose commands QGIS alone says wrongly, or nearly, and the output that they make."""
    clusters, release = (str(folder / f"{name} here.gpkg") for name in ("clusters", "release"))
    rates, picture = str(folder / "rates.csv"), str(folder / "map.png")
    model = {
        "PATIENTS": "patients", **AREAS, "BOUNDARY": "county",
        "clusters:Clustered areas": clusters, "release:Release": release,
    }  # fmt: skip
    tables = {
        "RECORDS": "patients", "MODELS": ["sex+age_group", "sex"],
        "DERIVED": ["decade", "age_group", "prefix", "1"], "OUTPUT": rates,
    }  # fmt: skip
    layers = {
        "LAYER": "patients", "BASEMAP": ["counties", "tracts"], "TITLE": "It's $HOME & \"so\"",
        "IMAGE": picture,
    }  # fmt: skip
    return [
        ("publishaggregatedareas", model, release),
        ("uniqueness", tables, rates),
        ("mappreview", layers, picture),
    ]


@pytest.fixture(scope="module")
def copied(qgis_app, tmp_path_factory):
    """Both commands of each run, with layers that lie in the project, as in a dialog."""
    project, context = QgsProject(), QgsProcessingContext()
    context.setProject(project)
    ids = {
        name: project.addMapLayer(QgsVectorLayer(f"{SAMPLE}|layername={name}", name, "ogr")).id()
        for name in ("counties", "tracts", "patients")
    }

    def known(value):
        if isinstance(value, list):
            return [ids.get(one, one) for one in value]
        return ids.get(value, value)

    def build(at):
        name, values, made = runs(tmp_path_factory.mktemp("copied"))[at]
        algorithm = QgsApplication.processingRegistry().createAlgorithmById(f"geodeid:{name}")
        return algorithm, {key: known(value) for key, value in values.items()}, context, Path(made)

    yield build  # the project lives as long


@pytest.mark.slow
@pytest.mark.parametrize("at", range(3))
def test_a_copied_python_command_runs(copied, at):
    import processing

    algorithm, values, context, made = copied(at)
    exec(algorithm.asPythonCommand(values, context), {"processing": processing})
    assert made.exists()


@offered
def test_names_of_outputs_are_quoted_and_tables_are_one_text(copied):
    models, tables = (
        algorithm.asQgisProcessCommand(values, context)
        for algorithm, values, context, _made in (copied(0), copied(1))
    )
    assert models[1] and " --'clusters:Clustered areas'=" in models[0]
    assert tables[1] and "--MODELS='sex+age_group,sex' " in tables[0]


@offered
def test_a_table_whose_cells_hold_commas_is_said_to_need_json(copied):
    algorithm, values, context, _made = copied(1)
    assert not algorithm.asQgisProcessCommand({**values, "MODELS": ["a, b: sex"]}, context)[1]


@offered
@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / "build").exists(), reason="build/ is missing: run scripts/build_plugin")
@pytest.mark.skipif(PROGRAM is None, reason="this QGIS has no qgis_process")
@pytest.mark.parametrize("at", range(3))
def test_a_copied_qgis_process_command_runs(copied, at, tmp_path):
    algorithm, values, context, made = copied(at)
    command, fits = algorithm.asQgisProcessCommand(values, context)
    (tmp_path / "qgis_process").symlink_to(PROGRAM)
    environment = {
        **os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "QGIS_PLUGINPATH": str(ROOT / "build"),
        "QGIS_CUSTOM_CONFIG_PATH": str(tmp_path),
    }  # fmt: skip
    for line in ("qgis_process plugins enable geodeid_plugin", command):
        done = subprocess.run(
            ["sh", "-c", line], env=environment, capture_output=True, text=True, timeout=300
        )
    assert fits and made.exists(), done.stdout + done.stderr
