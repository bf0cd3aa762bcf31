# SPDX-License-Identifier: GPL-2.0-or-later
"""Check a document before it is published: its maps, and the positions that hide in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from qgis.core import QgsCoordinateReferenceSystem, QgsGeometry, QgsPointXY

from ....core.base.errors import Phrase, translated
from ....core.base.progress import part as share
from ....core.base.thresholds import class_size_for
from ....core.base.verdict import Level
from ....core.exposure.documents.approvals import Approvals
from ....core.exposure.documents.containers.parts import TEXT, Trouble
from ....core.exposure.documents.disguise.detect import positions_in
from ....core.exposure.documents.disguise.positions import Frame
from ....core.mapimage.georeference.placing import Reference
from ....core.mapimage.picturedots import Settings
from ....host.compat import POINT
from ....i18n import tr
from ...framework import ask, blocks, give, labels
from ...framework.base import GeoDeIDAlgorithm
from ...framework.give import Features, Result
from ...framework.verdict import audience, judging
from ...framework.verdict.audience import RECORD_LIMIT, chosen
from ...framework.verdict.metricsfile import points_identity
from ...io import WGS84, PointLayer, Table, read_map_layer, read_points
from ..mapimage.pictures import chosen_operations, known_to_all, lines_of
from ..mapimage.secrets import SecretLayers, read_secret_of_areas
from .figures import Figure, Figures, attacked, recognised, worded
from .findings import Disguised, Found, build_report, frames_of, held_against, judged
from .reading import approvals_of, document_path, documents_of
from .series import PLACE_OF_SERIES, places_of, series_of

_FINDING = {
    "document": give.TEXT,
    "page": give.WHOLE,
    "name": give.TEXT,
    "figure": give.TEXT,
    "kind": give.TEXT,
    "width_px": give.WHOLE,
    "height_px": give.WHOLE,
    "dpi": give.REAL,
    "placed": give.FLAG,
    "dots": give.WHOLE,
    "precision_m": give.REAL,
    "exposed": give.WHOLE,
    "verdict": give.TEXT,
    "why": give.TEXT,
}
_DOCUMENT = {
    "document": give.TEXT,
    "figures": give.WHOLE,
    "maps": give.WHOLE,
    "dots": give.WHOLE,
    "error_m": give.REAL,
    "positions": give.WHOLE,
    "not_placed": give.WHOLE,
    "exposed": give.WHOLE,
    "not_read": give.WHOLE,
    "verdict": give.TEXT,
}


class CheckDocument(GeoDeIDAlgorithm):
    """``geodeid:checkdocument``."""

    ID = "checkdocument"
    TITLE = "Check a document"
    HEADING = labels.CHECK
    TAGS = (
        "manuscript", "figure", "paper", "PDF", "Word", "PowerPoint", "web map", "GeoJSON",
        "submission", "thesis",
    )  # fmt: skip
    SUMMARY = (
        "Checks a manuscript, slides, a workbook, a web map or a folder before it is published. Every "
        "picture in it is attacked, every position in numbers is named; what could not be judged keeps it "
        "from passing."
    )
    JUDGES = True
    REQUIRES = (*GeoDeIDAlgorithm.REQUIRES, "pyproj")
    INPUTS = (
        ask.file(
            "FILE",
            "Document",
            "The file as it would be sent: PDF, Office, HTML, ZIP, a picture or a data file.",
        ),
        ask.folder(
            "FOLDER",
            "Folder of documents",
            "Instead of one document: every file of a folder, and of the folders in it, one by one.",
            advanced=True,
        ),
        ask.layers(
            "OUTLINE",
            "Outlines",
            "What the maps show: borders, coast. Each map is placed by the first that fits it; without, "
            "dots are found but not judged.",
        ),
        *blocks.truth(
            Phrase("The points whose secrecy is checked. Without, dots are not judged."),
            optional=True,
        ),
        ask.source(
            "MASKED",
            "Masked points",
            "The masked layer that was drawn. Figures that show another draw are not judged by it; check "
            "each with its own.",
            optional=True,
            advanced=True,
        ),
        *blocks.CANDIDATES,
        *RECORD_LIMIT,
        ask.folder(
            "APPROVED",
            "Your publications",
            "The folder where your earlier publications lie: what they approved is recognised, byte by byte, "
            "and what was changed, is missing or was added is named. An approval that lies in the document "
            "counts for nothing.",
            advanced=True,
        ),
        ask.crs(
            "CRS",
            "Coordinate system of the maps",
            "Empty: a short list is tried, the outline's own first.",
            advanced=True,
        ),
    )
    OUTPUTS = (
        give.table(
            "OUTPUT",
            "Findings",
            "A row for each figure or part that holds positions, with what the paper calls it, its dots, "
            "records exposed, verdict and why. Internal: do not release.",
            internal=True,
            fields=_FINDING,
        ),
        give.points(
            "RECOVERED",
            "Recovered points",
            "Every place that was read from the document, with the record it stands for. Internal.",
            optional=True,
            internal=True,
            style="recovered_points",
            fields={
                "name": give.TEXT,
                "record": give.TEXT,
                "error_m": give.REAL,
                "size_count": give.WHOLE,
            },
        ),
        give.points(
            "SERIES",
            "Places over several figures",
            "Where several maps show the same people: a point for each place, with its figures and the "
            "record it leads to. Internal: do not release.",
            optional=True,
            internal=True,
            style="recovered_points",
            fields=PLACE_OF_SERIES,
            advanced=True,
        ),
        give.table(
            "SUMMARY",
            "Summary of the documents",
            "For a folder: a row for each document with its figures, maps, dots, positions, records "
            "exposed, unread parts and verdict. Internal: do not release.",
            optional=True,
            internal=True,
            fields=_DOCUMENT,
            advanced=True,
        ),
        blocks.REPORT,
    )
    FIGURES = (
        give.number("FIGURES", "Figures examined"),
        give.number("MAPS", "Maps with dots that were placed"),
        give.number("POSITIONS", "Positions that stand in the document as numbers"),
        give.number("TRUE_POSITIONS", "Positions among them that are true points"),
        give.number("EXPOSED", "Most records that one figure or part gives away"),
        give.number("NOT_JUDGED", "Figures and parts that could not be judged"),
        give.number("ADDED", "Records that only figures read together give away, at most in one series"),
    )

    def compute(self, inputs, run) -> Result:
        limit = audience.limit(run, "LIMIT")
        need = class_size_for(limit)
        outlines = [read_map_layer(run, layer, "OUTLINE") for layer in run.layers("OUTLINE")]
        layers = read_secret_of_areas(run, limit)
        known = None if layers is None else layers.known()
        references = tuple(_reference(inputs, run, table) for table in outlines)
        against = Figures(limit, references, layers, known, Settings())
        approvals = approvals_of(run, document_path(run))
        found = _checked(run, against, frames_of(outlines, _points(run, layers)), approvals)
        found = replace(found, series=tuple(series_of(list(found.figures), known, need)))
        verdict = replace(judged(found, limit), inputs=judging.inputs_of(run))
        _count(run, found)
        return Result(
            figures=_figures(found),
            layers={
                "OUTPUT": _findings(found),
                "RECOVERED": lambda: _recovered(found),
                "SERIES": lambda: places_of(found.series),
                "SUMMARY": lambda: _summary(found),
            },
            report=build_report(run, found, verdict, limit, chosen(run)),
        )


def _points(run, layers: SecretLayers | None) -> list[PointLayer]:
    """The true points and the masked ones, as far as they were given."""
    if layers is not None:
        return [one for one in (layers.truth, layers.masked) if one is not None]
    return [read_points(run, "MASKED")] if run.wanted("MASKED") else []


def _reference(inputs, run, outline: Table) -> Reference:
    """What places the maps of a document, by one of its outlines."""
    crs = inputs.crs
    return Reference(
        lines_of(outline), known_to_all(crs) if crs.isValid() else None,
        largest_turn_deg=0, chosen=chosen_operations(run.context),
    )  # fmt: skip


def _checked(run, against: Figures, frames: tuple[Frame, ...], approvals: Approvals) -> Found:
    names, figures, data, troubles, holdings = [], [], [], [], []
    truth = None if against.layers is None else against.layers.truth
    patients = None if truth is None else points_identity(truth.lon_deg, truth.lat_deg)
    reading = share(run.progress, 0.0, 0.1)
    unopened = approvals.unopened(patients, against.limit)
    for document in documents_of(document_path(run), frames, unopened, reading):
        name, shown = document.name, document.shown
        names.append(name)
        holdings += document.holdings
        for file in document.files:
            run.also_reads(Path(file))
        troubles += [(name, one) for one in document.troubles]
        if len(shown) > MOST_FIGURES:
            troubles.append((name, Trouble(shown[MOST_FIGURES].part.path, _TOO_MANY)))
            shown = shown[:MOST_FIGURES]
        positions = document.positions
        for at, one in enumerate(shown):
            step = share(run.progress, 0.1 + 0.85 * at / len(shown), 0.1 + 0.85 * (at + 1) / len(shown))
            step(0.0, tr("Looking at {name}", name=one.part.name))
            figure = attacked(run, against, name, one.part, step)
            worded(figure, one.words, against.need)
            recognised(figure, approvals, patients, against.limit)
            figures.append(figure)
            for sentence in figure.hidden:  # a place in EXIF reads as one in a sentence does
                positions += positions_in(replace(one.part, kind=TEXT, data=str(sentence).encode()), frames)
        data += held_against(run, name, positions, against.known, against.need)
    return Found(tuple(names), tuple(figures), tuple(data), tuple(troubles), (), tuple(holdings), approvals)


MOST_FIGURES = 1_000
"""Figures of a document that are attacked: half an hour at two seconds each."""
_TOO_MANY = Phrase(
    "From here on its figures were not looked at: there are more than a thousand. Check it in pieces."
)


def _count(run, found: Found) -> None:
    run.counts.update(
        documents=len(found.documents), figures=len(found.figures),
        maps=sum(one.placed for one in found.figures), parts_with_positions=len(found.data),
        parts_not_read=len(found.troubles),
    )  # fmt: skip


def _figures(found: Found) -> dict:
    parts: list[Figure | Disguised] = [*found.figures, *found.data]
    judged_not = [one for one in parts if one.level is Level.NOT_JUDGED]
    return {
        "FIGURES": len(found.figures),
        "MAPS": sum(one.placed for one in found.figures),
        "POSITIONS": sum(len(one.found) for one in found.data),
        "TRUE_POSITIONS": sum(one.matched for one in found.data),
        "EXPOSED": _most_exposed(found),
        "NOT_JUDGED": len(judged_not) + sum(one.blocks for _name, one in found.troubles),
        "ADDED": max((one.added for one in found.series if one.added is not None), default=None),
    }


def _most_exposed(found: Found) -> int | None:
    """Most records that one figure, part or series of these documents gives away; None if uncounted."""
    counted = [one.exposed for one in found.figures] + [one.exposed for one in found.data]
    counted += [
        one.exposed for one in found.series if {each.document for each in one.figures} <= set(found.documents)
    ]
    return max((one for one in counted if one is not None), default=None)


def _findings(found: Found) -> Features:
    """One row per figure or part that holds positions, the worst first."""
    rows = [_figure_row(one) for one in found.figures] + [_data_row(one) for one in found.data]
    rows.sort(key=lambda row: -Level(row[-2]).severity)
    return Features({name: [row[at] for row in rows] for at, name in enumerate(_FINDING)})


def _figure_row(one: Figure) -> tuple:
    width, height = one.size_px
    precision = float(np.median(one.error_m)) if len(one.error_m) else None
    return (
        one.document, one.part.page, one.part.path, one.part.caption, one.kind, width or None,
        height or None, one.dpi,
        one.placed, one.dots, precision, one.exposed, one.level.value, translated(one.why, tr),
    )  # fmt: skip


def _data_row(one: Disguised) -> tuple:
    return (
        one.document, one.found.page, one.found.path, None, f"data ({one.what})", None, None, None, True,
        len(one.found), one.found.precision_m, one.exposed, one.level.value, translated(one.why, tr),
    )  # fmt: skip


def _recovered(found: Found) -> Features:
    """Every place that was read, of figures first."""
    names: list = []
    records: list = []
    errors: list = []
    counts: list = []
    shapes: list = []
    parts: list = [(one, one.part.path, one.error_m.tolist(), one.counts) for one in found.figures]
    parts += [(one, one.found.path, [one.found.precision_m] * len(one.lonlat), ()) for one in found.data]
    for one, path, errors_m, size_counts in parts:
        counts += size_counts or [None] * len(one.lonlat)
        names += [path] * len(one.lonlat)
        records += list(one.record)
        errors += errors_m
        shapes += [QgsGeometry.fromPointXY(QgsPointXY(*place)) for place in one.lonlat]
    columns = {"name": names, "record": records, "error_m": errors, "size_count": counts}
    return Features(columns, shapes, POINT, QgsCoordinateReferenceSystem(WGS84))


def _summary(found: Found) -> Features:
    """One row per document."""
    each = [found.of(name) for name in found.documents]
    errors_m = [
        np.concatenate([np.empty(0), *(figure.error_m for figure in one.figures if figure.placed)])
        for one in each
    ]
    return Features(
        {
            "document": list(found.documents),
            "figures": [len(one.figures) for one in each],
            "maps": [sum(figure.placed for figure in one.figures) for one in each],
            "dots": [len(errors) for errors in errors_m],
            "error_m": [float(np.median(errors)) if len(errors) else None for errors in errors_m],
            "positions": [sum(len(part.found) for part in one.data) for one in each],
            "not_placed": [
                sum(figure.dots > 0 and not figure.placed for figure in one.figures) for one in each
            ],
            "exposed": [_most_exposed(one) for one in each],
            "not_read": [len(one.troubles) for one in each],
            "verdict": [one.level.value for one in each],
        }
    )
