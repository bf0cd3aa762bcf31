# SPDX-License-Identifier: GPL-2.0-or-later
"""Place a picture on the map: by control points, by an outline, or by what its file says of its place."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Callable

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.errors import InputError, Phrase
from ...base.progress import Progress, silent
from ...geometry.sphere import haversine_m
from ..picture import Box
from ..vector.repeated import VectorDots, VertexPlacement, placed_by_vertices
from .control_points import ControlPoints, Fit, fit_points
from .placement import CLEAR, Outline, Placement, Search, place, placed_again
from .projections import WGS84, Crs, Region, projections_for, system_of
from .systems import System
from .unlisted import place_unlisted
from .warp import on_map

BY_OUTLINE, BY_POINTS, BY_FILE = "outline", "control points", "the file itself"
"""What placed a picture, as METHOD says it."""
DEGREES = Crs.of(WGS84)
"""Longitude and latitude."""
MOST_VERTICES = 60_000
"""Beyond, outlines are thinned before the search, whose time grows with them."""
FINEST = 1 / 20_000
"""Share of an outline's size below which sides are left out of a thinned one: no picture shows them."""
CORNER = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
"""A place in a picture, one a pixel to the right and one a pixel below."""
ERROR_PX = 0.5
"""Error of a placement where nothing tells it; chosen: half a pixel."""


@dataclass(frozen=True)
class FilePosition:
    """Where a file says that its picture lies: ``matrix`` (2, 3) from columns and rows to map units."""

    matrix: Array
    crs: Crs


@dataclass(frozen=True)
class Lines:
    """Lines of a layer, degrees."""

    lines: tuple[Array, ...]
    """Shape (n, 2). Longitudes and latitudes; empty where the layer has none."""
    crs: Crs = DEGREES
    """Of the layer: the likeliest of a picture that shows it."""
    name: str = ""
    """Of the layer."""
    features: tuple[Any, ...] = ()
    """The feature that each line belongs to."""

    def drawn_in(self, system: System) -> Outline | None:
        """The outline in a system; None where there is none.

        Raises InputError where a line has no place in the system.
        """
        if not self.lines:
            return None
        ends = np.cumsum([len(line) for line in self.lines])[:-1]
        lines = np.split(system.forward(np.vstack(self.lines)), ends)
        if not np.isfinite(lines[0]).all():
            raise self._misfit(system)
        if sum(map(len, lines)) > MOST_VERTICES:
            lines = _thinned(lines)
        return Outline(np.vstack(lines), np.cumsum([0, *(len(line) for line in lines)]))

    def _misfit(self, system: System) -> InputError:
        """Which feature has no place in a system."""
        off = [not np.isfinite(system.forward(line)).all() for line in self.lines]
        return InputError(
            "outline.feature.outside_crs",
            "Layer “{layer}”: feature {row} does not fit the coordinate system of the picture.",
            layer=self.name,
            row=str(self.features[off.index(True)] if self.features else off.index(True) + 1),
        )


@dataclass(frozen=True)
class Reference:
    """What a picture may be placed by; control points come first, then the outline, then the file."""

    outline: Lines | None = None
    """Lines that the picture shows."""
    crs: Crs | None = None
    """Of the picture or of its control points, where it is known."""
    points: ControlPoints | None = None
    at_file: FilePosition | None = None
    largest_turn_deg: float = 10.0
    """Scans may be turned by up to this."""
    chosen: Mapping[Any, str] = field(default_factory=dict)
    """Operations that the user prefers, see :func:`.projections.system_of`."""

    @property
    def says_where(self) -> bool:
        """Whether there is anything to place a picture by."""
        return self.points is not None or self.outline is not None or self.at_file is not None

    def system(self, crs: Crs) -> System:
        """A coordinate system by the operations that the user prefers."""
        return system_of(crs, self.chosen)

    def outline_in(self, system: System) -> Outline | None:
        """The outline in a system; None where there is none."""
        return None if self.outline is None else self.outline.drawn_in(system)


