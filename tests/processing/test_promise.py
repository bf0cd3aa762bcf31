# SPDX-License-Identifier: GPL-2.0-or-later
"""One promise by default: the model that is taken, what the dots say, margins, addresses, dots near homes."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("qgis.core")
from qgis.core import QgsApplication

from tests.refusals import refuses

SAMPLE = Path(__file__).parents[2] / "resources" / "sample" / "upstate_new_york.gpkg"
SIDE = 14
METRE = 1 / 111195


def people_of(column, row):
    return 300 + 40 * ((7 * column + 5 * row) % 11)


def patients_in(layer, count, seed, columns=6, rows=6):
    draws = np.random.default_rng(seed)
    at = draws.random((count, 2)) * (0.1 * columns, 0.1 * rows) + (-75, 45)
    return layer("Point", [(f"POINT({x} {y})", [n]) for n, (x, y) in enumerate(at.tolist())], ["n:integer"])


def masked(run, grid, layer, tmp_path, count=80, seed=3, **more):
    given = {
        "PATIENTS": patients_in(layer, count, seed), "AREAS": grid(6, 6, population=people_of),
        "AREA_ID": "id", "POPULATION": "pop", "RISK": 0.2, "OUTPUT": "memory:", "PLACEMENT": "scatter",
        "METRICS": str(tmp_path / "mask.json"), **more,
    }  # fmt: skip
    result = run("lpmask", given)
    return result, json.loads((tmp_path / "mask.json").read_text("utf-8"))


def checks_of(metrics):
    return {one["key"]: one for one in metrics["judgement"]["checks"]}


def test_toolbox_and_models_make_one_promise(qgis_app):
    """Whoever leaves MODEL and RATE_RATIO alone gets the same, from the toolbox, a model or the panel."""
    registry = QgsApplication.processingRegistry()
    own = registry.algorithmById("geodeid:lpmask")
    defaults = {name: own.parameterDefinition(name).defaultValue() for name in ("MODEL", "RATE_RATIO")}
    assert defaults == {"MODEL": "auto", "RATE_RATIO": 2.0}
    strategy = registry.algorithmById("geodeid:lpstrategy")
    assert {name: strategy.parameterDefinition(name).defaultValue() for name in defaults} == defaults
    model = registry.algorithmById("geodeid:publishmaskeddotmap")
    for child in model.childAlgorithms().values():
        if child.algorithmId() in ("geodeid:lpmask", "geodeid:lpstrategy"):
            given = {name: child.parameterSources().get(name) for name in defaults}
            values = {name: one[0].staticValue() for name, one in given.items() if one}
            assert {**defaults, **values} == defaults


def test_the_first_page_says_what_the_dots_say_of_anyone(run, grid, layer, tmp_path):
    result, metrics = masked(run, grid, layer, tmp_path, REPORT=str(tmp_path / "r.html"))
    assert result["PROMISE"] == "whatever_is_drawn" and result["VERDICT"] == "passed", result["VERDICT_TEXT"]
    assert 0 < result["PERSON_RISK"] <= 0.2 and result["WIELAND_RISK"] <= 0.2 * (1 + 1e-9)
    claim = metrics["judgement"]["claim"]
    assert "is one of the patients has at most a 1 in 5 chance of being right" in claim
    page = (tmp_path / "r.html").read_text("utf-8")
    alike = "nor likelier than the others of the same area"
    for name in ("rates – nobody is known", alike, "populations – the counts are right", "nothing else –"):
        assert name in page


@pytest.mark.slow
def test_everybodys_model_costs_the_sample_no_longer_move(run, tmp_path):
    """Wieland's bound moves mass by 142.88 m at equal rates, the revised model by 143.50 m."""
    given = {
        "PATIENTS": f"{SAMPLE}|layername=patients", "AREAS": f"{SAMPLE}|layername=tracts",
        "AREA_ID": "tract", "POPULATION": "population", "RISK": 0.2, "RATE_RATIO": 1, "OUTPUT": "memory:",
    }  # fmt: skip
    made = {}
    for model in ("auto", "revised"):
        path = tmp_path / f"{model}.json"
        run("lpmask", {**given, "MODEL": model, "METRICS": str(path)})
        made[model] = json.loads(path.read_text("utf-8"))["figures"]
    assert made["auto"]["PROMISE"] == "whatever_is_drawn" and made["auto"]["WIELAND_RISK"] <= 0.2
    assert made["auto"]["EXPECTED_MOVE_M"] == pytest.approx(142.88, abs=0.05)
    assert made["revised"]["EXPECTED_MOVE_M"] == pytest.approx(143.50, abs=0.05)


