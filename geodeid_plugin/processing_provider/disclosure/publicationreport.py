# SPDX-License-Identifier: GPL-2.0-or-later
"""One report on a masked map: the guarantee, what was measured, the attack on its picture, the verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...core.base.errors import InputError, Phrase, translated
from ...core.base.thresholds import class_size_for, one_in
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
)
from ...core.exposure.matching.near_home import CARE_AT
from ...core.mapimage.reidentify.judge import more_than_chance
from ...i18n import tr
from ...report import KeyFigure, Report, picture
from ...report.numbers import count, metres, number
from ..framework import ask, blocks, give, labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import Result
from ..framework.verdict import judging
from ..framework.verdict.metricsfile import (
    SAME_SPREAD_M,
    file_identity,
    level_of,
    read_back,
    read_metrics,
    reason,
)
from ..geomasking import lpverdict
from . import publication_sections

_SAME = 1e-3
"""Two runs on the same pairs agree in the mean move but for the rounding of a layer's coordinates."""


@dataclass(frozen=True)
class Evidence:
    """METRICS of the runs that the report rests on; None where a check was not made."""

    mask: Any
    attack_on_masked: dict | None
    attack_on_true: dict | None
    evaluation: dict | None = None
    curve: dict | None = None
    uniqueness: dict | None = None

    @property
    def all(self) -> tuple:
        """METRICS of every run that was given."""
        given = (
            self.mask, self.evaluation, self.curve, self.attack_on_masked, self.attack_on_true,
            self.uniqueness,
        )  # fmt: skip
        return tuple(metrics for metrics in given if metrics is not None)

    @property
    def bound(self) -> float:
        """The bound that the mask was held to: the preset's where an audience was chosen."""
        return lpverdict.bound_of(self.mask)

    def of_these_areas(self, other: dict) -> bool | None:
        """Whether another run read the areas and populations of the mask; None where METRICS do not say."""
        found = other.get("areas"), self.mask.get("areas")
        return None if None in found else found[0] == found[1]

    @property
    def earlier_records(self) -> int:
        """Records of earlier releases that the user stated."""
        return int(self.mask["parameters"].get("EARLIER_RECORDS") or 0)

    @property
    def ledger(self) -> dict | None:
        """What the mask's ledger says of all releases; None without one."""
        return self.mask.get("ledger")

    @property
    def records(self) -> int:
        """Records that the mask released, controls included."""
        counts = self.mask["counts"]
        return counts["OUTPUT"] + counts.get("CONTROLS_OUTPUT", 0)


def _metrics(name: str, title: Phrase, help: Phrase, optional: bool = True, advanced: bool = False):
    """The METRICS file of an earlier step."""
    return ask.file(name, title, help, extension="json", optional=optional, advanced=advanced)


