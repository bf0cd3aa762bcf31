# SPDX-License-Identifier: GPL-2.0-or-later
"""Clusterings and releases of areas in the ledger: what was published of which areas, in order.

For algorithms that publish zones or counts, which can be subtracted from one another: before the layer is
written, :func:`enter` registers what it will show; once it is written, :func:`confirm` says so. What was
entered counts as published, whether or not it was confirmed: a run may have died after writing.

    ledger_state = ledger.opened(run)
    earlier = ledger_state.zones            # dictionaries, oldest first, each with its "status"
    ledger_state, number = zones.enter(ledger_state, {"kind": "clustering", "areas": keys, "zone": codes})
    ...                               # write the layer
    zones.confirm(ledger_state, number)
"""

from __future__ import annotations

from datetime import datetime, timezone

from . import store
from .records import LedgerState, packed


def enter(ledger_state: LedgerState, facts: dict) -> tuple[LedgerState, int]:
    """Register a clustering or a release of areas, before it is written.

    ``facts`` are in JSON's types: for example ``kind``, ``areas`` (canonical identifiers, see
    :func:`geodeid_plugin.core.base.identity.canonical`) and ``zone`` (a code for each area); they are sealed
    as all entries are. Gives the ledger with the entry, and its number among the zones, from 1.
    """
    begun = datetime.now(timezone.utc).isoformat(timespec="seconds")
    ledger_file = store.append(ledger_state.ledger_file, [("zones", "", packed({**facts, "begun": begun}))])
    grown = LedgerState(ledger_file)
    return grown, len(grown.zones)


def confirm(ledger_state: LedgerState, number: int) -> LedgerState:
    """Say that the layer of zones was written."""
    return LedgerState(store.append(ledger_state.ledger_file, [("confirmed", "", packed({"zones": number}))]))
