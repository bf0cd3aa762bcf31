# SPDX-License-Identifier: GPL-2.0-or-later
"""Draws the maps of areas in the guide: area_pictures.py FOLDER

Counts by area come from the shipped sample; clusters beside cropped identifiers from Ottawa's dissemination
areas, which are not part of the repository: without them (GEODEID_DATA) that picture stays as it is.
"""

import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
DATA = Path(os.environ.get("GEODEID_DATA", ROOT.parent / "shared" / "data"))
SAMPLE = f"{ROOT / 'resources' / 'sample' / 'upstate_new_york.gpkg'}|layername="
OTTAWA = DATA / "canada" / "ottawa_2021.gpkg"
CENTRE = (-75.95, 45.2, -75.4, 45.5)
WIDTH_PX = 440
# The pale shades of the reports' maps: neighbours differ, and none shouts.
PALE = ("#a9c8e0", "#efcfae", "#b5dcc9", "#e6cbdb", "#f2e3b3", "#cfe4f2", "#d3cde6")


def main(folder: str) -> None:
    """Start QGIS and draw both pictures."""
    from qgis.core import QgsApplication

    application = QgsApplication([], True)
    application.initQgis()
    sys.path.append(QgsApplication.pkgDataPath() + "/python/plugins")
    from processing.core.Processing import Processing

    Processing.initialize()
    from geodeid_plugin.processing_provider.provider import GeoDeIDProvider

    provider = GeoDeIDProvider()
    QgsApplication.processingRegistry().addProvider(provider)
    counts(Path(folder))
    if OTTAWA.exists():
        clusters(Path(folder))


def run(name: str, **parameters) -> dict:
    """Run one of the algorithms."""
    import processing

    return processing.run(f"geodeid:{name}", parameters)


def counts(folder: Path) -> None:
    """What “Publish counts by area” releases, in the style that it arrives in."""
    from qgis.core import QgsVectorLayer

    with tempfile.TemporaryDirectory() as scratch:
        made = run(
            "publishaggregatedareas", PATIENTS=SAMPLE + "patients", AREAS=SAMPLE + "tracts", AREA_ID="tract",
            POPULATION="population", **{"release:Release": f"{scratch}/areas.gpkg"},
        )  # fmt: skip
        released = QgsVectorLayer(made["release:Release"], "Records per 100 000 people", "ogr")
        released.loadNamedStyle(str(ROOT / "resources" / "styles" / "released_areas.qml"))
        draw(released, folder / "area_map.png", None)


def clusters(folder: Path) -> None:
    """Identifiers cropped to six digits, and clusters of at least 5 000 people."""
    from PIL import Image

    areas = {"AREAS": f"{OTTAWA}|layername=ottawa_da2021", "AREA_ID": "DAUID", "POPULATION": "pop2021"}
    cropped = run("cropcodes", **areas, CODE="DAUID", LENGTH=6, OUTPUT="memory:")["OUTPUT"]
    found = run(
        "clusterareas",
        **areas,
        THRESHOLD=5000,
        RISK_METRIC="population",
        OUTPUT="memory:",
        CLUSTERS="memory:",
    )["CLUSTERS"]
    with tempfile.TemporaryDirectory() as scratch:
        places = [Path(scratch) / "cropped.png", Path(scratch) / "clusters.png"]
        for layer, place in zip((dissolved(cropped), found), places):
            paint(layer)
            draw(layer, place, CENTRE)
        halves = [Image.open(place).convert("RGB") for place in places]
    both = Image.new("RGB", (sum(one.width for one in halves) + 12, halves[0].height), "white")
    both.paste(halves[0], (0, 0))
    both.paste(halves[1], (halves[0].width + 12, 0))
    both.quantize(128).save(folder / "clusterareas.png", optimize=True)
    print(folder / "clusterareas.png")


def dissolved(layer):
    """One feature for each cropped code."""
    import processing

    return processing.run(
        "native:dissolve", {"INPUT": layer, "FIELD": ["cropped_code"], "OUTPUT": "memory:"}
    )["OUTPUT"]


def paint(layer) -> None:
    """Fill areas in pale shades, with thin grey borders."""
    from qgis.core import QgsCategorizedSymbolRenderer, QgsFillSymbol, QgsRendererCategory

    look = {"outline_color": "#6b7680", "outline_width": "0.12"}
    layer.setRenderer(
        QgsCategorizedSymbolRenderer(
            "colour",
            [
                QgsRendererCategory(row, QgsFillSymbol.createSimple({"color": shade, **look}), "")
                for row, shade in enumerate(PALE)
            ],
        )
    )


def draw(layer, target: Path, extent) -> None:
    """Draw a layer in its own style."""
    from qgis.core import (
        QgsCoordinateReferenceSystem,
        QgsCoordinateTransform,
        QgsMapRendererSequentialJob,
        QgsMapSettings,
        QgsProject,
        QgsRectangle,
    )
    from qgis.PyQt.QtCore import QSize, Qt

    plane = QgsCoordinateReferenceSystem("EPSG:32618")
    box = layer.extent() if extent is None else QgsRectangle(*extent)
    crs = layer.crs() if extent is None else QgsCoordinateReferenceSystem("EPSG:4326")
    box = QgsCoordinateTransform(crs, plane, QgsProject.instance()).transformBoundingBox(box)
    settings = QgsMapSettings()
    settings.setLayers([layer])
    settings.setDestinationCrs(plane)
    settings.setExtent(box)
    settings.setOutputSize(QSize(WIDTH_PX, round(WIDTH_PX * box.height() / box.width())))
    settings.setBackgroundColor(Qt.GlobalColor.white)
    job = QgsMapRendererSequentialJob(settings)
    job.start()
    job.waitForFinished()
    job.renderedImage().save(str(target))
    print(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
    os._exit(0)  # QGIS may crash while it is torn down
