# SPDX-License-Identifier: GPL-2.0-or-later
"""The model of a mask: written into METRICS and links, read back, or fitted to the moves.

A model is public by assumption: an adversary who knows how a map was made is the one to be safe from.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.errors import InputError
from ...base.progress import Progress, silent
from ...base.randomness import Source
from ...base.scientific import special
from ...geomask.baselines.choices import Choices, neighbour_choices
from ...geomask.baselines.containers import Containers
from ...geomask.baselines.elimination import Zones
from ...geomask.baselines.network import Network, street_choices
from ...geomask.baselines.optimal import Reported
from ...geomask.baselines.random_moves import (
    LONGEST_MOVE_M,
    SMALLEST_MOVE_M,
    BimodalGaussian,
    Donut,
    Gaussian,
    Guard,
    PlanarLaplace,
)
from ...geomask.strategy import Transitions
from ...geometry.people_around import Addresses, CensusSurface

VALUES = {
    "donut": ("low_m", "high_m"),
    "uniform": ("low_m", "high_m"),
    "gaussian": ("sigma_m",),
    "bimodal": ("mean_m", "sigma_m"),
    "laplace": ("epsilon_per_m",),
    "survey": (),
    "populationdonut": ("k", "k_most"),
    "grid": ("size_m",),
    "hexagon": ("size_m",),
    "swap": ("low_m", "high_m"),
    "voronoi": (),
    "street": ("k", "k_most", "k_people"),
    "address": ("k", "k_most"),
    "elimination": ("k",),
    "adaptivevoronoi": ("k",),
    "geoind": ("epsilon_per_100_m",),
    "optimal": ("epsilon_per_100_m",),
    "table": (),
    "moves": ("moves_m",),
}
"""Numbers of each kind of model. ``table``: transition probabilities, given apart. ``moves``: any model that
depends on distance alone, known by the moves of the records."""

_MOVES = {"donut": Donut, "uniform": Donut, "gaussian": Gaussian, "bimodal": BimodalGaussian,
          "laplace": PlanarLaplace}  # fmt: skip
CHOSEN = ("street", "address", "optimal")
"""Models that draw among places which are there, each with a chance given the home."""
ISOTROPIC = tuple(_MOVES)
"""Models of a distance alone, in any direction with the same chance."""

_KS_LIMIT = 1.63
"""A fitted model is dropped where the Kolmogorov–Smirnov distance times √n exceeds this (1 % level)."""

_KS_REFUTED = 1.82
"""A stated model is refuted beyond this: three standard deviations (0.27 %), as the engine checks itself."""


@dataclass(frozen=True)
class MaskModel:
    """How a mask moves.

    Examples
    --------
    >>> MaskModel("donut", {"low_m": 400.0, "high_m": 500.0}).text
    '{"kind": "donut", "values": {"low_m": 400.0, "high_m": 500.0}, "bounded": false}'
    """

    kind: str
    """A key of :data:`VALUES`: a METHOD of “Mask points: random moves”, ``table`` or ``moves``."""
    values: dict[str, Any] = field(default_factory=dict)
    """Its numbers, metres and people."""
    bounded: bool = False
    """Whether records were held inside polygons."""
    fitted: bool = False
    """Whether the model was fitted to the moves because nobody stated it."""

    def __post_init__(self) -> None:
        if self.kind not in VALUES:
            raise InputError(
                "mask_model.kind.unknown",
                "The kind of mask {kind} is not known. Choose one of {known}.",
                kind=self.kind,
                known=", ".join(VALUES),
            )
        missing = [name for name in VALUES[self.kind] if name not in self.values]
        if missing:
            raise InputError(
                "mask_model.numbers.missing",
                "The mask {kind} lacks {missing}. State all of its numbers.",
                kind=self.kind,
                missing=", ".join(missing),
            )

    @property
    def described(self) -> dict[str, Any]:
        """What METRICS carries."""
        return {"kind": self.kind, "values": dict(self.values), "bounded": self.bounded}

    @property
    def text(self) -> str:
        """The same as JSON, for a field of a layer."""
        return json.dumps(self.described)

    @property
    def stated(self) -> str:
        """Its kind and numbers as a user types them: ``donut 50 500``."""
        return " ".join([self.kind, *(f"{self.values[name]:g}" for name in VALUES[self.kind])])

    @property
    def moves(self) -> Any:
        """The distribution of the distance; None where the model is more than that."""
        make = _MOVES.get(self.kind)
        if make is not None:
            return make(*(float(self.values[name]) for name in VALUES[self.kind]))
        return Moves(np.asarray(self.values["moves_m"], dtype=float)) if self.kind == "moves" else None


@dataclass(frozen=True)
class Surroundings:
    """What a model refers to beside distances; each part may be missing."""

    addresses: tuple[Floats, Floats] | None = field(default=None, repr=False)
    """Longitudes and latitudes of all addresses, degrees: a list to hold, and what swap chooses from."""
    people: Addresses | CensusSurface | None = field(default=None, repr=False)
    """What a population donut counted."""
    containers: Containers | None = field(default=None, repr=False)
    """Polygons that records were held inside."""
    network: Network | None = field(default=None, repr=False)
    """Streets that records were moved along."""
    zones: Zones | None = field(default=None, repr=False)
    """Areas that were merged."""
    prior: tuple[Floats, Floats, Floats] | None = field(default=None, repr=False)
    """Where how many people live, by which noisy places were remapped: longitudes, latitudes, people."""
    reported: Reported | None = field(default=None, repr=False)
    """Areas that an optimal geo-indistinguishable table moved between."""
    urban: Bools | None = field(default=None, repr=False)
    """Shape (n,), or None. Homes that the survey rule moves up to 2 km."""
    area_of: Callable[..., Ints] | None = field(default=None, repr=False)
    """``area_of(lon_deg, lat_deg)`` gives the row of the area of each point, for a table."""
    table: Transitions | None = field(default=None, repr=False)
    """Between the areas, for a table."""
    area_deg: tuple[Floats, Floats] | None = field(default=None, repr=False)
    """Longitudes and latitudes of the areas' points, degrees, for a table."""


