# SPDX-License-Identifier: GPL-2.0-or-later
"""Documents opened down to their parts, and files that try to harm the reader."""

import base64
import io
import zipfile
import zlib

import numpy as np
import pytest

from geodeid_plugin.core.exposure.documents.containers.parts import Budget
from geodeid_plugin.core.exposure.documents.containers.pdf.drawings import png_of
from geodeid_plugin.core.exposure.documents.containers.walk import open_document
from geodeid_plugin.core.mapimage.vector.repeated import vector_dots
from geodeid_plugin.core.mapimage.vector.svg import read_svg

PNG = png_of(np.random.default_rng(1).integers(0, 255, (20, 30, 3), dtype=np.uint8))
TYPES = b'<Types xmlns="x"/>'
W = 'xmlns:w="w" xmlns:a="a" xmlns:r="r" xmlns:pic="pic" xmlns:p="p"'


def zipped(entries, kind=zipfile.ZIP_DEFLATED):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", kind) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return data.getvalue()


def relations(**targets):
    links = "".join(f'<Relationship Id="{key}" Target="{to}" Type="t"/>' for key, to in targets.items())
    return f'<Relationships xmlns="x">{links}</Relationships>'


def docx(body, **more):
    return zipped({"[Content_Types].xml": TYPES, "word/document.xml": f"<w:document {W}>{body}</w:document>",
                   **more})  # fmt: skip


def texts(found):
    return {part.path: part.data.decode() for part in found.parts if part.kind in ("text", "table")}


def notes(found):
    return {part.path: part.note for part in found.parts}


def test_words_split_into_runs_comments_and_deletions_are_read():
    body = ("<w:p><w:r><w:t>lived at 42.36</w:t></w:r><w:r><w:t>012, -71.05</w:t></w:r></w:p>"
            "<w:p><w:del><w:r><w:delText>42.1, -71.2</w:delText></w:r></w:del></w:p>")  # fmt: skip
    said = "<w:comment><w:p><w:r><w:t>see 42.3, -71.3</w:t></w:r></w:p></w:comment>"
    comment = f"<w:comments {W}>{said}</w:comments>"
    found = open_document("m.docx", docx(body, **{"word/comments.xml": comment}))
    said = texts(found)
    assert said["m.docx/word/document.xml"] == "lived at 42.36012, -71.05"
    assert said["m.docx/word/document.xml (deleted)"] == "42.1, -71.2"
    assert "comment" in str(notes(found)["m.docx/word/comments.xml"]).lower()
    assert not found.troubles


def test_a_picture_cut_on_the_page_is_whole_in_the_file_and_said_to_be():
    body = ('<w:p><w:drawing><inline><extent cx="1828800" cy="914400"/><pic:pic><a:blip r:embed="r1"/>'
            '<a:srcRect l="20000"/></pic:pic></inline></w:drawing></w:p>')  # fmt: skip
    found = open_document("m.docx", docx(body, **{
        "word/_rels/document.xml.rels": relations(r1="media/a.png"), "word/media/a.png": PNG,
        "word/media/left.png": PNG,
    }))  # fmt: skip
    pictures = {part.name: part for part in found.parts if part.kind == "picture"}
    assert "cut away" in pictures["a.png"].note
    assert pictures["a.png"].size_in == (2.0, 1.0)
    assert "No page" in pictures["left.png"].note


def test_slides_number_their_pictures():
    found = open_document("s.pptx", zipped({
        "[Content_Types].xml": TYPES, "ppt/slides/slide3.xml": f"<p:sld {W}/>",
        "ppt/slides/_rels/slide3.xml.rels": relations(r1="../media/a.png"), "ppt/media/a.png": PNG,
    }))  # fmt: skip
    assert [part.page for part in found.parts if part.kind == "picture"] == [3]


