# SPDX-License-Identifier: GPL-2.0-or-later
"""PDFs whose objects are packed, attached, replaced or left out, and whose fonts tell letters in odd ways."""

import zlib

import pytest

from geodeid_plugin.core.exposure.documents.containers.walk import open_document
from geodeid_plugin.core.exposure.documents.disguise.detect import positions_in
from geodeid_plugin.core.exposure.documents.disguise.positions import Frame
from geodeid_plugin.core.geometry.sphere import METRES_PER_DEGREE

BOSTON = Frame("EPSG:4326", (-72.0, 42.0), (-70.0, 43.0), METRES_PER_DEGREE)
HOME, WORDS = (-71.05891, 42.36012), "home at 42.36012, -71.05891"
SIGNS = "0123456789.,- "
NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "period", "comma",
         "hyphen", "space")  # fmt: skip


def stream(body, entries=b""):
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (entries, len(body), body)


def pdf_of(*objects):
    return b"%PDF-1.7\n" + b"".join(b"%d 0 obj\n%s\nendobj\n" % one for one in objects)


def page(contents=4, resources=b"/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"):
    return b"<< /Type /Page /Parent 2 0 R /Contents %d 0 R /Resources << %s >> >>" % (contents, resources)


def document(content, resources=None, *more):
    first = page() if resources is None else page(4, resources)
    return (
        (1, b"<< /Type /Catalog /Pages 2 0 R >>"),
        (2, b"<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] >>"),
        (3, first), (4, stream(content)), *more,
    )  # fmt: skip


def packed(number, value, entries=b""):
    head = b"%d 0 " % number
    body = zlib.compress(head + value)
    return stream(body, b"%s /Type /ObjStm /N 1 /First %d /Filter /FlateDecode" % (entries, len(head)))


NOTHING = b"BT /F1 12 Tf (nothing is here) Tj ET"
PLAIN = b"BT /F1 12 Tf (%s) Tj ET" % WORDS.encode()
WIDE = b"BT /F1 12 Tf <%s> Tj ET" % b"".join(b"%04x" % (ord(letter) - 31) for letter in WORDS)
TABLE = (
    b"1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0001> <005f> <0020> endbfrange"
)
WIDE_FONT = (
    (5, b"<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 6 0 R >>"), (6, stream(TABLE)),
)  # fmt: skip
OF_WIDE = b"/Font << /F1 5 0 R >>"
WIDE_PAGE = document(WIDE, OF_WIDE, *WIDE_FONT)
OTHER = b"1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <20> <7e> <0041> endbfrange"
TWO_FONTS = b"/Font << /F1 << /Subtype /Type1 >> /F2 << /Subtype /Type1 /ToUnicode 5 0 R >> >>"
NOTE = b"<< /Type /Annot /Contents (%s) >>"
FOUND_NOTE = NOTE % WORDS.encode()
CODES = b"".join(b"%02x" % (1 + SIGNS.index(letter)) for letter in WORDS[8:])


def of_glyphs(names):
    told = b"/Encoding << /Differences [1 %s] >>" % " ".join(names).encode() if names else b""
    font = b"/Font << /F1 << /Type /Font /Subtype /Type3 %s >> >>" % told
    return pdf_of(*document(b"BT /F1 12 Tf <%s> Tj ET" % CODES, font))


ATTACHED = pdf_of(*document(NOTHING))
FOUND = {
    "page beside an attached PDF of the same numbers": pdf_of(
        *WIDE_PAGE, (7, stream(ATTACHED, b"/Type /EmbeddedFile"))
    ),
    "page beside one whose length stands apart": pdf_of(
        *WIDE_PAGE,
        (7, b"<< /Type /EmbeddedFile /Length 8 0 R >>\nstream\n%s\nendstream" % ATTACHED),
        (8, b"%d" % len(ATTACHED)),
    ),
    "words of an earlier version, by the fonts of its page": pdf_of(*WIDE_PAGE, (4, stream(NOTHING))),
    "page taken out by an update": pdf_of(
        *WIDE_PAGE, (2, b"<< /Type /Pages /Kids [8 0 R] /Count 1 >>"), (8, page(9)), (9, stream(NOTHING))
    ),
    "attachment of an earlier version": pdf_of(
        *document(NOTHING), (7, stream(WORDS.encode(), b"/Type /EmbeddedFile")),
        (7, stream(b"nothing is here", b"/Type /EmbeddedFile")),
    ),
    "comment of an earlier version": pdf_of(*document(NOTHING), (7, FOUND_NOTE), (7, NOTE % b"gone")),
    "packed comment": pdf_of(*document(NOTHING), (8, packed(7, FOUND_NOTE))),
    "packed, its kind spelled by numbers": pdf_of(
        *document(NOTHING), (8, packed(7, FOUND_NOTE).replace(b"/ObjStm", b"/Obj#53tm"))
    ),
    "packed, behind a long entry": pdf_of(
        *document(NOTHING), (8, packed(7, FOUND_NOTE, b"/Told (%s)" % (b"x" * 500)))
    ),
    "packed, replaced by another packed one": pdf_of(
        *document(NOTHING), (8, packed(7, FOUND_NOTE)), (9, packed(7, NOTE % b"gone"))
    ),
    "packed, replaced by a plain one": pdf_of(
        *document(NOTHING), (8, packed(7, FOUND_NOTE)), (7, NOTE % b"gone")
    ),
    "plain, replaced by a packed one": pdf_of(
        *document(NOTHING), (7, FOUND_NOTE), (8, packed(7, NOTE % b"gone"))
    ),
    "comment with a minus of annex D": pdf_of(
        *document(NOTHING), (7, NOTE % WORDS.replace("-", "\x8a").encode("latin-1"))
    ),
    "comment in UTF-8": pdf_of(
        *document(NOTHING), (7, NOTE % WORDS.replace("-", "\N{MINUS SIGN}").encode("utf-8-sig"))
    ),
    "font as it was before Q": pdf_of(
        *document(b"/F1 12 Tf q /F2 9 Tf BT (abc) Tj ET Q BT (%s) Tj ET" % WORDS.encode(), TWO_FONTS,
                  (5, stream(OTHER)))
    ),
    "font set by gs": pdf_of(
        *document(WIDE.replace(b"/F1 12 Tf", b"/G gs"), b"/ExtGState << /G << /Font [5 0 R 12] >> >>",
                  *WIDE_FONT)
    ),
    "glyphs of table figures": of_glyphs(f"/{name}.tnum" for name in NAMES),
    "glyphs of old style": of_glyphs(
        f"/{name}oldstyle" if at < 10 else f"/{name}" for at, name in enumerate(NAMES)
    ),
    "glyphs by their letters' numbers": of_glyphs(f"/uni{ord(sign):04X}" for sign in SIGNS),
}  # fmt: skip


