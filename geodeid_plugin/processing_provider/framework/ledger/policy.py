# SPDX-License-Identifier: GPL-2.0-or-later
"""What all releases of a ledger are held to: decided once, kept in it, sealed as all it says."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace

from .. import ask

BATCH = 10
"""New records, or withdrawals, among which one hides by default: as the crowd of the smallest class that
published rules allow, 10 or 11 (core/base/thresholds.py)."""


@dataclass(frozen=True)
class Policy:
    """What was decided about a list that grows."""

    planned: int | None = None
    """Records that will ever be released; None for no plan."""
    batch: int = BATCH
    """Fewest new records, or withdrawals, that show at once."""
    withdrawals: str = "batch"
    """One of 'batch', 'at_once'. When the dots of patients who left the list leave the release."""
    moved: str = "ask"
    """One of 'ask', 'keep', 'leave_out', 'corrected'. What becomes of a known patient whose point lies in
    another area."""
    lookalikes: str = "ask"
    """One of 'ask', 'different'. What identifiers that differ in case or leading zeros are."""
    dot_limit: float | None = None
    """Most that one dot may show of anybody; None for the default."""
    elsewhere: int = 0
    """Records of the same people that were released without the ledger."""

    def changed(self, inputs: ask.Inputs) -> Policy:
        """The policy with what was set in :data:`POLICY`; 0 takes a plan or a limit back."""
        set_now = {
            "planned": inputs.planned_records,
            "batch": inputs.batch,
            "withdrawals": inputs.withdrawals,
            "moved": inputs.moved,
            "lookalikes": inputs.lookalikes,
            "dot_limit": inputs.dot_limit,
            "elsewhere": inputs.earlier_records,
        }
        made = replace(self, **{name: value for name, value in set_now.items() if value not in (None, "")})
        return replace(made, planned=made.planned or None, dot_limit=made.dot_limit or None)

    def after_release(self) -> Policy:
        """The policy of the next release: that an address was wrong is said of the patients of one."""
        return replace(self, moved="ask") if self.moved == "corrected" else self

    def payload(self) -> bytes:
        """The policy as a ledger keeps it."""
        return json.dumps(asdict(self)).encode("ascii")

    @classmethod
    def of(cls, payload: bytes) -> Policy:
        """Read back what :meth:`payload` made."""
        return cls(**json.loads(payload))


POLICY = (
    ask.whole(
        "PLANNED_RECORDS",
        "Planned records",
        "Records that will be released in all, earlier ones included. 0: no plan; each release may spend a "
        "sixth of what is left.",
        least=0,
    ),
    ask.whole(
        "BATCH",
        "Batch",
        "After the first release, new records wait until this many are new, 10 where nothing is set.",
        least=1,
    ),
    ask.choice(
        "WITHDRAWALS",
        "Patients who left the list",
        "batch, where nothing is set: their dots leave together, a batch at a time. at_once: they leave "
        "now, and whoever knows who left knows their dots.",
        ("batch", "at_once"),
        optional=True,
        advanced=True,
    ),
    ask.choice(
        "MOVED",
        "Known patients in another area",
        "ask, where nothing is set: stop and name them. keep: they moved house, and keep their first dot. "
        "leave_out: they leave. corrected: the first address was wrong; they are drawn again, once.",
        ("ask", "keep", "leave_out", "corrected"),
        optional=True,
        advanced=True,
    ),
    ask.choice(
        "LOOKALIKES",
        "Identifiers that look alike",
        "ask, where nothing is set: stop where identifiers differ only in case, leading zeros or blanks. "
        "different: they are different people.",
        ("ask", "different"),
        optional=True,
        advanced=True,
    ),
    ask.number(
        "DOT_LIMIT",
        "Most that one dot may show",
        "Largest probability with which a single new dot may be anybody's. 0, or nothing set: by the bound.",
        least=0.0,
        most=1.0,
        advanced=True,
    ),
    ask.whole(
        "EARLIER_RECORDS",
        "Records released without the ledger",
        "Records of the same people that were released without this ledger: they are counted, but what "
        "their dots show can't be judged.",
        least=0,
        advanced=True,
    ),
)
"""What belongs to a ledger. Left empty it stays as the ledger has it."""
