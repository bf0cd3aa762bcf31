# SPDX-License-Identifier: GPL-2.0-or-later
"""Evaluating masks in QGIS: links, layers in other reference systems, many candidates, refusals."""

import json
import re

import numpy as np
import pytest

pytest.importorskip("qgis.core")

from qgis.core import QgsCoordinateReferenceSystem, QgsCoordinateTransform, QgsProject

from geodeid_plugin.core.base.errors import Phrase
from geodeid_plugin.core.base.verdict import Claim, Level, Verdict
from geodeid_plugin.core.exposure.masked_points import Pairs
from geodeid_plugin.core.geometry.sphere import destination_deg
from geodeid_plugin.core.utility.evaluation import Candidate
from geodeid_plugin.processing_provider.clustering.clustermap import SmallMap, draw_small_maps
from geodeid_plugin.processing_provider.utility.evaluation_report import Drawn, Judged, advice, small_maps
from geodeid_plugin.report import Report, render
from tests.refusals import refuses

RNG = np.random.default_rng(3)
LON, LAT = -74.95 + RNG.uniform(0, 0.05, 80), 45.05 + RNG.uniform(0, 0.05, 80)
HOUSES = -74.97 + RNG.uniform(0, 0.09, 3000), 45.03 + RNG.uniform(0, 0.09, 3000)


def moved(distance, seed=1):
    turn = np.random.default_rng(seed).uniform(0, 2 * np.pi, len(LON))
    return destination_deg(LON, LAT, turn, distance)


def point_layer(layer, lon, lat, keys=None, crs="EPSG:4326", name="points", field="id"):
    to = QgsCoordinateTransform(
        QgsCoordinateReferenceSystem("EPSG:4326"), QgsCoordinateReferenceSystem(crs), QgsProject.instance()
    )
    keys = [f"P{i}" for i in range(len(lon))] if keys is None else keys
    places = [to.transform(x, y) for x, y in zip(lon, lat)]
    rows = [(f"POINT({p.x()!r} {p.y()!r})", [key]) for p, key in zip(places, keys)]
    return layer("Point", rows, [f"{field}:string"], crs, name)


def links(layer, distance, name, seed=1):
    ends = zip(LON, LAT, *moved(distance, seed))
    rows = [(f"LINESTRING({a} {b},{c} {d})", [i]) for i, (a, b, c, d) in enumerate(ends)]
    return layer("LineString", rows, ["record:integer"], name=name)


def parameters(layer, distance=300, **more):
    return {
        "ORIGINAL": point_layer(layer, LON, LAT), "MASKED": point_layer(layer, *moved(distance)),
        "LINK": "id", "ADDRESSES": point_layer(layer, *HOUSES), "SIMULATIONS": 19,
        "OUTPUT": "memory:", **more,
    }  # fmt: skip


@pytest.mark.slow
def test_records_are_linked_whatever_their_order_and_reference_system(run, layer, table):
    order = np.random.default_rng(5).permutation(80)
    lon, lat = moved(300)
    masked = point_layer(layer, lon[order], lat[order], [f"P{i}" for i in order], "EPSG:32618")
    result = run("evaluatemask", parameters(layer, MASKED=masked))
    assert result["RECORDS"] == 80
    assert result["MEAN_MOVE_M"] == pytest.approx(300, abs=0.01)
    rows = table(result["OUTPUT"])
    assert {row["record"] for row in rows} == {f"P{i}" for i in range(80)}
    assert all(row["move_m"] == pytest.approx(300, abs=0.01) for row in rows)
    assert min(row["k_moved"] for row in rows) == result["SMALLEST_K"] >= 1


@pytest.mark.slow
def test_stronger_masks_are_safer_and_less_useful(run, layer):
    weak, strong = (run("evaluatemask", parameters(layer, distance)) for distance in (60, 900))
    assert weak["SMALLEST_K"] <= strong["SMALLEST_K"]
    assert weak["LINKAGE_SHARE"] > strong["LINKAGE_SHARE"]
    assert weak["OPTIMAL_LINKAGE_SHARE"] > strong["OPTIMAL_LINKAGE_SHARE"]
    assert weak["DENSITY_CORRELATION"] > strong["DENSITY_CORRELATION"]
    assert weak["TRANSPORT_M"] < strong["TRANSPORT_M"]


