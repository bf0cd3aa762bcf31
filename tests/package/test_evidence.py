# SPDX-License-Identifier: GPL-2.0-or-later
"""The pages of evidence: every mark has a part that makes it, and a figure that moved is noticed."""

from __future__ import annotations

import ast
import importlib.machinery
import importlib.util
import inspect
import json
import re
import sys
from pathlib import Path

import pytest

from geodeid_plugin.report import charts

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts" / "evidence"))

import sources  # noqa: E402
from claims import CLAIMS, claims_table, filled  # noqa: E402
from parts import PARTS, Part  # noqa: E402
from tables import BLOCK, INLINE, PICTURES, Table, alike, cell, markdown, moved, recorded  # noqa: E402

PAGES = sorted((ROOT / "docs").rglob("*.md"))
WRITTEN = {"all.claims"}
"""The table that scripts/evidence/all writes from the others."""
MADE_ALL = (
    "analysis", "lp-geomasking", "uniqueness", "areas", "pictures", "releases", "claims", "calibration",
    "assault", "counts", "mutation", "documents", "formal", "promise",
)  # fmt: skip
"""Pages on which no table is typed."""


def marked():
    return {name: block for page in PAGES for name, block in BLOCK.findall(page.read_text("utf-8"))}


def test_every_table_has_one_part_and_every_part_a_page():
    made = [name for part in PARTS for name in part.makes if not name.endswith(PICTURES)]
    assert sorted(made) == sorted(set(made))
    assert set(made) | WRITTEN == set(marked())


def test_a_page_names_the_numbers_with_which_its_table_is_made():
    for part in PARTS:
        script, *given = part.command.split()
        for page in PAGES:
            text = page.read_text("utf-8")
            quoted = {one.strip() for one in re.findall(rf"`{re.escape(script)}((?: \d+)+)`", text)}
            if quoted and set(part.makes) & {name for name, _block in BLOCK.findall(text)}:
                assert quoted == {" ".join(given)}, (part.name, page.name)


def test_no_page_holds_an_empty_table():
    tables = {name: recorded(block, Table(name, (), [])) for name, block in marked().items()}
    assert [name for name, table in tables.items() if not table.rows] == []


def test_every_part_has_a_recorded_run_with_what_made_it():
    """A table that was never made, or of whose sources nothing is kept, proves nothing."""
    told = json.loads((ROOT / "docs" / "evidence" / "manifest.json").read_text("utf-8"))
    assert set(told) == {part.name for part in PARTS}
    assert [
        name for name, run in told.items() if not (run.get("sources") and run.get("cpu_seconds", 0) >= 0)
    ] == []


def test_every_picture_and_script_of_a_part_exists():
    for part in PARTS:
        assert Path(part.words(ROOT)[0]).exists(), part.name
        assert [name for name in part.makes if name.endswith(PICTURES)
                and not (ROOT / "docs" / "images" / name).exists()] == []  # fmt: skip


@pytest.mark.parametrize(
    "script", sorted({part.words(ROOT)[0] for part in PARTS}), ids=lambda one: Path(one).name
)
def test_a_script_calls_the_charts_as_they_are_called(script):
    tree = ast.parse(Path(script).read_text("utf-8"))
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and getattr(node.func.value, "id", "") == "charts"
    ]
    for call in calls:
        given = [one for one in call.args if not isinstance(one, ast.Starred)]
        starred = 2 * (len(call.args) - len(given))  # the two axes
        named = {one.arg: None for one in call.keywords}
        inspect.signature(getattr(charts, call.func.attr)).bind(*[None] * (len(given) + starred), **named)


@pytest.mark.parametrize("name", MADE_ALL)
def test_no_table_of_these_pages_is_typed(name):
    text = (ROOT / "docs" / "evidence" / f"{name}.md").read_text("utf-8")
    assert not re.search(r"^\|", BLOCK.sub("", text), re.MULTILINE)


def test_what_pages_quote_is_what_their_tables_say():
    tables = {name: recorded(block, Table(name, (), [])) for name, block in marked().items() if block.strip()}
    for page in PAGES:
        for name, row, column, text in INLINE.findall(page.read_text("utf-8")):
            assert text == cell(tables[name], row, column), page.name
    assert markdown(claims_table(tables)) == marked()["all.claims"]


def test_every_claim_quotes_a_table_of_a_part():
    made = {name for part in PARTS for name in part.makes}
    quoted = {name.strip() for one in CLAIMS for name in re.findall(r"\{([^|}]+)\|", one.ours)}
    assert quoted <= made
    assert {one.source for one in CLAIMS} == {
        "Wieland 2008", "Revised LP 2014", "Brownstein 2006", "El Emam & Arbuckle 2013", "MacRae 2012",
    }  # fmt: skip


