# SPDX-License-Identifier: GPL-2.0-or-later
"""Uniqueness by cohort size in QGIS: tables, derived values, what is refused, what is warned of."""

import csv
import gzip
import json
import shutil
import subprocess

import numpy as np
import pytest

pytest.importorskip("qgis.core")

from qgis.core import NULL, QgsVectorLayer

from tests.conftest import shared_data
from tests.refusals import refuses

PEOPLE = [
    ("1980-01-05", "f", "02139", 60.5),
    ("1980-07-01", "f", "02139", 70.0),
    ("1995-03-03", "m", "02140", 80.0),
    ("1995-04-04", "m", "02140", 81.0),
    ("2011-12-31", "m", "10001", 20.0),
    ("2011-01-01", "f", None, 21.0),
]
FIELDS = ["born:date", "sex:string", "zip:string", "weight:double"]


def people(layer, kind="None", copies=1):
    rows = [(f"POINT({at} 1)", list(row)) for at, row in enumerate(PEOPLE * copies)]
    if kind == "None":
        rows = [(None, row) for _, row in rows]
    return layer(kind, rows, FIELDS, crs="EPSG:4326" if kind != "None" else None, name="people")


def parameters(records, **more):
    return {
        "RECORDS": records,
        "MODELS": ["sex+zip"],
        "SIZES": "2,3",
        "OUTPUT": "memory:",
        **more,
    }


def test_a_table_without_geometry_gives_rates_for_every_size_and_k(run, layer, table):
    rows = table(run("uniqueness", parameters(people(layer), K="1,2"))["OUTPUT"])
    assert [(row["k"], row["size"]) for row in rows] == [(1, 2), (1, 3), (1, 6), (2, 2), (2, 3), (2, 6)]
    whole = {row["k"]: row["rate"] for row in rows if row["whole_file"]}
    assert whole == {1: pytest.approx(2 / 6), 2: pytest.approx(1.0)}
    assert all(row["agrees"] for row in rows if not row["whole_file"])


def test_the_table_holds_rates_and_no_value_of_a_person(run, layer, table):
    rows = table(run("uniqueness", parameters(people(layer)))["OUTPUT"])
    assert set(rows[0]) == {
        "model", "fields", "k", "size", "rate", "low", "high", "expected", "expected_low", "expected_high",
        "agrees", "whole_file", "meets",
    }  # fmt: skip
    assert "02139" not in str(rows)


def test_point_layers_work_and_records_at_risk_keep_their_place(run, layer, table):
    result = run("uniqueness", parameters(people(layer, "Point"), K="1", AT_RISK="memory:"))
    rows = table(result["AT_RISK"])
    assert sorted((row["sex"], row["zip"], row["class_size"]) for row in rows if row["zip"]) == [
        ("m", "10001", 1)
    ]
    assert len(rows) == 2
    places = sorted(feature.geometry().asPoint().x() for feature in result["AT_RISK"].getFeatures())
    assert places == [4.0, 5.0]


def test_records_without_geometry_take_part(run, layer, table):
    rows = [(None if at else "POINT(1 1)", list(row)) for at, row in enumerate(PEOPLE)]
    mixed = layer("Point", rows, FIELDS, name="people")
    assert table(run("uniqueness", parameters(mixed))["OUTPUT"])[2]["size"] == 6


@pytest.mark.slow
def test_values_can_be_derived_and_derived_from_again(run, layer, table):
    derived = ["years", "born", "age", "2012-06-30", "group", "years", "groups", "0 18 65",
               "zip3", "zip", "prefix", "3"]  # fmt: skip
    result = run(
        "uniqueness",
        parameters(
            people(layer), MODELS=["A: group+sex", "B: zip3"], DERIVED=derived, AT_RISK="memory:", K="1"
        ),
    )
    assert {(row["group"], row["sex"]) for row in table(result["AT_RISK"])} == {("0–17", "f")}
    exact = {row["model"]: row["rate"] for row in table(result["OUTPUT"]) if row["whole_file"]}
    assert exact == {"A": pytest.approx(1 / 6), "B": pytest.approx(2 / 6)}


