# SPDX-License-Identifier: GPL-2.0-or-later
"""Driven inside a real QGIS: installs the zip, opens the sample, masks it, and takes pictures.

Started by ``qgis --code``; the folder of the results comes in GEODEID_SHOTS, the zip in GEODEID_ZIP.
"""

import os

import processing
import pyplugin_installer
from qgis.core import QgsApplication, QgsProject
from qgis.PyQt.QtCore import QRect
from qgis.PyQt.QtWidgets import QDockWidget, QTreeView
from qgis.utils import iface, plugins
from stepping import SHOTS, start

ZIP = os.environ["GEODEID_ZIP"]
found = {}
kept = {}


def steps():
    """Do one thing after another; each ``yield`` lets QGIS draw for so many milliseconds."""
    window = iface.mainWindow()
    window.setGeometry(QRect(0, 0, 1500, 950))
    pyplugin_installer.instance().installFromZipFile(ZIP)
    yield 1500
    found["installed"] = "geodeid_plugin" in plugins
    provider = QgsApplication.processingRegistry().providerById("geodeid")
    found["groups"] = sorted({one.group() for one in provider.algorithms() if one.group()})
    menu = [one for one in window.findChildren(type(iface.actionPan())) if "Open the sample" in one.text()]
    menu[0].trigger()
    yield 2500
    found["layers"] = sorted(layer.name() for layer in QgsProject.instance().mapLayers().values())
    toolbox = window.findChild(QDockWidget, "ProcessingToolbox")
    toolbox.show()
    tree = toolbox.findChild(QTreeView)
    tree.collapseAll()
    expand(tree)
    yield 1500
    window.grab().save(str(SHOTS / "sample.png"))
    yield from mask()
    yield 2000
    window.grab().save(str(SHOTS / "masked.png"))


def expand(tree):
    """Open GeoDeID's branch of the toolbox."""
    model = tree.model()
    for row in range(model.rowCount()):
        index = model.index(row, 0)
        if model.data(index) == "GeoDeID":
            tree.expand(index)
            tree.scrollTo(index, tree.ScrollHint.PositionAtTop)
            for group in range(model.rowCount(index)):
                tree.expand(model.index(group, 0, index))


def mask():
    """Open the dialog of lpmask, run it on the sample, and wait for its layers."""
    layers = {layer.name().split()[0]: layer for layer in QgsProject.instance().mapLayers().values()}
    parameters = {
        "PATIENTS": layers["Patients"].id(),
        "AREAS": layers["Census"].id(),
        "AREA_ID": "tract",
        "POPULATION": "population",
        "RISK": 0.2,
        "PLACEMENT": "scatter",
        "OUTPUT": "TEMPORARY_OUTPUT",
        "INTERNAL": "TEMPORARY_OUTPUT",
    }
    dialog = processing.createAlgorithmDialog("geodeid:lpmask", parameters)
    kept["dialog"] = dialog
    dialog.show()
    yield 1500
    dialog.grab().save(str(SHOTS / "dialog.png"))
    dialog.runAlgorithm()
    for _ in range(120):
        yield 500
        if any("do not release" in name and "Links" in name for name in names()):
            break
    found["after"] = sorted(names())
    masked = [
        layer for layer in QgsProject.instance().mapLayers().values() if layer.name() == "Masked patients"
    ]
    found["masked"] = masked[0].featureCount() if masked else 0
    found["fields"] = [field.name() for field in masked[0].fields()] if masked else []
    found["symbol"] = masked[0].renderer().symbol().color().name() if masked else ""
    dialog.close()


def names():
    """Names of the project's layers."""
    return [layer.name() for layer in QgsProject.instance().mapLayers().values()]


start(steps, found, "desktop")
