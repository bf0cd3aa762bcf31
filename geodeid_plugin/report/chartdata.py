# SPDX-License-Identifier: GPL-2.0-or-later
"""Charts that two reports show: what METRICS carries of them, and how they are drawn from that.

METRICS holds counts in bins and points of curves. A report that is built from it therefore shows the
very numbers of the run, and needs no true place.
"""

from __future__ import annotations

import json
from dataclasses import asdict

import numpy as np

from ..i18n import tr
from . import Figure, Section, charts
from .numbers import count

_SIZE = 420, 280
"""Width and height, pixels, of charts that stand side by side: their letters stay legible on paper."""


def of_evaluation(found) -> dict:
    """What METRICS carries of :class:`..core.utility.evaluation.Evaluation`; all of it is internal."""
    moved = found.moved_m > 0
    data: dict = {
        "move_m": asdict(charts.binned(found.moved_m)),
        "bearing": list(charts.in_sectors(found.displacement.bearing_deg[moved])),
    }
    if found.k.moved is not None:
        data["k"] = asdict(charts.binned(found.k.moved, log=True))
    if found.ripley is not None:
        r = found.ripley.radius_m
        lines = {
            "before_m": found.ripley.k_m2,
            "after_m": found.ripley.masked_k_m2,
            "low_m": found.ripley.low_m2,
            "high_m": found.ripley.high_m2,
        }
        curves = {name: (found.ripley.l_m(k) - r).tolist() for name, k in lines.items()}
        compared = [found.ripley.compared, found.ripley.records]
        data["pattern"] = {"radius_m": r.tolist(), **curves, "compared": compared}
    return data


def sections(data: dict) -> tuple:
    """All charts of an evaluation in pairs; what was not measured says so. Internal, each of them."""
    return (
        Section(tr("The moves"), moves(data), directions(data), internal=True, beside=True),
        Section(
            tr("What hides the records, and what became of the pattern"),
            people(data)
            if "k" in data
            else tr("Not measured: k needs addresses, or areas with a population."),
            pattern(data)
            if "pattern" in data
            else tr("Not measured: Ripley's K needs 3 records off one line, and random patterns."),
            internal=True,
            beside=True,
        ),
    )


def moves(data: dict) -> Figure:
    """Draw how far records were moved."""
    chart = charts.histogram_of(charts.Binned(**data["move_m"]), tr("Move, metres"), size=_SIZE)
    return Figure(
        chart, tr("How far records were moved. The height of a bar is a number of records."), internal=True
    )


def directions(data: dict) -> Figure:
    """Draw in which directions records were moved."""
    return Figure(
        charts.rose(data["bearing"], _SIZE[1]),
        tr(
            "In which direction records were moved; the area of a petal is a number of records. A mask that "
            "follows where people live need not make all petals equal, but one long petal means that "
            "the whole map was shifted."
        ),
        internal=True,
    )


def people(data: dict) -> Figure:
    """Draw k: among how many people each record hides."""
    found = charts.Binned(**data["k"])
    return Figure(
        charts.histogram_of(
            found, tr("People among whom the record hides (k)"), log=found.edges[0] > 0, size=_SIZE
        ),
        tr(
            "k is the number of people who live no farther from the masked dot than the patient does: "
            "somebody who has only the map would have to choose among them."
        ),
        internal=True,
    )


def pattern(data: dict) -> Figure:
    """Draw Ripley's K before and after masking."""
    found = {name: np.array(values, dtype=float) for name, values in data["pattern"].items()}
    r = found["radius_m"]
    marks = [
        charts.Band(r, found["low_m"], found["high_m"], tr("what chance alone makes")),
        charts.Line(r, found["before_m"], tr("true places"), charts.COLOURS[0]),
        charts.Line(r, found["after_m"], tr("masked places"), charts.COLOURS[1], "6 3"),
    ]
    axes = charts.Axis(tr("Distance r, metres")), charts.Axis(tr("L(r) − r, metres"))
    said = tr(
        "Do records lie together more than chance would put them? Ripley's K, drawn as L(r) − r: above "
        "the band they are clustered at distance r. Where the dashed line leaves the full one, the mask "
        "changed the pattern."
    )
    drawn = " ".join((said, *_sampled(data["pattern"].get("compared"))))
    return Figure(charts.chart(marks, *axes, _SIZE[0], _SIZE[1] - 50), drawn, internal=True)


def _sampled(compared) -> tuple:
    """That the curves are those of a sample, where they are; METRICS of earlier versions do not know it."""
    if compared is None or compared[0] == compared[1]:
        return ()
    said = tr("This is a sample: {compared} of {records} records, drawn at random.")
    return (said.format(compared=count(compared[0]), records=count(compared[1])),)


def of_curve(points) -> dict:
    """What METRICS carries of the points of a risk–distance curve."""
    return {"frontier": [{name: _plain(value) for name, value in asdict(point).items()} for point in points]}


def _plain(value):
    return value if isinstance(value, str) or np.isfinite(value) else None


def _move_of(point: dict) -> float | None:
    """From home to masked place, or between points in METRICS of earlier versions; None where unknown."""
    return point.get("placed_m", point["move_m"])


def frontier(data: dict, own: tuple | None = None) -> Figure:
    """Draw the shortest expected move for each risk, aggregation beside it, and one's own mask.

    All of it follows from the populations and the method, none of it from the draws, so that the form
    that is released may show it.
    """
    measured = [{**p, "placed_m": move} for p in data["frontier"] if (move := _move_of(p)) is not None]
    curve = [point for point in measured if point["method"] == "LP"]
    cut = [point for point in measured if point["method"] != "LP"]
    x, y = [p["risk"] for p in curve], [p["placed_m"] for p in curve]
    marks = [
        charts.Line(x, y, tr("shortest possible")),
        charts.Dots(x, y, colour=charts.COLOURS[0]),
    ]
    if cut:
        names = tuple(p["method"] for p in cut)
        places = [p["risk"] for p in cut], [p["placed_m"] for p in cut]
        marks.append(charts.Dots(*places, tr("aggregation"), charts.COLOURS[2], names))
    if own is not None:
        marks.append(charts.Dots([own[0]], [own[1]], "", charts.COLOURS[1], (tr("this map"),)))
    said = tr(
        "Risk against distance. Each dot on the line is a bound of the risk with the shortest move that a "
        "person can expect under it; lower and farther left is better."
    )
    axes = charts.Axis(tr("Risk"), log=True), charts.Axis(tr("Expected move (m)"), log=True)
    drawn = charts.chart(marks, *axes, height=330)
    # The curve beside its drawing, as exactly as a picture shows it: on a screen a slider reads it.
    drawn_at = [[float(np.format_float_scientific(v, precision=3)) for v in xy] for xy in sorted(zip(x, y))]
    points = json.dumps(drawn_at)
    return Figure(f'<div class="curve" data-points="{points}">{drawn}</div>', said)
