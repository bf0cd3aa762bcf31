# SPDX-License-Identifier: GPL-2.0-or-later
"""What is foretold of a solve is what it then takes, within a factor of 3."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
SOLVE = """
import json, os, sys, time
import numpy as np
import scipy.linalg, scipy.sparse.linalg, scipy.spatial
from geodeid_plugin.core.geomask.programme.programme import Request
from geodeid_plugin.core.geomask.solution import solve_areas
from geodeid_plugin.core.geomask.solver.forecast import forecast
from geodeid_plugin.core.geomask.solver.tiles.tiled import Tiles
from geodeid_plugin.core.geometry.areas import Areas

def solved(count, records, risk, model, carried, tile):
    source = np.random.default_rng(0)
    lon, lat = 0.6 * np.sqrt(count / 3000) * source.random((2, count))
    people = np.ceil(source.lognormal(np.log(10), 1.1, count))
    areas = Areas(np.arange(count).astype(object), lon - 75, 0.7 * lat + 45, people, np.full(count, 1e4))
    request = Request(records, risk, model, carried=carried)
    told, begun = forecast(areas, request, tile), time.process_time()
    solve_areas(areas, None, request, tiles=None if tile is None else Tiles(tile))
    seconds = time.process_time() - begun
    peak = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
    return told.seconds, seconds, told.memory_bytes, 1024 * peak

for case in json.loads(sys.argv[1]):  # each in a process of its own, for its peak of memory
    if not os.fork():
        print(json.dumps(solved(*case)), flush=True)
        os._exit(0)
    os.wait()
"""
CASES = {
    "revised, in one piece": (700, 105, 0.2, "revised", 0.0, None),
    "small risk, over destinations that carry people": (700, 157, 0.05, "revised", 2.0, None),
    "wieland, in one piece": (700, 30, 0.2, "wieland", 2.0, None),
    "wieland, over few destinations": (900, 225, 0.2, "wieland", 2.0, None),
    "revised, in tiles": (1200, 134, 0.2, "revised", 2.0, 300),
    "wieland, in tiles of cells": (900, 112, 0.2, "wieland", 2.0, 225),
}


@pytest.fixture(scope="module")
def solves():
    """Seconds foretold and taken, bytes foretold and taken, of each case: shape (cases, 4)."""
    if not Path("/proc/self/status").exists():
        pytest.skip("the peak of memory is read off Linux")
    env = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    code = [sys.executable, "-c", SOLVE, json.dumps([*CASES.values()])]
    told = subprocess.run(code, env=env, check=True, capture_output=True, text=True).stdout
    return np.array([json.loads(line) for line in told.splitlines()]).reshape(len(CASES), 4)


@pytest.mark.slow
def test_memory_is_foretold_within_a_factor_of_three(solves):
    times = solves[:, 2] / solves[:, 3]
    assert ((times > 1 / 3) & (times < 3)).all(), dict(zip(CASES, times))


@pytest.mark.slow
def test_processor_time_of_each_kind_of_solve_is_foretold_within_a_factor_of_three(solves):
    """Against the mean of all, so that neither a slow machine nor its load counts."""
    times = np.log(solves[:, 0] / solves[:, 1])
    apart = np.exp(times - times.mean())
    assert ((apart > 1 / 3) & (apart < 3)).all(), dict(zip(CASES, apart))
    # Seconds are those of one core of 2026; a busy machine takes up to twice as many.
    assert 1 / 6 < np.exp(times.mean()) < 6
