# SPDX-License-Identifier: GPL-2.0-or-later
"""Python's search for unreachable cycles, kept in QGIS's main thread while algorithms run in others.

Python searches in whatever thread happens to allocate, and destroys what it finds there: dialogs that were
closed, layers, everything of Qt's that only the main thread may destroy. QGIS died of it, in the middle of a
run. While one of our algorithms runs in another thread the search is off, and a timer of the main thread does
it instead.
"""

from __future__ import annotations

import gc
import threading
from contextlib import contextmanager

from qgis.PyQt.QtCore import QObject, QTimer

_EVERY_MS = 500
"""How often the main thread looks; some ten thousand objects are made meanwhile."""
_OLDEST_EVERY = 40
"""Every how many looks the oldest objects are searched too: every 20 s, which takes QGIS about 0.1 s."""


class MainThreadCollector(QObject):
    """Takes over the search from Python while :meth:`elsewhere` is entered; belongs to the main thread."""

    _installed: MainThreadCollector | None = None

    def __init__(self, parent=None):
        super().__init__(parent)
        self._lock = threading.Lock()
        self._running = self._looks = 0
        self._off = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        self._timer.start(_EVERY_MS)
        MainThreadCollector._installed = self

    def remove(self) -> None:
        """Give the search back to Python."""
        self._timer.stop()
        MainThreadCollector._installed = None
        self._give_back()

    @classmethod
    @contextmanager
    def elsewhere(cls):
        """Run something that may be in another thread; without a collector, or in the main one, as ever."""
        collector = cls._installed
        if collector is None or threading.current_thread() is threading.main_thread():
            yield
            return
        collector._count(1)
        try:
            yield
        finally:
            collector._count(-1)

    def _count(self, more: int) -> None:
        with self._lock:
            self._running += more
            if self._running and gc.isenabled():
                gc.disable()
                self._off = True

    def look(self) -> None:
        """Search, where Python does not, and give the search back when nothing runs any more."""
        if not self._off:
            return
        self._looks += 1
        gc.collect(2 if self._looks % _OLDEST_EVERY == 0 else 1)
        if not any(type(thread) is threading.Thread and thread.daemon for thread in threading.enumerate()):
            self._give_back()

    def _give_back(self) -> None:
        with self._lock:
            if self._off and not self._running:
                gc.enable()
                self._off = False
