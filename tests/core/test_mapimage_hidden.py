# SPDX-License-Identifier: GPL-2.0-or-later
"""Positions that picture files carry besides their pixels."""

import struct
import zlib

import numpy as np
import pytest

from geodeid_plugin.core.base.errors import InputError
from geodeid_plugin.core.mapimage.reidentify.metadata import metadata_leaks, read_world_file

WORLD = "50.8\n0\n0\n-50.8\n225025.4\n909294.6\n"


def gps_block(order="<"):
    mark = b"II*\0" if order == "<" else b"MM\0*"
    head = mark + struct.pack(order + "I", 8)
    main = struct.pack(order + "HHHII", 1, 0x8825, 4, 1, 26) + struct.pack(order + "I", 0)
    rationals = 26 + 2 + 4 * 12 + 4
    gps = struct.pack(order + "H", 4)
    gps += struct.pack(order + "HHI4s", 1, 2, 2, b"N\0\0\0")
    gps += struct.pack(order + "HHII", 2, 5, 3, rationals)
    gps += struct.pack(order + "HHI4s", 3, 2, 2, b"W\0\0\0")
    gps += struct.pack(order + "HHII", 4, 5, 3, rationals + 24)
    gps += struct.pack(order + "I", 0)
    numbers = struct.pack(order + "12I", 42, 1, 21, 1, 36, 1, 71, 1, 3, 1, 0, 1)
    return head + main + gps + numbers


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(*chunks):
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks) + chunk(b"IEND", b"")


def jpeg(block):
    return b"\xff\xd8\xff\xe1" + struct.pack(">H", len(block) + 2) + block + b"\xff\xd9"


def geotiff():
    doubles = struct.pack("<3d", 10, 10, 0) + struct.pack("<6d", 0, 0, 0, 5000, 9000, 0)
    entries = [struct.pack("<HHII", 33550, 12, 3, 38), struct.pack("<HHII", 33922, 12, 6, 62)]
    return b"II*\0" + struct.pack("<I", 8) + struct.pack("<H", 2) + b"".join(entries) + b"\0" * 4 + doubles


def kinds(found):
    return [leak.kind for leak in found]


def test_a_world_file_gives_the_corner_of_the_picture():
    assert read_world_file(WORLD).tolist() == [[50.8, 0, 225000.0], [0, -50.8, 909320.0]]
    found = metadata_leaks(png(), {"map.pgw": WORLD.encode()})
    assert kinds(found) == ["world file"] and found[0].to_map is not None


@pytest.mark.parametrize("text", ["", "1\n2\n3\n", "a\nb\nc\nd\ne\nf\n", "0\n0\n0\n0\n1\n1\n"])
def test_what_is_no_world_file_is_refused(text):
    with pytest.raises(InputError):
        read_world_file(text)
    assert kinds(metadata_leaks(png(), {"map.pgw": text.encode()})) == ["side file"]


def test_geotiff_tags_are_found_with_their_matrix():
    (found,) = metadata_leaks(geotiff())
    assert found.kind == "GeoTIFF"
    assert np.array_equal(found.to_map, [[10, 0, 5000], [0, -10, 9000]])


@pytest.mark.parametrize("order", ["<", ">"])
def test_exif_positions_are_read_in_jpeg_and_png(order):
    for data in (jpeg(b"Exif\0\0" + gps_block(order)), png(chunk(b"eXIf", gps_block(order)))):
        (found,) = metadata_leaks(data)
        assert found.kind == "EXIF position"
        assert "42.36" in found.sentence and "-71.05" in found.sentence


def test_geopdf_frames_are_found_in_plain_and_in_packed_objects():
    plain = b"%PDF-1.7\n1 0 obj <</Measure 2 0 R>> endobj"
    body = zlib.compress(b"5 0 <</GPTS [1 2]>>")
    packed = b"%PDF-1.7\n1 0 obj <</Type/ObjStm /N 1 /First 4 /Filter/FlateDecode>> stream\n" + body
    packed += b"\nendstream endobj"
    assert kinds(metadata_leaks(plain)) == kinds(metadata_leaks(packed)) == ["GeoPDF"]


def test_project_paths_in_text_chunks_are_named():
    assert kinds(metadata_leaks(png(chunk(b"tEXt", b"Source\0C:\\maps\\patients.qgz")))) == ["text"]


def test_side_files_of_gdal_and_the_georeferencer_are_named():
    sides = {
        "map.png.aux.xml": b"<GeoTransform>1,2</GeoTransform>",
        "map.png.points": b"mapX",
        "map.txt": b"x",
    }
    assert kinds(metadata_leaks(png(), sides)) == ["side file", "side file"]


BROKEN = [
    b"",
    b"II*\0",
    b"MM\0*\xff\xff\xff\xff",
    b"\xff\xd8\xff\xe1",
    b"\x89PNG\r\n\x1a\n\0",
    jpeg(b"Exif\0\0II*\0" + b"\xff" * 30),
    b"%PDF-stream\nxendstream",
    geotiff()[:40],
]


@pytest.mark.parametrize("data", BROKEN)
def test_broken_files_neither_crash_nor_invent_positions(data):
    assert [b for b in metadata_leaks(data) if b.to_map is not None] == []
