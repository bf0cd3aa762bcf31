# SPDX-License-Identifier: GPL-2.0-or-later
"""What would make a picture safe: the finest picture of the same page that exposes nobody.

The true points are drawn again at coarser resolutions and with larger symbols, on white paper and nothing
else, and that drawing is attacked with its place given away. Whatever the attack makes of it, each drawing
is judged by its best reading too, see :mod:`.redraw`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable

import numpy as np

from ...base.errors import InputError
from ...base.progress import Progress, part
from ..markers.dots import find_dots
from ..markers.locating.regime import SNAPPED
from . import score
from .located import reach_px
from .redraw import Page, finest_that_passes, hidden, pasted_places, resolutions

if TYPE_CHECKING:
    from ...base.arrays import Array
    from .known import Protection

LARGER = (1.0, 1.5, 2.0, 3.0)
"""Symbol sizes tried, as multiples of the one that was used."""
STEPS_OF_A_SMOOTH_PIXEL = 4
"""Places within a pixel, each way, that a smoothed symbol is told apart at."""
MARGIN_PX, LEAST_PX = 10, 64
"""Pixels around the records in the picture that is drawn again, and its smallest side."""


@dataclass(frozen=True)
class Trial:
    """One drawing of the true points.

    Attributes
    ----------
    dpi, symbol_mm : float
        Resolution, and diameter of the symbols.
    smooth : bool
        Whether symbols were drawn at their exact place, not pasted at whole pixels.
    by_best_reading : int
        Records among too few candidates for whoever reads every dot as exactly as the pixels allow.
    by_attack : int or None
        The same for this attack; None where the best reading decided already.
    """

    dpi: float
    symbol_mm: float
    smooth: bool
    by_best_reading: int
    by_attack: int | None = None

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
    """What would make the picture safe.

    Attributes
    ----------
    page : Page
    need : int
        Fewest candidates of a record.
    trials : tuple of Trial
        All that were judged, by size and resolution.
    move_m : ndarray, shape (n,)
        How far each record's dot would have to be moved to lie among enough candidates, metres.
    """

    page: Page
    need: int
    trials: tuple[Trial, ...]
    move_m: Array

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
    """Records as another picture would show them.

    Attributes
    ----------
    places_px : ndarray, shape (n, 2)
        Columns and rows of the records.
    size_px : tuple of int
        Width and height of the picture.
    symbol_px : float
        Diameter of the round symbols.
    smooth : bool
        Whether they are drawn at their exact places, not pasted at whole pixels.
    """

    places_px: Array
    size_px: tuple[int, int]
    symbol_px: float
    smooth: bool


Draw = Callable[[Drawing], "Array"]
"""Draws symbols on white: their picture, shape (h, w, 3), as the map program draws them."""


@dataclass(frozen=True)
class InView:
    """The records in the picture and what protects them.

    Attributes
    ----------
    true_m : ndarray, shape (n, 2)
        On the plane of the attack.
    rows : ndarray of int, shape (n,)
        Their rows in the layer.
    protection : Addresses or People
    need : int
        Fewest candidates of a record.
    """

    true_m: Array
    rows: Array
    protection: Protection
    need: int


def find_remedy(secret: InView, page: Page, smooth: bool, draw: Draw, progress: Progress) -> Remedy:
    """Find the largest resolution that passes, for symbols as large as the picture's and larger.

    Parameters
    ----------
    secret : InView
    page : Page
        The picture that was attacked.
    smooth : bool
        Whether its markers keep the position inside the pixel. They are tried like that and at whole pixels.
    draw : callable
        See :data:`Draw`.
    progress : callable
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
        """Draw the records, find the dots, and count the records found among too few candidates.

        0 where no dots are found: that says nothing of the drawing, only its best reading does.
        """
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
