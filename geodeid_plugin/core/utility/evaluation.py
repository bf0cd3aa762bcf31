# SPDX-License-Identifier: GPL-2.0-or-later
"""All measures of a mask in one go, and many candidate masks side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Callable

import numpy as np
from numpy.typing import ArrayLike

from ..base.arrays import Array, Bools, Floats, Ints
from ..base.errors import Phrase
from ..base.progress import Progress, part, silent
from ..base.randomness import Source
from ..exposure import masked_points as privacy
from ..exposure.masked_points import Averaging, Pairs
from ..exposure.matching import attack as matching
from ..exposure.matching.attack import Attempt
from ..exposure.matching.loopupdate import USUAL, Effort
from ..exposure.matching.mask_models import MaskModel, fitted
from ..exposure.matching.mask_models import Surroundings as Known
from ..exposure.matching.redrawn import refuted, together
from ..geometry.people_around import Addresses, CensusSurface
from ..geometry.sphere import EARTH_RADIUS_M, degrees_of, haversine_m, towards, unit_vectors
from .point_patterns import Ripley, densities, nearest_neighbour_m, ripley, transport_m


@dataclass(frozen=True)
class Displacement:
    """Moves of the records."""

    moved_m: Floats
    bearing_deg: Floats
    """Shape (n,). Length, metres, and initial direction, degrees clockwise from north."""
    centre_shift_m: float
    """Distance between the mean centres before and after, metres."""
    standard_distance_m: float
    masked_standard_distance_m: float
    """Root mean square distance to the mean centre before and after, metres."""

    def percentile_m(self, share: float) -> float:
        """Move that this share of the records does not exceed, metres."""
        return float(np.quantile(self.moved_m, share))


def displacement(pairs: Pairs) -> Displacement:
    """Summarise the moves of :class:`..exposure.masked_points.Pairs`."""
    before = _centre(pairs.lon_deg, pairs.lat_deg)
    after = _centre(pairs.masked_lon_deg, pairs.masked_lat_deg)
    return Displacement(
        pairs.moved_m,
        np.degrees(np.arctan2(*towards(*pairs.true, *pairs.masked))) % 360.0,
        float(haversine_m(*before, *after)),
        _standard_distance_m(pairs.lon_deg, pairs.lat_deg, before),
        _standard_distance_m(pairs.masked_lon_deg, pairs.masked_lat_deg, after),
    )


def changed_share(before: Array, after: Array) -> float:
    """Share of records whose area (row or code; -1 for none) differs before and after."""
    return float(np.mean(np.asarray(before) != np.asarray(after)))


def to_plane_m(lon_deg: Floats, lat_deg: Floats, centre_lon_deg: float, centre_lat_deg: float) -> Floats:
    """Points on the plane of equal distances about a centre, metres east and north, shape (n, 2).

    Distances from the centre are true; those between points d metres from it are off by a share of
    at most about d²/(6 R²): 0.1 % at 500 km.
    """
    lat, centre_lat = np.radians(lat_deg), np.radians(centre_lat_deg)
    turn = np.radians(np.asarray(lon_deg) - centre_lon_deg)
    east, north = towards(centre_lon_deg, centre_lat_deg, lon_deg, lat_deg)
    along = np.sin(centre_lat) * np.sin(lat) + np.cos(centre_lat) * np.cos(lat) * np.cos(turn)
    length = np.hypot(east, north)
    scale = EARTH_RADIUS_M * np.arctan2(length, along) / np.where(length > 0, length, 1.0)
    return np.stack([east * scale, north * scale], axis=1)


def plane_pairs_m(pairs: Pairs) -> tuple[Floats, Floats]:
    """True and masked positions on one plane about the centre of the true ones, metres, (n, 2) each."""
    centre = _centre(pairs.lon_deg, pairs.lat_deg)
    return (
        to_plane_m(pairs.lon_deg, pairs.lat_deg, *centre),
        to_plane_m(pairs.masked_lon_deg, pairs.masked_lat_deg, *centre),
    )


def _centre(lon_deg: Floats, lat_deg: Floats) -> tuple[float, float]:
    lon, lat = degrees_of(unit_vectors(lon_deg, lat_deg).mean(axis=0))
    return float(lon), float(lat)


def _standard_distance_m(lon_deg: Floats, lat_deg: Floats, centre: tuple[float, float]) -> float:
    return float(np.sqrt(np.mean(haversine_m(lon_deg, lat_deg, *centre) ** 2)))


_MOST_MATCHED = 20_000
"""Records up to which an assignment is made; more are not matched, and a sentence says so."""

_SECONDS, _SECONDS_BY_AREAS = 1e-4, 1.8e-4
"""Of a record, files read and written: scripts/bench/million evaluated, 1 000 000 in 98 s; and where people
are counted by census areas, in three searches of 42 to 80 microseconds each."""

LOWER_IS_SAFER = (
    "MATCHED_SHARE",
    "MARKETER",
    "JOURNALIST",
    "OPTIMAL_LINKAGE_SHARE",
    "SPRUILL_SHARE",
    "LINKAGE_SHARE",
)
"""Figures that can stand for the risk of a candidate, the best first."""


@dataclass(frozen=True)
class Surroundings:
    """What a mask is measured against; each part may be missing."""

    people: Addresses | CensusSurface | None = None
    """Who lives where, for k."""
    addresses: Addresses | None = None
    """Houses, for dots that land on one."""
    area_of: Callable[..., Ints] | None = None
    """``area_of(lon_deg, lat_deg)`` gives the row of the area of each point."""
    simulations: int = 99
    """Random patterns for Ripley's K; 0 leaves it out."""
    threshold: float = 0.2
    """Acceptable risk of a record, 1/k."""
    mask_model: MaskModel | None = None
    """How the mask moves, as it was stated; fitted to the moves where None."""
    known: Known | None = field(default=None, repr=False)
    """What the model refers to: addresses, people, polygons, a table."""
    effort: Effort = USUAL
    """How long the matching adversary may think."""


