# SPDX-License-Identifier: GPL-2.0-or-later
"""Counts with differential privacy: exact draws, sensitivity, accounting, tables that add up."""

import ast
import inspect
import re
import sys
from fractions import Fraction
from math import e, exp, log, sqrt
from pathlib import Path

import numpy as np
import pytest

from geodeid_plugin.core.base.randomness import SeededSource, SystemSource
from geodeid_plugin.core.counts.protection import private_counts, sampling
from geodeid_plugin.core.counts.protection.accounting import (
    Budget,
    Loss,
    check_of,
    claim_of,
    delta_of,
    epsilon_of,
    percent_right,
    surest,
    together,
)
from geodeid_plugin.core.counts.protection.noise import Noise
from geodeid_plugin.core.counts.protection.private_counts import (
    bounded_rows,
    consistent,
    least_squares,
    release_counts,
    release_records,
    sets_of,
    summed,
)
from geodeid_plugin.core.counts.protection.sampling import (
    bernoulli,
    bernoulli_exp,
    discrete_gaussian,
    discrete_laplace,
)

sys.path.append(str(Path(__file__).resolve().parents[2] / "scripts" / "evidence"))
import privacy_tester as tester

from tests.refusals import refuses

DRAWS = 400_000
ROWS = 3
"""Records of the patient that one data set has and its neighbour has not."""
EPSILON, RHO = Loss.of_epsilon(1), Loss.of_rho(0.2)


class OnlyBits:
    """A source that has nothing but random bits."""

    def __init__(self, seed=1):
        self._source = SeededSource(seed)

    def words(self, size):
        return self._source.words(size)


class Scripted:
    """A source of given words."""

    def __init__(self, *words):
        self._words = list(words)

    def words(self, size):
        return np.array([self._words.pop(0) for _ in range(size)])


# Exact draws


@pytest.mark.slow
@pytest.mark.parametrize(
    "scale", [Fraction(1, 3), Fraction(1), Fraction(10, 9), Fraction(20), Fraction(10**8, 10**7 - 1)]
)
def test_laplace_noise_has_its_law_and_is_made_of_random_bits_alone(scale):
    drawn = discrete_laplace(scale, 100_000, OnlyBits())
    assert drawn.dtype == np.int64
    assert tester.misfit(drawn, tester.laplace_law(float(scale))) > 1e-4


@pytest.mark.slow
@pytest.mark.parametrize(
    "variance", [Fraction(1, 5), Fraction(1), Fraction(50, 7), Fraction(10**12 + 1, 10**10)]
)
def test_gaussian_noise_has_its_law_and_is_made_of_random_bits_alone(variance):
    drawn = discrete_gaussian(variance, 100_000, OnlyBits())
    assert drawn.dtype == np.int64
    assert tester.misfit(drawn, tester.gaussian_law(float(variance))) > 1e-4


def test_samplers_hold_no_float():
    tree = ast.parse(inspect.getsource(sampling))
    for node in ast.walk(tree):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not isinstance(node, ast.Div)
        assert not (
            isinstance(node, ast.Attribute) and node.attr in {"exp", "log", "log1p", "uniform", "random"}
        )


def test_a_chance_is_decided_by_as_many_bits_as_it_needs():
    third = np.array([1]), np.array([3])
    word = 2**31 // 3  # the uniform number lies in the part that holds 1/3: 0.0101… in binary
    assert bernoulli(*third, Scripted(word - 1)).tolist() == [True]
    assert bernoulli(*third, Scripted(word + 1)).tolist() == [False]
    assert bernoulli(*third, Scripted(word, 0)).tolist() == [True]
    assert bernoulli(*third, Scripted(word, 2**31 - 1)).tolist() == [False]


def test_chances_of_huge_numbers_do_not_overflow():
    over = np.full(20_000, 10**40, dtype=object)
    assert abs(bernoulli(over, 4 * over, OnlyBits()).mean() - 0.25) < 0.02
    assert abs(bernoulli_exp(over, 2 * over, OnlyBits()).mean() - exp(-0.5)) < 0.02


def test_certain_chances_are_certain():
    one = np.ones(1000, dtype=np.int64)
    assert bernoulli(one, one, OnlyBits()).all() and not bernoulli(0 * one, one, OnlyBits()).any()
    assert bernoulli_exp(0 * one, one, OnlyBits()).all()


