# SPDX-License-Identifier: GPL-2.0-or-later
"""What earlier runs approved, by checksums: which files of a document are these, which are not."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...base.errors import Phrase, named
from ...base.identity import unaccented
from ...base.thresholds import class_size_for
from ...base.verdict import CARE, FAILED, MADE, NOT_MADE, Check, Level

_PICTURES = (".png", ".jpg", ".jpeg", ".svg", ".pdf", ".tif", ".tiff", ".webp")
"""Names of what a paper shows of a release without being one."""
_WORDS = (".txt", ".md", ".html", ".htm", ".docx", ".odt", ".pdf")
"""Names of what holds words: beside a release they are read as any document is."""
_ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz")
"""Names of what is only wrapped about a release."""


@dataclass(frozen=True)
class Approval:
    """What one run judged, as its METRICS say, which stayed at home."""

    where: str
    """The METRICS file, from the folder that it was looked for in."""
    date: str
    level: Level
    limit: float | None
    """Highest chance that was allowed; None where the claim was no chance."""
    files: tuple[tuple[str, str], ...]
    """Names and SHA-256."""
    pixels: str | None = None
    """What tells the colours of the picture that it judged from all others."""
    patients: str | None = None
    """What tells all its patients together from any others: a set that lacks one of them is another."""

    @property
    def may_leave(self) -> bool:
        """Whether what it judged may leave the building."""
        return self.level in (Level.PASSED, Level.WITH_CARE)

    @cached_property
    def marks(self) -> frozenset[str]:
        """Checksums of its files, and of the colours of its picture."""
        return frozenset(mark for _name, mark in self.files) | ({self.pixels} if self.pixels else set())

    def name_of(self, mark: str) -> str | None:
        """What the file with a checksum was called."""
        return next((name for name, one in self.files if one == mark), None)

    def laxer_than(self, limit: float) -> bool:
        """Whether fewer people were enough for it than a limit asks for."""
        return self.limit is not None and class_size_for(self.limit) < class_size_for(limit)


@dataclass(frozen=True)
class Approvals:
    """All that was judged earlier."""

    runs: tuple[Approval, ...] = ()

    def of(self, mark: str | None) -> Approval | None:
        """The worst judgement of what has a checksum, or a picture's colours; None where nobody judged it."""
        return None if mark is None else self._worst.get(mark)

    def judged(self) -> dict[str, bool]:
        """Every checksum, and whether what has it may leave."""
        return {mark: one.may_leave for mark, one in self._worst.items()}

    @cached_property
    def _worst(self) -> dict[str, Approval]:
        """The worst judgement of every checksum; of equal ones the first."""
        ordered = sorted(self.runs, key=lambda one: -one.level.severity)
        return {mark: one for one in reversed(ordered) for mark in one.marks}

    def unopened(self, patients: str | None, limit: float) -> dict[str, bool]:
        """Every checksum, and whether nobody need look into what has it.

        Where true points are given, what was judged by those of others, or by a laxer limit, is held against
        them.
        """
        enough = [one for one in self.runs if one.patients in (None, patients) and not one.laxer_than(limit)]
        looked_for = frozenset[str]().union(*(one.marks for one in enough))
        return {
            mark: leaves and (patients is None or mark in looked_for)
            for mark, leaves in self.judged().items()
        }

    def covering(self, marks: Iterable[str]) -> tuple[Approval, ...]:
        """The fewest runs, nearly, that judged all of these; the one that judged most of them first."""
        left = set(marks)
        chosen: list[Approval] = []
        while True:
            best = max(self.runs, key=lambda one: len(left & one.marks), default=None)
            if best is None or not left & best.marks:
                return tuple(chosen)
            chosen.append(best)
            left -= best.marks


@dataclass(frozen=True)
class Holding:
    """A file of a document: its path, names from the outside in parted by ``/``, and its SHA-256."""

    path: str
    checksum: str

    @property
    def name(self) -> str:
        """The last name of its path, as systems compare names that know no capitals."""
        return unaccented(posixpath.basename(self.path))


def checks_of_approvals(
    approvals: Approvals, files: Sequence[Holding], pixels: Iterable[str], limit: float
) -> Iterator[Check]:
    """What is, by its bytes or its colours, what was judged earlier; and what is not, beside that.

    Parameters
    ----------
    approvals : Approvals
    files : sequence of Holding
        Every file of the documents, and of the files in them.
    pixels : iterable of str
        Marks of the colours of figures.
    limit : float
        Highest chance that is asked for now.
    """
    if not approvals.runs:
        return
    known = {one: approval for one in files if (approval := approvals.of(one.checksum)) is not None}
    marks = {one.checksum for one in known} | {one for one in pixels if approvals.of(one) is not None}
    judged = approvals.judged()
    released = approvals.covering(mark for mark in marks if judged[mark])
    whole = [one for one in released if _is_there(one, files)]
    names = _names(whole or approvals.runs)
    changed = [one for one in files if one not in known and one.name in names]
    yield from _held_back(known)
    for release in released:
        yield _approved(release, [one for one in known if one.checksum in release.marks], limit)
    yield from _together(released)
    yield from _changed(changed)
    for release in whole:
        yield from _missing(release, known, changed)
    if whole:
        yield from _added([one for one in files if one not in known and one not in changed], known)
    if not marks:
        yield Check("approved_none", CARE, _NOTHING, _LEAVE_EMPTY)


_NOTHING = Phrase(
    "Nothing of it is, byte by byte, what was approved: all of it was judged as any document is."
)
_LEAVE_EMPTY = Phrase("Leave “Your publications” empty where it holds nothing of yours.")


