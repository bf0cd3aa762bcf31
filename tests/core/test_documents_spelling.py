# SPDX-License-Identifier: GPL-2.0-or-later
"""Positions spelled in other ways than as two decimal numbers; each of these documents passed once."""

import csv
import io
import json
import zipfile

import pytest

from geodeid_plugin.core.base.errors import Phrase
from geodeid_plugin.core.exposure.documents.containers.walk import open_document
from geodeid_plugin.core.exposure.documents.disguise.columns import positions_in_records
from geodeid_plugin.core.exposure.documents.disguise.detect import positions_in
from geodeid_plugin.core.exposure.documents.disguise.positions import Frame
from geodeid_plugin.core.exposure.documents.disguise.spelling import written_out
from geodeid_plugin.core.geometry.sphere import METRES_PER_DEGREE

BOX = Frame("EPSG:4326", (-76.5, 42.0), (-75.5, 43.0), METRES_PER_DEGREE)
UTM = Frame("EPSG:32618", (380_000, 4_680_000), (420_000, 4_720_000), 1.0)
PLACES = [(-76.2 + 0.0131 * at, 42.41 + 0.00713 * (at * 7 % 11)) for at in range(20)]
METRES = [(400_123 + 137 * at, 4_700_456 + 311 * (at * 7 % 11)) for at in range(20)]
CSV = "lat,lon\n" + "\n".join(f"{y:.6f},{x:.6f}" for x, y in PLACES)
ARABIC = {48 + at: 0x660 + at for at in range(10)} | {46: "\u066b"}


def each(pattern, places=PLACES):
    return "\n".join(pattern.format(x=x, y=y, w=-x, ym=y % 1 * 60, wm=-x % 1 * 60, yd=int(y),
                                    wd=int(-x))
                     for x, y in places)  # fmt: skip


def grouped(mark):
    return "\n".join(f"{x:,} / {y:,}".replace(",", mark) for x, y in METRES).encode()


def seconds():
    return "\n".join(f"{int(y)}:{int(y % 1 * 60):02d}:{y * 60 % 1 * 60:.3f} N {int(-x)}:"
                     f"{int(-x % 1 * 60):02d}:{-x * 60 % 1 * 60:.3f} W" for x, y in PLACES)  # fmt: skip


def arcs(pattern="{d}°{m:02d}'{s:.3f}\"{side}", north="N", west="W"):
    """Latitudes and longitudes with the marks of degrees, minutes and seconds."""
    return [tuple(pattern.format(d=int(v), m=int(v % 1 * 60), s=v * 60 % 1 * 60, side=side)
                  for v, side in ((y, north), (-x, west))) for x, y in PLACES]  # fmt: skip


ARCS = {
    "letter before": arcs("{side} {d}°{m:02d}'{s:.3f}\""),
    "sign alone": arcs("{side}{d}°{m:02d}′{s:.3f}″", "", "-"),
    "sign alone, plain marks": arcs("{side}{d}°{m:02d}'{s:.7f}\"", "", "-"),
    "many digits": arcs("{d}° {m:02d}' {s:.7f}\" {side}"),
    "of PROJ": arcs("{d}d{m:02d}'{s:.3f}\"{side}"),
    "acute accents": arcs("{d}º{m:02d}´{s:.3f}´´{side}"),
    "opening quotes": arcs("{d}°{m:02d}‘{s:.3f}“{side}"),
    "a letter for a ring": arcs("{d}o{m:02d}'{s:.3f}''{side}"),
    "dashes": arcs("{d}-{m:02d}-{s:.3f}{side}"),
    "words": arcs("{d} deg {m} min {s:.3f} sec {side}"),
    "French words": arcs("{d} degrés {m} minutes {s:.3f} secondes {side}"),
}
"""As QGIS, PROJ and people write them; no file of these was found."""


@pytest.mark.slow
@pytest.mark.parametrize("case", ARCS)
def test_marks_of_arc_are_read_however_the_side_is_told(case):
    rows = [("lat", "age", "lon"), *((y, 40, x) for y, x in ARCS[case])]
    records = [{"lat": y, "age": 40, "lon": x} for y, x in ARCS[case]]
    for name, text in (
        ("a.txt", "\n".join(f"{y} {x}" for y, x in ARCS[case])),
        ("a.csv", quoted(rows)), ("a.json", json.dumps(records)),
    ):  # fmt: skip
        assert all_of(found(name, text), PLACES, 1e-5), name
    assert all_of(positions_in_records(records, [BOX], Phrase("fields")), PLACES, 1e-5)


def test_a_comma_in_seconds_is_read():
    text = "\n".join(f"{y} {x}" for y, x in arcs()).replace(".", ",")
    assert all_of(found("a.txt", text), PLACES, 1e-5)


