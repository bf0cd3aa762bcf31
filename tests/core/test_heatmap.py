# SPDX-License-Identifier: GPL-2.0-or-later
"""Heat maps turned back into points: the surface of a program gives every isolated place away."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial import cKDTree

from geodeid_plugin.core.base.errors import CancelledError
from geodeid_plugin.core.base.progress import silent
from geodeid_plugin.core.exposure.heatmap.inversion import found_kernel, invert
from geodeid_plugin.core.exposure.heatmap.kernels import DISTANCE, Kernel, surface_of
from geodeid_plugin.core.exposure.heatmap.surface import Surface
from tests.refusals import refuses

PIXEL_M = 50.0


def city(seed, count=100, side=20_000):
    return np.random.default_rng(seed).uniform(0.05 * side, 0.95 * side, (count, 2))


def drawn(places, kernel, side=20_000):
    cells = round(side / PIXEL_M)
    x, y = (places / PIXEL_M).T
    return surface_of(x, y, kernel, (cells, cells)).astype(np.float32)


def distances(places, found):
    where = np.column_stack([found.x_px, found.y_px]) * PIXEL_M
    return cKDTree(where).query(places)[0], cKDTree(places).query(where)[0]


@pytest.mark.slow
@pytest.mark.parametrize("shape, bandwidth_m", [("quartic", 500.0), ("gaussian", 250.0)])
def test_points_of_a_city_are_read_back_where_peaks_are_isolated(shape, bandwidth_m):
    places, kernel = city(1, 64, 16_000), Kernel(shape, bandwidth_m / PIXEL_M)
    recall, precision = distances(places, invert(drawn(places, kernel, 16_000), kernel))
    isolated = cKDTree(places).query(places, k=2)[0][:, 1] > bandwidth_m
    assert isolated.sum() > 38
    assert (recall[isolated] < 25).mean() >= 0.95
    assert (precision < 25).mean() > 0.9


@pytest.mark.slow
def test_points_closer_than_half_a_bandwidth_are_told_apart_in_exact_numbers():
    places = np.array([[5_000.0, 5_000.0], [5_180.0, 5_030.0], [9_000.0, 9_000.0]])
    kernel = Kernel("quartic", 10.0)
    found = invert(drawn(places, kernel, 14_000), kernel)
    assert distances(places, found)[0].max() < 25


@pytest.mark.slow
@pytest.mark.parametrize("shape, bandwidth_px", [("quartic", 7.3), ("gaussian", 5.5)])
def test_kernel_and_bandwidth_are_found(shape, bandwidth_px):
    surface = drawn(city(2, 40), Kernel(shape, bandwidth_px))
    found = found_kernel(surface)
    assert found.shape == shape
    assert found.bandwidth_px == pytest.approx(bandwidth_px, rel=0.01)


@pytest.mark.slow
def test_a_tilted_normal_kernel_is_made_round_and_read():
    """As ``scipy.stats.gaussian_kde`` draws, by the covariance of all points."""
    places, turn, ratio = city(5, 25, 8_000), 2.2, 2.0
    sides = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    spread = sides @ np.diag([200.0**2 * ratio, 200.0**2 / ratio]) @ sides.T
    at = (np.mgrid[:160, :160][::-1] + 0.5).reshape(2, -1).T * PIXEL_M
    off = at[:, None] - places
    drawn = np.exp(-0.5 * np.einsum("pni,ij,pnj->pn", off, np.linalg.inv(spread), off)).sum(axis=1)
    surface = replace(Surface.nowhere(), values=drawn.reshape(160, 160).astype(np.float32)).made_round()
    kernel = surface.kernel("auto", None, silent)
    assert kernel.shape == "gaussian" and kernel.bandwidth_px == pytest.approx(4, rel=0.02)
    found = surface.turned_back(kernel, silent)
    where = np.column_stack([found.x_px, found.y_px, np.ones(len(found.x_px))]) @ surface.matrix.T * PIXEL_M
    assert (cKDTree(where).query(places)[0] < 25).mean() > 0.9


def test_a_round_kernel_stays_as_it_is():
    for shape in ("quartic", "gaussian"):
        surface = replace(Surface.nowhere(), values=drawn(city(5, 25, 8_000), Kernel(shape, 5.0), 8_000))
        assert surface.made_round() is surface


@pytest.mark.slow
def test_eight_bits_blur_and_the_error_says_so():
    places, kernel = city(3, 60), Kernel("quartic", 10.0)
    surface = drawn(places, kernel)
    step = surface.max() / 255
    found = invert(np.rint(surface / step) * step, kernel)
    recall, precision = distances(places, found)
    assert 0.01 < np.median(recall) < 25
    assert np.median(precision) < 4 * PIXEL_M * np.median(found.error_px)


def test_several_people_at_one_place_weigh_so_many():
    kernel = Kernel("quartic", 8.0)
    surface = surface_of([20.2, 60.7, 60.7, 60.7], [20.9, 50.1, 50.1, 50.1], kernel, (80, 90))
    found = invert(surface, kernel)
    assert np.sort(found.weight).round(3).tolist() == [1.0, 3.0]


@pytest.mark.slow
@pytest.mark.parametrize(
    "values, code",
    [
        (np.zeros((9, 9)), "heatmap.values.all_zero"),
        (np.full((900, 900), 7.0), "heatmap.values.one"),
        (np.pad(np.full((9, 9), 0.1, np.float32), 40), "heatmap.values.one"),
        (np.zeros((0, 0)), "heatmap.pixels.none"),
        (np.full((9, 9), np.nan), "heatmap.values.all_zero"),
        (np.zeros((3000, 3000)), "heatmap.pixels.too_many"),
    ],
)
def test_what_is_no_surface_is_refused(values, code):
    with refuses(code):
        invert(values, Kernel("quartic", 5.0))


def test_a_kernel_narrower_than_pixels_is_refused_and_a_cancel_is_heard():
    surface = drawn(city(2, 10), Kernel("quartic", 6.0))
    with refuses("heatmap.bandwidth.below_pixel"):
        invert(surface, Kernel("quartic", 0.5))

    def cancelled(fraction, text=""):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        invert(surface, Kernel("quartic", 6.0), cancelled)


@pytest.mark.slow
def test_pixels_that_are_no_numbers_count_as_empty():
    kernel = Kernel("quartic", 6.0)
    surface = surface_of([20.3], [30.8], kernel, (60, 60))
    holed = np.where(surface > 0, surface, np.nan)
    holed[0, :3] = np.inf, -np.inf, np.nan
    assert found_kernel(holed) == found_kernel(surface)
    assert invert(holed, kernel).x_px == pytest.approx(invert(surface, kernel).x_px)


def test_a_cancel_is_heard_within_one_round_of_an_inversion():
    """Thousands of points are fitted together for minutes between two rounds."""
    heard = []

    def progress(fraction, text=""):
        heard.append(fraction)
        if heard.count(fraction) == 3:
            raise CancelledError

    kernel = Kernel("quartic", 6.0)
    with pytest.raises(CancelledError):
        invert(surface_of([20.0, 27.0], [30.0, 33.0], kernel, (60, 60)), kernel, progress)
    assert set(heard) == {0.0}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_noise_alone_makes_no_point_and_is_refused_in_a_sentence(seed):
    noise = np.random.default_rng(seed).normal(size=(40, 50))
    kernel = found_kernel(noise)
    with refuses("heatmap.kernel.not_near"):
        invert(noise, kernel)


@pytest.mark.slow
def test_nothing_like_a_point_is_left_of_a_surface_that_is_explained():
    kernel = Kernel("quartic", 6.0)
    surface = surface_of([20.0, 60.0, 90.0], [30.0, 30.0, 40.0], kernel, (60, 120))
    assert invert(surface, kernel).missed < 0.05
    assert invert(surface, Kernel("quartic", 3.0)).missed > invert(surface, kernel).missed


@pytest.mark.parametrize("side", [1, 2])
def test_a_surface_of_one_or_two_pixels_is_refused(side):
    for step in (found_kernel, lambda values: invert(values, Kernel("quartic", 6.0))):
        with refuses("heatmap.side.too_small"):
            step(np.ones((side, 5)))


@pytest.mark.parametrize("unit", [1e-300, 1e300])
def test_the_unit_of_a_surface_changes_nothing(unit):
    kernel = Kernel("quartic", 6.0)
    found = invert(unit * surface_of([20.3], [30.8], kernel, (60, 60)), kernel)
    assert (found.x_px[0], found.y_px[0]) == pytest.approx((20.3, 30.8), abs=1e-3)


@pytest.mark.slow
def test_a_surface_whose_kernels_would_fill_the_memory_is_refused_before_it_is_fitted():
    wide = Kernel("quartic", 25.0)
    with refuses("heatmap.kernel.too_large"):
        invert(drawn(city(3), wide), wide, most_covered=50_000)


@pytest.mark.slow
def test_a_light_point_by_itself_is_read_back_beside_heavy_ones():
    """A map weighted by cases shows a single person in the country as one part in fifty of a town's point."""
    kernel = Kernel("quartic", 8.0)
    town = np.random.default_rng(5).uniform(10, 60, (12, 2))
    lonely = np.array([[90.3, 20.8], [95.1, 60.2], [120.7, 40.4]])
    places = np.vstack([town, lonely])
    weight = np.concatenate([np.full(9, 10.0), np.full(3, 30.0), [2.0, 1.0, 0.4]])
    surface = surface_of(*places.T, kernel, (80, 140), weight).astype(np.float32)
    found = invert(surface, kernel)
    away = cKDTree(np.column_stack([found.x_px, found.y_px])).query(lonely)[0]
    assert away.max() < 0.1, away


