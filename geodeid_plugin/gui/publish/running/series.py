# SPDX-License-Identifier: GPL-2.0-or-later
"""One publication for each value of a field: one run, one folder each, one table of verdicts.

All of them appear together at the end, or none does, and say no more together than what was asked for:

- **Parts of the areas**, as counties: nobody lives in two, and each part is masked among its own people.
- **Parts in time**, as months: for whoever has all the maps the dots of all parts add up (the odometer of
  ``core/geomask/releases``). So each part gets as much of the limit as it has of the patients. A patient in
  two parts would be drawn twice, and two draws multiply: the check of the layers stops such a series.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from qgis.PyQt.QtCore import QObject, QTimer, pyqtSignal

from ....core.base.errors import GeoDeIDError, InputError
from ....core.base.verdict import Level, worst
from ....i18n import tr
from ....processing_provider.framework.writing.files import WaitingFolder
from ....report.firstpage import words
from ....report.numbers import count, one_in
from ..jobs import INTERNAL, MAY_LEAVE, Job, Outcome, Row
from .folder import judge_anew
from .publication import Publication

_NO_NAME = re.compile(r'[\\/:*?"<>|\x00-\x1f]')
"""Letters that no folder may have on some system."""


@dataclass(frozen=True)
class Part:
    """One value, and the parameters of its publication."""

    value: str
    patients: int
    parameters: dict


@dataclass(frozen=True)
class Together:
    """What is asked of all publications: the limit on what their dots say, and what a person must look at."""

    limit: float | None = None
    care: str = ""
    patients: str = ""
    """Id of the layer of them all: each part has a copy of some."""


class Series(QObject):
    """Runs one publication after another; ``make`` gives that of a part into a folder.

    Raises
    ------
    InputError
        Where nothing can be written to the place.
    """

    progressed = pyqtSignal(float, str)
    done = pyqtSignal(object)
    failed = pyqtSignal(str)

    def __init__(
        self, job: Job, make: Callable, final: Path, parts: Sequence[Part], together: Together, parent=None
    ):
        super().__init__(parent)
        self._job, self._final = job, final
        self._make: Callable[[dict, Path], Publication] = make
        self._parts, self._together = list(parts), together
        self._outcomes: dict[str, Outcome] = {}
        self._refused: dict[str, str] = {}
        self._now: Publication | None = None
        self._stopped = False
        if os.path.lexists(final):
            raise InputError(
                "folder.files.there",
                "{folder} holds files already. Choose another name: nothing is replaced.",
                folder=final.name,
            )
        try:
            final.parent.mkdir(parents=True, exist_ok=True)
            self._waiting = WaitingFolder(final.parent)
            self._staging = self._waiting.inner()
        except OSError as error:
            raise _not_made(final) from error

    def start(self) -> None:
        """Run the first publication."""
        QTimer.singleShot(0, self._next)

    def cancel(self) -> None:
        """Stop; nothing is kept."""
        self._stopped = True
        if self._now is not None:
            self._now.cancel()

    def abandon(self) -> None:
        """Stop because the window is closed."""
        self._stopped = True
        if self._now is not None:
            self._now.abandon()
        self._waiting.close()

    def _next(self) -> None:
        if self._stopped:
            self._fail(tr("Cancelled: nothing was kept."))
            return
        at = len(self._outcomes) + len(self._refused)
        if at == len(self._parts):
            self._keep()
            return
        part = self._parts[at]
        try:
            self._now = self._make(part.parameters, self._staging / folder_name(at, part.value))
        except GeoDeIDError as error:
            self._part_failed(error.translated(tr))
            return
        except (OSError, RuntimeError):  # the disk, or a layer that is gone
            self._part_failed(tr("The folder could not be finished: nothing was kept."))
            return
        now = self._now
        now.progressed.connect(self._heard)
        now.done.connect(self._part_done)
        now.failed.connect(self._part_failed)
        now.start()

    def _heard(self, share: float, step: str) -> None:
        at = len(self._outcomes) + len(self._refused)
        value, parts = self._parts[at].value, len(self._parts)
        said = tr("{value} ({at} of {count}). {step}", value=value, at=at + 1, count=parts, step=step)
        self.progressed.emit((at + share) / len(self._parts), said)

    def _part_done(self, outcome: Outcome) -> None:
        self._now = None
        self._outcomes[self._parts[len(self._outcomes) + len(self._refused)].value] = outcome
        QTimer.singleShot(0, self._next)

    def _part_failed(self, said: str) -> None:
        self._now = None
        self._refused[self._parts[len(self._outcomes) + len(self._refused)].value] = said
        QTimer.singleShot(0, self._next)

    def _fail(self, said: str) -> None:
        self._waiting.close()
        self.failed.emit(said)

    def _keep(self) -> None:
        """Let the folder with all of them appear."""
        if not self._outcomes:
            self._fail("\n".join(dict.fromkeys(self._refused.values())))
            return
        made = [self._row(at, part) for at, part in enumerate(self._parts)]
        rows, level, text = judged(made, self._together)
        try:
            for before, row in zip(made, rows):
                if row != before:  # by itself it may leave, and with all of them it may not, or with care
                    judge_anew(self._outcomes[row.value].folder, self._job, row.level, row.text)
            (self._staging / INTERNAL).mkdir(mode=0o700)
            (self._staging / INTERNAL / "verdicts.csv").write_text(
                _table([*rows, Row(tr("All together"), sum(row.patients for row in rows), level, text)]),
                encoding="utf-8",
            )
            os.rename(self._staging, self._final)
        except (OSError, ValueError):  # half characters cannot be written
            self._fail(_not_made(self._final).translated(tr))
            return
        self._waiting.close()
        first = next(iter(self._outcomes.values()))
        self.done.emit(
            replace(
                first, folder=self._final, leaves=self._final, level=level, text=text, sums={}, figures=(),
                rows=rows, person=None, patients=self._together.patients,
            )
        )  # fmt: skip

    def _row(self, at: int, part: Part) -> Row:
        outcome = self._outcomes.get(part.value)
        if outcome is None:
            return Row(part.value, part.patients, Level.NOT_JUDGED, self._refused[part.value])
        report = quote(f"{folder_name(at, part.value)}/{self._job.opens}")
        return Row(part.value, part.patients, outcome.level, outcome.text, report, outcome.person)


def folder_name(at: int, value: str) -> str:
    """Name of a part's folder, which every system takes and no other part has."""
    return f"{at + 1:02d} {_NO_NAME.sub('_', value)[:60]}".rstrip(". ")


