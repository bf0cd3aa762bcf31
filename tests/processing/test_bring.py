# SPDX-License-Identifier: GPL-2.0-or-later
"""From the files that people have to the layers that the panel asks for."""

import hashlib

import pytest
from qgis.core import QgsCoordinateReferenceSystem

from tests.processing import made_files

pytest.importorskip("qgis.gui")

from geodeid_plugin.core.intake.findings import State
from tests.refusals import refuses


@pytest.fixture
def intake(qgis_app):
    from geodeid_plugin.gui.bring.intake import Intake

    return Intake()


def plain(text):
    return str(text).replace("\u202f", " ")


def keys(brought, source):
    return {one.finding.key for one in brought.lines if one.source == source}


def said(brought, key):
    return plain(next(one.finding.sentence for one in brought.lines if one.finding.key == key))


def people(brought):
    return sum(feature[brought.population] for feature in brought.areas.getFeatures())


@pytest.fixture(scope="module")
def german(tmp_path_factory):
    return made_files.german(tmp_path_factory.mktemp("german"))


@pytest.fixture(scope="module")
def american(tmp_path_factory, real_data):
    return made_files.american(tmp_path_factory.mktemp("american"), real_data("us_zcta/zcta_polygons.gpkg"))


@pytest.mark.slow
def test_five_files_of_massachusetts_become_layers_and_one_sentence(intake, american):
    intake.bring(american)
    brought = intake.read()
    assert plain(brought.headline) == (
        "420 of 420 patients placed · 537 of 537 areas matched after adding leading zeros · "
        "6 547 612 residents · 3 rows without a place, listed"
    )
    assert people(brought) == 6_547_612
    assert (brought.identifier, brought.population) == ("ZCTA5CE10", "residents")
    assert brought.patients.featureCount() == 423 and brought.areas.featureCount() == 537
    assert brought.borders.name() == "counties"
    assert keys(brought, "ACSDT5Y_B01003.csv") == {"second_header", "thousands", "zeros", "homeless"}
    assert said(brought, "homeless") == (
        "1 codes of “ACSDT5Y_B01003.csv” have no area: 2297. 12 residents are not counted. "
        "Post-office boxes among them: 2297."
    )
    assert "lines 422, 423, 424" in said(brought, "without_place")


@pytest.mark.slow
def test_five_german_files_become_layers_and_one_sentence(intake, german):
    intake.bring(german)
    brought = intake.read()
    assert plain(brought.headline).startswith(
        "240 of 240 patients placed · 144 of 144 areas matched through the"
    )
    assert plain(brought.headline).endswith("3 rows without a place, listed")
    assert brought.areas.crs().authid() == brought.patients.crs().authid() == "EPSG:32632"
    assert brought.borders.name() == "kreise"
    assert {"encoding", "separator", "notes", "decimal_comma"} <= keys(brought, "faelle.txt")
    assert {"notes", "second_header", "thousands", "zeros"} <= keys(brought, "einwohner.xlsx")


def test_the_files_stay_as_they_are(intake, german):
    before = {path: hashlib.sha256(path.read_bytes()).digest() for path in german}
    names = sorted(german[0].parent.iterdir())
    intake.bring(german)
    intake.read()
    assert before == {path: hashlib.sha256(path.read_bytes()).digest() for path in german}
    assert names == sorted(german[0].parent.iterdir())


@pytest.mark.slow
def test_what_was_done_is_taken_back_and_done_again(intake, american):
    intake.bring(american)
    line = next(one for one in intake.read().lines if one.finding.key == "zeros")
    intake.switch(line)
    brought = intake.read()
    assert brought.lines[-1].undone and brought.lines[-1].finding.key == "zeros"
    assert "adding leading zeros" not in brought.headline
    intake.switch(brought.lines[-1])
    assert "adding leading zeros" in intake.read().headline


@pytest.mark.slow
def test_areas_without_people_are_named_and_counted_as_the_user_says(intake, american, tmp_path):
    short = tmp_path / american[2].name
    short.write_text("".join(american[2].read_text().splitlines(True)[:-5]))
    intake.bring([short if one.name == short.name else one for one in american])
    brought = intake.read()
    unknown = next(one.finding for one in brought.lines if one.finding.key == "unknown_people")
    assert unknown.state is State.WRONG and str(unknown.sentence).startswith(
        "4 areas have no number of people: 0"
    )
    intake.missing_people = "no_people"
    assert len([one for one in intake.read().areas.getFeatures() if one["residents"] == 0]) >= 4
    intake.missing_people = "left_out"
    assert intake.read().areas.featureCount() == 533


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "key"),
    [
        ([("POINT(45.05 -74.95)",), ("POINT(45.15 -74.85)",)], "swapped"),
        ([("POINT(503939 4988696)",), ("POINT(511802 4999816)",)], "crs"),
    ],
)
def test_a_layer_of_points_in_a_wrong_place_is_copied_to_the_right_one(intake, layer, grid, rows, key):
    points = layer("Point", [(wkt, [at]) for at, (wkt,) in enumerate(rows)], ["id:integer"], name="patients")
    before = [one.geometry().asWkt() for one in points.getFeatures()]
    intake.bring(layers=[points, grid()])
    brought = intake.read()
    assert keys(brought, "patients") == {key}
    assert brought.patients is not points and brought.headline.startswith("2 of 2 patients placed")
    assert [one["id"] for one in brought.patients.getFeatures()] == [0, 1]
    assert before == [one.geometry().asWkt() for one in points.getFeatures()]