def quoted(rows):
    held = io.StringIO()
    csv.writer(held).writerows(rows)
    return held.getvalue()


def zipped(name, content=CSV, comment=b""):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr(name, content)
        archive.comment = comment
    return held.getvalue()


def features(told):
    """GeoJSON of what is told of each place."""
    made = [{"type": "Feature", "properties": {"age": 40}, "geometry": None, **told(x, y)} for x, y in PLACES]
    return json.dumps({"type": "FeatureCollection", "features": made})


def point(x, y):
    return {"type": "Point", "coordinates": [x, y]}


CASES = {
    "history of a telephone": ("Records.json", json.dumps({"locations": [
        {"latitudeE7": round(y * 1e7), "longitudeE7": round(x * 1e7)} for x, y in PLACES]})),
    "millionths": ("a.json", json.dumps([{"latE6": round(y * 1e6), "lngE6": round(x * 1e6)}
                                          for x, y in PLACES])),
    "coded comma": ("a.html", "<html>" + each('<a href="https://maps.example/?q={y:.6f}%2C{x:.6f}">a</a>')),
    "address of a place": ("a.txt", each("https://maps.example/data=!3d{y:.6f}!4d{x:.6f}")),
    "entities": ("a.html", "<html>" + each("<p>{y:.6f}&deg; N, &minus;{w:.6f}&deg; E</p>")),
    "coded points": ("a.html", "<html>" + each("<p>{y:.6f}, {x:.6f}</p>").replace(".", "&#46;")),
    "dash for minus": ("a.txt", each("{y:.6f}, \u2013{w:.6f}")),
    "Arabic digits": ("a.txt", each("{y:.6f}\u060c {x:.6f}").translate(ARABIC)),
    "minutes": ("a.txt", each("{yd} {ym:.4f} N, {wd} {wm:.4f} W")),
    "minutes and seconds": ("a.txt", seconds()),
    "minutes behind a blank in a table": ("a.csv", "lat,lon\n" + each("{yd} {ym:.4f},{wd} {wm:.4f}")),
    "marked minutes in their own column": ("a.csv", "a,b,c,d\n" + each("{yd}°,{ym:.4f}',{wd}° W,{wm:.4f}'")),
    "marks of arc in a table": ("a.csv", quoted([("lat", "age", "lon"), *((y, 40, x) for y, x in arcs())])),
    "marks of arc in JSON": ("a.json", json.dumps([{"lat": y, "age": 40, "lon": x} for y, x in arcs()])),
    "arc without its last mark": ("a.txt", "\n".join(f"{y} {x}".replace('"', "") for y, x in arcs())),
    "minutes in words": ("a.txt", each("{yd} degrees {ym:.4f} minutes N, {wd} degrees {wm:.4f} minutes W")),
    "minutes behind dashes": ("a.txt", each("{yd}-{ym:07.4f}N {wd}-{wm:07.4f}W")),
    "sides between numbers": ("a.txt", each("{y:.6f}N{w:.6f}W")),
    "a list of files": ("a.txt", each("IMG_{y:.6f}_{x:.6f}.jpg")),
    "sides that touch their numbers": ("a.txt", each("N{y:.6f} W{w:.6f}")),
    "a French sentence": ("a.txt", each("vit à latitude {y:.6f}; longitude {x:.6f} ; rue").replace(".", ",")
                                                                                       .replace(";", ",")),
    "Spanish words": ("a.txt", each("latitud de {y:.6f}; longitud de {x:.6f}").replace(".", ",")),
    "German words": ("a.txt", each("Breite {y:.6f}; Länge {x:.6f}").replace(".", ",").replace(";", ",")),
    "the shape before it was masked": ("a.geojson", features(lambda x, y: {
        "geometry": point(x + 9, y), "original": point(x, y)})),
    "a box of one place": ("a.geojson", features(lambda x, y: {
        "geometry": point(x + 9, y), "bbox": [x, y, x, y]})),
    "a shape of no kind": ("a.geojson", features(lambda x, y: {
        "geometry": {"type": "Circle", "coordinates": [x, y]}})),
    "identifiers of GeoJSON": ("a.geojson", features(lambda x, y: {"id": f"{y:.6f}, {x:.6f}"})),
    "a word and a number of GeoJSON": ("a.geojson", features(lambda x, y: {
        "properties": {"a": f"lon: {x:.6f}", "b": y}})),
    "millionths in a real field": ("a.csv", "\n".join(
        ["lat,lon", *(f"{y * 1e6:.0f}.0,{x * 1e6:.0f}.0" for x, y in PLACES)])),
    "whole millionths in GeoJSON": ("a.geojson", features(lambda x, y: {
        "properties": {"lat": round(y * 1e6), "lon": round(x * 1e6)}})),
    "receiver": ("a.log", each("$GPGGA,1,{yd}{ym:07.4f},N,0{wd}{wm:07.4f},W,1")),
    "attributes apart": ("a.xml", "<a>" + each("<p lat='{y:.6f}' ele='12.5' lon='{x:.6f}'/>") + "</a>"),
    "columns of pandas": ("a.json", json.dumps({"lat": {str(at): y for at, (_x, y) in enumerate(PLACES)},
                                                "lon": {str(at): x for at, (x, _y) in enumerate(PLACES)}})),
    "JSON in a string": ("a.html", "<html><script>JSON.parse(" + json.dumps(json.dumps(
        [{"lat": y, "lng": x} for x, y in PLACES])) + ")</script></html>"),
    "vectors of R": ("a.R", f"data.frame(lat = c({', '.join(str(y) for _x, y in PLACES)}), "
                            f"lon = c({', '.join(str(x) for x, _y in PLACES)}))"),
    "commas inside, spaces between": ("a.txt", each("{y:.6f}, {x:.6f}").replace("\n", " ")),
    "spaces inside, commas between": ("a.txt", each("{x:.6f} {y:.6f}").replace("\n", ", ")),
    "marks of arc in letters of Windows": ("a.csv", ("note;lat;lon\n" + each(
        "Straße;{yd}°{ym:.4f}' N;{wd}°{wm:.4f}' W")).encode("cp1252")),
    "a quotation in a cell": ("a.csv", "note,a,age,b\n" + each("“home” of a,{x:.6f},4,{y:.6f}")),
    "rows for columns": ("a.csv", "\n".join(["lat," + ",".join(f"{y:.6f}" for _x, y in PLACES),
                                              "lon," + ",".join(f"{x:.6f}" for x, _y in PLACES)])),
    **{f"an archive's {name}": ("a.zip", zipped(name))
       for name in ("x.ttf", "x.prj", "x.rdf", "x.shx", "META-INF/homes.csv", "mimetype")},
    "comment of an archive": ("a.zip", zipped("a.txt", "some words", CSV.encode())),
}  # fmt: skip


