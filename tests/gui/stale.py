# SPDX-License-Identifier: GPL-2.0-or-later
"""Driven inside a real QGIS: what the panel shows and hands over once something else is true.

Started by ``qgis --code``; the folder of the results comes in GEODEID_SHOTS, the plugin from QGIS_PLUGINPATH.
"""

import zipfile
from pathlib import Path

from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsFeature,
    QgsProject,
    QgsVectorLayer,
    QgsVectorLayerJoinInfo,
)
from qgis.PyQt.QtCore import QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from qgis.PyQt.QtGui import QDragEnterEvent, QDropEvent
from qgis.PyQt.QtWidgets import QApplication, QDockWidget
from qgis.utils import iface, loadPlugin, plugins, startPlugin
from stepping import SHOTS, coarse, placed_as_drawn, small_sample, start, until

found = {"after": {}, "meanwhile": {}}
REST = 900
"""Milliseconds after which the panel has heard of a change."""
opened = []


def steps():
    """Do one thing after another; each ``yield`` lets QGIS work for so many milliseconds."""
    iface.mainWindow().setGeometry(QRect(0, 0, 1366, 768))
    loadPlugin("geodeid_plugin")
    startPlugin("geodeid_plugin")
    from geodeid_plugin.gui.publish import result

    result._open = lambda path: opened.append(path.name)
    placed_as_drawn()
    panel = yield from sample()
    coarse(panel.form, 36)
    panel.parent_folder.setText(str(SHOTS))
    yield from unsaved(panel)
    yield from run(panel, "first")
    found["kept"] = [panel.pages.currentWidget() is panel.result, (SHOTS / "first").exists()]
    yield from swiped(panel)
    yield from handed(panel)
    yield from after(panel)
    yield from meanwhile(panel)


def sample():
    """Open the sample anew, with few patients; returns the panel once it has looked at them."""
    small_sample()
    plugins["geodeid_plugin"]._menu._show_panel()
    panel = iface.mainWindow().findChild(QDockWidget, "GeoDeIDPublish")
    yield REST
    yield from checked(panel)
    return panel


def checked(panel):
    yield from until(lambda: panel.card.text() != "Checking…", 60)


def run(panel, name):
    """Publish under a name, to the end; meanwhile what no result depends on changes."""
    panel.name.setText(name)
    panel.run.click()
    yield 300
    name_and_add(panel.form.patients.currentLayer())
    yield from ended(panel)
    assert panel.finished is not None, panel.said.text()


def ended(panel):
    """Wait until no run is under way."""
    yield from until(lambda: panel._chain is None, 300)


def unsaved(panel):
    """Take a patient away: first only in the window, then in the file, long after."""
    layer = panel.form.patients.currentLayer()
    said = [panel.card.text()]
    layer.startEditing()
    layer.deleteFeature(next(layer.getFeatures()).id())
    yield REST
    said.append(panel.card.text())
    found["unsaved"] = [panel.run.isEnabled(), layer.name() in said[1]]
    layer.commitChanges()
    yield REST
    yield from checked(panel)
    found["saved"] = [panel.run.isEnabled(), *("83 patients" in one for one in (said[0], panel.card.text()))]


def swiped(panel):
    """Swipe, take the picture that QGIS exports, and close the panel."""
    canvas = iface.mapCanvas()
    yield 1000
    exported = []
    for name in ("plain", "swiped"):
        panel.result.over.setChecked(name == "swiped")
        yield 2000
        canvas.saveAsImage(str(SHOTS / f"{name}.png"))
        exported.append((SHOTS / f"{name}.png").read_bytes())
    panel.close()
    yield 300
    left = [one for one in canvas.viewport().children() if type(one).__name__ in ("Swipe", "_Grip")]
    found["swiped"] = [exported[0] == exported[1], panel.result.swipe is None, len(left)]
    panel.show()


def handed(panel):
    """Hand over while another file lies there; then change something while the zip is being made."""
    folder = panel.finished
    (folder / "patients.gpkg").write_bytes(b"true places")
    panel.result.hand_over.click()
    yield from until(lambda: panel.result.handed.text(), 60)
    packed = folder.parent / f"{folder.parent.name}.zip"
    with zipfile.ZipFile(packed) as read:
        found["handed"] = [panel.result.handed.text(), read.namelist(), list(opened)]
    packed.unlink()
    opened.clear()
    panel.result.hand_over.click()
    panel.form.people.setValue(7)
    yield 2000
    shown = panel.pages.currentWidget() is panel.result
    found["given up"] = [shown, opened, sorted(one.name for one in folder.parent.glob(".*"))]


