# SPDX-License-Identifier: GPL-2.0-or-later
"""The Processing provider."""

from __future__ import annotations

from qgis.core import (
    QgsApplication,
    QgsProcessingAlgorithm,
    QgsProcessingException,
    QgsProcessingProvider,
)
from qgis.PyQt.QtGui import QIcon

from ..host import settings
from ..host.installation import guide, resource, version
from ..i18n import tr
from . import areas, clustering, disclosure, geomasking, utility
from .framework.models import ShippedModel, shipped_models
from .framework.retired import RETIRED

_GROUPS = (areas, clustering, geomasking, disclosure, utility)


class RetiredAlgorithm(QgsProcessingAlgorithm):
    """An algorithm of 0.2 that is gone: it shows nowhere, and tells whoever runs it what it became."""

    def __init__(self, name: str):
        super().__init__()
        self._name = name

    def createInstance(self):
        return RetiredAlgorithm(self._name)

    def name(self):
        return self._name

    def displayName(self):
        return self._name

    def flags(self):
        return super().flags() | QgsProcessingAlgorithm.Flag.FlagDeprecated

    def helpUrl(self):
        return guide("from-0.2")

    def shortDescription(self):
        sentence = tr("“{name}” was an algorithm of GeoDeID 0.2. {became}")
        return sentence.format(name=self._name, became=RETIRED[self._name].became.translated(tr))

    def initAlgorithm(self, configuration=None):
        """It asks nothing."""

    def processAlgorithm(self, parameters, context, feedback):
        raise QgsProcessingException(self.shortDescription())


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
        for key in RETIRED:
            if "." not in key:
                self.addAlgorithm(RetiredAlgorithm(key))
        for model in shipped_models():
            self.addAlgorithm(model)
