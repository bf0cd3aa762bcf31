# SPDX-License-Identifier: GPL-2.0-or-later
"""The smallest safe groups of areas, within boundaries."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from qgis.core import QgsWkbTypes

from ...core.base.errors import InfeasibleError, named, thousands
from ...core.base.progress import part
from ...core.base.verdict import Check
from ...core.clustering.graph import colour_clusters
from ...core.clustering.objective import Bounds, Tallies
from ...core.clustering.released_areas import expected_moves_m
from ...core.clustering.search import Clustering, EarlierMap, Options, cluster_areas, split_clusters
from ...core.clustering.stable import update_clusters
from ...host.compat import MULTI_POLYGON
from ...host.settings import give_back
from ...i18n import tr
from ..framework import blocks, give, labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import REAL, TEXT, WHOLE, Features, Result
from ..framework.ledger import records
from ..framework.verdict.audience import chosen
from ..io import AreaLayer, original_geometries, read_areas
from . import clusterinput
from .clusterinput import EarlierZones
from .clusterreport import Findings, findings, report_of

_DISSOLVED = {
    clusterinput.CLUSTER: TEXT,
    clusterinput.CLUSTER_POPULATION: REAL,
    clusterinput.CLUSTER_RISK: REAL,
    "areas": WHOLE,
    "area_km2": REAL,
    "mean_move_m": REAL,
    clusterinput.COLOUR: WHOLE,
}


@dataclass(frozen=True)
class Problem:
    """What is to be clustered, as it was read."""

    layer: AreaLayer
    """Areas with their units."""
    tallies: Tallies
    bounds: Bounds
    """What is counted and what must hold."""
    counted: tuple[Check, ...]
    """Whether people were counted."""
    pairs: np.ndarray
    shared_m: np.ndarray
    """The neighbours."""
    earlier: EarlierZones | None

    @classmethod
    def of(cls, inputs, run) -> Problem:
        """Read the layers."""
        bounds = clusterinput.read_bounds(inputs, chosen(run))
        layer = read_areas(run, null_is_zero=True)
        tallies, counted = clusterinput.read_tallies(inputs, run, layer, bounds)
        pairs, shared_m = clusterinput.neighbours(run, layer)
        earlier = clusterinput.read_earlier_zones(inputs, run, layer.areas.ids)
        if earlier is not None:
            bounds = replace(bounds, kept_by_records=earlier.by_records)
        give_back()
        return cls(layer, tallies, bounds, counted, pairs, shared_m, earlier)


@dataclass(frozen=True)
class Continued:
    """How a map continues an earlier one."""

    codes: dict
    """Code of each cluster that is kept."""
    used: list
    """All codes of the earlier map, none of which a new cluster may take."""
    changed: int
    """Clusters that are new, joined or split."""
    parts: np.ndarray
    """Into how many clusters each earlier one was split that had grown."""


@dataclass(frozen=True)
class Clustered:
    """A clustering of a problem."""

    problem: Problem
    result: Clustering
    """Over all areas: -1 for areas without a cluster."""
    continued: Continued | None
    """What is kept from an earlier map."""

    @property
    def status(self) -> np.ndarray:
        """Status of each area, in words."""
        found = np.where(self.result.cluster >= 0, clusterinput.CLUSTERED, clusterinput.UNRESOLVED)
        return found.astype(object)

    @property
    def moves_m(self) -> np.ndarray:
        """Expected move of a record of each area, metres."""
        areas = self.problem.layer.areas
        return expected_moves_m(self.result.cluster, areas.population, areas.lon_deg, areas.lat_deg)

    @property
    def codes(self) -> np.ndarray:
        """Code of each area's cluster; a cluster of an earlier map that is kept has the code of then."""
        layer, kept = self.problem.layer, self.continued
        if kept is None:
            return clusterinput.cluster_codes(layer, self.result.cluster)
        return clusterinput.cluster_codes(layer, self.result.cluster, kept.codes, kept.used)


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
        "Merges the areas of each boundary unit into connected zones that are large enough to be released: "
        "as many as possible and, among those, zones that move people least. A unit that cannot meet the "
        "threshold is never released."
    )
    JUDGES = True
    INPUTS = (
        *blocks.areas(),
        *clusterinput.BOUND_INPUTS,
        *clusterinput.EARLIER_ZONES,
    )
    OUTPUTS = (
        give.shapes(
            "OUTPUT",
            "Merged areas",
            "Every area with cluster, cluster_population, cluster_risk, status (clustered or "
            "unresolved), area_population, cluster_bounds and colour.",
            style="clustered_areas",
            fields=clusterinput.WRITTEN,
        ),
        give.shapes(
            "CLUSTERS",
            "Zones",
            "The zones, dissolved; unresolved areas are never among them.",
            optional=True,
            by_default=True,
            style="clusters",
            fields=_DISSOLVED,
        ),
        blocks.REPORT,
    )
    FIGURES = (
        give.number("CLUSTER_COUNT", "Zones"),
        give.number("CLUSTER_BOUND", "Upper bound on the number of zones"),
        give.number("WORST_RISK", "Highest risk of a zone"),
        give.number("MEAN_MOVE_M", "Mean move (m)"),
        give.number("MOVE_OVER_FLOOR", "Mean move, relative to a realistic minimum"),
        give.number("UNRESOLVED_COUNT", "Unresolved units"),
        give.number("UNRESOLVED_AREAS", "Areas without a zone"),
        give.number("KEPT_COUNT", "Earlier zones that are kept"),
    )

    def compute(self, inputs, run) -> Result:
        clustered = _cluster(inputs, Problem.of(inputs, run), part(run.progress, 0.2, 0.9))
        if not clustered.result.count:
            raise _nothing_resolved(clustered)
        found = findings(clustered, inputs.risk_metric)
        for key, number, sentence in _noted(clustered, found):
            run.counts[key] = number
            if sentence:
                run.warn(sentence)
        if clustered.continued is not None:
            found.figures["KEPT_COUNT"] = len(clustered.continued.codes)
        problem = clustered.problem
        shapes, wkb_type = original_geometries(run, "AREAS", problem.layer.table.row_ids)
        codes = clustered.codes
        entered = clusterinput.register(run, inputs.period, problem, codes)
        # Records per person, times the people beside them, are the count that a release may withhold.
        hides_risk = inputs.risk_metric == "cases"
        return Result(
            figures=found.figures,
            layers={
                "OUTPUT": lambda: _area_features(run, clustered, found, codes, shapes, wkb_type),
                "CLUSTERS": lambda: _cluster_features(run, clustered, found, codes, shapes, hides_risk),
            },
            report=report_of(run, clustered, found, chosen(run)),
            on_release=() if entered is None else (lambda: records.confirm_zones(*entered),),
        )


