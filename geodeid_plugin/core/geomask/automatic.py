# SPDX-License-Identifier: GPL-2.0-or-later
"""The model that bounds every person at the least price: Wieland's, or everybody's that moves people less.

Wieland's model bounds what any list of dots can tell of anybody, also lists that do not occur: all dots on
the worst place. Where areas are smaller than the records that makes moves several times longer. Everybody's
bounds one dot's share instead, so that of the dots that were drawn it can be
proved that together they keep the bound (:mod:`.releases.reading`). Where both move people about as far,
Wieland's is taken: it holds whatever is drawn.

The choice depends on areas, populations, records, bound and doubt alone. A choice after the draw would tell
that a first draw had failed.

Everybody: which floor c on the weights keeps what all dots together tell of anybody within the bound.

Under the revised model an area of ``n_i < s`` people may fill ``eps`` of a dot's crowd, ``eps / n_i`` for
each of its people: few dots that agree tell more of one person than the bound. With weights of at least c
(:mod:`.programme`) a dot tells at most ``eps / c`` of anybody. Over dots that fall where the people are, what
they tell of one person adds up to ``rho s / N`` on average, in steps of ``eps / c``: in the sense of Chernoff
it is below ``eps / c`` times a Poisson count of mean ``lambda c``, ``lambda = rho s / (N eps)``, and a
patient's own dot adds one. So c is the least with

    K P(Pois(lambda c) >= c) + s P(Pois(lambda c) >= c - 1) <= 0.01,   lambda < 1          (22)

for K areas with fewer people than records. It says how *rarely* the dots of a release come out above the
bound; that they don't is proved of the dots that were drawn (:mod:`.releases.reading`). Populations that may
be wrong widen ``lambda`` by ``sum hi / sum lo``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from ..base.arrays import Array, Floats, Ints
from ..base.errors import AuditError, InfeasibleError
from ..base.progress import Progress, part, silent
from ..base.scientific import special
from ..geometry.areas import Areas
from .programme.candidates import Destinations
from .programme.programme import EQUAL, EVERYBODY, Inequality, Request
from .releases.reading import spare
from .solution import Solution, audited, solve_areas
from .solver.tiles.tiled import Tiles
from .strategy import Strategy

AUTO = "auto"
"""A request that leaves the model to :func:`solve_automatic`."""
CLOSE = 1.10
"""Times as far as everybody's that Wieland's may move people and still be taken. Of 251 instances 148 are
within it; 1.25 adds nine, for up to a quarter of the move."""


@dataclass(frozen=True)
class Chosen:
    """The model that was taken, and its table."""

    request: Request
    """As it was solved: with its model, and c where that is everybody's."""
    solution: Solution
    farther: float | None
    """Times as far as everybody's that Wieland's moves people; None where only one of them was solved."""


def solve_automatic(
    areas: Areas,
    destinations: Destinations | None,
    request: Request,
    move_m: Callable[[Strategy], float],
    progress: Progress = silent,
    tiles: Tiles | None = None,
) -> Chosen:
    """Find the table of Wieland's model or of everybody's.

    Parameters
    ----------
    areas, destinations, progress, tiles
        As for :func:`.solution.solve_areas`.
    request : Request
        Bound and limits; its model, floor and spare are chosen here.
    move_m : callable
        How far a table moves people, metres, or what that costs: the same for the same table.

    Raises
    ------
    InputError, InfeasibleError, AuditError
        As :func:`.solution.solve_areas`.

    Examples
    --------
    >>> areas = Areas(
    ...     ids=np.arange(40).astype(object), lon_deg=10 + np.arange(40) / 100, lat_deg=np.full(40, 50.0),
    ...     population=np.full(40, 20.0), area_m2=np.full(40, 1e6),
    ... )
    >>> def move_m(table):
    ...     return table.expected_move_m(areas.population)
    >>> chosen = solve_automatic(areas, None, Request(10, 0.2), move_m)
    >>> chosen.request.model, chosen.farther
    ('wieland', None)
    """
    wieland = of_wieland(request)
    attempts = list(of_everybody(areas, request))
    if not attempts:
        return Chosen(wieland, solve_areas(areas, destinations, wieland, progress, tiles), None)
    everybody, solution = _first(areas, destinations, attempts, part(progress, 0.0, 0.5), tiles)
    if wieland.floor(areas) > wieland.risk:
        return Chosen(everybody, solution, None)
    try:
        other = solve_areas(areas, destinations, wieland, part(progress, 0.5, 1.0), tiles, explained=False)
    except (
        InfeasibleError,
        AuditError,
    ):  # over few nearest destinations, or at the very edge of the possible
        return Chosen(everybody, solution, None)
    least, most = move_m(solution.strategy), move_m(other.strategy)
    farther = most / least if least > 0 else (1.0 if most <= 0 else np.inf)
    if most <= CLOSE * least:
        return Chosen(wieland, other, farther)
    return Chosen(everybody, solution, farther)


