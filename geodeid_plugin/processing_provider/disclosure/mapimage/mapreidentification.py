# SPDX-License-Identifier: GPL-2.0-or-later
"""Attack a map picture and say whom it gives away."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from qgis.core import (
    QgsGeometry,
    QgsPointXY,
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingOutputString,
    QgsProcessingParameterBoolean,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterFile,
    QgsProcessingParameterNumber,
)

from ....core.base.errors import InputError, Phrase
from ....core.base.progress import part
from ....core.base.randomness import SeededSource
from ....core.base.thresholds import class_size_for
from ....core.base.verdict import CARE, MADE, Check, Level, Verdict
from ....core.geometry.crossings import inside_polygon
from ....core.geometry.local_plane import LocalPlane
from ....core.mapimage.markers.bars import BARS
from ....core.mapimage.markers.dots import Dots
from ....core.mapimage.markers.locating.regime import ERROR_FLOOR_PX
from ....core.mapimage.markers.symbols.ladders import counts_of
from ....core.mapimage.panels import panels_check
from ....core.mapimage.reidentify import score
from ....core.mapimage.reidentify.anchors import anchors_checks, left_open, readings_of
from ....core.mapimage.reidentify.judge import (
    ADDRESSES,
    PEOPLE,
    Evidence,
    judge,
    least_dots,
    more_than_chance,
    shows,
    unseen_points,
)
from ....core.mapimage.reidentify.meaning import density_check, part_check, sizes_check
from ....core.mapimage.reidentify.redraw import Page
from ....core.mapimage.vector.readings import readings_check
from ....host.compat import POINT, field
from ....i18n import tr
from ...framework import labels, parameters
from ...framework.base import GeoDeIDAlgorithm
from ...framework.verdict import audience, judging
from ...framework.verdict.affected_records import add_concerned, write_concerned
from ...framework.verdict.metricsfile import picture_identity, points_identity
from ...io import WGS84, locate, read_areas, read_points
from .reading.georeference import Placed, add_placing, outline_box, place_picture, sharpened_by_vertices
from .reading.picturedots import PictureDots, add_marks, find_picture_dots
from .reading.pictures import Picture, read_picture
from .reading.projections import transformed
from .reidentify.addresses import read_places
from .reidentify.reidentification_report import Findings, build_report
from .reidentify.remedy import Remedy, Secret, find_remedy, reach_px

FARTHEST_ADDRESS_M = 200
"""A true place farther from every address hints at addresses that are missing; chosen, wider than plots
in towns."""
BENEATH_PX = 1.0
"""A record so near to a dot may lie entirely beneath it; farther away the rim of the two shows it. Chosen."""
USUAL_DPI = 96.0
"""Of a picture whose file names no resolution: that of a page on the web."""
RESAMPLES_FROM = 2006
"""The intervals are resampled from a fixed stream: a report made twice says the same."""


@dataclass(frozen=True)
class Request:
    """What the user asked for.

    Attributes
    ----------
    limit : float
        Highest acceptable chance.
    reach_m : float or None
        Farthest match; None for what pixels and dots give.
    remedy : bool
        Whether a picture that passes is looked for.
    sensitivity : float
        How irregular a blob may be that is taken for a dot.
    marks : str
        What is looked for.
    addresses, areas, masked : bool
        Which layers were given.
    truth_id : str or None
        Field that names a record.
    """

    limit: float
    reach_m: float | None
    remedy: bool
    sensitivity: float
    marks: str
    addresses: bool
    areas: bool
    masked: bool
    truth_id: str | None

    @classmethod
    def of(cls, run) -> Request:
        """Read the parameters."""
        addresses, areas, masked = (
            bool(run.parameters.get(name)) for name in ("ADDRESSES", "AREAS", "MASKED")
        )
        limit = audience.limit(run, "LIMIT")
        class_size_for(limit)
        return cls(
            limit, run.number("REACH"), run.boolean("REMEDY"), run.number("SENSITIVITY"),
            run.choice("MARKS"), addresses, areas, masked, run.field("TRUTH_ID"),
        )  # fmt: skip


@dataclass(frozen=True)
class Scored:
    """The attack scored against one layer of points.

    ``rank``, ``behind`` and ``candidates`` have one entry a record that a dot shows: those matched in the
    order of their dots, then others at the same places; ``shown`` is their number. ``people`` has the number
    of records that each dot shows.
    """

    records: int
    out_of_view: int
    match: score.Match
    shown: int
    rank: np.ndarray | None
    behind: np.ndarray | None
    candidates: np.ndarray | None
    exposed_by_chance: float
    distance: score.Interval
    verdict: Verdict
    limit: float
    seen_rows: np.ndarray
    people: np.ndarray

    @property
    def exposed(self) -> int:
        """Records found among too few candidates; where none could be counted, records found."""
        if self.candidates is None:
            return self.shown
        return int(np.count_nonzero(self.candidates < class_size_for(self.limit)))

    @property
    def matched(self) -> np.ndarray:
        """Which dots were matched."""
        return self.match.record != score.UNMATCHED

    @property
    def recall(self) -> float:
        """Records found as a share of those in view."""
        return self.shown / self.records if self.records else np.nan

    @property
    def precision(self) -> float:
        """Dots that are records as a share of all dots."""
        return self.match.count / len(self.match.record) if len(self.match.record) else np.nan

    @property
    def exact_share(self) -> float:
        """Records whose own address is the nearest to the dot, as a share of the records in view."""
        if self.rank is None or not self.records:
            return np.nan
        return float(np.count_nonzero(self.rank == 0)) / self.records


class MapReidentification(GeoDeIDAlgorithm):
    """``geodeid:mapreidentification``."""

    ID = "mapreidentification"
    TITLE = "Check a map picture"
    HEADING = labels.CHECK
    TAGS = (
        "picture", "figure", "dot map", "attack", "re-identification", "georeference", "dots",
        "journal", "Brownstein", "address",
    )  # fmt: skip
    SUMMARY = (
        "Attacks a map picture as a stranger would, and scores the attack. The dots are found, the "
        "picture is placed on the map by an outline of the region or by control points, and each dot is "
        "compared with the true points: how near it comes, how many addresses or people it could stand "
        "for, and whom it gives away. What could not be checked is never called safe."
    )
    STYLES = {"OUTPUT": "recovered_points", "CONCERNED": "dots"}
    INTERNAL = ("OUTPUT", "PASSING", "CONCERNED")
    JUDGES = True
    EXPERT = ("GCPS", "ADDRESSES")

    def define(self) -> None:
        self.add(
            QgsProcessingParameterFile("IMAGE", tr("Picture")),
            tr("The picture as it would be published: PNG, JPEG, TIFF, GIF, BMP, WebP, PDF or SVG."),
        )
        add_placing(self)
        self._define_truth()
        parameters.add_candidates(self)
        audience.add_record_limit(self)
        self.add(
            QgsProcessingParameterNumber(
                "SENSITIVITY", tr("Sensitivity"), QgsProcessingParameterNumber.Type.Double, 1.0, minValue=0.1,
                maxValue=10,
            ),
            tr("Above 1 takes less regular blobs for dots, below 1 only the most regular."),
            advanced=True,
        )  # fmt: skip
        add_marks(self)
        self.add(
            QgsProcessingParameterNumber(
                "REACH", tr("Farthest match (m)"), QgsProcessingParameterNumber.Type.Double, optional=True,
                minValue=0,
            ),
            tr("A dot and a record farther apart are never matched. Empty: from pixel size and dot size."),
            advanced=True,
        )  # fmt: skip
        self.add(
            QgsProcessingParameterBoolean("REMEDY", tr("Say what would make the picture safe"), True),
            tr(
                "Where records are given away: the largest resolution and the symbols at which the picture "
                "would pass, found by drawing it again and attacking it again."
            ),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterFeatureSink("OUTPUT", tr("Recovered points"), optional=True),
            tr("The recovered dots with the record each stands for. Internal: do not release."),
        )
        self.add(
            QgsProcessingParameterFeatureSink(
                "PASSING", tr("Pictures tried instead"), QgsProcessing.SourceType.TypeVector, optional=True,
                createByDefault=False,
            ),
            tr(
                "Table of the pictures drawn instead: dpi, symbol size and records exposed. Empty "
                "where the picture passes. Internal: do not release."
            ),
            advanced=True,
        )  # fmt: skip
        add_concerned(self)
        self.add_reports()
        self._define_numbers()

    def _define_truth(self) -> None:
        parameters.add_truth(
            self, tr("The points whose secrecy is checked: the patients, one point per record.")
        )
        self.add(
            QgsProcessingParameterFeatureSource(
                "MASKED", tr("Masked points"), [QgsProcessing.SourceType.TypeVectorPoint], optional=True
            ),
            tr(
                "The masked layer that was drawn: the attack is scored against it as well. Without it, dots "
                "that are nobody's are not judged: they may be true points, placed wrongly."
            ),
        )

    def _define_numbers(self) -> None:
        number = QgsProcessingOutputNumber
        for name, title in (
            ("RECOVERED", tr("Records recovered")),
            ("RECALL", tr("Share of the records recovered")),
            ("PRECISION", tr("Share of the dots that are records")),
            ("EXACT_SHARE", tr("Share of the records whose exact address is found")),
            ("EXPOSED", tr("Records found among too few candidates")),
            ("EXPOSED_BY_CHANCE", tr("The same expected by chance alone")),
            ("MEAN_DISTANCE_M", tr("Mean distance from dot to true point (m)")),
            ("MEDIAN_RANK", tr("Median number of addresses nearer than the true one")),
            ("METRES_PER_PX", tr("Metres per pixel")),
            ("LARGEST_SAFE_DPI", tr("Largest resolution at which the picture would pass (dpi)")),
            ("SMALLEST_SAFE_SYMBOL_MM", tr("Smallest symbol that passes at that resolution (mm)")),
            ("LARGEST_SAFE_SYMBOL_MM", tr("Largest symbol that passes at that resolution (mm)")),
        ):
            self.addOutput(number(name, title))
        self.addOutput(QgsProcessingOutputString("SAFE_MARKERS", tr("How its markers must be drawn")))

    def execute(self, run) -> dict:
        asked = Request.of(run)
        if asked.areas and not asked.addresses and not run.field("POPULATION"):
            raise InputError(tr("Choose the POPULATION field of the areas."))
        picture = read_picture(run.file("IMAGE"))
        for leak in picture.hidden:
            run.warn(leak.sentence)
        read = find_picture_dots(
            picture, part(run.progress, 0.05, 0.4), sensitivity=asked.sensitivity, marks=asked.marks
        )
        return self.attack(run, asked, picture, read)

    def attack(self, run, asked: Request, picture: Picture, read: PictureDots) -> dict:
        """Place a picture whose dots were found, and score them against the true points."""
        dots = read.dots
        run.picture = picture_identity(picture.data)
        truth = read_points(run, "TRUTH")
        run.patients = points_identity(truth.lon_deg, truth.lat_deg)
        placed = place_picture(run, picture, dots.dot_mask, part(run.progress, 0.4, 0.85))
        placed = sharpened_by_vertices(run, picture, placed, read.vector)
        to_lonlat = partial(placed.to_lonlat, run.context)
        attack = _Attack.of(to_lonlat, picture, dots, placed)
        run.progress(0.88, tr("Comparing with the true points"))
        protection = _read_protection(run, asked, attack, truth)
        drawn = read_points(run, "MASKED") if asked.masked else None
        ways = attack.read_as(to_lonlat, picture, dots, placed, truth)
        attack, scored = worst_reading(
            fitting(ways, drawn, asked.reach_m),
            lambda one: one.against(truth, protection, asked.limit, asked.reach_m, drawn),
        )
        scored = replace(scored, verdict=_completed(run, scored, picture, read, placed, protection))
        scored = replace(scored, verdict=_of_nobody(run, attack, scored, protection))
        beside = _beside_panels(run, asked, picture, dots, placed, attack, scored, drawn)
        scored = replace(scored, verdict=beside)
        masked = None
        if drawn is not None:
            masked = attack.against(drawn, None, asked.limit, asked.reach_m, drawn)
        _count(run, attack, scored)
        _write_points(run, asked, attack, scored, truth, dots)
        remedy = None
        wanted = asked.remedy and protection is not None and dots.regime != BARS
        if wanted and scored.verdict.level is Level.GIVES_AWAY:
            secret = _secret(attack, scored, protection, truth)
            step = part(run.progress, 0.9, 0.97)
            step(0, tr("Looking for what would make the picture safe"))
            remedy = find_remedy(secret, _page(picture, dots, placed), not attack.square, step)
        _write_passing(run, remedy)
        write_concerned(run, "TRUTH", scored.verdict)
        run.write_reports(build_report(Findings(picture, read, placed, attack, scored, masked, remedy, run)))
        return {
            **_figures(scored), **_passing_figures(remedy), "METRES_PER_PX": _plain(placed.metres_per_px),
        }  # fmt: skip


def fitting(ways: list, drawn, reach_m: float | None) -> list:
    """The ways to read where the symbols point that the layer which was drawn leaves open.

    Parameters
    ----------
    ways : list of (Reading, _Attack)
        All of them.
    drawn : PointLayer or None
        What the picture shows; None where nobody knows.
    reach_m : float or None
        Farthest match.
    """
    if drawn is None or not len(drawn) or not len(ways[0][1].where_m):
        return ways
    shown = [attack.shows(drawn, reach_m) for _, attack in ways]
    off_m = [attack.off_m(drawn) for _, attack in ways]
    return [ways[at] for at in left_open([reading for reading, _ in ways], shown, off_m)]


def worst_reading(ways, against) -> tuple[_Attack, Scored]:
    """Of the ways to read where the symbols point, the one that exposes most; all are told of.

    One that could not be judged is no better than one that was, unless the symbols hardly fit it.
    """
    tried = [(reading, attack, against(attack)) for reading, attack in ways]
    best = max(scored.match.count for _, _, scored in tried)

    def danger(one):
        level, count = one[2].verdict.level, one[2].match.count
        unjudged = level is Level.NOT_JUDGED and 2 * count >= best
        return level is Level.GIVES_AWAY, unjudged, one[2].exposed, count

    _, attack, worst = max(tried, key=danger)
    checks = anchors_checks([reading for reading, _, _ in tried], [scored.exposed for _, _, scored in tried])
    verdict = replace(worst.verdict, checks=(*worst.verdict.checks, *checks))
    return attack, replace(worst, verdict=verdict)


def _completed(
    run, scored: Scored, picture: Picture, read: PictureDots, placed: Placed, protection
) -> Verdict:
    """The core's verdict with the run's inputs, readings, the file's metadata and the population field."""
    layer = protection.layer if isinstance(protection, _People) else None
    if picture.hidden:
        sentence = Phrase(
            "Beside its pixels the file says where it lies, or more ({count} findings): {first}",
            count=len(picture.hidden),
            first=picture.hidden[0].sentence,
        )
        remedy = Phrase("Write the picture anew without metadata, with “Draw a map” for example.")
        metadata = Check("metadata", CARE, sentence, remedy)
    else:
        metadata = Check("metadata", MADE, Phrase("The file holds no position beside its pixels."))
    readings = readings_check(read.readings, read.dots)
    sizes = sizes_check(read.dots, class_size_for(scored.limit), scored.people)
    part_alone = part_check(read.dots, placed.box)
    return replace(
        scored.verdict,
        inputs=judging.inputs_of(run, layer, scored.records),
        checks=(
            *([readings] if readings else []), *([part_alone] if part_alone else []), *scored.verdict.checks,
            *([sizes] if sizes else []), metadata, *judging.population_checks(run, layer, scored.records),
        ),
    )  # fmt: skip


