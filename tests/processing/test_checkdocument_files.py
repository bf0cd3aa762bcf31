# SPDX-License-Identifier: GPL-2.0-or-later
"""Data files, folders and web pages in the check of documents: nothing of them is passed over in silence."""

import json
import os
import sqlite3
import struct
import zipfile
from contextlib import closing

import numpy as np
import pytest

qgis_core = pytest.importorskip("qgis.core")
gdal, ogr, osr = (pytest.importorskip(f"osgeo.{one}") for one in ("gdal", "ogr", "osr"))

from conftest import make_layer  # noqa: E402
from test_checkdocument import check, docx, lonlat, world  # noqa: E402, F401
from test_mapreidentification import UTM, places  # noqa: E402

from tests.refusals import refuses  # noqa: E402

FAR_M = 30_000
"""So far the masked points of these tests lie from every patient."""


def written(layer, path, driver="GPKG", crs=None):
    to = qgis_core.QgsVectorFileWriter.SaveVectorOptions()
    to.driverName = driver
    if crs:
        to.ct = qgis_core.QgsCoordinateTransform(
            layer.crs(), qgis_core.QgsCoordinateReferenceSystem(crs), qgis_core.QgsProject.instance()
        )
    context = qgis_core.QgsCoordinateTransformContext()
    assert qgis_core.QgsVectorFileWriter.writeAsVectorFormatV3(layer, str(path), context, to)[0] == 0
    return path


def with_fields():
    rows = [(f"POINT({x + FAR_M} {y})", [float(x), float(y)]) for x, y in places()]
    return make_layer("Point", rows, ["x_true:double", "y_true:double"], UTM, "masked")


def links():
    rows = [(f"LINESTRING({x} {y}, {x + FAR_M} {y + 9})", ["a"]) for x, y in places()]
    return make_layer("LineString", rows, ["id:string"], UTM, "links")


def circles():
    """Circles of 40 m about the homes, as of Buffer."""
    rows = [
        (qgis_core.QgsGeometry.fromWkt(f"POINT({x} {y})").buffer(40, 5).asWkt(), ["a"]) for x, y in places()
    ]
    return make_layer("Polygon", rows, ["id:string"], UTM, "circles")


def table():
    rows = [(None, [float(x), float(y)]) for x, y in places()]
    return make_layer("None", rows, ["east:double", "north:double"], "", "table")


DRIVERS = {
    ".gpkg": "GPKG", ".fgb": "FlatGeobuf", ".sqlite": "SQLite", ".shp": "ESRI Shapefile",
    ".geojson": "GeoJSON", ".gml": "GML", ".kml": "KML",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("driver, name", [(driver, f"a{ending}") for ending, driver in DRIVERS.items()])
@pytest.mark.parametrize("made", [with_fields, links, circles, table])
def test_true_places_in_fields_and_ends_of_lines_give_away(run, world, tmp_path, made, driver, name):  # noqa: F811
    if made is table and driver in ("FlatGeobuf", "KML", "GML"):
        pytest.skip("no file of rows alone")
    folder = tmp_path / "in"
    folder.mkdir()
    written(made(), folder / name, driver)
    with zipfile.ZipFile(tmp_path / "data.zip", "w") as archive:
        for file in folder.iterdir():
            archive.write(file, file.name)
    result = check(run, world, tmp_path / "data.zip")
    assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] == 70


def in_words(at):
    lon, lat = at
    return f"lives at {lat:.6f} N, {abs(lon):.6f} W, blue door"


def in_minutes(at):
    (west, north) = (abs(lon_or_lat) for lon_or_lat in at)
    return "{:d}°{:.5f}'N {:d}°{:.5f}'W".format(
        *(part for one in (north, west) for part in (int(one), one % 1 * 60))
    )


def as_geometry(at):
    return "POINT ({:.6f} {:.6f})".format(*at)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a.gpkg", "a.geojson"])
@pytest.mark.parametrize("said", [in_words, in_minutes, as_geometry])
@pytest.mark.parametrize("count", [70, 1])
def test_true_places_in_the_words_of_a_field_give_away(run, world, tmp_path, name, said, count):  # noqa: F811
    told = zip(places()[:count], lonlat(world["patients"]))
    rows = [(f"POINT({x + FAR_M} {y})", [said(at)]) for (x, y), at in told]
    layer = make_layer("Point", rows, ["note:string"], UTM, "masked")
    result = check(run, world, written(layer, tmp_path / name, DRIVERS[name[1:]]))
    assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] == count


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a.gpkg", "a.geojson"])
def test_the_true_place_of_a_single_row_gives_away(run, world, tmp_path, name):  # noqa: F811
    rows = [(f"POINT({x + FAR_M} {y})", [float(x), float(y)]) for x, y in places()[:1]]
    layer = make_layer("Point", rows, ["a:double", "b:double"], UTM, "masked")
    result = check(run, world, written(layer, tmp_path / name, DRIVERS[name[1:]]))
    assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] == 1


