# SPDX-License-Identifier: GPL-2.0-or-later
"""The dots of pictures drawn by QGIS, found by the algorithm; and files that are no such picture."""

import struct
import zlib

import numpy as np
import pytest

qgis_core = pytest.importorskip("qgis.core")

WIDTH, HEIGHT = 420, 300
PLACES = np.random.default_rng(9).uniform([20, 20], [WIDTH - 20, HEIGHT - 20], (60, 2))


def drawn(layer, path, **how):
    """Draw PLACES with QGIS at one map unit a pixel; returns the path."""
    from qgis.core import (
        QgsCoordinateReferenceSystem,
        QgsMapRendererSequentialJob,
        QgsMapSettings,
        QgsMarkerSymbol,
        QgsProperty,
        QgsRectangle,
        QgsSingleSymbolRenderer,
        QgsSymbolLayer,
    )
    from qgis.PyQt.QtCore import QSize
    from qgis.PyQt.QtGui import QColor

    rows = [(f"POINT({x} {HEIGHT - y})", [i]) for i, (x, y) in enumerate(PLACES)]
    points = layer("Point", rows, ["id:integer"], "EPSG:32618", "Cases")
    look = {"name": "circle", "color": "#dc1e28", "size": "6", "size_unit": "Pixel", "outline_style": "no"}
    symbol = QgsMarkerSymbol.createSimple({**look, **how.get("symbol", {})})
    if not how.get("snapped"):
        angle = QgsSymbolLayer.Property.PropertyAngle
        symbol.symbolLayer(0).setDataDefinedProperty(angle, QgsProperty.fromExpression("0*$id"))
    points.setRenderer(QgsSingleSymbolRenderer(symbol))
    settings = QgsMapSettings()
    settings.setLayers([points])
    settings.setDestinationCrs(QgsCoordinateReferenceSystem("EPSG:32618"))
    settings.setOutputSize(QSize(WIDTH, HEIGHT))
    settings.setExtent(QgsRectangle(0, 0, WIDTH, HEIGHT))
    settings.setBackgroundColor(QColor("white"))
    job = QgsMapRendererSequentialJob(settings)
    job.start()
    job.waitForFinished()
    assert job.renderedImage().save(str(path))
    return path


def errors(rows):
    """Distance in pixels from every true place to the nearest dot."""
    found = np.array([[row["x_px"], row["y_px"]] for row in rows])
    return np.hypot(*(PLACES[:, None, :] - found[None, :, :]).transpose(2, 0, 1)).min(axis=1)


def dots_of(run, table, path, **more):
    result = run("mapdots", {"IMAGE": str(path), "OUTPUT": "memory:", **more})
    return result, table(result["OUTPUT"])


@pytest.mark.slow
def test_smooth_dots_are_found_to_a_twentieth_of_a_pixel(run, table, layer, tmp_path):
    result, rows = dots_of(run, table, drawn(layer, tmp_path / "map.png"))
    assert result["COUNT"] == len(rows) == len(PLACES)
    assert result["REGIME"] == "antialiased"
    assert np.median(errors(rows)) < 0.05


@pytest.mark.slow
def test_markers_pasted_at_whole_pixels_are_told_and_carry_the_error_of_a_pixel(run, table, layer, tmp_path):
    result, rows = dots_of(run, table, drawn(layer, tmp_path / "map.png", snapped=True))
    assert result["REGIME"] == "snapped"
    assert errors(rows).max() <= 0.75
    assert result["ERROR_PX"] == pytest.approx(1 / np.sqrt(12), rel=0.01)


@pytest.mark.slow
def test_a_triangle_is_placed_at_its_anchor_not_at_its_centroid(run, table, layer, tmp_path):
    path = drawn(layer, tmp_path / "map.png", symbol={"name": "triangle", "size": "9"})
    _, rows = dots_of(run, table, path)
    assert {row["shape"] for row in rows} == {"triangle"}
    assert np.median(errors(rows)) < 0.2


@pytest.mark.slow
def test_a_georeferenced_picture_gives_points_on_the_map(run, table, layer, tmp_path):
    from osgeo import gdal, osr

    picture = gdal.Open(str(drawn(layer, tmp_path / "map.png")))
    frame = osr.SpatialReference()
    frame.ImportFromEPSG(32618)
    placed = gdal.GetDriverByName("GTiff").CreateCopy(str(tmp_path / "map.tif"), picture)
    placed.SetGeoTransform([400000, 10, 0, 4700000, 0, -10])
    placed.SetProjection(frame.ExportToWkt())
    placed = None
    result = run("mapdots", {"IMAGE": str(tmp_path / "map.tif"), "OUTPUT": "memory:"})
    assert result["OUTPUT"].crs().authid() == "EPSG:32618"
    points = [feature.geometry().asPoint() for feature in result["OUTPUT"].getFeatures()]
    nearest = [min(np.hypot(p.x() - 400000 - 10 * x, p.y() - 4700000 + 10 * y) for p in points)
               for x, y in PLACES]  # fmt: skip
    assert np.median(nearest) < 0.5
    assert result["ERROR_M"] > 0


