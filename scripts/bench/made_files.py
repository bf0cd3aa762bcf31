# SPDX-License-Identifier: GPL-2.0-or-later
"""Made layers and tables of any size, as files, and algorithms that are run on them as users run them."""

from __future__ import annotations

import csv
import os
import resource
import struct
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def others_s() -> float:
    """Processor seconds of the processes that this one started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _written(path: Path, kind: str, shapes: Iterable[bytes], fields: dict, crs: int) -> None:
    from osgeo import ogr, osr

    plane = osr.SpatialReference()
    plane.ImportFromEPSG(crs)
    store = ogr.GetDriverByName("GPKG").CreateDataSource(str(path))
    layer = store.CreateLayer(path.stem, plane, getattr(ogr, f"wkb{kind}"))
    for name in fields:
        layer.CreateField(ogr.FieldDefn(name, ogr.OFTInteger))
    defined, columns = layer.GetLayerDefn(), [values.tolist() for values in fields.values()]
    layer.StartTransaction()
    for at, shape in enumerate(shapes):
        row = ogr.Feature(defined)
        for field, values in enumerate(columns):
            row.SetField(field, int(values[at]))
        row.SetGeometryDirectly(ogr.CreateGeometryFromWkb(shape))
        layer.CreateFeature(row)
    layer.CommitTransaction()


def points(path: Path, x, y, fields: dict, crs: int = 4326) -> None:
    """A GeoPackage of points with whole numbers as fields."""
    pair = struct.Struct("<BIdd")
    _written(path, "Point", (pair.pack(1, 1, *place) for place in zip(x.tolist(), y.tolist())), fields, crs)


def quadrangles(path: Path, corners, fields: dict, crs: int) -> None:
    """A GeoPackage of polygons: ``corners[i, j]`` is a place of a lattice, row after row of its cells."""
    import numpy as np

    ring = [corners[:-1, :-1], corners[:-1, 1:], corners[1:, 1:], corners[1:, :-1], corners[:-1, :-1]]
    flat = np.stack(ring, axis=2).reshape(-1, 10)
    head = struct.pack("<BIII", 1, 3, 1, 5)
    _written(path, "Polygon", (head + row.tobytes() for row in flat), fields, crs)


def table(path: Path, columns: dict[str, Any]) -> None:
    """A table of whole numbers as CSV; what is empty is NULL."""
    path.with_suffix(".csvt").write_text(",".join(["Integer"] * len(columns)), encoding="utf-8")
    with path.open("w", newline="", encoding="utf-8") as file:
        sheet = csv.writer(file)
        sheet.writerow(columns)
        sheet.writerows(zip(*(values.tolist() for values in columns.values())))


def built() -> None:
    """Build the plugin: what is timed is what is shipped."""
    subprocess.run([ROOT / "scripts" / "build_plugin"], check=True, stdout=subprocess.DEVNULL)


def by_qgis(algorithm: str, given: list) -> tuple[float, float, float]:
    """Run one algorithm of the built plugin: processor and wall seconds, and GiB at the peak."""
    words = (
        "source scripts/qgis_env.sh; export QGIS_PLUGINPATH=$PWD/build; "
        "qgis_process plugins enable geodeid_plugin >/dev/null 2>&1; "
        'qgis_process run "geodeid:$0" -- "$@"'
    )
    before, wall = others_s(), time.perf_counter()
    done = subprocess.run(
        ["bash", "-c", words, algorithm, *map(str, given)], cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(
            f"{algorithm} ended with {done.returncode}:\n{done.stdout[-2000:]}\n{done.stderr[-3000:]}"
        )
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2**20
    return others_s() - before, time.perf_counter() - wall, peak
