# SPDX-License-Identifier: GPL-2.0-or-later
"""The one translation function of the package."""

from qgis.PyQt.QtCore import QCoreApplication

CONTEXT = "GeoDeID"


def tr(text: str) -> str:
    """Translate a whole sentence; join no pieces."""
    return QCoreApplication.translate(CONTEXT, text)
