# SPDX-License-Identifier: GPL-2.0-or-later
"""Windows and widgets of Processing, held until QGIS has destroyed them."""

from __future__ import annotations

from qgis.core import QgsApplication
from qgis.PyQt import sip

_held: list = []
"""Windows that QGIS has not destroyed yet."""


def open_dialog(algorithm: str, parameters: dict | None = None):
    """Show the dialog of an algorithm, filled in with ``parameters``; None where there is none of that id."""
    import processing  # here: a parameter's box, which needs `held` alone, is made before QGIS has loaded it

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


_HELD: dict = {}


def held(widget):
    """Hold a widget's first Python half until Qt has destroyed the widget, and give the widget back.

    What ``createWidget`` of a parameter's box returns, QGIS hands to its dialog as if it were new, with a
    second Python half. The first one, which nobody holds then, is freed while the widget still points to it;
    what Python puts into that memory next is torn apart when the dialog closes, and QGIS dies, often much
    later and somewhere else.
    """
    key = id(widget)
    _HELD[key] = widget
    widget.destroyed.connect(lambda *_gone: _HELD.pop(key, None))
    return widget
