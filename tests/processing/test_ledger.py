# SPDX-License-Identifier: GPL-2.0-or-later
"""A release with a ledger repeats who is known and draws who is new, whoever is killed, moved or late."""

import itertools
import json
import multiprocessing
import os
import signal
import sqlite3
import time
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from conftest import lpmask
from qgis.core import QgsApplication, QgsProcessingException, QgsVectorLayer
from qgis.PyQt.QtCore import QDate

from geodeid_plugin.core.geomask.releases import odometer
from geodeid_plugin.processing_provider.framework.ledger import store
from geodeid_plugin.processing_provider.framework.ledger.records import LedgerState
from tests.refusals import refuses

HOME = "POINT(-74.95 45.05)"
NEXT_DOOR = "POINT(-74.85 45.05)"


@pytest.fixture
def ledger(qgis_app, tmp_path):
    store.create(tmp_path / "ledger.gpkg", tmp_path / "ledger.key")
    return tmp_path / "ledger.gpkg"


@pytest.fixture
def mask(run, grid, layer, ledger, tmp_path):
    """Release some patients: names, or (name, WKT, age) each; gives METRICS and the released rows."""
    calls = []

    def released(names=("p", "q"), kind="string", **extra):
        rows = [(one if isinstance(one, tuple) else (one, HOME, 40)) for one in names]
        points = layer(
            "Point", [(wkt, [name, age]) for name, wkt, age in rows], [f"name:{kind}", "age:integer"]
        )
        calls.append(1)
        out = tmp_path / f"masked{len(calls)}.gpkg"
        lpmask(
            run,
            {
                "PATIENTS": points, "AREAS": grid(population=100), "AREA_ID": "id", "POPULATION": "pop",
                "RISK": 0.2,
                "LEDGER": str(ledger), "LEDGER_KEY": str(ledger.with_suffix(".key")), "LEDGER_ID": "name",
                "OUTPUT": str(out), "METRICS": str(tmp_path / "m.json"), "KEEP_FIELDS": ["age"],
                "REPORT": str(tmp_path / "report.html"), **extra,
            },
        )  # fmt: skip
        return json.loads((tmp_path / "m.json").read_text()), shown(out)

    return released


def shown(path):
    """Places and ages of a released layer, in no order."""
    features = QgsVectorLayer(str(path), "out", "ogr").getFeatures()
    rows = [
        (f.geometry().asPoint(), f["age"] if f.fields().lookupField("age") >= 0 else None) for f in features
    ]
    return sorted((point.x(), point.y(), age) for point, age in rows)


def places(rows):
    return sorted((x, y) for x, y, _age in rows)


def memory_of(ledger):
    return LedgerState(store.open_ledger_file(ledger, ledger.with_suffix(".key")))


def releases(ledger):
    with sqlite3.connect(str(ledger)) as database:
        return database.execute("SELECT status, records FROM releases ORDER BY fid").fetchall()


def names(start, stop, home=HOME, age=40):
    return [(f"p{number:03d}x", home, age) for number in range(start, stop)]


@pytest.mark.slow
def test_a_first_release_is_remembered(mask, ledger, tmp_path):
    metrics, rows = mask()
    assert metrics["counts"]["earlier_records_in_ledger"] == 0
    assert metrics["counts"]["new_records"] == 2
    assert releases(ledger) == [("released", 2)]
    assert metrics["ledger"]["witness"] == memory_of(ledger).ledger_file.witness.replace(
        memory_of(ledger).ledger_file.witness, metrics["ledger"]["witness"]
    )
    assert len(rows) == 2
    assert "All releases together" in (tmp_path / "report.html").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("placement", ["point", "scatter"])
def test_the_dot_of_a_patient_never_changes(mask, placement):
    """Growing lists in any order: each dot of the first release stands in all later ones, to the digit."""
    _metrics, first = mask(names(0, 12), PLACEMENT=placement)
    metrics, second = mask(names(0, 25)[::-1], PLACEMENT=placement)
    assert set(first) <= set(second)
    assert (metrics["counts"]["repeated_records"], metrics["counts"]["new_records"]) == (12, 13)
    metrics, third = mask(names(0, 25), PLACEMENT=placement)
    assert third == second
    assert (metrics["counts"]["repeated_records"], metrics["counts"]["new_records"]) == (25, 0)
    assert metrics["ledger"]["records"] == 25


