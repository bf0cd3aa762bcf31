# SPDX-License-Identifier: GPL-2.0-or-later
"""Twenty seconds on how a mask hides somebody; ``scripts/animation`` draws them from the sample."""

from __future__ import annotations

from html import escape
from pathlib import Path

from ..i18n import tr


def filled() -> str:
    """The animation as an ``svg`` element with its sentences in the language of QGIS."""
    sentences = {
        "title": tr("How a mask hides a patient: the patient, the crowd, the dot, the attack"),
        "scene_1": tr("A patient of the sample lives here."),
        "scene_2": tr("The same dot could come from any home in the blue areas."),
        "scene_3": tr("The mask draws its place: as near as the limit allows."),
        "scene_4": tr("Somebody who knows the method names the patient at best 1 time in 11."),
    }
    template = (Path(__file__).parent / "templates" / "how.svg").read_text("utf-8")
    return template.format(**{name: escape(text, quote=False) for name, text in sentences.items()})
