# SPDX-License-Identifier: GPL-2.0-or-later
"""Where programs keep true positions out of sight: each is found, or keeps the document from passing."""

import base64
import binascii
import gzip
import io
import json
import struct
import zipfile

import numpy as np
import pytest

from geodeid_plugin.core.exposure.documents.containers.pdf.drawings import png_of
from geodeid_plugin.core.exposure.documents.containers.walk import open_document
from geodeid_plugin.core.exposure.documents.containers.webpage import addresses
from geodeid_plugin.core.exposure.documents.disguise.detect import positions_in
from geodeid_plugin.core.exposure.documents.disguise.positions import Frame
from geodeid_plugin.core.geometry.sphere import METRES_PER_DEGREE

BOSTON = Frame("EPSG:4326", (-72.0, 42.0), (-70.0, 43.0), METRES_PER_DEGREE)
PLACES = [(round(-71.05891 - 0.0113 * i, 5), round(42.36012 + 0.00717 * i, 5)) for i in range(6)]
ONE = "lived at 42.36012, -71.05891"
PNG = png_of(np.random.default_rng(1).integers(0, 255, (20, 30, 3), dtype=np.uint8))
TYPES = {"[Content_Types].xml": '<Types xmlns="x"/>'}
ODT = {"mimetype": "application/vnd.oasis.opendocument.text"}
O = 'xmlns:office="o" xmlns:text="x" xmlns:table="t" xmlns:dc="d" xmlns:meta="m" xmlns:draw="w"'  # noqa: E741


def zipped(*kinds, **entries):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in {**{k: v for kind in kinds for k, v in kind.items()}, **entries}.items():
            archive.writestr(name, content)
    return data.getvalue()


def office(name, content):
    return zipped(TYPES, {name: content})


def open_office(name, content):
    return zipped(ODT, {name: content})


def each(form, places=PLACES):
    return "".join(form.format(x=x, y=y) for x, y in places)


def commas(text):
    return text.replace(".", ",")


def features(kind="Point", near=0.0, **properties):
    found = []
    for x, y in PLACES:
        there = [x + near, y + near]
        told = {name: {"x": x, "y": y}[axis] for name, axis in properties.items()}
        shape = there if kind == "Point" else [[x, y], [x + 0.03, y + 0.02]]
        found.append(
            {"type": "Feature", "properties": told, "geometry": {"type": kind, "coordinates": shape}}
        )
    return json.dumps({"type": "FeatureCollection", "features": found})


def binary(number=None):
    head = struct.pack("<BI", 1, 1) if number is None else struct.pack("<BII", 1, 0x20000001, number)
    codes = [(head + struct.pack("<2d", *place)).hex().upper() for place in PLACES]
    return "\n".join(f"INSERT INTO t VALUES ('{code}');" for code in codes)


def letter(body, encoding, kind):
    return (f'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="X"\n\n--X\nContent-Type: {kind}\n'
            f"Content-Transfer-Encoding: {encoding}\n\n{body}\n--X--\n").encode()  # fmt: skip


PIVOT_FIELDS = (
    "<pivotCacheDefinition><cacheFields><cacheField name='lon'><sharedItems>" + each('<n v="{x}"/>')
    + "</sharedItems></cacheField><cacheField name='lat'><sharedItems>" + each('<n v="{y}"/>')
    + "</sharedItems></cacheField></cacheFields></pivotCacheDefinition>"
)  # fmt: skip
PIVOT_ROWS = "<pivotCacheRecords>{}</pivotCacheRecords>".format(
    "".join(f'<r><x v="{i}"/><x v="{i}"/></r>' for i in (3, 1, 0, 5, 2, 4))
)


def chart_points(at):
    return "".join(f"<pt idx='{i}'>{place[at]}</pt>" for i, place in enumerate(PLACES))


