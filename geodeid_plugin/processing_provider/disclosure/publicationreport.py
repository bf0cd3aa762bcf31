# SPDX-License-Identifier: GPL-2.0-or-later
"""One report on a masked map: the guarantee, the attack on its picture, and the verdict."""

from __future__ import annotations

import json
from dataclasses import dataclass

from qgis.core import (
    QgsProcessingOutputNumber,
    QgsProcessingOutputString,
    QgsProcessingParameterFile,
    QgsProcessingParameterString,
)

from ...core import thresholds
from ...core.errors import InputError
from ...i18n import tr
from ...report import Facts, Figure, Report, Section, Verdict, picture
from ...report.common import count, metres, percent
from ...report.document import FAIL, PASS, UNKNOWN, WARN
from .. import audience
from ..base import GeoDeIDAlgorithm

GIVES_AWAY, WITH_CARE, WITHIN_LIMIT = "gives away", "with care", "within the limit"


@dataclass(frozen=True)
class Evidence:
    """METRICS of the runs that the report rests on; None where a check was not made."""

    mask: dict
    attack_on_masked: dict | None
    attack_on_true: dict | None


class PublicationReport(GeoDeIDAlgorithm):
    """``geodeid:publicationreport``."""

    ID = "publicationreport"
    TITLE = "Publication report"
    GROUP = ("disclosure", "Disclosure checks")
    TAGS = ("report", "verdict", "publish", "privacy officer", "signature", "map")
    SUMMARY = (
        "Puts a masked map before the person who must sign for it. The report says what the mask "
        "guarantees, what an attack on the picture recovered and whom it exposes, and gives a verdict. It "
        "rests on the METRICS files of “LP masking” and “Map re-identification”; what was not checked is "
        "never called safe."
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
        )
        verdict = judge(evidence)
        sections = (
            _maps(run),
            _guarantee(evidence.mask),
            _attack(evidence),
            _remaining(evidence.mask),
            _caption(evidence.mask),
            _signature(),
        )
        run.write_reports(
            Report(
                run.text("TITLE"),
                tr("May this map be published? The mask was audited and the picture was attacked."),
                sections,
                verdict,
                tuple(_warnings(evidence)),
                for_testing=_for_testing(evidence),
            )
        )
        return {"VERDICT": f"{verdict.level}: {verdict.sentence}", **_figures(evidence)}


def judge(evidence: Evidence) -> Verdict:
    """Answer whether the map may be published; the worst finding decides."""
    figures, asked = evidence.mask["figures"], _bound(evidence.mask)
    if _for_testing(evidence):
        return Verdict(FAIL, tr("A seeded run was used: the masked points are for testing, not for release."))
    if figures["ACHIEVED_RISK"] > asked:
        return Verdict(FAIL, tr("The mask's risk is above the bound. Mask again before publishing."))
    if evidence.attack_on_true is None:
        return Verdict(UNKNOWN, tr("The picture was not attacked against the true points."))
    found = evidence.attack_on_true["figures"]
    if found["VERDICT"].startswith(GIVES_AWAY):
        return Verdict(FAIL, tr("The picture gives patients away: {why}").format(why=_reason(found)))
    if found["VERDICT"].startswith(WITH_CARE):
        return Verdict(WARN, tr("The map meets the bound, but look closer: {why}").format(why=_reason(found)))
    if not found["VERDICT"].startswith(WITHIN_LIMIT):
        return Verdict(UNKNOWN, tr("The picture could not be judged: {why}").format(why=_reason(found)))
    if any(e and e["warnings"] for e in (evidence.mask, evidence.attack_on_true)):
        return Verdict(
            WARN, tr("The map meets the bound and its picture exposes nobody; read the warnings below.")
        )
    return Verdict(PASS, tr("The map meets the bound, and the attack on its picture exposes nobody."))


def _bound(mask: dict) -> float:
    """The bound that the mask was held to: the preset's where an audience was chosen."""
    figures = mask["figures"]
    return float(figures["RISK_BOUND"] if "RISK_BOUND" in figures else mask["parameters"]["RISK"])


def _figures(evidence: Evidence) -> dict:
    """The numbers that the verdict rests on."""
    mask = evidence.mask["figures"]
    found = {} if evidence.attack_on_masked is None else evidence.attack_on_masked["figures"]
    exposed = {} if evidence.attack_on_true is None else evidence.attack_on_true["figures"]
    return {
        "RECORDS": evidence.mask["counts"]["OUTPUT"],
        "MEAN_MOVE_M": mask.get("MEAN_MOVE_M"),
        "RISK_BOUND": _bound(evidence.mask),
        "ACHIEVED_RISK": mask["ACHIEVED_RISK"],
        "RECOVERED": found.get("RECOVERED"),
        "EXPOSED": exposed.get("EXPOSED"),
    }


def _reason(figures: dict) -> str:
    return figures["VERDICT"].partition(": ")[2]


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