def test_cells_that_qgis_turned_into_numbers_are_read_as_people_wrote_them(run, layer, table):
    derived = ["zip3", "zip", "prefix", 3.0]
    rows = table(run("uniqueness", parameters(people(layer), MODELS=["zip3"], DERIVED=derived))["OUTPUT"])
    assert next(row["rate"] for row in rows if row["whole_file"]) == pytest.approx(2 / 6)


@pytest.mark.slow
def test_models_come_as_text_as_rows_or_as_nested_rows(run, layer, table):
    """As text, what derives values and sizes too: on the command line."""
    text = {"DERIVED": "zip3,zip,prefix,3", "SIZES": "2,4"}
    for models in ("sex+zip,sex,A: zip3", ["sex+zip", "sex", "A: zip3"], [["sex+zip"], ["sex"], ["A: zip3"]]):
        rows = table(run("uniqueness", parameters(people(layer), MODELS=models, **text))["OUTPUT"])
        assert {(row["model"], row["size"]) for row in rows} == {
            (model, size) for model in ("sex+zip", "sex", "A") for size in (2, 4, 6)
        }


@pytest.mark.slow
def test_all_subsets_show_which_field_drives_the_risk(run, layer, table, tmp_path):
    report = tmp_path / "report.html"
    result = run(
        "uniqueness",
        parameters(
            people(layer),
            MODELS=[],
            SUBSET_FIELDS=["sex", "zip", "weight"],
            REPORT=str(report),
        ),
    )
    assert len({row["model"] for row in table(result["OUTPUT"])}) == 7
    text = report.read_text()
    assert "Which field drives the risk" in text
    assert text.index("<dt>weight</dt>") < text.index("<dt>sex</dt>")


def test_missing_values_are_a_value_and_counted(run, layer, feedback, table, tmp_path):
    metrics = tmp_path / "metrics.json"
    rows = table(run("uniqueness", parameters(people(layer), METRICS=str(metrics)))["OUTPUT"])
    assert next(row["size"] for row in rows if row["whole_file"]) == 6
    assert any("missing values" in warning for warning in feedback.warnings)
    assert json.loads(metrics.read_text())["counts"]["missing zip"] == 1


def test_a_model_with_a_key_in_it_is_warned_of(run, layer, feedback):
    run("uniqueness", parameters(people(layer), MODELS=["sex+weight"]))
    assert any("unique by construction" in warning for warning in feedback.warnings)


@pytest.mark.parametrize("counted", [False, True])
def test_prosecutor_journalist_and_marketer_risk(run, layer, table, counted):
    classes = [("f", "02139", 40), ("m", "02140", 30), ("m", "10001", 5), ("f", None, 10)]
    fields = ["sex:string", "zip:string"]
    if counted:
        rows, more = [(None, list(one)) for one in classes], ["people:integer"]
    else:  # a register of persons, with the population of their tract: it counts nobody
        rows = [(None, [sex, code, 4_000]) for sex, code, people_of in classes for _ in range(people_of)]
        more = ["population:integer"]
    population = layer("None", rows, [*fields, *more], crs=None, name="population")
    given = {"POPULATION_TABLE": population, "POPULATION_COUNT": "people" if counted else None}
    result = run("uniqueness", parameters(people(layer), **given, RISKS="memory:"))
    assert result["PROSECUTOR_RISK"] == 1
    assert result["JOURNALIST_RISK"] == pytest.approx(1 / 5)
    assert result["MARKETER_RISK"] == pytest.approx((2 / 40 + 2 / 30 + 1 / 5 + 1 / 10) / 6)
    assert table(result["RISKS"])[0]["smallest_class"] == 1


