# SPDX-License-Identifier: GPL-2.0-or-later
"""The report of an evaluated mask, and its verdict: the worst of all adversaries, or its own bound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.base.errors import InputError, Phrase, translated
from ...core.base.verdict import (
    CARE,
    FAILED,
    MADE,
    NOT_MADE,
    Adversary,
    Check,
    Claim,
    Inputs,
    Level,
    Outcome,
    Verdict,
    worst,
)
from ...core.exposure.matching.near_home import NearHome, check
from ...core.utility import evaluation
from ...core.utility.evaluation import Evaluation
from ...i18n import tr
from ...report import MISSING, Facts, Figure, Report, Section, Table, chartdata, charts
from ...report.numbers import chance, count, listed, metres, number, one_in, percent
from ...report.verdictpage import words
from ..clustering.clustermap import SmallMap, draw_small_maps
from ..framework.verdict import judging
from ..framework.verdict.metricsfile import read_back
from ..geomasking import lpverdict

if TYPE_CHECKING:
    from ...core.exposure.masked_points import Pairs
    from ..io import AreaLayer


SAME = 1e-3
"""Two runs on the same pairs agree in the mean move but for the rounding of a layer's coordinates."""
_HOMES = Phrase("the patients' own homes, each used once")


@dataclass(frozen=True)
class Evaluated:
    """What the verdict is made from."""

    name: str
    """The masked layer."""
    measured: Any
    keys: Sequence
    """What the records are called, one name per record."""
    holds: Phrase
    """Whose number k is: addresses or people of areas."""
    population: tuple[Check, ...]
    """Whether the areas count people, where people are counted by them."""
    beside: tuple[Check, ...]
    """Whether what stands beside the masked points tells the true places; none of links."""
    near: NearHome | None = None
    """How near the dots lie to homes, among redraws of the mask; None where it could not be drawn again."""


@dataclass(frozen=True)
class Judged:
    """What was decided."""

    levels: dict[str, Level]
    """The worst of each mask's releases, by the mask's name."""
    verdict: Verdict
    """Of the mask that was evaluated, with what became of each other one."""
    risks: dict[str, float | None]
    """The largest risk that an adversary reached on each mask; None where none could be played."""


def judge_all(
    inputs: Inputs, limit: float, mask: Evaluated, others: list[Evaluated], made_by: dict | None
) -> Judged:
    """Judge each mask by itself, and all of them together: no page is green that shows a bad mask.

    ``limit`` is the acceptable risk of a mask of which no bound was proved, ``made_by`` the METRICS of the
    run of “Mask points: least move” that made the mask.
    """
    verdict = _by_itself(limit, mask) if made_by is None else _by_its_bound(mask, made_by)
    verdict = replace(verdict, inputs=inputs)
    levels, risks, checks = {mask.name: verdict.level}, {mask.name: verdict.worst_risk}, []
    for other in others:
        alone = _by_itself(limit, other)
        levels[other.name] = worst([alone.level, levels.get(other.name, Level.PASSED)])
        risks[other.name] = max(
            (one for one in (alone.worst_risk, risks.get(other.name)) if one is not None), default=None
        )
        checks.append(Check("further_mask", Outcome.of(alone.level), _decided(other.name, alone, limit)))
    return Judged(levels, replace(verdict, checks=(*verdict.checks, *checks)), risks)


def _decided(mask: str, alone: Verdict, limit: float) -> Phrase:
    """What decided on a further mask, in few words: there may be many."""
    if alone.level is Level.PASSED:
        return Phrase("The mask “{mask}” keeps the limit by itself.", mask=mask)
    tried = [one for one in alone.adversaries if one.level(limit) is Level.GIVES_AWAY]
    beyond = [(one.risk, one.knows) for one in tried if one.risk is not None]
    if not beyond:
        return Phrase("The mask “{mask}”: {why}", mask=mask, why=alone.reasons[0])
    _risk, knows = max(beyond, key=lambda one: one[0])
    return Phrase("“{mask}” gives people away to whoever has {knows}.", mask=mask, knows=knows)


