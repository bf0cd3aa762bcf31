# SPDX-License-Identifier: GPL-2.0-or-later
"""Where symbols point: half a pixel by matplotlib, the tip of a pin, and no shift that masks make."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from geodeid_plugin.core.mapimage.reidentify.anchors import (
    ANCHOR,
    CENTRE,
    ENLARGED,
    FEW,
    HALF_PIXEL,
    Reading,
    anchors_checks,
    common_shift,
    readings_of,
    stamped_at_half,
)

SIZE = 700


def places(count=60, seed=1):
    return np.random.default_rng(seed).uniform(20, SIZE - 20, (count, 2))


def stamped(where):
    """Centres as matplotlib draws them: rounded to a pixel's corner, half a pixel farther."""
    return np.round(where) + 0.5


def seen(centres, regime="snapped", kinds=1, radius=4.0):
    kind = np.arange(len(centres)) % kinds
    classes = tuple(SimpleNamespace(radius_px=radius) for _ in range(kinds))
    return SimpleNamespace(
        x_px=centres[:, 0], where_px=centres, dot_class=kind, classes=classes, regime=regime
    )


def keys(dots, centres, true):
    return [way.key for way in readings_of(dots, centres, true)]


def test_symbols_stamped_by_matplotlib_are_read_half_a_pixel_off_as_well():
    true = places()
    centres = stamped(true)
    ways = readings_of(seen(centres), centres, true)
    assert [way.key for way in ways] == [CENTRE, HALF_PIXEL, ANCHOR]
    away = [np.hypot(*(centres + way.shift_px - true).T).mean() for way in ways]
    assert away[0] > 0.7 and away[1] < 0.42 and away[2] < 0.42


@pytest.mark.parametrize("larger", [0.6, 1.27, 2.0, 3.0])
def test_symbols_stamped_by_matplotlib_are_read_off_their_centres_in_a_scan_too(larger):
    # 21 of 60 were said to be exposed where 39 are: a scan of 1.27 times the size spreads places by 0.37.
    turned = larger * np.array([[np.cos(0.04), -np.sin(0.04)], [np.sin(0.04), np.cos(0.04)]])
    true, centres = places() @ turned, stamped(places()) @ turned
    ways = readings_of(seen(centres, "antialiased"), centres, true)
    assert [way.key for way in ways] == [CENTRE, ANCHOR]
    away = [np.hypot(*(centres + way.shift_px - true).T).mean() / larger for way in ways]
    assert away[0] > 0.7 and away[1] < 0.42


def test_symbols_at_corners_of_pixels_smooth_ones_and_paths_have_no_half_pixel():
    true = places()
    assert not stamped_at_half(np.round(true))
    assert keys(seen(true, "antialiased"), true, true) == [CENTRE]
    centres = stamped(true)
    assert HALF_PIXEL not in keys(seen(centres, "vector"), centres, true)


@pytest.mark.parametrize("tip", [(0.0, 14.0), (-6.0, 3.0), (0.2, -0.1)])
def test_the_anchor_of_a_symbol_is_read_from_the_records(tip):
    true = places()
    noisy = true - tip + np.random.default_rng(3).normal(0, 0.03, true.shape)
    assert common_shift(noisy, true, 30.0) == pytest.approx(tip, abs=0.03)


def test_each_kind_of_symbol_has_an_anchor_of_its_own():
    true = places()
    moved = np.where(np.arange(len(true))[:, None] % 2, [0.0, 9.0], [0.0, 0.0])
    way = readings_of(seen(true - moved, "antialiased", kinds=2), true - moved, true)[-1]
    assert way.key == ANCHOR and np.allclose(way.shift_px, moved)


@pytest.mark.parametrize("pixel", ENLARGED)
@pytest.mark.parametrize("seed", range(20))
def test_masked_points_share_no_shift(seed, pixel):
    source = np.random.default_rng(seed)
    true = places(200, seed)
    angle, far = source.uniform(0, 2 * np.pi, 200), source.uniform(2, 12, 200)
    masked = true + np.column_stack([far * np.cos(angle), far * np.sin(angle)])
    assert common_shift(masked, true, 14.0, pixel) is None
    assert common_shift(source.uniform(0, SIZE, (200, 2)), true, 14.0, pixel) is None


@pytest.mark.slow
def test_a_crowd_of_records_makes_no_shift_by_chance():
    source = np.random.default_rng(5)
    assert common_shift(source.uniform(0, 200, (300, 2)), source.uniform(0, 200, (9_000, 2)), 14.0) is None


def test_few_or_no_symbols_have_no_shift():
    assert common_shift(np.zeros((0, 2)), places(), 10.0) is None
    assert common_shift(places()[:4] + 3, places(), 10.0) is None
    assert common_shift(places(), np.zeros((0, 2)), 10.0) is None


@pytest.mark.parametrize("larger", ENLARGED)
def test_fewer_than_five_symbols_are_read_as_stamped_too_at_each_size_of_a_scan(larger):
    true = places(3)
    centres = stamped(true)
    ways = readings_of(seen(larger * centres, "antialiased"), larger * centres, larger * true)
    assert [way.key for way in ways] == [CENTRE] + [FEW] * len(ENLARGED)
    away = min(np.hypot(*(larger * (centres - true) + way.shift_px).T).max() / larger for way in ways)
    assert away <= np.hypot(0.5, 0.5)
    assert keys(seen(centres, "vector"), centres, true) == [CENTRE]
    assert [check.key for check in anchors_checks(ways, [0, 0, 3, 1, 0])] == [FEW]
    assert "3 records" in str(anchors_checks(ways, [0, 0, 3, 1, 0])[0].sentence)


def test_every_reading_beside_the_centres_is_told_with_both_counts():
    true = places()
    ways = readings_of(seen(stamped(true)), stamped(true), true)
    checks = anchors_checks(ways, [17, 39, 38])
    assert [check.key for check in checks] == [HALF_PIXEL, ANCHOR]
    assert "39 records are exposed; read by their centres, 17" in checks[0].sentence


def test_a_shift_too_short_to_be_seen_is_told_only_where_it_exposes_others():
    near = np.full((40, 2), 0.01)
    ways = (Reading(CENTRE, np.zeros((40, 2))), Reading(ANCHOR, near))
    assert anchors_checks(ways, [17, 17]) == ()
    assert [check.key for check in anchors_checks(ways, [17, 18])] == [ANCHOR]