def test_points_in_their_place_are_taken_as_they_are(intake, layer, grid):
    points = layer("Point", [("POINT(-74.95 45.05)", [1])], ["id:integer"], name="patients")
    areas = grid()
    intake.bring(layers=[points, areas])
    brought = intake.read()
    assert brought.patients is points and brought.areas is areas and not brought.lines


def test_a_population_written_as_text_is_copied_as_numbers(intake, layer):
    from tests.processing.conftest import square

    rows = [(square(at, 0), [f"A{at}", text]) for at, text in enumerate(["1,234", "987", "12,000"])]
    areas = layer("Polygon", rows, ["id:string", "population:string"], name="areas")
    intake.bring(layers=[areas])
    brought = intake.read()
    assert said(brought, "text") == "“population” is text such as 1,234, and was read as numbers."
    assert people(brought) == 1234 + 987 + 12000 and brought.population == "residents"


@pytest.mark.slow
def test_all_files_of_a_shape_may_be_dropped(intake, german):
    from geodeid_plugin.gui.bring.intake import takes

    shape = sorted(german[0].parent.glob("gemeinden.*"))
    assert len(shape) > 2 and takes([*german, *shape]) and not takes([*shape, german[0].with_name("x.shx")])
    assert not takes([one for one in shape if one.suffix == ".shx"])
    intake.bring([*german, *shape])
    assert intake.read().borders.name() == "kreise"


def test_a_map_of_mapinfo_is_no_table(intake, tmp_path):
    corners = "POLYGON((10 50,11 50,11 51,10 51,10 50))"
    shape = made_files.ogr.CreateGeometryFromWkt(corners)
    path = tmp_path / "areas.tab"
    made_files.written(path, "MapInfo File", [shape], {"code": ["a"], "population": [5.0]}, 4326)
    intake.bring([path])
    assert intake.read().population == "population"


def test_areas_beyond_the_earth_end_in_a_sentence(intake, layer, german):
    areas = layer("Polygon", [("POLYGON((1e20 1e20,2e20 1e20,2e20 2e20,1e20 1e20))", ["a"])], ["id:string"],
                  "EPSG:32632", name="areas")  # fmt: skip
    intake.bring([german[2]], [areas])
    with refuses("column.coordinates.no_crs"):
        intake.read()


@pytest.mark.slow
def test_points_of_another_country_stay_where_they_are(intake, layer, grid):
    points = layer("Point", [("POINT(691608 5334764)", [1])], ["id:integer"], name="patients")
    points.setCrs(QgsCoordinateReferenceSystem("EPSG:25832"))
    intake.bring(layers=[points, grid()])
    brought = intake.read()
    assert brought.patients is points and "1 of 1 places lie outside" in said(brought, "outside")


def test_areas_whose_people_are_a_negative_number_are_named(intake, layer):
    from tests.processing.conftest import square

    rows = [(square(at, 0), [f"A{at}", number]) for at, number in enumerate([1234, -999])]
    intake.bring(layers=[layer("Polygon", rows, ["id:string", "population:integer"], name="areas")])
    assert said(intake.read(), "unknown_people") == "1 areas have no number of people: A1."


def test_points_of_a_garmin_and_of_google_earth_are_patients(intake, tmp_path, grid):
    gpx = tmp_path / "visits.gpx"
    places = "".join(f'<wpt lat="45.{at}5" lon="-74.85"><name>{at}</name></wpt>' for at in range(3))
    gpx.write_text(f'<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">{places}</gpx>')
    intake.bring([gpx], [grid()])
    assert intake.read().headline.startswith("3 of 3 patients placed")


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("broken.gpkg", b"no database", "file.map.unreadable"),
        ("empty.csv", b"", "file.table.empty"),
        ("old.xlsx", b"\xd0\xcf\x11\xe0....", "file.excel.old"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(intake, tmp_path, name, data, code):
    path = tmp_path / name
    path.write_bytes(data)
    intake.bring([path])
    with refuses(code, match=name):
        intake.read()


@pytest.mark.slow
def test_a_list_of_clinics_beside_the_patients_is_said_to_be_unused(intake, german, tmp_path):
    clinics = tmp_path / "clinics.csv"
    clinics.write_text("name,x,y\nA,660000,5320000\nB,661000,5330000\n")
    intake.bring([clinics, *german])
    brought = intake.read()
    assert brought.headline.startswith("240 of 240 patients placed")
    assert "It is not used" in said(brought, "unused")


@pytest.mark.slow
def test_patients_with_codes_alone_are_sent_to_the_counts_by_area(intake, american, tmp_path):
    cases = tmp_path / "cases.csv"
    cases.write_text("case_id,ZIP\n1001,2139\n1002,1002\n1003,2139\n")
    intake.bring([cases, *american[1:3]])
    brought = intake.read()
    assert brought.patients is None and people(brought) == 6_547_612
    assert "“ZIP” holds codes of the areas" in said(brought, "unused")
