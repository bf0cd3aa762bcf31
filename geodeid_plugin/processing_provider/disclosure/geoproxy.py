# SPDX-License-Identifier: GPL-2.0-or-later
"""Where people are treated tells where they live: the geoproxy attack."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...core.base import identity, thresholds
from ...core.base.errors import InputError, named
from ...core.base.progress import part
from ...core.exposure.geoproxy import codes, coding
from ...core.exposure.geoproxy import provider_study as core
from ...core.exposure.geoproxy.attack import VARIANTS, Visits
from ...core.exposure.uniqueness.classes import encode
from ...core.geometry.neighbours import nearest
from ...i18n import tr
from ..framework import ask, blocks, give, labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import Result
from ..framework.verdict.audience import keys
from ..io import read_areas, read_table
from . import geoproxy_report

_LONGEST_DEFAULT = 10
"""Longest cropping tried where no lengths are given: one row of the report each."""
_CROPPED_PROVIDER = 3
"""Characters of a provider's area code that cropping keeps, as of a ZIP code in the safe harbour of HIPAA."""
_AREAS_WITH_POINTS = 50
"""A provider's area gets so many points, its nearest area one less, and so on (El Emam and Arbuckle 2013)."""
_GUESSES = tuple(range(1, 51))
"""Numbers of guesses in the table."""


