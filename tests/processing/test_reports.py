# SPDX-License-Identifier: GPL-2.0-or-later
"""What all reports share: two forms, print, and values that are not shown."""

import re
import shutil
import subprocess
from dataclasses import replace

import pytest

pytest.importorskip("qgis.core", reason="QGIS is not installed for this Python")

from geodeid_plugin.core.base.errors import Phrase
from geodeid_plugin.core.base.verdict import CARE, MADE, Adversary, Check, Claim, Inputs, Verdict
from geodeid_plugin.report import (
    MISSING,
    SUPPRESSED,
    Answer,
    Facts,
    Figure,
    Report,
    Section,
    Table,
    charts,
    render,
)
from geodeid_plugin.report.numbers import agreeing
from geodeid_plugin.report.verdictpage import risk

TABLE = Table(("Area", "Cases"), (("A", 12), ("B", 0), ("C", SUPPRESSED), ("D", MISSING)))
CHART = charts.histogram([1, 2, 2, 3], "Cases")


CLAIM = Claim(Phrase("Nobody is named."), 0.2)
SECRET = Check("look", CARE, Phrase("Look at 13 homes."), Phrase("Mask again."), (4, 7))
PUBLIC = Check("audit", MADE, Phrase("It was audited."), internal=False)


def judged(*checks, risk=0.1):
    inputs = Inputs(
        (("Areas", "secret layer"),), (("Population", "POP100"),), 281, 1e6, (1, 5, 9), 552, 3, ()
    )
    everybody = Adversary("all", Phrase("the method"), Phrase("all people"), risk, internal=False)
    neighbour = Adversary(
        "one", Phrase("a neighbour"), Phrase("homes"), 0.9, covered=False, why=Phrase("Not promised."),
        internal=False,
    )  # fmt: skip
    return Verdict(CLAIM, inputs, (everybody, neighbour), checks)


def report(**more):
    sections = (
        Section("Counts", TABLE, Facts(("secret", "13 m"), internal=True), Figure(CHART, "Chart", True)),
        Section("Inside", "told inside", internal=True),
        *(Section(f"Part {number}", "word " * 300) for number in range(12)),
    )
    return Report("Lead.", sections, judged(SECRET, PUBLIC), ("left out: 5",), **more)


def test_the_release_form_leaves_out_whatever_is_internal():
    internal, release = render(report()), render(report(), release=True)
    for inside in ("13 m", "told inside", CHART, "left out: 5", "INTERNAL"):
        assert inside in internal and inside not in release
    assert "For release" in release and "For release" not in internal


def test_the_release_form_has_a_lead_of_its_own_and_hears_no_internal_finding():
    told = report(release_summary="Other lead.", affected_records=("4", "7"))
    internal, release = render(told), render(told, release=True)
    assert "Other" not in internal and "Other lead." in release
    for secret in ("13 homes", "secret layer", "POP100", "552", "4, 7", "Mask again."):
        assert secret in internal and secret not in release, secret
    for public in ("Nobody is named.", "It was audited.", "281", "a neighbour", "Not promised."):
        assert public in internal and public in release, public
    assert '<div class="verdict with_care">' in internal and '<div class="verdict with_care">' in release


def page_of(verdict):
    return render(Report("Lead.", (Section("Counts", TABLE),), verdict))


def test_what_decided_stands_on_the_first_page_with_what_to_do():
    first, _mark, rest = page_of(judged(SECRET, PUBLIC)).partition("<section")
    assert first.count("Look at 13 homes.") == first.count("→ Mask again.") == 1
    assert "checks passed" not in first, "“1 of 2” would read as half good beside what asks for care"
    assert "! Look at 13 homes." in rest and "✓ It was audited." in rest


@pytest.mark.parametrize(
    ("risk", "checks", "level", "word"),
    [
        (0.1, (PUBLIC,), "passed", "YES"),
        (0.1, (SECRET,), "with_care", "YES, IF"),
        (None, (PUBLIC,), "not_judged", "CAN’T TELL"),
        (0.3, (SECRET,), "gives_away", "NO"),
    ],
)
def test_the_first_page_answers_with_one_of_four_words_in_both_forms(risk, checks, level, word):
    page = Report("", (), judged(*checks, risk=risk))
    for release in (False, True):
        html = render(page, release)
        assert f'<div class="verdict {level}">' in html
        assert html.count(f"</span> {word}</strong>") == 1


