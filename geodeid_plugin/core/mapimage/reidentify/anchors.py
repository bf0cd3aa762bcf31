# SPDX-License-Identifier: GPL-2.0-or-later
"""Where the symbols of a picture point: the centre of a dot need not be its place.

matplotlib rounds the place of a symbol to the corner of a pixel and draws it half a pixel farther right
and down; pins point with their tip, letters stand beside their place. Borders do not move with the symbols,
so the picture itself does not say so. The check knows the records: a shift that all symbols of a kind share
is read from them, as whoever knows the program reads it from its manual.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from ...base.arrays import Array, Floats
from ...base.errors import Phrase
from ...base.scientific import spatial, special
from ...base.verdict import MADE, Check
from ..markers.dots import Dots
from ..markers.locating.regime import SNAPPED, VECTOR, phase_of

CENTRE, HALF_PIXEL, ANCHOR, FEW = "centre", "half_pixel", "anchor", "few"
HALF_PX = 0.5
"""Right and down, from place to symbol, by matplotlib 3.6 and 3.11 (196 dots each: +.50, +.50)."""
NEAR_HALF_PX = 0.25
"""A phase nearer to the middle of a pixel than to its corner: Leaflet rounds to corners, and shifts none."""
LARGEST_SPREAD_PX = 0.35
"""Standard deviation along an axis up to which symbols share one shift: places rounded to whole pixels
spread by 0.29, those of a mask by whole pixels."""
NEAR_PX = 0.8
"""Shifts so near the commonest one count as the same: the corner of a pixel is 0.71 from its middle."""
ENLARGED = (1.0, 1.5, 2.25, 3.4)
"""How many times larger a scan may show a picture; steps of a half, up to 90 dpi scanned at 300."""
LEAST_TOLD_PX = 0.05
"""A shorter shift is 0.0 px in a sentence; it is told where it exposes other records than the centres."""
LEAST_SYMBOLS = 5
"""Fewer symbols of a kind share a shift by accident."""
LEAST_SHARE = 0.5
"""Share of the symbols of a kind that must share the shift; chosen: most of them."""
CHANCE = 0.001
"""Probability at which chance alone may make a shift that symbols share."""
MOST_SYMBOLS = 2_000
"""Symbols of a kind from which the shift is measured, fewer where it is looked for farther about."""


@dataclass(frozen=True)
class Reading:
    """One way to read where the symbols point."""

    key: str
    """``centre``, ``half_pixel``, ``anchor`` or ``few``."""
    shift_px: Array
    """Shape (d, 2). From the centre of each dot to its place, pixels right and down."""


def readings_of(dots: Dots, centres: Floats, places: Floats) -> tuple[Reading, ...]:
    """The ways to read a picture's symbols, the centres first.

    ``centres``, ``places``: (d, 2) and (r, 2), the dots and the records on one plane whose axes are the
    picture's, pixels.
    """
    still = np.zeros((len(dots.x_px), 2))
    half, anchor, few = still.copy(), still.copy(), np.zeros(len(still), bool)
    drawn = dots.where_px
    for number, kind in enumerate(dots.classes):
        own = np.asarray(dots.dot_class) == number
        if dots.regime != VECTOR and stamped_at_half(drawn[own]):
            half[own] = -HALF_PX
        # A scan hides that symbols were stamped, and shows their pixels larger than its own.
        sizes = ENLARGED[:1] if dots.regime in (VECTOR, SNAPPED) else ENLARGED
        shift = _first_shift(np.asarray(centres, float)[own], places, 3 * kind.radius_px + 2, sizes)
        if shift is not None:
            anchor[own] = shift
        few |= own & (own.sum() < LEAST_SYMBOLS) & (dots.regime != VECTOR)
    ways = [Reading(CENTRE, still)]
    ways += [Reading(HALF_PIXEL, half)] if half.any() else []
    ways += [Reading(ANCHOR, anchor)] if anchor.any() else []
    # Too few to show that they were stamped, or by how much a scan enlarged them: each size is a way.
    others = ways[-1].shift_px
    for size in ENLARGED if few.any() else ():
        ways.append(Reading(FEW, np.where(few[:, None], -HALF_PX * size, others)))
    return tuple(ways)


def stamped_at_half(centres: Floats) -> bool:
    """Whether symbols were pasted at whole pixels, their centres in the middle of one.

    >>> at = np.arange(40.0)
    >>> stamped_at_half(np.column_stack([7 * at + 0.5, 5 * at + 0.5]))
    True
    >>> stamped_at_half(np.column_stack([7 * at, 5 * at])), stamped_at_half(np.column_stack([0.3 * at, at]))
    (False, False)
    """
    phase = phase_of(*np.asarray(centres, float).T)
    return phase.snapped and all(abs(abs(value) - 0.5) < NEAR_HALF_PX for value in (phase.x_px, phase.y_px))


def _first_shift(centres: Floats, places: Floats, reach_px: float, sizes: Sequence[float]) -> Array | None:
    """The shift that symbols share, read with pixels of the first of some sizes at which there is one."""
    shifts = (common_shift(centres, places, reach_px, size) for size in sizes)
    return next((shift for shift in shifts if shift is not None), None)


def common_shift(centres: Floats, records_px: Floats, reach_px: float, pixel_px: float = 1.0) -> Array | None:
    """The shift from symbol to place that most symbols share, other than none; or None.

    ``centres``: (d, 2), centres of the symbols of one kind, pixels. ``records_px``: (r, 2), true places,
    pixels. ``reach_px``: the largest shift looked for. ``pixel_px``: side of the pixels to which the places
    may have been rounded, larger than one in a scan.

    >>> places = np.random.default_rng(1).uniform(0, 500, (40, 2))
    >>> common_shift(places + [1.0, 12.0], places, 30.0).round(6).tolist()
    [-1.0, -12.0]
    >>> common_shift(places, places, 30.0) is None
    True
    """
    centres = np.asarray(centres, float)[:: max(1, int(len(centres) * pixel_px**2) // MOST_SYMBOLS)]
    records_px = np.asarray(records_px, float).reshape(-1, 2)
    near_px = NEAR_PX * pixel_px
    if min(len(centres), len(records_px)) < LEAST_SYMBOLS or near_px > reach_px:
        return None
    near = spatial.cKDTree(records_px).query_ball_point(centres, reach_px)
    dot = np.repeat(np.arange(len(centres)), [len(one) for one in near])
    if not len(dot):
        return None
    record = np.concatenate([np.asarray(one, int) for one in near])
    shifts = records_px[record] - centres[dot]
    tree = spatial.cKDTree(shifts)
    middle = shifts[np.argmax(tree.query_ball_point(shifts, near_px, return_length=True))]
    for _ in range(3):
        same = tree.query_ball_point(middle, near_px)
        middle = shifts[same].mean(axis=0)
    alike = len(np.unique(dot[same]))
    expected = len(shifts) * (near_px / reach_px) ** 2
    if alike < max(LEAST_SYMBOLS, LEAST_SHARE * len(centres)) or _by_chance(alike, len(shifts), expected):
        return None
    spread = shifts[same].std(axis=0)
    moved = (np.abs(middle) > 3 * np.maximum(spread, 1e-9) / np.sqrt(alike)).any()
    if not moved or np.hypot(*middle) < 1e-6 or (spread > LARGEST_SPREAD_PX * pixel_px).any():
        return None
    return cast("Array", middle)


def left_open(readings: Sequence[Reading], shown: Sequence[bool], off_m: Sequence[float]) -> list[int]:
    """Which readings the layer that was drawn leaves open, by their numbers.

    Where the dots are that layer's points, the reading that puts them nearest to these points is the one by
    which they were drawn. Another way to stamp symbols then exposes more records than the picture does, and
    is closed. A shift from most symbols to the true records is no accident: it gives these away even if the
    layer was made by that very shift, so it stays open however short it is.

    ``readings``: from :func:`readings_of`. ``shown``: whether the dots, so read, are the points that were
    drawn (:func:`.judge.shows`). ``off_m``: median distance of the dots, so read, from these points, metres.

    >>> half, pin = np.full((9, 2), -0.5), np.full((9, 2), 12.0)
    >>> ways = [Reading(CENTRE, 0 * half), Reading(HALF_PIXEL, half)]
    >>> left_open(ways, [True, True], [30.0, 2.0]), left_open(ways, [False, False], [30.0, 2.0])
    ([1], [0, 1])
    >>> left_open([*ways, Reading(ANCHOR, pin)], [True, True, False], [2.0, 30.0, 500.0])
    [0, 1, 2]
    >>> left_open([*ways, Reading(ANCHOR, pin / 30)], [True, True, True], [2.0, 30.0, 25.0])
    [0, 2]
    """
    everything = list(range(len(readings)))
    fit = [at for at in everything if shown[at]]
    if not fit:
        return everything
    nearest = min(fit, key=lambda at: off_m[at])
    apart = [np.hypot(*(one.shift_px - readings[nearest].shift_px).T).max() for one in readings]
    if max(apart) > NEAR_PX:
        return everything
    return [at for at in everything if at == nearest or readings[at].key == ANCHOR]


def _by_chance(alike: int, pairs: int, expected: float) -> bool:
    """Whether the commonest of so many shifts may be that common by chance (Poisson, all of them tried)."""
    return bool(pairs * special.gammainc(alike, expected) > CHANCE)


def anchors_checks(readings: Sequence[Reading], exposed: Sequence[int]) -> tuple[Check, ...]:
    """What a verdict says of the readings beside the centres.

    ``readings``: from :func:`readings_of`. ``exposed``: records that each exposes, or, where nothing says who
    is exposed, places it finds.
    """
    others = [(one, count) for one, count in zip(readings, exposed) if one.key not in (CENTRE, FEW)]
    few = [(one, count) for one, count in zip(readings, exposed) if one.key == FEW]
    if few:  # they differ by the size of a pixel alone
        others.append(max(few, key=lambda way: way[1]))
    return tuple(
        _told(reading, count, exposed[0])
        for reading, count in others
        if count != exposed[0] or _length_px(reading) >= LEAST_TOLD_PX
    )


def _length_px(reading: Reading) -> float:
    moved = reading.shift_px[reading.shift_px.any(axis=1)]
    return float(np.median(np.hypot(*moved.T)))


def _told(reading: Reading, count: int, centre: int) -> Check:
    if reading.key == HALF_PIXEL:
        sentence = Phrase(
            "The symbols were pasted at whole pixels. Drawn by matplotlib, they lie half a pixel to the "
            "right of and below their places, and {count} records are exposed; read by their centres, "
            "{centre}. The reading that exposes most was judged.",
            count=count,
            centre=centre,
        )
        return Check(HALF_PIXEL, MADE, sentence)
    if reading.key == FEW:
        sentence = Phrase(
            "Fewer than {least} symbols of a kind do not show whether they were pasted at whole pixels. If "
            "they were, by matplotlib, {count} records are exposed; read by their centres, {centre}. The "
            "reading that exposes most was judged.",
            least=LEAST_SYMBOLS,
            count=count,
            centre=centre,
        )
        return Check(FEW, MADE, sentence)
    sentence = Phrase(
        "The symbols do not stand with their centres on the places: these lie {px:.1f} px away, all in one "
        "direction. Whoever knows where such a symbol points exposes {count} records; read by the centres, "
        "{centre}. The reading that exposes most was judged.",
        px=_length_px(reading),
        count=count,
        centre=centre,
    )
    return Check(ANCHOR, MADE, sentence)