@pytest.mark.slow
def test_a_release_of_known_patients_alone_needs_no_table(mask):
    first, _rows = mask(names(0, 12))
    again, _rows = mask(names(0, 12), RISK=0.0001, MODEL="wieland")
    assert again["figures"]["RISK_BOUND"] == 0.0001
    assert again["figures"]["VERDICT"] == "gives_away"
    assert again["figures"]["ACHIEVED_RISK"] == first["figures"]["ACHIEVED_RISK"]
    assert again["ledger"]["records"] == 12


@pytest.mark.slow
def test_new_records_wait_for_a_batch(mask, ledger):
    mask(names(0, 12))
    metrics, rows = mask(names(0, 15))
    assert metrics["counts"]["held_back_new"] == 3
    assert len(rows) == 12
    assert any("wait until 10" in warning for warning in metrics["warnings"])
    assert len(memory_of(ledger).dots) == 12
    metrics, rows = mask(names(0, 15), BATCH=3)
    assert len(rows) == 15
    with refuses("release.records.all_pending"):
        mask(names(20, 22), WITHDRAWALS="at_once")


@pytest.mark.slow
def test_withdrawn_dots_leave_in_batches_and_stay_counted(mask, ledger):
    _metrics, first = mask(names(0, 25))
    metrics, rows = mask(names(3, 25))
    assert metrics["counts"]["withdrawn_waiting"] == 3
    assert rows == first
    metrics, rows = mask(names(12, 25))
    assert metrics["counts"]["withdrawn_now"] == 12
    assert len(rows) == 13
    assert metrics["ledger"]["records"] == 25
    _metrics, rows = mask(names(0, 25))
    assert rows == first


@pytest.mark.slow
def test_withdrawn_dots_leave_at_once_where_the_user_says_so(mask):
    mask(names(0, 12))
    metrics, rows = mask(names(1, 12), WITHDRAWALS="at_once")
    assert len(rows) == 11
    assert any("knows their dots" in warning for warning in metrics["warnings"])


@pytest.mark.slow
def test_whoever_came_back_and_leaves_again_is_withdrawn_again(mask):
    mask(names(0, 12))
    mask(names(1, 12), WITHDRAWALS="at_once")
    mask(names(0, 12))
    metrics, rows = mask(names(1, 12), WITHDRAWALS="batch")
    assert metrics["counts"]["withdrawn_waiting"] == 1
    assert len(rows) == 12


@pytest.mark.slow
def test_released_fields_stay_as_they_were(mask):
    mask(names(0, 12, age=44))
    metrics, rows = mask(names(0, 12, age=45))
    assert {age for _x, _y, age in rows} == {44}
    assert metrics["counts"]["fields_as_they_were"] == 12


@pytest.mark.slow
def test_a_field_released_later_is_kept_from_then_on(mask, ledger):
    mask(names(0, 12), KEEP_FIELDS=[])
    mask(names(0, 12, age=44))
    _metrics, rows = mask(names(0, 12, age=45))
    assert {age for _x, _y, age in rows} == {44}


@pytest.mark.slow
def test_a_patient_in_another_area_is_asked_about(mask, ledger):
    _metrics, first = mask(names(0, 12))
    moved = names(0, 11) + names(11, 12, NEXT_DOOR)
    with refuses("patient.area.changed"):
        mask(moved)
    metrics, rows = mask(moved, MOVED="keep")
    assert rows == first
    assert metrics["counts"]["moved_keep"] == 1
    metrics, rows = mask(moved, MOVED="leave_out", WITHDRAWALS="at_once")
    assert len(rows) == 11


@pytest.mark.slow
def test_a_corrected_address_is_a_new_record_and_the_old_one_stays_counted(mask, ledger):
    mask(names(0, 12))
    metrics, rows = mask(names(0, 11) + names(11, 12, NEXT_DOOR), MOVED="corrected", BATCH=1)
    assert len(rows) == 12
    assert metrics["ledger"]["records"] == 13
    assert memory_of(ledger).corrected == 1
    found = {one["key"]: one["outcome"] for one in metrics["judgement"]["checks"]}
    assert found["corrected_addresses"] == "care"


