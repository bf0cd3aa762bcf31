# SPDX-License-Identifier: GPL-2.0-or-later
"""Output tables of the geoproxy attack: rates for anybody, ranks and areas for internal use."""

from __future__ import annotations

import numpy as np

from ....core.base.errors import InputError, told
from ....core.exposure.geoproxy import provider_study as core
from ....host.compat import field as make_field
from ....i18n import tr
from ...io import original_geometries


def write_shares(run, plan, results) -> None:
    """Write OUTPUT, REMEDIES and FILE_RISKS, which hold rates alone."""
    shares, remedies, files = [], [], []
    for result in results:
        for at, unit in enumerate(plan.units):
            head = (result.variant, unit.prefix, unit.label)
            curve = result.curves[at]
            exact = _exact_shares(result.ranks, at, curve.rank)
            likely = result.likely_curves[at].expected if result.likely_curves else [None] * len(exact)
            by_points = curve.expected, curve.optimistic, curve.pessimistic
            shares += [(*head, *row) for row in zip(curve.rank, exact, *by_points, likely)]
            remedies += [
                (*head, told(remedy.label, tr), remedy.safe_share[at], remedy.top_share[at])
                for remedy in result.remedies
            ]
            files += [
                (*head, told(one.label, tr), one.largest, one.mean, one.above(plan.safe_chance))
                for one in (result.file_risks[at] if result.file_risks else ())
            ]
    first: list = [("variant", "text"), ("prefix", "integer"), ("unit", "text")]
    tables = (
        (
            "OUTPUT",
            shares,
            [
                ("rank", "integer"),
                ("share", "real"),
                ("cumulative", "real"),
                ("cumulative_optimistic", "real"),
                ("cumulative_pessimistic", "real"),
                ("cumulative_likelihood", "real"),
            ],
        ),
        ("REMEDIES", remedies, [("providers", "text"), ("safe_share", "real"), ("top_share", "real")]),
        (
            "FILE_RISKS",
            files,
            [("providers", "text"), ("largest_risk", "real"), ("mean_risk", "real"), ("above_limit", "real")],
        ),
    )
    if run.wanted("FILE_RISKS") and plan.group is None:
        raise InputError(tr("The risk of the file needs RELEASED_FIELDS and POPULATION."))
    for name, rows, more in tables:
        if not rows:
            continue
        columns = [make_field(title, kind) for title, kind in first + more]
        run.write_layer(name, list(zip(columns, map(list, zip(*rows)))))


def _exact_shares(ranks, at: int, guesses):
    """Share of patients at exactly each rank, ties shared."""
    higher, tied = ranks.higher[at], ranks.tied[at]
    return [
        float(np.mean(((higher < rank) & (rank <= higher + tied + 1)) / (tied + 1.0))) for rank in guesses
    ]


def write_internal(run, layer, found, plan, results, worst) -> None:
    """Write PATIENT_RANKS and, under the way to count that finds most, EXPOSURE, where they are wanted."""
    names = [f"_{unit.prefix}" if unit.prefix is not None else "" for unit in plan.units]
    if run.wanted("PATIENT_RANKS"):
        _write_patients(run, layer, found, results, names)
    if run.wanted("EXPOSURE"):
        _write_exposure(run, layer, found, worst, plan)


def _write_patients(run, layer, found, results, names) -> None:
    ids = layer.areas.ids[found.home]
    columns = [
        (make_field("variant", "text"), [result.variant for result in results for _ in found.home]),
        (make_field("patient", "text"), list(found.patients) * len(results)),
        (make_field("area", layer.id_kind), list(ids) * len(results)),
        (make_field("entries", "integer"), np.concatenate([result.entry_count for result in results])),
        (make_field("score", "integer"), np.concatenate([result.ranks.score for result in results])),
    ]
    for at, name in enumerate(names):
        for title, attribute, kind in (
            ("rank", "expected", "real"),
            ("best", "optimistic", "integer"),
            ("worst", "pessimistic", "integer"),
        ):
            values = np.concatenate([getattr(result.ranks, attribute)[at] for result in results])
            columns.append((make_field(title + name, kind), values))
        if results[0].likely is not None:
            risk = np.concatenate([result.likely.risk[at] for result in results])
            columns.append((make_field("posterior" + name, "real"), risk))
    run.write_layer("PATIENT_RANKS", columns)


def _write_exposure(run, layer, found, worst, plan) -> None:
    count, chance = core.area_exposure(found.home, worst.ranks, len(layer.areas))
    columns = [
        (make_field("area", layer.id_kind), layer.areas.ids),
        (make_field("patients", "integer"), count),
    ]
    named = [("found", plan.shortest)]
    named += [(f"found_{unit.prefix}", at) for at, unit in enumerate(plan.units) if unit.prefix is not None]
    for name, at in named:
        values = [None if np.isnan(value) else value for value in chance[at].tolist()]
        columns.append((make_field(name, "real"), values))
    shapes, wkb_type = original_geometries(run, "AREAS", layer.table.row_ids)
    run.write_layer("EXPOSURE", columns, shapes, wkb_type, layer.table.crs)
