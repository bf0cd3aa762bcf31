# SPDX-License-Identifier: GPL-2.0-or-later
"""Turn a heat map back into points and say whom they give away."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import takewhile

import numpy as np
from qgis.core import QgsCoordinateReferenceSystem, QgsGeometry, QgsPointXY

from ...core.base.errors import InputError, Phrase, UnjudgedError
from ...core.base.progress import Progress
from ...core.base.progress import part as share
from ...core.base.thresholds import class_size_for
from ...core.base.verdict import Verdict
from ...core.exposure.heatmap.attack import Attack, judged, unjudged
from ...core.exposure.heatmap.inversion import Drawing, ReadBack, read_back
from ...core.exposure.heatmap.kernels import DISTANCE, KERNELS, QUARTIC
from ...core.exposure.heatmap.picture import read_picture_of
from ...core.exposure.heatmap.surface import BYTE_LEVELS, FLOAT_LEVELS, Surface
from ...core.geometry.sphere import haversine_m
from ...core.mapimage.georeference.projections import system_of
from ...core.mapimage.reidentify import score
from ...core.mapimage.reidentify.judge import more_than_chance
from ...core.mapimage.reidentify.known import Known
from ...host.apart.process import EndedError, apart
from ...host.apart.rasters import COLOUR_BANDS, LIMITS, RECORDS, Numbers, first_band, matrix_of, numbers_of
from ...host.compat import POINT, open_dataset
from ...i18n import tr
from ...report import Facts, Report, Section, Table
from ...report.numbers import count, decimals, number, percent
from ..framework import ask, blocks, give, labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import REAL, TEXT, Features, Result
from ..framework.verdict import audience, judging
from ..framework.verdict.audience import RECORD_LIMIT, chosen
from ..framework.writing.files import sha256
from ..framework.writing.places import files_of
from ..io import WGS84
from .mapimage.pictures import chosen_operations, known_to_all
from .mapimage.secrets import read_secret_of_areas

NONE, PIXEL, BANDWIDTH, CLASSES = "none", "pixel", "bandwidth", "classes"
SEARCHES = (NONE, PIXEL, BANDWIDTH, CLASSES)
DOUBLINGS = 5
"""Times that a bandwidth or a pixel is doubled: beyond 32 times it shows nothing of a city."""
HALVINGS = 3
"""Steps of bisection between the last that fails and the first that passes: to 9 % of it."""


@dataclass(frozen=True)
class Tried:
    """One way of drawing: what is varied, points read back, records exposed, and whether it passes."""

    value: float
    points: int
    exposed: int
    explained: bool
    passes: bool


@dataclass(frozen=True)
class Found:
    """What a search tried, and the finest way that passes while no coarser one fails; None without any."""

    what: str
    tried: tuple[Tried, ...]
    passes_from: float | None


def searched(what: str, drawing: Drawing, known: Known, need: int, progress: Progress) -> Found:
    """Draw the true points again and again, attack each drawing, and find the finest that may be drawn.

    A coarser drawing can fail where a finer one passed: the middle of a larger pixel may lie on somebody's
    home. So no way is told that a coarser one which was tried fails; what is not explained does not fail.
    ``what`` is pixel, bandwidth or classes; ``drawing`` as the heat map is drawn now; ``need`` the people
    that each record must be one of.
    """
    tried: dict[float, Tried] = {}
    most = DOUBLINGS + HALVINGS

    def fails(value: float) -> bool:
        return not passes(value) and tried[value].explained

    def passes(value: float) -> bool:
        step = share(progress, min(len(tried) / most, 0.99), min((len(tried) + 1) / most, 1.0))
        if value not in tried:
            tried[value] = _tried(what, value, drawing, known, need, step)
        return tried[value].passes

    first = {PIXEL: drawing.pixel_m, BANDWIDTH: drawing.bandwidth_m, CLASSES: float(BYTE_LEVELS)}[what]
    factor = 0.5 if what == CLASSES else 2.0
    steps = 7 if what == CLASSES else DOUBLINGS  # two classes are the fewest
    ways = [first * factor**at for at in range(steps + 1)]
    coarse = list(takewhile(lambda one: not fails(one), reversed(ways)))
    good = next((one for one in reversed(coarse) if passes(one)), None)
    if good is not None and what != CLASSES and good > first:
        bad = good / 2
        for _ in range(HALVINGS):
            middle = float(np.sqrt(bad * good))
            bad, good = (bad, middle) if passes(middle) else (middle, good)
    return Found(what, tuple(tried[one] for one in sorted(tried)), good)


def _tried(what: str, value: float, drawing: Drawing, known: Known, need: int, progress: Progress) -> Tried:
    if what == PIXEL:
        read = _at_middles(known.true_m, value)
    elif what == BANDWIDTH:
        read = read_back(known.true_m, replace(drawing, bandwidth_m=value), progress)
    else:
        read = read_back(known.true_m, replace(drawing, levels=int(value)), progress)
    reach = max(drawing.bandwidth_m, value if what != CLASSES else 0.0) / 2
    where, error = read.where_m, read.error_m
    exposed = int(known.exposed(where, error, score.match(where, known.true_m, reach).record, need).sum())
    chance = [known.exposed(moved, error, record, need).sum()
              for moved, record in score.chance_matches(where, known.true_m, reach)]  # fmt: skip
    by_chance = float(np.mean(chance)) if chance and what != PIXEL else 0.0  # a pixel is known for certain
    beyond = exposed > 0 and more_than_chance(exposed, by_chance)
    return Tried(value, len(where), exposed, read.explained, read.explained and not beyond)


def _at_middles(places_m: np.ndarray, pixel_m: float) -> ReadBack:
    """Points at the middles of their pixels, where QGIS puts them: nobody reads more, and everybody that."""
    where = (np.floor(places_m / pixel_m) + 0.5) * pixel_m
    return ReadBack(where, np.full(len(where), pixel_m / np.sqrt(12)), True)


def _rounded_up(value: float) -> str:
    """A whole number, never below the value: what is a little smaller may not pass."""
    return count(math.ceil(value))


def section_of(found: Found) -> Section:
    """What the report says of a search."""
    heads = {PIXEL: tr("Pixel (m)"), BANDWIDTH: tr("Bandwidth (m)"), CLASSES: tr("Classes")}
    rows = [
        (_rounded_up(one.value), count(one.points), count(one.exposed),
         tr("yes") if one.passes else tr("no") if one.explained else tr("not judged"))
        for one in found.tried
    ]  # fmt: skip
    said = {
        PIXEL: tr("Pixels of {value} m pass, and none of the larger ones that were tried fails, where the "
                  "program moves each point to the middle of its pixel, as QGIS does."),
        BANDWIDTH: tr("A bandwidth of {value} m passes, and none of the larger ones that were tried fails, "
                      "in the numbers of this raster."),
        CLASSES: tr("{value} classes pass, and none of the fewer that were tried fails."),
    }[found.what]  # fmt: skip
    caption = tr("None of those that were tried passes without a coarser one that fails.")
    if found.passes_from is not None:
        caption = said.format(value=_rounded_up(found.passes_from))
    table = Table(
        (heads[found.what], tr("Points read back"), tr("Records exposed"), tr("Passes")), tuple(rows), caption
    )
    return Section(tr("Drawn otherwise, by the same attack"), table, internal=True)


_POINT = {"weight": REAL, "record": TEXT, "distance_m": REAL, "error_m": REAL}


class CheckHeatMap(GeoDeIDAlgorithm):
    """``geodeid:checkheatmap``."""

    ID = "checkheatmap"
    TITLE = "Check a heat map"
    HEADING = labels.CHECK
    TAGS = ("heat map", "heatmap", "kernel density", "KDE", "raster", "density surface", "deconvolution")
    SUMMARY = (
        "Turns a heat map (a kernel density raster) back into the points that it was made from, and says "
        "whom they give away. “Counts on a grid for release” makes a safe surface."
    )
    JUDGES = True
    REQUIRES = (*GeoDeIDAlgorithm.REQUIRES, "pyproj")
    INPUTS = (
        ask.raster(
            "SURFACE",
            "Heat map",
            "The raster as it would be published: numbers (its first band), or a picture with its legend, "
            "placed on the map.",
        ),
        *blocks.truth(Phrase("The points whose secrecy is checked, one per record.")),
        ask.source(
            "MASKED",
            "Masked points",
            "The masked layer that the heat map was made of. Without it, points that are nobody's are not "
            "judged.",
            optional=True,
            advanced=True,
        ),
        *blocks.CANDIDATES,
        *RECORD_LIMIT,
        ask.text(
            "LEGEND",
            "Legend of a picture",
            "Empty: it is looked for in the picture. Or values from low to high (0; 5; 10), with colours (0 "
            "#ffffff; 12 #ff0000), or ranges with colours (0-5 #ffffcc; 5-10 #fd8d3c).",
            "",
            advanced=True,
        ),
        ask.choice(
            "KERNEL",
            "Kernel",
            "quartic is the default of QGIS and ArcGIS. auto finds it.",
            ("auto", *KERNELS),
            "auto",
            advanced=True,
        ),
        ask.number(
            "BANDWIDTH",
            "Bandwidth (m)",
            "Radius of the quartic, standard deviation of the normal kernel. Empty: from the surface.",
            least=0,
            advanced=True,
        ),
        ask.choice(
            "SEARCH",
            "Look for one that passes",
            "Draws the true points with larger pixels, a wider kernel or fewer classes, and says which "
            "passes. As long as six to nine checks.",
            SEARCHES,
            NONE,
            advanced=True,
        ),
    )
    OUTPUTS = (
        give.table(
            "OUTPUT",
            "Recovered points",
            "The points read back, with their weight and the record each stands for. Internal.",
            optional=True,
            by_default=True,
            internal=True,
            style="recovered_points",
            fields=_POINT,
        ),
        blocks.REPORT,
    )
    FIGURES = (
        give.number("RECOVERED", "Records recovered"),
        give.number("RECALL", "Share of the records recovered within 25 m"),
        give.number("PRECISION", "Share of the points that are records"),
        give.number("MEAN_DISTANCE_M", "Mean distance from point to true place (m)"),
        give.number("EXPOSED", "Records found among too few candidates"),
        give.number("BANDWIDTH_M", "Bandwidth that was given or found (m)"),
        give.number("RESIDUAL", "Share of a point's height that is not explained"),
        give.number(
            "PASSES_FROM",
            "Smallest pixel or bandwidth (m), or most classes, that pass while none coarser fails",
        ),
    )

    def compute(self, inputs, run) -> Result:
        limit = audience.limit(run, "LIMIT")
        layers = read_secret_of_areas(run, limit)
        if layers is None:
            raise InputError("heatmap.points.missing", "Give the true points.")
        try:
            attack = _attacked(run, inputs, layers.known())
        except UnjudgedError as reason:
            report = _report(run, [], unjudged(limit, reason.phrase), None)
            return Result(layers={"OUTPUT": _points()}, report=report)
        verdict, records = judged(attack, limit), len(attack.known.true_m)
        verdict = replace(
            verdict,
            inputs=judging.inputs_of(run, layers.areas, records),
            checks=(*verdict.checks, *judging.population_checks(run, layers.areas, records)),
        )
        run.counts.update(points=len(attack.spikes.x_px), records=records)
        found = _passing(run, inputs.search, attack.surface, attack, class_size_for(limit))
        figures = attack.figures(class_size_for(limit))
        figures["PASSES_FROM"] = None if found is None else found.passes_from
        return Result(
            figures=figures,
            layers={"OUTPUT": lambda: _recovered(attack)},
            report=_report(run, [_read_back(attack, figures)], verdict, found),
        )


def _attacked(run, inputs, known: Known) -> Attack:
    """The heat map turned back into points, held against the true ones."""
    surface = read_surface(run)
    run.progress(0.1, tr("Turning the heat map back into points"))
    surface = surface.straightened(share(run.progress, 0.1, 0.15))
    if not inputs.bandwidth and inputs.kernel != QUARTIC:
        surface = surface.made_round()
    kernel = surface.kernel(inputs.kernel, inputs.bandwidth, share(run.progress, 0.15, 0.2))
    surface, kernel = surface.thinned(kernel)
    return Attack.of(surface, surface.turned_back(kernel, share(run.progress, 0.2, 0.9)), known)


def _passing(run, what: str, surface: Surface, attack: Attack, need: int) -> Found | None:
    """What a search for a drawing that passes found; None where none was asked for."""
    if what == NONE or attack.spikes.kernel.shape == DISTANCE:
        return None
    if attack.known.crowd is None:
        raise InputError(
            "heatmap.addresses.missing", "Give addresses or areas with population: they say what passes."
        )
    run.progress(0.9, tr("Drawing the points otherwise"))
    kernel = attack.spikes.kernel
    drawing = Drawing(kernel.shape, kernel.bandwidth_px * surface.metres, surface.metres, surface.levels)
    return searched(what, drawing, attack.known, need, share(run.progress, 0.9, 1.0))


def _recovered(attack: Attack) -> Features:
    """The points read back."""
    record = attack.match.record
    names = [attack.known.names[at] if at != score.UNMATCHED else None for at in record]
    weight = attack.spikes.weight / np.median(attack.spikes.weight)
    return _points(attack.lonlat, [weight, names, attack.match.distance_m, attack.error_m])


def _points(lonlat=(), values=((), (), (), ())) -> Features:
    """Points with the values of the declared fields; none where nothing was read back."""
    shapes = [QgsGeometry.fromPointXY(QgsPointXY(x, y)) for x, y in lonlat]
    return Features(dict(zip(_POINT, values)), shapes, POINT, QgsCoordinateReferenceSystem(WGS84))


def _read_back(attack: Attack, figures: dict) -> Section:
    isolated = figures["ISOLATED_RECALL"]
    facts = (
        (tr("Kernel"), attack.spikes.kernel.shape),
        (tr("Bandwidth"), f"{decimals(figures['BANDWIDTH_M'], 1)} m"),
        (tr("Points read back"), count(attack.points)),
        (tr("Error of their positions, median"), f"{number(np.median(attack.error_m), '.2g')} m"),
        (tr("Records recovered within 25 m"), percent(figures["RECALL"], 1)),
        (tr("Records farther than a bandwidth from any other"), count(figures["ISOLATED"])),
        (tr("Of these recovered within 25 m"), "–" if isolated is None else percent(isolated, 1)),
        (tr("Not explained, as a share of a point's height"), percent(figures["RESIDUAL"], 2)),
    )
    return Section(tr("What was read back"), Facts(*facts), internal=True)


def _report(run, sections: list, verdict: Verdict, found: Found | None) -> Report:
    if found is not None:
        sections.append(section_of(found))
    sections += audience.sections(chosen(run))
    return Report(
        tr("Which points stand behind the surface, and whom they give away."),
        tuple(sections),
        verdict,
        files=tuple((one.name, sha256(str(one))) for one in files_of(run.layer("SURFACE"))),
    )


SHARED = 0.02
"""Pixels count as square where their sides differ by less than this share."""
MOST_PICTURE_PIXELS = 40_000_000
"""Of a picture, whose map may be a part: 0.5 GB as numbers; a page at 600 dpi has 35 million."""
LEAST_CLASSES, MOST_CLASSES = 3, 64
"""Numbers of a raster that are classes: each stands for all that was rounded to it."""


def read_surface(run) -> Surface:
    """The heat map that a run was given, as numbers."""
    from osgeo import gdal

    layer = run.layer("SURFACE")
    if layer is None:
        raise InputError("heatmap.layer.not_opened", "The heat map could not be opened.")
    dataset = open_dataset(layer.source(), gdal.OF_RASTER)
    if dataset is None:
        raise InputError(
            "heatmap.layer.no_raster",
            "The heat map “{layer}” is no raster that can be read.",
            layer=layer.name(),
        )
    shape = dataset.RasterYSize, dataset.RasterXSize
    surface = _placed_by(matrix_of(dataset), shape, layer.crs(), run.context)
    if surface is None:
        raise InputError(
            "heatmap.pixels.not_square",
            "The heat map “{layer}” needs a coordinate system and square pixels. Warp it first; place a "
            "picture by “Georeference a map picture”.",
            layer=layer.name(),
        )
    if _is_picture(dataset):
        return _of_colours(run, dataset, surface)
    if run.text("LEGEND"):
        raise InputError(
            "heatmap.legend.not_needed",
            "“{layer}” is a raster of numbers, which needs no LEGEND.",
            layer=layer.name(),
        )
    return _of_numbers(first_band(dataset), surface)


def numbers_in(data: bytes, context, progress: Progress) -> Surface | None:
    """A TIFF of a document as a raster of numbers; None where it is a picture, or none that can be read.

    Its system is None where the file does not say where it lies.
    """
    try:
        told = next(apart(numbers_of, (data,), LIMITS, RECORDS, progress), None)
    except EndedError as reason:
        if reason.error:
            raise InputError(
                "heatmap.reading.failed",
                "Reading it ended in an error that was not foreseen ({error}). Please report it.",
                error=reason.error,
            ) from reason
        raise InputError(
            "heatmap.reading.too_much", "Reading it took too much memory or time, so it was ended."
        ) from reason
    if told is None:
        return None
    crs = QgsCoordinateReferenceSystem.fromWkt(told.system)
    surface = _placed_by(told.matrix, told.values.shape, crs, context)
    return _of_numbers(told, surface or Surface.nowhere())


def _placed_by(
    matrix: np.ndarray, shape: tuple[int, ...], crs: QgsCoordinateReferenceSystem, context
) -> Surface | None:
    """Where a raster lies, yet without values; None without a system or with pixels that are not square."""
    sides = np.hypot(matrix[0, :2], matrix[1, :2])
    if not crs.isValid() or not sides.all() or abs(sides[0] / sides[1] - 1) > SHARED:
        return None
    row, column = shape[0] / 2, shape[1] / 2
    across = np.array([[column, row, 1], [column + 1, row, 1]])
    system = system_of(known_to_all(crs), chosen_operations(context))
    lonlat = system.to_lonlat(across @ matrix.T)
    return Surface(np.empty((0, 0)), matrix, system, float(haversine_m(*lonlat[0], *lonlat[1])))


def _of_numbers(told: Numbers, surface: Surface) -> Surface:
    values = told.values
    classes = np.unique(values[np.isfinite(values)])
    if LEAST_CLASSES <= len(classes) <= MOST_CLASSES:
        low, high = _rounded(values, classes)
        return replace(surface, values=low, rounded=high, bands=told.bands, levels=len(classes))
    return replace(
        surface, values=values, bands=told.bands, levels=BYTE_LEVELS if told.is_bytes else FLOAT_LEVELS
    )


def _rounded(values: np.ndarray, classes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Least and largest value that was rounded to each of a few numbers."""
    edges = np.concatenate(
        [classes[:1], (classes[:-1] + classes[1:]) / 2, classes[-1:] + np.diff(classes[-2:])]
    )
    at = np.searchsorted(classes, np.where(np.isfinite(values), values, classes[0]))
    return edges[at], edges[at + 1]


