# SPDX-License-Identifier: GPL-2.0-or-later
"""What would make a picture safe: the finest picture of the same page that exposes nobody.

The true points are drawn again at coarser resolutions and with larger symbols, on white paper and nothing
else, and that drawing is attacked with its place given away. Whatever the attack makes of it, each drawing
is judged by its best reading too, see :mod:`.....core.mapimage.reidentify.redraw`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from qgis.core import (
    QgsFeature,
    QgsGeometry,
    QgsMapRendererSequentialJob,
    QgsMapSettings,
    QgsMarkerSymbol,
    QgsPointXY,
    QgsProperty,
    QgsRectangle,
    QgsSingleSymbolRenderer,
    QgsSymbolLayer,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QColor

from .....core.base.errors import InputError
from .....core.base.progress import Progress, part
from .....core.mapimage.markers.dots import Dots, find_dots
from .....core.mapimage.reidentify import score
from .....core.mapimage.reidentify.redraw import Page, finest_that_passes, hidden, pasted_places, resolutions

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
    trials: tuple
    move_m: np.ndarray

    @property
    def enough(self) -> tuple:
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
class Secret:
    """The records in the picture and what protects them.

    ``true_m`` (n, 2) metres in the plane of the attack; ``rows`` (n,) their rows in the layer;
    ``protection`` counts candidates: ``around(where_m, true_m, error_m, rows, square)`` and
    ``reach_of(where_m, rows, k)``; ``need`` is the fewest candidates of a record.
    """

    true_m: np.ndarray
    rows: np.ndarray
    protection: Any
    need: int


def find_remedy(secret: Secret, page: Page, smooth: bool, progress: Progress) -> Remedy:
    """Find the largest resolution that passes, for symbols as large as the picture's and larger.

    Parameters
    ----------
    secret : Secret
    page : Page
        The picture that was attacked.
    smooth : bool
        Whether its markers keep the position inside the pixel. They are tried like that and at whole pixels.
    progress : callable
    """
    judge = _Judge(secret, page)
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


def _search(judge: _Judge, symbol_mm: float, smooth: bool, tried: list, progress: Progress) -> None:
    """Halve by the best reading, which costs no drawing; then attack, ever coarser until one passes."""
    start = finest_that_passes(tried, lambda dpi: judge.read(dpi, symbol_mm, smooth).exposed)
    for dpi in tried[start:] if start is not None else []:
        progress(0.5, "")
        if not judge.attacked(dpi, symbol_mm, smooth).exposed:
            return


class _Judge:
    """Judges drawings and remembers them in ``trials``."""

    def __init__(self, secret: Secret, page: Page):
        self.trials: dict[tuple, Trial] = {}
        self._secret, self._page = secret, page
        self._candidates: dict[float, np.ndarray] = {}

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
        found = _exposed_by_attack(self._secret, self._page.pixel_m(dpi), symbol_mm / 25.4 * dpi, smooth)
        trial = Trial(dpi, symbol_mm, smooth, read.by_best_reading, found)
        self.trials[dpi, symbol_mm, smooth] = trial
        return trial

    def _fewest(self, dpi: float, symbol_mm: float, smooth: bool) -> np.ndarray:
        """Candidates of each record, the fewest wherever the grid of pixels lies."""
        true_m, rows, around = self._secret.true_m, self._secret.rows, self._secret.protection.around
        pixel_m = self._page.pixel_m(dpi)
        if smooth:
            error_m = np.full(len(rows), pixel_m * self._page.smooth_error_px(dpi, symbol_mm))
            return around(true_m, true_m, error_m, rows, False)[2]
        if dpi not in self._candidates:
            places = pasted_places(true_m, pixel_m)
            times = len(places)
            error_m = np.full(times * len(rows), pixel_m / np.sqrt(12))
            every = around(
                places.reshape(-1, 2), np.tile(true_m, (times, 1)), error_m, np.tile(rows, times), True
            )[2]
            self._candidates[dpi] = every.reshape(times, -1).min(axis=0)
        return self._candidates[dpi]


def _exposed_by_attack(secret: Secret, pixel_m: float, symbol_px: float, smooth: bool) -> int:
    """Draw the records, find the dots, and count the records found among too few candidates.

    0 where no dots are found: that says nothing of the drawing, only its best reading does.
    """
    low = secret.true_m.min(axis=0) - MARGIN_PX * pixel_m
    span = (secret.true_m.max(axis=0) - low) / pixel_m + MARGIN_PX
    size = np.maximum(np.ceil(span), LEAST_PX).astype(int)
    try:
        dots = find_dots(_drawn(secret.true_m, low, size, pixel_m, symbol_px, smooth))
    except InputError:
        return 0
    where = np.column_stack([low[0] + dots.x_px * pixel_m, low[1] + (size[1] - dots.y_px) * pixel_m])
    error_px = np.asarray(dots.error_px, float)
    record, _ = score.assign(where, secret.true_m, reach_px(dots, error_px) * pixel_m)
    matched = record != score.UNMATCHED
    if not matched.any():
        return 0
    found = record[matched]
    candidates = secret.protection.around(
        where[matched], secret.true_m[found], error_px[matched] * pixel_m, secret.rows[found],
        dots.regime == "snapped",
    )[2]  # fmt: skip
    return int(np.count_nonzero(candidates < secret.need))


def reach_px(dots: Dots, error_px) -> np.ndarray:
    """How far from its dot a record may lie, pixels: the most of 1.5, 0.6 radii and three standard errors."""
    radius = np.array([kind.radius_px for kind in dots.classes])[dots.dot_class]
    return np.maximum(np.maximum(1.5, 0.6 * radius), 3 * error_px)


def _drawn(true_m, low, size, pixel_m: float, symbol_px: float, smooth: bool) -> np.ndarray:
    layer = QgsVectorLayer("Point", "dots", "memory")
    features = []
    for x, y in true_m:
        feature = QgsFeature()
        feature.setGeometry(QgsGeometry.fromPointXY(QgsPointXY(x, y)))
        features.append(feature)
    layer.dataProvider().addFeatures(features)
    layer.updateExtents()
    layer.setRenderer(QgsSingleSymbolRenderer(_symbol(symbol_px, smooth)))
    settings = QgsMapSettings()
    settings.setOutputSize(QSize(int(size[0]), int(size[1])))
    settings.setExtent(QgsRectangle(low[0], low[1], low[0] + size[0] * pixel_m, low[1] + size[1] * pixel_m))
    settings.setBackgroundColor(QColor("#ffffff"))
    settings.setLayers([layer])
    job = QgsMapRendererSequentialJob(settings)
    job.start()
    job.waitForFinished()
    image = job.renderedImage()
    image = image.convertToFormat(image.Format.Format_RGB888)
    bits = image.constBits()
    bits.setsize(image.sizeInBytes())
    lines = np.frombuffer(bytes(bits), np.uint8).reshape(image.height(), image.bytesPerLine())
    return np.ascontiguousarray(lines[:, : 3 * image.width()].reshape(image.height(), image.width(), 3))


def _symbol(diameter_px: float, smooth: bool) -> QgsMarkerSymbol:
    symbol = QgsMarkerSymbol.createSimple(
        {
            "name": "circle",
            "color": "#c8102e",
            "size": str(diameter_px),
            "size_unit": "Pixel",
            "outline_style": "no",
        }
    )
    if smooth:
        # A size that QGIS must look up for each feature keeps it from pasting one picture at whole pixels.
        size = QgsProperty.fromExpression(str(diameter_px))
        symbol.symbolLayer(0).setDataDefinedProperty(QgsSymbolLayer.Property.PropertySize, size)
    return symbol
