# SPDX-License-Identifier: GPL-2.0-or-later
"""Whatever is done to the file of a ledger, it is whole, or nothing is released from it."""

import multiprocessing
import os
import shutil
import signal
import sqlite3
import time
from pathlib import Path

import pytest

pytest.importorskip("qgis.core", reason="QGIS is not installed for this Python")

from geodeid_plugin.core.base.errors import InputError
from geodeid_plugin.core.geomask.releases.sealing import LedgerKey, key_of_code, recovery_code
from geodeid_plugin.processing_provider.framework.ledger import records, store
from geodeid_plugin.processing_provider.framework.ledger.records import LedgerState
from tests.refusals import refuses


@pytest.fixture
def files(qgis_app, tmp_path):
    """A ledger with six rows, and its key."""
    path, key = tmp_path / "ledger.gpkg", tmp_path / "keys" / "ledger.key"
    key.parent.mkdir()
    store.create(path, key, tmp_path / "sheet.txt")
    book = store.open_ledger_file(path, key)
    for number in range(3):
        book = store.append(book, [("note", "", b"one %d" % number), ("note", f"{number:064x}", b"x" * 300)])
    return path, key


def opened(files, told=""):
    return store.open_ledger_file(*files, told)


def altered(path, statement, *values):
    with sqlite3.connect(str(path)) as database:
        database.execute(statement, values)


def test_the_key_that_is_kept_of_a_ledger_is_asked_for_by_its_number(files, monkeypatch):
    path, key = files
    asked = []
    monkeypatch.setattr(store, "stored_key", lambda number: asked.append(number) or store.read_key(key))
    book = store.open_ledger_file(path, None)
    assert asked == [book.ledger_id] and len(book.ledger_id) > 8


def test_what_was_written_is_read(files):
    book = opened(files)
    assert [entry.payload for entry in book.entries[:2]] == [b"one 0", b"x" * 300]
    assert [entry.seq for entry in book.entries] == [1, 2, 3, 4, 5, 6]
    assert book.witness.startswith("6-")


@pytest.mark.slow
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET kind = 'other' WHERE seq = 3",
        "UPDATE entries SET who = 'somebody' WHERE seq = 4",
        "UPDATE entries SET box = (SELECT box FROM entries WHERE seq = 2) WHERE seq = 4",
        "UPDATE entries SET box = x'01' WHERE seq = 1",
        "UPDATE entries SET link = (SELECT link FROM entries WHERE seq = 5) WHERE seq = 6",
        "DELETE FROM entries WHERE seq = 1",
        "DELETE FROM entries WHERE seq = 4",
        "DELETE FROM entries WHERE seq = 6",
        "DELETE FROM entries",
        "DELETE FROM head",
        "UPDATE head SET seq = 5, link = (SELECT link FROM entries WHERE seq = 5)",
        "UPDATE head SET mac = link",
        "INSERT INTO entries SELECT 7, kind, who, box, link FROM entries WHERE seq = 6",
        "UPDATE geodeid_ledger SET ledger_id = 'other'",
        "UPDATE geodeid_ledger SET identity = 'other'",
        "UPDATE entries SET link = 'é'",
        "UPDATE entries SET box = 'text'",
        "UPDATE entries SET box = 10000000000 WHERE seq = 2",
        "UPDATE entries SET kind = x'ff' WHERE seq = 3",
        "UPDATE entries SET who = x'ff' WHERE seq = 3",
        "UPDATE head SET mac = 'é'",
        "UPDATE geodeid_ledger SET key_check = 'é'",
        "UPDATE geodeid_ledger SET ledger_id = 'é'",
    ],
)
def test_every_tampering_is_noticed(files, statement):
    altered(files[0], statement)
    with pytest.raises(InputError):
        opened(files)


def test_swapped_rows_are_noticed(files):
    for statement in ("UPDATE entries SET seq = 99 WHERE seq = 2", "UPDATE entries SET seq = 2 WHERE seq = 4",
                      "UPDATE entries SET seq = 4 WHERE seq = 99"):  # fmt: skip
        altered(files[0], statement)
    with refuses("ledger.file.altered"):
        opened(files)


