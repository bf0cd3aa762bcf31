# SPDX-License-Identifier: GPL-2.0-or-later
"""Codes cropped to fewer characters: the baseline that clustering is compared with."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.base.errors import InfeasibleError, Phrase, named
from ...core.base.progress import part
from ...core.base.thresholds import POPULATION, RECORD_RISK, Preset
from ...core.base.verdict import CARE, MADE, Check, Claim, Verdict, lenient
from ...core.clustering.cropping import SUPPRESSED, Cropping, crop_codes
from ...core.clustering.graph import colour_clusters
from ...core.clustering.objective import Bounds, Tallies
from ...core.clustering.released_areas import expected_moves_m
from ...core.clustering.search import Options, cluster_areas
from ...i18n import tr
from ...report import Facts, Figure, Report, Section, Table
from ...report.charts import histogram
from ...report.numbers import count, decimals, metres, percent
from ...report.verdictpage import risk as one_in
from ..framework import ask, blocks, give, labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import REAL, TEXT, WHOLE, Features, Result
from ..framework.verdict import judging
from ..framework.verdict.audience import audience, chosen, fewest_people, section
from ..io import AreaLayer, original_geometries, read_areas
from . import clusterinput

_CROPPED = {
    "cropped_code": TEXT,
    "cropped_population": REAL,
    clusterinput.STATUS: TEXT,
    clusterinput.COLOUR: WHOLE,
}
_FEWEST = 20_001
"""People who must share a code where nothing is said: 45 CFR 164.514(b)(2)(i)(B)."""


@dataclass(frozen=True)
class Rule:
    """What a code must meet to be released."""

    length: int
    """Characters that are kept."""
    minimum: float
    """People who must share a code; more than so many where ``strict``."""
    strict: bool
    audience: Preset | None
    """Whose limit was chosen."""

    @classmethod
    def of(cls, inputs, entry: Preset | None) -> Rule:
        """The rule of the audience, or the user's own, which comes first."""
        if inputs.minimum is not None or entry is None:
            return cls(inputs.length, _FEWEST if inputs.minimum is None else inputs.minimum, False, entry)
        return cls(inputs.length, fewest_people(entry), entry.strict, entry)


class CropCodes(GeoDeIDAlgorithm):
    """``geodeid:cropcodes``."""

    ID = "cropcodes"
    TITLE = "Shorten codes"
    HEADING = labels.PROTECT
    TAGS = ("zip", "ZIP3", "postcode", "postal code", "FSA", "truncate", "crop", "HIPAA", "safe harbour")
    SUMMARY = (
        "Keeps the first characters of the areas' codes (02139 becomes 021), finds the codes that too few "
        "people share, and compares with zones at equal risk."
    )
    JUDGES = True
    INPUTS = (
        *blocks.areas(boundary=False, points=False),
        ask.field(
            "CODE",
            "Code",
            "Field with the codes to crop; text, so that leading zeros survive. Empty: AREA_ID.",
            "AREAS",
            optional=True,
        ),
        ask.whole(
            "LENGTH", "Characters kept", "How many leading characters of a code are released.", 3, least=1
        ),
        ask.number(
            "MINIMUM",
            "Fewest people",
            "People who must share a cropped code, at least. Empty: as the preset says, or 20 001.",
            least=0,
        ),
        audience(Phrase("Fewest people"), POPULATION, RECORD_RISK, fills=True),
    )
    OUTPUTS = (
        give.shapes(
            "OUTPUT",
            "Cropped areas",
            "Every area with cropped_code (what may be released), cropped_population, status (released or "
            "short) and colour.",
            style="cropped_codes",
            fields=_CROPPED,
        ),
        blocks.REPORT,
    )
    FIGURES = (
        give.number("UNIT_COUNT", "Cropped codes released"),
        give.number("SHORT_COUNT", "Cropped codes that fall short"),
        give.number("WORST_RISK", "Highest risk of a released code"),
        give.number("MEAN_MOVE_M", "Mean move (m)"),
    )

    def compute(self, inputs, run) -> Result:
        layer = read_areas(run, null_is_zero=True)
        rule = Rule.of(inputs, chosen(run))
        codes = layer.table.column(inputs.code or inputs.area_id)
        cropping = crop_codes(codes, layer.areas.population, rule.length, rule.minimum, strict=rule.strict)
        if cropping.falls_short.all():
            raise InfeasibleError(
                "code.crop.too_few_people",
                "No cropped code is shared by enough people: the largest holds {people}. Keep fewer "
                "characters or ask for fewer people.",
                people=decimals(cropping.population.max(), 0),
            )
        _warn(run, cropping)
        pairs, _shared_m = clusterinput.neighbours(run, layer)
        rival = _clustered(layer, cropping, pairs, part(run.progress, 0.2, 0.9))
        figures = {
            "UNIT_COUNT": int((~cropping.falls_short).sum()),
            "SHORT_COUNT": int(cropping.falls_short.sum()),
            "WORST_RISK": cropping.worst_risk,
            "MEAN_MOVE_M": _mean_move_m(layer, cropping.released),
            "FEWEST_PEOPLE": rule.minimum,
            "CLUSTERS_AT_EQUAL_RISK": rival.count,
            "CLUSTERS_MEAN_MOVE_M": _mean_move_m(layer, rival.cluster),
        }
        return Result(
            figures=figures,
            layers={"OUTPUT": lambda: _cropped(run, layer, cropping, pairs)},
            report=_report(run, layer, cropping, rule, inputs.minimum, figures, rival),
        )


