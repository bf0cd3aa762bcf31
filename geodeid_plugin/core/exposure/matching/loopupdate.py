# SPDX-License-Identifier: GPL-2.0-or-later
"""A Markov chain over one-to-one matchings of dots and homes that never refuses a move.

A random dot gives up its home and picks one with probability proportional to its likelihood. Where
that home is free the matching is whole again; else its owner is put out and picks in turn. Every
whole matching that the chain passes is a draw from the posterior: between whole matchings the chain
satisfies detailed balance with weight ∏L · Σ_h L_rh for the dot r in hand. Each passage counts once, so
a pair's probability is the share of passages in which it stood.

Many chains run abreast, in groups. Half of the groups start from the true matching, half from one
stirred under the roots of the weights: where the groups disagree, the chain has not come to rest, and the
standard error, which is taken between groups, says so.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.errors import Phrase
from ...base.progress import Progress, silent
from ...base.randomness import Source
from .edges import Edges

_GROUPS = 16
"""Groups of chains whose differences give the standard error: 15 degrees of freedom."""
_BLOCK = 256
"""Steps for which random numbers are drawn at once: memory alone."""
_FIRST_BLOCKS = 8
"""Blocks before the first look at the error."""
_USUAL_ERROR, _LARGEST_ERROR = 0.03, 0.15
"""Standard errors, of 19 in 20 records and of the worst, above which chains count as not settled. The
first is the limit of the difference between starts, too."""

_LOOK, _MOST_KEPT = 4, 4_000_000
"""Steps from one look at whole matchings to the next, and entries kept: 16 MB."""

_BELOW_ONE = 1 - 2.0**-26
"""Keeps a uniform number so far from 1 that adding the rank of a dot never rounds it up."""


@dataclass(frozen=True)
class Effort:
    """How long the chains run."""

    error: float = 0.01
    """They stop when 19 of 20 records have a standard error of the risk of at most this, and the mean risk
    from both kinds of start differs by no more."""
    steps: int = 60_000_000
    """Steps, all chains together, after which they stop in any case."""
    chains: int = 256
    """Chains abreast, a multiple of 16."""


USUAL = Effort()
"""Effort of a run whose user did not ask for more."""

GLANCE = Effort(1.0, 32_768, 64)
"""Effort for some matchings where the probabilities are known exactly: how far records hang together."""


@dataclass(frozen=True)
class Sampled:
    """What the chains found."""

    probability: Array
    """Shape (e,). Of each pair."""
    error: Array
    """Shape (n,). Standard error of the probability of each dot's true home."""
    matchings: Array
    """Shape (s, n). Some of the whole matchings: row of the pair of each dot."""
    settled: bool
    """Whether the groups agree well enough for each record's upper end to mean something."""


