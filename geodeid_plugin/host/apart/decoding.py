# SPDX-License-Identifier: GPL-2.0-or-later
"""A picture file as colours, by GDAL, over white and as one sees it elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from uuid import uuid4

import numpy as np

STRIP_PIXELS = 4_000_000
"""Pixels that are converted at once."""
MOST_PIXELS = 150_000_000
"""450 MB as bytes of red, green and blue."""
MOST_TRANSPARENT = 50_000_000
"""Pixels of a transparent picture, which is looked at three times."""
BROKEN, EMPTY, LARGE, NO_CHANNEL, DAMAGED, TRANSPARENT = (
    "broken", "empty", "large", "no_channel", "damaged", "transparent",
)  # fmt: skip


class UndecodedError(Exception):
    """A picture that could not be decoded: why, and the figures of the sentence that says so."""

    def __init__(self, kind: str, **values) -> None:
        super().__init__(kind)
        self.kind, self.values = kind, values


@dataclass(frozen=True)
class Colours:
    """A picture as colours, (h, w, 3) uint8."""

    on_white: np.ndarray
    others: tuple[np.ndarray, ...] = ()
    """Where it is transparent: on black, and without its transparency, as far as they differ."""


def opened(path: str, flags: int, drivers: Sequence[str]):
    """GDAL's data set of a file, or None; GDAL raises or returns None as its version and plugins decide."""
    from osgeo import gdal

    try:
        return gdal.OpenEx(path, flags, allowed_drivers=list(drivers))
    except RuntimeError:
        return None


