# SPDX-License-Identifier: GPL-2.0-or-later
"""Charts as inline SVG, drawn here because stock QGIS need not have a plotting library.

A chart is a list of marks between two axes. Colours are Okabe and Ito's, which colour-blind
readers can tell apart and which survive grey printing in the order given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Union

import numpy as np

from ..i18n import tr
from .numbers import number

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
_BINS, _SECTORS = 30, 16
"""Bars of a histogram, and petals of a rose."""
_FONT = "font-family='DejaVu Sans, Arial, sans-serif'"
_LEFT, _RIGHT, _TOP, _BOTTOM = 68, 18, 16, 52
"""Margins of a chart in pixels, for the labels of its axes."""
_LETTER = 7.0  # pixels that a letter of the charts' font takes, about
_TEXT_HEIGHT = 13  # pixels from one line of text to the next


@dataclass(frozen=True)
class Axis:
    """An axis: its title with the unit, its scale and, if fixed, its limits."""

    title: str
    log: bool = False
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Line:
    """A line through points, shapes (n,)."""

    x: object
    y: object
    label: str = ""
    colour: str = COLOURS[0]
    dash: str = ""


@dataclass(frozen=True)
class Dots:
    """Points with an optional label each, shapes (n,)."""

    x: object
    y: object
    label: str = ""
    colour: str = COLOURS[1]
    names: tuple = ()


@dataclass(frozen=True)
class Band:
    """A shaded interval between ``low`` and ``high``, shapes (n,)."""

    x: object
    low: object
    high: object
    label: str = ""
    colour: str = COLOURS[0]


@dataclass(frozen=True)
class Bars:
    """Bars from 0 to ``height`` between ``edges``, shapes (n + 1,) and (n,)."""

    edges: object
    height: object
    label: str = ""
    colour: str = COLOURS[0]


@dataclass(frozen=True)
class Rule:
    """A dashed line across the chart at a value of x or of y, with its name."""

    value: float
    name: str = ""
    vertical: bool = True
    colour: str = "#444444"


Mark = Union[Line, Dots, Band, Bars, Rule]


def chart(marks: Sequence, x: Axis, y: Axis, width: int = 640, height: int = 360) -> str:
    """Draw marks between two axes, with their names below: inside, lines would run through them.

    Line, Dots, Band, Bars and Rule are drawn in this order. On a logarithmic axis values of 0 or less are not
    drawn; width and height are without the names, pixels.
    """
    x_scale = _Scale(x, _values(marks, "x"), _LEFT, width - _RIGHT)
    y_scale = _Scale(y, _values(marks, "y"), height - _BOTTOM, _TOP)
    body = [_grid(x_scale, y_scale)]
    body += [_draw(mark, x_scale, y_scale) for mark in marks]
    body.append(_legend(marks, width, height))
    named = sum(bool(getattr(mark, "label", "")) for mark in marks)
    height += 8 + 18 * named if named else 0
    return _svg(width, height, "".join(body), tr("{y} against {x}", y=y.title, x=x.title))


@dataclass(frozen=True)
class Binned:
    """How many values fall between ``edges``, shapes (n + 1,) and (n,): a histogram without its values."""

    edges: tuple
    counts: tuple


def binned(values, log: bool = False) -> Binned:
    """Count values in bins between round numbers, so that the edges tell of no single value.

    At most 30 of a linear scale; ``log`` makes bins of equal ratio, five to a power of ten, where all
    values are above 0.
    """
    values = np.asarray(values, dtype=float)
    low, high = (values.min(), values.max()) if len(values) else (0.0, 1.0)
    if log and low > 0:
        steps = np.arange(np.floor(5 * np.log10(low)), np.floor(5 * np.log10(high)) + 2)
        edges = 10 ** (steps / 5)
    else:
        step = _round_step(max((high - low) / _BINS, 1e-9 * abs(high), 1e-12))
        edges = step * np.arange(np.floor(low / step), np.floor(high / step) + 2)
    # Rounding must not let the outermost values fall out of the outermost bins.
    counts, _edges = np.histogram(np.clip(values, edges[0], edges[-1]), edges)
    return Binned(tuple(edges.tolist()), tuple(counts.tolist()))


def _round_step(rough: float) -> float:
    """The smallest of 1, 2, 2.5 and 5 times a power of ten that is at least this large."""
    power = 10.0 ** np.floor(np.log10(rough))
    return power * min((s for s in (1, 2, 2.5, 5, 10) if s * power >= rough), default=10)


def histogram(values, title: str, bins: int = _BINS, rules=(), size=(640, 360)) -> str:
    """Draw how often values occur; ``rules`` are marked with dashed lines. ``size`` is in pixels."""
    counts, edges = np.histogram(np.asarray(values, dtype=float), bins=bins)
    return histogram_of(Binned(tuple(edges), tuple(counts)), title, rules=rules, size=size)


def histogram_of(found: Binned, title: str, rules=(), log: bool = False, size=(640, 360)) -> str:
    """Draw values that were counted in bins; ``size`` is width and height, pixels."""
    bars = Bars(np.array(found.edges), np.array(found.counts))
    return chart([bars, *rules], Axis(title, log=log), Axis(tr("Count"), low=0), *size)


def in_sectors(bearings_deg) -> tuple[int, ...]:
    """How many directions, degrees clockwise from north, fall into each of 16 sectors, north first."""
    width = 360.0 / _SECTORS
    sector = np.floor(((np.asarray(bearings_deg) + width / 2) % 360.0) / width).astype(int)
    return tuple(np.bincount(sector, minlength=_SECTORS)[:_SECTORS].tolist())


def rose(counts, size: int) -> str:
    """Draw how often each direction occurs, clockwise from north; area is proportional to count."""
    counts = np.asarray(counts)
    width = 360.0 / len(counts)
    centre, longest = size / 2, size / 2 - 24
    radius = longest * np.sqrt(counts / max(counts.max(), 1))
    shapes = [_circle(centre, centre, longest, "none", "#d0d5da")]
    for sector, r in enumerate(radius):
        start, end = np.radians([sector * width - width / 2, sector * width + width / 2])
        x1, y1 = centre + r * np.sin(start), centre - r * np.cos(start)
        x2, y2 = centre + r * np.sin(end), centre - r * np.cos(end)
        shapes.append(
            f"<path d='M{centre:.1f},{centre:.1f} L{x1:.1f},{y1:.1f} A{r:.1f},{r:.1f} 0 0 1 "
            f"{x2:.1f},{y2:.1f} Z' "
            f"fill='{COLOURS[0]}' fill-opacity='0.75' stroke='white'/>"
        )
    compass = ((tr("N"), 0, -1), (tr("E"), 1, 0), (tr("S"), 0, 1), (tr("W"), -1, 0))
    for letter, x, y in compass:
        shapes.append(_text(centre + x * (longest + 12), centre + y * (longest + 12) + 4, letter, "middle"))
    return _svg(size, size, "".join(shapes), tr("Directions of the moves"))


def threshold_table(rows, columns, values, limit: float, title: str) -> str:
    """Draw a table of shares whose cells say by colour and by sign whether they meet a limit.

    Parameters
    ----------
    rows, columns : sequence of str
        Names of the rows and of the columns.
    values : array_like, shape (rows, columns)
        Shares; NaN leaves the cell empty.
    limit : float
        A share of at most this is met.
    title : str
        What the table shows, for readers who cannot see it.
    """
    values = np.asarray(values, dtype=float)
    names = [name if len(name) <= 34 else name[:33] + "…" for name in rows]
    left, cell, line = 16 + 7.6 * max(map(len, names)), 92, 26
    width, height = int(left + cell * len(columns) + 4), line * (len(rows) + 1) + 4
    shapes = [_text(left + cell * (at + 0.5), 17, name, "middle") for at, name in enumerate(columns)]
    for row, name in enumerate(names):
        top = line * (row + 1)
        shapes.append(_text(left - 8, top + 17, name, "end"))
        for at, value in enumerate(values[row]):
            if not np.isfinite(value):
                continue
            met = value <= limit
            shapes.append(
                f"<rect x='{left + cell * at + 1:.1f}' y='{top + 1}' width='{cell - 2}' height='{line - 2}' "
                f"fill='{'#d3e9f7' if met else '#fbdcc4'}'/>"
            )
            share = f"{_share(value)} {'✓' if met else '✕'}"
            shapes.append(_text(left + cell * (at + 0.5), top + 17, share, "middle"))
    return _svg(width, height, "".join(shapes), title)


class _Scale:
    """From values to pixels."""

    def __init__(self, axis: Axis, values, start: float, end: float):
        self.axis, self.start, self.end = axis, start, end
        finite = values[np.isfinite(values)]
        if axis.log:
            finite = finite[finite > 0]
        low = finite.min() if len(finite) else (1.0 if axis.log else 0.0)
        high = finite.max() if len(finite) else 10.0 if axis.log else 1.0
        low = axis.low if axis.low is not None else low
        high = axis.high if axis.high is not None else high
        if high <= low:
            high = low * 10 if axis.log else low + 1
        self.low, self.high = low, high

    def __call__(self, values):
        values = np.asarray(values, dtype=float)
        if self.axis.log:
            with np.errstate(divide="ignore", invalid="ignore"):
                share = np.log(values / self.low) / np.log(self.high / self.low)
        else:
            share = (values - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> np.ndarray:
        """Round values across the axis."""
        if self.axis.log:
            powers = np.arange(np.floor(np.log10(self.low)), np.ceil(np.log10(self.high)) + 1)
            steps = (1.0,) if len(powers) > 3 else (1.0, 2.0, 5.0)
            round_values = self._inside(np.sort(np.concatenate([step * 10.0**powers for step in steps])))
            if len(round_values) > 1:
                return round_values
        step = _round_step((self.high - self.low) / 5)
        return self._inside(step * np.arange(np.ceil(self.low / step), np.floor(self.high / step) + 1))

    def _inside(self, candidates: np.ndarray) -> np.ndarray:
        slack = 1e-9 * abs(self.high - self.low)
        return candidates[(candidates >= self.low - slack) & (candidates <= self.high + slack)]


def _values(marks: Sequence[Mark], which: str) -> np.ndarray:
    parts: list = [np.array([], dtype=float)]
    for mark in marks:
        if isinstance(mark, Rule):
            parts.append([mark.value] if mark.vertical == (which == "x") else [])
        elif isinstance(mark, Bars):
            parts += [mark.edges] if which == "x" else [mark.height, [0.0]]
        elif isinstance(mark, Band):
            parts += [mark.x] if which == "x" else [mark.low, mark.high]
        else:
            parts.append(getattr(mark, which))
    return np.concatenate([np.asarray(part, dtype=float).ravel() for part in parts])


def _draw(mark: Mark, x: _Scale, y: _Scale) -> str:
    if isinstance(mark, Rule):
        return _draw_rule(mark, x, y)
    if isinstance(mark, Bars):
        edges, top = np.asarray(mark.edges, dtype=float), y(mark.height)
        left, right = x(edges[:-1]), x(edges[1:])
        floor = y.start
        return "".join(
            f"<rect x='{a:.1f}' y='{t:.1f}' width='{max(b - a - 0.6, 0.4):.1f}' height='{floor - t:.1f}' "
            f"fill='{mark.colour}' fill-opacity='0.8'/>"
            for a, b, t in zip(left, right, top)
        )
    if isinstance(mark, Band):
        xs = np.concatenate([x(mark.x), x(mark.x)[::-1]])
        ys = np.concatenate([y(mark.low), y(mark.high)[::-1]])
        return f"<path d='{_path(xs, ys)}Z' fill='{mark.colour}' fill-opacity='0.18'/>"
    xs, ys = x(mark.x), y(mark.y)
    if isinstance(mark, Line):
        dash = f" stroke-dasharray='{mark.dash}'" if mark.dash else ""
        return f"<path d='{_path(xs, ys)}' fill='none' stroke='{mark.colour}' stroke-width='2'{dash}/>"
    drawn = [_circle(a, b, 4, mark.colour, "white") for a, b in zip(xs, ys) if np.isfinite(a + b)]
    return "".join(drawn + _names(mark.names, xs, ys, x, y))


def _names(names, xs, ys, x: _Scale, y: _Scale) -> list[str]:
    """A name beside each dot, the lowest first, moved up past the names that stand there already."""
    parts: list[str] = []
    taken: list[tuple[float, float, float]] = []
    for at in np.argsort(np.where(np.isfinite(ys), -ys, np.inf)[: len(names)], kind="stable"):
        if not np.isfinite(xs[at] + ys[at]):
            continue
        long = _LETTER * len(names[at]) + 14

        def covered(height, at=at, long=long):
            return any(abs(height - h) < _TEXT_HEIGHT and abs(xs[at] - a) < max(long, w) for a, h, w in taken)

        height = start = min(ys[at] - 6, y.start - 4)
        while covered(height) and height > y.end:
            height -= _TEXT_HEIGHT
        while covered(height) or height < y.end - _TEXT_HEIGHT:
            height = start = start + _TEXT_HEIGHT
        taken.append((xs[at], height, long))
        parts.append(_name(xs[at], height, names[at], x, beside=7))
    return parts


def _name(at: float, height: float, name: str, x: _Scale, beside: float) -> str:
    """A name to the right of a place, or to its left where it would run out of the chart."""
    fits = at + beside + _LETTER * len(name) <= x.end + _RIGHT
    return _text(at + beside, height, name) if fits else _text(at - beside, height, name, "end")


def _draw_rule(mark: Rule, x: _Scale, y: _Scale) -> str:
    if mark.vertical:
        at = float(x(mark.value))
        ends, label = (at, y.start, at, y.end), _name(at, y.end - 4, mark.name, x, beside=0)
    else:
        at = float(y(mark.value))
        ends, label = (x.start, at, x.end, at), _text(x.end - 4, at - 5, mark.name, "end")
    a, b, c, d = ends
    return (
        f"<line x1='{a:.1f}' y1='{b:.1f}' x2='{c:.1f}' y2='{d:.1f}' stroke='{mark.colour}' "
        f"stroke-dasharray='5 4'/>{label}"
    )


def _grid(x: _Scale, y: _Scale) -> str:
    parts = []
    for value in x.ticks():
        at = float(x(value))
        parts.append(f"<line x1='{at:.1f}' y1='{y.start}' x2='{at:.1f}' y2='{y.end}' stroke='#e8ebee'/>")
        parts.append(_text(at, y.start + 17, _number(value), "middle"))
    for value in y.ticks():
        at = float(y(value))
        parts.append(f"<line x1='{x.start}' y1='{at:.1f}' x2='{x.end}' y2='{at:.1f}' stroke='#e8ebee'/>")
        parts.append(_text(x.start - 7, at + 4, _number(value), "end"))
    parts.append(
        f"<path d='M{x.start},{y.end} V{y.start} H{x.end}' fill='none' stroke='#5b6875'/>"
        + _text((x.start + x.end) / 2, y.start + 40, x.axis.title, "middle", 13)
        + f"<g transform='translate(15,{(y.start + y.end) / 2:.1f}) rotate(-90)'>"
        + _upright(y.axis.title, y.start - y.end)
        + "</g>"
    )
    return "".join(parts)


def _upright(title: str, room: float) -> str:
    """The title of the axis that stands: on two lines, set smaller, where one is too long for the chart."""
    if _LETTER * len(title) <= room:
        return _text(0, 0, title, "middle", 13)
    words = title.split()
    cut = min(range(1, len(words)), key=lambda at: abs(len(" ".join(words[:at])) - len(title) / 2), default=1)
    lines = [" ".join(part) for part in (words[:cut], words[cut:]) if part]
    size = max(8, min(11, int(13 * room / (_LETTER * max(map(len, lines))))))
    return "".join(_text(0, -4 + (size + 1) * row, line, "middle", size) for row, line in enumerate(lines))


def _legend(marks, width: int, top: int) -> str:
    named = [mark for mark in marks if getattr(mark, "label", "")]
    parts = []
    for row, mark in enumerate(named):
        at = top + 12 + 18 * row
        right = width - _RIGHT - 8
        parts.append(_key(mark, right, at - 4))
        parts.append(_text(right - 28, at, mark.label, "end"))
    return "".join(parts)


def _key(mark, right: float, middle: float) -> str:
    """The look of a mark in the legend; a line keeps its dashes, which grey printing needs."""
    if isinstance(mark, Line):
        dash = f" stroke-dasharray='{mark.dash}'" if mark.dash else ""
        return (
            f"<line x1='{right - 22}' y1='{middle}' x2='{right}' y2='{middle}' stroke='{mark.colour}' "
            f"stroke-width='2'{dash}/>"
        )
    if isinstance(mark, Dots):
        return _circle(right - 11, middle, 4, mark.colour, "white")
    faint = " fill-opacity='0.18'" if isinstance(mark, Band) else ""
    return f"<rect x='{right - 22}' y='{middle - 5}' width='22' height='10' fill='{mark.colour}'{faint}/>"


def _share(value: float) -> str:
    return f"< {number(0.001, 'g')} %" if 0 < value < 1e-5 else f"{number(100 * value, '.3g')} %"


def _number(value: float) -> str:
    if value == 0:
        return "0"
    if abs(value) >= 1e6 or abs(value) < 1e-3:
        mantissa, exponent = f"{value:.0e}".split("e")
        return f"{mantissa}e{int(exponent)}"
    return number(value, ",.6g")


def _path(xs, ys) -> str:
    points = [f"{a:.1f},{b:.1f}" for a, b in zip(xs, ys) if np.isfinite(a) and np.isfinite(b)]
    return "M" + " L".join(points) if points else ""


def _circle(x, y, radius, fill, stroke) -> str:
    return (
        f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{radius:.1f}' fill='{fill}' stroke='{stroke}' "
        "stroke-width='0.8'/>"
    )


def _text(x, y, text, anchor: str = "start", size: int = 12) -> str:
    return (
        f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' font-size='{size}' fill='#1c2733' {_FONT}>"
        f"{escape(str(text))}</text>"
    )


def _svg(width: int, height: int, body: str, title: str) -> str:
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' "
        f"height='{height}' role='img'><title>{escape(title)}</title>{body}</svg>"
    )