def test_a_release_draws_from_the_operating_system():
    """Two draws differ, and the system's words are all of their bits."""
    words = SystemSource().words(4000)
    assert words.min() >= 0 and words.max() < 2**31
    assert all(abs(((words >> bit) & 1).mean() - 0.5) < 0.06 for bit in range(31))


# The tester


def laplace_pair(noise, with_patient=ROWS, draws=DRAWS):
    """A count with a patient of three rows, and without."""
    return (
        with_patient + noise.draw(draws, SeededSource(1)),
        noise.draw(draws, SeededSource(2)),
    )


@pytest.mark.slow
def test_the_tester_accepts_the_right_laplace_noise():
    assert abs(tester.excess(*laplace_pair(Noise.of(EPSILON, ROWS)), 1.0)) < tester.REJECTED


@pytest.mark.slow
@pytest.mark.parametrize("fault", [Fraction(ROWS - 1, ROWS), Fraction(95, 100)])
def test_the_tester_rejects_too_little_laplace_noise(fault):
    noise = Noise("laplace", Noise.of(EPSILON, ROWS).parameter * fault)
    assert tester.excess(*laplace_pair(noise), 1.0) > tester.REJECTED


@pytest.mark.slow
@pytest.mark.parametrize("fault", [None, Fraction((ROWS - 1) ** 2, ROWS**2)])
def test_the_tester_tells_gaussian_noise_from_too_little(fault):
    right = Noise.of(RHO, ROWS)
    noise = Noise("gaussian", right.parameter * (fault or 1))
    delta = tester.least_delta(tester.gaussian_law(float(right.parameter)), ROWS, 0.5)
    assert delta <= delta_of(float(RHO.rho), 0.5)
    found = tester.excess(*laplace_pair(noise), 0.5, delta)
    assert found > tester.REJECTED if fault else abs(found) < tester.REJECTED


@pytest.mark.slow
def test_the_tester_rejects_noise_of_floats_by_its_last_digits():
    source = np.random.default_rng(1)
    one, other = (
        tester.as_told(count + tester.float_laplace(source, float(ROWS), DRAWS)) for count in (ROWS, 0)
    )
    assert tester.excess(one, other, 1.0) > tester.REJECTED
    whole = (np.floor(told / tester.DIGITS) for told in (one, other))
    assert abs(tester.excess(*whole, 1.0)) < tester.REJECTED, "its whole part alone says nothing"


@pytest.mark.slow
def test_the_tester_rejects_rounded_floats_and_few_bits_by_their_law():
    source = np.random.default_rng(1)
    law = tester.laplace_law(2.0)
    assert tester.misfit(np.rint(tester.float_laplace(source, 2.0, DRAWS)).astype(int), law) < 1e-9
    geometric = [np.floor(np.abs(tester.float_laplace(source, 2.0, DRAWS, bits=12))) for _ in range(2)]
    assert tester.misfit((geometric[0] - geometric[1]).astype(int), law) < 1e-9
    assert tester.misfit(discrete_laplace(Fraction(2), DRAWS, SystemSource()), law) > 1e-6


