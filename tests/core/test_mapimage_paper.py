# SPDX-License-Identifier: GPL-2.0-or-later
"""Dots in the colour of the paper: white ones on coloured areas, and circles with numbers."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont
from scipy.spatial import cKDTree

from geodeid_plugin.core.base.errors import UnjudgedError
from geodeid_plugin.core.mapimage.markers.classify import colour_classes, small_paper
from geodeid_plugin.core.mapimage.markers.dots import find_dots

SIDE, FINER = 400, 3
FILLS = ((254, 229, 217), (252, 146, 114), (203, 24, 29), (251, 106, 74))


def places():
    """Forty places within the land, none upon another."""
    grid = np.stack(np.meshgrid(np.arange(8), np.arange(5)), axis=-1).reshape(-1, 2) * [40, 60] + [60, 80]
    return grid + np.random.default_rng(2).uniform(-8, 8, grid.shape)


def drawn(radius, *, fills, numbers):
    """Areas in four colours or none, white dots on them, with a black rim about a number or without."""
    image = Image.new("RGB", (SIDE * FINER, SIDE * FINER), "white")
    draw = ImageDraw.Draw(image)
    for row in range(2):
        for column in range(2):
            corner = np.array([20 + 180 * column, 20 + 180 * row])
            box = [*(FINER * corner).tolist(), *(FINER * (corner + 180)).tolist()]
            draw.rectangle(box, fill=FILLS[2 * row + column] if fills else None, outline="black", width=FINER)
    for number, (x, y) in enumerate((FINER * places()).tolist()):
        reach = FINER * radius
        draw.ellipse([x - reach, y - reach, x + reach, y + reach], fill="white",
                     outline="black" if numbers else None, width=FINER)  # fmt: skip
        if numbers:
            draw.rectangle([x - 2 * FINER, y - 3 * FINER, x - FINER, y + 3 * FINER], fill="black")
            draw.rectangle([x + FINER, y - number % 4 * FINER, x + 2 * FINER, y + 3 * FINER], fill="black")
    return np.asarray(image.resize((SIDE, SIDE), Image.BOX))


@pytest.mark.slow
@pytest.mark.parametrize(("radius", "fills", "numbers"), [(4.0, True, False), (8.0, True, True)])
def test_dots_in_the_colour_of_the_paper_are_found(radius, fills, numbers):
    dots = find_dots(drawn(radius, fills=fills, numbers=numbers))
    found = np.column_stack([dots.x_px, dots.y_px])
    assert np.median(cKDTree(found).query(places())[0]) < 0.4
    assert (cKDTree(found).query(places())[0] < 1).mean() > 0.9
    assert (cKDTree(places()).query(found)[0] < 1).mean() > 0.9


@pytest.mark.slow
def test_the_inner_parts_of_letters_are_no_dots():
    fonts = list(Path("/usr/share/fonts").rglob("DejaVuSans.ttf"))
    if not fonts:
        pytest.skip("no DejaVu Sans on this machine")
    face = ImageFont.truetype(str(fonts[0]), 34)
    page = Image.new("RGB", (900, 360), "white")
    for line in range(8):
        ImageDraw.Draw(page).text(
            (10, 10 + 42 * line), "good food above the door, 8090 608 abode", "black", face
        )
    assert small_paper(colour_classes(np.asarray(page))) is not None
    with pytest.raises(UnjudgedError):
        find_dots(np.asarray(page))