def _cropped(run, layer: AreaLayer, cropping: Cropping, pairs) -> Features:
    """The areas with their cropped codes; those that fall short as zeros."""
    short = cropping.falls_short[cropping.unit]
    table = layer.table
    shapes, wkb_type = original_geometries(run, "AREAS", table.row_ids)
    return Features(
        {
            "cropped_code": cropping.codes,
            "cropped_population": cropping.population[cropping.unit],
            clusterinput.STATUS: np.where(short, "short", "released").astype(object),
            clusterinput.COLOUR: colour_clusters(cropping.unit, pairs, clusterinput.PALETTE),
        },
        shapes,
        wkb_type,
        table.crs,
        clusterinput.input_columns(run, table, list(_CROPPED)),
    )


def _warn(run, cropping: Cropping) -> None:
    short = cropping.falls_short
    if short.any():
        run.counts["areas_short"] = int(short[cropping.unit].sum())
        run.warn(
            tr(
                "{count} cropped codes are shared by too few people: {codes}.",
                count=int(short.sum()),
                codes=named(cropping.units[short], 30),
            )
        )


def _mean_move_m(layer: AreaLayer, label) -> float:
    areas, kept = layer.areas, label >= 0
    move = expected_moves_m(label, areas.population, areas.lon_deg, areas.lat_deg)
    people = areas.population[kept].sum()
    return float((move * areas.population)[kept].sum() / people) if people else 0.0


def _clustered(layer: AreaLayer, cropping: Cropping, pairs, progress):
    """Clusters, across codes, whose smallest holds as many people as the smallest released code."""
    least = float(cropping.population[~cropping.falls_short].min())
    return cluster_areas(
        layer.areas, pairs, Tallies(layer.areas.population), Bounds(population=least), Options("quick"),
        progress,
    )  # fmt: skip


