# SPDX-License-Identifier: GPL-2.0-or-later
"""Every format that QGIS writes: points, lines, polygons and tables, written and read back."""

import csv
from pathlib import Path

import numpy as np
import pytest
from osgeo import gdal
from qgis.core import QgsVectorFileWriter, QgsVectorLayer

from tests.refusals import refuses

FORMATS = ("gpkg", "shp", "geojson", "fgb", "gml", "tab", "mif", "csv", "xlsx", "ods", "sqlite")
KML = ("kml",) if gdal.GetDriverByName("LIBKML") is not None else ()
"""GDAL's older driver keeps no types of fields, and is refused with a sentence."""
FORMATS += KML
if gdal.GetDriverByName("Parquet") is not None:
    FORMATS = (*FORMATS, "parquet")
PLACES = ((-74.951, 45.053), (-74.853, 45.157), (-74.957, 45.159), (-74.951, 45.053), (-74.80, 45.35))
NO_SHAPES = ("csv", "xlsx", "ods")
NO_EMPTY_NUMBERS = ("tab", "mif")


@pytest.fixture
def people(layer):
    rows = [
        (
            f"POINT({lon} {lat})",
            [f"P{i}", sex, (31, 52, 31, 7, 52)[i], (0.5, 1.25, 0.5, 1.25, 0.5)[i], (None, "Zoë “ä”")[i % 2]],
        )
        for i, ((lon, lat), sex) in enumerate(zip(PLACES, "fmfmf"))
    ]
    kinds = ["patient:string", "sex:string", "age:integer", "dose:double", "note:string"]
    return layer("Point", rows, kinds, name="patients")


def outputs(areas, people, folder, suffix):
    """Points and lines of one algorithm, polygons of a second and a table of a third, all of one format."""
    names = {name: str(folder / f"{name} é.{suffix}") for name in ("points", "lines", "polygons", "table")}
    mask = {
        "PATIENTS": people, "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "RISK": 0.2,
        "KEEP_FIELDS": ["sex", "age", "dose", "note"], "OUTPUT": names["points"], "INTERNAL": names["lines"],
    }  # fmt: skip
    cluster = {
        "AREAS": areas,
        "AREA_ID": "id",
        "POPULATION": "pop",
        "THRESHOLD": 150,
        "OUTPUT": names["polygons"],
    }
    table = {"AREAS": areas, "AREA_ID": "id", "K": 3, "OUTPUT": names["table"]}
    return (("lpmask", mask), ("clusterareas", cluster), ("capneighbours", table))


def known(qgis_app, algorithm, parameters):
    definitions = qgis_app.processingRegistry().algorithmById(f"geodeid:{algorithm}").parameterDefinitions()
    names = {definition.name() for definition in definitions}
    return {name: value for name, value in parameters.items() if name in names}


@pytest.mark.slow
@pytest.mark.parametrize("suffix", FORMATS)
def test_points_lines_polygons_and_tables_arrive(qgis_app, run, grid, people, tmp_path, table, suffix):
    runs = outputs(grid(), people, tmp_path, suffix)
    results = {}
    for algorithm, parameters in runs:
        if suffix == "fgb" and algorithm == "capneighbours":
            with refuses("output.format.no_shapes"):
                run(algorithm, known(qgis_app, algorithm, parameters))
            continue
        results[algorithm] = run(algorithm, known(qgis_app, algorithm, parameters))
    points, lines = (results["lpmask"][name] for name in ("OUTPUT", "INTERNAL"))
    expected = [(points, 5, 0), (lines, 5, 1), (results["clusterareas"]["OUTPUT"], 16, 2)]
    if "capneighbours" in results:
        expected.append((results["capneighbours"]["OUTPUT"], 48, None))
    for found, count, kind in expected:
        opened = QgsVectorLayer(found, "written", "ogr")
        assert opened.isValid(), found
        assert opened.featureCount() == count, found
        if kind is not None and suffix not in NO_SHAPES:
            assert all(feature.geometry().type() == kind for feature in opened.getFeatures())
    released = table(points)
    sexes = sorted(row[next(name for name in row if name.lower() == "sex")] for row in released)
    assert sexes == ["f", "f", "f", "m", "m"]
    records = sorted(round(float(row["record"])) for row in released)
    assert records == [1, 2, 3, 4, 5]


