# SPDX-License-Identifier: GPL-2.0-or-later
"""Points of vector tiles (Mapbox Vector Tile 2.1) and of files of such tiles (PMTiles 3)."""

from __future__ import annotations

import json
import math
import re
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ....base.errors import InputError
from ....base.scientific import spatial
from ..containers.archive import inflated
from ..containers.parts import Budget
from .structured import open_ends

_ADDRESS = re.compile(r"(\d{1,2})[/_-](\d{1,9})[/_-](\d{1,9})\.(?:pbf|mvt)$", re.IGNORECASE)
"""Zoom, column and row of a tile in its name."""
_PMTILES = b"PMTiles\x03"
_HEAD_BYTES, _METADATA, _INNER = 127, 24, 97
"""Bytes of the head of such a file, and where in it the place of its metadata and their compression stand."""
_GZIP, _PLAIN, _GZIPPED = 2, 1, b"\x1f\x8b"
_MVT = 1
"""Kinds of compression, and of tiles (PMTiles 3.4, 4.2)."""
MOST_TILES = 200_000
"""Tiles of a file that are read."""
_EXTENT = 4096
"""Units of a side of a tile that does not tell them (MVT 2.1, 4.1)."""
_POINT, _LINE = 1, 2
_REALS, _SIGNED = {2: "<f", 3: "<d"}, 6
"""Kinds of values that are real numbers, and the one whose lowest bit is the sign."""
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
"""Wire types of protocol buffers."""
_LARGEST_SHIFT, _DEEPEST = 63, 31
"""Bits before the last seven of a number, and the deepest zoom of tiles that one can number."""
EARTH_M = 40_075_016.69
"""Circumference of the sphere of Web Mercator (EPSG:3857)."""
_POLE = 99.0
"""Northing of Web Mercator, in radii, at which a double is at the pole."""


@dataclass(frozen=True)
class Tile:
    """A vector tile: where it lies, and its bytes, as they are or behind gzip."""

    zoom: int
    column: int
    row: int
    """From the north."""
    data: bytes


@dataclass(frozen=True)
class Tiled:
    """What vector tiles hold."""

    places: list[tuple[float, float]]
    """Longitudes and latitudes of points and of the ends of lines."""
    metres: float
    """Of their last digit, at the equator."""
    rows: list[dict[str, str]]
    """Fields of each feature."""


def of_a_tile(path: str, data: bytes) -> Tiled:
    """What one tile holds.

    Raises
    ------
    InputError
        Where the name does not tell where it lies, or it is damaged.
    """
    address = _ADDRESS.search(path)
    if address is None:
        raise InputError(
            "map_tiles.name.no_place", "It is a tile of a map whose name does not say where it lies."
        )
    zoom, column, row = map(int, address.groups())
    return of_tiles([Tile(zoom, column, row, data)], Budget())[0]


def of_tiles(tiles: Iterable[Tile], budget: Budget) -> list[Tiled]:
    """What tiles hold, by zoom: each place of a layer where it is most detailed.

    Tiles need not go equally deep everywhere, nor all of a layer: what a deeper tile does not show is read
    from above it.

    Raises
    ------
    InputError
        Where there are too many, or one is damaged.
    """
    by_zoom: dict[int, list[Tile]] = {}
    for count, tile in enumerate(tiles):
        _bound(count)
        at = sorted((tile.column, tile.row))
        if not (0 <= tile.zoom <= _DEEPEST and 0 <= at[0] <= at[1] < 2**tile.zoom):
            raise _damaged()
        by_zoom.setdefault(tile.zoom, []).append(tile)
    shown: dict[bytes, list[tuple[float, float]]] = {}
    said: set[tuple[tuple[str, str], ...]] = set()
    found = []
    for zoom in sorted(by_zoom, reverse=True):
        here: dict[bytes, dict[tuple[float, float], None]] = {}
        rows: dict[tuple[tuple[str, str], ...], None] = {}
        addresses = {(tile.column, tile.row) for tile in by_zoom[zoom]}
        for tile in by_zoom[zoom]:
            data = _opened(tile.data, _GZIP if tile.data.startswith(_GZIPPED) else _PLAIN, budget)
            for name, layer in _layers(data):
                here.setdefault(name, {}).update(dict.fromkeys(_places(layer, tile, addresses)))
                rows.update(dict.fromkeys(tuple(row.items()) for row in _rows(layer)))
        fresh = {name: _unlike(list(places), shown.get(name, []), zoom) for name, places in here.items()}
        for name, places in fresh.items():
            shown.setdefault(name, []).extend(places)
        told = list(dict.fromkeys(place for places in fresh.values() for place in places))
        found.append(
            Tiled(told, EARTH_M / 2.0**zoom / _EXTENT, [dict(row) for row in rows if row not in said])
        )
        said.update(rows)
    return found


