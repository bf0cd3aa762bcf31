# SPDX-License-Identifier: GPL-2.0-or-later
"""Draw the picture that will be published, with no position in the file.

The page is drawn into a picture and written by Qt's own writers, so no world file, no GeoPDF frame, no EXIF
position, no project path and no export metadata can come along. What stands about the map is drawn by the
layout, in the thread of QGIS's window, which a layout needs; the map, which takes long, in any thread.
"""

from __future__ import annotations

import math
import re
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsCsException,
    QgsFillSymbol,
    QgsLayoutExporter,
    QgsMapRendererCustomPainterJob,
    QgsMapSettings,
    QgsProject,
    QgsRenderContext,
    QgsWkbTypes,
)
from qgis.PyQt.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QSizeF, Qt
from qgis.PyQt.QtGui import QImage, QImageWriter, QPainter

from ....core.base.errors import InputError
from ....core.geometry.sphere import utm_code
from ....host.installation import resource
from ....i18n import tr
from ...framework import ask, give, labels
from ...framework.base import GeoDeIDAlgorithm
from ...framework.give import Result
from ...framework.run import Run
from ...framework.writing.destinations import is_virtual
from ...framework.writing.files import WaitingFolder
from ...io import to_lonlat
from ...io.packed import count_of, extent_of, features_of
from ...io.rawtable import points_of_table
from ...io.styling import is_internal
from .layout import Page, PageStyle, lay_out
from .pictures import points_file

SUFFIXES = {"png": (".png",), "jpeg": (".jpg", ".jpeg"), "pdf": (".pdf",), "svg": (".svg",)}
SIDE_FILES = (".pgw", ".pngw", ".jgw", ".jpgw", ".wld", ".tfw", ".aux.xml", ".points")
_MARKER_MM, _LEAST_MARKER_MM = 1.8, 0.6
"""Diameters of dots where they are few and where they are very many: as printed maps draw them."""
_FEW_POINTS = 1000
"""Dots of full size that a page still shows apart; 5 000 of them were one mass, in which none was found."""


