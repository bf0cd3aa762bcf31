# SPDX-License-Identifier: GPL-2.0-or-later
"""A series of publications: what may part it, and that all of them together say no more than each may."""

import json
from types import SimpleNamespace

import pytest
from qgis.core import QgsFeature, QgsVectorLayer

from geodeid_plugin.core.base.verdict import Level

pytest.importorskip("qgis.gui")
PASSED, CARE, NO = Level.PASSED, Level.WITH_CARE, Level.GIVES_AWAY


def rows(*levels_and_persons):
    from geodeid_plugin.gui.publish.jobs import Row

    return [
        Row(str(at), 40, level, "", person=person) for at, (level, person) in enumerate(levels_and_persons)
    ]


@pytest.mark.parametrize(
    ("parts", "level", "words"),
    [
        ([(PASSED, 0.05), (PASSED, 0.05)], PASSED, "a chance of 1 in 10 at most, within the limit of 1 in 5"),
        ([(PASSED, 0.15), (CARE, 0.15)], NO, "1 in 3, above the limit of 1 in 5"),
        ([(PASSED, 0.15), (CARE, 0.15), (Level.NOT_JUDGED, None)], NO, "0 of 3 may be published. Together"),
        ([(PASSED, 0.05), (NO, 0.9)], NO, "1 of 2 may be published. Whoever has all of them finds any one"),
        ([(PASSED, 0.05), (PASSED, None)], Level.NOT_JUDGED, "could not be proved"),
        ([(NO, 0.9)], NO, "0 of 1 may be published."),
    ],
)
def test_what_maps_say_together_is_held_against_the_limit(qgis_app, parts, level, words):
    from geodeid_plugin.gui.publish.running.series import Together, judged

    each, found, text = judged(rows(*parts), Together(0.2))
    assert found is level and words in text
    may_leave = sum(row.level in (PASSED, CARE) for row in each)
    assert text.startswith(f"{may_leave} of {len(parts)} may be published.")


def test_what_only_a_person_can_say_is_never_green(qgis_app):
    from geodeid_plugin.gui.publish.running.series import Together, judged

    assert judged(rows((PASSED, 0.1)), Together(0.2, "Look."))[1] is CARE
    assert judged(rows((PASSED, None)), Together())[1] is PASSED


@pytest.mark.parametrize("third", [(PASSED, 0.01), (NO, 0.9), None])
def test_maps_of_which_each_may_leave_and_not_all_are_held_back(qgis_app, tmp_path, third):
    final = tmp_path / "months"
    outcome = run_series(final, [(PASSED, 0.15), (CARE, 0.15), third], limit=0.2)
    assert outcome.level is NO and outcome.patients == "all"
    assert not any(row.level in (PASSED, CARE) for row in outcome.rows)
    parts = [one for one in sorted(final.iterdir()) if one.name != "internal"]
    assert len(parts) == (2 if third is None else 3)
    for part in parts:
        assert sorted(one.name for one in part.iterdir()) == ["held_back", "internal"]
        said = (part / "held_back" / "README.txt").read_text("utf-8")
        assert "HELD BACK" in said and "may be handed over" not in said
        for name in ("choices.json", "mask_metrics.json"):
            assert json.loads((part / "internal" / name).read_text())["verdict"] == NO.value
    for report in (parts[0] / "internal" / "report.html", parts[1] / "held_back" / "report.html"):
        assert "HELD BACK" in report.read_text("utf-8") and "1 in 3" in report.read_text("utf-8")
    table = (final / "internal" / "verdicts.csv").read_text("utf-8").splitlines()
    assert not any("YES" in line for line in table) and table[-1].startswith("All together,120,NO")


def test_what_all_may_say_together_stays_in_the_table_of_verdicts(qgis_app, tmp_path):
    run_series(tmp_path / "months", [(PASSED, 0.05), (PASSED, 0.05)], limit=0.2)
    table = (tmp_path / "months" / "internal" / "verdicts.csv").read_text("utf-8")
    assert "All together,80,YES" in table and "within the limit of 1 in 5" in table
    assert (tmp_path / "months" / "01 0" / "release").is_dir()
    assert [one.name for one in tmp_path.iterdir()] == ["months"]


