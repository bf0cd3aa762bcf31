# SPDX-License-Identifier: GPL-2.0-or-later
"""Draw the picture that will be published, with no position in the file."""

from __future__ import annotations

import math
import re
from pathlib import Path

from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCsException,
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterBoolean,
    QgsProcessingParameterColor,
    QgsProcessingParameterCrs,
    QgsProcessingParameterExtent,
    QgsProcessingParameterFileDestination,
    QgsProcessingParameterMultipleLayers,
    QgsProcessingParameterNumber,
    QgsProcessingParameterString,
    QgsProcessingParameterVectorLayer,
)

from ....core.base.errors import InputError
from ....core.geometry.sphere import utm_code
from ....i18n import tr
from ...framework import labels
from ...framework.base import GeoDeIDAlgorithm
from ...framework.parameters import choice
from ...framework.run import Run
from ...framework.writing.destinations import is_virtual
from ...io import to_lonlat
from .drawing.layout import PageStyle, lay_out
from .drawing.sheet import Sheet

SUFFIXES = {"png": (".png",), "jpeg": (".jpg", ".jpeg"), "pdf": (".pdf",), "svg": (".svg",)}
SIDE_FILES = (".pgw", ".pngw", ".jgw", ".jpgw", ".wld", ".tfw", ".aux.xml", ".points")
_MARKER_MM, _LEAST_MARKER_MM = 1.8, 0.6
"""Diameters of dots where they are few and where they are very many: as printed maps draw them."""
_FEW_POINTS = 1000
"""Dots of full size that a page still shows apart; 5 000 of them were one mass, in which none was found."""
CAPTION = "Positions are masked: no dot marks the place of a person."


