# SPDX-License-Identifier: GPL-2.0-or-later
"""Margins of error beside a population: what they may be, what they leave of it, and where they lie unused.

Surveys publish a margin M of 90 % with each estimate: the true number is within ``n - M`` and ``n + M`` nine
times in ten, M being 1.645 standard errors. Of any given area the bound holds as often as that (95 % of the
true worlds that were tried); for all areas at once it takes 2.5 standard errors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from ...base.arrays import Array, Floats
from ...base.errors import InputError, Phrase, named
from ...base.verdict import CARE, MADE, Check

PUBLISHED_Z = 1.645
"""Standard errors of a margin of 90 %."""
_MOST_CV = 0.3
"""Standard error over estimate of the median area, above which moves grow by 1.3 to 1.7 times."""
_MOST_HALVED = 0.2
"""Share of the people who may live in areas that may hold less than half of theirs."""
_ANNOTATED = -1e8
"""Smaller values are no margins but marks of the Census Bureau (-555555555 and the like)."""
_MARGIN = re.compile(r"_\d{3}m$|(^|_)moe(_|$|\d)|moe$|margin", re.IGNORECASE)
_OTHER = (
    (re.compile(r"95"), Phrase("95 %"), 1.645 / 1.96),
    (re.compile(r"99"), Phrase("99 %"), 1.645 / 2.576),
    (
        re.compile(r"(^|_)(se|stderr|std_err)(_|$|\d)|standard_?error", re.IGNORECASE),
        Phrase("one standard error"),
        1.645,
    ),
)
"""Names of fields that hold something else, what they hold, and what makes a margin of 90 % of it."""


def of_areas(people: Array, margin: Array, name: str, ids: Sequence[object] | Array) -> Floats:
    """Margins of error of areas, as the bound is to count with them.

    Parameters
    ----------
    people, margin : ndarray, shape (n,)
        Estimates, and margins of 90 %; NaN where none is given.
    name : str
        The margins' field.
    ids : sequence of length n
        Identifiers of the areas, to name those that are wrong.

    Returns
    -------
    ndarray, shape (n,)
        People either way; 0 where nobody lives.

    Raises
    ------
    InputError
        A margin is missing, negative or a mark, all are as large as the populations, or their field is one
        of another confidence.

    Examples
    --------
    >>> of_areas([100.0, 50.0], [16.0, 0.0], "B01003_001M", ["a", "b"]).tolist()
    [16.0, 0.0]
    """
    people, margin = np.asarray(people, dtype=float), np.asarray(margin, dtype=float)
    for pattern, what, times in _OTHER:
        if pattern.search(name):
            raise InputError(
                "area.margin.not_90_percent",
                "By its name the field “{name}” holds {what}, not margins of 90 %. Multiply it by "
                "{times:.3f} in a field of another name.",
                name=name,
                what=what,
                times=times,
            )
    ids, lived = np.asarray(ids, dtype=object), people > 0
    marked, missing = ids[lived & (margin <= _ANNOTATED)], ids[lived & ~np.isfinite(margin)]
    negative = ids[lived & (margin < 0)]
    if len(marked):
        raise InputError(
            "area.margin.special_code",
            "The margin of error in “{name}” is a special code of the Census Bureau, not a number, in "
            "{count} areas ({areas}). Write 0 for -555555555, which means that the estimate is exact; use "
            "larger areas where another code stands.",
            name=name,
            count=len(marked),
            areas=named(marked),
        )
    if len(missing):
        raise InputError(
            "area.margin.empty",
            "The margin of error in “{name}” is missing in {count} areas ({areas}). Fill it in; 0 says that "
            "the population is exact.",
            name=name,
            count=len(missing),
            areas=named(missing),
        )
    if len(negative):
        raise InputError(
            "area.margin.negative_field",
            "The margin of error in “{name}” is negative in {count} areas ({areas}). It is a number of "
            "people, 0 or more.",
            name=name,
            count=len(negative),
            areas=named(negative),
        )
    if lived.any() and (margin >= people)[lived].all():
        raise InputError(
            "area.margin.as_large_as_population",
            "The margin of error in “{name}” is as large as the population in every area. Use larger areas, "
            "such as census tracts, whose margins are smaller.",
            name=name,
        )
    return np.where(lived, margin, 0.0)


def certain_enough(people: Array, fewest: Array) -> Check:
    """Whether populations are known well enough for areas of this size.

    Parameters
    ----------
    people, fewest : ndarray, shape (n,)
        Estimates, and the fewest people that each area may have.
    """
    people, fewest = np.asarray(people, dtype=float), np.asarray(fewest, dtype=float)
    lived, key = people > 0, "population_uncertain"
    if not lived.any():
        return Check(key, MADE, Phrase("No area has people."), internal=False)
    share = 1 - fewest[lived] / people[lived]
    spread = float(np.median(share)) / PUBLISHED_Z
    halved = float(people[lived][share > 0.5].sum() / people.sum())
    said = {"spread": 100 * spread, "share": 100 * halved, "empty": int(np.count_nonzero(share >= 1))}
    if spread > _MOST_CV or halved > _MOST_HALVED:
        sentence = Phrase(
            "The populations are too uncertain for areas this small: the median standard error is "
            "{spread:.0f} % of the estimate. {share:.0f} % of the people live in areas that may have less "
            "than half of theirs, and moves are much longer than they need be.",
            **said,
        )
        remedy = Phrase("Use larger areas, such as census tracts, whose margins are smaller.")
        return Check(key, CARE, sentence, remedy, internal=False)
    sentence = Phrase(
        "The median standard error of the populations is {spread:.0f} % of the estimate; {empty} areas that "
        "may be empty hide nobody.",
        **said,
    )
    return Check(key, MADE, sentence, internal=False)


def unused(population: str, names: Iterable[str]) -> str | None:
    """The field that looks like the population's margin of error, where there is one.

    Examples
    --------
    >>> unused("B01003_001E", ["GEOID", "B01001_001M", "B01003_001M"])
    'B01003_001M'
    >>> unused("people", ["people_moe", "income"]), unused("people", ["moerdijk", "rate"])
    ('people_moe', None)
    """
    found = [name for name in names if name != population and _MARGIN.search(name)]
    stem = re.sub(r"(e|est|estimate)$", "", population, flags=re.IGNORECASE).lower()
    own = [name for name in found if name.lower().startswith(stem)]
    return next(iter([*own, *found]), None)


def ask_for(population: str, margin: str) -> Check:
    """What is said where a margin of error lies beside the population, unused."""
    return Check(
        "margin_unused",
        CARE,
        Phrase(
            "The field “{margin}” looks like the margin of error of “{population}”, and is not used: the "
            "bound takes these estimates to be exact.",
            margin=margin,
            population=population,
        ),
        Phrase("Give its name as POPULATION_ERROR, or use the counts of a census."),
        internal=False,
    )
