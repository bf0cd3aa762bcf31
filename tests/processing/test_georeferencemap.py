# SPDX-License-Identifier: GPL-2.0-or-later
"""Placing a picture from the toolbox: control points, the file's own position, and the raster written."""

import json

import numpy as np
import pytest

pytest.importorskip("qgis.core")

from qgis.core import QgsProcessingContext, QgsProcessingException

from geodeid_plugin.i18n import install_translator, remove_translator
from tests.refusals import refuses

pytestmark = pytest.mark.usefixtures("pictures_once")

PROJECTIONS = "geodeid_plugin.processing_provider.disclosure.mapimage.pictures"
POINTS = "mapX,mapY,sourceX,sourceY,enable,dX,dY,residual\n"
CRS_LINE = "#CRS: EPSG:32618\n"


@pytest.fixture
def picture(qgis_app, tmp_path):
    """A small coloured picture."""
    from osgeo import gdal

    source = np.random.default_rng(1)
    memory = gdal.GetDriverByName("MEM").Create("", 120, 80, 3)
    for band in range(3):
        memory.GetRasterBand(band + 1).WriteArray(source.integers(0, 255, (80, 120)).astype(np.uint8))
    path = tmp_path / "scan.png"
    gdal.GetDriverByName("PNG").CreateCopy(str(path), memory)
    return path


def clicked(noise=0.0, count=8, bent=0.0):
    source = np.random.default_rng(2)
    pixel = source.random((count, 2)) * [120, 80]
    lines = []
    for x, y in pixel:
        e, n = 500_000 + 25 * x + source.normal(0, noise), 4_800_000 - 25 * y + source.normal(0, noise)
        e += bent * (y / 80) ** 2
        lines.append(f"{e},{n},{x},{-y},1,0,0,0")
    return POINTS + "\n".join(lines) + "\n"


def georeference(run, picture, text, tmp_path, **more):
    points = tmp_path / "scan_points.txt"
    points.write_text(text)
    return run("georeferencemap", {
        "IMAGE": str(picture), "GCPS": str(points), "OUTPUT": str(tmp_path / "placed.tif"), **more,
    })  # fmt: skip


def test_control_points_place_the_raster_to_the_pixel(run, picture, tmp_path):
    from osgeo import gdal

    result = georeference(run, picture, CRS_LINE + clicked(), tmp_path)
    placed = gdal.Open(result["OUTPUT"])
    assert placed.GetGeoTransform() == pytest.approx((500_000, 25, 0, 4_800_000, 0, -25), abs=1e-4)
    assert "32618" in placed.GetProjection()
    assert np.array_equal(placed.ReadAsArray(), gdal.Open(str(picture)).ReadAsArray())
    assert result["RMSE_M"] < 1e-3
    assert result["METRES_PER_PX"] == pytest.approx(25, rel=0.001)


@pytest.mark.slow
def test_noisy_points_report_a_larger_error_where_left_out_than_as_residual(run, picture, tmp_path):
    result = georeference(
        run, picture, CRS_LINE + clicked(noise=20), tmp_path, REPORT=str(tmp_path / "r.html")
    )
    assert 5 < result["RMSE_M"] < result["LEFT_OUT_RMSE_M"] < 80
    assert "left out" in (tmp_path / "r.html").read_text()


@pytest.mark.slow
def test_a_bent_picture_is_warped(run, picture, tmp_path):
    """A sheet that lay askew under the glass: no straight model fits its points."""
    from osgeo import gdal

    result = georeference(run, picture, CRS_LINE + clicked(count=12, bent=300), tmp_path)
    placed = gdal.Open(result["OUTPUT"])
    assert placed.GetGeoTransform()[0] == pytest.approx(500_000, abs=400)
    assert placed.RasterCount == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "code"),
    [
        (CRS_LINE + POINTS, "control_points.file.too_few"),
        (CRS_LINE + POINTS + "1,1,1,-1,1\n1,1,1,-1,1\n", "control_points.position.repeated"),
        (clicked(), "control_points.crs.missing"),
        ("rubbish", "control_points.column.missing"),
    ],
    ids=["no points", "repeated", "no crs", "no table"],
)
def test_useless_control_points_are_refused_in_a_sentence(run, picture, tmp_path, text, code):
    with refuses(code):
        georeference(run, picture, text, tmp_path)
    assert not (tmp_path / "placed.tif").exists()


