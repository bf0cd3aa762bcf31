# SPDX-License-Identifier: GPL-2.0-or-later
"""Placing pictures drawn in a projection that nobody named."""

import numpy as np
import pytest

from geodeid_plugin.core.base.errors import CancelledError
from geodeid_plugin.core.mapimage.georeference.placement import Outline, PlacementRefusedError, Search
from geodeid_plugin.core.mapimage.georeference.search import cut
from geodeid_plugin.core.mapimage.georeference.systems import System
from geodeid_plugin.core.mapimage.georeference.unlisted import fewest_turns, place_unlisted
from tests.refusals import refuses

WIDTH, HEIGHT = 480, 360
LON, LAT = 12.0, 50.0
METRE = 1 / 111_200.0
UPRIGHT = Search(largest_turn_deg=0)


def mercator():
    """Mercator on the sphere."""
    return System("mercator", _mercator, _from_mercator)


def _mercator(where):
    lon, lat = np.radians(where).T
    return 6371e3 * np.column_stack([lon, np.arctanh(np.sin(lat))])


def _from_mercator(where):
    east, north = (np.asarray(where, float) / 6371e3).T
    return np.degrees(np.column_stack([east, np.arcsin(np.tanh(north))]))


def degrees(stretch, name):
    """Degrees with their own side eastwards."""
    side = np.array([stretch, 1.0])
    return System(name, lambda where: where * side, lambda where: np.asarray(where) / side)


def conic(cone=0.6, name="conic"):
    """An equidistant conic about the middle, on the sphere: bent, and no system of the search by name."""
    radius, middle = 1 / np.tan(np.radians(LAT)) * 0.97, np.radians([LON + 6, LAT])

    def forward(where):
        lon, lat = (np.radians(where) - middle).T
        turn, away = cone * lon, radius - lat
        return 6371e3 * np.column_stack([away * np.sin(turn), radius - away * np.cos(turn)])

    def inverse(where):
        east, north = (np.asarray(where, float) / 6371e3).T
        away, turn = np.hypot(east, radius - north), np.arctan2(east, radius - north)
        return np.degrees(np.column_stack([turn / cone, radius - away]) + middle)

    return System(name, forward, inverse)


SQUARE, STRETCHED = degrees(1.0, "square"), degrees(np.cos(np.radians(LAT)), "stretched")
KNOWN = (mercator(), SQUARE, STRETCHED, conic())
BASES = (STRETCHED, SQUARE)


def land(size_km=300, vertices=900):
    """A wiggly coast and three inner borders, in degrees."""
    source = np.random.default_rng(1)
    angle = np.linspace(0, 2 * np.pi, vertices)
    radius = 0.36 + sum(
        source.normal(0, 0.09 / k) * np.cos(k * angle) + source.normal(0, 0.09 / k) * np.sin(k * angle)
        for k in range(2, 25)
    )
    coast = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    coast[-1] = coast[0]
    lines, t = [coast], np.linspace(0, 1, 150)[:, None]
    for one, other in ((40, 400), (250, 700), (120, 600)):
        wiggle = np.cumsum(source.normal(0, 0.004, (150, 2)), axis=0) * np.minimum(t, 1 - t) * 4
        lines.append(coast[one] * (1 - t) + coast[other] * t + wiggle)
    metres = np.vstack(lines) * 1000 * size_km
    place = metres * METRE / [np.cos(np.radians(LAT)), 1] + [LON, LAT]
    return Outline(place, np.cumsum([0, *map(len, lines)]))


def drawn(outline, system, share=0.85, noise=3.0, seen=lambda pixels: pixels):
    """A picture of the outline in a system, with the way from degrees to pixels; ``seen`` from somewhere."""
    from scipy.spatial import cKDTree

    plane = system.forward(outline.vertices)
    low, high = plane.min(axis=0), plane.max(axis=0)
    scale = share * min(WIDTH / (high - low)[0], HEIGHT / (high - low)[1])
    corner = (low + high) / 2 - np.array([WIDTH, -HEIGHT]) / 2 / scale
    pixels = seen((plane - corner) * [scale, -scale])
    pieces = cut(pixels, outline.start, 0.1)
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH] + 0.5
    away = cKDTree(pieces.middle).query(np.column_stack([x.ravel(), y.ravel()]), distance_upper_bound=4)[0]
    cover = np.clip(1.3 - np.minimum(away, 4).reshape(HEIGHT, WIDTH), 0, 1)
    grey = 255 - 215 * cover + np.random.default_rng(0).normal(0, noise, cover.shape)
    rgb = np.repeat(np.clip(np.rint(grey), 0, 255).astype(np.uint8)[..., None], 3, axis=2)
    return rgb, lambda where: seen((system.forward(where) - corner) * [scale, -scale])


def from_the_side(share):
    """What a photograph makes of a page whose right rim is farther away by a share, the lower one by less."""

    def seen(pixels):
        away = (pixels - [WIDTH / 2, HEIGHT / 2]) / [WIDTH, HEIGHT]
        return away / (1 + away @ [[share], [share / 3]]) * [WIDTH, HEIGHT] + [WIDTH / 2, HEIGHT / 2]

    return seen


def error_px(found, to_pixels):
    grid = np.array([[x, y] for x in np.linspace(60, WIDTH - 60, 5) for y in np.linspace(60, HEIGHT - 60, 5)])
    lonlat = found.system.inverse(found.placement.map_of(*grid.T))
    return float(np.hypot(*(to_pixels(lonlat) - grid).T).mean())