def test_a_no_claims_nothing():
    """Who reads in a hurry takes what is claimed for what was found."""
    first = page_of(judged(PUBLIC, risk=0.3)).partition("<section")[0]
    assert "Do not publish it" in first and "Nobody is named." not in first


def test_the_crowd_of_the_first_page_is_never_larger_than_the_worst_risk_allows():
    assert "<b>10</b>" in page_of(judged(PUBLIC, risk=0.0952))
    release = render(Report("", (), judged(PUBLIC, risk=0.0952)), release=True)
    assert "<b>5</b>" in release  # what was asked for; the figure itself may be internal


@pytest.mark.parametrize("risk", [None, 0.3, float("nan")])
def test_no_crowd_is_promised_where_the_claim_does_not_hold(risk):
    page = Report("", (), judged(PUBLIC, risk=risk))
    assert all("people among whom" not in render(page, release) for release in (False, True))


def test_a_release_promises_no_crowd_beyond_which_an_adversary_got_as_explained():
    verdict = judged(PUBLIC, risk=0.3)
    explained = replace(verdict.adversaries[0], explained=Phrase("Chance explains it."))
    page = Report("", (), replace(verdict, adversaries=(explained,)))
    assert "<b>3</b>" in render(page) and "people among whom" not in render(page, release=True)


def test_what_has_no_room_on_the_first_page_is_counted_there():
    many = [replace(SECRET, key=f"look{at}", sentence=Phrase(f"Look at {at} homes.")) for at in range(9)]
    first = page_of(judged(*many)).partition("<section")[0]
    assert first.count("Look at") == 6 and "And 3 more, under “What was checked”." in first


def test_what_helps_stands_on_the_first_page_before_what_does_not():
    many = [replace(SECRET, key=f"look{at}", sentence=Phrase(f"Look at {at} homes.")) for at in range(9)]
    many[8] = replace(many[8], remedy=Phrase("Close the door."))
    first = page_of(judged(*many)).partition("<section")[0]
    assert "Look at 0 homes." in first and "Look at 8 homes." in first and "Close the door." in first


def test_nobody_signs_where_nothing_is_released():
    report = Report("", (), judged(PUBLIC))
    assert "Signature" not in render(report)
    assert "Signature" in render(replace(report, releases=True))
    assert "Signature" not in render(replace(report, releases=True), release=True)


@pytest.mark.parametrize("risk", [None, 0.3])
def test_nobody_is_asked_to_approve_what_must_not_be_released(risk):
    """Nor is its form for release stamped as one, nor told that all checks passed."""
    refused = Report("", (), judged(PUBLIC, risk=risk), releases=True)
    assert "Signature" not in render(refused)
    release = render(refused, release=True)
    assert "For release" not in release and "Held back – do not release" in release
    assert "checks passed" not in release and "checks passed" not in render(refused)


def test_the_files_that_were_judged_are_named_with_their_checksums():
    html = render(Report("", (), judged(PUBLIC), files=(("map.png", "ab" * 32),)))
    assert "map.png" in html and "ab" * 32 in html


def test_an_answer_that_judges_nobody_has_none_of_the_four_words():
    html = render(Report("", (), Answer("p = 0.5")))
    assert "p = 0.5" in html and "Passed" not in html


def test_suppressed_zero_and_missing_look_different():
    cells = re.findall(r"<td[^>]*>.*?</td>", render(Report("", (Section("S", TABLE),))))
    assert cells[1::2] == [
        '<td class="number">12</td>',
        '<td class="number">0</td>',
        '<td class="suppressed number"><span>withheld</span></td>',
        '<td class="missing number"><span>no data</span></td>',
    ]


def test_a_table_explains_only_what_it_does_not_show():
    page = render(report())
    assert page.count('<p class="key">') == 2 and "not zero" in page
    plain = render(Report("", (Section("S", Table(("A", "B"), (("x", 0),))),)))
    assert '<p class="key">' not in plain


def test_a_logarithmic_axis_without_a_round_power_has_ticks_all_the_same():
    axes = charts.Axis("Risk", log=True), charts.Axis("Move", log=True)
    drawn = charts.chart([charts.Line([0.1, 0.5], [2528, 4018], "x")], *axes)
    assert all(f">{tick}<" in drawn for tick in ("3\u202f000", "3\u202f500", "4\u202f000"))


