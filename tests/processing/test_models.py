# SPDX-License-Identifier: GPL-2.0-or-later
"""The shipped models run on the sample, and open in the Model Designer readable."""

import csv
import hashlib
import json
import re
from pathlib import Path

import pytest
from osgeo import gdal
from qgis.core import (
    QgsApplication,
    QgsProcessingContext,
    QgsProcessingException,
    QgsProcessingFeedback,
    QgsProcessingModelAlgorithm,
    QgsProcessingModelChildAlgorithm,
    QgsProcessingModelChildParameterSource,
    QgsProcessingModelOutput,
    QgsProcessingUtils,
    QgsProject,
    QgsVectorLayer,
)

from geodeid_plugin.core.base.errors import InputError
from tests.gui.asdrawn import by_points_alone
from tests.refusals import refuses

pytestmark = pytest.mark.usefixtures("pictures_once", "solved_once")
RESOURCES = Path(__file__).resolve().parents[2] / "resources"
MODELS = sorted((RESOURCES / "models").glob("*.model3"))
SAMPLE = f"{RESOURCES / 'sample' / 'upstate_new_york.gpkg'}|layername="
AREAS = {
    "PATIENTS": SAMPLE + "patients", "AREAS": SAMPLE + "tracts", "AREA_ID": "tract",
    "POPULATION": "population",
}  # fmt: skip


_OF_TWO = "|subset=county IN ('Cortland', 'Tompkins')"
FEW = {**AREAS, "PATIENTS": SAMPLE + "patients" + _OF_TWO, "AREAS": SAMPLE + "tracts" + _OF_TWO}
"""For what does not depend on how many records there are: an attack on hundreds takes half a minute."""
COUNTIES = SAMPLE + "counties" + _OF_TWO


def run_model(name, parameters):
    import processing

    context = QgsProcessingContext()
    context.setProject(QgsProject.instance())
    return processing.run(
        f"geodeid:{name}", parameters, context=context, feedback=QgsProcessingFeedback(False)
    )


def test_a_parameter_left_out_means_the_same_to_a_model_and_to_its_steps(qgis_app):
    """On the command line QGIS gives a step its own default, not the model's."""
    apart = []
    for model in models():
        for child in model.childAlgorithms().values():
            for name, sources in child.parameterSources().items():
                for source in sources:
                    asked = model.parameterDefinition(source.parameterName())
                    own = child.algorithm().parameterDefinition(name).defaultValue()
                    if asked is not None and name != "TITLE" and asked.defaultValue() != own:
                        apart.append((model.name(), name, asked.defaultValue(), own))
    assert not apart


def test_every_rule_for_small_counts_is_offered_with_what_it_needs(qgis_app):
    registry = QgsApplication.processingRegistry()
    rules = registry.algorithmById("geodeid:releaseareas").parameterDefinition("RELEASE_RULE").options()
    model = registry.algorithmById("geodeid:publishaggregatedareas")
    withholding = [rule for rule in rules if rule != "dp"]  # which is planned with a budget, not in one go
    assert model.parameterDefinition("RELEASE_RULE").options() == withholding
    for name in ("RECORD_ID", "PERIOD", "LEDGER", "LEDGER_KEY"):
        definition = model.parameterDefinition(name)
        assert definition is not None, name
        assert definition.flags() & definition.Flag.FlagAdvanced
        assert definition.flags() & definition.Flag.FlagOptional


def models():
    provider = QgsApplication.processingRegistry().providerById("geodeid")
    return [one for one in provider.algorithms() if isinstance(one, QgsProcessingModelAlgorithm)]


@pytest.fixture(scope="module")
def published(qgis_app, tmp_path_factory):
    folder = tmp_path_factory.mktemp("published")
    run_model(
        "publishmaskeddotmap",
        {
            **FEW, "OUTLINE": COUNTIES, "AUDIENCE": "ema_0070", "TITLE": "Leukaemia", "DPI": 80,
            "mask:Masked patients": str(folder / "masked.gpkg"),
            "map:Picture of the masked map": str(folder / "map.png"),
            "report:Report": str(folder / "report.html"),
            "report:Report for release": str(folder / "release.html"),
            "report:Metrics": str(folder / "report.json"),
        },
    )  # fmt: skip
    return folder


