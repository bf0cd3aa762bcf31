# SPDX-License-Identifier: GPL-2.0-or-later
"""Names for arrays by what they hold; the shape stands in the docstring of what takes or gives them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
"""Numbers, such as degrees or metres."""
Ints = NDArray[np.integer[Any]]
"""Whole numbers: counts, rows, codes."""
Bools = NDArray[np.bool_]
"""Masks."""
Objects = NDArray[np.object_]
"""Identifiers and names, one Python object each."""
Array = NDArray[Any]
"""Any of them."""
