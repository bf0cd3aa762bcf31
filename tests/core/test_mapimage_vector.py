# SPDX-License-Identifier: GPL-2.0-or-later
"""Vector maps: dots read from the paths of a PDF or SVG, and files that try to harm the reader."""

import csv
import zlib

import numpy as np
import pytest

from geodeid_plugin.core.base.errors import InputError
from geodeid_plugin.core.mapimage.vector.pdf import read_pdf
from geodeid_plugin.core.mapimage.vector.repeated import (
    dots_of_page,
    placed_by_vertices,
    read_page,
    vector_dots,
)
from geodeid_plugin.core.mapimage.vector.svg import read_svg
from tests.refusals import refuses

PLACES = np.random.default_rng(3).uniform(20, 180, (30, 2)).round(3)


def circle(x, y, r=2.0, k=0.5522847498):
    """PDF operators of a filled circle."""
    quarter = [(1, 0, 1, k, k, 1, 0, 1), (0, 1, -k, 1, -1, k, -1, 0), (-1, 0, -1, -k, -k, -1, 0, -1),
               (0, -1, k, -1, 1, -k, 1, 0)]  # fmt: skip
    text = f"{x + r} {y} m "
    for piece in quarter:
        numbers = [(x if i % 2 == 0 else y) + r * v for i, v in enumerate(piece)][2:]
        text += " ".join(f"{n:.6f}" for n in numbers) + " c "
    return text + "h f\n"


def pdf(content, packed=True, extra=b"", box=b"[0 0 200 200]"):
    """A PDF of one page."""
    body = zlib.compress(content) if packed else content
    filters = b"/Filter /FlateDecode " if packed else b""
    return (
        b"%PDF-1.5\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
        b"2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox " + box + b" >>\nendobj\n"
        b"3 0 obj\n<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /M 6 0 R >> >> >>\n"
        b"endobj\n4 0 obj\n<< /Length 5 0 R " + filters + b">>\nstream\n" + body + b"\nendstream\nendobj\n"
        b"5 0 obj\n" + str(len(body)).encode() + b"\nendobj\n" + extra
    )


def same_places(dots, expected):
    """Largest distance between the dots and the places expected."""
    found = np.column_stack([dots.x, dots.y])
    return np.hypot(*(expected[:, None] - found[None]).transpose(2, 0, 1)).min(axis=1).max()


@pytest.mark.parametrize("packed", [True, False])
def test_dots_of_a_pdf_are_exact_whether_packed_or_not(packed):
    content = b"0.9 0.1 0.1 rg\n" + "".join(circle(*place) for place in PLACES).encode()
    dots = vector_dots(read_pdf(pdf(content, packed)))
    assert len(dots.x) == len(PLACES)
    assert dots.shapes == ("circle",)
    assert same_places(dots, np.column_stack([PLACES[:, 0], 200 - PLACES[:, 1]])) < 1e-4


def test_dots_drawn_as_one_form_placed_again_and_again_are_found():
    marker = circle(0, 0).encode()
    form = (
        b"6 0 obj\n<< /Type /XObject /Subtype /Form /BBox [-3 -3 3 3] /Length "
        + str(len(marker)).encode() + b" >>\nstream\n" + marker + b"\nendstream\nendobj\n"
    )  # fmt: skip
    content = "".join(f"q 1 0 0 1 {x} {y} cm /M Do Q\n" for x, y in PLACES).encode()
    dots = vector_dots(read_pdf(pdf(content, extra=form)))
    assert len(dots.x) == len(PLACES)
    assert same_places(dots, np.column_stack([PLACES[:, 0], 200 - PLACES[:, 1]])) < 1e-4


@pytest.mark.slow
def test_symbols_are_found_among_thousands_of_different_outlines_of_their_size():
    rng = np.random.default_rng(4)
    turns = rng.uniform(0, 2 * np.pi, (6000, 3))
    turns[::100] = [0.3, 2.1, 4.4]  # sixty symbols that are alike
    around = 2 * np.stack([np.cos(turns), np.sin(turns)], axis=2)
    corners = around + rng.uniform(10, 190, (6000, 1, 2))
    shapes = (" ".join(f"{x:.4f},{y:.4f}" for x, y in one) for one in corners)
    drawing = "".join(f"<polygon fill='red' points='{one}'/>" for one in shapes)
    found = vector_dots(read_svg(f"<svg viewBox='0 0 200 200'>{drawing}</svg>".encode()))
    assert found is not None and 60 in np.bincount(found.dot_class)


def test_areas_and_streets_are_no_dots():
    source = np.random.default_rng(4)
    content = b""
    for _ in range(40):
        x, y = source.uniform(10, 150, 2)
        corners = source.uniform(3, 40, (4, 2)) + np.array([x, y])
        points = " ".join(f"{a:.2f} {b:.2f} {'m' if i == 0 else 'l'}" for i, (a, b) in enumerate(corners))
        content += (points + " h f\n").encode()
    assert vector_dots(read_pdf(pdf(content))) is None


@pytest.mark.parametrize(
    "mark",
    [
        '<circle cx="{x}" cy="{y}" r="2" fill="red"/>',
        '<g transform="translate({x} {y})"><path style="fill:#ff0000" '
        'd="M2,0a2,2 0 1 1 -4,0a2,2 0 1 1 4,0z"/></g>',
        '<use xlink:href="#m" x="{x}" y="{y}"/>',
        '<path fill="#ff0000" transform="matrix(2,0,0,2,{x},{y})" '
        'd="M1 0C1 .5523 .5523 1 0 1S-1 .5523 -1 0 -.5523 -1 0 -1 1 -.5523 1 0"/>',
    ],
)
def test_dots_of_an_svg_are_exact_however_they_are_written(mark):
    marks = "".join(mark.format(x=x, y=y) for x, y in PLACES)
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'viewBox="0 0 200 200"><defs><circle id="m" r="2" fill="red"/></defs>' + marks + "</svg>"
    )
    dots = vector_dots(read_svg(text.encode()))
    assert len(dots.x) == len(PLACES)
    assert same_places(dots, PLACES) < 0.002


