# SPDX-License-Identifier: GPL-2.0-or-later
"""Which home can have which dot under a mask's model, and how likely the dot is there.

===================================  ====================================================================
model                                likelihood of a dot at distance d from a home
===================================  ====================================================================
disc, ring                           1 within the distances
normal, bimodal, Laplace, moves      density of the distance over d
survey rule                          mixture of 1 / (d · reach) for urban or for rural homes
population donut                     1 / (area of the home's own ring), where as many people are as near
grid, hexagons                       1 where the centre of the home's cell is the dot
swap                                 1 / (addresses in the home's ring)
Voronoi                              1 where the dot is the middle to the home's nearest neighbour
elimination                          1 where dot and home lie in one of the merged regions
adaptive Voronoi                     1 where the dot is the junction that the homes of the list decide
geo-indistinguishable, remapped      chance of all noisy places that are brought to the dot
street, address, optimal             chance of the dot's place among those that the home may be moved to
table (LP masks, area centres)       probability of the dot's area given the home's
===================================  ====================================================================

Where records are held inside polygons, or kept out of some, the likelihood is divided by the share of the
home's model that they accept, and a dot which they refuse is impossible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Callable

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints, blocks
from ...base.errors import InputError
from ...base.progress import Progress, part, silent
from ...base.randomness import Source
from ...base.scientific import sparse, spatial
from ...geomask.baselines.adaptive import Scheme
from ...geomask.baselines.containers import Containers
from ...geomask.baselines.elimination import Zones
from ...geomask.baselines.places import OWN_ADDRESS_M, SHIFTS, lattice_places, voronoi_places
from ...geomask.baselines.random_moves import Donut, Guard, SurveyRule, ring_of
from ...geomask.baselines.remapped import Remapped
from ...geometry.people_around import Addresses
from ...geometry.sphere import (
    EARTH_RADIUS_M,
    arc_from_chord_m,
    chord_from_arc,
    destination_deg,
    haversine_m,
    unit_vectors,
)
from .edges import Edges
from .mask_models import CHOSEN, MaskModel, Surroundings, choices_of, guard_of

Places = tuple[Floats, Floats]
Pairs = tuple[Array, Array, Array]

MOST_PAIRS = 20_000_000
"""Pairs beyond which matching is refused: about 2 GiB."""

_DOTS_AT_ONCE = 1000
"""Dots between two looks at Cancel: memory alone."""
_ACCEPTANCE_DRAWS = 200
"""Moves tried from each home: a share accepted of one half is known to 0.035."""
_VORONOI_CANDIDATES = 256
"""Nearest homes looked at for the edges that a dot may lie on."""


@dataclass(frozen=True)
class Scene:
    """Dots, the adversary's list of homes, and what else the model needs."""

    dots: Places
    homes: Places
    """Longitudes and latitudes, degrees, shapes (n,) and (m,)."""
    true_home: Ints
    """Shape (n,). Row of each dot's true home."""
    around: Surroundings = field(default_factory=Surroundings, repr=False)
    """What the model refers to; who is urban is said of the homes of the list."""
    home_area: Ints | None = field(default=None, repr=False)
    dot_area: Ints | None = field(default=None, repr=False)
    """For tables: origin of each home and destination of each dot, -1 for none."""
    tolerance_m: float = 0.2
    """Two distances that differ by less are equal: rounding of coordinates in files, metres."""

    @cached_property
    def tree(self) -> spatial.cKDTree:
        """Search tree of the homes on the unit sphere."""
        return spatial.cKDTree(unit_vectors(*self.homes))

    @cached_property
    def home_container(self) -> Ints:
        """Polygon that holds each home, -1 for none, shape (m,)."""
        return self._of(self.around.containers, self.homes)

    @cached_property
    def dot_container(self) -> Ints:
        """Polygon that holds each dot, -1 for none, shape (n,)."""
        return self._of(self.around.containers, self.dots)

    @staticmethod
    def _of(polygons: Containers | None, places: Places) -> Ints:
        if polygons is None:
            raise InputError(
                "matching.polygons.missing",
                "The mask kept records inside polygons, or out of some: give the same layer.",
            )
        return polygons.of(*places)

    def same_container(self, dot: Ints, home: Ints) -> Bools:
        """Whether dot and home of each pair lie in one polygon."""
        return (self.dot_container[dot] == self.home_container[home]) & (self.home_container[home] >= 0)

    def guard(self, mask_model: MaskModel, homes: Ints) -> Guard:
        """What a place must satisfy for each of some homes."""
        some = np.asarray(self.homes[0])[homes], np.asarray(self.homes[1])[homes]
        held = self.home_container[homes] if mask_model.bounded else None
        return guard_of(mask_model, some, self.around.containers, held)


