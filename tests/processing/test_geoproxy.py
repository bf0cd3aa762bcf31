# SPDX-License-Identifier: GPL-2.0-or-later
"""The geoproxy attack in QGIS: shares, ranks, area codes, what is left out and told."""

import json

import pytest

pytest.importorskip("qgis.core")


from geodeid_plugin.host.compat import is_null
from geodeid_plugin.processing_provider.disclosure import geoproxy
from tests.refusals import refuses

CODES = ["02138", "02139", "02140", "02141", "02201", "02202", "10001", "10002", "10003", "10004"]


@pytest.fixture
def zips(layer):
    """Ten square areas in a row, three prefixes of three characters."""
    rows = []
    for at, code in enumerate(CODES):
        west, east = 0.1 * at, 0.1 * (at + 1)
        shape = f"POLYGON(({west} 0,{east} 0,{east} 0.1,{west} 0.1,{west} 0))"
        rows.append((shape, [code, int(code), code[:2], 400 + 70 * at]))
    fields = ["zip:string", "number:integer", "region:string", "people:integer"]
    return layer("Polygon", rows, fields, name="zips")


def tables(layer, visits, patients):
    return {
        "VISITS": layer(
            "None",
            [(None, row) for row in visits],
            ["who:string", "place:string", "claim:string", "visit:string", "doctor:string"],
            crs=None,
            name="visits",
        ),
        "PATIENTS": layer(
            "None",
            [(None, row) for row in patients],
            ["who:string", "home:string"],
            crs=None,
            name="patients",
        ),
    }


VISITS = [
    ["a", "02139", "1", "1", "X"],
    ["a", "02139", "2", "1", "X"],
    ["a", "02141", "3", "2", "Y"],
    ["b", "10002", "4", "3", "Z"],
    ["c", "02138", "5", "4", "V"],
]
PATIENTS = [["a", "02140"], ["b", "10002"], ["c", "10004"]]


@pytest.fixture(autouse=True)
def three_areas_get_points(monkeypatch):
    """Few enough to be added up by hand."""
    monkeypatch.setattr(geoproxy, "_AREAS_WITH_POINTS", 3)


def parameters(zips, layer, visits=VISITS, patients=PATIENTS, **more):
    return {
        **tables(layer, visits, patients),
        "VISIT_PATIENT": "who",
        "PROVIDER_AREA": "place",
        "PATIENT_ID": "who",
        "PATIENT_AREA": "home",
        "AREAS": zips,
        "AREA_ID": "zip",
        "OUTPUT": "memory:",
        **more,
    }


def test_shares_by_rank_for_every_length_of_the_code(run, layer, zips, table):
    result = run("geoproxy", parameters(zips, layer))
    rows = [row for row in table(result["OUTPUT"]) if row["rank"] <= 3]
    assert [(row["prefix"], row["rank"]) for row in rows][:4] == [(5, 1), (5, 2), (5, 3), (4, 1)]
    assert {row["prefix"] for row in rows} == {5, 4, 3, 2, 1, 0}
    whole = [row for row in rows if row["prefix"] == 5]
    assert whole[0]["share"] == pytest.approx(1.0)
    for row in rows:
        assert row["cumulative_pessimistic"] <= row["cumulative"] + 1e-12
        assert row["cumulative"] <= row["cumulative_optimistic"] + 1e-12
    assert result["TOP_SHARE"] == max(row["share"] for row in rows if (row["prefix"], row["rank"]) == (0, 1))
    assert result["PATIENT_COUNT"] == 3


