# SPDX-License-Identifier: GPL-2.0-or-later
"""Lay out the page of a publication map: the map, title, legend, scale bar, north arrow and caption."""

from __future__ import annotations

import base64
import math
import os
from dataclasses import dataclass, replace
from pathlib import Path

from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsFillSymbol,
    QgsLayoutItem,
    QgsLayoutItemLabel,
    QgsLayoutItemLegend,
    QgsLayoutItemMap,
    QgsLayoutItemPicture,
    QgsLayoutItemScaleBar,
    QgsLayoutPoint,
    QgsLayoutRenderContext,
    QgsLayoutSize,
    QgsLegendRenderer,
    QgsLegendStyle,
    QgsLineSymbol,
    QgsMapLayerLegendUtils,
    QgsMapLayerType,
    QgsMarkerSymbol,
    QgsPrintLayout,
    QgsProject,
    QgsProviderRegistry,
    QgsRectangle,
    QgsRuleBasedRenderer,
    QgsSingleSymbolRenderer,
    QgsUnitTypes,
    QgsVectorLayer,
    QgsWkbTypes,
)
from qgis.PyQt.QtCore import QRectF, Qt
from qgis.PyQt.QtGui import QColor, QFont

from ....core.base.errors import InputError
from ....host.compat import SVG_PICTURE, set_label_text, set_legend_text
from ....i18n import tr
from ...io.packed import count_of, extent_of
from ...io.styling import dress

MARGIN_MM = 6.0
TITLE_MM = 10.0
LEGEND_MM = 6.5
FOOT_MM = 14.0
"""Bands of the page: its margin, title, one row of the legend, and the foot with scale bar and caption."""
INK = QColor("#1f2933")
QUIET_INK = QColor("#52606d")
GROUND = (("#eef2f5", "#8896a5"), ("#f7f3ea", "#52606d"), ("#e3eef0", "#829ab1"))
LARGEST_PIXELS = 120_000_000
"""480 MB as QGIS draws them."""


_MARKER_COLOUR = "#c8102e"
"""Of dots; chosen: red, seen on every ground."""


@dataclass(frozen=True)
class PageStyle:
    """What the page looks like; lengths in millimetres. Without a height the page takes the map's shape."""

    width_mm: float = 180.0
    height_mm: float | None = 135.0
    dpi: int = 150
    scale: float = 0.0
    title: str = ""
    caption: str = ""
    legend_name: str = "Cases"
    marker_mm: float = 1.8
    own_style: bool = False
    whole_pixels: bool = False
    area_style: Path | None = None
    """How areas are drawn in the place of points; None draws points."""
    ground_above: bool = False
    """Whether the ground is drawn as lines over the areas, which would hide it."""
    legend_mm: float = LEGEND_MM
    """Height of the legend, as many rows as its entries take."""

    @property
    def height(self) -> float:
        """Its height, of a page that has taken its shape, millimetres."""
        if self.height_mm is None:
            raise TypeError("the page has no height yet")
        return self.height_mm


@dataclass(frozen=True)
class Page:
    """A page that is laid out."""

    project: QgsProject
    """What the layout belongs to."""
    layout: QgsPrintLayout
    map_item: QgsLayoutItemMap
    layers: list
    """Layers of its own, the dots first."""
    style: PageStyle
    """With a height."""


def lay_out(
    points: QgsVectorLayer,
    ground: list,
    crs: QgsCoordinateReferenceSystem,
    form: str,
    style: PageStyle,
) -> Page:
    """Put the layers on a page, and what is written about them round it; nothing is drawn yet.

    ``ground`` lies below the points, the topmost layer first; ``crs`` is projected; ``form`` is png, jpeg,
    pdf or svg.
    """
    project = QgsProject()
    project.setCrs(crs)
    layers = _styled_layers(points, ground, style, form)
    extent = _extent_of(layers, crs)
    style = replace(style, legend_mm=_legend_mm(project, layers, style))
    style = _with_height(style, extent, _metres_per_unit(crs))
    _check_size(style)
    layout = QgsPrintLayout(project)
    layout.initializeDefaults()
    page = layout.pageCollection().page(0)
    page.setPageSize(QgsLayoutSize(style.width_mm, style.height_mm))
    drawn = [*layers[1:], layers[0]] if style.ground_above else layers
    map_item = _add_map(layout, drawn, extent, style)
    _add_furniture(layout, map_item, layers, style)
    if style.whole_pixels:
        map_item.setLayers(layers[1:])
    layout.refresh()
    layout.renderContext().setDpi(style.dpi)
    layout.renderContext().setFlag(QgsLayoutRenderContext.Flag.FlagAntialiasing, True)
    return Page(project, layout, map_item, layers, style)


