# SPDX-License-Identifier: GPL-2.0-or-later
"""Scripts say what they do, and do nothing, when they are asked for help."""

import ast
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("scripts", "scripts/bench", "scripts/evidence")
SCRIPTS = sorted(
    path
    for folder in FOLDERS
    for path in (ROOT / folder).iterdir()
    if path.is_file() and path.suffix == "" and "python" in path.read_text("utf-8").split("\n", 1)[0]
)


@pytest.mark.slow
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_help_is_the_docstring(path):
    if "qgis" in path.read_text("utf-8"):
        pytest.importorskip("qgis.core", reason="QGIS is not installed for this Python")
    done = subprocess.run([sys.executable, path, "--help"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ast.get_docstring(ast.parse(path.read_text("utf-8")), clean=False).strip()


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_script_imports_of_the_package_is_there(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("geodeid_plugin"):
            source = ROOT.joinpath(*node.module.split("."))
            for name in (one.name for one in node.names):
                assert _offers(source, name), f"{path.name}:{node.lineno}: {node.module} has no {name}"


def _offers(source: Path, name: str) -> bool:
    """Whether a module or package defines, imports or holds a name."""
    if (source / f"{name}.py").is_file() or (source / name).is_dir():
        return True
    module = source / "__init__.py" if source.is_dir() else source.with_suffix(".py")
    return re.search(rf"\b{name}\b", module.read_text("utf-8")) is not None


def test_the_guards_that_are_broken_on_purpose_and_their_tests_are_there():
    assigned = [one for one in ast.parse((ROOT / "scripts/mutate").read_text("utf-8")).body
                if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "GUARDS"]  # fmt: skip
    for guard, tests in ast.literal_eval(assigned[0].value).items():
        assert (ROOT / "geodeid_plugin" / guard).is_file(), guard
        assert tests and all((ROOT / "tests" / one).is_file() for one in tests), guard


def test_translations_without_lrelease_say_what_to_install(tmp_path, monkeypatch):
    script = (ROOT / "scripts/make_translations").read_text("utf-8")
    copy = tmp_path / "scripts" / "make_translations"
    copy.parent.mkdir()
    copy.write_text(script, encoding="utf-8")
    (tmp_path / "geodeid_plugin/i18n").mkdir(parents=True)
    monkeypatch.setenv("PATH", str(tmp_path))
    done = subprocess.run([sys.executable, copy], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr.strip().endswith("to compile it, install lrelease (Debian: qttools5-dev-tools).")
    development = re.search(r"--development\)(.*?);;", (ROOT / "scripts/setup").read_text("utf-8"), re.DOTALL)
    assert "qttools5-dev-tools" in development[1].split()
    assert (tmp_path / "geodeid_plugin/i18n/geodeid_fr.ts").exists()


def test_workflows_call_all_that_a_forge_is_to_do_with_options_that_the_scripts_name():
    yaml = pytest.importorskip("yaml", reason="PyYAML comes with QGIS's own Python packages")
    called, debians = set(), set()
    for path in (ROOT / ".github/workflows").glob("*.yml"):
        for job in yaml.safe_load(path.read_text("utf-8"))["jobs"].values():
            debians.update(job.get("strategy", {}).get("matrix", {}).get("debian", ()))
            for command in (step["run"] for step in job["steps"] if "run" in step):
                for script, rest in re.findall(r"(scripts/\w+)(.*)", command):
                    source = (ROOT / script).read_text("utf-8")
                    assert all(option in source for option in re.findall(r"--[a-z-]+", rest)), command
                    called.add(f"{script}{rest}".strip())
    assert debians == {"bookworm", "trixie", "sid"}
    assert called >= {
        "scripts/test --quick", "scripts/test", "scripts/build_plugin", "scripts/check_package",
        "scripts/docs", "scripts/demo", 'scripts/release "$VERSION" --dry-run',
        'scripts/release "${GITHUB_REF_NAME#v}"',
    }  # fmt: skip


def test_every_tool_is_fetched_in_one_version():
    wanted = [
        line.partition(";")[0].split("#")[0].strip()
        for path in (ROOT / "scripts").glob("requirements-*.txt")
        for line in path.read_text("utf-8").splitlines()
    ]
    for path in (one for one in (ROOT / "scripts").iterdir() if one.is_file() and not one.suffix):
        for command in re.findall(r"-m pip install (.*)", path.read_text("utf-8").replace("\\\n", " ")):
            wanted += [one for one in re.findall(r'"([^"]+)"', command) if not one.startswith("$")]
    wanted = [one for one in wanted if one]
    assert len(wanted) > 10 and any(one.startswith("qgis-plugin-ci") for one in wanted)
    assert [one for one in wanted if not re.fullmatch(r"[\w-]+==[\w.]+", one)] == []


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [(), ("--durations=40",), ("-k", "thresholds")])
def test_the_quick_suite_leaves_the_desktop_out_whatever_else_it_is_given(tmp_path, arguments):
    if not (ROOT / ".venv").exists():
        pytest.skip("scripts/setup, which brings the pytest that scripts/test runs, was not run here")
    copied = tmp_path / "scripts"
    copied.mkdir()
    shutil.copy(ROOT / "scripts/test", copied)
    for name in ("setup", "build_plugin", "check_code", "qgis_env.sh"):
        (copied / name).write_text("#!/bin/sh\n")
        (copied / name).chmod(0o755)
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@" --collect-only --rootdir . tests\n')
    python.chmod(0o755)
    for folder in ("core", "gui", "cli"):
        place = tmp_path / "tests" / folder
        place.mkdir(parents=True)
        (place / f"test_thresholds_{folder}.py").write_text("def test_one(): pass\n")
    done = subprocess.run(
        [copied / "test", "--quick", *arguments], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert "test_thresholds_core" in done.stdout, done.stdout + done.stderr
    assert "gui" not in done.stdout and "cli" not in done.stdout


def test_the_demo_ends_with_verdict_three_numbers_map_and_report(tmp_path):
    figures = {"VERDICT": "passed", "MEAN_MOVE_M": 3529.6, "PERSON_RISK": 0.0873, "RISK_BOUND": 1 / 11}
    metrics = {"figures": {**figures, "EXPOSED": 0, "RECORDS": 552}, "judgement": {"reasons": []}}
    (tmp_path / "report.json").write_text(json.dumps(metrics))
    done = subprocess.run(
        [sys.executable, ROOT / "scripts/demo_table.py", tmp_path], capture_output=True, text=True, check=True
    )
    verdict, *numbers, drawn, report = [line for line in done.stdout.splitlines() if line]
    assert verdict.startswith("Passed")
    assert "exposed" not in done.stdout  # beside “Passed” a signer would stop there
    assert [line.split("  ")[-1].strip() for line in numbers] == [
        "8.7 % (at most 9.1 %)",
        "3530 m",
        "0 of 552",
    ]
    assert drawn.split()[1] == str(tmp_path / "map_masked.png")
    assert report.split()[1] == str(tmp_path / "report.html")
