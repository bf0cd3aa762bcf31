# SPDX-License-Identifier: GPL-2.0-or-later
"""Driven inside a real QGIS with the mouse: one publication for each month, and for each county.

Started by ``qgis --code``; the folder of the results comes in GEODEID_SHOTS, the plugin from QGIS_PLUGINPATH.
"""

import json

from qgis.core import QgsProject
from qgis.PyQt.QtCore import QRect, Qt
from qgis.PyQt.QtTest import QTest
from qgis.PyQt.QtWidgets import QDockWidget
from qgis.utils import iface, loadPlugin, plugins, startPlugin
from squares import areas, patients
from stepping import SHOTS, clicker, coarse, placed_as_drawn, start, until

found = {"clicks": 0}
click = clicker(found)


def steps():
    """Do one thing after another; each ``yield`` lets QGIS work for so many milliseconds."""
    iface.mainWindow().setGeometry(QRect(0, 0, 1366, 768))
    loadPlugin("geodeid_plugin")
    startPlugin("geodeid_plugin")
    placed_as_drawn()
    layers = [patients(), areas(value=lambda at: 7000 + at * 7919 % 19000)]
    QgsProject.instance().addMapLayers(layers)
    plugins["geodeid_plugin"]._menu._show_panel()
    panel = iface.mainWindow().findChild(QDockWidget, "GeoDeIDPublish")
    panel.parent_folder.setText(str(SHOTS))
    form = panel.form
    coarse(form, 36)
    yield from checked(panel)
    found["offered"] = [form.for_each.itemText(row) for row in range(form.for_each.count())]
    yield from choose(panel, form.for_each, 2)
    found["asks"] = [form.person.isVisible(), panel.run.isEnabled(), panel.card.text()]
    yield from choose(panel, form.person, form.person.findText("case"))
    found["months_asked"] = [panel.run.isEnabled(), panel.card.text()]
    panel.grab().save(str(SHOTS / "series_1_form.png"))
    yield from publish(panel, "months")
    panel.form_page.ensureWidgetVisible(form.for_each)
    yield from twice(panel, layers[0])
    yield from choose(panel, form.for_each, 1)
    found["counties_asked"] = [form.person.isVisible(), panel.run.isEnabled(), panel.card.text()]
    yield from publish(panel, "counties")
    panel.kind.setCurrentIndex(1)
    yield from checked(panel)
    form.fewest_cases.setValue(0)
    yield from choose(panel, form.for_each, 1)
    yield from publish(panel, "counts")
    yield from stopped(panel)


def choose(panel, box, row):
    """Take a line of a box by the mouse, and wait for the check that follows."""
    panel.form_page.ensureWidgetVisible(box)
    yield 300
    click(box)
    yield 800  # Qt takes a release soon after the press for the end of the same click
    view = box.view()
    click(view.viewport(), view.visualRect(box.model().index(row, 0)).center())
    yield 300
    yield from checked(panel)


def checked(panel):
    yield from until(lambda: panel.card.text() != "Checking…", 60)
    yield 300


def publish(panel, name):
    """Publish under a name, to the end, and keep what is shown and what was made."""
    panel.name.setText(name)
    click(panel.run)
    yield 500
    yield from until(lambda: panel._chain is None, 900)
    yield 500
    result, folder = panel.result, SHOTS / name
    panel.grab().save(str(SHOTS / f"series_2_{name}.png"))
    files = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    masks = sorted(folder.glob("*/internal/mask_metrics.json"))
    figures = [json.loads(one.read_text())["figures"] for one in masks]
    bounds = [[one["RISK_BOUND"], one["PERSON_RISK"], one["RECORDS"]] for one in figures]
    shown = [result.word.text(), result.why.text(), result.table.text(), panel.said.text()]
    found[name] = {"shown": shown, "files": files, "masks": bounds, "zip": result.hand_over.isVisible()}


def twice(panel, layer):
    """Give two patients of different months one identifier."""
    layer.startEditing()
    rows = list(layer.getFeatures())[:2]
    layer.changeAttributeValue(rows[1].id(), 0, rows[0]["case"])
    layer.commitChanges()
    yield 800
    yield from checked(panel)
    found["twice"] = [panel.run.isEnabled(), panel.card.text()]


def stopped(panel):
    """Cancel while the second county is under way: nothing is kept."""
    panel.result.change.click()
    panel.name.setText("stopped")
    yield 300
    click(panel.run)
    yield from until(lambda: "(2 of 2)" in panel.said.text(), 300)
    QTest.mouseClick(panel.stop, Qt.MouseButton.LeftButton)
    yield from until(lambda: panel._chain is None, 60)
    left = [path.name for path in SHOTS.iterdir() if "stopped" in path.name or path.name.startswith(".")]
    found["stopped"] = [panel.said.text(), left]


start(steps, found, "series")
