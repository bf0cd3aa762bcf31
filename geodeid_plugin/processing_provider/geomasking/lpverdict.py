# SPDX-License-Identifier: GPL-2.0-or-later
"""The verdict of LP masking: what its model promises, to whom, and what the promise needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...core.base.errors import InputError, Phrase, named, thousands, translated
from ...core.base.thresholds import hidden_among, one_in, one_in_beyond
from ...core.base.verdict import CARE, MADE, NOT_MADE, Adversary, Check, Claim, Verdict
from ...core.geomask.audit import Audit
from ...core.geomask.programme.programme import EVERYBODY, Request
from ...core.geomask.releases.promise import model_of as model_with
from ...core.geomask.releases.promise import weaker_promise, weakest
from ...core.geomask.releases.reading import Reading
from ...i18n import tr
from ...report import KeyFigure
from ...report.numbers import number
from ..framework.verdict import judging
from ..framework.verdict.metricsfile import level_of
from ..io.people import ANYONE_OR_DIVIDED, SEVERAL_COUNTS, counted_together, read_people_by_value

SOURCES = {
    "wieland": "Wieland, Cassa, Mandl, Berger. PNAS 2008, 105(46)",
    "everybody": "Jung, El Emam. Int J Health Geogr 2014",
    "revised": "Jung, El Emam. Int J Health Geogr 2014",
}

_ROUNDED = 15.0
"""People by which counts of one small area may differ: rounding to 5 in Canada, noise of the 2020 census."""


_SUMMED_ANEW = 1e-9
"""Share by which sums over all dots may exceed the bound: they are summed in another order than solved."""
_PROOF_SLACK = 1e-6
"""Share by which a proof may exceed the limit: tables aim at it by bisection."""


@dataclass(frozen=True)
class Part:
    """One table of probabilities with what it was solved for: a stratum, or all records."""

    audit: Audit
    population: np.ndarray
    """Shape (n,). People of the areas that the table hides records among."""
    request: Request
    """As it was solved: model, records (earlier ones included) and bound."""
    area: np.ndarray | tuple = ()
    """Shape (s,). Area of each record; empty where only a table is judged."""
    rows: tuple = ()
    """The records as the layer of patients names them; None for those of another layer."""
    reading: Reading | None = None
    """What its dots tell together; None where none were drawn, or a ledger judges them with all earlier
    ones."""

    @property
    def achieved(self) -> float:
        """The table's risk under its model."""
        return self.audit.risk(self.request.model)

    @property
    def small_areas(self) -> int:
        """Areas with fewer people than there are records."""
        fewest = self.request.inequality.within(self.population)[0]
        return int(np.count_nonzero((np.asarray(self.population) > 0) & (fewest < self.request.records)))


def judge(
    run,
    layer,
    request: Request,
    parts: list[Part],
    more: tuple = (),
    together: tuple = (),
    listed: tuple = (),
) -> Verdict:
    """Judge tables of probabilities, and what is released beside the places.

    Without ``parts``, where all stand where a ledger's release put them, the model is the request's. ``more``
    is what else the claim needs, ``together`` who has earlier releases too, ``listed`` what is said of areas
    that are addresses.
    """
    model = weakest(part.request.model for part in parts) if parts else request.model
    limit = request.risk
    records = sum(len(part.area) for part in parts)
    adversaries = [_audited(model, max(part.achieved for part in parts))] if parts else []
    adversaries += [*_of_dots(limit, parts), *together]
    checks = [_audit_made(), *more]
    if model == "revised" and parts:
        checks += _who_has_less(parts)
    counted = sum(part.request.records for part in parts)
    checks += judging.population_checks(run, layer, counted, listed=listed)
    return Verdict(
        _claim(model, limit, _basis(parts, together), _figures(parts)),
        judging.inputs_of(run, layer, records or None),
        tuple(adversaries),
        tuple(checks),
    )


def _basis(parts: list[Part], together: tuple) -> str:
    """Whether a release, all those of a ledger, or a table from which any may be drawn is judged."""
    if any(one.key == "all_releases" for one in together):
        return "ledger"
    return "release" if any(part.reading is not None for part in parts) else "table"


