# SPDX-License-Identifier: GPL-2.0-or-later
"""Pictures in any projection: what a quadratic covers, and which system the lines name."""

from dataclasses import replace

import numpy as np
import pytest

from geodeid_plugin.core.mapimage.georeference.placement import Placement, refusal_of
from geodeid_plugin.core.mapimage.georeference.polish import Measured, Polished, expected_error
from geodeid_plugin.core.mapimage.georeference.search import cut
from geodeid_plugin.core.mapimage.georeference.systems import System, guesses, unlike
from geodeid_plugin.core.mapimage.georeference.warp import PERSPECTIVE, Warp, on_map, similarity_of

LON, LAT = -72.0, 44.0
WGS = "+datum=WGS84 +units=m +no_defs"
SYSTEMS = {
    "degrees stretched": f"+proj=eqc +lat_ts={LAT} +R=6371007 +no_defs",
    "degrees stretched elsewhere": f"+proj=eqc +lat_ts={LAT - 0.3} +R=6371007 +no_defs",
    "square degrees": "+proj=eqc +lat_ts=0 +R=6371007 +no_defs",
    "Web Mercator": "EPSG:3857",
    "Mercator": f"+proj=merc {WGS}",
    "UTM": "EPSG:32618",
    "UTM beside": "EPSG:32619",
    "UTM far": "EPSG:32617",
    "Lambert about": f"+proj=lcc +lat_1=43.5 +lat_2=44.5 +lat_0=44 +lon_0=-72 {WGS}",
    "Lambert 33/45": f"+proj=lcc +lat_1=33 +lat_2=45 +lat_0=39 +lon_0=-96 {WGS}",
    "Lambert 49/77": "EPSG:3347",
    "Albers about": f"+proj=aea +lat_1=43 +lat_2=45 +lat_0=44 +lon_0=-72 {WGS}",
    "Albers 29.5/45.5": "EPSG:5070",
    "D3's Albers": "+proj=aea +lat_1=29.5 +lat_2=45.5 +lat_0=37.5 +lon_0=-96 +R=6371007 +no_defs",
    "azimuthal far": f"+proj=laea +lat_0=45 +lon_0=-100 {WGS}",
    "azimuthal about": f"+proj=laea +lat_0={LAT} +lon_0={LON} {WGS}",
    "polyconic": f"+proj=poly +lat_0=40 +lon_0=-80 {WGS}",
}


@pytest.fixture(scope="module")
def osr():
    osr = pytest.importorskip("osgeo.osr")
    osr.UseExceptions()
    return osr


def reference(osr, text):
    found = osr.SpatialReference()
    found.SetFromUserInput(text)
    found.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return found


def system(osr, name, text):
    """A system as the search takes it, by PROJ."""
    degrees, plane = reference(osr, "EPSG:4326"), reference(osr, text)

    def way(source, target):
        turn = osr.CoordinateTransformation(source, target)
        return lambda where: np.array(turn.TransformPoints(np.asarray(where, float).tolist()))[:, :2]

    return System(name, way(degrees, plane), way(plane, degrees))


def region(osr, size_km, seed=3, lines=8):
    """Wiggly lines in degrees over a square region of this size."""
    local = system(osr, "local", f"+proj=tmerc +lat_0={LAT} +lon_0={LON} {WGS}")
    source, half = np.random.default_rng(seed), 500.0 * size_km
    t = np.linspace(-1, 1, 120)
    drawn = []
    for rank in range(lines):
        across = 2 * (rank + 0.5) / lines - 1 + np.cumsum(source.normal(0, 0.02, len(t)))
        line = np.column_stack([t, np.clip(across, -1, 1)])
        drawn.append((line if rank % 2 else line[:, ::-1]) * half)
    start = np.arange(lines + 1) * len(t)
    return local, local.inverse(np.vstack(drawn)), start


