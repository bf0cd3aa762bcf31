# SPDX-License-Identifier: GPL-2.0-or-later
"""Symbols with a strong rim and a pale fill, as Leaflet's circle markers: what rims enclose is theirs.

By its colour the fill is no ink, so each symbol looks like a ring, and the smallest, whose rims leave hardly
any fill, like dots of a size of their own. What a rim encloses is taken for ink where its colour is that of
the rim thinned by the ground; the symbols are discs then, as solid ones are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..ink.classify import ColourClasses

if TYPE_CHECKING:
    from ....base.arrays import Array, Bools, Floats, Ints

PALEST, STRONGEST = 0.06, 0.6
"""Share of the rim's colour in a fill: below, it is the ground; above, ink by itself, as that of
see-through discs with a rim of their own ink (0.67). The palest usual is 0.2, Leaflet's."""
OFF_LINE = 0.15
"""How far a fill's colour may lie off the line from ground to rim, as a share of its length; chosen: half of
what the rim's own pixels are allowed."""
LARGEST_PX = 60.0
"""Largest radius of a fill, as of a disc: wider ones are areas."""


def pale_fills(rgb: Ints, found: ColourClasses, colour_class: int, ink: Bools) -> Bools:
    """Pixels that ink encloses and that show its colour thinned, (h, w) bool.

    Parameters
    ----------
    rgb : ndarray of uint8, shape (h, w, 3)
    colour_class : int
        The class of the rims.
    ink : ndarray of bool, shape (h, w)
        Pixels of the rims.
    """
    from scipy import ndimage

    labels, count = ndimage.label(~ink)
    area = np.bincount(labels.ravel(), minlength=count + 1)[1:]
    edge = np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
    inside = area <= np.pi * LARGEST_PX**2
    inside[edge[edge > 0] - 1] = False
    pale = np.zeros(count + 1, bool)
    boxes = ndimage.find_objects(labels)
    for number in np.flatnonzero(inside).tolist():
        own = labels[boxes[number]] == number + 1
        colour = np.median(rgb[boxes[number]][own], axis=0)
        share, off = _thinned(colour, found, colour_class)
        pale[number + 1] = PALEST <= float(share) <= STRONGEST and float(off) <= OFF_LINE
    fills: Bools = pale[labels]
    return fills


def rim_width(rgb: Ints, found: ColourClasses, colour_class: int, fills: Bools, discs: Floats) -> float:
    """Width of the rims of discs with a pale fill, the median; 0 where fewer than half have one.

    A disc of radius R that holds the ink S, its fill being of share p, has a fill of the radius r with
    π r² (1 - p) = π R² - S.

    Parameters
    ----------
    rgb, found, colour_class, fills
        As for :func:`pale_fills`, and what it found.
    discs : ndarray, shape (n, 3)
        Middles and radii.
    """
    width = []
    for x, y, radius in discs.tolist():
        reach = int(np.ceil(radius)) + 2
        window = (
            slice(max(int(y) - reach, 0), int(y) + reach + 1),
            slice(max(int(x) - reach, 0), int(x) + reach + 1),
        )
        high, wide = np.ogrid[window[0].start : window[0].stop, window[1].start : window[1].stop]
        part = rgb[window]
        away = np.hypot(wide + 0.5 - x, high + 0.5 - y)[: part.shape[0], : part.shape[1]]
        own = fills[window] & (away < radius)
        if not own.any():
            continue
        share = np.clip(_thinned(part, found, colour_class)[0], 0.0, 1.0)
        pale = float(np.median(share[own & (away <= np.quantile(away[own], 0.5))]))
        open_px = np.pi * radius**2 - float(share[away <= radius + 1].sum())
        width.append(radius - np.sqrt(max(open_px, 0.0) / (np.pi * max(1 - pale, 0.1))))
    return float(np.median(width)) if 2 * len(width) >= max(len(discs), 1) else 0.0


def _thinned(colours: Array, found: ColourClasses, colour_class: int) -> tuple[Array, Array]:
    """Share of the ink in colours, and how far they lie off the line from ground to ink, over its length."""
    ground = found.centre_rgb[0]
    line = found.centre_rgb[colour_class] - ground
    length = max(float(line @ line), 1e-9)
    from_ground = np.asarray(colours, float) - ground
    share = from_ground @ line / length
    off = np.sqrt(((from_ground - share[..., None] * line) ** 2).sum(axis=-1) / length)
    return share, off
