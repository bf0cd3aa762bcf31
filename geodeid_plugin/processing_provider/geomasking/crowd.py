# SPDX-License-Identifier: GPL-2.0-or-later
"""What goes out beside masked points so that they can be analysed: the crowd and the table.

Both follow from the areas' populations and the table of probabilities alone. The risk bound is proved
against somebody who has them, so releasing them costs nothing; without them an analyst compares masked
points with the people who live there and finds clusters that the mask made."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...core.geomask.strategy import Strategy
from ...host.compat import field
from ...i18n import tr
from ...report import Section
from .. import io
from ..framework import give
from ..framework.give import CODE, REAL, WHOLE, Features
from ..framework.writing.formats import Taken

PEOPLE, DESTINATION, RECORDS, STRATUM = "people", "destination", "records", "stratum"
OUTSIDE = "outside"
"""Identifier of the destination that stands for everywhere beyond the areas."""


@dataclass(frozen=True)
class Mixed:
    """The table that the people of one stratum are moved by."""

    stratum: str
    """Its name; empty where nothing is stratified."""
    people: np.ndarray
    """Shape (n,). ``n_i`` of the stratum."""
    strategy: Strategy
    """``P_ij``."""
    records: int
    """Records that are drawn from it."""


PROBABILITIES = {"origin": CODE, DESTINATION: CODE, "probability": REAL, "distance_m": REAL}
PLACES = {"longitude": REAL, "latitude": REAL}
"""Of the destination of each row, degrees, where the areas are not the destinations."""
CROWD = give.shapes(
    "CROWD",
    "Crowd (for release)",
    "The destinations, with the people whom a point there stands for and the records drawn.",
    optional=True,
    style="crowd",
    fields={DESTINATION: CODE, PEOPLE: REAL, RECORDS: WHOLE},
)
TABLE = give.table(
    "TABLE",
    "Table of the mask (for release)",
    "Origin, destination, probability and distance_m: the bound is proved against somebody who has them.",
    optional=True,
    fields=PROBABILITIES,
)


def crowd(run, layer, targets, mixed: list[Mixed]) -> Features:
    """The destinations with the people whom a point there stands for. ``mixed`` has one for each stratum."""
    count = len(targets.ids)
    by_stratum = [_inflow(one.strategy, one.people, count) for one in mixed]
    people = np.sum(by_stratum, axis=0)
    used = np.flatnonzero(people > 0)
    of_strata = [
        (field(f"{PEOPLE}_{one.stratum}", "real"), own[used])
        for one, own in zip(mixed, by_stratum)
        if len(mixed) > 1
    ]
    crs = layer.table.crs
    shapes, kind = io.released_geometries(run, [targets.shapes[row] for row in used], crs)
    return Features(
        {
            DESTINATION: targets.ids[used],
            PEOPLE: people[used],
            RECORDS: np.full(len(used), sum(one.records for one in mixed)),
        },
        shapes,
        kind,
        crs,
        codes=targets.id_kind,
        appended=of_strata,
    )


def _inflow(strategy: Strategy, values, count: int) -> np.ndarray:
    """Sum over the origins of value times probability, shape (count,)."""
    values = np.asarray(values, dtype=float)
    return np.bincount(strategy.destination, values[strategy.origin] * strategy.probability, count)


def mask_table(layer, targets, mixed: list[Mixed]) -> Features:
    """The tables of all strata; rows of an area without people say nothing and are kept."""
    parts = [one.strategy for one in mixed]
    origin, destination, probability, distance_m = (
        np.concatenate([getattr(part, name) for part in parts])
        for name in ("origin", "destination", "probability", "distance_m")
    )
    table = probabilities(layer, targets, Strategy(origin, destination, probability, distance_m))
    if len(mixed) == 1:
        return table
    names = np.repeat([one.stratum for one in mixed], [len(part.origin) for part in parts])
    return replace(table, copied=[(field(STRATUM, "text"), names)])


def probabilities(layer, targets, strategy: Strategy) -> Features:
    """The rows of a table of probabilities."""
    return Features(
        {
            "origin": Taken(layer.areas.ids, strategy.origin),
            DESTINATION: Taken(targets.ids, strategy.destination),
            "probability": strategy.probability,
            "distance_m": strategy.distance_m,
        },
        codes={"origin": layer.id_kind, DESTINATION: targets.id_kind},
    )


def placed_table(layer, targets, strategy: Strategy) -> Features:
    """The rows of a table of probabilities, with the places of destinations that are not the areas."""
    table = probabilities(layer, targets, strategy)
    if targets.core is None:
        return table
    at = strategy.destination
    places = {"longitude": Taken(targets.lon_deg, at), "latitude": Taken(targets.lat_deg, at)}
    return replace(table, values={**table.values, **places})


def section(run) -> tuple:
    """What a report tells whoever analyses the points."""
    released = [title for name, title in (("CROWD", tr("crowd")), ("TABLE", tr("table"))) if run.wanted(name)]
    if not released:
        said = tr(
            "The crowd was not written. Anyone who compares these points with the people who live there "
            "finds clusters that the mask made: release the crowd with them."
        )
    else:
        said = tr(
            "Released with the points: {layers}. Compare the points with the people of the crowd, never with "
            "those who live where they stand. With n the people of an area, r its rate and P the table, the "
            "points at a destination are Poisson with mean Σ n r P.",
            layers=", ".join(released),
        )
    return (Section(tr("For those who analyse the points"), said),)