class Geoproxy(GeoDeIDAlgorithm):
    """``geodeid:geoproxy``."""

    ID = "geoproxy"
    TITLE = "Check places of treatment: geoproxy"
    HEADING = labels.CHECK
    TAGS = ("geoproxy", "provider", "clinic", "hospital", "pharmacy", "visits", "claims data")
    SUMMARY = (
        "Tests whether the places where people are treated give away where they live: how often an "
        "adversary who ranks the areas near a patient's providers is right, and what cropping or dropping "
        "provider areas would save."
    )
    JUDGES = True
    INPUTS = (
        ask.source("VISITS", "Visits or claims", "Table with one claim or visit a row.", ask.TABLE),
        ask.field(
            "VISIT_PATIENT",
            "Patient of the visit",
            "Field with the patient's identifier.",
            "VISITS",
            guess="none",
        ),
        ask.field(
            "PROVIDER_AREA",
            "Provider's area",
            "Field with the code of the provider's area.",
            "VISITS",
            guess="none",
        ),
        *ask.under_advanced(
            ask.field(
                "CLAIM",
                "Claim identifier",
                "Field that numbers claims. Empty: every row is one.",
                "VISITS",
                optional=True,
            ),
            ask.field(
                "VISIT",
                "Visit identifier",
                "Field that numbers visits, so that each also counts once.",
                "VISITS",
                optional=True,
            ),
            ask.field(
                "PROVIDER",
                "Provider identifier",
                "Field that names the provider, so that each also counts once.",
                "VISITS",
                optional=True,
            ),
            ask.field(
                "REMOTE",
                "Mail-order or virtual provider",
                "Field that marks providers whose place says nothing of the patient's, such as "
                "mail-order pharmacies: their visits are left out, and counted.",
                "VISITS",
                optional=True,
            ),
        ),
        ask.source(
            "PATIENTS", "Patients", "Table with one patient a row and the true area of residence.", ask.TABLE
        ),
        ask.field(
            "PATIENT_ID", "Patient identifier", "One distinct value per patient.", "PATIENTS", guess="none"
        ),
        ask.field(
            "PATIENT_AREA",
            "Patient's area",
            "Field with the code of the true area.",
            "PATIENTS",
            guess="none",
        ),
        ask.field(
            "RELEASED_FIELDS",
            "Fields released beside the area",
            "Sex, age group and the like: the risk of the file is then measured with the places of "
            "treatment and without.",
            "PATIENTS",
            optional=True,
            several=True,
            advanced=True,
        ),
        *ask.under_advanced(*blocks.areas("optional", boundary=False, points=False), only="POPULATION"),
        *ask.under_advanced(
            ask.text(
                "PREFIXES",
                "Released code lengths",
                "Characters of the patient's area code that are released: 5, 4, 3, 2, 1, 0. Empty: "
                "every length down to 0, nothing.",
                parse=ask.whole_numbers,
            ),
            ask.field(
                "BOUNDARY",
                "Released unit",
                "Field with the unit that is released instead of a cropped code (county, region).",
                "AREAS",
                optional=True,
            ),
            ask.choice(
                "PRESET",
                "Threshold",
                "A patient is safe when no guess is right with more than this probability.",
                keys(thresholds.RECORD_RISK),
                "ema_0070",
            ),
            ask.number(
                "THRESHOLD",
                "Own threshold",
                "A probability that is used instead of the preset: 0.2 for 1 in 5.",
                least=1e-9,
                most=1,
            ),
        ),
    )
    OUTPUTS = (
        give.table(
            "OUTPUT",
            "Shares by rank",
            "Variant, prefix, unit, rank, share (true area at this rank), cumulative; cumulative_likelihood "
            "for the adversary with the population. Rates only.",
            fields=geoproxy_report.SHARE,
        ),
        give.table(
            "REMEDIES",
            "Cropped or dropped providers",
            "Table variant, prefix, unit, providers, safe_share, top_share.",
            optional=True,
            fields=geoproxy_report.REMEDY,
        ),
        give.table(
            "FILE_RISKS",
            "Risk of the file",
            "With RELEASED_FIELDS: largest_risk (prosecutor), mean_risk (marketer) and above_limit (share "
            "of records).",
            optional=True,
            fields=geoproxy_report.FILE_RISK,
        ),
        give.table(
            "RECODED",
            "Visits with recoded providers",
            "For release: the patient's identifier as it is, claim and visit numbered afresh, and the finest "
            "code of the provider found that keeps the threshold where the least of the patients' codes is "
            "released. Rows that this leaves alike stand once. Needs POPULATION. The verdict is then of this "
            "table.",
            optional=True,
            by_default=False,
            fields=geoproxy_report.RECODED,
        ),
        give.table(
            "CODING",
            "Codes of providers",
            "For release with the recoded visits: area, and the code of its providers.",
            optional=True,
            by_default=False,
            fields=geoproxy_report.CODING,
        ),
        give.table(
            "PATIENT_RANKS",
            "Ranks of patients",
            "Internal: for each patient and unit the rank of the true area: rank (expected), best, worst; "
            "with POPULATION also its posterior.",
            optional=True,
            internal=True,
            fields=geoproxy_report.PATIENT,
        ),
        give.table(
            "EXPOSURE",
            "Exposure of areas",
            "Internal: the areas with the mean chance that the first guess is right, for each length of the "
            "released code.",
            optional=True,
            internal=True,
            style="exposed_areas",
            fields=geoproxy_report.AREA,
        ),
        blocks.REPORT,
    )
    FIGURES = (
        give.number("TOP_SHARE", "Share found by the first guess, shortest released code"),
        give.number("SAFE_SHARE", "Share of safe patients, shortest released code"),
        give.number("PATIENT_COUNT", "Patients in the attack"),
        give.number(
            "FILE_RISK", "Mean risk of the file with the places of treatment, shortest released code"
        ),
        give.number("PROVIDER_CODES", "Codes that the recoded visits give to providers"),
    )

    def compute(self, inputs, run) -> Result:
        layer = read_areas(run)
        area_codes, padded = codes.padded_codes(layer.areas.ids)
        if padded:
            run.warn(
                tr(
                    "{count} area codes have lost leading zeros (for example {example}). They were put "
                    "back; store codes as text.",
                    count=padded,
                    example=min(map(str, layer.areas.ids), key=len),
                )
            )
        treated = read_input(run, inputs, area_codes)
        plan = _plan(run, inputs, layer.areas, area_codes, treated.group)
        near = nearest(layer.areas, max(plan.m - 1, 1), progress=part(run.progress, 0.2, 0.3)).index
        if run.is_asked_for("RECODED") or run.is_asked_for("CODING"):
            _refuse_revealing_identifiers(treated, area_codes)
            plan = _recoded(treated, near, plan, part(run.progress, 0.3, 0.4))
        results = core.study(treated.visits, treated.home, near, plan, part(run.progress, 0.4, 0.9))
        shortest = plan.shortest
        worst = max(results, key=lambda result: result.top_share[shortest])
        judged = [result.remedies[plan.released] for result in results]
        return Result(
            figures={
                "TOP_SHARE": max(float(one.top_share[shortest]) for one in judged),
                "SAFE_SHARE": min(float(one.safe_share[shortest]) for one in judged),
                "PATIENT_COUNT": len(treated.home),
                "FILE_RISK": None if plan.group is None else _file_risk(results, plan),
                "PROVIDER_CODES": len(np.unique(_coded(plan)[treated.visits.area]))
                if plan.released
                else None,
            },
            layers={
                "OUTPUT": lambda: geoproxy_report.shares(plan, results),
                "REMEDIES": lambda: geoproxy_report.remedies(plan, results),
                "FILE_RISKS": lambda: geoproxy_report.file_risks(plan, results),
                "PATIENT_RANKS": lambda: geoproxy_report.patient_ranks(layer, treated, plan, results),
                "RECODED": lambda: geoproxy_report.recoded(treated, _coded(plan)),
                "CODING": lambda: geoproxy_report.coding(layer, treated, _coded(plan)),
                "EXPOSURE": lambda: geoproxy_report.exposure(run, layer, treated, plan, worst),
            },
            report=geoproxy_report.build(run, layer, treated, plan, results),
        )


