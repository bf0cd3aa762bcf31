# SPDX-License-Identifier: GPL-2.0-or-later
"""Positions written as codes: encoded polylines, geohashes, and degrees with minutes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase, digits

import numpy as np

from .....base.errors import Phrase
from ..positions import Frame, Positions

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
