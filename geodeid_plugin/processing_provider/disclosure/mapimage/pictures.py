# SPDX-License-Identifier: GPL-2.0-or-later
"""Picture files of the disclosure checks, each opened in a process of its own, and their dots.

What was found is kept for the next step, and drawn over the picture for people to look whether it fits.
"""

from __future__ import annotations

import base64
import glob
from dataclasses import replace
from hashlib import sha256
from html import escape
from pathlib import Path

import numpy as np

from ....core.base.errors import InputError, Phrase
from ....core.base.progress import Progress, silent
from ....core.mapimage import picturedots
from ....core.mapimage.markers.dots import Dots, find_dots
from ....core.mapimage.picturedots import DOTS, MARKS, Picture, PictureDots, Settings
from ....host.apart.pictures import LIMITS, LIMITS_OF_PATHS, RECORDS, VECTOR_SUFFIXES, picture_of
from ....host.apart.process import EndedError, apart
from ....i18n import tr
from ...framework import ask
from ...framework.writing.destinations import is_file, is_virtual, read_bytes


def read_picture(path, progress: Progress = silent) -> Picture:
    """Read a picture, or say in a sentence why it cannot be checked.

    Raises
    ------
    InputError
        No such file, not a picture, truncated, empty, or too large to decode.
    """
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
    """SVG of a picture with crosses and lines.

    Parameters
    ----------
    rgb : ndarray of uint8, shape (h, w, 3)
        The picture; it is shrunk to a width of ``WIDEST_PX``.
    marks : iterable of (colour, x_px, y_px)
        Colour of the crosses and their positions in pixels of the picture.
    flagged : iterable of (x_px, y_px, reason)
        Places with a ring round them, which says why where the page is read on a screen.
    lines : iterable of ndarray of shape (n, 2)
        Columns and rows of lines.
    title : str
        What a screen reader says; empty: that dots were recovered.
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
