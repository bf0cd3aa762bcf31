# SPDX-License-Identifier: GPL-2.0-or-later
"""What would make a picture safe: the finest picture of the same page that exposes nobody.

The true points are drawn again at coarser resolutions and with larger symbols, on white paper and nothing
else, and that drawing is attacked with its place given away. Whatever the attack makes of it, each drawing
is judged by its best reading too: every dot that can be told from its neighbours is found, as exactly as its
pixels allow. An attack that fails on one drawing shows nothing about the next.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Callable

import numpy as np

from ...base.arrays import Array, Floats
from ...base.errors import InputError
from ...base.progress import Progress, part
from ..markers.dots import find_dots
from ..markers.locating.regime import SNAPPED
from . import score
from .known import Protection
from .located import reach_px

FINER = 1.1
"""Ratio of one resolution tried to the next."""
LEAST_SYMBOL_PX = 1.5
"""A round symbol below this many pixels is no longer a symbol."""
LEAST_SIDE_PX = 40
"""A page of fewer pixels shows no map."""
PHASES = (1 / 6, 1 / 2, 5 / 6)
"""Where in a pixel dots are pasted, a third apart: the best reading counts."""
LARGER = (1.0, 1.5, 2.0, 3.0)
"""Symbol sizes tried, as multiples of the one that was used."""
STEPS_OF_A_SMOOTH_PIXEL = 4
"""Places within a pixel, each way, that a smoothed symbol is told apart at."""
MARGIN_PX, LEAST_PX = 10, 64
"""Pixels around the records in the picture that is drawn again, and its smallest side."""


@dataclass(frozen=True)
class Page:
    """The picture that was attacked, as far as it decides how exactly dots can be read."""

    dpi: float
    """Resolution in dpi."""
    metres_per_px: float
    """Size of a pixel on the ground."""
    size_px: tuple[Any, ...]
    """Width and height."""
    symbol_px: float
    """Diameter of the dots."""
    error_px: float
    """Standard error of a dot's position on each axis, for markers drawn smoothly."""

    @property
    def symbol_mm(self) -> float:
        """Diameter of the dots on the page."""
        return self.symbol_px / self.dpi * 25.4

    def pixel_m(self, dpi: float) -> float:
        """Size of a pixel of the same page on the ground at another resolution, metres."""
        return self.metres_per_px * self.dpi / dpi

    def smooth_error_px(self, dpi: float, symbol_mm: float) -> float:
        """Error of a smooth dot at another resolution and size.

        The rim tells the position, and its length in pixels grows with the radius, so that the error
        falls with the radius' square root.
        """
        return self.error_px * math.sqrt(self.symbol_px / max(symbol_mm / 25.4 * dpi, LEAST_SYMBOL_PX))


@dataclass(frozen=True)
class Trial:
    """One drawing of the true points."""

    dpi: float
    symbol_mm: float
    """Resolution, and diameter of the symbols."""
    smooth: bool
    """Whether symbols were drawn at their exact place, not pasted at whole pixels."""
    by_best_reading: int
    """Records among too few candidates for whoever reads every dot as exactly as the pixels allow."""
    by_attack: int | None = None
    """The same for this attack; None where the best reading decided already."""

    @property
    def exposed(self) -> int:
        """Records exposed by the better of the two."""
        return max(self.by_best_reading, self.by_attack or 0)

    @property
    def passes(self) -> bool | None:
        """Whether nobody is exposed either way; None where only an attack could tell and none was made."""
        return False if self.exposed else (True if self.by_attack is not None else None)


@dataclass(frozen=True)
class Remedy:
    """What would make the picture safe."""

    page: Page
    need: int
    """Fewest candidates of a record."""
    trials: tuple[Trial, ...]
    """All that were judged, by size and resolution."""
    move_m: Array
    """Shape (n,). How far each record's dot would have to be moved to lie among enough candidates, metres."""

    @property
    def enough(self) -> tuple[Trial, ...]:
        """Trials at the largest resolution that passes, the smallest symbol first.

        Drawn as the picture is, where that passes as well.
        """
        passed = [trial for trial in self.trials if trial.passes]
        if not passed:
            return ()
        best = max(passed, key=lambda trial: (trial.dpi, trial.smooth == self.smooth))
        return tuple(trial for trial in passed if (trial.dpi, trial.smooth) == (best.dpi, best.smooth))

    @property
    def smooth(self) -> bool:
        """Whether the picture's markers are smooth; both drawings were tried then."""
        return any(trial.smooth for trial in self.trials)


@dataclass(frozen=True)
class Drawing:
    """Records as another picture would show them."""

    places_px: Array
    """Shape (n, 2). Columns and rows of the records."""
    size_px: tuple[int, int]
    """Width and height of the picture."""
    symbol_px: float
    """Diameter of the round symbols."""
    smooth: bool
    """Whether they are drawn at their exact places, not pasted at whole pixels."""