@pytest.mark.slow
def test_a_world_file_beside_the_picture_is_told_loudly(run, picture, tmp_path, feedback):
    (tmp_path / "scan.pgw").write_text("25\n0\n0\n-25\n500012.5\n4799987.5\n")
    georeference(run, picture, CRS_LINE + clicked(), tmp_path)
    assert any("scan.pgw is a world file" in warning for warning in feedback.warnings)


@pytest.mark.slow
def test_a_geotiff_places_itself_and_is_told_loudly(run, tmp_path, picture, feedback):
    result = georeference(run, picture, CRS_LINE + clicked(), tmp_path)
    again = run("georeferencemap", {"IMAGE": result["OUTPUT"]})
    assert again["METHOD"] == "the file itself"
    assert any("GeoTIFF" in warning for warning in feedback.warnings)


@pytest.mark.slow
def test_the_points_written_are_points_that_can_be_read(run, picture, tmp_path):
    first = georeference(run, picture, CRS_LINE + clicked(), tmp_path, GCPS_OUT=str(tmp_path / "out.points"))
    again = run("georeferencemap", {"IMAGE": str(picture), "GCPS": first["GCPS"]})
    assert again["RMSE_M"] < 1e-3


@pytest.mark.slow
def test_a_national_map_is_placed_in_the_projection_it_is_drawn_in(run, tmp_path):
    import json

    from osgeo import gdal
    from scipy.spatial import cKDTree

    placing = pytest.importorskip(PROJECTIONS)
    turn, source = np.linspace(0, 2 * np.pi, 3000), np.random.default_rng(4)
    radius = 250_000 + sum(source.normal(0, 60_000 / k) * np.cos(k * turn + 7 * k * k) for k in range(2, 30))
    coast = np.column_stack([-1_500_000 + radius * np.cos(turn), 2_700_000 + radius * np.sin(turn)])
    lonlat = placing.transformed(coast, "EPSG:5070", "EPSG:4326", QgsProcessingContext())
    outline = tmp_path / "coast.geojson"
    outline.write_text(json.dumps({"type": "LineString", "coordinates": lonlat.tolist()}))
    x, y = np.meshgrid(np.arange(400) + 0.5, np.arange(400) + 0.5)
    places = np.column_stack([-1_900_000 + 2_000 * x.ravel(), 3_100_000 - 2_000 * y.ravel()])
    away = cKDTree(coast).query(places)[0].reshape(x.shape) / 2_000
    grey = np.rint(255 - 200 * np.clip(1.3 - away, 0, 1)).astype(np.uint8)
    memory = gdal.GetDriverByName("MEM").Create("", 400, 400, 3)
    for band in range(3):
        memory.GetRasterBand(band + 1).WriteArray(grey)
    gdal.GetDriverByName("PNG").CreateCopy(str(tmp_path / "atlas.png"), memory)
    result = run("georeferencemap", {
        "IMAGE": str(tmp_path / "atlas.png"), "OUTLINE": str(outline),
        "OUTPUT": str(tmp_path / "placed.tif"),
    })  # fmt: skip
    placed = gdal.Open(result["OUTPUT"])
    assert placed.GetSpatialRef().GetAuthorityCode(None) == "5070"
    assert placed.GetGeoTransform() == pytest.approx((-1_900_000, 2_000, 0, 3_100_000, 0, -2_000), abs=100)


@pytest.mark.slow
@pytest.mark.parametrize(
    "box",
    [(-95.2, 41.7, -74.3, 56.8), (-72.2, 42.0, -71.2, 42.6), (166.0, -47.0, 179.0, -34.0),
     (2.0, 48.5, 2.8, 49.1), (-74.3, 40.5, -73.7, 40.9), (14.0, 49.0, 24.0, 55.0)],
    ids=["Ontario", "Massachusetts", "New Zealand", "Paris", "New York", "Poland"],
)  # fmt: skip
def test_places_come_out_where_qgis_puts_them_in_every_system_of_a_region(qgis_app, box):
    """PROJ by pyproj and PROJ by QGIS: the same operation, so the same place to a micrometre."""
    from geodeid_plugin.core.mapimage.georeference import projections as ours

    theirs = pytest.importorskip(PROJECTIONS)
    grid = np.array(np.meshgrid(np.linspace(*box[::2], 5), np.linspace(*box[1::2], 5))).reshape(2, -1).T
    for system in ours.projections_for(ours.Region(*box), ours.Crs.of("EPSG:4326")).systems:
        crs = theirs.known_to_qgis(system)
        there = theirs.transformed(grid, "EPSG:4326", crs, QgsProcessingContext())
        assert system.forward(grid) == pytest.approx(there, abs=1e-6), system.name
        assert theirs.known_to_all(crs).name in (system.name, crs.toProj())


