# SPDX-License-Identifier: GPL-2.0-or-later
"""Chance that is secret and yet the same at every run: numbers drawn by a key and a label."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...base.identity import keyed_hash

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...base.arrays import Array

_DIGITS = 13
"""Hexadecimal digits that become a number: 52 bits, all of them exact in a float."""


class KeyedDraws:
    """Uniform numbers that only the holder of a key can compute.

    Parameters
    ----------
    key : bytes
        The secret. Another key gives other numbers; the same key gives the same at every run.
    purpose : str
        What is drawn, so that two uses of one key share no number.
    """

    def __init__(self, key: bytes, purpose: str) -> None:
        self._key, self._purpose = key, purpose

    def uniform(self, labels: Sequence[str], draw: str = "") -> Array:
        """A number in (0, 1) for each label, whatever their order, shape (n,).

        Parameters
        ----------
        labels : sequence of str
            What each number belongs to, such as the code of a zone.
        draw : str
            Name of the draw; another name gives other numbers for the same labels.
        """
        hashes = (keyed_hash(self._key, f"{self._purpose}|{draw}|{label}") for label in labels)
        return np.array([(int(text[:_DIGITS], 16) + 0.5) / 16.0**_DIGITS for text in hashes])