@dataclass(frozen=True)
class _Proved:
    """What is proved of all dots that were drawn, and how many areas have few people."""

    person: float
    area: float
    areas: int
    alone: bool
    """Whether each dot stands for one person, of whom alone a table promises in advance."""


def _figures(parts: list[Part]) -> _Proved:
    readings = [part.reading for part in parts if part.reading is not None]
    return _Proved(
        max((one.anybody for one in readings), default=0.0),
        max((one.area for one in readings), default=0.0),
        sum(part.small_areas for part in parts),
        all(one.alone for one in readings),
    )


def surest(person: float | None) -> tuple[KeyFigure, ...]:
    """What the dots say of any one person, for the first page; nothing where nothing is proved."""
    if person is None or person >= 1:
        return ()
    meaning = tr("how sure these dots let anyone be of any one person, at most")
    return (KeyFigure("person", translated(one_in(person), tr), meaning),)


def _claim(model: str, limit: float, basis: str, dots: _Proved) -> Claim:
    """What is claimed of a release, of all those of a ledger, or of a table from which any may be drawn."""
    return Claim(_claimed(model, limit, basis, dots), limit, RULES[model], SOURCES[model])


RULES = {
    "wieland": Phrase("Model of Wieland: bound on the chance that a given person is in the data at all"),
    "everybody": Phrase(
        "Everybody's model: bound on the chance that a given person is in the data, proved of the dots that "
        "were drawn; in areas with fewer people than there are records, on the chance that a dot came from "
        "there"
    ),
    "revised": Phrase(
        "Revised model: as Wieland's where an area has at least as many people as there are records, "
        "else bound on the chance that a record came from the area"
    ),
}


def _claimed(model: str, limit: float, basis: str, dots: _Proved) -> Phrase:
    """The sentence of the first page."""
    said = {"limit": hidden_among(limit), "areas": dots.areas}
    if basis == "release" and _beyond(dots.person, limit):
        return Phrase(
            "Anyone who reads these dots together may be as sure as {risk} that one particular person is a "
            "patient, more than the {limit} that you asked for.",
            risk=one_in_beyond(dots.person, limit),
            limit=one_in(limit),
        )
    if basis == "release" and model == "wieland":
        why = Phrase("Some dots stand for a whole household: this was computed for the dots of this map.")
        if dots.alone:
            why = Phrase("This is promised whatever dots are drawn.")
        return Phrase(
            "Anyone who says, from this map, that a particular person is one of the patients has at most a "
            "1 in {limit} chance of being right, even knowing exactly how the map was made. {why}",
            why=why,
            **said,
        )
    if basis == "release" and model == EVERYBODY:
        return Phrase(
            "Anyone who says, from all the dots of this map together, that a particular person is one of "
            "the patients has at most a 1 in {limit} chance of being right, even knowing exactly how the "
            "map was made. So has anyone who says from which of the {areas} areas with fewer people than "
            "there are patients a dot came.",
            **said,
        )
    if basis == "release":
        of_people = Phrase(
            "Anyone who says, from all the dots of this map together, that a particular person is one of "
            "the patients has at most a 1 in {limit} chance of being right.",
            **said,
        )
        if not dots.areas:
            return of_people
        return Phrase(
            "{claim} So has anyone who says from which of the {areas} small areas a dot came; to the people "
            "who live there, nothing was promised in advance.",
            claim=of_people,
            areas=dots.areas,
        )
    if basis == "ledger" and model == "wieland":
        return Phrase(
            "Anyone who says, from all releases of the ledger together, that a particular person is one of "
            "the patients has at most a 1 in {limit} chance of being right, even knowing exactly how they "
            "were made.",
            **said,
        )
    if basis == "table" and model == "wieland":
        return Phrase(
            "Anyone who says, from a map that is drawn by this table, that a particular person is one of "
            "the patients has at most a 1 in {limit} chance of being right, even knowing exactly how the "
            "map is made.",
            **said,
        )
    return _OF_TABLES[model] if basis == "table" else _OF_LEDGER


