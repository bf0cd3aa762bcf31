# SPDX-License-Identifier: GPL-2.0-or-later
"""Attack every picture of a document as the picture check does, with each outline in turn."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from qgis.PyQt.QtCore import QUuid

from ....core.base.errors import CancelledError, InputError, Phrase
from ....core.base.progress import part as share
from ....core.base.thresholds import class_size_for
from ....core.base.verdict import Level, Verdict
from ....core.exposure.documents.approvals import Approvals
from ....core.exposure.documents.containers.parts import Part
from ....core.exposure.documents.figures.joint import DotSet
from ....core.exposure.documents.figures.kinds import (
    BLANK,
    CHART,
    DRAWING,
    MAP,
    PHOTOGRAPH,
    are_letters,
    are_pieces_of_a_line,
    bears_scale,
    kind_of,
    solitary_marks,
)
from ....core.exposure.documents.figures.plotted import planes_of, shows_places
from ....core.exposure.documents.figures.wording import class_of_few, people_of_a_dot
from ....core.exposure.heatmap.attack import (
    Attack,
    HeatMap,
    heat_maps_of,
    on_the_ground,
    turned_back,
    without_heat,
)
from ....core.exposure.heatmap.attack import judged as judged_heat
from ....core.exposure.heatmap.picture import shades_smoothly
from ....core.exposure.heatmap.surface import Surface
from ....core.mapimage.attack import Scored, attack
from ....core.mapimage.budget import TooMuchError
from ....core.mapimage.georeference.placement import PlacementRefusedError
from ....core.mapimage.georeference.placing import Reference, place_picture
from ....core.mapimage.markers.dots import Dots
from ....core.mapimage.markers.locating.regime import SNAPPED
from ....core.mapimage.picture import SMALLEST_SIDE_PX, Box
from ....core.mapimage.picturedots import Picture, PictureDots, Settings
from ....core.mapimage.reidentify import score
from ....core.mapimage.reidentify.known import Known
from ....core.mapimage.reidentify.located import Located
from ....core.mapimage.reidentify.meaning import sizes_check
from ....core.mapimage.reidentify.metadata import INSIDE
from ....core.mapimage.vector.svg import unshown_marks
from ...framework.run import Run
from ...framework.verdict.metricsfile import file_identity, pixels_identity
from ...framework.writing.destinations import VIRTUAL, forget
from ..checkheatmap import numbers_in
from ..mapimage.mapreidentification import with_population
from ..mapimage.pictures import find_picture_dots, read_picture
from ..mapimage.secrets import SecretLayers

NEAR_M = 500.0
"""How far from a true point a position may lie and still be held against it: a masked one lies farther."""
LEAST_DOTS = 3
"""Fewer dots are no set: they are letters, bullets, or what :func:`solitary_marks` counts."""
TIFF = (b"II", b"MM")
"""How a TIFF begins, which may hold numbers instead of colours."""
LEAST_SIDE_PX = 60
"""Smaller pictures are icons and logos: no outline can be recognised in them."""


@dataclass
class Figure:
    """One picture of a document, and what the attack made of it."""

    document: str
    part: Part
    kind: str = DRAWING
    """``map``, ``chart``, ``photograph``, ``drawing`` or ``blank``; ``unreadable`` where it could not be
    decoded."""
    size_px: tuple[int, int] = (0, 0)
    dots: int = 0
    placed: bool = False
    """Whether an outline was found in it."""
    level: Level = Level.PASSED
    why: Phrase = field(default_factory=lambda: Phrase(""))
    exposed: int | None = None
    """Records found among too few candidates; None where nothing counted them."""
    lonlat: np.ndarray = field(default_factory=lambda: np.empty((0, 2)))
    """Shape (n, 2). Where the dots lie on the ground."""
    error_m: np.ndarray = field(default_factory=lambda: np.empty(0))
    """Shape (n,)."""
    record: list = field(default_factory=list)
    """The record that each dot was matched with."""
    counts: list = field(default_factory=list)
    """The count that the size of each symbol tells."""
    snapped: bool = False
    rgb: np.ndarray | None = None
    """The picture, for the report; kept of maps alone."""
    hidden: tuple = ()
    """What the file says of places beside its pixels."""
    at_px: np.ndarray = field(default_factory=lambda: np.empty((0, 2)))
    """Shape (n, 2). Where the dots lie in the picture."""
    dot_m: float = 0.0
    """Distance on the ground below which two dots may be one blob."""
    exposed_rows: tuple = ()
    """Rows of the records found among too few candidates."""
    by_chance: float = 0.0
    """Such records that chance alone would give."""
    pixels: str | None = None
    """What tells its colours from those of others; None of drawings, and of what is transparent."""

    @property
    def dpi(self) -> float | None:
        """Resolution on the page; None where the page does not tell a size."""
        size = self.part.size_in
        return round(self.size_px[0] / size[0], 1) if size and size[0] > 0 and self.size_px[0] else None

    def dot_set(self, where_m) -> DotSet:
        """Its dots as the joint reading takes them, at positions in metres of one plane."""
        return DotSet(where_m, np.maximum(self.error_m, 1e-6), self.snapped)


@dataclass(frozen=True)
class Figures:
    """What the figures of documents are held against."""

    limit: float
    outlines: tuple[Reference, ...] = ()
    """What their maps may be placed by, the likeliest first."""
    layers: SecretLayers | None = None
    """The true points and what protects them; None where they were not given."""
    known: Known | None = None
    """The same on a plane about the true points."""
    settings: Settings = field(default_factory=Settings)
    """How dots are looked for."""

    @property
    def need(self) -> int:
        """Candidates that the limit asks for."""
        return class_size_for(self.limit)


def attacked(run: Run, against: Figures, document: str, part: Part, progress) -> Figure:
    """Read one picture, find its dots and heat maps, place it by each outline in turn, and judge it."""
    figure = Figure(document, part)
    folder = f"{VIRTUAL}{QUuid.createUuid().toString(QUuid.StringFormat.Id128)}"
    scratch = f"{folder}/{part.name}{'' if Path(part.name).suffix else '.png'}"  # errors say its name
    from osgeo import gdal

    gdal.FileFromMemBuffer(scratch, part.data)
    try:
        _attack(run, against, figure, scratch, progress)
    except CancelledError:
        raise
    except InputError as error:
        figure.kind, figure.level = "unreadable", Level.NOT_JUDGED
        figure.why = Phrase("{reason}", reason=error.phrase)
    finally:
        forget(scratch)
        with suppress(RuntimeError):
            gdal.Rmdir(folder)
    return figure


def _attack(run: Run, against: Figures, figure: Figure, scratch: str, progress) -> None:
    data = figure.part.data
    numbers = numbers_in(data, run.context, progress) if data[:2] in TIFF else None
    if numbers is not None:
        figure.size_px = numbers.values.shape[1], numbers.values.shape[0]
        numbers = numbers.made_round()
        where = None if numbers.system is None else numbers
        _judge_heat(against, figure, turned_back(numbers, progress), where)
        return
    picture = read_picture(scratch, progress)
    height, width = picture.rgb.shape[:2]
    figure.size_px, figure.pixels = (width, height), pixels_identity(picture)
    figure.hidden = tuple(leak.sentence for leak in picture.hidden if leak.kind != INSIDE)
    if min(width, height) < max(LEAST_SIDE_PX, SMALLEST_SIDE_PX):
        figure.why = Phrase("It is too small to hold a map.")
        return
    figure.kind = kind_of(picture.rgb)
    if figure.kind == BLANK:
        figure.why = Phrase("It has a single colour.")
        _beyond_its_look(against, figure, picture, progress)
        return
    heat = heat_maps_of(picture.rgb, share(progress, 0.0, 0.2))
    _attack_dots(run, against, figure, picture, share(progress, 0.2, 0.8))
    for one in heat:
        surface = _heat_on_the_ground(against, picture, one, share(progress, 0.8, 1.0))
        _judge_heat(against, figure, one, surface)
        figure.rgb = picture.rgb if figure.placed else None


def _attack_dots(run: Run, against: Figures, figure: Figure, picture: Picture, progress) -> None:
    found = _dots(against, picture, share(progress, 0.0, 0.3))
    if found is None or len(found.dots.x_px) < LEAST_DOTS:
        _without_dots(against, figure, picture)
        _beyond_its_look(against, figure, picture, share(progress, 0.0, 0.3))
        return
    figure.dots = len(found.dots.x_px)
    figure.kind = kind_of(picture.rgb, found.dots.dot_mask)
    figure.snapped = found.dots.regime == SNAPPED
    _on_the_ground(run, against, figure, picture, found, share(progress, 0.3, 0.9))
    seen = np.column_stack([found.dots.x_px, found.dots.y_px])
    _under_transparency(against, figure, picture, seen, picture.others[1:], share(progress, 0.9, 1.0))
    _beyond_the_page(figure, picture)


def _dots(against: Figures, picture: Picture, progress) -> PictureDots | None:
    try:
        return find_picture_dots(picture, against.settings, progress)
    except TooMuchError:  # dots that were not counted are not dots that are absent
        raise
    except InputError:
        return None


def _without_dots(against: Figures, figure: Figure, picture: Picture) -> None:
    if _shows_places(against, picture.rgb, None):  # on stems, joined by a line, as single pixels
        _as_chart(figure, True)
    elif figure.kind == MAP:
        figure.level = Level.WITH_CARE
        figure.why = Phrase(
            "It looks like a map, and no set of dots was found in it. A map of areas shows counts: check "
            "these as counts. Places shown otherwise, by labels, single buildings, symbols of many sizes or "
            "a heat map without its legend, were not judged: look whether it shows any."
        )
    elif shades_smoothly(picture.rgb):
        figure.level = Level.WITH_CARE
        figure.why = Phrase(
            "Its colours go over smoothly along one ramp, as those of a heat map do. Without a legend that "
            "was recognised it was not judged: look whether it shows where people are."
        )
    elif marks := solitary_marks(picture.rgb):
        figure.level = Level.WITH_CARE
        figure.why = Phrase(
            "It holds no set of dots, but {marks} marks of a colour that nothing else in it has. Too few "
            "were found to look for more or for an outline: look whether they mark where somebody lives.",
            marks=marks,
        )
    else:
        figure.why = Phrase("No set of dots was found in it.")


_UNDRAWN = re.compile(
    rb"<(?:[\w.-]+:)?(mask|pattern|foreignObject|script|animate\w*|set|feImage)\b|(marker-mid|marker)\s*[=:]",
    re.IGNORECASE,
)
"""What an SVG may draw by, and neither our reader nor Qt's does."""


