# SPDX-License-Identifier: GPL-2.0-or-later
"""How an output looks once QGIS has loaded it: its style, and its warning name where it is internal.

Classes of released rates and densities: one law for the maps of reports, of pictures and of layers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
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

PER = 100_000
"""People that a rate is told for."""
SHADES = ("#cfe3f2", "#8dbfe0", "#3f8cc3", "#0b5c8a")
"""Of the classes, from pale to dark: as many as readers tell apart in one hue."""
_MOST_DECIMALS = 6
"""Of a rate: beyond, classes are one for every reader."""


@dataclass(frozen=True)
class RateClasses:
    """Classes with about as many zones each."""

    low: np.ndarray
    high: np.ndarray
    """Smallest and largest rate in each, records per person or per km², in ascending order."""

    @classmethod
    def of(cls, rates) -> RateClasses:
        """The classes of rates above 0, at most four.

        Examples
        --------
        >>> RateClasses.of([0.1, 0.2, 0.3, 0.4, 0.5]).high.tolist()
        [0.1, 0.2, 0.3, 0.5]
        """
        rates = np.asarray(rates, dtype=float)
        if not len(rates):
            return cls(rates, rates)
        shares = np.arange(len(SHADES)) / len(SHADES)
        low = np.unique(np.quantile(rates, shares, method="higher"))
        step = np.searchsorted(low, rates, side="right") - 1
        return cls(low, np.array([rates[step == at].max() for at in range(len(low))]))

    @property
    def shades(self) -> tuple[str, ...]:
        """Of each class: the darker ones where there are few."""
        return SHADES[len(SHADES) - len(self.low) :]

    def shade(self, rate: float) -> str:
        """Of the class that holds a rate."""
        return self.shades[np.searchsorted(self.low, rate, side="right") - 1]

    def legend(self) -> list[str]:
        """What a legend says of rates; the first says of how many people. No two classes look alike."""
        rates = self._numbers(PER)
        return [tr("{rates} per {base} people", rates=one, base=count(PER)) for one in rates[:1]] + rates[1:]

    def legend_by_size(self) -> list[str]:
        """What a legend says of records per km², or per 100 km² where they are few."""
        sparse = bool(len(self.high)) and self.high[-1] < 1
        words = tr("{range} records per 100 km²") if sparse else tr("{range} records per km²")
        densities = self._numbers(100 if sparse else 1)
        return [words.format(range=one) for one in densities[:1]] + densities[1:]

    def _numbers(self, per: float) -> list[str]:
        if not len(self.low):
            return []
        least = self.low[0] * per
        fewest = 0 if least >= 1000 else 1 if least >= 1 else 3
        numbers: list[str] = []
        for places in range(fewest, _MOST_DECIMALS + 1):
            ends = [[decimals(one * per, places) for one in pair] for pair in zip(self.low, self.high)]
            numbers = ["–".join(dict.fromkeys(pair)) for pair in ends]
            if len(set(numbers)) == len(numbers):
                break
        return numbers


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
