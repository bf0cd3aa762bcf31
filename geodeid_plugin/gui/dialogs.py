# SPDX-License-Identifier: GPL-2.0-or-later
"""Windows of Processing, opened from the menu and from the panel."""

from __future__ import annotations

import processing
from qgis.core import QgsApplication
from qgis.PyQt import sip

_open: list = []


def open_dialog(algorithm: str, parameters: dict | None = None):
    """Show the dialog of an algorithm, filled in with ``parameters``; None where there is none of that id."""
    if QgsApplication.processingRegistry().algorithmById(algorithm) is None:
        return None
    dialog = processing.createAlgorithmDialog(algorithm, parameters or {})
    return None if dialog is None else show(dialog)


def show(window):
    """Show a window and remember it while it is open: without its Python half it stays, and does nothing."""
    _open[:] = [one for one in _open if not sip.isdeleted(one) and one.isVisible()]
    _open.append(window)
    window.show()
    return window