CHART = "".join(
    f"<numDim type='{axis}'><lvl>{chart_points(at)}</lvl></numDim>" for at, axis in enumerate("xy")
)
HIDDEN = {
    "rows of a pivot cache": (
        "b.xlsx",
        office(
            "xl/pivotCache/pivotCacheRecords1.xml",
            "<pivotCacheRecords>" + each("<r><n v='{x}'/><n v='{y}'/></r>") + "</pivotCacheRecords>",
        ),
    ),
    "values of a pivot cache": ("b.xlsx", office("xl/pivotCache/pivotCacheDefinition1.xml", PIVOT_FIELDS)),
    "rows of a pivot cache by number": (
        "b.xlsx",
        zipped(
            TYPES,
            {
                "xl/pivotCache/pivotCacheDefinition1.xml": PIVOT_FIELDS,
                "xl/pivotCache/pivotCacheRecords1.xml": PIVOT_ROWS,
            },
        ),
    ),
    "cells of a linked workbook": (
        "b.xlsx",
        office(
            "xl/externalLinks/externalLink1.xml",
            "<externalLink><externalBook><sheetDataSet><sheetData>"
            + each("<row><cell><v>{x}</v></cell><cell><v>{y}</v></cell></row>")
            + "</sheetData></sheetDataSet></externalBook></externalLink>",
        ),
    ),
    "chart of a newer kind": (
        "b.pptx",
        office(
            "ppt/charts/chartEx1.xml", f"<chartSpace><chartData><data>{CHART}</data></chartData></chartSpace>"
        ),
    ),
    "elements of custom XML": (
        "b.docx",
        office("customXml/item1.xml", f"<cases>{each('<case><lat>{y}</lat><lon>{x}</lon></case>')}</cases>"),
    ),
    "attributes of custom XML": (
        "b.docx",
        office("customXml/item1.xml", "<cases>" + each('<case lat="{y}" lon="{x}"/>') + "</cases>"),
    ),
    "table of a web page": (
        "b.html",
        (
            "<html><table>"
            + each("<tr><td>{y}</td><td>a case of the city</td><td>{x}</td></tr>")
            + "</table></html>"
        ).encode(),
    ),
    "words apart by tags": (
        "b.html",
        f"<html>{each('<p><b>{y}</b><span class=c>{x}</span></p>')}</html>".encode(),
    ),
    "packed letters": (
        "b.html",
        b"<script>atob('" + base64.b64encode(features().encode()) + b"')</script>",
    ),
    "records with words between": (
        "b.json",
        json.dumps(
            [{"lat": y, "name": "a case of the city with many words in it", "lon": x} for x, y in PLACES]
        ).encode(),
    ),
    "fields beside masked points": ("b.geojson", features(near=0.21, true_lat="y", true_lon="x").encode()),
    "links to masked points": ("b.geojson", features("LineString").encode()),
    "binary geometries": ("b.sql", binary().encode()),
    "binary geometries with a system": ("b.sql", binary(4326).encode()),
    "a drawing of CAD": (
        "b.dxf",
        ("0\nSECTION\n" + each("0\nPOINT\n8\n0\n10\n{x}\n20\n{y}\n") + "0\nEOF\n").encode(),
    ),
    "UTF-16 without a mark": ("b.csv", ("lon,lat\n" + each("{x},{y}\n")).encode("utf-16-le")),
    "decimal commas in words": ("b.txt", commas(each("({y} / {x}); ")).encode()),
    "decimal commas in a table": (
        "b.docx",
        office(
            "word/document.xml",
            "<document><tbl>"
            + commas(each("<tr><tc><p><t>{y}</t></p></tc><tc><p><t>{x}</t></p></tc></tr>"))
            + "</tbl></document>",
        ),
    ),
    "north and west": ("b.txt", each("{y}° N, {x}° W; ").replace("-", "").encode()),
    "north and west before the numbers": ("b.txt", each("N {y}, W {x}; ").replace("-", "").encode()),
    "columns of west": (
        "b.csv",
        ("Longitude (W),Latitude (N)\n" + each("{x},{y}\n").replace("-", "")).encode(),
    ),
}


def points(name, data):
    found = [one for part in open_document(name, data).parts for one in positions_in(part, [BOSTON])]
    return {tuple(place) for one in found if not one.areas for place in one.xy.round(5).tolist()}


