# SPDX-License-Identifier: GPL-2.0-or-later
"""What a model refers to beside distances: places that it draws among, and polygons that refuse some."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.errors import InputError
from ...base.progress import Progress, silent
from ...geomask.baselines.choices import Choices
from ...geomask.baselines.neighbours import neighbour_choices
from ...geomask.baselines.network import street_choices
from ...geomask.baselines.random_moves import Guard

if TYPE_CHECKING:
    from ...base.arrays import Bools, Floats, Ints
    from ...geomask.baselines.containers import Containers
    from .mask_models import MaskModel


def choices_of(
    mask_model: MaskModel, homes: tuple[Floats, Floats], known: Any, progress: Progress = silent
) -> Choices:
    """The places that each home may be moved to, by a model of :data:`.mask_models.CHOSEN`, polygons aside.

    Parameters
    ----------
    mask_model : MaskModel
    homes : tuple of (ndarray, ndarray)
        Longitudes and latitudes, degrees.
    known : Scene or Surroundings
        Addresses, people and streets that the model refers to.

    Raises
    ------
    InputError
        They were not given.
    """
    if mask_model.kind == "optimal":
        if known.reported is None:
            raise InputError(
                "optimal.areas.missing",
                "An optimal table needs the areas with the people by whom it was solved.",
            )
        if mask_model.limited:
            raise InputError("geoind.polygons.not_allowed", "Geo-indistinguishability goes with no polygons.")
        return known.reported.choices(*homes, mask_model.values["epsilon_per_100_m"] / 100)
    k, k_most = int(mask_model.values["k"]), int(mask_model.values["k_most"])
    if mask_model.kind == "address":
        addresses = getattr(known, "places", None) or getattr(known, "addresses", None)
        if addresses is None:
            raise InputError(
                "neighbours.addresses.missing",
                "Verified neighbours need the addresses that the mask chose from.",
            )
        return neighbour_choices(*homes, addresses, k, k_most, progress)
    if known.network is None:
        raise InputError("street.layer.not_given", "A street mask needs the streets that it moved along.")
    choices = street_choices(*homes, known.network, k, k_most, progress)
    people = mask_model.values["k_people"]
    if not people:
        return choices
    if known.people is None:
        raise InputError(
            "street.people.missing",
            "A street mask that counted people needs the addresses or people that it counted.",
        )
    return choices.among(*homes, known.people, people)


def guard_of(
    mask_model: MaskModel,
    homes: tuple[Floats, Floats],
    containers: Containers | None,
    avoided: Containers | None,
    held: Ints | None = None,
) -> Guard:
    """What a place must satisfy for each home: in its polygon, and in none that is avoided.

    Parameters
    ----------
    mask_model : MaskModel
        Says which of the two decide.
    homes : tuple of (ndarray, ndarray)
        Longitudes and latitudes, degrees.
    containers, avoided : Containers or None
    held : ndarray of int, optional
        The polygon of each home, where it is known already.
    """
    tests = []
    if mask_model.bounded and containers is not None:
        tests.append(containers.guard(containers.of(*homes) if held is None else held))
    if mask_model.avoids and avoided is not None:
        tests.append(avoided.outside)

    def accepts(rows: Ints, lon_deg: Floats, lat_deg: Floats) -> Bools:
        return np.all(
            [np.ones(len(rows), dtype=bool), *(test(rows, lon_deg, lat_deg) for test in tests)], axis=0
        )

    return Guard(accepts) if tests else Guard()