class MapPreview(GeoDeIDAlgorithm):
    """``geodeid:mappreview``."""

    ID = "mappreview"
    TITLE = "Draw a map"
    HEADING = labels.RESEARCH
    TAGS = ("layout", "export", "png", "pdf", "preview")
    SUMMARY = (
        "Draws a dot map as it will be published, with title, legend, scale bar, north arrow and a caption; "
        "the file carries no position and no metadata. Attack the picture with “Check a map picture”."
    )
    REQUIRES = ()
    INPUTS = (
        ask.vector_layer(
            "LAYER",
            "What to show",
            "The dots of the map: the masked layer, when the picture is meant for release. Or areas: "
            "released counts, rates, clusters of the scan.",
            ask.POINTS_OR_POLYGONS,
        ),
        ask.layers(
            "BASEMAP",
            "Layers below",
            "Layers drawn below the dots, the topmost first: boundaries, roads, a raster.",
            ask.ANY_MAP,
        ),
        ask.number(
            "SCALE",
            "Scale 1 :",
            "Scale denominator, for example 100000. 0 fits all layers and rounds the scale.",
            0,
            least=0,
        ),
        ask.whole(
            "DPI",
            "Resolution (dpi)",
            "A coarse picture gives away less: 50 to 100 for the web, 300 for print.",
            150,
            least=5,
            most=1200,
        ),
        ask.text(
            "SIZE",
            "Page size (mm)",
            "Width x height in millimetres, for example 180x135, or A4 landscape. A width alone: the page "
            "takes the shape of the map.",
            keys="180",
            optional=False,
        ),
        ask.text("TITLE", "Title", "Text above the map.", ""),
        ask.text(
            "CAPTION",
            "Caption",
            "Text below the map. Change it if the dots are not masked; areas have none by default.",
            "Positions are masked: no dot marks the place of a person.",
            advanced=True,
        ),
        ask.text(
            "LEGEND",
            "Name of the dots",
            "What the legend calls the dots. Empty: the layer's name.",
            "",
            advanced=True,
        ),
        ask.switch(
            "OWN_STYLE",
            "Use the layers' own styles",
            "Draws the layers as they are styled in the project instead of in a plain publication style.",
            advanced=True,
        ),
        ask.switch(
            "WHOLE_PIXELS",
            "Dots at whole pixels",
            "Sets each dot at the centre of its pixel, so that the picture reveals no more. For PNG and "
            "JPEG in the plain style.",
            advanced=True,
        ),
    )
    OUTPUTS = (
        give.file(
            "IMAGE",
            "Picture",
            "The picture. It appears only when it is complete.",
            "PNG files (*.png);;JPEG files (*.jpg);;PDF files (*.pdf);;SVG files (*.svg)",
        ),
        give.file(
            "GCPS",
            "Control points of the picture",
            "Corners of the map, of a PNG or JPEG. Internal: they place what the picture alone might not.",
            "Control points (*.points)",
            optional=True,
            by_default=False,
            internal=True,
        ),
    )
    FIGURES = (
        give.number("SCALE_USED", "Scale denominator"),
        give.number("METRES_PER_PX", "Metres per pixel"),
        give.number("WIDTH_PX", "Width, pixels"),
        give.number("HEIGHT_PX", "Height, pixels"),
    )

    def prepareAlgorithm(self, parameters, context, feedback):
        """Lay the page out: QGIS does that in its window's thread alone, where it asks for this."""
        able = super().prepareAlgorithm(parameters, context, feedback)
        self._sheet = self._refused = None
        try:
            run = Run(self, parameters, context, feedback)
            self._sheet = self._laid_out(ask.Inputs(run, self.INPUTS), run)
        except Exception as error:  # becomes a sentence where the work is done
            self._refused = error
        return able

    def _laid_out(self, inputs, run) -> Sheet:
        below = run.layers("BASEMAP")
        layer, self._said = _layer(run, below)
        self._named = layer.name()
        self._internal = [one.name() for one in (layer, *below) if is_internal(one)]
        # The run knows its places only once it has claimed them; the name and the folder are the same here.
        named = self.parameterAsFileOutput(run.parameters, "IMAGE", run.context)
        if not named:
            raise InputError("drawing.file.missing", "Choose a file for the picture.")
        path = Path(named)
        form = _format_of(path)
        crs = _map_crs(run, layer)
        style = _style(run, inputs, layer)
        of_areas = style.area_style is not None
        if style.whole_pixels and (form in ("pdf", "svg") or style.own_style or of_areas):
            raise InputError(
                "drawing.whole_pixels.other_format",
                "Dots at whole pixels need a PNG or JPEG picture in the plain publication style. Choose "
                "these, or switch “Dots at whole pixels” off.",
            )
        beside = None if is_virtual(path) else str(path.absolute().parent)
        if beside is not None and not path.absolute().parent.is_dir():
            raise InputError(
                "drawing.folder.not_found",
                "The folder of the picture does not exist: {folder}",
                folder=beside,
            )
        return Sheet(lay_out(layer, below, crs, form, style), form, beside)

    def compute(self, inputs, run) -> Result:
        if self._refused is not None:
            raise self._refused
        path = run.file("IMAGE")
        _count_dots(run, self._sheet.dots, self._named)
        for sentence in self._said:
            run.warn(sentence)
        for name in self._internal:
            run.warn(
                tr("Layer “{layer}” is internal. Do not publish {picture}.", layer=name, picture=path.name)
            )
        run.progress(0.1, tr("Drawing"))
        drawn = self._sheet.finish()
        run.progress(0.95)
        _warn_of_side_files(run, path)
        return Result(
            figures={
                "SCALE_USED": drawn.scale,
                "METRES_PER_PX": drawn.metres_per_px,
                "WIDTH_PX": drawn.width_px,
                "HEIGHT_PX": drawn.height_px,
            },
            files={
                "IMAGE": drawn.data,
                "GCPS": lambda: points_file(self._sheet.crs, drawn.corners),
            },
        )

    def postProcessAlgorithm(self, context, feedback):
        """Let go of the layout where it was made."""
        self._sheet = None
        return {}


def _layer(run, below):
    """What is to be drawn, of a table its places, and what was found in that."""
    layer = run.layer("LAYER")
    if layer is None or not layer.isValid():
        raise InputError("drawing.layer.not_opened", "The layer given as LAYER could not be opened.")
    layer, said = points_of_table(layer, below)
    if not layer.crs().isValid():
        raise InputError(
            "layer.crs.missing",
            "Layer “{layer}” has no coordinate reference system. Set it under Layer Properties ▸ Source.",
            layer=layer.name(),
        )
    if not any(feature.hasGeometry() for feature in features_of(layer)):
        raise _no_points(layer.name())
    return layer, said


