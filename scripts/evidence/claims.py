# SPDX-License-Identifier: GPL-2.0-or-later
"""What the five sources claim, beside what the tables of the guide say."""

from __future__ import annotations

from dataclasses import dataclass

from tables import Table, cell


@dataclass(frozen=True)
class Claim:
    """A claim; ``ours`` holds places ``{table | row | column}`` that are filled from the pages."""

    source: str
    claim: str
    theirs: str
    ours: str
    why: str


CLAIMS: tuple = ()


def claims_table(tables: dict) -> Table:
    """The page of claims as a table."""
    rows = [(one.source, one.claim, one.theirs, filled(one.ours, tables), one.why) for one in CLAIMS]
    return Table("all.claims", ("source", "claim", "their figure", "ours", "why they differ"), rows)


def filled(text: str, tables: dict) -> str:
    """A text with its places filled."""
    parts = text.split("{")
    found = [parts[0]]
    for part in parts[1:]:
        place, rest = part.split("}", 1)
        name, row, column = (word.strip() for word in place.split("|"))
        found.append((cell(tables[name], row, column) if name in tables else "not made yet") + rest)
    return "".join(found)
