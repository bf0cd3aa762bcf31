# SPDX-License-Identifier: GPL-2.0-or-later
"""What a report says of released counts: map, table, audit, what remains, and words to print."""

from __future__ import annotations

import re

import numpy as np

from ...core.base.errors import named
from ...core.counts.release import CHANGING, has_units
from ...i18n import tr
from ...report import SUPPRESSED, Facts, Figure, KeyFigure, Section, Table, verdictpage
from ...report.numbers import count, decimals, listed, number, percent
from ..io.styling import PER, RateClasses
from .clustermap import HELD_BACK, NO_DATA, dense_part, draw_areas
from .protection import column_names

_WHITE = "#ffffff"
_MOST_UNITS = 40
"""Names in one sentence of the report."""


_INTERVAL = 0.95
"""Of the rates: usual in tables of health statistics."""


def sections(out, form: str, beside: int = 0) -> tuple:
    """What was released and what was not; the audit of it is internal.

    ``beside`` records are held back because they lie in no zone: a share of all would tell how many.
    """
    public = (_counts(out, beside),) if form == "dissolved" else ()
    return (*public, _audit(out))


def first_map(parts: tuple) -> tuple[str, tuple]:
    """The first map of some sections, for the first page, and the sections without it."""
    maps = [block for part in parts for block in part.blocks if isinstance(block, Figure)]
    if not maps:
        return "", parts
    return maps[0].markup, tuple(part.without(maps[0]) for part in parts)


def key_figures(printed: list, least: int, zone: tuple[KeyFigure, ...] = ()) -> tuple[KeyFigure, ...]:
    """The numbers of the first page: the smallest zone, the smallest count, what is withheld.

    ``printed`` holds a count for each zone or cell, None where it is withheld, and nothing where rows are
    released instead; ``least`` is the smallest count that may be shown.
    """
    shown = [value for value in printed if value]
    found = list(zone)
    if shown:
        meaning = tr("patients in the smallest count shown (limit {limit})", limit=count(least))
        found.append(KeyFigure("fewest", count(min(shown)), meaning))
    if not printed:
        return tuple(found)
    withheld = tr("{exposed} of {records}", exposed=count(printed.count(None)), records=count(len(printed)))
    return (*found, KeyFigure("withheld", withheld, tr("counts are withheld")))


def _counts(out, beside: int) -> Section:
    """Map and table of both forms: neither shows more than the layer does."""
    people, totals = out.zones.people, out.protected.zone_totals
    shown = np.array([value is not None for value in totals])
    records = np.array([value or 0 for value in totals])
    changed = out.rules.rule in CHANGING
    total = 0 if beside or changed else int(out.protected.counts.sum())
    blocks = [
        *_maps(out.zones, people, records, shown, exact=not changed),
        Facts(*_summary(people, records, shown, total)),
        _table(out, people, totals, total),
    ]
    if changed:
        blocks.append(
            tr("The counts were changed at random to protect people; sums of them differ from the true sums.")
        )
    if out.protected.zeros:
        blocks.append(
            tr(
                "In {units} a withheld count may also be 0: zeros are withheld there, too.",
                units=named(_worded(out.protected.zeros), _MOST_UNITS),
            )
        )
    return Section(tr("Counts that were released"), *blocks)


def private_table(zones, table, names: tuple) -> tuple:
    """Map and table of counts with noise, each with its interval."""
    people, released = zones.people, table.zones
    records, shown = released.count[:, 0], np.ones(len(people), dtype=bool)
    rows = []
    for at in sorted(range(len(people)), key=lambda at: _natural(str(zones.codes[at]))):
        rate = decimals(records[at] / max(people[at], 1e-9) * PER, 1)
        parts = [_between(table.cells, at, group) for group in range(len(names))]
        rows.append((zones.codes[at], count(people[at]), _between(released, at, 0), rate, *parts))
    heads = (tr("Zone"), tr("People"), tr("Records (95 %)"), tr("Per 100 000"), *names)
    return (*_maps(zones, people, records, shown, exact=False), Table(heads, tuple(rows)))


