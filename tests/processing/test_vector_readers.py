# SPDX-License-Identifier: GPL-2.0-or-later
"""Vector maps whose dots a reader may lose: thirty records in blocks of flats, twenty in single houses.

Every file shows all fifty dots. A reader that loses the twenty passes a map that gives twenty people away.
"""

import json
from dataclasses import replace

import numpy as np
import pytest

from geodeid_plugin.core.base.errors import InputError, Phrase
from geodeid_plugin.core.mapimage.markers.dots import DotClass, Dots
from geodeid_plugin.core.mapimage.markers.locating.groups import joined
from geodeid_plugin.core.mapimage.vector.readings import (
    Reading,
    coarseness,
    differences,
    enlarged,
    readings_check,
    together,
)
from tests.refusals import refuses

SOURCE = np.random.default_rng(1)
FLATS = np.column_stack([SOURCE.uniform(20, 230, 30), SOURCE.uniform(20, 480, 30)])
HOUSES = np.column_stack([SOURCE.uniform(270, 480, 20), SOURCE.uniform(20, 480, 20)])
RED = "fill='#cc1a1a'"
INK = b"0.8 0.1 0.1 rg 0.8 0.1 0.1 RG 1.2 w\n"
INLINE = b"q 20 0 0 20 240 240 cm BI /W 2 /H 2 /CS /G /BPC 8 ID \x28\x10\x20\x30 EI Q\n"


def circle(x, y, paint="f", r=3.0, k=0.5522847498 * 3):
    return (
        f"{x + r} {y} m {x + r} {y + k} {x + k} {y + r} {x} {y + r} c {x - k} {y + r} {x - r} {y + k} "
        f"{x - r} {y} c {x - r} {y - k} {x - k} {y - r} {x} {y - r} c {x + k} {y - r} {x + r} {y - k} "
        f"{x + r} {y} c {paint}\n"
    )


def pdf(body):
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 500]/Contents 4 0 R/Resources<<>>>>",
        b"<</Length %d>>\nstream\n" % len(body) + body + b"\nendstream",
    ]  # fmt: skip
    out, starts = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        starts.append(len(out))
        out += b"%d 0 obj\n" % number + one + b"\nendobj\n"
    table = b"".join(b"%010d 00000 n \n" % start for start in starts)
    end = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, len(out))
    return out + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table + end


def pdf_of(houses, before=b""):
    """A PDF of filled circles for the flats and what is given for the houses."""
    flats = "".join(circle(*place) for place in FLATS).encode()
    return pdf(INK + flats + before + INK + "".join(houses(*place) for place in HOUSES).encode())


def svg_of(houses, head=""):
    flats = "".join(f"<circle cx='{x:.3f}' cy='{500 - y:.3f}' r='3' {RED}/>" for x, y in FLATS)
    drawn = "".join(houses(x, 500 - y) for x, y in HOUSES)
    size = "viewBox='0 0 500 500' width='500' height='500'"
    return f"<svg xmlns='http://www.w3.org/2000/svg' {size}>{head}{flats}{drawn}</svg>".encode()


SHEET = "<style>.a{fill:steelblue}</style>"
LETTERS = "ABDEFGHJKLMNPRSTUVWYZabdefgh"
FILES = {
    "whole.pdf": pdf_of(circle),
    "inline.pdf": pdf_of(circle, INLINE),
    "round_caps.pdf": pdf_of(lambda x, y: f"6 w 1 J {x} {y} m {x} {y} l S\n"),
    "open_circles.pdf": pdf_of(lambda x, y: circle(x, y, "s")),
    "sizes.pdf": pdf_of(lambda x, y: circle(x, y, "f", 2 + x / 200, 0.5522847498 * (2 + x / 200))),
    "circles.svg": svg_of(lambda x, y: f"<circle cx='{x:.3f}' cy='{y:.3f}' r='3' {RED}/>"),
    "compact_arcs.svg": svg_of(
        lambda x, y: f"<path d='M{x - 3:.3f} {y:.3f}a3 3 0 106 0 3 3 0 00-6 0z' {RED}/>"
    ),
    "open_circles.svg": svg_of(
        lambda x, y: f"<circle cx='{x:.3f}' cy='{y:.3f}' r='3' fill='none' stroke='#cc1a1a'/>"
    ),
    "sheet.svg": svg_of(
        lambda x, y: f"<circle class='a' cx='{x:.3f}' cy='{y:.3f}' r='3'/>",
        SHEET,
    ),
    "inside.svg": svg_of(
        lambda x, y: (
            f"<svg x='{x - 5:.3f}' y='{y - 5:.3f}' width='10' height='10'>"
            f"<circle cx='5' cy='5' r='3' {RED}/></svg>"
        )
    ),
    "leaning.svg": svg_of(
        lambda x, y: (
            f"<g transform='skewX(10) translate({x - np.tan(np.radians(10)) * y:.4f} {y:.4f})'>"
            f"<circle transform='skewX(-10)' r='3' {RED}/></g>"
        )
    ),
    "caps.svg": svg_of(
        lambda x, y: f"<path d='M{x:.3f} {y:.3f}l0 0' stroke='#cc1a1a' stroke-linecap='round'/>"
    ),
}


