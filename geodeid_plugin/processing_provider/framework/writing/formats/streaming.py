# SPDX-License-Identifier: GPL-2.0-or-later
"""A layer too large for memory, written part by part into a file without a name.

GDAL knows files by their names. So a folder of the system's for temporary files holds a link to the open file
for as long as it is written or read: all that a killed run leaves there is a link to nothing.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from osgeo import gdal

from .....core.base.errors import CancelledError, GeoDeIDError
from .....host.compat import made_by_gdal, open_dataset
from .....i18n import tr
from ..destinations import FILE, Destination, driver_of, forget, is_virtual, read_bytes
from ..files import Growing
from ..places import quoted
from .comparing import read_back
from .layers import files_beside, numbers_rows, unfit, write
from .rows import Rows

PART_ROWS = 20_000
"""Rows that are in memory in the format of their destination at once, 2 MB of a strategy's table."""
_TEXT, _DATABASE = "CSV", "GPKG"
_SETTINGS = {
    "SQLITE_USE_OGR_VFS": "YES",  # SQLite would follow the link to a name that is none
    "OGR_SQLITE_JOURNAL": "MEMORY",  # no file beside this one
    "OGR_SQLITE_SYNCHRONOUS": "OFF",  # it is synchronised once, when it is whole
}


class _NotPartedError(Exception):
    """A format whose parts are not what they were taken for."""


def can_grow(destination: Destination, rows: Rows) -> bool:
    """Whether a layer can be written part by part: a table or points in a GeoPackage, a table in CSV."""
    if destination.kind != FILE or is_virtual(destination.file) or numbers_rows(destination, rows):
        return False
    if driver_of(destination) == _DATABASE:
        return hasattr(gdal, "SetThreadLocalConfigOption")
    return driver_of(destination) == _TEXT and not rows.has_shapes


def grow(run, growing: Growing, scratch: str, destination: Destination, rows: Rows) -> bool:
    """Write a layer into a file without a name and read it back.

    Parameters
    ----------
    run : Run
        The run.
    growing : Growing
        The file; layers that it holds already stay.
    scratch : str
        A file in memory of the layer's name, in a folder of its own: layers that it holds go along.
    destination : Destination
        Where the layer is to go.
    rows : Rows
        The layer.

    Returns
    -------
    bool
        False where it cannot be written part by part after all; the file, which held nothing, is of no use.

    Raises
    ------
    GeoDeIDError
        Where the disk cannot hold the file, or the format a layer beside others.
    """
    write_parts = _grow_text if driver_of(destination) == _TEXT else _grow_database
    is_first = not growing.size()
    try:
        write_parts(run, growing, scratch, destination, rows)
        with _linked(growing, destination) as path:
            read_back(path, destination.table, destination, rows, run.progress)
    except _NotPartedError as error:
        if not is_first:
            raise GeoDeIDError(
                tr(
                    "“{output}” is large and goes beside another layer, which takes a folder for temporary "
                    "files: none can be written. Make room there, or give each layer a file of its own. "
                    "Nothing was kept."
                ).format(output=destination.title)
            ) from error
        return False
    except CancelledError:
        raise
    except GeoDeIDError as error:
        growing.check_room()
        if not is_first:
            raise
        run.feedback.pushDebugInfo(str(error))
        return (
            False  # another version of GDAL or QGIS may know no such file; in memory it works or is refused
        )
    forget(scratch)
    return True


def _grow_text(run, growing: Growing, scratch: str, destination: Destination, rows: Rows) -> None:
    """Parts with the head of the first."""
    head = _written(run, scratch, destination, rows.part(0, 0))
    growing.add(head)
    for part in rows.parts(PART_ROWS):
        data = _written(run, scratch, destination, part)
        if not head or not data.startswith(head):
            raise _NotPartedError
        growing.add(data[len(head) :])


def _written(run, scratch: str, destination: Destination, rows: Rows) -> bytes:
    """The only file of some rows in their format."""
    write(run, scratch, destination, rows, destination.table)
    if files_beside(scratch) != [scratch]:
        raise _NotPartedError
    data = read_bytes(scratch)
    forget(scratch)
    return data


def _grow_database(run, growing: Growing, scratch: str, destination: Destination, rows: Rows) -> None:
    """A table beside the layers that the file has already; GDAL makes a file in memory, with the table bare.

    The table is then made anew: QGIS writes other values into one that it finds (times with a date of zeros).
    """
    is_first = not growing.size()
    if is_first:
        write(run, scratch, destination, rows.part(0, 0), destination.table, indexed=False)
        growing.add(read_bytes(scratch))
    with _linked(growing, destination) as path:
        if is_first and open_dataset(path, gdal.OF_VECTOR | gdal.OF_UPDATE) is None:
            raise _NotPartedError
        write(run, path, destination, rows, destination.table, indexed=False)
        _finish(run, path, destination, rows)


def _finish(run, path: str, destination: Destination, rows: Rows) -> None:
    """Make the spatial index, sooner than row after row, and let the file know how many rows it has."""
    dataset = open_dataset(path, gdal.OF_VECTOR | gdal.OF_UPDATE)
    if dataset is None:
        raise unfit(run, destination, gdal.GetLastErrorMsg())
    layer = dataset.GetLayerByName(destination.table) if destination.table else dataset.GetLayer(0)
    if layer is None:  # a full disk took it back, of which the writer says nothing
        raise unfit(run, destination, gdal.GetLastErrorMsg())
    layer.GetFeatureCount(1)  # GDAL forgets the number when it adds rows, and notes it when it has counted
    if not rows.has_shapes:
        return
    names = ", ".join(map(quoted, (layer.GetName(), layer.GetGeometryColumn())))
    told = made_by_gdal(dataset.ExecuteSQL, " ".join(("SELECT CreateSpatialIndex(", names, ")")))
    made = told is not None and bool(told.GetNextFeature()[0])
    if told is not None:
        dataset.ReleaseResultSet(told)
    if not made:
        raise unfit(run, destination, gdal.GetLastErrorMsg())


@contextmanager
def _linked(growing: Growing, destination: Destination) -> Iterator[str]:
    """A name by which GDAL, in this thread, reads and writes the file: the one that the user gave.

    The format and the layer are told from it; where that is a link, the file's own may end otherwise.
    """
    before = {name: gdal.GetThreadLocalConfigOption(name) for name in _SETTINGS}
    try:
        folder = tempfile.mkdtemp(prefix="geodeid-")
    except OSError as error:
        raise _NotPartedError from error
    link = Path(folder) / destination.file.name
    try:
        link.symlink_to(growing.address)
        for name, value in _SETTINGS.items():
            gdal.SetThreadLocalConfigOption(name, value)
        yield str(link)
    finally:
        for name, value in before.items():
            gdal.SetThreadLocalConfigOption(name, value)
        shutil.rmtree(folder, ignore_errors=True)
