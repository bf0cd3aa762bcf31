# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbers that can be read in two ways: a wrong reading hides no right one."""

import base64
import io
import json
import zipfile

import numpy as np
import pytest

from geodeid_plugin.core.base.errors import Phrase
from geodeid_plugin.core.exposure.documents.containers.walk import open_document
from geodeid_plugin.core.exposure.documents.disguise.columns import Column, paired
from geodeid_plugin.core.exposure.documents.disguise.detect import positions_across, positions_in
from geodeid_plugin.core.exposure.documents.disguise.positions import Frame
from geodeid_plugin.core.geometry.sphere import METRES_PER_DEGREE

DEGREES = Frame("EPSG:4326", (-73.5, 42.7), (-71.4, 45.1), METRES_PER_DEGREE)
OTHER = Frame("EPSG:32010", (40_000, 40_000), (75_000, 75_000), 1.0)
"""A system of the same region in which degrees read as kilometres lie, too."""
WIDE = Frame("EPSG:5070", (600_000, 600_000), (7_000_000, 50_000_000), 1.0)
METRES = Frame("EPSG:32618", (600_000, 4_700_000), (800_000, 5_000_000), 1.0)
HOMES = [(-72.412, 43.871), (-72.931, 44.215), (-72.105, 43.333), (-73.011, 44.512), (-72.777, 43.999)]
ROUND = [*HOMES, (-72.5, 43.9)]
"""As scripts write 43.9000."""
LENGTHS = [(690_123 + 1_371 * at, 4_860_456 + 3_117 * at) for at in range(5)]
PROJECTED = (WIDE, METRES)


def found(name, text, frames):
    parts = open_document(name, text if isinstance(text, bytes) else text.encode()).parts
    places = [one for part in parts for one in positions_in(part, frames) if not one.areas]
    return places + positions_across(parts, frames)


def packed(places):
    return base64.b64encode(np.array(places, "<f8").tobytes()).decode()


