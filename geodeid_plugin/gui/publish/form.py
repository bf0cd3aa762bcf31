# SPDX-License-Identifier: GPL-2.0-or-later
"""Who gets it, and what: the form of the panel, with the likely answers filled in."""

from __future__ import annotations

from contextlib import suppress

from qgis.core import QgsFieldProxyModel, QgsMapLayerProxyModel, QgsProject
from qgis.gui import QgsMapLayerComboBox
from qgis.PyQt.QtCore import QObject, Qt, QTimer, pyqtSignal
from qgis.PyQt.QtWidgets import (
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QToolButton,
    QWidget,
)

from ...core.base.errors import InputError
from ...core.base.thresholds import RECORD_RISK, class_size_for, hidden_among, preset
from ...core.exposure.fields.fieldnames import guess_identifier
from ...i18n import tr
from ..choices import audiences
from ..fieldguess import people_field
from ..widgets import Box, FieldBox, LayerBox
from .jobs import Job
from .parts import AREAS, parting_fields
from .preview import FEWEST, MOST
from .running.publication import LAYERS

_STEPS = 100
_OFFERED = sorted(
    {round(FEWEST * (MOST / FEWEST) ** (step / _STEPS)) for step in range(_STEPS + 1)}, reverse=True
)
"""Numbers of people to hide among that the slider stops at, from left to right: towards more risk."""
_REST_MS = 300
"""Wait after the last of many changes of a layer."""
_FEWEST = preset("cms_cell").class_size or 0
"""With so many patients in each area no count is small, and none need be withheld."""
_WHOLE = 24
"""Letters of a line that must be read to its end: its label goes above it."""
_MANY = 1_000_000
"""Largest number of patients that a spin box offers."""


