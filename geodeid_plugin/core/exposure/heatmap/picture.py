# SPDX-License-Identifier: GPL-2.0-or-later
"""The heat map in a picture: which legend, which part of the picture, and what its pixels tell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array
from ...base.errors import InputError, Phrase, UnjudgedError
from ...base.scientific import ndimage
from .legend import Legend, followed, found_legends, legend_of, read_values

RIVAL = 0.25
"""Share of the pixels that follow the best legend from which on another one may be meant as well."""
GROUND_SHARE = 0.3
"""Share of a picture that its page takes at least, to stand for nothing."""
LEAST_BLOT = 20
"""Pixels above the lowest values that a part of the map holds; a point leaves more."""
MARGIN = 1
"""Pixels beside the map and the legend that are left out: they are blended with frames."""
MOST_LEGENDS = 3
"""Legends of a picture by each of which it is read."""
LEAST_COLOURS = 3
"""Classes of a legend that is looked for: any two words in two colours look like a legend of two."""
LEAST_FOLLOWED = 0.003
"""Share of a picture that follows the colours of its legend, the most common one left out."""
SHADES = 64
"""Steps of a ramp below which a change is none."""
STEP = 0.25
"""Share of a legend's range that is a step from one pixel to the next."""
WIDEST_LINE = 5
"""Pixels of a line or a letter across which values go on."""
LOOKED_AT_PX = 500
"""About the size in which a picture is looked at for slow changes."""
SLOW = 16
"""Step of a channel from pixel to pixel that is slow, and side of the cubes in which colours are counted."""
LEAST_SLOW = 0.1
"""Share of pixels that change slowly: of drawings up to 0.07."""
LEAST_COLOUR = 40
"""How far the channels of their middle one are apart: greys are below."""
MOST_SHADES = 60
"""Cubes that hold 95 % of these colours: ramps take 11 to 53, photographs 90 and more."""


@dataclass(frozen=True)
class ColourMap:
    """What the colours of a heat map tell."""

    low: Array
    high: Array
    """Shape (h, w). Least and largest value of each pixel of the map; infinite where its colour is not in the
    legend."""
    left: int
    top: int
    """Where the map begins in the picture."""
    legend: Legend
    unknown: float
    """Share of the map's pixels whose colour is not in the legend."""
    told: bool = False
    """Whether the legend's values were told, not taken as equal steps."""
    bend: Phrase | None = None
    """What the steps of a ramp stand for, where it is not equal steps of the value."""


def read_picture_of(rgb: Array, text: str = "") -> ColourMap:
    """Colours of a picture back to values, by the legend that it shows or that is told.

    ``text`` is the legend as :func:`told` takes it; empty where it is looked for in the picture, with values
    in equal steps from 0.
    """
    return _read_by(rgb, _legend(rgb, legend_of(text) if text.strip() else ()), bool(text.strip()))


def heat_maps_in(rgb: Array) -> list[ColourMap]:
    """What a picture of which nothing is known may show as heat maps, by each legend that its colours follow.

    Whether they are sums of kernels, :func:`steps_share` and the islands of each have to tell. Those that
    most of the picture follows come first.
    """
    found = []
    for legend in found_legends(rgb)[:MOST_LEGENDS]:
        if len(legend.colours) < LEAST_COLOURS or followed(rgb, legend) < LEAST_FOLLOWED:
            continue
        try:
            found.append(_read_by(rgb, legend, False))
        except InputError:  # hardly any of its colours, or most of the highest: no heat map of points
            continue
    return found


def steps_share(colours: ColourMap) -> float:
    """Share of all changes from pixel to pixel that are steps: many where areas have one colour each.

    >>> values = np.repeat([0.0, 7.0, 2.0, 9.0], 9)[None].repeat(9, axis=0)
    >>> legend = Legend(np.zeros((10, 3)), np.arange(10.0), np.arange(1.0, 11.0), True)
    >>> steps_share(ColourMap(values, values + 1, 0, 0, legend, 0.0))
    1.0
    """
    legend, known = colours.legend, np.isfinite(colours.high)
    middle = np.where(known, (np.where(known, colours.low, 0) + np.where(known, colours.high, 0)) / 2, 0)
    span = legend.high[-1] - legend.low[0]
    step = span / (len(legend.colours) if legend.classed else SHADES)
    if legend.classed:  # blends at the edge of two areas look like the classes between them
        known = known & (ndimage.maximum_filter(middle, 3) - ndimage.minimum_filter(middle, 3) <= step / 2)
    if not known.any():
        return 1.0
    away, nearest = ndimage.distance_transform_edt(~known, return_indices=True)
    filled = np.where(away <= WIDEST_LINE, middle[tuple(nearest)], np.nan)
    changes = np.abs(np.concatenate([np.diff(filled, axis=axis).ravel() for axis in (0, 1)]))
    changes = changes[changes > step / 2]
    return float((changes > max(1.5 * step, STEP * span)).mean()) if len(changes) else 1.0


