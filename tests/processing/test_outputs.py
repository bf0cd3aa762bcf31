# SPDX-License-Identifier: GPL-2.0-or-later
"""What is written is whole, what failed is gone, and a release carries nothing it should not."""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from qgis.core import QgsProcessingContext, QgsProcessingException, QgsVectorLayer

from geodeid_plugin.processing_provider.framework.run import Run
from geodeid_plugin.processing_provider.framework.writing.outbox import Outbox
from tests.refusals import refuses

ROOT = Path(__file__).resolve().parents[2]
CLUES = ("POINT(-74.951 45.053)", "POINT(-74.853 45.157)", "POINT(-74.957 45.159)", "POINT(-74.951 45.053)")


@pytest.fixture
def people(layer):
    rows = [(wkt, [f"Jane Doe {i}", i, "f"]) for i, wkt in enumerate(CLUES)]
    return layer("Point", rows, ["name:string", "number:integer", "sex:string"], name="patients")


def parameters(areas, people, **more):
    return {
        "PATIENTS": people, "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "RISK": 0.2,
        "OUTPUT": "TEMPORARY_OUTPUT", **more,
    }  # fmt: skip


def test_a_release_has_new_numbers_and_the_chosen_fields_only(run, grid, people, table):
    rows = table(run("lpmask", parameters(grid(), people, KEEP_FIELDS=["sex"]))["OUTPUT"])
    assert [set(row) for row in rows] == [{"record", "sex"}] * 4
    assert sorted(row["record"] for row in rows) == [1, 2, 3, 4]


def test_no_field_leaves_unless_it_was_ticked(run, grid, people, table):
    rows = table(run("lpmask", parameters(grid(), people))["OUTPUT"])
    assert [set(row) for row in rows] == [{"record"}] * 4


