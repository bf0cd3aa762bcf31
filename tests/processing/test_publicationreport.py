# SPDX-License-Identifier: GPL-2.0-or-later
"""The report that a person signs: its numbers are the runs' own, and its release form tells no draw."""

import json
import re
import shutil
from html.parser import HTMLParser

import numpy as np
import pytest
from conftest import lpmask
from qgis.PyQt.QtCore import QBuffer
from qgis.PyQt.QtGui import QImage

from geodeid_plugin.processing_provider.framework.verdict.metricsfile import file_identity, points_identity
from geodeid_plugin.report import chartdata, charts
from geodeid_plugin.report.numbers import metres
from tests.refusals import refuses

RNG = np.random.default_rng(11)
PLACES = [f"POINT({lon} {lat})" for lon, lat in zip(-75 + 0.4 * RNG.random(60), 45 + 0.4 * RNG.random(60))]
TRUE = np.array([[float(part) for part in wkt[6:-1].split()] for wkt in [*PLACES, "POINT(3 3)"]])
PASSED = ("passed", "nobody is found")
LOOK = ("with_care", "7 of 60 records are found among fewer than 5 candidates")
GIVES_AWAY, NOT_JUDGED = ("gives_away", "some"), ("not_judged", "why")


def metrics(path):
    return json.loads(path.read_text())


@pytest.fixture
def evidence(made, tmp_path):
    """Files of a mask, its evaluation, its curve, an attack, and a picture; the layers they came from."""
    folder, names, *results = made
    for one in folder.iterdir():
        shutil.copy(one, tmp_path)
    return {key: str(tmp_path / name) for key, name in names.items()}, *results


@pytest.fixture(scope="module")
def made(run_once, grid, layer, tmp_path_factory):
    """The folder of the evidence, made once; each test has a copy of its own."""
    tmp_path, run = tmp_path_factory.mktemp("evidence"), run_once
    areas = grid(population=lambda column, row: 300 + 200 * column)
    rows = [(wkt, [number]) for number, wkt in enumerate(PLACES)]
    people = layer("Point", [*rows, (None, [98]), ("POINT(3 3)", [99])], ["number:integer"], name="patients")
    given = {"AREAS": areas, "AREA_ID": "id", "POPULATION": "pop"}
    files = {name: tmp_path / f"{name}.json" for name in ("MASK", "EVALUATION", "CURVE", "ATTACK_TRUE")}
    outputs = {"OUTPUT": "memory:", "INTERNAL": "memory:", "METRICS": str(files["MASK"])}
    masked = run("lpmask", {"PATIENTS": people, **given, "RISK": 0.1, "OUTSIDE": "leave_out", **outputs})
    outputs = {"OUTPUT": "memory:", "REPORT": str(tmp_path / "evaluation.html")}
    measured = {"LINKS": masked["INTERNAL"], **given, "SIMULATIONS": 19, "METRICS": str(files["EVALUATION"]),
                "MASK": str(files["MASK"])}  # fmt: skip
    evaluated = run("evaluatemask", {**measured, **outputs})
    priced = {**given, "RECORDS": masked["RECORDS"], "RISKS": "0.2, 0.1, 0.05"}
    outputs = {"OUTPUT": "memory:", "CURVE": "memory:", "METRICS": str(files["CURVE"])}
    curve = run("lpstrategy", {**priced, **outputs})
    files["ATTACK_TRUE"].write_text(attack(PASSED))
    (tmp_path / "map.png").write_bytes(blank_png())
    names = {name: path.name for name, path in files.items()}
    return tmp_path, {**names, "IMAGE": "map.png"}, masked, evaluated, curve


def blank_png():
    """The picture that all tests publish."""
    image, held = QImage(40, 30, QImage.Format.Format_RGB32), QBuffer()
    image.fill(0xFFFFFF)
    image.save(held, "PNG")
    return bytes(held.data())


