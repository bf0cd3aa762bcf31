# SPDX-License-Identifier: GPL-2.0-or-later
"""pypdf as it is shipped with the plugin: every use of it goes through here.

It is imported under a name of ours, so that another pypdf in the user's Python is neither used nor disturbed.
A reader for everybody mends what is damaged as well as it can; here a part must never pass for the whole.
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

from ...base.errors import GeoDeIDError, InputError
from ..budget import TooMuchError
from . import aes

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
    for name in ("CryptAES", "aes_cbc_decrypt", "aes_cbc_encrypt", "aes_ecb_decrypt"):
        setattr(found.encryption, name, getattr(aes, name))
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
