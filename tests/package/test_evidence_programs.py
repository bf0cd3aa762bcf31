# SPDX-License-Identifier: GPL-2.0-or-later
"""The suite of maps drawn by other programs: what it holds, and that missing programs are named."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts" / "evidence" / "drawers"))

from cases import CASES, metres_per_px, outline_of, scattered, write_case  # noqa: E402


def test_the_suite_has_thirty_six_pictures_by_eight_programs_in_four_forms():
    assert len(CASES) >= 36 and len({case.name for case in CASES}) == len(CASES)
    assert len({case.program for case in CASES}) >= 8
    assert {case.suffix for case in CASES} == {"png", "pdf", "svg", "jpg"}


def test_another_seed_gives_other_places_inside_the_areas(tmp_path):
    case = next(one for one in CASES if one.region == "sample")
    texts = []
    for seed in (1, 1, 2):
        write_case(case, tmp_path, seed)
        texts.append((tmp_path / f"{case.name}_places.csv").read_text())
    assert texts[0] == texts[1] != texts[2]


def test_places_lie_in_the_region_at_a_size_that_fits_the_page():
    places = scattered(outline_of("sample"), 40, np.random.default_rng(0))
    assert places.shape == (40, 2)
    assert 150 < metres_per_px(places) < 400


def test_programs_that_are_not_here_are_named():
    words = [sys.executable, str(ROOT / "scripts" / "evidence" / "programs"), "draw", "unused", "1"]
    alone = {**os.environ, "PATH": "/nowhere", "GEODEID_PROGRAMS_PYTHON": ""}
    done = subprocess.run(words, env=alone, capture_output=True, text=True)
    assert done.returncode == 3
    assert done.stdout.startswith("not here: ") and "gmt" in done.stdout and "cartopy" in done.stdout