def attack(verdict, exposed=7, by_chance=1.0, recovered=43, limit=0.1):
    level, why = verdict
    figures = {
        "VERDICT": level, "VERDICT_TEXT": why, "RECALL": 0.5, "RECOVERED": recovered, "MEAN_DISTANCE_M": 12.0,
        "EXPOSED": exposed, "EXPOSED_BY_CHANCE": by_chance,
    }  # fmt: skip
    made = {"algorithm": "mapreidentification", "parameters": {"LIMIT": limit}, "counts": {}, "warnings": []}
    judged = {"verdict": level, "judgement": {"adversaries": [], "checks": []}}
    about = {"picture": file_identity(blank_png()), "patients": points_identity(*TRUE.T)}
    return json.dumps({**made, **judged, "figures": figures, **about})


def written(run, tmp_path, given, **more):
    """Text of the internal form, of the one for release, and the results."""
    forms = tmp_path / "internal.html", tmp_path / "release.html"
    result = run(
        "publicationreport", {**given, "REPORT": str(forms[0]), "RELEASE_REPORT": str(forms[1]), **more}
    )
    return forms[0].read_text(), forms[1].read_text(), result


@pytest.mark.slow
def test_charts_hold_the_numbers_of_the_layers(evidence, table, tmp_path):
    _given, _masked, evaluated, curve = evidence
    rows = table(evaluated["OUTPUT"])
    found = metrics(tmp_path / "EVALUATION.json")["charts"]
    for name, column in (("move_m", "move_m"), ("k", "k_moved")):
        values = [row[column] for row in rows]
        assert np.histogram(values, found[name]["edges"])[0].tolist() == found[name]["counts"]
        assert sum(found[name]["counts"]) == len(rows) == 60
    bearings = [row["bearing_deg"] for row in rows if row["move_m"] > 0]
    turned = [round(bearing / 22.5) % 16 for bearing in bearings]
    assert found["bearing"] == [turned.count(sector) for sector in range(16)]
    pattern = {name: np.array(values) for name, values in found["pattern"].items()}
    difference = np.sqrt(np.mean((pattern["before_m"] - pattern["after_m"]) ** 2))
    assert difference == pytest.approx(evaluated["L_DIFFERENCE_M"])
    frontier = metrics(tmp_path / "CURVE.json")["charts"]["frontier"]
    assert [(p["method"], p["risk"], p["move_m"]) for p in frontier] == [
        (row["method"], row["risk"], row["move_m"]) for row in table(curve["CURVE"])
    ]
    assert len(frontier) == 3


@pytest.mark.slow
def test_bins_in_metrics_end_at_round_numbers_and_at_no_single_move(evidence, table, tmp_path):
    moves = {row["move_m"] for row in table(evidence[2]["OUTPUT"])}
    edges = np.array(metrics(tmp_path / "EVALUATION.json")["charts"]["move_m"]["edges"])
    step = edges[1] - edges[0]
    assert step in (10.0 ** np.arange(6)[:, None] * (1, 2, 2.5, 5))
    assert np.allclose(edges / step, np.round(edges / step))
    assert not moves & set(edges)


@pytest.mark.slow
def test_both_reports_draw_the_same_charts(run, evidence, tmp_path):
    given, masked, _evaluated, _curve = evidence
    internal, release, _result = written(run, tmp_path, given)
    found = metrics(tmp_path / "EVALUATION.json")["charts"]
    evaluation = (tmp_path / "evaluation.html").read_text()
    for draw in (chartdata.moves, chartdata.directions, chartdata.people, chartdata.pattern):
        chart = draw(found)
        assert chart.internal
        assert chart.markup in internal and chart.markup in evaluation
        assert chart.markup not in release
    own = masked["ACHIEVED_RISK"], masked["PLACED_MOVE_M"]
    frontier = chartdata.frontier(metrics(tmp_path / "CURVE.json")["charts"], own)
    assert frontier.markup in internal and frontier.markup in release


def charts_of(page):
    """How many charts a page has, beside the drawings of its first numbers and of what explains them."""
    return len(re.findall(r"<svg(?![^>]*aria-hidden)", re.sub(r"(?s)<details>.*?</details>", "", page)))


def words_of(page):
    """What a reader sees of a page beside its charts."""
    return re.sub(r"<svg.*?</svg>|<style.*?</style>|<[^>]+>", " ", page, flags=re.DOTALL)


