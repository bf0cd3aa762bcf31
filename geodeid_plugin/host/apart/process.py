# SPDX-License-Identifier: GPL-2.0-or-later
"""Run a function that reads what a stranger wrote in a process of its own.

What a hostile file does to that process, it does not do to QGIS. Where no Python beside QGIS answers, or it
brings another GDAL, the same function runs in this process.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterator
from typing import Any

from qgis.PyQt.QtCore import QProcess

from ...core.base.errors import InputError
from ...core.base.progress import Progress, silent
from ..workers.interpreter import interpreter, started
from ..workers.pipes import after_mark
from .serving import HEADER, Call, Done, Failed, Limits, Ready, Refused, Reply, packed, unpacked

ONE_PROCESS = "GEODEID_ONE_PROCESS"
"""Environment variable under which nothing is started: the scripts that fuzz have limits of their own."""
SERVE = (
    "import sys; sys.path[:] = [{parent!r}, *filter(None, sys.path)]; "  # not the working directory
    "from {package}.host.workers.pipes import own_streams; streams = own_streams(); "
    "from {package}.host.apart.serving import serve; serve(*streams)"
)
_POLL_MS = 200
"""How long it is listened to before clock and cancel are looked at."""
_START_S = 60.0
"""Seconds in which it must have begun; a cold disk takes some."""

_PATIENCE_S = 15.0
"""Seconds on the clock beyond those of processor time, where only the clock is looked at."""


class EndedError(Exception):
    """The process ended, or was ended at a limit, before its function did.

    ``error`` says of which kind and where, where the function ended in an error that it does not know.
    """

    def __init__(self, error: str = "") -> None:
        super().__init__(error)
        self.error = error


def apart(
    function: Callable[..., Iterator[Any]],
    arguments: tuple[Any, ...],
    limits: Limits,
    classes: Collection[type],
    progress: Progress = silent,
) -> Iterator[Any]:
    """What a function gives, value by value, run beside QGIS where that can be.

    Parameters
    ----------
    function : callable
        A generator of a module that imports nothing of QGIS and names in ``RECORDS`` the classes that it
        takes and gives. It may have a function ``prepare``, called with the same arguments before the limits
        hold, which reads none of them.
    arguments : tuple
    limits : Limits
    classes : collection of type
        The records that it gives.
    progress : callable
        Called while it is waited for; raises where the user asks to stop.

    Raises
    ------
    InputError
        What the function said.
    EndedError
        Where it ended before it was done; what it gave until then was given on.
    """
    python = None if os.environ.get(ONE_PROCESS) else interpreter()
    child = None if python is None else _Child(python, function, arguments, limits, progress)
    try:
        if child is not None and child.is_like_us():
            yield from child.values((Reply, Refused, Failed, Done, *classes))
            return
    finally:
        if child is not None:
            child.stop()
    yield from function(*arguments)


class _Child:
    """The process that reads."""

    def __init__(
        self, python: str, function: Callable[..., Any], arguments: tuple[Any, ...], limits: Limits,
        progress: Progress,
    ) -> None:  # fmt: skip
        self._limits, self._progress = limits, progress
        self._end = time.monotonic() + _START_S
        self._waiting = bytearray()
        self._marked, self._heard_bytes = False, 0
        self._process = started(python, SERVE)
        data = packed(Call(function.__module__, function.__name__, packed(arguments), limits))
        self._process.write(len(data).to_bytes(HEADER, "little") + data)

    def is_like_us(self) -> bool:
        """Whether it runs, and reads by the GDAL that this process has."""
        from osgeo import gdal

        message = self._message((Ready,))
        patience = self._limits.clock_s if os.name == "posix" else self._limits.cpu_s + _PATIENCE_S
        self._end = time.monotonic() + patience
        return isinstance(message, Ready) and message.gdal == gdal.VersionInfo()

    def values(self, classes: Collection[type]) -> Iterator[Any]:
        """What its function gives."""
        while True:
            message = self._message(classes)
            if self._has_said_too_much():
                raise EndedError
            if isinstance(message, Done):
                return
            if isinstance(message, Refused):
                raise InputError(message.code, message.sentence)
            if isinstance(message, Failed):
                raise EndedError(message.error)
            if not isinstance(message, Reply):
                raise EndedError
            yield message.value

    def _has_said_too_much(self) -> bool:
        return self._heard_bytes > self._limits.output

    def stop(self) -> None:
        """End it, if it runs."""
        if self._process.state() != QProcess.ProcessState.NotRunning:
            self._process.kill()
            self._process.waitForFinished(2000)

    def _message(self, classes: Collection[type]) -> Any:
        """The next message; None where it ended first, or said what is none."""
        while True:
            size = HEADER + int.from_bytes(self._waiting[:HEADER], "little")
            if self._marked and len(self._waiting) >= max(size, HEADER + 1):
                data = bytes(memoryview(self._waiting)[HEADER:size])
                del self._waiting[:size]
                try:
                    return unpacked(data, classes)
                except ValueError:
                    return None
            if not self._hear():
                return None

    def _hear(self) -> bool:
        """Wait for more; whether any came before its end or ours."""
        while time.monotonic() < self._end and not self._has_said_too_much():
            self._progress(0.0)
            self._process.waitForReadyRead(_POLL_MS)
            heard = bytes(self._process.readAllStandardOutput())
            self._process.readAllStandardError()
            self._heard_bytes += len(heard)
            self._waiting += heard
            if not self._marked:
                messages = after_mark(bytes(self._waiting))
                if messages is not None:
                    self._marked, self._waiting = True, bytearray(messages)
            if heard:
                return True
            if self._process.state() == QProcess.ProcessState.NotRunning:
                return False
        return False
