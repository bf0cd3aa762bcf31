# SPDX-License-Identifier: GPL-2.0-or-later
"""Dots of a picture file: its paths are read a second time, and what was found is kept for the next step."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256

import numpy as np

from .....core.base.errors import InputError, Phrase
from .....core.base.progress import Progress, part, silent
from .....core.mapimage import picturedots
from .....core.mapimage.budget import TooMuchError
from .....core.mapimage.markers.bars import BARS
from .....core.mapimage.markers.dots import Dots, find_dots
from .....core.mapimage.picturedots import DOTS, MARKS, Picture, PictureDots, Settings
from .....core.mapimage.vector.paths import VectorPage, VectorPath
from .....core.mapimage.vector.svg import read_svg
from .....host.compat import open_dataset
from .....i18n import tr
from ....framework import ask
from ....framework.writing.destinations import path_text
from .pictures import PDF_DPI

MOST_FEATURES = 500_000
"""Paths that are compared; the own reader alone reads more."""
LOOK_EVERY = 1000
"""Paths between two looks at cancel."""
_COLOUR = re.compile(r"c:#([0-9A-Fa-f]{6})")
MOST_KEPT_PX = 20_000_000
"""The dots of larger pictures are not kept for the next step: 60 MB of masks. An A4 page at 300 dpi has 9
million."""
last_found: dict[tuple, Dots] = {}
"""What was asked of a picture last, and its dots: three steps of a model ask the same of one picture."""


SENSITIVITY = ask.number(
    "SENSITIVITY",
    "Sensitivity",
    "Above 1 takes less regular blobs for dots, below 1 only the most regular.",
    1.0,
    least=0.1,
    most=10,
)
WHAT_MARKS = ask.choice(
    "MARKS",
    "Marks",
    "What marks the places. dots: markers of any shape. bars: short thick strokes along a street, "
    "stacked where there are several cases, as on old maps; each stack is one place.",
    MARKS,
    DOTS,
    advanced=True,
)


def find_picture_dots(path, picture: Picture, settings: Settings, progress: Progress) -> PictureDots:
    """Find the dots of a picture file, see :func:`.....core.mapimage.picturedots.find_picture_dots`."""
    if picture.is_vector and settings.marks != BARS:
        picture = replace(picture, again=read_again(path, picture, PDF_DPI, part(progress, 0.1, 0.3)))
    return picturedots.find_picture_dots(picture, settings, progress, _found)


def _found(rgb, progress: Progress, classes, sensitivity: float) -> Dots:
    """Find the dots of pixels, or give those of the very same pixels that were found last."""
    asked = sha256(np.ascontiguousarray(rgb).tobytes()).digest(), rgb.shape, classes, sensitivity
    dots = last_found.get(asked)
    if dots is None:
        dots = find_dots(rgb, progress, classes, sensitivity)
        last_found.clear()
        if rgb.shape[0] * rgb.shape[1] <= MOST_KEPT_PX:
            last_found[asked] = dots
    return dots


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


def read_again(path, picture: Picture, dpi: int, progress: Progress = silent) -> VectorPage | Phrase:
    """The page of a vector picture, read by the library that QGIS brings along, or why it could not."""
    try:
        if picture.suffix == ".svg":
            return _by_qt(picture.data, progress)
        height, width = picture.rgb.shape[:2]
        with gdal_options(OGR_PDF_READ_NON_STRUCTURED="YES", GDAL_PDF_DPI=str(dpi)):
            return VectorPage(float(width), float(height), tuple(_by_gdal(path, height, progress)))
    except InputError as reason:
        return reason.phrase


def _by_qt(data: bytes, progress: Progress) -> VectorPage:
    """Qt plays the picture to a device that writes down what it is told to paint, as plain paths."""
    from qgis.PyQt.QtCore import QBuffer, QByteArray, QIODevice
    from qgis.PyQt.QtGui import QPainter
    from qgis.PyQt.QtSvg import QSvgGenerator, QSvgRenderer

    renderer = QSvgRenderer(QByteArray(data))
    if not renderer.isValid():
        raise InputError(tr("Qt cannot read the SVG."))
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
    return read_svg(bytes(written.data()), progress)


def _by_gdal(path, height: int, progress: Progress):
    from osgeo import gdal

    dataset = open_dataset(path_text(path), gdal.OF_VECTOR, drivers=["PDF"])
    if dataset is None:
        raise InputError(tr("GDAL cannot read the paths of the PDF."))
    seen = 0
    for at in range(dataset.GetLayerCount()):
        for feature in dataset.GetLayer(at):
            seen += 1
            if seen > MOST_FEATURES:
                raise TooMuchError(tr("The PDF holds too many paths to be read a second time."))
            if seen % LOOK_EVERY == 0:
                progress(min(seen / MOST_FEATURES, 1.0))
            geometry = feature.GetGeometryRef()
            if geometry is not None:
                yield from _paths(geometry, feature.GetStyleString() or "", height)


def _paths(geometry, style: str, height: int):
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


def _points(part, height: int) -> np.ndarray:
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