def test_the_safe_size_is_an_output_only_where_there_is_one(run, layer, table):
    unsafe = run("uniqueness", parameters(people(layer), FITS="memory:"))
    assert unsafe.get("SAFE_SIZE") is None
    assert (
        table(unsafe["FITS"])[0]["safe_size"] in (None, "NULL")
        or table(unsafe["FITS"])[0]["safe_size"].isNull()
    )
    safe = run("uniqueness", parameters(people(layer, copies=20), MODELS=["sex"], SIZES="", THRESHOLD=0.2))
    assert 1 < safe["SAFE_SIZE"] < 120


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"SIZES": "7"}, "cohort.size.too_large"),
        ({"MODELS": ["sex+agee"]}, "uniqueness.field.unknown"),
        ({"MODELS": []}, "uniqueness.model.missing"),
        ({"DERIVED": ["years", "born", "age"]}, "derived.row.incomplete"),
        ({"DERIVED": ["a", "born", "age", "", "", "zip", "prefix", "3"]}, "derived.row.incomplete"),
        ({"DERIVED": ["years", "born", "agee", "2012-06-30"]}, "derived.rule.unknown"),
        ({"DERIVED": ["a", "sex", "age", "2012-06-30"], "MODELS": ["a"]}, "derived.field.not_a_date"),
        ({"DERIVED": ["a", "born", "age", "soon"], "MODELS": ["a"]}, "derived.value.unfit"),
        ({"DERIVED": ["a", "weight", "prefix", "3"], "MODELS": ["a"]}, "derived.code.zeros_lost"),
        ({"DERIVED": ["a", "nothing", "prefix", "3"], "MODELS": ["a"]}, "derived.field.unknown"),
        ({"DERIVED": ["sex", "zip", "prefix", "3"]}, "derived.name.repeated"),
        ({"K": "0"}, "uniqueness.k.too_small"),
    ],
)
def test_bad_input_is_refused_by_name(run, layer, change, code):
    with refuses(code):
        run("uniqueness", parameters(people(layer), **change))


def test_birth_dates_after_the_day_of_reference_are_missing_and_told(run, layer, feedback):
    derived = ["years", "born", "age", "2000-01-01"]
    run("uniqueness", parameters(people(layer), MODELS=["years"], DERIVED=derived))
    assert any("2 dates" in warning for warning in feedback.warnings)


def test_the_report_says_what_the_figure_means(run, layer, tmp_path):
    report = tmp_path / "report.html"
    run("uniqueness", parameters(people(layer), REPORT=str(report)))
    text = report.read_text()
    for words in (
        "What this means for publishing",
        "Do not publish it: it gives people away.",
        "<svg",
        "Prosecutor",
        "closed form",
    ):
        assert words in text
    assert "02139" not in text


