# SPDX-License-Identifier: GPL-2.0-or-later
"""Residents of addresses, counted: a wrong field would hide records among people who are not there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...core.base.errors import InputError, named, thousands
from ...core.exposure import address_list
from ...host.compat import is_null
from ...i18n import tr
from .area_layer import AreaLayer
from .points import PointLayer
from .points_in_areas import locate

MOST = 10_000
"""People of one building at most: what is more is a number of something else."""
_ENOUGH_TO_REPEAT = 200
"""Addresses among which some have as many residents as others."""


def residents(layer: str, field: str, values: Sequence, rows: Sequence) -> np.ndarray:
    """People or dwellings of each address, shape (n,).

    Parameters
    ----------
    layer, field : str
        Their names, for errors.
    values : sequence
        Of the field.
    rows : sequence
        Ids of the features.

    Raises
    ------
    InputError
        A value is no count, or all are different, as identifiers are.
    """
    counts = np.array([_number(value) for value in values])
    wrong = np.flatnonzero(~((counts >= 0) & (counts <= MOST) & (counts == np.floor(counts))))
    if len(wrong):
        raise InputError(
            "address.residents.not_whole",
            "Layer “{layer}”: “{field}” of the features {features} is no whole number of residents from "
            "0 to {most}. Correct it, or choose the field that counts the people or dwellings of each "
            "address.",
            layer=layer,
            field=field,
            features=named([rows[row] for row in wrong]),
            most=MOST,
        )
    if len(counts) >= _ENOUGH_TO_REPEAT and len(np.unique(counts)) == len(counts):
        raise InputError(
            "address.residents.row_number",
            "Layer “{layer}”: “{field}” is different for each of {count} addresses, as an identifier is. "
            "Choose the field that counts the people or dwellings of each address.",
            layer=layer,
            field=field,
            count=len(counts),
        )
    return counts


def held_to_census(run, census: AreaLayer | None, lon_deg, lat_deg, lived: np.ndarray) -> np.ndarray:
    """Residents of addresses, no more in each area than it counts; as they are without areas."""
    if census is None:
        return lived
    area = locate(run, census, PointLayer(lon_deg, lat_deg, census.table))
    held = address_list.held_to_census(
        address_list.Addresses(lon_deg, lat_deg, lived, area, census.areas.population)
    )
    if held.sum() < lived.sum():
        run.warn(
            tr(
                "RESIDENTS counts {lived} people, the areas fewer where they live: {held} were counted.",
                lived=thousands(lived.sum()),
                held=thousands(held.sum()),
            )
        )
    return held


def _number(value) -> float:
    try:
        return float("nan") if is_null(value) else float(value)
    except (TypeError, ValueError):
        return float("nan")
