# SPDX-License-Identifier: GPL-2.0-or-later
"""A run owns only what did not exist before it: no input is ever touched, however its place is spelled."""

import hashlib
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from osgeo import gdal
from qgis.core import (
    QgsFeatureSource,
    QgsProcessingAlgorithm,
    QgsProcessingContext,
    QgsProcessingFeatureSourceDefinition,
    QgsProject,
    QgsProviderRegistry,
    QgsVectorFileWriter,
    QgsVectorLayer,
)

from geodeid_plugin.core.base.errors import GeoDeIDError
from geodeid_plugin.processing_provider.framework.writing import destinations, files, places
from geodeid_plugin.processing_provider.framework.writing.outbox import Guard
from tests.refusals import refuses

CLUES = ("POINT(-74.951 45.053)", "POINT(-74.853 45.157)", "POINT(-74.957 45.159)", "POINT(-74.951 45.053)")


def write_out(layer, path, name, driver="GPKG", add=False):
    """Write a layer to a file without any of the code under test."""
    options = QgsVectorFileWriter.SaveVectorOptions()
    options.driverName, options.layerName = driver, name
    if driver == "SQLite":
        options.datasourceOptions = ["SPATIALITE=YES"]
    if add:
        options.actionOnExistingFile = QgsVectorFileWriter.ActionOnExistingFile.CreateOrOverwriteLayer
    context = QgsProject.instance().transformContext()
    assert QgsVectorFileWriter.writeAsVectorFormatV2(layer, str(path), context, options)[0] == 0


def sums(folder: Path) -> dict:
    """Checksum of every file below a folder."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


@pytest.fixture
def people(layer):
    rows = [(wkt, [f"Jane Doe {i}", i, "f"]) for i, wkt in enumerate(CLUES)]
    return layer("Point", rows, ["patient:string", "number:integer", "sex:string"], name="patients")


@pytest.fixture
def study(people, grid, tmp_path):
    """A GeoPackage with patients and areas, a shapefile, a GeoJSON, and links to their folder."""
    folder = tmp_path / "study"
    folder.mkdir()
    areas = grid()
    write_out(people, folder / "study.gpkg", "patients")
    write_out(areas, folder / "study.gpkg", "areas", add=True)
    write_out(people, folder / "p.shp", "p", "ESRI Shapefile")
    write_out(people, folder / "p.geojson", "p", "GeoJSON")
    write_out(people, folder / "p.sqlite", "patients", "SQLite")
    (tmp_path / "link").symlink_to(folder, target_is_directory=True)
    os.link(folder / "p.geojson", folder / "second_name.geojson")
    return folder


def needs(provider):
    """Skip where this QGIS was built without a provider."""
    if provider not in QgsProviderRegistry.instance().providerList():
        pytest.skip(f"this QGIS reads no layers of {provider}")


def mask(study, patients=None, **more):
    return {
        "PATIENTS": patients or f"{study}/study.gpkg|layername=patients",
        "AREAS": f"{study}/study.gpkg|layername=areas", "AREA_ID": "id", "POPULATION": "pop", "RISK": 0.2,
        "OUTPUT": "TEMPORARY_OUTPUT", **more,
    }  # fmt: skip


# L1 to L4, D3: each deleted or destroyed somebody's data.


@pytest.mark.slow
def test_an_output_spelled_like_an_input_never_deletes_the_geopackage(run, study):
    before = sums(study)
    with refuses("output.name.of_input"):
        run("lpmask", mask(study, OUTPUT=f"{study}/study.gpkg|layername=masked"))
    assert sums(study) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    "spelling",
    [
        "ogr:dbname='{gpkg}' table=\"Patients\" (geom)",
        "ogr:dbname={gpkg} table=patients (geom)",
        "ogr:dbname='{gpkg}' table=\"PATIENTS\"",
        "ogr:dbname='{link}' table=\"patients\" (geom)",
        'ogr:dbname="{gpkg}" table="patients" (geom)',
        "{gpkg}",
        "{link}",
        "{dotted}",
    ],
)
def test_the_patients_table_is_never_overwritten_however_it_is_spelled(run, study, tmp_path, spelling):
    before = sums(study)
    output = spelling.format(
        gpkg=study / "study.gpkg", link=tmp_path / "link" / "study.gpkg",
        dotted=study / ".." / "study" / "study.gpkg",
    )  # fmt: skip
    with refuses("output.file.taken", match="the input"):
        run("lpmask", mask(study, OUTPUT=output))
    assert sums(study) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    "side", ["p.prj", "p.dbf", "p.cpg", "p.shx", "p.qix", "p.shp.aux.xml", "p.shp", "p.qml"]
)
def test_the_side_files_of_a_shapefile_are_no_place_for_a_report(run, study, side):
    before = sums(study)
    with refuses("output.file.taken", match="the input “Patients”"):
        run("lpmask", mask(study, str(study / "p.shp"), REPORT=str(study / side)))
    assert sums(study) == before


@pytest.mark.slow
def test_release_and_links_never_share_a_file_by_two_names(run, study, tmp_path):
    target = tmp_path / "out"
    target.mkdir()
    (tmp_path / "other").symlink_to(target, target_is_directory=True)
    given = mask(study, OUTPUT=str(target / "o.gpkg"), INTERNAL=str(tmp_path / "other" / "o.gpkg"))
    with refuses("output.file.taken", match="the output"):
        run("lpmask", given)
    assert not list(target.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("provider", ["spatialite", "ogr"])
def test_an_input_table_in_spatialite_is_refused_as_output(run, study, provider):
    needs(provider)
    before = sums(study)
    source = f"{study}/p.sqlite|layername=patients"
    output = f"{provider}:dbname='{study}/p.sqlite' table=\"Patients\" (GEOMETRY)"
    with refuses("output.file.taken", match="the input “Patients”"):
        run("lpmask", mask(study, source, OUTPUT=output))
    assert sums(study) == before


def test_a_database_that_this_qgis_lacks_is_no_name_of_a_file(run, study, tmp_path, monkeypatch):
    bare = SimpleNamespace(instance=lambda: SimpleNamespace(providerList=list))
    monkeypatch.setattr(destinations, "QgsProviderRegistry", bare)
    monkeypatch.chdir(tmp_path)
    output = 'postgres:host=localhost password=secret table="out" (geom)'
    with refuses("output.provider.not_whole", match="postgres"):
        run("lpmask", mask(study, OUTPUT=output))
    assert not list(tmp_path.rglob("*secret*"))


def test_a_hard_link_to_an_input_is_the_input(run, study):
    before = sums(study)
    with refuses("output.file.taken", match="the input"):
        run("lpmask", mask(study, str(study / "p.geojson"), OUTPUT=str(study / "second_name.geojson")))
    assert sums(study) == before


def test_letter_case_counts_as_the_file_system_has_it(run, study, monkeypatch):
    given = mask(study, str(study / "p.geojson"), REPORT=str(study / "P.GEOJSON"))
    monkeypatch.setattr(places, "folds_case", lambda _folder: True)
    with refuses("output.file.taken", match="the input"):
        run("lpmask", given)
    assert not (study / "P.GEOJSON").exists()


def test_this_file_system_tells_its_letter_case(tmp_path):
    (tmp_path / "Name").write_text("")
    assert places.folds_case(tmp_path) == (tmp_path / "nAME").exists()


@pytest.mark.slow
def test_a_view_over_the_patients_guards_its_table(run, study):
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(study / "study.gpkg")) as database:
        database.execute("CREATE VIEW seen AS SELECT * FROM patients")
        database.execute(
            "INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) "
            "VALUES ('seen', 'features', 'seen', 4326)"
        )
        database.execute("INSERT INTO gpkg_geometry_columns VALUES ('seen', 'geom', 'POINT', 4326, 0, 0)")
        database.commit()
    before = sums(study)
    assert QgsVectorLayer(f"{study}/study.gpkg|layername=seen", "seen", "ogr").featureCount() == 4
    output = f"ogr:dbname='{study}/study.gpkg' table=\"patients\" (geom)"
    with refuses("output.file.taken", match="the input"):
        run("lpmask", mask(study, f"{study}/study.gpkg|layername=seen", OUTPUT=output))
    assert sums(study) == before


@pytest.mark.slow
def test_the_sources_of_a_virtual_layer_are_inputs(run, study):
    needs("virtual")
    import urllib.parse

    source = urllib.parse.quote(f"{study}/p.geojson")
    layer = QgsVectorLayer(f"?layer=ogr:{source}:p&query=select%20*%20from%20p", "virtual", "virtual")
    assert layer.isValid()
    with refuses("output.file.taken", match="the input"):
        run("lpmask", mask(study, layer, OUTPUT=str(study / "p.geojson")))


VRT = """<OGRVRTDataSource><OGRVRTLayer name="seen"><SrcDataSource relativeToVRT="1">{file}</SrcDataSource>
<SrcLayer>{layer}</SrcLayer></OGRVRTLayer></OGRVRTDataSource>"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "output"),
    [
        ("{study}|layername=p", "{study}/p.shp"),
        ("{study}|layername=p", "{study}/p.dbf"),
        ("{study}|layername=p", "{study}/p.qml"),
        ("{study}/shape.vrt", "{study}/p.shp"),
        ("{study}/shape.vrt|layername=seen", "{study}/p.shp"),
        ("{study}/table.vrt", "ogr:dbname='{study}/study.gpkg' table=\"patients\" (geom)"),
        ("{study}/table.vrt|layername=seen", "ogr:dbname='{study}/study.gpkg' table=\"patients\" (geom)"),
        ("/vsizip/{study}/p.zip/p.geojson", "{study}/p.zip"),
        ("/vsizip/{{{study}/p.zip}}/p.geojson", "{study}/p.zip"),
        ("/vsisubfile/0_99999,{study}/p.geojson", "{study}/p.geojson"),
        ("GeoJSON:{study}/p.geojson", "{study}/second_name.geojson"),
        ("{study}/study.gpkg|layerid=2", "ogr:dbname='{study}/study.gpkg' table=\"more\" (geom)"),
    ],
)
def test_a_layer_guards_what_holds_it_be_that_a_folder_an_archive_a_description_or_an_address(
    run, study, people, source, output
):
    write_out(people, study / "study.gpkg", "more", add=True)
    (study / "shape.vrt").write_text(VRT.format(file="p.shp", layer="p"))
    (study / "table.vrt").write_text(VRT.format(file="study.gpkg", layer="patients"))
    with zipfile.ZipFile(study / "p.zip", "w") as archive:
        archive.write(study / "p.geojson", "p.geojson")
    patients = QgsVectorLayer(source.format(study=study), "patients", "ogr")
    assert patients.featureCount() == len(CLUES)
    before, name = sums(study), "REPORT" if output.endswith(("dbf", "qml", "zip")) else "OUTPUT"
    given = {"PATIENTS": patients, "MAX_DISTANCE": 90, "OUTPUT": "TEMPORARY_OUTPUT"}
    with refuses("output.file.taken", match="the input"):
        run("randommask", {**given, name: output.format(study=study)})
    assert sums(study) == before


