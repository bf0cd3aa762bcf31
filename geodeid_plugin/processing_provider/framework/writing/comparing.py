# SPDX-License-Identifier: GPL-2.0-or-later
"""What a file holds, compared with the rows that were written to it."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from dataclasses import field as field_of
from itertools import islice

import numpy as np
from osgeo import gdal, ogr

from ....core.base.errors import GeoDeIDError
from ....host.compat import is_null, open_dataset
from ....i18n import tr
from .destinations import FILE, Destination, driver_of
from .formats import BATCH, Rows, column_of, format_of, is_numeric

_OWN_DEGREES = ("KML", "LIBKML")
"""Formats that know longitude and latitude only."""
_TEXT_KEPT = 60
"""Characters of a text that every format keeps: a shapefile keeps 254 bytes, up to 4 a character."""
_NUMBER_KEPT, _DECIMALS_KEPT = 1e-6, 1e-12
"""Share of a number, and the number, by which a format may round it; a shapefile keeps 15 decimals."""
_EXTENT_KEPT = 1e-6
"""Share of the extent by which a format may round coordinates; MapInfo keeps about 1e-9 of its bounds."""


def read_back(path: str, layer_name: str | None, destination: Destination, rows: Rows, progress=None) -> None:
    """Compare a file with the rows that were written to it; see :func:`compare`."""
    dataset = open_dataset(path, gdal.OF_VECTOR, ("HEADERS=FORCE",) if path.endswith(("xlsx", "ods")) else ())
    layer = dataset and (dataset.GetLayerByName(layer_name) if layer_name else dataset.GetLayer(0))
    try:
        compare(layer, destination, rows, path.endswith(".gpkg"), progress)
    finally:
        del layer, dataset  # closes the file


def compare(layer, destination: Destination, rows: Rows, sorts_by_key: bool = True, progress=None) -> None:
    """Raise where a layer of GDAL does not hold the rows: each whole, in any order, numbers as numbers.

    Rows that come in the order in which they were written are compared some at a time. Only where some differ
    all of them are held at once.
    """
    pairs = _pairs(layer, destination, rows, sorts_by_key)
    if layer is None or not _same_in_order(layer, destination, rows, pairs, progress or (lambda _done: None)):
        _compare_in_any_order(layer, destination, rows, pairs)


def _same_in_order(layer, destination: Destination, rows: Rows, pairs: list, progress) -> bool:
    with closing(_features(layer)) as features:
        for part in rows.parts(BATCH):
            progress(0.98)
            given = {index: column_of(part.values, column) for column, index in pairs}
            found, extent = _read(islice(features, len(part)), layer, given)
            if extent.rows != len(part) or not _same_places(part, extent, destination):
                return False
            if not all(_same_values(values, found[index]) for index, values in given.items()):
                return False
        return next(features, None) is None


def _features(layer) -> Generator:
    """The features of a layer, from the first on."""
    yield from layer or ()


def _same_values(given, found) -> bool:
    if isinstance(given, list) and given == found:
        return True
    order = np.arange(len(given))
    return _Column(given, found).fits(order, order)


def _same_places(part: Rows, found: _Extent, destination: Destination) -> bool:
    if not part.has_shapes:
        return True
    given = _written(part.shapes)
    if _lost_of_shapes(found, given, destination):
        return False
    return not _keeps_places(given, destination) or _are_near(given.middle(), found.middle())


def _compare_in_any_order(layer, destination: Destination, rows: Rows, pairs: list) -> None:
    given = {index: column_of(rows.values, column) for column, index in pairs}
    found, shapes = _read(_features(layer), layer, given)
    count = shapes.rows
    if count != len(rows.values):
        gone = abs(len(rows.values) - count)
        raise _lost(destination, tr("{found} of {count} records", found=gone, count=len(rows.values)))
    if not count:
        return
    columns = []
    for column, index in pairs:
        columns.append(_Column(given.pop(index), found.pop(index)))
        if not columns[-1].same():
            name = rows.fields.at(column).name()
            raise _lost(destination, tr("the values of the field “{name}”", name=name))
    boxes = _written(rows.shapes)
    lost = _lost_of_shapes(shapes, boxes, destination) if rows.has_shapes else ""
    if lost:
        raise _lost(destination, lost)
    # Nothing is asked of places that a format turned into its own degrees.
    placed = rows.has_shapes and _keeps_places(boxes, destination)
    middles = [one.middle() for one in (boxes, shapes)] if placed else [np.zeros((count, 0))] * 2
    _compare_rows(columns, middles, destination)


def _pairs(layer, destination: Destination, rows: Rows, sorts_by_key: bool) -> list:
    """Which field of a layer holds which column."""
    if layer is None or not len(rows.values):
        return []
    definition = layer.GetLayerDefn()
    names = [definition.GetFieldDefn(i).GetName().casefold() for i in range(definition.GetFieldCount())]
    pairs, by_position = [], len(names) == rows.fields.count()  # a shapefile cuts names to ten letters
    for column in range(rows.fields.count()):
        name = rows.fields.at(column).name()
        if name.casefold() in names:
            pairs.append((column, names.index(name.casefold())))
        elif by_position:
            pairs.append((column, column))
        elif not (sorts_by_key and name.casefold() == "fid"):  # the key of the table itself
            raise _lost(destination, tr("the field “{name}”", name=name))
    return pairs


@dataclass
class _Extent:
    """How many rows there are, how many have a shape, what box holds these, and the middle of each."""

    rows: int = 0
    shapes: int = 0
    box: tuple = (math.inf, -math.inf, math.inf, -math.inf)
    middles: array = field_of(default_factory=lambda: array("d"))

    def middle(self) -> np.ndarray:
        """The middle of each row's box, shape (rows, 2); zeros for those without a shape."""
        return np.frombuffer(self.middles, dtype=float).reshape(-1, 2)

    def add(self, box=None, shapeless: bool = False) -> None:
        """One more row: its box (smallest x, largest x, smallest y, largest y), if it has a shape."""
        self.rows += 1
        if shapeless:
            return
        self.middles.extend((0.0, 0.0) if box is None else ((box[0] + box[1]) / 2, (box[2] + box[3]) / 2))
        if box is None:
            return
        self.shapes += 1
        own = self.box
        self.box = min(own[0], box[0]), max(own[1], box[1]), min(own[2], box[2]), max(own[3], box[3])


