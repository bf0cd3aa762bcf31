# SPDX-License-Identifier: GPL-2.0-or-later
"""Place a map picture on the map, automatically or by control points."""

from __future__ import annotations

import numpy as np

from ....core.base.errors import GeoDeIDError, InputError
from ....core.base.progress import part
from ....core.mapimage.georeference.control_points import ControlPoints, Fit
from ....core.mapimage.georeference.placement import PlacementRefusedError
from ....core.mapimage.georeference.placing import Placed, Reference, outline_px, place_picture
from ....core.mapimage.picturedots import Picture, PictureDots, Settings
from ....host.compat import made_by_gdal
from ....i18n import tr
from ....report import Facts, Figure, Report, Section, Table
from ....report.numbers import number
from ...framework import ask, blocks, give, labels
from ...framework.base import GeoDeIDAlgorithm
from ...framework.give import InMemory, Result
from ...framework.writing.destinations import path_text
from .pictures import (
    OUTLINE_COLOUR,
    PLACING,
    crosses_over,
    facts_of,
    find_picture_dots,
    known_to_qgis,
    points_file,
    read_known,
    read_picture,
    read_reference,
    section_of_hidden,
)

WARP_GRID = 21
"""Control points a side, between which GDAL interpolates."""


class GeoreferenceMap(GeoDeIDAlgorithm):
    """``geodeid:georeferencemap``."""

    ID = "georeferencemap"
    TITLE = "Georeference a map picture"
    HEADING = labels.RESEARCH
    TAGS = ("picture", "georeferencer", "control points", "outline", "register")
    SUMMARY = (
        "Places a picture of a map: automatically, by an outline of the region that it shows, or by control "
        "points. Where no placement stands out it refuses and says why."
    )
    REQUIRES = (*GeoDeIDAlgorithm.REQUIRES, "pyproj")
    INPUTS = (
        ask.file(
            "IMAGE",
            "Picture",
            "PNG, JPEG, TIFF, GIF, BMP, WebP, PDF or SVG.",
            optional=False,
        ),
        *PLACING,
        ask.file(
            "KNOWN",
            "Control points of who drew it",
            "Place the picture where its outline does not, as a grid of equal squares.",
            advanced=True,
        ),
    )
    OUTPUTS = (
        give.raster("OUTPUT", "Georeferenced picture", "GeoTIFF of the picture in its place.", optional=True),
        give.file(
            "GCPS_OUT",
            "Control points found",
            "The placement as a .points file for QGIS's Georeferencer.",
            "Control points (*.points)",
            optional=True,
            by_default=False,
        ),
        blocks.REPORT,
    )
    FIGURES = (
        give.number("RMSE_M", "Root mean square residual (m)"),
        give.number("LEFT_OUT_RMSE_M", "The same at points left out of the fit (m)"),
        give.number("ERROR_PX", "Expected error of the placement (px)"),
        give.number("METRES_PER_PX", "Metres per pixel"),
        give.number("SCORE", "Evidence for the placement"),
        give.number("RUNNER_UP", "Evidence for the next best placement"),
        give.number("TURN_DEG", "Turn of the picture (degrees)"),
        give.path("GCPS", "Control points found"),
        give.text("METHOD", "What placed the picture"),
    )

    def compute(self, inputs, run) -> Result:
        path = inputs.image
        picture = read_picture(path, run.progress)
        for leak in picture.hidden:
            run.warn(leak.sentence)
        run.progress(0.02)
        reference = read_reference(run, inputs, path)
        dots = _dots(run, path, picture, reference)
        mask, vector = (None, None) if dots is None else (dots.dots.dot_mask, dots.vector)
        placed = _placed(run, inputs, picture.rgb, reference, mask, vector)
        for warning in placed.warnings:
            run.warn(warning)
        run.counts["control_points"] = 0 if placed.points is None else len(placed.points)
        points = run.file("GCPS_OUT")
        return Result(
            figures={**_figures(placed), "GCPS": None if points is None else path_text(points)},
            files={
                "OUTPUT": lambda: _raster(run.outbox.scratch(run.file("OUTPUT")), picture, placed),
                "GCPS_OUT": lambda: _points_file(placed),
            },
            report=_report(picture, reference, placed),
        )


def _placed(run, inputs, rgb, reference: Reference, mask, vector) -> Placed:
    """Where the outline puts the picture, else where who drew it says that it lies."""
    progress = part(run.progress, 0.25, 0.9)
    try:
        return place_picture(rgb, reference, mask, vector, progress)
    except PlacementRefusedError as refusal:
        known = read_known(run, inputs)
        if known is None:
            raise
        run.warn(
            tr(
                "{reason} It was placed by the control points of who drew it: the attack is at least as "
                "strong as a stranger's.",
                reason=refusal.translated(tr),
            )
        )
        return place_picture(rgb, known, mask, vector, progress)


def _dots(run, path, picture: Picture, reference: Reference) -> PictureDots | None:
    """Dots, which hide lines; a picture without dots is placed all the same."""
    if reference.outline is None or reference.points is not None:
        return None
    try:
        return find_picture_dots(picture, Settings(), part(run.progress, 0.02, 0.25))
    except InputError:
        return None


