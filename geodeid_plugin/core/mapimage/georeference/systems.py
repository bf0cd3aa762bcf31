# SPDX-License-Identifier: GPL-2.0-or-later
"""Recognise the coordinate system that a picture was drawn in, by arithmetic on lines already located."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Callable

import numpy as np

from ...base.arrays import Array, Floats
from ...base.errors import InputError
from .polish import Measured, Polished
from .search import Pieces
from .warp import AFFINE, SIMILARITY, Warp, similarity_of

LEAST_NOISE_PX = 0.05
"""Least standard deviation of a line about its place that systems are compared with: drawing programs round
and simplify."""
ASTRAY = 0.05
"""Share of pieces taken to lie on another line, wherever that is."""
ASTRAY_WIDTH_PX = 5.0
"""Width of the band that pieces astray are spread over: lines are looked for 2.5 px to each side."""
INDEPENDENT_PX = 10.0
"""Length of outline that counts as one observation, as in the expected error of a placement."""
ALIKE_PX = 0.02
"""Systems that differ by less over the lines in view are one for the picture."""
BEHIND = 8.0
"""Systems whose log-likelihood is further behind the best are not those of the picture: odds of 3 000."""
MOST_COMPARED = 1500
"""Pieces that systems are compared on: it saves time alone."""
MOST_ASPECT = 1.7
"""Largest ratio of the two scales: square degrees at latitude 54 drawn as if they were square."""
MOST_ASLANT = 0.05
"""Most by which a photograph makes one rim of the outline larger than its middle: twice what a hand does that
means to take the page from above. Chosen."""
SPREAD = 1.4826
"""Standard deviation of a normal law over its median absolute value."""
ROUNDS = 4
"""Rounds in which a similarity is fitted to the lines, those far off dropping out."""


@dataclass(frozen=True)
class System:
    """A coordinate system that a picture may be drawn in."""

    name: str
    """What it is called."""
    forward: Callable[[Array], Array]
    inverse: Callable[[Array], Array]
    """``(n, 2)`` longitudes and latitudes to map units, northings upwards, and back; not finite where there
    is no such place."""
    definition: str = ""
    """What programs know it by: a code, a PROJ string or WKT."""

    def to_lonlat(self, on_map: Array) -> Array:
        """Longitudes and latitudes of places of a picture, shape (n, 2).

        Raises
        ------
        InputError
            One of them is no place on Earth.
        """
        lonlat = self.inverse(on_map)
        if not np.isfinite(lonlat).all():
            raise InputError(
                "picture.position.outside_crs",
                "A position of the picture lies outside the coordinate system {crs}. Check the placement.",
                crs=self.name,
            )
        return lonlat


@dataclass(frozen=True)
class Guess:
    """A system with the similarity that brings the outline drawn in it onto the lines."""

    system: System
    origin: Array
    """Shape (2,). Map units that ``warp`` is counted from."""
    warp: Warp
    """To pixels."""
    evidence: float
    """Log-likelihood of the lines, less the penalty for freedom."""
    freedom: int
    """Numbers that were free: 6 where the sides have scales of their own, 8 of a perspective."""
    pixels: Array
    """Shape (m, 2). Where it puts the pieces of outline that systems are compared on."""


def guesses(
    lines: Polished,
    lonlat: Floats,
    systems: tuple[System, ...],
    freedoms: tuple[int, ...] = (SIMILARITY, AFFINE),
) -> list[Guess]:
    """Fit every system to lines that were located with a free model; best first, those far behind left out.

    ``lines``: the outline placed with as many free numbers as it needs. ``lonlat``: (v, 2), vertices of the
    outline, degrees. ``freedoms``: numbers that are free in a fit, each tried.
    """
    measured = lines.measured
    used = np.flatnonzero(lines.weight > 0)
    every = max(1, len(used) // MOST_COMPARED)
    used = used[::every]
    pieces, normal = measured.pieces[used], measured.normal[used]
    goal = measured.where[used] + measured.offset[used, None] * normal
    length = measured.length[used] * (every / INDEPENDENT_PX)
    tried, off = [], []
    for system in systems:
        drawn = _drawn_in(system, lonlat, pieces)
        if drawn is None:
            continue
        moved, origin = drawn
        for freedom in freedoms:
            warp = _fitted(moved, goal, normal, length, freedom)
            aslant = float(np.abs(moved.middle / warp.size @ warp.lean).max())
            if warp.aspect < MOST_ASPECT and aslant < MOST_ASLANT:
                place = warp.pixels(moved.middle)
                off.append(np.sum((goal - place) * normal, axis=1))
                tried.append(Guess(system, origin, warp, 0.0, freedom, place))
    noise = noise_of([SPREAD * float(np.median(np.abs(offset))) for offset in off])
    found = []
    for guess, offset in zip(tried, off):
        worth = float(length @ likelihood(offset, noise)) - penalty(guess.freedom, length.sum())
        found.append(replace(guess, evidence=worth))
    return sorted(found, key=lambda guess: -guess.evidence)


def unlike(found: list[Guess], most: int) -> list[Guess]:
    """Guesses that are not far behind the best and tell something else than those before them."""
    kept: list[Guess] = []
    for guess in found:
        if guess.evidence < found[0].evidence - BEHIND or len(kept) == most:
            break
        if all(apart_px(guess, other) > ALIKE_PX for other in kept):
            kept.append(guess)
    return kept


def apart_px(one: Guess, other: Guess) -> float:
    """Root mean square distance of the places that two guesses give the same pieces of outline."""
    return float(np.sqrt(np.mean(np.sum((one.pixels - other.pixels) ** 2, axis=1))))


def noise_of(spreads: list[float]) -> float:
    """Standard deviation that models are compared with: of the one that leaves least."""
    return max(min(spreads, default=0.0), LEAST_NOISE_PX)


def likelihood(offset: Floats, noise: float) -> Array:
    """Log-likelihood of offsets: normal about the line, a few anywhere beside it."""
    normal = np.exp(-0.5 * (offset / noise) ** 2) / (noise * np.sqrt(2 * np.pi))
    return np.log((1 - ASTRAY) * normal + ASTRAY / ASTRAY_WIDTH_PX)


def evidence_of(measured: Measured, noise: float) -> float:
    """Log-likelihood of all lines that were located for an outline."""
    seen = measured.trust > 0
    length = measured.length[seen] / INDEPENDENT_PX
    return float(length @ (likelihood(measured.offset[seen], noise) - np.log(ASTRAY / ASTRAY_WIDTH_PX)))


def penalty(freedom: int, observations: float) -> float:
    """What free numbers beyond those of a similarity cost, as a log-likelihood (Schwarz 1978)."""
    return 0.5 * (freedom - SIMILARITY) * float(np.log(max(observations, 1.0)))


def _drawn_in(system: System, lonlat: Floats, pieces: Pieces) -> tuple[Pieces, Array] | None:
    """Pieces in a system, about a place in their middle; only the vertices that they need are projected."""
    ends = np.unique(np.concatenate([pieces.edge, pieces.edge + 1]))
    where = system.forward(lonlat[ends])
    if not np.isfinite(where).all() or np.ptp(where, axis=0).min() <= 0:
        return None
    origin = where.mean(axis=0)
    vertices = np.zeros((len(lonlat), 2))
    vertices[ends] = where - origin
    return pieces.drawn_in(vertices), origin


def _fitted(pieces: Pieces, goal: Floats, normal: Floats, length: Floats, freedom: int) -> Warp:
    """The similarity nearest to lines, of which only the distance across is known."""
    warp = similarity_of(pieces.middle, goal, length)
    for _ in range(ROUNDS):
        offset = np.sum((goal - warp.pixels(pieces.middle)) * normal, axis=1)
        width = max(4 * SPREAD * float(np.median(np.abs(offset))), 0.15)
        weight = np.clip(1 - (offset / width) ** 2, 0, None) ** 2 * length
        rows = warp.rows(pieces.middle, normal, freedom)
        size = np.maximum(np.abs(rows).max(axis=0), 1e-300)
        rows = rows / size
        heavy = rows * weight[:, None]
        system = rows.T @ heavy
        system += 1e-12 * np.trace(system) * np.eye(freedom)
        warp = warp.moved(np.linalg.solve(system, heavy.T @ offset) / size, freedom)
    return warp