@pytest.mark.slow
def test_link_lines_of_a_mask_can_be_evaluated_without_the_points(run, layer, table):
    masked = run(
        "randommask",
        {
            "PATIENTS": point_layer(layer, LON, LAT),
            "METHOD": "donut",
            "OUTPUT": "memory:",
            "INTERNAL": "memory:",
        },
    )
    result = run("evaluatemask", {"LINKS": masked["INTERNAL"], "SIMULATIONS": 0, "OUTPUT": "memory:"})
    assert result["MEAN_MOVE_M"] == pytest.approx(masked["MEAN_MOVE_M"], rel=1e-6)
    assert result["SMALLEST_K"] is None and "L_DIFFERENCE_M" not in result


@pytest.mark.slow
def test_k_counts_the_residents_of_each_address_and_no_more_than_the_areas_do(run, layer, grid):
    def houses(residents):
        rows = [(f"POINT({x} {y})", [residents]) for x, y in zip(*HOUSES)]
        return layer("Point", rows, ["people:integer"], name="houses")

    doors = run("evaluatemask", parameters(layer, 300))
    flats = run("evaluatemask", parameters(layer, 300, ADDRESSES=houses(40), RESIDENTS="people"))
    assert flats["SMALLEST_K"] >= 40 and flats["MEDIAN_K"] == 40 * doors["MEDIAN_K"]
    assert flats["FALSE_HOME_SHARE"] == doors["FALSE_HOME_SHARE"]
    with refuses("address.residents.not_whole", match="houses"):
        run("evaluatemask", parameters(layer, 300, ADDRESSES=houses(None), RESIDENTS="people"))
    areas = {"AREAS": grid(population=1), "AREA_ID": "id", "POPULATION": "pop"}
    held = run("evaluatemask", parameters(layer, 300, ADDRESSES=houses(40), RESIDENTS="people", **areas))
    assert held["MEDIAN_K"] < doors["MEDIAN_K"]


def test_census_areas_give_k_and_changed_areas(run, layer, grid):
    more = {"ADDRESSES": None, "AREAS": grid(population=5000), "AREA_ID": "id", "POPULATION": "pop"}
    result = run("evaluatemask", parameters(layer, 3000, **more))
    assert result["SMALLEST_K"] > 100
    assert 0 < result["CHANGED_AREA_SHARE"] < 1


@pytest.mark.slow
def test_many_masks_stand_in_one_table_with_repeats_in_one_row(run, layer, table, tmp_path):
    page, metrics = tmp_path / "report.html", tmp_path / "metrics.json"
    further = [links(layer, 100, "weak 1", 1), links(layer, 120, "weak 2", 2), links(layer, 2000, "strong")]
    wanted = parameters(
        layer, 300, CANDIDATES=further, COMPARISON="memory:", REPORT=str(page), METRICS=str(metrics)
    )  # fmt: skip
    rows = table(run("evaluatemask", wanted)["COMPARISON"])
    assert [row["mask"] for row in rows] == ["weak", "points", "strong"]
    assert rows[0]["releases"] == 2
    assert rows[0]["mean_move_m"] == pytest.approx(110, abs=0.1)
    assert (rows[0]["mean_move_m_low"], rows[0]["mean_move_m_high"]) == (
        pytest.approx(100, abs=0.1),
        pytest.approx(120, abs=0.1),
    )
    assert "Take none of these masks" in page.read_text()
    assert "frontier" in page.read_text() and "Directions of the moves" in page.read_text()
    found = json.loads(metrics.read_text())
    assert found["figures"]["RECORDS"] == 80
    said = [one["sentence"] for one in found["judgement"]["checks"] if one["key"] == "further_mask"]
    assert re.fullmatch(r"“weak” gives people away to whoever has .*\.", said[0])
    assert max(len(one.split()) for one in said) <= 30, "page 1 has few words, and there may be many masks"


@pytest.mark.parametrize(("levels", "said"), [
    (
        ("gives_away", "passed", "passed"),
        "Take “b”: of the 2 masks that keep the limit of 1 in 5 it moves least, 200 m.",
    ),
    (("with_care", "gives_away", "passed"), "Take “c” alone: no other was shown to keep the limit of 1 in 5"),
    (("not_judged", "gives_away", "with_care"), "Take “c”, which moves 300 m, once somebody has looked"),
    (("gives_away", "not_judged", "gives_away"), "Take none of these masks"),
])  # fmt: skip
def test_a_comparison_says_which_mask_to_take(levels, said):
    assert advice(MASKS, with_levels(levels), 0.2).startswith(said)


