# SPDX-License-Identifier: GPL-2.0-or-later
"""Find the bars of a map picture: marks drawn as short thick strokes along a line, stacked where several.

Old maps and some drawing programs mark a case by a bar laid against the front of its house, and several
cases by bars stacked behind one another. Such marks touch the lines of the map and each other, so nothing
in them is a dot. They are found in four steps, with no size given:

1. The commonest run of ink is the width of the map's lines; what an opening by one and a half lines leaves
   is thick.
2. The length that the thick elongated pieces share is that of a bar.
3. Ink that holds no straight stroke of three quarters of that length in any direction is lettering and goes.
4. What is then thick is laid out along the line that it touches, and cut into as many places as bars fit
   side by side. A stack is as wide as one bar, however deep, and counts as one place.

Constants that name no source were set together on Snow's map (scripts/evidence/snow) and
tests/core/test_mapimage_bars.py, the effect of each alone not measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.errors import Phrase, UnjudgedError
from ...base.progress import Progress, silent
from ...base.scientific import ndimage, spatial
from ..picture import checked_rgb
from .classify import ColourClasses, colour_classes
from .dots import DotClass, Dots
from .locating.groups import joined

BARS = "bars"
THICK = 1.5
"""Thick is what holds a disc of so many line widths."""
GAP = 0.5
"""Gaps between stacked bars up to about twice this part of a line's width are filled."""
STRAIGHT = 0.75
"""Run of ink, as a share of a bar, that counts as straight."""
LEAST_RUN = 0.75
"""Shortest piece, as a share of a bar, that is one."""
LEAST_AREA = 0.5
"""Least ink of a piece, as a share of a bar."""
LARGEST_DEPTH = 1.8
"""Deepest stack that is still bars and not an area, in bars."""
LONGEST_ROW = 8
"""Most bars end to end in one piece."""
LEAST_FILL = 0.85
"""Share of ink in a row of several bars; two lines that enclose lettering hold less."""
ELONGATED = 0.7
"""Thickness over length below which a piece is a bar."""
LEAST_FILL_OF_BOX = 0.6
"""Least share of its box that a bar inks."""
SAME_INK = 0.6
"""Overlap of two inks, as a share of both together, from which they are one."""
FEWEST = 5
"""Fewest bars that make a kind."""


@dataclass(frozen=True)
class Size:
    """Sizes of one picture, pixels: its lines' width, a bar's length, and its thickness with the line's."""

    line_px: float
    length_px: float = np.nan
    thickness_px: float = np.nan


@dataclass(frozen=True)
class Piece:
    """A connected piece of thick ink: its pixels, and its extents along its longer axis and across it."""

    x: Array
    y: Array
    long_px: float
    wide_px: float

    @property
    def short_px(self) -> float:
        """Mean extent across the longer axis."""
        return len(self.x) / self.long_px

    @property
    def fill(self) -> float:
        """Share of its box that a piece fills."""
        return self.short_px / self.wide_px


def find_bars(rgb: Ints, progress: Progress = silent) -> Dots:
    """Find the places that a map marks by bars or stacks of bars.

    Gives one for each bar, or stack of bars. The regime is ``"bars"``; the standard error of a position is
    that of a place anywhere along its bar. Raises UnjudgedError when the picture cannot be searched or holds
    nothing like bars of one length.
    """
    rgb = checked_rgb(rgb)
    found = colour_classes(rgb)
    best = None
    for colour_class, ink in _inks(rgb, found):
        progress(0.1, Phrase("Looking for bars"))
        places, size, mask = _bars_in(ink, progress)
        if best is None or len(places) > len(best[1]):
            best = colour_class, places, size, mask
    if best is None or len(best[1]) < FEWEST:
        raise UnjudgedError(
            "picture.bars.none",
            "No colour of this picture is drawn as bars of one length. That is no proof that it marks no "
            "places.",
        )
    colour_class, places, size, mask = best
    colour = tuple(float(value) for value in found.centre_rgb[colour_class].round(1))
    radius = float(np.sqrt(size.length_px * size.thickness_px / np.pi))
    count = len(places)
    error = np.full(count, size.length_px / np.sqrt(12))
    kinds, none = (DotClass(colour, "bar", radius),), joined([])
    which = np.zeros(count, dtype=int)
    return Dots(places[:, 0], places[:, 1], which, error, BARS, kinds, none, found.raster, mask)


