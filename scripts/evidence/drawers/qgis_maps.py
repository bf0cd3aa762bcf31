# SPDX-License-Identifier: GPL-2.0-or-later
"""Draws a job by QGIS, as a page of its layout: ``python3 qgis_maps.py JOB.json``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from qgis import core

SYMBOLS = {
    "dot": {"name": "circle", "color": "200,30,30", "outline_style": "no", "size": "1.8"},
    "triangle": {"name": "triangle", "color": "200,30,30", "outline_style": "no", "size": "2.4"},
    "ring": {"name": "circle", "color": "0,0,0,0", "outline_color": "200,30,30", "size": "2.2"},
}


def main():
    """Draw one job."""
    job = json.loads(Path(sys.argv[1]).read_text())
    core.QgsApplication.setPrefixPath("/usr", True)
    application = core.QgsApplication([], False)
    application.initQgis()
    project = core.QgsProject.instance()
    crs = core.QgsCoordinateReferenceSystem(job["crs"])
    project.setCrs(crs)
    areas = core.QgsVectorLayer(job["outline"], "areas", "ogr")
    cases = core.QgsVectorLayer(
        f"file://{job['points']}?delimiter=,&xField=lon&yField=lat&crs=EPSG:4326", "cases", "delimitedtext"
    )
    areas.setRenderer(core.QgsSingleSymbolRenderer(core.QgsFillSymbol.createSimple(
        {"style": "no", "outline_color": "60,60,60", "outline_width": "0.25"})))  # fmt: skip
    cases.setRenderer(core.QgsSingleSymbolRenderer(core.QgsMarkerSymbol.createSimple(SYMBOLS[job["symbol"]])))
    into = core.QgsCoordinateTransform(areas.crs(), crs, project)
    extent = into.transformBoundingBox(areas.extent())
    extent.scale(1.08)
    if job["suffix"] in ("png", "jpg"):
        from qgis.PyQt.QtCore import QSize

        settings = core.QgsMapSettings()
        settings.setLayers([cases, areas])
        settings.setDestinationCrs(crs)
        settings.setOutputSize(QSize(job["width"], job["height"]))
        settings.setOutputDpi(job["dpi"])
        settings.setExtent(extent)
        task = core.QgsMapRendererSequentialJob(settings)
        task.start()
        task.waitForFinished()
        task.renderedImage().save(job["out"], None, 80)
        return
    project.addMapLayers([areas, cases])
    page = core.QgsPrintLayout(project)
    page.initializeDefaults()
    size = core.QgsLayoutSize(job["width"] / job["dpi"] * 25.4, job["height"] / job["dpi"] * 25.4)
    page.pageCollection().page(0).setPageSize(size)
    item = core.QgsLayoutItemMap(page)
    item.attemptResize(size)
    item.setExtent(extent)
    item.setLayers([cases, areas])
    page.addLayoutItem(item)
    item.attemptMove(core.QgsLayoutPoint(0, 0))
    exporter = core.QgsLayoutExporter(page)
    if job["suffix"] == "pdf":
        exporter.exportToPdf(job["out"], core.QgsLayoutExporter.PdfExportSettings())
    else:
        exporter.exportToSvg(job["out"], core.QgsLayoutExporter.SvgExportSettings())


if __name__ == "__main__":
    main()
