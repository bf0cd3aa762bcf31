# SPDX-License-Identifier: GPL-2.0-or-later
"""Masks that move to places which are there, for ``scripts/assault``: draws, and the law by hand."""

from __future__ import annotations

import sys
from heapq import heappop, heappush
from math import acos, cos, log, pi, radians, sin, sqrt
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402

from geodeid_plugin.core.base.errors import Phrase  # noqa: E402
from geodeid_plugin.core.base.randomness import SeededSource  # noqa: E402
from geodeid_plugin.core.geomask.baselines.choices import masked as chosen  # noqa: E402
from geodeid_plugin.core.geomask.baselines.choices import to_neighbours  # noqa: E402
from geodeid_plugin.core.geomask.baselines.elimination import Zones  # noqa: E402
from geodeid_plugin.core.geomask.baselines.network import Network, along_streets  # noqa: E402
from geodeid_plugin.core.geomask.baselines.optimal import Reported  # noqa: E402
from geodeid_plugin.core.geomask.baselines.random_moves import NO_GUARD  # noqa: E402
from geodeid_plugin.core.geomask.baselines.remapped import Remapped  # noqa: E402
from geodeid_plugin.core.geometry.people_around import Addresses  # noqa: E402
from geodeid_plugin.core.geometry.polygons import Polygons  # noqa: E402

EARTH_M = 6_371_008.8
DEGREE_M = pi / 180 * EARTH_M
SLACK_M = 0.3
OWN_M = 1.0
"""An address this near to the home is the home."""
SEVERAL = ("street", "address", "elimination", "geoind", "optimal")
DRAWS = 20_000
"""Moves by which the second adversary learns where noise is brought to."""


def masked(kind: str, place, chance: Random):
    """The dots, the numbers of the law, and what it refers to."""
    source = SeededSource(chance.randrange(2**30))
    homes = np.array(place.lon), np.array(place.lat)
    if kind in ("street", "address"):
        place.numbers.update(k=2.0, k_most=float(chance.choice([3, 4])))
        k, most = int(place.numbers["k"]), int(place.numbers["k_most"])
        if kind == "address":
            return to_neighbours(*place.own, homes, k, most, source), {}
        place.numbers.update(k_people=float(chance.choice([0, 2])))
        place.lines, counted = lattice(place, chance), place.numbers["k_people"]
        people = Addresses(*homes)
        network = network_of(place.lines)
        return along_streets(*place.own, network, k, most, source, people, counted), {"network": network}
    if kind == "geoind":
        place.numbers.update(epsilon_per_100_m=chance.choice([0.05, 0.2, 1.0]))
        prior = (*homes, np.ones(len(homes[0])))
        place.mask = Remapped(place.numbers["epsilon_per_100_m"] / 100, *prior)
        return place.mask.masked(*place.own, source), {"prior": prior}
    polygons, place.people = halves(place), [float(chance.randint(1, 12)) for _ in range(2)]
    if kind == "elimination":
        place.numbers.update(k=float(chance.randint(2, 12)))
        zones = Zones(polygons, place.people)
        return zones.masked(*place.own, place.numbers["k"], source), {"zones": zones}
    place.numbers.update(epsilon_per_100_m=chance.choice([0.0002, 0.001, 0.01]))
    middles = np.array([place.border - 1, place.border + 1]), np.full(2, sum(place.lat) / len(place.lat))
    reported = Reported(polygons, *middles, np.array(place.people))
    place.middles, place.table = middles, reported.table(place.numbers["epsilon_per_100_m"] / 100)
    choices = reported.choices(*place.own, place.numbers["epsilon_per_100_m"] / 100)
    return chosen(*place.own, choices, source, NO_GUARD, Phrase("None.")), {"reported": reported}


def likelihood(kind: str, place, dot, h: int) -> float:
    """Chance of a dot given a home, up to a factor that all homes have in common."""
    if kind == "street":
        return street_chance(place, h, dot)
    if kind == "address":
        return neighbour_chance(place, h, dot)
    if kind == "geoind":
        return brought_share(place, h, dot)
    side = 0 if place.lon[h] <= place.border else 1
    if kind == "elimination":
        both = min(place.people) < place.numbers["k"]
        return float(both or (dot[0] <= place.border) == (side == 0))
    to = min((0, 1), key=lambda at: abs(dot[0] - place.middles[0][at]))
    return float(place.table[side, to])


def halves(place) -> Polygons:
    """Two squares that share a border through the place."""
    west, east, south, north = place.border - 2, place.border + 2, min(place.lat) - 2, max(place.lat) + 2
    lon = np.array([west, place.border, place.border, west, west])
    lon = np.concatenate([lon, [place.border, east, east, place.border, place.border]])
    lat = np.tile([south, south, north, north, south], 2)
    return Polygons(lon, lat, np.arange(3) * 5, np.arange(2), np.zeros(2, dtype=bool))