@pytest.mark.slow
def test_a_layer_of_a_folder_leaves_room_for_others_in_it(run, study):
    given = {"PATIENTS": f"{study / 'shapes'}|layername=p", "MAX_DISTANCE": 90}
    (study / "shapes").mkdir()
    for path in study.glob("p.*"):
        if path.suffix in (".shp", ".shx", ".dbf", ".prj", ".cpg"):
            path.rename(study / "shapes" / path.name)
    for _again in range(2):
        assert run("randommask", {**given, "OUTPUT": f"{study}/shapes/masked.shp"})


def test_a_joined_layer_is_an_input(run, study, people):
    from qgis.core import QgsVectorLayerJoinInfo

    table = QgsVectorLayer(str(study / "p.geojson"), "joined", "ogr")
    join = QgsVectorLayerJoinInfo()
    join.setJoinLayer(table)
    join.setJoinFieldName("number")
    join.setTargetFieldName("number")
    people.addJoin(join)
    with refuses("output.file.taken", match="the input"):
        run("lpmask", mask(study, people, OUTPUT=str(study / "p.geojson")))


def test_the_open_project_is_never_an_output(run, study):
    project = QgsProject.instance()
    path = study / "work.qgs"
    project.write(str(path))
    try:
        before = path.read_bytes()
        with refuses("output.file.taken", match="the open project"):
            run("lpmask", mask(study, REPORT=str(path)))
        assert path.read_bytes() == before
    finally:
        project.clear()


@pytest.mark.slow
def test_a_geopackage_with_other_layers_is_not_replaced_whole(run, study, grid, people):
    before = sums(study)
    given = {**mask(study), "PATIENTS": people, "AREAS": grid(), "OUTPUT": str(study / "study.gpkg")}
    with refuses("output.file.other_layers"):
        run("lpmask", given)
    assert sums(study) == before


