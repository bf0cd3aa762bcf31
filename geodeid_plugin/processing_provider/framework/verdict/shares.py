# SPDX-License-Identifier: GPL-2.0-or-later
"""SHARE_LIMIT: what a count may tell of anybody who lives where it counts."""

from __future__ import annotations

from ....core.base.errors import Phrase
from ....core.base.verdict import NOT_MADE, Check
from .. import ask

_MOST = 0.999
"""A count of everybody is never safe: the limit stays below 1."""


SHARE_LIMIT = ask.number(
    "SHARE_LIMIT",
    "Largest share of the people",
    "Whoever lives where 12 of 20 people are patients is one with a chance of 0.6. Shares above "
    "this limit give people away; those above a third, the weakest limit that is published, ask for "
    "care. Empty: 0.9. A count of everybody is never safe.",
    least=0.0001,
    most=_MOST,
    advanced=True,
)


def people_unknown(sentence: Phrase, remedy: Phrase) -> Check:
    """The check of who is a record where nobody counted the people."""
    return Check("membership", NOT_MADE, sentence, remedy, internal=False)
