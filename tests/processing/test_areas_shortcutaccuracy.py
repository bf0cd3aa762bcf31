# SPDX-License-Identifier: GPL-2.0-or-later
"""The measure of the published shortcuts, run as a user runs it."""

import numpy as np
import pytest

qgis_core = pytest.importorskip("qgis.core")


def scattered(layer, count=120, seed=3):
    draw = np.random.default_rng(seed)
    places = zip(draw.uniform(-100, -60, count), draw.uniform(45, 70, count), draw.lognormal(16, 3, count))
    rows = [(f"POINT({lon} {lat})", [f"a{i:03}", float(size)]) for i, (lon, lat, size) in enumerate(places)]
    return layer("Point", rows, ["id:string", "m2:double"])


def measure(run, layer, **more):
    return run("shortcutaccuracy", {
        "AREAS": scattered(layer), "AREA_ID": "id", "AREA_SIZE": "m2", "KS": "2,5", "OUTPUT": "memory:",
        **more,
    })  # fmt: skip


def test_the_exact_search_is_always_right_and_the_shortcuts_are_not(run, layer, table):
    result = measure(run, layer)
    rows = {(row["method"], row["k"]): row for row in table(result["OUTPUT"])}
    assert list(next(iter(rows.values()))) == [
        "method", "k", "accuracy", "recall", "mean_rank_error", "seconds",
    ]  # fmt: skip
    for k in (2, 5):
        assert rows["exact", k]["accuracy"] == 1 == rows["exact", k]["recall"]
        assert rows["exact", k]["mean_rank_error"] == 0
        assert rows["euclidean", k]["accuracy"] < 1
        assert rows["euclidean", k]["accuracy"] <= rows["euclidean", k]["recall"] < 1
        assert rows["euclidean", k]["mean_rank_error"] > 0
    assert 0.5 < result["SPEARMAN_MEAN"] < 1


def test_a_margin_that_takes_every_area_makes_the_shortcut_exact(run, layer, table):
    rows = table(measure(run, layer, MARGIN=100, KS="2")["OUTPUT"])
    assert [row["accuracy"] for row in rows if row["method"] == "euclidean"] == [1]


def test_the_report_shows_the_published_figures_beside_the_measured_ones(run, layer, tmp_path):
    path = tmp_path / "report.html"
    measure(run, layer, REPORT=str(path))
    page = path.read_text(encoding="utf-8")
    assert "<svg" in page and "94.5 %" in page and "All k right" in page


def test_numbers_of_neighbours_beyond_the_areas_are_left_out_aloud(run, layer, table, feedback):
    rows = table(measure(run, layer, KS="3 500")["OUTPUT"])
    assert {row["k"] for row in rows} == {3}
    assert any("left out" in warning for warning in feedback.warnings)


@pytest.mark.parametrize(
    ("text", "sentence"), [("two", "two is not a whole number"), ("500", "between 1 and 119"), ("0", "1")]
)
def test_a_useless_list_of_numbers_is_refused(run, layer, text, sentence):
    with pytest.raises(qgis_core.QgsProcessingException, match=sentence):
        measure(run, layer, KS=text)
