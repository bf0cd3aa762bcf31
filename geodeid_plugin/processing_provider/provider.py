# SPDX-License-Identifier: GPL-2.0-or-later
"""The Processing provider."""

from __future__ import annotations

from qgis.core import QgsApplication, QgsProcessingProvider
from qgis.PyQt.QtGui import QIcon

from ..host import settings
from ..host.installation import resource, version
from . import areas, clustering, disclosure, geomasking, utility
from .framework.models import ShippedModel, shipped_models

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

    def load(self):
        """Load now, and read the models again once the registry knows the steps that they are made of."""
        QgsApplication.processingRegistry().providerAdded.connect(self._complete)
        settings.offer(self.name(), self.icon())
        return super().load()

    def unload(self):
        """Take the settings away again."""
        settings.withdraw()
        super().unload()

    def _complete(self, provider: str) -> None:
        if provider != self.id():
            return
        QgsApplication.processingRegistry().providerAdded.disconnect(self._complete)
        for algorithm in self.algorithms():
            if isinstance(algorithm, ShippedModel):
                algorithm.read_again()

    def loadAlgorithms(self):
        for group in _GROUPS:
            for algorithm in group.ALGORITHMS:
                self.addAlgorithm(algorithm())
        for model in shipped_models():
            self.addAlgorithm(model)
