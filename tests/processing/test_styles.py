# SPDX-License-Identifier: GPL-2.0-or-later
"""Layers arrive readable: every algorithm has its icon, every layer it draws its style."""

import itertools
from pathlib import Path

import numpy as np
import pytest
from qgis.core import (
    QgsApplication,
    QgsExpression,
    QgsExpressionContext,
    QgsFeature,
    QgsProcessing,
    QgsProcessingContext,
    QgsProcessingFeedback,
    QgsProcessingParameterFeatureSink,
    QgsProject,
    QgsVectorLayer,
)

from geodeid_plugin.processing_provider.io.styling import SHADES, RateClasses
from geodeid_plugin.processing_provider.utility import expectedcounts, maskedrates

RESOURCES = Path(__file__).resolve().parents[2] / "resources"


@pytest.fixture
def algorithms(qgis_app):
    from geodeid_plugin.processing_provider.framework.base import GeoDeIDAlgorithm

    provider = QgsApplication.processingRegistry().providerById("geodeid")
    return [
        algorithm.create() for algorithm in provider.algorithms() if isinstance(algorithm, GeoDeIDAlgorithm)
    ]


def test_every_algorithm_has_an_icon_of_its_own(algorithms):
    missing = [a.name() for a in algorithms if not (RESOURCES / "icons" / f"{a.name()}.svg").exists()]
    assert not missing


def test_every_icon_is_drawn(qgis_app):
    from qgis.PyQt.QtSvg import QSvgRenderer

    icons = list((RESOURCES / "icons").glob("*.svg"))
    assert len(icons) > 20
    assert all(QSvgRenderer(str(icon)).isValid() for icon in icons)


def test_every_layer_that_can_be_drawn_has_a_style(algorithms):
    table = QgsProcessing.SourceType.TypeVector
    unstyled = [
        f"{algorithm.name()} {output.name()}"
        for algorithm in algorithms
        for output in algorithm.parameterDefinitions()
        if isinstance(output, QgsProcessingParameterFeatureSink)
        and output.dataType() != table
        and output.name() not in algorithm.STYLES
    ]
    assert not unstyled


def test_every_style_that_an_algorithm_names_exists(algorithms):
    named = {style for algorithm in algorithms for style in algorithm.STYLES.values()}
    assert [style for style in named if not (RESOURCES / "styles" / f"{style}.qml").exists()] == []


def test_every_style_is_of_some_use(algorithms):
    named = {style for algorithm in algorithms for style in algorithm.STYLES.values()}
    found = {path.stem.replace("_points", "") for path in (RESOURCES / "styles").glob("*.qml")}
    assert {style.replace("_points", "") for style in named} == found


@pytest.mark.parametrize("style", sorted((RESOURCES / "styles").glob("*.qml")), ids=lambda path: path.stem)
def test_every_style_loads(qgis_app, style):
    kind = next(
        k
        for k in ("Point", "LineString", "Polygon")
        if f"<layerGeometryType>{_CODES[k]}<" in style.read_text()
    )
    layer = QgsVectorLayer(kind, "layer", "memory")
    _message, loaded = layer.loadNamedStyle(str(style))
    assert loaded


_CODES = {"Point": 0, "LineString": 1, "Polygon": 2}


@pytest.mark.parametrize(
    ("kind", "wkt", "expected"),
    [("Polygon", "POLYGON((0 0,1 0,1 1,0 0))", "clusters"), ("Point", "POINT(0 0)", "clusters_points")],
)
def test_areas_given_as_points_get_a_style_for_points(layer, tmp_path, kind, wkt, expected):
    from geodeid_plugin.processing_provider.io.styling import style_for

    areas = layer(kind, [(wkt, ["A"])], ["id:string"])
    assert style_for(RESOURCES / "styles" / "clusters.qml", areas).stem == expected


@pytest.mark.parametrize(
    ("internal", "expected"), [(True, "homes – internal, do not release"), (False, "homes")]
)
def test_only_internal_layers_are_named_so(layer, internal, expected):
    from geodeid_plugin.processing_provider.io.styling import StyleOnLoading

    homes = layer("Point", [("POINT(0 0)", ["A"])], ["id:string"], name="homes")
    styler = StyleOnLoading(None, internal)
    StyleOnLoading.living.append(styler)
    styler.postProcessLayer(homes, None, None)
    assert homes.name() == expected


def test_suppressed_zero_and_missing_look_different(qgis_app):
    clustered = (RESOURCES / "styles" / "clustered_areas.qml").read_text()
    assert all(f'value="{pattern}"' in clustered for pattern in ("solid", "b_diagonal", "dense7"))