def _read(features: Iterable, layer, given: dict) -> tuple[dict, _Extent]:
    """Columns of features of GDAL by their numbers, and their extent: one by one, equal texts once."""
    extent, columns = _Extent(), {}
    texts: dict[str, str] = {}
    shapeless = layer is None or layer.GetGeomType() == ogr.wkbNone
    for index, values in given.items():
        kind = layer.GetLayerDefn().GetFieldDefn(index).GetType()
        columns[index] = (array("d") if is_numeric(values) else []), _READERS.get(kind, ogr.Feature.GetField)
    for feature in features:
        for index, (column, value_of) in columns.items():
            value = value_of(feature, index)
            if isinstance(column, array):
                value = _number(value)
            elif isinstance(value, str):
                value = texts.setdefault(value, value)
            column.append(value)
        shape = None if shapeless else feature.GetGeometryRef()
        extent.add(None if shape is None or shape.IsEmpty() else shape.GetEnvelope(), shapeless)
    return {index: column for index, (column, _value_of) in columns.items()}, extent


def _reader(get):
    """What ``Feature.GetField`` gives of one type, in a quarter of its time."""

    def value_of(feature, index: int):
        value = get(feature, index)
        return value if value or feature.IsFieldSetAndNotNull(index) else None

    return value_of


_READERS = {
    ogr.OFTString: _reader(ogr.Feature.GetFieldAsString),
    ogr.OFTReal: _reader(ogr.Feature.GetFieldAsDouble),
    ogr.OFTInteger: _reader(ogr.Feature.GetFieldAsInteger),
    ogr.OFTInteger64: _reader(ogr.Feature.GetFieldAsInteger64),
}


def _number(value) -> float:
    """A value of GDAL's as a number: none where it is empty, infinite where it is something else."""
    try:
        return math.nan if value is None else float(value)
    except TypeError:
        return math.inf
    except ValueError:
        return math.inf if value.strip() else math.nan


def _written(shapes) -> _Extent:
    """The extent of QGIS geometries."""
    extent = _Extent()
    for shape in shapes:
        if shape.isNull() or shape.isEmpty():
            extent.add()
            continue
        box = shape.boundingBox()
        extent.add((box.xMinimum(), box.xMaximum(), box.yMinimum(), box.yMaximum()))
    return extent


