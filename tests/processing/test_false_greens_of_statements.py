# SPDX-License-Identifier: GPL-2.0-or-later
"""Statements that a verdict rests on and that may be wrong: laws, METRICS of earlier runs, populations.

Each of them made a green report once.
"""

import json

import numpy as np
import pytest
from qgis.core import QgsProcessingException
from qgis.PyQt.QtGui import QImage

from geodeid_plugin.core.base.errors import InputError
from geodeid_plugin.host.compat import field
from geodeid_plugin.processing_provider.framework.verdict.metricsfile import file_identity, level_of

pytestmark = pytest.mark.usefixtures("matched_once", "solved_once")

PLACES = np.random.default_rng(6).random((120, 2)) * (0.02, 0.015) + (-75, 45)
FAR = {"key": "all_releases", "knows": "all releases", "holds": "all people", "risk": 0.9, "covered": True,
       "records": 0, "level": "gives_away", "internal": False}  # fmt: skip

NO_BOUND = r"state the bound|contradict themselves|no verdict|as “(figures: RISK_BOUND|judgement: limit)”"
NO_RISK = r"state the achieved risk|as “figures: ACHIEVED_RISK”"


@pytest.fixture
def ring(run, layer, tmp_path):
    """Links and METRICS of a narrow ring: who knows it matches nearly all, who takes the nearest dot few."""
    people = layer("Point", [(f"POINT({x} {y})", []) for x, y in PLACES], [])
    outputs = {"OUTPUT": "memory:", "INTERNAL": "memory:", "METRICS": str(tmp_path / "ring.json")}
    given = {"METHOD": "donut", "MIN_DISTANCE": 400, "MAX_DISTANCE": 500}
    return run("randommask", {"PATIENTS": people, **given, **outputs})["INTERNAL"], outputs["METRICS"]


@pytest.fixture(scope="module")
def homes(layer):
    """Many addresses."""
    places = np.random.default_rng(3).random((8000, 2)) * (0.03, 0.025) + (-75.005, 44.995)
    return layer("Point", [(f"POINT({x} {y})", []) for x, y in places], [])


@pytest.fixture
def measured(run, homes):
    """Evaluate links among many addresses."""

    def evaluated(links, **more):
        given = {"LINKS": links, "ADDRESSES": homes, "SIMULATIONS": 0, "OUTPUT": "memory:"}
        return run("evaluatemask", {**given, **more})

    return evaluated


@pytest.mark.slow
@pytest.mark.parametrize("mask_model", ["uniform 0 5000", "gaussian 3000", "donut 400 501", "voronoi"])
def test_a_law_against_the_one_of_the_links_or_the_metrics_is_refused(measured, ring, mask_model):
    links, metrics = ring
    for more in ({}, {"MASK": metrics}):
        with pytest.raises(QgsProcessingException, match="do not state the same distribution"):
            measured(links, MASK_MODEL=mask_model, **more)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mask_model", "outcome"),
    [
        ("uniform 0 5000", "not_made"),
        ("gaussian 3000", "not_made"),
        ("donut 300 600", "not_made"),
        ("donut 400 500", "made"),
    ],
)
def test_a_law_against_the_moves_vouches_for_nothing(measured, ring, layer, tmp_path, mask_model, outcome):
    """A ring of 400 to 500 m called “uniform 0 5000”: who matches by that law finds nobody."""
    lines = [(line.geometry().asWkt(17), []) for line in ring[0].getFeatures()]
    bare = layer("LineString", lines, [], name="links")
    result = measured(bare, MASK_MODEL=mask_model, METRICS=str(tmp_path / "m.json"))
    checks = json.loads((tmp_path / "m.json").read_text())["judgement"]["checks"]
    assert {one["key"]: one["outcome"] for one in checks}["mask_model"] == outcome
    assert result["VERDICT"] != "passed"


