# SPDX-License-Identifier: GPL-2.0-or-later
"""Counts of points by the cells of a grid, released so that no small count can be computed."""

from __future__ import annotations

from dataclasses import dataclass, replace

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

from ....core.base.errors import InfeasibleError, InputError, Phrase
from ....core.base.verdict import CARE, MADE, Check, Claim, Verdict
from ....core.counts.audit import Published, audit_sums, refuse_exposed
from ....core.counts.intervals import UNLIMITED, Ranges
from ....core.counts.protection.keyed import KeyedDraws
from ....core.counts.protection.suppress import Rule, Sums, suppress
from ....core.counts.together.grids import GridCounts
from ....core.counts.zoning.gridding import (
    Cells,
    hexagon_cells,
    hexagon_corners,
    quadtree_cells,
    smoothed,
    square_cells,
    surface_breaks,
    surface_classes,
    surface_values,
)
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
from . import countrelease, earliergrids, earlierreleases, releaseverdict

_SHAPES = ("square", "hexagon", "quadtree", "surface")
_EQUAL_AREA = "EPSG:6933"
"""Cylindrical equal-area grid of the world (EASE-Grid 2.0), where the layer itself is in degrees."""
_MOST_RASTER = 250_000
"""Cells of a surface beyond which it is refused, for time and memory."""
_MOST_SMALL = 3_000
"""Small counts beyond which a surface is refused, for time."""
_TINTS = ("#deebf7", "#9ecae1", "#4292c6", "#08519c")
"""ColorBrewer's Blues, of four classes: read in grey and by the colour-blind."""
_MOST_DRAWN = 5_000
"""Cells beyond which the report has no map: below a pixel each, and megabytes."""
_SHARES = (0.6, 0.85, 0.95)
"""Shares of the cells with a value that the classes of a surface leave below them."""


@dataclass(frozen=True)
class Asked:
    """What was asked for, read once.

    Attributes
    ----------
    shape : str
        One of the shapes.
    size_m, bandwidth_m : float
        Side of a cell, and what a surface is smoothed with.
    minimum, levels : int
        Records of a cell that is not divided, and how often one may be.
    rule : Rule
        Smallest count shown, and values of a withheld one.
    key : bytes
        What decides which counts protect the small ones.
    own_key : bool
        Whether the user gave it.
    """

    shape: str
    size_m: float
    bandwidth_m: float
    minimum: int
    levels: int
    rule: Rule
    key: bytes
    own_key: bool

    @classmethod
    def of(cls, run) -> Asked:
        """Read the dialog."""
        shape, size_m, smallest = run.choice("SHAPE"), run.number("SIZE"), run.integer("SMALL_CELL")
        # The classes of a surface withhold nothing, so that nothing is drawn.
        key, own = (b"", False) if shape == "surface" else countrelease.read_key(run)
        return cls(
            shape, size_m, run.number("BANDWIDTH") or 3 * size_m,
            max(run.integer("MINIMUM") or smallest, smallest), run.integer("LEVELS"),
            Rule(smallest, run.integer("PROTECTION") or smallest), key, own,
        )  # fmt: skip


@dataclass(frozen=True)
class Grid:
    """Cells that are printed, arrays with one entry a cell.

    Attributes
    ----------
    corners : list of ndarray, shape (k, 2)
        Corners of each cell, metres.
    codes : ndarray of object
        Code of each cell: its level and place.
    counts, printed : ndarray of int
        True and printed counts; -1 where one is withheld.
    ranges : Ranges
        What an outsider can compute of each.
    side_m : ndarray
        Side of each cell.
    cell : ndarray of int
        Cell of each record.
    """

    corners: list
    codes: np.ndarray
    counts: np.ndarray
    printed: np.ndarray
    ranges: Ranges
    side_m: np.ndarray
    cell: np.ndarray


