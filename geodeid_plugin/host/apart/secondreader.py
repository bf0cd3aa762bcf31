# SPDX-License-Identifier: GPL-2.0-or-later
"""Read the paths of a PDF or SVG once more, by GDAL and by Qt: what our own readers lose must show."""

from __future__ import annotations

import re
from contextlib import contextmanager

import numpy as np

from ...core.base.errors import InputError, Phrase
from ...core.mapimage.budget import TooMuchError
from ...core.mapimage.vector.paths import VectorPage, VectorPath
from ...core.mapimage.vector.svg import read_svg
from .decoding import opened

MOST_FEATURES = 500_000
"""Paths that are compared; the own reader alone reads more."""
_COLOUR = re.compile(r"c:#([0-9A-Fa-f]{6})")


@contextmanager
def gdal_options(**options):
    """Set options of GDAL for a while."""
    from osgeo import gdal

    before = {name: gdal.GetConfigOption(name) for name in options}
    for name, value in options.items():
        gdal.SetConfigOption(name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            gdal.SetConfigOption(name, value)


def read_again(
    path: str, suffix: str, data: bytes, height: float, width: float, dpi: int
) -> VectorPage | Phrase:
    """The page of a vector picture, read by the library that QGIS brings along, or why it could not."""
    try:
        if suffix == ".svg":
            return _by_qt(data)
        with gdal_options(OGR_PDF_READ_NON_STRUCTURED="YES", GDAL_PDF_DPI=str(dpi)):
            return VectorPage(width, height, tuple(_by_gdal(path, height)))
    except InputError as reason:
        return reason.phrase


def _by_qt(data: bytes) -> VectorPage:
    """Qt plays the picture to a device that writes down what it is told to paint, as plain paths."""
    from qgis.PyQt.QtCore import QBuffer, QByteArray, QIODevice
    from qgis.PyQt.QtGui import QPainter
    from qgis.PyQt.QtSvg import QSvgGenerator, QSvgRenderer

    renderer = QSvgRenderer(QByteArray(data))
    if not renderer.isValid():
        raise InputError("svg.second_reader.refused", "Qt cannot read the SVG.")
    box = renderer.viewBoxF()
    written = QBuffer()
    written.open(QIODevice.OpenModeFlag.WriteOnly)
    recorder = QSvgGenerator()
    recorder.setOutputDevice(written)
    recorder.setSize(box.size().toSize())
    recorder.setViewBox(box)
    painter = QPainter(recorder)
    renderer.render(painter, box)
    painter.end()
    return read_svg(bytes(written.data()))


def _by_gdal(path: str, height: float):
    from osgeo import gdal

    dataset = opened(path, gdal.OF_VECTOR, ["PDF"])
    if dataset is None:
        raise InputError("pdf.second_reader.refused", "GDAL cannot read the paths of the PDF.")
    seen = 0
    for at in range(dataset.GetLayerCount()):
        for feature in dataset.GetLayer(at):
            seen += 1
            if seen > MOST_FEATURES:
                raise TooMuchError(
                    "pdf.second_reader.too_many_paths",
                    "The PDF holds too many paths to be read a second time.",
                )
            geometry = feature.GetGeometryRef()
            if geometry is not None:
                yield from _paths(geometry, feature.GetStyleString() or "", height)


def _paths(geometry, style: str, height: float):
    """Painted paths of a geometry; a point is a path without length."""
    kind = geometry.GetGeometryName()
    if kind not in ("POINT", "LINESTRING", "POLYGON"):
        for at in range(geometry.GetGeometryCount()):
            yield from _paths(geometry.GetGeometryRef(at), style, height)
        return
    parts = [geometry]
    if kind == "POLYGON":
        parts = [geometry.GetGeometryRef(at) for at in range(geometry.GetGeometryCount())]
    rings = [_points(part, height) for part in parts if not part.IsEmpty()]
    rings = [np.repeat(ring, 2, axis=0) if len(ring) == 1 else ring for ring in rings]
    if rings:
        fill, line = _colours(style)
        painted = (fill or (0.0, 0.0, 0.0)) if kind == "POLYGON" else None
        yield VectorPath(tuple(rings), np.concatenate(rings), painted, painted is None, line)


def _points(part, height: float) -> np.ndarray:
    places = np.array(part.GetPoints(), float)[:, :2]
    return np.column_stack([places[:, 0], height - places[:, 1]])


def _colours(style: str) -> tuple:
    """Colours of fill and line in a style of OGR; None where it names none."""
    found: dict = {}
    for piece in style.split(";"):
        colour = _COLOUR.search(piece)
        if colour:
            digits = colour.group(1)
            found[piece.partition("(")[0]] = tuple(int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return found.get("BRUSH"), found.get("PEN")
