# SPDX-License-Identifier: GPL-2.0-or-later
"""What every verdict of an algorithm needs: its inputs, and the checks that several algorithms share."""

from __future__ import annotations

from collections.abc import Sequence

from qgis.core import QgsProcessingParameterField, QgsProcessingParameterFile

from ....core.base.errors import Phrase, named, translated
from ....core.base.verdict import (
    CARE,
    FAILED,
    MADE,
    NOT_MADE,
    Adversary,
    Check,
    Inputs,
    Level,
    Outcome,
    Verdict,
)
from ....core.exposure.fields.plausibility import DIFFERS, Population, checks, density_km2
from ....core.exposure.fields.released_fields import divided
from ....core.exposure.uniqueness.classes import Classes, diversity
from ....i18n import tr
from ...io import original_geometries
from ...io.area_layer import upon_others
from .. import give
from ..give import TEXT, WHOLE, Features
from .metricsfile import read_back, saved

_RELEASED = "KEEP_FIELDS"


def inputs_of(run, layer=None, records: int | None = None) -> Inputs:
    """Layers, fields and counts of a run, for the first page of its report.

    ``layer`` are the areas whose people the records hide among.
    """
    areas = None if layer is None else layer.areas
    counted = None if areas is None or not areas.population.any() else areas
    return Inputs(
        layers=tuple(_layers(run)),
        fields=tuple(_fields(run)),
        areas=None if areas is None else len(areas),
        people=None if counted is None else float(counted.population.sum()),
        density_km2=None if counted is None else density_km2(counted.population, counted.area_m2),
        records=records,
        outside=run.counts.get("held_back_outside"),
        released=tuple(run.fields(_RELEASED)) if run.defines(_RELEASED) else None,
    )


def _layers(run):
    for definition in run.definitions():
        name = run.source_name(definition.name())
        if name:
            yield definition.description(), full_name(name, run.parameters.get(definition.name()))
        elif not isinstance(definition, QgsProcessingParameterFile) or definition.extension() == "json":
            continue  # METRICS of earlier steps are no data
        elif run.file(definition.name()):
            yield definition.description(), run.file(definition.name()).name


def full_name(source: str, given) -> str:
    """A source's name; of several layers in one file with the layer's."""
    _path, mark, layer = str(given).partition("|layername=") if isinstance(given, str) else ("", "", "")
    return f"{source}, {layer.partition('|')[0]}" if mark else source


def _fields(run):
    for definition in run.definitions():
        if isinstance(definition, QgsProcessingParameterField) and definition.name() != _RELEASED:
            several = definition.allowMultiple()
            chosen = run.fields(definition.name()) if several else [run.field(definition.name())]
            if any(chosen):
                yield definition.description(), ", ".join(filter(None, chosen))


def population_checks(
    run, layer, records: int | None = None, name: str = "", listed: tuple[Check, ...] = ()
) -> tuple[Check, ...]:
    """Whether the population field of a layer of areas counts people; none where no field was given.

    ``name`` is the field that an earlier step wrote, else that of POPULATION is; ``listed`` is what is said
    of areas that are addresses, in place of the spread of their people.
    """
    others = {} if name or layer is None else layer.table.numeric_columns()
    if not name and run.defines("POPULATION"):
        name = run.field("POPULATION") or ""
    if layer is None or not name:
        return _residents_checks(run)
    areas = layer.areas
    field = Population(
        name, areas.population, areas.area_m2, others,
        run.counts.get("areas_without_population", 0), areas.ids,
    )  # fmt: skip
    said = (one for one in checks(field, records) if not (listed and one.key == DIFFERS))
    return (*said, *listed, _counted_once(layer))


def _residents_checks(run) -> tuple[Check, ...]:
    """Word of residents of addresses that no census is held against."""
    if not run.defines("RESIDENTS") or not run.field("RESIDENTS"):
        return ()
    sentence = Phrase(
        "How many people live at each address was taken from RESIDENTS, and not held against a census."
    )
    remedy = Phrase("Give areas with their population, too.")
    return (Check("residents", CARE, sentence, remedy, internal=False),)


def _counted_once(layer) -> Check:
    """Whether nobody is counted by two areas that lie one upon the other."""
    key, twice = "population_counted_once", upon_others(layer)
    if not len(twice):
        return Check(key, MADE, Phrase("No two areas overlap."), internal=False)
    sentence = Phrase(
        "Some areas overlap ({areas}), so their people are counted twice. How many people a patient hides "
        "among is not known.",
        areas=named(layer.areas.ids[row] for row in twice),
    )
    remedy = Phrase("Use one set of areas in which every place lies in one area only.")
    return Check(key, NOT_MADE, sentence, remedy, internal=False)