def test_the_classes_of_the_pixels_are_given_as_a_raster(run, table, layer, tmp_path):
    from osgeo import gdal

    path = drawn(layer, tmp_path / "map.png")
    result, _ = dots_of(run, table, path, CLASS_RASTER=str(tmp_path / "classes.tif"))
    raster = gdal.Open(result["CLASSES"])
    assert (raster.RasterXSize, raster.RasterYSize) == (WIDTH, HEIGHT)
    assert (raster.ReadAsArray() == 0).mean() > 0.9


@pytest.mark.slow
def test_a_vector_picture_is_read_exactly(run, table, tmp_path):
    marks = "".join(f'<circle cx="{x:.4f}" cy="{y:.4f}" r="3" fill="#d01020"/>' for x, y in PLACES)
    (tmp_path / "map.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{marks}</svg>'
    )
    result, rows = dots_of(run, table, tmp_path / "map.svg")
    assert result["REGIME"] == "vector"
    assert len(rows) == len(PLACES)
    size = np.array([1600, round(1600 / WIDTH * HEIGHT)])
    found = np.array([[row["x_px"], row["y_px"]] for row in rows]) / size * [WIDTH, HEIGHT]
    gap = np.hypot(*(PLACES[:, None] - found[None]).transpose(2, 0, 1)).min(axis=1)
    assert gap.max() < 0.001


def png(width, height, depth=8, body=b""):
    """Bytes of a PNG that claims a size; its pixels need not be there."""
    head = struct.pack(">IIBBBBB", width, height, depth, 2, 0, 0, 0)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def refusal(run, path):
    from qgis.core import QgsProcessingException

    with pytest.raises(QgsProcessingException) as caught:
        run("mapdots", {"IMAGE": str(path), "OUTPUT": "memory:"})
    return str(caught.value)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("text.png", b"this is no picture"),
        ("empty.png", b""),
        ("text.svg", b"<p>not a picture</p>"),
        ("cut.svg", b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><g>"),
        ("text.pdf", b"%PDF-1.4 nothing else"),
    ],
)
def test_a_file_that_is_no_picture_is_refused_in_a_sentence(run, tmp_path, name, data):
    (tmp_path / name).write_bytes(data)
    assert name in refusal(run, tmp_path / name)


@pytest.mark.slow
def test_a_decompression_bomb_is_refused_before_it_is_decoded(run, tmp_path):
    (tmp_path / "bomb.png").write_bytes(png(100_000, 100_000))
    assert "million pixels" in refusal(run, tmp_path / "bomb.png")


@pytest.mark.slow
def test_a_picture_cut_short_is_refused_not_read_in_part(run, layer, tmp_path):
    whole = drawn(layer, tmp_path / "map.jpg").read_bytes()
    (tmp_path / "cut.jpg").write_bytes(whole[: len(whole) // 3])
    assert "cut.jpg" in refusal(run, tmp_path / "cut.jpg")


DRAWN = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9' width='{}'><circle cx='5' cy='5' r='3'/></svg>"
)
BESIDE = (
    "<PAMDataset><Metadata><MDI key='TIFFTAG_XRESOLUTION'>many</MDI></Metadata><PAMRasterBand band='1'>"
    "<Metadata domain='IMAGE_STRUCTURE'><MDI key='NBITS'>many</MDI></Metadata></PAMRasterBand></PAMDataset>"
)


@pytest.mark.parametrize("width", ["1.2.3", "0", ".", "0." + "0" * 400 + "1mm", "TIFF"])
def test_words_where_a_file_names_a_size_leave_a_picture_without_a_resolution(qgis_app, tmp_path, width):
    from osgeo import gdal

    from geodeid_plugin.processing_provider.disclosure.mapimage.pictures import read_picture

    path = tmp_path / ("page.tif" if width == "TIFF" else "page.svg")
    if width == "TIFF":
        gdal.GetDriverByName("GTiff").CreateCopy(
            str(path), gdal.GetDriverByName("MEM").Create("", 9, 9, 3)
        ).SetMetadataItem("TIFFTAG_RESOLUTIONUNIT", "2")
        (tmp_path / "page.tif.aux.xml").write_text(BESIDE)
    else:
        path.write_text(DRAWN.format(width))
    assert read_picture(path).dpi is None


@pytest.mark.slow
def test_a_picture_of_one_colour_and_one_without_dots_are_refused(run, tmp_path):
    from osgeo import gdal

    def save(array, name):
        memory = gdal.GetDriverByName("MEM").Create("", array.shape[1], array.shape[0], 3)
        for band in range(3):
            memory.GetRasterBand(band + 1).WriteArray(array[..., band])
        gdal.GetDriverByName("PNG").CreateCopy(str(tmp_path / name), memory)
        return tmp_path / name

    flat = np.full((80, 100, 3), 200, np.uint8)
    assert "single colour" in refusal(run, save(flat, "flat.png"))
    flat[:, 50:] = 40
    assert "no proof" in refusal(run, save(flat, "halves.png"))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["16 bit", "palette", "alpha", "grey"])
