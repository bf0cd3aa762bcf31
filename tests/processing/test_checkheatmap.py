# SPDX-License-Identifier: GPL-2.0-or-later
"""A heat map that QGIS draws, turned back into its points."""

import hashlib
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

qgis_core = pytest.importorskip("qgis.core")


from geodeid_plugin.core.exposure.heatmap.inversion import Drawing  # noqa: E402
from geodeid_plugin.core.exposure.heatmap.kernels import Kernel, surface_of  # noqa: E402
from geodeid_plugin.core.mapimage.reidentify.known import Around, Known  # noqa: E402
from geodeid_plugin.processing_provider.disclosure import checkheatmap  # noqa: E402
from tests.refusals import refuses  # noqa: E402

UTM = "EPSG:32618"
WEST, SOUTH, SIDE = 400_000, 4_700_000, 12_000


def points(layer, places):
    rows = [(f"POINT({x} {y})", [f"p{i}"]) for i, (x, y) in enumerate(places)]
    return layer("Point", rows, ["id:string"], UTM)


def city(seed, count=40):
    return np.array([WEST, SOUTH]) + np.random.default_rng(seed).uniform(1_000, SIDE - 1_000, (count, 2))


@pytest.fixture
def crowd(layer):
    box = f"POLYGON(({WEST} {SOUTH},{WEST + SIDE} {SOUTH},{WEST + SIDE} {SOUTH + SIDE},{WEST} {SOUTH + SIDE},"
    areas = layer(
        "Polygon", [(box + f"{WEST} {SOUTH}))", ["c", 60_000])], ["id:string", "people:integer"], UTM
    )
    return {"AREAS": areas, "AREA_ID": "id", "POPULATION": "people"}


def heat_map(layer, places, path, kernel=0):
    import processing

    return processing.run("qgis:heatmapkerneldensityestimation", {
        "INPUT": points(layer, places), "RADIUS": 500, "PIXEL_SIZE": 50, "KERNEL": kernel, "OUTPUT": path,
    })["OUTPUT"]  # fmt: skip


@pytest.mark.slow
def test_a_heat_map_of_qgis_gives_the_patients_away(run, layer, crowd, tmp_path, table):
    places = city(1)
    raster = heat_map(layer, places, str(tmp_path / "heat.tif"))
    result = run("checkheatmap", {
        "SURFACE": raster, "TRUTH": points(layer, places), **crowd,
        "OUTPUT": str(tmp_path / "o.gpkg"), "REPORT": str(tmp_path / "r.html"),
    })  # fmt: skip
    assert result["VERDICT"] == "gives_away"
    # QGIS moves each point to the middle of its pixel first: π/4 of them lie within half a pixel of it.
    assert result["PRECISION"] == 1 and result["ISOLATED_RECALL"] >= 0.6
    assert result["MEAN_DISTANCE_M"] < 0.45 * 50
    assert result["BANDWIDTH_M"] == pytest.approx(500, rel=0.02)
    assert result["EXPOSED"] >= 38
    rows = table(str(tmp_path / "o.gpkg"))
    assert sum(row["record"] is not None for row in rows) == result["RECOVERED"]
    report = (tmp_path / "r.html").read_text()
    assert "Do not publish it: it gives people away." in report
    assert hashlib.sha256((tmp_path / "heat.tif").read_bytes()).hexdigest() in report


@pytest.mark.slow
def test_without_addresses_or_population_a_heat_map_is_not_judged(run, layer, tmp_path):
    raster = heat_map(layer, city(1), str(tmp_path / "heat.tif"))
    result = run("checkheatmap", {"SURFACE": raster, "TRUTH": points(layer, city(1))})
    assert result["VERDICT"] == "not_judged" and result["EXPOSED"] is None


@pytest.mark.slow
def test_a_heat_map_of_nobody_who_is_known_is_not_judged(run, layer, crowd, tmp_path):
    raster = heat_map(layer, city(1), str(tmp_path / "heat.tif"))
    given = {"SURFACE": raster, "TRUTH": points(layer, city(2)), **crowd}
    result = run("checkheatmap", given)
    assert result["VERDICT"] == "not_judged" and "nor those of a layer" in result["VERDICT_TEXT"]
    known = run("checkheatmap", {**given, "MASKED": points(layer, city(1))})
    assert known["VERDICT"] in ("passed", "with_care"), known["VERDICT_TEXT"]