def mask_model_of(described: dict[str, Any] | str) -> MaskModel:
    """Read a model back from METRICS or from JSON text.

    Parameters
    ----------
    described : dict or str
        As :attr:`MaskModel.described` or :attr:`MaskModel.text` wrote it, or the kind and its numbers in the
        order of :data:`VALUES`: ``donut 50 500``.

    Raises
    ------
    InputError
        It is no model.
    """
    try:
        stated = _parsed(described) if isinstance(described, str) else described
        numbers = {str(name): float(value) for name, value in stated.get("values", {}).items()}
        mask_model = MaskModel(str(stated["kind"]), numbers, bool(stated.get("bounded", False)))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise InputError(
            "mask_model.text.unreadable",
            "How the mask moves points cannot be read. Use the METRICS or the links of “Mask points: "
            "random moves”, or write its kind and numbers, as in “donut 50 500”.",
        ) from error
    if stated.get("avoids"):
        raise InputError(
            "mask_model.avoids.gone",
            "A mask of GeoDeID 0.2 kept these dots out of polygons, which can be judged no more. Mask again, "
            "WITHIN polygons from which the water is cut.",
        )
    if not _possible(mask_model):
        raise InputError(
            "mask_model.numbers.out_of_range",
            "“{law}” describes no mask: its numbers must lie above 0 and within {most:.0f} m, the smaller "
            "of two distances first.",
            law=mask_model.stated,
            most=LONGEST_MOVE_M,
        )
    return mask_model


def _possible(mask_model: MaskModel) -> bool:
    """Whether a mask can have these numbers, in the order of :data:`VALUES`."""
    numbers = [mask_model.values[name] for name in VALUES[mask_model.kind]]
    if mask_model.kind in ("laplace", "geoind", "optimal"):
        per_m = numbers[0] / (1 if mask_model.kind == "laplace" else 100)
        return 0 < per_m < np.inf and 2 / per_m <= LONGEST_MOVE_M
    if not all(0 <= number <= LONGEST_MOVE_M for number in numbers):
        return False
    if VALUES[mask_model.kind][:2] in (("low_m", "high_m"), ("k", "k_most")):
        return numbers[0] < numbers[1]
    return all(
        mask_model.values[name] > 0 for name in ("sigma_m", "size_m", "k") if name in VALUES[mask_model.kind]
    )


