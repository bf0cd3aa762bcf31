# SPDX-License-Identifier: GPL-2.0-or-later
"""Ledgers of version 0.1: they remembered who was released, and drew afresh each time.

What that gave away cannot be taken back, and is said as it is: an observer who links a patient's dots
multiplies their likelihoods. The dots were not kept, so these patients can never be repeated by a ledger,
and may not draw again.
"""

from __future__ import annotations

import hmac
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from ....core.base import identity
from ....core.base.errors import InputError
from ....core.base.identity import keyed_hash
from ....core.geomask.releases.sealing import key_check
from ....i18n import tr
from .records import packed


@dataclass(frozen=True)
class EarlierLedger:
    """What a ledger of 0.1 holds.

    Attributes
    ----------
    key : bytes
        Its key, with which its patients can be recognised.
    draws : dict
        How often each patient, by its hash, was drawn.
    releases : int
        Number of releases.
    """

    key: bytes
    draws: dict
    releases: int

    @property
    def drawn_again(self) -> int:
        """Patients that were drawn more than once."""
        return sum(times > 1 for times in self.draws.values())

    @property
    def most_draws(self) -> int:
        """Draws of the patient who was drawn most."""
        return max(self.draws.values(), default=0)

    def payload(self) -> bytes:
        """What the new ledger keeps of it, sealed as everything is."""
        told = {"key": self.key.hex(), "patients": sorted(self.draws), "releases": self.releases}
        return packed({**told, "drawn_again": self.drawn_again, "most_draws": self.most_draws})


def read(path: Path, key: bytes) -> EarlierLedger:
    """Read a ledger of version 0.1.

    Raises
    ------
    InputError
        It is none, or of another key.
    """
    try:
        with closing(sqlite3.connect(path.resolve().as_uri() + "?mode=ro", uri=True)) as database:
            version, check = database.execute("SELECT version, key_check FROM geodeid_ledger").fetchone()
            patients = database.execute("SELECT patient FROM patients").fetchall()
            releases = database.execute("SELECT count(*) FROM releases").fetchone()[0]
    except (sqlite3.Error, TypeError) as error:
        raise InputError(
            tr("{file} is not a release ledger of version 0.1.").format(file=path.name)
        ) from error
    if version != 1 or not hmac.compare_digest(str(check), key_check(key)):
        raise InputError(tr("The key does not belong to the ledger {file}.").format(file=path.name))
    return EarlierLedger(key, dict(Counter(patient for (patient,) in patients)), releases)


def hashes_of(key: bytes, text: str) -> set:
    """Hashes under which 0.1 may have entered a patient: it took fields as they came."""
    return {keyed_hash(key, dress) for dress in identity.dresses(text)}


def told(earlier: EarlierLedger) -> str:
    """What the earlier ledger's releases gave away, in a sentence."""
    if not earlier.drawn_again:
        return tr(
            "{patients} patients were released once by a ledger that kept no dots. Their bound holds as it "
            "was reported; with later releases bounds add. They can't be repeated from this ledger."
        ).format(patients=len(earlier.draws))
    return tr(
        "{again} of {patients} patients were drawn afresh, up to {most} times, in {releases} releases. An "
        "observer who links the dots of one patient multiplies what they tell: the bounds that were "
        "reported do not hold for these releases together, nor does their sum. “Audit a masking "
        "strategy” with the "
        "strategies that were used says how much is known at most. They must not be drawn again."
    ).format(
        again=earlier.drawn_again, patients=len(earlier.draws), most=earlier.most_draws,
        releases=earlier.releases,
    )  # fmt: skip
