# SPDX-License-Identifier: GPL-2.0-or-later
"""Draws a job by matplotlib, geopandas or cartopy, as their manuals do."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import geopandas
import matplotlib.pyplot as plt
import numpy as np

MARKERS = {"dot": "o", "ring": "o", "plus": "+", "cross": "x", "triangle": "^", "letter": "$H$"}


def read(job):
    """Outline and places as tables of geopandas."""
    outline = geopandas.read_file(job["outline"])
    with open(job["points"]) as file:
        rows = list(csv.DictReader(file))
    lon, lat = ([float(row[name]) for row in rows] for name in ("lon", "lat"))
    places = geopandas.GeoDataFrame(
        {"count": [int(row["count"]) for row in rows], "kind": [int(row["kind"]) for row in rows]},
        geometry=geopandas.points_from_xy(lon, lat),
        crs="EPSG:4326",
    )
    return outline, places


def projected(job, *layers):
    """The layers in the system of the job, where it names one."""
    return [layer.to_crs(job["crs"]) if job["crs"].startswith("EPSG") else layer for layer in layers]


def border(job, outline, axes, **more):
    """The outline, with pale fills where the job asks for them."""
    if job["fill"]:
        shades = plt.get_cmap("Blues")(np.linspace(0.08, 0.45, len(outline)))
        outline.plot(ax=axes, color=shades, edgecolor="0.35", linewidth=0.7, **more)
    else:
        outline.boundary.plot(ax=axes, color="0.25", linewidth=0.8, **more)


def symbols(job, x, y, places, axes, **more):
    """The places as matplotlib's own calls draw them."""
    kind, count = places["kind"].to_numpy(), places["count"].to_numpy()
    if job["symbol"] == "classes":
        for which, (colour, marker) in enumerate((("crimson", "o"), ("seagreen", "s"))):
            own = kind == which
            axes.scatter(x[own], y[own], s=22, c=colour, marker=marker, linewidths=0, zorder=3, **more)
    elif job["symbol"] == "sized":
        axes.scatter(x, y, s=16 * count, c="crimson", linewidths=0, zorder=3, **more)
    elif job["symbol"] == "ring":
        axes.scatter(x, y, s=26, facecolors="none", edgecolors="crimson", zorder=3, **more)
    elif job["symbol"] == "alpha":
        axes.scatter(x, y, s=24, c="crimson", alpha=0.5, linewidths=0, zorder=3, **more)
    elif job["symbol"] == "letter":
        axes.plot(x, y, marker="$H$", linestyle="", color="crimson", markersize=7, zorder=3, **more)
    else:
        marker = MARKERS[job["symbol"]]
        wide = 0 if marker in "o^" else 1.2
        axes.scatter(x, y, s=22, c="crimson", marker=marker, linewidths=wide, zorder=3, **more)


def by_matplotlib(job, figure):
    """Plain axes with the places by ``scatter``."""
    outline, places = projected(job, *read(job))
    axes = figure.add_subplot()
    border(job, outline, axes)
    symbols(job, places.geometry.x.to_numpy(), places.geometry.y.to_numpy(), places, axes)
    axes.set_title("Cases")


def by_geopandas(job, figure):
    """``GeoDataFrame.plot`` with its own axes and aspect."""
    outline, places = projected(job, *read(job))
    axes = figure.add_subplot()
    border(job, outline, axes)
    if job["symbol"] == "classes":
        places.plot(
            ax=axes, column="kind", categorical=True, cmap="Set1", markersize=20, legend=True, zorder=3
        )
    else:
        places.plot(ax=axes, color="crimson", markersize=20, marker=MARKERS[job["symbol"]], zorder=3)


def by_cartopy(job, figure):
    """Geographic axes."""
    import cartopy.crs as ccrs

    outline, places = read(job)
    west, south, east, north = outline.total_bounds
    systems = {
        "lambert": ccrs.LambertConformal(),
        "platecarree": ccrs.PlateCarree(),
        "mercator": ccrs.Mercator(),
        "albers": ccrs.AlbersEqualArea((west + east) / 2, (south + north) / 2),
    }
    axes = figure.add_subplot(projection=systems[job["crs"]])
    axes.set_extent([west - 0.1, east + 0.1, south - 0.1, north + 0.1], ccrs.PlateCarree())
    shades = plt.get_cmap("Greens")(np.linspace(0.08, 0.4, len(outline)))
    for shape, shade in zip(outline.geometry, shades):
        face = shade if job["fill"] else "none"
        axes.add_geometries([shape], ccrs.PlateCarree(), facecolor=face, edgecolor="0.3", linewidth=0.7)
    axes.gridlines(draw_labels=True, linewidth=0.3, color="0.8")
    x, y = places.geometry.x.to_numpy(), places.geometry.y.to_numpy()
    symbols(job, x, y, places, axes, transform=ccrs.PlateCarree())


def main():
    """Draw one job."""
    job = json.loads(Path(sys.argv[1]).read_text())
    figure = plt.figure(figsize=(job["width"] / job["dpi"], job["height"] / job["dpi"]))
    {"matplotlib": by_matplotlib, "geopandas": by_geopandas, "cartopy": by_cartopy}[job["program"]](
        job, figure
    )
    figure.savefig(job["out"], dpi=job["dpi"])


if __name__ == "__main__":
    main()
