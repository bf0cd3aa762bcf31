# SPDX-License-Identifier: GPL-2.0-or-later
"""What the cases of scripts/compare_outputs read, made from the sample by the first run that wants it."""

from __future__ import annotations

import shutil
import zipfile
from collections import Counter
from pathlib import Path

import numpy as np
import processing
from compare_cases import MADE
from compare_run import Feedback, fill, filled, repeat_chance, run
from osgeo import gdal, ogr, osr

ogr.UseExceptions()
SAMPLE = "resources/sample/upstate_new_york.gpkg"
FIELD_TYPES = {str: ogr.OFTString, int: ogr.OFTInteger, float: ogr.OFTReal}
FEW = 60
"""Records of the layers for what takes long."""
SOUTHERN = "Broome"
"""County of a smaller study."""
DOORS = 6000


class Inputs:
    """Paths of inputs by their names, as ``{tracts}`` or ``{clustered[OUTPUT]}`` in a case.

    Attributes
    ----------
    folder : Path
        Where they lie.
    checkout : Path
        Whose sample it is.
    """

    def __init__(self, folder: Path, checkout: Path):
        self.folder = folder.resolve()
        self.checkout = checkout
        self.folder.mkdir(parents=True, exist_ok=True)

    def beside(self, here: Path) -> Names:
        """The names of the inputs, and the folder of a case."""
        return Names(self, here)

    def __getitem__(self, name: str):
        if name in FILES:
            return str(self._file(name))
        if name in MADE:
            return self._run(name, *MADE[name])
        return f"{self._study()}|layername={name}"

    def _study(self) -> Path:
        path = self.folder / "study.gpkg"
        if not path.exists():
            begun = path.with_suffix(".part.gpkg")
            shutil.copy(self.checkout / SAMPLE, begun)
            make_layers(begun)
            begun.rename(path)
        return path

    def _file(self, name: str) -> Path:
        maker, suffix = FILES[name]
        path = self.folder / f"{name}.{suffix}"
        if not path.exists():
            maker(self, path)
        return path

    def _run(self, name: str, algorithm: str, asked: dict) -> dict:
        folder = self.folder / name
        if not folder.exists():
            begun = self.folder / f"{name}.part"
            shutil.rmtree(begun, ignore_errors=True)
            begun.mkdir()
            asked = filled(asked, self, begun)
            repeat_chance(name)
            run(algorithm, fill(algorithm, asked, begun), Feedback())
            begun.rename(folder)
        side_files = (".gpkg-wal", ".gpkg-shm")  # of whoever reads it at the same time
        return {path.stem: str(path) for path in folder.iterdir() if path.suffix not in side_files}


class Names(dict):
    """What stands for a name in a case."""

    def __init__(self, inputs: Inputs, here: Path):
        super().__init__(here=str(here))
        self._inputs = inputs

    def __missing__(self, name: str):
        return self._inputs[name]


def make_layers(path: Path) -> None:
    """Add the layers that the sample lacks: more fields, controls, doors, streets, water, tables."""
    chance = np.random.default_rng(1)
    data = gdal.OpenEx(str(path), gdal.OF_UPDATE | gdal.OF_VECTOR)
    tracts, counties, patients = (rows_of(data, name) for name in ("tracts", "counties", "patients"))
    people = described_people(patients, tracts, chance)
    layers = {
        **areas_of(tracts, counties, chance),
        **people_of(people, tracts, chance),
        **around(people, tracts, chance),
        **visits(people, tracts, chance),
        **counted(people, tracts),
    }
    plane = data.GetLayer("tracts").GetSpatialRef()
    data.StartTransaction()
    for name, rows in layers.items():
        add_layer(data, name, rows, plane)
    data.CommitTransaction()


def rows_of(data, name: str) -> list:
    """Shape and values of every row of a layer."""
    return [(row.GetGeometryRef().Clone(), row.items()) for row in data.GetLayer(name)]


