# SPDX-License-Identifier: GPL-2.0-or-later
"""How many people of each area have a value: the crowds of strata and of released classes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.base.errors import InputError
from ...i18n import tr


@dataclass(frozen=True)
class PeopleWith:
    """People of every area who have a value.

    Attributes
    ----------
    people : ndarray, shape (n,)
    share : float
        Smallest share of the field's people that was stated to have the value; 1 where the field counts them.
    """

    people: np.ndarray
    share: float = 1.0


def read_people_by_value(text: str, table, ids) -> dict[str, PeopleWith]:
    """Read ``F=females; M=males``, or ``F=population*0.45`` where only a least share is known.

    Parameters
    ----------
    text : str
    table : Table
        The areas.
    ids : ndarray
        What the areas are called in messages.

    Raises
    ------
    InputError
        A part names no value and field, or a share that is none.
    """
    found = {}
    for part in filter(str.strip, text.split(";")):
        value, sign, rest = part.partition("=")
        name, times, stated = rest.partition("*")
        if not sign or not name.strip():
            raise InputError(
                tr(
                    "“{text}” does not name a value and its field. Write, for example, F=females; M=males."
                ).format(text=part.strip())
            )
        share = _share(stated, part) if times else 1.0
        people = table.numbers(name.strip(), tr("population"), ids)
        found[value.strip()] = PeopleWith(np.floor(people * share) if times else people, share)
    return found


def _share(stated: str, part: str) -> float:
    try:
        share = float(stated)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise InputError(
            tr("“{text}” states no share: write a number above 0 and up to 1, as in F=people*0.45.").format(
                text=part.strip()
            )
        )
    return share
