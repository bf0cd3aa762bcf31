# SPDX-License-Identifier: GPL-2.0-or-later
"""One run of an algorithm: its parameters' values, its progress, its outputs."""

from __future__ import annotations

import datetime
import os
import platform
from collections.abc import Callable
from contextlib import contextmanager, suppress
from dataclasses import replace
from math import isclose
from pathlib import Path
from time import perf_counter

import numpy as np
from qgis.core import (
    Qgis,
    QgsProcessingFeatureSource,
    QgsProcessingParameterEnum,
    QgsProcessingParameterField,
    QgsProperty,
)

from ...core.base.errors import CancelledError, InputError, Phrase, named, translated
from ...core.base.randomness import SeededSource, SystemSource
from ...core.base.verdict import CARE, Check, Verdict
from ...host.compat import NO_GEOMETRY, chosen_fields, is_null
from ...host.installation import version
from ...host.settings import give_back
from ...i18n import sayable, tr
from ...report import render
from ...report.blocks import Section
from ...report.firstpage import first_page
from ...report.verdictpage import sentence
from ..io.rawtable import made_of_table
from ..io.styling import style_on_loading
from .give import InMemory
from .labels import in_labels, labelled
from .retired import retired_of
from .verdict.judging import described
from .writing import formats
from .writing.destinations import MEMORY, path_text
from .writing.files import sha256
from .writing.outbox import Guard, Outbox, layer_behind, write_to_memory
from .writing.places import files_of, tables_of

_TOLD_S = 10.0
"""Seconds from which a run says where its time went: nobody asks of shorter ones."""
_LARGEST = 1e15
"""Largest number of a dialog: no distance, count or time comes near it, and every whole one is exact."""
_LARGEST_WHOLE = 2**31 - 1
"""Largest whole number of a dialog: what QGIS's own spin boxes reach."""


