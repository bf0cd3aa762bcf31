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


@pytest.mark.slow
def test_the_python_script_finds_the_slope_of_the_largest_likelihood(files):
    folder, best = files
    said, slope = slope_of([sys.executable, str(SCRIPTS / "regression.py")], folder)
    assert slope == pytest.approx(best, abs=1e-4)
    low, high = (float(word) for word in (said.split()[-3], said.split()[-1]))
    assert low < 1.2 < high


@pytest.mark.slow
def test_the_r_script_prints_the_same_as_the_python_script(files):
    if shutil.which("Rscript") is None:
        pytest.skip("R is not installed")
    folder, _best = files
    python, _slope = slope_of([sys.executable, str(SCRIPTS / "regression.py")], folder)
    r, _slope = slope_of(["Rscript", str(SCRIPTS / "regression.R")], folder)
    assert r == python


def masked_controls(folder, rows):
    write(folder / "controls.csv", ["id", "area"], rows)
    names = [str(folder / f"{name}.csv") for name in ("controls", "table", "masked")]
    return subprocess.run(
        [sys.executable, str(SCRIPTS / "controls.py"), *names], capture_output=True, text=True, check=False
    )


def test_controls_of_a_recipient_move_by_the_chances_of_the_table(files):
    folder, _best = files
    done = masked_controls(folder, [(number, "07") for number in range(4000)])
    assert done.returncode == 0, done.stderr
    with open(folder / "masked.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["id"] for row in rows] == [str(number) for number in range(4000)]
    held = {place: sum(row["destination"] == place for row in rows) for place in ("07", "08", "12")}
    assert sum(held.values()) == 4000
    for place, chance in (("07", 0.5), ("08", 0.3), ("12", 0.2)):
        assert abs(held[place] - 4000 * chance) < 6 * (4000 * chance * (1 - chance)) ** 0.5


def test_a_control_of_an_area_that_the_table_lacks_is_refused_by_its_name(files):
    folder, _best = files
    (folder / "masked.csv").unlink(missing_ok=True)
    done = masked_controls(folder, [("a", "07"), ("b", "7")])
    assert done.returncode == 1
    assert "no area 7" in done.stderr
    assert not (folder / "masked.csv").exists()
