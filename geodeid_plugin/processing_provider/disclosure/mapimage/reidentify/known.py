# SPDX-License-Identifier: GPL-2.0-or-later
"""What a check knows of the true and the masked points, and of who else could live there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .....core.base.errors import InputError
from .....core.geometry.local_plane import LocalPlane
from .....core.mapimage.reidentify import score
from .....i18n import tr
from ....framework.verdict import audience
from ....io import AreaLayer, locate, read_areas, read_points
from .addresses import read_places


@dataclass(frozen=True)
class Crowd:
    """Who else could live where a position points, or nobody knows.

    Attributes
    ----------
    density : ndarray, shape (n,) or None
        People per m² at each true point.
    homes_m : ndarray, shape (a, 2) or None
        Addresses.
    """

    density: np.ndarray | None = None
    homes_m: np.ndarray | None = None

    @property
    def known(self) -> bool:
        """Whether anything was given to count."""
        return self.density is not None or self.homes_m is not None

    def candidates(self, where_m, true_m, error_m, rows) -> np.ndarray:
        """Addresses or people among which each record hides, at least 1."""
        if self.homes_m is not None:
            behind = score.addresses_behind(where_m, self.homes_m, error_m, True)
            return np.maximum(behind, score.ranks(where_m, true_m, self.homes_m) + 1)
        away = np.hypot(*(where_m - true_m).T)
        return score.people_behind(away, error_m, np.asarray(self.density)[rows])


@dataclass(frozen=True)
class Known:
    """What the check knows of the true and the masked points, on one plane."""

    plane: LocalPlane
    true_m: np.ndarray
    masked_m: np.ndarray | None
    crowd: Crowd
    names: list
    rows: list
    layer: AreaLayer | None = None

    @classmethod
    def of(cls, run) -> Known | None:
        """None where no true points were given."""
        if not run.wanted("TRUTH"):
            return None
        truth = read_points(run, "TRUTH")
        plane = LocalPlane.about(truth.lon_deg, truth.lat_deg)
        masked = read_points(run, "MASKED") if run.wanted("MASKED") else None
        names = truth.table.column(run.field("TRUTH_ID")) if run.field("TRUTH_ID") else truth.table.row_ids
        crowd, layer = _crowd(run, truth, plane)
        return cls(
            plane, plane.metres(truth.lon_deg, truth.lat_deg),
            None if masked is None else plane.metres(masked.lon_deg, masked.lat_deg),
            crowd, [str(name) for name in names], list(truth.table.row_ids), layer,
        )  # fmt: skip


def _crowd(run, truth, plane: LocalPlane) -> tuple[Crowd, AreaLayer | None]:
    """Among whom points could hide, and the layer that counts them."""
    if run.wanted("ADDRESSES"):
        lonlat = np.column_stack([truth.lon_deg, truth.lat_deg])
        return Crowd(homes_m=plane.metres(*read_places(run, "ADDRESSES", lonlat).T)), None
    if not run.wanted("AREAS"):
        return Crowd(), None
    if not run.field("POPULATION"):
        raise InputError(tr("Choose the POPULATION field of the areas."))
    if not run.field("AREA_ID"):
        raise InputError(tr("Choose the AREA_ID field of the areas."))
    layer = read_areas(run, "AREAS", need_polygons=True)
    areas, area = layer.areas, locate(run, layer, truth)
    density = np.where(area >= 0, areas.population[area] / np.maximum(areas.area_m2[area], 1.0), 0.0)
    return Crowd(density=density), layer


def limit_of(run) -> float:
    """LIMIT, or what the audience preset asks for."""
    return audience.limit(run, "LIMIT")
