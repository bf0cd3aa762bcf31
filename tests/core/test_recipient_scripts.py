# SPDX-License-Identifier: GPL-2.0-or-later
"""The scripts that a recipient is given: they find the slope that the likelihood has, in Python and in R."""

import csv
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import minimize

SCRIPTS = Path(__file__).resolve().parents[2] / "docs" / "recipient"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Forty areas whose rate rises with x, each released at itself or at one of two others."""
    folder, rng = tmp_path_factory.mktemp("recipient"), np.random.default_rng(1)
    n = 40
    people, x = rng.integers(500, 2000, n).astype(float), rng.random(n)
    table = np.zeros((n, n))
    for i in range(n):
        table[i, [i, (i + 1) % n, (i + 5) % n]] = 0.5, 0.3, 0.2
    counts = rng.poisson((people * 0.01 * np.exp(1.2 * x)) @ table)
    write(folder / "areas.csv", ["area", "people", "x"], [(f"{i:02d}", people[i], x[i]) for i in range(n)])
    pairs = [(f"{i:02d}", f"{j:02d}", table[i, j]) for i, j in zip(*np.nonzero(table))]
    write(folder / "table.csv", ["origin", "destination", "probability"], pairs)
    write(folder / "points.csv", ["destination", "count"], [(f"{j:02d}", counts[j]) for j in range(n)])

    def minus_log_likelihood(beta):
        mean = (people * np.exp(beta[0] + beta[1] * x)) @ table
        return mean.sum() - counts @ np.log(mean)

    best = minimize(
        minus_log_likelihood, [-4.0, 0.0], method="Nelder-Mead", options={"xatol": 1e-8, "fatol": 1e-9}
    )
    return folder, best.x[1]


def write(path, heads, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([heads, *rows])


def slope_of(command, folder):
    names = [str(folder / f"{name}.csv") for name in ("areas", "table", "points")]
    said = subprocess.run([*command, *names, "x"], capture_output=True, text=True, check=True).stdout
    return said, float(said.split()[1])


def test_the_python_script_finds_the_slope_of_the_largest_likelihood(files):
    folder, best = files
    said, slope = slope_of([sys.executable, str(SCRIPTS / "regression.py")], folder)
    assert slope == pytest.approx(best, abs=1e-4)
    low, high = (float(word) for word in (said.split()[-3], said.split()[-1]))
    assert low < 1.2 < high


def test_the_r_script_prints_the_same_as_the_python_script(files):
    if shutil.which("Rscript") is None:
        pytest.skip("R is not installed")
    folder, _best = files
    python, _slope = slope_of([sys.executable, str(SCRIPTS / "regression.py")], folder)
    r, _slope = slope_of(["Rscript", str(SCRIPTS / "regression.R")], folder)
    assert r == python
