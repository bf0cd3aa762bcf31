# SPDX-License-Identifier: GPL-2.0-or-later
"""Random and hostile layers for scripts/fuzz: a small world that is sound, and what can go wrong with it."""

from __future__ import annotations

import json
import math
import random
from dataclasses import dataclass

from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsCsException,
    QgsFeature,
    QgsField,
    QgsGeometry,
    QgsLineString,
    QgsPoint,
    QgsPointXY,
    QgsPolygon,
    QgsProject,
    QgsVectorFileWriter,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QByteArray, QDate, QDateTime, QTime, QVariant

SCRIPT = "<script>alert(1)</script>"
NAMES = [
    "fid",
    "id",
    "record",
    "geometry",
    "SELECT",
    "order by",
    'o"brien',
    "o'brien",
    "a;DROP TABLE b;--",
    "été",
    "😀",
    "{0}",
    "{layer}",
    "%s %d",
    "a b",
    " lead",
    "x" * 120,
    "new\nline",
    "“quoted”",
    SCRIPT,
    "POPULATION",
    "K",
    "🇳🇿 \u202eright",
    "名前",
    "tab\tbed",
    "1",
    "ogc_fid",
    "cluster",
    "record_1",
    "&amp;",
]
TEXTS = [
    "",
    " ",
    "0",
    "-1",
    "08784",
    "1e400",
    "nan",
    "NULL",
    "x" * 3000,
    "a\0b",
    "😀" * 9,
    SCRIPT,
    "'; DROP TABLE a; --",
    "{0} {name}",
    "%s",
    "line\nbreak",
    "\u202e",
    "é",
    "e\u0301",
    "１２",
    "true",
    "1970-01-01",
    '{"a": [1, null]}',
    "f",
    "m",
    "u",
    "r",
    "=1+1",
    "\ufeff",
    "\ud800",
]
NUMBERS = [
    0,
    1,
    -1,
    2,
    7,
    11,
    100,
    0.5,
    1e-300,
    1e300,
    -1e300,
    1e15,
    1e16,
    float("nan"),
    float("inf"),
    float("-inf"),
    2**31,
    2**53 + 1,
    2**63 - 1,
    -(2**63),
    1e20,
    -0.0,
]
KINDS = [
    (QVariant.String, "string"),
    (QVariant.Int, "integer"),
    (QVariant.LongLong, "int8"),
    (QVariant.Double, "double"),
    (QVariant.Bool, "bool"),
    (QVariant.Date, "date"),
    (QVariant.DateTime, "datetime"),
    (QVariant.Time, "time"),
    (QVariant.ByteArray, "binary"),
    (QVariant.StringList, "string[]"),
    (QVariant.Map, "map"),
]
CRSS = [
    "EPSG:4326",
    "EPSG:3857",
    "EPSG:32618",
    "EPSG:2263",
    "EPSG:3035",
    "EPSG:4979",
    "EPSG:3411",
    "EPSG:2193",
    "",
]
PLACES = [
    (-75.0, 45.0),
    (2.3, 48.8),
    (174.7, -36.8),
    (179.95, -17.0),
    (-179.99, 65.0),
    (0.0, 0.0),
    (25.0, 89.8),
    (10.0, -89.9),
]
"""Corners of the world, two of them across the date line and two at a pole."""