@pytest.mark.slow
@pytest.mark.parametrize("suffix", NO_SHAPES)
def test_a_sheet_of_points_has_longitude_and_latitude_and_the_log_says_so(
    run, grid, people, tmp_path, table, feedback, suffix
):
    told = []
    feedback.pushInfo = told.append
    path = tmp_path / f"masked.{suffix}"
    run("lpmask", {"PATIENTS": people, "AREAS": grid(), "AREA_ID": "id", "POPULATION": "pop", "RISK": 0.2,
                   "OUTPUT": str(path)})  # fmt: skip
    rows = table(path)
    assert all(-75 < float(row["longitude"]) < -74.5 for row in rows)
    assert all(45 < float(row["latitude"]) < 45.5 for row in rows)
    assert any("longitude, latitude" in text for text in told)


@pytest.mark.slow
def test_a_sheet_of_polygons_warns_that_shapes_are_not_kept(run, grid, feedback, tmp_path):
    path = tmp_path / "clusters.csv"
    run("clusterareas", {"AREAS": grid(), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 150,
                         "OUTPUT": str(path)})  # fmt: skip
    assert any("keeps no shapes" in warning for warning in feedback.warnings)
    with open(path, encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == 16


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["gpx", "dxf", "gdb"])
def test_a_format_that_cannot_hold_the_layer_is_refused_and_leaves_no_file(
    run, grid, people, tmp_path, suffix
):
    with refuses("output.format.unfit") as refusal:
        run("lpmask", {"PATIENTS": people, "AREAS": grid(), "AREA_ID": "id", "POPULATION": "pop", "RISK": 0.2,
                       "OUTPUT": str(tmp_path / f"out.{suffix}")})  # fmt: skip
    assert "disk" not in str(refusal.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "name", ["{}.json", "{}.xml", "{}.txt", "{}.shz", "ogr:dbname='{}.db' table=\"x\" (g)"]
)
def test_a_name_under_which_qgis_writes_no_layer_is_refused_before_the_work(run, grid, tmp_path, name):
    known = QgsVectorFileWriter.MetaData()
    QgsVectorFileWriter.driverMetadata("GeoJSONSeq", known)
    if name == "{}.geojsonl" and "geojsonl" in known.ext:
        pytest.skip("this QGIS writes it: 3.22 knew the ending json alone")
    with refuses("output.file.other_ending"):
        run("capneighbours", {"AREAS": grid(2), "AREA_ID": "id", "K": 2,
                              "OUTPUT": name.format(tmp_path / "a")})  # fmt: skip
    assert not list(tmp_path.iterdir())


def test_a_file_of_json_lines_is_whole_or_refused(run, grid, table, tmp_path):
    """Later versions of QGIS name the ending with the format."""
    known = QgsVectorFileWriter.MetaData()
    assert QgsVectorFileWriter.driverMetadata("GeoJSONSeq", known)
    given = {"AREAS": grid(2), "AREA_ID": "id", "K": 2, "OUTPUT": str(tmp_path / "a.geojsonl")}
    if "geojsonl" in known.ext.split():
        assert len(table(run("capneighbours", given)["OUTPUT"])) == 16
    else:
        with refuses("output.file.other_ending", match=r"\.geojsonl"):
            run("capneighbours", given)
        assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("suffix", NO_EMPTY_NUMBERS)
def test_a_format_that_would_turn_empty_counts_into_zeros_is_refused(qgis_app, suffix):
    """A count left empty for privacy must not come out as a count of none."""
    from geodeid_plugin.host.compat import field
    from geodeid_plugin.processing_provider.framework.writing import comparing, formats
    from geodeid_plugin.processing_provider.framework.writing.destinations import Destination

    class Run:
        context = __import__("qgis.core").core.QgsProcessingContext()
        feedback = __import__("qgis.core").core.QgsProcessingFeedback(False)

        def progress(self, _fraction):
            """Nobody is asked."""

    path = Path(f"/vsimem/test_formats/counts.{suffix}")
    rows = formats.rows_of([(field("records", "integer"), [12, None, 0])], None, formats.NO_GEOMETRY, None)
    target = Destination("OUTPUT", "Counts", str(path), "file", path)
    formats.write(Run(), str(path), target, rows, None)
    with refuses("output.format.loses", match="the values of the field “records”"):
        comparing.read_back(str(path), None, target, rows)