def add_layer(data, name: str, rows: list, plane) -> None:
    """Write (shape or None, values) as a layer; all rows have the fields of the first."""
    kinds = {shape.GetGeometryType() for shape, _values in rows if shape is not None}
    kind = ogr.wkbMultiPolygon if len(kinds) > 1 else kinds.pop() if kinds else ogr.wkbNone
    layer = data.CreateLayer(name, None if kind == ogr.wkbNone else plane, kind)
    for field, value in rows[0][1].items():
        layer.CreateField(ogr.FieldDefn(field, FIELD_TYPES[type(value)]))
    for shape, values in rows:
        feature = ogr.Feature(layer.GetLayerDefn())
        if shape is not None:
            feature.SetGeometry(shape)
        for field, value in values.items():
            feature.SetFieldNull(field) if value is None else feature.SetField(field, value)
        layer.CreateFeature(feature)


def areas_of(tracts: list, counties: list, chance) -> dict:
    """Areas with more fields, of one county alone too, points in them, and counties with their cases."""
    areas = [(shape, described_area(row, at)) for at, (shape, row) in enumerate(tracts)]
    cases: Counter = Counter()
    for _shape, row in tracts:
        cases[row["county"]] += row["cases"]
    return {
        "areas": areas,
        "southern": [(shape, row) for shape, row in areas if row["county"] == SOUTHERN],
        "middles": [(shape.Centroid(), {"tract": row["tract"]}) for shape, row in tracts],
        "sites": [(within(shape, chance), {"tract": row["tract"][-6:]}) for shape, row in tracts[::2]],
        "countycases": [(shape, {**row, "cases": cases[row["county"]]}) for shape, row in counties],
    }


def described_people(patients: list, tracts: list, chance) -> list:
    """The patients with more fields."""
    where = [
        next(at for at, (shape, _row) in enumerate(tracts) if shape.Contains(home)) for home, _row in patients
    ]
    return [
        (home, described_person(row, at, tracts[area][1]["tract"], where[:at].count(area), chance))
        for at, ((home, row), area) in enumerate(zip(patients, where))
    ]


def people_of(people: list, tracts: list, chance) -> dict:
    """Patients, all and few, controls, and both moved a little."""
    controls = [
        (within(tracts[area][0], chance), {"patient": f"C{at:04d}"})
        for at, area in enumerate(by_population(tracts, 300, chance))
    ]
    moved = ring_moved(people, tracts, chance)
    return {
        "people": people,
        "fewpeople": people[:FEW],
        "southernpeople": [(home, row) for home, row in people if row["county"] == SOUTHERN],
        "controls": controls,
        "moved": moved,
        "fewmoved": moved[:FEW],
        "movedcontrols": ring_moved(controls, tracts, chance),
    }


