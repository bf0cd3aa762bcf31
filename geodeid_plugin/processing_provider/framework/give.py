# SPDX-License-Identifier: GPL-2.0-or-later
"""What an algorithm gives, declared once: layers with their fields, files, and figures.

An :class:`Output` is a place that the user chooses; a :class:`Figure` is a number or a word on which a model
branches. :class:`Result` is what ``compute`` returns: the frame writes, judges and renders it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Union

import numpy as np
from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputBoolean,
    QgsProcessingOutputFile,
    QgsProcessingOutputNumber,
    QgsProcessingOutputRasterLayer,
    QgsProcessingOutputString,
    QgsProcessingParameterDefinition,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFileDestination,
    QgsProcessingParameterFolderDestination,
    QgsProcessingParameterRasterDestination,
)

from ...host import compat
from ...host.compat import NO_GEOMETRY
from .ask import Words, in_language, shown

if TYPE_CHECKING:
    from ...report import Report

_TYPE = QgsProcessing.SourceType
TEXT, WHOLE, REAL, FLAG, CODE = "text", "integer", "real", "boolean", "code"
"""Kinds of a field. A code is a whole number or a text, as the user's own are."""


@dataclass(frozen=True)
class Output:
    """A layer, file or folder that the user may ask for."""

    name: str
    title: Words
    help: Words
    """As of an :class:`.ask.Input`."""
    make: Callable
    """Makes QGIS's parameter of name, title, ``optional`` and ``createByDefault``."""
    optional: bool = False
    """Whether the run goes without it."""
    by_default: bool = True
    """Whether dialogs make it where the user says nothing."""
    internal: bool = False
    """Whether it must not be released: its layer is named so, its file is for its owner's eyes."""
    style: str = ""
    """Name of its style below resources/styles."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """Fields of a layer and their kinds."""
    advanced: bool = False
    hidden: bool = False
    """Where dialogs show it."""

    def definition(self) -> QgsProcessingParameterDefinition:
        """QGIS's parameter, in the language of QGIS."""
        optional, by_default = self.optional, self.by_default
        made = self.make(self.name, in_language(self.title), optional=optional, createByDefault=by_default)
        return shown(self, made)

    def columns(self, features: Features) -> list:
        """Fields of QGIS with the values of each, in the order of the declaration behind what is copied."""
        declared = [
            (
                compat.field(
                    name, features.code_of(name) if self.fields[name] == CODE else self.fields[name]
                ),
                values,
            )
            for name, values in features.values.items()
        ]
        return [*features.copied, *declared, *features.appended]


@dataclass(frozen=True)
class Features:
    """Rows of a layer."""

    values: Mapping[str, Any]
    """Values of the declared fields, in their order; what is no finite number is written as NULL."""
    geometries: Sequence | None = None
    """One a row."""
    wkb_type: object = NO_GEOMETRY
    crs: object = None
    """Geometry type and coordinate reference system of the layer."""
    copied: Sequence = ()
    codes: str | Mapping[str, str] = TEXT
    """Kind of the fields declared as codes: of all, or of each by its name."""
    appended: Sequence = ()
    """Fields that the user's own data name, such as those of their layer: before and behind the declared."""

    def code_of(self, name: str) -> str:
        """Kind of a field that is declared as a code."""
        return self.codes if isinstance(self.codes, str) else self.codes[name]


def rows_as_csv(features: Features) -> str:
    """The rows of a layer without shapes, as CSV by RFC 4180; what there is no value for is empty."""
    columns = [
        *((kept.name(), values) for kept, values in features.copied),
        *features.values.items(),
        *((kept.name(), values) for kept, values in features.appended),
    ]
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([name for name, _values in columns])
    writer.writerows(zip(*([_cell(one) for one in values] for _name, values in columns)))
    return text.getvalue()


def _cell(value) -> str:
    if value is None or value != value:
        return ""
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value)).lower()
    if isinstance(value, (float, np.floating)):
        return str(int(value)) if float(value).is_integer() else repr(float(value))
    return str(value)


