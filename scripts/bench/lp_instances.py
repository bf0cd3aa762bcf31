# SPDX-License-Identifier: GPL-2.0-or-later
"""The instances of LP geomasking that benchmarks and evidence share, and the direct solve as a rival."""

from __future__ import annotations

import csv
import gzip
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np

from geodeid_plugin.core.geometry.areas import Areas
from geodeid_plugin.core.geometry.polygons import Polygons

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("GEODEID_DATA", ROOT.parent / "shared" / "data"))


def areas_of(lon, lat, people) -> Areas:
    count = len(lon)
    return Areas(
        np.arange(count).astype(object),
        np.asarray(lon, dtype=float),
        np.asarray(lat, dtype=float),
        np.asarray(people, dtype=float),
        np.full(count, 1e4),
    )


def rows_of(path: str) -> list[dict]:
    with gzip.open(DATA / path, "rt") as file:
        return list(csv.DictReader(file))


def made_city(count: int, seed: int = 0) -> Areas:
    """Postal codes strewn over a square, populations log-normal with median 10."""
    generator = np.random.default_rng(seed)
    side = 0.2 * np.sqrt(count / 300)
    lon = -75 + side * generator.random(count)
    lat = 45 + 0.7 * side * generator.random(count)
    return areas_of(lon, lat, np.ceil(generator.lognormal(np.log(10), 1.1, count)))


def ottawa() -> Areas:
    """The 10 908 postal codes of Ottawa with populations of the published distribution (median 10)."""
    rows = [row for row in rows_of("canada/ottawa_postal_codes.csv.gz") if row["place"].startswith("Ottawa")]
    people = np.ceil(np.random.default_rng(1).lognormal(np.log(10), 1.13, len(rows)))
    return areas_of([row["lon"] for row in rows], [row["lat"] for row in rows], people)


def ottawa_placed() -> Areas:
    """The postal codes of Ottawa with the people about them, scaled to the published median of ten.

    The people of every dissemination block of 2021 go to the code nearest to them; codes at one position
    share alike. What is left without people stays as a destination.
    """
    from scipy.spatial import cKDTree

    rows = [row for row in rows_of("canada/ottawa_postal_codes.csv.gz") if row["place"].startswith("Ottawa")]
    code = np.array([[float(row["lon"]), float(row["lat"])] for row in rows])
    homes = rows_of("canada/ottawa_pseudo_households.csv.gz")
    home = np.array([[float(row[name]) for name in ("lon", "lat", "dbpop")] for row in homes])
    squeeze = np.array([np.cos(np.radians(code[:, 1].mean())), 1.0])
    places, number, shared = np.unique(code, axis=0, return_inverse=True, return_counts=True)
    nearest = cKDTree(places * squeeze).query(home[:, :2] * squeeze)[1]
    people = (np.bincount(nearest, home[:, 2], len(places)) / shared)[number.reshape(-1)]
    people = np.ceil(people * 10 / np.median(people[people > 0]))
    return areas_of(code[:, 0], code[:, 1], people)


def opened(name: str) -> sqlite3.Connection:
    """A GeoPackage of the data, of which nothing can be written."""
    return sqlite3.connect(f"file:{DATA / name}?mode=ro&immutable=1", uri=True)


def block_groups(layer: str, county: str | None = None, centroids: bool = False):
    """Census 2000 block groups at their centres of population or centroids, and the ZIP area of each."""
    with closing(opened("us_blockgroups/blockgroups2000.gpkg")) as store:
        rows = store.execute(
            f"SELECT popcen_lon, popcen_lat, pop2000, zcta5, geom FROM {layer} "
            "WHERE popcen_lon IS NOT NULL AND (? IS NULL OR county = ?)",
            (county, county),
        ).fetchall()
    lon, lat, people, zip_code, shape = zip(*rows)
    if centroids:
        lon, lat = Polygons.from_wkb([_wkb(blob) for blob in shape]).centroids_deg(len(rows))
    return areas_of(lon, lat, people), np.array([code or "" for code in zip_code])


def block_group_shapes(layer: str, county: str | None = None) -> list[bytes]:
    """WKB of the polygons of :func:`block_groups`, in the same order."""
    with closing(opened("us_blockgroups/blockgroups2000.gpkg")) as store:
        rows = store.execute(
            f"SELECT geom FROM {layer} WHERE popcen_lon IS NOT NULL AND (? IS NULL OR county = ?)",
            (county, county),
        ).fetchall()
    return [_wkb(blob) for (blob,) in rows]


def _wkb(blob: bytes) -> bytes:
    """The WKB inside a GeoPackage geometry, behind its header of 8 bytes and an envelope."""
    return blob[8 + (0, 32, 48, 48, 64)[blob[3] >> 1 & 7] :]


