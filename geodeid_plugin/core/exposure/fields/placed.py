# SPDX-License-Identifier: GPL-2.0-or-later
"""Columns that tell the true places of their own records, in whatever way these are written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.arrays import Bools, Floats, Ints
from ...base.scientific import spatial, special
from ...geometry.angles import angle, with_marks
from ...geometry.sphere import METRES_PER_DEGREE, LocalPlane, utm_code
from ...mapimage.georeference.projections import Crs, Region, system_of
from ..documents.containers.parts import TABLE, Part
from ..documents.disguise.detect import positions_in
from ..documents.disguise.positions import (
    LEAST_REACH_M,
    WEB_MERCATOR,
    Frame,
    Positions,
    frames_of_region,
    to_degrees,
)

NEAR_DEG = 1e-3, 1e-4, 1e-5
"""How near to the true coordinate a value is taken for it: about 100, 10 or 1 m, which chance meets less."""
_CHANCE, _OF_NUMBERS = 1e-3, 1e-6
"""Chance below which what lies at the places of records tells them, and below which numbers do that nothing
calls places: they are read in sixty systems."""
_OF_COLUMNS = 3e-4
"""Chance below which a column tells one coordinate: it is held against a hundred ways to write them."""
_RINGS = (3, 100)
"""How many times farther values are counted that are no coordinates, to tell how dense they lie: hospitals
and the middles of areas lie about homes, but no denser at them."""
_LEAST_EXPECTED = 5e-4
"""Positions that chance puts at a place at least, where none lies about."""
_SCALES = (1, 60, 3600, *(10**power for power in range(3, 9)))
"""Degrees, minutes and seconds, and the parts of a degree that files hold as whole numbers."""
_WITHIN = ((1, 1), (1, 60), (60, 3600))
"""Parts that are written apart, with the units of a degree: the fraction, minutes, their seconds."""
_METRES = (1, 1000)
"""Metres and kilometres."""
_PAIR = re.compile(r"\s*(?:POINT ?Z? ?)?\(?\s*([-+]?\d{1,3}\.\d+)[,;\s]+[-+]?\d{1,3}\.\d", re.IGNORECASE)
"""Both coordinates in one cell."""
_NUMBER, _FINE = re.compile(r"\d+(?:[.,]\d+)?"), re.compile(r"\d{6}|[.,]\d{3}")
"""A number, and one as fine as a coordinate: of six digits, or three decimals."""
_PARTS = re.compile(
    r"\D{0,9}?(\d{1,3})(?:[^\w.]{1,3}|[dh_.])([0-5]?\d)(?:[^\w.]{1,3}|[m_.])([0-5]?\d(?:[.,]\d+)?)\D{0,9}"
)
"""Degrees, minutes and seconds, whatever parts them: 43-01-02.8, (43, 1, 2.8)."""
_MARK = r" '’_\u00a0\u2009\u202f"
_THOUSANDS = re.compile(
    rf"(?<![\d.,])(?:[2-9]\d\d[,{_MARK}]\d{{3}}|\d{{1,3}}(?:[,.{_MARK}]\d{{3}}){{2,}})(?!\d)"
)
"""A number of six digits or more whose thousands are parted: 176,123 is a longitude."""
_SIDES = [(east, north) for east in (-1, 0, 1) for north in (-1, 0, 1) if east or north]
"""Where positions are moved to, to tell how many meet records by chance."""
_DIGIT, _LEAST_DIGITS = re.compile(r"\d"), 6
"""Digits that a row has at least which tells a place of 100 m: three of each coordinate."""
_REGION_DEG = 5.0
"""Farthest from the middle of the records that one shares their zone and their region: a record at 0, 0 hides
no other."""


@dataclass(frozen=True)
class TruePlaces:
    """Where records truly are.

    Attributes
    ----------
    lonlat : ndarray, shape (n, 2)
        Longitudes and latitudes.
    own : ndarray, shape (n, 2), optional
        Eastings and northings, where their layer has such.
    systems : sequence of Crs
        The system of the layer, where others know it.
    """

    lonlat: Floats
    own: Floats | None = None
    systems: Sequence[Crs] = ()

    def tells_coordinate(self, values: Sequence[Any]) -> bool:
        """Tell whether a column is one coordinate of its records, more often than chance makes it so.

        Parameters
        ----------
        values : sequence, shape (n,)
            Numbers, or texts with one; None where missing.

        Examples
        --------
        >>> homes = TruePlaces(np.array([[4.3517, 50.8466], [4.4025, 51.2194]]))
        >>> homes.tells_coordinate([50846600, 51219400]), homes.tells_coordinate(["50.8466 deg", None])
        (True, True)
        >>> homes.tells_coordinate([5.3517, 5.4025])
        False
        """
        number = np.abs(np.array([_number(one) for one in values], dtype=float))  # a minus hides nothing
        rows = np.flatnonzero(np.isfinite(number))
        if not len(rows):
            return False
        number = number[rows]
        return any(
            lie_at_their_own(number[some], side[some], unit)
            for side, unit in self._sides(rows)
            for some in [_may_be_degrees(number, side) if unit == 1 else np.isfinite(side)]
        ) or any(
            lie_at_their_own(number[number < period], side[number < period], unit, period)
            for side, unit, period in self._parts(rows)
        )

    def _parts(self, rows: Ints) -> Iterator[tuple[Floats, float, float]]:
        """Parts of coordinates that are written apart, the units of a degree, and where they begin again."""
        for whole, unit in _WITHIN:
            for side in np.abs(self.lonlat[rows]).T:
                yield side * whole % 1 * unit / whole, unit, unit / whole

    def _sides(self, rows: Ints) -> Iterator[tuple[Floats, float]]:
        """Coordinates in the ways that files write them, and how many of their units a degree has."""
        for scale in _SCALES:
            yield from ((side * scale, scale) for side in np.abs(self.lonlat[rows]).T)
        there = [system_of(one).forward(self.lonlat[rows]) for one in (*self._zones(), Crs.of(WEB_MERCATOR))]
        for places in (*there, *([] if self.own is None else [self.own[rows]])):
            for metres in _METRES:
                yield from ((np.abs(side) / metres, METRES_PER_DEGREE / metres) for side in places.T)

    def _zones(self) -> list[Crs]:
        """The zones about the middle of the records: a town at the border of two is mapped in either."""
        lon, lat = np.median(self.lonlat, axis=0).tolist()
        codes = dict.fromkeys(utm_code((lon + east + 180) % 360 - 180, lat) for east in (0, -3, 3))
        return [Crs.of(code) for code in codes]

    def told_in(self, columns: Mapping[str, Sequence[Any]]) -> bool:
        """Tell whether what columns say, each and together, is the place of a record, as documents are read.

        Parameters
        ----------
        columns : mapping of str to sequence
            Values of each column by its name, shape (n,) each; None where missing.

        Examples
        --------
        >>> homes = TruePlaces(np.array([[4.3517, 50.8466], [4.4025, 51.2194]]))
        >>> homes.told_in({"note": ["lives at 50.8466 N, 4.3517 E", None]})
        True
        """
        cells = [[_cell(one) for one in values] for values in columns.values()]
        rows = dict.fromkeys(zip(*cells))
        if not any(len(_DIGIT.findall("".join(row))) >= _LEAST_DIGITS for row in rows):
            return False
        text = "\n".join(map("\t".join, [tuple(columns), *rows]))
        return any(
            self._are_places(found)
            for found in positions_in(Part("", TABLE, text.encode("utf-8", "replace")), self._frames())
        )

    def _are_places(self, found: Positions) -> bool:
        """Whether positions lie at places of records, more than a little beside them."""
        there = to_degrees(np.unique(found.xy, axis=0), Crs.of(found.frame.name))
        there = there[np.isfinite(there).all(axis=1)]
        plane = LocalPlane.about(*self.lonlat.T)
        tree = spatial.cKDTree(plane.metres(*self.lonlat.T))
        reach_m = min(max(found.precision_m, LEAST_REACH_M), METRES_PER_DEGREE * NEAR_DEG[0])

        def met(east: int, north: int) -> int:
            places = plane.metres(*there.T) + reach_m * np.array([east, north])
            return int((tree.query(places)[0] <= reach_m).sum()) if len(there) else 0

        beside = [met(far * east, far * north) for far in (3, 9) for east, north in _SIDES]
        chance = _as_many(met(0, 0), max(float(np.mean(beside)), _LEAST_EXPECTED))
        likely = found.named or 2 * met(0, 0) > len(there)
        return bool(chance < (_CHANCE if likely else _OF_NUMBERS))

    def _frames(self) -> tuple[Frame, ...]:
        """Where a number may be one of the places: about all, in degrees, and about most in every system."""
        middle = np.median(self.lonlat, axis=0)
        most = self.lonlat[np.abs(self.lonlat - middle).max(axis=1) <= _REGION_DEG]
        systems = [*self.systems, *self._zones()]
        whole, *others = frames_of_region(Region.about(self.lonlat), systems)
        if len(most) in (0, len(self.lonlat)):
            return (whole, *others)
        return (whole, *frames_of_region(Region.about(most), systems)[1:])


def lie_at_their_own(values: Floats, own: Floats, unit: float = 1.0, period: float = np.inf) -> bool:
    """Tell whether values lie at a coordinate of their own records, denser than about it.

    A value that records elsewhere share is the coordinate of none; of others each counts once.

    ``values``, ``own``: (n,), the column and the coordinate, in one unit. ``unit``: units of a degree.
    ``period``: where values begin again from 0, as minutes at 60.

    >>> lie_at_their_own(np.array([4.3517, 5.12]), np.array([4.3517, 4.9]))
    True
    >>> lie_at_their_own(np.array([4.9, 5.12, 4.3517]), np.array([4.3517, 4.9, 5.2]))
    False
    """
    told, place = np.unique(values, return_inverse=True)
    low, high = np.full(len(told), np.inf), np.full(len(told), -np.inf)
    np.minimum.at(low, place.reshape(-1), own)
    np.maximum.at(high, place.reshape(-1), own)
    away = np.abs(told - low)
    away = np.minimum(away, period - away)

    def denser_within(near: float) -> bool:
        alone = away[high - low <= 2 * near]
        found = int((alone < near).sum())
        rings = np.minimum(np.multiply(_RINGS, near), period / 2)
        dense = [((alone < ring).sum() - found) * near / (ring - near) for ring in rings]
        evenly = 2 * near / min(unit, period) * len(told)
        return found > 0 and _as_many(found, max(evenly, *dense)) < _OF_COLUMNS

    return any(denser_within(near * unit) for near in NEAR_DEG)


def _as_many(count: int, expected: float) -> float:
    """The chance of so many or more: Poisson's."""
    return float(special.pdtrc(count - 1, expected)) if count else 1.0