def judged(rows: Sequence[Row], together: Together) -> tuple[list[Row], Level, str]:
    """The answers to each, the answer to all of them together, and the sentences that it rests on.

    It is no better than the worst of them. Where what their dots say adds up, the sum is held against the
    limit, and above it none may leave. What a person must look at is asked of each that may.
    """
    leaving = [row.level.value in MAY_LEAVE for row in rows]
    summed, why = _summed([row for row, may in zip(rows, leaving) if may], together.limit)
    if summed.value not in MAY_LEAVE:
        rows = [replace(row, level=summed, text=why) if may else row for row, may in zip(rows, leaving)]
        leaving = [False for _row in rows]
    elif together.care:
        rows = [_with_care(row, together.care) if may else row for row, may in zip(rows, leaving)]
    said = tr("{count} of {all} may be published.", count=count(sum(leaving)), all=count(len(rows)))
    return list(rows), worst(row.level for row in rows), " ".join(filter(None, [said, why, together.care]))


def _with_care(row: Row, care: str) -> Row:
    text = " ".join(filter(None, [row.text, care]))
    return replace(row, level=worst([row.level, Level.WITH_CARE]), text=text)


def _summed(leaving: Sequence[Row], limit: float | None) -> tuple[Level, str]:
    """What the dots of all that may leave say of one person, held against the limit."""
    if limit is None or not leaving:
        return Level.PASSED, ""
    known = [row.person for row in leaving if row.person is not None]
    total = sum(known)
    if len(known) < len(leaving) or not total < 1:
        return Level.NOT_JUDGED, tr("What they say together of one person could not be proved.")
    said = {"risk": one_in(total), "limit": one_in(limit)}
    if total > limit * (1 + _SUMMED):
        return Level.GIVES_AWAY, tr(
            "Together they may give one person away with a chance of {risk}, above the limit of "
            "{limit}: publish fewer of them.",
            **said,
        )
    return Level.PASSED, tr(
        "Whoever has all of them finds any one person with a chance of {risk} at most, within "
        "the limit of {limit}.",
        **said,
    )


_SUMMED = 1e-6
"""Share by which sums of floats may exceed the limit that they were shared from."""


def _table(rows: Sequence[Row]) -> str:
    """The rows as CSV."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([tr("Part"), tr("Patients"), tr("May it be published?"), tr("Why")])
    for row in rows:
        writer.writerow([_plain(row.value), row.patients, words()[row.level], _plain(row.text)])
    return text.getvalue()


def _plain(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(tuple("=+-@\t\r")) else cell


def _not_made(final: Path) -> InputError:
    return InputError(
        "folder.files.not_made",
        "{folder} could not be made. Choose a folder in which you may write.",
        folder=str(final),
    )
