# SPDX-License-Identifier: GPL-2.0-or-later
"""How the markers were drawn, which decides how exactly they can be located.

Programs that paste a cached marker at whole pixels (QGIS without data-defined properties,
matplotlib) leave every dot at one phase of the pixel grid: the position inside the pixel is gone,
whatever the method, and the fitted position is best rounded to that phase. Antialiased markers keep
the position in their rim; markers without antialiasing keep only the pattern of whole pixels.

Constants that name no source were set together on ``scripts/bench/mapimage_dots``, the effect of each alone
not measured.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....base.arrays import Floats

SNAPPED, ANTIALIASED, ALIASED, VECTOR = "snapped", "antialiased", "aliased", "vector"
CONCENTRATION = 0.6
"""Mean resultant length of the phases, 0 (any) to 1 (one phase), from which markers are pasted at whole
pixels."""
SNAPPED_ERROR_PX = 1 / np.sqrt(12)
"""Standard deviation of a place uniform in a pixel."""
ALIASED_SHARE = 0.5
"""Share of rim pixels, expected to be half covered, that must be full or empty."""
ERROR_FLOOR_PX = 0.02
"""No position is better: the best maps of scripts/bench/mapimage_dots have a root mean square error of 0.02
to 0.03 px."""
ERROR_FACTOR = {ANTIALIASED: 1.1, ALIASED: 2.4}
"""Measured ratio of true to formal errors: neighbouring pixels of a JPEG or a hard rim err together."""


@dataclass(frozen=True)
class Phase:
    """Common phase of fitted positions in the pixel grid, and whether they were snapped to it."""

    x_px: float
    y_px: float
    snapped: bool


def phase_of(x_px: Floats, y_px: Floats) -> Phase:
    """Test whether positions share one phase of the pixel grid.

    The mean resultant length of the phases must exceed ``CONCENTRATION`` on both axes, and more for
    few dots, where phases agree by chance (Rayleigh's test at about 1 in 20 000 for each axis).
    """
    if len(x_px) == 0:
        return Phase(0.0, 0.0, False)
    mean_x = np.exp(2j * np.pi * np.asarray(x_px)).mean()
    mean_y = np.exp(2j * np.pi * np.asarray(y_px)).mean()
    floor = max(CONCENTRATION, np.sqrt(10 / len(x_px)))
    snapped = bool(abs(mean_x) > floor and abs(mean_y) > floor)
    return Phase(
        float(np.angle(mean_x) / (2 * np.pi)),
        float(np.angle(mean_y) / (2 * np.pi)),
        snapped,
    )


def rounded_to(phase: Phase, x_px: Floats, y_px: Floats) -> tuple[Floats, Floats]:
    """Positions moved to the nearest place of the common phase."""
    return np.round(x_px - phase.x_px) + phase.x_px, np.round(y_px - phase.y_px) + phase.y_px


def is_aliased(rim_share: Floats) -> bool:
    """Whether markers have a hard rim.

    ``rim_share``: (n,), observed coverage of pixels that the template expects to be covered by a third to two
    thirds.
    """
    if len(rim_share) == 0:
        return False
    return bool(((rim_share < 0.2) | (rim_share > 0.8)).mean() > ALIASED_SHARE)


def honest_error(formal_error_px: Floats, regime: str) -> Floats:
    """Standard error of a position on each axis, from that of the fit."""
    if regime == SNAPPED:
        return np.maximum(formal_error_px, SNAPPED_ERROR_PX)
    return np.hypot(ERROR_FACTOR[regime] * formal_error_px, ERROR_FLOOR_PX)