def _by_itself(limit: float, mask: Evaluated) -> Verdict:
    """The verdict on a mask of which no bound was proved."""
    return Verdict(
        Claim(
            Phrase(
                "Nobody is named from the masked points “{mask}” with a chance above the limit, whichever "
                "list the adversary holds.",
                mask=mask.name,
            ),
            limit,
            Phrase(
                "1 / k, the posterior of a record's own home, or the share that the nearest dot "
                "identifies correctly"
            ),
        ),
        None,
        _all(mask, limit),
        (
            _stayed(mask, FAILED),
            _mask_model_known(mask),
            *mask.beside,
            *mask.population,
        ),
    )


def _by_its_bound(mask: Evaluated, made_by: dict) -> Verdict:
    """The verdict on a mask whose bound was audited."""
    _check_same(mask, made_by)
    limit = lpverdict.bound_of(made_by)
    return Verdict(
        Claim(read_back(made_by, made_by["judgement"]["claim"]), limit, lpverdict.rule_of(made_by)),
        None,
        (*lpverdict.of_metrics(made_by), *_beside(_all(mask, limit), made_by)),
        (_stayed(mask, CARE), *_near(mask, limit), *mask.beside, *judging.checks_of(made_by, "mask")),
    )


def _all(mask: Evaluated, limit: float) -> tuple[Adversary, ...]:
    """Everybody who was played, by what they know and which list they hold."""
    measured, figures = mask.measured, mask.measured.figures
    people = ()
    if measured.k.moved is not None:
        beyond = np.flatnonzero(1 / measured.k.moved > limit * (1 + 1e-12))
        people = tuple(np.asarray(mask.keys, dtype=object)[beyond].tolist())
    why = Phrase("k was not counted. Give addresses, or census areas with a population.")
    return (
        Adversary("map", Phrase("the masked map"), mask.holds, figures.get("JOURNALIST"), people, why=why),
        Adversary(
            "method",
            Phrase("the masked map and the shortest and longest move"),
            mask.holds,
            1 / figures["SMALLEST_K_METHOD"] if "SMALLEST_K_METHOD" in figures else None,
            why=why,
        ),
        Adversary(
            "nearest", Phrase("the masked map (and takes the nearest dot)"), _HOMES, figures["LINKAGE_SHARE"]
        ),
        *(_matching(mask, attempt, limit) for attempt in measured.attempts),
        Adversary(
            "prosecutor",
            Phrase("the masked map (and counts the patients nearer to a dot than its own)"),
            _HOMES,
            figures.get("PROSECUTOR"),
            covered=False,
            why=Phrase(
                "It is the record that chance exposed most, and the adversary cannot tell which one that is."
            ),
        ),
    )


def _matching(mask: Evaluated, attempt, limit: float) -> Adversary:
    """Who knows the law and matches all homes of one list at once."""
    knows = Phrase("the masked map and the distribution of the moves (and matches all at once)")
    key = f"matching_{attempt.list_held}"
    if attempt.matching is None:
        return Adversary(key, knows, attempt.holds, why=attempt.why)
    keys = np.asarray(mask.keys, dtype=object)
    return Adversary(
        key,
        knows,
        attempt.holds,
        attempt.largest_risk,
        tuple(keys[attempt.matching.above(limit)].tolist()),
        calibrated=attempt.judged,
    )


def _mask_model_known(mask: Evaluated) -> Check:
    """Whether the adversary was played with the mask's own law."""
    if mask.measured.model_refuted:
        return Check(
            "mask_model",
            NOT_MADE,
            Phrase(
                "The moves do not follow the stated distribution ({kind}): anyone who knows the true one "
                "learns more than was measured.",
                kind=mask.measured.mask_model.kind,
            ),
            Phrase("State the distribution of this very mask, or leave MASK_MODEL empty."),
        )
    if mask.measured.moved_together:
        return Check(
            "mask_model",
            NOT_MADE,
            Phrase(
                "Records moved together: moves are equal, or more alike than where each record moves by "
                "itself ({kind}). Dots then lie as their homes do; what anyone learns from that could not be "
                "measured.",
                kind=mask.measured.mask_model.kind,
            ),
            Phrase("Draw a move for each record by itself; one move for several gives them away."),
        )
    if not mask.measured.mask_model.fitted:
        return Check(
            "mask_model",
            MADE,
            Phrase("The distribution of the moves is stated: {kind}.", kind=mask.measured.mask_model.kind),
        )
    return Check(
        "mask_model",
        NOT_MADE,
        Phrase(
            "Nobody stated how the mask moves points: the adversary could only fit a distribution to the "
            "moves."
        ),
        Phrase(
            "Give the links or the METRICS of “Mask points: random moves”, or state the distribution as "
            "MASK_MODEL."
        ),
    )


