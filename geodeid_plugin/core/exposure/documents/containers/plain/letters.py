# SPDX-License-Identifier: GPL-2.0-or-later
"""Letters, mailboxes and saved web archives: their heads, and all that they carry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes, policy

from ..parts import Budget

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
