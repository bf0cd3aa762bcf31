# SPDX-License-Identifier: GPL-2.0-or-later
"""The verdict on a release by clusters."""

from __future__ import annotations

import numpy as np

from ...core.base.errors import InputError, Phrase, named, thousands
from ...core.base.thresholds import WEAKEST_RISK
from ...core.base.verdict import CARE, FAILED, MADE, NOT_MADE, Check, Claim, Verdict, lenient
from ...core.clustering import check
from ...core.counts.release import CHANGING
from ...core.counts.together.membership import (
    Cells,
    Counted,
    Totals,
    countable,
    membership,
    of_few_people,
    people_unknown,
)
from ...core.exposure.fields.released_fields import divided
from ...core.exposure.uniqueness.classes import Classes, classes_of, encode
from ..framework.verdict import judging
from ..framework.verdict.judging import sensitive_checks
from ..io.people import ANYONE_OR_DIVIDED, counted_together, read_people_by_value, rows_are_people
from .clusterinput import AREA_POPULATION

USUAL_CELL = 11
"""Smallest count that CMS lets be shown (core/base/thresholds.py, cms_cell)."""


def judge(run, inputs, placed, risk, out, more: tuple[Check, ...] = ()) -> Verdict:
    """Judge what was released of the records: the table that can be counted, whatever its form.

    ``inputs`` are what the verdict asks of the released fields and the limits, ``more`` what else the claim
    needs.
    """
    zones, rules, withheld = out.zones, out.rules, out.protected.withheld.any()
    released = len(placed.rows)
    people = _people_by_value(inputs, zones)
    checks = [_classes(risk), *_few(risk), _counts(out.protected, rules), *more, *judging.draws(run)]
    checks += only_release(rules.own_key, withheld, rules.rule in CHANGING)
    if len(out.shown.rows):
        checks += _fields(inputs, zones, out.shown, people)
        checks += sensitive_checks(*_sensitive(inputs, zones, out.shown))
    checks.append(membership(_countable(inputs, out, people)))
    checks += judging.population_checks(run, zones.layer, released, AREA_POPULATION)
    checks += rows_are_people(run, placed.table)
    if released < len(placed.table):
        checks += _left_out(placed)
    return Verdict(
        Claim(
            Phrase(
                "The release shows whole zones only, every zone is as large as its limit asks for, and no "
                "count gives away that somebody is in the data."
            ),
            rule=Phrase("People of every zone that holds a record, computed again from the layer"),
            source="El Emam, Arbuckle. Anonymizing Health Data, 2013, chapter 9",
        ),
        judging.inputs_of(run, zones.layer, released),
        checks=tuple(checks),
    )


def _left_out(placed):
    """Records that are not released, by why. Withheld rows are withheld counts, which need no more care."""
    withheld = int((placed.status == "withheld").sum())
    outside = len(placed.table) - len(placed.rows) - withheld
    if outside:
        sentence = Phrase("{count} records lie in no zone and are not released.", count=outside)
        yield Check("records_left_out", CARE, sentence)
    if withheld:
        sentence = Phrase(
            "{count} records are not released, because too few share their zone and released values.",
            count=withheld,
        )
        yield Check("records_withheld", MADE, sentence)


def _classes(risk) -> Check:
    sentence = Phrase(
        "Every released class was checked again from the layer of merged areas and keeps its bounds; the "
        "smallest in which a record is released holds {people:,.0f} people.",
        people=float(risk.people.min()),
    )
    return Check("bounds", MADE, sentence, internal=False)


def only_release(own_key: bool, withheld: bool, changed: bool = False) -> tuple[Check, ...]:
    """What the verdict does not speak of: a second release that withholds or changes other counts.

    ``own_key`` is whether a key that is kept, or a ledger, makes a second release withhold and change the
    same; ``changed`` whether counts were changed at random.
    """
    if own_key or not (withheld or changed):
        return ()
    sentence = Phrase(
        "Judged as the only release of these records: without MASK_KEY a second one would withhold or "
        "change other counts, and the two together reveal the true ones. Release them again only with a "
        "ledger or the same key."
    )
    return (Check("only_release", MADE, sentence, internal=False),)