@pytest.mark.slow
def test_what_a_geopackage_says_of_itself_is_read(run, world, tmp_path):  # noqa: F811
    """Its description, and the metadata that QGIS keeps in it."""
    layer = make_layer("Point", [("POINT(500000 4700000)", ["a"])], ["id:string"], UTM, "masked")
    for name, of_gdal in (("a.gpkg", "DESCRIPTION"), ("b.gpkg", "NOTE")):
        path = written(layer, tmp_path / name)
        dataset = gdal.OpenEx(str(path), gdal.OF_VECTOR | gdal.OF_UPDATE)
        dataset.GetLayer(0).SetMetadataItem(of_gdal, one_place(world["patients"]))
        dataset = None
        assert check(run, world, path)["VERDICT"] == "gives_away"


@pytest.mark.slow
def test_a_second_geometry_of_a_layer_gives_away(run, world, tmp_path):  # noqa: F811
    system = osr.SpatialReference()
    system.ImportFromEPSG(int(UTM.rpartition(":")[2]))
    dataset = ogr.GetDriverByName("SQLite").CreateDataSource(str(tmp_path / "a.sqlite"))
    layer = dataset.CreateLayer("masked", system, ogr.wkbPoint)
    home = ogr.GeomFieldDefn("home", ogr.wkbPoint)
    home.SetSpatialRef(system)
    layer.CreateGeomField(home)
    for x, y in places():
        row = ogr.Feature(layer.GetLayerDefn())
        for at, east in enumerate((x + FAR_M, x)):
            row.SetGeomField(at, ogr.CreateGeometryFromWkt(f"POINT({east} {y})"))
        layer.CreateFeature(row)
    row = layer = dataset = None
    result = check(run, world, tmp_path / "a.sqlite")
    assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] == 70


@pytest.mark.slow
def test_eastings_in_one_layer_and_northings_in_another_give_away(run, world, tmp_path):  # noqa: F811
    for at, name in enumerate(("x", "y")):
        rows = [(None, [f"P{row}", float(place[at])]) for row, place in enumerate(places())]
        layer = make_layer("None", rows, ["id:string", f"{name}:double"], "", name)
        written(layer, tmp_path / f"{name}.gpkg")
    with zipfile.ZipFile(tmp_path / "data.zip", "w") as archive:
        for name in ("x.gpkg", "y.gpkg"):
            archive.write(tmp_path / name, name)
    result = check(run, world, tmp_path / "data.zip")
    assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] == 70


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a.gpkg", "a.geojson"])
def test_fields_without_a_place_pass(run, world, tmp_path, name):  # noqa: F811
    chance = np.random.default_rng(5)
    lab = chance.normal(42.0, 9.0, 70).round(2).tolist()
    told = [[f"C91.{at % 9}", f"2019-0{1 + at % 9}-11", x, at, f"ward {at % 7}"] for at, x in enumerate(lab)]
    rows = [(f"POINT({x + FAR_M} {y})", fields) for (x, y), fields in zip(places(), told)]
    fields = ["icd:string", "seen:string", "lab:double", "age:integer", "note:string"]
    layer = make_layer("Point", rows, fields, UTM, "masked")
    result = check(run, world, written(layer, tmp_path / name, DRIVERS[name[1:]]))
    assert result["VERDICT"] == "passed", result["VERDICT_TEXT"]


@pytest.mark.slow
@pytest.mark.parametrize("crs", ["EPSG:2263", "EPSG:5070", "EPSG:26918", "EPSG:4269"])
def test_a_layer_in_any_system_is_brought_to_the_true_points(run, world, tmp_path, crs):  # noqa: F811
    result = check(run, world, written(world["patients"], tmp_path / "a.gpkg", crs=crs))
    assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] == 70


HEADS = [b"PMTiles\x03", b"PAR1", b"ARROW1\0\0", b"fgb\x03fgb\0", b"SQLite format 3\0"]


@pytest.mark.slow
@pytest.mark.parametrize("head", HEADS)
def test_data_that_cannot_be_read_are_not_judged(run, world, tmp_path, head):  # noqa: F811
    (tmp_path / "tiles.pmtiles").write_bytes(head + bytes(600))
    assert check(run, world, tmp_path / "tiles.pmtiles")["VERDICT"] == "not_judged"


