# SPDX-License-Identifier: GPL-2.0-or-later
"""What an algorithm asks for, declared once.

An :class:`Input` says name, title, help, default and limits of one question. From it follow the parameter of
the dialog, its help and its row on the page of the algorithm, what is translated, and the value that
``compute`` gets: ``inputs.k`` for ``ask.whole("K", …)``.

Titles and helps are English sentences as they stand in the call, where ``scripts/make_translations`` finds
them; what several inputs say, or what has values in it, is a :class:`Phrase`; a function makes a sentence of
pieces that are translated already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Union

from qgis.core import (
    QgsProcessing,
    QgsProcessingParameterBoolean,
    QgsProcessingParameterCrs,
    QgsProcessingParameterDefinition,
    QgsProcessingParameterEnum,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterField,
    QgsProcessingParameterFile,
    QgsProcessingParameterMatrix,
    QgsProcessingParameterMultipleLayers,
    QgsProcessingParameterNumber,
    QgsProcessingParameterRasterLayer,
    QgsProcessingParameterString,
    QgsProcessingParameterVectorLayer,
)

from ...core.base.errors import Phrase
from ...core.intake.numbers import parse_numbers, parse_whole_numbers
from ...i18n import tr

Words = Union[str, Callable[[], str]]
"""A sentence in English, a phrase, or what makes one in the language of QGIS."""

_TYPE = QgsProcessing.SourceType
POINTS, LINES, POLYGONS = (_TYPE.TypeVectorPoint,), (_TYPE.TypeVectorLine,), (_TYPE.TypeVectorPolygon,)
POLYGONS_OR_POINTS = (_TYPE.TypeVectorPolygon, _TYPE.TypeVectorPoint)
POINTS_OR_POLYGONS = (_TYPE.TypeVectorPoint, _TYPE.TypeVectorPolygon)
SHAPES = (_TYPE.TypeVectorAnyGeometry,)
TABLE = (_TYPE.TypeVector,)
ANY_MAP = (_TYPE.TypeMapLayer,)


def in_language(words: Words) -> str:
    """Words in the language of QGIS."""
    if isinstance(words, Phrase):
        return words.translated(tr)
    if callable(words):
        return words()
    return tr(words) if words else ""


@dataclass(frozen=True)
class Input:
    """One question of a dialog."""

    name: str
    """Name in models, scripts and METRICS, in capitals; ``inputs`` has it in lower case."""
    title: Words
    help: Words
    """What the dialog calls it, and what it is, its unit and what a wrong value does."""
    make: Callable
    """Makes QGIS's parameter of name and title."""
    read: Callable
    """Reads the value of a run."""
    advanced: bool = False
    """Whether it stands under Advanced."""
    hidden: bool = False
    """Whether no dialog shows it."""
    undoes: bool = False
    """Whether whoever knows the value can undo what is released, as a seed of a mask."""

    def definition(self) -> QgsProcessingParameterDefinition:
        """QGIS's parameter, in the language of QGIS."""
        return shown(self, self.make(self.name, in_language(self.title)))


def shown(declared, definition: QgsProcessingParameterDefinition) -> QgsProcessingParameterDefinition:
    """A parameter of QGIS with the help of what is declared, and under Advanced or hidden where it is."""
    definition.setHelp(in_language(declared.help))
    flag = QgsProcessingParameterDefinition.Flag
    for is_set, one in ((declared.advanced, flag.FlagAdvanced), (declared.hidden, flag.FlagHidden)):
        if is_set:
            definition.setFlags(definition.flags() | one)
    return definition


