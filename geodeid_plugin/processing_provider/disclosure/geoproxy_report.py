# SPDX-License-Identifier: GPL-2.0-or-later
"""The report on the geoproxy attack; tables of rates for anybody, of ranks and areas for internal use."""

from __future__ import annotations

import numpy as np

from ...core.base.arrays import by_first
from ...core.base.errors import InputError, Phrase, translated
from ...core.base.randomness import SystemSource
from ...core.base.verdict import CARE, MADE, Adversary, Check, Claim, Verdict
from ...core.exposure.geoproxy import provider_study as core
from ...core.exposure.geoproxy.coding import largest_share
from ...host.compat import field
from ...i18n import tr
from ...report import MISSING, Facts, Figure, Report, Section, Table, charts
from ...report.numbers import chance, count, number, percent
from ..framework.give import CODE, REAL, TEXT, WHOLE, Features
from ..framework.labels import word_of
from ..framework.verdict import judging
from ..io import original_geometries

_DRAWN = 6
"""Curves that colours still tell apart."""
_AREAS = Phrase("all areas of the released unit")


def build(run, layer, treated, plan, results) -> Report:
    """Make the report, by the way to count that finds most and the unit that releases least."""
    shortest = plan.shortest
    worst = max(results, key=lambda result: result.top_share[shortest])
    judged = _verdict(run, layer, treated, plan, results)
    return Report(
        tr(
            "Whether the places of treatment of {count} patients give away where they live.",
            count=count(len(treated.home)),
        ),
        (
            _meaning(worst, shortest),
            _curve(plan, worst),
            _top(plan, results),
            _remedies(plan, worst),
            *_file(plan, worst),
            _method(plan, treated),
        ),
        judged,
        affected_records=tuple(treated.patients[row] for row in judged.affected_records),
    )


def _verdict(run, layer, treated, plan, results) -> Verdict:
    """Judge each patient by the way to count that finds them best, and what is released of providers."""
    shortest = plan.shortest
    return Verdict(
        Claim(
            _claimed(plan),
            plan.safe_chance,
            Phrase("Chance that the first guess, or a blind guess within the released unit, is right"),
            "El Emam, Arbuckle. Anonymizing Health Data, 2013, chapter 9",
        ),
        judging.inputs_of(run, layer, len(treated.home)),
        (
            _by_points(treated, plan, results, shortest),
            _by_likelihood(plan, results, shortest),
            *_by_class(plan, results, shortest),
        ),
        (
            Check("share_found", MADE, _spread(plan, results, shortest)),
            *_remote(run),
            *judging.population_checks(run, layer, len(treated.home)),
        ),
    )


def _claimed(plan) -> Phrase:
    if plan.released:
        return Phrase(
            "With the codes of the recoded visits, and the shortest of the patients' area codes, nobody's "
            "area or record can be guessed with a chance above the limit, and no first guess is right more "
            "often than that in any released unit."
        )
    return Phrase(
        "With the shortest of the patients' area codes released, nobody's area can be guessed from the "
        "places of treatment with a chance above the limit."
    )


def _spread(plan, results, shortest) -> Phrase:
    top = 100 * float(max(one.remedies[plan.released].top_share[shortest] for one in results))
    if plan.released:
        return Phrase("The first guess is right for {top:.1f} % of the patients.", top=top)
    chance = _largest(one.largest_chance[shortest] for one in results)
    return Phrase(
        "The first guess is right for {top:.1f} % of the patients; for {beyond} of {all} with a chance above "
        "the limit.",
        beyond=len(_beyond(plan, chance)),
        all=len(chance),
        top=top,
    )


def _remote(run):
    """Visits that the user marked as saying nothing: the verdict rests on that mark."""
    left_out = run.counts.get("visits_remote", 0)
    if left_out:
        yield Check(
            "remote",
            CARE,
            Phrase(
                "{count} visits of mail-order or virtual providers were left out. Whoever knows better which "
                "providers have a place finds more.",
                count=left_out,
            ),
            Phrase("Make sure that no patient goes to the places of the providers marked."),
        )


def _largest(chances):
    """Largest chance of each patient over all ways to count, shape (p,)."""
    return np.max(np.stack(list(chances)), axis=0)