def _check_size(style: PageStyle) -> None:
    if not (20 <= style.width_mm <= 2000 and 20 <= style.height <= 2000):
        raise InputError(
            "drawing.page.out_of_range", "The page must be between 20 mm and 2 000 mm on each side."
        )
    pixels = style.width_mm * style.height * (style.dpi / 25.4) ** 2
    if pixels > LARGEST_PIXELS:
        raise InputError(
            "drawing.pixels.too_many",
            "The picture would have {count:.0f} million pixels. Choose a smaller page or a lower "
            "resolution; up to {most:.0f} million pixels are drawn.",
            count=pixels / 1e6,
            most=LARGEST_PIXELS / 1e6,
        )


def _metres_per_unit(crs) -> float:
    return QgsUnitTypes.fromUnitToUnitFactor(crs.mapUnits(), QgsUnitTypes.DistanceUnit.DistanceMeters)


def _styled_layers(points, ground, style: PageStyle, form: str) -> list:
    dots = points.clone()
    dots.setName(style.legend_name)
    if not style.own_style and style.area_style is not None:
        dress(dots, style.area_style)
        _keep_used_rules(dots)
    elif not style.own_style:
        dots.setRenderer(QgsSingleSymbolRenderer(_marker(style)))
        dots.setLabelsEnabled(False)
    if form in ("pdf", "svg"):
        # A layer that is not fully opaque makes QGIS draw the whole map frame as pixels.
        dots.setOpacity(0.999 * dots.opacity())
    below = [layer.clone() for layer in distinct(ground)]
    for layer in below:
        layer.setName(_legend_name(layer))
    if not style.own_style:
        for rank, layer in enumerate(layer for layer in below[::-1] if isinstance(layer, QgsVectorLayer)):
            _plain(layer, rank, filled=rank == 0 and not style.ground_above)
    return [dots, *below]


def _keep_used_rules(layer) -> None:
    """Explain in the legend nothing that the map does not show."""
    if not isinstance(layer.renderer(), QgsRuleBasedRenderer):
        return
    root = layer.renderer().rootRule()
    rules = [one for one in root.children() if not one.isElse()]

    def fitting(expression: str) -> int:
        layer.selectByExpression(expression)
        return int(layer.selectedFeatureCount())

    unused = [one for one in rules if not fitting(one.filterExpression())]
    anything = " OR ".join(f"coalesce({one.filterExpression()}, false)" for one in rules)
    if fitting(anything) == count_of(layer):
        unused += [one for one in root.children() if one.isElse()]
    layer.removeSelection()
    for one in unused:
        root.removeChild(one)


def distinct(ground: list) -> list:
    """The layers without those that are there already: borders and areas may be one layer."""
    return list({(layer.providerType(), layer.source()): layer for layer in ground[::-1]}.values())[::-1]


def _legend_name(layer) -> str:
    """What readers call a layer: one opened by its path is named after the file, and codes are no words."""
    parts = QgsProviderRegistry.instance().decodeUri(layer.providerType(), layer.source())
    inner = parts.get("layerName") or ""
    if inner and layer.name() == Path(parts.get("path", "")).stem:
        return inner.replace("_", " ").capitalize()
    name = layer.name()
    if "_" not in name:
        return name
    kind = layer.geometryType() if isinstance(layer, QgsVectorLayer) else None
    if kind == QgsWkbTypes.GeometryType.PolygonGeometry and any(map(str.isdigit, name)):
        return tr("Areas")
    return name[:1].upper() + name[1:].replace("_", " ")


