# SPDX-License-Identifier: GPL-2.0-or-later
"""Is the population a population? Checks on the numbers that every risk is computed from.

A risk of 1 in so many people is as good as the count of the people. A field of square metres, row numbers,
incomes or rates in its place gives a risk that is far too small and looks like any other.

A disease of old age among everybody: whether the people counted are those whom the disease is of.

What age alone makes of crude rates between block groups has a standard deviation of log rates of 0.48 to 0.62
for diseases of old age, where a ratio of 2 covers 0.16 and one of 3 covers 0.25. No bearable ratio covers it;
the people of the ages in question, as the population, do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array, Floats
from ...base.errors import Phrase, named, thousands
from ...base.verdict import CARE, FAILED, MADE, NOT_MADE, Check, Outcome
from . import fieldnames

MOST_PER_KM2 = 100_000.0
"""People per km² of the median area that no census geography reaches: New York County's block groups of 2000
have 39 644, its densest one 158 770."""
SAME_SHARE = 1e-3
"""Relative difference below which a value repeats the size of its area: the ellipsoidal sizes here and those
of an agency differ by less on the same polygon (1.6e-5 was the most on long straight sides)."""
FOLLOWS = 0.98
"""Correlation of the logarithms beyond which a field follows the sizes of the areas. Populations have −0.64
(health units of Ontario) to 0.73 (ZIP areas of New York City), block groups and tracts −0.19 to 0.31."""
LEAST_AREAS = 5
"""Below that many areas neither is told apart from chance."""
ORDER = 5.0
"""Two counts of the same people differ by growth or definition, hardly fivefold."""
CROWDED = 0.1
"""One record to ten people: rare diseases have one to hundreds, so the field may count something else."""
MOST_PEOPLE = 1e6
"""Most people in a region, times the root of its size in km². The most crowded places stay below it at every
scale: Kowloon's Walled City (50 000 on 0.026 km²) 0.31, Manila 0.28, Dhaka 0.59, Bangladesh 0.44, India 0.79,
the world's land 0.67 of it."""
LEAST_SPREAD = 1.2
"""Largest value over smallest of a population at least, over 5 areas with people: census areas differ by
several times, the years, codes and constants that stand in such fields by less."""
MOST_ALIKE = 0.5
"""Share of the areas with people that may have one and the same number of them."""
THOUSANDS = 1000
"""Counts of people that are all multiples of it were estimated, or multiplied."""
_UNITS_M2 = (1.0, 1e4, 1e6, 4046.8564224, 2589988.110336, 0.09290304)
"""Square metre, hectare, square kilometre, acre, square mile, square foot, in m²."""
DIFFERS = "population_differs"
"""The check of years, codes and constants; :mod:`..address_list` judges addresses, which hold alike."""
_REMEDY = Phrase("Choose the field that holds the number of people of each area.")


@dataclass(frozen=True)
class Population:
    """The population field of a layer of areas."""

    name: str
    """The field's name."""
    people: Array
    """Shape (n,). Its values."""
    area_m2: Array
    """Shape (n,). Sizes of the areas; zeros where they are not known."""
    others: Mapping[str, Array]
    """Further numeric fields of the layer, shape (n,) each, by name."""
    read_as_zero: int = 0
    """Areas without a value that were read as empty."""
    ids: Sequence[object] | Array = ()
    """Identifiers of the areas, to name those that are wrong; may be empty."""


def density_km2(people: Floats, area_m2: Floats) -> tuple[float, float, float] | None:
    """People per km² of the areas that hold people: least, median, largest; None without sizes."""
    people, area_m2 = np.asarray(people, float), np.asarray(area_m2, float)
    used = (people > 0) & (area_m2 > 0)
    if not used.any():
        return None
    density = people[used] / area_m2[used] * 1e6
    return float(density.min()), float(np.median(density)), float(density.max())


def repeats_area(people: Floats, area_m2: Floats) -> bool:
    """Whether most values are the size of their area, in one of the usual units."""
    people, area_m2 = np.asarray(people, float), np.asarray(area_m2, float)
    used = (people > 0) & (area_m2 > 0)
    if used.sum() < LEAST_AREAS or len(np.unique(people[used])) < LEAST_AREAS:
        return False
    ratio = people[used] / area_m2[used]
    return any(np.mean(np.abs(ratio * unit - 1) < SAME_SHARE) > 0.5 for unit in _UNITS_M2)