def _parsed(text: str) -> dict[str, Any]:
    if text.lstrip().startswith("{"):
        return json.loads(text)
    kind, *numbers = text.split()
    names = VALUES[kind]
    if len(names) != len(numbers) or kind == "moves":  # whose number is a list, known by the moves alone
        raise ValueError(kind)
    return {"kind": kind, "values": dict(zip(names, numbers))}


def fitted(moved_m: Floats) -> MaskModel:
    """The model that suits the moves best, where nobody states one.

    Ring, normal, bimodal and Laplace models are fitted by likelihood and compared by Akaike's criterion;
    where the best is refuted by the moves at the 1 % level, their own smoothed distribution is taken.
    Whoever publishes a mask is better served by stating it: a fitted model knows nothing of cells,
    addresses or people.

    ``moved_m``: (n,), moves, metres.
    """
    moved = np.sort(np.maximum(np.asarray(moved_m, dtype=float), SMALLEST_MOVE_M))
    candidates = [
        MaskModel("gaussian", {"sigma_m": float(np.sqrt((moved**2).mean() / 2))}, fitted=True),
        MaskModel("laplace", {"epsilon_per_m": float(2 / moved.mean())}, fitted=True),
    ]
    if moved[-1] > moved[0]:
        candidates += [
            MaskModel("donut", {"low_m": float(moved[0]), "high_m": float(moved[-1])}, fitted=True),
            MaskModel("bimodal", {"mean_m": float(moved.mean()), "sigma_m": float(moved.std())}, fitted=True),
        ]
    best = min(
        candidates, key=lambda mask_model: 2 * len(mask_model.values) - 2 * _log_likelihood(mask_model, moved)
    )
    if _departure(best, moved) > _KS_LIMIT:
        return MaskModel("moves", {"moves_m": moved}, fitted=True)
    return best


def refuted(mask_model: MaskModel, moved_m: Floats) -> bool:
    """Whether the moves of the records are not those of a model that somebody stated.

    Only models of distance alone can be held against the moves, and only where no polygon cut them short:
    for all others the answer is no; :func:`.redrawn.refuted` draws those again.

    >>> moves_m = [420.0, 440.0, 455.0, 470.0, 480.0, 490.0]
    >>> refuted(MaskModel("donut", {"low_m": 400.0, "high_m": 500.0}), moves_m)
    False
    >>> refuted(MaskModel("uniform", {"low_m": 0.0, "high_m": 5000.0}), moves_m)
    True
    """
    if mask_model.bounded or mask_model.kind not in _MOVES:
        return False
    return bool(_departure(mask_model, np.sort(np.asarray(moved_m, dtype=float))) > _KS_REFUTED)


def departs(spread: Floats) -> bool:
    """Whether values that should spread evenly from 0 to 1 do not, at the level of :func:`refuted`.

    >>> departs(np.linspace(0, 1, 100)), departs(np.linspace(0, 0.5, 100))
    (False, True)
    """
    ordered = np.sort(np.asarray(spread, dtype=float))
    return bool(_distance(ordered) > _KS_REFUTED)


def _departure(mask_model: MaskModel, moved: Floats) -> float:
    """Kolmogorov–Smirnov distance of sorted moves from a model, times the root of their number."""
    return _distance(_distribution(mask_model, moved))


def _distance(below: Floats) -> float:
    steps = np.arange(1, len(below) + 1) / len(below)
    distance = np.maximum(np.abs(steps - below), np.abs(steps - 1 / len(below) - below)).max()
    return float(distance * np.sqrt(len(below)))


def _log_likelihood(mask_model: MaskModel, moved: Floats) -> float:
    v, log = mask_model.values, np.log(moved)
    if mask_model.kind == "donut":
        return float((log + np.log(2) - np.log(v["high_m"] ** 2 - v["low_m"] ** 2)).sum())
    if mask_model.kind == "gaussian":
        return float((log - 2 * np.log(v["sigma_m"]) - (moved / v["sigma_m"]) ** 2 / 2).sum())
    if mask_model.kind == "laplace":
        return float((log + 2 * np.log(v["epsilon_per_m"]) - v["epsilon_per_m"] * moved).sum())
    z, cut = (moved - v["mean_m"]) / v["sigma_m"], special.log_ndtr(v["mean_m"] / v["sigma_m"])
    return float((-(z**2) / 2 - np.log(v["sigma_m"] * np.sqrt(2 * np.pi)) - cut).sum())


