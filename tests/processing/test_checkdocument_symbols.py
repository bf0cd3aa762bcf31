# SPDX-License-Identifier: GPL-2.0-or-later
"""Maps in a document whose symbols tell more than a place, or less: sizes, panels, dots strewn over areas."""

import io

import numpy as np
import pytest
from scipy.spatial import cKDTree

qgis_core = pytest.importorskip("qgis.core")

from test_checkdocument import check, docx, words, world  # noqa: E402, F401
from test_mapreidentification import SOUTH, UTM, WEST, places, ring  # noqa: E402

pytestmark = pytest.mark.usefixtures("pictures_once")

PIXEL_M = 45.0
SIDE = 480


def in_pixels(where, left=20, top=20):
    """Columns and rows of places in metres, the picture's corner to the north-west of the county."""
    return np.column_stack(
        [(where[:, 0] - WEST) / PIXEL_M + left, (SOUTH + 20_000 - where[:, 1]) / PIXEL_M + top]
    )


def drawn(marks, radii, legend=(), width=SIDE, lines=((20, 20),)):
    """A PNG: the county's border from some corners, discs over it, a column of discs as the legend."""
    from PIL import Image, ImageDraw

    times = 4
    image = Image.new("RGB", (times * width, times * SIDE), "white")
    pen = ImageDraw.Draw(image)
    for left, top in lines:
        border = in_pixels(np.array([*ring(), ring()[0]]), left, top)
        pen.line([tuple(one) for one in times * border], fill=(60, 60, 60), width=times)
    below = [(width - 40.0, SIDE - 30.0 - 34 * at) for at in range(len(legend))]
    for (x, y), radius in zip([*marks, *below], [*radii, *legend]):
        box = [times * (x - radius), times * (y - radius), times * (x + radius), times * (y + radius)]
        pen.ellipse(box, fill=(200, 30, 60))
    for (x, y), count in zip(below, range(1, 9)):
        pen.text((times * (x - 30), times * y), str(count), fill="black")
    held = io.BytesIO()
    image.resize((width, SIDE), Image.Resampling.BOX).save(held, "PNG")
    return held.getvalue()


def apart(seed=3, count=45, least_m=1_100.0):
    """Places that lie apart, so that symbols on them do not cover one another."""
    kept = []
    for one in places(seed=seed, count=2_000):
        if all(np.hypot(*(one - other)) > least_m for other in kept):
            kept.append(one)
    return np.array(kept[:count])


def in_metres(layer):
    """Places of a layer on the plane of the county."""
    to = qgis_core.QgsCoordinateTransform(layer.crs(), qgis_core.QgsCoordinateReferenceSystem(UTM),
                                          qgis_core.QgsProject.instance())  # fmt: skip
    moved = [to.transform(one.geometry().asPoint()) for one in layer.getFeatures()]
    return np.array([(one.x(), one.y()) for one in moved])


@pytest.mark.slow
def test_counts_that_the_size_of_symbols_tells_stand_beside_the_places(run, world, tmp_path):  # noqa: F811
    where = apart()
    counts = np.random.default_rng(7).integers(1, 7, len(where))
    picture = drawn(in_pixels(where), 3.0 * np.sqrt(counts), legend=3.0 * np.sqrt([1, 3, 6]))
    file = docx(tmp_path / "paper.docx", [("sized.png", picture)], words("Cases by practice."))
    for truth in ("patients", None):
        result = check(run, world, file, truth, RECOVERED="memory:")
        assert result["VERDICT"] in ("not_judged", "gives_away") and result["MAPS"] == 1
        (figure,) = result["OUTPUT"].getFeatures()
        assert "sizes, which show counts" in figure["why"], figure["why"]
        away, nearest = cKDTree(where).query(in_metres(result["RECOVERED"]))
        told = np.array([one["size_count"] for one in result["RECOVERED"].getFeatures()])
        at_home = away < PIXEL_M
        assert len(set(nearest[at_home].tolist())) >= 0.9 * len(where)
        assert np.mean(told[at_home] == counts[nearest[at_home]]) > 0.95


def layer_of(where, name):
    from conftest import make_layer

    rows = [(f"POINT({x} {y})", [f"{name}{at}"]) for at, (x, y) in enumerate(where)]
    return make_layer("Point", rows, ["id:string"], UTM, name)


def joined(*panels):
    """PNGs side by side, at their tops, each with its scale."""
    from PIL import Image

    opened = [Image.open(io.BytesIO(png)) for png, _scale in panels]
    opened = [one.resize((round(one.width * scale), round(one.height * scale)), Image.Resampling.LANCZOS)
              for one, (_png, scale) in zip(opened, panels)]  # fmt: skip
    sheet = Image.new("RGB", (sum(one.width for one in opened), max(one.height for one in opened)), "white")
    left = 0
    for one in opened:
        sheet.paste(one, (left, 0))
        left += one.width
    held = io.BytesIO()
    sheet.save(held, "PNG")
    return held.getvalue()


WORDS = """\
Figure 2. Cases of leukaemia by residence,
after masking. Each dot was moved so that
at least eleven people may be meant by it.
Borders: counties and tracts of 1980.
Sources: cancer registry; the census.
Methods are told in supplement 4.
Three without an address were left out.
Distances in kilometres; north is up.
Darker ground: more people per area.
Rates were adjusted for age and sex.
Of 40 cases 17 lived beyond 30 km.
No case in the second half of the year.
Two were referred by other hospitals.
See the note on moved addresses below.
One family, counted as a single record.
The largest share of the population.
Numbers too small to be shown by age.
Housing of the university: as homes.
Confidence limits by Byar's method.
Prepared by the department.
Do not copy without permission.
Printed on 14 March, corrected 2 April.
Questions: extension 4711, mornings.
Registered under number 2026-117.
""".splitlines()


def page_of_words(width=240):
    """A legend and a column of words as large as a panel."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (width, SIDE), "white")
    pen = ImageDraw.Draw(image)
    for at, line in enumerate(WORDS):
        pen.text((12, 12 + 18 * at), line, fill="black")
    pen.ellipse([200, 440, 207, 447], fill=(200, 30, 60))
    held = io.BytesIO()
    image.save(held, "PNG")
    return held.getvalue()


@pytest.mark.slow
def test_words_and_a_legend_beside_a_masked_map_are_no_second_panel(run, world, tmp_path):  # noqa: F811
    masked = places(seed=21, count=40)
    first = drawn(in_pixels(masked), np.full(40, 3.5))
    file = docx(tmp_path / "paper.docx", [("map.png", joined((first, 1), (page_of_words(), 1)))])
    result = check(run, world, file, MASKED=layer_of(masked, "masked"))
    assert result["VERDICT"] in ("passed", "with_care"), result["VERDICT_TEXT"]


@pytest.mark.slow
@pytest.mark.parametrize("scale", [0.4, 1.0])
def test_true_places_in_a_second_panel_never_pass_with_the_first(run, world, tmp_path, scale):  # noqa: F811
    """The masked panel is placed, the other beside it is not (larger ones: core/test_mapimage_attack.py)."""
    masked = places(seed=21, count=40)
    first, second = (drawn(in_pixels(where), np.full(40, 3.5)) for where in (masked, places()[:40]))
    file = docx(tmp_path / "paper.docx", [("panels.png", joined((first, 1), (second, scale)))])
    result = check(run, world, file, MASKED=layer_of(masked, "masked"), OUTPUT="memory:")
    (figure,) = result["OUTPUT"].getFeatures()
    assert result["VERDICT"] in ("not_judged", "gives_away"), figure["why"]
