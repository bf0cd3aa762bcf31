# SPDX-License-Identifier: GPL-2.0-or-later
"""l-diversity and t-closeness against their definitions written out, and against pycanon."""

import numpy as np
import pytest

from geodeid_plugin.core.exposure.uniqueness.classes import classes_of, diversity, encode
from tests.refusals import refuses


def made(seed, records=200, numbers=False):
    source = np.random.default_rng(seed)
    quasi = [source.integers(0, width, records) for width in (3, 4)]
    ill = source.choice(6, records, p=[0.5, 0.2, 0.1, 0.1, 0.05, 0.05])
    sensitive = ill * 10 if numbers else np.array([f"ill {code}" for code in ill])
    return quasi, sensitive


def by_definition(quasi, sensitive, ordered):
    keys = list(zip(*(column.tolist() for column in quasi)))
    values = sorted(set(sensitive.tolist()))
    whole = np.array([np.mean(sensitive == value) for value in values])
    found = []
    for key in set(keys):
        own = sensitive[[other == key for other in keys]]
        share = np.array([np.mean(own == value) for value in values])
        used = share[share > 0]
        t = np.abs(share - whole).sum() / 2
        if ordered:
            t = sum(abs(sum(share[: at + 1] - whole[: at + 1])) for at in range(len(values))) / (
                len(values) - 1
            )
        found.append((len(own), len(used), np.exp(-(used * np.log(used)).sum()), t))
    k, distinct, entropy, t = zip(*found)
    return min(k), min(distinct), min(entropy), max(t)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("ordered", [False, True])
def test_it_is_what_the_definitions_say(seed, ordered):
    quasi, sensitive = made(seed, numbers=ordered)
    found = diversity(classes_of([encode("q", column) for column in quasi]), encode("s", sensitive))
    k, distinct, entropy, t = by_definition(quasi, sensitive, ordered)
    assert (found.k, found.distinct_l) == (k, distinct)
    assert (found.entropy_l, found.t) == (pytest.approx(entropy), pytest.approx(t))


def test_classes_with_one_value_are_named_and_missing_is_a_value():
    classes = classes_of([encode("q", np.array(["a", "a", "b", "b", "c", "c"]))])
    ill = np.array(["x", "x", None, None, "x", "y"], dtype=object)
    found = diversity(classes, encode("s", ill))
    assert (found.distinct_l, found.entropy_l, found.alike.tolist()) == (1, 1.0, [0, 1, 2, 3])


def test_one_value_in_the_whole_file_is_no_distance_and_no_record_is_an_error():
    classes = classes_of([encode("q", np.array([1, 1, 2]))])
    found = diversity(classes, encode("s", np.array([7, 7, 7])))
    assert (found.distinct_l, found.t) == (1, 0.0)
    nobody = classes_of([encode("q", np.array([], dtype=object))])
    with refuses("uniqueness.values.none"):
        diversity(nobody, encode("s", np.array([], dtype=object)))


@pytest.mark.slow
@pytest.mark.parametrize("numbers", [False, True])
def test_it_agrees_with_pycanon(numbers):
    anonymity = pytest.importorskip("pycanon.anonymity", reason="pycanon is not installed")
    pandas = pytest.importorskip("pandas")
    quasi, sensitive = made(11, numbers=numbers)
    data = pandas.DataFrame({"a": quasi[0], "b": quasi[1], "s": sensitive})
    found = diversity(classes_of([encode("q", column) for column in quasi]), encode("s", sensitive))
    assert found.k == anonymity.k_anonymity(data, ["a", "b"])
    assert found.distinct_l == anonymity.l_diversity(data, ["a", "b"], ["s"])
    assert int(found.entropy_l) == anonymity.entropy_l_diversity(data, ["a", "b"], ["s"])
    assert found.t == pytest.approx(anonymity.t_closeness(data, ["a", "b"], ["s"]), abs=1e-9)


def test_distinct_values_are_those_that_sdcmicro_expects():
    """Values of tests/testthat/test_ldiversity.R of sdcTools/sdcMicro (GPL-2), commit bd52b42: 3, 2 and 2.

    A missing occupation is a value of its own there too (``missing = -999``).
    """
    keys = [
        encode("sex", ["female"] * 3 + ["male"] * 2 + ["female"] * 2),
        encode("occupation", [None] * 3 + ["teacher"] * 2 + ["nurse"] * 2),
        encode("ethnicity", ["other"] * 5 + ["majority"] * 2),
    ]
    classes = classes_of(keys)
    ill = np.array([1, 0, 2, 1, 0, 0, 1])
    distinct = [len(set(ill[classes.ids == own].tolist())) for own in classes.ids]
    assert distinct == [3, 3, 3, 2, 2, 2, 2]
    assert diversity(classes, encode("ill", ill)).distinct_l == 2


def test_class_sizes_are_those_that_sdcmicro_expects():
    """fk of tests/testthat/test_freqCalc.R of sdcTools/sdcMicro (GPL-2), commit 2c7225a."""
    keys = [
        encode("region", ["A"] * 5),
        encode("status", ["single", "married", "married", "single", "widow"]),
        encode("agegroup", ["5"] * 5),
    ]
    assert classes_of(keys).record_sizes.tolist() == [2, 2, 2, 2, 1]
