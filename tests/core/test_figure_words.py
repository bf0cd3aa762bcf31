# SPDX-License-Identifier: GPL-2.0-or-later
"""Words beside a figure: what a dot stands for, and legends whose classes tell few people."""

import pytest

from geodeid_plugin.core.exposure.documents.containers.parts import PICTURE, TEXT, Part
from geodeid_plugin.core.exposure.documents.containers.walk import picture_kind
from geodeid_plugin.core.exposure.documents.figures.wording import class_of_few, people_of_a_dot, words_beside


@pytest.mark.parametrize(
    "words, people",
    [("1 dot = 50 people", 50), ("One point represents 1 000 residents", 1000),
     ("1 Punkt = 25 Einwohner", 25), ("Each dot represents about 100 inhabitants", 100),
     ("1 dot = 1 case", None), ("each dot is a patient", None), ("50 dots", None),
     ("1 dot = 1 case; elsewhere 1 dot = 50 cases", None)],
)  # fmt: skip
def test_words_say_how_many_people_a_dot_stands_for(words, people):
    assert people_of_a_dot(words) == people


@pytest.mark.parametrize(
    "words, told",
    [("Number of cases\n1–4\n5–9\n10+", "1–4"), ("1-4 cases\n5-9 cases\n≥10 cases", "1-4"),
     ("Deaths: <5; 5 to 9; 10 to 50", "<5"), ("Cases: 0; 1–2; 3–10; 11–20", "1–2"),
     ("Cases: 1–10, 11–50", "1–10"), ("Cases: 11–20, 21–50", None), ("Cases: 1–11, 12–50", None),
     ("Age of patients: 1–4, 5–9, 10+", None), ("Cases per 100 000: 1–4, 5–9, 10+", None),
     ("patients aged 1-4 years, 5-9 years", None), ("0–9, 10–19, 20–39, 40–59, 80+", None),
     ("We found 3–4 cases.", None), ("Cases (1–4 %), 5–9 %", None), ("cases, 95% interval 1–4, 5–9", None),
     ("pp. 1–4; 5–9", None)],
)  # fmt: skip
def test_a_legend_whose_lowest_class_tells_few_people_is_found(words, told):
    assert class_of_few(words, 11) == told


def test_words_of_the_same_page_or_file_are_beside_a_figure():
    figure = Part("a.pdf/page 2, drawing 1.png", PICTURE, b"", 2)
    pages = [Part(f"a.pdf/page {at} (words)", TEXT, f"page {at}".encode(), at) for at in (1, 2)]
    assert words_beside(figure, pages) == "page 2"
    image = Part("z.zip/a.docx/word/media/image1.png", PICTURE, b"")
    texts = [Part("z.zip/a.docx/word/document.xml", TEXT, b"mine"), Part("z.zip/b.html", TEXT, b"other")]
    assert words_beside(image, texts) == "mine"
    assert words_beside(Part("b.svg", PICTURE, b"<svg><text>1-4</text></svg>"), []).split() == ["1-4"]


def test_an_archive_that_begins_with_a_drawing_is_no_drawing():
    assert picture_kind(b"<?xml version='1.0'?><svg>") == "svg"
    assert picture_kind(b"PK\x03\x04\x14\0\0\0\0\0a.svg<svg xmlns=''>") is None
