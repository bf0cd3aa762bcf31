# SPDX-License-Identifier: GPL-2.0-or-later
"""GeoJSON, TopoJSON and shapefiles: geometry that says of itself what it is."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ....base.errors import Phrase
from .positions import Frame, Positions, decimals_of, precision_m

_GEO = re.compile(
    r"\{\s*[\"'](?:type|features|geometry|crs|name|objects|arcs|transform|bbox)[\"']\s*:", re.IGNORECASE
)
_KINDS = ("FeatureCollection", "Feature", "GeometryCollection", "Topology", "Point", "MultiPoint")
MOST_STARTS = 2000
"""Places of a script at which an object of GeoJSON may begin."""
MOST_READ = 8
"""Times that a text is read in search of JSON in it: objects inside one another that never end."""


def geojson_in(text: str, frames: Sequence[Frame]) -> tuple[list[Positions], str]:
    """Positions of points in GeoJSON and TopoJSON, alone or inside a script, and the text without them."""
    decoder = json.JSONDecoder(parse_int=float)  # a number of a million digits takes int() minutes
    patience = MOST_READ * len(text) + MOST_READ
    points: list[tuple[float, float]] = []
    fields: dict[str, None] = {}
    rest, at = [], 0
    form = Phrase("GeoJSON")
    for begin in list(_GEO.finditer(text))[:MOST_STARTS]:
        if begin.start() < at or patience < 0:
            continue
        try:
            value, end = decoder.raw_decode(text, begin.start())
        except json.JSONDecodeError as error:
            patience -= error.pos - begin.start()
            continue
        except (ValueError, RecursionError):
            continue
        if not isinstance(value, dict) or value.get("type") not in _KINDS:
            continue
        if value["type"] == "Topology":
            form = Phrase("TopoJSON")
        for geometry, properties in _geometries(value):
            points.extend(_points(geometry))
            fields.update(dict.fromkeys(properties))
        rest.append(text[at : begin.start()])
        at = end
    rest.append(text[at:])
    return points_in_frames(points, frames, form, tuple(fields)), " ".join(rest)


def points_in_frames(
    points: list[tuple[float, float]], frames: Sequence[Frame], form: Phrase, fields: tuple[str, ...]
) -> list[Positions]:
    """Points of a layer that lie in the first frame that holds any and are fine enough to tell a place."""
    if not points:
        return []
    values = np.array(points, float)
    decimals = np.array([min(map(_decimals, place)) for place in points])
    for frame in frames:
        inside = frame.holds(*values.T)
        if inside.any() and frame.precise(np.median(decimals[inside])):
            return [Positions("", form, frame, values[inside], precision_m(frame, decimals[inside]), fields)]
    return []


def _decimals(value: float) -> int:
    return 0 if value.is_integer() else decimals_of(repr(value))


def _geometries(value: dict[str, Any]) -> Iterator[tuple[dict[str, Any], tuple[str, ...]]]:
    """Geometries of an object, with the names of their properties; those of TopoJSON unpacked."""
    transform = value.get("transform") if value.get("type") == "Topology" else None
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
        if one.get("type") in ("Point", "MultiPoint"):
            yield ({**one, "transform": transform} if transform else one), names


def _points(geometry: dict[str, Any]) -> Iterator[tuple[float, float]]:
    places = geometry.get("coordinates")
    places = [places] if geometry.get("type") == "Point" else places
    transform = geometry.get("transform")
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


_POINT_SHAPES = (1, 11, 21)
"""Point, PointZ and PointM (ESRI Shapefile Technical Description, 1998)."""


def shapefile_points(data: bytes, frames: Sequence[Frame]) -> list[Positions] | None:
    """Points of the ``.shp`` of a shapefile; None where it holds lines or polygons."""
    if len(data) < 100 or struct.unpack_from("<i", data, 32)[0] not in _POINT_SHAPES:
        return None
    points, at = [], 100
    while at + 28 <= len(data):
        length = 2 * struct.unpack_from(">i", data, at + 4)[0]
        if struct.unpack_from("<i", data, at + 8)[0] in _POINT_SHAPES:
            points.append(struct.unpack_from("<2d", data, at + 12))
        at += 8 + max(length, 4)
    return points_in_frames(points, frames, Phrase("a shapefile"), ())
