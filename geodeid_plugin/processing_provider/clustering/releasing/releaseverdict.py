# SPDX-License-Identifier: GPL-2.0-or-later
"""The verdict on a release by clusters."""

from __future__ import annotations

import numpy as np

from ....core.base.errors import Phrase, named
from ....core.base.verdict import CARE, MADE, NOT_MADE, Check, Claim, Verdict
from ....core.exposure.uniqueness.classes import Classes, classes_of, encode
from ...framework.verdict import judging
from ...framework.verdict.sensitive import sensitive_checks
from ..clusterinput import AREA_POPULATION

SENSITIVE = "SENSITIVE"
USUAL_CELL = 11
"""Smallest count that CMS lets be shown (core/base/thresholds.py, cms_cell)."""


def judge(run, zones, placed, risk, table) -> Verdict:
    """Judge what was released of the records.

    Parameters
    ----------
    run : Run
    zones : Zones
    placed : Placed
    risk : ReleaseRisk
    table : tuple of (str, Protected, Demand)
        The form of the release, and how its counts by cluster are protected.
    """
    form, protected, demand = table
    held = len(placed.table) - len(placed.rows)
    checks = [_classes(risk), _counts(protected, demand), *judging.draws(run)]
    if form != "dissolved":  # there the fields are columns of counts, protected with the others
        checks.append(_fields(run, zones, placed))
        checks += sensitive_checks(*_sensitive(run, zones, placed))
    checks += judging.population_checks(run, zones.layer, len(placed.rows), AREA_POPULATION)
    if held:
        sentence = Phrase("{count} records lie in no cluster and are not released.", count=held)
        checks.append(Check("records_left_out", CARE, sentence))
    return Verdict(
        Claim(
            Phrase("A released record tells of its place nothing but its cluster, which meets its bounds."),
            rule=Phrase("People of every cluster that holds a record, computed again from the layer"),
            source="El Emam, Arbuckle. Anonymizing Health Data, 2013, chapter 9",
        ),
        judging.inputs_of(run, zones.layer, len(placed.rows)),
        checks=tuple(checks),
    )


def _classes(risk) -> Check:
    sentence = Phrase(
        "Every released class was checked again from the clustered layer and keeps its bounds; the smallest "
        "holds {people:,.0f} people.",
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
    sentence = Phrase(
        "Whoever counts the release by cluster, knowing the totals and the rule, was played: of {cells} "
        "counts {hidden} are withheld, and each keeps {values} possible values or more.",
        cells=len(counts),
        hidden=int(protected.withheld.sum()),
        values=demand.values,
    )
    return Check("counts", MADE, sentence, internal=False)


def _released(run, placed) -> dict:
    """Columns of the fields that are released, sensitive ones apart, for the released records."""
    return {name: _column(placed, name) for name in run.fields("KEEP_FIELDS")}


def _column(placed, name: str):
    values = placed.table.column(name)
    held = np.empty(len(placed.rows), dtype=object)
    held[:] = [None if values[row] is None else str(values[row]) for row in placed.rows]
    return encode(name, held)


def _of_clusters(zones, placed, columns: list) -> Classes:
    cluster = encode("cluster", zones.cluster[placed.area[placed.rows]])
    return classes_of([cluster, *columns])


def _fields(run, zones, placed) -> Check:
    """Released fields divide clusters into classes of which nobody counted the people."""
    key, columns = "released_fields", _released(run, placed)
    if not columns:
        sentence = Phrase("No field is released beside the cluster: a class is the whole cluster.")
        return Check(key, MADE, sentence, internal=False)
    names = [name for name in columns if name not in run.fields(SENSITIVE)]
    dividing = [name for name in names if len(np.unique(columns[name].codes)) > 1]
    if not dividing:
        sentence = Phrase("The released fields ({fields}) divide no cluster.", fields=", ".join(columns))
        return Check(key, MADE, sentence, internal=False)
    classes = _of_clusters(zones, placed, [columns[name] for name in dividing])
    alone = np.flatnonzero(classes.record_sizes == 1)
    sentence = Phrase(
        "The released fields {fields} divide the clusters into {classes} classes of records, the smallest of "
        "{k}; {alone} records are the only ones of their class. How many people have the released values is "
        "not known, so the risk of a record beside its values could not be bounded.",
        fields=", ".join(dividing),
        classes=len(classes.sizes),
        k=int(classes.sizes.min()),
        alone=len(alone),
    )
    remedy = Phrase(
        "Cluster with a column of people for each class and the bound “maximum”, release fewer or coarser "
        "fields, or release counts."
    )
    rows = tuple(placed.table.row_ids[placed.rows[at]] for at in alone.tolist())
    return Check(key, NOT_MADE, sentence, remedy, rows)


def _sensitive(run, zones, placed):
    """Classes by what a neighbour may know, the sensitive columns, and the rows as the layer names them."""
    columns = _released(run, placed)
    known = [columns[name] for name in columns if name not in run.fields(SENSITIVE)]
    classes = _of_clusters(zones, placed, known)
    chosen = [_column(placed, name) for name in run.fields(SENSITIVE)]
    return classes, chosen, [placed.table.row_ids[row] for row in placed.rows]
