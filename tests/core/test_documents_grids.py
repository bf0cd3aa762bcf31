# SPDX-License-Identifier: GPL-2.0-or-later
"""Grid references, printed vectors, notebooks, words in pictures, and what is named, not read."""

from __future__ import annotations

import base64
import bz2
import gzip
import io
import json
import lzma
import pickle
import struct
import tarfile
import zlib
from dataclasses import replace

import numpy as np
import pytest

from geodeid_plugin.core.exposure.documents.containers.parts import DATA, TABLE, TEXT, Part
from geodeid_plugin.core.exposure.documents.containers.walk import open_document
from geodeid_plugin.core.exposure.documents.disguise.codes import grids_in, utm_lonlat
from geodeid_plugin.core.exposure.documents.disguise.detect import positions_in
from geodeid_plugin.core.exposure.documents.disguise.positions import Frame
from geodeid_plugin.core.exposure.documents.disguise.unread import unread_in
from geodeid_plugin.core.geometry.sphere import METRES_PER_DEGREE

COUNTY = Frame("EPSG:4326", (-76.3, 42.3), (-75.9, 42.7), METRES_PER_DEGREE)
PLACES = [(-76.098109, 42.488063), (-76.027926, 42.527865), (-76.156934, 42.577366), (-76.028216, 42.528154),
          (-76.130107, 42.491237), (-76.112268, 42.502918), (-76.047568, 42.551237)]  # fmt: skip
CSV = "lat,age,lon\n" + "\n".join(f"{lat},{40 + at},{lon}" for at, (lon, lat) in enumerate(PLACES))


def found_in(name, data):
    """Positions in a file, and the sentences that keep it from passing."""
    opened = open_document(name, data if isinstance(data, bytes) else data.encode())
    count = sum(len(one) for part in opened.parts for one in positions_in(part, [COUNTY]))
    return count, [str(one.sentence) for one in opened.troubles if one.blocks]


@pytest.mark.parametrize(
    ("text", "place", "metres"),
    [
        ("case at 18T VN 12345 09876.", (-76.067408, 42.536306), 1),
        ("18TVN1234509876", (-76.067408, 42.536306), 1),
        ("18tvn12340987", (-76.067414, 42.536293), 10),
        ("Zone 18N, 412345 mE, 4709876 mN", (-76.067414, 42.536302), 1),
        ("18T 412345.5 4709876.5", (-76.067408, 42.536306), 0.1),
    ],
)
def test_grid_references_are_read_to_the_middle_of_their_cell(text, place, metres):
    (found,) = grids_in(text, [COUNTY])
    assert np.allclose(found.xy, [place], atol=2e-5)
    assert found.precision_m == pytest.approx(metres, rel=0.01)


def test_places_in_utm_lie_where_proj_puts_them():
    pyproj = pytest.importorskip("pyproj")
    for zone, code in ((18, 32618), (56, 32756)):
        back = pyproj.Transformer.from_crs(code, 4326, always_xy=True)
        for east, north in ((300_000.0, 5_000_000.0), (700_000.0, 6_300_000.0)):
            mine = utm_lonlat(zone, east, north - (1e7 if code == 32756 else 0))
            assert np.allclose(mine, back.transform(east, north), atol=1e-8)


def test_british_and_irish_references_are_read_in_their_grids():
    london = Frame("EPSG:27700", (500_000, 100_000), (600_000, 200_000), 1.0)
    dublin = Frame("EPSG:29903", (300_000, 200_000), (330_000, 250_000), 1.0)
    assert grids_in("TQ 30012 80034; TQ300801", [london])[0].xy.tolist() == [
        [530012.5, 180034.5],
        [530050, 180150],
    ]
    assert grids_in("O 15904 34671", [dublin])[0].xy.tolist() == [[315904.5, 234671.5]]


@pytest.mark.parametrize(
    "text", ["12C AB 1234 567", "room 18T, 412345 visits", "ISBN 9783161484100", "0123 3210"]
)
def test_other_letters_and_digits_are_no_grid_references(text):
    assert grids_in(text, [COUNTY]) == []


def test_capital_geohashes_are_read():
    hashes = b"DR9NPB7X2 DR9NPC1K8 DR9NPFW3T DR9NPG0Q5"
    assert sum(
        map(
            len,
            positions_in(Part("a.txt", TEXT, hashes), [replace(COUNTY, low=(-78, 42), high=(-75, 44))]),
        )
    )


