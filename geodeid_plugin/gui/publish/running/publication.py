# SPDX-License-Identifier: GPL-2.0-or-later
"""One publication: a model's run, and the folder that appears whole at its end, or not at all.

Earlier ones, too: those that lie in a folder, and what of them the project has no more.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from qgis.core import QgsProject
from qgis.PyQt.QtCore import QDate, QObject, Qt, pyqtSignal

from ....core.base.errors import GeoDeIDError, InputError, named
from ....core.base.verdict import Level
from ....i18n import tr
from ....processing_provider.framework.writing.destinations import is_file, read_bytes
from ....report.firstpage import words
from ..figures import figures_of
from ..jobs import INTERNAL, RELEASE, Job, Outcome
from .chain import Chain, with_own_layers
from .folder import PublicationFolder, read_me


class Publication(QObject):
    """Runs the model of a job into a new folder.

    Raises
    ------
    GeoDeIDError
        Where nothing can be written to the place.
    """

    progressed = pyqtSignal(float, str)
    """Share that is done, and the step that runs."""
    done = pyqtSignal(object)
    """The :class:`Outcome`."""
    failed = pyqtSignal(str)
    """Why nothing was kept."""

    def __init__(self, job: Job, model, final: Path, parameters: dict, parent=None):
        super().__init__(parent)
        self._job, self._stopped = job, False
        # Named now: while the run lasts, layers may be renamed, or leave the project.
        self._chosen = {name: getattr(v, "name", lambda v=v: v)() for name, v in parameters.items()}
        self._patients = parameters["PATIENTS"].id()
        self._folder = PublicationFolder(final, job)
        try:
            given = {**with_own_layers(parameters), **self._folder.outputs()}
            self._chain = Chain(model, given, self)
        except GeoDeIDError:
            self._folder.discard()
            raise
        self._chain.progressed.connect(self.progressed)
        self._chain.done.connect(self._done)
        self._chain.failed.connect(self._fail)

    def start(self) -> None:
        """Run the first step."""
        self._chain.start()

    def cancel(self) -> None:
        """Stop; nothing is kept."""
        self._stopped = True
        self._chain.cancel()

    def abandon(self) -> None:
        """Stop because the window is closed; nothing is being written any more when this returns."""
        self._chain.abandon()
        self._folder.discard()

    def _fail(self, said: str) -> None:
        self._folder.discard()
        self.failed.emit(said)

    def _done(self, _kept: dict) -> None:
        if self._stopped:
            self._fail(tr("Cancelled: nothing was kept."))
            return
        verdict = self._chain.read(*self._job.verdict) or ""
        text = self._chain.read(self._job.verdict[0], "VERDICT_TEXT") or ""
        try:
            sums = self._write_beside(verdict)
            leaves = self._folder.place(verdict)
        except (GeoDeIDError, OSError) as error:
            self._fail(error.translated(tr) if isinstance(error, GeoDeIDError) else str(error))
            return
        except Exception:
            self._fail(tr("The folder could not be finished: nothing was kept."))
            raise
        level = next((one for one in Level if one.value == verdict), Level.NOT_JUDGED)
        self.done.emit(
            Outcome(
                job=self._job,
                folder=self._folder.final,
                leaves=leaves,
                level=level,
                text=text,
                patients=self._patients,
                sums=sums,
                figures=figures_of(self._folder.final),
                person=self._chain.results.get("mask", {}).get("PERSON_RISK"),
            )
        )

    def _write_beside(self, verdict: str) -> dict[str, str]:
        """Write the read-me, and the choices by which the panel can be filled in again; returns checksums."""
        job = self._job
        if job.releases:
            files = [Path(place).name for place in job.outputs.values() if place.startswith(RELEASE)]
            self._folder.write(f"{RELEASE}/README.txt", read_me(job, verdict, files))
        sums = self._folder.checksums()
        choices = {
            "model": job.model, "parameters": {**self._chosen, "IMAGE": None},
            "date": QDate.currentDate().toString(Qt.DateFormat.ISODate), "verdict": verdict,
            "files": sums,
        }  # fmt: skip
        self._folder.write(CHOICES, json.dumps(choices, indent=2, ensure_ascii=False))
        step = next(iter(job.outputs)).partition(":")[0]
        metrics = self._chain.read(step, "METRICS")
        if metrics and is_file(metrics):
            self._folder.write(f"{INTERNAL}/{step}_metrics.json", read_bytes(metrics).decode("utf-8"))
        return sums


CHOICES = f"{INTERNAL}/choices.json"
"""Where in its folder a run keeps what was chosen."""
LAYERS = ("PATIENTS", "AREAS", "OUTLINE", "ROADS", "ADDRESSES")
"""Answers that name layers."""
_MOST = 20
"""Runs that a list shows: whoever looks for an older one knows its folder."""


@dataclass(frozen=True)
class Earlier:
    """What was chosen in a run."""

    name: str
    model: str
    given: dict
    date: str = ""
    verdict: str = ""

    @property
    def line(self) -> str:
        """Name, date, verdict, and what is missing now."""
        level = next((one for one in Level if one.value == self.verdict), Level.NOT_JUDGED)
        parts = [self.name, self.date, words()[level], said_absent(self.given)]
        return " · ".join(filter(None, parts))


def read(path: Path) -> Earlier:
    """What was chosen in an earlier run, of its choices or of the metrics of an algorithm.

    Raises
    ------
    InputError
        The file holds none.
    """
    try:
        earlier = json.loads(path.read_text(encoding="utf-8"))
        # Somebody may have edited the file: what is no answer is left as it is in the panel.
        answers = earlier["parameters"].items()
        given = {name: value for name, value in answers if isinstance(value, (str, int, float))}
        model, date, verdict = (str(earlier.get(key) or "") for key in ("model", "date", "verdict"))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(
            "run.choices.none", "{file} holds no metrics of an earlier run.", file=path.name
        ) from error
    whole = path.match(CHOICES)
    return Earlier(path.parent.parent.name if whole else path.name, model, given, date, verdict)


def earlier_runs(folder: Path) -> dict[Path, Earlier]:
    """Runs whose folders lie in a folder, by the files of their choices, the latest first."""
    files = sorted(folder.glob(f"*/{CHOICES}"), key=lambda file: file.stat().st_mtime, reverse=True)
    found = {}
    for file in files[:_MOST]:
        try:
            found[file] = read(file)
        except InputError:  # of something else, or half deleted
            continue
    return found


def said_absent(given: dict) -> str:
    """That layers of a run are not in the project; empty where all are."""
    there = {layer.name() for layer in QgsProject.instance().mapLayers().values()}
    absent = [str(given[key]) for key in LAYERS if given.get(key) and str(given[key]) not in there]
    return tr("not in this project: {names}", names=named(absent)) if absent else ""
