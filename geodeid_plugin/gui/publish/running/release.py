# SPDX-License-Identifier: GPL-2.0-or-later
"""A release as it was judged: the record of its files, and the one file in which it is handed over."""

from __future__ import annotations

import hashlib
import os
import zipfile
from pathlib import Path

from ....core.base.errors import CancelledError, InputError
from ....processing_provider.framework.writing.files import explaining_failures

SUMS = "SHA256SUMS.txt"
"""List of checksums in what is handed over, as ``sha256sum --check`` reads it."""
_BLOCK = 1 << 20
"""Bytes that are read at a time, so that a large file is never in memory as a whole."""
_RIGHTS = 0o644
"""What whoever unpacks it may do: everybody read."""


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


def pack(folder: Path, sums: dict[str, str], target: Path, stopped=lambda: False) -> list[str]:
    """Write what was judged, and its checksums, into one zip, which appears whole or not at all.

    Parameters
    ----------
    folder : Path
        The release.
    sums : dict of str to str
        SHA-256 of each file as it was judged, by its path in the folder.
    target : Path
    stopped : callable
        Tells whether nobody wants it any more.

    Returns
    -------
    list of str
        Other files in the folder, which were left out.

    Raises
    ------
    InputError
        Where a file is gone, or is another one than was judged.
    GeoDeIDError
        Where the zip cannot be written.
    CancelledError
        Where it was stopped.
    """
    part = target.with_name(f".{target.name}.part")
    with explaining_failures(target):
        try:
            with zipfile.ZipFile(part, "w") as packed:
                for name, judged in sums.items():
                    if _copied(folder / name, packed, name, stopped) != judged:
                        raise _other(name)
                packed.writestr(_entry(SUMS), "".join(f"{found}  {name}\n" for name, found in sums.items()))
            os.replace(part, target)
        finally:
            part.unlink(missing_ok=True)
    lies = (one.relative_to(folder).as_posix() for one in folder.rglob("*") if not one.is_dir())
    return sorted(set(lies) - set(sums))


def _other(name: str) -> InputError:
    return InputError(
        "release.file.changed",
        "“{file}” of the release is gone or not as it was judged: nothing is handed over. Run it again.",
        file=name,
    )


def _copied(path: Path, packed: zipfile.ZipFile, name: str, stopped) -> str:
    """Copy a file into a zip; returns the SHA-256 of what was copied, or nothing where there is no file."""
    if not path.is_file():
        return ""
    digest = hashlib.sha256()
    with path.open("rb") as stream, packed.open(_entry(name), "w", force_zip64=True) as copy:
        for block in iter(lambda: stream.read(_BLOCK), b""):
            if stopped():
                raise CancelledError()
            digest.update(block)
            copy.write(block)
    return digest.hexdigest()


def _entry(name: str) -> zipfile.ZipInfo:
    """A place in a zip that tells neither when nor with whose rights its file was written."""
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = _RIGHTS << 16
    return entry