Draw = Callable[[Drawing], "Array"]
"""Draws symbols on white: their picture, shape (h, w, 3), as the map program draws them."""


@dataclass(frozen=True)
class InView:
    """The records in the picture and what protects them."""

    true_m: Array
    """Shape (n, 2). On the plane of the attack."""
    rows: Array
    """Shape (n,). Their rows in the layer."""
    protection: Protection
    need: int
    """Fewest candidates of a record."""


def find_remedy(secret: InView, page: Page, smooth: bool, draw: Draw, progress: Progress) -> Remedy:
    """Find the largest resolution that passes, for symbols as large as the picture's and larger.

    ``page``: the picture that was attacked. ``smooth``: whether its markers keep the position inside the
    pixel. They are tried like that and at whole pixels. ``draw``: see :data:`Draw`.
    """
    judge = _Judge(secret, page, draw)
    drawings = (True, False) if smooth else (False,)
    searches = [(drawing, larger) for drawing in drawings for larger in LARGER]
    for turn, (drawing, larger) in enumerate(searches):
        symbol_mm = max(round(page.symbol_mm * larger, 1), 0.1)
        tried = resolutions(page, symbol_mm)
        if drawing == smooth and larger == 1:
            tried = tried[1:]
        step = part(progress, turn / len(searches), (turn + 1) / len(searches))
        _search(judge, symbol_mm, drawing, tried, step)
    judge.fill(progress)
    trials = sorted(judge.trials.values(), key=lambda trial: (trial.smooth, trial.symbol_mm, -trial.dpi))
    move_m = secret.protection.reach_of(secret.true_m, secret.rows, secret.need)
    return Remedy(page, secret.need, tuple(trials), move_m)


def _search(judge: _Judge, symbol_mm: float, smooth: bool, tried: list[float], progress: Progress) -> None:
    """Halve by the best reading, which costs no drawing; then attack, ever coarser until one passes."""
    start = finest_that_passes(tried, lambda dpi: judge.read(dpi, symbol_mm, smooth).exposed)
    for dpi in tried[start:] if start is not None else []:
        progress(0.5, "")
        if not judge.attacked(dpi, symbol_mm, smooth).exposed:
            return


class _Judge:
    """Judges drawings and remembers them in ``trials``."""

    def __init__(self, secret: InView, page: Page, draw: Draw) -> None:
        self.trials: dict[tuple[float, float, bool], Trial] = {}
        self._secret, self._page, self._draw = secret, page, draw
        self._candidates: dict[float, Array] = {}

    def read(self, dpi: float, symbol_mm: float, smooth: bool) -> Trial:
        """Judge a drawing by its best reading."""
        key = (dpi, symbol_mm, smooth)
        if key not in self.trials:
            few = self._fewest(dpi, symbol_mm, smooth) < self._secret.need
            pixels = (self._secret.true_m - self._secret.true_m.min(axis=0)) / self._page.pixel_m(dpi)
            steps = STEPS_OF_A_SMOOTH_PIXEL if smooth else 1
            shown = ~hidden(pixels[:, 0], pixels[:, 1], symbol_mm / 25.4 * dpi / 2, steps)
            self.trials[key] = Trial(*key, int(np.count_nonzero(few & shown)))
        return self.trials[key]

    def fill(self, progress: Progress) -> None:
        """Judge, by the best reading, every size at every resolution that was tried with any of them."""
        for drawing in (True, False):
            tried = [key for key in self.trials if key[2] == drawing]
            for symbol_mm in {key[1] for key in tried}:
                progress(1.0)
                for dpi in {key[0] for key in tried}.intersection(resolutions(self._page, symbol_mm)):
                    self.read(dpi, symbol_mm, drawing)

    def attacked(self, dpi: float, symbol_mm: float, smooth: bool) -> Trial:
        """Judge a drawing by the attack as well."""
        read = self.read(dpi, symbol_mm, smooth)
        found = self._exposed(self._page.pixel_m(dpi), symbol_mm / 25.4 * dpi, smooth)
        trial = Trial(dpi, symbol_mm, smooth, read.by_best_reading, found)
        self.trials[dpi, symbol_mm, smooth] = trial
        return trial

    def _fewest(self, dpi: float, symbol_mm: float, smooth: bool) -> Array:
        """Candidates of each record, the fewest wherever the grid of pixels lies."""
        true_m, rows, around = self._secret.true_m, self._secret.rows, self._secret.protection.around
        pixel_m = self._page.pixel_m(dpi)
        if smooth:
            error_m = np.full(len(rows), pixel_m * self._page.smooth_error_px(dpi, symbol_mm))
            return around(true_m, true_m, error_m, rows, False).candidates
        if dpi not in self._candidates:
            places = pasted_places(true_m, pixel_m)
            times = len(places)
            error_m = np.full(times * len(rows), pixel_m / np.sqrt(12))
            every = around(
                places.reshape(-1, 2), np.tile(true_m, (times, 1)), error_m, np.tile(rows, times)
            ).candidates
            self._candidates[dpi] = every.reshape(times, -1).min(axis=0)
        return self._candidates[dpi]

    def _exposed(self, pixel_m: float, symbol_px: float, smooth: bool) -> int:
        """Records that a drawing exposes; 0 where no dots are found: its best reading tells then."""
        true_m = self._secret.true_m
        low = true_m.min(axis=0) - MARGIN_PX * pixel_m
        span = (true_m.max(axis=0) - low) / pixel_m + MARGIN_PX
        width, height = np.maximum(np.ceil(span), LEAST_PX).astype(int).tolist()
        places = (true_m - low) / pixel_m
        drawing = Drawing(
            np.column_stack([places[:, 0], height - places[:, 1]]), (width, height), symbol_px, smooth
        )
        try:
            dots = find_dots(self._draw(drawing))
        except InputError:
            return 0
        where = low + np.column_stack([dots.x_px, height - dots.y_px]) * pixel_m
        error_px = np.asarray(dots.error_px, float)
        record, _ = score.assign(where, true_m, reach_px(dots, error_px) * pixel_m)
        matched = record != score.UNMATCHED
        if not matched.any():
            return 0
        found = record[matched]
        around = self._secret.protection.around(
            where[matched], true_m[found], error_px[matched] * pixel_m, self._secret.rows[found],
            dots.regime == SNAPPED,
        )  # fmt: skip
        return int(np.count_nonzero(around.candidates < self._secret.need))


