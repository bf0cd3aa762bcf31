# SPDX-License-Identifier: GPL-2.0-or-later
"""The Processing provider."""

from __future__ import annotations

from qgis.core import QgsProcessingProvider
from qgis.PyQt.QtGui import QIcon

from ..host.installation import resource, version
from . import areas, clustering, disclosure, geomasking, utility
from .framework.models import shipped_models

_GROUPS = (areas, clustering, geomasking, disclosure, utility)


class GeoDeIDProvider(QgsProcessingProvider):
    """Every algorithm of GeoDeID, under the id ``geodeid``."""

    def id(self):
        return "geodeid"

    def name(self):
        return "GeoDeID"

    def versionInfo(self):
        return version()

    def icon(self):
        return QIcon(str(resource("icons", "geodeid.svg")))

    def loadAlgorithms(self):
        for group in _GROUPS:
            for algorithm in group.ALGORITHMS:
                self.addAlgorithm(algorithm())
        for model in shipped_models():
            self.addAlgorithm(model)
