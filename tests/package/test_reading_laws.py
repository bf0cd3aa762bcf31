# SPDX-License-Identifier: GPL-2.0-or-later
"""The laws of reading: each stands in one place, and no module has a second one."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.modules import nodes, source

PACKAGE = Path(__file__).resolve().parents[2] / "geodeid_plugin"


@cache
def sources():
    return [(path, source(path)) for path in sorted(PACKAGE.rglob("*.py"))]


def places(pattern: str, allowed: set) -> list:
    """Lines that match, outside the modules that may."""
    return [
        f"{path.relative_to(PACKAGE)}:{number}"
        for path, text in sources()
        if path.name not in allowed
        for number, line in enumerate(text.splitlines(), 1)
        if re.search(pattern, line) and not line.lstrip().startswith((">>>", "..."))
    ]


def typed_lists(text: str) -> list:
    """Numbers made of the pieces of a split text: a grammar of lists of one's own."""
    found = []
    for node in nodes(text):
        if not isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
            continue
        makes = isinstance(node.elt, ast.Call) and getattr(node.elt.func, "id", "") in ("int", "float")
        splits = any(
            isinstance(part, ast.Call) and getattr(part.func, "attr", "") == "split"
            for loop in node.generators
            for part in ast.walk(loop.iter)
        )
        if makes and splits:
            found.append(node.lineno)
    return found


def test_lists_of_numbers_have_one_grammar():
    # Paths and transforms of a drawing have the grammar of SVG, numbers of a PDF that of PDF.
    drawings = {"numbers.py", "svg.py", "paths.py", "pdf.py", "pdf_objects.py"}
    found = [
        f"{path.relative_to(PACKAGE)}:{line}"
        for path, text in sources()
        if path.name not in drawings and ".split(" in text
        for line in typed_lists(text)
    ]
    assert not found, "read it with run.numbers or run.whole_numbers"


@pytest.mark.parametrize(
    "code",
    [
        "[float(piece) for piece in text.split(',')]",
        "{int(word) for word in text.replace(';', ',').split(',') if word}",
        "sorted(int(one) for one in run.text('KS').split())",
    ],
)
def test_a_second_grammar_is_found(code):
    assert typed_lists(code)


def test_polygons_are_made_of_layers_in_one_place():
    # area_layer.py projects vertices back to the layer's plane: those are no longitudes and latitudes.
    allowed = {"table.py", "polygons.py", "area_layer.py"}
    assert not places(r"Polygons\.from_wkb\(", allowed), "use Table.polygons"


def test_geometries_as_stored_are_read_in_one_place():
    # panel.py copies patients of one part of a series whole, and counts them.
    assert not places(r"setFilterFids\(", {"table.py", "panel.py"}), "use io.original_geometries"


def test_layers_are_read_in_one_place():
    """`packed.py` gives every feature of a layer, or refuses.

    A model (`inmemory.py`) copies the layers that its own steps made; the panel draws its preview, and knows
    fields by their first rows (`parts.py`).
    """
    allowed = {"packed.py", "preview.py", "inmemory.py", "parts.py"}
    assert not places(r"\.getFeatures\(", allowed), "use io.read_table, read_points or read_map_layer"


def test_points_are_taken_from_geometries_in_one_place():
    # georeference.py turns points of a picture, not of a layer, in one go.
    assert not places(r"\.asMultiPoint\(", {"points.py", "table.py", "pictures.py"}), (
        "use io.points_of or single_point"
    )


def test_numberings_are_known_in_one_place():
    numbering = r"array_equal\([^)]*arange|max\(\w+\) - min\(\w+\) =="
    assert not places(numbering, {"identifying.py"}), "use core.identifying.is_numbering"


@pytest.mark.slow
def test_thousands_are_parted_in_one_way_only():
    """“1,057,673” in a sentence stood beside “1 057 673” in the table below it."""
    assert places(r"""f["'][^"']*\{[^}]*:,""", {"errors.py", "numbers.py", "charts.py"}) == []
    translated = [
        f"{path.name}: {node.args[0].value}"
        for path, text in sources()
        if ":," in text
        for node in nodes(text)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "format"
        and any(isinstance(part, ast.Constant) and ":," in str(part.value) for part in ast.walk(node.func))
        for node in [node.func.value]
        if isinstance(node, ast.Call) and node.args
    ]
    assert translated == []


def test_sentences_of_the_core_part_thousands_as_reports_do():
    from geodeid_plugin.core.base.errors import InputError, Phrase
    from geodeid_plugin.report.numbers import count

    assert str(Phrase("{people:,.0f} people", people=1057673.0)) == f"{count(1057673)} people"
    assert str(InputError("area.count.any", "{count} areas", count=12345)) == f"{count(12345)} areas"
    assert str(Phrase("feature {feature}", feature="12345")) == "feature 12345"
    french = Phrase("{count} areas", count=12345).translated(lambda text: text.replace("areas", "zones"))
    assert french == f"{count(12345)} zones"


def test_files_in_memory_are_forgotten_in_one_place():
    """GDAL raises where such a file is gone already; forget() knows that."""
    assert places(r"gdal\.Unlink\(", {"destinations.py"}) == []


ANSWERS = {
    "boolean", "choice", "choices", "crs", "extent", "field", "fields", "integer", "layers", "matrix",
    "number", "numbers", "ranges", "text", "whole_numbers",
}  # fmt: skip
"""What a run is asked of the dialog; which layers and files it reads, a writer may ask again."""


def ends(text: str):
    """Functions that take a run: name, and what they ask of it."""
    for node in nodes(text):
        if isinstance(node, ast.FunctionDef) and "run" in [one.arg for one in node.args.args]:
            yield (
                node.name,
                {
                    part.attr
                    for part in ast.walk(node)
                    if isinstance(part, ast.Attribute) and getattr(part.value, "id", "") == "run"
                },
            )


def asks_at_the_wrong_end(source: str) -> list:
    """Functions beside ``compute`` that ask the dialog when they write a layer or tell what was found."""
    return [
        name
        for name, asked in ends(source)
        if name != "compute"
        and asked & ANSWERS
        and (re.search("^_?write|report", name) or any(one.startswith("write") for one in asked))
    ]


def test_what_writes_or_tells_asks_the_dialog_nothing():
    """It is handed what was read: so what a report says is what was computed with."""
    found = {path.name: asks_at_the_wrong_end(text) for path, text in sources() if "(run" in text}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(
    "code",
    [
        "def _write(run, table):\n    return run.choice('FORM')\n",
        "def _report(run, found):\n    return [run.number('RISK')]\n",
        "def _surface(self, run):\n    run.write_layer('OUTPUT', run.number('SIZE'))\n",
    ],
)
def test_a_writer_that_asks_is_found(code):
    assert asks_at_the_wrong_end(code)
