# SPDX-License-Identifier: GPL-2.0-or-later
"""Columns that identify by their behaviour."""

import pytest

from geodeid_plugin.core.exposure.fields.identifying import is_numbering, is_unique, lost_leading_zeros


@pytest.mark.parametrize(
    "values",
    [
        range(1, 6),
        [5, 3, 1, 2, 4],
        [10.0, 11.0, 12.0, 14.0, 13.0],
        ["0007", "0008", "0009", "0010", "0011"],
        ["p5", "p1", "p2", "p4", "p3"],
        ["ID 1 x", "ID 2 x", "ID 3 x", "ID 4 x", "ID 5 x"],
        [2**63 + step for step in range(5)],
        [-2, -1, 0, 1, 2],
    ],
)
def test_numbers_without_a_gap_number_the_rows(values):
    assert is_numbering(list(values))


@pytest.mark.parametrize(
    "values",
    [
        [],
        [1, 2, 3, 4],
        [1, 2, 3, 4, 4],
        [1, 2, 3, 4, None],
        [1, 2, 3, 4, 6],
        [True, False, True, False, True],
        [1.5, 2.5, 3.5, 4.5, 5.5],
        ["a1", "b2", "a3", "a4", "a5"],
        [float("nan")] * 5,
        [float("inf"), 1, 2, 3, 4],
        [[1], [2], [3], [4], [5]],
        ["2001-01-01", "2001-01-02", "2001-01-03", "2001-01-04", "2001-01-05"],
    ],
)
def test_other_columns_do_not(values):
    assert not is_numbering(values)


def test_a_column_is_unique_where_nearly_every_record_has_its_own_value():
    ids = [f"id{row}" for row in range(40)]
    assert is_unique(ids)
    assert is_unique([*ids, "id0"]), "one entered twice is an identifier all the same"
    assert is_unique(["a", None, None, "b"]), "two who answered, each with an answer of their own"
    assert is_unique([[1, 2], [2, 1]]) and is_unique([{"a": 1}, {"a": 2}])
    assert not is_unique(["f", "m"] * 20)
    assert not is_unique([*ids[:20], *ids[:20]]), "everybody comes twice"
    assert not is_unique(["only one"]) and not is_unique([None, None]) and not is_unique([])
    assert not is_unique([7, 7.0, "7", " 7 "]), "what reads alike is alike"


def test_codes_that_were_made_numbers_are_noticed():
    assert lost_leading_zeros("code", [8784, 10001, 12207])
    assert lost_leading_zeros("ZIP", [8784, 8785, 8001])
    assert lost_leading_zeros("GEOID", [1001020100, 36001000100])
    assert not lost_leading_zeros("code", ["08784", "10001"])
    assert not lost_leading_zeros("fid", list(range(9990, 10020))), "a numbering is no code"
    assert not lost_leading_zeros("plz", [10115, 80331]), "nothing shorter than the others"
    assert not lost_leading_zeros("code", [1, 22, 10001]), "numbers of all lengths"
    assert not lost_leading_zeros("people", [8784, 8785.5]) and not lost_leading_zeros("zip", [])
