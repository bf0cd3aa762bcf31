# SPDX-License-Identifier: GPL-2.0-or-later
"""Documents checked end to end: maps and positions found in them, and nothing green that gives away."""

import io
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

qgis_core = pytest.importorskip("qgis.core")

from test_mapreidentification import UTM, places, polygon, ring  # noqa: E402

from geodeid_plugin.core.mapimage.georeference.placement import PlacementRefusedError  # noqa: E402
from geodeid_plugin.processing_provider.disclosure.documents import figures  # noqa: E402

pytestmark = pytest.mark.usefixtures("pictures_once")

TYPES = '<Types xmlns="x"/>'
W = 'xmlns:w="w" xmlns:a="a" xmlns:r="r" xmlns:pic="pic"'


@pytest.fixture(scope="module")
def world(qgis_app, tmp_path_factory):
    """A county, its patients, others far from them, and a picture of the patients."""
    import processing
    from conftest import make_layer

    county = make_layer(
        "Polygon", [(polygon(ring()), ["c", 40_000])], ["id:string", "people:integer"], UTM, "county"
    )

    def points(where, name):
        rows = [(f"POINT({x} {y})", [f"{name}{i}"]) for i, (x, y) in enumerate(where)]
        return make_layer("Point", rows, ["id:string"], UTM, name)

    patients, others = points(places(), "patient"), points(places(seed=9), "other")
    picture = tmp_path_factory.mktemp("picture") / "map.png"
    processing.run("geodeid:mappreview", {
        "LAYER": patients, "BASEMAP": [county], "DPI": 75, "IMAGE": str(picture), "SIZE": "150x130",
    })  # fmt: skip
    return {"county": county, "patients": patients, "others": others, "picture": picture.read_bytes()}


def lonlat(layer):
    to = qgis_core.QgsCoordinateTransform(layer.crs(), qgis_core.QgsCoordinateReferenceSystem("EPSG:4326"),
                                          qgis_core.QgsProject.instance())  # fmt: skip
    found = []
    for feature in layer.getFeatures():
        place = to.transform(feature.geometry().asPoint())
        found.append((place.x(), place.y()))
    return np.array(found)


def check(run, world, file, truth="patients", **more):
    crowd = {"AREAS": world["county"], "AREA_ID": "id", "POPULATION": "people"}
    given = {
        "FILE": str(file) if file else None,
        "OUTLINE": [world["county"]],
        "OUTPUT": "memory:",
        **crowd,
        **more,
    }
    if truth:
        given.update(TRUTH=world[truth])
    return run("checkdocument", given)


def docx(path, pictures=(), body="", **more):
    links = "".join(f'<Relationship Id="r{i}" Target="media/{n}"/>' for i, (n, _d) in enumerate(pictures))
    shown = "".join(f'<w:p><pic:pic><a:blip r:embed="r{i}"/></pic:pic></w:p>' for i in range(len(pictures)))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        archive.writestr("word/document.xml", f"<w:document {W}>{body}{shown}</w:document>")
        archive.writestr("word/_rels/document.xml.rels", f"<Relationships>{links}</Relationships>")
        for name, data in [*((f"word/media/{n}", d) for n, d in pictures), *more.items()]:
            archive.writestr(name, data)
    return path


def words(text):
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


@pytest.mark.slow
def test_a_map_of_the_patients_in_a_manuscript_is_found_and_gives_away(run, world, table, tmp_path):
    file = docx(tmp_path / "paper.docx", [("image1.png", world["picture"])], words("A map of all cases."))
    result = check(run, world, file, REPORT=str(tmp_path / "r.html"), METRICS=str(tmp_path / "m.json"),
                   RECOVERED="memory:", OUTPUT=str(tmp_path / "out.gpkg"))  # fmt: skip
    assert result["VERDICT"] == "gives_away"
    assert result["MAPS"] == 1 and result["EXPOSED"] > 50
    rows = table(str(tmp_path / "out.gpkg"))
    assert [row["kind"] for row in rows] == ["map"]
    assert rows[0]["placed"] and rows[0]["dots"] >= 60 and rows[0]["verdict"] == "gives_away"
    page = (tmp_path / "r.html").read_text()
    assert "Why not, and what would help" in page and "image1.png" in page and "<image href=" in page
    assert json.loads((tmp_path / "m.json").read_text())["verdict"] == "gives_away"