class Form(QWidget):
    """The rows of every job; ``show_job`` shows those that one of them asks for.

    ``who`` holds the rows of the limit, for the panel to place: the map that they change comes below them.
    """

    changed = pyqtSignal()
    layers_changed = pyqtSignal()

    def __init__(self, parent=None):
        super().__init__(parent)
        self._job = None
        self._rows = {}
        self._who = {}
        self._watched, self._seen = [], []
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._layers_changed)
        self._make()
        self._arrange()
        self._connect()
        self._watch()
        self.guess()

    def show_job(self, job: Job) -> None:
        """Show the rows that a job asks for, and the audiences that it knows."""
        self._job = job
        self._watch()
        for name, widgets in self._rows.items():
            for widget in widgets:
                widget.setVisible(name in job.asks)
        self._list_parts()
        self._list_audiences()

    def in_order(self) -> list[QWidget]:
        """Every field below the map, as the eye meets them."""
        rows = [widgets[1:] for name, widgets in self._rows.items() if name not in ("audience", "risk")]
        return [widget for row in rows for widget in row]

    def guess(self) -> None:
        """Choose the likely layers and fields."""
        areas = self.areas.currentLayer()
        for box in (self.area_id, self.population, self.boundary):
            box.setLayer(areas)
        if areas is not None:
            self.population.setField(people_field(areas))
            self.area_id.setField(guess_identifier([field.name() for field in areas.fields()]) or "")
            self.boundary.setField("")

    def complete(self) -> bool:
        """Whether everything was chosen that the check needs."""
        layers = self.patients.currentLayer(), self.areas.currentLayer()
        return all(layers) and bool(self.area_id.currentField() and self.population.currentField())

    def basis(self) -> dict:
        """Patients and areas, as every algorithm takes them."""
        return {
            "PATIENTS": self.patients.currentLayer(),
            "AREAS": self.areas.currentLayer(),
            "AREA_ID": self.area_id.currentField(),
            "POPULATION": self.population.currentField(),
        }

    def series(self) -> dict:
        """By what the publication is parted, as the check of the layers takes it; empty without parts."""
        if "for_each" not in self._job.asks or not self.for_each.currentData():
            return {}
        whose, _, name = self.for_each.currentData().partition(":")
        if whose == AREAS:
            return {"BY_AREAS": name}
        return {"BY_TIME": name, "PERSON": self.person.currentField() or None}

    def layers(self) -> list:
        """The layers that a verdict rests on, with the tables that are joined to them."""
        boxes = [self.patients, self.areas]
        if self._job is not None and "masked" in self._job.asks:
            boxes.append(self.masked)
        chosen = [layer for layer in (box.currentLayer() for box in boxes) if layer is not None]
        joined = [join.joinLayer() for layer in chosen for join in layer.vectorJoins()]
        return [*chosen, *filter(None, joined)]

    def settle(self) -> None:
        """Tell at once of a change that waits to be told."""
        if self._rest.isActive():
            self._rest.stop()
            self._layers_changed()

    def limit(self) -> float:
        """Chance at which a patient may be named: the audience's, else the user's own."""
        key = self._who.get(RECORD_RISK)
        return preset(key).number if key else 1 / self.people.value()

    def limits(self) -> dict:
        """The same, as the parameters of what checks a picture or a document."""
        key = self._who.get(RECORD_RISK)
        return {"LIMIT": self.limit(), **({"AUDIENCE": key} if key else {})}

    def parameters(self) -> dict:
        """What was chosen, as the parameters of the model of the job."""
        chosen = self.basis()
        key = self.audience.currentData()
        asks = self._job.asks
        if "image" in asks:
            return {
                **chosen, "IMAGE": self.image.text(), "OUTLINE": self.outline.currentLayer(),
                "MASKED": self.masked.currentLayer(), **self.limits(),
            }  # fmt: skip
        if key:
            chosen["AUDIENCE"] = key
        if "risk" in asks:
            chosen["RISK"] = self.limit()
        if "outline" in asks:
            chosen["OUTLINE"] = self.outline.currentLayer()
        if "heading" in asks and self.heading.text():
            chosen["TITLE"] = self.heading.text()
        if "roads" in asks:
            given = {"ROADS": self.roads.currentLayer(), "ADDRESSES": self.addresses.currentLayer()}
            chosen.update({name: layer for name, layer in given.items() if layer})
        if "boundary" in asks and self.boundary.currentField():
            chosen["BOUNDARY"] = self.boundary.currentField()
        if "fewest_cases" in asks and self.fewest_cases.value():
            chosen["MINIMUM_CASES"] = self.fewest_cases.value()
        return chosen

    def fill(self, given: dict) -> None:
        """Take the answers of an earlier run: layers by their names, none in the place of a missing one."""
        for name, box in zip(LAYERS, (self.patients, self.areas, self.outline, self.roads, self.addresses)):
            if given.get(name):
                box.setLayer(box.layer(box.findText(str(given[name]))))
        for name, box in (
            ("AREA_ID", self.area_id),
            ("POPULATION", self.population),
            ("BOUNDARY", self.boundary),
        ):
            if given.get(name):
                box.setField(str(given[name]))
        self.for_each.setCurrentIndex(0)
        self._choose_audience(str(given.get("AUDIENCE") or ""))
        own = given.get("RISK") or given.get("LIMIT")
        if own and not given.get("AUDIENCE"):
            with suppress(ValueError, InputError):  # somebody may have edited the file
                self.people.setValue(class_size_for(max(float(own), 1 / MOST)))

    def _make(self) -> None:
        filters = QgsMapLayerProxyModel.Filter
        self.audience, self.heading = Box(), QLineEdit(tr("Masked map"))
        self.patients, self.areas, self.outline = (LayerBox() for _ in range(3))
        self.patients.setFilters(filters.PointLayer)
        self.areas.setFilters(filters.PolygonLayer)
        self.outline.setFilters(filters.PolygonLayer | filters.LineLayer)
        self._choose_layers()
        self.masked, self.roads, self.addresses = (LayerBox() for _ in range(3))
        for box, kind in (
            (self.masked, filters.PointLayer), (self.roads, filters.LineLayer),
            (self.addresses, filters.PointLayer),
        ):  # fmt: skip
            box.setFilters(kind)
            box.setAllowEmptyLayer(True)
            box.setLayer(None)
        self.area_id, self.population, self.boundary, self.person = (FieldBox() for _ in range(4))
        self.for_each = Box()
        self.person.setAllowEmptyFieldName(True)
        self.population.setFilters(QgsFieldProxyModel.Filter.Numeric)
        self.boundary.setAllowEmptyFieldName(True)
        self.fewest_cases = QSpinBox()
        self.fewest_cases.setRange(0, _MANY)
        self.fewest_cases.setSpecialValueText(tr("not asked for"))
        self.fewest_cases.setValue(_FEWEST)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, len(_OFFERED) - 1)
        self.slider.setAccessibleName(tr("Slide the risk"))
        self.people = QSpinBox()
        self.people.setPrefix(tr("1 in {people}", people=""))
        self.people.setRange(FEWEST, MOST)
        self.image = QLineEdit()
        self.browse = QToolButton()
        self.browse.setText("…")
        self.browse.setAccessibleName(tr("Choose the picture"))

    def _arrange(self) -> None:
        self.who = QWidget()
        limit, rest = rows_of(self.who), rows_of(self)
        for name, title, widget, beside in (
            ("audience", tr("Who &gets it?"), self.audience, None),
            ("risk", tr("&Risk"), self.people, self.slider),
            ("image", tr("P&icture"), self.image, self.browse),
            ("patients", tr("P&atients"), self.patients, None),
            ("areas", tr("Ar&eas"), self.areas, None),
            ("area_id", tr("I&dentifier"), self.area_id, None),
            ("population", tr("Pop&ulation"), self.population, None),
            ("masked", tr("&Masked points"), self.masked, None),
            ("outline", tr("&Borders"), self.outline, None),
            ("roads", tr("S&treets"), self.roads, None),
            ("addresses", tr("Addre&sses"), self.addresses, None),
            ("boundary", tr("Ne&ver across"), self.boundary, None),
            ("for_each", tr("For eac&h"), self.for_each, None),
            ("person", tr("Patient’s &code"), self.person, None),
            ("fewest_cases", tr("&Fewest patients"), self.fewest_cases, None),
            ("heading", tr("&Title"), self.heading, None),
        ):
            widget.setAccessibleName(title.replace("&", ""))
            if widget is not self.people:  # the number keeps its room, the slider takes the rest
                widget.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            label = QLabel(title)
            label.setBuddy(widget)
            form = limit if name in ("audience", "risk") else rest
            if beside is None:
                form.addRow(label, widget)
                self._rows[name] = (label, widget)
            else:
                row = QHBoxLayout()
                row.addWidget(widget, 0 if beside is self.slider else 1)
                row.addWidget(beside, 1 if beside is self.slider else 0)
                form.addRow(label, row)
                self._rows[name] = (label, widget, beside)

    def _connect(self) -> None:
        QgsProject.instance().layersAdded.connect(self._layers_added)
        self.patients.layerChanged.connect(self._layers_changed)
        self.masked.layerChanged.connect(self._layers_changed)
        self.areas.layerChanged.connect(self._areas_changed)
        for box in (self.area_id, self.population, self.person):
            box.fieldChanged.connect(lambda _name: self.layers_changed.emit())
        self.for_each.currentIndexChanged.connect(self._parted_anew)
        self.audience.currentIndexChanged.connect(self._audience_changed)
        self.slider.valueChanged.connect(lambda step: self.people.setValue(_OFFERED[step]))
        self.people.valueChanged.connect(self._risk_changed)
        self.browse.clicked.connect(self._choose_picture)

    def _list_parts(self) -> None:
        """Offer the fields that can part a publication, and keep the choice while it is one of them."""
        patients, areas, box = self.patients.currentLayer(), self.areas.currentLayer(), self.for_each
        if self.person.layer() != patients:
            self.person.setLayer(patients)
            self.person.setField("")
        offered = parting_fields(patients, areas) if "for_each" in self._job.asks else []
        keys, chosen = [":".join(one) for one in offered], box.currentData()
        if not box.count() or keys != [box.itemData(row) for row in range(1, box.count())]:
            box.blockSignals(True)
            box.clear()
            box.addItem(tr("one for all"), "")
            for key, (whose, name) in zip(keys, offered):
                words = (
                    tr("area with its own “{field}”") if whose == AREAS else tr("month or year of “{field}”")
                )
                box.addItem(words.format(field=name), key)
            box.setCurrentIndex(max(0, box.findData(chosen or "")))
            box.blockSignals(False)
        self._show_person()

    def _show_person(self) -> None:
        """Ask who a patient is where parts in time could hold one twice."""
        for widget in self._rows["person"]:
            widget.setVisible("BY_TIME" in self.series())

    def _parted_anew(self, _index: int) -> None:
        self._show_person()
        self.layers_changed.emit()

    def _layers_changed(self, _layer=None) -> None:
        if self._job is not None:
            self._list_parts()
        self._watch()
        self.layers_changed.emit()

    def _areas_changed(self, _layer=None) -> None:
        self.guess()
        self._layers_changed()

    def _layers_added(self, added: list) -> None:
        """Choose among them, and look again: QGIS tells of no choice where several layers come at once."""
        self._choose_layers(added)
        if self.area_id.layer() != self.areas.currentLayer():
            self.guess()
        if [layer.id() for layer in self.layers()] != self._seen:
            self._layers_changed()

    def _choose_layers(self, among=None) -> None:
        """Choose the likely layers; ``among``: only in boxes where one of these came by itself."""
        for box, likely in (
            (self.patients, _first_unmasked), (self.areas, _first_with_people),
            (self.outline, _first_without_people),
        ):  # fmt: skip
            if among is None or box.currentLayer() in among:
                box.setLayer(likely(box))

    def _watch(self) -> None:
        """Hear of it when what a chosen layer holds is changed, and not the layer; and when it leaves: the
        box then shows another, and tells nobody where more than one is left."""
        for connection in self._watched:
            QObject.disconnect(connection)
        layers = self.layers()
        self._seen = [layer.id() for layer in layers]
        self._watched = [
            signal.connect(self._rest.start)
            for one in layers
            for signal in (
                one.dataChanged, one.subsetStringChanged, one.layerModified, one.afterRollBack,
                one.afterCommitChanges, one.crsChanged, one.updatedFields, one.willBeDeleted,
            )
        ]  # fmt: skip

    def _list_audiences(self) -> None:
        chosen = self._who.get(self._job.measure)
        self.audience.blockSignals(True)
        self.audience.clear()
        for words, key, tip in audiences(self._job.measure):
            if not words:
                self.audience.insertSeparator(self.audience.count())
                continue
            self.audience.addItem(words, key)
            self.audience.setItemData(self.audience.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        if self._job.measure == RECORD_RISK:
            self.audience.addItem(tr("A risk of my own"), "")
        self._choose_audience(chosen)
        numbered = "risk" in self._job.asks  # its row says the number that ends each line
        self.audience.elide = Qt.TextElideMode.ElideRight if numbered else Qt.TextElideMode.ElideMiddle
        self.audience.letters = Box.letters if numbered else _WHOLE
        self.audience.updateGeometry()
        self.audience.blockSignals(False)
        self._audience_changed()

    def _choose_audience(self, key: str | None) -> None:
        """Choose the line of a key, the first where there is none; a separator is found as an empty one."""
        rows = range(self.audience.count())
        self.audience.setCurrentIndex(
            next((row for row in rows if self.audience.itemData(row) == key and key is not None), 0)
        )

    def _audience_changed(self, _index: int = 0) -> None:
        key = self.audience.currentData()
        self._who[self._job.measure] = key
        tip = self.audience.currentData(Qt.ItemDataRole.ToolTipRole)
        self.audience.setToolTip(f"{self.audience.currentText()}\n{tip or ''}".strip())
        if key and self._job.measure == RECORD_RISK:
            self.people.setValue(hidden_among(preset(key).number))
        self.changed.emit()

    def _risk_changed(self, people: int) -> None:
        key = self.audience.currentData()
        if key and self._job.measure == RECORD_RISK and hidden_among(preset(key).number) != people:
            self._choose_audience("")
        self.slider.blockSignals(True)
        self.slider.setValue(min(range(len(_OFFERED)), key=lambda step: abs(_OFFERED[step] - people)))
        self.slider.blockSignals(False)
        self.changed.emit()

    def _choose_picture(self) -> None:
        chosen, _filter = QFileDialog.getOpenFileName(
            self, tr("Choose the picture"), "", tr("Pictures (*.png *.jpg *.jpeg *.tif *.tiff *.pdf *.svg)")
        )
        if chosen:
            self.image.setText(chosen)


def rows_of(body: QWidget | None = None) -> QFormLayout:
    """Rows of a label and a field, which goes below a label too long to stand beside it."""
    form = QFormLayout(body) if body is not None else QFormLayout()
    form.setContentsMargins(4, 2, 4, 0)
    form.setVerticalSpacing(3)
    form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    return form


def _layers(box: QgsMapLayerComboBox) -> list:
    return [layer for layer in (box.layer(row) for row in range(box.count())) if layer]


def _first_unmasked(box: QgsMapLayerComboBox):
    """The first layer on offer that is no release, which numbers its records in a field of that name, and
    rather one that counts no people, as areas drawn as points do."""
    layers = [layer for layer in _layers(box) if layer.fields().lookupField("record") < 0]
    return next((layer for layer in layers if not people_field(layer)), next(iter(layers), None))


def _first_with_people(box: QgsMapLayerComboBox):
    layers = _layers(box)
    return next((layer for layer in layers if people_field(layer)), next(iter(layers), None))


def _first_without_people(box: QgsMapLayerComboBox):
    """Borders are more likely counties or coasts than the areas that are counted."""
    layers = _layers(box)
    return next((layer for layer in layers if not people_field(layer)), next(iter(layers), None))