_OF_LEDGER = Phrase(
    "Nobody can tell from all releases together, with a chance above the limit, that a given person is in "
    "the data, where records are independent. In areas with fewer people than there are records, nobody "
    "can tell so of a record that it came from there. What is proved of distinct people is a check of its "
    "own."
)
_OF_TABLES = {
    "everybody": Phrase(
        "Nobody can tell from one place drawn by this table, with a chance above the limit, that it came "
        "from a given area with fewer people than there are records; and one place tells so little of any "
        "person that all places together seldom say more than the limit. What they say is judged when they "
        "are drawn."
    ),
    "revised": Phrase(
        "Nobody can tell from places drawn by this table, each read by itself, with a chance above the "
        "limit, that a given person is in the data; in areas with fewer people than there are records, "
        "nobody can tell from a record's place that it came from there. What all places tell together "
        "is judged when they are drawn."
    ),
}


def _beyond(risk: float, limit: float) -> bool:
    return risk > limit * (1 + _SUMMED_ANEW)


def _of_dots(limit: float, parts: list[Part]) -> Iterator[Adversary]:
    """Who reads all dots of one release together, and knows that its records are different people.

    What is proved is an upper bound, so that beyond the limit it asks for care and is no finding.
    """
    if not any(part.reading is not None for part in parts):
        return
    dots = _figures(parts)
    allowed = one_in(limit)
    together = Phrase("the same, reads all dots together, and knows that the records are different people")
    yield Adversary(
        "person",
        together,
        Phrase("all people of the areas, and asks for any one of them"),
        _within(dots.person, limit),
        explained=Phrase(
            "Anyone who reads these dots together may be as sure as {risk} that one particular person is a "
            "patient, more than the {limit} that you asked for. Do not draw again: have the higher figure "
            "approved; next time, release fewer records or ask for Wieland's promise.",
            risk=one_in_beyond(dots.person, limit),
            limit=allowed,
        ),
        why=_UNPROVED,
        internal=False,
    )
    if dots.area > 0:
        yield Adversary(
            "small_area",
            together,
            Phrase("all areas with fewer people than there are records, and asks which one a dot came from"),
            _within(dots.area, limit),
            explained=Phrase(
                "Anyone who reads these dots together may be as sure as {risk} that one of them came from "
                "a particular small area, more than the {limit} that you asked for. Do not draw again: have "
                "the higher figure approved; next time, release fewer records.",
                risk=one_in_beyond(dots.area, limit),
                limit=allowed,
            ),
            why=_UNPROVED,
            internal=False,
        )


_UNPROVED = Phrase(
    "so many of the people are records that nothing is proved of their dots together. Release fewer "
    "records, or ask for Wieland's promise."
)


def _within(risk: float, limit: float) -> float | None:
    """A proved figure, without what rounding adds at the limit; None where nothing is proved."""
    if risk >= 1:
        return None
    return risk if _beyond(risk, limit) else min(risk, limit)


def rule_of(metrics: dict) -> Phrase | str:
    """By which rule a mask's bound was computed, from its METRICS."""
    return RULES[model_of(metrics)]


def model_of(metrics: dict) -> str:
    """The model of a mask or a table, from its METRICS: the one that was taken where it was left open."""
    promise, model = metrics["figures"].get("PROMISE"), metrics["parameters"]["MODEL"]
    if promise is not None:
        return model_with(promise)
    if model not in RULES:
        raise InputError(
            "metrics.model.missing",
            "The METRICS of the masking do not say which model was taken. Mask again.",
        )
    return str(model)


def bound_of(metrics: dict) -> float:
    """The bound that a mask was held to, from its METRICS: the preset's where an audience was chosen.

    What is no probability, or another than its verdict was given by, is refused.
    """
    figures = metrics["figures"]
    bound = figures["RISK_BOUND"] if "RISK_BOUND" in figures else metrics["parameters"]["RISK"]
    judged_by = metrics["judgement"]["limit"]
    share = _is_number(bound) and 0 < bound <= 1
    if not share or not _is_number(judged_by) or not abs(bound - judged_by) <= _SUMMED_ANEW * bound:
        raise InputError(
            "metrics.bound.no_probability",
            "The METRICS of the masking state the bound {bound} and were judged by {limit}: no probability, "
            "or not the same. Mask again.",
            bound=bound,
            limit=judged_by,
        )
    return float(bound)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _audited(model: str, risk: float) -> Adversary:
    return Adversary(
        f"lp_{model}",
        Phrase("the released places, the populations, the method and its table of probabilities"),
        Phrase("all people of the areas"),
        risk,
        internal=False,
    )


