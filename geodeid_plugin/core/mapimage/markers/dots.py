# SPDX-License-Identifier: GPL-2.0-or-later
"""Find the dots of a map picture: the step that turns a picture back into positions.

The sample symbols of a legend, in a framed box or outside the map's frame, are told from dots of the map: a
sample that is missed counts as a dot; a dot must never be lost.

Constants that name no source were set together on ``scripts/bench/mapimage_dots``, the effect of each alone
not measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.errors import Phrase, Refusal, UnjudgedError
from ...base.progress import Progress, part, silent
from ...base.scientific import ndimage, spatial
from ..budget import Budget, TooMuchError
from ..picture import checked_rgb, lab
from .classify import (
    Blobs,
    ColourClasses,
    blobs_of,
    colour_classes,
    ink_mask,
    is_mixture,
    small_paper,
    stand_on_areas,
)
from .coverage import Coverage
from .discs import Discs, largest_discs
from .learn import Marker, learn_marker, look_alike
from .locating.groups import MergedGroups, joined, merged_groups, split_close_pairs
from .locating.locate import Scene, locate
from .locating.regime import ALIASED, ANTIALIASED, SNAPPED, honest_error, is_aliased, phase_of, rounded_to
from .opensymbols import Symbols, open_symbols

LEAST_REGULARITY = 0.2
"""Least regularity of blobs (equal in size and shape) of a colour that is tried as dots."""
LEAST_SCORE = 0.02
"""Least score of a colour that is called dots at sensitivity 1; below it the picture is refused."""
POOR_MATCH, GOOD_MATCH = 0.88, 0.96
"""Correlation with its marker from which a kind of dots is possible, and from which it is certain; bars of a
map of 1854 reach 0.7 and are refused. Set on scripts/bench/mapimage_dots."""
FURTHER_CLASS_SHARE = 0.25
"""A further kind of dots needs this share of the best score."""
KINDRED_MATCH, KINDRED_PX, KINDRED_SIZE = 0.9, 2.5, 0.1
"""Correlation, least radius and difference of radius at which a marker of a known shape is another in a
further colour: blue dots on blue fills reach 0.94 (p2 of scripts/evidence/programs)."""
RIM_SHARE = 0.7
"""Share of small blobs that lie about larger ones of the same ink when they are pieces of their rims; chosen:
0.98 on drawings by matplotlib, the other dots of a map lie apart."""
SAME_INK = 15.0
"""CIELAB distance below which two kinds have one ink."""
HIDDEN_WEIGHT = 0.02
"""Weight of pixels under other dots."""
SMALL_RADIUS_PX = 1.6
"""Below this radius pieces of lines look like dots: poor matches are left out."""
SMALL_MATCH = 0.9
"""Match below which a small dot is poor (2 px dots among lines: recall 0.84, precision 0.81; 3 px 0.77 /
1.00)."""
LARGEST_SHARE, LARGEST_PX = 0.08, 40.0
"""Blobs as wide as this share of the picture, and as so many pixels, are areas: the same share as of a
vector page. Fitting them takes minutes."""
FEW_DOTS = 25
"""Where fewer are found, symbols drawn by lines are looked for as well: their pieces look like some dots."""
SIZES_IN_LEGEND = 5
"""Samples of sizes that a legend may show: four or five breaks are usual."""
MOST_DOTS = 30_000
"""More would take more than some minutes."""
MOST_STEPS = 1_500_000_000
"""Pixels that all fits of dots together may look at, about a minute of CPU: 1 521 touching discs of 21 px
take 460 million, 13 s."""


@dataclass(frozen=True)
class DotClass:
    """One kind of dot: its colour (r, g, b 0 to 255), marker shape, and radius of equal area."""

    colour_rgb: tuple[Any, ...]
    shape: str
    radius_px: float


@dataclass(frozen=True)
class Dots:
    """The dots found in a picture."""

    x_px: Array
    y_px: Array
    """Shape (n,). Centres in pixels, the centre of the top-left pixel at (0.5, 0.5)."""
    dot_class: Array
    """Shape (n,). Index into ``classes``."""
    error_px: Array
    """Shape (n,). Standard error of a position on each axis."""
    regime: str
    """``"snapped"`` (markers pasted at whole pixels), ``"antialiased"``, ``"aliased"``, or ``"vector"`` (read
    from the paths of a PDF or SVG)."""
    classes: tuple[Any, ...]
    groups: MergedGroups
    class_raster: Array
    """Shape (h, w), int16. Colour class of each pixel, the commonest colour 0."""
    dot_mask: Array
    """Shape (h, w), bool. Pixels covered by dots, halo included."""
    sizes_px: Array | None = None
    """Shape (n,). Radius of each dot, where symbols of one ink are of several sizes; None where size says
    nothing."""

    @property
    def where_px(self) -> Array:
        """Centres, shape (n, 2)."""
        return np.column_stack([self.x_px, self.y_px])

    @property
    def radius_px(self) -> Array:
        """Radius of the kind of each, shape (n,)."""
        return np.array([kind.radius_px for kind in self.classes])[np.asarray(self.dot_class, int)]

    def some(self, kept: Array) -> Dots:
        """Those that a mask keeps."""
        return replace(
            self, x_px=self.x_px[kept], y_px=self.y_px[kept], dot_class=self.dot_class[kept],
            error_px=self.error_px[kept], sizes_px=None if self.sizes_px is None else self.sizes_px[kept],
        )  # fmt: skip


def _dot_markers(
    rgb: Ints, found: ColourClasses, sensitivity: float, progress: Progress, budget: Budget
) -> list[Marker]:
    """Markers of the classes drawn as dots, the best first: each class judged by its own template."""
    ranked = [blobs_of(found, k) for k in range(1, len(found.pixels))]
    largest = max(LARGEST_SHARE * max(rgb.shape[:2]), LARGEST_PX)
    ranked = [
        blobs for blobs in ranked
        if blobs.regularity > LEAST_REGULARITY and 2 * np.sqrt(blobs.area_px / np.pi) <= largest
    ]  # fmt: skip
    ranked.sort(key=lambda blobs: -blobs.regularity)
    ranked = [one for one in ranked if not any(_is_rim(found, one, other) for other in ranked)]
    ranked = [one for one in ranked if look_alike(found, one)]
    tried: list[tuple[float, Blobs, Marker]] = []
    for turn, blobs in enumerate(ranked):
        progress(turn / len(ranked), Phrase("Looking for the colour of the dots"))
        if any(marker.match >= GOOD_MATCH and _same_places(blobs, other) for _, other, marker in tried):
            continue
        marker = learn_marker(rgb, found, blobs, budget)
        if 2 * marker.template.radius_px > largest:
            continue
        quality = np.clip((marker.match - POOR_MATCH) / (GOOD_MATCH - POOR_MATCH), 0.02, 1.0)
        tried.append((blobs.regularity * quality, blobs, marker))
    tried.sort(key=lambda trial: -trial[0])
    chosen: list[Marker] = []
    ended = False
    for score, blobs, marker in tried:
        if not chosen:
            if score * sensitivity < LEAST_SCORE or marker.match * sensitivity < POOR_MATCH:
                break
        elif score * sensitivity < FURTHER_CLASS_SHARE * tried[0][0] or marker.match < GOOD_MATCH:
            ended = True
        if ended and not any(_kindred(marker, other) for other in chosen):
            continue
        if len(blobs.x_px) > MOST_DOTS:
            raise TooMuchError(
                "picture.dots.too_many",
                "The picture shows about {count} dots; up to {most} are searched. Cut it into parts and "
                "search each of them.",
                count=len(blobs.x_px),
                most=MOST_DOTS,
            )
        if all(np.linalg.norm(lab(marker.ink_rgb) - lab(other.ink_rgb)) > SAME_INK for other in chosen):
            chosen.append(marker)
    return chosen


def _kindred(marker: Marker, other: Marker) -> bool:
    """Whether a marker is another in a further colour: fills beneath that resemble it spoil its match."""
    radius, same = marker.template.radius_px, other.template.radius_px
    return (
        marker.shape == other.shape != "unknown" and marker.match >= KINDRED_MATCH
        and radius >= KINDRED_PX and abs(radius - same) <= KINDRED_SIZE * same
    )  # fmt: skip


def _is_rim(found: ColourClasses, blobs: Blobs, other: Blobs) -> bool:
    """Whether blobs are pieces of the rims of larger ones: dots at whole pixels all have the same rim."""
    if blobs.area_px >= other.area_px or not is_mixture(found, blobs.colour_class, other.colour_class):
        return False
    return _near_share(blobs, other) > RIM_SHARE


def _same_places(blobs: Blobs, other: Blobs) -> bool:
    """Whether two classes are the core and the halo of the same markers."""
    return _near_share(blobs, other) > 0.3


def _near_share(blobs: Blobs, other: Blobs) -> float:
    """Share of blobs that lie within one and a half radii of another."""
    reach = 1.5 * np.sqrt(max(blobs.area_px, other.area_px) / np.pi)
    near = spatial.cKDTree(np.column_stack([other.x_px, other.y_px]))
    distance, _ = near.query(np.column_stack([blobs.x_px, blobs.y_px]))
    return float((distance < reach).mean())


def _coverage(rgb: Ints, marker: Marker, chosen: list[Marker], found: ColourClasses) -> Coverage:
    """Coverage by one kind of dot, the pixels under dots of other kinds given hardly any weight."""
    coverage = marker.coverage(rgb, found)
    weight = coverage.weight
    for other in chosen:
        if other is not marker:
            under = ink_mask(found, other.colour_class) & ~ink_mask(found, marker.colour_class)
            weight = np.where(under, np.float32(HIDDEN_WEIGHT), 1) * weight
    return replace(coverage, weight=weight)


def _without_line_pieces(scene: Scene) -> None:
    """Keep of very small dots only those that match, where most do not: those are pieces of lines."""
    if scene.template.radius_px < SMALL_RADIUS_PX:
        poor = scene.fits().match < SMALL_MATCH
        if len(poor) and poor.mean() > 0.5 and not poor.all():
            scene.keep(~poor)


def _watched(progress: Progress) -> tuple[Progress, Budget]:
    """A progress, and the budget of the fits, which hears a cancel wherever the progress stands."""
    stands = [0.0]

    def told(fraction: float, text: str = "") -> None:
        stands[0] = fraction
        progress(fraction, text)

    def heard(_fraction: float, text: str = "") -> None:
        progress(stands[0], text)

    doing = Phrase("Separating the dots")
    refusal = Refusal(
        "picture.dots.too_crowded",
        Phrase(
            "The dots of the picture are so many, so large or so crowded that finding them would take "
            "minutes, so it was refused. Cut it into parts, or draw it at a lower resolution, and check "
            "each of them."
        ),
    )
    return told, Budget(heard, doing, MOST_STEPS, refusal)


def _no_dots() -> UnjudgedError:
    return UnjudgedError(
        "picture.dots.none",
        "No colour of this picture is drawn as a set of similar dots. That is no proof that it "
        "shows none: try a higher sensitivity.",
    )


def _open_dots(found: ColourClasses, symbols: Symbols) -> Dots:
    """Rings, crosses and other symbols of lines as dots."""
    x_px, y_px, drawn = _as_drawn(symbols.x_px, symbols.y_px)
    colour = tuple(float(value) for value in found.centre_rgb[symbols.colour_class].round(1))
    kind = DotClass(colour, "open", symbols.side_px / 2)
    return Dots(
        x_px, y_px, np.zeros(len(x_px), int), honest_error(symbols.error_px, drawn), drawn, (kind,),
        joined([]), found.raster, _discs(found.raster.shape, x_px, y_px, symbols.side_px / 2 + 1),
    )  # fmt: skip


def _as_drawn(x_px: Array, y_px: Array) -> tuple[Array, Array, str]:
    """Places, of symbols pasted at whole pixels at the phase of these, and how they were drawn."""
    phase = phase_of(x_px, y_px)
    return (*rounded_to(phase, x_px, y_px), SNAPPED) if phase.snapped else (x_px, y_px, ANTIALIASED)


def _discs(shape: tuple[int, ...], x_px: Array, y_px: Array, radius_px: float) -> Array:
    """Pixels within a radius of places, (h, w) bool."""
    mask = np.zeros(shape, dtype=bool)
    along = np.arange(-int(radius_px) - 1, int(radius_px) + 2)
    rows = np.floor(y_px).astype(int)[:, None, None] + along[None, :, None]
    columns = np.floor(x_px).astype(int)[:, None, None] + along[None, None, :]
    rows, columns = np.broadcast_arrays(rows, columns)
    away = np.hypot(columns + 0.5 - x_px[:, None, None], rows + 0.5 - y_px[:, None, None])
    inside = (away <= radius_px) & (rows >= 0) & (rows < shape[0]) & (columns >= 0) & (columns < shape[1])
    mask[rows[inside], columns[inside]] = True
    return mask


def find_dots(rgb: Ints, progress: Progress = silent, sensitivity: float = 1.0) -> Dots:
    """Find the dots of a map picture without being told their colour, shape or size.

    Parameters
    ----------
    rgb : (h, w, 3) uint8 array
    sensitivity : float
        Above 1 accepts less regular blobs as dots, below 1 fewer.

    Raises
    ------
    UnjudgedError
        When the picture cannot be searched or holds nothing like a set of dots.
    TooMuchError
        When finding them would take minutes.
    """
    rgb = checked_rgb(rgb)
    found = colour_classes(rgb)
    progress, budget = _watched(progress)
    try:
        return _of_ink(rgb, found, sensitivity, progress, budget)
    except TooMuchError:
        raise
    except UnjudgedError:
        dots = _of_paper(found, sensitivity, progress, budget)
        if dots is None:
            raise
        return dots


def _of_paper(found: ColourClasses, sensitivity: float, progress: Progress, budget: Budget) -> Dots | None:
    """Plain dots in the colour of the paper; None where there are none."""
    pieces = small_paper(found)
    if pieces is None:
        return None
    try:
        dots = _of_ink(pieces, colour_classes(pieces), sensitivity, progress, budget)
    except TooMuchError:
        raise
    except UnjudgedError:
        return None
    radius = max(kind.radius_px for kind in dots.classes)
    plain = all(kind.shape not in ("unknown", "open") for kind in dots.classes)
    if not plain or not stand_on_areas(found, dots.x_px, dots.y_px, radius):
        return None
    colour = tuple(float(value) for value in found.centre_rgb[0].round(1))
    kinds = tuple(replace(kind, colour_rgb=colour) for kind in dots.classes)
    return replace(dots, classes=kinds, class_raster=found.raster)


def _of_ink(rgb: Ints, found: ColourClasses, sensitivity: float, progress: Progress, budget: Budget) -> Dots:
    """Dots in any colour but that of the paper."""
    chosen = _dot_markers(rgb, found, sensitivity, part(progress, 0.1, 0.3), budget)
    discs = _sized(rgb, found, chosen, budget)
    if not chosen and discs is None:
        symbols = open_symbols(rgb, found, part(progress, 0.3, 1.0))
        if symbols is None:
            raise _no_dots()
        return _open_dots(found, symbols)
    parts = []
    if discs is not None:
        chosen = [
            marker for marker in chosen
            if not same_ink(found, marker, discs[0]) and not _of_rims(marker, discs[1])
        ]  # fmt: skip
        parts.append(_of_discs(found, *discs))
    for index, marker in enumerate(chosen):
        step = part(progress, 0.3 + 0.7 * index / len(chosen), 0.3 + 0.7 * (index + 1) / len(chosen))
        covered = replace(_coverage(rgb, marker, chosen, found), budget=budget)
        parts.append(_located(covered, marker, len(parts), step))
    dots = _joined(found, parts)
    radius = max(one.kind.radius_px for one in parts)
    samples = len(parts) + (0 if discs is None else SIZES_IN_LEGEND)
    kept = ~legend_samples(found.raster, dots.dot_mask, dots.x_px, dots.y_px, radius, samples)
    if kept.sum() < FEW_DOTS:
        symbols = open_symbols(rgb, found, progress)
        if symbols is not None and len(symbols.x_px) > 2 * kept.sum():
            return _open_dots(found, symbols)  # the few are pieces of lines, or of the symbols
    if not kept.any():
        raise _no_dots()
    return dots.some(kept)


@dataclass(frozen=True)
class _Part:
    """Dots of one kind: places, errors, how they were drawn, pixels, merged groups, radii where they vary."""

    x_px: Array
    y_px: Array
    error_px: Array
    drawn: str
    kind: DotClass
    mask: Array
    groups: MergedGroups
    sizes_px: Array | None = None


def _located(covered: Coverage, marker: Marker, index: int, step: Progress) -> _Part:
    """Dots of one marker, wherever its template explains the ink."""
    scene = locate(covered, marker.template, step)
    _without_line_pieces(scene)
    split_close_pairs(scene)
    fits = scene.fits()
    clear = fits.match > 0.8
    phase = phase_of(fits.x_px[clear], fits.y_px[clear])
    x_px, y_px, drawn = fits.x_px, fits.y_px, ANTIALIASED
    if phase.snapped:
        drawn = SNAPPED
        x_px, y_px = rounded_to(phase, x_px, y_px)
    elif is_aliased(scene.rim_shares(clear)):
        drawn = ALIASED
    colour = tuple(float(value) for value in marker.ink_rgb.round(1))
    return _Part(
        x_px, y_px - marker.rise_px, honest_error(fits.error_px, drawn), drawn,
        DotClass(colour, marker.shape, marker.template.radius_px), scene.covered(),
        merged_groups(scene, index),
    )  # fmt: skip


def _sized(rgb: Ints, found: ColourClasses, chosen: list[Marker], budget: Budget) -> tuple[int, Discs] | None:
    """Discs of several sizes with their ink, where they may be the dots of the map."""
    best = largest_discs(rgb, found, budget)
    if best is None or not chosen or any(same_ink(found, marker, best[0]) for marker in chosen):
        return best
    most = max(len(marker.example_x_px) for marker in chosen)
    return best if len(best[1].x_px) >= FURTHER_CLASS_SHARE * most else None


def same_ink(found: ColourClasses, marker: Marker, colour_class: int) -> bool:
    """Whether a marker is drawn in an ink, or in that of its rims; a pale fill is its middle then.

    ``colour_class``: the ink.
    """
    if marker.colour_class == colour_class:
        return True
    off = float(np.linalg.norm(lab(marker.ink_rgb) - found.centre_lab[colour_class]))
    return off <= SAME_INK or is_mixture(found, marker.colour_class, colour_class)


def _of_rims(marker: Marker, discs: Discs) -> bool:
    """Whether a marker is the pieces of lines that show through the soft rims of discs."""
    if marker.template.radius_px > discs.rim_px / 2 + 1 or not discs.rim_px:
        return False
    away, nearest = spatial.cKDTree(np.column_stack([discs.x_px, discs.y_px])).query(
        np.column_stack([marker.example_x_px, marker.example_y_px])
    )
    return bool(np.mean(away <= discs.radius_px[nearest] + 1) > RIM_SHARE)


def _of_discs(found: ColourClasses, colour_class: int, discs: Discs) -> _Part:
    """Symbols sized by a number as dots."""
    x_px, y_px, drawn = _as_drawn(discs.x_px, discs.y_px)
    colour = tuple(float(value) for value in found.centre_rgb[colour_class].round(1))
    mask = np.zeros(found.raster.shape, dtype=bool)
    for size in np.unique(np.ceil(discs.radius_px)).tolist():
        own = np.ceil(discs.radius_px) == size
        mask |= _discs(found.raster.shape, x_px[own], y_px[own], size + 1)
    kind = DotClass(colour, "circle", float(np.median(discs.radius_px)))
    return _Part(
        x_px, y_px, honest_error(discs.error_px, drawn), drawn, kind, mask, joined([]),
        discs.radius_px - discs.rim_px / 2,
    )  # fmt: skip


def _joined(found: ColourClasses, parts: list[_Part]) -> Dots:
    """The dots of all kinds."""
    sizes = None
    if any(one.sizes_px is not None for one in parts):
        sizes = np.concatenate([
            np.full(len(one.x_px), one.kind.radius_px) if one.sizes_px is None else one.sizes_px
            for one in parts
        ])  # fmt: skip
    return Dots(
        np.concatenate([one.x_px for one in parts]), np.concatenate([one.y_px for one in parts]),
        np.repeat(np.arange(len(parts)), [len(one.x_px) for one in parts]),
        np.concatenate([one.error_px for one in parts]), parts[0].drawn, tuple(one.kind for one in parts),
        joined([one.groups for one in parts]), found.raster,
        np.logical_or.reduce([one.mask for one in parts]), sizes,
    )  # fmt: skip


LEGEND_SHARE = 0.35
"""A legend is no larger than this share of the picture."""
FRAMED_SHARE = 0.9
"""Share of each side of a box that must be line."""
FRAME_DEPTH_PX = 4
"""How far about its place a frame line is looked for."""
LEAST_SIDE_RADII = 10
"""Shortest side of a legend, in radii of the dot."""
PLAIN_SHARE = 0.6
"""Least share of the box in its one ground colour."""
SPARE_DOTS = 2
"""Samples that there may be beyond one a class."""
ALIGNED_PX = 1.5
"""How far samples may be from one column."""
INK_SHARE = 0.03
"""Share of ink that is text."""
LINE_SHARE = 0.5
"""Share of the page's width that the line of a frame runs."""
BLANK_SHARE = 0.002
"""Most ink to the left of a sample beyond the frame."""
SIDE_SHARE = 0.4
"""Share of the page's height that the sides of a frame run."""