def edges_of(mask_model: MaskModel, scene: Scene, source: Source, progress: Progress = silent) -> Edges:
    """Find every home that can have each dot, and the likelihood.

    The source is for the shares that polygons and people accept, which are simulated.
    """
    by_kind = {
        "grid": _lattice, "hexagon": _lattice, "swap": _swap, "voronoi": _voronoi, "table": _table,
        "elimination": _elimination, "adaptivevoronoi": _adaptive_voronoi, "geoind": _remapped,
        **dict.fromkeys(CHOSEN, _chosen),
    }  # fmt: skip
    dot, home, likelihood = by_kind.get(mask_model.kind, _moves)(mask_model, scene, source, progress)
    return Edges.of(dot, home, likelihood, scene.true_home, len(scene.homes[0]))


def _moves(mask_model: MaskModel, scene: Scene, source: Source, progress: Progress) -> Pairs:
    """Models of a distance in a random direction."""
    measured = _measured(mask_model, scene, source, part(progress, 0.0, 0.7))
    found: tuple[list[Array], ...] = ([], [], [])
    count = 0
    for some in blocks(len(scene.dots[0]), _DOTS_AT_ONCE):
        progress(0.7 + 0.3 * some.start / len(scene.dots[0]))
        dot, home, away = _near(scene, some, measured)
        value = measured.log_density(dot, home, away)
        if mask_model.bounded:
            value = np.where(scene.same_container(dot, home), value, -np.inf)
        there = value > -np.inf
        for values, new in zip(found, (dot[there], home[there], value[there])):
            values.append(new)
        count += int(there.sum())
        if count > MOST_PAIRS:
            raise _too_many()
    dots, homes, densities = (np.concatenate(values) for values in found)
    return dots, homes, densities


@dataclass(frozen=True)
class _Measured:
    """Distances that a model allows, whether it thins out beyond them, and its log density.

    ``log_density`` is taken at (dot, home, distance), minus infinity where the model forbids.
    """

    low_m: float
    high_m: float
    endless: bool
    log_density: Callable[[Ints, Ints, Floats], Floats]


def _measured(mask_model: MaskModel, scene: Scene, source: Source, progress: Progress) -> _Measured:
    if mask_model.kind == "populationdonut":
        return _population_donut(mask_model, scene, source, progress)
    if mask_model.kind == "survey":
        urban = scene.around.urban
        if urban is None:
            raise InputError(
                "matching.urban.missing",
                "The survey rule needs to know which homes are urban and which rural.",
            )
        low, high, endless = 0.0, 10_000.0, False

        def density(dot: Ints, home: Ints, away: Floats) -> Floats:
            return SurveyRule.log_density(np.maximum(away - scene.tolerance_m, 0.0), urban[home])

    else:
        low, high = mask_model.moves.reach_m()
        endless = mask_model.kind not in ("donut", "uniform")

        def density(dot: Ints, home: Ints, away: Floats) -> Floats:
            return mask_model.moves.log_density(away)

    if not mask_model.bounded:
        return _Measured(low, high, endless, density)
    refused = _accepted(mask_model, scene, source)
    return _Measured(low, high, endless, lambda dot, home, away: density(dot, home, away) - refused[home])


