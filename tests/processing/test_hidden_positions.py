# SPDX-License-Identifier: GPL-2.0-or-later
"""Every channel by which a picture file says where it lies, one file each, read as the checks read it."""

import struct
import zlib

import numpy as np
import pytest

qgis_core = pytest.importorskip("qgis.core")
gdal = pytest.importorskip("osgeo.gdal")

WORLD = "50.8\n0\n0\n-50.8\n225025.4\n909294.6\n"
PLACE = b"42.36012, -71.05891"
XMP = b"<x:xmpmeta><rdf:Description exif:GPSLatitude='42,21.6N'/></x:xmpmeta>"


@pytest.fixture(scope="module")
def leaks(qgis_app):
    """Kinds of what is found in a file."""
    from geodeid_plugin.processing_provider.disclosure.mapimage.pictures import read_picture

    return lambda path: {leak.kind for leak in read_picture(path).hidden}


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(*chunks, after=b""):
    pixels = np.random.default_rng(1).integers(0, 255, (20, 20, 3)).astype(np.uint8)
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 20, 20, 8, 2, 0, 0, 0))
    body = chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(chunks) + body + after


def gps(order="<"):
    head = b"II*\0" + struct.pack(order + "I", 8)
    main = struct.pack(order + "HHHII", 1, 0x8825, 4, 1, 26) + struct.pack(order + "I", 0)
    directory = struct.pack(order + "H", 4)
    directory += struct.pack(order + "HHI4s", 1, 2, 2, b"N\0\0\0") + struct.pack(order + "HHII", 2, 5, 3, 80)
    directory += struct.pack(order + "HHI4s", 3, 2, 2, b"W\0\0\0") + struct.pack(order + "HHII", 4, 5, 3, 104)
    return (
        head
        + main
        + directory
        + b"\0" * 4
        + struct.pack(order + "12I", 42, 1, 21, 1, 36, 1, 71, 1, 3, 1, 0, 1)
    )


def by_gdal(path, driver, options=(), placed=False, texts=None, kind=gdal.GDT_Byte):
    memory = gdal.GetDriverByName("MEM").Create("", 32, 32, 3, kind)
    for band in range(3):
        values = np.random.default_rng(band).integers(0, 255, (32, 32))
        memory.GetRasterBand(band + 1).WriteArray(values)
    if placed:
        memory.SetGeoTransform([500000, 10, 0, 5000000, 0, -10])
        reference = qgis_core.QgsCoordinateReferenceSystem("EPSG:32633").toWkt()
        memory.SetProjection(reference)
    for domain, values in (texts or {}).items():
        memory.SetMetadata(values, domain)
    made = gdal.GetDriverByName(driver)
    if made is None:
        pytest.skip(f"GDAL writes no {driver} here")
    made.CreateCopy(str(path), memory, options=list(options))
    for side in path.parent.glob("*.xml"):
        side.unlink()
    return path


def pillow(path, **more):
    image = pytest.importorskip("PIL.Image")
    pixels = np.random.default_rng(1).integers(0, 255, (32, 32, 3)).astype(np.uint8)
    image.fromarray(pixels).save(path, **more)
    return path


def svg(head="", body="", box="0 0 50 50", before=""):
    dots = "".join(f"<circle cx='{9 * x + 5}' cy='9' r='2'/>" for x in range(5))
    start = "<?xml version='1.0'?>" + before
    return (
        f"{start}<svg xmlns='http://www.w3.org/2000/svg' viewBox='{box}' {head}>{dots}{body}</svg>".encode()
    )


def jpeg_with(path, marker, block):
    data = pillow(path).read_bytes()
    path.write_bytes(data[:2] + bytes([0xFF, marker]) + struct.pack(">H", len(block) + 2) + block + data[2:])
    return path


def written(path, data):
    path.write_bytes(data)
    return path


def with_world(path, data):
    path.with_suffix(".pgw").write_text(WORLD)
    return written(path, data)