def draws(run) -> tuple[Check, ...]:
    """Whether the draws of a release came from the operating system's source."""
    if not run.seeded:
        sentence = Phrase("The random numbers came from the operating system, and nobody can repeat them.")
        return (Check("draws", MADE, sentence, internal=False),)
    return (
        Check(
            "draws",
            FAILED,
            Phrase(
                "The random numbers were drawn with a seed: whoever knows the seed can undo the masking. "
                "The run is for testing."
            ),
            Phrase("For a release, run it again without a seed."),
            internal=False,
        ),
    )


def all_there(run, *names: str) -> tuple[Check, ...]:
    """Whether every record that was given takes part; what was left out is counted."""
    lost = sum(run.counts.get(f"{name}_without_geometry", 0) for name in names)
    lost += run.counts.get("held_back_outside", 0)
    if not lost:
        return (Check("records_left_out", MADE, Phrase("Every record that was given takes part.")),)
    sentence = Phrase(
        "{count} records have no place or lie outside every area: they are not released, and this verdict "
        "does not cover them.",
        count=lost,
    )
    return (Check("records_left_out", CARE, sentence),)


def described(verdict: Verdict) -> dict:
    """A verdict as METRICS hold it: keys and figures, and the sentences as the user read them.

    No row, name or place of a record: what stands here may be read by the next step of a model.
    """
    claim = verdict.claim
    inputs = verdict.inputs
    uses = () if inputs is None else [use for use, _name in (*inputs.layers, *inputs.fields)]
    return {
        "said": saved(
            [
                claim.sentence,
                *verdict.reasons,
                *uses,
                *(words for one in verdict.adversaries for words in (one.knows, one.holds)),
                *(words for one in verdict.checks for words in (one.sentence, one.remedy)),
            ]
        ),
        "reasons": [translated(one, tr) for one in verdict.reasons],
        "claim": translated(claim.sentence, tr),
        "limit": claim.limit,
        "worst_risk": verdict.worst_risk,
        "records_concerned": len(verdict.affected_records),
        "inputs": None if inputs is None else _inputs_described(inputs),
        "adversaries": [
            {
                "key": one.key,
                "knows": translated(one.knows, tr),
                "holds": translated(one.holds, tr),
                "risk": one.risk,
                "covered": one.covered,
                "records": len(one.records),
                "level": one.level(claim.limit).value,
                "internal": one.internal,
            }
            for one in verdict.adversaries
        ],
        "checks": [
            {
                "key": one.key,
                "outcome": one.outcome.value,
                "sentence": translated(one.sentence, tr),
                "remedy": translated(one.remedy, tr) if one.remedy else None,
                "records": len(one.records),
                "internal": one.internal,
            }
            for one in verdict.checks
        ],
    }


def _inputs_described(inputs: Inputs) -> dict:
    told = {
        kind: [[translated(use, tr), name] for use, name in getattr(inputs, kind)]
        for kind in ("layers", "fields")
    }
    return {**vars(inputs), **told}


def checks_of(metrics: dict, prefix: str, keys: tuple = ()) -> tuple[Check, ...]:
    """The checks of an earlier run, all or those of some keys, from its METRICS, as they came out there."""
    earlier = metrics.get("judgement", {}).get("checks", ())
    earlier = [one for one in earlier if not keys or one["key"] in keys]
    return tuple(
        Check(
            f"{prefix}_{one['key']}",
            Outcome(one["outcome"]),
            read_back(metrics, one["sentence"]),
            read_back(metrics, one["remedy"]) if one["remedy"] else None,
            internal=one["internal"],
        )
        for one in earlier
    )


def adversaries_of(metrics: dict) -> tuple[Adversary, ...]:
    """The adversaries whom the claim of an earlier run covers, from its METRICS."""
    return tuple(
        Adversary(
            one["key"],
            read_back(metrics, one["knows"]),
            read_back(metrics, one["holds"]),
            one["risk"],
            explained=read_back(metrics, one["knows"]) if Level(one["level"]) is Level.WITH_CARE else None,
            calibrated=Level(one["level"]) is not Level.NOT_JUDGED,
            internal=one["internal"],
        )
        for one in metrics.get("judgement", {}).get("adversaries", ())
        if one["covered"]
    )


NAME = "CONCERNED"
CONCERNED = give.points(
    NAME,
    "Records affected",
    "The records that the verdict names, at their true places. Internal.",
    optional=True,
    internal=True,
    style="dots",
    fields={"feature": WHOLE, "finding": TEXT},
    advanced=True,
)


