# SPDX-License-Identifier: GPL-2.0-or-later
"""The window answers while the panel works: 5 000 patients in 1 580 block groups of Massachusetts.

Runs only where GEODEID_LARGE is set: to 1 for everything, or to some of dots, counts, picture and masks, as
``GEODEID_LARGE=dots,counts``; a picture is checked only after dots. Set GEODEID_KEEP_SHOTS to a folder to
keep what every thread did in each pause.
"""

import os
import random
from pathlib import Path

import pytest
from osgeo import ogr

ROOT = Path(__file__).resolve().parents[2]
PATIENTS, AREAS = 5000, 1580
LONGEST_S = 0.3
ASKED = os.environ.get("GEODEID_LARGE", "")
JOBS = ("dots", "counts", "picture", "masks")
CHOSEN = JOBS if ASKED == "1" else tuple(job for job in JOBS if job in ASKED.split(","))

pytestmark = pytest.mark.skipif(
    not CHOSEN, reason="takes many minutes: set GEODEID_LARGE to 1, or to dots or counts"
)


@pytest.fixture(scope="module")
def large(driven, real_data, tmp_path_factory):
    source = real_data("us_blockgroups/blockgroups2000.gpkg")
    layers = tmp_path_factory.mktemp("large") / "large.gpkg"
    write_layers(source, layers)
    own = {
        "GEODEID_LAYERS": str(layers),
        "GEODEID_JOBS": ",".join(CHOSEN),
    }
    return driven("large", limit_s=7200, **own)


def write_layers(source, target):
    """Two counties' block groups, and patients drawn by population inside them."""
    made = ogr.GetDriverByName("GPKG").CreateDataSource(str(target))
    made.ExecuteSQL("PRAGMA synchronous = OFF")
    whole = ogr.Open(str(source))
    chosen = whole.ExecuteSQL(
        "SELECT geoid, pop2000, geom FROM massachusetts_25 WHERE county IN ('017', '025') "
        f"AND pop2000 > 0 LIMIT {AREAS}"
    )
    rows = [(row["geoid"], row["pop2000"], row.GetGeometryRef().Clone()) for row in chosen]
    crs = chosen.GetSpatialRef()
    areas = made.CreateLayer("areas", crs, ogr.wkbMultiPolygon)
    areas.CreateField(ogr.FieldDefn("geoid", ogr.OFTString))
    areas.CreateField(ogr.FieldDefn("population", ogr.OFTInteger))
    for geoid, people, shape in rows:
        add(areas, shape, geoid=geoid, population=people)
    patients = made.CreateLayer("patients", crs, ogr.wkbPoint)
    draw = random.Random(1)
    for _geoid, _people, shape in draw.choices(rows, [row[1] for row in rows], k=PATIENTS):
        add(patients, inside(shape, draw))


def inside(shape, draw):
    """A place in an area."""
    left, right, low, high = shape.GetEnvelope()
    while True:
        point = ogr.Geometry(ogr.wkbPoint)
        point.AddPoint_2D(draw.uniform(left, right), draw.uniform(low, high))
        if shape.Contains(point):
            return point


def add(layer, shape, **values):
    """Add one feature."""
    feature = ogr.Feature(layer.GetLayerDefn())
    feature.SetGeometry(shape)
    for name, value in values.items():
        feature[name] = value
    layer.CreateFeature(feature)


@pytest.mark.parametrize("doing", ["preview", *CHOSEN])
def test_the_window_is_never_blocked_for_long(large, doing):
    _longest, worked = large[0][doing]
    assert worked < LONGEST_S, large[0]["pauses"][doing]


@pytest.mark.parametrize("name", CHOSEN)
def test_every_choice_of_the_panel_ends_with_a_folder(large, name):
    assert (large[1] / name / "internal" / "report.html").is_file(), large[0][f"{name} said"]
