# SPDX-License-Identifier: GPL-2.0-or-later
"""Five raw files of a region, made in the habits of two countries; without QGIS, for it may not run yet."""

import csv
import io
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import numpy as np
from osgeo import ogr, osr

ogr.UseExceptions()
LANDS_WEST, LANDS_SOUTH, STEP_M, SIDE = 640_000, 5_300_000, 6_000, 12


def german(folder: Path) -> list[Path]:
    """Communes without a reference system, people in a sheet with notes, patients in metres, a key of old
    codes, districts for Google Earth. Everything is invented but the habits."""
    random = np.random.default_rng(17)
    codes = [f"09{161000 + at}" for at in range(SIDE * SIDE)]
    people = random.integers(300, 9_000, len(codes))
    nodes = STEP_M * (
        np.indices((SIDE + 1, SIDE + 1)).T + random.uniform(-0.35, 0.35, (SIDE + 1, SIDE + 1, 2))
    )
    nodes += [LANDS_WEST, LANDS_SOUTH]
    shapes = [_commune(nodes, at % SIDE, at // SIDE) for at in range(len(codes))]
    written(folder / "gemeinden.shp", "ESRI Shapefile", shapes, {"AGS": codes}, None)
    (folder / "gemeinden.prj").unlink(missing_ok=True)

    quarter = np.array(
        [2 * (at // SIDE // (SIDE // 2)) + at % SIDE // (SIDE // 2) for at in range(len(codes))]
    )
    districts = [_union([shapes[at] for at in np.flatnonzero(quarter == one)]) for one in range(4)]
    written(
        folder / "kreise.kml",
        "KML",
        [_moved(one, 25832, 4326) for one in districts],
        {"Name": list("ABCD")},
        4326,
    )

    # Two communes were merged after the census: the table still has the old codes of both.
    rows = [
        ["Bevölkerung am 31.12.2023, vorläufig"],
        ["Schlüssel", "Name", "Einwohner insgesamt"],
        [None, None, "Anzahl"],
    ]
    for code, number in zip(codes[1:], people[1:]):
        rows.append([int(code), f"Gemeinde {code[-3:]}", f"{number:,}".replace(",", ".")])
    half = int(people[0]) // 2
    rows += [[9169998, "Altdorf", str(half)], [9169999, "Neudorf", f"{1000 + half:,}".replace(",", ".")]]
    rows.append(["Quelle: Landesamt für Statistik"])
    (folder / "einwohner.xlsx").write_bytes(workbook(rows))
    key = [f"alt;neu;anteil\n9169998;{codes[0]};1,0\n9169999;{codes[0]};0,6\n9169999;{codes[1]};0,4\n"]
    (folder / "umstieg.csv").write_text("".join(key), "utf-8")

    at = random.choice(len(codes), 240, p=people / people.sum())
    x, y = np.array([_inside(shapes[one], random) for one in at]).T
    lines = ["Fälle 2023, Register Süd", "", "Fall-Nr;Geschlecht;Rechtswert;Hochwert"]
    lines += [
        f"R{row};{'mw'[row % 2]};{a:.1f};{b:.1f}".replace(".", ",") for row, (a, b) in enumerate(zip(x, y), 1)
    ]
    lines += ["R241;m;;", "R242;w;0;0", "R243;w;;"]
    (folder / "faelle.txt").write_bytes(("\r\n".join(lines) + "\r\n").encode("cp1252"))
    return [
        folder / name
        for name in ("gemeinden.shp", "einwohner.xlsx", "faelle.txt", "umstieg.csv", "kreise.kml")
    ]


def american(folder: Path, polygons: Path) -> list[Path]:
    """ZIP areas and people of Massachusetts (census of 2010) as they come from the net; invented patients.

    Codes lost their zero in a spreadsheet, the table has a second header row, one row is a post-office box.
    """
    with closing(sqlite3.connect(f"file:{polygons}?mode=ro&immutable=1", uri=True)) as store:
        rows = store.execute(
            "SELECT geom, zcta5, pop2010, main_county_geoid, CAST(intptlat AS TEXT) FROM massachusetts"
        ).fetchall()
    shapes, codes, people, county, lat = zip(*((_shape(row[0]), *row[1:]) for row in rows))
    written(folder / "tl_2010_25_zcta510.shp", "ESRI Shapefile", shapes,
             {"ZCTA5CE10": codes, "INTPTLAT10": lat}, 4269)  # fmt: skip
    counties = sorted(set(county))
    joined = [_union([shape for shape, name in zip(shapes, county) if name == one]) for one in counties]
    written(folder / "counties.geojson", "GeoJSON", joined, {"GEOID": counties}, 4326)

    head = [["ZCTA5", "Geography", "B01003_001E"], ["", "Geographic Area Name", "Estimate!!Total"]]
    body = [[str(int(code)), f"ZCTA5 {code}", f"{number:,}"] for code, number in zip(codes, people)]
    body.append(["2297", "Boston PO Box", "12"])
    _text(folder / "ACSDT5Y_B01003.csv", [*head, *body])
    walk = [["ZIP_CODE", "ZIP_TYPE", "ZCTA"], ["02297", "Post Office or large volume customer", ""]]
    _text(folder / "zip_to_zcta.csv", [*walk, *([code, "Zip Code Area", code] for code in codes)])

    random = np.random.default_rng(5)
    weights = np.array(people, float)
    chosen = random.choice(len(codes), 420, p=weights / weights.sum())
    cases = [["case_id", "Latitude", "Longitude", "ZIP"]]
    for row, at in enumerate(chosen, 1):
        x, y = _inside(shapes[at], random)
        cases.append([f"C{row:04d}", f"{y:.5f}", f"{x:.5f}", str(int(codes[at]))])
    cases += [["C0421", "", "", "2139"], ["C0422", "0", "0", "2139"], ["C0423", "NA", "NA", "1002"]]
    _text(folder / "patients.csv", cases)
    return [folder / name for name in ("patients.csv", "tl_2010_25_zcta510.shp", "ACSDT5Y_B01003.csv",
                                       "zip_to_zcta.csv", "counties.geojson")]  # fmt: skip


def _text(path: Path, rows) -> None:
    held = io.StringIO(newline="")
    csv.writer(held).writerows(rows)
    path.write_text(held.getvalue(), "utf-8")


def workbook(rows) -> bytes:
    """An XLSX file of one sheet, its words written in the cells."""
    lines = []
    for line, row in enumerate(rows, 1):
        cells = ""
        for at, cell in enumerate(row):
            where = f'r="{chr(65 + at)}{line}"'
            if isinstance(cell, str):
                cells += f'<c {where} t="inlineStr"><is><t>{cell}</t></is></c>'
            elif cell is not None:
                cells += f"<c {where}><v>{cell}</v></c>"
        lines.append(f'<row r="{line}">{cells}</row>')
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr(
            "xl/worksheets/sheet1.xml", f"<worksheet><sheetData>{''.join(lines)}</sheetData></worksheet>"
        )
    return held.getvalue()


def _commune(nodes, column: int, row: int):
    ring = [nodes[column + a, row + b] for a, b in ((0, 0), (1, 0), (1, 1), (0, 1), (0, 0))]
    return ogr.CreateGeometryFromWkt(f"POLYGON(({','.join(f'{x} {y}' for x, y in ring)}))")


def _shape(blob: bytes):
    """The geometry of a row of a GeoPackage, behind its header."""
    boxes = {0: 0, 1: 32, 2: 48, 3: 48, 4: 64}[(blob[3] >> 1) & 7]
    return ogr.CreateGeometryFromWkb(bytes(blob[8 + boxes :]))


def _union(shapes):
    whole = ogr.Geometry(ogr.wkbMultiPolygon)
    for shape in shapes:
        for part in (
            range(max(1, shape.GetGeometryCount())) if shape.GetGeometryName() == "MULTIPOLYGON" else [None]
        ):
            whole.AddGeometry(shape if part is None else shape.GetGeometryRef(part))
    return whole.UnionCascaded()


def _inside(shape, random):
    west, east, south, north = shape.GetEnvelope()
    while True:
        x, y = random.uniform(west, east), random.uniform(south, north)
        point = ogr.Geometry(ogr.wkbPoint)
        point.AddPoint_2D(x, y)
        if shape.Contains(point):
            return x, y


def _reference(code: int):
    crs = osr.SpatialReference()
    crs.ImportFromEPSG(code)
    crs.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return crs


def _moved(shape, source: int, target: int):
    copy = shape.Clone()
    copy.Transform(osr.CoordinateTransformation(_reference(source), _reference(target)))
    return copy


def written(path: Path, driver: str, shapes, fields: dict, code: int | None) -> None:
    store = ogr.GetDriverByName(driver).CreateDataSource(str(path))
    layer = store.CreateLayer(path.stem, None if code is None else _reference(code))
    for name, values in fields.items():
        kind = ogr.OFTString if isinstance(values[0], str) else ogr.OFTReal
        layer.CreateField(ogr.FieldDefn(name, kind))
    for row, shape in enumerate(shapes):
        feature = ogr.Feature(layer.GetLayerDefn())
        for name, values in fields.items():
            feature.SetField(name, values[row])
        feature.SetGeometry(shape)
        layer.CreateFeature(feature)
    layer = store = None  # GDAL writes when they go