@dataclass(frozen=True)
class _Where:
    """Dots as points that areas hold."""

    lon_deg: np.ndarray
    lat_deg: np.ndarray

    def __len__(self) -> int:
        return len(self.lon_deg)


def _of_nobody(run, attack, scored: Scored, protection) -> Verdict:
    """The verdict, with word of a dot-density map first where the areas' counts show that it is one."""
    if not isinstance(protection, _People):
        return scored.verdict
    where: Any = _Where(*attack.lonlat.T)
    held = locate(run, protection.layer, where), protection.area[scored.seen_rows]
    dots, records = (np.bincount(area[area >= 0], minlength=len(protection.layer.areas)) for area in held)
    beyond = more_than_chance(scored.match.count, scored.match.by_chance)
    check = density_check(dots, records, scored.match.count > 0 and beyond)
    if check is None:
        return scored.verdict
    return replace(scored.verdict, checks=(check, *scored.verdict.checks))


def _beside_panels(
    run, asked: Request, picture: Picture, dots: Dots, placed: Placed, attack, scored: Scored, drawn
) -> Verdict:
    """The verdict of a picture that would pass, with word of dots that the placed map does not explain."""
    if scored.verdict.level not in (Level.PASSED, Level.WITH_CARE):
        return scored.verdict
    known = scored.matched if drawn is None else scored.matched | attack.near(drawn, asked.reach_m)
    spanned = outline_box(run, placed, picture.rgb.shape)
    step = part(run.progress, 0.88, 0.9)
    check = panels_check(picture.rgb, dots, known, spanned, step, asked.sensitivity)
    if check is None:
        return scored.verdict
    return replace(scored.verdict, checks=(check, *scored.verdict.checks))


