# SPDX-License-Identifier: GPL-2.0-or-later
"""What is asked of a strategy."""

from __future__ import annotations

from dataclasses import dataclass

from ...base.arrays import Floats
from ...geometry.areas import Areas
from .candidates import Costs, Destinations, Pairs, candidate_pairs
from .programme import EQUAL, Inequality, Programme, programme_of, robust_weights, unrestricted_floor


@dataclass(frozen=True)
class Request:
    """What is asked of a strategy."""

    records: int
    """Records that are released, earlier releases included."""
    risk: float
    """The bound eps."""
    model: str = "revised"
    """Which guarantee, see :func:`.programme.robust_weights`."""
    nearest: int | None = None
    """How many destinations an origin may use, the nearest ones; None for all."""
    squared: bool = False
    """Whether squared distances, or costs, are minimised."""
    tolerance: float = 1e-4
    """Certified distance from the optimum at which the search ends, as a share of the objective."""
    seconds: float | None = None
    """Time after which the best strategy so far is taken; None for no limit."""
    carried: float = 0.0
    """Destinations that would stand for fewer people than this are left out where the tolerance allows it
    (:mod:`..solver.taken`); 0: none is."""
    counting: Floats | None = None
    """Records that count for one person of each area, where earlier releases have shown more of some than of
    others (:func:`..releases.odometer.counting`), infinite where the revised model hides the area as an area;
    None: ``records`` for all. Shape (n,)."""
    at_least: float | Floats = 1.0
    """c of the model everybody: as many records count for one person of any area at least."""
    inequality: Inequality = EQUAL
    """How unequally likely people may be records, and how wrong populations: the bound holds for the worst of
    it."""
    spare: float = 0.0
    """Share of the bound that a table aims below it, for what its dots tell together
    (:func:`..releases.reading.spare`); not kept where no table can aim so low."""
    longest_m: float | None = None
    """How far an origin may send at most, metres between the points; None for any distance."""
    costs: Costs | None = None
    """What moves cost, and which there are; None for distances."""

    @property
    def listed(self) -> bool:
        """Whether moves are missing that the boundary alone would allow, so that the others are listed."""
        return self.nearest is not None or self.longest_m is not None or self.costs is not None

    def weights(self, people: Floats, risk: float | None = None) -> Floats:
        """``w'_i`` of areas, shape (n,), at the bound or at another risk."""
        return robust_weights(
            people, self.counted, self.model, self.risk if risk is None else risk, self.inequality,
            self.at_least,
        )  # fmt: skip

    def floor(self, areas: Areas) -> float:
        """The smallest risk of any strategy, were all destinations of a boundary unit allowed."""
        return unrestricted_floor(
            areas.population, self.counted, self.model, areas.boundary_code, self.inequality, self.at_least
        )

    def pairs(self, areas: Areas, destinations: Destinations | None) -> Pairs:
        """The moves that are allowed, listed."""
        return candidate_pairs(areas, destinations, self.nearest, self.longest_m, self.costs)

    def programme(
        self, areas: Areas, destinations: Destinations | None, risk: float | None = None
    ) -> Programme:
        """The instance, at the bound or at another risk."""
        return programme_of(
            areas, destinations, self.counted, self.risk if risk is None else risk, self.model, self.nearest,
            self.squared, self.inequality, self.at_least, self.longest_m, self.costs,
        )  # fmt: skip

    @property
    def aim(self) -> float:
        """The risk that a table aims at."""
        return self.risk * (1 - self.spare)

    @property
    def counted(self) -> int | Floats:
        """What stands for ``s`` in the weights: a number, or one for each area."""
        return self.records if self.counting is None else self.counting
