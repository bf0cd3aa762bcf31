# SPDX-License-Identifier: GPL-2.0-or-later
"""Earlier grids of the same records in the ledger: their masks go on, and all are audited together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....core.base.errors import AuditError, InputError, Phrase, named
from ....core.base.progress import part
from ....core.base.verdict import NOT_MADE, Check
from ....core.counts.together.grids import GridCounts, changed_cell, grid_exposures, nests
from ....core.counts.together.witness import Demanded
from ...framework.ledger import zones
from ...framework.ledger.otherforms import dots_beside
from ..earlierzones import overlap
from .earlierreleases import Earlier, of_these_years, refuse_weaker

_LISTS = ("level", "column", "row", "counts", "withheld", "low", "high")


@dataclass(frozen=True)
class Shown:
    """What a run is about to publish: its facts for the ledger, and the counts."""

    facts: dict
    grid: GridCounts


def read_earlier(run) -> Earlier | None:
    """The grids of overlapping years; None without a ledger.

    Counts of the same years by areas, which cut the cells of any grid, are refused.
    """
    earlier = of_these_years(run)
    for number, entry in () if earlier is None else earlier.entries:
        if entry["kind"] == "counts":
            raise InputError(
                "ledger.grid.earlier_areas",
                "Release {number} of the ledger, of overlapping years, counts by areas, and a grid cuts "
                "these: what the two tell together is not checked. Release one of them, or state a "
                "PERIOD of other records.",
                number=number,
            )
    return earlier


def other_forms(earlier: Earlier | None) -> tuple[Check, ...]:
    """What the claim on a grid needs where the ledger holds clusters of areas, or dots; nothing without one.

    Counts by the clusters may be out by another way, which nothing compares with the grid.
    """
    if earlier is None:
        return ()
    numbers = [
        str(number)
        for number, entry in enumerate(earlier.ledger_state.zones, 1)
        if entry.get("kind") == "clustering" and overlap(earlier.period, entry.get("period", ""))
    ]
    dots = tuple(dots_beside(earlier.ledger_state))
    if not numbers:
        return dots
    sentence = Phrase(
        "The ledger holds zones of areas for these years ({numbers}), which a grid cuts. Counts by both "
        "can be subtracted, and whether counts by the zones are out is not known here.",
        numbers=named(numbers),
    )
    remedy = Phrase("Publish counts by one of both only, with a ledger that holds that one.")
    return (Check("clusters_beside", NOT_MADE, sentence, remedy, internal=False), *dots)


def _counts(entry: dict) -> GridCounts:
    values = {name: np.array(entry[name], dtype=np.int64) for name in _LISTS}
    return GridCounts(
        entry["shape"], entry["size_m"], values["level"], values["column"], values["row"],
        values["counts"], values["withheld"] > 0, values["low"], values["high"],
    )  # fmt: skip


def withheld_before(earlier: Earlier | None, grid: GridCounts) -> np.ndarray | None:
    """Which cells an earlier release of the same cells withheld, shape (c,); None without a ledger."""
    if earlier is None:
        return None
    found = np.zeros(len(grid.counts), dtype=bool)
    for _number, entry in earlier.entries:
        old = _counts(entry)
        if old.form == grid.form:
            same = grid.same_cells(old)
            found |= (same >= 0) & old.withheld[np.maximum(same, 0)]
    return found


def refuse_together(run, earlier: Earlier | None, shown: Shown, place, rule) -> None:
    """Raise where this grid and those of the ledger together tell a small count, or could.

    ``place`` is metres east and north of each record, in the plane of the grid.
    """
    if earlier is None:
        return
    run.counts["earlier_releases_compared"] = len(earlier.entries)
    different = []
    for number, entry in earlier.entries:
        refuse_weaker(number, entry, rule)
        if _alike(entry, shown.facts):
            continue
        _refuse_other_cells(number, entry, shown)
        _refuse_other_records(number, _counts(entry), place)
        different.append((number, _counts(entry)))
    if not different:
        return
    demanded = Demanded(rule.smallest, rule.values)
    grids = [*(old for _number, old in different), shown.grid]
    found = grid_exposures(grids, place[0], place[1], demanded, part(run.progress, 0.3, 0.5))
    if found:
        raise AuditError(
            "ledger.grid.reveals",
            "Together with release {numbers} of the ledger, this grid would reveal {count} withheld "
            "counts; the worst could be narrowed to {low} to {high} records. Release by the SIZE and SHAPE "
            "of then, or state a PERIOD of other records.",
            numbers=named([str(number) for number, _old in different]),
            count=len(found),
            low=found[0].low,
            high=found[0].high,
        )


def _alike(entry: dict, facts: dict) -> bool:
    """Whether an earlier release printed the very same."""
    return all(
        entry.get(name) == value for name, value in facts.items() if name not in ("smallest", "values")
    )


def _refuse_other_cells(number, entry, shown: Shown) -> None:
    facts = shown.facts
    shapes = entry["shape"], facts["shape"]
    # A cell of a quadtree that was not split says that a part of it is small: no other cells must add to it.
    refused = entry["crs"] != facts["crs"]
    if not refused and "quadtree" in shapes:
        refused = any(entry[name] != facts[name] for name in ("shape", "size_m", "level", "column", "row"))
    if refused or not nests(_counts(entry), shown.grid):
        raise InputError(
            "ledger.grid.other_grid",
            "Release {number} of the ledger, of overlapping years, is by another grid ({shape}, {size:g} m, "
            "{crs}): where cells cut each other, what the two tell together is not checked. Choose its "
            "SHAPE, SIZE and GRID_CRS, squares whose sizes nest, or state a "
            "PERIOD of other records.",
            number=number,
            shape=entry["shape"],
            size=entry["size_m"],
            crs=entry["crs"],
        )


def _refuse_other_records(number, old: GridCounts, place) -> None:
    changed = changed_cell(old, *place)
    if not changed:
        return
    cell, before, now = changed
    if cell < 0:
        raise InputError(
            "ledger.grid.was_empty",
            "Release {number} of the ledger, of overlapping years, held no record where now there are "
            "{now}: the difference of the two grids reveals those few. Release the same records as then, "
            "or state a PERIOD of other records.",
            number=number,
            now=now,
        )
    raise InputError(
        "ledger.grid.count_changed",
        "Release {number} of the ledger, of overlapping years, counted {before} records in cell {cell}, "
        "and now there are {now}: the difference of the two grids reveals those few. Release the same "
        "records as then, or state a PERIOD of other records.",
        number=number,
        before=before,
        now=now,
        cell=old.code(cell),
    )


def facts_of(shape: str, grid: GridCounts, crs: str, rule) -> Shown:
    """What a grid will publish."""
    lists = {name: getattr(grid, name).astype(int).tolist() for name in _LISTS}
    head = {"kind": "grid", "shape": shape, "size_m": grid.size_m, "crs": crs}
    return Shown({**head, **lists, "smallest": rule.smallest, "values": rule.values}, grid)


def enter(earlier: Earlier | None, shown: Shown) -> list:
    """Enter what will be published; the ledger and the number to confirm once it is, empty without one."""
    if earlier is None:
        return []
    return list(zones.enter(earlier.ledger_state, {**shown.facts, "period": earlier.period}))