def around(people: list, tracts: list, chance) -> dict:
    """Doors, of the patients, in every tract and many near a few patients; streets and water near these."""
    homes = np.array([[home.GetX(), home.GetY()] for home, _row in people[:FEW]])
    areas = list(range(len(tracts))) * 3 + by_population(tracts, DOORS, chance)
    near = np.repeat(homes, DOORS // FEW, axis=0) + chance.normal(0, 600, (DOORS, 2))
    places = [home for home, _row in people]
    places += [within(tracts[area][0], chance) for area in areas]
    places += [placed(x, y) for x, y in near]
    return {
        "doors": [(place, {"door": at}) for at, place in enumerate(places)],
        "streets": streets(homes),
        "water": [(boxed(x, y, 400), {"name": f"pond {at}"}) for at, (x, y) in enumerate(homes[::6] + 700)],
    }


def by_population(tracts: list, count: int, chance) -> list:
    """Tracts drawn with the chance of their people."""
    people = np.array([row["population"] for _shape, row in tracts], dtype=float)
    return chance.choice(len(tracts), count, p=people / people.sum()).tolist()


def described_area(row: dict, at: int) -> dict:
    """A tract with more fields."""
    people = row["population"]
    return {
        **row,
        "code": row["tract"][:5] + row["tract"][5:],
        "females": people // 2 + at % 7,
        "males": people - people // 2,
        "expected": people * 5.2e-4,
        "others": max(people // 50, 1),
        "kind": "urban" if at % 3 else "rural",
    }


def described_person(row: dict, at: int, tract: str, neighbours: int, chance) -> dict:
    """A patient with more fields, who shares a household with every other patient of the tract."""
    return {
        **row,
        "tract": tract,
        "household": f"{tract} {neighbours // 2}",
        "kind": "U" if at % 2 else "R",
        "born": f"{1900 + int(chance.integers(0, 80))}-{1 + at % 12:02d}-{1 + at % 28:02d}",
        "stage": "ABC"[int(chance.integers(0, 3))],
    }


def within(shape, chance):
    """A random point in a polygon."""
    west, east, south, north = shape.GetEnvelope()
    while True:
        point = placed(chance.uniform(west, east), chance.uniform(south, north))
        if shape.Contains(point):
            return point


def placed(x: float, y: float):
    """A point."""
    point = ogr.Geometry(ogr.wkbPoint)
    point.SetPoint_2D(0, x, y)
    return point


def ring_moved(people: list, tracts: list, chance) -> list:
    """The same people, each moved by 300 to 600 m inside the region."""
    moved = []
    for home, row in people:
        point = None
        while point is None or not any(shape.Contains(point) for shape, _row in tracts):
            angle, far = chance.uniform(0, 2 * np.pi), chance.uniform(300, 600)
            point = placed(home.GetX() + far * np.cos(angle), home.GetY() + far * np.sin(angle))
        moved.append((point, {"patient": row["patient"]}))
    return moved


def boxed(x: float, y: float, half: float):
    """A square about a point."""
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))
    ring = ", ".join(f"{x + half * a} {y + half * b}" for a, b in corners)
    return ogr.CreateGeometryFromWkt(f"POLYGON(({ring}))")


def streets(homes: np.ndarray) -> list:
    """Streets every 250 m about each home."""
    rows = []
    for x, y in homes:
        for at in np.arange(-1500, 1501, 250):
            rows.append(f"LINESTRING({x - 1600} {y + at + 40}, {x + 1600} {y + at + 40})")
            rows.append(f"LINESTRING({x + at + 30} {y - 1600}, {x + at + 30} {y + 1600})")
    return [(ogr.CreateGeometryFromWkt(line), {"name": f"street {at}"}) for at, line in enumerate(rows)]


def visits(people: list, tracts: list, chance) -> dict:
    """Visits near home for the first patients, and who the patients are."""
    middle = np.array([[s.Centroid().GetX(), s.Centroid().GetY()] for s, _row in tracts])
    made, claim = [], 0
    for home, row in people[:200]:
        near = np.argsort(np.hypot(*(middle - [home.GetX(), home.GetY()]).T))
        for visit in range(int(chance.integers(1, 5))):
            claim += 1
            place = int(near[min(int(chance.exponential(3)), len(near) - 1)])
            made.append((None, {
                "patient": row["patient"], "place": tracts[place][1]["tract"], "claim": f"K{claim}",
                "visit": f"V{claim // 2}", "doctor": f"D{place % 40}", "by_phone": int(visit == 3),
            }))  # fmt: skip
    members = [
        (None, {"patient": row["patient"], "tract": row["tract"], "sex": row["sex"]})
        for _home, row in people[:200]
    ]
    return {"visits": made, "members": members}


