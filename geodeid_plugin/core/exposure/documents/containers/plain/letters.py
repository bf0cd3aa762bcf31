# SPDX-License-Identifier: GPL-2.0-or-later
"""Rich text, letters and saved web archives: words, and the files that they carry as letters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes, policy

from .....base.errors import Phrase
from ..parts import TABLE, TEXT, Budget, Opened, Part, table_text

_PICTURE = re.compile(
    rb"\\(pngblip|jpegblip|emfblip|wmetafile|dibitmap|wbitmap|macpict|pmmetafile|objdata)(?![a-z])"
)
_NAMES = {b"pngblip": "png", b"jpegblip": "jpg", b"emfblip": "emf", b"objdata": "object.bin"}
_LETTERS = re.compile(rb"(?<![\\0-9A-Za-z])(?:[0-9A-Fa-f]{2}[\r\n ]{0,4}){16,}")
"""Bytes written as hexadecimal digits, 32 digits or more in a row."""
_REACH = 4096
"""Letters between the word that names a picture and its first digits: sizes, scales, an identifier."""
_UNREAD = Phrase("It is a drawing or bitmap inside rich text, which is not read. Put a PNG in its place.")
_WORD = re.compile(
    r"\\u(-?\d{1,6}) ?(?:\\'[0-9a-fA-F]{2}|[^\\{}])?|\\([a-z]{1,32})(?:-?\d{1,10})? ?|"
    r"\\'([0-9a-fA-F]{2})|\\(.)|[{}\r\n]",
    re.DOTALL,
)
"""A letter by its number with what older readers show for it, a control word, a byte, a symbol, a brace."""
_SPACES = {"par": "\n", "line": "\n", "row": "\n", "cell": "\t", "tab": " ", "sect": "\n", "page": "\n"}
_LETTER_HEAD = re.compile(rb"(?:[A-Za-z][A-Za-z0-9-]{1,60}:[^\n]*\n(?:[ \t][^\n]*\n)*){1,60}\r?\n", re.ASCII)
_OF_LETTERS = re.compile(
    rb"^(?:mime-version|content-type|content-transfer-encoding)\s*:", re.IGNORECASE | re.MULTILINE
)


def is_rtf(data: bytes) -> bool:
    """Whether bytes are Rich Text Format."""
    return data[:64].lstrip().startswith(b"{\\rt")


def rtf_parts(path: str, data: bytes, budget: Budget, found: Opened) -> Iterator[tuple[str, bytes]]:
    """Add the words and tables of a rich text; yield (name, content) of its pictures and objects."""
    covered, rest = 0, []
    for at, named in enumerate(_PICTURE.finditer(data), 1):
        budget.entry()
        if named.start() < covered:
            continue
        digits = _LETTERS.search(data, named.end(), named.end() + _REACH)
        whole = _LETTERS.match(data, digits.start()) if digits else None
        name = _NAMES.get(named[1])
        if whole is None or name is None:
            found.trouble(f"{path}/picture {at}", _UNREAD)
            continue
        content = bytes.fromhex(re.sub(rb"\s", b"", whole[0]).decode("ascii"))
        budget.take(len(content))
        rest.append(data[covered : named.start()])
        covered = whole.end()
        yield f"picture {at}.{name}", content
    rest.append(data[covered:])
    if b"\\bin" in data:
        found.trouble(path, Phrase("It holds a picture as bare bytes, which is not read. Save it as DOCX."))
    lines = _plain(b"".join(rest).decode("latin-1")).split("\n")
    rows = [line.split("\t") for line in lines if line.strip()]
    if rows:
        kind = TABLE if any(len(row) > 1 for row in rows) else TEXT
        found.add([Part(path, kind, table_text(rows))])


def _plain(text: str) -> str:
    def plain(found: re.Match[str]) -> str:
        number, word, byte, symbol = found.groups()
        if number:
            return chr(int(number) % 65_536)
        if byte:
            return bytes([int(byte, 16)]).decode("cp1252", "replace")
        if symbol:
            return symbol if symbol in "{}\\" else " " if symbol == "~" else ""
        return _SPACES.get(word or "", "")

    return _WORD.sub(plain, text)


def is_letter(data: bytes, suffix: str) -> bool:
    """Whether bytes are a letter or a web archive: heads of MIME, an empty line, a body."""
    head = _LETTER_HEAD.match(data[:65_536].lstrip())
    return (head is not None and bool(_OF_LETTERS.search(head[0]))) or suffix in (".eml", ".mht", ".mhtml")


def letter_parts(data: bytes, budget: Budget) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of the heads and of everything that a letter or web archive carries."""
    letter = message_from_bytes(data, policy=policy.compat32)
    yield "head.txt", "\n".join(f"{key}: {value}" for key, value in letter.items()).encode("utf-8", "replace")
    for at, one in enumerate(letter.walk(), 1):
        budget.entry()
        content = one.get_payload(decode=True)
        if isinstance(content, bytes) and content:
            budget.take(len(content))
            kind = re.sub(r"[^a-z]", "", one.get_content_subtype().split("+")[0].lower())[:12]
            name = (one.get_filename() or f"part.{'txt' if kind == 'plain' else kind}").replace("/", "_")
            yield f"{at} {name}", content