@pytest.mark.slow
def test_the_release_form_tells_no_draw_and_no_true_place(run, evidence, tmp_path):
    given, masked, evaluated, _curve = evidence
    (tmp_path / "ATTACK_TRUE.json").write_text(attack(LOOK))
    internal, release, result = written(run, tmp_path, given, TRUE_IMAGE=given["IMAGE"])
    assert result["VERDICT"] == "with_care"
    assert (charts_of(internal), charts_of(release)) == (5, 1)
    assert (internal.count("<img"), release.count("<img")) == (3, 2)  # the map is on the first page, too
    drawn = [metres(evaluated[name]) for name in ("MEAN_MOVE_M", "MEDIAN_MOVE_M", "P95_MOVE_M")]
    for fact in (*drawn, "7 of 60", "Patients exposed", "What was measured", "Left out:", "Signature",
                 "INTERNAL"):  # fmt: skip
        assert fact in internal, fact
        assert fact not in release, fact
    recovered = re.compile(r"(?<![\w.,])43(?![\w.,])")  # a number of its own, not digits of another one
    assert recovered.search(words_of(internal)) and not recovered.search(words_of(release))
    assert metres(masked["PLACED_MOVE_M"]) in release
    assert "there is something to look at" in release.lower() and "For release" in release


@pytest.mark.slow
@pytest.mark.parametrize(
    ("verdict", "level"),
    [(PASSED, "with_care"), (LOOK, "with_care"), (GIVES_AWAY, "gives_away"), (NOT_JUDGED, "not_judged")],
)
def test_the_release_form_is_never_milder_than_the_internal_one(run, evidence, tmp_path, verdict, level):
    (tmp_path / "ATTACK_TRUE.json").write_text(attack(verdict))
    # Records that were left out of the mask ask for care where all else is well.
    internal, release, result = written(run, tmp_path, evidence[0])
    assert result["VERDICT"] == level
    for form in (internal, release):
        assert f'<div class="verdict {level}">' in form


@pytest.mark.slow
@pytest.mark.parametrize(
    ("near", "exposed", "by_chance", "limit", "level"),
    [
        (6, 6, 0.0, 0.1, "with_care"),  # the draws put all of them there
        (6, 7, 1.0, 0.1, "with_care"),  # and chance one more
        (0, 7, 1.0, 0.1, "gives_away"),  # neither explains seven
        (6, 30, 1.0, 0.1, "gives_away"),  # the true points were drawn
        (6, 7, 0.0, 0.1, "gives_away"),
        (6, 6, 0.0, 0.2, "gives_away"),  # measured at another limit
    ],
)
def test_only_what_the_draws_and_chance_do_not_explain_is_the_pictures_doing(
    run, evidence, tmp_path, near, exposed, by_chance, limit, level
):
    measured = metrics(tmp_path / "EVALUATION.json")
    measured["figures"]["AT_RISK_SHARE"] = near / 60
    measured["parameters"]["THRESHOLD"] = limit
    (tmp_path / "EVALUATION.json").write_text(json.dumps(measured))
    (tmp_path / "ATTACK_TRUE.json").write_text(attack(GIVES_AWAY, exposed, by_chance))
    masked = tmp_path / "ATTACK_MASKED.json"
    masked.write_text(attack(PASSED, recovered=50))
    given = {**evidence[0], "ATTACK_MASKED": str(masked)}
    assert written(run, tmp_path, given)[2]["VERDICT"] == level


@pytest.mark.parametrize(("limit", "level"), [(0.05, "with_care"), (0.2, "not_judged"), (1.0, "not_judged")])
def test_an_attack_by_a_laxer_limit_says_nothing_of_the_bound(run, evidence, tmp_path, limit, level):
    """With a limit of 1 a picture of the true points exposes nobody: one candidate is enough."""
    (tmp_path / "ATTACK_TRUE.json").write_text(attack(PASSED, 0, limit=limit))
    internal, _release, result = written(run, tmp_path, evidence[0])
    assert result["VERDICT"] == level
    assert ("laxer than the mask" in internal) == (level == "not_judged")


