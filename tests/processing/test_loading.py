# SPDX-License-Identifier: GPL-2.0-or-later
"""QGIS still loads, styles and names what was written, wherever it was written to."""

import importlib
import pkgutil

import pytest
from qgis.core import (
    QgsProcessingContext,
    QgsProcessingFeedback,
    QgsProcessingOutputLayerDefinition,
    QgsProcessingUtils,
    QgsProject,
)

SCHEMES = {
    "{folder}/masked.gpkg": "{folder}/masked.gpkg",
    "{folder}/masked.shp": "{folder}/masked.shp",
    "ogr:dbname='{folder}/new.gpkg' table=\"masked\" (geom)": "{folder}/new.gpkg|layername=masked",
    "TEMPORARY_OUTPUT": None,
}


@pytest.mark.slow
@pytest.mark.parametrize("asked", list(SCHEMES))
def test_a_layer_that_the_dialog_is_to_load_is_loaded_with_its_style(qgis_app, grid, layer, tmp_path, asked):
    people = layer("Point", [("POINT(-74.95 45.05)", ["f"]), ("POINT(-74.85 45.15)", ["m"])], ["sex:string"])
    project = QgsProject()
    target = QgsProcessingOutputLayerDefinition(asked.format(folder=tmp_path), project)
    links = QgsProcessingOutputLayerDefinition(f"{tmp_path}/links.gpkg", project)
    algorithm = qgis_app.processingRegistry().createAlgorithmById("geodeid:lpmask")
    context = QgsProcessingContext()
    given = {"PATIENTS": people, "AREAS": grid(), "AREA_ID": "id", "POPULATION": "pop", "RISK": 0.2}
    results, ok = algorithm.run(
        {**given, "OUTPUT": target, "INTERNAL": links}, context, QgsProcessingFeedback(False)
    )
    assert ok
    if SCHEMES[asked]:
        assert results["OUTPUT"] == SCHEMES[asked].format(folder=tmp_path)
    loads = context.layersToLoadOnCompletion()
    assert set(loads) == {results["OUTPUT"], results["INTERNAL"]}
    assert loads[results["OUTPUT"]].name == "Masked patients"
    for text, details in loads.items():
        found = QgsProcessingUtils.mapLayerFromString(text, context)
        assert found.featureCount() == 2
        details.postProcessor().postProcessLayer(found, context, QgsProcessingFeedback(False))
    assert "internal" in QgsProcessingUtils.mapLayerFromString(results["INTERNAL"], context).name()


@pytest.mark.slow
def test_the_outputs_of_a_model_are_loaded(qgis_app, grid, layer, tmp_path):
    people = layer("Point", [(f"POINT(-74.9{i} 45.0{i})", ["f"]) for i in range(9)] * 4, ["sex:string"])
    project = QgsProject()
    provider = qgis_app.processingRegistry().providerById("geodeid")
    model = provider.algorithm("publishaggregatedareas").create()
    context = QgsProcessingContext()
    names = {"clusters:Clustered areas": "areas.gpkg", "release:Release": "release.geojson"}
    outputs = {
        name: QgsProcessingOutputLayerDefinition(str(tmp_path / file), project)
        for name, file in names.items()
    }
    given = {"PATIENTS": people, "AREAS": grid(), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 150}
    report = {"release:Report": str(tmp_path / "r.html")}
    results, ok = model.run({**given, **outputs, **report}, context, QgsProcessingFeedback(False))
    assert ok
    assert set(context.layersToLoadOnCompletion()) == {str(tmp_path / file) for file in names.values()}
    for name, file in names.items():
        assert results[name] == str(tmp_path / file)
        assert QgsProcessingUtils.mapLayerFromString(results[name], context).isValid()


def test_every_module_of_the_windows_loads_in_this_qgis(qgis_app):
    """The panel is imported when it is opened: under 3.40 it said so to the user and never opened."""
    pytest.importorskip("qgis.gui", reason="this QGIS has no windows")
    import geodeid_plugin.gui as gui

    names = [module.name for module in pkgutil.walk_packages(gui.__path__, "geodeid_plugin.gui.")]
    assert "geodeid_plugin.gui.publish.panel" in names
    for name in names:
        importlib.import_module(name)