def written(values, places=None):
    """Two columns and, where places are given, points: as rows, and as GDAL would read them back."""
    from osgeo import ogr
    from qgis.core import QgsGeometry, QgsPointXY, QgsWkbTypes

    from geodeid_plugin.host.compat import field
    from geodeid_plugin.processing_provider.framework.writing import formats

    shapes = places and [QgsGeometry.fromPointXY(QgsPointXY(*one)) for one in places]
    columns = [
        (field("sex", "text"), [one[0] for one in values]),
        (field("age", "integer"), [one[1] for one in values]),
    ]
    kind = QgsWkbTypes.Type.Point if places else formats.NO_GEOMETRY

    def layer(order):
        made = ogr.GetDriverByName("Memory").CreateDataSource("m")
        table = made.CreateLayer("m", geom_type=ogr.wkbPoint if places else ogr.wkbNone)
        table.CreateField(ogr.FieldDefn("sex", ogr.OFTString))
        table.CreateField(ogr.FieldDefn("age", ogr.OFTInteger))
        for sex, age, place in order:
            feature = ogr.Feature(table.GetLayerDefn())
            feature["sex"], feature["age"] = sex, age
            if places:
                feature.SetGeometry(ogr.CreateGeometryFromWkt("POINT({!r} {!r})".format(*place)))
            table.CreateFeature(feature)
        return made

    return formats.rows_of(columns, shapes, kind, None), layer


@pytest.mark.parametrize("places", [None, [(0.5, 1.5), (2.5, 3.5), (0.5, 1.5)]])
def test_what_is_read_back_is_compared_row_by_row(qgis_app, places):
    """Columns alone would let the age of one go to another: a leak where it stands beside a masked point."""
    from geodeid_plugin.processing_provider.framework.writing import comparing
    from geodeid_plugin.processing_provider.framework.writing.destinations import Destination

    values, at = [("f", 30), ("m", 41), ("m", 52)], places or [None] * 3
    rows, layer = written(values, places)
    target = Destination("OUTPUT", "People", "x.gpkg", "file", Path("x.gpkg"))
    whole = [(*value, place) for value, place in zip(values, at)]
    for order in (whole, whole[::-1], [whole[1], whole[2], whole[0]]):
        made = layer(order)
        comparing.compare(made.GetLayer(0), target, rows)
    swapped = [("f", 41, at[0]), ("m", 30, at[1]), whole[2]]
    moved = [(*whole[0][:2], at[1]), (*whole[1][:2], at[0]), whole[2]]
    for order in (swapped, moved) if places else (swapped,):
        made = layer(order)
        with refuses("output.format.loses", match="belong to one record"):
            comparing.compare(made.GetLayer(0), target, rows)


@pytest.mark.parametrize("kept", [0, 2])
def test_how_many_records_a_format_loses_is_told(qgis_app, kept):
    from geodeid_plugin.processing_provider.framework.writing import comparing
    from geodeid_plugin.processing_provider.framework.writing.destinations import Destination

    values = [("f", 30), ("m", 41), ("m", 52)]
    rows, layer = written(values)
    made = layer([(*value, None) for value in values[:kept]])
    target = Destination("OUTPUT", "People", "x.txt", "file", Path("x.txt"))
    with refuses("output.format.loses", match=f"does not keep {3 - kept} of 3 records"):
        comparing.compare(made.GetLayer(0), target, rows)


