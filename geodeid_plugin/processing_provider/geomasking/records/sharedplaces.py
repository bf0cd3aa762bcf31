# SPDX-License-Identifier: GPL-2.0-or-later
"""Records that share their true place and drew on their own: perhaps a household, whose draws multiply."""

from __future__ import annotations

from collections import Counter

import numpy as np

from ....core.base.arrays import connected
from ....core.base.errors import Phrase
from ....core.base.thresholds import one_in
from ....core.base.verdict import CARE, Check
from ....core.geometry.sphere import chord_from_arc, unit_vectors
from ....i18n import tr
from ....report import Facts, Section
from ....report.numbers import count

_HOUSEHOLD = 10
"""Most records of one place that are taken for a possible household; more of them share the point of a
building or of an area."""
_SAME_HOME_M = 3.0
"""Places as near as this are one home: five decimals of a degree round by 1 m, and no house is narrower."""


def unlinked(groups, households) -> tuple[int, tuple[Check, ...]]:
    """Find the records of shared places that no household is named of, and count them.

    A patient and a control of one home are linked, too. ``households`` are those of each row of each group's
    table, None without GROUP. Gives how many share a place and drew on their own, and a check that asks for
    care where so few do that they may be one household.
    """
    named = [
        households[number][row] if households is not None else ""
        for number, group in enumerate(groups)
        for row in group.rows
    ]
    alone = np.array([not one for one in named], dtype=bool)
    units = np.arange(len(named))
    units[~alone] = len(named) + np.unique([one for one in named if one], return_inverse=True)[1].ravel()
    home = _homes(groups)
    sizes = np.bincount(home)
    apart = np.unique(np.column_stack([home, units]), axis=0)[:, 0]
    shared = int((np.bincount(apart) - 1).sum())
    found = alone & (sizes[home] > 1) & (sizes[home] <= _HOUSEHOLD)
    of_patients, patients = len(groups[0].rows), groups[0].points.table.row_ids
    concerned = [patients[row] for row in groups[0].rows[found[:of_patients]]]
    controls = int(found[of_patients:].sum())
    if not concerned and not controls:
        return shared, ()
    sentence = Phrase(
        "{records} records share their true place with others, name no household, and drew on their own. "
        "Where they are one household and somebody knows which dots belong together, what these dots tell is "
        "multiplied and the bound does not hold for them.",
        records=len(concerned) + controls,
    )
    remedy = Phrase(
        "Name the household of each record in GROUP; a record with a value of its own is taken to be linked "
        "to nobody."
    )
    return shared, (Check("linked_records", CARE, sentence, remedy, tuple(concerned)),)


def behind_one_dot(ledger_state, proved: float | None, limit: float) -> tuple[Check, ...]:
    """Whether a ledger, which counts a household as one record, keeps the bound of each of its people.

    ``proved`` is what is proved of one person by all releases.
    """
    dots = () if ledger_state is None else ledger_state.dots.values()
    members = max(Counter(dot.group for dot in dots if dot.group).values(), default=1)
    if proved is None or members == 1 or members * proved <= limit:
        return ()
    sentence = Phrase(
        "Up to {members} records stand behind one dot as a household, which the ledger counts as one. Of "
        "each of its people all releases together may say {members} times the {proved} of a single person.",
        members=members,
        proved=one_in(proved),
    )
    remedy = Phrase(
        "Have the higher figure approved. Records that are episodes of one patient are one person."
    )
    return (Check("households", CARE, sentence, remedy),)


def _homes(groups) -> np.ndarray:
    """The home of each record, all groups one after the other."""
    return homes_of(
        *(
            np.concatenate([getattr(group.points, name)[group.rows] for group in groups])
            for name in ("lon_deg", "lat_deg")
        )
    )


def homes_of(lon_deg: np.ndarray, lat_deg: np.ndarray) -> np.ndarray:
    """The number of the home at each place: places nearer than a house are of one."""
    from scipy.spatial import cKDTree

    # Places first: ten thousand records at one point are fifty million pairs.
    places, which = np.unique(np.column_stack([lon_deg, lat_deg]), axis=0, return_inverse=True)
    tree = cKDTree(unit_vectors(places[:, 0], places[:, 1]))
    one, other = tree.query_pairs(chord_from_arc(_SAME_HOME_M), output_type="ndarray").T
    return connected(one, other, len(places))[which.ravel()]


def section(shared: int) -> tuple[Section, ...]:
    """What a report says where records share their true places and drew separately."""
    if not shared:
        return ()
    return (
        Section(
            tr("Records that belong together"),
            (
                Facts(((tr("Records that share the true place of another"), count(shared)),)),
                tr(
                    "Each was drawn on its own. Where they are one household or one patient, and somebody "
                    "knows which dots belong together, what the dots tell is multiplied and the bound does "
                    "not hold for them. Name the household in GROUP: one draw then moves all its records."
                ),
            ),
            internal=True,
        ),
    )