def _stayed(mask: Evaluated, otherwise) -> Check:
    share = mask.measured.figures["STAYED_SHARE"]
    if not share:
        return Check("moved", MADE, Phrase("Every record moved."))
    sentence = Phrase("{share:.1f} % of the records did not move.", share=100 * share)
    remedy = Phrase("Use a mask that leaves no record at its place.")
    return Check("moved", otherwise, sentence, remedy)


def _beside(adversaries, made_by: dict):
    """The same figures beside an audited bound: what the draws did is not what an observer knows."""
    drawn = Phrase(
        "By chance a record may stay near its place, and nobody can tell which: the audited risk counts this."
    )
    released = made_by["parameters"].get("KEEP_FIELDS")
    listed = (
        Phrase(
            "Anyone who holds the list of patients learns the released fields of those matched; the bound is "
            "not about them."
        )
        if released
        else Phrase(
            "Anyone who holds the list of patients learns which dot is whose; nothing else is released."
        )
    )
    for one in adversaries:
        why = listed if one.holds == _HOMES else drawn
        yield Adversary(one.key, one.knows, one.holds, one.risk, covered=False, why=why)


def _near(mask: Evaluated, limit: float):
    """Records that the draws left among too few people: by a test, or to be looked at without one."""
    if mask.near is not None:
        found = check(mask.near, len(mask.keys))
        keys = np.asarray(mask.keys, dtype=object)
        yield replace(found, records=tuple(keys[list(found.records)].tolist()))
        return
    if mask.measured.k.moved is None:
        return
    beyond = np.flatnonzero(1 / mask.measured.k.moved > limit * (1 + 1e-12))
    if not len(beyond):
        yield Check("near_places", MADE, Phrase("Every dot fell among enough people."))
        return
    sentence = Phrase(
        "Records whose dot fell by chance among fewer people than the limit asks for: {count}. Nobody can "
        "tell which, and the limit covers it. Note it and sign if that is enough. Do not mask again until "
        "none is left: choosing the map that looks best weakens the guarantee.",
        count=len(beyond),
    )
    rows = tuple(np.asarray(mask.keys, dtype=object)[beyond].tolist())
    yield Check("near_places", CARE, sentence, records=rows)


def _check_same(mask: Evaluated, made_by: dict) -> None:
    measured, expected = mask.measured.figures["MEAN_MOVE_M"], made_by["figures"]["MEAN_MOVE_M"]
    if abs(measured - expected) > SAME * max(expected, 1.0):
        raise InputError(
            "evaluation.mask.other",
            "The METRICS given as MASK are of another mask: it moved its records by {expected} m on "
            "average, these by {found} m. Give those of this very run.",
            found=number(measured, ".1f"),
            expected=number(expected, ".1f"),
        )


@dataclass(frozen=True)
class Drawn:
    """What the small maps of a comparison show."""

    pairs: dict[str, Pairs]
    """True and masked places by the name of each mask: of several releases the first."""
    areas: AreaLayer | None
    """The region, an AreaLayer, or None."""


def report(measured: Evaluation, charts_of_run: dict, candidates, judged: Judged, drawn: Drawn) -> Report:
    """The report of “Evaluate a mask”: the mask alone, or beside the further ones, each with its level."""
    compared = len(candidates) > 1
    sections = [_privacy(measured), _utility(measured), *chartdata.sections(charts_of_run)]
    if compared:
        sections.insert(0, _comparison(candidates, judged.levels))
    return Report(
        tr("What the mask hides, from whom, and at what cost."),
        tuple(sections),
        judged.verdict,
        affected_records=judged.verdict.affected_records,
        question=tr("Do all of these masks keep the limit?") if compared else "",
        advice=advice(candidates, judged, judged.verdict.claim.limit or 1) if compared else _instead(judged),
        map=small_maps(candidates, judged, drawn) if compared else "",
        internal_map=True,
        title=tr("Compare masks") if compared else "",
    )


