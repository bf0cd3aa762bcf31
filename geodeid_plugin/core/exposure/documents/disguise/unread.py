# SPDX-License-Identifier: GPL-2.0-or-later
"""Places that are recognised but not read: street addresses, cells of grids, three words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....base.errors import Phrase
from ..containers.parts import DATA, PICTURE, TABLE, Part, Trouble

_LETTER = r"[^\W\d_]"
_WORD = (
    r"(?!(?:in|on|at|a|an|of|the|to|for|and|or|from|with|by|per|is|are|was|were|days|years|patients)[ \t])"
    rf"{_LETTER}[\w'’.-]{{0,30}}"
)
"""A word that may belong to the name of a street: “12 patients on the road” live nowhere."""
_STREETS = (
    rf"\d{{1,5}}{_LETTER}?,?[ \t](?:{_WORD}[ \t]){{1,4}}"
    r"(?:street|str?|avenue|ave?|road|rd|lane|ln|drive|dr|court|ct|"
    r"boulevard|blvd|way|place|pl|terrace|close|crescent|cres|square|sq|highway|hwy|parkway|pkwy|trail|"
    r"circle)\b",
    r"\d{1,4}(?:[ \t]?(?:bis|ter))?,?[ \t](?:rue|avenue|boulevard|chemin|route|allée|place|impasse|quai|"
    rf"cours)(?:[ \t]{_WORD}){{1,5}}",
    r"[^\W\d_][\w.-]{2,30}?(?:straße|strasse|str\.|weg|gasse|platz|allee|straat|laan|plein|gatan|vägen|vej)"
    r"[ \t]\d{1,4}[a-z]?\b",
    rf"(?:calle|avenida|carrera|plaza|rua|via|viale|piazza|corso)(?:[ \t]{_WORD}){{1,5}},?"
    r"[ \t](?:nº?[ \t]?)?\d{1,4}\b",
)
_STREET = re.compile(rf"(?<![\w.])(?:{'|'.join(_STREETS)})", re.IGNORECASE)
"""Streets with a number, as English, French, German, Dutch, Scandinavian and Romance languages write them."""
LEAST_IN_TABLE, LEAST_IN_WORDS, MANY_IN_WORDS = 3, 3, 10
"""Different streets with numbers of a table that are a column of addresses; of words that are worth a look;
and that, where they are not of institutions, are more than a few words say by chance. Chosen."""
_INSTITUTION = (
    r"(?:Universi\w+|Department\w*|D[ée]partement\w*|Departamento|Institu\w+|Facult\w+|Hospital\w*|H[ôo]pital|"
    r"School|College|Laborator\w+|Ministry|Academy|Klinik\w*|Clinic|[ÉE]cole|Cent(?:re|er))"
)
_AFFILIATED = re.compile(
    rf"\b{_INSTITUTION}(?:,?\s+(?:of|and|the|for|in|de|des|du|la|et|für|und|&|[A-ZÀ-Þ][\w'’.-]*))*,?\s+$"
)
"""Words before a street in an affiliation of authors: an institution, then nothing but names."""
_BEFORE = 200
"""Characters before a street in which its institution is looked for; chosen."""
_H3 = re.compile(r"(?<![\w-])8[7-9a-f][0-9a-f]{13}(?![\w-])", re.IGNORECASE)
_COARSEST_H3, _H3_LEVEL = 7, 52
"""Level of cells of 5 km² and the bit of a cell's number at which its level stands."""
_H3_DIGITS, _H3_BITS = 15, 3
"""Levels of a cell of H3, and bits of each; those below its own level are all ones (H3, index)."""
_S2 = re.compile(r"\bs2(?:\b|[ _-]?(?:cell|token|id|geo))", re.IGNORECASE)
_S2_CELL = re.compile(r"(?<!\w)(?:[0-9a-f]{8,16}|\d{18,20})(?!\w)", re.IGNORECASE)
"""Tokens of cells of S2, and their numbers."""
_PLUS = "2-9CFGHJMPQRVWX"
_PLUS_CODE = re.compile(
    rf"(?<![\w+=-])(?=[2-9+%]*[C-X])([{_PLUS}]{{4}})?[{_PLUS}]{{4}}(?:\+|%2B)[{_PLUS}]{{2,7}}(?![\w/+=-])"
)
"""Open Location Codes (plus codes) of 14 m and finer; a short one lacks four letters that a town gives."""
_POSTAL = (
    re.compile(r"(?<![\w.-])\d{5}-\d{4}(?![\w-])"),  # ZIP+4
    re.compile(r"(?<!\w)[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}(?!\w)"),  # United Kingdom
    re.compile(
        r"(?<!\w)(?:[AC-FHKNPRTV-Y]\d{2}|D6W) ?(?=[A-Z]*\d)(?=\d*[A-Z])[0-9AC-FHKNPRTV-Y]{4}(?!\w)"
    ),  # Eircode
    re.compile(r"(?<!\w)\d{4} ?[A-Z]{2} ?\d{1,4}(?!\w)"),  # Netherlands, with the number of the house
)
"""Postal codes of one building or of one side of a street."""
_BLOCK = re.compile(r"(?<![\w.])\d{15}(?![\w.])")
_NAMED_BLOCK = re.compile(r"block|geoid|census|fips", re.IGNORECASE)
"""Census blocks of the United States by their fifteen digits."""
_WHOLE_H3 = re.compile(r"(?<![\w.-])[56]\d{17}(?![\w.])")
"""Cells of H3 as whole numbers."""
_LETTERS = re.compile(rb"(?:[\t\n\r\x20-\x7e]|[\xc2-\xf4][\x80-\xbf]{1,3}){6,}")
"""Texts among the bytes of a data file: its numbers would take seven times as long."""
_THREE_WORDS = re.compile(rf"(?:///|(?:w3w\.co|what3words\.com)/)({_LETTER}+\.{_LETTER}+\.{_LETTER}+)")


