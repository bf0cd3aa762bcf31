# SPDX-License-Identifier: GPL-2.0-or-later
"""Sentences in METRICS, so that a later run says them in its own language, whatever language that run had."""

from __future__ import annotations

import re
from numbers import Integral, Real
from string import Formatter
from typing import TYPE_CHECKING

from ....core.base.errors import Phrase, translated
from ....i18n import tr
from ....report.numbers import agreeing

if TYPE_CHECKING:
    from collections.abc import Iterable

_FORMAT = re.compile(r",?(?:\.\d{1,2})?[a-z%]?")
"""Formats of a blank, as ``,.0f``: METRICS that somebody wrote may ask for a gigabyte of zeros."""


def saved(sentences: Iterable) -> dict:
    """Words and values of sentences, by the sentences as the user read them."""
    return {translated(one, tr): _apart(one) for one in sentences if isinstance(one, Phrase)}


def read_back(metrics: dict, sentence: str) -> Phrase:
    """A sentence of an earlier run, by its words and values; where METRICS hold none, as it was read."""
    kept_ones = metrics.get("judgement", {}).get("said")
    found = kept_ones.get(sentence) if isinstance(kept_ones, dict) else None
    said = _together(found) if isinstance(found, dict) else None
    return said or Phrase("{sentence}", sentence=sentence)


def reason(metrics: dict) -> Phrase:
    """Why an earlier run was judged as it was."""
    text = metrics["figures"]["VERDICT_TEXT"]
    parts = metrics.get("judgement", {}).get("reasons", [])
    if not parts or agreeing(" ".join(map(str, parts))) != agreeing(text):
        return read_back(metrics, text)
    blanks = {f"part{at}": read_back(metrics, one) for at, one in enumerate(parts)}
    return Phrase(" ".join(f"{{{name}}}" for name in blanks), **blanks)


def _apart(value):
    if isinstance(value, Phrase):
        return {"words": value.words, "values": {name: _apart(one) for name, one in value.values.items()}}
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, Integral):
        return int(value)
    return float(value) if isinstance(value, Real) else str(value)


def _together(found) -> Phrase | None:
    """The sentence again; None where the file does not hold one that may be filled in."""
    words, values = found.get("words"), found.get("values")
    if not isinstance(words, str) or not isinstance(values, dict):
        return None
    again = {name: _together(one) if isinstance(one, dict) else one for name, one in values.items()}
    try:
        blanks = [part[1:3] for part in Formatter().parse(words) if part[1] is not None]
        # A name with a dot or a bracket would look into the value, and a format may hold blanks itself.
        fits = all(str(name).isidentifier() and _FORMAT.fullmatch(format_ or "") for name, format_ in blanks)
        if not fits or None in [again.get(name) for name, _format in blanks]:
            return None
        return Phrase(words, **again)
    except (ValueError, TypeError):
        return None
