# SPDX-License-Identifier: GPL-2.0-or-later
"""Patients and visits drawn by a gravity rule: no public table of patients' and providers' ZIPs exists.

A patient lives in a ZIP area with probability proportional to its population. A visit goes to the patient's
usual hospital with probability 0.6, else to a fresh choice. Either is one of the ten hospitals nearest to the
home, with probability proportional to beds / (distance + 1 km)^2. A visit has two claims on average; a few
patients end up without any.
"""

from __future__ import annotations

import csv
import gzip
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.spatial import cKDTree

from geodeid_plugin.core.exposure.geoproxy.attack import Visits
from geodeid_plugin.core.geometry.areas import Areas
from geodeid_plugin.core.geometry.sphere import arc_from_chord_m, unit_vectors

CHOICES = 10
RETURN_SHARE = 0.6
BEDS_UNKNOWN = 50


@dataclass(frozen=True)
class Drawn:
    """Homes (p,) and visits with claim, visit and provider numbers."""

    home: np.ndarray
    visits: Visits


@dataclass(frozen=True)
class Hospitals:
    """ZIP and beds of each hospital, shapes (h,)."""

    zip: np.ndarray
    beds: np.ndarray


def read_zips(data: Path) -> Areas:
    """Every ZIP Code Tabulation Area of 2010 with its point, population and size."""
    with gzip.open(data / "us_zcta" / "zcta2010_national.csv.gz", "rt", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))

    def numbers(name):
        return np.array([float(row[name]) for row in rows])

    ids = np.array([row["zcta5"] for row in rows], dtype=object)
    size_m2 = numbers("aland_m2") + numbers("awater_m2")
    return Areas(ids, numbers("intptlon"), numbers("intptlat"), numbers("pop2010"), size_m2)


def read_hospitals(data: Path, state: str = "") -> Hospitals:
    """Open hospitals, of one state or of all."""
    with gzip.open(data / "us_providers" / "hospitals_hifld.csv.gz", "rt", encoding="utf-8") as stream:
        rows = [
            row for row in csv.DictReader(stream)
            if row["status"] == "OPEN" and state in ("", row["state"])
        ]  # fmt: skip
    beds = [float(row["beds"]) if row["beds"] else BEDS_UNKNOWN for row in rows]
    return Hospitals(np.array([row["zip"] for row in rows], dtype=object), np.maximum(beds, 1.0))


def draw_visits(areas: Areas, hospitals: Hospitals, patients: int, claims: int, seed: int = 6) -> Drawn:
    """Draw homes and claims by the rule above, with a fixed seed."""
    draw = np.random.default_rng(seed)
    row_of = {code: row for row, code in enumerate(areas.ids)}
    known = np.array([code in row_of for code in hospitals.zip])
    place = np.array([row_of[code] for code in hospitals.zip[known]])
    beds = hospitals.beds[known]
    home = draw.choice(len(areas), patients, p=areas.population / areas.population.sum())
    points = unit_vectors(areas.lon_deg, areas.lat_deg)
    choices = min(CHOICES, len(place))
    chord, near = cKDTree(points[place]).query(points, choices)
    pull = beds[near] / (arc_from_chord_m(chord) / 1000 + 1) ** 2
    ladder = np.cumsum(pull / pull.sum(axis=1, keepdims=True), axis=1)

    visit_of_claim = np.sort(draw.integers(0, max(claims // 2, 1), claims))
    patient_of_visit = draw.integers(0, patients, max(claims // 2, 1))
    patient_of_visit[:patients] = draw.permutation(patients)[: len(patient_of_visit)]

    def choose(who):
        steps = draw.random(len(who))[:, None] > ladder[home[who]]
        return near[home[who], np.minimum(steps.sum(axis=1), choices - 1)]

    usual = choose(np.arange(patients))
    returns = draw.random(len(patient_of_visit)) < RETURN_SHARE
    provider = np.where(returns, usual[patient_of_visit], choose(patient_of_visit))
    patient = patient_of_visit[visit_of_claim]
    seen = provider[visit_of_claim]
    return Drawn(home, Visits(patient, place[seen], np.arange(claims), visit_of_claim, seen))