def test_cells_charts_and_hidden_sheets_become_tables():
    sheet = ('<worksheet><sheetData><row r="1" hidden="1"><c r="A1" t="s"><v>0</v></c>'
             '<c r="C1"><v>-71.05</v></c></row></sheetData></worksheet>')  # fmt: skip
    chart = ("<c:chartSpace xmlns:c='c'><c:ser><c:xVal><c:v>1</c:v><c:v>2</c:v></c:xVal>"
             "<c:yVal><c:v>3</c:v><c:v>4</c:v></c:yVal></c:ser></c:chartSpace>")  # fmt: skip
    found = open_document("t.xlsx", zipped({
        "[Content_Types].xml": TYPES, "xl/sharedStrings.xml": "<sst><si><t>home</t></si></sst>",
        "xl/worksheets/sheet1.xml": sheet, "xl/charts/chart1.xml": chart,
    }))  # fmt: skip
    said = texts(found)
    assert said["t.xlsx/xl/worksheets/sheet1.xml"] == "home\t\t-71.05"
    assert said["t.xlsx/xl/charts/chart1.xml (series 1)"].splitlines() == ["xVal\tyVal", "1\t3", "2\t4"]
    assert notes(found)["t.xlsx/xl/worksheets/sheet1.xml"]


def test_open_document_text_tables_and_pages_are_read():
    content = ('<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:draw="d" '
               'xmlns:xlink="x"><draw:page/><draw:page><draw:frame><draw:image xlink:href="Pictures/a.png"/>'
               "</draw:frame></draw:page><text:p>at 42.3, <text:span>-71.1</text:span></text:p>"
               '<table:table><table:table-row><table:table-cell office:value="1.5"><text:p>1,5</text:p>'
               '</table:table-cell><table:table-cell table:number-columns-repeated="16000"/>'
               "</table:table-row>"
               "</table:table></office:document-content>")  # fmt: skip
    found = open_document("s.odp", zipped({"mimetype": "application/vnd.oasis", "content.xml": content,
                                           "Pictures/a.png": PNG}))  # fmt: skip
    assert [part.page for part in found.parts if part.kind == "picture"] == [2]
    assert {"at 42.3, -71.1", "1.5\t"} <= set(texts(found).values())


def test_a_web_page_gives_its_data_addresses_and_drawings():
    page = (f"<html><img src='data:image/png;base64,{base64.b64encode(PNG).decode()}'>"
            "<svg viewBox='0 0 9 9'><path d='M1 1L2 2'/></svg><script>x=[42.1,-71.2]</script>"
            "<script src='https://maps.example/cases.geojson'></script></html>")  # fmt: skip
    found = open_document("p.html", page.encode())
    assert sum(part.kind == "picture" for part in found.parts) == 2
    assert "42.1" in texts(found)["p.html"]
    assert "elsewhere" in str(found.troubles[0].sentence) and not found.troubles[0].blocks


def pdf(*objects):
    body = b"".join(b"%d 0 obj\n" % number + content + b"\nendobj\n" for number, content in objects)
    return b"%PDF-1.5\n" + body


def stream(entries, content):
    return b"<< " + entries + b" /Length %d >>\nstream\n" % len(content) + content + b"\nendstream"


def page_of(content, resources=b""):
    return (
        (1, b"<< /Type /Catalog /Pages 2 0 R >>"),
        (2, b"<< /Type /Pages /Kids [3 0 R] /MediaBox [0 0 300 300] >>"),
        (3, b"<< /Type /Page /Contents 4 0 R /Resources << " + resources + b" >> >>"),
        (4, stream(b"", content)),
    )


def pages_of(contents, side=300):
    """A PDF of several square pages, sides in points."""
    kids = b" ".join(b"%d 0 R" % (3 + 2 * at) for at in range(len(contents)))
    yield 1, b"<< /Type /Catalog /Pages 2 0 R >>"
    yield 2, b"<< /Type /Pages /Kids [%s] /MediaBox [0 0 %d %d] >>" % (kids, side, side)
    for at, content in enumerate(contents):
        yield 3 + 2 * at, b"<< /Type /Page /Contents %d 0 R /Resources << >> >>" % (4 + 2 * at)
        yield 4 + 2 * at, stream(b"", content)