def test_other_kinds_of_pixels_give_the_same_dots(run, table, layer, tmp_path, kind):
    from osgeo import gdal

    source = gdal.Open(str(drawn(layer, tmp_path / "map.png")))
    colours = source.ReadAsArray()[:3]
    driver, path = gdal.GetDriverByName("MEM"), tmp_path / "other.png"
    if kind == "16 bit":
        made = driver.Create("", WIDTH, HEIGHT, 3, gdal.GDT_UInt16)
        layers = colours.astype(np.uint16) * 257
    elif kind == "alpha":
        made = driver.Create("", WIDTH, HEIGHT, 4)
        layers = [*colours, np.full((HEIGHT, WIDTH), 255, np.uint8)]
        made.GetRasterBand(4).SetColorInterpretation(gdal.GCI_AlphaBand)
    elif kind == "grey":
        made, layers = driver.Create("", WIDTH, HEIGHT, 1), [colours[1]]
    else:
        values, index = np.unique(colours[1], return_inverse=True)
        made, layers = driver.Create("", WIDTH, HEIGHT, 1), [index.reshape(HEIGHT, WIDTH).astype(np.uint8)]
        table_of_colours = gdal.ColorTable()
        for i, value in enumerate(values):
            table_of_colours.SetColorEntry(i, (230, int(value), int(value), 255))
        made.GetRasterBand(1).SetColorTable(table_of_colours)
    for band, values in enumerate(layers):
        made.GetRasterBand(band + 1).WriteArray(values)
    gdal.GetDriverByName("PNG").CreateCopy(str(path), made)
    result, rows = dots_of(run, table, path)
    assert result["COUNT"] == len(PLACES)
    assert np.median(errors(rows)) < 0.06


@pytest.mark.slow
@pytest.mark.parametrize("name", ["inks.jpg", "inks.tif"])
def test_pictures_in_printing_inks_give_the_same_dots(run, table, layer, tmp_path, name):
    image = pytest.importorskip("PIL.Image")
    drawn(layer, tmp_path / "map.png")
    inks = image.open(tmp_path / "map.png").convert("RGB").convert("CMYK")
    inks.save(tmp_path / name, **({"quality": 92} if name.endswith("jpg") else {}))
    result, rows = dots_of(run, table, tmp_path / name)
    assert result["COUNT"] == len(PLACES)
    assert np.median(errors(rows)) < 0.08


@pytest.mark.slow
def test_a_picture_with_tens_of_thousands_of_dots_is_refused_in_a_sentence(run, tmp_path):
    from osgeo import gdal

    one = np.full((7, 7, 3), 255, np.uint8)
    one[2:5, 2:5] = (220, 30, 40)
    many = np.tile(one, (180, 180, 1))
    memory = gdal.GetDriverByName("MEM").Create("", many.shape[1], many.shape[0], 3)
    for band in range(3):
        memory.GetRasterBand(band + 1).WriteArray(many[..., band])
    gdal.GetDriverByName("PNG").CreateCopy(str(tmp_path / "many.png"), memory)
    assert "up to 30\u202f000 are searched" in refusal(run, tmp_path / "many.png")


def test_the_very_same_pixels_are_searched_once_and_others_anew(monkeypatch):
    from types import SimpleNamespace

    from geodeid_plugin.core.base.progress import silent
    from geodeid_plugin.core.mapimage.picturedots import Settings
    from geodeid_plugin.processing_provider.disclosure.mapimage import pictures

    searched = []
    monkeypatch.setattr(pictures, "last_found", {})
    monkeypatch.setattr(pictures, "find_dots", lambda rgb, *asked: searched.append(asked) or rgb.sum())
    one, other = np.zeros((4, 5, 3), np.uint8), np.zeros((5, 4, 3), np.uint8)
    almost = one.copy()
    almost[3, 4, 2] = 1
    asked = ((one, 1.0), (one.copy(), 1.0), (one, 2.0), (almost, 2.0), (other, 2.0), (one, 2.0))
    for rgb, sensitivity in asked:
        picture = SimpleNamespace(rgb=rgb, is_vector=False)
        found = pictures.find_picture_dots(picture, Settings(sensitivity), silent)
        assert found.dots == rgb.sum()
    assert len(searched) == 5