def test_every_model_is_an_algorithm_of_the_provider(qgis_app):
    provider = QgsApplication.processingRegistry().providerById("geodeid")
    found = {a.name(): a.displayName() for a in provider.algorithms() if a.groupId() == "publish"}
    assert found == {
        "publishmaskeddotmap": "Publish a masked dot map",
        "publishaggregatedareas": "Publish counts by area",
        "checkmapimage": "Check a map picture before submission",
        "comparemasks": "Compare masks",
    }


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_a_model_is_readable_in_the_model_designer(qgis_app, path):
    model = QgsProcessingModelAlgorithm()
    assert model.fromFile(str(path))
    assert model.groupBoxes()
    steps = model.childAlgorithms()
    assert all(step.algorithm() is not None for step in steps.values())
    assert all(step.description() and step.comment().description() for step in steps.values())
    for name in steps:
        sound, issues = model.validateChildAlgorithm(name)
        assert sound, (name, issues)
    for definition in model.parameterDefinitions():
        if not definition.isDestination():
            assert definition.help(), definition.name()
    assert model.helpContent()["ALG_DESC"]


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_a_model_s_steps_name_only_parameters_that_exist(qgis_app, path):
    model = QgsProcessingModelAlgorithm()
    model.fromFile(str(path))
    for step in model.childAlgorithms().values():
        known = {definition.name() for definition in step.algorithm().parameterDefinitions()}
        assert set(step.parameterSources()) <= known


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_the_audience_of_a_model_or_the_bound_that_came_of_it_reaches_every_step(qgis_app, path):
    model = QgsProcessingModelAlgorithm()
    model.fromFile(str(path))
    asked = {one.name() for one in model.parameterDefinitions() if one.name().endswith("AUDIENCE")}
    used = set()
    for step in model.childAlgorithms().values():
        if step.algorithm().parameterDefinition("AUDIENCE") is not None:
            given = step.parameterSources()
            bounds = [one.outputName() for name in ("LIMIT", "RISK") for one in given.get(name, [])]
            audience = {one.parameterName() for one in given.get("AUDIENCE", [])}
            assert audience <= asked
            assert audience or bounds == ["RISK_BOUND"], step.description()
            used |= audience
    assert asked == used != set()


@pytest.mark.slow
def test_a_masked_dot_map_comes_with_release_picture_reports_and_verdict(published):
    masked = QgsVectorLayer(str(published / "masked.gpkg"), "masked", "ogr")
    assert masked.featureCount() == 83
    assert [field.name() for field in masked.fields()] == ["fid", "record"]
    assert (published / "map.png").stat().st_size > 10_000
    metrics = json.loads((published / "report.json").read_text())
    assert metrics["verdict"] == metrics["figures"]["VERDICT"]
    assert metrics["verdict"] in ("passed", "with_care"), metrics["figures"]["VERDICT_TEXT"]
    report = (published / "report.html").read_text()
    assert "European Medicines Agency" in report
    assert "Positions are masked" in report


def named_in(page):
    """Files that the first page of a report names, with their SHA-256."""
    (line,) = re.findall(r'(?s)<p class="files">(.*?)</p>', page.read_text("utf-8"))
    return dict(re.findall(r"<span>(.*?) <code>(\w{64})</code></span>", line))


@pytest.mark.slow
@pytest.mark.parametrize("form", ["report", "release"])
def test_a_report_names_the_files_that_were_written_after_it(published, form):
    files = {
        one: hashlib.sha256((published / one).read_bytes()).hexdigest() for one in ("masked.gpkg", "map.png")
    }
    assert named_in(published / f"{form}.html") == files


@pytest.mark.slow
def test_metrics_of_a_publication_name_every_file_that_may_leave_and_no_other(published):
    metrics = json.loads((published / "report.json").read_text())
    found = {name: hashlib.sha256((published / name).read_bytes()).hexdigest()
             for name in ("masked.gpkg", "map.png", "release.html")}  # fmt: skip
    assert dict(metrics["files"]) == found
    assert metrics["date"] and metrics["patients"] and metrics["pixels"]


@pytest.mark.slow
def test_the_report_shows_what_was_measured_without_being_asked(published):
    internal, release = ((published / name).read_text() for name in ("report.html", "release.html"))
    assert "Not measured" not in internal + release
    drawn = r"<svg(?![^>]*(?:aria-hidden|0 0 640 456))"  # without the animation that explains a mask
    charts = [len(re.findall(drawn, page)) for page in (internal, release)]
    assert charts == [5, 1]
    assert "this map" in release


@pytest.mark.slow
def test_the_release_report_holds_no_picture_of_true_places(published):
    assert "True points. Internal" in (published / "report.html").read_text()
    assert "True points. Internal" not in (published / "release.html").read_text()


