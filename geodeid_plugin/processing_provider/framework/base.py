# SPDX-License-Identifier: GPL-2.0-or-later
"""What every algorithm shares: its definition, its error handling, its metrics."""

from __future__ import annotations

import contextlib
import json
import math
import threading
import traceback
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache

from qgis.core import (
    Qgis,
    QgsApplication,
    QgsCsException,
    QgsMessageLog,
    QgsProcessingAlgorithm,
    QgsProcessingException,
    QgsProcessingParameterDefinition,
    QgsProcessingParameterMatrix,
    QgsProcessingParameterString,
)
from qgis.PyQt.QtGui import QIcon

from ...core.base.errors import GeoDeIDError
from ...host import installation, settings
from ...host.installation import guide, resource
from ...i18n import tr
from ...report import Report
from ...report.verdictpage import sentence
from ..io.rawtable import with_tables_as_layers
from . import ask, blocks, give, labels, retired
from .give import Output, Result
from .labels import in_labels
from .run import Run

IN_BOLD = "<span style='font-weight:bold'>{}</span>: {}"
"""A title and what is told of it. QGIS draws <b> in help almost black, on dark windows, too."""


def help_text(summary: str, algorithm) -> str:
    """What the dialog shows beside the parameters: what it answers, then each parameter and output.

    A paragraph a line; with marks for the dialog, without them for ``qgis_process help``.
    """
    hidden = QgsProcessingParameterDefinition.Flag.FlagHidden
    shown = [one for one in algorithm.parameterDefinitions() if not one.flags() & hidden]
    told = [(one.description(), one.help()) for one in shown]
    form = "{}: {}" if QgsApplication.platform() == "qgis_process" else IN_BOLD
    return "\n".join([summary, *(form.format(title, text) for title, text in told if text)])


def _import_scipy_first() -> None:
    """Have the window's thread be the first to import scipy.

    pybind11 keeps the state of the thread that is first (its issue 2888). QGIS ends that of other threads
    with each task; the next task in the same thread then died holding Python's lock, and QGIS froze.
    """
    if threading.current_thread() is threading.main_thread():
        with contextlib.suppress(Exception):  # a scipy built for another NumPy raises what it likes
            import scipy.spatial  # noqa: F401


def log(feedback, text: str) -> None:
    """Put what only a developer understands where it can be found: the run's log and QGIS's messages."""
    feedback.pushDebugInfo(text)
    QgsMessageLog.logMessage(text, "GeoDeID", Qgis.MessageLevel.Critical)


def refusal(error: GeoDeIDError, algorithm, feedback) -> QgsProcessingException:
    """What QGIS shows of an error of ours: its sentence; its code stands in the run's log, for support."""
    feedback.pushInfo(tr("Error code: {code}", code=error.code))
    return QgsProcessingException(in_labels(error.translated(tr), algorithm))


def _unforeseen(error: Exception) -> str:
    """What the user reads where something failed that nobody thought of; the data are not quoted."""
    if isinstance(error, QgsCsException):
        return tr(
            "A place lies where a coordinate reference system has none. Nothing was kept. Check that every "
            "layer has the coordinate reference system of its coordinates, and that it fits the region."
        )
    if isinstance(error, MemoryError):
        return tr(
            "The memory of this computer did not suffice. Nothing was kept. Simplify the polygons, or run on "
            "fewer features."
        )
    return tr(
        "Something went wrong that was not foreseen ({kind}). Nothing was kept. Please report it with the "
        "details in the log, without confidential data.",
        kind=type(error).__name__,
    )


def _hidden(name: str, help: str) -> QgsProcessingParameterDefinition:
    """A parameter that no dialog shows: models hand on only what a step defines."""
    definition = QgsProcessingParameterString(name, name, optional=True)
    definition.setHelp(help)
    definition.setFlags(definition.flags() | QgsProcessingParameterDefinition.Flag.FlagHidden)
    return definition