def _beyond_its_look(against: Figures, figure: Figure, picture: Picture, progress) -> None:
    """Say of a figure without dots that it may show some: on another ground, or where a browser draws it."""
    undrawn = _UNDRAWN.search(picture.data) if picture.suffix == ".svg" else None
    if undrawn is not None:
        figure.level = Level.NOT_JUDGED
        figure.why = Phrase(
            "It is an SVG that draws by “{what}”, which this check does not, so nobody can say what it "
            "shows. Print it as a PDF, or save it as a PNG, and check that.",
            what=(undrawn[1] or undrawn[2]).decode(),
        )
    elif _is_clipped_to_many(picture):
        figure.level = Level.NOT_JUDGED
        figure.why = Phrase(
            "It is an SVG that is cut to many pieces, which this check does not draw. Print it as a PDF, or "
            "save it as a PNG, and check that."
        )
    _under_transparency(against, figure, picture, np.empty((0, 2)), picture.others, progress)
    _beyond_the_page(figure, picture)


def _beyond_the_page(figure: Figure, picture: Picture) -> None:
    """Let no SVG pass that holds shapes which a reader of its file sees and no page shows."""
    marks = unshown_marks(picture.data) if picture.suffix == ".svg" else 0
    if marks >= LEAST_DOTS and figure.level in (Level.PASSED, Level.WITH_CARE):
        figure.level = Level.NOT_JUDGED
        figure.why = Phrase(
            "It holds {marks} shapes that no page shows: beyond its edge, or defined and used nowhere. Take "
            "them out, or save it as a PNG, and check that.",
            marks=marks,
        )


