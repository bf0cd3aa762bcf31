# SPDX-License-Identifier: GPL-2.0-or-later
"""How long a solve will take about, and how much memory, before it begins.

Both go with the number of pairs that the search starts from. That many are counted for a sample of the
origins; the constants are those of scripts/bench/scale on one core.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...base.arrays import Floats
from ...base.scientific import spatial
from ...geometry.areas import Areas
from ...geometry.sphere import chord_from_arc, unit_vectors
from ..programme.pricing import PLENTY
from ..programme.programme import Request, caps
from .cells import CELLS_OF_A_CROWD, expected_cells
from .taken import expected_first

_BYTES = 900.0
"""Memory of a pair at the peak: 790 (Canada) to 830 (Ottawa) measured."""
_BASE = 1e8
"""Memory without any pair."""
_SECONDS, _PAIRS, _GROWTH = 1.4, 45_600.0, 1.2
"""3 000 postal codes of Ottawa have 45 600 pairs and take 1.4 s; 10 908 have 168 000 and take 8.7 s
beside five other jobs."""
_AGAIN = 1.7
"""Times the first search where a second is made over the destinations that carry people: 15.6 s instead of
9.3 s for Ottawa."""
_TILED_SECONDS, _TILE_BYTES = 1.2e-3, 24e3
"""Time of an area in tiles at least, and memory of an area of the tile at hand beside its pairs: 5 500 and
30 000 made blocks in tiles of 2 500 take 1.0 and 1.3 ms each, and 0.09 and 0.13 GiB."""

_FEW_PAIRS, _FEW_SECONDS = 20.0, 2.4e-3
"""Pairs and seconds of an origin over few destinations: 7 575 blocks of Ottawa have 19 each and take 15 s at
2 %, 2 000 made areas in crowds of 2 000 people 8.2 s at the tolerance that is asked for by default,
in crowds of 1 500 at 0.2 % 2.4 s."""
_BOUND_SECONDS = 1.3e-6
"""Of the two bounds over all members of cells, for each of them and each area of a crowd: 10 000 made
blocks in crowds of 278 take 3.7 s."""
_DENSE_SECONDS, _DENSE_BYTES = 4e-9, 64.0
"""Of a search over few destinations, for their number cubed and squared (as above)."""


@dataclass(frozen=True)
class Forecast:
    """What a solve will need, within a factor of about 3."""

    seconds: float
    """Processor time."""
    memory_bytes: float
    """Memory at the peak."""


def forecast(areas: Areas, request: Request, tile: int | None = None) -> Forecast:
    """Foretell the time and the memory of a solve.

    Parameters
    ----------
    areas : Areas
        The origins.
    request : Request
        What is asked.
    tile : int, optional
        Areas of a tile, where the programme is cut.
    """
    populated = np.asarray(areas.population) > 0
    people = np.asarray(areas.population, dtype=float)[populated]
    if not len(people):
        return Forecast(0.0, _BASE)
    weight = request.weights(areas.population)[populated]
    if tile is None and not request.listed:
        first = expected_first(people, weight / request.risk)
        if first is not None:
            return _over_few(len(people), first)
    cells = None
    if tile is not None and not request.listed:
        cells = expected_cells(people, weight / request.risk, CELLS_OF_A_CROWD)
    if cells is None:
        told = _of(_pairs(areas, people, weight, request), len(people), tile)
        twice = tile is None and request.carried > 0
        return replace(told, seconds=_AGAIN * told.seconds) if twice else told
    held = np.full(cells, people.sum() / cells)
    asked = np.full(cells, float(people @ weight / people.sum()))
    over_cells = _of(_pairs(areas, held, asked, request), cells, tile)
    # The table names members, each with the pairs of its cell; the bound holds over all of them.
    opened = 0.1 * _BYTES * _FEW_PAIRS * len(people)
    bounds = _BOUND_SECONDS * len(people) * min(asked[0] / request.risk / people.mean(), len(people))
    return Forecast(over_cells.seconds + bounds, over_cells.memory_bytes + opened)


def _over_few(count: int, first: int) -> Forecast:
    """Over few destinations: each origin has some twenty pairs, and the destinations two dense unknowns."""
    seconds = _FEW_SECONDS * count + _DENSE_SECONDS * (2.0 * first) ** 3
    return Forecast(seconds, _BASE + _FEW_PAIRS * _BYTES * count + _DENSE_BYTES * (2.0 * first) ** 2)


def _pairs(areas: Areas, people: Floats, weight: Floats, request: Request) -> float:
    """Pairs that the search starts from: what an origin asks for in areas, or what a mix asks for."""
    count = len(people)
    if request.nearest is not None:
        return float(count * min(request.nearest, count))
    asked = np.minimum(PLENTY * np.maximum(weight, 0.0) / request.risk / people.mean(), count)
    mix = min(PLENTY / max(float(caps(people, weight, request.risk).mean()), 1e-300), count)
    return min(float(np.maximum(asked, mix).sum()), _listed(areas, request))


def _listed(areas: Areas, request: Request) -> float:
    """Moves that are there to be listed, those within the longest counted between the areas themselves."""
    named = np.inf if request.costs is None else float(len(request.costs.origin))
    if request.longest_m is None:
        return named
    tree = spatial.cKDTree(unit_vectors(areas.lon_deg, areas.lat_deg))
    return min(named, float(tree.count_neighbors(tree, float(chord_from_arc(request.longest_m)))))


def _of(pairs: float, count: int, tile: int | None) -> Forecast:
    if tile is None or tile >= count:
        return Forecast(_SECONDS * (pairs / _PAIRS) ** _GROWTH, _BASE + _BYTES * pairs)
    share = pairs * tile / count
    # A first pass and two healing passes. Of the table as a whole flows and numbers of both ends stay.
    seconds = 3 * (count / tile) * _SECONDS * (share / _PAIRS) ** _GROWTH
    memory_bytes = _BASE + _TILE_BYTES * tile + _BYTES * share + 0.1 * _BYTES * pairs
    return Forecast(max(seconds, _TILED_SECONDS * count), memory_bytes)