@pytest.mark.slow
def test_a_drawing_that_does_not_hold_all_people_is_never_explained():
    """Eight classes of wide kernels were explained by 24 points of 40 people, and passed."""
    from geodeid_plugin.core.exposure.heatmap.inversion import Drawing, read_back

    places = np.random.default_rng(1).uniform(1_000, 11_000, (40, 2))
    narrow, wide = (read_back(places, Drawing("quartic", bandwidth, 50, 8)) for bandwidth in (500, 2_000))
    assert narrow.explained and len(narrow.where_m) == 40
    assert not wide.explained and len(wide.where_m) < 40


@pytest.mark.slow
def test_the_distance_to_the_nearest_home_gives_the_homes_away():
    places = city(4, 40)
    side = round(20_000 / PIXEL_M)
    rows, columns = np.mgrid[:side, :side] + 0.5
    pixels = np.column_stack([columns.ravel(), rows.ravel()]) * PIXEL_M
    surface = cKDTree(places).query(pixels)[0].reshape(side, side).astype(np.float32)
    kernel = found_kernel(surface)
    found = invert(surface, kernel)
    recall, precision = distances(places, found)
    assert kernel.shape == DISTANCE and found.residual < 0.01
    assert (recall < 5).mean() >= 0.9 and (precision < 5).mean() >= 0.9