@pytest.mark.slow
def test_street_addresses_in_a_table_keep_a_document_from_passing(run, world, tmp_path):  # noqa: F811
    homes = "".join(f"{at},{7 * at + 3} Maple Street\n" for at in range(5))
    (tmp_path / "homes.csv").write_text(f"id,home\n{homes}")
    assert check(run, world, tmp_path / "homes.csv")["VERDICT"] == "not_judged"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a.dbf", "a.csv"])
def test_streets_are_known_by_letters_of_one_byte(run, world, tmp_path, name):  # noqa: F811
    """A DBF names no code of its letters where GDAL or QGIS wrote it; a file beside it does."""
    homes = [f"Königstraße {at}" for at in range(1, 9)]
    if name == "a.dbf":
        table = ogr.GetDriverByName("ESRI Shapefile").CreateDataSource(str(tmp_path / name))
        layer = table.CreateLayer("a", None, ogr.wkbNone, ["ENCODING=ISO-8859-1"])
        layer.CreateField(ogr.FieldDefn("home", ogr.OFTString))
        for home in homes:
            row = ogr.Feature(layer.GetLayerDefn())
            row.SetField(0, home)
            layer.CreateFeature(row)
        row = layer = table = None
    else:
        rows = "".join(f"{at},{home}\n" for at, home in enumerate(homes))
        (tmp_path / name).write_text(f"id,home\n{rows}", "latin-1")
    assert check(run, world, tmp_path / name)["VERDICT"] == "not_judged"


@pytest.mark.slow
def test_a_file_of_a_stranger_opens_no_other_file(run, world, tmp_path):  # noqa: F811
    """A database whose bytes name another file, and a virtual layer under the name of a database."""
    written(world["patients"], tmp_path / "secret.gpkg")
    source = f'<OGRVRTDataSource><OGRVRTLayer name="patients"><SrcDataSource>{tmp_path}/secret.gpkg' \
             "</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>"  # fmt: skip
    (tmp_path / "a.dbf").write_text(source)
    result = check(run, world, tmp_path / "a.dbf")
    assert result["POSITIONS"] == 0 and result["VERDICT"] == "not_judged"


def one_place(layer):
    return "at {1:.5f}, {0:.5f}".format(*lonlat(layer)[0])


@pytest.mark.slow
def test_hidden_files_of_a_folder_are_looked_into(run, world, tmp_path):  # noqa: F811
    (tmp_path / ".history").write_text(one_place(world["patients"]))
    assert check(run, world, None, FOLDER=str(tmp_path))["VERDICT"] == "gives_away"


@pytest.mark.slow
def test_a_link_to_another_folder_is_told(run, world, tmp_path):  # noqa: F811
    paper, beside = tmp_path / "paper", tmp_path / "beside"
    paper.mkdir()
    beside.mkdir()
    (paper / "a.txt").write_text("Nothing.")
    (beside / "b.txt").write_text(one_place(world["patients"]))
    os.symlink(beside, paper / "figures")
    assert check(run, world, None, FOLDER=str(paper))["VERDICT"] == "not_judged"


@pytest.mark.slow
def test_a_page_is_checked_with_the_data_that_its_scripts_fetch(run, world, tmp_path):  # noqa: F811
    (tmp_path / "js").mkdir()
    (tmp_path / "data").mkdir()
    (tmp_path / "map.html").write_text('<html><script src="js/map.js"></script></html>')
    (tmp_path / "js" / "map.js").write_text('fetch("data/cases.geojson").then(show)')
    (tmp_path / "data" / "cases.geojson").write_text(
        "\n".join(f"[{x:.6f}, {y:.6f}]" for x, y in lonlat(world["patients"]))
    )
    result = check(run, world, tmp_path / "map.html")
    assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] == 70


@pytest.mark.slow
def test_data_outside_the_folder_of_a_page_keep_it_from_passing(run, world, tmp_path):  # noqa: F811
    (tmp_path / "site").mkdir()
    (tmp_path / "cases.csv").write_text(one_place(world["patients"]))
    (tmp_path / "site" / "map.html").write_text('<html><script>fetch("../cases.csv")</script></html>')
    assert check(run, world, tmp_path / "site" / "map.html")["VERDICT"] == "not_judged"


@pytest.mark.slow
def test_nothing_of_a_document_stays_in_memory_or_on_the_disk(run, world, tmp_path, monkeypatch):  # noqa: F811
    from osgeo import gdal

    aside = tmp_path / "tmp"
    aside.mkdir()
    monkeypatch.setenv("TMPDIR", str(aside))
    monkeypatch.setattr("tempfile.tempdir", None)
    file = written(world["patients"], tmp_path / "a.gpkg")
    before, times = set(gdal.ReadDirRecursive("/vsimem/") or []), os.stat(file)
    check(run, world, file)
    assert set(gdal.ReadDirRecursive("/vsimem/") or []) <= before
    assert not list(aside.rglob("*"))
    assert os.stat(file).st_mtime_ns == times.st_mtime_ns
    assert not [one for one in tmp_path.iterdir() if one.name not in ("a.gpkg", "tmp")]