# What the user did name may be replaced, and a run that fails leaves even that as it was.


@pytest.mark.slow
def test_a_named_output_is_replaced(run, study, tmp_path, table):
    for suffix in ("gpkg", "shp", "geojson", "csv"):
        path = tmp_path / f"masked.{suffix}"
        for _again in range(2):
            run("lpmask", mask(study, OUTPUT=str(path)))
        assert len(table(path)) == 4
        left = [one.name for one in tmp_path.iterdir() if one.name.startswith(".geodeid")]
        assert not left


def failing(monkeypatch, after: int):
    """Let the system refuse to give another file its name after some that it named."""
    calls, real = [], os.replace

    def name(waiting, final):
        if files.UNFINISHED in str(waiting) and not str(waiting).endswith(".old"):
            calls.append(final)
            if len(calls) > after:
                raise OSError(28, "No space left on device")
        real(waiting, final)

    monkeypatch.setattr(files.os, "replace", name)


@pytest.mark.slow
@pytest.mark.parametrize("after", [0, 1, 2, 3, 4, 5])
def test_a_run_that_fails_while_it_names_its_files_leaves_all_as_it_was(
    run, study, tmp_path, monkeypatch, after
):
    folder = tmp_path / "out"
    folder.mkdir()
    names = {"OUTPUT": "o.shp", "INTERNAL": "i.gpkg", "REPORT": "r.html", "METRICS": "m.json"}
    given = mask(study, **{name: str(folder / file) for name, file in names.items()})
    run("lpmask", given)
    before = sums(folder)
    failing(monkeypatch, after)
    with refuses("output.file.not_written", match="the disk is full"):
        run("lpmask", given)
    assert sums(folder) == before
    failing(monkeypatch, after)
    elsewhere = tmp_path / "new" / "folder"
    fresh = {name: str(elsewhere / file) for name, file in names.items()}
    with refuses("output.file.not_written", match="the disk is full"):
        run("lpmask", mask(study, **fresh))
    assert not (tmp_path / "new").exists()


@pytest.mark.slow
@pytest.mark.parametrize("database", ["study.gpkg", "p.sqlite"])
def test_a_table_of_a_failed_run_never_shows_and_the_others_stay(run, study, monkeypatch, tmp_path, database):
    target = f"ogr:dbname='{study}/{database}' table=\"masked\" (geom)"
    before = {name: rows(study / database, name) for name in places.tables_of(study / database)}
    bytes_before = sums(study)
    failing(monkeypatch, 0)
    with refuses("output.file.not_written", match="the disk is full"):
        run("lpmask", mask(study, OUTPUT=target, REPORT=str(tmp_path / "r.html")))
    assert {name: rows(study / database, name) for name in places.tables_of(study / database)} == before
    if database == "study.gpkg":
        assert sums(study) == bytes_before
    monkeypatch.undo()
    found = run("lpmask", mask(study, OUTPUT=target))["OUTPUT"]
    assert QgsVectorLayer(found, "masked", "ogr").featureCount() == 4
    assert QgsVectorLayer(found, "masked", "ogr").hasSpatialIndex() == QgsFeatureSource.SpatialIndexPresent
    found = run("lpmask", mask(study, OUTPUT=target))["OUTPUT"]  # once more: replaced
    assert QgsVectorLayer(found, "masked", "ogr").featureCount() == 4
    for name, kept in before.items():
        assert rows(study / database, name) == kept


def rows(path, name):
    layer = QgsVectorLayer(f"{path}|layername={name}", name, "ogr")
    return sorted((f.id(), f.geometry().asWkt(), str(f.attributes())) for f in layer.getFeatures())


@pytest.mark.slow
def test_two_tables_of_one_new_geopackage_arrive(run, study, tmp_path, feedback):
    target = "ogr:dbname='{}' table=\"{}\" (geom)"
    path = tmp_path / "both.gpkg"
    run("lpmask", mask(study, OUTPUT=target.format(path, "masked"), REPORT=str(tmp_path / "r.html"),
                       INTERNAL=target.format(path, "links")))  # fmt: skip
    for name in ("masked", "links"):
        assert QgsVectorLayer(f"{path}|layername={name}", name, "ogr").featureCount() == 4
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert any("never hand it over" in warning for warning in feedback.warnings)


@pytest.mark.slow
@pytest.mark.parametrize("spelling", ["../study/new.gpkg", "../link/new.gpkg", "seen.gpkg", "new.gpkg"])
@pytest.mark.parametrize("is_there", [False, True])
def test_two_tables_of_one_file_arrive_however_the_file_is_spelled(
    run, study, people, feedback, monkeypatch, spelling, is_there
):
    (study / "seen.gpkg").symlink_to(study / "new.gpkg")
    if is_there:
        write_out(people, study / "new.gpkg", "older")
    monkeypatch.chdir(study)
    places_of = {"OUTPUT": f"{study}/new.gpkg", "INTERNAL": spelling}
    outputs = {name: f"ogr:dbname='{path}' table=\"{name}\" (geom)" for name, path in places_of.items()}
    found = run("randommask", {"PATIENTS": people, "MAX_DISTANCE": 90, **outputs})
    for name in outputs:
        assert QgsVectorLayer(found[name], name, "ogr").featureCount() == len(CLUES)
    assert any("new.gpkg will hold internal layers" in one for one in feedback.warnings)
    if not is_there:
        assert stat.S_IMODE((study / "new.gpkg").stat().st_mode) == 0o600


def test_a_file_in_memory_is_never_written_over_an_input_nor_another_output(run, people):
    write_out(people, "/vsimem/geodeid-red.gpkg", "patients")
    held = QgsVectorLayer("/vsimem/geodeid-red.gpkg", "patients", "ogr")
    given = {"PATIENTS": held, "MAX_DISTANCE": 90}
    with refuses("output.file.taken", match="the input"):
        run("randommask", {**given, "OUTPUT": "/vsimem/geodeid-red.gpkg"})
    with refuses("output.file.taken", match="the output"):
        run("randommask", {**given, "OUTPUT": "/vsimem/new.gpkg", "INTERNAL": "/vsimem/new.gpkg"})
    assert held.featureCount() == len(CLUES)