class PublicationReport(GeoDeIDAlgorithm):
    """``geodeid:publicationreport``."""

    ID = "publicationreport"
    TITLE = "Join reports for the signature"
    HEADING = labels.RESEARCH
    TAGS = ("report", "verdict", "privacy officer", "signature")
    SUMMARY = (
        "Puts a masked map before the person who must sign for it: the guarantee, what was measured and "
        "recovered, a verdict, and words to print. It rests on METRICS files of other runs."
    )
    REQUIRES = ("jinja2",)
    JUDGES = True
    INPUTS = (
        _metrics(
            "MASK",
            Phrase("Metrics of the masking"),
            Phrase("METRICS file of the run of “Mask points: least move”."),
            optional=False,
        ),
        _metrics(
            "ATTACK_MASKED",
            Phrase("Metrics of the attack against the masked points"),
            Phrase("METRICS of “Check a map picture” with the masked points as “True points”."),
        ),
        _metrics(
            "ATTACK_TRUE",
            Phrase("Metrics of the attack against the true points"),
            Phrase("METRICS of “Check a map picture” with the patients as “True points”."),
        ),
        _metrics(
            "EVALUATION",
            Phrase("Metrics of the evaluation"),
            Phrase("METRICS of “Evaluate a mask” for the same mask."),
        ),
        _metrics(
            "CURVE",
            Phrase("Metrics of the risk and distance curve"),
            Phrase(
                "METRICS file of “Solve a masking strategy” with RISKS: what other bounds would have cost."
            ),
        ),
        _metrics(
            "UNIQUENESS",
            Phrase("Metrics of the uniqueness of the released fields"),
            Phrase("METRICS file of “Check fields: uniqueness” for the fields that are released."),
            advanced=True,
        ),
        ask.file(
            "IMAGE",
            "Picture of the masked map",
            "The picture that is to be published, as PNG or JPEG.",
            optional=False,
        ),
        ask.file(
            "TRUE_IMAGE",
            "Picture of the true map",
            "The same map with the true points, for the internal form only.",
        ),
        ask.text("TITLE", "Title", "Heading of the report.", "Masked map"),
    )
    OUTPUTS = blocks.REPORTS
    FIGURES = (
        give.number("RECORDS", "Records released"),
        give.number("PERSON_RISK", "The most that these dots say of any one person"),
        give.number("MEAN_MOVE_M", "Mean move (m)"),
        give.number("RISK_BOUND", "Risk bound that was used"),
        give.number("ACHIEVED_RISK", "Achieved risk"),
        give.number("RECOVERED", "Masked points recovered from the picture"),
        give.number("EXPOSED", "Patients exposed"),
    )

    def compute(self, inputs, run) -> Result:
        evidence = Evidence(
            read_metrics(run, "MASK", "lpmask"),
            read_metrics(run, "ATTACK_MASKED", "mapreidentification"),
            read_metrics(run, "ATTACK_TRUE", "mapreidentification"),
            read_metrics(run, "EVALUATION", "evaluatemask"),
            _read_curve(run),
            read_metrics(run, "UNIQUENESS", "uniqueness"),
        )
        _check_same_mask(evidence)
        _check_same_picture(run, evidence)
        _check_same_patients(evidence)
        image, figures = publication_sections.picture_bytes(run, "IMAGE"), _figures(evidence)
        report = Report(
            tr("What the mask guarantees, what was measured, what remains."),
            publication_sections.build(run, evidence),
            judge(run, evidence),
            tuple(dict.fromkeys(text for metrics in evidence.all for text in metrics["warnings"])),
            for_testing=bool(evidence.mask["for_testing_only"]),
            release_summary=tr("How this map was masked, what that guarantees, and what it costs."),
            question=tr("May this map be published?"),
            map=picture(image, tr("Map of the masked points")),
            key_figures=_key_figures(evidence, figures),
            files=((run.file("IMAGE").name, file_identity(image)),),
            title=inputs.title,
        )
        attacked = evidence.attack_on_true or {}
        pixels = attacked.get("pixels") if attacked.get("picture") else None
        metrics = {"pixels": pixels, "patients": evidence.mask.get("patients")}
        return Result(figures=figures, report=report, metrics=metrics)


def judge(run, evidence: Evidence) -> Verdict:
    """Answer whether the map may be published; the worst finding decides."""
    mask = evidence.mask
    claim = Claim(read_back(mask, mask["judgement"]["claim"]), evidence.bound, lpverdict.rule_of(mask))
    checks = (
        *judging.checks_of(mask, "mask"),
        _picture(evidence),
        *_other_dots(evidence),
        *(
            judging.checks_of(evidence.attack_on_true, "picture", ("metadata",))
            if evidence.attack_on_true
            else ()
        ),
        *_evaluation(evidence),
        *_uniqueness(evidence),
    )
    adversaries = (*lpverdict.of_metrics(mask), *_stranger(evidence))
    return Verdict(claim, _inputs(run, evidence), adversaries, checks)


def _inputs(run, evidence: Evidence) -> Inputs:
    """Where the numbers come from: the files, and the populations that the mask read."""
    found = evidence.mask["judgement"].get("inputs") or {}
    layers = tuple((read_back(evidence.mask, use), name) for use, name in found.get("layers", ()))
    fields = tuple((read_back(evidence.mask, use), name) for use, name in found.get("fields", ()))
    return Inputs(
        (*layers, *judging.inputs_of(run).layers),
        fields,
        found.get("areas"),
        found.get("people"),
        tuple(found["density_km2"]) if found.get("density_km2") else None,
        evidence.records,
        found.get("outside"),
        tuple(found.get("released") or ()),
    )


def _stranger(evidence: Evidence):
    """The attack on the picture, beside the limit that it was judged by."""
    if evidence.attack_on_true is None:
        return
    attack = evidence.attack_on_true
    for one in attack["judgement"]["adversaries"]:
        why = Phrase(
            "The largest risk of any record, where a dot fell near a home: the check of the picture says "
            "whether chance explains it."
        )
        yield Adversary(
            one["key"], read_back(attack, one["knows"]), read_back(attack, one["holds"]),
            one["risk"], covered=False, why=why,
        )  # fmt: skip


