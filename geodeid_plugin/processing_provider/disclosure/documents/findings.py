# SPDX-License-Identifier: GPL-2.0-or-later
"""The verdict of a document, what to change before it is sent, and the report that says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from qgis.core import QgsRectangle

from ....core.base.errors import Phrase, translated
from ....core.base.thresholds import one_in
from ....core.base.verdict import CARE, MADE, NOT_MADE, Check, Claim, Level, Outcome, Verdict, lenient, worst
from ....core.exposure.documents.approvals import Approvals, Holding, checks_of_approvals, release_of
from ....core.exposure.documents.containers.parts import Trouble
from ....core.exposure.documents.disguise.positions import (
    FINE_M,
    LEAST_REACH_M,
    Frame,
    Positions,
    frames_of_region,
)
from ....core.mapimage.georeference.projections import Region
from ....core.mapimage.reidentify import score
from ....core.mapimage.reidentify.judge import more_than_chance
from ....core.mapimage.reidentify.known import Known
from ....host.apart.datafiles import DELETED
from ....i18n import tr
from ....report import Facts, Report, Section, Table
from ....report.blocks import Figure as Picture
from ....report.numbers import count, number
from ....report.verdictpage import words
from ... import io
from ...framework.verdict import audience
from ...framework.verdict.metricsfile import file_identity
from ...framework.writing.destinations import is_file, read_bytes
from ..mapimage.pictures import crosses_over, known_to_all, transformed
from .figures import NEAR_M, Figure
from .reading import RESTS_ON, document_path
from .series import Series, checks_of_series, section_of_series

MOST_SENTENCES = 25
"""Findings of one kind and level that the first page names one by one; the table holds all."""


@dataclass(frozen=True)
class Found:
    """Everything that the check of a run found."""

    documents: tuple[str, ...]
    figures: tuple[Figure, ...]
    data: tuple[Disguised, ...]
    troubles: tuple[tuple[str, Trouble], ...]
    """With the document of each."""
    series: tuple[Series, ...]
    holdings: tuple[Holding, ...] = ()
    """All files, where earlier runs are known."""
    approvals: Approvals = field(default_factory=Approvals)

    def of(self, document: str) -> Found:
        """What was found in one document, and what it gives away beside others."""
        return Found(
            (document,), tuple(one for one in self.figures if one.document == document),
            tuple(one for one in self.data if one.document == document),
            tuple(one for one in self.troubles if one[0] == document),
            tuple(one for one in self.series if any(each.document == document for each in one.figures)),
            tuple(one for one in self.holdings if f"{one.path}/".startswith(f"{Path(document).as_posix()}/")),
            self.approvals,
        )  # fmt: skip

    @property
    def level(self) -> Level:
        """The worst of all that was found, and of what earlier runs made of its files."""
        judged = (self.approvals.of(one.checksum) for one in self.holdings)
        earlier = [one.level for one in judged if one is not None]
        return worst([*earlier, *(check.outcome.level for check in checks_of(self))])


def judged(found: Found, limit: float) -> Verdict:
    """The verdict of all documents of a run."""
    pixels = [one.pixels for one in found.figures if one.pixels is not None]
    approved = checks_of_approvals(found.approvals, found.holdings, pixels, limit)
    checks = (*approved, *checks_of(found), *lenient(limit))
    # What asks for care may be what the first sentence denies, and a hurried reader stops there.
    nothing = (
        Phrase("Apart from what stands below, nothing in it leads to a person with a chance of more than "
               "{limit}.", limit=one_in(limit))
        if any(one.outcome is CARE for one in checks)
        else Phrase("No figure and no number in it leads to a person with a chance of more than {limit}.",
                    limit=one_in(limit))
    )  # fmt: skip
    claim = Claim(
        nothing,
        None,
        Phrase(
            "Every picture is attacked as by the picture check, every position compared with the true points."
        ),
    )
    return Verdict(claim, None, (), checks)


def checks_of(found: Found) -> Iterator[Check]:
    """What was found as checks, data first: they are the loudest way to give people away."""
    yield from _capped("data", [(one.level, _data(one)) for one in found.data])
    yield from _capped("figure", [(one.level, _figure(one)) for one in found.figures])
    yield from checks_of_series(found.series)
    hidden = [one for one in found.figures if one.hidden]
    for at, one in enumerate(hidden[:MOST_SENTENCES]):
        sentence = Phrase("{name}: {what}", name=one.part.path, what=one.hidden[0])
        yield Check(f"metadata_{at + 1}", CARE, sentence, Phrase("Save these pictures without metadata."))
    yield from _unread([trouble for _document, trouble in found.troubles])
    yield _looked_at(found)


def _unread(troubles: list[Trouble]) -> Iterator[Check]:
    troubles = sorted(troubles, key=lambda one: not one.blocks)
    for at, one in enumerate(troubles[:MOST_SENTENCES]):
        sentence = Phrase("{name}: {what}", name=one.path, what=one.sentence)
        yield Check(f"unread_{at + 1}", NOT_MADE if one.blocks else CARE, sentence)
    left = troubles[MOST_SENTENCES:]
    if left:
        sentence = Phrase("{count} further parts could not be read.", count=len(left))
        yield Check("unread_more", NOT_MADE if any(one.blocks for one in left) else CARE, sentence)


def _looked_at(found: Found) -> Check:
    if not found.figures and not found.data and not found.troubles:
        sentence = Phrase("No figure and no position was found: there was nothing to judge but words.")
        return Check("looked_at", MADE, sentence)
    sentence = Phrase(
        "Figures examined: {figures}; maps with dots that could be placed among them: {maps}. Parts that "
        "hold positions as numbers: {data}.",
        figures=len(found.figures),
        maps=sum(one.placed for one in found.figures),
        data=len(found.data),
    )
    return Check("looked_at", MADE, sentence)


def _capped(key: str, checks: list[tuple[Level, Check]]) -> Iterator[Check]:
    """Findings that are none are left to the count; of many alike the first are named."""
    for level in (Level.GIVES_AWAY, Level.NOT_JUDGED, Level.WITH_CARE):
        mine = [check for one, check in checks if one is level]
        for at, check in enumerate(mine[:MOST_SENTENCES]):
            yield Check(f"{key}_{level.value}_{at + 1}", Outcome.of(level), check.sentence, check.remedy)
        if len(mine) > MOST_SENTENCES:
            sentence = Phrase("{count} further findings of this kind stand in the table.",
                              count=len(mine) - MOST_SENTENCES)  # fmt: skip
            yield Check(f"{key}_{level.value}_more", Outcome.of(level), sentence)


def _data(one: Disguised) -> Check:
    sentence = Phrase("{name}: {what}", name=where(one.found), what=one.why)
    return Check("data", Outcome.of(one.level), sentence, remedy_of(one))


def _figure(one: Figure) -> Check:
    sentence = Phrase("{name}: {what}", name=where(one.part), what=one.why)
    remedy = None
    if one.level is Level.GIVES_AWAY:
        remedy = Phrase(
            "Take it out, or draw it anew: mask the points, draw coarser, or show counts by area."
        )
    return Check("figure", Outcome.of(one.level), sentence, remedy)


def where(part) -> Phrase:
    """What the paper calls a part, its path and page, and what a reader does not see of it."""
    name, caption = Phrase("{path}", path=part.path), getattr(part, "caption", None)
    if caption is not None and part.page is not None:
        name = Phrase("{figure}, page {page} ({path})", figure=caption, page=str(part.page), path=part.path)
    elif caption is not None:
        name = Phrase("{figure} ({path})", figure=caption, path=part.path)
    elif part.page is not None:
        name = Phrase("{path} (page {page})", path=part.path, page=str(part.page))
    return name if part.note is None else Phrase("{path} – {note}", path=name, note=part.note)


def remedy_of(one: Disguised) -> Phrase:
    """How positions are taken out of the part that holds them, or what makes them safe."""
    if one.found.form == DELETED:
        return Phrase("Save its layers into a new file: what was deleted stays in this one.")
    if one.what == MASKED:
        return Phrase(
            "Publish them only as the report of their mask allows, with no field beside them that it does "
            "not name. Give its folder as “Your publications”, and what it approved passes."
        )
    low = one.found.path.lower()
    if "chart" in low or "embeddings" in low or (".xlsx/" in low and ".docx" in low + ".pptx"):
        return Phrase("Paste the chart as a picture, so that no workbook stays behind it.")
    if "comment" in low or "(deleted)" in low:
        return Phrase("Accept or reject all changes and delete all comments, then save.")
    if low.endswith((".html", ".htm", ".js", ".xhtml")):
        return Phrase(
            "A web map sends every position to everybody who opens it. Publish masked points, counts by area "
            "or a picture."
        )
    return Phrase("Take the positions out, or publish masked points or counts by area.")


MOST_ROWS = 300
"""Rows of a table of the report; the layer holds all."""
MOST_PICTURES = 12
"""Maps that are shown, the worst first: each weighs up to a megabyte."""


def build_report(run, found: Found, verdict, limit: float, preset) -> Report:
    """Content of the report; of one document with its checksum, so that everybody knows which was checked."""
    path = document_path(run)
    return Report(
        tr("What {name} gives away, and what to change before it is sent.", name=path.name),
        tuple(_sections(found, limit, preset)),
        verdict,
        files=((path.name, file_identity(read_bytes(path))),) if is_file(path) else (),
        advice=_as_approved(found, verdict),
    )


def _as_approved(found: Found, verdict) -> str:
    """What the first page says of a release that is what was approved; empty of anything else."""
    release = release_of(found.approvals, found.holdings)
    if release is None or verdict.level is not Level.PASSED:
        return ""
    said = tr("This is what was approved on {date}. Nothing else in it gives anyone away.")
    return said.format(date=release.date)


def _sections(found: Found, limit: float, preset) -> Iterator[Section]:
    if len(found.documents) > 1:
        yield _documents(found)
    if found.data:
        yield _section_of_data(found)
    if found.figures:
        yield _section_of_figures(found)
        yield from section_of_series(found.series)
        yield from _pictures(found)
    yield from audience.sections(preset)
    text = tr(
        "Pictures are attacked by what they hold: full resolution, parts cut away, earlier versions. Words "
        "of a PDF are searched as far as its fonts tell their letters. Positions are looked for in the "
        "region of the outlines and of the true points. That nothing was found is no proof that there is "
        "nothing."
    )
    rests = (translated(RESTS_ON, tr),) if found.approvals.runs else ()
    yield Section(tr("How this was checked"), text, *rests, Facts((tr("Limit"), number(limit, ".4g"))))


def _documents(found: Found) -> Section:
    heads = (tr("Document"), tr("Figures"), tr("Maps"), tr("Positions"), tr("Verdict"))
    each = [(name, found.of(name)) for name in found.documents]
    each.sort(key=lambda one: -one[1].level.severity)
    rows = tuple(
        (name, count(len(one.figures)), count(sum(figure.placed for figure in one.figures)),
         count(sum(len(part.found) for part in one.data)), words()[one.level])
        for name, one in each[:MOST_ROWS]
    )  # fmt: skip
    return Section(tr("Documents"), Table(heads, rows), internal=True)


def _section_of_data(found: Found) -> Section:
    heads = (tr("Part"), tr("Positions"), tr("Precision"), tr("Form"), tr("Fields beside"), tr("They are"),
             tr("Verdict"))  # fmt: skip
    said = {"true": tr("true points"), "masked": tr("masked points"), "neither": tr("neither"),
            "unknown": tr("not known")}  # fmt: skip
    ordered = sorted(found.data, key=lambda one: -one.level.severity)
    rows = tuple(
        (translated(where(one.found), tr), count(len(one.found)),
         f"{number(max(one.found.precision_m, FINEST_M), '.2g')} m",
         translated(one.found.form, tr), ", ".join(one.found.fields[:12]) or "–", said[one.what],
         words()[one.level])
        for one in ordered[:MOST_ROWS]
    )  # fmt: skip
    return Section(tr("Positions that stand there as numbers"), Table(heads, rows), internal=True)


def _section_of_figures(found: Found) -> Section:
    heads = (tr("Figure"), tr("Kind"), tr("Pixels"), tr("dpi"), tr("Dots"), tr("Placed"), tr("Exposed"),
             tr("Verdict"))  # fmt: skip
    kinds = {"map": tr("map"), "chart": tr("chart"), "photograph": tr("photograph"), "drawing": tr("drawing"),
             "blank": tr("blank"), "unreadable": tr("could not be read")}  # fmt: skip
    ordered = sorted(found.figures, key=lambda one: -one.level.severity)
    rows = tuple(
        (translated(where(one.part), tr), kinds[one.kind], f"{one.size_px[0]}\u00a0×\u00a0{one.size_px[1]}",
         "–" if one.dpi is None else number(one.dpi, ".0f"), count(one.dots),
         tr("yes") if one.placed else tr("no"),
         "–" if one.exposed is None else count(one.exposed), words()[one.level])
        for one in ordered[:MOST_ROWS]
    )  # fmt: skip
    return Section(tr("Figures"), Table(heads, rows), internal=True)


def _pictures(found: Found) -> Iterator[Section]:
    shown = [one for one in found.figures if one.rgb is not None]
    shown.sort(key=lambda one: -one.level.severity)
    for one in shown[:MOST_PICTURES]:
        caption = tr("{name}: {why}", name=translated(where(one.part), tr), why=translated(one.why, tr))
        yield Section(one.part.name, Picture(crosses_over(one.rgb, ()), caption), internal=True)


TRUE, MASKED, NEITHER, UNKNOWN = "true", "masked", "neither", "unknown"
OF_CHANCE = 0.01
"""Documents without places of which the numbers lead to true points all the same, shared among all ways to
read a document's numbers."""
FINEST_M = 1e-4
"""What is told of positions that are exact to less: a binary number keeps a billionth of a metre."""


