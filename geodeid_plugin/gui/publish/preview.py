# SPDX-License-Identifier: GPL-2.0-or-later
"""Before and after beside each other while the limit moves, and what each risk of a dot map costs.

It computes nothing of its own: masked points, zones and the curve of expected move against risk come from the
provider's algorithms.
"""

from __future__ import annotations

import math
from contextlib import suppress

from qgis.core import QgsProject
from qgis.gui import QgsMapCanvas
from qgis.PyQt.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from qgis.PyQt.QtGui import QColor, QPainter, QPen
from qgis.PyQt.QtWidgets import QGridLayout, QLabel, QTabWidget, QWidget

from ...core.base.errors import GeoDeIDError
from ...host.installation import resource
from ...i18n import tr
from ...processing_provider.io.packed import count_of, extent_of
from ...report.numbers import count, metres, number, one_in
from .running.chain import Background

MASK, ZONES, CURVE = "geodeid:lpmask", "geodeid:clusterareas", "geodeid:lpstrategy"
_ASKS = {
    MASK: ("PATIENTS", "AREAS", "AREA_ID", "POPULATION", "RISK", "AUDIENCE"),
    ZONES: ("PATIENTS", "AREAS", "AREA_ID", "POPULATION", "AUDIENCE", "BOUNDARY", "MINIMUM_CASES"),
}
_AS_IN_THE_MODEL = {MASK: {"PLACEMENT": "scatter"}, ZONES: {"RISK_METRIC": "population"}}
"""What each algorithm is asked for of the form, and what the model that publishes asks beside it."""
_WAIT_MS = 500
"""Rest after the last change before a preview is computed."""
_SMALLER = 0.5
"""Size of symbols beside that on the main map."""
_AS_IT_IS = True
"""Of an extent: QGIS would enlarge it by as much as the symbols are drawn smaller."""
_RISKS = "0.5, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005"