@dataclass(frozen=True)
class Evaluation:
    """Measures of one masked layer."""

    figures: dict[Any, Any]
    """Name and value of every measure that could be computed."""
    moved_m: Floats
    k: privacy.SpatialK
    """Measures of each record, shape (n,)."""
    displacement: Displacement
    averaging: Averaging
    ripley: Ripley | None = None
    """Results behind the charts; Ripley's is None where it was left out."""
    mask_model: MaskModel | None = None
    """How the matching adversary takes the mask to move."""
    attempts: tuple[Attempt, ...] = ()
    """What he reached with each list of homes."""
    model_refuted: bool = False
    """Whether the records did not move as the model that somebody stated says."""
    moved_together: bool = False
    """Whether they did not move each by itself."""


def expected_seconds(records: int, by_areas: bool) -> float:
    """Processor time of more records than are matched, within a factor of about 3."""
    return records * (_SECONDS + by_areas * _SECONDS_BY_AREAS)


def evaluate(
    pairs: Pairs, surroundings: Surroundings, source: Source, progress: Progress = silent
) -> Evaluation:
    """Measure what a mask hides and what it destroys.

    Parameters
    ----------
    pairs : Pairs
        True and masked positions.
    surroundings : Surroundings
    source : SystemSource or SeededSource
        For simulated patterns and releases.

    Returns
    -------
    Evaluation
        Without the measures of a pattern where fewer than 3 records, or all on one line, make none.
    """
    k = privacy.spatial_k(pairs, surroundings.people, part(progress, 0.0, 0.2))
    figures: dict[str, float] = {"RECORDS": len(pairs)}
    moves = displacement(pairs)
    figures.update(_move_figures(pairs, moves))
    figures.update(_privacy_figures(pairs, k, surroundings, part(progress, 0.2, 0.3)))
    mask_model = surroundings.mask_model or fitted(pairs.moved_m)
    attempts = _attempts(pairs, mask_model, surroundings, source, part(progress, 0.3, 0.5))
    other, shared = _against(pairs, surroundings, source)
    figures.update(_matched_figures(attempts, figures))
    averaging = privacy.averaging(pairs, source)
    figures["AVERAGING_10_M"] = float(averaging.error_m[list(averaging.releases).index(10)])
    patterns, compared = _pattern_figures(pairs, surroundings, source, part(progress, 0.5, 0.9))
    figures.update(patterns)
    figures.update(_place_figures(pairs, surroundings))
    progress(1.0)
    return Evaluation(
        figures, pairs.moved_m, k, moves, averaging, compared, mask_model, attempts, other, shared
    )


