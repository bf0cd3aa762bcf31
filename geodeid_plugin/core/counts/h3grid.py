# SPDX-License-Identifier: GPL-2.0-or-later
"""Cells of H3, hexagons (and twelve pentagons) of the sphere whose names are public, by the package h3."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.errors import InputError
from ..geometry.sphere import EARTH_RADIUS_M
from .gridding import Grid, GridCells, counted

if TYPE_CHECKING:
    from ..base.arrays import Array, Floats, Ints, Objects

PACKAGE = "h3"
SHAPE = "h3"
_RESOLUTIONS = range(16)
_SLICE_DEG = 60.0
"""A rectangle is covered by slices of at most this width, degrees of longitude."""


def _library() -> Any:
    """The package, with cells as whole numbers; version 4 has it."""
    try:
        from h3.api import basic_int

        basic_int.latlng_to_cell  # noqa: B018
    except (ImportError, AttributeError) as error:
        raise InputError(
            "grid.h3.package_missing", "H3 cells need the Python package h3, version 4 or later."
        ) from error
    return basic_int


@dataclass(frozen=True)
class H3Cells(GridCells):
    """Cells of H3: their index is the column."""

    @property
    def codes(self) -> Objects:
        """Index of each cell as H3 writes it."""
        codes = np.empty(len(self.count), dtype=object)
        codes[:] = [f"{one:x}" for one in self.column.tolist()]
        return codes

    @classmethod
    def of(cls, index: Ints) -> H3Cells:
        """Count points by the cells that they lie in."""
        return cls(**vars(counted(np.stack([index, np.zeros_like(index)], axis=1), 0)))


@dataclass(frozen=True)
class H3Grid(Grid):
    """The cells of one resolution of H3, in degrees east and north in place of metres.

    ``size_m`` is their mean width. Cells of two resolutions cut each other: what H3 calls the children of a
    cell only nearly fill it.
    """

    @classmethod
    def near(cls, size_m: float) -> H3Grid:
        """The grid of the resolution whose mean width is nearest to a size, metres, by ratio."""
        library = _library()
        widths_m = [float(library.average_hexagon_edge_length(one, "m")) * 3**0.5 for one in _RESOLUTIONS]
        nearest_m: float = min(widths_m, key=lambda width_m: abs(np.log(width_m / size_m)))
        return cls(SHAPE, round(nearest_m, 3))

    @property
    def resolution(self) -> int:
        """Resolution of H3, 0 to 15."""
        edge_m, library = self.size_m / 3**0.5, _library()
        return min(_RESOLUTIONS, key=lambda one: abs(library.average_hexagon_edge_length(one, "m") - edge_m))

    def count(self, x_m: Floats, y_m: Floats) -> H3Cells:
        """Points counted by the cells that hold any. Degrees east and north."""
        library, resolution = _library(), self.resolution
        places = zip(np.asarray(y_m).tolist(), np.asarray(x_m).tolist())
        index = [library.latlng_to_cell(lat, lon, resolution) for lat, lon in places]
        return H3Cells.of(np.array(index, dtype=np.int64))

    def expected(self, west: float, south: float, east: float, north: float) -> float:
        """About how many cells a rectangle in degrees has."""
        per_deg = np.radians(EARTH_RADIUS_M)
        across = (east - west) * per_deg * np.cos(np.radians((south + north) / 2))
        return float(across / self.size_m * (north - south) * per_deg / self.size_m)

    def covering(self, west: float, south: float, east: float, north: float) -> H3Cells:
        """All cells that meet a rectangle in degrees, and some beside it, with no point in them."""
        library, resolution = _library(), self.resolution
        inside: set[int] = set()
        # H3 takes what spans more than half of the globe to be the rest of it.
        meridians = np.linspace(west, east, int(np.ceil((east - west) / _SLICE_DEG)) + 1).tolist()
        for left, right in zip(meridians, meridians[1:]):
            ring = [(south, left), (south, right), (north, right), (north, left)]
            middle = ((south + north) / 2, (left + right) / 2)
            inside.update(library.h3shape_to_cells(library.LatLngPoly(ring), resolution))
            inside.update(library.latlng_to_cell(*place, resolution) for place in (*ring, middle))
        index = np.array(
            sorted({near for one in inside for near in library.grid_disk(one, 1)}), dtype=np.int64
        )
        none = np.zeros_like(index)
        return H3Cells(index, none, none, none, none[:0])

    def rings(self, cells: GridCells) -> list[Array]:
        """Corners of each cell, degrees east and north; past the date line longitudes go on.

        Raises
        ------
        InputError
            A cell holds a pole.
        """
        library, found = _library(), []
        for index in cells.column.tolist():
            lat, lon = np.array(library.cell_to_boundary(index)).T
            lon = np.degrees(np.unwrap(np.radians(lon)))
            if abs(lon[-1] - lon[0]) > 180:
                raise InputError(
                    "grid.h3.pole", "Cell {cell} of H3 holds a pole. Choose another shape.", cell=f"{index:x}"
                )
            found.append(np.column_stack([lon, lat]))
        return found