@pytest.mark.slow
def test_internal_files_are_for_their_owner_only(run, study, tmp_path):
    names = {"OUTPUT": "o.gpkg", "INTERNAL": "i.shp", "REPORT": "r.html", "RELEASE_REPORT": "release.html"}
    os.umask(0o022)
    run("lpmask", mask(study, **{name: str(tmp_path / file) for name, file in names.items()}))
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir() if path.is_file()}
    assert {name: mode for name, mode in modes.items() if name[0] in "i"} == dict.fromkeys(
        ("i.shp", "i.shx", "i.dbf", "i.prj", "i.cpg"), 0o600
    )
    assert modes["r.html"] == 0o600
    assert modes["o.gpkg"] == modes["release.html"] == 0o644


def test_a_ledger_is_for_its_owner_only(run, tmp_path):
    run("newledger", {"LEDGER": str(tmp_path / "l.gpkg"), "KEY": str(tmp_path / "l.key")})
    assert stat.S_IMODE((tmp_path / "l.gpkg").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "l.key").stat().st_mode) == 0o600


# Places where nothing can be written: a sentence, before the work.


@pytest.mark.slow
@pytest.mark.parametrize("name", ["OUTPUT", "REPORT"])
@pytest.mark.parametrize(
    ("place", "code"),
    [
        ("{folder}", "output.file.folder"),
        ("{folder}/" + "x" * 300 + ".gpkg", "output.name.impossible"),
        ("{folder}/nul\0.gpkg", "output.name.impossible"),
        pytest.param(
            "{folder}/a\\b.gpkg",
            "output.name.impossible",
            marks=pytest.mark.skipif(os.name == "nt", reason="a folder's end there"),
        ),
        ("{file}/inside.gpkg", "output.folder.closed"),
        ("{kept}", "output.file.protected"),
    ],
)
def test_a_place_that_takes_no_file_is_refused_in_words(run, study, tmp_path, name, place, code):
    file, kept = tmp_path / "file", tmp_path / "kept.gpkg"
    file.write_text("a file")
    kept.write_text("read only")
    kept.chmod(0o444)
    folder = tmp_path / "folder.gpkg"
    folder.mkdir()
    before = sums(tmp_path)
    with refuses(code):
        run("lpmask", mask(study, **{name: place.format(folder=folder, file=file, kept=kept)}))
    assert sums(tmp_path) == before


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("name", ["OUTPUT", "REPORT", "METRICS"])
@pytest.mark.parametrize("kind", ["pipe", "link to a device"])
def test_a_device_or_a_pipe_is_never_replaced_by_a_file(run, study, tmp_path, name, kind):
    """A report written to /dev/null by root took its place."""
    place = tmp_path / "place.gpkg"
    if kind == "pipe":
        os.mkfifo(place)
    else:
        place.symlink_to(os.devnull)
    before = stat.S_IFMT(place.stat().st_mode)
    with refuses("output.file.device"):
        run("lpmask", mask(study, **{name: str(place)}))
    assert stat.S_IFMT(place.stat().st_mode) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["with blank.gpkg", "Zoë – 数据.gpkg", "a:b.gpkg", 'quote\'s "x".gpkg', "é.shp", "100%.csv"]
)
def test_blanks_and_unicode_in_a_path_are_fine(run, study, tmp_path, table, name):
    folder = tmp_path / "in a folder: ü"
    run("lpmask", mask(study, OUTPUT=str(folder / name), REPORT=str(folder / "r é.html")))
    assert len(table(folder / name)) == 4