def unread_in(part: Part) -> Iterator[Trouble]:
    """What a part says of places in a way that this check cannot turn into positions.

    Examples
    --------
    >>> rows = "id\\thome\\n1\\t12 Elm Street\\n2\\t9 Oak Road\\n3\\t40 Main St"
    >>> [one.blocks for one in unread_in(Part("a", TABLE, rows.encode()))]
    [True]
    """
    if part.kind == PICTURE:
        return
    data = b"\n".join(_LETTERS.findall(part.data)) if part.kind == DATA else part.data
    text = data.decode("utf-8", "replace")
    table = part.kind in (TABLE, DATA) or part.path.lower().endswith((".csv", ".tsv"))
    streets = list(_STREET.finditer(text))
    count = len({found[0].lower() for found in streets})
    if count >= (LEAST_IN_TABLE if table else LEAST_IN_WORDS):
        homes = {found[0].lower() for found in streets if table or not _is_affiliation(text, found.start())}
        yield Trouble(part.path, Phrase(_ADDRESSES, count=count), table or len(homes) >= MANY_IN_WORDS)
    if any(len(set(one.findall(text))) >= LEAST_IN_TABLE for one in _POSTAL):
        yield Trouble(part.path, _CODES, table)
    if _NAMED_BLOCK.search(text) and len(set(_BLOCK.findall(text))) >= LEAST_IN_TABLE:
        yield Trouble(part.path, Phrase(_CELLS, kind="census block"))
    cells = {*(int(one[0], 16) for one in _H3.finditer(text)), *map(int, _WHOLE_H3.findall(text))}
    if sum(map(_is_h3, cells)) >= LEAST_IN_TABLE:
        yield Trouble(part.path, Phrase(_CELLS, kind="H3"))
    # Among the bytes of a data file an S2 stands by chance.
    if part.kind != DATA and _S2.search(text) and len(set(_S2_CELL.findall(text))) >= LEAST_IN_TABLE:
        yield Trouble(part.path, Phrase(_CELLS, kind="S2"))
    codes = {found[0]: found[1] for found in _PLUS_CODE.finditer(text)}
    if codes:  # a few short ones may be something else
        blocks = any(codes.values()) or len(codes) >= LEAST_IN_TABLE
        yield Trouble(part.path, Phrase(_CELLS, kind="Open Location Code"), blocks)
    if _THREE_WORDS.search(text):
        yield Trouble(part.path, _WORDS)


_ADDRESSES = Phrase(
    "{count} street addresses stand in it. Anybody can look up where they are; whose they are was not "
    "judged. Take them out if they are those of people."
)
_CELLS = Phrase("It holds cells of the {kind} grid, which are places and were not read. Take them out.")
_CODES = Phrase(
    "It holds postal codes of single buildings or streets, and anybody can look up where they are. Shorten "
    "them, or take them out."
)
_WORDS = Phrase("It holds places as three words (what3words), which were not read. Take them out.")


def _is_affiliation(text: str, start: int) -> bool:
    return _AFFILIATED.search(text, max(0, start - _BEFORE), start) is not None


def _is_h3(cell: int) -> bool:
    """Whether a number is a cell of H3 of a level that points at a place."""
    level = cell >> _H3_LEVEL & 0xF
    below = (1 << _H3_BITS * (_H3_DIGITS - level)) - 1
    return level >= _COARSEST_H3 and cell & below == below