def found(name, data):
    data = data.encode() if isinstance(data, str) else data
    parts = open_document(name, data).parts
    return [one for part in parts for one in positions_in(part, [BOX, UTM]) if not one.areas]


def all_of(kept, places, reach):
    return all(any(abs(x - a) + abs(y - b) < reach for one in kept for a, b in one.xy) for x, y in places)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_positions_in_other_spellings_are_found(case):
    assert all_of(found(*CASES[case]), PLACES, 1e-5)


@pytest.mark.parametrize("mark", [" ", "\u00a0", "\u202f", "\u2009", ",", "'", "\u2019"])
def test_numbers_in_groups_of_digits_are_found(mark):
    assert all_of(found("a.txt", grouped(mark)), METRES, 0.5)


def test_sides_that_touch_metres_are_read():
    assert all_of(found("a.txt", "\n".join(f"E{x} N{y}" for x, y in METRES)), METRES, 0.5)


def test_metres_in_names_are_read():
    assert all_of(found("a.txt", "\n".join(f"home_{x}_{y}.jpg" for x, y in METRES)), METRES, 0.5)


def test_marks_of_arc_in_fields_of_records_are_read():
    records = [{"lat": y, "lon": x} for y, x in arcs()]
    assert all_of(positions_in_records(records, [BOX], Phrase("fields")), PLACES, 1e-5)


def test_whole_numbers_of_r_are_found():
    east, north = (", ".join(f"{place[axis]}L" for place in METRES) for axis in (0, 1))
    assert all_of(
        found("a.R", f"list(UTM.18N.easting = c({east}), UTM.18N.northing = c({north}))"), METRES, 0.5
    )


@pytest.mark.slow
def test_names_of_files_that_hold_positions_are_read():
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for x, y in PLACES:
            archive.writestr(f"home_{y:.6f}_{x:.6f}.txt", "some words")
    assert all_of(found("a.zip", held.getvalue()), PLACES, 1e-5)


@pytest.mark.parametrize(
    "text",
    [
        "In 2019–2024 we saw 1,234,567 people (42.5 %; 95 % CI 40.1–45.2).",
        "from 12-01-20 to 42-30-15 days, 42 min 30 s of 76 min, 12-05-21",
        "at 12:30:15 N = 45, mean 36.6 ± 0.4, p < 0.001",
        "Tel. 0049 30 123 456, ISBN 978-3-16-148410-0, 10 000 / 20 000",
    ],
)
def test_other_words_hold_no_position(text):
    assert not found("a.txt", text)


def test_plain_text_stays_as_it_is():
    text = "Seen at 42.360120, -71.058910 in 2019-2024; 30:15 h, <b>bold</b> & more, 50 % of {a: 1}."
    assert written_out(text) == text
