# SPDX-License-Identifier: GPL-2.0-or-later
"""What was found in a file that people have, each with a sentence, and what can be taken back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ..base.errors import Phrase


class State(Enum):
    """What became of a finding."""

    DONE = "done"
    """The file is read so; it can be taken back."""
    NOTED = "noted"
    """Something to know: what was left out, what is missing."""
    WRONG = "wrong"
    """As it is the data cannot be used."""


@dataclass(frozen=True)
class Finding:
    """One thing that was found."""

    key: str
    """What switches it off: one word for each kind of finding."""
    sentence: Phrase
    state: State = State.DONE


NOTHING_OFF: frozenset[str] = frozenset()
"""Keys of the findings that are switched off, where none is: a reader does without those."""
