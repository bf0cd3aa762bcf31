# SPDX-License-Identifier: GPL-2.0-or-later
"""Points of a whole GeoPackage layer as GDAL streams them, column by column.

QGIS hands over one feature at a time, GDAL from 3.6 on whole columns. What is streamed is what QGIS would
read: a layer as it is stored, all of it, whose fields are whole numbers, numbers and texts. Whatever else
(a filter, a selection, edits not yet saved, joined or virtual fields, dates, another format) is left to QGIS,
and so is a stream that fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from osgeo import gdal, ogr
from qgis.core import QgsFields, QgsProviderRegistry, QgsVectorLayer, QgsWkbTypes

from .blocks import SIZE

_TYPES = {"Integer", "Integer64", "Real", "String"}
"""Types of fields that GDAL and QGIS read alike."""
_PLACE = np.dtype([("order", "u1"), ("kind", "u4"), ("x", "f8"), ("y", "f8")])
"""A point of two dimensions in well-known binary."""


class NotStreamedError(ValueError):
    """What came of a stream is not what QGIS would read; the caller reads by QGIS instead."""


@dataclass(frozen=True)
class Streamed:
    """Some rows.

    Attributes
    ----------
    attributes : list of list
        Values of each row in the order of the layer's fields, NULL as None.
    row_ids : list of int
        QGIS ids.
    x, y : ndarray, shape (n,)
        In the layer's coordinates.
    """

    attributes: list[list[Any]]
    row_ids: list[int]
    x: np.ndarray
    y: np.ndarray


def streamed(layer: Any) -> Iterator[Streamed] | None:
    """The rows of a point layer in blocks; None where QGIS must read it.

    Parameters
    ----------
    layer : QgsVectorLayer or None
        All of its features are wanted.

    Raises
    ------
    NotStreamedError
        From the blocks, where a layer, a column, a row or a plain point is missing after all: nothing of the
        stream is to be used.
    """
    stored = _stored(layer)
    if stored is None:
        return None
    path, name = stored
    return _blocks(path, name, [field.name() for field in layer.fields()], layer.featureCount())


def _stored(layer: Any) -> tuple[str, str] | None:
    """File and name of a layer that is read as it is stored; None for any other."""
    if not isinstance(layer, QgsVectorLayer) or not hasattr(ogr.Layer, "GetArrowStreamAsNumPy"):
        return None
    provider = layer.dataProvider()
    if provider is None or provider.name() != "ogr" or layer.storageType() != "GPKG":
        return None
    if layer.isEditable() or layer.subsetString() or layer.wkbType() != QgsWkbTypes.Type.Point:
        return None
    fields = layer.fields()
    for index, field in enumerate(fields):
        if (
            fields.fieldOrigin(index) != QgsFields.FieldOrigin.OriginProvider
            or field.typeName() not in _TYPES
        ):
            return None
    parts = QgsProviderRegistry.instance().decodeUri("ogr", layer.source())
    known = {key for key, value in parts.items() if value not in (None, "", [])}
    if not known <= {"path", "layerName"} or not Path(parts.get("path", "")).is_file():
        return None
    return parts["path"], parts.get("layerName") or ""


def _blocks(path: str, name: str, fields: list[str], count: int) -> Iterator[Streamed]:
    try:
        yield from _opened(path, name, fields, count)
    except RuntimeError as error:  # GDAL's, where it raises
        raise NotStreamedError from error


def _opened(path: str, name: str, fields: list[str], count: int) -> Iterator[Streamed]:
    store = gdal.OpenEx(path, gdal.OF_VECTOR | gdal.OF_READONLY)
    layer = None if store is None else store.GetLayerByName(name) if name else _only(store)
    if layer is None:
        raise NotStreamedError
    place, key, seen = layer.GetGeometryColumn(), layer.GetFIDColumn(), 0
    for batch in layer.GetArrowStreamAsNumPy(options=[f"MAX_FEATURES_IN_BATCH={SIZE}"]):
        if not {place, key, *fields} <= set(batch):
            raise NotStreamedError
        seen += len(batch[key])
        yield _block(batch, place, key, fields)
    if seen != count:
        raise NotStreamedError


def _only(store: Any) -> Any:
    return store.GetLayer(0) if store.GetLayerCount() == 1 else None


def _block(batch: dict[str, Any], place: str, key: str, fields: list[str]) -> Streamed:
    shapes = batch[place].tolist()
    if not all(shape is not None and len(shape) == _PLACE.itemsize for shape in shapes):
        raise NotStreamedError
    places = np.frombuffer(b"".join(shapes), dtype=_PLACE)
    if (places["kind"] != 1).any():
        raise NotStreamedError
    columns = [_plain(batch[field].tolist()) for field in fields]
    attributes = [list(row) for row in zip(*columns)] if columns else [[] for _shape in shapes]
    return Streamed(attributes, batch[key].tolist(), places["x"], places["y"])


def _plain(values: list[Any]) -> list[Any]:
    """Values of a column, texts decoded."""
    return [value.decode("utf-8") if isinstance(value, bytes) else value for value in values]
