# SPDX-License-Identifier: GPL-2.0-or-later
"""Files made to harm their readers: each is read, or refused in a sentence, in little time and memory."""

import struct
import time
import zlib

import pytest

from geodeid_plugin.core.base.errors import CancelledError, InputError
from geodeid_plugin.core.mapimage import budget
from geodeid_plugin.core.mapimage.reidentify.metadata import metadata_leaks
from geodeid_plugin.core.mapimage.vector.repeated import read_page, vector_dots
from tests.refusals import refuses

MOST_SECONDS = 20.0
"""CPU of one file here, at the small budget of these tests and on a busy machine."""


def pdf(content=b"", extra=b"", resources=b"<<>>", length=None, box=b"[0 0 200 200]", filters=b""):
    told = length or str(len(content)).encode()
    return (
        b"%PDF-1.5\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n"
        b"2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox " + box + b">>\nendobj\n"
        b"3 0 obj\n<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources " + resources + b">>\nendobj\n"
        b"4 0 obj\n<</Length " + told + filters + b">>\nstream\n" + content + b"\nendstream\nendobj\n" + extra
    )


def form(number, content, resources):
    return (
        b"%d 0 obj\n<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length %d/Resources " % (number, len(content))
        + resources + b">>\nstream\n" + content + b"\nendstream\nendobj\n"
    )  # fmt: skip


def form_bomb():
    levels = range(10, 22)
    forms = [form(n, b"/F Do " * 10, b"<</XObject<</F %d 0 R>>>>" % (n + 1)) for n in levels]
    return pdf(b"/F Do " * 10, b"".join(forms), b"<</XObject<</F 10 0 R>>>>")


def svg(body, head="viewBox='0 0 90 90'"):
    spaces = "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"
    return f"<svg {spaces} {head}>{body}</svg>".encode()


def use_bomb(paint=""):
    groups = [f"<g id='a0'>{paint}</g>"]
    groups += [
        f"<g id='a{i}'>{f'<use xlink:href=%s#a{i - 1}%s/>' % (chr(39), chr(39)) * 9}</g>"
        for i in range(1, 20)
    ]
    return svg("<defs>" + "".join(groups) + "</defs><use xlink:href='#a19'/>")


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(*chunks):
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks) + chunk(b"IEND", b"")


CIRCULAR = b"<</F 6 0 R>>"
PAGES = {
    "form bomb": form_bomb(),
    "form in itself": pdf(
        b"/F Do", form(6, b"/F Do", b"<</XObject<</F 6 0 R>>>>"), b"<</XObject<</F 6 0 R>>>>"
    ),
    "length of itself": pdf(b"0 0 m", length=b"4 0 R"),
    "columns": pdf(
        zlib.compress(b"0 0 m"),
        filters=b"/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 4000000000>>",
    ),
    "negative columns": pdf(
        zlib.compress(b"0 0 m"), filters=b"/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns -3>>"
    ),
    "unclosed strings": b"%PDF-1.4\n" + b"".join(b"%d 0 obj (" % n for n in range(20000)),
    "unclosed arrays": b"%PDF-1.4\n" + b"".join(b"%d 0 obj [" % n for n in range(20000)),
    "streams with one end": b"%PDF-1.4\n"
    + b"".join(b"%d 0 obj <<>>\nstream\nx " % n for n in range(20000))
    + b"endstream",
    "nested arrays": pdf(b"[" * 300_000),
    "a word for a box": pdf(box=b"[0 0 /A /B]"),
    "no box": pdf(box=b"[0 0]"),
    "a name for a stream": pdf(b"0 0 m 1 1 l S", resources=b"/Oops"),
    "too few operands": pdf(b"1 m 2 2 l S"),
    "no number": pdf(b"1e999 0 m 2 2 l S"),
    "digits": pdf(b"9" * 400 + b" 0 m 2 2 l S"),
    "reference to a word": b"%PDF-1.4\n1 0 obj <</Type/Catalog/Pages (x) 0 R>> endobj",
    "open picture": pdf(b"BI /W 2 ID " + b"x" * 50),
    "packed objects": b"%PDF-1.5\n7 0 obj<</Type/ObjStm/N 3/First 9/Length 5>>\nstream\na b c\nendstream\n",
    "use bomb": use_bomb(),
    "use bomb that paints": use_bomb("<circle r='1'/>"),
    "use of itself": svg("<symbol id='s'><use xlink:href='#s'/></symbol><use xlink:href='#s'/>"),
    "deep groups": svg("<g>" * 20000 + "</g>" * 20000),
    "encoding": b"<?xml version='1.0' encoding='utf-7'?><svg viewBox='0 0 9 9'/>",
    "unknown encoding": b"<?xml version='1.0' encoding='klingon'?><svg viewBox='0 0 9 9'/>",
    "three points": svg("<circle cx='1.2.3' cy='4' r='2'/>"),
    "infinite": svg("<circle cx='1e999' cy='4' r='2'/>"),
    "infinite colour": svg("<circle cx='1' cy='4' r='2' fill='rgb(1e999,0,0)'/>"),
    "long word": svg(f"<g transform='{'a' * 300_000}'/>"),
    "open calls": svg(f"<g transform='{'a(' * 150_000}'/>"),
    "box of words": svg("", "viewBox='a b c d'"),
    "no size": svg("", "width='1.1.1' height='-'"),
    "style of braces": svg("<style>" + "a{" * 100_000 + "</style>"),
    "entities": b"<!DOCTYPE svg [<!ENTITY a 'b'>]><svg viewBox='0 0 9 9'>&a;</svg>",
}

