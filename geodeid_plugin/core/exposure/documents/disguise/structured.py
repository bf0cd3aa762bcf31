# SPDX-License-Identifier: GPL-2.0-or-later
"""GeoJSON, TopoJSON and shapefiles: geometry that says of itself what it is."""

from __future__ import annotations

import json
import math
import re
import struct
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ....base.errors import Phrase
from ..containers.parts import from_base64
from .columns import positions_in_records, table_of_records
from .pairs import crosses_itself
from .positions import Frame, Positions, circle_centre, decimals_of, precision_m

_GEO = re.compile(
    r"\{\s*[\"'](?:type|features|geometry|crs|name|objects|arcs|transform|bbox)[\"']\s*:", re.IGNORECASE
)
_KINDS = ("FeatureCollection", "Feature", "GeometryCollection", "Topology", "Point", "MultiPoint")
MOST_STARTS = 2000
"""Places of a script at which an object of GeoJSON may begin."""
DEEP = 1_000_000
"""Letters that a reading counts for where objects lie too deep in one another: Python 3.14 goes as far."""
MOST_READ = 8
"""Times that a text is read in search of JSON in it: objects inside one another that never end."""


def geojson_in(text: str, frames: Sequence[Frame]) -> tuple[list[Positions], str, str]:
    """Positions of points in GeoJSON and TopoJSON, alone or inside a script, the text without them, and its
    fields as a table: a number and a word of one row stand far apart in the text.
    """
    patience = MOST_READ * len(text) + MOST_READ
    points: list[tuple[float, float]] = []
    fields: dict[str, None] = {}
    held: list[dict[str, Any]] = []
    rest, at = [], 0
    form = Phrase("GeoJSON")
    for begin in list(_GEO.finditer(text))[:MOST_STARTS]:
        if begin.start() < at or patience < 0:
            continue
        value, end, in_vain = _json_at(text, begin.start())
        patience -= in_vain
        if not isinstance(value, dict) or value.get("type") not in _KINDS:
            continue
        transform = None
        if value["type"] == "Topology":
            form, transform = Phrase("TopoJSON"), value.get("transform")
        for one, names in _inside(value):
            if isinstance(one.get("properties"), dict) and one["properties"]:
                held.append(one["properties"])
            if one.get("type") in _SHAPES:
                points.extend(_points({**one, "transform": transform} if transform else one))
                fields.update(dict.fromkeys(names))
        rest.append(text[at : begin.start()])
        try:
            rest.append(json.dumps(_unread(value), ensure_ascii=False))
        except RecursionError:
            rest.append(text[begin.start() : end])
        at = end
    rest.append(text[at:])
    found = points_in_frames(points, frames, form, tuple(fields))
    return found, " ".join(rest), table_of_records(held)


_SHAPES = ("Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon")
_EXTENT_DEG = 1e-3
"""A box that is smaller is a place."""


def _unread(value: Any) -> Any:
    """An object without the shapes and the fields that were read, and without boxes about several places."""
    if isinstance(value, list):
        return [_unread(one) for one in value]
    if not isinstance(value, dict):
        return value
    kept = {}
    for key, held in value.items():
        if key in ("features", "geometries", "geometry"):
            kept[key] = _unread(held)
        elif key == "objects" and isinstance(held, dict):
            kept[key] = {name: _unread(one) for name, one in held.items()}
        elif not (
            (key == "properties" and isinstance(held, dict))
            or (key == "coordinates" and value.get("type") in _SHAPES)
            or (key in ("arcs", "transform") and value.get("type") in ("Topology", *_SHAPES))
            or (key == "bbox" and _is_wide(held))
        ):
            kept[key] = held
    return kept


def _is_wide(box: Any) -> bool:
    """Whether a box is about more than one place."""
    if not isinstance(box, list) or len(box) < 4 or not all(isinstance(one, float) for one in box):
        return False
    half = len(box) // 2
    return max(abs(box[half] - box[0]), abs(box[half + 1] - box[1])) > _EXTENT_DEG


