# SPDX-License-Identifier: GPL-2.0-or-later
"""All algorithms on random and hostile layers: a valid output or a sentence. scripts/fuzz runs many more."""

import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


@pytest.fixture(scope="module")
def cases(qgis_app):
    sys.path.insert(0, str(SCRIPTS))
    import fuzz_cases

    yield fuzz_cases
    sys.path.remove(str(SCRIPTS))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 300, 50))
def test_hostile_layers_end_in_an_output_or_a_sentence(cases, tmp_path, first):
    outcomes = [(n, cases.run_case(n, 20_26, tmp_path / str(n))) for n in range(first, first + 50)]
    assert not [(number, one.algorithm, one.faults) for number, one in outcomes if one.faults]
    # A case that a busy machine had no time for is cancelled and ends in a sentence, too.
    assert all(one.ended in ("output", "sentence", "slow") for _number, one in outcomes)
    assert sum(one.ended == "output" for _number, one in outcomes) > 2, "hardly any case is run at all"


def test_the_watch_sees_what_must_not_be(cases, tmp_path, layer):
    """What the cases are looked at with finds each of the faults it is there for."""
    page = "<p>risk: nan %</p><svg><circle cx='1' cy=\"nan\"/></svg>"
    assert len(cases.faults_of_page(page)) == 2 and not cases.faults_of_page(
        "<p>Nancy, banana, information</p>"
    )
    metrics = tmp_path / "metrics.json"
    metrics.write_text('{"figures": {"RISK": NaN}}')
    assert cases.faults_of_metrics(metrics)
    numbered = layer("Point", [("POINT(0 0)", [row]) for row in range(9)], ["nummer:integer"])
    assert cases.faults_of_release(numbered, {})
    endless = layer("Point", [("POINT(0 0)", [float("inf")])], ["risk:double"])
    assert cases.faults_of_layer(endless)
    feedback = cases.Feedback()
    (tmp_path / "half.gpkg").write_text("")
    said = cases.faults_of_refusal(
        "Something went wrong that was not foreseen (KeyError).", feedback, tmp_path
    )
    assert len(said) == 2