Layers = dict[str, Union[Features, Callable[[], Features]]]
"""Layers by name, made at once or where they are asked for."""


@dataclass(frozen=True)
class InMemory:
    """A file that GDAL made in its own memory, such as a raster: ``source`` is its name there.

    ``run.outbox.scratch`` gives that name.
    """

    source: str


@dataclass(frozen=True)
class Figure:
    """A number or a word of the result, on which a model can branch."""

    name: str
    title: Words
    make: type = QgsProcessingOutputNumber

    def definition(self):
        """QGIS's output, in the language of QGIS."""
        return self.make(self.name, in_language(self.title))


@dataclass(frozen=True)
class Result:
    """What an algorithm found."""

    figures: Mapping = field(default_factory=dict)
    """Values of the declared figures, and further ones for METRICS."""
    layers: Layers = field(default_factory=dict)
    """Rows of the declared layers, in the order in which they are written; those that nobody asked for are
    passed over. A function is called only where the layer was asked for."""
    files: Mapping[str, bytes | str | InMemory | Callable] = field(default_factory=dict)
    """Contents of the declared files, likewise."""
    report: Report | None = None
    """Title, lead, sections and the verdict; the frame adds warnings, and whether the run was seeded."""
    metrics: Mapping = field(default_factory=dict)
    """What METRICS hold beside the figures: ``mask_model``, ``charts``, ``picture``, ``patients``, ``areas``,
    ``ledger``."""
    on_release: Sequence[Callable] = ()
    """Called once all outputs are written beside their places, before they appear."""


def _layer(name: str, title: Words, help: Words, kind, options: Mapping) -> Output:
    make, optional = partial(QgsProcessingParameterFeatureSink, type=kind), options.get("optional", False)
    return Output(name, title, help, make, **{"by_default": not optional, **options})


def points(name: str, title: Words, help: Words, **options) -> Output:
    """A layer of points; options are the attributes of :class:`Output`."""
    return _layer(name, title, help, _TYPE.TypeVectorPoint, options)


def lines(name: str, title: Words, help: Words, **options) -> Output:
    """A layer of lines."""
    return _layer(name, title, help, _TYPE.TypeVectorLine, options)


def polygons(name: str, title: Words, help: Words, **options) -> Output:
    """A layer of polygons."""
    return _layer(name, title, help, _TYPE.TypeVectorPolygon, options)


def shapes(name: str, title: Words, help: Words, **options) -> Output:
    """A layer whose geometries are of the kind of an input's."""
    return _layer(name, title, help, _TYPE.TypeVectorAnyGeometry, options)


def table(name: str, title: Words, help: Words, **options) -> Output:
    """A table, or a layer of any kind."""
    return _layer(name, title, help, _TYPE.TypeVector, options)


def file(name: str, title: Words, help: Words, pattern: Words, **options) -> Output:
    """A file; ``pattern`` is what dialogs offer, “HTML files (*.html)”."""

    def make(name: str, title: str, **shown):
        return QgsProcessingParameterFileDestination(name, title, fileFilter=in_language(pattern), **shown)

    return Output(name, title, help, make, **options)


def raster(name: str, title: Words, help: Words, **options) -> Output:
    """A raster layer."""
    return Output(name, title, help, QgsProcessingParameterRasterDestination, **options)


def folder(name: str, title: Words, help: Words, **options) -> Output:
    """A folder of files."""
    return Output(name, title, help, QgsProcessingParameterFolderDestination, **options)


def number(name: str, title: Words) -> Figure:
    """A number."""
    return Figure(name, title)


def text(name: str, title: Words) -> Figure:
    """A word or sentence."""
    return Figure(name, title, QgsProcessingOutputString)


def flag(name: str, title: Words) -> Figure:
    """Yes or no."""
    return Figure(name, title, QgsProcessingOutputBoolean)


def path(name: str, title: Words) -> Figure:
    """Path of a file that was written."""
    return Figure(name, title, QgsProcessingOutputFile)


def raster_layer(name: str, title: Words) -> Figure:
    """A raster layer that was written."""
    return Figure(name, title, QgsProcessingOutputRasterLayer)