def _json_at(text: str, begin: int) -> tuple[Any, int, int]:
    """The value that begins there, its end, and how many letters were read in vain; None where none does."""
    try:
        # A number of a million digits takes int() minutes.
        value, end = json.JSONDecoder(parse_int=float).raw_decode(text, begin)
    except json.JSONDecodeError as error:
        return None, begin, error.pos - begin
    except RecursionError:
        return None, begin, min(len(text) - begin, DEEP)
    except ValueError:
        return None, begin, 0
    return value, end, 0


_RECORDS = re.compile(r"\[\s*\{")


def records_in(text: str, frames: Sequence[Frame]) -> list[Positions]:
    """Positions in lists of objects, however far apart the two numbers of each stand."""
    patience, end, found = MOST_READ * len(text) + MOST_READ, 0, []
    for begin in list(_RECORDS.finditer(text))[:MOST_STARTS]:
        if begin.start() < end or patience < 0:
            continue
        value, to, in_vain = _json_at(text, begin.start())
        patience, end = patience - in_vain, max(end, to)
        rows = [one for one in value or () if isinstance(one, dict)]
        found += positions_in_records(rows, frames, Phrase("a list of records"))
    return found


_ORIGIN = "originPosition"


def quantised_in(text: str, frames: Sequence[Frame]) -> list[Positions]:
    """Points of an answer of ArcGIS in whole steps from a corner, which it names beside them."""
    if _ORIGIN not in text:
        return []
    begin = text.find("{")
    value = _json_at(text, begin)[0] if begin >= 0 else None
    transform = value.get("transform") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(transform, dict):
        return []
    step = _two_numbers(transform.get("scale"), (1.0, 1.0))
    corner = _two_numbers(transform.get("translate"), (0.0, 0.0))
    down = -1 if transform.get(_ORIGIN) == "upperLeft" else 1
    rows = value.get("features")
    shapes = [one.get("geometry") for one in rows if isinstance(one, dict)] if isinstance(rows, list) else []
    points = []
    for shape in shapes:
        several = shape.get("points") if isinstance(shape, dict) else None
        alone = [[shape.get("x"), shape.get("y")]] if isinstance(shape, dict) else []
        for place in several if isinstance(several, list) else alone:
            if (
                isinstance(place, list)
                and all(isinstance(one, float) for one in place[:2])
                and len(place) > 1
            ):
                x, y = place[0] * step[0] + corner[0], place[1] * step[1] * down + corner[1]
                points.append((round(x, 9), round(y, 9)))
    return points_in_frames(points, frames, Phrase("geometries of ArcGIS"), ())


_HEXADECIMAL = re.compile(r"(?<![0-9A-Fa-f])(?:[0-9A-Fa-f]{2}){21,}(?![0-9A-Fa-f])")
_BASE64 = re.compile(r"(?<![\w+/-])[A-Za-z0-9+/_-]{28,400}={0,2}(?![\w+/=-])")
_POINT = re.compile(
    rb"(?=\x01(?:\x01\0\0[\0@\x80\xc0]|\x01\0\0[ `\xa0\xe0].{4}|(?:\xe9\x03|\xd1\x07|\xb9\x0b)\0\0)(.{16})|"
    rb"\0(?:[\0@\x80\xc0]\0\0\x01|[ `\xa0\xe0]\0\0\x01.{4}|\0\0(?:\x03\xe9|\x07\xd1|\x0b\xb9))(.{16})|"
    rb"[\x7ci]\x01\0\0\0(.{16}))",
    re.DOTALL,
)
"""A point in binary form, in either order of bytes, with height or measure or none, as ISO, PostGIS and
SpatiaLite mark them, alone or in what holds several: behind a head of MySQL's or of a GeoPackage, too."""
_LINE = re.compile(rb"\x01\x02\0\0(?:\0| .{4})(?=(.{4}))", re.DOTALL)


