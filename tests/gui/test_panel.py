# SPDX-License-Identifier: GPL-2.0-or-later
"""The publish panel in a real QGIS, with real clicks and keys."""

import json
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def panel(driven):
    return driven("panel")


def test_the_sample_asks_before_it_replaces_a_project_with_changes(panel):
    found = panel[0]
    assert len(found["asked"]) == 2
    assert found["stayed"] == "my work"


def test_the_sample_opens_as_a_copy(panel):
    found = panel[0]
    assert Path(found["sample"]).name == "upstate_new_york.qgs"
    assert "profiles" in found["sample"]
    assert all("profiles" in source for source in found["sources"]), found["sources"]


def test_the_panel_opens_from_the_menu_with_the_project_s_layers_chosen_and_no_release(panel):
    patients = "Patients (synthetic points) – internal, do not release"
    assert panel[0]["chosen"] == [patients, "Census tracts", "Counties"]
    assert panel[0]["fields"] == ["tract", "population"]


def test_a_dialog_from_the_menu_starts_with_the_areas_and_their_likely_fields(panel):
    assert panel[0]["preset"] == ["tract", "population"]


def test_a_dialog_from_the_menu_runs_and_refuses_row_numbers_as_population(panel):
    assert any("“fid” numbers the rows" in text for text in panel[0]["said"])


def test_it_shows_a_masked_map_and_the_curve_of_risk_and_distance(panel):
    found = panel[0]
    assert found["masked"] == 552
    moves = [move for _risk, move in found["curve"]]
    assert not found["unseen"]  # the curve masks for each of its risks, and waits until it is looked at
    assert len(moves) >= 5
    assert moves == sorted(moves, reverse=True)
    assert "audited risk" in found["status"]


def test_the_current_point_lies_on_the_curve(panel):
    risk, move = panel[0]["first"]
    curve = panel[0]["curve"]
    less = max(point for point in curve if point[0] < risk)
    more = min(point for point in curve if point[0] > risk)
    assert more[1] < move < less[1]
    assert move == pytest.approx(more[1], rel=0.1)  # at 1 in 11, beside 1 in 10


def test_the_slider_moves_the_risk_by_mouse_and_by_key(panel):
    first, clicked, pressed = panel[0]["risks"]
    assert clicked < first
    assert pressed < clicked
    assert panel[0]["slid"][1] > panel[0]["first"][1]


def test_both_maps_move_together(panel):
    assert panel[0]["linked"]


def test_an_audience_sets_the_risk_and_a_risk_of_one_s_own_takes_it_back(panel):
    assert panel[0]["audience"] == ["ema_0070", "1 in 11"]
    assert panel[0]["own"] == ["", "1 in 4", 0.25]


def test_anyone_is_whom_a_map_is_for_unless_somebody_else_is_chosen(panel):
    """The strictest common limit, said in people's words, before the rules by their names."""
    found = panel[0]
    offered = found["offered"]
    assert found["unasked"] == ["Anyone (web, journal) · 1 in 11", "1 in 11"]
    assert offered[:4] == [
        "Anyone (web, journal) · 1 in 11", "Researchers under agreement · 1 in 5", "My own agency · 1 in 3",
        "",
    ]  # fmt: skip
    assert "EMA Policy 0070 · 1 in 11" in offered and offered[-1] == "A risk of my own"


def test_a_document_is_checked_by_the_limit_of_the_panel(panel):
    dialog, chosen = panel[0]["document_limit"]
    assert dialog == chosen != ""


def test_the_card_says_before_anything_runs_what_is_there(panel):
    card = panel[0]["card"].replace("\u202f", " ")
    assert card.startswith(
        "1 057 673 people in 281 areas from “population”. 552 patients, 0 outside every area."
    )
    assert "fewer people than there are patients" not in card  # everybody has the bound by default
    assert "⚠" not in card


def test_the_measured_displacement_is_shown_beside_the_expected_one(panel):
    assert "In this preview people moved" in panel[0]["status"]


def test_every_widget_has_a_name_and_the_keyboard_reaches_every_control(panel):
    assert panel[0]["unnamed"] == []
    assert panel[0]["missed"] == []


