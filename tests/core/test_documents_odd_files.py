# SPDX-License-Identifier: GPL-2.0-or-later
"""Files that other readers take as they are meant: predictors, Decode arrays, fill bytes, empty passwords."""

import base64
import io
import json
import struct
import time
import tracemalloc
import zlib
from pathlib import Path

import numpy as np
import pytest

from geodeid_plugin.core.exposure.documents.containers.pdf.drawings import png_of
from geodeid_plugin.core.exposure.documents.containers.walk import open_document
from geodeid_plugin.core.mapimage.reidentify import metadata
from geodeid_plugin.core.mapimage.reidentify.containers import pictures_inside
from geodeid_plugin.core.mapimage.reidentify.metadata import metadata_leaks
from geodeid_plugin.core.mapimage.vector.pdf import read_pdf
from geodeid_plugin.core.mapimage.vector.pdf_objects import opened, partly_unpacked, stream_of
from tests.refusals import refuses

GREY = np.random.default_rng(5).integers(0, 256, (20, 30, 1), dtype=np.uint8)
RGB = np.random.default_rng(6).integers(0, 256, (20, 30, 3), dtype=np.uint8)
LOCKED = {
    name: base64.b64decode("".join(lines))
    for name, lines in json.loads(Path(__file__).with_name("locked_pdfs.json").read_text()).items()
}
ASKED = "a password is asked"


