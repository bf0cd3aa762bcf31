# SPDX-License-Identifier: GPL-2.0-or-later
"""Random map pictures whose true place is known: drawn by QGIS, then scanned and compressed.

Used by the benchmark of the georeferencer and by the evidence for the published design.
"""

from __future__ import annotations

import io
import os
from dataclasses import dataclass, field

import numpy as np

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
GROUNDS = (
    "plain",
    "filled",
    "roads",
    "labels",
    "choropleth",
    "choropleth roads labels",
    "hillshade",
    "hillshade roads",
)


@dataclass(frozen=True)
class View:
    """What to draw and how; lengths in pixels."""

    centre: tuple
    units_per_px: float
    width: int = 1000
    height: int = 800
    ground: str = "plain"
    line_px: float = 1.2
    line_colour: str = "#202020"
    dots: int = 300
    dot_px: float = 6.0
    antialias: bool = True
    turn_deg: float = 0.0
    grow: float = 1.0
    blur_px: float = 0.0
    noise: float = 0.0
    grey: bool = False
    quality: int | None = 75
    seed: int = 0


@dataclass(frozen=True)
class Drawn:
    """A picture with the matrix from (column, row, 1) to map coordinates, and its dots' pixels."""

    rgb: np.ndarray
    to_map: np.ndarray
    dot_mask: np.ndarray = field(repr=False)


def start_qgis():
    """Start QGIS without a window; keep what is returned."""
    from qgis.core import QgsApplication

    QgsApplication.setPrefixPath("/usr", True)
    app = QgsApplication.instance() or QgsApplication([], True)
    app.initQgis()
    return app


def outline_of(path: str, layer: str | None = None, crs: str | None = None):
    """Read an outline as :class:`Outline`, reprojected where ``crs`` is given."""
    from osgeo import ogr, osr

    from geodeid_plugin.core.mapimage.georeference.placement import Outline

    dataset = ogr.Open(path)
    source = dataset.GetLayerByName(layer) if layer else dataset.GetLayer(0)
    turn = None
    if crs:
        target = osr.SpatialReference()
        target.SetFromUserInput(crs)
        target.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
        own = source.GetSpatialRef().Clone()
        own.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
        turn = osr.CoordinateTransformation(own, target)
    rings, start = [], [0]
    for feature in source:
        geometry = feature.GetGeometryRef().Clone()
        if turn:
            geometry.Transform(turn)
        for ring in _rings(geometry):
            rings.append(ring)
            start.append(start[-1] + len(ring))
    return Outline(np.vstack(rings), np.array(start))


def _rings(geometry):
    if geometry.GetGeometryCount() == 0:
        points = np.array(geometry.GetPoints())[:, :2]
        return [points] if len(points) > 1 else []
    return [ring for i in range(geometry.GetGeometryCount()) for ring in _rings(geometry.GetGeometryRef(i))]


def draw(outline, view: View) -> Drawn:
    """Draw one view: ground, lines and dots by QGIS, then scan and compression."""
    source = np.random.default_rng(view.seed)
    rgb, mask = _rendered(outline, view, source)
    size = view.units_per_px
    left, top = view.centre[0] - view.width * size / 2, view.centre[1] + view.height * size / 2
    to_map = np.array([[size, 0, left], [0, -size, top]])
    if view.turn_deg or view.grow != 1:
        rgb, mask, to_map = _scanned(rgb, mask, to_map, view)
    rgb = _worn(rgb, view, source)
    return Drawn(rgb, to_map, mask)


def _scanned(rgb, mask, to_map, view):
    """Turn and enlarge as a scanner does: new pixel (x, y) shows old pixel back @ (x, y)."""
    from scipy import ndimage

    height, width = rgb.shape[:2]
    angle = np.radians(view.turn_deg)
    back = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) / view.grow
    new_h, new_w = round(height * view.grow), round(width * view.grow)
    middle, new_middle = np.array([width, height]) / 2, np.array([new_w, new_h]) / 2
    shift = middle - back @ new_middle
    rc = back[::-1, ::-1]
    offset = (rc @ [0.5, 0.5] + shift[::-1]) - 0.5
    turned = np.stack([
        ndimage.affine_transform(rgb[..., c].astype(float), rc, offset, (new_h, new_w), order=3, cval=255)
        for c in range(3)
    ], axis=-1)  # fmt: skip
    mask = ndimage.affine_transform(mask.astype(np.float32), rc, offset, (new_h, new_w), order=1) > 0.2
    whole = np.eye(3)
    whole[:2, :2], whole[:2, 2] = back, shift
    return np.clip(turned, 0, 255), mask, to_map @ whole