@pytest.mark.slow
def test_a_list_in_which_nobody_is_known_again_is_not_green(mask):
    """Another field as LEDGER_ID makes strangers of all patients, who are then drawn twice."""
    for list_of, outcome in ((names(0, 12), None), ([(f"row{n}", HOME, 40) for n in range(12)], "care")):
        metrics, _rows = mask(list_of)
        found = {one["key"]: one["outcome"] for one in metrics["judgement"]["checks"]}
        assert found.get("nobody_known") == outcome


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "kind", "second", "other_kind"),
    [
        ((17, 18), "integer", (17.0, 18.0), "double"),
        ((17, 18), "integer", ("17", " 18 "), "string"),
        (
            ("Zoë", "Éa"),
            "string",
            tuple(unicodedata.normalize("NFD", one) for one in ("Zoë", "Éa")),
            "string",
        ),
    ],
)
def test_a_patient_is_known_again_in_another_dress(mask, first, kind, second, other_kind):
    mask(first, kind)
    metrics, _rows = mask(second, other_kind)
    assert metrics["counts"]["repeated_records"] == 2


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second"), [(("A17", "B18"), ("a17", "b18")), (("012", "x"), ("12", "x"))])
def test_lookalikes_are_asked_about(mask, ledger, first, second):
    mask(first)
    with refuses("patient.identifier.alike"):
        mask(second)
    assert releases(ledger) == [("released", 2)]
    metrics, _rows = mask(second, LOOKALIKES="different", BATCH=1, WITHDRAWALS="at_once")
    assert metrics["counts"]["new_records"] >= 1


def test_lookalikes_within_one_list_are_asked_about(mask):
    with refuses("patient.identifier.alike"):
        mask(("P1", "p1"))


def test_a_patient_on_two_features_is_refused_with_the_remedy(mask):
    with refuses("patient.identifier.repeated"):
        mask(("p", "p "))


def test_records_without_identifier_are_refused(mask):
    with refuses("patient.identifier.missing", match="1 record has no patient identifier"):
        mask(("p", ""))


def test_a_household_of_two_areas_is_refused_even_where_it_is_the_first(layer, run, grid):
    points = layer(
        "Point", [(HOME, ["h1"]), ("POINT(-74.85 45.15)", ["h1"]), (HOME, ["h2"])], ["house:string"]
    )
    asked = {"AREAS": grid(population=100), "AREA_ID": "id", "POPULATION": "pop", "GROUP": "house"}
    with refuses("patient.group.apart", match="2"):
        run("lpmask", {"PATIENTS": points, "OUTPUT": "memory:", **asked})


@pytest.mark.slow
def test_a_household_draws_once_and_counts_once(mask, ledger, layer, run, grid, tmp_path):
    def household(rows, **extra):
        points = layer(
            "Point", [(HOME, list(row)) for row in rows], ["name:string", "house:string", "age:integer"]
        )
        out = tmp_path / "house.gpkg"
        out.unlink(missing_ok=True)
        lpmask(
            run,
            {
                "PATIENTS": points, "AREAS": grid(population=100), "AREA_ID": "id", "POPULATION": "pop",
                "GROUP": "house", "KEEP_FIELDS": ["age"], "OUTPUT": str(out), "PLACEMENT": "scatter",
                "METRICS": str(tmp_path / "m.json"), **extra,
            },
        )  # fmt: skip
        return json.loads((tmp_path / "m.json").read_text()), shown(out)

    rows = [("a", "h1", 31), ("b", "h1", 45), ("c", "h2", 31), ("d", "", 70), ("e", None, 70)]
    _metrics, found = household(rows)
    assert len(set(places(found))) == 4
    remembered = {"LEDGER": str(ledger), "LEDGER_KEY": str(ledger.with_suffix(".key")), "LEDGER_ID": "name"}
    metrics, found = household(rows, **remembered)
    assert metrics["ledger"]["records"] == 4
    later, found_later = household([*rows, ("f", "h1", 8)], BATCH=1, **remembered)
    assert later["ledger"]["records"] == 4
    of_house = {(x, y) for x, y, age in found_later if age in (45, 8)}
    assert len(of_house) == 1
    assert set(found) <= set(found_later)