def _near(scene: Scene, chunk: slice, measured: _Measured) -> tuple[Ints, Ints, Floats]:
    """Pairs of some dots with the homes at a distance that the model allows, and each with its own."""
    lon, lat = (values[chunk] for values in scene.dots)
    dots = np.arange(chunk.start, chunk.start + len(lon), dtype=np.int32)
    tolerance, low, high = scene.tolerance_m, measured.low_m, measured.high_m
    pairs = spatial.cKDTree(unit_vectors(lon, lat)).sparse_distance_matrix(
        scene.tree, chord_from_arc(high + tolerance), output_type="ndarray"
    )
    away, own = arc_from_chord_m(pairs["v"]), scene.true_home[dots]
    keep = (away >= low - tolerance) & (pairs["j"] != own[pairs["i"]])
    own_m = haversine_m(lon, lat, scene.homes[0][own], scene.homes[1][own])
    inside = (own_m >= low - tolerance) & (own_m <= high + tolerance)
    true = np.flatnonzero(inside | measured.endless)
    dot = np.concatenate([dots[pairs["i"][keep]], dots[true]])
    home = np.concatenate([pairs["j"][keep], own[true]]).astype(np.int32)
    order = np.lexsort((home, dot))
    return dot[order], home[order], np.concatenate([away[keep], own_m[true]])[order]


def _population_donut(mask_model: MaskModel, scene: Scene, source: Source, progress: Progress) -> _Measured:
    """Rings that hold k to most people about each home; k people at least as near to the dot."""
    people = scene.around.people
    if people is None:
        raise InputError(
            "donut.people.missing", "The population donut needs the addresses or people that it counted."
        )
    k, most = mask_model.values["k"], mask_model.values["k_most"]
    lon, lat = scene.homes
    low, high = ring_of(lon, lat, people, k, most, part(progress, 0.0, 0.3))
    rows = np.arange(len(lon))

    def enough(row: Ints, to_lon: Floats, to_lat: Floats) -> Bools:
        return people.within(to_lon, to_lat, haversine_m(lon[row], lat[row], to_lon, to_lat)) >= k

    accepts = [enough, *([scene.guard(mask_model, rows).accepts] if mask_model.bounded else [])]
    refused = _log_accepted_share(scene, Donut(low, high), accepts, source, part(progress, 0.3, 1.0))
    area = np.log(np.sin(high / 2 / EARTH_RADIUS_M) ** 2 - np.sin(low / 2 / EARTH_RADIUS_M) ** 2)
    tolerance = scene.tolerance_m

    def density(dot: Ints, home: Ints, away: Floats) -> Floats:
        inside = (away >= low[home] - tolerance) & (away <= high[home] + tolerance)
        at = np.flatnonzero(inside)
        to_lon, to_lat = (values[dot[at]] for values in scene.dots)
        inside[at] = people.within(to_lon, to_lat, away[at] + tolerance) >= k
        return np.where(inside, -area[home] - refused[home], -np.inf)

    return _Measured(float(low.min()), float(high.max()), False, density)


def _accepted(mask_model: MaskModel, scene: Scene, source: Source) -> Floats:
    """Log share of each home's model that the polygons accept, (m,)."""
    urban = scene.around.urban if mask_model.kind == "survey" else None
    drawn = mask_model.moves if urban is None else SurveyRule.of(urban, source)
    accepts = scene.guard(mask_model, np.arange(len(scene.homes[0]))).accepts
    return _log_accepted_share(scene, drawn, [accepts], source)


def _log_accepted_share(
    scene: Scene, drawn: Any, accepts: Sequence[Any], source: Source, progress: Progress = silent
) -> Floats:
    """Log of the share of draws from each home that all tests accept, at least half a draw's."""
    lon, lat = scene.homes
    rows, hits = np.arange(len(lon)), np.zeros(len(lon))
    for draw in range(_ACCEPTANCE_DRAWS):
        progress(draw / _ACCEPTANCE_DRAWS)
        to = destination_deg(lon, lat, 2 * np.pi * source.uniform(len(lon)), drawn.draw(rows, source))
        hits += np.all([test(rows, *to) for test in accepts], axis=0)
    return np.log(np.maximum(hits, 0.5) / _ACCEPTANCE_DRAWS)


def _lattice(mask_model: MaskModel, scene: Scene, _source: Source, progress: Progress) -> Pairs:
    """Cells: the pattern's shift is the first under which every dot is the centre of its home's cell."""
    size_m, hexagons = mask_model.values["size_m"], mask_model.kind == "hexagon"
    own_lon, own_lat = (values[scene.true_home] for values in scene.homes)
    for shift in range(SHIFTS):
        progress(shift / SHIFTS)
        held = scene.guard(mask_model, scene.true_home)
        centre = lattice_places(own_lon, own_lat, size_m, hexagons, shift, held)
        if (haversine_m(*centre, *scene.dots) <= scene.tolerance_m).all():
            break
    lon, lat = scene.homes
    held = scene.guard(mask_model, np.arange(len(lon)))
    return _at_dots(scene, *lattice_places(lon, lat, size_m, hexagons, shift, held))