KINDS = ("publishmaskeddotmap", "publishaggregatedareas", "checkmapimage", "comparemasks")
LINE_PX = 14
"""Centres of controls of one line lie nearer to each other."""


@pytest.mark.parametrize("kind", KINDS)
def test_tab_comes_to_every_control_of_a_kind_from_top_to_bottom_and_names_it(panel, kind):
    seen = panel[0]["kinds"][kind]
    assert not (seen["unnamed"] or seen["missed"] or seen["twice"] or seen["labels"]), seen
    places = seen["places"]
    assert len(places) >= 10
    for (_one, part, line, column), (name, later, below, right) in zip(places, places[1:]):
        forward = later > part or below > line + LINE_PX or (abs(below - line) <= LINE_PX and right > column)
        assert forward, (name, places)


def test_it_fits_a_small_screen(panel):
    least, given = panel[0]["height"]
    assert least <= given


def test_all_options_open_the_dialog_of_the_model_filled_in(panel):
    assert panel[0]["dialog"] == "geodeid:publishmaskeddotmap"
    assert panel[0]["filled"] == ["tract", "population", 0.25]


def test_cancel_leaves_nothing(panel):
    said, left = panel[0]["cancelled"]
    assert said == "Cancelled: nothing was kept."
    assert left == []


def test_a_number_of_the_result_says_by_a_key_what_it_means(panel):
    numbers, meaning, drawn = panel[0]["explained"]
    assert numbers.count("<a href") == 3 and "of any one person" in numbers
    assert "Somebody who studies all the dots together" in meaning and "20 seconds" in meaning and drawn
    assert panel[0]["film"] == [True, True, 0], "once through"


def test_one_click_makes_a_folder_with_a_release_and_what_is_internal(panel):
    assert panel[0]["files"] == [
        "internal/choices.json", "internal/flagged_records.gpkg", "internal/links.gpkg",
        "internal/mask_metrics.json",
        "internal/metrics.json", "internal/report.html", "release/README.txt", "release/crowd.gpkg",
        "release/map.png", "release/masked_points.gpkg", "release/report.html",
    ]  # fmt: skip
    assert panel[0]["hidden"] == []
    assert "Published into" in panel[0]["published"]
    assert "masked_points" in panel[0]["loaded"]
    folder = panel[1] / "published"
    assert (folder / "internal").stat().st_mode & 0o077 == 0
    assert json.loads((folder / "internal" / "metrics.json").read_text())["verdict"] in (
        "passed",
        "with_care",
    )


def test_nothing_is_replaced_and_an_earlier_run_fills_the_panel(panel):
    assert "holds files already" in panel[0]["again"]
    assert panel[0]["resumed"] == ["ema_0070", "population"]
    assert panel[0]["again_chosen"] == [0, "population"]


@pytest.mark.parametrize(
    ("name", "files"),
    [
        (
            "counted",
            {
                "release/areas.gpkg",
                "release/areas.csv",
                "release/map.png",
                "release/report.html",
                "internal/report.html",
            },
        ),
        ("checked", {"internal/report.html", "internal/recovered_points.gpkg"}),
        ("compared", {"internal/report.html", "internal/comparison.csv"}),
    ],
)
def test_the_other_choices_work_in_the_same_way(panel, name, files):
    said, made = panel[0][name]
    assert files <= set(made), said
    assert any(place.startswith("release/") for place in made) == (name == "counted")


def test_a_file_dropped_on_the_panel_is_checked(panel):
    assert panel[0]["dropped"] == ["checkmapimage", True]
    assert panel[0]["document"] == ["geodeid:checkdocument", "report.html", "population"]
    assert panel[0]["folder"] == [None, "release", True]


def test_the_models_open_in_the_model_designer(panel):
    assert panel[0]["steps"] == 9


@pytest.mark.parametrize("name", ["preview.png", "preview_dialog.png", "published.png", "model.png"])
def test_the_pictures_show_something(panel, name):
    assert (panel[1] / name).stat().st_size > 20_000
