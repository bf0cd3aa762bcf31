# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables of MapInfo: four files of one name that only together tell where their rows lie."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping

ENDINGS = (".tab", ".dat", ".map", ".id", ".ind")
"""Of the files of a table; the last one is an index that repeats its fields."""
_NEEDED = (".tab", ".dat", ".map", ".id")
_OWN = re.compile(rb"^[ \t]{0,99}type[ \t]+native\b", re.IGNORECASE | re.MULTILINE)
_OTHERS = re.compile(
    rb"\bopen\s+table\b|\bfile\s+[\"']|\bcreate\s+view\b|\bdescription\s+file\b", re.IGNORECASE
)
"""Words by which a table names files of other names, which would be opened with it."""
_FORM = re.compile(
    rb"\s{0,99}version[ \t]+\d+\s.{0,20000}?^[ \t]{0,99}data[ \t\r]{0,99}$",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
"""The head of an exchange file: its version, columns and system, and the word before its rows."""


def is_exchange(data: bytes) -> bool:
    """Whether a text is an exchange file of MapInfo (MIF).

    Examples
    --------
    >>> is_exchange(b"Version 300\\nColumns 1\\n  id Integer\\nData\\n\\nPoint 4 5\\n")
    True
    """
    return _FORM.match(data) is not None


def tables_of(files: Mapping[str, bytes]) -> Iterator[tuple[str, bytes, tuple[str, ...]]]:
    """The tables that some files make: name, the files of each as a ZIP archive, and the files' names.

    Parameters
    ----------
    files : mapping of str to bytes
        Names with their folders, and contents.

    Examples
    --------
    >>> made = {f"a/B{ending}": b"Type NATIVE" for ending in (".TAB", ".dat", ".map", ".id")}
    >>> [(name, len(used)) for name, _archive, used in tables_of(made)]
    [('a/B.TAB', 4)]
    """
    stems: dict[str, dict[str, str]] = {}
    for name in files:
        stem, ending = posixpath.splitext(name)
        if ending.lower() in ENDINGS:
            stems.setdefault(stem.lower(), {})[ending.lower()] = name
    for members in stems.values():
        if not all(ending in members for ending in _NEEDED):
            continue
        head = files[members[".tab"]]
        if not _OWN.search(head) or _OTHERS.search(head):
            continue
        held = io.BytesIO()
        with zipfile.ZipFile(held, "w") as archive:
            for ending in _NEEDED:
                archive.writestr(f"table{ending}", files[members[ending]])
        yield members[".tab"], held.getvalue(), tuple(members.values())
