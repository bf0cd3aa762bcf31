# SPDX-License-Identifier: GPL-2.0-or-later
"""GeoDeID: publish health maps without giving patients away."""


def classFactory(iface):
    """Give QGIS the plugin."""
    from .gui.plugin import GeoDeIDPlugin

    return GeoDeIDPlugin(iface)