@pytest.fixture
def attacked(run, layer, tmp_path, monkeypatch):
    """Attack a vector file, drawn at a third of the usual fineness; gives results and METRICS' judgement."""
    from geodeid_plugin.host.apart import pictures, process
    from geodeid_plugin.processing_provider.disclosure.mapimage.pictures import read_picture

    monkeypatch.setenv(process.ONE_PROCESS, "1")
    monkeypatch.setattr(pictures, "SVG_PX", 700)
    monkeypatch.setattr(pictures, "PDF_DPI", 100)

    def points(places):
        made = [(f"POINT({5e5 + 100 * x} {5e6 + 100 * y})", []) for x, y in places]
        return layer("Point", made, [], "EPSG:32633")

    def attack(name, data):
        (tmp_path / name).write_bytes(data)
        px = read_picture(tmp_path / name).rgb.shape[0]
        ends = [(u, v) for u in (0, 250, 500) for v in (0, 250, 500)]
        rows = [f"{5e5 + 100 * u},{5e6 + 100 * v},{u / 500 * px},{-(500 - v) / 500 * px},1" for u, v in ends]
        (tmp_path / "gcps.points").write_text("\n".join(["mapX,mapY,sourceX,sourceY,enable", *rows]) + "\n")
        result = run("mapreidentification", {
            "IMAGE": str(tmp_path / name), "GCPS": str(tmp_path / "gcps.points"), "CRS": "EPSG:32633",
            "TRUTH": points([*FLATS, *HOUSES]), "REMEDY": False, "OUTPUT": "memory:", "LIMIT": 0.09,
            "ADDRESSES": points([*np.repeat(FLATS, 20, axis=0), *HOUSES]),
            "METRICS": str(tmp_path / "metrics.json"),
        })  # fmt: skip
        checks = json.loads((tmp_path / "metrics.json").read_text())["judgement"]["checks"]
        return result, {one["key"]: one["outcome"] for one in checks}

    return attack


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_no_reader_may_lose_the_dots_that_give_people_away(attacked, name):
    result, checks = attacked(name, FILES[name])
    assert (result["VERDICT"], result["EXPOSED"]) == ("gives_away", 20), result["VERDICT_TEXT"]
    assert name != "open_circles.svg" or checks["readings"] == "care", "readers that differ are told of"


@pytest.mark.slow
def test_dots_that_no_reader_takes_for_dots_are_not_judged(attacked):
    letters = iter(LETTERS)
    words = svg_of(lambda x, y: f"<text x='{x:.3f}' y='{y:.3f}' font-size='14' {RED}>{next(letters)}</text>")
    result, checks = attacked("words.svg", words)
    assert (result["VERDICT"], checks["dots_seen"]) == ("not_judged", "not_made"), result["VERDICT_TEXT"]


@pytest.mark.parametrize("whole", [False, True])
def test_a_page_that_holds_an_image_is_searched_in_all_its_pixels(tmp_path, monkeypatch, whole):
    from geodeid_plugin.core.mapimage import picturedots
    from geodeid_plugin.core.mapimage.vector.repeated import read_page

    monkeypatch.setattr(picturedots, "coarseness", lambda _: 2)
    sizes = []

    def looked(rgb, *_):
        sizes.append(rgb.shape[:2])
        raise InputError("picture.dots.none", "nothing")

    data = pdf_of(circle, INLINE if whole else b"")
    rgb = np.full((500, 500, 3), 255, np.uint8)
    rgb[100:104] = 0
    page = read_page(data)
    picture = picturedots.Picture(rgb, ".pdf", data, (), page, page)
    picturedots.find_picture_dots(picture, find=looked)
    assert sizes == [(500, 500) if whole else (250, 250)]


