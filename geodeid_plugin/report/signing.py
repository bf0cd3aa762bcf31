# SPDX-License-Identifier: GPL-2.0-or-later
"""What every report says to the person who signs for a release."""

from __future__ import annotations

from ..i18n import tr
from . import Section


def fields_beside() -> str:
    """The risk of fields that are released beside the place."""
    return tr(
        "Fields beside the map: age, sex, dates and the like (quasi-identifiers) may identify people on "
        "their own or together with the place. Measure them with “Uniqueness by cohort size”."
    )


def signature() -> Section:
    """Where the person signs; in the internal form, which is what was read."""
    return Section(
        tr("Signature"),
        (
            tr("Read and approved for publication. Name, function, date and signature:"),
            "________________________________________________________________",
        ),
        internal=True,
        closing=True,
    )
