# SPDX-License-Identifier: GPL-2.0-or-later
"""The verdict follows from its parts, and no part can make it milder."""

from dataclasses import replace
from itertools import product

import pytest

from geodeid_plugin.core.base.errors import Phrase
from geodeid_plugin.core.base.verdict import (
    CARE,
    FAILED,
    MADE,
    NOT_MADE,
    Adversary,
    Check,
    Claim,
    Level,
    Outcome,
    Verdict,
    worst,
)
from tests.refusals import refuses

CLAIM = Claim(Phrase("Nobody is named with a risk above the limit."), 0.2)


def adversary(risk=0.1, **more):
    return Adversary("map", Phrase("the map"), Phrase("all people"), risk, **more)


def check(outcome, key="fields", **more):
    return Check(key, outcome, Phrase(f"Check {key} is {outcome.value}."), **more)


def judged(*parts, claim=CLAIM):
    adversaries = tuple(part for part in parts if isinstance(part, Adversary))
    return Verdict(claim, None, adversaries, tuple(part for part in parts if isinstance(part, Check)))


def test_a_verdict_is_green_only_where_something_was_tried_and_everything_holds():
    assert judged(adversary(0.2), check(MADE)).level is Level.PASSED
    assert judged(check(MADE)).level is Level.NOT_JUDGED
    assert judged(adversary(0.1, covered=False), check(MADE)).level is Level.NOT_JUDGED
    assert judged().level is Level.NOT_JUDGED
    assert judged(claim=Claim(Phrase("Enough people."))).level is Level.NOT_JUDGED
    assert judged(check(MADE), claim=Claim(Phrase("Enough people."))).level is Level.PASSED


@pytest.mark.parametrize(
    ("risk", "limit", "level"),
    [
        (1 / 11, 1 / 11, Level.PASSED),
        (1 / 11, 0.0909, Level.GIVES_AWAY),
        (0.2000001, 0.2, Level.GIVES_AWAY),
        (float("nan"), 0.2, Level.NOT_JUDGED),
        (None, 0.2, Level.NOT_JUDGED),
        (0.0, 0.2, Level.PASSED),
    ],
)
def test_the_worst_adversary_is_held_against_the_limit(risk, limit, level):
    verdict = judged(adversary(0.0), adversary(risk), claim=Claim(CLAIM.sentence, limit))
    assert verdict.level is level


def test_an_adversary_beyond_the_limit_asks_for_care_only_with_an_explanation():
    why = Phrase("About as many as chance would give.")
    assert judged(adversary(0.9, explained=why)).level is Level.WITH_CARE
    assert judged(adversary(0.9, explained=why)).reasons == (why,)
    assert judged(adversary(0.9, explained=why), adversary(0.3)).level is Level.GIVES_AWAY


def test_an_uncalibrated_figure_is_never_green_but_still_gives_away():
    assert judged(adversary(0.1, calibrated=False)).level is Level.NOT_JUDGED
    assert judged(adversary(0.3, calibrated=False)).level is Level.GIVES_AWAY


def test_no_part_ever_makes_a_verdict_milder():
    parts = [
        adversary(0.1),
        adversary(0.5),
        adversary(None),
        adversary(0.1, calibrated=False),
        adversary(0.5, explained=Phrase("Chance.")),
        *map(check, Outcome),
    ]
    for one, other, third in product(parts, repeat=3):
        alone, both = judged(one, other), judged(one, other, third)
        nothing_tried = not alone.adversaries
        assert both.level.severity >= alone.level.severity or nothing_tried


@pytest.mark.parametrize(
    ("outcome", "level"),
    [
        (MADE, Level.PASSED),
        (CARE, Level.WITH_CARE),
        (NOT_MADE, Level.NOT_JUDGED),
        (FAILED, Level.GIVES_AWAY),
    ],
)
def test_a_check_decides_with_its_own_sentence(outcome, level):
    verdict = judged(adversary(0.1), check(outcome))
    assert verdict.level is level
    if outcome is not MADE:
        assert verdict.reasons == ("Check fields is " + outcome.value + ".",)