def _by_points(treated, plan, results, shortest) -> Adversary:
    key = "geoproxy_points"
    knows = Phrase("in which areas a patient was treated; areas near them score points")
    if plan.released:
        unit = plan.units[shortest].code[treated.home]
        first = [one for result in results for one in _first_guesses(result, plan.released, shortest)]
        return Adversary(key, knows, _AREAS, max(largest_share(unit, one) for one in first))
    chance = _largest(np.maximum(one.ranks.top_chance, one.blind.top_chance)[shortest] for one in results)
    return Adversary(key, knows, _AREAS, float(chance.max()), _beyond(plan, chance))


def _first_guesses(result, way: int, at: int):
    """Chances of each patient that a first guess is right: by points, by likelihood, and blind."""
    found = result.remedies[way].found
    return (found.ranks.top_chance[at], found.likely.ranks.top_chance[at], result.blind.top_chance[at])


def _by_likelihood(plan, results, shortest) -> Adversary:
    knows = Phrase(
        "in which areas a patient was treated, how many people live where, and how far they go for treatment"
    )
    found = [one.remedies[plan.released].found.likely for one in results]
    if any(one is None for one in found):
        why = Phrase("the population of the areas was not given. Choose the field POPULATION.")
        return Adversary("geoproxy_likelihood", knows, _AREAS, why=why)
    risk = _largest(one.risk[shortest] for one in found)
    true = all(bool(one.calibrated[shortest]) for one in found)
    return Adversary(
        "geoproxy_likelihood", knows, _AREAS, float(risk.max()), _beyond(plan, risk), calibrated=true
    )


def _by_class(plan, results, shortest):
    """Who knows the people of the file, and weighs those of one class by where a record was treated."""
    if plan.group is None:
        return
    risk = _largest(one.file_risks[shortest][plan.released].risk for one in results)
    true = all(bool(one.remedies[plan.released].found.likely.calibrated[shortest]) for one in results)
    yield Adversary(
        "geoproxy_file",
        Phrase("the released values, in which areas a record was treated, and how far people go for that"),
        Phrase("the homes of all who are in the file"),
        float(risk.max()),
        _beyond(plan, risk),
        calibrated=true,
    )


def _beyond(plan, chance) -> tuple:
    return tuple(np.flatnonzero(chance > plan.safe_chance * (1 + 1e-12)).tolist())


def _meaning(worst, shortest) -> Section:
    curve = worst.curves[shortest]
    ten = int(np.searchsorted(curve.rank, 10))
    sentences = [
        tr(
            "An adversary who sees only in which areas a patient was treated, and gives points to the "
            "areas near them, names the home's area at once for {top} of the patients.",
            top=percent(worst.points_share[shortest]),
        )
    ]
    if worst.likely is not None:
        curve = worst.likely_curves[shortest]
        right = worst.likely.ranks.top_chance[shortest].mean()
        sentences.append(
            tr(
                "One who also knows how many people live where, and that people seldom go far, names the "
                "right area at once for {top}.",
                top=percent(right),
            )
        )
    if ten < len(curve.rank) and curve.rank[ten] == 10:
        sentences.append(
            tr(
                "Within ten guesses the right area is among them for {share} of the patients.",
                share=percent(curve.expected[ten]),
            )
        )
    sentences.append(
        tr(
            "Cropping the patient's own code further does not help those patients: provider areas put back "
            "what cropping took away. Crop or drop the providers' areas too, and look at the table of "
            "remedies."
        )
    )
    return Section(tr("What this means for publishing"), *sentences)


def _curve(plan, worst) -> Section:
    marks: list[charts.Mark] = []
    for at, colour in zip(range(min(len(plan.units), _DRAWN)), charts.COLOURS):
        curve = worst.curves[at]
        label = plan.units[at].label
        marks.append(charts.Band(curve.rank, 100 * curve.pessimistic, 100 * curve.optimistic, "", colour))
        marks.append(charts.Line(curve.rank, 100 * curve.expected, label, colour))
    if worst.likely_curves:
        curve = worst.likely_curves[plan.shortest]
        label = tr("{unit}, by likelihood", unit=plan.units[plan.shortest].label)
        marks.append(charts.Line(curve.rank, 100 * curve.expected, label, charts.COLOURS[0]))
    axis = charts.Axis(tr("Guesses"), log=len(worst.curves[0].rank) > 1, low=None)
    return Section(
        tr("Share of patients found, by number of guesses"),
        Figure(
            charts.chart(marks, axis, charts.Axis(tr("Patients found (%)"), low=0, high=100)),
            tr(
                "One line for each released unit, counting {variant}. Bands: areas with equal points "
                "searched in the order that suits the adversary best and worst.",
                variant=word_of(worst.variant).lower(),
            ),
        ),
    )