def _refuse_revealing_identifiers(treated, area_codes) -> None:
    """Refuse identifiers, which are released as they are, that hold the code of the patient's area."""
    homes = [area_codes[row] for row in treated.home]
    if len(set(homes)) > 1 and all(code.lstrip("0") in one for one, code in zip(treated.patients, homes)):
        raise InputError(
            "geoproxy.identifier.holds_areas",
            "The identifiers of the patients hold the codes of their areas, and the recoded visits would "
            "carry them. Number the patients anew.",
        )


def _file_risk(results, plan: core.Plan) -> float:
    """Mean risk of the file that is judged, under the way to count that traces most records."""
    return max(result.file_risks[plan.shortest][plan.released].mean for result in results)


def _recoded(treated, near, plan: core.Plan, progress) -> core.Plan:
    """The plan that judges the visits under the finest codes of providers found within the limit."""
    group = np.zeros(len(treated.home), dtype=np.int64) if plan.group is None else plan.group
    plan = replace(plan, group=group)
    code = coding.finest(treated.visits, treated.home, near, plan, progress)
    remedy = core.Remedy(tr("recoded"), code)
    return replace(plan, remedies=(remedy, *plan.remedies), released=1)


def _coded(plan: core.Plan):
    """Code of each area's providers in what is judged, shape (n,)."""
    return plan.remedies[plan.released - 1].code


def _plan(run, inputs, areas, area_codes, group) -> core.Plan:
    shortest_code = min(map(len, area_codes))
    lengths = inputs.prefixes
    if inputs.boundary:
        if lengths:
            run.warn(tr("The released unit is the boundary field; released code lengths are not used."))
        units = [core.Unit(inputs.boundary, None, areas.boundary_code)]
    else:
        lengths = lengths or tuple(range(min(shortest_code, _LONGEST_DEFAULT) + 1))
        units = [
            core.Unit(_prefix_label(length), length, codes.prefix_units(area_codes, length))
            for length in sorted(lengths, reverse=True)
        ]
    remedies = [core.Remedy(tr("dropped"), None)]
    if shortest_code > _CROPPED_PROVIDER:
        label = tr("cropped to {length} characters", length=_CROPPED_PROVIDER)
        remedies.insert(0, core.Remedy(label, codes.prefix_units(area_codes, _CROPPED_PROVIDER)))
    own = inputs.threshold
    return core.Plan(
        variants=_variants(inputs),
        m=_AREAS_WITH_POINTS,
        units=tuple(units),
        remedies=tuple(remedies),
        guesses=_GUESSES,
        safe_chance=thresholds.preset(inputs.preset).number if own is None else thresholds.forbidding(own),
        census=core.Census(areas.lon_deg, areas.lat_deg, areas.population) if inputs.population else None,
        group=group,
    )


