# SPDX-License-Identifier: GPL-2.0-or-later
"""The attack on a picture that the map preview drew, scored against the points it shows."""

import json

import numpy as np
import pytest

qgis_core = pytest.importorskip("qgis.core")

UTM = "EPSG:32618"
WEST, SOUTH = 400_000, 4_700_000


def ring(seed=4, points=160, size=9_000):
    source = np.random.default_rng(seed)
    angle = np.linspace(0, 2 * np.pi, points)[:-1]
    radius = size * (
        1 + sum(source.normal(0, 0.25 / k) * np.cos(k * angle + source.random() * 6) for k in range(2, 14))
    )
    return [(WEST + 10_000 + r * np.cos(a), SOUTH + 10_000 + r * np.sin(a)) for r, a in zip(radius, angle)]


def polygon(corners):
    return "POLYGON((" + ",".join(f"{x} {y}" for x, y in [*corners, corners[0]]) + "))"


def places(seed=1, count=70, spread=5_500):
    middle = np.array([WEST + 10_000, SOUTH + 10_000])
    return middle + np.random.default_rng(seed).uniform(-spread, spread, (count, 2))


@pytest.fixture(scope="module")
def world(qgis_app, tmp_path_factory):
    """A county, its patients, an address at each patient's and many others, and a picture of them."""
    import processing
    from conftest import make_layer

    county = make_layer(
        "Polygon", [(polygon(ring()), ["c", 40_000])], ["id:string", "people:integer"], UTM, "county"
    )
    patients = make_layer("Point", [(f"POINT({x} {y})", [i]) for i, (x, y) in enumerate(places())],
                          ["id:integer"], UTM, "patients")  # fmt: skip
    homes = np.vstack([places(), places(seed=2, count=6_000)])
    addresses = make_layer("Point", [(f"POINT({x} {y})", [i]) for i, (x, y) in enumerate(homes)],
                           ["id:integer"], UTM, "addresses")  # fmt: skip
    picture = tmp_path_factory.mktemp("picture") / "map.png"
    processing.run("geodeid:mappreview", {
        "LAYER": patients, "BASEMAP": [county], "DPI": 90, "IMAGE": str(picture), "SIZE": "150x130",
    })  # fmt: skip
    return {"county": county, "patients": patients, "addresses": addresses, "picture": str(picture)}


def attack(run, world, **more):
    return run("mapreidentification", {
        "IMAGE": world["picture"], "OUTLINE": world["county"], "TRUTH": world["patients"], "LARGEST_TURN": 0,
        **more,
    })  # fmt: skip


def test_a_picture_of_the_patients_gives_them_away_and_says_so_everywhere(run, world, tmp_path, table):
    result = attack(run, world, ADDRESSES=world["addresses"], OUTPUT=str(tmp_path / "out.gpkg"),
                    REPORT=str(tmp_path / "report.html"), METRICS=str(tmp_path / "metrics.json"))  # fmt: skip
    assert result["VERDICT"].startswith("gives away")
    assert result["RECOVERED"] >= 60
    assert result["PRECISION"] >= 0.9
    assert result["MEAN_DISTANCE_M"] < 40
    rows = table(str(tmp_path / "out.gpkg"))
    matched = [row for row in rows if row["record"]]
    assert len(matched) == result["RECOVERED"]
    assert all(row["rank"] >= 0 and row["candidates"] >= 1 for row in matched)
    page = (tmp_path / "report.html").read_text()
    assert "Not safe" in page and "Internal" in page and "<image href=" in page
    assert "What would make it safe" in page
    figures = json.loads((tmp_path / "metrics.json").read_text())["figures"]
    assert figures["RECOVERED"] == result["RECOVERED"]


def test_a_picture_of_masked_points_keeps_the_patients_within_the_limit(run, layer, world):
    far = places(seed=9)
    others = layer("Point", [(f"POINT({x} {y})", [i]) for i, (x, y) in enumerate(far)], ["id:integer"], UTM)
    crowd = {"AREAS": world["county"], "AREA_ID": "id", "POPULATION": "people"}
    result = attack(run, world, TRUTH=others, MASKED=world["patients"], **crowd)
    assert not result["VERDICT"].startswith("gives away")
    assert result["RECOVERED"] < 20


def test_without_addresses_or_population_a_failed_attack_is_not_called_safe(run, layer, world):
    others = layer("Point", [(f"POINT({x} {y})", [1]) for x, y in places(seed=9)], ["id:integer"], UTM)
    assert attack(run, world, TRUTH=others)["VERDICT"].startswith("not judged")


def test_true_points_in_another_country_are_not_judged(run, layer, world):
    elsewhere = layer("Point", [("POINT(15 48)", [1]), ("POINT(16 47)", [2])], ["id:integer"])
    result = attack(run, world, TRUTH=elsewhere)
    assert result["VERDICT"].startswith("not judged")
    assert result["RECOVERED"] == 0


def test_control_points_place_the_picture_as_well_as_the_outline(run, world, tmp_path):
    placed = run("georeferencemap", {
        "IMAGE": world["picture"], "OUTLINE": world["county"], "LARGEST_TURN": 0,
        "GCPS_OUT": str(tmp_path / "map.points"),
    })  # fmt: skip
    by_outline = attack(run, world)
    by_points = attack(run, world, OUTLINE=None, GCPS=placed["GCPS"])
    assert by_points["MEAN_DISTANCE_M"] == pytest.approx(by_outline["MEAN_DISTANCE_M"], abs=1.0)


def test_an_outline_that_is_not_in_the_picture_stops_the_check_with_a_sentence(run, layer, world, tmp_path):
    other = layer("Polygon", [(polygon(ring(seed=77)), ["x"])], ["id:string"], UTM)
    with pytest.raises(qgis_core.QgsProcessingException, match="control points"):
        attack(run, world, OUTLINE=other, OUTPUT=str(tmp_path / "out.gpkg"))
    assert list(tmp_path.iterdir()) == []


def test_nothing_to_place_the_picture_by_is_an_error(run, world):
    with pytest.raises(qgis_core.QgsProcessingException, match="outline or control points"):
        attack(run, world, OUTLINE=None)


def bad_files(tmp_path):
    from osgeo import gdal

    (tmp_path / "text.png").write_text("this is no picture")
    (tmp_path / "empty.png").write_bytes(b"")
    blank = gdal.GetDriverByName("MEM").Create("", 200, 200, 3)
    for band in range(3):
        blank.GetRasterBand(band + 1).Fill(255)
    gdal.GetDriverByName("PNG").CreateCopy(str(tmp_path / "blank.png"), blank)
    (tmp_path / "blank.png.aux.xml").unlink(missing_ok=True)
    return {"text.png": "not a picture", "empty.png": "is empty", "blank.png": "single colour",
            "absent.png": "does not exist"}  # fmt: skip


def test_what_is_no_picture_is_refused_in_a_sentence(run, world, tmp_path):
    for name, sentence in bad_files(tmp_path).items():
        with pytest.raises(qgis_core.QgsProcessingException, match=sentence):
            attack(run, {**world, "picture": str(tmp_path / name)})


def test_a_decompression_bomb_is_refused_before_it_is_decoded(run, world, tmp_path):
    import struct
    import zlib

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    bomb = tmp_path / "bomb.png"
    bomb.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    )
    with pytest.raises(qgis_core.QgsProcessingException, match="3600 million pixels"):
        attack(run, {**world, "picture": str(bomb)})


def test_a_limit_outside_0_to_1_is_refused(run, world):
    with pytest.raises(qgis_core.QgsProcessingException):
        attack(run, world, LIMIT=0)
