# SPDX-License-Identifier: GPL-2.0-or-later
"""The report of a checked document: what to change, then every figure and every hidden position."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.base.errors import translated
from ....core.base.verdict import Level
from ....core.exposure.documents.approvals import release_of
from ....i18n import tr
from ....report import Facts, Report, Section, Table
from ....report.blocks import Figure as Picture
from ....report.numbers import count, number
from ...framework.verdict.audience import section
from ...framework.verdict.metricsfile import file_identity
from ...framework.writing.destinations import is_file, read_bytes
from ..mapimage.reading.overlay import crosses_over
from .approvals import RESTS_ON
from .findings import Found, where
from .places import FINEST_M
from .reading import document_path
from .series import section_of_series

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
        yield _data(found)
    if found.figures:
        yield _figures(found)
        yield from section_of_series(found.series)
        yield from _pictures(found)
    if preset is not None:
        yield section(preset)
    text = tr(
        "Pictures are attacked by what they hold: full resolution, parts cut away, earlier versions. Words "
        "of a PDF are searched as far as its fonts tell their letters. Positions are looked for in the "
        "region of the outlines and of the true points. That nothing was found is no proof that there is "
        "nothing."
    )
    rests = (translated(RESTS_ON, tr),) if found.approvals.runs else ()
    yield Section(tr("How this was checked"), (text, *rests, Facts(((tr("Limit"), number(limit, ".4g")),))))


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
    return Section(tr("Documents"), (Table(heads, rows),), internal=True)


def _data(found: Found) -> Section:
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
    return Section(tr("Positions that stand there as numbers"), (Table(heads, rows),), internal=True)


def _figures(found: Found) -> Section:
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
    return Section(tr("Figures"), (Table(heads, rows),), internal=True)


def _pictures(found: Found) -> Iterator[Section]:
    shown = [one for one in found.figures if one.rgb is not None]
    shown.sort(key=lambda one: -one.level.severity)
    for one in shown[:MOST_PICTURES]:
        caption = tr("{name}: {why}", name=translated(where(one.part), tr), why=translated(one.why, tr))
        yield Section(one.part.name, (Picture(crosses_over(one.rgb, ()), caption),), internal=True)
