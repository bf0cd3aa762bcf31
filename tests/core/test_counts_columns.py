# SPDX-License-Identifier: GPL-2.0-or-later
"""What other columns of a table tell of its hidden counts."""

import csv
import gzip

import numpy as np
import pytest

from geodeid_plugin.core.counts.together.columns import Known, numbers_of, revealing_columns
from geodeid_plugin.core.counts.together.quotients import divides


def table(seed, n=40, mean=25):
    """Counts by a rate that differs from zone to zone, and people; small counts and some others hidden."""
    source = np.random.default_rng(seed)
    people = source.integers(2000, 9000, n).astype(float)
    expected = people * source.gamma(8, 1 / 8, n)
    count = source.poisson(expected * mean * n / expected.sum())
    hidden = ((count > 0) & (count < 11)) | (source.random(n) < 0.05)
    return count, people, np.where(hidden, -1, count)[:, None], source


def word(counts, column, people=None, values=11, **known):
    found = revealing_columns(
        counts, {"value": list(column)}, Known(people, known.get("size_m2"), {}), values
    )
    return {True: "follows", False: "unknown"}[found[0].follows] if found else "may stay"


@pytest.mark.parametrize("seed", range(12))
def test_what_is_made_of_the_count_follows_it(seed):
    count, people, counts, _source = table(seed)
    rate = count / people
    for column in (count, np.round(1e5 * rate, 1), np.round(1e5 * rate), np.argsort(np.argsort(rate)),
                   np.round(np.log1p(count), 2), people - count, np.cumsum(count)):  # fmt: skip
        assert word(counts, column, people) == "follows"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_columns_of_no_relation_may_stay(seed):
    _count, people, counts, source = table(seed)
    for column in (source.normal(size=40), source.integers(1, 5, 40), np.round(people * 0.4, -1),
                   source.permutation(40), 0.0055 * people):  # fmt: skip
        assert word(counts, column, people) == "may stay"


def expectations(source, people, side):
    """Denominators that stand in no column: smooth over the map or the rows, by age, by anything."""
    n = len(people)
    x, y = np.arange(n) % side / side, np.arange(n) // side / side
    old = source.beta(8, 40, n)
    return {
        "smooth": 1 + 0.5 * np.sin(3 * x) + 0.4 * np.cos(4 * y),
        "smooth rate": people * (1 + 0.5 * np.sin(3 * x) + 0.4 * np.cos(4 * y)),
        "rows": 1 + 0.6 * np.sin(np.arange(n) / 9),
        "age": people * (0.3 + 8 * old),
        "any": people * np.exp(source.normal(0, 0.35, n)),
    }


def standardised(kind, seed, n):
    """Counts and what was expected, people, ratios of the truth, and the source."""
    source = np.random.default_rng(seed)
    people = source.integers(1500, 9000, n).astype(float)
    expected = expectations(source, people, int(np.ceil(np.sqrt(n))))[kind]
    expected *= 16 * n / expected.sum()
    risk = source.gamma(10, 0.1, n)
    count = source.poisson(expected * risk)
    counts = np.where((count < 11) | (source.random(n) < 0.05), -1, count)[:, None]
    return count, expected * count.sum() / expected.sum(), people, counts, risk, source


RATIOS = {
    "ratio": lambda count, expected: np.round(count / expected, 2),
    "per cent": lambda count, expected: np.round(100 * count / expected),
    "log": lambda count, expected: np.round(np.log((count + 0.5) / expected), 2),
    "smoothed": lambda count, expected: np.round((count + 3) / (expected + 3), 2),
    "above 1": lambda count, expected: np.round(count / expected - 1, 2),
    "excess": lambda count, expected: np.round(count - expected, 1),
}


@pytest.mark.slow
@pytest.mark.parametrize("form", RATIOS)
@pytest.mark.parametrize("kind", ["smooth", "smooth rate", "rows", "age", "any"])
@pytest.mark.parametrize("n", [36, 200])
def test_a_ratio_to_a_denominator_that_is_not_in_the_table_may_not_stay(kind, form, n):
    """80 zones with a standardised ratio were passed, and 32 of 32 withheld counts were had from it."""
    for seed in range(3):
        count, expected, people, counts, _risk, _source = standardised(kind, seed, n)
        for known in (people, None):
            assert word(counts, RATIOS[form](count, expected), known) != "may stay", (seed, known is None)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["smooth", "age", "any"])
