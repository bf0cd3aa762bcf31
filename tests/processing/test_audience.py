# SPDX-License-Identifier: GPL-2.0-or-later
"""A published threshold replaces the user's number, and the report says where it stands."""

import json
from pathlib import Path

import pytest
from qgis.core import NULL

from tests.refusals import refuses


@pytest.fixture
def mask(run, grid, layer, tmp_path):
    def masked(**extra):
        points = layer(
            "Point", [("POINT(-74.95 45.05)", ["p"]), ("POINT(-74.85 45.05)", ["q"])], ["name:string"]
        )
        metrics, report = str(tmp_path / "m.json"), str(tmp_path / "r.html")
        run(
            "lpmask",
            {
                "PATIENTS": points, "AREAS": grid(population=10), "AREA_ID": "id", "POPULATION": "pop",
                "OUTPUT": "TEMPORARY_OUTPUT", "METRICS": metrics, "REPORT": report, **extra,
            },
        )  # fmt: skip
        return json.loads(Path(metrics).read_text()), Path(report).read_text()

    return masked


@pytest.mark.slow
@pytest.mark.parametrize("empty", [None, "", NULL])
def test_without_a_preset_the_user_s_own_bound_counts(mask, empty):
    metrics, report = mask(RISK=0.15, AUDIENCE=None, LEDGER_ID=empty, LEDGER_KEY=empty)
    assert metrics["figures"]["RISK_BOUND"] == 0.15
    assert "set by the user; no published rule was chosen" in report


@pytest.mark.slow
@pytest.mark.parametrize(("key", "bound", "source"), [
    ("ema_0070", 1 / 11, "European Medicines Agency"),
    ("ontario_high", 0.05, "Information and Privacy Commissioner of Ontario"),
])  # fmt: skip
def test_a_preset_replaces_the_bound_and_is_named_with_its_source(mask, key, bound, source):
    metrics, report = mask(RISK=0.3, AUDIENCE=key)
    assert metrics["figures"]["RISK_BOUND"] == bound
    assert metrics["figures"]["ACHIEVED_RISK"] <= bound
    assert metrics["parameters"]["AUDIENCE"] == key
    assert source in report


def test_presets_that_name_no_number_are_not_offered(qgis_app):
    from geodeid_plugin.core.base.thresholds import RECORD_RISK
    from geodeid_plugin.processing_provider.framework.verdict.audience import keys

    assert "hipaa_expert" not in keys(RECORD_RISK)
    assert "ema_0070" in keys(RECORD_RISK)


@pytest.fixture
def crop(run, grid, tmp_path):
    def cropped(**extra):
        report = tmp_path / "r.html"
        result = run(
            "cropcodes",
            {
                "AREAS": grid(2, 1, lambda column, row: 20 - 10 * column), "AREA_ID": "id",
                "POPULATION": "pop", "LENGTH": 2, "OUTPUT": "memory:", "REPORT": str(report), **extra,
            },
        )  # fmt: skip
        return result, report.read_text()

    return cropped


@pytest.mark.slow
@pytest.mark.parametrize(("extra", "people", "released"), [
    ({"AUDIENCE": "ema_0070"}, 11, 1),
    ({"AUDIENCE": "ontario_high"}, 20, 1),
    ({"AUDIENCE": "ontario_high", "MINIMUM": 10}, 10, 2),
    ({"AUDIENCE": "ontario_high", "MINIMUM": NULL}, 20, 1),
    ({"MINIMUM": 10}, 10, 2),
])  # fmt: skip
def test_a_preset_fills_the_fewest_people_of_a_code_and_a_number_overrides_it(crop, extra, people, released):
    result, report = crop(**extra)
    assert (result["FEWEST_PEOPLE"], result["UNIT_COUNT"]) == (people, released)
    assert ("The threshold that was used" in report) == ("AUDIENCE" in extra)
    overridden = "AUDIENCE" in extra and extra.get("MINIMUM") == 10
    assert ("set by the user in place of the preset" in report) == overridden


