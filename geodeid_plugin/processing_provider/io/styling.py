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
from ...report.numbers import count, decimals


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


_CUTS = ("q1", "median", "q3")
"""Between the quarters, as the style computes them."""
_PER = 100_000
"""People that a rate is told for, as in the reports."""
_WHOLE = 0.01
"""Rates from which on they are told in whole numbers, as in the reports."""


def _number_the_rates(layer) -> None:
    """Say in the legend between which rates each quarter of the zones lies: the style knows no numbers."""
    rules = getattr(layer.renderer(), "rootRule", lambda: None)()
    quarters = [one for one in rules.descendants() if one.label() in _QUARTERS] if rules else []
    if not quarters:
        return
    context = QgsExpressionContext(QgsExpressionContextUtils.globalProjectLayerScopes(layer))
    rate = '"records" / "population", filter:="records" > 0'
    cuts = [QgsExpression(f"{cut}({rate})").evaluate(context) for cut in _CUTS]
    if any(is_null(one) for one in cuts):
        return
    low, middle, high = (decimals(one * _PER, 0 if cuts[0] >= _WHOLE else 1) for one in cuts)
    per = count(_PER)
    texts = (
        tr("Up to {high} per {base} people", high=low, base=per),
        tr("{low} to {high}", low=low, high=middle),
        tr("{low} to {high}", low=middle, high=high),
        tr("More than {low}", low=high),
    )
    for rule in quarters:
        rule.setLabel(texts[_QUARTERS.index(rule.label())])


_QUARTERS = tuple(f"Rate: {which} quarter" for which in ("lowest", "second", "third", "highest"))
"""Labels of the style of released counts: quarters of the zones that are shown."""


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
