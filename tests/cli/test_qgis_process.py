# SPDX-License-Identifier: GPL-2.0-or-later
"""The packaged plugin on the command line, as scripts and servers use it."""

import json
import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
SAMPLE = BUILD / "geodeid_plugin" / "resources" / "sample" / "upstate_new_york.gpkg"
FEW = "|subset=county IN ('Cortland', 'Tompkins')"
PROGRAM = shutil.which("qgis_process.bin") or shutil.which("qgis_process")

pytestmark = [
    pytest.mark.skipif(PROGRAM is None, reason="qgis_process is not installed"),
    pytest.mark.skipif(not BUILD.exists(), reason="build/ is missing: run scripts/build_plugin"),
]


@pytest.fixture(scope="module")
def qgis_process(tmp_path_factory):
    environment = {
        **os.environ,
        "QGIS_PLUGINPATH": str(BUILD),
        "QGIS_CUSTOM_CONFIG_PATH": str(tmp_path_factory.mktemp("profile")),
    }

    def call(*arguments):
        return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, env=environment)

    call("plugins", "enable", "geodeid_plugin")
    return call


def test_every_algorithm_is_listed_under_its_group(qgis_process):
    listed = json.loads(qgis_process("--json", "list").stdout)["providers"]["geodeid"]["algorithms"]
    groups = {name.partition(":")[2]: entry["group"] for name, entry in listed.items()}
    assert groups["capneighbours"] == "4. Analyse"
    assert groups["lpmask"] == "2. Protect"
    assert (groups["mappreview"], groups["mapreidentification"]) == ("5. Steps and research", "3. Check")


def test_a_model_says_what_it_does_asks_and_gives(qgis_process):
    """All of them are tested in one process (processing/test_workflows.py): each call starts QGIS."""
    told = json.loads(qgis_process("--json", "help", "geodeid:publishmaskeddotmap").stdout)
    assert len(told["algorithm_details"]["short_description"]) > 20
    for parameter, details in told["parameters"].items():
        assert details["description"], parameter
    assert "map:Picture of the masked map" in told["outputs"]


def test_help_is_plain_text(qgis_process):
    told = qgis_process("help", "geodeid:lpmask").stdout
    assert "Patients: Points, one per record" in told
    assert "<span" not in told


