# SPDX-License-Identifier: GPL-2.0-or-later
"""Colours of a heat map's picture back to values, by its legend.

Anybody can do this with a pipette. A colour stands for a range of values: a class of a legend, or the step
between two colours of a ramp. A colour that is not in the legend (a label, a border) tells nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np

from ...base.arrays import Array
from ...base.errors import InputError

FARTHEST = 14.0
"""Distance in red, green and blue beyond which a colour is none of the legend's; chosen: the noise of a JPEG
of quality 90 stays below 10, the step of a ramp of 256 colours is 1 to 3."""
AS_NEAR = 1.5
"""Colours that are so little farther than the nearest may be meant as well: rounding of three channels."""
STOPS = 1024
"""Steps in which a ramp between given colours is laid out: four for each value of eight bits."""
RIM = 0.1
"""Share of a ramp at either end by which is told where it begins."""
_PARTS_AT_ONCE = 20_000
"""Colours that are held against a legend together: 60 MB."""


@dataclass(frozen=True)
class Legend:
    """What each colour stands for."""

    colours: Array
    """Shape (n, 3). From the lowest values to the highest."""
    low: Array
    high: Array
    """Shape (n,). Least and largest value of each."""
    classed: bool
    """Whether the colours are classes, not steps of a ramp."""
    box: tuple[int, int, int, int] | None = None
    """Left, top, right and bottom of the legend in the picture; None where it was given."""

    def reversed(self) -> Legend:
        """The same colours for the values in opposite order."""
        return replace(self, colours=self.colours[::-1])

    def valued(self, numbers: tuple[float, ...]) -> Legend:
        """The legend with the values that stand beside it: ends of a ramp, or bounds of classes."""
        count = len(self.colours)
        if not (np.diff(numbers) > 0).all():
            raise InputError(
                "legend.values.not_rising",
                "The values of the legend must rise: give them from the lowest to the highest.",
            )
        if not self.classed:
            if len(numbers) != 2:
                raise InputError(
                    "legend.ramp.other_number", "A ramp without steps takes two values: those of its ends."
                )
            first, last = self.low[0], self.high[-1]
            scale = (numbers[1] - numbers[0]) / (last - first)
            low, high = (numbers[0] + (one - first) * scale for one in (self.low, self.high))
            return replace(self, low=low, high=high)
        bounds = np.array(numbers if len(numbers) == count + 1 else (0.0, *numbers))
        if len(bounds) != count + 1:
            raise InputError(
                "legend.classes.other_number",
                "The legend has {count} classes, so it takes {more} bounds, or {count} upper bounds.",
                count=count,
                more=count + 1,
            )
        return replace(self, low=bounds[:-1], high=bounds[1:])


@dataclass(frozen=True)
class Values:
    """What a picture says of each pixel."""

    low: Array
    high: Array
    """Shape (h, w). Least and largest value that its colour allows; infinite where the colour is not in the
    legend."""

    @property
    def unknown(self) -> float:
        """Share of pixels whose colour is not in the legend."""
        return float(np.isinf(self.high).mean())


def ramp(colours: Array, values: Array) -> Legend:
    """The legend of a ramp: colours in order, and the value of each.

    Colours that repeat one another stand for all of their values.

    Examples
    --------
    >>> ramp([[255, 255, 255], [255, 255, 255], [254, 0, 0]], [0.0, 1.0, 2.0]).high.tolist()
    [1.5, 2.0]
    """
    colours, values = np.asarray(colours, float), np.asarray(values, float)
    middle = (values[:-1] + values[1:]) / 2
    low, high = np.append(values[0], middle), np.append(middle, values[-1])
    first = np.flatnonzero(np.append(True, (np.diff(colours, axis=0) != 0).any(axis=1)))
    return Legend(colours[first], low[first], high[np.append(first[1:], len(colours)) - 1], False)


_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_ENTRY = re.compile(rf"\s*({_NUMBER})(?:\s*(?:-|–|\.\.|to)\s*({_NUMBER}))?\s*(#[0-9a-fA-F]{{6}})?\s*")


def legend_of(text: str) -> Legend | tuple[float, ...]:
    """A legend as a user writes it: numbers alone, values with colours, or ranges with colours.

    ``0; 5; 10``, ``0 #ffffff; 12 #ff0000`` or ``0-5 #ffffcc; 5-10 #fd8d3c``. Numbers alone are given back as
    numbers.

    Examples
    --------
    >>> legend_of("0; 5; 10")
    (0.0, 5.0, 10.0)
    >>> legend_of("0-5 #ffffcc; 5-10 #fd8d3c").classed
    True
    """
    entries = [_ENTRY.fullmatch(one) for one in re.split(r"[;\n]", text) if one.strip()]
    if not entries or None in entries:
        raise InputError(
            "legend.text.not_understood",
            "The legend “{legend}” was not understood. Write values (0; 5; 10), values with colours "
            "(0 #ffffff; 12 #ff0000) or ranges with colours (0-5 #ffffcc; 5-10 #fd8d3c).",
            legend=text,
        )
    rows = [entry.groups() for entry in entries if entry]
    if all(colour is None and high is None for _low, high, colour in rows):
        return tuple(float(low) for low, _high, _colour in rows)
    if any(colour is None for *_range, colour in rows) or len({high is None for _l, high, _c in rows}) > 1:
        raise InputError(
            "legend.colours.missing", "Give each value of the legend a colour, and ranges to all or to none."
        )
    low = np.array([float(row[0]) for row in rows])
    colours = np.array([[int(row[2][at : at + 2], 16) for at in (1, 3, 5)] for row in rows], float)
    if len(rows) < 2 or not (np.diff(low) > 0).all():
        raise InputError(
            "legend.values.too_few", "A legend needs two values or more, from the lowest to the highest."
        )
    if rows[0][1] is not None:
        return Legend(colours, low, np.array([float(row[1]) for row in rows]), True)
    steps = np.linspace(low[0], low[-1], STOPS)
    between = np.column_stack([np.interp(steps, low, channel) for channel in colours.T])
    return ramp(between.round(), steps)


def read_values(rgb: Array, legend: Legend, ground: Array | None = None) -> Values:
    """The values that the colours of a picture stand for.

    ``ground`` is the colour of the page, which stands for values below the lowest class where no class has
    it.
    """
    packed = (rgb.astype(np.uint32) << np.array([16, 8, 0], np.uint32)).sum(axis=2, dtype=np.uint32)
    seen, inverse = np.unique(packed, return_inverse=True)
    colours = np.column_stack([seen >> 16, (seen >> 8) & 255, seen & 255]).astype(float)
    whole = _with_ground(legend, ground)
    low, high = np.empty(len(seen)), np.empty(len(seen))
    for start in range(0, len(seen), _PARTS_AT_ONCE):
        part = slice(start, start + _PARTS_AT_ONCE)
        low[part], high[part] = _ranges(colours[part], whole)
    shape = rgb.shape[:2]
    return Values(low[inverse].reshape(shape), high[inverse].reshape(shape))


def _with_ground(legend: Legend, ground: Array | None) -> Legend:
    """The legend, and the page as what lies below its lowest class."""
    if ground is None or np.linalg.norm(legend.colours - ground, axis=1).min() <= FARTHEST:
        return legend
    return replace(
        legend,
        colours=np.vstack([np.asarray(ground, float), legend.colours]),
        low=np.append(min(legend.low[0], 0.0), legend.low),
        high=np.append(legend.low[0], legend.high),
    )


def _ranges(colours: Array, legend: Legend) -> tuple[Array, Array]:
    """Least and largest value of all colours of the legend that lie as near as the nearest."""
    away = np.linalg.norm(colours[:, None, :] - legend.colours[None], axis=2)
    nearest = away.min(axis=1)
    meant = away <= nearest[:, None] + AS_NEAR
    low = np.where(meant, legend.low, np.inf).min(axis=1)
    high = np.where(meant, legend.high, -np.inf).max(axis=1)
    known = nearest <= FARTHEST
    return np.where(known, low, -np.inf), np.where(known, high, np.inf)