LONG = {"use bomb", "use bomb that paints", "deep groups"}
"""Pages that cost more than a quarter of a second."""


@pytest.fixture
def small_budget(monkeypatch):
    monkeypatch.setattr(budget, "MOST_STEPS", 200_000)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=[pytest.mark.slow] * (one in LONG)) for one in PAGES],
)
def test_a_page_is_read_or_refused_in_a_sentence(small_budget, name):
    before = time.process_time()
    try:
        vector_dots(read_page(PAGES[name]))
    except InputError as reason:
        assert str(reason).endswith(".")
    assert time.process_time() - before < MOST_SECONDS


@pytest.mark.slow
@pytest.mark.parametrize("name", ["form bomb", "use bomb", "unclosed strings"])
def test_a_bomb_is_refused_for_what_it_asks_for(small_budget, name):
    with refuses("picture.drawing.too_much"):
        read_page(PAGES[name])


def test_a_long_reading_can_be_cancelled():
    def cancel(fraction, text=""):
        raise CancelledError()

    with pytest.raises(CancelledError):
        read_page(form_bomb(), cancel)


METADATA = {
    "word characters": png(chunk(b"tEXt", b"a" * 2_000_000)),
    "points": png(chunk(b"tEXt", b"a." * 1_000_000)),
    "digits": png(chunk(b"tEXt", b"1.23456 " * 250_000 + b"1" * 500_000)),
    "many packed texts": png(*[chunk(b"zTXt", b"a\0\0" + zlib.compress(b" " * 20_000_000))] * 60),
    "titles": b"%PDF-1.4\n" + b"/Title (" * 100_000,
    "streams": b"%PDF-1.4\n" + b"stream\n" * 200_000,
    "packets": b"%PDF-1.4\n" + b"<x:xmpmeta" * 20_000,
    "large directory": b"II*\0\x08\0\0\0"
    + struct.pack("<H", 4000)
    + b"".join(struct.pack("<HHII", tag, 1, 4_000_000, 8) for tag in range(4000))
    + b"x" * 4_000_000,
    "gps as a decimal": b"II*\0" + struct.pack("<IHHHIfI", 8, 1, 0x8825, 11, 1, 26.0, 0),
    "big directory": b"II+\0" + struct.pack("<HHQ", 8, 0, 16) + struct.pack("<Q", 2**63) + b"x" * 999,
    "boxes": b"\0\0\0\x0cjP  \r\n\x87\n" + b"\0\0\0\x08asoc" * 100_000,
    "spaces": b"<svg viewBox" + b" " * 500_000 + b"=",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", METADATA)
def test_metadata_are_looked_through_in_time(name):
    before = time.process_time()
    assert isinstance(metadata_leaks(METADATA[name]), list)
    assert time.process_time() - before < MOST_SECONDS
