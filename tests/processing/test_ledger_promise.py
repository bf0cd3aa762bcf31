# SPDX-License-Identifier: GPL-2.0-or-later
"""What all releases of a ledger promise together is judged: under both models, with plans and without."""

from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from geodeid_plugin.core.base.randomness import SeededSource
from geodeid_plugin.core.geomask.programme.programme import Inequality, Request
from geodeid_plugin.core.geomask.solution import solve_areas
from geodeid_plugin.core.geomask.strategy import draw
from geodeid_plugin.core.geometry.areas import Areas
from geodeid_plugin.processing_provider.framework.ledger.records import DrawnTable, LedgerState, Policy
from geodeid_plugin.processing_provider.geomasking import laterrelease, lpverdict
from tests.refusals import refuses

RISK = 0.2


def town(people):
    """Areas of a street grid with given populations."""
    count = len(people)
    lon_deg, lat_deg = -75 + 0.004 * (np.arange(count) % 3), 45 + 0.004 * (np.arange(count) // 3)
    ids = np.array([f"a{row}" for row in range(count)], dtype=object)
    return Areas(ids, lon_deg, lat_deg, np.array(people, dtype=float), np.full(count, 1e5))


def empty():
    return LedgerState(SimpleNamespace(entries=()))


def planning(memory, planned=None, limit=None):
    memory.policy = Policy(planned, dot_limit=limit)
    return memory


def released(memory, areas, request, homes, source):
    """The ledger after one more release of patients who live in some areas; the places that were drawn."""
    keys = [str(one) for one in areas.ids]
    counted = laterrelease.counting_request(request, memory, areas, keys, len(homes))
    strategy = solve_areas(areas, None, counted).strategy
    dots = strategy.destination[draw(strategy, homes, source)]
    facts = {"release": len(memory.tables) + 1, "stratum": "", "risk": RISK, "model": request.model}
    table = DrawnTable.drawn({**facts, "keys": keys}, areas, strategy, dots)
    full = np.zeros((len(areas), len(areas)))
    full[strategy.origin, strategy.destination] = strategy.probability
    return memory.with_tables([table]), full[:, dots]


def standing(memory, areas, request):
    return laterrelease.standing(memory, request, [areas], [str(one) for one in areas.ids])


def by_hand(columns, people, records, ratio, model):
    """The promise of all releases, area by area, straight from the columns of the dots: worst rates."""
    worst = 0.0
    for area in np.flatnonzero(people):
        rate = np.where(np.arange(len(people)) == area, ratio, 1.0)[:, None]
        one = (rate * columns / (people @ (rate * columns)))[area]
        small = model == "revised" and people[area] < records
        worst = max(worst, people[area] * one.max() if small else one.sum())
    return worst


@pytest.mark.slow
@pytest.mark.parametrize("model", ["revised", "wieland"])
@pytest.mark.parametrize("ratio", [1.0, 1.5])
@pytest.mark.parametrize("planned", [None, 60])
def test_a_list_that_outgrows_its_areas_keeps_one_promise_of_everybody(model, ratio, planned):
    """Twelve releases of five, areas of 8 to 300 people: from more people than records to fewer."""
    areas = town([8, 12, 20, 35, 50, 70, 100, 200, 300])
    request = Request(5, RISK, model, inequality=Inequality(ratio))
    source, memory, columns = SeededSource(3), empty(), []
    for number in range(12):
        homes = np.searchsorted(np.cumsum(areas.population) / areas.population.sum(), source.uniform(5))
        memory, drawn = released(planning(memory, planned), areas, request, homes, source)
        columns.append(drawn)
        now = standing(memory, areas, request)
        figure = by_hand(np.hstack(columns), areas.population, 5 * (number + 1), ratio, model)
        assert now.joint == pytest.approx(figure, rel=1e-9)
        assert now.kept <= RISK * (1 + 1e-9)
        if planned or model == "wieland":
            assert now.joint <= RISK * (1 + 1e-9)
        if model == "wieland":
            assert now.proved <= RISK * (1 + 1e-6)
        told = {"joint_risk": now.joint, "kept_risk": now.kept}
        level = lpverdict.all_releases(RISK, told).level(RISK).value
        assert level == ("passed" if now.joint <= RISK * (1 + 1e-9) else "with_care")


def test_dots_of_a_shorter_plan_are_no_green_for_a_longer_list():
    """Drawn for two records, an area of 30 shows much of where a dot came from; then the list is forty."""
    areas, request = town([30] * 9), Request(2, RISK, "revised")
    memory, _columns = released(planning(empty(), 2), areas, request, np.zeros(2, dtype=int), SeededSource(1))
    alike = DrawnTable(
        **{**vars(memory.tables[0]), "release": 2, "records": 40, "dots": np.zeros(40, dtype=int)}
    )
    now = standing(memory.with_tables([alike]), areas, request)
    assert now.kept > RISK
    told = {"joint_risk": now.joint, "kept_risk": now.kept}
    assert lpverdict.all_releases(RISK, told).level(RISK).value == "gives_away"


def test_an_area_whose_dots_told_too_much_of_it_is_hidden_person_by_person_or_refused():
    areas, source, risk = town([18] * 16), SeededSource(1), 0.4
    home, many = np.zeros(2, dtype=int), np.zeros(20, dtype=int)
    first, _columns = released(planning(empty(), 2), areas, Request(2, RISK, "wieland"), home, source)
    with refuses("strategy.risk.too_small", match="smallest possible risk|used up"):
        released(planning(first), areas, Request(20, RISK, "revised"), many, source)
    request = Request(20, risk, "revised")
    counted = laterrelease.counting_request(
        request, planning(first, 22), areas, [str(one) for one in areas.ids], 20
    )
    by_person = np.isfinite(counted.counting)
    assert by_person.any() and not by_person.all()
    later, _columns = released(planning(first, 22), areas, request, many, source)
    now = standing(later, areas, request)
    assert now.kept <= risk * (1 + 1e-9) < now.joint


@pytest.mark.parametrize(("today", "then"), [(0.0, 10.0), (1e6, 10.0)])
def test_people_of_an_area_that_is_empty_or_huge_today_still_count(today, then):
    """Populations of a later release take nothing back of what an earlier one showed."""
    before, request = town([then, 90, 100, 120]), Request(2, 0.35, "wieland")
    memory, _columns = released(
        planning(empty(), 2, 0.3), before, request, np.zeros(2, dtype=int), SeededSource(2)
    )
    was = standing(memory, before, request)
    now = standing(memory, town([today, 90, 100, 120]), request)
    assert now.shown >= was.shown > 0
    assert now.joint >= was.joint


def test_strata_of_later_releases_may_be_the_same_people():
    """Age group 1 of a release and group 2 of the next: nobody knows who changed, so that both count."""
    areas, keys, request = town([60] * 6), [f"a{row}" for row in range(6)], Request(3, RISK, "wieland")
    memory = empty()
    for number, stratum in enumerate(("1", "2"), 1):
        grown, _columns = released(
            planning(memory, 6), areas, request, np.zeros(3, dtype=int), SeededSource(number)
        )
        table = DrawnTable(**{**vars(grown.tables[-1]), "stratum": stratum, "release": number})
        memory = memory.with_tables([table])
    total = sum(table.shown() for table in memory.tables)
    assert np.allclose(memory.shown(areas, keys), total)


def told_of(**changes):
    told = {
        "joint_risk": 0.1, "kept_risk": 0.1, "proved_risk": 0.1, "elsewhere": 0,
        "releases": 2, "new_records": 5, "repeated_records": 9, "corrected_records": 0,
        "judged_by_fewer": 0, "not_counted": 0, "without_crowd": 0, "fields_not_counted": "",
    }  # fmt: skip
    return {**told, **changes}


@pytest.mark.parametrize(
    ("model", "changes", "levels"),
    [
        ("wieland", {}, {"passed"}),
        ("wieland", {"proved_risk": None}, {"not_judged"}),
        ("wieland", {"proved_risk": 0.21}, {"with_care"}),
        ("revised", {"proved_risk": 0.21}, {"passed"}),
        ("revised", {"proved_risk": 0.26}, {"with_care"}),
        ("revised", {"proved_risk": None}, {"with_care"}),
        ("revised", {"elsewhere": 5}, {"passed", "not_judged"}),
        ("wieland", {"repeated_records": 0}, {"passed", "with_care"}),
        ("wieland", {"repeated_records": 0, "releases": 1}, {"passed"}),
        ("revised", {"corrected_records": 1}, {"passed", "with_care"}),
        ("wieland", {"judged_by_fewer": 4}, {"passed"}),
        ("wieland", {"judged_by_fewer": 4, "kept_risk": 0.21}, {"passed", "with_care"}),
        ("wieland", {"not_counted": 4, "fields_not_counted": "age"}, {"passed", "not_judged"}),
        ("wieland", {"without_crowd": 4}, {"passed", "not_judged"}),
    ],
)
def test_what_is_not_proved_or_not_known_is_not_green(model, changes, levels):
    checks = lpverdict.releases_checked(model, RISK, told_of(**changes))
    assert {check.outcome.level.value for check in checks} == levels


def test_unequal_rates_are_in_the_odometer():
    """What dots show with rates that differ twofold is more, and the next table leaves room for that."""
    areas = town([40, 60, 80, 60, 70, 90])
    keys, source = [str(one) for one in areas.ids], SeededSource(4)
    even, uneven = Request(4, RISK, "wieland"), Request(4, RISK, "wieland", inequality=Inequality(2.0, 0.1))
    memory, _columns = released(planning(empty(), 16), areas, even, np.arange(4), source)
    plain, rated = (memory.shown(areas, keys, one.inequality) for one in (even, uneven))
    assert np.all(rated >= plain) and rated.max() > 1.2 * plain.max()
    for _ in range(3):
        memory, _columns = released(planning(memory, 16), areas, uneven, np.arange(4), source)
        assert standing(memory, areas, uneven).joint <= RISK * (1 + 1e-9)
    everything = product([even, uneven], repeat=1)
    assert all(standing(memory, areas, one).joint <= RISK * (1 + 1e-9) for (one,) in everything)
