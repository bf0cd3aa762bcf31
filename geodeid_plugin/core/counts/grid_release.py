# SPDX-License-Identifier: GPL-2.0-or-later
"""Counts of points by the cells of a grid that are to be published: protected, then audited."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from .audit import Published, audit_sums, refuse_exposed
from .intervals import UNLIMITED, Ranges
from .protection.keyed import KeyedDraws
from .protection.suppress import Rule, Sums, suppress
from .together.grids import GridCounts

if TYPE_CHECKING:
    from ..base.arrays import Array, Bools, Ints
    from .gridding import Cells, Grid
    from .release import Protection


@dataclass(frozen=True)
class ProtectedGrid:
    """Counts by the cells that hold a record, an entry each."""

    grid: Grid
    """The grid."""
    cells: Cells
    """Its cells with their true counts."""
    printed: Ints
    """What is printed of each; -1 where a count is withheld."""
    ranges: Ranges
    """What an outsider can compute of each."""
    bounds: GridCounts
    """The same table as releases are compared: each count with what is printed of it by itself."""

    @property
    def counts(self) -> Array:
        """True counts."""
        return self.cells.count

    @property
    def hidden(self) -> Bools:
        """Cells whose count is withheld."""
        return self.printed < 0


def protect_grid(
    grid: Grid,
    cells: Cells,
    protection: Protection,
    withheld_before: Callable[[GridCounts], Bools | None],
) -> ProtectedGrid:
    """Withhold small counts, and further ones, so that the total of all tells none of them.

    Parameters
    ----------
    grid : Grid
        The grid.
    cells : Cells
        Its cells that hold a record: the others are known to be empty.
    protection : Protection
        Smallest count shown, values of a withheld one, and the key.
    withheld_before : callable
        Which of these cells an earlier release withheld, shape (c,); None for no release.

    Raises
    ------
    InfeasibleError
        If nothing that could be withheld protects the small counts.
    AuditError
        If the audit finds a count that keeps fewer values than promised.
    """
    n, total = len(cells.count), int(cells.count.sum())
    least, ceiling = grid.fewest(cells), np.full(n, UNLIMITED)
    shown = GridCounts(
        shape=grid.shape,
        size_m=grid.size_m,
        level=cells.level,
        column=cells.column,
        row=cells.row,
        counts=cells.count,
        withheld=np.zeros(n, dtype=bool),
        low=cells.count,
        high=cells.count,
    )
    unit = np.zeros(n, dtype=np.int64)
    table = Sums(cells.count, ceiling, list(cells.codes), unit, [""], None, withheld_before(shown), least)
    # Cells without a record are not listed, so that no zero can be withheld beside the small counts.
    rule = Rule(protection.smallest, protection.values, unit_chance=0.0)
    mask = suppress(table, rule, KeyedDraws(protection.key, "release of a grid"))
    printed = np.where(mask.hidden, -1, cells.count)
    doubtful = mask.hidden & (least < protection.smallest)
    if doubtful.sum() == 1:  # something is withheld, so that a count is small: it can only be this one
        ceiling[doubtful] = protection.smallest - 1
    known = np.array([-1 if mask.total[0] else total])
    ranges = audit_sums(Published(printed, ceiling, unit, known, total, mask.zeros, floor=least))
    refuse_exposed(ranges, mask.hidden, protection.values)
    bounds = replace(
        shown,
        withheld=mask.hidden,
        low=np.where(mask.hidden, least, cells.count),
        high=np.where(mask.hidden, ceiling, cells.count),
    )
    return ProtectedGrid(grid, cells, printed, ranges, bounds)
