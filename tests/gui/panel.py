# SPDX-License-Identifier: GPL-2.0-or-later
"""Driven inside a real QGIS with real clicks and keys: the preview panel and the models' menu.

Started by ``qgis --code``; the folder of the results comes in GEODEID_SHOTS, the plugin from QGIS_PLUGINPATH.
"""

import gc
import json
import os
import traceback
from pathlib import Path

from qgis.core import QgsApplication, QgsProject, QgsVectorLayer
from qgis.PyQt.QtCore import QPoint, QRect, Qt, QTimer
from qgis.PyQt.QtTest import QTest
from qgis.PyQt.QtWidgets import (
    QApplication,
    QComboBox,
    QDockWidget,
    QLabel,
    QMessageBox,
    QPushButton,
    QWidget,
)
from qgis.utils import iface, loadPlugin, plugins, startPlugin

SHOTS = Path(os.environ["GEODEID_SHOTS"])
found = {}


def steps():
    """Do one thing after another; each ``yield`` lets QGIS work for so many milliseconds."""
    iface.mainWindow().setGeometry(QRect(0, 0, 1500, 950))
    loadPlugin("geodeid_plugin")
    startPlugin("geodeid_plugin")
    yield from keep_or_leave()
    yield 2500
    yield from menu()
    window = iface.mainWindow()
    released = QgsVectorLayer("Point?crs=EPSG:4326&field=record:integer", "A masked layer", "memory")
    QgsProject.instance().addMapLayer(released)
    action("Preview a mask").trigger()
    yield 500
    panel = window.findChild(QDockWidget, "GeoDeIDPreview")
    window.resizeDocks([panel], [430], Qt.Orientation.Vertical)
    found["chosen"] = [panel.patients.currentText(), panel.areas.currentText()]
    found["fields"] = [panel.area_id.currentField(), panel.population.currentField()]
    QgsProject.instance().removeMapLayer(released)
    panel._start_timer()
    yield from until(lambda: panel._masked is not None and panel.curve.points)
    found["masked"] = panel._masked.featureCount()
    found["curve"] = panel.curve.points
    found["status"] = panel.status.text()
    found["first"] = panel.curve.current
    window.grab().save(str(SHOTS / "preview.png"))
    yield from slide(panel)
    yield from link(panel)
    yield from presets(panel)
    names(panel)
    yield from run(panel)
    yield from design()


def keep_or_leave():
    """Ask for the sample while the open project has changes: first stay, then discard them."""
    QgsProject.instance().setTitle("my work")
    QgsProject.instance().setDirty(True)
    answer(QMessageBox.StandardButton.Cancel)
    action("sample project").trigger()
    yield 500
    found["stayed"] = QgsProject.instance().title()
    answer(QMessageBox.StandardButton.Discard)
    action("sample project").trigger()
    yield 1000
    found["sample"] = QgsProject.instance().fileName()
    found["sources"] = sorted({layer.source() for layer in QgsProject.instance().mapLayers().values()})


def answer(button):
    """Click a button of the next question."""

    def click():
        box = QApplication.activeModalWidget()
        if box is None:
            QTimer.singleShot(200, click)
        else:
            found.setdefault("asked", []).append(box.text())
            QTest.mouseClick(box.button(button), Qt.MouseButton.LeftButton)

    QTimer.singleShot(500, click)


def menu():
    """Open a dialog from the menu: it starts with the likely fields; click Run: it answers."""
    said = []
    QgsApplication.messageLog().messageReceived.connect(lambda text, _tag, _level: said.append(text))
    action("Publish a masked dot map").trigger()
    yield 1500
    # Neither this driver nor the main window's wrapper may keep the dialog: a dialog that nobody keeps
    # loses its Python half, and its Run does nothing.
    gc.collect()
    title = "Publish a masked dot map"  # QGIS 3.40 sets the group before it
    shown = [w for w in QApplication.topLevelWidgets() if w.windowTitle().endswith(title)]
    values = shown[0].createProcessingParameters()
    found["preset"] = [values.get("AREA_ID"), values.get("POPULATION")]
    boxes = {box.currentText(): box for box in shown[0].findChildren(QComboBox)}
    boxes["population"].setCurrentText("fid")
    run = next(button for button in shown[0].findChildren(QPushButton) if button.text() == "Run")
    QTest.mouseClick(run, Qt.MouseButton.LeftButton)
    found["said"] = said
    yield from until(lambda: any("numbers the areas" in text for text in said), 20)
    shown[0].close()


