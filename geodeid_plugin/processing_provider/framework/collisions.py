# SPDX-License-Identifier: GPL-2.0-or-later
"""Refuses outputs that would be written over an input or over one another, before anything is written.

QGIS itself overwrites whatever an output names. The patients' only file must not be lost that way, nor an
internal report land in the file that is to be released.
"""

from __future__ import annotations

import os
from pathlib import Path

from qgis.core import QgsMapLayer, QgsProcessingFeatureSourceDefinition, QgsProviderRegistry

from ...core.base.errors import InputError
from ...host.compat import is_null
from ...i18n import tr


def refuse_collisions(algorithm, parameters: dict, context) -> None:
    """Raise where an output names the file of an input, or of another output.

    A new layer in the GeoPackage of an input is no collision unless it has the name of the input's layer.
    """
    given = [d for d in algorithm.parameterDefinitions() if not is_null(parameters.get(d.name()))]
    taken = []
    for definition in given:
        if not definition.isDestination():
            places = _places_read(algorithm, definition, parameters, context)
            taken += [(place, tr("the input “{name}”"), definition) for place in places]
    for definition in given:
        place = _place_written(definition, parameters) if definition.isDestination() else None
        if place is None:
            continue
        for other, words, owner in taken:
            if _collide(place, other):
                raise InputError(
                    tr(
                        "The output “{output}” would be written over {other} ({file}). Choose another file."
                    ).format(
                        output=definition.description(),
                        other=words.format(name=owner.description()),
                        file=place[0].name,
                    )
                )
        taken.append((place, tr("the output “{name}”"), definition))


def _places_read(algorithm, definition, parameters: dict, context) -> list:
    """File and layer name of everything that a parameter reads from disk."""
    kind, name = definition.type(), definition.name()
    if kind == "file":
        path = algorithm.parameterAsFile(parameters, name, context)
        return [(Path(path), None)] if path else []
    if kind == "multilayer":
        layers = algorithm.parameterAsLayerList(parameters, name, context)
    elif kind in ("source", "vector", "raster", "layer"):
        layers = [_layer(algorithm, parameters, name, context)]
    else:
        return []
    return [place for layer in layers if layer is not None for place in _place_of(layer)]


def _layer(algorithm, parameters: dict, name: str, context):
    value = parameters[name]
    if isinstance(value, QgsProcessingFeatureSourceDefinition):  # only the selected features are used
        value = value.source
    if isinstance(value, QgsMapLayer):
        return value
    return algorithm.parameterAsLayer({**parameters, name: value}, name, context)


def _place_of(layer) -> list:
    parts = QgsProviderRegistry.instance().decodeUri(layer.providerType(), layer.source())
    return [(Path(parts["path"]), parts.get("layerName") or None)] if parts.get("path") else []


def _place_written(definition, parameters: dict):
    """File and, where it goes into a database beside other layers, layer name; None for no file."""
    value = parameters[definition.name()]
    text = str(value.sink.staticValue() if hasattr(value, "sink") else value or "")
    if text.startswith("ogr:dbname="):
        path, _, rest = text.split("dbname='", 1)[-1].partition("'")
        return Path(path), rest.partition('table="')[2].partition('"')[0] or None
    names_file = ("/" in text or "\\" in text or "." in text) and ":" not in text[2:]
    return (Path(text), None) if names_file else None


def _collide(written, other) -> bool:
    """Whether writing the first touches the second; a file without a layer name is replaced as a whole."""
    (path, layer), (other_path, other_layer) = written, other
    if not _same_file(path, other_path):
        return False
    return layer is None or other_layer is None or layer == other_layer


def _same_file(one: Path, other: Path) -> bool:
    if one.exists() and other.exists():
        return os.path.samefile(one, other)
    return one.absolute() == other.absolute()
