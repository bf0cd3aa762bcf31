# SPDX-License-Identifier: GPL-2.0-or-later
"""Positions written as codes: polylines, geohashes, degrees with minutes, and grid references.

Grid references are those of MGRS, UTM with its zone, Britain and Ireland.
"""

from __future__ import annotations

import math
import re
import string
from collections.abc import Iterator, Sequence
from functools import lru_cache
from string import ascii_lowercase, digits
from typing import Any

import numpy as np

from ....base.errors import Phrase
from ....geometry.sphere import METRES_PER_DEGREE
from .positions import Frame, Positions

_BASE32 = digits + "".join(letter for letter in ascii_lowercase if letter not in "ailo")
"""Letters of geohashes, in their order."""
_GEOHASH = re.compile(r"(?<![\w/+=-])(?=[a-z]*\d)(?=\d*[a-z])[0-9bcdefghjkmnpqrstuvwxyz]{6,12}(?![\w/+=-])")
_CAPITAL_GEOHASH = re.compile(
    r"(?<![\w/+=-])(?=[A-Z]*\d)(?=\d*[A-Z])[0-9BCDEFGHJKMNPQRSTUVWXYZ]{8,12}(?![\w/+=-])"
)
_POLYLINE = re.compile(r"[\"']([?-~]{10,100000})[\"']")
_NAMED_HASH = re.compile(r"geohash", re.IGNORECASE)
_NAMED_LINE = re.compile(r"polyline|encoded|decode", re.IGNORECASE)
_DMS = re.compile(
    r"(\d{1,3})\s*°\s*(\d{1,2})\s*['’′]\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:\"|”|″|''|’’))?\s*([NSEWO])"
)
LEAST_CODES = 3
"""Geohashes of a text: any word of these letters is one, but few such words lie in one region."""
_GEOHASH_BITS = 5
"""Bits of a letter of a geohash, the longitude's first (32 letters)."""


def codes_in(text: str, frames: Sequence[Frame]) -> list[Positions]:
    """Positions that stand in a text as codes, for the frames in degrees."""
    frame = next((one for one in frames if one.is_degrees), None)
    if frame is None:
        return []
    found = [_geohashes(text, frame), _sexagesimal(text, frame)]
    return [one for one in [*found, *_polylines(text, frame)] if one is not None]


