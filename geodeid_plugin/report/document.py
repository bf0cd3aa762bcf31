# SPDX-License-Identifier: GPL-2.0-or-later
"""What a report consists of, and how it becomes HTML."""

from __future__ import annotations

import base64
import datetime
import re
from dataclasses import dataclass, field
from pathlib import Path

from ..host.installation import version
from ..i18n import tr

PASS, WARN, FAIL, UNKNOWN = "pass", "warn", "fail", "unknown"
"""Levels of a verdict. What could not be checked is ``unknown``, never ``pass``."""


@dataclass(frozen=True)
class Verdict:
    """One sentence that answers the report's question.

    Attributes
    ----------
    level : {'pass', 'warn', 'fail', 'unknown'}
        Decides mark and colour.
    sentence : str
        The answer in plain words.
    """

    level: str
    sentence: str


@dataclass(frozen=True)
class Absent:
    """A value that a table does not show: neither may look like zero, nor like the other."""

    absent: str


SUPPRESSED, MISSING = Absent("suppressed"), Absent("missing")
"""Cells of a table: held back on purpose to protect people, and not known at all."""

_NUMBER = re.compile(r"[−+-]?[<>≥≤]? ?\d[\d\s.,]*(?:e[+-]?\d+)?(?: ?(?:%|m|km|km²|×|s))?$")


@dataclass(frozen=True)
class Facts:
    """Pairs of a label and a value, set as a two-column list; may be internal."""

    pairs: tuple
    internal: bool = False
    kind: str = "facts"


@dataclass(frozen=True)
class Table:
    """Rows under headings; columns of numbers are set to the right. May be internal.

    A cell may be :data:`SUPPRESSED` or :data:`MISSING`.
    """

    columns: tuple
    rows: tuple
    caption: str = ""
    internal: bool = False
    kind: str = "table"

    @property
    def numeric(self) -> list[bool]:
        """Whether a column holds numbers, with their units, and nothing else."""
        return [all(_is_number(row[at]) for row in self.rows) for at in range(len(self.columns))]

    @property
    def absent(self) -> list[str]:
        """Kinds of values that some cell does not show."""
        found = {cell.absent for row in self.rows for cell in row if isinstance(cell, Absent)}
        return [cell.absent for cell in (SUPPRESSED, MISSING) if cell.absent in found]


def _is_number(cell) -> bool:
    return isinstance(cell, (Absent, int, float)) or cell in ("", "–") or bool(_NUMBER.match(str(cell)))


@dataclass(frozen=True)
class Figure:
    """A chart or map as SVG text, or an ``img`` element made by :func:`picture`; may be internal."""

    markup: str
    caption: str = ""
    internal: bool = False
    kind: str = "figure"


@dataclass(frozen=True)
class Items:
    """Sentences of a list."""

    texts: tuple
    kind: str = "items"


_FEW, _LINE = 9, 95
"""Lines that a printer should keep on one page, and letters of a line."""


