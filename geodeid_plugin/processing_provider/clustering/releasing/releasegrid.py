# SPDX-License-Identifier: GPL-2.0-or-later
"""Counts of points by the cells of a grid, released so that no small count can be computed."""

from __future__ import annotations

import numpy as np
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsGeometry,
    QgsPointXY,
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterCrs,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterFile,
    QgsProcessingParameterNumber,
    QgsUnitTypes,
    QgsWkbTypes,
)

from ....core.base.errors import InputError, Phrase
from ....core.base.verdict import CARE, MADE, Check, Claim, Verdict
from ....core.counts.grid_release import ProtectedGrid, protect_grid
from ....core.counts.gridding import Grid
from ....core.counts.release import Protection
from ....host.compat import field
from ....i18n import tr
from ....report import SUPPRESSED, Facts, Figure, Report, Section, Table
from ....report.numbers import count, number
from ...framework import labels
from ...framework.base import GeoDeIDAlgorithm
from ...framework.parameters import NUMERIC, choice, guessed
from ...framework.parameters import field as field_parameter
from ...framework.verdict import judging
from ...framework.verdict.shares import add_share_limit
from ...io import from_lonlat, read_points
from ...io.who.patients import patients_of, rows_are_people
from ...io.who.people_in_cells import read_people_in_cells
from .. import clustermap
from . import earliergrids, earlierreleases, protection, releaseverdict

_SHAPES = ("square", "hexagon", "quadtree")
_EQUAL_AREA = "EPSG:6933"
"""Cylindrical equal-area grid of the world (EASE-Grid 2.0), where the layer itself is in degrees."""
_TINTS = ("#deebf7", "#9ecae1", "#4292c6", "#08519c")
"""ColorBrewer's Blues, of four classes: read in grey and by the colour-blind."""
_MOST_DRAWN = 5_000
"""Cells beyond which the report has no map: below a pixel each, and megabytes."""


def _read_grid(run) -> Grid:
    """The grid that was asked for."""
    smallest = run.integer("SMALL_CELL")
    minimum = max(run.integer("MINIMUM") or smallest, smallest)
    return Grid(run.choice("SHAPE"), run.number("SIZE"), run.integer("LEVELS"), minimum)


def _read_protection(run, earlier) -> Protection:
    """How counts are protected; by the key of the ledger where the user gave none."""
    smallest, (key, own) = run.integer("SMALL_CELL"), protection.read_key(run)
    values = run.integer("PROTECTION") or smallest
    if earlier is not None and not own:
        key, own = earlier.mask_key, True
    return Protection("suppress", smallest, values, key, own)