@pytest.mark.slow
def test_what_all_releases_show_is_told_and_within_the_bound(mask, tmp_path):
    for stop in (12, 24, 36):
        metrics, _rows = mask(
            names(0, stop), MODEL="wieland", RISK=0.3, RELEASE_REPORT=str(tmp_path / "r.html")
        )
        told = metrics["ledger"]
        assert 0 < told["shown_risk"] <= 0.3
        assert told["shown_risk"] <= told["proved_risk"] <= 0.3 * (1 + 1e-6)
        assert told["records"] == stop
        assert 0 < told["largest_share"] <= 0.3
    text = (tmp_path / "r.html").read_text()
    assert told["witness"] in text
    assert "Most that one dot shows" in text
    assert "wait for a batch" not in text


@pytest.mark.slow
def test_a_list_that_outgrew_its_areas_is_judged_under_the_revised_model(mask, grid):
    """Two records of a plan of two, then more in areas of thirty people: green only where it is kept."""
    few = grid(columns=6, rows=6, population=30)
    first, _rows = mask(names(0, 2), AREAS=few, PLANNED_RECORDS=2)
    assert "all_releases" in {one["key"] for one in first["judgement"]["adversaries"]}
    later, _rows = mask(names(0, 27), AREAS=few, BATCH=1, PLANNED_RECORDS=32)
    told = later["ledger"]
    assert told["records"] == 27
    assert told["kept_risk"] <= 0.2 * (1 + 1e-9)
    again, _rows = mask(names(0, 27), AREAS=few, RISK=0.9 * told["joint_risk"])
    assert again["figures"]["VERDICT"] != "passed"
    alone = [one for one in again["judgement"]["adversaries"] if one["key"] == "all_releases"]
    assert alone[0]["covered"] and alone[0]["risk"] == pytest.approx(told["joint_risk"])


@pytest.mark.slow
@pytest.mark.parametrize("model", ["revised", "wieland"])
def test_releases_that_the_ledger_does_not_hold_are_not_judged(mask, model):
    """Two releases of 0.25 each told 0.36 of a person together: a number of records is no proof."""
    metrics, _rows = mask(names(0, 12), EARLIER_RECORDS=30, MODEL=model, RATE_RATIO=1)
    assert metrics["figures"]["VERDICT"] == "not_judged"
    assert any("without the ledger" in one["sentence"] for one in metrics["judgement"]["checks"])


@pytest.mark.slow
def test_a_plan_is_kept_to(mask):
    metrics, _rows = mask(names(0, 12), PLANNED_RECORDS=30)
    assert metrics["ledger"]["planned_records"] == 30
    mask(names(0, 24), PLANNED_RECORDS=30)
    with refuses("ledger.plan.full", match="30"):
        mask(names(0, 36), PLANNED_RECORDS=30)
    metrics, _rows = mask(names(0, 36), PLANNED_RECORDS=60)
    assert metrics["ledger"]["records"] == 36


@pytest.mark.slow
def test_neither_names_nor_places_nor_the_key_stand_in_the_ledger(mask, ledger):
    mask([("Ada Lovelace", HOME, 40), ("q", HOME, 40)])
    content = ledger.read_bytes()
    for secret in (b"Ada", b"-74.", b"lon_deg", ledger.with_suffix(".key").read_text().strip().encode()):
        assert secret not in content


def test_a_moved_ledger_is_an_error_and_never_a_zero(mask, ledger, tmp_path):
    ledger.rename(tmp_path / "elsewhere.gpkg")
    with refuses("ledger.file.not_found"):
        mask()
    assert not list(tmp_path.glob("masked*"))
    assert not ledger.exists()


