# SPDX-License-Identifier: GPL-2.0-or-later
"""A raster of numbers: its first band, and where it says that it lies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.base.errors import InputError
from ...core.exposure.heatmap.inversion import MOST_PIXELS
from .decoding import in_memory, opened
from .serving import Limits

COLOUR_BANDS = (3, 4)
"""Bands of bytes that are red, green and blue, and how opaque they are."""
LIMITS = Limits(memory=3 * 2**29, cpu_s=45, clock_s=300.0, output=1_000_000_000)
"""What reading a raster may cost: 1.5 GiB."""


@dataclass(frozen=True)
class Numbers:
    """A raster of numbers."""

    values: np.ndarray
    """Shape (h, w). Of the first band; 0 where it holds none."""
    matrix: np.ndarray
    """Shape (2, 3). From columns and rows to the map."""
    system: str
    """Of the map, as WKT; empty where the file does not say where it lies."""
    bands: int
    is_bytes: bool
    """Whether it holds 256 values at most."""


RECORDS = (Numbers,)
"""What :func:`numbers_of` gives is made of."""


def numbers_of(data: bytes) -> Iterator[Numbers]:
    """A TIFF as a raster of numbers; nothing where it is a picture, or none that can be read.

    Raises
    ------
    InputError
        Damaged, or of more numbers than are turned back.
    """
    with in_memory({"raster.tif": data}) as folder:
        found = _numbers(f"{folder}/raster.tif")
    if found is not None:
        yield found


def _numbers(path: str) -> Numbers | None:
    from osgeo import gdal

    dataset = opened(path, gdal.OF_RASTER, ["GTiff"])
    if dataset is None or not dataset.RasterCount or _is_picture(dataset):
        return None
    size = dataset.RasterXSize * dataset.RasterYSize
    if size > MOST_PIXELS:
        raise InputError(
            "raster.numbers.too_many",
            "It is a raster of {millions:.0f} million numbers, more than are turned back. Check a part "
            "of it by itself.",
            millions=size / 1e6,
        )
    return first_band(dataset)


def _is_picture(dataset: Any) -> bool:
    from osgeo import gdal

    kinds = {dataset.GetRasterBand(at + 1).DataType for at in range(dataset.RasterCount)}
    return kinds == {gdal.GDT_Byte} or (kinds == {gdal.GDT_UInt16} and dataset.RasterCount in COLOUR_BANDS)


def first_band(dataset: Any) -> Numbers:
    """The numbers of GDAL's data set.

    Raises
    ------
    InputError
        Damaged.
    """
    from osgeo import gdal

    band = dataset.GetRasterBand(1)
    try:
        values = band.ReadAsArray()
    except RuntimeError:
        values = None
    if values is None:
        raise InputError("raster.numbers.damaged", "It is a raster of numbers that is damaged.")
    values = values.astype(float)
    if band.GetNoDataValue() is not None:
        values[values == band.GetNoDataValue()] = 0.0
    return Numbers(
        values, matrix_of(dataset), dataset.GetProjection() or "", dataset.RasterCount,
        band.DataType == gdal.GDT_Byte,
    )  # fmt: skip


def matrix_of(dataset: Any) -> np.ndarray:
    """From columns and rows to the map, shape (2, 3)."""
    numbers = dataset.GetGeoTransform()
    return np.array([[numbers[1], numbers[2], numbers[0]], [numbers[4], numbers[5], numbers[3]]])