def image(pixels, entries=b"/ColorSpace /DeviceRGB /BitsPerComponent 8"):
    size = b" /Width %d /Height %d /Filter /FlateDecode" % pixels.shape[1::-1]
    return stream(b"/Subtype /Image " + entries + size, zlib.compress(pixels.tobytes()))


def dots(places):
    outline = b"20 20 m " + b" ".join(b"%d %d l" % (30 + 5 * i, 20 + i % 7) for i in range(45)) + b" S\n"
    return outline + b"1 0 0 rg\n" + b"".join(b"%.3f %.3f 4 4 re f\n" % tuple(place) for place in places)


def test_images_of_a_pdf_come_at_full_resolution_with_page_and_size():
    pixels = np.random.default_rng(2).integers(0, 255, (40, 60, 3), dtype=np.uint8)
    file = pdf(*page_of(b"144 0 0 72 10 10 cm /I Do (at 42.1, -71.2) Tj", b"/XObject << /I 5 0 R >>"),
               (5, image(pixels)))  # fmt: skip
    found = open_document("a.pdf", file)
    picture = next(part for part in found.parts if part.kind == "picture")
    assert picture.data == png_of(pixels)
    assert picture.page == 1 and picture.size_in == (2.0, 1.0) and picture.note is None
    assert "at 42.1, -71.2" in texts(found)["a.pdf/page 1 (words)"]


@pytest.mark.parametrize("bits", [1, 2, 4, 8])
def test_palettes_of_few_bits_are_read(bits):
    entries = b"/ColorSpace [/Indexed /DeviceRGB 1 <000000FF8000>] /BitsPerComponent %d" % bits
    line = (20 * bits + 7) // 8
    size = b" /Width 20 /Height 20 /Filter /FlateDecode"
    file = pdf(*page_of(b""), (5, stream(b"/Subtype /Image " + entries + size,
                                         zlib.compress(bytes(line * 20)))))  # fmt: skip
    picture = next(part for part in open_document("a.pdf", file).parts if part.kind == "picture")
    assert picture.data == png_of(np.zeros((20, 20, 3), np.uint8))
    assert "No page" in picture.note


def test_drawings_of_a_pdf_keep_their_dots_exactly():
    places = np.random.default_rng(3).uniform(40, 250, (25, 2)).round(3)
    found = open_document("a.pdf", pdf(*page_of(dots(places))))
    drawing = next(part for part in found.parts if part.kind == "picture")
    read = vector_dots(read_svg(drawing.data))
    assert len(read.x) == 25
    for found_axis, axis in ((read.x, places[:, 0]), (-read.y, places[:, 1])):
        assert np.allclose(np.sort(found_axis) - found_axis.min(), np.sort(axis) - axis.min(), atol=1e-3)


def test_what_an_update_replaced_is_still_found():
    places = np.random.default_rng(3).uniform(40, 250, (25, 2))
    pixels = np.random.default_rng(2).integers(0, 255, (40, 60, 3), dtype=np.uint8)
    file = pdf(*page_of(dots(places)), (5, image(pixels)), (4, stream(b"", b"")), (5, image(255 - pixels)))
    found = open_document("a.pdf", file)
    old = [part for part in found.parts if part.note and "earlier" in part.note]
    assert {part.path.rsplit(".", 1)[1] for part in old} == {"svg", "png"}
    assert old[-1].data == png_of(pixels) or old[0].data == png_of(pixels)


def test_files_inside_files_are_opened_to_a_depth():
    inner = zipped({"word.docx": docx("<w:p><w:r><w:t>deep</w:t></w:r></w:p>")})
    assert "deep" in texts(open_document("z.zip", zipped({"i.zip": inner}))).values()
    for _ in range(9):
        inner = zipped({"i.zip": inner})
    deep = open_document("z.zip", inner)
    assert "too deep" in str(deep.troubles[0].sentence)


