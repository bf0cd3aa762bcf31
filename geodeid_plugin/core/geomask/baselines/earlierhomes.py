# SPDX-License-Identifier: GPL-2.0-or-later
"""Homes of earlier releases, known by the keyed names of the cells that hold them, held against places.

Who releases a growing list has had other patients before, and the places where dots may be drawn may be
theirs. A ledger keeps no home for that: of each it keeps the name of its cell in three grids, which nobody
can make without the key. Places in these cells are at a home, each cell counting as one door. How many are
by chance is read off the same places moved to where others live: twice that many are no sign of anything.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...base.errors import InputError
from ...geometry.sphere import EARTH_RADIUS_M
from .doors import BY_CHANCE, SPREAD_M, Homes, Points, Shapes

if TYPE_CHECKING:
    from ...base.arrays import Array, Floats

_CELLS_M = (10.0, 30.0, 100.0)
"""Widths of the cells: of the same place, of one jittered, of another geocoder's (doors 5 to 50 m away)."""


@dataclass(frozen=True)
class EarlierHomes:
    """Homes that a ledger knows."""

    cells: Array
    """Shape (k,). Names of the cells that hold them, of all grids."""
    name: Callable[[bytes], bytes]
    """The keyed name of a cell, 8 bytes."""

    def shares(self, lon_deg: Floats, lat_deg: Floats, weight: Floats) -> Floats:
        """Weight of the doors at homes, by way of counting and width of the cells, shape (w, 3)."""
        found = []
        for names in named_cells(lon_deg, lat_deg, self.name):
            held = np.isin(names, self.cells)
            _cells, cell, doors = np.unique(names[held], return_inverse=True, return_counts=True)
            found.append(weight[:, held] @ (1 / doors[cell.ravel()]))
        return np.stack(found, axis=1)


def named_cells(lon_deg: Floats, lat_deg: Floats, name: Callable[[bytes], bytes]) -> Iterator[Array]:
    """Names of the cells that hold points, shape (n,) for each grid.

    Parameters
    ----------
    lon_deg, lat_deg : ndarray, shape (n,)
        Degrees.
    name : callable
        The keyed name of a cell.
    """
    for grid, width_m in enumerate(_CELLS_M):
        step = width_m / EARTH_RADIUS_M
        row = np.floor(np.radians(lat_deg) / step)
        column = np.floor(np.radians(lon_deg) * np.cos((row + 0.5) * step) / step)
        cells, cell = np.unique(np.column_stack([row, column]).astype(np.int64), axis=0, return_inverse=True)
        names = b"".join(name(struct.pack("<qqq", grid, *one)) for one in cells.tolist())
        yield np.frombuffer(names, dtype="<u8")[cell.ravel()]


def refuse_earlier_doors(known: EarlierHomes, places: Iterable[Points | Shapes], most: float) -> None:
    """Refuse places of which too many are the homes of patients of earlier releases.

    Parameters
    ----------
    known : EarlierHomes
    places : iterable of Points or Shapes
        All places where dots may be drawn, or that are written beside them.
    most : float
        The risk bound: share of dots that may lie at a patient's door.

    Raises
    ------
    InputError
        The places follow the patients.
    """
    for one in places:
        limit = max(most, one.least)
        share = _beyond_chance(known, one, limit)
        if share > limit:
            raise InputError(
                "{share:.0f} % of the dots would lie at the door of a patient of an earlier release, and at "
                "most {limit:.0f} % may: so many of {places} are homes that the ledger knows. Give places of "
                "the whole region, from a source that knows nothing of the patients.",
                share=100 * share, limit=100 * limit, places=one.name,
            )  # fmt: skip


def _beyond_chance(known: EarlierHomes, places: Points | Shapes, limit: float) -> float:
    """Largest share of dots at homes that is more than chance explains; 0 where none is."""
    doors = places.doors()
    found = known.shares(doors.lon_deg, doors.lat_deg, doors.share)
    if not (found > limit).any():
        return 0.0
    moved = Homes(doors.lon_deg, doors.lat_deg).elsewhere(SPREAD_M)
    by_chance = np.mean([known.shares(*place, doors.share) for place in moved], axis=0)
    return float(np.where(found - BY_CHANCE * by_chance > limit, found, 0.0).max())