@pytest.mark.slow
@pytest.mark.parametrize("free_total", [False, True])
def test_the_tester_sees_a_total_that_was_not_paid_for(free_total):
    """A cell and the total of all, both with the patient or without."""
    shares = sets_of((5, 1))
    sides = []
    for seed, rows in ((1, ROWS), (2, 0)):
        source = SeededSource(seed)
        cell, total = (
            rows + Noise.of(EPSILON if free_total else EPSILON.part(share), ROWS).draw(DRAWS, source)
            for share in shares.values()
        )
        sides.append(np.clip(cell, -8, 8) * 1000 + np.clip(total, -60, 60) // 4)
    found = tester.excess(*sides, 1.0)
    assert found > tester.REJECTED if free_total else abs(found) < tester.REJECTED


# Sensitivity and contributions


@pytest.mark.parametrize("shape", [(1, 1), (6, 1), (1, 4), (5, 3)])
def test_what_the_sets_of_counts_cost_is_what_was_asked(shape, monkeypatch):
    drawn = []

    def draw(noise, size, source):
        drawn.append((size, noise.parameter))
        return np.zeros(size, dtype=np.int64)

    monkeypatch.setattr(Noise, "draw", draw)
    for loss in (EPSILON, RHO):
        drawn.clear()
        release_counts(np.ones(shape, dtype=int), loss, 3, SystemSource())
        assert sorted(size for size, _ in drawn) == sorted(a * b for a, b in sets_of(shape))
        paid = [3 / one if loss.epsilon else Fraction(9) / (2 * one) for _, one in drawn]
        assert sum(paid) == loss.epsilon + loss.rho


def test_sensitivity_by_enumeration():
    """Every way to give a patient three rows among six cells moves each set by three, and never by more."""
    shape, moves = (3, 2), {one: [] for one in sets_of((3, 2))}
    for a in range(6):
        for b in range(a, 6):
            for c in range(b, 6):
                change = np.bincount([a, b, c], minlength=6).reshape(shape)
                for one, found in moves.items():
                    moved = summed(change, one)
                    found.append((np.abs(moved).sum(), sqrt((moved**2).sum())))
    for found in moves.values():
        assert {one for one, _ in found} == {3}
        assert max(length for _, length in found) == 3.0


def test_rows_beyond_the_bound_are_cut_patient_by_patient():
    patient = np.repeat([5, 2, 9], [4, 1, 2])
    kept = bounded_rows(patient, 2, SeededSource(3))
    assert np.array_equal(kept, np.sort(kept))
    assert np.bincount(patient[kept], minlength=10)[[5, 2, 9]].tolist() == [2, 1, 2]
    chosen = [tuple(bounded_rows(patient, 2, SeededSource(seed))[:2]) for seed in range(200)]
    assert len(set(chosen)) == 6, "each pair of four rows"
    assert len(bounded_rows(np.array([], dtype=int), 2, SeededSource(1))) == 0


NEIGHBOURS = 600


def released_tables(rows, seed):
    """Published tables of two zones, of five patients and of one more with so many rows, a number each."""
    place = np.r_[np.zeros(2, dtype=int), np.ones(3, dtype=int), np.zeros(rows, dtype=int)]
    who, source, told = [*"abcde", *["more"] * rows], SeededSource(seed), []
    for _ in range(NEIGHBOURS):
        zones = release_records(place, who, (2, 1), EPSILON, ROWS, source).table.zones.count[:, 0]
        told.append(100 * zones[0] + min(zones[1], 99))
    return np.array(told)


@pytest.mark.slow
def test_the_tester_accepts_the_released_table_and_finds_a_patient_who_was_not_cut(monkeypatch):
    without = released_tables(0, 1)
    assert tester.excess(released_tables(ROWS + 6, 2), without, 1.0) < tester.REJECTED
    monkeypatch.setattr(
        private_counts, "bounded_rows", lambda patient, _rows, _source: np.arange(len(patient))
    )
    assert tester.excess(released_tables(ROWS + 6, 2), without, 1.0) > tester.REJECTED


def test_a_release_says_what_was_cut_and_which_counts_are_below_their_noise():
    place, who = np.array([0, 0, 0, 0, 1, 1]), ["a", "a", "a", "b", "a", "c"]
    release = release_records(place, who, (3, 1), EPSILON, 2, SystemSource())
    assert release.counts.sum() == 4 and (release.rows_cut, release.patients_cut) == (2, 1)
    assert (release.weak == (release.table.cells.count < release.table.cells.margin)).all()
    nobody = release_records(place[:0], [], (3, 1), EPSILON, 2, SystemSource())
    assert nobody.counts.sum() == nobody.rows_cut == 0


# Tables


@pytest.mark.parametrize("loss", [EPSILON, RHO])
@pytest.mark.parametrize("shape", [(1, 1), (30, 1), (1, 4), (30, 3)])
def test_a_table_adds_up_and_is_not_negative(loss, shape):
    counts = np.random.default_rng(1).poisson(2, shape)
    table = release_counts(counts, loss, 1, SystemSource())
    cells = table.cells.count
    assert cells.dtype == np.int64 and (cells >= 0).all()
    for one in (table.zones, table.groups, table.total):
        assert np.array_equal(one.count, summed(cells, one.count.shape))
        assert (one.low <= one.count).all() and (one.count <= one.high).all() and (one.low >= 0).all()


@pytest.mark.slow
def test_an_empty_table_is_released_like_any():
    counts = np.zeros((40, 1), dtype=int)
    tables = [release_counts(counts, EPSILON, 1, SeededSource(seed)) for seed in range(40)]
    assert any(one.cells.count.any() for one in tables), "nothing tells that it is empty"
    assert all((one.cells.count >= 0).all() for one in tables)


@pytest.mark.slow
@pytest.mark.parametrize("loss", [Loss.of_epsilon(0.5), Loss.of_rho(0.05)])
def test_intervals_hold_the_true_count_as_often_as_they_say(loss):
    counts = np.random.default_rng(2).poisson(6, (4000, 3))
    table = release_counts(counts, loss, 1, SeededSource(4))
    for one in (table.cells, table.zones):
        true = summed(counts, one.count.shape)
        held = ((one.low <= true) & (true <= one.high)).mean()
        assert held >= 0.94


@pytest.mark.parametrize("parameter", [Fraction(1, 4), Fraction(1), Fraction(37, 4), Fraction(400)])
def test_margins_are_the_least_of_the_law(parameter):
    for law, weights in (("laplace", tester.laplace_law), ("gaussian", tester.gaussian_law)):
        chances = weights(float(parameter))
        margin = Noise(law, parameter).margin(0.95)
        inside = [sum(chances[k] for k in range(-at, at + 1)) for at in (margin, max(margin - 1, 0))]
        assert inside[0] >= 0.95 - 1e-12 and (margin == 0 or inside[1] < 0.95)


def test_at_epsilon_one_a_zone_has_three_more_or_less():
    assert Noise.of(EPSILON, 1).margin() == 3
    assert release_counts(np.full((12, 1), 100), EPSILON, 1, SystemSource()).cells.margin == 3


def test_the_law_ofleast_squares_is_that_of_a_dense_solver():
    source = np.random.default_rng(5)
    shapes = [(4, 3), (4, 1), (1, 3), (1, 1)]
    answers = {one: source.normal(10, 5, one) for one in shapes}
    variance = {one: source.uniform(0.5, 3) for one in shapes}
    rows, right = [], []
    for one in shapes:
        for cell in np.ndindex(one):
            row = np.zeros((4, 3))
            row[tuple(at if size > 1 else slice(None) for at, size in zip(cell, one))] = 1
            rows.append(row.ravel() / sqrt(variance[one]))
            right.append(answers[one][cell] / sqrt(variance[one]))
    expected = np.linalg.lstsq(np.array(rows), np.array(right), rcond=None)[0].reshape(4, 3)
    assert np.allclose(least_squares(answers, variance), expected)


def test_answers_that_are_already_consistent_stay():
    cells = np.array([[3, 0], [7, 5], [0, 0]])
    shapes = sets_of(cells.shape)
    answers = {one: summed(cells, one) for one in shapes}
    assert np.array_equal(consistent(answers, dict.fromkeys(shapes, 1.0)), cells)


@pytest.mark.slow
def test_a_hundred_thousand_cells_take_seconds():
    from time import process_time

    counts, start = np.random.default_rng(1).poisson(3, (100_000, 1)), process_time()
    release_counts(counts, EPSILON, 1, SystemSource())
    release_counts(counts, RHO, 1, SystemSource())
    assert process_time() - start < 10


# Accounting


def test_losses_add_up_and_concentrated_ones_are_cheaper_together():
    monthly = [Loss.of_epsilon(0.1)] * 12
    assert together(monthly, 0) == pytest.approx(1.2)
    assert together(monthly, 1e-6) == pytest.approx(1.2)
    many = [Loss.of_epsilon(0.1)] * 1200
    assert together(many, 1e-6) == pytest.approx(epsilon_of(6.0, 1e-6)) and together(many, 1e-6) < 120
    assert together([RHO] * 12, 1e-6) == pytest.approx(epsilon_of(12 * float(RHO.rho), 1e-6))
    assert together([RHO], 0) == float("inf")
    assert together([], 1e-6) == 0
    assert together([EPSILON, RHO], 1e-6) <= 1 + epsilon_of(float(RHO.rho), 1e-6)


def test_the_conversion_is_better_than_the_textbook_and_no_better_than_the_law():
    for rho in (0.001, 0.05, 0.5, 3.0):
        for delta in (1e-10, 1e-6, 1e-3):
            found = epsilon_of(rho, delta)
            assert found <= rho + 2 * sqrt(rho * log(1 / delta))
            assert delta_of(rho, found) <= delta * (1 + 1e-9)
            law = tester.gaussian_law(1 / (2 * rho))
            assert tester.least_delta(law, 1, found) <= delta


@pytest.mark.parametrize("value", [0, -1, float("nan"), 1e-5])
def test_nothing_to_spend_is_refused(value):
    with refuses("budget.amount.too_small"):
        Loss.of_epsilon(value)
    with refuses("budget.amount.too_small"):
        Loss.of_rho(value)


def test_a_loss_that_protects_nobody_is_refused():
    assert e**10 > 20_000
    for value in (10.1, float("inf")):
        with refuses("budget.amount.too_large"):
            Loss.of_epsilon(value)
    with refuses("budget.amount.too_large", match="50"):
        Loss.of_rho(51)
    assert Loss.of_epsilon(10).epsilon == 10
    assert Loss.of_epsilon(0.12349).epsilon == Fraction(1234, 10_000), "never more than was asked"


@pytest.mark.parametrize("rows", [0, -1, 1001])
def test_a_bound_on_rows_that_hides_nobody_is_refused(rows):
    with refuses("budget.records.out_of_range"):
        Noise.of(EPSILON, rows)


@pytest.mark.slow
@pytest.mark.parametrize("delta", [0.0, 1e-6])
def test_a_budget_of_twelve_months_lets_twelve_through(delta):
    budget, month, spent = Budget.of(1.2, delta), Loss.of_epsilon(0.1), []
    for at in range(12):
        assert budget.left(spent) == pytest.approx(1.2 - 0.1 * at, abs=2e-4)
        assert budget.spend(spent, month) == pytest.approx(0.1 * (at + 1))
        spent.append(month)
    assert budget.left(spent) <= 1e-3
    with refuses("budget.epsilon.used_up", match=r"1\.3"):
        budget.spend(spent, month)


@pytest.mark.slow
def test_what_is_left_can_be_spent_and_no_more():
    budget, spent = Budget.of(1.0, 1e-6), [Loss.of_rho(0.005), Loss.of_epsilon(0.05)]
    left = budget.left(spent)
    assert budget.spend(spent, Loss.of_epsilon(left)) <= 1.0
    with refuses("budget.epsilon.used_up"):
        budget.spend(spent, Loss.of_epsilon(left + 1e-3))


def test_a_budget_that_bounds_nothing_is_refused():
    for delta in (-1e-9, 0.01, float("nan")):
        with refuses("budget.delta.out_of_range"):
            Budget.of(1.0, delta)
    with refuses("budget.delta.missing"):
        Budget.of(1.0, 0.0).spend([], RHO)


# The claim


@pytest.mark.parametrize("epsilon", [0.01, 0.5, 1.0, 4.0])
def test_nobody_can_be_surer_by_bayes(epsilon):
    """The worst table that the definition allows: e**epsilon times as likely with the patient."""
    with_patient, without = e**epsilon / (1 + e**epsilon), 1 / (1 + e**epsilon)
    assert surest(epsilon) == pytest.approx(with_patient / (with_patient + without))


@pytest.mark.parametrize("rho", [0.005, 0.06])
@pytest.mark.parametrize("delta", [1e-6, 1e-3])
def test_with_a_chance_that_is_not_bounded_guesses_are_counted_and_not_how_sure_one_is(rho, delta):
    """Somebody may become surer than ε allows more often than δ says; more guesses are not right for it."""
    epsilon, values = epsilon_of(rho, delta), np.arange(-400, 401)
    without = np.exp(-rho * values.astype(float) ** 2)
    with_patient = np.exp(-rho * (values - 1.0) ** 2)
    with_patient, without = with_patient / with_patient.sum(), without / without.sum()
    surer = with_patient > exp(epsilon) * without
    assert with_patient[surer].sum() > delta
    assert np.maximum(with_patient, without).sum() / 2 <= surest(epsilon, delta)
    sentence = str(claim_of(epsilon, delta, 1).sentence)
    assert "guesses right" in sentence and "sure afterwards" not in sentence


def test_the_guess_counts_what_is_not_bounded():
    """Released at random with a chance of δ in the clear, else by the worst table of ε."""
    epsilon, delta = 0.3, 0.2
    right = delta + (1 - delta) * e**epsilon / (1 + e**epsilon)
    told = (e**epsilon + delta) / (1 + e**epsilon)
    assert surest(epsilon, delta) == pytest.approx(told) and right == pytest.approx(told)


@pytest.mark.parametrize("delta", [0.0, 1e-6])
def test_what_a_remedy_asks_for_passes(delta):
    remedy = str(check_of(3.0, delta).remedy)
    told = float(re.search(r"Up to ε = ([\d.]+) ", remedy)[1])
    assert check_of(told, delta).outcome.value == "made"
    assert check_of(told + 1e-3, delta).outcome.value != "made"


def test_the_page_says_where_the_verdict_turns_and_that_this_is_our_choice():
    page = Path(__file__).resolve().parents[2] / "docs" / "algorithms" / "releaseareas.md"
    text = " ".join(page.read_text("utf-8").split())
    told = re.search(
        r"up to ε = ln 3 \((\d+) %.*?to ([\d.]+) \(ε = ([\d.]+)\) with care, beyond it gives "
        r"people away\. These limits are our choice: no authority publishes one\.",
        text,
    )
    assert percent_right(log(3), 0.0) == int(told[1])
    most, last = float(told[2]), float(told[3])
    outcomes = [check_of(epsilon).outcome.value for epsilon in (log(3), log(3) + 1e-3, last, last + 1e-3)]
    assert outcomes == ["made", "care", "care", "failed"] and surest(last) == pytest.approx(most, abs=1e-4)


def test_the_verdict_of_a_loss_goes_by_what_an_even_guess_becomes():
    outcomes = [check_of(epsilon).outcome.value for epsilon in (0.1, log(3), 1.2, 2.19, 2.2)]
    assert outcomes == ["made", "made", "care", "care", "failed"]
    assert "plus a chance of 1 in 1\u202f000\u202f000." in claim_of(1.0, 1e-6, 3).sentence
    assert "plus" not in claim_of(1.0, 0.0, 3).sentence


# Beside OpenDP


@pytest.fixture(scope="module")
def opendp():
    prelude = pytest.importorskip("opendp.prelude", reason="OpenDP is not installed: pip install opendp")
    prelude.enable_features("contrib")
    return prelude


@pytest.mark.slow
def test_opendp_draws_by_the_same_laws(opendp):
    integers = opendp.vector_domain(opendp.atom_domain(T=int))
    theirs = opendp.m.make_laplace(integers, opendp.l1_distance(T=int), scale=10 / 9)
    assert tester.misfit(np.array(theirs([0] * 50_000)), tester.laplace_law(10 / 9)) > 1e-4
    theirs = opendp.m.make_gaussian(integers, opendp.l2_distance(T=float), scale=1.5)
    assert tester.misfit(np.array(theirs([0] * 50_000)), tester.gaussian_law(2.25)) > 1e-4


def test_opendp_counts_what_is_spent_the_same(opendp):
    integers = opendp.vector_domain(opendp.atom_domain(T=int))
    for rows, epsilon in ((1, 1), (3, 0.25), (10, 9.5)):
        noise = Noise.of(Loss.of_epsilon(epsilon), rows)
        theirs = opendp.m.make_laplace(integers, opendp.l1_distance(T=int), scale=float(noise.parameter))
        assert theirs.map(rows) == pytest.approx(epsilon, rel=1e-9)
    for rows, rho in ((1, 0.5), (3, 0.01), (10, 4.0)):
        noise = Noise.of(Loss.of_rho(rho), rows)
        space = integers, opendp.l2_distance(T=float)
        theirs = opendp.m.make_gaussian(*space, scale=sqrt(noise.parameter))
        assert theirs.map(float(rows)) == pytest.approx(rho, rel=1e-9)
        profile = opendp.c.make_zCDP_to_approxDP(theirs).map(float(rows))
        for delta in (1e-9, 1e-6, 1e-3):
            assert epsilon_of(rho, delta) == pytest.approx(profile.epsilon(delta), rel=1e-9)


@pytest.mark.parametrize("epsilon", [0.01, 0.4, 0.5, 1.0, 2.2, 7.3, 10.0])
def test_no_sentence_says_less_than_may_be_learned(epsilon):
    """62.25 % is not “at most 62 %”."""
    sentence = str(claim_of(epsilon, 1e-6, 1).sentence).replace("\u202f", "")
    odds, sure = (
        re.search(r"at most ([\d.]+) times", sentence)[1],
        re.search(r"at most (\d+) %", sentence)[1],
    )
    assert float(odds) >= exp(epsilon) > float(odds) - 0.011
    learned = 100 * exp(epsilon) / (1 + exp(epsilon))
    assert int(sure) >= learned > int(sure) - 1
    assert f"at most {sure} %" in str(check_of(epsilon, 1e-6).sentence)
