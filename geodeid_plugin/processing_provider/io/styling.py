# SPDX-License-Identifier: GPL-2.0-or-later
"""How an output looks once QGIS has loaded it: its style, and its warning name where it is internal."""

from __future__ import annotations

from pathlib import Path

from qgis.core import (
    QgsCategorizedSymbolRenderer,
    QgsProcessingLayerPostProcessorInterface,
    QgsRuleBasedRenderer,
    QgsWkbTypes,
)

from ...host.installation import resource
from ...i18n import tr


class StyleOnLoading(QgsProcessingLayerPostProcessorInterface):
    """Gives a loaded output its style and, where it is internal, its warning name."""

    living: list = []

    def __init__(self, style, internal: bool):
        super().__init__()
        self._style = style
        self._internal = internal

    def postProcessLayer(self, layer, context, feedback):
        if self._style is not None and layer.isSpatial():
            layer.loadNamedStyle(str(style_for(self._style, layer)))
            _translate_legend(layer.renderer())
            layer.triggerRepaint()
        if self._internal:
            layer.setName(tr("{name} – internal, do not release", name=layer.name()))
        StyleOnLoading.living.remove(self)


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
