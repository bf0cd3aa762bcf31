# SPDX-License-Identifier: GPL-2.0-or-later
"""Pictures that look empty here and show dots elsewhere: they passed."""

import io

import numpy as np
import pytest

qgis_core = pytest.importorskip("qgis.core")

from test_checkdocument import check, world  # noqa: E402, F401
from test_checkdocument_symbols import SIDE, drawn, in_pixels  # noqa: E402
from test_mapreidentification import places  # noqa: E402

pytestmark = pytest.mark.usefixtures("pictures_once")

DOTS = in_pixels(places())
CIRCLES = "".join(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="3.5"/>' for x, y in DOTS)
PAGE = '<rect width="480" height="480" fill="red" {0}="url(#a)"/>'


@pytest.fixture(scope="module")
def image():
    from PIL import Image

    return Image.open(io.BytesIO(drawn(DOTS, np.full(len(DOTS), 3.5)))).convert("RGB")


def saved(image, form, **more):
    held = io.BytesIO()
    image.save(held, form, **more)
    return held.getvalue()


def blank():
    from PIL import Image

    return Image.new("RGB", (SIDE, SIDE), "white")


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["1", "L"])
def test_a_map_in_black_and_white_is_seen_in_few_bits(run, world, image, tmp_path, mode):  # noqa: F811
    """Its values are 0 and 1: it was taken for a sheet of black."""
    for name, form in (("scan.png", "PNG"), ("scan.tif", "TIFF")):
        (tmp_path / name).write_bytes(saved(image.convert(mode, dither=0), form))
        assert check(run, world, tmp_path / name)["VERDICT"] == "gives_away"


@pytest.mark.slow
def test_white_dots_on_a_transparent_ground_never_pass(run, world, image, tmp_path):  # noqa: F811
    from PIL import Image

    cover = 255 - np.asarray(image.convert("L"))
    white = np.full((*cover.shape, 3), 255, np.uint8)
    (tmp_path / "a.png").write_bytes(saved(Image.fromarray(np.dstack([white, cover]), "RGBA"), "PNG"))
    result = check(run, world, tmp_path / "a.png")
    assert result["VERDICT"] == "not_judged" and "dark ground" in result["VERDICT_TEXT"]


UNSHOWN = {
    "defined and used nowhere": f'<defs><g id="a">{CIRCLES}</g></defs>',
    "beyond the page": f'<g transform="translate(900 0)">{CIRCLES}</g>',
}


@pytest.mark.slow
@pytest.mark.parametrize("way", UNSHOWN)
def test_shapes_that_no_page_of_an_svg_shows_never_pass(run, world, tmp_path, way):  # noqa: F811
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480"><rect width="300" height="9"/>'
    (tmp_path / "a.svg").write_text(f"{head}{UNSHOWN[way]}</svg>")
    result = check(run, world, tmp_path / "a.svg")
    assert result["VERDICT"] == "not_judged" and "no page shows" in result["VERDICT_TEXT"]


@pytest.mark.slow
def test_definitions_that_are_used_and_ends_of_arrows_are_shown(run, world, tmp_path):  # noqa: F811
    shapes = '<path d="M0 0h5v5z"/>' * 4
    (tmp_path / "a.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480"><defs><g><g id="a">'
        f'{shapes}</g><g id="b">{shapes}</g></g><path id="c" d="M0 0h5v5z"/></defs>'
        '<rect width="300" height="9"/><use href="#a" x="50" y="50"/></svg>'
    )
    assert check(run, world, tmp_path / "a.svg")["VERDICT"] == "passed"


@pytest.mark.slow
@pytest.mark.parametrize("form", ["GIF", "TIFF", "PNG", "WEBP"])
def test_a_second_frame_or_page_never_passes(run, world, image, tmp_path, form):  # noqa: F811
    """A long profile stands before the mark that says that there are more."""
    file, profile = tmp_path / f"a.{form.lower()}", bytes(range(256))
    file.write_bytes(saved(blank(), form, save_all=True, append_images=[image], icc_profile=profile))
    result = check(run, world, file)
    assert result["VERDICT"] == "not_judged" and f": {file.name} " in result["VERDICT_TEXT"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "drawn_by",
    [f'<mask id="a">{CIRCLES}</mask>{PAGE.format("mask")}',
     f'<clipPath id="a">{CIRCLES}</clipPath>{PAGE.format("clip-path")}',
     f'<pattern id="a" width="480" height="480">{CIRCLES}</pattern>{PAGE.format("fill")}',
     "<script>draw()</script><rect width='9' height='9'/>",
     "<foreignObject><p>●</p></foreignObject><rect width='9' height='9'/>"],
)  # fmt: skip
def test_an_svg_that_browsers_alone_draw_never_passes(run, world, tmp_path, drawn_by):  # noqa: F811
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480" viewBox="0 0 480 480">'
    (tmp_path / "a.svg").write_text(f"{head}{drawn_by}</svg>")
    assert check(run, world, tmp_path / "a.svg")["VERDICT"] == "not_judged"
