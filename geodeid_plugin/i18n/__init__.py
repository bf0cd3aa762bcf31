# SPDX-License-Identifier: GPL-2.0-or-later
"""The one translation function of the package, and the language that it speaks."""

from __future__ import annotations

import re
from pathlib import Path

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QCoreApplication, QTranslator

from ..core.base.errors import filled

CONTEXT = "GeoDeID"
_BEFORE_OR_AFTER = re.compile(r"(?<=«) | (?=[»:;?!%])")
"""Spaces of French at which no line may end."""


def tr(text: str, /, **values: object) -> str:
    """Translate a whole sentence and fill its blanks, each value by its type; join no pieces."""
    text = sayable(text)
    translated = QCoreApplication.translate(CONTEXT, text)
    said = translated if translated == text else unbroken(translated)
    return filled(said, values, tr(".")) if values else said


def unbroken(text: str) -> str:
    """French as it is printed: quotation marks and high punctuation stay beside their words.

    Examples
    --------
    >>> unbroken("« Zones » : 5 %") == "«\\u00a0Zones\\u00a0»\\u00a0: 5\\u00a0%"
    True
    """
    return _BEFORE_OR_AFTER.sub("\u00a0", text)


def sayable(text: str) -> str:
    """Text that Qt and every file take: half a character, as bad data hold it, becomes a “?”."""
    return text.encode("utf-8", "replace").decode("utf-8")


def install_translator(locale: str = "") -> QTranslator | None:
    """Speak the language of QGIS where the plugin knows it; None where it does not.

    QGIS started with ``--lang`` speaks another language than its locale tells.
    """
    spoken = locale or QgsApplication.instance().translation() or QgsApplication.locale()
    language = spoken.replace("-", "_").split("_")[0]
    path = Path(__file__).parent / f"geodeid_{language}.qm"
    translator = QTranslator()
    if not path.exists() or not translator.load(str(path)):
        return None
    QCoreApplication.installTranslator(translator)
    return translator


def remove_translator(translator: QTranslator | None) -> None:
    """Speak English again."""
    if translator is not None:
        QCoreApplication.removeTranslator(translator)
