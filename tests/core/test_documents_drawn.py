# SPDX-License-Identifier: GPL-2.0-or-later
"""Dots that a document draws otherwise than as a picture: such a document passed, as if it held nothing."""

import io
import zipfile

import numpy as np
import pytest

from geodeid_plugin.core.exposure.documents.containers.parts import PICTURE
from geodeid_plugin.core.exposure.documents.containers.walk import open_document

PLACES = np.random.default_rng(3).uniform(20, 460, (40, 2)).round(1).tolist()
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256))


def each(form, places=PLACES):
    return "".join(form.format(x=x, y=y, a=round(x), b=round(y)) for x, y in places)


def package(name, xml):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr(name, xml)
    return held.getvalue()


def blocked(name, data):
    return [one for one in open_document(name, data).troubles if one.blocks]


PIECES = each('<moveTo><pt x="{a}" y="{b}"/></moveTo><arcTo wR="3" hR="3"/><close/>')
OFFICE = {
    "ovals of VML": "<pict>" + each('<oval style="margin-left:{x}pt;top:{y}pt;width:5pt;height:5pt"/>'),
    "a freeform": f"<pict><wsp><custGeom><pathLst><path>{PIECES}</path></pathLst></custGeom></wsp>",
    "a path of VML": f'<pict><shape style="width:9in;height:9in" path="{each("m{a},{b}l{a},9xe")}"/>',
    "boxes of bullets": "<pict>" + each("<sp><txBody><p><r><t>●</t></r></p></txBody></sp>"),
}  # fmt: skip


@pytest.mark.parametrize("drawn", OFFICE.values(), ids=OFFICE)
def test_shapes_of_a_slide_or_page_keep_it_from_passing(drawn):
    xml = f"<document><body>{drawn}</pict></body></document>"
    told = blocked("a.docx", package("word/document.xml", xml))
    assert len(told) == 1 and "small shapes" in str(told[0].sentence)


def test_strokes_of_a_pen_keep_a_document_from_passing():
    assert blocked("a.pptx", package("ppt/ink/ink1.xml", f"<ink>{each('<trace>{a} {b}</trace>')}</ink>"))


@pytest.mark.parametrize("form", ['<path d="{}"/>', '<enhanced-geometry enhanced-path="{}"/>'])
def test_a_path_of_many_pieces_keeps_a_drawing_of_opendocument_from_passing(form):
    xml = f"<document-content><body>{form.format(each('M {a} {b} L {a} 9 Z '))}</body></document-content>"
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.presentation")
        archive.writestr("content.xml", xml)
    assert blocked("a.odp", held.getvalue())


def test_a_few_shapes_and_bullets_of_a_list_are_no_dots():
    body = OFFICE["ovals of VML"].split("/>")[0] + "/>" + "</pict>" + "<p><r><t>● one</t></r></p>" * 9
    assert not blocked("a.docx", package("word/document.xml", f"<document>{body}</document>"))


PAGES = {
    "a script": "<script>" + each("c.beginPath();c.arc({x},{y},3,0,7);c.fill();") + "</script>",
    "an array that a script draws": f"<script>var p={PLACES};x.getContext('2d')</script>",
    "elements": each('<div style="position:absolute;left:{x}px;top:{y}px;width:7px;height:7px"></div>'),
    "shadows": '<i style="box-shadow:' + ",".join(f"{x}px {y}px 0 3px red" for x, y in PLACES) + '"></i>',
    "areas": "<map>" + each('<area shape="circle" coords="{a},{b},4">') + "</map>",
    "bytes": f"<script>b=new Uint8Array([{','.join(map(str, PNG))}])</script>",
    "hexadecimal digits": f"<script>b='{PNG.hex()}'</script>",
    "pieces of base64": f"<script>b='iVBORw0KGgo{'AAAA' * 12}'+\n'DwADhgGAWjR'</script>",
}  # fmt: skip


@pytest.mark.parametrize("drawn", PAGES.values(), ids=PAGES)
def test_marks_and_spelled_pictures_of_a_page_keep_it_from_passing(drawn):
    assert len(blocked("a.html", f"<html><body>{drawn}</body></html>".encode())) == 1


def test_a_page_inside_a_page_is_opened():
    inner = "&lt;svg width=&quot;9&quot;&gt;&lt;circle r=&quot;3&quot;/&gt;&lt;/svg&gt;"
    found = open_document("a.html", f'<html><iframe srcdoc="{inner}"></iframe></html>'.encode())
    first = found.parts[0]
    assert (first.path, first.kind) == ("a.html/frame1.html/drawing1.svg", PICTURE)


def test_words_placed_on_a_page_and_a_drawing_of_tex_are_told_apart():
    page = "<html>" + '<p style="position:absolute;left:4px;top:5px">words</p>' * 40 + "</html>"
    assert not blocked("a.html", page.encode())
    assert blocked("a.tex", (r"\begin{document}" + each(r"\fill[red] ({x},{y}) circle (2pt);")).encode())


@pytest.mark.parametrize(
    "data",
    [b"P2\n9 9\n255\n" + b"0 " * 81, b"P6 9 9 255\n" + bytes(range(32, 126)) * 3,
     b"#define map_width 480\n#define map_height 480\n", b"/* XPM */\nstatic char *a[] = {",
     b"#FIG 3.2\n1 3 0 1",
     b"IN;SP1;PU4,4;CI40;", b"<mxfile><diagram>a</diagram></mxfile>", b"\r\n%!PS\n4 4 3 0 360 arc fill"],
)  # fmt: skip
def test_pictures_made_of_words_are_never_words(data):
    assert len(blocked("a.txt", data)) == 1


@pytest.mark.parametrize("data", [b"\0\0\0\x18ftypheic" + bytes(60), b"AT&TFORM" + bytes(60)])
def test_a_photograph_that_is_not_read_asks_for_a_png_and_not_for_a_table(data):
    (told,) = blocked("a.heic", data)
    assert "PNG" in str(told.sentence) and "CSV" not in str(told.sentence)


@pytest.mark.slow
@pytest.mark.parametrize(
    "begin",
    [b"version 300\n", b"type native\n", b"#", b"<script>", b"<a style='position:absolute", b"\\fill", b"[1,",
     b"box-shadow:", b"<iframe srcdoc='", b"137,80,78,71,"],
)  # fmt: skip
@pytest.mark.parametrize(
    "more", [b"\n", b" ", b"1px 2px ", b"position:absolute'", b"<path d='M 1 1", b"\\fill "]
)
def test_long_runs_of_one_sign_take_no_longer_than_their_length(begin, more):
    """A pattern that goes back for each sign would take minutes."""
    from time import process_time

    began = process_time()
    open_document("a.html", b"<html>" + begin + more * (300_000 // len(more)))
    open_document("a.mif", begin + more * (300_000 // len(more)))
    assert process_time() - began < 6