def test_reasons_remedies_and_records_name_what_is_concerned():
    change = Phrase("Give the strata.")
    verdict = judged(
        adversary(0.5, records=(7, 3)),
        adversary(0.9, covered=False, records=(99,)),
        check(CARE, "care", remedy=Phrase("Look."), records=(3,)),
        check(NOT_MADE, "missing", remedy=change, records=(5,)),
        check(MADE, "made", remedy=Phrase("Nothing."), records=(1,)),
    )
    assert verdict.affected_records == (1, 3, 5, 7)
    assert verdict.remedies == (change, Phrase("Look."))
    assert verdict.worst_risk == 0.5
    assert (
        "a risk of 1 in 2" in verdict.reasons[0]
        and "1 in 5" in verdict.reasons[0]
        and len(verdict.reasons) == 1
    )


def test_the_largest_risk_is_the_first_reason_as_it_is_the_risk_that_is_told():
    verdict = judged(adversary(0.3), adversary(1.0), adversary(0.4))
    risks = [reason.split("risk of ")[1].split(",")[0] for reason in verdict.reasons]
    assert risks == ["more than 1 in 2", "1 in 2", "1 in 3"]
    assert verdict.worst_risk == 1.0


def test_the_release_form_hears_nothing_internal():
    secret = check(FAILED, records=(1,))
    public = check(FAILED, "public", internal=False)
    assert judged(adversary(0.5), secret, public).reasons_for_release() == (public.sentence,)
    assert judged(adversary(0.5)).reasons_for_release() == ()
    assert len(judged(adversary(0.1, internal=False)).reasons_for_release()) == 1


def test_levels_are_ordered_and_named_as_the_contract_says():
    assert [level.value for level in Level] == ["passed", "with_care", "not_judged", "gives_away"]
    assert worst([]) is Level.PASSED
    assert worst(Level) is Level.GIVES_AWAY


def test_a_green_verdict_says_how_near_the_limit_anybody_came():
    (said,) = judged(adversary(0.1), adversary(0.15)).reasons
    assert (
        said.format() == "The largest risk that any adversary reached is 1 in 6, within the limit of 1 in 5."
    )
    eleven = Claim(Phrase("Nobody is named."), 0.091)
    for risk, said in (
        (0.05, "1 in 20, within the limit of 1 in 11."),
        (0.09099, "1 in 11, within the limit of 1 in 11."),
        (0.0911, "slightly more than 1 in 11, above the limit of 1 in 11."),
        (0.0999, "1 in 10, above the limit of 1 in 11."),
    ):
        assert said in judged(adversary(risk), claim=eleven).reasons[0].format()
    unlimited = Claim(Phrase("Counts are as they were."), None)
    assert judged(check(MADE), claim=unlimited).reasons == (unlimited.sentence,)


@pytest.mark.parametrize(("risk", "words"), [(0.2, "cannot be trusted"), (0.21, "above the limit")])
def test_a_figure_at_the_limit_is_not_said_to_be_above_it(risk, words):
    (said,) = judged(adversary(risk, calibrated=False)).reasons
    assert words in said.format()


def test_a_share_of_the_records_is_said_in_percent():
    (said,) = judged(adversary(0.21), claim=Claim(CLAIM.sentence, 0.2, share=True)).reasons
    assert "reaches a risk of 21 %, above the limit of 20 %" in said.format()
    (said,) = judged(adversary(0.05), check(MADE), claim=Claim(CLAIM.sentence, 0.2, share=True)).reasons
    assert "singles out 5.0 % of the records, within the limit of 20 %" in said.format()


@pytest.mark.parametrize("limit", [float("nan"), -1.0])
def test_nothing_is_within_a_limit_that_is_none(limit):
    stranger = Adversary("map", Phrase("the map"), risk=0.01)
    assert Verdict(Claim(Phrase("hidden"), limit), None, (stranger,)).level is Level.GIVES_AWAY


@pytest.mark.parametrize("limit", [0.34, 0.5, 0.95, 0.999999])
def test_no_limit_weaker_than_any_published_makes_a_green(limit):
    verdict = judged(adversary(0.1), check(MADE), claim=Claim(CLAIM.sentence, limit))
    assert verdict.level is Level.WITH_CARE
    assert "weaker than any that is published" in verdict.reasons_for_release()[0]
    assert replace(verdict, checks=(check(MADE), *verdict.checks)).reasons == verdict.reasons
    assert judged(adversary(0.1), claim=Claim(CLAIM.sentence, 1 / 3)).level is Level.PASSED


@pytest.mark.parametrize("limit", [1, 1.0, 2.4])
def test_a_limit_that_forbids_nothing_is_refused(limit):
    with refuses("threshold.limit.forbids_nothing"):
        judged(adversary(0.1), claim=Claim(CLAIM.sentence, limit))
