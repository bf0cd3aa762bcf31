# SPDX-License-Identifier: GPL-2.0-or-later
"""Place a picture on the map: by an outline, by control points, or by what its file says of its place."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Callable

import numpy as np
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCsException,
    QgsGeometry,
    QgsProcessing,
    QgsProcessingParameterCrs,
    QgsProcessingParameterExtent,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterFile,
    QgsProcessingParameterNumber,
    QgsRectangle,
    QgsWkbTypes,
)

from .....core.base.errors import InputError
from .....core.mapimage.georeference.control_points import MODELS, ControlPoints, Fit, fit_points, read_points
from .....core.mapimage.georeference.placement import Outline, Placement, Search, place
from .....core.mapimage.georeference.unlisted import place_unlisted
from .....core.mapimage.layout import Box
from .....core.mapimage.vector.rendered import placed_by_vertices
from .....host.compat import open_dataset
from .....i18n import tr
from .....report.numbers import count, fill, number
from ....framework.parameters import choice
from ....framework.writing.destinations import read_bytes
from ....io import WGS84, from_lonlat, read_table
from .projections import crs_name, projections_for, transformed

MOST_VERTICES = 60_000
"""Beyond, outlines are thinned before the search, whose time grows with them."""
MOST_NAMES = 5
"""Systems named that fit as well."""


@dataclass(frozen=True)
class Placed:
    """A picture on the map.

    Attributes
    ----------
    to_map : callable
        ``(n, 2)`` columns and rows (corner of the picture at 0, 0) to ``(n, 2)`` map coordinates.
    crs : QgsCoordinateReferenceSystem
        Of the map coordinates.
    affine : ndarray of shape (2, 3) or None
        The same as a matrix, where it is one.
    metres_per_px : float
        Size of a pixel at the middle of the picture.
    error_px : float
        Expected error of the placement, mean over the picture; NaN where it is not known.
    how : str
        The method in words.
    facts : tuple
        Label and value pairs for the report.
    placement, fit
        What the core gave: a :class:`Placement` or a :class:`Fit`, or None.
    points : ControlPoints or None
        The control points used, or the corners of an automatic placement.
    box : Box or None
        The part of the picture that was placed, where the whole was not.
    """

    to_map: Callable
    crs: QgsCoordinateReferenceSystem
    affine: np.ndarray | None
    metres_per_px: float
    error_px: float
    how: str
    facts: tuple
    placement: Placement | None = None
    fit: Fit | None = None
    points: ControlPoints | None = None
    box: Box | None = None

    def to_lonlat(self, context, columns_rows) -> np.ndarray:
        """Longitudes and latitudes of pixel positions, shape (n, 2)."""
        return transformed(self.to_map(np.asarray(columns_rows, float)), self.crs, WGS84, context)


def add_placing(algorithm) -> None:
    """Add OUTLINE, GCPS, GCP_MODEL, CRS, REGION and LARGEST_TURN."""
    kinds = [QgsProcessing.SourceType.TypeVectorLine, QgsProcessing.SourceType.TypeVectorPolygon]
    algorithm.add(
        QgsProcessingParameterFeatureSource("OUTLINE", tr("Outline"), kinds, optional=True),
        tr(
            "Lines or polygons that the picture shows: borders, coast. The picture is placed by them on "
            "its own, whatever its scale and shift and for scans turned by some degrees."
        ),
    )
    algorithm.add(
        QgsProcessingParameterFile("GCPS", tr("Control points"), optional=True),
        tr(
            "A .points file of the Georeferencer, or a table with mapX, mapY, sourceX, sourceY. Used "
            "instead of the automatic placement."
        ),
    )
    algorithm.add(
        choice("GCP_MODEL", tr("Model of the control points"), ("auto", *MODELS), "auto"),
        tr("auto takes the model with the smallest error at points left out of the fit."),
        advanced=True,
    )
    algorithm.add(
        QgsProcessingParameterCrs("CRS", tr("Coordinate system of the picture"), optional=True),
        tr("Empty: it is found out. Give it where the picture is refused and you know it."),
        advanced=True,
    )
    algorithm.add(
        QgsProcessingParameterExtent("REGION", tr("Search region"), optional=True),
        tr("Only lines inside are searched for. Empty: the whole outline."),
        advanced=True,
    )
    algorithm.add(
        QgsProcessingParameterNumber(
            "LARGEST_TURN", tr("Largest turn (degrees)"), QgsProcessingParameterNumber.Type.Double, 10,
            minValue=0, maxValue=45,
        ),
        tr("Scans may be turned by up to this. 0 is faster."),
        advanced=True,
    )  # fmt: skip


def place_picture(run, picture, dot_mask, progress) -> Placed:
    """Place a picture by what the run was given: control points first, then the outline, then the file.

    Raises
    ------
    InputError
        Nothing to place it by, or no placement that can be trusted.
    """
    if run.file("GCPS"):
        return _by_points(run, picture)
    if run.parameters.get("OUTLINE"):
        return _by_outline(run, picture, dot_mask, progress)
    told = _by_file(picture)
    if told is None:
        raise InputError(
            tr("Give an outline or control points: the picture's file itself does not say where it is.")
        )
    return told


def place_if_told(run, picture, dot_mask, progress) -> Placed | None:
    """Place a picture as :func:`place_picture`; None where nothing says where it is."""
    if run.file("GCPS") or run.parameters.get("OUTLINE"):
        return place_picture(run, picture, dot_mask, progress)
    return _by_file(picture)


def sharpened_by_vertices(run, picture, placed: Placed, vector) -> Placed:
    """Make the placement of a vector page by an outline exact, by the vertices both hold.

    ``vector`` is the page's dots and lines as paths, or None; the placement comes back as it was where
    the vertices do not agree.
    """
    if vector is None or placed.placement is None:
        return placed
    outline = _outline_in(run, read_table(run, "OUTLINE"), placed.crs)
    if outline is None or placed.affine is None:
        return placed
    height, width = picture.rgb.shape[:2]
    found = placed_by_vertices(vector, (width, height), outline.vertices, placed.affine)
    if found is None:
        return placed
    fact = (
        tr("Made exact by vertices that page and outline share"),
        fill(tr("{count}, rms {rms:.5f} px"), count=found.vertices, rms=found.rms_px),
    )
    return replace(
        placed, to_map=_mapper(found.to_map), affine=found.to_map, error_px=found.rms_px,
        facts=(*placed.facts, fact),
    )  # fmt: skip


def outline_px(run, placed: Placed) -> list[np.ndarray]:
    """Lines of OUTLINE as columns and rows of the picture; none where it was not given, or was bent."""
    if placed.affine is None or not run.parameters.get("OUTLINE"):
        return []
    outline = _outline_in(run, read_table(run, "OUTLINE"), placed.crs)
    if outline is None:
        return []
    turn, shift = placed.affine[:, :2], placed.affine[:, 2]
    pixels = np.linalg.solve(turn, (outline.vertices - shift).T).T
    return [pixels[low:high] for low, high in zip(outline.start[:-1], outline.start[1:])]


def outline_box(run, placed: Placed, shape: tuple[int, ...]) -> Box | None:
    """What OUTLINE spans of a picture of a shape; None where it was not given, was bent or is not in view."""
    height, width = shape[:2]
    lines = outline_px(run, placed)
    if not lines:
        return None
    where = np.vstack(lines)
    where = where[((where >= 0) & (where <= [width, height])).all(axis=1)]
    if not len(where):
        return None
    (left, top), (right, bottom) = np.floor(where.min(axis=0)), np.ceil(where.max(axis=0))
    return Box(int(top), int(bottom), int(left), int(right))


def _by_points(run, picture) -> Placed:
    path = run.file("GCPS")
    try:
        text = read_bytes(path).decode("utf-8", errors="replace")
    except OSError as error:
        raise InputError(tr("The control points {name} could not be read.").format(name=path.name)) from error
    points, told = read_points(text)
    crs = run.crs("CRS")
    if not crs.isValid() and told:
        crs = QgsCoordinateReferenceSystem.fromWkt(told)
        if not crs.isValid():
            crs = QgsCoordinateReferenceSystem(told)
    if not crs.isValid():
        raise InputError(tr("The control points do not say their coordinate system. Set CRS."))
    fit = fit_points(points, run.choice("GCP_MODEL"))
    height, width = picture.rgb.shape[:2]
    outside = (points.pixel < -1).any() or (points.pixel > [width + 1, height + 1]).any()
    if outside:
        run.warn(tr("Some control points lie outside the picture: is it the picture they were made for?"))
    units = _metres_per_unit(fit.to_map, crs, width, height, run.context)
    left_out = fit.left_out_rmse
    error_px = left_out / units[0] if np.isfinite(left_out) else math.nan
    facts = (
        (
            tr("Placed by"),
            tr("{count} control points, model {model}").format(count=len(points), model=fit.model),
        ),
        (tr("Root mean square residual"), f"{number(fit.rmse * units[1], '.2f')} m"),
        (
            tr("The same at points left out"),
            f"{number(left_out * units[1], '.2f')} m" if np.isfinite(left_out) else "–",
        ),
    )
    affine = _matrix_of(fit.to_map) if fit.model in ("linear", "helmert", "affine") else None
    return Placed(
        fit.to_map, crs, affine, units[0] * units[1], error_px, "control points", facts, None, fit, points
    )


def _matrix_of(to_map) -> np.ndarray:
    base, right, down = to_map(np.array([[0.0, 0.0], [1000.0, 0.0], [0.0, 1000.0]]))
    return np.column_stack([(right - base) / 1000, (down - base) / 1000, base])


def _metres_per_unit(to_map, crs, width, height, context):
    """Map units a pixel and metres a map unit, at the middle of the picture."""
    from .....core.geometry.sphere import haversine_m

    middle = np.array([[width / 2, height / 2], [width / 2 + 1, height / 2], [width / 2, height / 2 + 1]])
    on_map = to_map(middle)
    units = math.sqrt(abs(np.linalg.det(on_map[1:] - on_map[0])))
    lonlat = transformed(on_map, crs, WGS84, context)
    metres = math.sqrt(haversine_m(*lonlat[0], *lonlat[1]) * haversine_m(*lonlat[0], *lonlat[2]))
    return units, metres / max(units, 1e-30)


def _by_file(picture) -> Placed | None:
    from osgeo import gdal

    dataset = open_dataset(str(picture.path), gdal.OF_RASTER)
    if dataset is None:
        return None
    numbers = dataset.GetGeoTransform(can_return_null=True)
    crs = QgsCoordinateReferenceSystem.fromWkt(dataset.GetProjection() or "")
    if numbers is None or not crs.isValid():
        return None
    matrix = np.array([[numbers[1], numbers[2], numbers[0]], [numbers[4], numbers[5], numbers[3]]])
    to_map = _mapper(matrix)
    height, width = picture.rgb.shape[:2]
    units = _metres_per_unit(to_map, crs, width, height, _NoContext())
    facts = ((tr("Placed by"), tr("the position that the file itself carries")),)
    return Placed(to_map, crs, matrix, units[0] * units[1], math.nan, "the file itself", facts)


class _NoContext:
    """Stands for a Processing context where no datum choice of the user matters."""

    def transformContext(self):
        from qgis.core import QgsCoordinateTransformContext

        return QgsCoordinateTransformContext()


def _mapper(matrix) -> Callable:
    return lambda where: np.column_stack([where, np.ones(len(where))]) @ matrix.T


def _by_outline(run, picture, dot_mask, progress) -> Placed:
    table = read_table(run, "OUTLINE")
    search = Search(largest_turn_deg=run.number("LARGEST_TURN"))
    given = run.crs("CRS")
    progress(0, tr("Looking for the outline in the picture"))
    if given.isValid():
        outline = _present(_outline_in(run, table, given))
        return _placed(run, picture, place(picture.rgb, outline, dot_mask, search, progress), given)
    lonlat = _present(_outline_in(run, table, QgsCoordinateReferenceSystem(WGS84)))
    low, high = lonlat.vertices.min(axis=0), lonlat.vertices.max(axis=0)
    known = projections_for(QgsRectangle(*low, *high), table.crs, run.context)
    found = place_unlisted(picture.rgb, lonlat, known.bases, known.systems, dot_mask, search, progress)
    crs = known.crs[found.system.name]
    if found.box is not None:
        run.warn(
            tr(
                "Only a part of the picture was placed, columns {left} to {right} and rows {top} to "
                "{bottom}: it stands alone, and the whole fits nowhere. Dots outside it may belong to "
                "another map."
            ).format(left=found.box.left, right=found.box.right, top=found.box.top, bottom=found.box.bottom)
        )
    placed = _placed(run, picture, found.placement, crs, [system.name for system in found.others])
    return replace(placed, box=found.box)


def _present(outline: Outline | None) -> Outline:
    if outline is None:
        raise InputError(tr("No line of the outline lies in the search region."))
    return outline


def _placed(run, picture, found: Placement, crs, others=()) -> Placed:
    to_map = _mapper(found.to_map)
    height, width = picture.rgb.shape[:2]
    units = _metres_per_unit(to_map, crs, width, height, run.context)
    corners = np.array([[0, 0], [width, 0], [0, height], [width, height]], float)
    facts: tuple[tuple[str, str], ...] = (
        (tr("Placed by"), tr("the outline, automatically, in {crs}").format(crs=crs_name(crs))),
        (tr("Outline in view that lies on a line of the picture"), f"{number(100 * found.share, '.0f')} %"),
        (tr("Evidence, and that of the next best placement"),
         f"{count(found.score)} / {count(found.runner_up)}"),
        (tr("Expected error of the placement"),
         f"{number(found.error_px, '.3f')} px ({number(found.error_px * units[0] * units[1], '.2f')} m)"),
        (tr("Turn"), f"{number(found.turn_deg, '.2f')}°"),
    )  # fmt: skip
    if others:
        told = ", ".join(others[:MOST_NAMES])
        facts = (*facts, (tr("Systems that cannot be told from this one in the picture"), told))
    return Placed(
        to_map, crs, found.to_map, units[0] * units[1], found.error_px, "outline", facts, found, None,
        ControlPoints(corners, to_map(corners)),
    )  # fmt: skip


def _outline_in(run, table, crs) -> Outline | None:
    region = run.extent("REGION", crs)
    transform = from_lonlat(run, crs)
    rings, start = [], [0]
    for shape, row in zip(table.geometries, table.row_ids):
        for line in _lines_of(shape, transform, region, table.name, row):
            rings.append(line)
            start.append(start[-1] + len(line))
    if not rings:
        return None
    vertices = np.vstack(rings)
    if len(vertices) > MOST_VERTICES:
        return _thinned(rings)
    return Outline(vertices, np.array(start))


def _lines_of(shape, transform, region, layer, row) -> list:
    shape = QgsGeometry(shape)
    try:
        shape.transform(transform)
    except QgsCsException as error:
        raise InputError(
            tr("Layer “{layer}”: feature {row} does not fit the coordinate system of the picture.").format(
                layer=layer, row=row
            )
        ) from error
    if shape.type() == QgsWkbTypes.GeometryType.PolygonGeometry:
        shape = shape.convertToType(QgsWkbTypes.GeometryType.LineGeometry, True)
    if shape.isNull() or shape.type() != QgsWkbTypes.GeometryType.LineGeometry:
        return []
    if region is not None and not region.isEmpty():
        shape = shape.intersection(QgsGeometry.fromRect(region))
    lines: list = []
    for piece in shape.asGeometryCollection():
        if piece.type() != QgsWkbTypes.GeometryType.LineGeometry:
            continue
        parts = piece.asMultiPolyline() if piece.isMultipart() else [piece.asPolyline()]
        lines.extend(np.array([[p.x(), p.y()] for p in line]) for line in parts if len(line) > 1)
    return lines


def _thinned(rings) -> Outline:
    """Leave out vertices closer together than a 20 000th of the outline's size: no picture shows them."""
    every = np.vstack(rings)
    least = np.ptp(every, axis=0).max() / 20_000
    kept, start = [], [0]
    for ring in rings:
        walked = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(ring, axis=0).T))])
        keep = np.unique(np.searchsorted(walked, np.arange(0, walked[-1] + least, least)))
        keep = np.unique(np.concatenate([keep[keep < len(ring)], [0, len(ring) - 1]]))
        kept.append(ring[keep])
        start.append(start[-1] + len(keep))
    return Outline(np.vstack(kept), np.array(start))