def _secret(attack, scored: Scored, protection, truth) -> Secret:
    """What another picture must keep."""
    true_m = attack.plane.metres(truth.lon_deg, truth.lat_deg)[scored.seen_rows]
    return Secret(true_m, scored.seen_rows, protection, class_size_for(scored.limit))


def _page(picture: Picture, dots: Dots, placed: Placed) -> Page:
    """The page that was attacked; its symbols are those of the most dots."""
    most = dots.classes[int(np.argmax(np.bincount(dots.dot_class)))]
    error_px = max(float(np.median(dots.error_px)), ERROR_FLOOR_PX)
    return Page(
        picture.dpi or USUAL_DPI, placed.metres_per_px, picture.rgb.shape[1::-1], 2 * most.radius_px, error_px
    )


def _write_passing(run, remedy: Remedy | None) -> None:
    trials = remedy.trials if remedy else ()
    columns = [
        (field("dpi", "real"), [trial.dpi for trial in trials]),
        (field("symbol_mm", "real"), [trial.symbol_mm for trial in trials]),
        (field("markers", "text"), [_markers(trial) for trial in trials]),
        (field("exposed", "integer"), [trial.exposed for trial in trials]),
        (field("by_attack", "integer"), [trial.by_attack for trial in trials]),
        (field("passes", "boolean"), [trial.passes for trial in trials]),
    ]
    run.write_layer("PASSING", columns)


