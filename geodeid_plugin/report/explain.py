# SPDX-License-Identifier: GPL-2.0-or-later
"""What a number of the first page means: two sentences and a drawing, opened beside it on a screen."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path

from ..i18n import tr

_INK, _DOT, _PALE = "#0b5c8a", "#d55e00", "#b9c6d0"
_HOMES = tuple((20 + 32 * at, 26 + 22 * (at % 2)) for at in range(8))


@dataclass(frozen=True)
class Explanation:
    """Two sentences on a number, and a drawing as an ``svg`` element."""

    sentences: str
    drawing: str


def explanation(kind: str) -> Explanation:
    """What the number of a kind means (:class:`~.firstpage.KeyFigure`)."""
    sentences, drawn = {
        "crowd": (
            tr(
                "Each patient hides among at least this many people. Somebody who knows the release, the "
                "populations and the whole method, but not the random numbers, names the right one at best "
                "once in that many tries."
            ),
            _crowd,
        ),
        "zone": (
            tr(
                "Nothing in the release is finer than a zone, and this many people live in the smallest one. "
                "Each patient there could be any of them."
            ),
            _crowd,
        ),
        "fewest": (
            tr(
                "The smallest number that is printed beside a zone. Smaller ones are withheld, because "
                "neighbours may recognise the few people behind them."
            ),
            _fewest,
        ),
        "withheld": (
            tr(
                "A withheld count is small, or would give a small one away by subtraction; it is neither "
                "zero nor missing. Whoever subtracts everything that is printed still finds several "
                "possible values for each."
            ),
            _withheld,
        ),
        "move": (
            tr(
                "The mean distance from a patient’s place to the dot, short where many people live and long "
                "where few do. Patterns on the map that are smaller than this distance mean nothing."
            ),
            animation,
        ),
        "noise": (
            tr(
                "Each count was changed by chance; 19 times in 20 the true count is at most this far from "
                "the printed one. This noise is what hides a single patient, so print the interval with "
                "the count."
            ),
            _noise,
        ),
        "exposed": (
            tr(
                "By chance a dot may lie on a patient’s home, as it may lie on any neighbour’s, and "
                "nothing shows which dots did. Exposed are only patients who are found among fewer people "
                "than the limit asks for."
            ),
            _exposed,
        ),
        "sure": (
            tr(
                "Suppose that somebody thinks it as likely as not that a neighbour is a patient, reads "
                "every count that was published, and then guesses. Such a guess is right at most this "
                "often, whatever else is known."
            ),
            _sure,
        ),
        "person": (
            tr(
                "Somebody who studies all the dots together, and knows the populations and the whole "
                "method but not the random numbers, can be at most this sure that any particular person is "
                "one of the patients. This was proved for exactly these dots."
            ),
            _crowd,
        ),
    }[kind]
    return Explanation(sentences, drawn())


def _svg(content: str) -> str:
    return (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 280 80' width='280' height='80' "
        f"aria-hidden='true'>{content}</svg>"
    )


def _person(x: float, y: float, colour: str = _INK) -> str:
    body = f"M{x - 8},{y + 19}a8,10 0 0 1 16,0z"
    return f"<g fill='{colour}'><circle cx='{x}' cy='{y}' r='5'/><path d='{body}'/></g>"


def _home(x: float, y: float, colour: str) -> str:
    return f"<path fill='{colour}' d='M{x - 9},{y}l9,-9l9,9v11h-18z'/>"


def _dot(x: float, y: float) -> str:
    return f"<circle cx='{x}' cy='{y}' r='6' fill='{_DOT}' stroke='#fff'/>"


def _crowd() -> str:
    """One dot, and people who could all stand behind it."""
    lines = "".join(f"M140,14L{20 + 24 * at},46" for at in range(11))
    people = "".join(_person(20 + 24 * at, 52) for at in range(11))
    return _svg(f"<path d='{lines}' stroke='{_PALE}' fill='none'/>{people}{_dot(140, 12)}")


def _fewest() -> str:
    """Counts that are printed, and the line below which none is."""
    bars = "".join(
        f"<rect x='{30 + 24 * at}' y='{70 - height}' width='18' height='{height}' fill='{_INK}'/>"
        for at, height in enumerate((24, 30, 34, 40, 44, 48, 56, 60, 64))
    )
    return _svg(f"{bars}<path d='M16,48H264' stroke='{_DOT}' stroke-width='2' stroke-dasharray='5,4'/>")


def _withheld() -> str:
    """A row of counts of which one is empty, and another that keeps it from being computed."""
    cells = "".join(
        f"<rect x='{20 + 48 * at}' y='24' width='48' height='30' fill='{fill}' "
        f"stroke='{_INK}'/><text x='{44 + 48 * at}' y='45' text-anchor='middle' font-size='16'>{text}</text>"
        for at, (text, fill) in enumerate(
            (("31", "#fff"), ("", _PALE), ("18", "#fff"), ("", _PALE), ("27", "#fff"))
        )
    )
    return _svg(cells)


def _noise() -> str:
    """A printed count, and where the true one may lie."""
    bars = "".join(
        f"<rect x='{40 + 20 * at}' y='{70 - height}' width='16' height='{height}' fill='{_PALE}'/>"
        for at, height in enumerate((3, 8, 18, 36, 54, 60, 54, 36, 18, 8))
    )
    return _svg(f"{bars}<path d='M60,74H220M60,68v10M220,68v10' stroke='{_INK}' stroke-width='3'/>")


def _exposed() -> str:
    """Dots on homes and beside them: which home is a patient's cannot be seen."""
    homes = "".join(_home(x, y, _PALE) for x, y in _HOMES)
    dots = "".join(_dot(x, y) for x, y in ((52, 50), (100, 20), (148, 50), (212, 30)))
    return _svg(homes + dots)


def _sure() -> str:
    """A guess before and after the counts were read."""
    ring = f"fill='none' stroke='{_INK}' stroke-width='3'"
    return _svg(
        f"<circle cx='70' cy='40' r='28' {ring}/><path d='M70,40V12A28,28 0 0 1 70,68z' fill='{_INK}'/>"
        f"<path d='M115,40h45m-8,-7l8,7l-8,7' {ring}/>"
        f"<circle cx='210' cy='40' r='28' {ring}/><path d='M210,40V12A28,28 0 1 1 182,40z' fill='{_INK}'/>"
    )


def animation() -> str:
    """The animation as an ``svg`` element with its sentences in the language of QGIS."""
    sentences = {
        "title": tr("How a mask hides a patient: the patient, the crowd, the dot, the attack"),
        "scene_1": tr("A patient of the sample lives here."),
        "scene_2": tr("The same dot could come from any home in the blue areas."),
        "scene_3": tr("The mask draws its place: as near as the limit allows."),
        "scene_4": tr("Somebody who knows the method names the patient at best 1 time in 11."),
    }
    template = (Path(__file__).parent / "templates" / "how.svg").read_text("utf-8")
    return template.format(**{name: escape(text, quote=False) for name, text in sentences.items()})