def binary(form, *values, head=b""):
    return head + struct.pack(form, *values)


def geometries(make, spelled=bytes.hex):
    return "id,geom\n" + "\n".join(f"{at},{spelled(make(x, y))}" for at, (x, y) in enumerate(PLACES))


def base64_of(data):
    return base64.b64encode(data).decode()


BINARY = {
    "ISO with height, the other way round": geometries(lambda x, y: binary(">BIddd", 0, 1001, x, y, 3)),
    "PostGIS with height": geometries(lambda x, y: binary("<BIIddd", 1, 0xA0000001, 4326, x, y, 3)),
    "ISO with height and measure": geometries(lambda x, y: binary("<BIdddd", 1, 3001, x, y, 3, 4)),
    "several in one": geometries(lambda x, y: binary("<BIIIBIdd", 1, 0x20000004, 4326, 1, 1, 1, x, y)),
    "lines": geometries(lambda x, y: binary("<BIIdddd", 1, 2, 2, x, y, x + 0.1, y)),
    "MySQL": geometries(lambda x, y: binary("<IBIdd", 4326, 1, 1, x, y)),
    "GeoPackage": geometries(lambda x, y: binary("<BIdd", 1, 1, x, y, head=b"GP\0\1\xe6\x10\0\0")),
    "SpatiaLite": geometries(
        lambda x, y: binary("<iddddBIdd", 4326, x, y, x, y, 0x7C, 1, x, y, head=b"\0\1") + b"\xfe"
    ),
    "base64": geometries(lambda x, y: binary("<BIdd", 1, 1, x, y), base64_of),
}


@pytest.mark.parametrize("case", BINARY)
def test_points_in_binary_form_are_found(case):
    """Each of these tables passed."""
    assert set(PLACES) <= points("a.csv", BINARY[case].encode())


ROWS = "id,lat,lon\n" + "".join(f"{at},{y},{x}\n" for at, (x, y) in enumerate(PLACES))
GZIPPED = base64_of(gzip.compress(ROWS.encode(), mtime=0))
UUENCODED = "begin 644 a.csv\n" + "".join(
    binascii.b2a_uu(ROWS.encode()[at : at + 45]).decode() for at in range(0, len(ROWS), 45)
) + "`\nend\n"  # fmt: skip
SCRIPT = "<html><script>{}</script></html>"
NAMED = {
    "a.xml": '<e url="latitude"><v value="{y}"/></e><e url="longitude"> <v value="{x}"/></e>',
    "a.html": "<input name='lat' value='{y}'><input name='lng' value='{x}'>",
    "a.kml": '<Data name="lat"><value>{y}</value></Data><Data name="lon"><value>{x}</value></Data>',
    "a.plist": "<key>latitude</key>\n<real>{y}</real><key>longitude</key>\n<real>{x}</real>",
}
PACKED = {
    "gzip between tags": ("a.html", SCRIPT.format(f"\n{GZIPPED}\n").encode()),
    "words in base64": ("a.html", SCRIPT.format(f"p('{base64_of(ROWS.encode())}')").encode()),
    "lines of base64": ("a.html", SCRIPT.format(base64.encodebytes(ROWS.encode()).decode()).encode()),
    "uuencoded": ("a.txt", UUENCODED.encode()),
    "uuencoded in a letter": ("a.eml", f"From: a@b\r\nTo: c@d\r\n\r\nHello\n{UUENCODED}".encode()),
    "a tour of Excel": ("a.xlsx", zipped(TYPES, **{"customXml/item1.xml": f"<State>{GZIPPED}</State>"})),
    "texts that no cell shows": (
        "a.xlsx",
        zipped(TYPES, **{"xl/sharedStrings.xml": f"<sst>{each('<si><t>{y}, {x}</t></si>')}</sst>"}),
    ),
    **{name: (name, f"<B>{each(form)}</B>".encode()) for name, form in NAMED.items()},
}


@pytest.mark.parametrize("case", PACKED)
def test_positions_behind_further_packings_are_found(case):
    """Each of these files passed."""
    assert set(PLACES) <= points(*PACKED[case])