def _inks(rgb: Ints, found: ColourClasses) -> Iterator[tuple[int, Bools]]:
    """Pixels half covered by each colour class, the strongest contrast first, without paler shades."""
    ground = found.centre_rgb[0]
    contrast = np.linalg.norm(found.centre_lab - found.centre_lab[0], axis=1)
    taken: list[Array] = []
    for colour_class in np.argsort(-contrast[1:]) + 1:
        line = (found.centre_rgb[colour_class] - ground).astype(np.float32)
        above = rgb.astype(np.float32) - ground.astype(np.float32)
        share = above @ line / float(line @ line)
        off = np.linalg.norm(above - share[..., None] * line, axis=2)
        ink = (share >= 0.5) & (off <= 0.3 * np.linalg.norm(line))
        if all((ink & other).sum() < SAME_INK * (ink | other).sum() for other in taken):
            taken.append(ink)
            yield int(colour_class), ink


def _bars_in(ink: Bools, progress: Progress) -> tuple[Floats, Size, Bools]:
    """Places (n, 2) in pixels, sizes, and the pixels of the bars, in one colour of ink."""
    size = learnt_size(ink)
    if not np.isfinite(size.length_px):
        return np.empty((0, 2)), size, np.zeros_like(ink)
    progress(0.4, Phrase("Looking for bars"))
    straight = straight_ink(ink, STRAIGHT * size.length_px)
    progress(0.6, Phrase("Looking for bars"))
    solid = _closed(straight, GAP * size.line_px)
    thick = _opened(solid, THICK * size.line_px)
    thin = solid & ~thick
    places, mask = [], np.zeros_like(ink)
    for piece in _pieces(thick):
        found = _places_of(piece, size, straight, thin)
        if len(found):
            places.append(found)
            mask[piece.y, piece.x] = True
    return (np.vstack(places) if places else np.empty((0, 2))), size, mask


def learnt_size(ink: Bools) -> Size:
    """Sizes of a picture's lines and bars, learnt from its ink (h, w) bool; NaN where it shows no bars.

    One side of a bar, or of a stack of them, is the bar's length; the other varies. Fragments of lines and
    letters are many, but hold little ink, so sides count by their length.
    """
    line_px = _commonest_run(ink)
    thick = _opened(_closed(ink, GAP * line_px), THICK * line_px)
    pieces = [piece for piece in _pieces(thick) if piece.fill > LEAST_FILL_OF_BOX]
    sides = np.array([(piece.long_px, piece.wide_px) for piece in pieces]).reshape(-1, 2)
    fits = (sides > 2.5 * THICK * line_px) & (sides < 25 * THICK * line_px)
    if fits.sum() < FEWEST:
        return Size(line_px)
    log_side, weight = np.log(sides[fits]), sides[fits]
    grid = np.arange(log_side.min(), log_side.max() + 0.02, 0.02)
    apart = (log_side[None, :] - grid[:, None]) / 0.12
    length = float(np.exp(grid[(weight * np.exp(-0.5 * apart**2)).sum(axis=1).argmax()]))
    alike = (np.abs(np.log(sides[:, 0] / length)) < 0.25) & (sides[:, 1] < ELONGATED * sides[:, 0])
    if not alike.any():
        return Size(line_px)
    return Size(line_px, length, float(np.median([piece.short_px for piece in np.array(pieces)[alike]])))


def _commonest_run(ink: Bools) -> float:
    """The commonest length of unbroken ink beside single pixels, along rows or columns, the shorter one."""
    commonest = []
    for raster in (ink, ink.T):
        step = np.diff(np.pad(raster, ((0, 0), (1, 1))).astype(np.int8).ravel())
        lengths = np.flatnonzero(step == -1) - np.flatnonzero(step == 1)
        commonest.append(np.bincount(lengths, minlength=3)[2:].argmax() + 2)
    return float(min(commonest))


def straight_ink(ink: Bools, length_px: float) -> Array:
    """Ink that holds a straight stroke of a length in some direction: an opening by turned lines."""
    turns = 4 * int(np.ceil(np.pi * length_px / 8))
    kept = np.zeros_like(ink)
    for turn in range(turns):
        angle = np.pi * turn / turns
        steps = np.arange(round(length_px))
        line = np.unique(np.column_stack([steps * np.cos(angle), steps * np.sin(angle)]).round(), axis=0)
        starts = ink.copy()
        for across, down in line.astype(int):
            starts &= _shifted(ink, across, down)
        for across, down in line.astype(int):
            kept |= _shifted(starts, -across, -down)
    return kept


def _shifted(raster: Bools, across: int, down: int) -> Bools:
    """The raster as seen from ``across`` and ``down`` pixels away, False beyond its rim."""
    moved = np.zeros_like(raster)
    height, width = raster.shape
    rows, columns = (
        slice(max(0, -down), height - max(0, down)),
        slice(max(0, -across), width - max(0, across)),
    )
    from_rows = slice(max(0, down), height - max(0, -down))
    from_columns = slice(max(0, across), width - max(0, -across))
    moved[rows, columns] = raster[from_rows, from_columns]
    return moved