def _names(runs: Iterable[Approval]) -> set[str]:
    """Names of the files of releases, but for those of pictures, which many have."""
    return {unaccented(name) for one in runs for name, _mark in one.files if not _is_picture(name)}


def _is_picture(name: str) -> bool:
    return name.lower().endswith(_PICTURES)


def _held_back(known: dict[Holding, Approval]) -> Iterator[Check]:
    """Files that an earlier run did not let out."""
    for one in dict.fromkeys(one for one in known.values() if not one.may_leave):
        names = [file.path for file, approval in known.items() if approval is one]
        sentence = Phrase(
            "{names}: this is what was held back on {date}, or made for testing ({where}).",
            names=named(names),
            date=one.date,
            where=one.where,
        )
        outcome = FAILED if one.level is Level.GIVES_AWAY else NOT_MADE
        yield Check("approved_held_back", outcome, sentence, Phrase("Take it out, or publish it anew."))


def _approved(release: Approval, files: list[Holding], limit: float) -> Check:
    where, names = release.where, named([_called(one, release) for one in files])
    same = (
        Phrase(
            "Byte by byte what was approved on {date} ({where}): {names}.",
            date=release.date, where=where, names=names,
        )
        if files
        else Phrase(
            "A figure is, pixel by pixel, the picture that was approved on {date} ({where}).",
            date=release.date, where=where,
        )
    )  # fmt: skip
    if release.laxer_than(limit):
        sentence = Phrase(
            "{same} But it was approved for a chance of {approved:.4g}, and {limit:.4g} is asked for now.",
            same=same, approved=release.limit, limit=limit,
        )  # fmt: skip
        remedy = Phrase("Judge by the limit that it was approved for, or publish it anew by this one.")
        return Check("approved", CARE, sentence, remedy)
    if release.level is Level.WITH_CARE:
        sentence = Phrase("{same} The approval had conditions.", same=same)
        return Check("approved", CARE, sentence, Phrase("Read the report of that run, and do what it asks."))
    return Check("approved", MADE, same)


def _called(one: Holding, release: Approval) -> str:
    name = release.name_of(one.checksum) or ""
    return one.path if one.name == unaccented(name) else f"{one.path} ({name})"


def _together(released: tuple[Approval, ...]) -> Iterator[Check]:
    """Releases that nobody judged together; sets of patients that differ may still share some."""
    if len(released) < 2:
        return
    patients = [one.patients for one in released if one.patients is not None]
    number, where = len(released), named([one.where for one in released])
    same = len(set(patients)) < len(patients)
    sentence = (
        Phrase(
            "It holds parts of {count} releases of the same patients ({where}). Each was approved by itself: "
            "what they tell together is not known.",
            count=number, where=where,
        )
        if same
        else Phrase(
            "It holds parts of {count} releases ({where}). Each was approved by itself: if they show the "
            "same patients, what they tell together is not known.",
            count=number, where=where,
        )
    )  # fmt: skip
    remedy = Phrase(
        "Hand over one of them, or make them with one ledger, which counts what all of them tell."
    )
    yield Check("approved_together", NOT_MADE if same else CARE, sentence, remedy)


def release_of(approvals: Approvals, files: Sequence[Holding]) -> Approval | None:
    """The one release that all recognised files are of; None of several, and of a picture alone."""
    judged = approvals.judged()
    marks = {one.checksum for one in files if judged.get(one.checksum, False)}
    found = approvals.covering(marks)
    return found[0] if len(found) == 1 and _is_there(found[0], files) else None


def _is_there(release: Approval, files: Sequence[Holding]) -> bool:
    here = {one.checksum for one in files}
    return any(mark in here and not _is_picture(name) for name, mark in release.files)


def _changed(files: list[Holding]) -> Iterator[Check]:
    """Files that are called as one that was approved, and are not it."""
    if files:
        sentence = Phrase(
            "Not what was approved under its name: {names}. Its places were judged as those of any document, "
            "its counts and fields were not.",
            names=named([one.path for one in files]),
        )
        remedy = Phrase("Put the file that was approved in its place, or publish anew.")
        yield Check("approved_changed", NOT_MADE, sentence, remedy)


def _missing(release: Approval, known: dict[Holding, Approval], changed: list[Holding]) -> Iterator[Check]:
    """What was approved with a release and is not there."""
    here, others = {one.checksum for one in known}, {one.name for one in changed}
    gone = [name for name, mark in release.files if mark not in here and unaccented(name) not in others]
    if gone:
        sentence = Phrase("Approved on {date} and not there: {names}.", date=release.date, names=named(gone))
        yield Check("approved_missing", MADE, sentence)


def _added(unknown: list[Holding], known: dict[Holding, Approval]) -> Iterator[Check]:
    """Files beside those of a release that no run approved; what lies in one of them goes with it."""
    packed = [one for one in unknown if one.name.endswith(_ARCHIVES)]
    around = [one for one in packed if any(other.path.startswith(f"{one.path}/") for other in known)]
    added = [one for one in unknown if one not in around]
    inside = tuple(f"{one.path}/" for one in added)
    paths = [one.path for one in added if not one.path.startswith(inside)]
    words = [one for one in paths if one.lower().endswith(_WORDS)]
    others = [one for one in paths if not one.lower().endswith(_WORDS)]
    if words:
        sentence = Phrase(
            "Not among what was approved, and read as any document is: {names}.", names=named(words)
        )
        yield Check("approved_words_added", MADE, sentence)
    if others:
        sentence = Phrase(
            "Not among what was approved: {names}. Its places were judged as those of any document, its "
            "counts and fields were not.",
            names=named(others),
        )
        yield Check("approved_added", CARE, sentence, Phrase("Take it out, or have it approved."))