def _under_transparency(
    against: Figures, figure: Figure, picture: Picture, seen_px: np.ndarray, views: tuple, progress
) -> None:
    """Let no figure pass that shows dots on another ground, or beneath what is transparent."""
    for rgb in views:
        found = _dots(against, replace(picture, rgb=rgb), progress)
        if found is None:
            continue
        here = np.column_stack([found.dots.x_px, found.dots.y_px])
        new = here if not len(seen_px) else here[_away(here, seen_px) > HIDDEN_PX]
        if len(new) >= LEAST_DOTS and figure.level in (Level.PASSED, Level.WITH_CARE):
            figure.dots, figure.level = figure.dots or len(new), Level.NOT_JUDGED
            figure.why = Phrase(
                "It is transparent, and holds {dots} dots that nobody sees on white: on a dark ground, or in "
                "colours beneath what is transparent. Save it without transparency, and check that.",
                dots=len(new),
            )


HIDDEN_PX = 3.0
"""Dots that lie farther from every visible one are others."""


def _away(places: np.ndarray, others: np.ndarray) -> np.ndarray:
    from scipy.spatial import cKDTree

    return np.asarray(cKDTree(others).query(places)[0])


_CLIP, _CLIP_END = re.compile(rb"<(?:[\w.-]{1,20}:)?clipPath\b", re.IGNORECASE), b"clippath"
_PIECE = re.compile(rb"<(?:[\w.-]+:)?(?:circle|ellipse|rect|use|polygon)\b|(?<=[\s\"'zZ0-9])[Mm](?=[\s\d.-])")


