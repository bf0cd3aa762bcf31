# SPDX-License-Identifier: GPL-2.0-or-later
"""Files as people have them, in the habits of several countries, and what a person reads about each."""

import io
import re
import zipfile

import numpy as np
import pytest

from geodeid_plugin.core.base.errors import InputError
from geodeid_plugin.core.exposure.fields.fieldnames import pairs_of_axes
from geodeid_plugin.core.geometry.angles import angle
from geodeid_plugin.core.intake import codes
from geodeid_plugin.core.intake.findings import State
from geodeid_plugin.core.intake.numbers import habit_of
from geodeid_plugin.core.intake.places import StudyRegion, places_of, system_of_areas
from geodeid_plugin.core.intake.roles import identifier_of, roles_of
from geodeid_plugin.core.intake.tables import table_of
from tests.refusals import refuses


def study_region(west, south, east, north, crs="EPSG:4326"):
    """Areas that fill a rectangle."""

    def inside(lon, lat):
        return (lon >= west) & (lon <= east) & (lat >= south) & (lat <= north)

    return StudyRegion(inside, west, south, east, north, crs)


JERSEY = study_region(-75.6, 38.9, -73.9, 41.4)
FRANCE = study_region(-5.2, 41.3, 9.6, 51.1, "EPSG:2154")
BAVARIA = study_region(8.9, 47.2, 13.9, 50.6, "EPSG:25832")


def keys(found):
    return [one.key for one in found.findings]


def sentence(found, key):
    said = str(next(one.sentence for one in found.findings if one.key == key))
    return said.replace("\u202f", " ")


def patients(text, encoding="utf-8", off=frozenset(), land=JERSEY, name="patients.csv"):
    table = table_of(name, text.encode(encoding), off)
    return table, places_of(table, land, off)


PLAIN = "id,Latitude,Longitude\n1,40.1,-74.5\n2,40.2,-74.6\n3,39.9,-74.4\n"


