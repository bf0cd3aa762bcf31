# SPDX-License-Identifier: GPL-2.0-or-later
"""The pictures of ``scripts/evidence/programs``: regions, places of known truth, and what draws them how."""

from __future__ import annotations

import csv
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[3]
DATA = Path(os.environ.get("GEODEID_DATA", ROOT.parent / "shared" / "data"))
WIDTH, HEIGHT = 900, 700
NEED = 11
"""Candidates that the default limit, 0.091, asks for."""
REGIONS = {
    "sample": (ROOT / "resources/sample/upstate_new_york.gpkg", "counties", "county", "EPSG:32618", ""),
    "massachusetts": (
        DATA / "boston_buildings/boston_cambridge.gpkg", "massachusetts_counties_2000", "fips",
        "EPSG:26986", "",
    ),
    "louisiana": (
        DATA / "us_zcta/zcta_polygons.gpkg", "louisiana", "county_fips3", "EPSG:26915", "county_fips3",
    ),
    "new york city": (
        DATA / "us_zcta/zcta_polygons.gpkg", "new_york_city", "county_fips3", "EPSG:32618", "county_fips3",
    ),
}  # fmt: skip
"""File, layer, identifier, a projected system, and the field by which areas are dissolved."""


@dataclass(frozen=True)
class Case:
    """One picture.

    ``name`` is the file's stem; ``symbol`` one of dot, ring, plus, cross, triangle, pin, letter, sized,
    classes, alpha, cluster; ``crs`` what the program is told of the projection; ``stamped`` whether the
    program rounds the place of a symbol to whole pixels.
    """

    name: str
    program: str
    suffix: str
    region: str
    symbol: str
    crs: str = "degrees"
    places: int = 60
    stamped: bool = False
    fill: bool = False
    dpi: int = 100
    ground: str = ""
    form: str = ""
    masked: bool = False
    """Of painted maps: what lies beneath, how the map comes, whether the places were moved first."""

    @property
    def exact(self) -> bool:
        """Whether the file holds the places as paths."""
        return self.suffix in ("pdf", "svg")


CASES = (
    Case("m1", "matplotlib", "png", "sample", "dot", stamped=True),
    Case("m2", "matplotlib", "pdf", "massachusetts", "classes", "EPSG:26986"),
    Case("m3", "matplotlib", "png", "louisiana", "sized", "EPSG:26915"),
    Case("m4", "matplotlib", "jpg", "sample", "ring", "EPSG:32618"),
    Case("m5", "matplotlib", "svg", "new york city", "alpha", fill=True),
    Case("m6", "matplotlib", "png", "massachusetts", "letter", "EPSG:26986", stamped=True),
    Case("p1", "geopandas", "png", "massachusetts", "dot", stamped=True),
    Case("p2", "geopandas", "png", "louisiana", "classes", "EPSG:26915", stamped=True, fill=True),
    Case("p3", "geopandas", "pdf", "sample", "dot", "EPSG:3857"),
    Case("p4", "geopandas", "jpg", "new york city", "cross", "EPSG:32618", stamped=True),
    Case("p5", "geopandas", "svg", "sample", "triangle", fill=True),
    Case("c1", "cartopy", "png", "louisiana", "dot", "lambert", stamped=True),
    Case("c2", "cartopy", "jpg", "sample", "dot", "platecarree", stamped=True),
    Case("c3", "cartopy", "pdf", "massachusetts", "plus", "mercator"),
    Case("c4", "cartopy", "svg", "louisiana", "classes", "albers", fill=True),
    Case("r1", "R base", "png", "sample", "ring"),
    Case("r2", "R base", "pdf", "massachusetts", "dot"),
    Case("r3", "R base", "png", "louisiana", "plus", "EPSG:26915"),
    Case("r4", "R base", "jpg", "massachusetts", "cross", "EPSG:26986"),
    Case("r5", "R base", "svg", "new york city", "ring", "EPSG:32618"),
    Case("s1", "ggplot2", "png", "sample", "dot"),
    Case("s2", "ggplot2", "pdf", "louisiana", "classes", "EPSG:26915"),
    Case("s3", "ggplot2", "png", "massachusetts", "sized", "EPSG:26986"),
    Case("s4", "ggplot2", "svg", "massachusetts", "alpha", fill=True),
    Case("s5", "ggplot2", "jpg", "new york city", "ring", "EPSG:3857"),
    Case("g1", "GMT", "png", "sample", "dot", "mercator"),
    Case("g2", "GMT", "pdf", "massachusetts", "triangle", "lambert"),
    Case("g3", "GMT", "jpg", "louisiana", "dot", "equirectangular"),
    Case("g4", "GMT", "png", "louisiana", "ring", "albers"),
    Case("u1", "gnuplot", "png", "sample", "dot", "stretched"),
    Case("u2", "gnuplot", "svg", "massachusetts", "ring", "EPSG:26986"),
    Case("u3", "gnuplot", "pdf", "new york city", "dot", "EPSG:32618"),
    Case("k1", "Mapnik", "png", "massachusetts", "dot", "EPSG:3857"),
    Case("k2", "Mapnik", "png", "louisiana", "alpha", "EPSG:5070", fill=True),
    Case("k3", "Mapnik", "svg", "sample", "dot", "EPSG:32618"),
    Case("k4", "Mapnik", "pdf", "new york city", "dot", "EPSG:3857"),
    Case("l1", "Leaflet", "png", "sample", "dot", "EPSG:3857", stamped=True),
    Case("l2", "Leaflet", "png", "massachusetts", "pin", "EPSG:3857", places=30, stamped=True),
    Case("l3", "Leaflet", "png", "new york city", "cluster", "EPSG:3857"),
    Case("d1", "D3", "png", "louisiana", "dot", "albersusa"),
    Case("d2", "D3", "svg", "massachusetts", "ring", "mercator"),
    Case("d3", "D3", "pdf", "sample", "sized", "conic", fill=True),
    Case("q1", "QGIS", "png", "sample", "dot", "EPSG:32618", stamped=True),
    Case("q2", "QGIS", "pdf", "massachusetts", "triangle", "EPSG:26986"),
    Case("q3", "QGIS", "svg", "new york city", "dot", "EPSG:4326"),
    Case("q4", "QGIS", "jpg", "louisiana", "ring", "EPSG:26915", stamped=True),
    Case("l4", "Leaflet", "png", "sample", "sized", "EPSG:3857", stamped=True),
)

