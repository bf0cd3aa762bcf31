# SPDX-License-Identifier: GPL-2.0-or-later
"""Where people are treated tells where they live: the geoproxy attack."""

from __future__ import annotations

from dataclasses import replace

from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterNumber,
    QgsProcessingParameterString,
)

from ....core.base import thresholds
from ....core.base.progress import part
from ....core.exposure.geoproxy import codes
from ....core.exposure.geoproxy import provider_study as core
from ....core.exposure.geoproxy.attack import VARIANTS
from ....core.geometry.neighbours import METRICS, nearest
from ....i18n import tr
from ...areas.sizes_and_links import check_sizes
from ...framework import labels
from ...framework.base import GeoDeIDAlgorithm
from ...framework.parameters import add_areas, choice, field, guessed
from ...framework.verdict.audience import titles
from ...io import read_areas
from . import geoproxy_report
from .tables import write_internal, write_shares
from .visits_input import read_input

PRESETS = tuple(
    preset for preset in thresholds.presets_of(thresholds.RECORD_RISK) if preset.value is not None
)
_TABLE = QgsProcessing.SourceType.TypeVector
_NUMBER = QgsProcessingParameterNumber
_LONGEST_DEFAULT = 10
"""Longest cropping tried where no lengths are given: one row of the report each."""