def test_who_knows_the_population_is_played_and_judged(run, layer, zips, table):
    given = parameters(zips, layer, PREFIXES="0", PATIENT_RANKS="memory:")
    without, known = run("geoproxy", given), run("geoproxy", {**given, "POPULATION": "people"})
    assert all(is_null(row["cumulative_likelihood"]) for row in table(without["OUTPUT"]))
    by_rank = [row["cumulative_likelihood"] for row in table(known["OUTPUT"]) if row["variant"] == "claims"]
    assert by_rank == sorted(by_rank) and by_rank[0] >= 0
    assert known["TOP_SHARE"] >= without["TOP_SHARE"]
    posterior = [row["posterior_0"] for row in table(known["PATIENT_RANKS"]) if row["variant"] == "areas"]
    assert len(posterior) == 3 and all(0 < value <= 1 for value in posterior)
    assert "posterior_0" not in table(without["PATIENT_RANKS"])[0]


def test_the_table_of_shares_names_no_patient_and_no_area(run, layer, zips, table):
    rows = table(run("geoproxy", parameters(zips, layer))["OUTPUT"])
    assert set(rows[0]) == {
        "variant",
        "prefix",
        "unit",
        "rank",
        "share",
        "cumulative",
        "cumulative_optimistic",
        "cumulative_pessimistic",
        "cumulative_likelihood",
    }
    assert not any(code in str(rows) for code in CODES)


def test_ranks_of_patients_are_internal_and_add_up_by_hand(run, layer, zips, table):
    result = run("geoproxy", parameters(zips, layer, PREFIXES="3,0", PATIENT_RANKS="memory:"))
    rows = {row["patient"]: row for row in table(result["PATIENT_RANKS"]) if row["variant"] == "claims"}
    # For each of two claims 02139 gives itself 3 points and its nearest areas 02138 and 02140 two and one, in
    # the order of their codes; 02141 gives 02140 two and 02201 one. So 02139 has 6, 02138 and 02140 have 4.
    assert rows["a"]["entries"] == 3 and rows["a"]["score"] == 4
    assert (rows["a"]["best_0"], rows["a"]["rank_0"], rows["a"]["worst_0"]) == (2, 2.5, 3)
    assert rows["b"]["best_3"] == rows["b"]["worst_3"] == 1
    assert rows["c"]["score"] == 0 and rows["c"]["best_3"] == 1 and rows["c"]["worst_3"] == 4


@pytest.mark.parametrize(
    ("variant", "entries"), [("claims", 3), ("visits", 2), ("providers", 2), ("areas", 2)]
)
def test_the_four_ways_to_count(run, layer, zips, table, variant, entries):
    fields = {"CLAIM": "claim", "VISIT": "visit", "PROVIDER": "doctor"}
    result = run("geoproxy", parameters(zips, layer, PATIENT_RANKS="memory:", **fields))
    counted = {(row["variant"], row["patient"]): row["entries"] for row in table(result["PATIENT_RANKS"])}
    assert counted[variant, "a"] == entries


def test_visits_are_counted_in_the_ways_for_which_the_table_has_identifiers(run, layer, zips, table):
    rows = table(run("geoproxy", parameters(zips, layer, VISIT="visit"))["OUTPUT"])
    assert {row["variant"] for row in rows} == {"claims", "visits", "areas"}


def test_a_boundary_field_can_be_the_released_unit(run, layer, zips, table):
    rows = table(
        run("geoproxy", parameters(zips, layer, BOUNDARY="region", PATIENT_RANKS="memory:"))["OUTPUT"]
    )
    assert {row["unit"] for row in rows} == {"region"}


def test_codes_that_lost_their_zeros_are_restored_with_a_warning(run, layer, zips, feedback, tmp_path):
    metrics = tmp_path / "metrics.json"
    visits = [[who, place.lstrip("0"), *rest] for who, place, *rest in VISITS]
    fine = run("geoproxy", parameters(zips, layer, PREFIXES="0"))
    lost = run("geoproxy", parameters(zips, layer, visits=visits, PREFIXES="0", METRICS=str(metrics)))
    assert lost["TOP_SHARE"] == fine["TOP_SHARE"]
    assert any("leading zeros (2139" in warning for warning in feedback.warnings)
    assert json.loads(metrics.read_text())["counts"]["provider_area_restored"] == 4


