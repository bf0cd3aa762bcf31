# SPDX-License-Identifier: GPL-2.0-or-later
"""Which heat map of the same points would pass: a wider kernel, larger pixels, or fewer classes."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import takewhile

import numpy as np

from ....core.base.progress import Progress
from ....core.base.progress import part as share
from ....core.exposure.heatmap.redraw import Drawing, ReadBack, read_back
from ....core.exposure.heatmap.surface import BYTE_LEVELS
from ....core.mapimage.reidentify import score
from ....core.mapimage.reidentify.judge import more_than_chance
from ....core.mapimage.reidentify.known import Known
from ....i18n import tr
from ....report import Section, Table
from ....report.numbers import count

NONE, PIXEL, BANDWIDTH, CLASSES = "none", "pixel", "bandwidth", "classes"
SEARCHES = (NONE, PIXEL, BANDWIDTH, CLASSES)
DOUBLINGS = 5
"""Times that a bandwidth or a pixel is doubled: beyond 32 times it shows nothing of a city."""
HALVINGS = 3
"""Steps of bisection between the last that fails and the first that passes: to 9 % of it."""


@dataclass(frozen=True)
class Tried:
    """One way of drawing: what is varied, points read back, records exposed, and whether it passes."""

    value: float
    points: int
    exposed: int
    explained: bool
    passes: bool


@dataclass(frozen=True)
class Found:
    """What a search tried, and the finest way that passes while no coarser one fails; None without any."""

    what: str
    tried: tuple[Tried, ...]
    passes_from: float | None


def searched(what: str, drawing: Drawing, known: Known, need: int, progress: Progress) -> Found:
    """Draw the true points again and again, attack each drawing, and find the finest that may be drawn.

    A coarser drawing can fail where a finer one passed: the middle of a larger pixel may lie on somebody's
    home. So no way is told that a coarser one which was tried fails; what is not explained does not fail.

    Parameters
    ----------
    what : str
        ``pixel``, ``bandwidth`` or ``classes``.
    drawing : Drawing
        As the heat map is drawn now.
    known : Known
        True points, and who else could live there.
    need : int
        People that each record must be one of.
    """
    tried: dict[float, Tried] = {}
    most = DOUBLINGS + HALVINGS

    def fails(value: float) -> bool:
        return not passes(value) and tried[value].explained

    def passes(value: float) -> bool:
        step = share(progress, min(len(tried) / most, 0.99), min((len(tried) + 1) / most, 1.0))
        if value not in tried:
            tried[value] = _tried(what, value, drawing, known, need, step)
        return tried[value].passes

    first = {PIXEL: drawing.pixel_m, BANDWIDTH: drawing.bandwidth_m, CLASSES: float(BYTE_LEVELS)}[what]
    factor = 0.5 if what == CLASSES else 2.0
    steps = 7 if what == CLASSES else DOUBLINGS  # two classes are the fewest
    ways = [first * factor**at for at in range(steps + 1)]
    good = next((one for one in reversed(_until(ways[::-1], fails)) if passes(one)), None)
    if good is not None and what != CLASSES and good > first:
        bad = good / 2
        for _ in range(HALVINGS):
            middle = float(np.sqrt(bad * good))
            bad, good = (bad, middle) if passes(middle) else (middle, good)
    return Found(what, tuple(tried[one] for one in sorted(tried)), good)


def _until(ways: list[float], fails: Callable[[float], bool]) -> list[float]:
    """Ways before the first that fails."""
    return list(takewhile(lambda one: not fails(one), ways))


def _tried(what: str, value: float, drawing: Drawing, known: Known, need: int, progress: Progress) -> Tried:
    if what == PIXEL:
        read = _at_middles(known.true_m, value)
    elif what == BANDWIDTH:
        read = read_back(known.true_m, replace(drawing, bandwidth_m=value), progress)
    else:
        read = read_back(known.true_m, replace(drawing, levels=int(value)), progress)
    reach = max(drawing.bandwidth_m, value if what != CLASSES else 0.0) / 2
    where, error = read.where_m, read.error_m
    exposed = int(known.exposed(where, error, score.match(where, known.true_m, reach).record, need).sum())
    chance = [known.exposed(moved, error, record, need).sum()
              for moved, record in score.chance_matches(where, known.true_m, reach)]  # fmt: skip
    by_chance = float(np.mean(chance)) if chance and what != PIXEL else 0.0  # a pixel is known for certain
    beyond = exposed > 0 and more_than_chance(exposed, by_chance)
    return Tried(value, len(where), exposed, read.explained, read.explained and not beyond)


def _at_middles(places_m: np.ndarray, pixel_m: float) -> ReadBack:
    """Points at the middles of their pixels, where QGIS puts them: nobody reads more, and everybody that."""
    where = (np.floor(places_m / pixel_m) + 0.5) * pixel_m
    return ReadBack(where, np.full(len(where), pixel_m / np.sqrt(12)), True)


def _rounded_up(value: float) -> str:
    """A whole number, never below the value: what is a little smaller may not pass."""
    return count(math.ceil(value))


def section_of(found: Found) -> Section:
    """What the report says of a search."""
    heads = {PIXEL: tr("Pixel (m)"), BANDWIDTH: tr("Bandwidth (m)"), CLASSES: tr("Classes")}
    rows = [
        (_rounded_up(one.value), count(one.points), count(one.exposed),
         tr("yes") if one.passes else tr("no") if one.explained else tr("not judged"))
        for one in found.tried
    ]  # fmt: skip
    said = {
        PIXEL: tr("Pixels of {value} m pass, and none of the larger ones that were tried fails, where the "
                  "program moves each point to the middle of its pixel, as QGIS does."),
        BANDWIDTH: tr("A bandwidth of {value} m passes, and none of the larger ones that were tried fails, "
                      "in the numbers of this raster."),
        CLASSES: tr("{value} classes pass, and none of the fewer that were tried fails."),
    }[found.what]  # fmt: skip
    caption = tr("None of those that were tried passes without a coarser one that fails.")
    if found.passes_from is not None:
        caption = said.format(value=_rounded_up(found.passes_from))
    table = Table(
        (heads[found.what], tr("Points read back"), tr("Records exposed"), tr("Passes")), tuple(rows), caption
    )
    return Section(tr("Drawn otherwise, by the same attack"), (table,), internal=True)
