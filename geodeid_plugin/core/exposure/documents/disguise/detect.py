# SPDX-License-Identifier: GPL-2.0-or-later
"""All positions that the parts of a document hold as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ....base.errors import Phrase
from ....base.progress import Progress, silent
from ..containers.parts import PICTURE, TABLE, Part
from .codes import codes_in
from .columns import positions_in_arrays, positions_in_table
from .pairs import pairs_in
from .positions import EARTH, Frame, Positions
from .structured import geojson_in, shapefile_points

_FORMS = {
    "<kml": Phrase("KML"), "<gpx": Phrase("GPX"), "<gml": Phrase("GML"), "<qgis": Phrase("a QGIS project"),
}  # fmt: skip
"""Beginnings of XML by which a form is named."""


def positions_in(
    part: Part, frames: Sequence[Frame] = (EARTH,), progress: Progress = silent
) -> list[Positions]:
    """Positions that a part of a document holds as numbers.

    Parameters
    ----------
    part : Part
        A text, a table or a file of data; the pixels of a picture are not looked at here.
    frames : sequence of Frame
        Regions in which a number can be a position, each in its coordinate system.
    progress : callable

    Returns
    -------
    list of Positions

    Examples
    --------
    >>> boston = Frame("EPSG:4326", (-72.0, 42.0), (-70.0, 43.0), 111_195.0)
    >>> part = Part("note.txt", "text", b"found at 42.36012, -71.05891 in May")
    >>> [one.xy.tolist() for one in positions_in(part, [boston])]
    [[[-71.05891, 42.36012]]]
    """
    if part.kind == PICTURE and not part.path.endswith(".svg"):
        return []
    frames = tuple(frames) or (EARTH,)
    if part.kind == "data":
        found = shapefile_points(part.data, frames) if part.data[:4] == b"\0\0\x27\x0a" else None
        return _labelled(part, found or [])
    text = part.data.decode("utf-8", "replace").replace("−", "-")
    if part.kind == TABLE or part.path.lower().endswith((".csv", ".tsv")):
        found = positions_in_table(text, frames)
        if found:
            return _labelled(part, [*found, *codes_in(text, frames)])
    progress(0.0)
    found, rest = geojson_in(text, frames)
    progress(0.0)
    arrays, rest = positions_in_arrays(rest, frames)
    found += arrays
    found += pairs_in(rest, frames, progress)
    found += codes_in(rest, frames)
    head = text[:4096].lower()
    form = next((form for mark, form in _FORMS.items() if mark in head), None)
    if form is not None:
        found = [one if one.areas else replace(one, form=form) for one in found]
    return _labelled(part, found)


def _labelled(part: Part, found: Sequence[Positions]) -> list[Positions]:
    return [replace(one, path=part.path, page=part.page, note=part.note) for one in found]
