# SPDX-License-Identifier: GPL-2.0-or-later
"""Residents of addresses, counted: a wrong field would hide records among people who are not there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...core.base.errors import InputError, named
from ...host.compat import is_null
from ...i18n import tr

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
            tr(
                "Layer “{layer}”: “{field}” of the features {features} is no whole number of residents from "
                "0 to {most}. Correct it, or choose the field that counts the people or dwellings of each "
                "address.",
                layer=layer,
                field=field,
                features=named([rows[row] for row in wrong]),
                most=MOST,
            )
        )
    if len(counts) >= _ENOUGH_TO_REPEAT and len(np.unique(counts)) == len(counts):
        raise InputError(
            tr(
                "Layer “{layer}”: “{field}” is different for each of {count} addresses, as an identifier is. "
                "Choose the field that counts the people or dwellings of each address.",
                layer=layer,
                field=field,
                count=len(counts),
            )
        )
    return counts


def _number(value) -> float:
    try:
        return float("nan") if is_null(value) else float(value)
    except (TypeError, ValueError):
        return float("nan")