def bomb(size=300_000_000):
    return zipped({"word/document.xml": bytes(size), "[Content_Types].xml": TYPES})


LAUGHS = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><w:document>&b;</w:document>'
ENCRYPTED = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le") + bytes(90)
HOSTILE = {
    "an encrypted package": ("m.docx", ENCRYPTED, "encrypted"),
    "an old document": ("m.doc", ENCRYPTED[:8] + bytes(99), "older binary form"),
    "an encrypted PDF": (
        "a.pdf",
        b"%PDF-1.5\n1 0 obj\n<< >>\nendobj\ntrailer << /Encrypt 9 0 R >>",
        "encrypted",
    ),
    "a PDF cut short": ("a.pdf", pdf(*page_of(dots([(9, 9)])))[:250], "cut short|damaged|no page"),
    "a ZIP cut short": ("m.docx", docx("<w:p/>")[:60], "cut short"),
    "an entry cut short": ("z.zip", b"", "damaged"),
    "a bomb": ("m.docx", b"", "bomb"),
    "entities": ("m.docx", docx("").replace(b"x", b"x"), "entities"),
    "a metafile": ("z.zip", zipped({"a.emf": b"\x01\0\0\0" + bytes(36) + b" EMF" + bytes(60)}), "EMF"),
    "something else": ("x.bin", bytes(range(256)), "not known"),
    "an empty page tree": ("a.pdf", b"%PDF-1.5\n", "no page"),
    "deep XML": ("m.docx", docx("<w:p>" * 1000 + "</w:p>" * 1000), "too deep"),
}


def damaged_entry():
    data = bytearray(zipped({"a.txt": b"some words of a text " * 50}))
    data[60:90] = bytes(30)
    return bytes(data)


@pytest.mark.slow
@pytest.mark.parametrize("case", HOSTILE)
def test_what_cannot_be_read_is_said_and_blocks(case):
    name, data, said = HOSTILE[case]
    data = {"an entry cut short": damaged_entry, "a bomb": bomb,
            "entities": lambda: zipped({"[Content_Types].xml": TYPES, "word/document.xml": LAUGHS})}.get(
        case, lambda: data)()  # fmt: skip
    import re

    found = open_document(name, data)
    assert any(one.blocks and re.search(said, str(one.sentence)) for one in found.troubles), found.troubles


@pytest.mark.slow
def test_archives_that_multiply_inside_one_another_end_soon_and_block():
    """4⁸ files of a few words each, in 4 kB."""
    import time

    inner = zipped({"a.txt": b"42.360120, -71.058910"})
    for _ in range(8):
        inner = zipped({f"{at}.zip": inner for at in range(4)})
    began = time.process_time()
    found = open_document("q.zip", inner)
    assert time.process_time() - began < 5
    assert found.troubles and all(one.blocks for one in found.troubles) and not found.parts


LOCKED_MANIFEST = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
    '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>'
    "</manifest:manifest>"
)


def test_a_locked_open_document_and_a_locked_zip_say_so_and_block():
    entries = {"mimetype": "application/vnd.oasis.opendocument.text",
               "META-INF/manifest.xml": LOCKED_MANIFEST, "content.xml": bytes(range(256)) * 4}  # fmt: skip
    locked = bytearray(zipped({"a.txt": b"some words"}))
    locked[6] |= 1
    locked[locked.rfind(b"PK\x01\x02") + 8] |= 1
    for name, data in (("a.odt", zipped(entries)), ("a.zip", bytes(locked))):
        troubles = open_document(name, data).troubles
        assert any(one.blocks and "encrypted" in str(one.sentence) for one in troubles), name