def shades_smoothly(rgb: Array) -> bool:
    """Whether much of a picture goes slowly over from colour to colour along one ramp, as heat maps do.

    Of a heat map without its legend nobody knows the values. Photographs go slowly from colour to colour,
    too, but not along one line; grey ones do, and are left out.

    Examples
    --------
    >>> ramp = np.linspace((255, 255, 204), (128, 0, 38), 200)[None].repeat(200, axis=0)
    >>> shades_smoothly(ramp.astype(np.uint8)), shades_smoothly(np.full((200, 200, 3), 90, np.uint8))
    (True, False)
    """
    step = max(1, round(max(rgb.shape[:2]) / LOOKED_AT_PX))
    few = rgb[::step, ::step].astype(int)
    change = np.abs(np.diff(few, axis=1)).max(axis=2)
    slow = (change > 0) & (change <= SLOW)
    shades = few[:, 1:][slow]
    if slow.mean() < LEAST_SLOW or np.median(np.ptp(shades, axis=1)) < LEAST_COLOUR:
        return False
    counts = np.sort(np.unique(shades // SLOW, axis=0, return_counts=True)[1])[::-1]
    return bool(np.searchsorted(np.cumsum(counts), 0.95 * counts.sum()) < MOST_SHADES)


def _read_by(rgb: Array, legend: Legend, given: bool) -> ColourMap:
    """Colours back to values by one legend."""
    values = read_values(rgb, legend, _ground(rgb))
    low, high = values.low, values.high
    if legend.box is not None:
        left, top, right, bottom = legend.box
        inside = slice(max(top - MARGIN, 0), bottom + MARGIN), slice(max(left - MARGIN, 0), right + MARGIN)
        low[inside], high[inside] = -np.inf, np.inf
    rows, columns = _map_of(low, high, legend)
    low, high = low[rows, columns], high[rows, columns]
    if np.median(low[np.isfinite(high)]) > (legend.low[0] + legend.high[-1]) / 2:
        raise InputError(
            "legend.colours.mostly_highest",
            "Most of the map has the colours of the legend's highest values, which no heat map of single "
            "points has. Check LEGEND: it goes from the lowest values to the highest.",
        )
    unknown = float(np.isinf(high).mean())
    return ColourMap(low, high, columns.start, rows.start, legend, unknown, given)


def _legend(rgb: Array, given: Legend | tuple[float, ...]) -> Legend:
    if isinstance(given, Legend):
        return given
    found = found_legends(rgb)
    if not found:
        raise UnjudgedError(
            "legend.picture.not_found",
            "No legend was found in the picture. Write its colours and values in LEGEND, such as "
            "“0 #ffffff; 12 #ff0000”.",
        )
    shares = [followed(rgb, one) for one in found]
    if len(found) > 1 and shares[1] > RIVAL * shares[0]:
        raise UnjudgedError(
            "legend.picture.several",
            "The picture shows {count} legends that its colours follow. Write the colours and values of the "
            "heat map's own in LEGEND, such as “0 #ffffff; 12 #ff0000”.",
            count=len(found),
        )
    return found[0].valued(given) if given else found[0]


def _ground(rgb: Array) -> Array | None:
    """The colour of most of a picture; None where none covers much of it."""
    packed = (rgb.astype(np.uint32) << np.array([16, 8, 0], np.uint32)).sum(axis=2, dtype=np.uint32)
    seen, counts = np.unique(packed, return_counts=True)
    most = int(seen[counts.argmax()])
    if counts.max() < GROUND_SHARE * packed.size:
        return None
    return np.array([most >> 16, (most >> 8) & 255, most & 255], float)


def _map_of(low: Array, high: Array, legend: Legend) -> tuple[slice, slice]:
    """Rows and columns of the map: what hangs together with values above the lowest ones."""
    risen = np.isfinite(high) & (low > legend.low[0] + 0.02 * (legend.high[-1] - legend.low[0]))
    parts, count = ndimage.label(np.isfinite(high))
    blots = np.bincount(parts[risen], minlength=count + 1)[1:]
    kept = [box for box, blot in zip(ndimage.find_objects(parts, count), blots) if blot >= LEAST_BLOT]
    if not kept:
        raise InputError(
            "legend.colours.absent", "Hardly a pixel of the picture has a colour of its legend. Check LEGEND."
        )
    rows, columns = (
        slice(min(box[axis].start for box in kept), max(box[axis].stop for box in kept)) for axis in (0, 1)
    )
    return rows, columns
