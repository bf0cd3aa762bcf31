# SPDX-License-Identifier: GPL-2.0-or-later
"""Geometries as they came, for outputs that show the user's own features."""

from __future__ import annotations

from qgis.core import QgsFeatureRequest, QgsProcessingFeatureSource


def original_geometries(source, row_ids) -> list:
    """Geometries of some features in the layer's own coordinates, in the order of their ids."""
    row_ids = [int(row) for row in row_ids]
    request = QgsFeatureRequest().setFilterFids(row_ids).setSubsetOfAttributes([])
    skip_checks = QgsProcessingFeatureSource.Flag.FlagSkipGeometryValidityChecks
    found = {feature.id(): feature.geometry() for feature in source.getFeatures(request, skip_checks)}
    return [found[row] for row in row_ids]
