# SPDX-License-Identifier: GPL-2.0-or-later
"""A layer in the format of its destination, written and read back."""

from .....host.compat import NO_GEOMETRY
from ..destinations import driver_of
from .comparing import compare, read_back
from .layers import files_beside, fit_to_format, numbers_rows, write
from .rows import PART_ROWS, Columns, Rows, Taken, batches, rows_of

__all__ = [
    "NO_GEOMETRY",
    "PART_ROWS",
    "Columns",
    "Rows",
    "Taken",
    "batches",
    "compare",
    "driver_of",
    "files_beside",
    "fit_to_format",
    "numbers_rows",
    "read_back",
    "rows_of",
    "write",
]
