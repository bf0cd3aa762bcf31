# SPDX-License-Identifier: GPL-2.0-or-later
"""Parts of a document, what could not be read of it, and the budget of the reading."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from time import monotonic

from ....base.errors import InputError, Phrase
from ....base.progress import Progress, silent

PICTURE, TEXT, TABLE, DATA, CHECKSUM = "picture", "text", "table", "data", "checksum"
"""Kinds of parts: something to look at, words and scripts, rows of cells, a file of a GIS; and the SHA-256 of
a file, where it is asked for."""
MOST_ROWS = 2_000_000
"""Rows of all tables of a document: a sheet of a spreadsheet has a million at most."""


class Number(str):
    """A cell that a spreadsheet or database holds as a number, in digits with a point before the fraction."""


@dataclass(frozen=True)
class Part:
    """One piece of a document."""

    path: str
    """Where it stands: names from the outside in, parted by ``/``."""
    kind: str
    """``picture``, ``text``, ``table``, ``data`` or ``checksum``."""
    data: bytes
    """A picture or a data file as it is; a text in UTF-8; a table as lines of cells parted by tabs; a
    checksum in hexadecimal digits."""
    page: int | None = None
    """Page or slide, from 1, where the format has them."""
    note: Phrase | None = None
    """What a reader of the document does not see: an earlier version, a part cut away, a hidden sheet."""
    size_in: tuple[float, float] | None = None
    """Width and height on the page, inches."""
    caption: str | None = None
    """What the document calls it: “Figure 2”."""

    @property
    def name(self) -> str:
        """The last name of the path."""
        return self.path.rsplit("/", 1)[-1]


@dataclass(frozen=True)
class Trouble:
    """A part that could not be looked into, and why.

    ``blocks`` tells whether nobody can say what it holds, so that the document cannot pass; else it is
    something to look at.
    """

    path: str
    sentence: Phrase
    blocks: bool = True


class TooMuchError(InputError):
    """A budget is spent: what is left of the document is not read."""


@dataclass
class Budget:
    """What the reading of one document may cost."""

    bytes_left: int = 1_000_000_000
    """Bytes that may still be unpacked."""
    entries_left: int = 20_000
    """Parts that may still be opened."""
    depth: int = 6
    """How many files may lie inside one another."""
    seconds: float = 300.0
    """How long the reading may take."""
    progress: Progress = silent
    """Called between parts; raises where the user asked to stop."""
    started: float = field(default_factory=monotonic)

    def entry(self) -> None:
        """Count one more part.

        Raises TooMuchError where there are too many, or the time is over.
        """
        self.progress(0.0)
        self.entries_left -= 1
        if self.entries_left < 0:
            raise TooMuchError(
                "document.parts.too_many", "It holds more parts than are looked into. Check it in pieces."
            )
        if monotonic() - self.started > self.seconds:
            raise TooMuchError(
                "document.reading.too_long", "Reading it took too long and was stopped. Check it in pieces."
            )

    def take(self, count: int) -> None:
        """Spend bytes.

        Raises
        ------
        TooMuchError
            Where there are not that many left.
        """
        self.bytes_left -= count
        if self.bytes_left < 0:
            raise TooMuchError(
                "document.parts.too_large", "It unpacks to more than is read. Check it in pieces."
            )


@dataclass
class Opened:
    """What a document was found to hold."""

    parts: list[Part] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)

    def add(self, parts: Iterable[Part]) -> None:
        """Keep more parts."""
        self.parts.extend(parts)

    def trouble(self, path: str, sentence: Phrase, blocks: bool = True) -> None:
        """Keep that a part could not be looked into."""
        self.troubles.append(Trouble(path, sentence, blocks))

    def take(self, other: Opened, page: int | None = None, note: Phrase | None = None) -> None:
        """Keep what was found inside a part, with the page and the note of the part around it."""
        self.parts.extend(replace(one, page=one.page or page, note=one.note or note) for one in other.parts)
        self.troubles.extend(other.troubles)


def table_text(rows: Iterable[Iterable[str]]) -> bytes:
    """Rows of cells as a table part holds them."""
    lines = ("\t".join(cell.replace("\t", " ").replace("\n", " ") for cell in row) for row in rows)
    return "\n".join(lines).encode("utf-8", "replace")


_URL_SAFE = str.maketrans("-_", "+/")
_WINDOWS = {0xDC80 + at: bytes([0x80 + at]).decode("cp1252", "replace") for at in range(128)}
"""Letters of Windows for bytes that are no UTF-8, as Python keeps these (``surrogateescape``)."""


def lettered(text: str) -> str:
    """A text whose bytes that are no UTF-8 are letters of Windows, as Excel saves a CSV.

    >>> lettered("K\\udcf6nigstra\\udcdfe")
    'Königstraße'
    """
    return text if text.isascii() else text.translate(_WINDOWS)


def from_base64(letters: str) -> bytes:
    """The bytes behind base64 in either alphabet, with its end or without; none where it is damaged."""
    plain = "".join(letters.split()).rstrip("=").translate(_URL_SAFE)
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4))
    except ValueError:
        return b""
