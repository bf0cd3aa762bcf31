# SPDX-License-Identifier: GPL-2.0-or-later
"""Driven inside a real QGIS: the panel publishes 5 000 patients in 1 580 areas while a timer beats.

Started by ``qgis --code``; the folder of the results comes in GEODEID_SHOTS, the layers in GEODEID_LAYERS,
and what to do with them in GEODEID_JOBS.
"""

import os
from pathlib import Path

from qgis.core import QgsProject, QgsVectorLayer
from qgis.PyQt.QtCore import QRect, Qt
from qgis.PyQt.QtTest import QTest
from qgis.PyQt.QtWidgets import QDockWidget
from qgis.utils import iface, loadPlugin, plugins, startPlugin
from stepping import SHOTS, Pulse, start, until

found = {"pauses": {}}


def steps():
    """Open the panel on the two layers and do what it can, one thing after another."""
    iface.mainWindow().setGeometry(QRect(0, 0, 1366, 768))
    loadPlugin("geodeid_plugin")
    startPlugin("geodeid_plugin")
    for name in ("areas", "patients"):
        place = f"{os.environ['GEODEID_LAYERS']}|layername={name}"
        QgsProject.instance().addMapLayer(QgsVectorLayer(place, name, "ogr"))
    yield 1500
    plugins["geodeid_plugin"]._menu._show_panel()
    yield 500
    panel = iface.mainWindow().findChild(QDockWidget, "GeoDeIDPublish")
    pulse = Pulse("large_preview.txt")
    panel.form.audience.setCurrentIndex(panel.form.audience.findData("ema_0070"))
    panel.form.changed.emit()
    yield 60_000  # the preview goes on for longer, and rests while something is published
    found["preview"] = pulse.stop()
    found["pauses"]["preview"] = pulse.pauses
    yield from jobs(panel)


def jobs(panel):
    """Every choice of the panel."""
    panel.parent_folder.setText(str(SHOTS))
    for row, name in enumerate(("dots", "counts", "picture", "masks")):
        if name not in os.environ["GEODEID_JOBS"].split(","):
            continue
        panel.kind.setCurrentIndex(row)
        yield 300
        panel.form.patients.setCurrentText("patients")
        panel.form.masked.setCurrentText("masked_points")
        panel.form.image.setText(str(SHOTS / "dots" / "release" / "map.png"))
        panel.name.setText(name)
        pulse = Pulse(f"large_{name}.txt")
        pulse.doing = panel.said.text
        QTest.mouseClick(panel.run, Qt.MouseButton.LeftButton)
        yield 1000
        yield from until(lambda: panel.run.isEnabled(), 2400)
        yield 500
        found[name] = pulse.stop()
        found["pauses"][name] = pulse.pauses
        found[f"{name} said"] = panel.said.text() + panel.result.place.text()
        Path(SHOTS / "large.json.part").write_text(str(found))


start(steps, found, "large")