@pytest.mark.slow
def test_a_name_that_climbs_out_of_its_archive_writes_nothing(run, world, tmp_path):  # noqa: F811
    with zipfile.ZipFile(tmp_path / "in.zip", "w") as archive:
        archive.writestr("../../climbed.txt", one_place(world["patients"]))
        archive.writestr("/absolute.gpkg", b"SQLite format 3\0" + np.zeros(300, np.uint8).tobytes())
    result = check(run, world, tmp_path / "in.zip")
    assert result["VERDICT"] == "gives_away" and [one.name for one in tmp_path.iterdir()] == ["in.zip"]


@pytest.mark.slow
@pytest.mark.parametrize("left", ["a row", "all rows"])
def test_rows_deleted_from_a_geopackage_are_found_until_it_is_compacted(run, world, tmp_path, left):  # noqa: F811
    file = written(world["patients"], tmp_path / "a.gpkg")
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA secure_delete = OFF")  # Debian's SQLite overwrites what others leave
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f'DROP TRIGGER "{name}"')  # they want functions of GDAL
        database.execute("DELETE FROM a" + (" WHERE fid > 1" if left == "a row" else ""))
    database.close()
    result = check(run, world, file)
    assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] >= 60
    with sqlite3.connect(file) as database:
        database.execute("DELETE FROM a")
        database.execute("DROP TABLE rtree_a_geom")  # the index keeps the places, too
    database.execute("VACUUM")
    database.close()
    assert check(run, world, file)["VERDICT"] == "passed"


@pytest.mark.slow
def test_pages_of_a_deleted_table_keep_a_database_from_passing(run, world, tmp_path):  # noqa: F811
    with sqlite3.connect(tmp_path / "a.sqlite") as database:
        database.execute("CREATE TABLE a (words TEXT)")
        database.execute("CREATE TABLE b (words TEXT)")
        database.executemany("INSERT INTO b VALUES (?)", [("some words " * 90,)] * 99)
        database.execute("DROP TABLE b")
    database.close()
    assert check(run, world, tmp_path / "a.sqlite")["VERDICT"] == "not_judged"


def dropped_columns(database, rows):
    """Other SQLites than Debian's leave what was deleted."""
    database.execute("PRAGMA secure_delete = OFF")
    database.execute("CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT, lat REAL, lon REAL, age INTEGER)")
    database.executemany(
        "INSERT INTO a VALUES (?, 'n', ?, ?, 44)", [(at, *row) for at, row in enumerate(rows)]
    )
    database.commit()
    database.execute("ALTER TABLE a DROP COLUMN lat")
    database.execute("ALTER TABLE a DROP COLUMN lon")


def deleted(row):
    def fill(database, rows):
        database.execute("PRAGMA secure_delete = OFF")
        database.execute("CREATE TABLE a (id INTEGER PRIMARY KEY, before, after)")
        database.executemany(
            "INSERT INTO a VALUES (?, ?, ?)", [(at, *row(*one)) for at, one in enumerate(rows)]
        )
        database.execute("INSERT INTO a VALUES (999, 'kept', NULL)")
        database.commit()
        database.execute("DELETE FROM a WHERE id < 999")

    return fill


def filled(sql, row):
    def fill(database, rows):
        database.execute(sql)
        marks = ", ".join("?" * len(row(*rows[0])))
        database.executemany(f"INSERT INTO a VALUES ({marks})", [row(*one) for one in rows])

    return fill


def in_utf16(database, rows):
    database.execute("PRAGMA encoding = 'UTF-16le'")
    filled("CREATE TABLE a (t TEXT)", lambda lat, lon: [f"{lat}, {lon}"])(database, rows)


def several(lat, lon):
    return ogr.CreateGeometryFromWkt(f"MULTIPOINT Z (({lon!r} {lat!r} 9))")