def _voronoi(_mask_model: MaskModel, scene: Scene, _source: Source, _progress: Progress) -> Pairs:
    """Middles to the nearest neighbour: known from the patients' own homes, guessed from addresses."""
    if len(scene.homes[0]) == len(scene.dots[0]):
        return _at_dots(scene, *voronoi_places(*(np.asarray(v, dtype=float) for v in scene.homes)))
    near = min(_VORONOI_CANDIDATES, len(scene.homes[0]))
    dots = unit_vectors(*scene.dots)
    home = scene.tree.query(dots, near)[1].reshape(len(dots), near)
    mirror = 2 * dots[:, None, :] - unit_vectors(*scene.homes)[home]
    mirror /= np.linalg.norm(mirror, axis=2, keepdims=True)
    chord = scene.tree.query(mirror.reshape(-1, 3))[0].reshape(len(dots), near)
    dot, column = np.nonzero(arc_from_chord_m(chord) <= 2 * scene.tolerance_m)
    return _with_own(scene, dot, home[dot, column])


def _at_dots(scene: Scene, lon_deg: Floats, lat_deg: Floats) -> Pairs:
    """Pairs of each home and the dots at the one place where its record must be."""
    places = spatial.cKDTree(unit_vectors(lon_deg, lat_deg))
    pairs = spatial.cKDTree(unit_vectors(*scene.dots)).sparse_distance_matrix(
        places, chord_from_arc(scene.tolerance_m), output_type="ndarray"
    )
    if len(pairs) > MOST_PAIRS:
        raise _too_many()
    return pairs["i"], pairs["j"], np.zeros(len(pairs))


def _with_own(scene: Scene, dot: Ints, home: Ints) -> Pairs:
    """Pairs, each once, and every dot's own among them."""
    dot = np.concatenate([dot, np.arange(len(scene.true_home))])
    home = np.concatenate([home, scene.true_home])
    pairs = np.unique(np.column_stack([dot, home]), axis=0)
    return pairs[:, 0], pairs[:, 1], np.zeros(len(pairs))


def _swap(mask_model: MaskModel, scene: Scene, _source: Source, progress: Progress) -> Pairs:
    """Addresses of the ring, all alike."""
    if scene.around.addresses is None:
        raise InputError("swap.addresses.missing", "Swapping needs the addresses that it chose from.")
    low, high, tolerance = mask_model.values["low_m"], mask_model.values["high_m"], scene.tolerance_m
    measured = _Measured(max(low, OWN_ADDRESS_M), high, False, lambda _dot, _home, away: np.zeros(len(away)))
    found: tuple[list[Array], list[Array]] = ([], [])
    for some in blocks(len(scene.dots[0]), _DOTS_AT_ONCE):
        progress(some.start / len(scene.dots[0]))
        for values, new in zip(found, _near(scene, some, measured)):
            values.append(new)
    dot, home = (np.concatenate(values) for values in found)
    if mask_model.bounded:
        inside = scene.same_container(dot, home)
        dot, home = dot[inside], home[inside]
    used, at = np.unique(home, return_inverse=True)
    lon, lat = (values[used] for values in scene.homes)
    if mask_model.bounded:
        choices = _choices_in_polygon(mask_model, scene, scene.around.addresses, used)
    else:
        addresses, ones = Addresses(*scene.around.addresses), np.ones(len(used))
        nearer = max(low - tolerance, OWN_ADDRESS_M)
        choices = addresses.within(lon, lat, high * ones) - addresses.within(lon, lat, nearer * ones)
    return dot, home, -np.log(np.maximum(choices, 1.0))[at.ravel()]


