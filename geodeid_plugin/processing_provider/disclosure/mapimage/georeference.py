# SPDX-License-Identifier: GPL-2.0-or-later
"""What a picture may be placed by, read from the inputs of an algorithm, and what placed it in words.

Coordinate systems of QGIS as the core knows them, and back.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

import numpy as np
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsCsException,
    QgsGeometry,
    QgsPointXY,
    QgsWkbTypes,
)

from ....core.base.errors import InputError
from ....core.mapimage.georeference.control_points import Fit, read_points
from ....core.mapimage.georeference.placement import Placement
from ....core.mapimage.georeference.placing import FilePosition, Lines, Placed, Reference
from ....core.mapimage.georeference.projections import Crs
from ....core.mapimage.georeference.systems import System
from ....host.compat import open_dataset
from ....i18n import tr
from ....report.numbers import count, fill, number
from ...framework import ask
from ...framework.writing.destinations import path_text, read_bytes
from ...io import Table, read_table

MOST_NAMES = 5
"""Systems named that fit as well."""
LINES_BEFORE_POINTS = 2
"""Lines of a ``.points`` file that name its system and its columns."""


LARGEST_TURN_DEG = 10.0
"""Of a scan that is placed by its outline; one that is more askew is placed by control points."""


PLACING = (
    ask.source(
        "OUTLINE",
        "Outline",
        "Lines or polygons that the picture shows: borders, coast. They place it.",
        (*ask.LINES, *ask.POLYGONS),
        optional=True,
    ),
    ask.file(
        "GCPS",
        "Control points",
        "A .points file of the Georeferencer, or a table with mapX, mapY, sourceX, sourceY.",
    ),
    ask.crs(
        "CRS",
        "Coordinate system of the picture",
        "Empty: it is found out.",
        advanced=True,
    ),
)
"""What a picture may be placed by."""


def read_reference(run, inputs, path) -> Reference:
    """What a run was given to place a picture by; the file's own position where that is nothing."""
    points, told = read_points(_text_of(inputs.gcps)) if inputs.gcps else (None, "")
    outline = lines_of(read_table(run, "OUTLINE")) if inputs.outline else None
    given = points is not None or outline is not None
    return Reference(
        outline, _crs_of(inputs.crs, told), points, None if given else _position_in(path),
        LARGEST_TURN_DEG, chosen_operations(run.context),
    )  # fmt: skip


def read_known(run, inputs) -> Reference | None:
    """Control points of who drew the picture; None where none were given, as of a PDF."""
    text = _text_of(inputs.known) if inputs.known else ""
    if len(text.splitlines()) < LINES_BEFORE_POINTS + 1:
        return None
    points, told = read_points(text)
    return Reference(
        None, _crs_of(QgsCoordinateReferenceSystem(), told), points, None, LARGEST_TURN_DEG,
        chosen_operations(run.context),
    )  # fmt: skip


def points_file(crs: QgsCoordinateReferenceSystem, rows: Iterable[tuple[float, ...]]) -> str:
    """A ``.points`` file of rows with pixel column, pixel row, east, north and, where known, residual."""
    lines = io.StringIO()
    lines.write(f"#CRS: {crs.toWkt().replace(chr(10), '')}\n")
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(["mapX", "mapY", "sourceX", "sourceY", "enable", "dX", "dY", "residual"])
    for x, y, east, north, *residual in rows:
        place = (repr(float(value)) for value in (east, north, x, -y))
        writer.writerow([*place, 1, 0, 0, f"{residual[0] if residual else 0.0:.6f}"])
    return lines.getvalue()


def _text_of(path) -> str:
    try:
        return read_bytes(path).decode("utf-8", errors="replace")
    except OSError as error:
        raise InputError(
            "control_points.file.unreadable", "The control points {name} could not be read.", name=path.name
        ) from error


def _crs_of(crs: QgsCoordinateReferenceSystem, told: str) -> Crs | None:
    """The system that was chosen, else the one that control points tell."""
    if not crs.isValid() and told:
        crs = QgsCoordinateReferenceSystem.fromWkt(told)
        if not crs.isValid():
            crs = QgsCoordinateReferenceSystem(told)
    return known_to_all(crs) if crs.isValid() else None


def _position_in(path) -> FilePosition | None:
    """Where a file says that its picture lies."""
    from osgeo import gdal

    dataset = open_dataset(path_text(path), gdal.OF_RASTER)
    if dataset is None:
        return None
    numbers = dataset.GetGeoTransform(can_return_null=True)
    crs = QgsCoordinateReferenceSystem.fromWkt(dataset.GetProjection() or "")
    if numbers is None or not crs.isValid():
        return None
    matrix = np.array([[numbers[1], numbers[2], numbers[0]], [numbers[4], numbers[5], numbers[3]]])
    return FilePosition(matrix, known_to_all(crs))


def lines_of(table: Table) -> Lines:
    """Lines of a layer, and sides of its polygons, in longitude and latitude."""
    lines, features = [], []
    for shape, row in zip(table.geometries, table.row_ids):
        for line in _lines(shape):
            lines.append(line)
            features.append(row)
    return Lines(tuple(lines), known_to_all(table.crs), table.name, tuple(features))


