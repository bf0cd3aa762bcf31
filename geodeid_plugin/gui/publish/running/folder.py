# SPDX-License-Identifier: GPL-2.0-or-later
"""The folder of a publication: release/ and internal/, both there at once or not at all.

A release as it was judged: the record of its files, and the one file in which it is handed over.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from html import escape
from pathlib import Path

from ....core.base.errors import CancelledError, InputError
from ....core.base.verdict import Level
from ....i18n import tr
from ....processing_provider.framework.writing.files import WaitingFolder, explaining_failures
from ..jobs import INTERNAL, MAY_LEAVE, RELEASE, Job

HELD_BACK = "held_back"
"""What release/ is called where the verdict does not allow a release."""
_OWNER_ONLY = 0o700
"""Rights of a folder that nobody else may enter."""


def place_of(parent: str, name: str) -> Path:
    """The folder of this name in another.

    Raises
    ------
    InputError
        Where the name is none, or that of a path.
    """
    if not name.strip() or name.strip() in (".", "..") or set(name) & set("/\\"):
        raise InputError("folder.name.not_a_name", "Give the new folder a name of its own, without / and \\.")
    return Path(parent) / name.strip()


def free_name(parent: str, name: str) -> str:
    """The name, numbered where something of it lies in the folder already: nothing is replaced."""
    number, free = 1, name
    while os.path.lexists(Path(parent) / free):
        number += 1
        free = f"{name} ({number})"
    return free


class PublicationFolder:
    """Written under another name beside its place, and given its name in one step.

    Raises
    ------
    InputError
        Where something lies there already, or nothing can be written.
    """

    def __init__(self, final: Path, job: Job):
        self.final, self._job = Path(final), job
        if self.final.is_symlink():
            raise InputError(
                "folder.name.link", "{folder} is a link. Choose another name.", folder=self.final.name
            )
        if self.final.exists() and (not self.final.is_dir() or any(self.final.iterdir())):
            raise InputError(
                "folder.files.there",
                "{folder} holds files already. Choose another name: nothing is replaced.",
                folder=self.final.name,
            )
        self._waiting: WaitingFolder | None = None
        try:
            self.final.parent.mkdir(parents=True, exist_ok=True)
            self._waiting = WaitingFolder(self.final.parent)
            self._staging = self._waiting.inner()
            (self._staging / INTERNAL).mkdir(mode=_OWNER_ONLY)
            if job.releases:
                (self._staging / RELEASE).mkdir()
        except OSError as error:
            raise self._not_made() from error

    def outputs(self) -> dict:
        """Where the model's outputs are written for now."""
        return {name: str(self._staging / place) for name, place in self._job.outputs.items()}

    def write(self, place: str, text: str) -> None:
        """Add a text file."""
        (self._staging / place).write_text(text, encoding="utf-8")

    def checksums(self) -> dict[str, str]:
        """SHA-256 of every file that may leave, by its name."""
        return checksums(self._staging / RELEASE) if self._job.releases else {}

    def place(self, verdict: str) -> Path:
        """Let the folder appear; returns where the files that may leave lie, or were held back.

        Raises
        ------
        InputError
            Where it cannot be named so; nothing is left then.
        """
        name = RELEASE if verdict in MAY_LEAVE else HELD_BACK
        try:
            if self._job.releases and name != RELEASE:
                (self._staging / RELEASE).rename(self._staging / name)
            if self.final.exists():
                self.final.rmdir()
            os.rename(self._staging, self.final)
        except OSError as error:
            raise self._not_made() from error
        self.discard()
        return self.final / (name if self._job.releases else INTERNAL)

    def _not_made(self) -> InputError:
        """What is raised where it cannot be written; nothing is left of it."""
        self.discard()
        return InputError(
            "folder.files.not_made",
            "{folder} could not be made. Choose a folder in which you may write.",
            folder=str(self.final),
        )

    def discard(self) -> None:
        """Leave nothing behind but what has its name."""
        if self._waiting is not None:
            self._waiting.close()


def judge_anew(folder: Path, job: Job, level: Level, why: str) -> None:
    """Say of a finished publication what it is with others: in its read-me, report, METRICS and choices.

    What may not leave with them is called held back, and approves nothing when a document is checked.
    """
    leaves = folder / RELEASE
    if level.value not in MAY_LEAVE:
        leaves = leaves.rename(folder / HELD_BACK)
    files = sorted(one.name for one in leaves.iterdir())
    (leaves / "README.txt").write_text(read_me(job, level.value, files), encoding="utf-8")
    for path in (folder / INTERNAL).glob("*.json"):
        said = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(said, dict) and said.get("verdict") in MAY_LEAVE:
            path.write_text(json.dumps({**said, "verdict": level.value}, indent=2), encoding="utf-8")
    held = level.value not in MAY_LEAVE
    said = f'<p class="testing" role="alert">{escape(f"{_held()} {why}" if held else why)}</p>'
    for report in (folder / job.opens, *(leaves.glob("*.html") if held else ())):
        page = report.read_text(encoding="utf-8")
        report.write_text(page.replace("<main>", f"<main>\n{said}", 1), encoding="utf-8")


def _held() -> str:
    return tr("HELD BACK: the verdict does not allow a release. Hand over nothing of this folder.")


def read_me(job: Job, verdict: str, files: list[str]) -> str:
    """What lies in release/, for whoever receives it."""
    told = _files()
    lines = [f"{name}: {told[name]}" for name in files if name in told]
    may = {
        Level.PASSED.value: tr(
            "This folder may be handed over as a whole. Nothing in the folder “internal” beside it may."
        ),
        Level.WITH_CARE.value: tr(
            "This folder may be handed over as a whole once the conditions on the first page of report.html "
            "are met. Nothing in the folder “internal” beside it may."
        ),
    }.get(verdict, _held())
    return f"{job.title}\n\n{may}\n\n" + "\n".join(lines) + "\n"


def _files() -> dict:
    return {
        "masked_points.gpkg": tr("masked points, renumbered and in random order"),
        "crowd.gpkg": tr("the people whom a masked point at each place stands for: the denominator of rates"),
        "map.png": tr("the map to print"),
        "areas.gpkg": tr("areas with people and counts; withheld counts are empty"),
        "areas.csv": tr("the same rows as a table"),
        "report.html": tr("method, guarantee and accuracy, with a sentence for a methods section"),
    }


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