@pytest.mark.slow
def test_a_file_whose_name_has_no_ending_can_be_chosen(run, world, tmp_path):
    (tmp_path / "README").write_text("Cases rose in May.")
    assert check(run, world, tmp_path / "README")["VERDICT"] == "passed"


def test_words_without_places_pass(run, world, tmp_path):
    file = docx(tmp_path / "paper.docx", (), words("Of 70 patients 12 were 42.5 years old, p = 0.0412."))
    assert check(run, world, file)["VERDICT"] == "passed"


@pytest.mark.slow
@pytest.mark.parametrize("truth", ["patients", "others"])
def test_a_web_map_of_the_patients_gives_them_away_and_of_others_needs_a_look(run, world, tmp_path, truth):
    script = "".join(f"L.marker([{y:.6f}, {x:.6f}]).addTo(m);\n" for x, y in lonlat(world["patients"]))
    file = tmp_path / "map.html"
    file.write_text(f"<html><script>{script}</script></html>")
    result = check(run, world, file, truth)
    assert result["VERDICT"] == ("gives_away" if truth == "patients" else "with_care")
    assert result["POSITIONS"] == 70
    assert result["TRUE_POSITIONS"] == (70 if truth == "patients" else 0)


@pytest.mark.slow
def test_points_moved_by_some_metres_are_no_masked_points(run, world, tmp_path):
    moved = lonlat(world["patients"]) + np.random.default_rng(3).normal(0, 2e-4, (70, 2))
    file = tmp_path / "points.csv"
    file.write_text("id,lon,lat\n" + "\n".join(f"{i},{x:.6f},{y:.6f}" for i, (x, y) in enumerate(moved)))
    result = check(run, world, file)
    assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] == 0


@pytest.mark.slow
@pytest.mark.parametrize(("truth", "verdict"), [("patients", "gives_away"), ("others", "passed")])
def test_two_patients_in_a_nation_s_table_without_names_give_away(run, world, tmp_path, truth, verdict):
    source = np.random.default_rng(3)
    rows = np.column_stack([source.uniform(-124, -67, 200), source.uniform(26, 49, 200)])
    rows[[20, 120]] = lonlat(world["patients"])[:2]
    text = "\n".join(f"S{at},{x:.5f},44,{y:.5f}" for at, (x, y) in enumerate(rows))
    (tmp_path / "a.csv").write_text(f"id,a,age,b\n{text}")
    assert check(run, world, tmp_path / "a.csv", truth)["VERDICT"] == verdict


@pytest.mark.slow
def test_measures_that_can_be_read_in_many_ways_lead_to_nobody(run, world, tmp_path):
    middle = np.median(lonlat(world["patients"]), axis=0)
    source = np.random.default_rng(4)
    for _trial in range(5):
        columns = np.abs(np.tile(middle, 3)) + source.normal(0, 0.05, (60, 6))
        text = "\n".join(",".join(f"{value:.3f}" for value in row) for row in columns)
        (tmp_path / "a.csv").write_text(f"w1,h1,w2,h2,w3,h3\n{text}")
        result = check(run, world, tmp_path / "a.csv")
        assert result["VERDICT"] == "passed", result["VERDICT_TEXT"]


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2])
def test_one_or_two_patients_moved_a_little_under_no_name_give_away(run, world, tmp_path, count):
    rows = [f"S{at},{x + 60:.0f},4{at},{y + 40:.0f}" for at, (x, y) in enumerate(places()[:count])]
    (tmp_path / "a.csv").write_text("\n".join(["id,a,age,b", *rows]))
    assert check(run, world, tmp_path / "a.csv")["VERDICT"] == "gives_away"


@pytest.mark.slow
def test_without_true_points_positions_are_not_judged(run, world, tmp_path):
    file = docx(
        tmp_path / "paper.docx", (), words("at {1:.5f}, {0:.5f}".format(*lonlat(world["patients"])[0]))
    )
    assert check(run, world, file, truth=None)["VERDICT"] == "not_judged"


@pytest.mark.slow
def test_projected_places_behind_a_chart_are_found(run, world, tmp_path, table):
    cells = "".join(f"<row><c><v>{x:.2f}</v></c><c><v>{y:.2f}</v></c></row>" for x, y in places())
    book = io.BytesIO()
    with zipfile.ZipFile(book, "w") as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        archive.writestr("xl/worksheets/sheet1.xml", f"<worksheet><sheetData>{cells}</sheetData></worksheet>")
    file = docx(tmp_path / "paper.docx", (), words("A chart."), **{"word/embeddings/b.xlsx": book.getvalue()})
    result = check(run, world, file, OUTPUT=str(tmp_path / "out.gpkg"))
    assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] == 70
    assert "b.xlsx" in table(str(tmp_path / "out.gpkg"))[0]["name"]