HIDDEN_IN_A_DATABASE = {
    "words in a column of numbers": filled("CREATE TABLE a (r REAL)", lambda lat, lon: [f"{lat}, {lon}"]),
    "words in bytes": filled("CREATE TABLE a (b BLOB)", lambda lat, lon: [f"{lat}, {lon}".encode()]),
    "words behind a zero": filled("CREATE TABLE a (t TEXT)", lambda lat, lon: [f"n\0 {lat}, {lon}"]),
    "a computed column": filled(
        "CREATE TABLE a (p REAL, q REAL, lat REAL AS (p * 2), lon REAL AS (q * 2))",
        lambda lat, lon: [lat / 2, lon / 2],
    ),
    "columns that were dropped": dropped_columns,
    "words of rows that were deleted": deleted(lambda lat, lon: [f"{lat}, {lon}", None]),
    "neighbouring words of such rows": deleted(lambda lat, lon: [f"{lat:.5f}", f"{-lon:.5f}"]),
    "a key": filled(
        "CREATE TABLE a (lat TEXT PRIMARY KEY, lon TEXT) WITHOUT ROWID", lambda lat, lon: [str(lat), str(lon)]
    ),
    "words of two bytes a letter": in_utf16,
    "such words in bytes": filled(
        "CREATE TABLE a (b BLOB)", lambda lat, lon: [f"{lat}, {lon}".encode("utf-16-le")]
    ),
    "a copy of a layer of several points": filled(
        "CREATE TABLE a (b BLOB)",
        lambda lat, lon: [b"GP\0\1" + struct.pack("<i", 4326) + several(lat, lon).ExportToIsoWkb()],
    ),
    "a default": lambda database, rows: database.execute(
        "CREATE TABLE a (t TEXT DEFAULT '" + "; ".join(f"{lat}, {lon}" for lat, lon in rows) + "')"
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("hidden", HIDDEN_IN_A_DATABASE)
def test_true_places_anywhere_in_a_database_give_away(run, world, tmp_path, hidden):  # noqa: F811
    """In a table by a name that no list of layers names."""
    with closing(sqlite3.connect(tmp_path / "a.sqlite")) as database:
        HIDDEN_IN_A_DATABASE[hidden](database, lonlat(world["patients"])[:, ::-1].tolist())
        database.execute("ALTER TABLE a RENAME TO gpkg_a")
        database.commit()
    result = check(run, world, tmp_path / "a.sqlite")
    assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] >= 20


@pytest.mark.slow
def test_bytes_of_a_database_that_nobody_can_tell_keep_it_from_passing(run, world, tmp_path):  # noqa: F811
    heic = b"\0\0\0\x18ftypheic" + bytes(99)
    project = b"PK\3\4".hex() + "00" * 99  # as QGIS saves one
    for name, told in [("a", b"\x89PNG\r\n\x1a\n"), ("c", heic), ("d", project), ("b", b"plain words")]:
        with closing(sqlite3.connect(tmp_path / f"{name}.sqlite")) as database:
            database.execute("CREATE TABLE a (b BLOB)")
            database.execute("INSERT INTO a VALUES (?)", [told])
            database.commit()
    for name in "acd":
        assert check(run, world, tmp_path / f"{name}.sqlite")["VERDICT"] == "not_judged"
    assert check(run, world, tmp_path / "b.sqlite")["VERDICT"] == "passed"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a.gpkg", "a.sqlite"])
@pytest.mark.parametrize("kind", ["POLYGON", "LINESTRING", "MULTILINESTRING"])
def test_areas_of_the_region_hold_no_position(run, world, tmp_path, name, kind):  # noqa: F811
    """The lists of layers hold their extents: two corners, of which none is a place."""
    file = str(written(world["county"], tmp_path / "in.gpkg"))
    driver = DRIVERS[f".{name[2:]}"]
    written_out = gdal.VectorTranslate(str(tmp_path / name), file, format=driver, geometryType=kind)
    del written_out
    result = check(run, world, tmp_path / name, TRUTH=None)
    assert result["VERDICT"] == "passed" and result["POSITIONS"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("box", ["min_x, min_y, max_x, max_y", "a_min_x, a_min_y, a_max_x, a_max_y"])
def test_boxes_of_homes_are_no_extents(run, world, tmp_path, box):  # noqa: F811
    file = written(world["county"], tmp_path / "a.gpkg")
    with closing(sqlite3.connect(file)) as database:
        database.execute(f"CREATE TABLE b ({box})")
        rows = [(lon, lat, lon + 1, lat + 1) for lon, lat in lonlat(world["patients"]).tolist()]
        database.executemany("INSERT INTO b VALUES (?, ?, ?, ?)", rows)
        database.commit()
    assert check(run, world, file)["VERDICT"] == "gives_away"


@pytest.mark.slow
@pytest.mark.parametrize("left", ["all moved", "most deleted"])
def test_places_left_in_a_stale_index_give_away(run, world, tmp_path, left):  # noqa: F811
    file = written(world["patients"], tmp_path / "a.gpkg")
    with closing(sqlite3.connect(file)) as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f'DROP TRIGGER "{name}"')
        if left == "all moved":
            masked = b"GP\0\1" + struct.pack("<i", 32618) + struct.pack("<bi2d", 1, 1, 1.0, 1.0)
            database.execute("UPDATE a SET geom = ?", [masked])
        else:
            database.execute("DELETE FROM a WHERE fid > 3")
        database.execute("UPDATE gpkg_contents SET min_x = NULL, max_x = NULL")
        database.commit()
        database.execute("VACUUM")
    result = check(run, world, file)
    assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] >= 60