def test_the_order_of_a_release_is_drawn_afresh(run, grid, layer, table):
    people = layer("Point", [("POINT(-74.95 45.05)", [i // 2]) for i in range(60)], ["pair:integer"])
    rows = table(run("lpmask", parameters(grid(population=1000), people, KEEP_FIELDS=["pair"]))["OUTPUT"])
    pairs = [row["pair"] for row in rows]
    assert sorted(pairs) == [i // 2 for i in range(60)]
    assert pairs != sorted(pairs)


def test_a_released_file_holds_no_name_no_seed_and_no_true_place(run, grid, people, tmp_path):
    seed = 918273645
    release, report, metrics = (tmp_path / n for n in ("release.geojson", "release.html", "metrics.json"))
    run(
        "lpmask",
        parameters(
            grid(), people, SEED=seed, OUTPUT=str(release), RELEASE_REPORT=str(report), METRICS=str(metrics)
        ),
    )
    for path in (release, report, metrics):
        text = path.read_text()
        assert "Jane" not in text
        assert str(seed) not in text
        for clue in ("45.053", "45.157", "74.853"):
            assert clue not in text, path.name
        assert str(tmp_path) not in text


def test_a_seeded_run_says_in_red_that_it_is_not_for_release(run, grid, people, feedback, tmp_path):
    reports = [tmp_path / "report.html", tmp_path / "release.html"]
    run("lpmask", parameters(grid(), people, SEED=1, REPORT=str(reports[0]), RELEASE_REPORT=str(reports[1])))
    assert any("run it without a seed" in error for error in feedback.errors)
    for report in reports:
        assert "It is for testing: for a release, run it without a seed." in report.read_text()


def test_reports_and_metrics_make_the_folder_that_they_are_to_lie_in(run, grid, people, tmp_path):
    report, metrics = tmp_path / "new" / "one" / "report.html", tmp_path / "new" / "two" / "metrics.json"
    run("lpmask", parameters(grid(), people, REPORT=str(report), METRICS=str(metrics)))
    assert "<html" in report.read_text()
    assert json.loads(metrics.read_text())["algorithm"] == "lpmask"
    assert [path.name for path in sorted((tmp_path / "new").rglob("*.*"))] == ["report.html", "metrics.json"]


def test_metrics_tell_parameters_versions_counts_and_figures(run, grid, people, tmp_path):
    path = tmp_path / "metrics.json"
    run("lpmask", parameters(grid(), people, METRICS=str(path)))
    metrics = json.loads(path.read_text())
    assert metrics["algorithm"] == "lpmask"
    assert metrics["counts"]["PATIENTS"] == metrics["counts"]["OUTPUT"] == 4
    assert (metrics["parameters"]["MODEL"], metrics["figures"]["PROMISE"]) == ("auto", "whatever_is_drawn")
    assert metrics["parameters"]["PATIENTS"] == "patients"
    assert metrics["figures"]["ACHIEVED_RISK"] <= 0.2
    assert not metrics["for_testing_only"]


def test_cancel_before_the_start_leaves_no_file(qgis_app, grid, people, feedback, tmp_path):
    import processing

    feedback.cancel()
    outputs = {name: tmp_path / file for name, file in
               (("OUTPUT", "out.gpkg"), ("REPORT", "r.html"), ("METRICS", "m.json"))}  # fmt: skip
    given = parameters(grid(), people, **{name: str(path) for name, path in outputs.items()})
    with refuses("run.user.cancelled", match="[Cc]ancel"):
        processing.run("geodeid:lpmask", given, feedback=feedback, context=QgsProcessingContext())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("moment", [1, 3, 6, 10, 15, 25])
def test_cancel_at_any_moment_leaves_all_or_nothing(qgis_app, grid, people, feedback, tmp_path, moment):
    calls = []

    class Impatient(type(feedback)):
        def isCanceled(self):
            calls.append(1)
            return len(calls) >= moment

    given = parameters(
        grid(), people, OUTPUT=str(tmp_path / "out.gpkg"), REPORT=str(tmp_path / "r.html"),
        INTERNAL=str(tmp_path / "i.gpkg"),
    )  # fmt: skip
    algorithm = qgis_app.processingRegistry().createAlgorithmById("geodeid:lpmask")
    context = QgsProcessingContext()
    _results, ok = algorithm.run(given, context, Impatient())
    if ok:
        assert {p.name for p in tmp_path.iterdir()} >= {"out.gpkg", "r.html", "i.gpkg"}
    else:
        assert not [p.name for p in tmp_path.iterdir()]


@pytest.mark.slow
def test_a_failing_run_removes_what_it_wrote_but_keeps_other_layers_of_the_file(run, grid, people, tmp_path):
    path = tmp_path / "all.gpkg"
    run("lpmask", parameters(grid(), people, OUTPUT=str(path)))
    blocked = tmp_path / "no_such_folder_file" / "r.html"
    (tmp_path / "no_such_folder_file").write_text("a file where a folder is needed")
    target = f"ogr:dbname='{path}' table=\"second\" (geom)"
    with refuses("output.folder.closed"):
        run("lpmask", parameters(grid(), people, OUTPUT=target, REPORT=str(blocked)))
    assert QgsVectorLayer(f"{path}|layername=all", "kept", "ogr").featureCount() == 4
    assert not QgsVectorLayer(f"{path}|layername=second", "gone", "ogr").isValid()


def test_ctrl_c_in_a_script_leaves_no_true_place(qgis_app, grid, people, feedback, tmp_path, monkeypatch):
    def stop(run):
        assert any(tmp_path.rglob("*.gpkg"))
        raise KeyboardInterrupt

    monkeypatch.setattr(Outbox, "large_rows", 1)
    monkeypatch.setattr(Run, "keep", stop)
    algorithm = qgis_app.processingRegistry().createAlgorithmById("geodeid:randommask")
    given = {"PATIENTS": people, "MAX_DISTANCE": 90, "INTERNAL": str(tmp_path / "i.gpkg")}
    with pytest.raises(KeyboardInterrupt):
        algorithm.processAlgorithm(given, QgsProcessingContext(), feedback)
    assert not list(tmp_path.iterdir())


def test_a_failing_run_leaves_a_shapefile_of_the_same_name_alone(run, grid, people, tmp_path):
    neighbours = [tmp_path / f"patients{suffix}" for suffix in (".shp", ".shx", ".dbf", ".prj", ".cpg")]
    for path in neighbours:
        path.write_text("somebody's data")
    (tmp_path / "blocked").write_text("a file where a folder is needed")
    outputs = {"OUTPUT": str(tmp_path / "patients.gpkg"), "REPORT": str(tmp_path / "blocked" / "r.html")}
    with refuses("output.folder.closed"):
        run("lpmask", parameters(grid(), people, **outputs))
    assert not (tmp_path / "patients.gpkg").exists()
    assert all(path.read_text() == "somebody's data" for path in neighbours)


FULL_DISK = """
    import resource, sys
    sys.path.insert(0, {root!r})
    from qgis.core import QgsApplication, QgsProcessingException
    from tests.processing.conftest import make_layer, square
    app = QgsApplication([], True)
    app.initQgis()
    sys.path.append(QgsApplication.pkgDataPath() + "/python/plugins")
    import processing
    from processing.core.Processing import Processing
    Processing.initialize()
    from geodeid_plugin.processing_provider.provider import GeoDeIDProvider
    provider = GeoDeIDProvider()
    QgsApplication.processingRegistry().addProvider(provider)
    cells = [(square(i % 40, i // 40), [f"A{{i}}"]) for i in range(1600)]
    areas = make_layer("Polygon", cells, ["id:string"])
    import signal
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))
    for output in {outputs!r}:
        try:
            processing.run("geodeid:capneighbours",
                           {{"AREAS": areas, "AREA_ID": "id", "K": 10, "OUTPUT": output}})
        except QgsProcessingException as error:
            print("REFUSED", error)
"""


@pytest.mark.slow
def test_a_full_disk_is_an_error_and_leaves_no_file(qgis_app, tmp_path):
    folder = tmp_path / "full"
    folder.mkdir()
    outputs = [str(folder / f"out.{suffix}") for suffix in ("gpkg", "geojson", "csv", "shp")]
    code = textwrap.dedent(FULL_DISK).format(root=str(ROOT), outputs=outputs)
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=dict(os.environ)
    )
    assert result.stdout.count("REFUSED") == 4, result.stdout + result.stderr[-2000:]
    assert "Traceback" not in result.stdout
    assert not list(folder.iterdir())


def test_an_output_that_cannot_be_made_is_an_error(run, grid, people):
    with pytest.raises(QgsProcessingException):
        run("lpmask", parameters(grid(), people, OUTPUT="/proc/no/such/place.gpkg"))


@pytest.fixture
def saved(run, grid, people, tmp_path):
    """Patients and areas in one GeoPackage on disk."""
    path = tmp_path / "data.gpkg"
    for name, layer in (("patients", people), ("areas", grid())):
        save(layer, f"ogr:dbname='{path}' table=\"{name}\" (geom)")
    return path


def save(layer, target):
    import processing

    processing.run("native:multiparttosingleparts", {"INPUT": layer, "OUTPUT": target})


def given_from(path, **more):
    return parameters(f"{path}|layername=areas", f"{path}|layername=patients", **more)


@pytest.mark.slow
def test_an_output_over_an_input_is_refused_and_the_input_stays(run, saved):
    before = saved.read_bytes()
    for output in (str(saved), f"ogr:dbname='{saved}' table=\"patients\" (geom)"):
        with refuses("output.file.taken", match="would be written over the input “(Patients|Areas)”"):
            run("lpmask", given_from(saved, OUTPUT=output))
    with refuses("output.file.taken"):
        run("lpmask", given_from(saved, REPORT=str(saved)))
    assert saved.read_bytes() == before


@pytest.mark.slow
def test_an_output_beside_an_input_in_its_geopackage_is_written(run, saved):
    run("lpmask", given_from(saved, OUTPUT=f"ogr:dbname='{saved}' table=\"masked\" (geom)"))
    for name in ("patients", "areas", "masked"):
        assert QgsVectorLayer(f"{saved}|layername={name}", name, "ogr").featureCount() > 0


def test_two_outputs_in_one_file_are_refused(run, grid, people, tmp_path):
    path = str(tmp_path / "report.html")
    with refuses("output.file.taken", match="the output “Report”"):
        run("lpmask", parameters(grid(), people, REPORT=path, RELEASE_REPORT=path))
    assert not list(tmp_path.iterdir())


def test_an_output_over_an_input_of_which_only_the_selection_is_used_is_refused(run, grid, saved):
    from qgis.core import QgsProcessingFeatureSourceDefinition

    people = QgsProcessingFeatureSourceDefinition(f"{saved}|layername=patients", False)
    other = parameters(grid(), people, OUTPUT=str(saved))
    with refuses("output.file.taken"):
        run("lpmask", other)


def test_an_output_over_an_input_given_as_an_open_layer_is_refused(run, grid, saved):
    people = QgsVectorLayer(f"{saved}|layername=patients", "patients", "ogr")
    with refuses("output.file.taken"):
        run("lpmask", parameters(grid(), people, OUTPUT=str(saved)))
    assert people.featureCount() == 4