@pytest.mark.parametrize(("name", "farther_m", "asked"), [
    ("ATTACK_MASKED", 0.0, False), ("ATTACK_MASKED", 40.0, True), ("ATTACK_TRUE", 0.0, False),
    ("ATTACK_TRUE", -40.0, True),
])  # fmt: skip
def test_a_picture_of_another_draw_asks_for_care(run, evidence, tmp_path, name, farther_m, asked):
    """The first page tells of the dots that one run drew; the best of several draws are others."""
    given, masked, *_ = evidence
    at = np.array([[*feature.geometry().asPoint()] for feature in masked["OUTPUT"].getFeatures()])
    flat = (at - at.mean(axis=0)) * np.radians(1) * 6371008.8 * np.array([np.cos(np.radians(45.2)), 1])
    spread_m = metrics(tmp_path / "MASK.json")["drawn"]
    assert spread_m == pytest.approx(np.sqrt((flat**2).sum(axis=1).mean()), rel=0.01)
    made = json.loads(attack(PASSED, 0, recovered=50))
    made["parameters"]["MASKED"] = "masked"
    (tmp_path / f"{name}.json").write_text(json.dumps({**made, "drawn": spread_m + farther_m}))
    given = {**given, name: str(tmp_path / f"{name}.json"), "METRICS": str(tmp_path / "all.json")}
    written(run, tmp_path, given)
    found = [one["key"] for one in metrics(tmp_path / "all.json")["judgement"]["checks"]]
    assert ("drawn" in found) is asked


@pytest.mark.parametrize("recovered", [None, 0, 42, 43])
def test_a_picture_not_found_to_show_the_masked_points_is_never_excused(run, evidence, tmp_path, recovered):
    measured = metrics(tmp_path / "EVALUATION.json")
    measured["figures"]["AT_RISK_SHARE"] = 1.0
    measured["parameters"]["THRESHOLD"] = 0.1
    (tmp_path / "EVALUATION.json").write_text(json.dumps(measured))
    (tmp_path / "ATTACK_TRUE.json").write_text(attack(GIVES_AWAY, 7, 0.0, recovered=43))
    given = dict(evidence[0])
    if recovered is not None:
        given["ATTACK_MASKED"] = str(tmp_path / "ATTACK_MASKED.json")
        (tmp_path / "ATTACK_MASKED.json").write_text(attack(PASSED, recovered=recovered))
    assert written(run, tmp_path, given)[2]["VERDICT"] == "gives_away"


def test_what_was_not_measured_says_so(run, evidence, tmp_path):
    bare = {name: evidence[0][name] for name in ("MASK", "IMAGE")}
    internal, release, result = written(run, tmp_path, bare)
    assert result["VERDICT"] == "not_judged"
    assert internal.count("Not measured:") == 3 and release.count("Not measured:") == 2
    assert "“Evaluate a mask” was given" in internal and "“Evaluate a mask” was given" not in release
    assert "“Solve a masking strategy” with a curve was given" in release
    assert "the picture was not attacked" in release


@pytest.mark.slow
def test_without_people_or_simulations_the_charts_that_are_missing_say_so(run, evidence, tmp_path):
    given, masked, _evaluated, _curve = evidence
    run("evaluatemask", {"LINKS": masked["INTERNAL"], "SIMULATIONS": 0, "OUTPUT": "memory:",
                         "METRICS": given["EVALUATION"]})  # fmt: skip
    internal, _release, _result = written(run, tmp_path, given)
    assert "Not measured: k needs addresses" in internal
    assert "Not measured: Ripley" in internal
    assert charts_of(internal) == 3


def test_every_record_is_released_or_left_out(run, evidence, tmp_path):
    internal, _release, _result = written(run, tmp_path, evidence[0])
    rows = dict(re.findall(r"<td>([^<]+)</td><td class=\"number\">(\d+)</td>", internal))
    assert rows == {
        "Patients given": "62", "Left out: without a place": "1", "Left out: outside every area": "1",
        "Patients released": "60",
    }  # fmt: skip


def test_words_for_the_caption_and_the_methods_section_carry_model_bound_and_sources(run, evidence, tmp_path):
    _internal, release, _result = written(run, tmp_path, evidence[0])
    for words in (
        "Caption: “Positions are masked",
        "under a bound of 0.1",
        "model: Wieland et al. 2008",
        "PNAS 2008, 105(46)",
        "Int J Health Geogr 2014",
        "Int J Health Geogr 2006, 5:56",
    ):
        assert words in release


