# SPDX-License-Identifier: GPL-2.0-or-later
"""All positions that the parts of a document hold as numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ....base.errors import Phrase
from ..containers.parts import PICTURE, TABLE, TEXT, Part
from .codes import codes_in, grids_in
from .columns import (
    cells_of,
    positions_across_tables,
    positions_in_arrays,
    positions_in_packed,
    positions_in_table,
)
from .pairs import NUMBER, pairs_in, pairs_with_commas
from .positions import EARTH, Frame, Positions
from .printed import positions_behind_words, positions_in_spaced, positions_under_names
from .spelling import written_out
from .structured import binary_points, geojson_in, quantised_in, records_in, shapefile_points

_FORMS = {
    "<kml": Phrase("KML"), "<gpx": Phrase("GPX"), "<gml": Phrase("GML"), "<qgis": Phrase("a QGIS project"),
}  # fmt: skip
"""Beginnings of XML by which a form is named."""

_BESIDE = Phrase("fields beside the geometries")
_DXF = re.compile(rf"^\s*1[0-8]\s*\n\s*({NUMBER})\s*\n\s*2[0-8]\s*\n\s*({NUMBER})\s*$", re.MULTILINE)
"""Group codes 10 to 18 hold an x, 20 to 28 its y (Autodesk, DXF Reference)."""


_POLYGON = re.compile(r"POLYGON\s*Z?M?\s*\(\([-+\d.eE\s,()]*\)\)", re.IGNORECASE)
_SPLIT = re.compile(r"\d</(?:span|b|i|em|font|strong)><(?:span|b|i|em|font|strong)\b")
_INLINE = re.compile(r"</?(?:span|b|i|em|font|strong)\b[^<>]{0,300}>")


def positions_in(part: Part, frames: Sequence[Frame] = (EARTH,)) -> list[Positions]:
    """Positions that a part of a document holds as numbers.

    Parameters
    ----------
    part : Part
        A text, a table or a file of data; the pixels of a picture are not looked at here.
    frames : sequence of Frame
        Regions in which a number can be a position, each in its coordinate system.

    Examples
    --------
    >>> from geodeid_plugin.core.geometry.sphere import METRES_PER_DEGREE
    >>> boston = Frame("EPSG:4326", (-72.0, 42.0), (-70.0, 43.0), METRES_PER_DEGREE)
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
    text = written_out(part.data.decode("utf-8", "replace"))
    polygons = " ".join(_POLYGON.findall(text)).replace("(", "ring (")
    text = _POLYGON.sub("POLYGON", text)  # whose commas and blanks part no columns
    columns = positions_in_table(text, frames, part.kind == TABLE) if _is_table(part) else []
    if any(one.mostly for one in columns):  # what stands in two cells was read with them
        text = cells_of(text, part.kind == TABLE)
    if part.path.lower().endswith(".dxf"):
        text = _DXF.sub(r" (\1 \2) ", text)
    found, rest, fields = geojson_in(text, frames)
    arrays, rest = positions_in_arrays(rest, frames)
    spaced, rest = positions_in_spaced(rest, frames)
    found += columns + arrays
    pairs = without_known(records_in(rest, frames), [*pairs_in(polygons, frames), *pairs_in(rest, frames)])
    found = without_known(without_known(found, pairs), spaced)
    found = without_known(found, [*positions_under_names(rest, frames), *quantised_in(rest, frames)])
    found = without_known(found, positions_behind_words(rest, frames))
    found += pairs_with_commas(rest, frames)
    if _SPLIT.search(rest):  # a number may be split over pieces of text
        found = without_known(found, pairs_in(_INLINE.sub("", rest), frames))
    found += positions_in_packed(rest, frames)
    found += binary_points(rest, frames)
    found += [*codes_in(rest, frames), *grids_in(rest, frames)]
    if fields:
        told = positions_in(Part("", TABLE, fields.encode("utf-8", "replace")), frames)
        found = without_known(found, [replace(one, form=_BESIDE) for one in told])
    head = text[:4096].lower()
    form = next((form for mark, form in _FORMS.items() if mark in head), None)
    if form is not None:
        found = [one if one.areas else replace(one, form=form) for one in found]
    return _labelled(part, found)


def positions_across(parts: Sequence[Part], frames: Sequence[Frame] = (EARTH,)) -> list[Positions]:
    """Positions whose eastings stand in one table of a document and whose northings in another.

    Parameters
    ----------
    parts : sequence of Part
        All parts of the document.
    frames : sequence of Frame
    """
    tables = [one for one in parts if _is_table(one)]
    texts = [(written_out(one.data.decode("utf-8", "replace")), one.kind == TABLE) for one in tables]
    found = positions_across_tables(texts, frames)
    return [one for number, held in found for one in _labelled(tables[number], [held])]


def _is_table(part: Part) -> bool:
    named = part.kind == TEXT and part.path.lower().endswith((".csv", ".tsv"))
    return named or part.kind == TABLE


def without_known(known: list[Positions], others: list[Positions]) -> list[Positions]:
    """Positions of both readings, each once."""
    places = {tuple(place) for one in known for place in one.xy.tolist()}
    kept = list(known)
    for one in others:
        new = np.array([tuple(place) not in places for place in one.xy.tolist()], bool)
        if new.any():
            kept.append(replace(one, xy=one.xy[new]))
    return kept


def _labelled(part: Part, found: Sequence[Positions]) -> list[Positions]:
    return [replace(one, path=part.path, page=part.page, note=part.note) for one in found]