def test_a_lost_or_wrong_key_is_an_error(mask, ledger, tmp_path):
    with refuses("ledger.key.not_found"):
        mask(LEDGER_KEY=str(tmp_path / "none.key"))
    (tmp_path / "other.key").write_text("00" * 32)
    with refuses("ledger.key.other"):
        mask(LEDGER_KEY=str(tmp_path / "other.key"))
    assert releases(ledger) == []


def test_a_file_that_is_no_ledger_is_refused(mask, tmp_path):
    (tmp_path / "text.gpkg").write_text("not a database, but long enough to be read as one" * 50)
    with refuses("ledger.file.unusable"):
        mask(LEDGER=str(tmp_path / "text.gpkg"))
    with sqlite3.connect(str(tmp_path / "empty.gpkg")) as database:
        database.execute("CREATE TABLE other (a)")
    with refuses("ledger.file.not_a_ledger"):
        mask(LEDGER=str(tmp_path / "empty.gpkg"))


@pytest.mark.slow
def test_an_older_copy_is_refused_by_the_witness_of_a_report(mask, ledger):
    metrics, _rows = mask(names(0, 12))
    mask(names(0, 24), LEDGER_WITNESS=metrics["ledger"]["witness"])
    with refuses("ledger.file.older_copy"):
        mask(names(0, 24), LEDGER_WITNESS="999-0123456789abcdef")


@pytest.mark.slow
def test_a_ledger_without_patient_field_or_with_a_seed_is_refused(mask):
    with refuses("ledger.patient.missing"):
        mask(LEDGER_ID=None)
    with refuses("ledger.run.seeded"):
        mask(SEED=1)


def test_a_key_without_a_ledger_is_refused(mask):
    with refuses("ledger.file.missing"):
        mask(LEDGER=None)


def test_a_run_that_found_no_table_leaves_no_entry(mask, ledger, tmp_path):
    with pytest.raises(QgsProcessingException):
        mask(RISK=0.0001, MODEL="wieland")
    assert releases(ledger) == []
    assert not list(tmp_path.glob("masked*"))


@pytest.mark.slow
def test_a_run_that_dies_while_writing_has_drawn_for_good(mask, ledger, monkeypatch):
    """What was drawn may have been seen: the next run shows the same dots."""
    from geodeid_plugin.processing_provider.framework import released_points

    def broken(*_given, **_named):
        raise OSError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(released_points, "released", broken)
        with pytest.raises(QgsProcessingException, match="OSError"):
            mask(names(0, 12))
    drawn = sorted((dot.lon_deg, dot.lat_deg) for dot in memory_of(ledger).dots.values())
    assert releases(ledger) == [("begun", 12)]
    _metrics, rows = mask(names(0, 12))
    assert np.allclose(places(rows), drawn, atol=1e-12)
    assert len(memory_of(ledger).tables) == 1


@pytest.mark.slow
def test_a_run_decides_again_where_another_entered_a_release(mask, ledger, monkeypatch):
    from geodeid_plugin.processing_provider.geomasking import laterrelease

    enter, raced = laterrelease.enter, []

    def late(memory, rows, facts):
        if not raced:
            raced.append(1)
            theirs = memory_of(ledger)
            enter(theirs, rows, facts)
        return enter(memory, rows, facts)

    monkeypatch.setattr(laterrelease, "enter", late)
    metrics, rows = mask(names(0, 12))
    assert metrics["counts"]["repeated_records"] == 12
    assert len(memory_of(ledger).tables) == 1
    assert len(rows) == 12


@pytest.mark.slow
def test_the_ledger_opens_in_qgis(mask, ledger):
    mask()
    table = QgsVectorLayer(f"{ledger}|layername=releases", "releases", "ogr")
    assert [(row["status"], row["records"]) for row in table.getFeatures()] == [("released", 2)]


def test_a_ledger_is_never_overwritten(run, ledger, tmp_path):
    before = ledger.read_bytes()
    with refuses("output.file.other_layers"):
        run("newledger", {"LEDGER": str(ledger), "KEY": str(tmp_path / "new.key")})
    assert ledger.read_bytes() == before


