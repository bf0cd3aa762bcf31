# SPDX-License-Identifier: GPL-2.0-or-later
"""From a layer to the table of areas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from qgis.core import QgsGeometry

from ...core.base import identity
from ...core.base.errors import InputError, named
from ...core.exposure.fields.identifying import is_numbering, repeats_codes
from ...core.geometry.areas import Areas, possible_sizes
from ...core.geometry.polygons import Polygons
from ...i18n import tr
from .lonlat import from_lonlat
from .points import points_of, read_points
from .table import Table, identifiers, read_table


@dataclass(frozen=True)
class AreaLayer:
    """Areas with what is needed to place points in them and to write them back."""

    areas: Areas
    table: Table
    polygons: Polygons | None
    points_given: bool = False
    """Whether the points that stand for the areas were read, and not computed from the polygons."""

    @property
    def id_kind(self) -> str:
        """Kind of field that holds the identifiers in output tables."""
        return "integer" if len(self.areas) and isinstance(self.areas.ids[0], int) else "text"


def read_areas(
    run, name: str = "AREAS", need_polygons: bool = False, null_is_zero: bool = False
) -> AreaLayer:
    """Read the areas that :func:`..framework.blocks.areas` asks for.

    Where no AREA_ID is chosen (the dialogs of most ask for one) areas are called by their number. Where
    ``null_is_zero`` an area without a population counts as empty, and the user is told.
    """
    table = read_table(run, name)
    ids = identifiers(run, table, run.field("AREA_ID")) if run.field("AREA_ID") else _numbers_of(table)
    if need_polygons and not table.is_polygons:
        raise InputError("area.layer.no_polygons", "Layer “{layer}” must hold polygons.", layer=table.name)
    polygons = table.polygons(ids) if table.is_polygons else None
    lon_deg, lat_deg = _representative_points(run, table, ids, polygons)
    population = np.zeros(len(table))
    if "POPULATION" in run.parameters and run.field("POPULATION"):
        population = table.numbers(run.field("POPULATION"), tr("population"), ids, null_is_zero)
        refuse_numbering(run, table, population)
        if null_is_zero:
            _tell_missing(run, table, ids)
    areas = Areas(
        ids, lon_deg, lat_deg, population, _sizes(run, table, polygons, ids), _boundary(run, table, ids)
    )
    return AreaLayer(areas, table, polygons, _points_given(run, polygons))


def _numbers_of(table: Table) -> np.ndarray:
    """The features' numbers, which stand for the identifiers of areas that nobody has to know again."""
    ids = np.empty(len(table), dtype=object)
    ids[:] = list(table.row_ids)
    return ids


def _points_given(run, polygons) -> bool:
    return polygons is None or bool(run.parameters.get("POINTS"))


def _representative_points(run, table, ids, polygons):
    if run.parameters.get("POINTS"):
        return _points_by_id(run, ids)
    return representative_points(table, ids, polygons)


def representative_points(table: Table, ids, polygons=None) -> tuple[np.ndarray, np.ndarray]:
    """Longitudes and latitudes that stand for areas: their points, or points inside their polygons."""
    if not table.is_polygons:
        points = points_of(table)
        return points.lon_deg, points.lat_deg
    return (polygons or table.polygons(ids)).inner_points_deg(len(table))


def _points_by_id(run, ids):
    points = read_points(run, "POINTS")
    field = run.field("AREA_ID")
    if not field:
        raise InputError(
            "area.point.no_identifier",
            "Choose AREA_ID: representative points are found by the field of that name.",
        )
    row_of = identity.rows_of(identifiers(run, points.table, field))
    absent = [value for value in ids if identity.canonical(value) not in row_of]
    if absent:
        raise InputError(
            "area.point.missing",
            "Layer “{layer}” has no representative point for area {areas}.",
            layer=points.table.name,
            areas=named(absent),
        )
    rows = [row_of[identity.canonical(value)] for value in ids]
    return points.lon_deg[rows], points.lat_deg[rows]


def _sizes(run, table, polygons, ids) -> np.ndarray:
    own = polygons.areas_m2(len(table)) if polygons is not None else np.zeros(len(table))
    name = run.field("AREA_SIZE") if run.defines("AREA_SIZE") else None
    if not name:
        return own
    given = table.numbers(name, tr("size"), ids)
    if not possible_sizes(given, own):
        raise InputError(
            "area.size.not_square_metres",
            "Layer “{layer}”: the field “{field}” does not hold the sizes of the areas in square metres. "
            "Choose the field that does; for polygons leave AREA_SIZE empty.",
            layer=table.name,
            field=name,
        )
    return given


def _boundary(run, table, ids):
    if "BOUNDARY" not in run.parameters or not run.field("BOUNDARY"):
        return None
    values = table.column(run.field("BOUNDARY"))
    absent = [ids[i] for i, value in enumerate(values) if value is None or value == ""]
    if absent:
        raise InputError(
            "area.boundary.missing",
            "Layer “{layer}”: area {areas} has no boundary unit. Fill the field “{field}”.",
            layer=table.name,
            areas=named(absent),
            field=run.field("BOUNDARY"),
        )
    boundary, names = np.empty(len(values), dtype=object), dict[str, str]()
    for row, value in enumerate(values):
        name = identity.canonical(value)
        boundary[row] = names.setdefault(name, name)
    return boundary


def refuse_numbering(run, table: Table, population) -> None:
    """Refuse a field that identifies or numbers the areas: a dialog offers such fields first.

    A risk computed from row numbers would be far below the true one.
    """
    field = run.field("POPULATION")
    identifier = run.field("AREA_ID") if run.defines("AREA_ID") else None
    ids = table.column(identifier) if identifier else ()
    if field == identifier or is_numbering(population.tolist()) or repeats_codes(population, ids):
        raise InputError(
            "area.population.row_number",
            "Layer “{layer}”: the field “{field}” numbers the areas and counts no people. Choose the "
            "field with their populations.",
            layer=table.name,
            field=field,
        )


def _tell_missing(run, table: Table, ids) -> None:
    missing = [ids[row] for row, value in enumerate(table.column(run.field("POPULATION"))) if value is None]
    if missing:
        run.counts["areas_without_population"] = len(missing)
        run.warn(
            tr(
                "{count} areas have no population and count as empty: {areas}.",
                count=len(missing),
                areas=named(missing),
            )
        )


def straight_plane(run, layer):
    """Vertices in the layer's own projection, where its sides are straight; None in degrees."""
    crs = layer.table.crs
    if crs.isGeographic():
        return None
    back = from_lonlat(run, crs)
    plane = Polygons.from_wkb(_projected(run, layer, back), layer.areas.ids)
    return plane.lon_deg, plane.lat_deg


def _projected(run, layer, back) -> Iterator[bytes]:
    for count, shape in enumerate(layer.table.geometries):
        if count % 1000 == 0:
            run.progress(0.0)
        shape = QgsGeometry(shape)
        shape.transform(back)
        yield bytes(shape.asWkb())
