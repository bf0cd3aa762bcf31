# SPDX-License-Identifier: GPL-2.0-or-later
"""The true map laid over the main map from the left, up to a line that the mouse moves.

It is a widget above the map and no layer: what is exported or printed never holds it.
"""

from __future__ import annotations

from qgis.core import QgsMapRendererParallelJob
from qgis.PyQt.QtCore import QEvent, Qt
from qgis.PyQt.QtGui import QColor, QPainter
from qgis.PyQt.QtWidgets import QWidget

from ...i18n import tr

_GRIP = 14
"""Width of what the mouse takes hold of, pixels."""
_KEY_STEP = 0.05
"""Share of the map that an arrow key moves the line by."""
_INK = QColor("#1c2733")


class Swipe(QWidget):
    """Covers the left of a canvas with a picture of other layers.

    Parameters
    ----------
    canvas : QgsMapCanvas
    layers : callable
        Gives the layers of the picture, each time it is drawn anew.
    """

    def __init__(self, canvas, layers):
        super().__init__(canvas.viewport())
        self._canvas, self._layers = canvas, layers
        self._job = self._picture = None
        self._stale = False
        self.share = 0.5
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.grip = _Grip(self)
        canvas.viewport().installEventFilter(self)
        canvas.mapCanvasRefreshed.connect(self._draw)
        self._arrange()
        self._draw()

    def move_to(self, share: float) -> None:
        """Put the line at a share of the map's width."""
        self.share = min(1.0, max(0.0, share))
        self._arrange()
        self.update()

    def close_down(self) -> None:
        """Take it off the map."""
        self._canvas.mapCanvasRefreshed.disconnect(self._draw)
        self._canvas.viewport().removeEventFilter(self)
        if self._job is not None:
            self._job.cancelWithoutBlocking()
        for widget in (self.grip, self):
            widget.hide()
            widget.deleteLater()

    def eventFilter(self, _watched, event):
        """Follow the size of the map."""
        if event.type() == QEvent.Type.Resize:
            self._arrange()
        return False

    def paintEvent(self, _event):
        """Draw the picture left of the line, the line, and what it is."""
        painter = QPainter(self)
        edge = round(self.share * self.width())
        if self._picture is not None:
            painter.setClipRect(0, 0, edge, self.height())
            painter.drawImage(self.rect(), self._picture)
            painter.setClipping(False)
        painter.fillRect(edge - 1, 0, 3, self.height(), _INK)
        self._label(painter, tr("True places: internal"), edge - 8, True)
        self._label(painter, tr("As it leaves"), edge + 8, False)
        painter.end()

    def _label(self, painter, text: str, at: int, left: bool) -> None:
        box = painter.fontMetrics().boundingRect(text).adjusted(-6, -3, 6, 3)
        box.moveTop(8)
        box.moveRight(at) if left else box.moveLeft(at)
        painter.fillRect(box, _INK)
        painter.setPen(Qt.GlobalColor.white)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _arrange(self) -> None:
        ground = self._canvas.viewport().rect()
        self.setGeometry(ground)
        self.grip.setGeometry(round(self.share * ground.width()) - _GRIP // 2, 0, _GRIP, ground.height())
        self.show()
        self.grip.show()
        self.grip.raise_()

    def _draw(self) -> None:
        """Draw the layers in the background, over the part of the world that the map shows."""
        if self._job is not None:
            self._stale = True
            return
        settings = self._canvas.mapSettings()
        settings.setLayers(self._layers())
        self._job = QgsMapRendererParallelJob(settings)
        self._job.finished.connect(self._drawn)
        self._job.start()

    def _drawn(self) -> None:
        self._picture, self._job = self._job.renderedImage(), None
        self.update()
        if self._stale:
            self._stale = False
            self._draw()


class _Grip(QWidget):
    """What the mouse and the arrow keys move the line by."""

    def __init__(self, swipe: Swipe):
        super().__init__(swipe.parentWidget())
        self._swipe = swipe
        self.setCursor(Qt.CursorShape.SplitHCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Line between the true map and the one that leaves"))
        self.setToolTip(tr("Drag the line, or move it with the arrow keys."))

    def mouseMoveEvent(self, event):
        """Take the line along."""
        x = self.mapToParent(event.pos()).x()
        self._swipe.move_to(x / max(1, self.parentWidget().width()))

    def mousePressEvent(self, event):
        """Keep the map below from panning."""
        event.accept()

    def mouseReleaseEvent(self, event):
        """Keep it to oneself as well."""
        event.accept()

    def keyPressEvent(self, event):
        """Move the line by a step."""
        steps = {Qt.Key.Key_Left: -_KEY_STEP, Qt.Key.Key_Right: _KEY_STEP}
        if event.key() in steps:
            self._swipe.move_to(self._swipe.share + steps[event.key()])
        else:
            super().keyPressEvent(event)