@pytest.mark.slow
def test_a_finished_picture_is_checked(published, tmp_path):
    run_model(
        "checkmapimage",
        {
            **FEW, "IMAGE": str(published / "map.png"), "OUTLINE": COUNTIES,
            "MASKED": str(published / "masked.gpkg"), "AUDIENCE": "trusted_5", "LIMIT": 0.001,
            "attack:Report": str(tmp_path / "check.html"), "attack:Metrics": str(tmp_path / "check.json"),
        },
    )  # fmt: skip
    metrics = json.loads((tmp_path / "check.json").read_text())
    assert metrics["judgement"]["limit"] == pytest.approx(0.2)
    figures = metrics["figures"]
    assert figures["VERDICT"] in ("passed", "with_care", "gives_away"), figures["VERDICT_TEXT"]
    assert (tmp_path / "check.html").exists()


@pytest.mark.slow
def test_an_unsafe_picture_comes_with_the_resolution_at_which_it_would_pass(qgis_app, tmp_path):
    import processing

    picture = tmp_path / "true.png"
    processing.run(
        "geodeid:mappreview",
        {
            "LAYER": FEW["PATIENTS"], "BASEMAP": [COUNTIES], "DPI": 72, "SIZE": "150x180",
            "IMAGE": str(picture),
        },
    )  # fmt: skip
    run_model(
        "checkmapimage",
        {
            **FEW, "IMAGE": str(picture), "OUTLINE": COUNTIES,
            "attack:Report": str(tmp_path / "check.html"), "attack:Metrics": str(tmp_path / "check.json"),
            "attack:Pictures tried instead": str(tmp_path / "tried.gpkg"),
        },
    )  # fmt: skip
    figures = json.loads((tmp_path / "check.json").read_text())["figures"]
    assert figures["VERDICT"] == "gives_away"
    assert 8 <= figures["LARGEST_SAFE_DPI"] < 72
    assert f"would pass at {figures['LARGEST_SAFE_DPI']:g} dpi" in (tmp_path / "check.html").read_text()
    tried = QgsVectorLayer(str(tmp_path / "tried.gpkg"), "tried", "ogr")
    assert max(row["dpi"] for row in tried.getFeatures() if row["passes"]) == figures["LARGEST_SAFE_DPI"]


@pytest.mark.slow
def test_aggregated_areas_hold_enough_people_and_hide_counts_that_a_published_rule_calls_small(
    qgis_app, tmp_path
):
    run_model(
        "publishaggregatedareas",
        {
            **AREAS, "BOUNDARY": "county", "AUDIENCE": "hipaa_zip3", "COUNT_AUDIENCE": "naaccr_cell",
            "clusters:Clustered areas": str(tmp_path / "areas.gpkg"),
            "release:Release": str(tmp_path / "release.gpkg"), "release:Report": str(tmp_path / "r.html"),
            "release:Table": str(tmp_path / "release.csv"), "release:Metrics": str(tmp_path / "m.json"),
            "map:Picture of the map": str(tmp_path / "map.png"),
        },
    )  # fmt: skip
    judged = dict(json.loads((tmp_path / "m.json").read_text())["files"])
    assert set(judged) == {"release.gpkg", "release.csv", "map.png"}
    assert named_in(tmp_path / "r.html") == judged
    release = QgsVectorLayer(str(tmp_path / "release.gpkg"), "release", "ogr")
    rows = [(row["population"], row["records"]) for row in release.getFeatures()]
    assert all(people > 20_000 for people, _records in rows)
    shown = [records for _people, records in rows if isinstance(records, int)]
    assert min(shown) >= 16 and "NCI/NAACCR cancer maps" in (tmp_path / "r.html").read_text()
    table = list(csv.DictReader((tmp_path / "release.csv").open()))
    assert [float(row["population"]) for row in table] == [people for people, _records in rows]
    assert [row["records"] for row in table if row["records"]] == list(map(str, shown))
    assert {row["hidden"] for row in table if not row["records"]} == {"true"}