def test_a_temporary_ledger_is_refused(run, tmp_path):
    with refuses("ledger.file.temporary"):
        run("newledger", {"LEDGER": "TEMPORARY_OUTPUT", "KEY": str(tmp_path / "new.key")})
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_the_algorithm_makes_a_ledger_that_works(run, mask, tmp_path):
    files = {"LEDGER": "new.gpkg", "KEY": "new.key", "RECOVERY": "sheet.txt"}
    new = run("newledger", {name: str(tmp_path / file) for name, file in files.items()})
    mask(LEDGER=new["LEDGER"], LEDGER_KEY=new["KEY"])
    assert releases(new["LEDGER"]) == [("released", 2)]
    code = next(line for line in Path(new["RECOVERY"]).read_text().splitlines() if line.startswith("    "))
    (tmp_path / "typed.key").write_text(code)
    metrics, _rows = mask(LEDGER=new["LEDGER"], LEDGER_KEY=str(tmp_path / "typed.key"))
    assert metrics["counts"]["repeated_records"] == 2


@pytest.fixture
def manager(qgis_app):
    """QGIS's authentication manager, opened with a master password of the test's."""
    manager = QgsApplication.authManager()
    if manager.isDisabled() or not manager.setMasterPassword("a password of the tests", True):
        pytest.skip("this QGIS has no authentication manager")
    yield manager
    manager.setMasterPassword("a password of the tests", True)


@pytest.mark.slow
def test_the_key_may_stay_in_the_authentication_manager(run, mask, manager, tmp_path):
    files = {"LEDGER": "new.gpkg", "KEY": "new.key"}
    new = run("newledger", {**{name: str(tmp_path / file) for name, file in files.items()}, "KEEP_KEY": True})
    (tmp_path / "new.key").unlink()
    mask(names(0, 12), LEDGER=new["LEDGER"], LEDGER_KEY=None)
    metrics, _rows = mask(names(0, 24), LEDGER=new["LEDGER"], LEDGER_KEY=None)
    assert metrics["counts"]["repeated_records"] == 12
    with refuses("ledger.file.older_copy"):
        run("newledger", {"EXISTING": new["LEDGER"], "LEDGER_WITNESS": "999-0123456789abcdef"})
    manager.clearMasterPassword()
    with refuses("ledger.key.not_found"):
        mask(names(0, 24), LEDGER=new["LEDGER"], LEDGER_KEY=None)


def test_a_key_counts_as_kept_where_the_manager_gives_it_back(manager, monkeypatch):
    assert store.keep_key("one", bytes(32)) == ""
    monkeypatch.setattr(store, "stored_key", lambda _ledger: None)
    assert store.keep_key("one", bytes(32)) == "it did not take the key"


def test_the_key_of_a_ledger_that_was_given_up_is_not_kept(run, manager, tmp_path, monkeypatch):

    made, keep = [], store.keep_key
    monkeypatch.setattr(store, "keep_key", lambda name, key: made.append(name) or keep(name, key))
    monkeypatch.setattr(store, "append", lambda *_given: (_ for _ in ()).throw(OSError("the disk is full")))
    files = {"LEDGER": str(tmp_path / "new.gpkg"), "KEY": str(tmp_path / "new.key")}
    with pytest.raises(QgsProcessingException):
        run("newledger", {**files, "KEEP_KEY": True, "BATCH": 5})
    assert len(made) == 1 and not list(tmp_path.glob("new.*"))
    assert not manager.existsAuthSetting(f"geodeid/ledger/{made[0]}")


@pytest.mark.slow
def test_a_key_that_is_kept_stands_nowhere_else(run, mask, manager, feedback, tmp_path):
    """Not in the log, METRICS, reports, layers or settings: neither its digits nor its recovery code."""
    from qgis.core import QgsSettings

    logged = []
    QgsApplication.messageLog().messageReceived.connect(lambda text, *_rest: logged.append(text))
    files = {"LEDGER": str(tmp_path / "new.gpkg"), "KEY": str(tmp_path / "new.key")}
    run("newledger", {**files, "KEEP_KEY": True})
    key = (tmp_path / "new.key").read_bytes()
    (tmp_path / "new.key").unlink()
    report = {"REPORT": str(tmp_path / "r.html"), "INTERNAL": str(tmp_path / "links.gpkg")}
    mask(names(0, 12), LEDGER=files["LEDGER"], LEDGER_KEY=None, **report)
    QgsSettings().sync()
    settings = QgsSettings()
    written = [str(settings.value(name)) for name in settings.allKeys()]
    said = [*logged, *feedback.warnings, *feedback.errors, feedback.textLog(), *written]
    spelled = {text.lower() for text in key.decode().split() if len(text) > 20}
    assert spelled
    for text in spelled:
        assert not [one for one in said if text in one.lower()]
        held = [
            one for one in tmp_path.rglob("*") if one.is_file() and text.encode() in one.read_bytes().lower()
        ]
        assert not held