def _between(counts, zone: int, group: int) -> str:
    """A count with its interval."""
    low, high = counts.low[zone, group], counts.high[zone, group]
    return f"{count(counts.count[zone, group])} ({count(low)}–{count(high)})"


def _worded(units) -> list:
    return [unit or tr("the whole area") for unit in units]


def _summary(people, records, shown, total: int) -> tuple:
    """What the shown counts add up to, and its share of a total that is taken as known; 0 for none."""
    rate = records[shown].sum() / max(people[shown].sum(), 1e-9)
    low, high = _rate_interval(records[shown].sum(), people[shown].sum())
    return (
        (tr("Zones with a count"), f"{count(shown.sum())} / {count(len(shown))}"),
        (
            tr("Records in the counts shown"),
            count(records[shown].sum()) + _share(records[shown].sum(), total),
        ),
        (tr("People of the zones shown"), count(people[shown].sum())),
        (
            tr("Records per 100 000 people there (95 % interval)"),
            f"{decimals(rate * PER, 1)} ({decimals(low, 1)}–{decimals(high, 1)})",
        ),
    )


def _share(part, total: int) -> str:
    return f" ({percent(part / total, 0)})" if total else ""


def _table(out, people, totals, total: int) -> Table:
    """Every cluster, sorted as a reader sorts codes with numbers in them."""
    overall, expected = _expected(people, totals, total)
    codes, names = out.zones.codes, column_names(out.records)
    groups = out.protected.group_counts if names else []
    rows = []
    for at in sorted(range(len(totals)), key=lambda at: _natural(str(codes[at]))):
        value = totals[at]
        cells: list = [SUPPRESSED] * 2
        if value is not None:
            low, high = _rate_interval(value, people[at])
            rate = value / max(people[at], 1e-9) * PER
            cells = [count(value), f"{decimals(rate, 1)} ({decimals(low, 1)}–{decimals(high, 1)})"]
        parts = [SUPPRESSED if part[at] is None else count(part[at]) for part in groups]
        rows.append((codes[at], count(people[at]), *cells, decimals(overall * people[at], 1), *parts))
    heads = (tr("Zone"), tr("People"), tr("Records"), tr("Per 100 000 (95 %)"), tr("Expected"))
    return Table((*heads, *names), tuple(rows), expected)


def _expected(people, totals, total: int) -> tuple:
    """The rate that expected counts are of, and what to say of it.

    The counts shown are the large ones: their rate is too high where others are withheld, so that of all
    records is taken where their number may be known.
    """
    if total and None in totals:
        text = tr("Expected: the people of a zone times the rate of all records, withheld ones too.")
        return total / max(people.sum(), 1e-9), text
    known = [at for at, value in enumerate(totals) if value is not None]
    rate = sum(totals[at] for at in known) / max(sum(people[at] for at in known), 1e-9)
    if len(known) == len(totals):
        return rate, tr("Expected: the people of a zone times the rate of all counts shown.")
    return rate, tr(
        "Expected: the people of a zone times the rate of all counts shown. Withheld counts are mostly "
        "small, so that this rate, and with it what is expected, is too high."
    )


def _natural(code: str) -> list:
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"(\d+)", code)]


def _rate_interval(records: float, people: float) -> tuple:
    """Exact Poisson limits of a rate per 100 000 (Garwood, Biometrika 28, 1936)."""
    from scipy.special import gammaincinv

    tail, scale = (1 - _INTERVAL) / 2, PER / max(people, 1e-9)
    low = gammaincinv(records, tail) if records else 0.0
    return float(low * scale), float(gammaincinv(records + 1, 1 - tail) * scale)


