# SPDX-License-Identifier: GPL-2.0-or-later
"""Charts by matplotlib: of true homes, dressed in many ways, and of anything else that papers plot."""

from __future__ import annotations

import io

import numpy as np

EACH = {True: 6, False: 4}
"""Charts of each kind: of homes, of anything else."""
EARTH_M = 111_195.0
"""Metres of a degree of latitude."""


def homes(source):
    """Homes of a state in degrees and on a plane in metres: 15 to 120, evenly or about towns."""
    count = int(source.integers(15, 121))
    where = source.random((count, 2))
    if source.random() < 0.5:
        where = source.random((6, 2))[source.integers(0, 6, count)] + source.normal(0, 0.07, (count, 2))
    lonlat = where * [source.uniform(1, 4), source.uniform(1, 4)] + [source.uniform(-100, -70), 42]
    east = (lonlat[:, 0] - lonlat[:, 0].mean()) * EARTH_M * np.cos(np.radians(lonlat[:, 1]))
    return lonlat, np.column_stack([east, (lonlat[:, 1] - lonlat[:, 1].mean()) * EARTH_M])


def turned(metres, source):
    """Turned by 10 to 80 degrees."""
    turn = np.radians(source.uniform(10, 80))
    return metres @ [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]


def _among(dots, count, source):
    return np.concatenate([dots, dots.min(axis=0) + source.random((count, 2)) * np.ptp(dots, axis=0)])


def _moved(dots, source):
    return dots + source.normal(0, 0.02, dots.shape) * np.ptp(dots, axis=0)


def _components(metres):
    middle = metres - metres.mean(axis=0)
    return middle @ np.linalg.svd(middle, full_matrices=False)[2].T / middle.std(axis=0)


DRESSINGS = {
    "over degrees": lambda lonlat, _metres, _source: lonlat,
    "turned and stretched": lambda _lonlat, metres, source: turned(metres, source),
    "sheared": lambda _lonlat, metres, source: turned(metres, source) @ [[1, source.uniform(0.3, 1)], [0, 1]],
    "principal components": lambda _lonlat, metres, _source: _components(metres),
    "half of them, turned and stretched": lambda _lonlat, metres, source: turned(metres[::2], source),
    "among as many others, turned and stretched":
        lambda _lonlat, metres, source: _among(turned(metres, source), len(metres), source),
    "among sixty others": lambda lonlat, _metres, source: _among(lonlat, 60, source),
    "over two logarithms": lambda _lonlat, metres, _source: np.log(metres - metres.min(axis=0) + 2_000),
    "over one logarithm": lambda lonlat, _metres, _source:
        np.column_stack([lonlat[:, 0], np.log(lonlat[:, 1] - lonlat[:, 1].min() + 0.05)]),
    "moved by a fiftieth": lambda lonlat, _metres, source: _moved(lonlat, source),
}  # fmt: skip
"""How homes are dressed, of degrees, metres and a source of chance. Every chart stretches its axes anew."""


def _roc(source):
    return np.sort(source.random((int(source.integers(20, 80)), 2)), axis=0)


def _umap(source):
    middles = source.random((int(source.integers(3, 9)), 2)) * 12
    return np.concatenate([middle + source.normal(0, source.uniform(0.3, 1), (30, 2)) for middle in middles])


def _volcano(source):
    effect = source.normal(0, 1, 250)
    return np.column_stack([effect, effect**2 * source.random(250) + source.exponential(0.5, 250)])


def _laboratory(source):
    cells = source.normal(41, 4, 90)
    return np.column_stack([cells, cells / 3 + source.normal(0, 0.8, 90)])


def _bland_altman(source):
    return np.column_stack([source.normal(80, 15, 60), source.normal(0, 4, 60)])


def _funnel(source):
    error = source.random(60)
    return np.column_stack([source.normal(0, 1, 60) * error, error])


def _survival(source):
    months = np.sort(source.exponential(20, 40))
    return np.column_stack([months, np.cumprod(1 - source.uniform(0, 0.05, 40))])


def _forest(source):
    rows = np.arange(14.0)
    effect = source.normal(0, 0.5, 14)
    return np.concatenate([np.column_stack([effect + by, rows]) for by in (-0.4, 0, 0.4)])


def _groups(source):
    return np.column_stack([np.repeat(np.arange(4), 20) + source.normal(0, 0.08, 80), source.gamma(3, 2, 80)])


def _ages(source):
    age = source.uniform(20, 90, 120)
    return np.column_stack([age, 90 + age * 0.6 + source.normal(0, 12, 120)])


HARMLESS = {
    "ROC": _roc, "UMAP": _umap, "volcano": _volcano, "laboratory values": _laboratory,
    "Bland and Altman": _bland_altman, "funnel": _funnel, "survival": _survival, "forest": _forest,
    "strips by group": _groups, "pressure by age": _ages,
}  # fmt: skip
"""Charts of anything else."""


def pictured(dots, source):
    """A scatter plot of dots in a picture of its own size, at any resolution: shape (h, w, 3)."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(source.uniform(4, 7), source.uniform(3.5, 6)))
    axes.scatter(*dots.T, s=source.uniform(8, 30), color=mpl.colormaps["tab10"](int(source.integers(10))))
    held = io.BytesIO()
    figure.savefig(held, dpi=source.uniform(80, 150))
    pyplot.close(figure)
    return np.ascontiguousarray((pyplot.imread(io.BytesIO(held.getvalue()))[:, :, :3] * 255).astype(np.uint8))
