# SPDX-License-Identifier: GPL-2.0-or-later
"""Layers too large for memory wait on the disk of their place, and are as whole and safe as small ones."""

import os
import signal
import sqlite3
import stat
import tempfile
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from osgeo import gdal
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsDataSourceUri,
    QgsFeatureSource,
    QgsField,
    QgsProcessingContext,
    QgsProcessingFeedback,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QByteArray, QDate, QDateTime, QTime, QVariant

from geodeid_plugin.core.base.errors import CancelledError
from geodeid_plugin.host.compat import POINT, field
from geodeid_plugin.processing_provider.framework.writing import comparing, formats, places
from geodeid_plugin.processing_provider.framework.writing.destinations import FILE, TABLE, Destination
from geodeid_plugin.processing_provider.framework.writing.outbox import Outbox
from geodeid_plugin.processing_provider.io.packed import DrawnPoints
from tests.refusals import refuses

BATCH, PART_ROWS = 1_250, 5_000
"""A quarter of what they are in the program, so that few rows are many batches and parts."""
COUNT, MORE = 5_250, 11_250
"""Some batches; some parts of a table on its way into a database."""
KINDS = ("csv", "gpkg", "geojson", "fgb", "shp")
SMALL = 10**9
"""A threshold that nothing reaches."""


@pytest.fixture(scope="module", autouse=True)
def small_batches():
    with pytest.MonkeyPatch.context() as module:
        for room in (formats, comparing):
            module.setattr(room, "BATCH", BATCH)
        module.setattr(formats, "PART_ROWS", PART_ROWS)
        yield


class Run:
    """What an outbox needs of a run; calls something each time that it tells of progress."""

    def __init__(self, on_progress=lambda: None):
        self.context, self.feedback = QgsProcessingContext(), QgsProcessingFeedback(False)
        self._on_progress = on_progress

    def progress(self, _fraction):
        self._on_progress()

    def warn(self, text):
        raise AssertionError(text)


def outbox(large=1, on_progress=lambda: None):
    box = Outbox(Run(on_progress), lambda name: name == "INTERNAL")
    box.large_rows = large
    return box


