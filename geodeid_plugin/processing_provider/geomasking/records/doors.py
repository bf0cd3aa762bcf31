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
    from scipy.spatial import cKDTree

    weight = np.ones(len(addresses_deg[0])) if weight is None else np.asarray(weight, dtype=float)
    if not weight.sum() > 0 or not len(patients_deg[0]):
        return 0.0
    # A door of several flats is one place, and counts by all of its addresses.
    doors, door = np.unique(np.column_stack(addresses_deg), axis=0, return_inverse=True)
    chord, nearest = cKDTree(unit_vectors(doors[:, 0], doors[:, 1])).query(unit_vectors(*patients_deg))
    own = np.unique(nearest[chord <= chord_from_arc(_AT_DOOR_M)])
    return float(weight[np.isin(door.ravel(), own)].sum() / weight.sum())


def refuse_patients_doors(patients_deg, addresses_deg, most: float = USUAL_MOST, weight=None) -> None:
    """Refuse addresses of which too many are the patients' own.

    Parameters
    ----------
    patients_deg, addresses_deg, weight
        As for :func:`share_of_patients`.
    most : float
        Share of dots that may lie at a patient's door.

    Raises
    ------
    InputError
        The list follows the patients.
    """
    share = share_of_patients(patients_deg, addresses_deg, weight)
    if share > most:
        raise InputError(
            tr(
                "{share} % of the dots would lie at the door of a patient, and at most {most} % may: so "
                "many of ADDRESSES are the patients' own homes that a dot points at one. Give all addresses "
                "of the region, from a source that knows nothing of the patients."
            ).format(share=number(100 * share, ".0f"), most=number(100 * most, ".0f"))
        )