def of_wieland(request: Request) -> Request:
    """The request under Wieland's model."""
    return replace(request, model="wieland", at_least=1.0, spare=0.0)


def of_everybody(areas: Areas, request: Request) -> Iterator[Request]:
    """The request under everybody's model, with c and, where moves are listed, half of it, down to 2."""
    doubt = request.inequality
    count = least_count(areas.population, request.records, request.risk, doubt)
    kept = spare(areas.population, request.records, doubt)
    while count is not None:
        floor = in_units(count, areas.population, request.risk, areas.boundary_code, doubt)
        yield replace(request, model=EVERYBODY, at_least=floor, spare=kept)
        count = max(2, count // 2) if request.listed and count > 2 else None


def without_doubt(areas: Areas, request: Request) -> Request:
    """The same promise to people who are equally likely, of populations that are right; with its own c."""
    certain = replace(request, inequality=Inequality())
    if request.model != EVERYBODY:
        return certain
    return next(of_everybody(areas, certain), of_wieland(certain))


def _first(
    areas: Areas,
    destinations: Destinations | None,
    attempts: list[Request],
    progress: Progress,
    tiles: Tiles | None,
) -> tuple[Request, Solution]:
    """The first request that a table is found for."""
    for request in attempts[:-1]:
        try:
            return request, solve_areas(areas, destinations, request, progress, tiles, explained=False)
        except InfeasibleError:
            continue
    return attempts[-1], solve_areas(areas, destinations, attempts[-1], progress, tiles)


def audited_automatic(
    strategy: Strategy, areas: Areas, destinations: Destinations | None, request: Request
) -> Chosen:
    """The strongest promise that a table solved before keeps: Wieland's, else everybody's.

    Raises
    ------
    InputError, AuditError
        As :func:`.solution.audited`.
    """
    wieland, attempts = of_wieland(request), list(of_everybody(areas, request))
    if not attempts:
        return Chosen(wieland, audited(strategy, areas, destinations, wieland), None)
    try:
        return Chosen(wieland, audited(strategy, areas, destinations, wieland), None)
    except AuditError:
        return Chosen(attempts[0], audited(strategy, areas, destinations, attempts[0]), None)


_MISSED = 0.01
"""Share of the releases that follow the people in which the dots may tell more of somebody than the bound."""
_LEAST = 2
"""With c = 1 the model is the revised one."""
_BLOCK = 2**16
"""Values of c that are tried together: memory alone."""


def least_count(people: Array, records: int, risk: float, doubt: Inequality = EQUAL) -> int | None:
    """The floor c of equation (22).

    None where c must be s: where every area has as many people as there are records, earlier ones included,
    or no smaller one does. Then the model is Wieland's.

    >>> people = np.full(1000, 20.0)
    >>> least_count(people, 200, 0.2), least_count(people, 200, 0.2, Inequality(2.0))
    (6, 8)
    >>> least_count(people, 20, 0.2) is None
    True
    """
    people = np.asarray(people, dtype=float)
    fewest, most = doubt.within(people)
    small = int(np.count_nonzero((people > 0) & (fewest < records)))
    if not small or not fewest.sum() > 0:
        return None
    spread = doubt.rate_ratio * records * (most.sum() / fewest.sum()) / (people.sum() * risk)
    if spread >= 1:
        return None
    for start in range(_LEAST, records, _BLOCK):
        count = np.arange(start, min(start + _BLOCK, records), dtype=float)
        # P(Pois(m) >= k) is the incomplete gamma function of k at m.
        missed = small * special.gammainc(count, spread * count) + records * special.gammainc(
            count - 1, spread * count
        )
        enough = np.flatnonzero(missed <= _MISSED)
        if len(enough):
            return int(count[enough[0]])
    return None


def in_units(count: int, people: Array, risk: float, boundary_code: Ints, doubt: Inequality) -> Floats:
    """The floor of every area: smaller where its boundary unit holds too few people for c.

    ``floor(eps N_u / rho)`` of unit u where that is below c, at least 1.

    >>> in_units(8, np.array([20.0, 5.0, 300.0]), 0.2, np.array([0, 0, 1]), EQUAL).tolist()
    [5.0, 5.0, 8.0]
    """
    fewest = doubt.within(people)[0]
    crowd = np.bincount(boundary_code, fewest)[boundary_code]
    return np.clip(np.floor(risk * crowd / doubt.rate_ratio), 1.0, float(count))