def _frames(raster: Ints, x: Floats, y: Floats, least_side: float) -> Iterator[tuple[int, int, int, int]]:
    """Boxes (left, top, right, bottom) of plain rectangles framed by lines that hold some of the dots."""
    height, width = raster.shape
    labels, count = ndimage.label(raster == 0)
    for number, box in enumerate(ndimage.find_objects(labels, count), start=1):
        top, bottom, left, right = box[0].start, box[0].stop, box[1].start, box[1].stop
        high, wide = bottom - top, right - left
        if max(high / height, wide / width) > LEGEND_SHARE or min(high, wide) < least_side:
            continue
        if (labels[box] == number).mean() < PLAIN_SHARE:
            continue
        inside = (x > left) & (x < right) & (y > top) & (y < bottom)
        if inside.any() and _framed(raster, top, bottom, left, right):
            yield left, top, right, bottom


def _framed(raster: Ints, top: int, bottom: int, left: int, right: int) -> bool:
    """Whether lines run along all four sides just outside a box."""
    height, width = raster.shape
    if top < FRAME_DEPTH_PX or left < FRAME_DEPTH_PX or bottom + FRAME_DEPTH_PX > height:
        return False
    if right + FRAME_DEPTH_PX > width:
        return False
    ink = raster != 0
    sides = (
        ink[top - FRAME_DEPTH_PX : top, left:right].any(0),
        ink[bottom : bottom + FRAME_DEPTH_PX, left:right].any(0),
        ink[top:bottom, left - FRAME_DEPTH_PX : left].any(1),
        ink[top:bottom, right : right + FRAME_DEPTH_PX].any(1),
    )
    return all(side.mean() >= FRAMED_SHARE for side in sides)


