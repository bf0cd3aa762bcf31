# SPDX-License-Identifier: GPL-2.0-or-later
"""A second dot for records that have one, drawn given the first: what both show together keeps the bound.

For a raised bound or a shorter plan: known dots come nearer. Every old place has a table of its own
(core/geomask/releases/second_draw.py). What the two dots of a record show is what the pair shows, so that
the ledger takes the first dot out of the table that it was drawn from and enters the pair instead. Who is
drawn again, and whether, depends on tables, areas and places alone: a dot of a patient who left or moved is
drawn like all others, from the area of its first draw.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ....core.base import identity
from ....core.base.errors import InfeasibleError
from ....core.base.progress import part
from ....core.geomask.programme.destinations import Destinations
from ....core.geomask.programme.request import Request
from ....core.geomask.releases import odometer
from ....core.geomask.releases.second_draw import given_first
from ...framework.ledger import crowds
from ...framework.ledger.records import Dot, DrawnTable, Memory, packed
from .remembered import counting_request

_ARITHMETIC = 1e-9
"""Share by which a pair may exceed what it was solved for: it is summed anew."""


@dataclass(frozen=True)
class Second:
    """A second dot.

    Attributes
    ----------
    destination : int
        Today's destination.
    kept : bool
        Whether it is that of the first dot, which then stays to the digit.
    table, place : int
        Its table among all of the ledger, and the place there.
    """

    destination: int
    kept: bool
    table: int
    place: int


@dataclass(frozen=True)
class _Place:
    """An old place with the draws that stand there: ``owners`` are their names, ``rows`` their areas."""

    table: int
    place: int
    first: int
    owners: tuple[str, ...]
    rows: np.ndarray


def owner(dot: Dot) -> str:
    """Whose draw a dot is: the household's, or the patient's."""
    return dot.group or dot.who


class SecondDraws:
    """Draws second dots and remembers by which tables.

    Parameters
    ----------
    memory : Memory
        The ledger, the new records of this release among what it holds.
    keys : list of str
        Identifiers of today's areas.
    row_of : dict of str to int
        Row of each area by its pseudonym.
    targets : Targets
        Today's destinations.
    rules : Rules
        The plan.
    source : SystemSource
        Where chance comes from.
    """

    def __init__(self, memory: Memory, keys, row_of: dict, targets, rules, source):
        self.memory, self._keys, self._row_of = memory, keys, row_of
        self._targets, self._rules, self._source = targets, rules, source
        self.tables: list[DrawnTable] = []
        self.found: dict[str, Second] = {}
        self._told: dict[str, dict] = {}

    def draw(self, request: Request, strata, dots, progress) -> None:
        """Draw for the dots of each stratum.

        Parameters
        ----------
        request : Request
            Bound, model and objective.
        strata : sequence of (str, Areas)
            The areas with the people of each stratum.
        dots : list of Dot
            Dots of earlier releases that this one shows.
        progress : callable
        """
        for number, (name, areas) in enumerate(strata):
            places = self._places(name, areas, dots)
            if places:
                share = part(progress, number / len(strata), (number + 1) / len(strata))
                self._draw_stratum(replace(request, counting=None), areas, places, share)

    @property
    def changed(self) -> int:
        """Draws that stand at another place now."""
        return sum(not one.kept for one in self.found.values())

    def destinations(self) -> np.ndarray:
        """Today's destination of each second dot."""
        return np.array([one.destination for one in self.found.values()], dtype=np.int64)

    def place(self, place_deg) -> None:
        """Put the second dots where they stand: longitudes and latitudes as :meth:`destinations`, degrees."""
        lon_deg, lat_deg = (np.asarray(values, dtype=float).tolist() for values in place_deg)
        self._told = {}
        for (name, one), lon, lat in zip(self.found.items(), lon_deg, lat_deg):
            told: dict = {"table": one.table, "place": one.place}
            if not one.kept:
                to = identity.canonical(self._targets.ids[one.destination])
                told = {**told, "lon_deg": lon, "lat_deg": lat, "to": to}
            self._told[name] = told

    def of(self, dots) -> list[Dot]:
        """Dots with the second place of those that have one."""
        return [replace(dot, **self._told.get(owner(dot), {})) for dot in dots]

    def entries(self, memory: Memory) -> list:
        """What the ledger enters of them: for everybody who shares the dot, shown now or not."""
        return [
            ("second", who, packed(self._told[owner(dot)]))
            for who, dot in memory.dots.items()
            if owner(dot) in self._told and dot.table >= 0
        ]

    def _places(self, stratum: str, areas, dots) -> list[_Place]:
        """Old places of a stratum whose tables were made for today's areas."""
        named: dict = {}
        for dot in dots:
            if dot.table >= 0 and self._of_today(self.memory.tables[dot.table], stratum, areas):
                named.setdefault((dot.table, dot.place), {})[owner(dot)] = dot
        target_of = {identity.canonical(one): row for row, one in enumerate(self._targets.ids)}
        places = []
        for (table, place), owners in sorted(named.items()):
            first = target_of.get(next(iter(owners.values())).to, -1)
            rows = np.array([self._row_of.get(dot.area, -1) for dot in owners.values()], dtype=np.int64)
            if first >= 0 and np.all(rows >= 0):
                places.append(_Place(table, place, first, tuple(owners), rows))
        return places

    def _of_today(self, table: DrawnTable, stratum: str, areas) -> bool:
        """Whether a table is of this stratum, and its areas are today's, with people in the same ones."""
        return (
            table.stratum == stratum
            and np.array_equal(table.keys, np.asarray(self._keys, dtype=str))
            and np.array_equal(table.lon_deg, areas.lon_deg)
            and np.array_equal(table.lat_deg, areas.lat_deg)
            and np.array_equal(table.population > 0, np.asarray(areas.population) > 0)
        )

    def _draw_stratum(self, request: Request, areas, places: list[_Place], progress) -> None:
        again = sum(len(one.owners) for one in places)
        left = self.memory.without([(one.table, one.place) for one in places for _owner in one.owners])
        request = replace(request, records=again)
        try:
            judged = crowds.judged(left).memory
            counted = counting_request(request, judged, areas, self._keys, self._rules, again)
        except InfeasibleError:
            return  # nothing is left for these areas: their dots stay where they are
        pairs: dict[int, list] = {}
        for number, place in enumerate(places):
            progress(number / len(places))
            made = self._given(counted, areas, place)
            if made is not None:
                pairs.setdefault(place.table, []).append((place, *made))
        for table, drawn in pairs.items():
            self._enter(table, areas, drawn)

    def _given(self, request: Request, areas, place: _Place):
        """The table of pairs of an old place, and the destinations drawn; None where its dots are kept."""
        table = self.memory.tables[place.table]
        own = table.place == place.place
        column = np.bincount(table.origin[own], table.probability[own], len(areas))
        targets = self._targets.core or Destinations.of_areas(areas)
        origin, destination, probability = given_first(areas, targets, request, column, place.first)
        joint = origin, destination, column[origin] * probability
        if np.all(destination == place.first) or not _keeps(joint, request, areas.population):
            return None
        return joint, _drawn(origin, destination, probability, place.rows, self._source)

    def _enter(self, first: int, areas, drawn) -> None:
        """One table of pairs for the dots that a table drew first."""
        origins, places, probabilities, dots, replaced, count = [], [], [], [], [], 0
        number = len(self.memory.tables)
        for place, (origin, destination, probability), destinations in drawn:
            used, at = np.unique(destinations, return_inverse=True)
            own = np.isin(destination, used)
            origins.append(origin[own])
            places.append(count + np.searchsorted(used, destination[own]))
            probabilities.append(probability[own])
            dots.append(count + at)
            replaced += [(place.table, place.place)] * len(at)
            for name, one, row in zip(place.owners, destinations.tolist(), at.tolist()):
                self.found[name] = Second(one, one == place.first, number, count + row)
            count += len(used)
        table = self.memory.tables[first]
        pairs = np.concatenate(origins), np.concatenate(places), np.concatenate(probabilities)
        people = np.asarray(areas.population, dtype=float)
        made = replace(
            table, records=len(replaced), delta=odometer.largest_share(pairs, people), population=people,
            origin=pairs[0], place=pairs[1], probability=pairs[2], dots=np.concatenate(dots),
            replaced=np.array(replaced, dtype=np.int64),
        )  # fmt: skip
        self.tables.append(made)
        self.memory = self.memory.with_tables([made])


def _keeps(joint, request: Request, population) -> bool:
    """Whether no pair shows more than it was solved for: by sums that share nothing with the solver's."""
    people = np.asarray(population, dtype=float)
    counted, doubt = np.asarray(request.counted, dtype=float), request.inequality
    as_area = np.isinf(counted)
    most = doubt.within(people)[1]
    single = odometer.crowd_shares(joint, people, None, doubt)
    of_area = odometer.crowd_shares(joint, people, most, doubt)
    origin = joint[0]
    figure = np.where(
        as_area[origin], most[origin] * of_area, np.where(as_area, 0.0, counted)[origin] * single
    )
    return bool(np.max(figure) <= request.risk * (1 + _ARITHMETIC))


def _drawn(origin, destination, probability, rows, source) -> np.ndarray:
    """One draw for each draw of the old place, from its area's row."""
    found = np.empty(len(rows), dtype=np.int64)
    for number, (row, uniform) in enumerate(zip(rows.tolist(), source.uniform(len(rows)).tolist())):
        own = np.flatnonzero(origin == row)
        up_to = np.cumsum(probability[own])
        at = min(int(np.searchsorted(up_to, uniform * up_to[-1], side="right")), len(own) - 1)
        found[number] = destination[own[at]]
    return found