def test_a_budget_stops_the_reading_with_a_sentence():
    many = zipped({f"{i}.txt": b"42.1, -71.2 somewhere" for i in range(50)})
    few = open_document("z.zip", many, Budget(entries_left=20))
    assert len(few.parts) < 50 and "more parts" in str(few.troubles[-1].sentence)
    small = open_document("z.zip", many, Budget(bytes_left=100))
    assert "unpacks to more" in str(small.troubles[-1].sentence)


def test_a_cancel_is_heard_between_parts():
    def cancelled(fraction, text=""):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        open_document("z.zip", zipped({"a.txt": b"words"}), Budget(progress=cancelled))


@pytest.mark.parametrize("seed", range(40))
def test_damaged_bytes_never_end_in_a_traceback(seed):
    source = np.random.default_rng(seed)
    good = [docx("<w:p><w:r><w:t>a</w:t></w:r></w:p>", **{"word/media/a.png": PNG}),
            pdf(*page_of(dots([(50, 50)] * 3), b"/XObject << /I 5 0 R >>"),
                (5, image(np.zeros((20, 20, 3), np.uint8))))][seed % 2]  # fmt: skip
    data = bytearray(good)
    for at in source.integers(0, len(data), 12):
        data[at] = source.integers(0, 256)
    found = open_document("x", bytes(data[: source.integers(len(data) // 2, len(data) + 1)]))
    assert found.parts or found.troubles


def test_macros_are_told_and_block():
    macro = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500)
    [trouble] = open_document("m.docm", docx("<w:p/>", **{"word/vbaProject.bin": macro})).troubles
    assert trouble.blocks and "macros" in trouble.sentence


def test_names_that_turn_the_order_of_letters_are_shown_as_they_are():
    found = open_document(
        "z.zip", zipped({"\u202egnp.map\u202c.txt": b"some words", "\u0645\u0631\u0636.txt": b"more words"})
    )
    assert [part.path for part in found.parts] == [
        "z.zip/\ufffdgnp.map\ufffd.txt",
        "z.zip/\u0645\u0631\u0636.txt",
    ]


@pytest.mark.slow
def test_a_thousand_pages_and_a_page_of_ten_metres_are_read():
    import time

    began = time.process_time()
    drawn = dots([(40 * (at % 5) + 15, 9 * at + 3) for at in range(15)])
    many = pdf(*pages_of([drawn + b"%% %d" % at for at in range(1000)]))
    found = open_document("p.pdf", many)
    assert len([part for part in found.parts if part.kind == "picture"]) == 1000 and not found.troubles
    assert time.process_time() - began < 60
    wide = open_document("p.pdf", pdf(*pages_of([drawn], 28_346)))
    assert [part.kind for part in wide.parts] == ["picture"]


def test_an_entry_without_a_name_is_no_traceback():
    data = bytearray(zipped({"a": b"42.360120, -71.058910"}))
    listed = data.rfind(b"PK\x01\x02")
    data[26], data[28], data[listed + 28], data[listed + 30] = 0, 1, 0, 1  # its letter becomes an extra field
    found = open_document("z.zip", bytes(data))
    assert found.parts or found.troubles


def test_parts_that_the_list_of_an_archive_leaves_out_are_told():
    """A table that was taken out of the list, but not out of the file, passed."""
    data = zipped({"a.txt": b"some words", "homes.csv": b"lat,lon"}, zipfile.ZIP_STORED)
    begin = data.rfind(b"PK\x01\x02")
    end = bytearray(data[data.rfind(b"PK\x05\x06") :])
    end[8] = end[10] = 1
    end[12:16] = (begin - data.find(b"PK\x01\x02")).to_bytes(4, "little")
    found = open_document("z.zip", data[:begin] + bytes(end))
    assert [part.path for part in found.parts] == ["z.zip/a.txt"]
    assert [one.blocks for one in found.troubles] == [True] and "does not name" in found.troubles[0].sentence
    nested = zipped({"inner.zip": data, "b.txt": b"other words"}, zipfile.ZIP_STORED)
    assert not open_document("z.zip", nested).troubles