def mbtiles(file, source, **more):
    """A layer as vector tiles of a database."""
    options = [f"{name}={value}" for name, value in more.items()]
    held = gdal.VectorTranslate(
        str(file), str(source), format="MBTiles", datasetCreationOptions=options, layerName=source.stem
    )
    del held
    return file


@pytest.mark.slow
@pytest.mark.parametrize("zoom, ends", [(7, 0), (13, 1)])
def test_borders_in_tiles_have_no_ends_at_the_rims(run, world, tmp_path, zoom, ends):  # noqa: F811
    """Where tiles cut a line, nobody set out or came to; of a closed one where it begins is told then."""
    areas = written(world["county"], tmp_path / "in.gpkg")
    held = gdal.VectorTranslate(str(tmp_path / "a.gpkg"), str(areas), geometryType="LINESTRING")
    del held
    result = check(run, world, mbtiles(tmp_path / "a.mbtiles", tmp_path / "a.gpkg", MAXZOOM=zoom))
    told = result["POSITIONS"] - 3  # the corners of the bounds, and the centre
    from_gdal_3_11 = int(gdal.VersionInfo()) >= 3_110_000  # which leaves out where a closed line begins
    assert told in ((0, ends) if from_gdal_3_11 else (ends,))
    assert result["VERDICT"] == ("with_care" if told else "passed")


@pytest.mark.slow
@pytest.mark.parametrize("beside", ["table", "bytes", "deleted rows", "values of fields"])
def test_what_lies_beside_tiles_of_areas_keeps_them_from_passing(run, world, tmp_path, beside):  # noqa: F811
    """The bounds that the tiles tell, also as Tippecanoe does, and their middle, are no places."""
    file = mbtiles(tmp_path / "a.mbtiles", written(world["county"], tmp_path / "a.gpkg"), MAXZOOM=12)
    with closing(sqlite3.connect(file)) as database:
        database.execute(
            "INSERT INTO metadata SELECT 'antimeridian_adjusted_bounds', value FROM metadata "
            "WHERE name = 'bounds'"
        )
        database.commit()
    for truth in ("patients", None) if beside == "table" else ():
        assert check(run, world, file, truth)["VERDICT"] == "passed"
    rows = [(b"\x89PNG\r\n\x1a\n", None)] if beside == "bytes" else lonlat(world["patients"]).tolist()
    with closing(sqlite3.connect(file)) as database:
        if beside == "values of fields":
            told = json.dumps({"vector_layers": [], "tilestats": {"values": [f"{y}, {x}" for x, y in rows]}})
            database.execute("UPDATE metadata SET value = ? WHERE name = 'json'", [told])
        else:
            database.execute("CREATE TABLE cases (lon, lat)")
            database.executemany("INSERT INTO cases VALUES (?, ?)", rows)
            database.commit()
        if beside == "deleted rows":
            database.execute("PRAGMA secure_delete = OFF")
            database.execute("DELETE FROM cases WHERE rowid > 3")
            database.execute("UPDATE cases SET lon = 0, lat = 0")
        database.commit()
    expected = "not_judged" if beside == "bytes" else "gives_away"
    assert check(run, world, file)["VERDICT"] == expected


@pytest.mark.slow
def test_what_packed_tiles_say_of_themselves_is_read(run, world, tmp_path):  # noqa: F811
    box, places = "-75.5,42.1,-75.1,42.4", [f"{y}, {x}" for x, y in lonlat(world["patients"]).tolist()]
    for more, verdict in (({}, "passed"), ({"tilestats": places}, "gives_away"), (places, "not_judged")):
        told = {"antimeridian_adjusted_bounds": box, **more} if isinstance(more, dict) else more
        meta = json.dumps(told).encode()
        head = b"PMTiles\x03" + struct.pack("<8Q", 127, 1, 128, len(meta), 0, 0, 0, 0)
        head += bytes(25) + bytes([1, 1, 1]) + bytes(27)
        (tmp_path / "a.pmtiles").write_bytes(head + b"\0" + meta)
        assert check(run, world, tmp_path / "a.pmtiles")["VERDICT"] == verdict