class ReleaseGrid(GeoDeIDAlgorithm):
    """``geodeid:releasegrid``."""

    ID = "releasegrid"
    TITLE = "Counts on a grid for release"
    HEADING = labels.PROTECT
    TAGS = ("aggregate", "counts", "grid", "hexagon", "quadtree", "small numbers", "suppress", "release")
    SUMMARY = (
        "Releases counts of points by squares, hexagons, or squares that are finer where records are many. "
        "The grid is anchored at a fixed place, so that years compare. Small counts are withheld so that "
        "nobody can compute them, and what remains possible is audited."
    )
    STYLES = {"OUTPUT": "released_grid"}
    JUDGES = True

    def define(self) -> None:
        types, number = QgsProcessing.SourceType, QgsProcessingParameterNumber
        self.add(
            QgsProcessingParameterFeatureSource("POINTS", tr("Points"), [types.TypeVectorPoint]),
            tr("Points of the sensitive layer, one point per record."),
        )
        self.add(
            choice("SHAPE", tr("Shape"), _SHAPES, "quadtree"),
            tr(
                "square or hexagon: cells of one size. quadtree: squares that are split in four while every "
                "part is empty or holds MINIMUM records."
            ),
        )
        self.add(
            number("SIZE", tr("Size of a cell (m)"), number.Type.Double, 1000, minValue=1),
            tr("Side of a square, width of a hexagon; of the finest cells of a quadtree. Metres."),
        )
        self.add(
            number("LEVELS", tr("Levels of the quadtree"), number.Type.Integer, 4, minValue=1, maxValue=12),
            tr("The coarsest cells are SIZE doubled this many times: 16 km for 1 km and 4 levels."),
        )
        self.add(
            number(
                "MINIMUM",
                tr("Fewest records of a split cell"),
                number.Type.Integer,
                optional=True,
                minValue=1,
            ),
            tr("For the quadtree. Empty: the smallest count shown."),
        )
        self.add(
            number("SMALL_CELL", tr("Smallest count shown"), number.Type.Integer, 11, minValue=2),
            tr("Counts from 1 to one less are withheld, with further ones so that nobody can subtract."),
        )
        self.add(
            number("PROTECTION", tr("Possible values of a hidden count"), number.Type.Integer, optional=True,
                   minValue=2),
            tr("At least this many values remain possible for each withheld count. Empty: SMALL_CELL."),
            advanced=True,
        )  # fmt: skip
        self.add(
            QgsProcessingParameterCrs("GRID_CRS", tr("Plane of the grid"), optional=True),
            tr(
                "Projected, in metres, best of equal area; its origin is the anchor, so never change "
                "it between years. EPSG:3035 gives the INSPIRE grids of Europe. Empty: that of the "
                "points, or EPSG:6933."
            ),
            advanced=True,
        )
        self.add(
            field_parameter("RECORD_ID", tr("Patient identifier"), "POINTS", optional=True),
            tr(
                "Field that identifies a patient, where one may have several points: a cell of fewer "
                "patients than the smallest count shown then gives them away, however many points it holds. "
                "It is not released."
            ),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterFeatureSource(
                "AREAS", tr("Areas with population"), [types.TypeVectorPolygon], optional=True
            ),
            tr(
                "Census areas, the smaller the better: how many people live in a cell. Without them nobody "
                "knows whether a count is of nearly all who live there, and the verdict is no better than "
                "not judged."
            ),
        )
        self.add(
            guessed(
                field_parameter("POPULATION", tr("Population"), "AREAS", NUMERIC, optional=True), "population"
            ),
            tr("Field with the number of people of each area."),
        )
        add_share_limit(self)
        self.add(
            QgsProcessingParameterFile("MASK_KEY", tr("Key of the mask"), optional=True),
            tr(
                "Key file as “Release ledger” makes it: the same key withholds the same counts "
                "at every run. Never release it."
            ),
            advanced=True,
        )
        earlierreleases.add_earlier(self)
        self.add_seed()
        self.add(
            QgsProcessingParameterFeatureSink("OUTPUT", tr("Release"), types.TypeVectorPolygon),
            tr("Cells with cell, records, hidden and the length of their sides, side_m."),
        )
        self.add_reports(release=True)
        for name, title in (
            ("CELL_COUNT", tr("Cells")),
            ("HIDDEN_CELLS", tr("Counts withheld")),
            ("HIDDEN_RECORDS", tr("Records in withheld counts")),
            ("FEWEST_VALUES", tr("Fewest possible values of a hidden count")),
        ):
            self.addOutput(QgsProcessingOutputNumber(name, title))

    def execute(self, run) -> dict:
        grid, earlier = _read_grid(run), earliergrids.read_earlier(run)
        rules = _read_protection(run, earlier)
        points, crs = read_points(run, "POINTS"), _plane(run)
        x_m, y_m = _in_plane(run, points, crs)
        patients = patients_of(run, points.table)

        def withheld_before(shown):
            return earliergrids.withheld_before(earlier, shown)

        out = protect_grid(grid, grid.count(x_m, y_m), rules, withheld_before)
        _tell_withheld(run, out)
        shapes = [_polygon(ring) for ring in grid.rings(out.cells)]
        people = read_people_in_cells(run, shapes, crs)
        more = (
            *rows_are_people(run, points.table),
            *releaseverdict.few_people(run, (out.cells.cell,), patients, rules.smallest),
            *releaseverdict.grid_membership(run, out, patients, people),
            *earliergrids.other_forms(earlier),
            *releaseverdict.only_release(rules.own_key, bool(out.hidden.any())),
        )
        shown = earliergrids.facts_of(grid.shape, out.bounds, _name(crs), rules)
        earliergrids.refuse_together(run, earlier, shown, (x_m, y_m), rules)
        entered = earliergrids.enter(earlier, shown)
        printed = [None if value < 0 else value for value in out.printed.tolist()]
        run.write_layer(
            "OUTPUT",
            [
                (field("cell", "text"), out.cells.codes),
                (field("records", "integer"), printed),
                (field("hidden", "boolean"), out.hidden.tolist()),
                (field("side_m", "real"), grid.sides_m(out.cells)),
            ],
            shapes,
            QgsWkbTypes.Type.Polygon,
            crs,
        )
        figures = {
            "CELL_COUNT": len(out.counts),
            "HIDDEN_CELLS": int(out.hidden.sum()),
            "HIDDEN_RECORDS": int(out.counts[out.hidden].sum()),
            "FEWEST_VALUES": int(out.ranges.values[out.hidden].min()) if out.hidden.any() else None,
        }
        run.write_reports(_report(run, out, rules, figures, more))
        earlierreleases.confirm(entered)
        return figures


def _plane(run) -> QgsCoordinateReferenceSystem:
    crs = run.crs("GRID_CRS")
    if not crs.isValid():
        own = run.source("POINTS").sourceCrs()
        crs = QgsCoordinateReferenceSystem(_EQUAL_AREA) if own.isGeographic() else own
    if crs.mapUnits() != QgsUnitTypes.DistanceUnit.DistanceMeters:
        raise InputError(
            tr(
                "The plane of the grid, {crs}, is not in metres. Choose a projected system as GRID_CRS."
            ).format(crs=crs.authid())
        )
    return crs


def _name(crs) -> str:
    return crs.authid() or crs.toWkt()


