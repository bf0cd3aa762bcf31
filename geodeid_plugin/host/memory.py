# SPDX-License-Identifier: GPL-2.0-or-later
"""What the C library keeps of memory that nobody uses any more."""

from __future__ import annotations

import ctypes
import sys


def give_back() -> None:
    """Hand free memory back to the system.

    glibc keeps freed arrays of up to 32 MB for itself: after the clustering of a million areas nearly half of
    what the process held was free, and writing came on top. Elsewhere nothing is done.
    """
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(ctypes.c_size_t(0))
