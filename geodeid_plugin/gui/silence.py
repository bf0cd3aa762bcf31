# SPDX-License-Identifier: GPL-2.0-or-later
"""Takes QGIS's own “Task complete” off the message bar where it is about one step of many of the panel's.

QGIS knows silent tasks since 3.26 (``QUIET`` of :mod:`..host.compat`); before, the bar is all there is.
"""

from __future__ import annotations

from qgis.PyQt.QtCore import QObject, QTimer

_OWN: set[str] = set()
"""Descriptions of the panel's tasks, which the bar repeats."""


def silenced(task):
    """Remember a task of the panel's, and give it back."""
    _OWN.add(task.description())
    return task


class Silence(QObject):
    """Watches a message bar while it lives."""

    def __init__(self, bar, parent):
        super().__init__(parent)
        self._bar = bar
        bar.widgetAdded.connect(self._added)

    def _added(self, _item) -> None:
        QTimer.singleShot(0, self._clear)

    def _clear(self) -> None:
        for item in self._bar.items():
            if item.text() in _OWN:
                self._bar.popWidget(item)
