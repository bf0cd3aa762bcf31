#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Draw a job of ``scripts/evidence/programs`` as pictures of journals, news and screens are: on terrain, on
photographs, on dark grounds, over choropleths, with numbers and icons for dots, in panels, photographed.

    painted.py JOB.json
"""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw
from scipy import ndimage
from treated import MADE, font

FINER = 3
"""Pixels are drawn so many times finer and averaged: that smooths edges as a program does."""
RAMPS = {
    "blues": ((239, 243, 255), (189, 215, 231), (107, 174, 214), (49, 130, 189), (8, 81, 156)),
    "reds": ((254, 229, 217), (252, 174, 145), (251, 106, 74), (222, 45, 38), (165, 15, 21)),
    "greens": ((237, 248, 233), (186, 228, 179), (116, 196, 118), (49, 163, 84), (0, 109, 44)),
}
DARK, DARKER = (38, 42, 50), (24, 26, 30)
BORDERS = {"dark": (120, 126, 138), "aerial": (250, 250, 250), "hillshade": (60, 60, 60)}
"""Colours of lines on a ground; black on others."""
COLOURS = {
    "red": (214, 39, 40), "white": (255, 255, 255), "black": (20, 20, 20), "yellow": (255, 221, 51),
    "cyan": (70, 220, 235), "orange": (255, 127, 14), "blue": (31, 88, 180),
}  # fmt: skip
ICONS = {"clover": "♣", "star": "★", "heart": "♥", "house": "⌂"}
LEAST_DEGREES = 1 / 111.195
"""Degrees a kilometre."""
GENERALISED_KM = 4
PANELS = {"panels beside": (2, 1), "panels above": (1, 2), "facets": (2, 2), "panel of rates": (2, 1)}
"""Panels across and down."""


def relief(shape, source, rough: float = 1.8):
    """Heights whose spectrum falls by a power, as that of land does."""
    rows, columns = (np.fft.fftfreq(side)[:, None] for side in shape)
    power = np.hypot(rows, columns.T)
    power[0, 0] = 1
    waves = np.fft.fft2(source.normal(size=shape)) / power**rough
    heights = np.fft.ifft2(waves).real
    return (heights - heights.mean()) / heights.std()


def hillshade(shape, source):
    """A grey relief lit from the north-west."""
    heights = ndimage.gaussian_filter(relief(shape, source), 1.2)
    down, right = np.gradient(heights * 14)
    lit = (1 + 0.7 * right + 0.7 * down) / np.sqrt(1 + right**2 + down**2)
    grey = np.clip(190 + 50 * (lit - lit.mean()), 90, 255)
    return np.repeat(grey[..., None], 3, axis=2)


def aerial(shape, source):
    """Fields, woods and water from above."""
    heights, grain = relief(shape, source, 1.4), source.normal(0, 9, shape)
    colours = np.array([(58, 84, 48), (92, 112, 62), (128, 122, 84), (148, 138, 108), (44, 62, 78)], float)
    kinds = np.digitize(heights, (-0.8, 0.0, 0.7, 1.6))
    return colours[kinds] + grain[..., None] + 8 * heights[..., None]


def _ground(job, size, source):
    shape, ground = (size[1], size[0]), job["ground"]
    if "hillshade" in ground:
        pixels = hillshade(shape, source)
        if "tinted" in ground:
            tint = np.array([(150, 190, 130), (225, 215, 160), (190, 150, 110)], float)
            pixels = 0.5 * pixels + 0.5 * tint[np.digitize(relief(shape, source), (-0.4, 0.7))]
    elif "aerial" in ground:
        pixels = aerial(shape, source)
    else:
        pixels = np.full((*shape, 3), DARKER if "dark" in ground else (255, 255, 255), float)
    image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    return image.resize((FINER * size[0], FINER * size[1]), Image.NEAREST)


class View:
    """From degrees to pixels of the finer canvas, in Mercator's projection."""

    def __init__(self, rings, size):
        where = self._mercator(np.vstack(rings))
        self.low, high = where.min(axis=0), where.max(axis=0)
        span = high - self.low
        self.scale = 0.88 * min(size / span)
        self.margin = (size - span * self.scale) / 2
        self.high = high[1]

    @staticmethod
    def _mercator(lonlat):
        return np.column_stack([lonlat[:, 0], np.degrees(np.arctanh(np.sin(np.radians(lonlat[:, 1]))))])

    def __call__(self, lonlat):
        x, y = self._mercator(np.asarray(lonlat)).T
        left, top = self.margin
        across, down = left + (x - self.low[0]) * self.scale, top + (self.high - y) * self.scale
        return FINER * np.column_stack([across, down])