def _is_clipped_to_many(picture: Picture) -> bool:
    """Whether an SVG is cut to three pieces or more, as dots could be: Qt draws what is cut away, too."""
    if picture.suffix != ".svg":
        return False
    cuts = (one[: max(one.lower().find(_CLIP_END), 0)] for one in _CLIP.split(picture.data)[1:])
    return any(len(_PIECE.findall(one)) >= LEAST_DOTS for one in cuts)


def _on_the_ground(
    run: Run, against: Figures, figure: Figure, picture: Picture, found: PictureDots, progress
) -> None:
    outlines = against.outlines
    for at, outline in enumerate(outlines):
        step = share(progress, at / len(outlines), (at + 1) / len(outlines))
        try:
            if against.layers is not None:
                _score(run, figure, attack(picture, found, outline, against.layers.secret,
                                           against.settings, step), against.layers)  # fmt: skip
            else:
                _recovered(figure, against, picture, found, outline, step)
        except PlacementRefusedError:
            continue
        figure.kind, figure.placed, figure.rgb = MAP, True, picture.rgb
        return
    looked = figure.kind
    if figure.kind == MAP and outlines and bears_scale(picture.rgb):
        figure.kind = CHART
    if outlines and found.vector is None and figure.kind in (DRAWING, MAP):
        why = None
        if figure.kind == DRAWING and are_letters(found.dots):
            why = Phrase(
                "No outline was found, and its {count} marks stand as close as letters do: it looks like "
                "a diagram with words.",
                count=figure.dots,
            )
        elif are_pieces_of_a_line(found.dots):
            why = Phrase(
                "No outline was found, and its {count} marks lie on one straight line at equal steps: they "
                "look like pieces of a line where two colours meet.",
                count=figure.dots,
            )
        if why is not None:
            figure.level, figure.why = Level.WITH_CARE, why
            return
    _not_placed(figure, bool(outlines))
    if outlines and looked == CHART and against.layers is not None:
        _as_chart(figure, _shows_places(against, picture.rgb, found.dots))


def _judge_heat(against: Figures, figure: Figure, heat: HeatMap, surface: Surface | None) -> None:
    """Judge what comes back of a heat map beside what the dots gave away."""
    read_back = None
    if against.known is not None and surface is not None and heat.spikes is not None:
        read_back = Attack.of(surface, heat.spikes, against.known)
    verdict = None if read_back is None else judged_heat(read_back, against.limit)
    gives_away = verdict is not None and verdict.level is Level.GIVES_AWAY
    if heat.spikes is None or (heat.why is not None and not gives_away):
        _worsened(figure, Level.NOT_JUDGED, Phrase(_SMOOTH, why=heat.why or ""))
        return
    if surface is None:
        _worsened(figure, Level.NOT_JUDGED, Phrase(_NOWHERE, points=len(heat.spikes.weight)))
        return
    before, figure.kind, figure.placed = figure.placed, MAP, True
    lonlat, error_m = on_the_ground(surface, heat.spikes)
    level, why = (
        Level.NOT_JUDGED,
        Phrase(_READABLE, points=len(error_m), metres=float(np.median(error_m)) * 2**0.5),
    )
    if verdict is not None:
        level, why = verdict.level, Phrase("It is a heat map. {why}", why=_why(verdict))
    if not before or level.severity >= figure.level.severity:
        _hold(figure, heat, read_back, against.need)
        figure.lonlat, figure.error_m = lonlat, error_m
        figure.dot_m = 0.5 * heat.spikes.kernel.bandwidth_px * surface.metres
    _worsened(figure, level, why)


