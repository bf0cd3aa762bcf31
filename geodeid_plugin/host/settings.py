# SPDX-License-Identifier: GPL-2.0-or-later
"""What belongs to a machine and not to a run: settings of the provider, or variables of the environment."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import NamedTuple

from qgis.core import QgsSettings

from ..core.base.errors import InputError, Phrase
from ..i18n import tr

_WHERE = "Processing/Configuration/"
"""Where QGIS keeps what *Settings ▸ Options ▸ Processing* asks."""


class Preference(NamedTuple):
    """A setting; the variable of the environment that goes before it has the same name."""

    name: str
    title: Phrase
    default: bool | str


RESEARCH_TOOLS = Preference("GEODEID_RESEARCH_TOOLS", Phrase("Show research tools in the toolbox"), False)
PROCESSES = Preference(
    "GEODEID_PROCESSES",
    Phrase("Processes that solve tiles of a large mask: a number, 0 for one a core, empty for QGIS itself"),
    "",
)
SCHEDULER = Preference(
    "GEODEID_SCHEDULER", Phrase("Dask scheduler that solves tiles, such as tcp://127.0.0.1:8786"), ""
)
TILES = Preference(
    "GEODEID_TILES",
    Phrase("Areas of a tile, where a mask of many areas is cut; empty: 2 500, from 100 000 areas up"),
    "",
)
PREFERENCES = (RESEARCH_TOOLS, PROCESSES, SCHEDULER, TILES)


def value_of(preference: Preference) -> str:
    """What the environment says or, where it says nothing, the settings; never None."""
    stored = QgsSettings().value(_WHERE + preference.name, preference.default)
    return str(os.environ.get(preference.name, "" if stored is None else stored)).strip()


def is_on(preference: Preference) -> bool:
    """Whether a box is ticked."""
    return value_of(preference).lower() in ("true", "1", "yes", "on")


def number_of(preference: Preference, least: int) -> int | None:
    """A whole number of at least ``least``, or None where there is none.

    Raises
    ------
    InputError
        Where something else is written there.
    """
    text = value_of(preference)
    if not text:
        return None
    if not text.isdecimal() or int(text) < least:
        raise InputError(
            "setting.number.not_whole",
            "{name} is {text}. Set it to a whole number of at least {least}, or empty it: it stands in "
            "Settings ▸ Options ▸ Processing ▸ Providers ▸ GeoDeID, or in the environment.",
            name=preference.name,
            text=text,
            least=least,
        )
    return int(text)


def offer(group: str, icon) -> None:
    """Show the settings in the dialog of Processing, where there is one."""
    if not find_spec("processing"):
        return
    from processing.core.ProcessingConfig import ProcessingConfig, Setting

    ProcessingConfig.settingIcons[group] = icon
    for one in PREFERENCES:
        ProcessingConfig.addSetting(Setting(group, one.name, one.title.translated(tr), one.default))
    ProcessingConfig.readSettings()


def withdraw() -> None:
    """Take the settings away with the provider; what was set stays."""
    if not find_spec("processing"):
        return
    from processing.core.ProcessingConfig import ProcessingConfig

    for one in PREFERENCES:
        ProcessingConfig.removeSetting(one.name)