def _top(plan, results) -> Section:
    rows = []
    for result in results:
        for at, unit in enumerate(plan.units):
            first = result.ranks
            rows.append(
                (
                    word_of(result.variant),
                    unit.label,
                    percent(result.points_share[at]),
                    percent((first.optimistic[at] == 1).mean()),
                    percent((first.pessimistic[at] == 1).mean()),
                    number(np.median(first.expected[at]), ".4g"),
                    MISSING if result.likely is None else percent(result.likely.ranks.top_chance[at].mean()),
                )
            )
    return Section(
        tr("True area guessed first"),
        Table(
            (
                tr("Counting"),
                tr("Released"),
                tr("Expected"),
                tr("Lucky adversary"),
                tr("Unlucky adversary"),
                tr("Median rank"),
                tr("By likelihood"),
            ),
            tuple(rows),
            tr("Ties: expected takes every order as equally likely; lucky and unlucky are the two extremes."),
        ),
    )


def _remedies(plan, worst) -> Section:
    rows = tuple(
        (
            unit.label,
            *(f"{percent(one.safe_share[at])} / {percent(one.top_share[at])}" for one in worst.remedies),
        )
        for at, unit in enumerate(plan.units)
    )
    return Section(
        tr("If provider areas are cropped or dropped"),
        Table(
            (
                tr("Released of the patient's area"),
                *(translated(one.label, tr) for one in worst.remedies),
            ),
            rows,
            tr("Safe patients / patients found by the first guess, by what was done to provider areas."),
        ),
        tr(
            "Safe: neither the first guess nor a blind guess within the released unit is right with a "
            "probability above {limit}, nor is the true area's posterior where the population is known. A "
            "cropped provider area gives the mean points of the areas of its unit that hold providers.",
            limit=chance(plan.safe_chance),
        ),
        *_of_recoded(plan),
    )


def _of_recoded(plan):
    """How the verdict on recoded visits counts first guesses."""
    if plan.released:
        yield tr(
            "One code lets the same area be guessed first for many patients, and some of them live there. "
            "The verdict on the recoded visits therefore holds the share of right first guesses in each "
            "released unit to the limit, and every patient's posterior and risk in the file."
        )


def _file(plan, worst):
    """The risk of the file with the places of treatment and without."""
    if plan.group is None:
        return
    rows = [
        (
            unit.label,
            translated(one.label, tr),
            chance(one.largest),
            percent(one.mean),
            percent(one.above(plan.safe_chance)),
        )
        for at, unit in enumerate(plan.units)
        for one in worst.file_risks[at]
    ]
    yield Section(
        tr("Risk of the file"),
        Table(
            (
                tr("Released of the patient's area"),
                tr("Provider areas"),
                tr("Largest risk of a record"),
                tr("Records traced correctly"),
                tr("Records above {limit}", limit=chance(plan.safe_chance)),
            ),
            tuple(rows),
            tr(
                "Of somebody who knows who is in the file and where they live. A record hides among "
                "those who share the released values and the unit; the places of treatment weigh each of "
                "them by the chance of going there. Dropped: 1 over their number."
            ),
        ),
    )


def _method(plan, treated) -> Section:
    return Section(
        tr("Method"),
        tr(
            "Each provider area gives {m} points to itself, one less to its nearest area, and so on down to "
            "1. Points add up over a patient's records, areas outside the released unit score zero, and "
            "areas are ranked by points (El Emam and Arbuckle, Anonymizing Health Data, 2013, chapter 9).",
            m=plan.m,
        ),
        Facts(
            (tr("Patients with at least one usable visit"), count(len(treated.home))),
            (tr("Visits used"), count(len(treated.visits.patient))),
        ),
        tr(
            "The adversary by likelihood takes the population of each area and lets people choose a "
            "place by its attractiveness over the squared distance plus 1 km, attractiveness fitted "
            "to the released visits. One who also knows opening hours or referral habits does better; "
            "the figures are a lower limit of the risk."
        ),
    )


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
