# SPDX-License-Identifier: GPL-2.0-or-later
"""Find symbols that are drawn by lines alone: rings, pluses, crosses, squares, stars.

Such a symbol shows the ground through its middle and little ink, often that of the borders, so a search for
blobs sees pieces of lines. But the same symbol stands in the picture many times, much the same each time and
symmetrical, and most often alone. So pieces of ink of one size that stand alone are laid over one another;
where they are alike, their mean is the symbol, and it is looked for in the whole picture by correlation.
Letters are small pieces of one size, too: they stand side by side, and few of them are symmetrical.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints, convolved
from ...base.errors import Phrase
from ...base.progress import Progress
from ...base.scientific import ndimage, spatial
from .classify import ColourClasses, ink_mask
from .coverage import dot_coverage, likeness, patches_of

SMALLEST_PX, LARGEST_PX = 6, 40
"""Sides of symbols: below, a ring is a blob; above, they are areas as those of :mod:`.dots`."""
LARGEST_FILL = 0.72
"""Share of its box above which a piece is no line drawing: a disc fills π/4."""
SAME_SIZE = 0.12
"""Sides that differ less, and by a pixel, are one size."""
LEAST_MEMBERS = 5
"""Fewer alike pieces are no set of symbols; chosen, letters of one kind that stand alone are rarer."""
LEAST_ALIKE = 0.85
"""Correlation of a piece with the symbol at which it is one."""
ALIKE_AT_FIRST = 0.4
"""The same at a first look, when places and ink are only guessed; chosen far below."""
LEAST_MATCH = 0.92
"""Median correlation of the pieces with their symbol, and of all places found. Letters of maps full of words
reach 0.9; rings, pluses, crosses, squares, diamonds, triangles and stars 0.96 to 1.0
(tests/core/test_mapimage_open_symbols.py)."""
LEAST_SYMMETRY = 0.8
"""Correlation of a symbol with itself turned by half a turn, or mirrored."""
SPECK_PX = 3
"""Smaller pieces are specks, beside which a symbol still stands alone."""
ALONE_SHARE = 0.4
"""Free ground beside a piece, as a share of its side: letters of a word stand nearer."""
LEAST_ALONE = 0.5
"""Share of the alike pieces that must stand alone."""
MARGIN_PX = 2
"""Ground about a symbol that belongs to its pattern."""
LEAST_IN_LINES = 0.7
"""Correlation from which a symbol is seen where other lines touch it: at 0.8 a third is missed among black
borders, at 0.6 words are taken for symbols."""
SIZES = 4
"""Commonest sizes that are tried: letters may be more than symbols."""
ROUNDS = 3
"""Rounds in which the symbol is learnt from ever better places."""


@dataclass(frozen=True)
class Symbols:
    """Open symbols of one kind."""

    colour_class: int
    x_px: Array
    y_px: Array
    """Shape (n,). Middles."""
    error_px: Array
    """Shape (n,). Standard error of each along each axis, from the noise that the symbol leaves."""
    side_px: float
    """Side of the symbol's box."""
    match: float
    """Median correlation with the symbol."""


def open_symbols(rgb: Ints, found: ColourClasses, progress: Progress) -> Symbols | None:
    """The open symbols of a picture, those of the colour that shows the most; None without any."""
    best: Symbols | None = None
    masks: list[Bools] = []
    for colour_class in range(1, len(found.pixels)):
        progress(colour_class / len(found.pixels), Phrase("Looking for rings, crosses and the like"))
        mask = ink_mask(found, colour_class)
        if any((mask == other).all() for other in masks):
            continue
        masks.append(mask)
        symbols = _of_ink(rgb, found, colour_class, mask)
        if symbols is not None and (best is None or _evidence(symbols) > _evidence(best)):
            best = symbols
    return best


def _evidence(symbols: Symbols) -> float:
    return len(symbols.x_px) * symbols.match**4


@dataclass(frozen=True)
class _Pieces:
    """Pieces of ink of about one size: middles of their boxes, side, and whether each stands alone."""

    x_px: Array
    y_px: Array
    side_px: float
    alone: Array


def _of_ink(rgb: Ints, found: ColourClasses, colour_class: int, mask: Bools) -> Symbols | None:
    sizes = [one for one in _pieces(mask) if _several_alike(mask, one)]
    if not sizes:
        return None
    ink = found.centre_rgb[colour_class]
    share = np.clip(dot_coverage(rgb, found, colour_class, ink, sizes[0].side_px / 2).share, 0, 1)
    symbols = [_of_size(share, colour_class, pieces) for pieces in sizes]
    return max((one for one in symbols if one is not None), key=_evidence, default=None)


def _several_alike(mask: Bools, pieces: _Pieces) -> bool:
    """Whether some pieces resemble their median at a first look, which costs little."""
    half = int(np.ceil(pieces.side_px / 2)) + MARGIN_PX
    patches = patches_of(mask.astype(np.float32), pieces.x_px, pieces.y_px, half)
    like = likeness(patches, np.median(patches, axis=0))
    return bool((like > ALIKE_AT_FIRST).sum() >= LEAST_MEMBERS)


