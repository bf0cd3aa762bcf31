# SPDX-License-Identifier: GPL-2.0-or-later
"""Addresses that dots are put on, and how many of them are the patients' own doors.

A list of all addresses says nothing of who is a patient. One made of the patients' homes puts every dot on
some patient's door, whatever bound the table keeps: the place inside a destination would then follow the
patients. So the share of dots that would lie at a patient's door is held against the bound, over all dots
that may be drawn and not those that were.
"""

from __future__ import annotations

import numpy as np

from ....core.base.errors import InputError
from ....core.geomask.baselines.places import OWN_ADDRESS_M
from ....core.geometry.sphere import chord_from_arc, unit_vectors
from ....i18n import tr
from ....report.numbers import number

_AT_DOOR_M = 50.0
"""How far a patient's point may lie from the address that stands for the home: two geocoders differ so."""
USUAL_MOST = 0.2
"""Share of addresses that may be patients' doors where no bound is stated: the bound that dialogs offer."""


def share_of_patients(patients_deg, addresses_deg, weight=None) -> float:
    """Chance that a dot lies at the door of some patient.

    Parameters
    ----------
    patients_deg, addresses_deg : tuple of ndarray
        Longitudes and latitudes, degrees. A patient's door is the nearest address, if it is near.
    weight : ndarray, optional
        Chance of a dot at each address, of any scale; all the same where it is left out.
    """
    weight = np.ones(len(addresses_deg[0])) if weight is None else np.asarray(weight, dtype=float)
    if not weight.sum() > 0 or not len(patients_deg[0]):
        return 0.0
    return float(weight[_own_doors(patients_deg, addresses_deg)].sum() / weight.sum())


def share_within(patients_deg, addresses_deg, ring_m) -> float:
    """Chance that a dot lies at the door of some patient, where each is drawn about its own home.

    Addresses that lie elsewhere hide nobody, however many they are.

    Parameters
    ----------
    patients_deg, addresses_deg
        As for :func:`share_of_patients`.
    ring_m : tuple of (float or ndarray of shape (s,))
        Shortest and longest move of each patient, metres; what lies within 1 m is never chosen.
    """
    from scipy.spatial import cKDTree

    places, homes = unit_vectors(*addresses_deg), unit_vectors(*patients_deg)
    inner, outer = np.maximum(ring_m[0], OWN_ADDRESS_M), np.asarray(ring_m[1])
    reached = []
    for rows in (_own_doors(patients_deg, addresses_deg), np.ones(len(places), dtype=bool)):
        tree = cKDTree(places[rows]) if rows.any() else None
        within = [
            0 if tree is None else tree.query_ball_point(homes, chord_from_arc(far), return_length=True)
            for far in (outer, inner)
        ]
        reached.append(np.broadcast_to(within[0] - within[1], len(homes)))
    own, every = reached
    return float((own[every > 0] / every[every > 0]).mean()) if (every > 0).any() else 0.0


def _own_doors(patients_deg, addresses_deg) -> np.ndarray:
    """Which addresses are the nearest of some patient, and near: a door of several flats with all of them."""
    from scipy.spatial import cKDTree

    doors, door = np.unique(np.column_stack(addresses_deg), axis=0, return_inverse=True)
    chord, nearest = cKDTree(unit_vectors(doors[:, 0], doors[:, 1])).query(unit_vectors(*patients_deg))
    own = np.unique(nearest[chord <= chord_from_arc(_AT_DOOR_M)])
    return np.isin(door.ravel(), own)


def refuse_patients_doors(
    patients_deg, addresses_deg, most: float = USUAL_MOST, weight=None, ring_m=None
) -> None:
    """Refuse addresses of which too many are the patients' own.

    Parameters
    ----------
    patients_deg, addresses_deg, weight
        As for :func:`share_of_patients`.
    most : float
        Share of dots that may lie at a patient's door.
    ring_m : tuple, optional
        As for :func:`share_within`, where dots are drawn about their homes.

    Raises
    ------
    InputError
        The list follows the patients.
    """
    share = share_of_patients(patients_deg, addresses_deg, weight)
    if ring_m is not None:
        share = max(share, share_within(patients_deg, addresses_deg, ring_m))
    if share > most:
        raise InputError(
            tr(
                "{share} % of the dots would lie at the door of a patient, and at most {most} % may: so "
                "many of ADDRESSES are the patients' own homes that a dot points at one. Give all addresses "
                "of the region, from a source that knows nothing of the patients."
            ).format(share=number(100 * share, ".0f"), most=number(100 * most, ".0f"))
        )
