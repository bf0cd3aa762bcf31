# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables of a PDF whose rows only a reader sees: cells in any order, columns between the two, signs apart."""

import numpy as np
import pytest

from geodeid_plugin.core.exposure.documents.containers.walk import open_document
from geodeid_plugin.core.exposure.documents.disguise.detect import positions_in
from geodeid_plugin.core.exposure.documents.disguise.positions import Frame
from geodeid_plugin.core.geometry.sphere import METRES_PER_DEGREE

BOSTON = Frame("EPSG:4326", (-72.0, 42.0), (-70.0, 43.0), METRES_PER_DEGREE)
PLACES = [(round(-71.05891 - 0.0113 * i, 5), round(42.36012 + 0.00717 * i, 5)) for i in range(6)]
NAMES = [("id", "lat", "age", "sex", "lon")]
ROWS = NAMES + [
    (f"P{at:03d}", f"{y:.5f}", str(40 + at), "MF"[at % 2], f"{x:.5f}") for at, (x, y) in enumerate(PLACES)
]
X, Y, SIZE = (40, 90, 150, 180, 210), [250 - 14 * at for at in range(len(ROWS))], 9
WIDTHS = (
    "/FirstChar 32 /Widths ["
    + " ".join("278" if one in "., " else "556" for one in map(chr, range(32, 127)))
    + "]"
)
FONTS = {
    "F1": f"/Subtype /TrueType /BaseFont /Arial {WIDTHS}",
    "F2": "/Subtype /Type1 /BaseFont /CMSY10 /FirstChar 0 /Widths [778] /ToUnicode 6 0 R",
    "F3": f"/Subtype /Type3 /FontMatrix [0.001 0 0 0.001 0 0] {WIDTHS} /ToUnicode 7 0 R",
    "F4": "/Subtype /Type0 /BaseFont /Arial /Encoding /Identity-H /DescendantFonts "
    "[<< /DW 556 /W [46 [278]] >>] /ToUnicode 7 0 R",
}
MINUS = b"1 beginbfchar <00> <2212> endbfchar"
LATIN = (
    b"1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0020> <007E> <0020> endbfrange"
)


def pdf_of(content):
    fonts = " ".join(f"/{key} << /Type /Font {told} >>" for key, told in FONTS.items())
    objects = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 300 300] >>",
        3: f"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << {fonts} >> >> >>".encode(),
        **{number: b"<< /Length %d >>\nstream\n%s\nendstream" % (len(body), body)
           for number, body in ((4, content.encode("latin-1")), (6, MINUS), (7, LATIN))},
    }  # fmt: skip
    return b"%PDF-1.7\n" + b"".join(b"%d 0 obj\n%s\nendobj\n" % one for one in objects.items())


def cell(x, y, text, font="F1", turned=False, shown="({}) Tj"):
    matrix = f"0 1 -1 0 {300 - y} {x}" if turned else f"1 0 0 1 {x} {y}"
    return f"BT /{font} {SIZE} Tf {matrix} Tm {shown.format(text)} ET\n"


def cells():
    for y, row in zip(Y, ROWS):
        yield from ((x, y, text) for x, text in zip(X, row))


def letters(text):
    """Each letter by itself, as matplotlib spells it."""
    return "[" + " -0.3 ".join(f"({one})" for one in text) + "] TJ"


def with_sign_apart(x, y, text):
    """The sign of a number from another font, the number behind it."""
    if not text.startswith("-"):
        return cell(x, y, text)
    return f"BT /F2 {SIZE} Tf {x} {y} Td <00> Tj /F1 {SIZE} Tf {0.778 * SIZE} 0 Td ({text[1:]}) Tj ET\n"


def with_sign_above(x, y, text):
    """The sign of a number left alone on the line above, as narrow cells of a word processor do."""
    return cell(x, y, "-") + cell(x, y - 10, text[1:]) if text.startswith("-") else cell(x, y, text)


def wrapped(x, y, text):
    """A number broken by a narrow cell: its sign, its first digits and the rest below one another."""
    if "." not in text:
        return cell(x, y, text)
    pieces = [*(["-"] if text[0] == "-" else []), text.lstrip("-")[:-3], text[-3:]]
    return "".join(cell(x, y - 10 * at, piece) for at, piece in enumerate(pieces))