def test_areas_whose_codes_are_numbers_are_cropped_with_their_zeros(run, layer, zips, table, feedback):
    result = run("geoproxy", parameters(zips, layer, AREA_ID="number", PREFIXES="3", PATIENT_RANKS="memory:"))
    rows = {row["patient"]: row for row in table(result["PATIENT_RANKS"])}
    assert rows["c"]["worst_3"] == 4 and rows["c"]["area"] == 10004
    assert any("lost leading zeros" in warning for warning in feedback.warnings)


def test_what_cannot_take_part_is_counted_and_told(run, layer, zips, feedback, tmp_path):
    metrics = tmp_path / "metrics.json"
    visits = [
        *VISITS,
        ["a", "99999", "6", "6", "X"],
        ["zz", "02139", "7", "7", "X"],
        ["a", None, "8", "8", "X"],
    ]
    patients = [*PATIENTS, ["d", "02139"], ["e", "77777"]]
    result = run("geoproxy", parameters(zips, layer, visits, patients, METRICS=str(metrics)))
    counts = json.loads(metrics.read_text())["counts"]
    assert result["PATIENT_COUNT"] == 3
    assert counts["provider_area_unknown"] == counts["provider_area_missing"] == 1
    assert counts["visits_without_patient"] == counts["patients_without_visits"] == 1
    assert counts["patient_area_unknown"] == 1
    assert counts["visits_used"] == 5
    assert any("99999" in warning for warning in feedback.warnings)


def test_visits_without_an_identifier_count_each_on_their_own(run, layer, zips, table, feedback):
    visits = [["a", "02139", None, None, None], ["a", "02139", None, None, None], *VISITS[3:]]
    result = run("geoproxy", parameters(zips, layer, visits, VISIT="visit", PATIENT_RANKS="memory:"))
    assert next(row for row in table(result["PATIENT_RANKS"]) if row["variant"] == "visits")["entries"] == 2
    assert any("have no identifier" in warning for warning in feedback.warnings)


def test_dropping_providers_leaves_the_released_unit_alone(run, layer, zips, table):
    result = run("geoproxy", parameters(zips, layer, PREFIXES="3", REMEDIES="memory:", THRESHOLD=0.3))
    rows = {row["providers"]: row for row in table(result["REMEDIES"])}
    assert set(rows) == {"as they are", "cropped to 3 characters", "dropped"}
    assert rows["dropped"]["safe_share"] == pytest.approx(1.0)
    assert rows["dropped"]["top_share"] == pytest.approx(1 / 4)
    assert rows["as they are"]["safe_share"] < 1