def _of_size(share: Floats, colour_class: int, pieces: _Pieces) -> Symbols | None:
    half = int(np.ceil(pieces.side_px / 2)) + MARGIN_PX
    x, y, alone = pieces.x_px, pieces.y_px, pieces.alone
    pattern = np.median(patches_of(share, x, y, half), axis=0)
    for turn in range(ROUNDS):
        x, y, match = _fitted(share, pattern, x, y)
        # The first pattern is blurred by pieces that are something else.
        alike = match > (LEAST_ALIKE if turn else LEAST_ALIKE - 0.25)
        if alike.sum() < LEAST_MEMBERS:
            return None
        x, y, alone, match = x[alike], y[alike], alone[alike], match[alike]
        pattern = patches_of(share, x, y, half).mean(axis=0)
    if alone.mean() < LEAST_ALONE or np.median(match) < LEAST_MATCH or not _symmetrical(pattern):
        return None
    x, y, match = _everywhere(share, pattern, x, y, pieces.side_px)
    if np.median(match) < LEAST_MATCH:
        return None
    errors = _errors(share, pattern, x, y)
    return Symbols(colour_class, x, y, errors, pieces.side_px, float(np.median(match)))


def _pieces(mask: Bools) -> list[_Pieces]:
    """The pieces of the commonest sizes among those that may be line drawings."""
    labels, count = ndimage.label(mask, structure=np.ones((3, 3)))
    if count < LEAST_MEMBERS:
        return []
    boxes = ndimage.find_objects(labels)
    ends = np.array([(box[0].start, box[0].stop, box[1].start, box[1].stop) for box in boxes])
    high, wide = ends[:, 1] - ends[:, 0], ends[:, 3] - ends[:, 2]
    middle = np.column_stack([ends[:, 2:].mean(axis=1), ends[:, :2].mean(axis=1)])
    area = np.bincount(labels.ravel(), minlength=count + 1)[1:]
    side = np.maximum(high, wide)
    drawn = (side >= SMALLEST_PX) & (side <= LARGEST_PX) & (area <= LARGEST_FILL * high * wide)
    drawn &= np.abs(high - wide) <= np.maximum(1, 0.2 * side)
    small = middle[(side <= LARGEST_PX) & (side >= SPECK_PX)]
    if drawn.sum() < LEAST_MEMBERS or len(small) < 2:
        return []
    alone = spatial.cKDTree(small).query(middle, k=2)[0][:, 1] > (1 + ALONE_SHARE) * side
    groups = []
    for size in np.unique(side[drawn]):
        same = drawn & (np.abs(side - size) <= max(1.0, SAME_SIZE * size))
        if same.sum() >= LEAST_MEMBERS and (same & alone).any():
            x, y = middle[same].T
            groups.append(_Pieces(x, y, float(np.median(side[same & alone])), alone[same]))
    return sorted(groups, key=lambda group: -int(group.alone.sum()))[:SIZES]


def _fitted(share: Floats, pattern: Floats, x: Floats, y: Floats) -> tuple[Array, Array, Array]:
    """Places moved to where the pattern fits best, by Gauss–Newton, and the correlation there."""
    down, across = np.gradient(pattern)
    system = np.array([[(across**2).sum(), (across * down).sum()], [(across * down).sum(), (down**2).sum()]])
    back = np.linalg.inv(system + 1e-6 * np.eye(2))
    half = pattern.shape[0] // 2
    x, y = np.array(x, float), np.array(y, float)
    for _ in range(6):
        left = patches_of(share, x, y, half) - pattern
        slope = np.stack([(left * across).sum((1, 2)), (left * down).sum((1, 2))])
        move = np.clip(-back @ slope, -0.7, 0.7)
        x, y = x + move[0], y + move[1]
    return x, y, likeness(patches_of(share, x, y, half), pattern)


def _symmetrical(pattern: Floats) -> bool:
    turned = (pattern[::-1, ::-1], pattern[:, ::-1])
    return max(float(likeness(one, pattern)) for one in turned) >= LEAST_SYMMETRY


def _everywhere(
    share: Floats, pattern: Floats, x: Floats, y: Floats, side_px: float
) -> tuple[Array, Array, Array]:
    """All places of the picture where the pattern is seen, those known among them."""
    half = pattern.shape[0] // 2
    model = pattern - pattern.mean()
    number = pattern.size
    seen = convolved(share, model[::-1, ::-1])
    mean = ndimage.uniform_filter(share, 2 * half + 1, mode="constant")
    square = ndimage.uniform_filter(share.astype(float) ** 2, 2 * half + 1, mode="constant")
    spread = np.sqrt(np.maximum((square - mean**2) * number, 1e-6) * (model**2).sum())
    alike = np.where(spread > 0.2 * (model**2).sum(), seen / spread, 0.0)
    top = (alike == ndimage.maximum_filter(alike, max(3, int(0.6 * side_px)))) & (alike > LEAST_IN_LINES)
    rows, columns = np.nonzero(top)
    more_x, more_y, match = _fitted(share, pattern, columns + 0.5, rows + 0.5)
    good = match > LEAST_IN_LINES
    x, y = np.concatenate([x, more_x[good]]), np.concatenate([y, more_y[good]])
    match = likeness(patches_of(share, x, y, half), pattern)
    kept: list[int] = []
    near = spatial.cKDTree(np.column_stack([x, y])).query_ball_point(
        np.column_stack([x, y]), max(1.5, side_px / 4)
    )
    taken = np.zeros(len(x), bool)
    for at in np.argsort(-match, kind="stable").tolist():
        if not taken[at]:
            kept.append(at)
            taken[near[at]] = True
    return x[kept], y[kept], match[kept]


def _errors(share: Floats, pattern: Floats, x: Floats, y: Floats) -> Array:
    """Standard error of each place: the misfit there over the slopes of the pattern."""
    down, across = np.gradient(pattern)
    slopes = float(((across**2).sum() + (down**2).sum()) / 2)
    left = patches_of(share, x, y, pattern.shape[0] // 2) - pattern
    errors: Array = np.sqrt((left**2).mean((1, 2)) / max(slopes, 1e-9))
    return errors