def _instead(judged: Judged) -> str:
    """What to do in place of a mask that gives people away by its nature; empty of any other."""
    verdict = judged.verdict
    if verdict.level is not Level.GIVES_AWAY or any(one.key.startswith("lp_") for one in verdict.adversaries):
        return ""
    return tr(
        "Do not publish it: it gives people away. Mask the true points by “Mask points: least move”, or "
        "publish counts by area."
    )


def advice(candidates, judged: Judged, limit: float) -> str:
    """Which mask to take, what it costs, and why not the one that moves less."""
    taken = _taken(candidates, judged.levels)
    if taken is None:
        return tr("Take none of these masks: none was shown to keep the limit.")
    kept = sum(level is Level.PASSED for level in judged.levels.values())
    sentence = (
        tr("Take “{mask}” alone: no other was shown to keep the limit of {limit}. It moves homes {move}.")
        if kept == 1
        else tr("Take “{mask}”: of the {kept} masks that keep the limit of {limit} it moves least, {move}.")
        if kept
        else tr("Take “{mask}”, which moves {move}, once somebody has looked at what follows.")
    )
    move = metres(taken.mean("MEAN_MOVE_M"))
    said = [sentence.format(mask=taken.name, limit=one_in(limit), move=move, kept=kept)]
    if np.isfinite(taken.mean("HOT_SPOT_OVERLAP")):
        share = percent(taken.mean("HOT_SPOT_OVERLAP"), 0)
        said.append(tr("Of the hot spots {share} stay where they are.").format(share=share))
    return " ".join([*said, *_why_not_less(taken, candidates, judged)])


def _taken(candidates, levels: dict):
    """Of the masks with the best verdict the one that moves least; None where none may be released."""
    by_move = sorted(candidates, key=lambda one: one.mean("MEAN_MOVE_M"))
    may = [one for level in (Level.PASSED, Level.WITH_CARE) for one in by_move if levels[one.name] is level]
    return may[0] if may else None


def _why_not_less(taken, candidates, judged: Judged):
    """What the mask that moves least gives away, where it is another."""
    less = min(candidates, key=lambda one: one.mean("MEAN_MOVE_M"))
    if judged.levels[less.name] is not Level.GIVES_AWAY:
        return
    said = {"mask": less.name, "move": metres(less.mean("MEAN_MOVE_M"))}
    risk = judged.risks[less.name]
    if risk is not None:
        yield tr(
            "“{mask}” moves only {move}, but lets somebody name a person with a chance of {risk}."
        ).format(**said, risk=one_in(risk))


_FRAMES = {
    Level.PASSED: "#16633a", Level.WITH_CARE: "#c77700", Level.NOT_JUDGED: "#55616d",
    Level.GIVES_AWAY: "#b3261e",
}  # fmt: skip
"""Colours of the verdicts, as on the first page."""


def small_maps(candidates, judged: Judged, drawn: Drawn) -> str:
    """The masked points of every mask, with its verdict, risk and move. Internal, though no true point is
    shown: those of a mask that hides nobody lie on the homes, and several masks of the same people average.
    """
    taken, maps = _taken(candidates, judged.levels), []
    for one in candidates:
        pairs, risk = drawn.pairs[one.name], judged.risks[one.name]
        level = judged.levels[one.name]
        told_risk = tr("risk {risk}").format(risk="–" if risk is None else one_in(risk))
        moves = tr("moves {move}").format(move=metres(one.mean("MEAN_MOVE_M")))
        lines = (f"{words()[level].split()[0]} {told_risk}", moves)  # its mark: page 1 has few words
        maps.append(SmallMap(
            one.name, pairs.masked_lon_deg, pairs.masked_lat_deg, lines, _FRAMES[level], one is taken
        ))  # fmt: skip
    note = tr("Masked points. Internal: those of a mask that hides nobody lie on the homes.")
    return draw_small_maps(drawn.areas, maps, tr("The masked points of every mask"), note)


