# SPDX-License-Identifier: GPL-2.0-or-later
"""A dot is judged by the narrowest crowd that anybody can give it now, whatever release told of it."""

import itertools
import json
from types import SimpleNamespace

import numpy as np
import pytest
from conftest import lpmask
from qgis.core import QgsProcessingException, QgsVectorLayer
from qgis.PyQt.QtGui import QImage

from geodeid_plugin.core.geomask.programme.programme import Request
from geodeid_plugin.core.geometry.areas import Areas
from geodeid_plugin.processing_provider.framework.ledger import store
from geodeid_plugin.processing_provider.framework.ledger.records import (
    Dot,
    DrawnTable,
    LedgerState,
    Statement,
)
from geodeid_plugin.processing_provider.framework.verdict.metricsfile import file_identity
from geodeid_plugin.processing_provider.geomasking import laterrelease
from tests.refusals import refuses

AGES, SEXES = ("old", "young"), ("F", "M")


@pytest.fixture
def ledger(qgis_app, tmp_path):
    store.create(tmp_path / "l.gpkg", tmp_path / "l.key")
    return tmp_path / "l.gpkg"


@pytest.fixture
def areas(layer):
    """Thirty-six areas with 200 and more people; in two rows one old person each, everywhere few children."""
    names = ("pop", "old", "young", "f", "m", "kids", "old_f")
    fields = ["id:string", *(f"{name}:integer" for name in names)]
    rows = []
    for column, row in itertools.product(range(6), range(6)):
        x, y, people = -75 + 0.02 * column, 45 + 0.02 * row, 200 + 31 * column + 17 * row
        old = 1 if row < 2 else 40 + column + row
        kids, half = 2 + (column + row) % 2, people // 2
        counts = [people, old, people - old, half, people - half, kids]
        ring = f"{x} {y},{x + 0.02} {y},{x + 0.02} {y + 0.02},{x} {y + 0.02},{x} {y}"
        rows.append((f"POLYGON(({ring}))", [f"A{column}{row}", *counts, max(1, old // 2)]))
    return layer("Polygon", rows, fields, name="areas")


@pytest.fixture
def mask(run, layer, areas, ledger, tmp_path):
    """Release the first patients of a list: twelve old women where few old people live, then young men."""
    source = np.random.default_rng(7)
    people = []
    for number in range(60):
        x, y = (0.02 * (number % 6), 0.02 * (number // 6)) if number < 12 else (0, 0)
        spread = (0.02, 0.02) if number < 12 else (0.12, 0.12)
        x, y = -75 + x + spread[0] * source.random(), 45 + y + spread[1] * source.random()
        values = ["F", "old", "old F"] if number < 12 else ["M", "young", "young M"]
        people.append((f"POINT({x} {y})", [f"P{number}x", *values, "flu"]))

    def released(count=30, **more):
        fields = ["pid:string", "sex:string", "age:string", "both:string", "disease:string"]
        metrics, out = tmp_path / "m.json", tmp_path / "out.gpkg"
        out.unlink(missing_ok=True)
        lpmask(
            run,
            {
                "PATIENTS": layer("Point", people[:count], fields, name="patients"), "AREAS": areas,
                "AREA_ID": "id", "POPULATION": "pop", "RISK": 0.2, "MODEL": "wieland", "LEDGER_ID": "pid",
                "LEDGER": str(ledger), "LEDGER_KEY": str(ledger.with_suffix(".key")), "OUTPUT": str(out),
                "METRICS": str(metrics), "PLANNED_RECORDS": 60, **more,
            },
        )  # fmt: skip
        return json.loads(metrics.read_text())

    return released


BY_AGE = {"STRATUM": "age", "STRATUM_POPULATIONS": "old=old;young=young", "KEEP_FIELDS": ["age"]}
BY_SEX = {"STRATUM": "sex", "STRATUM_POPULATIONS": "F=f;M=m", "KEEP_FIELDS": ["sex"]}
OF_OLD = {"old F": "old_f", "young M": "m"}
BY_BOTH = {
    "STRATUM": "both", "STRATUM_POPULATIONS": ";".join(f"{value}={name}" for value, name in OF_OLD.items()),
    "KEEP_FIELDS": ["both"],
}  # fmt: skip


def verdict(metrics):
    return metrics["figures"]["VERDICT"]


def open_checks(metrics):
    checks = metrics["judgement"]["checks"]
    return {one["key"]: one for one in checks if one["outcome"] != "made"}


@pytest.mark.slow
@pytest.mark.parametrize("model", ["wieland", "revised"])
@pytest.mark.parametrize("count", [30, 42])
def test_a_field_that_comes_later_is_held_against_the_dots_that_are_out(mask, ledger, model, count, tmp_path):
    """Twelve of twelve old patients were named, at a proved risk of 0.0107."""
    assert verdict(mask(MODEL=model)) == "passed"
    entries = len(store.open_ledger_file(ledger, ledger.with_suffix(".key")).entries)
    with pytest.raises(QgsProcessingException, match="Leave out fields that no earlier release has shown"):
        mask(count, MODEL=model, **BY_AGE)
    assert not (tmp_path / "out.gpkg").exists()
    assert len(store.open_ledger_file(ledger, ledger.with_suffix(".key")).entries) == entries
    assert verdict(mask(count, MODEL=model)) == "passed"


@pytest.mark.slow
@pytest.mark.parametrize("model", ["wieland", "revised"])
def test_a_smaller_population_that_comes_later_is_held_against_the_dots_that_are_out(mask, model, run):
    """A child of an area with two was told with one half; a first release by children was refused."""
    assert verdict(mask(24, MODEL=model)) == "passed"
    later = mask(24, MODEL=model, POPULATION="kids")
    assert verdict(later) == "gives_away"
    assert later["ledger"]["shown_risk"] > 0.2
    assert later["ledger"]["judged_by_fewer"] == 24
    assert "choose a larger one" in open_checks(later)["fewer_people"]["remedy"]
    assert later["figures"]["ACHIEVED_RISK"] >= later["ledger"]["kept_risk"]
    again = mask(24, MODEL=model)
    assert verdict(again) == "gives_away"
    assert again["ledger"]["shown_risk"] == pytest.approx(later["ledger"]["shown_risk"])


@pytest.mark.slow
def test_fields_that_leave_everybody_in_a_large_crowd_may_come_later(mask):
    """Half of all people hide a dot half as well, which is enough here."""
    first, later = mask(), mask(**BY_SEX)
    assert (verdict(first), verdict(later)) == ("passed", "passed")
    assert later["ledger"]["judged_by_fewer"] == 30
    assert later["ledger"]["shown_risk"] > first["ledger"]["shown_risk"]
    grown = mask(60, **BY_SEX)
    assert verdict(grown) == "passed"


@pytest.mark.slow
def test_a_field_that_all_records_share_divides_nobody(mask):
    first = mask(60)
    later = mask(60, KEEP_FIELDS=["disease"])
    assert verdict(later) == "passed"
    assert later["ledger"]["shown_risk"] == first["ledger"]["shown_risk"]


@pytest.mark.slow
def test_a_cross_that_nobody_counted_is_not_judged(mask):
    few = {"RISK": 0.9, "PLANNED_RECORDS": 30}
    ages = {**BY_AGE, "STRATUM_POPULATIONS": "old=f;young=m"}
    mask(**few, **BY_SEX)
    later = mask(**few, **ages)
    assert verdict(later) == "not_judged"
    check = open_checks(later)["narrowest_crowd"]
    assert "age, sex" in check["sentence"] and "joins age, sex" in check["remedy"]
    assert later["ledger"]["not_counted"] == 30
    counted = mask(**few, **{**BY_BOTH, "STRATUM_POPULATIONS": "old F=f;young M=m"})
    assert counted["ledger"]["not_counted"] == 0
    assert verdict(counted) != "not_judged"


@pytest.mark.slow
def test_a_field_that_an_earlier_release_showed_is_not_forgotten(mask):
    """Without KEEP_FIELDS the next release was green beside the values that were out."""
    assert verdict(mask(KEEP_FIELDS=["age"])) == "not_judged"
    assert verdict(mask()) == "not_judged"
    assert "narrowest_crowd" in open_checks(mask())


@pytest.mark.slow
def test_a_stratum_counts_nobody_whose_values_its_names_do_not_say(mask):
    """All old patients are women here by chance: the people of the ages are not those of the sexes."""
    ages = {**BY_AGE, "STRATUM_POPULATIONS": "old=f;young=m", "KEEP_FIELDS": ["age", "sex"]}
    found = mask(**ages)
    assert verdict(found) == "not_judged"
    assert found["ledger"]["not_counted"] == 30


@pytest.mark.slow
def test_sexes_of_all_people_are_not_those_of_the_children(mask):
    few = {"RISK": 0.9, "PLANNED_RECORDS": 60}
    mask(**few, POPULATION="m")
    later = mask(**few, **BY_SEX)
    assert verdict(later) == "not_judged"
    assert "sex" in open_checks(later)["narrowest_crowd"]["sentence"]


@pytest.mark.slow
def test_new_records_are_drawn_among_the_fewer_people_of_earlier_releases(mask, ledger):
    mask(30, POPULATION="m")
    later = mask(60)
    assert verdict(later) == "passed"
    assert any("drawn among the fewer" in one for one in later["warnings"])
    first, second = LedgerState(store.open_ledger_file(ledger, ledger.with_suffix(".key"))).tables
    assert np.array_equal(first.population, second.population)


@pytest.mark.slow
def test_more_patients_than_an_earlier_release_counted_people_are_other_people(mask):
    with refuses("ledger.population.below_patients"):
        mask(12, POPULATION="old", RISK=0.9, PLANNED_RECORDS=12)
        mask(30)


@pytest.mark.slow
def test_populations_of_the_next_census_leave_a_full_plan_green(mask, areas):
    """Areas lose up to two of a hundred people, and the plan is full."""
    assert verdict(mask(60, RISK=0.012)) == "passed"
    at = areas.fields().lookupField("pop")
    for number, area in enumerate(list(areas.getFeatures())):
        fewer = int(area["pop"] * (0.98 + 0.04 * (number % 2)))
        areas.dataProvider().changeAttributeValues({area.id(): {at: fewer}})
    later = mask(60, RISK=0.012)
    assert verdict(later) == "passed"
    assert later["ledger"]["judged_by_fewer"] == 60


@pytest.mark.slow
@pytest.mark.parametrize("evaluated", [True, False])
@pytest.mark.parametrize(
    ("more", "level"), [({"POPULATION": "kids"}, "gives_away"), ({"KEEP_FIELDS": []}, "not_judged")]
)
def test_reports_on_a_later_release_agree_with_it(run, mask, areas, tmp_path, more, level, evaluated):
    mask(24, KEEP_FIELDS=["age"] if level == "not_judged" else [])
    links, image, attack = (tmp_path / name for name in ("links.gpkg", "map.png", "attack.json"))
    later = mask(24, INTERNAL=str(links), **more)
    assert verdict(later) == level
    given = {"MASK": str(tmp_path / "m.json")}
    if evaluated:
        own = {"AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "SIMULATIONS": 0}
        lines = QgsVectorLayer(str(links), "links", "ogr")
        assert run("evaluatemask", {**given, **own, "LINKS": lines, "OUTPUT": "memory:"})["VERDICT"] == level
        return
    picture = QImage(40, 30, QImage.Format.Format_RGB32)
    picture.fill(0xFFFFFF)
    picture.save(str(image))
    figures = {"VERDICT": "passed", "VERDICT_TEXT": "nobody", "RECALL": 0.5, "RECOVERED": 3,
               "MEAN_DISTANCE_M": 12.0, "EXPOSED": 0, "EXPOSED_BY_CHANCE": 0}  # fmt: skip
    of_attack = {"algorithm": "mapreidentification", "parameters": {"LIMIT": 0.2}, "counts": {},
                 "warnings": [], "verdict": "passed", "judgement": {"adversaries": [], "checks": []},
                 "figures": figures, "picture": file_identity(image.read_bytes()),
                 "patients": later["patients"]}  # fmt: skip
    attack.write_text(json.dumps(of_attack))
    published = run("publicationreport", {**given, "IMAGE": str(image), "ATTACK_TRUE": str(attack)})
    assert published["VERDICT"] == level


def table(release, people, pairs, dots, by="", stratum=""):
    """A table over areas on a line, from a full matrix of probabilities."""
    origin, place = np.nonzero(pairs)
    keys = np.array([f"a{row}" for row in range(len(people))])
    lon_deg, lat_deg = np.arange(len(people)) * 0.01, np.zeros(len(people))
    return DrawnTable(
        release, stratum, len(dots), 0.0, 0.2, "wieland", keys, lon_deg, lat_deg, np.asarray(people, float),
        origin, place, pairs[origin, place], np.asarray(dots), by=by,
    )  # fmt: skip


def statement(people, by="", value=""):
    keys = np.array([f"a{row}" for row in range(len(people))])
    return Statement(by, value, keys, np.arange(len(people)) * 0.01, np.zeros(len(people)), people)


def ledger_of(tables, dots, stated):
    return LedgerState(SimpleNamespace(entries=())).with_tables(tables).with_news(dots, stated)


def dot(number, at, place, fields, house=""):
    return Dot(f"p{number}", 0.0, 0.0, "", "", "", house, 1, "OUTPUT", at, place, fields)


def by_hand(model, columns, stated, types, everybody):
    """The most that the dots tell of one person of any area and type, straight from the law.

    Columns are P(i, j) of each dot beside the values that were ever shown with it; a person stands behind
    the dots that show no other value than theirs, each by the fewest people who have its values. Where a
    crowd has fewer people of an area than there are dots, the revised model bounds how surely one came from
    there.
    """
    worst = 0.0
    for person in types:
        total, largest = np.zeros(len(everybody)), np.zeros(len(everybody))
        told = [value for value in person.items() if any(value in shown.items() for _, shown in columns)]
        own = np.min([everybody, *(stated[value] for value in told)], axis=0)
        for column, values in columns:
            if any(person[name] != value for name, value in values.items()):
                continue
            crowd = np.min([everybody, *(stated[name, value] for name, value in values.items())], axis=0)
            there = np.where(crowd > 0, column, 0.0)
            if there @ crowd > 0:
                total += there / (there @ crowd)
                largest = np.maximum(largest, there * crowd / (there @ crowd))
        as_area = (own < len(columns)) & (model == "revised")
        worst = max(worst, np.where(as_area, largest, total)[own > 0].max(initial=0.0))
    return worst


@pytest.mark.slow
@pytest.mark.parametrize("model", ["wieland", "revised"])
@pytest.mark.parametrize("seed", range(40))
def test_any_release_is_as_one_fresh_release_with_all_fields_or_worse(seed, model):
    """Random tables, strata by age or none, fields that come later, populations that fall, dots that left."""
    source = np.random.default_rng(seed)
    count = int(source.integers(2, 7))
    people = source.integers(20, 200, count).astype(float)
    old = np.floor(people * source.uniform(0.02, 0.9, count))
    stated = {("age", "old"): old, ("age", "young"): people - old}
    fall = np.floor(people * source.uniform(0.5, 1.0, count)) if seed % 3 else people
    tables, dots, columns = [], [], []
    for release in range(1, int(source.integers(2, 5))):
        stratified = source.random() < 0.5
        for value in AGES if stratified else ("",):
            crowd = stated["age", value] if value else people
            pairs = source.dirichlet(np.full(count, 0.5), count) * (crowd > 0)[:, None]
            drawn = source.integers(0, count, int(source.integers(1, 5)))
            for place in drawn:
                told = stratified or source.random() < 0.6
                age = value or AGES[int(source.integers(2))]
                fields = {"age": age} if told else {}
                dots.append(dot(len(dots), len(tables), int(place), fields))
                columns.append((pairs[:, place], {"age": age} if told else {}))
            tables.append(table(release, crowd, pairs, drawn, "age" if value else "", value))
    told = [statement(people, "age", "none"), *(statement(n, *name) for name, n in stated.items())]
    memory = ledger_of(tables, dots, [*told, statement(fall)])
    areas = Areas(memory.tables[0].keys, *memory.tables[0].places[1:], people, np.full(count, 1e5))
    request = Request(1, 0.2, model)
    now = laterrelease.standing(memory, request, [areas], areas.ids)
    everybody = np.minimum(fall, people)
    types = [{"age": age} for age in AGES]
    assert now.joint >= by_hand(model, columns, stated, types, everybody) * (1 - 1e-9)
    assert now.crowds.uncounted == 0
    before = ledger_of(tables, [dot(n, d.table, d.place, {}) for n, d in enumerate(dots)], [])
    then = laterrelease.standing(before, request, [areas], areas.ids)
    assert now.joint >= then.joint * (1 - 1e-9)


@pytest.mark.parametrize("seed", range(10))
def test_one_release_by_strata_is_judged_as_it_was_drawn(seed):
    """What is safe is called safe: a first release that shows its stratum has the odometer of its tables."""
    source = np.random.default_rng(seed)
    people = {age: source.integers(20, 200, 5).astype(float) for age in AGES}
    tables, dots = [], []
    for at, (age, crowd) in enumerate(people.items()):
        drawn = source.integers(0, 5, 4)
        dots += [dot(len(dots) + n, at, int(place), {"age": age}) for n, place in enumerate(drawn)]
        tables.append(table(1, crowd, source.dirichlet(np.ones(5), 5), drawn, "age", age))
    memory = ledger_of(tables, dots, [statement(sum(people.values()))])
    assert laterrelease.judged(memory).ledger_state is memory


def sexes(people, women, among):
    """What a release by sex states of two areas, and a ledger whose one dot is of a woman."""
    stated = [Statement("sex", sex, *table(1, people, np.eye(2), [0]).places, np.array(n), np.array(among))
              for sex, n in (("F", women), ("M", women))]  # fmt: skip
    return ledger_of([table(1, people, np.full((2, 1), 1.0), [0])], [dot(0, 0, 0, {"sex": "F"})], stated)


def test_a_value_that_was_counted_among_other_people_is_not_counted():
    """Women among all people say little of the girls among the children of a first release."""
    found = laterrelease.judged(sexes([30.0, 50.0], [50.0, 200.0], [100.0, 400.0]))
    assert (found.uncounted, found.fields) == (1, ("sex",))
    assert laterrelease.judged(sexes([30.0, 50.0], [20.0, 20.0], [30.0, 50.0])).uncounted == 0


def test_a_value_that_was_counted_among_a_few_per_cent_more_people_loses_as_many():
    found = laterrelease.judged(sexes([95.0, 400.0], [50.0, 200.0], [100.0, 400.0]))
    assert found.uncounted == 0
    assert found.ledger_state.tables[0].population.tolist() == [48.0, 200.0]


def test_members_of_a_household_show_the_values_of_each():
    """A woman and a man share a dot: who knows both counts the fewer of each."""
    people, women = np.array([50.0, 50.0]), np.array([10.0, 40.0])
    stated = [statement(women, "sex", "F"), statement(people - women, "sex", "M")]
    pair = np.full((2, 1), 1.0)
    members = [dot(0, 0, 0, {"sex": "F"}, "h"), dot(1, 0, 0, {"sex": "M"}, "h")]
    found = laterrelease.judged(ledger_of([table(1, people, pair, [0])], members, stated))
    assert (found.fewer, found.uncounted) == (1, 0)
    assert found.ledger_state.tables[0].population.tolist() == [10.0, 10.0]


def test_the_first_dot_of_a_corrected_address_keeps_what_it_showed():
    people, old = np.array([50.0, 50.0]), np.array([1.0, 3.0])
    stated = [statement(old, "age", "old"), statement(people - old, "age", "young")]
    tables = [table(number, people, np.full((2, 1), 1.0), [0]) for number in (1, 2)]
    memory = ledger_of(tables, [dot(0, 0, 0, {"age": "old"})], stated).with_news([dot(0, 1, 0, {})])
    found = laterrelease.judged(memory)
    assert [one.population.sum() for one in found.ledger_state.tables] == [4.0, 100.0]


def test_a_dot_whose_areas_a_narrower_statement_leaves_out_is_not_judged():
    people = np.array([50.0, 50.0])
    memory = ledger_of(
        [table(1, people, np.eye(2), [0, 1])], [dot(0, 0, 0, {}), dot(1, 0, 1, {})],
        [statement(np.array([0.0, 20.0]))],
    )  # fmt: skip
    found = laterrelease.judged(memory)
    assert (found.fewer, found.nobody) == (2, 1)
    assert found.ledger_state.tables[0].shown().tolist() == [0.0, 0.05]


def test_people_of_other_areas_count_no_stratum():
    """Blocks counted by age say nothing of the old people of tracts."""
    people = np.array([50.0, 50.0])
    other = Statement("age", "old", np.array(["b0"]), np.array([9.0]), np.array([0.0]), np.array([40.0]))
    told = [dot(0, 0, 0, {"age": "old"}), dot(1, 0, 0, {"age": "old"})]
    found = laterrelease.judged(ledger_of([table(1, people, np.full((2, 1), 1.0), [0, 0])], told, [other]))
    assert (found.uncounted, found.fields) == (2, ("age",))


def test_the_same_areas_by_other_identifiers_are_the_same_areas():
    people = np.array([50.0, 50.0])
    fewer = np.array([3.0, 4.0])
    renamed = Statement("", "", np.array(["x", "y"]), np.array([0.01, 0.0]), np.zeros(2), fewer)
    found = laterrelease.judged(ledger_of([table(1, people, np.eye(2), [0, 1])], [], [renamed]))
    assert found.ledger_state.tables[0].population.tolist() == [4.0, 3.0]