def legend_samples(
    raster: Ints, dot_mask: Bools, x_px: Floats, y_px: Floats, radius_px: float, classes: int
) -> Bools:
    """Which dots are samples of a legend: few, and each with text to its right.

    They stand in one column of a framed box; or outside the frame of the map, the page blank to their left.

    ``raster``: (h, w), colour classes, the ground 0. ``dot_mask``: (h, w), pixels of dots. ``x_px``,
    ``y_px``: (n,) ``classes``: kinds of dots found.
    """
    sample = np.zeros(len(x_px), dtype=bool)
    ink, width = (raster != 0) & ~dot_mask, raster.shape[1]
    for left, top, right, bottom in _frames(raster, x_px, y_px, LEAST_SIDE_RADII * radius_px):
        inside = np.flatnonzero((x_px > left) & (x_px < right) & (y_px > top) & (y_px < bottom))
        if len(inside) > classes + SPARE_DOTS or np.ptp(x_px[inside]) > ALIGNED_PX:
            continue
        if all(_text_beside(ink, x_px[i], y_px[i], radius_px, left, right) for i in inside):
            sample[inside] = True
    for beyond in _parted(ink, x_px, y_px):
        few = len(beyond) <= classes + SPARE_DOTS
        if few and all(_text_beside(ink, x_px[i], y_px[i], radius_px, 0, width, BLANK_SHARE) for i in beyond):
            sample[beyond] = True
    return sample