def _raster(source: str, picture: Picture, placed: Placed) -> InMemory:
    """The picture in its place, made in GDAL's memory under a name."""
    from osgeo import gdal

    height, width = picture.rgb.shape[:2]
    memory = gdal.GetDriverByName("MEM").Create("", width, height, 3, gdal.GDT_Byte)
    for band in range(3):
        memory.GetRasterBand(band + 1).WriteArray(np.ascontiguousarray(picture.rgb[..., band]))
    wkt = known_to_qgis(placed.system).toWkt()
    if placed.affine is not None:
        a = placed.affine
        memory.SetGeoTransform([a[0, 2], a[0, 0], a[0, 1], a[1, 2], a[1, 0], a[1, 1]])
        memory.SetProjection(wkt)
        driver = gdal.GetDriverByName("GTiff")
        written = made_by_gdal(driver.CreateCopy, source, memory, options=["COMPRESS=DEFLATE"])
    else:
        memory.SetGCPs(_warp_points(gdal, placed, width, height), wkt)
        written = made_by_gdal(
            gdal.Warp, source, memory, format="GTiff", tps=True, resampleAlg="bilinear", dstAlpha=True,
            dstSRS=wkt, creationOptions=["COMPRESS=DEFLATE"],
        )  # fmt: skip
    if written is None:
        raise GeoDeIDError(
            "picture.file.not_written", "The georeferenced picture could not be written. Is the disk full?"
        )
    written = None  # closes it
    return InMemory(source)


def _warp_points(gdal, placed: Placed, width: int, height: int) -> list:
    """A grid over the picture with its map positions, from which GDAL warps."""
    x, y = np.meshgrid(np.linspace(0, width, WARP_GRID), np.linspace(0, height, WARP_GRID))
    pixels = np.column_stack([x.ravel(), y.ravel()])
    east_north = placed.to_map(pixels)
    return [gdal.GCP(e, n, 0, px, py) for (px, py), (e, n) in zip(pixels, east_north)]


def _points_file(placed: Placed) -> str:
    if placed.points is None:
        return points_file(known_to_qgis(placed.system), ())
    residual = placed.fit.residual if placed.fit is not None else np.zeros(len(placed.points))
    rows = np.column_stack([placed.points.pixel, placed.points.map_m, residual])
    return points_file(known_to_qgis(placed.system), rows)


def _report(picture: Picture, reference: Reference, placed: Placed) -> Report:
    height, width = picture.rgb.shape[:2]
    pairs = [(tr("Picture"), f"{width} × {height} px"), *facts_of(placed),
             (tr("Size of a pixel"), f"{number(placed.metres_per_px, '.3f')} m")]  # fmt: skip
    sections = [Section(tr("Placement"), Facts(*pairs), *_looked_at(picture, reference, placed))]
    if picture.hidden:
        sections.insert(0, section_of_hidden(picture))
    if placed.fit is not None and placed.points is not None:
        sections.append(Section(tr("Control points"), _residuals(placed.fit, placed.points)))
    return Report(
        summary=tr("The picture was placed on the map. The figures say how sure that is."),
        sections=tuple(sections),
    )


def _looked_at(picture: Picture, reference: Reference, placed: Placed) -> tuple[Figure, ...]:
    """The picture with what it was placed by; nothing where its file alone said where it is."""
    height, width = picture.rgb.shape[:2]
    lines = [line for line in outline_px(reference, placed) if _in_view(line, width, height)]
    clicked = placed.points if placed.fit is not None else None
    marks = [] if clicked is None else [(OUTLINE_COLOUR, *clicked.pixel.T)]
    captions = []
    if lines:
        captions.append(
            tr("The outline in its place, drawn in magenta: it should lie on the lines of the picture.")
        )
    if marks:
        captions.append(tr("The crosses are the control points."))
    if not captions:
        return ()
    title = tr("The picture with what it was placed by")
    return (Figure(crosses_over(picture.rgb, marks, (), lines, title), " ".join(captions)),)


def _in_view(line, width: int, height: int) -> bool:
    """Whether a line can cross the picture."""
    return bool((line.max(axis=0) >= 0).all() and (line.min(axis=0) <= [width, height]).all())


def _residuals(fit: Fit, points: ControlPoints) -> Table:
    rows = tuple(
        (
            i + 1,
            round(float(x), 2),
            round(float(y), 2),
            round(float(r), 3),
            "–" if np.isnan(o) else round(float(o), 3),
        )
        for i, ((x, y), r, o) in enumerate(zip(points.pixel, fit.residual, fit.left_out))
    )
    return Table(
        (tr("Point"), tr("Column"), tr("Row"), tr("Residual (map units)"), tr("Error when left out")), rows,
        caption=tr("A residual is small by itself where a model has many parameters: trust the last column."),
    )  # fmt: skip


def _figures(placed: Placed) -> dict:
    found, fit = placed.placement, placed.fit
    figures = {"METHOD": placed.how, "METRES_PER_PX": placed.metres_per_px}
    if found is not None:
        figures.update(
            RMSE_M=found.spread_px * placed.metres_per_px, ERROR_PX=found.error_px, SCORE=found.score,
            RUNNER_UP=found.runner_up, TURN_DEG=found.turn_deg,
        )  # fmt: skip
    if fit is not None and placed.points is not None:
        left_out = fit.left_out_rmse
        metres = placed.metres_per_px / _units_per_px(placed, placed.points)
        figures["RMSE_M"] = fit.rmse * metres
        if np.isfinite(left_out):
            figures["LEFT_OUT_RMSE_M"] = left_out * metres
            figures["ERROR_PX"] = placed.error_px
    return figures


def _units_per_px(placed: Placed, points: ControlPoints) -> float:
    middle = points.pixel.mean(axis=0)
    corner = placed.to_map(middle + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    return float(np.sqrt(abs(np.linalg.det(corner[1:] - corner[0]))))
