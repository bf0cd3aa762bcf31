# SPDX-License-Identifier: GPL-2.0-or-later
"""How an output looks once QGIS has loaded it: its style, and its warning name where it is internal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from qgis.core import (
    QgsCategorizedSymbolRenderer,
    QgsExpression,
    QgsExpressionContext,
    QgsExpressionContextUtils,
    QgsProcessingLayerPostProcessorInterface,
    QgsRuleBasedRenderer,
    QgsWkbTypes,
)

from ...host.compat import is_null
from ...host.installation import resource
from ...i18n import tr
from .rateclasses import RateClasses


class StyleOnLoading(QgsProcessingLayerPostProcessorInterface):
    """Gives a loaded output its style and, where it is internal, its warning name."""

    living: list = []

    def __init__(self, style, internal: bool):
        super().__init__()
        self._style = style
        self._internal = internal

    def postProcessLayer(self, layer, context, feedback):
        if self._style is not None and layer.isSpatial():
            dress(layer, self._style)
            layer.triggerRepaint()
        if self._internal:
            layer.setName(called_internal(layer.name()))
        StyleOnLoading.living.remove(self)


_FOLDER = "internal"
"""Where the panel puts what must not leave."""


def called_internal(name: str) -> str:
    """The name of a layer that must not be released."""
    return tr("{name} – internal, do not release", name=name)


def is_internal(layer) -> bool:
    """Whether a layer is called internal, or lies in the folder of a run for such files."""
    named = layer.name().endswith(called_internal(""))
    return named or _FOLDER in Path(layer.source().partition("|")[0]).parts


def dress(layer, style: Path) -> None:
    """Give a layer a style, with the numbers of its own classes and in the language of QGIS."""
    layer.loadNamedStyle(str(style_for(style, layer)))
    _number_the_classes(layer)
    _translate_legend(layer.renderer())


@dataclass(frozen=True)
class _Measure:
    """What the quarters of a style measure, which knows no numbers."""

    name: str
    """Before the quarter in the labels of the style."""
    value: str
    """Expression of QGIS."""
    counted: str
    """Of the features that are in a class."""
    told: Callable[[RateClasses], list[str]]

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(f"{self.name}: {which} quarter" for which in ("lowest", "second", "third", "highest"))


_KM2 = '(("side_m" / 1000) ^ 2 * if(num_points($geometry) > 5, sqrt(3) / 2, 1))'
"""Of a cell: a hexagon is smaller than the square of its width. A square has five points with the last.

QGIS rounds numbers with a point inside an aggregate to six digits, but computes a root in full."""
_MEASURES = (
    _Measure(
        "Rate", '"records" / "population"', '"records" > 0 AND "population" > 0', lambda one: one.legend()
    ),
    _Measure("Density", f'"records" / {_KM2}', '"records" > 0', lambda one: one.legend_by_size()),
)


def _number_the_classes(layer) -> None:
    """Put the numbers of the classes into the rules of a map of released counts, and into its legend."""
    if not isinstance(layer.renderer(), QgsRuleBasedRenderer):
        return
    root = layer.renderer().rootRule()
    for measure in _MEASURES:
        quarters = [one for one in root.children() if one.label() in measure.labels]
        if quarters:
            _number(layer, root, quarters, measure)


def _number(layer, root, quarters, measure: _Measure) -> None:
    context = QgsExpressionContext(QgsExpressionContextUtils.globalProjectLayerScopes(layer))
    every = QgsExpression(f"array_agg({measure.value}, filter:={measure.counted})")
    shown = every.evaluate(context)
    classes = RateClasses.of([] if is_null(shown) else shown)
    spare = len(quarters) - len(classes.low)
    for rule in quarters[:spare]:  # the darker shades are kept
        root.removeChild(rule)
    for rule, low, high, told in zip(quarters[spare:], classes.low, classes.high, measure.told(classes)):
        # As Python's own numbers: numpy 2 writes its type, too, which no expression of QGIS knows.
        least, most = float(low * (1 - _SLACK)), float(high * (1 + _SLACK))
        inside = f"{measure.value} >= {least!r} AND {measure.value} <= {most!r}"
        rule.setFilterExpression(f'"records" > 0 AND {inside}')
        rule.setLabel(told)


_SLACK = 1e-12
"""Of a rate that QGIS and numpy divide: the last digit may differ."""


def _translate_legend(renderer) -> None:
    """Say the legend in the language of QGIS; scripts/make_translations collects it from the styles."""
    if isinstance(renderer, QgsRuleBasedRenderer):
        for rule in renderer.rootRule().descendants():
            rule.setLabel(tr(rule.label()) if rule.label() else "")
    elif isinstance(renderer, QgsCategorizedSymbolRenderer):
        for row, category in enumerate(renderer.categories()):
            renderer.updateCategoryLabel(row, tr(category.label()) if category.label() else "")


def style_for(style: Path, layer) -> Path:
    """The style's variant for areas that are given as points, where there is one."""
    variant = style.with_name(f"{style.stem}_points.qml")
    as_points = layer.geometryType() == QgsWkbTypes.GeometryType.PointGeometry
    return variant if as_points and variant.exists() else style


def style_on_loading(context, algorithm, name: str, destination: str) -> None:
    """Have QGIS style the layer when it loads it."""
    if not context.willLoadLayerOnCompletion(destination):
        return
    style = algorithm.STYLES.get(name)
    path = resource("styles", f"{style}.qml") if style else None
    styler = StyleOnLoading(path, name in algorithm.INTERNAL)
    StyleOnLoading.living.append(styler)  # QGIS does not own it, and Python would collect it
    context.layerToLoadOnCompletionDetails(destination).setPostProcessor(styler)