def _picture(evidence: Evidence) -> Check:
    """What the attack on the picture against the true points found."""
    key = "picture"
    if evidence.attack_on_true is None:
        return Check(
            key,
            NOT_MADE,
            Phrase("The picture was not attacked against the true points."),
            Phrase("Run “Check a map picture” on the picture with the patients as “True points”."),
            internal=False,
        )
    found, why = evidence.attack_on_true["figures"], reason(evidence.attack_on_true)
    level, near = level_of(evidence.attack_on_true), drawn_near(evidence)
    if evidence.attack_on_true.get("picture") is None:
        return Check(
            key,
            NOT_MADE,
            Phrase("The METRICS of the attack do not say which picture was attacked."),
            Phrase("Run “Check a map picture” on the picture with the patients as “True points”."),
            internal=False,
        )
    unknown = None in (evidence.attack_on_true.get("patients"), evidence.mask.get("patients"))
    if unknown and level is not Level.GIVES_AWAY:
        return Check(
            key,
            NOT_MADE,
            Phrase("The METRICS do not say whether the attack looked for the patients who were masked."),
            Phrase("Run the masking and “Check a map picture” again with this version."),
            internal=False,
        )
    laxer = class_size_for(_limit_of(evidence.attack_on_true)) < class_size_for(evidence.bound)
    if laxer and level is not Level.GIVES_AWAY:
        return _of_laxer_attack(evidence)
    most = _as_on_honest_maps(evidence)
    if level is not Level.PASSED and not unknown and most is not None:
        sentence = Phrase(
            "{exposed} records lie near a dot of the picture, no more than chance puts there ({most} at "
            "most in 996 of 1000 runs). “Evaluate a mask” found that the dots were drawn from the audited "
            "table.",
            exposed=found["EXPOSED"],
            most=most,
        )
        return Check(key, MADE, sentence)
    if level is Level.GIVES_AWAY and near is not None and not unknown:
        sentence = Phrase(
            "{exposed} records are found among too few candidates. Chance put the dots of {near} of them "
            "that near, which the bound allows for. Look at them, but do not mask again until none is "
            "left: choosing the map that looks best weakens the guarantee.",
            exposed=found["EXPOSED"],
            near=near,
        )
        return Check(key, CARE, sentence)
    if level is Level.GIVES_AWAY:
        remedy = Phrase("Draw the masked layer, coarser or as counts by area, and attack the picture again.")
        return Check(key, FAILED, Phrase("The picture gives patients away: {why}", why=why), remedy)
    if level is Level.WITH_CARE:
        return Check(key, CARE, Phrase("The picture asks to look closer: {why}", why=why))
    if level is Level.NOT_JUDGED:
        return Check(key, NOT_MADE, Phrase("The picture could not be judged: {why}", why=why))
    return Check(key, MADE, Phrase("The attack on the picture exposes nobody."))


def _other_dots(evidence: Evidence):
    """Whether the picture shows the dots that the mask drew: of another draw nothing was proved."""
    mask, own = evidence.mask.get("drawn"), evidence.attack_on_true
    shown = [evidence.attack_on_masked, own if own and own["parameters"].get("MASKED") else None]
    found = [one["drawn"] for one in shown if one is not None and one.get("drawn") is not None]
    if mask is not None and any(abs(one - mask) > SAME_SPREAD_M for one in found):
        sentence = Phrase(
            "The picture was compared with other dots than those of this run, or with part of them only. "
            "The guarantee covers all the dots of this run together, and no others."
        )
        remedy = Phrase("Draw the masked layer of this very run, whole, and attack its picture.")
        yield Check("drawn", CARE, sentence, remedy)


def _of_laxer_attack(evidence: Evidence) -> Check:
    """With a limit of 1 a picture of the true points exposes nobody: one candidate is enough."""
    sentence = Phrase(
        "The check of the picture used the limit {limit}, laxer than the mask's {bound}: whom the "
        "picture exposes by the mask's limit is not known.",
        limit=one_in(_limit_of(evidence.attack_on_true)),
        bound=one_in(evidence.bound),
    )
    remedy = Phrase("Run “Check a map picture” with the bound of the mask as LIMIT.")
    return Check("picture", NOT_MADE, sentence, remedy, internal=False)


