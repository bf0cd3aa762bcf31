# SPDX-License-Identifier: GPL-2.0-or-later
"""PostGIS for real: read from it, write into it, and leave it as it was where anything goes wrong."""

import threading
import time

import pytest
from postgis import GUEST, OWNER, cluster  # noqa: F401  (a fixture)
from qgis.core import (
    QgsDataSourceUri,
    QgsProcessingContext,
    QgsProcessingException,
    QgsProcessingUtils,
    QgsVectorLayer,
    QgsVectorLayerExporter,
)

from tests.refusals import refuses

CLUES = ("POINT(-74.951 45.053)", "POINT(-74.853 45.157)", "POINT(-74.957 45.159)", "POINT(-74.951 45.053)")
STUDY = ("patients", "areas")


@pytest.fixture
def study(cluster, qgis_app, layer, grid):  # noqa: F811
    """Patients and areas as tables; whatever else there was is gone."""
    for (name,) in [row.split("|") for row in cluster.sql(
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'spatial_ref_sys'"
    )]:  # fmt: skip
        cluster.sql(f'DROP TABLE "{name}" CASCADE')
    people = layer("Point", [(wkt, [f"Jane {i}", "f"]) for i, wkt in enumerate(CLUES)],
                   ["patient:string", "sex:string"], name="patients")  # fmt: skip
    for name, source in zip(STUDY, (people, grid())):
        told = QgsVectorLayerExporter.exportLayer(source, cluster.uri(name), "postgres", source.crs())
        assert told[0] == 0, told
    cluster.sql(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {GUEST}")
    return cluster


def opened(study, table, **more):
    source = QgsVectorLayer(study.uri(table, **more), table, "postgres")
    assert source.isValid()
    return source


def mask(study, **more):
    return {
        "PATIENTS": opened(study, "patients"), "AREAS": opened(study, "areas"), "AREA_ID": "id",
        "POPULATION": "pop", "RISK": 0.2, "KEEP_FIELDS": ["sex"], **more,
    }  # fmt: skip


def tables(study):
    return sorted(study.sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))


def as_it_was(study):
    return {name: study.rows(f'"{name}"') for name in tables(study) if name != "spatial_ref_sys"}


@pytest.mark.parametrize("scheme", ["postgres:", "postgres://", "postgis:"])
def test_a_release_and_its_links_arrive_and_are_read_back(run, study, scheme):
    results = run("lpmask", mask(study, OUTPUT=scheme + study.uri("Masked points"),
                                 INTERNAL=scheme + study.uri("links")))  # fmt: skip
    context = QgsProcessingContext()
    found = QgsProcessingUtils.mapLayerFromString(results["OUTPUT"], context)
    assert found.featureCount() == 4
    assert found.crs().authid() == "EPSG:4326"
    assert {feature["sex"] for feature in found.getFeatures()} == {"f"}
    assert study.sql('SELECT count(*), max(record) FROM "Masked points"') == ["4|4"]
    assert study.sql("SELECT count(*), GeometryType(min(geom)) FROM links") == ["4|LINESTRING"]


def test_polygons_and_tables_arrive_too(run, study):
    areas = {"AREAS": opened(study, "areas"), "AREA_ID": "id"}
    run("clusterareas", {**areas, "POPULATION": "pop", "THRESHOLD": 150,
                         "OUTPUT": "postgres:" + study.uri("clusters")})  # fmt: skip
    run("capneighbours", {**areas, "K": 3, "OUTPUT": "postgres:" + study.uri("neighbours")})
    assert study.sql("SELECT count(*), min(GeometryType(geom)) FROM clusters") == ["16|POLYGON"]
    assert study.sql("SELECT count(*), max(rank) FROM neighbours") == ["48|3"]


