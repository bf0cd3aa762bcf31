# SPDX-License-Identifier: GPL-2.0-or-later
"""Audit counts, run as a user runs it."""

import hashlib

import pytest

from tests.refusals import refuses

qgis_core = pytest.importorskip("qgis.core")


@pytest.fixture
def printed(layer):
    """Make a table of counts: (zone, unit, people, counts …); None is withheld."""

    def build(rows, groups=1):
        names = ["zone:string", "unit:string", "people:integer", *(f"n{g}:integer" for g in range(groups))]
        return layer("None", [(None, row) for row in rows], names, crs=None, name="counts")

    return build


def audit(run, counts, **more):
    return run("auditcounts", {"COUNTS": counts, "COUNT_FIELD": ["n0"], "OUTPUT": "memory:", **more})


@pytest.mark.slow
def test_a_hidden_sum_equal_to_the_number_of_hidden_cells_gives_all_away(run, printed, table):
    rows = [[f"Z{i}", "A", 9000, None] for i in range(12)] + [["X", "A", 9000, n] for n in (15, 22, 40)]
    result = audit(run, printed(rows), OVERALL=89)
    assert result["EXACT_COUNT"] == result["HIDDEN_COUNT"] == 12
    assert result["VERDICT"] == "gives_away"
    assert all((row["low"], row["high"]) == (1, 1) for row in table(result["OUTPUT"])[:12])
    assert [row["exact"] for row in table(result["OUTPUT"])] == [True] * 12 + [False] * 3


def test_without_any_total_nothing_is_known_and_with_partners_all_is_protected(run, printed):
    rows = [["a", "A", 9000, None], ["b", "A", 9000, None], ["c", "A", 9000, 40]]
    people = {"POPULATION": "people"}
    assert audit(run, printed(rows), **people)["VERDICT"] == "with_care"
    result = audit(run, printed(rows), OVERALL=70, **people)
    assert (result["VERDICT"], result["FEWEST_VALUES"], result["EXACT_COUNT"]) == ("passed", 29, 0)
    assert audit(run, printed(rows), OVERALL=50, **people)["VERDICT"] == "gives_away"


def test_totals_of_zones_that_follow_are_held_against_the_people(run, printed, layer):
    """Of b's 130 people 121 are patients: the total of all less that of the unit of a and c."""
    rows = [["a", "A", 256, None, None], ["b", "B", 130, None, None], ["c", "A", 562, None, None]]
    totals = layer("None", [(None, ["A", 238])], ["name:string", "count:integer"], crs=None)
    told = {"TOTALS": totals, "BOUNDARY": "unit"}
    given = {"COUNT_FIELD": ["n0", "n1"], "POPULATION": "people", **told}
    assert audit(run, printed(rows, 2), OVERALL=359, **given)["VERDICT"] == "gives_away"
    assert audit(run, printed(rows, 2), OVERALL=338, **given)["VERDICT"] == "with_care"


def test_zones_whose_totals_are_not_printed_are_held_against_their_people_together(run, printed, layer):
    """223 of the 229 people of a and c: the total of all less that of b."""
    rows = [["a", "A", 146, None, None], ["b", "A", 123, None, None], ["c", "A", 83, None, None]]
    counts = layer("None", [(None, [*row, total]) for row, total in zip(rows, (None, 18, None))],
                   ["zone:string", "unit:string", "people:integer", "n0:integer", "n1:integer", "t:integer"],
                   crs=None, name="counts")  # fmt: skip
    given = {"COUNT_FIELD": ["n0", "n1"], "POPULATION": "people", "TOTAL_FIELD": "t"}
    assert audit(run, counts, OVERALL=241, **given)["VERDICT"] == "gives_away"
    assert audit(run, counts, OVERALL=200, **given)["VERDICT"] == "with_care"


def test_totals_of_groups_add_up_to_that_of_all(run, printed, layer):
    """439 of 449 people, by three groups that are each fewer than a third."""
    rows = [[name, "A", people, None, None, None] for name, people in zip("abcd", (88, 122, 139, 100))]
    totals = layer("None", [(None, [f"n{at}", n]) for at, n in enumerate((146, 146, 147))],
                   ["name:string", "count:integer"], crs=None)  # fmt: skip
    told = {"TOTALS": totals, "POPULATION": "people"}
    found = audit(run, printed(rows, 3), COUNT_FIELD=["n0", "n1", "n2"], **told)
    assert found["VERDICT"] == "gives_away"


