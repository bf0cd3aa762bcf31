# SPDX-License-Identifier: GPL-2.0-or-later
"""What the maps of a document give away together: several pictures of the same patients."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....core.base.thresholds import class_size_for
from ....core.exposure.documents.figures.joint import joint_places, show_the_same
from ....core.mapimage.reidentify import score
from .figures import Figure
from .places import Known, limit_of


@dataclass(frozen=True)
class Series:
    """Maps of the same places, read together.

    Attributes
    ----------
    figures : list of Figure
    places : int
        Places that they show together.
    error_m, best_m : float
        Median error along an axis of the joint reading, and of the most precise map alone.
    exposed, alone : int or None
        Records among too few candidates by the joint reading, and the most by one map alone.
    exposed_by_chance : float
    """

    figures: list[Figure]
    places: int
    error_m: float
    best_m: float
    exposed: int | None
    alone: int | None
    exposed_by_chance: float = 0.0


def series_of(run, figures: list[Figure], known: Known | None) -> list[Series]:
    """Groups of two or more placed maps that show the same places."""
    if known is None:
        return []
    placed = [one for one in figures if one.placed and len(one.error_m)]
    sets = [one.dot_set(known.plane.metres(*one.lonlat.T)) for one in placed]
    left, found = list(range(len(placed))), []
    while left:
        first = left.pop(0)
        group = [first, *(at for at in left if show_the_same(sets[first], sets[at]))]
        left = [at for at in left if at not in group]
        if len(group) > 1:
            found.append(_read_together(run, [placed[at] for at in group], [sets[at] for at in group], known))
    return found


def _read_together(run, figures: list[Figure], sets: list, known: Known) -> Series:
    joint = joint_places(sets)
    seen = joint.seen > 1
    where, error = joint.where_m[seen], joint.error_m[seen]
    alone = [one.exposed for one in figures if one.exposed is not None]
    exposed, chance = None, 0.0
    if known.crowd.known:
        reach = 4 * np.maximum(error, 1.0)
        need = class_size_for(limit_of(run))
        exposed = _exposed(where, error, score.assign(where, known.true_m, reach)[0], known, need)
        moved = [_exposed(there, error, record, known, need)
                 for there, record in score.chance_matches(where, known.true_m, reach)]  # fmt: skip
        chance = float(np.mean(moved)) if moved else 0.0
    return Series(
        figures, int(np.count_nonzero(seen)), float(np.median(error)) if seen.any() else np.nan,
        min(float(np.median(one.error_m)) for one in sets), exposed, max(alone, default=None), chance,
    )  # fmt: skip


def _exposed(where, error, record, known: Known, need: int) -> int:
    kept = record != score.UNMATCHED
    rows = record[kept]
    behind = known.crowd.candidates(where[kept], known.true_m[rows], error[kept], rows)
    return int(np.count_nonzero(behind < need))
