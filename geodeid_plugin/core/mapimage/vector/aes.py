# SPDX-License-Identifier: GPL-2.0-or-later
"""AES (FIPS 197) in chained blocks with numpy: pypdf leaves it to packages that no QGIS is sure to have.

The functions have the names and arguments by which pypdf asks for them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

_BLOCK = 16
"""Bytes of a block of AES."""


class CryptAES:
    """The AES of strings and streams of a PDF: the first block begins the chain, the last is padded."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def decrypt(self, data: bytes, *, strict: bool = True) -> bytes:
        """Bytes without their lock, and without the padding of the last block."""
        whole = len(data) // _BLOCK * _BLOCK
        plain = aes_cbc_decrypt(self._key, data[:_BLOCK], data[_BLOCK:whole])
        return plain[: -plain[-1]] if plain and 0 < plain[-1] <= _BLOCK else plain


def aes_ecb_decrypt(key: bytes, data: bytes) -> bytes:
    """Blocks one by one."""
    return b"".join(
        aes_cbc_decrypt(key, bytes(_BLOCK), data[at : at + _BLOCK]) for at in range(0, len(data), _BLOCK)
    )


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


def aes_cbc_decrypt(key: bytes, iv: bytes, data: bytes) -> bytes:
    """Chained blocks undone, all at once."""
    _box, back, products, _words = _boxes()
    packed = np.frombuffer(data, np.uint8).reshape(-1, _BLOCK)
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
    chain = np.vstack([np.frombuffer(iv, np.uint8)[None], packed[:-1]])
    return (state ^ chain).tobytes()


def aes_cbc_encrypt(key: bytes, iv: bytes, data: bytes) -> bytes:
    """Chained blocks, one after the other."""
    box, _back, _products, words = _boxes()
    keys = [int.from_bytes(row[at : at + 4].tobytes(), "big") for row in _rounds(key) for at in (0, 4, 8, 12)]
    plain, found = box.tolist(), []
    turned = [[(one >> by) | (one << (32 - by)) & 0xFFFF_FFFF for one in words] for by in (8, 16, 24)]
    chain = [int.from_bytes(iv[at : at + 4], "big") for at in (0, 4, 8, 12)]
    for start in range(0, len(data), _BLOCK):
        state = [chain[c] ^ int.from_bytes(data[start + 4 * c : start + 4 * c + 4], "big") ^ keys[c]
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