def rings_of(outline: str, tolerance: float):
    """Rings of each area, degrees, generalised to a tolerance."""
    from osgeo import ogr

    source = ogr.Open(outline)
    areas = []
    for row in source.GetLayer(0):
        shape = row.GetGeometryRef().Clone()
        if tolerance:
            shape = shape.SimplifyPreserveTopology(tolerance)
        areas.append(list(_rings(shape)))
    return areas


def _rings(shape):
    if shape.GetGeometryCount():
        for at in range(shape.GetGeometryCount()):
            yield from _rings(shape.GetGeometryRef(at))
    elif shape.GetPointCount() > 2:
        yield np.array(shape.GetPoints())[:, :2]


def paint(job, areas, places, symbol: str, source):
    """One map of some places."""
    size = np.array([job["width"], job["height"]])
    picture = _ground(job, size.tolist(), source)
    draw, ground = ImageDraw.Draw(picture), job["ground"]
    view = View([ring for rings in areas for ring in rings], size)
    ramp = next((RAMPS[name] for name in RAMPS if name in ground), None)
    line = next((BORDERS[name] for name in BORDERS if name in ground), (20, 20, 20))
    if "white lines" in ground:
        line = (255, 255, 255)
    for rings in areas:
        fill = ramp[source.integers(len(ramp))] if ramp else DARK if "dark" in ground else None
        for ring in rings:
            corners = [tuple(at) for at in view(ring).tolist()]
            if fill:
                draw.polygon(corners, fill=fill)
        for ring in rings:
            if "without borders" not in ground:
                draw.line([tuple(at) for at in view(ring).tolist()], fill=line, width=round(1.2 * FINER))
    for number, at in enumerate(view(places).tolist() if len(places) else []):
        mark(draw, at, symbol, number + 1)
    return picture.resize(tuple(size.tolist()), Image.BOX)


def mark(draw, at, symbol: str, number: int) -> None:
    """One symbol: a colour and dot, rimmed, ring, numbered, square or the name of an icon."""
    colour, kind = symbol.split(" ")
    x, y = at
    tone = COLOURS[colour]
    if kind in ICONS:
        draw.text((x, y), ICONS[kind], fill=tone, font=font(15 * FINER), anchor="mm")
        return
    radius = FINER * {"dot": 4.0, "rimmed": 5.0, "ring": 5.0, "numbered": 8.5, "square": 8.0}[kind]
    box = [x - radius, y - radius, x + radius, y + radius]
    dark = sum(tone) < 500
    rim = {"rimmed": (255, 255, 255) if dark else (0, 0, 0), "numbered": (0, 0, 0), "square": (0, 0, 0)}
    shape = draw.rectangle if kind == "square" else draw.ellipse
    fill = None if kind == "ring" else tone
    width = FINER if kind != "ring" else round(1.6 * FINER)
    shape(box, fill=fill, outline=tone if kind == "ring" else rim.get(kind), width=width)
    if kind in ("numbered", "square"):
        written = (255, 255, 255) if dark else (0, 0, 0)
        draw.text((x, y), str(number), fill=written, font=font(9 * FINER), anchor="mm")


def panels(job, areas, places, source):
    """The map several times, each with its share of the places, letters above."""
    across, down = PANELS[job["form"]]
    width, height = job["width"], job["height"]
    sheet = Image.new("RGB", (across * (width + 20), down * (height + 40)), "white")
    shares = np.array_split(places, 1 if job["form"] == "panel of rates" else across * down)
    for at in range(across * down):
        own = shares[at] if at < len(shares) else []
        ground = job["ground"] if len(own) else "reds"
        corner = (at % across) * (width + 20), (at // across) * (height + 40)
        sheet.paste(paint({**job, "ground": ground}, areas, own, job["symbol"], source),
                    (corner[0], corner[1] + 40))  # fmt: skip
        ImageDraw.Draw(sheet).text((corner[0] + 10, corner[1] + 5), "ABCD"[at], fill="black", font=font(28))
    return sheet


def main() -> None:
    """Draw the job of the file that is named."""
    job = json.loads(Path(sys.argv[1]).read_text())
    source = np.random.default_rng(len(job["name"]) + sum(map(ord, job["name"])))
    form = job["form"]
    areas = rings_of(job["outline"], GENERALISED_KM * LEAST_DEGREES if form == "generalised" else 0.0)
    with open(job["drawn"]) as file:
        places = np.array([(float(row["lon"]), float(row["lat"])) for row in csv.DictReader(file)])
    if form in PANELS:
        picture = panels(job, areas, places, source)
    else:
        picture = paint(job, areas, places, job["symbol"], source)
        picture = MADE[form](picture, source) if form in MADE else picture
    picture.save(job["out"], **({"quality": 75} if job["suffix"] == "jpg" else {}))


if __name__ == "__main__":
    main()