def picture_of(plane, width_px=1000.0):
    """The similarity that makes a plane outline a picture of this width."""
    extent = np.ptp(plane, axis=0).max()
    scale, low = width_px / extent, plane.min(axis=0)
    return Warp.linear(np.array([[scale, 0, -scale * low[0]], [0, -scale, width_px + scale * low[1]]]))


@pytest.mark.slow
@pytest.mark.parametrize(("size_km", "most_px"), [(100, 0.03), (300, 0.3), (1000, 3.0)])
@pytest.mark.parametrize("name", SYSTEMS)
def test_a_quadratic_leads_from_a_local_system_to_any_other(osr, name, size_km, most_px):
    local, lonlat, _ = region(osr, size_km)
    drawn = system(osr, name, SYSTEMS[name]).forward(lonlat)
    pixels, middle = picture_of(drawn).pixels(drawn), local.forward(lonlat)
    warp = similarity_of(middle, pixels).about(middle.mean(axis=0), np.ptp(middle, axis=0).max() / 2)
    rows = np.vstack([warp.rows(middle, np.tile(side, (len(middle), 1)), 12) for side in np.eye(2)])
    size = np.abs(rows).max(axis=0)
    step = np.linalg.lstsq(rows / size, (pixels - warp.pixels(middle)).T.ravel(), rcond=None)[0] / size
    bent = warp.moved(step, 12)
    assert np.hypot(*(bent.pixels(middle) - pixels).T).max() < most_px
    assert bent.map_of(pixels) == pytest.approx(
        bent.map_of(bent.pixels(middle)), abs=3 * most_px / warp.scale
    )
    assert bent.pixels(bent.map_of(pixels)) == pytest.approx(pixels, abs=1e-3)


def located(osr, name, size_km, noise_px):
    """What the search hands on: lines of a picture drawn in a system, located about a similarity."""
    local, lonlat, start = region(osr, size_km)
    drawn = system(osr, name, SYSTEMS[name]).forward(lonlat)
    truth, middle = picture_of(drawn), local.forward(lonlat)
    about = middle.mean(axis=0)
    pieces = cut(middle - about, start, np.ptp(middle, axis=0).max() / 300)
    warp = similarity_of(middle - about, truth.pixels(drawn))
    where, _, normal = warp.placed(pieces)
    goal = truth.pixels(pieces.drawn_in(drawn).middle)
    offset = np.sum((goal - where) * normal, axis=1)
    offset += np.random.default_rng(5).normal(0, noise_px, len(offset))
    one = np.ones(len(offset))
    # across the line alone is known: along it the place slides with the similarity
    measured = Measured(pieces, goal - offset[:, None] * normal, normal, offset, one, 3.3 * one, one, one[:1])
    return Polished(warp, measured, one, 1.0, 1.0, noise_px, 0.01, 3.3 * len(one), 4), lonlat


@pytest.mark.slow
@pytest.mark.parametrize("size_km", [100, 1000])
@pytest.mark.parametrize("name", SYSTEMS)
def test_the_system_that_was_drawn_in_is_named_or_one_that_says_the_same(osr, name, size_km):
    lines, lonlat = located(osr, name, size_km, 0.1)
    known = tuple(system(osr, other, text) for other, text in SYSTEMS.items())
    found = guesses(lines, lonlat, known)
    true = next(guess for guess in found if guess.system.name == name and guess.freedom == 4)
    best = unlike(found, 5)[0]
    assert np.sqrt(np.mean(np.sum((best.pixels - true.pixels) ** 2, axis=1))) < 0.1
    assert true.evidence > best.evidence - 5


def test_free_sides_are_paid_for(osr):
    lines, lonlat = located(osr, "UTM", 100, 0.1)
    found = guesses(lines, lonlat, (system(osr, "UTM", SYSTEMS["UTM"]),))
    assert [guess.freedom for guess in found] == [4, 6]


