# SPDX-License-Identifier: GPL-2.0-or-later
"""The panel fits a column of 340 pixels on a screen of 1366 by 768, in both languages with large letters."""

import pytest


@pytest.fixture(scope="module")
def fitted(driven):
    return driven("fits")[0]


def test_nothing_is_cut_off(fitted):
    assert {name: words for name, words in fitted["cut"].items() if words} == {}


def test_what_is_chosen_can_be_read(fitted):
    assert {name: words for name, words in fitted["unreadable"].items() if words} == {}


def test_it_is_as_narrow_as_was_asked(fitted):
    assert {name: width for name, width in fitted["width"].items() if width > 340} == {}


def test_the_maps_before_and_after_are_seen_without_scrolling(fitted):
    hidden = {name: seen for name, seen in fitted["preview"].items() if seen[2] and seen[0] < seen[1]}
    assert hidden == {} and sum(seen[2] for seen in fitted["preview"].values()) == 4


def test_it_is_a_tab_beside_the_toolbox(fitted):
    assert "ProcessingToolbox" in fitted["tabs"]