@pytest.mark.slow
def test_counts_by_area_enter_the_ledger_that_the_model_is_given(qgis_app, tmp_path):
    import processing

    ledger = {"LEDGER": str(tmp_path / "ledger.gpkg"), "KEY": str(tmp_path / "ledger.key")}
    processing.run("geodeid:newledger", ledger)
    given = {
        **AREAS, "BOUNDARY": "county", "THRESHOLD": 60_000, "PERIOD": "2024", "RECORD_ID": "patient",
        "LEDGER": ledger["LEDGER"], "LEDGER_KEY": ledger["KEY"], "release:Release": "memory:",
        "release:Metrics": str(tmp_path / "m.json"),
    }  # fmt: skip
    run_model("publishaggregatedareas", given)
    figures = json.loads((tmp_path / "m.json").read_text())
    assert figures["counts"]["earlier_releases_compared"] == 0  # without a ledger nothing is compared
    assert figures["parameters"]["RECORD_ID"] == "patient"


SIX = SAMPLE + "patients|subset=fid<=6"


@pytest.mark.slow
def test_six_masks_are_compared_by_name(qgis_app, tmp_path):
    run_model(
        "comparemasks",
        {
            **AREAS, "PATIENTS": SIX, "compare:Comparison of masks": str(tmp_path / "masks.gpkg"),
            "compare:Report": str(tmp_path / "masks.html"),
        },
    )  # fmt: skip
    text = (tmp_path / "masks.html").read_text()
    masks = ("LP", "Donut", "Gaussian", "Grid", "Merged areas", "Geo-indistinguishable")
    assert all(f"{name} mask" in text for name in masks)
    assert "Street mask" not in text and "Address mask" not in text


@pytest.mark.slow
@pytest.mark.parametrize("given", [(), ("ROADS",), ("ADDRESSES",), ("ROADS", "ADDRESSES")], ids="+".join)
def test_a_mask_whose_layer_was_not_given_is_left_out(qgis_app, given):
    model = next(one for one in models() if one.name() == "comparemasks").create()
    model.leave_out({"ROADS": "", "ADDRESSES": None, **dict.fromkeys(given, "layer")})
    steps = model.childAlgorithms()
    there = {name for name, needed in (("street", "ROADS"), ("address", "ADDRESSES")) if needed in given}
    assert {"street", "address"} & set(steps) == there
    compared = [source.outputChildId() for source in steps["compare"].parameterSources()["CANDIDATES"]]
    assert sorted(compared) == sorted({"donut", "gaussian", "grid", "elimination", "geoind"} | there)
    assert set(compared) <= set(steps)


@pytest.mark.slow
def test_streets_and_addresses_add_a_mask_each(qgis_app, tmp_path):
    run_model(
        "comparemasks",
        {
            **AREAS, "PATIENTS": SIX, **town_around(SIX),
            "compare:Comparison of masks": str(tmp_path / "masks.csv"),
            "compare:Report": str(tmp_path / "masks.html"),
        },
    )  # fmt: skip
    with (tmp_path / "masks.csv").open() as file:
        rows = {row["mask"]: row for row in csv.DictReader(file)}
    assert len(rows) == 8 and {"Street mask", "Address mask"} <= set(rows)
    assert all(float(row["matched_risk"]) > 0 for name, row in rows.items() if name != "LP mask")


def town_around(patients: str) -> dict:
    """Streets two hundred metres apart about each patient, and addresses along them."""
    from conftest import make_layer

    lines, doors = [], []
    for feature in QgsVectorLayer(patients, "patients", "ogr").getFeatures():
        x, y = feature.geometry().asPoint().x(), feature.geometry().asPoint().y()
        step = [200 * (at - 5.3) for at in range(11)]
        lines += [f"LINESTRING({x + a} {y + step[0]}, {x + a} {y + step[-1]})" for a in step]
        lines += [f"LINESTRING({x + step[0]} {y + a}, {x + step[-1]} {y + a})" for a in step]
        doors += [f"POINT({x + a + 70} {y + b})" for a in step for b in step]
    made = (("LineString", lines, "ROADS"), ("Point", doors, "ADDRESSES"))
    return {
        name: make_layer(kind, [(one, [at]) for at, one in enumerate(wkt)], ["n:integer"], "EPSG:32618", name)
        for kind, wkt, name in made
    }


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_an_output_that_may_be_left_out_feeds_no_other_step(qgis_app, path):
    model = QgsProcessingModelAlgorithm()
    model.fromFile(str(path))
    steps = model.childAlgorithms()
    optional = {
        (name, output.childOutputName())
        for name, step in steps.items()
        for output in step.modelOutputs().values()
        if not output.isMandatory()
    }
    used = {
        (source.outputChildId(), source.outputName())
        for step in steps.values()
        for sources in step.parameterSources().values()
        for source in sources
    }
    assert not optional & used


# All or nothing: no step's output is in its place before the last step is done.


