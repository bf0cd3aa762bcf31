# SPDX-License-Identifier: GPL-2.0-or-later
"""Paths of a vector page, whichever format they come from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.arrays import Array, Floats

CURVE_STEPS = 8
"""Chords of a piece of curve."""

Matrix = tuple[float, ...]
"""Six numbers (a, b, c, d, e, f) as PDF and SVG write them."""
Colour = tuple[float, ...]
"""Red, green and blue, 0 to 1."""


@dataclass(frozen=True)
class VectorPath:
    """One painted path: its subpaths as vertices (n, 2), and its paint.

    ``fill_rgb`` is (r, g, b) 0 to 1, or None when the path is not filled; ``stroked`` tells whether
    its line is drawn, ``stroke_rgb`` in which colour and ``stroke_width`` how wide, in page units. Curves
    are kept as ``CURVE_STEPS`` chords a piece; ``corners`` holds the end points of the pieces alone,
    exactly as they stand in the file.
    """

    subpaths: tuple[Floats, ...]
    corners: Floats
    fill_rgb: Colour | None
    stroked: bool
    stroke_rgb: Colour | None = None
    stroke_width: float = 0.0


@dataclass(frozen=True)
class PlacedImage:
    """A picture of pixels on a page: the number of its object in the file, and its matrix.

    The matrix takes the unit square, y upwards, to page units. A picture that stands inside the drawing
    itself has the number −1, and is the stream ``inline``.
    """

    number: int
    matrix: Matrix
    inline: Any = None

    @property
    def corners(self) -> Array:
        """Its corners on the page, in turn, shape (4, 2)."""
        a, b, c, d, e, f = self.matrix
        return np.array([(e, f), (a + e, b + f), (a + c + e, b + d + f), (c + e, d + f)])


@dataclass(frozen=True)
class Place:
    """Where a piece of text begins and how it goes on (ISO 32000-1, 9.3 and 9.4)."""

    matrix: Matrix
    """From the space of the text to page units."""
    size: float
    """Of the letters, in the space of the text."""
    apart: float
    blank: float
    """What is added to the width of every letter, and of every blank."""
    stretch: float
    """Factor of all widths."""
    kern: float
    """Thousandths of the size by which it begins further to the left."""
    follows: bool
    """Whether it begins where the piece before it ends, and not where the matrix says."""


@dataclass(frozen=True)
class Written:
    """A piece of text as it stands in a page."""

    font: Any = None
    """The font's dictionary; None before any was chosen."""
    codes: bytes = b""
    """Codes of the font, as the file spells them."""
    is_hex: bool = False
    """Whether they are spelled as hexadecimal digits."""
    mark: str = ""
    """In the place of codes a blank or the end of a line, as the text moves on."""
    place: Place | None = None
    """Where it stands; None of what is not shown."""


@dataclass(frozen=True)
class Letter:
    """A letter or a word: font, where it begins, and size, page units; its code where it is one letter."""

    font: Any
    code: bytes
    is_hex: bool
    where: tuple[float, float]
    size: float


@dataclass(frozen=True)
class VectorPage:
    """A page: its size and paths in page units, x to the right, y downwards from the top left.

    ``images`` are the :class:`PlacedImage` on it, ``words`` its text as :class:`Written` pieces, ``forms``
    the numbers of the objects that it paints as forms, ``letters`` each
    :class:`Letter` or word with its place.
    """

    width: float
    height: float
    paths: tuple[VectorPath, ...]
    images: tuple[PlacedImage, ...] = ()
    words: tuple[Written, ...] = ()
    forms: frozenset[int] = frozenset()
    letters: tuple[Letter, ...] = ()


class PathBuilder:
    """Collect the pieces of a path in its own coordinates and paint it through a matrix."""

    def __init__(self) -> None:
        self.subpaths: list[list[tuple[float, float]]] = []
        self.corners: list[tuple[float, float]] = []
        self.here = (0.0, 0.0)

    def move(self, x: float, y: float) -> None:
        """Begin a subpath."""
        self.subpaths.append([(x, y)])
        self.corners.append((x, y))
        self.here = (x, y)

    def line(self, x: float, y: float) -> None:
        """Draw to a point."""
        if not self.subpaths:
            self.move(x, y)
            return
        self.subpaths[-1].append((x, y))
        self.corners.append((x, y))
        self.here = (x, y)

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        """Draw a cubic curve to a point."""
        if not self.subpaths:
            self.move(*self.here)
        x0, y0 = self.here
        for i in range(1, CURVE_STEPS + 1):
            t = i / CURVE_STEPS
            u = 1 - t
            a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            self.subpaths[-1].append((a * x0 + b * x1 + c * x2 + d * x, a * y0 + b * y1 + c * y2 + d * y))
        self.corners.append((x, y))
        self.here = (x, y)

    def close(self) -> None:
        """Close the subpath."""
        if self.subpaths and self.subpaths[-1]:
            first = self.subpaths[-1][0]
            if self.here != first:
                self.subpaths[-1].append(first)
            self.here = first

    def box(self, x: float, y: float, width: float, height: float) -> None:
        """Add a closed rectangle."""
        self.move(x, y)
        self.line(x + width, y)
        self.line(x + width, y + height)
        self.line(x, y + height)
        self.close()

    def painted(
        self, matrix: Matrix, fill_rgb: Colour | None, stroke_rgb: Colour | None, stroke_width: float = 0.0
    ) -> VectorPath | None:
        """The path on the page, or None when there is nothing to paint.

        Raises ValueError when a coordinate or a colour is no finite number.
        """
        subpaths = tuple(placed(np.array(points), matrix) for points in self.subpaths if len(points) > 1)
        if not subpaths:
            return None
        corners = placed(np.array(self.corners), matrix)
        width = stroke_width * abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
        numbers = [*(fill_rgb or ()), *(stroke_rgb or ()), width]
        if not (np.isfinite(corners).all() and np.isfinite(numbers).all()):
            raise ValueError
        return VectorPath(subpaths, corners, fill_rgb, stroke_rgb is not None, stroke_rgb, width)


def placed(points: Array, matrix: Matrix) -> Floats:
    """Points (n, 2) through the matrix (a, b, c, d, e, f) of PDF and SVG."""
    a, b, c, d, e, f = matrix
    return np.column_stack([a * points[:, 0] + c * points[:, 1] + e, b * points[:, 0] + d * points[:, 1] + f])


def combined(inner: Matrix, outer: Matrix) -> Matrix:
    """The matrix that applies ``inner`` first and ``outer`` after it."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (
        a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u,
    )  # fmt: skip
