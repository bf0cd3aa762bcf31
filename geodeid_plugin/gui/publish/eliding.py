# SPDX-License-Identifier: GPL-2.0-or-later
"""Boxes that shorten in the middle what does not fit: names of layers end with a warning."""

from __future__ import annotations

from qgis.gui import QgsFieldComboBox, QgsMapLayerComboBox
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter

_EDGES = 6
"""Pixels that styles leave free beside the words."""


class Elided:
    """What a box of choices paints while it is closed; the open list stays whole."""

    def paintEvent(self, _event):
        """Paint the box as its style does, with the words shortened."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        words = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self)
        icon = 0 if option.currentIcon.isNull() else option.iconSize.width() + _EDGES
        option.currentText = option.fontMetrics.elidedText(
            option.currentText, Qt.TextElideMode.ElideMiddle, words.width() - icon - _EDGES
        )
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)


class Box(Elided, QComboBox):
    """A box of words."""


class LayerBox(Elided, QgsMapLayerComboBox):
    """A box of layers."""


class FieldBox(Elided, QgsFieldComboBox):
    """A box of fields."""
