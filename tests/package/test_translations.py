# SPDX-License-Identifier: GPL-2.0-or-later
"""French is complete: every string is translated, compiled, and keeps its blanks to fill in."""

import importlib.machinery
import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
KEPT = []


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


def test_no_string_is_untranslated():
    missing = script().missing()
    assert not missing, (
        f"{len(missing)} strings without French; run scripts/make_translations: {missing[:20]}"
    )


def test_translations_fill_in_what_the_english_fills_in(french):
    def blanks(text):
        return sorted(re.findall(r"\{[^}]*\}", text))

    assert [source for source, text in french.items() if text and blanks(source) != blanks(text)] == []


def test_names_of_parameters_and_choices_stay_as_they_are(french):
    names = r"\b(?:[A-Z]+_[A-Z_]+|leave_out|by_name|hipaa_zip3)\b"
    wrong = [s for s, t in french.items() if t and set(re.findall(names, s)) != set(re.findall(names, t))]
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


def test_the_compiled_file_holds_every_translation(french, translator):
    from geodeid_plugin.i18n import tr

    known = script().strings()
    stale = [s for s, t in french.items() if s in known and t and tr(s) != t]
    assert not stale, f"run scripts/make_translations: {stale[:10]}"


def test_in_french_the_toolbox_speaks_french(translator):
    from geodeid_plugin.processing_provider.geomasking.lpmask import LpMask

    algorithm = LpMask().create()
    assert algorithm.displayName() == "Masquage par PL"
    assert algorithm.group() == "Géomasquage"
    assert algorithm.parameterDefinition("RISK").description() == "Borne du risque"
    assert algorithm.name() == "lpmask"


def test_a_language_that_the_plugin_does_not_know_stays_english():
    pytest.importorskip("qgis.core", reason="QGIS is not installed for this Python")
    from geodeid_plugin.i18n import install_translator, tr

    assert install_translator("de_DE") is None
    assert tr("Report") == "Report"
