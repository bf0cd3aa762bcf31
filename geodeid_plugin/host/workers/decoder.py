# SPDX-License-Identifier: GPL-2.0-or-later
"""Decode a picture in a process of its own: what a hostile file does to it, it does not do to QGIS.

Where no Python beside QGIS answers, or it brings another GDAL, the same code runs in this process.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import numpy as np
from qgis.PyQt.QtCore import QProcess, QProcessEnvironment

from ..decoding import LIMITS, Asked, UndecodedError, decoded
from .interpreter import interpreter

LONGEST_S = 300.0
"""Time on the clock after which a file is given up; the largest picture allowed takes some seconds."""
ONE_PROCESS = "GEODEID_ONE_PROCESS"
"""Environment variable under which nothing is started: ``scripts/fuzz_pictures`` has limits of its own."""
_PACKAGE = Path(__file__).resolve().parents[2]
SERVE = (
    "import sys; sys.path.insert(0, {parent!r}); from {package}.host.workers.pipes import own_streams; "
    "out = own_streams()[1]; from {package}.host.decoding import serve; serve(sys.argv[1], out); "
    "out.close()"
)
_POLL_MS = 200
"""How long it is listened to before the clock is looked at."""


def decode(asked: Asked) -> np.ndarray:
    """Colours of a picture, (h, w, 3) uint8, decoded beside QGIS where that can be.

    Raises
    ------
    UndecodedError
        As :func:`..decoding.decoded`; of the kind ``LIMITS`` where the process ended before it was done.
    """
    python = None
    if not asked.path.startswith("/vsi") and not os.environ.get(ONE_PROCESS):
        python = interpreter()
    if python is None:
        return decoded(asked)
    child = _Child(python, asked)
    try:
        rgb = child.colours() if child.is_like_us() else None
    finally:
        child.stop()
    return decoded(asked) if rgb is None else rgb


class _Child:
    """The process that decodes."""

    def __init__(self, python: str, asked: Asked) -> None:
        self._end = time.monotonic() + LONGEST_S
        self._waiting = bytearray()
        self._process = QProcess()
        environment = QProcessEnvironment.systemEnvironment()
        for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
            environment.insert(name, "1")
        self._process.setProcessEnvironment(environment)
        script = SERVE.format(parent=str(_PACKAGE.parent), package=_PACKAGE.name)
        self._process.start(python, ["-B", "-c", script, asked.text()])

    def is_like_us(self) -> bool:
        """Whether it runs, and decodes by the GDAL that this process has."""
        from osgeo import gdal

        line = self._line()
        while line == {}:
            line = self._line()
        return line is not None and line.get("gdal") == gdal.VersionInfo()

    def colours(self) -> np.ndarray:
        """What it decoded.

        Raises
        ------
        UndecodedError
            What it said, or that it ended without a word.
        """
        line = self._line()
        if line is None:
            raise UndecodedError(LIMITS)
        if "kind" in line:
            raise UndecodedError(line["kind"], **line["values"])
        if "height" not in line:
            raise UndecodedError(LIMITS)
        rgb = np.empty(line["height"] * line["width"] * 3, np.uint8)
        filled = 0
        while filled < len(rgb):
            if not self._waiting and not self._heard():
                raise UndecodedError(LIMITS)
            piece = np.frombuffer(bytes(self._waiting), np.uint8)[: len(rgb) - filled]
            rgb[filled : filled + len(piece)] = piece
            filled += len(piece)
            self._waiting.clear()
        return rgb.reshape(line["height"], line["width"], 3)

    def stop(self) -> None:
        """End it, if it runs."""
        if self._process.state() != QProcess.ProcessState.NotRunning:
            self._process.kill()
            self._process.waitForFinished(2000)

    def _line(self) -> dict | None:
        """The next line that it says, empty for what others print at its start; None where it ended first."""
        while b"\n" not in self._waiting:
            if not self._heard():
                return None
        line, _, rest = bytes(self._waiting).partition(b"\n")
        self._waiting[:] = rest
        try:
            said = json.loads(line)
        except ValueError:
            return {}
        return said if isinstance(said, dict) else {}

    def _heard(self) -> bool:
        """Wait for more; whether any came before its end or ours."""
        while time.monotonic() < self._end:
            self._process.waitForReadyRead(_POLL_MS)
            heard = bytes(self._process.readAllStandardOutput())
            self._waiting += heard
            if heard:
                return True
            if self._process.state() == QProcess.ProcessState.NotRunning:
                return False
        return False