def frames_of(outlines: list[io.Table], layers: list[io.PointLayer]) -> tuple[Frame, ...]:
    """Regions in which numbers can be positions: about outlines and layers of points."""
    box = QgsRectangle()
    for table in outlines:
        for shape in table.geometries:
            box.combineExtentWith(shape.boundingBox())
    for points in layers:
        for lon, lat in zip(points.lon_deg, points.lat_deg):
            box.combineExtentWith(float(lon), float(lat))
    region = None if box.isNull() else Region(box.xMinimum(), box.yMinimum(), box.xMaximum(), box.yMaximum())
    tables = [*outlines, *(one.table for one in layers)]
    return frames_of_region(region, [known_to_all(one.crs) for one in tables if one.crs.isValid()])


@dataclass(frozen=True)
class Disguised:
    """Positions of one part, and what they are."""

    document: str
    found: Positions
    lonlat: np.ndarray
    """Shape (n, 2)."""
    what: str
    """``true``, ``masked``, ``neither`` or ``unknown``."""
    matched: int
    """Positions that are true points."""
    exposed: int | None
    """True points among too few candidates; None where nothing counted them."""
    level: Level
    why: Phrase
    record: list
    """The record of each position, or None."""


def held_against(
    run, document: str, positions: list[Positions], known: Known | None, need: int
) -> list[Disguised]:
    """Tell whether positions are the true points, the masked ones or neither.

    Of the ways to read numbers that are no places, one of each part is told.
    """
    by_chance = OF_CHANCE / max(sum(not one.named for one in positions), 1)
    told = [_held_against(run, document, one, known, need, by_chance) for one in positions]
    longest = {(one.found.path, one.level): one for one in sorted(told, key=lambda each: len(each.found))}
    return [
        one
        for one in told
        if one.found.named or one.level is Level.GIVES_AWAY or one is longest[one.found.path, one.level]
    ]