@pytest.mark.slow
def test_a_population_preset_that_asks_for_more_is_strict(run, grid):
    def short(people):
        areas = grid(2, 1, lambda column, row: people + column)
        parameters = {"AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "LENGTH": 2}
        return run("cropcodes", {**parameters, "AUDIENCE": "hipaa_zip3", "OUTPUT": "memory:"})["SHORT_COUNT"]

    assert (short(20_000), short(20_001)) == (1, 0)


def test_without_preset_and_number_more_than_20_000_people_share_a_code(crop):
    with refuses("code.crop.too_few_people", match="20"):
        crop()


@pytest.fixture
def release(run, grid, layer, tmp_path):
    """Counts of 4, 10, 11, 15, 16 and 20 records on six clusters of one area."""

    def released(**extra):
        clustered = run("clusterareas", {
            "AREAS": grid(6, 1), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 100, "OUTPUT": "memory:",
        })["OUTPUT"]  # fmt: skip
        codes = [f"A{column}0" for column, size in enumerate((4, 10, 11, 15, 16, 20)) for _ in range(size)]
        records = layer("None", [(None, [code]) for code in codes], ["code:string"], crs=None)
        result = run("releaseareas", {
            "RECORDS": records, "RECORD_AREA": "code", "CLUSTERED": clustered, "AREA_ID": "id",
            "FORM": "dissolved", "OUTPUT": "memory:", "RELEASE_REPORT": str(tmp_path / "r.html"), **extra,
        })  # fmt: skip
        return result, (tmp_path / "r.html").read_text()

    return released


@pytest.mark.slow
@pytest.mark.parametrize(("extra", "least"), [
    ({}, 11),
    ({"AUDIENCE": "cms_cell"}, 11),
    ({"AUDIENCE": "naaccr_cell"}, 16),
    ({"AUDIENCE": "naaccr_cell", "SMALL_CELL": None}, 16),
    ({"AUDIENCE": "naaccr_cell", "SMALL_CELL": 11}, 11),
    ({"SMALL_CELL": 1}, 1),
])  # fmt: skip
def test_a_preset_fills_the_smallest_count_shown_and_a_number_overrides_it(release, table, extra, least):
    result, report = release(**extra)
    records = [row["records"] for row in table(result["OUTPUT"])]
    shown = sorted(value for value in records if isinstance(value, int))
    assert result["SMALLEST_COUNT_SHOWN"] == least
    assert all(value >= least for value in shown)
    assert least > 1 or shown == [4, 10, 11, 15, 16, 20]
    assert ("The threshold that was used" in report) == ("AUDIENCE" in extra)
    if "AUDIENCE" in extra:
        source = "ResDAC" if extra["AUDIENCE"] == "cms_cell" else "Delaware Journal of Public Health"
        assert source in report


@pytest.mark.slow
def test_a_preset_for_counts_holds_for_rows_that_can_be_counted(release, table):
    result, _report = release(AUDIENCE="naaccr_cell", FORM="cluster", SEED=1)
    codes = [row["cluster"] for row in table(result["OUTPUT"])]
    assert codes
    assert all(codes.count(code) >= 16 for code in codes)


def test_a_preset_replaces_the_limit_of_a_picture(qgis_app):
    """Its neighbours had an audience; whoever checked a picture had to know the number."""
    from qgis.core import QgsApplication, QgsProcessingContext, QgsProcessingFeedback

    from geodeid_plugin.processing_provider.framework.run import Run
    from geodeid_plugin.processing_provider.framework.verdict import audience

    algorithm = QgsApplication.processingRegistry().algorithmById("geodeid:mapreidentification").create()
    both = {"LIMIT": 0.3, "AUDIENCE": "ema_0070"}
    for given, limit in (({}, 0.091), ({"LIMIT": 0.3}, 0.3), (both, 1 / 11)):
        run = Run(algorithm, given, QgsProcessingContext(), QgsProcessingFeedback())
        assert audience.limit(run, "LIMIT") == pytest.approx(limit)


@pytest.mark.slow
def test_no_own_bound_weaker_than_any_published_is_green(mask, grid):
    """A run with RISK=0.95 passed, “0.95, within the limit of 0.95”."""
    areas = grid(6, 6, lambda column, row: 40 + 7 * column + 3 * row)
    assert mask(RISK=0.95, AREAS=areas)[0]["figures"]["VERDICT"] == "with_care"
    assert mask(RISK=1 / 3, AREAS=areas)[0]["figures"]["VERDICT"] == "passed"
    with refuses("threshold.limit.forbids_nothing"):
        mask(RISK=1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bounds", "verdict"),
    [
        ({"RISK_METRIC": "maximum", "THRESHOLD": 0.9}, "with_care"),
        ({"RISK_METRIC": "maximum", "THRESHOLD": 3}, "passed"),
        ({"THRESHOLD": 2}, "with_care"),
        ({"THRESHOLD": 20}, "passed"),
    ],
)
def test_no_group_of_fewer_people_than_anybody_asks_for_is_green(run, grid, bounds, verdict):
    people = {"AREAS": grid(3, 3, lambda column, row: 4 + column + 2 * row), "AREA_ID": "id"}
    people["POPULATION"] = "pop"
    found = run("clusterareas", {**people, **bounds, "OUTPUT": "memory:"})
    assert found["VERDICT"] == verdict, found["VERDICT_TEXT"]


@pytest.mark.parametrize(("least", "verdict"), [(2, "with_care"), (10, "passed")])
def test_no_code_of_fewer_people_than_anybody_asks_for_is_green(crop, least, verdict):
    found, _report = crop(MINIMUM=least)
    assert found["VERDICT"] == verdict, found["VERDICT_TEXT"]


@pytest.mark.slow
def test_what_forbids_nothing_is_refused(crop, run, grid):
    with refuses("threshold.limit.forbids_nothing"):
        crop(MINIMUM=0)
    given = {"AREAS": grid(), "AREA_ID": "id", "POPULATION": "pop", "OUTPUT": "memory:"}
    with refuses("threshold.limit.forbids_nothing"):
        run("clusterareas", {**given, "RISK_METRIC": "maximum", "THRESHOLD": 1})