def follows_area(people: Floats, area_m2: Floats) -> bool:
    """Whether the values rise and fall with the size of the area, as land area and lengths do."""
    people, area_m2 = np.asarray(people, float), np.asarray(area_m2, float)
    used = (people > 0) & (area_m2 > 0)
    if used.sum() < LEAST_AREAS:
        return False
    x, y = np.log(area_m2[used]), np.log(people[used])
    if x.std() < 0.1 or y.std() < 0.1:  # alike in size, or in value: nothing to follow
        return False
    return bool(np.corrcoef(x, y)[0, 1] > FOLLOWS)


def checks(population: Population, records: int | None = None) -> tuple[Check, ...]:
    """All checks of a population field, each with its sentence.

    ``not_made`` where the field is hardly a population: then no risk that rests on it can be green.

    Examples
    --------
    >>> areas_m2 = np.array([1e6, 2e6, 4e6, 5e6, 9e6, 3e6])
    >>> land = Population("people", areas_m2, areas_m2, {})
    >>> [check.key for check in checks(land) if check.outcome is NOT_MADE]
    ['population_is_no_area', 'population_density', 'population_possible']
    """
    return (
        _no_area(population),
        _no_other_meaning(population),
        _density(population),
        _not_too_many(population),
        _differs(population),
        *_thousands(population),
        *_against_others(population),
        *_zeros(population),
        *(() if records is None else _against_records(population, records)),
    )


def _check(key: str, outcome: Outcome, sentence: Phrase) -> Check:
    return Check(key, outcome, sentence, None if outcome is MADE else _REMEDY, internal=False)


def _no_area(population: Population) -> Check:
    key = "population_is_no_area"
    if repeats_area(population.people, population.area_m2):
        return _check(
            key,
            NOT_MADE,
            Phrase(
                "The field “{name}” holds the sizes of the areas, not their people. How many people a "
                "patient hides among is not known.",
                name=population.name,
            ),
        )
    if follows_area(population.people, population.area_m2):
        return _check(
            key,
            NOT_MADE,
            Phrase(
                "The field “{name}” rises and falls with the size of the areas, as no population does. How "
                "many people a patient hides among is not known.",
                name=population.name,
            ),
        )
    return _check(
        key, MADE, Phrase("The field “{name}” does not follow the size of the areas.", name=population.name)
    )


def _no_other_meaning(population: Population) -> Check:
    key, people = "population_is_no_rate", population.people
    meaning = fieldnames.other_meaning(population.name)
    fractional = np.mean(people != np.floor(people)) if len(people) else 0.0
    if meaning is not None:
        what = {"area": Phrase("a size"), "income": Phrase("an income"), "rate": Phrase("a rate")}[meaning]
        sentence = Phrase(
            "By its name, the field “{name}” holds {what}, not people. How many people a patient hides "
            "among is not known.",
            name=population.name,
            what=what,
        )
        return _check(key, NOT_MADE, sentence)
    if len(people) and fractional > 0.5 and people.max() <= 100:
        sentence = Phrase(
            "The field “{name}” holds fractions up to {most:.4g}, as rates and percentages do. How many "
            "people a patient hides among is not known.",
            name=population.name,
            most=float(people.max()),
        )
        return _check(key, NOT_MADE, sentence)
    return _check(
        key, MADE, Phrase("The field “{name}” looks like neither a rate nor an income.", name=population.name)
    )


def _density(population: Population) -> Check:
    key, found = "population_density", density_km2(population.people, population.area_m2)
    if found is None:
        return Check(
            key, MADE, Phrase("The sizes of the areas are not known; people per km² were not computed."),
            internal=False,
        )  # fmt: skip
    said = {
        "median": thousands(found[1]) if found[1] >= 10 else f"{found[1]:.2g}",
        "most": thousands(MOST_PER_KM2),
    }
    if found[1] > MOST_PER_KM2:
        return _check(
            key,
            NOT_MADE,
            Phrase(
                "The median area would hold {median} people per km², more than {most}: the field probably "
                "does not count people. How many people a patient hides among is not known.",
                **said,
            ),
        )
    return _check(
        key,
        MADE,
        Phrase("The population is plausible: the median area has {median} people per km².", **said),
    )


