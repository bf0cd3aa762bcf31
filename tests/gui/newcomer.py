# SPDX-License-Identifier: GPL-2.0-or-later
"""Driven inside a real QGIS with an empty profile: the first map, by mouse alone and with every default.

Started by ``qgis --code``; the folder of the results comes in GEODEID_SHOTS, the plugin from QGIS_PLUGINPATH.
"""

import os
import zipfile

from qgis.core import QgsProject
from qgis.PyQt.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from qgis.PyQt.QtGui import QMouseEvent
from qgis.PyQt.QtTest import QTest
from qgis.PyQt.QtWidgets import QApplication, QDockWidget, QToolBar
from qgis.utils import iface, loadPlugin, startPlugin
from stepping import FEW, SHOTS, Pulse, clicker, start, until

found = {"clicks": 0}
click = clicker(found)


def choose(menu, text):
    """Click an entry of a menu or menu bar; returns its submenu."""
    entry = next(one for one in menu.actions() if one.text().replace("&", "").startswith(text))
    click(menu, menu.actionGeometry(entry).center())
    return entry.menu()


def picture(name):
    """Keep what is on the screen."""
    iface.mainWindow().grab().save(str(SHOTS / f"{name}.png"))


def steps():
    """Do one thing after another; each ``yield`` lets QGIS work for so many milliseconds."""
    window = iface.mainWindow()
    window.setGeometry(QRect(0, 0, 1366, 768))
    loadPlugin("geodeid_plugin")
    startPlugin("geodeid_plugin")
    yield 500
    plugins = choose(window.menuBar(), "Plugins")
    yield 300
    own = choose(plugins, "GeoDeID")
    yield 300
    choose(own, "Open the sample")
    yield 2500
    if "GEODEID_KEEP_SHOTS" not in os.environ:  # the guide shows the whole
        for layer in QgsProject.instance().mapLayers().values():
            layer.setSubsetString(FEW)
    picture("step_1")
    button = next(
        bar.widgetForAction(action)
        for bar in window.findChildren(QToolBar)
        for action in bar.actions()
        if action.text() == "Publish…"
    )
    click(button)
    panel = window.findChild(QDockWidget, "GeoDeIDPublish")
    yield from until(lambda: panel.preview.masked is not None)
    yield 1500
    picture("step_2")
    pulse = Pulse()
    click(panel.run)
    yield 4000
    picture("step_3")
    pulse.forgive()
    yield from until(lambda: panel.run.isEnabled())
    found["blocked"] = pulse.stop()
    yield 1000
    picture("step_4")
    result = panel.result
    found["said"] = [label.text() for label in (result.word, result.why, result.place)]
    found["bars"] = [f"{item.title()} {item.text()}" for item in iface.messageBar().items()]
    tree = QgsProject.instance().layerTreeRoot()
    found["seen"] = sorted(node.name() for node in tree.findLayers() if node.isVisible())
    QTest.mouseClick(result.over, Qt.MouseButton.LeftButton)
    yield 2000
    picture("step_5")
    found["swipe"] = [result.swipe.share, colours(result.swipe)]
    grip = result.swipe.grip
    extent = iface.mapCanvas().extent()
    QTest.mousePress(grip, Qt.MouseButton.LeftButton, pos=QPoint(7, 200))
    drag(grip, QPoint(107, 200))
    QTest.mouseRelease(grip, Qt.MouseButton.LeftButton, pos=QPoint(7, 200))
    found["panned"] = extent != iface.mapCanvas().extent()
    QTest.keyClick(grip, Qt.Key.Key_Right)
    found["swipe"].append(result.swipe.share)
    QTest.mouseClick(result.hand_over, Qt.MouseButton.LeftButton)
    yield from until(lambda: result.handed.text())
    folder = panel.finished.parent
    with zipfile.ZipFile(next(folder.glob("*.zip"))) as packed:
        found["packed"] = sorted(packed.namelist())
        packed.extractall(SHOTS / "unpacked")
    picture("step_6")
    yield from sight(result)
    found["name"] = [folder.name, panel.name.text()]
    panel.form.people.setValue(10)
    found["shown_of_another_risk"] = [panel.pages.currentWidget() is panel.form_page, result.swipe is None]
    found["seen_after"] = sorted(node.name() for node in tree.findLayers() if node.isVisible())
    found["made"] = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.*"))


def drag(widget, place):
    """Move the mouse with its button down; QTest knows no such move."""
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QMouseEvent(QEvent.Type.MouseMove, QPointF(place), left, left, none)
    QApplication.sendEvent(widget, event)


def sight(result):
    """Show what is internal again, and hide it again."""
    tree = QgsProject.instance().layerTreeRoot()
    for state in ("shown", "hidden"):
        QTest.mouseClick(result.internal, Qt.MouseButton.LeftButton)
        yield 200
        found[state] = sorted(node.name() for node in tree.findLayers() if node.isVisible())


def colours(widget):
    """Different colours in what a widget draws."""
    image = widget.grab().toImage()
    return len({image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)})


start(steps, found, "newcomer")