class MapPreview(GeoDeIDAlgorithm):
    """``geodeid:mappreview``."""

    ID = "mappreview"
    TITLE = "Draw a map"
    HEADING = labels.RESEARCH
    TAGS = ("layout", "export", "png", "pdf", "preview")
    SUMMARY = (
        "Draws a dot map as it will be published, through a print layout with title, legend, scale bar, "
        "north arrow and a caption. The file carries no position: no world file, no GeoPDF frame, no "
        "EXIF, no project path; in PDF and SVG the map frame is drawn as pixels: vector dots keep exact "
        "coordinates. Attack the picture with “Check a map picture” before it leaves the building."
    )
    REQUIRES = ()

    EXPERT = ("FORMAT", "CAPTION", "LEGEND")

    def define(self) -> None:
        self.add(
            QgsProcessingParameterVectorLayer(
                "LAYER", tr("Points to show"), [QgsProcessing.SourceType.TypeVectorPoint]
            ),
            tr("The dots of the map: the masked layer, when the picture is meant for release."),
        )
        self.add(
            QgsProcessingParameterMultipleLayers(
                "BASEMAP", tr("Layers below"), QgsProcessing.SourceType.TypeMapLayer, optional=True
            ),
            tr("Layers drawn below the dots, the topmost first: boundaries, roads, a raster."),
        )
        self._define_page()
        self._define_look()
        self.add(
            QgsProcessingParameterFileDestination(
                "IMAGE",
                tr("Picture"),
                tr("PNG files (*.png);;JPEG files (*.jpg);;PDF files (*.pdf);;SVG files (*.svg)"),
            ),
            tr("The picture. It appears only when it is complete."),
        )
        for name, title in (
            ("SCALE_USED", tr("Scale denominator")),
            ("METRES_PER_PX", tr("Metres per pixel")),
            ("WIDTH_PX", tr("Width, pixels")),
            ("HEIGHT_PX", tr("Height, pixels")),
        ):
            self.addOutput(QgsProcessingOutputNumber(name, title))

    def _define_page(self) -> None:
        number = QgsProcessingParameterNumber
        self.add(
            number("SCALE", tr("Scale 1 :"), number.Type.Double, 0, minValue=0),
            tr("Scale denominator, for example 100000. 0 fits all layers and rounds the scale."),
        )
        self.add(
            number("DPI", tr("Resolution (dpi)"), number.Type.Integer, 150, minValue=5, maxValue=1200),
            tr("A coarse picture gives away less: 50 to 100 for the web, 300 for print."),
        )
        self.add(
            QgsProcessingParameterString("SIZE", tr("Page size (mm)"), "180"),
            tr(
                "Width x height of the page in millimetres, for example 180x135, or A4 or A4 landscape. A "
                "width alone, for example 180: the page takes the shape of the map."
            ),
        )
        self.add(
            QgsProcessingParameterString("TITLE", tr("Title"), "", optional=True), tr("Text above the map.")
        )
        self.add(
            choice("FORMAT", tr("Format"), ("by_name", *SUFFIXES), "by_name"),
            tr("by_name takes the format from the file's name; else png, jpeg, pdf or svg."),
        )
        self.add(
            QgsProcessingParameterString("CAPTION", tr("Caption"), tr(CAPTION), optional=True),
            tr("Text below the map. Change it if the dots are not masked."),
        )
        self.add(
            QgsProcessingParameterString("LEGEND", tr("Name of the dots"), "", optional=True),
            tr("What the legend calls the dots. Empty: the layer's name."),
        )

    def _define_look(self) -> None:
        number = QgsProcessingParameterNumber
        self.add(
            number(
                "MARKER_SIZE",
                tr("Marker size (mm)"),
                number.Type.Double,
                optional=True,
                minValue=0.2,
                maxValue=20,
            ),
            tr(
                "Diameter of a dot. Larger dots hide each other but can be located just as well. Empty: 1.8 "
                "mm, smaller where there are more than 1 000 points."
            ),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterColor("COLOUR", tr("Marker colour"), "#c8102e", opacityEnabled=False),
            tr("Colour of the dots."),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterBoolean("OWN_STYLE", tr("Use the layers' own styles"), False),
            tr("Draws the layers as they are styled in the project instead of in a plain publication style."),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterBoolean("FURNITURE", tr("Title, legend, scale bar and north arrow"), True),
            tr("Off: nothing but the map, filling the page."),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterExtent("EXTENT", tr("Extent"), optional=True),
            tr("What the map shows. Empty: all layers."),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterCrs("CRS", tr("Coordinate system of the map"), optional=True),
            tr("Empty: the dots' own, or the UTM zone where that is in degrees or Web Mercator."),
            advanced=True,
        )
        self.add(
            number("QUALITY", tr("JPEG quality"), number.Type.Integer, 90, minValue=1, maxValue=100),
            tr("1 to 100; only for JPEG."),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterBoolean("WHOLE_PIXELS", tr("Dots at whole pixels"), False),
            tr(
                "Sets each dot at the centre of its pixel, so that the picture reveals no more of its "
                "place than that pixel. For PNG and JPEG, in the plain publication style."
            ),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterBoolean("VECTOR_DOTS", tr("Keep dots as vectors in PDF and SVG"), False),
            tr("Dangerous: vector dots can be read back to the millimetre. Off: the map is drawn as pixels."),
            advanced=True,
        )

    def prepareAlgorithm(self, parameters, context, feedback):
        """Lay the page out: QGIS does that in its window's thread alone, where it asks for this."""
        able = super().prepareAlgorithm(parameters, context, feedback)
        self._sheet = self._refused = None
        try:
            self._sheet = self._laid_out(Run(self, parameters, context, feedback))
        except Exception as error:  # becomes a sentence where the work is done
            self._refused = error
        return able

    def _laid_out(self, run) -> Sheet:
        layer = _layer(run)
        self._named = layer.name()
        # The run knows its places only once it has claimed them; the name and the folder are the same here.
        named = self.parameterAsFileOutput(run.parameters, "IMAGE", run.context)
        path, form = _target(Path(named) if named else None, run.choice("FORMAT"))
        crs = _map_crs(run, layer)
        style = _style(run, layer, crs, self.parameterAsColor(run.parameters, "COLOUR", run.context).name())
        if style.whole_pixels and (form in ("pdf", "svg") or style.own_style):
            raise InputError(
                tr(
                    "Dots at whole pixels need a PNG or JPEG picture in the plain publication style. Choose "
                    "these, or switch “Dots at whole pixels” off."
                )
            )
        beside = None if is_virtual(path) else str(path.absolute().parent)
        if beside is not None and not path.absolute().parent.is_dir():
            raise InputError(tr("The folder of the picture does not exist: {folder}").format(folder=beside))
        return Sheet(lay_out(layer, run.layers("BASEMAP"), crs, form, style), form, beside)

    def execute(self, run) -> dict:
        if self._refused is not None:
            raise self._refused
        path, form = _target(run.file("IMAGE"), run.choice("FORMAT"))
        _count_dots(run, self._sheet.dots, self._named)
        if run.boolean("VECTOR_DOTS") and form in ("pdf", "svg"):
            run.warn(
                tr(
                    "The dots stay vectors in this {format}: anybody can read their exact coordinates. Do "
                    "not publish it with sensitive positions."
                ).format(format=form.upper())
            )
        run.progress(0.1, tr("Drawing"))
        drawn = self._sheet.finish()
        run.progress(0.95)
        path = run.redirected("IMAGE", path)
        run.write_bytes("IMAGE", path, drawn.data)
        _warn_of_side_files(run, Path(path))
        return {
            "SCALE_USED": drawn.scale,
            "METRES_PER_PX": drawn.metres_per_px,
            "WIDTH_PX": drawn.width_px,
            "HEIGHT_PX": drawn.height_px,
        }

    def postProcessAlgorithm(self, context, feedback):
        """Let go of the layout where it was made."""
        self._sheet = None
        return {}


def _layer(run):
    layer = run.layer("LAYER")
    if layer is None or not layer.isValid():
        raise InputError(tr("The layer given as LAYER could not be opened."))
    if not layer.crs().isValid():
        raise InputError(
            tr(
                "Layer “{layer}” has no coordinate reference system. Set it under Layer Properties ▸ Source."
            ).format(layer=layer.name())
        )
    if not any(feature.hasGeometry() for feature in layer.getFeatures()):
        raise _no_points(layer.name())
    return layer


