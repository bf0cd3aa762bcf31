# SPDX-License-Identifier: GPL-2.0-or-later
"""Processing has GDAL raise, and the GDAL of QGIS 3.40 does so where that of 3.22 gave None or a number."""

from pathlib import Path

import pytest

pytest.importorskip("qgis.core")
gdal = pytest.importorskip("osgeo.gdal")
from osgeo import ogr  # noqa: E402
from test_checkdocument import check, world  # noqa: E402, F401
from test_checkdocument_files import written  # noqa: E402

from geodeid_plugin.host.apart import datafiles, process  # noqa: E402
from geodeid_plugin.processing_provider.framework.ledger import store  # noqa: E402
from geodeid_plugin.processing_provider.framework.writing.destinations import forget  # noqa: E402
from geodeid_plugin.processing_provider.framework.writing.files import Placing, Staged  # noqa: E402
from tests.refusals import refuses  # noqa: E402


@pytest.fixture(autouse=True)
def raising(monkeypatch):
    """As in QGIS 3.40, whatever this one has GDAL do; also where it reads in its own process."""
    monkeypatch.setenv(process.ONE_PROCESS, "1")
    for module in (gdal, ogr):
        if not module.GetUseExceptions():
            module.UseExceptions()
    unlink = gdal.Unlink

    def unlinked(name):
        if unlink(name):
            raise RuntimeError("unlink: unknown error occurred")

    monkeypatch.setattr(gdal, "Unlink", unlinked)


@pytest.mark.slow
def test_a_database_in_a_document_is_read(run, world, tmp_path):  # noqa: F811
    result = check(run, world, written(world["patients"], tmp_path / "a.gpkg"))
    assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] == 70


@pytest.mark.slow
@pytest.mark.parametrize("head", [b"PAR1", b"SQLite format 3\0"])
def test_data_that_cannot_be_read_are_not_judged(run, world, tmp_path, head):  # noqa: F811
    (tmp_path / "tiles.pmtiles").write_bytes(head + bytes(600))
    assert check(run, world, tmp_path / "tiles.pmtiles")["VERDICT"] == "not_judged"


def test_what_is_not_in_memory_is_forgotten_in_silence():
    forget("/vsimem/geodeid-nothing.gpkg")


def test_undoing_goes_on_where_a_file_in_memory_is_gone(tmp_path):
    kept = Path("/vsimem/geodeid-undone.txt")
    placing = Placing()
    placing.prepare(
        [Staged(kept, ((kept.name, b"a"),), False), Staged(tmp_path / "b", (("b", b"b"),), False)]
    )
    placing.place()
    gdal.Unlink(str(kept))
    placing.undo()
    assert list(tmp_path.iterdir()) == []


def test_a_ledger_that_cannot_be_made_is_refused_and_leaves_nothing(tmp_path, monkeypatch):
    class Full:
        @staticmethod
        def CreateDataSource(_path):
            raise RuntimeError("disk I/O error")

    monkeypatch.setattr(ogr, "GetDriverByName", lambda _name: Full)
    with refuses("ledger.file.not_written"):
        store.create(tmp_path / "l.gpkg", tmp_path / "l.key")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_file_that_gdal_opens_without_any_layer_is_not_judged(run, world, tmp_path, monkeypatch):  # noqa: F811
    empty = gdal.GetDriverByName("Memory").Create("", 0, 0, 0)
    monkeypatch.setattr(datafiles.gdal, "OpenEx", lambda *_given, **_named: empty)
    (tmp_path / "a.fgb").write_bytes(b"fgb\x03fgb\0" + bytes(600))
    assert check(run, world, tmp_path / "a.fgb")["VERDICT"] == "not_judged"
