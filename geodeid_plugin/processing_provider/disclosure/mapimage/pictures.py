# SPDX-License-Identifier: GPL-2.0-or-later
"""Picture files of the disclosure checks, each opened in a process of its own, and their dots.

What was found is kept for the next step, and drawn over the picture for people to look whether it fits.
"""

from __future__ import annotations

import base64
import csv
import glob
import io
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from html import escape
from pathlib import Path

import numpy as np
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsCsException,
    QgsGeometry,
    QgsPointXY,
    QgsWkbTypes,
)

from ....core.base.errors import InputError, Phrase, translated
from ....core.base.progress import Progress, silent
from ....core.mapimage import picturedots
from ....core.mapimage.georeference.control_points import Fit, read_points
from ....core.mapimage.georeference.placement import Placement
from ....core.mapimage.georeference.placing import FilePosition, Lines, Placed, Reference
from ....core.mapimage.georeference.projections import Crs
from ....core.mapimage.georeference.systems import System
from ....core.mapimage.markers.dots import Dots, find_dots
from ....core.mapimage.picturedots import DOTS, MARKS, Picture, PictureDots, Settings
from ....host.apart.pictures import LIMITS, LIMITS_OF_PATHS, RECORDS, VECTOR_SUFFIXES, picture_of
from ....host.apart.process import EndedError, apart
from ....host.compat import open_dataset
from ....i18n import tr
from ....report import Section
from ....report.numbers import count, fill, number
from ...framework import ask
from ...framework.writing.destinations import is_file, is_virtual, path_text, read_bytes
from ...io import Table, read_table


def read_picture(path, progress: Progress = silent) -> Picture:
    """Read a picture, or say in a sentence why it cannot be checked."""
    path = Path(path)
    if not is_file(path):
        raise InputError("picture.file.not_found", "The picture {name} does not exist.", name=path.name)
    data = read_bytes(path)
    limits = LIMITS_OF_PATHS if path.suffix.lower() in VECTOR_SUFFIXES else LIMITS
    try:
        picture = next(apart(picture_of, (path.name, data, _side_files(path)), limits, RECORDS, progress))
        return replace(picture, data=data)
    except EndedError as reason:
        if reason.error:
            raise InputError(
                "picture.decoding.failed",
                "Decoding {name} ended in an error that was not foreseen ({error}). The check was not made. "
                "Save the picture anew from an image program. Please report the error.",
                name=path.name, error=reason.error,
            ) from reason  # fmt: skip
        raise InputError(
            "picture.decoding.too_much",
            "Decoding {name} took more memory or time than any picture does, so it was ended. The check was "
            "not made. Save the picture anew from an image program.", name=path.name,
        ) from reason  # fmt: skip


def _side_files(path: Path) -> dict:
    beside: dict = {}
    if is_virtual(path):
        return beside
    stem, name = glob.escape(path.stem), glob.escape(path.name)
    for side in sorted({*path.parent.glob(stem + ".*"), *path.parent.glob(name + ".*")}):
        if side != path and side.is_file() and side.stat().st_size < 5_000_000:
            beside[side.name] = side.read_bytes()
    return beside


REGIMES = {
    "snapped": Phrase(
        "markers pasted at whole pixels: the position inside the pixel is lost, whatever the method"
    ),
    "antialiased": Phrase("smooth markers: positions are kept to a small part of a pixel"),
    "vector": Phrase("vector paths: the file holds the exact positions"),
    "aliased": Phrase("markers without smoothing: positions are kept to about a tenth of a pixel"),
    "bars": Phrase("bars along a line: the place lies anywhere along its bar"),
}
_NAMES = (
    Phrase("circle"),
    Phrase("square"),
    Phrase("diamond"),
    Phrase("triangle"),
    Phrase("equilateral triangle"),
    Phrase("pentagon"),
    Phrase("star"),
    Phrase("plus"),
    Phrase("thin plus"),
    Phrase("x"),
    Phrase("thin x"),
    Phrase("bar"),
)
SHAPES = {**{str(name): name for name in _NAMES}, "unknown": Phrase("unknown shape")}
"""What the shapes of symbols are called in a report."""


def shape_of(kind) -> str:
    """The shape of a kind of dots in the language of QGIS."""
    return tr(SHAPES.get(kind.shape, kind.shape))


def facts_of_dots(dots: Dots) -> list[tuple[str, str]]:
    """How dots were drawn, and how many of them hide one another, for a report."""
    facts = [(tr("How the dots were drawn"), tr(REGIMES.get(dots.regime, dots.regime)))]
    groups = dots.groups
    if len(groups.x_px):
        told = tr(
            "{groups}: {found} dots separated, {low} to {high} in all",
            groups=len(groups.x_px), found=int(groups.found.sum()),
            low=round(float(groups.low.sum())), high=round(float(groups.high.sum())),
        )  # fmt: skip
        facts.append((tr("Merged groups of dots"), told))
    return facts


