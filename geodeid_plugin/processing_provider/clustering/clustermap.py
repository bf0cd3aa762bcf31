# SPDX-License-Identifier: GPL-2.0-or-later
"""A small map of clusters for the report."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from ...core.clustering.graph import colour_clusters
from ...i18n import tr
from .clusterinput import PALETTE

SHADES = ("#66a5cf", "#e8a26a", "#7cc4a4", "#d9a1c0", "#ecd07c", "#a3d4ee", "#b5a9d8")
"""Lighter forms of the charts' colours: a filled map in full strength is hard to read."""
HELD_BACK, NO_DATA = "url(#held-back)", "url(#no-data)"
"""Fills for what is suppressed and for what is not there: neither looks like zero, on grey paper too."""
_PATTERNS = (
    "<defs><pattern id='held-back' width='5' height='5' patternUnits='userSpaceOnUse' "
    "patternTransform='rotate(45)'><rect width='5' height='5' fill='#f1f2f3'/>"
    "<rect width='1.4' height='5' fill='#767f88'/></pattern>"
    "<pattern id='no-data' width='6' height='6' patternUnits='userSpaceOnUse'>"
    "<rect width='6' height='6' fill='#fff'/><circle cx='3' cy='3' r='1.2' fill='#767f88'/></pattern></defs>"
)
_GREY, _WHITE = "#767f88", "#ffffff"
_SIZE, _MARGIN, _LINE = 420, 6, 20
"""Pixels of the map in the report."""
_GROUND, _DOT = "#e6e9ec", "#0b5c94"
"""Colours of the region and of the points of small maps."""
_LETTER_WIDE = 0.68
"""Width of a bold letter as a share of its size, on average: DejaVu Sans."""
_SMALL_COLUMNS, _GAP, _LETTERS = 4, 28, 34
"""Small maps in a row, and pixels between them and for a line of words, before they are halved."""
_LETTERS_HIGH = 0.75 * _LETTERS
"""Height of the letters of such a line."""
_NAME_PX = 8
"""Height of the letters of a name on a map."""
_MOST_VERTICES = 60_000
"""Beyond, the map is drawn to whole pixels: a report stays below some megabytes."""
_MOST_SHAPES = 50_000
"""Beyond, areas of two pixels are dots: 5 MB, whatever their number."""
_CROWDED, _WORTH, _STARTS = 40, 3, 200
"""Clusters from which on a map may be too dense to read; how many times larger an inset must show them;
and clusters whose surroundings are tried as the densest, so that a country takes no minutes."""


def draw_map(clustered) -> str:
    """Draw the areas in the colours of their clusters as an ``svg`` element."""
    colour = colour_clusters(clustered.result.cluster, clustered.problem.pairs, PALETTE)
    fill = [SHADES[shade % len(SHADES)] if shade >= 0 else HELD_BACK for shade in colour]
    return draw_areas(clustered.problem.layer, fill, tr("Map of the zones"))


def draw_areas(layer, fill, title: str, legend=(), only=None, group=None, names=()) -> str:
    """Draw areas as an ``svg`` element.

    ``only`` are those that are drawn, as large as fits. A line is drawn where two clusters, ``group``, meet,
    whatever their colours; ``names`` is what tables call each, and stands in its middle where it covers no
    other. ``legend`` has pairs of fill and text; ``title`` is for readers who cannot see the map.
    """
    polygons = layer.polygons
    only = np.ones(len(layer.areas.ids), dtype=bool) if only is None else only
    body, place, height = _placed(layer, fill, only)
    if group is not None and polygons is not None:
        body += _borders(polygons, group, place, only)
    if len(names):
        body += _named(layer.areas, np.asarray(group), names, place, only)
    return _framed(body, height, title, legend)


@dataclass(frozen=True)
class SmallMap:
    """One of several maps of the same region: its points, and what stands below them."""

    name: str
    lon_deg: np.ndarray
    lat_deg: np.ndarray
    lines: tuple[str, ...]
    colour: str
    """Of its frame."""
    chosen: bool = False
    """Whether its frame is drawn thick."""


