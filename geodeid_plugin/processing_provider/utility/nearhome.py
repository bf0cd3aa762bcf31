# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether evaluated dots are draws of the table that was audited: what the test of the core is made with."""

from __future__ import annotations

import numpy as np

from ...core.base.thresholds import class_size_for
from ...core.exposure.masked_points import Pairs
from ...core.exposure.matching.near_home import Homes, Mask, NearHome, near_home
from ...core.geomask.baselines.containers import Containers
from ..geomasking.strategy import lpverdict

_PLACED = ("point", "scatter")
"""Rules of PLACEMENT that the areas alone tell: addresses are not at hand here."""
_UNKNOWN = ("LEDGER", "STRATUM", "STRATEGY")
"""Parameters of a mask with which its table and the areas do not tell how its dots are drawn."""


def tested(pairs: Pairs, known, layer, metrics: dict | None, source, progress) -> NearHome | None:
    """Hold dots against redraws of their mask.

    Parameters
    ----------
    pairs : Pairs
        Homes and dots.
    known : Surroundings
        With the table of the mask, and who tells in which area a place lies.
    layer : AreaLayer or None
        The areas, with their people.
    metrics : dict or None
        METRICS of “Mask points: least move”.
    source, progress
        For the redraws.

    Returns
    -------
    NearHome or None
        None where table, areas or METRICS are missing, or do not tell how dots are drawn.
    """
    if metrics is None or layer is None or known is None or known.table is None:
        return None
    parameters = metrics["parameters"]
    placed, household = parameters.get("PLACEMENT") or "point", bool(parameters.get("GROUP"))
    told = placed in _PLACED and not any(parameters.get(name) for name in _UNKNOWN)
    if not told or (household and placed == "point"):
        return None
    area, reached = known.area_of(*pairs.true), known.area_of(*pairs.masked)
    inside = np.flatnonzero(area >= 0)
    if len(inside) < len(area):
        return None
    unit = None
    if household:  # members of one share the very place
        unit = np.unique(np.column_stack(pairs.masked), axis=0, return_inverse=True)[1].reshape(-1)
    homes = Homes(pairs.lon_deg, pairs.lat_deg, area, area, unit)
    mask = _mask(layer, known.table, placed == "point", class_size_for(lpverdict.bound_of(metrics)))
    return near_home(homes, pairs.masked, reached, mask, source, progress=progress)


def _mask(layer, table, at_points: bool, need: int) -> Mask:
    """The mask as it can be drawn again."""
    areas, size_m2 = layer.areas, np.maximum(layer.areas.area_m2, 1.0)
    within = Containers(layer.polygons, len(areas))

    def place(rows, source):
        if at_points:
            return areas.lon_deg[rows], areas.lat_deg[rows]
        return within.anywhere(rows, source)

    people = np.asarray(areas.population, dtype=float)
    reach_m = np.sqrt(size_m2 / np.pi * np.minimum(1.0, need / np.maximum(people, 1e-9)))
    origin, destination, probability = table
    order = np.lexsort((destination, origin))
    return Mask(origin[order], destination[order], probability[order], place, at_points, reach_m, size_m2)
