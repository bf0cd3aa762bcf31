# SPDX-License-Identifier: GPL-2.0-or-later
"""Withheld counts of real areas, looked for by subtraction in all three forms of a release."""

from collections import Counter
from pathlib import Path

import pytest
from qgis.core import QgsVectorLayer

SAMPLE = Path(__file__).parents[2] / "resources" / "sample" / "upstate_new_york.gpkg"
FORMS = ("dissolved", "cluster", "member")
pytestmark = pytest.mark.slow


def layer_of(path, name):
    found = QgsVectorLayer(f"{path}|layername={name}", name, "ogr")
    assert found.isValid()
    return found


def shown_counts(rows, form, cluster_of) -> dict:
    """What is printed of each cluster, or what counting rows gives."""
    if form == "dissolved":
        return {row["cluster"]: row["records"] for row in rows if not row["hidden"]}
    return Counter(cluster_of[row["area"]] if form == "member" else row["cluster"] for row in rows)


def recovered(shown, units, totals, zeros_shown) -> list:
    """Clusters whose count is what is left of a known total: one alone, or as many as are left, or none."""
    found = []
    for unit, total in totals.items():
        gone = [code for code, own in units.items() if own == unit and code not in shown]
        left = total - sum(count for code, count in shown.items() if units[code] == unit)
        if gone and left and (len(gone) == 1 or (zeros_shown and left == len(gone))):
            found += gone
    return found


@pytest.fixture(scope="module")
def singles(real_data):
    """Block groups of a part of a county."""
    path = real_data("us_blockgroups/blockgroups2000.gpkg")
    # A subset that is set on a layer already open makes QGIS 3.22 write into the file.
    return layer_of(path, "massachusetts_25|subset=county = '017' AND tract LIKE '35%'")


@pytest.mark.parametrize("form", FORMS)
def test_twelve_single_records_of_a_county_are_not_recovered_from_its_total(
    run, layer, table, singles, clustered_county, form
):
    first: dict = {}
    cluster_of = {}
    for row in table(clustered_county):
        if row["status"] == "clustered":
            first.setdefault(row["cluster"], row["geoid"])
            cluster_of[row["geoid"]] = row["cluster"]
    codes, sizes = sorted(first)[:15], [1] * 12 + [15, 22, 40]
    rows = [(None, [first[code], sex]) for code, size in zip(codes, sizes) for sex in ("FM" * size)[:size]]
    source = layer("None", rows, ["code:string", "sex:string"], crs=None)
    result = run("releaseareas", {
        "RECORDS": source, "RECORD_AREA": "code", "CLUSTERED": clustered_county, "AREA_ID": "geoid",
        "FORM": form, "OUTPUT": "memory:",
    })  # fmt: skip
    shown = shown_counts(table(result["OUTPUT"]), form, cluster_of)
    true = dict(zip(codes, sizes))
    assert all(count == true.get(code, 0) and (not count or count >= 11) for code, count in shown.items())
    assert not recovered(shown, dict.fromkeys(first, "county"), {"county": sum(sizes)}, form == "dissolved")
    hidden = [code for code in codes if code not in shown]
    left = sum(sizes) - sum(shown.values())
    zeros_shown = not set(first) - set(shown) - set(hidden)  # the coin may withhold those of a unit, too
    if form == "dissolved" and zeros_shown:  # where rows are released, clusters without a row may hold nobody
        assert left - len(hidden) + 1 >= 11
    assert left >= 12


@pytest.fixture(scope="module")
def clustered_county(run_once, singles):
    return run_once("clusterareas", {
        "AREAS": singles, "AREA_ID": "geoid", "POPULATION": "pop2000", "THRESHOLD": 5000,
        "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip


@pytest.fixture(scope="module")
def clustered_sample(run_once):
    return run_once("clusterareas", {
        "AREAS": layer_of(SAMPLE, "tracts"), "AREA_ID": "tract", "POPULATION": "population",
        "BOUNDARY": "county", "AUDIENCE": "hipaa_zip3", "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_the_totals_of_the_sample_s_counties_recover_no_count(run, table, clustered_sample, form):
    """The recipe for ZIP areas: 22 - 16 and 24 - 16 told the patients of two clusters."""
    result = run("releaseareas", {
        "RECORDS": layer_of(SAMPLE, "patients"), "CLUSTERED": clustered_sample, "AREA_ID": "tract",
        "FORM": form, "OUTPUT": "memory:", "INTERNAL": "memory:",
    })  # fmt: skip
    own = table(clustered_sample)
    units = {row["cluster"]: row["county"] for row in own if row["status"] == "clustered"}
    county = {row["tract"]: row["county"] for row in own}
    totals = Counter(county[row["area"]] for row in table(result["INTERNAL"]))
    cluster_of = {row["tract"]: row["cluster"] for row in own}
    shown = shown_counts(table(result["OUTPUT"]), form, cluster_of)
    assert shown and not recovered(shown, units, totals, form == "dissolved")