def section_of_hidden(picture: Picture) -> Section:
    """What a file says beside its pixels."""
    none = tr("No world file, GeoTIFF or GeoPDF frame, EXIF position or project path was found.")
    said = [translated(leak.sentence, tr) for leak in picture.hidden] or [none]
    return Section(tr("What the file says besides its pixels"), *said)


MOST_KEPT_PX = 20_000_000
"""The dots of larger pictures are not kept for the next step: 60 MB of masks. An A4 page at 300 dpi has 9
million."""
last_found: dict[tuple, Dots] = {}
"""What was asked of a picture last, and its dots: three steps of a model ask the same of one picture."""


SENSITIVITY = ask.number(
    "SENSITIVITY",
    "Sensitivity",
    "Above 1 takes less regular blobs for dots.",
    1.0,
    least=0.1,
    most=10,
)
WHAT_MARKS = ask.choice(
    "MARKS",
    "Marks",
    "dots: markers of any shape. bars: strokes along a street, as on old maps.",
    MARKS,
    DOTS,
    advanced=True,
)


def find_picture_dots(picture: Picture, settings: Settings, progress: Progress) -> PictureDots:
    """Find the dots of a picture file, see :func:`.....core.mapimage.picturedots.find_picture_dots`."""
    return picturedots.find_picture_dots(picture, settings, progress, _found)


def _found(rgb, progress: Progress, sensitivity: float) -> Dots:
    """Find the dots of pixels, or give those of the very same pixels that were found last."""
    asked = sha256(np.ascontiguousarray(rgb).tobytes()).digest(), rgb.shape, sensitivity
    dots = last_found.get(asked)
    if dots is None:
        dots = find_dots(rgb, progress, sensitivity)
        last_found.clear()
        if rgb.shape[0] * rgb.shape[1] <= MOST_KEPT_PX:
            last_found[asked] = dots
    return dots


WIDEST_PX = 1200
"""Of the picture in the report: a printed A4 at 150 dpi."""
RING_PX = 7
"""Radius of the ring round a flagged dot: wider than its cross."""
ARM_PX = 5
"""Half of a cross."""
STEP_PX = 0.7
"""Shortest side of a line that is drawn: less is not seen, and a coast has many."""
OUTLINE_COLOUR = "#c2185b"
"""Magenta, which maps seldom use, and which is dark beside white in grey, too."""


def crosses_over(rgb, marks, flagged=(), lines=(), title="") -> str:
    """SVG of a picture, shrunk to a width of ``WIDEST_PX``, with crosses and lines.

    ``marks`` have the colour of the crosses and their columns and rows, ``flagged`` a column, a row and the
    reason for the ring there, which a screen shows; ``lines`` are columns and rows, shape (n, 2). A screen
    reader says ``title``, or that dots were recovered.
    """
    from qgis.PyQt.QtCore import QBuffer, QByteArray, QIODevice, Qt
    from qgis.PyQt.QtGui import QImage

    height, width = rgb.shape[:2]
    image = QImage(rgb.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888)
    shrink = min(1.0, WIDEST_PX / width)
    if shrink < 1:
        image = image.scaledToWidth(round(width * shrink), Qt.TransformationMode.SmoothTransformation)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    body = base64.b64encode(bytes(data)).decode("ascii")
    size = f"width='{image.width()}' height='{image.height()}'"
    paths = "".join(
        f"<path d='{_drawn(line * shrink)}' stroke='{OUTLINE_COLOUR}' stroke-width='1.2' fill='none'/>"
        for line in lines
    )
    paths += "".join(
        f"<path d='{_strokes(x_px * shrink, y_px * shrink)}' stroke='{colour}' stroke-width='1.4' "
        "fill='none'/>"
        for colour, x_px, y_px in marks
    )
    paths += "".join(
        f"<circle class='flagged' cx='{x_px * shrink:.1f}' cy='{y_px * shrink:.1f}' r='{RING_PX}' "
        f"fill='none' stroke='#b3261e' stroke-width='1.4' pointer-events='all'>"
        f"<title>{escape(reason)}</title></circle>"
        for x_px, y_px, reason in flagged
    )
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {image.width()} {image.height()}' class='map' "
        f"role='img' {size}><title>{escape(title or tr('Recovered dots on the picture'))}</title>"
        f"<image href='data:image/png;base64,{body}' {size}/>{paths}</svg>"
    )


def _strokes(x, y) -> str:
    return "".join(
        f"M{px - ARM_PX:.1f},{py:.1f}h{2 * ARM_PX}M{px:.1f},{py - ARM_PX:.1f}v{2 * ARM_PX}"
        for px, py in zip(x, y)
    )


def _drawn(line) -> str:
    """A line as a path, without the sides that nobody sees."""
    walked = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))]) // STEP_PX
    kept = np.concatenate([[True], walked[1:] > walked[:-1]])
    return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in line[kept])


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
