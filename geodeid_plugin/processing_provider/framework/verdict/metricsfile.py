# SPDX-License-Identifier: GPL-2.0-or-later
"""METRICS of an earlier run, as the next step of a model reads them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection
from numbers import Integral, Real
from string import Formatter
from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from ....core.base.errors import InputError, Phrase, translated
from ....core.base.thresholds import PRESETS
from ....core.base.verdict import Adversary, Level, Outcome, worst
from ....core.geomask.releases.promise import PROMISES
from ....core.geometry.sphere import EARTH_RADIUS_M, unit_vectors
from ....i18n import tr
from ....report.numbers import agreeing
from ..writing.destinations import read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable


Form = Callable[[Any], Optional[tuple]]
"""From a value to the place within that does not fit: names and numbers, empty where the value itself does
not, None where all fits. What is absent is no misfit: who reads it says that it lacks."""

_LARGEST = 1e15
"""No figure is larger, metres, people or bytes; beyond it whole numbers and floats are no longer the same."""
_LONGEST = 20_000
"""Letters of a sentence, a name or a list of names: a page that is signed holds no book."""


def misfit(metrics: dict) -> str:
    """The first place in METRICS that cannot be read, as “figures: RECORDS”; empty where all can.

    Examples
    --------
    >>> misfit({"algorithm": "lpmask", "figures": {"ACHIEVED_RISK": [0.1]}})
    'figures: ACHIEVED_RISK'
    >>> misfit({"algorithm": "lpmask", "figures": {"ACHIEVED_RISK": 0.1}})
    ''
    """
    own = _OF.get(metrics["algorithm"], _fits_always)
    found = _COMMON(metrics) or own(metrics)
    return ": ".join(map(str, found or ()))


def one(test: Callable[[Any], bool]) -> Form:
    """A value that passes a test."""
    return lambda value: None if test(value) else ()


def either(*forms: Form) -> Form:
    """A value that fits one of several forms; the last names the place that does not fit."""

    def form(value):
        found = [one(value) for one in forms]
        return None if None in found else found[-1]

    return form


def each(form: Form) -> Form:
    """A list of what fits a form."""

    def of_list(value):
        if not isinstance(value, list):
            return ()
        return next(((at, *place) for at, one in enumerate(value) if (place := form(one)) is not None), None)

    return of_list


def named(form: Form) -> Form:
    """Names of one's own, each with what fits a form."""
    return lambda value: keys(**dict.fromkeys(value, form))(value) if isinstance(value, dict) else ()


def keys(**forms: Form) -> Form:
    """A mapping whose named values fit their forms; it may hold others."""

    def form(value):
        if not isinstance(value, dict):
            return ()
        places = ((name, forms[name](value[name])) for name in forms if name in value)
        return next(((name[:40], *place) for name, place in places if place is not None), None)

    return form


def together(*forms: Form) -> Form:
    """A value that fits all of several forms."""
    return lambda value: next((place for one in forms if (place := one(value)) is not None), None)


def among(*values: str) -> Form:
    """One of some words."""
    return one(lambda value: isinstance(value, str) and value in values)


def _is_number(value) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= _LARGEST


def _is_numeral(value) -> bool:
    """A number, or a text that says one: qgis_process hands parameters on as texts."""
    if not isinstance(value, str):
        return _is_number(value)
    try:
        return abs(float(value)) <= _LARGEST
    except ValueError:
        return False


def _fits_always(_value) -> None:
    """Nothing is asked for."""


NOTHING = one(lambda value: value is None)
FLAG = one(lambda value: isinstance(value, bool))
TEXT = one(lambda value: isinstance(value, str) and len(value) <= _LONGEST)
NUMBER = one(_is_number)
NUMERAL = one(_is_numeral)
WHOLE = one(lambda value: _is_number(value) and value >= 0 and value == int(value))
SOME_NUMBER, SOME_TEXT, SOME_WHOLE = (either(NOTHING, form) for form in (NUMBER, TEXT, WHOLE))


def _binned() -> Form:
    one_more = one(lambda value: len(value.get("edges", ())) == len(value.get("counts", ())) + 1)
    return together(keys(edges=each(NUMBER), counts=each(WHOLE)), one_more)


def _curves() -> Form:
    names = ("radius_m", "before_m", "after_m", "low_m", "high_m")
    known = one(lambda value: set(names) <= set(value) <= {*names, "compared"})
    as_long = one(lambda value: len({len(value[name]) for name in names}) == 1)
    two = one(lambda value: value is None or len(value) == 2)
    compared = together(either(NOTHING, each(WHOLE)), two)
    drawn = {name: each(SOME_NUMBER) for name in names}
    return together(keys(compared=compared, **drawn), known, as_long)