@pytest.mark.slow
def test_4071_of_5000_respondents_are_unique_through_qgis(run, table, tmp_path):
    path = shared_data("microdata/SD2011_poland.csv.gz")
    plain = tmp_path / "poland.csv"
    with gzip.open(path, "rt", encoding="utf-8") as packed:
        rows = list(csv.reader(packed))
    with open(plain, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    records = QgsVectorLayer(f"file://{plain}?delimiter=,&geomType=none", "poland", "delimitedtext")
    model = "sex+age+region+placesize+edu+marital"
    result = run(
        "uniqueness",
        {"RECORDS": records, "MODELS": [model], "SIZES": "1000", "K": 1, "OUTPUT": "memory:"},
    )
    assert result["UNIQUE_SHARE"] == pytest.approx(4071 / 5000)


def test_it_runs_inside_a_model_that_hands_its_rates_on(qgis_app, layer, table, feedback):
    from qgis.core import (
        QgsProcessingContext,
        QgsProcessingModelAlgorithm,
        QgsProcessingModelChildAlgorithm,
        QgsProcessingModelChildParameterSource,
        QgsProcessingModelOutput,
        QgsProcessingModelParameter,
        QgsProcessingParameterFeatureSource,
    )

    model = QgsProcessingModelAlgorithm("check", "check")
    model.addModelParameter(
        QgsProcessingParameterFeatureSource("people", "people", [5]), QgsProcessingModelParameter("people")
    )
    fixed = QgsProcessingModelChildParameterSource.fromStaticValue
    first = QgsProcessingModelChildAlgorithm("geodeid:uniqueness")
    first.setChildId("rates")
    given = {"MODELS": ["sex+zip", "sex"], "SIZES": "2", "K": "1"}
    for name, value in given.items():
        first.addParameterSources(name, [fixed(value)])
    first.addParameterSources(
        "RECORDS", [QgsProcessingModelChildParameterSource.fromModelParameter("people")]
    )
    model.addChildAlgorithm(first)
    if qgis_app.processingRegistry().algorithmById("native:extractbyexpression") is None:
        pytest.skip("this QGIS has no algorithms of its own")
    second = QgsProcessingModelChildAlgorithm("native:extractbyexpression")
    second.setChildId("unsafe")
    second.addParameterSources(
        "INPUT", [QgsProcessingModelChildParameterSource.fromChildOutput("rates", "OUTPUT")]
    )
    second.addParameterSources("EXPRESSION", [fixed('"whole_file" and not "meets"')])
    kept = QgsProcessingModelOutput("unsafe", "unsafe")
    kept.setChildId("unsafe")
    kept.setChildOutputName("OUTPUT")
    second.setModelOutputs({"unsafe": kept})
    model.addChildAlgorithm(second)
    context = QgsProcessingContext()
    names = [output.name() for output in model.outputDefinitions()]
    given = {"people": people(layer), **dict.fromkeys(names, "memory:")}
    results, worked = model.run(given, context, feedback)
    assert worked, feedback.errors
    assert results["CHILD_RESULTS"]["rates"]["UNIQUE_SHARE"] == pytest.approx(2 / 6)
    rows = table(context.takeResultLayer(results[names[0]]))
    assert [row["model"] for row in rows] == ["sex+zip"]


@pytest.mark.slow
def test_runs_in_a_batch_do_not_know_of_each_other(run, layer, table):
    batch = [["sex"], ["sex+zip"], ["sex"]]
    rates = [run("uniqueness", parameters(people(layer), MODELS=models))["WORST_RATE"] for models in batch]
    assert rates[0] == rates[2] != rates[1]


def test_a_class_that_shares_its_diagnosis_gives_it_away_though_nobody_is_unique(run, layer, tmp_path):
    rows = [(None, [30, "flu"])] * 6 + [(None, [40, "flu"])] * 3 + [(None, [40, "asthma"])] * 3
    people = layer("NoGeometry", rows, ["age:integer", "ill:string"], name="people")
    given = {"RECORDS": people, "MODELS": ["age"], "K": "1", "OUTPUT": "memory:"}
    path = tmp_path / "m.json"
    plain = run("uniqueness", given)
    told = run("uniqueness", {**given, "SENSITIVE": ["ill"], "METRICS": str(path)})
    assert (plain["VERDICT"], told["VERDICT"]) == ("passed", "gives_away")
    assert "(l = 1, t" in told["VERDICT_TEXT"] and "6 records" in told["VERDICT_TEXT"]
    checks = {one["key"]: one for one in json.loads(path.read_text())["judgement"]["checks"]}
    assert checks["diversity_ill_age"]["records"] == 6


def test_a_model_that_holds_the_sensitive_field_is_not_asked_about_it(run, layer):
    rows = [(None, [30, "flu"])] * 6 + [(None, [30, "asthma"])] * 6
    people = layer("NoGeometry", rows, ["age:integer", "ill:string"], name="people")
    given = {"RECORDS": people, "MODELS": ["age+ill"], "K": "1", "OUTPUT": "memory:"}
    assert run("uniqueness", {**given, "SENSITIVE": ["ill"]})["VERDICT"] == "passed"


def many(layer):
    weights = np.random.default_rng(1).geometric(0.03, 300)
    rows = [
        (None, [f"19{at % 60 + 20}-01-01", "fm"[at % 2], f"{at % 3:05d}", float(weight)])
        for at, weight in enumerate(weights)
    ]
    return layer("None", rows, FIELDS, name="people")


@pytest.mark.slow
def test_the_population_behind_a_sample_is_estimated_and_larger_ones_hide_more(run, layer, table):
    risks = []
    for size in (300, 3_000, 300_000):
        result = run(
            "uniqueness",
            parameters(
                many(layer), MODELS=["weight+zip"], SIZES="100", POPULATION_SIZE=size, RISKS="memory:"
            ),
        )
        (row,) = table(result["RISKS"])
        assert row["truly_unique_low"] <= row["truly_unique"] <= row["truly_unique_high"]
        assert result["TRULY_UNIQUE"] == row["truly_unique_high"]
        risks.append(row["truly_unique"])
    assert risks[0] == pytest.approx(1.0)
    assert risks == sorted(risks, reverse=True)


def test_without_a_population_nothing_is_estimated(run, layer, table):
    result = run("uniqueness", parameters(many(layer), MODELS=["weight+zip"], SIZES="100", RISKS="memory:"))
    assert table(result["RISKS"])[0]["unique_people"] in (None, NULL)
    assert result["TRULY_UNIQUE"] is None


def test_a_population_smaller_than_the_file_is_refused(run, layer):
    with refuses("uniqueness.population.too_small", match="300"):
        run("uniqueness", parameters(many(layer), SIZES="100", POPULATION_SIZE=299))


@pytest.mark.slow
def test_class_sizes_are_held_against_other_laws(run, layer, table):
    records = many(layer)
    result = run("uniqueness", parameters(records, MODELS=["weight+zip", "sex"], SIZES="100", FITS="memory:"))
    rows = {row["model"]: row for row in table(result["FITS"])}
    assert rows["sex"]["log_normal_p"] in (None, NULL)
    assert set(rows["sex"]) >= {"tail_from", "tail_exponent", "exponential_ratio", "exponential_p"}


def test_the_table_for_other_programs_keeps_codes_and_every_record(run, layer, tmp_path):
    target = tmp_path / "records.csv"
    derived = ["decade", "born", "prefix", "3"]
    run(
        "uniqueness",
        parameters(people(layer), MODELS=["sex+zip", "sex+decade"], DERIVED=derived, MICRODATA=str(target)),
    )
    with open(target, encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert list(rows[0]) == ["row_id", "sex", "zip", "decade"]
    assert [row["zip"] for row in rows] == ["02139", "02139", "02140", "02140", "10001", ""]


R_COUNTS = """
records <- read.csv("{file}", colClasses = "character", na.strings = "")
keys <- do.call(paste, c(records[c("sex", "zip", "decade")], sep = "|"))
cat(ave(rep(1, nrow(records)), keys, FUN = sum), "\\n")
"""


@pytest.mark.slow
def test_r_reads_the_table_for_other_programs_as_its_page_says(run, layer, tmp_path):
    """docs/algorithms/uniqueness.md; sdcMicro's frequency counts are these where nothing is missing."""
    if shutil.which("Rscript") is None:
        pytest.skip("R is not here")
    target = tmp_path / "records.csv"
    given = parameters(
        people(layer, copies=2), MODELS=["sex+zip+decade"], DERIVED=["decade", "born", "prefix", "3"]
    )
    run("uniqueness", {**given, "MICRODATA": str(target)})
    told = subprocess.run(
        ["Rscript", "-e", R_COUNTS.format(file=target)], capture_output=True, text=True, check=True
    )
    assert [float(one) for one in told.stdout.split()] == [4, 4, 4, 4, 2, 2] * 2