def _markers(trial) -> str:
    return "smooth" if trial.smooth else "at whole pixels"


def _passing_figures(remedy: Remedy | None) -> dict:
    enough = remedy.enough if remedy else ()
    return {
        "LARGEST_SAFE_DPI": enough[0].dpi if enough else None,
        "SMALLEST_SAFE_SYMBOL_MM": enough[0].symbol_mm if enough else None,
        "LARGEST_SAFE_SYMBOL_MM": enough[-1].symbol_mm if enough else None,
        "SAFE_MARKERS": _markers(enough[0]) if enough else None,
    }


@dataclass(frozen=True)
class _Attack:
    """What a stranger learns from the picture alone: points on the map and how sure they are."""

    lonlat: np.ndarray
    plane: LocalPlane
    where_m: np.ndarray
    error_m: np.ndarray
    reach_m: np.ndarray
    square: bool
    drawn: int
    frame_lonlat: np.ndarray
    rim_m: np.ndarray
    dot_m: float
    pixel_m: float

    @classmethod
    def of(cls, to_lonlat, picture: Picture, dots: Dots, placed: Placed, shift_px=0.0):
        """The attack where every dot stands for a place so many pixels away from its centre."""
        pixels = np.column_stack([dots.x_px, dots.y_px]) + shift_px
        lonlat = to_lonlat(pixels)
        height, width = picture.rgb.shape[:2]
        frame = to_lonlat(_frame(width, height))
        plane = LocalPlane.about(frame[:, 0], frame[:, 1])
        blur = placed.error_px if np.isfinite(placed.error_px) else 0.5
        error_px = np.hypot(np.asarray(dots.error_px, float), blur / np.sqrt(2))
        size = placed.metres_per_px
        return cls(
            lonlat, plane, plane.metres(*lonlat.T), error_px * size, reach_px(dots, error_px) * size,
            dots.regime == "snapped", len(dots.x_px) + _hidden_dots(dots), frame,
            plane.metres(*frame.T), _merging_px(dots) * size, size,
        )  # fmt: skip

    def inside(self, where_m) -> np.ndarray:
        """Which places lie in the picture."""
        return inside_polygon(self.rim_m, *where_m.T)

    def read_as(self, to_lonlat, picture: Picture, dots: Dots, placed: Placed, truth) -> list:
        """The ways to read where the symbols point, each with its attack; by the centres, as here, first."""
        middle = np.array(picture.rgb.shape[1::-1]) / 2
        base, right, down = self.plane.metres(*to_lonlat(middle + np.array([[0, 0], [1, 0], [0, 1]])).T)
        to_px: Any = np.linalg.inv(np.stack([right - base, down - base]))
        truth_m = self.plane.metres(truth.lon_deg, truth.lat_deg)
        ways = readings_of(dots, self.where_m @ to_px, truth_m[self.inside(truth_m)] @ to_px)
        others = [(way, _Attack.of(to_lonlat, picture, dots, placed, way.shift_px)) for way in ways[1:]]
        return [(ways[0], self), *others]

    def against(self, points, protection, limit: float, reach_m, drawn=None) -> Scored:
        """Score the attack against a layer of points; ``drawn`` is the layer in the picture, where known."""
        truth_m = self.plane.metres(points.lon_deg, points.lat_deg)
        seen = np.flatnonzero(self.inside(truth_m))
        reach = self._reach(reach_m)
        match = score.match(self.where_m, truth_m[seen], reach)
        dot, record = _shown(match.record, truth_m[seen])
        rank = behind = candidates = None
        by_chance = 0.0
        if protection is not None:
            rank, behind, candidates = protection.around(
                self.where_m[dot], truth_m[seen][record], self.error_m[dot], seen[record]
            )
            by_chance = self._exposed_by_chance(truth_m, seen, reach, protection, class_size_for(limit))
        rows = tuple(points.table.row_ids[row] for row in seen[record])
        holds = PEOPLE if isinstance(protection, _People) else ADDRESSES
        # Where the layer that was drawn is known, its points are looked for one by one (unseen).
        missed = (
            0 if drawn is not None else self._missed(truth_m, seen, record, protection, class_size_for(limit))
        )
        if drawn is None and 2 * match.count > len(match.record):
            drawn = points  # most dots are these very points
        evidence = Evidence(
            len(seen), self.drawn, match.count, match.by_chance, candidates, by_chance,
            self._least_dots(drawn), self._unseen(drawn), missed, rows, holds, self.shows(drawn, reach_m),
        )  # fmt: skip
        verdict = judge(limit, evidence)
        distance = score.bootstrap_mean(
            match.distance_m[match.record != score.UNMATCHED], SeededSource(RESAMPLES_FROM)
        )
        return Scored(
            len(seen), len(points) - len(seen), match, len(record), rank, behind, candidates, by_chance,
            distance, verdict, limit, seen, np.bincount(dot, minlength=len(self.where_m)),
        )  # fmt: skip

    def _missed(self, truth_m, seen, shown, protection, need: int) -> int:
        """Records that no dot shows and that would have too few candidates with one of their own."""
        from scipy.spatial import cKDTree

        rows = np.setdiff1d(seen, seen[shown])
        if protection is None or not len(rows) or not len(self.where_m):
            return 0
        true = truth_m[rows]
        distance, nearest = cKDTree(self.where_m).query(true)
        beneath = distance <= BENEATH_PX * self.pixel_m
        mine = np.where(beneath[:, None], self.where_m[nearest], true)
        candidates = protection.around(mine, true, self.error_m[nearest], rows)[2]
        return int(np.count_nonzero(candidates < need))

    def _least_dots(self, drawn) -> int | None:
        """Dots that the picture of a layer must show: points nearer than a dot is wide may merge."""
        if drawn is None:
            return None
        where_m = self.plane.metres(drawn.lon_deg, drawn.lat_deg)
        return least_dots(where_m[self.inside(where_m)], self.dot_m)

    def _reach(self, reach_m: float | None) -> np.ndarray:
        """Farthest match of each dot."""
        return self.reach_m if reach_m is None else np.full(len(self.where_m), reach_m)

    def off_m(self, drawn) -> float:
        """Median distance of the dots from the nearest points of the layer that was drawn."""
        from scipy.spatial import cKDTree

        tree = cKDTree(self.plane.metres(drawn.lon_deg, drawn.lat_deg))
        return float(np.median(tree.query(self.where_m)[0]))

    def near(self, drawn, reach_m: float | None) -> np.ndarray:
        """Which dots lie, as they were placed, on a point of the layer that was drawn."""
        from scipy.spatial import cKDTree

        away, _nearest = cKDTree(self.plane.metres(drawn.lon_deg, drawn.lat_deg)).query(self.where_m)
        return away <= self._reach(reach_m)

    def shows(self, drawn, reach_m: float | None) -> bool:
        """Whether the dots, as they were placed, are the points of the layer that was drawn."""
        if drawn is None:
            return False
        where_m = self.plane.metres(drawn.lon_deg, drawn.lat_deg)
        where_m = where_m[self.inside(where_m)]
        found = score.match(self.where_m, where_m, self._reach(reach_m))
        return shows(found.count, found.by_chance, len(where_m), len(self.where_m))

    def _unseen(self, drawn) -> int:
        """Points of a layer that was drawn with no dot near enough to be theirs, or to hide it."""
        from scipy.spatial import cKDTree

        if drawn is None or not len(self.where_m):
            return 0
        where_m = self.plane.metres(drawn.lon_deg, drawn.lat_deg)
        where_m = where_m[self.inside(where_m)]
        distance, nearest = cKDTree(self.where_m).query(where_m)
        return unseen_points(where_m, distance <= np.maximum(self.reach_m[nearest], self.dot_m), self.dot_m)

    def _exposed_by_chance(self, truth_m, seen, reach, protection, need: int) -> float:
        """Mean number of records too few candidates would protect if the dots were moved aside."""
        moves = list(score.chance_matches(self.where_m, truth_m[seen], reach))
        if not moves:
            return 0.0
        pairs = [_shown(record, truth_m[seen]) for _, record in moves]
        # All moves at once: the index of the addresses is the slow part.
        mine = np.concatenate([moved[dot] for (moved, _), (dot, _) in zip(moves, pairs)])
        dots, records = (np.concatenate(parts) for parts in zip(*pairs))
        rows = seen[records]
        _, _, candidates = protection.around(mine, truth_m[rows], self.error_m[dots], rows)
        return float(np.count_nonzero(candidates < need)) / len(moves)


