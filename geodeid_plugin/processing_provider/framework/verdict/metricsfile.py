# SPDX-License-Identifier: GPL-2.0-or-later
"""METRICS of an earlier run, as the next step of a model reads them."""

from __future__ import annotations

import hashlib
import json
import re
from numbers import Integral, Real
from string import Formatter
from typing import TYPE_CHECKING

import numpy as np

from ....core.base.errors import InputError, Phrase, translated
from ....core.base.verdict import Adversary, Level, Outcome, worst
from ....core.geometry.sphere import EARTH_RADIUS_M, unit_vectors
from ....i18n import tr
from ....report.numbers import agreeing
from ..writing.destinations import read_bytes
from .metricsform import misfit

if TYPE_CHECKING:
    from collections.abc import Iterable

SAME_SPREAD_M = 0.05
"""By how much the spread of one set of points may differ from itself; of two draws it does by metres."""
_NAME = 40
"""Letters of a name that a sentence repeats."""


def read_metrics(run, name: str, *algorithms: str) -> dict | None:
    """Read the METRICS file of a parameter, of one of some algorithms; None where none was given.

    A file that holds something else where a run wrote a figure or a sentence is refused.
    """
    path = run.file(name)
    if path is None:
        return None
    try:
        text = read_bytes(path).decode("utf-8")
        metrics = json.loads(text, object_hook=_whole_part(path.name))
        made_by = str(metrics["algorithm"])
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise InputError(
            "metrics.file.not_metrics", "{file} is not a METRICS file of GeoDeID.", file=path.name
        ) from error
    if made_by not in algorithms:
        raise InputError(
            "metrics.file.other_algorithm",
            "{file} comes from “{found}”; {name} needs the METRICS of “{wanted}”.",
            file=path.name,
            found=made_by[:_NAME],
            name=name,
            wanted="”, “".join(algorithms),
        )
    place = misfit(metrics)
    if place:
        raise InputError(
            "metrics.place.missing",
            "{file} does not hold what “{algorithm}” wrote as “{place}”. Run that step again.",
            file=path.name,
            algorithm=made_by,
            place=place,
        )
    return metrics


def _whole_part(file: str):
    """A mapping of a METRICS file that says what it lacks: somebody may have shortened the file."""

    class Part(dict):
        def __missing__(self, key):
            raise InputError(
                "metrics.file.incomplete",
                "{file} is not a whole METRICS file of GeoDeID: it lacks “{key}”.",
                file=file,
                key=key,
            )

    return Part


def level_of(metrics: dict) -> Level:
    """The verdict of an earlier run.

    A file from before verdicts were values, or that states a milder verdict than the adversaries and checks
    that it lists, is refused.
    """
    try:
        stated, listed = Level(metrics["verdict"]), worst(_listed(metrics.get("judgement", {})))
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise InputError(
            "metrics.verdict.missing",
            "The METRICS of “{algorithm}” hold no verdict. Run that step again.",
            algorithm=metrics.get("algorithm"),
        ) from error
    if listed.severity > stated.severity:
        raise InputError(
            "metrics.verdict.contradiction",
            "The METRICS of “{algorithm}” contradict themselves: what they list is worse than the "
            "verdict that they state. Run that step again.",
            algorithm=metrics.get("algorithm"),
        )
    return stated


def file_identity(data: bytes) -> str:
    """What tells a file from every other, in METRICS and reports: its SHA-256, which shows nothing of it."""
    return hashlib.sha256(data).hexdigest()


def pixels_identity(picture) -> str | None:
    """What tells the colours of a picture from all others, in whatever file they are packed.

    None of a drawing, which holds more than its pixels, and of a picture that is transparent: on another
    ground it looks otherwise.
    """
    if picture.is_vector or picture.others:
        return None
    rgb = np.ascontiguousarray(picture.rgb, dtype=np.uint8)
    return hashlib.sha256(str(rgb.shape).encode() + rgb.tobytes()).hexdigest()


def points_identity(lon_deg, lat_deg) -> str:
    """What tells a set of points from every other in METRICS, in any order: internal, like the points.

    What differs by less than a tenth of a metre is the same.
    """
    return _identity(lon_deg, lat_deg)


