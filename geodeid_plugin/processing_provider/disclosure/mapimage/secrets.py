# SPDX-License-Identifier: GPL-2.0-or-later
"""What a picture must not give away, and who else could live there, read from layers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from qgis.core import (
    Qgis,
    QgsCsException,
    QgsFeatureRequest,
    QgsProcessingFeatureSource,
    QgsRectangle,
    QgsWkbTypes,
)

from ....core.base.errors import InputError
from ....core.mapimage.reidentify.known import AddressPoints, Homes, Known, People, Places, Secret
from ...io import (
    AreaLayer,
    PointLayer,
    capped_by_census,
    locate,
    read_areas,
    read_points,
    residents,
    way_from,
)
from ...io.packed import features_of
from ...io.table import tell_left_out, transformed

MARGIN_DEG = 0.05
"""About 5 km around the frame: the address that a dot is nearest to may lie outside."""
WKB_X, WKB_Z = 5, 21
"""Where x and y of a point begin and end in its well-known binary, whatever follows them."""


@dataclass(frozen=True)
class SecretLayers:
    """The true points and what protects them, as an attack takes them, with the layers they came from."""

    secret: Secret
    truth: PointLayer
    masked: PointLayer | None
    """The second is None where it was not given."""
    names: list
    """The number of the feature of each record."""
    areas: AreaLayer | None
    """The areas whose people were counted, or held against the residents of addresses."""

    def known(self) -> Known:
        """The same on a plane about the true points."""
        return Known.of(self.secret, [str(name) for name in self.names])


def read_secret(run, limit: float) -> SecretLayers:
    """Read TRUTH, MASKED, and ADDRESSES (their places when a picture has been placed) or AREAS."""
    truth = read_points(run, "TRUTH")
    masked = read_points(run, "MASKED") if run.wanted("MASKED") else None
    protection: People | Homes | None = None
    areas = None
    if run.wanted("ADDRESSES"):
        if run.field("RESIDENTS") and run.wanted("AREAS") and run.field("POPULATION"):
            areas = read_areas(run, "AREAS", need_polygons=True)
        protection = partial(read_addresses, run, areas)
    elif run.wanted("AREAS"):
        if not run.field("POPULATION"):
            raise InputError("picture.population.missing", "Choose the POPULATION field of the areas.")
        areas = read_areas(run, "AREAS", need_polygons=True)
        protection = _people(run, areas, truth)
    secret = Secret(_places(truth), limit, protection, None if masked is None else _places(masked))
    return SecretLayers(secret, truth, masked, list(truth.table.row_ids), areas)


def read_secret_of_areas(run, limit: float) -> SecretLayers | None:
    """The same where the dialog asks for fields of the areas; None where no true points were given."""
    if not run.wanted("TRUTH"):
        return None
    if run.wanted("AREAS") and not run.wanted("ADDRESSES") and not run.field("AREA_ID"):
        raise InputError("picture.area_id.missing", "Choose the AREA_ID field of the areas.")
    return read_secret(run, limit)


def _places(layer: PointLayer) -> Places:
    return Places(np.column_stack([layer.lon_deg, layer.lat_deg]), layer.table.row_ids)


def _people(run, layer: AreaLayer, truth: PointLayer) -> People:
    areas, area = layer.areas, locate(run, layer, truth)
    people = np.where(area >= 0, areas.population[area], 0.0)
    density = people / np.maximum(areas.area_m2[area], 1.0)

    def located(lonlat) -> np.ndarray:
        return locate(run, layer, PointLayer(lonlat[:, 0], lonlat[:, 1], truth.table))

    return People(density, area, len(areas), people, located)


def read_addresses(run, census: AreaLayer | None, frame_lonlat) -> AddressPoints:
    """Longitudes and latitudes of the addresses, or middles of the footprints, in and about a frame.

    ``frame_lonlat`` is the rim of the picture, shape (k, 2); the residents that RESIDENTS names are held
    against the people of ``census``.
    """
    source, field = run.source("ADDRESSES"), run.field("RESIDENTS")
    layer = source.sourceName()
    way = way_from(run, source, layer)
    at = source.fields().lookupField(field) if field else None
    request = QgsFeatureRequest().setSubsetOfAttributes([] if at is None else [at])
    try:
        request.setFilterRect(way.transformBoundingBox(_about(frame_lonlat), Qgis.TransformDirection.Reverse))
    except QgsCsException as error:
        raise _unfit(layer) from error
    found = _points(run, source, request, at)
    tell_left_out(run, "ADDRESSES", layer, found.left_out)
    if not len(found.places):
        raise InputError(
            "picture.areas.none",
            "Layer “{layer}” has nothing in or about the picture: no candidates can be counted.",
            layer=layer,
        )
    turned = transformed(found.places[:, 0], found.places[:, 1], way)
    if turned is None:
        raise _unfit(layer)
    lonlat = np.column_stack(turned)
    run.counts["ADDRESSES"] = len(lonlat)
    if at is None:
        return AddressPoints(lonlat)
    lived = residents(layer, field, found.values, found.rows)
    return AddressPoints(lonlat, capped_by_census(run, census, lonlat[:, 0], lonlat[:, 1], lived))


def _unfit(layer: str) -> InputError:
    return InputError(
        "layer.crs.unfit", "Layer “{layer}” does not fit its coordinate reference system.", layer=layer
    )


def _about(frame_lonlat) -> QgsRectangle:
    low, high = frame_lonlat.min(axis=0) - MARGIN_DEG, frame_lonlat.max(axis=0) + MARGIN_DEG
    return QgsRectangle(float(low[0]), float(low[1]), float(high[0]), float(high[1]))


class _Found(NamedTuple):
    """Features read: places, shape (n, 2) in the layer's coordinates, their values and ids, who has none."""

    places: np.ndarray
    values: list
    rows: list
    left_out: list


def _points(run, source, request, at: int | None) -> _Found:
    """Places of the features, with the value of one field where it is wanted."""
    found = _Found(np.empty((0, 2)), [], [], [])
    places = []
    skip = QgsProcessingFeatureSource.Flag.FlagSkipGeometryValidityChecks
    for count, feature in enumerate(features_of(source, request, skip)):
        if count % 20_000 == 0:
            run.progress(0.88)
        shape = feature.geometry()
        if shape.isNull() or shape.isEmpty():
            found.left_out.append(feature.id())
            continue
        if shape.type() != QgsWkbTypes.GeometryType.PointGeometry or shape.isMultipart():
            shape = shape.centroid()
        places.append(shape.asWkb().data()[WKB_X:WKB_Z])
        if at is not None:
            found.values.append(feature.attributes()[at])
            found.rows.append(feature.id())
    return found._replace(places=np.frombuffer(b"".join(places)).reshape(-1, 2))