DOT_MAP = {
    **FEW,
    "PATIENTS": FEW["PATIENTS"] + " AND fid % 4 = 0",
    "OUTLINE": COUNTIES,
    "RISK": 0.2,
    "DPI": 36,
}


@pytest.fixture
def as_drawn(monkeypatch):
    from geodeid_plugin.processing_provider.disclosure.mapimage import georeferencemap

    monkeypatch.setattr(georeferencemap, "place_picture", by_points_alone(georeferencemap.place_picture))


def named_outputs(folder, suffix="gpkg"):
    return {
        "mask:Masked patients": str(folder / f"masked.{suffix}"),
        "mask:Links": str(folder / f"links.{suffix}"),
        "map:Picture of the masked map": str(folder / "map.png"),
        "report:Report": str(folder / "report.html"),
        "report:Report for release": str(folder / "release.html"),
    }


def files_in(folder) -> set:
    return {str(path.relative_to(folder)) for path in Path(folder).rglob("*") if path.is_file()}


@pytest.mark.slow
def test_a_model_that_fails_late_leaves_nothing(qgis_app, tmp_path, monkeypatch):
    """As where the borders are not in the picture, so that the step after the map cannot place it."""
    from geodeid_plugin.processing_provider.disclosure.mapimage import georeferencemap

    def refused(*_given):
        raise InputError("picture.outline.not_found", "No part of the outline was found in the picture.")

    monkeypatch.setattr(georeferencemap, "place_picture", refused)
    before = files_in(QgsProcessingUtils.tempFolder())
    (tmp_path / "map.png").write_text("an earlier picture")
    with pytest.raises(QgsProcessingException, match="Place the picture"):
        run_model("publishmaskeddotmap", {**DOT_MAP, **named_outputs(tmp_path)})
    assert files_in(tmp_path) == {"map.png"}
    assert (tmp_path / "map.png").read_text() == "an earlier picture"
    assert files_in(QgsProcessingUtils.tempFolder()) == before


@pytest.mark.slow
def test_no_step_of_a_model_shows_its_output_before_the_last_and_no_true_place_lies_on_disk(
    as_drawn, qgis_app, tmp_path, monkeypatch
):
    from geodeid_plugin.processing_provider.framework.run import Run

    before, seen = files_in(QgsProcessingUtils.tempFolder()), []
    in_memory = set(gdal.ReadDirRecursive("/vsimem/") or [])
    keep = Run.keep

    def watched(self):
        keep(self)
        seen.append((files_in(tmp_path), files_in(QgsProcessingUtils.tempFolder()) - before))

    monkeypatch.setattr(Run, "keep", watched)
    results = run_model("publishmaskeddotmap", {**DOT_MAP, **named_outputs(tmp_path)})
    assert len(seen) >= 7
    assert all(not shown and not temporary for shown, temporary in seen)
    assert files_in(tmp_path) == {Path(path).name for path in named_outputs(tmp_path).values()}
    assert (tmp_path / "links.gpkg").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "report.html").stat().st_mode & 0o777 == 0o600
    for name, path in named_outputs(tmp_path).items():
        assert results[name] == path
    left = set(gdal.ReadDirRecursive("/vsimem/") or []) - in_memory
    assert not [path for path in left if "geodeid" in path]


@pytest.mark.slow
def test_a_copy_of_the_model_draws_the_true_map_in_memory_too(as_drawn, qgis_app, tmp_path):
    """As a user has it who saved it from the Model Designer."""
    before = files_in(QgsProcessingUtils.tempFolder())
    model = QgsProcessingModelAlgorithm()
    assert model.fromFile(str(RESOURCES / "models" / "publishmaskeddotmap.model3"))
    context = QgsProcessingContext()
    outputs = {name: path for name, path in named_outputs(tmp_path).items() if "Links" not in name}
    _results, ok = model.run({**DOT_MAP, **outputs}, context, QgsProcessingFeedback(False))
    assert ok
    left = files_in(QgsProcessingUtils.tempFolder()) - before
    assert not [name for name in left if name.endswith((".png", ".gpkg"))]
    assert "True points. Internal" in (tmp_path / "report.html").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.05, 0.4, 0.9])