MASKS = [Candidate(name, [{"MEAN_MOVE_M": move}]) for name, move in (("c", 300), ("b", 200), ("a", 100))]


def with_levels(levels):
    named = {name: Level(one) for name, one in zip("abc", levels)}
    return Judged(named, None, {"a": 0.9, "b": 0.15, "c": None})


def test_a_comparison_says_what_the_mask_costs_and_why_none_that_moves_less_is_taken():
    assert advice(MASKS, with_levels(("gives_away", "passed", "passed")), 0.2).endswith(
        "“a” moves only 100 m, but lets somebody name a person with a chance of more than 1 in 2."
    )
    assert "moves only" not in advice(MASKS, with_levels(("passed", "passed", "passed")), 0.2)
    masks = [Candidate(name, [{"MEAN_MOVE_M": move, "HOT_SPOT_OVERLAP": overlap}])
             for name, overlap, move in (("a", 0.4, 100), ("b", 0.75, 200))]  # fmt: skip
    told = advice(masks, with_levels(("gives_away", "passed", "passed")), 0.2)
    assert "Of the hot spots 75 % stay where they are." in told


def test_small_maps_show_every_mask_s_own_points_and_no_true_one(layer):
    rng, pairs = np.random.default_rng(4), {}
    for name in "abc":
        true, masked = rng.uniform(0, 1, (2, 30)), rng.uniform(3, 4, (2, 30))
        pairs[name] = Pairs(*true, *masked)
    levels = with_levels(("gives_away", "passed", "passed"))
    drawn = small_maps(MASKS, levels, Drawn(pairs, None))
    assert drawn.count("<use ") == 3 and "✓ risk 1 in 6<" in drawn and ">moves 200 m<" in drawn
    thick = drawn.split("stroke-width='7'/>")[1:]  # behind the frame of the one that is taken
    assert len(thick) == 1 and ">b</text>" in thick[0].split("</text>")[0] + "</text>"
    for picture, name in zip(re.findall(r"<path d='([^']+)'", drawn), "cba"):
        places = np.array(re.findall(r"M([\d.]+),([\d.]+)h0", picture), dtype=float)
        places = (places - places.min(axis=0)) / np.ptp(places, axis=0)
        own = np.column_stack([pairs[name].masked_lon_deg, -pairs[name].masked_lat_deg])
        own = (own - own.min(axis=0)) / np.ptp(own, axis=0)
        assert len(places) == 30
        apart = np.abs(np.sort(places[:, 0]) - np.sort(own[:, 0])).max()
        assert apart < 0.01


@pytest.mark.parametrize("masks", [2, 3, 6])
def test_no_word_below_small_maps_is_cut_off(masks):
    """A letter of DejaVu Sans is 0.6 of its height wide on average; notes are longer in French."""
    one = SmallMap("Masque géo-indiscernable", np.array([0.0, 1.0]), np.array([0.0, 3.0]), ("x",), "red")
    note = "Points masqués. Interne : ceux d’un masque qui ne protège personne se trouvent sur les domiciles."
    drawn = draw_small_maps(None, [one] * masks, "maps", note)
    width, height = map(float, re.search(r"viewBox='0 0 ([\d.]+) ([\d.]+)' width", drawn).groups())
    lines = re.findall(
        r"translate\((\S+?),(\S+?)\)'><text x='6' y='(\S+)' font-size='(\S+)'.*?>(.*?)<", drawn
    )
    assert " ".join(text for *_place, text in lines[-4:]).endswith("domiciles.")
    for left, top, foot, size, text in lines:
        assert float(left) + 6 + 0.6 * float(size) * len(text) <= width
        assert float(top) + float(foot) <= height and float(size) > 14


def test_no_release_shows_the_small_maps():
    verdict = Verdict(Claim(Phrase("Nobody is named."), 0.2), None, ())
    report = Report("s", (), verdict, map="<svg>masks</svg>", internal_map=True)
    assert "<svg>masks" in render(report) and "<svg>masks" not in render(report, release=True)


