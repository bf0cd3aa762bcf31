# SPDX-License-Identifier: GPL-2.0-or-later
"""A picture with crosses or lines drawn over it, for people to look whether they sit where they should."""

from __future__ import annotations

import base64
from html import escape

import numpy as np

from .....i18n import tr

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
