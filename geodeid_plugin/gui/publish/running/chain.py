# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs in the background: a shipped model step by step, and single algorithms for what is shown before.

QGIS itself runs models in its window's thread.
"""

from __future__ import annotations

import traceback

from qgis.core import (
    QgsApplication,
    QgsExpression,
    QgsMapLayer,
    QgsProcessingAlgRunnerTask,
    QgsProcessingContext,
    QgsProcessingException,
    QgsProcessingFeedback,
    QgsProject,
)
from qgis.PyQt.QtCore import QObject, QTimer, pyqtSignal

from ....core.base.errors import GeoDeIDError
from ....host.compat import QUIET, VALUE_SOURCES
from ....i18n import tr
from ....processing_provider.framework.base import log
from ....processing_provider.framework.writing.inmemory import OutputsInMemory
from ...dialogs import in_background, silenced

_WRITING_MS = 60_000
"""Longest wait for a disk when the window is closed while files are being written."""
_TELL_MS = 200
"""Rest between two messages of progress: more nobody reads."""


class Told(QgsProcessingFeedback):
    """Feedback that keeps the last error, to show it in the panel."""

    def __init__(self):
        super().__init__(False)
        self.said = ""

    def reportError(self, error, fatalError=False):
        """Keep what went wrong."""
        self.said = error


class Chain(QObject):
    """One run of a model; its outputs appear together at the end, or none does.

    Raises
    ------
    GeoDeIDError
        Where an output cannot be written to its place.

    Attributes
    ----------
    results : dict
        What each step gave, by the step's id.
    """

    progressed = pyqtSignal(float, str)
    """Share that is done, and the step that runs."""
    done = pyqtSignal(dict)
    """The model's outputs, written."""
    failed = pyqtSignal(str)
    """Why nothing was kept."""

    def __init__(self, model, parameters: dict, parent=None):
        super().__init__(parent)
        self._model = model.create()
        self._model.leave_out(parameters)
        self._context = QgsProcessingContext()
        self._context.setProject(QgsProject.instance())
        self._feedback = Told()
        self._given = parameters  # keeps layers alive that nobody else holds
        self._held = OutputsInMemory(self._model, parameters, self._context, self._feedback)
        # Asked once: QGIS makes every step anew for each answer, and each message of progress needs them.
        self._steps = self._model.childAlgorithms()
        self._needs = {name: _needed(step) for name, step in self._steps.items()}
        self._task: QgsProcessingAlgRunnerTask | None = None
        self._running = ""
        self._over = self._writes = False
        self._share = 0.0
        self._teller = QTimer(self)
        self._teller.setSingleShot(True)
        self._teller.timeout.connect(lambda: self._tell(self._share))
        self.results: dict[str, dict] = {}

    def start(self) -> None:
        """Run the first step."""
        QTimer.singleShot(0, self._next)

    def cancel(self) -> None:
        """Stop; nothing is kept."""
        self._feedback.cancel()
        if self._task is not None:
            self._task.cancel()
        elif not self._running:
            self._fail(tr("Cancelled: nothing was kept."))

    def abandon(self) -> None:
        """Stop because the window is closed; nothing is being written any more when this returns."""
        self.cancel()
        if self._writes and self._task is not None:
            self._task.waitForFinished(_WRITING_MS)
            self._over = True

    def read(self, step: str, output: str) -> str | None:
        """Where a step put a file, which may be in memory; only until the run is over."""
        return self.results.get(step, {}).get(output)

    def _next(self) -> None:
        if self._over:
            return
        if self._feedback.isCanceled():
            self._fail(tr("Cancelled: nothing was kept."))
            return
        ready = [
            name
            for name, needs in self._needs.items()
            if name not in self.results and needs <= set(self.results)
        ]
        if not ready:
            self._keep()
            return
        self._run(self._steps[ready[0]])

    def _run(self, child) -> None:
        self._running = child.childId()
        self._share = 0.0
        self._tell(0.0)
        algorithm = QgsApplication.processingRegistry().createAlgorithmById(child.algorithmId())
        try:
            parameters = self._parameters(child, algorithm)
        except RuntimeError:  # a layer of an earlier step is gone
            self._fail(tr("The step “{name}” failed.").format(name=self._title(child.childId())))
            return
        try:
            task = QgsProcessingAlgRunnerTask(algorithm, parameters, self._context, self._feedback, *QUIET)
        except QgsProcessingException as error:
            self._fail(str(error))
            return
        task.kept = algorithm
        task.executed.connect(self._finished)
        task.progressChanged.connect(self._heard)
        self._task = silenced(task)
        QgsApplication.taskManager().addTask(task)

    def _heard(self, percent: float) -> None:
        """Note how far a step is: some tell it hundreds of times at once, which stopped the window."""
        self._share = percent / 100
        if not self._teller.isActive():
            self._teller.start(_TELL_MS)

    def _finished(self, good: bool, results: dict) -> None:
        ended, self._task, name = self._task, None, self._running
        QTimer.singleShot(0, lambda: ended)  # not collected while QGIS still speaks of its end
        self._running = ""
        if self._over:
            return
        if not good:
            stopped = self._feedback.isCanceled()
            said = tr("Cancelled: nothing was kept.") if stopped else self._feedback.said
            self._fail(said or tr("The step “{name}” failed.").format(name=self._title(name)))
            return
        self.results[name] = results
        QTimer.singleShot(0, self._next)

    def _title(self, name: str) -> str:
        return tr(self._steps[name].description())

    def _tell(self, share: float) -> None:
        if not self._running:
            return
        count = len(self._steps)
        at = len(self.results)
        said = tr("Step {at} of {count}: {name}").format(
            at=at + 1, count=count, name=self._title(self._running)
        )
        self.progressed.emit((at + share) / count, said)

    def _parameters(self, child, algorithm) -> dict:
        found = {}
        for name, sources in child.parameterSources().items():
            values = [self._value(source) for source in sources]
            several = algorithm.parameterDefinition(name).type() == "multilayer"
            value = [one for one in values if one] if several else values[0]
            if value is not None:
                found[name] = value
        for title, output in child.modelOutputs().items():
            place = self._held.parameters.get(f"{child.childId()}:{title}")
            if place:
                found[output.childOutputName()] = place
        for definition in algorithm.destinationParameterDefinitions():
            if definition.name() not in found and self._feeds(child.childId(), definition.name()):
                found[definition.name()] = "TEMPORARY_OUTPUT"
        return found

    def _feeds(self, step: str, output: str) -> bool:
        """Whether another step reads an output."""
        return any(
            source.source() == VALUE_SOURCES.ChildOutput
            and (source.outputChildId(), source.outputName()) == (step, output)
            for child in self._steps.values()
            for sources in child.parameterSources().values()
            for source in sources
        )

    def _value(self, source):
        if source.source() == VALUE_SOURCES.ModelParameter:
            name = source.parameterName()
            default = self._model.parameterDefinition(name).defaultValue()
            return self._held.parameters.get(name, default)
        if source.source() == VALUE_SOURCES.ChildOutput:
            value = self.results[source.outputChildId()].get(source.outputName())
            layer = self._context.getMapLayer(value) if isinstance(value, str) and value else None
            return layer if isinstance(layer, QgsMapLayer) else value
        if source.source() == VALUE_SOURCES.Expression:
            return QgsExpression(source.expression()).evaluate(self._context.expressionContext())
        return source.staticValue()

    def _keep(self) -> None:
        """Write beside the window: what is read back and synchronised with the disk takes its time."""
        made = {
            f"{child.childId()}:{title}": self.results[child.childId()].get(output.childOutputName())
            for child in self._steps.values()
            for title, output in child.modelOutputs().items()
        }
        self.progressed.emit(1.0, tr("Writing"))
        self._writes = True
        self._task = in_background(tr("Writing"), lambda _task: {"kept": self._held.keep(made)}, self._kept)

    def _kept(self, error, written=None) -> None:
        ended, self._task, self._writes = self._task, None, False
        QTimer.singleShot(0, lambda: ended)
        if self._over:
            return
        if written is None:
            self._fail(self._why_not_kept(error))
            return
        self._over = True
        self.done.emit(written["kept"])
        self._held.discard()

    def _why_not_kept(self, error) -> str:
        if self._feedback.isCanceled():
            return tr("Cancelled: nothing was kept.")
        if isinstance(error, GeoDeIDError):
            return error.translated(tr)
        log(self._feedback, "".join(traceback.format_exception(type(error), error, error.__traceback__)))
        return tr("Nothing could be written: {reason}.").format(reason=error)

    def _fail(self, said: str) -> None:
        if self._over:
            return
        self._over = True
        self._held.discard()
        self.failed.emit(said)


