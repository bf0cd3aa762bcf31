# SPDX-License-Identifier: GPL-2.0-or-later
"""Positions that hide in a document, held against the true and the masked points."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from qgis.core import QgsCoordinateReferenceSystem, QgsRectangle

from ....core.base.errors import InputError, Phrase
from ....core.base.verdict import Level
from ....core.exposure.documents.containers.parts import TEXT, Part
from ....core.exposure.documents.disguise.positions import EARTH, METRES_PER_DEGREE, Frame, Positions
from ....core.geometry.local_plane import LocalPlane
from ....core.geometry.sphere import utm_code
from ....core.mapimage.reidentify import score
from ....core.mapimage.reidentify.judge import more_than_chance
from ....core.mapimage.reidentify.known import Known
from ...io import WGS84, PointLayer, Table
from ..mapimage.reading.projections import transformed

TRUE, MASKED, NEITHER, UNKNOWN = "true", "masked", "neither", "unknown"
MARGIN = 0.05
"""Share of the outline's size by which a frame is wider: dots lie a little outside borders."""
LEAST_REACH_M = 2.0
"""Positions nearer to a point than this are that point: projections and rounding differ by centimetres."""
NEAR_M = 500.0
"""How far from a true point a position may lie and still be held against it: a masked one lies farther."""
WEB_MERCATOR = "EPSG:3857"
NATIONAL_GRIDS = {"EPSG:27700": (-9.0, 49.8, 2.0, 61.0), "EPSG:29903": (-10.7, 51.3, -5.3, 55.5)}
"""Systems whose grid references people write with letters, and their areas of use in degrees (EPSG)."""


def frames_of(run, outlines: list[Table], layers: list[PointLayer]) -> tuple[Frame, ...]:
    """Regions in which numbers can be positions: about outlines and layers of points."""
    box = QgsRectangle()
    systems: dict[str, QgsCoordinateReferenceSystem] = {}
    for table in outlines:
        _note(systems, table.crs)
        for shape in table.geometries:
            box.combineExtentWith(shape.boundingBox())
    for points in layers:
        _note(systems, points.table.crs)
        for lon, lat in zip(points.lon_deg, points.lat_deg):
            box.combineExtentWith(float(lon), float(lat))
    if box.isNull():
        return (EARTH,)
    margin = MARGIN * max(box.width(), box.height(), 0.01)
    box.grow(margin)
    degrees = Frame(
        WGS84, (box.xMinimum(), box.yMinimum()), (box.xMaximum(), box.yMaximum()), METRES_PER_DEGREE
    )
    for code in (utm_code(box.center().x(), box.center().y()), WEB_MERCATOR):
        _note(systems, QgsCoordinateReferenceSystem(code))
    for code, (west, south, east, north) in NATIONAL_GRIDS.items():
        if box.intersects(QgsRectangle(west, south, east, north)):
            _note(systems, QgsCoordinateReferenceSystem(code))
    for crs in _state_planes(box):
        _note(systems, crs)
    frames = [degrees, _radians(degrees)]
    for crs in systems.values():
        if crs.isValid() and not crs.isGeographic():
            frames.extend(_projected(crs, box, run.context))
    return tuple(frames)


_STATE_PLANES = (*range(2222, 2290), *range(32100, 32162))
"""State planes of the United States in feet and in metres (EPSG, NAD83), as counties use them."""
_UNITED_STATES = (-180.0, 17.0, -64.0, 72.0)
"""Where these are used, degrees."""
WIDEST_DEG = 12.0
"""Regions wider than this are a country: nobody draws one in a state plane."""


def _state_planes(box: QgsRectangle):
    """The systems in which an American state or county would write its numbers."""
    if not box.intersects(QgsRectangle(*_UNITED_STATES)) or max(box.width(), box.height()) > WIDEST_DEG:
        return
    for code in _STATE_PLANES:
        crs = QgsCoordinateReferenceSystem(f"EPSG:{code}")
        if crs.isValid() and crs.bounds().contains(box.center()):
            yield crs


_RADIANS = (
    'GEOGCRS["WGS 84 in radians",DATUM["World Geodetic System 1984",'
    'ELLIPSOID["WGS 84",6378137,298.257223563]],'
    'CS[ellipsoidal,2],AXIS["longitude",east],AXIS["latitude",north],ANGLEUNIT["radian",1]]'
)
"""Longitude and latitude as programs compute with them."""