def geohash_cell(code: str) -> tuple[float, float, float]:
    """Longitude, latitude and height in degrees of the cell of a geohash.

    >>> lon, lat, _ = geohash_cell("ezs42")
    >>> round(lon, 1), round(lat, 1)
    (-5.6, 42.6)
    """
    low, high = [-180.0, -90.0], [180.0, 90.0]
    turn = 0
    for letter in code:
        value = _BASE32.index(letter)
        for bit in range(_GEOHASH_BITS - 1, -1, -1):
            middle = (low[turn] + high[turn]) / 2
            (low if value >> bit & 1 else high)[turn] = middle
            turn = 1 - turn
    return (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, high[1] - low[1]


def decoded_polyline(code: str, factor: float = 1e5) -> list[tuple[float, float]]:
    """(lon, lat) of an encoded polyline; empty where the letters are none.

    >>> decoded_polyline("_p~iF~ps|U_ulLnnqC_mqNvxq`@")[0]
    (-120.2, 38.5)
    """
    places, totals, value, shift, turn = [], [0, 0], 0, 0, 0
    for letter in code:
        chunk = ord(letter) - 63
        if not 0 <= chunk < 64 or shift > 35:
            return []
        value |= (chunk & 31) << shift
        shift += 5
        if chunk < 32:
            totals[turn] += ~(value >> 1) if value & 1 else value >> 1
            value, shift, turn = 0, 0, 1 - turn
            if not turn:
                places.append((totals[1] / factor, totals[0] / factor))
    return [] if shift or turn else places


def _cells(codes: list[tuple[float, float, float]], frame: Frame, form: Phrase) -> Positions | None:
    coarsest = frame.coarsest_m() / frame.metres
    inside = [one for one in codes if frame.holds(one[0], one[1]) and one[2] <= coarsest]
    if not inside:
        return None
    values = np.array(inside)
    return Positions("", form, frame, values[:, :2], float(np.median(values[:, 2])) * frame.metres)


def _geohashes(text: str, frame: Frame) -> Positions | None:
    codes = dict.fromkeys([*_GEOHASH.findall(text), *map(str.lower, _CAPITAL_GEOHASH.findall(text))])
    if frame.whole_earth and not _NAMED_HASH.search(text):
        return None
    found = _cells([geohash_cell(code) for code in codes], frame, Phrase("geohashes"))
    return found if found is not None and len(found) >= LEAST_CODES else None


def _polylines(text: str, frame: Frame) -> list[Positions]:
    if frame.whole_earth and not _NAMED_LINE.search(text):
        return []
    places: list[tuple[float, float]] = []
    for found in _POLYLINE.finditer(text):
        code = found[1].replace("\\\\", "\\")
        for factor in (1e5, 1e6):
            line = decoded_polyline(code, factor)
            if len(line) > 1 and bool(frame.holds(*np.array(line).T).all()):
                places.extend(line)
                break
    if not places:
        return []
    return [Positions("", Phrase("encoded polylines"), frame, np.array(places), frame.metres * 1e-5)]


def _sexagesimal(text: str, frame: Frame) -> Positions | None:
    """Degrees, minutes and seconds; a latitude and a longitude that follow one another."""
    places, fine = [], []
    before: tuple[float, int, float] | None = None
    for found in _DMS.finditer(text):
        degrees = int(found[1]) + int(found[2]) / 60 + float(found[3] or 0) / 3600
        step = 60.0 if found[3] is None else 3600 * 10.0 ** len(found[3].partition(".")[2])
        signed = -degrees if found[4] in "SWO" else degrees
        axis = int(found[4] in "NS")
        if before is not None and before[1] != axis:
            lon, lat = (before[0], signed) if axis else (signed, before[0])
            if frame.holds(lon, lat):
                places.append((lon, lat))
                fine.append(frame.metres / min(step, before[2]))
            before = None
        else:
            before = (signed, axis, step)
    if not places or np.median(fine) > frame.coarsest_m(named=True):
        return None
    return Positions(
        "", Phrase("degrees, minutes and seconds"), frame, np.array(places), float(np.median(fine))
    )


_BANDS = "CDEFGHJKLMNPQRSTUVWX"
"""Letters of the bands of 8° from 80° S (NGA.STND.0037)."""
_ROWS = "ABCDEFGHJKLMNPQRSTUV"
_COLUMNS = string.ascii_uppercase.translate({ord("I"): None, ord("O"): None})
_SQUARE_M, _ROUND_M = 100_000.0, 2_000_000.0
"""Side of a lettered square, and metres after which its rows begin anew."""
_MGRS = re.compile(
    r"(?<!\w)(\d{1,2})\s?([C-HJ-NP-X])[\s,]{0,2}([A-HJ-NP-Z])([A-HJ-NP-V])[\s,]{0,2}"
    r"(?:(\d{2,5})[\s,]{1,2}(\d{2,5})|(\d{4,10}))(?!\w)",
    re.IGNORECASE,
)
_UTM = re.compile(
    r"(?<![\w.])(\d{1,2})\s?([C-HJ-NP-X])\b[\s,;:|]{1,4}"
    r"(?:E(?:asting)?[:= ]{0,3})?(\d{6}(?:\.\d+)?)\s?(?:mE|m|E)?"
    r"[\s,;:|]{1,4}(?:N(?:orthing)?[:= ]{0,3})?(\d{5,8}(?:\.\d+)?)\s?(?:mN|m|N)?(?!\w)",
    re.IGNORECASE,
)
_BRITISH = re.compile(
    r"(?<!\w)([HNOST])([A-HJ-Z])\s?(?:(\d{2,5})\s(\d{2,5})|(\d{4,10}))(?!\w)", re.IGNORECASE
)
_IRISH = re.compile(r"(?<!\w)()([A-HJ-Z])\s?(?:(\d{2,5})\s(\d{2,5})|(\d{4,10}))(?!\w)", re.IGNORECASE)
_LETTERS = string.ascii_uppercase.replace("I", "")
"""Letters of the squares of national grids, five by five from the north-west, without I."""
_NATIONAL = {"EPSG:27700": _BRITISH, "EPSG:29902": _IRISH, "EPSG:29903": _IRISH}
"""Systems in which lettered grid references are written (Ordnance Survey; Ordnance Survey Ireland)."""
_FALSE_ORIGIN = (1_000_000.0, 500_000.0)
"""Metres by which the lettered squares of Britain begin south and west of the system's origin."""


def grids_in(text: str, frames: Sequence[Frame]) -> list[Positions]:
    """Positions that stand in a text as grid references.

    ``frames``: regions; those of national grids are read where they are among them.

    >>> boston = Frame("EPSG:4326", (-72.0, 42.0), (-70.0, 43.0), METRES_PER_DEGREE)
    >>> grids_in("seen at 19T CG 30432 91876", [boston])[0].xy.round(2).tolist()
    [[-71.06, 42.36]]
    """
    found = []
    for frame in frames:
        if frame.is_degrees:
            found += [
                _gathered(_military(text), frame, Phrase("grid references (MGRS)")),
                _gathered(_zoned(text), frame, Phrase("coordinates with their UTM zone")),
            ]
        elif frame.name in _NATIONAL:
            found.append(_gathered(_national(text, frame.name), frame, Phrase("national grid references")))
    return [one for one in found if one is not None]


def _gathered(places: Iterator[tuple[float, float, float]], frame: Frame, form: Phrase) -> Positions | None:
    """Places (x, y, side in metres) that lie in a frame, each once."""
    kept = {(x, y): side for x, y, side in places if side <= frame.coarsest_m() and bool(frame.holds(x, y))}
    if not kept:
        return None
    side = float(np.median(list(kept.values())))
    return Positions("", form, frame, np.array(list(kept)), side, named=side < SHORT_M)


SHORT_M = 1_000.0
"""Side of the cells of short references, two letters and four digits, which other codes have as well."""


def _digits(first: str | None, second: str | None, both: str | None) -> tuple[float, float, float] | None:
    """Metres within a square, to the middle of the cell, and its side; None where the digits are odd."""
    if both is not None:
        first, second = both[: len(both) // 2], both[len(both) // 2 :]
    if first is None or second is None or len(first) != len(second):
        return None
    side = 10.0 ** (5 - len(first))
    return (int(first) + 0.5) * side, (int(second) + 0.5) * side, side


def _military(text: str) -> Iterator[tuple[float, float, float]]:
    for found in _MGRS.finditer(text):
        within = _digits(found[5], found[6], found[7])
        zone, band = int(found[1]), _BANDS.find(found[2].upper())
        column = _COLUMNS.find(found[3].upper()) - 8 * ((zone - 1) % 3) + 1
        if within is None or not 1 <= zone <= 60 or not 1 <= column <= 8:
            continue
        row = (_ROWS.find(found[4].upper()) - (0 if zone % 2 else 5)) % len(_ROWS)
        south = 8.0 * band - 80.0
        least = _northing(south) - _SQUARE_M
        north = row * _SQUARE_M + within[1]
        north += math.ceil(max(0.0, least - north) / _ROUND_M) * _ROUND_M
        yield (
            *utm_lonlat(zone, column * _SQUARE_M + within[0], north - (1e7 if south < 0 else 0)),
            within[2],
        )


def _northing(lat_deg: float) -> float:
    """About the northing of a parallel, 10 000 km added in the south."""
    return lat_deg * METRES_PER_DEGREE * 0.9996 + (1e7 if lat_deg < 0 else 0.0)


def _zoned(text: str) -> Iterator[tuple[float, float, float]]:
    for found in _UTM.finditer(text):
        zone, letter = int(found[1]), found[2].upper()
        decimals = min(len(one.partition(".")[2]) for one in (found[3], found[4]))
        if not 1 <= zone <= 60:
            continue
        for south in (0.0, 1e7):  # N and S are hemispheres to some and bands to others
            if letter in "NS" or (letter < "N") == bool(south):
                yield (*utm_lonlat(zone, float(found[3]), float(found[4]) - south), 10.0**-decimals)


def utm_lonlat(zone: int, easting: float, northing: float) -> tuple[float, float]:
    """Longitude and latitude of a place in UTM, southern northings below 0.

    >>> tuple(round(one, 5) for one in utm_lonlat(31, 448251.0, 5411932.0))
    (2.29449, 48.85819)
    """
    lon, lat = _of_zone(zone).transform(easting, northing)
    return float(lon), float(lat)


@lru_cache
def _of_zone(zone: int) -> Any:
    from pyproj import Transformer

    return Transformer.from_crs(32600 + zone, 4326, always_xy=True)


def _national(text: str, system: str) -> Iterator[tuple[float, float, float]]:
    british = system == "EPSG:27700"
    for found in _NATIONAL[system].finditer(text):
        within = _digits(found[3], found[4], found[5])
        if within is None:
            continue
        large = _LETTERS.index(found[1].upper()) if british else 0
        small = _LETTERS.index(found[2].upper())
        east, north = small % 5 * _SQUARE_M, (4 - small // 5) * _SQUARE_M
        if british:
            east += large % 5 * 5 * _SQUARE_M - _FALSE_ORIGIN[0]
            north += (4 - large // 5) * 5 * _SQUARE_M - _FALSE_ORIGIN[1]
        yield east + within[0], north + within[1], within[2]