def _no_points(name: str) -> InputError:
    return InputError("drawing.points.none", "Layer “{layer}” has no points to draw.", layer=name)


def _count_dots(run, dots, named: str) -> None:
    drawn = [feature.hasGeometry() and not feature.geometry().isEmpty() for feature in features_of(dots)]
    run.counts["LAYER"], empty = drawn.count(True), drawn.count(False)
    if not run.counts["LAYER"]:
        raise _no_points(named)
    if empty:
        run.counts["LAYER_without_geometry"] = empty
        run.warn(
            tr(
                "Layer “{layer}”: {count} features have no geometry and are not in the picture.",
                layer=named,
                count=empty,
            )
        )


def _format_of(path: Path) -> str:
    """The picture's format, as its name says it."""
    found = [name for name, suffixes in SUFFIXES.items() if path.suffix.lower() in suffixes]
    if not found:
        raise InputError(
            "drawing.file.other_ending", "The picture's name must end in .png, .jpg, .pdf or .svg."
        )
    return found[0]


def _map_crs(run, layer) -> QgsCoordinateReferenceSystem:
    """The dots' own, or the UTM zone where that is in degrees or Web Mercator."""
    crs = layer.crs()
    if not crs.isGeographic() and crs.authid() not in ("EPSG:3857", "EPSG:900913"):
        return crs
    to_degrees = to_lonlat(run, crs)
    misfit = InputError(
        "drawing.points.outside_crs", "The points' coordinates do not fit their coordinate reference system."
    )
    try:
        centre = to_degrees.transform(extent_of(layer).center())
    except QgsCsException as error:
        raise misfit from error
    if not (math.isfinite(centre.x()) and math.isfinite(centre.y())):
        raise misfit
    if not -80 <= centre.y() <= 84:
        return QgsCoordinateReferenceSystem("EPSG:5041" if centre.y() > 0 else "EPSG:5042")
    return QgsCoordinateReferenceSystem(utm_code(centre.x(), centre.y()))


def _style(run, inputs, layer) -> PageStyle:
    width_mm, height_mm = page_size_mm(inputs.size)
    areas = None if inputs.own_style else _area_style(layer)
    return PageStyle(
        width_mm=width_mm,
        height_mm=height_mm,
        dpi=inputs.dpi,
        scale=inputs.scale,
        title=inputs.title,
        caption=_caption(run, inputs, layer),
        legend_name=inputs.legend or layer.name(),
        marker_mm=marker_mm(count_of(layer)),
        own_style=inputs.own_style,
        whole_pixels=inputs.whole_pixels,
        area_style=areas,
        ground_above=areas is not None and areas.stem != _SEEN_THROUGH,
    )


def _caption(run, inputs, layer) -> str:
    """The text below the map: what is said of dots by default is not said of areas."""
    as_declared = inputs.caption == run.definition("CAPTION").defaultValue()
    return "" if as_declared and layer.geometryType() != _POINTS else inputs.caption


_POINTS = QgsWkbTypes.GeometryType.PointGeometry
_AREA_STYLES = (
    ("released_areas", {"population", "records", "hidden"}),
    ("released_grid", {"records", "hidden", "side_m"}),
    ("scan_clusters", {"rank", "p_value", "significant"}),
    ("masked_rates", {"ratio", "exceedance"}),
    ("expected_counts", {"smr", "smr_low", "smr_high"}),
)
"""Styles of layers of areas that are printed, and the fields that they read."""
_SEEN_THROUGH = "scan_clusters"
"""The one of them through which the ground is seen."""


def _area_style(layer) -> Path | None:
    """How a layer of areas is drawn; None of points."""
    fields = {one.name().lower() for one in layer.fields()}
    found = next((name for name, needed in _AREA_STYLES if needed <= fields), None)
    if found is None and layer.geometryType() == _POINTS:
        return None
    if found is None:
        raise InputError(
            "drawing.layer.other_kind",
            "Layer “{layer}” holds neither points nor areas with counts, rates or clusters of GeoDeID. "
            "Choose one, or switch “Use the layers' own styles” on.",
            layer=layer.name(),
        )
    return resource("styles", f"{found}.qml")


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
            "drawing.size.not_understood",
            "The size “{text}” was not understood. Write it like 180x135 (mm) or A4 landscape.",
            text=text,
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
            tr(
                "Beside the picture lie files that say where it is: {names}. Do not publish them.",
                names=", ".join(sorted(beside)),
            )
        )