def _audit(out) -> Section:
    """What outsiders can compute of each withheld count; nobody but the signer may see it."""
    title, rules, protected = tr("Audit of the counts"), out.rules, out.protected
    if rules.smallest == 1:
        text = tr(
            "SMALL_CELL is 1: no count was protected. Whoever counts the released records or reads "
            "the counts learns every small count by zone."
        )
        return Section(title, text, internal=True)
    hidden = np.flatnonzero(protected.withheld | (rules.rule in CHANGING))
    explained = tr(
        "An outsider knows what is printed, the totals named below, the method, and that a withheld count is "
        "not 0 where zeros are shown. Separate code computed, in whole numbers, what each count can then be."
    )
    blocks = [explained, Facts(*_audited(out, hidden)), *_possible(out, hidden)]
    return Section(title, *blocks, internal=True)


def _audited(out, hidden) -> tuple:
    """The audit in figures."""
    rules, protected = out.rules, out.protected
    facts = [
        (tr("Counts withheld"), f"{count(protected.withheld.sum())} / {count(len(protected.counts))}"),
        (tr("Records in them"), f"{count(protected.records_hidden)} / {count(protected.counts.sum())}"),
        (tr("Possible values asked for"), count(rules.values)),
    ]
    if len(hidden):
        fewest = protected.ranges.values[hidden].min()
        facts.append((tr("Fewest possible values of such a count"), count(fewest)))
    if rules.rule in CHANGING:
        error = np.abs(protected.printed - protected.counts)
        facts.append((tr("Mean change of a count"), number(error.mean(), ".2f")))
    if protected.whole:
        facts.append((tr("Units whose totals must not be published"), named(protected.whole, _MOST_UNITS)))
    by_unit = rules.by_unit and has_units(out.zones.codes)
    known = tr("the total of each boundary unit") if by_unit else tr("the total of all records")
    facts.append((tr("Taken as known"), listed([known, *rules.fields])))
    kept = tr("kept by you") if rules.own_key else tr("made for this run and forgotten")
    return (*facts, (tr("Key of the mask"), kept))


def _possible(out, hidden) -> tuple:
    """Each count that is not printed as it is, with what it can be, those that can be least first."""
    if not len(hidden):
        return ()
    cells, ranges = out.protected.cells, out.protected.ranges
    names, grouped = out.zones.codes[cells.zone], bool(out.records.fields)
    rows = tuple(
        (
            names[at], *((_group_name(out.records, cells.group[at]),) if grouped else ()),
            count(cells.counts[at]), f"{count(ranges.low[at])}–{count(ranges.high[at])}",
            count(ranges.values[at]),
        )
        for at in sorted(hidden, key=lambda at: (ranges.values[at], _natural(str(names[at]))))
    )  # fmt: skip
    heads = (tr("Zone"), *((tr("Group"),) if grouped else ()), tr("True count"),
             tr("Possible"), tr("Values"))  # fmt: skip
    return (Table(heads, rows),)


def _group_name(records, group: int) -> str:
    return ", ".join(map(str, records.groups[group]))


def _maps(zones, people, records, shown, exact: bool) -> list:
    """The map, and its densest part larger where that is too small to read.

    ``exact`` where no count was changed, so that a shown 0 means that there is no record.
    """
    rates = records / np.maximum(people, 1e-9)
    drawn = [Figure(_map(zones, rates, shown, exact), tr("Records per 100 000 people of each zone."))]
    only = dense_part(zones.layer, zones.cluster)
    if only is not None:
        inset = _map(zones, rates, shown, exact, only)
        drawn.append(Figure(inset, tr("The part of the map where zones are densest, larger.")))
    return drawn


def _map(zones, rates, shown, exact: bool, only=None) -> str:
    """Rates and not counts: clusters that must hold so many records all hold about as many."""
    classes = RateClasses.of(rates[shown & (rates > 0)])
    fills = np.full(len(rates), HELD_BACK, dtype=object)
    for at in np.flatnonzero(shown):
        rate = rates[at]
        fills[at] = classes.shade(rate) if rate else _WHITE
    none = tr("0: no record") if exact else tr("0, which need not be the true count")
    legend = [(_WHITE, none)] if (rates[shown] == 0).any() else []
    legend += list(zip(classes.shades, classes.legend()))
    if not shown.all():
        legend.append((HELD_BACK, tr("withheld to protect people")))
    if (zones.cluster < 0).any():
        legend.append((NO_DATA, tr("no data: in no zone, not released")))
    fill = [fills[cluster] if cluster >= 0 else NO_DATA for cluster in zones.cluster]
    names = [str(code) for code in zones.codes]
    title = tr("Map of the released rates")
    return draw_areas(zones.layer, fill, title, legend, only, zones.cluster, names)


