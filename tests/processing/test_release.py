# SPDX-License-Identifier: GPL-2.0-or-later
"""No field leaves by which a row of the input can be found again, in any algorithm that releases."""

import numpy as np
import pytest
from qgis.core import QgsProcessingException, QgsProject, QgsVectorFileWriter, QgsVectorLayer

from geodeid_plugin.core.mapimage.georeference.projections import Crs, system_of

FIELDS = [
    "number:integer",
    "code:string",
    "sex:string",
    "lon:double",
    "lab:double",
    "born:date",
    "comment:string",
]
TOTAL = 40


def people(layer, total=TOTAL):
    chance = np.random.default_rng(7)
    rows = []
    for row in range(total):
        lon, lat = -74.99 + 0.38 * chance.random(), 45.01 + 0.38 * chance.random()
        values = [
            total - row, f"P{1000 + row}", "fm"[row % 2], lon, float(chance.random()),
            f"19{40 + row % 50}-0{1 + row % 9}-11", "rare" if row < 2 else None,
        ]  # fmt: skip
        rows.append((f"POINT({lon} {lat})", values))
    return layer("Point", rows, FIELDS, name="patients of the clinic")


def lpmask(run, grid, points, keep, **more):
    """No word of the user releases what tells records apart, so that none is passed on."""
    given = {"PATIENTS": points, "AREAS": grid(population=500), "AREA_ID": "id", "POPULATION": "pop",
             "RISK": 0.2, "KEEP_FIELDS": keep, "OUTPUT": "TEMPORARY_OUTPUT"}  # fmt: skip
    return run("lpmask", {**given, **more})


def randommask(run, grid, points, keep, **more):
    return run("randommask", {"PATIENTS": points, "KEEP_FIELDS": keep, "OUTPUT": "TEMPORARY_OUTPUT", **more})


def releaseareas(run, grid, points, keep, **more):
    given = {"RECORDS": points, "CLUSTERED": zones(run, grid), "AREA_ID": "id", "KEEP_FIELDS": keep,
             "SMALL_CELL": 1, "OUTPUT": "TEMPORARY_OUTPUT"}  # fmt: skip
    return run("releaseareas", {**given, **more})


_ZONES = []
"""Made once: which clusters there are matters to no test."""


def zones(run, grid):
    given = {"AREAS": grid(population=500), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 1500}
    if not _ZONES:
        _ZONES.append(run("clusterareas", {**given, "OUTPUT": "memory:"})["OUTPUT"])
    return _ZONES[0]


RELEASING = [lpmask, randommask, releaseareas]


@pytest.fixture(params=RELEASING, ids=lambda one: one.__name__)
def releases(request, run, grid):
    return lambda points, keep, **more: request.param(run, grid, points, keep, **more)


def refusal(call):
    with pytest.raises(QgsProcessingException) as caught:
        call()
    return str(caught.value)


def saved(points, path):
    options = QgsVectorFileWriter.SaveVectorOptions()
    options.driverName = "GPKG" if path.suffix == ".gpkg" else "SQLite"
    QgsVectorFileWriter.writeAsVectorFormatV3(
        points, str(path), QgsProject.instance().transformContext(), options
    )
    return QgsVectorLayer(str(path), "patients in a file", "ogr")


def test_every_algorithm_that_keeps_fields_is_tried_here(qgis_app):
    from qgis.core import QgsApplication

    algorithms = QgsApplication.processingRegistry().providerById("geodeid").algorithms()
    keeping = {one.name() for one in algorithms if one.parameterDefinition("KEEP_FIELDS")}
    models = {"publishmaskeddotmap"}
    assert keeping - models == {one.__name__ for one in RELEASING}


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".gpkg", ".sqlite"])
def test_the_key_of_the_table_is_refused(releases, layer, tmp_path, suffix):
    points = saved(people(layer), tmp_path / f"patients{suffix}")
    key = points.fields().at(points.dataProvider().pkAttributeIndexes()[0]).name()
    text = refusal(lambda: releases(points, ["sex", key]))
    assert f"“{key}”" in text and "key by which the table tells its rows apart" in text


