# SPDX-License-Identifier: GPL-2.0-or-later
"""Driven inside a real QGIS: opens every dialog on the sample, and takes its picture.

Started by ``qgis --code``; the folder of the results comes in GEODEID_SHOTS, the sample in GEODEID_SAMPLE.
"""

import os

import processing
from qgis.core import QgsApplication, QgsProcessingParameterDefinition, QgsProject, QgsVectorLayer
from qgis.PyQt.QtCore import QRect
from qgis.utils import iface, loadPlugin, startPlugin
from stepping import SHOTS, start

SAMPLE = os.environ["GEODEID_SAMPLE"] + "|layername="
found, kept = {"guessed": {}, "basic": {}}, {}
LAYERS = {
    **dict.fromkeys(("PATIENTS", "TRUTH", "ORIGINAL", "LAYER"), "patients"),
    "AREAS": "tracts", "OUTLINE": "counties",
}  # fmt: skip
VALUES = {
    "AREA_ID": "tract", "POPULATION": "population", "BOUNDARY": "county", "LINK": "patient",
    "CASES_FIELD": "cases", "IMAGE": "map.png", "FILE": "manuscript.docx", "MASK": "mask_metrics.json",
    "LEDGER": "releases.geodeid", "TITLE": "Leukaemia, upstate New York",
}  # fmt: skip
PRESETS = ("ema_0070", "hipaa_zip3", "cms_cell")
"""What the pictures of the guide show in the dialogs, by the names of parameters."""


def steps():
    """Open one dialog after another; each ``yield`` lets QGIS draw for so many milliseconds."""
    iface.mainWindow().setGeometry(QRect(0, 0, 1366, 768))
    loadPlugin("geodeid_plugin")
    startPlugin("geodeid_plugin")
    for name in ("counties", "tracts", "patients"):
        layer = QgsProject.instance().addMapLayer(QgsVectorLayer(SAMPLE + name, name, "ogr"))
    iface.setActiveLayer(layer)  # the patients: QGIS alone would choose them for every input
    yield 1500
    (SHOTS / "dialogs").mkdir(exist_ok=True)
    for algorithm in QgsApplication.processingRegistry().providerById("geodeid").algorithms():
        yield from picture(algorithm)


def picture(algorithm):
    """Show a dialog, note what it has chosen by itself, and close it."""
    dialog = processing.createAlgorithmDialog(algorithm.id(), {})
    kept["dialog"] = dialog
    dialog.resize(960, 640)
    dialog.show()
    yield 700
    wrappers = dialog.mainWidget().wrappers
    found["guessed"][algorithm.name()] = {
        name: text(wrappers[name].parameterValue()) if name in wrappers else ""
        for name in ("AREAS", "CLUSTERED", "POPULATION", "OUTLINE")
    }
    hidden = (
        QgsProcessingParameterDefinition.Flag.FlagAdvanced | QgsProcessingParameterDefinition.Flag.FlagHidden
    )
    found["basic"][algorithm.name()] = sum(
        not (one.flags() & hidden or one.isDestination()) and seen(wrappers.get(one.name()))
        for one in algorithm.parameterDefinitions()
    )
    dialog.setParameters(filled(algorithm))
    yield 300
    dialog.grab().save(str(SHOTS / "dialogs" / f"{algorithm.name()}.png"))
    dialog.close()
    yield 100


def filled(algorithm):
    """Values for the inputs that a dialog shows before *Advanced*."""
    project, values = QgsProject.instance(), {}
    for one in algorithm.parameterDefinitions():
        name, kind = one.name(), one.type()
        if one.isDestination() or one.flags() & QgsProcessingParameterDefinition.Flag.FlagAdvanced:
            continue
        if kind in ("source", "vector", "multilayer") and name in LAYERS:
            layer = project.mapLayersByName(LAYERS[name])[0].id()
            values[name] = [layer] if kind == "multilayer" else layer
        elif kind == "enum" and name == "AUDIENCE":
            values[name] = next(key for key in PRESETS if key in one.options())
        elif kind in ("field", "file", "string") and name in VALUES:
            values[name] = VALUES[name]
        elif kind == "number" and name == "RECORDS":
            values[name] = 552
    return values


def seen(wrapper):
    """Whether a parameter is asked for now: a random mask asks for its own sizes alone."""
    widget = wrapper.wrappedWidget() if wrapper is not None else None
    return widget is not None and widget.isVisibleTo(widget.window())


def text(value):
    """What a parameter was set to: a layer by its name."""
    layer = QgsProject.instance().mapLayer(str(value))
    return layer.name() if layer is not None else str(value or "")


start(steps, found, "dialogs")
