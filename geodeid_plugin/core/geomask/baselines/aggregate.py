# SPDX-License-Identifier: GPL-2.0-or-later
"""Aggregation as the rival of moving: everybody of a unit is released at the unit's centre of population."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...base.errors import InputError
from ...geometry.areas import Areas
from ...geometry.sphere import arc_from_chord_m, unit_vectors
from ..programme.programme import EQUAL, Inequality, unrestricted_floor

if TYPE_CHECKING:
    from ...base.arrays import Floats, Ints


@dataclass(frozen=True)
class Aggregation:
    """What releasing a coarser code costs and hides."""

    risk: float
    """Largest ``w_i / N_u`` over the areas i of every unit u: the bound of the same model."""
    move_m: float
    """Mean distance of the people from the centre of their unit, metres."""
    units: int
    """Number of populated units."""
    lon_deg: Floats
    lat_deg: Floats
    """Shape (u,). Centres of population of the units, degrees."""


def aggregation(
    areas: Areas, unit: Ints, records: int, model: str, inequality: Inequality = EQUAL
) -> Aggregation:
    """Measure the release of a unit in place of an area.

    Parameters
    ----------
    areas : Areas
        Populations and representative points.
    unit : ndarray of int, shape (n,)
        The unit of each area, counted from 0.
    records : int
        Records released.
    model : {"revised", "wieland"}
        Whose measure of risk, see :func:`..programme.programme.weights`.
    inequality : Inequality
        How unequal people may be.

    Returns
    -------
    Aggregation

    Raises
    ------
    InputError
        Nobody lives in any area.
    """
    people = np.asarray(areas.population, dtype=float)
    if not people.sum() > 0:
        raise InputError(
            "area.population.zero", "The areas hold no people. Choose the field with their populations."
        )
    points = unit_vectors(areas.lon_deg, areas.lat_deg)
    count = int(unit.max()) + 1
    total = np.bincount(unit, people, count)
    centre = np.stack([np.bincount(unit, people * points[:, axis], count) for axis in range(3)], axis=1)
    centre = centre / np.maximum(np.linalg.norm(centre, axis=1), 1e-300)[:, None]
    move_m = arc_from_chord_m(np.linalg.norm(points - centre[unit], axis=1))
    risk = unrestricted_floor(people, records, model, unit, inequality)
    lon_deg = np.degrees(np.arctan2(centre[:, 1], centre[:, 0]))
    lat_deg = np.degrees(np.arcsin(np.clip(centre[:, 2], -1, 1)))
    mean_m = float(people @ move_m / people.sum())
    return Aggregation(risk, mean_m, int((total > 0).sum()), lon_deg, lat_deg)
