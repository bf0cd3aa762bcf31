# SPDX-License-Identifier: GPL-2.0-or-later
"""Polygons as a map of small cells, in which millions of points are looked up at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..base.errors import InputError
from .sphere import METRES_PER_DEGREE

if TYPE_CHECKING:
    from ..base.arrays import Floats, Ints
    from .polygons import Polygons

_MOST_CELLS = 16_000_000
"""Cells of a map: 64 MB of labels."""
_CELLS_OF_AN_AREA = 4000.0
"""Cells wanted in the area of the lower decile of size: a sixtieth of its width each, so that what falls into
it is known to one or two per cent."""
_OFF = 0.3819660112501051
"""Share of a cell that the map begins before the first vertex: the golden section meets no fraction."""
_SMALL = 0.1
"""The decile that decides how fine the map is."""


@dataclass(frozen=True)
class CellMap:
    """Which area the middle of each cell lies in.

    Examples
    --------
    >>> import numpy as np
    >>> from geodeid_plugin.core.geometry.polygons import Polygons
    >>> lon_deg, lat_deg = np.array([0.0, 1, 1, 0, 0]), np.array([0.0, 0, 1, 1, 0])
    >>> square = Polygons(lon_deg, lat_deg, np.array([0, 5]), np.array([0]), np.array([False]))
    >>> cells = CellMap.of(square, 1)
    >>> cells.at([0.5, 1.5], [0.5, 0.5]).tolist()
    [0, -1]
    """

    west_deg: float
    south_deg: float
    """Corner of the map, degrees."""
    step_deg: tuple[float, float]
    """Width and height of a cell, degrees."""
    label: Ints
    """Shape (rows, columns). Row of the area, -1 for none; rows run from south to north."""

    @classmethod
    def of(cls, polygons: Polygons, count: int) -> CellMap:
        """Draw polygons as cells; where they lie upon each other the last one counts.

        Parameters
        ----------
        polygons : Polygons
        count : int
            Number of areas.

        Raises
        ------
        InputError
            The polygons span more than half of the world, or there are none.
        """
        if not len(polygons.lon_deg):
            raise InputError("cell.polygon.none", "There is no polygon to draw.")
        west, east = float(polygons.lon_deg.min()), float(polygons.lon_deg.max())
        south, north = float(polygons.lat_deg.min()), float(polygons.lat_deg.max())
        if east - west > 180.0:
            raise InputError(
                "cell.areas.too_wide",
                "The areas span {width} degrees of longitude. Take one region at a time, on one side of the "
                "date line.",
                width=round(east - west),
            )
        wide, high = _shape(polygons, count, (west, south, east, north))
        step = (max(east - west, 1e-9) / wide, max(north - south, 1e-9) / high)
        # One cell more, and the corner off the grid: sides of regular areas would run through middles.
        west, south = west - _OFF * step[0], south - _OFF * step[1]
        label = np.full((high + 1, wide + 1), -1, dtype=np.int32)
        _fill(label, polygons, west, south, step)
        return cls(west, south, step, label)

    def at(self, lon_deg: Floats, lat_deg: Floats) -> Ints:
        """Area of each position, -1 for none, shape as given."""
        column = np.floor((np.asarray(lon_deg, dtype=float) - self.west_deg) / self.step_deg[0])
        row = np.floor((np.asarray(lat_deg, dtype=float) - self.south_deg) / self.step_deg[1])
        high, wide = self.label.shape
        inside = (column >= 0) & (column < wide) & (row >= 0) & (row < high)
        found = np.full(np.shape(inside), -1, dtype=np.int32)
        found[inside] = self.label[row[inside].astype(np.int64), column[inside].astype(np.int64)]
        return found

    def middles(self) -> tuple[Ints, Floats, Floats]:
        """Areas of all labelled cells in order of area, and the cells' middles in degrees."""
        row, column = np.nonzero(self.label >= 0)
        area = self.label[row, column]
        order = np.argsort(area, kind="stable")
        return (
            area[order].astype(np.int64),
            self.west_deg + (column[order] + 0.5) * self.step_deg[0],
            self.south_deg + (row[order] + 0.5) * self.step_deg[1],
        )


def _shape(polygons: Polygons, count: int, box: tuple[float, float, float, float]) -> tuple[int, int]:
    """Columns and rows, of about square cells."""
    west, south, east, north = box
    wide_m = max(east - west, 1e-9) * METRES_PER_DEGREE * max(np.cos(np.radians((south + north) / 2)), 1e-3)
    high_m = max(north - south, 1e-9) * METRES_PER_DEGREE
    sizes = polygons.areas_m2(count)
    cell_m2 = float(np.quantile(sizes[sizes > 0], _SMALL)) / _CELLS_OF_AN_AREA if (sizes > 0).any() else 0.0
    cell_m2 = max(cell_m2, wide_m * high_m / _MOST_CELLS)
    return max(int(wide_m / np.sqrt(cell_m2)), 1), max(int(high_m / np.sqrt(cell_m2)), 1)


def _fill(label: Ints, polygons: Polygons, west: float, south: float, step: tuple[float, float]) -> None:
    """Label the cells between every other crossing of a row of cells with the sides of an area."""
    side = polygons.side_start
    area = polygons.vertex_area[side]
    x1, y1 = (polygons.lon_deg[side] - west) / step[0], (polygons.lat_deg[side] - south) / step[1]
    x2, y2 = (polygons.lon_deg[side + 1] - west) / step[0], (polygons.lat_deg[side + 1] - south) / step[1]
    first = np.ceil(np.minimum(y1, y2) - 0.5).astype(np.int64)
    last = np.ceil(np.maximum(y1, y2) - 0.5).astype(np.int64)  # not crossed any more
    rows = np.maximum(last - first, 0)
    which = np.repeat(np.arange(len(side)), rows)
    row = np.arange(len(which)) - np.repeat(np.cumsum(rows) - rows, rows) + first[which]
    x = x1[which] + (row + 0.5 - y1[which]) * (x2[which] - x1[which]) / (y2[which] - y1[which])
    order = np.lexsort((x, row, area[which]))
    start = np.ceil(x[order][0::2] - 0.5).astype(np.int64)
    end = np.ceil(x[order][1::2] - 0.5).astype(np.int64)
    row, owner = row[order][0::2], area[which][order][0::2]
    inside = (row >= 0) & (row < label.shape[0])
    start, end = np.clip(start, 0, label.shape[1]), np.clip(end, 0, label.shape[1])
    length = np.where(inside, np.maximum(end - start, 0), 0)
    span = np.repeat(np.arange(len(length)), length)
    column = np.arange(len(span)) - np.repeat(np.cumsum(length) - length, length) + start[span]
    label[row[span], column] = owner[span]