def of_metrics(metrics: dict) -> tuple[Adversary, ...]:
    """Who was played against a mask, from its METRICS: whoever has its table first, then all others."""
    level_of(metrics)
    model = model_of(metrics)
    listed = judging.adversaries_of(metrics)
    risks = [one.risk for one in listed if one.key == f"lp_{model}" and one.risk is not None]
    achieved = metrics["figures"]["ACHIEVED_RISK"]
    if not _is_number(achieved) or not achieved >= 0:
        raise InputError(
            "metrics.risk.no_probability",
            "The METRICS of the masking state the achieved risk {risk}, which is no probability. Mask again.",
            risk=achieved,
        )
    first = _audited(model, max([achieved, *risks]))
    together = {"person", "all_releases"} & {one.key for one in listed}
    missing = () if together else (_nobody_read_together(),)
    return (first, *(one for one in listed if one.key != first.key), *missing)


def _nobody_read_together() -> Adversary:
    return Adversary(
        "person",
        Phrase("all dots together, and that the records are different people"),
        why=Phrase("these METRICS do not say what all dots tell together. Mask again with this version."),
        internal=False,
    )


def all_releases(limit: float, ledger: dict) -> Adversary:
    """Who has every release of the ledger: what the dots that are out show together, by the model's promise.

    ``ledger`` is what METRICS say of the ledger.
    """
    joint, person_by_person = ledger["joint_risk"], None
    if joint <= limit * (1 + _SUMMED_ANEW):
        joint = min(joint, limit)
    elif ledger["kept_risk"] <= limit * (1 + _SUMMED_ANEW):
        said = {
            "risk": one_in_beyond(joint, limit),
            "limit": one_in(limit),
            "shown": one_in(ledger["kept_risk"]),
        }
        person_by_person = (
            Phrase(
                "By the fewest people that can be counted behind it now, a dot tells with a chance of "
                "{risk} that it came from an area with fewer people than there are records, above the limit "
                "of {limit}. Of the single people of these areas all releases together show {shown} at "
                "most, within it.",
                **said,
            )
            if ledger["judged_by_fewer"]
            else Phrase(
                "The list has grown past the people of some areas, and a dot that was drawn before tells "
                "with a chance of {risk} that it came from such an area, above the limit of {limit}. Of the "
                "single people of these areas all releases together show {shown} at most, within it.",
                **said,
            )
        )
    return Adversary(
        "all_releases",
        Phrase("all releases of the ledger together, with the method and all tables of probabilities"),
        Phrase("all people of the areas, as every release had them"),
        joint,
        explained=person_by_person,
        internal=False,
    )


def releases_checked(model: str, limit: float, ledger: dict) -> tuple[Check, ...]:
    """What the claim on all releases needs beside their figure."""
    proved = _distinct_people(model, limit, ledger["proved_risk"])
    return (
        proved,
        *_crowds_counted(limit, ledger),
        *_released_elsewhere(ledger["elsewhere"]),
        *_drawn_twice(ledger),
    )


