# SPDX-License-Identifier: GPL-2.0-or-later
"""What QGIS loads: the Processing provider, and on the desktop a menu."""

from __future__ import annotations

from qgis.core import QgsApplication

from ..i18n import install_translator, remove_translator
from ..processing_provider.provider import GeoDeIDProvider


class GeoDeIDPlugin:
    """Register the provider; ``initProcessing`` alone serves ``qgis_process``."""

    def __init__(self, iface):
        self._iface = iface
        self._provider = None
        self._menu = None
        self._translator = install_translator()

    def initProcessing(self):
        """Register the Processing provider once."""
        if self._provider is None:
            self._provider = GeoDeIDProvider()
            QgsApplication.processingRegistry().addProvider(self._provider)

    def initGui(self):
        """Add provider and menu."""
        from .menu import PluginMenu

        self.initProcessing()
        if self._menu is None:
            self._menu = PluginMenu(self._iface)

    def unload(self):
        """Undo ``initGui`` in reverse; harmless when called twice."""
        if self._menu is not None:
            self._menu.remove()
            self._menu = None
        if self._provider is not None:
            QgsApplication.processingRegistry().removeProvider(self._provider)
            self._provider = None
        remove_translator(self._translator)
        self._translator = None
