# SPDX-License-Identifier: GPL-2.0-or-later
"""What a person reads on the card of the panel where data are not as they should be, and what *Fix* does."""

import html
import re

import pytest
from qgis.core import QgsProject, QgsVectorLayer
from qgis.PyQt import sip
from qgis.PyQt.QtWidgets import QWidget

from tests.processing.conftest import make_layer, square

pytest.importorskip("qgis.gui")

PLACES = [(-74.95 + 0.1 * (at % 3), 45.05 + 0.1 * (at // 3)) for at in range(9)]
CODES = [f"0{8784 + at}" for at in range(9)]


@pytest.fixture
def project(qgis_app):
    """An empty project, and the function that puts layers into it."""
    QgsProject.instance().clear()
    yield lambda *layers: QgsProject.instance().addMapLayers(layers)
    QgsProject.instance().clear()


@pytest.fixture
def shown(project):
    """Give the function that opens form and card on what the project holds."""
    opened = []

    def open_card():
        from geodeid_plugin.gui.bring.card import BringCard
        from geodeid_plugin.gui.publish.form import Form

        host = QWidget()
        form = Form(host)
        card = BringCard(form, host)
        card.button.setParent(host)
        opened.append((host, card))
        return form, card

    yield open_card
    for host, card in opened:
        card.close_down()
        sip.delete(host)


def words(card):
    """What stands on the card; empty where it shows nothing."""
    text = re.sub(r"<style>.*?</style>|<[^>]+>", " ", card.said.text()) if not card.isHidden() else ""
    return re.sub(r"\s+", " ", html.unescape(text)).replace("\u00a0", " ").strip()


def points(places=PLACES, crs="EPSG:4326"):
    rows = [(f"POINT({x} {y})", [at]) for at, (x, y) in enumerate(places)]
    return make_layer("Point", rows, ["case_no:integer"], crs, "patients")


def areas(people=(1000,) * 9, kind="integer", name="population"):
    rows = [(square(at % 3, at // 3), [code, count]) for at, (code, count) in enumerate(zip(CODES, people))]
    return make_layer("Polygon", rows, ["code:string", f"{name}:{kind}"], name="areas")


def test_good_layers_leave_the_card_empty(project, shown):
    project(points(), areas())
    _form, card = shown()
    card.offer()
    assert words(card) == ""


def test_swapped_points_are_put_right_by_one_click_and_the_layer_stays(project, shown):
    wrong = points([(y, x) for x, y in PLACES])
    project(wrong, areas())
    form, card = shown()
    card.offer()
    assert words(card) == (
        "⚠ patients does not fit as it is. Corrected: “y”, “x” were swapped. 9 of 9 places lie in the areas "
        "so. Fix"
    )
    card.follow("fix")
    assert words(card).startswith("9 of 9 patients placed · 9 areas ✓ patients: “y”, “x” were swapped.")
    made = form.patients.currentLayer()
    assert made.id() != wrong.id() and made.name() == "patients – internal, do not release"
    assert next(made.getFeatures()).geometry().asPoint().x() == pytest.approx(-74.95)
    assert next(wrong.getFeatures()).geometry().asPoint().x() == pytest.approx(45.05)


@pytest.mark.slow
def test_a_wrong_reference_system_is_named_and_replaced(project, shown):
    project(points([(503_939, 4_988_696), (511_802, 4_999_816)]), areas())
    form, card = shown()
    card.offer()
    assert "The coordinate reference system is EPSG:32618. 2 of 2 places lie in the areas so. Fix" in words(
        card
    )
    card.follow("fix")
    assert form.patients.currentLayer().crs().authid() == "EPSG:32618"


def test_degrees_said_to_be_of_another_system_are_read_as_degrees(project, shown):
    wrong = points(crs="EPSG:32618")
    project(wrong, areas())
    form, card = shown()
    card.offer()
    assert "Its numbers are degrees, and not of EPSG:32618. Fix" in words(card)
    card.follow("fix")
    assert form.patients.currentLayer().crs().authid() == "EPSG:4326"
    assert words(card).startswith("9 of 9 patients placed")
    card.follow("switch:0")
    assert form.patients.currentLayer() == wrong


def test_layers_that_leave_the_project_are_read_no_more(project, shown):
    project(points([(y, x) for x, y in PLACES]), areas())
    _form, card = shown()
    card.offer()
    card.follow("fix")
    QgsProject.instance().clear()
    assert words(card) == ""
    project(points([(y, x) for x, y in PLACES]), areas())
    card.offer()
    assert "were swapped" in words(card)


def test_places_three_degrees_off_have_no_remedy_and_none_is_offered(project, shown):
    project(points([(x + 3, y) for x, y in PLACES]), areas())
    _form, card = shown()
    card.offer()
    assert words(card) == ""


def test_areas_without_people_are_counted_as_the_user_says(project, shown):
    project(points(), areas((1000, None, 900, 800, None, 700, 600, 500, 400)))
    form, card = shown()
    card.offer()
    assert words(card) == (
        "✕ areas: 2 areas have no number of people: 08785, 08788. Count as empty · Leave out"
    )
    card.follow("people:left_out")
    assert form.areas.currentLayer().featureCount() == 7 and "were left out: 08785, 08788. Undo" in words(
        card
    )
    card.follow("people:")
    card.follow("people:no_people")
    people = [one["residents"] for one in form.areas.currentLayer().getFeatures()]
    assert len(people) == 9 and people.count(0) == 2 and "count as empty: 08785, 08788. Undo" in words(card)


def test_a_population_written_as_text_is_made_a_number(project, shown):
    project(points(), areas(("1,234",) + ("987",) * 8, "string"))
    form, card = shown()
    assert not form.complete()
    card.offer()
    assert "“population” is text such as 1,234, and was read as numbers. Fix" in words(card)
    card.follow("fix")
    assert form.complete() and form.population.currentField() == "residents"


def test_tables_of_the_project_are_offered_and_used_by_one_click(project, shown, tmp_path):
    cases = tmp_path / "patients.csv"
    rows = [f"{at},{y},{x}" for at, (x, y) in enumerate(PLACES)]
    cases.write_text("\n".join(["id,Latitude,Longitude", *rows]) + "\n")
    census = tmp_path / "census.csv"
    census.write_text(
        "zip,pop\nZIP,Total\n" + "".join(f'{int(code)},"1,00{at}"\n' for at, code in enumerate(CODES))
    )
    layers = [QgsVectorLayer(str(path), path.stem, "ogr") for path in (cases, census)]
    project(areas(name="ALAND"), *layers)
    form, card = shown()
    said = words(card)
    assert (
        "patients" in said
        and "census" in said
        and said.endswith("can be made into patients and areas. Use them")
    )
    card.follow("use")
    assert words(card).startswith(
        "9 of 9 patients placed · 9 of 9 areas matched after adding leading zeros · 9 036 residents"
    )
    assert form.complete() and form.population.currentField() == "residents"


def test_what_is_wrong_with_a_file_is_said_and_can_be_taken_back(project, shown, tmp_path):
    twice = tmp_path / "census.csv"
    twice.write_text("zip,population\n08784,10\n08784,20\n" + "".join(f"{code},5\n" for code in CODES[1:]))
    project(points(), areas(name="ALAND"))
    _form, card = shown()
    card.take([twice], list(QgsProject.instance().mapLayers().values()))
    assert "✕ “census.csv” holds 08784 twice, in lines 2 and 3. Keep one row for each area" in words(card)
    card.follow("forget")
    assert words(card) == ""


def test_an_empty_project_is_told_where_files_go(project, shown):
    assert words(shown()[1]) == "Drop your files here: patients, areas and their populations, all at once."


def test_places_that_were_hidden_stay_hidden_when_a_finding_is_undone(project, shown, tmp_path):
    cases = tmp_path / "cases.csv"
    cases.write_text("id;lat;lon\n" + "".join(f"{at};{y};{x}\n" for at, (x, y) in enumerate(PLACES)))
    project(areas())
    form, card = shown()
    card.take([cases], [form.areas.currentLayer()])
    tree, first = QgsProject.instance().layerTreeRoot(), form.patients.currentLayer().id()
    tree.findLayer(first).setItemVisibilityChecked(False)
    card.follow("fold")
    card.take()
    second = form.patients.currentLayer().id()
    assert first != second and tree.findLayer(first) is None
    assert not tree.findLayer(second).itemVisibilityChecked()


def test_an_undo_that_breaks_everything_can_be_redone(project, shown, tmp_path):
    cases = tmp_path / "cases.csv"
    cases.write_text(
        "id;lat;lon\n" + "".join(f"{at};{y};{x}\n".replace(".", ",") for at, (x, y) in enumerate(PLACES))
    )
    project(areas())
    form, card = shown()
    card.take([cases], [form.areas.currentLayer()])
    assert words(card).startswith("9 of 9 patients placed")
    card.follow("fold")
    card.follow(re.search(r"decimal_comma|Decimal commas.*?href='(switch:\d+)'", card.said.text())[1])
    assert "placed" not in words(card) and "Decimal commas of “lat”, “lon” were read" in words(card)
    card.follow(re.search(r"href='(switch:\d+)'>Redo", card.said.text())[1])
    assert words(card).startswith("9 of 9 patients placed")


def test_names_of_files_are_no_markup(project, shown, tmp_path):
    odd = tmp_path / "<b>patients&.csv"
    odd.write_text("id,lat,lon\n1,,\n" + "".join(f"{at},{y},{x}\n" for at, (x, y) in enumerate(PLACES)))
    project(areas())
    form, card = shown()
    card.take([odd], [form.areas.currentLayer()])
    assert "<b>patients&.csv: 1 row" in words(card)
