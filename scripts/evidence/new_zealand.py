# SPDX-License-Identifier: GPL-2.0-or-later
"""A synthetic New Zealand population, drawn from real meshblocks, for the published design of 2012.

Real: the meshblocks of Wellington's District Health Boards, their counts, their shares of sex, age band and
ethnic group (2013 Census), their deprivation decile. Drawn: every person, by households. Where a share is not
in the data, the assumption stands here as a constant.
"""

from __future__ import annotations

import csv
import gzip
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from geodeid_plugin.core.exposure.uniqueness.classes import Column, age_years, encode, grouped

ON_DATE = np.datetime64("2011-01-01")
REGISTERS = {"Wairarapa": 40_909, "Hutt Valley": 152_228, "Capital and Coast": 241_707}
"""People in the three published registers of health organisations, by the board of about that size."""
AGE_GROUP_EDGES = (0, 5, 15, 25, 35, 45, 55, 65, 75, 85)
OLDEST = 110
OVER_65_MEAN_YEARS = 9.5  # mean years above 65, for an exponential tail
HOUSEHOLD_SHARES = (0.24, 0.34, 0.16, 0.15, 0.07, 0.04)  # of households of one to six, about those of 2013
TWIN_SHARE = 0.014  # of people who live with somebody born on the same day: about one birth in seventy
PACIFIC_NOT_MAORI = 0.85  # prioritised ethnicity counts people who are both as Māori
# Level-2 ethnic groups within each broad group, approximate 2013 shares; 27 codes in all.
ETHNIC_DETAIL = {
    "European": (0.86, 0.12, 0.02),
    "Maori": (1.0,),
    "Pacific": (0.48, 0.20, 0.20, 0.06, 0.03, 0.02, 0.006, 0.004),
    "Asian": (0.36, 0.32, 0.13, 0.17, 0.02),
    "Other": (0.34, 0.24, 0.20, 0.10, 0.04, 0.03, 0.02, 0.015, 0.010, 0.005),
}
BROAD = tuple(ETHNIC_DETAIL)
AGE_BANDS = (
    ("PropAreChildren2013", 0, 15), ("", 15, 20), ("Prop20to24_2013", 20, 25), ("Prop25to29_2013", 25, 30),
    ("Prop30to34_2013", 30, 35), ("Prop35to39_2013", 35, 40), ("Prop40to44_2013", 40, 45),
    ("Prop45to49_2013", 45, 50), ("Prop50to54_2013", 50, 55), ("Prop55to59_2013", 55, 60),
    ("Prop60to64_2013", 60, 65), ("Prop65AndOlder_2013", 65, OLDEST),
)  # fmt: skip

MODELS = {
    "DoB+sex+eth+meshblock": ("dob", "sex", "eth", "meshblock"),
    "age+sex+eth+meshblock": ("age", "sex", "eth", "meshblock"),
    "DoB+sex+eth+dep": ("dob", "sex", "eth", "dep"),
    "age+sex+eth+dep": ("age", "sex", "eth", "dep"),
    "age group+sex+eth5+dep": ("age_group", "sex", "eth5", "dep"),
    "age group+sex+eth3+dep": ("age_group", "sex", "eth3", "dep"),
}
"""The six models of MacRae, Dobbie & Ranchhod 2012."""

PUBLISHED_PER_100_000 = {
    1_000: (100_000, 99_800, 98_200, 62_700, 10_400, 3_900),
    5_000: (99_900, 99_100, 94_600, 27_500, 2_200, 300),
    10_000: (99_700, 98_200, 92_700, 19_200, 900, 110),
    40_909: (98_499, 92_999, 61_099, 4_999, 90, 12),
    152_228: (98_100, 79_300, 62_700, 2_700, 0, 0),
    241_707: (98_900, 69_600, 66_200, 1_700, 0, 0),
    434_844: (97_400, 57_900, 64_000, 10, 0, 0),
}
"""Published rates, in the order of MODELS."""


@dataclass(frozen=True)
class Meshblocks:
    """Meshblocks with people, one row each; shares add up to 1 along the second axis."""

    code: np.ndarray
    board: np.ndarray
    population: np.ndarray
    male: np.ndarray
    ages: np.ndarray
    ethnic: np.ndarray
    deprivation: np.ndarray


def read_meshblocks(data: Path) -> Meshblocks:
    """Read the meshblocks that have people; shares that are missing come from the board's mean."""
    with gzip.open(data / "newzealand" / "meshblocks2013.csv.gz", "rt", encoding="utf-8") as stream:
        rows = [row for row in csv.DictReader(stream) if int(row["pop2013"] or 0) > 0]
    board = np.array([row["dhb_name"] for row in rows], dtype=object)
    named = [band for band, _, _ in AGE_BANDS if band]
    shares = {
        name: _fill(np.array([float(row[name] or "nan") for row in rows]), board)
        for name in [*named, "PropMale2013", "PropMaori2013", "PropPacific2013", "PropAsian2013",
                     "PropEuropean2013"]
    }  # fmt: skip
    between_15_and_19 = np.clip(1 - sum(shares[name] for name in named), 0, None)
    ages = np.stack([shares[band] if band else between_15_and_19 for band, _, _ in AGE_BANDS], axis=1)
    return Meshblocks(
        np.array([row["mb2013"] for row in rows], dtype=object),
        board,
        np.array([int(row["pop2013"]) for row in rows]),
        np.clip(shares["PropMale2013"], 0, 1),
        ages / ages.sum(axis=1, keepdims=True),
        _ethnic_shares(shares),
        _deprivation(rows),
    )


