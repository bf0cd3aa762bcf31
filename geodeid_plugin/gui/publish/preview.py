# SPDX-License-Identifier: GPL-2.0-or-later
"""Before and after beside each other while the limit moves, and what each risk of a dot map costs.

It computes nothing of its own: masked points, zones and the curve come from the provider's algorithms.
"""

from __future__ import annotations

from contextlib import suppress

from qgis.core import QgsProject
from qgis.gui import QgsMapCanvas
from qgis.PyQt.QtCore import Qt, QTimer
from qgis.PyQt.QtWidgets import QGridLayout, QLabel, QTabWidget, QWidget

from ...core.base.errors import GeoDeIDError
from ...host.installation import resource
from ...i18n import tr
from ...processing_provider.io.packed import count_of, extent_of
from ...report.numbers import count, metres, one_in
from .curve import FEWEST, RiskDistanceCurve
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
