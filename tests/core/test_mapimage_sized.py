# SPDX-License-Identifier: GPL-2.0-or-later
"""Symbols sized by a number are all found, the small ones too, and their sizes tell the numbers."""

import numpy as np
import pytest
from scipy.spatial import cKDTree

from geodeid_plugin.core.base.verdict import NOT_MADE
from geodeid_plugin.core.mapimage.markers.dots import find_dots, same_ink
from geodeid_plugin.core.mapimage.markers.ladders import counts_of
from geodeid_plugin.core.mapimage.reidentify.meaning import sizes_check
from geodeid_plugin.core.mapimage.vector.paths import VectorPage, VectorPath
from geodeid_plugin.core.mapimage.vector.repeated import vector_dots

HEIGHT, WIDTH = 220, 280
Y, X = np.mgrid[:HEIGHT, :WIDTH] + 0.5
RED = (220, 20, 60)
LAWS = {
    "area": lambda n: 2.8 * np.sqrt(n),
    "radius": lambda n: 1.9 * n,
    "root": lambda n: 2.5 + 2.8 * np.sqrt(n - 1.0),
    "steps": lambda n: 2.2 + 0.9 * (n - 1.0),
}


def people(seed, count=28, most=8):
    """Places and how many people each symbol stands for."""
    source = np.random.default_rng(seed)
    number = source.integers(1, most + 1, count)
    number[:2] = 1, most
    return source.uniform([20, 20], [WIDTH - 20, HEIGHT - 20], (count, 2)), number


def picture(places, radii, alpha=1.0, rim=False):
    """Discs over black borders, the largest first, as programs draw them."""
    rgb = np.full((HEIGHT, WIDTH, 3), 255.0)
    for line in (np.abs(X - 90 - 8 * np.sin(Y / 20)) - 0.5, np.abs(Y - 120 - 9 * np.sin(X / 25)) - 0.5):
        share = np.clip(0.5 - line, 0, 1)[..., None]
        rgb = rgb * (1 - share)
    for at in np.argsort(-np.asarray(radii), kind="stable"):
        away = np.hypot(X - places[at, 0], Y - places[at, 1])
        rims = [np.abs(away - radii[at]) - 0.7] if rim else []
        for distance in [away - radii[at], *rims]:
            share = alpha * np.clip(0.5 - distance, 0, 1)[..., None]
            rgb = rgb * (1 - share) + np.array(RED) * share
    return np.rint(rgb).astype(np.uint8)


@pytest.fixture(scope="module")
def by_area():
    """A map whose symbols' areas are their counts, and the dots found in it."""
    places, number = people(3)
    return places, number, find_dots(picture(places, LAWS["area"](number)))


@pytest.mark.slow
def test_symbols_of_all_sizes_are_found_and_their_counts_read(by_area):
    held_against_truth("area", *by_area)


@pytest.mark.slow
def test_symbols_that_can_be_seen_through_are_found_and_their_counts_read():
    places, number = people(3)
    held_against_truth("root", places, number, find_dots(picture(places, LAWS["root"](number), 0.5, True)))


def held_against_truth(law, places, number, dots):
    found = np.column_stack([dots.x_px, dots.y_px])
    away, nearest = cKDTree(found).query(places)
    seen = away < 1
    alone = cKDTree(places).query(places, k=2)[0][:, 1] > 22
    assert seen.mean() >= 0.85 and seen[alone].mean() >= 0.9
    assert (cKDTree(places).query(found)[0] < 2).mean() >= 0.95
    assert np.median(away[alone]) < 0.1
    told = counts_of(dots.sizes_px)
    assert told.law == law
    assert (told.counts[nearest[alone & seen]] == number[alone & seen]).all()


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("most", [5, 8, 30])
def test_sizes_tell_counts_by_the_law_they_were_drawn_by(law, most):
    _, number = people(1, 80, most)
    drawn = LAWS[law](number) + np.random.default_rng(2).normal(0, 0.03, 80)
    assert (counts_of(drawn).counts == number).mean() > 0.95


