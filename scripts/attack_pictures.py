# SPDX-License-Identifier: GPL-2.0-or-later
"""Draws the attack on a map picture step by step, from the shipped sample: attack_pictures.py FOLDER

Every picture shows what the algorithms themselves gave: the map preview draws the page, "Dots of a map
picture" and "Check a map picture" give classes, dots and candidates; the search behind "Georeference a map
picture" is asked for the places it kept.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
SAMPLE = f"{ROOT / 'resources' / 'sample' / 'upstate_new_york.gpkg'}|layername="
EXTENT = "360000,474000,4652000,4728000 [EPSG:32618]"
PART, ZOOM = (222, 106, 96, 54), 7
FEWEST = 11
# Okabe and Ito's colours.
PALETTE = ("#ffffff", "#56b4e9", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#0072b2", "#f0e442", "#000000")
BLUE, ORANGE, GREEN, GREY = "#0072b2", "#d55e00", "#009e73", "#606060"
FONT = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", 12)


def start_qgis():
    """Start QGIS without a window, with the provider; keep what is returned."""
    from qgis.core import QgsApplication

    application = QgsApplication([], False)
    application.initQgis()
    sys.path.append(QgsApplication.pkgDataPath() + "/python/plugins")
    from processing.core.Processing import Processing

    Processing.initialize()
    from geodeid_plugin.processing_provider.provider import GeoDeIDProvider

    provider = GeoDeIDProvider()
    QgsApplication.processingRegistry().addProvider(provider)
    return application, provider


def attack(folder: Path) -> dict:
    """Publish the sample's true points, attack the picture, and gather what came out."""
    import processing
    from osgeo import gdal
    from qgis.core import QgsVectorLayer

    def run(name, **parameters):
        return processing.run(f"geodeid:{name}", parameters)

    patients, counties = SAMPLE + "patients", SAMPLE + "counties"
    picture = str(folder / "page.png")
    run(
        "mappreview", LAYER=patients, BASEMAP=[counties], EXTENT=EXTENT, DPI=96, SIZE="170x130",
        IMAGE=picture, TITLE="Leukaemia, upstate New York", LEGEND="Case", CAPTION="",
    )  # fmt: skip
    placed = run("georeferencemap", IMAGE=picture, OUTLINE=counties, GCPS_OUT=str(folder / "page.points"))
    classes = str(folder / "classes.tif")
    dots = run("mapdots", IMAGE=picture, OUTPUT=str(folder / "dots.gpkg"), CLASS_RASTER=classes)
    found = run(
        "mapreidentification", IMAGE=picture, GCPS=placed["GCPS"], TRUTH=patients,
        AREAS=SAMPLE + "tracts", AREA_ID="tract", POPULATION="population", REMEDY=False,
        OUTPUT=str(folder / "found.gpkg"),
    )  # fmt: skip
    print({key: found[key] for key in ("VERDICT", "RECALL", "PRECISION", "MEAN_DISTANCE_M")})
    return {
        "rgb": np.asarray(Image.open(picture).convert("RGB")),
        "classes": gdal.Open(classes).ReadAsArray(),
        "dots": list(QgsVectorLayer(dots["OUTPUT"], "dots", "ogr").getFeatures()),
        "found": list(QgsVectorLayer(found["OUTPUT"], "found", "ogr").getFeatures()),
        "true": {
            str(row["patient"]): row.geometry().asPoint() for row in QgsVectorLayer(patients).getFeatures()
        },
        "counties": [row.geometry() for row in QgsVectorLayer(counties).getFeatures()],
    }


def main(target: Path):
    kept = start_qgis()
    with tempfile.TemporaryDirectory() as folder:
        seen = attack(Path(folder))
    target.mkdir(exist_ok=True)
    drawn = {
        "1_published": Image.fromarray(seen["rgb"]),
        "2_classes": colour_classes(seen),
        "3_dots": accepted(seen),
        "4_subpixel": sub_pixel(seen),
        "5_outline": outline(seen),
        "6_candidates": candidates(seen),
    }
    for name, picture in drawn.items():
        path = target / f"attack_{name}.png"
        picture.convert("RGB").quantize(128).save(path, optimize=True)
        print(path)
    del kept


def colour_classes(seen) -> Image.Image:
    """Every pixel in the colour of its class; the commonest class stays white."""
    table = np.array([tuple(int(code[i : i + 2], 16) for i in (1, 3, 5)) for code in PALETTE], np.uint8)
    return Image.fromarray(table[np.minimum(seen["classes"], len(table) - 1)])


def found_dots(seen):
    """The dots once more with the pixels they cover, which are no output of an algorithm."""
    from geodeid_plugin.core.mapimage.markers.dots import find_dots

    return find_dots(seen["rgb"])


def accepted(seen) -> Image.Image:
    """The pixels of the dots in colour, all other marks in grey."""
    from scipy import ndimage

    dots = found_dots(seen)
    groups, count = ndimage.label(dots.dot_mask)
    held = np.zeros(count + 1, dtype=bool)
    held[groups[dots.y_px.round().astype(int), dots.x_px.round().astype(int)]] = True
    held[0] = False
    picture = np.full(seen["rgb"].shape, 255, np.uint8)
    picture[seen["classes"] > 0] = (200, 200, 200)
    picture[held[groups]] = tuple(int(ORANGE[i : i + 2], 16) for i in (1, 3, 5))
    return Image.fromarray(picture)


