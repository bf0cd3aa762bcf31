# SPDX-License-Identifier: GPL-2.0-or-later
"""The recipe “Counts by area, every year” (docs/recipes/counts-over-years.md), step by step."""

import pytest
from qgis.core import QgsProcessingException

from tests.refusals import refuses


@pytest.fixture
def office(run, grid, layer, tmp_path):
    """A registry with a ledger: clusters the areas of a year and releases its counts."""
    files = {"LEDGER": str(tmp_path / "l.gpkg"), "KEY": str(tmp_path / "l.key")}
    run("newledger", files)
    book = {"LEDGER": files["LEDGER"], "LEDGER_KEY": files["KEY"]}

    class Office:
        cases = {
            f"A{column}{row}": 3 + 2 * ((3 * column + row) % 4) for column in range(4) for row in range(4)
        }

        def patients(self, cases):
            rows = [(None, [area]) for area, number in cases.items() for _one in range(number)]
            return layer("None", rows, ["code:string"], crs=None, name="patients")

        def zones(self, year, previous=None, **more):
            return run("clusterareas", {
                "AREAS": grid(4, 4), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200,
                "PREVIOUS": previous, "PERIOD": year,
                "OUTPUT": "memory:", **book, **more,
            })["OUTPUT"]  # fmt: skip

        def release(self, year, cases, zones, **more):
            return run("releaseareas", {
                "RECORDS": self.patients(cases), "RECORD_AREA": "code", "CLUSTERED": zones, "AREA_ID": "id",
                "FORM": "dissolved", "PERIOD": year, "OUTPUT": "memory:", **book, **more,
            })["OUTPUT"]  # fmt: skip

    return Office()


def printed(table, output):
    return {row["cluster"]: row["records"] for row in table(output)}


@pytest.mark.slow
def test_three_years_of_the_recipe(office, table):
    zones = office.zones("2024")
    first = printed(table, office.release("2024", office.cases, zones))
    assert printed(table, office.release("2024", office.cases, zones)) == first
    again = office.zones("2025", zones)
    codes = {row["id"]: row["cluster"] for row in table(zones)}
    assert {row["id"]: row["cluster"] for row in table(again)} == codes
    grown = {area: number + 2 for area, number in office.cases.items()}
    second = printed(table, office.release("2025", grown, again))
    assert set(second) == set(first)
    printed_area = next(area for area, code in codes.items() if isinstance(first.get(code), int))
    late = {**office.cases, printed_area: office.cases[printed_area] + 1}
    for wrong, code in (
        ({"cases": late}, "ledger.table.count_changed"),
        ({"cases": office.cases, "SMALL_CELL": 5}, "ledger.table.other_rules"),
        ({"cases": office.cases, "RELEASE_RULE": "round"}, "ledger.table.rounded"),
    ):
        with refuses(code):
            office.release("2024", zones=zones, **wrong)


@pytest.mark.slow
def test_the_sum_of_two_years_never_tells_a_count_that_a_year_withheld(office, table):
    zones = office.zones("2024")
    small = {**office.cases, "A00": 2, "A01": 0, "A10": 0, "A11": 0}
    first = printed(table, office.release("2024", small, zones))
    second = printed(table, office.release("2025", office.cases, zones))
    both = {area: small.get(area, 0) + office.cases[area] for area in office.cases}
    try:
        total = printed(table, office.release("2024-2025", both, zones))
    except QgsProcessingException as refused:
        assert "ledger" in str(refused)
        return
    for code, count in first.items():
        assert count is not None or total[code] is None or second[code] is None