def _held_against(
    run, document: str, found: Positions, known: Known | None, need: int, by_chance: float
) -> Disguised:
    lonlat = transformed(found.xy, found.frame.name, io.WGS84, run.context)
    said = {
        "count": len(found), "form": found.form, "metres": max(found.precision_m, FINEST_M),
        "fields": ", ".join(filter(None, found.fields[:12])) or Phrase("none"),
    }  # fmt: skip
    if known is None and not found.named and (found.precision_m > FINE_M or not found.mostly):
        return Disguised(document, found, lonlat, NEITHER, 0, None, Level.PASSED,
                         Phrase(_COARSE, **said), [None] * len(found))  # fmt: skip
    if known is None:
        why = Phrase(
            "{count} positions as {form}, exact to {metres:.2g} m. Fields beside them: {fields}. Whether "
            "they are true places is not known: give the true points.", **said)  # fmt: skip
        return Disguised(
            document, found, lonlat, UNKNOWN, 0, None, Level.NOT_JUDGED, why, [None] * len(found)
        )
    luck = _Luck()
    if not found.named:
        luck = _Luck(len(found) * len(known.true_m) / _ground_m2(run, found.frame, known), by_chance)
    return _against(document, found, lonlat, known, said, need, luck)


@dataclass(frozen=True)
class _Luck:
    """What numbers that are no places would lead to."""

    meetings: float = 0.0
    """Pairs of a number and a true point on a square metre, were both strewn over the region."""
    share: float = 0.05
    """How seldom more may be found for a finding."""

    def is_beaten(self, count: int | None, moved: Callable[[], float], within_m: float) -> bool:
        """Whether so many true points so near are more than where the numbers are moved, or strewn."""
        strewn = np.pi * within_m**2 * self.meetings
        if not count or not more_than_chance(count, strewn, self.share):
            return False  # moving takes its time
        return more_than_chance(count, max(moved(), strewn), self.share)


