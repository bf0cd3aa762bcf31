# SPDX-License-Identifier: GPL-2.0-or-later
"""The field boxes of the dialogs: they offer the likely field first, never row numbers or sizes of areas.

QGIS preselects the first field of the layer that the parameter accepts. In the shapefiles of the US census
that is the size of the land, and a mask that takes square metres for people hides nobody.
"""

from __future__ import annotations

from qgis.core import (
    QgsFieldProxyModel,
    QgsProcessingContext,
    QgsProcessingFeatureSourceDefinition,
    QgsProcessingParameterField,
    QgsProcessingUtils,
    QgsProject,
    QgsProperty,
    QgsVectorLayer,
    QgsWkbTypes,
)
from qgis.gui import QgsFieldComboBox

from ..core.exposure.fields.fieldnames import guess_identifier, guess_population
from .dialogs import OwnBox, held, wrapper_of

GUESSES = {
    "identifier": guess_identifier, "population": guess_population, "none": lambda _names: None,
}  # fmt: skip
_AREAS = ("AREAS", "CLUSTERED")
"""Parameters that are areas: never the patients, whose layer is often the active one."""


class GuessingField:
    """What a parameter names as its widget: the box below in dialogs, QGIS's own in the Model Designer."""

    def __new__(cls, parameter, dialog, row=0, column=0, guess="identifier"):
        """Make the widget for the kind of window that asks for it."""
        return wrapper_of(parameter, dialog, lambda kind: FieldBox(parameter, kind, GUESSES[guess]))


class FieldBox(OwnBox):
    """A box of the fields of another parameter's layer, with the likely one chosen."""

    kind_of_box = QgsFieldComboBox

    def __init__(self, parameter, kind, guess):
        super().__init__(parameter, kind)
        self._guess = guess
        self._asked = None
        self._context = QgsProcessingContext()
        self._context.setProject(QgsProject.instance())

    def createWidget(self):
        """Make the box; QGIS calls it once."""
        definition, box = self.parameterDefinition(), QgsFieldComboBox()
        box.setAllowEmptyFieldName(True)
        if definition.dataType() == QgsProcessingParameterField.DataType.Numeric:
            box.setFilters(QgsFieldProxyModel.Filter.Numeric)
        box.setToolTip(definition.toolTip())
        box.fieldChanged.connect(lambda _name: self.widgetValueHasChanged.emit(self))
        return held(box)

    def postInitialize(self, wrappers):
        """Follow the layer's box, and move it to a layer with people where it was preset to another."""
        by_name = {one.parameterDefinition().name(): one for one in wrappers}
        parent = by_name.get(self.parameterDefinition().parentLayerParameterName())
        if parent is None:
            return
        if self.parameterDefinition().parentLayerParameterName() in _AREAS:
            _choose_areas(parent, self._context)
            _choose_borders(by_name.get("OUTLINE"), self._context)
        parent.widgetValueHasChanged.connect(self._follow)
        self._follow(parent)

    def _follow(self, parent) -> None:
        """Show the fields of the parent's layer, and choose the one that was asked for or is likely."""
        box = self.box
        if box is None:  # a dialog that is being closed
            return
        layer = layer_of(parent.parameterValue(), self._context)
        box.setLayer(layer)
        names = [] if layer is None else [field.name() for field in layer.fields()]
        offered = [name for name in names if self._offers(layer, name)]
        box.setField(self._asked if self._asked in offered else self._guess(offered) or "")
        self.widgetValueHasChanged.emit(self)

    def _offers(self, layer, name: str) -> bool:
        if self.parameterDefinition().dataType() != QgsProcessingParameterField.DataType.Numeric:
            return True
        return layer.fields().field(name).isNumeric()

    def setWidgetValue(self, value, context):
        """Choose a field, also for a layer that comes later."""
        self._asked = value or None
        if self.box is not None:
            self.box.setField(str(value) if value else "")

    def widgetValue(self):
        """Name of the chosen field, or None."""
        return None if self.box is None else self.box.currentField() or None


def layer_of(value, context) -> QgsVectorLayer | None:
    """The vector layer that a layer box stands for; None where there is none."""
    if isinstance(value, QgsProcessingFeatureSourceDefinition):
        value = value.source
    if isinstance(value, QgsProperty):
        value = value.staticValue()
    if isinstance(value, str) and value:
        value = QgsProcessingUtils.mapLayerFromString(value, context)
    return value if isinstance(value, QgsVectorLayer) and value.isValid() else None


def _choose_areas(areas, context) -> None:
    """Preset areas to polygons with people: QGIS presets the active layer, which may be the patients'."""
    chosen = layer_of(areas.parameterValue(), context)
    if _left_empty(areas, chosen) or (chosen is not None and people_field(chosen)):
        return
    layers = _polygons_of_project()
    likely = next(filter(people_field, layers), None)
    if likely is None and (chosen is None or not _is_polygons(chosen)):
        likely = next(iter(layers), None)
    if likely is not None:
        areas.setParameterValue(likely.id(), context)


def _choose_borders(borders, context) -> None:
    """Preset borders that must be given to polygons that count nobody, such as counties: QGIS leaves them
    empty while a layer of points is the active one."""
    if (
        borders is None
        or layer_of(borders.parameterValue(), context) is not None
        or _left_empty(borders, None)
    ):
        return
    layers = _polygons_of_project()
    likely = next((one for one in layers if not people_field(one)), next(iter(layers), None))
    if likely is not None:
        borders.setParameterValue(likely.id(), context)


def _left_empty(box, chosen) -> bool:
    """Whether a layer was not chosen that need not be given."""
    definition = box.parameterDefinition()
    return chosen is None and bool(definition.flags() & definition.Flag.FlagOptional)


def _polygons_of_project() -> list:
    return [one for one in QgsProject.instance().mapLayers().values() if _is_polygons(one)]


def _is_polygons(layer) -> bool:
    polygon = QgsWkbTypes.GeometryType.PolygonGeometry
    return isinstance(layer, QgsVectorLayer) and layer.geometryType() == polygon


def people_field(layer) -> str:
    """The field of numbers that counts the people of a layer, as far as names tell; empty without one."""
    return guess_population([field.name() for field in layer.fields() if field.isNumeric()]) or ""
