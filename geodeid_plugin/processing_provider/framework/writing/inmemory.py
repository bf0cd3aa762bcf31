# SPDX-License-Identifier: GPL-2.0-or-later
"""A model's outputs, held in memory until its last step is done: all of them appear, or none."""

from __future__ import annotations

import json
import uuid
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osgeo import gdal
from qgis.core import QgsProcessingModelChildParameterSource

from ....core.base.errors import CancelledError
from ....host.compat import NO_GEOMETRY
from ....report.document import with_files
from ...io.styling import style_on_loading
from . import formats
from .destinations import MEMORY, VIRTUAL, Destination, read_bytes
from .outbox import Guard, Outbox

_FILES = ("fileDestination", "rasterDestination")


@dataclass(frozen=True)
class _Channel:
    """What an outbox needs of a run."""

    context: Any
    feedback: Any

    def progress(self, _fraction: float) -> None:
        """Stop where the user asked to."""
        if self.feedback.isCanceled():
            raise CancelledError()

    def warn(self, text: str) -> None:
        """Show a warning."""
        self.feedback.pushWarning(text)


class OutputsInMemory:
    """Sends every output of a model, and every file between its steps, into memory.

    ``parameters`` are the model's, with places in memory in the place of files and tables.
    """

    def __init__(self, model, parameters: dict, context, feedback):
        self._run = _Channel(context, feedback)
        self._steps = _steps_of_outputs(model)
        self._outbox = Outbox(self._run, self._is_internal)
        self._folder = f"{VIRTUAL}geodeid-model-{uuid.uuid4().hex}"
        self._held = {
            name: destination
            for name, destination in Guard(model, parameters, context).destinations.items()
            if destination.kind != MEMORY
        }
        instead = {name: self._instead(name, one) for name, one in self._held.items()}
        self.parameters = {**parameters, **instead}
        self._send_files_between_steps_into_memory(model)

    def keep(self, results: dict) -> dict:
        """Write what the steps made to its places in one go; returns the model's results with these."""
        self._run.progress(1.0)
        kept = dict(results)
        for name, destination in sorted(self._held.items(), key=lambda one: self._names_files(one[0])):
            found = results.get(name)
            if not found:
                continue
            if self._is_file(name):
                data = read_bytes(found)
                if self._names_files(name):  # the step judged these files before they were written
                    data = self._with_files(name, data)
                self._outbox.add_file(destination, destination.path, data)
                kept[name] = str(destination.path)
            else:
                kept[name] = self._outbox.add_layer(destination, self._rows(str(found)))
        self._outbox.keep(lambda: None)
        for destination, loadable in self._outbox.loads():
            self._run.context.addLayerToLoadOnCompletion(loadable, destination.load)
            step, output = self._steps[destination.name]
            style_on_loading(self._run.context, step.algorithm(), output, loadable)
        return kept

    def discard(self) -> None:
        """Forget what was held; after :meth:`keep` only the files between the steps are left."""
        self._outbox.discard()
        with suppress(RuntimeError):
            gdal.RmdirRecursive(self._folder)

    def _instead(self, name: str, destination: Destination) -> str:
        if self._is_file(name):
            return f"{self._folder}/{uuid.uuid4().hex}/{destination.file.name}"
        return f"memory:{destination.title}"

    def _names_files(self, name: str) -> int:
        """Whether an output says which files may leave: 1 the pages of a step, 2 its METRICS, with these."""
        step, output = self._steps[name]
        approves = step.algorithm().parameterDefinition("RELEASE_REPORT") is not None
        return approves * {"REPORT": 1, "RELEASE_REPORT": 1, "METRICS": 2}.get(output, 0)

    def _with_files(self, name: str, data: bytes) -> bytes:
        """A page or METRICS of a step that also name the files of the model, with their SHA-256."""
        if self._steps[name][1] != "METRICS":
            pages = [one.file for other, one in self._held.items() if self._names_files(other) == 1]
            files = self._outbox.checksums([*self._not_for_release(), *pages])
            return with_files(data.decode(), files).encode()
        found, files = json.loads(data), self._outbox.checksums(self._not_for_release())
        found["files"] = list(dict.fromkeys(map(tuple, [*found.get("files", ()), *files])))
        return (json.dumps(found, indent=2, ensure_ascii=False) + "\n").encode()

    def _not_for_release(self) -> list[Path]:
        """Files of steps that judge what they make and write no report for release: they go before one."""
        before = []
        for name, destination in self._held.items():
            step = self._steps[name][0].algorithm()
            report = step.parameterDefinition("RELEASE_REPORT")
            if getattr(step, "JUDGES", False) and report is None and destination.path is not None:
                before.append(destination.file)
        return before

    def _is_file(self, name: str) -> bool:
        step, output = self._steps[name]
        return step.algorithm().parameterDefinition(output).type() in _FILES

    def _is_internal(self, name: str) -> bool:
        step, output = self._steps[name]
        algorithm = step.algorithm()
        return algorithm.is_internal(output) if hasattr(algorithm, "is_internal") else True

    def _rows(self, layer_id: str) -> formats.Rows:
        layer = self._run.context.getMapLayer(layer_id)
        features = list(layer.getFeatures())
        kind = layer.wkbType()
        shapes = None if kind == NO_GEOMETRY else [feature.geometry() for feature in features]
        values = [feature.attributes() for feature in features]
        return formats.Rows(layer.fields(), values, shapes, kind, layer.crs())

    def _send_files_between_steps_into_memory(self, model) -> None:
        """No picture of true places lies in a temporary folder, not even where the process is killed."""
        steps = model.childAlgorithms().values()  # asked once: QGIS makes every step anew for each answer
        wanted = {
            (source.outputChildId(), source.outputName())
            for step in steps
            for sources in step.parameterSources().values()
            for source in sources
        }
        for child in steps:
            shown, sent = {output.childOutputName() for output in child.modelOutputs().values()}, False
            for definition in child.algorithm().destinationParameterDefinitions():
                name = definition.name()
                if definition.type() not in _FILES or name in shown:
                    continue
                if (child.childId(), name) not in wanted:
                    continue
                path = f"{self._folder}/{uuid.uuid4().hex}/{name}.{definition.defaultFileExtension()}"
                child.addParameterSources(
                    name, [QgsProcessingModelChildParameterSource.fromStaticValue(path)]
                )
                sent = True
            if sent:
                model.setChildAlgorithm(child)


def _steps_of_outputs(model) -> dict:
    """Step and its output behind each output of a model; QGIS deletes the algorithm with its step."""
    return {
        f"{child.childId()}:{title}": (child, output.childOutputName())
        for child in model.childAlgorithms().values()
        for title, output in child.modelOutputs().items()
    }