def _choices_in_polygon(mask_model: MaskModel, scene: Scene, addresses: Places, used: Ints) -> Floats:
    """Addresses in the ring of some homes that the polygons accept."""
    lon, lat = (values[used] for values in scene.homes)
    low, high = mask_model.values["low_m"], mask_model.values["high_m"]
    places = spatial.cKDTree(unit_vectors(*addresses))
    pairs = spatial.cKDTree(unit_vectors(lon, lat)).sparse_distance_matrix(
        places, chord_from_arc(high + scene.tolerance_m), output_type="ndarray"
    )
    away = arc_from_chord_m(pairs["v"])
    lon, lat = (np.asarray(values)[pairs["j"]] for values in addresses)
    same = scene.guard(mask_model, used[pairs["i"]]).accepts(np.arange(len(pairs)), lon, lat)
    chosen = same & (away >= low - scene.tolerance_m) & (away > OWN_ADDRESS_M)
    return np.bincount(pairs["i"][chosen], minlength=len(used)).astype(float)


def _chosen(mask_model: MaskModel, scene: Scene, _source: Source, progress: Progress) -> Pairs:
    """Places that are there: the chance of each dot's place given the home."""
    choices = choices_of(mask_model, scene.homes, scene.around, part(progress, 0.0, 0.8))
    lon, lat = scene.homes
    choices = choices.within_bounds(lon, lat, scene.guard(mask_model, np.arange(len(lon))))
    at = spatial.cKDTree(unit_vectors(*scene.dots)).sparse_distance_matrix(
        spatial.cKDTree(unit_vectors(choices.lon_deg, choices.lat_deg)),
        chord_from_arc(scene.tolerance_m),
        output_type="ndarray",
    )
    count = len(scene.dots[0]), len(choices.lon_deg)
    lies = sparse.csr_matrix((np.ones(len(at)), (at["i"], at["j"])), shape=count)
    moved = sparse.csr_matrix(
        (choices.chance, (choices.place, choices.home)), shape=(count[1], choices.homes)
    )
    pairs = np.asarray(lies.sum(axis=0)).ravel() @ np.diff(moved.indptr)
    if pairs > MOST_PAIRS:
        raise _too_many()
    return _where_possible(lies @ moved)


def _remapped(mask_model: MaskModel, scene: Scene, _source: Source, progress: Progress) -> Pairs:
    """Noise that ends in a cell which is brought to the dot."""
    if scene.around.prior is None:
        raise InputError(
            "remap.people.missing",
            "Remapping needs the addresses or the people of areas by which it was done.",
        )
    if mask_model.bounded:
        raise InputError(
            "remap.polygons.not_allowed", "Geo-indistinguishability with remapping goes with no polygons."
        )
    mask = Remapped(mask_model.values["epsilon_per_100_m"] / 100, *scene.around.prior)
    chance = mask.chances(scene.homes, scene.dots, np.unique(scene.true_home), scene.tolerance_m, progress)
    if chance.nnz > MOST_PAIRS:
        raise _too_many()
    return _where_possible(chance)


def _where_possible(chance: sparse.csr_matrix) -> Pairs:
    """Pairs of a dot and a home with a chance above 0."""
    pairs = chance.tocoo()
    there = pairs.data > 0
    return pairs.row[there], pairs.col[there], np.log(pairs.data[there])


def _elimination(mask_model: MaskModel, scene: Scene, _source: Source, _progress: Progress) -> Pairs:
    """Homes of the dot's region, all alike: a dot lies anywhere in it, wherever its home is."""
    zones, k = _zones(mask_model, scene), mask_model.values["k"]
    dot, home = (zones.region_of(lon, lat, k) for lon, lat in (scene.dots, scene.homes))
    return _in_one_region(dot, home)


def _zones(mask_model: MaskModel, scene: Scene) -> Zones:
    if scene.around.zones is None:
        raise InputError(
            "elimination.areas.missing",
            "Areal elimination needs the areas with the people by whom they were merged.",
        )
    if mask_model.bounded:
        raise InputError(
            "elimination.polygons.not_regions",
            "Regions are the polygons that hold records after areal elimination: no others do.",
        )
    return scene.around.zones