def _ground_m2(run, frame: Frame, known: Known) -> float:
    """Ground of the region about a frame, square metres."""
    corners = transformed([frame.low, frame.high], frame.name, io.WGS84, run.context)
    return max(float(np.prod(np.ptp(known.plane.metres(*corners.T), axis=0))), 1.0)


def _against(
    document, found: Positions, lonlat, known: Known, said: dict, need: int, luck: _Luck
) -> Disguised:
    where = known.plane.metres(*lonlat.T)
    reach = max(LEAST_REACH_M, found.precision_m)
    error = np.full(len(where), max(found.precision_m, 1e-6) / np.sqrt(12))  # uniform in its last digit
    exact, near = _Exposure(where, error, reach, known, need), _Exposure(where, error, NEAR_M, known, need)
    masked = 0
    if known.masked_m is not None:
        masked = int(np.count_nonzero(score.assign(where, known.masked_m, reach)[0] != score.UNMATCHED))
    said.update(matched=exact.found, masked=masked, exposed=near.exposed, need=need)
    what, level, record, why = NEITHER, Level.WITH_CARE, [None] * len(found), _NEITHER
    if not found.named:
        level, why = Level.PASSED, _OTHER_NUMBERS
    if luck.is_beaten(exact.found, exact.found_by_chance, reach):
        # A place written so coarsely that enough people share it gives nobody away by itself.
        level = Level.WITH_CARE if exact.exposed == 0 else Level.GIVES_AWAY
        record = [None if at == score.UNMATCHED else known.names[at] for at in exact.record]
        what, why, near = TRUE, _TRUE, exact
    elif luck.is_beaten(near.exposed, near.exposed_by_chance, near.within_m):
        level, why = Level.GIVES_AWAY, _NEAR
    elif near.exposed is None and luck.is_beaten(near.found, near.found_by_chance, near.within_m):
        level, why = Level.NOT_JUDGED, _NOT_COUNTED
    elif masked > len(found) / 2:
        what, why = MASKED, _MASKED
    matched = exact.found if what == TRUE else 0
    return Disguised(document, found, lonlat, what, matched, near.exposed, level,
                     Phrase(why, **said), record)  # fmt: skip


