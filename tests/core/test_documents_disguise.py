# SPDX-License-Identifier: GPL-2.0-or-later
"""Positions that documents hold as numbers: every form, each with its precision, and no false ones."""

import base64
import json
import struct

import numpy as np
import pytest

from geodeid_plugin.core.exposure.documents.containers.parts import Part
from geodeid_plugin.core.exposure.documents.disguise.codes import decoded_polyline, geohash_cell
from geodeid_plugin.core.exposure.documents.disguise.detect import positions_in
from geodeid_plugin.core.exposure.documents.disguise.positions import Frame
from geodeid_plugin.core.geometry.sphere import METRES_PER_DEGREE

BOSTON = Frame("EPSG:4326", (-71.4, 42.1), (-70.8, 42.6), METRES_PER_DEGREE)
UTM = Frame("EPSG:32619", (300_000, 4_660_000), (350_000, 4_720_000), 1.0)
PLACES = np.round(np.random.default_rng(5).uniform([-71.3, 42.2], [-70.9, 42.5], (12, 2)), 5)


def part(text, path="page.html", kind="text"):
    return Part(path, kind, text.encode() if isinstance(text, str) else text)


def found(text, frames=(BOSTON,), **more):
    """Points found, all forms together, without the vertices of areas."""
    points = [one for one in positions_in(part(text, **more), frames) if not one.areas]
    return np.vstack([one.xy for one in points]) if points else np.empty((0, 2)), points


def same(points, expected, within=1e-9):
    """Whether every expected place was found and nothing else."""
    apart = np.abs(points[:, None] - np.asarray(expected)[None]).max(axis=2)
    return len(points) == len(expected) and apart.min(axis=0).max() <= within


def feature(place, **properties):
    return {"type": "Feature", "properties": properties,
            "geometry": {"type": "Point", "coordinates": list(place)}}  # fmt: skip