@pytest.mark.slow
def test_a_full_disk_is_named_as_one(run, study, tmp_path, monkeypatch):
    def full(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with refuses("output.file.not_written", match="the disk is full") as refusal:
        run("lpmask", mask(study, OUTPUT=str(tmp_path / "o.gpkg"), REPORT=str(tmp_path / "r.html")))
    assert "SQL" not in str(refusal.value)
    assert "sqlite" not in str(refusal.value)
    assert not [path for path in tmp_path.iterdir() if path.is_file()]


# Every output of every algorithm, in every format, by every spelling of an input.

SPELLINGS = {
    "gpkg": ("{path}", "{link}", "{dotted}", "ogr:dbname='{path}' table=\"p\" (geom)",
             "ogr:dbname={path} table=P (geom)", "{path}|layername=p", "{path}-wal"),
    "sqlite": ("{path}", "{link}", "{dotted}", "spatialite:dbname='{path}' table=\"P\" (geom)",
               "ogr:dbname='{link}' table=\"p\"", "{path}|layername=p", "{path}-journal"),
    "shp": ("{path}", "{link}", "{dotted}", "{stem}.dbf", "{stem}.prj", "{stem}.cpg", "{path}|layername=p",
            "{path}.aux.xml"),
    "geojson": ("{path}", "{link}", "{dotted}", "{hard}", "{path}|layername=p", "ogr:{path}"),
    "fgb": ("{path}", "{link}", "{hard}"),
    "csv": ("{path}", "{link}", "{dotted}", "{stem}.csvt", "{stem}.prj"),
    "kml": ("{path}", "{link}"),
    "gml": ("{path}", "{link}", "{stem}.xsd"),
    "tab": ("{path}", "{link}", "{stem}.dat", "{stem}.map", "{stem}.id"),
    "xlsx": ("{path}", "{link}"),
    "ods": ("{path}", "{hard}"),
}  # fmt: skip
DRIVERS = {"shp": "ESRI Shapefile", "geojson": "GeoJSON", "fgb": "FlatGeobuf", "csv": "CSV",
           "kml": "KML" if gdal.GetDriverByName("LIBKML") is None else "LIBKML",
           "gml": "GML", "tab": "MapInfo File", "xlsx": "XLSX", "ods": "ODS", "gpkg": "GPKG",
           "sqlite": "SQLite"}  # fmt: skip


@pytest.fixture(scope="module")
def inputs(qgis_app, tmp_path_factory):
    """One layer of points as a file of every format, with a link to the folder and a second name."""
    from tests.processing.conftest import make_layer

    base = tmp_path_factory.mktemp("inputs")
    folder = base / "data"
    folder.mkdir()
    (base / "link").symlink_to(folder, target_is_directory=True)
    points = make_layer("Point", [(wkt, [i]) for i, wkt in enumerate(CLUES)], ["number:integer"], name="p")
    for suffix, driver in DRIVERS.items():
        path = folder / f"p{suffix}.{suffix}"
        write_out(points, path, "p" if suffix in ("gpkg", "sqlite") else path.stem, driver)
        os.link(path, folder / f"hard_{suffix}.{suffix}")
    return folder


SEVERAL_INPUTS = ("checkdocument", "checkheatmap", "randommask", "scanstatistic")


def spelled(folder: Path, suffix: str) -> list:
    path = folder / f"p{suffix}.{suffix}"
    dotted = folder / "." / ".." / "data" / path.name
    blanks = {"path": path, "link": folder.parent / "link" / path.name, "dotted": dotted}
    blanks |= {"stem": folder / path.stem, "hard": folder / f"hard_{suffix}.{suffix}"}
    return [text.format(**blanks) for text in SPELLINGS[suffix]]


def driver_of_name(text: str) -> str:
    return QgsVectorFileWriter.driverForExtension(Path(text.partition("|")[0]).suffix)


def algorithms(app) -> list:
    found = app.processingRegistry().providerById("geodeid").algorithms()
    return [one for one in found if one.destinationParameterDefinitions()]


def given_to(algorithm, path: Path, is_table: bool) -> list:
    """Parameters that hold the file, one set for each input of the algorithm that can."""
    sets = []
    for definition in algorithm.parameterDefinitions():
        kind = definition.type()
        if kind in ("source", "vector", "layer"):
            layer = QgsVectorLayer(f"{path}|layername=p" if is_table else str(path), "p", "ogr")
            assert layer.isValid(), path
            sets.append({definition.name(): layer})
        elif kind == "multilayer":
            sets.append({definition.name(): [str(path)]})
        elif kind == "file":
            sets.append({definition.name(): str(path)})
    return sets


def opened_again(algorithm, given: dict) -> dict:
    """The same where a source is named by its file, which is then opened at each use."""
    ((name, value),) = given.items()
    if algorithm.parameterDefinition(name).type() != "source":
        return given
    return {name: QgsProcessingFeatureSourceDefinition(value.source())}


def names_an_output(definition, text: str) -> bool:
    """Whether it is more than the name of a file that nothing else knows."""
    if definition.type() in ("sink", "vectorDestination"):
        return ":" in text or bool(driver_of_name(text))  # QGIS makes of p.prj another file, p.prj.gpkg
    return not (":dbname" in text or text.startswith("ogr:") or "|" in text)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", sorted(SPELLINGS))
def test_no_output_of_any_algorithm_can_name_an_input(qgis_app, inputs, suffix):
    """Refused before anything is written: the guard is the first thing that every algorithm does.

    Every algorithm in a GeoPackage and in one of three parts of the other formats, each output by the next
    of the spellings.
    """
    before = sums(inputs)
    part = slice(None) if suffix == "gpkg" else slice(sorted(SPELLINGS).index(suffix) % 3, None, 3)
    path = inputs / f"p{suffix}.{suffix}"
    refused = []
    for algorithm in algorithms(qgis_app)[part]:
        first = given_to(algorithm, path, suffix in ("gpkg", "sqlite"))
        for definition in algorithm.destinationParameterDefinitions():
            texts = [text for text in spelled(inputs, suffix) if names_an_output(definition, text)]
            # Those that read several files of a user are tried with each.
            for given in first if algorithm.name() in SEVERAL_INPUTS else first[:1]:
                text = texts[len(refused) % len(texts)]
                named = given if len(refused) % 5 else opened_again(algorithm, given)
                with pytest.raises(GeoDeIDError) as refusal:
                    Guard(algorithm, {**named, definition.name(): text}, QgsProcessingContext())
                refused.append(text)
                assert re.search(
                    "written over the input|how an input names|other layers|added to a GeoPackage|"
                    "file that ends in",
                    str(refusal.value),
                ), (algorithm.name(), definition.name(), text)
    assert len(refused) > (100 if suffix == "gpkg" else 30) and len(set(refused)) == len(SPELLINGS[suffix])
    assert sums(inputs) == before


@pytest.mark.slow
def test_every_algorithm_asks_the_guard_before_it_works(qgis_app, inputs, tmp_path, monkeypatch):
    """Run for real: a refusal comes from `processAlgorithm`, and nothing is executed before it."""
    worked = []
    for algorithm in algorithms(qgis_app):
        if not hasattr(algorithm, "compute"):
            continue
        monkeypatch.setattr(type(algorithm), "compute", lambda self, inputs, run: worked.append(self.name()))
        given = given_to(algorithm, inputs / "pgeojson.geojson", False)
        if not given:
            continue
        destination = algorithm.destinationParameterDefinitions()[0].name()
        parameters = {**opened_again(algorithm, given[0]), destination: str(inputs / "pgeojson.geojson")}
        instance: QgsProcessingAlgorithm = algorithm.create()
        with refuses("output.file.taken"):
            instance.run(parameters, QgsProcessingContext(), None, {}, False)
    assert not worked


@pytest.mark.slow
def test_what_a_folder_holds_besides_is_never_touched(run, study, tmp_path):
    shutil.copytree(study, tmp_path / "copy")
    before = sums(study)
    run("lpmask", mask(study, OUTPUT=str(study / "masked.gpkg"), INTERNAL=str(study / "links.shp")))
    after = sums(study)
    assert {name: after[name] for name in before} == before


@pytest.mark.parametrize("output", ["OUTPUT", "REPORT", "METRICS"])
@pytest.mark.parametrize(
    "address",
    [
        "file://{folder}/new.gpkg", "file:{folder}/new.gpkg", "FILE://{folder}/new.gpkg",
        "/vsizip/{folder}/new.gpkg",
        "https://example.org/new.gpkg",
    ],
)  # fmt: skip
def test_an_address_is_no_file_and_makes_no_folders(run, grid, layer, tmp_path, monkeypatch, output, address):
    """`file:///folder/x.gpkg` became a folder “file:” in the working folder, `/vsizip/` one at the root."""
    monkeypatch.chdir(tmp_path)
    people = layer("Point", [(wkt, []) for wkt in CLUES], [])
    areas = {"AREAS": grid(population=400), "AREA_ID": "id", "POPULATION": "pop"}
    target = {"OUTPUT": "memory:", output: address.format(folder=tmp_path)}
    with refuses("output.file.address"):
        run("lpmask", {"PATIENTS": people, **areas, **target})
    assert list(tmp_path.iterdir()) == []


def _written_to(run, grid, tmp_path, **outputs):
    source = tmp_path / "in.gpkg"
    options = QgsVectorFileWriter.SaveVectorOptions()
    options.driverName = "GPKG"
    made = grid()
    QgsVectorFileWriter.writeAsVectorFormatV3(made, str(source), made.transformContext(), options)
    return run("adjacentareas", {"AREAS": str(source), "AREA_ID": "id", "OUTPUT": "memory:", **outputs})


@pytest.mark.parametrize("name", ["in.qmd", "in.qml"])
def test_a_report_is_not_written_where_qgis_reads_the_style_of_an_input(run, grid, tmp_path, name):
    with refuses("output.file.taken", match="the input"):
        _written_to(run, grid, tmp_path, METRICS=str(tmp_path / name))


@pytest.mark.parametrize("name", ["in.gpkg ", " out.gpkg", "out "])
def test_a_name_that_ends_with_a_blank_is_refused_by_its_blank(run, grid, tmp_path, name):
    with refuses("output.name.blank"):
        _written_to(run, grid, tmp_path, OUTPUT=str(tmp_path / name))


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["gpkg", "sqlite", "shp"])
@pytest.mark.parametrize("name", ["masked.2024", "l'étude", "-v2", "gpkg_of_mine", '"x"', "100%", "%"])
def test_any_name_of_a_file_is_written_and_replaced(run, people, tmp_path, name, suffix):
    output = tmp_path / f"{name}.{suffix}"
    for _again in range(2):
        run("randommask", {"PATIENTS": people, "MAX_DISTANCE": 90, "OUTPUT": str(output)})
    assert QgsVectorLayer(str(output), name, "ogr").featureCount() == len(CLUES)


