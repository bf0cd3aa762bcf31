# SPDX-License-Identifier: GPL-2.0-or-later
"""Open picture files for the disclosure checks, each in a process of its own."""

from __future__ import annotations

import glob
from dataclasses import replace
from pathlib import Path

from .....core.base.errors import InputError
from .....core.base.progress import Progress, silent
from .....core.mapimage.picturedots import Picture
from .....host.apart.pictures import LIMITS, LIMITS_OF_PATHS, RECORDS, VECTOR_SUFFIXES, picture_of
from .....host.apart.process import EndedError, apart
from ....framework.writing.destinations import is_file, is_virtual, read_bytes


def read_picture(path, progress: Progress = silent) -> Picture:
    """Read a picture, or say in a sentence why it cannot be checked.

    Raises
    ------
    InputError
        No such file, not a picture, truncated, empty, or too large to decode.
    """
    path = Path(path)
    if not is_file(path):
        raise InputError("picture.file.not_found", "The picture {name} does not exist.", name=path.name)
    data = read_bytes(path)
    limits = LIMITS_OF_PATHS if path.suffix.lower() in VECTOR_SUFFIXES else LIMITS
    try:
        picture = next(apart(picture_of, (path.name, data, _side_files(path)), limits, RECORDS, progress))
        return replace(picture, data=data)
    except EndedError as reason:
        raise InputError(
            "picture.decoding.too_much",
            "Decoding {name} took more memory or time than any picture does, so it was ended. The check was "
            "not made. Save the picture anew from an image program.", name=path.name,
        ) from reason  # fmt: skip


def _side_files(path: Path) -> dict:
    beside: dict = {}
    if is_virtual(path):
        return beside
    stem, name = glob.escape(path.stem), glob.escape(path.name)
    for side in sorted({*path.parent.glob(stem + ".*"), *path.parent.glob(name + ".*")}):
        if side != path and side.is_file() and side.stat().st_size < 5_000_000:
            beside[side.name] = side.read_bytes()
    return beside