def _no_points(name: str) -> InputError:
    return InputError(tr("Layer “{layer}” has no points to draw.").format(layer=name))


def _count_dots(run, dots, named: str) -> None:
    total = dots.featureCount()
    empty = sum(
        1 for feature in dots.getFeatures() if not feature.hasGeometry() or feature.geometry().isEmpty()
    )
    run.counts["LAYER"] = total - empty
    if total - empty <= 0:
        raise _no_points(named)
    if empty:
        run.counts["LAYER_without_geometry"] = empty
        run.warn(
            tr("Layer “{layer}”: {count} features have no geometry and are not in the picture.").format(
                layer=named, count=empty
            )
        )


def _target(path, form: str):
    if path is None:
        raise InputError(tr("Choose a file for the picture."))
    if form == "by_name":
        found = [name for name, suffixes in SUFFIXES.items() if path.suffix.lower() in suffixes]
        if not found:
            raise InputError(
                tr("The picture's name must end in .png, .jpg, .pdf or .svg, or choose a format.")
            )
        return path, found[0]
    if path.suffix.lower() not in SUFFIXES[form]:
        path = path.with_suffix(SUFFIXES[form][0])
    return path, form


def _map_crs(run, layer) -> QgsCoordinateReferenceSystem:
    crs = run.crs("CRS")
    if crs.isValid():
        if crs.isGeographic():
            raise InputError(
                tr("The map needs a projected coordinate system: a scale has no meaning in degrees.")
            )
        return crs
    crs = layer.crs()
    if not crs.isGeographic() and crs.authid() not in ("EPSG:3857", "EPSG:900913"):
        return crs
    to_degrees = to_lonlat(run, crs)
    misfit = InputError(tr("The points' coordinates do not fit their coordinate reference system."))
    try:
        centre = to_degrees.transform(layer.extent().center())
    except QgsCsException as error:
        raise misfit from error
    if not (math.isfinite(centre.x()) and math.isfinite(centre.y())):
        raise misfit
    if not -80 <= centre.y() <= 84:
        return QgsCoordinateReferenceSystem("EPSG:5041" if centre.y() > 0 else "EPSG:5042")
    return QgsCoordinateReferenceSystem(utm_code(centre.x(), centre.y()))


def _style(run, layer, crs, colour: str) -> PageStyle:
    width_mm, height_mm = page_size_mm(run.text("SIZE"))
    return PageStyle(
        width_mm=width_mm,
        height_mm=height_mm,
        dpi=run.integer("DPI"),
        scale=run.number("SCALE"),
        title=run.text("TITLE"),
        caption=run.text("CAPTION"),
        legend_name=run.text("LEGEND") or layer.name(),
        marker_mm=run.number("MARKER_SIZE") or marker_mm(layer.featureCount()),
        marker_colour=colour,
        own_style=run.boolean("OWN_STYLE"),
        furniture=run.boolean("FURNITURE"),
        quality=run.integer("QUALITY"),
        vector_dots=run.boolean("VECTOR_DOTS"),
        whole_pixels=run.boolean("WHOLE_PIXELS"),
        extent=run.extent("EXTENT", crs),
    )


def marker_mm(points: int) -> float:
    """Diameter of a dot on a map of so many points, millimetres: many dots cover together what a thousand do.

    Examples
    --------
    >>> marker_mm(500), round(marker_mm(4000), 3)
    (1.8, 0.9)
    """
    return max(_LEAST_MARKER_MM, _MARKER_MM * min(1.0, math.sqrt(_FEW_POINTS / max(points, 1))))


def page_size_mm(text: str):
    """Width and height of a page named as ``180x135``, ``A4``, ``A4 landscape`` or ``180``, millimetres.

    The height is None where only a width is named.
    """
    named = {"a5": (148.0, 210.0), "a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
    words = text.strip().lower().split()
    if words and words[0] in named and words[1:] in ([], ["landscape"], ["portrait"]):
        width, height = named[words[0]]
        return (height, width) if words[1:] == ["landscape"] else (width, height)
    found = re.fullmatch(
        r"\s*(\d+(?:\.\d+)?)\s*(?:mm)?(?:\s*[x×*,]\s*(\d+(?:\.\d+)?)\s*(?:mm)?)?\s*", text.lower()
    )
    if not found:
        raise InputError(
            tr("The size “{text}” was not understood. Write it like 180x135 (mm) or A4 landscape.").format(
                text=text
            )
        )
    return float(found[1]), None if found[2] is None else float(found[2])


def _warn_of_side_files(run, path: Path) -> None:
    """A world file left by an earlier export would place the new picture to the pixel."""
    beside = [
        side.name
        for side in path.parent.glob(path.stem + ".*")
        if side != path and side.name.lower().endswith(SIDE_FILES)
    ]
    if beside:
        run.warn(
            tr("Beside the picture lie files that say where it is: {names}. Do not publish them.").format(
                names=", ".join(sorted(beside))
            )
        )
