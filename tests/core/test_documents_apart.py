# SPDX-License-Identifier: GPL-2.0-or-later
"""Positions whose numbers stand apart, or in odd corners of a file; each of these documents passed once."""

import base64
import io
import zipfile
import zlib
from struct import pack

import numpy as np
import pytest

from geodeid_plugin.core.exposure.documents.containers.walk import open_document
from geodeid_plugin.core.exposure.documents.disguise.detect import positions_across, positions_in
from geodeid_plugin.core.exposure.documents.disguise.positions import Frame
from geodeid_plugin.core.geometry.sphere import METRES_PER_DEGREE

BOX = Frame("EPSG:4326", (-76.5, 42.0), (-75.5, 43.0), METRES_PER_DEGREE)
UTM = Frame("EPSG:32618", (380_000, 4_680_000), (420_000, 4_720_000), 1.0)
PLACES = [
    (round(-76.201371 + 0.0131 * at, 6), round(42.412346 + 0.00713 * (at * 7 % 11), 6)) for at in range(20)
]
METRES = [(400_123.4 + 137 * at, 4_700_456.1 + 311 * (at * 7 % 11)) for at in range(20)]
TYPES = {"[Content_Types].xml": '<Types xmlns="x"/>'}
PAIRS = ";".join(f"{y}, {x}" for x, y in PLACES)
FLOATS = np.array(PLACES).tobytes()


def zipped(**entries):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, content in {**TYPES, **entries}.items():
            archive.writestr(name, content)
    return held.getvalue()


def part(name, root, content, outer=""):
    return zipped(**{name: f"<{root}>{content}</{root}>{outer}"})


def each(pattern, places=PLACES):
    return "".join(pattern.format(x=x, y=y, at=at) for at, (x, y) in enumerate(places))


def table(names, row, places=PLACES):
    return ",".join(names) + "\n" + "\n".join(",".join(map(str, row(x, y))) for x, y in places)


def sixtieths(value, parts):
    size = abs(value)
    degrees, minutes = int(size), size % 1 * 60
    return (degrees, round(minutes, 5)) if parts == 2 else (degrees, int(minutes), round(minutes % 1 * 60, 3))


def packed(value, parts):
    told = sixtieths(value, parts)
    return "".join(f"{one:02d}" for one in told[:-1]) + f"{told[-1]:08.5f}"


def sheet(name, column, order=1):
    rows = [f"<row><c t='str'><v>k{at}</v></c><c><v>{place[column]}</v></c></row>"
            for at, place in list(enumerate(PLACES))[::order]]  # fmt: skip
    head = f"<row><c t='str'><v>id</v></c><c t='str'><v>{name}</v></c></row>"
    return f"<worksheet><sheetData>{head}{''.join(rows)}</sheetData></worksheet>"


def mashup():
    inner = zipped(**{"Formulas/Section1.m": f"#table({{{each('{{{y},{x}}},')}}})"})
    return base64.b64encode(pack("<2I", 0, len(inner)) + inner).decode()


def by_code(form):
    return "<html><script>'" + "".join(form.format(ord(one)) for one in PAIRS) + "'"


def coded(text):
    return base64.b64encode(text if isinstance(text, bytes) else text.encode()).decode()


