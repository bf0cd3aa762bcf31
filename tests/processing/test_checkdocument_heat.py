# SPDX-License-Identifier: GPL-2.0-or-later
"""Heat maps in documents: found by their legends, placed, turned back, and never green."""

import zipfile
import zlib

import numpy as np
import pytest

qgis_core = pytest.importorskip("qgis.core")

from test_checkdocument import check, docx  # noqa: E402
from test_mapreidentification import SOUTH, UTM, WEST, places, polygon, ring  # noqa: E402

from geodeid_plugin.core.exposure.heatmap.attack import heat_maps_of  # noqa: E402
from geodeid_plugin.core.exposure.heatmap.kernels import Kernel, surface_of  # noqa: E402

pytestmark = pytest.mark.usefixtures("pictures_once")

PIXEL, CELLS = 80.0, 320
LEFT, TOP = WEST - 2_000, SOUTH + 24_000
RAMP = np.array([[255, 255, 204], [253, 141, 60], [128, 0, 38]], float)
PEOPLE = places(count=24)
"""Twenty-four patients of a county of 40 000."""


@pytest.fixture(scope="module")
def world(qgis_app):
    from conftest import make_layer

    county = make_layer(
        "Polygon", [(polygon(ring()), ["c", 40_000])], ["id:string", "people:integer"], UTM, "county"
    )

    def points(where, name):
        rows = [(f"POINT({x} {y})", [f"{name}{i}"]) for i, (x, y) in enumerate(where)]
        return make_layer("Point", rows, ["id:string"], UTM, name)

    return {
        "county": county,
        "patients": points(PEOPLE, "patient"),
        "others": points(places(seed=9, count=24), "other"),
    }


def in_pixels(where):
    return np.column_stack([np.asarray(where)[:, 0] - LEFT, TOP - np.asarray(where)[:, 1]]) / PIXEL


def lines(corners):
    """Pixels of the border, two wide."""
    corners = in_pixels([*corners, corners[0]])
    along = np.concatenate([
        first + (second - first) * np.linspace(0, 1, 400)[:, None]
        for first, second in zip(corners[:-1], corners[1:])
    ])  # fmt: skip
    drawn = np.zeros((CELLS, CELLS), bool)
    rows, columns = np.floor(along[:, 1]).astype(int), np.floor(along[:, 0]).astype(int)
    inside = (rows >= 0) & (rows < CELLS - 1) & (columns >= 0) & (columns < CELLS - 1)
    drawn[rows[inside], columns[inside]] = drawn[rows[inside] + 1, columns[inside]] = True
    return drawn


def coloured(share):
    return np.stack([np.interp(share, [0, 0.5, 1], channel) for channel in RAMP.T], axis=-1).round()


def page(share, classes=0, legend=True, border=True):
    """A map in colours with the county's border, and its legend to the right."""
    bar = np.linspace(1, 0, 200)[:, None].repeat(12, axis=1)
    if classes:
        share, bar = (
            np.minimum(np.floor(each * classes), classes - 1) / (classes - 1) for each in (share, bar)
        )
    drawn = np.full((CELLS, CELLS + 60, 3), 255.0)
    drawn[:, :CELLS] = coloured(share)
    if border:
        drawn[:, :CELLS][lines(ring())] = 60
    if legend:
        drawn[40:240, CELLS + 20 : CELLS + 32] = coloured(bar)
    return drawn.astype(np.uint8)


def heat(where=PEOPLE, bandwidth_m=600.0, kernel="quartic"):
    surface = surface_of(*in_pixels(where).T, Kernel(kernel, bandwidth_m / PIXEL), (CELLS, CELLS))
    return surface / surface.max()


def png(rgb):
    from osgeo import gdal

    held = gdal.GetDriverByName("MEM").Create("", rgb.shape[1], rgb.shape[0], 3)
    held.WriteArray(rgb.transpose(2, 0, 1))
    gdal.GetDriverByName("PNG").CreateCopy("/vsimem/heat.png", held)
    file = gdal.VSIFOpenL("/vsimem/heat.png", "rb")
    data = gdal.VSIFReadL(1, 50_000_000, file)
    gdal.VSIFCloseL(file)
    gdal.Unlink("/vsimem/heat.png")
    return bytes(data)


