# SPDX-License-Identifier: GPL-2.0-or-later
"""Margins of error: which are read, which are refused, and when areas are too small for them."""

from __future__ import annotations

import numpy as np
import pytest

from geodeid_plugin.core.base.verdict import CARE, MADE
from geodeid_plugin.core.exposure.fields import margins
from tests.refusals import refuses

IDS = np.array(["a", "b", "c"], dtype=object)


@pytest.mark.parametrize(
    ("margin", "name", "code", "names"),
    [
        ([1, np.nan, 3], "moe", "area.margin.empty", "b"),
        ([1, 2, -3], "moe", "area.margin.negative_field", "c"),
        (
            [-555555555, 2, 3],
            "moe",
            "area.margin.special_code",
            "a",
        ),
        ([1, 2, 3], "moe95", "area.margin.not_90_percent", "95 %.*0.839"),
        ([1, 2, 3], "pop_se", "area.margin.not_90_percent", "one standard error.*1.645"),
    ],
)
def test_what_is_no_margin_of_90_percent_is_refused_with_what_to_do(margin, name, code, names):
    with refuses(code, match=names):
        margins.of_areas([10, 20, 30], np.array(margin, dtype=float), name, IDS)


def test_areas_without_people_need_no_margin_and_a_margin_may_exceed_the_people():
    assert margins.of_areas([0, 20, 3], [np.nan, 5, 12], "moe", IDS).tolist() == [0, 5, 12]


def test_margins_that_leave_nobody_for_sure_in_any_area_are_refused():
    with refuses("area.margin.as_large_as_population"):
        margins.of_areas([0, 20, 3], [np.nan, 20, 12], "moe", IDS)


def test_uncertain_areas_send_to_larger_ones():
    people = np.full(100, 1000.0)
    for spread, outcome in ((0.1, MADE), (0.25, MADE), (0.35, CARE)):
        fewest = people - 1.645 * spread * people
        assert margins.certain_enough(people, fewest).outcome is outcome
    few = np.where(np.arange(100) < 25, 400.0, 990.0)  # a quarter of the people, in areas that may be halved
    found = margins.certain_enough(people, few)
    assert found.outcome is CARE and "25 %" in found.sentence and "tracts" in found.remedy


def test_a_margin_that_lies_beside_the_population_is_asked_for():
    one = margins.ask_for("B01003_001E", margins.unused("B01003_001E", ["B01003_001M", "B19013_001M"]))
    assert one.outcome is CARE and "B01003_001M" in one.sentence
    assert margins.unused("pop", ["name", "area_m", "stream"]) is None
