# SPDX-License-Identifier: GPL-2.0-or-later
"""Every feature of a layer; shapes and attributes of many rows held tightly, made when they are asked for.

As objects of QGIS and Python a square takes six hundred bytes, a point five hundred and a row of four numbers
two hundred.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from qgis.core import (
    QgsFeature,
    QgsFeatureRequest,
    QgsFeatureSource,
    QgsGeometry,
    QgsPointXY,
    QgsRectangle,
    QgsVectorLayer,
)

from ...core.base.errors import InputError

_MOST_BYTES = 4096
"""Larger shapes are kept as they are: to make one anew would take longer than what is done with it."""
_MOST_TEXTS = 100_000
"""Different texts of a column up to which equal ones are kept once; beyond they are mostly different."""


def made_valid(shape: QgsGeometry) -> QgsGeometry:
    """The geometry, repaired where its sides cross: GEOS answers nothing of one that is not valid."""
    return shape if shape.isGeosValid() else shape.makeValid()


class Drawn(Sequence):
    """Geometries that are made when they are asked for: a million of them held take half a gigabyte.

    ``make`` takes one value of each column.
    """

    def __init__(self, make, *columns):
        self._make, self.columns = make, columns

    def __len__(self) -> int:
        return len(self.columns[0])

    def __getitem__(self, row):
        return self._make(*(column[row] for column in self.columns))


class DrawnPoints(Drawn):
    """Points that are made when they are asked for."""

    def __init__(self, x, y):
        super().__init__(point_at, x, y)


def point_at(x, y) -> QgsGeometry:
    """A point as a geometry."""
    return QgsGeometry.fromPointXY(QgsPointXY(x, y))


class PackedShapes(Sequence):
    """Geometries as their binaries, one after the other; each access makes a geometry of its own."""

    def __init__(self, shapes: Iterable[QgsGeometry] = ()) -> None:
        self._bytes = bytearray()
        self._end = array("q", [0])
        self._large: dict[int, QgsGeometry] = {}
        self._rows: np.ndarray | None = None
        self.kinds: set = set()
        for shape in shapes:
            self.append(shape)

    def append(self, shape: QgsGeometry) -> None:
        """Take in one more; a null geometry keeps its row."""
        data = b"" if shape.isNull() else bytes(shape.asWkb())
        if data:
            self.kinds.add(shape.type())
        if len(data) > _MOST_BYTES:
            self._large[len(self._end) - 1] = shape
        else:
            self._bytes += data
        self._end.append(len(self._bytes))

    def in_order(self, rows: np.ndarray) -> PackedShapes:
        """The same shapes in another order, without a copy."""
        turned = PackedShapes()
        turned._bytes, turned._end, turned._large = self._bytes, self._end, self._large
        turned.kinds, turned._rows = self.kinds, rows
        return turned

    def binaries(self) -> Iterator[bytes]:
        """Well-known binary of each, empty for none."""
        for row in range(len(self)):
            large, data = self._at(row)
            yield data if large is None else bytes(large.asWkb())

    def __len__(self) -> int:
        return len(self._end) - 1 if self._rows is None else len(self._rows)

    def __getitem__(self, row):
        if isinstance(row, slice):
            return [self[at] for at in range(*row.indices(len(self)))]
        if not -len(self) <= row < len(self):
            raise IndexError(row)
        large, data = self._at(row % len(self))
        if large is not None:
            return large
        shape = QgsGeometry()
        if data:
            shape.fromWkb(data)
        return shape

    def _at(self, row: int) -> tuple[QgsGeometry | None, bytes]:
        row = int(row if self._rows is None else self._rows[row])
        large = self._large.get(row)
        return large, b"" if large is not None else bytes(self._bytes[self._end[row] : self._end[row + 1]])


class Attributes(Sequence):
    """Rows of attribute values, kept by columns: whole numbers and floats as such, all else as objects."""

    def __init__(self) -> None:
        self._columns: list = []
        self._texts: list[dict[str, str]] = []
        self._count = 0

    def add(self, rows: Sequence[Sequence[Any]]) -> None:
        """Take in some rows, each as long as the first ever."""
        if not rows:
            return
        if not self._count:
            self._columns = [_store_for(value) for value in rows[0]]
            self._texts = [{} for _value in rows[0]]
        self._count += len(rows)
        for number, values in enumerate(zip(*rows)):
            self._extend(number, values)

    def _extend(self, number: int, values: tuple) -> None:
        store = self._columns[number]
        if isinstance(store, array):
            kind = _KINDS[store.typecode]
            if all(type(value) is kind for value in values):
                try:
                    store.extend(array(store.typecode, values))
                    return
                except OverflowError:
                    pass
            store = self._columns[number] = store.tolist()
        texts = self._texts[number]
        if len(texts) < _MOST_TEXTS:
            store += [texts.setdefault(value, value) if type(value) is str else value for value in values]
        else:
            store += [texts.get(value, value) if type(value) is str else value for value in values]

    def column(self, number: int) -> list:
        """Values of one column."""
        return list(self.stored(number))

    def stored(self, number: int) -> Sequence:
        """The same as they are held, for who only goes through them: an array of numbers, or a list."""
        return self._columns[number] if self._count else []

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, row):
        if isinstance(row, slice):
            return [self[at] for at in range(*row.indices(len(self)))]
        if not -len(self) <= row < len(self):
            raise IndexError(row)
        return [store[row] for store in self._columns]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[list]:
        if not self._columns:
            return iter([[] for _ in range(self._count)])
        return map(list, zip(*self._columns))


_KINDS = {"q": int, "d": float}


def _store_for(value: Any) -> Any:
    return next((array(code) for code, kind in _KINDS.items() if type(value) is kind), [])


_COUNTS = "GPKG"
"""Storage that knows how many features it holds; counts of servers are estimates, those of shapefiles
include what was deleted."""
_PAUSES_S = (0.02, 0.2)
"""Rest before what gave nothing is read again. Where a GeoPackage is opened and closed elsewhere in that
moment, SQLite cannot open its journal; a reading that has begun holds a lock, and is not cut off so."""


def features_of(source, request=None, *flags, layer=None) -> Iterator[QgsFeature]:
    """Features of a source, or an error: QGIS ends a reading that fails as if the layer ended there.

    ``flags`` are of a source of Processing. Where the request asks for all of the ``layer`` behind it, what
    its file counts must be read.
    """
    held, read = source.featureCount(), 0
    for pause_s in (0, *_PAUSES_S):
        time.sleep(pause_s)
        for feature in source.getFeatures(request or QgsFeatureRequest(), *flags):
            read += 1
            yield feature
        if read:
            break
    behind = layer or source
    if read < held and isinstance(behind, QgsVectorLayer) and behind.storageType() == _COUNTS:
        raise InputError(
            "layer.features.cut_off",
            "Layer “{layer}”: only {read} of {held} features could be read. The file is damaged, or was "
            "changed elsewhere: load it again, or take another copy.",
            layer=behind.name(), read=read, held=held,
        )  # fmt: skip


def extent_of(layer) -> QgsRectangle:
    """Box around a layer or source; QGIS has none of a GeoPackage's layer filtered while others are open."""
    if not isinstance(layer, QgsFeatureSource):
        return layer.extent()
    box = layer.sourceExtent()
    if box.isNull():
        for feature in features_of(layer, QgsFeatureRequest().setNoAttributes()):
            box.combineExtentWith(feature.geometry().boundingBox())
    return box


def count_of(source) -> int:
    """Number of features, which QGIS does not know either of such a layer."""
    held = source.featureCount()
    return held if held >= 0 else sum(1 for _feature in features_of(source))