def test_each_rate_has_the_shade_that_its_legend_tells():
    rates = [0.1, 0.2, 0.3, 0.4, 0.5]
    classes = RateClasses.of(rates)
    assert [classes.shade(rate) for rate in rates] == [*SHADES, SHADES[-1]]
    assert RateClasses.of([0.1, 0.2]).shade(0.1) == SHADES[-2]
    assert classes.legend_by_size()[:2] == ["10.0 records per 100 km²", "20.0"]
    assert RateClasses.of([1, 20]).legend_by_size() == ["1.0 records per km²", "20.0"]
    assert RateClasses.of([0.5, 0.8, 1.5]).legend_by_size()[0] == "0.500 records per km²"
    assert RateClasses.of([]).legend_by_size() == []


def test_a_layer_loaded_after_a_run_wears_its_style(run, grid, layer):
    import processing

    areas = grid()
    points = layer("Point", [("POINT(-74.95 45.05)", ["p"])], ["name:string"])
    context = QgsProcessingContext()
    context.setProject(QgsProject.instance())
    masked = processing.runAndLoadResults(
        "geodeid:lpmask",
        {
            "PATIENTS": points, "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "RISK": 0.2,
            "OUTPUT": "TEMPORARY_OUTPUT", "SEED": 1,
        },
        feedback=QgsProcessingFeedback(False), context=context,
    )  # fmt: skip
    loaded = QgsProject.instance().mapLayer(masked["OUTPUT"])
    assert loaded.renderer().symbol().color().name() == "#0072b2"
    QgsProject.instance().removeMapLayer(loaded.id())


@pytest.mark.parametrize(
    ("style", "fields", "values", "classes"),
    [
        ("masked_rates", ("ratio", "exceedance"),
         ((None, 0.5, 0.9, 1, 1.2, 2), (0.01, 0.5, 0.97)), maskedrates.classes),
        ("expected_counts", ("smr", "smr_low", "smr_high"),
         ((0.5, 1, 1.05, 1.2, 3), (0.2, 1.02), (0.95, 4)), expectedcounts.classes),
        ("expected_counts", ("smr", "smr_low", "smr_high"), ((None,),) * 3, expectedcounts.classes),
    ],
)  # fmt: skip
def test_a_report_draws_an_area_as_its_layer_does(qgis_app, style, fields, values, classes):
    query = "&".join(f"field={field}:double" for field in fields)
    layer = QgsVectorLayer(f"Polygon?{query}", "areas", "memory")
    layer.loadNamedStyle(str(RESOURCES / "styles" / f"{style}.qml"))
    rules = layer.renderer().rootRule().children()
    context, rows = QgsExpressionContext(), list(itertools.product(*values))
    context.setFields(layer.fields())
    told = classes(*np.array(rows, dtype=float).T)
    for at, row in enumerate(rows):
        feature = QgsFeature(layer.fields())
        feature.setAttributes(list(row))
        context.setFeature(feature)
        fitting = [
            one
            for one in rules
            if not one.isElse() and QgsExpression(one.filterExpression()).evaluate(context) == 1
        ]
        rule = (fitting or [one for one in rules if one.isElse()])[0]
        shade, words = next((shade, words) for held, shade, words in told if held[at])
        assert words == rule.label(), row
        assert row[0] is None or shade == rule.symbol().color().name(), row


@pytest.mark.parametrize(
    ("style", "fields", "values"),
    [
        ("masked_rates", ("ratio", "exceedance"), ((None, 0.5, 0.95, 1, 1.2, 2), (None, 0.01, 0.5, 0.97))),
        ("expected_counts", ("smr", "smr_low", "smr_high"), ((None, 0.8, 1, 1.2, 3), (0, 1.1), (0.95, 4))),
        ("exposed_areas", ("patients", "found"), ((0, 5), (None, 0, 0.05, 0.2, 0.8))),
        ("crowd", ("destination", "people"), (("a", "outside"), (0, 10, 1000, 7000, 1e5))),
    ],
)  # fmt: skip
@pytest.mark.parametrize("suffix", ["", "_points"])
def test_one_rule_draws_an_area(qgis_app, style, suffix, fields, values):
    """QGIS draws every rule that fits, so a later one would hide an earlier."""
    kind = "Point" if suffix else "Polygon"
    types = ["string" if field == "destination" else "double" for field in fields]
    query = "&".join(f"field={field}:{type}" for field, type in zip(fields, types))
    layer = QgsVectorLayer(f"{kind}?{query}", "areas", "memory")
    layer.loadNamedStyle(str(RESOURCES / "styles" / f"{style}{suffix}.qml"))
    rules = [rule for rule in layer.renderer().rootRule().descendants() if not rule.isElse()]
    context = QgsExpressionContext()
    for row in itertools.product(*values):
        feature = QgsFeature(layer.fields())
        feature.setAttributes(list(row))
        context.setFeature(feature)
        context.setFields(layer.fields())
        fitting = [
            rule.label() for rule in rules if QgsExpression(rule.filterExpression()).evaluate(context) == 1
        ]
        assert len(fitting) <= 1, (row, fitting)
