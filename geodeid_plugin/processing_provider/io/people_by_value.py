# SPDX-License-Identifier: GPL-2.0-or-later
"""How many people of each area have a value: the crowds of strata and of released classes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.base.errors import InputError
from ...i18n import tr


@dataclass(frozen=True)
class PeopleWith:
    """People of every area who have a value."""

    people: np.ndarray
    """Shape (n,)."""
    share: float = 1.0
    """Smallest share of the field's people that was stated to have the value; 1 where the field counts
    them."""


SEVERAL_COUNTS = 1.02
"""Values may count this much more than everybody: counts of one census differ by their rounding and noise."""


@dataclass(frozen=True)
class Counted:
    """How many people several values count together, and how many live there."""

    together: float
    everybody: float
    whole: tuple
    """Values that count everybody."""

    @property
    def several_times(self) -> bool:
        """Whether some people are counted under several values."""
        return self.together > self.everybody * SEVERAL_COUNTS


def counted_together(people: dict, everybody: np.ndarray) -> Counted:
    """Hold the people of all values of a field against the people of the areas.

    Parameters
    ----------
    people : dict of str to ndarray, shape (n,)
        People of every area who have each value.
    everybody : ndarray, shape (n,)
        People of every area.
    """
    sums = {name: float(one.sum()) for name, one in people.items()}
    most = float(everybody.sum())
    return Counted(
        sum(sums.values()), most, tuple(name for name, one in sums.items() if one * SEVERAL_COUNTS >= most)
    )


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
                "people_by_value.value.no_field",
                "“{text}” does not name a value and its field. Write, for example, F=females; M=males.",
                text=part.strip(),
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
            "people_by_value.share.out_of_range",
            "“{text}” states no share: write a number above 0 and up to 1, as in F=people*0.45.",
            text=part.strip(),
        )
    return share