def crosses(pen, places, colour, arm, width):
    for x, y in places:
        pen.line((x - arm, y, x + arm, y), fill=colour, width=width)
        pen.line((x, y - arm, x, y + arm), fill=colour, width=width)


def enlarged(seen):
    """A part of the page, pixels as squares, and what turns pixels of the page into pixels of it."""
    left, top, width, height = PART
    part = Image.fromarray(seen["rgb"]).crop((left, top, left + width, top + height))
    part = part.resize((width * ZOOM, height * ZOOM), Image.Resampling.NEAREST)
    return part, lambda x, y: ((np.asarray(x) - left) * ZOOM, (np.asarray(y) - top) * ZOOM)


def sub_pixel(seen) -> Image.Image:
    """The dots' centres to a part of a pixel, overlapping dots taken apart."""
    part, to_part = enlarged(seen)
    pen = ImageDraw.Draw(part)
    x, y = to_part([row["x_px"] for row in seen["dots"]], [row["y_px"] for row in seen["dots"]])
    crosses(pen, zip(x, y), "#000000", 9, 2)
    return part


def outline(seen) -> Image.Image:
    """The outline where it was placed, and the best other place that the search had kept."""
    from geodeid_plugin.core.mapimage.georeference import placement

    rings = [np.array([(p.x(), p.y()) for p in ring]) for shape in seen["counties"]
             for part in shape.asGeometryCollection() for ring in part.asPolygon()]  # fmt: skip
    lines = placement.Outline(np.vstack(rings), np.cumsum([0, *map(len, rings)]))
    dots = found_dots(seen)
    placed = placement.place(seen["rgb"], lines, dots.dot_mask)
    work = placement._Work.of(seen["rgb"], lines, dots.dot_mask)
    search = placement.Search()
    kept = placement._search(work, search, placement._turns(search)[0], [], lambda *_: None)
    best = to_pixels(np.linalg.inv(np.vstack([placed.to_map, [0, 0, 1]]))[:2], rings)
    others = []
    for candidate in kept:
        matrix = candidate.pose.matrix * work.middle_factor
        where = to_pixels(matrix, [ring - work.origin for ring in rings])
        if np.median(np.hypot(*(np.vstack(where) - np.vstack(best)).T)) > 20:
            others.append((candidate.evidence, where))
    evidence, rival = max(others, key=lambda other: other[0])
    drawing = Image.fromarray((255 - (255 - seen["rgb"].astype(int)) * 0.45).astype(np.uint8))
    pen = ImageDraw.Draw(drawing)
    for rings_px, colour, width in ((rival, GREY, 2), (best, "#c000c0", 2)):
        for ring in rings_px:
            pen.line([tuple(place) for place in ring], fill=colour, width=width)
    note(pen, 10, seen["rgb"].shape[0] - 44, "#c000c0", f"placed: evidence {placed.score:.0f}")
    note(pen, 10, seen["rgb"].shape[0] - 26, GREY, f"best other place: evidence {evidence:.0f}, rejected")
    return drawing


def to_pixels(matrix, rings):
    return [np.column_stack([ring, np.ones(len(ring))]) @ matrix.T for ring in rings]


def note(pen, x, y, colour, text):
    """A line of a key, on white."""
    pen.rectangle((x - 4, y - 2, x + 34 + pen.textlength(text, FONT), y + 16), fill="#ffffff")
    pen.line((x, y + 7, x + 22, y + 7), fill=colour, width=3)
    pen.text((x + 28, y), text, fill="#000000", font=FONT)


def candidates(seen) -> Image.Image:
    """Dots and the true places they were matched with, and among how many people each record hides."""
    part, to_part = enlarged(seen)
    part = Image.fromarray((255 - (255 - np.asarray(part).astype(int)) * 0.35).astype(np.uint8))
    pen = ImageDraw.Draw(part)
    to_page = page_of(seen)
    numbers = []
    for row in seen["found"]:
        if not row["record"]:
            continue
        place, true = row.geometry().asPoint(), seen["true"][row["record"]]
        dot = np.array(to_part(*to_page(place.x(), place.y())))
        home = np.array(to_part(*to_page(true.x(), true.y())))
        if not ((dot > 8) & (dot < [part.width - 30, part.height - 8])).all():
            continue
        few = row["candidates"] < FEWEST
        pen.ellipse((*(home - 8), *(home + 8)), outline=GREEN, width=2)
        crosses(pen, [dot], "#000000", 5, 2)
        numbers.append((dot, f"{row['candidates']:.0f}", ORANGE if few else BLUE))
    for dot, text, colour in numbers:
        pen.text(
            (dot[0] + 9, dot[1] - 18), text, fill=colour, font=FONT, stroke_width=2, stroke_fill="#ffffff"
        )
    return part


def page_of(seen):
    """From map coordinates to pixels of the page, by the dots that both outputs hold in the same order."""
    rows = list(zip(seen["found"], seen["dots"]))
    places = np.array([(*one.geometry().asPoint(), 1.0) for one, _ in rows])
    pixels = np.array([(other["x_px"], other["y_px"]) for _, other in rows])
    middle = places.mean(axis=0) * [1, 1, 0]
    matrix, *_ = np.linalg.lstsq(places - middle, pixels, rcond=None)
    return lambda x, y: (np.array([x, y, 1.0]) - middle) @ matrix


main(Path(sys.argv[1]))
