# SPDX-License-Identifier: GPL-2.0-or-later
"""The algorithms' own dialogs, opened from the menu and from the panel."""

from __future__ import annotations

import processing
from qgis.core import QgsApplication
from qgis.PyQt import sip

_open = []


def open_dialog(algorithm: str, parameters: dict | None = None):
    """Show the dialog of an algorithm, filled in with ``parameters``; None where there is no such algorithm.

    It is remembered while it is open: without its Python half the window stays, and *Run* does nothing.
    """
    if QgsApplication.processingRegistry().algorithmById(algorithm) is None:
        return None
    dialog = processing.createAlgorithmDialog(algorithm, parameters or {})
    if dialog is None:
        return None
    _open[:] = [one for one in _open if not sip.isdeleted(one) and one.isVisible()]
    _open.append(dialog)
    dialog.show()
    return dialog
