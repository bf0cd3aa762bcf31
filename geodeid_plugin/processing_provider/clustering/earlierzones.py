# SPDX-License-Identifier: GPL-2.0-or-later
"""Earlier clusters of the same areas: kept where they hold, and compared with where records overlap."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from ...core.base import identity
from ...core.base.errors import InputError, Phrase, named
from ...core.clustering.stable import refuse_small_differences
from ...i18n import tr
from ..framework import ask
from ..framework.ledger import parameters, records
from ..framework.ledger.records import LedgerState
from ..io import identifiers, read_table
from . import clusterinput

_YEARS = re.compile(r"^\s*(\d{4})\s*(?:[-–]\s*(\d{4}))?\s*$")


PERIOD = ask.text(
    "PERIOD",
    "Years of the records",
    "Of the records, such as 2024 or 2020-2024: records of other years are not compared. Empty: any year.",
    advanced=True,
)
EARLIER = (
    *ask.under_advanced(
        ask.source(
            "PREVIOUS",
            "Earlier merged areas",
            "The areas as an earlier run wrote them, with the field of AREA_ID. Zones that still "
            "hold are kept.",
            ask.TABLE,
            optional=True,
        ),
        ask.switch(
            "SPLIT",
            "Split zones that have grown",
            "With PREVIOUS: a zone that could be several is split inside its border. Otherwise it "
            "stays whole.",
        ),
    ),
    PERIOD,
    *parameters.STORE,
)
"""PREVIOUS, SPLIT, PERIOD and the ledger."""


@dataclass(frozen=True)
class Earlier:
    """An earlier map of the same areas."""

    cluster: np.ndarray
    """Shape (n,). Earlier cluster of each area; -1 for none."""
    codes: list
    """Code of each earlier cluster."""
    people: np.ndarray
    """Shape (n,). People of each area then; NaN where they are not known."""
    by_records: bool
    """Whether numbers of records drew it, or may have: it was made with minima, or does not say how."""


def read_earlier(inputs, run, ids) -> Earlier | None:
    """The earlier map of the areas; None where none was given."""
    if not inputs.previous:
        return None
    table = read_table(run, "PREVIOUS", geometry=False)
    codes, cluster = clusterinput.clusters_of(table)
    people = table.numbers(clusterinput.AREA_POPULATION, tr("population"))
    own = [identity.canonical(value) for value in identifiers(run, table, inputs.area_id)]
    row_of = {key: row for row, key in enumerate(own)}
    rows = [row_of.get(identity.canonical(value), -1) for value in ids]
    found = np.array([cluster[row] if row >= 0 else -1 for row in rows], dtype=np.int64)
    if not (found >= 0).any():
        raise InputError(
            "zone.earlier.no_area",
            "No area of “{layer}” has a zone and a code of these areas in the field of AREA_ID. Use "
            "the layer as “Merge areas into safe zones” wrote it.",
            layer=table.name,
        )
    gone = len(set(own) - {identity.canonical(value) for value in ids})
    if gone:
        run.counts["previous_areas_gone"] = gone
        run.warn(tr("{count} earlier areas do not exist any more.", count=gone))
    people_then = np.array([people[row] if row >= 0 else np.nan for row in rows])
    return Earlier(found, codes, people_then, _by_records(table))


def _by_records(table) -> bool:
    """Whether numbers of records drew an earlier map, as far as it says."""
    if table.fields.lookupField(clusterinput.BOUNDS) < 0:
        return True
    texts = {str(text) for text in table.column(clusterinput.BOUNDS) if text is not None}
    bounds = [clusterinput.bounds_from_text(text, table.name) for text in texts]
    return not bounds or any(one.drawn_by_records or one.minima for one in bounds)


def _refuse_few_records(ids, cluster, old, cases, bounds) -> None:
    """Compare by records, too, where every count is meant to be shown."""
    if cases is not None and bounds.fewest_cases:
        refuse_small_differences(ids, cluster, old, cases, bounds.fewest_cases, Phrase("records"))


def refuse_differences(areas, cluster, bounds, earlier: Earlier, cases) -> None:
    """Compare with the earlier layer, by the people of then, so that nothing is told by subtraction."""
    old = earlier.cluster
    people = np.where(np.isnan(earlier.people), areas.population, earlier.people)
    threshold = _threshold(bounds)
    if threshold:
        refuse_small_differences(areas.ids, cluster, old, people, threshold)
    _refuse_few_records(areas.ids, cluster, old, cases, bounds)


def _threshold(bounds) -> float:
    return max(bounds.population or 0, bounds.class_size or 0)


def register(run, period: str, problem, codes):
    """Compare with the clusterings that the ledger holds, and enter this one; what to confirm, or None."""
    ledger_state = parameters.opened(run)
    if ledger_state is None:
        return None
    areas, bounds = problem.layer.areas, problem.bounds
    _years(period)
    keys = [identity.canonical(value) for value in areas.ids]
    entries, other_years = of_years(ledger_state, period, "clustering")
    run.counts["earlier_clusterings_compared"] = sum(
        _compare(problem, keys, codes, entry) for _number, entry in entries
    )
    if other_years:
        run.warn(
            tr(
                "The ledger holds zones for other years ({numbers}). They were not compared: counts of "
                "different records tell nothing of each other. Make sure that no record is in both.",
                numbers=named(str(number) for number, _entry in other_years),
            )
        )
    facts = {
        "kind": "clustering", "areas": keys, "zone": ["" if code is None else code for code in codes],
        "people": [float(value) for value in areas.population], "period": period,
        "threshold": float(_threshold(bounds)),
    }  # fmt: skip
    return records.enter_zones(ledger_state, facts)


def _compare(problem, keys, codes, entry) -> int:
    """Refuse small differences with one registered clustering; 1 where it was compared."""
    areas, bounds, cases = problem.layer.areas, problem.bounds, problem.tallies.cases
    place = {key: at for at, key in enumerate(entry["areas"])}
    rows = [place.get(key, -1) for key in keys]
    threshold = max(_threshold(bounds), entry.get("threshold", 0))
    if all(row < 0 for row in rows) or not (threshold or bounds.fewest_cases):
        return 0
    people = np.array([entry["people"][row] if row >= 0 else own for row, own in zip(rows, areas.population)])
    old = _numbered([entry["zone"][row] if row >= 0 else "" for row in rows])
    new = _numbered(codes)
    _refuse_few_records(areas.ids, new, old, cases, bounds)
    if not threshold:
        return 1
    least = min(threshold, _threshold(bounds) or threshold, entry.get("threshold") or threshold)
    refuse_small_differences(areas.ids, new, old, people, least)
    return 1


def _numbered(codes) -> np.ndarray:
    known = {code: at for at, code in enumerate(sorted({code for code in codes if code}))}
    return np.array([known.get(code, -1) for code in codes], dtype=np.int64)


def _years(period: str) -> tuple | None:
    """First and last year; None for any year."""
    if not period.strip():
        return None
    match = _YEARS.match(period)
    if match is None or int(match[2] or match[1]) < int(match[1]):
        raise InputError(
            "release.period.no_years",
            "PERIOD “{period}” is no year or years, such as 2024 or 2020-2024.",
            period=period,
        )
    return int(match[1]), int(match[2] or match[1])


def of_years(ledger_state: LedgerState, period: str, *kinds: str) -> tuple[list, list]:
    """Entries of some kinds with their numbers: those of overlapping years, and those of others."""
    near: list[tuple[int, dict]] = []
    others: list[tuple[int, dict]] = []
    for number, entry in enumerate(ledger_state.zones, 1):
        if entry.get("kind") in kinds:
            (near if overlap(period, entry.get("period", "")) else others).append((number, entry))
    return near, others


def overlap(one: str, other: str) -> bool:
    """Whether two periods share a year; an empty one is any year."""
    first, second = _years(one), _years(other)
    return first is None or second is None or (first[0] <= second[1] and second[0] <= first[1])