def pdf_of(entries, body):
    """A PDF whose page shows one picture of 30 × 20 pixels."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 300 300] >>",
        b"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>",
        b"<< /Length 27 >>\nstream\nq 90 0 0 60 9 9 cm /I Do Q \nendstream",
        b"<< /Subtype /Image /Width 30 /Height 20 %s /Length %d >>\nstream\n%s\nendstream"
        % (entries.encode(), len(body), body),
    ]
    return b"%PDF-1.7\n" + b"".join(b"%d 0 obj\n%s\nendobj\n" % one for one in enumerate(objects, 1))


def shown(entries, body):
    """The picture that is found, as a PNG."""
    found = open_document("a.pdf", pdf_of(entries, body))
    assert not found.troubles, found.troubles
    return [one.data for one in found.parts if one.kind == "picture"]


def grey(values):
    return png_of(np.repeat(values, 3, axis=2))


def apart(samples, bits):
    """Samples as their differences from the left, packed in rows of whole bytes, and packed by zlib."""
    wide = samples.astype(np.int64)
    wide[:, 1:] -= samples[:, :-1]
    wide &= 2**bits - 1
    flat = wide.reshape(len(samples), -1)
    single = (flat[..., None] >> np.arange(bits - 1, -1, -1)) & 1
    return zlib.compress(np.packbits(single.reshape(len(samples), -1).astype(np.uint8), axis=1).tobytes())


@pytest.mark.parametrize("bits", [1, 2, 4, 8, 16])
@pytest.mark.parametrize("channels", [1, 3])
def test_the_predictor_of_tiff_is_undone(bits, channels):
    top = 2**bits - 1
    samples = np.random.default_rng(bits).integers(0, top + 1, (20, 30, channels))
    space = {1: "Gray", 3: "RGB"}[channels]
    entries = (
        f"/ColorSpace /Device{space} /BitsPerComponent {bits} /Filter /FlateDecode /DecodeParms "
        f"<< /Predictor 2 /Colors {channels} /BitsPerComponent {bits} /Columns 30 >>"
    )
    plain = samples >> 8 if bits == 16 else samples * 255 // top
    plain = np.repeat(plain, 4 - channels if channels == 1 else 1, axis=2).astype(np.uint8)
    assert shown(entries, apart(samples, bits)) == [png_of(plain)]


def lzw(data):
    """LZW as PDF has it, the width of a code growing one code early."""
    table, codes, before = {bytes([one]): one for one in range(256)}, [(256, 9)], b""
    size = 258
    for at in range(len(data)):
        piece = before + data[at : at + 1]
        if piece in table:
            before = piece
            continue
        codes.append((table[before], max((size).bit_length(), 9)))
        table[piece], size, before = size, size + 1, data[at : at + 1]
        if size == 4094:
            codes.append((256, 12))
            table, size = {bytes([one]): one for one in range(256)}, 258
    codes += [(table[before], max(size.bit_length(), 9)), (257, max((size + 1).bit_length(), 9))]
    bits = "".join(f"{code:0{width}b}" for code, width in codes)
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))


def runs(data):
    return b"".join(bytes([255, one]) for one in data[::2]) + b"\x80"


SMOOTH = (np.indices((20, 30)).sum(axis=0)[..., None] * 5 % 256).astype(np.uint8)
TWINS = np.repeat(GREY[:, :15], 2, axis=1)
PACKED = {
    "LZW": (SMOOTH, "/LZWDecode", lzw(SMOOTH.tobytes())),
    "LZW of noise": (GREY, "/LZWDecode", lzw(GREY.tobytes())),
    "runs": (TWINS, "/RunLengthDecode", runs(TWINS.tobytes())),
    "runs as they are": (GREY[:, :30], "/RunLengthDecode", b"".join(
        b"\x1d" + row.tobytes() for row in GREY) + b"\x80"),
    "in letters": (SMOOTH, "[/ASCIIHexDecode /LZWDecode]", lzw(SMOOTH.tobytes()).hex().encode() + b">"),
}  # fmt: skip


@pytest.mark.parametrize("case", PACKED)
def test_pictures_packed_by_older_filters_are_read(case):
    pixels, name, body = PACKED[case]
    entries = f"/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter {name}"
    assert shown(entries, body) == [grey(pixels)]


def test_the_example_of_the_standard_is_read():
    document = pdf_of("/ColorSpace /DeviceGray /BitsPerComponent 8", b"")
    packed = stream_of({"/Filter": "/LZWDecode"}, bytes.fromhex("800b6050220c0c8501"))
    told = partly_unpacked(opened(document), packed)
    assert told == (bytes([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]), ())


def test_a_bomb_of_an_older_filter_is_refused():
    document = opened(pdf_of("", b""))
    document.budget = 1000
    for name, body in (("/LZWDecode", lzw(bytes(5000))), ("/RunLengthDecode", b"\x81\0" * 40)):
        with refuses("pdf.file.bomb"):
            partly_unpacked(document, stream_of({"/Filter": name}, body))


def bits_of(values):
    return np.packbits(values[..., 0] > 127, axis=1).tobytes()


BLACK_OR_WHITE = np.where(GREY > 127, 255, 0).astype(np.uint8)
PALETTE = "[/Indexed /DeviceRGB 255 <" + RGB.tobytes().hex()[: 6 * 256] + ">]"
DECODE = {
    "grey": ("/ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [1 0]", GREY.tobytes(), grey(255 - GREY)),
    "as it is": ("/ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [0 1]", GREY.tobytes(), grey(GREY)),
    "one channel": (
        "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Decode [0 1 1 0 0 1]",
        RGB.tobytes(),
        png_of(np.where([False, True, False], 255 - RGB, RGB)),
    ),
    "half the range": (
        "/ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [0 0.2]",
        GREY.tobytes(),
        grey(np.rint(GREY / 5).astype(np.uint8)),
    ),
    "one bit": (
        "/ColorSpace /DeviceGray /BitsPerComponent 1 /Decode [1 0]",
        bits_of(GREY),
        grey(255 - BLACK_OR_WHITE),
    ),
    "a stencil": ("/ImageMask true", bits_of(GREY), grey(BLACK_OR_WHITE)),
    "a stencil turned over": ("/ImageMask true /Decode [1 0]", bits_of(GREY), grey(255 - BLACK_OR_WHITE)),
    "a palette": (
        f"/ColorSpace {PALETTE} /BitsPerComponent 8 /Decode [255 0]",
        GREY.tobytes(),
        png_of(RGB.reshape(-1, 3)[255 - GREY[..., 0]]),
    ),
}


@pytest.mark.parametrize("case", DECODE)
def test_colours_are_as_the_decode_array_says(case):
    entries, body, expected = DECODE[case]
    assert shown(entries, body) == [expected]


def test_the_negative_of_a_jpeg_keeps_a_document_from_passing():
    entries = "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode /Decode [1 0]"
    found = open_document("a.pdf", pdf_of(entries, b"\xff\xd8\xff\xd9"))
    assert [(one.blocks, "negative" in str(one.sentence)) for one in found.troubles] == [(True, True)]


@pytest.mark.slow
@pytest.mark.parametrize("name", [one for one in LOCKED if one != ASKED])
def test_what_the_empty_password_opens_is_read(name):
    found = open_document("a.pdf", LOCKED[name])
    words = b"".join(one.data for one in found.parts if one.kind == "text")
    assert b"seen at 42.36012, -71.05891" in words
    assert b"home (is) at 42.12345, -71.54321\\" in words
    assert not found.troubles
    assert len(read_pdf(LOCKED[name]).paths) == 20


@pytest.mark.slow
def test_what_asks_for_a_password_says_so_and_blocks():
    [trouble] = open_document("a.pdf", LOCKED[ASKED]).troubles
    assert trouble.blocks and "encrypted" in str(trouble.sentence)


@pytest.mark.parametrize("name", LOCKED)
@pytest.mark.parametrize("seed", range(5))
def test_a_broken_lock_ends_in_parts_or_in_a_sentence(name, seed):
    source, data = np.random.default_rng(seed), bytearray(LOCKED[name])
    for at in source.integers(0, len(data), 15):
        data[at] = source.integers(0, 256)
    found = open_document("a.pdf", bytes(data))
    assert found.parts or found.troubles


@pytest.mark.slow
def test_many_fonts_with_one_large_table_of_letters_end_in_time():
    table = zlib.compress(b"1 beginbfrange <0000> <ffff> <0000> endbfrange\n" * 60_000)
    fonts = b" ".join(b"/F%d << /Type /Font /Subtype /Type0 /ToUnicode 5 0 R >>" % at for at in range(100))
    drawn = b"BT " + b" ".join(b"/F%d 9 Tf (ab) Tj" % at for at in range(100)) + b" ET"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 300 300] >>",
        b"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << %s >> >> >>" % fonts,
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn),
        b"<< /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream" % (len(table), table),
    ]
    data = b"%PDF-1.7\n" + b"".join(b"%d 0 obj\n%s\nendobj\n" % one for one in enumerate(objects, 1))
    began = time.process_time()
    [trouble] = open_document("a.pdf", data).troubles
    assert time.process_time() - began < 10
    assert trouble.blocks and "100 of its letters" in str(trouble.sentence)


@pytest.mark.slow
def test_streams_that_share_one_end_are_not_kept_in_memory():
    data = b"%PDF-1.4\n" + b"".join(b"%d 0 obj <<>>\nstream\nx " % at for at in range(4000)) + b"endstream"
    tracemalloc.start()
    try:
        metadata_leaks(data)
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()


def gps():
    """EXIF of a position at 42.36° N, 71.059° W."""
    main = struct.pack("<HHHII", 1, 0x8825, 4, 1, 26) + struct.pack("<I", 0)
    inner = struct.pack("<H", 4) + struct.pack("<HHI4s", 1, 2, 2, b"N\0\0\0")
    inner += struct.pack("<HHII", 2, 5, 3, 80) + struct.pack("<HHI4s", 3, 2, 2, b"W\0\0\0")
    inner += struct.pack("<HHII", 4, 5, 3, 104) + struct.pack("<I", 0)
    numbers = struct.pack("<12I", 42, 1, 21, 1, 36, 1, 71, 1, 3, 1, 32, 1)
    return b"II*\0" + struct.pack("<I", 8) + main + inner + numbers


def segment(code, body):
    return bytes([0xFF, code]) + struct.pack(">H", len(body) + 2) + body


HEAD = b"\xff\xd8" + segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0")
REST = segment(0xDA, b"\1\1\0\0\x3f\0") + bytes(20) + b"\xff\xd9"
POSITION = segment(0xE1, b"Exif\0\0" + gps())
BREAKS = {
    "a byte between two blocks of a JPEG": HEAD + b"\0" + POSITION + REST,
    "a block of a JPEG that is too long": HEAD + b"\xff\xe1\xff\xff" + POSITION[4:] + REST,
    "a JPEG that is cut short": HEAD + POSITION[:40],
    "a chunk of a PNG that is too long": b"\x89PNG\r\n\x1a\n\0\0\xff\xfftEXt" + bytes(40),
    "a chunk of a WebP that is too long": b"RIFF\x28\0\0\0WEBPVP8 \xff\xff\0\0" + bytes(28),
    "a box of a JPEG 2000 without a size": b"\0\0\0\x0cjP  \r\n\x87\n\0\0\0\3xml " + bytes(40),
    "a TIFF without a directory": b"II*\0\xff\xff\0\0" + bytes(40),
    "a position that lies outside its block": HEAD + segment(0xE1, b"Exif\0\0" + gps()[:26]) + REST,
}


@pytest.mark.parametrize("fill", [b"", b"\xff", b"\xff" * 9])
def test_a_position_behind_fill_bytes_is_found(fill):
    data = HEAD + fill + POSITION + REST
    [leak] = metadata_leaks(data)
    assert leak.kind == "EXIF position" and "42.36" in str(leak.sentence)
    assert not open_document("a.jpg", data).troubles


def profiled(kind, name, body):
    """A PNG whose EXIF stands in a text as digits, as ImageMagick writes it."""
    digits = (b"Exif\0\0" + gps()).hex()
    lines = "\n".join(digits[at : at + 72] for at in range(0, len(digits), 72))
    text = b"%s\0%s" % (name, body(f"\nexif\n{len(digits) // 2:8d}\n{lines}\n".encode()))
    chunks = (b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)), (kind, text), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(one)) + mark + one + struct.pack(">I", zlib.crc32(mark + one))
        for mark, one in chunks
    )


@pytest.mark.parametrize("name", [b"Raw profile type exif", b"Raw profile type APP1"])
def test_a_position_in_a_text_of_digits_is_found(name):
    for data in (
        profiled(b"tEXt", name, bytes),
        profiled(b"zTXt", name, lambda text: b"\0" + zlib.compress(text)),
    ):
        [leak] = metadata_leaks(data)
        assert leak.kind == "EXIF position" and "42.36" in str(leak.sentence)


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_pillow_finds_a_position_that_our_reader_would_miss(monkeypatch, kind):
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    held = io.BytesIO()
    image.new("RGB", (9, 9)).save(held, kind, exif=b"Exif\0\0" + gps())
    monkeypatch.setattr(metadata, "blocks_of", lambda data: iter(()))
    leaks = metadata_leaks(held.getvalue())
    assert ["EXIF says 42.36000°, -71.05889°" in str(one.sentence) for one in leaks] == [True]


def test_a_file_inside_a_letter_of_a_mailbox_is_opened():
    packed = base64.b64encode(b"home,lat,lon\n1,42.36012,-71.05891\n" * 9).decode()
    letter = (
        "From someone@example.org Tue Nov 24 04:00:00 2026\nMIME-Version: 1.0\nSubject: {at}\n"
        "Content-Type: text/csv; name=a.csv\nContent-Transfer-Encoding: base64\n\n{packed}\n\n"
    )
    box = "".join(letter.format(at=at, packed=packed) for at in (1, 2)).encode()
    found = open_document("letters.mbox", box)
    assert sum(b"42.36012,-71.05891" in one.data for one in found.parts) == 2
    assert not found.troubles


@pytest.mark.parametrize("case", BREAKS)
def test_a_chain_of_blocks_that_breaks_is_told(case):
    assert "unread" in {leak.kind for leak in metadata_leaks(BREAKS[case])}
    troubles = open_document("a", BREAKS[case]).troubles
    assert any("chain of its blocks" in str(one.sentence) for one in troubles)


PNG_INSIDE, OTHER = png_of(RGB), png_of(RGB[::-1].copy())
EXIF = b"Exif\0\0II*\0\x08\0\0\0" + bytes(9) + PNG_INSIDE
CHUNK = b"prVt" + PNG_INSIDE
INSIDE = {
    "a thumbnail": b"\xff\xd8\xff\xe1" + (len(EXIF) + 2).to_bytes(2, "big") + EXIF + b"\xff\xda\0\2\xff\xd9",
    "a second picture behind the first": b"\xff\xd8\xff\xda\0\2\xff\xd9" + PNG_INSIDE + b"\xff\xd9",
    "a block of a program": OTHER[:33] + struct.pack(">I", len(PNG_INSIDE)) + CHUNK + bytes(4) + OTHER[33:],
}  # fmt: skip


@pytest.mark.parametrize("case", INSIDE)
def test_a_picture_inside_the_file_of_another_is_looked_at(case):
    """A map of homes passed as the thumbnail, or as the second picture, of another."""
    parts = [one for one in open_document("a.jpg", INSIDE[case]).parts if one.kind == "picture"]
    assert [one.data[:8] for one in parts[1:]] == [PNG_INSIDE[:8]]
    assert "no program shows" in str(parts[1].note)
    assert "picture inside" in {one.kind for one in metadata_leaks(INSIDE[case])}


def test_strips_of_a_tiff_are_no_pictures_inside():
    assert not list(pictures_inside(b"II*\0" + bytes(90) + b"\xff\xd8\xff\xe0" + bytes(90)))
