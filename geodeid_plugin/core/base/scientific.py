# SPDX-License-Identifier: GPL-2.0-or-later
"""The parts of SciPy, each loaded when something of it is first used.

So the plugin loads, and says what is missing, where there is no SciPy or one that was made for another NumPy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = (
    "csgraph", "fft", "linalg", "ndimage", "optimize", "sparse", "spatial", "special", "stats",
)  # fmt: skip


class _Late:
    """A module that is loaded by its first use."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)


if TYPE_CHECKING:
    from scipy import fft, linalg, ndimage, optimize, sparse, spatial, special, stats
    from scipy.sparse import csgraph
else:
    csgraph, fft, linalg = _Late("scipy.sparse.csgraph"), _Late("scipy.fft"), _Late("scipy.linalg")
    ndimage, optimize = _Late("scipy.ndimage"), _Late("scipy.optimize")
    sparse, spatial = _Late("scipy.sparse"), _Late("scipy.spatial")
    special, stats = _Late("scipy.special"), _Late("scipy.stats")
