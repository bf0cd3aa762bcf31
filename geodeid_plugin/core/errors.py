# SPDX-License-Identifier: GPL-2.0-or-later
"""Errors that carry one sentence a user can act on."""

from __future__ import annotations


class GeoDeIDError(Exception):
    """What went wrong, where, and what to do about it, in one or two sentences."""


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
