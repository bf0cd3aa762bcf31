# SPDX-License-Identifier: GPL-2.0-or-later
"""Facts about neighbouring areas that are moved as one cell, where a crowd holds many areas."""

from __future__ import annotations

import numpy as np
import pytest
from test_geomask import made_areas

from geodeid_plugin.core.geomask.audit import audit
from geodeid_plugin.core.geomask.programme.programme import Request
from geodeid_plugin.core.geomask.solution import solve_areas
from geodeid_plugin.core.geomask.solver.cells import expected_cells, joined, opened
from geodeid_plugin.core.geomask.solver.solve import search
from geodeid_plugin.core.geomask.solver.tiles.tiled import Tiles
from tests.core.geomask_reference import programme_of

RECORDS, RISK = 300, 0.2


def strong(count: int = 300, seed: int = 0, boundary=None, squared: bool = False):
    """Areas whose crowds of 1 500 people hold some eighty of them."""
    areas = made_areas(count, seed, boundary=boundary)
    return areas, programme_of(areas, None, RECORDS, RISK, "wieland", squared=squared)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "squared"), [(0, False), (1, True)])
def test_cells_keep_the_risk_and_their_bound_is_below_the_optimum(seed, squared):
    areas, programme = strong(300, seed, squared=squared)
    best, people = search(programme, 1e-3), programme.people
    for parts in (8, 25):
        cells = joined(programme, parts)
        found = opened(programme, cells, search(cells.programme, 1e-3))
        table = found.strategy
        told = audit(table.origin, table.destination, table.probability, areas.population, RECORDS, "wieland")
        assert told.wieland_risk <= RISK
        assert found.bound <= best.strategy.expected_cost(people, squared) * people.sum()
        assert table.expected_cost(people, squared) * people.sum() >= best.bound
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


@pytest.mark.slow
def test_cells_and_what_they_send_stay_inside_their_boundary_unit():
    boundary = np.repeat(np.array(["a", "b"], dtype=object), 150)
    areas, programme = strong(300, 2, boundary=boundary)
    cells = joined(programme, 15)
    table = opened(programme, cells, search(cells.programme, 1e-3)).strategy
    code = areas.boundary_code
    assert (code[table.origin] == code[table.destination]).all()
    for cell in np.unique(cells.cell):
        assert len(np.unique(code[cells.cell == cell])) == 1


def test_under_the_revised_bound_small_areas_ask_for_few_others_and_stay_single():
    areas, _programme = strong()
    assert joined(programme_of(areas, None, RECORDS, RISK), 20) is None


def test_listed_destinations_are_not_joined():
    areas, _programme = strong()
    assert joined(programme_of(areas, None, RECORDS, RISK, "wieland", nearest=200), 20) is None


@pytest.mark.slow
def test_tiles_of_cells_are_private_and_certified_for_the_whole():
    areas, _programme = strong(600, 4)
    request = Request(100, RISK, "wieland", tolerance=2e-3, carried=2.0)
    tiled = solve_areas(areas, None, request, tiles=Tiles(100))
    whole = solve_areas(areas, None, Request(100, RISK, "wieland", tolerance=5e-3))
    assert tiled.audit.wieland_risk <= RISK
    assert tiled.expected_move_m * (1 - tiled.gap) <= whole.expected_move_m


@pytest.mark.parametrize(("records", "parts"), [(300, 22), (200, 13), (300, 650), (40, 13)])
def test_the_number_of_cells_is_foretold(records, parts):
    areas = made_areas(800, 3)
    programme = programme_of(areas, None, records, RISK, "wieland")
    cells = joined(programme, parts)
    foretold = expected_cells(programme.people, programme.weight / RISK, parts)
    if cells is None:
        assert foretold is None
    else:
        assert 0.7 * cells.count < foretold < 1.3 * cells.count
