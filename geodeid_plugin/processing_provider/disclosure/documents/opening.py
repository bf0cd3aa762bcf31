# SPDX-License-Identifier: GPL-2.0-or-later
"""Read a document, or a folder of documents, with the files that its web pages refer to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ....core.base.errors import InputError, Phrase
from ....core.base.progress import Progress
from ....core.exposure.documents.containers.parts import DATA, Budget, Opened, Part
from ....core.exposure.documents.containers.walk import decoded, open_document
from ....core.exposure.documents.containers.webpage import addresses
from ....core.exposure.documents.disguise.positions import Frame, Positions
from ....core.exposure.documents.disguise.structured import points_in_frames
from ....i18n import tr
from ...framework.writing.destinations import is_file, read_bytes

MOST_BYTES = 2_000_000_000
"""Bytes of a file that is read into memory."""
MOST_FILES = 5_000
"""Files of a folder."""
WEB_PAGES = (".html", ".htm", ".xhtml")
_UNREAD = Phrase("It could not be read.")
_TOO_LARGE = Phrase("It has more than 2 GB and was not read. Check it in pieces.")
MOST_FEATURES = 1_000_000
"""Features of a data file that are read."""


@dataclass(frozen=True)
class Document:
    """One document: its name, and what it holds."""

    name: str
    opened: Opened


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
        files = sorted(one for one in path.rglob("*") if one.is_file() and not one.name.startswith("."))
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
            yield Document(str(one.relative_to(path)), _opened(one, progress, alone=False))
        return
    if not is_file(path):
        raise InputError(tr("The document {name} does not exist.").format(name=path.name))
    progress(0.0, tr("Opening {name}").format(name=path.name))
    yield Document(path.name, _opened(path, progress, alone=True))


def _opened(path: Path, progress: Progress, alone: bool) -> Opened:
    budget = Budget(progress=lambda _fraction, _text="": progress(0.0))
    data = _bytes(path, path.name)
    if isinstance(data, Opened):
        return data
    found = open_document(path.name, data, budget)
    if alone and path.suffix.lower() in WEB_PAGES:
        for address, file in _beside(path, decoded(data)):
            content = _bytes(file, address)
            found.take(content if isinstance(content, Opened) else open_document(address, content, budget))
    return found


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


def _beside(path: Path, text: str) -> Iterator[tuple[str, Path]]:
    """Files in a page's folder or below that it refers to, and all of the folder it was saved with."""
    folder = path.parent.resolve()
    named = {address: (folder / address).resolve() for address in addresses(text)[0]}
    for saved in (f"{path.stem}_files", f"{path.stem}-files", f"{path.stem}.files"):
        for file in sorted((folder / saved).rglob("*"))[:MOST_FILES]:
            named.setdefault(str(file.relative_to(folder)), file)
    given = set()
    for address, file in named.items():
        inside = folder in file.parents and file.is_file() and file not in given
        if inside and file != path.resolve():
            given.add(file)
            yield address, file


def positions_in_data(part: Part, frames: tuple[Frame, ...], scratch: str) -> list[Positions] | None:
    """Points of a data file that GDAL reads; None where it cannot, or where it holds no layer.

    Parameters
    ----------
    part : Part
        A data file.
    frames : tuple of Frame
    scratch : str
        Name of a file in GDAL's memory.
    """
    from osgeo import gdal, ogr

    if part.kind != DATA:
        return None
    gdal.FileFromMemBuffer(scratch, part.data)
    try:
        dataset = gdal.OpenEx(scratch, gdal.OF_VECTOR)
        if dataset is None or not dataset.GetLayerCount():
            return None
        return [
            one for at in range(dataset.GetLayerCount())
            for one in _layer_positions(dataset.GetLayer(at), frames, ogr)
        ]  # fmt: skip
    except RuntimeError:
        return None
    finally:
        dataset = None
        gdal.Unlink(scratch)


def _layer_positions(layer, frames: tuple[Frame, ...], ogr) -> list[Positions]:
    points = []
    for count, feature in enumerate(layer):
        if count >= MOST_FEATURES:
            break
        shape = feature.GetGeometryRef()
        if shape is None:
            continue
        flat = ogr.GT_Flatten(shape.GetGeometryType())
        if flat == ogr.wkbPoint and not shape.IsEmpty():
            points.append((shape.GetX(), shape.GetY()))
        elif flat == ogr.wkbMultiPoint:
            points += [(one.GetX(), one.GetY()) for one in shape]
    definition = layer.GetLayerDefn()
    names = tuple(definition.GetFieldDefn(at).GetName() for at in range(definition.GetFieldCount()))
    return points_in_frames(points, frames, Phrase("a layer of a data file"), names)
