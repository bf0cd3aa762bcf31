# SPDX-License-Identifier: GPL-2.0-or-later
"""Find the dots of a map picture."""

from __future__ import annotations

import numpy as np
from qgis.core import QgsCoordinateReferenceSystem, QgsGeometry, QgsPointXY

from ....core.base.errors import GeoDeIDError
from ....core.base.progress import part
from ....core.mapimage.georeference.placing import Placed, place_picture
from ....core.mapimage.markers.dots import Dots
from ....core.mapimage.picturedots import Settings
from ....host.compat import POINT, made_by_gdal
from ....i18n import tr
from ....report import Facts, Figure, Report, Section, Table
from ....report.numbers import count, number
from ...framework import ask, blocks, give, labels
from ...framework.base import GeoDeIDAlgorithm
from ...framework.give import REAL, TEXT, WHOLE, Features, InMemory, Result
from ...framework.writing.destinations import path_text
from .pictures import (
    PLACING,
    SENSITIVITY,
    WHAT_MARKS,
    crosses_over,
    facts_of,
    facts_of_dots,
    find_picture_dots,
    known_to_qgis,
    read_picture,
    read_reference,
    shape_of,
)

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
_DOT = {
    "dot": WHOLE, "class": WHOLE, "shape": TEXT,
    "x_px": REAL, "y_px": REAL, "error_px": REAL, "error_m": REAL,
}  # fmt: skip
_GROUP = {"class": WHOLE, "found": WHOLE, "estimate": REAL, "low": REAL, "high": REAL}


class MapDots(GeoDeIDAlgorithm):
    """``geodeid:mapdots``."""

    ID = "mapdots"
    TITLE = "Find the dots of a map picture"
    HEADING = labels.RESEARCH
    TAGS = ("picture", "dots", "digitise", "markers", "symbols", "classification")
    SUMMARY = (
        "Finds the dots in a picture of a map, whatever their colour, shape or size, to a fraction of a "
        "pixel: on the map where the picture has a place, else in pixels."
    )
    REQUIRES = (*GeoDeIDAlgorithm.REQUIRES, "pyproj")
    INPUTS = (
        ask.file(
            "IMAGE",
            "Picture",
            "PNG, JPEG, TIFF, GIF, BMP, WebP, PDF or SVG; a GeoTIFF knows its place.",
            optional=False,
        ),
        SENSITIVITY,
        WHAT_MARKS,
        *PLACING,
    )
    OUTPUTS = (
        give.points(
            "OUTPUT",
            "Dots",
            "A point for each dot: class, x_px, y_px (the first pixel's centre is at 0.5), error_px and "
            "error_m (standard errors). Internal.",
            internal=True,
            style="dots",
            fields=_DOT,
        ),
        give.points(
            "GROUPS",
            "Merged groups",
            "Where dots hide one another: how many were separated, and how many there may be (95 %). "
            "Internal.",
            optional=True,
            internal=True,
            style="dot_groups",
            fields=_GROUP,
        ),
        give.raster(
            "CLASS_RASTER",
            "Colour classes of the pixels",
            "Class of each pixel, 0 the commonest colour.",
            optional=True,
            by_default=False,
        ),
        blocks.REPORT,
    )
    FIGURES = (
        give.number("COUNT", "Dots found"),
        give.number("LOW", "Dots there are at least, 95 % interval"),
        give.number("HIGH", "Dots there are at most, 95 % interval"),
        give.number("ERROR_PX", "Median position error along each axis (px)"),
        give.number("ERROR_M", "Median position error along each axis (m)"),
        give.text("REGIME", "How the dots were drawn"),
        give.raster_layer("CLASSES", "Colour classes of the pixels"),
    )

    def compute(self, inputs, run) -> Result:
        path = inputs.image
        picture = read_picture(path, run.progress)
        for leak in picture.hidden:
            run.warn(leak.sentence)
        settings = Settings(inputs.sensitivity, inputs.marks)
        found = find_picture_dots(picture, settings, part(run.progress, 0.02, 0.6))
        dots, placed = found.dots, None
        reference = read_reference(run, inputs, path)
        if reference.says_where:
            step = part(run.progress, 0.6, 0.95)
            placed = place_picture(picture.rgb, reference, dots.dot_mask, found.vector, step)
            for warning in placed.warnings:
                run.warn(warning)
        else:
            run.warn(tr("The picture has no place on the map: the points are in pixels, rows downwards."))
        run.counts["dots"] = len(dots.x_px)
        classes = run.file("CLASS_RASTER")
        return Result(
            figures={**_figures(dots, placed), "CLASSES": None if classes is None else path_text(classes)},
            layers={"OUTPUT": lambda: _dots(dots, placed), "GROUPS": lambda: _groups(dots, placed)},
            files={"CLASS_RASTER": lambda: _classes(run.outbox.scratch(classes), dots, placed)},
            report=_report(picture, dots, placed),
        )