def _shown(record, truth_m) -> tuple[np.ndarray, np.ndarray]:
    """Dots with the records they show: those paired first, then others at the same places."""
    dots = np.flatnonzero(record != score.UNMATCHED)
    more, others = score.at_one_place(record, truth_m)
    return np.concatenate([dots, more]), np.concatenate([record[dots], others])


def _merging_px(dots: Dots) -> float:
    """Distance below which two dots may be one blob: their width, a pixel between, half a pixel each."""
    return 2 * max(kind.radius_px for kind in dots.classes) + 2


def _hidden_dots(dots: Dots) -> int:
    """Dots that may hide in merged groups beside those taken apart, at most."""
    groups = dots.groups
    return (
        int(np.clip(np.asarray(groups.high) - np.asarray(groups.found), 0, None).sum())
        if len(groups.x_px)
        else 0
    )


def _frame(width: int, height: int) -> np.ndarray:
    """Positions along the rim of the picture, clockwise."""
    along = np.linspace(0, 1, 21)[:-1]
    top = np.column_stack([along * width, np.zeros(20)])
    right = np.column_stack([np.full(20, width), along * height])
    bottom = np.column_stack([(1 - along) * width, np.full(20, height)])
    left = np.column_stack([np.zeros(20), (1 - along) * height])
    return np.vstack([top, right, bottom, left])