@pytest.mark.slow
@pytest.mark.parametrize(("women", "men", "level"), [(1, 1, "with_care"), (0.5, 0.5, "passed")])
def test_strata_that_count_a_person_twice_are_not_green(run, grid, layer, women, men, level):
    """`F=population; M=population` halved the risk of every record beside its sex."""
    areas = grid(population=lambda column, row: 300 + 20 * (4 * column + row))
    areas.dataProvider().addAttributes([field("women", "integer"), field("men", "integer")])
    areas.updateFields()
    at = [areas.fields().lookupField(name) for name in ("women", "men")]
    for area in list(areas.getFeatures()):
        areas.dataProvider().changeAttributeValues(
            {area.id(): {at[0]: int(women * area["pop"]), at[1]: int(men * area["pop"])}}
        )
    places = np.random.default_rng(2).random((60, 2)) * 0.4 + (-75, 45)
    rows = [(f"POINT({x} {y})", ["FM"[number % 2]]) for number, (x, y) in enumerate(places)]
    people = layer("Point", rows, ["sex:string"], name="patients")
    given = {"PATIENTS": people, "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "OUTPUT": "memory:"}
    strata = {"STRATUM": "sex", "STRATUM_POPULATIONS": "F=women; M=men", "KEEP_FIELDS": ["sex"]}
    assert run("lpmask", {**given, **strata})["VERDICT"] == level


@pytest.fixture
def published(run, grid, layer, tmp_path):
    """Write the METRICS of a mask and of a passed attack, changed; publish a picture with them."""
    places = np.random.default_rng(2).random((60, 2)) * 0.4 + (-75, 45)
    people = layer("Point", [(f"POINT({x} {y})", []) for x, y in places], [], name="patients")
    own = grid(population=lambda column, row: 700 + 20 * (4 * column + row))
    areas = {"AREAS": own, "AREA_ID": "id", "POPULATION": "pop"}
    mask, attack, image = (tmp_path / name for name in ("mask.json", "attack.json", "map.png"))
    outputs = {"OUTPUT": "memory:", "INTERNAL": "memory:", "METRICS": str(mask)}
    masked = run("lpmask", {"PATIENTS": people, **areas, "RISK": 0.2, **outputs})
    picture = QImage(40, 30, QImage.Format.Format_RGB32)
    picture.fill(0xFFFFFF)
    picture.save(str(image))

    def report(change=lambda mask, attack: None, evaluated=False):
        figures = {"VERDICT": "passed", "VERDICT_TEXT": "nobody", "RECALL": 0.5, "RECOVERED": 3,
                   "MEAN_DISTANCE_M": 12.0, "EXPOSED": 0, "EXPOSED_BY_CHANCE": 0}  # fmt: skip
        of_attack = {"algorithm": "mapreidentification", "parameters": {"LIMIT": 0.2}, "counts": {},
                     "warnings": [], "verdict": "passed", "judgement": {"adversaries": [], "checks": []},
                     "figures": figures, "picture": file_identity(image.read_bytes()),
                     "patients": json.loads(mask.read_text())["patients"]}  # fmt: skip
        of_mask = json.loads(mask.read_text())
        change(of_mask, of_attack)
        for path, metrics in ((mask, of_mask), (attack, of_attack)):
            path.write_text(json.dumps(metrics))
        if evaluated:
            given = {"LINKS": masked["INTERNAL"], **areas, "MASK": str(mask), "SIMULATIONS": 0}
            return run("evaluatemask", {**given, "OUTPUT": "memory:"})["VERDICT"]
        given = {"MASK": str(mask), "IMAGE": str(image), "ATTACK_TRUE": str(attack)}
        return run("publicationreport", given)["VERDICT"]

    return report


@pytest.mark.slow
def test_a_publication_on_whole_metrics_passes(published):
    assert published() == "passed"


@pytest.mark.slow
@pytest.mark.parametrize("evaluated", [False, True])
def test_who_has_all_releases_is_played_in_later_reports_too(published, evaluated):
    """A ledger over its bound was red in the mask's report, and green in the publication's."""

    def change(mask, _attack):
        mask["judgement"]["adversaries"].append(FAR)
        mask["verdict"] = "gives_away"

    assert published(change, evaluated) == "gives_away"


@pytest.mark.slow
@pytest.mark.parametrize("evaluated", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("part", ["adversary", "its level", "check"])
def test_metrics_that_state_a_milder_verdict_than_they_list_are_refused(published, part, evaluated):
    def change(mask, _attack):
        if part == "adversary":
            mask["judgement"]["adversaries"].append(FAR)
        elif part == "its level":
            mask["judgement"]["adversaries"][0]["risk"] = 0.9
        else:
            mask["judgement"]["checks"][0]["outcome"] = "failed"

    with pytest.raises(QgsProcessingException, match="contradict themselves"):
        published(change, evaluated)


@pytest.mark.slow
@pytest.mark.parametrize("evaluated", [False, True])
def test_metrics_without_what_the_dots_say_together_are_not_judged(published, evaluated):
    """METRICS of earlier versions read each place by itself, which was green above the limit."""

    def change(mask, _attack):
        listed = mask["judgement"]["adversaries"]
        mask["judgement"]["adversaries"] = [one for one in listed if one["key"] != "person"]

    assert published(change, evaluated) == "not_judged"


@pytest.mark.slow
@pytest.mark.parametrize("evaluated", [False, True])
@pytest.mark.parametrize("limit", [float("nan"), float("inf"), 0.9, None, True])
@pytest.mark.parametrize("figure", [True, False])
def test_a_bound_that_is_none_or_another_is_never_kept(published, figure, limit, evaluated):
    """A bound of infinity in the figures of a mask was kept by everybody whom “Evaluate a mask” played."""

    def change(mask, _attack):
        if figure:
            mask["figures"]["RISK_BOUND"] = limit
        else:
            mask["judgement"]["limit"] = limit

    with pytest.raises(QgsProcessingException, match=NO_BOUND):
        published(change, evaluated)


@pytest.mark.slow
@pytest.mark.parametrize("evaluated", [False, True])
@pytest.mark.parametrize("risk", [float("nan"), None, "0.1", -1])
def test_an_achieved_risk_that_is_none_is_refused_with_a_sentence(published, risk, evaluated):
    with pytest.raises(QgsProcessingException, match=NO_RISK):
        published(lambda mask, _attack: mask["figures"].update(ACHIEVED_RISK=risk), evaluated)


@pytest.mark.parametrize("limit", [float("nan"), float("inf"), 1.5, -0.2])
def test_no_listed_risk_is_within_a_limit_that_is_no_share(limit):
    one = {"key": "map", "risk": 0.01, "covered": True, "level": "passed"}
    metrics = {"algorithm": "x", "verdict": "passed", "judgement": {"limit": limit, "adversaries": [one]}}
    with pytest.raises(InputError, match="contradict themselves"):
        level_of(metrics)


def test_an_attack_on_another_picture_is_refused(published):
    with pytest.raises(QgsProcessingException, match="another picture than"):
        published(lambda _mask, attack: attack.update(picture=file_identity(b"another")))


def test_an_attack_that_does_not_say_on_which_picture_is_none(published):
    assert published(lambda _mask, attack: attack.pop("picture")) == "not_judged"


@pytest.mark.slow
def test_areas_that_lie_upon_each_other_count_nobody(run, grid, layer):
    """Tracts of two years in one layer: everybody was counted twice, and the risk halved."""
    once = grid(population=lambda column, row: 300 + 20 * (4 * column + row))
    shapes = [(area.geometry().asWkt(17), area["id"], area["pop"]) for area in once.getFeatures()]
    rows = [(wkt, [f"{name}{year}", people]) for wkt, name, people in shapes for year in ("a", "b")]
    twice = layer("Polygon", rows, ["id:string", "pop:integer"], name="areas")
    people = layer("Point", [(f"POINT({x} {y})", []) for x, y in PLACES], [])
    given = {"PATIENTS": people, "AREA_ID": "id", "POPULATION": "pop", "OUTPUT": "memory:"}
    assert run("lpmask", {**given, "AREAS": once})["VERDICT"] in ("passed", "with_care")
    result = run("lpmask", {**given, "AREAS": twice})
    assert result["VERDICT"] == "not_judged" and "Some areas overlap" in result["VERDICT_TEXT"]


@pytest.mark.parametrize(
    "mask_model",
    [
        "donut 500 400", "donut -5 10", "donut nan nan", "uniform 0 1e308", "gaussian 0", "gaussian inf",
        "laplace 0", "laplace 1e-300", "bimodal 100 0", "grid 0", "hexagon -1", "populationdonut 100 20",
        "moves 5", "donut a b", "[]",
    ],
)  # fmt: skip
def test_a_law_by_which_no_mask_moves_is_refused_with_a_sentence(run, layer, mask_model):
    """A misspelt number ended in “Something went wrong that was not foreseen (ZeroDivisionError)”."""
    lines = layer(
        "LineString", [("LINESTRING(-75 45,-75 45.01)", []), ("LINESTRING(-75.1 45,-75 45)", [])], []
    )
    with pytest.raises(QgsProcessingException, match=r"describes no mask|cannot be read"):
        run("evaluatemask", {"LINKS": lines, "MASK_MODEL": mask_model, "SIMULATIONS": 0, "OUTPUT": "memory:"})


@pytest.fixture
def tabled(run, grid, layer, tmp_path):
    """An LP mask with its links and its table, and another table for the same areas."""
    own = grid(6, 6, population=lambda column, row: 300 + 20 * (4 * column + row))
    places = np.random.default_rng(2).random((80, 2)) * 0.6 + (-75, 45)
    people = layer("Point", [(f"POINT({x} {y})", []) for x, y in places], [], name="patients")
    areas = {"AREAS": own, "AREA_ID": "id", "POPULATION": "pop"}
    outputs = {"OUTPUT": "memory:", "INTERNAL": "memory:", "TABLE": "memory:"}
    masked = run("lpmask", {"PATIENTS": people, **areas, "RISK": 0.3, "SEED": 1, **outputs})
    far = run("lpstrategy", {**areas, "RECORDS": 80, "RISK": 0.09, "OUTPUT": "memory:"})["OUTPUT"]
    return areas, masked, far


@pytest.mark.slow
def test_the_table_of_an_lp_mask_is_a_law_that_an_adversary_knows(run, tabled, layer, tmp_path):
    areas, masked, far = tabled
    path = tmp_path / "m.json"

    def evaluated(table, **more):
        given = {"LINKS": masked["INTERNAL"], **areas, "TABLE": table, "SIMULATIONS": 0, "METRICS": str(path)}
        run("evaluatemask", {**given, "OUTPUT": "memory:", **more})
        found = json.loads(path.read_text())["judgement"]
        checks = {one["key"]: one["outcome"] for one in found["checks"]}
        return checks, {one["key"]: one["risk"] for one in found["adversaries"]}

    checks, risks = evaluated(masked["TABLE"])
    assert checks["mask_model"] == "made"
    assert 0 < risks["matching_patients"] <= 1
    assert evaluated(far)[0]["mask_model"] == "not_made"
    with pytest.raises(QgsProcessingException, match="do not state the same distribution"):
        evaluated(masked["TABLE"], MASK_MODEL="donut 50 500")
    few = layer("Polygon", [("POLYGON((0 0,1 0,1 1,0 0))", ["x", 5])], ["id:string", "pop:integer"])
    with pytest.raises(QgsProcessingException, match="names areas that AREAS does not hold"):
        evaluated(masked["TABLE"], AREAS=few)
    with pytest.raises(QgsProcessingException, match="give AREAS"):
        evaluated(masked["TABLE"], AREAS=None)


@pytest.mark.slow
def test_every_mask_of_a_comparison_is_judged(run, measured, ring, layer, table, tmp_path):
    """The page was green for the first mask, and its table showed another that matched everybody."""
    narrow = ring[0]
    people = layer("Point", [(f"POINT({x} {y})", []) for x, y in PLACES], [])
    wide = {"METHOD": "uniform", "MAX_DISTANCE": 40000, "OUTPUT": "memory:", "INTERNAL": "memory:"}
    links = run("randommask", {"PATIENTS": people, **wide})["INTERNAL"]
    narrow.setName("narrow ring")
    alone = measured(links, THRESHOLD=0.33)
    beside = measured(links, THRESHOLD=0.33, CANDIDATES=[narrow], COMPARISON="memory:")
    assert alone["VERDICT"] == "passed", alone["VERDICT_TEXT"]
    assert beside["VERDICT"] == "gives_away" and "narrow ring" in beside["VERDICT_TEXT"]
    levels = {row["mask"]: row["verdict"] for row in table(beside["COMPARISON"])}
    assert sorted(levels.values()) == ["gives_away", "passed"] and levels["narrow ring"] == "gives_away"


@pytest.mark.slow
@pytest.mark.parametrize("shared", [False, True])
def test_a_mask_whose_records_move_together_is_not_judged(run, layer, tmp_path, shared):
    """Pairs of records with one move passed in 3 of 4 runs; differences of dots matched 200 of 200 homes."""
    source = np.random.default_rng(7)
    homes = source.random((120, 2)) * 0.16 + (-75, 45)
    away, turn = np.sqrt(source.uniform(4e8, 3.6e9, 120)), source.uniform(0, 2 * np.pi, 120)
    moves = np.column_stack([away * np.cos(turn) / 78_700, away * np.sin(turn) / 111_200])
    if shared:
        moves = moves[np.arange(120) // 2]
    ends = zip(homes.tolist(), (homes + moves).tolist())
    lines = [(f"LINESTRING({x} {y},{to_x} {to_y})", [at]) for at, ((x, y), (to_x, to_y)) in enumerate(ends)]
    places = np.vstack([homes, source.random((6000, 2)) * 0.16 + (-75, 45)])
    given = {
        "LINKS": layer("LineString", lines, ["record:integer"]), "MASK_MODEL": "donut 20000 60000", "SEED": 1,
        "ADDRESSES": layer("Point", [(f"POINT({x} {y})", []) for x, y in places], []),
        "SIMULATIONS": 0, "THRESHOLD": 0.2, "OUTPUT": "memory:", "METRICS": str(tmp_path / "m.json"),
    }  # fmt: skip
    result = run("evaluatemask", given)
    checks = json.loads((tmp_path / "m.json").read_text())["judgement"]["checks"]
    mask_model = next(one for one in checks if one["key"] == "mask_model")
    assert mask_model["outcome"] == ("not_made" if shared else "made"), mask_model["sentence"]
    assert result["VERDICT"] == ("not_judged" if shared else "passed"), result["VERDICT_TEXT"]