class Inputs:
    """The values of one run, read once: an attribute for each declared input, in lower case.

    A layer is told by whether it was given; the functions of ``io`` read it.
    """

    def __init__(self, run, declared: Iterable[Input]) -> None:
        for one in declared:
            object.__setattr__(self, one.name.lower(), one.read(run))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(name)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Tell type checkers that names come from the declaration."""


def under_advanced(*inputs: Input, only: str = "") -> tuple[Input, ...]:
    """The inputs with all of them, or that of one name alone, under Advanced."""
    return tuple(replace(one, advanced=True) if only in ("", one.name) else one for one in inputs)


def without(inputs: Iterable[Input], *names: str) -> tuple[Input, ...]:
    """The inputs without those of some names."""
    return tuple(one for one in inputs if one.name not in names)


def worded(definition: QgsProcessingParameterDefinition) -> QgsProcessingParameterDefinition:
    """Have dialogs show words in the place of the keys of an enumeration."""
    definition.setMetadata({"widget_wrapper": {"class": "geodeid_plugin.gui.choices.WordedChoice"}})
    return definition


def guessed(definition: QgsProcessingParameterDefinition, guess: str) -> QgsProcessingParameterDefinition:
    """Have dialogs preselect the likely field: ``identifier`` or ``population`` of an area, or ``none``."""
    wrapper = {"class": "geodeid_plugin.gui.fieldguess.GuessingField", "guess": guess}
    definition.setMetadata({"widget_wrapper": wrapper})
    return definition


def source(
    name: str, title: Words, help: Words, kinds: Sequence = POINTS, optional: bool = False, **options
) -> Input:
    """A vector layer, or the features selected in it; its value tells whether it was given.

    Options are further attributes of :class:`Input`, here and below.
    """
    make = partial(QgsProcessingParameterFeatureSource, types=list(kinds), optional=optional)
    return Input(name, title, help, make, lambda run: run.wanted(name), **options)


def vector_layer(name: str, title: Words, help: Words, kinds: Sequence, **options) -> Input:
    """A vector layer as a whole, with its style."""
    make = partial(QgsProcessingParameterVectorLayer, types=list(kinds))
    return Input(name, title, help, make, lambda run: run.wanted(name), **options)


def layers(
    name: str, title: Words, help: Words, kinds: Sequence = SHAPES, optional: bool = True, **options
) -> Input:
    """Several layers; the value tells whether any was given."""
    make = partial(QgsProcessingParameterMultipleLayers, layerType=kinds[0], optional=optional)
    return Input(name, title, help, make, lambda run: run.wanted(name), **options)


def raster(name: str, title: Words, help: Words, **options) -> Input:
    """A raster layer; the value tells whether it was given."""
    return Input(
        name, title, help, QgsProcessingParameterRasterLayer, lambda run: run.wanted(name), **options
    )


def field(
    name: str,
    title: Words,
    help: Words,
    layer: str,
    numeric: bool = False,
    optional: bool = False,
    several: bool = False,
    guess: str = "",
    **options,
) -> Input:
    """A field of a layer: its name or None; where several may be chosen, a tuple of names.

    ``guess`` is that of :func:`guessed`: QGIS preselects the first field of the layer, which numbers its
    rows more often than not.
    """
    kind = QgsProcessingParameterField.DataType
    made = partial(
        QgsProcessingParameterField, parentLayerParameterName=layer, allowMultiple=several,
        type=kind.Numeric if numeric else kind.Any, optional=optional,
    )  # fmt: skip

    def read(run):
        return tuple(run.fields(name)) if several else run.field(name)

    def make(name: str, title: str):
        return guessed(made(name, title), guess)

    return Input(name, title, help, make if guess else made, read, **options)


def whole(
    name: str,
    title: Words,
    help: Words,
    default: int | None = None,
    least: int | None = None,
    most: int | None = None,
    optional: bool | None = None,
    **options,
) -> Input:
    """A whole number, or None; optional where it has no default."""
    make = _number(QgsProcessingParameterNumber.Type.Integer, default, least, most, optional)
    return Input(name, title, help, make, lambda run: run.integer(name), **options)


def number(
    name: str,
    title: Words,
    help: Words,
    default: float | None = None,
    least: float | None = None,
    most: float | None = None,
    optional: bool | None = None,
    **options,
) -> Input:
    """A number, or None; optional where it has no default."""
    make = _number(QgsProcessingParameterNumber.Type.Double, default, least, most, optional)
    return Input(name, title, help, make, lambda run: run.number(name), **options)


def _number(kind, default, least, most, optional) -> Callable:
    limits = {name: value for name, value in (("minValue", least), ("maxValue", most)) if value is not None}
    absent = default is None if optional is None else optional
    return partial(QgsProcessingParameterNumber, type=kind, defaultValue=default, optional=absent, **limits)


def text(
    name: str,
    title: Words,
    help: Words,
    default: str | None = None,
    optional: bool = True,
    parse: Callable = lambda run, name: run.text(name),
    keys: str = "",
    **options,
) -> Input:
    """A text, or what ``parse`` reads of it, such as :func:`whole_numbers`.

    Its default is translated; a default that consists of ``keys`` is not.
    """

    def make(name: str, title: str):
        words = tr(default) if default else keys or default
        return QgsProcessingParameterString(name, title, words, optional=optional)

    return Input(name, title, help, make, lambda run: parse(run, name), **options)


def whole_numbers(run, name: str) -> tuple[int, ...]:
    """Whole numbers of a text, sorted, each once."""
    return parse_whole_numbers(run.text(name), run.label(name))


def numbers(run, name: str) -> tuple[float, ...]:
    """Numbers of a text, in their order."""
    return parse_numbers(run.text(name), run.label(name))


def choice(
    name: str, title: Words, help: Words, keys: Iterable[str], default=None, optional: bool = False, **options
) -> Input:
    """One of some keys; dialogs show the words of :func:`.labels.words` for them."""

    def make(name: str, title: str):
        return worded(QgsProcessingParameterEnum(name, title, list(keys), False, default, optional, True))

    return Input(name, title, help, make, lambda run: run.choice(name), **options)


def switch(name: str, title: Words, help: Words, default: bool = False, **options) -> Input:
    """Yes or no."""
    make = partial(QgsProcessingParameterBoolean, defaultValue=default)
    return Input(name, title, help, make, lambda run: run.boolean(name), **options)


def file(
    name: str, title: Words, help: Words, extension: str = "", optional: bool = True, **options
) -> Input:
    """A file: its path or None. ``extension`` is the one it must have."""

    def make(*named, **shown) -> QgsProcessingParameterFile:
        made = QgsProcessingParameterFile(*named, extension=extension, optional=optional, **shown)
        if not extension:
            made.setFileFilter("")  # QGIS's own, “*.*”, refuses a name without a dot
        return made

    return Input(name, title, help, make, lambda run: run.file(name), **options)


def folder(name: str, title: Words, help: Words, **options) -> Input:
    """A folder: its path or None."""
    behaviour = QgsProcessingParameterFile.Behavior.Folder
    make = partial(QgsProcessingParameterFile, behavior=behaviour, optional=True)
    return Input(name, title, help, make, lambda run: run.file(name), **options)


def table(name: str, title: Words, help: Words, columns: Sequence[Words], **options) -> Input:
    """Rows of cells: the cells as QGIS hands them over, flat or nested."""

    def make(name: str, title: str):
        heads = [in_language(one) for one in columns]
        return QgsProcessingParameterMatrix(name, title, headers=heads, optional=True)

    return Input(name, title, help, make, lambda run: run.matrix(name), **options)


def crs(name: str, title: Words, help: Words, **options) -> Input:
    """A coordinate reference system; invalid where none was chosen."""
    make = partial(QgsProcessingParameterCrs, optional=True)
    return Input(name, title, help, make, lambda run: run.crs(name), **options)
