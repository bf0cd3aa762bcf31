# SPDX-License-Identifier: GPL-2.0-or-later
"""One thing after another inside QGIS: each ``yield`` lets it work for so many milliseconds."""

import faulthandler
import json
import os
import re
import sys
import time
import traceback
from pathlib import Path

from asdrawn import by_points_alone
from qgis.core import NULL, QgsProject
from qgis.PyQt.QtCore import Qt, QTimer
from qgis.PyQt.QtTest import QTest

SHOTS = Path(os.environ["GEODEID_SHOTS"])
FEW = "county IN ('Cortland', 'Tompkins')"
"""What chooses 83 patients of the sample among 34 areas, where the matter is what windows show."""


def start(steps, found, name):
    """Go through the steps once QGIS stands; then write what was found and leave without questions."""
    told = SHOTS / f"{name}.json"
    QTimer.singleShot(1000, lambda: _begin(steps(), found, told))


def _begin(generator, found, told):
    """End at the first error of any slot: QGIS shows a window of it and waits for a click."""

    def ended(*error):
        found["error"] = "".join(traceback.format_exception(*error))
        _finish(found, told)

    sys.excepthook = ended
    _advance(generator, found, told)


def clicker(found):
    """The function that clicks a widget once, in its middle or at a place, and counts it."""

    def click(widget, place=None):
        found["clicks"] += 1
        args = () if place is None else (Qt.KeyboardModifier.NoModifier, place)
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, *args)

    return click


def until(done, limit_s=1500):
    """Wait for something, in tenths of a second."""
    for _ in range(10 * limit_s):
        if done():
            return
        yield 100
    raise TimeoutError(f"waited {limit_s} s for {done.__qualname__}")


def small_sample():
    """Open two counties of a copy of the sample."""
    from geodeid_plugin.gui.menu import SAMPLE, sample_copy

    project = sample_copy() / SAMPLE
    read = project.read_text("utf-8")
    project.write_text(re.sub("(layername=[a-z]+)</", rf"\1|subset={FEW}</", read), "utf-8")
    QgsProject.instance().read(str(project))


def coarse(form, dpi=72):
    """Let a form ask for small pictures, where the matter is not what a picture gives away."""
    asked = form.parameters
    form.parameters = lambda: {**asked(), "DPI": dpi}


def placed_as_drawn():
    """Look for no borders, where the matter is not where a picture lies."""
    from geodeid_plugin.processing_provider.disclosure.mapimage import georeferencemap

    georeferencemap.place_picture = by_points_alone(georeferencemap.place_picture)


class Pulse:
    """The longest time in which QGIS answered to nothing, and how much of it this program worked.

    A machine that is busy with other things stops every window; what the plugin does shows in the processor
    time of QGIS's process, which other programs do not add to. Where a time is longer than ``limit_s``, every
    thread says in the file ``name`` where it was.
    """

    def __init__(self, name=None, limit_s=0.3):
        self.longest = self.worked = 0.0
        self.pauses = []
        self.doing = str
        self._limit_s = limit_s
        self._log = None if name is None else (SHOTS / name).open("w")
        self.forgive()
        self._timer = QTimer()
        self._timer.timeout.connect(self._beat)
        self._timer.start(10)

    def _beat(self):
        now, used = time.monotonic(), time.process_time()
        gap = now - self._last
        worked = min(gap, used - self._used)
        self.longest = max(self.longest, gap)
        self.worked = max(self.worked, worked)
        if gap > self._limit_s / 2:
            self.pauses.append([round(gap, 3), round(worked, 3), self.doing()])
        self.forgive()

    def forgive(self):
        """Take no notice of what this driver did itself, as when it took a picture."""
        self._last, self._used = time.monotonic(), time.process_time()
        if self._log is not None:
            faulthandler.dump_traceback_later(self._limit_s, file=self._log)

    def stop(self):
        self._timer.stop()
        if self._log is not None:
            faulthandler.cancel_dump_traceback_later()
        return [self.longest, self.worked]


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
    # A NULL of QGIS is none of JSON's values; an error here would leave QGIS open, waiting for a click.
    told.write_text(json.dumps(found, default=lambda value: None if value == NULL else str(value)))
    os._exit(0)