PAINTED = (
    ("hillshade", "red dot", ""), ("hillshade", "black rimmed", ""),
    ("hillshade tinted white lines", "red dot", ""), ("hillshade", "white numbered", ""),
    ("aerial", "yellow dot", ""), ("aerial", "red dot", ""), ("aerial", "red rimmed", ""),
    ("dark", "yellow dot", ""), ("dark", "white dot", ""), ("dark", "cyan ring", ""),
    ("dark", "red dot", "JPEG 60"), ("blues white lines", "white dot", ""), ("greens", "white dot", ""),
    ("reds without borders", "white dot", ""), ("blues without borders", "black dot", ""),
    ("greens without borders", "red dot", "JPEG 60"), ("blues without borders", "orange dot", ""),
    ("plain", "white numbered", ""), ("plain", "red numbered", ""), ("greens", "white numbered", ""),
    ("plain", "yellow square", ""), ("plain", "red house", ""), ("plain", "black clover", ""),
    ("dark", "yellow star", ""), ("blues", "red heart", ""), ("plain", "red dot", "thumbnail"),
    ("greens", "black dot", "thumbnail"), ("dark", "yellow dot", "thumbnail"),
    ("hillshade", "red dot", "thumbnail"), ("plain", "red dot", "panels beside"),
    ("blues", "black dot", "panels above"), ("plain", "red dot", "panel of rates"),
    ("plain", "blue dot", "facets"), ("plain", "red dot", "turned 3°"), ("greens", "red dot", "turned 3°"),
    ("plain", "red dot", "perspective 1 %"), ("plain", "black dot", "perspective 2 %"),
    ("plain", "red dot", "perspective 3 %"), ("plain", "red dot", "generalised"),
    ("hillshade", "blue dot", "generalised"),
)  # fmt: skip
"""Ground, symbol and form of each style of ``painted``; n1 … n40, and n1m … n40m of masked places."""
CASES += tuple(
    Case(
        f"n{at + 1}{'m' if masked else ''}", "painted", "jpg" if form == "JPEG 60" else "png",
        ("sample", "louisiana", "massachusetts")[at % 3], symbol, "EPSG:3857", ground=ground, form=form,
        masked=masked,
    )
    for masked in (False, True) for at, (ground, symbol, form) in enumerate(PAINTED)
)  # fmt: skip
MOVED_PX = 25.0
"""How far masked places are moved at least, pixels, and up to twice that."""


