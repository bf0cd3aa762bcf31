# SPDX-License-Identifier: GPL-2.0-or-later
"""One report on a masked map: the guarantee, what was measured, the attack on its picture, the verdict."""

from __future__ import annotations

import json
from dataclasses import dataclass

from qgis.core import (
    QgsProcessingOutputNumber,
    QgsProcessingOutputString,
    QgsProcessingParameterFile,
    QgsProcessingParameterString,
)

from ...core.base.errors import InputError
from ...core.mapimage.reidentify.judge import more_than_chance
from ...i18n import tr
from ...report import Report, Verdict
from ...report.document import FAIL, PASS, UNKNOWN, WARN
from ..framework.base import GeoDeIDAlgorithm
from . import publication_sections as sections

GIVES_AWAY, WITH_CARE, WITHIN_LIMIT = "gives away", "with care", "within the limit"
_SAME = 1e-3
"""Two runs on the same pairs agree in the mean move but for the rounding of a layer's coordinates."""


@dataclass(frozen=True)
class Evidence:
    """METRICS of the runs that the report rests on; None where a check was not made."""

    mask: dict
    attack_on_masked: dict | None
    attack_on_true: dict | None
    evaluation: dict | None = None
    curve: dict | None = None

    @property
    def all(self) -> tuple:
        """METRICS of every run that was given."""
        given = (self.mask, self.evaluation, self.curve, self.attack_on_masked, self.attack_on_true)
        return tuple(metrics for metrics in given if metrics is not None)

    @property
    def bound(self) -> float:
        """The bound that the mask was held to: the preset's where an audience was chosen."""
        figures = self.mask["figures"]
        return float(figures["RISK_BOUND"] if "RISK_BOUND" in figures else self.mask["parameters"]["RISK"])

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


class PublicationReport(GeoDeIDAlgorithm):
    """``geodeid:publicationreport``."""

    ID = "publicationreport"
    TITLE = "Publication report"
    GROUP = ("disclosure", "Disclosure checks")
    TAGS = ("report", "verdict", "publish", "privacy officer", "signature", "map")
    SUMMARY = (
        "Puts a masked map before the person who must sign for it. The report says what the mask "
        "guarantees and under which model, what was measured, what was left out, what an attack on the "
        "picture recovered and whom it exposes, what remains, and gives a verdict and the words to print "
        "with the map. It rests on the METRICS files of other runs; what was not checked is never called "
        "safe."
    )
    REQUIRES = ("jinja2",)

    def define(self) -> None:
        for name, title, help_text, optional in (
            ("MASK", tr("Metrics of the masking"), tr("METRICS file of the run of “LP masking”."), False),
            (
                "ATTACK_MASKED",
                tr("Metrics of the attack against the masked points"),
                tr("METRICS file of “Map re-identification” with the masked points as TRUTH."),
                True,
            ),
            (
                "ATTACK_TRUE",
                tr("Metrics of the attack against the true points"),
                tr("METRICS file of “Map re-identification” with the patients as TRUTH."),
                True,
            ),
            (
                "EVALUATION",
                tr("Metrics of the evaluation"),
                tr("METRICS file of “Evaluate a mask” for the same mask: charts for the internal form."),
                True,
            ),
            (
                "CURVE",
                tr("Metrics of the risk and distance curve"),
                tr(
                    "METRICS file of “Risk and distance curve” for the same areas, records and model: what "
                    "other bounds of the risk would have cost."
                ),
                True,
            ),
        ):
            parameter = QgsProcessingParameterFile(name, title, extension="json", optional=optional)
            self.add(parameter, help_text)
        self.add(
            QgsProcessingParameterFile("IMAGE", tr("Picture of the masked map")),
            tr("The picture that is to be published, as PNG or JPEG."),
        )
        self.add(
            QgsProcessingParameterFile("TRUE_IMAGE", tr("Picture of the true map"), optional=True),
            tr("The same map with the true points, for the internal form only."),
        )
        self.add(
            QgsProcessingParameterString("TITLE", tr("Title"), tr("Masked map"), optional=True),
            tr("Heading of the report."),
        )
        self.add_reports(release=True)
        self.addOutput(QgsProcessingOutputString("VERDICT", tr("Verdict")))
        for name, title in (
            ("RECORDS", tr("Records released")),
            ("MEAN_MOVE_M", tr("Mean move (m)")),
            ("RISK_BOUND", tr("Risk bound that was used")),
            ("ACHIEVED_RISK", tr("Achieved risk")),
            ("RECOVERED", tr("Masked points recovered from the picture")),
            ("EXPOSED", tr("Patients exposed")),
        ):
            self.addOutput(QgsProcessingOutputNumber(name, title))

    def execute(self, run) -> dict:
        evidence = Evidence(
            _metrics(run, "MASK", "lpmask"),
            _metrics(run, "ATTACK_MASKED", "mapreidentification"),
            _metrics(run, "ATTACK_TRUE", "mapreidentification"),
            _metrics(run, "EVALUATION", "evaluatemask"),
            _metrics(run, "CURVE", "riskdistancecurve"),
        )
        _check_same_mask(evidence)
        verdict = judge(evidence)
        run.write_reports(
            Report(
                run.text("TITLE"),
                tr("May this map be published? What the mask guarantees, what was measured, what remains."),
                sections.build(run, evidence),
                verdict,
                tuple(dict.fromkeys(text for metrics in evidence.all for text in metrics["warnings"])),
                for_testing=_for_testing(evidence),
                release_summary=tr("How this map was masked, what that guarantees, and what it costs."),
                release_verdict=judge_for_release(evidence, verdict),
            )
        )
        return {"VERDICT": f"{verdict.level}: {verdict.sentence}", **_figures(evidence)}