def test_the_key_is_refused_for_a_selection_too(run, grid, layer, tmp_path):
    from qgis.core import QgsProcessingFeatureSourceDefinition

    points = saved(people(layer), tmp_path / "patients.gpkg")
    points.selectByIds([1, 5, 9, 13, 20, 33])
    QgsProject.instance().addMapLayer(points, False)
    chosen = QgsProcessingFeatureSourceDefinition(points.id(), selectedFeaturesOnly=True)
    text = refusal(lambda: randommask(run, grid, chosen, ["fid"]))
    QgsProject.instance().removeMapLayer(points.id())
    assert "key by which the table" in text


@pytest.mark.parametrize("name", ["number", "code"])
def test_a_numbering_of_the_rows_is_refused_whatever_the_user_says(releases, layer, name):
    text = refusal(lambda: releases(people(layer), [name]))
    assert f"“{name}”" in text and "numbers the rows" in text


def test_the_true_place_is_refused_whatever_the_user_says(run, grid, layer):
    for mask in (lpmask, randommask):
        text = refusal(lambda mask=mask: mask(run, grid, people(layer), ["lon"]))
        assert "“lon”" in text and "true coordinates" in text


def test_the_true_place_is_refused_in_metres(run, grid, layer):
    rows = [(f"POINT({500000 + 37 * row} {5000000 + 91 * row})", [500000 + 37 * row]) for row in range(9)]
    points = layer("Point", rows, ["easting:integer"], "EPSG:32618")
    text = refusal(lambda: randommask(run, grid, points, ["easting"]))
    assert "true coordinates" in text


@pytest.mark.parametrize("field", ["east", "north"])
def test_the_true_place_is_refused_in_degrees_where_the_layer_is_in_metres(run, grid, layer, field):
    rows = [
        (f"POINT({500000 + 370 * row} {5000000 + 910 * row})", [-75 + 0.00474 * row, 45.153 + 0.00819 * row])
        for row in range(9)
    ]
    points = layer("Point", rows, ["east:double", "north:double"], "EPSG:32618")
    text = refusal(lambda: randommask(run, grid, points, [field]))
    assert "true coordinates" in text