def printed(places):
    lon, lat = zip(*places)
    return {
        "vectors of R": f"[1] {' '.join(map(str, lon[:4]))}\n[5] {' '.join(map(str, lon[4:]))}\n"
        f"[1] {' '.join(map(str, lat[:4]))}\n[5] {' '.join(map(str, lat[4:]))}",
        "savetxt": f"{' '.join(map(str, lon))}\n{' '.join(map(str, lat))}",
        "table": "  lat age lon\n" + "\n".join(f"{at} {y} {30 + at} {x}" for at, (x, y) in enumerate(places)),
    }


@pytest.mark.parametrize("case", printed(PLACES))
def test_positions_that_programs_print_between_blanks_are_found(case):
    assert found_in("log.txt", printed(PLACES)[case]) == (len(PLACES), [])


def test_a_printed_table_in_a_notebook_is_found_once():
    rows = "".join(
        f"    <tr>\n      <td>{lat}</td>\n      <td>{lon}</td>\n    </tr>\n" for lon, lat in PLACES
    )
    page = f"<table>\n<tr><th>lat</th><th>lon</th></tr>\n{rows}</table>"
    cell = {"cell_type": "code", "source": ["cases.head()"], "outputs": [
        {"output_type": "execute_result", "data": {"text/html": page.splitlines(True)}}]}  # fmt: skip
    assert found_in("a.ipynb", json.dumps({"cells": [cell], "nbformat": 4})) == (len(PLACES), [])


def taped():
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as archive:
        told = tarfile.TarInfo("cases.csv")
        told.size = len(CSV)
        archive.addfile(told, io.BytesIO(CSV.encode()))
    return held.getvalue()


def picture(*chunks):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">2I5B", 8, 8, 8, 2, 0, 0, 0)
    body = [(b"IHDR", head), *chunks, (b"IDAT", zlib.compress(b"\0" * 200)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*one) for one in body)


def commented_gif(words):
    pieces = [words[at : at + 99] for at in range(0, len(words), 99)]
    comment = b"".join(bytes([len(one)]) + one for one in pieces)
    return b"GIF89a\x01\0\x01\0\0\0\0\x21\xfe" + comment + b"\0;"


PACKED = {
    "cases.csv.bz2": bz2.compress(CSV.encode()), "cases.csv.xz": lzma.compress(CSV.encode()),
    "cases.tar": taped(), "cases.tar.bz2": bz2.compress(taped()),
    "cases.b64": base64.encodebytes(CSV.encode()),
    "comment.png": picture((b"tEXt", b"Comment\0" + CSV.encode())),
    "packed.png": picture((b"zTXt", b"Comment\0\0" + zlib.compress(CSV.encode()))),
    "behind.png": picture() + CSV.encode(), "comment.gif": commented_gif(CSV.encode()),
}  # fmt: skip


@pytest.mark.parametrize("name", PACKED)
def test_positions_behind_other_packings_and_beside_pixels_are_found(name):
    count, _troubles = found_in(name, PACKED[name])
    assert count == len(PLACES)


RICH = rb"{\rtf1 {\pict\pngblip\picw30 " + picture().hex().encode() + rb"} 42.7\cell -76.3\cell\row}"