def test_a_claim_whose_table_is_not_made_says_so():
    assert filled("a {no.table | x | y} b", {}) == "a not made yet b"


@pytest.mark.parametrize(
    ("was", "now", "same"),
    [
        ("100", "100.5", True),
        ("100", "103", False),
        ("1 686.3", "1686.4", True),
        ("0.05 ± 0.02", "0.06 ± 0.02", True),
        ("0.05 ± 0.02", "0.08 ± 0.02", False),
        ("passed", "gives away", False),
        ("3 areas", "3 people", False),
        ("1.4e-03", "1.5e-03", True),
        ("1.4e-03", "1.8e-03", False),
        ("–", "5", False),
        ("12 (3–4)", "12 (3–4)", True),
        ("0", "1", False),
        ("40", "41", False),
    ],
)
def test_a_figure_moves_beyond_a_hundredth_and_its_last_digit(was, now, same):
    assert alike(was, now, 0.01) is same


def test_a_table_goes_through_a_page_unchanged_and_what_moved_is_named():
    table = Table(
        "a.b", ("mask", "move m", "s"), [("grid", "12.5", "3.1"), ("donut", "90.0", "4.0")], 0.01, ("s",)
    )
    assert moved(recorded(markdown(table), table), table) == []
    other = Table("a.b", table.columns, [("grid", "12.5", "9.9"), ("donut", "95.0", "4.0")], 0.01, ("s",))
    assert moved(table, other) == ["a.b: donut, move m: 90.0 is now 95.0"]
    assert moved(table, Table("a.b", ("mask",), [])) and moved(table, Table("a.b", table.columns, []))


SCRIPT = """
import json, os, sys
from pathlib import Path
sys.path.append({tables!r})
from tables import Table, tell
with open({log!r}, "a") as log:
    log.write("run\\n")
def core():
    import geodeid_plugin.core.used
tell(Table("a.b", ("mask", "move m"), [("grid", "12.5")]))
"""


