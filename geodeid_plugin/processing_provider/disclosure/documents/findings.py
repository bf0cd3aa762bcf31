# SPDX-License-Identifier: GPL-2.0-or-later
"""The verdict of a document, what to change before it is sent, and the report that says so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ....core.base.errors import Phrase, translated
from ....core.base.thresholds import one_in
from ....core.base.verdict import (
    CARE,
    MADE,
    NOT_MADE,
    Check,
    Claim,
    Level,
    Outcome,
    Verdict,
    lenient,
    worst,
)
from ....core.exposure.documents.approvals import Approvals, Holding, checks_of_approvals, release_of
from ....core.exposure.documents.containers.parts import Trouble
from ....host.apart.datafiles import DELETED
from ....i18n import tr
from ....report import Facts, Report, Section, Table
from ....report.blocks import Figure as Picture
from ....report.numbers import count, number
from ...framework.verdict import audience
from ...framework.verdict.metricsfile import file_identity
from ...framework.writing.destinations import is_file, read_bytes
from ..mapimage.pictures import crosses_over
from .figures import Figure
from .places import FINEST_M, MASKED, Disguised
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


def _words() -> dict:
    return {
        Level.PASSED: tr("✓ passed"), Level.WITH_CARE: tr("! with care"),
        Level.NOT_JUDGED: tr("? not judged"), Level.GIVES_AWAY: tr("✕ gives away"),
    }  # fmt: skip


def _documents(found: Found) -> Section:
    heads = (tr("Document"), tr("Figures"), tr("Maps"), tr("Positions"), tr("Verdict"))
    each = [(name, found.of(name)) for name in found.documents]
    each.sort(key=lambda one: -one[1].level.severity)
    rows = tuple(
        (name, count(len(one.figures)), count(sum(figure.placed for figure in one.figures)),
         count(sum(len(part.found) for part in one.data)), _words()[one.level])
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
         _words()[one.level])
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
         "–" if one.exposed is None else count(one.exposed), _words()[one.level])
        for one in ordered[:MOST_ROWS]
    )  # fmt: skip
    return Section(tr("Figures"), Table(heads, rows), internal=True)


def _pictures(found: Found) -> Iterator[Section]:
    shown = [one for one in found.figures if one.rgb is not None]
    shown.sort(key=lambda one: -one.level.severity)
    for one in shown[:MOST_PICTURES]:
        caption = tr("{name}: {why}", name=translated(where(one.part), tr), why=translated(one.why, tr))
        yield Section(one.part.name, Picture(crosses_over(one.rgb, ()), caption), internal=True)
