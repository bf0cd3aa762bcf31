# SPDX-License-Identifier: GPL-2.0-or-later
"""What a PDF holds beside its pages' own drawings, and dots that are letters or small pictures."""

import zlib

import numpy as np
import pytest

from geodeid_plugin.core.exposure.documents.containers.pdf.drawings import joined, side_by_side
from geodeid_plugin.core.exposure.documents.containers.walk import open_document
from geodeid_plugin.core.exposure.documents.disguise.detect import positions_in
from geodeid_plugin.core.exposure.documents.disguise.positions import Frame
from geodeid_plugin.core.geometry.sphere import METRES_PER_DEGREE
from geodeid_plugin.core.mapimage.vector.paths import PlacedImage

BOSTON = Frame("EPSG:4326", (-72.0, 42.0), (-70.0, 43.0), METRES_PER_DEGREE)
PLACES = [(round(-71.05891 - 0.0113 * i, 5), round(42.36012 + 0.00717 * i, 5)) for i in range(6)]
WORDS = "; ".join(f"{y}, {x}" for x, y in PLACES)
RING = "0 0 m " + " ".join(f"{i * 6} {200 + 9 * (i % 2)} l" for i in range(45)) + " 270 0 l s "
DOTS = [(30 + 37 * i % 211, 20 + 53 * i % 167) for i in range(7)]
MAP = RING + "".join(f"1 0 0 rg {x} {y} 4 4 re f " for x, y in DOTS)


def stream(entries, body, packed=True):
    body = body.encode("latin-1") if isinstance(body, str) else body
    body = zlib.compress(body) if packed else body
    how = "/Filter /FlateDecode " if packed else ""
    return f"<< {entries} {how}/Length {len(body)} >>\nstream\n".encode() + body + b"\nendstream"


def pdf(content="BT (Figure 1) Tj ET", page="", root="", **others):
    fonts = "/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> /F2 << /Type /Font /Subtype "
    fonts += "/Type1 /BaseFont /ZapfDingbats >> >>"
    objects = {
        1: f"<< /Type /Catalog /Pages 2 0 R {root} >>",
        2: "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 300 300] >>",
        3: f"<< /Type /Page /Parent 2 0 R /Contents 4 0 R {page} /Resources << {fonts} "
        "/XObject << /I 9 0 R >> >> >>",
        4: stream("", content),
        **{int(key[1:]): value for key, value in others.items()},
    }
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % (number, one.encode() if isinstance(one, str) else one)
                    for number, one in objects.items())  # fmt: skip
    return b"%PDF-1.7\n" + body + b"%%EOF"


def places(found):
    told = [one for part in found.parts for one in positions_in(part, [BOSTON])]
    return {tuple(place) for one in told for place in one.xy.round(5).tolist()}


STAMP = "/Annots [<< /Type /Annot /Subtype /Stamp /Rect [0 0 9 9] /AP << /N 5 0 R >> >>]"
FORM = stream("/Type /XObject /Subtype /Form /BBox [0 0 300 300]", f"{MAP} BT ({WORDS}) Tj ET")
CSV = "lat,lon\n" + "".join(f"{y},{x}\n" for x, y in PLACES)
BESIDE = {
    "the look of a comment": pdf(page=STAMP, _5=FORM),
    "a form that no page shows": pdf(_5=FORM),
    "a script": pdf(root="/OpenAction << /S /JavaScript /JS 5 0 R >>", _5=stream("", f"var a = '{WORDS}';")),
    "data of a form": pdf(
        root="/AcroForm << /XFA 5 0 R >>",
        _5=stream("", "<d>" + "".join(f"<lat>{y}</lat><lon>{x}</lon>" for x, y in PLACES) + "</d>"),
    ),
    "the packet of metadata": pdf(
        root="/Metadata 5 0 R", _5=stream("/Type /Metadata /Subtype /XML", f"<x:xmpmeta>{WORDS}</x:xmpmeta>")
    ),
    "an attachment that does not say so": pdf(root="/AF [<< /EF << /F 5 0 R >> >>]", _5=stream("", CSV)),
}


@pytest.mark.parametrize("case", BESIDE)
def test_positions_beside_the_pages_of_a_pdf_are_found(case):
    assert set(PLACES) <= places(open_document("a.pdf", BESIDE[case]))


def pictures(found):
    return [part for part in found.parts if part.kind == "picture"]


TILING = "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 300 300] /XStep 300 /YStep 300"
DRAWN = {
    "in the look of a comment": pdf(page=STAMP, _5=FORM),
    "in a form that no page shows": pdf(_5=FORM),
    "in a pattern": pdf(_5=stream(TILING, MAP)),
}


@pytest.mark.parametrize("case", DRAWN)
def test_drawings_beside_the_pages_of_a_pdf_are_figures(case):
    (figure,) = pictures(open_document("a.pdf", DRAWN[case]))
    assert figure.data.count(b"<path") == 1 + len(DOTS)


GREY = np.full((20, 30), 200, np.uint8)
GREY[5:9, 6:11] = 0
BITS = np.packbits(GREY > 0, axis=1).tobytes()
SIZE = "/Width 30 /Height 20"
PIXELS = {
    "inside the drawing": pdf(
        "q 99 0 0 66 9 9 cm BI /W 30 /H 20 /CS /G /BPC 8 /F [/AHx] ID " + GREY.tobytes().hex() + "> EI Q"
    ),
    "as a stencil": pdf(
        "q 99 0 0 66 9 9 cm /I Do Q",
        _9=stream(f"/Subtype /Image {SIZE} /ImageMask true /BitsPerComponent 1", BITS),
    ),
    "as a thumbnail": pdf(
        page="/Thumb 9 0 R", _9=stream(f"{SIZE} /ColorSpace /DeviceGray /BitsPerComponent 8", GREY.tobytes())
    ),
}