def _distribution(mask_model: MaskModel, moved: Floats) -> Array:
    v = mask_model.values
    if mask_model.kind in ("donut", "uniform"):
        return np.clip((moved**2 - v["low_m"] ** 2) / (v["high_m"] ** 2 - v["low_m"] ** 2), 0.0, 1.0)
    if mask_model.kind == "gaussian":
        return -np.expm1(-((moved / v["sigma_m"]) ** 2) / 2)
    if mask_model.kind == "laplace":
        return special.gammainc(2, v["epsilon_per_m"] * moved)
    low = special.ndtr(-v["mean_m"] / v["sigma_m"])
    return (special.ndtr((moved - v["mean_m"]) / v["sigma_m"]) - low) / (1 - low)


class Moves:
    """A distribution of distances known by a sample of them: normal kernels, reflected at 0."""

    def __init__(self, moved_m: Floats) -> None:
        moved = np.sort(np.asarray(moved_m, dtype=float))
        spread = min(moved.std(), (np.quantile(moved, 0.75) - np.quantile(moved, 0.25)) / 1.34) or moved.std()
        # Silverman's rule of thumb (1986, equation 3.31).
        width = max(0.9 * spread * len(moved) ** -0.2, 1e-3 * moved.mean(), 0.01)
        self._moved = moved
        self._reach = max(moved[0] - 4 * width, 0.0), moved[-1] + 4 * width
        self._at = np.linspace(*self._reach, 2000)
        density = np.zeros(len(self._at))
        for near in np.array_split(moved, max(len(moved) // 500, 1)):
            for sign in (1, -1):
                density += np.exp(-(((self._at[:, None] - sign * near) / width) ** 2) / 2).sum(axis=1)
        self._log_density = np.log(np.maximum(density, density.max() * 1e-12))

    def draw(self, rows: Ints, source: Source) -> Array:
        """Distances, metres: one of the moves each."""
        return self._moved[(source.uniform(len(rows)) * len(self._moved)).astype(np.int64)]

    def reach_m(self) -> tuple[float, float]:
        """Distances that the moves keep to, metres."""
        return self._reach

    def log_density(self, distance_m: Floats) -> Array:
        """Logarithm of the density over the area at a distance, up to a constant."""
        distance_m = np.maximum(np.asarray(distance_m, dtype=float), 0.01)
        return np.interp(distance_m, self._at, self._log_density) - np.log(distance_m)


def choices_of(
    mask_model: MaskModel, homes: tuple[Floats, Floats], around: Surroundings, progress: Progress = silent
) -> Choices:
    """The places that each home may be moved to, by a model of :data:`.mask_models.CHOSEN`, polygons aside.

    ``around`` has the addresses, people and streets that the model refers to.
    """
    if mask_model.kind == "optimal":
        if around.reported is None:
            raise InputError(
                "optimal.areas.missing",
                "An optimal table needs the areas with the people by whom it was solved.",
            )
        if mask_model.bounded:
            raise InputError("geoind.polygons.not_allowed", "Geo-indistinguishability goes with no polygons.")
        return around.reported.choices(*homes, mask_model.values["epsilon_per_100_m"] / 100)
    k, k_most = int(mask_model.values["k"]), int(mask_model.values["k_most"])
    if mask_model.kind == "address":
        if around.addresses is None:
            raise InputError(
                "neighbours.addresses.missing",
                "Verified neighbours need the addresses that the mask chose from.",
            )
        return neighbour_choices(*homes, around.addresses, k, k_most, progress)
    if around.network is None:
        raise InputError("street.layer.not_given", "A street mask needs the streets that it moved along.")
    choices = street_choices(*homes, around.network, k, k_most, progress)
    people = mask_model.values["k_people"]
    if not people:
        return choices
    if around.people is None:
        raise InputError(
            "street.people.missing",
            "A street mask that counted people needs the addresses or people that it counted.",
        )
    return choices.among(*homes, around.people, people)


def guard_of(
    mask_model: MaskModel,
    homes: tuple[Floats, Floats],
    containers: Containers | None,
    held: Ints | None = None,
) -> Guard:
    """What a place must satisfy for each home: to lie in its polygon.

    ``held`` is the polygon of each, where it is known already.
    """
    if not mask_model.bounded or containers is None:
        return Guard()
    return Guard(containers.guard(containers.of(*homes) if held is None else held))