def judge(evidence: Evidence) -> Verdict:
    """Answer whether the map may be published; the worst finding decides."""
    if _for_testing(evidence):
        return Verdict(FAIL, tr("A seeded run was used: the masked points are for testing, not for release."))
    if evidence.mask["figures"]["ACHIEVED_RISK"] > evidence.bound:
        return Verdict(FAIL, tr("The mask's risk is above the bound. Mask again before publishing."))
    if evidence.attack_on_true is None:
        return Verdict(UNKNOWN, tr("The picture was not attacked against the true points."))
    found = evidence.attack_on_true["figures"]
    near = drawn_near(evidence)
    if found["VERDICT"].startswith(GIVES_AWAY) and near is not None:
        told = tr(
            "The map meets the bound. {exposed} records are found among too few candidates; the draws of the "
            "mask put {near} of them that near their places, which the bound covers. Look at them, but do "
            "not mask again until none is left: choosing among draws weakens the guarantee."
        )
        return Verdict(WARN, told.format(exposed=found["EXPOSED"], near=near))
    if found["VERDICT"].startswith(GIVES_AWAY):
        return Verdict(FAIL, tr("The picture gives patients away: {why}").format(why=sections.reason(found)))
    if found["VERDICT"].startswith(WITH_CARE):
        return Verdict(
            WARN, tr("The map meets the bound, but look closer: {why}").format(why=sections.reason(found))
        )
    if not found["VERDICT"].startswith(WITHIN_LIMIT):
        return Verdict(
            UNKNOWN, tr("The picture could not be judged: {why}").format(why=sections.reason(found))
        )
    if any(e and e["warnings"] for e in (evidence.mask, evidence.attack_on_true)):
        return Verdict(
            WARN, tr("The map meets the bound and its picture exposes nobody; read the warnings below.")
        )
    return Verdict(PASS, tr("The map meets the bound, and the attack on its picture exposes nobody."))


def drawn_near(evidence: Evidence) -> int | None:
    """Records that the draws themselves left near their places, where these explain whom the attack found.

    A picture tells nothing that the masked points do not tell. Some of them lie near their places by the
    draw, and others lie under somebody else's dot by chance; only what is beyond both is the picture's
    doing, such as a layer of true points that was drawn by mistake. None where it is beyond both, where
    the draws were not evaluated at the limit of the attack, or where the picture was not found to show the
    masked points rather than the true ones.
    """
    if evidence.evaluation is None or not _shows_masked_points(evidence):
        return None
    measured, attack = evidence.evaluation, evidence.attack_on_true
    exposed, by_chance = (attack["figures"].get(name) for name in ("EXPOSED", "EXPOSED_BY_CHANCE"))
    limits = float(measured["parameters"]["THRESHOLD"]), float(attack["parameters"]["LIMIT"])
    share = measured["figures"].get("AT_RISK_SHARE")
    if share is None or exposed is None or by_chance is None or abs(limits[0] / limits[1] - 1) > _SAME:
        return None
    near = round(share * measured["figures"]["RECORDS"])
    unexplained = exposed > near and more_than_chance(exposed - near, by_chance)
    return None if unexplained else min(near, exposed)


