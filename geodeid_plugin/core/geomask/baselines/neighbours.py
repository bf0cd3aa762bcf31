# SPDX-License-Identifier: GPL-2.0-or-later
"""Verified neighbours: a record moves to a real address among so many nearest ones (Richter 2018)."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Floats, blocks
from ...base.errors import InputError, Phrase
from ...base.progress import Progress, silent
from ...base.randomness import Source
from ...base.scientific import spatial
from ...geometry.people_around import TOLERANCE_M, Addresses
from ...geometry.sphere import arc_from_chord_m, chord_from_arc, unit_vectors
from .choices import Choices, masked
from .places import OWN_ADDRESS_M
from .random_moves import NO_GUARD, Guard, Masked, checked_positions

_HOMES_AT_ONCE = 2000
"""Homes between two looks at Cancel: memory alone."""
MOST_PAIRS = 20_000_000
"""Pairs of a home and an address beyond which none are listed: about 2 GB."""


def neighbour_choices(
    lon_deg: Floats,
    lat_deg: Floats,
    addresses: tuple[Floats, Floats],
    k: int,
    k_most: int,
    progress: Progress = silent,
) -> Choices:
    """List the addresses that each home may be moved to, all with the same chance.

    They are those between the k-th and the ``k_most``-th nearest address about the home, the home's own
    counted, of which at least ``k`` addresses are as near as the home is: so many may be the true one to
    somebody who has the map alone. What lies within 1 m of the home is its own and never chosen. Homes
    without such an address have none.

    References
    ----------
    Richter W. The verified neighbor approach to geoprivacy: an improved method for geographic masking.
    J Expo Sci Environ Epidemiol 28, 2018.
    """
    if not 1 < k < k_most:
        raise InputError(
            "neighbours.k.out_of_range",
            "k must be above 1 and below the most addresses about a home.",
        )
    if len(np.asarray(lon_deg)) * (k_most - k + 1) > MOST_PAIRS:
        raise InputError(
            "neighbours.pairs.too_many",
            "More than {most} pairs of a home and an address are possible.",
            most=MOST_PAIRS,
        )
    known = Addresses(*addresses)
    low_m, high_m = (known.reach_m(lon_deg, lat_deg, count) for count in (k, k_most))
    tree, points = spatial.cKDTree(unit_vectors(*addresses)), unit_vectors(lon_deg, lat_deg)
    homes, places = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for some in blocks(len(points), _HOMES_AT_ONCE):
        progress(some.start / len(points))
        found = tree.query_ball_point(points[some], chord_from_arc(high_m[some] + TOLERANCE_M))
        count = np.array([len(one) for one in found], dtype=np.int64)
        home = np.repeat(np.arange(some.start, some.stop), count)
        place = np.concatenate([np.asarray(one, dtype=np.int64) for one in found])
        away = arc_from_chord_m(np.linalg.norm(points[home] - tree.data[place], axis=1))
        good = (away >= low_m[home] - TOLERANCE_M) & (away > OWN_ADDRESS_M)
        homes.append(home[good])
        places.append(place[good])
    home, place = np.concatenate(homes), np.concatenate(places)
    listed = Choices.of(home, place, np.ones(len(home)), addresses, len(points))
    return listed.among(lon_deg, lat_deg, known, k)


def to_neighbours(
    lon_deg: Floats,
    lat_deg: Floats,
    addresses: tuple[Floats, Floats],
    k: int,
    k_most: int,
    source: Source,
    guard: Guard = NO_GUARD,
    progress: Progress = silent,
) -> Masked:
    """Move every point to a random address of :func:`neighbour_choices`.

    Examples
    --------
    >>> import numpy as np
    >>> from geodeid_plugin.core.base.randomness import SeededSource
    >>> street = np.linspace(10.0, 10.01, 60), np.full(60, 50.0)
    >>> moved = to_neighbours([10.005], [50.0001], street, 5, 20, SeededSource(1))
    >>> bool(np.isin(moved.lon_deg, street[0]).all() and moved.moved_m[0] > 1)
    True
    """
    lon, lat = checked_positions(lon_deg, lat_deg)
    places = checked_positions(*addresses)
    choices = neighbour_choices(lon, lat, places, k, k_most, progress).within_bounds(lon, lat, guard)
    what = Phrase("No address of its ring hides it among k others. Raise K or add addresses.")
    return masked(lon, lat, choices, source, guard, what)