def _may_be_degrees(number: Floats, side: Floats) -> Bools:
    """Which numbers are no code of 75 at 75 degrees east; at one place, no measure of 45.1 at 45.1003."""
    steps = 1 if np.ptp(side) > NEAR_DEG[0] else 100
    return np.abs(number * steps - np.rint(number * steps)) > 1e-6


def _number(value: Any) -> float:
    """The number of a cell that may be a coordinate: itself, an angle, the first of a pair, the only one."""
    with suppress(TypeError, ValueError, OverflowError):
        return np.nan if isinstance(value, bool) else float(value)
    if isinstance(value, str):
        text = _THOUSANDS.sub(lambda parted: re.sub(r"\D", "", parted[0]), value.strip())
        pair = _PAIR.match(text)
        found = angle(pair[1] if pair else text)
        return found if np.isfinite(found) else _of_parts(with_marks(text))
    return np.nan


def _of_parts(text: str) -> float:
    """Degrees of a text of degrees, minutes and seconds, whatever parts them, else its only number."""
    parts = _PARTS.fullmatch(text)
    if parts is None:
        return _only_number(text)
    degrees, minutes, seconds = (float(one.replace(",", ".")) for one in parts.groups())
    return degrees + minutes / 60 + seconds / 3600


def _only_number(text: str) -> float:
    """The one number in a text, or the one among them that is as fine as a coordinate."""
    found = _NUMBER.findall(text)
    fine = [one for one in found if _FINE.search(one)]
    alone = fine if len(fine) == 1 else found
    return float(alone[0].replace(",", ".")) if len(alone) == 1 else np.nan


def _cell(value: Any) -> str:
    """A value as a cell of a table; bytes as their text, or by their digits, as binary points are read."""
    if isinstance(value, (bytes, bytearray)):
        text = value.decode("utf-8", "replace")
        value = text if text.isprintable() and "\ufffd" not in text else value.hex()
    return "" if value is None else " ".join(str(value).split())