@pytest.mark.slow
def test_a_surface_whose_kernel_is_not_found_is_not_judged(run, layer, crowd, tmp_path, table):
    """In five classes of a dense crowd hardly a point stands alone."""
    from osgeo import gdal

    places = np.array([WEST, SOUTH]) + SIDE / 2 + np.random.default_rng(3).normal(0, 400, (80, 2))
    raster = heat_map(layer, places, str(tmp_path / "heat.tif"))
    dataset = gdal.Open(raster, gdal.GA_Update)
    values = dataset.GetRasterBand(1).ReadAsArray()
    dataset.GetRasterBand(1).WriteArray(np.ceil(5 * values / values.max()))
    del dataset
    result = run("checkheatmap", {
        "SURFACE": raster, "TRUTH": points(layer, places), **crowd, "OUTPUT": str(tmp_path / "o.gpkg"),
        "REPORT": str(tmp_path / "r.html"),
    })  # fmt: skip
    assert result["VERDICT"] == "not_judged" and "Give kernel and bandwidth" in result["VERDICT_TEXT"]
    assert result["EXPOSED"] is None and table(str(tmp_path / "o.gpkg")) == []


def test_a_raster_of_the_distance_to_the_nearest_patient_gives_them_away(run, layer, crowd, tmp_path):
    from osgeo import gdal
    from scipy.spatial import cKDTree

    raster = heat_map(layer, city(1), str(tmp_path / "heat.tif"))
    dataset = gdal.Open(raster, gdal.GA_Update)
    west, step, _, north, _, _ = dataset.GetGeoTransform()
    rows, columns = np.mgrid[: dataset.RasterYSize, : dataset.RasterXSize] + 0.5
    pixels = np.column_stack([west + step * columns.ravel(), north - step * rows.ravel()])
    dataset.GetRasterBand(1).WriteArray(cKDTree(city(1)).query(pixels)[0].reshape(rows.shape))
    dataset.GetRasterBand(1).DeleteNoDataValue()
    del dataset
    result = run("checkheatmap", {"SURFACE": raster, "TRUTH": points(layer, city(1)), **crowd})
    assert result["VERDICT"] == "gives_away" and result["RECALL"] > 0.9 and result["MEAN_DISTANCE_M"] < 5


@pytest.mark.slow
def test_the_size_of_the_land_is_no_crowd_behind_a_heat_map(run, layer, crowd, tmp_path):
    raster = heat_map(layer, city(1), str(tmp_path / "heat.tif"))
    box = crowd["AREAS"].getFeature(1).geometry().asWkt()
    land = layer("Polygon", [(box, ["c", SIDE * SIDE])], ["id:string", "ALAND:integer"], UTM)
    given = {"SURFACE": raster, "TRUTH": points(layer, city(1)), "AREAS": land, "AREA_ID": "id"}
    assert run("checkheatmap", {**given, "POPULATION": "ALAND"})["VERDICT"] == "not_judged"


@pytest.mark.slow
def test_what_a_second_band_holds_is_not_judged(run, layer, crowd, tmp_path):
    from osgeo import gdal

    raster = heat_map(layer, city(1), str(tmp_path / "heat.tif"))
    two = str(tmp_path / "two.tif")
    gdal.Translate(two, raster, bandList=[1, 1])
    given = {"TRUTH": points(layer, city(2)), "MASKED": points(layer, city(1)), **crowd}
    assert run("checkheatmap", {**given, "SURFACE": two})["VERDICT"] == "not_judged"


@pytest.mark.slow
def test_pixels_that_are_no_numbers_are_empty(run, layer, crowd, tmp_path):
    """A raster clipped to a border holds NaN beyond it: every point that was drawn is found all the same."""
    from osgeo import gdal

    raster = heat_map(layer, city(1, 12), str(tmp_path / "heat.tif"))
    dataset = gdal.Open(raster, gdal.GA_Update)
    band = dataset.GetRasterBand(1)
    band.DeleteNoDataValue()
    values = band.ReadAsArray()
    values[values <= 0] = np.nan
    assert np.isnan(values).mean() > 0.5
    band.WriteArray(values)
    del band, dataset
    result = run("checkheatmap", {"SURFACE": raster, "TRUTH": points(layer, city(1, 12)), **crowd})
    assert result["VERDICT"] == "gives_away" and result["RECOVERED"] == 12