def test_a_large_table_arrives_in_parts_with_its_rows_numbered(run, study, grid, monkeypatch):
    from geodeid_plugin.processing_provider.framework.writing.outbox import Outbox

    monkeypatch.setattr(Outbox, "large_rows", 1)
    run("capneighbours", {"AREAS": grid(10, 160), "AREA_ID": "id", "K": 15,
                          "OUTPUT": "postgres:" + study.uri("neighbours")})  # fmt: skip
    told = study.sql("SELECT count(*), min(fid), max(fid), count(DISTINCT fid) FROM neighbours")
    assert told == ["24000|1|24000|24000"]
    run("lpmask", mask(study, OUTPUT="postgres:" + study.uri("masked")))
    assert study.sql("SELECT count(*), max(record), min(GeometryType(geom)) FROM masked") == ["4|4|POINT"]


def test_a_named_output_is_replaced_and_a_failing_run_leaves_it(run, study, tmp_path, monkeypatch):
    target = "postgres:" + study.uri("masked")
    run("lpmask", mask(study, OUTPUT=target))
    before = as_it_was(study)
    run("lpmask", mask(study, OUTPUT=target))
    assert study.sql("SELECT count(*) FROM masked") == ["4"]
    assert {name: rows for name, rows in as_it_was(study).items() if name in STUDY} == {
        name: before[name] for name in STUDY
    }
    from geodeid_plugin.processing_provider.framework.writing import files

    def full(*_arguments):
        raise OSError(28, "No space left on device")

    before = as_it_was(study)
    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(QgsProcessingException, match="the disk is full"):
        run("lpmask", mask(study, OUTPUT=target, INTERNAL="postgres:" + study.uri("links"),
                           REPORT=str(tmp_path / "r.html")))  # fmt: skip
    assert as_it_was(study) == before
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "folder"])
@pytest.mark.parametrize("user", [OWNER, "postgres"])
def test_the_input_table_is_refused_by_whatever_name_the_server_is_called(run, study, host, user):
    before = as_it_was(study)
    target = study.uri("patients", user=user, host=study.folder if host == "folder" else host)
    with refuses("output.file.taken", match="the input “Patients”"):
        run("lpmask", mask(study, OUTPUT="postgres:" + target))
    assert as_it_was(study) == before


def test_a_view_and_a_query_guard_the_tables_that_they_read(run, study):
    study.sql("CREATE VIEW seen AS SELECT * FROM patients WHERE sex = 'f'")
    study.sql(f"ALTER VIEW seen OWNER TO {OWNER}")
    before = as_it_was(study)
    key = opened(study, "patients").fields().at(opened(study, "patients").primaryKeyAttributes()[0]).name()
    view = QgsDataSourceUri(study.uri("seen"))
    view.setKeyColumn(key)
    query = QgsDataSourceUri(study.uri("patients"))
    query.setDataSource("", "(SELECT * FROM patients)", "geom", "", key)
    for source in (view, query):
        people = QgsVectorLayer(source.uri(), "seen", "postgres")
        assert people.isValid()
        with refuses("output.file.taken", match="the input “Patients”"):
            run("lpmask", {**mask(study, OUTPUT="postgres:" + study.uri("patients")), "PATIENTS": people})
        run("lpmask", {**mask(study, OUTPUT="postgres:" + study.uri("masked")), "PATIENTS": people})
    study.sql("DROP TABLE masked")
    assert as_it_was(study) == before


def test_who_may_only_read_is_told_so_before_the_work(run, study):
    before = as_it_was(study)
    with refuses("output.schema.not_allowed", match="public"):
        run("lpmask", mask(study, OUTPUT="postgres:" + study.uri("masked", user=GUEST)))
    assert as_it_was(study) == before


def test_a_table_of_somebody_else_stays(run, study):
    study.sql("CREATE TABLE others (a int); INSERT INTO others VALUES (7)")
    before = as_it_was(study)
    with pytest.raises(QgsProcessingException, match="you lack the right to") as refusal:
        run("lpmask", mask(study, OUTPUT="postgres:" + study.uri("others")))
    assert "DROP" not in str(refusal.value)
    assert as_it_was(study) == before


