# SPDX-License-Identifier: GPL-2.0-or-later
"""The published picture: what it shows, and what its file must not carry."""

import itertools

import numpy as np
import pytest

qgis_core = pytest.importorskip("qgis.core")

from qgis.core import QgsRectangle  # noqa: E402
from qgis.PyQt.QtCore import QSize  # noqa: E402

from geodeid_plugin.host.installation import resource  # noqa: E402
from geodeid_plugin.processing_provider.disclosure.mapimage.layout import PageStyle, lay_out  # noqa: E402
from geodeid_plugin.processing_provider.io.packed import count_of, extent_of  # noqa: E402
from geodeid_plugin.processing_provider.io.styling import RateClasses, dress  # noqa: E402
from tests.refusals import refuses  # noqa: E402

RELEASED = resource("styles", "released_areas.qml")


def dots(layer, count=40, crs="EPSG:32618"):
    source = np.random.default_rng(1)
    rows = [
        (f"POINT({400000 + 20000 * a} {4700000 + 15000 * b})", [i])
        for i, (a, b) in enumerate(source.random((count, 2)))
    ]
    return layer("Point", rows, ["id:integer"], crs, "Masked cases")


def frame(layer):
    ring = "398000 4698000,422000 4698000,422000 4717000,398000 4717000,398000 4698000"
    return layer("Polygon", [(f"POLYGON(({ring}))", ["county"])], ["name:string"], "EPSG:32618", "County")


def draw(run, layer, path, **more):
    return run("mappreview", {
        **({"LAYER": dots(layer), "BASEMAP": [frame(layer)]} if layer else {}), "TITLE": "Cases in 2005",
        "IMAGE": str(path), "DPI": 60, **more,
    })  # fmt: skip


def drawn_image(path):
    from qgis.PyQt.QtGui import QImage

    image = QImage(str(path))
    assert not image.isNull()
    return image


@pytest.mark.parametrize("name", ["map.png", "map.jpg"])
def test_a_raster_picture_has_the_size_that_page_and_resolution_give(run, layer, tmp_path, name):
    result = draw(run, layer, tmp_path / name, SIZE="180x135")
    image = drawn_image(tmp_path / name)
    assert (image.width(), image.height()) == (result["WIDTH_PX"], result["HEIGHT_PX"])
    assert abs(image.width() - 180 / 25.4 * 60) <= 1


@pytest.mark.slow
def test_layers_that_were_filtered_while_others_of_their_file_are_open_are_drawn(run, filtered, tmp_path):
    people, _tracts, ground = filtered
    two = QgsRectangle()
    for county in ground.getFeatures():
        two.combineExtentWith(county.geometry().boundingBox())
    assert extent_of(ground) == two and not extent_of(people).isNull()
    assert count_of(people) == len(list(people.getFeatures())) > 50
    result = draw(run, None, tmp_path / "map.png", LAYER=people, BASEMAP=[ground])
    assert result["WIDTH_PX"] == drawn_image(tmp_path / "map.png").width()


@pytest.mark.parametrize("name", ["map.png", "map.jpg", "map.pdf", "map.svg"])
def test_no_picture_carries_a_position_a_path_or_a_side_file(run, layer, tmp_path, name):
    from osgeo import gdal

    draw(run, layer, tmp_path / name)
    assert [p.name for p in tmp_path.iterdir()] == [name]
    data = (tmp_path / name).read_bytes()
    for telltale in (b"EXIF", b"Exif", b"/Measure", b"/VP", b"LGIDict", str(tmp_path).encode(), b"400000"):
        assert telltale not in data
    if name != "map.svg":
        picture = gdal.Open(str(tmp_path / name))
        assert picture.GetGeoTransform(can_return_null=True) is None
        assert not picture.GetProjection()


def test_dots_in_svg_are_pixels(run, layer, tmp_path):
    draw(run, layer, tmp_path / "map.svg")
    drawing = (tmp_path / "map.svg").read_text()
    assert "<image" in drawing and drawing.count("<path") < 40  # there are 40 dots


