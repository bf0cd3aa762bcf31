# SPDX-License-Identifier: GPL-2.0-or-later
"""A small map of clusters for the report."""

from __future__ import annotations

import numpy as np

from ...core.clustering.colouring import colour_clusters
from ...i18n import tr
from .common import PALETTE

SHADES = ("#66a5cf", "#e8a26a", "#7cc4a4", "#d9a1c0", "#ecd07c", "#a3d4ee", "#b5a9d8")
"""Lighter forms of the charts' colours: a filled map in full strength is hard to read."""
_UNRESOLVED = "#c9ccd0"
_SIZE, _MARGIN = 420, 6
_MOST_VERTICES = 60_000


def draw_map(clustered) -> str:
    """Draw the areas in the colours of their clusters as an ``svg`` element."""
    areas = clustered.layer.areas
    colour = colour_clusters(clustered.result.cluster, clustered.pairs, PALETTE)
    fill = [SHADES[shade % len(SHADES)] if shade >= 0 else _UNRESOLVED for shade in colour]
    place, height = _placer(areas.lon_deg, areas.lat_deg, clustered.layer.polygons)
    polygons = clustered.layer.polygons
    body = _dots(areas, fill, place) if polygons is None else _shapes(polygons, fill, place)
    title = tr("Map of the clusters")
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {_SIZE} {height}' width='{_SIZE}' "
        f"height='{height}' role='img'><title>{title}</title>{body}</svg>"
    )


def _placer(lon_deg, lat_deg, polygons):
    """From degrees to pixels on a plain cylindrical map, centred so that the date line does not cut it."""
    lons, lats = (lon_deg, lat_deg) if polygons is None else (polygons.lon_deg, polygons.lat_deg)
    angles = np.radians(lon_deg)
    middle = np.degrees(np.arctan2(np.sin(angles).mean(), np.cos(angles).mean()))
    squeeze = max(np.cos(np.radians(np.mean(lat_deg))), 0.05)

    def flat(lon, lat):
        return ((lon - middle + 180) % 360 - 180) * squeeze, lat

    x, y = flat(lons, lats)
    scale = (_SIZE - 2 * _MARGIN) / max(np.ptp(x), np.ptp(y), 1e-9)
    height = int(np.ptp(y) * scale) + 2 * _MARGIN

    def place(lon, lat):
        px, py = flat(np.asarray(lon), np.asarray(lat))
        return _MARGIN + (px - x.min()) * scale, _MARGIN + (y.max() - py) * scale

    return place, height


def _dots(areas, fill, place) -> str:
    x, y = place(areas.lon_deg, areas.lat_deg)
    seen, parts = set(), []
    for a, b, shade in zip(np.round(x), np.round(y), fill):
        if (a, b) not in seen:
            seen.add((a, b))
            parts.append(f"<circle cx='{a:.0f}' cy='{b:.0f}' r='1' fill='{shade}'/>")
    return "".join(parts)


def _shapes(polygons, fill, place) -> str:
    """Rings thinned to what a picture of this size can show."""
    x, y = place(polygons.lon_deg, polygons.lat_deg)
    step = 1.0 if len(x) > _MOST_VERTICES else 0.5
    cell_x, cell_y = np.round(x / step), np.round(y / step)
    parts = []
    for ring, area in enumerate(polygons.ring_area):
        if polygons.ring_is_hole[ring]:
            continue
        span = slice(polygons.ring_start[ring], polygons.ring_start[ring + 1])
        a, b = cell_x[span], cell_y[span]
        fresh = np.r_[True, (np.diff(a) != 0) | (np.diff(b) != 0)]
        points = " ".join(f"{p * step:g},{q * step:g}" for p, q in zip(a[fresh], b[fresh]))
        parts.append(
            f"<polygon points='{points}' fill='{fill[area]}' stroke='{fill[area]}' stroke-width='.4'/>"
        )
    return "".join(parts)
