# SPDX-License-Identifier: GPL-2.0-or-later
"""One masked map against each list of homes that an adversary may hold.

Which list he holds decides everything: a ring of 400 to 500 m leaves 87 % of 500 records in 10 km to
somebody with the patients' own homes, and 4 % of 10 000 to somebody with 50 000 addresses.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...base.arrays import Bools, Floats, Ints
from ...base.errors import InfeasibleError, InputError, Phrase
from ...base.progress import Progress, part, silent
from ...base.randomness import Source
from ...base.scientific import spatial
from ...geomask.baselines.containers import Containers
from ...geomask.baselines.places import OWN_ADDRESS_M
from ...geometry.sphere import arc_from_chord_m, unit_vectors
from ..masked_points import Pairs
from .likelihood import Scene, edges_of
from .loopupdate import USUAL, Effort
from .mask_models import MaskModel, Surroundings
from .posterior import Matching, match

PATIENTS, ADDRESSES = "patients", "addresses"
HOLDS = {
    PATIENTS: Phrase("the patients' own homes, each used once"),
    ADDRESSES: Phrase("all addresses"),
}

_Places = tuple[Floats, Floats]
"""Longitudes and latitudes, degrees."""


@dataclass(frozen=True)
class Attempt:
    """What an adversary with one list reached, or why he could not be played."""

    list_held: str
    """:data:`PATIENTS` or :data:`ADDRESSES`."""
    matching: Matching | None
    """The posterior; None where it could not be computed."""
    why: Phrase | str = ""
    """Why not."""

    @property
    def holds(self) -> Phrase:
        """The list in words."""
        return HOLDS[self.list_held]

    @property
    def judged(self) -> bool:
        """Whether there is a figure that may be believed."""
        return self.matching is not None and self.matching.judged

    @property
    def largest_risk(self) -> float | None:
        """Upper end of the largest risk of a record, None where it could not be computed."""
        return None if self.matching is None else self.matching.largest_risk


def attack(
    pairs: Pairs,
    mask_model: MaskModel,
    source: Source,
    around: Surroundings | None = None,
    effort: Effort = USUAL,
    progress: Progress = silent,
) -> tuple[Attempt, ...]:
    """Play the adversary who knows the model, with the patients' homes and, where given, all addresses.

    Parameters
    ----------
    pairs : Pairs
        True and masked positions.
    mask_model : MaskModel
        How the mask moves.
    source : SystemSource or SeededSource
        For the chain.
    around : Surroundings
        What the model refers to, and the addresses.
    effort : Effort
        How long a chain may run.
    progress : Progress

    Returns
    -------
    tuple of Attempt
        First with the patients' own homes, then with all addresses where there are any.
    """
    around = around or Surroundings()
    if around.addresses is None:
        return (_attempt(PATIENTS, pairs, mask_model, source, around, effort, progress),)
    return (
        _attempt(PATIENTS, pairs, mask_model, source, around, effort, part(progress, 0.0, 0.5)),
        _attempt(ADDRESSES, pairs, mask_model, source, around, effort, part(progress, 0.5, 1.0)),
    )


def _attempt(
    held: str,
    pairs: Pairs,
    mask_model: MaskModel,
    source: Source,
    around: Surroundings,
    effort: Effort,
    progress: Progress,
) -> Attempt:
    try:
        scene = _scene(held, pairs, mask_model, around)
        edges = edges_of(mask_model, scene, source, part(progress, 0.0, 0.3))
        return Attempt(held, match(edges, source, effort, part(progress, 0.3, 1.0)))
    except (InputError, InfeasibleError) as error:
        return Attempt(held, None, error.phrase)


def _scene(held: str, pairs: Pairs, mask_model: MaskModel, around: Surroundings) -> Scene:
    own = pairs.lon_deg, pairs.lat_deg
    homes: _Places = own
    true_home: Ints = np.arange(len(pairs))
    if held == ADDRESSES and around.addresses is not None:
        homes, true_home = _with_addresses(own, around.addresses)
    urban = around.urban
    if held == ADDRESSES and mask_model.kind == "survey":
        raise InputError("matching.urban.unknown", "Which addresses are urban and which rural is not known.")
    if mask_model.bounded:
        if around.containers is None:
            raise InputError("matching.within.missing", "The polygons that held the records were not given.")
        homes, true_home, urban = _inside(homes, true_home, urban, around.containers)
    area_of = around.area_of if mask_model.kind == "table" else None
    dots = pairs.masked_lon_deg, pairs.masked_lat_deg
    return Scene(
        dots,
        homes,
        true_home,
        replace(around, urban=urban),
        area_of(*homes) if area_of else None,
        area_of(*dots) if area_of else None,
    )


def _with_addresses(own: _Places, addresses: _Places) -> tuple[_Places, Ints]:
    """All addresses and the true homes among them; an address serves as many records as live there.

    A true home without an address within a metre is put on the list: who is there can be found.
    """
    address_lon, address_lat = (np.asarray(values, dtype=float) for values in addresses)
    chord, nearest = spatial.cKDTree(unit_vectors(address_lon, address_lat)).query(unit_vectors(*own))
    known = arc_from_chord_m(chord) <= OWN_ADDRESS_M
    # The first record of a place has its first address, the second its second, as far as there are any.
    _places, place = np.unique(np.column_stack([address_lon, address_lat]), axis=0, return_inverse=True)
    by_place = np.argsort(place.ravel(), kind="stable")
    start = np.searchsorted(place.ravel()[by_place], np.arange(len(_places) + 1))
    at = np.where(known, place.ravel()[nearest], -1)
    order = np.argsort(at, kind="stable")
    rank = np.empty(len(at), dtype=np.int64)
    rank[order] = np.arange(len(at)) - np.searchsorted(at[order], at[order])
    listed = known & (rank < (start[1:] - start[:-1])[at])
    nearest = by_place[np.minimum(start[at] + rank, len(by_place) - 1)]
    true_home = np.where(listed, nearest, 0)
    true_home[~listed] = len(address_lon) + np.arange((~listed).sum())
    lon = np.concatenate([address_lon, np.asarray(own[0])[~listed]])
    lat = np.concatenate([address_lat, np.asarray(own[1])[~listed]])
    # The mask moved from the true place, not from the address a few decimetres beside it.
    lon[true_home[listed]], lat[true_home[listed]] = own[0][listed], own[1][listed]
    return (lon, lat), true_home


def _inside(
    homes: _Places, true_home: Ints, urban: Bools | None, containers: Containers
) -> tuple[_Places, Ints, Bools | None]:
    """Homes that some polygon holds."""
    inside = containers.of(*homes) >= 0
    if not inside[true_home].all():
        raise InputError(
            "matching.within.records_outside",
            "Some records lie outside every polygon that is said to have held them.",
        )
    urban = urban[inside] if urban is not None and len(urban) == len(inside) else urban
    lon, lat = (np.asarray(values)[inside] for values in homes)
    return (lon, lat), (np.cumsum(inside) - 1)[true_home], urban