_TRUE = Phrase(
    "{count} positions as {form}, exact to {metres:.2g} m. True points among them: {matched}. Fields "
    "beside them: {fields}."
)
_NEAR = Phrase(
    "{count} positions as {form}, exact to {metres:.2g} m. True points so near to one of them that fewer "
    "than {need} people could be meant: {exposed}. Fields beside them: {fields}."
)
_NOT_COUNTED = Phrase(
    "{count} positions as {form}, exact to {metres:.2g} m, near true points. Without addresses or "
    "population nobody can say whom they give away. Fields beside them: {fields}."
)
_MASKED = Phrase(
    "{count} positions as {form}, exact to {metres:.2g} m. Masked points among them: {masked}. Fields "
    "beside them: {fields}."
)
_COARSE = Phrase(
    "{count} pairs of numbers as {form} that would lie in the region, exact to {metres:.2g} m. Nothing says "
    "that they are places. Fields beside them: {fields}."
)
_OTHER_NUMBERS = Phrase(
    "{count} pairs of numbers as {form} that would lie in the region, exact to {metres:.2g} m. Nothing says "
    "that they are places, and they lead to true points no more than chance does. Fields beside them: "
    "{fields}."
)
_NEITHER = Phrase(
    "{count} positions as {form}, exact to {metres:.2g} m, neither true nor masked points. Fields beside "
    "them: {fields}."
)


class _Exposure:
    """True points near positions, and those among too few candidates, each with what chance would give."""

    def __init__(self, where, error, reach: float, known: Known, need: int) -> None:
        self._asked = where, error, reach, known, need
        self.record, away_m = score.assign(where, known.true_m, reach)
        away_m = away_m[self.record != score.UNMATCHED]
        few = self._few(where, self.record)
        self.found = len(away_m)
        self.exposed = None if few is None else int(few.sum())
        self.within_m = float(np.max(away_m if few is None else away_m[few], initial=0.0))
        """Distance of the farthest that leaves its person among too few; of all where nothing counts."""

    def _few(self, places, record):
        _where, error, _reach, known, need = self._asked
        return None if known.crowd is None else known.exposed(places, error, record, need)

    def _moved(self):
        where, _error, reach, known, _need = self._asked
        return score.chance_matches(where, known.true_m, reach)

    def found_by_chance(self) -> float:
        """Mean number of true points found where the positions are moved."""
        return float(np.mean([np.count_nonzero(record != score.UNMATCHED) for _at, record in self._moved()]))

    def exposed_by_chance(self) -> float:
        """The same of those among too few candidates."""
        return float(np.mean([self._few(at, record).sum() for at, record in self._moved()]))
