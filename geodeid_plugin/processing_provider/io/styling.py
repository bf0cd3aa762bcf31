# SPDX-License-Identifier: GPL-2.0-or-later
"""How an output looks once QGIS has loaded it: its style, and its warning name where it is internal."""

from __future__ import annotations

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
            layer.setName(tr("{name} – internal, do not release", name=layer.name()))
        StyleOnLoading.living.remove(self)


def dress(layer, style: Path) -> None:
    """Give a layer a style, with the numbers of its own classes and in the language of QGIS."""
    layer.loadNamedStyle(str(style_for(style, layer)))
    _number_the_rates(layer)
    _translate_legend(layer.renderer())


_QUARTERS = tuple(f"Rate: {which} quarter" for which in ("lowest", "second", "third", "highest"))
"""Labels of the style of released counts, which knows no numbers."""
_RATE = '"records" / "population"'


def _number_the_rates(layer) -> None:
    """Put the numbers of the classes into the rules of a map of released rates, and into its legend."""
    if not isinstance(layer.renderer(), QgsRuleBasedRenderer):
        return
    root = layer.renderer().rootRule()
    quarters = [one for one in root.children() if one.label() in _QUARTERS]
    if not quarters:
        return
    context = QgsExpressionContext(QgsExpressionContextUtils.globalProjectLayerScopes(layer))
    shown = QgsExpression(f'array_agg({_RATE}, filter:="records" > 0 AND "population" > 0)').evaluate(context)
    classes = RateClasses.of([] if is_null(shown) else shown)
    spare = len(quarters) - len(classes.low)
    for rule in quarters[:spare]:  # the darker shades are kept
        root.removeChild(rule)
    for rule, low, high, told in zip(quarters[spare:], classes.low, classes.high, classes.told()):
        # As Python's own numbers: numpy 2 writes its type, too, which no expression of QGIS knows.
        least, most = float(low * (1 - _SLACK)), float(high * (1 + _SLACK))
        inside = f"{_RATE} >= {least!r} AND {_RATE} <= {most!r}"
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
