# SPDX-License-Identifier: GPL-2.0-or-later
"""Which of several tables holds the patients, which the populations, and which is a crosswalk."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..base import identity
from ..exposure.fields.fieldnames import guess_identifier, plain_name, speaks_of_people
from .codes import are_row_numbers, code_column, crosswalk_of, people_column
from .places import StudyRegion, has_places
from .tables import RawTable

_OF_PATIENTS = re.compile(r"patient|case|cas(_|$)|fall|faelle|casos|casi|record|dossier|incident|deces|death")
"""Names of files of patients; of several with places the one called so is taken."""


@dataclass(frozen=True)
class Roles:
    """What each table is for."""

    patients: RawTable | None = None
    people: RawTable | None = None
    crosswalk: RawTable | None = None
    unused: tuple[RawTable, ...] = ()


def roles_of(
    tables: Sequence[RawTable], areas: Sequence[object], study_region: StudyRegion | None = None
) -> Roles:
    """Tell tables apart by what they hold: codes of areas with people, places, pairs of codes.

    ``areas`` are their identifiers, none where there are no areas yet.

    Examples
    --------
    >>> from .tables import table_of
    >>> people = table_of("census.csv", b"zip,pop\\n8784,10\\n10001,20\\n")
    >>> cases = table_of("list.csv", b"zip,lat,lon\\n8784,40.1,-74.5\\n8784,40.2,-74.6\\n")
    >>> found = roles_of([cases, people], ["08784", "10001"])
    >>> found.patients.name, found.people.name
    ('list.csv', 'census.csv')
    """
    codes = [identity.canonical(code) for code in areas]
    left = list(tables)
    people = next((one for one in left if codes and _counts_people(one, codes)), None)
    left = [one for one in left if one is not people]
    placed = [one for one in left if has_places(one, study_region)]
    called = [one for one in placed if _OF_PATIENTS.search(plain_name(one.name))]
    patients = next(iter(called or placed), None)
    left = [one for one in left if one is not patients]
    walk = next((one for one in left if codes and crosswalk_of(one, codes) is not None), None)
    return Roles(patients, people, walk, tuple(one for one in left if one is not walk))


def _counts_people(table: RawTable, codes: Sequence[str]) -> bool:
    """Whether a table knows most areas and counts people, by a name or with one row for each area."""
    code = code_column(table, codes)
    people = None if code is None else people_column(table, code)
    if code is None or people is None:
        return False
    cells = [cell for cell in table.column(code).cells if cell]
    return speaks_of_people(people) or len(set(cells)) == len(cells)


def identifier_of(fields: Mapping[str, Sequence[object]], tables: Sequence[RawTable]) -> str | None:
    """The field of the areas whose codes most tables know; else the one whose name says so.

    Numbers from 1 on say nothing: every table has rows that are numbered so. ``fields`` has the values of
    each field that is different in every area.
    """
    likely = guess_identifier(list(fields))
    names = sorted(fields, key=lambda name: name != likely)
    codes = {name: [identity.canonical(value) for value in fields[name]] for name in names}
    known = {
        name: sum(code_column(one, codes[name]) is not None for one in tables)
        for name in names if not are_row_numbers(codes[name])
    }  # fmt: skip
    best = max(known, key=lambda name: known[name], default=None)
    return best if best is not None and known[best] else likely
