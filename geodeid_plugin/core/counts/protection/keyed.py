# SPDX-License-Identifier: GPL-2.0-or-later
"""Chance that is secret and yet the same at every run: numbers drawn by a key and a label.

Counts that are published changed a little in place of being withheld: rounded, or with keyed noise.

Both are drawn by a key and never again: the mean of 100 random roundings of the same count gives the true
one in 98 of 100 cases, and noise keyed by zone makes every change between two years exact. So rounding is
keyed once a table, and noise by the records that are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ...base.arrays import Array, Ints
from ...base.identity import keyed_hash

_DIGITS = 13
"""Hexadecimal digits that become a number: 52 bits, all of them exact in a float."""


class KeyedDraws:
    """Uniform numbers that only the holder of a key can compute. Two purposes of one key share no number."""

    def __init__(self, key: bytes, purpose: str) -> None:
        self._key, self._purpose = key, purpose

    def uniform(self, labels: Sequence[str], draw: str = "") -> Array:
        """A number in (0, 1) for each label, whatever their order, shape (n,).

        Another name of the draw gives other numbers for the same labels, such as codes of zones.
        """
        hashes = (keyed_hash(self._key, f"{self._purpose}|{draw}|{label}") for label in labels)
        return np.array([(int(text[:_DIGITS], 16) + 0.5) / 16.0**_DIGITS for text in hashes])


_KEY_DIGITS = 15
"""Hexadecimal digits of a record's key: 60 bits, so that sums modulo 2**60 stay in 64 bits."""
_KEY_RANGE = 16**_KEY_DIGITS
"""Keys and their sums are whole numbers below this."""


def round_additively(
    counts: Ints, unit: Ints, base: int, unit_labels: Sequence[str], draws: KeyedDraws, attempt: int = 0
) -> Array:
    """Round counts at random to multiples of a base, so that sums of neighbours are rounded, too.

    With C the running sum within a unit and u one draw from 0 to base - 1, a count becomes ``base *
    (floor((C_i + u) / base) - floor((C_(i-1) + u) / base))``: unbiased, nearer than the base, and so is every
    sum of counts that follow each other, such as the unit's. Units stand in an order that is public; zeros
    stay zeros. A rounding that its audit refuses may be replaced by the next ``attempt``: the audit knows
    only what is published, so that its answer tells nothing about the true counts.

    >>> rounded = round_additively(np.array([3, 0, 8]), np.zeros(3, int), 5, ["all"], KeyedDraws(b"key", ""))
    >>> (rounded % 5).tolist(), int(rounded[1])
    ([0, 0, 0], 0)
    """
    start = np.floor(draws.uniform(unit_labels, f"rounding {attempt}") * base).astype(np.int64)
    rounded = np.zeros(len(counts), dtype=np.int64)
    for code in range(len(start)):
        rows = np.flatnonzero(unit == code)
        steps = (np.cumsum(counts[rows]) + start[code]) // base
        rounded[rows] = base * np.diff(steps, prepend=0)
    return rounded


def record_keys(key: bytes, records: Iterable[object]) -> Array:
    """A secret number of each record, from its own identifier, shape (s,)."""
    return np.array(
        [int(keyed_hash(key, f"record|{record}")[:_KEY_DIGITS], 16) for record in records], dtype=np.int64
    )


def add_keyed_noise(counts: Ints, keys: Ints, cell: Ints, spread: int, draws: KeyedDraws) -> Array:
    """Change each count by what the keys of its own records say (the cell key method).

    The keys of a cell's records are added up modulo their range, and a secret draw by the sum decides the
    change, equally likely from -d to d with d the smaller of ``spread`` and the count: unbiased, never below
    0. The same records give the same published count in whatever table they are counted; an empty cell stays
    0. The sum itself must not decide: sums of keys add up as records do, so that the changes of two zones
    would tell that of both together, and with three tables small counts. A published v stands for ceil(v / 2)
    to v + spread: more than ``spread`` values.

    References
    ----------
    Fraser B, Wooton J. A proposed method for confidentialising tabular output to protect against
    differencing. UNECE work session on statistical data confidentiality, 2005.
    """
    sums = np.zeros(len(counts), dtype=np.int64)
    for value, at in zip(keys.tolist(), np.asarray(cell).tolist()):
        sums[at] = (int(sums[at]) + value) % _KEY_RANGE
    reach = np.minimum(spread, counts)
    chance = draws.uniform([str(value) for value in sums.tolist()], "cell key")
    return counts - reach + (chance * (2 * reach + 1)).astype(np.int64)