def affected_records(run, name: str, verdict: Verdict) -> Features:
    """The records that a verdict names, from the layer of parameter ``name``."""
    parts_of: dict[int, list] = {}
    parts: list[Adversary | Check] = [*verdict.adversaries, *verdict.checks]
    for part in parts:
        for row in part.records:
            parts_of.setdefault(int(row), []).append(part)
    rows = sorted(parts_of)
    shapes, kind = original_geometries(run, name, rows)
    findings = [" ".join(_finding(one) for one in parts_of[row]) for row in rows]
    return Features({"feature": rows, "finding": findings}, shapes, kind, run.source(name).sourceCrs())


def _finding(part) -> str:
    if hasattr(part, "sentence"):
        return translated(part.sentence, tr)
    return tr("Above the limit, for somebody who knows: {knows}.", knows=translated(part.knows, tr))


def sensitive_checks(classes: Classes, columns: list, rows, model: str = "") -> list[Check]:
    """l-diversity and t-closeness of each sensitive field; a class with one value gives its people away.

    ``classes`` are of like records by what an observer may know, whom ``model`` names where several are
    tried; ``rows`` as their layer names them.
    """
    checks = []
    for column in columns:
        found, key = diversity(classes, column), f"diversity_{column.name}{model and '_' + model}"
        said = {
            "field": column.name,
            "distinct": found.distinct_l,
            "entropy": found.entropy_l,
            "t": found.t,
            "k": found.k,
            "alike": len(found.alike),
            "model": model or Phrase("the release"),
        }
        if found.distinct_l > 1 or len(column.labels) < 2:
            sentence = Phrase(
                "Sensitive field “{field}” beside {model}: every class of like records (at least {k}) holds "
                "{distinct} or more values (entropy l {entropy:.2f}), and differs from the whole by at most "
                "t = {t:.2f}.",
                **said,
            )
            checks.append(Check(key, MADE, sentence))
            continue
        sentence = Phrase(
            "“{field}” beside {model}: {alike:,} records share their other values only with records of the "
            "same “{field}”, so knowing that a person is in the data reveals it (l = 1, t = {t:.2f}).",
            **said,
        )
        remedy = Phrase("Do not release “{field}”, or coarsen the other fields.", field=column.name)
        checks.append(Check(key, FAILED, sentence, remedy, tuple(rows[at] for at in found.alike.tolist())))
    return checks


_KEY = "released_fields"


def released_fields(run, table, rows, stratum: str | None = None, strata=None) -> Check:
    """Whether the crowd of every combination of released values was counted.

    KEEP_FIELDS says what is released; ``stratum`` is a field whose values, ``strata``, were masked apart,
    each with its own population.
    """
    names = run.fields("KEEP_FIELDS")
    if not names:
        sentence = Phrase("No field is released beside the place: each patient hides among all people.")
        return Check(_KEY, MADE, sentence, internal=False)
    columns = {name: table.column(name) for name in names}
    values: dict[str, Sequence] = {name: [column[row] for row in rows] for name, column in columns.items()}
    found = divided(values, strata if stratum else None)
    if not found.dividing:
        sentence = Phrase(
            "Of the released fields ({fields}) each value was masked with the population that has it, or all "
            "records share it.",
            fields=", ".join(names),
        )
        return Check(_KEY, MADE, sentence, internal=False)
    sentence = Phrase(
        "Released fields divide the people among whom a patient hides: {fields}. Everybody near a place was "
        "counted, whatever their values. How many have the released ones is not known, so the risk of a "
        "record with its values could not be bounded.",
        fields=", ".join(found.dividing),
    )
    alone = tuple(table.row_ids[rows[at]] for at in found.alone.tolist())
    return Check(_KEY, NOT_MADE, sentence, _remedy(run, found, stratum), alone, internal=False)


def _remedy(run, found, stratum: str | None) -> Phrase:
    said = {"field": found.dividing[0], "fields": ", ".join(found.dividing), "stratum": stratum}
    if not run.defines("STRATUM"):
        return Phrase(
            "Do not release {fields}, or use “Mask points: least move”, which masks each value "
            "separately with its own "
            "population.",
            **said,
        )
    if stratum is None:
        return Phrase(
            "Mask each value separately with its own population: STRATUM={field} and STRATUM_POPULATIONS, "
            "for example F=females; M=males. For several fields use one field that joins them. Or do not "
            "release {fields}.",
            **said,
        )
    return Phrase(
        "Use one field that joins {stratum} with {fields} as STRATUM, with the population of each value, or "
        "do not release {fields}.",
        **said,
    )
