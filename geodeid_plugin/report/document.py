# SPDX-License-Identifier: GPL-2.0-or-later
"""What a report consists of, and how it becomes HTML."""

from __future__ import annotations

import base64
import datetime
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.base.verdict import Level, Verdict
from ..host.installation import version
from ..i18n import tr
from . import verdictpage
from .blocks import Items, Section
from .explain import explanation
from .firstpage import KeyFigure, drawing, first_page
from .numbers import agreeing

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Answer:
    """One sentence that answers a report's question where nobody's safety is judged."""

    sentence: str


@dataclass(frozen=True)
class Report:
    """A whole report."""

    summary: str
    """Lead paragraph."""
    sections: tuple
    """Body."""
    verdict: Verdict | Answer | None = None
    """Shown on top; a verdict with what it rests on, before all other sections."""
    warnings: tuple = field(default=())
    """What was left out or needs care; internal."""
    for_testing: bool = False
    """Whether the run was seeded; the page then says in red that nothing may be released."""
    release_summary: str = ""
    """What the form that is released says instead, where the lead tells internal facts."""
    affected_records: tuple = ()
    """The records that a finding concerns, as the user names them; internal."""
    question: str = ""
    """What the first page answers; “May this be published?” where it is empty."""
    advice: str = ""
    """Which of several things may be published, where the answer is about all of them."""
    map: str = ""
    """What the first page shows, as SVG text or made by :func:`picture`."""
    internal_map: bool = False
    """Whether no release may show that."""
    key_figures: tuple[KeyFigure, ...] = ()
    """At most three numbers of the first page; the crowd follows from the verdict."""
    files: tuple[tuple[str, str], ...] = ()
    """Names of the files that were judged, and their SHA-256."""
    releases: bool = False
    """Whether something is to leave the building, so that somebody must sign."""
    title: str = ""
    """Heading; that of the tool where it is empty."""

    def answer(self, release: bool) -> tuple[str, str, str]:
        """Lead of one form, and the style and the sentences of its answer; both empty where it has none."""
        lead = (self.release_summary or self.summary) if release else self.summary
        if isinstance(self.verdict, Verdict):
            return lead, self.verdict.level.value, verdictpage.sentence(self.verdict, release)
        if self.verdict is None:
            return lead, "", ""
        return lead, "answer", self.verdict.sentence

    def parts(self, release: bool) -> list[tuple[Section, list]]:
        """Sections of one form, each with its blocks; nothing internal in the one that is released."""
        own = verdictpage.sections(self) if isinstance(self.verdict, Verdict) else ()
        care = Section(tr("What was left out, and what needs care"), Items(*self.warnings), internal=True)
        cared = (care,) if self.warnings else ()
        sections = (*own, *cared, *self.sections)
        if not release:
            return [(section, list(section.blocks)) for section in sections]
        return [
            (section, [block for block in section.blocks if not getattr(block, "internal", False)])
            for section in sections
            if not section.internal
        ]


@cache
def _page():
    """The template, compiled once: that takes longer than filling it."""
    from jinja2 import Environment, FileSystemLoader

    environment = Environment(
        loader=FileSystemLoader(str(Path(__file__).parent / "templates")),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=shown,
    )
    return environment.get_template("report.html")


def render(report: Report, release: bool = False, said: Callable = str) -> str:
    """Make the HTML page.

    Parameters
    ----------
    report : Report
        The content.
    release : bool
        True leaves internal sections and warnings out and stamps the page for release.
    said : callable
        What is made of each sentence before it is printed.
    """
    from markupsafe import escape

    summary, level, answer = report.answer(release)
    words = _words(release, level)
    return _page().render(
        report=report,
        title=escape(report.title),  # a user's words, in which nothing is made to agree
        said=said,
        summary=summary,
        level=level,
        answer=answer,
        parts=report.parts(release),
        first=first_page(report, release),
        drawing=drawing,
        explanation=explanation,
        named=_named,
        files=_of_files(_spans(report.files)),
        release=release,
        words=words,
        script_words=_script_words(),
        foot=_css_string(f"{words['stamp']} · {report.title}"),
        version=version(),
        date=datetime.date.today().isoformat(),
    )