@pytest.mark.parametrize("n", [80])
def test_columns_of_a_census_may_stay_beside_counts_that_follow_some_of_them(kind, n):
    stayed = []
    for seed in range(8):
        _count, _expected, people, counts, risk, source = standardised(kind, seed, n)
        size_km2 = source.lognormal(3, 0.7, n)
        census = [
            np.round(40_000 * np.exp(-0.5 * np.log(risk) + source.normal(0, 0.2, n)), -2),  # income
            size_km2, np.round(people / size_km2, 1), 45 + np.arange(n) // 9 * 0.02,
            np.arange(n) % 9 * 0.02 - 75,
            np.round(people / 2.4 * source.normal(1, 0.03, n)), source.normal(0, 1, n),
        ]  # fmt: skip
        stayed += [word(counts, column, people) == "may stay" for column in census]
    assert np.mean(stayed) >= 0.97


SHARES = ("nzdep2023_score", "PropMale2013", "PropEuropean2013", "PropAsian2013", "PropAreChildren2013",
          "Prop20to24_2013", "MedianIncome2013", "Prop65AndOlder_2013")  # fmt: skip


def number(text):
    try:
        return float(text)
    except ValueError:
        return np.nan


def area_units(path):
    """Of each area unit in which 500 people or more live: SHARES, people per km², growth (%), and people."""
    units = {}
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            units.setdefault(row["au2014"], []).append(row)
    found = []
    for _unit, rows in sorted(units.items()):
        people, before, km2 = (
            np.nan_to_num([number(row[name]) for row in rows]) for name in ("pop2013", "pop2006", "area_km2")
        )
        if people.sum() < 500 or not before.sum():
            continue
        shares = [np.array([number(row[name]) for row in rows]) for name in SHARES]
        weights = [np.where(np.isnan(share), 0, people) for share in shares]
        if all(weight.sum() for weight in weights):
            means = [np.average(np.nan_to_num(x), weights=weight) for x, weight in zip(shares, weights)]
            growth = 100 * people.sum() / before.sum() - 100
            found.append([*means, people.sum() / km2.sum(), growth, people.sum()])
    return np.array(found)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "trials", "least"), [(30, 20, 0.78), (100, 10, 0.97), (300, 5, 0.97)])
def test_columns_of_area_units_may_stay_and_ratios_may_not(real_data, n, trials, least):
    """Counts follow age and deprivation, and differ from zone to zone."""
    units = area_units(real_data("newzealand/meshblocks2013.csv.gz"))
    stayed = []
    for seed in range(trials):
        source = np.random.default_rng(seed)
        first = source.integers(0, len(units) - n)
        *columns, people = units[first : first + n].T
        poor, old = (
            (x - x.mean()) / x.std() for x in (columns[0], columns[SHARES.index("Prop65AndOlder_2013")])
        )
        expected = people * np.exp(0.25 * old)
        expected *= 14 * n / expected.sum()
        count = source.poisson(expected * np.exp(0.15 * poor) * source.gamma(15, 1 / 15, n))
        hidden = ((count > 0) & (count < 11)) | (source.random(n) < 0.05)
        counts = np.where(hidden, -1, count)[:, None]
        assert (
            word(counts, np.round(count / expected * expected.sum() / count.sum(), 2), people) != "may stay"
        )
        columns.pop(SHARES.index("Prop65AndOlder_2013"))  # it goes with the count one to one
        stayed += [word(counts, np.round(x, 3), people) == "may stay" for x in columns]
    print(f"{sum(stayed)} of {len(stayed)} may stay beside {n} zones")
    assert np.mean(stayed) >= least


def test_people_are_allowed_for():
    """Households rise and fall with the counts because the people do."""
    count, people, counts, source = table(3, mean=400)
    households = np.round(people / 2.4 * source.normal(1, 0.03, 40))
    assert np.corrcoef(people, count)[0, 1] > 0.5
    assert word(counts, households, people) == "may stay"
    assert word(counts, np.round(1e4 * count / people, 1), people) == "follows"


