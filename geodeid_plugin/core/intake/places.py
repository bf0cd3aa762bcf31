# SPDX-License-Identifier: GPL-2.0-or-later
"""Where the rows of a table lie: its columns of coordinates, and the system that puts them into the areas."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..base.arrays import Bools, Floats, Ints
from ..base.errors import InputError, Phrase, named
from ..exposure.fields.fieldnames import minutes_apart, pairs_of_axes, plain_name
from ..geometry.angles import angle
from ..geometry.sphere import utm_code
from ..mapimage.georeference.projections import WGS84, Crs, Region, projections_for, system_of
from . import numbers
from .findings import NOTHING_OFF, Finding, State
from .tables import RawTable

Inside = Callable[[Floats, Floats], Bools]
"""Whether places, in longitude and latitude, lie in an area."""
_ENOUGH = 0.5
"""Share of the places in the areas from which on the coordinates are taken as they stand."""
_SURE = 0.8
"""Share of the places that another reading must put into the areas before it is taken."""
_LOOKED_AT = 500
"""Places by which readings are compared."""
OUTSIDE = "outside"
"""Key of the finding that places lie outside every area; switched off, these have no place."""
_SAME_DEG, _SAME_M = 0.01, 1000.0
"""Places nearer than this are the same in two systems, such as before and after a new survey."""
_PAIR = re.compile(
    r"(?:POINT\s*Z?\s*\()?\s*\(?\s*([+-]?\d{1,3}\.\d+)\s*[,; ]\s*([+-]?\d{1,3}\.\d+)[\s)]*", re.I
)
_HEMISPHERE = re.compile(r"(^|_)(n_?s|e_?w|e_?o)(_|$)|hemi|dir(_|$|ect)|ref$")
"""Names of columns with the letters of the compass."""
_OST = re.compile(r"(geo_?)?lae?nge")
"""How names of German longitudes begin: there ``O`` is east."""


@dataclass(frozen=True)
class StudyRegion:
    """The areas in which places are expected."""

    inside: Inside
    """``(longitudes, latitudes)`` to whether each lies in an area."""
    west: float
    south: float
    east: float
    north: float
    """What the areas span, degrees."""
    crs: str = WGS84
    """Code or definition of their layer's system."""


@dataclass(frozen=True)
class Placed:
    """Rows of a table with their places."""

    x: Floats
    y: Floats
    """In ``crs``, NaN for a row without a place, shape (n,)."""
    lon_deg: Floats
    lat_deg: Floats
    crs: str
    """Code or definition."""
    in_areas: int | None
    """How many lie in an area; None where no areas are known."""
    axes: tuple[str, ...]
    """Columns that hold the coordinates."""
    findings: tuple[Finding, ...]

    @property
    def without(self) -> Ints:
        """Rows without a place."""
        return np.flatnonzero(~np.isfinite(self.lon_deg))