def grouped(x, y, text):
    """Digits in groups of three behind the point, a thin space between them, as siunitx writes them."""
    if "." not in text:
        return cell(x, y, text)
    sign = f"/F2 {SIZE} Tf <00> Tj /F1 {SIZE} Tf {0.778 * SIZE} 0 Td " if text[0] == "-" else ""
    whole, behind = text.lstrip("-").split(".")
    shown = (
        f"({whole}) Tj {1.112 * SIZE} 0 Td (.) Tj {0.278 * SIZE} 0 Td [({behind[:3]}) -167 ({behind[3:]})] TJ"
    )
    return f"BT /F1 {SIZE} Tf {x} {y} Td {sign}{shown} ET\n"


def spread(text):
    return " ".join(f"({one}) Tj" for one in text)


TABLES = {
    "row by row": "".join(cell(*one) for one in cells()),
    "column by column": "".join(cell(*one) for one in sorted(cells())),
    "by letters": "".join(cell(x, y, letters(text), "F3", shown="{}") for x, y, text in cells()),
    "letter after letter": "".join(cell(x, y, spread(text), shown="{}") for x, y, text in cells()),
    "in codes of two bytes": "".join(
        cell(x, y, text.encode("utf-16-be").hex(), "F4", shown="<{}> Tj") for x, y, text in cells()
    ),
    "upright": "".join(cell(*one, turned=True) for one in cells()),
    "with signs of another font": "".join(with_sign_apart(*one) for one in cells()),
    "with signs above": "".join(with_sign_above(x, 2 * y - 260, text) for x, y, text in cells()),
    "broken in narrow cells": "".join(wrapped(x, 3 * y - 440, text) for x, y, text in cells()),
    "with digits in groups": "".join(grouped(x, y, text) for x, y, text in cells()),
    "by the next line": f"BT /F1 {SIZE} Tf 14 TL 1 0 0 1 40 264 Tm "
    + "".join(f"({text}) ' " if x == 40 else f"50 0 Td ({text}) Tj " + ("-200 0 Td " if x == 210 else "")
              for x, _y, text in cells())
    + "ET",
}  # fmt: skip


@pytest.mark.parametrize("case", TABLES)
def test_rows_are_put_together_by_place(case):
    found = open_document("a.pdf", pdf_of(TABLES[case]))
    assert not found.troubles
    places = [
        tuple(place)
        for part in found.parts
        for one in positions_in(part, [BOSTON])
        for place in one.xy.round(5)
    ]
    assert set(places) == set(PLACES)


def test_cells_that_nearly_touch_stay_two_numbers():
    rows = "".join(cell(40, y, f"{x:.5f}") + cell(40 + 4.78 * SIZE, y, "30") for y, (x, _) in zip(Y, PLACES))
    by_place = [one.data for one in open_document("a.pdf", pdf_of(rows)).parts if "by place" in one.path]
    assert not by_place or b"30" in by_place[0].split()


def test_a_line_that_the_file_holds_as_a_line_is_not_said_twice():
    lines = "".join(cell(40, y, "  ".join(row)) for y, row in zip(Y, ROWS))
    found = open_document("a.pdf", pdf_of(lines))
    assert [one.path for one in found.parts] == ["a.pdf/page 1 (words)"]


def test_words_side_by_side_hold_no_places():
    prose = "".join(cell(x, y, f"seen in {2000 + y} of {x}.5 km") for x in (40, 170) for y in Y)
    [part] = open_document("a.pdf", pdf_of(prose)).parts
    assert not positions_in(part, [BOSTON])


@pytest.mark.parametrize("broken", ["1e999", "0", "-0.0001", "nan"])
def test_broken_matrices_and_sizes_end_in_parts(broken):
    drawn = f"BT /F1 {broken} Tf {broken} 0 0 {broken} 9 9 Tm (42.36012) Tj {broken} Tz {broken} Tc "
    drawn += "(-71.05891) Tj ET"
    found = open_document("a.pdf", pdf_of(drawn))
    assert found.parts or found.troubles


@pytest.mark.slow
def test_many_pieces_are_put_together_in_a_few_seconds():
    import time

    source = np.random.default_rng(1).uniform(0, 300, (20_000, 2)).round(2)
    drawn = "".join(cell(x, y, "42.36012") for x, y in source)
    began = time.process_time()
    open_document("a.pdf", pdf_of(drawn))
    assert time.process_time() - began < 8