@pytest.mark.slow
def test_another_kernel_than_was_drawn_never_passes(run, layer, crowd, tmp_path):
    raster = heat_map(layer, city(1), str(tmp_path / "heat.tif"))
    result = run("checkheatmap", {"SURFACE": raster, "TRUTH": points(layer, city(1)), **crowd,
                                  "KERNEL": "gaussian", "BANDWIDTH": 1500})  # fmt: skip
    assert result["VERDICT"] in ("not_judged", "gives_away")


@pytest.mark.slow
def test_the_first_pixel_that_passes_is_told_and_passes(run, layer, crowd, tmp_path):
    """Twelve people live on 29 000 m² here: pixels of about 220 m hold each record among them."""
    raster = heat_map(layer, city(1, 12), str(tmp_path / "cases.tif"))
    given = {"SURFACE": raster, "TRUTH": points(layer, city(1, 12)), **crowd, "SEARCH": "pixel"}
    result = run("checkheatmap", {**given, "REPORT": str(tmp_path / "r.html")})
    assert 190 < result["PASSES_FROM"] < 250
    report = (tmp_path / "r.html").read_text()
    assert (
        "none of the larger ones that were tried fails" in report and "cases" in report
    )  # the raster's name, too
    assert run("checkheatmap", {**given, "SEARCH": "none"})["PASSES_FROM"] is None


class LonelyFarm:
    """Neighbours who are near the middle of every pixel but those of 10 and of 40 m."""

    def around(self, where_m, true_m, error_m, rows):
        pixel_m = np.asarray(error_m) * 12**0.5
        return Around(None, rows, np.where((pixel_m < 12) | ((pixel_m > 35) & (pixel_m < 45)), 1, 99))


def known_of(true_m, crowd):
    return Known(None, np.array(true_m), None, crowd, [], [])


def test_a_pixel_is_named_only_where_all_larger_ones_that_were_tried_pass():
    """The middle of a larger pixel may lie on the very home that a smaller one hid."""
    known = known_of([[13.0, 7.0]], LonelyFarm())
    drawing = Drawing("quartic", 400.0, 10.0, 2**24)
    found = checkheatmap.searched(checkheatmap.PIXEL, drawing, known, 4, lambda fraction, text="": None)
    tried = {one.value: one.passes for one in found.tried}
    assert not tried[40.0] and 45 <= found.passes_from <= 52
    assert all(passes for value, passes in tried.items() if value >= found.passes_from)


@pytest.mark.slow
def test_a_drawing_that_is_not_judged_does_not_fail(monkeypatch):
    """A kernel wide enough leaves a surface that nobody can explain."""
    whole = checkheatmap.read_back

    def blurred(places_m, drawing, progress):
        read = whole(places_m, replace(drawing, bandwidth_m=100.0), progress)
        wide = drawing.bandwidth_m > 500
        return replace(read, explained=not wide, error_m=read.error_m + drawing.bandwidth_m)

    monkeypatch.setattr(checkheatmap, "read_back", blurred)
    crowd = SimpleNamespace(
        around=lambda where, true, error_m, rows: Around(None, rows, np.where(error_m > 300, 99, 1))
    )
    known = known_of([[300.0, 300.0], [900.0, 700.0]], crowd)
    drawing = Drawing("quartic", 100.0, 20.0, 2**24)
    found = checkheatmap.searched(checkheatmap.BANDWIDTH, drawing, known, 4, lambda fraction, text="": None)
    assert not max(found.tried, key=lambda one: one.value).explained
    assert 280 <= found.passes_from <= 400


def test_the_report_never_names_a_smaller_pixel_than_the_one_that_passed():
    tried = (checkheatmap.Tried(100.0, 9, 3, True, False), checkheatmap.Tried(199.4, 9, 0, True, True))
    (table,) = checkheatmap.section_of(checkheatmap.Found(checkheatmap.PIXEL, tried, 199.4)).blocks
    assert "Pixels of 200 m pass" in table.caption
    assert [row[0] for row in table.rows] == ["100", "200"]