def lattice(place, chance: Random) -> list:
    """Streets of a small town: pairs of ends, junctions out of line, one street in eight missing."""
    side = 4
    west, south = min(place.lon), min(place.lat)
    step = max(max(place.lat) - south, 1e-3) / (side - 1)
    shrink = cos(radians(south))
    at = {
        (i, j): (
            west + step / shrink * (i + 0.4 * (chance.random() - 0.5)),
            south + step * (j + 0.4 * (chance.random() - 0.5)),
        )
        for i in range(side)
        for j in range(side)
    }
    pairs = [((i, j), other) for i, j in at for other in ((i + 1, j), (i, j + 1)) if other in at]
    return [(at[one], at[other]) for one, other in pairs if chance.random() > 1 / 8]


def network_of(lines: list) -> Network:
    ends = np.array(lines)
    return Network.of(ends[:, :, 0].ravel(), ends[:, :, 1].ravel(), 2 * np.arange(len(lines) + 1))


def street_chance(place, h: int, dot) -> float:
    """Share of the numbers T whose junction lies at the dot, among those whose junctions have the people."""
    home, v = (place.lon[h], place.lat[h]), place.numbers
    found = place.__dict__.setdefault("targets", {})
    if h not in found:
        found[h] = street_targets(place.lines, home, int(v["k"]), int(v["k_most"]))
        if v["k_people"]:
            found[h] = [to for to in found[h] if as_near(place, to, distance_m(home, to)) >= v["k_people"]]
    hits = sum(distance_m(to, dot) <= SLACK_M for to in found[h])
    return hits / len(found[h]) if found[h] else 0.0


def street_targets(lines: list, home, low: int, high: int) -> list:
    """For each T the junction that is as far along the streets as the T nearest are on average."""
    near = {}
    for one, other in lines:
        near.setdefault(one, {})[other] = near.setdefault(other, {})[one] = distance_m(one, other)
    for start in sorted(near, key=lambda node: distance_m(home, node)):
        ordered = dijkstra(near, start)
        if len(ordered) >= high:
            break
    targets = []
    for count in range(low, high + 1):
        first = ordered[:count]
        mean = sum(away for away, _node in first) / count
        targets.append(min(first, key=lambda one: abs(one[0] - mean))[1])
    return targets


def dijkstra(near: dict, start) -> list:
    """Distance and junction, nearest first."""
    heap, done = [(0.0, start)], {}
    while heap:
        away, node = heappop(heap)
        if node in done:
            continue
        done[node] = away
        for other, length in near[node].items():
            heappush(heap, (away + length, other))
    return sorted((away, node) for node, away in done.items())


def neighbour_chance(place, h: int, dot) -> float:
    """Share of the addresses at the dot among all that the home may be moved to."""
    home, v = (place.lon[h], place.lat[h]), place.numbers
    listed = list(zip(place.lon, place.lat))
    away = sorted(distance_m(home, other) for other in listed)
    low, high = away[int(v["k"]) - 1], away[int(v["k_most"]) - 1]
    able = [
        other
        for other in listed
        if low - 1e-3 <= distance_m(home, other) <= high + 1e-3
        and distance_m(home, other) > OWN_M
        and as_near(place, other, distance_m(home, other)) >= v["k"]
    ]
    return sum(distance_m(other, dot) <= SLACK_M for other in able) / len(able) if able else 0.0


def brought_share(place, h: int, dot) -> float:
    """Share of noisy places that the remapping brings to the dot."""
    shares = place.__dict__.setdefault("brought", {})
    if h not in shares:
        chance, epsilon = Random(h), place.numbers["epsilon_per_100_m"] / 100
        lon, lat = [], []
        for _draw in range(DRAWS):
            away = -(log(1 - chance.random()) + log(1 - chance.random())) / epsilon
            turn = 2 * pi * chance.random()
            up, begin = away / EARTH_M, radians(place.lat[h])
            end = sin(begin) * cos(up) + cos(begin) * sin(up) * cos(turn)
            east = np.arctan2(sin(turn) * sin(up) * cos(begin), cos(up) - sin(begin) * end)
            lat.append(np.degrees(np.arcsin(end)))
            lon.append((place.lon[h] + np.degrees(east) + 180) % 360 - 180)
        shares[h] = place.mask.of(np.array(lon), np.array(lat))
    east = ((shares[h][0] - dot[0] + 180) % 360 - 180) * cos(radians(dot[1]))
    near = np.hypot(east, shares[h][1] - dot[1]) * DEGREE_M <= 1.0
    return float(near.mean())


def as_near(place, dot, away: float) -> int:
    return sum(distance_m(dot, other) <= away + 1e-3 for other in zip(place.lon, place.lat))


def distance_m(a, b) -> float:
    """Great-circle distance: on the plane where it is short, by the cosine rule where it is long."""
    east = ((a[0] - b[0] + 180) % 360 - 180) * cos(radians((a[1] + b[1]) / 2))
    north = a[1] - b[1]
    short = sqrt(east**2 + north**2) * DEGREE_M
    if short < 20_000:
        return short
    turn, up, down = radians(a[0] - b[0]), radians(a[1]), radians(b[1])
    return EARTH_M * acos(max(-1.0, min(1.0, sin(up) * sin(down) + cos(up) * cos(down) * cos(turn))))
