# SPDX-License-Identifier: GPL-2.0-or-later
"""What an algorithm asks of its user about the ledger, and how it opens it."""

from __future__ import annotations

from ....core.base.errors import InputError
from ....i18n import tr
from .. import ask
from . import store
from .records import Memory

STORE = ask.under_advanced(
    (
        ask.file(
            "LEDGER",
            "Release ledger",
            "GeoPackage made by “Release ledger”. Whoever was released before is shown where they were, "
            "and only new patients are drawn. A ledger that is missing, altered or an older copy stops the "
            "run.",
            extension="gpkg",
        ),
        ask.file(
            "LEDGER_KEY",
            "Key of the ledger",
            "The key file made together with the ledger, or a text file with the letters of its recovery "
            "sheet. Keep it apart from the ledger and never release it. Empty: the key that QGIS's "
            "authentication manager keeps, where “Release ledger” gave it one.",
        ),
    )
)
"""LEDGER and LEDGER_KEY: of any algorithm that registers what it publishes."""

WITNESS = ask.text(
    "LEDGER_WITNESS",
    "Witness of the ledger",
    "From the report of the last release, for example 812-0123456789abcdef: a ledger that does not "
    "hold that entry is an older copy and is refused. Empty: the witnesses that this computer keeps "
    "are asked.",
    advanced=True,
)

LEDGER_ID = ask.field(
    "LEDGER_ID",
    "Patient identifier for the ledger",
    "Field that identifies a patient, the same in every release. 17, 17.0 and “ 17 ” are the "
    "same. Only a keyed hash of it is remembered.",
    "PATIENTS",
    optional=True,
    advanced=True,
)

GROUP = ask.field(
    "GROUP",
    "Household or patient",
    "Field whose equal values belong together: one draw moves all records of a household, or all "
    "episodes of a patient, to one place, and counts as one record. Empty: each record draws; then "
    "whoever knows that two belong together multiplies what their dots tell.",
    "PATIENTS",
    optional=True,
    advanced=True,
)
"""Records that share one draw."""


def opened(run) -> Memory | None:
    """The ledger that the user gave, read and verified; None without one.

    Raises
    ------
    InputError
        The ledger cannot be used, or a part of it was given without the rest.
    """
    if not run.defines("LEDGER"):
        return None
    if run.file("LEDGER") is None:
        if run.wanted("LEDGER_KEY") or (run.defines("LEDGER_ID") and run.wanted("LEDGER_ID")):
            raise InputError(
                tr("A ledger's key or patient field was given, but no ledger. Choose the ledger.")
            )
        return None
    if run.seeded:
        raise InputError(tr("A seeded run is for testing. Leave the seed empty to enter it in the ledger."))
    if run.defines("LEDGER_ID") and run.field("LEDGER_ID") is None:
        raise InputError(
            tr("Choose the field that identifies a patient, so that the ledger recognises them.")
        )
    return Memory(store.open_book(run.file("LEDGER"), run.file("LEDGER_KEY")))