@pytest.mark.slow
def test_small_areas_get_everybodys_model_and_what_is_proved_of_the_dots(run, grid, layer, tmp_path):
    few = grid(6, 6, population=lambda column, row: 50 + 2 * ((7 * column + 5 * row) % 11))
    result, metrics = masked(run, grid, layer, tmp_path, count=200, AREAS=few, RISK=0.3)
    assert (result["PROMISE"], metrics["figures"]["FLOOR"] > 1) == ("these_dots", True)
    assert result["PERSON_RISK"] <= 0.3 < result["WIELAND_RISK"]
    assert {one["key"] for one in metrics["judgement"]["adversaries"]} == {
        "lp_everybody",
        "person",
        "small_area",
    }
    assert "at most a 1 in 3 chance of being right" in metrics["judgement"]["claim"]
    revised, told = masked(run, grid, layer, tmp_path, count=200, AREAS=few, RISK=0.3, MODEL="revised")
    assert revised["PROMISE"] == "areas_only"
    assert "nothing was promised in advance" in told["judgement"]["claim"] or revised["VERDICT"] != "passed"


@pytest.mark.slow
def test_a_person_above_the_bound_asks_for_care_under_the_revised_model(
    run, grid, layer, tmp_path, monkeypatch
):
    from geodeid_plugin.core.geomask.releases.reading import Reading
    from geodeid_plugin.processing_provider.geomasking import lpmask

    monkeypatch.setattr(lpmask, "read_together", lambda *_given: Reading(0.1, 0.1, 0.26))
    result, _metrics = masked(run, grid, layer, tmp_path, MODEL="revised")
    assert result["VERDICT"] == "with_care"
    told = (
        "as sure as 1 in 3 that one particular person is a patient, more than the 1 in 5 that you asked for"
    )
    assert told in result["VERDICT_TEXT"]
    monkeypatch.setattr(lpmask, "read_together", lambda *_given: Reading(1.0, 0.1, 1.0))
    assert masked(run, grid, layer, tmp_path, MODEL="revised")[0]["VERDICT"] == "not_judged"


def households(layer, each):
    """Forty households in the areas, of so many patients each."""
    at = np.random.default_rng(5).random((40, 2)) * (0.6, 0.6) + (-75, 45)
    rows = [(f"POINT({x} {y})", [f"h{n}"]) for n, (x, y) in enumerate(at.tolist()) for _one in range(each)]
    return layer("Point", rows, ["house:string"])


@pytest.mark.slow
def test_a_dot_of_a_household_says_of_each_of_its_people_what_it_says_of_the_household(
    run, grid, layer, tmp_path, table
):
    """Eight patients behind a dot: the chance that one person is among them is eight times that of one."""
    given = {"GROUP": "house", "TABLE": "memory:", "INTERNAL": "memory:"}
    alone, _metrics = masked(run, grid, layer, tmp_path, PATIENTS=households(layer, 1), **given)
    result, metrics = masked(run, grid, layer, tmp_path, PATIENTS=households(layer, 8), RISK=0.05, **given)
    people, crowd, most = {row["id"]: row["pop"] for row in table(grid(6, 6, population=people_of))}, {}, {}
    for row in table(result["TABLE"]):
        place, chance = row["destination"], row["probability"]
        crowd[place] = crowd.get(place, 0) + people[row["origin"]] * chance
        most[place] = max(most.get(place, 0), chance)
    shown = [row["destination"] for row in table(result["INTERNAL"])]
    # Each of the 320 lines is a patient: eight of one household end at one place.
    told = max(8 * most[place] / crowd[place] for place in set(shown))
    assert result["PERSON_RISK"] >= told
    assert "promised whatever dots are drawn" not in metrics["judgement"]["claim"]
    assert (result["VERDICT"] == "passed") == (result["PERSON_RISK"] <= 0.05)
    assert alone["VERDICT"] == "passed", alone["VERDICT_TEXT"]


@pytest.mark.parametrize(
    ("groups", "proved", "asked"),
    [
        (["a", "a", "a", "b", ""], 0.07, True),
        (["a", "a", "a", "b", ""], 0.06, False),
        (["a", "b", "", "", ""], 0.19, False),
        (["a", "a"], None, False),  # nothing is proved, which is said elsewhere
    ],
)
def test_a_ledger_asks_where_a_households_dot_says_more_than_the_bound(groups, proved, asked):
    from geodeid_plugin.processing_provider.geomasking.homes import behind_one_dot

    memory = SimpleNamespace(dots={n: SimpleNamespace(group=group) for n, group in enumerate(groups)})
    found = behind_one_dot(memory, proved, 0.2)
    assert [one.outcome.value for one in found] == (["care"] if asked else [])


