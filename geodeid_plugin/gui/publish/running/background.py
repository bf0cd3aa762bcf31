# SPDX-License-Identifier: GPL-2.0-or-later
"""Single algorithms in the background, for what the panel shows before anything is published."""

from __future__ import annotations

from qgis.core import QgsApplication, QgsProcessingAlgRunnerTask, QgsProcessingContext, QgsProject
from qgis.PyQt.QtCore import QTimer

from ....host.compat import QUIET
from ....i18n import tr
from ...silence import silenced
from .chain import Told


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