class ReleaseGrid(GeoDeIDAlgorithm):
    """``geodeid:releasegrid``."""

    ID = "releasegrid"
    TITLE = "Counts on a grid for release"
    HEADING = labels.PROTECT
    TAGS = ("aggregate", "counts", "grid", "hexagon", "quadtree", "small numbers", "suppress", "release")
    SUMMARY = (
        "Releases counts of points by squares, hexagons, squares that are finer where records are "
        "many, or as classes of a smoothed surface. The grid is anchored at a fixed place, so that "
        "years compare. Small counts are withheld so that nobody can compute them, and what remains "
        "possible is audited."
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
                "part is empty or holds MINIMUM records. surface: classes of a density smoothed with one "
                "bandwidth."
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
            number(
                "BANDWIDTH", tr("Bandwidth of the surface (m)"), number.Type.Double, optional=True, minValue=1
            ),
            tr("One bandwidth for the whole surface, metres. Empty: three cells."),
            advanced=True,
        )
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
            tr("Cells with cell, records and hidden; of a surface with cell, class, least and most."),
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
        asked = Asked.of(run)
        rule = asked.rule
        points, crs = read_points(run, "POINTS"), _plane(run)
        x_m, y_m = _in_plane(run, points, crs)
        earlier = earliergrids.read_earlier(run)
        if asked.shape == "surface":
            return self._surface(run, asked, (points, x_m, y_m, crs), earlier)
        patients = patients_of(run, points.table)
        if earlier is not None and not asked.own_key:
            asked = replace(asked, key=earlier.mask_key, own_key=True)
        grid, bounds = _protected(asked, x_m, y_m, earlier)
        _tell_withheld(run, grid)
        cells = [_polygon(ring) for ring in grid.corners]
        more = (
            *rows_are_people(run, points.table),
            *releaseverdict.few_people(run, (grid.cell,), patients, rule.smallest),
            *releaseverdict.grid_membership(run, grid, patients, read_people_in_cells(run, cells, crs)),
            *earliergrids.other_forms(earlier),
            *releaseverdict.only_release(asked.own_key, bool((grid.printed < 0).any())),
        )
        shown = earliergrids.facts_of(asked.shape, bounds, _name(crs), rule)
        earliergrids.refuse_together(run, earlier, shown, (x_m, y_m), rule)
        entered = earliergrids.enter(earlier, shown)
        hidden = grid.printed < 0
        run.write_layer(
            "OUTPUT",
            [
                (field("cell", "text"), grid.codes),
                (field("records", "integer"), [None if value < 0 else int(value) for value in grid.printed]),
                (field("hidden", "boolean"), hidden.tolist()),
                (field("side_m", "real"), grid.side_m),
            ],
            cells,
            QgsWkbTypes.Type.Polygon,
            crs,
        )
        figures = {
            "CELL_COUNT": len(grid.counts),
            "HIDDEN_CELLS": int(hidden.sum()),
            "HIDDEN_RECORDS": int(grid.counts[hidden].sum()),
            "FEWEST_VALUES": int(grid.ranges.values[hidden].min()) if hidden.any() else None,
        }
        run.write_reports(_report(run, grid, rule, figures, more))
        earlierreleases.confirm(entered)
        return figures

    def _surface(self, run, asked: Asked, place, earlier) -> dict:
        (points, x_m, y_m, crs), size, rule = place, asked.size_m, asked.rule
        bandwidth = asked.bandwidth_m / size
        raster, origin = _raster(x_m, y_m, size, int(np.ceil(3 * bandwidth)))
        density = smoothed(raster, bandwidth)
        breaks = surface_breaks(density, _SHARES)
        classes = surface_classes(density, breaks)
        if ((raster > 0) & (raster < rule.smallest)).sum() > _MOST_SMALL:
            raise InputError(
                tr("More than {most} cells hold a small count. Choose a larger SIZE.").format(
                    most=_MOST_SMALL
                )
            )
        run.progress(0.3, tr("Auditing the classes"))
        values = surface_values(raster, classes, breaks, bandwidth, rule.values)
        if values.min() < rule.values:
            raise InfeasibleError(
                tr(
                    "{count} of the small counts could be narrowed to fewer than {values} values "
                    "from the classes of this surface. Choose a larger BANDWIDTH or SIZE, or the "
                    "shape quadtree."
                ).format(count=int((values < rule.values).sum()), values=rule.values)
            )
        shown = np.argwhere(classes > 0)
        limits = [0.0, *breaks, None]
        per_km2 = 1e6 / size**2
        corners = [_square(origin[0] + column, origin[1] + row, size) for row, column in shown]
        kind = classes[classes > 0]
        told = earliergrids.facts_of_surface(size, rule, shown + origin[::-1], (kind, breaks), _name(crs))
        earliergrids.refuse_together(run, earlier, told, (x_m, y_m), rule)
        entered = earliergrids.enter(earlier, told)
        run.write_layer(
            "OUTPUT",
            [
                (field("cell", "text"), [f"{origin[0] + c}:{origin[1] + r}" for r, c in shown.tolist()]),
                (field("class", "integer"), kind),
                (field("least", "real"), [limits[at] * per_km2 for at in kind]),
                (
                    field("most", "real"),
                    [None if limits[at + 1] is None else limits[at + 1] * per_km2 for at in kind],
                ),
            ],
            [_polygon(ring) for ring in corners],
            QgsWkbTypes.Type.Polygon,
            crs,
        )
        figures = {
            "CELL_COUNT": len(shown), "HIDDEN_CELLS": 0, "HIDDEN_RECORDS": 0,
            "FEWEST_VALUES": int(values.min()),
        }  # fmt: skip
        how = bandwidth * size, breaks, per_km2
        more = (*rows_are_people(run, points.table), *earliergrids.other_forms(earlier))
        run.write_reports(_surface_report(run, rule, how, figures, more))
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