def _needed(step) -> set:
    """Steps whose results another one reads."""
    read = {
        source.outputChildId()
        for sources in step.parameterSources().values()
        for source in sources
        if source.source() == VALUE_SOURCES.ChildOutput
    }
    return read | {before.childId for before in step.dependencies()}


def with_own_layers(parameters: dict) -> dict:
    """The parameters with layers of their own: the window draws, edits and removes its layers meanwhile."""
    return {name: value.clone() if hasattr(value, "clone") else value for name, value in parameters.items()}


_UNDER_WAY: set = set()
"""Runs that QGIS has not told the end of. What only the connections of a task hold, Python may collect while
it is called, in any thread: QGIS died of that."""


class _Run:
    """One run, and all that it needs until its end is told."""

    def __init__(self, background: Background, name: str, task, parts: tuple, heard: tuple):
        self._background, self.name, self.task = background, name, task
        self.parts, self.heard = parts, heard

    def executed(self, good: bool, results: dict) -> None:
        """Hear of the end; let go only when this call is over."""
        QTimer.singleShot(0, lambda: _UNDER_WAY.discard(self))
        self._background.finished(self, good, results)


class Background:
    """Runs at most one task of each name; a newer one replaces it."""

    def __init__(self):
        self._tasks = {}

    def start(self, name: str, algorithm, parameters: dict, done, failed) -> None:
        """Run an algorithm.

        Parameters
        ----------
        name : str
            What it is for.
        algorithm : QgsProcessingAlgorithm
        parameters : dict
        done : callable
            Takes the results and the context that holds their layers.
        failed : callable
            Takes the sentence of what went wrong.
        """
        earlier = self._tasks.pop(name, None)
        if earlier is not None:
            earlier.cancel()
        context, feedback = QgsProcessingContext(), Told()
        parameters = with_own_layers(parameters)
        context.setProject(QgsProject.instance())
        task = QgsProcessingAlgRunnerTask(algorithm, parameters, context, feedback, *QUIET)
        run = _Run(self, name, task, (algorithm, context, feedback, parameters), (done, failed))
        task.executed.connect(run.executed)
        _UNDER_WAY.add(run)
        self._tasks[name] = silenced(task)
        QgsApplication.taskManager().addTask(task)

    def start_registered(self, algorithm: str, parameters: dict, done, failed) -> None:
        """Run an algorithm of the toolbox by its id."""
        found = QgsApplication.processingRegistry().createAlgorithmById(algorithm)
        if found is not None:
            self.start(algorithm, found, parameters, done, failed)

    @property
    def busy(self) -> bool:
        """Whether anything runs."""
        return bool(self._tasks)

    def stop(self) -> None:
        """Cancel everything."""
        for task in list(self._tasks.values()):
            task.cancel()
        self._tasks = {}

    def finished(self, run: _Run, good: bool, results: dict) -> None:
        """Tell what a run gave, unless a newer one took its place."""
        if self._tasks.get(run.name) is not run.task:
            return
        del self._tasks[run.name]
        _algorithm, context, feedback, _parameters = run.parts
        done, failed = run.heard
        if good:
            done(results, context)
        else:
            failed(feedback.said or tr("The preview could not be made."))