def sample(edges: Edges, source: Source, effort: Effort, progress: Progress = silent) -> Sampled:
    """Run chains until the risk of every record is known well enough.

    The first half of each run is thrown away; while the errors are too large, the run is doubled. The pairs
    are those that some matching uses (:func:`.edges.usable`).
    """
    chains = _Chains(edges, source, effort.chains)
    chains.stir()
    blocks, done = min(_FIRST_BLOCKS, max(effort.steps // (_BLOCK * effort.chains), 1)), 0
    least = max(blocks, int(np.ceil(2 * edges.dots / _BLOCK)))
    while True:
        chains.forget()
        for _ in range(blocks):
            chains.run(_BLOCK)
            done += 1
            share = done * _BLOCK * effort.chains / effort.steps
            progress(min(share, 1.0), Phrase("Matching dots and homes"))
        error, gap = chains.error(), chains.gap()
        usual = np.quantile(error, 0.95)
        known = usual <= effort.error and gap <= effort.error and done >= least
        if known or 2 * done * _BLOCK * effort.chains > effort.steps:
            settled = bool(usual <= _USUAL_ERROR and gap <= _USUAL_ERROR and error.max() <= _LARGEST_ERROR)
            return Sampled(chains.probability(), error, chains.snapshots(), settled)
        blocks = done


def add_passages(tally: Floats, edge: Ints, passages: Ints) -> None:
    """Add to the tally of each edge, touching those alone that occur.

    NumPy counts while it holds Python's lock, for which QGIS's window waits; a large file has many times as
    many edges as a block has steps. ``tally`` is changed in place; ``passages`` is for how many passages each
    edge that was left had stood.
    """
    if len(tally) <= len(edge):
        tally += np.bincount(edge, passages, len(tally))
        return
    met, where = np.unique(edge, return_inverse=True)
    tally[met] += np.bincount(where.reshape(-1), passages, len(met))


class _Chains:
    """The state of all chains: flat arrays, one row of dots or homes a chain."""

    def __init__(self, edges: Edges, source: Source, count: int) -> None:
        self._edges, self._source, self._count = edges, source, count
        n, m = edges.dots, edges.homes
        self._group = np.arange(count) // (count // _GROUPS)
        self._dots_at, self._homes_at = np.arange(count) * n, np.arange(count) * m
        self._pair = np.tile(edges.own, count).astype(np.int64)  # NumPy 1 counts with 32 bits on Windows
        owner = np.full(m, -1)
        owner[edges.home[edges.own]] = np.arange(n)
        self._owner = np.tile(owner, count)
        self._since = np.zeros(count * n, dtype=np.int64)
        self._passages = np.zeros(count, dtype=np.int64)
        self._hand = np.zeros(count, dtype=np.int64)
        self._ladder = _ladder(edges, edges.weight)
        self._take(np.arange(count), self._random_dots(count))
        self._tally = np.zeros(_GROUPS * len(edges))
        self._seen: list[Array] = []

    def stir(self) -> None:
        """Run half of the groups under weights that are more alike."""
        true_ladder, self._ladder = self._ladder, _ladder(self._edges, np.sqrt(self._edges.weight))
        kept = self._pair.copy(), self._owner.copy(), self._hand.copy()
        self.run(max(_BLOCK, 8 * self._edges.dots))
        self._ladder = true_ladder
        still = np.flatnonzero(self._group % 2 == 0)
        n, m = self._edges.dots, self._edges.homes
        for mine, old, width in (
            (self._pair, kept[0], n),
            (self._owner, kept[1], m),
            (self._hand, kept[2], 1),
        ):
            mine.reshape(self._count, width)[still] = old.reshape(self._count, width)[still]

    def forget(self) -> None:
        """Throw away what was counted so far."""
        self._since[:] = 0
        self._passages[:] = 0
        for tally in self._tally.reshape(_GROUPS, -1):  # giving all of it back at once stops the window
            tally[tally != 0] = 0
        self._seen = []

    def run(self, steps: int) -> None:
        """Let every chain make that many steps."""
        for start in range(0, steps, _BLOCK):
            self._block(min(_BLOCK, steps - start))

    def _block(self, steps: int) -> None:
        edges, chains = self._edges, self._count
        # A number that rounds up to the next dot's stretch of the ladder would give it that dot's home.
        uniform = _BELOW_ONE * self._source.uniform(2 * steps * chains).reshape(2 * steps, chains)
        drawn = (uniform[1::2] * edges.dots).astype(np.int64)
        left = np.empty((steps, chains), dtype=np.int64)
        stood = np.empty((steps, chains), dtype=np.int64)
        home, ladder, passages = edges.home, self._ladder, self._passages
        for step in range(steps):  # `take` is an index in half its time
            hand = self._hand
            pair = ladder.searchsorted(hand + uniform[2 * step], side="right")
            place = self._homes_at + home.take(pair)
            owner = self._owner.take(place)
            self._owner[place] = hand
            slot = self._dots_at + hand
            self._pair[slot] = pair
            self._since[slot] = passages
            whole = owner < 0
            if step % _LOOK == 0:
                self._keep(whole)
            passages += whole
            free = whole.nonzero()[0]
            owner[free] = drawn[step].take(free)
            slot = self._dots_at + owner
            self._pair.take(slot, out=left[step])
            np.subtract(passages, self._since.take(slot), out=stood[step])
            self._owner[self._homes_at.take(free) + home.take(left[step].take(free))] = -1
            self._hand = owner
        left += self._group * len(edges)
        add_passages(self._tally, left.ravel(), stood.ravel())

    def _random_dots(self, count: int) -> Ints:
        return (self._source.uniform(count) * self._edges.dots).astype(np.int64)

    def _take(self, chains: Ints, dots: Ints) -> None:
        """Put dots out of their homes, one a chain, whose matchings are whole."""
        pair = self._pair[self._dots_at[chains] + dots]
        self._owner[self._homes_at[chains] + self._edges.home[pair]] = -1
        self._hand[chains] = dots

    def _keep(self, whole: Bools) -> None:
        """Keep the matching of one of the chains that are whole, another at every look."""
        chains = np.flatnonzero(whole)
        n = self._edges.dots
        if len(chains) and len(self._seen) * n < _MOST_KEPT:
            one = chains[len(self._seen) % len(chains)]
            self._seen.append(self._pair[one * n : (one + 1) * n].astype(np.int32))

    def snapshots(self) -> Array:
        """Whole matchings that were kept."""
        return np.array(self._seen, dtype=np.int32).reshape(len(self._seen), self._edges.dots)

    def _standing(self) -> Ints:
        """For how many passages each dot of each chain has stood where it is, those in hand not at all."""
        stood = np.repeat(self._passages, self._edges.dots) - self._since
        stood[self._dots_at + self._hand] = 0
        return np.asarray(stood)

    def _met(self) -> Floats:
        """Passages of each group, at least one, shape (groups,)."""
        return np.maximum(np.bincount(self._group, self._passages, _GROUPS), 1)

    def _own_shares(self) -> Array:
        """Probability of each dot's true home by group, shape (groups, n).

        All edges of all groups would be gigabytes, whose taking and giving back stops the window.
        """
        edges = self._edges
        number = np.full(len(edges), -1)
        number[edges.own] = np.arange(edges.dots)
        mine = number[self._pair]
        true = np.flatnonzero(mine >= 0)
        at = np.repeat(self._group * edges.dots, edges.dots)[true] + mine[true]
        stood = np.bincount(at, self._standing()[true], _GROUPS * edges.dots).reshape(_GROUPS, -1)
        tally = self._tally.reshape(_GROUPS, -1)[:, edges.own] + stood
        return np.asfortranarray(tally / self._met()[:, None])

    def probability(self) -> Array:
        """Probability of each pair, shape (e,): the mean of the groups."""
        edges, total = self._edges, np.zeros(len(self._edges))
        tally, stood, met = self._tally.reshape(_GROUPS, -1), self._standing(), self._met()
        for group in range(_GROUPS):
            rows = np.flatnonzero(np.repeat(self._group == group, edges.dots))
            total += (tally[group] + np.bincount(self._pair[rows], stood[rows], len(edges))) / met[group]
        return total / _GROUPS

    def error(self) -> Array:
        """Standard error of the probability of each dot's true home, shape (n,)."""
        return self._own_shares().std(axis=0, ddof=1) / np.sqrt(_GROUPS)

    def gap(self) -> float:
        """How far the mean risk from true starts and from stirred ones differ: 0 at rest."""
        risk = self._own_shares().mean(axis=1)
        return abs(float(risk[::2].mean() - risk[1::2].mean()))


def _ladder(edges: Edges, weight: Floats) -> Array:
    """Cumulative shares of each dot's pairs, dot r's between r and r + 1, shape (e,)."""
    total = np.cumsum(weight)
    start = edges.start
    before = np.concatenate([[0.0], total])[start[:-1]]
    whole = total[start[1:] - 1] - before
    share = (total - before[edges.dot]) / whole[edges.dot]
    share[start[1:] - 1] = 1.0
    return edges.dot + np.minimum(share, 1.0)