def _parted(ink: Bools, x: Floats, y: Floats) -> Iterator[Ints]:
    """Dots outside each side of the map's frame: what is left out here can't be a dot of the map."""
    for places, page in ((y, ink), (x, ink.T)):
        for line in np.flatnonzero(page.mean(axis=1) >= LINE_SHARE):
            if _sides_follow(page, line, slice(line, None)):
                yield np.flatnonzero(places < line)
            if _sides_follow(page, line, slice(0, line + 1)):
                yield np.flatnonzero(places > line)


def _sides_follow(page: Bools, line: int, rows: slice) -> bool:
    """Whether lines run on from both ends of a line across the page, as those of a frame do."""
    ends = np.flatnonzero(page[line])[[0, -1]]
    sides = (page[rows, max(end - FRAME_DEPTH_PX, 0) : end + FRAME_DEPTH_PX].any(axis=1) for end in ends)
    return all(side.sum() >= SIDE_SHARE * len(page) for side in sides)


def _text_beside(
    ink: Bools, x: float, y: float, radius: float, left: int, right: int, blank: float = INK_SHARE
) -> bool:
    """Ink to the right of a symbol and less than ``blank`` of it to its left, within its row."""
    rows = slice(max(int(y - 1.5 * radius), 0), int(y + 1.5 * radius) + 1)
    after = ink[rows, int(x + 2 * radius) : min(int(x + 14 * radius), right)]
    before = ink[rows, left : max(int(x - 2 * radius), left)]
    if not after.size or after.mean() <= INK_SHARE:
        return False
    return not before.size or before.mean() < blank