@pytest.mark.slow
@pytest.mark.parametrize("driver, name", [("GPKG", "p.gpkg"), ("FlatGeobuf", "p.fgb"), ("KML", "p.kml"),
                                          ("GPX", "p.gpx"), ("GML", "p.gml"), ("GeoJSON", "p.geojson"),
                                          ("ESRI Shapefile", "p.shp")])  # fmt: skip
def test_data_files_that_qgis_writes_are_read(run, world, tmp_path, driver, name):
    to = qgis_core.QgsVectorFileWriter.SaveVectorOptions()
    to.driverName, to.layerName = driver, "waypoints"
    if driver not in ("GPKG", "FlatGeobuf", "ESRI Shapefile"):
        to.ct = qgis_core.QgsCoordinateTransform(world["patients"].crs(),
                                                 qgis_core.QgsCoordinateReferenceSystem("EPSG:4326"),
                                                 qgis_core.QgsProject.instance())  # fmt: skip
    if driver == "GPX":
        to.skipAttributeCreation = True
    written = qgis_core.QgsVectorFileWriter.writeAsVectorFormatV3(
        world["patients"], str(tmp_path / name), qgis_core.QgsCoordinateTransformContext(), to
    )
    assert written[0] == 0, written
    with zipfile.ZipFile(tmp_path / "data.zip", "w") as archive:
        archive.write(tmp_path / name, name)
    result = check(run, world, tmp_path / "data.zip")
    assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] == 70


@pytest.mark.slow
def test_a_folder_is_checked_file_by_file(run, world, tmp_path, table):
    folder = tmp_path / "papers"
    (folder / "jones").mkdir(parents=True)
    docx(folder / "good.docx", (), words("Nothing."))
    (folder / "jones" / "bad.txt").write_text("at {1:.5f}, {0:.5f}".format(*lonlat(world["patients"])[0]))
    result = check(run, world, None, FOLDER=str(folder), SUMMARY=str(tmp_path / "s.gpkg"))
    rows = {Path(row["document"]).as_posix(): row["verdict"] for row in table(str(tmp_path / "s.gpkg"))}
    assert rows == {"good.docx": "passed", "jones/bad.txt": "gives_away"}
    assert [row["name"] for row in result["OUTPUT"].getFeatures()] == ["jones/bad.txt"]
    assert result["VERDICT"] == "gives_away"


@pytest.mark.slow
def test_a_survey_of_published_maps_counts_dots_and_how_exactly_they_are_read(run, world, tmp_path, table):
    """docs/recipes/survey-of-maps.md: without true points, outlines that fit some of the maps."""
    for name in ("smith", "jones"):
        (tmp_path / "papers" / name).mkdir(parents=True)
    (tmp_path / "papers" / "smith" / "figure1.png").write_bytes(world["picture"])
    (tmp_path / "papers" / "jones" / "methods.txt").write_text("Nothing.")
    outputs = {"SUMMARY": str(tmp_path / "survey.csv"), "RECOVERED": str(tmp_path / "dots.gpkg")}
    result = check(run, world, None, None, FOLDER=str(tmp_path / "papers"), **outputs)
    rows = {Path(row["document"]).as_posix(): row for row in table(outputs["SUMMARY"])}
    assert set(rows) == {"smith/figure1.png", "jones/methods.txt"}
    mapped, words_alone = rows["smith/figure1.png"], rows["jones/methods.txt"]
    assert (mapped["maps"], mapped["dots"], mapped["not_placed"]) == ("1", "70", "0")
    assert 0 < float(mapped["error_m"]) < 250 and not mapped["exposed"]
    assert (words_alone["maps"], words_alone["dots"], words_alone["error_m"]) == ("0", "0", "")
    assert mapped["verdict"] == result["VERDICT"] == "not_judged" and words_alone["verdict"] == "passed"
    assert len(table(outputs["RECOVERED"])) == 70


@pytest.mark.slow
@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 cut", b"%PDF-1.4 cut", bytes(range(256)) * 9,
                                  b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)])  # fmt: skip
