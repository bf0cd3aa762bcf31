# SPDX-License-Identifier: GPL-2.0-or-later
"""Map and table of released counts: suppressed, zero and no data look different."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...i18n import tr
from ...report import SUPPRESSED, Figure, Section, Table
from ...report.numbers import count
from .clustermap import HELD_BACK, NO_DATA, draw_areas

_BLUES = ("#cfe3f2", "#8dbfe0", "#3f8cc3", "#0b5c8a")
"""From few records to many; dark enough apart for grey paper."""
_WHITE = "#ffffff"
_MOST_ROWS = 40


@dataclass(frozen=True)
class Cells:
    """Released counts, shapes (c,): people and records of each cluster, and whether its count is shown."""

    people: np.ndarray
    counts: np.ndarray
    shown: np.ndarray


def section(zones, cells: Cells) -> Section:
    """What was released and what was not, for both forms: neither shows more than the layer does."""
    rows = tuple(
        (code, count(people), count(number) if shown else SUPPRESSED)
        for code, people, number, shown in zip(zones.codes, cells.people, cells.counts, cells.shown)
    )
    blocks = [
        Figure(_map(zones, cells), tr("Records of each cluster.")),
        Table((tr("Cluster of areas"), tr("People"), tr("Records")), rows[:_MOST_ROWS]),
    ]
    if len(rows) > _MOST_ROWS:
        blocks.append(tr("And {count} more.").format(count=count(len(rows) - _MOST_ROWS)))
    return Section(tr("Counts that were released"), tuple(blocks))


def _map(zones, cells: Cells) -> str:
    low, high, shades = _classes(cells.counts[cells.shown & (cells.counts > 0)])
    fills = np.full(len(cells.counts), HELD_BACK, dtype=object)
    for at in np.flatnonzero(cells.shown):
        number = cells.counts[at]
        fills[at] = shades[np.searchsorted(low, number, side="right") - 1] if number else _WHITE
    legend = [(_WHITE, tr("0: no record"))] if (cells.counts[cells.shown] == 0).any() else []
    for least, most, shade in zip(low, high, shades):
        legend.append((shade, count(least) if least == most else f"{count(least)}–{count(most)}"))
    if not cells.shown.all():
        legend.append((HELD_BACK, tr("suppressed to protect people; not 0")))
    if (zones.cluster < 0).any():
        legend.append((NO_DATA, tr("no data: in no cluster, not released")))
    fill = [fills[cluster] if cluster >= 0 else NO_DATA for cluster in zones.cluster]
    return draw_areas(zones.layer, fill, tr("Map of the released counts"), legend)


def _classes(counts) -> tuple:
    """Smallest and largest count and shade of up to four classes with about as many clusters each."""
    if not len(counts):
        return (), (), ()
    shares = np.arange(len(_BLUES)) / len(_BLUES)
    low = np.unique(np.quantile(counts, shares, method="higher"))
    step = np.searchsorted(low, counts, side="right") - 1
    high = [counts[step == at].max() for at in range(len(low))]
    return low, high, _BLUES[len(_BLUES) - len(low) :]
