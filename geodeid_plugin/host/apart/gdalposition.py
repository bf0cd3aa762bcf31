# SPDX-License-Identifier: GPL-2.0-or-later
"""What GDAL knows of where a picture lies, beside what our own readers of its metadata found."""

from __future__ import annotations

from ...core.base.errors import Phrase
from ...core.mapimage.reidentify.metadata import MetadataLeak, text_leaks
from .decoding import opened

DRIVERS = ["PNG", "JPEG", "GTiff", "GIF", "BMP", "WEBP", "JP2OpenJPEG", "JP2ECW", "JP2KAK", "JP2MrSID", "PDF"]
OWN_DOMAINS = ("IMAGE_STRUCTURE", "DERIVED_SUBDATASETS", "COLOR_PROFILE")
"""Metadata that GDAL makes itself, or that names no place."""


def gdal_leaks(path: str, found) -> list[MetadataLeak]:
    """Positions that GDAL finds and that are not among those found already.

    Parameters
    ----------
    path : str
        The picture, as GDAL reads it.
    found : list of MetadataLeak
        What our own readers found.
    """
    from osgeo import gdal

    dataset = opened(path, gdal.OF_RASTER, DRIVERS)
    if dataset is None:
        return []
    told = []
    kinds = {leak.kind for leak in found}
    matrix = dataset.GetGeoTransform(can_return_null=True)
    if matrix is not None and not kinds & {"world file", "GeoTIFF", "GeoPDF", "side file"}:
        told.append(MetadataLeak("GDAL", Phrase("GDAL reads where each pixel lies on the map.")))
    if dataset.GetGCPs() and not kinds & {"GeoTIFF", "GeoPDF", "side file"}:
        told.append(MetadataLeak("GDAL", Phrase("GDAL reads control points from the file.")))
    if not told and dataset.GetProjection() and not kinds & {"GeoTIFF", "GeoPDF", "side file"}:
        told.append(MetadataLeak("GDAL", Phrase("GDAL reads a coordinate system from the file.")))
    words = "\n".join(_words(dataset))
    return told + text_leaks(Phrase("metadata"), words) if not found else told


def _words(dataset):
    """All metadata of all domains, a line each; the position by satellite and by EXIF by their names."""
    for domain in dataset.GetMetadataDomainList() or []:
        if domain in OWN_DOMAINS:
            continue
        told = dataset.GetMetadata(domain)
        lines = [f"{key}={value}" for key, value in told.items()] if isinstance(told, dict) else list(told)
        if domain in ("RPC", "GEOLOCATION") and lines:
            yield "LINE_OFF"
        yield from (str(line) for line in lines)
