# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables of MapInfo as GDAL writes them: read where their files lie together, in any system."""

import zipfile

import pytest

qgis_core = pytest.importorskip("qgis.core")

from osgeo import gdal, ogr, osr  # noqa: E402
from test_checkdocument import check, lonlat, world  # noqa: E402, F401


def written(folder, layer, exchange, epsg=3347):
    """A table with a name and no coordinates in its fields, in the Lambert projection of Canada."""
    to, degrees = osr.SpatialReference(), osr.SpatialReference()
    to.ImportFromEPSG(epsg), degrees.ImportFromEPSG(4326)
    degrees.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    moved = osr.CoordinateTransformation(degrees, to)
    name = str(folder / ("cases.mif" if exchange else "cases.tab"))
    source = gdal.GetDriverByName("MapInfo File").Create(name, 0, 0, 0, gdal.GDT_Unknown)
    made = source.CreateLayer("cases", to, ogr.wkbPoint)
    made.CreateField(ogr.FieldDefn("name", ogr.OFTString))
    for at, (x, y) in enumerate(lonlat(layer)):
        row = ogr.Feature(made.GetLayerDefn())
        row.SetField("name", f"case {at}")
        row.SetGeometry(ogr.CreateGeometryFromWkt("POINT ({} {})".format(*moved.TransformPoint(x, y)[:2])))
        made.CreateFeature(row)
    del row, made, source
    return sorted(one for one in folder.iterdir() if one.stem == "cases")


def packed(folder, files, names=None):
    target = folder / "table.zip"
    with zipfile.ZipFile(target, "w") as archive:
        for one in files:
            if names is None or one.suffix in names:
                archive.write(one, one.name)
    return target


@pytest.mark.slow
@pytest.mark.parametrize("exchange", [True, False])
def test_a_table_gives_its_points_away_in_an_archive_a_folder_and_alone(run, world, tmp_path, exchange):  # noqa: F811
    (tmp_path / "data").mkdir()
    files = written(tmp_path / "data", world["patients"], exchange)
    archive = packed(tmp_path, files)
    for given in ({}, {"FOLDER": str(tmp_path / "data")}):
        result = check(run, world, None if given else archive, **given)
        assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] == 70
        assert result["NOT_JUDGED"] == 0
    for one in files if not exchange else files[-1:]:
        result = check(run, world, one)
        assert result["VERDICT"] == "gives_away" and result["TRUE_POSITIONS"] == 70


@pytest.mark.slow
def test_an_exchange_file_without_its_rows_of_fields_is_read(run, world, tmp_path):  # noqa: F811
    (file,) = (one for one in written(tmp_path, world["patients"], True) if one.suffix == ".mif")
    archive = packed(tmp_path, [file])
    assert check(run, world, archive)["TRUE_POSITIONS"] == 70


@pytest.mark.slow
@pytest.mark.parametrize("names", [(".map",), (".dat", ".tab"), (".tab", ".dat", ".map")])
def test_a_part_of_a_table_never_passes(run, world, tmp_path, names):  # noqa: F811
    file = packed(tmp_path, written(tmp_path, world["patients"], False), names)
    assert check(run, world, file)["VERDICT"] == "not_judged"


@pytest.mark.slow
def test_a_table_that_names_other_files_never_opens_them(run, world, tmp_path):  # noqa: F811
    files = written(tmp_path, world["patients"], False)
    head = next(one for one in files if one.suffix == ".tab")
    head.write_text(head.read_text() + 'Open Table "/etc/other.tab" Hide\n')
    assert check(run, world, packed(tmp_path, files))["VERDICT"] == "not_judged"


@pytest.mark.slow
@pytest.mark.parametrize("exchange", [True, False])
def test_a_damaged_table_is_not_judged(run, world, tmp_path, exchange):  # noqa: F811
    files = written(tmp_path, world["patients"], exchange)
    held = next(one for one in files if one.suffix == (".mif" if exchange else ".map"))
    whole = held.read_bytes()
    held.write_bytes(whole[: len(whole) // 2] if exchange else whole[:600])
    assert check(run, world, packed(tmp_path, files))["VERDICT"] in ("not_judged", "gives_away")
