# SPDX-License-Identifier: GPL-2.0-or-later
"""Positions as scripts, devices and servers write them; each of these documents passed once."""

import base64
import json
import math
import zlib

import pytest

from geodeid_plugin.core.exposure.documents.containers.walk import open_document
from geodeid_plugin.core.exposure.documents.disguise.detect import positions_in
from geodeid_plugin.core.exposure.documents.disguise.positions import Frame
from geodeid_plugin.core.geometry.sphere import METRES_PER_DEGREE

LONDON = Frame("EPSG:4326", (-0.3, 51.3), (0.2, 51.7), METRES_PER_DEGREE)
PLACES = [(round(-0.12776 + 0.0113 * at, 5), round(51.50735 + 0.00717 * (at * 7 % 11), 5)) for at in range(8)]
RECORDS = [{"lat": y, "lon": x} for x, y in PLACES]


def short(value):
    return f"{value:.5f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.5f}"


def each(form):
    return "".join(form.format(x=x, y=y, sx=short(x), sy=short(y)) for x, y in PLACES)


QUANTISED = {
    "transform": {"originPosition": "upperLeft", "scale": [1e-6, 1e-6], "translate": [-1, 52]},
    "features": [
        {"attributes": {"age": 40}, "geometry": {"x": round((x + 1) * 1e6), "y": round((52 - y) * 1e6)}}
        for x, y in PLACES
    ],
}
CSV = "lat,age,lon\\n" + each("{y},40,{x}\\n").replace("\n", "\\n")
PACKER = zlib.compressobj(9, zlib.DEFLATED, -15)
DEFLATED = PACKER.compress(json.dumps(RECORDS).encode()) + PACKER.flush()
CASES = {
    "a shortened script": ("a.js", "var a=[" + each("[{sy},{sx}],") + "]"),
    "objects of a shortened script": ("a.js", "var a=[" + each("{{lat:{sy},lng:{sx}}},") + "]"),
    "a table by SAS": ("a.csv", "lat,lon\n" + each("{sy},{sx}\n")),
    "JSON inside JSON inside JSON": ("a.json", json.dumps({"a": json.dumps({"b": json.dumps(RECORDS)})})),
    "YAML with words between": (
        "a.yml",
        each("- where:\n    lat: {y}\n    note: lives alone with a dog, two cats and a garden, since May\n"
             "    lon: {x}\n"),
    ),
    "elements with words between": (
        "a.xml",
        each("<c><Latitude>{y}</Latitude><note>a case of the city, seen twice</note>"
             "<Longitude>{x}</Longitude></c>"),
    ),
    "a table inside a script": ("a.json", '{"values": "' + CSV + '"}'),
    "an answer of ArcGIS in steps": ("a.json", json.dumps(QUANTISED)),
    "a deflated stream without a head": (
        "a.html", f"<html><script>load('{base64.b64encode(DEFLATED).decode()}')</script></html>"
    ),
    "four bytes a letter": ("a.csv", ("lat,lon\n" + each("{y},{x}\n")).encode("utf-32")),
}  # fmt: skip


def places(name, text, frame=LONDON):
    data = text if isinstance(text, bytes) else text.encode()
    told = [one for part in open_document(name, data).parts for one in positions_in(part, [frame])]
    return [tuple(place) for one in told for place in one.xy.tolist()]


@pytest.mark.parametrize("case", CASES)
def test_positions_of_scripts_devices_and_servers_are_found(case):
    found = places(*CASES[case])
    assert all(any(math.dist(place, one) < 2e-6 for one in found) for place in PLACES)


@pytest.mark.parametrize("text", [
    "p = .0512, r = .1278 and .5151 of 51.50 %; see Fig. 3.125 and [2].1278",
    "lat: the side, lon: 12; x = 4, y = 51.5",
    "3980123 people, 6378137 m, 5012345 of 7001234",
    "'one\\ntwo\\nthree\\nfour\\nfive'",
])  # fmt: skip
def test_other_numbers_of_scripts_are_no_positions(text):
    assert places("a.txt", text) == []


def test_places_in_radians_are_found_in_their_frame():
    """The check itself makes this frame of the region."""
    low, high = (tuple(map(math.radians, corner)) for corner in (LONDON.low, LONDON.high))
    frame = Frame("radians", low, high, math.degrees(METRES_PER_DEGREE))
    text = "lat,lon\n" + "".join(f"{math.radians(y):.8f},{math.radians(x):.8f}\n" for x, y in PLACES)
    assert len(places("a.csv", text, frame)) == len(PLACES)
