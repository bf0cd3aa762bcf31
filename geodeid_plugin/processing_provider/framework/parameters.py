# SPDX-License-Identifier: GPL-2.0-or-later
"""Parameters that several algorithms share, with one help text each."""

from __future__ import annotations

from qgis.core import (
    QgsProcessing,
    QgsProcessingParameterBoolean,
    QgsProcessingParameterEnum,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterField,
)

from ...i18n import tr

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
    """Have dialogs preselect the likely field: ``identifier`` or ``population`` of an area, or ``none``.

    QGIS preselects the first one of the layer, which numbers its rows more often than not.
    """
    parameter.setMetadata(
        {"widget_wrapper": {"class": "geodeid_plugin.gui.fieldguess.GuessingField", "guess": guess}}
    )
    return parameter


def add_areas(algorithm, population: str = "required", boundary: bool = True, optional: bool = False) -> None:
    """Add AREAS, AREA_ID and what describes an area.

    Parameters
    ----------
    algorithm : GeoDeIDAlgorithm
        The algorithm being defined.
    population : {'required', 'optional', 'none'}
        Whether POPULATION is asked for.
    boundary : bool
        Whether BOUNDARY is asked for.
    optional : bool
        Whether the algorithm can do without areas.
    """
    algorithm.add(
        QgsProcessingParameterFeatureSource("AREAS", tr("Areas"), AREA_TYPES, optional=optional),
        tr("Census or postal areas: polygons, or points that stand for areas."),
    )
    algorithm.add(
        guessed(field("AREA_ID", tr("Area identifier"), "AREAS", optional=optional), "identifier"),
        tr("Field with one distinct code per area; keep codes as text so that leading zeros survive."),
    )
    if population != "none":
        algorithm.add(
            guessed(
                field("POPULATION", tr("Population"), "AREAS", NUMERIC, optional=population == "optional"),
                "population",
            ),
            tr("Field with the number of people who live in each area: 0 or more, never NULL."),
        )
    if boundary:
        algorithm.add(
            field("BOUNDARY", tr("Boundary unit"), "AREAS", optional=True),
            tr("Field with the unit (county, health unit) that nothing may cross. Empty: no boundary."),
        )
    _add_representative_points(algorithm)


def _add_representative_points(algorithm) -> None:
    for name, title in (("LONGITUDE", tr("Longitude field")), ("LATITUDE", tr("Latitude field"))):
        algorithm.add(
            field(name, title, "AREAS", NUMERIC, optional=True),
            tr(
                "Coordinate of the agency's population-weighted point, degrees (WGS 84). Empty: the "
                "centroid, moved inside the polygon where it lies outside."
            ),
            advanced=True,
        )
    algorithm.add(
        QgsProcessingParameterFeatureSource(
            "POINTS", tr("Representative points"), [QgsProcessing.SourceType.TypeVectorPoint], optional=True
        ),
        tr("Point layer with one representative point per area, used instead of centroids."),
        advanced=True,
    )
    algorithm.add(
        field("POINTS_ID", tr("Area identifier of the points"), "POINTS", optional=True),
        tr("Field of the point layer that holds the area's identifier."),
        advanced=True,
    )
    algorithm.add(
        field("AREA_SIZE", tr("Size of the area (m²)"), "AREAS", NUMERIC, optional=True),
        tr("Field with each area's size in square metres, for areas given as points. Polygons are measured."),
        advanced=True,
    )


def add_patients(algorithm, name: str = "PATIENTS", title: str = "") -> None:
    """Add a layer of patient points and KEEP_FIELDS, what may be released of their table."""
    algorithm.add(
        QgsProcessingParameterFeatureSource(
            name, title or tr("Patients"), [QgsProcessing.SourceType.TypeVectorPoint]
        ),
        tr("Points of the sensitive layer, one point per record."),
    )
    add_released_fields(algorithm, name)


def add_released_fields(algorithm, layer: str) -> None:
    """Add KEEP_FIELDS, what may be released of the table of a layer, and KEEP_UNIQUE."""
    algorithm.add(
        field("KEEP_FIELDS", tr("Fields to release"), layer, optional=True, several=True),
        tr(
            "Fields copied to the released layer. None by default: every field may identify somebody, "
            "alone or beside the map."
        ),
    )
    algorithm.add(
        QgsProcessingParameterBoolean(
            "KEEP_UNIQUE", tr("Also release fields that tell records apart"), False, optional=True
        ),
        tr(
            "Fields in which nearly every record has a different value are not released unless this is "
            "ticked, and the report names them. Keys, row numbers and true coordinates are always refused."
        ),
        advanced=True,
    )


def add_truth(algorithm, explanation: str, optional: bool = False) -> None:
    """Add TRUTH, the true points that a check holds what it finds against, and TRUTH_ID."""
    points = [QgsProcessing.SourceType.TypeVectorPoint]
    algorithm.add(
        QgsProcessingParameterFeatureSource("TRUTH", tr("True points"), points, optional=optional),
        explanation,
    )
    algorithm.add(
        field("TRUTH_ID", tr("Record identifier"), "TRUTH", optional=True),
        tr("Field that names a record in the output. Empty: the feature's number."),
        advanced=True,
    )


def add_candidates(algorithm) -> None:
    """Add ADDRESSES and the areas with their population: among how many a dot's person could live."""
    types = QgsProcessing.SourceType
    algorithm.add(
        QgsProcessingParameterFeatureSource(
            "ADDRESSES", tr("Addresses"), [types.TypeVectorPoint, types.TypeVectorPolygon], optional=True
        ),
        tr("All addresses or building footprints of the region: among how many could a dot's person live?"),
    )
    algorithm.add(
        QgsProcessingParameterFeatureSource(
            "AREAS", tr("Areas with population"), [types.TypeVectorPolygon], optional=True
        ),
        tr("Where there are no addresses: areas whose population says how many people live about a dot."),
    )
    algorithm.add(
        guessed(field("AREA_ID", tr("Area identifier"), "AREAS", optional=True), "identifier"),
        tr("Field with one distinct code per area. Empty: the feature's number."),
        advanced=True,
    )
    algorithm.add(
        guessed(field("POPULATION", tr("Population"), "AREAS", NUMERIC, optional=True), "population"),
        tr("Field with the number of people of each area."),
    )


def add_outside(algorithm) -> None:
    """Add OUTSIDE: what happens to patients outside every area."""
    algorithm.add(
        choice("OUTSIDE", tr("Patients outside every area"), ("refuse", "leave_out"), default="refuse"),
        tr("refuse: stop and name them. leave_out: hold them back, counted in the report."),
        advanced=True,
    )