@pytest.mark.parametrize("error", [OSError("full"), RuntimeError("the layer has been deleted")])
def test_a_part_that_cannot_begin_is_told_and_stops_no_other(qgis_app, tmp_path, error):
    outcome = run_series(tmp_path / "months", [(PASSED, 0.05), error], limit=0.2)
    assert [row.level for row in outcome.rows] == [PASSED, Level.NOT_JUDGED]
    assert run_series(tmp_path / "none", [error], limit=0.2).startswith("The folder could not be finished")
    assert [one.name for one in tmp_path.iterdir()] == ["months"]


def test_what_a_person_must_look_at_stands_with_each_map(qgis_app, tmp_path):
    outcome = run_series(
        tmp_path / "months", [(PASSED, 0.05), (CARE, 0.05), (NO, 0.9)], 0.2, "Look at <this>."
    )
    assert [row.level for row in outcome.rows] == [CARE, CARE, NO]
    for part in ("01 0", "02 1"):
        folder = tmp_path / "months" / part
        assert "once the conditions" in (folder / "release" / "README.txt").read_text("utf-8")
        assert "Look at &lt;this&gt;." in (folder / "internal" / "report.html").read_text("utf-8")
        assert "Look at" not in (folder / "release" / "report.html").read_text("utf-8")
        assert json.loads((folder / "internal" / "mask_metrics.json").read_text())["verdict"] == CARE.value
    assert "Look at" not in (tmp_path / "months" / "03 2" / "internal" / "report.html").read_text("utf-8")


def run_series(final, parts, limit, care=""):
    """Run a series whose publications give these levels and figures of one person; None: one that fails."""
    from qgis.PyQt.QtCore import QCoreApplication

    from geodeid_plugin.gui.publish.jobs import jobs
    from geodeid_plugin.gui.publish.running.series import Part, Series, Together

    asked = [Part(str(at), 40, {"gives": gives}) for at, gives in enumerate(parts)]
    series = Series(jobs()[0], made_up, final, asked, Together(limit, care, patients="all"))
    ended = []
    series.done.connect(ended.append)
    series.failed.connect(ended.append)
    series.start()
    while not ended:
        QCoreApplication.processEvents()
    return ended[0]


def made_up(parameters, final):
    """A publication that writes its folder at once."""
    from qgis.PyQt.QtCore import QObject, pyqtSignal

    from geodeid_plugin.gui.publish.jobs import Outcome, jobs
    from geodeid_plugin.gui.publish.running.folder import PublicationFolder, read_me

    if isinstance(parameters["gives"], Exception):
        raise parameters["gives"]

    class MadeUp(QObject):
        progressed, done, failed = pyqtSignal(float, str), pyqtSignal(object), pyqtSignal(str)

        def start(self):
            if parameters["gives"] is None:
                self.failed.emit("No areas.")
                return
            level, person = parameters["gives"]
            folder = PublicationFolder(final, jobs()[0])
            for name in ("choices.json", "mask_metrics.json"):
                folder.write(f"internal/{name}", json.dumps({"verdict": level.value, "files": [["a", "0"]]}))
            for name in ("internal/report.html", "release/report.html"):
                folder.write(name, "<body>\n<main>\n<h1>YES</h1></main></body>")
            folder.write("release/README.txt", read_me(jobs()[0], level.value, []))
            leaves = folder.place(level.value)
            self.done.emit(Outcome(jobs()[0], final, leaves, level, "", "patients", {}, person=person))

    return MadeUp()


def test_times_and_units_part_a_series_and_nothing_that_divides_the_people(qgis_app):
    from geodeid_plugin.gui.publish.parts import parting_fields

    fields = ("sex", "onset", "seen", "year", "birth_date", "age", "note")
    patients = filled(
        "Point",
        fields,
        [("f", "2024-03-01", "2024-3", "2024", "1950-01-01", "2001", ""), ("m",) + ("2023-01",) * 6],
    )
    areas = filled("Polygon", ("code", "county", "name"), [("1", "a", "x"), ("2", "a", "y"), ("3", "b", "z")])
    assert parting_fields(patients, areas) == [
        ("areas", "county"), ("patients", "onset"), ("patients", "year")
    ]  # fmt: skip
    assert parting_fields(None, None) == []


