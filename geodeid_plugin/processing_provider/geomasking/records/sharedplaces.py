# SPDX-License-Identifier: GPL-2.0-or-later
"""Records that share their true place and drew on their own: perhaps a household, whose draws multiply."""

from __future__ import annotations

import numpy as np

from ....core.base.errors import Phrase
from ....core.base.verdict import CARE, Check
from ....i18n import tr
from ....report import Facts, Section
from ....report.numbers import count

_HOUSEHOLD = 10
"""Most records of one place that are taken for a possible household; more of them share the point of a
building or of an area."""


def unlinked(groups, households) -> tuple[int, tuple[Check, ...]]:
    """Find the records of shared places that no household is named of, and count them.

    Parameters
    ----------
    groups : list
        Patients, and controls where there are any.
    households : list of list of str or None
        The household of each row of each group's table, empty where none is named; None without GROUP.

    Returns
    -------
    shared : int
        Records that share the place of another and drew on their own.
    checks : tuple of Check
        One that asks for care where so few records share a place that they may be one household.
    """
    shared, concerned, controls = 0, [], 0
    for number, group in enumerate(groups):
        rows, points = group.rows, group.points
        alone = np.array([households is None or not households[number][row] for row in rows], dtype=bool)
        place = np.stack([points.lon_deg[rows], points.lat_deg[rows]], axis=1)
        _unique, which, sizes = np.unique(place, axis=0, return_inverse=True, return_counts=True)
        which = which.ravel()
        units = np.bincount(which, alone, len(sizes)) + (np.bincount(which, ~alone, len(sizes)) > 0)
        shared += int(np.maximum(0, units - 1).sum())
        found = rows[alone & (sizes[which] > 1) & (sizes[which] <= _HOUSEHOLD)]
        if number:
            controls += len(found)
        else:
            concerned += [points.table.row_ids[row] for row in found]
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
