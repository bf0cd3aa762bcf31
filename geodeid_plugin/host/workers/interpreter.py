# SPDX-License-Identifier: GPL-2.0-or-later
"""The Python beside QGIS: inside QGIS ``sys.executable`` is QGIS itself, and starting it opens a window.

Candidates are found by their names, and each is *run* once, with a time limit, before it is believed.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path

from qgis.PyQt.QtCore import QProcess, QProcessEnvironment

_LIMIT_MS = 20_000
"""Time in which an interpreter must have imported numpy and scipy; a cold disk takes some seconds."""
_ASKED = (
    "import sys; sys.path[:] = filter(None, sys.path); import numpy, scipy.sparse.linalg, scipy.spatial; "
    "print('numpy and scipy are here')"
)
"""Without the working directory, which may be a stranger's: a ``numpy.py`` there would be run."""
_PACKAGE = Path(__file__).resolve().parents[2]
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
_known: dict[str, str | None] = {}


def interpreter() -> str | None:
    """Path of a Python that has numpy and scipy, or None where none answers. Looked for once."""
    if "python" not in _known:
        _known["python"] = next((path for path in candidates() if answers(path)), None)
    return _known["python"]


def candidates() -> list[str]:
    """Paths at which a Python may be, those that exist, the likeliest first."""
    names = ("python.exe", "python3.exe") if os.name == "nt" else ("python3", "python")
    prefix = Path(sys.exec_prefix)
    running = Path(sys.executable or prefix / "bin" / "python3")
    folders = [
        prefix,
        prefix / "bin",
        Path(sysconfig.get_config_var("BINDIR") or prefix),
        running.parent,
        running.parent / "bin",
        running.parent.parent / "bin",
        running.parent.parent / "Frameworks" / "bin",
    ]
    paths = [running] if running.name.lower().startswith("python") else []
    paths += [folder / name for folder in folders for name in names]
    return list(dict.fromkeys(str(path) for path in paths if path.is_file()))


def answers(path: str) -> bool:
    """Whether a program runs Python and has numpy and scipy; it is stopped where it takes too long."""
    process = QProcess()
    process.start(path, ["-c", _ASKED])
    done = process.waitForFinished(_LIMIT_MS)
    if not done:
        process.kill()
        process.waitForFinished(1000)
        return False
    normal = process.exitStatus() == QProcess.ExitStatus.NormalExit and process.exitCode() == 0
    return normal and b"numpy and scipy are here" in bytes(process.readAllStandardOutput())


def started(python: str, script: str) -> QProcess:
    """A Python with one thread that runs a script, with the plugin as ``{package}`` in ``{parent}``."""
    process, environment = QProcess(), QProcessEnvironment.systemEnvironment()
    for name in _ONE_THREAD:
        environment.insert(name, "1")
    process.setProcessEnvironment(environment)
    process.start(python, ["-B", "-c", script.format(parent=str(_PACKAGE.parent), package=_PACKAGE.name)])
    return process