@pytest.mark.parametrize(
    ("written", "months"),
    [
        (["6/13/2024", "12/04/2024 8:30", "7/1/2024"], ["2024-06", "2024-12", "2024-07"]),
        (["13.6.2024", "4.12.2024"], ["2024-06", "2024-12"]),
        (["2024/06/13", "2024.12.04"], ["2024-06", "2024-12"]),
        (["6/7/2024", "7/6/2024"], ["", ""]),
        (["13/6/2024", "6/13/2024"], ["", ""]),
    ],
)
def test_dates_are_read_as_their_column_says_and_never_guessed(qgis_app, written, months):
    from geodeid_plugin.gui.publish.parts import parting_fields, periods_of

    assert periods_of(written) == months
    offered = [("patients", "onset")] if any(months) else []
    assert parting_fields(filled("Point", ("onset",), [[one] for one in written]), None) == offered


def test_a_field_of_times_is_offered_where_a_row_has_none_and_one_of_a_single_unit_is_not(qgis_app):
    from geodeid_plugin.gui.publish.parts import parting_fields

    patients = filled("Point", ("onset",), [["2024-03-01"]] * 19 + [["unknown"]])
    areas = filled("Polygon", ("code", "state"), [("1", "25"), ("2", "25"), ("3", "25")])
    assert parting_fields(patients, areas) == [("patients", "onset")]


def filled(kind, fields, values):
    """A layer in memory with fields of text."""
    asked = "&".join(f"field={name}:string" for name in fields)
    layer = QgsVectorLayer(f"{kind}?crs=EPSG:4326&{asked}", "layer", "memory")
    for row in values:
        feature = QgsFeature(layer.fields())
        feature.setAttributes(list(row))
        layer.dataProvider().addFeature(feature)
    return layer


@pytest.mark.parametrize(
    ("at", "value", "name"), [(0, "2024-01", "01 2024-01"), (9, "a/b: c. ", "10 a_b_ c"), (0, "..", "01")]
)
def test_the_folder_of_a_part_has_a_name_that_every_system_takes(qgis_app, at, value, name):
    from geodeid_plugin.gui.publish.running.series import folder_name

    assert folder_name(at, value) == name


def checked(grid, layer, rows, code="code", **asked):
    """What the check of the layers finds in patients of these codes, months and columns of squares."""
    from qgis.core import QgsProcessingContext, QgsProcessingFeedback

    from geodeid_plugin.gui.publish.running.inputcheck import InputCheck

    places = [(lon and f"POINT({lon} 45.05)", (code, month)) for code, month, lon in rows]
    basis = {
        "PATIENTS": layer("Point", places, (f"{code}:string", "month:string")), "AREAS": grid(),
        "AREA_ID": "id", "POPULATION": "pop",
    }  # fmt: skip
    found, good = InputCheck().run({**basis, **asked}, QgsProcessingContext(), QgsProcessingFeedback())
    assert good
    return found


@pytest.mark.parametrize(
    ("codes", "again", "alike"),
    [
        (("P1", "P2"), 0, 0),
        (("P1", " P1"), 1, 0),
        (("Zo\u00eb", "Zoe\u0308"), 1, 0),
        (("P1", "p01"), 0, 1),
    ],
)
def test_one_patient_written_in_two_ways_is_found_in_two_months(grid, layer, codes, again, alike):
    rows = [(codes[0], "2024-01", -74.95), (codes[1], "2024-02", -74.85)]
    found = checked(grid, layer, rows, BY_TIME="month", PERSON="code")
    assert (found["PERSONS_AGAIN"], found["LOOKALIKES_AGAIN"], found["PLACES_AGAIN"]) == (again, alike, 0)
    from geodeid_plugin.gui.publish.card import care_of

    assert ("Make sure" in care_of(found)) is bool(alike)