def _marker(style: PageStyle) -> QgsMarkerSymbol:
    return QgsMarkerSymbol.createSimple(
        {
            "name": "circle",
            "color": _MARKER_COLOUR,
            "size": str(style.marker_mm),
            "outline_color": "#ffffff",
            "outline_width": "0.15",
        }
    )


def _plain(layer: QgsVectorLayer, rank: int, filled: bool) -> None:
    fill, line = GROUND[rank % len(GROUND)]
    kind = layer.geometryType()
    if kind == QgsWkbTypes.GeometryType.PolygonGeometry:
        symbol = QgsFillSymbol.createSimple(
            {
                "color": fill if filled else "0,0,0,0",
                "outline_color": line,
                "outline_width": "0.2" if rank == 0 else "0.35",
                "joinstyle": "round",
            }
        )
    elif kind == QgsWkbTypes.GeometryType.LineGeometry:
        symbol = QgsLineSymbol.createSimple({"color": line, "width": "0.3", "capstyle": "round"})
    elif kind == QgsWkbTypes.GeometryType.PointGeometry:
        symbol = QgsMarkerSymbol.createSimple(
            {"name": "square", "color": line, "size": "1.2", "outline_style": "no"}
        )
    else:
        return
    layer.setRenderer(QgsSingleSymbolRenderer(symbol))


def _extent_of(layers, crs) -> QgsRectangle:
    whole = QgsRectangle()
    for layer in layers:
        if layer.type() != QgsMapLayerType.VectorLayer and len(layers) > 2:
            continue
        box = extent_of(layer)
        if box.isNull() or not box.isFinite():
            continue
        transform = QgsCoordinateTransform(layer.crs(), crs, QgsProject().transformContext())
        whole.combineExtentWith(transform.transformBoundingBox(box))
    if whole.isNull() or not whole.isFinite():
        raise InputError("drawing.layers.empty", "There is nothing to draw: the layers hold no geometry.")
    if whole.width() <= 0 or whole.height() <= 0:
        whole.grow(max(whole.width(), whole.height(), 1000 / _metres_per_unit(crs)) / 2)
    whole.scale(1.06)
    return whole


def _with_height(style: PageStyle, extent: QgsRectangle, metres_per_unit: float) -> PageStyle:
    """Give a page of which only the width was asked for the shape of its map, from 2 : 1 to that of A4."""
    if style.height_mm is not None:
        return style
    margin, top, foot = _edges_mm(style)
    millimetres = 1000 * metres_per_unit
    scale = style.scale or _round_scale(extent.width() * millimetres / (style.width_mm - 2 * margin))
    wanted = extent.height() * millimetres / scale + 2 * margin + top + foot
    lowest, highest = style.width_mm / 2, style.width_mm * 297 / 210
    return replace(style, height_mm=round(min(max(wanted, lowest), highest), 1))


def _edges_mm(style: PageStyle):
    """Margin, and what title and legend take above the map and the scale bar below it."""
    return MARGIN_MM, style.legend_mm + (TITLE_MM if style.title else 0.0), FOOT_MM


def _add_map(layout, layers, extent, style: PageStyle) -> QgsLayoutItemMap:
    item = QgsLayoutItemMap(layout)
    margin, top, foot = _edges_mm(style)
    rect = QRectF(
        margin, margin + top, style.width_mm - 2 * margin, style.height_mm - 2 * margin - top - foot
    )
    item.attemptSetSceneRect(rect)
    layout.addLayoutItem(item)
    item.setLayers(layers)
    item.setKeepLayerSet(True)
    item.zoomToExtent(extent)
    item.setScale(style.scale if style.scale > 0 else _round_scale(item.scale()))
    item.setBackgroundColor(QColor("#ffffff"))
    item.setFrameEnabled(True)
    item.setFrameStrokeColor(QUIET_INK)
    return item