def resolutions(page: Page, symbol_mm: float) -> list[float]:
    """Resolutions at which a page with symbols of this diameter can be drawn, the finest first.

    Below the page's own they are whole numbers, none more than a tenth or one dot an inch apart.
    """
    least = max(LEAST_SIDE_PX / min(page.size_px) * page.dpi, LEAST_SYMBOL_PX / symbol_mm * 25.4)
    found, dpi = [page.dpi], page.dpi
    while True:
        dpi = min(math.ceil(dpi) - 1, math.ceil(dpi / FINER))
        if dpi < least:
            return [value for value in found if value >= least]
        found.append(float(dpi))


def finest_that_passes(tried: list[float], exposed: Callable[[float], int]) -> int | None:
    """Index of the finest resolution that exposes nobody, found by halving; None where the coarsest does.

    ``tried``: resolutions, the finest first. ``exposed``: records exposed at a resolution; must not rise as
    pixels grow.
    """
    if not tried or exposed(tried[-1]):
        return None
    fails, passes = -1, len(tried) - 1
    while passes - fails > 1:
        middle = (fails + passes) // 2
        if exposed(tried[middle]):
            fails = middle
        else:
            passes = middle
    return passes


def pasted_places(true_m: Floats, pixel_m: float) -> Array:
    """Where dots pasted at whole pixels come to lie, for nine places of the grid, shape (9, n, 2), metres."""
    grids = np.array([(x, y) for x in PHASES for y in PHASES])[:, None, :]
    return (np.floor(true_m[None] / pixel_m + grids) + 0.5 - grids) * pixel_m


def hidden(x_px: Array, y_px: Array, radius_px: float, finer: int = 1) -> Array:
    """Which opaque round dots of one colour nobody can know of, because others cover them.

    A dot is indispensable when it alone covers some pixel, or when it shares its place with others only.
    Hidden are those that indispensable dots cover; where dots cover one another in turn, none is.

    ``x_px``, ``y_px``: (n,), centres. ``radius_px``: radius. ``finer``: steps a pixel is divided into: 1 for
    dots pasted at whole pixels, more for smooth ones.
    """
    column, row = (np.floor(np.asarray(value) * finer).astype(int) for value in (x_px, y_px))
    places, which = np.unique(np.column_stack([column, row]), axis=0, return_inverse=True)
    reach = math.ceil(radius_px * finer)
    line = np.arange(-reach, reach + 1)
    stamp = np.argwhere(np.hypot(*np.meshgrid(line, line)) <= max(radius_px * finer, 0.5)) - reach
    pixels = places[:, None, :] - places.min(axis=0) + reach + stamp[None]
    width = int(pixels[..., 0].max()) + 1
    flat = pixels[..., 1] * width + pixels[..., 0]
    covers = np.bincount(flat.ravel())
    indispensable = (covers[flat] == 1).any(axis=1)
    by_those = np.zeros(len(covers), dtype=bool)
    by_those[flat[indispensable]] = True
    return (~indispensable & by_those[flat].all(axis=1))[which.reshape(-1)]