@contextmanager
def gdal_options(**options):
    """Set options of GDAL for a while."""
    from osgeo import gdal

    before = {name: gdal.GetConfigOption(name) for name in options}
    for name, value in options.items():
        gdal.SetConfigOption(name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            gdal.SetConfigOption(name, value)


@contextmanager
def in_memory(files: Mapping[str, bytes]) -> Iterator[str]:
    """A folder in GDAL's memory that holds these files until it is left, by when all are to be closed."""
    from osgeo import gdal

    folder = f"/vsimem/{uuid4().hex}"
    for name, content in files.items():
        gdal.FileFromMemBuffer(f"{folder}/{name}", content)
    try:
        yield folder
    finally:
        with suppress(RuntimeError):
            gdal.RmdirRecursive(folder)


def decoded(path: str, drivers: Sequence[str], pdf_dpi: int) -> Colours:
    """Colours of a picture.

    Parameters
    ----------
    path : str
        As GDAL reads it.
    drivers : sequence of str
        GDAL's drivers that may open it.
    pdf_dpi : int
        Resolution at which pages are drawn.

    Raises
    ------
    UndecodedError
        When GDAL cannot open or read the file, or it is too large.
    """
    from osgeo import gdal

    raising = gdal.GetUseExceptions()
    gdal.UseExceptions()
    try:
        with gdal_options(GDAL_PDF_DPI=str(pdf_dpi), GDAL_ERROR_ON_LIBJPEG_WARNING="YES"):
            dataset = gdal.OpenEx(path, gdal.OF_RASTER, allowed_drivers=list(drivers))
            width, height = dataset.RasterXSize, dataset.RasterYSize
            if width < 1 or height < 1:
                raise UndecodedError(EMPTY)
            if width * height > MOST_PIXELS:
                raise UndecodedError(LARGE, width=width, height=height)
            return _colours(dataset)
    except RuntimeError as reason:
        told = str(reason).strip().splitlines()
        raise UndecodedError(BROKEN, reason=told[0] if told else "") from reason
    finally:
        if not raising:
            gdal.DontUseExceptions()


def _colours(dataset) -> Colours:
    """Colours over white and otherwise, read strip by strip: a large one must not stand in memory often."""
    width, height = dataset.RasterXSize, dataset.RasterYSize
    read = _reader(dataset)
    white = np.empty((height, width, 3), np.uint8)
    others: tuple[np.ndarray, ...] = ()
    step = max(1, STRIP_PIXELS // width)
    for top in range(0, height, step):
        rows = slice(top, min(top + step, height))
        rgb, seen = read(top, rows.stop - top)
        white[rows] = _over(rgb, seen, 255)
        if seen is None or (seen >= FULL).all():
            if others:
                others[0][rows] = others[1][rows] = white[rows]
            continue
        if not others:
            if width * height > MOST_TRANSPARENT:
                raise UndecodedError(TRANSPARENT, width=width, height=height)
            others = white.copy(), white.copy()
        others[0][rows], others[1][rows] = _over(rgb, seen, 0), _over(rgb, None, 0)
    return Colours(white, others)


FULL = 254.5
"""Of 255: from here on nothing shines through."""


def _reader(dataset) -> Callable[[int, int], tuple[np.ndarray, np.ndarray | None]]:
    """What reads some rows of a picture: their colours, and how far they cover, both 0 to 255."""
    from osgeo import gdal

    bands = [dataset.GetRasterBand(i + 1) for i in range(dataset.RasterCount)]
    if not bands:
        raise UndecodedError(NO_CHANNEL)
    alpha = next((b for b in bands if b.GetColorInterpretation() == gdal.GCI_AlphaBand), None)
    colour = [band for band in bands if band is not alpha]
    table = _table(colour[0]) if len(colour) == 1 else None
    cmyk = len(colour) >= 4 and colour[0].GetColorInterpretation() == gdal.GCI_CyanBand
    channels = [_Channel(band) for band in ([] if table is not None else colour[: 4 if cmyk else 3])]
    cover = None if alpha is None or table is not None else _Channel(alpha)
    are_ready = cover is None and not cmyk and all(channel.is_plain for channel in channels)

    def read(top: int, rows: int) -> tuple[np.ndarray, np.ndarray | None]:
        if table is not None:
            values = table[np.minimum(_read(colour[0], top, rows), len(table) - 1)]
            return values[..., :3], values[..., 3]
        if are_ready:
            layers = [_read(band, top, rows) for band in colour[: len(channels)]]
            return np.stack(layers if len(layers) >= 3 else [layers[0]] * 3, axis=-1), None
        layers = [channel.strip(top, rows) for channel in channels]
        if cmyk:
            layers = [(255.0 - ink) * (255.0 - layers[3]) / 255.0 for ink in layers[:3]]
        layers = layers if len(layers) >= 3 else [layers[0]] * 3
        return np.stack(layers, axis=-1), None if cover is None else cover.strip(top, rows)

    return read


def _table(band):
    """Colours of a palette, (n, 4) 0 to 255; None where the band has none."""
    table = band.GetColorTable()
    if table is None:
        return None
    entries = [table.GetColorEntry(i) for i in range(max(table.GetCount(), 1))]
    return np.array(entries, dtype=np.float32)


def _read(band, top: int, rows: int) -> np.ndarray:
    values = band.ReadAsArray(0, top, band.XSize, rows)
    if values is None:
        raise UndecodedError(DAMAGED)
    return values


class _Channel:
    """Values 0 to 255 of a band; deeper ones are scaled by their type, decimals by their own range."""

    def __init__(self, band):
        from osgeo import gdal

        self._band = band
        self._low, self._scale = 0.0, {gdal.GDT_Byte: 1.0, gdal.GDT_UInt16: 1 / 257.0}.get(band.DataType)
        told = band.GetMetadataItem("NBITS", "IMAGE_STRUCTURE") or ""
        bits = int(told) if re.fullmatch("[0-9]{1,2}", told) else 0
        if self._scale is not None and 0 < bits < 16:  # a scan in black and white has the values 0 and 1
            self._scale = 255.0 / (2**bits - 1)
        self.is_plain = self._scale == 1.0
        if self._scale is None:
            self._low, high = band.ComputeRasterMinMax(False)
            self._scale = 255.0 / max(high - self._low, 1e-9)

    def strip(self, top: int, rows: int) -> np.ndarray:
        """Some rows."""
        values = _read(self._band, top, rows)
        return np.nan_to_num((values.astype(np.float32) - self._low) * self._scale)


def _over(rgb, alpha, ground: int) -> np.ndarray:
    if rgb.dtype == np.uint8:
        return rgb
    if alpha is not None:
        share = (alpha / 255.0)[..., None]
        rgb = rgb * share + float(ground) * (1 - share)
    return np.clip(np.rint(rgb), 0, 255).astype(np.uint8)