def _prefix_label(length: int) -> str:
    if length == 0:
        return tr("nothing of the code")
    return tr("first character") if length == 1 else tr("first {length} characters", length=length)


def _variants(inputs) -> tuple[str, ...]:
    """The ways to count visits for which the table has identifiers: an adversary takes the best."""
    identifiers = {"visits": inputs.visit, "providers": inputs.provider}
    return tuple(one for one in VARIANTS if identifiers.get(one, True))


@dataclass(frozen=True)
class Treated:
    """Patients with at least one visit, their homes and visits."""

    patients: np.ndarray
    """Shape (p,). Identifiers."""
    home: np.ndarray
    """Shape (p,). Rows of their true areas."""
    visits: Visits
    group: np.ndarray | None = None
    """Shape (p,), or None. Class of each by the values of RELEASED_FIELDS; None without any."""


def read_input(run, inputs, area_codes) -> Treated:
    """Read patients and visits, and match them to each other and to the areas."""
    people = read_table(run, "PATIENTS", geometry=False)
    ids = [identity.canonical(value) for value in people.column(inputs.patient_id)]
    row_of = {patient: row for row, patient in enumerate(ids) if patient}
    if len(row_of) < sum(1 for patient in ids if patient):
        twice = sorted({patient for row, patient in enumerate(ids) if patient and row_of[patient] != row})
        raise InputError(
            "geoproxy.patient.repeated",
            "Patients {ids} stand twice in “{layer}”. Each patient has one row with one true area.",
            ids=named(twice),
            layer=people.name,
        )
    homes = _match(run, people, "patient_area", inputs.patient_area, area_codes)
    table = read_table(run, "VISITS", geometry=False)
    places = _match(run, table, "provider_area", inputs.provider_area, area_codes)
    who = [identity.canonical(value) for value in table.column(inputs.visit_patient)]
    patient = np.fromiter((row_of.get(name, -1) for name in who), dtype=np.int64, count=len(who))
    _tell(
        run,
        "visits_without_patient",
        int((patient < 0).sum()),
        tr("{count} visits name no patient of the patient table and were left out."),
    )
    housed = np.where(patient >= 0, homes[patient], -1) >= 0
    remote = np.zeros(len(table), dtype=bool)
    if inputs.remote:
        remote = _remote(run, table, inputs.remote)
    usable = housed & (places >= 0) & ~remote
    chosen = np.unique(patient[usable])
    missing = int((homes >= 0).sum()) - len(chosen)
    _tell(
        run,
        "patients_without_visits",
        missing,
        tr("{count} patients have no usable visit; they are not part of any share."),
    )
    if not len(chosen):
        raise InputError(
            "geoproxy.visit.unmatched",
            "No visit could be matched to a patient and an area. Check the identifiers and the area codes.",
        )
    renumber = np.full(len(ids), -1, dtype=np.int64)
    renumber[chosen] = np.arange(len(chosen))
    named_by = {"claim": inputs.claim, "visit": inputs.visit, "provider": inputs.provider}
    numbers = [_numbered(run, table, key, name, usable) for key, name in named_by.items()]
    run.counts["patients_attacked"] = len(chosen)
    run.counts["visits_used"] = int(usable.sum())
    visits = Visits(renumber[patient[usable]], places[usable], *numbers)
    group = _classes(inputs, people, [area_codes[row] if row >= 0 else "" for row in homes])
    return Treated(
        np.array(ids, dtype=object)[chosen], homes[chosen], visits, None if group is None else group[chosen]
    )


