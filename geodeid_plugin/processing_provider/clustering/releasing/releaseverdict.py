# SPDX-License-Identifier: GPL-2.0-or-later
"""The verdict on a release by clusters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....core.base.errors import InputError, Phrase, named, thousands
from ....core.base.verdict import CARE, FAILED, MADE, NOT_MADE, Check, Claim, Verdict
from ....core.clustering import check
from ....core.counts.protection.people import of_few_people as of_few
from ....core.exposure.fields.released_fields import divided
from ....core.exposure.uniqueness.classes import Classes, classes_of, encode
from ....i18n import tr
from ...framework.verdict import judging
from ...framework.verdict.sensitive import sensitive_checks
from ...io.who.people_by_value import counted_together, read_people_by_value
from ..clusterinput import AREA_POPULATION
from .countrelease import CHANGING

SENSITIVE = "SENSITIVE"
USUAL_CELL = 11
"""Smallest count that CMS lets be shown (core/base/thresholds.py, cms_cell)."""


@dataclass(frozen=True)
class Asked:
    """Fields that are released, those that are sensitive, and the one whose people were counted."""

    keep: tuple[str, ...]
    sensitive: tuple[str, ...]
    class_field: str | None
    class_populations: str

    @classmethod
    def of(cls, run) -> Asked:
        """Read the parameters."""
        return cls(
            tuple(run.fields("KEEP_FIELDS")),
            tuple(run.fields(SENSITIVE)),
            run.field("CLASS_FIELD"),
            run.text("CLASS_POPULATIONS"),
        )


def judge(run, asked: Asked, zones, placed, risk, table, more: tuple[Check, ...] = ()) -> Verdict:
    """Judge what was released of the records.

    Parameters
    ----------
    run : Run
    asked : Asked
    zones : Zones
    placed : Placed
    risk : ReleaseRisk
    table : tuple of (str, Protected, Demand)
        The form of the release, and how its counts by cluster are protected.
    more : tuple of Check
        What else the claim needs.
    """
    form, protected, demand = table
    held = len(placed.table) - len(placed.rows)
    checks = [_classes(risk), _counts(protected, demand), *more, *judging.draws(run)]
    if form != "dissolved":  # there the fields are columns of counts, protected with the others
        checks += _fields(asked, zones, placed)
        checks += sensitive_checks(*_sensitive(asked, zones, placed))
    checks += judging.population_checks(run, zones.layer, len(placed.rows), AREA_POPULATION)
    if held:
        checks += _held_back(placed)
    return Verdict(
        Claim(
            Phrase("A released record reveals only its cluster, and every cluster meets its bounds."),
            rule=Phrase("People of every cluster that holds a record, computed again from the layer"),
            source="El Emam, Arbuckle. Anonymizing Health Data, 2013, chapter 9",
        ),
        judging.inputs_of(run, zones.layer, len(placed.rows)),
        checks=tuple(checks),
    )


def _held_back(placed):
    """Records that are not released, by why."""
    withheld = int((placed.status == "withheld").sum())
    outside = len(placed.table) - len(placed.rows) - withheld
    if outside:
        sentence = Phrase("{count} records lie in no cluster and are not released.", count=outside)
        yield Check("records_left_out", CARE, sentence)
    if withheld:
        sentence = Phrase(
            "{count} records are not released, because too few share their cluster and released values.",
            count=withheld,
        )
        yield Check("records_withheld", CARE, sentence)


def _classes(risk) -> Check:
    sentence = Phrase(
        "Every released class was checked again from the clustered layer and keeps its bounds; the smallest "
        "in which a record is released holds {people:,.0f} people.",
        people=float(risk.people.min()),
    )
    return Check("bounds", MADE, sentence, internal=False)


def _counts(protected, demand) -> Check:
    """The table of counts passed its audit, else nothing would have been released."""
    counts, units = protected.counts, protected.totals
    if demand.smallest == 1:
        small = int(((counts > 0) & (counts < USUAL_CELL)).sum())
        sentence = Phrase(
            "No count by cluster was protected (SMALL_CELL is 1): {small} of {cells} lie from 1 to "
            "{less}, and whoever counts the release knows them.",
            small=small,
            cells=len(counts),
            less=USUAL_CELL - 1,
        )
        remedy = Phrase("Leave SMALL_CELL empty, or cluster with MINIMUM_CASES.")
        return Check("counts", CARE if small else MADE, sentence, remedy)
    if units:
        sentence = Phrase(
            "Too few records lie in {units} to hide one among others: their counts are withheld, and "
            "stay hidden only where their totals are published nowhere.",
            units=named(units),
        )
        remedy = Phrase("Cluster with larger boundary units, or with MINIMUM_CASES.")
        return Check("counts", CARE, sentence, remedy)
    if demand.rule in CHANGING:
        sentence = Phrase(
            "The counts were read by somebody who knows the totals and the rule: all {cells} were changed "
            "at random, and each that may be small keeps {values} possible values or more.",
            cells=len(counts),
            values=demand.values,
        )
        return Check("counts", MADE, sentence, internal=False)
    if not protected.withheld.any():
        sentence = Phrase(
            "The release was counted by cluster, as someone would: none of its {cells} counts lies from 1 to "
            "{less}, and none is withheld.",
            cells=len(counts),
            less=demand.smallest - 1,
        )
        return Check("counts", MADE, sentence, internal=False)
    sentence = Phrase(
        "The release was counted by cluster, as someone would who knows the totals and the rule: of "
        "{cells} counts {hidden} are withheld, and each keeps {values} possible values or more.",
        cells=len(counts),
        hidden=int(protected.withheld.sum()),
        values=demand.values,
    )
    return Check("counts", MADE, sentence, internal=False)


def of_few_people(run, records, joined, smallest: int) -> tuple[Check, ...]:
    """Whether the counts that are shown stand for as many patients, by cluster and by released values.

    Parameters
    ----------
    run : Run
        RECORD_ID says whether patients are known.
    records : Records
    joined : ndarray of int
        Zone of the release of each zone that was given.
    smallest : int
        Smallest count shown.
    """
    zone, groups = joined[records.zone], len(records.values)
    return few_people(run, (zone, zone * groups + records.group), records.patients, smallest)


def few_people(run, cells: tuple, patients: list, smallest: int) -> tuple[Check, ...]:
    """The check that counts stand for as many patients as they say, where patients are known.

    Parameters
    ----------
    run : Run
    cells : tuple of ndarray of int
        Cell of each record; several where counts are also shown together.
    patients : list
        Identifier of each record's patient; empty where RECORD_ID was not given.
    smallest : int
        Smallest count shown; 1 where every count may be.
    """
    if not patients or smallest == 1:
        return ()
    few = max(int(of_few(cell, patients, smallest).sum()) for cell in cells)
    said = {"count": few, "smallest": smallest, "field": run.field("RECORD_ID")}
    if not few:
        sentence = Phrase("By {field} no count stands for fewer patients than {smallest}.", **said)
        return (Check("people_counted", MADE, sentence, internal=False),)
    sentence = Phrase(
        "By {field} {count} counts of {smallest} records or more are of fewer patients than that: several "
        "records of one patient are no group.",
        **said,
    )
    remedy = Phrase("Release one record a patient, or the first of each, so that counts are of patients.")
    return (Check("people_counted", FAILED, sentence, remedy),)


def _column(placed, name: str):
    values = placed.table.column(name)
    held = np.empty(len(placed.rows), dtype=object)
    held[:] = [None if values[row] is None else str(values[row]) for row in placed.rows]
    return encode(name, held)


def _of_clusters(zones, placed, columns: list) -> Classes:
    cluster = encode("cluster", zones.cluster[placed.area[placed.rows]])
    return classes_of([cluster, *columns])


def _fields(asked: Asked, zones, placed) -> tuple[Check, ...]:
    """Released fields divide clusters into classes of which nobody counted the people."""
    key, names = "released_fields", asked.keep
    if not names:
        sentence = Phrase("No field is released beside the cluster: a class is the whole cluster.")
        return (Check(key, MADE, sentence, internal=False),)
    counted, stratum = _counted(asked, zones, placed)
    known = [name for name in names if name not in asked.sensitive]
    columns = {name: placed.table.column(name) for name in known}
    found = divided({n: [held[row] for row in placed.rows] for n, held in columns.items()}, stratum)
    if not found.dividing:
        sentence = Phrase("The released fields ({fields}) divide no cluster.", fields=", ".join(names))
        return counted or (Check(key, MADE, sentence, internal=False),)
    classes = _of_clusters(zones, placed, [_column(placed, name) for name in found.dividing])
    alone = np.flatnonzero(classes.record_sizes == 1)
    sentence = Phrase(
        "The released fields {fields} divide the clusters into {classes} classes of records, the smallest of "
        "{k}; {alone} records are the only ones of their class. How many people have the released values is "
        "not known, so the risk of a record beside its values could not be bounded.",
        fields=", ".join(found.dividing),
        classes=len(classes.sizes),
        k=int(classes.sizes.min()),
        alone=len(alone),
    )
    remedy = Phrase(
        "Name the people with each value in CLASS_FIELD and CLASS_POPULATIONS, after clustering with a "
        "column for each class; release fewer or coarser fields; or release counts."
    )
    rows = tuple(placed.table.row_ids[placed.rows[at]] for at in alone.tolist())
    return (*counted, Check(key, NOT_MADE, sentence, remedy, rows))


def _counted(asked: Asked, zones, placed) -> tuple:
    """Whether each released value has enough people in its clusters, and the values of the records."""
    name, text = asked.class_field, asked.class_populations
    if not name or name not in asked.keep:
        return (), None
    column = placed.table.column(name)
    values = [str(column[row]) for row in placed.rows]
    people = read_people_by_value(text, zones.layer.table, zones.layer.areas.ids)
    absent = sorted(set(values) - set(people))
    if absent:
        raise InputError(
            tr("Nothing in CLASS_POPULATIONS says how many people have the value {values}.").format(
                values=named(absent)
            )
        )
    bounds, held = zones.bounds, zones.cluster >= 0
    least = max(bounds.population or 0, check.fewest_people(bounds.maximum) if bounds.maximum else 0)
    cluster, fewest, short = zones.cluster[placed.area[placed.rows]], np.inf, []
    for value in sorted(set(values)):
        own = np.minimum(people[value].people, zones.layer.areas.population)
        crowd = np.bincount(zones.cluster[held], own[held], len(zones.codes))
        used = np.unique(cluster[np.array([one == value for one in values])])
        fewest = min(fewest, float(crowd[used].min()))
        short += [f"{zones.codes[at]}, {value}" for at in used if crowd[at] < least]
    if not least:
        sentence = Phrase(
            "The clusters keep no least number of people, so what their classes must keep is not known."
        )
        return (Check("class_people", NOT_MADE, sentence, internal=False),), values
    stated = [value for value in set(values) if people[value].share < 1]
    everybody = counted_together(
        {value: one.people for value, one in people.items()}, zones.layer.areas.population
    )
    return (_class_check(name, short, fewest, stated), *_counted_twice(name, everybody)), values


def _counted_twice(name: str, found):
    """Fields that count everybody, or some people under several values, are no crowds of one value."""
    if not found.several_times and not found.whole:
        return
    sentence = Phrase(
        "The values of {field} count {sum} people together where {all} live: some are counted under "
        "several values, or one value counts everybody. That is right for what anybody may have, such "
        "as a diagnosis, and hides too little where it parts people, as sex does.",
        field=name,
        sum=thousands(found.together),
        all=thousands(found.everybody),
    )
    remedy = Phrase("Give each value a field with the people who have it and no other.")
    yield Check("class_people_apart", CARE, sentence, remedy, internal=False)


def _class_check(name: str, short: list, fewest: float, stated: list) -> Check:
    key = "class_people"
    if short:
        sentence = Phrase(
            "With their {field}, records stand among fewer people than the clusters' bound asks for "
            "({classes}).",
            field=name,
            classes=named(short),
        )
        remedy = Phrase("Cluster with a column of people for each class and the bound “maximum”.")
        return Check(key, FAILED, sentence, remedy)
    said = {"field": name, "people": fewest}
    if stated:
        sentence = Phrase(
            "With their {field}, records stand among {people:,.0f} people or more, if every area has the "
            "least share that was stated.",
            **said,
        )
        return Check(
            key, CARE, sentence, Phrase("Give a field with the people of each value."), internal=False
        )
    sentence = Phrase("With their {field}, records stand among {people:,.0f} people or more.", **said)
    return Check(key, MADE, sentence, internal=False)


def _sensitive(asked: Asked, zones, placed):
    """Classes by what a neighbour may know, the sensitive columns, and the rows as the layer names them."""
    known = [_column(placed, name) for name in asked.keep if name not in asked.sensitive]
    classes = _of_clusters(zones, placed, known)
    chosen = [_column(placed, name) for name in asked.sensitive]
    return classes, chosen, [placed.table.row_ids[row] for row in placed.rows]
