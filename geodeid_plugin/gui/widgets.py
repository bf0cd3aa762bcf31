# SPDX-License-Identifier: GPL-2.0-or-later
"""Widgets as any theme needs them: boxes that shorten what does not fit, and labels with links.

Words are shortened in the middle: names of layers end with a warning. Qt's own blue of links cannot be read
on the dark themes of QGIS.
"""

from __future__ import annotations

from qgis.gui import QgsFieldComboBox, QgsMapLayerComboBox
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtWidgets import QComboBox, QLabel, QStyle, QStyleOptionComboBox, QStylePainter

_EDGES = 6
"""Pixels that styles leave free beside the words."""
_FRAME = 70
"""Pixels of arrow, icon and edges, in the theme where they are widest."""


class Elided:
    """What a box of choices paints while it is closed; the open list stays whole."""

    elide = Qt.TextElideMode.ElideMiddle
    letters = 14
    """Letters for which a form makes room, below the label where there is none beside it."""

    def minimumSizeHint(self):
        """Room for so many letters, in whatever font and theme."""
        hint = super().minimumSizeHint()
        hint.setWidth(_FRAME + self.letters * self.fontMetrics().averageCharWidth())
        return hint

    def paintEvent(self, _event):
        """Paint the box as its style does, with the words shortened."""
        painter, option = QStylePainter(self), self.shortened()
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def shortened(self):
        """What is painted, the words in so far as there is room for them."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        words = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self)
        icon = 0 if option.currentIcon.isNull() else option.iconSize.width() + _EDGES
        option.currentText = option.fontMetrics.elidedText(
            option.currentText, self.elide, words.width() - icon - _EDGES
        )
        return option


class Box(Elided, QComboBox):
    """A box of words."""


class LayerBox(Elided, QgsMapLayerComboBox):
    """A box of layers."""


class FieldBox(Elided, QgsFieldComboBox):
    """A box of fields."""


def show_linked(label: QLabel, text: str) -> None:
    """Give a label its text with links."""
    label.ensurePolished()
    colour = label.palette().windowText().color().name()
    label.setText(f"<style>a {{ color: {colour} }}</style>{text}" if text else "")


def plain(label: QLabel, name: str = "") -> QLabel:
    """Let a label wrap and copy its words, and take none for markup: names of layers and files are none."""
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setAccessibleName(name)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