def test_the_scale_asked_for_is_the_scale_drawn(run, layer, tmp_path):
    result = draw(run, layer, tmp_path / "map.png", SCALE=250000)
    assert result["SCALE_USED"] == pytest.approx(250000, rel=1e-6)
    assert result["METRES_PER_PX"] == pytest.approx(250000 * 0.0254 / 60, rel=0.01)


def test_points_in_degrees_are_drawn_in_metres(run, layer, tmp_path):
    points = layer("Point", [("POINT(-75 45)", [1]), ("POINT(-74.9 45.1)", [2])], ["id:integer"])
    result = run("mappreview", {"LAYER": points, "IMAGE": str(tmp_path / "map.png"), "DPI": 50})
    assert 5 < result["METRES_PER_PX"] < 200


def test_the_title_and_the_caption_that_positions_are_masked_leave_ink(run, layer, tmp_path):
    def dark(path, **more):
        draw(run, layer, path, **more)
        image = drawn_image(path)
        return sum(image.pixelColor(x, y).lightness() < 140 for x in range(image.width()) for y in range(30))

    assert dark(tmp_path / "with.png") > dark(tmp_path / "without.png", TITLE="", SCALE=300000) + 50


@pytest.mark.slow
@pytest.mark.parametrize("of_ground", [True, False])
@pytest.mark.parametrize("by_folder", [True, False])
def test_a_picture_of_an_internal_layer_is_said_to_be_internal(
    run, layer, tmp_path, feedback, of_ground, by_folder
):
    """By the name that GeoDeID gives such layers, or by the folder of a run that they lie in."""
    shown, ground = dots(layer), frame(layer)
    secret = ground if of_ground else shown
    if by_folder:
        (tmp_path / "internal").mkdir()
        path = str(tmp_path / "internal" / "moves.gpkg")
        options = qgis_core.QgsVectorFileWriter.SaveVectorOptions()
        qgis_core.QgsVectorFileWriter.writeAsVectorFormatV3(
            secret, path, qgis_core.QgsCoordinateTransformContext(), options
        )
        secret = qgis_core.QgsVectorLayer(path, "moves")
        qgis_core.QgsProject.instance().addMapLayer(secret)
    else:
        secret.setName("moves – internal, do not release")
    named = {"BASEMAP": [secret]} if of_ground else {"LAYER": secret}
    run("mappreview", {"LAYER": shown, "IMAGE": str(tmp_path / "map.png"), "SIZE": "60x45", **named})
    assert [one for one in feedback.warnings if "moves" in one and "Do not publish" in one]


def test_a_picture_of_released_layers_asks_for_nothing(run, layer, tmp_path, feedback):
    draw(run, layer, tmp_path / "map.png")
    assert not feedback.warnings


def test_a_world_file_left_beside_the_picture_is_named(run, layer, tmp_path, feedback):
    (tmp_path / "map.pgw").write_text("1\n0\n0\n-1\n0\n0\n")
    draw(run, layer, tmp_path / "map.png")
    assert any("map.pgw" in warning for warning in feedback.warnings)


@pytest.mark.slow
def test_dots_at_whole_pixels_keep_the_pixel_and_nothing_more(run, layer, tmp_path):
    from scipy.spatial import cKDTree

    from geodeid_plugin.core.mapimage.markers.dots import find_dots

    found = []
    for name, snapped in (("smooth.png", False), ("snapped.png", True)):
        draw(run, layer, tmp_path / name, DPI=96, WHOLE_PIXELS=snapped)
        dots_found = find_dots(pixels(tmp_path / name))
        assert (dots_found.regime == "snapped") == snapped
        found.append(np.column_stack([dots_found.x_px, dots_found.y_px]))
    smooth, snapped = found
    phase = (snapped - snapped[0] + 0.5) % 1 - 0.5
    assert np.abs(phase).max() < 0.05
    apart = np.abs(smooth - snapped[cKDTree(snapped).query(smooth)[1]])
    assert np.median(apart) == pytest.approx(0.25, abs=0.12)
    assert np.quantile(apart, 0.9) < 0.6


