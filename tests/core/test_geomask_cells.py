# SPDX-License-Identifier: GPL-2.0-or-later
"""Facts about neighbouring areas that are moved as one cell, where a crowd holds many areas."""

from __future__ import annotations

import time
from types import SimpleNamespace

import numpy as np
import pytest
from test_geomask import made_areas

from geodeid_plugin.core.geomask import solution
from geodeid_plugin.core.geomask.audit import audit
from geodeid_plugin.core.geomask.programme.programme import programme_of
from geodeid_plugin.core.geomask.programme.request import Request
from geodeid_plugin.core.geomask.solution import solve_areas
from geodeid_plugin.core.geomask.solver.fewer import cells as fewer_cells
from geodeid_plugin.core.geomask.solver.fewer.cells import (
    expected_cells,
    joined,
    opened,
    parts_for,
    search_cells,
)
from geodeid_plugin.core.geomask.solver.forecast import forecast
from geodeid_plugin.core.geomask.solver.solve import search
from geodeid_plugin.core.geomask.solver.tiles.tiled import Tiles

RECORDS, RISK = 300, 0.2


def strong(count: int = 300, seed: int = 0, boundary=None, squared: bool = False):
    """Areas whose crowds of 1 500 people hold some eighty of them."""
    areas = made_areas(count, seed, boundary=boundary)
    return areas, programme_of(areas, None, RECORDS, RISK, "wieland", squared=squared)


@pytest.mark.parametrize("squared", [False, True])
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("parts", [8, pytest.param(25, marks=pytest.mark.slow)])
def test_cells_keep_the_risk_and_their_bound_is_below_the_optimum(parts, seed, squared):
    areas, programme = strong(300, seed, squared=squared)
    cells = joined(programme, parts)
    found = opened(programme, cells, search(cells.programme, 1e-3))
    table = found.strategy
    result = audit(
        table.origin, table.destination, table.probability, areas.population, RECORDS, "wieland", (1.0, 0.0)
    )
    assert result.wieland_risk <= RISK
    best = search(programme, 1e-3)
    people = programme.people
    cost = best.strategy.expected_cost(people, squared) * people.sum()
    assert found.bound <= cost
    assert found.strategy.expected_cost(people, squared) * people.sum() >= best.bound
    assert found.gap(programme) < (4.0 if squared else 1.5) / parts


def test_no_cell_holds_more_than_its_share_of_the_crowd_of_any_member():
    _areas, programme = strong()
    cells = joined(programme, 20)
    held = np.bincount(cells.cell, programme.people)
    alone = np.bincount(cells.cell) == 1
    most = programme.weight / RISK / 20
    assert (held[cells.cell] <= most)[~alone[cells.cell]].all()
    assert np.bincount(cells.cell).min() >= 1
    assert cells.programme.people.sum() == programme.people.sum()


def test_cells_and_what_they_send_stay_inside_their_boundary_unit():
    boundary = np.repeat(np.array(["a", "b"], dtype=object), 150)
    areas, programme = strong(300, 2, boundary=boundary)
    cells = joined(programme, 15)
    table = opened(programme, cells, search(cells.programme, 1e-3)).strategy
    code = areas.boundary_code
    assert (code[table.origin] == code[table.destination]).all()
    for cell in np.unique(cells.cell):
        assert len(np.unique(code[cells.cell == cell])) == 1


@pytest.mark.slow
def test_the_tolerance_that_is_asked_for_holds_whatever_was_joined():
    areas, _programme = strong()
    request = Request(RECORDS, RISK, "wieland", tolerance=0.05)
    rough = solve_areas(areas, None, request)
    fine = solve_areas(areas, None, Request(RECORDS, RISK, "wieland", tolerance=1e-3))
    assert rough.gap <= 0.05 and fine.gap <= 1e-3
    assert rough.audit.wieland_risk <= RISK
    # The whole of it was not solved: far fewer places are sent to.
    assert len(rough.audit.destination) < 0.7 * len(fine.audit.destination)


@pytest.mark.parametrize("tolerance", [1e-4, 1e-3])
def test_where_cells_would_not_reach_the_tolerance_areas_stay_single(tolerance):
    _areas, programme = strong()
    assert search_cells(programme, tolerance) is None


def test_under_the_revised_bound_small_areas_ask_for_few_others_and_stay_single():
    areas, _programme = strong()
    assert joined(programme_of(areas, None, RECORDS, RISK), 20) is None


def test_listed_destinations_are_not_joined():
    areas, _programme = strong()
    assert joined(programme_of(areas, None, RECORDS, RISK, "wieland", nearest=200), 20) is None


@pytest.mark.slow
def test_tiles_of_cells_are_private_and_certified_for_the_whole():
    areas, _programme = strong(1200, 4)
    request = Request(100, RISK, "wieland", tolerance=2e-3, carried=2.0)
    tiled = solve_areas(areas, None, request, tiles=Tiles(200))
    whole = solve_areas(areas, None, Request(100, RISK, "wieland", tolerance=5e-3))
    assert tiled.audit.wieland_risk <= RISK
    assert tiled.expected_move_m * (1 - tiled.gap) <= whole.expected_move_m


@pytest.mark.parametrize(("records", "tolerance"), [(300, 0.03), (200, 0.05), (300, 1e-3), (40, 0.05)])
def test_the_number_of_cells_is_foretold(records, tolerance):
    areas = made_areas(800, 3)
    programme = programme_of(areas, None, records, RISK, "wieland")
    cells = joined(programme, parts_for(tolerance))
    foretold = expected_cells(programme.people, programme.weight / RISK, parts_for(tolerance))
    if cells is None:
        assert foretold is None
    else:
        assert 0.7 * cells.count < foretold < 1.3 * cells.count


def test_less_time_and_memory_are_foretold_where_areas_are_joined():
    areas = made_areas(2000, 3)
    rough, fine = (forecast(areas, Request(300, RISK, "wieland", tolerance=t)) for t in (0.05, 1e-4))
    assert rough.seconds < 0.2 * fine.seconds
    assert rough.memory_bytes < fine.memory_bytes


def test_a_time_limit_counts_cells_and_areas_together(monkeypatch):
    """Cells that miss the tolerance leave the search of single areas what is left of the time, no more."""
    areas, _programme = strong()
    given = {}

    def slow(programme, tolerance, seconds, progress):
        given["cells"] = seconds
        time.sleep(0.3)

    def single(programme, tolerance, seconds, progress):
        given["areas"] = seconds
        return search(programme, tolerance)

    monkeypatch.setattr(solution, "search_cells", slow)
    monkeypatch.setattr(solution, "search", single)
    solve_areas(areas, None, Request(RECORDS, RISK, "wieland", tolerance=0.05, seconds=10.0))
    assert given["cells"] == 10.0 and given["areas"] <= 9.7


def test_once_the_time_is_up_the_table_of_cells_is_taken_and_keeps_the_risk(monkeypatch):
    areas, programme = strong()
    clock = iter([0.0, 0.0, *[1e9] * 1_000_000])
    monkeypatch.setattr(fewer_cells, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    found = search_cells(programme, 0.02, 5.0)
    result = audit(
        found.strategy.origin, found.strategy.destination, found.strategy.probability, areas.population,
        RECORDS, "wieland", (1.0, 0.0),
    )  # fmt: skip
    assert result.wieland_risk <= RISK