def _read_protection(run, asked: Request, attack: _Attack, truth):
    """Who else could live where a dot points: addresses, or people of areas; None where neither was given."""
    if asked.addresses:
        addresses = _Addresses(read_places(run, "ADDRESSES", attack.frame_lonlat), attack)
        far = addresses.far_from(attack, truth)
        if far:
            run.warn(
                tr(
                    "{count} records in the picture lie more than {metres} m from every address: is "
                    "ADDRESSES complete?"
                ).format(count=far, metres=FARTHEST_ADDRESS_M)
            )
        return addresses
    if asked.areas:
        layer = read_areas(run, "AREAS", need_polygons=True)
        return _People(layer, locate(run, layer, truth))
    return None


class _Addresses:
    def __init__(self, lonlat: np.ndarray, attack: _Attack):
        self._where_m = attack.plane.metres(*lonlat.T)
        self._square = attack.square

    def far_from(self, attack: _Attack, truth) -> int:
        """How many records in the picture lie far from every address."""
        from scipy.spatial import cKDTree

        truth_m = attack.plane.metres(truth.lon_deg, truth.lat_deg)
        away_m = cKDTree(self._where_m).query(truth_m[attack.inside(truth_m)])[0]
        return int((away_m > FARTHEST_ADDRESS_M).sum())

    def around(self, mine, true, error_m, rows, square=None):
        """Rank, addresses behind the dot, and the candidates that protect each matched record.

        ``square``: whether markers were pasted at whole pixels; as in the picture when None.
        """
        rank = score.ranks(mine, true, self._where_m)
        square = self._square if square is None else square
        behind = score.addresses_behind(mine, self._where_m, error_m, square)
        return rank, behind, np.maximum(rank + 1, behind)

    def reach_of(self, where_m, rows, count: int):
        """Distance to the ``count``-th nearest address of each place, metres."""
        from scipy.spatial import cKDTree

        return cKDTree(self._where_m).query(where_m, [min(count, len(self._where_m))])[0][:, 0]


