# SPDX-License-Identifier: GPL-2.0-or-later
"""A release as it was judged: the record of its files, and the one file in which it is handed over."""

from __future__ import annotations

import hashlib
import os
import zipfile
from pathlib import Path

SUMS = "SHA256SUMS.txt"
"""List of checksums in what is handed over, as ``sha256sum --check`` reads it."""
_BLOCK = 1 << 20
"""Bytes that are read at a time, so that a large file is never in memory as a whole."""


def checksum(stream) -> str:
    """SHA-256 of what an open binary file still holds."""
    digest = hashlib.sha256()
    for block in iter(lambda: stream.read(_BLOCK), b""):
        digest.update(block)
    return digest.hexdigest()


def checksums(folder: Path) -> dict[str, str]:
    """SHA-256 of every file in a folder and below, by its path in it."""
    found = {}
    for path in sorted(one for one in folder.rglob("*") if one.is_file()):
        with path.open("rb") as stream:
            found[path.relative_to(folder).as_posix()] = checksum(stream)
    return found


def pack(folder: Path, target: Path) -> Path:
    """Write a folder and the checksums of its files into one zip, which appears whole or not at all.

    Raises
    ------
    OSError
        Where it cannot be written.
    """
    part = target.with_name(f".{target.name}.part")
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as packed:
            sums = checksums(folder)
            for name in sums:
                packed.write(folder / name, name)
            packed.writestr(SUMS, "".join(f"{found}  {name}\n" for name, found in sums.items()))
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    return target
