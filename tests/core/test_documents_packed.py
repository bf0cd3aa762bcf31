# SPDX-License-Identifier: GPL-2.0-or-later
"""Positions in packed files: gzip, arrays of Bokeh, vector tiles; and pairs that a stray number precedes."""

import base64
import gzip
import json
import math
import struct
import zlib

import numpy as np
import pytest

from geodeid_plugin.core.base.errors import InputError
from geodeid_plugin.core.exposure.documents.containers.parts import Budget, Part, from_base64
from geodeid_plugin.core.exposure.documents.containers.walk import open_document
from geodeid_plugin.core.exposure.documents.disguise.detect import positions_in
from geodeid_plugin.core.exposure.documents.disguise.positions import Frame
from geodeid_plugin.core.exposure.documents.disguise.tiles import (
    Tile,
    of_a_tile,
    of_packed_tiles,
    of_tiles,
    tile_of,
)
from geodeid_plugin.core.geometry.sphere import METRES_PER_DEGREE
from tests.refusals import refuses

BOX = Frame("EPSG:4326", (-76.5, 42.0), (-75.5, 43.0), METRES_PER_DEGREE)
PLACES = [(round(-76.2 + 0.013 * at, 6), round(42.41 + 0.0071 * (at * 7 % 11), 6)) for at in range(20)]
GEOJSON = json.dumps({
    "type": "FeatureCollection",
    "features": [{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": place}}
                 for place in PLACES],
}).encode()  # fmt: skip


def found(name, data):
    opened = open_document(name, data)
    places = [tuple(place) for part in opened.parts for one in positions_in(part, [BOX])
              for place in one.xy.round(6).tolist()]  # fmt: skip
    return opened, places


def page(packed):
    return b'<html><script>var d = read("' + base64.b64encode(packed) + b'")</script></html>'


@pytest.mark.parametrize(
    ("name", "data"),
    {
        "a file": ("cases.geojson.gz", gzip.compress(GEOJSON, mtime=0)),
        "two members": (
            "c.geojson.gz",
            gzip.compress(GEOJSON[:300], mtime=0) + gzip.compress(GEOJSON[300:], mtime=0),
        ),
        "gzip in a script": ("map.html", page(gzip.compress(GEOJSON, mtime=0))),
        "zlib in a script": ("map.html", page(zlib.compress(GEOJSON))),
        "without an ending": ("cases", zlib.compress(GEOJSON)),
    }.values(),
)
def test_what_is_squeezed_is_opened(name, data):
    assert sorted(found(name, data)[1]) == sorted(PLACES)


@pytest.mark.parametrize("name", ["data", "attachment 5", "notes.txt", "model.json"])
def test_bytes_that_are_no_words_keep_a_document_from_passing(name):
    opened, _places = found(name, np.array(PLACES).tobytes())
    assert [one.blocks for one in opened.troubles] == [True]


@pytest.mark.slow
def test_squeezed_bytes_that_are_cut_or_a_bomb_are_told():
    cut = open_document("a.gz", gzip.compress(GEOJSON, mtime=0)[:-40])
    assert cut.troubles and cut.troubles[0].blocks
    bomb = open_document("a.gz", gzip.compress(bytes(50_000_000)), Budget(bytes_left=1_000_000))
    assert "more than is read" in bomb.troubles[0].sentence


@pytest.mark.parametrize("squeeze", [gzip.compress, bytes], ids=["gzip", "plain"])
def test_arrays_that_bokeh_packs_are_read(squeeze):
    x, y = (
        {"type": "ndarray", "array": {"type": "bytes", "data": base64.b64encode(squeeze(values)).decode()},
         "shape": [len(PLACES)], "dtype": "float64", "order": "little"}
        for values in (column.tobytes() for column in np.array(PLACES).T.copy())
    )  # fmt: skip
    text = json.dumps({"data": {"type": "map", "entries": [["x", x], ["y", y]]}})
    opened, places = found("plot.html", b"<html><script>" + text.encode() + b"</script></html>")
    assert sorted(places) == sorted(PLACES) and not opened.troubles


def varint(value):
    out = b""
    while value > 0x7F:
        out, value = out + bytes([value & 0x7F | 0x80]), value >> 7
    return out + bytes([value])


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def pixel(place, zoom):
    side = 2**zoom
    lat = math.radians(place[1])
    return (place[0] + 180) / 360 * side, (1 - math.asinh(math.tan(lat)) / math.pi) / 2 * side


def tiles(zoom=14):
    """The places as vector tiles, written by hand as the specification says."""
    units = {}
    for place in PLACES:
        x, y = pixel(place, zoom)
        units.setdefault((int(x), int(y)), []).append((round(x % 1 * 4096), round(y % 1 * 4096)))
    made = {}
    for address, points in units.items():
        layer = field(1, b"cases") + varint(15 << 3) + varint(2)
        for x, y in points:
            drawn = varint(9) + varint(2 * x) + varint(2 * y)
            layer += field(2, varint(3 << 3) + varint(1) + field(4, drawn))
        made[address] = field(3, layer + varint(5 << 3) + varint(4096))
    return made


def near(places):
    away = np.hypot(*(np.array(places)[:, None] - np.array(PLACES)[None]).transpose(2, 0, 1))
    return len(places) == len(PLACES) and away.min(axis=1).max() < 2e-5


def test_points_of_a_tile_lie_where_its_name_says():
    places = [place for (x, y), data in tiles().items()
              for place in of_a_tile(f"tiles/14/{x}/{y}.pbf", data).places]  # fmt: skip
    assert near(places)
    with refuses("map_tiles.name.no_place"):
        of_a_tile("tile.pbf", b"")
    far = field(3, field(2, varint(3 << 3) + varint(1) + field(4, varint(9) + varint(0) + varint(2**62))))
    assert of_a_tile("0/0/0.mvt", far).places == [(-180.0, -90.0)]
    for name, data in (("0/0/0.mvt", b"\x1a\xff"), ("1/0/2.mvt", b""), ("32/0/0.mvt", b"")):
        with refuses("map_tiles.file.damaged"):
            of_a_tile(name, data)


def test_base64_may_be_broken_into_lines():
    letters = base64.b64encode(bytes(range(100))).decode()
    for end in ("\n", "\r\n"):
        lines = end.join(letters[at : at + 76] for at in range(0, len(letters), 76))
        assert from_base64(lines + end) == bytes(range(100))


def test_the_fields_of_a_tile_are_read():
    told = {"home": field(1, b"42.1, -76.5"), "x": varint(3 << 3 | 1) + struct.pack("<d", 0.25),
            "low": varint(6 << 3) + varint(5), "age": varint(4 << 3) + varint(40),
            "share": varint(2 << 3 | 5) + struct.pack("<f", 0.5)}  # fmt: skip
    tags = b"".join(varint(at) * 2 for at in range(len(told)))
    layer = field(2, field(2, tags)) + b"".join(field(3, name.encode()) for name in told)
    layer += b"".join(field(4, value) for value in told.values())
    assert of_a_tile("1/0/0.mvt", field(3, layer)).rows == [
        {"home": "42.1, -76.5", "x": "0.25", "low": "-3", "age": "40", "share": "0.5"}
    ]
    assert of_a_tile("1/0/0.mvt", field(3, layer.replace(tags, b"\x09" * len(tags)))).rows == [{}]


def hilbert(zoom, x, y):
    first = sum(4**z for z in range(zoom))
    return next(n for n in range(first, first + 4**zoom) if tile_of(n) == (zoom, x, y))


def test_each_layer_of_a_file_of_tiles_is_read_where_it_is_most_detailed():
    """Cases down to zoom 8, and others that are drawn down to 9."""
    zoom, other = 8, field(3, field(1, b"other"))
    told = {(8, *address): data + other for address, data in tiles(zoom).items()}
    told.update({(7, *address): data for address, data in tiles(7).items()} | {(9, 1, 1): other})
    made = sorted((hilbert(*address), gzip.compress(data)) for address, data in told.items())
    numbers = [one[0] for one in made]
    entries = b"".join(map(varint, [len(made), *np.diff([0, *numbers]).tolist(), *[1] * len(made),
                                    *(len(one[1]) for one in made), 1, *[0] * (len(made) - 1)]))  # fmt: skip
    root, body = gzip.compress(entries), b"".join(one[1] for one in made)
    head = b"PMTiles\x03" + struct.pack(
        "<8Q", 127, len(root), 0, 0, 127 + len(root), 0, 127 + len(root), len(body)
    )
    head += struct.pack("<3Q", *[len(made)] * 3) + bytes([1, 2, 2, 1, zoom, zoom]) + bytes(25)
    deepest, held, before = of_packed_tiles(head + root + body, Budget())
    assert deepest.places == before.places == []
    places = held.places
    away = np.hypot(*(np.array(places)[:, None] - np.array(PLACES)[None]).transpose(2, 0, 1)).min(axis=1)
    assert len(places) == len(PLACES) and away.max() < 360 / 2**zoom / 4096
    assert held.metres == pytest.approx(38.2, abs=0.1)
    for cut in (b"", head[:50], head + root[:5], b"PMTiles\x02" + bytes(200)):
        with pytest.raises(InputError):
            of_packed_tiles(cut, Budget())


@pytest.mark.parametrize("deep", [9, 12])
def test_what_no_deeper_tile_shows_is_read_from_above(deep):
    """A map of tiles may go deeper in one county than in others, or show some homes from afar alone."""
    (address, data), *_others = sorted(tiles(deep).items())
    made = [Tile(8, *each, content) for each, content in tiles(8).items()] + [Tile(deep, *address, data)]
    told = np.array([place for each in of_tiles(made, Budget()) for place in each.places])
    away = np.hypot(*(told[:, None] - np.array(PLACES)[None]).transpose(2, 0, 1))
    assert away.min(axis=0).max() < 360 / 2**8 / 4096 and len(told) == len(PLACES)


@pytest.mark.parametrize("before", ["", "-76.123456\n", "Home: 42.123456; "])
@pytest.mark.parametrize("between", ["\n", "; "])
def test_a_single_number_before_a_row_of_pairs_shifts_none(before, between):
    text = before + between.join(f"{y:.6f}, {x:.6f}" for x, y in PLACES)
    [one] = positions_in(Part("note.txt", "text", text.encode()), [BOX])
    assert sorted(map(tuple, one.xy.tolist())) == sorted(PLACES)
