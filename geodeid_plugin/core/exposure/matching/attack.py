# SPDX-License-Identifier: GPL-2.0-or-later
"""The adversary who matches dots and homes by the mask's own model, by each list of homes he may hold.

Which list he holds decides everything: a ring of 400 to 500 m leaves 87 % of 500 records in 10 km to
somebody with the patients' own homes, and 4 % of 10 000 to somebody with 50 000 addresses.

The posterior is that of one-to-one matchings: the probability of a matching is proportional to the
product of the likelihoods of its pairs. Small components are computed exactly, larger ones by a Markov
chain, and very large ones in which most homes are nobody's by belief propagation.

Every run checks itself: the number of records that the adversary names rightly must be what he says he
expects, within three standard deviations. Else the model is not the mask's, and nothing is judged.

None of the three ways does the work of another (cases of scripts/bench/matching). By the chain in place of
permanents risks are off by up to 0.02 (500 records) and 0.05 (10 000) in the same time: of pairs that are
exactly even, 23 of 500 records of ``ring10`` come to lie above a limit of one half. By the chain in place of
belief propagation ``big`` takes 33 s instead of 0.2 s and fails its own check, 4.8 standard deviations off.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.errors import InfeasibleError, InputError, Phrase
from ...base.progress import Progress, part, silent
from ...base.randomness import Source
from ...base.scientific import spatial
from ...geomask.baselines.containers import Containers
from ...geomask.baselines.places import OWN_ADDRESS_M
from ...geometry.sphere import arc_from_chord_m, unit_vectors
from ..masked_points import Pairs
from . import loopupdate
from .edges import Components, Edges, balanced, components, selected, usable
from .likelihood import Scene, edges_of
from .loopupdate import USUAL, Effort
from .mask_models import MaskModel, Surroundings

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


PLENTY = 2.0
"""Homes for each dot from which belief propagation may stand in for the chain: below, homes are tight.

At 2 homes a dot its worst pair was off by 0.02, within the chain's own error; at 1.5 by 0.2 (400 records,
ring, Gaussian and bimodal models)."""

CHAINED = 3000
"""Dots up to which components with plenty of homes are sampled, too."""

_Z_UPPER = 1.645
"""One-sided 95 % of the standard normal."""
_Z_CHECK = 3.0
"""Three standard deviations: a true model fails once in 370."""
_TIE = 1e-9
"""Chances nearer than this are tied: rounding errors of sums are smaller."""


@dataclass(frozen=True)
class Matching:
    """What an adversary with one list of homes makes of a map."""

    risk: Array = field(repr=False)
    """Shape (n,). Posterior of each record's true home: the chance that the adversary names it rightly when
    he draws from what he believes. A person, not a place: two persons at one place share it."""
    risk_high: Array = field(repr=False)
    """Shape (n,). Upper 95 % end, sampling of the chain included."""
    belief: Array = field(repr=False)
    """Shape (n,). Largest posterior of any home: how sure the adversary is."""
    right: Array = field(repr=False)
    """Shape (n,). 1 where his first guess is the true home, shared among tied first guesses."""
    candidates: Array = field(repr=False)
    """Shape (n,). Homes that could be each dot's in some full matching."""
    homes: int
    """Length of the list of homes."""
    exact: int
    chained: int
    approximate: int
    """Records whose posterior was computed exactly, by the chain, by belief propagation."""
    settled: bool
    """Whether chain and messages came to rest."""
    deviation: float
    """(right − said) in standard deviations of what the posterior itself predicts, freed from skewness."""

    @property
    def largest_risk(self) -> float:
        """Risk of the record that is worst off, upper end."""
        return float(self.risk_high.max())

    @property
    def right_share(self) -> float:
        """Share of records whose true home is the first guess."""
        return float(self.right.mean())

    @property
    def expected_right_share(self) -> float:
        """Share that the adversary expects to have right."""
        return float(self.belief.mean())

    @property
    def calibrated(self) -> bool:
        """Whether what he said came true within three standard deviations."""
        return abs(self.deviation) <= _Z_CHECK

    @property
    def judged(self) -> bool:
        """Whether the figures may be believed; else the risk could not be judged."""
        return self.settled and self.calibrated

    def above(self, limit: float) -> Array:
        """Rows of the records whose risk exceeds a limit."""
        return np.flatnonzero(self.risk_high > limit * (1 + 1e-12))


