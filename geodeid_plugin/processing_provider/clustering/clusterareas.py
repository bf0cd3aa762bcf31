# SPDX-License-Identifier: GPL-2.0-or-later
"""The smallest safe groups of areas, within boundaries."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterBoolean,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterNumber,
    QgsWkbTypes,
)

from ...core.base.errors import InfeasibleError, InputError, named, thousands, told
from ...core.base.progress import part, silent
from ...core.base.thresholds import Preset
from ...core.base.verdict import Check
from ...core.clustering.colouring import colour_clusters
from ...core.clustering.objective import Bounds, Tallies
from ...core.clustering.search.cluster_moves import draw_weights, expected_moves_m
from ...core.clustering.search.improvement import Sides
from ...core.clustering.search.search import EFFORTS, Clustering, Options, cluster_areas
from ...core.clustering.search.splitting import split_clusters
from ...core.clustering.stable import update_clusters
from ...core.geometry.areas import Areas
from ...core.geometry.sphere import side_length_m
from ...host.compat import MULTI_POLYGON, field
from ...host.memory import give_back
from ...i18n import tr
from ..framework import labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.ledger import zones
from ..framework.parameters import add_areas, choice
from ..framework.verdict.audience import chosen
from ..io import AreaLayer, original_geometries, read_areas
from . import clusterinput, earlierzones
from .clusterreport import Findings, findings, report_of


@dataclass(frozen=True)
class Request:
    """What the user asked for, beside the bounds.

    Attributes
    ----------
    metric : str
        Whose risk is reported.
    draw : str
        How a replacement is drawn.
    effort : str
        How long is searched.
    seconds : float or None
        Time limit.
    keep_when_cancelled : bool
        Whether a cancel keeps what was found.
    shape : float
        Weight of a compact shape.
    split : bool
        Whether earlier clusters that have grown are split.
    preset : Preset or None
        The audience.
    """

    metric: str
    draw: str
    effort: str
    seconds: float | None
    keep_when_cancelled: bool
    shape: float
    split: bool
    preset: Preset | None

    @classmethod
    def of(cls, run) -> Request:
        """Read the parameters."""
        return cls(
            run.choice("RISK_METRIC"), run.choice("DRAW"), run.choice("EFFORT"), run.number("SECONDS"),
            run.boolean("KEEP_WHEN_CANCELLED"), run.number("SHAPE"), run.boolean("SPLIT"), chosen(run),
        )  # fmt: skip

    def options(self, sides: Sides | None) -> Options:
        """What the search is told; ``sides`` are the borders where shapes count."""
        return Options(self.effort, self.draw, self.seconds, self.keep_when_cancelled, sides)


@dataclass(frozen=True)
class Problem:
    """What is to be clustered, as it was read.

    Attributes
    ----------
    layer : AreaLayer
        Areas with their units.
    inside : ndarray of bool, shape (n,)
        Areas that lie in a boundary unit and take part.
    tallies, bounds
        What is counted and what must hold.
    counted : tuple of Check
        Whether people were counted.
    pairs, shared_m
        The neighbours.
    previous : tuple or None
        The earlier map (:func:`.earlierzones.read_previous`).
    """

    layer: AreaLayer
    inside: np.ndarray
    tallies: Tallies
    bounds: Bounds
    counted: tuple[Check, ...]
    pairs: np.ndarray
    shared_m: np.ndarray
    previous: tuple | None

    @classmethod
    def of(cls, run, bounds: Bounds) -> Problem:
        """Read the layers."""
        layer, inside = clusterinput.with_units(run, read_areas(run, null_is_zero=True))
        tallies, counted = clusterinput.read_tallies(run, layer, bounds)
        pairs, shared_m = clusterinput.neighbours(run, layer)
        if not inside.any():
            raise InfeasibleError(
                tr("No area lies in any boundary unit. Check both layers' coordinate reference systems.")
            )
        previous = earlierzones.read_previous(run, layer.areas.ids[inside])
        give_back()
        return cls(layer, inside, tallies, bounds, counted, pairs, shared_m, previous)


@dataclass(frozen=True)
class Continued:
    """How a map continues an earlier one.

    Attributes
    ----------
    codes : dict
        Code of each cluster that is kept.
    used : list
        All codes of the earlier map, none of which a new cluster may take.
    changed : int
        Clusters that are new, joined or split.
    parts : ndarray of int
        Into how many clusters each earlier one was split that had grown.
    """

    codes: dict
    used: list
    changed: int
    parts: np.ndarray


@dataclass(frozen=True)
class Clustered:
    """A clustering with the layer it belongs to.

    Attributes
    ----------
    layer : AreaLayer
        Areas with their units.
    inside : ndarray of bool, shape (n,)
        Areas that lie in a boundary unit and took part.
    tallies, bounds
        What was counted and what holds.
    counted : tuple of Check
        Whether people were counted.
    result : Clustering
        Over all areas: -1 for areas that took no part.
    pairs, shared_m
        The neighbours.
    draw : str
        How a replacement is drawn.
    continued : Continued or None
        What is kept from an earlier map.
    """

    layer: AreaLayer
    inside: np.ndarray
    tallies: Tallies
    bounds: Bounds
    counted: tuple[Check, ...]
    result: Clustering
    pairs: np.ndarray
    shared_m: np.ndarray
    draw: str
    continued: Continued | None

    @property
    def status(self) -> np.ndarray:
        """Status of each area, in words."""
        words = np.where(self.result.cluster >= 0, clusterinput.CLUSTERED, clusterinput.UNRESOLVED).astype(
            object
        )
        words[~self.inside] = clusterinput.OUTSIDE
        return words

    @property
    def moves_m(self) -> np.ndarray:
        """Expected move of a record of each area, metres."""
        areas = self.layer.areas
        weight = draw_weights(areas.population, self.draw)
        return expected_moves_m(self.result.cluster, weight, areas.lon_deg, areas.lat_deg)


class ClusterAreas(GeoDeIDAlgorithm):
    """``geodeid:clusterareas``."""

    ID = "clusterareas"
    TITLE = "Merge areas into safe zones"
    HEADING = labels.PROTECT
    TAGS = (
        "merge", "aggregate", "region", "zone", "regionalisation", "max-p", "zone design",
        "k-anonymity", "zip", "postcode", "postal code", "census tract", "dissolve", "small areas",
    )  # fmt: skip
    SUMMARY = (
        "Merges the areas of each boundary unit into connected zones that are large enough to be "
        "released: as many zones as possible and, among those, zones that move people least when an "
        "area is replaced by another of its zone. A unit that cannot meet the threshold is reported "
        "and marked as unresolved, never released."
    )
    STYLES = {"OUTPUT": "clustered_areas", "CLUSTERS": "clusters"}
    JUDGES = True

    def define(self) -> None:
        types, number = QgsProcessing.SourceType, QgsProcessingParameterNumber
        add_areas(self)
        clusterinput.add_bounds(self)
        clusterinput.add_units(self)
        clusterinput.add_graph(self)
        earlierzones.add_earlier(self)
        self.add(
            choice("DRAW", tr("Replacement of an area"), ("population", "uniform"), "population"),
            tr(
                "How a release draws the member that replaces an area: in proportion to population (shorter "
                "moves, never an empty area) or uniformly, as in the book."
            ),
            advanced=True,
        )
        self.add(
            choice("EFFORT", tr("Effort"), tuple(EFFORTS), "normal"),
            tr(
                "quick is for a first look; thorough finds about one per cent more clusters and takes longer."
            ),
            advanced=True,
        )
        self.add(
            number("SHAPE", tr("Weight of a compact shape"), number.Type.Double, 0, minValue=0, maxValue=10),
            tr(
                "How much round clusters count beside short moves: 0 not at all; the larger, the rounder. "
                "Polygons only; with 1 or more, two or three per cent fewer clusters are found."
            ),
            advanced=True,
        )
        self.add(
            number("SECONDS", tr("Time limit (s)"), number.Type.Double, optional=True, minValue=0.01),
            tr("Keep the best clusters found in this time. The result then depends on the machine's speed."),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterBoolean("KEEP_WHEN_CANCELLED", tr("Keep the result on cancel"), False),
            tr("On cancel keep the best complete clusters found so far; otherwise nothing is kept."),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterFeatureSink("OUTPUT", tr("Clustered areas"), types.TypeVectorAnyGeometry),
            tr(
                "Every area with cluster, cluster_population, cluster_risk, status (clustered, unresolved, "
                "outside), area_population, cluster_bounds and colour."
            ),
        )
        self.add(
            QgsProcessingParameterFeatureSink(
                "CLUSTERS", tr("Clusters"), types.TypeVectorAnyGeometry, optional=True
            ),
            tr(
                "The clusters, dissolved; unresolved areas are never among them. cluster_risk is empty for "
                "the metric cases: records per person would be the counts."
            ),
        )
        self.add_reports()
        for name, title in (
            ("CLUSTER_COUNT", tr("Clusters")),
            ("CLUSTER_BOUND", tr("Upper bound on the number of clusters")),
            ("BOUND_GAP", tr("Share by which the bound exceeds the clusters: at most so far from the best")),
            ("WORST_RISK", tr("Highest risk of a cluster")),
            ("MEAN_MOVE_M", tr("Mean move (m)")),
            ("MOVE_OVER_FLOOR", tr("Mean move over the realistic floor")),
            ("UNRESOLVED_COUNT", tr("Unresolved units")),
            ("UNRESOLVED_AREAS", tr("Areas without a cluster")),
            ("KEPT_COUNT", tr("Earlier clusters that are kept")),
        ):
            self.addOutput(QgsProcessingOutputNumber(name, title))

    def execute(self, run) -> dict:
        asked, bounds = Request.of(run), clusterinput.read_bounds(run)
        clustered = _cluster(asked, Problem.of(run, bounds), part(run.progress, 0.2, 0.9))
        if clustered.result.stopped:
            run.warn(tr("The search ended early: {why}.").format(why=told(clustered.result.stopped, tr)))
            if run.feedback.isCanceled():
                run.progress = silent  # what is kept must still be written
        if not clustered.result.count:
            raise _nothing_resolved(clustered)
        found = findings(clustered, asked.metric)
        for key, number, sentence in _noted(clustered, found):
            run.counts[key] = number
            if sentence:
                run.warn(sentence)
        shapes, wkb_type = original_geometries(run, "AREAS", clustered.layer.table.row_ids)
        kept: dict = {}
        used: list = []
        if clustered.continued is not None:
            kept, used = clustered.continued.codes, clustered.continued.used
        codes = clusterinput.cluster_codes(clustered.layer, clustered.result.cluster, kept, used)
        entered = earlierzones.register(run, clustered.layer.areas, codes, bounds, clustered.tallies.cases)
        self._write_areas(run, clustered, found, codes, shapes, wkb_type)
        if run.wanted("CLUSTERS"):
            # Records per person, times the people beside them, are the count that a release may withhold.
            risk = np.full(len(found.risk), None) if asked.metric == "cases" else found.risk
            self._write_clusters(run, clustered, replace(found, risk=risk), codes, shapes)
        run.write_reports(report_of(run, clustered, found, asked.preset))
        if entered is not None:
            zones.confirm(*entered)
        if clustered.continued is not None:
            found.figures["KEPT_COUNT"] = len(kept)
        return found.figures

    def _write_areas(self, run, clustered: Clustered, found: Findings, codes, shapes, wkb_type) -> None:
        cluster = clustered.result.cluster
        colours = colour_clusters(cluster, clustered.pairs, clusterinput.PALETTE)
        new = [
            (field(clusterinput.CLUSTER, "text"), codes),
            (field(clusterinput.CLUSTER_POPULATION, "real"), _of_cluster(found.people, cluster)),
            (field(clusterinput.CLUSTER_RISK, "real"), _of_cluster(found.risk, cluster)),
            (field(clusterinput.STATUS, "text"), clustered.status),
            (field(clusterinput.AREA_POPULATION, "real"), clustered.layer.areas.population),
            (field(clusterinput.BOUNDS, "text"), [clusterinput.bounds_text(clustered.bounds)] * len(cluster)),
            (field(clusterinput.COLOUR, "integer"), colours),
        ]
        table = clustered.layer.table
        columns = clusterinput.input_columns(run, table, [column.name() for column, _values in new]) + new
        run.write_layer("OUTPUT", columns, shapes, wkb_type, table.crs)

    def _write_clusters(self, run, clustered: Clustered, found: Findings, codes, shapes) -> None:
        cluster = clustered.result.cluster
        order = np.argsort(cluster, kind="stable")
        order = order[cluster[order] >= 0]
        members = np.split(order, np.flatnonzero(np.diff(cluster[order])) + 1)
        colours = colour_clusters(cluster, clustered.pairs, clusterinput.PALETTE)
        geometries = []
        for count, rows in enumerate(members):
            if count % 50 == 0:
                run.progress(0.9 + 0.08 * count / len(members), tr("Dissolving") if not count else "")
            geometries.append(clusterinput.dissolved([shapes[row] for row in rows]))
        first = [rows[0] for rows in members]
        polygons = clustered.layer.polygons is not None
        run.write_layer(
            "CLUSTERS",
            [
                (field(clusterinput.CLUSTER, "text"), codes[first]),
                (field(clusterinput.CLUSTER_POPULATION, "real"), found.people),
                (field(clusterinput.CLUSTER_RISK, "real"), found.risk),
                (field("areas", "integer"), found.areas),
                (field("area_km2", "real"), found.area_km2),
                (field("mean_move_m", "real"), found.move_m),
                (field(clusterinput.COLOUR, "integer"), colours[first]),
            ],
            geometries,
            MULTI_POLYGON if polygons else QgsWkbTypes.Type.MultiPoint,
            clustered.layer.table.crs,
        )


def _cluster(asked: Request, problem: Problem, progress) -> Clustered:
    layer, inside, bounds, pairs = problem.layer, problem.inside, problem.bounds, problem.pairs
    rows, new = np.flatnonzero(inside), np.cumsum(inside) - 1
    kept = inside[pairs].all(axis=1)
    areas, edges, tallies = _rows_of(layer.areas, rows), new[pairs[kept]], problem.tallies.take(rows)
    options = asked.options(_sides(asked.shape, problem))
    continued = None
    if problem.previous is None:
        result = cluster_areas(areas, edges, tallies, bounds, options, progress)
    else:
        result, continued = _continue(
            (areas, edges), tallies, (bounds, options, asked.split), problem.previous, progress
        )
    everywhere = _spread(result, rows, len(inside))
    return Clustered(
        layer,
        inside,
        problem.tallies,
        bounds,
        problem.counted,
        everywhere,
        pairs,
        problem.shared_m,
        asked.draw,
        continued,
    )


def _continue(mapped, tallies: Tallies, wanted, previous, progress) -> tuple[Clustering, Continued]:
    """The clusters that continue an earlier map, where the two together give nothing away."""
    (areas, edges), (bounds, options, split) = mapped, wanted
    cluster, used, people = previous
    update = update_clusters(areas, edges, tallies, bounds, cluster)
    parts = np.empty(0, dtype=np.int64)
    if split:
        then = np.where(np.isnan(people), areas.population, people)
        update, parts = split_clusters(
            areas, edges, (tallies, then), bounds, (update, cluster), options, progress
        )
    earlierzones.refuse_differences(areas, update.cluster, bounds, previous, tallies.cases)
    first = np.unique(update.cluster[update.cluster >= 0], return_index=True)[1]
    old = cluster[update.cluster >= 0][first]
    codes = {code: used[old[code]] for code in np.flatnonzero(update.kept).tolist()}
    result = Clustering(update.cluster, update.part, update.bridges, update.bound, "")
    return result, Continued(codes, used, len(update.kept) - int(update.kept.sum()), parts)


def _sides(weight: float, problem: Problem) -> Sides | None:
    """Borders of the areas that take part; None where the shape does not count."""
    layer, inside = problem.layer, problem.inside
    polygons = layer.polygons
    if not weight:
        return None
    if polygons is None:
        raise InputError(tr("SHAPE needs polygons; points have no border. Set it to 0."))
    start, lon, lat = polygons.side_start, polygons.lon_deg, polygons.lat_deg
    side_m = side_length_m(lon[start], lat[start], lon[start + 1], lat[start + 1])
    border_m = np.bincount(polygons.vertex_area[start], side_m, len(inside)).astype(float)
    sides = Sides(np.sort(problem.pairs, axis=1), problem.shared_m, border_m, layer.areas.area_m2, weight)
    return sides.take(inside)


def _kept(continued: Continued):
    """What is told of an earlier map: a name for METRICS, a number, and a sentence or none."""
    if len(continued.parts):
        yield (
            "clusters_split",
            len(continued.parts),
            tr("{count} earlier clusters have grown and were split whole, into {parts}.").format(
                count=len(continued.parts), parts=int(continued.parts.sum())
            ),
        )
    sentence = ""
    if continued.changed:
        sentence = tr(
            "{kept} of {earlier} earlier clusters are kept as they are; {changed} clusters are new, "
            "joined or split whole."
        ).format(kept=len(continued.codes), earlier=len(continued.used), changed=continued.changed)
    yield "clusters_kept", len(continued.codes), sentence


def _rows_of(areas: Areas, rows) -> Areas:
    boundary = None if areas.boundary is None else areas.boundary[rows]
    return Areas(
        areas.ids[rows], areas.lon_deg[rows], areas.lat_deg[rows], areas.population[rows],
        areas.area_m2[rows], boundary,
    )  # fmt: skip


def _spread(result: Clustering, rows, n: int) -> Clustering:
    cluster, parts = np.full(n, -1), np.full(n, -1)
    cluster[rows], parts[rows] = result.cluster, result.part
    return Clustering(cluster, parts, rows[result.bridges], result.bound, result.stopped)


def _of_cluster(values, cluster) -> list:
    """A cluster's value for each of its areas; NULL without a cluster."""
    return [values[code].item() if code >= 0 else None for code in cluster]


