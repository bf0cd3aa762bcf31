# SPDX-License-Identifier: GPL-2.0-or-later
"""How many people live in the cells of a grid, by areas whose people were counted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from qgis.core import QgsGeometry, QgsSpatialIndex

from ...core.base.errors import InputError
from ...core.geometry.areas import Areas
from ...i18n import tr
from .area_layer import AreaLayer
from .lonlat import from_lonlat
from .packed import made_valid
from .table import read_table

_THINNEST = 30.0
"""People of a cell are taken to be at least this part of what the sizes of the areas that it cuts say. In
Ottawa, dissemination areas cut by squares of 500 m to 8 km, the fewest of any cell with 33 people or more
were 1/29 (households placed along roads by census block), and 1/10 where 999 of 1000 people live."""
_WHOLE = 1 - 1e-6
"""Share of an area from which on it lies in one cell: what is cut off is how borders were drawn."""


@dataclass(frozen=True)
class PeopleInCells:
    """People of each cell of a grid."""

    layer: AreaLayer
    """The areas that they were counted in."""
    fewest: np.ndarray
    most: np.ndarray
    """Shape (c,). All people of areas that lie in the cell, and of each area that it cuts a thirtieth of what
    its share of the size says; all people of the areas that it touches."""


def read_people_in_cells(run, cells: list, crs) -> PeopleInCells | None:
    """People of the cells by AREAS and POPULATION; None where no areas were given.

    Parameters
    ----------
    run : Run
    cells : list of QgsGeometry
        Polygons in the plane of the grid.
    crs : QgsCoordinateReferenceSystem
        That plane.
    """
    if not run.parameters.get("AREAS"):
        return None
    if not run.field("POPULATION"):
        raise InputError(
            "cell.population.missing", "Choose POPULATION, the field with the people of the areas."
        )
    layer = _read_layer(run)
    index = QgsSpatialIndex()
    for number, cell in enumerate(cells):
        index.addFeature(number, cell.boundingBox())
    inside, spread, most = np.zeros((3, len(cells)))
    transform, people = from_lonlat(run, crs), layer.areas.population
    for row in np.flatnonzero(people > 0).tolist():
        shape = QgsGeometry(layer.table.geometries[row])
        shape.transform(transform)
        shape = made_valid(shape)
        size = max(shape.area(), np.finfo(float).tiny)
        for cell in index.intersects(shape.boundingBox()):
            share = cells[cell].intersection(shape).area() / size
            if share > 1 - _WHOLE:
                most[cell] += people[row]
                (inside if share >= _WHOLE else spread)[cell] += people[row] * min(share, 1.0)
    return PeopleInCells(layer, inside + spread / _THINNEST, most)


def _read_layer(run) -> AreaLayer:
    table = read_table(run, "AREAS")
    ids = np.empty(len(table), dtype=object)
    ids[:] = list(table.row_ids)
    polygons = table.polygons(ids)
    lon_deg, lat_deg = polygons.inner_points_deg(len(table))
    people = table.numbers(run.field("POPULATION"), tr("population"), ids)
    return AreaLayer(Areas(ids, lon_deg, lat_deg, people, polygons.areas_m2(len(table))), table, polygons)
