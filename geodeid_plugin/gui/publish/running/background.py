# SPDX-License-Identifier: GPL-2.0-or-later
"""Single algorithms in the background, for what the panel shows before anything is published."""

from __future__ import annotations

from qgis.core import QgsApplication, QgsProcessingAlgRunnerTask, QgsProcessingContext, QgsProject

from ....i18n import tr
from .chain import Told


def with_own_layers(parameters: dict) -> dict:
    """The parameters with layers of their own: the window draws, edits and removes its layers meanwhile."""
    return {name: value.clone() if hasattr(value, "clone") else value for name, value in parameters.items()}


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
        task = QgsProcessingAlgRunnerTask(algorithm, parameters, context, feedback)
        task.kept = (algorithm, context, feedback, parameters)
        task.executed.connect(lambda good, results: self._finished(name, task, good, results, (done, failed)))
        self._tasks[name] = task
        QgsApplication.taskManager().addTask(task)

    def start_registered(self, algorithm: str, parameters: dict, done, failed) -> None:
        """Run an algorithm of the toolbox by its id."""
        found = QgsApplication.processingRegistry().createAlgorithmById(algorithm)
        if found is not None:
            self.start(algorithm, found, parameters, done, failed)

    def stop(self) -> None:
        """Cancel everything."""
        for task in list(self._tasks.values()):
            task.cancel()
        self._tasks = {}

    def _finished(self, name: str, task, good: bool, results: dict, heard) -> None:
        if self._tasks.get(name) is not task:
            return
        del self._tasks[name]
        _algorithm, context, feedback, _parameters = task.kept
        done, failed = heard
        if good:
            done(results, context)
        else:
            failed(feedback.said or tr("The preview could not be made."))
