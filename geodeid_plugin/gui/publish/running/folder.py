# SPDX-License-Identifier: GPL-2.0-or-later
"""The folder of a publication: release/ and internal/, both there at once or not at all."""

from __future__ import annotations

import json
import os
from html import escape
from pathlib import Path

from ....core.base.errors import InputError
from ....core.base.verdict import Level
from ....i18n import tr
from ....processing_provider.framework.writing.files import WaitingFolder
from ..jobs import INTERNAL, MAY_LEAVE, RELEASE, Job
from .release import checksums

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