def test_unit_totals_are_subtracted(run, printed, layer, table):
    rows = [
        ["a", "Che", 9000, 16],
        ["b", "Che", 9000, None],
        ["c", "Tio", 9000, None],
        ["d", "Tio", 9000, None],
    ]
    totals = layer(
        "None", [(None, ["Che", 22]), (None, ["Tio", 24])], ["name:string", "count:integer"], crs=None
    )
    result = audit(run, printed(rows), BOUNDARY="unit", TOTALS=totals)
    found = table(result["OUTPUT"])
    assert (found[1]["low"], found[1]["high"], found[1]["exact"]) == (6, 6, True)
    assert (found[2]["low"], found[2]["high"]) == (1, 23)
    assert result["EXACT_COUNT"] == 1


def test_groups_with_totals_both_ways_are_a_network(run, printed, layer, table):
    """x11 + x12 = 12, x21 + x22 = 20, x11 + x21 = 15, all four hidden but at least 1."""
    rows = [["a", "A", 9000, None, None], ["b", "A", 9000, None, None]]
    counts = printed(rows, 2)
    counts.dataProvider().addAttributes([qgis_core.QgsField("total", counts.fields()[2].type())])
    counts.updateFields()
    for feature, total in zip(list(counts.getFeatures()), (12, 20)):
        counts.dataProvider().changeAttributeValues({feature.id(): {5: total}})
    totals = layer("None", [(None, ["n0", 15])], ["name:string", "count:integer"], crs=None)
    result = audit(
        run, counts, COUNT_FIELD=["n0", "n1"], TOTAL_FIELD="total", TOTALS=totals,
    )  # fmt: skip
    first = table(result["OUTPUT"])[0]
    assert (first["low_1"], first["high_1"]) == (1, 11)
    second = table(result["OUTPUT"])[1]
    assert (second["low_1"], second["high_1"]) == (4, 14)


def test_counts_by_other_zones_are_subtracted(run, layer, table):
    def box(west, east):
        return f"POLYGON(({west} 0,{east} 0,{east} 1,{west} 1,{west} 0))"

    own = layer("Polygon", [(box(0, 1), ["a", None]), (box(1, 2), ["b", 30])], ["zone:string", "n0:integer"])
    other = layer("Polygon", [(box(0, 2), ["all", 34])], ["zone:string", "n0:integer"])
    result = audit(run, own, OTHER=other)
    assert result["EXACT_COUNT"] == 1
    assert table(result["OUTPUT"])[0]["low"] == 4
    shifted = layer(
        "Polygon", [(box(0, 1.5), ["l", 20]), (box(1.5, 2), ["r", 18])], ["zone:string", "n0:integer"]
    )
    found = table(audit(run, own, OTHER=shifted)["OUTPUT"])[0]
    assert (found["low"], found["high"]) == (8, 8)


def test_the_total_of_the_one_group_is_known_beside_other_zones_too(run, layer, table):
    box = "POLYGON(({0} 0,{1} 0,{1} 1,{0} 1,{0} 0))"
    zones = [(box.format(0, 1), ["a", None]), (box.format(1, 2), ["b", 30])]
    own = layer("Polygon", zones, ["zone:string", "n0:integer"])
    other = layer("Polygon", [(box.format(0, 2), ["all", None])], ["zone:string", "n0:integer"])
    totals = layer("None", [(None, ["n0", 34])], ["name:string", "count:integer"], crs=None)
    known = {"TOTALS": totals}
    result = audit(run, own, OTHER=other, **known)
    assert (result["EXACT_COUNT"], result["VERDICT"]) == (1, "gives_away")
    assert table(result["OUTPUT"])[0]["low"] == 4


@pytest.mark.parametrize("name", ["A", "n0", None])
def test_a_total_that_one_row_knows_is_not_forgotten_where_another_row_is_empty(run, printed, layer, name):
    rows = [["a", "A", 9000, None], ["b", "A", 9000, 40]]
    given = {"BOUNDARY": "unit"}

    def found(*values):
        names = ["name:string", "count:integer"]
        totals = layer("None", [(None, [name, value]) for value in values], names, crs=None)
        return audit(run, printed(rows), TOTALS=totals, **given)

    for values in ((43, None), (None, 43), (43, 43)):
        assert found(*values)["EXACT_COUNT"] == 1
    with refuses("count.table.contradiction"):
        found(43, 70)


def test_the_total_of_all_that_is_given_twice_must_agree(run, printed, layer):
    rows = [["a", "A", 9000, None], ["b", "A", 9000, 40]]
    totals = layer("None", [(None, [None, 43])], ["name:string", "count:integer"], crs=None)
    given = {"TOTALS": totals}
    assert audit(run, printed(rows), OVERALL=43, **given)["EXACT_COUNT"] == 1
    with refuses("count.table.contradiction"):
        audit(run, printed(rows), OVERALL=70, **given)


