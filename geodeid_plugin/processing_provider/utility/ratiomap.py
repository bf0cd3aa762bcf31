# SPDX-License-Identifier: GPL-2.0-or-later
"""A map of ratios of observed to expected for the report."""

from __future__ import annotations

import numpy as np

from ...i18n import tr
from ...report import Figure
from ..clustering.clustermap import NO_DATA, draw_areas


def ratio_map(areas, ratio, sure, absent: str) -> Figure:
    """Draw where rates are high and low, as the styles of the layers do.

    Parameters
    ----------
    areas : AreaLayer
        The areas.
    ratio : ndarray, shape (n,)
        Observed over expected in each area; NaN where there is none.
    sure : ndarray of bool, shape (n,)
        Where chance hardly explains that the ratio is not 1.
    absent : str
        What the legend says of areas without a ratio.
    """
    known = np.isfinite(ratio)
    value = np.where(known, ratio, 1.0)
    classes = (
        (~known, NO_DATA, absent),
        ((value >= 1.5) & sure, "#d55e00", tr("1.5 times and more, clearly")),
        ((value >= 1.1) & sure, "#e69f00", tr("1.1 to 1.5 times, clearly")),
        (value >= 1.1, "#f6deb0", tr("Raised, but it may be chance")),
        ((value <= 0.9) & sure, "#0072b2", tr("0.9 times and less, clearly")),
        (value <= 0.9, "#c3dff1", tr("Lowered, but it may be chance")),
        (np.ones(len(value), dtype=bool), "#f5f5f5", tr("About the overall rate")),
    )
    fill = np.full(len(value), NO_DATA, dtype=object)
    for rule, shade, _words in reversed(classes):
        fill[rule] = shade
    legend = [(shade, words) for _rule, shade, words in classes if shade in fill]
    return Figure(draw_areas(areas, fill, tr("Map of the estimated ratios"), legend))
