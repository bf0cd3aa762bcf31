# SPDX-License-Identifier: GPL-2.0-or-later
"""Which area each point lies in."""

from __future__ import annotations

import numpy as np
from qgis.core import QgsGeometry, QgsPointXY, QgsSpatialIndex

from ...core.base.errors import InputError, named
from ...core.geometry.areas import Areas
from ...core.geometry.sphere import unit_vectors
from ...i18n import tr
from .area_layer import AreaLayer
from .points import PointLayer


def locate(run, layer: AreaLayer, points: PointLayer) -> np.ndarray:
    """Row of the area that each point lies in, -1 for none, shape (n,).

    A point on a shared side belongs to the area that comes first in the order of identifiers. Areas
    given as points hold the points that are nearest to them.
    """
    if layer.polygons is None:
        return _nearest_area(layer.areas, points)
    index = QgsSpatialIndex()
    for row, (lon, lat) in enumerate(zip(points.lon_deg, points.lat_deg)):
        index.addFeature(row, QgsGeometry.fromPointXY(QgsPointXY(lon, lat)).boundingBox())
    found = np.full(len(points), -1)
    order = np.argsort(layer.areas.id_rank)
    for count, area in enumerate(order):
        if count % 500 == 0:
            run.progress(0.05, "")
        shape = layer.table.geometries[area]
        candidates = [row for row in index.intersects(shape.boundingBox()) if found[row] < 0]
        if not candidates:
            continue
        engine = QgsGeometry.createGeometryEngine(
            (shape if shape.isGeosValid() else shape.makeValid()).constGet()
        )
        engine.prepareGeometry()
        for row in candidates:
            point = QgsGeometry.fromPointXY(QgsPointXY(points.lon_deg[row], points.lat_deg[row]))
            if engine.intersects(point.constGet()):
                found[row] = area
    return found


def upon_others(layer: AreaLayer) -> np.ndarray:
    """Rows of the areas with people whose inner point lies inside another area with people too.

    Whoever lives there is counted in both: a layer of two years, or one that was pasted twice.
    """
    peopled = np.flatnonzero(layer.areas.population > 0)
    if layer.polygons is None or not len(peopled):
        return np.zeros(0, dtype=np.int64)
    lon_deg, lat_deg = layer.polygons.inner_points_deg(len(layer.areas))
    index = QgsSpatialIndex()
    for area in peopled:
        index.addFeature(int(area), layer.table.geometries[area].boundingBox())
    upon = []
    for area in peopled:
        point = QgsGeometry.fromPointXY(QgsPointXY(lon_deg[area], lat_deg[area]))
        near = [other for other in index.intersects(point.boundingBox()) if other != area]
        if any(layer.table.geometries[other].contains(point) for other in near):
            upon.append(area)
    return np.array(upon, dtype=np.int64)


def place_patients(run, layer: AreaLayer, patients: PointLayer) -> tuple[np.ndarray, np.ndarray]:
    """Area of each patient who can be masked.

    Returns
    -------
    rows : ndarray of int, shape (s,)
        Rows of the patients that lie in an area.
    area : ndarray of int, shape (s,)
        Their areas.

    Raises
    ------
    InputError
        Where a patient lies outside every area and OUTSIDE says refuse.
    """
    area = locate(run, layer, patients)
    outside = np.flatnonzero(area < 0)
    if len(outside):
        text = tr(
            "{count} of {total} patients of “{layer}” lie outside every area (features {features})."
        ).format(
            count=len(outside), total=len(patients), layer=patients.table.name,
            features=named(patients.table.row_ids[row] for row in outside),
        )  # fmt: skip
        if run.choice("OUTSIDE") == "refuse":
            raise InputError(
                text
                + " "
                + tr("Check both layers' coordinate reference systems, or set OUTSIDE to leave_out.")
            )
        run.warn(text + " " + tr("They were held back."))
        # Patients and controls are placed one after the other.
        run.counts["held_back_outside"] = run.counts.get("held_back_outside", 0) + len(outside)
    rows = np.flatnonzero(area >= 0)
    if not len(rows):
        raise InputError(tr("No patient lies in any area: there is nothing to mask."))
    return rows, area[rows]


def _nearest_area(areas: Areas, points: PointLayer) -> np.ndarray:
    from scipy.spatial import cKDTree

    tree = cKDTree(unit_vectors(areas.lon_deg, areas.lat_deg))
    return tree.query(unit_vectors(points.lon_deg, points.lat_deg))[1]