@pytest.mark.parametrize(
    ("text", "holds"),
    [("<svg><image/></svg>", True), ("<svg:svg><svg:Image/></svg:svg>", True),
     ("<svg><feImage/></svg>", True),
     ("<svg><path id='image'/></svg>", False)],
)  # fmt: skip
@pytest.mark.parametrize("written", ["utf-8", "utf-16"])
def test_an_image_is_seen_in_an_svg_however_it_is_named_and_written(text, holds, written):

    from geodeid_plugin.core.mapimage.picturedots import Picture

    picture = Picture(np.zeros((1, 1, 3), np.uint8), ".svg", text.encode(written))
    assert picture.holds_images is holds


def test_paths_that_nobody_can_read_are_never_green():
    dots = reading([(10.0, 10.0)], of_file=False)
    encrypted = Phrase("The PDF is encrypted, so its drawing could not be read.")
    readings = (Reading(Phrase("own"), None, encrypted), Reading(Phrase("second"), None, encrypted), dots)
    check = readings_check(readings, together(readings))
    assert check.outcome.value == "not_made"
    assert "encrypted" in str(check.sentence)


def reading(places, of_file=True, radius=3.0):
    x, y = np.array(places, float).reshape(-1, 2).T
    dots = Dots(
        x, y, np.zeros(len(x), int), np.full(len(x), 0.1), "vector" if of_file else "antialiased",
        (DotClass((200.0, 0.0, 0.0), "circle", radius),), joined([]), np.zeros((50, 50), np.int16),
        np.zeros((50, 50), bool),
    )  # fmt: skip
    return Reading(Phrase("one"), dots, None, of_file)


def test_the_dots_of_all_readers_count_each_once_and_where_the_first_puts_it():
    first, second = reading([(10, 10), (20, 20)]), reading([(10.2, 10), (40, 40)])
    pixels = reading([(20.9, 20), (30, 5)], of_file=False)
    whole = together((first, second, pixels))
    assert sorted(zip(whole.x_px, whole.y_px)) == [(10, 10), (20, 20), (30, 5), (40, 40)]
    assert whole.regime == "vector"
    assert [one.missed for one in differences((first, second, pixels), whole)] == [2, 2, 2]


def test_pixels_are_searched_in_fewer_only_where_paths_were_read_and_the_smallest_symbols_stay_wide():
    def wide(places, radius):
        one = reading(places, radius=radius)
        return replace(one, dots=replace(one.dots, class_raster=np.zeros((1700, 2500), np.int16)))

    places, fewer = [(10, 10), (90, 20), (50, 70)], [(10, 10), (90, 20)]
    assert coarseness((wide(places, 6.5), wide(places, 6.5))) == 2
    assert coarseness((wide(places, 60.0), wide(places, 60.0))) == 3  # a side of 833
    assert coarseness((wide(places, 5.9), wide(places, 5.9))) == 1
    assert coarseness((wide(fewer, 6.5), wide(places, 6.5))) == 2
    assert coarseness((wide(fewer, 6.5), wide(places, 2.5))) == 1
    assert coarseness((wide(places, 6.5), Reading(Phrase("two"), None))) == 2
    assert coarseness((Reading(Phrase("one"), None), Reading(Phrase("two"), None))) == 1
    assert coarseness((wide(places, 6.5), Reading(Phrase("two"), None, Phrase("broken")))) == 1
    sized = wide(places, 8.0)
    sized = replace(sized, dots=replace(sized.dots, sizes_px=np.array([8.0, 9.0, 1.5])))
    assert coarseness((sized, sized)) == 1


def test_dots_found_in_fewer_pixels_lie_where_the_picture_shows_them():
    small = reading([(10.5, 10), (20, 20.25)], of_file=False).dots
    small = replace(small, dot_mask=small.dot_mask | (np.arange(50) == 20))
    dots = enlarged(small, 3, (152, 151))
    assert list(zip(dots.x_px, dots.y_px)) == [(31.5, 30.0), (60.0, 60.75)]
    assert dots.error_px == pytest.approx(0.3) and dots.classes[0].radius_px == 9.0
    assert dots.dot_mask.shape == dots.class_raster.shape == (152, 151)
    assert dots.dot_mask[0].nonzero()[0].tolist() == [60, 61, 62]


def test_no_dots_anywhere_are_refused_in_a_sentence():
    with refuses("picture.dots.no_reader"):
        together((Reading(Phrase("one"), None), Reading(Phrase("two"), None)))
