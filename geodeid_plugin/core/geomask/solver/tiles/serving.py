# SPDX-License-Identifier: GPL-2.0-or-later
"""The side of a worker: pieces in, results out, with nothing but numpy and scipy."""

from __future__ import annotations

import platform
import sys
from importlib import metadata
from typing import Any, BinaryIO

from .piece import solve_piece
from .work import packed, unpacked

_HEADER = 8
"""Bytes of a message's length."""


def answer(data: bytes) -> bytes:
    """The result of a piece, both as bytes (:func:`.work.packed`)."""
    return packed(solve_piece(unpacked(data)))


def facts() -> dict[str, Any]:
    """What a client must know of a worker: versions, and whether it may write results to its disk.

    Returns
    -------
    dict
        ``python``, ``numpy`` and ``scipy``: versions, empty where missing; ``spills``: of a Dask worker,
        whether memory that runs short goes to disk.
    """
    return {
        "python": platform.python_version(),
        "numpy": _version("numpy"),
        "scipy": _version("scipy"),
        "spills": _spills(),
    }


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _spills() -> bool:
    """Whether a Dask worker would write what it holds to its disk; other workers never do."""
    config = sys.modules.get("dask.config")
    if config is None or "distributed.worker" not in sys.modules:
        return False
    return any(
        config.get(f"distributed.worker.memory.{name}", False) is not False for name in ("target", "spill")
    )


def serve(incoming: BinaryIO, outgoing: BinaryIO) -> None:
    """Answer pieces until the stream ends. The first message says that this worker is there.

    A message is its length, eight bytes, little end first, and as many bytes.
    """
    send(outgoing, b"ready")
    while True:
        header = incoming.read(_HEADER)
        if len(header) < _HEADER:
            return
        send(outgoing, answer(incoming.read(int.from_bytes(header, "little"))))


def send(stream: BinaryIO, data: bytes) -> None:
    """Write a message."""
    stream.write(len(data).to_bytes(_HEADER, "little") + data)
    stream.flush()


def message(buffer: bytes) -> tuple[bytes | None, bytes]:
    """The first whole message of a buffer, or None, and what is left of the buffer.

    Examples
    --------
    >>> message((3).to_bytes(8, "little") + b"abcde")
    (b'abc', b'de')
    """
    end = _HEADER + int.from_bytes(buffer[:_HEADER], "little")
    if len(buffer) < _HEADER or len(buffer) < end:
        return None, buffer
    return buffer[_HEADER:end], buffer[end:]
