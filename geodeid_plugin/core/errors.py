# SPDX-License-Identifier: GPL-2.0-or-later
"""Errors that carry one sentence a user can act on."""

from __future__ import annotations


class GeoDeIDError(Exception):
    """What went wrong, where, and what to do about it, in one or two sentences.

    Parameters
    ----------
    sentence : str
        The sentence, with a blank such as ``{risk:g}`` for each value; without values it is taken as it is.
    **values
        What fills the blanks. The core knows no language: who shows the error translates it with :meth:`told`.
    """

    def __init__(self, sentence: str, **values):
        super().__init__(sentence.format(**values) if values else sentence)
        self._sentence, self._values = sentence, values

    def told(self, translate) -> str:
        """The sentence in the language that ``translate`` (str to str) speaks."""
        if not self._values:
            return translate(self._sentence)
        words = {
            name: translate(value) if isinstance(value, Phrase) else value
            for name, value in self._values.items()
        }
        return translate(self._sentence).format(**words)


class Phrase(str):
    """Words that stand in a blank of an error's sentence and are translated with it."""


class InputError(GeoDeIDError):
    """The data or a parameter cannot be used as it is."""


class InfeasibleError(GeoDeIDError):
    """No result meets the bound that was asked for; the sentence says what is achievable."""


class AuditError(GeoDeIDError):
    """A result failed its independent check and must not be used."""


class CancelledError(GeoDeIDError):
    """The user asked to stop; nothing is kept."""


def named(values, limit: int = 5) -> str:
    """List a few values for an error sentence: ``named([1, 2, 3], 2)`` is ``'1, 2 and 1 more'``."""
    values = [str(value) for value in values]
    shown = ", ".join(values[:limit])
    rest = len(values) - limit
    return f"{shown} and {rest} more" if rest > 0 else shown
