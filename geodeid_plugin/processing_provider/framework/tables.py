# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables in the place of layers: with columns of coordinates they are taken wherever points are asked for."""

from __future__ import annotations

from pathlib import Path

from qgis.core import (
    QgsProcessingFeatureSourceDefinition,
    QgsProcessingParameterFeatureSource,
    QgsVectorLayer,
    QgsWkbTypes,
)

from ...core.base.errors import translated
from ...core.intake.findings import State
from ...core.intake.places import places_of
from ...host.compat import NO_GEOMETRY
from ...i18n import tr
from ..io.rawtable import (
    file_of,
    is_table_file,
    points_layer,
    study_region_of,
    table_layer,
    table_of_file,
    table_of_source,
)
from .ask import POINTS

_GROUNDS = ("AREAS", "CLUSTERED")
"""Inputs with polygons in which the places are expected."""
_HARMLESS = ("coordinates", "encoding", "separator", "sheet", "notes", "second_header", "decimal_comma",
             "thousands")  # fmt: skip
"""Findings that change no place."""


def with_tables_as_layers(algorithm, parameters: dict) -> dict:
    """The parameters with a layer in the place of a table that QGIS cannot open, for QGIS's own check."""
    stand_in = {
        one.name(): QgsVectorLayer("Point", "table", "memory")
        for one in algorithm.parameterDefinitions()
        if isinstance(one, QgsProcessingParameterFeatureSource) and _path(parameters.get(one.name()))
    }
    return {**parameters, **stand_in}


def made_of_table(run, name: str, source, placed: bool):
    """A layer made of a table that was given where points are asked for, or that QGIS cannot open.

    ``source`` is as QGIS opened it; ``placed`` is whether an input that takes tables as well is read for its
    places. None where QGIS's own source is to be read.
    """
    given, definition = run.parameters.get(name), run.definition(name)
    if not given or not isinstance(definition, QgsProcessingParameterFeatureSource):
        return None
    path = _path(given)
    wants_places = placed or tuple(definition.dataTypes()) == POINTS
    if path is None if source is None else source.wkbType() != NO_GEOMETRY or not wants_places:
        return None
    if path is None and not isinstance(given, QgsProcessingFeatureSourceDefinition):
        path = file_of(run.source_layer(name))
    if path is not None:
        run.also_reads(path)
    table = table_of_file(path) if path is not None else table_of_source(source)
    title = Path(table.name).stem if path is not None else table.name
    places = places_of(table, _study_region(run, name)) if wants_places else None
    if places is None:
        return table_layer(table, title) if source is None else None
    for one in (*table.findings, *places.findings):
        sentence = translated(one.sentence, tr)
        if one.state is State.DONE and one.key in _HARMLESS:
            run.feedback.pushInfo(f"{table.name}: {sentence}")
        else:
            run.warn(f"{table.name}: {sentence}")
    return points_layer(table, places, title)


def _path(given) -> Path | None:
    """The text file or spreadsheet that is named by its path; GDAL opens some of these, but not as meant."""
    if not isinstance(given, str):
        return None
    try:
        path = Path(given)
        return path if is_table_file(path) else None
    except (OSError, ValueError):
        return None


def _study_region(run, name: str):
    """The areas of the run, by which swapped columns and the reference system are found."""
    for other in _GROUNDS:
        if other != name and run.defines(other) and run.wanted(other):
            source = run.source(other)
            polygons = QgsWkbTypes.geometryType(source.wkbType()) == QgsWkbTypes.GeometryType.PolygonGeometry
            if polygons and source.sourceCrs().isValid():
                return study_region_of(source)
    return None
