# SPDX-License-Identifier: GPL-2.0-or-later
"""The numbers of a report's first page in the panel: each opens what it means, as in the report."""

import html
import json
import re

import pytest
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtTest import QTest

from geodeid_plugin.report import explanation
from geodeid_plugin.report.firstpage import DRAWINGS

pytest.importorskip("qgis.gui")

MOVE = {"kind": "move", "value": "2 306 m", "meaning": "from home to dot, on average"}
SHARE = {"kind": "withheld", "value": "7 of 48", "meaning": "counts < 11 are withheld"}


@pytest.fixture
def figures(qgis_app):
    from geodeid_plugin.gui.publish.figures import Figures

    return Figures()


def plain(label):
    return html.unescape(re.sub(r"<[^>]+>", "", label.text()))


def colours(label):
    shown = label.movie().currentPixmap() if label.movie() else label.pixmap()
    image = shown.toImage()
    return {image.pixel(x, y) for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)}


def test_the_numbers_of_a_run_stand_in_the_panel_and_none_is_explained_yet(figures):
    figures.tell([MOVE, SHARE])
    assert "2 306 m from home to dot, on average" in plain(figures)
    assert "7 of 48 counts < 11 are withheld" in plain(figures)
    assert figures.card.isHidden() and not figures.isHidden()
    figures.tell([])
    assert figures.isHidden()


@pytest.mark.parametrize("kind", sorted(DRAWINGS))
def test_every_number_opens_what_the_report_says_of_it_and_a_drawing(figures, kind):
    figures.tell([{"kind": kind, "value": "1", "meaning": "of something"}])
    figures.show()
    figures.setFocus()
    QTest.keyClick(figures, Qt.Key.Key_Tab)
    QTest.keyClick(figures, Qt.Key.Key_Return)
    assert explanation(kind).sentences in plain(figures.meaning)
    assert not figures.card.isHidden() and len(colours(figures.drawn)) > 2
    QTest.keyClick(figures.card, Qt.Key.Key_Escape)
    assert figures.card.isHidden()


@pytest.mark.parametrize(("kind", "shown"), [("move", True), ("withheld", False)])
def test_a_number_of_dots_leads_to_the_animation_of_the_guide(figures, kind, shown, monkeypatch):
    from geodeid_plugin.gui.publish import figures as module
    from geodeid_plugin.host.installation import guide

    opened = []
    monkeypatch.setattr(module.QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    figures.tell([MOVE, SHARE])
    figures.open(kind)
    assert ("See it in 20 seconds" in figures.meaning.text()) is shown
    QTest.keyClick(figures.meaning, Qt.Key.Key_Tab)
    QTest.keyClick(figures.meaning, Qt.Key.Key_Return)
    assert opened == [guide("index")] * shown


def test_what_another_run_shows_is_not_explained_by_the_last_one(figures):
    figures.tell([MOVE])
    figures.open("move")
    figures.tell([SHARE])
    assert figures.card.isHidden() and "2 306" not in plain(figures)


def test_metrics_hold_the_numbers_of_the_first_page(run, grid, layer, tmp_path):
    from geodeid_plugin.gui.publish.figures import figures_of

    internal = tmp_path / "internal"
    internal.mkdir()
    page, path = tmp_path / "report.html", internal / "metrics.json"
    points = layer("Point", [(f"POINT({-75 + 0.01 * at} 45.005)", [at]) for at in range(4)], ["id:integer"])
    run("lpmask", {
        "PATIENTS": points, "AREAS": grid(), "AREA_ID": "id", "POPULATION": "pop", "RISK": 0.2,
        "OUTPUT": "memory:", "REPORT": str(page), "METRICS": str(path),
    })  # fmt: skip
    told = figures_of(tmp_path)
    assert told == json.loads(path.read_text("utf-8"))["key_figures"] and told
    text = html.unescape(re.sub(r"<[^>]+>", "", page.read_text("utf-8")))
    assert all(f"{one['value']} {one['meaning']}" in text for one in told)
    assert figures_of(tmp_path / "nowhere") == []
