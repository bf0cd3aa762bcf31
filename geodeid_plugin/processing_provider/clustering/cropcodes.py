# SPDX-License-Identifier: GPL-2.0-or-later
"""Codes cropped to fewer characters: the baseline that clustering is compared with."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterBoolean,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterNumber,
)

from ...core.base.errors import InfeasibleError, InputError, Phrase, named
from ...core.base.progress import part
from ...core.base.thresholds import POPULATION, RECORD_RISK, Preset
from ...core.base.verdict import CARE, MADE, Check, Claim, Verdict, lenient
from ...core.clustering.colouring import colour_clusters
from ...core.clustering.cropping import SUPPRESSED, Cropping, crop_codes
from ...core.clustering.objective import Bounds, Tallies
from ...core.clustering.search.cluster_moves import draw_weights, expected_moves_m
from ...core.clustering.search.search import Options, cluster_areas
from ...host.compat import field
from ...i18n import tr
from ...report import Facts, Figure, Report, Section, Table
from ...report.charts import histogram
from ...report.numbers import count, decimals, metres, percent
from ...report.verdictpage import risk as one_in
from ..framework import labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.parameters import add_areas, choice
from ..framework.parameters import field as field_parameter
from ..framework.verdict import judging
from ..framework.verdict.audience import add_audience, chosen, fewest_people, section
from ..io import AreaLayer, original_geometries, read_areas
from . import clusterinput

_HIPAA_LENGTH, _HIPAA_MINIMUM = 3, 20_000
"""Three digits and more than 20,000 people: 45 CFR 164.514(b)(2)(i)(B)."""


@dataclass(frozen=True)
class Asked:
    """What was asked for, read once.

    Attributes
    ----------
    code : str
        Field of the codes.
    length : int
        Characters that are kept.
    minimum : float
        People who must share a code; more than so many where ``strict``.
    strict : bool
    audience : Preset or None
        Whose limit was chosen.
    own_minimum : float or None
        People who were typed in.
    lists_short : bool
        Whether codes that too few share are listed, and not released.
    compares : bool
        Whether clusters are made to compare with.
    """

    code: str
    length: int
    minimum: float
    strict: bool
    audience: Preset | None
    own_minimum: float | None
    lists_short: bool
    compares: bool

    @classmethod
    def of(cls, run) -> Asked:
        """Read the dialog."""
        hipaa, audience, own = run.choice("PRESET") == "hipaa", chosen(run), run.number("MINIMUM")
        length = _HIPAA_LENGTH if hipaa else run.integer("LENGTH")
        return cls(
            run.field("CODE") or run.field("AREA_ID"), length, *_minimum(hipaa, audience, own), audience, own,
            run.choice("FALLS_SHORT") == "list", run.boolean("COMPARE"),
        )  # fmt: skip


class CropCodes(GeoDeIDAlgorithm):
    """``geodeid:cropcodes``."""

    ID = "cropcodes"
    TITLE = "Shorten codes"
    HEADING = labels.PROTECT
    TAGS = ("zip", "ZIP3", "postcode", "postal code", "FSA", "truncate", "crop", "HIPAA", "safe harbour")
    SUMMARY = (
        "Keeps the first characters of the areas' codes (02139 becomes 021), counts the people who share "
        "each cropped code and finds the codes that too few people share. The report sets cropping beside "
        "clustering at equal risk. Counts come from the layer itself, never from a fixed list."
    )
    STYLES = {"OUTPUT": "cropped_codes"}
    JUDGES = True
    EXPERT = ("FALLS_SHORT",)

    def define(self) -> None:
        types, number = QgsProcessing.SourceType, QgsProcessingParameterNumber
        add_areas(self, boundary=False)
        self.add(
            field_parameter("CODE", tr("Code"), "AREAS", optional=True),
            tr("Field with the codes to crop; text, so that leading zeros survive. Empty: AREA_ID."),
        )
        self.add(
            choice("PRESET", tr("Preset"), ("none", "hipaa"), "none"),
            tr(
                "hipaa: three characters, more than 20 000 people, as the HIPAA safe harbour says; LENGTH "
                "and MINIMUM are then ignored, and AUDIENCE must be empty."
            ),
        )
        self.add(
            number("LENGTH", tr("Characters kept"), number.Type.Integer, 3, minValue=1),
            tr("How many leading characters of a code are released."),
        )
        self.add(
            number("MINIMUM", tr("Fewest people"), number.Type.Double, optional=True, minValue=0),
            tr(
                "People who must share a cropped code, at least. Empty: the number of the audience preset, "
                "or 20 001 without one."
            ),
        )
        add_audience(self, tr("Fewest people"), POPULATION, RECORD_RISK, fills=True)
        self.add(
            choice("FALLS_SHORT", tr("Codes that fall short"), ("zeros", "list"), "zeros"),
            tr(
                "zeros: they become 000. list: they are left empty; either way they are listed in the report."
            ),
        )
        self.add(
            QgsProcessingParameterBoolean("COMPARE", tr("Compare with clustering"), True),
            tr("Cluster the areas at the risk that cropping reaches, for the report."),
            advanced=True,
        )
        clusterinput.add_graph(self)
        self.add(
            QgsProcessingParameterFeatureSink("OUTPUT", tr("Cropped areas"), types.TypeVectorAnyGeometry),
            tr(
                "Every area with cropped_code (what may be released), cropped_population (people who share "
                "the cropped code), status (released or short) and colour."
            ),
        )
        self.add_reports()
        for name, title in (
            ("UNIT_COUNT", tr("Cropped codes released")),
            ("SHORT_COUNT", tr("Cropped codes that fall short")),
            ("WORST_RISK", tr("Highest risk of a released code")),
            ("MEAN_MOVE_M", tr("Mean move (m)")),
        ):
            self.addOutput(QgsProcessingOutputNumber(name, title))

    def execute(self, run) -> dict:
        layer = read_areas(run, null_is_zero=True)
        asked = Asked.of(run)
        codes = layer.table.column(asked.code)
        cropping = crop_codes(codes, layer.areas.population, asked.length, asked.minimum, strict=asked.strict)
        if cropping.falls_short.all():
            raise InfeasibleError(
                tr(
                    "No cropped code is shared by enough people: the largest holds {people}. Keep fewer "
                    "characters or ask for fewer people."
                ).format(people=decimals(cropping.population.max(), 0))
            )
        _warn(run, cropping)
        pairs, _shared_m = clusterinput.neighbours(run, layer)
        self._write(run, layer, cropping, pairs, asked.lists_short)
        mean_move_m = _mean_move_m(layer, cropping.released)
        progress = part(run.progress, 0.2, 0.9)
        rival = _clustered(layer, cropping, pairs, progress) if asked.compares else None
        figures = {
            "UNIT_COUNT": int((~cropping.falls_short).sum()),
            "SHORT_COUNT": int(cropping.falls_short.sum()),
            "WORST_RISK": cropping.worst_risk,
            "MEAN_MOVE_M": mean_move_m,
            "FEWEST_PEOPLE": asked.minimum,
        }
        if rival is not None:
            figures["CLUSTERS_AT_EQUAL_RISK"] = rival.count
            figures["CLUSTERS_MEAN_MOVE_M"] = _mean_move_m(layer, rival.cluster)
        run.write_reports(_report(run, layer, cropping, asked, figures, rival))
        return figures

    def _write(self, run, layer: AreaLayer, cropping: Cropping, pairs, lists_short: bool) -> None:
        short = cropping.falls_short[cropping.unit]
        codes = cropping.codes
        if lists_short:
            codes[short] = None
        new = [
            (field("cropped_code", "text"), codes),
            (field("cropped_population", "real"), cropping.population[cropping.unit]),
            (field(clusterinput.STATUS, "text"), np.where(short, "short", "released").astype(object)),
            (
                field(clusterinput.COLOUR, "integer"),
                colour_clusters(cropping.unit, pairs, clusterinput.PALETTE),
            ),
        ]
        table = layer.table
        shapes, wkb_type = original_geometries(run, "AREAS", table.row_ids)
        columns = clusterinput.input_columns(run, table, [column.name() for column, _values in new]) + new
        run.write_layer("OUTPUT", columns, shapes, wkb_type, table.crs)


def _minimum(hipaa: bool, entry: Preset | None, own: float | None) -> tuple[float, bool]:
    """People who must share a code, and whether there must be more of them."""
    if hipaa:
        if entry is not None:
            raise InputError(tr("PRESET hipaa and AUDIENCE both set the fewest people. Choose one of them."))
        return _HIPAA_MINIMUM, True
    if own is not None:
        return own, False
    return (fewest_people(entry), entry.strict) if entry is not None else (_HIPAA_MINIMUM + 1, False)


def _warn(run, cropping: Cropping) -> None:
    short = cropping.falls_short
    if short.any():
        run.counts["areas_short"] = int(short[cropping.unit].sum())
        run.warn(
            tr("{count} cropped codes are shared by too few people: {codes}.").format(
                count=int(short.sum()), codes=named(cropping.units[short], 30)
            )
        )


def _mean_move_m(layer: AreaLayer, label) -> float:
    areas, kept = layer.areas, label >= 0
    weight = draw_weights(areas.population, "population")
    move = expected_moves_m(label, weight, areas.lon_deg, areas.lat_deg)
    people = areas.population[kept].sum()
    return float((move * areas.population)[kept].sum() / people) if people else 0.0


def _clustered(layer: AreaLayer, cropping: Cropping, pairs, progress):
    """Clusters, across codes, whose smallest holds as many people as the smallest released code."""
    least = float(cropping.population[~cropping.falls_short].min())
    return cluster_areas(
        layer.areas, pairs, Tallies(layer.areas.population), Bounds(population=least), Options("quick"),
        progress,
    )  # fmt: skip


def _report(run, layer: AreaLayer, cropping: Cropping, asked: Asked, figures, rival) -> Report:
    short = cropping.falls_short
    withheld = cropping.population[short].sum() / max(layer.areas.population.sum(), 1)
    more = tr("more than {people}") if asked.strict else tr("at least {people}")
    facts = Facts(
        (
            (tr("Characters kept"), str(asked.length)),
            (tr("People who must share a code"), more.format(people=count(asked.minimum))),
            (tr("Cropped codes released"), count((~short).sum())),
            (tr("Cropped codes that fall short"), count(short.sum())),
            (tr("People whose code is withheld"), percent(withheld, 3 if withheld else 0)),
            (tr("Highest risk of a released code"), one_in(figures["WORST_RISK"])),
            (tr("Mean move when an area is replaced by another of its code"), metres(figures["MEAN_MOVE_M"])),
        )
    )
    sections = [Section(tr("What was found"), (facts,))]
    if asked.audience is not None:
        sections.append(section(asked.audience, asked.own_minimum))
    if rival is not None:
        sections.append(_comparison(layer, cropping, figures, rival))
    sections.append(
        Section(
            tr("People who share a code"),
            (Figure(histogram(cropping.population, tr("People of a cropped code"))),),
        )
    )
    if short.any():
        sections.append(_short_codes(cropping))
    return Report(
        tr("Cropped codes"),
        tr(
            "What keeping the first characters of a code releases, and what it costs compared with "
            "clustering."
        ),
        tuple(sections),
        _verdict(run, layer, cropping, asked),
        tuple(run.warnings),
    )


def _verdict(run, layer: AreaLayer, cropping: Cropping, asked: Asked) -> Verdict:
    short, total = int(cropping.falls_short.sum()), len(cropping.falls_short)
    said = {"people": asked.minimum, "short": short, "total": total, "released": total - short}
    claim = (
        Phrase("More than {people:,.0f} people share every cropped code that may be released.", **said)
        if asked.strict
        else Phrase("At least {people:,.0f} people share every cropped code that may be released.", **said)
    )
    kept = Phrase("{released} of {total} cropped codes are shared by enough people.", **said)
    limit = 1 / max(asked.minimum + asked.strict, 1.0)
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
        row(tr("clustering"), rival.cluster, figures["CLUSTERS_MEAN_MOVE_M"]),
    )
    text = tr(
        "The clusters hold at least as many people as the smallest released code, so the highest risk is no "
        "larger. They may cross codes; “Merge areas into safe zones” keeps them inside units."
    )
    return Section(tr("Cropping and clustering at equal risk"), (text, Table(heads, rows)))


def _short_codes(cropping: Cropping) -> Section:
    rows = np.flatnonzero(cropping.falls_short)
    table = Table(
        (tr("Cropped code"), tr("People")),
        tuple((cropping.units[row], count(cropping.population[row])) for row in rows),
    )
    text = tr("These codes must not be released as they are; in the output they are {code} or empty.")
    blocks = [text.format(code=SUPPRESSED), table]
    return Section(tr("Codes that fall short"), tuple(blocks))
