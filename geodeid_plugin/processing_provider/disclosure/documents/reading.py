# SPDX-License-Identifier: GPL-2.0-or-later
"""The documents that a run was given, each read in a process of its own, and what earlier runs approved."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ....core.base.errors import GeoDeIDError, InputError, Phrase
from ....core.base.progress import Progress
from ....core.base.verdict import Level
from ....core.exposure.documents.approvals import Approval, Approvals, Holding
from ....core.exposure.documents.containers.parts import Trouble
from ....core.exposure.documents.disguise.positions import Frame, Positions
from ....host.apart.documents import LIMITS, RECORDS, Holds, LooksAt, Reads, Shown, document_of
from ....host.apart.process import EndedError, apart
from ....i18n import tr
from ...framework.verdict.metricsfile import level_of, misfit
from ...framework.writing.destinations import is_file, is_virtual, read_bytes

MOST_FILES = 5_000
"""Files of a folder."""
_UNREAD = Phrase("It could not be read.")
_NO_RIGHT = Phrase("It could not be opened: you may not read it.")
_LINKED = Phrase("It is a link to another folder, which was not looked into.")
_ENDED = Phrase(
    "Reading it took more memory or time than a document may, so it was ended there: nobody can say what "
    "else the document holds. Check it in pieces."
)
_OF_THE_SYSTEM = (".DS_Store", "Thumbs.db", "desktop.ini")
"""Files in which a system keeps how a folder is shown: no program writes places into them."""


@dataclass
class Document:
    """One document: its name, and what was found in it."""

    name: str
    shown: list[Shown] = field(default_factory=list)
    positions: list[Positions] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    """Those that were read for it."""
    holdings: list[Holding] = field(default_factory=list)
    """Its files and those in them, where earlier runs are known."""


def document_path(run) -> Path:
    """The document, or the folder of documents, that the user chose: one of both."""
    chosen = [path for path in (run.file("FILE"), run.file("FOLDER")) if path is not None]
    if len(chosen) != 1:
        raise InputError("document.path.missing", "Choose a document, or a folder of documents.")
    return chosen[0]


def documents_of(
    path: Path, frames: tuple[Frame, ...], judged: Mapping[str, bool], progress: Progress
) -> Iterator[Document]:
    """The document at a path, or every file of a folder as a document of its own.

    A number may be a position in ``frames``; ``judged`` is the SHA-256 of what earlier runs judged, and
    whether it is not to be opened.
    """
    if path.is_dir():
        closed: list[Trouble] = []
        files = _files_below(path, closed)
        if closed:
            yield Document(path.name, troubles=closed)
        if not files:
            raise InputError("document.folder.empty", "The folder {name} holds no file.", name=path.name)
        if len(files) > MOST_FILES:
            raise InputError(
                "document.folder.too_many_files",
                "The folder {name} holds {count} files; up to {most} are checked at once.",
                name=path.name,
                count=len(files),
                most=MOST_FILES,
            )
        for at, one in enumerate(files):
            progress(at / len(files), tr("Opening {name}", name=one.name))
            yield _read(one, str(one.relative_to(path)), frames, judged, progress)
        return
    if not is_file(path):
        raise InputError("document.path.not_found", "The document {name} does not exist.", name=path.name)
    progress(0.0, tr("Opening {name}", name=path.name))
    yield _read(path, path.name, frames, judged, progress, alone=True)


def _read(
    path: Path,
    name: str,
    frames: tuple[Frame, ...],
    judged: Mapping[str, bool],
    progress: Progress,
    alone: bool = False,
) -> Document:
    """Everything that one document holds, as far as it could be read within its limits."""
    document, at = Document(name), Path(name).as_posix()
    data = read_bytes(path) if is_virtual(path) else None

    def waiting(_fraction: float, _text: str = "") -> None:
        progress(0.0)

    try:
        asked = str(path), at, alone, data, frames, judged or None
        for one in apart(document_of, asked, LIMITS, RECORDS, waiting):
            if isinstance(one, LooksAt):
                at = one.path
            elif isinstance(one, Reads):
                document.files.append(one.path)
            elif isinstance(one, Holds):
                document.holdings.append(Holding(one.path, one.checksum))
            elif isinstance(one, Shown):
                document.shown.append(one)
            elif isinstance(one, Trouble):
                document.troubles.append(one)
            else:
                document.positions.append(one)
    except EndedError as reason:
        document.troubles.append(Trouble(at, _failed(reason.error) if reason.error else _ENDED))
    return document


def _failed(error: str) -> Phrase:
    return Phrase(
        "Reading it ended in an error that was not foreseen ({error}): nobody can say what else the document "
        "holds. Save it anew, or check it in pieces. Please report the error.",
        error=error,
    )


def _files_below(path: Path, closed: list[Trouble]) -> list[Path]:
    """All files of a folder, hidden ones too; ``closed`` learns of what cannot be looked into."""
    found = []

    def refused(error: OSError) -> None:
        closed.append(Trouble(str(error.filename or path), _NO_RIGHT))

    for folder, names, files in os.walk(path, onerror=refused):
        here = Path(folder)
        links = [here / one for one in names if (here / one).is_symlink()]
        closed += [Trouble(str(one.relative_to(path)), _LINKED) for one in links]
        for one in files:
            file = here / one
            if file.is_file() and one not in _OF_THE_SYSTEM:
                found.append(file)
            elif file.is_symlink():
                closed.append(Trouble(str(file.relative_to(path)), _UNREAD))
    return sorted(found)


MOST_METRICS_BYTES = 20_000_000
"""Bytes of METRICS: those of a hundred thousand areas have fewer."""
MOST_METRICS = 20_000
"""Files of a folder of publications."""


def approvals_of(run, document: Path) -> Approvals:
    """What the METRICS below “Your publications” judged; none where no folder was given.

    What lies in the document approves nothing, for whoever made it could have written that.
    """
    folder = run.file("APPROVED")
    if folder is None:
        _point_to_approvals(run, document)
        return Approvals()
    inside, folder = Path(os.path.realpath(document)), Path(os.path.realpath(folder))
    if folder == inside or inside in folder.parents:
        raise InputError(
            "document.approvals.inside",
            "“{label}” lies in what is to be checked: whoever made that could have written the approval, "
            "too. Choose the folder that stayed with you.",
            label=run.label("APPROVED"),
        )
    paths = _files(run, folder, inside)
    found = [one for one in (_approval(path, folder) for path in paths) if one is not None]
    if not found:
        raise InputError(
            "document.approvals.no_metrics",
            "The folder {name} holds no METRICS that say which files were judged. Choose the folder in "
            "which your publications lie, or publish once more: earlier versions kept no checksums.",
            name=folder.name,
        )
    return Approvals(tuple(sorted(found, key=lambda one: (one.date, one.where))))


def _point_to_approvals(run, document: Path) -> None:
    """Say where an approval seems to lie: nobody but the user knows whether it stayed with them."""
    near = (one / INTERNAL for one in (document.parent, document.parent.parent))
    found = next((one for one in near if any(_approval(each, one) for each in one.glob("*.json"))), None)
    if found is not None:
        run.warn(
            tr(
                "The folder {name} beside it holds the approval of a publication. If it stayed with you, "
                "choose it as “{label}”: this check then says which files are what was approved.",
                name=f"{found.parent.name}/{INTERNAL}",
                label=run.label("APPROVED"),
            )
        )


INTERNAL = "internal"
"""Folder of a publication that stays at home."""


def _files(run, folder: Path, document: Path) -> list[Path]:
    """Files below a folder that may be METRICS, but for those of what is checked."""
    found: list[Path] = []
    for place, folders, names in os.walk(folder):
        run.progress(0.0, tr("Looking for what was approved"))
        folders[:] = sorted(one for one in folders if Path(place, one) != document)
        found += [Path(place, one) for one in sorted(names) if one.lower().endswith(".json")]
        if len(found) > MOST_METRICS:
            raise InputError(
                "document.approvals.too_many_files",
                "The folder {name} holds too many files. Choose one nearer to your publications.",
                name=folder.name,
            )
    return [one for one in found if one != document]


def _approval(path: Path, folder: Path) -> Approval | None:
    """What one METRICS file judged; None of any other file, and of METRICS that contradict themselves."""
    try:
        # A pipe would be waited for, and a link may lead into what is checked.
        if not path.is_file() or path.is_symlink() or path.stat().st_size > MOST_METRICS_BYTES:
            return None
        metrics = json.loads(path.read_bytes())
        if misfit(metrics) or not metrics["files"]:
            return None
        level = Level.NOT_JUDGED if metrics["for_testing_only"] else level_of(metrics)
        limit = metrics["judgement"].get("limit")
        found = Approval(
            str(path.relative_to(folder)), metrics["date"], level, limit,
            tuple((name, checksum) for name, checksum in metrics["files"]),
            metrics.get("pixels"), metrics.get("patients"),
        )  # fmt: skip
        # What a check of a document let pass was no release: it is checked again, by the limit of today.
        return None if found.may_leave and metrics["algorithm"] == "checkdocument" else found
    except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError, GeoDeIDError):
        return None


RESTS_ON = Phrase(
    "That a file was approved is what the METRICS of that run say. Whoever may write there can change them: "
    "keep them where only you may, and compare the checksums with those of the signed report."
)
