# SPDX-License-Identifier: GPL-2.0-or-later
"""Every feature of a layer, or an error: QGIS ends a reading that fails as if the layer ended there."""

from __future__ import annotations

import time
from collections.abc import Iterator

from qgis.core import QgsFeature, QgsFeatureRequest, QgsFeatureSource, QgsRectangle, QgsVectorLayer

from ...core.base.errors import InputError

_COUNTS = "GPKG"
"""Storage that knows how many features it holds; counts of servers are estimates, those of shapefiles
include what was deleted."""
_PAUSES_S = (0.02, 0.2)
"""Rest before what gave nothing is read again. Where a GeoPackage is opened and closed elsewhere in that
moment, SQLite cannot open its journal; a reading that has begun holds a lock, and is not cut off so."""


def features_of(source, request=None, *flags, layer=None) -> Iterator[QgsFeature]:
    """Features of a source.

    ``flags`` are of a source of Processing. Where the request asks for all of the ``layer`` behind it, what
    its file counts must be read.
    """
    held, read = source.featureCount(), 0
    for pause_s in (0, *_PAUSES_S):
        time.sleep(pause_s)
        for feature in source.getFeatures(request or QgsFeatureRequest(), *flags):
            read += 1
            yield feature
        if read:
            break
    behind = layer or source
    if read < held and isinstance(behind, QgsVectorLayer) and behind.storageType() == _COUNTS:
        raise InputError(
            "layer.features.cut_off",
            "Layer “{layer}”: only {read} of {held} features could be read. The file is damaged, or was "
            "changed elsewhere: load it again, or take another copy.",
            layer=behind.name(), read=read, held=held,
        )  # fmt: skip


def extent_of(layer) -> QgsRectangle:
    """Box around a layer or source; QGIS has none of a GeoPackage's layer filtered while others are open."""
    if not isinstance(layer, QgsFeatureSource):
        return layer.extent()
    box = layer.sourceExtent()
    if box.isNull():
        for feature in features_of(layer, QgsFeatureRequest().setNoAttributes()):
            box.combineExtentWith(feature.geometry().boundingBox())
    return box


def count_of(source) -> int:
    """Number of features, which QGIS does not know either of such a layer."""
    held = source.featureCount()
    return held if held >= 0 else sum(1 for _feature in features_of(source))