def _worn(rgb, view, source):
    from PIL import Image
    from scipy import ndimage

    rgb = rgb.astype(np.float32)
    if view.blur_px:
        rgb = np.stack([ndimage.gaussian_filter(rgb[..., c], view.blur_px) for c in range(3)], axis=-1)
    if view.grey:
        rgb = np.repeat((rgb @ [0.299, 0.587, 0.114])[..., None], 3, axis=2)
    if view.noise:
        paper = ndimage.gaussian_filter(source.normal(0, 1, rgb.shape[:2]), 40)
        rgb = (
            rgb
            + (3 * paper / max(paper.std(), 1e-9) + source.normal(0, view.noise, rgb.shape[:2]))[..., None]
        )
    image = np.clip(np.rint(rgb), 0, 255).astype(np.uint8)
    if view.quality is None:
        return image
    buffer = io.BytesIO()
    Image.fromarray(image).save(buffer, "JPEG", quality=view.quality)
    return np.asarray(Image.open(buffer).convert("RGB"))


def _rendered(outline, view, source):
    from qgis.core import QgsMapRendererSequentialJob, QgsMapSettings, QgsRectangle
    from qgis.PyQt.QtCore import QSize
    from qgis.PyQt.QtGui import QColor

    half_w, half_h = view.width * view.units_per_px / 2, view.height * view.units_per_px / 2
    x, y = view.centre
    extent = QgsRectangle(x - half_w, y - half_h, x + half_w, y + half_h)
    ground, relief = _ground_layers(outline, view, extent, source)
    lines = _outline_layer(outline, view)
    dots = _dot_layer(view, extent, source)

    def render(layers):
        settings = QgsMapSettings()
        settings.setOutputSize(QSize(view.width, view.height))
        settings.setExtent(extent)
        settings.setOutputDpi(96)
        settings.setBackgroundColor(QColor("white"))
        settings.setLayers(layers)
        settings.setFlag(QgsMapSettings.Flag.Antialiasing, view.antialias)
        job = QgsMapRendererSequentialJob(settings)
        job.start()
        job.waitForFinished()
        return _array(job.renderedImage())

    picture = render([*dots, lines, *ground])
    bare = render([lines, *ground])
    mask = (
        (np.abs(picture.astype(int) - bare).max(axis=2) > 20) if dots else np.zeros(picture.shape[:2], bool)
    )
    if relief is not None:
        picture = (picture * relief[..., None]).astype(np.uint8)
    return picture, mask


def _array(image):
    image = image.convertToFormat(image.Format.Format_RGB888)
    bits = image.constBits()
    bits.setsize(image.sizeInBytes())
    rows = np.frombuffer(bytes(bits), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3)


def _memory(kind, geometries, symbol, attributes=None, fields=""):
    from qgis.core import QgsFeature, QgsSingleSymbolRenderer, QgsVectorLayer

    layer = QgsVectorLayer(f"{kind}{fields}", "drawn", "memory")
    features = []
    for i, geometry in enumerate(geometries):
        feature = QgsFeature(layer.fields())
        feature.setGeometry(geometry)
        if attributes:
            feature.setAttributes(attributes[i])
        features.append(feature)
    layer.dataProvider().addFeatures(features)
    layer.updateExtents()
    if symbol is not None:
        layer.setRenderer(QgsSingleSymbolRenderer(symbol))
    return layer


def _polyline(points):
    from qgis.core import QgsGeometry, QgsPointXY

    return QgsGeometry.fromPolylineXY([QgsPointXY(*p) for p in points])