def ottawa_blocks() -> Areas:
    """The 7 575 populated dissemination blocks of Ottawa, 2021, at their centroids."""
    with closing(opened("canada/ottawa_2021.gpkg")) as store:
        rows = store.execute("SELECT geom, pop2021 FROM ottawa_db2021 WHERE pop2021 > 0").fetchall()
    lon, lat = Polygons.from_wkb([_wkb(blob) for blob, _people in rows]).centroids_deg(len(rows))
    return areas_of(lon, lat, [people for _blob, people in rows])


def dissemination_areas(province: str = "") -> Areas:
    """The 56 590 dissemination areas of Canada, 2016, or those of a province by its number: 35 is Ontario."""
    rows = rows_of("canada/da2016_points_population.csv.gz")
    rows = [row for row in rows if row["dauid"].startswith(province)]
    return areas_of(*([row[name] for row in rows] for name in ("lon", "lat", "pop2016")))


def sized_areas() -> Areas:
    """The same with the land areas of 2021, else their division's median."""
    rows = rows_of("canada/da2016_points_population.csv.gz")
    known = {
        row["dauid"]: 1e6 * float(row["landarea_km2"])
        for row in rows_of("canada/da2021_population.csv.gz")
        if row["landarea_km2"]
    }
    division = np.array([row["cduid"] for row in rows])
    size = np.array([known.get(row["dauid"], np.nan) for row in rows])
    for unit in np.unique(division[np.isnan(size)]):
        inside = division == unit
        middle = np.nanmedian(size[inside]) if np.isfinite(size[inside]).any() else np.nanmedian(size)
        size[inside & np.isnan(size)] = middle
    lon, lat = (np.array([float(row[name]) for row in rows]) for name in ("lon", "lat"))
    return Areas(np.array([row["dauid"] for row in rows], dtype=object), lon, lat, np.zeros(len(lon)), size)


def direct(programme):
    """Equations (1) to (5) over listed pairs by HiGHS through scipy: mean cost, or None unsolved."""
    from scipy.optimize import linprog
    from scipy.sparse import coo_matrix, vstack

    pricing_set, people, cap = programme.pricing_set, programme.people, programme.cap()
    origin, destination = pricing_set.origin, pricing_set.destination
    pairs, targets = len(origin), pricing_set.destination_count
    tight = np.flatnonzero(cap[origin] < 1)
    index, share = np.arange(pairs), people[origin]
    whole = coo_matrix((np.ones(pairs), (origin, index)), shape=(len(people), pairs + targets))
    inflow = coo_matrix(
        (
            np.r_[share, -np.ones(targets)],
            (np.r_[destination, np.arange(targets)], np.arange(pairs + targets)),
        ),
        shape=(targets, pairs + targets),
    )
    rows = np.arange(len(tight))
    privacy = coo_matrix(
        (
            np.r_[(share / cap[origin])[tight], -np.ones(len(tight))],
            (np.r_[rows, rows], np.r_[tight, pairs + destination[tight]]),
        ),
        shape=(len(tight), pairs + targets),
    )
    scale = pricing_set.cost.max()
    answer = linprog(
        np.r_[pricing_set.cost * share / people.sum() / scale, np.zeros(targets)],
        A_ub=privacy.tocsr(),
        b_ub=np.zeros(len(tight)),
        A_eq=vstack([whole, inflow]).tocsr(),
        b_eq=np.r_[np.ones(len(people)), np.zeros(targets)],
        method="highs",
    )
    return None if answer.x is None else answer.fun * scale


def split_blocks(count: int, seed: int = 0) -> Areas:
    """Blocks: the block groups of Massachusetts and Louisiana, each split at random into equally many.

    People of a group fall into its blocks by a Dirichlet draw of weight 2, and blocks lie about its centre of
    population, as far as half of the way to the next group (standard deviation).
    """
    from scipy.spatial import cKDTree

    generator = np.random.default_rng(seed)
    groups = [block_groups(layer)[0] for layer in ("massachusetts_25", "louisiana_22")]
    lon = np.concatenate([group.lon_deg for group in groups])
    lat = np.concatenate([group.lat_deg for group in groups])
    people = np.concatenate([group.population for group in groups])
    wide = np.cos(np.radians(lat))
    spread = cKDTree(np.c_[lon * wide, lat]).query(np.c_[lon * wide, lat], k=2)[0][:, 1] / 2
    parts = -(-count // len(lon))
    chosen = np.sort(generator.choice(len(lon) * parts, count, replace=False)) // parts
    share = generator.gamma(2.0, size=count)
    share /= np.bincount(chosen, share, len(lon))[chosen]
    place = generator.normal(size=(2, count)) * spread[chosen]
    blocks = np.maximum(np.round(people[chosen] * share), 1)
    return areas_of(lon[chosen] + place[0] / wide[chosen], lat[chosen] + place[1], blocks)