FORMS = {
    "leaflet": "".join(f"L.marker([{y}, {x}]).addTo(map);\n" for x, y in PLACES),
    "objects": json.dumps([{"lat": y, "lng": x, "name": "a"} for x, y in PLACES]),
    "objects with longitude first": json.dumps([{"longitude": x, "latitude": y} for x, y in PLACES]),
    "heat": "L.heatLayer(" + json.dumps([[y, x, 0.5] for x, y in PLACES]) + ");",
    "arrays": json.dumps({"type": "scattermap", "lat": PLACES[:, 1].tolist(), "lon": PLACES[:, 0].tolist()}),
    "kml": "<kml>" + "".join(f"<Placemark><Point><coordinates>{x},{y},0</coordinates></Point></Placemark>"
                             for x, y in PLACES) + "</kml>",
    "gpx": "<gpx>" + "".join(f'<wpt lat="{y}" lon="{x}"><name>b</name></wpt>' for x, y in PLACES) + "</gpx>",
    "gml": "<gml:x>" + "".join(f"<gml:pos>{y} {x}</gml:pos>" for x, y in PLACES) + "</gml:x>",
    "wkt": "\n".join(f"POINT ({x} {y})" for x, y in PLACES),
    "sentence": "; ".join(f"one lived at {y}° N, {x}°" for x, y in PLACES),
    "typographic minus": "; ".join(f"({y}, −{-x})" for x, y in PLACES),
    "geojson": "var d = " + json.dumps({"type": "FeatureCollection",
                                        "features": [feature(p, age=4) for p in PLACES]}) + ";",
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("known", [True, False], ids=["region given", "no region"])
def test_every_position_of_a_form_is_found_once(form, known):
    if not known and form in ("typographic minus", "sentence"):
        pytest.skip("bare numbers need a region")
    points, kept = found(FORMS[form], (BOSTON,) if known else ())
    assert same(points, PLACES), kept
    assert all(one.precision_m == pytest.approx(METRES_PER_DEGREE * 1e-5, rel=1e-6) for one in kept)


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_columns_of_a_table_are_found_with_the_fields_beside_them(mark):
    rows = [["id", "lat", "sex", "long"], *[[str(i), str(y), "f", str(x)] for i, (x, y) in enumerate(PLACES)]]
    text = "\n".join(mark.join(row) for row in rows)
    points, kept = found(text, path="patients.csv")
    assert same(points, PLACES)
    assert kept[0].fields == ("id", "sex")


def test_columns_of_projected_metres_are_found():
    rows = [f"{i},{300_500 + 37 * i},{4_670_250 + 91 * i}" for i in range(9)]
    points, kept = found("id,x,y\n" + "\n".join(rows), (BOSTON, UTM), path="x.csv")
    assert same(points, [(300_500 + 37 * i, 4_670_250 + 91 * i) for i in range(9)])
    assert kept[0].frame is UTM and kept[0].precision_m == 1.0


@pytest.mark.parametrize("code", ["f8", "f4"])
def test_arrays_packed_in_base64_are_found(code):
    def packed(values):
        return {
            "dtype": code,
            "bdata": base64.b64encode(np.asarray(values, f"<{code}").tobytes()).decode(),
        }

    text = json.dumps({"data": [{"lat": packed(PLACES[:, 1]), "lon": packed(PLACES[:, 0])}]})
    assert same(found(text)[0], PLACES, 1e-5)


def test_a_topology_is_unpacked():
    scale, shift = [1e-5, 1e-5], [-72.0, 42.0]
    steps = np.rint((PLACES - shift) / scale).astype(int).tolist()
    text = json.dumps({
        "type": "Topology", "transform": {"scale": scale, "translate": shift}, "arcs": [],
        "objects": {"p": {"type": "GeometryCollection", "geometries": [
            {"type": "Point", "coordinates": step, "properties": {"case": 1}} for step in steps]}},
    })  # fmt: skip
    points, kept = found(text)
    assert same(points, PLACES, 1e-8)
    assert kept[0].fields == ("case",)


def test_borders_are_areas_and_no_positions_of_anybody():
    border = PLACES[np.argsort(np.arctan2(*(PLACES - PLACES.mean(0)).T))].tolist()
    ring = [*border, border[0]]
    assert not len(found(json.dumps(ring))[0])
    assert not len(found("L.polygon(" + json.dumps([[y, x] for x, y in ring]) + ")")[0])
    x, y = ring[4]
    touching = [ring[0], *ring[:5], [x + 1e-3, y], [x + 1e-3, y + 1e-3], [x, y + 1e-3], *ring[4:]]
    pairs = ", ".join(f"{x} {y}" for x, y in touching)
    threes = " ".join(f"{x},{y},0" for x, y in touching)
    for text in (f"POLYGON (({pairs}))", f"<LinearRing><coordinates>{threes}</coordinates></LinearRing>"):
        assert not len(found(text)[0]), "a border that touches itself, and writes its first position twice"
    border = {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
    assert not len(found(json.dumps(border))[0])


def line_of(*places):
    shape = {"type": "LineString", "coordinates": [list(one) for one in places]}
    return json.dumps({"type": "Feature", "properties": {}, "geometry": shape})


def test_who_comes_home_again_has_set_out_from_there():
    """A way from home to the clinic gave its home away, and the one back again made a border of it."""
    home, clinic, street, pharmacy = PLACES[:4].tolist()
    for way in ([home, clinic, home], [home, clinic, pharmacy, home], [home, street, clinic, street, home]):
        assert found(line_of(*way))[0].tolist() == [home]
    crossing = [*PLACES.tolist(), PLACES[0].tolist()]
    assert found(line_of(*crossing))[0].tolist() == [crossing[0]]
    border = PLACES[np.argsort(np.arctan2(*(PLACES - PLACES.mean(0)).T))].tolist()
    assert not len(found(line_of(*border, border[0]))[0])


WAYS = {
    "words": "Patient {at} lives at {y}, {x}.\n",
    "lines": "{y}, {x}\n",
    "markers": "L.marker([{y}, {x}]).addTo(map);\n",
    "KML": "<Placemark><Point><coordinates>{x},{y},0</coordinates></Point></Placemark>",
    "GPX": '<wpt lat="{y}" lon="{x}"></wpt>',
    "addresses": "https://www.google.com/maps/@{y},{x},17z\n",
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("people", [3, 4, 6, 12])
def test_who_stands_twice_in_a_list_makes_no_border_of_it(way, people):
    """Where the first patient came again at the end, the whole list was taken for a border, and passed."""
    visits = [*PLACES[:people].tolist(), PLACES[0].tolist()]
    text = "".join(WAYS[way].format(at=at, x=x, y=y) for at, (x, y) in enumerate(visits))
    assert {tuple(one) for one in found(text)[0]} == {tuple(one) for one in visits}


def test_small_rings_are_areas_where_the_words_or_the_form_say_so():
    few = PLACES[:3].tolist()
    assert not len(found(f"L.polygon({json.dumps([*few, few[0]])})")[0])
    (w, s), (e, n) = PLACES.min(0).tolist(), PLACES.max(0).tolist()
    assert not len(found(json.dumps([[w, s], [e, s], [e, n], [w, n], [w, s]]))[0])


def test_codes_are_read():
    assert decoded_polyline("_p~iF~ps|U_ulLnnqC_mqNvxq`@") == [(-120.2, 38.5), (-120.95, 40.7),
                                                              (-126.453, 43.252)]  # fmt: skip
    lon, lat, high = geohash_cell("u4pruydqqvj")
    assert abs(lon - 10.40744) < 1e-5 and abs(lat - 57.64911) < 1e-5 and high < 2e-6
    assert len(found("homes: drt2zp2mrgru, drt2yzr6mfkz, drt3n1b5s0gh")[0]) == 3
    assert len(found("42° 21' 36.5\" N, 71° 3' 32.1\" W")[0]) == 1


def test_a_shapefile_of_points_is_read():
    records = b"".join(
        struct.pack(">2i", i + 1, 10) + struct.pack("<i2d", 1, x, y) for i, (x, y) in enumerate(PLACES)
    )
    head = struct.pack(">i20xi", 9994, 50 + len(records) // 2) + struct.pack("<2i64x", 1000, 1)
    kept = positions_in(Part("a.shp", "data", head + records), (BOSTON,))
    assert same(kept[0].xy, PLACES)


@pytest.mark.parametrize(
    "text",
    [
        "p = 0.0423, 0.7105; rate 42.3 to 71.1 per 1000",
        json.dumps({"x": list(np.linspace(0, 1, 30)), "y": list(np.linspace(3, 9, 30))}),
        "translate(42.3,71.0) scale(0.123456,0.654321) on 2026-11-22 at 10.1234,12.5678",
        "version 42.3601.71 and 42.3 -71.05",
        "abcdefgh bcdefgh9 zzzzzzz1",
    ],
)
def test_other_numbers_are_no_positions(text):
    assert not len(found(text)[0])
    assert not len(found(text, ())[0])


@pytest.mark.parametrize("text, named", [
    ("weight 71.05 kg, haematocrit 42.36", False), ("seen at 42.36 N, 71.05 W", True),
    ("42.36, -71.05", False), ("42.3601, -71.0589", True), ("costs of 42.3601 and 71.0589", False),
    ("lat 42.36, lon -71.05", True),
])  # fmt: skip
def test_what_says_that_numbers_are_places_is_told_from_measures(text, named):
    assert [one.named for one in found(text)[1]] in ([named], [] if not named else [True])


def test_one_sentence_with_one_coordinate_is_found():
    points, kept = found("The index case lived at 42.36012, -71.05891 until May.")
    assert points.tolist() == [[-71.05891, 42.36012]]
    assert kept[0].precision_m < 1.2


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        '{"type":' * 50_000,
        '{"type":"FeatureCollection","features":[' * 2_500,
        "1 " * 150_000,
        '"' + "\\" * 200_000,
        "lat " + " " * 200_000 + "42.1111",
        "[1," * 100_000,
        "<svg" * 100_000,
        '"a":{' * 100_000,
        "42.36012" + " " * 59 + "a" + " 42.36012" * 25_000,
        '{"type":"Point","coordinates":[' + "1" * 1_500_000 + ",2]}",
    ],
    ids=range(11),
)
def test_hostile_texts_end_soon(text):
    from time import process_time

    started = process_time()
    positions_in(part(text), (BOSTON, UTM))
    positions_in(part(text, path="a.csv"), (BOSTON, UTM))
    assert process_time() - started < 3