def test_enumerations_take_their_names_and_results_come_back_as_numbers(qgis_process, tmp_path):
    output = tmp_path / "neighbours.csv"
    result = qgis_process(
        "--json", "run", "geodeid:capneighbours", "--", f"AREAS={SAMPLE}|layername=tracts", "AREA_ID=tract",
        "K=3", "METRIC=centre", "BOUNDARY=county", f"OUTPUT={output}",
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["results"]["AREA_COUNT"] == 281
    assert len(output.read_text().splitlines()) == 1 + 281 * 3


def test_the_geoproxy_attack_runs_on_plain_csv_tables(qgis_process, tmp_path):
    (tmp_path / "visits.csv").write_text("who,place\na,36007000100\na,36007000200\n")
    (tmp_path / "patients.csv").write_text("who,home\na,36007000100\n")
    result = qgis_process(
        "--json", "run", "geodeid:geoproxy", "--", f"VISITS={tmp_path / 'visits.csv'}", "VISIT_PATIENT=who",
        "PROVIDER_AREA=place", f"PATIENTS={tmp_path / 'patients.csv'}", "PATIENT_ID=who", "PATIENT_AREA=home",
        f"AREAS={SAMPLE}|layername=tracts", "AREA_ID=tract", "PREFIXES=5,0", f"OUTPUT={tmp_path / 'out.csv'}",
    )  # fmt: skip
    assert result.returncode == 0, result.stdout + result.stderr
    assert json.loads(result.stdout)["results"]["PATIENT_COUNT"] == 1


def test_a_table_of_patients_is_masked_as_it_was_exported(qgis_process, tmp_path):
    """Semicolons, decimal commas, Windows' letters and a title; QGIS itself opens no .txt."""
    with sqlite3.connect(SAMPLE) as store:
        places = store.execute("SELECT minx, miny FROM rtree_patients_geom").fetchall()
    rows = [f"É{at};{y:.5f};{x:.5f}".replace(".", ",") for at, (x, y) in enumerate(places)]
    table, output = tmp_path / "patients.txt", tmp_path / "masked.gpkg"
    table.write_text("\n".join(["Export", "", "n°;latitude;longitude", *rows, "x;;", ""]), "cp1252")
    result = qgis_process(
        "--json", "run", "geodeid:lpmask", "--", f"PATIENTS={table}", f"AREAS={SAMPLE}|layername=tracts",
        "AREA_ID=tract", "POPULATION=population", "RISK=0.2", f"OUTPUT={output}",
    )  # fmt: skip
    assert result.returncode == 0, result.stdout + result.stderr
    assert "1 row" in result.stdout + result.stderr
    with sqlite3.connect(output) as store:
        assert store.execute("SELECT count(*) FROM masked").fetchone() == (len(places),)


def test_the_dots_of_a_picture_come_back_as_a_table(qgis_process, tmp_path):
    marks = "".join(
        f'<circle cx="{20 + 37 * (i % 10)}" cy="{20 + 31.3 * (i // 10)}" r="3" fill="#d01020"/>'
        for i in range(60)
    )
    (tmp_path / "map.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 220">{marks}</svg>'
    )
    output = tmp_path / "dots.csv"
    result = qgis_process(
        "--json", "run", "geodeid:mapdots", "--", f"IMAGE={tmp_path / 'map.svg'}", f"OUTPUT={output}"
    )
    assert result.returncode == 0, result.stdout + result.stderr
    told = json.loads(result.stdout)["results"]
    assert told["COUNT"] == 60
    assert told["REGIME"] == "vector"
    assert len(output.read_text().splitlines()) == 61


def test_an_error_is_one_sentence_a_failed_exit_and_no_file(qgis_process, tmp_path):
    output = tmp_path / "neighbours.gpkg"
    result = qgis_process(
        "run", "geodeid:capneighbours", "--", f"AREAS={SAMPLE}|layername=tracts", "AREA_ID=county", "K=3",
        f"OUTPUT={output}",
    )  # fmt: skip
    assert result.returncode != 0
    assert "not unique" in result.stdout + result.stderr
    assert "Traceback" not in result.stdout + result.stderr
    assert not output.exists()


def test_a_map_every_month_on_the_command_line(qgis_process, tmp_path):
    """The recipe docs/recipes/ledger.md: a ledger, two months, and the key typed from its sheet."""
    files = {name: tmp_path / name for name in ("l.gpkg", "l.key", "sheet.txt", "typed.key")}
    made = qgis_process(
        "run", "geodeid:newledger", "--", f"LEDGER={files['l.gpkg']}", f"KEY={files['l.key']}",
        f"RECOVERY={files['sheet.txt']}", "PLANNED_RECORDS=200",
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    told, witness = [], ""
    for month, (counties, key) in enumerate(
        (("'Cortland'", "l.key"), ("'Cortland','Tompkins'", "typed.key"))
    ):
        if key == "typed.key":
            lines = files["sheet.txt"].read_text().splitlines()
            files[key].write_text(next(line for line in lines if line.startswith("    ")))
        metrics = tmp_path / f"{month}.json"
        run = qgis_process(
            "run", "geodeid:lpmask", "--",
            f"PATIENTS={SAMPLE}|layername=patients|subset=county IN ({counties})",
            f"AREAS={SAMPLE}|layername=tracts{FEW}", "AREA_ID=tract", "POPULATION=population",
            "MODEL=wieland", f"LEDGER={files['l.gpkg']}", f"LEDGER_KEY={files[key]}", "LEDGER_ID=patient",
            f"OUTPUT={tmp_path / f'{month}.gpkg'}",
            f"REPORT={tmp_path / f'{month}.html'}", f"METRICS={metrics}",
        )  # fmt: skip
        assert run.returncode == 0, run.stdout + run.stderr
        told.append(json.loads(metrics.read_text())["ledger"])
        witness = told[-1]["witness"]
        assert witness in (tmp_path / f"{month}.html").read_text()
    opened = qgis_process(
        "run", "geodeid:newledger", "--", f"EXISTING={files['l.gpkg']}", f"EXISTING_KEY={files['l.key']}",
        f"LEDGER_WITNESS={witness}",
    )  # fmt: skip
    assert opened.returncode == 0 and "RECORDS:\t83" in opened.stdout
    assert [one["new_records"] for one in told] == [46, 37]
    assert [one["repeated_records"] for one in told] == [0, 46]
    assert told[1]["records"] == 83
    assert all(one["shown_risk"] <= one["proved_risk"] <= 0.2 for one in told)


@pytest.mark.slow
def test_a_model_runs_without_the_names_of_its_outputs(qgis_process):
    """All of them name what may be left out (processing/test_models.py), and the guide runs another."""
    inputs = {
        "PATIENTS": f"{SAMPLE}|layername=patients{FEW}", "AREAS": f"{SAMPLE}|layername=tracts{FEW}",
        "AREA_ID": "tract", "POPULATION": "population",
    }  # fmt: skip
    given = [f"{name}={value}" for name, value in inputs.items()]
    result = qgis_process("--json", "run", "geodeid:publishaggregatedareas", "--", *given)
    assert result.returncode == 0, result.stdout + result.stderr
    told = json.loads(result.stdout)["results"]
    assert told["release:Release"] and told["release:Report"], told
