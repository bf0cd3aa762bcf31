# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether evaluated dots are draws of the table that was audited: what the test of the core is made with."""

from __future__ import annotations

import numpy as np

from ...core.base.errors import InputError
from ...core.base.thresholds import class_size_for
from ...core.exposure.masked_points import Pairs
from ...core.exposure.matching.near_home import Homes, Mask, NearHome, near_home
from ...core.geomask.baselines.containers import Containers
from ...core.geometry.sphere import haversine_m
from ...report.numbers import number
from ..geomasking.strategy import lpverdict

_SAME = 1e-3
"""Share by which the mean move of a table may differ from the mask's: a file may hold fewer digits."""
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

    Raises
    ------
    InputError
        The table is of another mask.
    """
    if metrics is None or layer is None or known is None or known.table is None:
        return None
    parameters = metrics["parameters"]
    placed, household = parameters.get("PLACEMENT") or "point", bool(parameters.get("GROUP"))
    told = placed in _PLACED and not any(parameters.get(name) for name in _UNKNOWN)
    if not told or (household and placed == "point"):
        return None
    _check_same(known.table, layer.areas, float(metrics["figures"]["EXPECTED_MOVE_M"]))
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


def _check_same(table, areas, expected_m: float) -> None:
    """Refuse a table that moves people otherwise than the mask: redraws of a laxer one excuse it."""
    origin, destination, probability = table
    away_m = haversine_m(
        *(one[row] for row in (origin, destination) for one in (areas.lon_deg, areas.lat_deg))
    )
    found_m = float((areas.population[origin] * probability) @ away_m / areas.population.sum())
    if abs(found_m - expected_m) > _SAME * max(expected_m, 1.0):
        raise InputError(
            "mask_table.mask.other",
            "TABLE is of another mask than MASK, or AREAS have other people: it moves people by {found} "
            "m on average, the mask by {expected} m. Give the table, the areas and the population of one "
            "run.",
            found=number(found_m, ".1f"),
            expected=number(expected_m, ".1f"),
        )


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