def test_a_tail_cut_off_together_with_an_old_head_is_noticed_by_a_witness(files, tmp_path):
    old = tmp_path / "old.gpkg"
    shutil.copy(files[0], old)
    store.append(opened(files), [("note", "", b"later")])
    shutil.copy(old, files[0])
    with refuses("ledger.file.older_copy"):
        opened(files)


def test_any_one_witness_is_enough(files, tmp_path):
    from qgis.core import QgsSettings

    old = tmp_path / "old.gpkg"
    shutil.copy(files[0], old)
    told = store.append(opened(files), [("note", "", b"later")]).witness
    shutil.copy(old, files[0])
    ledger_id = sqlite3.connect(str(old)).execute("SELECT ledger_id FROM geodeid_ledger").fetchone()[0]
    QgsSettings().remove(f"geodeid/ledger/{ledger_id}")
    with refuses("ledger.file.older_copy"):
        opened(files)
    store.witness_file(files[1]).unlink()
    with refuses("ledger.file.older_copy"):
        opened(files, told)
    assert opened(files).witness.startswith("6-")


@pytest.mark.slow
@pytest.mark.parametrize(
    "told",
    ["7-0123456789abcdef", "6-0000000000000000", "nonsense", "-1-00", "6-é", f"{'9' * 5000}-00", "²-00"],
)
def test_a_witness_that_does_not_fit_is_refused(files, told):
    with refuses("ledger.file.older_copy"):
        opened(files, told)


@pytest.mark.slow
def test_a_file_in_the_place_of_a_witness_that_is_none_is_passed_over(files):
    store.witness_file(files[1]).write_bytes(b"\xff\xfe\x00")
    assert len(opened(files).entries) == 6


def test_an_append_to_what_another_run_changed_is_refused(files):
    mine = opened(files)
    store.append(opened(files), [("note", "", b"theirs")])
    with pytest.raises(store.ChangedMeanwhileError):
        store.append(mine, [("note", "", b"mine")])
    assert len(opened(files).entries) == 7


@pytest.mark.slow
def test_another_runs_bookkeeping_is_no_change(files):
    mine = opened(files)
    store.append(opened(files), [("confirmed", "", b"{}")])
    assert len(store.append(mine, [("note", "", b"mine")]).entries) == len(opened(files).entries) == 8


def test_the_recovery_sheet_gives_the_key_back(files, tmp_path):
    key = bytes.fromhex(files[1].read_text().strip())
    code = recovery_code(key)
    assert code in (tmp_path / "sheet.txt").read_text()
    typed = tmp_path / "typed.key"
    typed.write_text(code.lower().replace("-", " "))
    assert len(store.open_ledger_file(files[0], typed).entries) == 6
    wrong = ("B" if code[0] == "A" else "A") + code[1:]
    with refuses("ledger.key.not_a_code"):
        key_of_code(wrong)
    typed.write_text(wrong)
    with refuses("ledger.key.not_a_key"):
        store.open_ledger_file(files[0], typed)


def test_secrets_are_readable_by_their_owner_only(files, tmp_path):
    for file in (files[1], tmp_path / "sheet.txt"):
        assert file.stat().st_mode & 0o077 == 0


def test_boxes_refuse_every_flipped_bit_and_every_other_owner():
    seal = LedgerKey(bytes(32), "a")
    box = seal.box(b"place", (1, "record", "p"), bytes(32))
    assert seal.open(box, (1, "record", "p")) == b"place"
    for bit in range(8 * len(box)):
        flipped = bytearray(box)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(InputError):
            seal.open(bytes(flipped), (1, "record", "p"))
    for other in ((2, "record", "p"), (1, "recor", "dp"), (1, "record", "q")):
        with pytest.raises(InputError):
            seal.open(box, other)
    with pytest.raises(InputError):
        LedgerKey(bytes(32), "b").open(box, (1, "record", "p"))
    assert len(seal.box(b"x", (1,), bytes(32))) == len(seal.box(b"x" * 200, (1,), bytes(32)))


