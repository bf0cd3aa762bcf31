# SPDX-License-Identifier: GPL-2.0-or-later
"""What this machine has: cores and memory."""

from __future__ import annotations

import ctypes
import os
import sys


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