def texts(drawn):
    """Height of each text of a chart."""
    found = re.findall(r"<text x='[^']*' y='([^']*)'[^>]*>([^<]*)<", drawn)
    return {text: float(y) for y, text in found}


def test_names_of_dots_stand_apart_above_the_axis_and_lines_are_named_below_it():
    names = ("a", "b", "c", "d")
    dots = charts.Dots([0, 1, 2, 3], [0.03, 0.02, 0.01, 0.0], names=names)
    marks = [dots, charts.Dots([4000], [1.0], names=("far",)), charts.Line([0, 1], [0, 1], "line")]
    at = texts(charts.chart(marks, charts.Axis("x"), charts.Axis("y")))
    heights = sorted(at[name] for name in names)
    assert all(high - low >= 13 for low, high in zip(heights, heights[1:]))
    assert heights[-1] < at["x"] - 40 and at["line"] > at["x"]


def test_the_name_of_a_rule_stands_above_the_bars():
    at = texts(charts.histogram([1, 1, 1, 2], "Cases", rules=(charts.Rule(1.0, "least"),)))
    assert at["least"] < 16


def test_a_fact_that_stands_alone_or_is_long_has_the_whole_width():
    short = ("Records", "552")
    assert Facts(short, short).brief and not Facts(short).brief
    assert not Facts(short, ("Form", "each record with an area drawn at random from its zone")).brief


@pytest.mark.parametrize(
    ("cell", "number"),
    [("1\u202f234", True), ("12.5 %", True), ("−3 m", True), ("< 0.001 %", True), (4.5, True), ("A12", False),
     ("first 3", False), ("12 of 13", False)],
)  # fmt: skip
def test_columns_of_numbers_are_set_to_the_right(cell, number):
    assert Table(("x",), ((cell,),)).numeric == [number]


def test_a_title_cannot_end_the_style_sheet():
    page = render(Report("", (), title='</style><b id="x">"\\'))
    assert '<b id="x">' not in page and page.count("</style>") == 1


def test_a_user_s_words_are_not_made_to_agree():
    inputs = Inputs(layers=((Phrase("Areas"), "Zone 1 areas"),))
    verdict = replace(judged(PUBLIC), inputs=inputs)
    page = render(Report("1 records are left out.", (), verdict, title="District 1 cases"))
    assert "<h1>District 1 cases</h1>" in page and "Zone 1 areas" in page
    assert "1 record is left out." in page


def test_what_helps_two_conditions_stands_once():
    checks = [Check(name, CARE, Phrase(f"{name} is open."), Phrase("Mask again.")) for name in "ab"]
    page = render(Report("", (), judged(*checks)))
    assert page.count("→ Mask again.") == 1 and "a is open." in page and "b is open." in page


def test_only_who_can_sign_is_told_to_look_before_signing():
    verdict = Verdict(Claim(Phrase("Nobody is named.")), None, (), (Check("x", CARE, Phrase("Look here.")),))
    assert "Before you sign" in render(Report("", (), verdict, releases=True))
    assert "Before it is published" in render(Report("", (), verdict))
    assert "Before it is published" in render(Report("", (), verdict, releases=True), release=True)


@pytest.mark.slow
def test_every_printed_page_of_the_internal_form_says_so(tmp_path):
    browser, reader = shutil.which("chromium"), shutil.which("pdftotext")
    if not (browser and reader):
        pytest.skip("chromium or pdftotext is not installed")
    for release in (False, True):
        page, printed = tmp_path / "report.html", tmp_path / "report.pdf"
        page.write_text(render(report(), release), "utf-8")
        command = [
            browser,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            f"--print-to-pdf={printed}",
            str(page),
        ]
        subprocess.run(command, capture_output=True, timeout=120, check=True)
        text = subprocess.run([reader, str(printed), "-"], capture_output=True, text=True, check=True).stdout
        pages = text.rstrip("\f").split("\f")
        assert len(pages) > 2
        assert all(("do not release" in told) != release for told in pages)


