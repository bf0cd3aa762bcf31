# SPDX-License-Identifier: GPL-2.0-or-later
"""What a report consists of, and how it becomes HTML."""

from __future__ import annotations

import base64
import datetime
from dataclasses import dataclass, field
from pathlib import Path

from ..installation import version

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
class Facts:
    """Pairs of a label and a value, set as a two-column list."""

    pairs: tuple
    kind: str = "facts"


@dataclass(frozen=True)
class Table:
    """Rows under headings; numbers are set to the right."""

    columns: tuple
    rows: tuple
    caption: str = ""
    kind: str = "table"


@dataclass(frozen=True)
class Figure:
    """A chart or map as SVG text, or an ``img`` element made by :func:`picture`; may be internal."""

    markup: str
    caption: str = ""
    internal: bool = False
    kind: str = "figure"


@dataclass(frozen=True)
class Section:
    """A heading with paragraphs (str), facts, tables and figures.

    ``beside`` sets the figures of the section side by side; ``internal`` keeps the section out of
    the form that is released.
    """

    title: str
    blocks: tuple
    internal: bool = False
    beside: bool = False


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
    """

    title: str
    summary: str
    sections: tuple
    verdict: Verdict | None = None
    warnings: tuple = field(default=())
    for_testing: bool = False


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
    sections = [section for section in report.sections if not (release and section.internal)]
    return environment.get_template("report.html").render(
        report=report,
        sections=sections,
        release=release,
        version=version(),
        date=datetime.date.today().isoformat(),
    )


def picture(path, alternative: str) -> str:
    """An ``img`` element that carries a PNG or JPEG file inside the page."""
    data = Path(path).read_bytes()
    kind = "png" if data.startswith(b"\x89PNG") else "jpeg"
    encoded = base64.b64encode(data).decode("ascii")
    text = alternative.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    return f'<img alt="{text}" src="data:image/{kind};base64,{encoded}">'