def test_a_table_that_contradicts_itself_is_told(run, printed):
    rows = [["a", "A", 9000, None], ["b", "A", 9000, 40]]
    with refuses("count.row.contradiction"):
        audit(run, printed(rows), OVERALL=40)
    with refuses("count.row.contradiction"):
        audit(run, printed(rows), OVERALL=60, MOST=10)


def test_few_people_and_a_promise_narrow_a_count(run, printed, table):
    rows = [["a", "A", 5, None], ["b", "A", 9000, None], ["c", "A", 9000, 40]]
    found = table(audit(run, printed(rows), OVERALL=60, POPULATION="people")["OUTPUT"])
    assert (found[0]["low"], found[0]["high"]) == (1, 5)
    assert (found[1]["low"], found[1]["high"]) == (15, 19)


def test_a_table_without_a_hidden_count_is_not_judged_and_small_counts_are_told(run, printed, tmp_path):
    rows = [["a", "A", 9000, 3], ["b", "A", 9000, 40]]
    result = audit(run, printed(rows), OVERALL=43, REPORT=str(tmp_path / "r.html"))
    assert result["VERDICT"] == "not_judged"
    assert "No count of the table is withheld" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_halves_and_totals_of_nothing_are_refused_by_name(run, layer, printed):
    half = layer("None", [(None, ["a", 2.5])], ["zone:string", "n0:double"], crs=None, name="counts")
    with refuses("count.value.not_a_count"):
        audit(run, half)
    totals = layer("None", [(None, ["Z", 15])], ["name:string", "count:integer"], crs=None)
    with refuses("count.field.unknown"):
        audit(run, printed([["a", "A", 9, 4]]), TOTALS=totals)


def test_empty_cells_of_a_table_of_texts_are_hidden_counts(run, table, tmp_path):
    """CSV as it is published: nothing says that its columns are numbers."""
    path = tmp_path / "counts.csv"
    path.write_text("zone,n\na,12\nb,\nc,\nd, \n", encoding="utf-8")
    result = run(
        "auditcounts", {"COUNTS": str(path), "COUNT_FIELD": ["n"], "OVERALL": 20, "OUTPUT": "memory:"}
    )
    assert result["HIDDEN_COUNT"] == 3
    assert [(row["low"], row["high"]) for row in table(result["OUTPUT"])] == [(12, 12)] + [(1, 6)] * 3


def test_the_report_names_the_file_of_counts_that_was_checked(run, printed, tmp_path):
    path, page = tmp_path / "counts.csv", tmp_path / "report.html"
    path.write_text("zone,n0\na,12\nb,\nc,15\n", encoding="utf-8")
    for counts, named in ((str(path), True), (printed([["a", "A", 9, 40], ["b", "A", 9, 50]]), False)):
        audit(run, counts, REPORT=str(page))
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        assert (f"counts.csv <code>{digest}</code>" in page.read_text("utf-8")) is named


@pytest.mark.parametrize("text", ["<5", "nan", "inf", "-1", "2.5"])
def test_a_text_that_is_no_count_is_refused_by_name(run, tmp_path, text):
    path = tmp_path / "counts.csv"
    path.write_text(f"zone,n\na,12\nb,{text}\n", encoding="utf-8")
    with refuses("count.value.not_a_count", match="n"):
        run("auditcounts", {"COUNTS": str(path), "COUNT_FIELD": ["n"], "OUTPUT": "memory:"})


@pytest.mark.slow
def test_a_large_table_of_zones_by_groups_falls_into_its_zones(run, table, tmp_path):
    """6 000 zones by four groups: more than flows could follow, were they one."""
    path, rows = tmp_path / "counts.csv", [["", "", 20, 30, 55 + at % 3] for at in range(6000)]
    lines = [",".join(map(str, [at, *row])) for at, row in enumerate(rows)]
    path.write_text("\n".join(["zone,a,b,c,d,total", *lines]) + "\n", encoding="utf-8")
    given = {"COUNTS": str(path), "COUNT_FIELD": ["a", "b", "c", "d"], "TOTAL_FIELD": "total"}
    result = run("auditcounts", {**given, "PROTECTION": 5, "OUTPUT": "memory:"})
    assert (result["HIDDEN_COUNT"], result["EXACT_COUNT"], result["FEWEST_VALUES"]) == (12_000, 0, 4)
    assert [(row["low_1"], row["high_1"]) for row in table(result["OUTPUT"])[:3]] == [(1, 4), (1, 5), (1, 6)]