@pytest.mark.parametrize(("suffix", "name"), [("gpkg", "fid"), ("gpkg", "FID"), ("sqlite", "ogc_fid")])
@pytest.mark.parametrize("values", [[1, 1, 2], [1, None, 2], ["a", "b", "c"], [1.5, 2.0, 3.0]])
def test_a_field_that_the_format_keeps_for_its_row_numbers_is_named(qgis_app, suffix, name, values):
    from geodeid_plugin.host.compat import field
    from geodeid_plugin.processing_provider.framework.writing import formats
    from geodeid_plugin.processing_provider.framework.writing.destinations import Destination

    kind = {str: "text", float: "real"}.get(type(values[0]), "integer")
    rows = formats.rows_of([(field(name, kind), values)], None, formats.NO_GEOMETRY, None)
    path = Path(f"/vsimem/test_formats/key.{suffix}")
    with refuses("output.format.numbers_rows", match=f"numbers its rows in “{name}”"):
        formats.write(None, str(path), Destination("OUTPUT", "T", str(path), "file", path), rows, None)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["shp", "tab", "csv", *KML, "gpkg"])
def test_small_and_large_risks_are_kept_as_numbers(run, grid, tmp_path, suffix):
    """A shapefile keeps 15 decimals of 1 in 1 057 673; that is no loss."""
    areas = grid(population=lambda column, row: 66_104 + 17 * column + row)
    path = tmp_path / f"areas.{suffix}"
    run("clusterareas", {"AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 1_057_600,
                         "OUTPUT": str(path)})  # fmt: skip
    assert QgsVectorLayer(str(path), "areas", "ogr").featureCount() == 16


@pytest.mark.parametrize("value", ["\ud800", "a\udfffb", "Zo\u00eb \U0001f600"])
def test_half_a_character_becomes_the_sign_for_one_that_is_lost(qgis_app, value):
    from geodeid_plugin.host.compat import field
    from geodeid_plugin.processing_provider.framework.writing import formats

    rows = formats.rows_of([(field("note", "text"), [value])], None, None, None)
    written = next(iter(formats.batches(rows)))[0].attributes()[0]
    assert written == "".join("\ufffd" if "\ud800" <= sign <= "\udfff" else sign for sign in value)


@pytest.mark.slow
@pytest.mark.parametrize(("suffix", "count"), [("gpkg", 10_000), ("csv", 1000)])
def test_a_long_table_is_written_and_read_back_in_little_more_than_its_columns(qgis_app, suffix, count):
    """A strategy of a million areas has ten million rows: as lists of Python they took eight gigabytes."""
    import tracemalloc

    from geodeid_plugin.host.compat import field
    from geodeid_plugin.processing_provider.framework.writing import comparing, formats
    from geodeid_plugin.processing_provider.framework.writing.destinations import Destination, forget

    class Run:
        context = __import__("qgis.core").core.QgsProcessingContext()

        def progress(self, _fraction):
            """Nobody is asked."""

    ids = np.array([f"{number:012d}" for number in range(1000)], dtype=object)
    row = np.arange(count)
    chance = np.where(row == 7, np.inf, 1 / (1 + row))
    columns = [
        ("origin", "text", ids[row // 10]),
        ("to", "text", ids[row % 1000]),
        ("chance", "real", chance),
    ]
    path = Path(f"/vsimem/test_formats/long.{suffix}")
    target = Destination("OUTPUT", "Strategy", str(path), "file", path)
    columns = [(field(name, kind), values) for name, kind, values in columns]
    for size in (10, count):  # what is loaded once is not of the table
        forget(path)
        tracemalloc.start()
        try:
            some = [(name, values[:size]) for name, values in columns]
            rows = formats.rows_of(some, None, formats.NO_GEOMETRY, None)
            formats.write(Run(), str(path), target, rows, None)
            comparing.read_back(str(path), None, target, rows)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert peak < 450 * count or count < 10_000
    swapped = [*columns[:2], (columns[2][0], chance[::-1])]
    with refuses("output.format.loses", match="belong to one record"):
        comparing.read_back(
            str(path), None, target, formats.rows_of(swapped, None, formats.NO_GEOMETRY, None)
        )
    wrong = [*columns[:2], (columns[2][0], 2 * chance)]
    with refuses("output.format.loses", match="the values of the field “chance"):
        comparing.read_back(str(path), None, target, formats.rows_of(wrong, None, formats.NO_GEOMETRY, None))
