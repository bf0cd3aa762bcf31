# SPDX-License-Identifier: GPL-2.0-or-later
"""What the words of a cell say of the count beside it.

“7 cases, see page 3” holds it among its numbers, a list of ages, dates or names by how many stand in it,
whatever parts them: as often as a sign occurs, or once more. Which number and which sign it is, the rows
whose counts are shown tell; one of them may be wrong, for somebody's age is missing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from ...base.arrays import Bools, Floats
from ...base.scientific import special

_SURE = 0.001
"""Chance that words of no meaning would say the counts."""
_LEAST_RIGHT = 0.5
"""Share of the shown counts that words which tell them say."""
_MOST_NUMBERS = 6
"""Numbers of a cell that are looked at from either end."""
_MOST_SIGNS = 24
"""Signs that may part the items of a list, the commonest ones."""
_NUMBER = re.compile(r"(?<![\d.,])\d+(?![\d]|[.,]\d)")
_WORDS = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")
_ENDS = " \t\r\n,;|/"


def words_tell(values: Sequence[object], count: Floats) -> bool | None:
    """True where hidden counts stand in words, False where too few are shown to tell, None where they do not.

    Parameters
    ----------
    values : sequence of length n
        Cells; what is no text says nothing here.
    count : ndarray, shape (n,)
        NaN where one is hidden.

    Examples
    --------
    >>> count = np.array([12.0, 31, 17, 25, np.nan, np.nan])
    >>> words_tell([f"{n} cases, see page 3" for n in (12, 31, 17, 25, 7, 4)], count)
    True
    >>> words_tell(["; ".join(["3 May 2024"] * n) for n in (12, 31, 17, 25, 7, 4)], count)
    True
    >>> words_tell([f"Ward {n}" for n in (1, 2, 3, 4, 5, 6)], count) is None
    True
    """
    texts = [_text(value) for value in values]
    filled = np.array([bool(text) for text in texts])
    shown, hidden = filled & ~np.isnan(count), filled & np.isnan(count)
    if not hidden.any():
        return None
    found = None
    readings = list(_readings(texts))
    for sign, said in readings:
        if not shown.any():  # that names and remarks are long or short says nothing
            differ = sign != " " and len(np.unique(said[hidden & ~np.isnan(said)])) > 1
            found = False if differ else found
        elif _says(texts, sign, said, shown, hidden):
            if _chance(said[shown], count[shown]) * len(readings) < _SURE:
                return True
            found = False if shown.sum() > 1 and (said[shown] == count[shown]).all() else found
    return found


def _text(value: object) -> str:
    """The words of a cell, those of a list one by line."""
    if isinstance(value, (list, tuple)):
        return "\n".join(map(str, value)) or ""
    return value.strip(_ENDS) or value.strip() if isinstance(value, str) else ""


def _readings(texts: list[str]) -> Iterator[tuple[str, Floats]]:
    """What cells may say, NaN where nothing, with the sign that is counted; empty where a number is read."""
    numbers = [[float(one) for one in _NUMBER.findall(text)] for text in texts]
    longest = min(max(map(len, numbers), default=0), _MOST_NUMBERS)
    for at in range(longest):
        yield "", np.array([one[at] if at < len(one) else np.nan for one in numbers])
        yield "", np.array([one[-1 - at] if at < len(one) else np.nan for one in numbers])
    yield "", np.array([len(one) or np.nan for one in numbers])
    yield " ", np.array([len("".join(text.split())) or np.nan for text in texts])
    occurring = Counter(sign for text in texts for sign in set(text) if not sign.isalnum())
    for sign, _often in occurring.most_common(_MOST_SIGNS):
        parts = np.array([len(_pieces(text, sign)) if text else np.nan for text in texts])
        yield sign, parts
        yield sign, np.where(parts > 1, parts - 1, np.nan)


def _pieces(text: str, sign: str) -> list[str]:
    """What a sign parts; blanks beside each other part once."""
    return text.split() if sign == " " else text.split(sign)


def _says(texts: list[str], sign: str, said: Floats, shown: Bools, hidden: Bools) -> bool:
    """Whether what hidden counts have beside them is more than a sign for all of them, as “<11 cases” is."""
    told = hidden & ~np.isnan(said)
    if len(np.unique(said[told])) > 1:
        return True
    if sign.strip():
        return any(sign in texts[row] for row in np.flatnonzero(told))
    known = {word for row in np.flatnonzero(shown) for word in _words(texts[row])}
    return any(_words(texts[row]) <= known for row in np.flatnonzero(told))


def _words(text: str) -> set[str]:
    """Its words and signs, any number being like any other."""
    return {"0" if word.isdigit() else word for word in _WORDS.findall(text)}


def _chance(said: Floats, count: Floats) -> float:
    """Chance that as many of the counts would be said, by words of others or by none; 1 where few are."""
    rows, right = len(said), int((said == count).sum())
    if right < max(2, _LEAST_RIGHT * rows):
        return 1.0
    often = Counter(said.tolist())
    elsewhere = sum(often[one] for one in count.tolist()) - right
    alike = max(1 / (1 + np.ptp(count)), elsewhere / (rows * (rows - 1)))
    return float(special.bdtrc(right - 1, rows, min(alike, 1.0)))
