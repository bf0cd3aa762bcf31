# SPDX-License-Identifier: GPL-2.0-or-later
"""Driven inside a real QGIS: opens every dialog on the sample, takes its picture, and tries dark themes.

Started by ``qgis --code``; the folder of the results comes in GEODEID_SHOTS, the sample in GEODEID_SAMPLE.
"""

import os
from collections import Counter

import numpy as np
import processing
from qgis.core import QgsApplication, QgsProcessingParameterDefinition, QgsProject, QgsVectorLayer
from qgis.PyQt.QtCore import QPoint, QRect
from qgis.PyQt.QtGui import QColor, QImage, QPalette
from qgis.PyQt.QtWidgets import (
    QAbstractButton,
    QAction,
    QComboBox,
    QDockWidget,
    QLabel,
    QLineEdit,
    QScrollArea,
    QWidget,
)
from qgis.utils import iface, loadPlugin, startPlugin
from stepping import SHOTS, start

SAMPLE = os.environ["GEODEID_SAMPLE"] + "|layername="
found, kept = {"guessed": {}, "basic": {}, "least": {}, "contrast": {}}, {}
LAYERS = {
    **dict.fromkeys(("PATIENTS", "TRUTH", "ORIGINAL", "LAYER"), "patients"),
    "AREAS": "tracts", "OUTLINE": "counties",
}  # fmt: skip
VALUES = {
    "AREA_ID": "tract", "POPULATION": "population", "BOUNDARY": "county", "LINK": "patient",
    "CASES_FIELD": "cases", "IMAGE": "map.png", "FILE": "manuscript.docx", "MASK": "mask_metrics.json",
    "LEDGER": "releases.geodeid", "TITLE": "Leukaemia, upstate New York",
}  # fmt: skip
PRESETS = ("ema_0070", "hipaa_zip3", "cms_cell")
"""What the pictures of the guide show in the dialogs, by the names of parameters."""


def steps():
    """Open one dialog after another; each ``yield`` lets QGIS draw for so many milliseconds."""
    iface.mainWindow().setGeometry(QRect(0, 0, 1366, 768))
    loadPlugin("geodeid_plugin")
    startPlugin("geodeid_plugin")
    for name in ("counties", "tracts", "patients"):
        layer = QgsProject.instance().addMapLayer(QgsVectorLayer(SAMPLE + name, name, "ogr"))
    iface.setActiveLayer(layer)  # the patients: QGIS alone would choose them for every input
    yield 1500
    (SHOTS / "dialogs").mkdir(exist_ok=True)
    for algorithm in QgsApplication.processingRegistry().providerById("geodeid").algorithms():
        if algorithm.group():  # what is gone has none
            yield from picture(algorithm)
    for dark in (with_a_dark_palette, in_a_dark_theme):
        yield from contrasts(dark)


def in_a_dark_theme(panel):
    """QGIS's own: a style sheet, beside which the palette stays as it was."""
    for widget in (panel, *panel.findChildren(QWidget)):
        widget.setPalette(QPalette())
    QgsApplication.setUITheme("Night Mapping")


def with_a_dark_palette(panel):
    """The desktop's: a palette, in which only the colours of plain text and its ground are sure to be set."""
    palette, pale, deep = QPalette(), QColor("#eeeeee"), QColor("#2b2b2b")
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        palette.setColor(role, pale)
    for role in (QPalette.ColorRole.Window, QPalette.ColorRole.Base, QPalette.ColorRole.Button):
        palette.setColor(role, deep)
    for widget in (panel, *panel.findChildren(QWidget)):
        widget.setPalette(palette)


def contrasts(dark):
    """How far the words of the panel stand out from their ground."""
    panel = iface.mainWindow().findChild(QDockWidget, "GeoDeIDPublish")
    if panel is None:
        entries = iface.mainWindow().findChildren(QAction)
        next(one for one in entries if one.text() == "Publish…").trigger()
        yield 1000
        panel = iface.mainWindow().findChild(QDockWidget, "GeoDeIDPublish")
    dark(panel)
    yield 1000
    panel.preview.setCurrentIndex(1)
    yield 300
    panel.grab().save(str(SHOTS / f"{dark.__name__}.png"))
    measure(panel, dark)
    yield from answers(panel, dark)
    panel.pages.setCurrentWidget(panel.form_page)


def answers(panel, dark):
    """The page of each answer."""
    from geodeid_plugin.core.base.verdict import Level
    from geodeid_plugin.gui.publish.result import Outcome

    for level in Level:
        text = f"The sentence of {level.value}."
        panel.result.tell(Outcome(panel.job, SHOTS, SHOTS / "release", level, text, "", {}))
        panel.pages.setCurrentWidget(panel.result)
        yield 300
        measure(panel, dark)
        panel.grab().save(str(SHOTS / f"{dark.__name__}_{level.value}.png"))