@dataclass(frozen=True)
class Placed:
    """A picture on the map."""

    to_map: Callable[[Array], Array]
    """``(n, 2)`` columns and rows (corner of the picture at 0, 0) to ``(n, 2)`` map coordinates."""
    system: System
    """Of the map coordinates."""
    affine: Array | None
    """Shape (2, 3), or None. The same as a matrix, where it is one."""
    metres_per_px: float
    """Size of a pixel at the middle of the picture."""
    metres_per_unit: float
    """Metres of a map unit there."""
    error_px: float
    """Expected error of the placement, mean over the picture; NaN where it is not known."""
    how: str
    """``outline``, ``control points`` or ``the file itself``."""
    placement: Placement | None = None
    fit: Fit | None = None
    """What placed it: a :class:`Placement`, a :class:`Fit`, or neither."""
    points: ControlPoints | None = None
    """The control points used, or the corners of an automatic placement."""
    box: Box | None = None
    """The part of the picture that was placed, where the whole was not."""
    others: tuple[str, ...] = ()
    """Names of the systems that cannot be told from this one in the picture."""
    vertices: VertexPlacement | None = None
    """What made the placement exact: vertices that page and outline share."""
    warnings: tuple[Phrase, ...] = ()

    @property
    def matrix(self) -> Array | None:
        """Shape (2, 3), or (3, 3) of a picture seen aslant: see :func:`.warp.on_map`; None where bent."""
        return self.affine if self.affine is not None or self.placement is None else self.placement.to_map

    @property
    def blur_px(self) -> float:
        """Standard error along each axis that the placement adds to a dot."""
        return (self.error_px if np.isfinite(self.error_px) else ERROR_PX) / math.sqrt(2)

    def to_lonlat(self, pixels: Floats) -> Array:
        """Longitudes and latitudes of pixel positions, shape (n, 2).

        Raises
        ------
        InputError
            One of them is no place on Earth.
        """
        return self.system.to_lonlat(self.to_map(np.asarray(pixels, float).reshape(-1, 2)))

    def to_pixels(self, outline: Outline) -> list[Array]:
        """Lines in the system of the picture as columns and rows; none where the picture was bent."""
        if self.matrix is None:
            return []
        back = np.linalg.inv(np.vstack([self.matrix, [0, 0, 1]])[:3])
        return np.split(on_map(back, outline.vertices), outline.start[1:-1])


def place_picture(
    rgb: Ints,
    reference: Reference,
    dot_mask: Bools | None = None,
    vector: VectorDots | None = None,
    progress: Progress = silent,
) -> Placed:
    """Place a picture by what is known of it.

    Parameters
    ----------
    rgb : ndarray of uint8, shape (h, w, 3)
    dot_mask : ndarray of bool, shape (h, w), optional
        Pixels of dots, which hide lines.
    vector : VectorDots, optional
        The page's dots and lines as paths: its vertices make a placement by the outline exact.

    Raises
    ------
    InputError
        Nothing to place it by, or no placement that can be trusted.
    """
    if reference.points is not None:
        return _by_points(rgb, reference, reference.points)
    if reference.outline is not None:
        placed = _by_outline(rgb, reference, reference.outline, dot_mask, progress)
        return _sharpened(rgb, reference.outline, placed, vector)
    if reference.at_file is None:
        raise InputError(
            "picture.place.unknown",
            "Give an outline or control points: the picture's file itself does not say where it is.",
        )
    return _by_file(rgb, reference, reference.at_file)


def panels_of(
    rgb: Ints,
    reference: Reference,
    placed: Placed,
    dot_mask: Bools | None = None,
    vector: VectorDots | None = None,
) -> list[Placed]:
    """The map that was placed, and every further one of the same outline and size in a picture: its panels.

    ``rgb``, ``reference``, ``dot_mask``, ``vector``: as for :func:`place_picture`.
    """
    box = outline_box(reference, placed, rgb.shape)
    outline = reference.outline_in(placed.system)
    if box is None or outline is None or placed.placement is None or placed.placement.aslant:
        return [placed]
    size, room = np.array([box.bottom - box.top, box.right - box.left]), np.array(rgb.shape[:2])
    if not (room >= (1 + CLEAR) * size).any():
        return [placed]
    found = placed_again(rgb, outline, placed.placement, dot_mask)
    further = (_placed(rgb, one, placed.system) for one in found)
    return [placed, *(_sharpened(rgb, reference.outline, one, vector) for one in further)]


def outline_px(reference: Reference, placed: Placed) -> list[Array]:
    """Lines of the outline as columns and rows of the picture; none without one, or where it was bent."""
    outline = reference.outline_in(placed.system) if placed.matrix is not None else None
    return [] if outline is None else placed.to_pixels(outline)


def outline_box(reference: Reference, placed: Placed, shape: tuple[int, ...]) -> Box | None:
    """What the outline spans of a picture of a shape; None where it is not in view, or not known."""
    height, width = shape[:2]
    where = np.vstack([np.empty((0, 2)), *outline_px(reference, placed)])
    where = where[((where >= 0) & (where <= [width, height])).all(axis=1)]
    if not len(where):
        return None
    (left, top), (right, bottom) = np.floor(where.min(axis=0)), np.ceil(where.max(axis=0))
    return Box(int(top), int(bottom), int(left), int(right))


def _by_points(rgb: Ints, reference: Reference, points: ControlPoints) -> Placed:
    if reference.crs is None:
        raise InputError(
            "control_points.crs.missing", "The control points do not say their coordinate system. Set CRS."
        )
    system, fit = reference.system(reference.crs), fit_points(points)
    units, metres = _sizes(fit.to_map, system, rgb)
    height, width = rgb.shape[:2]
    outside = (points.pixel < -1).any() or (points.pixel > [width + 1, height + 1]).any()
    beside = Phrase("Some control points lie outside the picture: is it the picture they were made for?")
    affine = _matrix_of(fit.to_map) if fit.model in ("linear", "helmert", "affine") else None
    return Placed(
        fit.to_map, system, affine, units * metres, metres, fit.left_out_rmse / units, BY_POINTS,
        fit=fit, points=points, warnings=(beside,) if outside else (),
    )  # fmt: skip