def _unlike(
    places: list[tuple[float, float]], deeper: list[tuple[float, float]], zoom: int
) -> list[tuple[float, float]]:
    """Places of which none of the deeper ones is the same, to two units of a tile."""
    if not places or not deeper:
        return places
    away = spatial.cKDTree(deeper).query(places)[0]
    return [place for place, far in zip(places, away) if far > 2 * 360 / 2.0**zoom / _EXTENT]


def of_packed_tiles(data: bytes, budget: Budget) -> list[Tiled]:
    """What a PMTiles file holds, as :func:`of_tiles`.

    Raises
    ------
    InputError
        Where it holds no vector tiles, or is damaged.
    """
    if not data.startswith(_PMTILES) or len(data) < _HEAD_BYTES:
        raise InputError("map_tiles.file.unread", "It is a file of map tiles of a form that is not read.")
    inner, outer, kind = data[_INNER : _INNER + 3]
    if kind != _MVT or {inner, outer} - {_GZIP, _PLAIN}:
        raise InputError("map_tiles.file.unread", "It is a file of map tiles of a form that is not read.")
    return of_tiles(_packed(data, inner, budget), budget)


def told_of_packed_tiles(data: bytes, budget: Budget) -> list[tuple[str, str]]:
    """Names and values of what a PMTiles file says of its tiles.

    Raises
    ------
    InputError
        Where it is damaged.
    """
    begin, size = struct.unpack_from("<2Q", data, _METADATA)
    try:
        told = json.loads(_opened(data[begin : begin + size], data[_INNER], budget)) if size else {}
        return [
            (name, one if isinstance(one, str) else json.dumps(one, ensure_ascii=False))
            for name, one in told.items()
        ]
    except (ValueError, AttributeError, RecursionError) as error:
        raise _damaged() from error


def _packed(data: bytes, inner: int, budget: Budget) -> Iterator[Tile]:
    """The tiles of a PMTiles file, by its directories."""
    root_at, root_size, _meta, _meta_size, leaves_at, _leaves, tiles_at, _tiles = struct.unpack_from(
        "<8Q", data, 8
    )
    waiting, leaves = [(root_at, root_size)], 0
    while waiting:
        begin, size = waiting.pop()
        for number, at, length, run in _directory(_opened(data[begin : begin + size], inner, budget)):
            if run == 0:
                leaves += 1
                _bound(leaves)
                waiting.append((leaves_at + at, length))
            else:
                yield Tile(*tile_of(number), data[tiles_at + at : tiles_at + at + length])


def _bound(count: int) -> None:
    if count >= MOST_TILES:
        raise InputError(
            "map_tiles.file.too_many", "It holds more map tiles than are looked into. Check it in pieces."
        )


def _opened(data: bytes, how: int, budget: Budget) -> bytes:
    content = inflated(data, budget) if how == _GZIP else data
    if content is None:
        raise _damaged()
    return content


def _damaged() -> InputError:
    return InputError(
        "map_tiles.file.damaged", "It is damaged or cut short: its map tiles could not be read."
    )


def _directory(data: bytes) -> Iterator[tuple[int, int, int, int]]:
    """Number, offset, length and run of each entry (PMTiles 3.4, 4.1)."""
    values = _numbers(data)
    count = values[0] if values else 0
    if len(values) < 1 + 4 * count:
        raise _damaged()
    number = at = before = 0
    for one in range(count):
        number += values[1 + one]
        run, length, told = (values[1 + part * count + one] for part in (1, 2, 3))
        at = before if told == 0 and one else told - 1
        before = at + length
        yield number, at, length, run