def _protected(asked: Asked, x_m, y_m, earlier) -> tuple[Grid, GridCounts]:
    """Cells with what is printed of them, audited; and the same as the ledger takes it."""
    shape, size = asked.shape, asked.size_m
    if shape == "hexagon":
        cells = hexagon_cells(x_m, y_m, size)
        corners = list(hexagon_corners(cells.column, cells.row, size))
    else:
        cells = (
            square_cells(x_m, y_m, size)
            if shape == "square"
            else quadtree_cells(x_m, y_m, size, asked.levels, asked.minimum)
        )
        corners = [_ring(box) for box in cells.corners(size)]
    codes = np.empty(len(cells.count), dtype=object)
    codes[:] = [f"{at}:{c}:{r}" for at, c, r in zip(cells.level, cells.column, cells.row)]
    least = np.ones(len(cells.count), dtype=np.int64)
    if shape == "quadtree":
        # Every part of a split cell is empty or holds the minimum: whoever sees the sides knows it.
        least[cells.level < asked.levels] = asked.minimum
    return _withheld(asked, cells, (corners, codes, size * 2.0**cells.level, least), earlier)


def _withheld(asked: Asked, cells: Cells, place, earlier) -> tuple[Grid, GridCounts]:
    (corners, codes, side_m, least), rule = place, asked.rule
    n = len(cells.count)
    listed = GridCounts(
        asked.shape == "hexagon", asked.size_m, cells.level, cells.column, cells.row,
        cells.count, np.zeros(n, dtype=bool), cells.count, cells.count,
    )  # fmt: skip
    before = earliergrids.withheld_before(earlier, listed)
    unit, ceiling = np.zeros(n, dtype=np.int64), np.full(n, UNLIMITED)
    table = Sums(cells.count, ceiling, codes, unit, [""], None, before, least)
    # Cells without a record are not listed, so that no zero can be withheld beside the small counts.
    mask = suppress(table, replace(rule, unit_chance=0.0), KeyedDraws(asked.key, "release of a grid"))
    printed = np.where(mask.hidden, -1, cells.count)
    doubtful = mask.hidden & (least < rule.smallest)
    if doubtful.sum() == 1:  # something is withheld, so that a count is small: it can only be this one
        ceiling[doubtful] = rule.smallest - 1
    total = int(cells.count.sum())
    known = np.array([-1 if mask.total[0] else total])
    ranges = audit_sums(Published(printed, ceiling, unit, known, total, mask.zeros, floor=least))
    refuse_exposed(ranges, mask.hidden, rule.values)
    bounds = replace(
        listed, withheld=mask.hidden, low=np.where(mask.hidden, least, cells.count),
        high=np.where(mask.hidden, ceiling, cells.count),
    )  # fmt: skip
    return Grid(corners, codes, cells.count, printed, ranges, side_m, cells.cell), bounds


def _ring(box) -> np.ndarray:
    west, south, east, north = box
    return np.array([(west, south), (east, south), (east, north), (west, north)])


def _square(column: int, row: int, size: float) -> np.ndarray:
    return _ring((column * size, row * size, (column + 1) * size, (row + 1) * size))


def _polygon(ring) -> QgsGeometry:
    return QgsGeometry.fromPolygonXY([[QgsPointXY(x, y) for x, y in (*ring, ring[0])]])