def _outline_layer(outline, view):
    from qgis.core import QgsLineSymbol

    symbol = QgsLineSymbol.createSimple(
        {"color": view.line_colour, "width": str(view.line_px), "width_unit": "Pixel", "capstyle": "round"}
    )
    rings = [outline.vertices[a:b] for a, b in zip(outline.start[:-1], outline.start[1:])]
    return _memory("LineString", [_polyline(r) for r in rings], symbol)


def _dot_layer(view, extent, source):
    from qgis.core import QgsGeometry, QgsMarkerSymbol, QgsPointXY

    if not view.dots:
        return []
    symbol = QgsMarkerSymbol.createSimple(
        {
            "name": "circle",
            "color": "#d01010",
            "size": str(view.dot_px),
            "size_unit": "Pixel",
            "outline_style": "no",
        }
    )
    at = source.random((view.dots, 2)) * [extent.width(), extent.height()] + [
        extent.xMinimum(),
        extent.yMinimum(),
    ]
    return [_memory("Point", [QgsGeometry.fromPointXY(QgsPointXY(*p)) for p in at], symbol)]


def _ground_layers(outline, view, extent, source):
    from qgis.core import QgsFillSymbol, QgsGeometry, QgsPointXY

    layers, relief = [], None
    if "labels" in view.ground:
        layers.append(_labels(extent, source))
    if "roads" in view.ground:
        layers.append(_roads(extent, source))
    if "choropleth" in view.ground:
        layers.append(_choropleth(extent, source))
    if "filled" in view.ground:
        rings = [outline.vertices[a:b] for a, b in zip(outline.start[:-1], outline.start[1:])]
        shapes = [QgsGeometry.fromPolygonXY([[QgsPointXY(*p) for p in r]]) for r in rings if len(r) > 3]
        layers.append(
            _memory(
                "Polygon", shapes, QgsFillSymbol.createSimple({"color": "#e8e4d8", "outline_style": "no"})
            )
        )
    if "hillshade" in view.ground:
        relief = _relief(view, source)
    return layers, relief


def _relief(view, source):
    from scipy import ndimage

    field = sum(
        ndimage.gaussian_filter(source.normal(0, 1, (view.height, view.width)), s) * s**1.4
        for s in (3, 8, 20, 50)
    )
    slope = np.gradient(field, axis=0) + np.gradient(field, axis=1)
    return np.clip(0.82 + 0.1 * slope / slope.std(), 0.45, 1.0)


def _roads(extent, source):
    from qgis.core import QgsLineSymbol

    lines = []
    span = max(extent.width(), extent.height())
    for _ in range(25):
        heading, at = source.uniform(0, 2 * np.pi), source.random(2) * [extent.width(), extent.height()]
        at = at + np.array([extent.xMinimum(), extent.yMinimum()])
        walk = np.cumsum(source.normal(0, 0.15, 40)) + heading
        lines.append(
            _polyline(at + np.cumsum(np.column_stack([np.cos(walk), np.sin(walk)]) * span / 50, axis=0))
        )
    return _memory(
        "LineString",
        lines,
        QgsLineSymbol.createSimple({"color": "#d98c2b", "width": "1.5", "width_unit": "Pixel"}),
    )


def _choropleth(extent, source):
    from qgis.core import (
        QgsCategorizedSymbolRenderer,
        QgsFillSymbol,
        QgsGeometry,
        QgsPointXY,
        QgsRendererCategory,
    )

    seeds = source.random((90, 2)) * [extent.width(), extent.height()] + [
        extent.xMinimum(),
        extent.yMinimum(),
    ]
    cloud = QgsGeometry.fromMultiPointXY([QgsPointXY(*p) for p in seeds])
    cells = cloud.voronoiDiagram(QgsGeometry.fromRect(extent)).asGeometryCollection()
    ramp = ["#f7fbff", "#c6dbef", "#6baed6", "#2171b5", "#08519c"]
    classes = [[int(source.integers(5))] for _ in cells]
    layer = _memory("Polygon", cells, None, classes, "?field=class:integer")
    layer.setRenderer(
        QgsCategorizedSymbolRenderer(
            "class",
            [
                QgsRendererCategory(
                    i,
                    QgsFillSymbol.createSimple(
                        {
                            "color": colour,
                            "outline_color": "#808080",
                            "outline_width": "0.5",
                            "outline_width_unit": "Pixel",
                        }
                    ),
                    "",
                )
                for i, colour in enumerate(ramp)
            ],
        )
    )
    return layer


