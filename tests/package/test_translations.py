# SPDX-License-Identifier: GPL-2.0-or-later
"""French is complete: every string is translated, compiled, and keeps its blanks to fill in."""

import ast
import importlib.machinery
import importlib.util
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from geodeid_plugin.core.base.errors import filled
from tests.modules import nodes_of, parsed, source

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "geodeid_plugin"
KEPT = []
DATA = {
    "ESRI Shapefile",  # a driver of GDAL
    "gives away", "with care", "within the limit", "not judged", "control points", "the file itself",
    "at whole pixels", "left out of ", "Line Ticks Up", "DejaVu Sans",
    "release of areas", "release of a grid", "Jung, El Emam. Int J Health Geogr 2014",
    "PRAGMA table_info(geodeid_ledger)", "DROP TABLE", "EXPLAIN (VERBOSE, FORMAT JSON)", "Relation Name",
    "MapInfo File", "MapInfo MIF", "permission denied", "must be owner", "no space left", "disk full",
    "disk is full", "could not extend", "server closed", "could not connect", "no connection",
    "shutting down", "release of counts", "world file", "side file",
}  # fmt: skip
"""Words that outputs, METRICS and other programs know as they are."""
WORDS = re.compile(r"[^\W\d_]{2,} +[^\W\d_]+")
OTHER_LANGUAGES = re.compile(
    r"<|=|GEOGCRS\[|^\d+: [a-z]+:[A-Z]|import \w+"
    r"|\b(?:INSERT|CREATE|UPDATE|DELETE|SELECT|BEGIN|CASE|THEN|PRAGMA)\b"
    r"|\b[12]\d{3}[.,]"
)
"""Markup, SQL, Python, reference systems, outputs of a model's steps, and references to papers."""


def trees(folder):
    """Every module of a folder, parsed, by its name."""
    return {path.relative_to(PACKAGE): parsed(source(path)) for path in sorted(folder.rglob("*.py"))}


def calls_in(folder):
    """Every call in a folder with the name of its module."""
    return [
        (path.relative_to(PACKAGE), node)
        for path in sorted(folder.rglob("*.py"))
        for node in nodes_of(path)
        if isinstance(node, ast.Call)
    ]


def called(node):
    """Name of what a node calls, if it is a call."""
    function = getattr(node, "func", None)
    return getattr(function, "id", getattr(function, "attr", ""))


def untranslated(node, constants=(), told=("tr", "Phrase")):
    """Several words together in a tree that are no docstring and not inside tr(), Phrase() or an error.

    An error of ours is translated where it is shown, so its sentence stands as it is; a TypeError is for
    whoever writes code.
    """
    is_told = called(node) in (*told, "TypeError") or script().declares(node)
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    is_collected = isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in constants
    if is_told or is_docstring or is_collected:
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and WORDS.search(node.value):
        yield f"{node.lineno}: {node.value}"
    for child in ast.iter_child_nodes(node):
        yield from untranslated(child, constants, told)


