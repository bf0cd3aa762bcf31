# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables of the geoproxy attack: rates for anybody, ranks and areas for internal use."""

from __future__ import annotations

import numpy as np

from ....core.base.arrays import by_first
from ....core.base.errors import InputError, translated
from ....core.base.randomness import SystemSource
from ....core.exposure.geoproxy import provider_study as core
from ....host.compat import field
from ....i18n import tr
from ...framework.give import CODE, REAL, TEXT, WHOLE, Features
from ...io import original_geometries

_RELEASED = {"variant": TEXT, "prefix": WHOLE, "unit": TEXT}
SHARE = {
    **_RELEASED,
    "rank": WHOLE,
    "share": REAL,
    "cumulative": REAL,
    "cumulative_optimistic": REAL,
    "cumulative_pessimistic": REAL,
    "cumulative_likelihood": REAL,
}
REMEDY = {**_RELEASED, "providers": TEXT, "safe_share": REAL, "top_share": REAL}
FILE_RISK = {**_RELEASED, "providers": TEXT, "largest_risk": REAL, "mean_risk": REAL, "above_limit": REAL}
PATIENT = {"variant": TEXT, "patient": TEXT, "area": CODE, "entries": WHOLE, "score": WHOLE}
RECODED = {"patient": TEXT, "claim": WHOLE, "visit": WHOLE, "provider": TEXT}
CODING = {"area": CODE, "provider": TEXT}
AREA = {"area": CODE, "patients": WHOLE, "found": REAL}
"""Fields of the tables; those of patients and areas have a field for each released unit behind them."""


def shares(plan, results) -> Features:
    """OUTPUT: how many patients are found at each rank, and within as many guesses."""
    rows = []
    for result, at, unit in _by_unit(plan, results):
        curve = result.curves[at]
        exact = _exact_shares(result.ranks, at, curve.rank)
        likely = result.likely_curves[at].expected if result.likely_curves else [None] * len(exact)
        by_points = curve.expected, curve.optimistic, curve.pessimistic
        rows += [(*unit, *row) for row in zip(curve.rank, exact, *by_points, likely)]
    return Features(dict(zip(SHARE, zip(*rows))))


def remedies(plan, results) -> Features:
    """REMEDIES: who is safe and who is found where provider areas are cropped or dropped."""
    rows = [
        (*unit, translated(one.label, tr), one.safe_share[at], one.top_share[at])
        for result, at, unit in _by_unit(plan, results)
        for one in result.remedies
    ]
    return Features(dict(zip(REMEDY, zip(*rows))))


def file_risks(plan, results) -> Features:
    """FILE_RISKS: the risk of the file with the places of treatment and without."""
    if plan.group is None:
        raise InputError(
            "geoproxy.released_fields.missing", "The risk of the file needs RELEASED_FIELDS and POPULATION."
        )
    rows = [
        (*unit, translated(one.label, tr), one.largest, one.mean, one.above(plan.safe_chance))
        for result, at, unit in _by_unit(plan, results)
        for one in result.file_risks[at]
    ]
    return Features(dict(zip(FILE_RISK, zip(*rows))))


def _by_unit(plan, results):
    """Every way to count with the number of each released unit, and what names both in a table."""
    for result in results:
        for at, unit in enumerate(plan.units):
            yield result, at, (result.variant, unit.prefix, unit.label)


def _exact_shares(ranks, at: int, guesses) -> list[float]:
    """Share of patients at exactly each rank, ties shared."""
    higher, tied = ranks.higher[at], ranks.tied[at]
    return [
        float(np.mean(((higher < rank) & (rank <= higher + tied + 1)) / (tied + 1.0))) for rank in guesses
    ]


def patient_ranks(layer, treated, plan, results) -> Features:
    """PATIENT_RANKS: at which rank each patient's area comes, for each released unit."""
    values = {
        "variant": [result.variant for result in results for _ in treated.home],
        "patient": list(treated.patients) * len(results),
        "area": list(layer.areas.ids[treated.home]) * len(results),
        "entries": np.concatenate([result.entry_count for result in results]),
        "score": np.concatenate([result.ranks.score for result in results]),
    }
    ranks = []
    for at, unit in enumerate(plan.units):
        end = "" if unit.prefix is None else f"_{unit.prefix}"
        for name, attribute, kind in (
            ("rank", "expected", REAL),
            ("best", "optimistic", WHOLE),
            ("worst", "pessimistic", WHOLE),
        ):
            rank = np.concatenate([getattr(result.ranks, attribute)[at] for result in results])
            ranks.append((field(name + end, kind), rank))
        if results[0].likely is not None:
            risk = np.concatenate([result.likely.risk[at] for result in results])
            ranks.append((field("posterior" + end, REAL), risk))
    return Features(values, codes=layer.id_kind, appended=ranks)


def recoded(treated, coded) -> Features:
    """RECODED: a row a visit, by patient and code, in an order that tells nothing of the table's own."""
    visits = treated.visits
    patient, provider = treated.patients[visits.patient], names_of(coded)[visits.area]
    ranks = [np.unique(one, return_inverse=True)[1] for one in (provider, patient)]
    order = np.lexsort([SystemSource().permutation(len(patient)), *ranks])
    who = visits.patient[order]
    claim, visit = (
        np.full(len(order), None) if one is None else _afresh(who, one[order])
        for one in (visits.claim, visits.visit)
    )
    rows = list(zip(patient[order], claim, visit, provider[order]))
    if visits.claim is not None:
        rows = list(dict.fromkeys(rows))
    return Features(dict(zip(RECODED, zip(*rows))))


def _afresh(patient, number) -> np.ndarray:
    """Numbers from 1, in the order of rows, of what each patient's identifiers tell apart."""
    which = np.unique(np.stack([patient, number], axis=1), axis=0, return_inverse=True)[1]
    return by_first(which.ravel()) + 1


def coding(layer, treated, coded) -> Features:
    """CODING: the code of each area with a provider."""
    held = np.unique(treated.visits.area)
    return Features({"area": layer.areas.ids[held], "provider": names_of(coded)[held]}, codes=layer.id_kind)


def names_of(coded) -> np.ndarray:
    """A name for the code of each area, P1, P2 and so on, shape (n,)."""
    number = np.unique(coded, return_inverse=True)[1] + 1
    return np.array([f"P{one}" for one in number], dtype=object)


def exposure(run, layer, treated, plan, worst) -> Features:
    """EXPOSURE: how well the patients of each area are found, by the way to count that finds most."""
    count, chance = core.area_exposure(treated.home, worst.ranks, len(layer.areas))
    values = {"area": layer.areas.ids, "patients": count, "found": chance[plan.shortest]}
    further = [
        (field(f"found_{unit.prefix}", REAL), chance[at])
        for at, unit in enumerate(plan.units)
        if unit.prefix is not None
    ]
    shapes, wkb_type = original_geometries(run, "AREAS", layer.table.row_ids)
    return Features(values, shapes, wkb_type, layer.table.crs, codes=layer.id_kind, appended=further)