class Run:
    """Values of the parameters, read once, and everything that one run writes.

    Attributes
    ----------
    parameters, context, feedback
        What QGIS handed to the algorithm.
    warnings : list of str
        Sentences shown to the user; they stand in the report and in METRICS too.
    counts : dict
        Features in, left out and out, for METRICS.
    beside : mapping
        What METRICS hold beside the figures, see :class:`.give.Result`: checksums of what was read, the
        law of a mask, bins of charts; never a value of a single record.
    outputs : dict
        Destinations of the layers and files written so far.
    verdict : Verdict or None
        The answer of the report, once it was written.
    """

    def __init__(self, algorithm, parameters, context, feedback):
        self._algorithm = algorithm
        self.parameters = parameters
        self.context = context
        self.feedback = feedback
        self.warnings = []
        self._not_alone = []
        self.counts = {}
        self.beside = {}
        self.outputs = {}
        self.verdict = None
        self._judged = ()
        self._undone = []
        self._confirmed = []
        self._destinations = {}
        self._guard = None
        self.outbox = Outbox(self, algorithm.is_internal)
        self._source_names = {}
        self._made = {}
        self._doing = ""
        self._begun = perf_counter()
        self._spent = dict.fromkeys(("reading", "solving", "drawing", "report", "writing"), 0.0)

    def text(self, name: str) -> str:
        """Value of a string parameter; its default, else empty, where it is not set."""
        if name in self.parameters and is_null(self.parameters[name]):
            # QGIS 3.22 reads a NULL of some dialogs and models as "0".
            default = self.definition(name).defaultValue()
            return "" if is_null(default) else str(default)
        return self._algorithm.parameterAsString(self.parameters, name, self.context)

    def definition(self, name: str):
        """Definition of a parameter, or None where the algorithm has none of this name."""
        return self._algorithm.parameterDefinition(name)

    def label(self, name: str) -> str:
        """What the dialog calls a parameter."""
        return self.definition(name).description()

    def number(self, name: str):
        """Value of a number parameter as float, or None where it is not set."""
        if not self._given(name) and self.definition(name).defaultValue() is None:
            return None
        value = self._algorithm.parameterAsDouble(self.parameters, name, self.context)
        self._refuse_default(name, lambda text: isclose(float(text), value, rel_tol=1e-9))
        if not abs(value) <= _LARGEST:
            raise InputError(
                "input.number.too_large",
                "“{label}” is {value}, which is no number to compute with. Enter a smaller one.",
                label=self.label(name),
                value=value,
            )
        return value

    def integer(self, name: str):
        """Value of a number parameter as int, or None where it is not set."""
        value = self.number(name)
        if value is not None and abs(value) > _LARGEST_WHOLE:
            raise InputError(
                "input.number.not_whole",
                "“{label}” is {value:g}. Enter a whole number of at most {most}.",
                label=self.label(name),
                value=value,
                most=_LARGEST_WHOLE,
            )
        return None if value is None else round(value)

    def boolean(self, name: str) -> bool:
        """Value of a switch."""
        return self._algorithm.parameterAsBool(self.parameters, name, self.context)

    def choice(self, name: str) -> str:
        """Name of the chosen option of an enumeration."""
        chosen = self._algorithm.parameterAsEnumString(self.parameters, name, self.context)
        self._refuse_default(name, lambda text: text == chosen)
        return chosen

    def _given(self, name: str) -> list[str]:
        """What was given for a parameter, as texts; empty where nothing or a blank was."""
        given = self.parameters.get(name)
        if isinstance(given, QgsProperty):
            given = given.value(self.context.expressionContext())[0]
        several = given if isinstance(given, (list, tuple)) else [given]
        return [text for one in several if not is_null(one) and (text := str(one).strip())]

    def _refuse_default(self, name: str, is_read: Callable[[str], bool]) -> None:
        """Refuse what QGIS, which checks no values of a model's steps, takes for the default."""
        definition, given = self.definition(name), self._given(name)
        if not given and name in self.parameters and not definition.flags() & definition.Flag.FlagOptional:
            raise InputError(
                "input.value.missing",
                "“{label}” has no value: neither the model nor another step gives one. Enter it.",
                label=self.label(name),
            )
        for text in given:
            with suppress(ValueError):
                if is_read(text):
                    continue
            gone = retired_of(self._algorithm.ID).get(f"{name}={text.lower()}")
            raise InputError(
                "input.value.unknown",
                "“{label}”: {value} is no value of it. {became}",
                label=self.label(name),
                value=text,
                became="" if gone is None else gone.became,
            )

    def field(self, name: str):
        """Name of the chosen field, or None."""
        return self.text(name) or None

    def fields(self, name: str) -> list[str]:
        """Names of the chosen fields."""
        return chosen_fields(self._algorithm, self.parameters, name, self.context)

    def matrix(self, name: str) -> list:
        """Cells of a table parameter, as QGIS hands them over: flat, nested or, where empty, none."""
        return list(self._algorithm.parameterAsMatrix(self.parameters, name, self.context))

    def source(self, name: str, placed: bool = False):
        """Feature source, or None where an optional one is not set.

        A table is the points of its coordinates where points are asked for; ``placed`` asks so of an input
        that takes tables as well.
        """
        source = self._algorithm.parameterAsSource(self.parameters, name, self.context)
        if self._made.get(name) is None:
            self._made[name] = made_of_table(self, name, source, placed)
        if self._made[name] is not None:
            source = QgsProcessingFeatureSource(self._made[name], self.context)
        if source is None and self.parameters.get(name):
            raise InputError(
                "layer.source.not_opened", "The layer given as {name} could not be opened.", name=name
            )
        if source is not None:
            self._source_names[name] = source.sourceName()
        return source

    def layer(self, name: str):
        """Map layer, or None."""
        layer = self._algorithm.parameterAsLayer(self.parameters, name, self.context)
        if layer is not None:
            self._source_names[name] = layer.name()
        return layer

    def source_layer(self, name: str):
        """Map layer behind a feature source, or None where it has none."""
        return layer_behind(self._algorithm, self.parameters, name, self.context)

    def layers(self, name: str) -> list:
        """Several map layers."""
        return self._algorithm.parameterAsLayerList(self.parameters, name, self.context)

    def crs(self, name: str):
        """Coordinate reference system."""
        return self._algorithm.parameterAsCrs(self.parameters, name, self.context)

    def file(self, name: str):
        """Path of an input file, or of an output file that was asked for; None otherwise."""
        definition = self._algorithm.parameterDefinition(name)
        if definition.isDestination():
            destination = self._destinations.get(name)
            return None if destination is None else destination.path
        path = self._algorithm.parameterAsFile(self.parameters, name, self.context)
        return Path(path) if path else None

    def claim_outputs(self) -> None:
        """Learn where every output goes, and refuse the run where one would be written over something."""
        self._guard = Guard(self._algorithm, self.parameters, self.context)
        self._destinations = self._guard.destinations
        tables = [one for one in self._destinations.values() if one.table and one.path is not None]
        for path in {one.file for one in tables}:
            self._tell_of_others_in(path, [one for one in tables if one.path == path])

    def _tell_of_others_in(self, path: Path, here: list) -> None:
        """Warn where a released layer lies in one file with others, which leave the building with it."""
        internal = {self._algorithm.is_internal(one.name) for one in here}
        if len(internal) > 1:
            said = Phrase(
                "{file} will hold internal layers beside released ones: never hand it over.", file=path.name
            )
            self._keep_apart(said)
        own = {one.layer.casefold() for one in here}
        others = [name for name in tables_of(path) if name.casefold() not in own]
        if others and internal == {False} and self.defines("RELEASE_REPORT"):
            said = Phrase(
                "{file} holds other layers beside the release ({layers}): whoever gets the file gets "
                "them, too. Hand over a file that holds the release alone.",
                file=path.name,
                layers=named(others),
            )
            self._keep_apart(said)

    def _keep_apart(self, said: Phrase) -> None:
        """Say that a file holds more than may leave the building, in a warning and in the verdict."""
        self.warn(said)
        self._not_alone.append(Check("file", CARE, said))

    def also_reads(self, path: Path) -> None:
        """Tell of a file that is read beside the inputs, so that no output is written over it."""
        self._guard.also_read(path)

    def is_asked_for(self, name: str) -> bool:
        """Tell whether the user asked for an output."""
        return name in self._destinations

    def wanted(self, name: str) -> bool:
        """Tell whether an optional input was given or output asked for; dialogs give NULL or [] for none."""
        value = self.parameters.get(name)
        return not is_null(value) and value not in ("", [])

    def randomness(self):
        """Source of the draws: the operating system's, or a seeded one that is for testing."""
        seed = self.integer("SEED")
        if seed is None:
            return SystemSource()
        if self._algorithm.SEED_TELLS:
            self.feedback.reportError(
                tr(
                    "This run used a seed, and whoever knows the seed can undo it: it is for testing. For "
                    "a release, run it without a seed."
                ),
                False,
            )
        return SeededSource(seed)

    @property
    def seeded(self) -> bool:
        """Whether the run is for testing only."""
        if not self._algorithm.SEED_TELLS:
            return False
        return self._algorithm.parameterDefinition("SEED") is not None and self.number("SEED") is not None

    def defines(self, name: str) -> bool:
        """Whether the algorithm asks for a parameter of this name: one that is gone it only refuses."""
        return self.definition(name) is not None and name not in retired_of(self._algorithm.ID)

    def definitions(self) -> list:
        """Definitions of the algorithm's input parameters."""
        return [one for one in self._algorithm.parameterDefinitions() if not one.isDestination()]

    def source_name(self, name: str) -> str:
        """Name of the layer that was read for a parameter; empty where none was."""
        return self._source_names.get(name, "")

    def progress(self, fraction: float, text: str = "") -> None:
        """Report the fraction done; raise where the user asked to stop. The core's one channel."""
        if self.feedback.isCanceled():
            raise CancelledError()
        self.feedback.setProgress(100 * fraction)
        if text and text != self._doing:
            self._doing = text
            self.feedback.setProgressText(sayable(translated(text, tr)))

    @contextmanager
    def spending(self, kind: str):
        """Count the time of some work for the log, without what is counted inside it under another name.

        Kinds are reading, solving, drawing, report and writing.
        """
        begun, before = perf_counter(), sum(self._spent.values())
        try:
            yield
        finally:
            inside = sum(self._spent.values()) - before
            self._spent[kind] += perf_counter() - begun - inside

    def tell_time(self) -> None:
        """Say in the log of a long run where its time went."""
        if told := self._time_told():
            self.feedback.pushInfo(told)

    def _time_told(self) -> str:
        """Where the time of a long run went so far; empty of a short one."""
        total_s = perf_counter() - self._begun
        if total_s < _TOLD_S:
            return ""
        rest = max(0.0, total_s - sum(self._spent.values()))
        return tr(
            "Seconds: {total:.1f}. Reading {reading:.1f}, solving and auditing {solving:.1f}, drawing "
            "places {drawing:.1f}, the report {report:.1f}, writing {writing:.1f}, all else {rest:.1f}.",
            total=total_s,
            rest=rest,
            **self._spent,
        )

    def warn(self, text: str) -> None:
        """Show a warning and keep it for the report; a phrase of the core is translated."""
        text = in_labels(translated(text, tr), self._algorithm)
        self.warnings.append(text)
        self.feedback.pushWarning(text)

    def write_layer(self, name: str, columns: list, geometries=None, wkb_type=NO_GEOMETRY, crs=None):
        """Write a layer in one go and check that all of it arrived.

        ``columns`` are fields, see :func:`...host.compat.field`, each with its values; what is no finite
        number is written as NULL, for every format writes it otherwise.
        """
        self.progress(0.98)
        destination = self._destinations[name]
        with self.spending("writing"):
            give_back()
            rows = formats.rows_of(columns, geometries, wkb_type, crs)
            if destination.kind == MEMORY:
                self.outputs[name] = write_to_memory(self, self._algorithm, destination, rows)
                style_on_loading(self.context, self._algorithm, name, self.outputs[name])
            else:
                self.outputs[name] = self.outbox.add_layer(destination, rows)
        self.counts[name] = len(rows.values)

    def write_file(self, name: str, path: Path, data: str | bytes | InMemory) -> None:
        """Write a file whole or not at all."""
        if isinstance(data, InMemory):
            data = data.source
        elif isinstance(data, str):
            data = sayable(data).encode("utf-8")
        self.outbox.add_file(self._destinations[name], path, data)
        self.outputs[name] = path_text(path)

    def on_release(self, confirm) -> None:
        """Have something called once all outputs are written beside their places, before they appear."""
        self._confirmed.append(confirm)

    def keep(self) -> None:
        """Let every output appear in its place, in one step; see :meth:`.Outbox.keep`."""
        with self.spending("writing"):
            self.outbox.keep(lambda: [confirm() for confirm in self._confirmed])
        for destination, loadable in self.outbox.loads():
            self.context.addLayerToLoadOnCompletion(loadable, destination.load)
            style_on_loading(self.context, self._algorithm, destination.name, loadable)
        hidden = self.outbox.internal_files()
        if hidden and os.name == "nt":
            self.feedback.pushInfo(
                tr(
                    "On Windows whoever may open the folder may read these internal files: {names}.",
                    names=", ".join(hidden),
                )
            )

    def take_back(self, undo) -> None:
        """Remember how something that was made is taken away again where the run fails."""
        self._undone.append(undo)

    def write_reports(self, report) -> None:
        """Write REPORT and, where the algorithm has it, RELEASE_REPORT; tell the verdict in the log too."""
        releases = self.defines("RELEASE_REPORT")  # else the report names what was judged
        files = (*report.files, *(self.outbox.checksums() if releases else self._judged_input()))
        title = report.title or self._algorithm.displayName()
        report = replace(report, title=title, files=files, releases=releases)
        self._judged = report.files
        if report.verdict is not None:
            judged = isinstance(report.verdict, Verdict)
            if judged and self._not_alone:
                checks = (*report.verdict.checks, *self._not_alone)
                report = replace(report, verdict=replace(report.verdict, checks=checks))
            self.verdict = report.verdict if judged else None
            page = first_page(report, release=False)
            self._key_figures = page.key_figures if page is not None else ()
            said = tr(
                "{algorithm}: {verdict}",
                algorithm=self._algorithm.displayName(),
                verdict=sentence(report.verdict) if judged else report.verdict.sentence,
            )
            self.feedback.pushInfo(said)
        path = self.file("REPORT")
        if path:
            self._write_report("REPORT", path, report)
        if self._algorithm.parameterDefinition("RELEASE_REPORT") and self.file("RELEASE_REPORT"):
            self._write_report("RELEASE_REPORT", self.file("RELEASE_REPORT"), report)

    def _judged_input(self) -> tuple[tuple[str, str], ...]:
        """Names and SHA-256 of the files of an input that the verdict is on."""
        name = self._algorithm.JUDGED
        return tuple(
            (one.name, sha256(str(one))) for one in files_of(self.source_layer(name) if name else None)
        )

    def _write_report(self, name: str, path: Path, report) -> None:
        release = name == "RELEASE_REPORT"
        with self.spending("report"):
            shown = report if release else self._timed(report)
            text = render(shown, release, lambda one: labelled(one, self._algorithm))
        self.write_file(name, path, text)

    def _timed(self, report):
        """The internal report of a long run, with where its time went until the report was written."""
        told = self._time_told()
        if not told:
            return report
        section = Section(tr("Where the time went until this report was written"), told, internal=True)
        return replace(report, sections=(*report.sections, section))

    def discard(self) -> None:
        """Remove every output of a run that failed, so that nothing half-written looks whole."""
        self.outbox.discard()
        for undo in reversed(self._undone):
            undo()
        self._undone = []
        self.outputs = {}

    def metrics(self, figures: dict) -> dict:
        """What a methods section and the next step need; no path, no seed, no coordinate. Internal."""
        judged = {}
        if self.verdict is not None:
            released = self.outbox.checksums() if self.defines("RELEASE_REPORT") else ()
            judged = {
                "verdict": self.verdict.level.value, "judgement": described(self.verdict),
                "key_figures": [
                    {"kind": one.kind, "value": one.value, "meaning": one.meaning}
                    for one in self._key_figures
                ],
                "date": datetime.date.today().isoformat(),
                "files": list(dict.fromkeys((*self._judged, *released))),
            }  # fmt: skip
        return {
            "algorithm": self._algorithm.ID,
            **judged,
            "versions": {
                "geodeid": version(),
                "qgis": Qgis.QGIS_VERSION,
                "python": platform.python_version(),
                "numpy": np.__version__,
            },
            "parameters": self._described_parameters(),
            "counts": self.counts,
            "ledger": self.beside.get("ledger"),
            "figures": figures,
            "charts": self.beside.get("charts", {}),
            **{
                name: self.beside[name]
                for name in ("mask_model", "picture", "pixels", "patients", "drawn", "areas")
                if self.beside.get(name) is not None
            },
            "warnings": self.warnings,
            "for_testing_only": self.seeded,
        }

    def _described_parameters(self) -> dict:
        described, gone = {}, retired_of(self._algorithm.ID)
        for definition in self._algorithm.parameterDefinitions():
            name = definition.name()
            if definition.isDestination() or name == "SEED" or name in gone:
                continue
            value = self.parameters.get(name, definition.defaultValue())
            if isinstance(definition, QgsProcessingParameterEnum):
                value = self.choice(name)
            elif isinstance(definition, QgsProcessingParameterField):
                value = self.fields(name) if definition.allowMultiple() else self.field(name)
            elif isinstance(value, (bool, int, float)) or value is None:
                pass
            elif definition.type() in ("number", "distance", "string", "matrix", "boolean"):
                value = value if isinstance(value, (str, list)) else self.text(name)
            else:
                value = self._source_names.get(name, tr("given"))
            described[name] = value
        return described
