# SPDX-License-Identifier: GPL-2.0-or-later
"""Windows of Processing, opened from the menu and from the panel."""

from __future__ import annotations

import processing
from qgis.core import QgsApplication
from qgis.PyQt import sip

_held: list = []
"""Windows that QGIS has not destroyed yet."""


def open_dialog(algorithm: str, parameters: dict | None = None):
    """Show the dialog of an algorithm, filled in with ``parameters``; None where there is none of that id."""
    if QgsApplication.processingRegistry().algorithmById(algorithm) is None:
        return None
    dialog = processing.createAlgorithmDialog(algorithm, parameters or {})
    return None if dialog is None else show(dialog)


def show(window):
    """Show a window and hold it until QGIS has destroyed it.

    Without its Python half an open window does nothing; and where the half of a closed one is collected
    before QGIS destroys the window, QGIS dies of it.
    """
    _held[:] = [one for one in _held if not sip.isdeleted(one)]
    _held.append(window)
    window.show()
    return window