def _radians(degrees: Frame) -> Frame:
    """The same region in radians."""
    west, south, east, north = np.radians([*degrees.low, *degrees.high]).tolist()
    return Frame(_RADIANS, (west, south), (east, north), float(np.degrees(METRES_PER_DEGREE)))


_EPSG = re.compile(r"EPSG[\"',:\s/]{1,4}(?:[\d.]*[:/]{1,2})?(\d{4,5})(?!\d)", re.IGNORECASE)
"""A coordinate system as GeoJSON, GML, KML, WKT and scripts name it."""
MOST_NAMED = 20
"""Systems named in a document in which its numbers are read as well."""


def named_frames(frames: tuple[Frame, ...], parts: list[Part], context) -> tuple[Frame, ...]:
    """The frames, and those of the region in the systems that a document itself names."""
    degrees = frames[0]
    if degrees.whole_earth:
        return frames
    codes: dict[str, None] = {}
    for part in parts:
        if part.kind == TEXT:
            codes.update(
                dict.fromkeys(one[1] for one in _EPSG.finditer(part.data.decode("utf-8", "replace")))
            )
    box = QgsRectangle(*degrees.low, *degrees.high)
    known, found = {one.name for one in frames}, list(frames)
    for code in list(codes)[:MOST_NAMED]:
        crs = QgsCoordinateReferenceSystem(f"EPSG:{code}")
        if crs.isValid() and not crs.isGeographic() and crs.authid() not in known:
            found.extend(_projected(crs, box, context))
    return tuple(found)


def _note(systems: dict, crs) -> None:
    systems[crs.authid() or crs.toWkt()] = crs


def _projected(crs, box: QgsRectangle, context):
    """The frame of a box in a projected system; none where the box reaches out of the system."""
    rim = [(x, y) for x in np.linspace(box.xMinimum(), box.xMaximum(), 9)
           for y in np.linspace(box.yMinimum(), box.yMaximum(), 9)]  # fmt: skip
    try:
        there = transformed(np.array(rim), WGS84, crs, context)
    except InputError:
        return
    metres = 0.3048 if "foot" in crs.toWkt().lower() or "feet" in crs.toWkt().lower() else 1.0
    if np.isfinite(there).all():
        low, high = there.min(axis=0), there.max(axis=0)
        name = crs.authid() or crs.toWkt()
        yield Frame(name, (float(low[0]), float(low[1])), (float(high[0]), float(high[1])), metres)


@dataclass(frozen=True)
class Disguised:
    """Positions of one part, and what they are.

    Attributes
    ----------
    document : str
    found : Positions
    lonlat : ndarray, shape (n, 2)
    what : str
        ``true``, ``masked``, ``neither`` or ``unknown``.
    matched : int
        Positions that are true points.
    exposed : int or None
        True points among too few candidates; None where nothing counted them.
    level : Level
    why : Phrase
    record : list of str or None
        The record of each position.
    """

    document: str
    found: Positions
    lonlat: np.ndarray
    what: str
    matched: int
    exposed: int | None
    level: Level
    why: Phrase
    record: list


def each_once(found: list[Positions], context) -> list[Positions]:
    """Positions of one part without those that another reading of the same part holds already, all of them.

    Parameters
    ----------
    found : list of Positions
    context : QgsProcessingContext
        Tells how coordinates are brought from one system into another.
    """
    kept: list[tuple[Positions, np.ndarray]] = []
    for one in sorted(found, key=len, reverse=True):
        lonlat = transformed(one.xy, one.frame.name, WGS84, context)
        if not any(_holds_all(other, lonlat, max(one.precision_m, LEAST_REACH_M)) for _one, other in kept):
            kept.append((one, lonlat))
    return [one for one in found if any(one is other for other, _lonlat in kept)]


def _holds_all(known: np.ndarray, lonlat: np.ndarray, reach_m: float) -> bool:
    """Whether each place lies within a reach of a known one."""
    from scipy.spatial import cKDTree

    plane = LocalPlane.about(*known.T)
    away, _nearest = cKDTree(plane.metres(*known.T)).query(plane.metres(*lonlat.T))
    return bool((away <= reach_m).all())


