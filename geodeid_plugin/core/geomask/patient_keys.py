# SPDX-License-Identifier: GPL-2.0-or-later
"""What a release ledger remembers of patients: keyed hashes, on which only the key can try names."""

from __future__ import annotations

import hashlib
import hmac
import math

from ..base.errors import InputError

_CHECK = "geodeid ledger"


def patient_hashes(key: bytes, identifiers) -> list[str]:
    """Hash identifiers with HMAC-SHA-256, blanks around them left out.

    Parameters
    ----------
    key : bytes
        Secret key of the ledger.
    identifiers : sequence
        One a record; the same patient must always have the same one.

    Raises
    ------
    InputError
        If a record has no identifier.
    """
    texts = ["" if value is None else str(value).strip() for value in identifiers]
    empty = sum(not text for text in texts)
    if empty:
        raise InputError(
            "{count} records have no patient identifier, so the ledger cannot know them again.", count=empty
        )
    return [keyed_hash(key, text) for text in texts]


def keyed_hash(key: bytes, text: str) -> str:
    """HMAC-SHA-256 of a text, in hexadecimal digits."""
    return hmac.new(key, text.encode("utf-8"), hashlib.sha256).hexdigest()


def key_check(key: bytes) -> str:
    """What a ledger keeps of its key, so that a wrong key is noticed."""
    return keyed_hash(key, _CHECK)


def records_left(risk: float, people: float, counted: int) -> int:
    """Records about the same people that may still be released before no strategy can meet the bound.

    Complete randomisation reaches a risk of ``s / N``, and no strategy does better under the model of
    Wieland et al. (2008), so that at most ``risk * N`` records can be released in all.

    Examples
    --------
    >>> records_left(risk=0.2, people=1000, counted=150)
    50
    """
    return max(0, math.floor(risk * people * (1 + 1e-12)) - counted)
