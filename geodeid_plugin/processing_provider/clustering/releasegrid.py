# SPDX-License-Identifier: GPL-2.0-or-later
"""Counts of points by the cells of a grid, released so that no small count can be computed.

Earlier grids of the same records in the ledger: their masks go on, and all are audited together.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import cast

import numpy as np
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsGeometry,
    QgsPointXY,
    QgsUnitTypes,
    QgsWkbTypes,
)

from ...core.base.errors import AuditError, InputError, Phrase, named
from ...core.base.progress import part
from ...core.base.verdict import CARE, MADE, NOT_MADE, Check, Claim, Verdict
from ...core.counts import gridding
from ...core.counts.gridding import Grid
from ...core.counts.release import ProtectedGrid, Protection, protect_grid
from ...core.counts.together.grids import GridCounts, changed_cell, grid_exposures, nests
from ...core.counts.together.witness import Demanded
from ...host import installation
from ...i18n import tr
from ...report import SUPPRESSED, Facts, Figure, Report, Section, Table
from ...report.numbers import count
from ..framework import ask, blocks, give, labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import FLAG, REAL, TEXT, WHOLE, Features, Result
from ..framework.ledger import records
from ..framework.ledger.records import dots_beside
from ..framework.verdict import judging
from ..io import from_lonlat, read_points
from ..io.packed import extent_of
from ..io.people import PeopleInCells, patients_of, read_people_in_cells, rows_are_people
from ..io.styling import RateClasses
from . import clustermap, earlierreleases, private, protection, releaseverdict
from .clusterinput import overlap
from .earlierreleases import Earlier, of_these_years, refuse_weaker
from .releasedcounts import key_figures

SHAPES = ("square", "hexagon", "quadtree", gridding.H3_SHAPE)
_DEGREES = "EPSG:4326"
"""H3 divides the sphere itself."""
_EQUAL_AREA = "EPSG:6933"
"""Cylindrical equal-area grid of the world (EASE-Grid 2.0), where the layer itself is in degrees."""
_LEVELS = 4
"""The coarsest cells of a quadtree are the finest, doubled so often."""
_WHITE = "#ffffff"
"""Of a count of 0, which only noise prints."""
_MOST_CELLS = 100_000
"""Cells beyond which a grid of all of them is refused: a minute to find their people."""
_MOST_DRAWN = 5_000
"""Cells beyond which the report has no map: below a pixel each, and megabytes."""


class ReleaseGrid(GeoDeIDAlgorithm):
    """``geodeid:releasegrid``."""

    ID = "releasegrid"
    TITLE = "Counts on a grid for release"
    HEADING = labels.PROTECT
    TAGS = (
        "aggregate",
        "counts",
        "grid",
        "hexagon",
        "h3",
        "quadtree",
        "small numbers",
        "suppress",
        "release",
    )
    SUMMARY = (
        "Releases counts of points by squares, hexagons, or squares that are finer where records are many, "
        "on a grid that stays the same over years. Small counts are withheld so that nobody can compute them."
    )
    JUDGES = True
    INPUTS = (
        ask.source("POINTS", "Points", "Points, one per record."),
        ask.choice(
            "SHAPE",
            "Shape",
            "square or hexagon: cells of one size. quadtree: squares that are split in four while every "
            "part is empty or may be shown. h3: cells of H3, by the Python package h3.",
            SHAPES,
            "quadtree",
        ),
        ask.number(
            "SIZE",
            "Size of a cell (m)",
            "Side of a square, width of a hexagon; of the finest cells of a quadtree, whose coarsest are 16 "
            "times as wide. h3 takes the resolution whose cells are nearest to it. Metres.",
            1000,
            least=1,
        ),
        ask.whole(
            "SMALL_CELL",
            "Smallest count shown",
            "Counts from 1 to one less are withheld, with further ones so that nobody can subtract.",
            11,
            least=2,
        ),
        ask.crs(
            "GRID_CRS",
            "Plane of the grid",
            "Projected, in metres; never change it between years. EPSG:3035 gives the INSPIRE grids. Empty: "
            "that of the points, or EPSG:6933. H3 has none.",
            advanced=True,
        ),
        ask.field(
            "RECORD_ID",
            "Patient identifier",
            "Field that identifies a patient, where one may have several points: small counts are of "
            "patients then. It is not released.",
            "POINTS",
            optional=True,
            advanced=True,
        ),
        ask.source(
            "AREAS",
            "Areas with population",
            "Census areas, small ones at best: how many people live in a cell. Without them the verdict is "
            "at best not judged.",
            ask.POLYGONS,
            optional=True,
        ),
        blocks.POPULATION,
        ask.choice(
            "RELEASE_RULE",
            "Rule for small counts",
            "suppress: small counts are withheld, with further ones that protect them. dp: differential "
            "privacy in all cells of one size that meet AREAS, by RECORD_ID and EPSILON or RHO.",
            ("suppress", "dp"),
            "suppress",
            advanced=True,
        ),
        *private.INPUTS,
        replace(
            protection.MASK_KEY,
            help=Phrase(
                "Key file as “Release ledger” makes it: the same key withholds the same counts "
                "at every run. Never release it."
            ),
        ),
        *earlierreleases.EARLIER,
        blocks.seed(undoes=True),
    )
    OUTPUTS = (
        give.polygons(
            "OUTPUT",
            "Release",
            "Cells with cell, records, hidden and side_m; by dp also low and high (95 %).",
            style="released_grid",
            fields={
                "cell": TEXT,
                "records": WHOLE,
                "hidden": FLAG,
                "side_m": REAL,
                "low": WHOLE,
                "high": WHOLE,
            },
        ),
        *blocks.REPORTS,
    )
    FIGURES = (
        give.number("CELL_COUNT", "Cells"),
        give.number("HIDDEN_CELLS", "Counts withheld"),
        give.number("HIDDEN_RECORDS", "Records in withheld counts"),
        give.number("FEWEST_VALUES", "Fewest possible values of a withheld count"),
    )

    def checkParameterValues(self, parameters, context):
        """Say in the dialog that H3 is missing, before anything is read."""
        if self.parameterAsEnumString(parameters, "SHAPE", context) == gridding.H3_SHAPE:
            absent = installation.missing([gridding.H3_PACKAGE])
            if absent:
                return False, installation.how_to_install(absent)
        return super().checkParameterValues(parameters, context)

    def compute(self, inputs, run) -> Result:
        if inputs.release_rule == "dp":
            return _privately(inputs, run)
        grid, earlier = _grid(inputs), read_earlier(run)
        rules = _protection(inputs, run, earlier)
        points, crs = read_points(run, "POINTS"), _plane(run)
        x_m, y_m = _in_plane(run, points, crs)
        patients = patients_of(run, points.table)
        before = partial(withheld_before, earlier)
        out = protect_grid(grid, grid.count(x_m, y_m), rules, before)
        protection.tell_withheld(run, int(out.hidden.sum()), len(out.counts))
        shapes = [_polygon(ring) for ring in grid.rings(out.cells)]
        people = read_people_in_cells(run, shapes, crs)
        more = (
            *rows_are_people(run, points.table),
            *releaseverdict.few_people(inputs.record_id, (out.cells.cell,), patients, rules.smallest),
            *releaseverdict.grid_membership(run, out, patients, people),
            *other_forms(earlier),
            *private.noise_beside(earlier),
            *releaseverdict.only_release(rules.own_key, bool(out.hidden.any())),
        )
        facts = facts_of(grid.shape, out.bounds, _name(crs), rules)
        refuse_together(run, earlier, facts, (x_m, y_m), rules)
        entered = enter(earlier, facts)
        figures = {
            "CELL_COUNT": len(out.counts),
            "HIDDEN_CELLS": int(out.hidden.sum()),
            "HIDDEN_RECORDS": int(out.counts[out.hidden].sum()),
            "FEWEST_VALUES": int(out.ranges.values[out.hidden].min()) if out.hidden.any() else None,
        }
        values = {
            "cell": out.cells.codes,
            "records": [None if value < 0 else value for value in out.printed.tolist()],
            "hidden": out.hidden.tolist(),
            "side_m": grid.sides_m(out.cells),
        }
        return Result(
            figures=figures,
            layers={"OUTPUT": Features(values, shapes, QgsWkbTypes.Type.Polygon, crs)},
            report=_report(run, out, rules, figures, more),
            on_release=earlierreleases.confirming(entered),
        )


def _privately(inputs, run) -> Result:
    """Counts with noise, by all cells that meet the areas."""
    if inputs.shape == "quadtree":
        raise InputError(
            "grid.quadtree.private",
            "A quadtree divides where records are many, which reveals something of them. The rule dp "
            "needs the shape square, hexagon or h3.",
        )
    account, grid = private.read_account(inputs, run), _grid(inputs)
    private.advise(run, account.loss, (2, 1))
    points, crs = read_points(run, "POINTS"), _plane(run)
    cells, shapes, people = _peopled(run, grid, crs)
    x_m, y_m = _in_plane(run, points, crs)
    place = grid.located(cells, x_m, y_m)
    rows = np.flatnonzero(place >= 0)
    patients, shape = patients_of(run, points.table, rows), (len(shapes), 1)
    release = private.counted(run, account, place[rows], patients, shape)
    left_out = len(place) - len(rows)
    entered = account.enter(run, "grid")
    released, side_m = release.table.cells, grid.sides_m(cells)
    figures = {"CELL_COUNT": len(shapes), **private.tell(run, account, release, left_out)}
    counts, low, high = (one[:, 0] for one in (released.count, released.low, released.high))
    values = {
        "cell": cells.codes, "records": counts, "hidden": [False] * len(shapes), "side_m": side_m,
        "low": low, "high": high,
    }  # fmt: skip
    table = Table(
        (tr("Cell"), tr("Side (m)"), tr("Records (95 %)")),
        tuple(
            (cells.codes[at], count(side_m[at]), f"{count(counts[at])} ({count(low[at])}–{count(high[at])})")
            for at in np.argsort(cells.codes, kind="stable")
        ),
    )
    shown = (*_map(grid, cells, counts), table)
    judged = private.verdict(run, account, release, people.layer)
    return Result(
        figures=figures,
        layers={"OUTPUT": Features(values, shapes, QgsWkbTypes.Type.Polygon, crs)},
        report=private.report(release, account, shown, judged, left_out),
        on_release=earlierreleases.confirming(entered),
    )


def _peopled(run, grid: Grid, crs) -> tuple:
    """All cells that meet an area with people, their polygons, and the people: known without the records."""
    areas = run.source("AREAS")
    if areas is None:
        raise InputError(
            "grid.population.missing",
            "The rule dp needs AREAS and POPULATION: they say which cells there are, empty ones too.",
        )
    transform = QgsCoordinateTransform(areas.sourceCrs(), crs, run.context.transformContext())
    box = transform.transformBoundingBox(extent_of(areas))
    corners = box.xMinimum(), box.yMinimum(), box.xMaximum(), box.yMaximum()
    expected = grid.expected(*corners)
    if not expected <= _MOST_CELLS:
        raise InputError(
            "grid.cells.too_many",
            "The grid would have {count} cells, more than {most}. Choose a larger SIZE.",
            count=count(expected),
            most=count(_MOST_CELLS),
        )
    cells = grid.covering(*corners)
    shapes = [_polygon(ring) for ring in grid.rings(cells)]
    people = cast(PeopleInCells, read_people_in_cells(run, shapes, crs))
    rows = np.flatnonzero(people.most > 0)
    return cells.take(rows), [shapes[row] for row in rows], people


def _grid(inputs) -> Grid:
    """The grid that was asked for."""
    if inputs.shape == gridding.H3_SHAPE:
        absent = installation.missing([gridding.H3_PACKAGE])
        if absent:
            raise InputError("grid.packages.missing", installation.how_to_install(absent))
        return gridding.H3Grid.near(inputs.size)
    return Grid(inputs.shape, inputs.size, _LEVELS, inputs.small_cell)


def _protection(inputs, run, earlier) -> Protection:
    """How counts are protected; by the key of the ledger where the user gave none."""
    key, own = protection.read_key(inputs, run)
    if earlier is not None and not own:
        key, own = earlier.mask_key, True
    return Protection("suppress", inputs.small_cell, inputs.small_cell, key, own)


def _plane(run) -> QgsCoordinateReferenceSystem:
    crs = run.crs("GRID_CRS")
    if run.choice("SHAPE") == gridding.H3_SHAPE:
        if crs.isValid():
            raise InputError(
                "grid.crs.of_h3", "Cells of H3 lie on the sphere, not in a plane: leave GRID_CRS empty."
            )
        return QgsCoordinateReferenceSystem(_DEGREES)
    if not crs.isValid():
        own = run.source("POINTS").sourceCrs()
        crs = QgsCoordinateReferenceSystem(_EQUAL_AREA) if own.isGeographic() else own
    if crs.mapUnits() != QgsUnitTypes.DistanceUnit.DistanceMeters:
        raise InputError(
            "grid.crs.not_metres",
            "The plane of the grid, {crs}, is not in metres. Choose a projected system as GRID_CRS.",
            crs=crs.authid(),
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


def _judged(run, rules: Protection, figures, more: tuple[Check, ...]) -> Verdict:
    sentence = Phrase(
        "Subtraction was tried by someone who knows the total and the rule: each withheld count keeps "
        "{values} possible values or more.",
        values=rules.values,
    )
    checks = [Check("counts", MADE, sentence, internal=False), *more, *judging.draws(run)]
    if figures["HIDDEN_CELLS"] * 2 > figures["CELL_COUNT"]:
        remedy = Phrase("Choose larger cells, or the shape quadtree.")
        checks.append(Check("thin", CARE, Phrase("More than half of the counts are withheld."), remedy))
    claim = Claim(
        Phrase(
            "Nobody can compute a small count from what is released, and no count gives away that somebody "
            "is in the data."
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
    if isinstance(out.grid, gridding.H3Grid):
        explained = tr(
            "The cells are those of H3, resolution {resolution}, whatever the points. Cells that are not "
            "listed hold no record. A withheld count is small, or is withheld to protect another.",
            resolution=out.grid.resolution,
        )
    internal: list = [tr("What an outsider can compute of each withheld count.")]
    if audited:
        internal.append(Table((tr("Cell"), tr("True count"), tr("Possible")), audited))
    maps = _map(out.grid, out.cells, out.printed)
    return Report(
        tr("Counts of records by cells of a grid."),
        (
            Section(
                tr("What is released"),
                Facts(*facts),
                explained,
                Table((tr("Cell"), tr("Side (m)"), tr("Records")), public),
            ),
            Section(tr("Audit of the counts"), *internal, internal=True),
        ),
        _judged(run, rules, figures, more),
        map=maps[0].markup if maps else "",
        key_figures=key_figures([None if value < 0 else int(value) for value in out.printed], rules.smallest),
    )


def _map(grid: Grid, cells, printed) -> tuple[Figure, ...]:
    """The printed counts per km², in the classes of the layer; nothing of those withheld."""
    shown = printed >= 0
    if not shown.any() or len(shown) > _MOST_DRAWN:
        return ()
    density = np.where(shown, printed, 0) / grid.sizes_km2(cells)
    classes = RateClasses.of(density[density > 0])
    fill = [
        clustermap.HELD_BACK if not printed_here else classes.shade(here) if here > 0 else _WHITE
        for here, printed_here in zip(density, shown)
    ]
    legend = [(_WHITE, tr("0, which need not be the true count"))] if (density[shown] == 0).any() else []
    legend += list(zip(classes.shades, classes.legend_by_size()))
    if not shown.all():
        legend.append((clustermap.HELD_BACK, tr("withheld")))
    drawn = clustermap.draw_cells(grid.rings(cells), fill, tr("Map of the released counts"), legend)
    return (Figure(drawn),)


_LISTS = ("level", "column", "row", "counts", "withheld", "low", "high")


def read_earlier(run) -> Earlier | None:
    """The grids of overlapping years; None without a ledger.

    Counts of the same years by areas, which cut the cells of any grid, are refused.
    """
    earlier = of_these_years(run)
    for number, entry in () if earlier is None else earlier.entries:
        if entry["kind"] == "counts":
            raise InputError(
                "ledger.grid.earlier_areas",
                "Release {number} of the ledger, of overlapping years, counts by areas, and a grid cuts "
                "these: what the two tell together is not checked. Release one of them, or state a "
                "PERIOD of other records.",
                number=number,
            )
    return earlier


def other_forms(earlier: Earlier | None) -> tuple[Check, ...]:
    """What the claim on a grid needs where the ledger holds clusters of areas, or dots; nothing without one.

    Counts by the clusters may be out by another way, which nothing compares with the grid.
    """
    if earlier is None:
        return ()
    numbers = [
        str(number)
        for number, entry in enumerate(earlier.ledger_state.zones, 1)
        if entry.get("kind") == "clustering" and overlap(earlier.period, entry.get("period", ""))
    ]
    dots = tuple(dots_beside(earlier.ledger_state))
    if not numbers:
        return dots
    sentence = Phrase(
        "The ledger holds zones of areas for these years ({numbers}), which a grid cuts. Counts by both "
        "can be subtracted, and whether counts by the zones are out is not known here.",
        numbers=named(numbers),
    )
    remedy = Phrase("Publish counts by one of both only, with a ledger that holds that one.")
    return (Check("clusters_beside", NOT_MADE, sentence, remedy, internal=False), *dots)


def _counts(entry: dict) -> GridCounts:
    values = {name: np.array(entry[name], dtype=np.int64) for name in _LISTS}
    return GridCounts(
        entry["shape"], entry["size_m"], values["level"], values["column"], values["row"],
        values["counts"], values["withheld"] > 0, values["low"], values["high"],
    )  # fmt: skip


def withheld_before(earlier: Earlier | None, grid: GridCounts) -> np.ndarray | None:
    """Which cells an earlier release of the same cells withheld, shape (c,); None without a ledger."""
    if earlier is None:
        return None
    found = np.zeros(len(grid.counts), dtype=bool)
    for _number, entry in earlier.entries:
        old = _counts(entry)
        if old.form == grid.form:
            same = grid.same_cells(old)
            found |= (same >= 0) & old.withheld[np.maximum(same, 0)]
    return found


def refuse_together(run, earlier: Earlier | None, facts: dict, place, rule) -> None:
    """Raise where this grid and those of the ledger together tell a small count, or could.

    ``facts`` are what a run is about to publish, ``place`` is metres east and north of each record, in the
    plane of the grid.
    """
    if earlier is None:
        return
    run.counts["earlier_releases_compared"] = len(earlier.entries)
    different = []
    for number, entry in earlier.entries:
        refuse_weaker(number, entry, rule)
        if _alike(entry, facts):
            continue
        _refuse_other_cells(number, entry, facts)
        _refuse_other_records(number, _counts(entry), place)
        different.append((number, _counts(entry)))
    if not different:
        return
    demanded = Demanded(rule.smallest, rule.values)
    grids = [*(old for _number, old in different), _counts(facts)]
    found = grid_exposures(grids, place[0], place[1], demanded, part(run.progress, 0.3, 0.5))
    if found:
        raise AuditError(
            "ledger.grid.reveals",
            "Together with release {numbers} of the ledger, this grid would reveal {count} withheld "
            "counts; the worst could be narrowed to {low} to {high} records. Release by the SIZE and SHAPE "
            "of then, or state a PERIOD of other records.",
            numbers=named([str(number) for number, _old in different]),
            count=len(found),
            low=found[0].low,
            high=found[0].high,
        )


def _alike(entry: dict, facts: dict) -> bool:
    """Whether an earlier release printed the very same."""
    return all(
        entry.get(name) == value for name, value in facts.items() if name not in ("smallest", "values")
    )


def _refuse_other_cells(number, entry, facts: dict) -> None:
    shapes = entry["shape"], facts["shape"]
    # A cell of a quadtree that was not split says that a part of it is small: no other cells must add to it.
    refused = entry["crs"] != facts["crs"]
    if not refused and "quadtree" in shapes:
        refused = any(entry[name] != facts[name] for name in ("shape", "size_m", "level", "column", "row"))
    if refused or not nests(_counts(entry), _counts(facts)):
        raise InputError(
            "ledger.grid.other_grid",
            "Release {number} of the ledger, of overlapping years, is by another grid ({shape}, {size:g} m, "
            "{crs}): where cells cut each other, what the two tell together is not checked. Choose its "
            "SHAPE, SIZE and GRID_CRS, squares whose sizes nest, or state a PERIOD of other records.",
            number=number,
            shape=entry["shape"],
            size=entry["size_m"],
            crs=entry["crs"],
        )


def _refuse_other_records(number, old: GridCounts, place) -> None:
    changed = changed_cell(old, *place)
    if not changed:
        return
    cell, before, now = changed
    if cell < 0:
        raise InputError(
            "ledger.grid.was_empty",
            "Release {number} of the ledger, of overlapping years, held no record where now there are "
            "{now}: the difference of the two grids reveals those few. Release the same records as then, "
            "or state a PERIOD of other records.",
            number=number,
            now=now,
        )
    raise InputError(
        "ledger.grid.count_changed",
        "Release {number} of the ledger, of overlapping years, counted {before} records in cell {cell}, "
        "and now there are {now}: the difference of the two grids reveals those few. Release the same "
        "records as then, or state a PERIOD of other records.",
        number=number,
        before=before,
        now=now,
        cell=old.code(cell),
    )


def facts_of(shape: str, grid: GridCounts, crs: str, rule) -> dict:
    """What a grid will publish."""
    lists = {name: getattr(grid, name).astype(int).tolist() for name in _LISTS}
    head = {"kind": "grid", "shape": shape, "size_m": grid.size_m, "crs": crs}
    return {**head, **lists, "smallest": rule.smallest, "values": rule.values}


def enter(earlier: Earlier | None, facts: dict) -> list:
    """Enter what will be published; the ledger and the number to confirm once it is, empty without one."""
    if earlier is None:
        return []
    return list(records.enter_zones(earlier.ledger_state, {**facts, "period": earlier.period}))
