# SPDX-License-Identifier: GPL-2.0-or-later
"""Every dialog as it opens on a project with patients, areas and borders."""

import pytest

WITH_AREAS = ("lpmask", "publishmaskeddotmap", "comparemasks", "publishaggregatedareas", "checkmapimage")
MOST_BASIC = 8
"""Inputs before Advanced."""
LEAST_CONTRAST = 4.5
"""WCAG 2.1, criterion 1.4.3."""


@pytest.fixture(scope="module")
def dialogs(driven):
    return driven("dialogs")


def test_every_dialog_opens_and_has_its_picture(dialogs):
    names = {path.stem for path in (dialogs[1] / "dialogs").glob("*.png")}
    assert names == set(dialogs[0]["guessed"])
    assert len(names) >= 30
    assert all(path.stat().st_size > 10_000 for path in (dialogs[1] / "dialogs").glob("*.png"))


def test_no_dialog_takes_the_patients_for_areas(dialogs):
    guessed = dialogs[0]["guessed"]
    wrong = {name: one for name, one in guessed.items() if "patients" in (one["AREAS"], one["CLUSTERED"])}
    assert not wrong
    assert {name: one["AREAS"] for name, one in guessed.items() if name in WITH_AREAS} == dict.fromkeys(
        WITH_AREAS, "tracts"
    )
    assert guessed["releaseareas"]["CLUSTERED"] == "tracts"
    assert {guessed[name]["POPULATION"] for name in WITH_AREAS} == {"population"}
    assert guessed["publishmaskeddotmap"]["OUTLINE"] == guessed["checkmapimage"]["OUTLINE"] == "counties"


def test_no_dialog_begins_with_more_than_eight_inputs(dialogs):
    assert {name: count for name, count in dialogs[0]["basic"].items() if count > MOST_BASIC} == {}


def test_every_dialog_fits_a_small_screen(dialogs):
    """1366 × 768, less a bar of 40 and a title of 30."""
    assert {name: one for name, one in dialogs[0]["least"].items() if one[0] > 1366 or one[1] > 698} == {}


def test_words_stand_out_from_a_dark_ground(dialogs):
    """Under QGIS's dark theme and under a dark palette, at least as WCAG 2.1 asks of plain text."""
    contrast = dialogs[0]["contrast"]
    assert len(contrast) >= 30
    assert {words: round(one, 1) for words, one in contrast.items() if one < LEAST_CONTRAST} == {}
