# SPDX-License-Identifier: GPL-2.0-or-later
"""Patients, visits and area codes as the geoproxy attack needs them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....core.base import identity
from ....core.base.errors import InputError, named
from ....core.exposure.geoproxy import codes
from ....core.exposure.geoproxy.attack import Visits
from ....core.exposure.uniqueness.classes import encode
from ....i18n import tr
from ...io import read_table


@dataclass(frozen=True)
class Treated:
    """Patients with at least one visit, their homes and visits."""

    patients: np.ndarray
    """Shape (p,). Identifiers."""
    home: np.ndarray
    """Shape (p,). Rows of their true areas."""
    visits: Visits
    """Their records."""
    group: np.ndarray | None = None
    """Shape (p,), or None. Class of each by the values of RELEASED_FIELDS; None without any."""


def read_input(run, inputs, area_codes) -> Treated:
    """Read patients and visits, and match them to each other and to the areas."""
    people = read_table(run, "PATIENTS", geometry=False)
    ids = [identity.canonical(value) for value in people.column(inputs.patient_id)]
    row_of = {patient: row for row, patient in enumerate(ids) if patient}
    if len(row_of) < sum(1 for patient in ids if patient):
        twice = sorted({patient for row, patient in enumerate(ids) if patient and row_of[patient] != row})
        raise InputError(
            "geoproxy.patient.repeated",
            "Patients {ids} stand twice in “{layer}”. Each patient has one row with one true area.",
            ids=named(twice),
            layer=people.name,
        )
    homes = _match(run, people, "patient_area", inputs.patient_area, area_codes)
    table = read_table(run, "VISITS", geometry=False)
    places = _match(run, table, "provider_area", inputs.provider_area, area_codes)
    who = [identity.canonical(value) for value in table.column(inputs.visit_patient)]
    patient = np.fromiter((row_of.get(name, -1) for name in who), dtype=np.int64, count=len(who))
    _tell(
        run,
        "visits_without_patient",
        int((patient < 0).sum()),
        tr("{count} visits name no patient of the patient table and were left out."),
    )
    housed = np.where(patient >= 0, homes[patient], -1) >= 0
    remote = np.zeros(len(table), dtype=bool)
    if inputs.remote:
        remote = _remote(run, table, inputs.remote)
    usable = housed & (places >= 0) & ~remote
    chosen = np.unique(patient[usable])
    missing = int((homes >= 0).sum()) - len(chosen)
    _tell(
        run,
        "patients_without_visits",
        missing,
        tr("{count} patients have no usable visit; they are not part of any share."),
    )
    if not len(chosen):
        raise InputError(
            "geoproxy.visit.unmatched",
            "No visit could be matched to a patient and an area. Check the identifiers and the area codes.",
        )
    renumber = np.full(len(ids), -1, dtype=np.int64)
    renumber[chosen] = np.arange(len(chosen))
    named_by = {"claim": inputs.claim, "visit": inputs.visit, "provider": inputs.provider}
    numbers = [_numbered(run, table, key, name, usable) for key, name in named_by.items()]
    run.counts["patients_attacked"] = len(chosen)
    run.counts["visits_used"] = int(usable.sum())
    visits = Visits(renumber[patient[usable]], places[usable], *numbers)
    group = _classes(inputs, people, [area_codes[row] if row >= 0 else "" for row in homes])
    return Treated(
        np.array(ids, dtype=object)[chosen], homes[chosen], visits, None if group is None else group[chosen]
    )


def _classes(inputs, people, homes: list[str]) -> np.ndarray | None:
    """Who shares the values of RELEASED_FIELDS; an empty value is a value of its own."""
    if not inputs.released_fields:
        return None
    if not inputs.population:
        raise InputError(
            "geoproxy.population.missing",
            "RELEASED_FIELDS needs the field POPULATION: how far people go for treatment is fitted to "
            "the people of the areas.",
        )
    for name in inputs.released_fields:
        _refuse_codes(people, name, homes)
    values = np.stack([encode(name, people.column(name)).codes for name in inputs.released_fields])
    return np.unique(values, axis=1, return_inverse=True)[1].ravel()


def _refuse_codes(people, name: str, homes: list[str]) -> None:
    """Refuse a field that tells of the area more than is judged: its code, or how it begins."""
    values = [identity.canonical(value) for value in people.column(name)]
    alike = [
        home.startswith(one) or home.lstrip("0").startswith(one) for one, home in zip(values, homes) if home
    ]
    if len(set(values) - {""}) > 1 and all(alike):
        raise InputError(
            "geoproxy.released_fields.hold_areas",
            "The field “{field}” of “{layer}” holds the areas' codes, or their beginnings. Leave it out "
            "of RELEASED_FIELDS: what is released of the area is PREFIXES or BOUNDARY.",
            field=name,
            layer=people.name,
        )


_NO = {"", "0", "no", "n", "false", "f"}
"""What a mark says of a provider who has a place."""


def _remote(run, table, name: str) -> np.ndarray:
    """Visits of providers whose place says nothing, told and counted."""
    marks = (identity.canonical(value).strip().lower() for value in table.column(name))
    remote = np.fromiter((mark not in _NO for mark in marks), dtype=bool, count=len(table))
    _tell(
        run,
        "visits_remote",
        int(remote.sum()),
        tr(
            "{count} visits of “{layer}” are of mail-order or virtual providers by “{field}” and were left "
            "out: the figures hold if their places really say nothing."
        ),
        table,
        name,
    )
    return remote


def _match(run, table, key: str, name: str, area_codes) -> np.ndarray:
    """Rows of the areas that a field names, with what could not be matched told and counted."""
    matched = codes.match_codes(table.column(name), area_codes)
    _tell(
        run,
        f"{key}_missing",
        matched.missing_count,
        tr("{count} rows of “{layer}” have no code in “{field}” and were left out."),
        table,
        name,
    )
    _tell(
        run,
        f"{key}_unknown",
        matched.unknown_count,
        tr(
            "{count} rows of “{layer}” have a code in “{field}” that no area has ({codes}), and were left "
            "out."
        ),
        table,
        name,
        matched.unknown,
    )
    _tell(
        run,
        f"{key}_restored",
        matched.restored_count,
        tr(
            "{count} codes in “{field}” of “{layer}” have lost their leading zeros ({codes}, where an area "
            "has the zeros). They were put back; store codes as text."
        ),
        table,
        name,
        matched.restored,
    )
    return matched.row


def _tell(run, key: str, number: int, text: str, table=None, name: str = "", values=()) -> None:
    if number:
        run.counts[key] = number
        layer = table.name if table is not None else ""
        run.warn(text.format(count=number, layer=layer, field=name, codes=named(values)))


def _numbered(run, table, key: str, name: str | None, usable):
    """Identifiers as numbers; a missing one is an entry of its own. None where no field was named."""
    if not name:
        return None
    values = np.empty(len(table), dtype=object)
    values[:] = [identity.canonical(value) for value in table.column(name)]
    column = encode(name, values[usable])
    absent = column.codes < 0
    _tell(
        run,
        f"{key}_missing",
        int(absent.sum()),
        tr("{count} visits have no identifier in “{field}”; each is counted as a separate visit."),
        table,
        name,
    )
    numbers = column.codes.copy()
    numbers[absent] = len(column.labels) + np.arange(int(absent.sum()))
    return numbers