@pytest.mark.parametrize("name", ["a.prj", "a.cpg", "a.icc", "a.thmx", "a.rels", "a.ttf", "a.woff", "a.qix"])
def test_a_harmless_name_vouches_for_no_bytes(name):
    found = open_document(name, np.array(PLACES).tobytes())
    assert [one.blocks for one in found.troubles] == [True]


def test_fonts_and_profiles_are_harmless():
    font, profile = b"OTTO" + bytes(200), bytes(36) + b"acsp" + bytes(90)
    assert not open_document("a.otf", font).troubles and not open_document("a.icc", profile).troubles


@pytest.mark.slow
@pytest.mark.parametrize("case", HIDDEN)
def test_positions_out_of_sight_are_found(case):
    assert set(PLACES) <= points(*HIDDEN[case])


ONCE = {
    "comment of a workbook": (
        "b.xlsx",
        office(
            "xl/comments1.xml", f"<comments><comment><text><r><t>{ONE}</t></r></text></comment></comments>"
        ),
    ),
    "variable of a document": (
        "b.docx",
        office("word/settings.xml", f'<settings><docVar val="{ONE}"/></settings>'),
    ),
    "tag of a control": (
        "b.docx",
        office(
            "word/document.xml", f'<document><p><sdt><sdtPr><tag val="{ONE}"/></sdtPr></sdt></p></document>'
        ),
    ),
    "address of a map service": (
        "b.docx",
        zipped(
            TYPES,
            {
                "word/document.xml": "<document/>",
                "word/_rels/document.xml.rels": '<Relationships><Relationship Id="r1" TargetMode="External" '
                'Target="https://maps.example/@42.36012,-71.05891,17z"/></Relationships>',
            },
        ),
    ),
    "formula": (
        "b.xlsx",
        office(
            "xl/worksheets/sheet1.xml",
            "<worksheet><sheetData><row><c><f>HYPERLINK("
            '"https://maps.example/@42.36012,-71.05891,17z")</f><v>7</v></c></row></sheetData></worksheet>',
        ),
    ),
    "comment in a cell of OpenDocument": (
        "b.ods",
        open_office(
            "content.xml",
            f'<office:document-content {O}><table:table><table:table-row><table:table-cell office:value="3">'
            f"<office:annotation><text:p>{ONE}</text:p></office:annotation></table:table-cell></table:table-row>"
            "</table:table></office:document-content>",
        ),
    ),
    "description of OpenDocument": (
        "b.odt",
        open_office(
            "meta.xml",
            f"<office:document-meta {O}><office:meta>"
            f"<dc:description>{ONE}</dc:description></office:meta></office:document-meta>",
        ),
    ),
    "own field of OpenDocument": (
        "b.odt",
        open_office(
            "meta.xml",
            f"<office:document-meta {O}><office:meta>"
            f"<meta:user-defined>{ONE}</meta:user-defined></office:meta></office:document-meta>",
        ),
    ),
    "variable of OpenDocument": (
        "b.odt",
        open_office(
            "content.xml",
            f"<office:document-content {O}>"
            f'<text:user-field-decl office:string-value="{ONE}"/></office:document-content>',
        ),
    ),
    "words of a letter": (
        "b.mht",
        letter("<p>lived at 42.36=\n012, -71.058=\n91</p>", "quoted-printable", "text/html"),
    ),
}


@pytest.mark.parametrize("case", ONCE)
def test_one_position_out_of_sight_is_found(case):
    assert (-71.05891, 42.36012) in points(*ONCE[case])


PICTURES = {
    "a letter": ("b.eml", letter(base64.encodebytes(PNG).decode(), "base64", "image/png")),
    "a saved page": ("b.mhtml", letter(base64.encodebytes(PNG).decode(), "base64", "image/png")),
    "a style sheet": (
        "b.zip",
        zipped({"a.css": f"p{{background:url(data:image/png;base64,{base64.b64encode(PNG).decode()})}}"}),
    ),
    "OpenDocument in one file": (
        "b.fodt",
        (
            f"<office:document {O}><draw:image><office:binary-data>"
            f"{base64.b64encode(PNG).decode()}</office:binary-data></draw:image></office:document>"
        ).encode(),
    ),
}