@pytest.mark.slow
def test_the_report_shows_the_picture_with_the_outline_and_the_control_points(run, picture, layer, tmp_path):
    box = "LINESTRING(500250 4799750, 502750 4799750, 502750 4798250)"
    outline = layer("LineString", [(box, [1])], ["id:integer"], "EPSG:32618")
    report = tmp_path / "report.html"
    georeference(run, picture, CRS_LINE + clicked(), tmp_path, OUTLINE=outline, REPORT=str(report))
    page = report.read_text("utf-8")
    assert "<image href='data:image/png" in page
    assert "d='M10.0,10.0L110.0,10.0L110.0,70.0' stroke='#c2185b'" in page
    assert page.count("v10") == 8 and "The crosses are the control points." in page


@pytest.mark.slow
def test_a_grid_of_equal_squares_is_placed_by_who_drew_it(run, layer, tmp_path, monkeypatch):
    """Its lines fit at many places, so that the outline alone is refused; turned, they fit at more."""
    monkeypatch.setattr(f"{PROJECTIONS}.LARGEST_TURN_DEG", 0.0)
    side, corners = 0.02, np.ndindex(8, 8)
    squares = [(f"POLYGON(({x} {y}, {x + side} {y}, {x + side} {y + side}, {x} {y + side}, {x} {y}))",
                [f"{x:.2f} {y:.2f}", 5000])
               for x, y in ((-74.5 + side * i, 43 + side * j) for i, j in corners)]  # fmt: skip
    areas = layer("Polygon", squares, ["id:string", "people:integer"], "EPSG:4326", "squares")
    places = np.random.default_rng(5).random((60, 2)) * 8 * side + (-74.5, 43)
    dots = layer("Point", [(f"POINT({x} {y})", []) for x, y in places], [], "EPSG:4326", "dots")
    picture, points = str(tmp_path / "map.png"), str(tmp_path / "map_known.points")
    drawn = run(
        "mappreview", {"LAYER": dots, "BASEMAP": [areas], "IMAGE": picture, "GCPS": points, "DPI": 90}
    )
    assert drawn["GCPS"] == points
    given = {"IMAGE": picture, "OUTLINE": areas, "GCPS_OUT": str(tmp_path / "placed.points")}
    with pytest.raises(QgsProcessingException):
        run("georeferencemap", given)
    metrics = tmp_path / "placed.json"
    french = install_translator("fr_CA")
    placed = run("georeferencemap", {**given, "KNOWN": points, "METRICS": str(metrics)})
    remove_translator(french)
    said = " ".join(json.loads(metrics.read_text("utf-8"))["warnings"])
    assert "par les points de contrôle de qui l’a dessinée" in said and "outline" not in said
    assert placed["METRES_PER_PX"] == pytest.approx(drawn["METRES_PER_PX"], rel=0.01)
    found = run(
        "mapreidentification",
        {"IMAGE": picture, "GCPS": placed["GCPS"], "TRUTH": dots, "REMEDY": False},
    )
    assert found["RECALL"] > 0.9 and found["MEAN_DISTANCE_M"] < drawn["METRES_PER_PX"]
    checked = {"IMAGE": picture, "OUTLINE": areas, "PATIENTS": dots, "AREAS": areas, "AREA_ID": "id",
               "POPULATION": "people", "attack:Metrics": str(tmp_path / "attack.json")}  # fmt: skip
    run("checkmapimage", {**checked, "GCPS": points})
    judged = json.loads((tmp_path / "attack.json").read_text())["figures"]
    assert judged["VERDICT"] == "gives_away"
