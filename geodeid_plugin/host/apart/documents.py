# SPDX-License-Identifier: GPL-2.0-or-later
"""A document: its figures, the positions that stand in it as numbers, and what could not be read of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ...core.base.errors import InputError, Phrase
from ...core.exposure.documents.containers.mapinfo import ENDINGS, is_exchange, tables_of
from ...core.exposure.documents.containers.parts import (
    CHECKSUM,
    DATA,
    PICTURE,
    TABLE,
    TEXT,
    Budget,
    Opened,
    Part,
    Trouble,
)
from ...core.exposure.documents.containers.walk import decoded, open_document, opened_table
from ...core.exposure.documents.containers.webpage import addresses
from ...core.exposure.documents.disguise.detect import positions_across, positions_in
from ...core.exposure.documents.disguise.positions import (
    LEAST_REACH_M,
    Frame,
    Positions,
    named_frames,
    to_degrees,
)
from ...core.exposure.documents.disguise.unread import unread_in
from ...core.exposure.documents.figures.wording import words_beside
from ...core.geometry.sphere import LocalPlane
from ...core.mapimage.georeference.projections import Crs
from .datafiles import DataContents, contents_of
from .serving import Limits

LIMITS = Limits(memory=3 * 2**29, cpu_s=45, clock_s=300.0, output=1_000_000_000)
"""What reading a document may cost: 1.5 GiB."""
LONGEST_S = 40.0
"""Seconds that opening a document may take, before its process is ended."""
MOST_BYTES = 500_000_000
"""Bytes of a file that is read into memory."""
MOST_FILES = 5_000
"""Files of a saved page."""
MOST_POSITIONS = 300_000
"""Positions of a document that are held against places: some seconds each hundred thousand."""
_TOO_MANY = Phrase(
    "Its numbers were read up to here only: it holds more than 300,000 positions. Check it in pieces."
)
WEB_PAGES = (".html", ".htm", ".xhtml")
_FIELDS = Phrase("fields of a data file")
_UNREAD = Phrase("It could not be read.")
_OUTSIDE = Phrase("The page takes it from outside its folder, so it was not examined. Check that file, too.")
_ABSENT = Phrase("The page refers to it, but it does not lie there.")
_TOO_LARGE = Phrase("It has more than 500 MB and was not read. Check it in pieces.")


@dataclass(frozen=True)
class Reads:
    """A file that was read, by its path."""

    path: str


@dataclass(frozen=True)
class Shown:
    """A picture of a document, and the words that stand beside it."""

    part: Part
    words: str


@dataclass(frozen=True)
class Holds:
    """A file of a document, by its path and SHA-256."""

    path: str
    checksum: str


@dataclass(frozen=True)
class LooksAt:
    """The part that is looked through next, by its path."""

    path: str


RECORDS = (Reads, Holds, Shown, LooksAt, Trouble, Positions, Frame, Part)
"""What :func:`document_of` gives is made of."""


def document_of(
    path: str,
    name: str,
    alone: bool,
    data: bytes | None,
    frames: tuple[Frame, ...],
    judged: Mapping[str, bool] | None = None,
) -> Iterator[Any]:
    """All that a document holds, as it is found.

    Parameters
    ----------
    path : str
    name : str
        What it is called: in a folder of documents, its path from there.
    alone : bool
        Whether files beside it belong to it, as to a saved page, and are no documents of their own.
    data : bytes or None
        The file where it lies in memory; None where it is to be read.
    frames : tuple of Frame
        Where a number may be a position.
    judged : mapping of str to bool, optional
        As of :func:`..core.exposure.documents.containers.walk.open_document`.

    Yields
    ------
    Reads, Holds, Shown, LooksAt, Trouble, Positions
    """
    found, files = _opened(Path(path), name, alone, data, judged)
    yield from (Reads(str(one)) for one in files)
    yield from (Holds(one.path, one.data.decode()) for one in found.parts if one.kind == CHECKSUM)
    found.parts = [one for one in found.parts if one.kind != CHECKSUM]
    yield from found.troubles
    texts = [one.data.decode("utf-8", "replace") for one in found.parts if one.kind == TEXT]
    frames = named_frames(frames, texts)
    pictures = {one.data: one for one in found.parts[::-1] if one.kind == PICTURE}  # a logo: on every slide
    for part in list(pictures.values())[::-1]:
        yield Shown(part, words_beside(part, found.parts))
    left, fields = MOST_POSITIONS, list[Part]()
    for part in found.parts:
        yield LooksAt(part.path)
        try:
            held = contents_of(part, frames) if part.kind == DATA else DataContents([])
            fields += held.fields
            positions = _each_once(_positions(part, held, frames))
            yield from _unread(part, held)
            yield from (Trouble(part.path, one) for one in held.unread)
        except InputError as error:
            yield Trouble(part.path, error.phrase)
            continue
        left -= sum(map(len, positions))
        if left < 0:
            yield Trouble(part.path, _TOO_MANY)
            return
        yield from positions
    yield from positions_across([*found.parts, *fields], frames)


def _positions(part: Part, held: DataContents, frames: tuple[Frame, ...]) -> list[Positions]:
    """Positions of one part, but for the vertices of areas."""
    found = [replace(one, path=part.path, page=part.page, note=part.note) for one in held.positions]
    for each in held.fields:
        told = positions_in(each, frames)
        found += [replace(one, form=_FIELDS) for one in told] if each.kind == TABLE else told
    if part.kind != DATA or is_exchange(part.data):  # an exchange file is a text as well
        found += positions_in(replace(part, kind=TEXT) if part.kind == DATA else part, frames)
    return [one for one in found if not one.areas]


def _unread(part: Part, held: DataContents) -> Iterator[Trouble]:
    """What a part says of places that is not read: of a data file its fields first, then its other bytes."""
    told = dict.fromkeys(trouble for one in held.fields for trouble in unread_in(one))
    yield from told
    known = {one.sentence.words for one in told}
    yield from (one for one in unread_in(part) if one.sentence.words not in known)


def _each_once(found: list[Positions]) -> list[Positions]:
    """Positions of one part without those all of which another reading of the same part holds already."""
    kept: list[tuple[Positions, _Places]] = []
    for one in sorted(found, key=len, reverse=True):
        lonlat = to_degrees(one.xy, Crs.of(one.frame.name))
        if not np.isfinite(lonlat).all():
            kept.append((one, _Places(lonlat[:0])))
        elif not any(other.hold(lonlat, max(one.precision_m, LEAST_REACH_M)) for _one, other in kept):
            kept.append((one, _Places(lonlat)))
    return [one for one in found if any(one is other for other, _places in kept)]


class _Places:
    """Places of one reading, among which those of others are looked up."""

    def __init__(self, lonlat: np.ndarray) -> None:
        from scipy.spatial import cKDTree

        if len(lonlat):
            self.plane = LocalPlane.about(*lonlat.T)
            self.tree = cKDTree(self.plane.metres(*lonlat.T))
        self.count = len(lonlat)

    def hold(self, lonlat: np.ndarray, reach_m: float) -> bool:
        """Whether each of others lies within a reach of one of these."""
        if not self.count:
            return False
        away, _nearest = self.tree.query(self.plane.metres(*lonlat.T))
        return bool((away <= reach_m).all())


def _opened(
    path: Path, name: str, alone: bool, data: bytes | None, judged: Mapping[str, bool] | None
) -> tuple[Opened, tuple[Path, ...]]:
    budget = Budget(seconds=LONGEST_S)
    if data is not None:
        return open_document(name, data, budget, judged), (path,)
    if path.suffix.lower() in ENDINGS:
        table = _table_about(path, name, alone, judged)
        if table is not None:
            return table
    content = _bytes(path, name)
    files = [path]
    if isinstance(content, Opened):
        return content, (path,)
    found = open_document(name, content, budget, judged)
    if alone and path.suffix.lower() in WEB_PAGES:
        for address, file in _beside(path, decoded(content), found):
            held = _bytes(file, address)
            files.append(file)
            found.take(held if isinstance(held, Opened) else open_document(address, held, budget, judged))
    return found, tuple(files)


def _table_about(
    path: Path, name: str, alone: bool, judged: Mapping[str, bool] | None
) -> tuple[Opened, tuple[Path, ...]] | None:
    """The table of MapInfo that a file is part of, read once in a folder: with its first file."""
    folder = sorted(path.parent.iterdir()) if path.parent.is_dir() else [path]
    alike = [one for one in folder if one.stem.lower() == path.stem.lower() and one.is_file()]
    beside = [one for one in alike if one.suffix.lower() in ENDINGS]
    read = {one.name: _bytes(one, one.name) for one in beside}
    contents = {key: one for key, one in read.items() if isinstance(one, bytes)}
    tables = list(tables_of(contents))
    if not tables:
        return None
    table, packed, members = tables[0]
    found = Opened()
    if alone or path.name == table:
        where = name[: len(name) - len(path.name)]
        found = opened_table(where, table, packed, {one: contents[one] for one in members}, judged)
    return found, tuple(beside)


def _bytes(path: Path, name: str) -> bytes | Opened:
    """Content of a file, or the trouble with it."""
    found = Opened()
    try:
        if path.exists() and path.stat().st_size > MOST_BYTES:
            found.trouble(name, _TOO_LARGE)
            return found
        return path.read_bytes()
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
        try:
            file = file.resolve()
            is_there = file.is_file()
        except (OSError, ValueError, RuntimeError):  # a name that no system takes
            continue
        if file in given or not is_there:
            if file.suffix.lower() in _DATA_FILES and file not in given:
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