def test_a_cancelled_model_leaves_nothing(qgis_app, tmp_path, share):
    class Impatient(QgsProcessingFeedback):
        def isCanceled(self):
            return self.progress() > 100 * share

    model = next(one for one in models() if one.name() == "publishaggregatedareas").create()
    context = QgsProcessingContext()
    names = {"clusters:Clustered areas": "areas.gpkg", "release:Release": "r.shp", "release:Report": "r.html"}
    outputs = {name: str(tmp_path / file) for name, file in names.items()}
    given = {**AREAS, "AREAS": AREAS["AREAS"] + _OF_TWO, "BOUNDARY": "county"}
    _results, ok = model.run({**given, **outputs}, context, Impatient(False))
    assert not ok
    assert not files_in(tmp_path)
    assert not context.layersToLoadOnCompletion()


@pytest.mark.parametrize(
    "spelling, code",
    [
        pytest.param("{path}", "output.file.taken", marks=pytest.mark.slow),
        pytest.param(
            "ogr:dbname='{path}' table=\"Patients\" (geom)", "output.file.taken", marks=pytest.mark.slow
        ),
        ("{path}|layername=masked", "output.name.of_input"),
    ],
)
def test_a_model_never_writes_over_its_input(qgis_app, tmp_path, spelling, code):
    path = tmp_path / "study.gpkg"
    path.write_bytes((RESOURCES / "sample" / "upstate_new_york.gpkg").read_bytes())
    given = {**AREAS, "PATIENTS": f"{path}|layername=patients", "BOUNDARY": "county"}
    before = path.read_bytes()
    with refuses(code):
        run_model(
            "publishaggregatedareas",
            {**given, "clusters:Clustered areas": spelling.format(path=path), "release:Release": "memory:",
             "release:Report": str(tmp_path / "r.html")},
        )  # fmt: skip
    assert path.read_bytes() == before
    assert files_in(tmp_path) == {"study.gpkg"}


@pytest.mark.slow
def test_the_newer_tools_stand_in_a_model_of_one_s_own(qgis_app, tmp_path):
    """A model built step by step, as the designer builds it: the crowd of a random mask feeds the rates."""
    masked = DOT_MAP["PATIENTS"]  # any points: the crowd is what is tested
    model = QgsProcessingModelAlgorithm("readers", "own")
    fixed = {name: DOT_MAP[name] for name in ("AREAS", "AREA_ID", "POPULATION")}
    mask = {"PATIENTS": masked, "METHOD": "gaussian", "SIGMA": 500}
    add_step(model, "crowd", "randommask", {**fixed, **mask})
    fed = {name: ("crowd", name) for name in ("CROWD", "TABLE")}
    add_step(model, "rates", "maskedrates", {**fixed, "MASKED": masked, **fed}, {"Rates": "OUTPUT"})
    for name in ("scanstatistic", "checkdocument", "checkheatmap"):
        add_step(model, name, name, {})
    assert all(child.algorithm() is not None for child in model.childAlgorithms().values())
    for name in ("crowd", "rates"):
        sound, issues = model.validateChildAlgorithm(name)
        assert sound, (name, issues)
    for name in ("scanstatistic", "checkdocument", "checkheatmap"):
        model.removeChildAlgorithm(name)
    assert model.toFile(str(tmp_path / "readers.model3"))
    again = QgsProcessingModelAlgorithm()
    assert again.fromFile(str(tmp_path / "readers.model3"))
    context = QgsProcessingContext()
    context.setProject(QgsProject.instance())
    path = str(tmp_path / "rates.gpkg")
    _results, good = again.run({"rates:Rates": path}, context, QgsProcessingFeedback(False))
    assert good
    assert QgsVectorLayer(path, "rates", "ogr").featureCount() == 34


def add_step(model, step, algorithm, values, outputs=()):
    """Add a step with fixed values, results of other steps (step, output), and named outputs.

    Defaults are stated, as the designer states them.
    """
    child = QgsProcessingModelChildAlgorithm(f"geodeid:{algorithm}")
    child.setChildId(step)
    child.setDescription(step)
    asked = [one for one in child.algorithm().parameterDefinitions() if not one.isDestination()]
    stated = {one.name(): one.defaultValue() for one in asked if one.defaultValue() is not None}
    for name, value in {**stated, **values}.items():
        source = (
            QgsProcessingModelChildParameterSource.fromChildOutput(*value)
            if isinstance(value, tuple)
            else QgsProcessingModelChildParameterSource.fromStaticValue(value)
        )
        child.addParameterSources(name, [source])
    named = {}
    for title, output in dict(outputs).items():
        named[title] = QgsProcessingModelOutput(title, title)
        named[title].setChildId(step)
        named[title].setChildOutputName(output)
    child.setModelOutputs(named)
    model.addChildAlgorithm(child)
    model.updateDestinationParameters()
