# SPDX-License-Identifier: GPL-2.0-or-later
"""Which part of a page is taken for the map."""

from __future__ import annotations

import numpy as np
import pytest

from geodeid_plugin.core.mapimage.picture import main_part


def page(ground=255, height=800, width=600):
    return np.full((height, width, 3), ground, dtype=np.uint8)


def with_map(sheet, top=500, left=150, side=240):
    sheet[top : top + side : 20, left : left + side] = 0
    sheet[top : top + side, left : left + side : 20] = 0
    return sheet


def with_words(sheet):
    for row in range(60, 300, 12):
        sheet[row : row + 6, 60:540:3] = 30
    return sheet


@pytest.mark.parametrize("ground", [255, 200, 20])
def test_the_map_on_a_page_of_words_is_found_whatever_the_paper(ground):
    sheet = page(ground)
    sheet[500:740:20, 150:390], sheet[500:740, 150:390:20] = 255 - ground, 255 - ground
    sheet[60:100:8, 60:540] = 255 - ground
    box = main_part(sheet)
    assert abs(np.array([box.top, box.bottom, box.left, box.right]) - [500, 740, 150, 390]).max() < 8


def test_words_of_several_lines_are_no_part_each():
    assert main_part(with_words(with_map(page()))).area < 480 * 250


def test_a_map_that_fills_the_picture_is_no_part_of_it():
    assert main_part(with_map(page(), 20, 20, 560)) is None
    assert main_part(page()) is None


def test_a_border_of_another_colour_is_peeled_off():
    sheet = page(128)
    sheet[40:-40, 40:-40] = 255
    box = main_part(with_map(sheet))
    assert box.top >= 490 and box.left >= 140


def test_of_two_panels_one_is_taken():
    sheet = with_map(with_map(page(255, 400, 900), 60, 60, 300), 60, 520, 300)
    box = main_part(sheet)
    assert box.right - box.left < 320


@pytest.mark.filterwarnings("error")
def test_tall_thin_and_small_pictures_are_no_error():
    for height, width in ((16, 16), (2000, 17), (17, 2000), (6900, 16), (16, 6900)):
        main_part(page(255, height, width))
        main_part(np.random.default_rng(0).integers(0, 255, (height, width, 3)).astype(np.uint8))
