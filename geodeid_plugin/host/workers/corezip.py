# SPDX-License-Identifier: GPL-2.0-or-later
"""The part of the core that solves pieces, as a package in a zip that is named by its contents.

A worker that has a module keeps it: a changed core must have another name.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

_CORE = Path(__file__).resolve().parents[2] / "core"
_ROOMS = ("base", "geometry", "geomask")


def sources() -> list[tuple[str, bytes]]:
    """Paths inside the core and contents of what a worker needs."""
    paths = [
        _CORE / "__init__.py",
        *(path for room in _ROOMS for path in sorted((_CORE / room).rglob("*.py"))),
    ]
    return [(path.relative_to(_CORE).as_posix(), path.read_bytes()) for path in paths]


def name_of(files: list[tuple[str, bytes]]) -> str:
    """Name of the package: the same for the same contents."""
    digest = hashlib.sha256()
    for path, data in files:
        digest.update(f"{path}\n{len(data)}\n".encode() + data)
    return "geodeid_core_" + digest.hexdigest()[:16]


def written(folder: Path) -> tuple[str, Path]:
    """Write the zip into a folder; name of the package, and path of the zip."""
    files = sources()
    name = name_of(files)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files:
            archive.writestr(zipfile.ZipInfo(f"{name}/{path}"), data)
    written_to = folder / f"{name}.zip"
    written_to.write_bytes(stream.getvalue())
    return name, written_to
