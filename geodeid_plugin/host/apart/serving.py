# SPDX-License-Identifier: GPL-2.0-or-later
"""The side of the process that reads: one function, its limits, and what it says, message by message.

It may be the slave of the hostile file that it read. So plain values, arrays, sentences and records go
between the two processes, and nothing that runs: nothing is unpickled, and of records only those classes are
made that the reader of the bytes names.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import threading
import time
import traceback
from collections.abc import Collection
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, BinaryIO

import numpy as np

from ...core.base.errors import InputError, Phrase

_KIND, _VALUE = "kind", "value"
_LENGTH = 8
"""Bytes that tell how long the tree of a message is."""
_SERIES: dict[str, Any] = {"tuple": tuple, "set": set, "frozenset": frozenset}


def packed(value: Any) -> bytes:
    """A value as bytes: plain ones, lists, tuples, sets, arrays, sentences, and frozen records of these."""
    blobs: list[Any] = []
    tree = json.dumps(_tree(value, blobs)).encode()
    sizes = json.dumps([len(one) for one in blobs]).encode()
    heads = [len(one).to_bytes(_LENGTH, "little") for one in (tree, sizes)]
    return b"".join([*heads, tree, sizes, *blobs])


def unpacked(data: bytes, classes: Collection[type]) -> Any:
    """The value again.

    ``classes`` are those of the records that may stand in it.

    Examples
    --------
    >>> unpacked(packed({"a": (1, b"2")}), ())
    {'a': (1, b'2')}
    """
    tree, sizes = (int.from_bytes(data[at : at + _LENGTH], "little") for at in (0, _LENGTH))
    at = 2 * _LENGTH
    try:
        told, lengths = json.loads(data[at : at + tree]), json.loads(data[at + tree : at + tree + sizes])
        ends = np.cumsum([at + tree + sizes, *lengths]).tolist()
        view = memoryview(data)
        blobs = [view[begin:end] for begin, end in zip(ends, ends[1:])]
        return _value(told, blobs, {one.__name__: one for one in classes})
    except (TypeError, LookupError, AttributeError, RecursionError) as reason:
        raise ValueError(str(reason)) from reason


def _tree(value: Any, blobs: list[Any]) -> Any:
    if isinstance(value, Phrase):
        return {_KIND: "sentence", _VALUE: value.words, "values": _tree(value.values, blobs)}
    if value is None or isinstance(value, (bool, str, int, float)):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, bytes):
        blobs.append(value)
        return {_KIND: "bytes", _VALUE: len(blobs) - 1}
    if isinstance(value, np.ndarray):
        blobs.append(np.ascontiguousarray(value).tobytes())
        return {_KIND: "array", _VALUE: len(blobs) - 1, "type": value.dtype.str, "shape": value.shape}
    if isinstance(value, dict):
        pairs = [[_tree(key, blobs), _tree(one, blobs)] for key, one in value.items()]
        return {_KIND: "mapping", _VALUE: pairs}
    if is_dataclass(value):
        held = {one.name: _tree(getattr(value, one.name), blobs) for one in fields(value)}
        return {_KIND: "record", _VALUE: held, "name": type(value).__name__}
    if isinstance(value, list):
        return [_tree(one, blobs) for one in value]
    if type(value).__name__ in _SERIES:
        return {_KIND: type(value).__name__, _VALUE: [_tree(one, blobs) for one in value]}
    raise TypeError(f"{type(value).__name__} is not sent to another process")


def _value(told: Any, blobs: list[Any], classes: dict[str, type]) -> Any:
    if isinstance(told, list):
        return [_value(one, blobs, classes) for one in told]
    if not isinstance(told, dict):
        return told
    kind, value = told[_KIND], told[_VALUE]
    if kind == "bytes":
        return bytes(blobs[value])
    if kind == "array":
        return np.frombuffer(blobs[value], np.dtype(told["type"])).reshape(told["shape"]).copy()
    if kind == "mapping":
        return {_value(key, blobs, classes): _value(one, blobs, classes) for key, one in value}
    if kind == "sentence":
        return Phrase(value, **_value(told["values"], blobs, classes))
    if kind == "record":
        held = {name: _value(one, blobs, classes) for name, one in value.items()}
        return classes[told["name"]](**held)
    return _SERIES[kind](_value(one, blobs, classes) for one in value)


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
class Failed:
    """The function ended in an error that it does not know."""

    error: str
    """Its kind, and the line that raised it: never its words, which may be a stranger's."""


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
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        _send(outgoing, Failed(f"{type(error).__name__}, {os.path.basename(last.filename)}:{last.lineno}"))


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
