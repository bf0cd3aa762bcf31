# SPDX-License-Identifier: GPL-2.0-or-later
"""What an algorithm asks of its user about the ledger, and how it opens it."""

from __future__ import annotations

from ....core.base.errors import InputError
from .. import ask
from . import store
from .records import LedgerState

STORE = ask.under_advanced(
    ask.file(
        "LEDGER",
        "Release ledger",
        "Made by “Release ledger”: earlier releases count, and this one is entered.",
        extension="gpkg",
    ),
    ask.file(
        "LEDGER_KEY",
        "Key of the ledger",
        "Key file of the ledger, or its recovery letters as text. Empty: the key kept in QGIS.",
    ),
)
"""LEDGER and LEDGER_KEY: of any algorithm that registers what it publishes."""

WITNESS = ask.text(
    "LEDGER_WITNESS",
    "Witness of the ledger",
    "From the report of the last release, such as 812-0123456789abcdef: a ledger without that entry is an "
    "older copy.",
    advanced=True,
)

LEDGER_ID = ask.field(
    "LEDGER_ID",
    "Patient identifier for the ledger",
    "Field that identifies a patient, the same in every release. Only a keyed hash of it is kept.",
    "PATIENTS",
    optional=True,
    advanced=True,
)

GROUP = ask.field(
    "GROUP",
    "Household or patient",
    "Records with the same value, such as a household, move to one place and count as one.",
    "PATIENTS",
    optional=True,
    advanced=True,
)
"""Records that share one draw."""


def opened(run) -> LedgerState | None:
    """The ledger that the user gave, read and verified; None without one.

    A ledger that cannot be used, or a part of it without the rest, is refused.
    """
    if not run.defines("LEDGER"):
        return None
    if run.file("LEDGER") is None:
        if run.wanted("LEDGER_KEY") or (run.defines("LEDGER_ID") and run.wanted("LEDGER_ID")):
            raise InputError(
                "ledger.file.missing",
                "A ledger's key or patient field was given, but no ledger. Choose the ledger.",
            )
        return None
    if run.seeded:
        raise InputError(
            "ledger.run.seeded",
            "A run with a seed is for testing. To enter the release in the ledger, leave the seed empty.",
        )
    if run.defines("LEDGER_ID") and run.field("LEDGER_ID") is None:
        raise InputError(
            "ledger.patient.missing",
            "Choose the field that identifies a patient, so that the ledger recognises them.",
        )
    return LedgerState(store.open_ledger_file(run.file("LEDGER"), run.file("LEDGER_KEY")))