def test_the_map_of_exposure_keeps_every_area(run, layer, zips, table):
    result = run("geoproxy", parameters(zips, layer, PREFIXES="3,0", EXPOSURE="memory:"))
    rows = {row["area"]: row for row in table(result["EXPOSURE"])}
    assert len(rows) == 10 and rows["10002"]["patients"] == 1
    assert rows["10002"]["found_3"] == 1.0
    assert rows["10002"]["found"] == rows["10002"]["found_0"]
    assert sum(row["patients"] for row in rows.values()) == 3
    assert next(result["EXPOSURE"].getFeatures()).geometry().area() == pytest.approx(0.01)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"patients": [*PATIENTS, ["a", "02139"]]}, "geoproxy.patient.repeated"),
        ({"visits": [["x", "02139", "1", "1", "1"]]}, "geoproxy.visit.unmatched"),
        ({"PREFIXES": "6"}, "code.crop.too_short"),
        ({"PREFIXES": "three"}, "number.list.not_whole"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(run, layer, zips, change, code):
    with refuses(code):
        run("geoproxy", parameters(zips, layer, **change))


def test_areas_given_as_points_are_as_near_as_their_points(run, layer, zips):
    rows = [(f"POINT({0.1 * at} 0)", [code]) for at, code in enumerate(CODES)]
    points = layer("Point", rows, ["zip:string"], name="points")
    assert run("geoproxy", parameters(points, layer))["PATIENT_COUNT"] == 3


def test_the_report_says_what_the_figure_means_and_names_nobody(run, layer, zips, tmp_path):
    report = tmp_path / "report.html"
    run("geoproxy", parameters(zips, layer, REPORT=str(report)))
    text = report.read_text()
    for words in ("What this means for publishing", "Lucky adversary", "dropped", "<svg"):
        assert words in text
    assert not any(code in text for code in CODES)


def test_it_runs_inside_a_model_on_tables_of_the_model(qgis_app, layer, zips, feedback):
    from qgis.core import (
        QgsProcessingContext,
        QgsProcessingModelAlgorithm,
        QgsProcessingModelChildAlgorithm,
        QgsProcessingModelChildParameterSource,
        QgsProcessingModelParameter,
        QgsProcessingParameterFeatureSource,
    )

    given = parameters(zips, layer, PREFIXES="3,0")
    model = QgsProcessingModelAlgorithm("check", "check")
    child = QgsProcessingModelChildAlgorithm("geodeid:geoproxy")
    child.setChildId("attack")
    for name in ("VISITS", "PATIENTS", "AREAS"):
        kinds = [2] if name == "AREAS" else [5]
        model.addModelParameter(
            QgsProcessingParameterFeatureSource(name, name, kinds), QgsProcessingModelParameter(name)
        )
        child.addParameterSources(name, [QgsProcessingModelChildParameterSource.fromModelParameter(name)])
    for name, value in given.items():
        if name not in ("VISITS", "PATIENTS", "AREAS", "OUTPUT"):
            child.addParameterSources(name, [QgsProcessingModelChildParameterSource.fromStaticValue(value)])
    model.addChildAlgorithm(child)
    layers = {name: given[name] for name in ("VISITS", "PATIENTS", "AREAS")}
    results, worked = model.run(layers, QgsProcessingContext(), feedback)
    assert worked, feedback.errors
    assert 0 < results["CHILD_RESULTS"]["attack"]["TOP_SHARE"] <= 1


def test_runs_in_a_batch_do_not_know_of_each_other(run, layer, zips):
    shares = [run("geoproxy", parameters(zips, layer, PREFIXES=m))["TOP_SHARE"] for m in ("3", "0", "3")]
    assert shares[0] == shares[2]


@pytest.mark.slow
def test_mail_order_and_virtual_providers_are_left_out_and_counted(run, layer, zips, tmp_path):
    marked = [
        ["a", "02139", "1", "1", ""], ["a", "10001", "2", "2", "mail"], ["b", "10002", "3", "3", "no"],
        ["c", "02138", "4", "4", "true"], ["c", "10003", "5", "5", "0"],
    ]  # fmt: skip
    target = tmp_path / "metrics.json"
    result = run("geoproxy", parameters(zips, layer, marked, REMOTE="doctor", METRICS=str(target)))
    counts = json.loads(target.read_text("utf-8"))["counts"]
    assert result["VERDICT"] != "passed"
    assert counts["visits_remote"] == 2 and counts["visits_used"] == 3
    kept = [row for row in marked if row[4] in ("", "no", "0")]
    plain = run("geoproxy", parameters(zips, layer, kept))
    assert result["TOP_SHARE"] == plain["TOP_SHARE"]
    every = run("geoproxy", parameters(zips, layer, marked, METRICS=str(target)))
    assert every["PATIENT_COUNT"] == result["PATIENT_COUNT"] == 3
    assert json.loads(target.read_text("utf-8"))["counts"]["visits_used"] == 5


def test_nothing_but_mail_order_is_refused(run, layer, zips):
    marked = [[*visit[:4], "yes"] for visit in VISITS]
    with refuses("geoproxy.visit.unmatched"):
        run("geoproxy", parameters(zips, layer, marked, REMOTE="doctor"))


def test_a_verdict_that_rests_on_visits_left_out_is_never_plain_green(run, layer, zips, tmp_path):
    marked = [[*visit[:4], "yes" if visit[0] == "a" else ""] for visit in VISITS]

    def checks(**more):
        path = tmp_path / "metrics.json"
        run("geoproxy", parameters(zips, layer, marked, METRICS=str(path), **more))
        found = json.loads(path.read_text())["judgement"]["checks"]
        return {one["key"]: one["outcome"] for one in found}

    assert checks(REMOTE="doctor") == {**checks(), "remote": "care"}


@pytest.mark.slow
def test_the_risk_of_the_file_counts_the_places_of_treatment(run, layer, zips, table, tmp_path):
    """Two of one class at either end of the region: where they were treated tells which is which."""
    people = [[f"p{at}", CODES[0 if at % 2 else 9]] for at in range(40)]
    visits = [[who, home, str(at), str(at), "X"] for at, (who, home) in enumerate(people)]
    sexes = layer(
        "None", [(None, [*row, "fm"[at // 20]]) for at, row in enumerate(people)],
        ["who:string", "home:string", "sex:string"], crs=None, name="patients",
    )  # fmt: skip
    report = tmp_path / "report.html"
    given = parameters(zips, layer, visits, people, PATIENTS=sexes, POPULATION="people", PREFIXES="0")
    result = run(
        "geoproxy",
        {
            **given,
            "RELEASED_FIELDS": ["sex"],
            "FILE_RISKS": "memory:",
            "REPORT": str(report),
            "THRESHOLD": 0.09,
        },
    )
    rows = {row["providers"]: row for row in table(result["FILE_RISKS"])}
    assert rows["dropped"]["largest_risk"] == pytest.approx(1 / 20)
    assert rows["dropped"]["above_limit"] == 0
    assert rows["as they are"]["mean_risk"] == pytest.approx(1 / 10, rel=0.05)
    assert rows["as they are"]["above_limit"] == 1
    assert result["FILE_RISK"] == pytest.approx(rows["as they are"]["mean_risk"])
    assert "Risk of the file" in report.read_text()
    with refuses("geoproxy.population.missing"):
        run("geoproxy", {**given, "POPULATION": None, "RELEASED_FIELDS": ["sex"]})
    with refuses("geoproxy.released_fields.missing"):
        run("geoproxy", {**given, "FILE_RISKS": "memory:"})
    assert run("geoproxy", given)["FILE_RISK"] is None


def crowd_of_visits():
    """Sixty people of the whole row of areas, each treated at the nearest of three hospitals."""
    people = [[f"p{at:02d}", CODES[at % 10]] for at in range(60)]
    near = [["02138", "02201", "10003"][min(at // 4, 2)] for at in range(10)]
    return people, [[who, near[CODES.index(home)], who, "", "X"] for who, home in people]


@pytest.mark.slow
def test_visits_are_written_under_codes_that_keep_the_limit_and_the_verdict_is_of_them(
    run, layer, zips, table, tmp_path
):
    people, visits = crowd_of_visits()
    report = tmp_path / "report.html"
    given = parameters(
        zips, layer, visits, people, CLAIM="claim", POPULATION="people", PREFIXES="0", THRESHOLD=0.3,
        REPORT=str(report),
    )  # fmt: skip
    plain = run("geoproxy", given)
    assert plain["VERDICT"] == "gives_away" and is_null(plain["PROVIDER_CODES"])
    result = run("geoproxy", {**given, "RECODED": "memory:", "CODING": "memory:", "REMEDIES": "memory:"})
    assert result["VERDICT"] == "passed", result["VERDICT_TEXT"]
    rows, codes = table(result["RECODED"]), table(result["CODING"])
    code_of = {row["area"]: row["provider"] for row in codes}
    assert set(code_of) == {"02138", "02201", "10003"}
    assert result["PROVIDER_CODES"] == len(set(code_of.values())) == 2
    assert [row["patient"] for row in rows] == sorted(who for who, _home in people)
    assert all(row["provider"] == code_of[place] for row, (_who, place, *_rest) in zip(rows, visits))
    assert {row["claim"] for row in rows} == set(range(1, 61)) and all(is_null(row["visit"]) for row in rows)
    shares = {row["providers"]: row["top_share"] for row in table(result["REMEDIES"])}
    assert shares["recoded"] < shares["as they are"]
    assert plain["TOP_SHARE"] == pytest.approx(shares["as they are"])
    assert result["TOP_SHARE"] == pytest.approx(shares["recoded"]) and result["FILE_RISK"] <= 0.3
    safe = [row["safe_share"] for row in table(result["REMEDIES"]) if row["providers"] == "recoded"]
    assert result["SAFE_SHARE"] == pytest.approx(min(safe))
    assert "The verdict on the recoded visits" in report.read_text()


def test_where_no_codes_keep_the_limit_nothing_is_written(run, layer, zips, tmp_path):
    people, visits = crowd_of_visits()
    given = parameters(zips, layer, visits, people, PREFIXES="0", RECODED=str(tmp_path / "out.gpkg"))
    with refuses("provider.population.missing"):
        run("geoproxy", given)
    with refuses("provider.coding.above_limit"):
        run("geoproxy", {**given, "POPULATION": "people", "THRESHOLD": 0.05})
    assert not (tmp_path / "out.gpkg").exists()


@pytest.mark.slow
def test_recoded_visits_say_nothing_of_what_claims_were_called(run, layer, zips, table):
    """Numbers of claims often begin with the provider's, or go by days; some come round in every clinic."""
    people, visits = crowd_of_visits()
    given = {
        "CLAIM": "claim", "VISIT": "visit", "POPULATION": "people", "PREFIXES": "0", "THRESHOLD": 0.3,
        "RECODED": "memory:",
    }  # fmt: skip
    written = []
    for name in (
        lambda who, place: who,
        lambda who, place: place + who[::-1],
        lambda who, place: "1",
        lambda who, place: f"{100 - int(who[1:])}",
    ):
        named = [
            [who, place, name(who, place), name(who, place), doctor] for who, place, *_ids, doctor in visits
        ]
        twice = [row for row in named for _line in range(2)]
        written.append(table(run("geoproxy", parameters(zips, layer, twice, people, **given))["RECODED"]))
    assert all(rows == written[0] for rows in written[1:])
    assert len(written[0]) == len(people)


@pytest.mark.parametrize("keep", [5, 3])
def test_a_field_released_beside_the_area_that_holds_its_code_is_refused(run, layer, zips, keep):
    people, visits = crowd_of_visits()
    given = parameters(zips, layer, visits, people, POPULATION="people", PREFIXES="0", THRESHOLD=0.3)
    rows = [
        (None, [who, home, home[:keep], int(home), "fm"[at % 2]]) for at, (who, home) in enumerate(people)
    ]
    fields = ["who:string", "home:string", "part:string", "number:integer", "sex:string"]
    given["PATIENTS"] = layer("None", rows, fields, crs=None, name="patients")
    for released in (["home"], ["sex", "part"], ["number"]):
        with refuses("geoproxy.released_fields.hold_areas"):
            run("geoproxy", {**given, "RELEASED_FIELDS": released})
    assert run("geoproxy", {**given, "RELEASED_FIELDS": ["sex"]})["FILE_RISK"] > 0


def test_identifiers_that_hold_the_area_are_not_written_into_recoded_visits(run, layer, zips, tmp_path):
    people, visits = crowd_of_visits()
    name = {who: f"{home.lstrip('0')}-{who}" for who, home in people}
    people = [[name[who], home] for who, home in people]
    visits = [[name[who], *rest] for who, *rest in visits]
    given = parameters(zips, layer, visits, people, POPULATION="people", PREFIXES="0", THRESHOLD=0.3)
    with refuses("geoproxy.identifier.holds_areas"):
        run("geoproxy", {**given, "RECODED": str(tmp_path / "out.gpkg")})
    assert run("geoproxy", given)["PATIENT_COUNT"] == 60