@pytest.mark.slow
def test_dots_at_whole_pixels_do_not_tell_the_order_of_the_layer(run, layer, tmp_path):
    places = [(400000 + 7 * i, 4700000 + 11 * i) for i in range(30)]
    for name, ordered in (("one.png", places), ("other.png", places[::-1])):
        rows = [(f"POINT({x} {y})", [1]) for x, y in ordered]
        given = layer("Point", rows, ["id:integer"], "EPSG:32618", "Masked cases")
        draw(run, layer, tmp_path / name, LAYER=given, WHOLE_PIXELS=True)
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "other.png").read_bytes()


@pytest.mark.slow
def test_one_layer_of_borders_and_areas_stands_in_the_legend_once(layer):
    county = frame(layer)
    other = layer("Polygon", [("POLYGON((0 0,9 0,9 9,0 0))", ["x"])], ["name:string"], "EPSG:32618", "Other")
    from geodeid_plugin.processing_provider.disclosure.mapimage.layout import distinct

    assert distinct([county, other, county]) == [other, county]


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Census tracts", "Census tracts"), ("county_boundary", "County boundary"),
     ("tl_2023_36_tract with residents", "Areas")],
)  # fmt: skip
def test_the_legend_bears_no_names_of_files(layer, name, shown):
    ground = frame(layer)
    ground.setName(name)
    page = lay_out(dots(layer), [ground], ground.crs(), "png", PageStyle())
    assert [one.name() for one in page.layers] == ["Cases", shown]


@pytest.mark.slow
def test_the_sample_in_the_legend_is_no_dot(run, layer, tmp_path):
    from geodeid_plugin.core.mapimage.markers.dots import find_dots

    draw(run, layer, tmp_path / "map.png", DPI=96)
    found = find_dots(pixels(tmp_path / "map.png"))
    assert 35 <= len(found.x_px) <= 40
    title_and_legend_px = 20 / 25.4 * 96
    assert found.y_px.min() > title_and_legend_px


def pixels(path):
    image = drawn_image(path)
    image = image.convertToFormat(image.Format.Format_RGB888)
    bits = image.constBits()
    bits.setsize(image.sizeInBytes())
    lines = np.frombuffer(bytes(bits), np.uint8).reshape(image.height(), image.bytesPerLine())
    return lines[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()


@pytest.mark.slow
def test_a_page_of_a_given_width_takes_the_shape_of_its_map(run, layer, tmp_path):
    tall = layer(
        "Polygon", [("POLYGON((0 0,1000 0,1000 1500,0 1500,0 0))", [1])], ["id:integer"], "EPSG:32618"
    )
    wide = layer("Polygon", [("POLYGON((0 0,9000 0,9000 100,0 100,0 0))", [1])], ["id:integer"], "EPSG:32618")
    dots = layer("Point", [("POINT(500 50)", [1])], ["id:integer"], "EPSG:32618")
    for land, shape in ((tall, (1.2, 1.42)), (wide, (0.49, 0.51))):
        given = {"LAYER": dots, "BASEMAP": [land], "SIZE": "180", "IMAGE": str(tmp_path / "map.png")}
        drawn = run("mappreview", given)
        assert shape[0] <= drawn["HEIGHT_PX"] / drawn["WIDTH_PX"] <= shape[1]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"SIZE": "huge"}, "drawing.size.not_understood"),
        ({"SIZE": "9000x9000"}, "drawing.page.out_of_range"),
        ({"SIZE": "1900x1900", "DPI": 1200}, "drawing.pixels.too_many"),
        ({"OWN_STYLE": True, "WHOLE_PIXELS": True}, "drawing.whole_pixels.other_format"),
    ],
)
def test_what_cannot_be_drawn_is_refused_and_leaves_nothing(run, layer, tmp_path, change, code):
    with refuses(code):
        draw(run, layer, tmp_path / "map.png", **change)
    assert list(tmp_path.iterdir()) == []


