# SPDX-License-Identifier: GPL-2.0-or-later
"""What stands where in METRICS: who reads an edited file neither computes with a text nor prints a list.

A form is a function from a value to the place within that does not fit: names and numbers, empty where the
value itself does not, None where all fits. What is absent is no misfit: who reads it says that it lacks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional

from ....core.base.thresholds import PRESETS
from ....core.base.verdict import Level, Outcome
from ....core.geomask.releases.promise import PROMISES

Form = Callable[[Any], Optional[tuple]]

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
