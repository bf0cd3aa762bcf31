# SPDX-License-Identifier: GPL-2.0-or-later
"""Draws a job by Leaflet or D3 in Chromium without a window: ``python3 web_maps.py JOB.json``."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SHARED = Path("/usr/share/javascript")
D3 = Path("/usr/share/nodejs/d3/dist/d3.js")
LEAFLET = Path(__file__).with_name("leaflet.html").read_text("utf-8")
PAGE = Path(__file__).with_name("d3.html").read_text("utf-8")


def main():
    """Draw one job."""
    job = json.loads(Path(sys.argv[1]).read_text())
    with open(job["points"]) as file:
        rows = list(csv.DictReader(file))
    page = (LEAFLET if job["program"] == "Leaflet" else PAGE).format(
        shared=SHARED, d3=D3, width=job["width"], height=job["height"], symbol=job["symbol"], crs=job["crs"],
        outline=Path(job["outline"]).read_text(), fill="true" if job["fill"] else "false",
        places=[[float(row["lon"]), float(row["lat"])] for row in rows],
        counts=[int(row["count"]) for row in rows],
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "map.html"
        source.write_text("<!doctype html><meta charset=utf-8><body>" + page, encoding="utf-8")
        asked = {
            "png": [f"--screenshot={job['out']}"],
            "pdf": [f"--print-to-pdf={job['out']}", "--no-pdf-header-footer"],
            "svg": ["--dump-dom"],
        }[job["suffix"]]
        words = [
            "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            "--allow-file-access-from-files", "--virtual-time-budget=4000",
            f"--user-data-dir={folder}/profile", f"--window-size={job['width']},{job['height']}", *asked, f"file://{source}",
        ]  # fmt: skip
        told = subprocess.run(words, check=True, capture_output=True, text=True, timeout=120).stdout
    if job["suffix"] == "svg":
        Path(job["out"]).write_text(re.search(r"<svg.*</svg>", told, re.DOTALL)[0], encoding="utf-8")


if __name__ == "__main__":
    main()