def _crowds_counted(limit: float, ledger: dict) -> Iterator[Check]:
    """Whether the narrowest crowd that anybody can give each dot now was counted, and hides it."""
    if ledger["judged_by_fewer"] and ledger["kept_risk"] > limit * (1 + _SUMMED_ANEW):
        yield Check(
            "fewer_people",
            CARE,
            Phrase(
                "Behind {count} dots already released fewer people can be counted now than when they were "
                "drawn, because of the fields or populations of a release.",
                count=ledger["judged_by_fewer"],
            ),
            Phrase(
                "What is released cannot be taken back. Publish nothing more of these people at this "
                "bound, or choose a larger one."
            ),
            internal=False,
        )
    if ledger["not_counted"]:
        yield Check(
            "narrowest_crowd",
            NOT_MADE,
            Phrase(
                "{count} dots already released show values ({fields}) whose people nobody counted "
                "together: how few people anybody can now count behind these dots is not known.",
                count=ledger["not_counted"],
                fields=ledger["fields_not_counted"],
            ),
            Phrase(
                "Use one field that joins {fields} as STRATUM, with the population of each value for the "
                "areas of all releases, and release it; or do not release what no release has shown yet.",
                fields=ledger["fields_not_counted"],
            ),
            internal=False,
        )
    if ledger["without_crowd"]:
        yield Check(
            "crowd_left",
            NOT_MADE,
            Phrase(
                "{count} released dots stand for nobody: by the fewest people that any release stated, no "
                "area that they may have come from is inhabited. How many people a patient hides among is "
                "not known.",
                count=ledger["without_crowd"],
            ),
            Phrase("Use the population of the people whom the patients come from, the same in all releases."),
            internal=False,
        )


def _drawn_twice(ledger: dict) -> Iterator[Check]:
    """Where somebody may have been drawn twice under another name or address: the dots would multiply."""
    if ledger["releases"] > 1 and ledger["new_records"] and not ledger["repeated_records"]:
        yield Check(
            "nobody_known",
            CARE,
            Phrase(
                "All {count} records are new to the ledger, and nobody of its earlier releases is in the "
                "list. Were they named by another field then, they are drawn twice, and no bound holds.",
                count=ledger["new_records"],
            ),
            Phrase("Compare LEDGER_ID with that of the earlier releases."),
            internal=False,
        )
    if ledger["corrected_records"]:
        yield Check(
            "corrected_addresses",
            CARE,
            Phrase(
                "{count} patients have a second dot, because their first address was corrected. Whoever of "
                "them did live where the first dot was drawn from is revealed by both dots together.",
                count=ledger["corrected_records"],
            ),
            internal=False,
        )


def _distinct_people(model: str, limit: float, proved: float | None) -> Check:
    """Whether the figure is proved for a list of distinct people.

    Under the revised model single dots may tell all that the bound allows. With people who are distinct, one
    counts more where others of its crowd stand behind other dots; while nobody of a crowd does so with more
    than the limit on average, it is at most limit / (1 - limit).
    """
    if proved is None:
        return Check(
            "distinct_people",
            NOT_MADE if model == "wieland" else CARE,
            Phrase(
                "What all releases show together is summed as if records were independent; for a list of "
                "distinct people nothing is proved of so many dots that show so much."
            ),
            Phrase("Give a larger bound, or set a plan or a smaller limit of one dot in “Release ledger”."),
            internal=False,
        )
    if proved <= limit * (1 + _PROOF_SLACK):
        return Check(
            "distinct_people",
            MADE,
            Phrase(
                "For a list of distinct people, {proved} is proved of all releases together.",
                proved=one_in(proved),
            ),
            internal=False,
        )
    tolerated = model == "revised" and proved <= limit / (1 - limit)
    return Check(
        "distinct_people",
        MADE if tolerated else CARE,
        Phrase(
            "All releases together keep the limit of {limit} where records are independent, as the model "
            "takes them to be; for a list of distinct people {proved} is proved.",
            limit=one_in(limit),
            proved=one_in_beyond(proved, limit),
        ),
        internal=False,
    )


def _released_elsewhere(elsewhere: int) -> Iterator[Check]:
    """Earlier dots that the ledger does not hold: the records are counted, their dots are not read."""
    if elsewhere:
        yield Check(
            "releases_elsewhere",
            NOT_MADE,
            Phrase(
                "{count} records were released without the ledger: what their dots show together with these "
                "can't be judged.",
                count=elsewhere,
            ),
            Phrase("Enter all releases of these people in one ledger."),
            internal=False,
        )


_OWN_FIELD = Phrase("Give each stratum a field with the people who belong to it alone.")


def strata_counted(layer, strata: dict, populations: str) -> tuple[Check, ...]:
    """Whether the strata share the people of the areas, or count some of them several times.

    ``populations`` is which field holds the people of each, as the user stated it.
    """
    wrong = tuple(_more_than_live(layer, strata))
    return (*wrong, *_stated_shares(layer, populations), _strata_together(layer, strata))