def rows(count=COUNT, places=False, first="origin"):
    """Texts that need quotes, whole numbers, numbers with gaps, and points where they are asked for."""
    row = np.arange(count)
    ids = np.array([f'Zoë “{number}”, "x"' for number in range(1000)], dtype=object)
    columns = [
        (field(first, "text"), formats.Taken(ids, row // 45)),
        (field("number", "integer"), row),
        (field("chance", "real"), np.where(row % 7 == 0, np.nan, 1 / (1 + row))),
        (field("yes", "boolean"), [None if one % 3 == 0 else one % 2 == 0 for one in range(count)]),
    ]
    if not places:
        return formats.rows_of(columns, None, formats.NO_GEOMETRY, None)
    plane = QgsCoordinateReferenceSystem("EPSG:32618")
    return formats.rows_of(columns, DrawnPoints(3e5 + row / 10, 4.7e6 + row % 211), POINT, plane)


def file(path, name="OUTPUT", table=None):
    return Destination(name, "Strategy", str(path), FILE, Path(path), table)


def table_in(path, name):
    uri = QgsDataSourceUri()
    uri.setDataSource("", name, "geom")
    place = places.file_place(path, name, read=False)
    return Destination("OUTPUT", "Strategy", str(path), TABLE, path, name, uri, place=place)


def kept(destination, given, large=1, **more):
    box = outbox(large, **more)
    try:
        box.add_layer(destination, given)
        box.keep(lambda: None)
    finally:
        box.discard()  # as a run does, however it ends
    return destination.path


def database(path):
    """All that a GeoPackage holds, but when it was changed."""
    with closing(sqlite3.connect(path)) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        known = dict(opened.execute("SELECT name, sql FROM sqlite_master ORDER BY name"))
        names = [name for name, sql in known.items() if (sql or "").startswith("CREATE TABLE")]
        found = {name: opened.execute(f'SELECT * FROM "{name}"').fetchall() for name in names}
        found["gpkg_contents"] = [one[:4] + one[5:] for one in found["gpkg_contents"]]
        return known, found


def in_memory() -> int:
    """Bytes of all files in GDAL's memory."""
    names = gdal.ReadDirRecursive("/vsimem/") or []
    return sum(gdal.VSIStatL(f"/vsimem/{name}").size for name in names)


@pytest.mark.slow
@pytest.mark.parametrize("places", [False, True], ids=["table", "points"])
def test_a_geopackage_written_on_the_disk_holds_what_one_written_in_memory_does(qgis_app, tmp_path, places):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    small = kept(file(tmp_path / "a" / "x.gpkg"), rows(places=places), SMALL)
    large = kept(file(tmp_path / "b" / "x.gpkg"), rows(places=places))
    assert database(small) == database(large)
    if places:
        present = QgsFeatureSource.SpatialIndexPresent
        assert QgsVectorLayer(str(large), "x", "ogr").hasSpatialIndex() == present


@pytest.mark.slow
@pytest.mark.parametrize("places", [False, True], ids=["table", "points"])
def test_a_csv_written_on_the_disk_is_to_the_byte_what_one_written_in_memory_is(qgis_app, tmp_path, places):
    for number, large in enumerate((SMALL, 1)):
        kept(file(tmp_path / f"{number}.csv"), rows(COUNT, places), large)
    assert (tmp_path / "0.csv").read_bytes() == (tmp_path / "1.csv").read_bytes()


def test_values_of_every_kind_are_kept_on_the_disk_as_they_are_in_memory(qgis_app, tmp_path):
    day, time = QDate(2024, 2, 29), QTime(3, 4, 5, 678)
    values = {
        QVariant.Date: day,
        QVariant.Time: time,
        QVariant.DateTime: QDateTime(day, time),
        QVariant.LongLong: 2**53 + 1,
        QVariant.ByteArray: QByteArray(b"\0\xff"),
    }
    columns = [(QgsField(f"of_{kind}", kind), [value, None] * 10) for kind, value in values.items()]
    for number, large in enumerate((SMALL, 1)):
        (tmp_path / f"{number}").mkdir()
        given = formats.rows_of(columns, None, formats.NO_GEOMETRY, None)
        kept(file(tmp_path / f"{number}" / "x.gpkg"), given, large)
    assert database(tmp_path / "0" / "x.gpkg") == database(tmp_path / "1" / "x.gpkg")


@pytest.mark.parametrize("suffix", ["csv", "gpkg"])
def test_a_large_layer_goes_where_a_link_of_another_name_leads(qgis_app, tmp_path, suffix):
    link, real = tmp_path / f"x.{suffix}", tmp_path / "real.dat"
    link.symlink_to(real)
    kept(file(link), rows(300))
    assert link.is_symlink() and not real.is_symlink()
    assert QgsVectorLayer(str(link), "x", "ogr").featureCount() == 300
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted((link.name, real.name))


@pytest.mark.slow
@pytest.mark.parametrize("suffix", KINDS)
def test_a_large_layer_takes_no_memory_and_has_no_name_before_it_is_whole(qgis_app, tmp_path, suffix):
    before, most = in_memory(), []

    def look():
        most.append(in_memory() - before)
        (folder,) = (one for one in tmp_path.iterdir() if one.is_dir())
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert {one.name for one in tmp_path.iterdir()} == {folder.name, f"{folder.name}.lock"}

    path = kept(file(tmp_path / f"x.{suffix}"), rows(MORE, places=True), on_progress=look)
    assert len(most) >= MORE // BATCH
    assert max(most) < 0.1 * path.stat().st_size
    assert not list(tmp_path.glob(".*"))
    assert in_memory() == before


@pytest.mark.slow
@pytest.mark.parametrize("suffix", KINDS)
@pytest.mark.parametrize("moment", [1, 4, 7])
def test_cancel_in_the_middle_leaves_nothing(qgis_app, tmp_path, suffix, moment):
    calls = []

    def cancel():
        calls.append(1)
        if len(calls) == moment:
            raise CancelledError()

    box = outbox(1, cancel)
    with pytest.raises(CancelledError):
        box.add_layer(file(tmp_path / "new" / f"x.{suffix}"), rows(places=True))
        box.keep(lambda: None)
    box.discard()
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize("suffix", KINDS)
@pytest.mark.parametrize("moment", [2, 5, 9, "last"])
def test_what_a_killed_process_leaves_is_its_owners_and_goes_with_the_next_run(
    qgis_app, tmp_path, suffix, moment
):
    """By SIGKILL, which no process hears."""
    for name in ("out", "tmp"):
        (tmp_path / name).mkdir()
    child = os.fork()
    if not child:
        tempfile.tempdir = str(tmp_path / "tmp")
        calls = []

        def die():
            calls.append(1)
            if len(calls) == moment:
                os.kill(os.getpid(), signal.SIGKILL)

        box = outbox(1, die)
        box.add_layer(file(tmp_path / "out" / f"x.{suffix}", "INTERNAL"), rows(places=True))
        box.keep(lambda: os.kill(os.getpid(), signal.SIGKILL))
        os._exit(0)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    left = [one for one in (tmp_path / "out").iterdir() if one.is_dir()]
    assert [stat.S_IMODE(one.stat().st_mode) for one in left] == [0o700]
    assert {one.name for one in (tmp_path / "out").iterdir()} == {left[0].name, f"{left[0].name}.lock"}
    assert not list((tmp_path / "tmp").iterdir())
    kept(file(tmp_path / "out" / "next.csv"), rows(10))
    assert [one.name for one in (tmp_path / "out").iterdir()] == ["next.csv"]


@pytest.mark.slow
@pytest.mark.parametrize("large", ["first", "second", "both"])
def test_two_layers_of_one_new_geopackage_arrive_whichever_is_large(qgis_app, tmp_path, large):
    path, box = tmp_path / "both.gpkg", outbox(2_500)
    counts = [5_001 if large in (which, "both") else 50 for which in ("first", "second")]
    box.add_layer(file(path, table="masked"), rows(counts[0], places=True))
    box.add_layer(file(path, "INTERNAL", "links"), rows(counts[1], places=True, first="patient"))
    box.keep(lambda: None)
    found = database(path)[1]
    assert [len(found[name]) for name in ("masked", "links")] == counts
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for name in ("masked", "links"):
        layer = QgsVectorLayer(f"{path}|layername={name}", name, "ogr")
        assert layer.hasSpatialIndex() == QgsFeatureSource.SpatialIndexPresent


@pytest.mark.slow
def test_a_large_table_joins_a_geopackage_in_parts_and_leaves_its_layers(qgis_app, tmp_path):
    path = kept(file(tmp_path / "mine.gpkg"), rows(100, places=True, first="mine"))
    before, memory, most = database(path)[1]["mine"], in_memory(), []
    kept(table_in(path, "more"), rows(MORE), on_progress=lambda: most.append(in_memory() - memory))
    kept(table_in(path, "points"), rows(places=True))
    found = database(path)[1]
    assert found["mine"] == before
    assert [(one[0], one[2]) for one in found["more"]] == [(row + 1, row) for row in range(MORE)]
    assert [(one[0], one[3]) for one in found["points"]] == [(row + 1, row) for row in range(COUNT)]
    assert max(most) < 0.6 * path.stat().st_size


@pytest.mark.parametrize("suffix", ["gpkg", "sqlite"])
def test_a_table_without_shapes_is_opened_by_what_a_run_gives(qgis_app, tmp_path, suffix):
    box = outbox(SMALL)
    found = box.add_layer(file(tmp_path / f"masked.2024.{suffix}"), rows(10))
    box.keep(lambda: None)
    assert QgsVectorLayer(found, "x", "ogr").featureCount() == 10


@pytest.mark.slow
def test_a_field_that_numbers_rows_stays_what_it_was(qgis_app, tmp_path):
    numbers = np.arange(COUNT)[::-1] + 7
    given = formats.rows_of([(field("fid", "integer"), numbers)], None, formats.NO_GEOMETRY, None)
    for target in (file(tmp_path / "x.gpkg"), table_in(tmp_path / "x.gpkg", "more")):
        kept(target, given)
    found = database(tmp_path / "x.gpkg")[1]
    assert [one[0] for one in found["x"]] == [one[0] for one in found["more"]] == sorted(numbers.tolist())


def test_a_file_that_is_open_elsewhere_is_replaced_and_its_reader_keeps_the_old_one(qgis_app, tmp_path):
    path = kept(file(tmp_path / "x.gpkg"), rows(30, first="old"))
    path.chmod(0o640)
    with closing(sqlite3.connect(path)) as reader:
        assert reader.execute("SELECT count(*) FROM x").fetchone() == (30,)
        kept(file(path), rows(300))
        assert reader.execute("SELECT count(old) FROM x").fetchone() == (30,)
    assert len(database(path)[1]["x"]) == 300
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [one.name for one in tmp_path.iterdir()] == ["x.gpkg"]


@pytest.mark.slow
@pytest.mark.parametrize("suffix", KINDS)
def test_what_the_disk_changed_is_noticed(qgis_app, tmp_path, monkeypatch, suffix):
    """The file is read back from the disk, not from what was meant to be written."""
    real = formats.write

    def lose(run, path, destination, given, *more):
        real(run, path, destination, given.part(0, len(given) - 1), *more)

    monkeypatch.setattr(formats, "write", lose)
    with refuses("output.format.loses", match="1 of 5 250 records"):
        kept(file(tmp_path / f"x.{suffix}"), rows(places=True))


@pytest.mark.slow
@pytest.mark.parametrize("suffix", KINDS)
def test_a_large_layer_that_the_disk_does_not_take_is_told_of_in_a_sentence(qgis_app, tmp_path, suffix):
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (75_000, before[1]))
    try:
        box = outbox()
        with refuses("output.file.not_written", match="larger than the system allows"):
            box.add_layer(file(tmp_path / f"x.{suffix}"), rows(places=True))
        box.discard()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not list(tmp_path.iterdir())
