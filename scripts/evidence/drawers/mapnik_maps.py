# SPDX-License-Identifier: GPL-2.0-or-later
"""Draws a job by Mapnik: ``python3 mapnik_maps.py JOB.json``."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import mapnik

STYLE = Path(__file__).with_name("mapnik.xml").read_text("utf-8")
FILL = '<PolygonSymbolizer fill="#cfe0d2"/>'


def main():
    """Draw one job."""
    job = json.loads(Path(sys.argv[1]).read_text())
    table = Path(job["out"]).with_suffix(".mapnik.csv")
    with open(job["points"]) as file:
        rows = [f"{row['lon']},{row['lat']}" for row in csv.DictReader(file)]
    table.write_text("x,y\n" + "\n".join(rows) + "\n")
    page = mapnik.Map(job["width"], job["height"])
    style = STYLE.format(
        srs=job["crs"].lower(), fill=FILL if job["fill"] else "", outline=job["outline"],
        points=table, opacity=0.5 if job["symbol"] == "alpha" else 1,
    )  # fmt: skip
    mapnik.load_map_from_string(page, style)
    page.zoom_all()
    page.zoom(1.05)
    mapnik.render_to_file(page, job["out"], {"png": "png32", "svg": "svg", "pdf": "pdf"}[job["suffix"]])
    table.unlink()


if __name__ == "__main__":
    main()
