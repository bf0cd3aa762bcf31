# SPDX-License-Identifier: GPL-2.0-or-later
"""The plugin's menu."""

from __future__ import annotations

from qgis.core import QgsProject
from qgis.PyQt.QtCore import Qt, QUrl
from qgis.PyQt.QtGui import QDesktopServices, QIcon
from qgis.PyQt.QtWidgets import QAction, QDockWidget

from ..host.installation import guide, resource
from ..i18n import tr
from .dialogs import open_dialog
from .sample import SAMPLE, sample_copy

MENU = "&GeoDeID"


class PluginMenu:
    """Entries under Plugins ▸ GeoDeID; each opens an algorithm's own dialog, the panel or a project."""

    def __init__(self, iface):
        self._iface = iface
        self._panel = None
        self._actions = [
            self._entry(tr("Publish…"), self._show_panel, "preview"),
            self._entry(
                tr("Check a picture or document…"),
                lambda: open_dialog("geodeid:checkdocument"),
                "checkdocument",
            ),
            self._entry(tr("Open the sample"), self._open_sample),
            self._entry(tr("Help"), lambda: QDesktopServices.openUrl(QUrl(guide("index")))),
        ]
        self._iface.addToolBarIcon(self._actions[0])

    def remove(self):
        """Take every entry away again."""
        if self._panel is not None:
            self._panel.close_down()
            self._iface.removeDockWidget(self._panel)
            self._panel.deleteLater()
            self._panel = None
        for action in self._actions[:1]:
            self._iface.removeToolBarIcon(action)
        for action in reversed(self._actions):
            self._iface.removePluginMenu(MENU, action)
            action.deleteLater()
        self._actions = []

    def _entry(self, text: str, slot, icon: str = "geodeid") -> QAction:
        action = QAction(QIcon(str(resource("icons", f"{icon}.svg"))), text, self._iface.mainWindow())
        action.triggered.connect(lambda _checked=False: slot())
        self._iface.addPluginToMenu(MENU, action)
        return action

    def _show_panel(self) -> None:
        from .publish.panel import PublishPanel
        from .silence import Silence

        if self._panel is None:
            self._panel = PublishPanel(self._iface.mainWindow(), self._iface.mapCanvas())
            Silence(self._iface.messageBar(), self._panel)
            self._dock()
        self._panel.show()
        self._panel.raise_()
        self._panel.kind.setFocus()

    def _dock(self) -> None:
        """Put the panel to the right, as a tab: above or below another dock it has no room."""
        right, window = Qt.DockWidgetArea.RightDockWidgetArea, self._iface.mainWindow()
        self._iface.addDockWidget(right, self._panel)
        for other in window.findChildren(QDockWidget):
            if other is not self._panel and window.dockWidgetArea(other) == right:
                window.tabifyDockWidget(other, self._panel)

    def _open_sample(self) -> None:
        """Open a copy of the sample, once the user has let go of the open project."""
        if self._iface.newProject(True):
            # Opened by the interface the patients would be the active layer, and empty the choice of areas.
            QgsProject.instance().read(str(sample_copy() / SAMPLE))
