# SPDX-License-Identifier: GPL-2.0-or-later
"""The page of an algorithm says of its parameters and outputs what its dialog says."""

import importlib.machinery
import importlib.util
from pathlib import Path

from qgis.core import QgsApplication

ROOT = Path(__file__).resolve().parents[2]


def script():
    loader = importlib.machinery.SourceFileLoader("make_pages", str(ROOT / "scripts" / "make_pages"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("make_pages", loader))
    loader.exec_module(module)
    return module


def test_every_page_holds_what_the_dialog_says(qgis_app):
    pages = script()
    provider = QgsApplication.processingRegistry().providerById("geodeid")
    stale = [
        algorithm.name()
        for algorithm in pages.algorithms(provider)
        if pages.BEGIN + pages.section(algorithm) + pages.END
        not in (pages.PAGES / f"{algorithm.name()}.md").read_text("utf-8")
    ]
    assert not stale, f"run scripts/make_pages: {stale}"


def test_what_is_written_by_hand_stays(qgis_app):
    pages = script()
    old = f"# Page\n\nBefore.\n\n{pages.BEGIN}old\n{pages.END}\n## Sources\n\nAfter.\n"
    assert pages.page_with(old, "new\n") == old.replace("old\n", "new\n")