@pytest.mark.slow
def test_the_report_says_what_allowing_for_rates_and_margins_costs(run, grid, layer, tmp_path, monkeypatch):
    """People want to know what honesty costs: the move beside that of a table which allows for nothing."""
    from geodeid_plugin.processing_provider.geomasking import solving

    page = tmp_path / "r.html"
    areas = grid(6, 6, population=people_of, wrong=lambda column, row: people_of(column, row) // 5)
    certain, metrics = masked(run, grid, layer, tmp_path, RATE_RATIO=1, REPORT=str(page))
    assert "FARTHER_SHARE" not in metrics["figures"] and "farther." not in page.read_text("utf-8")
    moves = [certain["PLACED_MOVE_M"]]
    for more in ({}, {"AREAS": areas, "POPULATION_ERROR": "wrong"}):
        found, metrics = masked(run, grid, layer, tmp_path, REPORT=str(page), **more)
        share = metrics["figures"]["FARTHER_SHARE"]
        assert share == pytest.approx(found["PLACED_MOVE_M"] / moves[0] - 1)
        assert f"people {100 * share:.0f} % farther." in " ".join(page.read_text("utf-8").split())
        moves.append(found["PLACED_MOVE_M"])
    assert moves == sorted(moves) and moves[2] > moves[1]
    monkeypatch.setattr(solving, "MOST_AREAS", 35)
    _found, metrics = masked(run, grid, layer, tmp_path)
    assert "FARTHER_SHARE" not in metrics["figures"], "no second table of more areas than are solved fast"


@pytest.mark.slow
def test_margins_of_error_lengthen_moves_and_lie_unused_with_care(run, grid, layer, tmp_path):
    areas = grid(6, 6, population=people_of, pop_moe=lambda column, row: people_of(column, row) // 5)
    plain, asked = masked(run, grid, layer, tmp_path, AREAS=areas)
    assert checks_of(asked)["margin_unused"]["outcome"] == "care" and plain["VERDICT"] == "with_care"
    found, metrics = masked(run, grid, layer, tmp_path, AREAS=areas, POPULATION_ERROR="pop_moe")
    assert found["VERDICT"] == "passed", found["VERDICT_TEXT"]
    assert found["PLACED_MOVE_M"] > plain["PLACED_MOVE_M"]
    assert checks_of(metrics)["population_uncertain"]["outcome"] == "made"
    shares = grid(6, 6, population=people_of, wrong=lambda column, row: 0)
    assert (
        masked(run, grid, layer, tmp_path, AREAS=shares, POPULATION_ERROR="wrong")[0]["VERDICT"] == "passed"
    )


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"POPULATION_ERROR": "bad"}, "area.margin.negative_field"),
        ({"POPULATION_ERROR": "none"}, "area.margin.empty"),
        ({"POPULATION_ERROR": "wide"}, "area.margin.as_large_as_population"),
        ({"POPULATION_ERROR": "pop_moe95"}, "area.margin.not_90_percent"),
        ({"POPULATION_ERROR": "-0.2"}, "strategy.population_error.negative"),
    ],
)
def test_margins_that_are_none_are_refused(run, grid, layer, tmp_path, given, code):
    fields = {
        "pop_moe": lambda column, row: 30,
        "bad": lambda column, row: -1 if (column, row) == (2, 2) else 3,
        "none": lambda column, row: None if (column, row) == (2, 2) else 30,
        "wide": people_of,
        "pop_moe95": lambda column, row: 30,
    }
    with refuses(code):
        masked(run, grid, layer, tmp_path, AREAS=grid(6, 6, population=people_of, **fields), **given)