def _labels(extent, source):
    from qgis.core import (
        QgsGeometry,
        QgsMarkerSymbol,
        QgsPalLayerSettings,
        QgsPointXY,
        QgsVectorLayerSimpleLabeling,
    )

    at = source.random((40, 2)) * [extent.width(), extent.height()] + [extent.xMinimum(), extent.yMinimum()]
    layer = _memory(
        "Point",
        [QgsGeometry.fromPointXY(QgsPointXY(*p)) for p in at],
        QgsMarkerSymbol.createSimple({"size": "0", "outline_style": "no"}),
        [[f"Area {i}"] for i in range(40)],
        "?field=name:string",
    )
    settings = QgsPalLayerSettings()
    settings.fieldName = "name"
    layer.setLabeling(QgsVectorLayerSimpleLabeling(settings))
    layer.setLabelsEnabled(True)
    return layer


def random_view(outline, seed: int, shares=(0.07, 1.0)) -> View:
    """A view with a share of the outline in it that is drawn evenly between two, sometimes a scan."""
    source = np.random.default_rng(seed)
    low, high = outline.vertices.min(axis=0), outline.vertices.max(axis=0)
    width, height = int(source.integers(550, 1200)), int(source.integers(400, 900))
    while True:
        wanted = source.uniform(*shares)
        centre = low + source.random(2) * (high - low)
        units = _units_for_share(outline, centre, wanted, width, height)
        if share_in_view(outline, centre, units, width, height) >= wanted:
            break
    scan = source.random() < 0.6
    return View(
        tuple(centre),
        units,
        width,
        height,
        str(source.choice(GROUNDS)),
        float(source.uniform(0.7, 2.5)),
        str(source.choice(["#000000", "#303030", "#606060"])),
        int(source.choice([0, 150, 550])),
        float(source.uniform(4, 9)),
        bool(source.random() < 0.8),
        float(source.uniform(-5, 5)) if scan else 0.0,
        float(source.uniform(0.9, 1.3)) if scan else 1.0,
        float(source.uniform(0.3, 0.9)) if scan else 0.0,
        float(source.uniform(2, 7)) if scan else 0.0,
        bool(scan and source.random() < 0.5),
        int(source.choice([50, 75, 85, 95])),
        seed,
    )


def _units_for_share(outline, centre, share, width, height) -> float:
    """Map units a pixel at which the frame about ``centre`` shows this share, at most 1.6 outlines wide."""
    most = 1.6 * np.ptp(outline.vertices, axis=0).max() / max(width, height)
    low, high = most / 100, most
    for _ in range(30):
        middle = np.sqrt(low * high)
        enough = share_in_view(outline, centre, middle, width, height) >= share
        low, high = (low, middle) if enough else (middle, high)
    return float(high)


def share_in_view(outline, centre, units, width, height) -> float:
    """Outline inside the frame as a share of its length."""
    first, last = outline.vertices[:-1], outline.vertices[1:]
    keep = np.ones(len(first), bool)
    keep[outline.start[1:-1] - 1] = False
    middle, length = (first + last)[keep] / 2, np.hypot(*(last - first)[keep].T)
    inside = (np.abs(middle - centre) < np.array([width, height]) * units / 2).all(axis=1)
    return float(length[inside].sum() / length.sum())


def error_px(found, true, shape) -> np.ndarray:
    """Distances between where two matrices put a grid of pixels, in pixels."""
    height, width = shape[:2]
    grid = np.array([[x, y, 1] for x in np.linspace(0, width, 9) for y in np.linspace(0, height, 9)])
    back = np.linalg.inv(np.vstack([true, [0, 0, 1]]))
    on_map = np.column_stack([grid @ np.asarray(found).T, np.ones(len(grid))])
    return np.hypot(*((on_map @ back.T)[:, :2] - grid[:, :2]).T)
