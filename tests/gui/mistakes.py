# SPDX-License-Identifier: GPL-2.0-or-later
"""Driven inside a real QGIS: what the panel says of layers with the mistakes that people make.

Started by ``qgis --code``; the folder of the results comes in GEODEID_SHOTS, the plugin from QGIS_PLUGINPATH.
"""

from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsFeature,
    QgsGeometry,
    QgsPointXY,
    QgsProject,
)
from qgis.PyQt.QtCore import QRect, Qt
from qgis.PyQt.QtGui import QImage, QPainter
from qgis.PyQt.QtWidgets import QDockWidget, QFileDialog
from qgis.utils import iface, loadPlugin, plugins, startPlugin
from squares import areas, patients
from stepping import SHOTS, start, until

found = {}


def points_with_people():
    """Areas as points, which are no patients."""
    layer = patients(60)
    layer.setName("Areas as points")
    layer.dataProvider().addAttributes(areas().fields())
    layer.updateFields()
    return layer


CASES = {
    "good": lambda: (patients(), areas()),
    "no areas": lambda: (patients(),),
    "no patients": lambda: (areas(),),
    "swapped": lambda: (patients(swapped=True), areas()),
    "wrong system": lambda: (patients(crs="EPSG:32618"), areas()),
    "some outside": lambda: (with_one_outside(), areas()),
    "three": lambda: (patients(3), areas()),
    "crowded": lambda: (patients(1500), areas(value=lambda at: 20 + at * 7919 % 37)),
    "text": lambda: (patients(), areas("population:string", lambda at: f"1,{at * 17:03d}")),
    "no population": lambda: (patients(), areas("name:string", str)),
    "null": lambda: (patients(), areas(value=lambda at: None if at < 13 else 700 + at * 7919 % 1900)),
    "far": lambda: (patients(shift=3), areas()),
    "twice": lambda: (patients(), areas(code=lambda at: min(at, 58))),
    "none at all": lambda: (patients(0), areas()),
    "land": lambda: (patients(), areas("ALAND:double", lambda at: 4e8 + at * 7919 % 1900)),
    "two kinds of areas": lambda: (patients(), areas(), areas()),
    "areas as points": lambda: (points_with_people(), patients(), areas()),
}


FIXES = {"swapped": "fix", "wrong system": "fix", "text": "fix", "null": "people:no_people",
         "some outside": "outside:left_out"}  # fmt: skip
"""Mistakes for which the card offers a remedy, and the address of its word."""


SHOWN = ("swapped", "text", "null", "some outside", "crowded")
"""Mistakes of which the guide shows what is said."""


def stacked(pictures):
    """One picture of several, one below the other."""
    height = sum(one.height() + 8 for one in pictures) - 8
    whole = QImage(max(one.width() for one in pictures), height, QImage.Format.Format_RGB32)
    whole.fill(Qt.GlobalColor.white)
    painter, below = QPainter(whole), 0
    for one in pictures:
        painter.drawImage(0, below, one)
        below += one.height() + 8
    painter.end()
    return whole


def with_one_outside():
    """A patient far away."""
    layer = patients()
    feature = QgsFeature()
    feature.setGeometry(QgsGeometry.fromPointXY(QgsPointXY(10, 50)))
    layer.dataProvider().addFeatures([feature])
    return layer


def steps():
    """Do one thing after another; each ``yield`` lets QGIS work for so many milliseconds."""
    iface.mainWindow().setGeometry(QRect(0, 0, 1366, 768))
    loadPlugin("geodeid_plugin")
    startPlugin("geodeid_plugin")
    QgsProject.instance().setCrs(QgsCoordinateReferenceSystem("EPSG:4326"))
    plugins["geodeid_plugin"]._menu._show_panel()
    panel = iface.mainWindow().findChild(QDockWidget, "GeoDeIDPublish")
    found["empty"] = said(panel)
    cards = []
    for name, layers in CASES.items():
        QgsProject.instance().clear()
        yield 200
        QgsProject.instance().addMapLayers(list(layers()))
        yield 200
        yield from until(lambda: panel.card.text() != "Checking…", 60)
        found[name] = said(panel)
        panel.grab().save(str(SHOTS / f"mistake_{name.replace(' ', '_')}.png"))
        if name in SHOWN:
            cards.append((panel.bring if name in FIXES else panel.card).grab().toImage())
        if name == "land":
            panel.form.population.setField("ALAND")
            yield 200
            yield from until(lambda: panel.card.text() != "Checking…", 60)
            found[name] = said(panel)
        if name in FIXES:
            yield from fix(panel, name)
    stacked(cards).save(str(SHOTS / "mistakes.png"))
    found["taken"] = panel.form.patients.currentText()
    yield from changed(panel)
    yield from gone(panel)
    yield from places(panel)