def match(
    edges: Edges, source: Source, effort: Effort = loopupdate.USUAL, progress: Progress = silent
) -> Matching:
    """Compute the posterior of every pair, and check it.

    ``edges``: possible pairs, see :mod:`.likelihood`. ``source``: for the chain. ``effort``: how long the
    chain may run.

    Two dots, each within reach of both homes, and a third that only its own home can have:

    >>> import numpy as np
    >>> from geodeid_plugin.core.base.randomness import SeededSource
    >>> edges = Edges.of([0, 0, 1, 1, 2], [0, 1, 0, 1, 2], np.zeros(5), [0, 1, 2], homes=3)
    >>> match(edges, SeededSource(1)).risk.tolist()
    [0.5, 0.5, 1.0]
    """
    work, _rows = selected(edges, usable(edges))
    probability, error, posterior = _posterior(work, source, effort, progress)
    start = work.start[:-1]
    risk = probability[work.own]
    belief = np.maximum.reduceat(probability, start)
    tied = probability >= belief[work.dot] - _TIE
    credit = tied / np.add.reduceat(tied, start)[work.dot]
    right = credit[work.own]
    deviation = _deviation(right, belief, credit, posterior)
    return Matching(
        risk,
        np.minimum(risk + _Z_UPPER * error, 1.0),
        belief,
        right,
        np.diff(work.start),
        edges.homes,
        posterior.exact,
        posterior.chained,
        posterior.approximate,
        posterior.settled,
        deviation,
    )


@dataclass(frozen=True)
class _Posterior:
    """How the probabilities were found, and matchings drawn from them for the check."""

    exact: int
    chained: int
    approximate: int
    settled: bool
    independent: Array
    matchings: Array


def _posterior(
    edges: Edges, source: Source, effort: Effort, progress: Progress
) -> tuple[Floats, Floats, _Posterior]:
    """Probability of each pair, standard error of each risk, and how they were found."""
    parts = components(edges)
    probability, error = np.zeros(len(edges)), np.zeros(edges.dots)
    dots, homes = parts.dots[parts.of_dot], parts.homes[parts.of_dot]
    alone = dots == 1
    alike = _alike(edges, parts)
    small = affordable(dots, homes) | alike
    slack = ~small & (dots > CHAINED) & (homes >= PLENTY * dots)
    chained = ~alone & ~slack
    settled = True
    if slack.any():
        some, rows = edges.of_dots(slack)
        probability[rows], settled = propagated_posterior(some, part(progress, 0.0, 0.4))
    probability_alone(edges, alone, probability)
    matchings = np.empty((0, 0), dtype=np.int64)
    if chained.any():
        some, rows = edges.of_dots(chained)
        rest = (~small)[chained]
        hurry = effort if rest.any() else loopupdate.GLANCE
        some = balanced(some, (dots == homes)[chained])
        found = loopupdate.sample(some, source, hurry, part(progress, 0.4, 0.9))
        probability[rows], error[chained] = found.probability, found.error
        settled = settled and (found.settled or not rest.any())
        matchings = rows[found.matchings]
    exact = _exact(edges, parts, small & ~alone & ~alike, probability, part(progress, 0.9, 1.0))
    exact |= alike & ~alone
    error[exact] = 0.0
    probability[alike[edges.dot]] = 1 / homes[edges.dot[alike[edges.dot]]]
    chained_only = chained & ~exact
    how = _Posterior(
        int((alone | exact).sum()), int(chained_only.sum()), int(slack.sum()), settled, ~chained, matchings
    )
    return probability, error, how


def _alike(edges: Edges, parts: Components) -> Array:
    """Dots of components in which every dot can have every home, all alike: cells, centres of areas."""
    count = len(parts.dots)
    component = parts.of_dot[edges.dot]
    whole = np.bincount(component, minlength=count) == parts.dots * parts.homes
    level = np.bincount(component, edges.weight < 1, count) == 0
    return (whole & level)[parts.of_dot]


def probability_alone(edges: Edges, alone: Bools, probability: Floats) -> None:
    """Fill in the dots that share no home with another: likelihoods, scaled."""
    rows = np.flatnonzero(alone[edges.dot])
    total = np.bincount(edges.dot, edges.weight, edges.dots)
    probability[rows] = edges.weight[rows] / total[edges.dot[rows]]


MOST_DOTS = 14
"""Components with more dots are left to the chain: sets of dots double with each."""

MOST_CELLS = 4_000_000
"""Homes times sets of dots that are held at once: 64 MB for the two tables."""


def affordable(dots: Ints, homes: Ints) -> Bools:
    """Whether components of that many dots and homes can be done exactly, bool."""
    dots = np.asarray(dots)
    return (dots <= MOST_DOTS) & (np.asarray(homes) * 2.0 ** np.minimum(dots, 60) <= MOST_CELLS)