def test_a_layer_without_points_or_without_crs_is_refused(run, layer, tmp_path):
    empty = layer("Point", [(None, [1])], ["id:integer"])
    with refuses("drawing.points.none"):
        run("mappreview", {"LAYER": empty, "IMAGE": str(tmp_path / "map.png")})
    lost = layer("Point", [("POINT(1 1)", [1])], ["id:integer"], crs="")
    with refuses("layer.crs.missing"):
        run("mappreview", {"LAYER": lost, "IMAGE": str(tmp_path / "map.png")})


@pytest.mark.parametrize(
    ("value", "shown"), [(99.99999999999999, 100), (99, 50), (100.0, 100), (0.999999999, 1)]
)
def test_a_scale_bar_bears_a_scale_that_rounding_put_just_below_a_power_of_ten(value, shown):
    from geodeid_plugin.processing_provider.disclosure.mapimage.layout import rounded_down

    assert rounded_down(value) == shown


@pytest.mark.parametrize(("points", "size"), [(10, 1.8), (1000, 1.8), (4000, 0.9), (10**6, 0.6)])
def test_many_dots_are_drawn_smaller(points, size):
    from geodeid_plugin.processing_provider.disclosure.mapimage.mappreview import marker_mm

    assert marker_mm(points) == pytest.approx(size)


ZONES = ((11, 1000, False), (12, 1000, False), (20, 1000, False), (40, 1000, False), (None, 900, True))
"""Records, people, and whether the count is withheld."""


def counted(layer):
    cells = [
        (f"POLYGON(({x} 45, {x + 1} 45, {x + 1} 46, {x} 46, {x} 45))", [f"Z{x}", people, records, hidden])
        for x, (records, people, hidden) in enumerate(ZONES)
    ]
    fields = ["cluster:string", "population:double", "records:integer", "hidden:boolean"]
    return layer("MultiPolygon", cells, fields, "EPSG:4326", name="zones")


def test_areas_are_drawn_with_numbers_of_classes_and_of_zones(run, layer, tmp_path):
    picture, drawn = tmp_path / "map.svg", counted(layer)
    run("mappreview", {"LAYER": drawn, "IMAGE": str(picture), "SIZE": "180"})
    dress(drawn, RELEASED)
    labels = [one.label() for one in drawn.renderer().rootRule().children()]
    told = [one.replace("\u202f", "").replace("\u00a0", "") for one in labels]
    assert {"1100 per 100000 people", "1200", "2000", "4000"} <= set(told), told
    assert "Withheld to protect people" in labels
    assert drawn.labelsEnabled() and drawn.labeling().settings().fieldName == "cluster"


def test_the_legend_explains_nothing_that_is_not_there(layer):
    style = PageStyle(area_style=RELEASED)
    page = lay_out(counted(layer), [], qgis_core.QgsCoordinateReferenceSystem("EPSG:32618"), "png", style)
    labels = [one.label() for one in page.layers[0].renderer().rootRule().children()]
    assert "Withheld to protect people" in labels
    assert "No record" not in labels and "Not counted" not in labels
    assert page.style.legend_mm > PageStyle().legend_mm  # of several rows, which stand above the map


@pytest.mark.parametrize(
    ("rates", "told"),
    [
        ((1e-3, 0.00099999, 0.00101, 0.00102), ("99.999 per 100000 people", "100.000", "101.000", "102.000")),
        ((1e-9, 3e-9), ("0.0001 per 100000 people", "0.0003")),
        ((0.011, 0.012), ("1100 per 100000 people", "1200")),
    ],
)
def test_no_two_classes_of_a_legend_look_alike(rates, told):
    shown = [one.replace("\u202f", "") for one in RateClasses.of(rates).legend()]
    assert tuple(shown) == told


