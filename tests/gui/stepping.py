# SPDX-License-Identifier: GPL-2.0-or-later
"""One thing after another inside QGIS: each ``yield`` lets it work for so many milliseconds."""

import json
import os
import traceback
from pathlib import Path

from qgis.PyQt.QtCore import QTimer

SHOTS = Path(os.environ["GEODEID_SHOTS"])


def start(steps, found, name):
    """Go through the steps once QGIS stands; then write what was found and leave without questions."""
    QTimer.singleShot(3000, lambda: _advance(steps(), found, SHOTS / f"{name}.json"))


def until(done, limit_s=300):
    """Wait for something, in half seconds."""
    for _ in range(2 * limit_s):
        if done():
            return
        yield 500
    raise TimeoutError(f"waited {limit_s} s for {done.__qualname__}")


def _advance(generator, found, told):
    """Take one step, and come back after it."""
    try:
        QTimer.singleShot(next(generator), lambda: _advance(generator, found, told))
    except StopIteration:
        _finish(found, told)
    except Exception:
        found["error"] = traceback.format_exc()
        _finish(found, told)


def _finish(found, told):
    told.write_text(json.dumps(found))
    os._exit(0)