@pytest.mark.slow
def test_aggregated_points_are_compared_with_drawn_ones(run, layer, table):
    centres = point_layer(layer, np.full(80, LON.mean()), np.full(80, LAT.mean()), name="one place")
    wanted = parameters(layer, 300, CANDIDATES=[centres, links(layer, 100, "weak")], COMPARISON="memory:")
    rows = {row["mask"]: row for row in table(run("evaluatemask", wanted)["COMPARISON"])}
    assert set(rows) == {"points", "one place", "weak"}
    assert rows["one place"]["linkage_share"] == pytest.approx(1 / 80)


@pytest.mark.slow
def test_a_candidate_without_geometry_is_refused(run, layer):
    empty = layer("LineString", [(None, [1])] * 5, ["record:integer"], name="empty")
    with refuses("layer.features.none"):
        run("evaluatemask", parameters(layer, 300, CANDIDATES=[empty]))


@pytest.mark.slow
def test_a_further_mask_of_other_records_is_refused(run, layer):
    longer = layer("LineString", [("LINESTRING(-74.9 45, -74.9 45.01)", [at]) for at in range(81)],
                   ["record:integer"], name="longer")  # fmt: skip
    with refuses("evaluation.links.other_number", match="longer.*81.*80"):
        run("evaluatemask", parameters(layer, 300, CANDIDATES=[longer]))


@pytest.mark.slow
@pytest.mark.parametrize("way", ["other homes", "from masked to true"])
def test_a_further_mask_whose_lines_begin_elsewhere_is_refused(run, layer, way):
    lon, lat = moved(900)
    ends = zip(lon, lat, LON, LAT) if way == "from masked to true" else zip(LON + 0.01, LAT, lon, lat)
    rows = [(f"LINESTRING({a} {b},{c} {d})", [i]) for i, (a, b, c, d) in enumerate(ends)]
    other = layer("LineString", rows, ["record:integer"], name="other")
    with refuses("evaluation.links.apart", match="other.*m"):
        run("evaluatemask", parameters(layer, 300, CANDIDATES=[other]))


def masked_links(run, layer, **change):
    """Links of a random mask, with its law."""
    given = {"PATIENTS": point_layer(layer, LON, LAT), "OUTPUT": "memory:", "INTERNAL": "memory:", "SEED": 5}
    return run("randommask", {**given, **change})["INTERNAL"]


def judged(run, tmp_path, **given):
    metrics = tmp_path / "metrics.json"
    result = run("evaluatemask", {"OUTPUT": "memory:", "SIMULATIONS": 0, "METRICS": str(metrics), **given})
    return result, json.loads(metrics.read_text())["judgement"]


def one(found, kind, key):
    return next(entry for entry in found[kind] if entry["key"] == key)


@pytest.mark.slow
def test_a_thin_ring_is_matched_by_who_knows_it(run, layer, tmp_path):
    links = masked_links(run, layer, MIN_DISTANCE=400, MAX_DISTANCE=420)
    page = tmp_path / "page.html"
    given = {"LINKS": links, "ADDRESSES": point_layer(layer, *HOUSES), "REPORT": str(page)}
    result, found = judged(run, tmp_path, **given)
    assert "Mask the true points by “Mask points: least move”" in page.read_text("utf-8")
    assert result["MATCHED_SHARE"] > 0.7 > 2 * result["LINKAGE_SHARE"]
    assert result["MATCHED_RISK"] > 0.9
    assert result["ADDRESS_MATCHED_SHARE"] < result["MATCHED_SHARE"]
    assert one(found, "checks", "mask_model")["outcome"] == "made"
    assert one(found, "adversaries", "matching_patients")["level"] == "gives_away"
    assert one(found, "adversaries", "matching_patients")["records"] > 40
    assert one(found, "adversaries", "matching_addresses")["holds"] == "all addresses"
    assert result["VERDICT"] == "gives_away"


@pytest.mark.slow
def test_a_donut_with_k_of_20_is_no_pass_where_the_patients_are_known(run, layer, tmp_path):
    houses = point_layer(layer, *HOUSES)
    links = masked_links(run, layer, METHOD="populationdonut", K=20, ADDRESSES=houses)
    result, found = judged(run, tmp_path, LINKS=links, ADDRESSES=houses)
    assert result["JOURNALIST"] <= 0.05
    assert one(found, "adversaries", "map")["level"] == "passed"
    assert one(found, "adversaries", "matching_patients")["level"] == "gives_away"
    assert result["VERDICT"] == "gives_away"