def _maps(run) -> Section:
    figures = []
    if run.file("TRUE_IMAGE"):
        figures.append(
            Figure(
                picture(run.file("TRUE_IMAGE"), tr("Map of the true points")),
                tr("True points. Internal: never publish this picture."),
                internal=True,
            )
        )
    figures.append(
        Figure(picture(run.file("IMAGE"), tr("Map of the masked points")), tr("Masked points, to publish."))
    )
    return Section(tr("The map"), tuple(figures), beside=True)


def _guarantee(mask: dict) -> Section:
    figures = mask["figures"]
    preset = mask["parameters"].get("AUDIENCE")
    source = (audience.section(thresholds.preset(preset)).blocks[0],) if preset else ()
    return Section(
        tr("What the mask guarantees"),
        (
            tr(
                "Re-identification risk is the chance that somebody who knows the released points and the "
                "whole method, but not the draws, names a patient rightly."
            ),
            Facts(
                (
                    (tr("Records released"), count(mask["counts"]["OUTPUT"])),
                    (tr("Risk that was asked for, at most"), f"{_bound(mask):.4g}"),
                    (tr("Risk achieved, audited after solving"), f"{figures['ACHIEVED_RISK']:.4g}"),
                    (tr("Risk under Wieland's stricter model"), _wieland(figures["WIELAND_RISK"])),
                    (tr("Expected move of a person"), metres(figures["EXPECTED_MOVE_M"])),
                )
            ),
            *source,
        ),
    )


def _wieland(risk: float) -> str:
    if risk <= 1:
        return f"{risk:.4g}"
    return tr("no guarantee: areas hold fewer people than there are records (sum of chances {risk})").format(
        risk=f"{risk:.3g}"
    )


def _attack(evidence: Evidence) -> Section:
    blocks = [
        tr(
            "The picture was attacked as a stranger would: placed on the map by the outline alone, its dots "
            "found, and each dot compared with the points."
        )
    ]
    if evidence.attack_on_masked:
        found = evidence.attack_on_masked["figures"]
        blocks.append(
            Facts(
                (
                    (tr("Masked points recovered from the picture"), _of_all(found)),
                    (tr("Mean error of a recovered point"), _distance(found["MEAN_DISTANCE_M"])),
                )
            )
        )
        blocks.append(
            tr(
                "That masked points can be read off the picture is expected; the guarantee does not rest on "
                "hiding them."
            )
        )
    if evidence.attack_on_true:
        found = evidence.attack_on_true["figures"]
        exposed = tr("not known") if found["EXPOSED"] is None else count(found["EXPOSED"])
        blocks.append(
            Facts(
                (
                    (tr("True points that a dot happens to lie on"), _of_all(found)),
                    (tr("Patients exposed"), exposed),
                    (tr("Judgement of the attack"), _reason(found)),
                )
            )
        )
    return Section(tr("What the picture gives away"), tuple(blocks))


def _remaining(mask: dict) -> Section:
    """What the guarantee does not cover, for whoever signs."""
    counts, parameters = mask["counts"], mask["parameters"]
    released = parameters.get("KEEP_FIELDS") or []
    earlier = (parameters.get("EARLIER_RECORDS") or 0) + counts.get("earlier_records_in_ledger", 0)
    return Section(
        tr("What remains"),
        (
            Facts(
                (
                    (tr("Fields released beside the position"), ", ".join(released) or tr("none")),
                    (tr("Records of earlier releases that were counted"), count(earlier)),
                )
            ),
            tr(
                "Fields beside the map may identify people on their own: measure them with “Uniqueness by "
                "cohort size”. Each further draw for the same patients tells more: release the same masked "
                "layer again, or count earlier releases. The guarantee does not cover people whom an "
                "observer knows to be in the data, and it takes the populations as true."
            ),
        ),
    )


def _signature() -> Section:
    return Section(
        tr("Signature"),
        (
            tr("Read and approved for publication. Name, function, date and signature:"),
            "________________________________________________________________",
        ),
        internal=True,
    )


def _of_all(figures: dict) -> str:
    recall = figures["RECALL"]
    if recall is None:
        return count(figures["RECOVERED"])
    return tr("{count} ({share} of those in view)").format(
        count=count(figures["RECOVERED"]), share=percent(recall)
    )


def _distance(value) -> str:
    return tr("none recovered") if value is None else metres(value)


def _caption(mask: dict) -> Section:
    return Section(
        tr("Words to print with the map"),
        (
            tr("Caption: “Positions are masked: no dot marks the place of a person.”"),
            tr(
                "Methods: “Patient locations were geomasked with GeoDeID {version} by linear programming "
                "({model} model; Wieland et al. 2008; Jung and El Emam 2014) at a re-identification risk of "
                "at most {risk}; the expected displacement is {move}.”"
            ).format(
                version=mask["versions"]["geodeid"],
                model=mask["parameters"]["MODEL"],
                risk=f"{_bound(mask):.4g}",
                move=metres(mask["figures"]["EXPECTED_MOVE_M"]),
            ),
        ),
    )


def _warnings(evidence: Evidence) -> list:
    checks = (evidence.mask, evidence.attack_on_masked, evidence.attack_on_true)
    return list(dict.fromkeys(text for check in checks if check for text in check["warnings"]))