def _area_features(run, clustered: Clustered, found: Findings, codes, shapes, wkb_type) -> Features:
    """The areas as they came, each with its cluster."""
    problem, cluster = clustered.problem, clustered.result.cluster
    table = problem.layer.table
    return Features(
        {
            clusterinput.CLUSTER: codes,
            clusterinput.CLUSTER_POPULATION: _of_cluster(found.people, cluster),
            clusterinput.CLUSTER_RISK: _of_cluster(found.risk, cluster),
            clusterinput.STATUS: clustered.status,
            clusterinput.AREA_POPULATION: problem.layer.areas.population,
            clusterinput.BOUNDS: [clusterinput.bounds_text(problem.bounds)] * len(cluster),
            clusterinput.COLOUR: colour_clusters(cluster, problem.pairs, clusterinput.PALETTE),
        },
        shapes,
        wkb_type,
        table.crs,
        clusterinput.input_columns(run, table, list(clusterinput.WRITTEN)),
    )


def _cluster_features(run, clustered: Clustered, found: Findings, codes, shapes, hides_risk) -> Features:
    """The clusters, each the union of its areas."""
    cluster, layer = clustered.result.cluster, clustered.problem.layer
    order = np.argsort(cluster, kind="stable")
    order = order[cluster[order] >= 0]
    members = np.split(order, np.flatnonzero(np.diff(cluster[order])) + 1)
    first = [rows[0] for rows in members]
    geometries = []
    for count, rows in enumerate(members):
        if count % 50 == 0:
            run.progress(0.9 + 0.08 * count / len(members), tr("Dissolving") if not count else "")
        geometries.append(clusterinput.dissolved([shapes[row] for row in rows]))
    return Features(
        {
            clusterinput.CLUSTER: codes[first],
            clusterinput.CLUSTER_POPULATION: found.people,
            clusterinput.CLUSTER_RISK: np.full(len(found.risk), None) if hides_risk else found.risk,
            "areas": found.areas,
            "area_km2": found.area_km2,
            "mean_move_m": found.move_m,
            clusterinput.COLOUR: colour_clusters(cluster, clustered.problem.pairs, clusterinput.PALETTE)[
                first
            ],
        },
        geometries,
        QgsWkbTypes.Type.MultiPoint if layer.polygons is None else MULTI_POLYGON,
        layer.table.crs,
    )


