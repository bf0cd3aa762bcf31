# SPDX-License-Identifier: GPL-2.0-or-later
"""The cryptography of a release ledger: names nobody can try, boxes nobody can read or alter, a chain.

One master key gives five, one a use. A row's box is encrypted (SHAKE-256 of key and nonce) and then
authenticated (HMAC-SHA-256 over all that it is bound to: the ledger, its place in the order, its kind,
its owner), and is refused before anything of it is decrypted. Each row's link continues the link before
it, so that an edited, deleted, swapped or inserted row breaks the chain; the head says where it ends.

What no file can show of itself is that it is an old copy of itself: for that, a witness (the number of
rows and some digits that only the key can make) is kept elsewhere.
"""

from __future__ import annotations

import base64
import hashlib
import hmac

from ...base.errors import InputError
from ...base.identity import keyed_hash

_FORMAT = b"\x01"
"""Version of a box: SHAKE-256 stream, HMAC-SHA-256. Another cipher would be another version."""

NONCE_BYTES = 32
"""As long as the key, so that random nonces never meet (collision at 2^128 boxes)."""

_TAG_BYTES = 32
"""All of HMAC-SHA-256."""
_PAD = 256
"""Boxes are padded to multiples of this many bytes, so that their size says little of what is inside."""

_WITNESS_DIGITS = 16
"""64 bits: who would pass an old copy off as whole cannot try so many."""

_CELL_BYTES = 8
"""64 bits: among a million homes no two cells share a name by chance."""

_CHECK_BYTES = 3
"""Of a recovery code: a mistyped one passes once in 16 million."""

KEY_BYTES = 32
"""256 bits, the size of the hash that the key feeds."""


class LedgerKey:
    """What the key of one ledger can do.

    Parameters
    ----------
    master : bytes
        The secret key, 32 bytes.
    ledger_id : str
        Random name of the ledger: rows of one ledger are worth nothing in another.
    """

    def __init__(self, master: bytes, ledger_id: str):
        self._id = ledger_id.encode("ascii")
        uses = ("ids", "place", "chain", "head", "witness", "mac", "cells")
        self._keys = {use: _derived(master, use, self._id) for use in uses}

    def name(self, space: str, text: str) -> str:
        """Pseudonym of a canonical identifier in one space of names (patient, group, area, lookalike)."""
        return self._hex("ids", _framed(space.encode("ascii"), text.encode("utf-8")))

    def cell(self, message: bytes) -> bytes:
        """Pseudonym of a cell of a grid, short enough to keep several of each home."""
        return hmac.digest(self._keys["cells"], message, "sha256")[:_CELL_BYTES]

    def box(self, payload: bytes, bound: tuple[str | int, ...], nonce: bytes) -> bytes:
        """Seal a payload.

        Opened with anything else than ``bound`` it is refused; the nonce, :data:`NONCE_BYTES` random bytes,
        is never used twice.
        """
        framed = len(payload).to_bytes(8, "big") + payload
        framed += bytes(-len(framed) % _PAD)
        body = _xor(framed, self._stream(nonce, len(framed)))
        return _FORMAT + nonce + body + self._tag(bound, nonce, body)

    def open(self, box: bytes, bound: tuple[str | int, ...]) -> bytes:
        """What a box holds.

        Raises
        ------
        InputError
            The box was altered, or belongs elsewhere.
        """
        nonce, body = box[1 : 1 + NONCE_BYTES], box[1 + NONCE_BYTES : -_TAG_BYTES]
        whole = box[:1] == _FORMAT and len(body) >= 8
        if not whole or not hmac.compare_digest(box[-_TAG_BYTES:], self._tag(bound, nonce, body)):
            raise InputError(
                "ledger.entry.altered", "An entry of the ledger was altered, or stands in another's place."
            )
        framed = _xor(body, self._stream(nonce, len(body)))
        return framed[8 : 8 + int.from_bytes(framed[:8], "big")]

    def link(self, before: str, seq: int, kind: str, content: bytes) -> str:
        """The chain's next link; it covers a hash of the content, which may be erased later."""
        digest = hashlib.sha256(content).digest()
        return self._hex("chain", _framed(before.encode("ascii"), str(seq).encode(), kind.encode(), digest))

    def head(self, seq: int, link: str) -> str:
        """What only the key can say of where the chain ends."""
        return self._hex("head", _framed(str(seq).encode(), link.encode("ascii")))

    def witness(self, seq: int, link: str) -> str:
        """Number of rows and digits that only the key can make: fit for a report, told to anybody."""
        digits = self._hex("witness", _framed(str(seq).encode(), link.encode("ascii")))
        return f"{seq}-{digits[:_WITNESS_DIGITS]}"

    def _stream(self, nonce: bytes, size: int) -> bytes:
        return hashlib.shake_256(self._keys["place"] + nonce).digest(size)

    def _tag(self, bound: tuple[str | int, ...], nonce: bytes, body: bytes) -> bytes:
        parts = [str(part).encode("utf-8") for part in bound]
        framed = _framed(_FORMAT, self._id, *parts, nonce, body)
        return hmac.new(self._keys["mac"], framed, hashlib.sha256).digest()

    def _hex(self, use: str, message: bytes) -> str:
        return hmac.new(self._keys[use], message, hashlib.sha256).hexdigest()


def key_check(master: bytes) -> str:
    """What a ledger keeps of its key, so that a wrong key is noticed."""
    return keyed_hash(master, "geodeid ledger")


def recovery_code(master: bytes) -> str:
    """The key in letters and digits that a person can write down, with check letters.

    Examples
    --------
    >>> key_of_code(recovery_code(bytes(32)).lower()) == bytes(32)
    True
    """
    text = base64.b32encode(master + _check(master)).decode("ascii").rstrip("=")
    return "-".join(text[start : start + 4] for start in range(0, len(text), 4))


def key_of_code(code: str) -> bytes:
    """The key that a recovery code, or a key file's hexadecimal digits, stand for.

    Raises
    ------
    InputError
        It is neither, or was mistyped.
    """
    letters = "".join(code.split()).replace("-", "").upper()
    try:
        if len(letters) == 2 * KEY_BYTES:
            return bytes.fromhex(letters)
        raw = base64.b32decode(letters + "=" * (-len(letters) % 8))
    except ValueError:
        raw = b""
    key, check = raw[:KEY_BYTES], raw[KEY_BYTES:]
    if len(key) != KEY_BYTES or not hmac.compare_digest(check, _check(key)):
        raise InputError(
            "ledger.key.not_a_code",
            "This is neither the key of a ledger nor its recovery code. Compare it with the recovery sheet, "
            "letter by letter.",
        )
    return key


def _check(master: bytes) -> bytes:
    return hashlib.sha256(b"geodeid recovery" + master).digest()[:_CHECK_BYTES]


def _derived(master: bytes, use: str, ledger_id: bytes) -> bytes:
    return hmac.new(
        master, b"geodeid/2/" + use.encode("ascii") + b"\x00" + ledger_id, hashlib.sha256
    ).digest()


def _framed(*parts: bytes) -> bytes:
    """Parts with their lengths: no two lists of parts read alike."""
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def _xor(one: bytes, other: bytes) -> bytes:
    return (int.from_bytes(one, "big") ^ int.from_bytes(other, "big")).to_bytes(len(one), "big")
