# SPDX-License-Identifier: GPL-2.0-or-later
"""One grammar for every list of numbers."""

import pytest

from geodeid_plugin.core.intake.numbers import parse_numbers, parse_whole_numbers
from tests.refusals import refuses


@pytest.mark.parametrize(
    "text", ["1,2,5", "5; 2; 1", "5 1 2", " 1, 2; 5 ,", "1\t2\n5", "2 2 5 1", "1\u00a02 5"]
)
def test_whole_numbers_are_parted_by_commas_semicolons_or_blanks(text):
    assert parse_whole_numbers(text, "K") == (1, 2, 5)


@pytest.mark.parametrize("text", ["0.2, 0.1", "0.2;0.1", "0.2 .1", "0.2,0.1", "2e-1; 1E-1"])
def test_numbers_keep_their_order(text):
    assert parse_numbers(text, "Risks") == (0.2, 0.1)


@pytest.mark.parametrize("text", ["0,2", "0,2; 0,1", "0,2, 0,1", "1,2 5,10", "18,65"])
def test_a_comma_that_may_be_a_decimal_comma_is_not_guessed_at(text):
    with refuses("number.list.ambiguous"):
        parse_numbers(text, "Risks")


def test_a_comma_that_may_part_thousands_is_not_guessed_at():
    with refuses("number.list.ambiguous", match="Sizes.*1,000, 5,000"):
        parse_whole_numbers("1,000; 5,000", "Sizes")


def test_commas_between_more_than_two_are_separators():
    assert parse_numbers("0,18,65", "Edges") == (0, 18, 65)


@pytest.mark.parametrize("text", ["all", "-1", "1.5", "²", "1e3", "9" * 16, "٣", "nan", "1;x"])
def test_what_is_no_whole_number_is_refused_by_name(text):
    with refuses("number.list.not_whole", match="K"):
        parse_whole_numbers(text, "K")


@pytest.mark.parametrize("text", ["nan", "inf", "1e999", "1.2.3", "0x10", "1_000", "--1", "½"])
def test_what_is_no_number_is_refused_by_name(text):
    with refuses("number.list.not_number", match="Risks"):
        parse_numbers(text, "Risks")


@pytest.mark.parametrize("parse", [parse_whole_numbers, parse_numbers])
@pytest.mark.parametrize("text", ["", " ", ";", ",, ;"])
def test_nothing_is_an_empty_list(parse, text):
    assert parse(text, "K") == ()