def test_what_cannot_be_read_never_passes(run, world, tmp_path, data):
    (tmp_path / "file.docx").write_bytes(data)
    assert check(run, world, tmp_path / "file.docx")["VERDICT"] == "not_judged"


@pytest.mark.slow
def test_a_file_that_is_too_large_is_not_judged(run, world, tmp_path):
    file = tmp_path / "large.zip"
    with file.open("wb") as held:
        held.truncate(501_000_000)  # a hole, no bytes on the disk
    result = check(run, world, file)
    assert result["VERDICT"] == "not_judged" and "500 MB" in result["VERDICT_TEXT"]


@pytest.mark.slow
def test_two_pictures_of_the_same_patients_are_read_together(run, world, tmp_path):
    import processing

    second = tmp_path / "second.png"
    processing.run("geodeid:mappreview", {
        "LAYER": world["patients"], "BASEMAP": [world["county"]], "DPI": 70, "IMAGE": str(second),
        "SIZE": "140x130",
    })  # fmt: skip
    file = docx(tmp_path / "paper.docx", [("a.png", world["picture"]), ("b.png", second.read_bytes())])
    result = check(run, world, file, REPORT=str(tmp_path / "r.html"), SERIES="memory:", OUTPUT="memory:")
    assert result["MAPS"] == 2
    assert "read together" in (tmp_path / "r.html").read_text()
    alone = max(row["exposed"] for row in result["OUTPUT"].getFeatures())
    assert result["EXPOSED"] >= alone and result["ADDED"] == result["EXPOSED"] - alone
    places = [place.attributeMap() for place in result["SERIES"].getFeatures()]
    assert sum(place["seen"] == 2 for place in places) >= 60
    assert not any(place["appears_in"] for place in places if place["seen"] == 2)


@pytest.mark.slow
def test_a_map_is_not_judged_without_outline_or_true_points(run, world, tmp_path):
    file = docx(tmp_path / "paper.docx", [("image1.png", world["picture"])])
    assert check(run, world, file, OUTLINE=[])["VERDICT"] == "not_judged"
    assert check(run, world, file, truth=None)["VERDICT"] == "not_judged"


@pytest.mark.slow
def test_a_map_of_neither_true_nor_masked_points_may_be_placed_wrongly_and_is_not_judged(
    run, world, tmp_path
):
    file = docx(tmp_path / "paper.docx", [("image1.png", world["picture"])])
    assert check(run, world, file, truth="others")["VERDICT"] == "not_judged"
    known = check(run, world, file, truth="others", MASKED=world["patients"])
    assert known["VERDICT"] in ("passed", "with_care")


def pictured(rgb, path):
    from geodeid_plugin.core.exposure.documents.containers.pdf.drawings import png_of

    return docx(path, [("image1.png", png_of(np.ascontiguousarray(rgb, np.uint8)))])


def border(side=240):
    """The bent outline of a county, drawn as a line, without any dot in it."""
    y, x = np.mgrid[:side, :side] - side / 2
    away, turn = np.hypot(x, y), np.arctan2(y, x)
    line = np.abs(away - side * (0.35 + 0.04 * np.sin(3 * turn) + 0.02 * np.cos(7 * turn))) < 1.5
    return np.where(line[..., None], 40, np.full(3, 255))


@pytest.mark.slow
def test_what_looks_like_a_map_without_dots_is_never_green(run, world, tmp_path, table):
    """Places may be drawn as what is no set of dots."""
    result = check(run, world, pictured(border(), tmp_path / "paper.docx"), OUTPUT=str(tmp_path / "o.gpkg"))
    assert [row["kind"] for row in table(str(tmp_path / "o.gpkg"))] == ["map"]
    assert result["VERDICT"] == "with_care" and "looks like a map" in result["VERDICT_TEXT"]


def streets(marks):
    """Streets in a grid, which look like a chart, with marks at some of their corners."""
    plan = np.full((240, 320, 3), 255, np.uint8)
    plan[20:220:25, 20:300] = plan[20:220, 20:300:25] = 150
    y, x = np.mgrid[:240, :320]
    for row, column in marks:
        plan[np.hypot(x - column, y - row) < 4.5] = 200, 30, 30
    return plan