@pytest.mark.slow
def test_an_altered_key_in_the_manager_is_as_good_as_none(run, mask, manager, ledger):
    ledger_id = memory_of(ledger).ledger_file.ledger_id
    with refuses("ledger.key.not_found"):
        mask(LEDGER_KEY=None)
    for text, code in (("not a key", "ledger.key.not_found"), ("00" * 32, "ledger.key.other")):
        manager.storeAuthSetting(f"geodeid/ledger/{ledger_id}", text, True)
        with refuses(code):
            mask(LEDGER_KEY=None)
    mask()


@pytest.mark.slow
def test_a_key_that_the_manager_does_not_take_is_said_and_the_file_is_used(
    run, mask, manager, feedback, tmp_path
):
    manager.clearMasterPassword()
    files = {"LEDGER": str(tmp_path / "new.gpkg"), "KEY": str(tmp_path / "new.key")}
    run("newledger", {**files, "KEEP_KEY": True})
    assert any("master password was not given" in one for one in feedback.warnings)
    mask(LEDGER=files["LEDGER"], LEDGER_KEY=files["KEY"])


def test_a_ledger_of_01_is_refused_with_what_to_do(mask, tmp_path):
    with sqlite3.connect(str(tmp_path / "old.gpkg")) as database:
        database.execute("CREATE TABLE geodeid_ledger (version INTEGER, key_check TEXT)")
        database.execute("INSERT INTO geodeid_ledger VALUES (1, 'x')")
    with refuses("ledger.file.first_version"):
        mask(LEDGER=str(tmp_path / "old.gpkg"))


@pytest.mark.slow
def test_new_people_get_a_new_table_where_areas_and_bound_changed(mask, grid, ledger, monkeypatch):
    _metrics, first = mask(names(0, 12))
    finer = grid(columns=8, rows=8, population=30)
    metrics, second = mask(names(0, 30), AREAS=finer, RISK=0.25)
    assert set(first) <= set(second)
    assert metrics["counts"]["new_draws"] == 18
    memory = memory_of(ledger)
    assert [len(table.keys) for table in memory.tables] == [16, 64]
    crowding = memory.crowding()
    monkeypatch.setattr(odometer, "same_areas", lambda *_places: False)
    assert crowding == memory.crowding() > 0


@pytest.mark.slow
def test_strata_have_odometers_of_their_own(mask, ledger, grid, layer, run, tmp_path):
    people = grid(population=100)

    def stratified(rows):
        points = layer("Point", [(HOME, list(row)) for row in rows], ["name:string", "sex:string"])
        lpmask(
            run,
            {
                "PATIENTS": points, "AREAS": people, "AREA_ID": "id", "POPULATION": "pop", "STRATUM": "sex",
                "STRATUM_POPULATIONS": "F=pop; M=pop", "LEDGER": str(ledger), "BATCH": 1,
                "LEDGER_KEY": str(ledger.with_suffix(".key")), "LEDGER_ID": "name",
                "OUTPUT": str(tmp_path / "s.gpkg"), "METRICS": str(tmp_path / "m.json"),
            },
        )  # fmt: skip

    stratified([(f"f{n}", "F") for n in range(5)])
    stratified([(f"f{n}", "F") for n in range(5)] + [(f"m{n}", "M") for n in range(5)])
    memory = memory_of(ledger)
    assert [table.stratum for table in memory.tables] == ["F", "M"]
    assert [table.records for table in memory.tables] == [5, 5]
    assert 0 < memory.crowding() < 0.2  # each dot may be any of hundreds


