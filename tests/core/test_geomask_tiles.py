# SPDX-License-Identifier: GPL-2.0-or-later
"""Facts about programmes in tiles, against the same programme undivided."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from test_geomask import made_areas

from geodeid_plugin.core.base.errors import AuditError, CancelledError, InputError
from geodeid_plugin.core.geomask.programme.allpairs import AllPairs
from geodeid_plugin.core.geomask.programme.pricing import lower_bound
from geodeid_plugin.core.geomask.programme.programme import Request
from geodeid_plugin.core.geomask.solution import solve_areas
from geodeid_plugin.core.geomask.solver.solve import search
from geodeid_plugin.core.geomask.solver.tiles import tiled
from geodeid_plugin.core.geomask.solver.tiles.partition import cut, sizes, sparsest
from geodeid_plugin.core.geomask.solver.tiles.tiled import Tiles, certified, search_tiled
from geodeid_plugin.core.geomask.solver.tiles.work import Here, packed, solve_piece, unpacked
from tests.core.geomask_reference import programme_of
from tests.refusals import refuses

REQUEST = Request(40, 0.25, tolerance=1e-3)


def programme(areas, request=REQUEST):
    return programme_of(areas, None, request.records, request.risk, request.model, squared=request.squared)


@pytest.fixture(scope="module")
def areas():
    return made_areas(750, 11)


@pytest.fixture(scope="module")
def undivided(areas):
    return solve_areas(areas, None, replace(REQUEST, tolerance=1e-4))


@pytest.fixture(scope="module")
def healed(areas):
    """Solutions in tiles, by the number of times that they were healed."""
    return [solve_areas(areas, None, REQUEST, tiles=Tiles(60, passes=passes)) for passes in range(3)]


@pytest.mark.slow
def test_tiles_are_private_below_the_optimum_and_healing_takes_away_most_of_what_seams_cost(
    areas, undivided, healed
):
    best, loss = undivided.expected_move_m, []
    assert cut(programme(areas), sizes(programme(areas), 60)).count >= 3
    for solution in healed:
        assert solution.audit.revised_risk <= REQUEST.risk
        assert solution.expected_move_m >= best * (1 - undivided.gap)
        assert solution.expected_move_m * (1 - solution.gap) <= best
        assert solution.gap < 1
        loss.append(solution.expected_move_m / best - 1)
    assert loss[0] > 0.01
    assert loss[1] < loss[0] / 2 and loss[2] <= loss[1] + 1e-9


@pytest.mark.slow
@pytest.mark.parametrize(("model", "squared"), [("revised", True), ("wieland", False)])
def test_tiles_respect_boundary_units_models_and_objectives(model, squared):
    unit = np.repeat(np.array(["a", "b", "c", "d"], dtype=object), [500, 60, 30, 110])
    areas = made_areas(700, 3, boundary=unit)
    request = Request(30, 0.3, model, squared=squared, tolerance=1e-3, carried=2.0)
    solution = solve_areas(areas, None, request, tiles=Tiles(60))
    strategy = solution.strategy
    assert solution.audit.risk(model) <= request.risk
    assert (unit[strategy.origin] == unit[strategy.destination]).all()
    whole = solve_areas(areas, None, replace(request, carried=0.0))
    cost = [s.strategy.expected_cost(areas.population, squared) for s in (solution, whole)]
    assert cost[0] >= cost[1] * (1 - whole.gap)
    assert cost[0] * (1 - solution.gap) <= cost[1]


def test_a_tiling_has_everybody_once_and_holds_what_the_bound_needs():
    unit = np.repeat(np.array(["a", "b", "c"], dtype=object), [800, 60, 40])
    areas = made_areas(900, 3, boundary=unit)
    areas = replace(areas, population=np.where(np.arange(900) % 7 == 0, 0.0, areas.population))
    one = programme(areas)
    size = sizes(one, 50)
    for shift in ((0.0, 0.0), (0.5, 0.5), (0.25, 0.75)):
        tiling = cut(one, size, shift)
        codes = areas.boundary_code
        for tile in range(tiling.count):
            rows, columns = one.area[tiling.origin == tile], np.flatnonzero(tiling.destination == tile)
            assert len(rows) and len(columns)
            assert set(codes[rows]) == set(codes[columns])
            if not any(shift):
                need = (one.weight / one.risk)[tiling.origin == tile].max()
                assert areas.population[rows].sum() >= need
        small = np.isin(codes[one.area], np.unique(codes[800:]))
        assert (tiling.origin[~small] >= 0).all() and len(np.unique(tiling.origin[~small])) > 2
        # Units that are not cut are solved once, in the first pass.
        assert (tiling.origin[small] >= 0).all() != any(shift)
        assert np.isinf(tiling.depth[small]).all()


def test_the_sparsest_areas_are_one_tile_whose_seam_lies_near_the_towns():
    towns = made_areas(800, 3)
    country = made_areas(100, 4)
    areas = replace(
        made_areas(900, 3),
        lon_deg=np.r_[towns.lon_deg, -75 + 400 * (country.lon_deg + 75)],
        lat_deg=np.r_[towns.lat_deg, 45 + 100 * (country.lat_deg - 45)],
    )
    one = programme(areas)
    tiling = sparsest(one, sizes(one, 90))
    chosen = np.flatnonzero(tiling.origin == 0)
    assert tiling.count == 1 and len(chosen) == 90
    assert 80 <= (chosen >= 800).sum() < 90  # the others are of the towns to which the country looks
    assert np.array_equal(chosen, np.flatnonzero(tiling.destination == 0))
    assert np.isfinite(tiling.depth[chosen]).all() and np.isinf(np.delete(tiling.depth, chosen)).all()
    # A unit that is not cut has no seams.
    assert sparsest(one, sizes(one, 900)).count == 0


@pytest.mark.slow
def test_blocks_never_make_a_flow_at_rest_tell_more():
    """After a heal each flow keeps within its cap, those that were held too."""
    areas = made_areas(400, 8)
    one = programme(areas)
    found = search_tiled(one, 1e-3, Tiles(40, passes=2))
    flow = one.people[found.strategy.origin] * found.strategy.probability
    inflow = np.bincount(found.strategy.destination, flow, 400)
    share = flow / inflow[found.strategy.destination]
    assert (share <= one.cap()[found.strategy.origin] * (1 + 1e-12)).all()
    row = np.bincount(found.strategy.origin, found.strategy.probability, 400)
    assert np.array_equal(row, np.ones(400))


class Failing(Here):
    """Workers of whom the answers to some pieces are worthless."""

    def __init__(self, from_piece):
        self.count, self.from_piece = 0, from_piece

    def solve(self, pieces, progress):
        for result in super().solve(pieces, progress):
            self.count += 1
            failed = self.count > self.from_piece
            yield {**result, "failed": np.array(2), "cost": np.array(np.inf)} if failed else result


@pytest.mark.slow
def test_a_block_without_a_strategy_stays_as_it_was(areas, healed):
    tiles = cut(programme(areas), sizes(programme(areas), 60)).count
    kept = solve_areas(areas, None, REQUEST, tiles=Tiles(60, Failing(tiles), 1))
    assert kept.expected_move_m == pytest.approx(healed[0].expected_move_m, rel=1e-6)
    assert kept.audit.revised_risk <= REQUEST.risk


@pytest.mark.slow
def test_tiles_without_a_strategy_are_refused_with_a_sentence(areas):
    with refuses("tile.strategy.not_found"):
        search_tiled(programme(areas), 1e-3, Tiles(60, Failing(0)))


class Lying(Here):
    """Workers that return twice the flows to half the destinations."""

    def solve(self, pieces, progress):
        for result in super().solve(pieces, progress):
            yield {**result, "destination": result["destination"] // 2, "price": 10 * result["price"]}


@pytest.mark.slow
def test_wrong_answers_of_workers_end_in_a_private_table_or_none(areas, undivided):
    try:
        solution = solve_areas(areas, None, REQUEST, tiles=Tiles(60, Lying(), 1))
    except (AuditError, InputError):  # pairs given twice are no table of probabilities
        return
    assert solution.audit.revised_risk <= REQUEST.risk
    assert solution.expected_move_m * (1 - solution.gap) <= undivided.expected_move_m


WRONG = {
    "a price that is no number": lambda result: {**result, "price": result["price"] * np.nan},
    "flows that are no numbers": lambda result: {**result, "flow": result["flow"] * np.inf},
    "flows below nothing": lambda result: {**result, "flow": -result["flow"]},
    "a cost that is no number": lambda result: {**result, "cost": result["cost"] * np.nan},
    "origins that are not in it": lambda result: {**result, "origin": result["origin"] + 10**6},
    "destinations before the first": lambda result: {**result, "destination": result["destination"] - 10**6},
    "too few prices": lambda result: {**result, "price": result["price"][1:]},
    "fewer flows than pairs": lambda result: {**result, "flow": result["flow"][1:]},
    "words for numbers": lambda result: {**result, "price": result["price"].astype(str)},
    "nothing": lambda result: {"failed": np.array(0)},
}


class Answering(Here):
    """Workers whose answers from some piece on are changed on the way."""

    def __init__(self, change, from_piece):
        self.change, self.from_piece, self.count = change, from_piece, 0

    def solve(self, pieces, progress):
        for result in super().solve(pieces, progress):
            self.count += 1
            yield self.change(result) if self.count > self.from_piece else result


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "healing"),
    [
        *((name, False) for name in WRONG),
        *(pytest.param(name, True, marks=pytest.mark.slow) for name in list(WRONG)[::4]),
    ],
)
def test_an_answer_that_fits_no_tile_ends_the_run_with_a_sentence(areas, name, healing):
    """Prices that are no numbers would certify a distance of 0 from the optimum: ``max(0, nan)`` is 0."""
    one = programme(areas)
    first = cut(one, sizes(one, 60)).count
    with refuses("worker.answer.none"):
        search_tiled(one, 1e-2, Tiles(60, Answering(WRONG[name], first if healing else 0)))


@pytest.mark.slow
def test_prices_that_are_no_numbers_certify_nothing(areas):
    one = programme(areas)
    found = search(one, 1e-2)
    assert certified(one, found.price * np.nan)[0] == 0
    assert replace(found, bound=np.nan).gap(one) == 1
    assert 0 < found.gap(one) <= 1e-2


@pytest.mark.parametrize("data", [b"", b"hello", packed({"flow": np.arange(9.0)})[:-40], None])
def test_bytes_that_are_no_arrays_are_a_sentence(data):
    with refuses("worker.answer.none"):
        unpacked(data)


@pytest.mark.slow
def test_cancel_ends_tiles(areas):
    def progress(fraction, text=""):
        if fraction > 0.2:
            raise CancelledError()

    with pytest.raises(CancelledError):
        solve_areas(areas, None, REQUEST, progress, Tiles(60))


def test_tiles_and_the_nearest_destinations_exclude_each_other(areas):
    with refuses("tile.destinations.not_all"):
        solve_areas(areas, None, replace(REQUEST, nearest=100), tiles=Tiles(60))


@pytest.mark.slow
def test_large_programmes_are_cut_without_being_asked(areas, monkeypatch):
    monkeypatch.setattr("geodeid_plugin.core.geomask.solution.LARGE", 750)
    asked = []
    monkeypatch.setattr(
        "geodeid_plugin.core.geomask.solution.search_tiled",
        lambda *given: asked.append(given[2]) or search_tiled(*given),
    )
    solve_areas(areas, None, REQUEST)
    solve_areas(made_areas(400), None, REQUEST)
    assert [one.areas for one in asked] == [tiled.TILE]


@pytest.mark.slow
def test_a_piece_travels_as_bytes_and_gives_the_same_result(areas):
    caught = []

    class Catching(Here):
        def solve(self, pieces, progress):
            pieces = [make() for make in pieces]
            caught.extend(pieces)
            yield from super().solve([lambda piece=piece: piece for piece in pieces], progress)

    search_tiled(programme(areas), 1e-2, Tiles(60, Catching()))
    healed = next(piece for piece in caught if len(piece["tied"]))
    there, here = solve_piece(unpacked(packed(healed))), solve_piece(healed)
    assert set(there) == set(here)
    assert all(np.array_equal(there[name], here[name]) for name in here)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "squared"), [(0, False), (1, True), (2, False)])
def test_no_prices_of_tiles_prove_more_than_the_optimum(seed, squared):
    """Prices of any kind: of tiles, raised where they lie, random, negative, all alike."""
    areas = made_areas(300, seed)
    one = programme(areas, replace(REQUEST, squared=squared))
    best = search(one, 1e-5)
    cost = best.strategy.expected_cost(one.people, squared) * one.people.sum()
    random = np.random.default_rng(seed)
    for price in (
        best.price * random.choice([1.0, 5.0], 300, p=[0.9, 0.1]),
        best.price.max() * random.random(300),
        -best.price,
        np.zeros(300),
    ):
        bound, repaired = certified(one, price)
        assert 0 <= bound <= cost * (1 + 1e-9)
        plain = lower_bound(one.pricing_set, price, one.people, one.cap(), np.full(300, np.inf))[0]
        assert bound >= plain - 1e-9 * cost
        assert np.isfinite(repaired).all()


@pytest.mark.slow
def test_where_few_are_priced_too_dearly_the_dear_ones_give():
    """A tenth of all prices are five times too high: the plain repair takes the others down with them."""
    areas = made_areas(600, 4)
    one = programme(areas)
    best = search(one, 1e-4)
    price = best.price * np.random.default_rng(4).choice([1.0, 5.0], 600, p=[0.9, 0.1])
    plain = lower_bound(one.pricing_set, price, one.people, one.cap(), np.full(600, np.inf))[0]
    assert certified(one, price)[0] > 1.1 * plain > 0


@pytest.mark.slow
def test_certifying_prices_everything_a_few_times_alone(monkeypatch):
    """It is the work of one process while all others wait: a fifth of the whole when it priced 21 times."""
    areas = made_areas(300, 4)
    one = programme(areas)
    price = search(one, 1e-2).price * np.random.default_rng(4).choice([1.0, 1.2], 300, p=[0.9, 0.1])
    whole, priced = [], AllPairs.price

    def counted(self, price, cap, margin, wanted=None):
        whole.append(wanted is None)
        return priced(self, price, cap, margin, wanted)

    monkeypatch.setattr(AllPairs, "price", counted)
    bound, prices = certified(one, price)
    again = lower_bound(one.pricing_set, prices, one.people, one.cap(), np.full(300, np.inf))[0]
    assert 0 < bound <= again * (1 + 1e-12)
    assert sum(whole) <= 9