@pytest.mark.slow
@pytest.mark.parametrize("marks", [[(95, 120)], [(95, 120), (170, 245)]])
def test_one_or_two_homes_marked_on_a_plan_of_streets_are_never_green(run, world, tmp_path, marks):
    """Two dots are no set of dots, and are two homes."""
    assert check(run, world, pictured(streets([]), tmp_path / "none.docx"))["VERDICT"] == "passed"
    result = check(run, world, pictured(streets(marks), tmp_path / "paper.docx"))
    assert result["VERDICT"] == "with_care" and f"{len(marks)} mark" in result["VERDICT_TEXT"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "said, verdict",
    [("Cases: 1–4, 5–9, 10 and more", "not_judged"), ("Cases: 11–50, 51–100", "with_care"),
     ("Age: 1–4, 5–9", "with_care")],
)  # fmt: skip
def test_a_legend_that_tells_few_people_keeps_a_map_of_areas_from_passing(
    run, world, tmp_path, said, verdict
):
    pictured(border(), tmp_path / "map.docx")
    with zipfile.ZipFile(tmp_path / "map.docx") as archive:
        (png,) = (archive.read(one) for one in archive.namelist() if "media" in one)
    result = check(run, world, docx(tmp_path / "paper.docx", [("a.png", png)], words(said)))
    assert result["VERDICT"] == verdict and ("“1–4”" in result["VERDICT_TEXT"]) == (verdict == "not_judged")


@pytest.mark.slow
def test_words_of_what_a_dot_stands_for_tell_what_to_check_and_free_no_map(run, world, tmp_path):
    """A lie in a caption is no proof."""
    picture, body = [("map.png", world["picture"])], words("1 dot = 50 people")
    result = check(run, world, docx(tmp_path / "true.docx", picture, body))
    assert result["VERDICT"] == "gives_away"
    other = check(run, world, docx(tmp_path / "other.docx", picture, body), truth="others")
    assert other["VERDICT"] == "not_judged" and "stands for 50 people" in other["VERDICT_TEXT"]


@pytest.mark.slow
def test_a_picture_of_more_dots_than_are_searched_is_not_judged(run, world, tmp_path, monkeypatch):
    """It passed as if it had no dots."""
    from geodeid_plugin.core.mapimage.markers import dots

    monkeypatch.setattr(dots, "MOST_DOTS", 50)
    plot = np.full((160, 160, 3), 255)
    y, x = np.mgrid[:160, :160]
    for left, top in (
        np.random.default_rng(4).uniform(-2, 2, (100, 2)) + np.argwhere(np.ones((10, 10))) * 15 + 12
    ):
        plot[np.hypot(x - left, y - top) < 3.5] = 200, 30, 30
    result = check(run, world, pictured(plot, tmp_path / "paper.docx"))
    assert result["VERDICT"] == "not_judged" and "up to 50 are searched" in result["VERDICT_TEXT"]


def plotted(where, ticks=True):
    """A plot of dots within two axes, with ticks at equal steps or without."""
    plot = np.full((300, 400, 3), 255, np.uint8)
    plot[20:271, 40] = plot[270, 40:380] = 0
    if ticks:
        plot[270:275, 60:380:60] = plot[30:270:40, 36:40] = 0
    rows, columns = np.mgrid[-3:4, -3:4]
    rows, columns = rows[np.hypot(rows, columns) <= 3], columns[np.hypot(rows, columns) <= 3]
    for x, y in np.rint(where).astype(int):
        plot[y + rows, x + columns] = 200, 30, 30
    return plot


def not_placed(*_asked):
    raise PlacementRefusedError(
        "picture.outline.not_found", "No part of the outline was found in the picture."
    )


STREWN = np.random.default_rng(2).uniform([60, 40], [360, 250], (40, 2))
HOMES = (np.array(places()) - np.min(places(), axis=0)) / np.ptp(places(), axis=0) * [300, -210] + [60, 250]


@pytest.mark.slow
@pytest.mark.parametrize(("where", "ticks", "verdict"), [
    (STREWN, False, "with_care"), (STREWN, True, "passed"), (HOMES, True, "not_judged"),
])  # fmt: skip
def test_a_chart_passes_if_it_has_scales_and_its_dots_lie_unlike_the_patients(
    run, world, tmp_path, monkeypatch, where, ticks, verdict
):
    if verdict != "passed":  # borders are nowhere in them: one is searched to the end
        monkeypatch.setattr(figures, "place_picture", not_placed)
    file = pictured(plotted(where, ticks), tmp_path / "paper.docx")
    assert check(run, world, file)["VERDICT"] == verdict
