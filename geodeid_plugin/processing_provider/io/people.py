# SPDX-License-Identifier: GPL-2.0-or-later
"""How many people of each area have a value: the crowds of strata and of released classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from qgis.core import QgsGeometry, QgsSpatialIndex

from ...core.base import identity
from ...core.base.errors import InputError, Phrase, named, thousands
from ...core.base.verdict import NOT_MADE, Check
from ...core.exposure import address_list
from ...core.exposure.fields.identifying import numbers_its_rows, repeated_identifier
from ...host.compat import is_null
from ...i18n import tr
from .area_layer import AreaLayer, areas_with_people, locate, refuse_numbering
from .packed import made_valid
from .points import PointLayer
from .table import from_lonlat, read_table


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


ANYONE_OR_DIVIDED = Phrase(
    "That is right for something that anyone may have, such as a diagnosis. Where it divides people, as sex "
    "does, patients hide among fewer people than were counted."
)


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

    Arrays are people of every area, shape (n,).
    """
    sums = {name: float(one.sum()) for name, one in people.items()}
    most = float(everybody.sum())
    return Counted(
        sum(sums.values()), most, tuple(name for name, one in sums.items() if one * SEVERAL_COUNTS >= most)
    )


def read_people_by_value(text: str, table, ids) -> dict[str, PeopleWith]:
    """Read ``F=females; M=males``, or ``F=population*0.45`` where only a least share is known.

    ``ids`` are what the areas are called in messages.
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


_THINNEST = 30.0
"""People of a cell are taken to be at least this part of what the sizes of the areas that it cuts say. In
Ottawa, dissemination areas cut by squares of 500 m to 8 km, the fewest of any cell with 33 people or more
were 1/29 (households placed along roads by census block), and 1/10 where 999 of 1000 people live."""
_WHOLE = 1 - 1e-6
"""Share of an area from which on it lies in one cell: what is cut off is how borders were drawn."""


@dataclass(frozen=True)
class PeopleInCells:
    """People of each cell of a grid."""

    layer: AreaLayer
    """The areas that they were counted in."""
    fewest: np.ndarray
    most: np.ndarray
    """Shape (c,). All people of areas that lie in the cell, and of each area that it cuts a thirtieth of what
    its share of the size says; all people of the areas that it touches."""


def read_people_in_cells(run, cells: list, crs) -> PeopleInCells | None:
    """People of the cells by AREAS and POPULATION; None where no areas were given.

    Cells are polygons in the plane of the grid, ``crs``.
    """
    if not run.parameters.get("AREAS"):
        return None
    if not run.field("POPULATION"):
        raise InputError(
            "cell.population.missing", "Choose POPULATION, the field with the people of the areas."
        )
    layer = areas_with_people(read_table(run, "AREAS"), run.field("POPULATION"))
    refuse_numbering(run, layer.table, layer.areas.population)
    index = QgsSpatialIndex()
    for number, cell in enumerate(cells):
        index.addFeature(number, cell.boundingBox())
    inside, spread, most = np.zeros((3, len(cells)))
    transform, people = from_lonlat(run, crs), layer.areas.population
    for row in np.flatnonzero(people > 0).tolist():
        shape = QgsGeometry(layer.table.geometries[row])
        shape.transform(transform)
        shape = made_valid(shape)
        size = max(shape.area(), np.finfo(float).tiny)
        for cell in index.intersects(shape.boundingBox()):
            share = cells[cell].intersection(shape).area() / size
            if share > 1 - _WHOLE:
                most[cell] += people[row]
                (inside if share >= _WHOLE else spread)[cell] += people[row] * min(share, 1.0)
    return PeopleInCells(layer, inside + spread / _THINNEST, most)


MOST = 10_000
"""People of one building at most: what is more is a number of something else."""
_ENOUGH_TO_REPEAT = 200
"""Addresses among which some have as many residents as others."""


def residents(layer: str, field: str, values: Sequence, rows: Sequence) -> np.ndarray:
    """People or dwellings of each address, shape (n,).

    Values of which all are different, as identifiers are, are refused.
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
    unique = len(counts) >= _ENOUGH_TO_REPEAT and len(np.unique(counts)) == len(counts)
    if unique or numbers_its_rows(field, counts, rows):
        raise InputError(
            "address.residents.row_number",
            "Layer “{layer}”: “{field}” is different for each of {count} addresses, as an identifier is. "
            "Choose the field that counts the people or dwellings of each address.",
            layer=layer,
            field=field,
            count=len(counts),
        )
    return counts


def capped_by_census(run, census: AreaLayer | None, lon_deg, lat_deg, lived: np.ndarray) -> np.ndarray:
    """Residents of addresses, no more in each area than it counts; as they are without areas."""
    if census is None:
        return lived
    area = locate(run, census, PointLayer(lon_deg, lat_deg, census.table))
    held = address_list.capped_by_census(
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


def patients_of(run, table, rows=None) -> list[str]:
    """The patient of each record of some rows, or of all; empty without RECORD_ID."""
    name = run.field("RECORD_ID")
    if not name:
        return []
    values = table.column(name)
    patients = [identity.canonical(values[row]) for row in (range(len(values)) if rows is None else rows)]
    if not all(patients):
        raise InputError(
            "patient.field.empty",
            "Layer “{layer}”: records without “{field}” name no patient. Fill the field, or leave these "
            "records out.",
            layer=table.name,
            field=name,
        )
    return patients


def rows_are_people(run, table, facts=()) -> tuple[Check, ...]:
    """That rows are not people, where no RECORD_ID was given and a field that looks like one repeats.

    ``facts`` are what is known of the people of the rows, as codes.
    """
    if run.field("RECORD_ID"):
        return ()
    columns = {one.name(): table.attributes.stored(at) for at, one in enumerate(table.fields)}
    found = repeated_identifier(columns, facts)
    if found is None:
        return ()
    sentence = Phrase(
        "The values of “{field}” repeat, and it looks like an identifier of people: rows are not people, and "
        "people were not counted.",
        field=found,
    )
    remedy = Phrase(
        "Give “{field}” as RECORD_ID; where it names no people, leave it out of the layer.", field=found
    )
    return (Check("rows_are_people", NOT_MADE, sentence, remedy),)
