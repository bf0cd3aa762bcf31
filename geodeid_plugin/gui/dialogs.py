# SPDX-License-Identifier: GPL-2.0-or-later
"""Windows and widgets of Processing, held until QGIS has destroyed them.

QGIS's own “Task complete” is taken off the message bar where it is about one step of many of the panel's.
QGIS knows silent tasks since 3.26 (``QUIET`` of :mod:`..host.compat`); before, the bar is all there is.
"""

from __future__ import annotations

from qgis.core import QgsApplication, QgsTask
from qgis.gui import QgsAbstractProcessingParameterWidgetWrapper, QgsGui, QgsProcessingGui
from qgis.PyQt import sip
from qgis.PyQt.QtCore import QObject, QTimer

from ..host.compat import SILENT

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


def wrapper_of(parameter, dialog, own):
    """The widget of a parameter: QGIS's own in the Model Designer, else what ``own`` makes for the window."""
    kinds = QgsProcessingGui.WidgetType
    if type(dialog).__name__ == "ModelerParametersDialog":
        wrapper = QgsGui.processingGuiRegistry().createModelerParameterWidget(
            dialog.model, dialog.childId, parameter, dialog.context
        )
        wrapper.setDialog(dialog)
        return wrapper
    return own(kinds.Batch if type(dialog).__name__ == "BatchAlgorithmDialog" else kinds.Standard)


class OwnBox(QgsAbstractProcessingParameterWidgetWrapper):
    """The widget of a parameter that is a box of choices of class ``kind_of_box``."""

    kind_of_box: type

    @property
    def box(self):
        """The box, asked for anew each time: QGIS hands it on, and the first Python half of it dies."""
        widget = self.wrappedWidget()
        return None if widget is None or sip.isdeleted(widget) else sip.cast(widget, self.kind_of_box)


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


_OWN: set[str] = set()
"""Descriptions of the panel's tasks, which the bar repeats."""


def silenced(task):
    """Remember a task of the panel's, and give it back."""
    _OWN.add(task.description())
    return task


def in_background(words: str, work, told):
    """Let a task of the panel's do work; ``told`` takes what it raised, and what it gave. Gives the task."""
    task = silenced(QgsTask.fromFunction(words, work, on_finished=told, **SILENT))
    QgsApplication.taskManager().addTask(task)
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
