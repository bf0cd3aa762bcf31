# SPDX-License-Identifier: GPL-2.0-or-later
"""One run for scripts/compare_outputs: every output asked for, chance repeatable, all of it as a digest."""

from __future__ import annotations

import hashlib
import os
import random
import uuid
from collections import Counter
from pathlib import Path

import processing
from compare_digest import digest_of
from qgis.core import (
    QgsApplication,
    QgsProcessingContext,
    QgsProcessingException,
    QgsProcessingFeedback,
    QgsProject,
)

_system_bytes = os.urandom


class Feedback(QgsProcessingFeedback):
    """Keeps what the user would read."""

    def __init__(self):
        super().__init__(False)
        self.warnings, self.errors = [], []

    def pushWarning(self, warning):
        self.warnings.append(warning)

    def reportError(self, error, fatalError=False):
        self.errors.append(error)

    def pushInfo(self, info):
        pass

    def pushDebugInfo(self, info):
        pass


def algorithm_ids() -> list[str]:
    """Every algorithm of the provider, models included."""
    provider = QgsApplication.processingRegistry().providerById("geodeid")
    return sorted(one.name() for one in provider.algorithms())


def repeat_chance(seed: str) -> None:
    """Let the operating system's source of chance say the same in every run of a case.

    Bytes depend on how many are drawn at once and how often before, so that a drawing more of another size
    shifts none. Names of files stay unique.
    """
    drawn = Counter()

    def repeated(size: int) -> bytes:
        drawn[size] += 1
        return hashlib.shake_256(f"{seed} {size} {drawn[size]}".encode()).digest(size)

    os.urandom = random._urandom = repeated
    uuid.uuid4 = lambda: uuid.UUID(bytes=_system_bytes(16), version=4)


def run_case(case, inputs, folder: Path) -> dict:
    """Run a case in an empty folder and give its digest."""
    for number, (algorithm, asked) in enumerate(case.before):
        own = folder / f"before{number}"
        own.mkdir()
        repeat_chance(f"{case.name} {number}")
        run(algorithm, fill(algorithm, filled(asked, inputs, folder), own), Feedback())
    own = folder / "out"
    own.mkdir()
    asked = filled(case.asked, inputs, folder)
    repeat_chance(case.name)
    parameters = fill(case.algorithm, asked, own)
    feedback = Feedback()
    try:
        results = run(case.algorithm, parameters, feedback)
    except QgsProcessingException as error:
        results = {}
        digest = {"refused": " | ".join(dict.fromkeys([*feedback.errors, str(error)]))}
    else:
        digest = {}
    unknown = sorted(set(asked) - {one.name() for one in definitions(case.algorithm)})
    if unknown:
        print(f"{case.name}: there is no {', '.join(unknown)}", flush=True)
    digest["warnings"] = feedback.warnings
    digest.update(digest_of(results, own, asked))
    places = {str(folder): "HERE", str(inputs.folder): "INPUTS"}
    return without_places(digest, places)


def run(algorithm: str, parameters: dict, feedback) -> dict:
    """Run an algorithm as a script would."""
    context = QgsProcessingContext()
    context.setProject(QgsProject.instance())
    return processing.run(f"geodeid:{algorithm}", parameters, context=context, feedback=feedback)


def definitions(algorithm: str):
    """Definitions of an algorithm's parameters, which live as long as this generator."""
    made = QgsApplication.processingRegistry().createAlgorithmById(f"geodeid:{algorithm}")
    yield from made.parameterDefinitions()


def filled(asked, inputs, folder: Path):
    """The same parameters with names of inputs made into paths, {here} into the case's folder."""
    if isinstance(asked, dict):
        return {name: filled(value, inputs, folder) for name, value in asked.items()}
    if isinstance(asked, (list, tuple)):
        return [filled(value, inputs, folder) for value in asked]
    if isinstance(asked, str):
        return asked.format_map(inputs.beside(folder))
    return asked


def fill(algorithm: str, asked: dict, folder: Path) -> dict:
    """The same parameters with a place for every output that is not named in them."""
    parameters = dict(asked)
    for definition in definitions(algorithm):
        name = definition.name()
        if not definition.isDestination() or name in asked:
            continue
        stem = name.replace(":", " - ")
        folders = definition.type() == "folderDestination"
        suffix = "" if folders else f".{definition.defaultFileExtension()}"
        parameters[name] = str(folder / f"{stem}{suffix}")
    return {name: value for name, value in parameters.items() if value is not None}


def without_places(value, places: dict):
    """The same digest without names of temporary folders."""
    if isinstance(value, dict):
        return {name: without_places(one, places) for name, one in value.items()}
    if isinstance(value, list):
        return [without_places(one, places) for one in value]
    if isinstance(value, str):
        for path, name in places.items():
            value = value.replace(path, name)
    return value
