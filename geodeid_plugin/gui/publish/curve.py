# SPDX-License-Identifier: GPL-2.0-or-later
"""The chart of the publish panel: expected move against risk."""

from __future__ import annotations

import math

from qgis.PyQt.QtCore import QPointF, QRectF, QSize, Qt
from qgis.PyQt.QtGui import QColor, QPainter, QPen
from qgis.PyQt.QtWidgets import QLabel, QWidget

from ...i18n import tr
from ...report.numbers import number, one_in

_BLUE, _ORANGE, _GREY, _PALE = (QColor(c) for c in ("#0072b2", "#d55e00", "#888888", "#dddddd"))
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 14, 14, 40
"""Margins of the drawing in pixels, for the labels of its axes."""


class RiskDistanceCurve(QWidget):
    """Draws points that an algorithm computed, and where the slider stands among them."""

    def __init__(self, parent=None):
        super().__init__(parent)
        self.points = []
        self.current = None
        # Never shown: the style sheets of dark themes colour labels, and not a widget of one's own.
        self._words = QLabel(self)
        self._words.hide()
        self.setAccessibleName(tr("Curve of risk and expected move"))
        self.setMinimumSize(QSize(210, 130))

    def show_curve(self, points) -> None:
        """Take (risk, metres) pairs."""
        self.points = sorted(points)
        self._describe()

    def show_current(self, risk: float, move_m) -> None:
        """Mark where the slider stands; ``move_m`` is None until it is known."""
        self.current = (risk, move_m)
        self._describe()

    def _describe(self) -> None:
        texts = [tr("risk {risk}: {move} m", risk=one_in(r), move=number(m, ".0f")) for r, m in self.points]
        self.setAccessibleDescription("; ".join(texts))
        self.update()

    def paintEvent(self, event):
        """Draw axes, curve and current point."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plot = QRectF(_LEFT, _TOP, self.width() - _LEFT - _RIGHT, self.height() - _TOP - _BOTTOM)
        self._axes(painter, plot)
        places = [self._place(plot, risk, move) for risk, move in self.points]
        painter.setPen(QPen(_BLUE, 2))
        for one, other in zip(places, places[1:]):
            painter.drawLine(one, other)
        self._mark_current(painter, plot)
        painter.end()

    def _axes(self, painter, plot) -> None:
        self._words.ensurePolished()
        text = self._words.palette().windowText().color()
        painter.setPen(QPen(_GREY, 1))
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())
        painter.drawLine(plot.bottomLeft(), plot.topLeft())
        painter.setPen(text)
        for risk in (0.01, 0.05, 0.2):
            x = self._place(plot, risk, 0).x()
            painter.drawText(QRectF(x - 25, plot.bottom() + 2, 50, 16), _CENTRE, one_in(risk))
        painter.drawText(QRectF(plot.left(), plot.bottom() + 18, plot.width(), 18), _CENTRE, tr("Risk"))
        low, high = self._decades()
        for power in range(low, high + 1):
            y = self._place(plot, 1 / MOST, 10.0**power).y()
            painter.setPen(QPen(_PALE, 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(text)
            painter.drawText(QRectF(0, y - 8, _LEFT - 6, 16), _RIGHT_ALIGNED, _length(power))

    def _mark_current(self, painter, plot) -> None:
        if self.current is None:
            return
        risk, move = self.current
        x = self._place(plot, risk, 0).x()
        painter.setPen(QPen(_ORANGE, 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
        if move is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(_ORANGE)
            painter.drawEllipse(self._place(plot, risk, move), 5, 5)

    def _decades(self) -> tuple:
        """Powers of ten, in metres, at the ends of the axis of moves."""
        moves = [move for _risk, move in self.points] + [(self.current or (0, None))[1]]
        logs = [math.log10(max(move, 1.0)) for move in moves if move is not None]
        low = math.floor(min(logs, default=1.0))
        return low, max(math.ceil(max(logs, default=3.0)), low + 1)

    def _place(self, plot, risk: float, move_m: float) -> QPointF:
        """Pixel of a risk and a move; both axes are logarithmic."""
        low, high = self._decades()
        across = math.log(risk * MOST) / math.log(MOST / FEWEST)
        up = (math.log10(max(move_m, 10.0**low)) - low) / (high - low)
        return QPointF(
            plot.left() + min(1.0, max(0.0, across)) * plot.width(), plot.bottom() - up * plot.height()
        )


def _length(power: int) -> str:
    """A power of ten metres, in words."""
    if power < 3:
        return tr("{metres} m", metres=10**power)
    return tr("{kilometres} km", kilometres=10 ** (power - 3))


FEWEST, MOST = 2, 200
"""People to hide among at the ends of the slider and of the chart."""

_CENTRE = Qt.AlignmentFlag.AlignCenter
_RIGHT_ALIGNED = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