@pytest.mark.parametrize("name", ["x.SHP", "x.Shp", "x.TAB", "x.MIF", "x.GPKG", "x.GeoJSON"])
def test_an_ending_in_capitals_is_written(run, people, tmp_path, name):
    found = run("randommask", {"PATIENTS": people, "MAX_DISTANCE": 90, "OUTPUT": str(tmp_path / name)})
    assert QgsVectorLayer(found["OUTPUT"], name, "ogr").featureCount() == len(CLUES)


@pytest.mark.parametrize("output", ["~/x.gpkg", "ogr:dbname='~/x.gpkg' table=\"x\" (geom)", "~nobody/x.shp"])
def test_a_tilde_that_the_shell_left_makes_no_folder_of_that_name(run, people, tmp_path, monkeypatch, output):
    monkeypatch.chdir(tmp_path)
    with refuses("output.file.tilde"):
        run("randommask", {"PATIENTS": people, "MAX_DISTANCE": 90, "OUTPUT": output})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("length", [248, 255])
def test_a_name_too_long_for_its_side_files_is_refused_before_the_work(run, grid, tmp_path, length):
    with refuses("output.name.impossible"):
        _written_to(run, grid, tmp_path, OUTPUT=str(tmp_path / ("a" * (length - 5) + ".gpkg")))
    _written_to(run, grid, tmp_path, OUTPUT=str(tmp_path / ("a" * (247 - 5) + ".gpkg")))


def output(path, data=b"shown"):
    """What a run wants to place: a file with these bytes."""
    return files.Staged(path, ((path.name, data),), False)


def test_what_is_undone_is_gone_from_the_disk_and_from_memory(tmp_path):
    from pathlib import PurePosixPath

    kept, held = tmp_path / "new.html", PurePosixPath("/vsimem/geodeid-undone/new.html")
    placing = files.Placing()
    placing.prepare([output(held), output(kept)])
    placing.place()
    assert kept.read_bytes() == b"shown" and gdal.VSIStatL(str(held)) is not None
    placing.undo()
    assert not list(tmp_path.iterdir()) and gdal.VSIStatL(str(held)) is None


@pytest.mark.parametrize("kept", [False, True])
def test_the_folder_of_what_waits_is_its_owners_and_goes_whether_a_run_gives_up_or_not(tmp_path, kept):
    placing = files.Placing()
    placing.prepare([output(tmp_path / f"{number}.html", b"secret") for number in range(3)])
    (folder,) = (one for one in tmp_path.iterdir() if one.is_dir())
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert not list(tmp_path.glob("*.html"))
    if kept:
        placing.place()
        placing.close()
    else:
        placing.undo()
    assert len(list(tmp_path.iterdir())) == (3 if kept else 0)


def test_a_disk_that_keeps_no_rights_takes_internal_files_too(tmp_path, monkeypatch):
    def refused(*_arguments, **_more):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refused)
    placing = files.Placing()
    placing.prepare([files.Staged(tmp_path / "i.html", (("i.html", b"true"),), True)])
    placing.place()
    placing.close()
    assert [one.name for one in tmp_path.iterdir()] == ["i.html"]


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_link_is_followed_to_where_it_leads_and_stays(tmp_path, elsewhere):
    """Beside it or in another folder; the files beside the main one take the name that it has there."""
    real = (tmp_path / "far" if elsewhere else tmp_path) / "real.shp"
    real.parent.mkdir(exist_ok=True)
    link = tmp_path / "x.shp"
    link.symlink_to(real)
    placing = files.Placing()
    parts = tuple((f"x.{end}", end.encode()) for end in ("dbf", "shx", "shp"))
    for _again in range(2):
        placing.prepare([files.Staged(link, parts, False)])
        placing.place()
        placing.close()
        placing = files.Placing()
    assert link.is_symlink() and not real.is_symlink()
    assert {one.name: one.read_bytes() for one in real.parent.glob("real.*")} == {
        f"real.{end}": end.encode() for end in ("dbf", "shx", "shp")
    }
    assert not list(tmp_path.rglob(".geodeid*"))


def dead(folder, live) -> tuple:
    """A folder that a killed run left, with a lock of a process that is no more, or of one that lives."""
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    left = folder / f"{files.UNFINISHED}01234567"
    (left / "1").mkdir(parents=True)
    (left / "1" / "x.csv").write_text("true places")
    lock = f"{child.pid}\n{Path(sys.executable).resolve().name}\n{os.uname().nodename}\n"
    left.with_name(f"{left.name}.lock").write_text(lock)
    if not live:
        child.communicate(b"\n")
    return left, child


@pytest.mark.skipif(not hasattr(os, "uname"), reason="the lock is written here as Unix writes it")
@pytest.mark.parametrize("live", [False, True])
def test_what_a_killed_run_left_goes_with_the_next_and_what_a_live_one_writes_stays(tmp_path, live):
    left, process = dead(tmp_path, live)
    placing = files.Placing()
    placing.prepare([output(tmp_path / "new.html")])
    placing.place()
    placing.close()
    assert left.exists() == live
    assert {one.name for one in tmp_path.iterdir()} == {
        "new.html", *((left.name, f"{left.name}.lock") if live else ())
    }  # fmt: skip
    if live:
        process.communicate(b"\n")


