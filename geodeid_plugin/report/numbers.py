# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbers and sentences that every report says in the same way."""

from __future__ import annotations


def count(value) -> str:
    """A whole number with thin spaces: 12 345."""
    return f"{int(value):,}".replace(",", "\u202f")


def metres(value) -> str:
    """A distance: metres below 10 km, kilometres above."""
    if value < 10_000:
        return f"{value:,.0f} m".replace(",", "\u202f") if value >= 10 else f"{value:.1f} m"
    return f"{value / 1000:,.1f} km".replace(",", "\u202f")


def percent(value, digits: int = 1) -> str:
    """A share as per cent."""
    return f"{100 * value:.{digits}f} %"
