# SPDX-License-Identifier: GPL-2.0-or-later
"""The Python halves of widgets that dialogs of Processing take over."""

from __future__ import annotations

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