def test_a_field_of_shares_is_taken_for_no_margins(qgis_app):
    """Margins below one person would leave the bound as if the populations were right."""
    from geodeid_plugin.processing_provider.geomasking.lprates import inequality

    table = SimpleNamespace(name="areas", numeric_columns=lambda: {"wrong": np.array([0.1, np.nan, 0.2])})
    with refuses("area.margin.of_shares"):
        inequality(SimpleNamespace(rate_ratio=2, population_error="wrong"), SimpleNamespace(table=table))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("years", "more", "asked"),
    [
        (74, {}, True),
        (44, {}, False),
        (74, {"RATE_RATIO": 3}, False),
        (74, {"POPULATION": "pop_65_up"}, False),
    ],
)
def test_old_patients_among_everybody_ask_for_the_people_of_their_ages(
    run, grid, layer, tmp_path, years, more, asked
):
    places = [feature.geometry().asWkt() for feature in patients_in(layer, 80, 3).getFeatures()]
    old = layer("Point", [(place, [years + n % 9]) for n, place in enumerate(places)], ["age:integer"])
    areas = grid(6, 6, population=people_of, pop_65_up=people_of)
    found, metrics = masked(run, grid, layer, tmp_path, PATIENTS=old, AREAS=areas, **more)
    assert ("ages" in checks_of(metrics), found["VERDICT"]) == (asked, "with_care" if asked else "passed")


