# SPDX-License-Identifier: GPL-2.0-or-later
"""Read a heat map: a raster of numbers, or a picture with a legend."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from qgis.core import QgsCoordinateReferenceSystem

from ...core.base.errors import InputError
from ...core.base.progress import Progress
from ...core.exposure.heatmap.picture import read_picture_of
from ...core.exposure.heatmap.surface import BYTE_LEVELS, FLOAT_LEVELS, Surface
from ...core.geometry.sphere import haversine_m
from ...core.mapimage.georeference.projections import system_of
from ...host.apart.process import EndedError, apart
from ...host.apart.rasters import (
    COLOUR_BANDS,
    LIMITS,
    RECORDS,
    Numbers,
    first_band,
    matrix_of,
    numbers_of,
)
from ...host.compat import open_dataset
from .mapimage.reading.georeference import chosen_operations, known_to_all

SHARED = 0.02
"""Pixels count as square where their sides differ by less than this share."""
MOST_PICTURE_PIXELS = 40_000_000
"""Of a picture, whose map may be a part: 0.5 GB as numbers; a page at 600 dpi has 35 million."""
LEAST_CLASSES, MOST_CLASSES = 3, 64
"""Numbers of a raster that are classes: each stands for all that was rounded to it."""


def read_surface(run) -> Surface:
    """The heat map that a run was given, as numbers."""
    from osgeo import gdal

    layer = run.layer("SURFACE")
    if layer is None:
        raise InputError("heatmap.layer.not_opened", "The heat map could not be opened.")
    dataset = open_dataset(layer.source(), gdal.OF_RASTER)
    if dataset is None:
        raise InputError(
            "heatmap.layer.no_raster",
            "The heat map “{layer}” is no raster that can be read.",
            layer=layer.name(),
        )
    shape = dataset.RasterYSize, dataset.RasterXSize
    surface = _placed_by(matrix_of(dataset), shape, layer.crs(), run.context)
    if surface is None:
        raise InputError(
            "heatmap.pixels.not_square",
            "The heat map “{layer}” needs a coordinate system and square pixels. Warp it first; place a "
            "picture by “Georeference a map picture”.",
            layer=layer.name(),
        )
    if _is_picture(dataset):
        return _of_colours(run, dataset, surface)
    if run.text("LEGEND"):
        raise InputError(
            "heatmap.legend.not_needed",
            "“{layer}” is a raster of numbers, which needs no LEGEND.",
            layer=layer.name(),
        )
    return _of_numbers(first_band(dataset), surface)


def numbers_in(data: bytes, context, progress: Progress) -> Surface | None:
    """A TIFF of a document as a raster of numbers; None where it is a picture, or none that can be read.

    Its system is None where the file does not say where it lies.
    """
    try:
        told = next(apart(numbers_of, (data,), LIMITS, RECORDS, progress), None)
    except EndedError as reason:
        if reason.error:
            raise InputError(
                "heatmap.reading.failed",
                "Reading it ended in an error that was not foreseen ({error}). Please report it.",
                error=reason.error,
            ) from reason
        raise InputError(
            "heatmap.reading.too_much", "Reading it took too much memory or time, so it was ended."
        ) from reason
    if told is None:
        return None
    crs = QgsCoordinateReferenceSystem.fromWkt(told.system)
    surface = _placed_by(told.matrix, told.values.shape, crs, context)
    return _of_numbers(told, surface or Surface.nowhere())


def _placed_by(
    matrix: np.ndarray, shape: tuple[int, ...], crs: QgsCoordinateReferenceSystem, context
) -> Surface | None:
    """Where a raster lies, yet without values; None without a system or with pixels that are not square."""
    sides = np.hypot(matrix[0, :2], matrix[1, :2])
    if not crs.isValid() or not sides.all() or abs(sides[0] / sides[1] - 1) > SHARED:
        return None
    row, column = shape[0] / 2, shape[1] / 2
    across = np.array([[column, row, 1], [column + 1, row, 1]])
    system = system_of(known_to_all(crs), chosen_operations(context))
    lonlat = system.to_lonlat(across @ matrix.T)
    return Surface(np.empty((0, 0)), matrix, system, float(haversine_m(*lonlat[0], *lonlat[1])))


def _of_numbers(told: Numbers, surface: Surface) -> Surface:
    values = told.values
    classes = np.unique(values[np.isfinite(values)])
    if LEAST_CLASSES <= len(classes) <= MOST_CLASSES:
        low, high = _rounded(values, classes)
        return replace(surface, values=low, rounded=high, bands=told.bands, levels=len(classes))
    return replace(
        surface, values=values, bands=told.bands, levels=BYTE_LEVELS if told.is_bytes else FLOAT_LEVELS
    )


def _rounded(values: np.ndarray, classes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Least and largest value that was rounded to each of a few numbers."""
    edges = np.concatenate(
        [classes[:1], (classes[:-1] + classes[1:]) / 2, classes[-1:] + np.diff(classes[-2:])]
    )
    at = np.searchsorted(classes, np.where(np.isfinite(values), values, classes[0]))
    return edges[at], edges[at + 1]


def _is_picture(dataset) -> bool:
    """Whether a raster holds colours: bytes of three or four bands, or of one with a table of colours."""
    from osgeo import gdal

    bands = [dataset.GetRasterBand(at + 1) for at in range(dataset.RasterCount)]
    if any(band.DataType != gdal.GDT_Byte for band in bands):
        return False
    return len(bands) in COLOUR_BANDS or bands[0].GetColorTable() is not None


def _of_colours(run, dataset, surface: Surface) -> Surface:
    """A picture's colours as values, and where its map lies."""
    if dataset.RasterXSize * dataset.RasterYSize > MOST_PICTURE_PIXELS:
        raise InputError(
            "heatmap.picture.too_large",
            "The picture has more than {most} million pixels. Cut out the map first.",
            most=MOST_PICTURE_PIXELS // 1_000_000,
        )
    colours = read_picture_of(_rgb(dataset), run.text("LEGEND") or "")
    shift = np.array([[1, 0, colours.left], [0, 1, colours.top], [0, 0, 1]])
    return replace(
        surface, values=colours.low, matrix=surface.matrix @ shift, levels=len(colours.legend.colours),
        colours=colours,
    )  # fmt: skip


def _rgb(dataset) -> np.ndarray:
    """Red, green and blue over white, shape (h, w, 3)."""
    table = dataset.GetRasterBand(1).GetColorTable()
    if table is not None:
        entries = np.full((256, 4), 255.0)
        for at in range(min(table.GetCount(), 256)):
            entries[at] = table.GetColorEntry(at)
        bands = entries[dataset.GetRasterBand(1).ReadAsArray()]
    else:
        bands = np.moveaxis(dataset.ReadAsArray(), 0, 2)
    if bands.shape[2] == 3:
        return bands.astype(np.uint8)
    opaque = bands[..., 3:].astype(float) / 255
    return (bands[..., :3] * opaque + 255 * (1 - opaque)).round().astype(np.uint8)
