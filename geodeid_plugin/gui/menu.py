# SPDX-License-Identifier: GPL-2.0-or-later
"""The plugin's menu."""

from __future__ import annotations

import processing
from qgis.core import QgsProject
from qgis.PyQt.QtGui import QIcon
from qgis.PyQt.QtWidgets import QAction

from ..i18n import tr
from ..installation import resource

MENU = "&GeoDeID"


class PluginMenu:
    """Entries under Plugins ▸ GeoDeID; each opens an algorithm's own dialog or a project."""

    def __init__(self, iface):
        self._iface = iface
        self._actions = [
            self._entry(tr("Mask patient points…"), lambda: self._open("geodeid:lpmask")),
            self._entry(tr("Cluster areas…"), lambda: self._open("geodeid:clusterareas")),
            self._entry(tr("Check a map image…"), lambda: self._open("geodeid:mapreidentification")),
            self._entry(tr("Open sample project"), self._open_sample),
        ]

    def remove(self):
        """Take every entry away again."""
        for action in reversed(self._actions):
            self._iface.removePluginMenu(MENU, action)
            action.deleteLater()
        self._actions = []

    def _entry(self, text: str, slot) -> QAction:
        action = QAction(QIcon(str(resource("icons", "geodeid.svg"))), text, self._iface.mainWindow())
        action.triggered.connect(lambda _checked=False: slot())
        self._iface.addPluginToMenu(MENU, action)
        return action

    @staticmethod
    def _open(algorithm: str) -> None:
        dialog = processing.createAlgorithmDialog(algorithm, {})
        if dialog is not None:
            dialog.show()

    @staticmethod
    def _open_sample() -> None:
        QgsProject.instance().read(str(resource("sample", "upstate_new_york.qgs")))
