# SPDX-License-Identifier: GPL-2.0-or-later
"""The preview panel: before and after beside each other while a slider moves the risk.

It computes nothing of its own: the masked points and the curve come from the provider's algorithms, run
in the background, and Run opens the algorithm's own dialog with what was chosen here.
"""

from __future__ import annotations

import math

from qgis.core import (
    QgsApplication,
    QgsFieldProxyModel,
    QgsMapLayerProxyModel,
    QgsProcessingAlgRunnerTask,
    QgsProcessingContext,
    QgsProcessingFeedback,
    QgsProject,
)
from qgis.gui import QgsFieldComboBox, QgsMapCanvas, QgsMapLayerComboBox
from qgis.PyQt.QtCore import Qt, QTimer
from qgis.PyQt.QtWidgets import (
    QComboBox,
    QDockWidget,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from ..core.base.thresholds import RECORD_RISK, preset, presets_of
from ..core.exposure.fields.fieldnames import guess_identifier, guess_population
from ..host.installation import resource
from ..i18n import tr
from ..processing_provider.framework.verdict.audience import cited
from .curve import LEAST, MOST, RiskDistanceCurve
from .dialogs import open_dialog

MASK, CURVE = "geodeid:lpmask", "geodeid:riskdistancecurve"
_STEPS, _WAIT_MS, _FORM_WIDTH = 100, 500, 340
"""Of the slider; milliseconds of rest before a preview is computed; pixels of the form."""
_RISKS = "0.5, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005"


class PreviewPanel(QDockWidget):
    """Dockable panel; ``close_down`` stops what runs in the background."""

    def __init__(self, parent=None):
        super().__init__(tr("GeoDeID preview"), parent)
        self.setObjectName("GeoDeIDPreview")
        self._tasks = {}
        self._masked = None
        self._curve_of = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WAIT_MS)
        self._timer.timeout.connect(self._recompute)
        self._build()
        self._connect()
        self._guess_fields()

    def close_down(self) -> None:
        """Stop the background runs and let go of their layers."""
        self._timer.stop()
        for task in list(self._tasks.values()):
            task.cancel()
        self._tasks = {}
        for canvas in (self.before, self.after):
            canvas.setLayers([])

    def parameters(self) -> dict:
        """What was chosen, as the masking algorithm's parameters."""
        chosen = {
            "PATIENTS": self.patients.currentLayer(),
            "AREAS": self.areas.currentLayer(),
            "AREA_ID": self.area_id.currentField(),
            "POPULATION": self.population.currentField(),
            "RISK": self.risk.value(),
            "PLACEMENT": "scatter",
        }
        if self.audience.currentData():
            chosen["AUDIENCE"] = self.audience.currentData()
        return chosen

    def _build(self) -> None:
        body = QWidget(self)
        row = QHBoxLayout(body)
        form = QWidget(body)
        form.setLayout(self._form())
        form.setMaximumWidth(_FORM_WIDTH)
        row.addWidget(form, 2)
        self.before, self.after = (
            self._canvas(tr("Map before masking")),
            self._canvas(tr("Map after masking")),
        )
        for title, canvas in (
            (tr("Before: true places, internal"), self.before),
            (tr("After: one possible draw"), self.after),
        ):
            column = QVBoxLayout()
            column.addWidget(QLabel(title))
            column.addWidget(canvas, 1)
            row.addLayout(column, 3)
        self.curve = RiskDistanceCurve(body)
        row.addWidget(self.curve, 2)
        self.setWidget(body)

    def _form(self) -> QVBoxLayout:
        filters = QgsMapLayerProxyModel.Filter
        self.patients, self.areas = QgsMapLayerComboBox(), QgsMapLayerComboBox()
        self.patients.setFilters(filters.PointLayer)
        self.patients.setLayer(_first_unmasked(self.patients))
        self.areas.setFilters(filters.PolygonLayer)
        self.area_id, self.population = QgsFieldComboBox(), QgsFieldComboBox()
        self.population.setFilters(QgsFieldProxyModel.Filter.Numeric)
        self.audience = QComboBox()
        self.audience.addItem(tr("My own risk"), "")
        for entry in presets_of(RECORD_RISK):
            if entry.value is not None:
                self.audience.addItem(tr(entry.title), entry.key)
                tip = f"{tr(entry.rule)} {cited(entry)}"
                self.audience.setItemData(self.audience.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, _STEPS)
        self.risk = QDoubleSpinBox()
        self.risk.setDecimals(4)
        self.risk.setRange(LEAST, MOST)
        self.risk.setSingleStep(0.01)
        self.risk.setValue(0.2)
        self.slider.setValue(_step_of(0.2))
        return self._arranged()

    def _arranged(self) -> QVBoxLayout:
        form, column = QFormLayout(), QVBoxLayout()
        for title, widget in (
            (tr("&Patients"), self.patients),
            (tr("&Areas"), self.areas),
            (tr("Area &identifier"), self.area_id),
            (tr("P&opulation"), self.population),
            (tr("A&udience"), self.audience),
            (tr("&Risk"), self.risk),
            (tr("&Slide the risk"), self.slider),
        ):
            widget.setAccessibleName(title.replace("&", ""))
            label = QLabel(title)
            label.setBuddy(widget)
            form.addRow(label, widget)
        self.status = QLabel(tr("Choose patients and areas."))
        self.status.setWordWrap(True)
        self.status.setAccessibleName(tr("What the preview found"))
        self.run = QPushButton(tr("R&un…"))
        self.run.setAccessibleName(tr("Open the masking dialog with these choices"))
        column.addLayout(form)
        column.addWidget(self.status)
        column.addStretch(1)
        column.addWidget(self.run)
        return column

    def _canvas(self, name: str) -> QgsMapCanvas:
        canvas = QgsMapCanvas(self)
        canvas.setAccessibleName(name)
        canvas.setCanvasColor(Qt.GlobalColor.white)
        canvas.setMinimumSize(180, 140)
        return canvas

    def _connect(self) -> None:
        self.patients.layerChanged.connect(self._layers_changed)
        self.areas.layerChanged.connect(self._layers_changed)
        for box in (self.area_id, self.population):
            box.fieldChanged.connect(self._start_timer)
        self.audience.currentIndexChanged.connect(self._audience_changed)
        self.slider.valueChanged.connect(lambda step: self.risk.setValue(_risk_of(step)))
        self.risk.valueChanged.connect(self._risk_changed)
        self.run.clicked.connect(self._open_dialog)
        self.before.extentsChanged.connect(lambda: _follow(self.before, self.after))
        self.after.extentsChanged.connect(lambda: _follow(self.after, self.before))

    def _layers_changed(self, _layer=None) -> None:
        self._guess_fields()
        self._start_timer()

    def _guess_fields(self) -> None:
        areas = self.areas.currentLayer()
        for box in (self.area_id, self.population):
            box.setLayer(areas)
        if areas is not None:
            numeric = [field.name() for field in areas.fields() if field.isNumeric()]
            self.population.setField(guess_population(numeric) or "")
            self.area_id.setField(guess_identifier([field.name() for field in areas.fields()]) or "")
        self._show_before()

    def _show_before(self) -> None:
        patients, areas = self.patients.currentLayer(), self.areas.currentLayer()
        shown = [layer for layer in (patients, areas) if layer is not None]
        crs = areas.crs() if areas is not None else QgsProject.instance().crs()
        for canvas in (self.before, self.after):
            canvas.setDestinationCrs(crs)
        self.before.setLayers(shown)
        self.after.setLayers([areas] if areas is not None else [])
        self._show_all()

    def _show_all(self) -> None:
        areas = self.areas.currentLayer()
        if areas is not None:
            self.before.setExtent(areas.extent().scaled(1.06))
            self.before.refresh()
            self.after.refresh()

    def resizeEvent(self, event):
        """Show all areas again once the maps have their new size."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self._show_all)

    def _audience_changed(self, _index: int) -> None:
        key = self.audience.currentData()
        if key:
            self.risk.setValue(preset(key).value)
        self._start_timer()

    def _risk_changed(self, risk: float) -> None:
        key = self.audience.currentData()
        if key and abs(preset(key).number - risk) > 1e-3:
            self.audience.setCurrentIndex(0)
        self.slider.blockSignals(True)
        self.slider.setValue(_step_of(risk))
        self.slider.blockSignals(False)
        self.curve.show_current(risk, None)
        self._start_timer()

    def _start_timer(self, *_changed) -> None:
        self._timer.start()

    def _recompute(self) -> None:
        chosen = self.parameters()
        if not all(chosen[name] for name in ("PATIENTS", "AREAS", "AREA_ID", "POPULATION")):
            self.status.setText(tr("Choose patients and areas."))
            return
        self.status.setText(tr("Masking…"))
        self._start(MASK, {**chosen, "OUTPUT": "TEMPORARY_OUTPUT"}, self._masking_done)
        records = chosen["PATIENTS"].featureCount()
        layers = chosen["PATIENTS"].id(), chosen["AREAS"].id()
        basis = (*layers, chosen["AREA_ID"], chosen["POPULATION"])
        if basis != self._curve_of:
            self._curve_of = basis
            same = {name: chosen[name] for name in ("AREAS", "AREA_ID", "POPULATION")}
            curve = {
                **same, "RECORDS": max(1, records), "RISKS": _RISKS, "PLACEMENT": chosen["PLACEMENT"],
                "OUTPUT": "TEMPORARY_OUTPUT",
            }  # fmt: skip
            self._start(CURVE, curve, self._curve_done)

    def _start(self, algorithm: str, parameters: dict, done) -> None:
        """Run an algorithm in the background; a run that is not finished yet gives way."""
        earlier = self._tasks.pop(algorithm, None)
        if earlier is not None:
            earlier.cancel()
        found = QgsApplication.processingRegistry().createAlgorithmById(algorithm)
        if found is None:
            return
        context, feedback = QgsProcessingContext(), Told()
        context.setProject(QgsProject.instance())
        task = QgsProcessingAlgRunnerTask(found, parameters, context, feedback)
        task.kept = (found, context, feedback)
        task.executed.connect(lambda good, results: self._finished(algorithm, task, good, results, done))
        self._tasks[algorithm] = task
        QgsApplication.taskManager().addTask(task)

    def _finished(self, algorithm: str, task, good: bool, results: dict, done) -> None:
        if self._tasks.get(algorithm) is not task:
            return
        del self._tasks[algorithm]
        _found, context, feedback = task.kept
        if good:
            done(results, context)
        elif algorithm == MASK:
            self.status.setText(feedback.said or tr("The preview could not be made."))

    def _masking_done(self, results: dict, context) -> None:
        self._masked = context.takeResultLayer(results["OUTPUT"])
        self._masked.loadNamedStyle(str(resource("styles", "masked_points.qml")))
        self.after.setLayers([self._masked, self.areas.currentLayer()])
        self.after.refresh()
        self.curve.show_current(self.risk.value(), results["PLACED_MOVE_M"])
        self.status.setText(
            tr("People move {move} m from home on average; the audited risk is {risk}.").format(
                move=f"{results['PLACED_MOVE_M']:.0f}", risk=f"{results['ACHIEVED_RISK']:.4g}"
            )
        )

    def _curve_done(self, results: dict, context) -> None:
        table = context.takeResultLayer(results["OUTPUT"])
        self.curve.show_curve([(row["risk"], row["placed_move_m"]) for row in table.getFeatures()])

    def _open_dialog(self) -> None:
        chosen = {name: getattr(v, "id", lambda v=v: v)() for name, v in self.parameters().items() if v}
        self.dialog = open_dialog(MASK, chosen)


class Told(QgsProcessingFeedback):
    """Feedback that keeps the last error, to show it in the panel."""

    def __init__(self):
        super().__init__(False)
        self.said = ""

    def reportError(self, error, fatalError=False):
        """Keep what went wrong."""
        self.said = error


def _first_unmasked(box: QgsMapLayerComboBox):
    """The first layer on offer that is no release: a release numbers its records in a field of that name."""
    layers = [box.layer(row) for row in range(box.count())]
    return next((layer for layer in layers if layer and layer.fields().lookupField("record") < 0), None)


def _risk_of(step: int) -> float:
    return LEAST * math.exp(step / _STEPS * math.log(MOST / LEAST))


def _step_of(risk: float) -> int:
    return round(_STEPS * math.log(risk / LEAST) / math.log(MOST / LEAST))


def _follow(moved: QgsMapCanvas, other: QgsMapCanvas) -> None:
    """Give one canvas the extent of the other, once."""
    if other.extent() != moved.extent():
        other.blockSignals(True)
        other.setExtent(moved.extent())
        other.blockSignals(False)
        other.refresh()
