# SPDX-License-Identifier: GPL-2.0-or-later
"""What a ledger holds its releases to: set once, kept sealed, shown, and never half forgotten."""

import re
from dataclasses import replace

import pytest

from geodeid_plugin.processing_provider.framework.ledger import store
from geodeid_plugin.processing_provider.framework.ledger.records import LedgerState, Policy, packed
from tests.refusals import refuses


@pytest.fixture
def ledger(run, tmp_path):
    """The files of a new ledger."""
    files = {"LEDGER": tmp_path / "l.gpkg", "KEY": tmp_path / "l.key"}
    run("newledger", {name: str(file) for name, file in files.items()})
    return files


@pytest.fixture
def opened(run, ledger):
    """Give the function that opens the ledger in the tool."""
    return lambda **more: run(
        "newledger", {"EXISTING": str(ledger["LEDGER"]), "EXISTING_KEY": str(ledger["KEY"]), **more}
    )


def memory_of(ledger):
    return LedgerState(store.open_ledger_file(ledger["LEDGER"], ledger["KEY"]))


def test_a_new_ledger_has_the_usual_policy_and_no_entry(ledger):
    memory = memory_of(ledger)
    assert memory.policy == Policy()
    assert memory.ledger_file.entries == ()


def test_a_plan_may_be_given_with_a_new_ledger(run, tmp_path):
    files = {"LEDGER": tmp_path / "l.gpkg", "KEY": tmp_path / "l.key"}
    result = run("newledger", {**{name: str(file) for name, file in files.items()}, "PLANNED_RECORDS": 300})
    assert memory_of(files).policy == Policy(planned=300)
    assert (result["PLANNED_LEFT"], result["RECORDS"], result["RELEASES"]) == (300, 0, 0)


def test_what_is_left_empty_stays_as_it_is(opened, ledger):
    opened(PLANNED_RECORDS=300, MOVED="keep", DOT_LIMIT=0.01)
    opened(BATCH=5, EARLIER_RECORDS=12)
    expected = Policy(planned=300, batch=5, moved="keep", dot_limit=0.01, elsewhere=12)
    assert memory_of(ledger).policy == expected
    opened(PLANNED_RECORDS=0, DOT_LIMIT=0)
    assert memory_of(ledger).policy == replace(expected, planned=None, dot_limit=None)


def test_opening_without_a_change_enters_nothing(opened, ledger):
    opened(BATCH=5)
    entries = memory_of(ledger).ledger_file.entries
    assert opened(BATCH=5)["WITNESS"] == memory_of(ledger).ledger_file.witness
    assert memory_of(ledger).ledger_file.entries == entries


def test_that_addresses_were_wrong_is_said_of_the_next_release_alone(opened, ledger):
    """A patient who moves house later would draw a second dot by it."""
    opened(MOVED="corrected", LOOKALIKES="different")
    book = memory_of(ledger).ledger_file
    store.append(book, [("release", "", packed({"number": 1}))])
    assert memory_of(ledger).policy == Policy(lookalikes="different")


def test_a_run_that_read_another_policy_decides_again(opened, ledger):
    book = memory_of(ledger).ledger_file
    opened(BATCH=5)
    with pytest.raises(store.ChangedMeanwhileError):
        store.append(book, [("release", "", packed({"number": 1}))])


def test_a_policy_that_was_edited_stops_whoever_opens_the_ledger(opened, ledger):
    import sqlite3

    opened(BATCH=5)
    with sqlite3.connect(str(ledger["LEDGER"])) as database:
        database.execute("UPDATE entries SET kind = 'note' WHERE kind = 'policy'")
    with refuses("ledger.file.altered"):
        opened()


def test_the_report_shows_what_the_ledger_holds(opened, tmp_path, ledger):
    page = tmp_path / "page.html"
    result = opened(PLANNED_RECORDS=1200, REPORT=str(page))
    text = re.sub(r"<[^>]+>|\s+", " ", page.read_text("utf-8"))
    for said in ("What its releases are held to", "1 200", "Stop and ask", result["WITNESS"]):
        assert said in text.replace("\u202f", " "), said


def test_the_recovery_sheet_is_handed_out_again(run, opened, tmp_path, ledger):
    sheet = tmp_path / "sheet.txt"
    opened(RECOVERY=str(sheet))
    typed = tmp_path / "typed.key"
    typed.write_text(next(line for line in sheet.read_text().splitlines() if line.startswith("    ")))
    ledger["KEY"].unlink()
    result = run("newledger", {"EXISTING": str(ledger["LEDGER"]), "EXISTING_KEY": str(typed)})
    assert result["RECORDS"] == 0
    assert sheet.stat().st_mode & 0o077 == 0


def test_one_ledger_at_a_time(opened, tmp_path):
    with refuses("ledger.file.given_twice"):
        opened(LEDGER=str(tmp_path / "new.gpkg"))


def test_without_files_it_says_which_are_needed(run):
    with refuses("ledger.file.not_chosen"):
        run("newledger", {})


def test_a_computer_keeps_the_witness_that_it_was_shown(opened, ledger, tmp_path, run):
    """An older copy is refused from then on, even where nobody gives the witness again."""
    older = tmp_path / "older.gpkg"
    older.write_bytes(ledger["LEDGER"].read_bytes())
    witness = opened(BATCH=5)["WITNESS"]
    assert opened(LEDGER_WITNESS=witness)["WITNESS"] == witness
    with refuses("ledger.file.older_copy"):
        run("newledger", {"EXISTING": str(older), "EXISTING_KEY": str(ledger["KEY"])})
    with refuses("ledger.file.older_copy"):
        opened(LEDGER_WITNESS="999-0123456789abcdef")
