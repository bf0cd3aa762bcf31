# SPDX-License-Identifier: GPL-2.0-or-later
"""Place a picture by control points: the models of QGIS's Georeferencer, chosen by leave-one-out error.

The residual at the points themselves misleads (a thin plate always shows 0); the error at a point that
was left out of the fit ranks the models rightly, so it makes the choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

import numpy as np

from ...base.arrays import Array, Floats
from ...base.errors import InputError, Phrase, named
from ...base.scientific import spatial

MODELS = {
    "linear": 2,
    "helmert": 2,
    "affine": 3,
    "projective": 4,
    "polynomial2": 6,
    "polynomial3": 10,
    "thinplate": 4,
}
"""Models by name, simplest first, with the number of points each needs at least."""

SIMPLER_WINS = 1.1
"""A simpler model is taken where its leave-one-out error is at most this many times the smallest."""


@dataclass(frozen=True)
class ControlPoints:
    """Points known in the picture and on the map."""

    pixel: Array
    """Shape (n, 2). Column and row, the corner of the picture at (0, 0), rows downwards, pixels."""
    map_m: Array
    """Shape (n, 2). Easting and northing, map units."""

    def __len__(self) -> int:
        return len(self.pixel)


@dataclass(frozen=True)
class Fit:
    """A picture placed by control points."""

    model: str
    """Name of the model."""
    to_map: Callable[..., Any]
    """``(n, 2)`` pixels to ``(n, 2)`` map coordinates."""
    residual: Array
    """Shape (n,). Distance between given and fitted map position of each point, map units."""
    rmse: float
    """Root mean square residual, map units."""
    left_out: Array
    """Shape (n,). Error at each point when the others alone make the fit, map units; NaN where too few are
    left."""

    @property
    def left_out_rmse(self) -> float:
        """Root mean square of the leave-one-out errors, map units; NaN where none could be made."""
        known = self.left_out[np.isfinite(self.left_out)]
        return float(np.sqrt(np.mean(known**2))) if len(known) == len(self.left_out) else np.nan


def fit_points(points: ControlPoints, model: str = "auto") -> Fit:
    """Fit one model, or the simplest of those whose leave-one-out error is about the smallest.

    ``points``: at least as many as the model needs, not repeated, not in one line. ``model``: a key of
    :data:`MODELS`, or ``auto``. Raises InputError where there are too few points, repeated points, points in
    one line, or an unknown model.
    """
    _check(points)
    if model != "auto":
        return _fit_one(points, model)
    usable = [name for name, need in MODELS.items() if len(points) > need]
    if not usable:
        return _fit_one(points, "helmert")
    fits = []
    for name in usable:
        try:
            fits.append(_fit_one(points, name))
        except InputError:
            continue
    judged = [fit for fit in fits if np.isfinite(fit.left_out_rmse)]
    if not judged:
        return _fit_one(points, "helmert")
    least = min(fit.left_out_rmse for fit in judged)
    enough = SIMPLER_WINS * least + 1e-9 * float(np.ptp(points.map_m, axis=0).max())
    return next(fit for fit in judged if fit.left_out_rmse <= enough)


def _fit_one(points: ControlPoints, model: str) -> Fit:
    if model not in MODELS:
        raise InputError(
            "control_points.model.unknown",
            "There is no model called {model}. Choose one of {known}.",
            model=model,
            known=", ".join(MODELS),
        )
    need = MODELS[model]
    if len(points) < need:
        raise InputError(
            "control_points.model.too_few",
            "The model {model} needs at least {need} control points; {count} are given.",
            model=model,
            need=need,
            count=len(points),
        )
    if model not in ("linear", "helmert") and _flat(points.pixel):
        raise InputError(
            "control_points.position.one_line",
            "The control points lie in one line: the model {model} cannot be fitted. Add one beside it.",
            model=model,
        )
    if model == "linear" and (np.ptp(points.pixel, axis=0) < 1e-9).any():
        raise InputError(
            "control_points.position.one_row",
            "The control points lie in one row or column: the linear model cannot be fitted.",
        )
    to_map = _solve(points.pixel, points.map_m, model)
    residual = np.hypot(*(to_map(points.pixel) - points.map_m).T)
    if not np.isfinite(residual).all():
        raise InputError(
            "control_points.model.undetermined",
            "The control points do not determine the model {model}. Spread them over the picture.",
            model=model,
        )
    return Fit(model, to_map, residual, float(np.sqrt(np.mean(residual**2))), _leave_one_out(points, model))


def _leave_one_out(points: ControlPoints, model: str) -> Array:
    errors = np.full(len(points), np.nan)
    if len(points) <= MODELS[model]:
        return errors
    for i in range(len(points)):
        keep = np.arange(len(points)) != i
        if model not in ("linear", "helmert") and _flat(points.pixel[keep]):
            continue
        try:
            to_map = _solve(points.pixel[keep], points.map_m[keep], model)
        except np.linalg.LinAlgError:
            continue
        errors[i] = np.hypot(*(to_map(points.pixel[i : i + 1]) - points.map_m[i : i + 1])[0])
    return errors


def _check(points: ControlPoints) -> None:
    if not (np.isfinite(points.pixel).all() and np.isfinite(points.map_m).all()):
        raise InputError(
            "control_points.coordinate.not_number", "A control point has a coordinate that is not a number."
        )
    if len(points) < 2:
        raise InputError(
            "control_points.file.too_few",
            "At least 2 control points are needed; {count} are given.",
            count=len(points),
        )
    for side, where in ((points.pixel, Phrase("in the picture")), (points.map_m, Phrase("on the map"))):
        repeated = _repeated(side)
        if len(repeated):
            raise InputError(
                "control_points.position.repeated",
                "Control points {points} stand at the same place {where}. Keep one of them.",
                points=named(repeated + 1),
                where=where,
            )


def _repeated(side: Floats) -> Array:
    close = 1e-9 * max(float(np.ptp(side, axis=0).max()), 1e-30)
    pairs = spatial.cKDTree(side).query_pairs(close)
    return np.unique(np.array(sorted(pairs), int).reshape(-1))


def _flat(pixel: Floats) -> bool:
    spread = np.linalg.svd(pixel - pixel.mean(axis=0), compute_uv=False)
    return spread[1] < 1e-4 * spread[0]


def _solve(pixel: Floats, map_m: Floats, model: str) -> Callable[..., Any]:
    """Fit in coordinates of about one unit, so that cubes of pixel numbers do not spoil the digits."""
    pixel_frame, map_frame = _Frame.of(pixel), _Frame.of(map_m)
    inner = _SOLVERS[model](pixel_frame.shrink(pixel), map_frame.shrink(map_m))
    return lambda where: map_frame.grow(inner(pixel_frame.shrink(np.asarray(where, float))))


@dataclass(frozen=True)
class _Frame:
    centre: Array
    size: float

    @classmethod
    def of(cls, where: Floats) -> _Frame:
        return cls(where.mean(axis=0), float(np.abs(where - where.mean(axis=0)).max()))

    def shrink(self, where: Floats) -> Floats:
        return (where - self.centre) / self.size

    def grow(self, where: Floats) -> Floats:
        return where * self.size + self.centre


def _linear(p: Floats, q: Floats) -> Callable[..., Any]:
    east = np.polyfit(p[:, 0], q[:, 0], 1)
    north = np.polyfit(p[:, 1], q[:, 1], 1)
    return lambda w: np.column_stack([np.polyval(east, w[:, 0]), np.polyval(north, w[:, 1])])


def _helmert(p: Floats, q: Floats) -> Callable[..., Any]:
    """Turn, scale and shift; rows run down and northings up, so the turn is of the mirrored picture."""
    ones, none = np.ones(len(p)), np.zeros(len(p))
    rows = np.vstack(
        [np.column_stack([p[:, 0], p[:, 1], ones, none]), np.column_stack([-p[:, 1], p[:, 0], none, ones])]
    )
    a, b, east, north = np.linalg.lstsq(rows, np.concatenate([q[:, 0], q[:, 1]]), rcond=None)[0]
    return lambda w: np.column_stack([a * w[:, 0] + b * w[:, 1] + east, b * w[:, 0] - a * w[:, 1] + north])


def _polynomial(order: int) -> Callable[[Floats, Floats], Callable[..., Any]]:
    powers = [(i, j) for i in range(order + 1) for j in range(order + 1 - i)]

    def solve(p: Floats, q: Floats) -> Callable[..., Any]:
        terms = np.linalg.lstsq(_terms(p, powers), q, rcond=None)[0]
        return lambda w: _terms(w, powers) @ terms

    return solve


def _terms(p: Floats, powers: list[tuple[int, int]]) -> Floats:
    return np.column_stack([p[:, 0] ** i * p[:, 1] ** j for i, j in powers])


def _projective(p: Floats, q: Floats) -> Callable[..., Any]:
    rows = []
    for (x, y), (e, n) in zip(p, q):
        rows.append([x, y, 1, 0, 0, 0, -e * x, -e * y, -e])
        rows.append([0, 0, 0, x, y, 1, -n * x, -n * y, -n])
    h = np.linalg.svd(np.array(rows))[2][-1].reshape(3, 3)

    def to_map(w: Floats) -> Floats:
        away = np.column_stack([w, np.ones(len(w))]) @ h.T
        return away[:, :2] / away[:, 2:]

    return to_map


def _thin_plate(p: Floats, q: Floats) -> Callable[..., Any]:
    """Interpolate with the kernel r² log r (Bookstein 1989)."""
    count = len(p)
    system = np.zeros((count + 3, count + 3))
    system[:count, :count] = _plate(p, p)
    system[:count, count:] = np.column_stack([np.ones(count), p])
    system[count:, :count] = system[:count, count:].T
    weights = np.linalg.solve(system, np.vstack([q, np.zeros((3, 2))]))
    return lambda w: _plate(w, p) @ weights[:count] + np.column_stack([np.ones(len(w)), w]) @ weights[count:]


def _plate(a: Floats, b: Floats) -> Floats:
    square = np.sum((a[:, None] - b[None]) ** 2, axis=2)
    return np.where(square > 0, square * np.log(np.where(square > 0, square, 1)), 0.0) / 2


_SOLVERS = {
    "linear": _linear,
    "helmert": _helmert,
    "affine": _polynomial(1),
    "projective": _projective,
    "polynomial2": _polynomial(2),
    "polynomial3": _polynomial(3),
    "thinplate": _thin_plate,
}


def read_points(text: str) -> tuple[Any, ...]:
    """Read QGIS's ``.points`` file or any table with the same column names.

    Old files say ``pixelX, pixelY`` where new ones say ``sourceX, sourceY``. Rows are stored negative
    (downwards is negative y); a table whose rows are positive is taken as it is.

    Parameters
    ----------
    text : str
        The file.

    Returns
    -------
    points : ControlPoints
        The enabled points.
    crs : str
        WKT or authority id of the first line, or an empty text.

    Raises
    ------
    InputError
        Columns are missing or a value is not a number.
    """
    lines = [line.strip() for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    crs = ""
    while lines and lines[0].startswith("#"):
        head = lines.pop(0)
        if head.upper().startswith("#CRS:"):
            crs = head[5:].strip()
    if not lines:
        raise InputError("control_points.file.empty", "The file of control points is empty.")
    separator = next((s for s in (";", "\t", ",") if s in lines[0]), ",")
    names = [name.strip().strip('"').lower() for name in lines[0].split(separator)]
    columns = [
        _column(names, wanted)
        for wanted in (
            ("mapx", "x", "e"),
            ("mapy", "y", "n"),
            ("sourcex", "pixelx", "col"),
            ("sourcey", "pixely", "row"),
        )
    ]
    enable = names.index("enable") if "enable" in names else None
    rows = []
    for number, line in enumerate(lines[1:], start=2):
        cells = [cell.strip().strip('"') for cell in line.split(separator)]
        try:
            if enable is not None and float(cells[enable]) == 0:
                continue
            rows.append([float(cells[c]) for c in columns])
        except (ValueError, IndexError) as reason:
            raise InputError(
                "control_points.line.not_numbers",
                "Line {number} of the control points is not four numbers: {line}",
                number=number,
                line=line[:60],
            ) from reason
    table = np.array(rows, float).reshape(-1, 4)
    sign = -1.0 if len(table) and (table[:, 3] <= 0).all() else 1.0
    return ControlPoints(table[:, 2:] * [1.0, sign], table[:, :2]), crs


def _column(names: list[str], wanted: tuple[str, str, str]) -> int:
    for name in wanted:
        if name in names:
            return names.index(name)
    raise InputError(
        "control_points.column.missing",
        "The control points have no column {name}. A .points file of the Georeferencer has "
        "mapX, mapY, sourceX, sourceY.",
        name=wanted[0],
    )
