# SPDX-License-Identifier: GPL-2.0-or-later
"""Map and table of released counts: suppressed, zero and no data look different."""

from __future__ import annotations

import re

import numpy as np

from ....core.base.errors import named
from ....i18n import tr
from ....report import SUPPRESSED, Facts, Figure, Section, Table
from ....report.numbers import count, decimals, number, percent
from ..clustermap import HELD_BACK, NO_DATA, dense_part, draw_areas
from .countrelease import CHANGING, has_units

_BLUES = ("#cfe3f2", "#8dbfe0", "#3f8cc3", "#0b5c8a")
"""From few records to many; dark enough apart for grey paper."""
_WHITE = "#ffffff"
_MOST_UNITS = 40
"""Names in one sentence of the report."""


_INTERVAL = 0.95
"""Of the rates: usual in tables of health statistics."""
_PER = 100_000
"""Rates are records per so many people."""


def sections(zones, protected, demand, form: str, beside: int = 0) -> tuple:
    """What was released and what was not; the audit of it is internal.

    ``beside`` records are held back because they lie in no zone: a share of all would tell how many.
    """
    public = (_counts(zones, protected, demand, beside),) if form == "dissolved" else ()
    return (*public, *_audit(zones, protected, demand))


def _counts(zones, protected, demand, beside: int) -> Section:
    """Map and table of both forms: neither shows more than the layer does."""
    people = np.bincount(protected.joined, zones.people)
    totals = protected.zone_totals
    shown = np.array([value is not None for value in totals])
    records = np.array([value or 0 for value in totals])
    total = 0 if beside or demand.rule in CHANGING else int(protected.counts.sum())
    blocks = [
        *_maps(zones, protected, (people, records), shown),
        Facts(_summary(people, records, shown, total)),
        _table(protected, people, totals, total),
    ]
    if demand.rule == "controlled":
        blocks.append(
            tr(
                "The counts were rounded at random to protect people, together with their totals: they add "
                "up to these, and none is further from the true number than the base."
            )
        )
    elif demand.rule in CHANGING:
        blocks.append(
            tr("The counts were changed at random to protect people; sums of them differ from the true sums.")
        )
    if protected.zeros:
        blocks.append(
            tr("In {units} a withheld count may also be 0: zeros are withheld there, too.").format(
                units=named(_worded(protected.zeros), _MOST_UNITS)
            )
        )
    return Section(tr("Counts that were released"), tuple(blocks))


def _worded(units) -> list:
    return [unit or tr("the whole area") for unit in units]


def _summary(people, records, shown, total: int) -> tuple:
    """What the shown counts add up to, and its share of a total that is taken as known; 0 for none."""
    rate = records[shown].sum() / max(people[shown].sum(), 1e-9)
    low, high = _rate_interval(records[shown].sum(), people[shown].sum())
    return (
        (tr("Clusters with a count"), f"{count(shown.sum())} / {count(len(shown))}"),
        (
            tr("Records in the counts shown"),
            count(records[shown].sum()) + _share(records[shown].sum(), total),
        ),
        (tr("People of the clusters shown"), count(people[shown].sum())),
        (
            tr("Records per 100 000 people there (95 % interval)"),
            f"{decimals(rate * _PER, 1)} ({decimals(low, 1)}–{decimals(high, 1)})",
        ),
    )


def _share(part, total: int) -> str:
    return f" ({percent(part / total, 0)})" if total else ""


def _table(protected, people, totals, total: int) -> Table:
    """Every cluster, sorted as a reader sorts codes with numbers in them."""
    overall, expected = _expected(people, totals, total)
    rows = []
    for at in sorted(range(len(totals)), key=lambda at: _natural(str(protected.codes[at]))):
        value = totals[at]
        cells: list = [SUPPRESSED] * 2
        if value is not None:
            low, high = _rate_interval(value, people[at])
            rate = value / max(people[at], 1e-9) * _PER
            cells = [count(value), f"{decimals(rate, 1)} ({decimals(low, 1)}–{decimals(high, 1)})"]
        groups: list = [
            SUPPRESSED if part[at] is None else count(part[at]) for _name, part in protected.group_columns
        ]
        cells.append(decimals(overall * people[at], 1))
        rows.append((protected.codes[at], count(people[at]), *cells, *groups))
    heads = (tr("Cluster of areas"), tr("People"), tr("Records"), tr("Per 100 000 (95 %)"), tr("Expected"))
    names = tuple(name for name, _column in protected.group_columns)
    return Table((*heads, *names), tuple(rows), expected)


def _expected(people, totals, total: int) -> tuple:
    """The rate that expected counts are of, and what to say of it.

    The counts shown are the large ones: their rate is too high where others are withheld, so that of all
    records is taken where their number may be known.
    """
    if total and None in totals:
        text = tr("Expected: the people of a cluster times the rate of all records, withheld ones too.")
        return total / max(people.sum(), 1e-9), text
    known = [at for at, value in enumerate(totals) if value is not None]
    rate = sum(totals[at] for at in known) / max(sum(people[at] for at in known), 1e-9)
    if len(known) == len(totals):
        return rate, tr("Expected: the people of a cluster times the rate of all counts shown.")
    return rate, tr(
        "Expected: the people of a cluster times the rate of all counts shown. Withheld counts are mostly "
        "small, so that this rate, and with it what is expected, is too high."
    )


def _natural(code: str) -> list:
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"(\d+)", code)]