def _against(pairs: Pairs, surroundings: Surroundings, source: Source) -> tuple[bool, bool]:
    """Whether these are not the moves of the model that was stated, and whether records moved together."""
    stated, known = surroundings.mask_model, surroundings.known
    if stated is None or stated.fitted:
        return False, False
    return refuted(stated, pairs, source, known), together(stated, pairs, source, known)


def _attempts(
    pairs: Pairs, mask_model: MaskModel, surroundings: Surroundings, source: Source, progress: Progress
) -> tuple[Attempt, ...]:
    """The adversary who knows the model, with each list; too many records, or a layer unmoved, is no map."""
    if len(pairs) > _MOST_MATCHED:
        why = Phrase("There are more than {most} records to match.", most=_MOST_MATCHED)
        return (matching.Attempt(matching.PATIENTS, None, why),)
    return matching.attack(pairs, mask_model, source, surroundings.known, surroundings.effort, progress)


def _matched_figures(attempts: tuple[Attempt, ...], figures: dict[str, float]) -> dict[str, Any]:
    """Shares named correctly and largest risks; where the model matches worse than distances, those count."""
    names = {
        matching.PATIENTS: ("MATCHED_SHARE", "MATCHED_RISK"),
        matching.ADDRESSES: ("ADDRESS_MATCHED_SHARE", "ADDRESS_RISK"),
    }
    found = {}
    for one in attempts:
        share, risk = names[one.list_held]
        if one.matching is not None:
            found[share] = one.matching.right_share
        if one.judged and one.matching is not None:
            found[risk] = one.matching.largest_risk
    by_distance = figures.get("OPTIMAL_LINKAGE_SHARE")
    if by_distance is not None:
        found["MATCHED_SHARE"] = max(found.get("MATCHED_SHARE", 0.0), by_distance)
    return found


def _move_figures(pairs: Pairs, moves: Displacement) -> dict[str, float]:
    return {
        "MEAN_MOVE_M": float(moves.moved_m.mean()),
        "MEDIAN_MOVE_M": moves.percentile_m(0.5),
        "P95_MOVE_M": moves.percentile_m(0.95),
        "STAYED_SHARE": privacy.stayed_share(pairs),
        "CENTRE_SHIFT_M": moves.centre_shift_m,
        "SPREAD_RATIO": _ratio(moves.masked_standard_distance_m, moves.standard_distance_m),
    }


def _privacy_figures(
    pairs: Pairs, k: privacy.SpatialK, surroundings: Surroundings, progress: Progress
) -> dict[str, float]:
    figures = {
        "SMALLEST_K_ORIGINAL": float(k.original.min()),
        "SMALLEST_K_ORIGINAL_METHOD": float(k.original_method.min()),
    }
    if k.moved is not None and k.moved_method is not None:
        risks = privacy.risks(privacy.k_sample(pairs, part(progress, 0.0, 0.2)), k.moved)
        figures.update(
            SMALLEST_K=float(k.moved.min()),
            MEDIAN_K=float(np.median(k.moved)),
            SMALLEST_K_METHOD=float(k.moved_method.min()),
            PROSECUTOR=risks.prosecutor,
            JOURNALIST=risks.journalist,
            MARKETER=risks.marketer,
            AT_RISK_SHARE=float(np.mean(1 / k.moved > surroundings.threshold * (1 + 1e-12))),
        )
    figures["LINKAGE_SHARE"] = privacy.linkage_share(pairs, part(progress, 0.2, 0.35))
    figures["SPRUILL_SHARE"] = privacy.spruill_share(pairs, part(progress, 0.35, 0.5))
    if len(pairs) <= _MOST_MATCHED:
        figures["OPTIMAL_LINKAGE_SHARE"] = privacy.optimal_linkage_share(pairs, part(progress, 0.5, 1.0))
    if surroundings.addresses is not None:
        figures["FALSE_HOME_SHARE"] = privacy.false_home_share(pairs, surroundings.addresses)
    return figures


