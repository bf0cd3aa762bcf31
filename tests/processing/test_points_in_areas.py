# SPDX-License-Identifier: GPL-2.0-or-later
"""Which area a point lies in: by QGIS, and by shapely 2 where it is there, alike to the row."""

from types import SimpleNamespace

import numpy as np
import pytest
from qgis.core import QgsGeometry

from geodeid_plugin.processing_provider.io import area_layer, locate, points_inside

SHAPES = (
    *(
        f"POLYGON(({x} {y}, {x + 1} {y}, {x + 1} {y + 1}, {x} {y + 1}, {x} {y}))"
        for x in range(4)
        for y in range(3)
    ),
    "POLYGON((5 0, 9 0, 9 4, 5 4, 5 0), (6 1, 8 1, 8 3, 6 3, 6 1))",
    "MULTIPOLYGON(((10 0, 11 0, 11 1, 10 0)), ((10 2, 11 2, 11 3, 10 2)))",
    "POLYGON((12 0, 14 2, 14 0, 12 2, 12 0))",  # crosses itself
    "POLYGON((0.25 0.25, 0.75 0.25, 0.75 0.75, 0.25 0.75, 0.25 0.25))",  # lies in the first
)


class Points(SimpleNamespace):
    """What is asked of a layer of points."""

    def __len__(self):
        return len(self.lon_deg)


def study(count=4000):
    """The areas with their identifiers in another order, and points in, on the sides of and outside them."""
    rng = np.random.default_rng(7)
    places = np.concatenate([rng.uniform(-1, 15, (count, 2)), rng.integers(0, 15, (count // 4, 2)) / 1.0])
    rank = rng.permutation(len(SHAPES))
    layer = SimpleNamespace(
        polygons=SHAPES,
        areas=SimpleNamespace(id_rank=rank),
        table=SimpleNamespace(geometries=[QgsGeometry.fromWkt(shape) for shape in SHAPES]),
    )
    return layer, Points(lon_deg=places[:, 0], lat_deg=places[:, 1]), rank


def by_hand(layer, points, rank):
    """Point by point, area by area, in the order of identifiers."""
    shapes = [shape if shape.isGeosValid() else shape.makeValid() for shape in layer.table.geometries]
    found = []
    for lon, lat in zip(points.lon_deg.tolist(), points.lat_deg.tolist()):
        place = QgsGeometry.fromWkt(f"POINT({lon!r} {lat!r})")
        found.append(next((area for area in np.argsort(rank) if shapes[area].intersects(place)), -1))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("version", [1, 2])
def test_each_point_is_in_the_first_of_the_areas_that_hold_it(qgis_app, monkeypatch, version):
    if version == 2 and not hasattr(pytest.importorskip("shapely"), "from_wkb"):
        pytest.skip("shapely 2 is not installed")
    monkeypatch.setattr(area_layer, "has_shapely_2", lambda: version == 2)
    layer, points, rank = study()
    run = SimpleNamespace(progress=lambda *_: None)
    found = locate(run, layer, points)
    assert found.tolist() == by_hand(layer, points, rank)
    assert len(set(found.tolist())) > len(SHAPES) // 2


@pytest.mark.parametrize("version", [1, 2])
def test_a_shape_of_nothing_holds_no_point(qgis_app, monkeypatch, version):
    if version == 2 and not hasattr(pytest.importorskip("shapely"), "from_wkb"):
        pytest.skip("shapely 2 is not installed")
    monkeypatch.setattr(area_layer, "has_shapely_2", lambda: version == 2)
    shapes = [
        QgsGeometry(),
        QgsGeometry.fromWkt("POLYGON EMPTY"),
        QgsGeometry.fromWkt(SHAPES[0]),
        QgsGeometry(),
    ]
    points = Points(lon_deg=np.array([9.0, 0.5, 1.0]), lat_deg=np.array([9.0, 0.5, 1.0]))
    assert [rows.tolist() for rows in points_inside(shapes, points)] == [[], [], [1, 2], []]
