# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbers and sentences that every report says in the same way."""

from __future__ import annotations

from ..core.base.errors import filled, written
from ..i18n import tr


def number(value, spec: str) -> str:
    """A number as Python's ``spec`` says, with the decimal mark and the thousands of the user's language."""
    return written(format(value, spec), tr("."))


def fill(text: str, **values: object) -> str:
    """Fill the blanks of a translated sentence; its numbers take the language's decimal mark."""
    return filled(text, values, tr("."))


def count(value) -> str:
    """A whole number with thin spaces: 12 345."""
    return decimals(int(value), 0)


def decimals(value, digits: int) -> str:
    """A number with thin spaces between thousands and so many digits after the point: 12 345.6."""
    return number(value, f",.{digits}f")


def chance(value) -> str:
    """A risk, limit or posterior: four significant digits, everywhere, so that two pages can be compared."""
    text = f"{value:.4g}"
    if "e-" not in text:
        return written(text, tr("."))
    digits = 3 - int(text.rpartition("e")[2])  # 0.00008429, not 8.429e-05
    return written(f"{value:.{digits}f}".rstrip("0"), tr("."))


def metres(value) -> str:
    """A distance: metres below 10 km, kilometres above."""
    if value < 10_000:
        return f"{decimals(value, 0 if value >= 10 or value == 0 else 1)} m"
    return f"{decimals(value / 1000, 1)} km"


def percent(value, digits: int = 1) -> str:
    """A share as per cent."""
    return f"{number(100 * value, f'.{digits}f')} %"