def measure(panel, dark):
    """Keep how far each word in sight stands out."""
    # What boxes and buttons look like in QGIS's own theme is QGIS's.
    kinds = (QLabel, QAbstractButton, QComboBox, QLineEdit) if dark is with_a_dark_palette else (QLabel,)
    for widget in [panel.preview.curve, *(one for kind in kinds for one in panel.findChildren(kind))]:
        for page in panel.findChildren(QScrollArea):  # of what its rim cuts off no word may be in sight
            if page.isAncestorOf(widget):
                page.ensureWidgetVisible(widget)
        words = says(widget)
        if (
            words
            and widget.isVisibleTo(panel)
            and widget.isEnabled()
            and not widget.visibleRegion().isEmpty()
        ):
            found["contrast"][f"{dark.__name__}: {words}"] = contrast(seen_of(widget, panel))


def seen_of(widget, panel):
    """A widget on its ground; of the curve, the words beside its axis."""
    shown = widget.visibleRegion().boundingRect()
    if widget is panel.preview.curve:
        shown.setWidth(50)
    return panel.grab(shown.translated(widget.mapTo(panel, QPoint(0, 0)))).toImage()


def says(widget):
    """The words on a widget."""
    return getattr(widget, "currentText", getattr(widget, "text", widget.accessibleName))().strip()


def contrast(image):
    """Of the commonest colour and the one that stands out most from it, as WCAG 2 measures it."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    bits = image.constBits()
    bits.setsize(image.bytesPerLine() * image.height())
    colours = Counter((np.frombuffer(bits, np.uint32) & 0xFFFFFF).tolist())
    ground = luminance(max(colours, key=colours.get))
    return max((max(one, ground) + 0.05) / (min(one, ground) + 0.05) for one in map(luminance, colours))


def luminance(rgb):
    """Relative luminance of a colour, as WCAG 2 defines it."""
    parts = [(rgb >> shift & 0xFF) / 255 for shift in (16, 8, 0)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def picture(algorithm):
    """Show a dialog, note what it has chosen by itself, and close it."""
    dialog = processing.createAlgorithmDialog(algorithm.id(), {})
    kept["dialog"] = dialog
    least = dialog.minimumSizeHint()
    found["least"][algorithm.name()] = [least.width(), least.height()]
    dialog.resize(960, 640)
    dialog.show()
    yield 300
    wrappers = dialog.mainWidget().wrappers
    found["guessed"][algorithm.name()] = {
        name: text(wrappers[name].parameterValue()) if name in wrappers else ""
        for name in ("AREAS", "CLUSTERED", "POPULATION", "OUTLINE")
    }
    hidden = (
        QgsProcessingParameterDefinition.Flag.FlagAdvanced | QgsProcessingParameterDefinition.Flag.FlagHidden
    )
    found["basic"][algorithm.name()] = sum(
        not (one.flags() & hidden or one.isDestination()) and seen(wrappers.get(one.name()))
        for one in algorithm.parameterDefinitions()
    )
    dialog.setParameters(filled(algorithm))
    yield 300
    dialog.grab().save(str(SHOTS / "dialogs" / f"{algorithm.name()}.png"))
    dialog.close()
    yield 100


def filled(algorithm):
    """Values for the inputs that a dialog shows before *Advanced*."""
    project, values = QgsProject.instance(), {}
    for one in algorithm.parameterDefinitions():
        name, kind = one.name(), one.type()
        if one.isDestination() or one.flags() & QgsProcessingParameterDefinition.Flag.FlagAdvanced:
            continue
        if kind in ("source", "vector", "multilayer") and name in LAYERS:
            layer = project.mapLayersByName(LAYERS[name])[0].id()
            values[name] = [layer] if kind == "multilayer" else layer
        elif kind == "enum" and name == "AUDIENCE":
            values[name] = next(key for key in PRESETS if key in one.options())
        elif kind in ("field", "file", "string") and name in VALUES:
            values[name] = VALUES[name]
        elif kind == "number" and name == "RECORDS":
            values[name] = 552
    return values


def seen(wrapper):
    """Whether a parameter is asked for now: a random mask asks for its own sizes alone."""
    widget = wrapper.wrappedWidget() if wrapper is not None else None
    return widget is not None and widget.isVisibleTo(widget.window())


def text(value):
    """What a parameter was set to: a layer by its name."""
    layer = QgsProject.instance().mapLayer(str(value))
    return layer.name() if layer is not None else str(value or "")


start(steps, found, "dialogs")