def _pattern_figures(
    pairs: Pairs, surroundings: Surroundings, source: Source, progress: Progress
) -> tuple[dict[str, float], Ripley | None]:
    before, after = plane_pairs_m(pairs)
    if np.linalg.matrix_rank(before - before.mean(axis=0)) < 2:
        return {}, None
    shapes = densities(before, after)
    spacing = [float(nearest_neighbour_m(points).mean()) for points in (before, after)]
    figures = {
        "NEIGHBOUR_RATIO": _ratio(spacing[1], spacing[0]),
        "DENSITY_CORRELATION": shapes.correlation,
        "HOT_SPOT_OVERLAP": shapes.hot_spot_overlap,
        "TRANSPORT_M": transport_m(before, after, part(progress, 0.0, 0.5)),
    }
    if not surroundings.simulations:
        return figures, None
    compared = ripley(before, after, source, surroundings.simulations, progress=part(progress, 0.5, 1.0))
    figures["L_DIFFERENCE_M"] = compared.l_difference_m
    return figures, compared


def _place_figures(pairs: Pairs, surroundings: Surroundings) -> dict[Any, Any]:
    figures: dict[str, float] = {}
    true, masked = (pairs.lon_deg, pairs.lat_deg), (pairs.masked_lon_deg, pairs.masked_lat_deg)
    if surroundings.area_of is not None:
        figures["CHANGED_AREA_SHARE"] = changed_share(
            surroundings.area_of(*true), surroundings.area_of(*masked)
        )
    return figures


def _ratio(after: float, before: float) -> float:
    return after / before if before > 0 else float("nan")


@dataclass(frozen=True)
class Candidate:
    """One way of masking, measured on one or several releases."""

    name: str
    """What the user calls it."""
    runs: tuple[Mapping[str, float], ...] = field(repr=False)
    """Figures of each release."""

    def mean(self, figure: str) -> float:
        """Mean of a figure over the releases; NaN where it was not computed."""
        return float(np.mean([run.get(figure, np.nan) for run in self.runs]))

    def interval(self, figure: str) -> tuple[float, float]:
        """Smallest and largest value over the releases: chance alone changes a mask's result."""
        values = [run.get(figure, np.nan) for run in self.runs]
        return float(np.min(values)), float(np.max(values))


def candidates_of(named_figures: list[tuple[str, dict[str, float]]]) -> tuple[Candidate, ...]:
    """Gather figures of releases by name, in the order in which names appear."""
    groups: dict[str, list[Mapping[str, float]]] = {}
    for name, figures in named_figures:
        groups.setdefault(name, []).append(figures)
    return tuple(Candidate(name, tuple(runs)) for name, runs in groups.items())


def risk_figure(candidates: Sequence[Candidate]) -> str:
    """The first figure of risk that every candidate has."""
    for name in LOWER_IS_SAFER:
        if all(np.isfinite(candidate.mean(name)) for candidate in candidates):
            return name
    return LOWER_IS_SAFER[-1]


def frontier(risk: ArrayLike, loss: ArrayLike) -> Bools:
    """Which candidates no other beats: none has both less risk and less loss of utility, bool (n,).

    Examples
    --------
    >>> frontier(risk=[0.1, 0.2, 0.3], loss=[5.0, 4.0, 6.0]).tolist()
    [True, True, False]
    """
    risk, loss = np.asarray(risk, dtype=float), np.asarray(loss, dtype=float)
    no_worse = (risk[None, :] <= risk[:, None]) & (loss[None, :] <= loss[:, None])
    better = (risk[None, :] < risk[:, None]) | (loss[None, :] < loss[:, None])
    return ~(no_worse & better).any(axis=1) & np.isfinite(risk) & np.isfinite(loss)