class _People:
    def __init__(self, layer, area: np.ndarray):
        self.layer, self.area = layer, area
        areas = layer.areas
        self._density = np.where(
            area >= 0, areas.population[area] / np.maximum(areas.area_m2[area], 1.0), 0.0
        )

    def around(self, mine, true, error_m, rows, square=None):
        """No rank; expected people at least as near to the dot as the record, by its area's density."""
        density = self._density[rows]
        distance = np.hypot(*(mine - true).T)
        behind = score.people_behind(0.0, error_m, density)
        return None, behind, score.people_behind(distance, error_m, density)

    def reach_of(self, where_m, rows, count: int):
        """Radius of the circle about each place that is expected to hold ``count`` people, metres."""
        return np.sqrt((count - 1) / (np.pi * np.maximum(self._density[rows], 1e-12)))


def _count(run, attack: _Attack, scored: Scored) -> None:
    run.counts.update(
        dots=len(attack.where_m), records_in_view=scored.records, records_out_of_view=scored.out_of_view,
        records_matched=scored.shown,
    )  # fmt: skip
    if scored.out_of_view:
        run.warn(
            tr("{count} of {total} records lie outside the picture and were not compared.").format(
                count=scored.out_of_view, total=scored.out_of_view + scored.records
            )
        )


def _write_points(run, asked: Request, attack: _Attack, scored: Scored, truth, dots: Dots) -> None:
    matched = scored.matched
    count = len(matched)
    names = truth.table.column(asked.truth_id) if asked.truth_id else truth.table.row_ids
    record = [str(names[scored.seen_rows[i]]) if i >= 0 else None for i in scored.match.record]

    def spread(values, kind=float):
        column = [None] * count
        if values is not None:
            for at, value in zip(np.flatnonzero(matched), values):
                column[at] = kind(value)
        return column

    crs = truth.table.crs
    where = transformed(attack.lonlat, WGS84, crs, run.context)
    columns = [
        (field("dot", "integer"), list(range(1, count + 1))),
        (field("record", "text"), record),
        (field("distance_m", "real"), [None if np.isnan(d) else float(d) for d in scored.match.distance_m]),
        (field("rank", "integer"), spread(scored.rank, int)),
        (field("candidates", "real"), spread(scored.candidates)),
        (field("error_m", "real"), [float(e) for e in attack.error_m]),
        (field("size_count", "integer"), _counts_told(dots)),
    ]
    geometries = [QgsGeometry.fromPointXY(QgsPointXY(x, y)) for x, y in where]
    run.write_layer("OUTPUT", columns, geometries, POINT, crs)


def _counts_told(dots: Dots) -> list:
    """The count that the size of each dot tells; None where size says nothing."""
    if dots.sizes_px is None or not len(dots.sizes_px):
        return [None] * len(dots.x_px)
    return counts_of(dots.sizes_px).counts.tolist()


def _figures(scored: Scored) -> dict:
    exposed = None if scored.candidates is None else scored.exposed
    return {
        "RECOVERED": scored.shown,
        "RECALL": _plain(scored.recall),
        "PRECISION": _plain(scored.precision),
        "EXACT_SHARE": _plain(scored.exact_share),
        "EXPOSED": exposed,
        "EXPOSED_BY_CHANCE": None if exposed is None else float(scored.exposed_by_chance),
        "MEAN_DISTANCE_M": _plain(scored.distance.value),
        "MEDIAN_RANK": None if scored.rank is None or not len(scored.rank) else float(np.median(scored.rank)),
    }


def _plain(value):
    return None if value is None or not np.isfinite(value) else float(value)