def test_names_in_one_space_are_not_names_in_another():
    seal = LedgerKey(bytes(32), "a")
    others = LedgerKey(bytes(32), "b"), LedgerKey(b"1" * 32, "a")
    names = [
        seal.name("patient", "17"),
        seal.name("area", "17"),
        *(other.name("patient", "17") for other in others),
    ]
    assert len(set(names)) == 4


def test_a_read_only_ledger_is_refused_in_a_sentence(files, monkeypatch):
    book, connect = opened(files), sqlite3.connect
    monkeypatch.setattr(
        store.sqlite3, "connect", lambda path, **named: connect(f"file:{path}?mode=ro", uri=True, **named)
    )
    with refuses("ledger.file.unusable"):
        store.append(book, [("note", "", b"more")])
    monkeypatch.undo()
    assert len(opened(files).entries) == 6


def test_a_full_disk_adds_nothing(files, monkeypatch):
    """SQLite's own limit on pages fails as a full disk does: within the transaction."""
    book = opened(files)
    connect = sqlite3.connect

    def small(*given, **named):
        database = connect(*given, **named)
        pages = database.execute("PRAGMA page_count").fetchone()[0]
        database.execute(f"PRAGMA max_page_count = {pages}")
        return database

    monkeypatch.setattr(store.sqlite3, "connect", small)
    with refuses("ledger.file.unusable", match="full"):
        store.append(book, [("note", "", b"x" * 2_000_000)])
    monkeypatch.undo()
    assert len(opened(files).entries) == 6


def test_zones_are_remembered_in_order(files):
    memory = LedgerState(opened(files))
    memory, number = records.enter_zones(memory, {"kind": "clustering", "areas": ["1", "2"], "zone": [0, 0]})
    assert (number, memory.zones[0]["status"]) == (1, "begun")
    records.confirm_zones(memory, number)
    found = LedgerState(opened(files)).zones
    assert [(one["zone"], one["status"]) for one in found] == [([0, 0], "released")]
    assert b"clustering" not in files[0].read_bytes()


def _append_for_ever(path, key, started):
    started.set()
    while True:
        try:
            book = store.open_ledger_file(Path(path), Path(key))
            store.append(book, [("note", "", os.urandom(50)), ("note", "", b"its pair")])
        except store.ChangedMeanwhileError:
            continue


@pytest.mark.slow
def test_runs_killed_at_any_instant_leave_whole_transactions(files):
    """GEODEID_KILLS sets how many; two writers at once, killed by turns."""
    kills = int(os.environ.get("GEODEID_KILLS", "12"))
    context = multiprocessing.get_context("fork")
    seen = len(opened(files).entries)
    for kill in range(kills):
        started = context.Event()
        workers = [
            context.Process(target=_append_for_ever, args=(*map(str, files), started))
            for _ in range(1 + kill % 2)
        ]
        for worker in workers:
            worker.start()
        started.wait(30)
        time.sleep(0.013 * (1 + kill % 7))
        for worker in workers:
            os.kill(worker.pid, signal.SIGKILL)
            worker.join(30)
        entries = opened(files).entries
        assert len(entries) >= seen
        assert len(entries) % 2 == 0
        seen = len(entries)
    with sqlite3.connect(str(files[0])) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def _append_times(path, key, times):
    done = 0
    while done < times:
        try:
            store.append(store.open_ledger_file(Path(path), Path(key)), [("note", "", b"%d" % os.getpid())])
            done += 1
        except store.ChangedMeanwhileError:
            continue


@pytest.mark.slow
def test_many_writers_lose_and_double_nothing(files):
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=_append_times, args=(*map(str, files), 5)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(120)
    assert len(opened(files).entries) == 6 + 4 * 5


def test_a_ledger_of_today_opens_tomorrow():
    """Another layout is a promise to read this one, too."""
    assert store.VERSION == 3


def test_an_empty_field_is_remembered_as_empty():
    from geodeid_plugin.processing_provider.framework.ledger.records import packed, stored_fields, unpacked

    kept = {"age": None, "sex": "f", "cases": 3}
    assert unpacked(packed(stored_fields(kept))) == kept