def _in_plane(run, points, crs) -> tuple[np.ndarray, np.ndarray]:
    transform = from_lonlat(run, crs)
    places = [transform.transform(QgsPointXY(lon, lat)) for lon, lat in zip(points.lon_deg, points.lat_deg)]
    return np.array([place.x() for place in places]), np.array([place.y() for place in places])


def _polygon(ring) -> QgsGeometry:
    return QgsGeometry.fromPolygonXY([[QgsPointXY(x, y) for x, y in (*ring, ring[0])]])


def _tell_withheld(run, out: ProtectedGrid) -> None:
    """Say how many counts are withheld."""
    hidden = int(out.hidden.sum())
    if not hidden:
        return
    run.counts["cells_hidden"] = hidden
    run.warn(
        tr("{count} of {total} counts are small, or would give a small one away, and are withheld.").format(
            count=hidden, total=len(out.counts)
        )
    )


def _judged(run, rules: Protection, figures, more: tuple[Check, ...]) -> Verdict:
    sentence = Phrase(
        "Subtraction was tried by someone who knows the total and the rule: each withheld count keeps "
        "{values} possible values or more.",
        values=rules.values,
    )
    checks = [Check("counts", MADE, sentence, internal=False), *more, *judging.draws(run)]
    if figures["HIDDEN_CELLS"] * 2 > figures["CELL_COUNT"]:
        remedy = Phrase("Choose larger cells, or the shape quadtree with more levels.")
        checks.append(Check("thin", CARE, Phrase("More than half of the counts are withheld."), remedy))
    claim = Claim(
        Phrase(
            "Nobody can compute a small count by cell from what is released, and no count says of the people "
            "there that they are in the data."
        ),
        rule=Phrase("Possible values of each withheld count, in whole numbers"),
    )
    return Verdict(claim, judging.inputs_of(run), checks=tuple(checks))


def _report(run, out: ProtectedGrid, rules: Protection, figures: dict, more: tuple[Check, ...]) -> Report:
    codes, counts, hidden, side_m = out.cells.codes, out.counts, out.hidden, out.grid.sides_m(out.cells)
    public = tuple(
        (codes[at], count(side_m[at]), SUPPRESSED if hidden[at] else count(counts[at]))
        for at in np.argsort(codes, kind="stable")
    )
    low, high = out.ranges.low, out.ranges.high
    audited = tuple(
        (codes[at], count(counts[at]), f"{count(low[at])}–{count(high[at])}")
        for at in np.argsort(-counts, kind="stable") if hidden[at]
    )  # fmt: skip
    facts = (
        (tr("Cells with a record"), count(figures["CELL_COUNT"])),
        (tr("Counts withheld"), count(figures["HIDDEN_CELLS"])),
        (tr("Smallest count shown"), count(rules.smallest)),
    )
    explained = tr(
        "The grid is anchored at the origin of its plane, whatever the points. Cells that are not "
        "listed hold no record. A withheld count is small, or is withheld to protect another."
    )
    internal: list = [tr("What an outsider can compute of each withheld count.")]
    if audited:
        internal.append(Table((tr("Cell"), tr("True count"), tr("Possible")), audited))
    return Report(
        tr("Release by a grid"),
        tr("Counts of records by cells of a grid."),
        (
            Section(
                tr("What is released"),
                (
                    *_map(out),
                    Facts(facts),
                    explained,
                    Table((tr("Cell"), tr("Side (m)"), tr("Records")), public),
                ),
            ),
            Section(tr("Audit of the counts"), tuple(internal), internal=True),
        ),
        _judged(run, rules, figures, more),
        tuple(run.warnings),
        run.seeded,
    )


def _map(out: ProtectedGrid) -> tuple[Figure, ...]:
    """The printed counts per km², in four classes of as many cells each; nothing of those withheld."""
    shown = ~out.hidden
    if not shown.any() or len(shown) > _MOST_DRAWN:
        return ()
    density = np.where(shown, out.printed, 0) / (out.grid.sides_m(out.cells) / 1000) ** 2
    sparse = density[shown].max() < 1
    density, words = density * (100 if sparse else 1), tr("{range} records per km²")
    if sparse:
        words = tr("{range} records per 100 km²")
    limits = np.unique(np.quantile(density[shown], [0.25, 0.5, 0.75]))
    tint = np.array(_TINTS, dtype=object)[np.searchsorted(limits, density, side="right")]
    fill = np.where(shown, tint, clustermap.HELD_BACK)
    legend = []
    for shade in _TINTS:
        inside = density[shown & (tint == shade)]
        if len(inside):
            ends = [number(value, ".2g") for value in (inside.min(), inside.max())]
            legend.append((shade, words.format(range=" – ".join(dict.fromkeys(ends)))))
    if not shown.all():
        legend.append((clustermap.HELD_BACK, tr("withheld")))
    rings = out.grid.rings(out.cells)
    return (Figure(clustermap.draw_cells(rings, fill, tr("Map of the released counts"), legend)),)
