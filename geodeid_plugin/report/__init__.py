# SPDX-License-Identifier: GPL-2.0-or-later
"""Reports that a person signs: one family of HTML pages, printable on A4, without a network."""

from .blocks import MISSING, SUPPRESSED, Facts, Figure, Items, Section, Table
from .document import Answer, Report, picture, render
from .explain import explanation
from .firstpage import KeyFigure

__all__ = [
    "MISSING",
    "SUPPRESSED",
    "Answer",
    "Facts",
    "Figure",
    "Items",
    "KeyFigure",
    "Report",
    "Section",
    "Table",
    "explanation",
    "picture",
    "render",
]
