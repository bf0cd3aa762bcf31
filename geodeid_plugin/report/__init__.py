# SPDX-License-Identifier: GPL-2.0-or-later
"""Reports that a person signs: one family of HTML pages, printable on A4, without a network."""

from .document import MISSING, SUPPRESSED, Facts, Figure, Report, Section, Table, Verdict, picture, render

__all__ = [
    "MISSING",
    "SUPPRESSED",
    "Facts",
    "Figure",
    "Report",
    "Section",
    "Table",
    "Verdict",
    "picture",
    "render",
]