class Geoproxy(GeoDeIDAlgorithm):
    """``geodeid:geoproxy``."""

    ID = "geoproxy"
    TITLE = "Check places of treatment: geoproxy"
    HEADING = labels.CHECK
    TAGS = ("geoproxy", "provider", "clinic", "hospital", "pharmacy", "visits", "claims data")
    SUMMARY = (
        "Tests whether the places where people are treated give away where they live. An adversary who "
        "sees the areas of a patient's providers ranks the areas near them; the algorithm reports for "
        "what share of patients the true area comes first, second and so on, for each length of the "
        "released code, and how many patients would be safe if provider areas were cropped or dropped. "
        "With the population of the areas it also tries a second adversary, who guesses by likelihood."
    )
    STYLES = {"EXPOSURE": "exposed_areas"}
    INTERNAL = ("PATIENT_RANKS", "EXPOSURE")
    JUDGES = True
    EXPERT = (
        "CLAIM",
        "VISIT",
        "PROVIDER",
        "REMOTE",
        "POPULATION",
        "VARIANT",
        "NEIGHBOURS",
        "METRIC",
        "PREFIXES",
        "BOUNDARY",
        "PRESET",
    )

    def define(self) -> None:
        self._define_visits()
        self._define_attack()
        self._define_remedies()
        self._define_outputs()

    def _define_visits(self) -> None:
        self.add(
            QgsProcessingParameterFeatureSource("VISITS", tr("Visits or claims"), [_TABLE]),
            tr("Table with one claim or visit a row."),
        )
        for name, title, optional, text in (
            ("VISIT_PATIENT", tr("Patient of the visit"), False, tr("Field with the patient's identifier.")),
            (
                "PROVIDER_AREA",
                tr("Provider's area"),
                False,
                tr("Field with the code of the provider's area."),
            ),
            (
                "CLAIM",
                tr("Claim identifier"),
                True,
                tr("Field that numbers claims. Empty: every row is one."),
            ),
            ("VISIT", tr("Visit identifier"), True, tr("Field that numbers visits, for the variant visits.")),
            (
                "PROVIDER",
                tr("Provider identifier"),
                True,
                tr("Field that names the provider, for the variant providers."),
            ),
            (
                "REMOTE",
                tr("Mail-order or virtual provider"),
                True,
                tr(
                    "Field that marks providers whose place says nothing of the patient's: mail-order "
                    "pharmacies, telephone and video. Visits with any value but 0, no or false are left out, "
                    "and counted. Empty: every visit counts."
                ),
            ),
        ):
            asked = field(name, title, "VISITS", optional=optional)
            self.add(asked if optional else guessed(asked, "none"), text)
        self.add(
            QgsProcessingParameterFeatureSource("PATIENTS", tr("Patients"), [_TABLE]),
            tr("Table with one patient a row and the true area of residence."),
        )
        self.add(
            guessed(field("PATIENT_ID", tr("Patient identifier"), "PATIENTS"), "none"),
            tr("One distinct value per patient."),
        )
        self.add(
            guessed(field("PATIENT_AREA", tr("Patient's area"), "PATIENTS"), "none"),
            tr("Field with the code of the true area."),
        )
        self.add(
            field(
                "RELEASED_FIELDS",
                tr("Fields released beside the area"),
                "PATIENTS",
                optional=True,
                several=True,
            ),
            tr(
                "Sex, age group and the like. The risk of the file is then measured with the places of "
                "treatment and without: a record hides among those who share these values and the released "
                "unit, each weighed by the chance of going where the record was treated."
            ),
            advanced=True,
        )
        add_areas(self, population="optional", boundary=False)

    def _define_attack(self) -> None:
        self.add(
            choice("VARIANT", tr("What counts"), (*VARIANTS, "all"), "claims"),
            tr(
                "claims: every claim. visits: every visit once. providers: every provider once. areas: "
                "every provider area once. all: each of these for which the table has the identifiers."
            ),
        )
        self.add(
            _NUMBER(
                "NEIGHBOURS", tr("Areas that get points"), _NUMBER.Type.Integer, 50, minValue=1, maxValue=1000
            ),
            tr("The provider's area gets this many points, its nearest area one less, and so on down to 1."),
        )
        self.add(
            choice("METRIC", tr("Distance"), METRICS, "hausdorff"),
            tr(
                "hausdorff: distance of spherical caps (polygons, or points with a size). centre: of the "
                "points."
            ),
        )
        self.add(
            QgsProcessingParameterString("PREFIXES", tr("Released code lengths"), optional=True),
            tr(
                "How many characters of the patient's area code are released: 5, 4, 3, 2, 1, 0. Empty: "
                "every length of the code down to 0, where nothing is released."
            ),
        )
        self.add(
            field("BOUNDARY", tr("Released unit"), "AREAS", optional=True),
            tr("Field with the unit that is released instead of a cropped code (county, region)."),
        )
        self.add(
            QgsProcessingParameterString("RANKS", tr("Guesses"), optional=True),
            tr("Numbers of guesses in the table. Empty: 1 to 50."),
            advanced=True,
        )

    def _define_remedies(self) -> None:
        self.add(
            QgsProcessingParameterString(
                "PROVIDER_PREFIXES", tr("Cropped provider codes"), "3", optional=True
            ),
            tr(
                "Lengths to which provider area codes could be cropped; dropping them altogether is always "
                "tried."
            ),
            advanced=True,
        )
        self.add(
            choice("PRESET", tr("Threshold"), [preset.key for preset in PRESETS], "ema_0070"),
            tr(
                "A patient is safe when neither the first guess nor a blind guess within the released unit "
                "is right with more than this probability, nor the true area's posterior is larger where "
                "POPULATION is given: {presets}."
            ).format(presets=titles(PRESETS)),
        )
        self.add(
            _NUMBER(
                "THRESHOLD",
                tr("Own threshold"),
                _NUMBER.Type.Double,
                optional=True,
                minValue=1e-9,
                maxValue=1,
            ),
            tr("A probability between 0 and 1 that is used instead of the preset."),
            advanced=True,
        )

    def _define_outputs(self) -> None:
        for name, title, optional, text in (
            (
                "OUTPUT",
                tr("Shares by rank"),
                False,
                tr(
                    "Table variant, prefix, unit, rank, share (true area at this rank, ties shared), "
                    "cumulative (within this many guesses), cumulative_optimistic and "
                    "cumulative_pessimistic, all by points; cumulative_likelihood for the adversary with "
                    "the population, else NULL. Rates only."
                ),
            ),
            (
                "REMEDIES",
                tr("Cropped or dropped providers"),
                True,
                tr("Table variant, prefix, unit, providers, safe_share, top_share."),
            ),
            (
                "FILE_RISKS",
                tr("Risk of the file"),
                True,
                tr(
                    "With RELEASED_FIELDS: variant, prefix, unit, providers, largest_risk (prosecutor), "
                    "mean_risk (marketer), above_limit (share of records)."
                ),
            ),
            (
                "PATIENT_RANKS",
                tr("Ranks of patients"),
                True,
                tr(
                    "Internal: variant, patient, area, entries, score and, for each unit, the rank of the "
                    "true area: rank (expected), best (optimistic), worst (pessimistic); with POPULATION "
                    "also its posterior."
                ),
            ),
        ):
            sink = QgsProcessingParameterFeatureSink(
                name, title, _TABLE, optional=optional, createByDefault=not optional
            )
            self.add(sink, text)
        self.add(
            QgsProcessingParameterFeatureSink(
                "EXPOSURE", tr("Exposure of areas"), _TABLE, optional=True, createByDefault=False
            ),
            tr(
                "Internal: the areas with their patients and the mean chance that a patient of the area is "
                "found by the first guess: found for the shortest released code, found_3 where three "
                "characters are released, and so on, under the variant that finds most."
            ),
        )
        self.add_reports()
        for name, title in (
            ("TOP_SHARE", tr("Share found by the first guess, shortest released code")),
            ("SAFE_SHARE", tr("Share of safe patients, shortest released code")),
            ("PATIENT_COUNT", tr("Patients in the attack")),
            ("FILE_RISK", tr("Mean risk of the file with the places of treatment, shortest released code")),
        ):
            self.addOutput(QgsProcessingOutputNumber(name, title))

    def execute(self, run) -> dict:
        layer = read_areas(run)
        if run.choice("METRIC") == "hausdorff":
            check_sizes(run, layer)
        area_codes, padded = codes.padded_codes(layer.areas.ids)
        if padded:
            run.warn(
                tr(
                    "{count} area codes have lost leading zeros (for example {example}). They were put "
                    "back; store codes as text."
                ).format(count=padded, example=min(map(str, layer.areas.ids), key=len))
            )
        found = read_input(run, area_codes)
        plan = replace(_plan(run, layer.areas, area_codes), group=found.group)
        width = max(plan.m - 1, 1)
        near = nearest(layer.areas, width, run.choice("METRIC"), progress=part(run.progress, 0.2, 0.4)).index
        results = core.study(found.visits, found.home, near, plan, part(run.progress, 0.4, 0.9))
        write_shares(run, plan, results)
        shortest = plan.shortest
        worst = max(results, key=lambda result: result.top_share[shortest])
        write_internal(run, layer, found, plan, results, worst)
        run.write_reports(geoproxy_report.build(run, layer, found, plan, results))
        return {
            "TOP_SHARE": float(worst.top_share[shortest]),
            "SAFE_SHARE": float(worst.remedies[0].safe_share[shortest]),
            "PATIENT_COUNT": len(found.home),
            "FILE_RISK": None if plan.group is None else _file_risk(results, shortest),
        }


