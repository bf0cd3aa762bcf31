# SPDX-License-Identifier: GPL-2.0-or-later
"""A whole GeoPackage of points is streamed by GDAL, to the same rows as QGIS reads one by one."""

import json

import numpy as np
import pytest
from osgeo import ogr, osr
from qgis.core import (
    QgsField,
    QgsProcessingFeatureSourceDefinition,
    QgsProject,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QVariant
from readrows import read

from geodeid_plugin.core.base.errors import InputError
from geodeid_plugin.processing_provider.io import table
from geodeid_plugin.processing_provider.io.bulk import stream

needs_streams = pytest.mark.skipif(
    not hasattr(ogr.Layer, "GetArrowStreamAsNumPy"), reason="GDAL before 3.6 has no streams of columns"
)
ROWS = [
    ("é漢", 1, 2**60, 0.1), (None, None, None, None), ("", -3, -(2**62), float("nan")),
    ("a\tb ", 0, 0, float("inf")), ("x" * 300, 5, 5, 1e-300), ("007", -7, 1, -0.0),
]  # fmt: skip


def stored(path, crs=4326, places=None, kind=ogr.wkbPoint, rows=ROWS, date=False):
    """A GeoPackage of points whose numbers have gaps."""
    plane = osr.SpatialReference()
    plane.ImportFromEPSG(crs)
    plane.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    store = ogr.GetDriverByName("GPKG").CreateDataSource(str(path))
    layer = store.CreateLayer("codes", plane, kind)
    types = {"t": ogr.OFTString, "n": ogr.OFTInteger, "b": ogr.OFTInteger64, "d": ogr.OFTReal}
    for name, type_ in {**types, **({"day": ogr.OFTDate} if date else {})}.items():
        layer.CreateField(ogr.FieldDefn(name, type_))
    places = places or [f"POINT ({-75 - n / 7} {45 + n / 9})" for n in range(len(rows))]
    for number, (row, wkt) in enumerate(zip(rows, places)):
        feature = ogr.Feature(layer.GetLayerDefn())
        feature.SetFID(3 * number + 2)
        for name, value in zip(types, row):
            if value is not None:
                feature[name] = value
        feature.SetGeometry(None if wkt is None else ogr.CreateGeometryFromWkt(wkt))
        layer.CreateFeature(feature)
    del layer, store
    return QgsVectorLayer(f"{path}|layername=codes", "codes", "ogr")


def by_qgis(monkeypatch, layer):
    with monkeypatch.context() as patch:
        patch.setattr(table, "streamed", lambda _layer: None)
        return read(layer)


def told(reading, *arguments):
    with pytest.raises(InputError) as error:
        reading(*arguments)
    return str(error.value)


def alike(one, other):
    assert repr(list(one[1].attributes)) == repr(list(other[1].attributes))
    assert one[1].row_ids == other[1].row_ids
    assert [shape.asWkt(17) for shape in one[1].geometries] == [
        shape.asWkt(17) for shape in other[1].geometries
    ]
    assert one[0].counts == other[0].counts and one[0].warnings == other[0].warnings


@needs_streams
@pytest.mark.parametrize("crs", [4326, 32618])
def test_what_is_streamed_is_what_qgis_reads(qgis_app, tmp_path, monkeypatch, crs):
    monkeypatch.setattr(stream, "SIZE", 4)
    places = None if crs == 4326 else [f"POINT ({4e5 + n / 7} {5e6 + n / 9})" for n in range(6)]
    layer = stored(tmp_path / "a.gpkg", crs, places)
    assert sum(len(block.row_ids) for block in stream.streamed(layer)) == len(ROWS)
    alike(read(layer), by_qgis(monkeypatch, layer))


@needs_streams
@pytest.mark.parametrize("place", [None, "POINT EMPTY"])
def test_a_row_without_a_place_is_left_out_by_qgis(qgis_app, tmp_path, monkeypatch, place):
    layer = stored(tmp_path / "a.gpkg", places=["POINT (1 1)", place, "POINT (2 2)"], rows=ROWS[:3])
    found = read(layer)
    assert found[0].counts["INPUT_without_geometry"] == 1
    alike(found, by_qgis(monkeypatch, layer))


@needs_streams
def test_a_place_that_is_none_is_refused_by_its_feature(qgis_app, tmp_path, monkeypatch):
    layer = stored(tmp_path / "a.gpkg", places=["POINT (1 1)", "POINT (0 91)"], rows=ROWS[:2])
    said = told(read, layer)
    assert said == told(by_qgis, monkeypatch, layer) and "feature 5" in said


def changed(layer):
    layer.startEditing()
    layer.changeAttributeValue(2, layer.fields().lookupField("n"), 99)


def with_more(layer):
    layer.addExpressionField("1", QgsField("one", QVariant.Int))


@needs_streams
@pytest.mark.parametrize("change", [lambda layer: layer.setSubsetString('"n" = 5'), changed, with_more])
def test_a_layer_that_is_not_read_as_it_is_stored_is_left_to_qgis(qgis_app, tmp_path, monkeypatch, change):
    layer = stored(tmp_path / "a.gpkg")
    change(layer)
    assert stream.streamed(layer) is None
    alike(read(layer), by_qgis(monkeypatch, layer))


@needs_streams
@pytest.mark.parametrize("kind", [{"date": True}, {"kind": ogr.wkbPoint25D}])
def test_other_fields_and_shapes_are_left_to_qgis(qgis_app, tmp_path, kind):
    assert stream.streamed(stored(tmp_path / "a.gpkg", **kind)) is None


@needs_streams
def test_other_shapes_among_points_are_refused_by_qgis(qgis_app, tmp_path, monkeypatch):
    places = ["POINT (1 1)", "LINESTRING (1 1, 2 2)"]
    layer = stored(tmp_path / "a.gpkg", places=places, kind=ogr.wkbUnknown, rows=ROWS[:2])
    said = told(read, layer)
    assert said == told(by_qgis, monkeypatch, layer) and "feature 5" in said


@needs_streams
def test_rows_that_are_missing_from_a_stream_are_read_by_qgis(qgis_app, tmp_path, monkeypatch):
    layer = stored(tmp_path / "a.gpkg")
    short = stream.Streamed([["x", 1, 1, 1.0, 1]], [2], np.zeros(1), np.zeros(1))

    def broken(_layer):
        yield short
        raise ValueError("a stream that ends")

    monkeypatch.setattr(table, "streamed", broken)
    alike(read(layer), by_qgis(monkeypatch, layer))


@pytest.mark.parametrize("part", [{"selectedFeaturesOnly": True}, {"featureLimit": 2}])
def test_a_part_of_a_layer_is_not_streamed(qgis_app, run, tmp_path, part):
    layer = stored(tmp_path / "a.gpkg")
    layer.selectByIds([2, 8])
    QgsProject.instance().addMapLayer(layer)
    asked = QgsProcessingFeatureSourceDefinition(layer.id(), **part)
    given = {
        "PATIENTS": asked,
        "METHOD": "donut",
        "MIN_DISTANCE": 100,
        "MAX_DISTANCE": 300,
        "SEED": 1,
        "OUTPUT": "memory:",
        "METRICS": str(tmp_path / "m.json"),
    }
    run("randommask", given)
    assert json.loads((tmp_path / "m.json").read_text("utf-8"))["counts"]["PATIENTS"] == 2
