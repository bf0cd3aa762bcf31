# SPDX-License-Identifier: GPL-2.0-or-later
"""Driven inside a real QGIS: the panel at its narrowest on a small screen, in two languages and two looks.

Started by ``qgis --code``; the folder of the results comes in GEODEID_SHOTS, the plugin from QGIS_PLUGINPATH.
"""

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QRect, Qt
from qgis.PyQt.QtWidgets import QAbstractButton, QComboBox, QDockWidget, QLabel, QToolButton, QWidget
from qgis.utils import iface, loadPlugin, plugins, startPlugin
from stepping import SHOTS, small_sample, start, until

WIDTH = 340
LOOKS = {"en_12": "default", "fr_12_dark": "Night Mapping"}
POINTS = 12
"""Letters larger than usual: what fits in these fits in smaller ones."""
LETTERS = 11
"""Letters by which a name that is shortened is still known."""
spoken = {"en": None}
found = {"cut": {}, "width": {}, "preview": {}, "unreadable": {}}


def steps():
    """Do one thing after another; each ``yield`` lets QGIS work for so many milliseconds."""
    from geodeid_plugin.core.base.verdict import Level
    from geodeid_plugin.gui.publish.result import Outcome
    from geodeid_plugin.i18n import tr

    window = iface.mainWindow()
    window.setGeometry(QRect(0, 0, 1366, 768))
    loadPlugin("geodeid_plugin")
    startPlugin("geodeid_plugin")
    small_sample()
    window.findChild(QDockWidget, "ProcessingToolbox").show()
    for name, theme in LOOKS.items():
        if theme != QgsApplication.themeName():
            QgsApplication.setUITheme(theme)
        panel = yield from opened(window, name[:2])
        for row, job in enumerate(panel._jobs):
            panel.kind.setCurrentIndex(row)
            panel.pages.setCurrentWidget(panel.form_page)
            yield from shot(panel, f"{name}_{row + 1}_{job.model}")
        panel.kind.setCurrentIndex(0)
        text = "The largest risk that any adversary reached is 1 in 11, within the limit of 1 in 11."
        meanings = {
            "person": tr("how sure these dots let anyone be of any one person, at most"),
            "move": tr("from home to dot, on average"),
            "exposed": tr("patients exposed by the picture"),
        }
        numbers = [{"kind": kind, "value": "0 of 552", "meaning": one} for kind, one in meanings.items()]
        panel.result.tell(
            Outcome(panel.job, SHOTS, SHOTS / "release", Level.WITH_CARE, text, "", {}, numbers)
        )
        panel.pages.setCurrentWidget(panel.result)
        yield from shot(panel, f"{name}_5_result")
        for kind in meanings:
            panel.result.figures.open(kind)
            yield 300
            panel.result.figures.card.grab().save(str(SHOTS / f"fits_{name}_6_{kind}.png"))
            shown = (panel.result.figures.meaning, panel.result.figures.drawn)
            found["cut"][f"{name}_6_{kind}"] = [words(one) for one in shown if is_cut(one)]
            panel.result.figures.card.hide()
    found["tabs"] = [one.objectName() for one in window.tabifiedDockWidgets(panel)]


def opened(window, language):
    """The panel in a language, as narrow as it gets."""
    from geodeid_plugin.i18n import install_translator

    if language not in spoken:
        plugins["geodeid_plugin"].unload()
        spoken[language] = install_translator(language)
        yield 300
        plugins["geodeid_plugin"].initGui()
    plugins["geodeid_plugin"]._menu._show_panel()
    panel = window.findChild(QDockWidget, "GeoDeIDPublish")
    yield from until(lambda: panel.preview.masked is not None)
    # Of the panel, not of QGIS, whose thousands of widgets would all be measured anew.
    panel.setStyleSheet(f'* {{ font: {POINTS}pt "DejaVu Sans" }}')
    return panel


def shot(panel, name):
    """Make the panel narrow, keep its picture, and list what is cut."""
    iface.mainWindow().resizeDocks([panel], [WIDTH], Qt.Orientation.Horizontal)
    yield from until(lambda: not panel.preview.isVisible() or panel.preview.masked or panel.preview.zones)
    yield 700
    panel.grab().save(str(SHOTS / f"fits_{name}.png"))
    found["width"][name] = panel.width()
    shown = panel.preview.visibleRegion().boundingRect().height()
    found["preview"][name] = [shown, panel.preview.height(), panel.preview.isVisible()]
    scroll = panel.form_page
    beyond = scroll.isVisible() * (most_to_the_right(scroll) - scroll.viewport().width())
    found["unreadable"][name] = [
        one.shortened().currentText for one in panel.findChildren(QComboBox) if unreadable(one)
    ]
    found["cut"][name] = [f"the form by {beyond} px"] * (beyond > 0) + [
        words(one) for one in panel.findChildren((QLabel, QAbstractButton)) if one.isVisible() and is_cut(one)
    ]


def most_to_the_right(scroll):
    """Where the form, or the widest thing in it, ends."""
    form = scroll.widget()
    shown = [one for one in form.findChildren(QWidget) if one.isVisible()]
    ends = [one.mapTo(form, one.rect().topRight()).x() for one in shown]
    return max([form.width(), *ends])


def unreadable(box):
    """Whether too little is left of the words of a closed box to know them by."""
    if not (box.isVisible() and hasattr(box, "shortened")):
        return False
    words, shown = box.currentText(), box.shortened().currentText
    return len(shown) < min(len(words), LETTERS)


def words(widget):
    """What stands on it."""
    return widget.text().replace("&", "")


def is_cut(widget):
    """Whether its words need more room than it has."""
    if isinstance(widget, QToolButton) or not words(widget):
        return False
    if isinstance(widget, QLabel) and widget.wordWrap():
        return widget.heightForWidth(widget.width()) > widget.height() + 1
    return widget.fontMetrics().horizontalAdvance(words(widget)) > widget.width()


start(steps, found, "fits")
