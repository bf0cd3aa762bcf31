# SPDX-License-Identifier: GPL-2.0-or-later
"""A map of ratios of observed to expected for the report, with the classes of the layer's style."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...i18n import tr
from ...report import Figure
from ..clustering.clustermap import NO_DATA, draw_areas

ORANGE, AMBER, PALE_AMBER, BLUE, PALE_BLUE, GREY = (
    "#d55e00", "#e69f00", "#f6dda5", "#0072b2", "#afdcf5", "#f5f5f5",
)  # fmt: skip
"""Colours of ratios, as scripts/make_styles has them: orange for high ones, pale where chance may do it."""


def ratio_map(areas, classes: Sequence[tuple[np.ndarray, str, str]]) -> Figure:
    """Draw where rates are high and low.

    ``classes`` are which areas each holds, its colour, and what the legend says. The first that holds an area
    draws it.
    """
    held = np.array([rule for rule, _shade, _words in classes])
    first = held.argmax(axis=0)
    shades = np.array([shade for _rule, shade, _words in classes], dtype=object)
    fill = np.where(held.any(axis=0), shades[first], NO_DATA)
    used = set(first[held.any(axis=0)].tolist())
    legend = [(shade, words) for at, (_rule, shade, words) in enumerate(classes) if at in used]
    return Figure(draw_areas(areas, fill, tr("Map of the estimated ratios"), legend))