def pdf(path, rgb):
    """One page that shows one picture."""
    pixels = zlib.compress(rgb.tobytes())
    height, width = rgb.shape[:2]
    shown = b"q %d 0 0 %d 40 40 cm /Im0 Do Q" % (0.6 * width, 0.6 * height)
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 595]/Resources<</XObject<</Im0 4 0 R>>>>"
        b"/Contents 5 0 R>>",
        b"<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceRGB/BitsPerComponent 8"
        b"/Filter/FlateDecode/Length %d>>stream\n" % (width, height, len(pixels)) + pixels + b"\nendstream",
        b"<</Length %d>>stream\n" % len(shown) + shown + b"\nendstream",
    ]  # fmt: skip
    body, at = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        at.append(len(body))
        body += b"%d 0 obj" % number + one + b"endobj\n"
    table = b"".join(b"%010d 00000 n \n" % offset for offset in at)
    body += b"xref\n0 6\n0000000000 65535 f \n" + table
    path.write_bytes(body + b"trailer<</Size 6/Root 1 0 R>>startxref\n%d\n%%%%EOF" % body.rindex(b"xref"))
    return path


def held(tmp_path, rgb, form="docx"):
    if form == "pdf":
        return pdf(tmp_path / "paper.pdf", rgb)
    return docx(tmp_path / "paper.docx", [("image1.png", png(rgb))])


@pytest.mark.slow
@pytest.mark.parametrize("form, classes", [("docx", 0), ("docx", 7), ("pdf", 0)])
def test_a_heat_map_of_the_patients_in_a_document_gives_them_away(run, world, table, tmp_path, form, classes):
    file = held(tmp_path, page(heat(), classes), form)
    result = check(run, world, file, OUTPUT=str(tmp_path / "o.gpkg"), RECOVERED=str(tmp_path / "r.gpkg"))
    assert result["VERDICT"] == "gives_away" and result["EXPOSED"] >= 22
    (row,) = [row for row in table(str(tmp_path / "o.gpkg")) if row["verdict"] == "gives_away"]
    assert row["placed"] and row["dots"] == 24 and "heat map" in row["why"]
    assert row["precision_m"] < 20
    found = table(str(tmp_path / "r.gpkg"))
    assert sum(one["record"] is not None for one in found) >= 23
    assert {one["size_count"] for one in found} == {1}


@pytest.mark.slow
def test_a_heat_map_of_nobody_known_or_without_truth_or_outline_is_not_judged(run, world, tmp_path):
    file = held(tmp_path, page(heat()))
    of_others = check(run, world, file, "others")
    assert of_others["VERDICT"] == "not_judged" and "nor those of a layer" in of_others["VERDICT_TEXT"]
    without = check(run, world, file, None)
    assert without["VERDICT"] == "not_judged" and "24 places" in without["VERDICT_TEXT"]
    nowhere = check(run, world, held(tmp_path, page(heat(), border=False)))
    assert nowhere["VERDICT"] == "not_judged" and "nobody knows where it lies" in nowhere["VERDICT_TEXT"]


@pytest.mark.slow
def test_a_smooth_surface_that_no_kernels_explain_is_not_judged(run, world, tmp_path):
    from scipy.ndimage import gaussian_filter

    rain = gaussian_filter(np.random.default_rng(2).normal(0, 1, (CELLS, CELLS)), CELLS / 10)
    share = (rain - rain.min()) / np.ptp(rain)
    result = check(run, world, held(tmp_path, page(np.where(share > 0.5, 2 * share - 1, 0.0))))
    assert result["VERDICT"] == "not_judged" and "smooth as a heat map" in result["VERDICT_TEXT"]


def areas(seed, count=50):
    """Share of each pixel where areas have one value each."""
    from scipy.spatial import cKDTree

    source = np.random.default_rng(seed)
    down, across = np.mgrid[:CELLS, :CELLS]
    middles = source.uniform(0, CELLS, (count, 2))
    nearest = cKDTree(middles).query(np.column_stack([across.ravel(), down.ravel()]))[1]
    return source.uniform(0, 1, count)[nearest].reshape(CELLS, CELLS)


