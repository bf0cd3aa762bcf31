# SPDX-License-Identifier: GPL-2.0-or-later
"""Polygons are read as they are, measured on the ellipsoid, and get a point that lies inside."""

import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geodeid_plugin.core.geometry.polygons import Polygons
from tests.refusals import refuses

shapely = pytest.importorskip("shapely")
from shapely import geometry, wkb, wkt  # noqa: E402

C_SHAPE = "POLYGON((0 0,4 0,4 1,1 1,1 3,4 3,4 4,0 4,0 0))"


def read(*texts):
    shapes = [wkt.loads(text) if text else None for text in texts]
    return Polygons.from_wkb([shape.wkb if shape else None for shape in shapes])


def test_rings_of_polygons_and_multipolygons_keep_their_area_and_their_kind():
    polygons = read(
        "POLYGON((0 0,4 0,4 4,0 4,0 0),(1 1,2 1,2 2,1 2,1 1))",
        None,
        "MULTIPOLYGON(((5 5,6 5,6 6,5 5)),((8 8,9 8,9 9,8 8)))",
    )
    assert polygons.ring_area.tolist() == [0, 0, 2, 2]
    assert polygons.ring_is_hole.tolist() == [False, True, False, False]
    assert polygons.ring_start.tolist() == [0, 5, 10, 14, 18]
    assert polygons.lon_deg[5:10].tolist() == [1, 2, 2, 1, 1]
    assert len(polygons.side_start) == 4 + 4 + 3 + 3


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize(
    ("code", "dimensions"),
    [(3, 2), (1003, 3), (2003, 3), (3003, 4), (0x80000003, 3), (0x40000003, 3), (0xC0000003, 4)],
)
def test_every_way_of_writing_z_and_m_gives_the_same_vertices(order, code, dimensions):
    ring = [(0, 0), (4, 0), (4, 3), (0, 0)]
    data = bytes([order == "<"]) + struct.pack(order + "III", code, 1, 4)
    for x, y in ring:
        data += struct.pack(order + f"{dimensions}d", x, y, *[7.0] * (dimensions - 2))
    polygons = Polygons.from_wkb([data])
    assert list(zip(polygons.lon_deg, polygons.lat_deg)) == ring


def test_a_ring_left_open_is_closed():
    data = b"\x01" + struct.pack("<III", 3, 1, 3) + struct.pack("<6d", 0, 0, 4, 0, 4, 3)
    polygons = Polygons.from_wkb([data])
    assert polygons.lon_deg.tolist() == [0, 4, 4, 0]


def test_an_srid_in_the_binary_is_skipped():
    shape = geometry.box(0, 0, 1, 1)
    polygons = Polygons.from_wkb([wkb.dumps(shape, srid=4326)])
    assert len(polygons.lon_deg) == 5


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (wkt.loads("POINT(1 1)").wkb, "Bern cannot be used: it is a point"),
        (wkt.loads("LINESTRING(1 1,2 2)").wkb, "it is a line"),
        (wkt.loads("GEOMETRYCOLLECTION(POINT(1 1))").wkb, "geometry collection"),
        (b"\x01" + struct.pack("<II", 10, 0), "curve polygon.*Segmentize"),
        (b"\x01" + struct.pack("<II", 12, 0), "multi-surface"),
        (geometry.box(0, 0, 1, 1).wkb[:-20], "Bern cannot be used"),
        (b"\x01", "Bern cannot be used"),
    ],
)
def test_what_is_no_polygon_is_refused_by_name(data, sentence):
    with refuses("area.geometry.unusable", match=sentence):
        Polygons.from_wkb([data], ["Bern"])


def test_sizes_do_not_depend_on_the_direction_of_rings_and_subtract_holes():
    whole, hole = "(0 0,4 0,4 4,0 4,0 0)", "(1 1,2 1,2 2,1 2,1 1)"
    turned = "(0 0,0 4,4 4,4 0,0 0)"
    sizes = read(f"POLYGON({whole})", f"POLYGON({hole})", f"POLYGON({whole},{hole})", f"POLYGON({turned})")
    whole_m2, hole_m2, rest_m2, turned_m2 = sizes.areas_m2(4)
    assert rest_m2 == pytest.approx(whole_m2 - hole_m2)
    assert turned_m2 == pytest.approx(whole_m2)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.floats(-180, 180), st.floats(-88, 88), st.floats(-5, 0), st.integers(3, 40), st.integers(0, 10_000))
def test_sizes_equal_the_geodesic_areas_of_another_library(lon, lat, power, corners, seed):
    geod = pytest.importorskip("pyproj").Geod(ellps="WGS84")
    draw = np.random.default_rng(seed)
    angle, radius = np.sort(draw.uniform(0, 2 * np.pi, corners)), 10**power
    shape = geometry.Polygon(np.column_stack([lon + radius * np.cos(angle), lat + radius * np.sin(angle)]))
    expected = abs(geod.geometry_area_perimeter(shape)[0])
    assert Polygons.from_wkb([shape.wkb]).areas_m2(1)[0] == pytest.approx(expected, rel=2e-3, abs=1e-4)


def test_an_area_without_rings_has_no_size_and_no_centre():
    polygons = read(None, "POLYGON((0 0,1 0,1 1,0 0))")
    assert polygons.areas_m2(2)[0] == 0
    assert np.isnan(polygons.centroids_deg(2)[0][0])
    assert Polygons.from_wkb([None]).areas_m2(1).tolist() == [0]