RAMP = np.array([[255, 255, 204], [253, 141, 60], [128, 0, 38]], float)


def painted(places, path, legend=True, classes=0, world=True):
    """A picture of a heat map of 500 m in pixels of 40 m, with a legend to its right."""
    from osgeo import gdal, osr

    cells = SIDE // 40
    x, y = (places[:, 0] - WEST) / 40, cells - (places[:, 1] - SOUTH) / 40
    share = surface_of(x, y, Kernel("quartic", 12.5), (cells, cells))
    share, bar = share / share.max(), np.linspace(1, 0, 200)[:, None].repeat(12, axis=1)
    if classes:
        most = classes - 1
        share, bar = (np.minimum(np.floor(each * classes), most) / most for each in (share, bar))
    page = np.full((cells, cells + 60, 3), 255.0)
    page[:, :cells], page[:, cells] = _ramped(share), 0
    if legend:
        page[40:240, cells + 20 : cells + 32] = _ramped(bar)
    dataset = gdal.GetDriverByName("GTiff").Create(path, cells + 60, cells, 3, gdal.GDT_Byte)
    dataset.WriteArray(page.astype(np.uint8).transpose(2, 0, 1))
    if world:
        system = osr.SpatialReference()
        system.ImportFromEPSG(32618)
        dataset.SetProjection(system.ExportToWkt())
        dataset.SetGeoTransform((WEST, 40, 0, SOUTH + SIDE, 0, -40))
    del dataset
    return path


def _ramped(share):
    return np.stack([np.interp(share, [0, 0.5, 1], channel) for channel in RAMP.T], axis=-1).round()


@pytest.mark.slow
@pytest.mark.parametrize("classes", [0, 7])
def test_a_picture_with_its_legend_gives_the_patients_away(run, layer, crowd, tmp_path, classes):
    places = city(1, 12)
    raster = painted(places, str(tmp_path / "heat.tif"), classes=classes)
    result = run("checkheatmap", {
        "SURFACE": raster, "TRUTH": points(layer, places), **crowd, "REPORT": str(tmp_path / "r.html"),
    })  # fmt: skip
    assert result["VERDICT"] == "gives_away"
    assert (result["RECALL"], result["PRECISION"]) == (1, 1) and result["MEAN_DISTANCE_M"] < 10
    assert result["BANDWIDTH_M"] == pytest.approx(500, rel=0.03)
    assert "legend" in (tmp_path / "r.html").read_text()


@pytest.mark.slow
def test_a_picture_without_its_legend_takes_the_colours_that_are_written(run, layer, crowd, tmp_path):
    places = city(1, 12)
    raster = painted(places, str(tmp_path / "heat.tif"), legend=False)
    given = {"SURFACE": raster, "TRUTH": points(layer, places), **crowd}
    unread = run("checkheatmap", given)
    assert unread["VERDICT"] == "not_judged" and "No legend was found" in unread["VERDICT_TEXT"]
    result = run("checkheatmap", {**given, "LEGEND": "0 #ffffcc; 1 #fd8d3c; 2 #800026"})
    assert result["VERDICT"] == "gives_away" and result["RECALL"] == 1


@pytest.mark.slow
def test_a_picture_of_masked_points_passes_only_by_the_values_of_its_legend(run, layer, crowd, tmp_path):
    """Equal steps are a guess: whoever reads the numbers may read more."""
    raster = painted(city(1, 12), str(tmp_path / "heat.tif"), classes=7)
    given = {
        "SURFACE": raster,
        "TRUTH": points(layer, city(2, 12)),
        "MASKED": points(layer, city(1, 12)),
        **crowd,
    }
    guessed = run("checkheatmap", given)
    assert guessed["VERDICT"] == "not_judged" and "equal steps" in guessed["VERDICT_TEXT"]
    told = run("checkheatmap", {**given, "LEGEND": "; ".join(str(at) for at in range(8))})
    assert told["VERDICT"] in ("passed", "with_care"), told["VERDICT_TEXT"]


@pytest.mark.slow
def test_colours_in_opposite_order_never_let_a_picture_pass(run, layer, crowd, tmp_path):
    raster = painted(city(1, 12), str(tmp_path / "heat.tif"))
    given = {"SURFACE": raster, "TRUTH": points(layer, city(1, 12)), **crowd}
    with refuses("legend.colours.mostly_highest"):
        run("checkheatmap", {**given, "LEGEND": "0 #800026; 1 #fd8d3c; 2 #ffffcc"})


