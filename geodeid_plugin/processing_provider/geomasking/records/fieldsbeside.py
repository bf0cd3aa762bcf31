# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether the fields that are released beside the places divide the crowd that the mask counts."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.base.errors import Phrase
from ....core.base.verdict import MADE, NOT_MADE, Check
from ....core.exposure.fields.released_fields import divided

_KEY = "released_fields"


def released_fields(run, table, rows, stratum: str | None = None, strata=None) -> Check:
    """Whether the crowd of every combination of released values was counted.

    KEEP_FIELDS says what is released; ``stratum`` is a field whose values, ``strata``, were masked apart,
    each with its own population.
    """
    names = run.fields("KEEP_FIELDS")
    if not names:
        sentence = Phrase("No field is released beside the place: each patient hides among all people.")
        return Check(_KEY, MADE, sentence, internal=False)
    columns = {name: table.column(name) for name in names}
    values: dict[str, Sequence] = {name: [column[row] for row in rows] for name, column in columns.items()}
    found = divided(values, strata if stratum else None)
    if not found.dividing:
        sentence = Phrase(
            "Of the released fields ({fields}) each value was masked with the population that has it, or all "
            "records share it.",
            fields=", ".join(names),
        )
        return Check(_KEY, MADE, sentence, internal=False)
    sentence = Phrase(
        "Released fields divide the people among whom a patient hides: {fields}. Everybody near a place was "
        "counted, whatever their values. How many have the released ones is not known, so the risk of a "
        "record with its values could not be bounded.",
        fields=", ".join(found.dividing),
    )
    alone = tuple(table.row_ids[rows[at]] for at in found.alone.tolist())
    return Check(_KEY, NOT_MADE, sentence, _remedy(run, found, stratum), alone, internal=False)


def _remedy(run, found, stratum: str | None) -> Phrase:
    said = {"field": found.dividing[0], "fields": ", ".join(found.dividing), "stratum": stratum}
    if not run.defines("STRATUM"):
        return Phrase(
            "Do not release {fields}, or use “Mask points: least move”, which masks each value "
            "separately with its own "
            "population.",
            **said,
        )
    if stratum is None:
        return Phrase(
            "Mask each value separately with its own population: STRATUM={field} and STRATUM_POPULATIONS, "
            "for example F=females; M=males. For several fields use one field that joins them. Or do not "
            "release {fields}.",
            **said,
        )
    return Phrase(
        "Use one field that joins {stratum} with {fields} as STRATUM, with the population of each value, or "
        "do not release {fields}.",
        **said,
    )
