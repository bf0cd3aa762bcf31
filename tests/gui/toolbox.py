# SPDX-License-Identifier: GPL-2.0-or-later
"""Driven inside a real QGIS: history, copied commands, batch, and the maps of what reads a masked release.

Started by ``qgis --code``; the folder of the results comes in GEODEID_SHOTS, the sample in GEODEID_SAMPLE.
"""

import os

import processing
from processing.gui.BatchAlgorithmDialog import BatchAlgorithmDialog
from qgis.core import Qgis, QgsApplication, QgsProcessingContext, QgsProject, QgsVectorLayer
from qgis.gui import QgsGui
from qgis.PyQt.QtCore import QRect, QTimer
from qgis.PyQt.QtWidgets import QAction, QApplication
from qgis.utils import iface, loadPlugin, startPlugin
from stepping import FEW, SHOTS, start, until

SAMPLE = f"{os.environ['GEODEID_SAMPLE']}|subset={FEW}|layername="
AREAS = {"AREAS": SAMPLE + "tracts", "AREA_ID": "tract", "POPULATION": "population"}
RISKS = (0.2, 0.3, 0.4)
ASKED = ("AREA_ID", "POPULATION", "RISK", "PLACEMENT", "MODEL")
"""What a dialog that was opened again is looked at for."""
found, kept = {}, {}


def steps():
    """Do one thing after another; each ``yield`` lets QGIS work for so many milliseconds."""
    iface.mainWindow().setGeometry(QRect(0, 0, 1366, 768))
    loadPlugin("geodeid_plugin")
    startPlugin("geodeid_plugin")
    layers = {}
    for name in ("tracts", "patients"):
        layers[name] = QgsProject.instance().addMapLayer(QgsVectorLayer(SAMPLE + name, name, "ogr"))
    yield 1500
    wanted = {
        "PATIENTS": layers["patients"].id(), "AREAS": layers["tracts"].id(), "AREA_ID": "tract",
        "POPULATION": "population", "PLACEMENT": "scatter",
    }  # fmt: skip
    yield from mask(wanted)
    yield from history()
    yield from batch(wanted)
    yield from readers()


def mask(wanted):
    """Run the dialog once."""
    outputs = {name: str(SHOTS / f"{name.lower()}.gpkg") for name in ("OUTPUT", "CROWD")}
    table = {"TABLE": str(SHOTS / "table.csv")}
    dialog = processing.createAlgorithmDialog(
        "geodeid:lpmask", {**wanted, **outputs, **table, "RISK": 0.3, "REPORT": ""}
    )
    kept["dialog"] = dialog
    dialog.show()
    yield 800
    found["copied"] = dict(copied(dialog))
    dialog.runAlgorithm()
    yield from until(lambda: (SHOTS / "table.csv").exists())
    yield 1500
    dialog.close()


def copied(dialog):
    """What the dialog's own menu puts on the clipboard; QGIS 3.22 has no such menu."""
    for action in dialog.findChildren(QAction):
        name = action.text().replace("&", "")
        if name.startswith("Copy as"):
            action.trigger()
            yield name, QApplication.clipboard().text()


def history():
    """Open the last run again from the history: the dialog must come filled in."""
    if Qgis.QGIS_VERSION_INT >= 32400:  # the history became a part of QGIS's own window
        newest = QgsGui.historyProviderRegistry().queryEntries(providerId="processing")[-1].entry
        found["again"] = [newest["parameters"]["inputs"][name] for name in ASKED]
        found["commands"] = [newest["python_command"], newest["process_command"]]
        return
    from processing.core.ProcessingLog import ProcessingLog

    command = ProcessingLog.getLogEntries()[0].text
    QTimer.singleShot(1500, look)
    exec(command.replace("processing.run(", "processing.execAlgorithmDialog("), {"processing": processing})
    yield 500


def look():
    """What the dialog from the history asks for."""
    shown = [w for w in QApplication.topLevelWidgets() if w.isVisible()]
    dialog = next(w for w in shown if hasattr(w, "createProcessingParameters"))
    values = dialog.createProcessingParameters()
    found["again"] = [values[name] for name in ASKED]
    dialog.close()


def batch(wanted):
    """Three rows with three risks."""
    algorithm = QgsApplication.processingRegistry().createAlgorithmById("geodeid:lpmask")
    dialog = BatchAlgorithmDialog(algorithm, parent=iface.mainWindow())
    kept["batch"] = dialog
    dialog.show()
    yield 800
    panel = dialog.mainWidget()
    while panel.batchRowCount() < len(RISKS):
        panel.addRow()
    for row, risk in enumerate(RISKS):
        for name, value in {**wanted, "RISK": risk}.items():
            wrapper = panel.wrappers[row][panel.parameter_to_column[name]]
            wrapper.setParameterValue(value, QgsProcessingContext())
        target = panel.tblParameters.cellWidget(row + 1, panel.parameter_to_column["OUTPUT"])
        target.setValue(str(SHOTS / f"batch_{row}.gpkg"))
    dialog.resize(1300, 420)
    yield 500
    dialog.grab().save(str(SHOTS / "batch.png"))
    dialog.runAlgorithm()
    made = [SHOTS / f"batch_{row}.gpkg" for row in range(len(RISKS))]
    yield from until(lambda: all(path.exists() for path in made))
    yield 1500
    found["batch"] = [QgsVectorLayer(str(path), "masked", "ogr").featureCount() for path in made]
    dialog.close()


def readers():
    """What a recipient makes of the release: rates, a crowd of a random mask, a scan."""
    release = {"CROWD": str(SHOTS / "crowd.gpkg"), "TABLE": str(SHOTS / "table.csv")}
    points = str(SHOTS / "output.gpkg")
    runs = {
        "maskedrates": {**AREAS, **release, "MASKED": points, "OUTPUT": "TEMPORARY_OUTPUT"},
        "randommask": {**AREAS, "PATIENTS": points, "METHOD": "gaussian", "SIGMA": 500,
                       "OUTPUT": "TEMPORARY_OUTPUT", "CROWD": "TEMPORARY_OUTPUT",
                       "TABLE": "TEMPORARY_OUTPUT"},
        "scanstatistic": {**AREAS, **release, "CASES": points, "SIMULATIONS": 99,
                          "OUTPUT": "TEMPORARY_OUTPUT"},
    }  # fmt: skip
    for name, parameters in runs.items():
        QgsProject.instance().removeAllMapLayers()
        yield 500
        processing.runAndLoadResults(f"geodeid:{name}", parameters)
        shown = [layer for layer in QgsProject.instance().mapLayers().values() if layer.isSpatial()]
        iface.mapCanvas().setExtent(shown[0].extent())
        iface.mapCanvas().refresh()
        yield 2500
        found[name] = sorted(
            entry.label() for layer in shown for entry in layer.renderer().legendSymbolItems()
        )
        iface.mainWindow().grab().save(str(SHOTS / f"{name}.png"))


start(steps, found, "toolbox")