def test_an_svg_with_entities_is_refused():
    bomb = b'<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><svg width="9" height="9">&b;</svg>'
    with refuses("svg.entities.refused"):
        read_svg(bomb)


@pytest.mark.slow
def test_a_pdf_that_unpacks_to_too_much_is_refused():
    engine = zlib.compressobj(1)
    packed = b"".join(engine.compress(b" " * 10_000_000) for _ in range(42)) + engine.flush()
    head = b"4 0 obj\n<< /Filter /FlateDecode /Length " + str(len(packed)).encode() + b" >>\nstream\n"
    with refuses("pdf.file.bomb"):
        read_pdf(pdf(b"") + head + packed + b"\nendstream\nendobj\n")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"GIF89a", "pdf.file.not_a_pdf"),
        (b"%PDF-1.4\ntrailer << /Encrypt 5 0 R >>", "pdf.file.locked"),
        (b"%PDF-1.4\n", "pdf.page.none"),
        (pdf(b"0 0 m").split(b"\nendstream")[0], "pdf.stream.no_end"),
        (pdf(b"0 0 m").replace(b"stream\nx", b"stream\ny"), "pdf.stream.damaged"),
    ],
)
def test_a_pdf_that_cannot_be_read_is_refused_in_a_sentence(data, code):
    with refuses(code):
        read_pdf(data)


@pytest.mark.parametrize("data", [b"<svg", b"<html></html>", b"<svg xmlns='http://www.w3.org/2000/svg'/>"])
def test_an_svg_that_cannot_be_read_is_refused_in_a_sentence(data):
    with pytest.raises(InputError):
        read_svg(data)


def test_a_vector_file_without_dots_leaves_the_search_to_its_pixels():
    rgb = np.zeros((40, 40, 3), np.uint8)
    rgb[:, 20:] = 255
    assert dots_of_page(read_page(pdf(b"0 0 m 9 9 l S")), rgb) is None


def test_shared_vertices_make_a_rough_placement_exact():
    source = np.random.default_rng(5)
    line = np.cumsum(source.uniform(-1, 3, (120, 2)), axis=0) % 180 + 10
    content = " ".join(f"{x:.4f} {y:.4f} {'m' if i == 0 else 'l'}" for i, (x, y) in enumerate(line)) + " S\n"
    content += "1 0 0 rg\n" + "".join(circle(*place) for place in PLACES)
    dots = vector_dots(read_page(pdf(content.encode())))
    true = np.array([[50.0, 0.0, 225000.0], [0.0, -50.0, 910000.0]])
    outline = np.column_stack([line[:, 0], 200 - line[:, 1], np.ones(len(line))]) @ true.T
    outline = outline[source.permutation(len(outline))]
    rough = true + np.array([[0.01, -0.008, 6.0], [0.006, 0.009, -7.0]])
    placed = placed_by_vertices(dots, (200, 200), outline, rough)
    assert np.abs(placed.to_map - true).max() < 0.05
    assert placed.rms_px < 1e-4


def test_an_outline_that_shares_no_vertices_changes_nothing():
    content = ("0 0 m " + " ".join(f"{i} {i % 7} l" for i in range(60)) + " S\n").encode()
    content += "".join(circle(*place) for place in PLACES).encode()
    dots = vector_dots(read_page(pdf(content)))
    elsewhere = np.random.default_rng(6).uniform(0, 200, (40, 2))
    start = np.array([[1.0, 0, 0], [0, 1.0, 0]])
    assert placed_by_vertices(dots, (200, 200), elsewhere, start) is None


def test_the_published_vector_map_gives_every_dot_away(real_data):
    dots = vector_dots(read_page(real_data("reid/s07_vector.pdf").read_bytes()))
    with open(real_data("reid/s07_vector_truth.csv"), encoding="utf-8") as file:
        truth = np.array([[float(row["x"]), float(row["y"])] for row in csv.DictReader(file)])
    page = np.column_stack([dots.x, dots.y])
    scale = np.ptp(truth, axis=0) / np.ptp(page, axis=0)
    rough = np.column_stack([
        (page[:, 0] - page[:, 0].min()) * scale[0] + truth[:, 0].min(),
        truth[:, 1].max() - (page[:, 1] - page[:, 1].min()) * scale[1],
    ])  # fmt: skip
    order = np.hypot(*(rough[:, None] - truth[None]).transpose(2, 0, 1)).argmin(axis=1)
    design = np.column_stack([page, np.ones(len(page))])
    fit = np.linalg.lstsq(design, truth[order], rcond=None)[0]
    assert len(set(order)) == len(truth) == 550
    assert np.abs(design @ fit - truth[order]).max() < 0.01


def test_a_stream_that_names_itself_as_its_length_is_read_to_its_end():
    content = b"0.9 0.1 0.1 rg\n" + "".join(circle(*place) for place in PLACES).encode()
    looped = pdf(content, packed=False).replace(b"/Length 5 0 R", b"/Length 4 0 R")
    assert len(vector_dots(read_pdf(looped)).x) == len(PLACES)


def test_a_tree_of_pages_that_names_itself_ends_in_a_sentence():
    looped = pdf(b"0 0 m 9 9 l S").replace(b"/Kids [3 0 R]", b"/Kids [2 0 R 2 0 R]")
    with refuses("pdf.page.none"):
        read_pdf(looped)
