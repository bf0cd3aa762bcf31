# SPDX-License-Identifier: GPL-2.0-or-later
"""METRICS of an earlier run, as the next step of a model reads them."""

from __future__ import annotations

import hashlib
import json

import numpy as np

from ....core.base.errors import InputError, Phrase
from ....core.base.verdict import Adversary, Level, Outcome, worst
from ....core.geometry.sphere import EARTH_RADIUS_M, unit_vectors
from ..writing.destinations import read_bytes
from .metricsform import misfit

SAME_SPREAD_M = 0.05
"""By how much the spread of one set of points may differ from itself; of two draws it does by metres."""
_NAME = 40
"""Letters of a name that a sentence repeats."""


def read_metrics(run, name: str, *algorithms: str) -> dict | None:
    """Read the METRICS file of a parameter, of one of some algorithms; None where none was given.

    Raises
    ------
    InputError
        It is no METRICS file, of another algorithm, or holds something else where a run wrote a figure or a
        sentence.
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

    Raises
    ------
    InputError
        The file was written before verdicts were values, or somebody changed it since: it states a milder
        verdict than the adversaries and checks that it lists.
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

    Parameters
    ----------
    lon_deg, lat_deg : array_like, shape (n,)
        Degrees; what differs by less than a tenth of a metre is the same.
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

    Parameters
    ----------
    areas : Areas
        Their points count to a tenth of a metre, their people to a millionth.
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