@pytest.mark.parametrize(("name", "data", "kind"), [
    ("a.pkl", pickle.dumps(PLACES, 0), "a pickle of Python"),
    ("a.txt", pickle.dumps(PLACES, 4), "a pickle of Python"),
    ("a.txt", b"A\n3\n262658\n197888\n5\nUTF-8\n787\n2\n14\n7\n-76.098109\n", "a file of R"),
    ("a.dta", b"\x72\x02\x01\0" + b"\0" * 99, "a Stata file"),
    ("a", b"<stata_dta><header>" + b"\0" * 9, "a Stata file"),
    ("a.dta", b"<stata_dta><header><release>118</release>" + b"home at 42.7, -76.3" * 99, "a Stata file"),
    ("a.ttf", b"<stata_dta><header>" + b"\0" * 9, "a Stata file"),
    ("a.ttf", b"$FL2@(#) SPSS DATA FILE" + b"\0" * 50, "an SPSS file"),
    ("a.rds", b"RDX3\n" + b"\0" * 50, "a file of R"),
    ("a.rtf", RICH, "a rich text"), ("a.doc", b"\r\n " + RICH, "a rich text"), ("a", RICH, "a rich text"),
    ("a.sas7bdat", b"\0" * 12 + b"\xc2\xea\x81\x60" + b"\0" * 50, "a SAS file"),
    ("a.sav", b"$FL2@(#) SPSS DATA FILE" + b"\0" * 50, "an SPSS file"),
    ("a.por", b"ASCII SPSS PORT FILE " * 9, "an SPSS file"),
    ("a.xpt", b"HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!", "a SAS transport file"),
    ("a.map", b"\0\x02" * 300, "a MapInfo table"), ("a.nc", b"CDF\x01" + b"\0" * 90, "a netCDF file"),
])  # fmt: skip
def test_data_that_nobody_here_reads_are_named_and_keep_a_document_from_passing(name, data, kind):
    _count, troubles = found_in(name, data)
    (sentence,) = (one for one in troubles if kind in one)
    assert "CSV or PDF" in sentence


@pytest.mark.parametrize("seed", range(5))
def test_short_binary_files_are_never_taken_for_words(seed):
    noise = np.random.default_rng(seed).integers(1, 256, 400, np.uint8).tobytes()
    assert found_in("cases.log2", noise)[1]


HOMES = "\n".join(f"{at}\t{3 + 7 * at} Maple Street\tCortland" for at in range(5))
GERMAN = "\n".join(f"{at}\tHauptstraße {at + 3}" for at in range(5))
IN_WORDS = "\n".join(f"Case {at} lives at {3 + 7 * at} Maple Street." for at in range(12))
SEEN = "\n".join(f"Seen at General Hospital; home {3 + 7 * at} Maple Street." for at in range(12))
AUTHORS = "\n".join(
    f"{at} Department of Epidemiology, University of Cortland, {3 + 7 * at} Maple Street, Cortland, NY"
    for at in range(12)
)
CELLS = "id\ts2\n" + "\n".join(f"{at}\t89c25a{at:02x}" for at in range(5))
FRENCH = "\n".join(f"{at}\t{at + 3} bis, rue de la Paix" for at in range(5))


@pytest.mark.parametrize(("kind", "text", "blocks"), [
    (TABLE, HOMES, [True]), (TABLE, GERMAN, [True]), (TABLE, FRENCH, [True]), (TEXT, HOMES, [False]),
    (TEXT, IN_WORDS, [True]), (TEXT, SEEN, [True]), (TEXT, AUTHORS, [False]), (TABLE, AUTHORS, [True]),
    (TEXT, "Harvard, 677 Huntington Avenue, Boston", []),
    (TABLE, "id\th3\n" + "\n".join(f"{at}\t8a2b107{at:04x}7fff" for at in range(5)), [True]),
    (TABLE, CELLS, [True]), (DATA, CELLS, []),  # bytes of a data file by chance; its fields are a table
    (TEXT, "found at ///filled.count.soap", [True]), (TABLE, "dose\t12 mg\n3\t14 days on the road", []),
    (TEXT, "Home: 8FVC9G8F+6X", [True]), (TEXT, "https://plus.codes/87JC9W6R%2B6W", [True]),
    (TEXT, "Home: GWQ2+7R9 Cortland", [False]),
    (TABLE, "id\tcode\n1\tGWQ2+7R9\n2\tGWQ2+7RC\n3\tGWQ3+22", [True]),
    (TEXT, "CCR6+CXCR3+ cells, 2345+67, ab/8FVC9G8F+6X/9+QQ", []),
    (TEXT, "12 patients on the road, 7 in place, 5 days in a place of care, 9 of the way", []),
])  # fmt: skip
def test_places_that_are_recognised_but_not_read_are_named(kind, text, blocks):
    assert [one.blocks for one in unread_in(Part("a", kind, text.encode()))] == blocks


@pytest.mark.slow
@pytest.mark.parametrize("pack", [bz2.compress, gzip.compress], ids=["bz2", "gz"])
def test_a_bomb_in_one_stream_is_not_unpacked(pack, request):
    name = f"a.txt.{request.node.callspec.id}"
    assert any("bomb" in one for one in found_in(name, pack(bytes(25_000_000), 1))[1])
