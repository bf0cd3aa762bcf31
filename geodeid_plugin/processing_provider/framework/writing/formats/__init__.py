# SPDX-License-Identifier: GPL-2.0-or-later
"""A layer in the format of its destination: in memory, or part by part on the disk; then read back."""

from .....host.compat import NO_GEOMETRY
from ..destinations import driver_of
from .comparing import compare, read_back
from .layers import files_beside, fit_to_format, numbers_rows, write
from .rows import Columns, Rows, Taken, batches, rows_of
from .streaming import PART_ROWS, can_grow, grow

__all__ = [
    "NO_GEOMETRY",
    "PART_ROWS",
    "Columns",
    "Rows",
    "Taken",
    "batches",
    "can_grow",
    "compare",
    "driver_of",
    "files_beside",
    "fit_to_format",
    "grow",
    "numbers_rows",
    "read_back",
    "rows_of",
    "write",
]
