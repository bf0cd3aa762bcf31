# SPDX-License-Identifier: GPL-2.0-or-later
"""What the words beside a figure say: people a dot stands for, classes of a legend that tell few people.

Words never make a figure safe: they say what to check, and can only make a verdict worse.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..containers.parts import TEXT, Part

MOST_CHARACTERS = 400_000
"""Characters of words that are read for one figure: a book of 200 pages."""
BESIDE = 100
"""Characters about classes within which must stand what they count; a legend's title is shorter."""
BETWEEN = 40
"""Characters between two classes of one legend at most: a colour's name, a unit."""
_NUMBER = r"(\d{1,3}(?:[ ,.'\u00a0\u202f]\d{3})+|\d+)"
_DOT = re.compile(
    r"\b(?:1|one|each|every|chaque|un|ein|jeder|un|cada)\s+(?:dot|point|marker|punkt|punto)\s*"
    r"(?:=|:|≈|represents?|stands? for|equals?|is|for|représente|steht für|entspricht|representa)\s*"
    rf"(?:about |ca\.? |environ |etwa )?{_NUMBER}",
    re.IGNORECASE,
)
_CLASS = re.compile(
    r"(?<![\d.,/-])(?:(?P<low>\d{1,4})\s*(?:-|–|—|−|to|bis|à)\s*(?P<high>\d{1,4})"
    r"|(?:<|fewer than|less than|under|weniger als|moins de)\s*(?P<below>\d{1,4})"
    r"|(?:≥|>=|>)\s*(?P<least>\d{1,4})|(?P<more>\d{1,4})\s*(?:\+|and more|or more|und mehr|et plus))"
    r"(?![\d%°]|[.,/]\d|\s*(?:%|°|km|m\b|years?|days?|weeks?|months?|Jahre|ans\b))",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\b(?:cases?|patients?|deaths?|diagnos[ei]s|infections?|hospitali[sz]ations?|fälle|patienten|todesfälle|"
    r"cas|décès|casos|muertes|pacientes)\b",
    re.IGNORECASE,
)
_NOT_COUNTED = re.compile(
    r"\b(?:per|rates?|aged?|ages|incidence|prevalence|percent|odds|ratio|interval|je|pro|par|taux|alter|âge)\b|%",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Class:
    """A class of a legend: least and largest count, and where it stands in the words."""

    low: int
    high: int | None
    start: int
    end: int


def people_of_a_dot(words: str) -> int | None:
    """How many people words say that a dot stands for; None where they do not, or say one.

    Examples
    --------
    >>> people_of_a_dot("Population. 1 dot = 1,000 people")
    1000
    >>> people_of_a_dot("Each dot represents one patient.") is None
    True
    """
    told = [int(re.sub(r"\D", "", one[1])) for one in _DOT.finditer(words)]
    return told[0] if told and min(told) >= 2 else None


def class_of_few(words: str, need: int) -> str | None:
    """The lowest class of a legend of counts, where it tells fewer people than are needed; None elsewhere.

    Two classes that follow one another, with what they count before or after them, make a legend.

    Parameters
    ----------
    words : str
    need : int
        Fewest people that a count may tell.

    Examples
    --------
    >>> class_of_few("Number of cases: 1–4, 5–9, 10 or more", 11)
    '1–4'
    >>> class_of_few("Cases per 100 000: 1–4, 5–9", 11) is None
    True
    """
    for legend in _legends(words):
        first, last = legend[0], legend[-1]
        before, after = words[max(first.start - BESIDE, 0) : first.start], words[last.end : last.end + BESIDE]
        inside = words[first.start : last.end]
        few = first.high is not None and first.low >= 1 and first.high < need
        counted = any(_COUNTED.search(one) for one in (before, inside, after[:BETWEEN]))
        other = any(_NOT_COUNTED.search(one) for one in (before[-2 * BETWEEN :], inside, after[:BETWEEN]))
        if few and counted and not other:
            return words[first.start : first.end].strip()
    return None


def _legends(words: str) -> Iterator[list[_Class]]:
    """Classes that follow one another without a gap, two or more."""
    line: list[_Class] = []
    for one in map(_class_of, _CLASS.finditer(words)):
        follows = line and line[-1].high is not None and one.low in (line[-1].high, line[-1].high + 1)
        if not follows or one.start - line[-1].end > BETWEEN:
            if len(line) > 1:
                yield line
            line = []
        line.append(one)
    if len(line) > 1:
        yield line


def _class_of(found: re.Match[str]) -> _Class:
    told = {name: int(text) for name, text in found.groupdict().items() if text is not None}
    if "below" in told:
        return _Class(1, told["below"] - 1, found.start(), found.end())
    low = told.get("low", told.get("least", told.get("more", 0)))
    return _Class(low, told.get("high"), found.start(), found.end())


def words_beside(figure: Part, parts: Iterable[Part]) -> str:
    """Words that a reader sees with a figure: its own, those of its page, or of the file that holds it.

    Parameters
    ----------
    figure : Part
    parts : iterable of Part
        Of the whole document.
    """
    said = [figure.data.decode("utf-8", "replace")] if figure.path.lower().endswith(".svg") else []
    texts = [one for one in parts if one.kind == TEXT and "(words beside the picture)" not in one.path]
    if figure.page is not None:
        near = [one for one in texts if one.page == figure.page and _root(one) == _root(figure)]
    else:
        near = _nearest(figure.path, texts)
    words = "\n".join([*said, *(one.data.decode("utf-8", "replace") for one in near)])
    return re.sub(r"<[^>]*>", " ", words[:MOST_CHARACTERS])


def _root(part: Part) -> str:
    return part.path.split("/", 1)[0]


def _nearest(path: str, texts: list[Part]) -> list[Part]:
    """Texts of the smallest folder about a path that holds any."""
    while "/" in path:
        path = path.rsplit("/", 1)[0]
        near = [one for one in texts if one.path.startswith(path + "/")]
        if near:
            return near
    return []