class Town:
    """A made town of single homes, and census squares that count their dwellings."""

    def __init__(self, layer, homes=400, residents=False):
        draws = np.random.default_rng(4)
        side = np.sqrt(homes * 900.0)
        corner = draws.uniform(0, side, (homes // 20, 2)).repeat(20, 0)
        along = np.tile(np.arange(20) * 15.0, homes // 20)
        east = draws.random(homes // 20).repeat(20) < 0.5
        step = np.where(east, [along, 0 * along], [0 * along, along]).T
        self.at = corner + step + draws.normal(0, 2, corner.shape)
        self.people = draws.choice([1, 2, 3, 4], homes) if residents else np.ones(homes, dtype=int)
        self.layer, self.homes, self.draws = layer, homes, draws
        self.chosen = draws.choice(homes, 20, replace=False)
        cell = np.floor(self.at / 150).astype(int)
        self.census = layer("Polygon", [
            (self.square(c, r), [int(self.people[(cell == (c, r)).all(axis=1)].sum())])
            for c, r in np.unique(cell, axis=0).tolist()
        ], ["people:integer"])  # fmt: skip

    @staticmethod
    def degrees(x_m, y_m):
        return 10 + x_m * METRE, y_m * METRE

    def square(self, column, row):
        corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1), (column, row)]
        places = ("{:.9f} {:.9f}".format(*self.degrees(150 * x, 150 * y)) for x, y in corners)
        return "POLYGON((" + ",".join(places) + "))"

    def point(self, row):
        return "POINT({:.9f} {:.9f})".format(*self.degrees(*self.at[row]))

    def addresses(self, rows):
        rows = [(self.point(row), [f"H{row:04d}", int(self.people[row])]) for row in rows]
        return self.layer("Point", rows, ["id:string", "people:integer"])

    def patients(self):
        return self.layer("Point", [(self.point(row), [int(row)]) for row in self.chosen], ["n:integer"])

    def masked(self, run, tmp_path, rows, **more):
        """Solved to a grid of destinations, and masked by that table."""
        asked = {
            "AREAS": self.addresses(rows), "AREA_ID": "id", "POPULATION": "people", "RISK": 0.33,
            "RATE_RATIO": 3, **more,
        }  # fmt: skip
        names = ("AREAS", "AREA_ID", "POPULATION", "RISK", "RATE_RATIO", "POPULATION_ERROR")
        solved = {name: asked[name] for name in names if name in asked}
        solved |= {"RECORDS": len(self.chosen), "GRID_SPACING": 50, "OUTPUT": "memory:"}
        given = {
            "PATIENTS": self.patients(), "CENSUS": self.census,
            "STRATEGY": run("lpstrategy", solved)["OUTPUT"], "OUTPUT": "memory:",
            "METRICS": str(tmp_path / "mask.json"), **asked,
        }  # fmt: skip
        result = run("lpmask", given)
        return result, checks_of(json.loads((tmp_path / "mask.json").read_text("utf-8")))


@pytest.mark.slow
def test_one_person_at_each_address_is_masked_and_judged_by_a_census(run, layer, tmp_path):
    town = Town(layer)
    result, checks = town.masked(run, tmp_path, range(town.homes))
    assert result["VERDICT"] == "passed", result["VERDICT_TEXT"]
    assert result["PERSON_RISK"] <= 0.33 and "population_differs" not in checks
    assert checks["list_over_census"]["outcome"] == "made"
    households, checks = town.masked(run, tmp_path, range(town.homes), RATE_RATIO=2)
    assert households["VERDICT"] == "with_care" and checks["address_residents"]["outcome"] == "care"


@pytest.mark.slow
def test_a_list_made_from_the_patients_or_held_against_no_census_is_not_judged(run, layer, tmp_path):
    town = Town(layer)
    near = np.unique(np.r_[town.chosen, town.draws.choice(town.homes, 60, replace=False)])
    with refuses("strategy.risk.above_bound"):
        town.masked(run, tmp_path, near.tolist(), RATE_RATIO=1, RISK=0.6)
    wrong = {"POPULATION_ERROR": 0.15}
    result, checks = town.masked(run, tmp_path, near.tolist(), RATE_RATIO=1, RISK=0.6, **wrong)
    assert result["VERDICT"] == "not_judged" and checks["list_share"]["outcome"] == "not_made"
    result, checks = town.masked(run, tmp_path, range(town.homes), CENSUS=None, **wrong)
    assert result["VERDICT"] == "not_judged" and checks["list_census"]["outcome"] == "not_made"


@pytest.mark.slow
def test_addresses_are_never_masked_by_the_revised_model(run, layer, tmp_path):
    town = Town(layer)
    with refuses("address.model.not_revised"):
        town.masked(run, tmp_path, range(town.homes), MODEL="revised")


def evaluated(run, result, metrics_path, tmp_path, areas, links=None):
    given = {
        "LINKS": links or result["INTERNAL"], "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop",
        "MASK": str(metrics_path), "TABLE": result["TABLE"], "SIMULATIONS": 0, "OUTPUT": "memory:",
        "METRICS": str(tmp_path / "evaluation.json"), "SEED": 4,
    }  # fmt: skip
    found = run("evaluatemask", given)
    return found, checks_of(json.loads((tmp_path / "evaluation.json").read_text("utf-8")))


@pytest.fixture
def honest(run, grid, layer, tmp_path):
    """Areas, and a mask of patients in them with its links and table."""
    areas = grid(6, 6, population=people_of)
    outputs = {"AREAS": areas, "INTERNAL": "memory:", "TABLE": "memory:"}
    return areas, masked(run, grid, layer, tmp_path, **outputs)[0]


@pytest.mark.slow
def test_an_honest_mask_is_tested_by_redraws_and_not_looked_through(run, honest, tmp_path):
    areas, result = honest
    found, checks = evaluated(run, result, tmp_path / "mask.json", tmp_path, areas)
    assert "near_places" not in checks and checks["mask_audit"]["outcome"] == "made"
    # The draws come from the operating system: an honest map fails once in 200 times, and asks once in 50.
    assert checks["found_near_home"]["outcome"] in ("made", "care") and found["NEAR_P"] > 0.001


@pytest.mark.slow
def test_a_table_of_another_mask_is_refused(run, grid, layer, honest, tmp_path):
    """Redraws of a laxer mask would find dots nearer to homes in order."""
    areas, result = honest
    own = (tmp_path / "mask.json").read_text("utf-8")
    lax, _metrics = masked(run, grid, layer, tmp_path, AREAS=areas, RISK=0.5, TABLE="memory:")
    (tmp_path / "mask.json").write_text(own, "utf-8")
    with refuses("mask_table.mask.other"):
        evaluated(run, {**result, "TABLE": lax["TABLE"]}, tmp_path / "mask.json", tmp_path, areas)


@pytest.mark.slow
def test_a_record_that_somebody_put_back_home_fails_the_test_of_redraws(run, layer, honest, tmp_path):
    """Another one is moved as much farther, so that the mean move tells nothing."""
    areas, result = honest
    lines = [feature.geometry() for feature in result["INTERNAL"].getFeatures()]
    lines.sort(key=lambda line: -line.length())
    ends = np.array([[(v.x(), v.y()) for v in line.vertices()] for line in lines])
    home, farther = len(ends) // 2, 0
    metres = np.hypot(
        (ends[:, 1, 0] - ends[:, 0, 0]) * np.cos(np.radians(45.3)), ends[:, 1, 1] - ends[:, 0, 1]
    )
    way = (ends[farther, 1] - ends[farther, 0]) / metres[farther]
    ends[farther, 1] += way * metres[home]
    ends[home, 1] = ends[home, 0]
    rows = [(f"LINESTRING({a[0]} {a[1]}, {b[0]} {b[1]})", [n]) for n, (a, b) in enumerate(ends.tolist())]
    changed = layer("LineString", rows, ["n:integer"])
    found, checks = evaluated(run, result, tmp_path / "mask.json", tmp_path, areas, changed)
    assert checks["found_near_home"]["outcome"] == "failed" and found["VERDICT"] == "gives_away"
    assert "do not look drawn from the table that was audited" in found["VERDICT_TEXT"]
