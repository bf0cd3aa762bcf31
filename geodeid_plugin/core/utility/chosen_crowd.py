# SPDX-License-Identifier: GPL-2.0-or-later
"""The table of a mask that moves to places which are there: streets, addresses, points of areas, regions.

Such a model is known as well as that of a ring, and so is its table: the share of the homes of area i times
the chance that a home has of a place in area j. Where addresses are given, people live at them; else anywhere
in their area.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..base.errors import InputError
from ..base.progress import Progress, part, silent
from ..exposure.matching.mask_models import CHOSEN, ISOTROPIC, choices_of, guard_of
from ..geomask.baselines.containers import Containers
from .masked_table import MaskedTable
from .random_crowd import StudyRegion, table_of_mask

if TYPE_CHECKING:
    from ..base.arrays import Array, Floats, Ints
    from ..exposure.matching.mask_models import MaskModel, Surroundings
    from ..geomask.baselines.elimination import Zones
    from ..geometry.polygons import Polygons

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
    step = np.arange(len(origin)) - np.repeat(np.cumsum(size) - size, size)
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
    step = np.arange(len(row)) - np.repeat(np.cumsum(taken) - taken, taken)
    # All homes where they are few; else even steps through the list, which runs over the area line by line.
    at = (start[row] + ((step + 0.5) * count[row] / taken[row])).astype(np.int64)
    return row, lon_deg[at], lat_deg[at]


def _table_of(origin: Ints, destination: Ints, share: Array, people: Floats) -> MaskedTable:
    """A table without pairs that never occur, its rows of sum 1."""
    used = (share > 0) & (people[origin] > 0)
    origin, destination, share = origin[used], destination[used], share[used]
    share = share / np.bincount(origin, share, len(people))[origin]
    return MaskedTable(origin, destination, share, people, len(people) + 1)
