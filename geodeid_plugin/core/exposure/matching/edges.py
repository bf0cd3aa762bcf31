# SPDX-License-Identifier: GPL-2.0-or-later
"""Pairs of a dot and a home that the mask can join, and which of them any full matching can use."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.errors import InputError, named
from ...base.scientific import csgraph, sparse

_LEAST_LOG_WEIGHT = -400.0
"""Products of two weights must not round to 0: a possible pair stays possible."""

_ROUNDS = 200
"""Of scaling rows and columns in turn (Sinkhorn); what has not settled by then is used as it is."""
_CLOSE = 0.01
"""Sums of rows within one in a hundred of 1: weights that are scaled for numbers' sake need no more."""


@dataclass(frozen=True)
class Edges:
    """Possible pairs of a dot and a home, ordered by dot."""

    dot: Array
    home: Array
    """Shape (e,). Rows of the dot and of the home."""
    weight: Array
    """Shape (e,). Likelihood of the dot at that home, scaled so that each dot's largest is 1."""
    own: Array
    """Shape (n,). For each dot the row of its pair with the true home."""
    homes: int
    """Length of the list of homes, m."""

    @classmethod
    def of(cls, dot: Ints, home: Ints, log_likelihood: Floats, true_home: Ints, homes: int) -> Edges:
        """Order and scale pairs, and find those of the true homes.

        Parameters
        ----------
        dot, home : array_like of int, shape (e,)
        log_likelihood : array_like, shape (e,)
            Logarithm of the density of the dot given the home; a pair at minus infinity is none.
        true_home : array_like of int, shape (n,)
            Row of each dot's true home.
        homes : int
            Length of the list of homes.

        Raises
        ------
        ContradictedError
            A dot cannot come from its true home under the model.
        """
        log_likelihood = np.asarray(log_likelihood, dtype=float)
        true_home = np.asarray(true_home, dtype=np.int64)
        key = np.asarray(dot, dtype=np.int64) * homes + np.asarray(home)
        there = np.flatnonzero(log_likelihood > -np.inf)
        there = there[np.argsort(key[there], kind="stable")]
        key, log_likelihood = key[there], log_likelihood[there]
        wanted = np.arange(len(true_home)) * np.int64(homes) + true_home
        own = np.searchsorted(key, wanted)
        at = np.minimum(own, len(key) - 1)
        missing = np.flatnonzero(key[at] != wanted) if len(key) else np.arange(len(wanted))
        if len(missing):
            raise ContradictedError(
                "matching.mask.contradicted",
                "{count} of {records} records lie where the stated mask could not have put them (rows "
                "{rows}). Correct the stated mask or its distances.",
                count=len(missing),
                records=len(true_home),
                rows=named(missing),
            )
        dot, home = (values.astype(np.int32) for values in np.divmod(key, homes))
        start = np.searchsorted(dot, np.arange(len(true_home), dtype=np.int32))
        relative = log_likelihood - np.maximum.reduceat(log_likelihood, start)[dot]
        weight = np.exp(np.maximum(relative, _LEAST_LOG_WEIGHT))
        return cls(dot, home, weight, own, int(homes))

    def __len__(self) -> int:
        return len(self.dot)

    @property
    def dots(self) -> int:
        """Number of dots, n."""
        return len(self.own)

    @property
    def start(self) -> Array:
        """Where each dot's pairs start, and the end of the last, shape (n + 1,)."""
        return np.searchsorted(self.dot, np.arange(self.dots + 1, dtype=np.int32))

    def of_dots(self, chosen: Bools) -> tuple[Edges, Array]:
        """The pairs of some whole components, renumbered, and their rows among all pairs.

        No other dot may share a home with those that are chosen.
        """
        rows = np.flatnonzero(chosen[self.dot])
        new_dot = np.cumsum(chosen) - 1
        home, renumbered = np.unique(self.home[rows], return_inverse=True)
        new_row = np.cumsum(chosen[self.dot]) - 1
        part = Edges(
            new_dot[self.dot[rows]],
            renumbered.ravel(),
            self.weight[rows],
            new_row[self.own[chosen]],
            len(home),
        )
        return part, rows