def said(panel):
    """Card, whether Publish is on, and why not."""
    return [panel.card.text(), panel.run.isEnabled(), panel.why_off.text() if panel.card.stop else ""]


def fix(panel, name):
    """Take what the card offers, as a click on its word does, and hear what the check says then."""
    found[f"{name} offered"] = panel.bring.said.text()
    panel.bring.follow(FIXES[name])
    yield 500
    yield from until(lambda: panel.card.text() != "Checking…", 60)
    found[f"{name} fixed"] = said(panel)


def changed(panel):
    """Show a result, and change one thing after another: what stays in sight of it?"""
    from geodeid_plugin.core.base.verdict import Level
    from geodeid_plugin.gui.publish.result import Outcome

    QgsProject.instance().clear()
    QgsProject.instance().addMapLayers([patients(), areas(), areas()])
    yield from until(lambda: panel.card.text() != "Checking…", 60)
    form = panel.form
    for name, change in {
        "areas": lambda: form.areas.setLayer(form.areas.layer(1 - form.areas.currentIndex())),
        "population": lambda: form.population.setField(""),
        "audience": lambda: form.audience.setCurrentIndex(1),
        "risk": lambda: form.people.setValue(8),
        "what": lambda: panel.kind.setCurrentIndex(1),
        "project": QgsProject.instance().clear,
    }.items():
        panel.result.tell(Outcome(panel.job, SHOTS, SHOTS, Level.PASSED, "Old.", "", {}))
        panel.pages.setCurrentWidget(panel.result)
        change()
        yield 100
        found.setdefault("stays", {})[name] = panel.result.isVisible()
    panel.kind.setCurrentIndex(0)


def places(panel):
    """Folders that cannot be made, and the question for a folder that is left without an answer."""
    QgsProject.instance().clear()
    QgsProject.instance().addMapLayers(list(CASES["good"]()))
    yield from until(lambda: panel.card.text() != "Checking…", 60)
    (SHOTS / "a file").write_text("")
    (SHOTS / "taken").mkdir(exist_ok=True)
    (SHOTS / "taken" / "map.png").write_text("of somebody")
    for parent, name in ((SHOTS / "a file", "map"), (SHOTS, "taken"), (SHOTS, "a/b"), (SHOTS, " ")):
        panel.parent_folder.setText(str(parent))
        panel.name.setText(name)
        panel.run.click()
        yield 300
        found.setdefault("places", {})[name] = [panel.said.text(), panel._chain is None]
    found["kept"] = (SHOTS / "taken" / "map.png").read_text()
    QFileDialog.getExistingDirectory = staticmethod(lambda *_asked: "")
    panel.browse.click()
    found["unanswered"] = panel.parent_folder.text() == str(SHOTS)


def gone(panel):
    """Clear the project while a preview waits, and again while it is being made."""
    QgsProject.instance().clear()
    for pause in (100, 1500):
        QgsProject.instance().addMapLayers(list(CASES["good"]()))
        yield from until(lambda: panel.card.text() != "Checking…", 60)
        panel.form.people.setValue(4 if pause == 100 else 6)
        yield pause
        QgsProject.instance().clear()
        yield 4000
        after = [layer.name() for layer in panel.preview.after.layers()]
        found.setdefault("gone", []).append([said(panel)[1], after, panel.preview.masked is None])
    layers = CASES["good"]()
    QgsProject.instance().addMapLayers(list(layers))
    yield from until(lambda: panel.card.text() != "Checking…", 60)
    before = panel.card.text()
    layers[0].startEditing()
    layers[0].deleteFeatures([feature.id() for feature in list(layers[0].getFeatures())[:20]])
    layers[0].commitChanges()
    yield from until(lambda: panel.card.text() not in (before, "Checking…"), 60)
    found["edited"] = panel.card.text()


start(steps, found, "mistakes")
