# SPDX-License-Identifier: GPL-2.0-or-later
"""All that depends on the version of QGIS or Qt."""

from __future__ import annotations

from qgis.core import (
    Qgis,
    QgsApplication,
    QgsField,
    QgsLayoutItemPicture,
    QgsProcessingModelChildParameterSource,
    QgsTask,
    QgsTextFormat,
    QgsUnitTypes,
    QgsWkbTypes,
)
from qgis.PyQt.QtCore import QVariant

if Qgis.QGIS_VERSION_INT >= 33800:
    from qgis.PyQt.QtCore import QMetaType

    _TYPES = {
        "text": QMetaType.Type.QString,
        "integer": QMetaType.Type.LongLong,
        "real": QMetaType.Type.Double,
        "boolean": QMetaType.Type.Bool,
    }
else:
    _TYPES = {
        "text": QVariant.String,
        "integer": QVariant.LongLong,
        "real": QVariant.Double,
        "boolean": QVariant.Bool,
    }

POINT = QgsWkbTypes.Type.Point
LINE = QgsWkbTypes.Type.LineString
MULTI_POLYGON = QgsWkbTypes.Type.MultiPolygon
NO_GEOMETRY = QgsWkbTypes.Type.NoGeometry
SVG_PICTURE = (
    Qgis.PictureFormat.SVG if hasattr(Qgis, "PictureFormat") else QgsLayoutItemPicture.Format.FormatSVG
)
VALUE_SOURCES = (
    Qgis.ProcessingModelChildParameterSource
    if hasattr(Qgis, "ProcessingModelChildParameterSource")
    else QgsProcessingModelChildParameterSource.Source
)
"""Where a step of a model has a value from."""
STATIC_VALUE = VALUE_SOURCES.StaticValue
QUIET = (QgsTask.Flag.CanCancel | QgsTask.Flag.Silent,) if hasattr(QgsTask.Flag, "Silent") else ()
"""Last argument of a task of the panel's: QGIS calls one that was replaced or stopped “failed” otherwise."""
SILENT = {"flags": QUIET[0]} if QUIET else {}
"""The same of a task made from a function."""


def field(name: str, kind: str) -> QgsField:
    """Make a field of kind ``text``, ``integer``, ``real`` or ``boolean``."""
    return QgsField(name, _TYPES[kind])


def is_null(value) -> bool:
    """Tell whether an attribute is NULL: a null QVariant on Qt 5, None on Qt 6."""
    return value is None or (isinstance(value, QVariant) and value.isNull())


def plain(value):
    """Turn an attribute into a plain Python value, NULL into None."""
    return None if is_null(value) else value


def plain_row(values: list) -> list:
    """Turn the attributes of a feature into plain Python values, NULL into None."""
    return [None if isinstance(value, QVariant) and value.isNull() else value for value in values]


def on_screen() -> bool:
    """Whether the user sees dialogs, and not the names of parameters."""
    return QgsApplication.platform() == "desktop"


def chosen_fields(algorithm, parameters, name: str, context) -> list:
    """Names of the fields chosen for a parameter."""
    if Qgis.QGIS_VERSION_INT >= 34000:
        return algorithm.parameterAsStrings(parameters, name, context)
    return algorithm.parameterAsFields(parameters, name, context)


def set_label_text(label, font, colour) -> None:
    """Set font and colour of a label in a layout; text formats are there since 3.24."""
    if hasattr(label, "setTextFormat"):
        label.setTextFormat(_text_format(font, colour))
    else:
        label.setFont(font)
        label.setFontColor(colour)


def set_legend_text(legend, part, font, colour) -> None:
    """Set font and colour of one part of a legend in a layout; text formats are there since 3.30."""
    style = legend.rstyle(part)
    if hasattr(style, "setTextFormat"):
        style.setTextFormat(_text_format(font, colour))
    else:
        legend.setStyleFont(part, font)
        legend.setFontColor(colour)


def _text_format(font, colour) -> QgsTextFormat:
    text = QgsTextFormat()
    text.setFont(font)
    text.setSize(font.pointSizeF())
    text.setSizeUnit(QgsUnitTypes.RenderUnit.RenderPoints)
    text.setColor(colour)
    return text


def open_dataset(path: str, flags: int, options=()):
    """GDAL's data set of a file, or None; GDAL raises or returns None as its version and plugins decide."""
    from osgeo import gdal

    return made_by_gdal(gdal.OpenEx, path, flags, open_options=list(options))


def made_by_gdal(make, *given, **named):
    """What a function of GDAL makes, or None where it can't: since QGIS 3.40 Processing has GDAL raise."""
    try:
        return make(*given, **named)
    except RuntimeError:
        return None