def draw_small_maps(layer, maps: Sequence[SmallMap], title: str, note: str) -> str:
    """Draw maps of points side by side as an ``svg`` element, all to one scale.

    No layer draws no region below the points; ``note`` stands below all of them.
    """
    if layer is None:
        lon, lat = (np.concatenate([getattr(one, name) for one in maps]) for name in ("lon_deg", "lat_deg"))
        place, height = _placer(lon, lat, None, np.ones(len(lon), dtype=bool))
        body, east = "", place(lon, lat)[0]
    else:
        everywhere = np.ones(len(layer.areas.ids), dtype=bool)
        body, place, height = _placed(layer, [_GROUND] * len(everywhere), everywhere)
        drawn = layer.areas if layer.polygons is None else layer.polygons
        east = place(drawn.lon_deg, drawn.lat_deg)[0]
    size = max(int(east.max()) + _MARGIN, _SIZE // 2), height
    columns = min(len(maps), _SMALL_COLUMNS)
    across, down = size[0] + _GAP, height + _GAP + _LETTERS * (1 + max(len(one.lines) for one in maps))
    parts = [f"<symbol id='ground' viewBox='0 0 {size[0]} {height}'>{body}</symbol>"]
    for at, one in enumerate(maps):
        left, top = _GAP / 2 + across * (at % columns), _GAP / 2 + down * (at // columns)
        parts.append(f"<g transform='translate({left:g},{top:g})'>{_small_map(one, place, size)}</g>")
    width, whole = across * columns, down * -(-len(maps) // columns)
    for line in textwrap.wrap(note, int((width - _GAP) / (_LETTERS_HIGH * _LETTER_WIDE))):
        parts.append(f"<g transform='translate({_GAP / 2:g},{whole:g})'>{_line(0, 0, line)}</g>")
        whole += _LETTERS
    whole += _GAP / 2
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
        f"viewBox='0 0 {width:g} {whole:g}' width='{width // 2:g}' height='{whole // 2:g}' "
        f"class='map small' role='img'><title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def _line(row: int, top: float, text: str, weight: str = "normal", width: float = np.inf) -> str:
    """A line of words below a small map, in smaller letters where it would be wider."""
    size = min(_LETTERS_HIGH, (width - 2 * _MARGIN) / (_LETTER_WIDE * max(len(text), 1)))
    return (
        f"<text x='{_MARGIN}' y='{top + _LETTERS * (row + 0.9):g}' font-size='{size:.4g}' "
        f"fill='#1c2733' font-weight='{weight}' font-family='DejaVu Sans, Arial, sans-serif'>"
        f"{escape(text)}</text>"
    )


def _small_map(one: SmallMap, place, size: tuple[int, int]) -> str:
    width, height = size
    x, y = (np.round(value) for value in place(one.lon_deg, one.lat_deg))
    inside = (x >= 0) & (x <= width) & (y >= 0) & (y <= height)
    places = np.unique(np.column_stack([x, y])[inside], axis=0)
    dots = "".join(f"M{a:g},{b:g}h0.01" for a, b in places)
    thick = 7 if one.chosen else 2
    words = "".join(_line(row, height, text, width=width) for row, text in enumerate(one.lines, 1))
    return (
        f"<use xlink:href='#ground' width='{width}' height='{height}'/>"
        f"<path d='{dots}' stroke='{_DOT}' stroke-width='7' stroke-linecap='round'/>"
        f"<rect width='{width}' height='{height}' fill='none' stroke='{one.colour}' stroke-width='{thick}'/>"
        f"{_line(0, height, one.name, 'bold', width)}{words}"
    )


def draw_cells(corners, fill, title: str, legend) -> str:
    """Draw cells of a plane as an ``svg`` element.

    Corners are in metres; the rest as in :func:`draw_areas`.
    """
    every = np.concatenate(corners)
    west, north = every[:, 0].min(), every[:, 1].max()
    scale = (_SIZE - 2 * _MARGIN) / max(np.ptp(every, axis=0).max(), 1e-9)
    body = ""
    for ring, shade in zip(corners, fill):
        placed = _MARGIN + scale * (np.asarray(ring) - [west, north]) * [1, -1]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
        body += f"<polygon points='{points}' fill='{shade}' stroke='{_edge(shade)}'/>"
    return _framed(body, int(np.ptp(every[:, 1]) * scale) + 2 * _MARGIN, title, legend)


def _framed(body: str, height: int, title: str, legend) -> str:
    """The drawn map with its legend below."""
    for row, (shade, text) in enumerate(legend):
        top = height + _LINE * row
        body += (
            f"<rect x='{_MARGIN}' y='{top + 4}' width='22' height='13' fill='{shade}' stroke='{_GREY}'/>"
            f"<text x='{_MARGIN + 30}' y='{top + 15}' font-size='12' fill='#1c2733' "
            f"font-family='DejaVu Sans, Arial, sans-serif'>{escape(text)}</text>"
        )
    height += _LINE * len(legend) + (_MARGIN if legend else 0)
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {_SIZE} {height}' width='{_SIZE}' "
        f"height='{height}' class='map' role='img'><title>{escape(title)}</title>{_PATTERNS}{body}</svg>"
    )


def dense_part(layer, cluster) -> np.ndarray | None:
    """Areas of the half of the clusters that lies closest together; None where one map shows all well.

    ``cluster`` is negative where an area is in none.
    """
    inside = np.flatnonzero(cluster >= 0)
    used, label = np.unique(cluster[inside], return_inverse=True)
    if len(used) < _CROWDED:
        return None
    places = np.stack([layer.areas.lon_deg, layer.areas.lat_deg], axis=1)[inside]
    places = (places - places[0] + 180) % 360 - 180
    places[:, 0] *= max(np.cos(np.radians(layer.areas.lat_deg.mean())), 0.05)
    size = np.bincount(label)
    middle = np.stack([np.bincount(label, column) / size for column in places.T], axis=1)
    half, least, close = len(used) // 2, np.inf, np.ones(len(used), dtype=bool)
    for start in range(0, len(used), max(1, len(used) // _STARTS)):
        away = np.abs(middle - middle[start]).max(axis=1)
        reach = np.partition(away, half)[half]
        if reach < least:
            least, close = reach, away <= reach
    near = close[label]
    whole, part = np.ptp(places, axis=0).max(), np.ptp(places[near], axis=0).max()
    if part * _WORTH > whole:
        return None
    only = np.zeros(len(cluster), dtype=bool)
    only[inside[near]] = True
    return only


def _placer(lon_deg, lat_deg, polygons, only):
    """From degrees to pixels on a plain cylindrical map, centred so that the date line does not cut it."""
    if polygons is None:
        lons, lats = lon_deg[only], lat_deg[only]
    else:
        drawn = only[polygons.vertex_area]
        lons, lats = polygons.lon_deg[drawn], polygons.lat_deg[drawn]
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


def _placed(layer, fill, only) -> tuple:
    """The areas as elements of a picture, what takes degrees to its pixels, and its height."""
    areas, polygons = layer.areas, layer.polygons
    place, height = _placer(areas.lon_deg, areas.lat_deg, polygons, only)
    body = _dots(areas, fill, place, only) if polygons is None else _shapes(polygons, fill, place, only)
    return body, place, height


def _dots(areas, fill, place, only) -> str:
    x, y = place(areas.lon_deg[only], areas.lat_deg[only])
    seen, parts = set(), []
    for a, b, shade in zip(np.round(x), np.round(y), np.array(fill, dtype=object)[only]):
        if (a, b) not in seen:
            seen.add((a, b))
            parts.append(f"<circle cx='{a:.0f}' cy='{b:.0f}' r='1' fill='{_plain(shade)}'/>")
    return "".join(parts)


def _named(areas, group, names, place, only) -> str:
    """Names of clusters on the area nearest to the middle of each; of two that would touch the larger's."""
    x, y = place(areas.lon_deg, areas.lat_deg)
    size = np.bincount(group[(group >= 0) & only], minlength=len(names))
    taken: list[tuple[float, float, float]] = []
    parts = []
    for code in np.argsort(-size, kind="stable"):
        rows = np.flatnonzero((group == code) & only)
        if not len(rows):
            continue
        nearest = rows[np.hypot(x[rows] - x[rows].mean(), y[rows] - y[rows].mean()).argmin()]
        a, b, half = float(x[nearest]), float(y[nearest]), _NAME_PX * 0.33 * len(names[code]) + 1
        if any(abs(a - p) < half + q and abs(b - r) < _NAME_PX for p, r, q in taken):
            continue
        taken.append((a, b, half))
        foot = b + _NAME_PX * 0.35
        parts.append(f"<text x='{a:.1f}' y='{foot:.1f}' text-anchor='middle'>{escape(names[code])}</text>")
    return (
        f"<g font-size='{_NAME_PX}' fill='#1c2733' stroke='#ffffff' stroke-width='2' paint-order='stroke' "
        f"font-family='DejaVu Sans, Arial, sans-serif'>{''.join(parts)}</g>"
    )


def _cells(polygons, place) -> tuple:
    """Vertices as cells of a picture of this size, and the size of a cell."""
    x, y = place(polygons.lon_deg, polygons.lat_deg)
    step = 1.0 if len(x) > _MOST_VERTICES else 0.5
    return np.round(x / step), np.round(y / step), step


def _borders(polygons, group, place, only) -> str:
    """The sides that areas of two groups share, as the picture shows them."""
    cell_x, cell_y, step = _cells(polygons, place)
    inside = np.ones(len(cell_x), dtype=bool)
    inside[polygons.ring_start[1:] - 1] = False  # no side leads from a ring to the next
    first = np.flatnonzero(inside & only[polygons.vertex_area])
    ends = np.stack([cell_x[first], cell_y[first], cell_x[first + 1], cell_y[first + 1]], axis=1)
    turned = (ends[:, 0] > ends[:, 2]) | ((ends[:, 0] == ends[:, 2]) & (ends[:, 1] > ends[:, 3]))
    ends[turned] = ends[turned][:, [2, 3, 0, 1]]
    sides = np.concatenate([ends, np.asarray(group)[polygons.vertex_area[first]][:, None]], axis=1)
    sides = np.unique(sides[(ends[:, :2] != ends[:, 2:]).any(axis=1)], axis=0)
    shared = np.flatnonzero((sides[1:, :4] == sides[:-1, :4]).all(axis=1))
    lines = np.unique(sides[shared, :4], axis=0) * step
    path = "".join(f"M{a:g},{b:g}L{c:g},{d:g}" for a, b, c, d in lines)
    return f"<path d='{path}' fill='none' stroke='{_GREY}' stroke-width='.6'/>" if path else ""


def _shapes(polygons, fill, place, only) -> str:
    """Rings thinned to what a picture of this size can show."""
    cell_x, cell_y, step = _cells(polygons, place)
    starts, drawn = polygons.ring_start, ~polygons.ring_is_hole & only[polygons.ring_area]
    point = _spans(cell_x, cell_y, starts) <= (0 if step < 1 else 1)
    if np.count_nonzero(drawn & ~point) > _MOST_SHAPES:
        point = _spans(cell_x, cell_y, starts) <= 2
    parts = []
    for ring in np.flatnonzero(drawn & ~point):
        span = slice(starts[ring], starts[ring + 1])
        a, b = cell_x[span], cell_y[span]
        fresh = np.r_[True, (np.diff(a) != 0) | (np.diff(b) != 0)]
        points = " ".join(f"{p * step:g},{q * step:g}" for p, q in zip(a[fresh], b[fresh]))
        shade = fill[polygons.ring_area[ring]]
        parts.append(f"<polygon points='{points}' fill='{shade}' stroke='{_edge(shade)}'/>")
    small = np.flatnonzero(drawn & point)
    parts.append(_small(starts[small], polygons.ring_area[small], fill, (cell_x * step, cell_y * step)))
    return f"<g stroke-width='.4'>{''.join(parts)}</g>"


def _spans(x, y, starts) -> np.ndarray:
    """The larger side of the box around each ring."""
    across = [np.maximum.reduceat(v, starts[:-1]) - np.minimum.reduceat(v, starts[:-1]) for v in (x, y)]
    return np.maximum(*across)


def _small(vertex, area, fill, at) -> str:
    """Areas that are hardly more than a point at this size: one dot at each pixel, of the first there."""
    places = np.stack([at[0][vertex], at[1][vertex]], axis=1)
    first = np.sort(np.unique(places, axis=0, return_index=True)[1])
    dots: dict[str, list[str]] = {}
    for (a, b), row in zip(places[first], area[first]):
        dots.setdefault(_plain(fill[row]), []).append(f"M{a:g},{b:g}h1")
    return "".join(
        f"<path d='{''.join(path)}' stroke='{shade}' stroke-width='1'/>" for shade, path in dots.items()
    )


def _plain(fill: str) -> str:
    """A dot is too small for a pattern: shades of grey stand for them."""
    return {HELD_BACK: _GREY, NO_DATA: "#c9ccd0"}.get(fill, fill)


def _edge(fill: str) -> str:
    """Colour of an area's edge: its own, so that no gap shows, or grey where it would not show at all."""
    return _GREY if fill in (HELD_BACK, NO_DATA, _WHITE) else fill