def exact_posterior(weight: Floats) -> Array:
    """Probability of each pair when every dot has a home of its own.

    The probability of a matching is proportional to the product of its weights. Homes are taken one after
    another; a state is the set of dots that already have one. ``weight`` is the likelihood of dot r at home
    h, shape (n, m) with m at least n. Each row of the result sums to 1, each column to at most 1.
    """
    n, m = weight.shape
    before, after = np.zeros((m + 1, 2**n)), np.zeros((m + 1, 2**n))
    before[0, 0], after[m, -1] = 1.0, 1.0
    for home in range(m):
        _with_home(before[home], before[home + 1], weight[:, home], False)
        before[home + 1] /= before[home + 1].max()
    for home in reversed(range(m)):
        _with_home(after[home + 1], after[home], weight[:, home], True)
        after[home] /= after[home].max()
    found = np.zeros((n, m))
    for home in range(m):
        for dot in np.flatnonzero(weight[:, home]):
            without, with_it = before[home].reshape(-1, 2, 2**dot), after[home + 1].reshape(-1, 2, 2**dot)
            found[dot, home] = weight[dot, home] * np.einsum("ij,ij->", without[:, 0], with_it[:, 1])
        unused = np.dot(before[home], after[home + 1])
        total = unused + found[:, home].sum()
        found[:, home] /= total
    return found


def _with_home(source: Floats, target: Floats, weight: Floats, backwards: bool) -> None:
    """Fill ``target`` with the states of ``source`` after one home more is given away, or not."""
    target[:] = source
    for dot in np.flatnonzero(weight):
        old, new = source.reshape(-1, 2, 2**dot), target.reshape(-1, 2, 2**dot)
        if backwards:
            new[:, 0] += weight[dot] * old[:, 1]
        else:
            new[:, 1] += weight[dot] * old[:, 0]


def _exact(edges: Edges, parts: Components, small: Bools, probability: Floats, progress: Progress) -> Array:
    """Fill in small components; bool (n,), which dots they hold."""
    rows = np.flatnonzero(small[edges.dot])
    component = parts.of_dot[edges.dot[rows]]
    order = np.argsort(component, kind="stable")
    rows, component = rows[order], component[order]
    edges_of = np.split(rows, np.flatnonzero(np.diff(component)) + 1) if len(rows) else []
    for at, own in enumerate(edges_of):
        progress(at / len(edges_of))
        dots, dot = np.unique(edges.dot[own], return_inverse=True)
        homes, home = np.unique(edges.home[own], return_inverse=True)
        weight = np.zeros((len(dots), len(homes)))
        weight[dot, home] = edges.weight[own]
        probability[own] = exact_posterior(weight)[dot, home]
    return small


_DAMPING = 0.3
"""Share of the old message kept: without it two equal homes can swap for ever."""
_CLOSE = 1e-5
"""Largest change of a chance in a round at which messages have settled."""
_ROUNDS = 300
"""What has not settled by then is said not to have settled."""
_LEAST = 1e-300
"""Keeps a division by nothing finite."""


def propagated_posterior(edges: Edges, progress: Progress = silent) -> tuple[Array, bool]:
    """Approximate probability of each pair when no home is used twice (Bethe's approximation).

    With μ from dot to home and ν from home to dot: μ_rh = L_rh / Σ_{h' ≠ h} L_rh' ν_h'r and ν_hr = 1 / (1 +
    Σ_{r' ≠ r} μ_r'h). Good where homes are plentiful; where every home is needed it overstates its certainty,
    so that the chain is taken there. Gives the probability, and whether the messages came to rest.
    """
    n, to_dot = edges.dots, np.ones(len(edges))
    old = np.zeros(len(edges))
    for step in range(_ROUNDS):
        progress(step / _ROUNDS)
        share = edges.weight * to_dot
        total = np.bincount(edges.dot, share, n)
        found = share / np.maximum(total[edges.dot], _LEAST)
        if np.abs(found - old).max(initial=0.0) < _CLOSE:
            return found, True
        old = found
        to_home = edges.weight / np.maximum(total[edges.dot] - share, _LEAST)
        crowd = np.bincount(edges.home, to_home, edges.homes)
        heard = 1 / (1 + np.maximum(crowd[edges.home] - to_home, 0.0))
        to_dot = heard if step == 0 else to_dot**_DAMPING * heard ** (1 - _DAMPING)
    return found, False


def _deviation(right: Floats, belief: Floats, credit: Floats, posterior: _Posterior) -> float:
    """(right − said) over the standard deviation that the posterior itself predicts.

    Records that share homes are right or wrong together; matchings drawn by the chain say how much.
    """
    p = belief[posterior.independent]
    variance, third = float((p * (1 - p)).sum()), float((p * (1 - p) * (1 - 2 * p)).sum())
    if len(posterior.matchings):
        count = credit[posterior.matchings].sum(axis=1)
        count = count - count.mean()
        variance, third = variance + float((count**2).mean()), third + float((count**3).mean())
    # Where less than one record is in doubt, a single surprise is no sign of a wrong model.
    spread = np.sqrt(max(variance, 1.0))
    z = float((right.sum() - belief.sum()) / spread)
    # Few expected hits are skewed: Cornish and Fisher's (1938) first term turns z into a normal one.
    return z - third / spread**3 * (z**2 - 1) / 6