@pytest.mark.parametrize("people", [0, None])
def test_a_zone_without_people_leaves_the_others_their_classes(layer, people):
    """Nobody can tell its rate; that of the others stands in the legend."""
    zones = ((11, 1000), (12, 1000), (20, people))
    cells = [
        (f"POLYGON(({x} 45, {x + 1} 45, {x + 1} 46, {x} 46, {x} 45))", [f"Z{x}", count, records, False])
        for x, (records, count) in enumerate(zones)
    ]
    fields = ["cluster:string", "population:double", "records:integer", "hidden:boolean"]
    drawn = layer("MultiPolygon", cells, fields, "EPSG:4326", name="zones")
    dress(drawn, RELEASED)
    children = drawn.renderer().rootRule().children()
    told = [one.label().replace("\u202f", "") for one in children]
    assert told[2:] == ["1100 per 100000 people", "1200", "Not counted"]
    rules = [qgis_core.QgsExpression(one.filterExpression()) for one in children[2:4]]
    context = qgis_core.QgsExpressionContext()
    context.appendScope(qgis_core.QgsExpressionContextUtils.layerScope(drawn))
    for zone, own in zip(drawn.getFeatures(), rules):
        context.setFeature(zone)
        assert [one for one in rules if one.evaluate(context)] == [own]


@pytest.mark.parametrize(("borders", "rows"), [(0, 2), (1, 2), (2, 3)])
def test_columns_of_a_legend_are_even(layer, borders, rows):
    """Five classes and their borders in three columns, that is all that has room."""
    style, grounds = PageStyle(area_style=RELEASED, ground_above=True), [frame(layer), frame(layer)]
    crs = qgis_core.QgsCoordinateReferenceSystem("EPSG:32618")
    page = lay_out(counted(layer), grounds[:borders], crs, "png", style)
    assert page.style.legend_mm == pytest.approx(4.5 * rows, abs=1)


def test_no_name_of_a_zone_covers_another(layer):
    cells = [
        (f"POLYGON(({x} {y}, {x + 1} {y}, {x + 1} {y + 1}, {x} {y + 1}, {x} {y}))",
         [f"Onondaga-{10 * x + y}", 1000.0, 11 + x, False])
        for x in range(10) for y in range(10)
    ]  # fmt: skip
    fields = ["cluster:string", "population:double", "records:integer", "hidden:boolean"]
    drawn = layer("MultiPolygon", cells, fields, "EPSG:4326", name="zones")
    dress(drawn, RELEASED)
    settings = qgis_core.QgsMapSettings()
    settings.setLayers([drawn])
    settings.setExtent(drawn.extent())
    settings.setOutputSize(QSize(400, 400))
    job = qgis_core.QgsMapRendererSequentialJob(settings)
    job.start()
    job.waitForFinished()
    names = [one.labelRect for one in job.takeLabelingResults().labelsWithinRect(drawn.extent())]
    assert len(names) > 9
    assert not any(one.intersects(other) for one, other in itertools.combinations(names, 2))


def test_borders_are_drawn_over_areas_and_below_dots_and_clusters(layer):
    crs, borders = qgis_core.QgsCoordinateReferenceSystem("EPSG:32618"), frame(layer)
    for style, layers in ((PageStyle(area_style=RELEASED, ground_above=True), ("County", "Cases")),
                          (PageStyle(), ("Cases", "County"))):  # fmt: skip
        drawn = counted(layer) if style.ground_above else dots(layer)
        page = lay_out(drawn, [borders], crs, "png", style)
        assert tuple(one.name() for one in page.map_item.layers()) == layers


def test_areas_of_no_known_kind_are_drawn_in_their_own_style_or_not_at_all(run, grid, tmp_path):
    given = {"LAYER": grid(), "IMAGE": str(tmp_path / "map.png"), "SIZE": "120"}
    with refuses("drawing.layer.other_kind"):
        run("mappreview", given)
    run("mappreview", {**given, "OWN_STYLE": True})
    assert (tmp_path / "map.png").exists()