def _lines(block) -> float:
    """About how many printed lines a block takes."""
    if isinstance(block, str):
        return 1 + len(block) / _LINE
    if isinstance(block, Facts):
        return sum(1.3 + len(str(value)) // (_LINE // 2) for _label, value in block.pairs)
    if isinstance(block, Items):
        return sum(map(_lines, block.texts))
    return 3 + 1.5 * len(block.rows) if isinstance(block, Table) else _FEW


@dataclass(frozen=True)
class Section:
    """A heading with paragraphs (str), facts, tables and figures.

    ``beside`` sets the figures of the section side by side; ``internal`` keeps the section out of
    the form that is released; ``closing`` sets it after the warnings.
    """

    title: str
    blocks: tuple
    internal: bool = False
    beside: bool = False
    closing: bool = False

    @property
    def short(self) -> bool:
        """Whether it takes few lines, so that a printer need not cut it in two."""
        return sum(map(_lines, self.blocks)) < _FEW


@dataclass(frozen=True)
class Report:
    """A whole report.

    Attributes
    ----------
    title, summary : str
        Heading and lead paragraph.
    sections : tuple of Section
        Body.
    verdict : Verdict or None
        Shown on top.
    warnings : tuple of str
        What was left out or needs care; internal.
    for_testing : bool
        Whether the run was seeded; the page then says in red that nothing may be released.
    release_summary, release_verdict : str, Verdict or None
        What the form that is released says instead, where lead or verdict tell internal facts.
    """

    title: str
    summary: str
    sections: tuple
    verdict: Verdict | None = None
    warnings: tuple = field(default=())
    for_testing: bool = False
    release_summary: str = ""
    release_verdict: Verdict | None = None

    def told(self, release: bool) -> tuple[str, Verdict | None]:
        """Lead and verdict of one form."""
        if not release:
            return self.summary, self.verdict
        return self.release_summary or self.summary, self.release_verdict or self.verdict

    def parts(self, release: bool) -> list[tuple[Section, list]]:
        """Sections of one form, each with its blocks; nothing internal in the one that is released."""
        if not release:
            sections = [section for section in self.sections if not section.closing]
            if self.warnings:
                title = tr("What was left out, and what needs care")
                sections.append(Section(title, (Items(self.warnings),), internal=True))
            sections += [section for section in self.sections if section.closing]
            return [(section, list(section.blocks)) for section in sections]
        kept = [section for section in self.sections if not section.internal]
        return [
            (section, [block for block in section.blocks if not getattr(block, "internal", False)])
            for section in kept
        ]


def render(report: Report, release: bool = False) -> str:
    """Make the HTML page.

    Parameters
    ----------
    report : Report
        The content.
    release : bool
        True leaves internal sections and warnings out and stamps the page for release.
    """
    from jinja2 import Environment, FileSystemLoader

    environment = Environment(
        loader=FileSystemLoader(str(Path(__file__).parent / "templates")),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    summary, verdict = report.told(release)
    words = _words(release)
    return environment.get_template("report.html").render(
        report=report,
        summary=summary,
        verdict=verdict,
        parts=report.parts(release),
        release=release,
        words=words,
        foot=_css_string(f"{words['stamp']} · {report.title}"),
        version=version(),
        date=datetime.date.today().isoformat(),
    )


def _css_string(text: str) -> str:
    """The text as a string of a style sheet; whatever is not a letter or a number is written by its code."""
    plain = (letter if letter.isalnum() else f"\\{ord(letter):x} " for letter in text)
    return f'"{"".join(plain)}"'


def _words(release: bool) -> dict:
    """What every page says, in the language of QGIS."""
    return {
        # Translators: the code of your language, for example fr.
        "language": tr("en"),
        "stamp": tr("For release") if release else tr("INTERNAL – do not release"),
        "pass": tr("✓ Passed"),
        "warn": tr("! With care"),
        "fail": tr("✕ Not safe"),
        "unknown": tr("? Not checked"),
        "testing": tr(
            "This run was seeded. Its result is for testing and not for release: whoever knows the seed can "
            "undo the masking."
        ),
        "suppressed": tr("withheld"),
        "missing": tr("no data"),
        "suppressed_key": tr(
            "withheld: held back to protect people, because it is small or would tell another; not a zero."
        ),
        "missing_key": tr("no data: nobody knows the value; not zero either."),
        "footer": tr(
            "This report speaks of one run alone: earlier releases of the same people, and other fields "
            "beside the map, add to the risk."
        ),
    }


def picture(path, alternative: str) -> str:
    """An ``img`` element that carries a PNG or JPEG file inside the page."""
    data = Path(path).read_bytes()
    kind = "png" if data.startswith(b"\x89PNG") else "jpeg"
    encoded = base64.b64encode(data).decode("ascii")
    text = alternative.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    return f'<img alt="{text}" src="data:image/{kind};base64,{encoded}">'