def _evaluation(evidence: Evidence):
    """The verdict on the same mask by “Evaluate a mask”, so that no two reports contradict each other.

    What the mask's own checks say as severely stands there once.
    """
    if evidence.evaluation is None:
        return
    key, level = "evaluation", level_of(evidence.evaluation)
    own = evidence.mask["judgement"]["checks"]
    said = [one["sentence"] for one in own if Outcome(one["outcome"]).level.severity >= level.severity]
    why = reason(evidence.evaluation, said)
    if level is Level.PASSED:
        yield Check(key, MADE, Phrase("“Evaluate a mask” found nothing beyond the limit."))
    elif any(one["key"].startswith("lp_") for one in evidence.evaluation["judgement"]["adversaries"]):
        if why.words:
            yield Check(key, Outcome.of(level), Phrase("“Evaluate a mask”: {why}", why=why))
    else:
        sentence = Phrase(
            "“Evaluate a mask” was run without the METRICS of the masking, so it judged the mask as one "
            "whose method promises nothing: {why}",
            why=reason(evidence.evaluation),
        )
        yield Check(
            key, CARE, sentence, Phrase("Give it the METRICS of the masking as MASK, and run it again.")
        )


def _uniqueness(evidence: Evidence):
    """The released fields by themselves, where they were measured."""
    if evidence.uniqueness is None:
        return
    level, why = level_of(evidence.uniqueness), reason(evidence.uniqueness)
    checks, rest = judging.checks_of(evidence.uniqueness, "uniqueness"), why.translated(tr)
    for one in checks:
        rest = rest.replace(translated(one.sentence, tr), "")
    if rest.strip():  # else the checks themselves say all of it
        sentence = Phrase("“Check fields: uniqueness”: {why}", why=why)
        yield Check("uniqueness", Outcome.of(level), sentence)
    yield from checks


def drawn_near(evidence: Evidence) -> int | None:
    """Records that the draws themselves left near their places, where these explain whom the attack found.

    A picture tells nothing that the masked points do not tell. Some of them lie near their places by the
    draw, and others lie under somebody else's dot by chance; only what is beyond both is the picture's
    doing, such as a layer of true points that was drawn by mistake. None where it is beyond both, where
    the draws were not evaluated at the limit of the attack, or where the picture was not found to show the
    masked points rather than the true ones.
    """
    measured, attack = evidence.evaluation, evidence.attack_on_true
    if measured is None or attack is None or not _shows_masked_points(evidence):
        return None
    exposed, by_chance = (attack["figures"].get(name) for name in ("EXPOSED", "EXPOSED_BY_CHANCE"))
    limits = float(measured["parameters"]["THRESHOLD"]), _limit_of(attack)
    share = measured["figures"].get("AT_RISK_SHARE")
    if share is None or exposed is None or by_chance is None or abs(limits[0] / limits[1] - 1) > _SAME:
        return None
    near = round(share * measured["figures"]["RECORDS"])
    unexplained = exposed > near and more_than_chance(exposed - near, by_chance)
    return None if unexplained else min(near, exposed)


def _as_on_honest_maps(evidence: Evidence) -> int | None:
    """Homes that are near a dot on honest maps, at most; None where the picture exposes more, or asks more.

    A picture is compared with redraws of the mask only where it shows the masked points, and these are draws.
    """
    measured, attack = evidence.evaluation, evidence.attack_on_true
    if measured is None or attack is None or not _shows_masked_points(evidence):
        return None
    chance, most = (measured["figures"].get(name) for name in ("NEAR_P", "NEAR_HOMES_MOST"))
    exposed, same = attack["figures"].get("EXPOSED"), abs(evidence.bound / _limit_of(attack) - 1) <= _SAME
    if None in (chance, most, exposed) or not same:
        return None
    checks = attack["judgement"]["checks"]
    others = [one for one in checks if one["outcome"] != MADE.value and one["key"] != "candidates"]
    return most if chance > CARE_AT and exposed <= most and not others else None


def _limit_of(attack: Any) -> float:
    """The limit that an attack judged by: a preset's, or its own."""
    limit = attack["judgement"].get("limit")
    return float(attack["parameters"]["LIMIT"] if limit is None else limit)


def _shows_masked_points(evidence: Evidence) -> bool:
    """Whether the attack found more of the masked points in the picture than of the true ones."""
    if evidence.attack_on_masked is None or evidence.attack_on_true is None:
        return False
    masked = evidence.attack_on_masked["figures"]["RECOVERED"]
    return (masked or 0) > (evidence.attack_on_true["figures"]["RECOVERED"] or 0)


def _figures(evidence: Evidence) -> dict:
    """The numbers that the verdict rests on."""
    mask = evidence.mask["figures"]
    found = {} if evidence.attack_on_masked is None else evidence.attack_on_masked["figures"]
    exposed = {} if evidence.attack_on_true is None else evidence.attack_on_true["figures"]
    return {
        "RECORDS": evidence.mask["counts"]["OUTPUT"],
        "PERSON_RISK": mask.get("PERSON_RISK"),
        "MEAN_MOVE_M": mask.get("MEAN_MOVE_M"),
        "RISK_BOUND": evidence.bound,
        "ACHIEVED_RISK": mask["ACHIEVED_RISK"],
        "RECOVERED": found.get("RECOVERED"),
        "EXPOSED": exposed.get("EXPOSED"),
    }