class _Column:
    """A field as it was given and as it was found, by what every format keeps of its values."""

    _given: Sequence | np.ndarray
    _found: Sequence | np.ndarray

    def __init__(self, given, found) -> None:
        self._numbers = is_numeric(given)
        if self._numbers:
            numbers = given.astype(float)
            numbers[~np.isfinite(numbers)] = math.nan
            self._given, self._found = numbers, np.frombuffer(found, dtype=float)
            return
        columns = [_all_preserved(given), _all_preserved(found)]
        if any(not is_null(value) and not isinstance(value, (str, bool, int, float)) for value in given):
            # Dates and lists: each format has its own way.
            columns = [["" if value is None else "kept" for value in column] for column in columns]
        elif all(is_null(value) or isinstance(value, (bool, int, float)) for value in given):
            columns = [_numbers(column) or column for column in columns]
        self._numbers = all(isinstance(column[0], float) for column in columns if column)
        self._given, self._found = columns

    def same(self) -> bool:
        """Whether both hold the same values in any order, as far as a decimal format keeps them."""
        if not self._numbers:
            return Counter(self._given) == Counter(self._found)
        return self._near(np.sort(self._given), np.sort(self._found))

    def fits(self, given_row, found_row) -> bool:
        """Whether each row found has the value of the row given, in these orders."""
        if not self._numbers:
            return all(self._given[one] == self._found[other] for one, other in zip(given_row, found_row))
        return self._near(np.array(self._given)[given_row], np.array(self._found)[found_row])

    def keys(self) -> tuple[list, list]:
        """Both as texts, to sort rows by."""
        given, found = ([f"{value:.9g}" if self._numbers else str(value) for value in column]
                        for column in (self._given, self._found))  # fmt: skip
        return given, found

    @staticmethod
    def _near(one, other) -> bool:
        return bool(np.allclose(one, other, _NUMBER_KEPT, _DECIMALS_KEPT, equal_nan=True))


def _all_preserved(values: list) -> list:
    """:func:`_preserved` of each value, equal texts once."""
    known = {value: _preserved(value) for value in {value for value in values if isinstance(value, str)}}
    return [known[value] if isinstance(value, str) else _preserved(value) for value in values]


def _numbers(kept: list) -> list:
    """Kept values as numbers, what is empty as none of them; nothing where one is a text."""
    try:
        return [math.nan if value is None else float(value) for value in kept]
    except ValueError:
        return []


def _compare_rows(columns: list, shapes: list, destination: Destination) -> None:
    """Raise where values or places of one row were given to another.

    Rows mostly come back in the order in which they were written; some formats sort them by a key or by
    their place, and hold doubles, so that sorting both alike finds the same rows.
    """
    count = len(shapes[0])
    orders: list[tuple] = [(np.arange(count), np.arange(count))]
    if not _fits(columns, shapes, orders[0]):
        keys = [list(zip(middles.tolist(), *(column.keys()[side] for column in columns)))
                for side, middles in enumerate(shapes)]  # fmt: skip
        orders.append(tuple(np.array(sorted(range(count), key=one.__getitem__)) for one in keys))
        if not _fits(columns, shapes, orders[1]):
            raise _lost(destination, tr("which values and places belong to one record"))


def _fits(columns: list, shapes: list, orders: tuple) -> bool:
    given, found = (middles[order] for middles, order in zip(shapes, orders))
    return _are_near(given, found) and all(one.fits(*orders) for one in columns)


def _are_near(given: np.ndarray, found: np.ndarray) -> bool:
    room = _EXTENT_KEPT * max(1.0, float(np.abs(given).max(initial=0.0)))
    return bool((np.abs(given - found) <= room).all())


def _preserved(value):
    """What every format keeps of a value: a number as a number, the beginning of a text, no blanks."""
    if is_null(value):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError):
        return "".join(str(value).split())[:_TEXT_KEPT] or None
    return None if math.isnan(number) else f"{number:.9g}".replace("-0", "0", number == 0)


def _lost_of_shapes(kept: _Extent, given: _Extent, destination: Destination) -> str:
    """What is gone of shapes, or that they are elsewhere; empty where all are kept."""
    if kept.shapes != given.shapes:
        gone = abs(given.shapes - kept.shapes)
        return tr("{found} of {count} shapes", found=gone, count=given.shapes)
    if not _keeps_places(given, destination):
        return ""
    room = _EXTENT_KEPT * max(1.0, *map(abs, given.box))
    moved = any(abs(one - other) > room for one, other in zip(given.box, kept.box))
    return tr("the coordinates") if moved else ""


def _keeps_places(given: _Extent, destination: Destination) -> bool:
    """Whether shapes are kept in their own coordinates."""
    return bool(given.shapes) and not (destination.kind == FILE and driver_of(destination) in _OWN_DEGREES)


def _lost(destination: Destination, what: str) -> GeoDeIDError:
    return GeoDeIDError(
        "output.format.loses",
        "{format} does not keep {what} of “{output}” as they are. Choose another format, such as "
        "GeoPackage (.gpkg). Nothing was kept.",
        format=format_of(destination),
        what=what,
        output=destination.title,
    )
