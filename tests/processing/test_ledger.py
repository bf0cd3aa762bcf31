# SPDX-License-Identifier: GPL-2.0-or-later
"""The release ledger never forgets a release, whoever is killed, moved or late."""

import multiprocessing
import os
import signal
import sqlite3
import time
from pathlib import Path

import pytest
from qgis.core import QgsProcessingException, QgsVectorLayer

from geodeid_plugin.core.base.errors import InputError
from geodeid_plugin.core.geomask.patient_keys import key_check, patient_hashes, records_left

BOUND = ("lpmask", "patients", 0.2, "revised")


@pytest.fixture
def ledger(qgis_app, tmp_path):
    from geodeid_plugin.processing_provider.io.ledger import create

    create(tmp_path / "ledger.gpkg", tmp_path / "ledger.key")
    return tmp_path / "ledger.gpkg"


@pytest.fixture
def mask(run, grid, layer, ledger, tmp_path):
    def masked(names=("p", "q"), **extra):
        wkt = "POINT(-74.95 45.05)"
        points = layer("Point", [(wkt, [name]) for name in names], ["name:string"])
        return run(
            "lpmask",
            {
                "PATIENTS": points, "AREAS": grid(population=100), "AREA_ID": "id", "POPULATION": "pop",
                "LEDGER": str(ledger), "LEDGER_KEY": str(ledger.with_suffix(".key")), "LEDGER_ID": "name",
                "OUTPUT": str(tmp_path / "masked.gpkg"), "METRICS": str(tmp_path / "m.json"),
                "REPORT": str(tmp_path / "report.html"), **extra,
            },
        )  # fmt: skip

    return masked


def releases(ledger):
    with sqlite3.connect(str(ledger)) as database:
        return database.execute("SELECT status, records FROM releases ORDER BY fid").fetchall()


def counted(tmp_path):
    import json

    return json.loads((tmp_path / "m.json").read_text())["counts"]["earlier_records_in_ledger"]


def test_a_first_release_counts_nothing_and_is_remembered(mask, ledger, tmp_path):
    mask()
    assert counted(tmp_path) == 0
    assert releases(ledger) == [("released", 2)]


def test_earlier_releases_of_the_same_patients_count(mask, ledger, tmp_path):
    mask(("p", "q"))
    mask(("q", "r"))
    assert counted(tmp_path) == 1
    mask(("p", "q"))
    assert counted(tmp_path) == 3
    assert "Earlier releases of these patients" in (tmp_path / "report.html").read_text()


def test_other_patients_do_not_count(mask, tmp_path):
    mask(("p", "q"))
    mask(("r", "s"))
    assert counted(tmp_path) == 0


def test_a_patient_is_known_again_with_blanks_about_the_identifier(mask, tmp_path):
    mask(("p", "q"))
    mask((" p ", "r"))
    assert counted(tmp_path) == 1


def test_neither_names_nor_the_key_stand_in_the_ledger(mask, ledger):
    mask(("Ada Lovelace", "q"))
    content = ledger.read_bytes()
    assert b"Ada" not in content
    assert ledger.with_suffix(".key").read_text().strip().encode() not in content


def test_the_key_is_readable_by_its_owner_only(ledger):
    assert ledger.with_suffix(".key").stat().st_mode & 0o077 == 0


def test_a_moved_ledger_is_an_error_and_never_a_zero(mask, ledger, tmp_path):
    ledger.rename(tmp_path / "elsewhere.gpkg")
    with pytest.raises(QgsProcessingException, match="not there"):
        mask()
    assert not (tmp_path / "masked.gpkg").exists()
    assert not ledger.exists()


def test_a_lost_or_wrong_key_is_an_error(mask, ledger, tmp_path):
    with pytest.raises(QgsProcessingException, match="key of the ledger is not there"):
        mask(LEDGER_KEY=str(tmp_path / "none.key"))
    (tmp_path / "other.key").write_text("00" * 32)
    with pytest.raises(QgsProcessingException, match="does not belong"):
        mask(LEDGER_KEY=str(tmp_path / "other.key"))
    assert releases(ledger) == []


def test_a_file_that_is_no_ledger_is_refused(mask, tmp_path):
    (tmp_path / "text.gpkg").write_text("not a database, but long enough to be read as one" * 50)
    with pytest.raises(QgsProcessingException, match="cannot be used"):
        mask(LEDGER=str(tmp_path / "text.gpkg"))


