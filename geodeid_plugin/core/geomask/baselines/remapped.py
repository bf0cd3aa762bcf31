# SPDX-License-Identifier: GPL-2.0-or-later
"""Geo-indistinguishability with remapping: planar Laplace noise, then the mean place of who may be meant."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ...base.arrays import Array, Floats, Ints, blocks
from ...base.errors import InputError
from ...base.progress import Progress, part, silent
from ...base.randomness import Source
from ...base.scientific import sparse, spatial
from ...geometry.sphere import (
    EARTH_RADIUS_M,
    arc_from_chord_m,
    chord_from_arc,
    destination_deg,
    haversine_m,
    unit_vectors,
)
from .places import lattice_places
from .random_moves import Masked, PlanarLaplace, check_mask_model, checked_positions, moved_to

_NEAREST = 32
"""Places of the prior that a remapping looks at: their spread is then known to a sixth or so."""
_SUBCELLS = 4
"""Per side of a cell, for the chance that noise ends in it: the midpoints of 16 are right to 0.2 %."""
_CELLS_AT_ONCE = 50_000
"""Cells remapped between two looks at Cancel: 40 MB."""
MOST_CELLS = 5_000_000
"""Cells about homes beyond which none are listed: some minutes of remapping."""


@dataclass(frozen=True)
class Remapped:
    """The mask: Laplace noise of scale 1/ε, cells of a lattice 1/ε wide, and the mean of the prior there.

    The noise is ε-geo-indistinguishable (Andrés et al. 2013); what follows sees the noisy place alone, and no
    processing of it can tell more (Chatzikokolakis et al. 2017). A cell goes to the mean place of the people
    who may be meant by it, each weighing by the prior and by exp(-ε distance): the place of least expected
    squared error.

    References
    ----------
    Andrés M, Bordenabe N, Chatzikokolakis K, Palamidessi C. Geo-indistinguishability: differential privacy
    for location-based systems. CCS 2013.
    Chatzikokolakis K, ElSalamouny E, Palamidessi C. Efficient utility improvement for location privacy.
    PoPETs 2017(4).

    Examples
    --------
    Noise that ends in the empty east of a street is brought back to it:

    >>> import numpy as np
    >>> street = Remapped(0.01, np.zeros(50), np.linspace(50, 50.02, 50), np.ones(50))
    >>> float(street.of(np.array([0.004]), np.array([50.01]))[0][0])
    0.0
    """

    epsilon_per_m: float
    """ε in 1/metre. A higher ε moves less and is less private."""
    lon_deg: Floats
    lat_deg: Floats
    """Shape (p,). Where people live: addresses, or points that stand for areas, degrees."""
    people: Floats = field(repr=False)
    """Shape (p,). How many live there, above 0."""

    def __post_init__(self) -> None:
        check_mask_model(PlanarLaplace(self.epsilon_per_m))
        if not len(self.lon_deg) or not (np.asarray(self.people) > 0).all():
            raise InputError("remap.places.no_people", "Remapping needs places where people live.")

    @property
    def cell_m(self) -> float:
        """Side of a cell, metres: half of what the noise moves on average, 2/ε."""
        return float(np.clip(0.5 * (2 / self.epsilon_per_m), 1.0, 1_000_000.0))

    @cached_property
    def _tree(self) -> spatial.cKDTree:
        return spatial.cKDTree(unit_vectors(self.lon_deg, self.lat_deg))

    def cell_of(self, lon_deg: Floats, lat_deg: Floats) -> tuple[Array, Array]:
        """Middle of the cell of each place, degrees."""
        return lattice_places(np.asarray(lon_deg), np.asarray(lat_deg), self.cell_m, False, 0)

    def of(self, lon_deg: Floats, lat_deg: Floats, progress: Progress = silent) -> tuple[Array, Array]:
        """Where noisy places are brought, degrees."""
        lon, lat = self.cell_of(lon_deg, lat_deg)
        cells, back = np.unique(np.column_stack([lon, lat]), axis=0, return_inverse=True)
        points = unit_vectors(cells[:, 0], cells[:, 1])
        near = min(_NEAREST, len(self.lon_deg))
        mean = np.empty_like(points)
        for some in blocks(len(points), _CELLS_AT_ONCE):
            progress(some.start / len(points))
            chord, row = self._tree.query(points[some], k=near)
            chord, row = chord.reshape(-1, near), row.reshape(-1, near)
            away_m = arc_from_chord_m(chord)
            weight = np.asarray(self.people)[row] * np.exp(-self.epsilon_per_m * (away_m - away_m[:, :1]))
            mean[some] = (weight[:, :, None] * self._tree.data[row]).sum(axis=1)
        to_lon = np.degrees(np.arctan2(mean[:, 1], mean[:, 0]))
        to_lat = np.degrees(np.arctan2(mean[:, 2], np.hypot(mean[:, 0], mean[:, 1])))
        return to_lon[back.ravel()], to_lat[back.ravel()]

    def masked(self, lon_deg: Floats, lat_deg: Floats, source: Source, progress: Progress = silent) -> Masked:
        """Move every point once."""
        lon, lat = checked_positions(lon_deg, lat_deg)
        distance_m = PlanarLaplace(self.epsilon_per_m).draw(np.arange(len(lon)), source)
        bearing = 2 * np.pi * source.uniform(len(lon))
        return moved_to(lon, lat, *self.of(*destination_deg(lon, lat, bearing, distance_m), progress))

    def chances(
        self,
        homes: tuple[Floats, Floats],
        dots: tuple[Floats, Floats],
        near: Ints,
        tolerance_m: float,
        progress: Progress = silent,
    ) -> sparse.csr_matrix:
        """Chance of each dot given each home.

        ``homes``, ``dots``: longitudes and latitudes, degrees, shapes (m,) and (n,). ``near``: rows of the
        homes about which cells are looked at: those that some dot may have come from. ``tolerance_m``: places
        nearer than this are one. Gives 0 beyond the longest move in 100 000.
        """
        reach_m = PlanarLaplace(self.epsilon_per_m).reach_m()[1]
        lon, lat = self._cells_about(np.asarray(homes[0])[near], np.asarray(homes[1])[near], reach_m)
        brought = spatial.cKDTree(unit_vectors(*self.of(lon, lat, part(progress, 0.0, 0.8))))
        lies = spatial.cKDTree(unit_vectors(*dots)).sparse_distance_matrix(
            brought, chord_from_arc(tolerance_m), output_type="ndarray"
        )
        used, cell = np.unique(lies["j"], return_inverse=True)
        lon, lat = lon[used], lat[used]
        pairs = spatial.cKDTree(unit_vectors(lon, lat)).sparse_distance_matrix(
            spatial.cKDTree(unit_vectors(*homes)),
            chord_from_arc(reach_m + self.cell_m),
            output_type="ndarray",
        )
        mass = self._mass(tuple(np.asarray(v)[pairs["j"]] for v in homes), (lon[pairs["i"]], lat[pairs["i"]]))
        noisy = sparse.csr_matrix((mass, (pairs["i"], pairs["j"])), shape=(len(used), len(homes[0])))
        ends = sparse.csr_matrix(
            (np.ones(len(cell)), (lies["i"], cell.ravel())), shape=(len(dots[0]), len(used))
        )
        return (ends @ noisy).tocsr()

    def _cells_about(self, lon: Floats, lat: Floats, reach_m: float) -> tuple[Array, Array]:
        """Middles of all cells that noise may end in, each once."""
        steps = np.arange(-int(reach_m / self.cell_m) - 1, int(reach_m / self.cell_m) + 2)
        if len(lon) * len(steps) ** 2 > MOST_CELLS:
            raise InputError(
                "remap.cells.too_many", "More than {most} cells are in reach of the homes.", most=MOST_CELLS
            )
        up = np.degrees(self.cell_m / EARTH_RADIUS_M) * steps
        at_lat = np.clip(lat[:, None, None] + up[None, :, None], -90.0, 90.0)
        wide = np.degrees(self.cell_m / EARTH_RADIUS_M) / np.maximum(np.cos(np.radians(at_lat)), 1e-9)
        at_lon = lon[:, None, None] + wide * steps[None, None, :]
        at_lat = np.broadcast_to(at_lat, at_lon.shape)
        lon, lat = self.cell_of(at_lon.ravel(), at_lat.ravel())
        cells = np.unique(np.column_stack([lon, lat]), axis=0)
        return cells[:, 0], cells[:, 1]

    def _mass(self, home: tuple[Floats, Floats], cell: tuple[Floats, Floats]) -> Floats:
        """Chance that noise from a home ends in a cell, by the midpoints of its parts."""
        inside = (np.arange(_SUBCELLS) + 0.5) / _SUBCELLS - 0.5
        height = np.degrees(self.cell_m / EARTH_RADIUS_M)
        around_m = 2 * np.pi * EARTH_RADIUS_M * np.cos(np.radians(cell[1]))
        width = 360 / np.maximum(np.round(around_m / self.cell_m), 1)
        density = np.zeros(len(cell[0]))
        for east in inside:
            for north in inside:
                away_m = haversine_m(*home, cell[0] + east * width, cell[1] + north * height)
                density += np.exp(-self.epsilon_per_m * away_m)
        area_m2 = self.cell_m * np.radians(width) * EARTH_RADIUS_M * np.cos(np.radians(cell[1]))
        return density / _SUBCELLS**2 * area_m2 * self.epsilon_per_m**2 / (2 * np.pi)
