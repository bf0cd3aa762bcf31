# SPDX-License-Identifier: GPL-2.0-or-later
"""Release areas, run as a user runs it."""

import re

import numpy as np
import pytest

from tests.refusals import refuses

qgis_core = pytest.importorskip("qgis.core")
AGES = {"KEEP_FIELDS": ["age"]}
"""The four ages of :func:`records` tell in which of four areas in turn a record lies."""


@pytest.fixture(scope="module")
def clustered(run_once, grid):
    """Sixteen areas of 100 people in eight clusters of two, and two unresolved areas in the south."""
    return run_once("clusterareas", {
        "AREAS": grid(4, 4), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200, "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip


@pytest.fixture(scope="module")
def peopled(run_once, grid):
    """Sixteen areas with as many people as areas have, not all the same."""
    areas = grid(4, 4, population=lambda column, row: 100 + 3 * (4 * column + row))
    given = {"AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200, "OUTPUT": "memory:"}
    return run_once("clusterareas", given)["OUTPUT"]


@pytest.fixture(scope="module")
def partly(run_once, grid):
    """The western half resolved, the eastern not."""
    areas = grid(4, 4, population=lambda column, row: 100 if column < 2 else 10)
    return run_once("clusterareas", {
        "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200, "BOUNDARY": "unit",
        "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip


def records(layer, areas):
    rows = [(None, [f"P{i}", area, 40 + 3 * (i % 4)]) for i, area in enumerate(areas)]
    return layer("None", rows, ["name:string", "code:string", "age:integer"], crs=None, name="patients")


def release(run, source, clustered, **more):
    """A release that shows every count, unless the test asks for less."""
    return run("releaseareas", {
        "RECORDS": source, "RECORD_AREA": "code", "CLUSTERED": clustered, "AREA_ID": "id",
        "OUTPUT": "memory:", "SMALL_CELL": 1, **more,
    })  # fmt: skip


def cluster_of(table, clustered):
    return {row["id"]: row["cluster"] for row in table(clustered)}


@pytest.mark.slow
def test_every_record_gets_a_member_of_its_cluster_and_nothing_else(run, layer, clustered, table):
    areas = ["A00", "A11", "A22", "A33"] * 5
    result = release(run, records(layer, areas), clustered, INTERNAL="memory:", **AGES)
    rows, cluster = table(result["OUTPUT"]), cluster_of(table, clustered)
    assert set(rows[0]) == {"record", "area", "age"}
    assert sorted(row["record"] for row in rows) == list(range(1, 21))
    for row in rows:
        assert cluster[row["area"]] == cluster[areas[(row["age"] - 40) // 3]]
    crosswalk = {row["record"]: row for row in table(result["INTERNAL"])}
    assert all(crosswalk[row["record"]]["released_area"] == row["area"] for row in rows)
    assert all(crosswalk[row["record"]]["area"] == areas[(row["age"] - 40) // 3] for row in rows)
    assert result["WORST_RISK"] == pytest.approx(1 / 200)


def test_points_are_placed_in_the_areas(run, layer, clustered, table):
    points = layer("Point", 2 * [("POINT(-74.95 45.05)", [1]), ("POINT(-74.65 45.35)", [2])], ["age:integer"])
    result = release(run, points, clustered, RECORD_AREA=None, **AGES)
    cluster = cluster_of(table, clustered)
    for row in table(result["OUTPUT"]):
        assert cluster[row["area"]] == cluster["A00" if row["age"] == 1 else "A33"]


def test_the_order_of_the_release_is_drawn_afresh(run, layer, clustered, table):
    source = records(layer, ["A00"] * 40)
    orders = {
        tuple(row["age"] for row in table(release(run, source, clustered, **AGES)["OUTPUT"]))
        for _run in range(3)
    }
    assert len(orders) == 3


def test_the_code_of_the_cluster_can_be_released_as_a_table(run, layer, clustered, table):
    result = release(run, records(layer, ["A00", "A01"]), clustered, FORM="cluster")
    cluster = cluster_of(table, clustered)
    found = sorted(row["cluster"] for row in table(result["OUTPUT"]))
    assert found == sorted([cluster["A00"], cluster["A01"]])
    assert not result["OUTPUT"].isSpatial()


def test_counts_on_clusters_hide_small_cells_and_what_would_give_them_away(run, layer, clustered, table):
    areas = ["A00"] * 3 + ["A22"] * 12 + ["A33"] * 30
    result = release(run, records(layer, areas), clustered, FORM="dissolved", SMALL_CELL=None)
    rows, cluster = table(result["OUTPUT"]), cluster_of(table, clustered)
    shown = {row["cluster"]: None if row["hidden"] else row["records"] for row in rows}
    assert len(rows) == 8
    assert shown[cluster["A00"]] is None
    assert [shown[cluster["A22"]], shown[cluster["A33"]]] in ([None, 30], [12, None], [None, None])
    assert set(rows[0]) == {"cluster", "population", "records", "hidden"}


@pytest.mark.slow
def test_records_of_unresolved_areas_are_held_back_and_counted(run, layer, partly, table, feedback):
    result = release(run, records(layer, ["A00", "A30", "A31"]), partly, INTERNAL="memory:")
    assert (result["RELEASED_COUNT"], result["HELD_BACK_COUNT"]) == (1, 2)
    assert any("2 records lie in unresolved areas" in warning for warning in feedback.warnings)
    assert sorted(row["status"] for row in table(result["INTERNAL"])) == [
        "released",
        "unresolved",
        "unresolved",
    ]


def test_nothing_is_released_where_every_record_is_unresolved(run, layer, partly, tmp_path):
    with refuses("release.records.no_zone"):
        release(run, records(layer, ["A30"]), partly, OUTPUT=str(tmp_path / "r.gpkg"))
    assert not list(tmp_path.iterdir())


def test_an_unknown_area_stops_the_run_unless_it_may_be_left_out(run, layer, clustered):
    source = records(layer, ["A00", "nowhere", None])
    with refuses("record.area.outside", match="2.*3"):
        release(run, source, clustered)
    result = release(run, source, clustered, OUTSIDE="leave_out")
    assert (result["RELEASED_COUNT"], result["HELD_BACK_COUNT"]) == (1, 2)


def test_the_true_area_is_never_a_released_field(run, layer, clustered):
    with refuses("release.field.true_area"):
        release(run, records(layer, ["A00"]), clustered, KEEP_FIELDS=["code", "age"])


def test_more_records_than_the_rate_allows_are_refused(run, layer, tmp_path):
    square = "POLYGON((0 0,1 0,1 1,0 1,0 0))"
    areas = layer("Polygon", [(square, ["A", 100, 1])], ["id:string", "pop:integer", "cases:integer"])
    clustered = run("clusterareas", {
        "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "CASES": "cases", "RISK_METRIC": "cases",
        "THRESHOLD": 0.02, "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip
    assert release(run, records(layer, ["A", "A"]), clustered)["WORST_CASE_RATE"] == pytest.approx(0.02)
    with refuses("release.class.many_records", match="3.*100"):
        release(run, records(layer, ["A"] * 3), clustered, OUTPUT=str(tmp_path / "r.gpkg"))
    assert not list(tmp_path.iterdir())


def test_a_layer_that_was_edited_or_filtered_since_it_was_clustered_is_refused(run, layer, clustered):
    edited = clustered.clone()
    assert edited.featureCount() == 16
    edited.dataProvider().deleteFeatures([next(edited.getFeatures()).id()])
    with refuses("zone.layer.population_changed"):
        release(run, records(layer, ["A33"]), edited)


def test_a_layer_that_was_never_clustered_is_refused(run, layer, grid):
    with refuses("layer.field.unknown"):
        release(run, records(layer, ["A00"]), grid())


def test_a_seeded_release_is_marked_and_the_report_for_release_keeps_internal_facts_out(
    run, layer, clustered, tmp_path, feedback
):
    release(
        run, records(layer, ["A00"] * 20), clustered, SEED=3, REPORT=str(tmp_path / "internal.html"),
        RELEASE_REPORT=str(tmp_path / "release.html"),
    )  # fmt: skip
    internal = (tmp_path / "internal.html").read_text(encoding="utf-8")
    public = (tmp_path / "release.html").read_text(encoding="utf-8")
    assert "Mean move of a record" in internal
    assert "Mean move of a record" not in public
    assert "run it without a seed" in public
    assert any("run it without a seed" in error for error in feedback.errors)


def counted(layer, clustered, table, sizes):
    """Records in the first areas of so many clusters."""
    first = {}
    for row in table(clustered):
        if row["cluster"] is not None:
            first.setdefault(row["cluster"], row["id"])
    codes = sorted(first)[: len(sizes)]
    return records(layer, [first[code] for code, size in zip(codes, sizes) for _ in range(size)]), codes


def possible(rows, total, least=1):
    """Least and most of each withheld count of one sum, as somebody with pencil and paper finds them."""
    hidden = [row for row in rows if row["hidden"]]
    rest = total - sum(row["records"] for row in rows if not row["hidden"])
    if len(hidden) == 1:
        return [(rest, rest)]
    return [(least, rest - least * (len(hidden) - 1))] * len(hidden)


@pytest.mark.slow
def test_clusters_with_one_record_each_are_not_found_from_the_total(run, layer, grid, table):
    """Twelve times 1 under a known total of 89: the hidden sum must not equal the number of hidden cells."""
    clustered = run("clusterareas", {
        "AREAS": grid(6, 5), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200, "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip
    sizes = [1] * 12 + [15, 22, 40]
    source, _codes = counted(layer, clustered, table, sizes)
    for seed in range(5):  # unseeded, the coin withholds the unit's zeros in one run of fifty
        result = release(run, source, clustered, FORM="dissolved", SMALL_CELL=None, SEED=seed)
        rows = table(result["OUTPUT"])
        assert sum(row["hidden"] for row in rows) > 12
        assert all(high - low + 1 >= 11 for low, high in possible(rows, sum(sizes)))
        assert result["HIDDEN_CELLS"] == sum(row["hidden"] for row in rows)


@pytest.mark.slow
@pytest.mark.parametrize("form", ["member", "cluster"])
def test_rows_can_be_counted_so_the_same_rules_hold_for_them(run, layer, grid, table, form):
    clustered = run("clusterareas", {
        "AREAS": grid(6, 5), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200, "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip
    sizes = [1] * 12 + [15, 22, 40]
    source, codes = counted(layer, clustered, table, sizes)
    result = release(run, source, clustered, FORM=form, SMALL_CELL=None, INTERNAL="memory:")
    cluster, found = cluster_of(table, clustered), {}
    for row in table(result["OUTPUT"]):
        code = cluster[row["area"]] if form == "member" else row["cluster"]
        found[code] = found.get(code, 0) + 1
    true = dict(zip(codes, sizes))
    assert all(count == true[code] >= 11 for code, count in found.items())
    assert sum(sizes) - sum(found.values()) >= 12
    assert result["RELEASED_COUNT"] == sum(found.values())
    assert {row["status"] for row in table(result["INTERNAL"])} == {"released", "withheld"}


def test_kept_fields_are_counted_with_the_cluster(run, layer, clustered, table, tmp_path):
    rows = [(None, [area, sex]) for area in ("A00", "A11", "A22", "A33") for sex in "FM" for _ in range(20)]
    rows += [(None, ["A00", "X"])] * 3
    source = layer("None", rows, ["code:string", "sex:string"], crs=None)
    given = {"FORM": "cluster", "SMALL_CELL": None, "KEEP_FIELDS": ["sex"]}
    result = release(run, source, clustered, **given, REPORT=str(tmp_path / "report.html"))
    found = {}
    for row in table(result["OUTPUT"]):
        found[row["cluster"], row["sex"]] = found.get((row["cluster"], row["sex"]), 0) + 1
    assert set(found.values()) <= {20, 40}
    assert not any(sex == "X" for _cluster, sex in found)
    assert len(rows) - sum(found.values()) >= 12
    page = (tmp_path / "report.html").read_text()
    assert '<th scope="col">Group</th>' in page and "<td>X</td>" in page  # else two rows look the same


@pytest.mark.slow
def test_unit_totals_are_taken_as_known(run, layer, grid, table):
    """In each unit the hidden counts keep eleven values though its total is printed elsewhere."""
    clustered = run("clusterareas", {
        "AREAS": grid(8, 4), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200, "BOUNDARY": "unit",
        "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip
    unit_of = {row["cluster"]: row["unit"] for row in table(clustered)}
    source, codes = counted(
        layer, clustered, table, [6, 16, 30, 25, 0, 14, 19, 40, 8, 12, 60, 33, 15, 21, 2, 17]
    )
    sizes = dict(zip(codes, [6, 16, 30, 25, 0, 14, 19, 40, 8, 12, 60, 33, 15, 21, 2, 17]))
    rows = table(release(run, source, clustered, FORM="dissolved", SMALL_CELL=None)["OUTPUT"])
    for unit in ("west", "east"):
        own = [row for row in rows if unit_of[row["cluster"]] == unit]
        total = sum(sizes[row["cluster"]] for row in own)
        assert all(high - low + 1 >= 11 for low, high in possible(own, total))


@pytest.mark.slow
def test_counts_by_kept_fields_are_columns_of_the_dissolved_clusters(run, layer, clustered, table):
    rows = [(None, [area, sex]) for area in ("A00", "A11", "A22", "A33") for sex in "FM" for _ in range(20)]
    source = layer("None", [*rows, (None, ["A00", "F"])], ["code:string", "sex:string"], crs=None)
    found = table(
        release(run, source, clustered, FORM="dissolved", SMALL_CELL=None, KEEP_FIELDS=["sex"])["OUTPUT"]
    )
    assert {"n_F", "n_M"} <= set(found[0])
    assert sum(row["n_F"] for row in found) == 81
    assert all(row["records"] == row["n_F"] + row["n_M"] for row in found)


def test_the_same_key_hides_the_same_counts_at_every_run(run, layer, clustered, table, tmp_path):
    source, _codes = counted(layer, clustered, table, [3, 12, 30, 14, 22, 16, 18, 19])
    masks = {}
    for name in "aab":
        (tmp_path / f"{name}.key").write_text(name.encode().hex() * 32, encoding="ascii")
        result = release(
            run, source, clustered, FORM="dissolved", SMALL_CELL=None, MASK_KEY=str(tmp_path / f"{name}.key")
        )
        hidden = tuple(row["cluster"] for row in table(result["OUTPUT"]) if row["hidden"])
        masks.setdefault(name, set()).add(hidden)
    assert len(masks["a"]) == 1
    (tmp_path / "bad.key").write_text("not a key")
    with refuses("ledger.key.not_a_key"):
        release(run, source, clustered, FORM="dissolved", MASK_KEY=str(tmp_path / "bad.key"))


@pytest.mark.slow
@pytest.mark.parametrize(("form", "rule"), [
    ("dissolved", "suppress"), ("cluster", "suppress"),
])  # fmt: skip
def test_the_order_of_the_fields_is_no_other_draw_of_a_key(
    run, layer, clustered, table, tmp_path, form, rule
):
    """Two masks of one table under one key left a count alone in its total: others could compute it."""
    source = np.random.default_rng(0)
    rows = [
        (None, [area, sex, ill])
        for area in ("A00", "A01", "A11", "A22", "A33", "A30", "A03", "A12", "A21")
        for sex, ill in (("f", "n"), ("f", "y"), ("m", "n"), ("m", "y"))
        for _one in range(source.poisson(source.choice([5, 14, 30])))
    ]
    patients = layer("None", rows, ["code:string", "sex:string", "ill:string"], crs=None)
    found = []
    for at in range(4):
        (tmp_path / "m.key").write_text(f"a{at}" * 32, encoding="ascii")
        given = {"FORM": form, "RELEASE_RULE": rule, "SMALL_CELL": 11, "MASK_KEY": str(tmp_path / "m.key")}
        for fields in (["sex", "ill"], ["ill", "sex"]):
            output = release(run, patients, clustered, KEEP_FIELDS=fields, **given)["OUTPUT"]
            found.append(sorted(str(sorted(told(row).items())) for row in table(output)))
    assert found[::2] == found[1::2]


def told(row) -> dict:
    """A row with the values in names of counts in one order, without what is numbered anew."""
    return {"_".join(sorted(name.split("_"))): str(row[name]) for name in row if name != "record"}


def test_rounding_without_a_key_is_named_in_the_verdict(run, layer, clustered, table, tmp_path):
    """Nothing withheld was taken for nothing to warn of: the mean of several roundings tells the counts."""
    source, _codes = counted(layer, clustered, table, [3, 12, 30, 14, 0, 16, 18, 2])
    given = {"FORM": "dissolved", "SMALL_CELL": None, "RELEASE_REPORT": str(tmp_path / "p.html")}
    release(run, source, clustered, RELEASE_RULE="round", **given)
    page = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert "were changed at random, and each" in page and "the two together reveal the true ones" in page
    (tmp_path / "m.key").write_text("ab" * 32, encoding="ascii")
    release(run, source, clustered, RELEASE_RULE="round", MASK_KEY=str(tmp_path / "m.key"), **given)
    assert "the two together reveal the true ones" not in (tmp_path / "p.html").read_text(encoding="utf-8")


def test_rounded_counts_are_multiples_and_noise_needs_the_patients(run, layer, clustered, table):
    source, _codes = counted(layer, clustered, table, [3, 12, 30, 14, 0, 16, 18, 2])
    more = {"FORM": "dissolved", "SMALL_CELL": None}
    rows = table(release(run, source, clustered, RELEASE_RULE="round", **more)["OUTPUT"])
    assert all(row["records"] % 15 == 0 for row in rows)
    with refuses("release.record_id.missing"):
        release(run, source, clustered, RELEASE_RULE="cellkey", **more)
    noisy = table(release(run, source, clustered, RELEASE_RULE="cellkey", RECORD_ID="name", **more)["OUTPUT"])
    assert sum(row["records"] == 0 for row in noisy) >= 1


def by_sex(layer, sizes):
    """Records of two sexes: numbers of women and men by area."""
    rows = [
        (None, [f"P{area}{sex}{at}", area, sex])
        for area, pair in sizes.items()
        for sex, number in zip("fm", pair)
        for at in range(number)
    ]
    return layer("None", rows, ["name:string", "code:string", "sex:string"], crs=None, name="patients")


SIZES = {"A00": (4, 30), "A01": (22, 18), "A11": (25, 3), "A22": (40, 33), "A33": (18, 15),
         "A30": (16, 28), "A03": (22, 14), "A12": (14, 24), "A21": (15, 31)}  # fmt: skip


@pytest.mark.slow
def test_a_table_rounded_in_a_row_stands_beside_no_other_table(run, layer, clustered, table, book):
    """Shown counts tell the number by which its running sums were shifted, and with it the withheld ones."""
    source = records(layer, listed(COUNTS))
    pairs = ("suppress", "round"), ("round", "suppress")
    for year, (first, second) in enumerate(pairs, 2001):
        years = {**book, "PERIOD": str(year)}
        printed = shown(table, release(run, source, clustered, **years, RELEASE_RULE=first))
        assert shown(table, release(run, source, clustered, **years, RELEASE_RULE=first)) == printed
        with refuses("ledger.table.rounded"):
            release(run, source, clustered, **years, RELEASE_RULE=second)


def test_a_rule_that_needs_printed_counts_and_totals_of_no_field_are_sentences(run, layer, clustered):
    source = records(layer, ["A00"] * 20)
    with refuses("release.rule.not_dissolved"):
        release(run, source, clustered, RELEASE_RULE="round")
    with refuses("release.totals.unknown"):
        release(run, source, clustered, TOTALS="boundary;age")
    for rule in ("round", "cellkey"):
        with refuses("release.rule.changes_none"):
            release(run, source, clustered, FORM="dissolved", RELEASE_RULE=rule, RECORD_ID="name")


def test_the_audit_stands_in_the_internal_report_alone(run, layer, clustered, table, tmp_path):
    source, _codes = counted(layer, clustered, table, [3, 12, 30, 14, 22, 16, 18, 19])
    forms = [tmp_path / "internal.html", tmp_path / "release.html"]
    release(
        run, source, clustered, FORM="dissolved", SMALL_CELL=None, REPORT=str(forms[0]),
        RELEASE_REPORT=str(forms[1]),
    )  # fmt: skip
    internal, public = (form.read_text(encoding="utf-8") for form in forms)
    assert "Audit of the counts" in internal
    assert "True count" in internal
    assert "Audit of the counts" not in public
    assert "withheld" in public


@pytest.mark.slow
def test_counts_that_nobody_protected_are_never_called_passed(run, layer, peopled):
    few = records(layer, ["A00"] * 3 + ["A33"] * 30)
    assert release(run, few, peopled, FORM="dissolved")["VERDICT"] == "with_care"
    assert release(run, few, peopled, FORM="cluster")["VERDICT"] == "with_care"
    many = records(layer, ["A00"] * 40 + ["A33"] * 30)
    assert release(run, many, peopled, FORM="dissolved")["VERDICT"] == "passed"
    mixed = records(layer, ["A00"] * 3 + ["A22"] * 25 + ["A33"] * 30)
    assert release(run, mixed, peopled, FORM="dissolved", SMALL_CELL=None)["VERDICT"] == "passed"


@pytest.mark.slow
def test_fields_beside_the_cluster_are_counted_and_are_never_green(run, layer, peopled, tmp_path):
    import json

    rows = [(None, [("A00", "A11")[i % 2], "FM"[i // 2 % 2], "flu"]) for i in range(24)]
    people = layer("None", rows, ["code:string", "sex:string", "ill:string"], crs=None, name="patients")
    path = tmp_path / "m.json"

    def released(**more):
        return release(run, people, peopled, FORM="cluster", METRICS=str(path), **more)

    assert released()["VERDICT"] == "passed"
    beside = released(KEEP_FIELDS=["sex"])
    assert beside["VERDICT"] == "not_judged" and "the smallest of" in beside["VERDICT_TEXT"]
    shared = released(KEEP_FIELDS=["sex", "ill"], SENSITIVE=["ill"])
    assert shared["VERDICT"] == "not_judged"  # everybody has it: the file itself says so, no class more
    assert "diversity_ill" in {one["key"] for one in json.loads(path.read_text())["judgement"]["checks"]}


@pytest.mark.slow
def test_a_class_with_one_diagnosis_gives_its_people_away(run, layer, peopled):
    rows = [
        (None, [("A00", "A11")[i % 2], ("flu", "flu", "cold")[i % 3] if i % 2 else "flu"]) for i in range(24)
    ]
    people = layer("None", rows, ["code:string", "ill:string"], crs=None, name="patients")
    cluster = release(run, people, peopled, FORM="cluster", KEEP_FIELDS=["ill"], SENSITIVE=["ill"])
    assert cluster["VERDICT"] == "gives_away" and "(l = 1, t" in cluster["VERDICT_TEXT"]
    assert "beside the release: " in cluster["VERDICT_TEXT"]


@pytest.fixture
def book(run, tmp_path):
    """A new ledger and its key, as parameters."""
    ledger, key = str(tmp_path / "l.gpkg"), str(tmp_path / "l.key")
    run("newledger", {"LEDGER": ledger, "KEY": key})
    return {"LEDGER": ledger, "LEDGER_KEY": key, "SMALL_CELL": 11, "FORM": "dissolved"}


COUNTS = {"A00": 4, "A01": 30, "A11": 25, "A22": 40, "A33": 18, "A30": 16, "A03": 22, "A12": 14, "A21": 5}
"""Records of some areas: the clusters have small and large counts."""


def listed(counts) -> list:
    return [area for area, number in counts.items() for _record in range(number)]


def shown(table, result) -> dict:
    return {row["cluster"]: row["records"] for row in table(result["OUTPUT"])}


@pytest.mark.slow
def test_the_ledger_withholds_the_same_counts_again_without_a_key_of_ones_own(
    run, layer, clustered, table, book
):
    source = records(layer, listed(COUNTS))
    first = shown(table, release(run, source, clustered, **book))
    assert None in first.values()
    for _again in range(3):
        assert shown(table, release(run, source, clustered, **book)) == first


@pytest.mark.slow
def test_the_ledger_refuses_a_release_by_other_clusters_that_tells_few_records(
    run, grid, layer, clustered, table, book
):
    source = records(layer, listed(COUNTS))
    release(run, source, clustered, PERIOD="2024", **book)
    coarse = run("clusterareas", {
        "AREAS": grid(4, 4), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 300, "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip
    with refuses("ledger.table.reveals", match="1"):
        release(run, source, coarse, PERIOD="2024", **book)
    others = records(layer, listed({**COUNTS, "A22": 60}))
    release(run, others, coarse, PERIOD="2031", **book)
    with refuses("ledger.table.reveals"):
        release(run, others, clustered, PERIOD="2030-2031", **book)


def test_the_ledger_refuses_counts_that_changed_by_one_and_takes_those_of_other_years(
    run, layer, clustered, table, book
):
    printed = shown(table, release(run, records(layer, listed(COUNTS)), clustered, PERIOD="2024", **book))
    code = max((code for code, count in printed.items() if isinstance(count, int)), key=printed.get)
    area = next(name for name, own in cluster_of(table, clustered).items() if own == code and name in COUNTS)
    more = records(layer, listed({**COUNTS, area: COUNTS[area] + 1}))
    told = rf"{printed[code]} records for .*{area}.*, this one {printed[code] + 1}"
    with refuses("ledger.table.count_changed", match=told):
        release(run, more, clustered, PERIOD="2023-2024", **book)
    release(run, more, clustered, PERIOD="2025", **book)


@pytest.mark.slow
@pytest.mark.parametrize("less", [{"SMALL_CELL": 1}, {"SMALL_CELL": 5}])
def test_the_ledger_refuses_a_release_that_promises_less_than_an_earlier_one(
    run, layer, clustered, book, less
):
    source = records(layer, listed(COUNTS))
    release(run, source, clustered, **book)
    with refuses("ledger.table.other_rules", match="11"):
        release(run, source, clustered, **{**book, **less})
    release(run, source, clustered, **{**book, "PERIOD": "2024"})


def test_the_ledger_refuses_totals_that_give_a_withheld_count_by_a_field_away(
    run, layer, clustered, table, book
):
    rows = [(None, [f"P{at}", area, "f" if at % 7 else "m"]) for at, area in enumerate(listed(COUNTS))]
    source = layer("None", rows, ["name:string", "code:string", "sex:string"], crs=None, name="patients")
    release(run, source, clustered, KEEP_FIELDS=["sex"], **book)
    with refuses("ledger.table.reveals", match="1"):
        release(run, source, clustered, **book)


def texts(row) -> list:
    return [str(row[name]) for name in ("cluster", "records", "n_f", "n_m")]


@pytest.mark.slow
def test_totals_of_clusters_are_printed_beside_counts_by_a_field(
    run, layer, clustered, table, book, tmp_path
):
    """Zones by groups with zone totals: whoever audits the layer narrows no small count."""
    source = by_sex(layer, SIZES)
    (tmp_path / "mask.key").write_text("ab" * 32, encoding="ascii")  # another coin hides the total as well
    given = {**book, "TOTALS": "boundary;zones", "MASK_KEY": str(tmp_path / "mask.key")}
    result = release(run, source, clustered, KEEP_FIELDS=["sex"], **given)
    printed = table(result["OUTPUT"])
    shown = [[isinstance(row[name], int) for name in ("records", "n_f", "n_m")] for row in printed]
    assert [True, False, False] in shown and [True, True, True] in shown
    for row, whole in zip(printed, shown):
        assert not all(whole) or row["records"] == row["n_f"] + row["n_m"]
    audited = run("auditcounts", {
        "COUNTS": result["OUTPUT"], "COUNT_FIELD": ["n_f", "n_m"], "TOTAL_FIELD": "records",
        "OVERALL": source.featureCount(), "PROTECTION": 11, "OUTPUT": "memory:",
    })  # fmt: skip
    assert audited["EXACT_COUNT"] == audited["EXPOSED_COUNT"] == 0 < audited["HIDDEN_COUNT"]
    for _again in range(4):
        repeated = release(run, source, clustered, KEEP_FIELDS=["sex"], **given)["OUTPUT"]
        assert [texts(row) for row in table(repeated)] == [texts(row) for row in printed]
    with refuses("release.totals.no_zones"):
        release(run, source, clustered, **given)


@pytest.mark.slow
def test_the_report_draws_the_densest_part_larger_and_says_the_share_that_is_shown(
    run, layer, grid, table, tmp_path
):
    """Seven by seven small squares in a corner of a land of large ones."""
    places = [(x * 0.05, y * 0.05, 0.05) for x in range(7) for y in range(7)]
    places += [(x * 2.0, y * 2.0, 2.0) for x in range(1, 4) for y in range(1, 4)]
    rows = [
        (f"POLYGON(({x} {y}, {x + s} {y}, {x + s} {y + s}, {x} {y + s}, {x} {y}))", [f"A{at}", 300])
        for at, (x, y, s) in enumerate(places)
    ]
    areas = layer("Polygon", rows, ["id:string", "pop:integer"])
    clustered = run("clusterareas", {
        "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 300, "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip
    path = tmp_path / "release.html"
    source = records(layer, [f"A{at}" for at in range(len(places)) for _record in range(12)])
    release(run, source, clustered, FORM="dissolved", SMALL_CELL=11, RELEASE_REPORT=str(path))
    assert "(limit 11)" in path.read_text(encoding="utf-8")  # on the first page
    text = path.read_text(encoding="utf-8")
    assert text.count("Map of the released rates") == 2 and "densest, larger" in text
    whole, inset = (part.split("</svg>")[0] for part in text.split("Map of the released rates")[1:3])
    assert whole.count("<polygon") == 58 and 25 <= inset.count("<polygon") <= 49
    assert "696 (100 %)" in text


@pytest.mark.slow
def test_the_map_of_equal_counts_shows_rates_in_more_than_one_colour(run, layer, table, tmp_path):
    """Zones that must hold so many records all hold about as many: a map of them says nothing."""
    rows = [
        (f"POLYGON(({x} 0, {x + 1} 0, {x + 1} 1, {x} 1, {x} 0))", [f"A{x}", 400 + 100 * x]) for x in range(8)
    ]
    areas = layer("Polygon", rows, ["id:string", "pop:integer"])
    clustered = run("clusterareas", {
        "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 300, "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip
    path = tmp_path / "release.html"
    source = records(layer, [f"A{at}" for at in range(8) for _record in range(12)])
    release(run, source, clustered, FORM="dissolved", SMALL_CELL=11, RELEASE_REPORT=str(path))
    drawn = path.read_text(encoding="utf-8").split("Map of the released rates")[1].split("</svg>")[0]
    assert len(set(re.findall(r"<polygon [^>]*fill='(#\w+)'", drawn))) == 4
    assert ">2\u202f400–3\u202f000<" in drawn  # 12 records of 500 and of 400 people, per 100 000


@pytest.mark.slow
def test_the_report_says_withheld_only_where_something_is_and_expects_by_all_records(
    run, layer, grid, clustered, table, tmp_path
):
    path = tmp_path / "release.html"
    given = {"FORM": "dissolved", "SMALL_CELL": 11, "RELEASE_REPORT": str(path)}
    source, _codes = counted(layer, clustered, table, [3, 12, 30, 14, 22, 16, 18, 19])
    release(run, source, clustered, **given)
    text = path.read_text(encoding="utf-8")
    assert "Hatched: withheld" in text and "withheld ones too" in text
    people = sum(row["pop"] for row in table(clustered) if row["cluster"] is not None)
    assert f">{134 / people * 200:.1f}<" in text.replace(",", ".")  # clusters of 200 people
    full = run("clusterareas", {
        "AREAS": grid(4, 4), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200, "OUTPUT": "memory:",
        "PATIENTS": None, "CASES": "pop", "MINIMUM_CASES": 11,
    })["OUTPUT"]  # fmt: skip
    release(run, records(layer, [row["id"] for row in table(full) for _one in range(12)]), full, **given)
    text = path.read_text(encoding="utf-8")
    assert "Hatched" not in text and "were withheld, and further" not in text
    assert "made to hold at least 11 records" in text


def rest_values(rows, total):
    """How many values pencil and paper leave for records in no cluster, from the total of all."""
    rest = total - sum(row["records"] for row in rows if not row["hidden"])
    return rest - sum(row["hidden"] for row in rows)


@pytest.mark.slow
@pytest.mark.parametrize("totals", ["boundary", "overall", "none"])
def test_few_records_without_a_cluster_are_not_the_rest_of_the_total_of_all(
    run, layer, partly, table, totals, feedback
):
    """Three records in the unresolved east: all counts of the west shown, 103 - 100 would tell them."""
    west = {row["id"] for row in table(partly) if row["status"] == "clustered"}
    source = records(layer, [*sorted(west) * 12, "A30", "A30", "A31"])
    result = release(run, source, partly, FORM="dissolved", SMALL_CELL=None, TOTALS=totals)
    rows = table(result["OUTPUT"])
    assert rest_values(rows, len(west) * 12 + 3) >= 11
    assert result["HIDDEN_CELLS"] >= 1
    said = " ".join(feedback.warnings)
    assert "None of these counts is small" in said and "MINIMUM_CASES" not in said
    for form in ("cluster", "member"):
        found = release(run, source, partly, FORM=form, SMALL_CELL=None, TOTALS=totals)
        assert found["HELD_BACK_COUNT"] >= 3 + 11


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["round", "cellkey"])
def test_counts_that_are_changed_are_refused_where_few_records_have_no_cluster(
    run, layer, partly, table, rule
):
    west = sorted(row["id"] for row in table(partly) if row["status"] == "clustered")
    source = records(layer, [*west * 12, "A30"])
    more = {"FORM": "dissolved", "SMALL_CELL": None, "RELEASE_RULE": rule, "RECORD_ID": "name"}
    with refuses("count.outside.subtractable"):
        release(run, source, partly, **more)
    release(run, records(layer, west * 12), partly, **more)


@pytest.mark.slow
def test_few_records_without_a_cluster_are_withheld_again_and_under_a_field(run, layer, partly, table, book):
    west = sorted(row["id"] for row in table(partly) if row["status"] == "clustered")
    rows = [(None, [f"P{area}{sex}{at}", area, sex]) for area in west for sex in "fm" for at in range(14)]
    rows += [(None, [f"P{at}", "A30", "f"]) for at in range(4)]
    source = layer("None", rows, ["name:string", "code:string", "sex:string"], crs=None, name="patients")
    for year, more in enumerate(({}, {"KEEP_FIELDS": ["sex"]}), 2001):
        for totals, period in (("overall", year), ("boundary", year + 10)):
            years = {**book, "PERIOD": str(period), **more}
            first = table(release(run, source, partly, **years, TOTALS=totals)["OUTPUT"])
            again = table(release(run, source, partly, **years, TOTALS=totals)["OUTPUT"])
            assert [list(map(str, row.values())) for row in first] == [
                list(map(str, row.values())) for row in again
            ]
            column = "n_f" if more else "records"
            told = [{"hidden": not isinstance(row[column], int), "records": row[column]} for row in first]
            assert rest_values(told, (14 if more else 28) * len(west) + 4) >= 11


def cell(column, row):
    x, y = -75 + column / 10, 45 + row / 10
    return f"POLYGON(({x} {y},{x + 0.1} {y},{x + 0.1} {y + 0.1},{x} {y + 0.1},{x} {y}))"


def split_unit(run, layer, cells):
    """One unit with a rate of at most a tenth: of two parts apart, one keeps to it and the other does not."""
    areas = layer("Polygon", cells, ["id:string", "pop:integer", "unit:string", "n:integer"], name="areas")
    return run("clusterareas", {
        "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "RISK_METRIC": "cases", "THRESHOLD": 0.1,
        "CASES": "n", "BOUNDARY": "unit", "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip


@pytest.mark.slow
def test_the_rest_of_a_unit_total_that_no_cluster_counts_is_protected(run, layer, table):
    """Twelve and more records in each cluster, five on an island of the unit that could not be clustered."""
    cells = [(cell(at, 0), [f"A{at}", 1000, "U", 30]) for at in range(4)]
    cells += [(cell(9, 0), ["I0", 40, "U", 400])]
    cells += [(cell(at, 5), [f"B{at}", 1000, "V", 30]) for at in range(4)]
    clustered = split_unit(run, layer, cells)
    status = {row["id"]: row["status"] for row in table(clustered)}
    assert status["I0"] == "unresolved" and status["A0"] == status["B0"] == "clustered"
    inside = [f"{unit}{at}" for unit in "AB" for at in range(4) for _one in range(14)]
    source = records(layer, inside + ["I0"] * 5)
    rows = table(release(run, source, clustered, FORM="dissolved", SMALL_CELL=None)["OUTPUT"])
    own = [row for row in rows if row["cluster"].startswith("U")]
    hidden = [row for row in own if row["hidden"]]
    assert hidden
    rest = 4 * 14 + 5 - sum(row["records"] for row in own if not row["hidden"])
    assert rest - len(hidden) >= 11
    assert not any(row["hidden"] for row in rows if row["cluster"].startswith("V"))


def test_the_map_shows_the_border_of_clusters_of_one_colour_and_the_words_name_what_is_there(
    run, layer, clustered, table, tmp_path
):
    source, _codes = counted(layer, clustered, table, [20] * 8)
    page = tmp_path / "r.html"
    release(run, source, clustered, FORM="dissolved", SMALL_CELL=None, RELEASE_REPORT=str(page))
    text = page.read_text(encoding="utf-8").partition('class="shown"')[2]
    lines = re.search(r"<path d='([^']+)' fill='none'", text)[1].count("M")
    cluster_of_area, met = cluster_of(table, clustered), 0
    for column in range(4):
        for row in range(4):
            own = cluster_of_area[f"A{column}{row}"]
            met += column < 3 and cluster_of_area[f"A{column + 1}{row}"] != own
            met += row < 3 and cluster_of_area[f"A{column}{row + 1}"] != own
    assert lines == met
    assert "none of its 8 counts lies from 1 to 10" in text and "boundary unit" not in text
    assert "withheld ones too" not in text


def test_a_table_of_zones_comes_with_their_polygons_alone(run, layer, clustered, tmp_path):
    source = records(layer, ["A00", "A11", "A22", "A33"] * 5)
    given = {"SMALL_CELL": None, "TABLE": str(tmp_path / "zones.csv")}
    with refuses("release.table.not_dissolved"):
        release(run, source, clustered, FORM="member", **given)
    assert not (tmp_path / "zones.csv").exists()