@pytest.mark.slow
def test_nothing_passes_where_nobody_states_the_law(run, layer, tmp_path):
    far = np.random.default_rng(8).normal(0, 0.4, (2, len(LON)))
    masked = point_layer(layer, LON + far[0], LAT + far[1])
    result, found = judged(run, tmp_path, **parameters(layer, MASKED=masked, THRESHOLD=0.33))
    assert one(found, "checks", "mask_model")["outcome"] == "not_made"
    assert result["VERDICT"] == "not_judged"


@pytest.mark.slow
def test_the_law_is_read_from_the_metrics_of_the_mask_or_from_a_parameter(run, layer, tmp_path):
    file = tmp_path / "mask.json"
    links = masked_links(run, layer, METHOD="gaussian", SIGMA=300, METRICS=str(file))
    assert json.loads(file.read_text())["mask_model"] == {
        "kind": "gaussian",
        "values": {"sigma_m": 300},
        "bounded": False,
    }
    by_links, _found = judged(run, tmp_path, LINKS=links, SEED=1)
    by_metrics, _found = judged(run, tmp_path, LINKS=links, MASK=str(file), SEED=1)
    by_text, found = judged(run, tmp_path, LINKS=links, MASK_MODEL="gaussian 300", SEED=1)
    assert by_links["MATCHED_SHARE"] == by_metrics["MATCHED_SHARE"] == by_text["MATCHED_SHARE"]
    assert "gaussian" in one(found, "checks", "mask_model")["sentence"]
    with refuses("mask_model.statement.contradiction"):
        judged(run, tmp_path, LINKS=links, MASK_MODEL="donut 10 20")
    lines = [(line.geometry().asWkt(17), []) for line in links.getFeatures()]
    wrong, found = judged(run, tmp_path, LINKS=layer("LineString", lines, []), MASK_MODEL="donut 10 20")
    assert one(found, "checks", "mask_model")["outcome"] == "not_made"
    assert wrong["MATCHED_RISK"] is None
    assert one(found, "adversaries", "matching_patients")["level"] == "not_judged"
    assert wrong["VERDICT"] in ("not_judged", "gives_away")


@pytest.mark.slow
def test_polygons_that_held_the_records_are_needed_to_judge(run, layer, tmp_path):
    square = layer(
        "Polygon", [("POLYGON((-75 45,-74.85 45,-74.85 45.15,-75 45.15,-75 45))", [1])], ["id:integer"]
    )
    links = masked_links(run, layer, METHOD="gaussian", SIGMA=300, WITHIN=square)
    result, found = judged(run, tmp_path, LINKS=links)
    assert one(found, "adversaries", "matching_patients")["risk"] is None
    result, found = judged(run, tmp_path, LINKS=links, WITHIN=square)
    assert one(found, "adversaries", "matching_patients")["risk"] > 0 and result["MATCHED_SHARE"] > 0


@pytest.mark.slow
def test_each_further_mask_is_matched_by_its_own_law(run, layer, table):
    ring = masked_links(run, layer, MIN_DISTANCE=400, MAX_DISTANCE=420)
    wide = masked_links(run, layer, METHOD="gaussian", SIGMA=240)
    ring.setName("ring")
    rows = table(
        run(
            "evaluatemask",
            {
                "LINKS": wide,
                "CANDIDATES": [ring],
                "SIMULATIONS": 0,
                "OUTPUT": "memory:",
                "COMPARISON": "memory:",
            },
        )["COMPARISON"]
    )
    share = {row["mask"]: row["matched_share"] for row in rows}
    assert share["ring"] > max(value for name, value in share.items() if name != "ring")


WIDELY = moved(np.random.default_rng(2).uniform(200, 1500, len(LON)))
BESIDE = {
    "coordinates": ("Point", ["x:double", "y:double"], lambda at: [LON[at], LAT[at]], "failed"),
    "words": ("Point", ["note:string"], lambda at: [f"home {LAT[at]:.5f}, {LON[at]:.5f}"], "failed"),
    "height and measure": ("PointZM", [], lambda at: [], "failed"),
    "the dot itself": ("Point", ["x:double", "y:double"], lambda at: [one[at] for one in WIDELY], "made"),
    "age and income": ("Point", ["a:integer", "b:integer"], lambda at: [20 + at % 60, 4000 + 7 * at], "made"),
}  # fmt: skip


