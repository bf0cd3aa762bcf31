# SPDX-License-Identifier: GPL-2.0-or-later
"""Refuses outputs that would be written over an input or over one another, before anything is written.

QGIS itself overwrites whatever an output names. The patients' only file must not be lost that way, nor an
internal report land in the file that is to be released.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from qgis.core import QgsMapLayer, QgsProcessingFeatureSourceDefinition, QgsProject

from ....core.base.errors import InputError
from ....host.compat import is_null
from ....i18n import tr
from . import places
from .destinations import (
    Destination,
    moved,
    parts_of_others,
    read_destination,
    refuse_loss,
    refuse_other_file,
    refuse_parts,
)
from .files import clear_leftovers


class Guard:
    """Every place that a run reads or writes, known before it writes.

    Attributes
    ----------
    destinations : dict
        :class:`.destinations.Destination` of each output that was asked for, by parameter.

    Raises
    ------
    InputError
        Where an output would be written over an input, another output, the open project, or a file that
        belongs to one of these, or where nothing can be written.
    """

    def __init__(self, algorithm, parameters: dict, context):
        self._taken = []
        self.destinations: dict = {}
        definitions = algorithm.parameterDefinitions()
        for definition in definitions:
            if not definition.isDestination() and not is_null(parameters.get(definition.name())):
                words = tr("the input “{name}”", name=definition.description())
                self._taken += [(p, words) for p in _places_read(algorithm, definition, parameters, context)]
        for project in {context.project(), QgsProject.instance()} - {None}:
            self._taken += [(place, tr("the open project")) for place in _of_project(project)]
        for definition in definitions:
            if definition.isDestination():
                found = read_destination(algorithm, definition, parameters, context)
                if found is not None:
                    self.claim(found)

    def redirect(self, name: str, path) -> None:
        """Take another file for an output than the one it had."""
        old = self.destinations[name]
        self._taken = [one for one in self._taken if one[0] is not old.place]
        self.claim(moved(old, path))

    def also_read(self, path) -> None:
        """Learn of a further file that is read, found only while the run reads; nothing is written yet."""
        place, words = places.file_place(Path(path)), tr("a file that the input refers to")
        for destination in self.destinations.values():
            _refuse_where_taken(destination, place, words)
        self._taken.append((place, words))

    def claim(self, destination: Destination) -> None:
        """Take a place for an output, or raise where it is taken."""
        place = destination.place
        if place is not None:
            for other, words in self._taken:
                _refuse_where_taken(destination, other, words)
            refuse_loss(destination)
            if parts_of_others(destination):  # or of a run that was killed while it named them
                clear_leftovers(destination.file.resolve().parent)
                refuse_parts(destination)
            refuse_other_file(destination)
            destination = self._by_one_name(destination, place)
            words = tr("the output “{name}”", name=destination.title)
            self._taken.append((place, words))
        self.destinations[destination.name] = destination

    def _by_one_name(self, destination: Destination, place: places.Place) -> Destination:
        """A further table of a file by the name that the first one gave to it."""
        for one in self.destinations.values():
            if one.place is not None and one.place.files & place.files:
                return replace(destination, path=one.path)
        return destination


def _refuse_where_taken(destination: Destination, other, words: str) -> None:
    place = destination.place
    if place is not None and places.collide(place, other, destination.exists()):
        raise InputError(
            "output.file.taken",
            "The output “{output}” would be written over {other} ({file}). Choose another file.",
            output=destination.title,
            other=words,
            file=destination.shown,
        )


def _of_project(project) -> list:
    name = project.fileName()
    return [places.file_place(f"{name}{end}") for end in ("", "~")] if name else []


def _places_read(algorithm, definition, parameters: dict, context) -> list:
    """Everything that a parameter reads from disk or from a database."""
    kind, name = definition.type(), definition.name()
    if kind == "file":
        path = algorithm.parameterAsFile(parameters, name, context)
        return [places.file_place(Path(path))] if path else []
    if kind == "multilayer":
        layers = algorithm.parameterAsLayerList(parameters, name, context)
    elif kind in ("source", "vector", "raster", "layer"):
        layers = [layer_behind(algorithm, parameters, name, context)]
    else:
        return []
    return [place for layer in layers for place in places.layer_places(layer)]


def layer_behind(algorithm, parameters: dict, name: str, context):
    """Map layer behind a source or a layer that was given, or None where it has none."""
    value = parameters.get(name)
    if isinstance(value, QgsProcessingFeatureSourceDefinition):  # only the selected features are used
        value = value.source
    if isinstance(value, QgsMapLayer):
        return value
    return algorithm.parameterAsLayer({**parameters, name: value}, name, context)