class ContradictedError(InputError):
    """The records cannot have come from the stated model, so the adversary cannot be played."""


def usable(edges: Edges) -> Array:
    """Pairs that some matching of all dots uses, bool (e,); the others have posterior 0.

    A pair can be used where it lies on a cycle of swaps, or on a chain of moves that ends in a home
    that nobody needs: strongly connected components of dot → owner of the home, with one more node
    for all homes without an owner (Dulmage and Mendelsohn 1958). The true matching serves as the one
    that the swaps start from; the answer is the same for any.
    """
    n = edges.dots
    owner = np.full(edges.homes, n)
    owner[edges.home[edges.own]] = np.arange(n)
    to = owner[edges.home]
    taken = to < n
    frees = np.unique(edges.dot[~taken])
    pool = np.full(n, n) if edges.homes > n else np.empty(0, dtype=np.int64)
    from_ = np.concatenate([edges.dot[taken], frees, pool])
    onto = np.concatenate([to[taken], np.full(len(frees), n), np.arange(len(pool))])
    graph = sparse.csr_matrix((np.ones(len(from_), dtype=np.int8), (from_, onto)), shape=(n + 1, n + 1))
    label = csgraph.connected_components(graph, directed=True, connection="strong")[1]
    good = label[edges.dot] == label[to]
    good[edges.own] = True
    return good


def selected(edges: Edges, good: Bools) -> tuple[Edges, Array]:
    """The pairs marked in ``good``, bool (e,), and their rows among all."""
    rows = np.flatnonzero(good)
    weight = edges.weight[rows]
    start = np.searchsorted(edges.dot[rows], np.arange(edges.dots, dtype=np.int32))
    weight = weight / np.maximum.reduceat(weight, start)[edges.dot[rows]]
    own = (np.cumsum(good) - 1)[edges.own]
    return Edges(edges.dot[rows], edges.home[rows], weight, own, edges.homes), rows


def balanced(edges: Edges, tight: Bools) -> Edges:
    """Scale homes that must all be used until every dot and every home weighs as much (Sinkhorn 1964).

    Where every home is used once, a factor for a home is in every matching, so that the posterior stays as it
    is. A chain needs it: it waits long for a home that few dots are likely to take. ``tight`` are dots of
    components in which no home stays unused.
    """
    rows = np.flatnonzero(tight[edges.dot])
    if not len(rows):
        return edges
    dot, home, weight = edges.dot[rows], edges.home[rows], edges.weight[rows].copy()
    for _ in range(_ROUNDS):
        weight /= np.bincount(home, weight, edges.homes)[home]
        total = np.bincount(dot, weight, edges.dots)
        weight /= total[dot]
        if np.abs(total[tight] - 1).max() < _CLOSE:
            break
    scaled = edges.weight.copy()
    scaled[rows] = np.maximum(weight, np.exp(_LEAST_LOG_WEIGHT))
    return Edges(edges.dot, edges.home, scaled, edges.own, edges.homes)


@dataclass(frozen=True)
class Components:
    """Parts of the pairs that share no dot and no home."""

    of_dot: Array
    """Shape (n,). Component of each dot."""
    dots: Array
    homes: Array
    """Shape (c,). How many each holds."""


def components(edges: Edges) -> Components:
    """Part the pairs into components."""
    n = edges.dots
    used = np.zeros(edges.homes, dtype=bool)
    used[edges.home] = True
    home = (n - 1 + np.cumsum(used, dtype=np.int32))[edges.home]
    size = n + int(used.sum())
    start = np.concatenate([edges.start, np.full(size - n, len(edges))])
    graph = sparse.csr_matrix((np.ones(len(edges), dtype=np.int8), home, start), shape=(size, size))
    count, label = csgraph.connected_components(graph, directed=False)
    return Components(
        label[:n], np.bincount(label[:n], minlength=count), np.bincount(label[n:], minlength=count)
    )