_SMOOTH = Phrase(
    "It is smooth as a heat map is, and could not be turned back into points: {why} Whom it gives away is "
    "not known. Use Check a heat map on the raster that it was drawn from."
)
_NOWHERE = Phrase(
    "It is a heat map, which can be turned back into {points} points, but nobody knows where it lies: no "
    "outline was found in it. Give the outline of what it shows, or check it alone with Check a heat map."
)
_READABLE = Phrase(
    "It is a heat map: anybody can turn it back into {points} places, to about {metres:.3g} m. Whether they "
    "are true places is not known: give the true points."
)


def _heat_on_the_ground(against: Figures, picture: Picture, heat: HeatMap, progress) -> Surface | None:
    """Where a heat map lies by the first outline that fits; None where none does."""
    lines = without_heat(picture.rgb, heat)
    outlines = against.outlines if heat.spikes is not None else ()
    for at, outline in enumerate(outlines):
        step = share(progress, at / len(outlines), (at + 1) / len(outlines))
        try:
            return heat.on(place_picture(lines, outline, progress=step))
        except TooMuchError:
            raise
        except InputError:
            continue
    return None


def _hold(figure: Figure, heat: HeatMap, attack: Attack | None, need: int) -> None:
    """Keep the points of a heat map as the places of a figure."""
    figure.at_px, figure.counts = heat.at_px(), heat.persons()
    figure.dots, figure.snapped, figure.record = len(figure.at_px), False, [None] * len(figure.at_px)
    if attack is None:
        return
    known = attack.known
    figure.record = [None if row == score.UNMATCHED else known.names[row] for row in attack.match.record]
    figure.exposed = attack.figures(need)["EXPOSED"]
    if figure.exposed is not None:
        figure.exposed_rows = tuple(known.rows[row] for row in attack.exposed_rows(need))
        figure.by_chance = attack.by_chance(need)


def _worsened(figure: Figure, level: Level, why: Phrase) -> None:
    """The worse of two verdicts; of two alike both sentences."""
    if level.severity > figure.level.severity or not figure.level.severity:
        figure.level, figure.why = level, why
    elif level is figure.level:
        figure.why = Phrase("{one} {other}", one=why, other=figure.why)


def _score(run: Run, figure: Figure, scored: Scored, layers: SecretLayers) -> None:
    """Keep what the attack on a picture found."""
    truth, verdict = scored.truth, with_population(run, scored, layers.areas)
    figure.lonlat, figure.error_m = scored.located.lonlat, scored.located.error_m
    figure.record = truth.called(layers.names)
    figure.counts = scored.dots.size_counts
    if truth.candidates is not None:
        figure.exposed = truth.exposed
        figure.exposed_rows = tuple(row for one in verdict.adversaries for row in one.records)
        figure.by_chance = truth.exposed_by_chance
    _in_the_picture(figure, scored.dots, scored.placed.metres_per_px)
    figure.level, figure.why = verdict.level, _why(verdict)


def _why(verdict: Verdict) -> Phrase:
    """The sentences of the checks that decided; those of the adversary where no check did."""
    said = [one.sentence for one in verdict.checks if one.outcome.level is verdict.level]
    said = said if said and verdict.level is not Level.PASSED else list(verdict.reasons)
    return Phrase(" ".join("{" + f"s{i}" + "}" for i in range(len(said))),
                  **{f"s{i}": one for i, one in enumerate(said)})  # fmt: skip


def _in_the_picture(figure: Figure, found: PictureDots, metres_per_px: float) -> None:
    """Where the dots lie in pixels, and how wide they are on the ground."""
    figure.at_px = np.column_stack([found.dots.x_px, found.dots.y_px])
    widest = max(kind.radius_px for kind in found.dots.classes)
    figure.dot_m = (2 * widest + 1) * metres_per_px


def recognised(figure: Figure, approvals: Approvals, patients: str | None, limit: float) -> None:
    """Let pass what an earlier run approved: it knew more than a stranger to the figure does.

    Where the figure gives away others than that run looked for, or by a stricter limit, it stays so.
    """
    known = (approvals.of(file_identity(figure.part.data)), approvals.of(figure.pixels))
    approval = max(filter(None, known), key=lambda one: one.level.severity, default=None)
    if approval is None:
        return
    said = {"date": approval.date, "where": approval.where}
    if not approval.may_leave:
        _worsened(figure, approval.level, Phrase("It is what was held back on {date} ({where}).", **said))
    elif figure.level is not Level.GIVES_AWAY or (
        approval.patients == patients and not approval.laxer_than(limit)
    ):
        figure.level, figure.why = (
            approval.level,
            Phrase("It is what was approved on {date} ({where}).", **said),
        )