def _raster(x_m, y_m, size: float, margin: int) -> tuple[np.ndarray, tuple[int, int]]:
    """Counts by square cells, with a margin of empty ones, and the place of the first cell."""
    cells = square_cells(x_m, y_m, size)
    first = (int(cells.column.min()) - margin, int(cells.row.min()) - margin)
    width, height = int(np.ptp(cells.column)) + 2 * margin + 1, int(np.ptp(cells.row)) + 2 * margin + 1
    if width * height > _MOST_RASTER:
        raise InputError(
            tr("The surface would have {count} cells, more than {most}. Choose a larger SIZE.").format(
                count=width * height, most=_MOST_RASTER
            )
        )
    raster = np.zeros((height, width), dtype=np.int64)
    raster[cells.row - first[1], cells.column - first[0]] = cells.count
    return raster, first


def _tell_withheld(run, grid: Grid) -> None:
    """Say how many counts are withheld."""
    hidden = int((grid.printed < 0).sum())
    if not hidden:
        return
    run.counts["cells_hidden"] = hidden
    run.warn(
        tr("{count} of {total} counts are small, or would give a small one away, and are withheld.").format(
            count=hidden, total=len(grid.counts)
        )
    )


def _judged(run, rule: Rule, figures, surface: bool, more: tuple[Check, ...]) -> Verdict:
    sentence = Phrase(
        "Subtraction was tried by someone who knows the total and the rule: each withheld count keeps "
        "{values} possible values or more.",
        values=rule.values,
    )
    if surface:
        sentence = Phrase(
            "For each small count, tables of whole numbers with the same total and the same classes "
            "show {values} possible values or more.",
            values=rule.values,
        )
    checks = [Check("counts", MADE, sentence, internal=False), *more, *judging.draws(run)]
    if not surface and figures["HIDDEN_CELLS"] * 2 > figures["CELL_COUNT"]:
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


def _report(run, grid: Grid, rule: Rule, figures: dict, more: tuple[Check, ...]) -> Report:
    hidden = grid.printed < 0
    order = np.argsort(-grid.counts, kind="stable")
    public = tuple(
        (grid.codes[at], count(grid.side_m[at]), SUPPRESSED if hidden[at] else count(grid.counts[at]))
        for at in sorted(range(len(order)), key=lambda at: str(grid.codes[at]))
    )
    low, high = grid.ranges.low, grid.ranges.high
    audited = tuple(
        (grid.codes[at], count(grid.counts[at]), f"{count(low[at])}–{count(high[at])}")
        for at in order if hidden[at]
    )  # fmt: skip
    facts = (
        (tr("Cells with a record"), count(figures["CELL_COUNT"])),
        (tr("Counts withheld"), count(figures["HIDDEN_CELLS"])),
        (tr("Smallest count shown"), count(rule.smallest)),
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
                    *_map(grid),
                    Facts(facts),
                    explained,
                    Table((tr("Cell"), tr("Side (m)"), tr("Records")), public),
                ),
            ),
            Section(tr("Audit of the counts"), tuple(internal), internal=True),
        ),
        _judged(run, rule, figures, False, more),
        tuple(run.warnings),
        run.seeded,
    )


def _map(grid: Grid) -> tuple[Figure, ...]:
    """The printed counts per km², in four classes of as many cells each; nothing of those withheld."""
    shown = grid.printed >= 0
    if not shown.any() or len(grid.codes) > _MOST_DRAWN:
        return ()
    density = np.where(shown, grid.printed, 0) / (np.asarray(grid.side_m, float) / 1000) ** 2
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
    return (Figure(clustermap.draw_cells(grid.corners, fill, tr("Map of the released counts"), legend)),)


def _surface_report(run, rule: Rule, how, figures: dict, more: tuple[Check, ...]) -> Report:
    bandwidth_m, breaks, per_km2 = how
    facts = (
        (tr("Bandwidth (m)"), count(bandwidth_m)),
        (
            tr("Limits of the classes (records per km²)"),
            "; ".join(number(limit * per_km2, ".3g") for limit in breaks),
        ),
        (tr("Cells in a class above the lowest"), count(figures["CELL_COUNT"])),
        (tr("Possible values of a small count, at least"), count(rule.values)),
    )
    explained = tr(
        "Only the class of each cell is released. A surface with its values, or with a bandwidth "
        "that follows the people, is a system of equations in the counts that can be solved."
    )
    return Report(
        tr("Release by a surface"),
        tr("Classes of the density of records, smoothed with one bandwidth."),
        (Section(tr("What is released"), (Facts(facts), explained)),),
        _judged(run, rule, figures, True, more),
        tuple(run.warnings),
        run.seeded,
    )