@pytest.mark.slow
def test_a_picture_whose_colours_its_legend_lacks_is_not_judged(run, layer, crowd, tmp_path):
    from osgeo import gdal

    raster = painted(city(1, 12), str(tmp_path / "heat.tif"))
    dataset = gdal.Open(raster, gdal.GA_Update)
    stripes = dataset.ReadAsArray()
    stripes[:, :, : 12 * 24 : 3] = np.array([0, 0, 255], np.uint8)[:, None, None]
    dataset.WriteArray(stripes)
    del dataset
    given = {"SURFACE": raster, "TRUTH": points(layer, city(2)), "MASKED": points(layer, city(1, 12))}
    result = run("checkheatmap", {**given, **crowd, "KERNEL": "quartic", "BANDWIDTH": 500})
    assert result["VERDICT"] == "not_judged" and "does not show" in result["VERDICT_TEXT"]


@pytest.mark.slow
def test_a_picture_that_lies_nowhere_is_sent_to_be_placed(run, layer, crowd, tmp_path):
    raster = painted(city(1, 12), str(tmp_path / "heat.tif"), world=False)
    with refuses("heatmap.pixels.not_square"):
        run("checkheatmap", {"SURFACE": raster, "TRUTH": points(layer, city(1, 12)), **crowd})


@pytest.mark.slow
def test_numbers_need_no_legend(run, layer, crowd, tmp_path):
    raster = heat_map(layer, city(1, 12), str(tmp_path / "heat.tif"))
    with refuses("heatmap.legend.not_needed"):
        run("checkheatmap", {"SURFACE": raster, "TRUTH": points(layer, city(1)), **crowd, "LEGEND": "0; 5"})


def numbers(values, path):
    """A raster of 50 m of the city."""
    from osgeo import gdal, osr

    made = gdal.GetDriverByName("GTiff").Create(path, values.shape[1], values.shape[0], 1, gdal.GDT_Float32)
    system = osr.SpatialReference()
    system.ImportFromEPSG(32618)
    made.SetProjection(system.ExportToWkt())
    made.SetGeoTransform((WEST, 50, 0, SOUTH + SIDE, 0, -50))
    made.GetRasterBand(1).WriteArray(values)
    del made
    return path


def density(places):
    cells = SIDE // 50
    x, y = (places[:, 0] - WEST) / 50, cells - (places[:, 1] - SOUTH) / 50
    return surface_of(x, y, Kernel("quartic", 10.0), (cells, cells))


@pytest.mark.slow
@pytest.mark.parametrize("classes", [4, 7, 12])
def test_few_numbers_are_classes_and_give_the_patients_away(run, layer, crowd, tmp_path, classes):
    values = density(city(1, 20))
    raster = numbers(np.rint(values / values.max() * (classes - 1)), str(tmp_path / "heat.tif"))
    result = run("checkheatmap", {"SURFACE": raster, "TRUTH": points(layer, city(1, 20)), **crowd})
    assert result["VERDICT"] == "gives_away" and result["RECOVERED"] == 20
    assert result["MEAN_DISTANCE_M"] < 15 and result["RESIDUAL"] < 0.05


@pytest.mark.slow
def test_numbers_below_nothing_are_empty_and_noise_makes_no_points(run, layer, crowd, tmp_path):
    """An export of another program forgot to declare its −9999."""
    values = density(city(1, 20))
    given = {"TRUTH": points(layer, city(1, 20)), **crowd}
    undeclared = numbers(np.where(values > 0, values, -9999), str(tmp_path / "heat.tif"))
    assert run("checkheatmap", {**given, "SURFACE": undeclared})["RECOVERED"] == 20
    noise = values + np.random.default_rng(1).normal(0, 0.05, values.shape)
    given.update(KERNEL="quartic", BANDWIDTH=500)
    noisy = run("checkheatmap", {**given, "SURFACE": numbers(noise, str(tmp_path / "noisy.tif"))})
    assert noisy["VERDICT"] == "gives_away" and (noisy["RECOVERED"], noisy["PRECISION"]) == (20, 1)
