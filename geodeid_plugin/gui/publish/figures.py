# SPDX-License-Identifier: GPL-2.0-or-later
"""The numbers of a report's first page in the panel, each a link to what it means."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

from qgis.PyQt.QtCore import QByteArray, QSize, Qt, QUrl
from qgis.PyQt.QtGui import QDesktopServices, QMovie, QPainter, QPixmap
from qgis.PyQt.QtSvg import QSvgRenderer
from qgis.PyQt.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from ...host.installation import guide, resource
from ...i18n import tr
from ...report import explanation
from ..widgets import show_linked
from .jobs import INTERNAL

_OF_DOTS = ("person", "crowd", "move", "exposed")
"""Numbers that the animation of the guide shows."""
_WIDTH_PX = 320
"""Of an explanation: the drawing and a rim, and no more than the narrowest panel."""


def figures_of(folder: Path) -> list[dict]:
    """The numbers of a run's first page, as its METRICS in the run's folder have them."""
    path = folder / INTERNAL / "metrics.json"
    return json.loads(path.read_text("utf-8")).get("key_figures", []) if path.exists() else []


class Figures(QLabel):
    """Numbers, of which the one that is clicked opens two sentences and a drawing."""

    def __init__(self, parent=None):
        super().__init__(parent)
        _make_linked(self, self.open)
        self.setToolTip(tr("Explain this number"))
        # Over the panel, which is too narrow to hold it, until a click elsewhere or Esc.
        self.card = QFrame(self, Qt.WindowType.Popup)
        self.card.setFrameShape(QFrame.Shape.StyledPanel)
        self.meaning, self.drawn = QLabel(), QLabel()
        # Once through, so that it ends by itself: no event of a window that goes has to stop it.
        self._film = QMovie(str(resource("how.gif")), parent=self.card)
        _make_linked(self.meaning, self._play)
        column = QVBoxLayout(self.card)
        for part in (self.meaning, self.drawn):
            column.addWidget(part)

    def tell(self, figures: Sequence[dict]) -> None:
        """Show the numbers of a run."""
        self.card.hide()
        self._film.stop()
        rows = (
            f"<a href='{one['kind']}'><b>{escape(one['value'])}</b></a> {escape(one['meaning'])}"
            for one in figures
        )
        show_linked(self, "<br>".join(rows))
        self.setVisible(bool(figures))

    def open(self, kind: str) -> None:
        """Explain a number."""
        told = explanation(kind)
        said = escape(told.sentences)
        if kind in _OF_DOTS:
            said += f" <a href='#'>{escape(tr('See it in 20 seconds'))}</a>"
        show_linked(self.meaning, said)
        if kind == "move":
            self.drawn.setMovie(self._film)
            self._film.start()
        else:
            self.drawn.setPixmap(_painted(told.drawing, self.drawn))
        self.card.move(self.mapToGlobal(self.rect().bottomLeft()))
        self.card.show()
        self.card.resize(_WIDTH_PX, self.card.heightForWidth(_WIDTH_PX))  # of the letters that it has now
        self.meaning.setFocus()

    def _play(self) -> None:
        QDesktopServices.openUrl(QUrl(guide("index")))


def _make_linked(label: QLabel, act: Callable) -> None:
    """Give a label links for mouse and keys."""
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
    label.linkActivated.connect(act)


def _painted(svg: str, on: QWidget) -> QPixmap:
    """A drawing on white, whatever the theme, as fine as the screen."""
    renderer, fine = QSvgRenderer(QByteArray(svg.encode())), on.devicePixelRatioF()
    pixmap = QPixmap(QSize(renderer.defaultSize() * fine))
    pixmap.setDevicePixelRatio(fine)
    pixmap.fill(Qt.GlobalColor.white)
    painter = QPainter(pixmap)
    renderer.render(painter)
    painter.end()
    return pixmap
