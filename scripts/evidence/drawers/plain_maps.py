# SPDX-License-Identifier: GPL-2.0-or-later
"""Draws a job by GMT or gnuplot, which read tables: ``python3 plain_maps.py JOB.json`` with GDAL's Python."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

SYMBOLS = {"dot": "c0.14c", "ring": "c0.18c", "triangle": "t0.22c"}


def tables(job, folder: Path) -> tuple:
    """The rings and the places in the system of the job, as text."""
    from osgeo import ogr, osr

    systems = []
    for code in (4326, int(job["crs"][5:]) if job["crs"].startswith("EPSG") else 4326):
        system = osr.SpatialReference()
        system.ImportFromEPSG(code)
        system.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
        systems.append(system)
    into = osr.CoordinateTransformation(*systems)
    lines, places = folder / "outline.txt", folder / "places.txt"
    with lines.open("w") as file:
        for feature in json.loads(Path(job["outline"]).read_text())["features"]:
            shape = ogr.CreateGeometryFromJson(json.dumps(feature["geometry"]))
            shape.Transform(into)
            for part in shape if shape.GetGeometryType() == ogr.wkbMultiPolygon else [shape]:
                for ring in part:
                    file.write(">\n" + "".join(f"{x!r} {y!r}\n" for x, y, *_ in ring.GetPoints()) + "\n")
    with open(job["points"]) as file, places.open("w") as written:
        for row in csv.DictReader(file):
            x, y, _ = into.TransformPoint(float(row["lon"]), float(row["lat"]))
            written.write(f"{x!r} {y!r}\n")
    return lines, places


def box(lines: Path) -> tuple:
    """West, east, south and north with a margin."""
    places = [
        tuple(map(float, line.split())) for line in lines.read_text().split("\n") if line[:1] not in (">", "")
    ]
    (west, east), (south, north) = ((min(v), max(v)) for v in zip(*places))
    by, up = (east - west) * 0.03, (north - south) * 0.03
    return west - by, east + by, south - up, north + up


def by_gmt(job, lines: Path, places: Path) -> None:
    """Borders, frame and symbols in one session."""
    west, east, south, north = box(lines)
    lon, lat = (west + east) / 2, (south + north) / 2
    kinds = {
        "mercator": "M18c", "lambert": f"L{lon}/{lat}/{south}/{north}/18c",
        "equirectangular": f"Q{lon}/{lat}/18c", "albers": f"B{lon}/{lat}/{south}/{north}/18c",
    }  # fmt: skip
    stem, form = Path(job["out"]).stem, job["suffix"]
    symbol = SYMBOLS[job["symbol"]]
    paint = "-W0.9p,red3" if job["symbol"] == "ring" else "-Gred3"
    for words in (
        ["begin", stem, form, f"E{job['dpi']}" if form != "pdf" else "A"],
        ["basemap", f"-R{west}/{east}/{south}/{north}", f"-J{kinds[job['crs']]}", "-Bafg", "-BWSne"],
        ["plot", str(lines), "-W0.7p,gray30"],
        ["plot", str(places), f"-S{symbol}", paint],
        ["end"],
    ):
        subprocess.run(["gmt", *words], cwd=Path(job["out"]).parent, check=True, stdout=subprocess.DEVNULL)


def by_gnuplot(job, lines: Path, places: Path) -> None:
    """Lines and points of two tables; the axes fill the page unless a projected system was asked for."""
    inches = f"{job['width'] / job['dpi']},{job['height'] / job['dpi']}"
    pixels = f"{job['width']},{job['height']}"
    terminal = {
        "png": f"pngcairo size {pixels}",
        "svg": f"svg size {pixels}",
        "pdf": f"pdfcairo size {inches}",
    }
    kind = 6 if job["symbol"] == "ring" else 7
    text = "\n".join([
        f"set terminal {terminal[job['suffix']]}", f"set output '{job['out']}'",
        "" if job["crs"] == "stretched" else "set size ratio -1", "unset key",
        "set datafile commentschars '>'",
        f"plot '{lines}' with lines lc rgb '#404040' lw 1, "
        f"'{places}' with points pt {kind} ps 0.7 lc rgb '#cc2222'", "",
    ])  # fmt: skip
    subprocess.run(["gnuplot"], input=text, text=True, check=True)


def main():
    """Draw one job."""
    job = json.loads(Path(sys.argv[1]).read_text())
    with tempfile.TemporaryDirectory() as folder:
        drawer = by_gmt if job["program"] == "GMT" else by_gnuplot
        drawer(job, *tables(job, Path(folder)))


if __name__ == "__main__":
    main()