def tile_of(number: int) -> tuple[int, int, int]:
    """Zoom, column and row of a tile by its number along the Hilbert curves of all zooms.

    >>> tile_of(0), tile_of(1), tile_of(19078479)
    ((0, 0, 0), (1, 0, 0), (12, 3423, 1763))
    """
    zoom, before = 0, 0
    while before + 4**zoom <= number:
        before += 4**zoom
        zoom += 1
        if zoom > _DEEPEST:
            raise _damaged()
    left, x, y, side = number - before, 0, 0, 1
    while side < 2**zoom:
        right = 1 & (left // 2)
        up = 1 & (left ^ right)
        if up == 0:
            if right == 1:
                x, y = side - 1 - x, side - 1 - y
            x, y = y, x
        x, y = x + side * right, y + side * up
        left //= 4
        side *= 2
    return zoom, x, y


def _numbers(data: bytes) -> list[int]:
    """Unsigned numbers of seven bits a byte (varints)."""
    found, value, shift = [], 0, 0
    for byte in data:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            found.append(value)
            value = shift = 0
        elif shift > _LARGEST_SHIFT:
            raise _damaged()
    return found


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Number and value of the fields of a protocol buffer."""
    at = 0

    def varint() -> int:
        nonlocal at
        value = shift = 0
        while at < len(data) and shift <= _LARGEST_SHIFT:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value
        raise _damaged()

    while at < len(data):
        key = varint()
        wire = key & 7
        if wire == _VARINT:
            yield key >> 3, varint()
            continue
        if wire not in (_BYTES, _FIXED32, _FIXED64):
            raise _damaged()
        length = varint() if wire == _BYTES else 4 if wire == _FIXED32 else 8
        if at + length > len(data):
            raise _damaged()
        yield key >> 3, data[at : at + length]
        at += length


def _layers(tile: bytes) -> Iterator[tuple[bytes, list[tuple[int, int | bytes]]]]:
    """The layers of a tile, each with its name."""
    for key, layer in _fields(tile):
        if key == 3 and isinstance(layer, bytes):
            fields = list(_fields(layer))
            yield next((one for number, one in fields if number == 1 and isinstance(one, bytes)), b""), fields


def _rows(layer: list[tuple[int, int | bytes]]) -> Iterator[dict[str, str]]:
    """The fields of each feature of a layer, by their names."""
    held: dict[int, list[bytes]] = {2: [], 3: [], 4: []}
    for key, content in layer:
        if key in held and isinstance(content, bytes):
            held[key].append(content)
    names = [one.decode("utf-8", "replace") for one in held[3]]
    values = [_value(one) for one in held[4]]
    for feature in held[2]:
        tags = dict(_fields(feature)).get(2, b"")
        pairs = _numbers(tags) if isinstance(tags, bytes) else []
        yield {
            names[key]: values[value]
            for key, value in zip(pairs[::2], pairs[1::2])
            if key < len(names) and value < len(values)
        }


def _value(message: bytes) -> str:
    """A value as it is written: words, a number of one or two sizes, whole ones, yes or no (MVT 2.1, 4.4)."""
    for kind, content in _fields(message):
        if isinstance(content, bytes):
            if kind == 1:
                return " ".join(content.decode("utf-8", "replace").split())
            if kind in _REALS and len(content) == struct.calcsize(_REALS[kind]):
                return repr(struct.unpack(_REALS[kind], content)[0])
        elif kind == _SIGNED:
            return str(_signed(content))
        else:
            return str(content)
    return ""


def _places(
    layer: list[tuple[int, int | bytes]], tile: Tile, addresses: set[tuple[int, int]]
) -> Iterator[tuple[float, float]]:
    """Points, and ends of lines, of a layer; what reaches into another tile stands there, and is cut here."""
    extent = max(next((one for key, one in layer if key == 5 and isinstance(one, int)), _EXTENT), 1)
    for key, feature in layer:
        if key == 2 and isinstance(feature, bytes):
            for x, y in _drawn(feature):
                where = tile.column + x // extent, tile.row + y // extent
                if where == (tile.column, tile.row) or where not in addresses:
                    yield _lonlat(tile.column + x / extent, tile.row + y / extent, tile.zoom)


def _drawn(feature: bytes) -> Iterator[tuple[int, int]]:
    told = dict(_fields(feature))
    kind, drawn = told.get(3), told.get(4)
    if kind not in (_POINT, _LINE) or not isinstance(drawn, bytes):
        return
    values, at, x, y = _numbers(drawn), 0, 0, 0
    lines: list[list[tuple[int, int]]] = []
    while at < len(values):
        command, times = values[at] & 7, values[at] >> 3
        at += 1
        if command == 7:  # closes a ring, and takes nothing
            continue
        for _ in range(min(times, (len(values) - at) // 2)):
            x, y = x + _signed(values[at]), y + _signed(values[at + 1])
            at += 2
            if command == 1 or not lines:
                lines.append([])
            lines[-1].append((x, y))
    for line in lines:
        yield from line[:1] if kind == _POINT else open_ends(line)


def _signed(value: int) -> int:
    return (value >> 1) ^ -(value & 1)


def _lonlat(column: float, row: float, zoom: int) -> tuple[float, float]:
    side = 2.0**zoom
    north = min(max(math.pi * (1 - 2 * row / side), -_POLE), _POLE)
    lat = math.degrees(math.atan(math.sinh(north)))
    return round(column / side * 360 - 180, 9), round(lat, 9)
