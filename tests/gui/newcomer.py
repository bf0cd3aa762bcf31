# SPDX-License-Identifier: GPL-2.0-or-later
"""Driven inside a real QGIS with an empty profile: the first map, by mouse alone and with every default.

Started by ``qgis --code``; the folder of the results comes in GEODEID_SHOTS, the plugin from QGIS_PLUGINPATH.
"""

from qgis.core import Qgis, QgsProject
from qgis.PyQt.QtCore import QRect
from qgis.PyQt.QtWidgets import QDockWidget, QToolBar
from qgis.utils import iface, loadPlugin, startPlugin
from stepping import SHOTS, clicker, start, until

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
    click(panel.run)
    yield 4000
    picture("step_3")
    yield from until(lambda: panel.run.isEnabled())
    yield 1000
    picture("step_4")
    found["said"] = panel.said.text()
    bad = (Qgis.MessageLevel.Warning, Qgis.MessageLevel.Critical)
    found["warned"] = [
        f"{item.title()} {item.text()}" for item in iface.messageBar().items() if item.level() in bad
    ]
    tree = QgsProject.instance().layerTreeRoot()
    found["seen"] = sorted(node.name() for node in tree.findLayers() if node.isVisible())
    panel.form.risk.setValue(0.1)
    found["said_of_another_risk"] = panel.said.text()
    found["made"] = sorted(str(path.relative_to(panel.place())) for path in panel.place().rglob("*.*"))


start(steps, found, "newcomer")
