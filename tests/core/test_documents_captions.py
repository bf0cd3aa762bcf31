# SPDX-License-Identifier: GPL-2.0-or-later
"""A figure is named as the paper names it, by the caption nearest to it, and by no sentence about it."""

import io
import zipfile

import pytest
from test_documents_containers import page_of, pdf

from geodeid_plugin.core.exposure.documents.containers.captions import caption_name
from geodeid_plugin.core.exposure.documents.containers.parts import PICTURE
from geodeid_plugin.core.exposure.documents.containers.walk import open_document

FONT = b"/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"


def words(text, x, y):
    return f"BT /F1 9 Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET "


def curve(x, y):
    """A drawing of 60 corners, 80 points wide, its foot at y."""
    points = [f"{x + 80 * at / 60:.1f} {y + 30 + 25 * (-1) ** at:.1f} l" for at in range(1, 60)]
    return f"{x} {y} m " + " ".join(points) + " S "


def called(content):
    found = open_document("paper.pdf", pdf(*page_of(content.encode(), FONT))).parts
    return [one.caption for one in found if one.kind == PICTURE]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Figure 2. Cases by county", "Figure 2"),
        ("Fig. 3 | Cases", "Fig. 3"),
        ("  FIGURE S1: Cases", "FIGURE S1"),
        ("Supplementary Figure 4 – Cases", "Supplementary Figure 4"),
        ("Abbildung 5: Fälle", "Abbildung 5"),
        ("Carte 1", "Carte 1"),
        ("Figure 2 shows the cases.", None),
        ("as Figure 2. We then", None),
        ("Figures of 2021.", None),
        ("Figure 2.5 million people", None),
    ],
)
def test_a_caption_begins_its_line_and_ends_its_name_with_a_mark(line, name):
    assert caption_name(line) == name


def test_two_figures_of_a_page_are_named_by_the_captions_below_them():
    page = (
        curve(50, 200) + words("Figure 1. Above", 50, 188) + curve(50, 100) + words("Figure 2. Below", 50, 88)
    )
    assert called(page + words("Figure 9 shows more than both.", 50, 60)) == ["Figure 1", "Figure 2"]


def test_columns_have_captions_of_their_own():
    page = curve(20, 150) + curve(170, 150) + words("Figure 1. Left", 20, 138)
    assert called(page + words("Figure 2. Right", 170, 138)) == ["Figure 1", "Figure 2"]


def test_a_picture_without_a_caption_takes_that_of_none_beside_it():
    page = curve(50, 200) + words("Figure 1. Above", 50, 188) + curve(50, 95)
    assert called(page) == ["Figure 1", None]
    assert called(curve(50, 200) + words("Figure 1. Far below", 50, 100)) == [None]


def test_panels_side_by_side_share_their_caption():
    assert called(curve(20, 150) + curve(130, 150) + words("Figure 1. " + 30 * "Both ", 20, 138)) == [
        "Figure 1", "Figure 1",
    ]  # fmt: skip


def test_a_page_without_a_caption_names_nothing():
    assert called(curve(50, 100) + words("In Figure 2 we show the cases.", 50, 88)) == [None]


def paragraph(text="", picture=""):
    shown = (
        f'<w:r><w:drawing><pic:pic><a:blip r:embed="{picture}"/></pic:pic></w:drawing></w:r>'
        if picture
        else ""
    )
    return f"<w:p>{shown}<w:r><w:t>{text}</w:t></w:r></w:p>"


@pytest.mark.parametrize(
    ("body", "names"),
    [
        (paragraph("", "r0") + paragraph("Figure 1. A") + paragraph("", "r1") + paragraph("Figure 2. B"),
         ["Figure 1", "Figure 2"]),
        (paragraph("Words.") + paragraph("Figure 4: A") + paragraph(picture="r0") + paragraph("Words."),
         ["Figure 4", None]),
        (paragraph("Figure 3. In one paragraph", "r0"), ["Figure 3", None]),
        (paragraph(picture="r0") + paragraph("Figure 1 shows words."), [None, None]),
    ],
)  # fmt: skip
def test_a_manuscript_names_its_pictures_by_the_paragraph_beside_them(body, names):
    spaces = 'xmlns:w="w" xmlns:a="a" xmlns:r="r" xmlns:pic="pic"'
    links = "".join(f'<Relationship Id="r{at}" Target="media/image{at}.png"/>' for at in range(2))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("[Content_Types].xml", '<Types xmlns="x"/>')
        archive.writestr("word/document.xml", f"<w:document {spaces}>{body}</w:document>")
        archive.writestr("word/_rels/document.xml.rels", f"<Relationships>{links}</Relationships>")
        for at in range(2):
            archive.writestr(f"word/media/image{at}.png", b"\x89PNG\r\n\x1a\n" + bytes(60))
    found = open_document("paper.docx", packed.getvalue()).parts
    assert [one.caption for one in found if one.kind == PICTURE] == names
