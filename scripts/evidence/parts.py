# SPDX-License-Identifier: GPL-2.0-or-later
"""The parts of the evidence: which command makes which tables and pictures, from which data.

A script joins with a line here, :func:`tables.tell` for each table, and a mark on a page.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

BLOCK_GROUPS = ("us_blockgroups/blockgroups2000.gpkg",)
OTTAWA = ("canada/ottawa_postal_codes.csv.gz",)


@dataclass(frozen=True)
class Part:
    """One command.

    Attributes
    ----------
    name : str
        Its name in the manifest.
    command : str
        Script of ``scripts`` and its arguments.
    makes : tuple of str
        Tables and pictures; no more and no fewer may come.
    data : tuple of str
        Files or folders below GEODEID_DATA that it reads.
    seeds : tuple of int
        Seeds that the script holds; empty where nothing is drawn.
    long : bool
        Whether it takes more than a minute or two.
    """

    name: str
    command: str
    makes: tuple[str, ...]
    data: tuple[str, ...] = ()
    seeds: tuple[int, ...] = ()
    long: bool = False

    def words(self, root: Path) -> list[str]:
        """The command, below a folder."""
        script, *arguments = self.command.split()
        return [str(root / script), *arguments]


PARTS = (
    Part("wieland table", "scripts/evidence/wieland table", ("wieland.counties",), BLOCK_GROUPS),
)