def _file_risk(results, shortest: int) -> float:
    """Mean risk of the file under the way to count that traces most records."""
    return max(result.file_risks[shortest][0].mean for result in results)


def _plan(run, areas, area_codes) -> core.Plan:
    shortest_code = min(map(len, area_codes))
    lengths = run.whole_numbers("PREFIXES")
    if run.field("BOUNDARY"):
        if lengths:
            run.warn(tr("The released unit is the boundary field; released code lengths are not used."))
        units = [core.Unit(run.field("BOUNDARY"), None, areas.boundary_code)]
    else:
        lengths = lengths or tuple(range(min(shortest_code, _LONGEST_DEFAULT) + 1))
        units = [
            core.Unit(_prefix_label(length), length, codes.prefix_units(area_codes, length))
            for length in sorted(lengths, reverse=True)
        ]
    remedies = [
        core.Remedy(
            tr("cropped to {length} characters").format(length=length), codes.prefix_units(area_codes, length)
        )
        for length in sorted(run.whole_numbers("PROVIDER_PREFIXES"), reverse=True)
        if length < shortest_code
    ]
    own = run.number("THRESHOLD")
    return core.Plan(
        variants=_variants(run),
        m=run.integer("NEIGHBOURS"),
        units=tuple(units),
        remedies=(*remedies, core.Remedy(tr("dropped"), None)),
        guesses=run.whole_numbers("RANKS") or tuple(range(1, 51)),
        safe_chance=thresholds.preset(run.choice("PRESET")).number
        if own is None
        else thresholds.forbidding(own),
        census=core.Census(areas.lon_deg, areas.lat_deg, areas.population)
        if run.field("POPULATION")
        else None,
    )


def _prefix_label(length: int) -> str:
    if length == 0:
        return tr("nothing of the code")
    return tr("first character") if length == 1 else tr("first {length} characters").format(length=length)


def _variants(run) -> tuple:
    if run.choice("VARIANT") != "all":
        return (run.choice("VARIANT"),)
    needs = {"visits": "VISIT", "providers": "PROVIDER"}
    return tuple(variant for variant in VARIANTS if variant not in needs or run.field(needs[variant]))
