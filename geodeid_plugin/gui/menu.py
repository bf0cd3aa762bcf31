# SPDX-License-Identifier: GPL-2.0-or-later
"""The plugin's menu, and the copy of the sample project that it opens."""

from __future__ import annotations

import filecmp
import shutil
from pathlib import Path

from qgis.core import QgsApplication, QgsProject
from qgis.PyQt.QtCore import Qt, QUrl
from qgis.PyQt.QtGui import QDesktopServices, QIcon
from qgis.PyQt.QtWidgets import QAction, QDockWidget

from ..host.installation import guide, resource
from ..i18n import tr
from .dialogs import open_dialog

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
        from .dialogs import Silence
        from .publish.panel import PublishPanel

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


SAMPLE = "upstate_new_york.qgs"


def sample_copy(parent: Path | None = None) -> Path:
    """Folder with a copy of the sample that is as it was shipped.

    Parameters
    ----------
    parent : Path, optional
        Where the copy is kept; the user's profile by default.

    Returns
    -------
    Path
        The folder. A copy that was changed is left alone, and another one made beside it.
    """
    if parent is None:
        parent = Path(QgsApplication.qgisSettingsDirPath()) / "geodeid"
    shipped, number = resource("sample"), 1
    while True:
        folder = parent / ("sample" if number == 1 else f"sample {number}")
        if not folder.exists():
            folder.mkdir(parents=True)
            for path in shipped.iterdir():
                shutil.copyfile(path, folder / path.name)
            return folder
        if _unchanged(shipped, folder):
            return folder
        number += 1


def _unchanged(shipped: Path, folder: Path) -> bool:
    """Whether every file of the sample is in a folder, byte for byte."""
    names = [path.name for path in shipped.iterdir()]
    return not any(filecmp.cmpfiles(shipped, folder, names, shallow=False)[1:])