def _is_picture(dataset) -> bool:
    """Whether a raster holds colours: bytes of three or four bands, or of one with a table of colours."""
    from osgeo import gdal

    bands = [dataset.GetRasterBand(at + 1) for at in range(dataset.RasterCount)]
    if any(band.DataType != gdal.GDT_Byte for band in bands):
        return False
    return len(bands) in COLOUR_BANDS or bands[0].GetColorTable() is not None


def _of_colours(run, dataset, surface: Surface) -> Surface:
    """A picture's colours as values, and where its map lies."""
    if dataset.RasterXSize * dataset.RasterYSize > MOST_PICTURE_PIXELS:
        raise InputError(
            "heatmap.picture.too_large",
            "The picture has more than {most} million pixels. Cut out the map first.",
            most=MOST_PICTURE_PIXELS // 1_000_000,
        )
    colours = read_picture_of(_rgb(dataset), run.text("LEGEND") or "")
    shift = np.array([[1, 0, colours.left], [0, 1, colours.top], [0, 0, 1]])
    return replace(
        surface, values=colours.low, matrix=surface.matrix @ shift, levels=len(colours.legend.colours),
        colours=colours,
    )  # fmt: skip


def _rgb(dataset) -> np.ndarray:
    """Red, green and blue over white, shape (h, w, 3)."""
    table = dataset.GetRasterBand(1).GetColorTable()
    if table is not None:
        entries = np.full((256, 4), 255.0)
        for at in range(min(table.GetCount(), 256)):
            entries[at] = table.GetColorEntry(at)
        bands = entries[dataset.GetRasterBand(1).ReadAsArray()]
    else:
        bands = np.moveaxis(dataset.ReadAsArray(), 0, 2)
    if bands.shape[2] == 3:
        return bands.astype(np.uint8)
    opaque = bands[..., 3:].astype(float) / 255
    return (bands[..., :3] * opaque + 255 * (1 - opaque)).round().astype(np.uint8)