def binary_points(text: str, frames: Sequence[Frame]) -> list[Positions]:
    """Points and ends of lines of binary geometries (WKB, EWKB) in hexadecimal digits or base64."""
    binaries = [bytes.fromhex(one[0]) for one in _HEXADECIMAL.finditer(text)]
    binaries += [from_base64(one[0]) for one in _BASE64.finditer(text)]
    points = [point for data in binaries for point in _binary_points(data) if all(map(math.isfinite, point))]
    return points_in_frames(points, frames, Phrase("binary geometries (WKB)"), ())


def _binary_points(data: bytes) -> Iterator[tuple[float, float]]:
    for found in _POINT.finditer(data):
        x, y = struct.unpack("<2d" if found[2] is None else ">2d", found[1] or found[2] or found[3])
        yield x, y
    for found in _LINE.finditer(data):
        begin = found.end() + 4
        line = data[begin : begin + 16 * int.from_bytes(found[1], "little")]
        for x, y in open_ends(list(struct.iter_unpack("<2d", line[: len(line) // 16 * 16]))):
            yield x, y


def points_in_frames(
    points: list[tuple[float, float]], frames: Sequence[Frame], form: Phrase, fields: tuple[str, ...]
) -> list[Positions]:
    """Points of a layer that lie in the frame that holds most and are fine enough to tell a place."""
    if not points:
        return []
    values = np.array(points, float)
    decimals = np.array([min(map(_decimals, place)) for place in points])
    held = [(frame, frame.holds(*values.T)) for frame in frames]
    fine = [(frame, inside) for frame, inside in held
            if inside.any() and frame.precise(np.median(decimals[inside]))]  # fmt: skip
    if not fine:
        return []
    frame, inside = max(fine, key=lambda one: int(one[1].sum()))
    return [Positions("", form, frame, values[inside], precision_m(frame, decimals[inside]), fields)]


def _decimals(value: float) -> int:
    return 0 if value.is_integer() else decimals_of(repr(value))


def _inside(value: dict[str, Any]) -> Iterator[tuple[dict[str, Any], tuple[str, ...]]]:
    """An object, its features and all their geometries, each with the names of the properties about it."""
    waiting: list[tuple[Any, tuple[str, ...]]] = [(value, ())]
    while waiting:
        one, names = waiting.pop()
        if not isinstance(one, dict):
            continue
        held = one.get("properties")
        names = tuple(map(str, held)) if isinstance(held, dict) else names
        for key in ("features", "geometries"):
            if isinstance(one.get(key), list):
                waiting.extend((inner, names) for inner in reversed(one[key]))
        if isinstance(one.get("objects"), dict):
            waiting.extend((inner, names) for inner in one["objects"].values())
        if isinstance(one.get("geometry"), dict):
            waiting.append((one["geometry"], names))
        yield one, names


def _points(geometry: dict[str, Any]) -> Iterator[tuple[float, float]]:
    """Places of points, ends of lines, as of links between true and masked points, and centres of circles."""
    places = geometry.get("coordinates")
    places = [places] if geometry.get("type") == "Point" else places
    if "Polygon" in geometry["type"]:
        areas = [places] if geometry["type"] == "Polygon" else places
        rings = [ring for area in areas or [] if isinstance(area, list) for ring in area]
        return (one for ring in rings for one in circle_centre(list(_places(ring, None))))
    if "Line" in geometry["type"]:
        lines = [places] if geometry["type"] == "LineString" else places
        places = [end for line in lines or [] if isinstance(line, list) for end in open_ends(line)]
        return _places(places, None)
    return _places(places, geometry.get("transform"))


def open_ends(line: Sequence[Any]) -> list[Any]:
    """Where somebody set out and came to: the ends of a line, the first position of a way that comes back.

    Of a circle the centre.

    >>> home, clinic = (-71.1, 42.3), (-71.0, 42.4)
    >>> open_ends([home, clinic]) == [home, clinic], open_ends([home, clinic, home]) == [home]
    (True, True)
    """
    if len(line) < 2 or line[0] != line[-1]:
        return [line[0], line[-1]] if len(line) > 1 else []
    return [line[0]] if _is_way(line) else circle_centre(line)


_FEWEST_CORNERS = 4
"""Corners of what is drawn as the border of an area; home, clinic, pharmacy and home again is a way."""
_OF_A_BORDER = 0.8
"""Share of the positions of a border that differ: who goes back as they came passes most of them twice."""


def _is_way(line: Sequence[Any]) -> bool:
    """Whether a line that closes is no border: of few places, there and back, or crossing itself."""
    places = [(float(one[0]), float(one[1])) for one in line]
    several = len(set(places))
    if several < max(_FEWEST_CORNERS, _OF_A_BORDER * (len(places) - 1)):
        return True
    return crosses_itself(np.array(places))


def _places(places: Any, transform: Any) -> Iterator[tuple[float, float]]:
    scale, shift = (1.0, 1.0), (0.0, 0.0)
    if isinstance(transform, dict):
        scale, shift = (
            _two_numbers(transform.get(key), other) for key, other in (("scale", scale), ("translate", shift))
        )
    for place in places if isinstance(places, list) else []:
        if (
            isinstance(place, list)
            and len(place) >= 2
            and all(isinstance(v, (int, float)) for v in place[:2])
        ):
            x, y = (float(v * s + t) for v, s, t in zip(place, scale, shift))
            yield (round(x, 9), round(y, 9)) if transform else (x, y)


def _two_numbers(told: Any, otherwise: tuple[float, float]) -> tuple[float, float]:
    sound = isinstance(told, list) and len(told) == 2 and all(isinstance(one, float) for one in told)
    return (told[0], told[1]) if sound else otherwise


_POINT_SHAPES, _LINE_SHAPES, _SEVERAL, _POLYGON_SHAPES = (1, 11, 21), (3, 13, 23), (8, 18, 28), (5, 15, 25)
"""Points, lines, sets of points and polygons, each plain, with heights and with measures (ESRI Shapefile
Technical Description, 1998)."""


def shapefile_points(data: bytes, frames: Sequence[Frame]) -> list[Positions] | None:
    """Points, ends of lines and centres of circles of the ``.shp`` of a shapefile; None of another file."""
    kind = struct.unpack_from("<i", data, 32)[0] if len(data) >= 100 else 0
    if kind not in (*_POINT_SHAPES, *_LINE_SHAPES, *_SEVERAL, *_POLYGON_SHAPES):
        return None
    points, at = [], 100
    while at + 28 <= len(data):
        length = max(2 * struct.unpack_from(">i", data, at + 4)[0], 4)
        points += _shape_points(data[at + 8 : at + 8 + length])
        at += 8 + length
    return points_in_frames(points, frames, Phrase("a shapefile"), ())


def _shape_points(record: bytes) -> list[tuple[float, float]]:
    """Points of a record, ends of its lines or centres of its circles; none where it is cut short."""
    kind = struct.unpack_from("<i", record)[0]
    if kind in _POINT_SHAPES and len(record) >= 20:
        return [struct.unpack_from("<2d", record, 4)]
    if kind in _SEVERAL and len(record) >= 40:
        count = struct.unpack_from("<i", record, 36)[0]
        return _pairs_at(record, 40, count)
    if kind not in (*_LINE_SHAPES, *_POLYGON_SHAPES) or len(record) < 44:
        return []
    parts, count = struct.unpack_from("<2i", record, 36)
    if parts < 1 or len(record) < 44 + 4 * parts:
        return []
    begins = [*struct.unpack_from(f"<{parts}i", record, 44), count]
    places = _pairs_at(record, 44 + 4 * parts, count)
    told = circle_centre if kind in _POLYGON_SHAPES else open_ends
    return [one for a, b in zip(begins, begins[1:]) for one in told(places[a:b])]


def _pairs_at(record: bytes, begin: int, count: int) -> list[tuple[float, float]]:
    values = struct.unpack_from(f"<{max((len(record) - begin) // 8, 0)}d", record, begin)[: 2 * max(count, 0)]
    return list(zip(values[::2], values[1::2]))
