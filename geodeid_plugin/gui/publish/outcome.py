# SPDX-License-Identifier: GPL-2.0-or-later
"""What a run of the panel made: one publication, or one for each value of a field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...core.base.verdict import Level
from ...i18n import tr
from .jobs import MAY_LEAVE, Job


@dataclass(frozen=True)
class Row:
    """One of the publications of a series."""

    value: str
    """What its patients have in common."""
    patients: int
    level: Level
    text: str
    """The sentence that the answer rests on."""
    report: str = ""
    """Place of its report in the folder, as in an address; empty where nothing was made."""
    person: float | None = None
    """The most that its dots say of any one person."""


@dataclass(frozen=True)
class Outcome:
    """What a run made."""

    job: Job
    folder: Path
    """The new folder."""
    leaves: Path
    """Where the files lie that may leave, or that were held back."""
    level: Level
    text: str
    """The sentence that the answer rests on."""
    patients: str
    """Id of the layer of true places."""
    sums: dict[str, str]
    """SHA-256 of each file that may leave, as it was judged."""
    figures: Sequence[dict] = ()
    """The numbers of the first page (:func:`~.figures.figures_of`)."""
    rows: Sequence[Row] = ()
    """The publications of a series; empty for a single one."""
    person: float | None = None
    """The most that the dots say of any one person, where that was proved."""

    @property
    def may_leave(self) -> bool:
        """Whether a release was made that may leave."""
        return self.job.releases and self.level.value in MAY_LEAVE

    @property
    def sentence(self) -> str:
        """What became of it."""
        if self.rows:
            return tr("Written into {folder}, each into a folder of its own.")
        if not self.job.releases:
            return tr("Written into {folder}, which is internal.")
        if self.may_leave:
            return tr("Published into {folder}.")
        return tr("Held back: nothing in {folder} may be released.")