def _opened(ink: Bools, diameter_px: float) -> Bools:
    core = ndimage.distance_transform_edt(ink) > diameter_px / 2
    return (ndimage.distance_transform_edt(~core) <= diameter_px / 2) & ink


def _closed(ink: Bools, radius_px: float) -> Bools:
    grown = ndimage.distance_transform_edt(~ink) <= max(radius_px, 1.0)
    return (ndimage.distance_transform_edt(grown) > max(radius_px, 1.0)) | ink


def _pieces(thick: Bools) -> list[Piece]:
    """Connected pieces of thick ink that do not touch the rim of the picture."""
    labels, _ = ndimage.label(thick, structure=np.ones((3, 3)))
    height, width = thick.shape
    pieces = []
    for number, (rows, columns) in enumerate(ndimage.find_objects(labels), 1):
        if rows.start == 0 or columns.start == 0 or rows.stop == height or columns.stop == width:
            continue
        y, x = np.nonzero(labels[rows, columns] == number)
        if len(x) < 3:
            continue
        along, _ = _axes(x, y)
        long_px = float(np.ptp(x * along[0] + y * along[1])) + 1
        wide_px = float(np.ptp(-x * along[1] + y * along[0])) + 1
        pieces.append(Piece(x + columns.start, y + rows.start, long_px, wide_px))
    return pieces


def _axes(x: Ints, y: Ints) -> tuple[Floats, float]:
    """Longer axis of some pixels (unit vector), and the ratio of the variances along and across it."""
    variance, axes = np.linalg.eigh(np.cov(np.vstack([x, y])))
    return axes[:, 1], float(variance[1] / max(variance[0], 1e-9))


def _places_of(piece: Piece, size: Size, straight: Bools, thin: Bools) -> Array:
    """Places that a piece of thick ink marks, shape (n, 2); none where it is no bar."""
    nothing = np.empty((0, 2))
    length = size.length_px
    if len(piece.x) < LEAST_AREA * length * size.thickness_px or piece.long_px > LONGEST_ROW * length:
        return nothing
    if _deepest(piece) > LARGEST_DEPTH * length:
        return nothing
    along, side = _wall(piece, size, thin)
    where, depth = piece.x * along[0] + piece.y * along[1], -piece.x * along[1] + piece.y * along[0]
    start, run = where.min(), float(np.ptp(where)) + 1
    count = max(1, round(run / length))
    if run < LEAST_RUN * length or (count > 1 and straight[piece.y, piece.x].mean() < LEAST_FILL):
        return nothing
    number = np.minimum(((where - start) * count / run).astype(int), count - 1)
    places = []
    for one in range(count):
        inside = number == one
        if inside.sum() < LEAST_AREA * length * size.thickness_px:
            continue
        middle, deep = where[inside].mean(), depth[inside]
        base = deep.mean()
        if side:
            base = (deep.min() if side > 0 else deep.max()) + side * size.thickness_px / 2
        places.append((middle * along[0] - base * along[1] + 0.5, middle * along[1] + base * along[0] + 0.5))
    return np.array(places).reshape(-1, 2)


def _deepest(piece: Piece) -> float:
    """Diameter of the largest disc that fits into a piece, pixels."""
    raster = np.zeros((np.ptp(piece.y) + 3, np.ptp(piece.x) + 3), dtype=bool)
    raster[piece.y - piece.y.min() + 1, piece.x - piece.x.min() + 1] = True
    return 2 * float(ndimage.distance_transform_edt(raster).max())


def _wall(piece: Piece, size: Size, thin: Bools) -> tuple[Floats, float]:
    """Direction of the line a piece lies against, else its own, and on which side (0: no line)."""
    reach = int(np.ceil(size.length_px))
    top, left = max(piece.y.min() - reach, 0), max(piece.x.min() - reach, 0)
    y, x = np.nonzero(thin[top : piece.y.max() + reach + 1, left : piece.x.max() + reach + 1])
    if len(x) >= size.length_px / 2:
        own = np.column_stack([piece.x - left, piece.y - top])
        near, _ = spatial.cKDTree(own).query(np.column_stack([x, y]))
        # The piece's own corners, which the opening took off, lie nearer than the line beside it.
        beside = (near > size.line_px) & (near <= reach)
        x, y = x[beside], y[beside]
    if len(x) >= size.length_px / 2:
        along, ratio = _axes(x, y)
        if ratio > 6:
            across = np.array([-along[1], along[0]])
            own = np.array([piece.x.mean() - left, piece.y.mean() - top])
            return along, float(np.sign((own - [x.mean(), y.mean()]) @ across))
    along, _ = _axes(piece.x, piece.y)
    if piece.short_px > 0.6 * size.length_px and piece.long_px > 1.4 * piece.short_px:
        along = np.array([-along[1], along[0]])
    return along, 0.0
