# SPDX-License-Identifier: GPL-2.0-or-later
"""Files that carry others: letters, mailboxes, web archives, notebooks, and pictures with words or files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes, policy
from typing import Any

from ....mapimage.reidentify.containers import BROKEN, TAIL, TIFF, blocks_of, is_whole
from .parts import Budget
from .webpage import embedded

_LETTER_HEAD = re.compile(rb"(?:[A-Za-z][A-Za-z0-9-]{1,60}:[^\n]*\n(?:[ \t][^\n]*\n)*){1,60}\r?\n", re.ASCII)
_OF_LETTERS = re.compile(
    rb"^(?:mime-version|content-type|content-transfer-encoding)\s*:", re.IGNORECASE | re.MULTILINE
)


def is_letter(data: bytes, suffix: str) -> bool:
    """Whether bytes are a letter or a web archive: heads of MIME, an empty line, a body."""
    head = _LETTER_HEAD.match(data[:65_536].lstrip())
    return (head is not None and bool(_OF_LETTERS.search(head[0]))) or suffix in (".eml", ".mht", ".mhtml")


_MAILBOX = re.compile(rb"^From [^\r\n]{1,300}\d{4}[^\r\n]{0,20}\r?\n", re.MULTILINE)
"""What begins each letter of a mailbox (RFC 4155): its sender and when it came."""


def is_mailbox(data: bytes) -> bool:
    """Whether bytes are letters one after the other (mbox)."""
    return _MAILBOX.match(data) is not None


def mailbox_parts(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of the letters of a mailbox."""
    for at, one in enumerate(_MAILBOX.split(data)[1:], 1):
        yield f"{at}.eml", one


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


_PAGE = ("text/html", "image/svg+xml")
_WORDS = ("source", "text", "text/plain", "text/markdown", "text/latex", "application/javascript")
"""Keys whose lines are words, by the format of notebooks (nbformat 4)."""


def notebook_parts(text: str, budget: Budget) -> tuple[list[tuple[str, bytes]], str]:
    """Files that a notebook carries, and its text without them.

    Gives ``files``: pictures and pages of outputs, and the words of all cells, under names of their own.
    Gives ``rest``: what is left; the whole text where it is no JSON.
    """
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError):
        return [], text
    files: list[tuple[str, bytes]] = []
    words: list[str] = []
    waiting: list[Any] = [notebook]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(value)
        elif isinstance(value, dict):
            for key in list(value):
                held = _joined(value[key])
                taken = held is not None and _taken(key, held, files, words, budget)
                waiting.append("" if taken else value[key])
                value[key] = "" if taken else value[key]
    if words:
        files.append(("cells.txt", "\n\n".join(words).encode("utf-8", "replace")))
    return files, json.dumps(notebook, ensure_ascii=False)


def _joined(value: Any) -> str | None:
    """Words that stand whole or line by line; None of anything else."""
    if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        return "".join(value)
    return value if isinstance(value, str) else None


def _taken(key: str, held: str, files: list[tuple[str, bytes]], words: list[str], budget: Budget) -> bool:
    if key.startswith("image/") and not held.lstrip().startswith("<"):
        files += _pictures(key, held, len(files), budget)
    elif key in _PAGE:
        files.append(
            (f"output {len(files) + 1}.{'svg' if 'svg' in key else 'html'}", held.encode("utf-8", "replace"))
        )
    elif key in _WORDS:
        words.append(held)
    else:
        return False
    return True


def _pictures(key: str, held: str, count: int, budget: Budget) -> Iterator[tuple[str, bytes]]:
    for name, content in embedded(f"data:{key};base64,{''.join(held.split())}", budget):
        yield f"output {count + 1} {name}", content


_RUN = re.compile(rb"[\t\n\r\x20-\x7e\xc2-\xf4\x80-\xbf]{12,}")
"""Letters in a row that may hold two numbers; those of UTF-8 included."""
_WIDE_RUN = re.compile(rb"(?:[\t\n\r\x20-\x7e]\0){12,}")
"""The same with two bytes a letter, as Windows writes its comments."""
_GIF_WORDS = re.compile(rb"\x21[\x01\xfe\xff](?:[^\0]{1,200000})\0", re.DOTALL)
"""Comments and other words of a GIF, which hold no zero (GIF89a, 24 to 26)."""
_NUMBERS = re.compile(rb"\d{5}|\d[.,]\d{3}|[A-Za-z0-9]{7}")
"""Words without such numbers or codes hold no place."""


@dataclass(frozen=True)
class Beside:
    """Words beside the pixels of a picture, bytes that follow its end, and whether its blocks are broken."""

    words: bytes
    tail: bytes
    is_broken: bool


def beside_pixels(data: bytes) -> Beside:
    """What a picture carries beside its pixels.

    ``data``: the whole file.
    """
    words, tail, is_broken = [], b"", False
    if data.startswith(b"GIF8"):
        data = _GIF_WORDS.sub(_plain, data)
    for block in blocks_of(data):
        is_broken |= block.kind == BROKEN or (block.kind == TIFF and not is_whole(block.data))
        if block.kind == TAIL:
            tail = block.data
            continue
        words += [found[0] for found in _RUN.finditer(block.data) if _NUMBERS.search(found[0])]
        words += [found[0].replace(b"\0", b"") for found in _WIDE_RUN.finditer(block.data)]
    return Beside(b"\n".join(words), tail, is_broken)


def _plain(found: re.Match[bytes]) -> bytes:
    """The words of an extension of a GIF without the length that begins each piece of them."""
    body, at, pieces = found[0][2:-1], 0, []
    while at < len(body):
        pieces.append(body[at + 1 : at + 1 + body[at]])
        at += 1 + body[at]
    return b"\0" + b"".join(pieces) + b"\0"