CHANNELS = {
    "bigtiff.tif": lambda p: by_gdal(p, "GTiff", ["BIGTIFF=YES"], placed=True),
    "geojp2.jp2": lambda p: by_gdal(p, "JP2OpenJPEG", placed=True),
    "exif.webp": lambda p: pillow(p, exif=b"Exif\0\0" + gps()),
    "xmp.webp": lambda p: pillow(p, xmp=XMP),
    "map[1].png": lambda p: with_world(p, png()),
    "packed_itxt.png": lambda p: written(
        p, png(chunk(b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0" + zlib.compress(XMP)))
    ),
    "ztxt.png": lambda p: written(p, png(chunk(b"zTXt", b"Comment\0\0" + zlib.compress(PLACE)))),
    "bare.png": lambda p: written(p, png(chunk(b"tEXt", b"Comment\0" + PLACE))),
    "profile.png": lambda p: written(p, png(chunk(b"iCCP", b"sRGB\0\0" + zlib.compress(PLACE)))),
    "own_chunk.png": lambda p: written(p, png(chunk(b"prVt", PLACE))),
    "profile.webp": lambda p: pillow(p, icc_profile=PLACE),
    "free_box.jp2": lambda p: written(
        p, by_gdal(p, "JP2OpenJPEG").read_bytes() + struct.pack(">I4s", 8 + len(PLACE), b"free") + PLACE
    ),
    "geodatabase.png": lambda p: written(p, png(chunk(b"tEXt", b"Source\0C:\\study\\patients.gdb"))),
    "table.png": lambda p: written(p, png(chunk(b"tEXt", b"Source\0cases.csv"))),
    "description.tif": lambda p: by_gdal(
        p, "GTiff", texts={"": {"TIFFTAG_IMAGEDESCRIPTION": PLACE.decode()}}
    ),
    "xmp.tif": lambda p: by_gdal(p, "GTiff", texts={"xml:XMP": [XMP.decode()]}),
    "gdal_metadata.tif": lambda p: by_gdal(p, "GTiff", texts={"": {"source": "cases.geojson"}}),
    "iptc.jpg": lambda p: jpeg_with(p, 0xED, b"Photoshop 3.0\0" + PLACE),
    "after.png": lambda p: written(p, png(after=b"id,lat,lon\n17," + PLACE)),
    "after.jpg": lambda p: written(p, pillow(p).read_bytes() + b"id,lat,lon\n17," + PLACE),
    "comment.gif": lambda p: pillow(p, comment=PLACE),
    "data_lat.svg": lambda p: written(p, svg(body="<g data-lat='42.36' data-lon='-71.05'/>")),
    "late_comment.svg": lambda p: written(p, svg(before="<!--" + " " * 5000 + "cases.shp -->")),
    "view_box_m.svg": lambda p: written(p, svg(box="500000 5000000 900 900")),
    "view_box_deg.svg": lambda p: written(p, svg(box="-71.5 42.1 0.9 0.7")),
    "ground_paths.svg": lambda p: written(
        p, svg(body="<path d='M" + " ".join(f"{500000.5 + i} {5000000.5 + i}" for i in range(9)) + "'/>")
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CHANNELS)
def test_every_channel_is_found(leaks, tmp_path, name):
    assert leaks(CHANNELS[name](tmp_path / name)), name


PLAIN = {
    "plain.png": lambda p: written(p, png()),
    "plain.jpg": pillow,
    "plain.webp": pillow,
    "plain.gif": pillow,
    "plain.tif": lambda p: by_gdal(p, "GTiff"),
    "plain.jp2": lambda p: by_gdal(p, "JP2OpenJPEG", ["GMLJP2=NO", "GeoJP2=NO"]),
    "plain.svg": lambda p: written(p, svg()),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAIN)
def test_a_file_that_says_nothing_is_not_suspected(leaks, tmp_path, name):
    assert leaks(PLAIN[name](tmp_path / name)) == set()


@pytest.mark.slow
def test_a_large_picture_is_read_strip_by_strip(qgis_app, tmp_path, monkeypatch):
    from geodeid_plugin.host.apart import decoding, process
    from geodeid_plugin.processing_provider.disclosure.mapimage import pictures

    path = by_gdal(tmp_path / "deep.tif", "GTiff", kind=gdal.GDT_Float64)
    whole = pictures.read_picture(path).rgb
    monkeypatch.setenv(process.ONE_PROCESS, "1")
    monkeypatch.setattr(decoding, "STRIP_PIXELS", 100)
    assert np.array_equal(pictures.read_picture(path).rgb, whole)
    assert (whole.min(), whole.max()) == (0, 255)