@pytest.mark.parametrize(
    "name", ["notes", "01234567.bak", "01234567.lock.d", "0123456", "01234567", "01234567.lock"]
)
@pytest.mark.parametrize("by_link", [False, True])
def test_a_folder_of_somebody_elses_that_is_named_like_a_run_s_stays(tmp_path, name, by_link):
    """A run's own holds numbered folders only; a link is nobody's folder."""
    theirs = tmp_path / "place" / f"{files.UNFINISHED}{name}"
    real = tmp_path / "elsewhere" if by_link else theirs
    real.mkdir(parents=True)
    for one in ("1", *(() if by_link else ("thesis.txt",))):
        (real / one).write_text("theirs")
    theirs.parent.mkdir(exist_ok=True)
    if by_link:
        theirs.symlink_to(real)
    before = sums(tmp_path)
    files.WaitingFolder(theirs.parent).close()
    assert sums(tmp_path) == before and list(theirs.parent.iterdir()) == [theirs]


def test_a_file_that_is_written_anew_keeps_its_rights(tmp_path):
    (tmp_path / "old.html").write_text("old")
    (tmp_path / "old.html").chmod(0o640)
    placing = files.Placing()
    placing.prepare([output(tmp_path / "old.html")])
    placing.place()
    placing.close()
    assert stat.S_IMODE((tmp_path / "old.html").stat().st_mode) == 0o640


def test_two_runs_of_one_process_do_not_take_each_others_folder_away(tmp_path):
    first, second = files.Placing(), files.Placing()
    first.prepare([output(tmp_path / "first.html")])
    second.prepare([output(tmp_path / "second.html")])
    for placing in (first, second):
        placing.place()
        placing.close()
    assert {one.name for one in tmp_path.iterdir()} == {"first.html", "second.html"}


