# SPDX-License-Identifier: GPL-2.0-or-later
"""The standard lock of a PDF where no password is asked of a reader (ISO 32000-2, 7.6).

Publishers forbid printing or copying by it: every reader opens the file with the empty password, and so
does this one. RC4 and AES of 128 and 256 bits, with the standard library and numpy.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

_PAD = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")
"""What stands in for the letters that a password has fewer than 32 (algorithm 2)."""
_RC4, _AES, _AES_256, _NONE = "V2", "AESV2", "AESV3", "Identity"
_BLOCK = 16
"""Bytes of a block of AES."""


@dataclass(frozen=True)
class Entries:
    """What a file says of its lock (ISO 32000-2, tables 20 and 21), strings as their bytes.

    Attributes
    ----------
    version, revision, permissions, bits : int
    owner, user, user_key : bytes
        ``O``, ``U`` and ``UE``.
    streams, strings : str
        How streams and strings are locked.
    locks_metadata : bool
    file_id : bytes
    """

    version: int
    revision: int
    permissions: int
    bits: int
    owner: bytes
    user: bytes
    user_key: bytes
    streams: str
    strings: str
    locks_metadata: bool
    file_id: bytes


@dataclass(frozen=True)
class Lock:
    """A lock that the empty password opened."""

    entries: Entries
    key: bytes

    def stream(self, body: bytes, number: int, generation: int) -> bytes:
        """A stream of an object, unlocked."""
        return self._plain(self.entries.streams, body, number, generation)

    def string(self, body: bytes, number: int, generation: int) -> bytes:
        """A string of an object, unlocked."""
        return self._plain(self.entries.strings, body, number, generation)

    def _plain(self, method: str, body: bytes, number: int, generation: int) -> bytes:
        if method == _NONE:
            return body
        if method == _AES_256:
            return _unpadded(self.key, body)
        of_object = self.key + number.to_bytes(4, "little")[:3] + generation.to_bytes(4, "little")[:2]
        size = min(len(self.key) + 5, 16)
        if method == _AES:
            return _unpadded(_md5(of_object + b"sAlT")[:size], body)
        return rc4(_md5(of_object)[:size], body)


def lock_of(entries: Entries) -> Lock | None:
    """The lock opened by the empty password; None where a password is asked.

    Parameters
    ----------
    entries : Entries
    """
    if {entries.streams, entries.strings} - {_RC4, _AES, _AES_256, _NONE}:
        return None
    key = _key_256(entries) if entries.version >= 5 else _key_128(entries)
    return None if key is None else Lock(entries, key)


def _md5(data: bytes) -> bytes:
    return hashlib.md5(data, usedforsecurity=False).digest()


def _key_128(entries: Entries) -> bytes | None:
    """The key by algorithms 2, 4 and 5; None where the empty password is not the right one."""
    size = 5 if entries.revision < 3 else 16 if entries.version == 4 else max(5, min(entries.bits // 8, 16))
    told = _PAD + entries.owner[:32] + (entries.permissions & 0xFFFF_FFFF).to_bytes(4, "little")
    told += entries.file_id + (b"" if entries.revision < 4 or entries.locks_metadata else b"\xff" * 4)
    key = _md5(told)
    for _ in range(50 if entries.revision >= 3 else 0):
        key = _md5(key[:size])
    key = key[:size]
    if entries.revision < 3:
        return key if rc4(key, _PAD) == entries.user[:32] else None
    proof = _md5(_PAD + entries.file_id)
    for turn in range(20):
        proof = rc4(bytes(one ^ turn for one in key), proof)
    return key if proof == entries.user[:16] else None


def _key_256(entries: Entries) -> bytes | None:
    """The key by algorithms 2.A and 11."""
    user, digest = entries.user, _digest if entries.revision >= 6 else _sha256
    if len(user) < 48 or len(entries.user_key) < 32 or digest(user[32:40]) != user[:32]:
        return None
    return _aes_plain(digest(user[40:48]), bytes(_BLOCK), entries.user_key[:32])


def _sha256(salt: bytes) -> bytes:
    return hashlib.sha256(salt).digest()


def _digest(salt: bytes) -> bytes:
    """The hash of the empty password by algorithm 2.B."""
    key, turn, last = _sha256(salt), 0, 0
    while turn < 64 or last > turn - 32:
        packed = _aes_packed(key[:16], key[16:32], key * 64)
        kind: tuple[Callable[..., Any], ...] = (hashlib.sha256, hashlib.sha384, hashlib.sha512)
        key = kind[sum(packed[:16]) % 3](packed).digest()
        last, turn = packed[-1], turn + 1
    return key[:32]


def rc4(key: bytes, data: bytes) -> bytes:
    """RC4 of bytes, which is its own inverse.

    Examples
    --------
    >>> list(rc4(b"Key", b"Plaintext"))
    [187, 243, 22, 232, 217, 64, 175, 10, 211]
    """
    box, j = list(range(256)), 0
    for i in range(256):
        j = (j + box[i] + key[i % len(key)]) & 255
        box[i], box[j] = box[j], box[i]
    i = j = 0
    stream = bytearray(len(data))
    for at in range(len(data)):
        i = (i + 1) & 255
        here = box[i]
        j = (j + here) & 255
        there = box[i] = box[j]
        box[j] = here
        stream[at] = box[(here + there) & 255]
    return (np.frombuffer(bytes(stream), np.uint8) ^ np.frombuffer(data, np.uint8)).tobytes()


def _unpadded(key: bytes, body: bytes) -> bytes:
    """AES in chained blocks, the first of which begins the chain, without the padding of the last."""
    whole = len(body) // _BLOCK * _BLOCK
    plain = _aes_plain(key, body[:_BLOCK], body[_BLOCK:whole])
    return plain[: -plain[-1]] if plain and 0 < plain[-1] <= _BLOCK else plain


@lru_cache(maxsize=1)
def _boxes() -> tuple[Any, Any, list[Any], list[int]]:
    """S-box of AES, its inverse, products by 9, 11, 13 and 14, and the words of a round (FIPS 197)."""
    power = [1]
    for _ in range(254):
        power.append((power[-1] ^ (power[-1] << 1) ^ (0x11B if power[-1] & 0x80 else 0)) & 0xFF)
    log = {one: at for at, one in enumerate(power)}
    box = np.zeros(256, np.uint8)
    for one in range(256):
        inverse = power[-log[one] % 255] if one else 0
        turned = [((inverse << by) | (inverse >> (8 - by))) & 0xFF for by in range(5)]
        box[one] = turned[0] ^ turned[1] ^ turned[2] ^ turned[3] ^ turned[4] ^ 0x63

    def times(factor: int) -> Any:
        found = [power[(log[factor] + log[one]) % 255] if one else 0 for one in range(256)]
        return np.array(found, np.uint8)

    twice, thrice = times(2), times(3)
    words = [int(twice[s]) << 24 | int(s) << 16 | int(s) << 8 | int(thrice[s]) for s in box]
    return box, np.argsort(box).astype(np.uint8), [times(one) for one in (14, 11, 13, 9)], words


@lru_cache(maxsize=64)
def _rounds(key: bytes) -> Any:
    """Keys of the rounds, shape (rounds + 1, 16)."""
    box = _boxes()[0]
    size = len(key) // 4
    words = [list(key[4 * at : 4 * at + 4]) for at in range(size)]
    constant = 1
    for at in range(size, 4 * (size + 7)):
        word = words[-1]
        if at % size == 0:
            word = [int(box[one]) for one in [*word[1:], word[0]]]
            word[0] ^= constant
            constant = (constant << 1) ^ (0x11B if constant & 0x80 else 0)
        elif size > 6 and at % size == 4:
            word = [int(box[one]) for one in word]
        words.append([a ^ b for a, b in zip(words[at - size], word)])
    return np.array(words, np.uint8).reshape(-1, _BLOCK)


_BACK = [row + 4 * ((column - row) % 4) for column in range(4) for row in range(4)]
"""Where each byte of a block comes from when its rows are shifted back."""


def _aes_plain(key: bytes, first: bytes, body: bytes) -> bytes:
    """AES in chained blocks undone, all blocks at once."""
    _box, back, products, _words = _boxes()
    packed = np.frombuffer(body, np.uint8).reshape(-1, _BLOCK)
    if not len(packed):
        return b""
    keys = _rounds(key)
    state = packed ^ keys[-1]
    for at in range(len(keys) - 2, -1, -1):
        state = back[state[:, _BACK]] ^ keys[at]
        if at:
            columns = state.reshape(-1, 4, 4)
            mixed = [table[np.roll(columns, -by, axis=2)] for by, table in enumerate(products)]
            state = (mixed[0] ^ mixed[1] ^ mixed[2] ^ mixed[3]).reshape(-1, _BLOCK)
    chain = np.vstack([np.frombuffer(first, np.uint8)[None], packed[:-1]])
    return (state ^ chain).tobytes()


def _aes_packed(key: bytes, first: bytes, body: bytes) -> bytes:
    """AES in chained blocks, one after the other."""
    box, _back, _products, words = _boxes()
    keys = [int.from_bytes(row[at : at + 4].tobytes(), "big") for row in _rounds(key) for at in (0, 4, 8, 12)]
    plain, found = box.tolist(), []
    turned = [[(one >> by) | (one << (32 - by)) & 0xFFFF_FFFF for one in words] for by in (8, 16, 24)]
    chain = [int.from_bytes(first[at : at + 4], "big") for at in (0, 4, 8, 12)]
    for start in range(0, len(body), _BLOCK):
        state = [chain[c] ^ int.from_bytes(body[start + 4 * c : start + 4 * c + 4], "big") ^ keys[c]
                 for c in range(4)]  # fmt: skip
        for at in range(4, len(keys) - 4, 4):
            state = [words[state[c] >> 24] ^ turned[0][state[(c + 1) & 3] >> 16 & 255]
                     ^ turned[1][state[(c + 2) & 3] >> 8 & 255] ^ turned[2][state[(c + 3) & 3] & 255]
                     ^ keys[at + c] for c in range(4)]  # fmt: skip
        chain = [(plain[state[c] >> 24] << 24 | plain[state[(c + 1) & 3] >> 16 & 255] << 16
                  | plain[state[(c + 2) & 3] >> 8 & 255] << 8 | plain[state[(c + 3) & 3] & 255])
                 ^ keys[len(keys) - 4 + c] for c in range(4)]  # fmt: skip
        found.append(b"".join(one.to_bytes(4, "big") for one in chain))
    return b"".join(found)
