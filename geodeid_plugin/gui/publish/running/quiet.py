# SPDX-License-Identifier: GPL-2.0-or-later
"""Tasks whose end the panel tells itself: QGIS calls one that was replaced or stopped “failed”."""

from __future__ import annotations

from qgis.PyQt.QtCore import QTimer
from qgis.utils import iface

from ....host.compat import QUIET


def hush(task) -> None:
    """Take away what QGIS says of a task that ends now; for a QGIS that cannot be told to be silent."""
    if iface is not None and not QUIET:
        said = task.description()
        QTimer.singleShot(0, lambda: _unsay(said))  # QGIS speaks after the task's own listeners


def _unsay(text: str) -> None:
    bar = iface.messageBar()
    for item in bar.items():
        if item.text() == text:
            bar.popWidget(item)