def _round_scale(scale: float) -> float:
    """Round up to a denominator of the kind people print: 1, 1.25, 1.5 ... 10 times a power of ten."""
    power = 10 ** math.floor(math.log10(scale))
    steps = (1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 5, 6, 7.5, 8, 10)
    return next(step * power for step in steps if step * power >= scale * 0.9999)


def _font(size: float, bold: bool = False) -> QFont:
    font = QFont("DejaVu Sans" if os.name == "posix" else "Arial")
    font.setStyleHint(QFont.StyleHint.SansSerif)
    font.setPointSizeF(size)
    font.setBold(bold)
    return font


def _label(layout, text: str, rect: QRectF, font: QFont, colour: QColor, right: bool = False) -> None:
    label = QgsLayoutItemLabel(layout)
    label.setText(text)
    set_label_text(label, font, colour)
    label.setHAlign(Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
    label.setVAlign(Qt.AlignmentFlag.AlignVCenter)
    label.setMarginX(0)
    label.attemptSetSceneRect(rect)
    layout.addLayoutItem(label)


def _add_furniture(layout, map_item, layers, style: PageStyle) -> None:
    if style.title:
        _label(
            layout,
            style.title,
            QRectF(MARGIN_MM, MARGIN_MM - 2, style.width_mm - 2 * MARGIN_MM, TITLE_MM),
            _font(13, bold=True),
            INK,
        )
    foot_y = style.height - MARGIN_MM - FOOT_MM + 3
    _add_scale_bar(layout, map_item, foot_y)
    if style.caption:
        half = (style.width_mm - 2 * MARGIN_MM) * 0.58
        _label(
            layout,
            style.caption,
            QRectF(style.width_mm - MARGIN_MM - half, foot_y, half, FOOT_MM - 2),
            _font(7),
            QUIET_INK,
            right=True,
        )
    _add_north_arrow(layout, map_item)
    _add_legend(layout, map_item, layers)


def _add_scale_bar(layout, map_item, y_mm: float) -> None:
    bar = QgsLayoutItemScaleBar(layout)
    bar.setStyle("Line Ticks Up")
    bar.setLinkedMap(map_item)
    shown_m = map_item.scale() * 0.04
    kilometres = shown_m >= 1000
    units = QgsUnitTypes.DistanceUnit
    bar.setUnits(units.DistanceKilometers if kilometres else units.DistanceMeters)
    bar.setUnitLabel("km" if kilometres else "m")
    bar.setUnitsPerSegment(rounded_down(shown_m / (1000 if kilometres else 1)) / 2)
    bar.setNumberOfSegments(2)
    bar.setNumberOfSegmentsLeft(0)
    text = bar.textFormat()
    text.setFont(_font(7))
    text.setSize(7)
    text.setColor(QUIET_INK)
    bar.setTextFormat(text)
    bar.setHeight(1.5)
    bar.attemptMove(QgsLayoutPoint(MARGIN_MM, y_mm - 1))
    layout.addLayoutItem(bar)


def rounded_down(value: float) -> float:
    """The largest of 1, 2, 4, 5 or 10 times a power of ten that is not above a value."""
    power = 10 ** math.floor(math.log10(value))
    return next(step * power for step in (10, 5, 4, 2, 1) if step * power <= value * 1.0001)


def _add_north_arrow(layout, map_item) -> None:
    arrow = QgsLayoutItemPicture(layout)
    arrow.setPicturePath("base64:" + base64.b64encode(_NORTH_ARROW.encode()).decode(), SVG_PICTURE)
    arrow.setLinkedMap(map_item)
    rect = map_item.sceneBoundingRect()
    arrow.attemptSetSceneRect(QRectF(rect.right() - 11, rect.top() + 2.5, 8, 10))
    layout.addLayoutItem(arrow)


_NORTH_ARROW = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 50">
<path d="M20 14 L30 46 L20 39 Z" fill="#52606d"/>
<path d="M20 14 L10 46 L20 39 Z" fill="#ffffff" stroke="#52606d" stroke-width="1.6" stroke-linejoin="round"/>
<path d="M15.2 11 V1.5 L24.8 11 V1.5" fill="none" stroke="#52606d" stroke-width="2"/></svg>"""


_MOST_COLUMNS, _LETTER_MM, _SYMBOL_MM = 4, 1.4, 13.0
"""Entries of a legend in a row at most, where a layer has several; width of a letter, and of a symbol with
the room about it."""
_LEGEND_EDGE_MM = 1.5
"""Room that QGIS leaves about a legend, and the page has already."""


def _labels(layer) -> list[str]:
    """What a legend says of a layer, an entry each."""
    items = layer.renderer().legendSymbolItems()
    return [one.label() or layer.name() for one in items] if len(items) > 1 else [layer.name()]


def _rows(labels: list[str], layers: int, width_mm: float) -> int:
    """Rows of the legend: one where each layer has one entry, else as many as its columns leave."""
    widest_mm = _SYMBOL_MM + _LETTER_MM * max(map(len, labels), default=0)
    columns = layers if len(labels) == layers else max(1, min(_MOST_COLUMNS, int(width_mm // widest_mm)))
    return -(-len(labels) // max(columns, 1))


def _legend_mm(project, layers, style: PageStyle) -> float:
    """Height that the legend takes, millimetres."""
    scratch = QgsPrintLayout(project)  # its items go with it
    legend = _legend(scratch, layers, style.width_mm - 2 * MARGIN_MM)
    height = QgsLegendRenderer(legend.model(), legend.legendSettings()).minimumSize().height()
    return max(LEGEND_MM, float(height) - _LEGEND_EDGE_MM)


def _legend(layout, layers, width_mm: float) -> QgsLayoutItemLegend:
    legend = QgsLayoutItemLegend(layout)
    legend.setAutoUpdateModel(False)
    root = legend.model().rootGroup()
    root.clear()
    labels = {layer: _labels(layer) for layer in layers if isinstance(layer, QgsVectorLayer)}
    entries = [(layer, at) for layer, words in labels.items() for at in range(len(words))]
    rows = _rows([one for words in labels.values() for one in words], len(labels), width_mm)
    nodes = {layer: root.addLayer(layer) for layer in labels}
    for layer, node in nodes.items():
        if len(labels[layer]) > 1:  # its classes say what it is
            QgsLegendRenderer.setNodeLegendStyle(node, QgsLegendStyle.Style.Hidden)
    for layer, at in entries[rows::rows]:  # QGIS would fill the last column most
        if at:
            QgsMapLayerLegendUtils.setLegendNodeColumnBreak(nodes[layer], at, True)
        else:
            nodes[layer].setCustomProperty("legend/column-break", "1")
        legend.model().refreshLayerLegend(nodes[layer])
    legend.rstyle(QgsLegendStyle.Style.Symbol).setMargin(QgsLegendStyle.Side.Top, 1.2)
    legend.rstyle(QgsLegendStyle.Style.Subgroup).setMargin(QgsLegendStyle.Side.Top, 0)
    for style in (QgsLegendStyle.Style.SymbolLabel, QgsLegendStyle.Style.Subgroup):
        set_legend_text(legend, style, _font(7.5), INK)
    legend.setSymbolWidth(5)
    legend.setSymbolHeight(3)
    legend.setBoxSpace(0)
    legend.setColumnCount(max(1, -(-len(entries) // max(rows, 1))))
    legend.setSplitLayer(True)
    legend.setColumnSpace(6)
    legend.setBackgroundEnabled(False)
    layout.addLayoutItem(legend)
    legend.setResizeToContents(True)
    legend.updateLegend()
    legend.adjustBoxSize()
    return legend


def _add_legend(layout, map_item, layers) -> None:
    """A legend in rows between title and map, where it can hide no dot."""
    frame = map_item.sceneBoundingRect()
    legend = _legend(layout, layers, frame.width())
    legend.setLinkedMap(map_item)
    legend.setReferencePoint(QgsLayoutItem.ReferencePoint.LowerLeft)
    legend.attemptMove(QgsLayoutPoint(frame.left(), frame.top() - 1))
    legend.updateLegend()
    legend.adjustBoxSize()
