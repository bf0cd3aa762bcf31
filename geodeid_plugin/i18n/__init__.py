# SPDX-License-Identifier: GPL-2.0-or-later
"""The one translation function of the package, and the language that it speaks."""

from __future__ import annotations

from pathlib import Path

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QCoreApplication, QTranslator

CONTEXT = "GeoDeID"


def tr(text: str) -> str:
    """Translate a whole sentence; join no pieces."""
    return QCoreApplication.translate(CONTEXT, sayable(text))


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
