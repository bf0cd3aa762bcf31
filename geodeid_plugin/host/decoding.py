# SPDX-License-Identifier: GPL-2.0-or-later
"""A picture file as colours, by GDAL: in this process, or in one of its own that can be limited.

:mod:`.workers.decoder` runs :func:`serve` in a Python beside QGIS. Nothing of QGIS is imported here.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass

import numpy as np

STRIP_PIXELS = 4_000_000
"""Pixels that are converted at once."""
BROKEN, EMPTY, LARGE, NO_CHANNEL, DAMAGED, LIMITS = (
    "broken", "empty", "large", "no_channel", "damaged", "limits",
)  # fmt: skip


class UndecodedError(Exception):
    """A picture that could not be decoded: why, and the figures of the sentence that says so."""

    def __init__(self, kind: str, **values) -> None:
        super().__init__(kind)
        self.kind, self.values = kind, values


@dataclass(frozen=True)
class Asked:
    """What is to be decoded.

    Attributes
    ----------
    path : str
        As GDAL reads it.
    drivers : tuple of str
        GDAL's drivers that may open it.
    pdf_dpi : int
        Resolution at which pages are drawn.
    most_pixels : int
        A larger picture is not decoded.
    ground : int
        Grey level, 0 to 255, on which a transparent picture lies.
    memory, cpu_s : int
        Bytes and seconds of processor time that a process of its own may use, where the platform can say so.
    """

    path: str
    drivers: tuple
    pdf_dpi: int
    most_pixels: int
    memory: int = 0
    cpu_s: int = 0
    ground: int = 255

    def text(self) -> str:
        """For :func:`serve`."""
        return json.dumps(asdict(self))


def decoded(asked: Asked) -> np.ndarray:
    """Colours over the ground, (h, w, 3) uint8.

    Raises
    ------
    UndecodedError
        When GDAL cannot open or read the file, or it is too large.
    """
    from osgeo import gdal

    settings = {"GDAL_PDF_DPI": str(asked.pdf_dpi), "GDAL_ERROR_ON_LIBJPEG_WARNING": "YES"}
    before, raising = {name: gdal.GetConfigOption(name) for name in settings}, gdal.GetUseExceptions()
    gdal.UseExceptions()
    for name, value in settings.items():
        gdal.SetConfigOption(name, value)
    try:
        dataset = gdal.OpenEx(asked.path, gdal.OF_RASTER, allowed_drivers=list(asked.drivers))
        width, height = dataset.RasterXSize, dataset.RasterYSize
        if width < 1 or height < 1:
            raise UndecodedError(EMPTY)
        if width * height > asked.most_pixels:
            raise UndecodedError(LARGE, width=width, height=height)
        return _colours(dataset, asked.ground)
    except RuntimeError as reason:
        told = str(reason).strip().splitlines()
        raise UndecodedError(BROKEN, reason=told[0] if told else "") from reason
    finally:
        for name, value in before.items():
            gdal.SetConfigOption(name, value)
        if not raising:
            gdal.DontUseExceptions()


def _colours(dataset, ground: int) -> np.ndarray:
    """Colours over the ground, read strip by strip: a large picture must not stand in memory many times."""
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
    width, height = dataset.RasterXSize, dataset.RasterYSize
    rgb = np.empty((height, width, 3), np.uint8)
    step = max(1, STRIP_PIXELS // width)
    for top in range(0, height, step):
        rows = min(step, height - top)
        if table is not None:
            values = table[np.minimum(_read(colour[0], top, rows), len(table) - 1)]
            rgb[top : top + rows] = _over(values[..., :3], values[..., 3], ground)
            continue
        layers = [channel.strip(top, rows) for channel in channels]
        if cmyk:
            layers = [(255.0 - ink) * (255.0 - layers[3]) / 255.0 for ink in layers[:3]]
        layers = layers if len(layers) >= 3 else [layers[0]] * 3
        seen = None if cover is None else cover.strip(top, rows)
        rgb[top : top + rows] = _over(np.stack(layers, axis=-1), seen, ground)
    return rgb


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
        bits = int(band.GetMetadataItem("NBITS", "IMAGE_STRUCTURE") or 0)
        if self._scale is not None and 0 < bits < 16:  # a scan in black and white has the values 0 and 1
            self._scale = 255.0 / (2**bits - 1)
        if self._scale is None:
            self._low, high = band.ComputeRasterMinMax(False)
            self._scale = 255.0 / max(high - self._low, 1e-9)

    def strip(self, top: int, rows: int) -> np.ndarray:
        """Some rows."""
        values = _read(self._band, top, rows)
        return np.nan_to_num((values.astype(np.float32) - self._low) * self._scale)


def _over(rgb, alpha, ground: int) -> np.ndarray:
    if alpha is not None:
        share = (alpha / 255.0)[..., None]
        rgb = rgb * share + float(ground) * (1 - share)
    return np.clip(np.rint(rgb), 0, 255).astype(np.uint8)


def serve(text: str, out) -> None:
    """Decode in this process, limited first, and write what came of it: lines of JSON, then the colours."""
    from osgeo import gdal

    asked = Asked(**json.loads(text))
    out.write(json.dumps({"gdal": gdal.VersionInfo()}).encode() + b"\n")
    out.flush()
    _limit(asked)
    try:
        rgb = decoded(asked)
    except UndecodedError as reason:
        out.write(json.dumps({"kind": reason.kind, "values": reason.values}).encode() + b"\n")
        return
    except MemoryError:
        out.write(json.dumps({"kind": LIMITS, "values": {}}).encode() + b"\n")
        return
    out.write(json.dumps({"height": rgb.shape[0], "width": rgb.shape[1]}).encode() + b"\n")
    out.write(rgb.data)
    out.flush()


def _limit(asked: Asked) -> None:
    """Limit this process; Windows can't."""
    if sys.platform == "win32":
        return
    import resource

    for what, most in ((resource.RLIMIT_AS, asked.memory), (resource.RLIMIT_CPU, asked.cpu_s)):
        if most:
            hard = resource.getrlimit(what)[1]
            resource.setrlimit(what, (most if hard < 0 else min(most, hard), hard))