def _in_one_region(dot: Ints, home: Ints) -> Pairs:
    """Pairs of dots and homes in the same region; -1 is none."""
    in_dots, in_homes = np.flatnonzero(dot >= 0), np.flatnonzero(home >= 0)
    regions = int(max(dot.max(initial=-1), home.max(initial=-1))) + 1
    if (
        np.bincount(dot[in_dots], minlength=regions) @ np.bincount(home[in_homes], minlength=regions)
        > MOST_PAIRS
    ):
        raise _too_many()
    lies = sparse.csr_matrix((np.ones(len(in_dots)), (in_dots, dot[in_dots])), shape=(len(dot), regions))
    lives = sparse.csr_matrix(
        (np.ones(len(in_homes)), (home[in_homes], in_homes)), shape=(regions, len(home))
    )
    pairs = (lies @ lives).tocoo()
    return pairs.row, pairs.col, np.zeros(len(pairs.row))


def _adaptive_voronoi(mask_model: MaskModel, scene: Scene, _source: Source, _progress: Progress) -> Pairs:
    """The one junction of each home, known from the patients' own; a lone home has its region's dots."""
    zones, network = _zones(mask_model, scene), scene.around.network
    if network is None:
        raise InputError(
            "voronoi.streets.missing",
            "Adaptive Voronoi masking needs the streets to whose junctions it moved.",
        )
    if len(scene.homes[0]) != len(scene.dots[0]):
        raise InputError(
            "voronoi.homes.unknown",
            "Where adaptive Voronoi masking puts a record depends on the other homes of the list. From all "
            "addresses it could not be judged.",
        )
    scheme = Scheme(zones, mask_model.values["k"], network)
    alone = scheme.alone(*scene.homes)
    rows = np.flatnonzero(~alone)
    found = [_of_lone_homes(scheme, scene, alone)]
    if len(rows):
        homes = scene.homes[0][rows], scene.homes[1][rows]
        place = scheme.junctions(homes, scheme.sides(*homes), scene.guard(mask_model, rows))
        dot, row, same = _at_dots(scene, network.lon_deg[place], network.lat_deg[place])
        found.append((dot, rows[row], same))
    dots, homes_of, likelihood = (np.concatenate(values) for values in zip(*found))
    return dots, homes_of, likelihood


def _of_lone_homes(scheme: Scheme, scene: Scene, alone: Bools) -> Pairs:
    """Every dot of a region for the home that is alone in it."""
    dot, home = (scheme.zones.region_of(lon, lat, scheme.k) for lon, lat in (scene.dots, scene.homes))
    return _in_one_region(dot, np.where(alone, home, -1))


def _table(_mask_model: MaskModel, scene: Scene, _source: Source, _progress: Progress) -> Pairs:
    """Homes of the areas from which a dot's area can be reached: scatter within it gives nothing away."""
    table = scene.around.table
    if table is None or scene.home_area is None or scene.dot_area is None:
        raise InputError(
            "matching.areas.missing", "A table of probabilities needs the areas of homes and dots."
        )
    origin, destination, probability = table.origin, table.destination, table.probability
    size = (
        int(max(destination.max(), scene.dot_area.max())) + 1,
        int(max(origin.max(), scene.home_area.max())) + 1,
    )
    by_destination = sparse.csr_matrix((probability, (destination, origin)), shape=size)
    lives = np.flatnonzero(scene.home_area >= 0)
    homes = sparse.csr_matrix(
        (np.ones(len(lives)), (scene.home_area[lives], lives)), shape=(size[1], len(scene.home_area))
    )
    places, place = np.unique(scene.dot_area, return_inverse=True)
    if len(places) and places[0] < 0:
        raise InputError(
            "matching.dots.outside",
            "Some dots lie in no area of the table. Give the areas that the mask moved to.",
        )
    likely = (by_destination[places] @ homes).tocsr()
    count = np.diff(likely.indptr)[place.ravel()]
    if count.sum() > MOST_PAIRS:
        raise _too_many()
    dot = np.repeat(np.arange(len(scene.dot_area)), count)
    first = np.repeat(likely.indptr[place.ravel()] - np.cumsum(count) + count, count)
    at = first + np.arange(len(dot))
    return dot, likely.indices[at], np.log(likely.data[at])


def _too_many() -> InputError:
    return InputError(
        "matching.pairs.too_many",
        "More than {most} pairs of a dot and a home are possible: too many to match. Attack a part of "
        "the records.",
        most=MOST_PAIRS,
    )