@pytest.mark.parametrize("name", BESIDE)
def test_true_places_beside_masked_points_give_away(run, layer, tmp_path, name):
    """“May this be published? YES” was said, with its checksum, of a file whose table held the homes."""
    kind, fields, values, outcome = BESIDE[name]
    shape = "POINT ZM({} {} {} {})" if kind == "PointZM" else "POINT({} {})"
    rows = [
        (shape.format(x, y, LON[at], LAT[at]), [f"P{at}", *values(at)])
        for at, (x, y) in enumerate(zip(*WIDELY))
    ]
    masked = layer(kind, rows, ["id:string", *fields], name="masked")
    metrics = tmp_path / "a.json"
    given = parameters(layer, MASKED=masked, SIMULATIONS=0, THRESHOLD=0.9, METRICS=str(metrics))
    result = run("evaluatemask", {**given, "CANDIDATES": [masked]})
    checks = {one["key"]: one for one in json.loads(metrics.read_text("utf-8"))["judgement"]["checks"]}
    assert checks["beside"]["outcome"] == outcome
    failed = outcome == "failed"  # and nothing else fails, of this mask and of further ones
    assert (result["VERDICT"] == "gives_away") is failed is ("true places" in result["VERDICT_TEXT"])
    assert (checks["further_mask"]["outcome"] == "failed") is failed, checks["further_mask"]


@pytest.mark.slow
def test_an_unmoved_record_fails_the_verdict(run, layer, tmp_path):
    page = tmp_path / "report.html"
    lon, lat = moved(300)
    lon[7], lat[7] = LON[7], LAT[7]
    result = run("evaluatemask", parameters(layer, MASKED=point_layer(layer, lon, lat), REPORT=str(page)))
    assert result["STAYED_SHARE"] == pytest.approx(1 / 80)
    assert result["SMALLEST_K"] == 1
    assert "did not move" in page.read_text()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda make: {"LINK": None}, "evaluation.link.missing"),
        (lambda make: {"ORIGINAL": None}, "evaluation.input.missing"),
        (lambda make: {"MASKED": make(LON[:79], LAT[:79])}, "record.link.different"),
        (lambda make: {"MASKED": make(LON, LAT, ["P0"] * 80)}, "record.link.repeated"),
        (lambda make: {"MASKED": make(LON, LAT, [f"Q{i}" for i in range(80)])}, "record.link.different"),
        (lambda make: {"LINK": "layer.field.unknown"}, "layer.field.unknown"),
        (lambda make: {"MASK_MODEL": "donut"}, "mask_model.text.unreadable"),
        (lambda make: {"MASK_MODEL": "no such mask 5"}, "mask_model.text.unreadable"),
        (lambda make: {"MASK_MODEL": "gaussian two"}, "mask_model.text.unreadable"),
    ],
)
def test_what_cannot_be_evaluated_is_refused_with_the_reason(run, layer, change, code):
    with refuses(code):
        run("evaluatemask", parameters(layer, **change(lambda *a: point_layer(layer, *a))))


@pytest.mark.slow
@pytest.mark.parametrize(("lon", "lat"), [(LON[:2], LAT[:2]), (LON * 0, LAT * 0), (LON[:1], LAT[:1])])
def test_records_that_make_no_pattern_are_measured_without_one_and_that_is_said(
    run, layer, feedback, tmp_path, lon, lat
):
    given = {"ORIGINAL": point_layer(layer, lon, lat), "MASKED": point_layer(layer, lon, lat + 0.01)}
    page = tmp_path / "report.html"
    result = run("evaluatemask", parameters(layer, **given, REPORT=str(page)))
    assert result["MEAN_MOVE_M"] == pytest.approx(1112, abs=1)
    assert "TRANSPORT_M" not in result
    assert any("make no pattern" in warning for warning in feedback.warnings)
    assert "needs 3 records" in page.read_text()


def test_a_masked_layer_without_a_reference_system_is_refused(run, layer):
    bare = layer("Point", [("POINT(0 0)", ["P0"])] * 3, ["id:string"], None)
    with refuses("layer.crs.missing"):
        run("evaluatemask", parameters(layer, MASKED=bare))
