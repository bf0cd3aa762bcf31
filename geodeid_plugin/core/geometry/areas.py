# SPDX-License-Identifier: GPL-2.0-or-later
"""The table of areas that every algorithm starts from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..base import identity
from ..base.arrays import Floats, Ints, Objects
from ..base.errors import InputError, Phrase, named
from .sphere import EARTH_RADIUS_M, cap_radius_m

_STRETCHED = (0.1, 3.0)
"""Least and most that a field's size of the median area may be, times its polygon's: harbours and lakes that
are not counted as land, and Web Mercator up to 55 degrees (1 / cos²)."""


@dataclass(frozen=True)
class Areas:
    """Areas with their representative points, one entry an area, in the order of the layer.

    Examples
    --------
    >>> import numpy as np
    >>> areas = Areas(
    ...     ids=np.array(["A", "B", "C", "D"], dtype=object), lon_deg=np.array([10.0, 10.1, 10.2, 10.3]),
    ...     lat_deg=np.full(4, 50.0), population=np.array([20.0, 30.0, 25.0, 25.0]), area_m2=np.full(4, 1e6),
    ... )
    >>> len(areas), round(float(areas.radius_m[0]), 2)
    (4, 564.19)
    """

    ids: Objects
    """Shape (n,). Distinct identifiers, all ``str`` or all ``int``."""
    lon_deg: Floats
    lat_deg: Floats
    """Shape (n,). Representative points, degrees."""
    population: Floats
    """Shape (n,). People; zeros where the algorithm needs none."""
    area_m2: Floats
    """Shape (n,). Ellipsoidal areas, square metres."""
    boundary: Objects | None = None
    """Shape (n,), or None. The boundary unit of each area, or None where moves and clusters are free."""

    def __post_init__(self) -> None:
        _check_ids(self.ids)
        _check_finite(self.ids, self.lon_deg, Phrase("longitude"))
        _check_finite(self.ids, self.lat_deg, Phrase("latitude"))
        _check_not_negative(self.ids, self.population, Phrase("population"))
        _check_not_negative(self.ids, self.area_m2, Phrase("size"))

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def radius_m(self) -> Floats:
        """Radii of the spherical caps that have these areas, metres, shape (n,)."""
        return cap_radius_m(self.area_m2)

    @property
    def id_rank(self) -> Ints:
        """Position of each area in the order of the identifiers: what breaks ties, shape (n,)."""
        rank = np.empty(len(self.ids), dtype=np.int64)
        rank[np.argsort(self.ids, kind="stable")] = np.arange(len(self.ids))
        return rank

    @property
    def boundary_code(self) -> Ints:
        """Boundary units as whole numbers from 0, shape (n,); all 0 without a boundary."""
        if self.boundary is None:
            return np.zeros(len(self.ids), dtype=np.int64)
        return np.unique(self.boundary.astype(str), return_inverse=True)[1]


def possible_sizes(given_m2: ArrayLike, own_m2: ArrayLike) -> bool:
    """Whether given sizes of areas can be square metres on the ground.

    They cannot where all areas are larger than the Earth together, or where the median area is said to be
    less than a tenth or more than three times as large as its own polygon: land without water, generalised
    borders and projections that stretch stay within, other units (feet, hectares) and other fields do not.
    ``own_m2`` are the sizes of the polygons, zeros for points.

    Examples
    --------
    >>> possible_sizes([2e6, 3e6], [2.1e6, 3.3e6]), possible_sizes([2.0, 3.0], [2.1e6, 3.3e6])
    (True, False)
    """
    given, own = np.asarray(given_m2, float), np.asarray(own_m2, float)
    if given.sum() > 4 * np.pi * EARTH_RADIUS_M**2:
        return False
    known = (own > 0) & (given > 0)
    if not known.any():
        return not (own > 0).any()
    low, high = _STRETCHED
    return bool(low <= np.median(given[known] / own[known]) <= high)


def _check_ids(ids: Objects) -> None:
    missing = [i for i, value in enumerate(ids) if not identity.canonical(value)]
    if missing:
        raise InputError(
            "area.identifier.empty",
            "{count} areas have no identifier (rows {rows}). "
            "Fill the identifier field or choose another one.",
            count=len(missing),
            rows=named(missing),
        )
    seen, repeated = set(), []
    for value in ids:
        key = identity.canonical(value)
        if key in seen:
            repeated.append(value)
        seen.add(key)
    if repeated:
        raise InputError(
            "area.identifier.repeated",
            "The identifier is not unique: {values} stands on more than one area. "
            "Dissolve the parts of each area, or choose a field with one value per area.",
            values=named(repeated),
        )


def _check_finite(ids: Objects, values: Floats, name: Phrase) -> None:
    bad = ids[~np.isfinite(values)]
    if len(bad):
        raise InputError(
            "area.value.not_finite",
            "The {name} of area {areas} is not a finite number. Repair the geometry.",
            name=name,
            areas=named(bad),
        )


def _check_not_negative(ids: Objects, values: Floats, name: Phrase) -> None:
    bad = ids[~(values >= 0)]
    if len(bad):
        raise InputError(
            "area.value.negative",
            "The {name} of area {areas} is negative or missing. It must be 0 or more.",
            name=name,
            areas=named(bad),
        )
