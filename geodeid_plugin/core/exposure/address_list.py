# SPDX-License-Identifier: GPL-2.0-or-later
"""Is a list of addresses the list of all homes? Checks in place of those of a population's spread.

With an address for an area nearly all areas hold the same few people, as a constant does. The bound is over
the homes that are *listed*. A list that is too short only lengthens moves; what breaks the bound are homes
where nobody lives or that stand twice, for the crowd is then too large, and a list that was made from the
patients. Both are seen against the people, or the dwellings, of census areas.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..base.arrays import Array, Floats, Ints
from ..base.errors import Phrase
from ..base.randomness import Source
from ..base.scientific import spatial
from ..base.verdict import CARE, MADE, NOT_MADE, Check, Outcome
from ..geometry.sphere import chord_from_arc, unit_vectors


class _Limits(NamedTuple):
    """Up to where a check is made, and up to where it asks to look; beyond, it could not be judged."""

    look: float
    most: float


MOST_AT_A_DOOR = 20
"""People of an address at most."""
TOLERATED = 0.15
"""Share by which a list may exceed the census of an area, which is of another day."""
AGREES = 0.05
"""Share up to which people listed and counted agree, so that no error of populations need be assumed."""
_SAME_M, NEAR_M = 1.0, 50.0
"""Metres within which two addresses are one, and beyond which a patient lives at none of the list."""
_DOUBLES, _OVER = _Limits(0.01, 0.05), _Limits(0.05, 0.15)
_SHARE, _REACHED = _Limits(0.1, 0.2), _Limits(0.05, 0.2)
"""From where each check asks to look, and from where it could not be judged. Of nine lists of one town those
that were right stay below the first, and all wrong ones but one (15 % of homes made up) lie above."""
_COVERED = 0.9
"""Smaller shares of the census that are listed are told: moves are longer than they need be."""
_FOLLOWS, _FOLLOWS_P, _DRAWS = 0.1, 0.01, 999
"""By how much more of their areas is listed where patients live than where people do, its p, and the draws.
The size is needed: an outbreak makes p = 0.001 by the luck of its areas, at a difference of 0.01."""
_MOST_COVERED = 1.5
"""Largest coverage that counts: a census area of one house would outweigh a town."""


@dataclass(frozen=True)
class Addresses:
    """A list of addresses, and how it lies in a census."""

    lon_deg: Floats
    lat_deg: Floats
    """Shape (d,). The addresses, degrees."""
    people: Floats
    """Shape (d,). People of each; 1 where the list counts homes."""
    census_area: Ints
    """Shape (d,). The census area of each; -1 where it lies in none."""
    census: Floats
    """Shape (m,). People of the census areas, or dwellings where each address counts 1."""

    @property
    def listed(self) -> Floats:
        """People listed in each census area."""
        area = np.asarray(self.census_area)
        inside = area >= 0
        counted = np.bincount(area[inside], self.people[inside], len(self.census))
        return np.asarray(counted, dtype=float)


@dataclass(frozen=True)
class Patients:
    """The patients, and the census area of each; -1 where they live in none."""

    lon_deg: Floats
    lat_deg: Floats
    census_area: Ints


def is_address_list(people: Array, points: bool) -> bool:
    """Whether areas are addresses: all with the same few people, or points with few each.

    Examples
    --------
    >>> is_address_list([1.0, 1.0, 1.0], points=False), is_address_list([3.0, 1.0, 4.0], points=True)
    (True, True)
    >>> is_address_list([3.0, 1.0, 4.0], points=False), is_address_list([300.0, 100.0], points=True)
    (False, False)
    """
    people = np.asarray(people, dtype=float)
    people = people[people > 0]
    if not len(people) or people.max() > MOST_AT_A_DOOR:
        return False
    return points or bool(people.min() == people.max())


def agrees(addresses: Addresses) -> bool:
    """Whether the list counts as many people as the census, within 5 % area by area on average."""
    listed, census = addresses.listed, addresses.census
    return bool(np.abs(listed - census).sum() <= AGREES * max(float(census.sum()), 1e-300))


def capped_by_census(addresses: Addresses) -> Floats:
    """People of each address, no more in a census area than it counts, and one at most outside of all.

    Where the list counts too many, each address keeps its part of them. So no street number, year or
    population of the whole area that stands for residents hides anybody.

    Examples
    --------
    >>> here = np.zeros(4)
    >>> listed = Addresses(here, here, np.array([3.0, 2.0, 90.0, 90.0]), [0, 0, 1, -1], np.array([5.0, 40.0]))
    >>> capped_by_census(listed).round(2).tolist()
    [3.0, 2.0, 46.0, 1.0]
    """
    area = np.asarray(addresses.census_area)
    most = (1 + TOLERATED) * addresses.census
    part = np.minimum(1.0, most / np.maximum(addresses.listed, 1e-300))
    outside = np.minimum(addresses.people, 1.0)
    return np.where(area >= 0, addresses.people * part[area], outside)


def without_census() -> Check:
    """What is said of a list that nothing can be held against."""
    return Check(
        "list_census",
        NOT_MADE,
        Phrase("Whether the addresses are all homes, and only homes, could not be judged without a census."),
        Phrase("Give census areas with their people, or with their dwellings where each address counts one."),
        internal=False,
    )


def checks(addresses: Addresses, patients: Patients, source: Source) -> tuple[Check, ...]:
    """All checks of a list of addresses.

    ``not_made`` where the list is hardly one of all homes: then no risk that rests on it can be green.
    """
    return (
        _doubles(addresses),
        _over_census(addresses),
        _follows(addresses, patients, source),
        _share(addresses, patients),
        *_cover(addresses),
        _reached(addresses, patients),
    )


def _outcome(value: float, limits: _Limits) -> Outcome:
    if value <= limits.look:
        return MADE
    return CARE if value <= limits.most else NOT_MADE


def _points(places: Addresses | Patients) -> Floats:
    return unit_vectors(places.lon_deg, places.lat_deg)


def _doubles(addresses: Addresses) -> Check:
    tree, key = spatial.cKDTree(_points(addresses)), "list_doubles"
    count = len(addresses.people)
    pairs = (int(tree.count_neighbors(tree, float(chord_from_arc(_SAME_M)))) - count) // 2
    if not pairs:
        return Check(key, MADE, Phrase("No address stands twice in the list."), internal=False)
    sentence = Phrase(
        "{share:.1f} % of the addresses stand at the same place as another: counted twice, they stand for "
        "people who do not exist.",
        share=100 * pairs / count,
    )
    remedy = Phrase("Leave doubles out; make one address with all its people of the flats of one place.")
    return Check(key, _outcome(pairs / count, _DOUBLES), sentence, remedy, internal=False)


def _over_census(addresses: Addresses) -> Check:
    outside = float(addresses.people[addresses.census_area < 0].sum())
    beyond = np.maximum(0.0, addresses.listed - (1 + TOLERATED) * addresses.census).sum()
    share = float((beyond + outside) / max(addresses.people.sum(), 1e-300))
    outcome, key = _outcome(share, _OVER), "list_over_census"
    sentence = Phrase(
        "{share:.1f} % of the people listed are more than the census counts where they are listed.",
        share=100 * share,
    )
    remedy = Phrase("Leave out addresses where nobody lives, or give census areas that hold all of them.")
    return Check(key, outcome, sentence, None if outcome is MADE else remedy, internal=False)


def _follows(addresses: Addresses, patients: Patients, source: Source) -> Check:
    """Whether more of the homes about the patients are listed than about people at large."""
    key, census = "list_follows", addresses.census
    covered = np.minimum(_MOST_COVERED, addresses.listed / np.maximum(census, 1.0))
    area = patients.census_area[patients.census_area >= 0]
    if not len(area) or not census.sum() > 0:
        sentence = Phrase(
            "No patient lives in a census area: whether the list was made from them is not known."
        )
        return Check(key, NOT_MADE, sentence, internal=False)
    own, up_to = float(covered[area].mean()), np.cumsum(census) / census.sum()
    drawn = np.searchsorted(up_to, source.uniform(_DRAWS * len(area)), side="right")
    others = covered[np.minimum(drawn, len(census) - 1)].reshape(_DRAWS, -1).mean(axis=1)
    chance = (1 + np.count_nonzero(others >= own - 1e-12)) / (_DRAWS + 1)
    if own - others.mean() > _FOLLOWS and chance < _FOLLOWS_P:
        sentence = Phrase(
            "The list holds {own:.0f} % of the people where patients live and {others:.0f} % elsewhere: it "
            "was made from the patients.",
            own=100 * own,
            others=100 * float(others.mean()),
        )
        return Check(
            key, NOT_MADE, sentence, Phrase("Use a list of all homes of the region."), internal=False
        )
    sentence = Phrase("The list is as complete where patients live as elsewhere.")
    return Check(key, MADE, sentence, internal=False)


def _nearest_m(addresses: Addresses, patients: Patients) -> tuple[Floats, Ints]:
    """Chord from each patient to the nearest address, and which it is."""
    chord, nearest = spatial.cKDTree(_points(addresses)).query(_points(patients))
    return chord, nearest


def _share(addresses: Addresses, patients: Patients) -> Check:
    nearest = len(np.unique(_nearest_m(addresses, patients)[1]))
    share = nearest / max(1, len(addresses.people))
    outcome = _outcome(share, _SHARE)
    sentence = Phrase("Patients live at {share:.1f} % of the addresses.", share=100 * share)
    remedy = Phrase("Use a list of all homes of the region, of which patients' homes are few.")
    return Check("list_share", outcome, sentence, None if outcome is MADE else remedy, internal=False)


def _cover(addresses: Addresses) -> Iterator[Check]:
    total = float(addresses.census.sum())
    share = float(np.minimum(addresses.listed, addresses.census).sum()) / max(total, 1e-300)
    if share < _COVERED:
        sentence = Phrase(
            "{share:.0f} % of the people of the census are listed. That is safe: it makes moves longer, and "
            "nothing else.",
            share=100 * share,
        )
        yield Check("list_cover", MADE, sentence, internal=False)


def _reached(addresses: Addresses, patients: Patients) -> Check:
    away = _nearest_m(addresses, patients)[0] > chord_from_arc(NEAR_M)
    share = float(np.mean(away)) if len(away) else 0.0
    outcome, key = _outcome(share, _REACHED), "list_reached"
    rows = tuple(np.flatnonzero(away).tolist())
    sentence = Phrase(
        "{share:.1f} % of the patients live more than {metres:.0f} m from every address: they are held back.",
        share=100 * share,
        metres=NEAR_M,
    )
    remedy = Phrase("Complete the list, or correct where these patients lie.")
    return Check(key, outcome, sentence, None if outcome is MADE else remedy, rows)