@pytest.mark.slow
def test_records_at_one_place_without_a_household_are_counted_and_spoken_of(mask, tmp_path):
    metrics, _rows = mask(names(0, 12))
    assert metrics["counts"]["records_sharing_a_place"] == 11
    assert "reveal more than the bound allows" in (tmp_path / "report.html").read_text()


def _release(grown, ledger, areas, points):
    """A process that releases a list until it is killed; each run writes another file."""
    import processing
    from qgis.core import QgsProcessingFeedback

    for number in itertools.count():
        out = grown / f"{os.getpid()}_{number}.gpkg"
        try:
            processing.run(
                "geodeid:lpmask",
                {
                    "PATIENTS": points, "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop",
                    "LEDGER": str(ledger), "LEDGER_KEY": str(ledger.with_suffix(".key")), "LEDGER_ID": "name",
                    "PLACEMENT": "scatter", "OUTPUT": str(out),
                },
                feedback=QgsProcessingFeedback(False),
            )  # fmt: skip
        except QgsProcessingException:
            continue
        out.rename(out.with_suffix(".done"))


@pytest.mark.slow
def test_releases_killed_at_any_instant_never_draw_anybody_twice(run, ledger, grid, layer, tmp_path):
    """GEODEID_KILLS sets how many; by turns one run or two at once."""
    opened = {"EXISTING": str(ledger), "EXISTING_KEY": str(ledger.with_suffix(".key"))}
    run("newledger", {**opened, "BATCH": 1, "WITHDRAWALS": "at_once"})
    kills = int(os.environ.get("GEODEID_KILLS", "4"))
    context = multiprocessing.get_context("fork")
    areas, first, seen, patience = grid(population=200), {}, 0, 1.0
    for kill in itertools.count():
        if kill >= kills and first:
            break
        patience *= 1 if first else 1.5  # A busy machine may not have entered anything yet.
        people = names(0, 5 + 2 * (kill % 40))
        points = layer(
            "Point", [(wkt, [name, age]) for name, wkt, age in people], ["name:string", "age:integer"]
        )
        workers = [
            context.Process(target=_release, args=(tmp_path, ledger, areas, points))
            for _ in range(1 + kill % 2)
        ]
        for worker in workers:
            worker.start()
        time.sleep(patience * (0.05 + 0.031 * (kill % 13)))
        for worker in workers:
            os.kill(worker.pid, signal.SIGKILL)
            worker.join(30)
        memory = memory_of(ledger)
        assert memory.records == len(memory.dots) >= seen
        for who, dot in memory.dots.items():
            assert first.setdefault(who, (dot.lon_deg, dot.lat_deg)) == (dot.lon_deg, dot.lat_deg)
        seen = memory.records
    known = {(round(lon, 12), round(lat, 12)) for lon, lat in first.values()}
    for file in tmp_path.glob("*.done"):
        copy = file.with_suffix(".gpkg")
        file.rename(copy)
        assert {(round(x, 12), round(y, 12)) for x, y, _age in shown(copy)} <= known
    assert first


@pytest.mark.slow
def test_dates_are_repeated_as_dates(run, grid, layer, ledger, tmp_path):
    for number, year in enumerate((2020, 2021)):
        rows = [(HOME, [f"p{n}x", QDate(year, 1, 2)]) for n in range(12)]
        run(
            "lpmask",
            {
                "PATIENTS": layer("Point", rows, ["name:string", "seen:date"]), "AREAS": grid(population=100),
                "AREA_ID": "id", "POPULATION": "pop", "LEDGER": str(ledger), "LEDGER_ID": "name",
                "LEDGER_KEY": str(ledger.with_suffix(".key")), "KEEP_FIELDS": ["seen"],
                "OUTPUT": str(tmp_path / f"d{number}.gpkg"),
            },
        )  # fmt: skip
    features = QgsVectorLayer(str(tmp_path / "d1.gpkg"), "out", "ogr").getFeatures()
    assert {feature["seen"] for feature in features} == {QDate(2020, 1, 2)}