@pytest.mark.slow
@pytest.mark.parametrize("system", (SQUARE, conic()), ids=lambda system: system.name)
def test_a_picture_is_placed_in_the_system_it_was_drawn_in(system):
    outline = land()
    rgb, to_pixels = drawn(outline, system)
    found = place_unlisted(rgb, outline, BASES, KNOWN, search=UPRIGHT)
    assert error_px(found, to_pixels) < 0.05
    assert found.system.name == system.name


@pytest.mark.slow
def test_a_photograph_taken_from_the_side_is_placed_and_the_mirrored_outline_is_not():
    outline = land()
    rgb, to_pixels = drawn(outline, mercator(), seen=from_the_side(0.03))
    found = place_unlisted(rgb, outline, BASES[:1], KNOWN[:3], search=UPRIGHT)
    assert found.placement.aslant
    assert error_px(found, to_pixels) < max(3 * found.placement.error_px, 0.1)
    mirrored = Outline((outline.vertices - [LON, LAT]) * [-1, 1] + [LON, LAT], outline.start)
    with pytest.raises(PlacementRefusedError):
        place_unlisted(rgb, mirrored, BASES[:1], KNOWN[:3], search=UPRIGHT)


@pytest.mark.slow
def test_a_system_that_is_not_known_is_refused_or_its_error_said():
    outline = land()
    rgb, to_pixels = drawn(outline, conic())
    try:
        found = place_unlisted(rgb, outline, BASES[:1], (mercator(), STRETCHED), search=UPRIGHT)
    except PlacementRefusedError:
        return
    assert error_px(found, to_pixels) < 3 * found.placement.error_px


def turned(system, degrees):
    """A system whose north lies this far from another's."""
    turn = np.exp(1j * np.radians(degrees))
    way, back = (np.array([[t.real, t.imag], [-t.imag, t.real]]) for t in (turn, np.conj(turn)))
    return System(
        f"{system.name}, turned", lambda where: system.forward(where) @ way,
        lambda where: system.inverse(np.asarray(where) @ back),
    )  # fmt: skip


@pytest.mark.slow
def test_a_picture_turned_by_more_than_was_asked_for_is_refused_though_another_system_leads_to_it():
    outline, aside = land(), 13.82
    rgb, _ = drawn(outline, turned(mercator(), aside))
    known = (mercator(), turned(STRETCHED, aside))
    with pytest.raises(PlacementRefusedError):
        place_unlisted(rgb, outline, (STRETCHED,), known, search=UPRIGHT)


def test_systems_that_hardly_fit_leave_the_spread_a_number_though_they_put_the_picture_nowhere():
    from geodeid_plugin.core.mapimage.georeference.unlisted import spread_px

    assert spread_px(5000.0, [(10.0, np.inf), (4999.0, 0.1)]) == pytest.approx(0.1 * np.sqrt(0.2689), 1e-3)
    assert spread_px(10.0, [(9.0, np.inf)]) == np.inf


@pytest.mark.slow
def test_bases_that_do_not_hold_the_outline_are_left_out():
    def nowhere(where):
        return np.full((len(where), 2), np.nan)

    outline = land()
    rgb, to_pixels = drawn(outline, mercator())
    missing = System("nowhere", nowhere, nowhere)
    found = place_unlisted(rgb, outline, (missing, STRETCHED), (missing, *KNOWN), search=UPRIGHT)
    assert error_px(found, to_pixels) < 0.05 and found.system.name == "mercator"
    with refuses("picture.outline.not_found"):
        place_unlisted(rgb, outline, (missing,), KNOWN, search=UPRIGHT)


@pytest.mark.slow
def test_cancel_stops_the_search():
    def cancel(fraction, text=""):
        raise CancelledError()

    outline = land()
    with pytest.raises(CancelledError):
        place_unlisted(drawn(outline, mercator())[0], outline, BASES, KNOWN, progress=cancel)


def test_each_system_is_within_half_a_step_of_the_fewest_turns():
    turns = np.radians([0.3, -3.3, 4.8, -12.0, -12.4, -11.0, -13.0, np.nan])
    tried = fewest_turns(turns)
    assert len(tried) == 4  # -13.0 to -12.0 lie in one look
    away = np.abs(turns[1:-1, None] - tried[None]).min(axis=1)
    assert np.degrees(away).max() <= 0.75 + 1e-9


def test_what_is_found_in_a_part_of_a_picture_is_told_for_the_whole():
    from geodeid_plugin.core.mapimage.georeference.placement import Placement
    from geodeid_plugin.core.mapimage.georeference.unlisted import Unlisted, _Result
    from geodeid_plugin.core.mapimage.picture import Box

    to_map = np.array([[2.0, 0.1, 500.0], [-0.1, -2.0, 900.0]])
    found = Placement(to_map, 100.0, 0.0, 0.9, 0.9, 1000.0, 1.0, 0.1, 0.0, False)
    whole = _Result(Unlisted(found, None, ())).moved(Box(30, 80, 40, 100)).placement
    corner, same = np.array([0.0, 10.0]), np.array([40.0, 50.0])
    assert np.allclose(found.map_of(corner, corner), whole.map_of(same, corner + 30))