def killed(placing, after: int):
    """Place in another process, which ends at once after so many changes of names."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    left, real = [after], os.replace

    def name(waiting, final):
        if not left[0]:
            os._exit(9)
        left[0] -= 1
        real(waiting, final)

    files.os.replace = name
    placing()
    os._exit(0)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="a killed run is played by a process that was forked")
@pytest.mark.parametrize("old", [(), ("shp", "shx", "dbf", "qix"), ("dbf",), ("html",)])
def test_a_run_killed_while_it_names_its_files_is_undone_by_the_next(tmp_path, old):
    """Before that, a table without its shapes is there only in the instant before the last name is given."""

    def names_files():
        placing = files.Placing()
        parts = tuple((f"x.{end}", f"new {end}".encode()) for end in ("cpg", "prj", "shx", "dbf", "shp"))
        placing.prepare(
            [output(tmp_path / "x.html", b"new html"), files.Staged(tmp_path / "x.shp", parts, False)]
        )
        placing.place()

    for end in old:
        (tmp_path / f"x.{end}").write_text(f"old {end}")
    before, after, ended = sums(tmp_path), -1, 9
    while ended:
        after += 1
        ended = killed(names_files, after)
        shown = {one.suffix: one.read_text() for one in tmp_path.iterdir() if one.is_file()}
        if ended:
            assert shown.get(".shp", "old shp") == "old shp"
            assert shown.get(".dbf") != "new dbf" or {".cpg", ".prj", ".shx"} < set(shown)
            files.WaitingFolder(tmp_path).close()
            assert sums(tmp_path) == before
    assert after >= 6 and shown[".shp"] == "new shp"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a killed run is played by a process that was forked")
def test_what_was_made_since_at_the_place_of_a_killed_run_stays(tmp_path):
    def names_files():
        placing = files.Placing()
        placing.prepare([files.Staged(tmp_path / "x.mif", (("x.mid", b"new"), ("x.mif", b"new")), False)])
        placing.place()

    assert killed(names_files, 1) == 9
    (tmp_path / "x.mid").write_text("made since")
    os.utime(tmp_path / "x.mid", (2e9, 2e9))
    files.WaitingFolder(tmp_path).close()
    assert {one.name: one.read_text() for one in tmp_path.iterdir()} == {"x.mid": "made since"}


@pytest.mark.parametrize("name", ["../x.csv", "/x.csv", "sub/x.csv"])
def test_a_plan_that_leads_out_of_its_folder_is_not_followed(tmp_path, name):
    place = tmp_path / "place"
    left, _process = dead(place, False)
    (tmp_path / "x.csv").write_text("theirs")
    (place / "sub").symlink_to(tmp_path, target_is_directory=True)
    text = str(tmp_path / "x.csv") if name == "/x.csv" else name
    known = [(tmp_path / "x.csv").stat().st_size, (tmp_path / "x.csv").stat().st_mtime_ns]
    named = [["1/x.csv", "y.csv", known], ["1/gone.csv", text, known]]
    (left / "plan.json").write_text(
        json.dumps([{"named": named, "moved": [["1/x.csv", text]], "copied": []}])
    )
    before = {key: value for key, value in sums(tmp_path).items() if files.UNFINISHED not in key}
    files.WaitingFolder(place).close()
    assert sums(tmp_path) == before


def names_a_map(folder):
    placing = files.Placing()
    parts = (("x.mid", b"new mid"), ("x.mif", b"new mif"))
    placing.prepare([files.Staged(folder / "x.mif", parts, False), output(folder / "y.html", b"new")])
    placing.place()


HIS = "his own"


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="a killed run is played by a process that was forked")
@pytest.mark.parametrize("age", [0, -1e6])
@pytest.mark.parametrize("after", range(1, 5))
@pytest.mark.parametrize("name", ["x.mid", "x.mif", "y.html"])
def test_no_file_is_lost_that_somebody_put_there_after_a_run_was_killed(tmp_path, name, after, age):
    """Whatever its date, as of a backup; old files of that output stay in the folder, if anywhere."""
    for one in ("x.mid", "x.mif", "y.html"):
        (tmp_path / one).write_text(f"old {one}")
    assert killed(lambda: names_a_map(tmp_path), after) == 9
    (tmp_path / "copy").write_text(HIS)
    now = (tmp_path / "copy").stat().st_mtime + age
    os.utime(tmp_path / "copy", (now, now))
    os.replace(tmp_path / "copy", tmp_path / name)
    for _run in range(2):
        files.WaitingFolder(tmp_path).close()
    assert (tmp_path / name).read_text() == HIS
    held = {one.read_text() for one in tmp_path.rglob("*") if one.is_file()}
    others = {"x.mid", "x.mif", "y.html"} - {name}
    new = {"x.mid": "new mid", "x.mif": "new mif", "y.html": "new"}
    whole = {new["x.mid"], HIS} <= held or {new["x.mif"], HIS} <= held
    assert all(f"old {one}" in held or whole for one in others)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a killed run is played by a process that was forked")
def test_a_file_is_not_taken_for_a_new_one_since_what_waited_is_gone(tmp_path):
    """As in a folder that another computer has half of yet."""
    (tmp_path / "y.html").write_text("old")
    os.utime(tmp_path / "y.html", (1e9, 1e9))
    assert killed(lambda: names_a_map(tmp_path), 1) == 9
    (waits,) = tmp_path.glob(f"{files.UNFINISHED}*/*/y.html")
    waits.unlink()
    files.WaitingFolder(tmp_path).close()
    assert (tmp_path / "y.html").read_text() == "old"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a killed run is played by a process that was forked")
@pytest.mark.parametrize("plan", ["", "[{", None])
def test_old_files_stay_where_the_plan_was_lost(tmp_path, plan):
    """As after a power cut, where a disk kept names and no contents."""
    for one in ("x.mid", "x.mif"):
        (tmp_path / one).write_text(f"old {one}")
    assert killed(lambda: names_a_map(tmp_path), 2) == 9
    (written,) = tmp_path.glob(f"{files.UNFINISHED}*/plan.json")
    written.write_text(plan) if plan is not None else written.unlink()
    for _run in range(2):
        files.WaitingFolder(tmp_path).close()
    held = sorted(one.read_text() for one in tmp_path.rglob("*") if one.is_file())
    assert held == ["old x.mid", "old x.mif"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a killed run is played by a process that was forked")
def test_a_folder_that_somebody_else_made_is_not_followed(tmp_path, monkeypatch):
    """In a folder that many write to its plan could name files that he may not delete."""
    assert killed(lambda: names_a_map(tmp_path), 1) == 9
    before = sums(tmp_path)
    monkeypatch.setattr(files.os, "getuid", lambda: os.stat(tmp_path).st_uid + 1)
    files.WaitingFolder(tmp_path).close()
    assert {name: one for name, one in sums(tmp_path).items() if not name.endswith(".lock")} == {
        name: one for name, one in before.items() if not name.endswith(".lock")
    }


def test_an_old_file_that_cannot_be_put_back_is_not_deleted(tmp_path, monkeypatch):
    """On Windows another program may have its place open."""
    for one in ("x.mid", "x.mif"):
        (tmp_path / one).write_text(f"old {one}")
    real, placing = os.replace, files.Placing()
    placing.prepare([files.Staged(tmp_path / "x.mif", (("x.mid", b"new"), ("x.mif", b"new")), False)])

    def refuses(waiting, final):
        if Path(final).name == "x.mif":
            raise PermissionError(final)
        real(waiting, final)

    monkeypatch.setattr(files.os, "replace", refuses)
    with pytest.raises(GeoDeIDError):
        placing.place()
    placing.undo()
    held = sorted(one.read_text() for one in tmp_path.rglob("*") if one.is_file())
    assert held == ["old x.mid", "old x.mif"]


@pytest.mark.parametrize(
    "end", ["qix", "sbn", "sbx", "qpj", "CPG", "Prj", "SHP.XML", "shp.xml", "cst", "shp.aux.xml"]
)
def test_what_described_a_replaced_layer_goes_with_it(tmp_path, end):
    """Of an upper or lower case; a style stays, and what belongs to other names."""
    others = ("x.qml", "xy.qix", "x.1.qix")
    for name in (*others, f"x.{end}"):
        (tmp_path / name).write_text("old")
    placing = files.Placing()
    placing.prepare([files.Staged(tmp_path / "x.shp", (("x.dbf", b"new"), ("x.shp", b"new")), False)])
    placing.place()
    placing.close()
    assert {one.name for one in tmp_path.iterdir()} == {*others, "x.dbf", "x.shp"}


@pytest.mark.parametrize(
    ("output", "other"),
    [
        ("x.shp", "x.dbf"), ("x.shp", "x.DBF"), ("x.shp", "x.SHP"), ("x.shp", "x.prj"), ("x.SHP", "x.dbf"),
        ("x.tab", "x.map"), ("x.tab", "x.DAT"), ("x.mif", "x.mid"), ("x.gml", "x.xsd"),
    ],
)  # fmt: skip
def test_a_file_of_another_s_that_a_new_layer_would_replace_stays(run, grid, tmp_path, output, other):
    """A table without shapes, the .prj of a picture: no layer of that name is there that they belong to."""
    (tmp_path / other).write_text("theirs")
    given = {"AREAS": grid(4, 4), "AREA_ID": "id", "K": 3, "OUTPUT": str(tmp_path / output)}
    with refuses("output.file.replaces_other", match=f"would replace {other}"):
        run("capneighbours", given)
    assert {one.name: one.read_text() for one in tmp_path.iterdir()} == {other: "theirs"}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a killed run is played by a process that was forked")
def test_what_a_killed_run_named_does_not_forbid_the_next_run_its_name(run, grid, tmp_path):
    def names_a_layer():
        placing = files.Placing()
        placing.prepare([files.Staged(tmp_path / "x.mif", (("x.mid", b"new"), ("x.mif", b"new")), False)])
        placing.place()

    assert killed(names_a_layer, 1) == 9 and (tmp_path / "x.mid").exists()
    given = {"AREAS": grid(4, 4), "AREA_ID": "id", "K": 3, "OUTPUT": str(tmp_path / "x.mif")}
    for _run in range(2):
        run("capneighbours", given)
    assert {one.name for one in tmp_path.iterdir()} == {"x.mid", "x.mif"}


def test_the_types_of_a_replaced_csv_go_with_it(tmp_path):
    (tmp_path / "x.csvt").write_text('"Integer"')
    placing = files.Placing()
    placing.prepare([output(tmp_path / "x.csv")])
    placing.place()
    placing.close()
    assert {one.name for one in tmp_path.iterdir()} == {"x.csv"}


def test_a_layer_gets_its_name_last_and_its_table_before_that():
    from geodeid_plugin.processing_provider.framework.writing import formats

    for end in ("shp", "dbf", "prj", "shx", "cpg"):
        gdal.FileFromMemBuffer(f"/vsimem/parts/x.{end}", b"x")
    assert [one[-3:] for one in formats.files_beside("/vsimem/parts/x.shp")][-2:] == ["dbf", "shp"]
    gdal.RmdirRecursive("/vsimem/parts")