def _few(risk) -> tuple[Check, ...]:
    """Whether a class is smaller than any that is published."""
    fewest = float(risk.people.min(initial=np.inf))
    return lenient(1 / fewest) if fewest > 1 else ()


def _counts(protected, rules) -> Check:
    """The table of counts passed its audit, else nothing would have been released."""
    counts, units = protected.counts, protected.whole
    if rules.smallest == 1:
        small = int(((counts > 0) & (counts < USUAL_CELL)).sum())
        sentence = Phrase(
            "No count by zone was protected (SMALL_CELL is 1): {small} of {cells} lie from 1 to "
            "{less}, and whoever counts the release knows them.",
            small=small,
            cells=len(counts),
            less=USUAL_CELL - 1,
        )
        remedy = Phrase("Leave SMALL_CELL empty, or merge with MINIMUM_CASES.")
        return Check("counts", CARE if small else MADE, sentence, remedy)
    if units:
        sentence = Phrase(
            "Too few records lie in {units} to hide one among others: their counts are withheld, and stay "
            "unknown only while their totals are published nowhere.",
            units=named(units),
        )
        remedy = Phrase("Merge with larger boundary units, or with MINIMUM_CASES.")
        return Check("counts", CARE, sentence, remedy)
    if rules.rule in CHANGING:
        sentence = Phrase(
            "The counts were read by somebody who knows the totals and the rule: all {cells} were changed "
            "at random, and each that may be small keeps {values} possible values or more.",
            cells=len(counts),
            values=rules.values,
        )
        return Check("counts", MADE, sentence, internal=False)
    if not protected.withheld.any():
        sentence = Phrase(
            "The release was counted by zone, as someone would: none of its {cells} counts lies from 1 to "
            "{less}, and none is withheld.",
            cells=len(counts),
            less=rules.smallest - 1,
        )
        return Check("counts", MADE, sentence, internal=False)
    sentence = Phrase(
        "The release was counted by zone, as someone would who knows the totals and the rule: of "
        "{cells} counts {hidden} are withheld, and each keeps {values} possible values or more.",
        cells=len(counts),
        hidden=int(protected.withheld.sum()),
        values=rules.values,
    )
    return Check("counts", MADE, sentence, internal=False)


def zones_of_few_people(record_id: str | None, records, smallest: int) -> tuple[Check, ...]:
    """Whether the counts that are shown stand for as many patients, by cluster and by released values."""
    place = records.zone * len(records.groups) + records.group
    return few_people(record_id, (records.zone, place), records.patients, smallest)


def few_people(record_id: str | None, cells: tuple, patients: list, smallest: int) -> tuple[Check, ...]:
    """The check that counts stand for as many patients as they say, where patients are known.

    ``cells`` are one array, or several where counts are also shown together; ``patients`` is empty where
    RECORD_ID was not given; ``smallest`` is 1 where every count may be shown.
    """
    if not patients or smallest == 1:
        return ()
    few = max(int(of_few_people(cell, patients, smallest).sum()) for cell in cells)
    said = {"count": few, "smallest": smallest, "field": record_id}
    if not few:
        sentence = Phrase("By {field} no count stands for fewer patients than {smallest}.", **said)
        return (Check("people_counted", MADE, sentence, internal=False),)
    sentence = Phrase(
        "By {field}, {count} counts of {smallest} records or more come from fewer patients than that: "
        "several records of one patient hide nobody.",
        **said,
    )
    remedy = Phrase("Release one record per patient, or the first of each, so that counts are of patients.")
    return (Check("people_counted", FAILED, sentence, remedy),)