def worded(figure: Figure, words: str, need: int) -> None:
    """What the words beside a figure say of it: a worse verdict, or what to check; never a better one."""
    people = people_of_a_dot(words) if figure.dots and figure.level is Level.NOT_JUDGED else None
    if people is not None:
        figure.why = Phrase(
            "{why} The words beside it say that a dot stands for {people} people. If these are its dots, "
            "they are nobody's places, and the counts of its areas are what to check, with “Check a "
            "table of counts”.",
            why=figure.why,
            people=people,
        )
    of_areas = figure.kind == MAP and figure.level is Level.WITH_CARE and not figure.dots
    few = class_of_few(words, need) if of_areas else None
    if few is not None:
        figure.level = Level.NOT_JUDGED
        figure.why = Phrase(
            "It looks like a map of areas, and the words beside it name a class of few people, “{few}”: such "
            "a map tells counts below {need}. Check the table that it was made of with “Check a table "
            "of counts”.",
            few=few,
            need=need,
        )


def _recovered(
    figure: Figure, against: Figures, picture: Picture, found: PictureDots, outline: Reference, progress
) -> None:
    """Without true points: where the dots lie, and how exactly anybody can read that."""
    placed = place_picture(picture.rgb, outline, found.dots.dot_mask, found.vector, progress)
    located = Located.of(placed, Box.whole(picture.rgb.shape), found.dots)
    figure.lonlat, figure.error_m = located.lonlat, located.error_m
    figure.record = [None] * figure.dots
    _in_the_picture(figure, found, placed.metres_per_px)
    figure.level = Level.NOT_JUDGED
    figure.why = Phrase(
        "Anybody can read {dots} places from it, to about {metres:.3g} m. Whether they are true places is "
        "not known: give the true points.",
        dots=figure.dots,
        metres=float(np.median(figure.error_m)) * np.sqrt(2),
    )
    sizes = sizes_check(found.dots, against.need)
    if sizes is not None:
        figure.counts = found.size_counts
        figure.why = Phrase("{places} {sizes}", places=figure.why, sizes=sizes.sentence)


def _not_placed(figure: Figure, tried: bool) -> None:
    if figure.kind in (CHART, PHOTOGRAPH):
        figure.level = Level.WITH_CARE  # a framed map whose border was not seen looks like a chart
        figure.why = Phrase(
            "Dots were found, but no outline: it looks like a {kind}. If it is a map, check it alone, with "
            "control points.",
            kind=_WORDS[figure.kind],
        )
        return
    figure.level = Level.NOT_JUDGED
    if tried:
        figure.why = Phrase(
            "It holds {dots} dots, but no outline was found in it. Give the outline of what it shows, or "
            "check it alone with control points.",
            dots=figure.dots,
        )
    else:
        figure.why = Phrase(
            "It holds {dots} dots. Give an outline of what the maps show, so that they can be attacked.",
            dots=figure.dots,
        )


def _as_chart(figure: Figure, shown: bool | None) -> None:
    """Let a chart pass whose dots lie in no way as the true or masked points do."""
    if shown:
        figure.level = Level.NOT_JUDGED
        figure.why = Phrase(
            "It looks like a chart with axes, and its dots lie as the true or masked points do. Whoever "
            "knows what the axes show reads the places from it: take it out."
        )
    elif shown is False:
        figure.level = Level.PASSED
        figure.why = Phrase(
            "It is a chart: its {dots} dots lie between two axes with scales, and in no stretch or turn as "
            "the true points do.",
            dots=figure.dots,
        )


def _shows_places(against: Figures, rgb: np.ndarray, dots: Dots | None) -> bool | None:
    """Whether a chart shows the true or the masked points; None where nobody could tell."""
    layers, known = against.layers, against.known
    if layers is None or known is None:
        return None
    true, masked = layers.secret.truth, layers.secret.drawn
    places = [(known.true_m, true.lonlat)]
    if known.masked_m is not None and masked is not None:
        places.append((known.masked_m, masked.lonlat))
    reach_m = NEAR_M
    if known.crowd is not None:
        hidden = known.crowd.reach_of(known.true_m, np.arange(len(known.true_m)), against.need)
        reach_m = min(reach_m, float(np.median(hidden)))
    reach = reach_m / max(float(np.ptp(known.true_m, axis=0).max()), 1.0)
    return shows_places(rgb, dots, [planes_of(*one) for one in places], reach)


_WORDS = {CHART: Phrase("chart with axes"), PHOTOGRAPH: Phrase("photograph")}