def test_a_clean_file_is_read_without_a_word_about_it():
    table, placed = patients(PLAIN)
    assert keys(table) == [] and keys(placed) == ["coordinates"]
    assert (
        placed.lat_deg.tolist() == [40.1, 40.2, 39.9] and placed.in_areas == 3 and placed.crs == "EPSG:4326"
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_names_with_accents_are_read_in_every_encoding(encoding):
    table, _ = patients("prénom;lat;lon\nZoë;40,1;-74,5\nAndré;40,2;-74,6\n", encoding)
    assert table.names == ["prénom", "lat", "lon"] and table.columns[0].cells == ("Zoë", "André")
    assert ("encoding" in keys(table)) == (encoding == "cp1252")


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_the_separator_is_found(mark):
    table, placed = patients(PLAIN.replace(",", mark))
    assert table.names == ["id", "Latitude", "Longitude"] and placed.in_areas == 3


def test_the_line_for_excel_says_the_separator():
    assert patients("sep=;\n" + PLAIN.replace(",", ";"))[0].names == ["id", "Latitude", "Longitude"]


def test_a_french_export_is_read_as_it_was_meant():
    text = "Export du 3 mars 2024\n\nN° dossier;Latitude;Longitude;Coût\nA1;48,8566;2,3522;1 234,50\n"
    table, placed = patients(text + "A2;45,7640;4,8357;12,00\n", "cp1252", land=FRANCE)
    assert set(keys(table)) == {"encoding", "separator", "notes", "decimal_comma", "thousands"}
    assert placed.in_areas == 2 and placed.lon_deg.tolist() == [2.3522, 4.8357]
    assert table.column("Coût").values.tolist() == [1234.5, 12.0]
    assert "48,8566 is 48.8566" in sentence(table, "decimal_comma")


def test_a_german_export_with_points_between_thousands_is_read():
    text = "Gemeinde;AGS;Einwohner\nAalen;08136088;68.456\nHeidenheim;08135019;49.526\nKlein;08135020;917\n"
    table = table_of("ewz.csv", text.encode("utf-8"))
    assert table.column("Einwohner").values.tolist() == [68456, 49526, 917]
    assert table.column("AGS").values is None and table.column("AGS").cells[0] == "08136088"


def test_points_before_fractions_stay_points_in_a_file_with_semicolons():
    _, placed = patients("id;lat;lon\n1;40.123;-74.500\n2;40.250;-74.250\n")
    assert placed.lat_deg.tolist() == [40.123, 40.25]


def test_a_swiss_export_parts_thousands_by_apostrophes():
    table = table_of("p.csv", b"code;people\n1;12'345\n2;987\n")
    assert table.column("people").values.tolist() == [12345, 987]


def test_populations_as_text_become_numbers_and_can_stay_text():
    data = b'zip,pop\n08784,"1,234"\n08785,"17"\n'
    table = table_of("pop.csv", data)
    assert table.column("pop").values.tolist() == [1234, 17]
    assert sentence(table, "thousands") == "Thousands separators in “pop” were removed: 1,234 is 1 234."
    assert table_of("pop.csv", data, frozenset({"thousands"})).column("pop").values is None


CENSUS = (
    'GEO_ID,NAME,B01003_001E\n"Geography","Geographic Area Name","Estimate!!Total"\n'
    '860Z200US08784,ZCTA5 08784,"1,234"\n860Z200US10001,ZCTA5 10001,"27,004"\n'
)


def test_the_second_header_row_of_a_census_table_is_passed_over():
    table = table_of("acs.csv", CENSUS.encode())
    assert table.column("B01003_001E").values.tolist() == [1234, 27004]
    assert "Estimate!!Total" in sentence(table, "second_header")
    kept = table_of("acs.csv", CENSUS.encode(), frozenset({"second_header"}))
    assert len(kept) == 3 and kept.column("B01003_001E").values is None


def test_notes_below_a_table_are_no_rows_and_a_patient_is_no_note():
    table, _ = patients(PLAIN + "4,,\nSource: our clinic, 2024\n* provisional figures\n")
    assert len(table) == 4 and table.column("id").cells[-1] == "4"
    assert "Source: our clinic 2024" in sentence(table, "notes")
    assert len(patients(PLAIN + "Source: our clinic\n", off=frozenset({"notes"}))[0]) == 4


def test_a_table_without_names_finds_its_places_by_the_areas():
    table, placed = patients("P1,40.1,-74.5\nP2,40.2,-74.6\nP3,39.9,-74.4\n")
    assert keys(table) == ["no_header"] and len(table) == 3
    assert placed.axes == ("field_2", "field_3") and placed.in_areas == 3


def test_rows_without_a_place_are_listed_and_never_lost():
    table, placed = patients(PLAIN + "4,,\n5,0,0\n6,NA,-74.1\n")
    assert len(table) == 6 and placed.without.tolist() == [3, 4, 5]
    assert sentence(placed, "without_place") == (
        "3 rows have no place (lines 5, 6, 7). At 0, 0, which geocoders write for what they did not find: 1."
    )


def test_places_outside_are_left_out_where_that_is_asked_for_and_most_lie_inside():
    _, placed = patients(PLAIN + "4,10,50\n", off=frozenset({"outside"}))
    assert placed.in_areas == 3 and placed.without.tolist() == [3]
    assert sentence(placed, "outside") == "Left out, outside every area: 1 of 4 places (lines 5)."
    _, placed = patients("id,Latitude,Longitude\n1,10,50\n", off=frozenset({"outside"}))
    assert not len(placed.without) and placed.findings[-1].state is State.WRONG


def swapped(text):
    return text.replace("Latitude,Longitude", "Longitude,Latitude")


def test_swapped_coordinates_are_put_right_where_the_areas_say_so_and_can_be_left():
    _, placed = patients(swapped(PLAIN))
    assert placed.in_areas == 3 and "3 of 3 places lie in the areas so" in sentence(placed, "swapped")
    _, left = patients(swapped(PLAIN), off=frozenset({"swapped"}))
    assert left.in_areas == 0 and left.findings[-1].state is State.WRONG
    assert sentence(left, "outside") == "3 of 3 places lie outside every area (lines 2, 3, 4)."


def test_without_areas_only_impossible_latitudes_are_swapped():
    assert "swapped" not in keys(patients(swapped(PLAIN), land=None)[1])
    far = swapped("id,Latitude,Longitude\n1,40.1,-100.5\n2,40.2,-101\n")
    _, placed = patients(far, land=None)
    assert placed.lat_deg.tolist() == [40.1, 40.2] and "beyond 90" in sentence(placed, "swapped")


def test_longitudes_without_their_minus_are_put_west():
    _, placed = patients(PLAIN.replace("-", ""))
    assert placed.lon_deg.tolist() == [-74.5, -74.6, -74.4] and "west" in keys(placed)


@pytest.mark.slow
def test_places_three_degrees_off_are_said_to_lie_outside_and_nothing_is_guessed():
    _, placed = patients(PLAIN.replace("40.", "43.").replace("39.", "42."))
    assert placed.crs == "EPSG:4326" and placed.findings[-1].state is State.WRONG


@pytest.mark.parametrize(
    ("land", "header", "rows", "crs"),
    [
        (FRANCE, "X;Y", ["652469,02;6862035,26", "842666,66;6519924,37"], "EPSG:2154"),
        (BAVARIA, "Rechtswert;Hochwert", ["691608;5334764", "650000;5480000"], "EPSG:25832"),
        (JERSEY, "easting;northing", ["542500;4438800", "533900;4449800"], "EPSG:32618"),
        (study_region(-8, 49.8, 1.8, 59), "Easting;Northing", ["530000;180000", "383800;398000"],
         "EPSG:27700"),
        (study_region(172, -44, 174, -41), "x;y", ["1570600;5180300", "1576000;5175000"], "EPSG:2193"),
    ],
)  # fmt: skip
def test_the_system_is_the_one_that_puts_the_places_into_the_areas(land, header, rows, crs):
    text = "\n".join([f"id;{header}", *(f"{at};{row}" for at, row in enumerate(rows, 1))]) + "\n"
    _, placed = patients(text, land=land)
    assert placed.in_areas == len(rows)
    assert placed.crs in {crs, {"EPSG:25832": "EPSG:32632"}.get(crs)}  # half a metre apart
    assert placed.crs in sentence(placed, "crs")


def test_metres_without_areas_are_refused_with_a_remedy():
    with refuses("column.coordinates.no_crs"):
        patients("id,x,y\n1,542500,4438800\n2,533900,4449800\n", land=None)


def test_degrees_with_minutes_are_read():
    _, placed = patients("id\tlat\tlon\n1\t40°06'00\" N\t74°30'00\" W\n2\t40° 12.0' N\t74° 36.0' W\n")
    assert placed.lat_deg == pytest.approx([40.1, 40.2]) and placed.lon_deg == pytest.approx([-74.5, -74.6])
    assert "40°06'00" in sentence(placed, "angles")


@pytest.mark.parametrize(
    ("cell", "degrees"),
    [("48°51′24″N", 48.8567), ("2 21 07 E", 2.3519), ("74°00,35'O", -74.0058), ("S 33° 52.1'", -33.8683),
     ("-33:52:06", -33.8683), ("40.7128 N", 40.7128)],
)  # fmt: skip
def test_angles_in_many_hands(cell, degrees):
    assert angle(cell) == pytest.approx(degrees, abs=1e-4)


@pytest.mark.parametrize("cell", ["12 Main Street", "2024-03-01", "40°75'", "N/A", "A12"])
def test_what_is_no_angle_is_none(cell):
    assert np.isnan(angle(cell))


@pytest.mark.parametrize(
    "names",
    [("Latitude", "Longitude"), ("LAT_WGS84", "LON_WGS84"), ("Breite", "Länge"), ("latitud", "longitud"),
     ("home_lat", "home_long"), ("Y_L93", "X_L93"), ("Hochwert", "Rechtswert"), ("Szerokość", "Długość"),
     ("Coord Y", "Coord X"), ("Northing", "Easting"), ("patient lat", "patient lng")],
)  # fmt: skip
def test_columns_of_places_are_found_by_their_names(names):
    expected = [names] if "ł" not in names[1] else []  # ł has no plain letter in Unicode
    assert pairs_of_axes(["id", "plate", "flat", *reversed(names)]) == expected


def test_both_coordinates_in_one_cell_are_read():
    _, placed = patients('id,place\n1,"40.1, -74.5"\n2,"40.2, -74.6"\n')
    assert placed.in_areas == 2
    _, placed = patients("id,geom\n1,POINT(-74.5 40.1)\n2,POINT(-74.6 40.2)\n")
    assert placed.in_areas == 2


def test_a_code_that_looks_like_a_number_keeps_its_zeros_and_a_rounded_one_is_named():
    table = table_of("p.csv", b"GEOID,pop\n3.6007E+10,12\n3.6008E+10,13\n")
    assert "were rounded by a spreadsheet (3.6007E+10)" in sentence(table, "rounded_codes")


# Spreadsheets


def xlsx(*sheets):
    """A workbook of rows of cells; words are shared strings as Excel writes them."""
    words, parts = [], {}
    for number, rows in enumerate(sheets, 1):
        lines = []
        for line, row in enumerate(rows, 1):
            cells = ""
            for at, cell in enumerate(row):
                where = f'r="{chr(65 + at)}{line}"'
                if isinstance(cell, str):
                    words.append(cell)
                    cells += f'<c {where} t="s"><v>{len(words) - 1}</v></c>'
                elif cell is not None:
                    cells += f"<c {where}><v>{cell}</v></c>"
            lines.append(f'<row r="{line}">{cells}</row>')
        parts[f"xl/worksheets/sheet{number}.xml"] = (
            f"<worksheet><sheetData>{''.join(lines)}</sheetData></worksheet>"
        )
    parts["xl/sharedStrings.xml"] = "<sst>" + "".join(f"<si><t>{word}</t></si>" for word in words) + "</sst>"
    parts["xl/workbook.xml"] = "<workbook/>"
    return packed(parts)


def ods(rows):
    lines = []
    for row in rows:
        cells = "".join(
            f'<table:table-cell office:value="{cell}"><text:p>{cell:,}</text:p></table:table-cell>'
            if not isinstance(cell, str) else f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>"
            for cell in row
        )  # fmt: skip
        lines.append(f"<table:table-row>{cells}</table:table-row>")
    lines[-1] = lines[-1].replace("<table:table-row>", '<table:table-row table:number-rows-repeated="2">')
    lines.append(
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>'
    )
    spaces = " ".join(f'xmlns:{name}="urn:{name}"' for name in ("table", "office", "text"))
    sheet = f"<table:table>{''.join(lines)}</table:table>"
    return packed({"content.xml": f"<office:document {spaces}>{sheet}</office:document>"})


def packed(parts):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return held.getvalue()


ROWS = [["Patients of 2024"], ["id", "lat", "lon"], ["A", 40.1, -74.5], ["B", 40.2, -74.6], ["C", None, None]]


def test_a_workbook_of_excel_is_read():
    table = table_of("p.xlsx", xlsx([["about"], ["made by us"]], ROWS))
    assert keys(table) == ["sheet", "notes"] and len(table) == 3
    assert places_of(table, JERSEY).in_areas == 2
    assert table_of("p.xlsx", xlsx(ROWS, [["about"]])).names == ["id", "lat", "lon"]


def test_a_sheet_of_openoffice_is_read_with_every_repeated_row():
    table = table_of("p.ods", ods([["id", "lat", "lon"], ["A", 40.1, -74.5], ["B", 40.2, -74.6]]))
    assert table.column("id").cells == ("A", "B", "B")
    assert places_of(table, JERSEY).in_areas == 3


def changed(data, part, *pairs):
    """A spreadsheet with other words in one of its parts; a part that is new is its words."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    for old, new in pairs:
        parts[part] = parts[part].replace(old, new, 1) if part in parts else new
    return packed(parts)


SHORT = [["id", "lat", "lon"], ["A", 40.1, -74.5], ["B", 40.2, -74.6]]


def test_hidden_rows_are_counted_and_said():
    hidden = changed(xlsx(SHORT), "xl/worksheets/sheet1.xml", ('<row r="3">', '<row r="3" hidden="1">'))
    filtered = '<table:table-row table:visibility="filter">'
    for data in (hidden, changed(ods(SHORT), "content.xml", ("<table:table-row>", filtered))):
        assert "1 rows are hidden in the sheet" in sentence(table_of("p.xlsx", data), "hidden_rows")


def test_a_hidden_sheet_is_not_read_before_one_that_is_shown():
    data = xlsx(SHORT, [*SHORT, ["C", 40.3, -74.7]])
    assert len(table_of("p.xlsx", data)) == 3
    state = '<workbook><sheets><sheet id="r2" state="veryHidden"/></sheets></workbook>'
    data = changed(data, "xl/workbook.xml", ("<workbook/>", state))
    rel = '<Relationships><Relationship Id="r2" Target="worksheets/sheet2.xml"/></Relationships>'
    assert len(table_of("p.xlsx", changed(data, "xl/_rels/workbook.xml.rels", ("", rel)))) == 2


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "file.table.empty"),
        (b"\n\n \n", "file.table.empty"),
        (b"id,lat,lon\n", "file.rows.none"),
        (b"PK\x03\x04 cut", "file.table.unreadable"),
        (b"\xd0\xcf\x11\xe0" + b"\0" * 100, "file.excel.old"),
        (b"GIF89a\0\0\0\x01", "file.table.not_a_table"),
        (packed({"word/document.xml": "<a/>"}), "file.table.unreadable"),
    ],
)
def test_what_is_no_table_is_refused_by_name(data, code):
    with refuses(code, match="“p.csv”"):
        table_of("p.csv", data)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (" ; \n", "file.table.none"),
        ("\x0b\x0c", "file.table.none"),
        ("a,b\n" + "x" * 200_000 + ",1\n", "file.line.unreadable"),
    ],
)
def test_odd_files_end_in_a_sentence(text, code):
    with refuses(code):
        table_of("p.csv", text.encode())


@pytest.mark.slow
def test_random_pieces_of_tables_end_in_a_table_or_a_sentence():
    pieces = [
        "lat", "lon", "zip", "pop", "40.1", "-74.5", "40,1", "1,234", "1.234", '"', "'", ";", ",", "\t",
        "|", "\n", "NA", "0", "08784", "40°06'", "N", "é", "\u202f1 2", "inf", "1e400", "-,5", "\ufeff",
        "Source: a b", "sep=;\n", "2020", "9" * 300, "POINT(-74 40)",
    ]  # fmt: skip
    random, read = np.random.default_rng(4), 0
    for _ in range(300):
        text = "".join(
            random.choice(pieces) + random.choice(list(",;\n\t ")) for _ in range(random.integers(1, 60))
        )
        try:
            table = table_of("p.csv", text.encode(random.choice(["utf-8", "utf-16", "cp1252"]), "replace"))
            read += 1
            places_of(table, JERSEY)
            codes.code_column(table, ["08784", "10001"])
            codes.crosswalk_of(table, ["08784", "10001"])
        except InputError as error:
            assert len(str(error)) > 20
    assert read > 100


# Codes


def joined(text, areas, column="zip", people="pop", crosswalk=None, off=frozenset()):
    return codes.join(table_of("census.csv", text.encode()), areas, column, people, crosswalk, off)


def test_lost_leading_zeros_are_restored_by_the_length_of_the_areas_codes():
    found = joined("zip,pop\n8784,10\n10001,20\n", ["08784", "10001"])
    assert found.people.tolist() == [10, 20] and found.way == "zeros"
    assert sentence(found, "zeros") == "Leading zeros of “zip” were restored: 8784 is 08784."
    left = joined("zip,pop\n8784,10\n10001,20\n", ["08784", "10001"], off=frozenset({"zeros"}))
    assert left.matched == 1 and left.homeless == ["8784"]


def test_zeros_that_the_areas_lost_are_restored_as_well():
    assert joined("zip,pop\n08784,10\n10001,20\n", [8784, 10001]).people.tolist() == [10, 20]


def test_codes_that_would_become_one_are_not_made_equal():
    found = joined("zip,pop\n08784,10\n8784,30\n10001,20\n", ["08784", "10001"])
    assert found.people.tolist() == [10, 20] and found.homeless == ["8784"]


def test_the_codes_of_a_census_table_are_found_behind_their_prefix():
    table, areas = table_of("acs.csv", CENSUS.encode()), ["08784", "10001"]
    assert codes.code_column(table, areas) in ("GEO_ID", "NAME")
    assert codes.people_column(table, "GEO_ID") == "B01003_001E"
    found = codes.join(table, areas, "GEO_ID", "B01003_001E")
    assert found.people.tolist() == [1234, 27004] and "860Z200US08784 is 08784" in sentence(found, "ending")


def test_canadian_postal_codes_match_with_and_without_their_blank():
    assert joined("zip,pop\nk1a0b1,10\nV6B 4Y8,20\n", ["K1A 0B1", "V6B 4Y8"]).people.tolist() == [10, 20]


def test_codes_without_an_area_are_named_with_their_people_and_boxes():
    text = "zip,kind,pop\n07001,place,10\n07002,place,20\n07099,PO Box,3\n07098,new,1200\n"
    found = joined(text, ["07001", "07002"])
    assert found.homeless == ["07099", "07098"]
    assert sentence(found, "homeless") == (
        "2 codes of “census.csv” have no area: 07099, 07098. 1 203 residents are not counted. "
        "Post-office boxes among them: 07099."
    )


def test_a_crosswalk_takes_codes_without_an_area_to_areas_by_weight():
    table = table_of(
        "walk.csv", b"ZIP_CODE,ZCTA,share\n07099,07001,0.75\n07099,07002,0.25\n7098,07002,1\n07001,07001,1\n"
    )
    walk = codes.crosswalk_of(table, ["07001", "07002"])
    text = "zip,pop\n07001,10\n07002,20\n07099,100\n07098,5\n"
    found = joined(text, ["07001", "07002"], crosswalk=walk)
    assert found.people.tolist() == [85, 50] and found.homeless == [] and found.way == "crosswalk"
    left = joined(text, ["07001", "07002"], crosswalk=walk, off=frozenset({"crosswalk"}))
    assert left.people.tolist() == [10, 20]


@pytest.mark.slow
def test_every_resident_of_a_thousand_mixed_codes_is_placed_or_named():
    """Plain codes, lost zeros, boxes with and without an area, split codes, codes beyond, and new ones."""
    random = np.random.default_rng(19)
    areas = [f"0{7000 + number}" for number in range(700)]
    census, walk, placed = [], ["07001,street,07001,1"], 0
    for number in range(1000):
        people, kind = int(random.integers(1, 5000)), number // 100
        code = areas[number] if number < 350 else f"{7000 + number}" if number < 700 else f"0{8000 + number}"
        census.append(f"{code},{people}")
        to, other = random.choice(areas, 2, replace=False)
        given = {
            7: [f"{code},PO Box,{to},1"], 8: [f"{code},street,{to},3", f"{code},street,{other},1"],
            9: [f"{code},street,{to},3", f"{code},street,99999,1"] if number < 950 else [],
        }.get(kind, [])  # fmt: skip
        walk += given
        placed += people * (1 if kind < 9 else 0.75 if number < 950 else 0)
    table = table_of("walk.csv", ("zip,type,zcta,weight\n" + "\n".join(walk)).encode())
    found = joined("zip,pop\n" + "\n".join(census), areas, crosswalk=codes.crosswalk_of(table, areas))
    total = sum(int(row.split(",")[1]) for row in census)
    left, beyond = (
        int(re.sub(r"\D", "", re.search(rf"([\d\s]+) {words}", sentence(found, key))[1]))
        for key, words in (("homeless", "residents are not"), ("crosswalk", "of their residents live"))
    )
    assert np.nansum(found.people) == pytest.approx(placed)
    assert placed + left + beyond == pytest.approx(total, abs=1) and left and beyond
    assert len(found.homeless) == 50


def test_a_list_of_cases_with_postal_codes_is_no_crosswalk():
    for head in ("case_code,zip", "no,zip", "PatientID,zip"):
        table = table_of("list.csv", f"{head}\n7099,07001\n7098,07002\n7097,07002\n".encode())
        assert codes.crosswalk_of(table, ["07001", "07002"]) is None
        assert codes.area_column(table, ["07001", "07002"]) == "zip"


def test_people_are_neither_made_nor_lost_by_a_crosswalk():
    random = np.random.default_rng(3)
    areas = [f"{number:05d}" for number in range(100, 140)]
    rows = [(f"9{at:04d}", random.choice(areas), random.random()) for at in range(60) for _ in range(3)]
    table = table_of(
        "walk.csv", ("from,to,weight\n" + "".join(f"{a},{b},{w}\n" for a, b, w in rows)).encode()
    )
    people = random.integers(1, 5000, 60)
    text = "zip,pop\n" + "".join(f"9{at:04d},{number}\n" for at, number in enumerate(people))
    found = joined(text, areas, crosswalk=codes.crosswalk_of(table, areas))
    assert np.nansum(found.people) == pytest.approx(people.sum()) and not found.homeless


def test_an_area_that_the_table_lacks_is_named_and_not_taken_for_empty():
    found = joined("zip,pop\n08784,10\n", ["08784", "10001"])
    assert np.isnan(found.people[1])
    wrong = found.findings[-1]
    assert wrong.state is State.WRONG and str(wrong.sentence).startswith("1 areas have no number of people")


@pytest.mark.parametrize(
    ("text", "code", "names"),
    [
        ("zip,pop\n08784,10\n08784,20\n", "column.codes.repeated", "08784.* 2 and 3"),
        ("zip,pop\nX1,10\nX2,20\n", "column.codes.no_area", "“zip” of “census.csv” .*X1"),
        ("zip,pop\n08784,many\n10001,few\n", "column.codes.words", "“pop” of “census.csv”.* many"),
    ],
)
def test_a_join_that_cannot_be_right_is_refused(text, code, names):
    with refuses(code, match=names):
        joined(text, ["08784", "10001"])


def test_a_file_of_patients_with_codes_is_no_table_of_populations():
    table = table_of("p.csv", b"zip,lat,lon\n08784,40.1,-74.5\n08784,40.2,-74.6\n")
    assert codes.people_column(table, "zip") is None


def test_counts_of_people_have_no_fraction_however_their_thousands_are_written():
    assert habit_of(["1.234", "1517", "12.000"], False, False, True).name == "thousands"
    assert habit_of(["1.234", "1517.5"], False, False, True).name == "plain"
    assert habit_of(["1.234", "1517"], False, False, False).name == "plain"


def test_one_way_of_writing_is_found_for_a_whole_column_or_none():
    assert habit_of(["1,5", "1.5"], False, False, False) is None
    assert habit_of(["", "NA", "–"], False, False, False) is None


# People: too many of them would call a map safe that is not.

THREE = ["08784", "10001", "10002"]


def of_three(head, numbers, areas=None):
    rows = "".join(f"{code},{number}\n" for code, number in zip(THREE, numbers))
    table = table_of("census.csv", f"{head}\n{rows}".encode())
    return roles_of([table], areas or THREE).people


@pytest.mark.parametrize(
    "name",
    ["Population density", "Einwohner je km²", "Einwohnerdichte", "population_growth", "people_pct",
     "Persons per household", "median_income", "households", "year", "dwellings", "elevation", "Popdichte",
     "habitants par km2", "evolution population"],
)  # fmt: skip
def test_what_is_no_number_of_people_is_not_taken_for_one(name):
    assert of_three(f"zip,{name}", [3000, 5000, 60000]) is None


@pytest.mark.parametrize(
    ("name", "told"), [("pop", []), ("2020", ["people_column"]), ("Total", ["people_column"])]
)
def test_a_column_that_may_count_anything_is_named_where_it_is_taken(name, told):
    table = of_three(f"zip,{name}", [3000, 5000, 60000])
    assert keys(codes.join(table, THREE, "zip", name)) == told


def test_of_several_columns_of_people_the_one_taken_is_named():
    table = of_three("zip,Population male,Population female,Population total", ["1,2,3", "2,3,5", "1,1,2"])
    assert codes.people_column(table, "zip") == "Population total"
    found = codes.join(table, THREE, "zip", "Population total")
    assert sentence(found, "people_column") == (
        "The people are those in “Population total”, not those in Population male, Population female."
    )


def test_a_negative_number_of_people_is_none():
    found = joined("zip,pop\n08784,-999\n10001,3\n", ["08784", "10001"])
    assert np.isnan(found.people[0]) and keys(found) == ["unknown_people"]


def test_people_of_a_code_who_live_beyond_the_areas_are_not_moved_into_them():
    table = table_of("walk.csv", b"ZIP,ZCTA,ratio\n99,08784,0.1\n99,55555,0.9\n98,10001,1\n97,10002,1\n")
    walk = codes.crosswalk_of(table, THREE)
    assert joined("zip,pop\n99,1000\n98,5\n97,7\n", THREE, crosswalk=walk).people.tolist() == [100, 5, 7]


def test_a_crosswalk_weighs_by_the_column_called_so_and_says_where_it_has_none():
    table = table_of("w.csv", b"ZIP,ZCTA,km,afact\n99,08784,9.5,0.25\n99,10001,0.5,0.75\n98,10002,1.5,1\n")
    assert codes.crosswalk_of(table, THREE).shares["99"] == [("08784", 0.25), ("10001", 0.75)]
    even = codes.crosswalk_of(table_of("w.csv", b"ZIP,ZCTA\n99,08784\n99,10001\n98,10002\n"), THREE)
    assert "holds no weights" in sentence(joined("zip,pop\n99,10\n", THREE, crosswalk=even), "crosswalk")


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("zip,pop\n1,12.512\n2,812.001\n", [12.512, 812.001]),
        ("zip;pop\n1;12,512\n2;812,001\n", [12.512, 812.001]),
        ("zip;pop;rate\n1;12,512;1,5\n2;812,001;2,5\n", [12.512, 812.001]),
        ('zip,pop\n1,"12,512"\n2,"812,001"\n', [12512, 812001]),
        ("zip;pop\n1;12.512\n2;812.001\n", [12512, 812001]),
        ("zip,pop\n1,12.512\n2,812\n", [12512, 812]),
    ],
)
def test_people_whose_marks_could_be_either_are_read_by_the_habit_of_the_file(text, people):
    table = table_of("pop.csv", text.encode())
    assert table.column("pop").values.tolist() == people
    assert ("people_fractions" in keys(table)) == (people[0] < 100)


@pytest.mark.parametrize(
    "rows",
    [
        [["zip", "pop"], ["A1", 12.512], ["A2", 917]],
        [["zip", "pop", "rate"], ["A1", 12.512, "1,5"], ["A2", 812.001, "2,5"]],
    ],
)
def test_a_number_of_a_spreadsheet_parts_no_thousands(rows):
    for data in (xlsx(rows), ods(rows)):
        table = table_of("p.xlsx", data)
        assert table.column("pop").values[0] == 12.512 and "people_fractions" not in keys(table)


# Codes that fit by chance


def test_numbers_of_rows_are_not_taken_for_codes():
    table = table_of("p.csv", b"nr;plz;einwohner\n1;44444;4\n2;33333;3\n3;22222;2\n4;11111;1\n")
    fields = {"id": [1, 2, 3, 4], "plz": ["11111", "22222", "33333", "44444"]}
    assert (
        identifier_of(fields, [table, table_of("c.csv", b"no,lat,lon\n1,40.1,-74.5\n2,40.2,-74.6\n")])
        == "plz"
    )
    departments = table_of(
        "d.csv", "".join(["nr,dep,pop\n", *(f"{at + 1},{at + 9},1\n" for at in range(40))]).encode()
    )
    assert codes.code_column(departments, ["22", "29", "35"]) == "dep"


def test_a_match_by_numbers_of_rows_is_said():
    assert keys(joined("id,pop\n1,10\n2,20\n", [1, 2], column="id")) == ["row_numbers"]


def test_the_end_of_codes_is_not_compared_where_their_beginning_tells_them_apart():
    with refuses("column.codes.no_area"):
        joined("zip,pop\n36001000100,10\n36003000200,20\n", ["000100", "000200"])
    assert joined("zip,pop\n36001000100,10\n36001000200,20\n", ["000100", "000200"]).way == "ending"


def test_columns_keep_names_of_their_own():
    assert len(set(table_of("p.csv", b"a,a_2,a,field_5,\n1,2,3,4,5\n").names)) == 5


def test_a_patient_with_a_star_is_no_note():
    table, _ = patients(PLAIN + "*4,40.2,-74.6\n* provisional,,\n")
    assert table.column("id").cells[-1] == "*4" and len(table) == 4


# Places that could be others

AMERICA = study_region(-125, 25, -67, 49)
GERMANY = study_region(5.9, 47.3, 15.0, 55.1, "EPSG:25832")


@pytest.mark.parametrize(
    ("land", "rows"),
    [(FRANCE, ["448000,5411000", "452000,5412000"]), (AMERICA, ["500000,4400000", "501000,4400500"]),
     (GERMANY, ["392000,5820000", "391000,5821000"])],
)  # fmt: skip
def test_a_zone_that_only_a_guess_would_tell_is_not_guessed(land, rows):
    text = "\n".join(["id,x,y", *(f"{at},{row}" for at, row in enumerate(rows))])
    with refuses("column.coordinates.several_crs", match="EPSG:"):
        patients(text, land=land)


@pytest.mark.slow
def test_the_system_of_areas_that_only_a_guess_would_tell_is_not_guessed():
    berlin = np.array([13.4, 13.5]), np.array([52.5, 52.4])
    wide = study_region(280_000, 5_200_000, 920_000, 6_100_000)
    assert system_of_areas(wide, *berlin) is None
    small = study_region(380_000, 5_800_000, 410_000, 5_830_000)
    assert system_of_areas(small, *berlin) == "EPSG:32633"


def test_columns_of_places_are_paired_and_those_left_are_named():
    _, placed = patients("id,lat_home,lat_work,lon_work,lon_home\n1,40.1,40.9,-74.0,-74.9\n")
    assert placed.axes == ("lat_home", "lon_home")
    assert "not from “lat_work”, “lon_work”" in sentence(placed, "other_places")
    assert not pairs_of_axes(["lat_home", "lat_work", "lon_club", "lon_shop"])


def test_minutes_in_columns_of_their_own_are_refused_with_a_remedy():
    with refuses(
        "column.coordinates.apart", match="in “lat_min”, “lon_min”[.] Put each coordinate into one column"
    ):
        patients("id,lat_deg,lat_min,lon_deg,lon_min\n1,40,30,-74,30\n")


def test_letters_of_the_compass_in_columns_of_their_own_are_signs():
    london = study_region(-0.5, 51.3, 0.3, 51.7)
    _, placed = patients("id,lat,lat_ref,lon,lon_ref\n1,51.5,N,0.1,W\n2,51.5,N,0.1,E\n", land=london)
    assert placed.lon_deg.tolist() == [-0.1, 0.1] and "angles" in keys(placed)
    _, placed = patients("id,sex,lat,lon\n1,W,51.5,0.1\n2,W,51.5,0.1\n", land=london)
    assert placed.lon_deg.tolist() == [0.1, 0.1]


def test_east_is_o_in_german():
    _, placed = patients("id;Breite;Länge\n1;48° 08' N;11° 34' O\n2;48° 09' N;11° 35' O\n", land=BAVARIA)
    assert placed.in_areas == 2
    assert patients("id;lat;lon\n1;48° N;11° O\n2;48° N;11° W\n", land=None)[1].lon_deg.tolist() == [11, -11]


def test_digits_without_marks_are_no_degrees_and_minutes():
    assert np.isnan(angle("074430N")) and np.isnan(angle("020130E"))
    assert patients('id,place\n1,"40.71, 74.01 W"\n', land=None)[1] is None


@pytest.mark.parametrize("odd", ["-999,-999", "99,99", "401.5,-74.5"])
@pytest.mark.parametrize("land", [JERSEY, None])
def test_one_row_that_is_no_place_does_not_spoil_the_others(odd, land):
    _, placed = patients(PLAIN + f"4,{odd}\n", land=land)
    assert placed.without.tolist() == [3] and placed.lat_deg.tolist()[:3] == [40.1, 40.2, 39.9]
    assert sentence(placed, "without_place").endswith("With numbers that are not degrees: 1.")


def test_columns_without_names_are_no_places_where_both_orders_fit():
    turkey = study_region(36, 36, 42, 42)
    assert patients("a,b,c\n1,38.5,39.5\n2,39.5,38.5\n", land=turkey)[1] is None
    _, placed = patients("a,b,c\n1,40.1,-74.5\n2,40.2,-74.6\n")
    assert keys(placed) == ["by_areas"]
    assert patients("a,b,c\n1,40.1,-74.5\n2,40.2,-74.6\n", off=frozenset({"by_areas"}))[1] is None
