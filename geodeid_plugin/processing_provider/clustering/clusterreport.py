# SPDX-License-Identifier: GPL-2.0-or-later
"""Figures and report of a clustering."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.base.errors import Phrase
from ...core.base.thresholds import Preset
from ...core.base.verdict import CARE, MADE, Check, Claim, Verdict, lenient
from ...core.clustering.cropping import crop_codes
from ...core.clustering.released_areas import DISC_FACTOR, expected_moves_m, floor_moves_m
from ...core.geometry.sphere import side_length_m
from ...i18n import tr
from ...report import Facts, Figure, KeyFigure, Report, Section, Table
from ...report.charts import Rule, histogram
from ...report.numbers import count, decimals, listed, metres, number, percent
from ...report.verdictpage import risk as one_in
from ..framework.verdict import judging
from ..framework.verdict.audience import sections
from .clustermap import draw_map

_SHOWN = 40
"""Rows of a table that somebody still reads."""
_CROPPINGS = 3
"""Lengths of codes set beside the clusters."""


@dataclass(frozen=True)
class Unresolved:
    """A connected part of a unit that cannot meet the bounds."""

    name: str
    areas: int
    people: float
    records: float


@dataclass(frozen=True)
class Findings:
    """Figures of each cluster, shape (c,), and of the whole."""

    people: np.ndarray
    risk: np.ndarray
    areas: np.ndarray
    area_km2: np.ndarray
    move_m: np.ndarray
    """Shape (c,). Population, risk by the metric, number of areas, size and mean move of each cluster."""
    compactness: float
    """Mean of 4 pi A / L^2 over the clusters; NaN without polygons."""
    unresolved: list
    apart: list
    """Units of several parts that were clustered apart."""
    area_move_m: np.ndarray
    """Shape (n,). Expected move of a record of each area."""
    figures: dict


def findings(clustered, metric: str) -> Findings:
    """Measure a clustering."""
    cluster, areas = clustered.result.cluster, clustered.problem.layer.areas
    kept, total = cluster >= 0, clustered.result.count
    people = np.bincount(cluster[kept], areas.population[kept], total)
    move = clustered.moves_m
    moved = np.bincount(cluster[kept], (move * areas.population)[kept], total)
    risk = _risks(clustered, metric, people)
    unresolved, apart = _units(clustered)
    mean_move = moved.sum() / people.sum()
    figures = {
        "CLUSTER_COUNT": total,
        "CLUSTER_BOUND": clustered.result.bound,
        "BOUND_GAP": clustered.result.bound / total - 1,
        "WORST_RISK": float(risk.max()),
        "MEAN_MOVE_M": float(mean_move),
        "UNRESOLVED_COUNT": len(unresolved),
        "UNRESOLVED_AREAS": int((~kept).sum()),
    }
    floor = _floor_m(clustered)
    if floor:
        figures["MOVE_OVER_FLOOR"] = float(mean_move / floor)
    return Findings(
        people,
        risk,
        np.bincount(cluster[kept], minlength=total),
        np.bincount(cluster[kept], areas.area_m2[kept], total) / 1e6,
        moved / np.where(people > 0, people, 1),
        _compactness(clustered),
        unresolved,
        apart,
        move,
        figures,
    )


def _risks(clustered, metric: str, people) -> np.ndarray:
    cluster, tallies = clustered.result.cluster, clustered.problem.tallies
    kept, total = cluster >= 0, clustered.result.count
    if metric == "cases":
        return np.bincount(cluster[kept], tallies.cases[kept], total) / people
    if metric == "average":
        sums = np.bincount(cluster[kept], clustered.problem.bounds.averaged(tallies)[kept], total)
        return np.full(total, np.count_nonzero(sums) / max(sums.sum(), 1))
    smallest = people.copy()
    if metric == "maximum" and tallies.classes is not None:
        for counts in tallies.classes:
            sums = np.bincount(cluster[kept], counts[kept], total)
            smallest = np.where(sums > 0, np.minimum(smallest, sums), smallest)
    return 1 / smallest


def _units(clustered) -> tuple[list, list]:
    """Unresolved parts, and units whose parts were clustered apart."""
    parts, areas = clustered.result.part, clustered.problem.layer.areas
    cases = clustered.problem.tallies.cases
    names = np.full(len(areas), tr("all areas"), dtype=object) if areas.boundary is None else areas.boundary
    parts_of: dict = {}
    unresolved = []
    order = np.argsort(parts, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(parts[order])) + 1):
        if parts[rows[0]] < 0:
            continue
        parts_of.setdefault(names[rows[0]], []).append(rows)
    for name, all_rows in sorted(parts_of.items()):
        for rows in all_rows:
            if clustered.result.cluster[rows[0]] < 0:
                label = name
                if len(all_rows) > 1:
                    label = tr("{unit} (the part with {area})", unit=name, area=str(areas.ids[rows[0]]))
                records = 0.0 if cases is None else cases[rows].sum()
                unresolved.append(Unresolved(label, len(rows), areas.population[rows].sum(), records))
    return unresolved, [name for name, all_rows in sorted(parts_of.items()) if len(all_rows) > 1]


def _floor_m(clustered) -> float | None:
    """The realistic floor of the mean move; only a least population implies one."""
    minimum = max(clustered.problem.bounds.population or 0, clustered.problem.bounds.class_size or 0)
    if not minimum:
        return None
    areas, kept = clustered.problem.layer.areas, clustered.result.cluster >= 0
    strict = floor_moves_m(
        areas.population[kept], clustered.result.part[kept], areas.lon_deg[kept], areas.lat_deg[kept], minimum
    )
    people = areas.population[kept]
    return DISC_FACTOR * (strict * people).sum() / people.sum()


def _compactness(clustered) -> float:
    """Mean over the clusters of 4 pi A / L^2: 1 for a disc, 0.785 for a square."""
    polygons, cluster = clustered.problem.layer.polygons, clustered.result.cluster
    if polygons is None:
        return float("nan")
    start = polygons.side_start
    lon, lat = polygons.lon_deg, polygons.lat_deg
    owner = cluster[polygons.vertex_area[start]]
    side = side_length_m(lon[start], lat[start], lon[start + 1], lat[start + 1])
    total, kept = clustered.result.count, cluster >= 0
    border = np.bincount(owner[owner >= 0], side[owner >= 0], total)
    one, other = cluster[clustered.problem.pairs].T
    inner = (one == other) & (one >= 0)
    border = border - 2 * np.bincount(one[inner], clustered.problem.shared_m[inner], total)
    size = np.bincount(cluster[kept], clustered.problem.layer.areas.area_m2[kept], total)
    return float(np.mean(np.minimum(4 * np.pi * size / np.maximum(border, 1e-9) ** 2, 1.0)))


def report_of(run, clustered, found: Findings, preset: Preset | None) -> Report:
    """The report of one run."""
    return Report(
        tr("The smallest safe groups of areas, each inside its boundary unit, and what releasing them does."),
        (
            _pictures(clustered, found),
            *sections(preset),
            _numbers(clustered, found),
            _moves(clustered, found),
            *_unresolved(found),
            _method(clustered),
        ),
        _verdict(run, clustered, found),
        key_figures=smallest_zone(found.people.min(), clustered.problem.bounds),
    )


def smallest_zone(people: float, bounds) -> tuple[KeyFigure, ...]:
    """The people of the smallest zone, with their limit where there is one; nothing without zones."""
    if not np.isfinite(people):
        return ()
    meaning = tr("people in the smallest zone")
    if bounds.population is not None:
        meaning = tr("people in the smallest zone (limit {limit})", limit=count(bounds.population))
    return (KeyFigure("zone", count(people), meaning),)


def _verdict(run, clustered, found: Findings) -> Verdict:
    total, held = clustered.result.count, found.figures["UNRESOLVED_AREAS"]
    bounds = Phrase(
        "All {count} zones meet their bounds; this was checked on the finished zones, from the raw counts.",
        count=total,
    )
    checks = [Check("bounds", MADE, bounds, internal=False), *lenient(clustered.problem.bounds.chance)]
    if held:
        sentence = Phrase("{held} areas are in no zone and must not be released.", held=held)
        remedy = Phrase("Give their units and a neighbour's the same value in BOUNDARY, or use larger units.")
        checks.append(Check("unresolved", CARE, sentence, remedy))
    return Verdict(
        Claim(
            Phrase("Every zone that may be released is as large as its limits ask for."),
            rule=Phrase("The bounds, on the people and records of every finished zone"),
            source="El Emam, Arbuckle. Anonymizing Health Data, 2013, chapter 9",
        ),
        judging.inputs_of(run, clustered.problem.layer),
        checks=(
            *checks,
            *clustered.problem.counted,
            *judging.population_checks(run, clustered.problem.layer),
        ),
    )


def _numbers(clustered, found: Findings) -> Section:
    bound, total = clustered.result.bound, clustered.result.count
    quantiles = np.quantile(found.people, [0, 0.5, 1])
    pairs = [
        (tr("Zones"), count(total)),
        (tr("Upper bound (no partition has more)"), count(bound)),
        (tr("Share of the bound reached"), percent(total / bound)),
        (tr("Below the best possible by at most"), percent(bound / total - 1)),
        (tr("Highest risk of a zone"), one_in(found.figures["WORST_RISK"])),
        (
            tr("People of a zone: fewest, median, most"),
            listed(count(value) for value in quantiles),
        ),
        (tr("Areas of a zone, mean"), number(found.areas.mean(), ".1f")),
    ]
    if clustered.problem.layer.polygons is not None:
        pairs.append((tr("Mean size of a zone"), f"{decimals(found.area_km2.mean(), 2)} km²"))
        pairs.append((tr("Mean compactness (disc 1, square 0.79)"), number(found.compactness, ".3f")))
    return Section(tr("What was found"), Facts(*pairs))


def _pictures(clustered, found: Findings) -> Section:
    rules = (
        [Rule(clustered.problem.bounds.population, tr("minimum"))]
        if clustered.problem.bounds.population
        else []
    )
    return Section(
        tr("Map and sizes"),
        Figure(
            draw_map(clustered),
            tr(
                "Zones, coloured so that neighbours differ. Hatched: unresolved, in no zone; their "
                "records are held back."
            ),
        ),
        Figure(
            histogram(found.people, tr("People of a zone"), rules=rules, size=(420, 320)),
            tr("Zone populations."),
        ),
        beside=True,
    )


def _moves(clustered, found: Findings) -> Section:
    areas, kept = clustered.problem.layer.areas, clustered.result.cluster >= 0
    quantiles = _weighted_quantiles(found.area_move_m[kept], areas.population[kept])
    pairs = [
        (tr("Mean move of a person"), metres(found.figures["MEAN_MOVE_M"])),
        (tr("Move of 10, 50 and 90 % of people, at most"), listed(metres(value) for value in quantiles)),
    ]
    if "MOVE_OVER_FLOOR" in found.figures:
        pairs.append(
            (
                tr("Mean move, relative to about the least that this many people allow"),
                number(found.figures["MOVE_OVER_FLOOR"], ".2f"),
            )
        )
    blocks = [
        tr("When a member of its zone replaces a record's area, its people move this far on average."),
        Facts(*pairs),
    ]
    blocks += _against_cropping(clustered, found)
    return Section(tr("How far a release moves people"), *blocks)


def _weighted_quantiles(values, weights) -> list:
    """The tenth, half and nine tenths of the weight lie at smaller values."""
    shares, order = np.array([0.1, 0.5, 0.9]), np.argsort(values)
    reached = np.cumsum(weights[order])
    if not len(values) or reached[-1] <= 0:
        return [0.0 for _share in shares]
    rows = np.searchsorted(reached, shares * reached[-1])
    return values[order][np.minimum(rows, len(values) - 1)].tolist()


def _against_cropping(clustered, found: Findings) -> list:
    """Cropping the identifiers to fewer characters, at the same least population."""
    areas, minimum = clustered.problem.layer.areas, clustered.problem.bounds.population
    texts = [str(value) for value in areas.ids]
    length = len(texts[0])
    if minimum is None or any(len(text) != length for text in texts):
        return []
    rows, seen = [], set()
    for size in range(length - 1, 0, -1):
        cropping = crop_codes(texts, areas.population, size, minimum)
        if len(cropping.units) in seen or len(cropping.units) == len(areas):
            continue
        seen.add(len(cropping.units))
        rows.append(_cropping_row(areas, cropping, size))
        if len(rows) == _CROPPINGS:
            break
    own = (
        tr("these zones"), count(clustered.result.count), str(len(found.unresolved)),
        percent(areas.population[clustered.result.cluster < 0].sum() / max(areas.population.sum(), 1)),
        metres(found.figures["MEAN_MOVE_M"]),
    )  # fmt: skip
    heads = (
        tr("Release"), tr("Units released"), tr("Units that fall short"), tr("People withheld"),
        tr("Mean move"),
    )  # fmt: skip
    caption = tr("Zones and cropped identifiers at the same least population.")
    return [Table(heads, (own, *rows), caption)] if rows else []


def _cropping_row(areas, cropping, size: int) -> tuple:
    released = cropping.released
    kept = released >= 0
    move = expected_moves_m(released, areas.population, areas.lon_deg, areas.lat_deg)
    people = areas.population
    mean = (move * people)[kept].sum() / max(people[kept].sum(), 1)
    return (
        tr("first {count} characters", count=size), count((~cropping.falls_short).sum()),
        count(cropping.falls_short.sum()), percent(people[~kept].sum() / max(people.sum(), 1)),
        metres(mean) if kept.any() else "–",
    )  # fmt: skip


def _unresolved(found: Findings) -> list:
    if not found.unresolved:
        return []
    rows = tuple(
        (unit.name, count(unit.areas), count(unit.people), count(unit.records))
        for unit in found.unresolved[:_SHOWN]
    )
    more = len(found.unresolved) - _SHOWN
    blocks = [
        tr(
            "These units cannot meet the bounds even as a whole. Their areas are in no zone; records "
            "from them are held back. To release them, give their unit and a neighbour's the same value in "
            "BOUNDARY, or use larger units."
        ),
        Table((tr("Unit"), tr("Areas"), tr("People"), tr("Records")), rows),
    ]
    if more > 0:
        blocks.append(tr("And {count} more.", count=count(more)))
    return [Section(tr("Unresolved units"), *blocks, internal=True)]


def _method(clustered) -> Section:
    bounds = clustered.problem.bounds
    asked = []
    if bounds.population is not None:
        asked.append((tr("People of each zone, at least"), number(bounds.population, ",.10g")))
    if bounds.maximum is not None:
        asked.append((tr("People of each equivalence class, at least"), count(bounds.class_size)))
    if bounds.cases is not None:
        asked.append((tr("Records per person of each zone, at most"), number(bounds.cases, "g")))
    if bounds.average is not None:
        over = tr("records") if bounds.over_records else tr("people")
        asked.append(
            (tr("Mean size of a zone, at least"), f"{number(float(bounds.mean_size), ',.10g')} {over}")
        )
    if bounds.fewest_cases is not None:
        asked.append((tr("Records of each zone, at least"), number(bounds.fewest_cases, ",.10g")))
    for name, least in bounds.minima:
        asked.append((tr("“{column}” of each zone, at least", column=name), number(least, ",.10g")))
    graph = tr("a shared side") if clustered.problem.layer.polygons is not None else tr("near caps (points)")
    asked.append((tr("Areas are neighbours by"), graph))
    return Section(
        tr("Method"),
        Facts(*asked),
        tr(
            "The areas of each boundary unit were partitioned into connected zones by cutting random "
            "spanning trees bottom-up and re-cutting the union of adjacent zones: first for more "
            "zones, then for shorter moves. Separate code checked the finished zones from the raw "
            "counts: each area in one zone, connected, inside its unit, within every bound."
        ),
        tr(
            "A zone's risk says how well a person hides among the people of the zone. Other fields of a "
            "release divide zones into smaller classes. Drawing the replacement of the same record "
            "again and again reveals the members of its zone: merge once, for all releases."
        ),
    )
