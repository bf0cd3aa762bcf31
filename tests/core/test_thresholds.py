# SPDX-License-Identifier: GPL-2.0-or-later
"""Presets carry their source, and their limits are read the right way round."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geodeid_plugin.core.base import thresholds
from tests.refusals import refuses


def test_every_preset_names_its_rule_source_and_date():
    for preset in thresholds.PRESETS:
        assert preset.rule and preset.source and preset.source_date, preset.key
        assert preset.measure in thresholds.MEASURES


def test_keys_and_titles_are_distinct():
    assert len({preset.key for preset in thresholds.PRESETS}) == len(thresholds.PRESETS)
    assert len({preset.title for preset in thresholds.PRESETS}) == len(thresholds.PRESETS)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("revised_lp", 0.2),
        ("ema_0070", 1 / 11),
        ("trusted_3", 1 / 3),
        ("hipaa_zip3", 20_000),
        ("us_microdata", 100_000),
        ("canada_microdata", 70_000),
        ("cms_cell", 11),
        ("unique_5", 0.05),
        ("macrae_nz", 150_000),
        ("cdc_common", 5_000),
        ("nhs_cell", 8),
        ("ons_deaths", 10),
        ("stats_nz_cell", 6),
    ],
)
def test_the_values_of_the_science_page_are_there(key, value):
    assert thresholds.preset(key).value == value


def test_safe_harbour_needs_more_than_20_000_people():
    rule = thresholds.preset("hipaa_zip3")
    assert rule.strict and rule.number == 20_000


def test_a_risk_and_a_cell_count_may_lie_at_their_limits():
    risk, cell = thresholds.preset("revised_lp"), thresholds.preset("cms_cell")
    assert (risk.number, risk.strict) == (0.2, False) and (cell.number, cell.strict) == (11, False)


def test_a_preset_without_a_number_names_none():
    with refuses("threshold.preset.no_number"):
        _ = thresholds.preset("hipaa_expert").number


def test_an_unknown_preset_is_refused_with_the_list_of_known_ones():
    with refuses("threshold.preset.unknown", match="ema_0070"):
        thresholds.preset("none")


@pytest.mark.parametrize(
    ("risk", "size"),
    [
        (1, 1), (0.6, 2), (0.5, 2), (0.4, 3), (1 / 3, 3), (0.33, 4), (0.3, 4), (0.2, 5), (1 / 11, 11),
        (0.09, 12), (0.07, 15), (0.05, 20), (1e-9, 10**9), (np.float64(0.2), 5),
    ],
)  # fmt: skip
def test_the_class_size_never_allows_more_than_the_risk(risk, size):
    assert thresholds.class_size_for(risk) == size


@pytest.mark.parametrize(
    ("risk", "people"),
    [
        (0.2, 5), (1 / 11, 11), (0.091, 11), (0.0909, 11), (0.09, 11), (0.0952, 10), (0.0914, 10), (0.143, 7),
        (0.14, 7), (0.167, 6), (0.17, 5), (1 / 3, 3), (0.33, 3), (0.333, 3), (0.34, 2), (1 / 49, 49),
        (0.97, 1), (0.001, 1000), (np.float64(0.091), 11),
    ],
)  # fmt: skip
def test_a_risk_and_a_limit_are_said_in_the_people_that_their_decimals_write(risk, people):
    assert thresholds.hidden_among(risk) == people
    assert thresholds.one_in(risk) == (
        f"1 in {people:,}".replace(",", "\u202f") if risk < 0.5 else "more than 1 in 2"
    )


@given(st.floats(1e-6, 1), st.floats(1e-6, 1))
def test_nothing_is_said_to_hide_among_more_people_than_its_decimals_write(risk, other):
    people = thresholds.hidden_among(risk)
    assert people <= (1.0025 if people <= 100 else 1 + 1e-9) / risk and people >= int(1 / risk)
    assert risk <= other or people <= thresholds.hidden_among(other)


@pytest.mark.parametrize("limit", [0.091, 1 / 11, 0.09, 0.2, 0.33])
def test_a_risk_beyond_a_limit_never_reads_as_the_limit(limit):
    for risk in (limit * 1.0001, limit * 1.01, limit * 1.5, 0.9):
        assert thresholds.one_in_beyond(risk, limit) != thresholds.one_in(limit)
    assert thresholds.one_in_beyond(limit, limit) == thresholds.one_in(limit)


def test_every_class_size_is_the_answer_to_its_own_risk():
    assert [thresholds.class_size_for(1 / size) for size in range(1, 2000)] == list(range(1, 2000))


@given(st.decimals(min_value="0.0001", max_value=1, places=4))
def test_the_class_size_is_the_smallest_that_keeps_the_typed_risk(typed):
    size = thresholds.class_size_for(float(typed))
    assert 1 / Fraction(size) <= Fraction(typed)
    assert size == 1 or 1 / Fraction(size - 1) > Fraction(typed)


@pytest.mark.parametrize("wrong", [0, -0.2, 1.0001, float("nan"), float("inf")])
def test_what_is_no_risk_has_no_class_size(wrong):
    with refuses("threshold.risk.no_probability"):
        thresholds.class_size_for(wrong)


@pytest.mark.parametrize(
    ("key", "value", "people"),
    [
        ("revised_lp", 0.2, 5),
        ("strict", 0.05, 20),
        ("ema_0070", 1 / 11, 11),
        ("health_canada", 1 / 11, 11),
        ("trusted_5", 0.2, 5),
        ("trusted_3", 1 / 3, 3),
        ("ontario_low", 0.09, 11),
        ("ontario_medium", 0.075, 15),
        ("ontario_high", 0.05, 20),
        ("cms_cell", 11, 11),
    ],
)
def test_a_preset_names_its_value_and_its_class(key, value, people):
    assert (thresholds.preset(key).value, thresholds.preset(key).class_size) == (value, people)


def test_only_what_the_project_read_itself_is_said_to_be_first_hand():
    read = {preset.key for preset in thresholds.PRESETS if preset.first_hand}
    assert read == {
        "revised_lp", "strict", "hipaa_expert", "unique_5", "unique_20", "hipaa_zip3", "macrae_nz",
        "quebec_2024", "ehds_2025", "statcan_standard", "statcan_custom", "statcan_income", "cms_cell",
        "ons_deaths",
    }  # fmt: skip


def test_every_preset_says_when_it_was_read_and_a_rule_without_a_number_what_to_judge():
    for preset in thresholds.PRESETS:
        assert preset.source_date[:4].isdigit() or "undated" in preset.source_date, preset.key
        assert preset.read[:7] == "2026-11", preset.key
    assert [one.split(":")[0] for one in thresholds.preset("quebec_2024").criteria] == [
        "Individualization", "Correlation", "Inference",
    ]  # fmt: skip
    assert thresholds.preset("ehds_2025").criteria
    for key in ("quebec_2024", "ehds_2025"):
        with refuses("threshold.preset.no_number"):
            _ = thresholds.preset(key).number


def test_no_preset_asks_for_fewer_people_than_its_risk_but_those_that_name_0_09_as_11():
    smaller = {
        preset.key
        for preset in thresholds.presets_of(thresholds.RECORD_RISK)
        if preset.class_size and preset.class_size < thresholds.class_size_for(preset.value)
    }
    assert smaller == {"ontario_low"}


def test_presets_can_be_listed_by_what_they_limit():
    population = thresholds.presets_of(thresholds.POPULATION)
    assert population and all(preset.measure == thresholds.POPULATION for preset in population)