_FILES, _SPAN = re.compile(r'<p class="files">.*?</p>', re.DOTALL), re.compile("<span>.*?</span>", re.DOTALL)


def with_files(page: str, files: Sequence[tuple[str, str]]) -> str:
    """A page that also names these files, with their SHA-256, where it is one that names any."""
    named = _FILES.search(page)
    if named is None or not files:
        return page
    spans = dict.fromkeys([*_SPAN.findall(named[0]), *_spans(files)])
    return page.replace(named[0], _of_files(spans), 1)


def _spans(files: Iterable[tuple[str, str]]) -> list[str]:
    from markupsafe import escape

    return [f"<span>{escape(name)} <code>{digest}</code></span>" for name, digest in files]


def _of_files(spans: Collection[str]) -> str:
    """The last line of the first page: which files were judged, or why there are none to name."""
    said = " ".join([_named(tr("Files judged (SHA-256)"), ""), *spans])
    return '<p class="files">{}</p>'.format(
        said if spans else tr("No SHA-256: what was judged lies in temporary layers, not in files.")
    )


_NO_NUMBER = re.compile(r"-?(nan|inf)(\s?(%|m|km|m²|km²))?")


def shown(value):
    """What is printed of a text: what stands for a number that there is not, and no plural of one thing.

    Examples
    --------
    >>> shown("nan %"), shown("inf"), shown("1 records")
    ('–', '∞', '1 record')
    """
    if isinstance(value, str) and not hasattr(value, "__html__"):
        found = _NO_NUMBER.fullmatch(value)
        if found:
            return "–" if found[1] == "nan" else "∞"
        return agreeing(value)
    return value


def _named(name: str, what: str) -> str:
    """What something is, with the colon of the language."""
    return tr("{name}: {what}", name=name, what=what)


def _css_string(text: str) -> str:
    """The text as a string of a style sheet; whatever is not a letter or a number is written by its code."""
    plain = (letter if letter.isalnum() else f"\\{ord(letter):x} " for letter in text)
    return f'"{"".join(plain)}"'


_HELD = (Level.GIVES_AWAY.value, Level.NOT_JUDGED.value)
"""Answers that forbid a release: nothing above them says “for release”."""


def _words(release: bool, level: str) -> dict:
    """What every page says, in the language of QGIS."""
    released = tr("Held back – do not release") if level in _HELD else tr("For release")
    return {
        # Translators: the code of your language, for example fr.
        "language": tr("en"),
        "stamp": released if release else tr("INTERNAL – do not release"),
        "held": level in _HELD,
        **{level.value: word for level, word in verdictpage.words().items()},
        "answer": tr("→ Found"),
        "signs": (tr("Who signs for what"), tr("Name and function"), tr("Date"), tr("Signature")),
        "explain": tr("Explain this number"),
        "testing": tr(
            "This run used a seed, and whoever knows the seed can undo the masking. It is for testing: for "
            "a release, run it without a seed."
        ),
        "suppressed": tr("withheld"),
        "missing": tr("no data"),
        "suppressed_key": tr(
            "withheld: held back to protect people, because it is small or would reveal another; not a zero."
        ),
        "missing_key": tr("no data: nobody knows the value; not zero either."),
        "footer": tr(
            "This report covers one run only: earlier releases of the same people, and other fields "
            "beside the map, add to the risk."
        ),
    }


def _script_words() -> dict:
    """What the controls of the internal form say on a screen."""
    return {
        "sort": tr("Sort by this column"),
        "larger": tr("Larger"),
        "smaller": tr("Smaller"),
        "swipe": tr("One over the other: slide"),
        "risk": tr("Slide the risk:"),
        "previous": tr("Previous record"),
        "next": tr("Next record"),
        "whole": tr("Whole map"),
        "costs": tr("1 in {people} costs about {metres} m"),
    }


def picture(data: bytes, alternative: str) -> str:
    """An ``img`` element that carries the bytes of a PNG or JPEG file inside the page."""
    kind = "png" if data.startswith(b"\x89PNG") else "jpeg"
    encoded = base64.b64encode(data).decode("ascii")
    text = alternative.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    return f'<img alt="{text}" src="data:image/{kind};base64,{encoded}">'