def test_centroids_are_right_across_the_date_line_and_at_the_pole():
    polygons = read(
        "POLYGON((179 -1,181 -1,181 1,179 1,179 -1))",
        "POLYGON((179 -1,-179 -1,-179 1,179 1,179 -1))",
        "POLYGON((0 85,90 85,180 85,-90 85,0 85))",
    )
    lon, lat = polygons.centroids_deg(3)
    assert np.abs(lon[:2]) == pytest.approx([180, 180])
    assert lat == pytest.approx([0, 0, 90], abs=2e-3)


def test_the_centroid_of_a_parcel_is_right_to_the_millimetre():
    polygons = read("POLYGON((7 50,7.0001 50,7.0001 50.0001,7 50.0001,7 50))")
    lon, lat = polygons.centroids_deg(1)
    assert lon[0] == pytest.approx(7.00005, abs=1e-9)
    assert lat[0] == pytest.approx(50.00005, abs=1e-9)


def test_the_centroid_of_parts_is_weighted_by_size_and_a_hole_pulls_away():
    polygons = read(
        "MULTIPOLYGON(((0 0,1 0,1 1,0 1,0 0)),((4 0,7 0,7 1,4 1,4 0)))",
        "POLYGON((0 0,4 0,4 4,0 4,0 0),(0.1 0.1,1.9 0.1,1.9 3.9,0.1 3.9,0.1 0.1))",
    )
    lon, _ = polygons.centroids_deg(2)
    assert lon[0] == pytest.approx((0.5 + 3 * 5.5) / 4, abs=5e-3)
    assert lon[1] > 2.5


def test_a_centroid_outside_is_moved_inside_and_one_inside_stays():
    polygons = read(
        C_SHAPE, "POLYGON((0 0,4 0,4 4,0 4,0 0))", "MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,9 5,9 9,5 5)))"
    )
    lon, lat = polygons.inner_points_deg(3)
    for text, x, y in zip((C_SHAPE, "POLYGON((0 0,4 0,4 4,0 4,0 0))"), lon, lat):
        assert wkt.loads(text).contains(geometry.Point(x, y))
    assert geometry.Polygon([(5, 5), (9, 5), (9, 9)]).contains(geometry.Point(lon[2], lat[2]))
    assert np.array_equal(np.array(polygons.centroids_deg(3))[:, 1], [lon[1], lat[1]])


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(st.integers(4, 30), st.integers(0, 10_000), st.floats(-170, 170), st.floats(-75, 75))
def test_every_simple_polygon_gets_a_point_inside_it(corners, seed, lon, lat):
    draw = np.random.default_rng(seed)
    angle = np.sort(draw.uniform(0, 2 * np.pi, corners))
    radius = draw.uniform(0.02, 1.0, corners)
    shape = geometry.Polygon(
        np.column_stack([lon + radius * np.cos(angle), lat + radius * np.sin(angle)])
    ).buffer(0)
    if shape.is_empty or shape.geom_type != "Polygon" or shape.area < 1e-3:
        return
    x, y = Polygons.from_wkb([shape.wkb]).inner_points_deg(1)
    # Sides are straight on the area's own plane; straight in degrees, one of L degrees bends by this much.
    longest = np.hypot(*np.diff(np.array(shape.exterior.coords), axis=0).T).max()
    bend = np.radians(longest**2 / 8) * abs(np.tan(np.radians(lat)))
    assert shape.buffer(1e-4 + bend).contains(geometry.Point(x[0], y[0]))


def test_a_polygon_of_no_width_has_the_middle_of_its_vertices():
    lon, lat = read("POLYGON((0 0,2 0,1 0,0 0))").inner_points_deg(1)
    assert (lon[0], lat[0]) == (pytest.approx(1.0, abs=1e-4), pytest.approx(0.0, abs=1e-4))


@pytest.mark.slow
def test_areas_that_are_measured_some_at_a_time_are_as_they_are_alone():
    """More areas than are laid on planes at once; every third is bent, and one is empty."""
    n, random = 50_100, np.random.default_rng(1)
    x, y = random.uniform(-179, 179, n), random.uniform(-80, 80, n)
    corners = np.array([[0, 0], [3, 0], [3, 3], [0, 3], [2.9, 2.9], [0, 0]]) * 1e-2
    rings = np.stack([x, y], axis=1)[:, None] + corners
    rings[::3, 4] = rings[::3, 3]
    head = struct.pack("<BIII", 1, 3, 1, 6)
    wkbs = [head + ring.tobytes() for ring in rings]
    wkbs[50_003] = None
    whole = Polygons.from_wkb(iter(wkbs))
    assert len(whole.ring_area) == n - 1 and len(whole.lon_deg) == 6 * (n - 1)
    for measure in ("inner_points_deg", "centroids_deg", "areas_m2"):
        every = getattr(whole, measure)(n)
        for first in (0, 49_990, n - 20):
            alone = getattr(Polygons.from_wkb(wkbs[first : first + 20]), measure)(20)
            for one, other in zip(np.atleast_2d(every), np.atleast_2d(alone)):
                # Some processors take the last few of a vector by other instructions: other last bits.
                np.testing.assert_allclose(one[first : first + 20], other, rtol=1e-12)