@pytest.fixture
def everything(tmp_path, monkeypatch):
    """scripts/evidence/all of a repository with one part and one page."""
    loader = importlib.machinery.SourceFileLoader("evidence_all", str(ROOT / "scripts" / "evidence" / "all"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("evidence_all", loader))
    monkeypatch.setitem(sys.modules, "evidence_all", module)  # dataclasses look there
    loader.exec_module(module)
    docs, data = tmp_path / "docs", tmp_path / "data"
    for folder in (docs / "evidence", data, tmp_path / "scripts", tmp_path / "geodeid_plugin" / "core"):
        folder.mkdir(parents=True)
    for name in ("used", "unused"):
        (tmp_path / "geodeid_plugin" / "core" / f"{name}.py").write_text("")
    (tmp_path / "metadata.txt").write_text("version=1\n")
    (data / "people.csv").write_text("1\n")
    log = tmp_path / "log"
    script = SCRIPT.format(tables=str(ROOT / "scripts" / "evidence"), log=str(log))
    (tmp_path / "scripts" / "part").write_text(script)
    (docs / "page.md").write_text(
        "<!-- table: a.b -->\n| mask | move m |\n| --- | --- |\n| grid | 12.5 |\n<!-- end -->\n"
    )
    for name, value in (
        ("ROOT", tmp_path), ("DATA", data), ("DOCS", docs), ("MANIFEST", docs / "evidence" / "manifest.json"),
        ("PARTS", (Part("a", "scripts/part", ("a.b",), ("people.csv",)),)),
        ("claims_table", lambda _tables: Table("all.claims", ("source",), [])),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, value)
    return module


def test_a_database_that_was_only_opened_for_writing_is_the_same_data(everything, tmp_path):
    """QGIS counts a change in the header of a GeoPackage whose layer it filters, though it changes no row."""
    import sqlite3
    from contextlib import closing

    file = tmp_path / "a.gpkg"
    with closing(sqlite3.connect(file)) as store:
        store.execute("CREATE TABLE areas (people INTEGER)")
    before, digest = file.read_bytes(), everything.digest(file)
    with closing(sqlite3.connect(file)) as store:
        store.execute("PRAGMA journal_mode = WAL")
        store.execute("PRAGMA journal_mode = DELETE")
    assert file.read_bytes() != before and everything.digest(file) == digest
    with closing(sqlite3.connect(file)) as store, store:
        store.execute("INSERT INTO areas VALUES (1)")
    assert everything.digest(file) != digest


def test_a_column_of_one_sequence_of_draws_has_a_tolerance_of_its_own():
    tables = [
        Table(
            "a.b", ("tables", "move m", "measured"), [("one", move, shown)], 0.02, chance={"measured": 0.15}
        )
        for move, shown in (
            ("110.4", "0.0285"),
            ("110.4", "0.0293"),
            ("115.0", "0.0285"),
            ("110.4", "0.0350"),
        )
    ]
    assert [len(moved(tables[0], other)) for other in tables] == [0, 0, 1, 1]


def test_a_figure_changed_by_hand_fails_and_stays_until_it_is_accepted(everything, capsys):
    page = everything.DOCS / "page.md"
    page.write_text(page.read_text().replace("12.5", "10.5"))
    assert everything.main([]) == 1
    assert "MOVED: a.b: grid, move m: 10.5 is now 12.5" in capsys.readouterr().out
    assert "10.5" in page.read_text() and not everything.MANIFEST.exists()
    assert everything.main(["--accept"]) == 0
    assert "12.5" in page.read_text() and everything.main([]) == 0


def test_a_part_that_makes_an_empty_table_fails_and_the_page_stays(everything, tmp_path, capsys):
    script = tmp_path / "scripts" / "part"
    script.write_text(script.read_text().replace('[("grid", "12.5")]', "[]"))
    assert everything.main(["--accept"]) == 1
    assert "FAILED: a: made a.b without a row." in capsys.readouterr().out
    assert "12.5" in (everything.DOCS / "page.md").read_text() and not everything.MANIFEST.exists()


def test_a_part_without_its_data_is_skipped_and_says_so(everything, capsys):
    (everything.DATA / "people.csv").unlink()
    assert everything.main([]) == 0
    said = capsys.readouterr().out
    assert "skipped: a: no people.csv in the folder GEODEID_DATA" in said and "0 of 1 parts made" in said


def test_a_run_into_a_folder_goes_on_where_it_ended_unless_what_it_runs_or_reads_changed(
    everything, tmp_path
):
    into, log = f"--into={tmp_path / 'kept'}", tmp_path / "log"
    runs = []
    core = tmp_path / "geodeid_plugin" / "core"
    for change in (None, None, core / "unused.py", core / "used.py", tmp_path / "data" / "people.csv"):
        if change is not None:
            change.write_text("2\n")
        sources.imported.cache_clear()
        assert everything.main([into]) == 0
        runs.append(log.read_text().count("run"))
    assert runs == [1, 1, 1, 2, 3]
    assert json.loads(everything.MANIFEST.read_text())["a"]["sources"]


@pytest.mark.slow
def test_the_sources_of_a_part_are_its_script_and_all_that_these_import():
    def names(script):
        found = sources.sources_of(ROOT / "scripts" / "evidence" / script, ROOT)
        return {path.relative_to(ROOT).as_posix() for path in found}

    core = "geodeid_plugin/core/"
    assert f"{core}geomask/audit.py" in names("wieland") and "scripts/bench/lp_instances.py" in names(
        "wieland"
    )
    assert not {one for one in names("wieland") if "mapimage" in one or "processing_provider" in one}
    assert f"{core}mapimage/reidentify/judge.py" in names("programs"), "reached through QGIS alone"
    assert {"scripts/evidence/drawers/maps.R", "scripts/evidence/drawers/d3.html"} <= names("programs")
    assert "scripts/evidence/scan.R" in names("beside")


def test_the_list_tells_seconds_of_each_part_and_forgets_parts_that_are_gone(everything, capsys):
    everything.MANIFEST.write_text(json.dumps({"gone": {"cpu_seconds": 7.0}}))
    assert everything.main(["--list"]) == 0
    assert "not run scripts/part: a.b" in capsys.readouterr().out
    assert everything.main([]) == 0 and list(json.loads(everything.MANIFEST.read_text())) == ["a"]
    everything.main(["--list"])
    assert "1 of 1 parts were run" in capsys.readouterr().out


def test_the_cheapest_part_comes_first_and_what_was_never_run_last(everything):
    parts = [Part(name, "scripts/part", ("a.b",)) for name in ("new", "dear", "cheap")]
    everything.PARTS = parts
    everything.MANIFEST.write_text(json.dumps({"dear": {"cpu_seconds": 70.0}, "cheap": {"cpu_seconds": 7.0}}))
    assert [part.name for part in everything.cheapest_first(parts)] == ["cheap", "dear", "new"]


def test_a_part_that_ends_badly_is_named_and_not_kept(everything, tmp_path, capsys):
    (tmp_path / "scripts" / "part").write_text("print('no such census'); raise SystemExit(1)")
    assert everything.main([f"--into={tmp_path / 'kept'}"]) == 1
    assert "FAILED: a: made nothing. no such census" in capsys.readouterr().out
    assert not (tmp_path / "kept" / "a" / "record.json").exists()