def test_a_table_on_which_a_view_hangs_stays_with_its_view(run, study):
    run("lpmask", mask(study, OUTPUT="postgres:" + study.uri("masked")))
    study.sql("CREATE VIEW of_masked AS SELECT * FROM masked")
    before = as_it_was(study)
    with pytest.raises(QgsProcessingException, match="other objects of the database depend on the table"):
        run("lpmask", mask(study, OUTPUT="postgres:" + study.uri("masked")))
    assert as_it_was(study) == before
    assert study.sql("SELECT count(*) FROM of_masked") == ["4"]


def test_a_view_is_never_replaced(run, study):
    study.sql(f"CREATE VIEW mine AS SELECT 1 AS one; ALTER VIEW mine OWNER TO {OWNER}")
    with refuses("output.table.view"):
        run("lpmask", mask(study, OUTPUT="postgres:" + study.uri("mine")))
    assert study.sql("SELECT one FROM mine") == ["1"]


def test_a_server_that_is_not_there_is_named_before_the_work(run, study):
    absent = study.uri("masked").replace(f"port={study.port}", "port=1")
    with refuses("output.database.not_reached"):
        run("lpmask", mask(study, OUTPUT="postgres:" + absent))


def test_a_lost_connection_leaves_nothing_and_is_called_by_its_name(run, study, tmp_path, monkeypatch):
    from geodeid_plugin.processing_provider.framework.writing.outbox import Tables

    real = Tables.fill

    def cut(self, made, layer):
        real(self, made, layer)
        study.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state LIKE 'idle in%' "
                  "OR query LIKE 'COPY%'")  # fmt: skip

    monkeypatch.setattr(Tables, "fill", cut)
    before = as_it_was(study)
    with pytest.raises(QgsProcessingException, match="the connection was lost"):
        run("lpmask", mask(study, OUTPUT="postgres:" + study.uri("masked"), REPORT=str(tmp_path / "r.html")))
    assert as_it_was(study) == before
    assert not list(tmp_path.iterdir())


def test_a_full_disk_of_the_server_is_called_so(run, study, monkeypatch):
    """The server's own words for it, given by a trigger in the place of a disk."""
    from geodeid_plugin.processing_provider.framework.writing.outbox import Tables

    def full(self, made, layer):
        words = "could not extend file: No space left on device"
        self._dataset.ExecuteSQL(f"DO $$ BEGIN RAISE disk_full USING MESSAGE = '{words}'; END $$")
        self._check(1)

    monkeypatch.setattr(Tables, "fill", full)
    before = as_it_was(study)
    with pytest.raises(QgsProcessingException, match="its disk is full") as refusal:
        run("lpmask", mask(study, OUTPUT="postgres:" + study.uri("masked")))
    assert "RAISE" not in str(refusal.value)
    assert as_it_was(study) == before


def test_nobody_sees_a_table_before_all_of_it_is_there(run, study, monkeypatch):
    from geodeid_plugin.processing_provider.framework.writing.outbox import Tables

    real, seen = Tables.commit, []

    def watched(self):
        seen.append(tables(study))
        real(self)

    monkeypatch.setattr(Tables, "commit", watched)
    run("lpmask", mask(study, OUTPUT="postgres:" + study.uri("masked")))
    assert "masked" not in seen[0]
    assert "masked" in tables(study)


def test_a_table_that_somebody_reads_is_replaced_once_he_is_done(run, study):
    target = "postgres:" + study.uri("masked")
    run("lpmask", mask(study, OUTPUT=target))
    started = time.monotonic()
    reader = threading.Thread(
        target=study.sql, args=("BEGIN; SELECT count(*), pg_sleep(1) FROM masked; COMMIT",)
    )
    reader.start()
    time.sleep(0.3)
    run("lpmask", mask(study, OUTPUT=target))
    reader.join()
    assert time.monotonic() - started > 0.9
    assert study.sql("SELECT count(*) FROM masked") == ["4"]
