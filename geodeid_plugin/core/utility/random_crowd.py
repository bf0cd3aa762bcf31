# SPDX-License-Identifier: GPL-2.0-or-later
"""The table of a random mask: from its model, where the people of each area are moved to.

A donut or a normal model has no table of its own, but its recipient needs one: over census people the mask
makes clusters. Everybody is taken to live anywhere in the area with the same chance; P_ij is the share of
moves from area i that end in area j, found by moving a fixed number of people of every area.

A model that moves to places which are there (streets, addresses, points of areas, regions) is known as well
as that of a ring: P_ij is the share of the homes of area i times the chance that a home has of a place in
area j. Where addresses are given, people live at them; else anywhere in their area.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..base.arrays import Array, Floats, Ints, steps_of
from ..base.errors import InputError, Phrase
from ..base.progress import Progress, part, silent
from ..exposure.matching.mask_models import CHOSEN, ISOTROPIC, MaskModel, Surroundings, choices_of, guard_of
from ..geomask.baselines.containers import Containers
from ..geomask.baselines.elimination import Zones
from ..geomask.baselines.random_moves import PlanarLaplace
from ..geomask.baselines.remapped import Remapped
from ..geometry.polygons import Polygons
from ..geometry.sphere import METRES_PER_DEGREE, destination_deg
from .masked_table import MaskedTable

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
    row = steps_of(rows) + first[which]
    x = x1[which] + (row + 0.5 - y1[which]) * (x2[which] - x1[which]) / (y2[which] - y1[which])
    order = np.lexsort((x, row, area[which]))
    start = np.ceil(x[order][0::2] - 0.5).astype(np.int64)
    end = np.ceil(x[order][1::2] - 0.5).astype(np.int64)
    row, owner = row[order][0::2], area[which][order][0::2]
    inside = (row >= 0) & (row < label.shape[0])
    start, end = np.clip(start, 0, label.shape[1]), np.clip(end, 0, label.shape[1])
    length = np.where(inside, np.maximum(end - start, 0), 0)
    span = np.repeat(np.arange(len(length)), length)
    column = steps_of(length) + start[span]
    label[row[span], column] = owner[span]


_MOVES = 20_000_000
"""Moves of all areas together: about four seconds."""
_REMAPPED_MOVES = 4_000_000
"""The same where noise is remapped: about ten seconds."""
_MOVES_OF_AN_AREA = (1_000, 50_000)
"""Fewest and most moves of one area."""
_AT_ONCE = 2_000_000
"""Moves held in memory at a time: about 100 MB."""
_STEPS = 1.0 / 1.1347241384015194 ** np.arange(1, 6)
"""Steps of a sequence that fills five dimensions evenly: powers of the root of x^6 = x + 1 (Roberts 2018)."""


@dataclass(frozen=True)
class StudyRegion:
    """Where people live and where dots may lie."""

    areas: CellMap
    """The areas."""
    people: Floats
    """Shape (n,). ``n_i``."""
    bounds: CellMap | None = None
    """Polygons that the mask kept every record in."""

    @classmethod
    def of(
        cls,
        polygons: Polygons,
        people: Floats,
        bounds: tuple[Polygons, int] | None = None,
    ) -> StudyRegion:
        """Draw the polygons as cells."""
        people = np.asarray(people, dtype=float)
        return cls(CellMap.of(polygons, len(people)), people, CellMap.of(*bounds) if bounds else None)


def table_of_mask(
    mask_model: MaskModel,
    study_region: StudyRegion,
    progress: Progress = silent,
    prior: tuple[Floats, Floats, Floats] | None = None,
) -> MaskedTable:
    """Probability of moving from each area to each, and beyond them all.

    The model depends on the distance alone (donut, uniform, gaussian, bimodal or laplace) or is geoind,
    remapped by the ``prior``: longitudes, latitudes and people of where they live. Destination n, after the n
    areas, stands for everywhere outside of them.
    """
    brought = _brought(mask_model, prior)
    if brought is None and mask_model.kind not in ISOTROPIC:
        raise InputError(
            "crowd.mask.not_by_distance",
            "A “{law}” mask depends on more than the distance, so its probabilities cannot be computed "
            "from the areas alone. Analyse a mask by donut, uniform, gaussian, bimodal or laplace, or one "
            "by “Mask points: least move”, which releases its table.",
            law=mask_model.stated,
        )
    if mask_model.bounded and study_region.bounds is None:
        raise InputError(
            "crowd.within.missing", "The mask kept its records within polygons. Give their layer as WITHIN."
        )
    area, lon_deg, lat_deg = study_region.areas.middles()
    start = np.searchsorted(area, np.arange(len(study_region.people) + 1))
    peopled = np.flatnonzero(study_region.people > 0)
    _refuse_hidden(peopled, start)
    every = _MOVES if brought is None else _REMAPPED_MOVES
    each = int(np.clip(every / max(len(peopled), 1), *_MOVES_OF_AN_AREA))
    parts = []
    pieces = np.array_split(peopled, max(len(peopled) * each // _AT_ONCE, 1))
    for step, piece in enumerate(pieces):
        progress(step / len(pieces), Phrase("Moving the people of the areas"))
        rows, source = np.repeat(piece, each), _Even()
        cell = start[rows] + (source.uniform(len(rows)) * (start[rows + 1] - start[rows])).astype(np.int64)
        parts.append(_moved(mask_model, study_region, rows, (lon_deg[cell], lat_deg[cell]), source, brought))
    origin, destination, count = np.concatenate(parts, axis=1)
    return _table(origin, destination, count, study_region.people)


def _brought(mask_model: MaskModel, prior: tuple[Floats, Floats, Floats] | None) -> Remapped | None:
    """What geoind does with a noisy place."""
    if mask_model.kind != "geoind":
        return None
    if prior is None:
        raise InputError(
            "remap.people.missing",
            "Remapping needs the addresses or the people of areas by which it was done.",
        )
    return Remapped(mask_model.values["epsilon_per_100_m"] / 100, *prior)


class _Even:
    """Numbers in [0, 1) that fill the space of cell, direction and distance evenly, the same at every run.

    Nothing secret is drawn here, and ten thousand even moves tell more than a million random ones.
    """

    def __init__(self) -> None:
        self._calls = 0

    def uniform(self, size: int) -> Floats:
        """The next coordinate of every move, shape (size,)."""
        step = _STEPS[self._calls]
        self._calls += 1
        along = np.arange(size) * step + 0.5
        return along - np.floor(along)  # what % gives, in a tenth of its time


def _refuse_hidden(peopled: Ints, start: Ints) -> None:
    hidden = peopled[start[peopled + 1] == start[peopled]]
    if len(hidden):
        raise InputError(
            "crowd.areas.too_small",
            "{count} areas with people are too small compared with the whole region, or lie under others, "
            "to be seen on one map of it. Take a smaller region.",
            count=len(hidden),
        )


def _moved(
    mask_model: MaskModel,
    study_region: StudyRegion,
    rows: Ints,
    home: tuple[Floats, Floats],
    source: Any,
    brought: Remapped | None = None,
) -> Array:
    """Origins, destinations and counts of moves, shape (3, pairs)."""
    bearing = 2 * np.pi * source.uniform(len(rows))
    moves = mask_model.moves if brought is None else PlanarLaplace(brought.epsilon_per_m)
    lon_deg, lat_deg = destination_deg(*home, bearing, moves.draw(rows, source))
    if brought is not None:
        lon_deg, lat_deg = brought.of(lon_deg, lat_deg)
    found = study_region.areas.at(lon_deg, lat_deg)
    outside = len(study_region.people)
    found = np.where(found < 0, outside, found).astype(np.int64)
    # Redrawn until the dot lies where it may: the moves that do are the model.
    kept = np.ones(len(rows), dtype=bool)
    if mask_model.bounded and study_region.bounds is not None:
        kept &= study_region.bounds.at(lon_deg, lat_deg) == study_region.bounds.at(*home)
    rows, found = rows[kept], found[kept]
    pair, count = np.unique(rows * (outside + 1) + found, return_counts=True)
    return np.stack([pair // (outside + 1), pair % (outside + 1), count])


def _table(origin: Ints, destination: Ints, count: Ints, people: Floats) -> MaskedTable:
    total = np.bincount(origin, count, len(people))
    if (total[people > 0] == 0).any():
        raise InputError(
            "crowd.within.unreached",
            "From {count} areas hardly any move of this mask ends within the polygons that the mask kept "
            "to. Check WITHIN and the stated mask.",
            count=int((total[people > 0] == 0).sum()),
        )
    return MaskedTable(origin, destination, count / total[origin], people, len(people) + 1)


WITH_CROWD = ("elimination", "geoind", *CHOSEN, *ISOTROPIC)
"""Models of which a table can be had from public facts."""
_HOMES = 20_000
"""Homes of all areas together from which streets and addresses are looked for: about a minute."""
_HOMES_OF_AN_AREA = (20, 400)
"""Fewest and most of one area: shares are then known to a few per cent of themselves, or better."""


def crowd_of_mask(
    mask_model: MaskModel,
    study_region: StudyRegion,
    known: Surroundings,
    polygons: Polygons,
    progress: Progress = silent,
) -> MaskedTable:
    """The table of any mask of which one can be had from public facts.

    ``polygons`` are the areas of the study region. A model that depends on the records themselves is refused.
    """
    if mask_model.kind not in WITH_CROWD:
        raise _refusal(mask_model)
    if mask_model.kind == "elimination":
        return _of_regions(mask_model, study_region, known.zones, polygons.areas_m2(len(study_region.people)))
    if mask_model.kind == "optimal":
        return _of_points(mask_model, study_region, known)
    if mask_model.kind in CHOSEN:
        return _of_choices(
            mask_model, study_region, known, Containers(polygons, len(study_region.people)), progress
        )
    return table_of_mask(mask_model, study_region, progress, known.prior)


def _refusal(mask_model: MaskModel) -> InputError:
    if mask_model.kind in ("swap", "voronoi", "adaptivevoronoi"):
        return InputError(
            "crowd.mask.by_other_homes",
            "Where a “{law}” mask puts a record depends on the other homes of the list or on the addresses "
            "in its ring. So its crowd would reveal the records, or cannot be computed from areas. Analyse "
            "a mask of another kind, or one by “Mask points: least move”, which releases its table.",
            law=mask_model.stated,
        )
    if mask_model.kind in ("grid", "hexagon"):
        return InputError(
            "crowd.mask.by_cell",
            "“{law}” puts every record of a cell on one point: count people by the cells themselves, which "
            "are public, in the place of a crowd by areas.",
            law=mask_model.stated,
        )
    return InputError(
        "crowd.mask.not_by_place",
        "A “{law}” mask depends on more than the places given here, so its probabilities cannot be "
        "computed. Analyse a mask of another kind, or one by “Mask points: least move”, which releases its "
        "table.",
        law=mask_model.stated,
    )


def _of_regions(
    mask_model: MaskModel, study_region: StudyRegion, zones: Zones | None, sizes_m2: Floats
) -> MaskedTable:
    """Anywhere in the merged region, by the size of its areas."""
    if zones is None:
        raise InputError(
            "crowd.regions.no_areas", "Merged areas need the areas and the people by which they were merged."
        )
    region = zones.regions(mask_model.values["k"])
    held = np.bincount(region, study_region.people)
    alone = np.flatnonzero((held[region] < mask_model.values["k"]) & (study_region.people > 0))
    if len(alone):
        raise InputError(
            "crowd.regions.too_few_people",
            "{count} areas with people lie in regions that hold fewer than {k:g} people and have no "
            "neighbour, so no record of theirs was masked. Leave these areas out.",
            count=len(alone),
            k=mask_model.values["k"],
        )
    size_m2 = np.asarray(sizes_m2, dtype=float)
    order = np.argsort(region, kind="stable")
    start = np.searchsorted(region[order], np.arange(len(held) + 1))
    size = np.diff(start)[region]
    origin = np.repeat(np.arange(len(region)), size)
    step = steps_of(size)
    destination = order[start[region[origin]] + step]
    total_m2 = np.bincount(region, size_m2)
    share = size_m2[destination] / np.maximum(total_m2[region[origin]], 1e-300)
    return _table_of(origin, destination, share, study_region.people)


def _of_points(mask_model: MaskModel, study_region: StudyRegion, known: Surroundings) -> MaskedTable:
    """The solved table between the points of the areas."""
    if known.reported is None:
        raise InputError(
            "optimal.areas.missing", "An optimal table needs the areas with the people by whom it was solved."
        )
    table = known.reported.table(mask_model.values["epsilon_per_100_m"] / 100)
    origin, destination = (values.ravel() for values in np.indices(table.shape))
    return _table_of(origin, destination, table.ravel(), study_region.people)


def _of_choices(
    mask_model: MaskModel,
    study_region: StudyRegion,
    known: Surroundings,
    held: Containers,
    progress: Progress,
) -> MaskedTable:
    """Streets and addresses: what a home may choose from, over the homes of each area."""
    area, lon_deg, lat_deg = _homes(study_region, known.addresses, held)
    choices = choices_of(mask_model, (lon_deg, lat_deg), known, part(progress, 0.0, 0.9))
    guard = guard_of(mask_model, (lon_deg, lat_deg), known.containers)
    choices = choices.within_bounds(lon_deg, lat_deg, guard)
    ends = held.of(choices.lon_deg, choices.lat_deg)
    outside = len(study_region.people)
    ends = np.where(ends < 0, outside, ends).astype(np.int64)[choices.place]
    masked = np.ones(len(area), dtype=bool)
    masked[choices.without] = False
    homes = np.bincount(area, masked, outside)
    never = np.flatnonzero((homes == 0) & (study_region.people > 0))
    if len(never):
        raise InputError(
            "crowd.homes.no_place",
            "A “{law}” mask finds no place for any home of {count} areas with people. Leave these areas "
            "out, and check the addresses, the streets and the polygons.",
            count=len(never),
            law=mask_model.stated,
        )
    begins = area[choices.home]
    pair, row = np.unique(begins * (outside + 1) + ends, return_inverse=True)
    share = np.bincount(row.ravel(), choices.chance / homes[begins])
    return _table_of(pair // (outside + 1), pair % (outside + 1), share, study_region.people)


def _homes(
    study_region: StudyRegion, addresses: tuple[Floats, Floats] | None, held: Containers
) -> tuple[Ints, Floats, Floats]:
    """Some homes of every area with people: its addresses, or places that fill it evenly."""
    each = int(np.clip(_HOMES / max(np.count_nonzero(study_region.people > 0), 1), *_HOMES_OF_AN_AREA))
    area, lon_deg, lat_deg = study_region.areas.middles()
    if addresses is not None:
        own = held.of(*addresses)
        listed = np.flatnonzero(own >= 0)
        bare = ~np.isin(area, own[listed])
        area = np.concatenate([own[listed], area[bare]])
        lon_deg, lat_deg = (
            np.concatenate([np.asarray(given)[listed], cells[bare]])
            for given, cells in zip(addresses, (lon_deg, lat_deg))
        )
        order = np.argsort(area, kind="stable")
        area, lon_deg, lat_deg = area[order], lon_deg[order], lat_deg[order]
    start = np.searchsorted(area, np.arange(len(study_region.people) + 1))
    count = np.diff(start)
    taken = np.where(study_region.people > 0, np.minimum(count, each), 0)
    if (taken[study_region.people > 0] == 0).any():
        raise InputError(
            "crowd.areas.too_small_for_map",
            "Some areas with people are too small to be seen on one map. Take a smaller region.",
        )
    row = np.repeat(np.arange(len(taken)), taken)
    step = steps_of(taken)
    # All homes where they are few; else even steps through the list, which runs over the area line by line.
    at = (start[row] + ((step + 0.5) * count[row] / taken[row])).astype(np.int64)
    return row, lon_deg[at], lat_deg[at]


def _table_of(origin: Ints, destination: Ints, share: Array, people: Floats) -> MaskedTable:
    """A table without pairs that never occur, its rows of sum 1."""
    used = (share > 0) & (people[origin] > 0)
    origin, destination, share = origin[used], destination[used], share[used]
    share = share / np.bincount(origin, share, len(people))[origin]
    return MaskedTable(origin, destination, share, people, len(people) + 1)
