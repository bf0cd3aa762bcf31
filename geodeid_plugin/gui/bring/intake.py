# SPDX-License-Identifier: GPL-2.0-or-later
"""From files, and tables of the project, to layers of patients, areas and borders; nothing of the user's is
changed."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsDataProvider,
    QgsVectorLayer,
    QgsWkbTypes,
)

from ...core.base.errors import InputError, Phrase, named
from ...core.exposure.fields.fieldnames import guess_population
from ...core.intake import codes
from ...core.intake.cells import ENDINGS
from ...core.intake.findings import Finding, State
from ...core.intake.numbers import habit_of, read
from ...core.intake.places import OUTSIDE, Placed, StudyRegion, places_of, system_of_areas
from ...core.intake.roles import Roles, identifier_of, roles_of
from ...core.intake.tables import RawTable
from ...i18n import tr
from ...processing_provider.io.packed import count_of
from ...processing_provider.io.rawtable import (
    axes_of,
    column_of,
    file_of,
    is_table_file,
    moved_copy,
    points_layer,
    study_region_of,
    table_of_file,
    table_of_source,
    with_field,
)
from ...report.numbers import count
from ..fieldguess import people_field

MAPS = (
    ".kml",
    ".kmz",
    ".gpx",
    ".geojson",
    ".json",
    ".shp",
    ".gpkg",
    ".fgb",
    ".gml",
    ".tab",
    ".mif",
    ".dbf",
    ".zip",
)
"""Endings of the files that GDAL reads."""
_BESIDE = (".shx", ".prj", ".qpj", ".cpg", ".sbn", ".sbx", ".qix", ".qmd", ".xsd", ".gfs", ".map", ".dat",
           ".id", ".ind", ".mid")  # fmt: skip
"""Endings of files that belong to a map of the same name."""
PEOPLE = "residents"
"""Field of the people that were joined to areas."""
_POINT, _POLYGON, _LINE, _NONE = (
    QgsWkbTypes.GeometryType.PointGeometry, QgsWkbTypes.GeometryType.PolygonGeometry,
    QgsWkbTypes.GeometryType.LineGeometry, QgsWkbTypes.GeometryType.NullGeometry,
)  # fmt: skip
EMPTY, LEFT_OUT = "no_people", "left_out"
"""What the user may say of areas without a number: nobody lives there, or they are not used; and of places
outside every area."""


def takes(paths) -> bool:
    """Whether files hold data by their endings, with what belongs to them, such as all files of a shape."""
    known = (*ENDINGS, *MAPS, *_BESIDE)
    return bool(_holding(paths)) and all(one.is_file() and one.suffix.lower() in known for one in paths)


def _holding(paths) -> list[Path]:
    """The files that hold data of their own."""
    shapes = {one.with_suffix("") for one in paths if one.suffix.lower() == ".shp"}
    return [
        one for one in paths
        if one.suffix.lower() not in _BESIDE
        and not (one.suffix.lower() == ".dbf" and one.with_suffix("") in shapes)
    ]  # fmt: skip


@dataclass(frozen=True)
class Line:
    """A finding about one of the files."""

    source: str
    """Name of the file or layer."""
    finding: Finding
    undone: bool = False
    """Whether the user took it back."""

    @property
    def key(self) -> str:
        """What switches it."""
        return f"{self.finding.key}|{self.source}"


@dataclass
class Brought:
    """Layers for the panel, and what was found on the way to them."""

    patients: QgsVectorLayer | None = None
    areas: QgsVectorLayer | None = None
    borders: QgsVectorLayer | None = None
    identifier: str = ""
    population: str = ""
    """Fields of the areas."""
    headline: str = ""
    lines: list[Line] = field(default_factory=list)


class Intake:
    """Files and layers that were brought, and which of the findings about them are switched off."""

    def __init__(self) -> None:
        self.paths: list[Path] = []
        self.layers: list[QgsVectorLayer] = []
        self._off: dict[str, set[str]] = defaultdict(set)
        self._undone: dict[str, Line] = {}
        self.missing_people = ""
        self.outside = ""

    def bring(self, paths=(), layers=()) -> None:
        """Take more files or layers; a file of the same name as an earlier one takes its place."""
        names = {path.name for path in paths}
        self.paths = [path for path in self.paths if path.name not in names] + _holding(paths)
        ids = {layer.id() for layer in self.layers}
        self.layers += [layer for layer in layers if layer.id() not in ids]

    def switch(self, line: Line) -> None:
        """Take a finding back, or let it hold again."""
        off = self._off[line.source]
        if line.finding.key in off:
            off.discard(line.finding.key)
            self._undone.pop(line.key, None)
        else:
            off.add(line.finding.key)
            self._undone[line.key] = Line(line.source, line.finding, undone=True)

    @property
    def has_sources(self) -> bool:
        """Whether anything was brought."""
        return bool(self.paths or self.layers)

    @property
    def undone(self) -> tuple[Line, ...]:
        """Findings that the user took back."""
        return tuple(self._undone.values())

    def read(self) -> Brought:
        """Read everything anew.

        Raises
        ------
        InputError
            A file cannot be read, or its codes or coordinates fit nothing.
        """
        tables, maps = self._opened()
        made = _Made(self, tables, maps)
        brought = made.brought()
        brought.lines += self.undone
        return brought

    def off(self, name: str) -> frozenset:
        """Keys that are switched off for a file or layer."""
        return frozenset(self._off[name]) | ({OUTSIDE} if self.outside == LEFT_OUT else set())

    def _opened(self) -> tuple[list[RawTable], list[QgsVectorLayer]]:
        tables, maps = [], []
        for path in self.paths:
            if is_table_file(path):
                tables.append(table_of_file(path, self.off(path.name)))
            else:
                maps += _layers_of(path)
        maps += [layer for layer in self.layers if layer.geometryType() != _NONE]
        bare = [layer for layer in self.layers if layer.geometryType() == _NONE]
        bare += [layer for layer in maps if layer.geometryType() == _NONE]
        for layer in bare:
            file = file_of(layer)
            off = self.off(layer.name() if file is None else file.name)
            tables.append(table_of_source(layer, off) if file is None else table_of_file(file, off))
        return tables, [layer for layer in maps if layer.geometryType() != _NONE]


def _layers_of(path: Path) -> list[QgsVectorLayer]:
    """Every layer with features of a file."""
    whole = QgsVectorLayer(str(path), path.stem, "ogr")
    if not whole.isValid():
        raise InputError(
            "file.map.unreadable", "“{file}” cannot be read as a map or a table.", file=path.name
        )
    mark = QgsDataProvider.sublayerSeparator()
    names = [one.split(mark)[1] for one in whole.dataProvider().subLayers()]
    layers = [whole] if len(names) < 2 else [
        QgsVectorLayer(f"{path}|layername={name}", f"{path.stem} {name}", "ogr") for name in names
    ]  # fmt: skip
    filled = [layer for layer in layers if layer.isValid() and count_of(layer)]
    if not filled:
        raise InputError("file.features.none", "“{file}” has no features.", file=path.name)
    return filled


class _Made:
    """One reading of everything that was brought."""

    def __init__(self, intake: Intake, tables: list, maps: list) -> None:
        self._intake = intake
        self._lines: list[Line] = []
        self._polygons = [layer for layer in maps if layer.geometryType() == _POLYGON]
        self._points = [layer for layer in maps if layer.geometryType() == _POINT]
        self._lines_on_map = [layer for layer in maps if layer.geometryType() == _LINE]
        self._tables = tables
        self._joined: codes.Joined | None = None

    def brought(self) -> Brought:
        """The layers, and what was found."""
        areas, identifier = self._chosen_areas()
        ids = [] if areas is None else column_of(areas, identifier)
        study_region = study_region_of(areas) if areas is not None and areas.crs().isValid() else None
        roles = roles_of(self._tables, ids, study_region)
        patients, placed = self._patients(roles, study_region or self._region())
        if areas is not None and study_region is None:
            self._give_system(areas, placed)
        used = {id(one) for one in (roles.patients, roles.people, roles.crosswalk)}
        for one in roles.unused:
            self._note(one.name, "unused", _unused(one, ids))
        for one in self._tables:
            if id(one) in used:
                self._tell(one.name, one.findings)
        population = ""
        if areas is not None:
            areas, population = self._with_people(areas, identifier, ids, roles)
        borders = next(iter(self._other_polygons + self._lines_on_map), None)
        headline = self._headline(placed, areas, ids)
        return Brought(patients, areas, borders, identifier, population, headline, self._lines)

    def _tell(self, source: str, findings) -> None:
        self._lines += [Line(source, one) for one in findings if one.key != "coordinates"]

    def _note(self, source: str, key: str, sentence: str, state: State = State.NOTED) -> None:
        self._lines.append(Line(source, Finding(key, Phrase(sentence), state)))

    def _chosen_areas(self) -> tuple[QgsVectorLayer | None, str]:
        """The polygons that the tables know, or that count people, else those with most features."""
        found = []
        for layer in self._polygons:
            fields = {one.name(): values for one in layer.fields()
                      if (values := column_of(layer, one.name())) and _distinct(values)}  # fmt: skip
            name = identifier_of(fields, self._tables) or ""
            ids = [str(value) for value in fields.get(name, [])]
            known = sum(codes.code_column(table, ids) is not None for table in self._tables) if ids else 0
            found.append((known, people_field(layer) != "", count_of(layer), name, layer))
        best = max(found, key=lambda one: one[:3], default=None)
        self._other_polygons = [one[4] for one in found if one is not best]
        return (None, "") if best is None else (best[4], best[3])

    def _region(self) -> StudyRegion | None:
        """Other polygons that say where on Earth they are, where the areas do not."""
        known = next((layer for layer in self._other_polygons if layer.crs().isValid()), None)
        return None if known is None else study_region_of(known)

    def _patients(self, roles: Roles, study_region) -> tuple[QgsVectorLayer | None, Placed | None]:
        if roles.patients is not None:
            name = roles.patients.name
            placed = places_of(roles.patients, study_region, self._intake.off(name))
            if placed is None:
                return None, None
            self._tell(name, placed.findings)
            return points_layer(roles.patients, placed, Path(name).stem), placed
        if not self._points:
            return None, None
        layer = self._points[0]
        for other in self._points[1:]:
            self._note(
                other.name(), "unused", tr("It is not used: the patients are another layer of points.")
            )
        return self._points_of(layer, study_region)

    def _points_of(self, layer: QgsVectorLayer, study_region) -> tuple[QgsVectorLayer, Placed | None]:
        """A layer of points as it is where its places lie in the areas, else a copy that is put right."""
        axes = axes_of(layer)
        crs = (layer.crs().authid() or layer.crs().toWkt()) if layer.crs().isValid() else ""
        off = self._intake.off(layer.name())
        placed = places_of(axes, study_region, off, crs)
        if study_region is None or placed is None or placed.in_areas is None:
            return layer, placed
        if crs and 2 * placed.in_areas < len(axes) and "crs" not in off:  # perhaps it has the wrong system
            with suppress(InputError):  # no other system fits, or several do
                other = places_of(axes, study_region, off)
                placed = other if other is not None and (other.in_areas or 0) > placed.in_areas else placed
        self._tell(layer.name(), placed.findings)
        done = {one.key for one in placed.findings if one.state is State.DONE}
        moved = {"swapped", "west", "crs", OUTSIDE} & done
        if not moved and placed.crs != crs and crs:
            sentence = tr("Its numbers are degrees, and not of {crs}.", crs=crs)
            self._note(layer.name(), "crs", sentence, State.DONE)
            moved = {"crs"}
        return (moved_copy(layer, placed) if moved else layer), placed

    def _give_system(self, areas: QgsVectorLayer, placed: Placed | None) -> None:
        """Give areas without a reference system the one in which the patients lie in them."""
        areas.setCrs(QgsCoordinateReferenceSystem("EPSG:4326"))
        unplaced = study_region_of(areas)
        found = None
        if unplaced is not None and placed is not None and "crs" not in self._intake.off(areas.name()):
            found = system_of_areas(unplaced, placed.lon_deg, placed.lat_deg)
        areas.setCrs(QgsCoordinateReferenceSystem(found or ""))
        if found:
            sentence = tr(
                "The file names no coordinate reference system: in {crs} the patients lie in the areas."
            )
            self._note(areas.name(), "crs", sentence.format(crs=found), State.DONE)
        else:
            sentence = tr(
                "The file names no coordinate reference system, and none that fits was found. Add its .prj."
            )
            self._note(areas.name(), "no_crs", sentence, State.WRONG)

    def _with_people(self, areas, identifier: str, ids: list, roles: Roles) -> tuple[QgsVectorLayer, str]:
        """The areas with their people: of a table, of a field of numbers, or of a field of words."""
        if roles.people is not None:
            table, off = roles.people, self._intake.off(roles.people.name)
            code = codes.code_column(table, [str(one) for one in ids]) or ""
            walk = None if roles.crosswalk is None else codes.crosswalk_of(roles.crosswalk, ids)
            self._joined = codes.join(table, ids, code, codes.people_column(table, code) or "", walk, off)
            self._tell(table.name, [one for one in self._joined.findings if one.key != "unknown_people"])
            return self._copied(areas, self._joined.people, ids), PEOPLE
        own = people_field(areas)
        if own:
            values = np.array([np.nan if v is None else float(v) for v in column_of(areas, own)], dtype=float)
            if (values >= 0).all():
                return areas, own
            return self._copied(areas, np.where(values >= 0, values, np.nan), ids), PEOPLE
        words = guess_population([one.name() for one in areas.fields()])
        if not words:
            return areas, ""
        cells = ["" if value is None else str(value) for value in column_of(areas, words)]
        habit = habit_of(cells, False, False, True)
        if habit is None or "text" in self._intake.off(areas.name()):
            return areas, ""
        example = next(cell for cell in cells if cell)
        sentence = tr("“{field}” is text such as {example}, and was read as numbers.")
        self._note(areas.name(), "text", sentence.format(field=words, example=example), State.DONE)
        return self._copied(areas, read(cells, habit), ids), PEOPLE

    def _copied(self, areas: QgsVectorLayer, people, ids: list) -> QgsVectorLayer:
        """The areas in memory with a field of their people; those without a number as the user says."""
        unknown = [one for one, number in zip(ids, people) if not np.isfinite(number)]
        says = self._intake.missing_people
        if unknown:
            self._tell_unknown(areas.name(), unknown, says)
        if says == EMPTY:
            people = np.nan_to_num(people)
        title = tr("{name} with residents", name=areas.name())
        return with_field(areas, title, PEOPLE, people, says == LEFT_OUT)

    def _tell_unknown(self, source: str, unknown: list, says: str) -> None:
        sentence = {
            EMPTY: tr("{count} areas without a number of people count as empty: {areas}."),
            LEFT_OUT: tr("{count} areas without a number of people were left out: {areas}."),
        }.get(says, tr("{count} areas have no number of people: {areas}."))
        state = State.DONE if says else State.WRONG
        self._note(
            source, "unknown_people", sentence.format(count=count(len(unknown)), areas=named(unknown)), state
        )

    def _headline(self, placed: Placed | None, areas, ids: list) -> str:
        parts = []
        if placed is not None:
            known = int(np.isfinite(placed.lon_deg).sum())
            good = known if placed.in_areas is None else placed.in_areas
            parts.append(tr("{good} of {count} patients placed", good=count(good), count=count(known)))
        if self._joined is not None:
            parts.append(
                _matched(self._joined.way).format(good=count(self._joined.matched), count=count(len(ids)))
            )
            parts.append(tr("{count} residents", count=count(float(np.nansum(self._joined.people)))))
        elif areas is not None:
            parts.append(tr("{count} areas", count=count(count_of(areas))))
        if placed is not None and len(placed.without):
            words = tr("{count} rows without a place, listed")
            parts.append(words.format(count=count(len(placed.without))))
        return " · ".join(parts)


def _unused(table: RawTable, areas: list) -> str:
    """Why a table is left aside."""
    code = codes.area_column(table, areas) if areas else None
    if code is None:
        return tr("It is not used: it holds no places, and no people of the areas.")
    return tr(
        "It is not used: “{column}” holds codes of the areas, and the middle of an area is no home. Give it "
        "as the records of “Counts by area for release”.", column=code,
    )  # fmt: skip


def _matched(way: str) -> str:
    """How many areas were matched, and by what."""
    return {
        "zeros": tr("{good} of {count} areas matched after adding leading zeros"),
        "ending": tr("{good} of {count} areas matched by the end of their codes"),
        "crosswalk": tr("{good} of {count} areas matched through the crosswalk"),
    }.get(way, tr("{good} of {count} areas matched"))


def _distinct(values: list) -> bool:
    """Whether a field could name areas: a value in each, all different."""
    return all(isinstance(one, (str, int)) and one != "" for one in values) and len(set(values)) == len(
        values
    )
