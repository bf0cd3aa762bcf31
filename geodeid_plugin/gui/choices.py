# SPDX-License-Identifier: GPL-2.0-or-later
"""The boxes of enumerations: words on screen, keys in models, in history and on the command line."""

from __future__ import annotations

from qgis.PyQt import sip
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtWidgets import QComboBox

from ..core.base.errors import InputError
from ..core.base.thresholds import RECORD_RISK, preset, presets_of
from ..i18n import tr
from ..processing_provider.framework.labels import words
from ..processing_provider.framework.verdict.audience import cited, recipients
from ..report.numbers import count, one_in
from .dialogs import OwnBox, held, wrapper_of

_PEOPLE = ("AREAS", "POPULATION")
SIZES_OF = {
    "donut": ("MIN_DISTANCE", "MAX_DISTANCE", *_PEOPLE),
    "uniform": ("MAX_DISTANCE", *_PEOPLE),
    "gaussian": ("SIGMA", *_PEOPLE),
    "bimodal": ("MIN_DISTANCE", "MAX_DISTANCE", "SIGMA", *_PEOPLE),
    "laplace": ("EPSILON_100", *_PEOPLE),
    "populationdonut": ("K", "ADDRESSES", *_PEOPLE),
    "grid": ("SIZE",),
    "hexagon": ("SIZE",),
    "swap": ("MIN_DISTANCE", "MAX_DISTANCE", "ADDRESSES"),
    "voronoi": (),
    "survey": (),
    "street": ("K", "ROADS", "ADDRESSES", *_PEOPLE),
    "elimination": ("K", *_PEOPLE),
    "adaptivevoronoi": ("K", "ROADS", *_PEOPLE),
    "address": ("K", "ADDRESSES", *_PEOPLE),
    "optimal": ("EPSILON_100", *_PEOPLE),
    "geoind": ("EPSILON_100", "ADDRESSES", *_PEOPLE),
}
"""What each random mask asks for, the areas also for its crowd; the rest of these is hidden meanwhile."""


def said(key: str) -> tuple[str, str]:
    """What a key means, and where that stands for a preset: words and tip."""
    known = words().get(key)
    if known:
        return known, ""
    try:
        entry = preset(key)
    except InputError:
        return key, ""
    return " · ".join(filter(None, (recipients().get(key), tr(entry.title)))), _tip(entry)


def audiences(measure: str) -> list[tuple[str, str, str]]:
    """What the panel offers: whom it is for with the number, then, after an empty line, rules by their names.

    Parameters
    ----------
    measure : str
        One of :data:`...core.base.thresholds.MEASURES`.

    Returns
    -------
    list of (str, str, str)
        Words, key and tip of each line.
    """
    entries = {entry.key: entry for entry in presets_of(measure) if entry.value is not None}
    suited = [
        (f"{suits} · {_number(entries[key])}", key, _tip(entries[key]))
        for key, suits in recipients().items()
        if key in entries
    ]
    return [*suited, ("", "", ""), *((_named(one), key, _tip(one)) for key, one in entries.items())]


def _named(entry) -> str:
    """A rule by its name, with its number as the panel says it: once, and in people."""
    title = tr(entry.title)
    return f"{title.rpartition(' (')[0]} · {_number(entry)}" if entry.class_size else title


def _number(entry) -> str:
    """What a preset asks for, in a few words."""
    if entry.measure == RECORD_RISK:
        return one_in(entry.number)
    return tr("more than {people} people", people=count(entry.number))


def _tip(entry) -> str:
    return f"{tr(entry.rule)} {cited(entry)}"


class WordedChoice:
    """What a parameter names as its widget: the box below in dialogs, QGIS's own in the Model Designer."""

    def __new__(cls, parameter, dialog, row=0, column=0):
        """Make the widget for the kind of window that asks for it."""
        return wrapper_of(parameter, dialog, lambda kind: ChoiceBox(parameter, kind))


class ChoiceBox(OwnBox):
    """A box of words; its value is the key."""

    kind_of_box = QComboBox

    def __init__(self, parameter, kind):
        super().__init__(parameter, kind)
        self._others = {}

    def createWidget(self):
        """Make the box; QGIS calls it once."""
        definition, box = self.parameterDefinition(), QComboBox()
        if definition.flags() & definition.Flag.FlagOptional:
            box.addItem(tr("[Not selected]"), "")
        for key in definition.options():
            text, tip = said(key)
            box.addItem(text, key)
            box.setItemData(box.count() - 1, tip or key, Qt.ItemDataRole.ToolTipRole)
        box.setCurrentIndex(max(0, box.findData(definition.defaultValue() or "")))
        box.setToolTip(definition.toolTip())
        box.setAccessibleName(definition.description())
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.currentIndexChanged.connect(self._changed)
        return held(box)

    def postInitialize(self, wrappers):
        """Learn the other rows, of which a mask shows its own sizes only."""
        options = self.parameterDefinition().options()
        if self.parameterDefinition().name() == "METHOD" and "donut" in options:
            sizes = {name for names in SIZES_OF.values() for name in names}
            names = {one.parameterDefinition().name(): one for one in wrappers}
            self._others = {name: one for name, one in names.items() if name in sizes}
            self._show_own_sizes()

    def _changed(self, _index: int) -> None:
        self._show_own_sizes()
        self.widgetValueHasChanged.emit(self)

    def _show_own_sizes(self) -> None:
        box = self.box
        if box is None or not self._others:
            return
        wanted = SIZES_OF.get(box.currentData(), tuple(self._others))
        for name, other in self._others.items():
            for widget in (other.wrappedLabel(), other.wrappedWidget()):
                if widget is not None and not sip.isdeleted(widget):
                    widget.setVisible(name in wanted)

    def setWidgetValue(self, value, context):
        """Choose a key, or the number of one, as histories of QGIS may hold it."""
        options = self.parameterDefinition().options()
        if isinstance(value, int) and 0 <= value < len(options):
            value = options[value]
        if self.box is not None:
            self.box.setCurrentIndex(max(0, self.box.findData(value or "")))

    def widgetValue(self):
        """The chosen key, or None."""
        return None if self.box is None else self.box.currentData() or None