@pytest.mark.slow
@pytest.mark.parametrize(
    "wrong", ["zoom_level = NULL", "zoom_level = 5000", "tile_row = NULL", "tile_row = 1.5e9"]
)
def test_tiles_of_no_place_are_not_judged(run, world, tmp_path, wrong):  # noqa: F811
    file = mbtiles(tmp_path / "a.mbtiles", written(world["county"], tmp_path / "a.gpkg"), MAXZOOM=5)
    with closing(sqlite3.connect(file)) as database:
        database.execute(f"UPDATE tiles SET {wrong} WHERE zoom_level = 5")
        database.commit()
    assert check(run, world, file)["VERDICT"] == "not_judged"


@pytest.mark.slow
def test_points_that_tiles_show_from_afar_alone_give_away(run, world, tmp_path):  # noqa: F811
    """Each layer of a map of tiles has zooms of its own; those of GDAL's deepest were read."""
    file = mbtiles(tmp_path / "a.mbtiles", written(world["county"], tmp_path / "a.gpkg"), MAXZOOM=13)
    homes = mbtiles(tmp_path / "b.mbtiles", written(world["patients"], tmp_path / "b.gpkg"), MAXZOOM=11)
    with closing(sqlite3.connect(file)) as database:
        database.execute("ATTACH ? AS homes", [str(homes)])
        database.execute("PRAGMA secure_delete = ON")
        database.execute("DELETE FROM tiles WHERE zoom_level = 11")
        database.execute("INSERT INTO tiles SELECT * FROM homes.tiles WHERE zoom_level = 11")
        database.commit()
    result = check(run, world, file)
    assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] == 70


@pytest.mark.slow
def test_masked_points_in_a_file_are_told_what_makes_them_safe(run, world, tmp_path):  # noqa: F811
    file = written(with_fields(), tmp_path / "a.gpkg")
    with closing(sqlite3.connect(file)) as database:
        database.execute("ALTER TABLE a DROP COLUMN x_true")
        database.execute("ALTER TABLE a DROP COLUMN y_true")
    database = gdal.VectorTranslate(str(tmp_path / "b.gpkg"), str(file))
    del database
    result = check(run, world, tmp_path / "b.gpkg", MASKED=with_fields(), REPORT=str(tmp_path / "r.html"))
    assert result["VERDICT"] == "with_care"
    assert "as the report of their mask allows" in (tmp_path / "r.html").read_text("utf-8")


DELETED_SHAPES = {
    "GeoPackage": lambda lat, lon: b"GP\0\1" + struct.pack("<i", 4326) + several(lat, lon).ExportToIsoWkb(),
    "SQLite": lambda lat, lon: struct.pack("<bi2d", 1, 1, lon, lat),
    "SpatiaLite": lambda lat, lon: (
        struct.pack("<bbi4dbi2d", 0, 1, 4326, lon, lat, lon, lat, 0x7C, 1, lon, lat) + b"\xfe"
    ),
    "the end of a line": lambda lat, lon: struct.pack("<bii6d", 1, 1002, 2, 9, 9, 9, lon, lat, 9),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", DELETED_SHAPES)
def test_deleted_points_of_other_kinds_are_found(run, world, tmp_path, kind):  # noqa: F811
    rows = lonlat(world["patients"])[:, ::-1].tolist()
    with closing(sqlite3.connect(tmp_path / "a.sqlite")) as database:
        deleted(lambda lat, lon: ["", DELETED_SHAPES[kind](lat, lon)])(database, rows)
        database.commit()
    report = tmp_path / "r.html"
    assert check(run, world, tmp_path / "a.sqlite", REPORT=str(report))["VERDICT"] == "gives_away"
    assert "Save its layers into a new file" in report.read_text("utf-8")


@pytest.mark.slow
def test_points_deleted_in_a_system_of_nobody_else_are_found(run, world, tmp_path):  # noqa: F811
    file = written(world["patients"], tmp_path / "a.gpkg", crs="PROJ:+proj=aeqd +lat_0=42 +lon_0=-75")
    with closing(sqlite3.connect(file)) as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f'DROP TRIGGER "{name}"')
        database.execute("DELETE FROM a")
        database.commit()
        database.execute("VACUUM")
    result = check(run, world, file)
    assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] >= 60


@pytest.mark.slow
@pytest.mark.parametrize("name", ["data/cases.geojson", "picture.html", "beyond.html"])
def test_no_output_is_written_over_what_a_document_takes_along(run, world, tmp_path, name):  # noqa: F811
    """Files that a page names, and files of a folder behind links, are inputs that no parameter names."""
    site, beyond = tmp_path / "site", tmp_path / "beyond"
    (site / "data").mkdir(parents=True)
    beyond.mkdir()
    (site / "map.html").write_text(
        '<html><script>fetch("data/cases.geojson")</script><img src="picture.html">'
    )
    for file in (site / "data" / "cases.geojson", site / "picture.html", beyond / "beyond.html"):
        file.write_text("<!doctype html>mine")
    os.symlink(beyond / "beyond.html", site / "beyond.html")
    page = {"FILE": str(site / "map.html")} if "beyond" not in name else {"FILE": None, "FOLDER": str(site)}
    into = {"OUTPUT": str(site / name)} if name.endswith("json") else {
        "REPORT": str(beyond / "beyond.html" if "beyond" in name else site / name)
    }  # fmt: skip
    with refuses("output.file.taken"):
        check(run, world, None, **page, **into)
    assert {file.read_text() for file in site.rglob("*.geojson")} | {
        file.read_text() for file in (site / "picture.html", beyond / "beyond.html")
    } == {"<!doctype html>mine"}


