# SPDX-License-Identifier: GPL-2.0-or-later
"""How far a table really moves people: from a home anywhere in an area to a place anywhere in another.

The programme minimises the distance between the areas' points. People live all over their area, and
``scatter`` puts them all over the destination, so that a move inside one area, which counts nothing there,
is a move all the same.
"""

from __future__ import annotations

import numpy as np

from ....core.base.progress import silent
from ....core.base.randomness import SeededSource
from ....core.geomask.strategy import drawn_pairs
from ....core.geometry.sphere import haversine_m
from . import lp

_MOVES = 4000
"""Moves that are drawn: their mean is then known to 1.5 % (moves spread about as much as they measure)."""
_SEED = 143
"""Of the moves that are tried, so that the same table says the same; no draw of a release hangs on it."""


def placed_move_m(layer, placing, strategy, population, progress=silent) -> float:
    """Expected move of a person from home to the masked place, metres.

    Parameters
    ----------
    layer : AreaLayer
        The areas; homes are uniform inside their polygons, at the point itself where areas are points.
    placing : Placing
        How a dot is put inside its destination.
    strategy : Strategy
        The table.
    population : ndarray, shape (n,)
        People of every area.
    progress : callable
        Progress and cancel.
    """
    source = SeededSource(_SEED)
    origin, destination = drawn_pairs(strategy, population, _MOVES, source)
    home = _inside(layer.table.geometries, origin, source, progress)
    if placing.kind == "scatter":
        place = _inside(placing.shapes, destination, source, progress)
    else:
        place = placing.drawn(destination, source, progress)
    return float(np.mean(haversine_m(*home, *place)))


def _inside(shapes, rows, source, progress) -> tuple[np.ndarray, np.ndarray]:
    """A place drawn uniformly inside the shape of each row, longitudes and latitudes in degrees."""
    found = np.empty((len(rows), 2))
    order = np.argsort(rows, kind="stable")
    for part in np.split(order, np.flatnonzero(np.diff(rows[order])) + 1):
        found[part] = lp.places_inside(shapes[rows[part[0]]], len(part), source, progress)
    return found[:, 0], found[:, 1]