def _cluster(inputs, problem: Problem, progress) -> Clustered:
    """Cluster the areas, or continue an earlier map."""
    options = Options()
    if problem.earlier is not None:
        return _continue(problem, problem.earlier, options, inputs.split, progress)
    result = cluster_areas(
        problem.layer.areas, problem.pairs, problem.tallies, problem.bounds, options, progress
    )
    return Clustered(problem, result, None)


def _continue(problem: Problem, earlier: EarlierZones, options, split: bool, progress) -> Clustered:
    """The clusters that continue an earlier map, where the two together give nothing away."""
    areas, edges, tallies, bounds = problem.layer.areas, problem.pairs, problem.tallies, problem.bounds
    cluster = earlier.cluster
    update = update_clusters(areas, edges, tallies, bounds, cluster)
    parts = np.empty(0, dtype=np.int64)
    if split:
        then = np.where(np.isnan(earlier.people), areas.population, earlier.people)
        update, parts = split_clusters(
            areas, edges, tallies, bounds, EarlierMap(cluster, then), update, options, progress
        )
    clusterinput.refuse_differences(areas, update.cluster, bounds, earlier, tallies.cases)
    first = np.unique(update.cluster[update.cluster >= 0], return_index=True)[1]
    old = cluster[update.cluster >= 0][first]
    codes = {code: earlier.codes[old[code]] for code in np.flatnonzero(update.kept).tolist()}
    result = Clustering(update.cluster, update.part, update.bridges, update.bound)
    changed = len(update.kept) - int(update.kept.sum())
    return Clustered(problem, result, Continued(codes, earlier.codes, changed, parts))


def _continuation_notes(continued: Continued):
    """What is told of an earlier map: a name for METRICS, a number, and a sentence or none."""
    if len(continued.parts):
        yield (
            "clusters_split",
            len(continued.parts),
            tr(
                "{count} earlier zones have grown and were split whole, into {parts}.",
                count=len(continued.parts),
                parts=int(continued.parts.sum()),
            ),
        )
    sentence = ""
    if continued.changed:
        sentence = tr(
            "{kept} of {earlier} earlier zones are kept as they are; {changed} zones are new, "
            "joined or split whole.",
            kept=len(continued.codes),
            earlier=len(continued.used),
            changed=continued.changed,
        )
    yield "clusters_kept", len(continued.codes), sentence


def _of_cluster(values, cluster) -> list:
    """A cluster's value for each of its areas; NULL without a cluster."""
    return [values[code].item() if code >= 0 else None for code in cluster]


def _noted(clustered: Clustered, found: Findings):
    """What the user must know: a name for METRICS, a number, and a sentence or none."""
    if clustered.continued is not None:
        yield from _continuation_notes(clustered.continued)
    if len(found.unresolved):
        yield (
            "unresolved_areas",
            int((clustered.result.cluster < 0).sum()),
            tr(
                "{count} units cannot meet the threshold and are unresolved ({units}): {areas} areas with "
                "{people} people are in no zone.",
                count=len(found.unresolved),
                units=named([unit.name for unit in found.unresolved]),
                areas=sum(unit.areas for unit in found.unresolved),
                people=thousands(sum(unit.people for unit in found.unresolved)),
            ),
        )
    if len(clustered.result.bridges):
        ids = clustered.problem.layer.areas.ids[clustered.result.bridges]
        yield (
            "bridges",
            len(ids),
            tr(
                "{count} islands or cut-off parts were joined to the nearest part of their unit: {pairs}.",
                count=len(ids),
                pairs=named([f"{one}–{other}" for one, other in ids]),
            ),
        )
    if found.apart:
        yield (
            "disconnected_units",
            len(found.apart),
            tr(
                "Some boundary units consist of several parts, which were merged apart: {units}.",
                units=named(found.apart),
            ),
        )


def _nothing_resolved(clustered: Clustered) -> InfeasibleError:
    parts = clustered.result.part
    people = np.bincount(parts[parts >= 0], clustered.problem.layer.areas.population[parts >= 0])
    return InfeasibleError(
        "zone.threshold.unreachable",
        "No unit can meet the threshold: the largest connected part holds {people} people. Choose a "
        "lower threshold, or larger boundary units.",
        people=thousands(people.max()),
    )
