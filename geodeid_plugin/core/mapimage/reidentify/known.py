# SPDX-License-Identifier: GPL-2.0-or-later
"""What an attack is held against: the true places, those that were drawn, and who else could live there.

Addresses and areas answer the same questions, on the plane of the attack: among how many candidates a record
hides (``around``), and how far about a place so many of them live (``reach_of``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Callable, Union

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.errors import Phrase
from ...base.scientific import spatial
from ...base.thresholds import class_size_for
from ...geometry.sphere import LocalPlane
from . import score
from .judge import ADDRESSES, PEOPLE, RESIDENTS, Anywhere, anywhere


@dataclass(frozen=True)
class Places:
    """Places of a layer: ``lonlat`` (n, 2) in degrees, and what the layer calls each row."""

    lonlat: Array
    rows: Sequence[Any]

    def __len__(self) -> int:
        return len(self.lonlat)

    def some(self, kept: Bools) -> Places:
        """Those that a mask keeps."""
        return Places(self.lonlat[kept], [self.rows[at] for at in np.flatnonzero(kept)])


@dataclass(frozen=True)
class Around:
    """Who else could be meant by a position."""

    rank: Array | None
    """Shape (n,), or None. Addresses nearer to the position than the record's own; None where none are
    known."""
    behind: Array
    """Shape (n,). Candidates that the position could be read as."""
    candidates: Array
    """Shape (n,). Candidates among which the record hides, at least 1."""


@dataclass(frozen=True)
class Addresses:
    """Addresses on the plane of an attack: ``where_m`` (a, 2), metres."""

    where_m: Array
    residents: Floats | None = None
    """Shape (a,). People, or dwellings, of each; None where each counts one."""

    @property
    def holds(self) -> Phrase:
        """Who the candidates are."""
        return ADDRESSES if self.residents is None else RESIDENTS

    def around(
        self, where_m: Floats, true_m: Floats, error_m: Floats, rows: Ints, square: bool = True
    ) -> Around:
        """Addresses near positions that stand for records.

        Parameters
        ----------
        where_m, true_m : ndarray, shape (n, 2)
            The positions, and the places of their records.
        error_m : ndarray, shape (n,)
            Of each position along an axis.
        rows : ndarray of int, shape (n,)
            The records.
        square : bool
            Whether positions are uniform in a pixel, as of markers pasted at whole ones.
        """
        rank = score.ranks(where_m, true_m, self.where_m)
        behind = score.addresses_behind(where_m, self.where_m, error_m, square, self.residents)
        if self.residents is None:
            return Around(rank, behind, np.maximum(rank + 1, behind))
        as_near = score.residents_as_near(where_m, true_m, self.where_m, self.residents)
        return Around(rank, behind, np.maximum(as_near, behind))

    def reach_of(self, where_m: Floats, rows: Ints, count: int) -> Array:
        """Distance from places to their ``count``-th nearest address or resident, metres."""
        everybody = np.ones(len(self.where_m)) if self.residents is None else self.residents
        homes, lived = self.where_m[everybody > 0], everybody[everybody > 0]
        away, near = spatial.cKDTree(homes).query(where_m, np.arange(min(count, len(homes))) + 1)
        enough = np.cumsum(lived[near], axis=1) >= count
        last = np.where(enough.any(axis=1), enough.argmax(axis=1), away.shape[1] - 1)
        reach: Array = away[np.arange(len(away)), last]
        return reach

    def far_from(self, where_m: Floats, reach_m: float) -> int:
        """How many places lie farther than a reach from every address."""
        return int((spatial.cKDTree(self.where_m).query(where_m)[0] > reach_m).sum())


@dataclass(frozen=True)
class People:
    """People of areas."""

    density: Floats
    """Shape (r,). People per m² about each record."""
    area: Ints | None = None
    """Shape (r,). Number of the area of each record, -1 for none."""
    areas: int = 0
    """How many areas there are."""
    people: Floats | None = None
    """Shape (r,). People of the area of each record, 0 for none."""
    locate: Callable[[Array], Ints] | None = None
    """Numbers of the areas that hold places (n, 2) in degrees: with them dots of a dot-density map are told
    from places of people."""
    holds = PEOPLE

    def around(
        self, where_m: Floats, true_m: Floats, error_m: Floats, rows: Ints, square: bool = True
    ) -> Around:
        """Expected people at least as near to each position as its record, as :meth:`Addresses.around`."""
        density, away_m = self.density[rows], np.hypot(*(where_m - true_m).T)
        behind = score.people_behind(0.0, error_m, density)
        return Around(None, behind, score.people_behind(away_m, error_m, density))

    def anywhere(
        self, rows: Ints, true_m: Floats, where_m: Floats, lonlat: Floats, error_m: Floats, apart_m: float,
        need: int,
    ) -> Anywhere | None:  # fmt: skip
        """Hold records against dots that lie anywhere in their areas, see :mod:`.judge`.

        Parameters
        ----------
        rows, true_m : ndarray, shape (n,) and (n, 2)
            The records, and their places.
        where_m, lonlat, error_m : ndarray, shape (d, 2), (d, 2) and (d,)
            The dots on the plane, in degrees, and their errors along an axis.
        apart_m : float
            Dots nearer to each other than this are one.
        need : int
            People among whom a record must hide.
        """
        if self.area is None or self.people is None or self.locate is None or not len(where_m):
            return None
        single = np.unique(np.round(where_m / apart_m), axis=0, return_index=True)[1]
        held = self.locate(lonlat[single])
        dots = np.bincount(held[held >= 0], minlength=self.areas)[self.area[rows]]
        away_m, nearest = spatial.cKDTree(where_m).query(true_m)
        nearer = score.people_behind(away_m, error_m[nearest], self.density[rows]) - 1
        return anywhere(dots, self.people[rows], nearer, nearest, need)

    def reach_of(self, where_m: Floats, rows: Ints, count: int) -> Array:
        """Radius of the circle about each place that is expected to hold ``count`` people, metres."""
        reach: Array = np.sqrt((count - 1) / (np.pi * np.maximum(self.density[rows], 1e-12)))
        return reach


@dataclass(frozen=True)
class AddressPoints:
    """Addresses: ``lonlat`` (a, 2) in degrees, and the residents of each as in :class:`Addresses`."""

    lonlat: Array
    residents: Floats | None = None


Protection = Union[Addresses, People]
Homes = Callable[["Array"], AddressPoints]
"""Gives the addresses in and about the rim of a picture (n, 2), in degrees: a country has millions."""


@dataclass(frozen=True)
class Secret:
    """What a picture must not give away."""

    truth: Places
    """The true places."""
    limit: float
    """Highest acceptable chance that a dot leads to its record."""
    protection: People | Homes | None = None
    """Who else could live there: people of areas, or addresses as :data:`Homes`; None where nobody knows."""
    drawn: Places | None = None
    """The layer that was drawn, where it is another: masked places."""

    def __post_init__(self) -> None:
        """Refuse what is no limit."""
        class_size_for(self.limit)

    def protection_on(self, plane: LocalPlane, rim: Array) -> Protection | None:
        """The protection on the plane of an attack."""
        if self.protection is None or isinstance(self.protection, People):
            return self.protection
        found = self.protection(rim)
        return Addresses(plane.metres(*found.lonlat.T), found.residents)


@dataclass(frozen=True)
class Known:
    """The true and the masked places on one plane, and who else could live at the true ones."""

    plane: LocalPlane
    true_m: Array
    """Shape (n, 2)."""
    masked_m: Array | None
    """Shape (m, 2), or None."""
    crowd: Protection | None
    names: Sequence[str]
    """Of the records."""
    rows: Sequence[Any]
    """What their layer calls them."""

    @classmethod
    def of(cls, secret: Secret, names: Sequence[str]) -> Known:
        """A secret on a plane about its true places."""
        truth, drawn = secret.truth, secret.drawn
        plane = LocalPlane.about(*truth.lonlat.T)
        return cls(
            plane, plane.metres(*truth.lonlat.T), None if drawn is None else plane.metres(*drawn.lonlat.T),
            secret.protection_on(plane, truth.lonlat), names, truth.rows,
        )  # fmt: skip

    def exposed(self, where_m: Floats, error_m: Floats, record: Ints, need: int) -> Bools:
        """Which positions that were matched with a record leave it among fewer candidates than are needed.

        ``record`` is from :func:`.score.assign`; the answer has an entry for each that is matched.
        """
        matched = record != score.UNMATCHED
        return self.few(where_m[matched], error_m[matched], record[matched], need)

    def few(self, where_m: Floats, error_m: Floats, rows: Ints, need: int) -> Bools:
        """Which positions leave their records, by rows, among fewer candidates than are needed."""
        if self.crowd is None:
            return np.zeros(len(rows), bool)
        few: Bools = self.crowd.around(where_m, self.true_m[rows], error_m, rows).candidates < need
        return few