@pytest.mark.slow
@pytest.mark.parametrize("digits", [0, 1, 2, 3])
def test_a_rounded_share_gives_away_what_it_leaves_too_few_values_of(digits):
    """Whole numbers that are rounded to the same share: by counting them."""
    count, people, counts, _source = table(1, n=300, mean=40)
    share = np.round(100 * count / people, digits)
    hidden = counts[:, 0] < 0
    left = [
        sum(np.round(100 * value / crowd, digits) == shown for value in range(int(crowd) // 10))
        for shown, crowd in zip(share[hidden], people[hidden])
    ]
    found = word(counts, share, people)
    assert (found == "follows") == bool(min(left) < 11), (found, min(left))


def parts_of(count, source):
    """Columns that divide something of the records by their number."""
    died, ages = source.binomial(count, 0.15), [source.integers(20, 90, n) for n in count]
    mean = np.array([one.mean() for one in ages])
    return {
        "died": np.round(100 * died / count, 1),
        "died, no decimals": np.round(100 * died / count),
        "as text": [f"{one:.1f} %" for one in 100 * died / count],
        "per mille": np.round(1000 * died / count, 1),
        "unrounded": died / count,
        "single": np.float32(np.round(100 * died / count, 1)),
        "age": np.round(mean, 2),
        "mean_age": np.round(mean, 1),
    }


@pytest.mark.parametrize("seed", range(3))
def test_shares_and_means_of_the_records_tell_what_they_were_divided_by(seed):
    """“14.3 % died” stood beside withheld counts of seven, and the table was passed."""
    count, people, counts, source = table(seed, n=80)
    count = np.maximum(count, 1)
    counts = np.where(counts < 0, -1, count[:, None])
    for name, column in parts_of(count, source).items():
        found = revealing_columns(counts, {name: list(column)}, Known(people, None, {}), 11)
        assert [one.follows for one in found] == [name != "mean_age"], name
        empty = [None if hidden else value for value, hidden in zip(column, counts[:, 0] < 0)]
        assert word(counts, empty, people) == "may stay"


@pytest.mark.parametrize("cell", [
    lambda n: "; ".join(str(20 + 7 * at % 60) for at in range(n)),
    lambda n: ", ".join(f"2024-03-{1 + at % 28:02d}" for at in range(n)),
    lambda n: "man, " * (n - 1) + "woman",
    lambda n: "*" * n,
    lambda n: f"{n} cases were reported",
    lambda n: f"Table 3: of all {n}",
    lambda n: f"Ward 3: {n} cases in 2024, 1.5 % more",
    lambda n: "; ".join(["Ann Lee"] * n),
    lambda n: " · ".join(["3 May 2024"] * n),
    lambda n: "<br>".join(["man, 34"] * n),
    lambda n: "; ".join(["34,5"] * n),
    lambda n: ["1 May"] * n,
    lambda n: "|" * n,
    lambda n: "; ".join(["34"] * (n - (n == 31))),
])  # fmt: skip
def test_a_list_of_the_records_tells_their_number(cell):
    """Ages, dates or a star for each case beside the withheld count: the first age was read as a number."""
    count, people, counts, _source = table(3)
    assert (count == 31).any()
    listed = [cell(int(n)) if n else None for n in count]
    assert word(counts, listed, people) == "follows"
    only_hidden = [told if one < 0 else None for one, told in zip(counts[:, 0], listed)]
    assert word(counts, only_hidden, people) == "unknown"
    one_hidden = np.where(np.arange(40) == np.flatnonzero(counts[:, 0] < 0)[0], -1, count)[:, None]
    assert word(one_hidden, listed, people) == "follows"
    assert (
        word(counts, [None if one < 0 else told for one, told in zip(counts[:, 0], listed)], people)
        == "may stay"
    )


def test_marks_of_what_is_withheld_tell_no_count():
    count, people, counts, _source = table(3)
    hidden = counts[:, 0] < 0
    for mark in ("<11 cases", "1-10 cases", "fewer than 11 cases"):
        assert word(counts, [mark if gone else f"{n} cases" for gone, n in zip(hidden, count)], people) == (
            "may stay"
        )
    reasons = np.where(hidden, np.where(count < 11, "primary suppression", "secondary"), None)
    assert word(counts, reasons, people) == "may stay"


@pytest.mark.parametrize("seed", range(5))
def test_shares_of_a_census_are_none_of_the_records(seed):
    """Their names say shares, and fifty hidden rows say that no few patients have such."""
    _count, people, counts, source = table(seed, n=120, mean=12)
    for name in ("pct_over_65", "turnout_percent"):
        column = np.round(source.uniform(5, 60, 120), 1)
        assert not revealing_columns(counts, {name: list(column)}, Known(people, None, {}), 11)
    phones = [f"+1 315 {one:07d}" for one in source.integers(10**6, 10**7, 120)]
    dates = [f"{one}.6.2024" for one in source.integers(1, 30, 120)]
    assert word(counts, phones, people) == word(counts, dates, people) == "may stay"


@pytest.mark.parametrize("seed", range(8))
def test_measures_that_no_count_divides_tell_none(seed):
    """Of forty columns in eight tables none is taken for a share or a mean."""
    source = np.random.default_rng(seed)
    count = np.where(source.random(60) < 0.5, source.integers(1, 11, 60), source.integers(12, 60, 60))
    shown = np.where(count < 11, np.nan, count)
    for column, half in (
        (source.normal(50, 9, 60).round(2), 0.005),
        (source.uniform(0, 100, 60).round(1), 0.05),
        (source.uniform(0, 1, 60).round(3), 0.0005),
        (source.integers(0, 9, 60) / 4, 0.005),
        (source.normal(40_000, 9000, 60).round(-2), 0.5),
    ):
        assert divides("value", column, half, shown, 11) is None


def test_a_number_per_square_kilometre_is_the_count():
    count, people, counts, source = table(5)
    size_m2 = source.uniform(2e6, 9e7, 40)
    density = np.round(count / size_m2 * 1e6, 2)
    assert word(counts, density, people, size_m2=size_m2) == "follows"


def test_a_total_less_the_others_is_the_count_and_either_alone_is_not():
    count, people, counts, source = table(6)
    others = source.integers(100, 900, 40)
    every = count + others
    assert word(counts, every, people) == word(counts, others, people) == "may stay"
    both = {"every": every.tolist(), "others": others.tolist()}
    found = revealing_columns(counts, both, Known(people, None, {}), 11)
    assert found and all(one.follows for one in found)
    weighted = {"index": (2.0 * others + 3 * count).tolist(), "others": others.tolist()}
    found = revealing_columns(counts, weighted, Known(people, None, {}), 11)
    assert [(one.columns, one.follows) for one in found] == [(("index", "others"), True)]


def test_the_total_of_groups_tells_the_one_that_is_missing():
    count, people, _counts, source = table(7)
    women = source.binomial(count, 0.5)
    both = np.stack([women, count - women], axis=1)
    gone = np.where((both < 11) & (both > 0), -1, both)
    assert word(gone, count, people) == "follows"


def test_what_is_empty_or_one_value_where_counts_are_hidden_tells_nothing():
    count, people, counts, _source = table(2)
    hidden = counts[:, 0] < 0
    for sign in (None, -999.0, 0):
        assert (
            word(counts, [sign if gone else float(n) for gone, n in zip(hidden, count)], people) == "may stay"
        )
    for mark in ("*", "withheld", "", None):
        texts = [mark if gone else str(n) for gone, n in zip(hidden, count)]
        assert word(counts, texts, people) == "may stay"
    assert word(counts, ["<11" if gone else str(n) for gone, n in zip(hidden, count)], people) == "follows"


def test_classes_are_ranges_and_words_are_classes():
    count, people, counts, _source = table(4, n=80)
    classes = np.array(["1–4", "5–10", "11–20", "21–40", "41–99"], dtype=object)
    column = classes[np.searchsorted([5, 11, 21, 41], count, side="right")]
    assert word(counts, column, people) == "follows"
    assert word(counts, [f"ward {at}" for at in range(80)], people) == "may stay"
    counties = np.repeat([f"county {at}" for at in range(8)], 10)
    assert word(counts, counties, people) == "may stay"
    rate = count / people
    fifths = np.array(list("abcde"))[np.searchsorted(np.quantile(rate, [0.2, 0.4, 0.6, 0.8]), rate)]
    assert word(counts, fifths, people) == "follows"


def test_where_few_counts_are_shown_nobody_can_tell():
    counts = np.array([[20], [35], [-1], [-1], [-1]])
    assert word(counts, [3.0, 5, 1, 2, 4], np.full(5, 900.0)) == "unknown"
    assert word(counts, [20.0, 35, 4, 6, 9], np.full(5, 900.0)) == "follows"
    assert word(counts, [None, None, 4, 6, 9], np.full(5, 900.0)) == "unknown"
    alike = np.array([[12]] * 9 + [[-1]] * 3)
    assert word(alike, [*range(12)], np.full(12, 900.0)) == "unknown"


@pytest.mark.parametrize(
    ("text", "number"),
    [("12", 12), ("1,234", 1234), ("12,5", 12.5), ("1.234,5", 1234.5), ("1 234", 1234), ("0,125", 0.125),
     ("3.4 (2.1–5.0)", 3.4), ("12 %", 12), ("-7", -7), ("5–10", 7.5), ("<5", 2.5), ("1,234,567", 1234567)],
)  # fmt: skip
def test_texts_are_read_as_people_type_numbers(text, number):
    assert numbers_of([text, "1"])[0] == number


@pytest.mark.parametrize("text", ["A12", "2024-01-05", "ward 3", "n/a", "–"])
def test_other_texts_are_no_numbers(text):
    assert numbers_of([text, "1"]) is None
