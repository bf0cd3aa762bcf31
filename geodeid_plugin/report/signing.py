# SPDX-License-Identifier: GPL-2.0-or-later
"""What every report says to the person who signs for a release."""

from __future__ import annotations

from ..i18n import tr
from .blocks import Items, Section, Table


def fields_beside() -> str:
    """The risk of fields that are released beside the place."""
    return tr(
        "Fields beside the map: age, sex, dates and the like (quasi-identifiers) may identify people on "
        "their own or together with the place. Measure them with “Uniqueness by cohort size”."
    )


def signature() -> Section:
    """What nobody but a person can answer, and who signs for what; in the internal form, which was read."""
    questions = (
        tr("The population is that of the right people and year."),
        tr("Nothing else has been released about these people by area, unless it is in the ledger."),
        tr("The fields released beside the place were checked."),
        tr("It was drawn once, not again until it looked right or passed."),
        tr("Everything named above has been checked."),
        tr("Nothing but what is marked for release leaves the building."),
    )
    heads = (tr("Who signs for what"), tr("Name and function"), tr("Date"), tr("Signature"))
    rows = (
        (tr("Prepared it, and answers for the data that went in"), *_BLANK),
        (tr("Read it, and approves the release"), *_BLANK),
    )
    return Section(
        tr("Decision"),
        (Items(tuple(f"☐ {one}" for one in questions), style="boxes"), Table(heads, rows)),
        internal=True,
        closing=True,
    )


_BLANK = ("\u00a0",) * 3
"""Cells for a pen."""