def _error_m(dots: Dots, placed: Placed | None):
    """Standard error of each dot along each axis in metres, the placement's included; None in pixels."""
    if placed is None:
        return None
    return np.hypot(dots.error_px, placed.blur_px) * placed.metres_per_px


def _at(placed: Placed | None, values: dict, x_px, y_px) -> Features:
    """Points of the picture on the map, or in pixels where it has no place there."""
    where = np.column_stack([x_px, y_px])
    where = where * [1, -1] if placed is None else placed.to_map(where)
    shapes = [QgsGeometry.fromPointXY(QgsPointXY(float(x), float(y))) for x, y in where]
    return Features(values, shapes, POINT, _crs(placed))


def _crs(placed: Placed | None) -> QgsCoordinateReferenceSystem:
    return QgsCoordinateReferenceSystem() if placed is None else known_to_qgis(placed.system)


def _dots(dots: Dots, placed: Placed | None) -> Features:
    error_m = _error_m(dots, placed)
    values = {
        "dot": list(range(1, len(dots.x_px) + 1)),
        "class": dots.dot_class,
        "shape": [dots.classes[k].shape for k in dots.dot_class],
        "x_px": dots.x_px,
        "y_px": dots.y_px,
        "error_px": dots.error_px,
        "error_m": [None] * len(dots.x_px) if error_m is None else error_m,
    }
    return _at(placed, values, dots.x_px, dots.y_px)


def _groups(dots: Dots, placed: Placed | None) -> Features:
    groups = dots.groups
    values = {
        "class": groups.dot_class,
        "found": groups.found,
        "estimate": groups.estimate,
        "low": groups.low,
        "high": groups.high,
    }
    return _at(placed, values, groups.x_px, groups.y_px)


def _classes(source: str, dots: Dots, placed: Placed | None) -> InMemory:
    """The class of each pixel as a raster, made in GDAL's memory under a name."""
    from osgeo import gdal

    height, width = dots.class_raster.shape
    driver, packed = gdal.GetDriverByName("GTiff"), ["COMPRESS=DEFLATE"]
    raster = made_by_gdal(lambda: driver.Create(source, width, height, 1, gdal.GDT_Byte, options=packed))
    if raster is None:
        raise GeoDeIDError(
            "raster.classes.not_written",
            "The raster of classes could not be written. Choose another file or folder.",
        )
    if placed is not None and placed.affine is not None:
        a = placed.affine
        raster.SetGeoTransform([a[0, 2], a[0, 0], a[0, 1], a[1, 2], a[1, 0], a[1, 1]])
        raster.SetProjection(_crs(placed).toWkt())
    raster.GetRasterBand(1).WriteArray(dots.class_raster.astype(np.uint8))
    raster.FlushCache()
    raster = None  # closes it
    return InMemory(source)


def _figures(dots: Dots, placed: Placed | None) -> dict:
    error_m = _error_m(dots, placed)
    alone = len(dots.x_px) - int(dots.groups.found.sum())
    return {
        "COUNT": len(dots.x_px),
        "LOW": alone + round(float(dots.groups.low.sum())),
        "HIGH": alone + round(float(dots.groups.high.sum())),
        "ERROR_PX": float(np.median(dots.error_px)),
        "ERROR_M": None if error_m is None else float(np.median(error_m)),
        "REGIME": dots.regime,
    }


def _report(picture, dots: Dots, placed: Placed | None) -> Report:
    height, width = picture.rgb.shape[:2]
    figures = _figures(dots, placed)
    pairs = [
        (tr("Picture"), f"{width} × {height} px"),
        (tr("Dots found"), count(figures["COUNT"])),
        *facts_of_dots(dots),
        (tr("Median position error along each axis"), f"{number(figures['ERROR_PX'], '.3f')} px"),
    ]
    if placed is not None:
        pairs.append((tr("The same on the ground"), f"{number(figures['ERROR_M'], '.2f')} m"))
        pairs.extend(facts_of(placed))
    rows = tuple(
        (k, shape_of(kind), number(kind.radius_px, ".2f"),
         "rgb({:.0f}, {:.0f}, {:.0f})".format(*kind.colour_rgb), int((dots.dot_class == k).sum()))
        for k, kind in enumerate(dots.classes)
    )  # fmt: skip
    kinds = Table((tr("Class"), tr("Marker"), tr("Radius (px)"), tr("Colour"), tr("Dots")), rows)
    marks = [
        (COLOURS[k % len(COLOURS)], dots.x_px[dots.dot_class == k], dots.y_px[dots.dot_class == k])
        for k in range(len(dots.classes))
    ]
    caption = tr("Crosses: the dots as found, one colour per class. Check that they sit on the dots.")
    return Report(
        summary=tr("The dots were found by the regularity of their shape and located by their own template."),
        sections=(
            Section(tr("Dots"), Facts(*pairs), kinds, internal=True),
            Section(tr("Look"), Figure(crosses_over(picture.rgb, marks), caption), internal=True),
        ),
    )