@dataclass
class World:
    """Areas and people in them, in degrees; every layer of a case is made from these."""

    chance: random.Random
    west: float
    south: float
    size: float
    columns: int
    rows: int
    people: int
    """How many people are in every layer of them: masked points have the links of the true ones."""

    @classmethod
    def of(cls, chance: random.Random) -> World:
        """Draw where it lies and how large it is; mostly a common place."""
        west, south = chance.choice(PLACES) if chance.random() < 0.5 else PLACES[0]
        size = chance.choice([0.002, 0.02, 0.02, 0.1])
        people = chance.choice([1, 2, 5, 9, 20])
        return cls(chance, west, south, size, chance.randint(1, 4), chance.randint(1, 3), people)

    @property
    def areas(self) -> int:
        """How many areas there are."""
        return self.columns * self.rows

    def square(self, area: int) -> str:
        """Area as well-known text."""
        x, y = self.corner(area)
        a, b = x + self.size, y + self.size
        return f"POLYGON(({x} {y},{a} {y},{a} {b},{x} {b},{x} {y}))"

    def corner(self, area: int) -> tuple[float, float]:
        """South-western corner of an area."""
        return self.west + (area % self.columns) * self.size, self.south + (area // self.columns) * self.size

    def point(self, area: int) -> tuple[float, float]:
        """A place inside an area."""
        x, y = self.corner(area)
        return x + self.size * self.chance.uniform(0.05, 0.95), y + self.size * self.chance.uniform(
            0.05, 0.95
        )


FIELDS = {
    "areas": [
        ("id", "string"),
        ("pop", "integer"),
        ("unit", "string"),
        ("lon", "double"),
        ("lat", "double"),
        ("size", "double"),
        ("cases", "integer"),
        ("code", "string"),
        ("number", "integer"),
        ("females", "integer"),
    ],
    "people": [
        ("pid", "string"),
        ("sex", "string"),
        ("age", "integer"),
        ("area", "string"),
        ("urban", "string"),
        ("born", "date"),
        ("link", "integer"),
        ("lab", "double"),
        ("number", "integer"),
    ],
    "clustered": [
        ("id", "string"),
        ("area_population", "double"),
        ("cluster", "string"),
        ("cluster_population", "double"),
        ("cluster_risk", "double"),
        ("status", "string"),
        ("cluster_bounds", "string"),
    ],
    "strategy": [("origin", "string"), ("destination", "string"), ("probability", "double")],
    "lines": [("record", "integer"), ("move_m", "double")],
    "visits": [("patient", "string"), ("place", "string"), ("claim", "string"), ("provider", "string")],
}


def rows_of(world: World, role: str) -> list:
    """Sound rows of a layer: (geometry, values)."""
    return {
        "areas": _areas,
        "people": _people,
        "clustered": _clustered,
        "strategy": _strategy,
        "lines": _lines,
        "visits": _visits,
        "centres": _centres,
    }[role](world)


def _areas(world: World) -> list:
    rows = []
    for area in range(world.areas):
        x, y = world.corner(area)
        people = world.chance.choice([120, 300, 777, 2500, 40])
        rows.append(
            (
                QgsGeometry.fromWkt(world.square(area)),
                [
                    f"A{area:02}",
                    people,
                    "ew"[area % 2],
                    x + world.size / 2,
                    y + world.size / 2,
                    1e6,
                    area % 3,
                    f"{area // 2:03}",
                    area,
                    people // 2,
                ],
            )
        )
    return rows


def _centres(world: World) -> list:
    found = []
    for shape, values in _areas(world):
        found.append((shape.centroid(), values))
    return found


def _people(world: World) -> list:
    rows = []
    for row in range(world.people):
        area = world.chance.randrange(world.areas)
        rows.append(
            (
                QgsGeometry.fromPointXY(QgsPointXY(*world.point(area))),
                [
                    f"p{row}",
                    "fm"[row % 2],
                    20 + row % 3,
                    f"A{area:02}",
                    "UR"[row % 2],
                    QDate(1950 + row % 4, 1, 1),
                    row,
                    world.chance.random(),
                    row,
                ],
            )
        )
    return rows


def _clustered(world: World) -> list:
    half, bounds = math.ceil(world.areas / 2), json.dumps({"population": 100})
    rows = []
    for area in range(world.areas):
        members = half if area < half else world.areas - half
        rows.append(
            (
                QgsGeometry.fromWkt(world.square(area)),
                [
                    f"A{area:02}",
                    200.0,
                    "1" if area < half else "2",
                    200.0 * members,
                    1 / (200 * members),
                    "clustered",
                    bounds,
                ],
            )
        )
    return rows


def _strategy(world: World) -> list:
    share = 1 / world.areas
    names = [f"A{area:02}" for area in range(world.areas)]
    return [(QgsGeometry(), [one, other, share]) for one in names for other in names]


def _lines(world: World) -> list:
    rows = []
    for row in range(world.chance.choice([1, 4, 9])):
        ends = [world.point(world.chance.randrange(world.areas)) for _end in range(2)]
        rows.append((QgsGeometry.fromPolylineXY([QgsPointXY(*end) for end in ends]), [row, 10.0]))
    return rows


def _visits(world: World) -> list:
    rows = []
    for row in range(world.chance.choice([1, 6, 15])):
        area = world.chance.randrange(world.areas)
        rows.append((QgsGeometry(), [f"p{row % 5}", f"A{area:02}", f"c{row // 2}", f"d{row % 3}"]))
    return rows


GEOMETRIES = {
    "areas": "Polygon",
    "clustered": "Polygon",
    "people": "Point",
    "centres": "Point",
    "lines": "LineString",
    "strategy": "None",
    "visits": "None",
}


def layer_of(world: World, role: str, mutations: int, folder):
    """Make a layer of the role with so many things wrong.

    Returns
    -------
    QgsVectorLayer
        In memory, or opened from a file below ``folder``.
    """
    chance = world.chance
    rows, fields = rows_of(world, role), list(FIELDS.get(role, FIELDS["areas"]))
    kind, crs = GEOMETRIES[role], "EPSG:4326"
    for _mutation in range(mutations):
        change = chance.choice(MUTATIONS)
        rows, fields, kind, crs = change(chance, rows, fields, kind, crs)
    name = chance.choice(["patients", "areas", *NAMES]) if mutations else role
    layer = _written(rows, fields, kind, crs, name)
    if mutations and chance.random() < 0.3:
        return _from_file(chance, layer, folder) or layer
    return layer


def _whole(value):
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def _written(rows, fields, kind, crs, name) -> QgsVectorLayer:
    layer = QgsVectorLayer(kind if kind == "None" else f"{kind}?crs={crs}", name, "memory")
    if not crs:
        layer.setCrs(QgsCoordinateReferenceSystem())
    types = {word: variant for variant, word in KINDS}
    layer.dataProvider().addAttributes([QgsField(field, types[word]) for field, word in fields])
    layer.updateFields()
    features = []
    for shape, values in rows:
        feature = QgsFeature(layer.fields())
        row = (list(values) + [None] * len(fields))[: len(layer.fields())]
        try:
            feature.setAttributes(row)
        except SystemError:  # from Python 3.14 on no layer holds half a character
            feature.setAttributes([_whole(value) for value in row])
        if not shape.isNull():
            feature.setGeometry(shape)
        features.append(feature)
    layer.dataProvider().addFeatures(features)
    layer.updateExtents()
    return layer


def _from_file(chance, layer, folder):
    suffix, driver, encoding = chance.choice(
        [
            (".gpkg", "GPKG", "UTF-8"),
            (".geojson", "GeoJSON", "UTF-8"),
            (".shp", "ESRI Shapefile", "ISO-8859-1"),
            (".csv", "CSV", "UTF-8"),
            (".sqlite", "SQLite", "UTF-8"),
        ]
    )
    options = QgsVectorFileWriter.SaveVectorOptions()
    options.driverName, options.fileEncoding = driver, encoding
    path = folder / f"in {chance.randrange(10**6)}{suffix}"
    QgsVectorFileWriter.writeAsVectorFormatV3(
        layer, str(path), QgsProject.instance().transformContext(), options
    )
    opened = QgsVectorLayer(str(path), layer.name(), "ogr")
    return opened if opened.isValid() else None


def _value(chance, word: str):
    """A hostile value of a type."""
    if chance.random() < 0.3:
        return None
    dates = {"date": QDate(1, 1, 1), "datetime": QDateTime(2012, 2, 30, 1, 1, 1), "time": QTime(25, 0)}
    if word in dates:
        return dates[word]
    others = {"binary": QByteArray(b"\0\xff"), "string[]": ["a", None, "😀"], "map": {"a": [1, {"b": None}]}}
    if word in others:
        return others[word]
    if word == "string":
        return chance.choice(TEXTS)
    if word == "bool":
        return chance.random() < 0.5
    number = chance.choice(NUMBERS)
    if word == "double":
        return float(number)
    whole = int(number) if math.isfinite(number) else 0
    limit = 2**31 if word == "integer" else 2**63
    return max(-limit, min(whole, limit - 1))


def _spoil_values(chance, rows, fields, kind, crs):
    """Hostile values in a column or two cells."""
    column = chance.randrange(len(fields))
    chosen = set(range(len(rows))) if chance.random() < 0.3 else {chance.randrange(len(rows) or 1)}
    word = fields[column][1]
    same = _value(chance, word)
    spoilt = []
    for row, (shape, values) in enumerate(rows):
        values = list(values)
        if row in chosen and column < len(values):
            values[column] = same if chance.random() < 0.5 else _value(chance, word)
        spoilt.append((shape, values))
    return spoilt, fields, kind, crs


def _add_field(chance, rows, fields, kind, crs):
    """A field with a hostile name and hostile values, of any type, at any place."""
    name, word = chance.choice(NAMES), chance.choice(KINDS)[1]
    rows = [(shape, [*values, _value(chance, word)]) for shape, values in rows]
    return rows, [*fields, (name, word)], kind, crs


def _rename_field(chance, rows, fields, kind, crs):
    fields = list(fields)
    at = chance.randrange(len(fields))
    fields[at] = (chance.choice(NAMES), fields[at][1])
    return rows, fields, kind, crs


def _retype_field(chance, rows, fields, kind, crs):
    at = chance.randrange(len(fields))
    word = chance.choice(KINDS)[1]
    fields = [*fields[:at], (fields[at][0], word), *fields[at + 1 :]]
    rows = [(s, [*v[:at], _value(chance, word), *v[at + 1 :]] if at < len(v) else v) for s, v in rows]
    return rows, fields, kind, crs


def _number_rows(chance, rows, fields, kind, crs):
    """Ids up to the end of what 64 bits hold."""
    start = chance.choice([0, 1, 2**53 - 3, 2**63 - 1 - len(rows)])
    rows = [(shape, [*values, start + row]) for row, (shape, values) in enumerate(rows)]
    return rows, [*fields, (chance.choice(["fid", "rowid", "nummer"]), "int8")], kind, crs


def _spoil_shape(chance, rows, fields, kind, crs):
    """One geometry, or all of them, made hostile."""
    chosen = set(range(len(rows))) if chance.random() < 0.2 else {chance.randrange(len(rows) or 1)}
    spoil = chance.choice(SHAPES)
    return [(spoil(chance, s) if r in chosen else s, v) for r, (s, v) in enumerate(rows)], fields, kind, crs


def _without_shape(_chance, _shape):
    return QgsGeometry()


def _emptied(chance, _shape):
    return QgsGeometry.fromWkt(
        chance.choice(["POLYGON EMPTY", "POINT EMPTY", "MULTIPOINT EMPTY", "LINESTRING EMPTY"])
    )


def _with_odd_vertex(chance, shape):
    """A vertex that is no number, endless, huge or beyond the pole."""
    odd = chance.choice([math.nan, math.inf, 1e308, -1e20, 91.0, 1e-320])
    vertices = list(shape.vertices())
    if len(vertices) < 2:
        return QgsGeometry(QgsPoint(odd, odd if chance.random() < 0.5 else 45.0))
    at = chance.randrange(len(vertices))
    vertices[at] = QgsPoint(odd, vertices[at].y())
    ring = QgsLineString(vertices)
    if shape.type() == 1:
        return QgsGeometry(ring)
    polygon = QgsPolygon()
    polygon.setExteriorRing(ring)
    return QgsGeometry(polygon)


def _crossed(chance, shape):
    """A ring that crosses itself, has a spike, no size, or the same vertex all over."""
    centre = shape.boundingBox().center() if not shape.isNull() else QgsPointXY(0, 0)
    x, y, d = centre.x(), centre.y(), chance.choice([0.01, 1e-12, 30.0])
    a, b, c = x + d, y + d, x - d
    return QgsGeometry.fromWkt(
        chance.choice(
            [
                f"POLYGON(({x} {y},{a} {b},{a} {y},{x} {b},{x} {y}))",
                f"POLYGON(({x} {y},{x} {y},{x} {y},{x} {y}))",
                f"POLYGON(({x} {y},{a} {y},{x} {y}))",
                f"POLYGON(({x} {y},{a} {y},{a} {b},{x} {y}),({c} {c},{c - d} {y},{x} {c - d},{c} {c}))",
                f"MULTIPOLYGON((({x} {y},{a} {y},{x} {b},{x} {y})),(({x} {y},{a} {y},{x} {b},{x} {y})))",
            ]
        )
    )


def _other_kind(chance, shape):
    """Another type of geometry than the layer's; Z and M, curves, collections."""
    centre = shape.boundingBox().center() if not shape.isNull() else QgsPointXY(0, 0)
    x, y = centre.x(), centre.y()
    a = x + 0.01
    return QgsGeometry.fromWkt(
        chance.choice(
            [
                f"POINT({x} {y})",
                f"POINTZM({x} {y} 5 nan)",
                f"MULTIPOINT(({x} {y}),({x + 1} {y}))",
                f"MULTIPOINT(({x} {y}))",
                f"LINESTRING({x} {y},{a} {y})",
                f"COMPOUNDCURVE(CIRCULARSTRING({x} {y},{a} {y + 0.01},{a + 0.01} {y}))",
                f"CURVEPOLYGON(CIRCULARSTRING({x} {y},{a} {y + 0.01},{a + 0.01} {y},{a} {y - 0.01},{x} {y}))",
                f"POLYGONZ(({x} {y} 1,{a} {y} 1,{x} {y + 0.01} 1,{x} {y} 1))",
                f"GEOMETRYCOLLECTION(POINT({x} {y}),LINESTRING(0 0,1 1))",
                "GEOMETRYCOLLECTION EMPTY",
                f"TRIANGLE(({x} {y},{a} {y},{x} {y + 0.01},{x} {y}))",
                f"MULTISURFACE((({x} {y},{x + 1} {y},{x} {y + 1},{x} {y})))",
            ]
        )
    )


SHAPES = [
    _without_shape,
    _emptied,
    _with_odd_vertex,
    _with_odd_vertex,
    _crossed,
    _crossed,
    _other_kind,
    _other_kind,
]


def _all_alike(chance, rows, fields, kind, crs):
    """Every place the same, every value the same, or both."""
    if not rows:
        return rows, fields, kind, crs
    shape, values = chance.choice(rows)
    shapes, values_too = chance.random() < 0.7, chance.random() < 0.4
    return [(shape if shapes else s, values if values_too else v) for s, v in rows], fields, kind, crs


def _fewer(chance, rows, fields, kind, crs):
    return rows[: chance.choice([0, 1, 1, 2])], fields, kind, crs


def _twice(chance, rows, fields, kind, crs):
    return rows + rows, fields, kind, crs


def _looser_kind(chance, rows, fields, kind, crs):
    """A layer type that lets other geometries in, or none at all."""
    loose = [
        "GeometryCollection",
        "None",
        f"Multi{kind}" if kind in ("Point", "Polygon", "LineString") else kind,
        f"{kind}ZM" if kind in ("Point", "Polygon") else kind,
        "CurvePolygon",
        "LineString",
    ]
    return rows, fields, chance.choice(loose), crs


def _other_crs(chance, rows, fields, kind, crs):
    """Another reference system: mostly the coordinates go with it."""
    other = chance.choice(CRSS)
    if not other or chance.random() < 0.3 or crs != "EPSG:4326":
        return rows, fields, kind, other
    transform = QgsCoordinateTransform(
        QgsCoordinateReferenceSystem("EPSG:4326"), QgsCoordinateReferenceSystem(other), QgsProject.instance()
    )
    moved = []
    for shape, values in rows:
        shape = QgsGeometry(shape)
        try:
            shape.transform(transform)
        except QgsCsException:
            shape = QgsGeometry()
        moved.append((shape, values))
    return moved, fields, kind, other


MUTATIONS = [
    _spoil_values,
    _spoil_values,
    _spoil_values,
    _add_field,
    _add_field,
    _rename_field,
    _retype_field,
    _number_rows,
    _spoil_shape,
    _spoil_shape,
    _spoil_shape,
    _all_alike,
    _fewer,
    _twice,
    _looser_kind,
    _other_crs,
]