def points_spread_m(lon_deg, lat_deg) -> float:
    """Root mean square distance of points from their middle, metres: tells one draw of a mask from another.

    In any order, and through a file that rounds coordinates to a tenth of a metre (:data:`SAME_SPREAD_M`).
    """
    places = unit_vectors(lon_deg, lat_deg)
    return float(EARTH_RADIUS_M * np.sqrt(((places - places.mean(axis=0)) ** 2).sum(axis=1).mean()))


def areas_identity(areas) -> str:
    """What tells areas and their populations from all others in METRICS, in any order.

    Points count to a tenth of a metre, people to a millionth.
    """
    return _identity(areas.lon_deg, areas.lat_deg, areas.population)


def _identity(*columns) -> str:
    rounded = np.round(np.column_stack(columns), 6) + 0.0
    rows = rounded[np.lexsort(rounded.T[::-1])]
    return hashlib.sha256(np.ascontiguousarray(rows, dtype="<f8").tobytes()).hexdigest()


def _listed(judgement: dict):
    """What each adversary and each check of an earlier run makes of its claim, by its own figures."""
    limit = judgement.get("limit")
    if limit is not None and not 0 <= limit <= 1:
        limit = np.nan  # no share is kept within what is none
    for one in judgement.get("adversaries", ()):
        yield Level(one["level"])
        if one["covered"] and limit is not None:
            knows = Phrase("{key}", key=one["key"])
            yield Adversary(one["key"], knows, risk=one["risk"], explained=_explained(one)).level(limit)
    for one in judgement.get("checks", ()):
        yield Outcome(one["outcome"]).level


def _explained(one: dict):
    """Whether what is beyond the limit was explained in that run: it then asked for care."""
    return Phrase("{key}", key=one["key"]) if Level(one["level"]) is Level.WITH_CARE else None


_FORMAT = re.compile(r",?(?:\.\d{1,2})?[a-z%]?")
"""Formats of a blank, as ``,.0f``: METRICS that somebody wrote may ask for a gigabyte of zeros."""


def saved(sentences: Iterable) -> dict:
    """Words and values of sentences, by the sentences as the user read them."""
    return {translated(one, tr): _apart(one) for one in sentences if isinstance(one, Phrase)}


def read_back(metrics: dict, sentence: str) -> Phrase:
    """A sentence of an earlier run, by its words and values; where METRICS hold none, as it was read."""
    kept_ones = metrics.get("judgement", {}).get("said")
    found = kept_ones.get(sentence) if isinstance(kept_ones, dict) else None
    said = _together(found) if isinstance(found, dict) else None
    return said or Phrase("{sentence}", sentence=sentence)


def reason(metrics: dict) -> Phrase:
    """Why an earlier run was judged as it was."""
    text = metrics["figures"]["VERDICT_TEXT"]
    parts = metrics.get("judgement", {}).get("reasons", [])
    if not parts or agreeing(" ".join(map(str, parts))) != agreeing(text):
        return read_back(metrics, text)
    blanks = {f"part{at}": read_back(metrics, one) for at, one in enumerate(parts)}
    return Phrase(" ".join(f"{{{name}}}" for name in blanks), **blanks)


def _apart(value):
    if isinstance(value, Phrase):
        return {"words": value.words, "values": {name: _apart(one) for name, one in value.values.items()}}
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, Integral):
        return int(value)
    return float(value) if isinstance(value, Real) else str(value)


def _together(found) -> Phrase | None:
    """The sentence again; None where the file does not hold one that may be filled in."""
    words, values = found.get("words"), found.get("values")
    if not isinstance(words, str) or not isinstance(values, dict):
        return None
    again = {name: _together(one) if isinstance(one, dict) else one for name, one in values.items()}
    try:
        blanks = [part[1:3] for part in Formatter().parse(words) if part[1] is not None]
        # A name with a dot or a bracket would look into the value, and a format may hold blanks itself.
        fits = all(str(name).isidentifier() and _FORMAT.fullmatch(format_ or "") for name, format_ in blanks)
        if not fits or None in [again.get(name) for name, _format in blanks]:
            return None
        return Phrase(words, **again)
    except (ValueError, TypeError):
        return None