def _privacy(measured) -> Section:
    figures = measured.figures
    facts = []
    if "SMALLEST_K" in figures:
        facts += [
            (
                tr("k, adversary with the masked map: smallest, median"),
                listed((_k(figures["SMALLEST_K"]), _k(figures["MEDIAN_K"]))),
            ),
            (tr("k, adversary who knows the method too: smallest"), _k(figures["SMALLEST_K_METHOD"])),
            (
                tr("Largest risk, adversary who knows who is in the data (prosecutor)"),
                chance(figures["PROSECUTOR"]),
            ),
            (
                tr("Largest risk, adversary who does not know who is in the data (journalist)"),
                chance(figures["JOURNALIST"]),
            ),
            (tr("Records identified correctly on average (marketer)"), percent(figures["MARKETER"], 2)),
            (tr("Records above the acceptable risk"), percent(figures["AT_RISK_SHARE"])),
        ]
    facts += [
        (tr("k, neighbour who knows the home: smallest"), _k(figures["SMALLEST_K_ORIGINAL"])),
        (
            tr("k, neighbour who knows the method too: smallest"),
            _k(figures["SMALLEST_K_ORIGINAL_METHOD"]),
        ),
        (tr("Homes linked to their dot by the nearest dot"), percent(figures["LINKAGE_SHARE"])),
        (tr("Dots nearest to their own home (Spruill)"), percent(figures["SPRUILL_SHARE"])),
    ]
    if "OPTIMAL_LINKAGE_SHARE" in figures:
        facts.append(
            (
                tr("Records matched correctly by the best assignment"),
                percent(figures["OPTIMAL_LINKAGE_SHARE"]),
            )
        )
    facts += _matched(measured)
    facts.append((tr("Records that did not move"), percent(figures["STAYED_SHARE"])))
    if "FALSE_HOME_SHARE" in figures:
        facts.append((tr("Dots on somebody else's house"), percent(figures["FALSE_HOME_SHARE"])))
    averaging = measured.averaging
    rows = tuple((count(m), metres(e)) for m, e in zip(averaging.releases, averaging.error_m))
    explained = tr(
        "k is the number of people among whom a record hides: an adversary who has to guess among k is "
        "right once in k. Prosecutor, journalist and marketer are the usual names of adversaries who know "
        "who is in the data, who do not, and who want as many names as possible."
    )
    blocks = [
        explained,
        Facts(*facts),
        Table(
            (tr("Releases"), tr("Mean error of their average")),
            rows,
            tr("What is left when an adversary averages releases that draw every move afresh."),
        ),
    ]
    return Section(tr("What it hides"), *blocks, internal=True)


def _matched(measured) -> list:
    """What the adversary who knows the law reached with each list."""
    mask_model = tr("{kind}, fitted to the moves") if measured.mask_model.fitted else tr("{kind}, as stated")
    if measured.mask_model.kind == "moves":
        mask_model = tr("the lengths of the moves themselves, smoothed")
    facts = [(tr("Distribution of the moves"), mask_model.format(kind=measured.mask_model.kind))]
    for one in measured.attempts:
        holds = tr(
            "Matched correctly by the distribution of the moves, adversary holds {list}",
            list=translated(one.holds, tr),
        )
        if one.matching is None:
            facts.append((holds, translated(one.why, tr)))
            continue
        m = one.matching
        said = tr(
            "{right}; the adversary expected {said}; largest risk of a record {risk}",
            right=percent(m.right_share),
            said=percent(m.expected_right_share),
            risk=chance(m.largest_risk),
        )
        if not m.settled:
            said = tr("{figures}; not settled, so not judged", figures=said)
        elif not m.calibrated:
            said = tr("{figures}; its probabilities do not match what it found, so not judged", figures=said)
        facts.append((holds, said))
    return facts


def _k(value: float) -> str:
    """People, who are counted in parts where areas are shared out."""
    return number(value, ".3g") if value < 100 else count(value)


