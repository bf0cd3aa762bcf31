# SPDX-License-Identifier: GPL-2.0-or-later
"""Points are read in blocks, to the same rows, places and sentences as one by one."""

import numpy as np
import pytest
from qgis.core import QgsCoordinateReferenceSystem
from readrows import Reading, read

from geodeid_plugin.core.base.errors import InputError
from geodeid_plugin.processing_provider import io
from geodeid_plugin.processing_provider.io import packed, table


def shapes_of(table):
    return [shape.asWkt() for shape in table.geometries]


def one_by_one(monkeypatch, layer):
    with monkeypatch.context() as patch:
        patch.setattr(table, "lonlat_of", lambda _shapes, _way: None)
        return read(layer)


@pytest.mark.parametrize("crs", ["EPSG:4326", "EPSG:32618", "EPSG:3347", "EPSG:4267"])
@pytest.mark.parametrize("kind", ["Point", "PointZ"])
def test_a_block_has_the_places_of_its_points_to_the_last_bit(layer, monkeypatch, crs, kind):
    monkeypatch.setattr(table, "BLOCK", 7)
    degrees = QgsCoordinateReferenceSystem(crs).isGeographic()
    x, y = np.random.default_rng(1).uniform(0, 1, (2, 20)) * (1 if degrees else 1000)
    x, y = (x - 76, y + 45) if degrees else (x + 4e5, y + 5e6)
    deep = " 12" if kind == "PointZ" else ""
    name = "Point Z" if deep else "Point"
    places = enumerate(zip(x.tolist(), y.tolist()))  # numpy 2 prints its own numbers with their type
    rows = [(f"{name} ({a!r} {b!r}{deep})", (n,)) for n, (a, b) in places]
    made = layer(kind, rows, ["n:int"], crs=crs)
    quick, slow = io.points_of(read(made)[1]), io.points_of(one_by_one(monkeypatch, made)[1])
    assert isinstance(quick.table.geometries, packed.DrawnPoints)
    assert np.array_equal(quick.lon_deg, slow.lon_deg) and np.array_equal(quick.lat_deg, slow.lat_deg)
    assert quick.table.attributes == slow.table.attributes and quick.table.row_ids == slow.table.row_ids
    assert shapes_of(quick.table) == shapes_of(slow.table)


@pytest.mark.parametrize("wkt", ["", "Point EMPTY", "MultiPoint ((1 1), (2 2))"])
def test_what_is_no_single_point_is_told_of_as_ever(layer, monkeypatch, wkt):
    monkeypatch.setattr(table, "BLOCK", 3)
    rows = [(f"Point ({n} {n})", (n,)) for n in range(5)] + [(wkt, (9,))] + [("Point (8 8)", (8,))]
    made = layer("MultiPoint" if "Multi" in wkt else "Point", rows, ["n:int"])
    quick, slow = read(made), one_by_one(monkeypatch, made)
    assert quick[0].warnings == slow[0].warnings and quick[0].counts == slow[0].counts
    assert quick[1].attributes == slow[1].attributes and quick[1].row_ids == slow[1].row_ids
    assert shapes_of(quick[1]) == shapes_of(slow[1])


@pytest.mark.parametrize("bad, crs", [("Point (0 91)", "EPSG:4326"), ("Point (1e30 1e30)", "EPSG:32618")])
def test_a_place_that_is_none_is_refused_by_its_feature(layer, monkeypatch, bad, crs):
    rows = [("Point (1 1)", (n,)) for n in range(5)] + [(bad, (9,))]
    made = layer("Point", rows, ["n:int"], crs=crs)
    said = []
    for reading in (read, lambda one: one_by_one(monkeypatch, one)):
        with pytest.raises(InputError) as error:
            reading(made)
        said.append(str(error.value))
    assert said[0] == said[1] and "feature 6" in said[0]


def test_points_are_turned_back_at_once_as_one_by_one(qgis_app, monkeypatch):
    crs, generator = QgsCoordinateReferenceSystem("EPSG:3347"), np.random.default_rng(2)
    lon, lat = generator.uniform(-76, -75, 9), generator.uniform(45, 46, 9)
    quick = io.points_geometry(Reading(), lon, lat, crs)
    monkeypatch.setattr(io.points, "transformed", lambda *_: None)
    slow = io.points_geometry(Reading(), lon, lat, crs)
    assert [shape.asWkb() for shape in quick] == [shape.asWkb() for shape in slow]
    assert len(io.points_geometry(Reading(), lon[:0], lat[:0], crs)) == 0
