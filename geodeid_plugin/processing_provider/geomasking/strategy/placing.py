# SPDX-License-Identifier: GPL-2.0-or-later
"""Where a dot is put inside its destination: by a rule that knows the destination and nothing of the origin.

That is why the bound stands whatever the rule: given the destination, the place tells nothing more. So what a
destination can't offer is found for all that the table uses before a place is drawn, never for those alone
that some record drew.

How far a table really moves people: from a home anywhere in an area to a place anywhere in another.

The programme minimises the distance between the areas' points. People live all over their area, and
``scatter`` puts them all over the destination, so that a move inside one area, which counts nothing there,
is a move all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from qgis.core import QgsWkbTypes

from ....core.base.errors import InputError, named
from ....core.base.progress import silent
from ....core.base.randomness import SeededSource
from ....core.geomask.strategy import drawn_pairs
from ....core.geometry.sphere import haversine_m
from ....i18n import tr
from ...io import points_inside, read_points
from . import lp


@dataclass(frozen=True)
class Placing:
    """The rule of one run."""

    kind: str
    """One of :data:`.lp.PLACEMENTS`."""
    targets: lp.Targets
    shapes: Sequence
    """Where places are drawn in each destination."""
    addresses: tuple = ()
    """Longitudes and latitudes of addresses, degrees, ordered by destination; empty for the other kinds."""
    start: np.ndarray = field(default_factory=lambda: np.zeros(1, dtype=np.int64))
    """Where the addresses of each destination start, and the end of the last; one 0 for the other kinds."""

    def check(self, used) -> np.ndarray:
        """Refuse destinations that no dot can be put in.

        ``used`` are rows of all that the tables use, drawn or not. Gives those that hold none of the
        addresses, where addresses are chosen among.
        """
        used = np.unique(used)
        if self.kind == "point":
            return used[:0]
        bare = used[np.diff(self.start)[used] == 0] if self.kind == "address" else used
        for row in bare:
            lp.refuse_thin(self.shapes[row])
        return bare if self.kind == "address" else used[:0]

    def drawn(self, destination, source, progress) -> tuple[np.ndarray, np.ndarray]:
        """Places of dots, longitudes and latitudes in degrees."""
        if self.kind == "point":
            return self.targets.lon_deg[destination], self.targets.lat_deg[destination]
        first, count = self.start[:-1], np.diff(self.start)
        places = []
        for index, row in enumerate(destination):
            if index % 200 == 0:
                progress(index / len(destination))
            if self.kind == "address" and count[row]:
                at = first[row] + int(source.uniform(1)[0] * count[row])
                places.append((self.addresses[0][at], self.addresses[1][at]))
            else:
                places.append(lp.scattered(self.shapes[row], source))
        lon_deg, lat_deg = np.array(places).reshape(-1, 2).T
        return lon_deg, lat_deg


def tell_bare(run, placing: Placing, bare) -> None:
    """Tell of destinations without an address, from :meth:`Placing.check`."""
    if len(bare):
        run.counts["destinations_without_address"] = len(bare)
        run.warn(
            tr(
                "{count} destinations hold no address ({names}): dots there are drawn anywhere inside."
            ).format(count=len(bare), names=named(str(placing.targets.ids[row]) for row in bare))
        )


def read_placing(run, inputs, targets: lp.Targets) -> Placing:
    """Read PLACEMENT and ADDRESSES."""
    kind = inputs.placement
    placing = Placing(kind, targets, targets.shapes)
    return _with_addresses(run, inputs, placing) if kind == "address" else placing


def _with_addresses(run, inputs, placing: Placing) -> Placing:
    """The addresses that lie inside each destination."""
    if not inputs.addresses:
        raise InputError(
            "placement.addresses.missing", "PLACEMENT address needs a layer of ADDRESSES to choose from."
        )
    if any(s.type() != QgsWkbTypes.GeometryType.PolygonGeometry for s in placing.shapes if not s.isEmpty()):
        raise InputError(
            "placement.destinations.no_polygons", "PLACEMENT address needs destinations that are polygons."
        )
    points = read_points(run, "ADDRESSES")
    inside = list(points_inside(placing.shapes, points, run.progress))
    start = np.cumsum([0, *(len(rows) for rows in inside)])
    rows = np.concatenate(inside)
    return replace(placing, addresses=(points.lon_deg[rows], points.lat_deg[rows]), start=start)


_MOVES = 4000
"""Moves that are drawn: their mean is then known to 1.5 % (moves spread about as much as they measure)."""
_SEED = 143
"""Of the moves that are tried, so that the same table says the same; no draw of a release hangs on it."""


def placed_move_m(layer, placing, strategy, population, progress=silent) -> float:
    """Expected move of a person from home to the masked place, metres.

    Homes are uniform inside the polygons of the areas, at the point itself where areas are points.
    """
    source = SeededSource(_SEED)
    origin, destination = drawn_pairs(strategy, population, _MOVES, source)
    home = _inside(layer.table.geometries, origin, source, progress)
    if placing.kind == "scatter":
        place = _inside(placing.shapes, destination, source, progress)
    else:
        place = placing.drawn(destination, source, progress)
    return float(np.mean(haversine_m(*home, *place)))


def _inside(shapes, rows, source, progress) -> tuple[np.ndarray, np.ndarray]:
    """A place drawn uniformly inside the shape of each row, longitudes and latitudes in degrees."""
    found = np.empty((len(rows), 2))
    order = np.argsort(rows, kind="stable")
    for part in np.split(order, np.flatnonzero(np.diff(rows[order])) + 1):
        found[part] = lp.places_inside(shapes[rows[part[0]]], len(part), source, progress)
    return found[:, 0], found[:, 1]
