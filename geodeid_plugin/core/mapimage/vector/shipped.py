# SPDX-License-Identifier: GPL-2.0-or-later
"""pypdf as it is shipped with the plugin: every use of it goes through here.

It is imported under a name of ours, so that another pypdf in the user's Python is neither used nor disturbed.
A reader for everybody mends what is damaged as well as it can; here a part must never pass for the whole.

AES (FIPS 197), which pypdf leaves to packages that no QGIS is sure to have, is here in chained blocks with
numpy, under the names and with the arguments by which pypdf asks for it.
"""

from __future__ import annotations

import importlib
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from ...base.errors import GeoDeIDError, InputError
from ..budget import TooMuchError

_NAMESPACE = "geodeid_vendor"
_PLUGIN = Path(__file__).resolve().parents[3]
_PLACES = (_PLUGIN / "vendor", _PLUGIN.parent / "vendor")
"""Where it lies in the plugin's zip, and in a copy of the sources."""
_MODULES = (
    "generic", "filters", "_encryption", "_cmap", "generic._font", "_configuration", "_codecs", "errors",
)  # fmt: skip
"""The modules of :class:`Reader`, in its order."""


@dataclass(frozen=True)
class Reader:
    """The parts of pypdf that are used."""

    generic: Any
    """Objects of a file: names, numbers, strings, arrays, dictionaries, streams, references."""
    filters: Any
    """How streams are packed."""
    encryption: Any
    """The standard lock."""
    cmap: Any
    """How the codes of a font become letters."""
    fonts: Any
    """Fonts and the widths of their letters."""
    configuration: Any
    """Limits."""
    codecs: Any
    """Letters of the encodings of ISO 32000-1, annex D."""
    errors: Any


@lru_cache(maxsize=1)
def reader() -> Reader:
    """The shipped pypdf.

    Raises InputError where it is not there.
    """
    folder = next((one for one in _PLACES if (one / "pypdf" / "__init__.py").is_file()), None)
    if folder is None:
        raise InputError(
            "pdf.reader.missing",
            "The reader of PDFs that belongs to the plugin is missing, so nobody can say what the PDF "
            "holds. Install the plugin anew from its zip file.",
        )
    namespace = ModuleType(_NAMESPACE)
    namespace.__path__ = [str(folder)]
    sys.modules.setdefault(_NAMESPACE, namespace)
    found = Reader(*(importlib.import_module(f"{_NAMESPACE}.pypdf.{name}") for name in _MODULES))
    logging.getLogger(f"{_NAMESPACE}.pypdf").setLevel(logging.CRITICAL)
    for one in (CryptAES, aes_cbc_decrypt, aes_cbc_encrypt, aes_ecb_decrypt):
        setattr(found.encryption, one.__name__, one)
    found.fonts.HAS_FONTTOOLS = False  # else a file would be read in two ways
    found.generic.DictionaryObject._read_stream_data = staticmethod(_body_by_the_file)
    return found


def _body_by_the_file(*, stream: Any, pdf: Any, data: dict[Any, Any]) -> None:
    """Leave the body of a stream to the file that is read: pypdf guesses where one of a wrong length ends."""
    if pdf is not None:
        pdf.read_body(stream, data)


def _ours_behind(reason: BaseException | None) -> GeoDeIDError | None:
    """An error of ours, as where a budget is spent or the user stops, that pypdf took for damage."""
    while reason is not None and not isinstance(reason, GeoDeIDError):
        reason = reason.__cause__
    return reason


@lru_cache(maxsize=4)
def _configuration(most_bytes: int) -> Any:
    return reader().configuration.Configuration(
        jbig2dec_binary=None,
        disable_legacy_handling=True,
        lzw_maximum_output_length=most_bytes,
        run_length_maximum_output_length=most_bytes,
    )


@contextmanager
def limits(most_bytes: int) -> Iterator[None]:
    """Read with at most so many bytes unpacked, and start no program.

    Raises TooMuchError where a limit of pypdf is reached. Raises ValueError where it finds damage, or what it
    does not know.
    """
    part = reader()
    current = part.configuration.CURRENT_CONFIGURATION
    before = current.set(_configuration(most_bytes))
    try:
        yield
    except part.errors.LimitReachedError as reason:
        raise TooMuchError(
            "pdf.reader.too_much", "The PDF asks for more than is read of one. Make it simpler first."
        ) from reason
    except (part.errors.PyPdfError, AssertionError, NotImplementedError) as reason:
        raise _ours_behind(reason) or ValueError(str(reason)) from reason
    finally:
        current.reset(before)


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
