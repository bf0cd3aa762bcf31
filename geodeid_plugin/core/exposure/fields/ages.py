# SPDX-License-Identifier: GPL-2.0-or-later
"""A disease of old age among everybody: whether the people counted are those whom the disease is of.

What age alone makes of crude rates between block groups has a standard deviation of log rates of 0.48 to 0.62
for diseases of old age, where a ratio of 2 covers 0.16 and one of 3 covers 0.25. No bearable ratio covers it;
the people of the ages in question, as the population, do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from ...base.errors import Phrase
from ...base.verdict import CARE, Check

if TYPE_CHECKING:
    from ...base.arrays import Array

OLD_YEARS = 60
"""Median age of patients from which on a disease is one of old age."""
_COVERING = 3.0
"""Ratio of rates that is offered in small areas."""
_SMALL = 2000
"""People of the median area from which on ages differ less from one area to the next."""
_OLDEST = 120
"""Larger numbers are no ages."""
_AGE = re.compile(r"(^|_|\s)([aâ]ge|alter|edad)(_|\s|$|yrs|years|jahre|ans)", re.IGNORECASE)
"""Names of ages."""
_OF_AGES = re.compile(
    r"(?<!\d)(60|65|70|75|80|85)(?!\d)|(?<![a-z])([aâ]g[eé]|alter(?!n)|old)|senior|elder|expected",
    re.IGNORECASE,
)
"""Names of populations that are of some ages already, or weighted by them."""


def of_old_age(columns: Mapping[str, Array], people: Array, population: str, ratio: float) -> Check | None:
    """Ask for the people of the ages in question where patients are old and everybody is counted.

    Parameters
    ----------
    columns : mapping of str to ndarray
        Numeric fields of the patients; one whose name says that it holds ages is looked at.
    people : ndarray, shape (n,)
        People of the areas.
    population : str
        Name of the field that they come from.
    ratio : float
        Ratio of rates that the bound allows for.

    Returns
    -------
    Check or None
        None where there is nothing to ask.

    Examples
    --------
    >>> ages = {"age": np.array([58.0, 71.0, 80.0])}
    >>> of_old_age(ages, np.array([900.0, 700.0]), "people", 2.0).key
    'ages'
    >>> of_old_age(ages, np.array([900.0, 700.0]), "age_65_up", 2.0) is None
    True
    """
    found = [values for name, values in columns.items() if _AGE.search(name)]
    years = [median for median in map(_median_years, found) if median is not None]
    lived = np.asarray(people, dtype=float)
    lived = lived[lived > 0]
    small = len(lived) > 0 and np.median(lived) < _SMALL
    if not small or ratio >= _COVERING or _OF_AGES.search(population) or max(years, default=0) <= OLD_YEARS:
        return None
    sentence = Phrase(
        "Half of the patients are {years:.0f} or older, and “{field}” seems to count people of all ages. "
        "Where many old people live, people are likelier patients than the bound allows for.",
        years=max(years),
        field=population,
    )
    remedy = Phrase(
        "Give the people of the ages in question as POPULATION. Where these are not known, set RATE_RATIO to "
        "3."
    )
    return Check("ages", CARE, sentence, remedy)


def _median_years(values: Array) -> float | None:
    """Median of ages, without marks of missing ones; None of what are no ages, such as years of birth."""
    known = np.asarray(values, dtype=float)
    known = known[np.isfinite(known)]
    ages = known[(known >= 0) & (known <= _OLDEST)]
    return float(np.median(ages)) if 2 * len(ages) > len(known) else None
