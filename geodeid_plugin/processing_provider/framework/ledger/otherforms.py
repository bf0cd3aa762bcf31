# SPDX-License-Identifier: GPL-2.0-or-later
"""What a ledger holds of the same people in another form: dots beside counts, counts beside dots.

Each form is judged together with all earlier ones of its kind. A dot beside a published count of its area
tells more than either: who knows how many patients live in each area traces dots with certainty
(docs/guarantee.md), and no bound of one form speaks of both.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ....core.base.errors import Phrase, named
from ....core.base.verdict import NOT_MADE, Check

if TYPE_CHECKING:
    from .records import LedgerState

_KEY = "other_forms"
_COUNTS = ("counts", "grid", "private")
"""Kinds of entries that print counts; a clustering prints where zones lie."""


def counts_beside(ledger_state: LedgerState | None) -> Iterator[Check]:
    """What the claim on dots needs where the ledger holds counts; nothing without a ledger."""
    zones = () if ledger_state is None else ledger_state.zones
    numbers = [str(number) for number, one in enumerate(zones, 1) if one.get("kind") in _COUNTS]
    if numbers:
        sentence = Phrase(
            "The ledger holds counts by areas or by a grid (releases of counts: {numbers}). Who has both "
            "knows how many patients live about each dot: what counts and dots tell together can't be "
            "judged.",
            numbers=named(numbers),
        )
        yield Check(_KEY, NOT_MADE, sentence, _remedy(), internal=False)


def dots_beside(ledger_state: LedgerState | None) -> Iterator[Check]:
    """What the claim on counts needs where the ledger holds dots; nothing without a ledger."""
    releases = () if ledger_state is None else ledger_state.releases
    if releases:
        sentence = Phrase(
            "The ledger holds {count} releases of masked points. Who has both knows how many patients live "
            "about each dot: what counts and dots tell together can't be judged.",
            count=len(releases),
        )
        yield Check(_KEY, NOT_MADE, sentence, _remedy(), internal=False)


def _remedy() -> Phrase:
    return Phrase("Publish the points or the counts; keep other people's releases in a ledger of their own.")