JPEG_QUALITY = 90
"""Of a JPEG; chosen: dots lose nothing that the eye sees."""
_LAST = {"pdf": b"%%EOF", "svg": b"</svg>"}
"""How a file ends that is whole."""


@dataclass(frozen=True)
class Drawn:
    """What was drawn."""

    scale: float
    width_px: int
    height_px: int
    metres_per_px: float
    data: bytes
    corners: tuple[tuple[float, float, float, float], ...]
    """Corners of the map as pixel column, pixel row, east and north; none of a PDF or SVG."""


class Sheet:
    """A page being drawn: made in the window's thread, finished in any.

    In ``folder`` QGIS draws PDF and SVG for a moment, which it cannot draw in memory; the system's folder for
    temporary files by default.
    """

    def __init__(self, page: Page, form: str, folder: str | None = None):
        self._page, self._form = page, form
        self._exported: bytes | None = None
        style = page.style
        if form in ("pdf", "svg"):
            self._exported = _exported(page, form, folder)
            self._size = round(style.width_mm / 25.4 * style.dpi), round(style.height / 25.4 * style.dpi)
            return
        self._furniture = _furniture(page)
        self._size = self._furniture.width(), self._furniture.height()
        self._picture = QImage(*self._size, QImage.Format.Format_ARGB32)
        if self._furniture.isNull() or self._picture.isNull():
            raise InputError(
                "drawing.memory.too_small",
                "The picture could not be drawn: there is not enough memory for its size.",
            )
        self._begin()

    @property
    def dots(self):
        """The layer of the dots, which belongs to nobody else."""
        return self._page.layers[0]

    @property
    def crs(self):
        """Coordinate system of the map."""
        return self._page.project.crs()

    def _begin(self) -> None:
        """Set the map where the layout has it: the same transformations as QgsLayoutItemMap's own."""
        picture, furniture, item = self._picture, self._furniture, self._page.map_item
        picture.setDotsPerMeterX(furniture.dotsPerMeterX())
        picture.setDotsPerMeterY(furniture.dotsPerMeterY())
        picture.fill(Qt.GlobalColor.white)
        dots_per_mm = picture.logicalDpiX() / 25.4
        frame = item.mapRectToScene(item.rect())
        self._painter = QPainter(picture)
        self._painter.scale(*(2 * [pixels_per_mm(picture, item)]))
        self._painter.translate(frame.topLeft())
        self._painter.setClipRect(item.rect())
        self._painter.scale(1 / dots_per_mm, 1 / dots_per_mm)
        size = QSizeF(frame.width() * dots_per_mm, frame.height() * dots_per_mm)
        settings = item.mapSettings(item.extent(), size, dots_per_mm * 25.4, True)
        # What a layout does when it is exported, and not shown on screen: no border is simplified.
        settings.setFlag(QgsMapSettings.Flag.UseRenderingOptimization, False)
        self._job = QgsMapRendererCustomPainterJob(settings, self._painter)
        self._job.prepare()

    def finish(self) -> Drawn:
        """Draw the map, and make the file's bytes."""
        data = self._drawn() if self._exported is None else self._exported
        page = self._page
        metres = page.map_item.scale() * page.style.width_mm / 1000 / self._size[0]
        return Drawn(page.map_item.scale(), *self._size, metres, data, self._corners())

    def _corners(self) -> tuple[tuple[float, float, float, float], ...]:
        if self._exported is not None:
            return ()
        item = self._page.map_item
        frame, extent = item.mapRectToScene(item.rect()), item.extent()
        per_mm = pixels_per_mm(self._picture, item)
        columns = (frame.left(), extent.xMinimum()), (frame.right(), extent.xMaximum())
        rows = (frame.top(), extent.yMaximum()), (frame.bottom(), extent.yMinimum())
        return tuple((x * per_mm, y * per_mm, east, north) for x, east in columns for y, north in rows)

    def _drawn(self) -> bytes:
        self._job.renderPrepared()
        self._painter.end()
        painter = QPainter(self._picture)
        painter.drawImage(0, 0, self._furniture)
        painter.end()
        style = self._page.style
        if style.whole_pixels:
            _stamp_dots(self._picture, self._page.map_item, self.dots, style.dpi)
        return _encoded(self._picture, self._form)