def _not_too_many(population: Population) -> Check:
    """More people than any place on Earth of that size holds, in an area or in all of them together."""
    key, people = "population_possible", np.asarray(population.people, float)
    km2 = np.asarray(population.area_m2, float) / 1e6
    sized = km2 > 0
    over = np.flatnonzero(sized & (people > MOST_PEOPLE * np.sqrt(np.where(sized, km2, 1.0))))
    if len(over):
        first = over[np.argsort(-people[over] / np.sqrt(km2[over]), kind="stable")]
        listed = [population.ids[row] if len(population.ids) else int(row) + 1 for row in first.tolist()]
        sentence = Phrase(
            "By the field “{name}”, {count} areas hold more people than any place of their size on Earth "
            "({areas}): it does not count single people, or the sizes are wrong. How many people a patient "
            "hides among is not known.",
            name=population.name,
            count=thousands(len(over)),
            areas=named(listed),
        )
        return _check(key, NOT_MADE, sentence)
    if sized.any() and people[sized].sum() > MOST_PEOPLE * np.sqrt(km2[sized].sum()):
        sentence = Phrase(
            "By the field “{name}”, {total} people live on {size} km², more than in any region of that "
            "size on Earth. How many people a patient hides among is not known.",
            name=population.name,
            total=thousands(people[sized].sum()),
            size=thousands(km2[sized].sum()),
        )
        return _check(key, NOT_MADE, sentence)
    return _check(key, MADE, Phrase("No area holds more people than a place of its size can."))


def _differs(population: Population) -> Check:
    """Years, codes and constants: values that hardly differ from area to area."""
    key, people = DIFFERS, np.asarray(population.people, float)
    people = people[people > 0]
    said: dict[str, object] = {"name": population.name}
    if len(people) >= LEAST_AREAS:
        values, count = np.unique(people, return_counts=True)
        if count.max() > MOST_ALIKE * len(people):
            sentence = Phrase(
                "The field “{name}” holds {value} in {share:.0f} % of the areas that have people: a "
                "constant, not a population. How many people a patient hides among is not known.",
                value=thousands(values[count.argmax()]),
                share=100 * count.max() / len(people),
                **said,
            )
            return _check(key, NOT_MADE, sentence)
        if values[-1] < LEAST_SPREAD * values[0]:
            sentence = Phrase(
                "The field “{name}” holds only values from {least} to {most}, as years and codes do, not "
                "populations. How many people a patient hides among is not known.",
                least=thousands(values[0]),
                most=thousands(values[-1]),
                **said,
            )
            return _check(key, NOT_MADE, sentence)
    return _check(key, MADE, Phrase("The values of “{name}” vary as populations do.", **said))


def _thousands(population: Population) -> list[Check]:
    people = np.asarray(population.people, float)
    people = people[people > 0]
    if len(np.unique(people)) < LEAST_AREAS or (people % THOUSANDS).any():
        return []
    sentence = Phrase(
        "Every value of “{name}” is a multiple of {unit}: the people were estimated, or each value was "
        "multiplied.",
        name=population.name,
        unit=thousands(THOUSANDS),
    )
    return [_check("population_rounded", CARE, sentence)]


def _against_others(population: Population) -> list[Check]:
    """A second population field of quite another size says that one of them is none."""
    total, found = population.people.sum(), []
    for name, values in sorted(population.others.items()):
        if name == population.name or not fieldnames.counts_people(name):
            continue
        if np.array_equal(values, population.people):
            continue
        other = float(np.nansum(values))
        said = {"name": population.name, "other": name, "total": thousands(total), "second": thousands(other)}
        if total > ORDER * other > 0:
            sentence = Phrase(
                "The field “{name}” adds up to {total}, the field “{other}” of the same layer to "
                "{second}: the two cannot both count the people.",
                **said,
            )
            found.append(_check("population_second_field", NOT_MADE, sentence))
    return found


def _zeros(population: Population) -> list[Check]:
    if not population.read_as_zero:
        return []
    sentence = Phrase(
        "{count} areas without a value in “{name}” were read as empty.",
        count=population.read_as_zero,
        name=population.name,
    )
    return [_check("population_null", CARE, sentence)]


def _against_records(population: Population, records: int) -> list[Check]:
    total, key = float(population.people.sum()), "population_holds_records"
    said = {"total": thousands(total), "records": thousands(records)}
    if total < records:
        sentence = Phrase("{records} records cannot come from {total} people.", **said)
        return [Check(key, FAILED, sentence, _REMEDY)]
    if records > CROWDED * total:
        sentence = Phrase(
            "{records} records among {total} people: more than one in ten. Either the field counts "
            "something else, or the condition is so common that too few other people are left to hide "
            "among.",
            **said,
        )
        return [Check(key, CARE, sentence, _REMEDY)]
    return [Check(key, MADE, Phrase("{records} records among {total} people.", **said))]


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

    Columns are numeric fields of the patients by name; one whose name says that it holds ages is looked at.
    ``ratio`` is that of rates which the bound allows for.

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