def slide(panel):
    """Click left of the slider's handle, and use the keyboard."""
    before, old = panel.risk.value(), panel._masked
    QTest.mouseClick(panel.slider, Qt.MouseButton.LeftButton, pos=QPoint(4, panel.slider.height() // 2))
    found["risks"] = [before, panel.risk.value()]
    yield from until(lambda: panel._masked is not old)
    found["slid"] = panel.curve.current
    panel.slider.setFocus()
    QTest.keyClick(panel.slider, Qt.Key.Key_Left)
    found["risks"].append(panel.risk.value())


def link(panel):
    """Zoom one map; the other follows."""
    panel.before.zoomByFactor(0.5)
    yield 300
    found["linked"] = panel.before.extent().toString(0) == panel.after.extent().toString(0)


def presets(panel):
    """Choose an audience by the keyboard; a move of the risk takes it back."""
    panel.audience.setFocus()
    QTest.keyClicks(panel.audience, "EMA")
    yield 100
    found["audience"] = [panel.audience.currentData(), panel.risk.value()]
    panel.risk.setFocus()
    panel.risk.selectAll()
    QTest.keyClicks(panel.risk, "0.3")
    QTest.keyClick(panel.risk, Qt.Key.Key_Return)
    yield 100
    found["own"] = [panel.audience.currentData(), panel.risk.value()]


def names(panel):
    """Which widgets a screen reader cannot name, and which the keyboard cannot reach."""
    focusable = [
        w
        for w in panel.widget().findChildren(QWidget)
        if w in (panel.patients, panel.areas, panel.area_id, panel.population, panel.audience, panel.risk,
                 panel.slider, panel.run, panel.before, panel.after, panel.curve, panel.status)
    ]  # fmt: skip
    found["unnamed"] = [type(w).__name__ for w in focusable if not w.accessibleName()]
    reached = [w for w in focusable if w.focusPolicy() & Qt.FocusPolicy.TabFocus]
    found["reached"] = len(reached)
    labels = [label for label in panel.widget().findChildren(QLabel) if label.buddy() is not None]
    found["mnemonics"] = len(labels)


def run(panel):
    """Click Run: the algorithm's own dialog opens, filled in."""
    QTest.mouseClick(panel.run, Qt.MouseButton.LeftButton)
    yield 1500
    dialog = panel.dialog
    found["dialog"] = dialog.algorithm().id()
    values = dialog.createProcessingParameters()
    found["filled"] = [values.get("AREA_ID"), values.get("POPULATION"), values.get("RISK")]
    dialog.grab().save(str(SHOTS / "preview_dialog.png"))
    dialog.close()
    yield 200


def design():
    """Open a shipped model in the Model Designer."""
    submenu = action("Open a model").menu()
    found["models"] = [entry.text() for entry in submenu.actions()]
    next(e for e in submenu.actions() if "masked dot map" in e.text()).trigger()
    yield 1500
    designer = plugins["geodeid_plugin"]._menu._designer
    designer.resize(1600, 950)
    yield 500
    found["steps"] = len(designer.model().childAlgorithms())
    found["path"] = designer.model().sourceFilePath()
    from processing.modeler import ModelerDialog

    ModelerDialog.QFileDialog = type("Chooser", (), {"getSaveFileName": staticmethod(chosen)})
    entries = designer.findChildren(type(iface.actionPan()))
    next(entry for entry in entries if entry.shortcut().toString() == "Ctrl+S").trigger()
    yield 500
    from qgis.PyQt.QtWidgets import QGraphicsView

    view = designer.findChild(QGraphicsView)
    view.fitInView(view.scene().itemsBoundingRect(), Qt.AspectRatioMode.KeepAspectRatio)
    yield 500
    designer.grab().save(str(SHOTS / "model.png"))


def chosen(*_asked):
    """Stand in for the dialog that asks where to save: nowhere."""
    found["where"] = True
    return "", ""


def until(done, limit=120):
    """Wait for something, in half seconds."""
    for _ in range(2 * limit):
        if done():
            return
        yield 500
    raise TimeoutError("the panel did not finish")


def action(text):
    """Entry of the plugin's menu."""
    entries = iface.pluginMenu().findChildren(type(iface.actionPan()))
    entries += iface.mainWindow().findChildren(type(iface.actionPan()))
    return next(entry for entry in entries if text in entry.text())


def advance(generator):
    """Take one step, and come back after it."""
    try:
        QTimer.singleShot(next(generator), lambda: advance(generator))
    except StopIteration:
        finish()
    except Exception:
        found["error"] = traceback.format_exc()
        finish()


def finish():
    """Tell what was seen and leave without questions."""
    (SHOTS / "panel.json").write_text(json.dumps(found))
    os._exit(0)


QTimer.singleShot(3000, lambda: advance(steps()))
