# SPDX-License-Identifier: GPL-2.0-or-later
"""RECORD_ID: whose record each row is, so that people are counted and not their rows."""

from __future__ import annotations

from ...core.base import identity
from ...core.base.errors import InputError, Phrase
from ...core.base.verdict import NOT_MADE, Check
from ...core.exposure.fields.identifying import repeated_identifier


def patients_of(run, table, rows=None) -> list[str]:
    """The patient of each record of some rows, or of all; empty without RECORD_ID.

    Parameters
    ----------
    run : Run
    table : Table
        The records.
    rows : sequence of int, optional
        Some of its rows.

    Raises
    ------
    InputError
        A record names no patient.
    """
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

    Parameters
    ----------
    run : Run
    table : Table
        The records.
    facts : sequence of ndarray of int, shape (n,)
        What is known of the people of the rows, as codes.
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