def _fill(values, board):
    for name in np.unique(board.astype(str)):
        inside = board == name
        known = values[inside & ~np.isnan(values)]
        values[inside & np.isnan(values)] = known.mean() if len(known) else np.nan
    values[np.isnan(values)] = np.nanmean(values)
    return values


def _ethnic_shares(shares):
    """Prioritised shares: Māori, Pacific, Asian, then European up to its own share, then other."""
    first = np.stack(
        [
            shares["PropMaori2013"],
            PACIFIC_NOT_MAORI * shares["PropPacific2013"],
            shares["PropAsian2013"],
        ],
        axis=1,
    )
    first /= np.maximum(first.sum(axis=1, keepdims=True), 1.0)
    rest = np.clip(1 - first.sum(axis=1), 0, None)
    european = np.minimum(rest, shares["PropEuropean2013"])
    return np.column_stack([european, first, rest - european])


def _deprivation(rows):
    """Quintile of each meshblock; unknown ones take that of a known meshblock of their area unit or board."""
    known: dict = {}
    for row in rows:
        if row["nzdep2023_decile"]:
            quintile = (int(row["nzdep2023_decile"]) + 1) // 2
            for place in (row["au2014"], row["dhb_name"], ""):
                known.setdefault(place, []).append(quintile)
    draw = np.random.default_rng(2012)
    found = []
    for row in rows:
        if row["nzdep2023_decile"]:
            found.append((int(row["nzdep2023_decile"]) + 1) // 2)
            continue
        place = next(place for place in (row["au2014"], row["dhb_name"], "") if place in known)
        found.append(known[place][draw.integers(len(known[place]))])
    return np.array(found)


def draw_register(
    blocks: Meshblocks, board: str, seed: int = 2012, unknown: float = 0.0
) -> dict[str, Column]:
    """Draw the people of one register as the quasi-identifiers of the published design."""
    return _columns(_drawn(blocks, board, seed, True, unknown))


def draw_registers(
    blocks: Meshblocks, seed: int = 2012, families: bool = True, unknown: float = 0.0
) -> dict[str, Column]:
    """Draw the 434 844 people of the three registers together.

    With families, a household shares meshblock and ethnic group, and some are born on one day. Of an unknown
    share the register has no meshblock.
    """
    drawn = [_drawn(blocks, board, seed, families, unknown) for board in REGISTERS]
    return _columns({field: np.concatenate([one[field] for one in drawn]) for field in drawn[0]})


def _drawn(blocks, board, seed, families, unknown):
    """Meshblock, sex, date of birth and ethnic groups of each person of a register."""
    people = REGISTERS[board]
    draw = np.random.default_rng(seed)
    inside = np.flatnonzero(blocks.board == board)
    weight = blocks.population[inside] / blocks.population[inside].sum()
    home = _households(people, draw) if families else np.arange(people)
    home_block = inside[draw.choice(len(inside), home[-1] + 1, p=weight)]
    block = home_block[home]
    sex = (draw.random(people) >= blocks.male[block]).astype(int)
    born = _birth_dates(blocks, block, draw)
    if families:
        twin = np.r_[False, (home[1:] == home[:-1]) & (draw.random(people - 1) < TWIN_SHARE)]
        born[twin] = born[np.flatnonzero(twin) - 1]
    broad = _pick(blocks.ethnic[home_block], draw)
    detail = np.zeros(len(broad), dtype=np.int64)
    for at, name in enumerate(BROAD):
        mine = broad == at
        share = np.array(ETHNIC_DETAIL[name])
        detail[mine] = at * 100 + draw.choice(len(share), mine.sum(), p=share / share.sum())
    is_unknown = np.random.default_rng(seed + 1).random(people) < unknown
    return {
        "meshblock": np.where(is_unknown, -1, block), "dep": blocks.deprivation[block],
        "sex": sex, "dob": born, "eth": detail[home], "eth5": broad[home],
    }  # fmt: skip


def _columns(drawn):
    """The fields of the six models."""
    age = age_years(drawn["dob"], ON_DATE)
    broad = drawn["eth5"]
    three = np.where(np.isin(broad, (BROAD.index("Maori"), BROAD.index("Pacific"))), broad, 0)
    columns = {field: encode(field, values) for field, values in {**drawn, "age": age, "eth3": three}.items()}
    return {**columns, "age_group": grouped("age_group", age, AGE_GROUP_EDGES)}


def _households(people, draw):
    """Number of each person's household, rising from 0."""
    sizes = draw.choice(len(HOUSEHOLD_SHARES), people, p=HOUSEHOLD_SHARES) + 1
    return np.repeat(np.arange(people), sizes)[:people]


def _pick(shares, draw):
    return (draw.random(len(shares))[:, None] > np.cumsum(shares, axis=1)[:, :-1]).sum(axis=1)


def _birth_dates(blocks, block, draw):
    band = _pick(blocks.ages[block], draw)
    low = np.array([start for _, start, _ in AGE_BANDS], dtype=float)[band]
    width = np.array([end - start for _, start, end in AGE_BANDS], dtype=float)[band]
    years = low + draw.random(len(block)) * width
    old = band == len(AGE_BANDS) - 1
    years[old] = 65 + np.minimum(draw.exponential(OVER_65_MEAN_YEARS, old.sum()), OLDEST - 65.01)
    return ON_DATE - np.floor(years * 365.2425).astype("timedelta64[D]")