def words(out, form: str, version: str) -> tuple:
    """Residual risks, caption and methods paragraph."""
    return _remaining(), _words(out, form, version)


def _remaining() -> Section:
    return Section(
        tr("What remains"),
        tr(
            "Repeated releases: merge once for all of them. Two sets of zones of the same areas intersect in "
            "smaller groups, and masking the same records again reveals the members of their zone."
        ),
        verdictpage.fields_beside(),
        tr(
            "Other tables: a count that is withheld here can be found where another table gives the "
            "total of the same people. Compare what was published before."
        ),
    )


def _words(out, form: str, version: str) -> Section:
    rules, least = out.rules, out.zones.bounds.fewest_cases
    # Whether rows were held back is told by no layer, so the words say how it would be done.
    seen = bool(out.protected.withheld.any()) or form != "dissolved" or rules.rule != "suppress"
    told = rules.smallest > 1 and seen
    said = {"people": count(out.zones.people.min()), "less": rules.smallest - 1, "version": version,
            "values": rules.values, "base": rules.base, "spread": rules.values - 1}  # fmt: skip
    caption = {
        "member": tr(
            "Caption: “Each record stands at an area drawn at random from a group of areas with at least "
            "{people} people; no dot marks the place of a person.”"
        ),
        "cluster": tr("Caption: “Places are groups of areas with at least {people} people each.”"),
        "dissolved": tr("Caption: “Counts by groups of areas with at least {people} people each.”"),
    }[form]
    said["inside"] = f" {tr('inside its boundary unit and')}" if has_units(out.zones.codes) else ""
    methods = tr(
        "Methods: “Areas were grouped with GeoDeID {version} into connected zones, each{inside} with at "
        "least {people} people, as many and as compact as the bounds allow (after El Emam and Arbuckle "
        "2013). Separate code checked the finished zones.”"
    )
    added = {
        "member": tr("“Each record was given an area drawn at random from its zone.”"),
        "cluster": tr("“Each record was given the code of its zone.”"),
        "dissolved": _RULES[rules.rule](),
    }[form]
    if form != "dissolved" and said["less"]:
        added += " " + tr(
            "“Records were held back where their zone, with the released fields, holds from 1 to {less} of "
            "them. Further ones were drawn by a secret key, so that at least {values} values remain "
            "possible for each count that is not shown.”"
        )
    works = "El Emam K, Arbuckle L. Anonymizing Health Data. O'Reilly 2013, chapter 9."
    blocks = [text.format(**said) for text in (caption, methods)]
    if least:
        records = tr(
            "“Every zone was made to hold at least {least} records. Where records are rare zones are "
            "large, so that counts are alike and rates say where records are dense.”"
        )
        blocks.append(records.format(least=count(least)))
    if form != "dissolved" or told:
        blocks.append(added.format(**said))
    if form == "dissolved" and told and rules.rule == "suppress":
        key = tr(
            "Key of the map: “Hatched: withheld, because the count lies from 1 to {less} or is held back to "
            "protect another.”"
        )
        blocks.insert(1, key.format(**said))
    return Section(tr("Words to print with the map"), *blocks, tr("References: {works}", works=works))


_RULES = {
    "suppress": lambda: tr(
        "“Counts from 1 to {less} were withheld, and further ones drawn by a secret key, so that at least "
        "{values} values remain possible for each of them.”"
    ),
    "round": lambda: tr(
        "“Counts were rounded at random to multiples of {base}, without bias; at least {values} "
        "values remain possible for each small one.”"
    ),
    "cellkey": lambda: tr(
        "“Counts were changed at random by at most {spread}, without bias, by keys of the records "
        "(the cell key method).”"
    ),
}