def squares(seed):
    return (
        np.random.default_rng(seed)
        .uniform(0, 1, (8, 8))
        .repeat(CELLS // 8, axis=0)
        .repeat(CELLS // 8, axis=1)
    )


def discs(seed, count=60):
    """Dots of one size, coloured by a value: a scatter plot with a bar."""
    source, share = np.random.default_rng(seed), np.zeros((CELLS, CELLS))
    down, across = np.mgrid[:CELLS, :CELLS]
    for x, y in source.uniform(20, CELLS - 20, (count, 2)):
        share[(across - x) ** 2 + (down - y) ** 2 < 64] = source.uniform(0.1, 1)
    return share


@pytest.mark.slow
@pytest.mark.parametrize("drawn", [areas, squares, discs])
@pytest.mark.parametrize("classes", [0, 5])
def test_areas_matrices_and_coloured_dots_are_no_heat_maps(drawn, classes):
    for seed in range(3 if drawn is areas else 1):
        assert heat_maps_of(page(drawn(seed), classes)) == []


@pytest.mark.slow
def test_a_photograph_is_no_heat_map():
    source = np.random.default_rng(3)
    from scipy.ndimage import gaussian_filter

    noise = gaussian_filter(source.normal(0, 1, (400, 600, 3)), (3, 3, 0))
    photograph = (255 * (noise - noise.min()) / np.ptp(noise)).astype(np.uint8)
    assert heat_maps_of(photograph) == []


def raster(path, placed=True, kind="Float32"):
    """A heat map as numbers, one point a patient."""
    from osgeo import gdal, osr

    made = gdal.GetDriverByName("GTiff").Create(str(path), CELLS, CELLS, 1, getattr(gdal, f"GDT_{kind}"))
    made.GetRasterBand(1).WriteArray(1000 * heat())
    if placed:
        system = osr.SpatialReference()
        system.ImportFromEPSG(int(UTM[5:]))
        made.SetProjection(system.ExportToWkt())
        made.SetGeoTransform((LEFT, PIXEL, 0, TOP, 0, -PIXEL))
    del made
    return path


def zipped(path, *files):
    with zipfile.ZipFile(path, "w") as archive:
        for file in files:
            archive.write(file, file.name)
    return path


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["Float32", "Int16"])
def test_a_raster_of_numbers_beside_a_document_is_turned_back(run, world, table, tmp_path, kind):
    file = zipped(tmp_path / "all.zip", raster(tmp_path / "heat.tif", kind=kind))
    result = check(run, world, file, OUTPUT=str(tmp_path / "o.gpkg"))
    assert result["VERDICT"] == "gives_away" and result["EXPOSED"] >= 23
    (row,) = table(str(tmp_path / "o.gpkg"))
    assert (row["dots"], row["placed"], row["width_px"]) == (24, True, CELLS) and row["precision_m"] < 1
    lost = zipped(tmp_path / "lost.zip", raster(tmp_path / "lost.tif", placed=False, kind=kind))
    assert check(run, world, lost)["VERDICT"] == "not_judged"


@pytest.mark.slow
@pytest.mark.parametrize(
    "head", ["ncols {n}\nnrows {n}\nxllcorner 0\nyllcorner 0\ncellsize 40\n", "DSAA\n{n} {n}\n"]
)
def test_a_raster_as_letters_is_named(run, world, tmp_path, head):
    file = tmp_path / "heat.asc"
    file.write_text(head.format(n=20) + "\n".join(["0.125 " * 20] * 20))
    result = check(run, world, zipped(tmp_path / "all.zip", file))
    assert result["VERDICT"] == "not_judged" and "raster of numbers" in result["VERDICT_TEXT"]


@pytest.mark.slow
def test_a_dense_heat_map_without_its_legend_is_no_photograph(run, world, tmp_path):
    crowded = heat(places(seed=3, count=150), 2_000.0)
    result = check(run, world, held(tmp_path, page(crowded, legend=False, border=False)))
    assert result["VERDICT"] == "with_care" and "heat map" in result["VERDICT_TEXT"]