def test_what_the_mask_and_its_evaluation_both_say_stands_once(run, evidence, tmp_path):
    given = evidence[0]
    written(run, tmp_path, given, METRICS=str(tmp_path / "report.json"))
    left_out = "records have no place or lie outside every area"
    saying = [metrics(tmp_path / name)["judgement"]["checks"] for name in ("EVALUATION.json", "report.json")]
    counted = [sum(left_out in one["sentence"] for one in checks) for checks in saying]
    assert counted == [1, 1]


def test_an_evaluation_of_another_mask_is_refused(run, evidence, grid, tmp_path):
    given = evidence[0]
    other = metrics(tmp_path / "EVALUATION.json")
    other["figures"]["MEAN_MOVE_M"] *= 1.01
    (tmp_path / "EVALUATION.json").write_text(json.dumps(other))
    with refuses("publication.evaluation.other_mask"):
        written(run, tmp_path, given)


@pytest.mark.parametrize(("name", "value"), [("RECORDS", 59), ("MODEL", "wieland")])
def test_a_curve_for_other_records_or_another_model_is_refused(run, evidence, tmp_path, name, value):
    other = metrics(tmp_path / "CURVE.json")
    other["parameters"][name] = value
    (tmp_path / "CURVE.json").write_text(json.dumps(other))
    with refuses("publication.curve.other_mask"):
        written(run, tmp_path, evidence[0])


@pytest.mark.parametrize("other_areas", [{"population": 301}, {"columns": 5}])
def test_a_curve_of_other_areas_or_other_people_is_refused(run, evidence, grid, tmp_path, other_areas):
    """Records and model are easily those of another city."""
    given, masked, *_ = evidence
    priced = {"AREAS": grid(**other_areas), "AREA_ID": "id", "POPULATION": "pop", "RISKS": "0.2"}
    outputs = {"RECORDS": masked["RECORDS"], "OUTPUT": "memory:", "METRICS": given["CURVE"]}
    run("lpstrategy", {**priced, **outputs})
    with refuses("publication.metrics.other_areas", match="CURVE"):
        written(run, tmp_path, given)


def test_a_strategy_without_a_curve_is_no_curve(run, evidence, tmp_path):
    other = metrics(tmp_path / "CURVE.json")
    del other["charts"]["frontier"]
    (tmp_path / "CURVE.json").write_text(json.dumps(other))
    with refuses("publication.curve.missing"):
        written(run, tmp_path, evidence[0])


def test_a_curve_that_does_not_say_of_which_areas_it_is_is_said_to(run, evidence, tmp_path):
    """As METRICS of earlier versions."""
    said = "in the areas of this map is not known"
    assert not any(said in form for form in written(run, tmp_path, evidence[0])[:2])
    other = metrics(tmp_path / "CURVE.json")
    del other["areas"]
    (tmp_path / "CURVE.json").write_text(json.dumps(other))
    assert all(said in form for form in written(run, tmp_path, evidence[0])[:2])


def test_a_file_of_another_algorithm_is_refused(run, evidence, tmp_path):
    with refuses("metrics.file.other_algorithm", match="evaluatemask"):
        written(run, tmp_path, evidence[0], EVALUATION=evidence[0]["CURVE"])


@pytest.mark.parametrize("log", [False, True])
def test_bins_hold_every_value_between_round_edges(log):
    values = np.concatenate([10 ** np.random.default_rng(2).uniform(-3, 5, 500), [1000.0, 1e5]])
    found = charts.binned(values, log=log)
    assert sum(found.counts) == 502 and len(found.counts) <= (45 if log else 31)
    assert found.edges[0] <= values.min() and found.edges[-1] >= values.max()


@pytest.mark.parametrize("values", [[], [5.0], [7.0, 7.0], [0.0, 0.0]])
def test_bins_of_few_or_equal_values(values):
    assert sum(charts.binned(values).counts) == len(values)
    assert sum(charts.binned(values, log=True).counts) == len(values)