def test_a_warp_turns_pieces_as_it_moves_them():
    vertices = np.array([[0.0, 0], [3, 1], [5, 4], [6, 9]])
    pieces = cut(vertices, np.array([0, 4]), 0.01)
    terms = np.array([[100.0, 5, 3, 4, -2, 1], [6, -90, 2, -3, 2, 5]])
    warp = Warp(terms, np.array([3.0, 3]), 6.0)
    where, along, normal = warp.placed(pieces)
    step = np.diff(where[:50], axis=0)
    assert np.abs(np.cross(step / np.hypot(*step.T)[:, None], along[:49])).max() < 1e-3
    assert np.abs(np.sum(along * normal, axis=1)).max() < 1e-12


@pytest.mark.filterwarnings("error")
def aslant():
    """A page seen from the side, and pieces of lines on it."""
    linear = Warp.linear([[0.02, 0.003, 400.0], [0.004, -0.019, 300.0]]).about([900.0, -500.0], 20_000.0)
    source = np.random.default_rng(2)
    pieces = cut(source.uniform(-15_000, 15_000, (30, 2)), np.array([0, 30]), 2_000.0)
    return replace(linear, lean=np.array([0.02, -0.013])), pieces


def test_a_perspective_leads_back_and_is_the_matrix_that_it_is_written_as():
    warp, pieces = aslant()
    pixels = warp.pixels(pieces.middle)
    assert np.allclose(warp.map_of(pixels), pieces.middle)
    assert np.allclose(on_map(warp.inverse, pixels), pieces.middle)
    flat = replace(warp, lean=np.zeros(2))
    assert flat.inverse.shape == (2, 3)
    assert np.allclose(on_map(flat.inverse, flat.pixels(pieces.middle)), pieces.middle)
    assert np.hypot(*(pixels - flat.pixels(pieces.middle)).T).max() > 3  # or nothing was tested


def test_rows_of_a_perspective_say_how_its_places_move_and_turn():
    warp, pieces = aslant()
    where, along, normal = warp.placed(pieces)
    ahead = warp.pixels(pieces.middle + pieces.along) - where
    assert np.allclose(ahead / np.hypot(*ahead.T)[:, None], along, atol=1e-5)
    rows = warp.rows(pieces.middle, normal, PERSPECTIVE)
    for number in range(PERSPECTIVE):
        step = np.zeros(PERSPECTIVE)
        step[number] = 1e-6
        moved = warp.moved(step, PERSPECTIVE).pixels(pieces.middle) - where
        assert np.allclose(np.sum(moved * normal, axis=1) / 1e-6, rows[:, number], rtol=1e-3, atol=1e-3)


def test_a_warp_that_folds_the_picture_leads_nowhere_there_and_its_error_is_endless():
    pieces = cut(np.array([[0.0, 0], [1, 0.1], [2, 1], [3, 1]]), np.array([0, 4]), 0.05)
    terms = np.array([[300.0, 0, 300, 26, 0, 9], [0, -300, 400, 0, 15, 24]])
    warp = Warp(terms, np.array([1.0, 0.5]), 1.0)
    where, _, normal = warp.placed(pieces)
    back = warp.map_of(np.vstack([where[10:20], [[-9e3, 9e3], [9e5, -9e6]]]))
    assert warp.pixels(back[:10]) == pytest.approx(where[10:20], abs=0.05)
    assert np.isnan(back[10:]).all()
    one = np.ones(len(where))
    measured = Measured(pieces, where, normal, 0 * one, one, one, one, one[:1])
    assert expected_error(warp, measured, one, 0.1, (20_000, 30_000), 12) == np.inf


@pytest.mark.parametrize("name", ["score", "share", "agreement", "error_px", "runner_up"])
def test_a_placement_with_a_figure_that_is_no_number_is_refused(name):
    figures = {"score": 900.0, "runner_up": 10.0, "share": 0.9, "agreement": 0.95, "error_px": 0.05}
    figures |= {"length_px": 900.0, "spread_px": 0.1, "turn_deg": 0.0}
    sound = Placement(to_map=np.eye(2, 3), affine=False, **figures)
    assert refusal_of(sound) is None
    assert refusal_of(replace(sound, **{name: np.nan})) is not None
