# SPDX-License-Identifier: GPL-2.0-or-later
"""Parameters that several algorithms share, for those that add them one by one."""

from __future__ import annotations

from qgis.core import QgsProcessing, QgsProcessingParameterEnum, QgsProcessingParameterField

from . import blocks

AREA_TYPES = [QgsProcessing.SourceType.TypeVectorPolygon, QgsProcessing.SourceType.TypeVectorPoint]
NUMERIC = QgsProcessingParameterField.DataType.Numeric
ANY = QgsProcessingParameterField.DataType.Any


def choice(name: str, title: str, options, default=None, several: bool = False, optional: bool = False):
    """Make an enumeration whose values are names, in models and on the command line too."""
    made = QgsProcessingParameterEnum(
        name, title, options=list(options), allowMultiple=several, defaultValue=default,
        optional=optional, usesStaticStrings=True,
    )  # fmt: skip
    return made if several else worded(made)


def worded(parameter):
    """Have dialogs show words in the place of the keys of an enumeration."""
    parameter.setMetadata({"widget_wrapper": {"class": "geodeid_plugin.gui.choices.WordedChoice"}})
    return parameter


def field(name: str, title: str, parent: str, kind=ANY, optional: bool = False, several: bool = False):
    """Make a field parameter."""
    return QgsProcessingParameterField(
        name, title, parentLayerParameterName=parent, type=kind, allowMultiple=several, optional=optional
    )


def guessed(parameter, guess: str):
    """Have dialogs preselect the likely field: ``identifier`` or ``population`` of an area, or ``none``."""
    parameter.setMetadata(
        {"widget_wrapper": {"class": "geodeid_plugin.gui.fieldguess.GuessingField", "guess": guess}}
    )
    return parameter


def _add(algorithm, inputs) -> None:
    for one in inputs:
        algorithm.addParameter(one.definition())


def add_areas(algorithm, population: str = "required", boundary: bool = True, optional: bool = False) -> None:
    """Add :func:`.blocks.areas`."""
    _add(algorithm, blocks.areas(population, boundary, optional))


def add_patients(algorithm, name: str = "PATIENTS", title: str = "") -> None:
    """Add :func:`.blocks.patients`."""
    _add(algorithm, blocks.patients(name, title) if title else blocks.patients(name))


def add_released_fields(algorithm, layer: str) -> None:
    """Add :func:`.blocks.released_fields`."""
    _add(algorithm, blocks.released_fields(layer))


def add_truth(algorithm, explanation: str, optional: bool = False) -> None:
    """Add :func:`.blocks.truth`."""
    _add(algorithm, blocks.truth(explanation, optional))


def add_candidates(algorithm) -> None:
    """Add :data:`.blocks.CANDIDATES`."""
    _add(algorithm, blocks.CANDIDATES)


def add_outside(algorithm) -> None:
    """Add :data:`.blocks.OUTSIDE`."""
    _add(algorithm, (blocks.OUTSIDE,))