def without_nan(value):
    """The same lists and mappings with None for what is no number: JSON has no word for it."""
    if isinstance(value, dict):
        return {key: without_nan(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [without_nan(one) for one in value]
    if hasattr(value, "tolist"):
        return without_nan(value.tolist())
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _judged(run: Run) -> dict:
    """The verdict as outputs of the algorithm."""
    if run.verdict is None:
        return {}
    return {"VERDICT": run.verdict.level.value, "VERDICT_TEXT": sentence(run.verdict)}


@cache
def _definitions(kind: type[GeoDeIDAlgorithm], _summary: str) -> list[QgsProcessingParameterDefinition]:
    """Parameters of a class, made once in each language, which its summary tells.

    QGIS makes every step of a model anew dozens of times while it runs.
    """
    gone = retired.retired_of(kind.ID).items()
    return [
        *(asked.definition() for asked in kind.INPUTS),
        *(output.definition() for output in (*kind.OUTPUTS, blocks.METRICS)),
        *(_hidden(name, one.became.translated(tr)) for name, one in gone if "=" not in name),
    ]


class GeoDeIDAlgorithm(QgsProcessingAlgorithm):
    """Base of all algorithms.

    A subclass declares what it asks and gives, and does its work in :meth:`compute`: read the layers, call
    the core, return a result. What goes wrong inside becomes one sentence, and no output of a failed or
    cancelled run is left behind.
    """

    ID = ""
    TITLE = ""
    HEADING = labels.RESEARCH
    """Where it stands in the toolbox."""
    TAGS: tuple[str, ...] = ()
    SUMMARY = ""
    """Help: what the algorithm answers, in a few plain sentences."""
    REQUIRES: tuple[str, ...] = ("scipy", "jinja2")
    """Python packages it cannot do without, beside numpy; jinja2 writes the reports."""
    JUDGES = False
    """Whether it says anything about safety, so that its report has a verdict."""
    JUDGED = ""
    """Input that the verdict is on, where it is no output: the report names its file."""
    INPUTS: tuple[ask.Input, ...] = ()
    OUTPUTS: tuple[give.Output, ...] = ()
    FIGURES: tuple[give.Figure, ...] = ()
    """Asked, given and found, beside METRICS and the verdict, which all have."""
    STYLES: dict[str, str]
    """Name of the style below resources/styles of each output layer, as declared."""
    INTERNAL: tuple[str, ...]
    """Outputs that must not be released, as declared; their layers are named so."""
    SEED_TELLS: bool
    """Whether a seed would undo what is released, as declared."""

    def __init_subclass__(cls, **options) -> None:
        """Read from the declaration what others ask a class for."""
        super().__init_subclass__(**options)
        outputs = (*cls.OUTPUTS, blocks.METRICS)
        cls.STYLES = {one.name: one.style for one in outputs if one.style}
        cls.INTERNAL = tuple(one.name for one in outputs if one.internal)
        cls.SEED_TELLS = any(one.undoes for one in cls.INPUTS)

    def compute(self, inputs: ask.Inputs, run: Run) -> give.Result:
        """From the inputs to the result: read the layers, call the core; the frame writes and judges."""
        raise NotImplementedError

    def is_internal(self, name: str) -> bool:
        """Whether an output must not be released; its file is for its owner's eyes only."""
        return name in self.INTERNAL

    def createInstance(self):
        if getattr(self.provider(), "complete", True):  # not while QGIS starts: it takes a third of a second
            _import_scipy_first()
        return type(self)()

    def name(self):
        return self.ID

    def displayName(self):
        return tr(self.TITLE)

    def groupId(self):
        return self.HEADING.id

    def group(self):
        return self.HEADING.shown()

    def flags(self):
        """Keep steps and research out of the toolbox, unless the settings show them."""
        hidden = self.HEADING is labels.RESEARCH and not settings.is_on(settings.RESEARCH_TOOLS)
        flags = super().flags()
        return flags | QgsProcessingAlgorithm.Flag.FlagHideFromToolbox if hidden else flags

    def tags(self):
        return [tr(tag) for tag in self.TAGS]

    def icon(self):
        return QIcon(self.svgIconPath())

    def svgIconPath(self):
        own = resource("icons", f"{self.ID}.svg")
        return str(own if own.exists() else resource("icons", "geodeid.svg"))

    def shortHelpString(self):
        return help_text(tr(self.SUMMARY), self)

    def shortDescription(self):
        return tr(self.SUMMARY).split(". ")[0]

    def helpUrl(self):
        return guide(f"algorithms/{self.ID}")

    def asQgisProcessCommand(self, parameters, context):
        """What *Copy as qgis_process Command* gives: a table as one text, which is how the shell says it.

        A cell with a comma cannot be said so; QGIS then points to JSON.
        """
        tables = {
            one.name(): [str(cell) for cell in parameters[one.name()]]
            for one in self.parameterDefinitions()
            if isinstance(one, QgsProcessingParameterMatrix) and isinstance(parameters.get(one.name()), list)
        }
        texts = {name: ",".join(cells) for name, cells in tables.items()}
        command, fits = super().asQgisProcessCommand({**parameters, **texts}, context)
        return command, fits and not any("," in cell for cells in tables.values() for cell in cells)

    def initAlgorithm(self, configuration=None):
        for definition in _definitions(type(self), tr(self.SUMMARY)):
            self.addParameter(definition.clone())
        for figure in (*self.FIGURES, *(blocks.VERDICT if self.JUDGES else ())):
            self.addOutput(figure.definition())

    def canExecute(self):
        absent = installation.missing(self.REQUIRES)
        return (not absent, installation.how_to_install(absent) if absent else "")

    def prepareAlgorithm(self, parameters, context, feedback):
        able, message = self.canExecute()
        if not able:
            raise QgsProcessingException(message)
        return True

    def checkParameterValues(self, parameters, context):
        """Refuse first what is gone: QGIS takes a value that is gone for a wrong one, and says no more."""
        sentence = retired.gone(self, retired.retired_of(self.ID), parameters)
        readable = with_tables_as_layers(self, parameters)
        return (False, sentence) if sentence else super().checkParameterValues(readable, context)

    def processAlgorithm(self, parameters, context, feedback):
        # The values of a model's steps were not checked before.
        gone = retired.gone(self, retired.retired_of(self.ID), parameters)
        if gone:
            raise QgsProcessingException(gone)
        run = Run(self, parameters, context, feedback)
        try:
            run.claim_outputs()
            result = self.compute(ask.Inputs(run, self.INPUTS), run)
            figures = without_nan({**finish(run, self.OUTPUTS, result), **_judged(run)})
            self._write_metrics(run, figures)
            run.keep()
            run.tell_time()
        except GeoDeIDError as error:
            run.discard()
            raise refusal(error, self, feedback) from error
        except QgsProcessingException:  # QGIS's own sentence
            run.discard()
            raise
        except Exception as error:
            run.discard()
            log(feedback, traceback.format_exc())
            raise QgsProcessingException(_unforeseen(error)) from error
        except BaseException:  # Ctrl+C in a script
            run.discard()
            raise
        declared = dict.fromkeys(one.name for one in self.FIGURES)  # a model branches on each, if on none
        return {**declared, **figures, **run.outputs}

    def _write_metrics(self, run: Run, figures: dict) -> None:
        path = run.file("METRICS")
        if path:
            text = json.dumps(without_nan(run.metrics(figures)), indent=2, ensure_ascii=False, default=str)
            run.write_file("METRICS", path, text + "\n")


def finish(run, declared: Iterable[Output], result: Result) -> dict:
    """Hand everything that was found to the run, which lets all of it out together or nothing.

    Gives the figures.
    """
    outputs = {one.name: one for one in declared}
    for name, features in result.layers.items():
        if run.is_asked_for(name):
            made = features() if callable(features) else features
            run.write_layer(name, outputs[name].columns(made), made.geometries, made.wkb_type, made.crs)
    for name, content in result.files.items():
        if run.is_asked_for(name):
            _write_file(run, name, content() if callable(content) else content)
    run.beside = result.metrics
    if result.report is not None:
        run.write_reports(_completed(run, result.report))
    for confirm in result.on_release:
        run.on_release(confirm)
    return dict(result.figures)


def _completed(run, report: Report) -> Report:
    """The report with what only the frame knows: warnings, and whether the run was seeded."""
    return replace(
        report,
        warnings=(*report.warnings, *run.warnings),
        for_testing=report.for_testing or run.seeded,
    )


def _write_file(run, name: str, content) -> None:
    """Write a file, or a folder of them given as a mapping of names to contents."""
    place = run.file(name)
    if not isinstance(content, Mapping):
        run.write_file(name, place, content)
        return
    for file, data in content.items():
        run.write_file(name, place / file, data)
    run.outputs[name] = str(place)
