# SPDX-License-Identifier: GPL-2.0-or-later
"""Writing layers and files so that what is there is whole, and what failed is gone."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from osgeo import gdal
from qgis.core import (
    QgsCategorizedSymbolRenderer,
    QgsCoordinateReferenceSystem,
    QgsFeature,
    QgsFeatureSink,
    QgsFields,
    QgsProcessingLayerPostProcessorInterface,
    QgsProviderRegistry,
    QgsRuleBasedRenderer,
    QgsWkbTypes,
)

from ...core.base.errors import GeoDeIDError
from ...host.compat import open_dataset
from ...host.installation import resource
from ...i18n import tr

_BATCH = 5000


@dataclass(frozen=True)
class File:
    """A file that this run has written."""

    path: Path

    def remove(self) -> None:
        """Delete it, with the side files of a shapefile or GeoPackage."""
        of_database = [Path(f"{self.path}{suffix}") for suffix in ("-wal", "-shm", "-journal")]
        of_shapefile = [self.path.with_suffix(suffix) for suffix in _SIDE_FILES]
        # Only a shapefile has these: beside patients.csv they belong to somebody's patients.shp.
        if self.path.suffix.lower() != ".shp":
            of_shapefile = []
        for path in (self.path, *of_database, *of_shapefile):
            if path.is_file():
                path.unlink()


_SIDE_FILES = (".shx", ".dbf", ".prj", ".cpg", ".qix")


@dataclass(frozen=True)
class DatabaseLayer:
    """A layer that this run has added to a file with other layers in it."""

    path: Path
    layer: str

    def remove(self) -> None:
        """Drop the layer, and leave the others alone."""
        dataset = open_dataset(str(self.path), gdal.OF_VECTOR | gdal.OF_UPDATE)
        if dataset is None:
            return
        for index in range(dataset.GetLayerCount()):
            if dataset.GetLayer(index).GetName() == self.layer:
                dataset.DeleteLayer(index)
                break


def write_text(path: Path, text: str) -> None:
    """Write a file beside its place and move it there once it is complete."""
    partial = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(partial, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, path)
    except OSError as error:
        File(partial).remove()
        raise GeoDeIDError(
            tr(
                "The file {name} could not be written: {reason}. Free some space or choose another place."
            ).format(name=path.name, reason=error.strerror)
        ) from error


def write_layer(run, algorithm, name, columns, geometries, wkb_type, crs):
    """Write one output layer; see :meth:`.run.Run.write_layer`."""
    fields = QgsFields()
    for field, _values in columns:
        fields.append(field)
    existing = _files_before(run, name)
    sink, destination = algorithm.parameterAsSink(
        run.parameters, name, run.context, fields, wkb_type, crs or QgsCoordinateReferenceSystem()
    )
    if sink is None:
        if run.wanted(name):
            raise GeoDeIDError(
                tr("The output {name} could not be created. Choose another file or folder.").format(name=name)
            )
        return None
    run.keep_track(_tracked(destination, existing))
    rows = list(zip(*(values for _field, values in columns)))
    _fill(run, sink, fields, rows, geometries)
    del sink
    sorts_by_key = fields.lookupField("fid") >= 0
    _verify(destination, rows, name, check_last=not sorts_by_key)
    run.counts[name] = len(rows)
    return destination


def _fill(run, sink, fields, rows, geometries) -> None:
    for start in range(0, len(rows), _BATCH):
        run.progress(0.98)
        features = []
        for index in range(start, min(start + _BATCH, len(rows))):
            feature = QgsFeature(fields)
            feature.setAttributes([_attribute(value) for value in rows[index]])
            if geometries is not None:
                feature.setGeometry(geometries[index])
            features.append(feature)
        if not sink.addFeatures(features, QgsFeatureSink.Flag.FastInsert):
            raise GeoDeIDError(
                tr("Writing stopped: {reason}").format(reason=sink.lastError() or tr("the disk may be full."))
            )
    if not sink.flushBuffer():
        raise GeoDeIDError(
            tr("Writing stopped: {reason}").format(reason=sink.lastError() or tr("the disk may be full."))
        )


def _attribute(value):
    """Plain Python for numpy scalars, which QGIS would store as NULL."""
    return value.item() if hasattr(value, "item") else value


def _verify(destination: str, rows: list, name: str, check_last: bool) -> None:
    """Read the count and the last row back: a full disk may show only once the file is closed.

    A GeoPackage sorts its rows by a field “fid”, so its last row need not be the last one written.
    """
    path, _, layer_name = destination.partition("|layername=")
    if not _is_file(path):
        return
    dataset = open_dataset(path, gdal.OF_VECTOR)
    layer = dataset and (dataset.GetLayerByName(layer_name) if layer_name else dataset.GetLayer(0))
    found = layer.GetFeatureCount() if layer else 0
    if found != len(rows) or (rows and check_last and not _is_last(layer, rows)):
        raise GeoDeIDError(
            tr(
                "Not all {count} features of {name} reached the file; the disk may be full. Nothing was kept."
            ).format(count=len(rows), name=name)
        )


def _is_last(layer, rows: list) -> bool:
    layer.SetNextByIndex(len(rows) - 1)
    feature = layer.GetNextFeature()
    if feature is None:
        return False
    expected = [value for value in map(_attribute, rows[-1]) if isinstance(value, (str, int))]
    written = feature.items().values()
    return not expected or any(_short(value) == _short(expected[0]) for value in written)


def _short(value) -> str:
    """What every format keeps of a value: a shapefile cuts text and drops trailing blanks."""
    return str(value)[:250].strip()


def _is_file(path: str) -> bool:
    """Whether a destination names a file; a layer in memory has a bare identifier."""
    return "/" in path or "\\" in path


def _files_before(run, name: str) -> set:
    """Databases that exist already: only a layer of theirs is ours to remove."""
    value = run.parameters.get(name)
    text = str(value.sink.staticValue() if hasattr(value, "sink") else value or "")
    if not text.startswith("ogr:dbname="):
        return set()
    path = text.split("dbname='", 1)[-1].split("'", 1)[0]
    return {path} if Path(path).exists() else set()


def _tracked(destination: str, existing: set):
    parts = QgsProviderRegistry.instance().decodeUri("ogr", destination)
    path = parts.get("path", destination)
    if path in existing:
        return DatabaseLayer(Path(path), parts.get("layerName") or "")
    return File(Path(path)) if _is_file(path) else _Memory()


class _Memory:
    """A temporary layer in memory; QGIS drops it with the failed run."""

    def remove(self) -> None:
        """Leave it to QGIS."""


class _Dresser(QgsProcessingLayerPostProcessorInterface):
    """Gives a loaded output its style and, where it is internal, its warning name."""

    living: list = []

    def __init__(self, style, internal: bool):
        super().__init__()
        self._style = style
        self._internal = internal

    def postProcessLayer(self, layer, context, feedback):
        if self._style is not None:
            layer.loadNamedStyle(str(_fitting(self._style, layer)))
            _translate_legend(layer.renderer())
            layer.triggerRepaint()
        if self._internal:
            layer.setName(tr("{name} – internal, do not release").format(name=layer.name()))
        _Dresser.living.remove(self)


def _translate_legend(renderer) -> None:
    """Say the legend in the language of QGIS; scripts/make_translations collects it from the styles."""
    if isinstance(renderer, QgsRuleBasedRenderer):
        for rule in renderer.rootRule().descendants():
            rule.setLabel(tr(rule.label()) if rule.label() else "")
    elif isinstance(renderer, QgsCategorizedSymbolRenderer):
        for row, category in enumerate(renderer.categories()):
            renderer.updateCategoryLabel(row, tr(category.label()) if category.label() else "")


def _fitting(style: Path, layer) -> Path:
    """The style's variant for areas that are given as points, where there is one."""
    variant = style.with_name(f"{style.stem}_points.qml")
    as_points = layer.geometryType() == QgsWkbTypes.GeometryType.PointGeometry
    return variant if as_points and variant.exists() else style


def dress(run, algorithm, name: str, destination: str) -> None:
    """Have QGIS style the layer when it loads it."""
    if not run.context.willLoadLayerOnCompletion(destination):
        return
    style = algorithm.STYLES.get(name)
    path = resource("styles", f"{style}.qml") if style else None
    dresser = _Dresser(path, name in algorithm.INTERNAL)
    _Dresser.living.append(dresser)  # QGIS does not own it, and Python would collect it
    run.context.layerToLoadOnCompletionDetails(destination).setPostProcessor(dresser)