def _stated_shares(layer, populations: str):
    """Strata whose people nobody counted: their crowd is as good as the share that was stated."""
    people = read_people_by_value(populations, layer.table, layer.areas.ids)
    stated = [f"{value}: {number(one.share, 'g')}" for value, one in people.items() if one.share < 1]
    if stated:
        sentence = Phrase(
            "Nobody counted the people of these strata; a least share of each area's people was stated "
            "({stated}). The bound holds where no area has a smaller share.",
            stated=named(stated),
        )
        yield Check("strata_stated", CARE, sentence, _OWN_FIELD, internal=False)


def _strata_together(layer, strata: dict) -> Check:
    found = counted_together(
        {name: areas.population for name, areas in strata.items()}, layer.areas.population
    )
    said = {"sum": thousands(found.together), "all": thousands(found.everybody), "right": ANYONE_OR_DIVIDED}
    if found.several_times:
        sentence = Phrase(
            "The strata count {sum} people where {all} live: some are counted in several strata. {right}",
            **said,
        )
    elif found.whole:
        whole = named(found.whole)
        sentence = Phrase(
            "The stratum {stratum} counts all {all} people of the areas. {right}", stratum=whole, **said
        )
    else:
        sentence = Phrase("The strata count {sum} of the {all} people of the areas.", **said)
        return Check("strata_people", MADE, sentence, internal=False)
    return Check("strata_people", CARE, sentence, _OWN_FIELD, internal=False)


def _more_than_live(layer, strata: dict):
    """Strata that count more people of an area than live there: their field counts something else."""
    everybody = layer.areas.population
    for name, areas in strata.items():
        over = np.flatnonzero(areas.population > everybody * SEVERAL_COUNTS + _ROUNDED)
        if len(over):
            sentence = Phrase(
                "The field of the stratum {stratum} counts more people than live in {count} areas "
                "({areas}). How many people a patient hides among is not known.",
                stratum=name,
                count=len(over),
                areas=named(layer.areas.ids[row] for row in over),
            )
            yield Check("stratum_possible", NOT_MADE, sentence, _OWN_FIELD, internal=False)


def linked(joint) -> Adversary:
    """Who links the points that the same records drew from several tables."""
    return Adversary(
        "linked_releases",
        Phrase("the points of one record in every release, with the method and all tables of probabilities"),
        Phrase("all people of the areas"),
        joint.risk,
        internal=False,
    )


def _audit_made() -> Check:
    return Check(
        "audit",
        MADE,
        Phrase(
            "The risk was measured on the very probabilities that the draws use, by code that shares nothing "
            "with the solver."
        ),
        internal=False,
    )


def _weaker(part: Part):
    counting = part.request.counting
    counted = part.request.records if counting is None else np.where(np.isinf(counting), np.inf, 0.0)
    return weaker_promise(part.population, counted, part.area)


def _who_has_less(parts: list[Part]):
    """Who is under the weaker promise: the areas counted for all, the records named inside."""
    found = [_weaker(part) for part in parts]
    said = {
        "areas": sum(len(one.areas) for one in found),
        "all": sum(int((part.population > 0).sum()) for part in parts),
        "people": thousands(sum(one.people for one in found)),
    }
    if not said["areas"]:
        sentence = Phrase(
            "Every area has at least as many people as there are records: all have the whole promise."
        )
        yield Check("weaker_promise", MADE, sentence, internal=False)
        return
    sentence = Phrase(
        "{areas} of {all} areas, with {people} people, have fewer people than there are records: of "
        "them it is promised only that a record is not traced to the area.",
        **said,
    )
    yield Check("weaker_promise", MADE, sentence, internal=False)
    if any(len(part.area) for part in parts):
        rows = [part.rows[at] for part, one in zip(parts, found) for at in one.records.tolist()]
        sentence = Phrase(
            "Records from areas with fewer people than there are records: {records}.", records=len(rows)
        )
        named = tuple(row for row in rows if row is not None)
        yield Check("weaker_promise_records", MADE, sentence, records=named)