_PAIR = together(each(TEXT), one(lambda value: len(value) == 2))
_JUDGEMENT = keys(
    reasons=each(TEXT),
    claim=TEXT,
    limit=SOME_NUMBER,
    inputs=either(
        NOTHING,
        keys(
            layers=each(_PAIR),
            fields=each(_PAIR),
            areas=SOME_WHOLE,
            people=SOME_NUMBER,
            density_km2=either(NOTHING, together(each(NUMBER), one(lambda value: len(value) == 3))),
            outside=SOME_WHOLE,
            released=either(NOTHING, each(TEXT)),
        ),
    ),
    adversaries=each(
        keys(
            key=TEXT, knows=TEXT, holds=TEXT, risk=SOME_NUMBER, covered=FLAG, internal=FLAG,
            level=among(*(level.value for level in Level)),
        )
    ),
    checks=each(
        keys(
            key=TEXT, sentence=TEXT, remedy=SOME_TEXT, internal=FLAG,
            outcome=among(*(outcome.value for outcome in Outcome)),
        )
    ),
)  # fmt: skip
_COMMON = keys(
    judgement=_JUDGEMENT,
    versions=named(TEXT),
    parameters=keys(
        AUDIENCE=either(NOTHING, among("", *(preset.key for preset in PRESETS))),
        KEEP_FIELDS=either(NOTHING, each(TEXT)),
        PLACEMENT=SOME_TEXT,
        EARLIER_RECORDS=either(NOTHING, NUMERAL),
        THRESHOLD=either(NOTHING, NUMERAL),
        **dict.fromkeys(("LIMIT", "SET_CASES", "RADIUS"), NUMERAL),
    ),
    counts=named(WHOLE),
    figures=together(named(either(SOME_TEXT, NUMBER)), keys(VERDICT_TEXT=TEXT)),
    ledger=either(NOTHING, named(either(SOME_TEXT, NUMBER))),
    charts=keys(),
    warnings=each(TEXT),
    date=TEXT,
    files=each(_PAIR),
    picture=SOME_TEXT,
    pixels=SOME_TEXT,
    patients=SOME_TEXT,
    drawn=SOME_NUMBER,
    areas=SOME_TEXT,
    for_testing_only=FLAG,
)
_MODELS = among("auto", "wieland", "revised")
_PROMISE = either(NOTHING, among(*PROMISES.values()))
_OF: dict[str, Form] = {
    "lpmask": keys(
        parameters=keys(
            MODEL=_MODELS,
            RATE_RATIO=either(NOTHING, NUMERAL),
            POPULATION_ERROR=either(NOTHING, NUMERAL, TEXT),
        ),
        figures=keys(
            **dict.fromkeys(
                ("ACHIEVED_RISK", "WIELAND_RISK", "EXPECTED_MOVE_M", "PLACED_MOVE_M", "MEAN_MOVE_M"), NUMBER
            ),
            RISK_BOUND=NUMBER,
            PROMISE=_PROMISE,
            **dict.fromkeys(("PERSON_RISK", "AREA_RISK"), SOME_NUMBER),
        ),
        ledger=either(
            NOTHING,
            keys(
                witness=TEXT,
                proved_risk=SOME_NUMBER,
                proof_reaches=SOME_WHOLE,
                planned_records=SOME_WHOLE,
                **dict.fromkeys(("shown_risk", "joint_risk", "kept_risk", "largest_share"), NUMBER),
                **dict.fromkeys(
                    (
                        "releases", "records", "repeated_records", "held_back_new", "withdrawn_waiting",
                        "records_left", "elsewhere",
                    ),
                    WHOLE,
                ),
            ),
        ),
    ),
    "randommask": keys(
        figures=keys(RELEASED=WHOLE),
        mask_model=keys(kind=TEXT, values=named(NUMBER), bounded=FLAG),
    ),
    "mapreidentification": keys(
        figures=keys(
            RECOVERED=SOME_WHOLE,
            EXPOSED=SOME_WHOLE,
            **dict.fromkeys(("RECALL", "MEAN_DISTANCE_M", "EXPOSED_BY_CHANCE"), SOME_NUMBER),
        ),
    ),
    "evaluatemask": keys(
        parameters=keys(THRESHOLD=NUMERAL),
        figures=keys(
            RECORDS=WHOLE,
            AT_RISK_SHARE=SOME_NUMBER,
            **dict.fromkeys(
                (
                    "MEAN_MOVE_M", "MEDIAN_MOVE_M", "P95_MOVE_M", "STAYED_SHARE", "CENTRE_SHIFT_M",
                    "CHANGED_AREA_SHARE",
                ),
                NUMBER,
            ),
            **dict.fromkeys(
                ("DENSITY_CORRELATION", "HOT_SPOT_OVERLAP", "SMALLEST_K", "MEDIAN_K", "NEAR_P"), SOME_NUMBER
            ),
            NEAR_HOMES_MOST=SOME_WHOLE,
        ),
        charts=keys(
            move_m=_binned(),
            k=_binned(),
            bearing=together(each(WHOLE), one(lambda value: len(value) > 0)),
            pattern=_curves(),
        ),
    ),
    "lpstrategy": keys(
        parameters=keys(RECORDS=NUMERAL, MODEL=_MODELS),
        figures=keys(PROMISE=_PROMISE),
        charts=keys(
            frontier=each(keys(method=TEXT, risk=NUMBER, move_m=SOME_NUMBER, placed_m=SOME_NUMBER)),
        ),
    ),
}  # fmt: skip


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


def reason(metrics: dict, said: Collection[str] = ()) -> Phrase:
    """Why an earlier run was judged as it was; empty where sentences that were said already are all of it."""
    text = metrics["figures"]["VERDICT_TEXT"]
    parts = metrics.get("judgement", {}).get("reasons", [])
    if not parts or agreeing(" ".join(map(str, parts))) != agreeing(text):
        return read_back(metrics, text)
    blanks = {f"part{at}": read_back(metrics, one) for at, one in enumerate(parts) if one not in said}
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