def grid_membership(run, out, patients: list, people) -> tuple[Check, ...]:
    """What the counts of a grid tell of those who live in its cells, and whether these people are people.

    ``patients`` is empty where RECORD_ID was not given.
    """
    remedy = Phrase("Give AREAS and POPULATION, census areas as small as there are; or choose larger cells.")
    if people is None:
        sentence = Phrase(
            "How many people live in the cells is not known: whether a count is of nearly all of them could "
            "not be judged."
        )
        return (people_unknown(sentence, remedy),)
    pairs = None
    if patients:
        pairs = np.column_stack([out.cells.cell, encode("patient", np.array(patients, dtype=object)).codes])
    own = np.arange(len(out.counts))
    totals = Totals.of(np.zeros_like(own), out.counts, out.hidden)
    cells = Cells(out.ranges.low, [totals], pairs)
    codes = [str(code) for code in out.cells.codes]
    found = countable(cells, own, people.fewest, codes)
    check = membership(found)
    if check.outcome is not MADE:
        check = membership(countable(cells, own, people.most, codes))
    beyond = found.beyond(WEAKEST_RISK)
    if check.outcome is not FAILED and beyond.any():
        unsure = [name for name, is_beyond in zip(found.names, beyond) if is_beyond]
        sentence = Phrase(
            "In {count} cells ({cells}) areas with people are cut, and whether the records are nearly all "
            "who live there could not be judged.",
            count=len(unsure),
            cells=named(unsure),
        )
        check = people_unknown(sentence, remedy)
    return (check, *judging.population_checks(run, people.layer, len(out.cells.cell)))


def _column(placed, name: str):
    values = placed.table.column(name)
    held = np.empty(len(placed.rows), dtype=object)
    held[:] = [None if values[row] is None else str(values[row]) for row in placed.rows]
    return encode(name, held)


def _of_clusters(zones, placed, columns: list) -> Classes:
    cluster = encode("cluster", zones.cluster[placed.area[placed.rows]])
    return classes_of([cluster, *columns])


def _fields(inputs, zones, placed, people: dict) -> tuple[Check, ...]:
    """Released fields divide clusters into classes of which nobody counted the people."""
    key, names = "released_fields", inputs.keep_fields
    if not names:
        sentence = Phrase("No field is released beside the zone: a class is the whole zone.")
        return (Check(key, MADE, sentence, internal=False),)
    counted, stratum = _counted(inputs, zones, placed, people)
    known = [name for name in names if name not in inputs.sensitive]
    columns = {name: placed.table.column(name) for name in known}
    found = divided({n: [held[row] for row in placed.rows] for n, held in columns.items()}, stratum)
    if not found.dividing:
        sentence = Phrase("The released fields ({fields}) divide no zone.", fields=", ".join(names))
        return counted or (Check(key, MADE, sentence, internal=False),)
    classes = _of_clusters(zones, placed, [_column(placed, name) for name in found.dividing])
    alone = np.flatnonzero(classes.record_sizes == 1)
    sentence = Phrase(
        "The released fields {fields} divide the zones into {classes} classes of records, the smallest of "
        "{k}; {alone} records are the only ones of their class. How many people have the released values is "
        "not known, so the risk of a record beside its values could not be bounded.",
        fields=", ".join(found.dividing),
        classes=len(classes.sizes),
        k=int(classes.sizes.min()),
        alone=len(alone),
    )
    remedy = Phrase(
        "After merging with a column for each class, name the people with each value in CLASS_FIELD and "
        "CLASS_POPULATIONS. Name what patients alone have, such as a stage, in SENSITIVE. Or release fewer "
        "or coarser fields."
    )
    rows = tuple(placed.table.row_ids[placed.rows[at]] for at in alone.tolist())
    return (*counted, Check(key, NOT_MADE, sentence, remedy, rows))


def _people_by_value(inputs, zones) -> dict:
    """People of each area with the values of the field whose people were counted; empty where none was."""
    if not inputs.class_field or inputs.class_field not in inputs.keep_fields:
        return {}
    return read_people_by_value(inputs.class_populations, zones.layer.table, zones.layer.areas.ids)