def test_a_code_of_blanks_is_none_and_a_home_is_one_where_its_coordinates_are_rounded(grid, layer):
    rows = [("P1", "2024-01", -74.950004), (" ", "2024-02", -74.950006)]
    found = checked(grid, layer, rows, BY_TIME="month", PERSON="code")
    assert found["PERSONS_UNKNOWN"] == 1 and found["PLACES_AGAIN"] == 1


def test_a_patient_twice_in_one_month_and_one_without_a_place_are_told(grid, layer):
    rows = [("P1", "2024-01", -74.95), ("P1", "2024-01", -74.65), ("P2", "2024-02", -74.85)]
    found = checked(grid, layer, rows, BY_TIME="month", PERSON="code")
    assert (found["PERSONS_TWICE"], found["PERSONS_AGAIN"]) == (1, 0)
    assert not any("geometry" in doubt for doubt in found["DOUBTS"])
    rows[2] = ("P2", "2024-02", None)
    found = checked(grid, layer, rows, BY_TIME="month", PERSON="code")
    assert "has no geometry" in found["DOUBTS"][-1]


def test_each_part_of_the_areas_has_all_of_its_areas(grid, layer):
    found = checked(grid, layer, [("P1", "", -74.95), ("P2", "", -74.65)], BY_AREAS="unit")
    assert {value: len(rows) for value, rows in found["PARTS"].items()} == {"east": 1, "west": 1}
    assert {value: len(rows) for value, rows in found["AREAS_OF"].items()} == {"east": 8, "west": 8}


def test_a_patient_of_several_rows_is_named_before_anything_is_published(grid, layer):
    rows = [("P1", "2024-01", -74.95), ("P2", "2024-01", -74.85), ("P1", "2024-02", -74.65)]
    doubts = checked(grid, layer, rows, "patient_id")["DOUBTS"]
    assert any("of 1 of them there are several rows (P1)" in one for one in doubts)
    assert not any("rows" in one for one in checked(grid, layer, rows[:2], "patient_id")["DOUBTS"])


@pytest.mark.parametrize(
    ("by", "areas", "risks"), [("BY_AREAS", [8, 8], [0.3, 0.3]), ("BY_TIME", [16, 16], [0.2, 0.1])]
)
def test_units_are_masked_among_their_own_people_and_months_share_the_limit(
    grid, layer, tmp_path, by, areas, risks
):
    from qgis.PyQt.QtCore import QObject

    from geodeid_plugin.gui.publish.panel import PublishPanel

    rows = [("P1", "2024-01", -74.95), ("P2", "2024-01", -74.85), ("P3", "2024-02", -74.65)]
    asked = {by: "unit" if by == "BY_AREAS" else "month", "PERSON": "code"}
    places = [(f"POINT({lon} 45.05)", (code, month)) for code, month, lon in rows]
    chosen = {
        "PATIENTS": layer("Point", places, ("code:string", "month:string")),
        "AREAS": grid(),
        "RISK": 0.3,
        "TITLE": "Lyme",
    }
    panel = QObject()
    panel.form = SimpleNamespace(parameters=lambda: chosen, series=lambda: asked, limit=lambda: 0.3)
    panel.job, panel._one = None, made_up
    panel.place, panel._found = lambda: tmp_path / "all", checked(grid, layer, rows, **asked)
    parts = sorted(PublishPanel._series(panel, None)._parts, key=lambda one: -one.patients)
    assert [one.parameters["PATIENTS"].featureCount() for one in parts] == [2, 1]
    assert [one.parameters["AREAS"].featureCount() for one in parts] == areas
    assert [one.parameters["RISK"] for one in parts] == pytest.approx(risks)
    assert [one.parameters["TITLE"] for one in parts] == [f"Lyme: {one.value}" for one in parts]


def test_a_field_of_lists_or_dates_parts_no_areas(qgis_app, layer):
    rows = [
        (None, (code, ["a"], "2024-01-01", county))
        for code, county in (("1", "west"), ("2", "east"), ("3", "east"))
    ]
    areas = layer("Polygon", rows, ("code:string", "tags:stringlist", "made:date", "county:string"))
    from geodeid_plugin.gui.publish.parts import parting_fields

    assert parting_fields(None, areas) == [("areas", "county")]
