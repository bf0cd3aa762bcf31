# SPDX-License-Identifier: GPL-2.0-or-later
"""Find the dots of a map picture."""

from __future__ import annotations

import numpy as np
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsGeometry,
    QgsPointXY,
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingOutputRasterLayer,
    QgsProcessingOutputString,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFile,
    QgsProcessingParameterNumber,
    QgsProcessingParameterRasterDestination,
)

from ....core.base.errors import GeoDeIDError
from ....core.base.progress import part
from ....core.mapimage.georeference.placing import Placed, place_picture
from ....core.mapimage.markers.dots import Dots
from ....core.mapimage.picturedots import Settings
from ....host.compat import POINT, field, made_by_gdal
from ....i18n import tr
from ....report import Facts, Figure, Report, Section, Table
from ....report.numbers import count, number
from ...framework import labels
from ...framework.base import GeoDeIDAlgorithm
from .reading.georeference import add_placing, facts_of, read_reference
from .reading.overlay import crosses_over
from .reading.picturedots import add_marks, find_picture_dots
from .reading.pictures import read_picture
from .reading.projections import known_to_qgis
from .reidentification_report import REGIMES, shape_of

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")


class MapDots(GeoDeIDAlgorithm):
    """``geodeid:mapdots``."""

    ID = "mapdots"
    TITLE = "Find the dots of a map picture"
    HEADING = labels.RESEARCH
    TAGS = ("picture", "dots", "digitise", "markers", "symbols", "classification")
    SUMMARY = (
        "Finds the dots in a picture of a map without being given their colour, shape or size, and "
        "locates them to a fraction of a pixel; overlapping dots are separated one by one. How precise "
        "this is depends on how the map was drawn, and the tool says which: markers pasted at whole "
        "pixels, smooth markers, hard-edged markers, or paths of a PDF or SVG, which are read exactly. A "
        "picture with a position, or an outline or control points to place it by, gives points on the "
        "map; otherwise the points are in pixels."
    )
    STYLES = {"OUTPUT": "dots", "GROUPS": "dot_groups"}
    INTERNAL = ("OUTPUT", "GROUPS")
    REQUIRES = (*GeoDeIDAlgorithm.REQUIRES, "pyproj")

    def define(self) -> None:
        number = QgsProcessingParameterNumber
        self.add(
            QgsProcessingParameterFile("IMAGE", tr("Picture")),
            tr("A picture of a map: PNG, JPEG, TIFF, GIF, BMP, WebP, PDF or SVG; a GeoTIFF knows its place."),
        )
        self.add(
            number("CLASSES", tr("Colour classes"), number.Type.Integer, None, True, 2, 64),
            tr("Into how many colours the picture is divided. Empty: found from the picture."),
            advanced=True,
        )
        self.add(
            number("SENSITIVITY", tr("Sensitivity"), number.Type.Double, 1.0, minValue=0.1, maxValue=10),
            tr("Above 1 takes less regular blobs for dots, below 1 only the most regular."),
        )
        add_marks(self)
        add_placing(self)
        self._define_outputs()

    def _define_outputs(self) -> None:
        sink = QgsProcessingParameterFeatureSink
        self.add(
            sink("OUTPUT", tr("Dots"), QgsProcessing.SourceType.TypeVectorPoint),
            tr(
                "A point for each dot: class, x_px and y_px (the centre of the top left pixel is at 0.5, "
                "0.5), error_px and error_m, the standard error along each axis."
            ),
        )
        self.add(
            sink("GROUPS", tr("Merged groups"), QgsProcessing.SourceType.TypeVectorPoint, None, True, False),
            tr(
                "Where dots hide one another: how many were separated, and how many there may be, with a "
                "95 % interval."
            ),
        )
        self.add(
            QgsProcessingParameterRasterDestination(
                "CLASS_RASTER", tr("Colour classes of the pixels"), optional=True, createByDefault=False
            ),
            tr("Class of each pixel, 0 the commonest colour."),
        )
        self.add_reports()
        for name, title in (
            ("COUNT", tr("Dots found")),
            ("LOW", tr("Dots there are at least, 95 % interval")),
            ("HIGH", tr("Dots there are at most, 95 % interval")),
            ("ERROR_PX", tr("Median position error along each axis (px)")),
            ("ERROR_M", tr("Median position error along each axis (m)")),
        ):
            self.addOutput(QgsProcessingOutputNumber(name, title))
        self.addOutput(QgsProcessingOutputString("REGIME", tr("How the dots were drawn")))
        self.addOutput(QgsProcessingOutputRasterLayer("CLASSES", tr("Colour classes of the pixels")))

    def execute(self, run) -> dict:
        path = run.file("IMAGE")
        picture = read_picture(path)
        for leak in picture.hidden:
            run.warn(leak.sentence)
        settings = Settings(run.number("SENSITIVITY"), run.choice("MARKS"), run.integer("CLASSES"))
        found = find_picture_dots(path, picture, settings, part(run.progress, 0.02, 0.6))
        dots, placed = found.dots, None
        reference = read_reference(run, path)
        if reference.says_where:
            step = part(run.progress, 0.6, 0.95)
            placed = place_picture(picture.rgb, reference, dots.dot_mask, found.vector, step)
            for warning in placed.warnings:
                run.warn(warning)
        else:
            run.warn(tr("The picture has no place on the map: the points are in pixels, rows downwards."))
        run.counts["dots"] = len(dots.x_px)
        _write_dots(run, dots, placed)
        _write_groups(run, dots, placed)
        if run.wanted("CLASS_RASTER"):
            _write_classes(run, dots, placed)
        run.write_reports(_report(run, picture, dots, placed))
        return {**_figures(dots, placed), "CLASSES": run.outputs.get("CLASS_RASTER")}