@dataclass(frozen=True)
class _Reading:
    """One way to read two columns: what is done to them, in which system they are, and who chose that."""

    swapped: bool = False
    west: bool = False
    crs: str = WGS84
    chosen: bool = False

    @property
    def keys(self) -> set[str]:
        """Findings that this way rests on."""
        done = {"swapped": self.swapped, "west": self.west, "crs": self.crs != WGS84 and not self.chosen}
        return {key for key, is_done in done.items() if is_done}

    def axes(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Eastings and northings."""
        east, north = (y, x) if self.swapped else (x, y)
        return (-np.abs(east) if self.west else east), north


def places_of(
    table: RawTable, study_region: StudyRegion | None = None, off: frozenset[str] = NOTHING_OFF, crs: str = ""
) -> Placed | None:
    """Places of the rows of a table; None where no two columns hold coordinates.

    Parameters
    ----------
    table : RawTable
    study_region : StudyRegion, optional
        Where the places are expected; it decides what names leave open.
    off : set of str
        Keys of the findings that the user does not want.
    crs : str, optional
        System that the user chose.

    Raises
    ------
    InputError
        The coordinates are none of degrees, and nothing says of which system they are.

    Examples
    --------
    >>> from .tables import table_of
    >>> placed = places_of(table_of("p.csv", b"id,lat,lon\\n1,40.1,-74.5\\n2,,\\n"))
    >>> placed.lon_deg.tolist(), placed.without.tolist()
    ([-74.5, nan], [1])
    """
    columns = _columns(table, study_region, off)
    if columns is None or "coordinates" in off:
        return None
    axes, x, y, found = columns
    x, y, nowhere = _without_null_island(x, y)
    plain = _Reading(crs=crs or WGS84, chosen=bool(crs))
    readings = _readings(plain, x, y, study_region) if np.isfinite(x + y).any() else [plain]
    _refuse_several(table, axes, readings)
    reading = plain if readings[0].keys & off else readings[0]
    placed = _placed(reading, x, y)
    odd = np.zeros(len(x), dtype=bool)
    if reading.crs == WGS84 and not reading.chosen:
        if not _are_degrees(placed[2], placed[3]):
            raise InputError(
                "column.coordinates.no_crs",
                "“{table}”: the numbers in {columns} are not degrees, and nothing says in which coordinate "
                "reference system they are. Add the areas, by which it is found, or make points with "
                "“Create points layer from table”.", table=table.name, columns=_quoted(axes),
            )  # fmt: skip
        odd = ~_degrees(placed[2], placed[3]) & np.isfinite(placed[2])
        x, y = np.where(odd, np.nan, x), np.where(odd, np.nan, y)
        placed = _placed(reading, x, y)
    inside = None if study_region is None else _inside(study_region, placed[2], placed[3])
    count = None if inside is None else int(inside.sum())
    found += _read_so(reading, axes, count, int(np.isfinite(x).sum()))
    found += _absent(table, placed[2], nowhere, int(odd.sum()))
    if inside is not None:
        outside = _outside(table, placed[2], inside, OUTSIDE in off)
        if any(one.state is State.DONE for one in outside):
            placed = _placed(reading, np.where(inside, x, np.nan), np.where(inside, y, np.nan))
        found += outside
    return Placed(*placed, reading.crs, count, axes, tuple(found))


def has_places(table: RawTable, study_region: StudyRegion | None) -> bool:
    """Whether two columns of a table hold coordinates, however these are to be read."""
    try:
        return _columns(table, study_region, NOTHING_OFF) is not None
    except InputError:  # in a form that is refused: places all the same
        return True


def _absent(table: RawTable, lon: Floats, nowhere: int, odd: int) -> list[Finding]:
    """Rows without a place."""
    lines = [table.lines[row] for row in np.flatnonzero(~np.isfinite(lon))]
    if not lines:
        return []
    said = Phrase("{count} rows have no place (lines {lines}).", count=len(lines), lines=named(lines))
    if nowhere:
        said = Phrase(
            "{said} At 0, 0, which geocoders write for what they did not find: {count}.",
            said=said, count=nowhere,
        )  # fmt: skip
    if odd:
        said = Phrase("{said} With numbers that are not degrees: {count}.", said=said, count=odd)
    return [Finding("without_place", said, State.NOTED)]


def _outside(table: RawTable, lon: Floats, inside: Bools, leave_out: bool) -> list[Finding]:
    """Places outside every area; where most are, the data cannot be used so, nor with these left out."""
    rows = np.flatnonzero(np.isfinite(lon) & ~inside)
    known = int(np.isfinite(lon).sum())
    if not len(rows):
        return []
    counted = {"count": len(rows), "total": known, "lines": named([table.lines[row] for row in rows])}
    wrong = known - len(rows) < _ENOUGH * known
    if leave_out and not wrong:
        said = Phrase("Left out, outside every area: {count} of {total} places (lines {lines}).", **counted)
        return [Finding(OUTSIDE, said, State.DONE)]
    said = Phrase("{count} of {total} places lie outside every area (lines {lines}).", **counted)
    return [Finding(OUTSIDE, said, State.WRONG if wrong else State.NOTED)]


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f"“{name}”" for name in names)


_Columns = tuple[tuple[str, ...], Floats, Floats, list[Finding]]


def _columns(table: RawTable, study_region: StudyRegion | None, off: frozenset[str]) -> _Columns | None:
    """Names of the columns of coordinates, their eastings and northings, and what was found of them."""
    pairs = pairs_of_axes(table.names)
    if pairs:
        titles, *others = pairs
        lat, lon = (_axis(table, name) for name in titles)
        if lat is not None and lon is not None:
            _refuse_minutes_apart(table)
            lat, lon = _signed(table, lat, frozenset("NS")), _signed(table, lon, frozenset("EWO"))
            said = Phrase("The places stand in {columns}.", columns=_quoted(titles))
            found = [Finding("coordinates", said)]
            if others:
                left = _quoted([name for pair in others for name in pair])
                more = Phrase("The places were read from {columns}, not from {others}.",
                              columns=_quoted(titles), others=left)  # fmt: skip
                found.append(Finding("other_places", more, State.NOTED))
            if lat[1] or lon[1]:
                dms = Phrase("Degrees with minutes or letters of the compass were read: {example}.",
                             example=_example(table, titles))  # fmt: skip
                found.append(Finding("angles", dms, State.NOTED))
            return titles, lon[0], lat[0], found
    return _paired_cells(table) or (None if "by_areas" in off else _by_areas(table, study_region))


def _refuse_minutes_apart(table: RawTable) -> None:
    apart = minutes_apart(table.names)
    if apart:
        raise InputError(
            "column.coordinates.apart",
            "“{table}”: minutes stand apart from degrees, in {columns}. Put each coordinate into one column, "
            "such as 40° 42' 51\" N.", table=table.name, columns=_quoted(apart),
        )  # fmt: skip


def _signed(table: RawTable, axis: tuple[Floats, bool], letters: frozenset[str]) -> tuple[Floats, bool]:
    """Numbers with the minus that a column with letters of the compass says."""
    for column in table.columns:
        found = [cell.upper() for cell in column.cells]
        known = {cell for cell in found if cell}
        if known and known <= letters and _HEMISPHERE.search(plain_name(column.name)):
            minus = known & {"S", "W"} or known & {"O"}
            return np.where([cell in minus for cell in found], -np.abs(axis[0]), axis[0]), True
    return axis


def _axis(table: RawTable, name: str) -> tuple[Floats, bool] | None:
    """Numbers of a column of coordinates, and whether they were angles; None where it holds others."""
    column = table.column(name)
    if column.values is not None:
        return column.values, False
    if column.habit != numbers.PLAIN:  # the user does not want it read so
        return None
    cells = column.cells
    if _OST.match(plain_name(name)) or any("W" in cell.upper() for cell in cells):
        cells = tuple(cell.upper().replace("O", "E") for cell in cells)
    read = numbers.angles(cells)
    if read is not None:
        return read, True
    mixed = np.array([angle(cell) for cell in cells], dtype=float)
    return (mixed, False) if np.isfinite(mixed).sum() >= _SURE * sum(map(bool, column.cells)) > 0 else None


def _example(table: RawTable, axes: Sequence[str]) -> str:
    return next(cell for name in axes for cell in table.column(name).cells if not numbers.is_missing(cell))


def _paired_cells(table: RawTable) -> _Columns | None:
    """Both coordinates in one column, as “40.71, -74.00” or as a point of a database."""
    for column in table.columns:
        filled = [cell for cell in column.cells if not numbers.is_missing(cell)]
        pairs = [_PAIR.fullmatch(cell) for cell in column.cells]
        if column.values is None and filled and sum(map(bool, pairs)) >= _SURE * len(filled):
            one, other = (np.array([float(pair[at]) if pair else np.nan for pair in pairs]) for at in (1, 2))
            if not any(cell.upper().startswith("POINT") for cell in filled):
                one, other = other, one  # people write the latitude first
            said = Phrase("The places stand in {columns}.", columns=_quoted([column.name]))
            return (column.name,), one, other, [Finding("coordinates", said)]
    return None


def _by_areas(table: RawTable, study_region: StudyRegion | None) -> _Columns | None:
    """The two columns that put the places into the areas, where no name says which they are."""
    if study_region is None:
        return None
    found: list[_Columns] = []
    fractions = [one for one in table.columns if one.values is not None and _has_fractions(one.values)]
    for first, second in zip(fractions, fractions[1:]):
        for y, x in ((first, second), (second, first)):
            if x.values is None or y.values is None:
                continue
            good = _inside(study_region, x.values, y.values)
            if good.sum() >= _SURE * np.isfinite(x.values + y.values).sum() > 0:
                axes = (y.name, x.name)
                said = Phrase(
                    "The places stand in {columns}: so they lie in the areas.", columns=_quoted(axes)
                )
                found.append((axes, x.values, y.values, [Finding("by_areas", said)]))
    return found[0] if len(found) == 1 else None


def _has_fractions(values: Floats) -> bool:
    known = values[np.isfinite(values)]
    return bool(len(known)) and bool((known % 1 != 0).mean() >= _ENOUGH)


def _without_null_island(x: Floats, y: Floats) -> tuple[Floats, Floats, int]:
    """The coordinates with NaN for both where one is missing, or both are 0; and how many were 0."""
    zero = (x == 0) & (y == 0)
    lost = zero | ~np.isfinite(x) | ~np.isfinite(y)
    return np.where(lost, np.nan, x), np.where(lost, np.nan, y), int(zero.sum())


def _readings(plain: _Reading, x: Floats, y: Floats, study_region: StudyRegion | None) -> list[_Reading]:
    """Readings that put the places into the areas, each elsewhere; as they stand where that does, or none."""
    known = np.flatnonzero(np.isfinite(x))
    some = known[:: max(1, len(known) // _LOOKED_AT)]
    if study_region is None:  # only what cannot be otherwise is changed
        swapped = not plain.chosen and _degrees(y[some], x[some]).sum() > _degrees(x[some], y[some]).sum()
        return [_Reading(swapped=True) if swapped and _are_degrees(y[some], x[some]) else plain]
    if _inside(study_region, *_placed(plain, x[some], y[some])[2:]).mean() >= _ENOUGH:
        return [plain]
    for alike in _others(x[some], y[some], study_region, plain):
        found: dict[_Reading, Floats] = {}
        for one in alike:
            places = np.column_stack(_placed(one, x[some], y[some])[2:])
            apart = all(np.abs(places - other).max() > _SAME_DEG for other in found.values())
            if apart and _inside(study_region, *places.T).mean() >= _SURE:
                found[one] = places
        if found:
            return list(found)
    return [plain]


def _refuse_several(table: RawTable, axes: Sequence[str], readings: Sequence[_Reading]) -> None:
    """Never choose between two places that a person may live at."""
    if len(readings) > 1:
        raise InputError(
            "column.coordinates.several_crs",
            "“{table}”: the numbers in {columns} lie in the areas in several coordinate reference systems "
            "({systems}). Make points with “Create points layer from table”, and choose the one they are in.",
            table=table.name, columns=_quoted(axes),
            systems=named(sorted({one.crs for one in readings})),
        )  # fmt: skip


def _others(x: Floats, y: Floats, study_region: StudyRegion, plain: _Reading) -> Iterator[list[_Reading]]:
    """Other readings, the likelier first; nothing but the areas tells those of one list apart."""
    if plain.chosen or _are_degrees(x, y) or _are_degrees(y, x):
        for west, swapped in ((False, True), (True, False), (True, True)):
            yield [replace(plain, swapped=swapped, west=west)]
    if plain.chosen:
        return
    region = Region(study_region.west, study_region.south, study_region.east, study_region.north)
    known = [one.definition for one in projections_for(region, Crs.of(study_region.crs)).systems]
    lons = np.append(np.arange(region.west, region.east, 6.0), region.east)
    zones = [utm_code(lon, region.middle[1]) for lon in lons.tolist()]
    systems = [crs for crs in dict.fromkeys([*known, *zones]) if not crs.startswith("+proj")]
    for swapped in (False, True):
        yield [_Reading(swapped, crs=crs) for crs in systems]


def system_of_areas(unplaced: StudyRegion, lon_deg: Floats, lat_deg: Floats) -> str | None:
    """The system of areas whose file names none: the one in which known places lie in them.

    None where none fits, or several do that are far apart.
    """
    known = np.flatnonzero(np.isfinite(lon_deg))
    some = known[:: max(1, len(known) // _LOOKED_AT)]
    places = np.column_stack([lon_deg[some], lat_deg[some]])
    if not len(places):
        return None
    found: dict[str, Floats] = {}
    for system in (system_of(Crs.of(WGS84)), *projections_for(Region.about(places), Crs.of(WGS84)).systems):
        moved = system.forward(places)
        fits = not system.definition.startswith("+proj") and np.isfinite(moved).all()
        apart = all(np.abs(moved - other).max() > _SAME_M for other in found.values())
        if fits and apart and _inside(unplaced, *moved.T).mean() >= _SURE:
            found[system.definition] = moved
    return next(iter(found)) if len(found) == 1 else None


def _placed(reading: _Reading, x: Floats, y: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Eastings, northings, longitudes and latitudes."""
    east, north = reading.axes(x, y)
    if reading.crs == WGS84:
        return east, north, east, north
    known = np.isfinite(east)
    lonlat = np.full((len(east), 2), np.nan)
    lonlat[known] = system_of(Crs.of(reading.crs)).inverse(np.column_stack([east[known], north[known]]))
    return east, north, lonlat[:, 0], lonlat[:, 1]


def _are_degrees(lon: Floats, lat: Floats) -> bool:
    """Whether most places could be in degrees: others are mistakes of single rows."""
    known = np.isfinite(lon)
    return bool(not known.any() or _degrees(lon[known], lat[known]).mean() >= _ENOUGH)


def _degrees(lon: Floats, lat: Floats) -> Bools:
    """Whether each place could be in degrees."""
    return (np.abs(lon) <= 180) & (np.abs(lat) <= 90)


def _inside(study_region: StudyRegion, lon: Floats, lat: Floats) -> Bools:
    """Whether places lie in an area; those beyond what the areas span are not asked."""
    near = np.isfinite(lon) & (lon >= study_region.west) & (lon <= study_region.east)
    near &= np.isfinite(lat) & (lat >= study_region.south) & (lat <= study_region.north)
    found = np.zeros(len(lon), dtype=bool)
    if near.any():
        found[near] = study_region.inside(lon[near], lat[near])
    return found


def _read_so(reading: _Reading, axes: Sequence[str], in_areas: int | None, total: int) -> list[Finding]:
    """What was done to the coordinates."""
    where = (
        Phrase("As they stand, some latitudes are beyond 90.")
        if in_areas is None
        else Phrase("{count} of {total} places lie in the areas so.", count=in_areas, total=total)
    )
    words = {
        "swapped": Phrase("{columns} were swapped. {where}", columns=_quoted(axes), where=where),
        "west": Phrase("Longitudes without a minus were put west. {where}", where=where),
        "crs": Phrase("The coordinate reference system is {crs}. {where}", crs=reading.crs, where=where),
    }
    return [Finding(key, sentence) for key, sentence in words.items() if key in reading.keys]