@pytest.mark.slow
def test_what_the_plugin_writes_holds_no_emptied_pages(run, world, tmp_path):  # noqa: F811
    from geodeid_plugin.host.apart.databases import emptied_pages

    check(run, world, written(world["patients"], tmp_path / "a.gpkg"), OUTPUT=str(tmp_path / "out.gpkg"))
    assert emptied_pages((tmp_path / "out.gpkg").read_bytes()) == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "named", ["EPSG:2261", "urn:ogc:def:crs:EPSG::2261", "http://www.opengis.net/def/crs/EPSG/0/2261"]
)
def test_numbers_in_a_system_that_the_document_names_are_found(run, world, tmp_path, named):  # noqa: F811
    """GeoJSON in feet of New York passed: neither the layers nor UTM are in feet."""
    to = qgis_core.QgsCoordinateTransform(
        world["patients"].crs(),
        qgis_core.QgsCoordinateReferenceSystem("EPSG:2261"),
        qgis_core.QgsProject.instance(),
    )
    places = [to.transform(one.geometry().asPoint()) for one in world["patients"].getFeatures()]
    shapes = [{"type": "Point", "coordinates": [one.x(), one.y()]} for one in places]
    features = [{"type": "Feature", "properties": {}, "geometry": one} for one in shapes]
    crs = {"type": "name", "properties": {"name": named}}
    file = tmp_path / "cases.geojson"
    file.write_text(json.dumps({"type": "FeatureCollection", "crs": crs, "features": features}))
    result = check(run, world, file)
    assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] == len(places)


@pytest.mark.slow
@pytest.mark.parametrize("crs", ["EPSG:2261", "EPSG:32116", "radians"])
def test_numbers_in_a_system_that_nobody_names_are_found(run, world, tmp_path, crs):  # noqa: F811
    target = qgis_core.QgsCoordinateReferenceSystem("EPSG:4326" if crs == "radians" else crs)
    project = qgis_core.QgsProject.instance()
    to = qgis_core.QgsCoordinateTransform(world["patients"].crs(), target, project)
    places = [to.transform(one.geometry().asPoint()) for one in world["patients"].getFeatures()]
    unit = np.pi / 180 if crs == "radians" else 1.0
    rows = "".join(f"{unit * one.x():.8f},{unit * one.y():.8f}\n" for one in places)
    file = tmp_path / "cases.csv"
    file.write_text(f"a,b\n{rows}")
    result = check(run, world, file)
    assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] == len(places)


@pytest.mark.slow
def test_tiles_of_a_map_are_read_and_those_without_a_place_are_not_judged(run, world, tmp_path):  # noqa: F811
    file = tmp_path / "tiles.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("tiles/5/9/11.pbf", b"")
        archive.writestr("tile.mvt", b"\x1a\x02\x78\x02")
    result = check(run, world, file)
    assert result["VERDICT"] == "not_judged" and "does not say where it lies" in result["VERDICT_TEXT"]
    true, levels = written(world["patients"], tmp_path / "true.gpkg"), ["MINZOOM=10", "MAXZOOM=10"]
    gdal.VectorTranslate(str(tmp_path / "map"), str(true), format="MVT", datasetCreationOptions=levels)
    result = check(run, world, None, FOLDER=str(tmp_path / "map"))
    assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] >= 70  # some in two tiles


@pytest.mark.slow
def test_figures_are_searched_upright_unless_told_otherwise(run, world, tmp_path, monkeypatch):  # noqa: F811
    """A figure took three times as long: the picture check's own largest turn was searched."""
    from geodeid_plugin.core.mapimage.georeference import placement, placing

    turns = []

    def heard(rgb, outline, bases, systems, mask, search, progress):
        turns.append(search.largest_turn_deg)
        raise placement.PlacementRefusedError("picture.outline.not_found", "It was heard.")

    monkeypatch.setattr(placing, "place_unlisted", heard)
    check(run, world, docx(tmp_path / "paper.docx", [("image1.png", world["picture"])]))
    assert set(turns) == {0}