@pytest.mark.slow
@pytest.mark.parametrize(
    "written",
    ["{lat}° N", "{comma}", "{west}", "{lat}, -{west}", "POINT(-{west} {lat})", "lat {lat}", "{lat} deg"],
)
def test_the_true_place_is_refused_however_it_is_written(run, grid, layer, written):
    rows = []
    for at in range(9):
        west, lat = 75 + 0.1 * (at % 3), 45 + 0.1 * (at // 3)
        text = written.format(lat=f"{lat:.1f}", west=f"{west:.1f}", comma=f"{lat:.1f}".replace(".", ","))
        rows.append((f"POINT(-{west} {lat})", [text]))
    points = layer("Point", rows, ["place:string"])
    assert "true coordinates" in refusal(lambda: randommask(run, grid, points, ["place"]))


@pytest.mark.parametrize(
    ("places", "told"),
    [
        ([45.0512], [45.0512]),
        ([45.0512] * 3, [45.0512] * 3),
        ([45.05, 45.1], [45.05, 45.06]),
        ([45 + at / 100 for at in range(1, 41)], [45.055] * 38 + [45.39, 45.4]),
        ([45 + at / 100 for at in range(1, 41)], [45.01, 45.02] + [None] * 38),
    ],
    ids=["one alone", "at one place", "one of two", "few of many", "few that are told"],
)
def test_not_one_true_place_leaves_among_values_that_others_share(run, grid, layer, places, told):
    points = layer("Point", [(f"POINT(-74.95 {lat})", [one]) for lat, one in zip(places, told)], ["y:double"])
    assert "true coordinates" in refusal(lambda: randommask(run, grid, points, ["y"]))


@pytest.mark.slow
def test_a_code_that_happens_to_be_a_degree_is_no_place(run, grid, layer):
    rows = [(f"POINT(75.0000{row} 45.0{row})", [75]) for row in range(9)]
    points = layer("Point", rows, ["department:integer"])
    assert "department" in randommask(run, grid, points, ["department"])["OUTPUT"].fields().names()


SAID = [
    "lives at {lat:.6f}, {lon:.6f}", "N{lat:.6f} W{west:.6f}", "{lat:.6f}° N, {west:.6f}° W",
    "[{lat:.6f}, {lon:.6f}]", "{lat:.6f}/{lon:.6f}", "SRID=4326;POINT({lon:.6f} {lat:.6f})",
    "45°{minutes:.5f}'N 74°{across:.5f}'W",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("records", [20, 1])
def test_the_true_place_in_words_is_refused_where_a_household_shares_them(run, grid, layer, said, records):
    chance = np.random.default_rng(3)
    homes = np.repeat(chance.uniform((-74.95, 45.05), (-74.65, 45.35), (10, 2)), 2, axis=0)[:records].tolist()
    rows = [
        (f"POINT({lon!r} {lat!r})",
         [said.format(lon=lon, lat=lat, west=-lon, minutes=(lat - 45) * 60, across=(-lon - 74) * 60)])
        for lon, lat in homes
    ]  # fmt: skip
    points = layer("Point", rows, ["note:string"])
    assert "true coordinates" in refusal(lambda: randommask(run, grid, points, ["note"]))


@pytest.mark.parametrize("scale", [1e5, 1e6, 1e7, None])
def test_parts_of_a_degree_and_eastings_of_a_layer_in_degrees_are_refused(run, grid, layer, scale):
    places = [(-74.95 + 0.013 * (at // 2), 45.05 + 0.0217 * (at // 2)) for at in range(20)]
    east = system_of(Crs.of("EPSG:32618")).forward(np.array(places))[:, 0].tolist()
    told = east if scale is None else [float(round(lat * scale)) for _lon, lat in places]
    rows = [(f"POINT({lon!r} {lat!r})", [one]) for (lon, lat), one in zip(places, told)]
    points = layer("Point", rows, ["code:double"])
    assert "true coordinates" in refusal(lambda: randommask(run, grid, points, ["code"]))


@pytest.mark.slow
def test_eastings_and_northings_of_some_are_refused_together(run, grid, layer):
    """Of a system of Ontario, which no coordinate alone is held against."""
    places = [(-74.95 + 0.013 * (at // 2), 45.05 + 0.0217 * (at // 2)) for at in range(20)]
    there = system_of(Crs.of("EPSG:2950")).forward(np.array(places)).tolist()
    rows = [(f"POINT({lon!r} {lat!r})", one) for (lon, lat), one in zip(places, there)]
    points = layer("Point", rows, ["a:double", "b:double"])
    assert "together tell the true places" in refusal(lambda: randommask(run, grid, points, ["a", "b"]))


@pytest.mark.slow
@pytest.mark.parametrize(("names", "code"), [(["a"], "EPSG:32618"), (["a", "b"], "EPSG:2950")])
def test_one_record_at_0_0_hides_no_other(run, grid, layer, names, code):
    places = [(-74.95 + 0.013 * (at // 2), 45.05 + 0.0217 * (at // 2)) for at in range(20)]
    there = [*system_of(Crs.of(code)).forward(np.array(places)).tolist(), [None, None]]
    rows = [(f"POINT({lon!r} {lat!r})", one) for (lon, lat), one in zip([*places, (0.0, 0.0)], there)]
    points = layer("Point", rows, ["a:double", "b:double"])
    assert "the true" in refusal(lambda: randommask(run, grid, points, names))


@pytest.mark.slow
@pytest.mark.parametrize("wkt", [None, "POINT EMPTY", "POINT(nan nan)", "POINT(10 90)"])
def test_records_without_a_place_and_at_a_pole_hide_no_other(run, grid, layer, wkt):
    places = [(-74.95 + 0.013 * (at // 2), 45.05 + 0.0217 * (at // 2)) for at in range(20)]
    rows = [*((f"POINT({lon!r} {lat!r})", [f"at {lat:.6f}, {lon:.6f}"]) for lon, lat in places), (wkt, ["-"])]
    points = layer("Point", rows, ["note:string"])
    for release in RELEASING:
        assert "the true" in refusal(lambda release=release: release(run, grid, points, ["note"]))


@pytest.mark.slow
def test_a_measure_at_one_building_is_no_place(run, grid, layer):
    rows = [("POINT(-74.9 45.1003)", [value]) for value in [45.1, 45.0, 46.2, 45.1, 44.8] * 6]
    points = layer("Point", rows, ["lab:double"])
    assert "lab" in randommask(run, grid, points, ["lab"])["OUTPUT"].fields().names()


@pytest.mark.slow
def test_a_measure_in_the_range_of_the_coordinates_is_no_place(run, grid, layer):
    """Rounded as coarsely as the coordinates, it meets one of them in every tenth record by chance."""
    chance = np.random.default_rng(3)
    rows = [
        (f"POINT(-74.9 {at})", [float(value)])
        for at, value in zip(45.1 + chance.integers(0, 10, 60) / 100, 45.1 + chance.integers(0, 10, 60) / 100)
    ]
    points = layer("Point", rows, ["dose:double"])
    assert "dose" in randommask(run, grid, points, ["dose"])["OUTPUT"].fields().names()


@pytest.mark.parametrize("name", ["lab", "born"])
def test_no_word_releases_a_field_that_tells_records_apart(releases, layer, name):
    text = refusal(lambda: releases(people(layer), [name]))
    assert f"“{name}”" in text and "however far it was moved" in text and "tick" not in text


def test_fields_that_many_share_need_no_word(releases, layer, table, tmp_path):
    page = tmp_path / "report.html"
    result = releases(people(layer), ["sex"], REPORT=str(page))
    assert {row["sex"] for row in table(result["OUTPUT"])} == {"f", "m"}


def test_two_who_answered_alike_hide_in_one_another(releases, layer, table):
    result = releases(people(layer), ["comment"])
    assert sum(row["comment"] == "rare" for row in table(result["OUTPUT"])) == 2


@pytest.mark.slow
def test_in_a_tiny_file_unique_by_chance_is_unique_all_the_same(run, grid, layer, table):
    points = people(layer, 3)
    text = refusal(lambda: randommask(run, grid, points, ["lab"]))
    assert "value of its own" in text
    assert "value of its own" in refusal(lambda: randommask(run, grid, points, ["number"]))
    alone = randommask(run, grid, people(layer, 1), ["sex", "lab"])
    assert len(table(alone["OUTPUT"])) == 1, "one record can be told apart from nobody"


def test_the_patient_of_the_ledger_is_refused_though_visits_repeat(run, grid, layer, tmp_path):
    rows = [("POINT(-74.95 45.05)", [f"patient {row // 3}", "f"]) for row in range(12)]
    points = layer("Point", rows, ["who:string", "sex:string"])
    made = run("newledger", {"LEDGER": str(tmp_path / "ledger.gpkg"), "KEY": str(tmp_path / "ledger.key")})
    given = {"LEDGER": made["LEDGER"], "LEDGER_KEY": made["KEY"], "LEDGER_ID": "who"}
    text = refusal(lambda: lpmask(run, grid, points, ["who"], **given))
    assert "names the patients for the ledger" in text


def test_codes_that_lost_their_zero_are_told(releases, layer, feedback):
    rows = [(f"POINT({-74.95 + 0.001 * (row % 7)} 45.05)", [(8784, 10001)[row % 2]]) for row in range(40)]
    releases(layer("Point", rows, ["zip:integer"]), ["zip"])
    assert any("“zip”" in text and "08784" in text for text in feedback.warnings)