@pytest.mark.parametrize("case", PICTURES)
def test_pictures_written_as_letters_are_found_whole(case):
    assert PNG in [part.data for part in open_document(*PICTURES[case]).parts if part.kind == "picture"]


@pytest.mark.parametrize("data", [b"%!PS-Adobe-3.0 EPSF-3.0\n100 100 moveto stroke\n" * 9,
                                  b"\xc5\xd0\xd3\xc6" + bytes(30) + b"%!PS"])  # fmt: skip
def test_drawings_that_are_not_read_keep_a_document_from_passing(data):
    assert any(one.blocks for one in open_document("b.zip", zipped({"figure1.eps": data})).troubles)


def test_a_page_tells_the_data_that_its_scripts_take():
    text = """<script>fetch("data/cases.geojson?v=2").then(x); d3.csv('a b.csv', `homes.kml`)</script>"""
    assert addresses(text)[0] == ["data/cases.geojson", "homes.kml"]


def test_nothing_of_a_masked_table_alone_is_taken_for_another():
    """Two pairs of columns are told apart by what their names share, whatever their order."""
    rows = "".join(f"{x},{round(x + 0.1, 5)},{y},{round(y + 0.1, 5)}\n" for x, y in PLACES)
    assert set(PLACES) <= points("b.csv", ("x_true,x_masked,y_true,y_masked\n" + rows).encode())


@pytest.mark.parametrize("text", ["between 12,3456 and 71,0589 of 1,234 people", "§ 42.3601 of the act, 7",
                                  "<td>42</td><td>71</td><td>0.4236</td>", "DEADBEEF" * 20,
                                  "401234, 4701234, 1,234,567"])  # fmt: skip
def test_other_numbers_and_letters_are_no_positions(text):
    assert not points("b.txt", text.encode()) and not points("b.html", f"<html>{text}</html>".encode())


def pdf_of(text, font, **more):
    """A PDF of one page that writes codes with a font; ``more`` are further objects by number."""
    objects = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        3: b"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        4: b"<< /Length %d >>\nstream\n%s\nendstream" % (len(text), text),
        5: font,
        **{int(name[1:]): content for name, content in more.items()},
    }
    return b"%PDF-1.5\n" + b"".join(b"%d 0 obj\n%s\nendobj\n" % one for one in objects.items())


def stream_of(content):
    return b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content)


WORDS = "at 42.36012, -71.05891"
TWO_BYTES = stream_of(
    b"1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0001> <005f> <0020> endbfrange"
)
ONE_BYTE = stream_of(
    b"1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <01> <5f> <0020> endbfrange"
)
WIDE = b"<< /Type /Font /Subtype /Type0 /Encoding /Identity-H%s >>"
CODES = [ord(letter) - 31 for letter in WORDS]
SIGNS = "0123456789.,- "
GLYPHS = b"/zero /one /two /three /four /five /six /seven /eight /nine /period /comma /minus /space"
PDFS = {
    "two bytes in hexadecimal": pdf_of(b"BT /F1 12 Tf <%s> Tj ET" % b"".join(b"%04x" % c for c in CODES),
                                       WIDE % b" /ToUnicode 6 0 R", o6=TWO_BYTES),
    "pieces with kerning": pdf_of(b"BT /F1 12 Tf [%s] TJ ET" % b"-5".join(b"<%02x>" % c for c in CODES),
                                  b"<< /Subtype /TrueType /ToUnicode 6 0 R >>", o6=ONE_BYTE),
    "octal escapes": pdf_of(b"BT /F1 12 Tf (%s) Tj ET" % b"".join(b"\\%03o" % ord(c) for c in WORDS),
                            b"<< /Subtype /Type1 >>"),
    "glyphs by name": pdf_of(b"BT /F1 12 Tf (%s) Tj ET" % bytes(65 + SIGNS.index(c) for c in WORDS[3:]),
                             b"<< /Subtype /Type3 /Encoding << /Differences [65 %s] >> >>" % GLYPHS),
    "a comment": pdf_of(b"", b"<< >>", o6=f"<< /Type /Annot /Contents ({WORDS}) >>".encode()),
    "a comment in two bytes": pdf_of(b"", b"<< >>", o6=b"<< /Type /Annot /Contents <feff%s> >>"
                                     % WORDS.encode("utf-16-be").hex().encode()),
    "a link": pdf_of(b"", b"<< >>", o6=b"<< /A << /URI (https://maps.example/@42.36012,-71.05891,17z) >> >>"),
    "a field of a form": pdf_of(b"", b"<< >>", o6=f"<< /FT /Tx /T (home) /V ({WORDS}) >>".encode()),
}  # fmt: skip


