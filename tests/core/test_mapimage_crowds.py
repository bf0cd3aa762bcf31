# SPDX-License-Identifier: GPL-2.0-or-later
"""Pictures full of discs end in dots, a sentence or a cancel, never in a traceback or an endless search."""

import numpy as np
import pytest

from geodeid_plugin.core.base.errors import CancelledError
from geodeid_plugin.core.mapimage.markers import dots
from tests.refusals import refuses

pytestmark = pytest.mark.slow


def crowd(side, step=12, radius=4.0, scatter=2.0, seed=0):
    """Discs on a lattice, each moved at random: many overlap, and some reach over the rim."""
    source = np.random.default_rng(seed)
    y, x = np.mgrid[:side, :side] + 0.5
    cover = np.zeros((side, side))
    for left in np.arange(step / 2, side, step):
        for top in np.arange(step / 2, side, step):
            away = np.hypot(x - left - source.normal(0, scatter), y - top - source.normal(0, scatter))
            cover = np.maximum(cover, np.clip(radius + 0.5 - away, 0, 1))
    return np.rint(255 - cover[..., None] * (255 - np.array([200, 16, 46]))).astype(np.uint8)


@pytest.mark.parametrize("seed", range(3))
def test_discs_over_the_rim_are_found_or_refused(seed):
    found = dots.find_dots(crowd(150, seed=seed))
    assert len(found.x_px) > 80
    assert found.x_px.min() >= 0
    assert found.x_px.max() <= 150


def test_a_search_that_would_take_minutes_is_refused(monkeypatch):
    monkeypatch.setattr(dots, "MOST_STEPS", 2_000_000)
    with refuses("picture.dots.too_crowded"):
        dots.find_dots(crowd(150))


def test_a_cancel_is_heard_within_the_fits(monkeypatch):
    monkeypatch.setattr(dots, "MOST_STEPS", 20_000_000)
    heard = []

    def progress(fraction, text=""):
        heard.append(fraction)
        if heard.count(fraction) > 5:
            raise CancelledError

    with pytest.raises(CancelledError):
        dots.find_dots(crowd(150), progress)


def test_too_many_dots_are_too_much_and_not_none(monkeypatch):
    monkeypatch.setattr(dots, "MOST_DOTS", 50)
    with refuses("picture.dots.too_many"):
        dots.find_dots(crowd(150, scatter=0.4))