def _by_file(rgb: Ints, reference: Reference, told: FilePosition) -> Placed:
    to_map, system = partial(on_map, told.matrix), reference.system(told.crs)
    units, metres = _sizes(to_map, system, rgb)
    return Placed(to_map, system, told.matrix, units * metres, metres, math.nan, BY_FILE)


def _by_outline(
    rgb: Ints, reference: Reference, lines: Lines, dot_mask: Bools | None, progress: Progress
) -> Placed:
    search = Search(largest_turn_deg=reference.largest_turn_deg)
    progress(0, Phrase("Looking for the outline in the picture"))
    if reference.crs is not None:
        system = reference.system(reference.crs)
        outline = _present(lines, system)
        return _placed(rgb, place(rgb, outline, dot_mask, search, progress), system)
    lonlat = _present(lines, system_of(DEGREES))
    known = projections_for(Region.about(lonlat.vertices), lines.crs, reference.chosen)
    found = place_unlisted(rgb, lonlat, known.bases, known.systems, dot_mask, search, progress)
    placed = _placed(rgb, found.placement, found.system)
    return replace(
        placed, box=found.box, others=tuple(system.name for system in found.others),
        warnings=placed.warnings if found.box is None else (_part_alone(found.box),),
    )  # fmt: skip


def _present(lines: Lines, system: System) -> Outline:
    outline = lines.drawn_in(system)
    if outline is None:
        raise InputError("outline.layer.no_lines", "The outline has no lines.")
    return outline


def _part_alone(box: Box) -> Phrase:
    return Phrase(
        "Only a part of the picture was placed, columns {left} to {right} and rows {top} to {bottom}: it "
        "stands alone, and the whole fits nowhere. Dots outside it may belong to another map.",
        left=box.left,
        right=box.right,
        top=box.top,
        bottom=box.bottom,
    )


def _placed(rgb: Ints, found: Placement, system: System) -> Placed:
    to_map = partial(on_map, found.to_map)
    height, width = rgb.shape[:2]
    units, metres = _sizes(to_map, system, rgb)
    corners = np.array([[0, 0], [width, 0], [0, height], [width, height]], float)
    affine = None if found.aslant else found.to_map
    return Placed(
        to_map, system, affine, units * metres, metres, found.error_px, BY_OUTLINE, placement=found,
        points=ControlPoints(corners, to_map(corners)), warnings=(_ONE_OF_SEVERAL,) if found.again else (),
    )  # fmt: skip


_ONE_OF_SEVERAL = Phrase(
    "The picture shows the outline several times, in panels. It was placed by the clearest: what the others "
    "show lies elsewhere than this placement says."
)


def _sharpened(rgb: Ints, lines: Lines | None, placed: Placed, vector: VectorDots | None) -> Placed:
    """The placement of a vector page by the vertices that it shares with the outline, where they agree."""
    if vector is None or lines is None or placed.affine is None:
        return placed
    outline = _present(lines, placed.system)
    height, width = rgb.shape[:2]
    found = placed_by_vertices(vector, (width, height), outline.vertices, placed.affine)
    if found is None:
        return placed
    to_map = partial(on_map, found.to_map)
    return replace(placed, to_map=to_map, affine=found.to_map, error_px=found.rms_px, vertices=found)


def _matrix_of(to_map: Callable[[Array], Array]) -> Array:
    base, right, down = to_map(np.array([[0.0, 0.0], [1000.0, 0.0], [0.0, 1000.0]]))
    return np.column_stack([(right - base) / 1000, (down - base) / 1000, base])


def _sizes(to_map: Callable[[Array], Array], system: System, rgb: Ints) -> tuple[float, float]:
    """Map units a pixel and metres a map unit, at the middle of the picture."""
    height, width = rgb.shape[:2]
    corner = to_map(CORNER + np.array([width / 2, height / 2]))
    units = math.sqrt(abs(np.linalg.det(corner[1:] - corner[0])))
    lonlat = system.to_lonlat(corner)
    metres = math.sqrt(haversine_m(*lonlat[0], *lonlat[1]) * haversine_m(*lonlat[0], *lonlat[2]))
    return units, metres / max(units, 1e-30)


def _thinned(lines: list[Array]) -> list[Array]:
    """Lines without vertices that no picture can show apart."""
    least = np.ptp(np.vstack(lines), axis=0).max() * FINEST
    kept = []
    for line in lines:
        walked = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
        keep = np.unique(np.searchsorted(walked, np.arange(0, walked[-1] + least, least)))
        kept.append(line[np.unique(np.concatenate([keep[keep < len(line)], [0, len(line) - 1]]))])
    return kept