@pytest.mark.parametrize("case", PDFS)
def test_words_of_a_pdf_are_read_through_its_fonts(case):
    found = open_document("a.pdf", PDFS[case])
    assert (-71.05891, 42.36012) in points("a.pdf", PDFS[case]), [part.data for part in found.parts]
    assert not [one for one in found.troubles if one.blocks]


@pytest.mark.parametrize("letters, blocks", [(30, True), (4, False)])
def test_letters_of_a_font_that_does_not_tell_them_keep_a_document_from_passing(letters, blocks):
    data = pdf_of(b"BT /F1 12 Tf <%s> Tj ET" % (b"0024" * letters), WIDE % b"")
    assert [one.blocks for one in open_document("a.pdf", data).troubles] == [blocks]


_SHEET = "<worksheet><sheetData>{cells}</sheetData>{after}</worksheet>"
_BESIDE = {
    "formulas": _SHEET.format(cells=each("<row><c r='A1'><f>GEO({y},{x})</f></c></row>"), after=""),
    "what a cell asks for": _SHEET.format(cells="", after=each("<dataValidation prompt='{y}, {x}'/>")),
    "headers": _SHEET.format(cells="", after=f"<oddHeader>{each('{y}, {x}; ')}</oddHeader>"),
    "names": f"<workbook>{each('<definedName>{y}, {x}</definedName>')}</workbook>",
}


@pytest.mark.parametrize("case", _BESIDE)
def test_positions_beside_the_cells_of_a_workbook_are_found(case):
    """Each of these workbooks passed."""
    name = "xl/workbook.xml" if case == "names" else "xl/worksheets/sheet1.xml"
    data = zipped({"[Content_Types].xml": '<Types xmlns="x"/>', name: _BESIDE[case]})
    assert set(PLACES) <= points("m.xlsx", data)


DRAWING = b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>%s</svg>"
HOMES = b"<circle cx='3' cy='3' r='1'/>"


@pytest.mark.parametrize("hidden", [
    b"<g style='display:none'>%s</g>", b'<g display="none">%s</g>',
    b"<g style='fill:red;visibility: hidden'>%s</g>", b"<g opacity='0'>%s</g>",
    b"<g style='opacity:0.0;fill:red'>%s</g>",
])  # fmt: skip
def test_a_hidden_layer_of_a_drawing_is_a_picture_of_its_own(hidden):
    found = open_document("a.svg", DRAWING % (hidden % HOMES))
    pictures = [one for one in found.parts if one.kind == "picture"]
    assert len(pictures) == 2 and HOMES in pictures[1].data and pictures[1].note is not None
    assert b"none" not in pictures[1].data and b"hidden" not in pictures[1].data
    for shown in (HOMES, b"<g opacity='0.5' fill-opacity='0'>%s</g>" % HOMES):
        assert [one.kind for one in open_document("a.svg", DRAWING % shown).parts].count("picture") == 1


@pytest.mark.parametrize("address, blocks", [
    (b"map.png", [True]), (b"https://example.org/map.png", [True]), (b"data:image/png;base64,AAAA", []),
    (b"#symbol", []),
])  # fmt: skip
def test_a_picture_that_a_drawing_links_keeps_it_from_passing(address, blocks):
    found = open_document("a.svg", DRAWING % (b"<image xlink:href='%s'/>" % address))
    assert [one.blocks for one in found.troubles] == blocks
