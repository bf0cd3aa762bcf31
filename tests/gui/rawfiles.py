# SPDX-License-Identifier: GPL-2.0-or-later
"""Driven inside a real QGIS with an empty profile and project: from five raw files to a verdict.

Started by ``qgis --code``; the files come in GEODEID_FILES, the folder of the results in GEODEID_SHOTS, the
plugin from QGIS_PLUGINPATH.
"""

import os
import time
from pathlib import Path

from qgis.core import QgsProject
from qgis.PyQt.QtCore import QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from qgis.PyQt.QtGui import QDragEnterEvent, QDropEvent
from qgis.PyQt.QtTest import QTest
from qgis.PyQt.QtWidgets import QApplication, QDockWidget, QFileDialog, QToolBar
from qgis.utils import iface, loadPlugin, startPlugin
from stepping import SHOTS, Pulse, clicker, coarse, placed_as_drawn, start, until

FILES = [Path(one) for one in os.environ["GEODEID_FILES"].split(os.pathsep)]
found = {"clicks": 0, "dialogs": 0, "seconds": {}}
click = clicker(found)


def drop(panel, paths):
    """Let go of files above the panel, as a file manager does; it counts as a click."""
    found["clicks"] += 1
    held = QMimeData()
    held.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    spot, action = QPoint(20, 20), Qt.DropAction.CopyAction
    buttons = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(panel, QDragEnterEvent(spot, action, held, *buttons))
    QApplication.sendEvent(panel, QDropEvent(QPointF(spot), action, held, *buttons))


def picture(name):
    """Keep what is on the screen, and count dialogs that stand in the way."""
    iface.mainWindow().grab().save(str(SHOTS / f"{name}.png"))
    found["dialogs"] += isinstance(QApplication.activeModalWidget(), QFileDialog)


def plain(text):
    return text.replace("\u00a0", " ")


def reach(panel, word):
    """Bring a link of the card into sight, and take it by keys: Tab to the link, Enter."""
    said = panel.bring.said
    said.setFocus()
    for _ in range(60):
        QTest.keyClick(said, Qt.Key.Key_Tab)
        if said.selectedText().strip() == word:
            QTest.keyClick(said, Qt.Key.Key_Return)
            return True
    return False


def steps():
    """Do one thing after another; each ``yield`` lets QGIS work for so many milliseconds."""
    window = iface.mainWindow()
    window.setGeometry(QRect(0, 0, 1366, 768))
    loadPlugin("geodeid_plugin")
    startPlugin("geodeid_plugin")
    from geodeid_plugin.i18n import tr

    yield 500
    button = next(
        bar.widgetForAction(action)
        for bar in window.findChildren(QToolBar)
        for action in bar.actions()
        if action.text() == tr("Publish…")
    )
    click(button)
    yield 1500
    panel = window.findChild(QDockWidget, "GeoDeIDPublish")
    coarse(panel.form, 36)
    placed_as_drawn()
    picture("files_1_empty")
    begun, pulse = time.monotonic(), Pulse()
    drop(panel, FILES)
    found["off"] = [panel.run.isEnabled(), panel.why_off.text()]
    yield from until(lambda: not panel.bring.busy)
    found["stood_still"] = pulse.stop()
    found["seconds"]["found"] = round(time.monotonic() - begun, 2)
    yield 500
    picture("files_2_found")
    found["folded"] = plain(panel.bring.said.text())
    found["unfolded_by_keys"] = reach(panel, tr("Show and undo"))
    yield 300
    found["said"] = plain(panel.bring.said.text())
    picture("files_2_unfolded")
    scrolled = panel.form_page
    found["cut"] = max(0, scrolled.widget().width() - scrolled.viewport().width())
    form = panel.form
    found["chosen"] = [box.currentText() for box in (form.patients, form.areas, form.outline)]
    found["fields"] = [form.area_id.currentField(), form.population.currentField()]
    group = QgsProject.instance().layerTreeRoot().findGroup(tr("Internal"))
    found["internal"] = sorted(node.name() for node in group.findLayers())
    yield from until(lambda: panel.preview.masked is not None)
    yield 1000
    picture("files_3_checked")
    found["card"] = plain(panel.card.text())
    yield from published(panel, begun)
    yield from undo(panel, tr)


def published(panel, begun):
    """Publish with what was filled in."""
    click(panel.run)
    yield 500
    yield from until(panel.run.isEnabled, 900)
    found["result"] = plain(f"{panel.result.word.text()} {panel.result.why.text()} {panel.said.text()}")
    found["seconds"]["all"] = round(time.monotonic() - begun, 1)
    yield 1000
    picture("files_4_verdict")
    found["clicks_to_verdict"] = found["clicks"]
    found["leaves"] = panel.finished and panel.finished.name


def undo(panel, tr):
    """Take the leading zeros back and put them there again, by keys; then forget the files."""
    before = panel.bring.said.text()
    panel.bring.follow(next(link for link in links(before) if zeros(panel, link)))
    yield from until(lambda: not panel.bring.busy)
    yield 300
    found["undone"] = plain(panel.bring.said.text())
    panel.form_page.ensureWidgetVisible(panel.bring)
    picture("files_5_undone")
    found["redone_by_keys"] = reach(panel, tr("Redo"))
    yield from until(lambda: not panel.bring.busy)
    yield 300
    found["redone"] = panel.bring.said.text() == before
    panel.bring.follow("forget")
    yield 500
    root = QgsProject.instance().layerTreeRoot()
    yield 2000
    drawn = iface.mapCanvas().grab().toImage()
    iface.mapCanvas().refresh()
    yield 2000
    found["stale"] = drawn != iface.mapCanvas().grab().toImage()
    found["left"] = sorted(node.name() for node in root.findGroup(tr("Internal")).findLayers())


def links(text):
    return [part.split("'")[0] for part in text.split("href='")[1:]]


def zeros(panel, link):
    """Whether a link undoes the leading zeros."""
    row = next(part for part in panel.bring.said.text().split("<p ") if f"href='{link}'" in part)
    return "zeros" in row or "zéros" in row


start(steps, found, "rawfiles")