CASES = {
    "two sheets": ("a.xlsx", zipped(**{"xl/worksheets/sheet1.xml": sheet("lat", 1),
                                       "xl/worksheets/sheet2.xml": sheet("lon", 0)})),
    "two sheets in other orders": ("a.xlsx", zipped(**{
        "xl/worksheets/sheet1.xml": sheet("lat", 1), "xl/worksheets/sheet2.xml": sheet("lon", 0, -1)})),
    "two files": ("a.zip", zipped(**{"lat.csv": table("ab", lambda x, y: (1, y)),
                                     "lon.csv": table("ab", lambda x, y: (1, x))})),
    "two tables of a page": ("a.html", "<html><table>" + each("<tr><td>{y}<td>a</tr>") + "</table><table>"
                             + each("<tr><td>{x}<td>a</tr>") + "</table>"),
    "degrees and minutes": ("a.csv", table("abcd", lambda x, y: (*sixtieths(y, 2), *sixtieths(x, 2)))),
    "degrees, minutes, seconds": ("a.csv",
        table("abcdef", lambda x, y: (*sixtieths(y, 3), *sixtieths(x, 3)))),
    "degrees, then minutes": ("a.csv", table("abcd", lambda x, y: (
        sixtieths(y, 2)[0], sixtieths(x, 2)[0], sixtieths(y, 2)[1], sixtieths(x, 2)[1]))),
    "whole numbers": ("a.csv", table("ab", lambda x, y: (round(y * 1e5), round(x * 1e5)))),
    "minutes behind degrees": ("a.csv", table("ab", lambda x, y: (packed(y, 2), packed(x, 2)))),
    "seconds behind them": ("a.csv", table("ab", lambda x, y: (packed(y, 3), packed(x, 3)))),
    "centimetres": ("a.csv", table("ab", lambda x, y: (round(x * 100), round(y * 100)), METRES)),
    "kilometres": ("a.csv", table("ab", lambda x, y: (round(x / 1e3, 4), round(y / 1e3, 4)), METRES)),
    "arrays of whole numbers": ("a.html", "<html><script>a=["
                                + ",".join(str(round(y * 1e6)) for _x, y in PLACES) + "];b=["
                                + ",".join(str(round(x * 1e6)) for x, _y in PLACES) + "]"),
    "elements of its own": ("a.docx", part("customXml/item1.xml", "r", each("<la>{y}</la><lo>{x}</lo>"))),
    "properties": ("a.docx", part("docProps/custom.xml", "Properties", each(
        '<property name="lat{at}"><r8>{y}</r8></property><property name="lon{at}"><r8>{x}</r8></property>'))),
    "choices": ("a.docx", part("word/document.xml", "document", each('<listItem displayText="{y}, {x}"/>'))),
    "art of words": ("a.docx", part("word/document.xml", "document", f'<textpath string="{PAIRS}"/>')),
    "form": ("a.docx", part("word/document.xml", "document", each('<default val="{y}, {x}"/>'))),
    "authors": ("a.docx", part("word/people.xml", "people", each('<person author="{y}, {x}"/>'))),
    "styles": ("a.docx", part("word/styles.xml", "styles", each('<style><name val="{y} {x}"/></style>'))),
    "comment of the file": ("a.docx", part("word/document.xml", "document", f"<!--{PAIRS}-->")),
    "instruction": ("a.docx", part("word/document.xml", "document", f"<?note {PAIRS}?>")),
    "title of a chart": ("a.docx",
        part("word/charts/chart1.xml", "chartSpace", f"<title><t>{PAIRS}</t></title>")),
    "name of a slide": ("a.pptx",
        part("ppt/slideLayouts/a.xml", "sldLayout", each('<cSld name="{y}, {x}"/>'))),
    "slicer": ("a.xlsx", part("xl/slicerCaches/a.xml", "slicerCacheDefinition", each('<i n="{y}, {x}"/>'))),
    "scenario": ("a.xlsx", part("xl/worksheets/sheet1.xml", "worksheet",
                                each('<inputCells val="{y}"/><inputCells val="{x}"/>'))),
    "rich values": ("a.xlsx",
        part("xl/richData/rdrichvalue.xml", "rvData", each("<rv><v>{y}</v><v>{x}</v></rv>"))),
    "query": ("a.xlsx", part("customXml/item1.xml", "DataMashup", mashup())),
    "numbers as bytes": ("a.html", f'<html><script>new Float64Array(atob("{coded(FLOATS)}"))'),
    "short numbers as bytes": ("a.html", f"<html><script>f('{coded(np.array(PLACES, 'f4').tobytes())}')"),
    "first all of one axis": ("a.html", f'<html><script>f("{coded(np.array(PLACES).T.tobytes())}")'),
    "letters by their code": ("a.html", by_code("\\x{:02x}")),
    "letters by four digits": ("a.html", by_code("\\u{:04x}")),
    "all letters by percent": ("a.html", by_code("%{:02X}")),
    "letters by sixteens": ("a.html", f"<html><script>'{PAIRS.encode().hex()}'"),
    "words in base64": ("a.html", f'<html><script>atob("{coded(PAIRS)}")'),
    "each in base64": ("a.html", "<html><script>" + ",".join(f'"{coded(f"{y},{x}")}"' for x, y in PLACES)),
    "binary points": ("a.html", "<html><script>" + ",".join(
        f'"{coded(pack("<BI2d", 1, 1, *place))}"' for place in PLACES)),
    "base64 of addresses": ("a.html", "<html><script>'" + base64.urlsafe_b64encode(
        zlib.compress(PAIRS.encode())).decode() + "'"),
    "numbers split over pieces": ("a.html", "<html>" + "".join(
        f"<p><span>{str(y)[:5]}</span><span>{str(y)[5:]}</span>, <span>{x}</span></p>" for x, y in PLACES)),
    "objects with much between": ("a.html", "<html><script>" + each(
        "m({{lat: {y}, title: 'a person who was seen in the first week of the study', lng: {x}}});")),
}  # fmt: skip


def found_in(name, data):
    opened = open_document(name, data if isinstance(data, bytes) else data.encode())
    assert not [str(one.sentence) for one in opened.troubles if one.blocks]
    found = [one for each in opened.parts for one in positions_in(each, [BOX, UTM])]
    return [*found, *positions_across(opened.parts, [BOX, UTM])]


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_positions_whose_numbers_stand_apart_are_found(case):
    places = METRES if "metres" in case else PLACES
    near = 1.0 if "metres" in case else 3e-5
    got = np.concatenate([one.xy for one in found_in(*CASES[case]) if not one.areas] or [np.empty((0, 2))])
    away = np.abs(got[None] - np.array(places)[:, None]).max(axis=2).min(axis=1, initial=np.inf)
    assert np.mean(away < near) > 0.9


def test_other_columns_of_whole_numbers_and_of_two_tables_are_no_positions():
    counts = table("abcd", lambda x, y: (int(y * 7) % 60, int(-x * 5) % 180, int(y * 1e4) % 977, 2020))
    assert not found_in("a.csv", counts)
    both = zipped(**{"a.csv": counts, "b.csv": table("ab", lambda x, y: (7, int(-x * 1e5) % 991))})
    assert not found_in("a.zip", both)


def shapes(size):
    return each(f"<sp><spPr><xfrm><off x='{{at}}'/><ext cx='{size}' cy='{size}'/></xfrm></spPr></sp>")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.pptx", part("ppt/slides/slide1.xml", "sld", shapes(90_000))),
        ("a.docx", part("word/document.xml", "document", shapes(90_000).replace("sp>", "wsp>"))),
        ("a.txt", FLOATS.replace(b"\0", b"\1")),
    ],
    ids=["dots on a slide", "dots in a text", "bytes under the name of a text"],
)
def test_what_may_be_places_but_is_not_read_keeps_a_document_from_passing(name, data):
    assert any(one.blocks for one in open_document(name, data).troubles)


def test_large_shapes_of_one_size_are_boxes_of_a_diagram():
    opened = open_document("a.pptx", part("ppt/slides/slide1.xml", "sld", shapes(900_000)))
    assert not opened.troubles