def _report(run, layer, cropping: Cropping, rule: Rule, own_minimum, figures, rival) -> Report:
    short = cropping.falls_short
    withheld = cropping.population[short].sum() / max(layer.areas.population.sum(), 1)
    more = tr("more than {people}") if rule.strict else tr("at least {people}")
    facts = Facts(
        (tr("Characters kept"), str(rule.length)),
        (tr("People who must share a code"), more.format(people=count(rule.minimum))),
        (tr("Cropped codes released"), count((~short).sum())),
        (tr("Cropped codes that fall short"), count(short.sum())),
        (tr("People whose code is withheld"), percent(withheld, 3 if withheld else 0)),
        (tr("Highest risk of a released code"), one_in(figures["WORST_RISK"])),
        (tr("Mean move when an area is replaced by another of its code"), metres(figures["MEAN_MOVE_M"])),
    )
    sections = [Section(tr("What was found"), facts)]
    if rule.audience is not None:
        sections.append(section(rule.audience, own_minimum))
    sections.append(_comparison(layer, cropping, figures, rival))
    sections.append(
        Section(
            tr("People who share a code"),
            Figure(histogram(cropping.population, tr("People of a cropped code"))),
        )
    )
    if short.any():
        sections.append(_short_codes(cropping))
    return Report(
        tr(
            "What keeping the first characters of a code releases, and what it costs compared with merging "
            "areas."
        ),
        tuple(sections),
        _verdict(run, layer, cropping, rule),
    )


def _verdict(run, layer: AreaLayer, cropping: Cropping, rule: Rule) -> Verdict:
    short, total = int(cropping.falls_short.sum()), len(cropping.falls_short)
    said = {"people": rule.minimum, "short": short, "total": total, "released": total - short}
    claim = (
        Phrase("More than {people:,.0f} people share every cropped code that may be released.", **said)
        if rule.strict
        else Phrase("At least {people:,.0f} people share every cropped code that may be released.", **said)
    )
    kept = Phrase("{released} of {total} cropped codes are shared by enough people.", **said)
    limit = 1 / max(rule.minimum + rule.strict, 1.0)
    checks = [Check("people_of_a_code", MADE, kept, internal=False), *lenient(limit)]
    if short:
        fell = Phrase(
            "{short} of {total} cropped codes are shared by too few people and must not be released.", **said
        )
        remedy = Phrase("Keep fewer characters, or group the areas with “Merge areas into safe zones”.")
        checks.append(Check("short_codes", CARE, fell, remedy))
    return Verdict(
        Claim(claim, rule=Phrase("People of all areas whose code begins with the same characters")),
        judging.inputs_of(run, layer),
        checks=(*checks, *judging.population_checks(run, layer)),
    )


def _comparison(layer: AreaLayer, cropping: Cropping, figures: dict, rival) -> Section:
    def row(name, label, move_m):
        kept = label >= 0
        km2 = np.bincount(label[kept], layer.areas.area_m2[kept]) / 1e6
        used = np.bincount(label[kept]) > 0
        withheld = layer.areas.population[~kept].sum() / max(layer.areas.population.sum(), 1)
        size = (
            f"{decimals(km2[used].mean(), 0 if km2[used].mean() >= 100 else 1)} km²" if km2.sum() > 0 else "–"
        )
        return (name, count(used.sum()), size, metres(move_m), percent(withheld, 3 if withheld else 0))

    heads = (tr("Release"), tr("Units"), tr("Mean size"), tr("Mean move"), tr("People withheld"))
    rows = (
        row(tr("cropping"), cropping.released, figures["MEAN_MOVE_M"]),
        row(tr("merging"), rival.cluster, figures["CLUSTERS_MEAN_MOVE_M"]),
    )
    text = tr(
        "The zones hold at least as many people as the smallest released code, so the highest risk is no "
        "larger. They may cross codes; “Merge areas into safe zones” keeps them inside units."
    )
    return Section(tr("Cropping and merging at equal risk"), text, Table(heads, rows))


def _short_codes(cropping: Cropping) -> Section:
    rows = np.flatnonzero(cropping.falls_short)
    table = Table(
        (tr("Cropped code"), tr("People")),
        tuple((cropping.units[row], count(cropping.population[row])) for row in rows),
    )
    text = tr("These codes must not be released as they are; in the output they are {code}.")
    blocks = [text.format(code=SUPPRESSED), table]
    return Section(tr("Codes that fall short"), *blocks)