@pytest.mark.parametrize("case", PIXELS)
def test_pixels_of_every_kind_are_figures(case):
    found = open_document("a.pdf", PIXELS[case])
    assert [one.data[:4] for one in pictures(found)] == [b"\x89PNG"] and not found.troubles


SIGNS = {
    "discs of a font of signs": "".join(f"BT /F2 6 Tf 1 0 0 1 {x} {y} Tm (l) Tj ET " for x, y in DOTS),
    "letters": "".join(f"BT /F1 6 Tf {x} {y} Td (o) Tj ET " for x, y in DOTS),
    "one small picture": "".join(f"q 6 0 0 6 {x - 3} {y - 3} cm /I Do Q " for x, y in DOTS),
}
DOT = stream("/Subtype /Image /Width 7 /Height 7 /ColorSpace /DeviceGray /BitsPerComponent 8", bytes(49))


@pytest.mark.parametrize("case", SIGNS)
def test_dots_that_are_letters_or_small_pictures_are_drawn_into_their_map(case):
    (figure,) = pictures(open_document("a.pdf", pdf(RING + SIGNS[case], _9=DOT)))
    assert figure.data.count(b'fill="#cc0000"') == len(DOTS)


def test_dots_upon_a_picture_of_a_map_keep_a_document_from_passing():
    told = open_document("a.pdf", pdf(SIGNS["one small picture"], _9=DOT)).troubles
    assert [one.blocks for one in told] == [True] and "7 times" in str(told[0].sentence)


def test_bullets_and_letters_of_words_are_no_dots():
    bullets = "".join(f"BT /F2 6 Tf 20 {y} Td (l) Tj ET BT /F1 6 Tf 30 {y} Td (text) Tj ET " for x, y in DOTS)
    word = "".join(f"BT /F1 6 Tf {x} {y} Td (o) Tj 3 0 Td (f) Tj ET " for x, y in DOTS)
    (figure,) = pictures(open_document("a.pdf", pdf(RING + bullets + word)))
    assert figure.data.count(b"<path") == 1


def test_shapes_drawn_as_comments_keep_a_document_from_passing():
    notes = " ".join(f"<< /Type /Annot /Subtype /Circle /Rect [{x} {y} {x + 4} {y + 4}] >>" for x, y in DOTS)
    told = open_document("a.pdf", pdf(page=f"/Annots [{notes}]")).troubles
    assert [one.blocks for one in told] == [True]
    few = " ".join(["<< /Type /Annot /Subtype /Circle /Rect [1 1 9 9] >>"] * 4)
    assert not open_document("a.pdf", pdf(page=f"/Annots [{few}]")).troubles


def test_what_a_program_keeps_for_itself_and_nobody_reads_is_told():
    kept = pdf(page="/PieceInfo << /A << /Private 5 0 R >> >>", _5=stream("", bytes(range(256)) * 4))
    assert [one.blocks for one in open_document("a.pdf", kept).troubles] == [True]


def test_programs_of_fonts_and_colours_are_no_trouble():
    font = "<< /Type /Font /FontDescriptor << /FontFile2 5 0 R >> /ToUnicode 6 0 R >>"
    profile = bytes(36) + b"acsp" + bytes(range(200))
    told = pdf(root=f"/X {font}", _5=stream("", bytes(range(256))), _6=stream("", "begincmap endcmap"),
               _7=stream("/N 3", profile))  # fmt: skip
    assert not open_document("a.pdf", told).troubles


def test_strips_of_a_picture_are_put_together_pixel_by_pixel():
    colours = np.random.default_rng(2).integers(0, 255, (20, 30, 3), dtype=np.uint8)
    placed = [PlacedImage(at, (60.0, 0.0, 0.0, -10.0, 7.0, 30.0 + 10 * at)) for at in (0, 1, 3, 2)]
    pieces = [colours[5 * at : 5 * at + 5] for at in (0, 1, 3, 2)]
    (group,) = side_by_side(placed)
    order = [placed.index(one) for one in group]
    assert (joined([pieces[at] for at in order], group) == colours).all()
    assert side_by_side([placed[0], placed[2]]) == []


def test_strips_of_a_page_are_one_figure_and_strips_of_jpeg_keep_it_from_passing():
    def page(entries, body):
        return pdf("q 60 0 0 9 9 90 cm /I Do Q q 60 0 0 9 9 99 cm /I Do Q", _9=stream(entries, body))

    entries = "/Subtype /Image /Width 40 /Height 6 /ColorSpace /DeviceGray /BitsPerComponent 8"
    assert len(pictures(open_document("a.pdf", page(entries, bytes(240))))) == 1
    jpeg = f"<< {entries} /Filter /DCTDecode /Length 3 >>\nstream\n".encode() + b"\xff\xd8\xff\nendstream"
    told = open_document("a.pdf", page("", b"").replace(stream("", b""), jpeg)).troubles
    assert any(one.blocks and "side by side" in str(one.sentence) for one in told)