@pytest.mark.parametrize("case", FOUND)
def test_positions_in_odd_places_of_a_pdf_are_found(case):
    found = open_document("a.pdf", FOUND[case])
    places = {tuple(place) for part in found.parts for one in positions_in(part, [BOSTON])
              for place in one.xy.round(5).tolist()}  # fmt: skip
    assert HOME in places, [(part.path, part.data) for part in found.parts]
    assert not [one for one in found.troubles if one.blocks]


def test_words_beside_the_pages_that_look_like_a_drawing_are_read():
    told = b"Re: she said re as in (music) re\n%s" % WORDS.encode()
    found = open_document("a.pdf", pdf_of(*document(NOTHING), (7, stream(told))))
    assert [one for one in found.parts if WORDS.encode() in one.data]


UNTOLD = {
    "numbered glyphs": of_glyphs(f"/g{at}" for at in range(14)),
    "glyphs numbered with letters before": of_glyphs(f"/cid_{at}" for at in range(14)),
    "codes of its own": of_glyphs(()),
    "a font that is missing": pdf_of(*document(WIDE, b"")),
}


@pytest.mark.parametrize("case", UNTOLD)
def test_letters_that_nobody_can_tell_keep_a_document_from_passing(case):
    assert [one.blocks for one in open_document("a.pdf", UNTOLD[case]).troubles] == [True]


SIGNS_OF_MATHEMATICS = pdf_of(*document(
    b"BT /F1 12 Tf <%s> Tj ET" % (b"0010" * 20),
    b"/Font << /F1 << /Subtype /Type1 /ToUnicode 6 0 R /FontDescriptor << /FontFile 5 0 R >> >> >>",
    (5, stream(b"%!PS-AdobeFont\ndup 0 /parenleftbig put\ndup 16 /parenleftBig put\neexec", b"/Length1 9")),
    (6, stream(b"1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <41> <0041> endbfchar")),
))  # fmt: skip


def test_signs_that_the_program_of_a_font_names_are_no_letters():
    assert not open_document("a.pdf", SIGNS_OF_MATHEMATICS).troubles


def test_a_page_that_is_numbered_as_before_is_not_drawn_twice():
    found = open_document("a.pdf", pdf_of(*document(PLAIN), (3, page() + b" ")))
    assert [part.path for part in found.parts] == ["a.pdf/page 1 (words)"]


DOTS = b" ".join(b"%d %d 3 3 re f" % (90 + 31 * at, 90 + (47 * at) % 300) for at in range(12))
FORM = (5, stream(DOTS, b"/Type /XObject /Subtype /Form /BBox [0 0 600 600]"))
DRAWN = document(b"/X Do", b"/XObject << /X 5 0 R >>", FORM)


@pytest.mark.parametrize("more", [
    (), ((5, stream(b"0 0 m 9 9 l S", b"/Type /XObject /Subtype /Form")),),
    ((7, stream(pdf_of(*document(NOTHING), (5, b"<< >>")), b"/Type /EmbeddedFile")),),
], ids=["as it is", "replaced", "beside an attached PDF"])  # fmt: skip
def test_a_form_with_dots_is_a_figure(more):
    pictures = [one for one in open_document("a.pdf", pdf_of(*DRAWN, *more)).parts if one.kind == "picture"]
    assert [one.data.count(b"<path") for one in pictures] == [12]


def test_tables_for_browsers_are_no_unknown_files():
    head = b"%PDF-1.7\n9 0 obj\n<< /Linearized 1 /H [ 0064 99 ] >>\nendobj\n"
    hints = b"10 0 obj\n%s\nendobj\n" % stream(bytes(range(32)), b"/S 9")
    assert len(head) < 64
    data = head.ljust(64) + hints + pdf_of(*document(PLAIN))[9:]
    assert not open_document("a.pdf", data).troubles
