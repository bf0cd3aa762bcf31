# SPDX-License-Identifier: GPL-2.0-or-later
"""Labels with links in the colour of their text: Qt's own blue cannot be read on the dark themes of QGIS."""

from __future__ import annotations

from qgis.PyQt.QtWidgets import QLabel


def show_linked(label: QLabel, text: str) -> None:
    """Give a label its text with links."""
    label.ensurePolished()
    colour = label.palette().windowText().color().name()
    label.setText(f"<style>a {{ color: {colour} }}</style>{text}" if text else "")