def _utility(measured) -> Section:
    figures = measured.figures
    facts = [
        (tr("Mean move"), metres(figures["MEAN_MOVE_M"])),
        (
            tr("Median move; 95 % move less than"),
            listed((metres(figures["MEDIAN_MOVE_M"]), metres(figures["P95_MOVE_M"]))),
        ),
        (tr("Shift of the mean centre"), metres(figures["CENTRE_SHIFT_M"])),
        (tr("Spread after over before"), number(figures["SPREAD_RATIO"], ".3f")),
    ]
    if "TRANSPORT_M" in figures:
        facts += [
            (
                tr("Distance to the nearest neighbour, after over before"),
                number(figures["NEIGHBOUR_RATIO"], ".3f"),
            ),
            (tr("Correlation of the kernel densities"), number(figures["DENSITY_CORRELATION"], ".3f")),
            (tr("Overlap of the hot spots"), percent(figures["HOT_SPOT_OVERLAP"])),
            (tr("Transport distance between the maps"), metres(figures["TRANSPORT_M"])),
        ]
    if "CHANGED_AREA_SHARE" in figures:
        facts.append((tr("Records in another area than before"), percent(figures["CHANGED_AREA_SHARE"])))
    explained = tr(
        "Density is how thick dots lie about a place, hot spots are its densest 5 %. The transport distance "
        "is how far a dot must be carried on average to turn one map into the other."
    )
    return Section(tr("What it destroys"), explained, Facts(*facts), internal=True)


def _risk_words() -> dict:
    """What the figures that can stand for the risk mean."""
    return {
        "MATCHED_SHARE": tr(
            "Records matched correctly by an adversary who knows the mask and holds the homes"
        ),
        "MARKETER": tr("Records identified correctly on average (marketer)"),
        "JOURNALIST": tr("Largest risk, adversary who does not know who is in the data (journalist)"),
        "OPTIMAL_LINKAGE_SHARE": tr("Records matched correctly by the best assignment"),
        "SPRUILL_SHARE": tr("Dots nearest to their own home (Spruill)"),
        "LINKAGE_SHARE": tr("Homes linked to their dot by the nearest dot"),
    }


def _comparison(candidates, levels: dict) -> Section:
    risk = evaluation.risk_figure(candidates)
    shown = tuple(dict.fromkeys((risk, "MATCHED_SHARE")))  # the latter may be what stands for the risk
    headings = (
        tr("Mask"),
        tr("Its own verdict"),
        tr("Releases"),
        tr("Mean move"),
        *(_risk_words()[figure] for figure in shown),
        tr("Overlap of the hot spots"),
    )
    rows = tuple(
        (
            one.name,
            words()[levels[one.name]],
            count(len(one.runs)),
            metres(one.mean("MEAN_MOVE_M")),
            *(_mean_with_interval(one, figure) for figure in shown),
            _mean_with_interval(one, "HOT_SPOT_OVERLAP"),
        )
        for one in candidates
    )
    chart = frontier_chart(candidates, risk)
    said = tr(
        "A mask below and to the left is better. Those joined by the line are beaten by no other on both "
        "counts."
    )
    blocks = (
        Table(headings, rows, tr("Means over the releases, with the smallest and largest.")),
        Figure(chart, said),
    )
    return Section(tr("Masks side by side"), *blocks, internal=True)


def _mean_with_interval(candidate, figure: str):
    value = candidate.mean(figure)
    if not np.isfinite(value):
        return MISSING
    if len(candidate.runs) == 1:
        return number(value, ".3g")
    low, high = candidate.interval(figure)
    return f"{number(value, '.3g')} ({number(low, '.3g')}–{number(high, '.3g')})"


def frontier_chart(candidates, risk: str) -> str:
    """Draw risk against the mean move, with the frontier."""
    x = np.array([one.mean("MEAN_MOVE_M") for one in candidates])
    y = np.array([one.mean(risk) for one in candidates])
    best = np.flatnonzero(evaluation.frontier(y, x))
    best = best[np.argsort(x[best], kind="stable")]
    names = tuple(one.name for one in candidates)
    marks = [
        charts.Line(x[best], y[best], tr("frontier"), charts.COLOURS[0]),
        charts.Dots(x, y, tr("masks"), charts.COLOURS[1], names),
    ]
    log = bool((x > 0).all() and (y > 0).all())
    return charts.chart(
        marks,
        charts.Axis(tr("Mean move, metres"), log=log),
        charts.Axis(_risk_words()[risk], log=log),
    )
