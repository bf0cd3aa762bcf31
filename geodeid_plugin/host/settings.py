# SPDX-License-Identifier: GPL-2.0-or-later
"""What belongs to a machine and not to a run: cores, memory, settings of the provider or environment."""

from __future__ import annotations

import ctypes
import os
import sys
from importlib.util import find_spec
from typing import NamedTuple

from qgis.core import QgsSettings

from ..core.base.errors import InputError, Phrase
from ..i18n import tr


def cores() -> int:
    """Cores that a program may use."""
    return os.cpu_count() or 1


def memory_bytes() -> int | None:
    """Memory that a program may hope for: what is free where that is known, else half of all; or None."""
    if os.name == "nt":
        return _windows_bytes()
    known = getattr(os, "sysconf_names", {})
    if "SC_PAGE_SIZE" not in known:
        return None
    page = os.sysconf("SC_PAGE_SIZE")
    if "SC_AVPHYS_PAGES" in known:
        return max(_freeable_bytes(), page * os.sysconf("SC_AVPHYS_PAGES"))
    return page * os.sysconf("SC_PHYS_PAGES") // 2 if "SC_PHYS_PAGES" in known else None


def _freeable_bytes() -> int:
    """Linux: what is free and what it would give back of its cache; 0 elsewhere."""
    if not os.path.exists("/proc/meminfo"):
        return 0
    with open("/proc/meminfo", encoding="ascii") as file:
        found = [line.split()[1] for line in file if line.startswith("MemAvailable:")]
    return 1024 * int(found[0]) if found else 0


def _windows_bytes() -> int | None:
    class Status(ctypes.Structure):
        """MEMORYSTATUSEX of the Windows API."""

        _fields_ = [
            ("length", ctypes.c_ulong),
            ("load", ctypes.c_ulong),
            *((name, ctypes.c_ulonglong) for name in ("total", "free", "a", "b", "c", "d", "e")),
        ]

    status = Status()
    status.length = ctypes.sizeof(status)
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009  (there is none for the check of types)
    return int(status.free) if kernel.GlobalMemoryStatusEx(ctypes.byref(status)) else None


def give_back() -> None:
    """Hand free memory back to the system.

    glibc keeps freed arrays of up to 32 MB for itself: after the clustering of a million areas nearly half of
    what the process held was free, and writing came on top. Elsewhere nothing is done.
    """
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(ctypes.c_size_t(0))


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
        if one.name in ProcessingConfig.settings:  # Processing may have gone before, as where QGIS ends
            ProcessingConfig.removeSetting(one.name)