def _lines(shape) -> Iterator[np.ndarray]:
    if shape.type() == QgsWkbTypes.GeometryType.PolygonGeometry:
        shape = shape.convertToType(QgsWkbTypes.GeometryType.LineGeometry, True)
    if shape.isNull() or shape.type() != QgsWkbTypes.GeometryType.LineGeometry:
        return
    for piece in shape.asGeometryCollection():
        if piece.type() != QgsWkbTypes.GeometryType.LineGeometry:
            continue
        parts = piece.asMultiPolyline() if piece.isMultipart() else [piece.asPolyline()]
        yield from (np.array([[p.x(), p.y()] for p in line]) for line in parts if len(line) > 1)


def facts_of(placed: Placed) -> tuple[tuple[str, str], ...]:
    """What placed a picture, as pairs of a label and words for a report."""
    if placed.placement is not None:
        return _facts_of_outline(placed, placed.placement)
    if placed.fit is not None:
        return _facts_of_points(placed, placed.fit)
    return ((tr("Placed by"), tr("the position that the file itself carries")),)


def _facts_of_points(placed: Placed, fit: Fit) -> tuple[tuple[str, str], ...]:
    left_out, metres = fit.left_out_rmse, placed.metres_per_unit
    return (
        (
            tr("Placed by"),
            tr("{count} control points, model {model}", count=len(fit.residual), model=fit.model),
        ),
        (tr("Root mean square residual"), f"{number(fit.rmse * metres, '.2f')} m"),
        (
            tr("The same at points left out"),
            f"{number(left_out * metres, '.2f')} m" if np.isfinite(left_out) else "–",
        ),
    )


def _facts_of_outline(placed: Placed, found: Placement) -> tuple[tuple[str, str], ...]:
    facts: tuple[tuple[str, str], ...] = (
        (tr("Placed by"), tr("the outline, automatically, in {crs}", crs=placed.system.name)),
        (tr("Outline in view that lies on a line of the picture"), f"{number(100 * found.share, '.0f')} %"),
        (tr("Evidence, and that of the next best placement"),
         f"{count(found.score)} / {count(found.runner_up)}"),
        (tr("Expected error of the placement"),
         f"{number(found.error_px, '.3f')} px ({number(found.error_px * placed.metres_per_px, '.2f')} m)"),
        (tr("Turn"), f"{number(found.turn_deg, '.2f')}°"),
        *([(tr("Perspective"), tr("photographed from the side"))] if found.aslant else []),
    )  # fmt: skip
    if placed.others:
        told = ", ".join(placed.others[:MOST_NAMES])
        facts = (*facts, (tr("Systems that cannot be told from this one in the picture"), told))
    if placed.vertices is not None:
        shared = placed.vertices
        words = fill(tr("{count}, rms {rms:.5f} px"), count=shared.vertices, rms=shared.rms_px)
        facts = (*facts, (tr("Made exact by vertices that page and outline share"), words))
    return facts


OF_ONE_COMPUTER = "USER:"
"""How codes begin that QGIS alone knows."""


def known_to_all(crs: QgsCoordinateReferenceSystem) -> Crs:
    """A system of QGIS by its code, or by its definition where it has none that others know."""
    code = crs.authid()
    if code and not code.startswith(OF_ONE_COMPUTER):
        return Crs.of(code)
    return Crs(code or crs.toProj(), crs.toWkt(QgsCoordinateReferenceSystem.WktVariant.WKT_PREFERRED))


def known_to_qgis(system: System) -> QgsCoordinateReferenceSystem:
    """A system of the core as QGIS knows it.

    Not by ``createFromUserInput``: GDAL takes EPSG:9311 for EPSG:2163, six kilometres away.
    """
    text = system.definition
    if text.startswith("+proj"):
        return QgsCoordinateReferenceSystem.fromProj(text)
    return QgsCoordinateReferenceSystem(text)


def chosen_operations(context) -> dict:
    """The operations between two systems that the user prefers, by the codes of both."""
    return context.transformContext().coordinateOperations()


def transformed(points, source, target, context) -> np.ndarray:
    """Points from one coordinate system to another, shape (n, 2)."""
    crs = [QgsCoordinateReferenceSystem(c) if isinstance(c, str) else c for c in (source, target)]
    points = np.asarray(points, float).reshape(-1, 2)
    if crs[0] == crs[1] or not len(points):
        return points
    places = QgsGeometry.fromMultiPointXY([QgsPointXY(x, y) for x, y in points])
    try:
        places.transform(QgsCoordinateTransform(*crs, context.transformContext()))
        return np.array([(p.x(), p.y()) for p in places.asMultiPoint()])
    except QgsCsException as error:
        raise InputError(
            "picture.position.outside_crs",
            "A position of the picture lies outside the coordinate system {crs}. Check the placement.",
            crs=crs[0].authid(),
        ) from error
