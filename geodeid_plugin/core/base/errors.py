# SPDX-License-Identifier: GPL-2.0-or-later
"""Errors that carry one sentence a user can act on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from numbers import Real
from string import Formatter
from typing import Any, Callable, NamedTuple

THIN_SPACE = "\u202f"
"""What stands between the thousands of every number that a user reads."""
_WHOLE_PART = re.compile(r"(?<![.,\d])[1-9]\d{3,}")
"""Digits of a number before its decimals that are not parted yet."""


class _Words(Formatter):
    """Fills sentences with numbers as reports write them; a whole number counts things, a name is a text."""

    def __init__(self, mark: str) -> None:
        super().__init__()
        self._mark = mark

    def format_field(self, value: object, format_spec: str) -> str:
        text = super().format_field(value, format_spec)
        if not isinstance(value, Real) or isinstance(value, bool):
            return text
        if "e+" in text:  # 1.23457e+06
            text = super().format_field(value, ".0f")
        return written(_WHOLE_PART.sub(lambda digits: f"{int(digits[0]):,}", text, count=1), self._mark)


def written(number: str, mark: str) -> str:
    """A number as Python formats it, with thin spaces between thousands and a language's decimal mark."""
    return number.replace(",", THIN_SPACE).replace(".", mark)


def filled(text: str, values: Mapping[str, object], mark: str = ".") -> str:
    """A sentence with its blanks filled, each value by its type.

    A whole number counts things and has thin spaces between thousands; identifiers, years and the numbers of
    lines are handed over as texts. ``mark`` stands between the whole part of a number and its fraction.

    Examples
    --------
    >>> filled("{count} areas, {people:,.0f} people, feature {feature}.",
    ...        {"count": 12345, "people": 6789.0, "feature": "10001"}).replace(THIN_SPACE, "_")
    '12_345 areas, 6_789 people, feature 10001.'
    >>> filled("Risk {risk:g}", {"risk": 0.25}, ","), filled("{people:g} people", {"people": 1234567.0})
    ('Risk 0,25', '1\\u202f234\\u202f567 people')
    """
    return _Words(mark).vformat(text, (), values)


class Phrase(str):
    """Words that a user reads: English as they are, another language by :meth:`translated`.

    Parameters
    ----------
    text : str
        The words, with a blank such as ``{risk:g}`` for each value.
    **values
        What fills the blanks. A phrase among them is translated with the words around it.
    """

    _text: str
    _values: dict[str, object]

    def __new__(cls, text: str, /, **values: object) -> Phrase:
        """Fill the blanks in English, and keep text and values for other languages."""
        phrase = super().__new__(cls, filled(text, values) if values else text)
        phrase._text, phrase._values = text, values
        return phrase

    @property
    def words(self) -> str:
        """The English words, with their blanks."""
        return self._text

    @property
    def values(self) -> dict[str, object]:
        """What fills the blanks."""
        return self._values

    def translated(self, translate: Callable[[str], str]) -> str:
        """The words in the language that ``translate`` (str to str) speaks."""
        if not self._values:
            return translate(self._text)
        words = {name: translated(value, translate) for name, value in self._values.items()}
        return filled(translate(self._text), words, translate("."))


class Refusal(NamedTuple):
    """A code and its sentence before an error is made of them: ``InputError(*refusal)``."""

    code: str
    sentence: Phrase


def translated(words: Any, translate: Callable[[str], str]) -> Any:
    """A phrase in the language that ``translate`` speaks; anything else as it is."""
    return words.translated(translate) if isinstance(words, Phrase) else words


class GeoDeIDError(Exception):
    """What went wrong, where, and what to do about it, in one or two sentences.

    Parameters
    ----------
    code : str
        Subject, field and fault, ``area.size.negative``: it stays however the sentence is worded.
    sentence : str
        The sentence, with a blank such as ``{risk:g}`` for each value; without values it is taken as it is.
    **values
        What fills the blanks. Who shows the error translates it with :meth:`translated`.
    """

    def __init__(self, code: str, sentence: str, /, **values: object) -> None:
        self.code = code
        self.phrase = sentence if isinstance(sentence, Phrase) else Phrase(sentence, **values)
        super().__init__(code, str(self.phrase))  # what pickle makes it of again

    def __str__(self) -> str:
        return str(self.phrase)

    def translated(self, translate: Callable[[str], str]) -> str:
        """The sentence in the language that ``translate`` (str to str) speaks."""
        return self.phrase.translated(translate)


class InputError(GeoDeIDError):
    """The data or a parameter cannot be used as it is.

    Examples
    --------
    >>> error = InputError("mask.risk.too_large", "The risk is {risk:g}. Choose 1 or less.", risk=1.5)
    >>> error.code, str(error)
    ('mask.risk.too_large', 'The risk is 1.5. Choose 1 or less.')
    """


class UnjudgedError(InputError):
    """What was to be judged could be read, but nobody can say what it gives away; the sentence says why."""


class InfeasibleError(GeoDeIDError):
    """No result meets the bound that was asked for; the sentence says what is achievable."""


class AuditError(GeoDeIDError):
    """A result failed its independent check and must not be used."""


class WorkersError(GeoDeIDError):
    """Processes or a cluster that were to do the work are gone or not fit for it; nothing is kept."""


class CancelledError(GeoDeIDError):
    """The user asked to stop; nothing is kept."""

    def __init__(
        self, code: str = "run.user.cancelled", sentence: str = Phrase("Cancelled: nothing was kept."), /
    ) -> None:
        super().__init__(code, sentence)


def thousands(value: float) -> str:
    """A whole number with thin spaces between its thousands, as reports write it."""
    return f"{value:,.0f}".replace(",", THIN_SPACE)


def named(values: Iterable[object], limit: int = 5) -> str:
    """List a few values for a sentence in any language: ``named([1, 2, 3], 2)`` is ``'1, 2 … (+1)'``.

    Examples
    --------
    >>> named(["A", "B", "C"], 2)
    'A, B … (+1)'
    """
    texts = [str(value) for value in values]
    shown = ", ".join(texts[:limit])
    rest = len(texts) - limit
    return f"{shown} … (+{rest})" if rest > 0 else shown
