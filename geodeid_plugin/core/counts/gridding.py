# SPDX-License-Identifier: GPL-2.0-or-later
"""Points counted by the cells of a grid with a fixed anchor, so that years compare and sizes nest.

Coordinates of squares and hexagons are metres of an equal-area plane; the anchor is its origin, as in the
INSPIRE grids. Cells are told by whole numbers, which depend on nothing but the place: a grid laid about the
points themselves would tell where they are. Cells of H3, hexagons (and twelve pentagons) of the sphere whose
names are public, come from the package h3.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..base.arrays import Array, Floats, Ints, Objects
from ..base.errors import InputError
from ..geometry.sphere import EARTH_RADIUS_M

_HEXAGON = np.sqrt(3.0) / 2


@dataclass(frozen=True)
class GridCells:
    """Cells of a grid, as a rule those that hold points."""

    column: Array
    row: Array
    """Shape (c,). Place of each cell on its own level."""
    level: Array
    """Shape (c,). Each level doubles the side of the one before; 0 is the finest."""
    count: Array
    """Shape (c,). Points in it."""
    cell: Array
    """Shape (s,). Cell of each point."""

    @property
    def codes(self) -> Objects:
        """Code of each cell: its level and place."""
        codes = np.empty(len(self.count), dtype=object)
        codes[:] = [f"{at}:{c}:{r}" for at, c, r in zip(self.level, self.column, self.row)]
        return codes

    def take(self, rows: Array) -> GridCells:
        """Some of the cells, without their points."""
        return replace(
            self, column=self.column[rows], row=self.row[rows], level=self.level[rows],
            count=self.count[rows], cell=self.cell[:0],
        )  # fmt: skip

    def corners(self, size_m: float) -> Array:
        """West, south, east and north of each square cell, metres, shape (c, 4)."""
        side = size_m * 2.0**self.level
        west, south = self.column * side, self.row * side
        return np.stack([west, south, west + side, south + side], axis=1)


@dataclass(frozen=True)
class Grid:
    """A grid anchored at the origin of its plane."""

    shape: str
    """One of 'square', 'hexagon', 'quadtree', 'h3' (:class:`H3Grid`). Form of the cells."""
    size_m: float
    """Side of the finest square, width of a hexagon."""
    levels: int = 0
    """How often a square of a quadtree may be split."""
    minimum: int = 1
    """Fewest points of a cell that came of a split."""

    def count(self, x_m: Floats, y_m: Floats) -> GridCells:
        """Points counted by the cells that hold any."""
        if self.shape == "hexagon":
            return hexagon_cells(x_m, y_m, self.size_m)
        if self.shape == "square":
            return square_cells(x_m, y_m, self.size_m)
        return quadtree_cells(x_m, y_m, self.size_m, self.levels, self.minimum)

    def expected(self, west: float, south: float, east: float, north: float) -> float:
        """About how many cells a rectangle has."""
        return (east - west) / self.size_m * (north - south) / self.size_m

    def covering(self, west: float, south: float, east: float, north: float) -> GridCells:
        """All squares or hexagons that meet a rectangle, with no point in them."""
        height = self.size_m * (_HEXAGON if self.shape == "hexagon" else 1)
        slant = 0.5 if self.shape == "hexagon" else 0.0  # by so much a row of hexagons lies further east
        row = np.arange(np.floor(south / height) - 1, np.ceil(north / height) + 2)
        columns = np.arange(np.floor(west / self.size_m) - 1, np.ceil(east / self.size_m) + 2)
        row, across = (one.ravel() for one in np.meshgrid(row, columns, indexing="ij"))
        none = np.zeros(len(row), dtype=np.int64)
        column = np.floor(across - slant * row).astype(np.int64)
        return GridCells(column, row.astype(np.int64), none, none, none[:0])

    def located(self, cells: GridCells, x_m: Floats, y_m: Floats) -> Array:
        """The cell of squares or hexagons that each point lies in, -1 for none, shape (s,)."""
        found = self.count(x_m, y_m)
        place = {where: at for at, where in enumerate(zip(cells.column.tolist(), cells.row.tolist()))}
        where = zip(found.column.tolist(), found.row.tolist())
        return np.array([place.get(one, -1) for one in where], dtype=np.int64)[found.cell]

    def rings(self, cells: GridCells) -> Array | list[Array]:
        """Corners of each cell, metres, shape (c, k, 2)."""
        if self.shape == "hexagon":
            return hexagon_corners(cells.column, cells.row, self.size_m)
        west, south, east, north = cells.corners(self.size_m).T
        return np.stack([west, south, east, south, east, north, west, north], axis=1).reshape(-1, 4, 2)

    def sides_m(self, cells: GridCells) -> Array:
        """Size of each cell, metres."""
        return self.size_m * 2.0**cells.level

    def sizes_km2(self, cells: GridCells) -> Array:
        """Size of each cell, square kilometres: a hexagon is smaller than the square of its width."""
        share = _HEXAGON if self.shape in ("hexagon", "h3") else 1.0
        return share * (self.sides_m(cells) / 1000) ** 2

    def fewest(self, cells: GridCells) -> Array:
        """Fewest points that each cell may hold, by what its size tells."""
        least = np.ones(len(cells.count), dtype=np.int64)
        if self.shape == "quadtree":
            # Every part of a split cell is empty or holds the minimum: whoever sees the sides knows it.
            least[cells.level < self.levels] = self.minimum
        return least


def square_cells(x_m: Floats, y_m: Floats, size_m: float, level: int = 0) -> GridCells:
    """Count points by squares.

    ``size_m`` is the side of a cell of level 0.

    >>> found = square_cells(np.array([10.0, 90.0, 110.0]), np.array([5.0, 5.0, -5.0]), 100.0)
    >>> found.column.tolist(), found.row.tolist(), found.count.tolist()
    ([0, 1], [0, -1], [2, 1])
    """
    side = size_m * 2.0**level
    places = np.stack([np.floor(x_m / side), np.floor(y_m / side)], axis=1).astype(np.int64)
    return counted(places, level)


def hexagon_cells(x_m: Floats, y_m: Floats, size_m: float) -> GridCells:
    """Count points by hexagons ``size_m`` across, with sides to the east and west; axial coordinates."""
    across, up = np.asarray(x_m) / size_m, np.asarray(y_m) / (size_m * _HEXAGON)
    q, r = across - up / 2, up
    s = -q - r
    parts = np.stack([q, r, s], axis=1)
    near = np.rint(parts)
    off = np.abs(near - parts)
    worst = off.argmax(axis=1)
    rows = np.arange(len(near))
    near[rows, worst] = 0
    near[rows, worst] = -near.sum(axis=1)
    return counted(near[:, :2].astype(np.int64), 0)


def hexagon_corners(column: Ints, row: Ints, size_m: float) -> Array:
    """Corners of hexagons, metres, shape (c, 6, 2)."""
    middle = np.stack([(column + row / 2) * size_m, row * size_m * _HEXAGON], axis=1)
    angle = np.radians(30 + 60 * np.arange(6))
    radius = size_m / np.sqrt(3.0)
    return middle[:, None, :] + radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)[None]


def counted(places: Ints, level: int) -> GridCells:
    """Points counted by the cells of one level that they lie in, column and row of each, shape (s, 2)."""
    used, cell, count = np.unique(places, axis=0, return_inverse=True, return_counts=True)
    return GridCells(
        used[:, 0],
        used[:, 1],
        np.full(len(used), level, dtype=np.int64),
        count.astype(np.int64),
        cell.ravel(),
    )


def quadtree_cells(x_m: Floats, y_m: Floats, size_m: float, levels: int, minimum: int) -> GridCells:
    """Count points by squares that are split in four wherever no part is small.

    From the coarsest level down a cell is split where each of its four parts is empty or holds at least
    ``minimum`` points. A cell that is not split says that a part of it is small, and no more: each part may
    hold anything from 0 to one less than the cell. The coarsest cells have sides of ``size_m * 2**levels``.
    """
    found = square_cells(x_m, y_m, size_m, levels)
    column, row, level = found.column[found.cell], found.row[found.cell], found.level[found.cell]
    for finer in range(levels - 1, -1, -1):
        parts = square_cells(x_m, y_m, size_m, finer)
        here = np.flatnonzero(level == finer + 1)
        if not len(here):
            break
        key = np.stack([column[here], row[here]], axis=1)
        _used, whole = np.unique(key, axis=0, return_inverse=True)
        spoiled = np.bincount(whole.ravel(), parts.count[parts.cell[here]] < minimum) > 0
        split = here[~spoiled[whole.ravel()]]
        column[split], row[split] = parts.column[parts.cell[split]], parts.row[parts.cell[split]]
        level[split] = finer
    used, cell, count = np.unique(
        np.stack([level, column, row], axis=1), axis=0, return_inverse=True, return_counts=True
    )
    return GridCells(used[:, 1], used[:, 2], used[:, 0], count.astype(np.int64), cell.ravel())


H3_PACKAGE = "h3"
H3_SHAPE = "h3"
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
        return cls(H3_SHAPE, round(nearest_m, 3))

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
