# SPDX-License-Identifier: GPL-2.0-or-later
"""The side of the process that reads: one function, its limits, and what it says, message by message."""

from __future__ import annotations

import importlib
import os
import sys
import threading
import time
from dataclasses import dataclass
from typing import Any, BinaryIO

from ...core.base.errors import InputError
from .records import packed, unpacked

HEADER = 8
"""Bytes of the length of a message."""
ENDED = 3
"""What a process that ends itself for its memory says."""
_LOOK_S = 0.1
"""Seconds between two looks at the memory."""


@dataclass(frozen=True)
class Limits:
    """What a process may use."""

    memory: int
    """Bytes: of address space where the system limits that, else of memory at its peak."""
    cpu_s: int
    """Seconds of processor time; on the clock, with some patience, where the system limits no others."""
    clock_s: float
    """Seconds on the clock: a machine may be busy with other things."""
    output: int
    """Bytes that it may say."""


@dataclass(frozen=True)
class Call:
    """A function by its module and its name, and what it is given: packed records of the module's kinds."""

    module: str
    name: str
    arguments: bytes
    limits: Limits


@dataclass(frozen=True)
class Ready:
    """The process runs, and reads by this GDAL."""

    gdal: str


@dataclass(frozen=True)
class Reply:
    """One of the values that the function gives."""

    value: Any


@dataclass(frozen=True)
class Refused:
    """The function refused what it was given, with a sentence."""

    code: str
    sentence: Any


@dataclass(frozen=True)
class Done:
    """The function came to its end."""


def serve(incoming: BinaryIO, outgoing: BinaryIO) -> None:
    """Answer one request. What runs before :class:`Ready` knows nothing yet of the file."""
    from osgeo import gdal

    asked = unpacked(incoming.read(int.from_bytes(incoming.read(HEADER), "little")), (Call, Limits))
    module = importlib.import_module(asked.module)
    arguments = unpacked(asked.arguments, module.RECORDS)
    prepare = getattr(module, "prepare", None)
    if prepare is not None:
        prepare(*arguments)
    _send(outgoing, Ready(gdal.VersionInfo()))
    limit(asked.limits)
    try:
        for value in getattr(module, asked.name)(*arguments):
            _send(outgoing, Reply(value))
        _send(outgoing, Done())
    except InputError as reason:
        _send(outgoing, Refused(reason.code, reason.phrase))
    except MemoryError:
        os._exit(ENDED)


def _send(outgoing: BinaryIO, value: Any) -> None:
    data = packed(value)
    outgoing.write(len(data).to_bytes(HEADER, "little"))
    outgoing.write(data)
    outgoing.flush()


def limit(limits: Limits) -> None:
    """Limit this process by what the system has, and by a look at its memory now and then where it has none.

    macOS takes a limit of address space and does not keep it; Windows knows neither. The clock is looked at
    by the process that started this one.
    """
    if sys.platform != "win32":
        import resource

        for what, most in ((resource.RLIMIT_AS, limits.memory), (resource.RLIMIT_CPU, limits.cpu_s)):
            hard = resource.getrlimit(what)[1]
            resource.setrlimit(what, (most if hard < 0 else min(most, hard), hard))
    if sys.platform != "linux":
        watch(max(limits.memory, peak_bytes() + limits.memory // 4))  # some systems hand a parent's peak on


def watch(memory: int) -> None:
    """End this process from a thread of its own when its memory was ever more than so many bytes."""

    def look() -> None:
        while peak_bytes() <= memory:
            time.sleep(_LOOK_S)
        os._exit(ENDED)

    threading.Thread(target=look, daemon=True).start()


def peak_bytes() -> int:
    """Most memory that this process ever held."""
    if sys.platform == "win32":
        return _peak_on_windows()
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _peak_on_windows() -> int:
    """``PeakWorkingSetSize`` of ``PROCESS_MEMORY_COUNTERS`` (psapi.h)."""
    import ctypes

    class Counters(ctypes.Structure):
        _fields_ = (
            ("cb", ctypes.c_ulong), ("faults", ctypes.c_ulong), ("peak", ctypes.c_size_t),
            ("others", ctypes.c_size_t * 7),
        )  # fmt: skip

    told = Counters()
    told.cb = ctypes.sizeof(told)
    kernel: Any = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    kernel.K32GetProcessMemoryInfo.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_ulong)
    kernel.K32GetProcessMemoryInfo(kernel.GetCurrentProcess(), ctypes.byref(told), told.cb)
    return int(told.peak)