def counted(people: list, tracts: list) -> dict:
    """Tables of counts: people and cases by age and tract, rates, tracts with gaps and their totals."""
    populations = [
        {"tract": row["tract"], "age": age, "people": row["population"] * share // 10}
        for _shape, row in tracts
        for age, share in (("young", 7), ("old", 3))
    ]
    cases = [
        {"tract": row["tract"], "age": "old" if row["age_group"] in ("60–79", "80+") else "young", "cases": 1}
        for _home, row in people
    ]
    rates = [{"age": "young", "rate": 0.0003}, {"age": "old", "rate": 0.001}]
    totals: Counter = Counter()
    for _shape, row in tracts:
        totals[row["county"]] += row["cases"]
    printed = [
        (shape, {**row, "cases": row["cases"] if row["cases"] >= 3 or not row["cases"] else None})
        for shape, row in tracts
    ]
    return {
        "populations": [(None, row) for row in populations],
        "casesbyage": [(None, row) for row in cases],
        "rates": [(None, row) for row in rates],
        "totals": [(None, {"name": county, "count": count}) for county, count in totals.items()],
        "printed": sorted(printed, key=lambda shown: shown[1]["cases"] is None),
    }


def heat(inputs: Inputs, path: Path) -> None:
    """A heat map of a few patients, by QGIS."""
    processing.run(
        "qgis:heatmapkerneldensityestimation",
        {"INPUT": inputs["fewpeople"], "RADIUS": 3000, "PIXEL_SIZE": 400, "KERNEL": 0, "OUTPUT": str(path)},
    )


def lonlat(inputs: Inputs) -> list:
    """Places of a few patients in degrees."""
    path, _, _layer = inputs["fewpeople"].partition("|")
    data = ogr.Open(path)
    layer = data.GetLayer("fewpeople")
    degrees = osr.SpatialReference()
    degrees.ImportFromEPSG(4326)
    degrees.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    to = osr.CoordinateTransformation(layer.GetSpatialRef(), degrees)
    places = [to.TransformPoint(*one.GetGeometryRef().GetPoint_2D()) for one in layer]
    return [(lon, lat) for lon, lat, _height in places]


def table(inputs: Inputs, path: Path) -> None:
    """A CSV with the places of a few patients."""
    lines = [f"{at},{lon:.6f},{lat:.6f}" for at, (lon, lat) in enumerate(lonlat(inputs))]
    path.write_text("\n".join(["id,lon,lat", *lines]) + "\n")


def book(inputs: Inputs, path: Path) -> None:
    """A workbook with the same places."""
    cells = "".join(
        f"<row><c><v>{lon:.6f}</v></c><c><v>{lat:.6f}</v></c></row>" for lon, lat in lonlat(inputs)
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", '<Types xmlns="x"/>')
        archive.writestr("xl/worksheets/sheet1.xml", f"<worksheet><sheetData>{cells}</sheetData></worksheet>")


def manuscript(inputs: Inputs, path: Path) -> None:
    """A manuscript with a sentence, a map of the true places and a place in its text."""
    lon, lat = lonlat(inputs)[0]
    names = 'xmlns:w="w" xmlns:a="a" xmlns:r="r" xmlns:pic="pic"'
    body = f"<w:p><w:r><w:t>A case at {lat:.5f}, {lon:.5f} of 60.</w:t></w:r></w:p>"
    shown = '<w:p><pic:pic><a:blip r:embed="r0"/></pic:pic></w:p>'
    link = '<Relationships><Relationship Id="r0" Target="media/map.png"/></Relationships>'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", '<Types xmlns="x"/>')
        archive.writestr("word/document.xml", f"<w:document {names}>{body}{shown}</w:document>")
        archive.writestr("word/_rels/document.xml.rels", link)
        archive.write(inputs["truemap"]["IMAGE"], "word/media/map.png")


def words(inputs: Inputs, path: Path) -> None:
    """A page without any place."""
    path.write_text("<html><body><p>Of 70 patients 12 were 42.5 years old, p = 0.0412.</p></body></html>")


FILES = {
    "heat": (heat, "tif"),
    "table": (table, "csv"),
    "book": (book, "xlsx"),
    "manuscript": (manuscript, "docx"),
    "words": (words, "html"),
}
"""Files that no algorithm of the provider makes, and how they are made."""