def _rate_interval(records: float, people: float) -> tuple:
    """Exact Poisson limits of a rate per 100 000 (Garwood, Biometrika 28, 1936)."""
    from scipy.special import gammaincinv

    tail, scale = (1 - _INTERVAL) / 2, _PER / max(people, 1e-9)
    low = gammaincinv(records, tail) if records else 0.0
    return float(low * scale), float(gammaincinv(records + 1, 1 - tail) * scale)


def _audit(zones, protected, demand) -> tuple:
    """What outsiders can compute of each withheld count; nobody but the signer may see it."""
    if demand.smallest == 1:
        text = tr(
            "SMALL_CELL is 1: no count was protected. Whoever counts the released records or reads "
            "the counts learns every small count by cluster."
        )
        return (Section(tr("Audit of the counts"), (text,), internal=True),)
    hidden = np.flatnonzero(protected.withheld | (demand.rule in CHANGING))
    values = protected.ranges.values
    facts = [
        (tr("Counts withheld"), f"{count(protected.withheld.sum())} / {count(len(protected.counts))}"),
        (tr("Records in them"), f"{count(protected.records_hidden)} / {count(protected.counts.sum())}"),
        (tr("Possible values asked for"), count(demand.values)),
    ]
    if len(hidden):
        facts.append((tr("Fewest possible values of such a count"), count(values[hidden].min())))
    if demand.rule in CHANGING:
        error = np.abs(protected.printed - protected.counts)
        facts.append((tr("Mean change of a count"), number(error.mean(), ".2f")))
    if protected.totals:
        facts.append((tr("Units whose totals must not be published"), named(protected.totals, _MOST_UNITS)))
    by_unit = demand.by_unit and has_units(protected.codes)
    known = tr("the total of each boundary unit") if by_unit else tr("the total of all records")
    facts.append((tr("Taken as known"), "; ".join([known, *demand.fields])))
    facts.append(
        (
            tr("Key of the mask"),
            tr("kept by you") if demand.own_key else tr("made for this run and forgotten"),
        )
    )
    names = protected.codes[protected.zone]
    rows = tuple(
        (
            names[at], *_group_name(protected, at), count(protected.counts[at]),
            f"{count(protected.ranges.low[at])}–{count(protected.ranges.high[at])}", count(values[at]),
        )
        for at in sorted(hidden, key=lambda at: (values[at], _natural(str(names[at]))))
    )  # fmt: skip
    heads = (tr("Cluster of areas"), *((tr("Group"),) if protected.names else ()), tr("True count"),
             tr("Possible"), tr("Values"))  # fmt: skip
    blocks = [
        tr(
            "An outsider knows what is printed, the totals named below, the method, and that a withheld "
            "count is not 0 where zeros are shown. Separate code computed, in whole numbers, what each "
            "count can then be."
        ),
        Facts(tuple(facts)),
    ]
    if rows:
        blocks.append(Table(heads, rows))
    return (Section(tr("Audit of the counts"), tuple(blocks), internal=True),)


def _group_name(protected, at: int) -> tuple:
    return (protected.names[protected.group[at]],) if protected.names else ()


def _maps(zones, protected, counted: tuple, shown) -> list:
    """The map, and its densest part larger where that is too small to read."""
    people, records = counted
    rates = records / np.maximum(people, 1e-9) * _PER
    drawn = [Figure(_map(zones, protected, rates, shown), tr("Records per 100 000 people of each cluster."))]
    only = dense_part(zones.layer, zones.cluster)
    if only is not None:
        inset = _map(zones, protected, rates, shown, only)
        drawn.append(Figure(inset, tr("The part of the map where clusters are densest, larger.")))
    return drawn


def _map(zones, protected, rates, shown, only=None) -> str:
    """Rates and not counts: clusters that must hold so many records all hold about as many."""
    low, high, shades = _classes(rates[shown & (rates > 0)])
    fills = np.full(len(rates), HELD_BACK, dtype=object)
    for at in np.flatnonzero(shown):
        rate = rates[at]
        fills[at] = shades[np.searchsorted(low, rate, side="right") - 1] if rate else _WHITE
    legend = [(_WHITE, tr("0: no record"))] if (rates[shown] == 0).any() else []
    places = _decimals(min(low, default=0))
    for least, most, shade in zip(low, high, shades):
        legend.append((shade, "–".join(dict.fromkeys(decimals(one, places) for one in (least, most)))))
    if not shown.all():
        legend.append((HELD_BACK, tr("withheld to protect people")))
    if (zones.cluster < 0).any():
        legend.append((NO_DATA, tr("no data: in no cluster, not released")))
    fill = [fills[protected.joined[cluster]] if cluster >= 0 else NO_DATA for cluster in zones.cluster]
    group = np.where(zones.cluster >= 0, protected.joined[np.maximum(zones.cluster, 0)], -1)
    return draw_areas(zones.layer, fill, tr("Map of the released rates"), legend, only, group)


def _decimals(least: float) -> int:
    """Decimals of all rates of a legend, by the smallest: classes that meet must not look alike."""
    return 0 if least >= 1000 else 1 if least >= 1 else 3


def _classes(values) -> tuple:
    """Smallest and largest value and shade of up to four classes with about as many clusters each."""
    if not len(values):
        return (), (), ()
    shares = np.arange(len(_BLUES)) / len(_BLUES)
    low = np.unique(np.quantile(values, shares, method="higher"))
    step = np.searchsorted(low, values, side="right") - 1
    high = [values[step == at].max() for at in range(len(low))]
    return low, high, _BLUES[len(_BLUES) - len(low) :]