def _noted(clustered: Clustered, found: Findings):
    """What the user must know: a name for METRICS, a number, and a sentence or none."""
    if clustered.continued is not None:
        yield from _kept(clustered.continued)
    if len(found.unresolved):
        yield (
            "unresolved_areas",
            int((clustered.result.cluster < 0).sum()),
            tr(
                "{count} units cannot meet the threshold and are unresolved ({units}): {areas} areas with "
                "{people} people are in no cluster."
            ).format(
                count=len(found.unresolved),
                units=named([unit.name for unit in found.unresolved]),
                areas=sum(unit.areas for unit in found.unresolved),
                people=thousands(sum(unit.people for unit in found.unresolved)),
            ),
        )
    if len(clustered.result.bridges):
        ids = clustered.layer.areas.ids[clustered.result.bridges]
        yield (
            "bridges",
            len(ids),
            tr(
                "{count} islands or cut-off parts were joined to the nearest part of their unit: {pairs}."
            ).format(count=len(ids), pairs=named([f"{one}–{other}" for one, other in ids])),
        )
    if found.apart:
        yield (
            "disconnected_units",
            len(found.apart),
            tr("Some boundary units consist of several parts, which were clustered apart: {units}.").format(
                units=named(found.apart)
            ),
        )


def _nothing_resolved(clustered: Clustered) -> InfeasibleError:
    parts = clustered.result.part
    people = np.bincount(parts[parts >= 0], clustered.layer.areas.population[parts >= 0])
    return InfeasibleError(
        tr(
            "No unit can meet the threshold: the largest connected part holds {people} people. Choose a "
            "lower threshold, or larger boundary units."
        ).format(people=thousands(people.max()))
    )