def outline_of(region: str):
    """The areas of a region in degrees: identifiers and OGR geometries."""
    from osgeo import ogr, osr

    path, layer_name, field, _, dissolved = REGIONS[region]
    source = ogr.Open(str(path))
    layer = source.GetLayerByName(layer_name)
    degrees = osr.SpatialReference()
    degrees.ImportFromEPSG(4326)
    degrees.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    projected = osr.CoordinateTransformation(layer.GetSpatialRef(), degrees)
    shapes: dict = {}
    for row in layer:
        shape = row.GetGeometryRef().Clone()
        shape.Transform(projected)
        shapes.setdefault(str(row.GetField(field)), []).append(shape)
    if not dissolved:
        return [(key, shape) for key, parts in shapes.items() for shape in parts]
    return [(key, _union(parts)) for key, parts in shapes.items()]


def _union(parts):
    together = parts[0]
    for part in parts[1:]:
        together = together.Union(part)
    return together


def scattered(shapes, count: int, source) -> np.ndarray:
    """Places evenly over the areas, in degrees, shape (count, 2)."""
    from osgeo import ogr

    boxes = np.array([shape.GetEnvelope() for _, shape in shapes])
    west, east, south, north = boxes[:, 0].min(), boxes[:, 1].max(), boxes[:, 2].min(), boxes[:, 3].max()
    places: list = []
    while len(places) < count:
        x, y = source.uniform([west, south], [east, north])
        point = ogr.Geometry(ogr.wkbPoint)
        point.AddPoint_2D(x, y)
        if any(shape.Contains(point) for _, shape in shapes):
            places.append((x, y))
    return np.array(places)


def metres_per_px(places: np.ndarray) -> float:
    """About the metres a pixel at which the region fills nine tenths of the picture's smaller fit."""
    (west, south), (east, north) = places.min(axis=0), places.max(axis=0)
    tall = (north - south) * 111_195
    wide = (east - west) * 111_195 * np.cos(np.radians((north + south) / 2))
    return float(max(wide / (0.85 * WIDTH), tall / (0.85 * HEIGHT)))


def moved(places: np.ndarray, size: float, source) -> np.ndarray:
    """Places moved each by a random way, degrees."""
    away = size * source.uniform(MOVED_PX, 2 * MOVED_PX, len(places)) / 111_195
    turn = source.uniform(0, 2 * np.pi, len(places))
    east = away * np.cos(turn) / np.cos(np.radians(places[:, 1]))
    return places + np.column_stack([east, away * np.sin(turn)])


def write_case(case: Case, folder: Path, seed: int) -> dict:
    """Write outline, places and job of a case; the job is what a drawer reads."""
    source = np.random.default_rng([seed, CASES.index(case)])
    shapes = outline_of(case.region)
    places = scattered(shapes, case.places, source)
    size = metres_per_px(places)
    # People live so densely that a place is safe about half a pixel away, some areas less, some more.
    safe_m = size * 0.45 * np.exp(source.normal(0, 0.6, len(shapes)))
    people_per_m2 = (NEED - 1) / (np.pi * safe_m**2)
    counts = source.integers(1, 9, len(places)) if case.symbol == "sized" else np.ones(len(places), int)
    kinds = source.integers(0, 2, len(places)) if case.symbol == "classes" else np.zeros(len(places), int)
    outline, points = folder / f"{case.name}_outline.geojson", folder / f"{case.name}_places.csv"
    drawn = folder / f"{case.name}_drawn.csv" if case.masked else points
    features = [
        {
            "type": "Feature",
            "properties": {"id": key, "per_m2": float(density)},
            "geometry": json.loads(shape.ExportToJson()),
        }
        for (key, shape), density in zip(shapes, people_per_m2)
    ]
    outline.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    for file_of, where in ((points, places), (drawn, moved(places, size, source) if case.masked else places)):
        with file_of.open("w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(["lon", "lat", "count", "kind"])
            rows.writerows(
                [*map(repr, map(float, place)), int(n), int(k)] for place, n, k in zip(where, counts, kinds)
            )
    job = {
        **asdict(case), "outline": str(outline), "points": str(points), "drawn": str(drawn),
        "out": str(folder / f"{case.name}.{case.suffix}"),
        "width": WIDTH, "height": HEIGHT, "metres_per_px": size,
    }  # fmt: skip
    (folder / f"{case.name}.json").write_text(json.dumps(job, indent=1))
    return job
