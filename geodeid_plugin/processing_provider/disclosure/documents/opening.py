# SPDX-License-Identifier: GPL-2.0-or-later
"""Read a document, or a folder of documents, with the files that its web pages refer to."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ....core.base.errors import InputError, Phrase
from ....core.base.progress import Progress
from ....core.exposure.documents.containers.parts import DATA, Budget, Opened, Part
from ....core.exposure.documents.containers.plain.mapinfo import ENDINGS, tables_of
from ....core.exposure.documents.containers.plain.webpage import addresses
from ....core.exposure.documents.containers.walk import decoded, open_document
from ....i18n import tr
from ...framework.writing.destinations import is_file, read_bytes

MOST_BYTES = 2_000_000_000
"""Bytes of a file that is read into memory."""
MOST_FILES = 5_000
"""Files of a folder."""
WEB_PAGES = (".html", ".htm", ".xhtml")
_UNREAD = Phrase("It could not be read.")
_NO_RIGHT = Phrase("It could not be opened: you may not read it.")
_LINKED = Phrase("It is a link to another folder, which was not looked into.")
_OUTSIDE = Phrase("The page takes it from outside its folder, so it was not examined. Check that file, too.")
_ABSENT = Phrase("The page refers to it, but it does not lie there.")
_OF_THE_SYSTEM = (".DS_Store", "Thumbs.db", "desktop.ini")
"""Files in which a system keeps how a folder is shown: no program writes places into them."""
_TOO_LARGE = Phrase("It has more than 2 GB and was not read. Check it in pieces.")


@dataclass(frozen=True)
class Document:
    """One document: its name, what it holds, and the files in which that lies."""

    name: str
    opened: Opened
    files: tuple[Path, ...] = ()


def document_path(run) -> Path:
    """The document, or the folder of documents, that the user chose.

    Raises
    ------
    InputError
        Where neither was chosen, or both.
    """
    chosen = [path for path in (run.file("FILE"), run.file("FOLDER")) if path is not None]
    if len(chosen) != 1:
        raise InputError(tr("Choose a document, or a folder of documents."))
    return chosen[0]


def documents_of(path: Path, progress: Progress) -> Iterator[Document]:
    """The document at a path, or every file of a folder as a document of its own.

    Raises
    ------
    InputError
        Where there is nothing.
    """
    if path.is_dir():
        closed: list[tuple[str, Phrase]] = []
        files = _files_below(path, closed)
        if closed:
            yield Document(path.name, _told_of(closed))
        if not files:
            raise InputError(tr("The folder {name} holds no file.").format(name=path.name))
        if len(files) > MOST_FILES:
            raise InputError(
                tr("The folder {name} holds {count} files; up to {most} are checked at once.").format(
                    name=path.name, count=len(files), most=MOST_FILES
                )
            )
        for at, one in enumerate(files):
            progress(at / len(files), tr("Opening {name}").format(name=one.name))
            name = one.relative_to(path)
            yield Document(str(name), *_opened(one, name.as_posix(), progress, alone=False))
        return
    if not is_file(path):
        raise InputError(tr("The document {name} does not exist.").format(name=path.name))
    progress(0.0, tr("Opening {name}").format(name=path.name))
    yield Document(path.name, *_opened(path, path.name, progress, alone=True))


def _files_below(path: Path, closed: list[tuple[str, Phrase]]) -> list[Path]:
    """All files of a folder, hidden ones too; ``closed`` learns of what cannot be looked into."""
    found = []

    def refused(error: OSError) -> None:
        closed.append((str(error.filename or path), _NO_RIGHT))

    for folder, names, files in os.walk(path, onerror=refused):
        here = Path(folder)
        closed += [
            (str((here / one).relative_to(path)), _LINKED) for one in names if (here / one).is_symlink()
        ]
        for one in files:
            file = here / one
            if file.is_file() and one not in _OF_THE_SYSTEM:
                found.append(file)
            elif file.is_symlink():
                closed.append((str(file.relative_to(path)), _UNREAD))
    return sorted(found)


def _told_of(closed: list[tuple[str, Phrase]]) -> Opened:
    opened = Opened()
    for name, sentence in closed:
        opened.trouble(name, sentence)
    return opened


def _opened(path: Path, name: str, progress: Progress, alone: bool) -> tuple[Opened, tuple[Path, ...]]:
    budget = Budget(progress=lambda _fraction, _text="": progress(0.0))
    if path.suffix.lower() in ENDINGS:
        table = _table_about(path, name, budget, alone)
        if table is not None:
            return table
    data = _bytes(path, name)
    files = [path]
    if isinstance(data, Opened):
        return data, (path,)
    found = open_document(name, data, budget)
    if alone and path.suffix.lower() in WEB_PAGES:
        for address, file in _beside(path, decoded(data), found):
            content = _bytes(file, address)
            files.append(file)
            found.take(content if isinstance(content, Opened) else open_document(address, content, budget))
    return found, tuple(files)


def _table_about(
    path: Path, name: str, budget: Budget, alone: bool
) -> tuple[Opened, tuple[Path, ...]] | None:
    """The table of MapInfo that a file is part of, read once in a folder: with its first file."""
    folder = sorted(path.parent.iterdir()) if path.parent.is_dir() else [path]
    alike = [one for one in folder if one.stem.lower() == path.stem.lower() and is_file(one)]
    beside = [one for one in alike if one.suffix.lower() in ENDINGS]
    read = {one.name: _bytes(one, one.name) for one in beside}
    contents = {key: one for key, one in read.items() if isinstance(one, bytes)}
    tables = list(tables_of(contents))
    if not tables:
        return None
    table, packed, _members = tables[0]
    found = Opened()
    if alone or path.name == table:
        where = name[: len(name) - len(path.name)] + table
        found = open_document(where, contents[table], budget)
        found.add([Part(where, DATA, packed)])
    return found, tuple(beside)


def _bytes(path: Path, name: str) -> bytes | Opened:
    """Content of a file, or the trouble with it."""
    found = Opened()
    try:
        if path.exists() and path.stat().st_size > MOST_BYTES:
            found.trouble(name, _TOO_LARGE)
            return found
        return read_bytes(path)
    except OSError:
        found.trouble(name, _UNREAD)
        return found


def _beside(path: Path, text: str, found: Opened) -> Iterator[tuple[str, Path]]:
    """Files in a page's folder or below that it and its scripts name, and all that it was saved with.

    What is named but lies elsewhere, or nowhere, becomes a trouble of ``found``.
    """
    folder = path.parent.resolve()
    waiting = [(address, folder / address) for address in addresses(text)[0]]
    for saved in (f"{path.stem}_files", f"{path.stem}-files", f"{path.stem}.files"):
        waiting += [(str(file.relative_to(folder)), file) for file in sorted((folder / saved).rglob("*"))]
    given = {path.resolve()}
    while waiting and len(given) < MOST_FILES:
        address, file = waiting.pop(0)
        file = file.resolve()
        if file in given or not _is_file(file):
            if not file.exists() and file.suffix.lower() in _DATA_FILES and file not in given:
                found.trouble(address, _ABSENT, blocks=False)
            continue
        given.add(file)
        if folder not in file.parents:
            found.trouble(address, _OUTSIDE)
            continue
        yield address, file
        if file.suffix.lower() in (*WEB_PAGES, ".js", ".mjs", ".css") and file.stat().st_size < MOST_BYTES:
            # A script names its data as its page would: by the page's folder, or by its own.
            near = addresses(decoded(file.read_bytes()))[0]
            waiting += [(one, place / one) for one in near for place in {folder, file.parent}]


_DATA_FILES = (".json", ".geojson", ".topojson", ".csv", ".kml", ".kmz", ".gpx", ".pmtiles", ".fgb", ".gpkg")
"""Endings of files of data: a page that misses another file shows less, and hides nothing."""


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no system takes
        return False
