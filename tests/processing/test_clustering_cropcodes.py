# SPDX-License-Identifier: GPL-2.0-or-later
"""Crop codes, run as a user runs it."""

import pytest

from tests.refusals import refuses

qgis_core = pytest.importorskip("qgis.core")


def crop(run, areas, **more):
    return run("cropcodes", {
        "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "LENGTH": 2, "MINIMUM": 400,
        "OUTPUT": "memory:", **more,
    })  # fmt: skip


def people(column, row):
    return 150 if column else 50


def test_every_area_keeps_its_cropped_code_or_becomes_zeros(run, grid, table, feedback):
    result = crop(run, grid(3, 4, people))
    rows = table(result["OUTPUT"])
    assert len(rows) == 12
    codes = {row["id"]: row["cropped_code"] for row in rows}
    assert codes["A00"] == "000"
    assert codes["A11"] == "A1"
    assert (result["UNIT_COUNT"], result["SHORT_COUNT"]) == (2, 1)
    assert result["WORST_RISK"] == pytest.approx(1 / 600)
    assert result["MEAN_MOVE_M"] > 0
    assert any("A0" in warning for warning in feedback.warnings)


def test_the_report_sets_cropping_beside_clustering_at_equal_risk(run, grid, tmp_path):
    result = crop(run, grid(3, 4, people), REPORT=str(tmp_path / "r.html"))
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "Cropping and merging at equal risk" in page
    assert result["CLUSTERS_AT_EQUAL_RISK"] == 2


def test_hipaas_rule_asks_for_more_than_20_000_people(run, grid, table):
    areas = grid(2, 2, lambda column, row: 10_000 + column)
    result = crop(run, areas, AUDIENCE="hipaa_zip3", MINIMUM=None, LENGTH=3, CODE="unit")
    assert {row["cropped_code"] for row in table(result["OUTPUT"])} == {"000", "eas"}


def test_nothing_is_written_where_every_code_falls_short(run, grid, tmp_path):
    with refuses("code.crop.too_few_people", match="600"):
        crop(run, grid(3, 4, people), MINIMUM=10_000, OUTPUT=str(tmp_path / "a.gpkg"))
    assert not list(tmp_path.iterdir())
