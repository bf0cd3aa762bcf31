# SPDX-License-Identifier: GPL-2.0-or-later
"""The laws of the house that the shape of the code can break: each stands in one place alone."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.modules import nodes, nodes_of, parsed, source

PACKAGE = Path(__file__).resolve().parents[2] / "geodeid_plugin"
CORE = PACKAGE / "core"
LIMITS = re.compile(r"(^|_)(limit|risk|threshold|bound|maximum|average|epsilon|tau|cap)(_|$)")
CLASS_SIZE_LAW = {
    CORE / "base" / "thresholds.py",
    CORE / "clustering" / "check.py",  # the audit, which must not lean on what it audits
}


def reciprocals_of_limits(nodes):
    """Lines that divide 1 by something that is called a limit."""
    for node in nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            over, below = node.left, [node.right]
        elif isinstance(node, ast.Call) and _called(node) in ("reciprocal", "divide", "true_divide"):
            over, below = (
                (node.args[0], node.args[1:]) if len(node.args) > 1 else (ast.Constant(1), node.args)
            )
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and ast.unparse(node.right) == "-1":
            over, below = ast.Constant(1), [node.left]
        else:
            continue
        if _is_one(over) and any(LIMITS.search(name) for part in below for name in _names(part)):
            yield node.lineno


def _called(node):
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def _is_one(node):
    if isinstance(node, ast.Call) and _called(node) in ("Fraction", "Decimal", "float", "array"):
        node = node.args[0]
    return isinstance(node, ast.Constant) and not isinstance(node.value, bool) and node.value == 1


def _names(node):
    owners = {id(part.value) for part in ast.walk(node) if isinstance(part, ast.Attribute)}
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and id(part) not in owners:
            yield part.id.lower()
        elif isinstance(part, ast.Attribute) and ast.unparse(part.value) != "np":
            yield part.attr.lower()


@pytest.mark.slow
def test_only_the_thresholds_make_a_class_size_from_a_risk():
    elsewhere = [
        f"{path.relative_to(PACKAGE)}:{line}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path not in CLASS_SIZE_LAW
        for line in reciprocals_of_limits(nodes_of(path))
    ]
    assert not elsewhere, "use core.base.thresholds.class_size_for or people_behind"


@pytest.mark.parametrize(
    "code",
    [
        "size = ceil(1 / limit)",
        "size = 1.0 / scored.limit",
        "size = Fraction(1) / as_typed(self.average)",
        "size = int(np.ceil(1 / max_risk - 1e-9))",
        "size = np.reciprocal(risk)",
        "size = np.divide(1, threshold)",
        "size = bound ** -1",
    ],
)
def test_a_second_law_of_class_sizes_is_found(code):
    assert list(reciprocals_of_limits(nodes(code)))


def imported_at_run_time(path):
    """Modules of the package that a module imports when it runs, and not for its types alone."""
    for part in parsed(source(path)).body:
        if not (isinstance(part, ast.If) and ast.unparse(part.test) == "TYPE_CHECKING"):
            for node in ast.walk(part):
                if isinstance(node, ast.ImportFrom) and node.level:
                    yield "." * node.level + (node.module or "")


@pytest.mark.parametrize(
    "audit",
    ["clustering/check.py", "geomask/audit.py", "counts/audit.py"],
    ids=["clusters", "strategies", "counts"],
)
def test_an_audit_shares_no_line_with_what_it_audits(audit):
    shared = {name for name in imported_at_run_time(CORE / audit) if not name.startswith("..base.")}
    solvers = {".intervals", ".together.witness"}  # they know nothing of how a table was protected
    assert shared <= solvers if audit.startswith("counts") else not shared


def test_no_module_is_excused_from_types():
    text = (PACKAGE.parent / "pyproject.toml").read_text("utf-8")
    assert "ignore_errors = true" not in text and "disallow_untyped_defs = false" not in text


PRIVATE = re.compile(
    r"import .*\b_[a-z]\w+|\b[a-z]\w*\._(?!replace\()[a-z]\w+\(|\bsetattr\([^)]*\"_[a-z]|(?<=\. )_[a-z]\w+ = "
)
OF_OTHERS = {"panel.py", "desktop.py", "test_laws.py"}
"""Driven inside QGIS, where what a panel has not shown yet is waited for; and this file."""


def test_tests_use_what_a_module_offers_and_nothing_private():
    reaching = {
        path.name
        for path in (PACKAGE.parent / "tests").rglob("*.py")
        if path.name not in OF_OTHERS
        for line in path.read_text("utf-8").splitlines()
        if PRIVATE.search(line) and "self._" not in line and "os._exit" not in line
    }
    assert not reaching


WRITTEN_FOR_MACHINES = {
    "charts.py", "clustermap.py", "pictures.py", "numbers.py",  # coordinates of drawings; the law itself
    "comparing.py", "georeferencemap.py", "georeference.py",  # files of numbers, definitions of projections
    "table.py",  # a code without its decimals
}  # fmt: skip


def test_a_number_that_a_reader_sees_takes_the_mark_of_the_language():
    """``report.numbers`` alone writes decimals: 0.25 in English is 0,25 in French."""
    found = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for room in ("processing_provider", "report", "gui")
        for path in (PACKAGE / room).rglob("*.py")
        if path.name not in WRITTEN_FOR_MACHINES
        for node in nodes_of(path)
        if isinstance(node, ast.FormattedValue) and node.format_spec is not None
        if re.search(r"[gf%]'$", ast.unparse(node.format_spec).rstrip('"'))
    ]
    assert not found


def test_names_of_test_files_are_unique():
    # pytest imports test files by their names alone, and stops at the second of one name.
    names = [path.name for path in (PACKAGE.parent / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))