def _shows_masked_points(evidence: Evidence) -> bool:
    """Whether the attack found more of the masked points in the picture than of the true ones."""
    if evidence.attack_on_masked is None:
        return False
    masked, true = (
        one["figures"]["RECOVERED"] for one in (evidence.attack_on_masked, evidence.attack_on_true)
    )
    return (masked or 0) > (true or 0)


def judge_for_release(evidence: Evidence, verdict: Verdict) -> Verdict:
    """The verdict without what the true places told: never milder than the internal one."""
    said = {"risk": f"{evidence.bound:.4g}"}
    sentences = {
        PASS: tr(
            "The mask was audited: the risk of re-identification is at most {risk}. Its picture was attacked "
            "before publication."
        ),
        WARN: tr(
            "The mask was audited: the risk of re-identification is at most {risk}. The attack on its "
            "picture asked for care; the person who signs knows why."
        ),
        UNKNOWN: tr(
            "The mask was audited: the risk of re-identification is at most {risk}. Its picture was not "
            "judged."
        ),
        FAIL: tr("This map is not cleared for publication."),
    }
    return Verdict(verdict.level, sentences[verdict.level].format(**said))


def _figures(evidence: Evidence) -> dict:
    """The numbers that the verdict rests on."""
    mask = evidence.mask["figures"]
    found = {} if evidence.attack_on_masked is None else evidence.attack_on_masked["figures"]
    exposed = {} if evidence.attack_on_true is None else evidence.attack_on_true["figures"]
    return {
        "RECORDS": evidence.mask["counts"]["OUTPUT"],
        "MEAN_MOVE_M": mask.get("MEAN_MOVE_M"),
        "RISK_BOUND": evidence.bound,
        "ACHIEVED_RISK": mask["ACHIEVED_RISK"],
        "RECOVERED": found.get("RECOVERED"),
        "EXPOSED": exposed.get("EXPOSED"),
    }


def _for_testing(evidence: Evidence) -> bool:
    return bool(evidence.mask["for_testing_only"])


def _metrics(run, name: str, algorithm: str):
    path = run.file(name)
    if path is None:
        return None
    try:
        metrics = json.loads(path.read_text(encoding="utf-8"))
        made_by = metrics["algorithm"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(tr("{file} is not a METRICS file of GeoDeID.").format(file=path.name)) from error
    if made_by != algorithm:
        raise InputError(
            tr("{file} comes from “{found}”; {name} needs the METRICS of “{wanted}”.").format(
                file=path.name, found=made_by, name=name, wanted=algorithm
            )
        )
    return metrics


def _check_same_mask(evidence: Evidence) -> None:
    """Refuse charts of another mask: nobody who signs could see that they are not of this map."""
    mask = evidence.mask
    if evidence.evaluation is not None:
        found, expected = (m["figures"]["MEAN_MOVE_M"] for m in (evidence.evaluation, mask))
        if abs(found - expected) > _SAME * max(expected, 1.0):
            raise InputError(
                tr(
                    "The evaluation is of another mask: it measured a mean move of {found} m, this mask has "
                    "{expected} m. Evaluate the links of this very run."
                ).format(found=f"{found:.1f}", expected=f"{expected:.1f}")
            )
    if evidence.curve is not None:
        given = evidence.curve["parameters"]
        found = int(given["RECORDS"]) + int(given.get("EARLIER_RECORDS") or 0), given["MODEL"]
        expected = evidence.records + evidence.earlier_records, mask["parameters"]["MODEL"]
        if found != expected:
            raise InputError(
                tr(
                    "The curve is for {found} records under the model “{found_model}”, this mask hides "
                    "{expected} under “{model}”. Draw the curve for the same."
                ).format(found=found[0], found_model=found[1], expected=expected[0], model=expected[1])
            )
