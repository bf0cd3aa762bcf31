# SPDX-License-Identifier: GPL-2.0-or-later
"""Maps whose symbols mean something else than places: the verdict says what, and is never green for it."""

import numpy as np
import pytest

qgis_core = pytest.importorskip("qgis.core")

UTM = "EPSG:32618"
WEST, NORTH, PIXEL = 400_000, 4_700_000, 50.0
COLUMNS, ROWS, SIDE = 6, 5, 56
"""Areas of 56 pixels, 2.8 km, in six columns and five rows."""


def picture(path, places_px, radii):
    """Red discs over the areas' borders, with control points beside it."""
    from PIL import Image

    height, width = ROWS * SIDE + 21, COLUMNS * SIDE + 21
    y, x = np.mgrid[:height, :width] + 0.5
    rgb = np.full((height, width, 3), 255.0)
    for at in range(COLUMNS + 1):
        rgb[10:-10, 10 + at * SIDE] = 60
    for at in range(ROWS + 1):
        rgb[10 + at * SIDE, 10:-10] = 60
    for (px, py), radius in zip(places_px, radii):
        share = np.clip(radius + 0.5 - np.hypot(x - px, y - py), 0, 1)[..., None]
        rgb = rgb * (1 - share) + np.array([220, 20, 60]) * share
    Image.fromarray(np.rint(rgb).astype(np.uint8)).save(path)
    corners = [(20, 20), (width - 20, 30), (30, height - 20), (width - 30, height - 30), (150, 120)]
    rows = [f"{WEST + PIXEL * px},{NORTH - PIXEL * py},{px},{-py},1" for px, py in corners]
    points = path.with_suffix(".points")
    points.write_text("\n".join([f"#CRS: {UTM}", "mapX,mapY,sourceX,sourceY,enable", *rows]))
    return {"IMAGE": str(path), "GCPS": str(points)}


def points(layer, places_px):
    return layer(
        "Point",
        [(f"POINT({WEST + PIXEL * x} {NORTH - PIXEL * y})", [at]) for at, (x, y) in enumerate(places_px)],
        ["id:integer"], UTM,
    )  # fmt: skip


@pytest.fixture
def county(layer):
    """Areas of some 40 000 people, and how many patients live in each of them, where."""
    source = np.random.default_rng(6)
    rows, patients, counts = [], [], []
    for column in range(COLUMNS):
        for row in range(ROWS):
            left, top = 10.5 + column * SIDE, 10.5 + row * SIDE
            west, north = WEST + PIXEL * left, NORTH - PIXEL * top
            east, south = west + PIXEL * SIDE, north - PIXEL * SIDE
            ring = ((west, north), (east, north), (east, south), (west, south), (west, north))
            shape = ",".join(f"{x} {y}" for x, y in ring)
            rows.append((f"POLYGON(({shape}))", [f"{column}{row}", 30_000 + 1_717 * column + 3_131 * row]))
            counts.append(1 + int(source.integers(0, 9)))
            patients.append(np.array([left, top]) + source.uniform(4, SIDE - 4, (counts[-1], 2)))
    areas = layer("Polygon", rows, ["id:string", "people:integer"], UTM)
    return areas, patients, np.array(counts)


def checked(run, layer, county, patients, shown, drawn):
    areas = county[0]
    return run("mapreidentification", {
        **drawn, "TRUTH": points(layer, patients), "MASKED": points(layer, shown), "AREAS": areas,
        "AREA_ID": "id", "POPULATION": "people", "REMEDY": False,
    })  # fmt: skip


def middles():
    return np.array([
        (10.5 + (column + 0.5) * SIDE, 10.5 + (row + 0.5) * SIDE)
        for column in range(COLUMNS) for row in range(ROWS)
    ])  # fmt: skip


@pytest.mark.slow
def test_symbols_sized_by_the_count_of_an_area_are_not_called_safe(run, layer, county, tmp_path):
    _, patients, counts = county
    where = np.vstack(patients)
    same = picture(tmp_path / "same.png", middles(), np.full(len(counts), 5.0))
    sized = picture(tmp_path / "sized.png", middles(), 2.8 * np.sqrt(counts))
    plain = checked(run, layer, county, where, middles(), same)
    assert plain["VERDICT"] in ("passed", "with_care"), plain["VERDICT_TEXT"]
    told = checked(run, layer, county, where, middles(), sized)
    assert told["VERDICT"] == "not_judged" and "sizes, which show counts" in told["VERDICT_TEXT"]


@pytest.mark.slow
def test_a_dot_density_map_is_told_and_its_counts_are_left_to_the_audit(run, layer, county, tmp_path):
    _, patients, counts = county
    source = np.random.default_rng(8)
    inside = SIDE / 2 - 5
    shown, others = (
        np.vstack([
            middle + source.uniform(-inside, inside, (times * count, 2))
            for middle, count in zip(middles(), counts)
        ])
        for times in (1, 4)
    )  # fmt: skip
    everybody = np.vstack([*patients, others])
    drawn = picture(tmp_path / "density.png", shown, np.full(len(shown), 3.0))
    told = checked(run, layer, county, everybody, shown, drawn)
    assert told["VERDICT"] == "not_judged"
    assert "one dot for every 5 records" in told["VERDICT_TEXT"], told["VERDICT_TEXT"]
