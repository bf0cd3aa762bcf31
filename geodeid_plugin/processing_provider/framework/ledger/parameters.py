# SPDX-License-Identifier: GPL-2.0-or-later
"""What an algorithm asks of its user about the ledger, and how it opens it."""

from __future__ import annotations

from dataclasses import dataclass

from ....core.base.errors import InputError
from ....i18n import tr
from .. import ask
from . import store
from .records import Memory

BATCH = 10
"""New records, or withdrawals, among which one hides by default: as the crowd of the smallest class that
published rules allow, 10 or 11 (core/base/thresholds.py)."""


@dataclass(frozen=True)
class Rules:
    """What the user decided about a growing list.

    Attributes
    ----------
    planned : int or None
        Records that will ever be released; None for no plan.
    batch : int
        Fewest new records, or withdrawals, that show at once.
    moved : {'ask', 'keep', 'leave_out', 'corrected'}
        What becomes of a known patient whose point lies in another area.
    lookalikes : {'ask', 'different'}
        What identifiers that differ in case or leading zeros are.
    withdrawals : {'batch', 'at_once'}
        When the dots of patients who left the list leave the release.
    limit : float or None
        Most that one dot may show of anybody; None for the default.
    """

    planned: int | None
    batch: int
    moved: str
    lookalikes: str
    withdrawals: str
    limit: float | None


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
        ask.text(
            "LEDGER_WITNESS",
            "Witness of the ledger",
            "From the report of the last release, for example 812-0123456789abcdef: a ledger that does not "
            "hold that entry is an older copy and is refused. Empty: the witnesses that this computer keeps "
            "are asked.",
        ),
    )
)
"""LEDGER, LEDGER_KEY and LEDGER_WITNESS: of any algorithm that registers what it publishes."""

GROWING_LIST = ask.under_advanced(
    (
        ask.field(
            "LEDGER_ID",
            "Patient identifier for the ledger",
            "Field that identifies a patient, the same in every release. 17, 17.0 and “ 17 ” are the "
            "same. Only a keyed hash of it is remembered.",
            "PATIENTS",
            optional=True,
        ),
        ask.whole(
            "PLANNED_RECORDS",
            "Planned records",
            "How many records will be released in all, over the years, those that are out included. Empty: "
            "no plan; each release may spend a sixth of what is left of the bound.",
            least=1,
        ),
        ask.whole(
            "BATCH",
            "Batch",
            "After the first release, new records wait until this many are new: whoever knows when somebody "
            "was reported would else know their dot. A dot that was shown cannot be called back.",
            BATCH,
            least=1,
        ),
        ask.choice(
            "WITHDRAWALS",
            "Patients who left the list",
            "batch: their dots stay until a batch of them has left, and leave together. at_once: they leave "
            "now; whoever knows who left then knows their dots, for ever. In both cases they stay counted.",
            ("batch", "at_once"),
            "batch",
        ),
        ask.choice(
            "MOVED",
            "Known patients in another area",
            "ask: stop and name them. keep: they moved house, and keep their first dot. leave_out: they "
            "leave as withdrawn. corrected: the first address was wrong; they are drawn as new records, and "
            "the first ones stay counted. A second dot can't be undone: an observer who links both knows "
            "more.",
            ("ask", "keep", "leave_out", "corrected"),
            "ask",
        ),
        ask.choice(
            "SECOND_PLACE",
            "Places of known patients",
            "keep: where they stood. median: the destination nearest on average to the people whom the old "
            "dot may be, by today's populations, for another geography. The rule knows the old dot alone "
            "and tells nothing more; who has both maps can link the dots. nearer: where the bound was "
            "raised, a second draw given the first, nearer to home, for the same areas; both dots together "
            "keep the bound, and the second one is for ever, too.",
            ("keep", "median", "nearer"),
            "keep",
        ),
        ask.choice(
            "LOOKALIKES",
            "Identifiers that look alike",
            "ask: stop where a new identifier differs from another only in case, leading zeros or blanks "
            "(P1 and p1, 012 and 12). different: they are different people. Where they are one, correct the "
            "field: a second draw can't be undone.",
            ("ask", "different"),
            "ask",
        ),
        ask.number(
            "DOT_LIMIT",
            "Most that one dot may show",
            "Largest probability with which a single new dot may be anybody's, whatever is left of the "
            "bound. Empty: a fortieth of the bound; for fewer than 60 records, planned or in twelve releases "
            "like this, one and a half times the bound divided by their number.",
            least=1e-12,
            most=1.0,
        ),
    )
)
"""What is asked of a list of patients that grows."""

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


def rules_of(inputs) -> Rules:
    """The user's decisions about a growing list."""
    return Rules(
        inputs.planned_records, inputs.batch, inputs.moved, inputs.lookalikes, inputs.withdrawals,
        inputs.dot_limit,
    )  # fmt: skip


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
    return Memory(store.open_book(run.file("LEDGER"), run.file("LEDGER_KEY"), run.text("LEDGER_WITNESS")))