def test_the_smallest_size_is_never_read_as_a_crowd_where_no_law_fits():
    told = counts_of(np.array([3.0, 3.0, 3.31, 4.87, 5.2, 5.43, 7.02, 7.3, 7.77, 9.17, 9.41, 9.9]))
    assert told.law is None and told.counts[:3].tolist() == [1, 1, 2]


@pytest.mark.slow
def test_symbols_of_one_size_say_no_count():
    places, _ = people(5)
    dots = find_dots(picture(places, np.full(len(places), 4.0)))
    assert dots.sizes_px is None and sizes_check(dots, 11) is None


@pytest.mark.slow
def test_a_map_of_sized_symbols_is_never_called_safe(by_area):
    check = sizes_check(by_area[2], 11)
    assert check.outcome is NOT_MADE and "show counts" in str(check.sentence)


def test_circles_of_a_vector_page_keep_their_sizes():
    places, number = people(3)
    angle = np.linspace(0, 2 * np.pi, 33)
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    paths = tuple(
        VectorPath((place + radius * ring,), place + radius * ring, (0.9, 0.1, 0.2), False)
        for place, radius in zip(places, LAWS["area"](number))
    )
    found = vector_dots(VectorPage(WIDTH, HEIGHT, paths))
    order = np.lexsort(np.column_stack([found.x, found.y]).round(6).T)
    true = np.lexsort(places.round(6).T)
    assert (counts_of(found.sizes[order]).counts == number[true]).all()


@pytest.mark.slow
def test_symbols_of_a_strong_rim_and_a_pale_fill_are_found_and_their_counts_read():
    """Leaflet's circle markers: a rim of three pixels, a fill of a fifth; the smallest are nearly all rim."""
    places = np.stack(np.meshgrid(np.arange(6), np.arange(5)), -1).reshape(-1, 2) * [43.3, 41.7] + 24
    places += np.random.default_rng(4).uniform(-4, 4, places.shape)
    number = np.random.default_rng(6).integers(1, 11, len(places))
    rgb = picture(places, np.zeros(len(places))).astype(float)
    for place, radius in zip(places, 3 * np.sqrt(number)):
        away = np.hypot(X - place[0], Y - place[1])
        for distance, alpha in ((away - radius, 0.2), (np.abs(away - radius) - 1.5, 1.0)):
            share = alpha * np.clip(0.5 - distance, 0, 1)[..., None]
            rgb = rgb * (1 - share) + np.array([51, 136, 255]) * share
    dots = find_dots(np.rint(rgb).astype(np.uint8))
    away, nearest = cKDTree(np.column_stack([dots.x_px, dots.y_px])).query(places)
    assert len(dots.x_px) == len(places) and (away < 0.5).all()
    told = counts_of(dots.sizes_px)
    assert told.law == "area" and (told.counts[nearest] == number).mean() >= 0.95


def test_the_pale_middles_of_symbols_are_no_kind_of_dots_beside_the_symbols():
    from types import SimpleNamespace

    middle = SimpleNamespace(ink_rgb=np.array([206.0, 223, 249]), colour_class=1)
    assert same_ink(SimpleNamespace(centre_lab=np.array([[100.0, 0, 0], [58, 15, -68]])), middle, 1)


def test_dots_outside_the_part_that_was_placed_leave_the_picture_unjudged():
    from types import SimpleNamespace

    from geodeid_plugin.core.mapimage.picture import Box
    from geodeid_plugin.core.mapimage.reidentify.meaning import part_check

    dots = SimpleNamespace(x_px=np.array([40.0, 99.5, 130.0]), y_px=np.array([30.0, 79.0, 50.0]))
    check = part_check(dots, Box(30, 80, 40, 100))
    assert check.outcome.value == "not_made" and "1 of 3 dots" in str(check.sentence)
    assert part_check(dots, Box(30, 80, 40, 130)) is None and part_check(dots, None) is None