@pytest.fixture
def cells(run, grid, layer, tmp_path):
    """Counts of 12, 2 and 0 records in clusters, and areas in no cluster, with both reports."""
    areas = grid(4, 4, population=lambda column, _row: 100 if column < 2 else 1)
    clustered = run("clusterareas", {
        "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200, "BOUNDARY": "unit",
        "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip
    cluster = {f["id"]: f["cluster"] for f in clustered.getFeatures() if f["status"] == "clustered"}
    names = sorted(set(cluster.values()))
    members = {name: next(area for area in cluster if cluster[area] == name) for name in names}
    given = [members[names[0]]] * 12 + [members[names[1]]] * 2 + [members[names[2]]] * 13
    rows = [(None, [area]) for area in given]
    forms = tmp_path / "internal.html", tmp_path / "release.html"
    output = run("releaseareas", {
        "RECORDS": layer("None", rows, ["code:string"], crs=None), "RECORD_AREA": "code", "AREA_ID": "id",
        "CLUSTERED": clustered, "FORM": "dissolved", "SMALL_CELL": 5, "SEED": 1, "OUTPUT": "memory:",
        "REPORT": str(forms[0]), "RELEASE_REPORT": str(forms[1]),
    })["OUTPUT"]  # fmt: skip
    return output, [form.read_text() for form in forms]


@pytest.mark.slow
def test_the_report_on_released_counts_shows_what_the_layer_shows(cells, table):
    output, forms = cells
    expected = [
        (row["cluster"], "withheld" if row["hidden"] else str(row["records"])) for row in table(output)
    ]
    assert {shown for _cluster, shown in expected} <= {"withheld", "0", "12", "13"}
    for form in forms:
        rows = re.findall(r"<tr><td>([^<]+)</td><td[^>]*>200</td><td[^>]*>(?:<span>)?([^<]+)<", form)
        assert rows == expected


@pytest.mark.slow
def test_both_forms_carry_what_remains_and_the_words_to_print(cells):
    for form in cells[1]:
        assert "groups of areas with at least 200 people each" in form
        assert "the count lies from 1 to 4" in form and "Counts from 1 to 4 were withheld" in form
        assert "Arbuckle L. Anonymizing Health Data" in form and "Repeated releases" in form
    assert all("Signature" not in form for form in cells[1])  # a seeded run is for testing


@pytest.mark.slow
def test_the_map_of_released_counts_tells_suppressed_zero_and_no_data_apart(cells):
    for form in cells[1]:
        for fill, said in (
            ("url(#held-back)", "withheld to protect people"),
            ("url(#no-data)", "no data: in no zone, not released"),
            ("#ffffff", "0: no record"),
        ):
            assert f"fill='{fill}'" in form and said in form


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.2, "0.2"),
        (0.77201, "0.772"),
        (1 / 11, "0.09091"),
        (8.429e-5, "0.00008429"),
        (5e-5, "0.00005"),
        (1.0, "1"),
    ],
)
def test_risks_are_written_with_four_digits_and_never_with_powers_of_ten(value, text):
    from geodeid_plugin.report.numbers import chance

    assert chance(value) == text


def test_a_long_table_of_short_cells_is_printed_in_two_columns():
    rows = tuple((f"0:-{at}:680", "8 000", SUPPRESSED) for at in range(31))
    heads = ("Cell", "Side (m)", "Records")
    assert Table(heads, rows).narrow
    assert not Table(heads, rows[:30]).narrow
    wide = tuple(("Onondaga-12", "20 284", 12, "67.5 (36.9–113.2)", "11.3") for _row in rows)
    assert not Table(("Zone", "People", "Records", "Per 100 000 (95 %)", "Expected"), wide).narrow


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.0952, "0.0952 (1 in 10)"),
        (1 / 11, "0.09091 (1 in 11)"),
        (1 / 49, "0.02041 (1 in 49)"),
        (0.2609, "0.2609 (1 in 3)"),
    ],
)
def test_a_risk_is_never_called_one_in_more_people_than_it_allows(value, words):
    """0.0952 is above a bound of 1 in 11 and read as 1 in 11."""
    assert risk(value) == words


@pytest.mark.parametrize(
    ("filled", "read"),
    [
        (
            "1 records are left out, and 11 records lie outside.",
            "1 record is left out, and 11 records lie outside.",
        ),
        ("1 of 552 records are found.", "1 of 552 records is found."),
        ("1 people in 1 areas from “1 areas in all”", "1 person in 1 area from “1 areas in all”"),
        (
            "2\u202f001 records, from 1 to 10, 1 in 20 live here.",
            "2\u202f001 records, from 1 to 10, 1 in 20 live here.",
        ),
        ("0.1 points, rows 3, 1 have none.", "0.1 points, rows 3, 1 have none."),
    ],
)
def test_one_of_something_is_no_plural(filled, read):
    assert agreeing(filled) == read