def _classes(inputs, people, homes: list[str]) -> np.ndarray | None:
    """Who shares the values of RELEASED_FIELDS; an empty value is a value of its own."""
    if not inputs.released_fields:
        return None
    if not inputs.population:
        raise InputError(
            "geoproxy.population.missing",
            "RELEASED_FIELDS needs the field POPULATION: how far people go for treatment is fitted to "
            "the people of the areas.",
        )
    for name in inputs.released_fields:
        _refuse_codes(people, name, homes)
    values = np.stack([encode(name, people.column(name)).codes for name in inputs.released_fields])
    return np.unique(values, axis=1, return_inverse=True)[1].ravel()


def _refuse_codes(people, name: str, homes: list[str]) -> None:
    """Refuse a field that tells of the area more than is judged: its code, or how it begins."""
    values = [identity.canonical(value) for value in people.column(name)]
    alike = [
        home.startswith(one) or home.lstrip("0").startswith(one) for one, home in zip(values, homes) if home
    ]
    if len(set(values) - {""}) > 1 and all(alike):
        raise InputError(
            "geoproxy.released_fields.hold_areas",
            "The field “{field}” of “{layer}” holds the areas' codes, or their beginnings. Leave it out "
            "of RELEASED_FIELDS: what is released of the area is PREFIXES or BOUNDARY.",
            field=name,
            layer=people.name,
        )


_NO = {"", "0", "no", "n", "false", "f"}
"""What a mark says of a provider who has a place."""


def _remote(run, table, name: str) -> np.ndarray:
    """Visits of providers whose place says nothing, told and counted."""
    marks = (identity.canonical(value).strip().lower() for value in table.column(name))
    remote = np.fromiter((mark not in _NO for mark in marks), dtype=bool, count=len(table))
    _tell(
        run,
        "visits_remote",
        int(remote.sum()),
        tr(
            "{count} visits of “{layer}” are of mail-order or virtual providers by “{field}” and were left "
            "out: the figures hold if their places really say nothing."
        ),
        table,
        name,
    )
    return remote


def _match(run, table, key: str, name: str, area_codes) -> np.ndarray:
    """Rows of the areas that a field names, with what could not be matched told and counted."""
    matched = codes.match_codes(table.column(name), area_codes)
    _tell(
        run,
        f"{key}_missing",
        matched.missing_count,
        tr("{count} rows of “{layer}” have no code in “{field}” and were left out."),
        table,
        name,
    )
    _tell(
        run,
        f"{key}_unknown",
        matched.unknown_count,
        tr(
            "{count} rows of “{layer}” have a code in “{field}” that no area has ({codes}), and were left "
            "out."
        ),
        table,
        name,
        matched.unknown,
    )
    _tell(
        run,
        f"{key}_restored",
        matched.restored_count,
        tr(
            "{count} codes in “{field}” of “{layer}” have lost their leading zeros ({codes}, where an area "
            "has the zeros). They were put back; store codes as text."
        ),
        table,
        name,
        matched.restored,
    )
    return matched.row


def _tell(run, key: str, number: int, text: str, table=None, name: str = "", values=()) -> None:
    if number:
        run.counts[key] = number
        layer = table.name if table is not None else ""
        run.warn(text.format(count=number, layer=layer, field=name, codes=named(values)))


def _numbered(run, table, key: str, name: str | None, usable):
    """Identifiers as numbers; a missing one is an entry of its own. None where no field was named."""
    if not name:
        return None
    values = np.empty(len(table), dtype=object)
    values[:] = [identity.canonical(value) for value in table.column(name)]
    column = encode(name, values[usable])
    absent = column.codes < 0
    _tell(
        run,
        f"{key}_missing",
        int(absent.sum()),
        tr("{count} visits have no identifier in “{field}”; each is counted as a separate visit."),
        table,
        name,
    )
    numbers = column.codes.copy()
    numbers[absent] = len(column.labels) + np.arange(int(absent.sum()))
    return numbers