def test_a_ledger_without_patient_field_or_with_a_seed_is_refused(mask):
    with pytest.raises(QgsProcessingException, match="field that names a patient"):
        mask(LEDGER_ID=None)
    with pytest.raises(QgsProcessingException, match="seeded"):
        mask(SEED=1)


def test_a_key_without_a_ledger_is_refused(mask):
    with pytest.raises(QgsProcessingException, match="but no ledger"):
        mask(LEDGER=None)


def test_a_failed_run_is_taken_back(mask, ledger, tmp_path):
    with pytest.raises(QgsProcessingException):
        mask(RISK=0.0001, MODEL="wieland")
    assert releases(ledger) == []
    assert not (tmp_path / "masked.gpkg").exists()


def test_the_ledger_opens_in_qgis(mask, ledger):
    mask()
    table = QgsVectorLayer(f"{ledger}|layername=releases", "releases", "ogr")
    assert [(row["status"], row["records"]) for row in table.getFeatures()] == [("released", 2)]


def test_a_ledger_is_never_overwritten(run, ledger, tmp_path):
    before = ledger.read_bytes()
    with pytest.raises(QgsProcessingException, match="exists already"):
        run("newledger", {"LEDGER": str(ledger), "KEY": str(tmp_path / "new.key")})
    assert ledger.read_bytes() == before


def test_a_temporary_ledger_is_refused(run, tmp_path):
    with pytest.raises(QgsProcessingException, match="gone when QGIS closes"):
        run("newledger", {"LEDGER": "TEMPORARY_OUTPUT", "KEY": str(tmp_path / "new.key")})
    assert not list(tmp_path.iterdir())


def test_the_algorithm_makes_a_ledger_that_works(run, mask, tmp_path):
    new = run("newledger", {"LEDGER": str(tmp_path / "new.gpkg"), "KEY": str(tmp_path / "new.key")})
    mask(LEDGER=new["LEDGER"], LEDGER_KEY=new["KEY"])
    assert releases(new["LEDGER"]) == [("released", 2)]


def _enter(path, hashes, found):
    from geodeid_plugin.processing_provider.io.ledger import _entered

    found.put(_entered(Path(path), hashes, BOUND).earlier_records)


def test_concurrent_runs_all_count_each_other(ledger):
    context = multiprocessing.get_context("fork")
    found = context.Queue()
    workers = [context.Process(target=_enter, args=(str(ledger), ["a", "b"], found)) for _ in range(6)]
    for worker in workers:
        worker.start()
    counts = sorted(found.get(timeout=60) for _worker in workers)
    for worker in workers:
        worker.join(60)
    assert counts == [0, 2, 4, 6, 8, 10]


def _hang(path):
    from geodeid_plugin.processing_provider.io.ledger import _transaction

    with _transaction(Path(path)) as database:
        database.execute("INSERT INTO patients (release, patient) VALUES (1, 'half')")
        Path(path).with_suffix(".waiting").touch()
        time.sleep(60)


def test_a_run_killed_in_the_middle_of_writing_leaves_the_ledger_whole(ledger):
    from geodeid_plugin.processing_provider.io.ledger import _entered

    worker = multiprocessing.get_context("fork").Process(target=_hang, args=(str(ledger),))
    worker.start()
    deadline = time.monotonic() + 30
    while not ledger.with_suffix(".waiting").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(worker.pid, signal.SIGKILL)
    worker.join(10)
    assert _entered(ledger, ["half"], BOUND).earlier_records == 0
    with sqlite3.connect(str(ledger)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_run_killed_after_entering_goes_on_counting(ledger):
    from geodeid_plugin.processing_provider.io.ledger import _entered

    _entered(ledger, ["a"], BOUND)
    assert releases(ledger) == [("begun", 1)]
    assert _entered(ledger, ["a"], BOUND).earlier_records == 1


def test_hashes_depend_on_the_key_and_records_need_an_identifier():
    assert patient_hashes(b"one", ["p"]) != patient_hashes(b"two", ["p"])
    assert key_check(b"one") != key_check(b"two")
    with pytest.raises(InputError, match="2 records"):
        patient_hashes(b"one", ["p", "", None])


@pytest.mark.parametrize(
    ("risk", "people", "counted_records", "left"),
    [(0.1, 1000, 60, 40), (0.1, 1000, 100, 0), (0.1, 1000, 101, 0)],
)
def test_what_is_left_follows_from_complete_randomisation(risk, people, counted_records, left):
    assert records_left(risk, people, counted_records) == left