def after(panel):
    """Show the same result again, change one thing, and look whether it is still shown."""
    outcome, layer = panel.result._outcome, panel.form.patients.currentLayer()
    areas = panel.form.areas.currentLayer()
    joined = QgsVectorLayer("Point?crs=EPSG:4326&field=code:string&field=more:integer", "More", "memory")
    joined.dataProvider().addFeatures([QgsFeature(joined.fields())])
    QgsProject.instance().addMapLayer(joined)
    for name, change in changes(panel, layer, areas, joined):
        yield REST
        yield from checked(panel)
        panel.result.tell(outcome)
        panel.pages.setCurrentWidget(panel.result)
        change()
        yield REST
        found["after"][name] = panel.pages.currentWidget() is panel.result
    yield REST


def changes(panel, layer, areas, joined):
    """What is changed, one after another, each by its name."""
    yield "a risk", lambda: panel.form.people.setValue(6)
    yield "an audience", lambda: panel.form.audience.setCurrentIndex(1)
    layer.startEditing()
    yield "a patient taken away", lambda: layer.deleteFeature(next(layer.getFeatures()).id())
    yield "the same, saved", layer.commitChanges
    areas.startEditing()
    yield (
        "a number of people",
        lambda: areas.changeAttributeValue(
            next(areas.getFeatures()).id(), areas.fields().indexOf("population"), 9000
        ),
    )
    yield "the same, taken back", areas.rollBack
    yield "a filter", lambda: filtered(layer)
    own = layer.crs()
    yield "another system", lambda: layer.setCrs(QgsCoordinateReferenceSystem("EPSG:26918"))
    yield "the system put back", lambda: layer.setCrs(own)
    yield "a join", lambda: join(areas, joined)
    joined.startEditing()
    yield "the joined table", lambda: joined.changeAttributeValue(next(joined.getFeatures()).id(), 1, 7)
    yield "the same table, saved", joined.commitChanges
    yield "a picture that is dropped", lambda: drop(panel, SHOTS / "plain.png")
    yield "another picture", lambda: drop(panel, SHOTS / "swiped.png")
    yield "another kind", lambda: panel.kind.setCurrentIndex(0)
    yield "a layer gone", lambda: QgsProject.instance().removeMapLayer(layer.id())
    yield "the project closed", QgsProject.instance().clear


def filtered(layer):
    """Leave some of the patients out."""
    layer.setSubsetString(f"{layer.subsetString()} AND fid > 50")


def join(areas, joined):
    """Join a table to the areas, as the user of a table of people does."""
    one = QgsVectorLayerJoinInfo()
    one.setJoinLayer(joined)
    one.setJoinFieldName("code")
    one.setTargetFieldName("tract")
    areas.addJoin(one)


def drop(panel, path: Path):
    """Let go of a file above the panel."""
    held = QMimeData()
    held.setUrls([QUrl.fromLocalFile(str(path))])
    how = Qt.DropAction.CopyAction, held, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(panel, QDragEnterEvent(QPoint(20, 20), *how))
    QApplication.sendEvent(panel, QDropEvent(QPointF(20, 20), *how))


def meanwhile(panel):
    """Change something while a run is under way."""
    for name, change in (
        ("a patient added and saved", add), ("a filter", filtered),
        ("a layer gone", lambda layer: QgsProject.instance().removeMapLayer(layer.id())),
        ("the project closed", lambda _layer: QgsProject.instance().clear()),
    ):  # fmt: skip
        panel.kind.setCurrentIndex(0)
        panel = yield from sample()
        panel.name.setText(name)
        panel.run.click()
        yield 300
        found["document"] = panel.document.isEnabled()
        change(panel.form.patients.currentLayer())
        yield REST
        yield from ended(panel)
        yield 500
        shown = panel.pages.currentWidget() is panel.result
        found["meanwhile"][name] = [shown, (SHOTS / name).exists(), panel.said.text()]


def name_and_add(layer):
    """Change what no result depends on: a name, and the layers that nobody chose."""
    layer.setName("Patients of last year")
    QgsProject.instance().addMapLayer(QgsVectorLayer("Point?crs=EPSG:4326", "Others", "memory"))


def add(layer):
    """Add a patient beside another, and save."""
    layer.startEditing()
    feature = QgsFeature(layer.fields())
    feature.setGeometry(next(layer.getFeatures()).geometry())
    layer.addFeature(feature)
    layer.commitChanges()


start(steps, found, "stale")