def is_literal(node):
    """Whether an argument is text as it stands in the source."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and bool(node.value))


@cache
def script():
    loader = importlib.machinery.SourceFileLoader(
        "make_translations", str(ROOT / "scripts/make_translations")
    )
    spec = importlib.util.spec_from_loader("make_translations", loader)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def french():
    return script().translated()


@pytest.mark.slow
def test_no_string_is_untranslated():
    missing = script().missing()
    assert not missing, (
        f"{len(missing)} strings without French; run scripts/make_translations: {missing[:20]}"
    )


def test_translations_fill_in_what_the_english_fills_in(french):
    def blanks(text):
        return sorted(re.findall(r"\{[^}]*\}", text))

    assert [source for source, text in french.items() if text and blanks(source) != blanks(text)] == []


@pytest.mark.parametrize("mark", [".", ","])
def test_every_sentence_is_filled_by_the_types_of_its_values_in_every_language(french, mark):
    """12 345 records and 0,25 of a risk are numbers, whatever their blank is called; "12345" is a name."""
    wrong = []
    for sentence in (*french, *(text for text in french.values() if text)):
        parts = [part[1:] for part in Formatter().parse(sentence) if part[1]]
        plain = [name for name, spec, how in parts if not (spec or how)]
        for value, written in ((12345, "12\u202f345"), ("12345", "12345"), (0.25, f"0{mark}25")):
            given = {name: value if name in plain else 0.5 for name, _spec, _how in parts}
            said = filled(sentence, given, mark)
            wrong += [said] * (said.count(written) < len(plain) or "{" in said)
    assert not wrong


def test_apostrophes_within_french_words_are_curly(french):
    assert [text for text in french.values() if re.search(r"(?<=[^\W\d_])'(?=[^\W\d_])", text)] == []


def test_names_of_parameters_and_choices_stay_as_they_are(french):
    names = r"\b(?:[A-Z]+_[A-Z_]+|leave_out|by_name|hipaa_zip3)\b"
    wrong = [s for s, t in french.items() if t and set(re.findall(names, s)) != set(re.findall(names, t))]
    assert wrong == []


def literal(node):
    """Whether a node is text, or the name of a constant: those are phrases, looked at by themselves."""
    return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id.isupper())


@pytest.mark.slow
def test_every_sentence_of_the_core_is_a_template():
    errors = script().errors_in(trees(PACKAGE).values())
    wrong = [
        f"{path}:{node.lineno}"
        for path, node in calls_in(PACKAGE / "core")
        for sentence in [script().sentence(node, errors)]
        if sentence is not None and not literal(sentence)
        and path.name != "errors.py" and "refusal" not in ast.unparse(sentence)
    ]  # fmt: skip
    assert wrong == []


def test_the_core_reports_progress_in_phrases():
    wrong = [
        f"{path}:{words}"
        for path, node in calls_in(PACKAGE / "core")
        if called(node) in ("progress", "report", "step", "tick")
        for argument in node.args[1:]
        for words in untranslated(argument)
    ]
    assert wrong == []


@pytest.mark.slow
def test_words_outside_the_core_are_inside_tr():
    told = ("tr", "Phrase", *script().errors_in(trees(PACKAGE).values()))
    wrong = [
        f"{path}:{words}"
        for path, tree in trees(PACKAGE).items()
        if path.parts[0] != "core"
        for words in untranslated(tree, script().CONSTANTS, told)
        if words.split(": ", 1)[1] not in DATA and not OTHER_LANGUAGES.search(words)
    ]
    assert wrong == []


def test_titles_of_parameters_outputs_axes_and_sections_are_inside_tr():
    at = {"Axis": 0, "Section": 0, "Report": 0, "Table": 2, "Figure": 1, "choice": 1}
    wrong = [
        f"{path}:{node.lineno}"
        for path, node in calls_in(PACKAGE)
        if path.parts[0] in ("processing_provider", "report", "gui")
        for place in [
            1 if re.match("QgsProcessing(Parameter|Output)", called(node)) else at.get(called(node))
        ]
        if place is not None
        and place < len(node.args)
        and is_literal(node.args[place])
        and not script().declares(node)
    ]
    assert wrong == []


@pytest.fixture
def translator():
    core = pytest.importorskip("qgis.core", reason="QGIS is not installed for this Python")
    from geodeid_plugin.i18n import install_translator, remove_translator

    if core.QgsApplication.instance() is None:
        core.QgsApplication.setPrefixPath("/usr", True)
        KEPT.append(core.QgsApplication([], True))
    installed = install_translator("fr_CA")
    yield installed
    remove_translator(installed)


@pytest.mark.slow
def test_the_compiled_file_holds_every_translation(french, translator):
    from geodeid_plugin.i18n import tr, unbroken

    known = script().strings()
    stale = [s for s, t in french.items() if s in known and t and tr(s) not in (t, unbroken(t))]
    assert not stale, f"run scripts/make_translations: {stale[:10]}"


def test_in_french_the_toolbox_speaks_french(translator):
    from geodeid_plugin.processing_provider.geomasking.lpmask import LpMask

    algorithm = LpMask().create()
    assert algorithm.displayName() == "Masquer des points\u00a0: moindre déplacement"
    assert algorithm.group() == "2. Protéger"
    assert algorithm.parameterDefinition("RISK").description() == "Borne du risque"
    assert algorithm.name() == "lpmask"


def test_qgis_started_in_french_has_the_plugin_in_french(translator):
    from qgis.core import QgsApplication

    from geodeid_plugin.i18n import install_translator, remove_translator

    QgsApplication.setTranslation("fr")
    try:
        installed = install_translator()
    finally:
        QgsApplication.setTranslation("")
    assert installed is not None
    remove_translator(installed)


def test_a_language_that_the_plugin_does_not_know_stays_english():
    pytest.importorskip("qgis.core", reason="QGIS is not installed for this Python")
    from geodeid_plugin.i18n import install_translator, tr

    assert install_translator("de_DE") is None
    assert tr("Report") == "Report"