def _countable(inputs, out, people: dict) -> Counted:
    """Every number of records that anybody can count, by zones and by values whose people were counted."""
    zones, protected = out.zones, out.protected
    cells, codes = _cells(out), [str(code) for code in zones.codes]
    found = _counted_among(cells, protected, protected.cells.zone, zones.people, codes)
    if not people:
        return found
    held, place = zones.cluster >= 0, inputs.keep_fields.index(inputs.class_field)
    zone, values = zones.cluster[held], list(people)
    crowds = [np.bincount(zone, people[value].people[held], len(codes)) for value in values]
    number = {value: at for at, value in enumerate(values)}
    of_group = np.array([number.get(str(one[place]), -1) for one in out.records.groups], dtype=np.int64)
    value = of_group[protected.cells.group]
    crowd = np.where(value >= 0, protected.cells.zone + len(codes) * value, -1)
    names = [f"{code}, {value}" for value in values for code in codes]
    return found + _counted_among(cells, protected, crowd, np.concatenate(crowds), names)


def _counted_among(cells: Cells, protected, crowd, people, names: list) -> Counted:
    """What the table tells of crowds; records in no zone that totals hide are among people of their own."""
    rest = protected.rests.people
    crowd = np.concatenate([crowd, len(people) + np.arange(len(rest))])
    return countable(cells, crowd, np.concatenate([people, rest]), [*names, *("–" for _ in rest)])


def _cells(out) -> Cells:
    """The table of counts, with the totals that anybody may take what is shown from.

    Records in no zone that these totals hide are further cells.
    """
    protected, records, rests = out.protected, out.records, out.protected.rests
    few = np.zeros(len(rests.records), dtype=np.int64)
    total = np.concatenate([protected.cells.total, rests.total])
    known = protected.known[total]
    # The total of all is always known, and what known totals leave of it.
    parts = [np.where(known, total, -1), np.where(known, -1, 0), np.zeros_like(total)]
    if protected.total_hidden is not None:
        zone, gone = protected.cells.zone, protected.total_hidden[protected.cells.zone]
        parts += [np.concatenate([part, few - 1]) for part in (np.where(gone, -1, zone), gone - 1)]
    counts = np.concatenate([protected.counts, rests.records])
    hidden = np.concatenate([protected.withheld | (out.rules.rule in CHANGING), few == 0])
    totals = [Totals.of(part, counts, hidden) for part in parts]
    return Cells(np.concatenate([protected.least, few]), totals, _patients_by_cell(records, protected))


def _patients_by_cell(records, protected) -> np.ndarray | None:
    """Cell and patient of each record; None where patients are not known."""
    if not records.patients:
        return None
    groups, cells, few = len(records.groups), protected.cells, protected.rests.records
    cell = np.searchsorted(cells.zone * groups + cells.group, records.zone * groups + records.group)
    person = encode("patient", np.array(records.patients, dtype=object)).codes
    others = np.repeat(len(cells.zone) + np.arange(len(few)), few)  # of them nobody asked who they are
    strangers = len(person) + np.arange(len(others))
    return np.column_stack([np.concatenate([cell, others]), np.concatenate([person, strangers])])


def _counted(inputs, zones, placed, people: dict) -> tuple:
    """Whether each released value has enough people in its clusters, and the values of the records."""
    name = inputs.class_field
    if not people or name is None:
        return (), None
    column = placed.table.column(name)
    values = [str(column[row]) for row in placed.rows]
    absent = sorted(set(values) - set(people))
    if absent:
        raise InputError(
            "release.class_populations.missing",
            "Nothing in CLASS_POPULATIONS says how many people have the value {values}.",
            values=named(absent),
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
            "The zones keep no least number of people, so what their classes must keep is not known."
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
        "The values of {field} together count {sum} people where {all} live: some are counted under "
        "several values, or one value counts everybody. {right}",
        right=ANYONE_OR_DIVIDED,
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
            "With their {field}, records stand among fewer people than the zones' bound asks for "
            "({classes}).",
            field=name,
            classes=named(short),
        )
        remedy = Phrase("Merge with a column of people for each class and the bound “maximum”.")
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


def _sensitive(inputs, zones, placed):
    """Classes by what a neighbour may know, the sensitive columns, and the rows as the layer names them."""
    known = [_column(placed, name) for name in inputs.keep_fields if name not in inputs.sensitive]
    classes = _of_clusters(zones, placed, known)
    chosen = [_column(placed, name) for name in inputs.sensitive]
    return classes, chosen, [placed.table.row_ids[row] for row in placed.rows]