@pytest.mark.slow
def test_the_report_says_which_releases_count_and_how_to_know_the_ledger_again(run, grid, layer, tmp_path):
    from geodeid_plugin.processing_provider.framework.ledger import store

    store.create(tmp_path / "l.gpkg", tmp_path / "l.key")
    people = layer("Point", [(wkt, [f"p{n}x"]) for n, wkt in enumerate(PLACES)], ["name:string"])
    lpmask(
        run,
        {
            "PATIENTS": people, "AREAS": grid(population=300), "AREA_ID": "id", "POPULATION": "pop",
            "LEDGER": str(tmp_path / "l.gpkg"), "LEDGER_KEY": str(tmp_path / "l.key"), "LEDGER_ID": "name",
            "PLANNED_RECORDS": 200, "OUTPUT": "memory:", "METRICS": str(tmp_path / "MASK.json"),
        },
    )  # fmt: skip
    (tmp_path / "map.png").write_bytes(blank_png())
    given = {"MASK": str(tmp_path / "MASK.json"), "IMAGE": str(tmp_path / "map.png")}
    internal, release, _result = written(run, tmp_path, given)
    told = metrics(tmp_path / "MASK.json")["ledger"]
    for form in (internal, release):
        assert told["witness"] in form
        assert "Most that one dot shows of anybody" in form
        assert "Planned records that are not out yet" in form
        assert "no ledger was used" not in form
    assert "wait for a batch" in internal and "wait for a batch" not in release


MARKUP = (
    "\"'><script>alert(1)</script><img src=x onerror=alert(2)></title></svg></style><svg onload=alert(3)>"
)


class Loaded(HTMLParser):
    """What a page would run or fetch: scripts, handlers of events, and addresses outside the page."""

    def __init__(self, page):
        super().__init__()
        self.scripts, self.handlers, self.fetched = 0, [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.scripts += tag == "script"
        self.handlers += [name for name, _value in attrs if name.startswith("on")]
        places = [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]
        self.fetched += [place for place in places if not place.startswith(("data:", "#"))]


def marked(value):
    """Metrics in which every text that a report may quote holds markup."""
    judged = value["judgement"]
    for kept in judged.get("said", {}).values():
        kept["words"] += MARKUP
        kept["values"] = {
            name: one + MARKUP if isinstance(one, str) else one for name, one in kept["values"].items()
        }
    if judged.get("inputs"):
        for kind in ("layers", "fields"):
            judged["inputs"][kind] = [[use + MARKUP, *name] for use, *name in judged["inputs"][kind]]
    value["warnings"] = [one + MARKUP for one in value["warnings"]] + [MARKUP]
    value["versions"] = {name: f"{one}{MARKUP}" for name, one in value.get("versions", {}).items()}
    return value


@pytest.mark.slow
def test_markup_in_edited_metrics_is_printed_as_text(run, evidence, tmp_path):
    given, masked = evidence[:2]
    for name in ("MASK", "EVALUATION", "ATTACK_TRUE"):
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(marked(metrics(path))))
    curve = metrics(tmp_path / "CURVE.json")
    curve["charts"]["frontier"][0]["method"] += MARKUP
    (tmp_path / "CURVE.json").write_text(json.dumps(curve))
    internal, release, _result = written(run, tmp_path, {**given, "TITLE": MARKUP})
    page = tmp_path / "evaluation.html"
    run("evaluatemask", {"LINKS": masked["INTERNAL"], "SIMULATIONS": 0, "MASK": given["MASK"],
                         "OUTPUT": "memory:", "REPORT": str(page)})  # fmt: skip
    assert "alert(1)" in internal and "alert(1)" in release and "alert(1)" in page.read_text()
    for text, scripts in ((internal, 2), (release, 0), (page.read_text(), 2)):
        seen = Loaded(text)
        assert (seen.scripts, seen.handlers, seen.fetched) == (scripts, [], [])


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        (LOOK, "patients whom a dot singles out by chance; nobody can tell which"),
        (GIVES_AWAY, "patients given away by the picture"),
        (NOT_JUDGED, ""),
    ],
)
def test_the_first_page_says_what_the_number_of_an_attack_means(run, evidence, tmp_path, verdict, said):
    """“5 of 552 found” beside “each hides among 11” is a lie in one of the two."""
    (tmp_path / "ATTACK_TRUE.json").write_text(attack(verdict))
    internal, release, _result = written(run, tmp_path, evidence[0])
    first = internal.partition("<section")[0]
    assert (said in first) if said else ("7 of 60" not in first)
    assert "7 of 60" not in release.partition("<section")[0]