def held_against(run, document: str, found: Positions, known: Known | None, need: int) -> Disguised:
    """Tell whether positions are the true points, the masked ones or neither."""
    lonlat = transformed(found.xy, found.frame.name, WGS84, run.context)
    said = {
        "count": len(found), "form": found.form, "metres": max(found.precision_m, 1e-4),
        "fields": ", ".join(found.fields[:12]) or Phrase("none"),
    }  # fmt: skip
    if known is None:
        why = Phrase(
            "{count} positions stand there as {form}, to {metres:.2g} m; fields beside them: {fields}. "
            "Whether they are true places is not known: give the true points.", **said)  # fmt: skip
        return Disguised(
            document, found, lonlat, UNKNOWN, 0, None, Level.NOT_JUDGED, why, [None] * len(found)
        )
    return _against(document, found, lonlat, known, said, need)


def _against(document, found: Positions, lonlat, known: Known, said: dict, need: int) -> Disguised:
    where = known.plane.metres(*lonlat.T)
    reach = max(LEAST_REACH_M, found.precision_m)
    error = np.full(len(where), max(found.precision_m, 1e-6) / np.sqrt(12))  # uniform in its last digit
    match = score.match(where, known.true_m, reach)
    exact, near = _exposure(where, error, reach, known, need), _exposure(where, error, NEAR_M, known, need)
    masked = 0
    if known.masked_m is not None:
        masked = int(np.count_nonzero(score.assign(where, known.masked_m, reach)[0] != score.UNMATCHED))
    said.update(matched=match.count, masked=masked, exposed=near.exposed, need=need)
    what, level, record, why = NEITHER, Level.WITH_CARE, [None] * len(found), _NEITHER
    if match.count and more_than_chance(match.count, match.by_chance):
        # A place written so coarsely that enough people share it gives nobody away by itself.
        level = Level.WITH_CARE if exact.exposed == 0 else Level.GIVES_AWAY
        record = [None if at == score.UNMATCHED else known.names[at] for at in match.record]
        what, why, near = TRUE, _TRUE, exact
    elif near.exposed and more_than_chance(near.exposed, near.exposed_by_chance):
        level, why = Level.GIVES_AWAY, _NEAR
    elif near.exposed is None and near.found and more_than_chance(near.found, near.found_by_chance):
        level, why = Level.NOT_JUDGED, _NOT_COUNTED
    elif masked > len(found) / 2:
        what, why = MASKED, _MASKED
    matched = match.count if what == TRUE else 0
    return Disguised(document, found, lonlat, what, matched, near.exposed, level,
                     Phrase(why, **said), record)  # fmt: skip


_TRUE = Phrase(
    "{count} positions stand there as {form}, to {metres:.2g} m, and {matched} of them are true points; "
    "fields beside them: {fields}."
)
_NEAR = Phrase(
    "{count} positions stand there as {form}, to {metres:.2g} m; {exposed} true points lie so near to one of "
    "them that fewer than {need} people could be meant; fields beside them: {fields}."
)
_NOT_COUNTED = Phrase(
    "{count} positions stand there as {form}, to {metres:.2g} m, near true points. Without addresses or "
    "population nobody can say whom they give away; fields beside them: {fields}."
)
_MASKED = Phrase(
    "{count} positions stand there as {form}, to {metres:.2g} m: {masked} of them are masked points; fields "
    "beside them: {fields}."
)
_NEITHER = Phrase(
    "{count} positions stand there as {form}, to {metres:.2g} m, which are neither true nor masked points; "
    "fields beside them: {fields}."
)


@dataclass(frozen=True)
class _Exposure:
    """True points near positions, and those among too few candidates, each with what chance would give."""

    found: int
    found_by_chance: float
    exposed: int | None
    exposed_by_chance: float


def _exposure(where, error, reach: float, known: Known, need: int) -> _Exposure:
    def counted(places, record):
        matched = int(np.count_nonzero(record != score.UNMATCHED))
        if known.crowd is None:
            return matched, None
        return matched, int(np.count_nonzero(known.exposed(places, error, record, need)))

    found, exposed = counted(where, score.assign(where, known.true_m, reach)[0])
    chance = [counted(moved, record) for moved, record in score.chance_matches(where, known.true_m, reach)]
    return _Exposure(
        found, float(np.mean([one[0] for one in chance])), exposed,
        0.0 if exposed is None else float(np.mean([one[1] for one in chance])),
    )  # fmt: skip