def zipped(rows):
    """A workbook of one sheet."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/worksheets/sheet1.xml", f"<worksheet><sheetData>{rows}</sheetData></worksheet>")
    return file.getvalue()


def table(rows, head=""):
    return head + "".join(",".join(map(str, row)) + "\n" for row in rows)


def html(rows):
    cells = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    return "<html><table>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>"


CASES = {
    "two rows, of which each fits as a column": (
        "a.html", html([(at, -x, 61, y) for at, (x, y) in enumerate(HOMES[:2])]), (DEGREES, OTHER),
        HOMES[:2]),
    "decimetres": ("a.csv", table([(f"S{at}", x * 10, 44, y * 10) for at, (x, y) in enumerate(LENGTHS)],
                                  "id,a,age,b\n"), PROJECTED, LENGTHS),
    "metres in two systems": ("a.csv", table([(at, x, 44, y) for at, (x, y) in enumerate(LENGTHS)],
                                             "id,a,age,b\n"), PROJECTED, LENGTHS),
    "sentences in two systems": ("a.txt", " ".join(f"Case {at} lived at {x} {y}, all well." for at, (x, y)
                                                   in enumerate(LENGTHS)), PROJECTED, LENGTHS),
    "notes beside measures": (
        "a.csv", table([(52_000 + at, "seen", 61_000 + at, f"at {y} {x}") for at, (x, y) in enumerate(HOMES)],
                       "a,b,c,d\n"), (DEGREES, OTHER), HOMES),
    "points of which one lies elsewhere": (
        "a.geojson", json.dumps({"type": "MultiPoint", "coordinates": [[41_000, 41_000], *LENGTHS]}),
        (OTHER, METRES), LENGTHS),
    "two arrays of bytes": (
        "a.html", f'<html><script>a="{packed(HOMES[:5])}";b="{packed([(x, y + 0.1) for x, y in HOMES])}"'
                  "</script>", (DEGREES,), [*HOMES, *((x, y + 0.1) for x, y in HOMES)]),
    "columns apart, each beside a measure": (
        "a.html", html([(at, x, 52_000 + at, 61_000 + at) for at, (x, _y) in enumerate(HOMES)]) +
        html([(at, y, 52_000 + at, 61_000 + at) for at, (_x, y) in enumerate(HOMES)]), (DEGREES, OTHER),
        HOMES),
    "a measure between that fits as well": (
        "a.csv", table([(at, x, 43.5 + at / 10, y) for at, (x, y) in enumerate(HOMES)], "id,a,b,c\n"),
        (DEGREES,), HOMES),
    "two rows of a nation's": (
        "a.csv", table([(at, -120 + at / 2 + 0.0003, 44, 27 + at / 5 + 0.0004) for at in range(60)]
                       + [(at, x, 44, y) for at, (x, y) in enumerate(HOMES[:2])], "id,a,age,b\n"),
        (DEGREES,), HOMES[:2]),
    "two rows of a nation's without the minus": (
        "a.csv", table([(at, 120 - at / 2 - 0.0003, 44, 27 + at / 5 + 0.0004) for at in range(60)]
                       + [(at, -x, 44, y) for at, (x, y) in enumerate(HOMES[:2])], "id,a,age,b\n"),
        (DEGREES,), HOMES[:2]),
    "hidden fields of a form": (
        "a.html", "<form>" + "".join(f'<input type=hidden name=a value="{x}"><input type=hidden name=b '
                                     f'value="{y}">' for x, y in HOMES), (DEGREES,), HOMES),
    "variables of a style": (
        "a.html", "<style>" + "".join(f".p{at}{{--u:{x};--v:{y}}}" for at, (x, y) in enumerate(HOMES)),
        (DEGREES,), HOMES),
    "variables of which one ends in zeros": (
        "a.html", "<style>" + "".join(f".p{at}{{--u:{x};--v:{y}}}" for at, (x, y) in enumerate(ROUND)),
        (DEGREES,), ROUND),
    "formulas that nothing has computed": (
        "a.xlsx", zipped("".join(f"<row><c><f>ROUND({x},5)</f><v></v></c><c><f>A9</f></c><c><f>{y}</f></c>"
                                 "</row>" for x, y in HOMES)), (DEGREES,), HOMES),
    "sentences with other words between": (
        "a.txt", "\n".join(f"Case {at}: easting is {x}, aged {40 + at}, and the other one is {y}"
                           for at, (x, y) in enumerate(LENGTHS)), PROJECTED, LENGTHS),
    "printed columns beside a measure": (
        "a.txt", "\n".join(f"{x} 2.5 {y} 52001 61001" for x, y in HOMES), (OTHER, DEGREES), HOMES),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_a_wrong_reading_hides_no_right_one(case):
    name, text, frames, places = CASES[case]
    read = np.vstack([one.xy for one in found(name, text, frames)])
    assert all(np.abs(read - np.asarray(place)).max(axis=1).min() < 1e-6 for place in places)


def test_columns_that_are_named_are_read_in_one_way():
    text = table([(at, x, y) for at, (x, y) in enumerate(LENGTHS)], "id,easting,northing\n")
    assert [one.frame for one in found("a.csv", text, (METRES, WIDE))] == [METRES]


def test_a_pair_of_lengths_is_taken_for_a_place_in_its_first_system_alone():
    kept = found("a.txt", f"GPS: {LENGTHS[0][0]} {LENGTHS[0][1]}", (METRES, WIDE))
    assert [(one.frame, one.named) for one in kept] == [(METRES, True), (WIDE, False)]


def test_columns_of_which_few_cells_lie_in_the_region_are_told_apart():
    rows = [(at, -120 + at / 2 + 0.0003, 27 + at / 5 + 0.0004) for at in range(60)] + [(60, *HOMES[0])]
    assert [one.mostly for one in found("a.csv", table(rows, "id,a,b\n"), (DEGREES,))] == [False]
    assert all(one.mostly for one in found("a.csv", table(HOMES, "a,b\n"), (DEGREES,)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_columns_looked_at_together_are_those_found_two_by_two(seed):
    """What else stands in a table neither hides a pair of its columns nor moves it."""
    source = np.random.default_rng(seed)
    ranges = [(-73.4, -71.5), (71.5, 73.4), (42.7, 45), (0, 100), (6e5, 8e5), (4.7e6, 5e6), (424e3, 446e3)]
    written = []
    for count in source.integers(0, 9, 9):
        low, high = ranges[source.integers(len(ranges))]
        digits = int(source.choice([0, 3, 5]))
        values = np.round(source.uniform(low, high, count), digits)
        values[source.random(count) < 0.1] = source.choice([np.nan, 7.25])
        written.append(Column("", values, np.full(count, digits)))

    def told(some):
        pairs = paired(some, (DEGREES, METRES, WIDE), Phrase("columns"))[0]
        return {(one.frame.name, one.xy.tobytes(), float(one.precision_m)) for one in pairs}

    two_by_two = [told([one, other]) for at, one in enumerate(written) for other in written[:at]]
    assert told(written) == set().union(*two_by_two)