def _key_figures(evidence: Evidence, figures: dict) -> tuple[KeyFigure, ...]:
    """What the dots say of anybody, how far people were moved, and how many the picture exposes."""
    found = list(lpverdict.surest(figures["PERSON_RISK"]))
    if figures["MEAN_MOVE_M"] is not None:
        mean = tr("from home to dot, on average")
        found.append(KeyFigure("move", metres(figures["MEAN_MOVE_M"]), mean, internal=True))
    expected = metres(evidence.mask["figures"]["PLACED_MOVE_M"])
    found.append(KeyFigure("move", expected, tr("expected distance from home to dot")))
    picture = _picture(evidence).outcome
    if picture is not NOT_MADE and figures["EXPOSED"] is not None:  # of no other is it known whom it exposes
        exposed = tr(
            "{exposed} of {records}", exposed=count(figures["EXPOSED"]), records=count(figures["RECORDS"])
        )
        if picture is FAILED:
            meaning = tr("patients given away by the picture")
        elif figures["EXPOSED"]:
            meaning = tr("patients whom a dot singles out by chance; nobody can tell which")
        else:
            meaning = tr("patients exposed by the picture")
        found.append(KeyFigure("exposed", exposed, meaning, internal=True))
    return tuple(found)


def _check_same_mask(evidence: Evidence) -> None:
    """Refuse charts of another mask: nobody who signs could see that they are not of this map."""
    mask = evidence.mask
    if evidence.evaluation is not None:
        found, expected = (m["figures"]["MEAN_MOVE_M"] for m in (evidence.evaluation, mask))
        if abs(found - expected) > _SAME * max(expected, 1.0):
            raise InputError(
                "publication.evaluation.other_mask",
                "The evaluation is of another mask: it measured a mean move of {found} m, this mask has "
                "{expected} m. Evaluate the links of this very run.",
                found=number(found, ".1f"),
                expected=number(expected, ".1f"),
            )
    if evidence.curve is not None:
        given = evidence.curve["parameters"]
        of_curve = int(given["RECORDS"]) + int(given.get("EARLIER_RECORDS") or 0)
        found = of_curve, given["MODEL"]
        expected = evidence.records + evidence.earlier_records, mask["parameters"]["MODEL"]
        if found != expected:
            raise InputError(
                "publication.curve.other_mask",
                "The curve is for {found} records under the model “{found_model}”, this mask hides "
                "{expected} under “{model}”. Draw the curve for the same.",
                found=found[0],
                found_model=found[1],
                expected=expected[0],
                model=expected[1],
            )
        if evidence.of_these_areas(evidence.curve) is False:
            raise InputError(
                "publication.metrics.other_areas",
                "The METRICS given as CURVE are of other areas or other populations than this mask. "
                "Run that step with the very areas of the mask.",
            )


def _read_curve(run) -> dict | None:
    found = read_metrics(run, "CURVE", "lpstrategy")
    if found is not None and "frontier" not in found["charts"]:
        raise InputError(
            "publication.curve.missing",
            "The METRICS given as CURVE hold no curve. Run “Solve a masking strategy” with several "
            "bounds (RISKS).",
        )
    return found


def _check_same_picture(run, evidence: Evidence) -> None:
    """Refuse an attack on another picture: it says nothing of the one that is published."""
    published = file_identity(publication_sections.picture_bytes(run, "IMAGE"))
    for found in (evidence.attack_on_masked, evidence.attack_on_true):
        if found is not None and found.get("picture", published) != published:
            raise InputError(
                "publication.attack.other_picture",
                "The attack was made on another picture than {picture}, or on an earlier state of it. "
                "Attack the very file that is to be published.",
                picture=run.file("IMAGE").name,
            )


def _check_same_patients(evidence: Evidence) -> None:
    """Refuse an attack that looked for other people: whom this map exposes it cannot know."""
    attack = evidence.attack_on_true
    if attack is None or attack.get("patients") is None or evidence.mask.get("patients") is None:
        return
    if attack["patients"] != evidence.mask["patients"]:
        raise InputError(
            "publication.attack.other_points",
            "The attack given as ATTACK_TRUE looked for other points than the patients who were masked. "
            "Run “Check a map picture” with the very layer of patients as “True points”, whole and "
            "unchanged.",
        )
