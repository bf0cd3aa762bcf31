# SPDX-License-Identifier: GPL-2.0-or-later
"""Algebra that runs in the background lets other threads go on, and gives what SciPy gives."""

from __future__ import annotations

import re
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from scipy.linalg import cho_factor, solve_triangular

from geodeid_plugin.core.base.arrays import blocks, cholesky_factor, rows_by, solved_below, summed

CORE = Path(__file__).resolve().parents[2] / "geodeid_plugin" / "core"


def positive(size, seed):
    root = np.random.default_rng(seed).normal(size=(size, size))
    return root @ root.T + size * np.eye(size)


def longest_pause(work):
    """The longest time in which another thread could not run, as a share of the work, in processor time."""
    pauses, over = [0.0], threading.Event()

    def beat():
        last = time.monotonic()
        while not over.is_set():
            time.sleep(0.001)
            now = time.monotonic()
            pauses.append(now - last)
            last = now

    other = threading.Thread(target=beat)
    other.start()
    start = time.monotonic()
    work()
    taken = time.monotonic() - start
    over.set()
    other.join()
    return max(pauses) / taken


def test_the_factor_is_that_of_scipy():
    matrix = positive(120, 3)
    expected = np.tril(cho_factor(matrix, lower=True)[0])
    assert cholesky_factor(matrix) == pytest.approx(expected, rel=1e-12, abs=1e-12)
    right = np.random.default_rng(4).normal(size=(120, 250))
    found = solved_below(expected, right)
    assert found == pytest.approx(solve_triangular(expected, right, lower=True), rel=1e-10, abs=1e-12)


def test_what_is_not_positive_definite_is_said():
    with pytest.raises(np.linalg.LinAlgError):
        cholesky_factor(np.array([[1.0, 2.0], [2.0, 1.0]]))


@pytest.mark.slow
@pytest.mark.parametrize(
    "work",
    [cholesky_factor, lambda matrix: solved_below(np.tril(matrix), matrix)],
    ids=["factored", "solved"],
)
def test_other_threads_go_on_meanwhile(work):
    """With Python's lock held the pause was all of the work, 0.96 of it and more."""
    matrix = positive(1600, 5)
    assert min(longest_pause(lambda: work(matrix)) for _ in range(3)) < 0.5


def test_nothing_else_factors_a_matrix():
    """SciPy's own hold the lock; QGIS's window stood still for 0.9 s."""
    used = re.compile(r"\b(cho_factor|lu_factor|sp?linalg\.cholesky)\b|scipy\.linalg import .*\bcholesky\b")
    found = {path.name for path in CORE.rglob("*.py") if used.search(path.read_text("utf-8"))}
    assert found <= {"arrays.py"}


@pytest.mark.parametrize("size", [1, 7, 100, 1000])
def test_sums_made_some_rows_at_a_time_have_the_same_last_digit(size):
    source = np.random.default_rng(size)
    index, amount = source.integers(0, 40, 500).astype(np.int32), source.lognormal(0, 5, 500)
    whole = np.bincount(index, amount, 45)
    assert summed(index, amount.__getitem__, 45, size).tobytes() == whole.tobytes()
    # Each block by itself would round otherwise: the order of adding is what is kept.
    apart = sum(np.bincount(index[some], amount[some], 45) for some in blocks(500, size))
    assert size in (1, 1000) or apart.tobytes() != whole.tobytes()


@pytest.mark.parametrize("size", [1, 7, 100, 1000])
def test_rows_sorted_some_at_a_time_are_in_the_order_of_a_stable_sort(size):
    key = np.random.default_rng(size).integers(0, 30, 500).astype(np.int32)
    pieces = [rows[np.argsort(key[rows], kind="stable")] for rows in rows_by(key, size)]
    assert (np.concatenate(pieces) == np.argsort(key, kind="stable")).all()
    assert all(len(rows) <= max(size, np.bincount(key).max()) for rows in pieces)
    assert len(pieces) == 1 or not set(key[pieces[0]]) & set(key[pieces[1]])
