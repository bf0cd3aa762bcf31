# SPDX-License-Identifier: GPL-2.0-or-later
"""Read counts back from the sizes of symbols, by the laws that programs draw them by.

A count is a whole number, so the radii of its symbols lie on a ladder. Four ladders are usual: area
proportional to the count (QGIS, matplotlib, D3, Tableau), radius proportional to it (Leaflet by hand), radius
growing with the root of what is above the smallest (ggplot2's ``scale_size``, an area scale that is stretched
to a range), and equal steps of the radius (graduated symbols of QGIS). The ladder that fits with the smallest
numbers is taken: whoever reads the map sees the legend besides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Callable

import numpy as np

from ...base.arrays import Array, Floats, Ints

AREA, RADIUS, ROOT, STEPS = "area", "radius", "root", "steps"
SAME_SIZE_PX = 0.12
"""Radii that differ less are one size: those of equal symbols spread by 0.03 px, in JPEG by 0.1."""
LARGEST_FIRST = 10
"""Most people that the smallest symbol may stand for."""
LARGEST_COUNT = 400
"""Most people that a symbol may stand for: above, neighbouring sizes can't be told apart."""
LEAST_FIT = 0.15
"""Root mean square distance of the radii from their rungs, as a share of the rungs' distance; sizes that lie
on no ladder give 0.29."""
LEAST_RUNG_PX = 0.12
"""Difference of radius between a count and the next from which they can be told: four times the error of
0.03 px."""
LEAST_DISTINCT = 0.8
"""Share of the sizes that must tell counts of their own; chosen: most."""
LEAST_LEVELS = 4
"""Fewer sizes lie on every ladder."""


@dataclass(frozen=True)
class SizeCounts:
    """Counts that sizes tell."""

    counts: Array
    """Shape (n,). Count of each symbol; the number of its size, the smallest 1, where no ladder fits."""
    law: str | None
    """``area``, ``radius``, ``root`` or ``steps``; None where no ladder fits."""
    sizes: int
    """Different sizes."""


def sizes_of(radius_px: Floats) -> tuple[Array, Ints]:
    """The different radii, ascending, and which of them each symbol has."""
    order = np.argsort(radius_px, kind="stable")
    ordered = np.asarray(radius_px, float)[order]
    number = np.concatenate([[0], np.cumsum(np.diff(ordered) > SAME_SIZE_PX)])
    level = np.empty(len(ordered), int)
    level[order] = number
    return np.array([np.median(ordered[number == at]) for at in range(number[-1] + 1)]), level


def counts_of(radius_px: Floats) -> SizeCounts:
    """The counts that symbols of these radii stand for.

    ``radius_px``: (n,), at least one.

    >>> found = counts_of(3.0 * np.sqrt([1, 2, 2, 3, 4, 5, 6, 7, 8, 10]))
    >>> found.law, found.counts.tolist()
    ('area', [1, 2, 2, 3, 4, 5, 6, 7, 8, 10])
    """
    levels, level = sizes_of(radius_px)
    if len(levels) >= LEAST_LEVELS:
        fits = [
            (int(counts.max()), misfit, law, counts)
            for law, counts, misfit in _ladders(levels, np.bincount(level).astype(float))
            if misfit <= LEAST_FIT and counts.max() <= LARGEST_COUNT
        ]
        if fits:
            _, _, law, counts = min(fits, key=lambda one: one[:2])
            return SizeCounts(counts[level], law, len(levels))
    return SizeCounts(level + 1, None, len(levels))


def _ladders(levels: Floats, symbols: Floats) -> Iterator[tuple[str, Ints, float]]:
    """Every ladder with the counts of the sizes on it, and how far off its rungs they lie."""
    for start in range(1, LARGEST_FIRST + 1):
        yield _climbed(AREA, levels, symbols, start, start)
        yield _climbed(RADIUS, levels, symbols, start, start)
    for step in range(1, LARGEST_FIRST):
        yield _climbed(ROOT, levels, symbols, 1, 1 + step)
        yield _climbed(STEPS, levels, symbols, 1, 1 + step)


_RUNGS: dict[str, Callable[[Array], Array]] = {
    AREA: lambda n: np.sqrt(n)[:, None],
    RADIUS: lambda n: n[:, None],
    ROOT: lambda n: np.column_stack([np.ones(len(n)), np.sqrt(n - 1)]),
    STEPS: lambda n: np.column_stack([np.ones(len(n)), n - 1]),
}
"""Radius of a count, as factors of the numbers that are fitted."""
_COUNT: dict[str, Callable[[float, Array], float]] = {
    AREA: lambda r, fit: (r / fit[0]) ** 2,
    RADIUS: lambda r, fit: r / fit[0],
    ROOT: lambda r, fit: 1 + ((r - fit[0]) / fit[1]) ** 2,
    STEPS: lambda r, fit: 1 + (r - fit[0]) / fit[1],
}
"""Count of a radius, the other way round."""


def _climbed(law: str, levels: Floats, symbols: Floats, first: int, second: int) -> tuple[str, Ints, float]:
    """One ladder from the smallest of ascending radii up, the counts of the first two given."""
    counts = [float(first)] if first == second else [float(first), float(second)]
    weight = np.sqrt(symbols)[:, None]
    for at in range(len(counts), len(levels) + 1):
        rungs = _RUNGS[law](np.array(counts)) * weight[:at]
        fit = np.linalg.lstsq(rungs, levels[:at] * weight[:at, 0], rcond=None)[0]
        if at < len(levels):
            counts.append(float(np.rint(np.clip(_COUNT[law](levels[at], fit), 1, LARGEST_COUNT + 1))))
    found = np.array(counts)
    off = levels - _RUNGS[law](found) @ fit
    rung = (_RUNGS[law](found + 1) - _RUNGS[law](found)) @ fit
    # A symbol that others half cover has a size of its own.
    rising = bool((np.diff(found) >= 0).all()) and len(np.unique(found)) >= LEAST_DISTINCT * len(found)
    rising = rising and bool(rung.min() >= LEAST_RUNG_PX)
    square = np.average((off / np.maximum(rung, 1e-9)) ** 2, weights=symbols)
    misfit = float(np.sqrt(square)) if rising else np.inf
    return law, found.astype(int), misfit