def _error_m(dots: Dots, placed: Placed | None):
    """Standard error of each dot along each axis in metres, the placement's included; None in pixels."""
    if placed is None:
        return None
    return np.hypot(dots.error_px, placed.blur_px) * placed.metres_per_px


def _geometries(placed: Placed | None, x_px, y_px):
    where = np.column_stack([x_px, y_px])
    where = where * [1, -1] if placed is None else placed.to_map(where)
    return [QgsGeometry.fromPointXY(QgsPointXY(float(x), float(y))) for x, y in where]


def _crs(placed: Placed | None):
    return QgsCoordinateReferenceSystem() if placed is None else known_to_qgis(placed.system)


def _write_dots(run, dots: Dots, placed: Placed | None) -> None:
    error_m = _error_m(dots, placed)
    columns = [
        (field("dot", "integer"), list(range(1, len(dots.x_px) + 1))),
        (field("class", "integer"), dots.dot_class),
        (field("shape", "text"), [dots.classes[k].shape for k in dots.dot_class]),
        (field("x_px", "real"), dots.x_px),
        (field("y_px", "real"), dots.y_px),
        (field("error_px", "real"), dots.error_px),
        (field("error_m", "real"), [None] * len(dots.x_px) if error_m is None else error_m),
    ]
    run.write_layer("OUTPUT", columns, _geometries(placed, dots.x_px, dots.y_px), POINT, _crs(placed))


def _write_groups(run, dots: Dots, placed: Placed | None) -> None:
    groups = dots.groups
    columns = [
        (field("class", "integer"), groups.dot_class),
        (field("found", "integer"), groups.found),
        (field("estimate", "real"), groups.estimate),
        (field("low", "real"), groups.low),
        (field("high", "real"), groups.high),
    ]
    run.write_layer("GROUPS", columns, _geometries(placed, groups.x_px, groups.y_px), POINT, _crs(placed))


def _write_classes(run, dots: Dots, placed: Placed | None) -> None:
    from osgeo import gdal

    path = run.file("CLASS_RASTER")
    source = run.outbox.scratch(path)
    height, width = dots.class_raster.shape
    driver, packed = gdal.GetDriverByName("GTiff"), ["COMPRESS=DEFLATE"]
    raster = made_by_gdal(lambda: driver.Create(source, width, height, 1, gdal.GDT_Byte, options=packed))
    if raster is None:
        raise GeoDeIDError(tr("The raster of classes could not be written. Choose another file or folder."))
    if placed is not None and placed.affine is not None:
        a = placed.affine
        raster.SetGeoTransform([a[0, 2], a[0, 0], a[0, 1], a[1, 2], a[1, 0], a[1, 1]])
        raster.SetProjection(_crs(placed).toWkt())
    raster.GetRasterBand(1).WriteArray(dots.class_raster.astype(np.uint8))
    raster.FlushCache()
    raster = None
    run.write_memory_file("CLASS_RASTER", path, source)


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


def _report(run, picture, dots: Dots, placed: Placed | None) -> Report:
    height, width = picture.rgb.shape[:2]
    figures = _figures(dots, placed)
    pairs = [
        (tr("Picture"), f"{width} × {height} px"),
        (tr("Dots found"), count(figures["COUNT"])),
        (tr("How the dots were drawn"), tr(REGIMES.get(dots.regime, dots.regime))),
        (tr("Median position error along each axis"), f"{number(figures['ERROR_PX'], '.3f')} px"),
    ]
    if placed is not None:
        pairs.append((tr("The same on the ground"), f"{number(figures['ERROR_M'], '.2f')} m"))
        pairs.extend(facts_of(placed))
    if len(dots.groups.x_px):
        pairs.append((
            tr("Merged groups"),
            tr("{groups}: {found} dots separated, {low} to {high} in all").format(
                groups=len(dots.groups.x_px), found=int(dots.groups.found.sum()),
                low=round(float(dots.groups.low.sum())), high=round(float(dots.groups.high.sum()))),
        ))  # fmt: skip
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
        title=tr("The dots of a map picture"),
        summary=tr("The dots were found by the regularity of their shape and located by their own template."),
        sections=(
            Section(tr("Dots"), (Facts(tuple(pairs)), kinds), internal=True),
            Section(tr("Look"), (Figure(crosses_over(picture.rgb, marks), caption),), internal=True),
        ),
        warnings=tuple(run.warnings),
    )
