# SPDX-License-Identifier: GPL-2.0-or-later
"""From a layer to rows in longitude and latitude, by one set of rules.

Rules: a layer must have a coordinate reference system; NULL and empty geometries are left out and
counted; Z and M are dropped; curves are made straight; an attribute that must be a number and is
not is refused by name.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsCsException,
    QgsFeatureRequest,
    QgsGeometry,
    QgsProcessingFeatureSource,
    QgsWkbTypes,
)

from ...core.base import identity
from ...core.base.errors import InputError, named
from ...host.compat import is_null, plain
from ...i18n import tr

WGS84 = "EPSG:4326"


@dataclass(frozen=True)
class Table:
    """The rows of a layer that can take part.

    Attributes
    ----------
    name : str
        The layer's name, for messages and reports.
    fields : QgsFields
        Its fields.
    attributes : list of list
        Attribute values of each row, NULL as None.
    row_ids : list of int
        QGIS ids of the rows, for messages only.
    geometries : list of QgsGeometry
        In longitude and latitude, straight, two-dimensional; empty for a table without geometry.
    crs : QgsCoordinateReferenceSystem
        The layer's own.
    """

    name: str
    fields: object
    attributes: list
    row_ids: list
    geometries: list
    crs: object

    def __len__(self) -> int:
        return len(self.attributes)

    def column(self, field: str) -> list:
        """Values of a field, NULL as None."""
        index = self.fields.lookupField(field)
        if index < 0:
            raise InputError(
                tr("Layer “{layer}” has no field “{field}”. Choose a field that exists.").format(
                    layer=self.name, field=field
                )
            )
        return [row[index] for row in self.attributes]

    def numbers(self, field: str, what: str, ids=None, null_is_zero: bool = False) -> np.ndarray:
        """Values of a field that must all be finite numbers of 0 or more, shape (n,).

        Where ``null_is_zero`` a missing value is 0; the caller tells the user of it.
        """
        labels = self.row_ids if ids is None else ids
        values, bad = np.zeros(len(self)), []
        for index, value in enumerate(self.column(field)):
            number = 0.0 if value is None and null_is_zero else number_of(value)
            if number is None or not np.isfinite(number) or number < 0:
                bad.append(f"{labels[index]} ({tr('NULL') if value is None else value})")
            else:
                values[index] = number
        if bad:
            raise InputError(
                tr(
                    "Layer “{layer}”: the {what} of feature {features} is not a number of 0 or more. "
                    "Correct the field “{field}”, or leave these features out of the selection."
                ).format(layer=self.name, what=what, features=named(bad), field=field)
            )
        return values


def read_table(run, name: str, geometry: bool = True) -> Table:
    """Read every row of a feature source that can take part; count and tell of the others."""
    source = run.source(name)
    if source is None:
        raise InputError(tr("No layer was given for {name}.").format(name=name))
    layer = source.sourceName()
    to_lonlat = _transform(run, source, layer) if geometry else None
    attributes, row_ids, geometries, left_out = [], [], [], []
    request = QgsFeatureRequest()
    if not geometry:
        request.setFlags(QgsFeatureRequest.Flag.NoGeometry)
    reading = tr("Reading “{layer}”").format(layer=layer)
    skip_checks = QgsProcessingFeatureSource.Flag.FlagSkipGeometryValidityChecks
    for count, feature in enumerate(source.getFeatures(request, skip_checks)):
        if count % 1000 == 0:
            run.progress(0.0, reading)
        if geometry:
            shape = feature.geometry()
            if shape.isNull() or shape.isEmpty():
                left_out.append(feature.id())
                continue
            geometries.append(_to_lonlat(shape, to_lonlat, layer, feature.id()))
        attributes.append([plain(value) for value in feature.attributes()])
        row_ids.append(feature.id())
    _tell_left_out(run, name, layer, left_out)
    run.counts[name] = len(attributes)
    if not attributes:
        raise InputError(
            tr(
                "Layer “{layer}” has no features that can be used. Check the layer, its filter and the "
                "selection."
            ).format(layer=layer)
        )
    return Table(layer, source.fields(), attributes, row_ids, geometries, source.sourceCrs())


def identifiers(table: Table, field: str) -> np.ndarray:
    """Identifiers of the areas: all whole numbers, or all text, shape (n,)."""
    values = [_identifier(value) for value in table.column(field)]
    kinds = {type(value) for value in values if value is not None}
    if len(kinds) > 1:
        values = [None if value is None else str(value) for value in values]
    ids = np.empty(len(values), dtype=object)
    ids[:] = values
    return ids


def _transform(run, source, layer: str):
    crs = source.sourceCrs()
    if not crs.isValid():
        raise InputError(
            tr(
                "Layer “{layer}” has no coordinate reference system. Set it under Layer Properties ▸ Source."
            ).format(layer=layer)
        )
    return QgsCoordinateTransform(crs, QgsCoordinateReferenceSystem(WGS84), run.context.transformContext())


def _to_lonlat(shape: QgsGeometry, transform, layer: str, row: int) -> QgsGeometry:
    shape = QgsGeometry(shape)
    geometry = shape.get()
    geometry.dropZValue()
    geometry.dropMValue()
    if QgsWkbTypes.isCurvedType(geometry.wkbType()):
        shape = QgsGeometry(geometry.segmentize())
    try:
        shape.transform(transform)
    except QgsCsException as error:
        raise _outside_crs(layer, row) from error
    box = shape.boundingBox()
    if not all(np.isfinite([box.xMinimum(), box.xMaximum(), box.yMinimum(), box.yMaximum()])):
        raise _outside_crs(layer, row)
    return shape


def _outside_crs(layer: str, row: int) -> InputError:
    return InputError(
        tr(
            "Layer “{layer}”: feature {row} cannot be turned into longitude and latitude. Check its "
            "coordinates and the layer's coordinate reference system."
        ).format(layer=layer, row=row)
    )


def _tell_left_out(run, name: str, layer: str, left_out: list) -> None:
    if left_out:
        run.counts[f"{name}_without_geometry"] = len(left_out)
        run.warn(
            tr("Layer “{layer}”: {count} features have no geometry and were left out ({features}).").format(
                layer=layer, count=len(left_out), features=named(left_out)
            )
        )


def number_of(value):
    """The value as a float, or None where it is none."""
    if isinstance(value, bool) or is_null(value):
        return None
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _identifier(value):
    """A whole number as int, a text as it is written, None for none; equal is what has one canonical text."""
    text = identity.canonical(value)
    if not text or isinstance(value, str):
        return value if text else None
    return int(text) if isinstance(value, (int, float)) and text.lstrip("-").isdigit() else text