def pixels_per_mm(picture: QImage, item) -> float:
    """Pixels of a picture in a millimetre of the page that an item lies on."""
    page = item.layout().pageCollection().page(0).rect()
    return min(picture.width() / page.width(), picture.height() / page.height())


def _furniture(page: Page) -> QImage:
    """What stands about the map and over it, on nothing."""
    sheet = page.layout.pageCollection().page(0)
    paper, ground = sheet.pageStyleSymbol().clone(), page.map_item.hasBackground()
    layers = page.map_item.layers()
    sheet.setPageStyleSymbol(QgsFillSymbol.createSimple({"style": "no", "outline_style": "no"}))
    page.map_item.setBackgroundEnabled(False)
    page.map_item.setLayers([])
    picture = QgsLayoutExporter(page.layout).renderPageToImage(0, dpi=page.style.dpi)
    page.map_item.setLayers(layers)
    page.map_item.setBackgroundEnabled(ground)
    sheet.setPageStyleSymbol(paper)
    return picture


def _exported(page: Page, form: str, folder: str | None) -> bytes:
    """The page as QGIS writes it, which says nothing where the disk took only a part."""
    try:
        with closing(WaitingFolder(Path(folder or tempfile.gettempdir()))) as private:
            part = private.inner() / f"picture.{form}"
            exporter = QgsLayoutExporter(page.layout)
            if form == "pdf":
                exporter.exportToPdf(str(part), _export_settings(form, page.style.dpi))
            else:
                exporter.exportToSvg(str(part), _export_settings(form, page.style.dpi))
            data = part.read_bytes()
    except OSError:
        data = b""
    if not data.rstrip().endswith(_LAST[form]):
        raise InputError(
            "drawing.file.not_written",
            "The {form} could not be written. Is the disk full or the folder closed?",
            form=form.upper(),
        )
    return data


def _encoded(image, form: str) -> bytes:
    for key in list(image.textKeys()):
        image.setText(key, "")
    if form == "jpeg":
        image = image.convertToFormat(image.Format.Format_RGB32)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(form.encode()))
    writer.setQuality(JPEG_QUALITY if form == "jpeg" else -1)
    if not writer.write(image):
        raise InputError(
            "drawing.picture.not_encoded",
            "The picture could not be encoded: {reason}.",
            reason=writer.errorString(),
        )
    return bytes(data)


def _export_settings(form: str, dpi: float):
    if form == "pdf":
        settings = QgsLayoutExporter.PdfExportSettings()
        settings.appendGeoreference = settings.writeGeoPdf = False
    else:
        settings = QgsLayoutExporter.SvgExportSettings()
    settings.dpi = dpi
    settings.exportMetadata = settings.forceVectorOutput = False
    return settings


def _stamp_dots(image, map_item, dots, dpi: float) -> None:
    """Stamp the marker of a layer on the middle of each pixel that holds a point of it.

    All stamps are alike, and they are set row by row of the picture: neither the place inside the pixel nor
    the order of the layer is left. ``image`` is the page without the dots.
    """
    per_mm = pixels_per_mm(image, map_item)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    frame = map_item.mapRectToScene(map_item.rect())
    painter.setClipRect(
        round(frame.left() * per_mm), round(frame.top() * per_mm),
        round(frame.width() * per_mm), round(frame.height() * per_mm),
    )  # fmt: skip
    context = QgsRenderContext.fromQPainter(painter)
    context.setScaleFactor(dpi / 25.4)
    symbol = dots.renderer().symbol().clone()
    symbol.startRender(context)
    for y, x in sorted(_pixels(map_item, dots, frame, per_mm)):
        symbol.renderPoint(QPointF(x + 0.5, y + 0.5), None, context)
    symbol.stopRender(context)
    painter.end()


def _pixels(map_item, dots, frame, per_mm: float) -> set:
    """Row and column of every pixel that holds a point inside the map."""
    extent = map_item.extent()
    to_map = QgsCoordinateTransform(dots.crs(), map_item.crs(), QgsProject().transformContext())
    found = set()
    for feature in features_of(dots):
        for vertex in feature.geometry().vertices():
            place = to_map.transform(vertex.x(), vertex.y())
            if extent.contains(place):
                across = (place.x() - extent.xMinimum()) / extent.width()
                down = (extent.yMaximum() - place.y()) / extent.height()
                x_mm, y_mm = frame.left() + across * frame.width(), frame.top() + down * frame.height()
                found.add((math.floor(y_mm * per_mm), math.floor(x_mm * per_mm)))
    return found