class Preview(QTabWidget):
    """Two linked maps and a curve; ``show_for`` draws them anew once the user pauses.

    Attributes
    ----------
    masked, zones : QgsVectorLayer or None
        What is shown on the map after masking.
    resting : bool
        Whether something is being published, to which the processor is left.
    """

    def __init__(self, tell, parent=None):
        super().__init__(parent)
        self._tell = tell
        self._background = Background()
        self._chosen = {}
        self._curve_of = self._whole = None
        self._algorithm = MASK
        self.masked = self.zones = None
        self.resting = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WAIT_MS)
        self._timer.timeout.connect(self._recompute)
        self.before, self.after = (
            self._canvas(tr("Map before masking")),
            self._canvas(tr("Map after masking")),
        )
        self.curve = RiskDistanceCurve(self)
        self.addTab(self._maps(), tr("Before and after"))
        self.addTab(self.curve, tr("What it costs"))
        self.setAccessibleName(tr("Preview"))
        self.tabBar().setAccessibleName(tr("Preview"))
        self.currentChanged.connect(lambda _tab: self.draw_curve())
        self.before.extentsChanged.connect(lambda: _follow(self.before, self.after))
        self.after.extentsChanged.connect(lambda: _follow(self.after, self.before))

    def close_down(self) -> None:
        """Stop the background runs and let go of their layers."""
        self._timer.stop()
        self._background.stop()
        for canvas in (self.before, self.after):
            canvas.setLayers([])

    def rest(self) -> bool:
        """Leave the processor to what is published; True where something was under way, to be asked again."""
        if not (self._background.busy or self._timer.isActive()):
            return False
        self.halt(tr("The preview is paused while this runs."))
        return True

    def halt(self, said: str = "") -> None:
        """Stop what is under way; without a word where the check of the layers says why."""
        self._timer.stop()
        self._background.stop()
        self._curve_of = None
        self._tell(said)

    def show_layers(self, patients, areas, algorithm: str) -> None:
        """Draw the map before masking."""
        self._timer.stop()
        self._background.stop()
        self._curve_of = self.masked = self.zones = None
        dots = algorithm != ZONES
        self.setTabVisible(1, dots)
        self.caption.setText(tr("After: one possible map") if dots else tr("After: the zones"))
        shown = [layer for layer in (patients, areas) if layer is not None]
        crs = areas.crs() if areas is not None else QgsProject.instance().crs()
        for canvas in (self.before, self.after):
            canvas.setDestinationCrs(crs)
        self.before.setLayers(shown)
        self.after.setLayers([areas] if areas is not None else [])
        self._chosen = {"AREAS": areas.id()} if areas is not None else {}
        self._whole = None
        with suppress(GeoDeIDError):  # the check says what is wrong with them
            self._whole = extent_of(areas).scaled(1.06) if areas is not None else None
        self._show_all()

    def show_for(self, algorithm: str, chosen: dict) -> None:
        """Run an algorithm for these parameters as soon as nothing more changes."""
        self._algorithm = algorithm
        given = {name: chosen[name] for name in _ASKS[algorithm] if name in chosen}
        self._chosen = {name: value.id() if hasattr(value, "id") else value for name, value in given.items()}
        if algorithm == MASK:
            self.curve.show_current(chosen["RISK"], None)
        self._timer.start()

    def resizeEvent(self, event):
        """Show all areas again once the maps have their new size."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self._show_all)

    def _maps(self) -> QWidget:
        body = QWidget(self)
        grid = QGridLayout(body)
        grid.setContentsMargins(2, 2, 2, 2)
        grid.setRowStretch(1, 1)
        for column, (title, canvas) in enumerate(
            ((tr("Before: internal"), self.before), (tr("After: one possible map"), self.after))
        ):
            self.caption = QLabel(title)
            self.caption.setWordWrap(True)
            grid.addWidget(self.caption, 0, column, Qt.AlignmentFlag.AlignBottom)
            grid.addWidget(canvas, 1, column)
            grid.setColumnStretch(column, 1)
        return body

    def _canvas(self, name: str) -> QgsMapCanvas:
        canvas = QgsMapCanvas(self)
        canvas.setAccessibleName(name)
        canvas.setCanvasColor(Qt.GlobalColor.white)
        canvas.setMinimumSize(120, 110)
        return canvas

    def _show_all(self) -> None:
        for canvas in (self.before, self.after) if self.isVisible() else ():
            # Symbols made for a whole map would cover this one. QGIS forgets it of a map not yet shown.
            if canvas.magnificationFactor() != _SMALLER:
                canvas.setMagnificationFactor(_SMALLER)
        if self._whole is not None:
            self.before.setExtent(self._whole, _AS_IT_IS)
            self.before.refresh()
            self.after.refresh()

    def _layer(self, name: str):
        """A chosen layer, while the project has it: a layer that is held may be gone."""
        return QgsProject.instance().mapLayer(self._chosen.get(name, ""))

    def _recompute(self) -> None:
        layers = {name: self._layer(name) for name in ("PATIENTS", "AREAS")}
        if None in layers.values():
            return
        chosen = {**self._chosen, **layers, **_AS_IN_THE_MODEL[self._algorithm]}
        wanted = {**chosen, "OUTPUT": "TEMPORARY_OUTPUT"}
        if self._algorithm == ZONES:
            self._tell(tr("Merging areas…"))
            self._background.start_registered(ZONES, wanted, self._merging_done, self._tell)
            return
        self._tell(tr("Masking…"))
        self._background.start_registered(MASK, wanted, self._masking_done, self._tell)
        self.draw_curve()

    def draw_curve(self) -> None:
        """Ask for the curve, which masks for each risk, once for each choice of data and once it is seen."""
        layers = {name: self._layer(name) for name in ("PATIENTS", "AREAS")}
        seen = self.currentWidget() is self.curve and self._algorithm == MASK
        if not seen or self.resting or None in layers.values() or self._timer.isActive():
            return
        basis = tuple(self._chosen[name] for name in ("PATIENTS", "AREAS", "AREA_ID", "POPULATION"))
        if basis == self._curve_of:
            return
        self._curve_of = basis
        same = {**self._chosen, **layers, **_AS_IN_THE_MODEL[MASK]}
        curve = {
            **{name: same[name] for name in ("AREAS", "AREA_ID", "POPULATION", "PLACEMENT")},
            "RECORDS": max(1, count_of(layers["PATIENTS"])), "RISK": 1 / FEWEST, "RISKS": _RISKS,
            "OUTPUT": "TEMPORARY_OUTPUT", "CURVE": "TEMPORARY_OUTPUT",
        }  # fmt: skip
        self._background.start_registered(CURVE, curve, self._curve_done, self._no_curve)

    def _merging_done(self, results: dict, context) -> None:
        self.zones = context.takeResultLayer(results["OUTPUT"])
        self.zones.loadNamedStyle(str(resource("styles", "clustered_areas.qml")))
        self.after.setLayers([self.zones])
        self.after.refresh()
        self._tell(
            tr(
                "{zones} zones in this preview, each with people enough. {left_out} areas are in none, and "
                "would be left out.",
                zones=count(results["CLUSTER_COUNT"]),
                left_out=count(results["UNRESOLVED_AREAS"]),
            )
        )

    def _masking_done(self, results: dict, context) -> None:
        self.masked = context.takeResultLayer(results["OUTPUT"])
        self.masked.loadNamedStyle(str(resource("styles", "masked_points.qml")))
        self.after.setLayers([one for one in (self.masked, self._layer("AREAS")) if one is not None])
        self.after.refresh()
        self.curve.show_current(self._chosen["RISK"], results["PLACED_MOVE_M"])
        self._tell(
            tr(
                "In this preview people moved {measured} on average ({move} expected); the audited risk is "
                "{risk}."
            ).format(
                measured=metres(results["MEAN_MOVE_M"]), move=metres(results["PLACED_MOVE_M"]),
                risk=one_in(results["ACHIEVED_RISK"]),
            )
        )  # fmt: skip

    def _curve_done(self, results: dict, context) -> None:
        table = context.takeResultLayer(results["CURVE"])
        self.curve.show_curve([(row["risk"], row["placed_move_m"]) for row in table.getFeatures()])

    def _no_curve(self, _said: str) -> None:
        """Forget that the curve was asked for: the masking says what is wrong."""
        self._curve_of = None


def _follow(moved: QgsMapCanvas, other: QgsMapCanvas) -> None:
    """Give one canvas the extent of the other, once."""
    if other.extent() != moved.extent():
        other.blockSignals(True)
        other.setExtent(moved.extent(), _AS_IT_IS)
        other.blockSignals(False)
        other.refresh()


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
