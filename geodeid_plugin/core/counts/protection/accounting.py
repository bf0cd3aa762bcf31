# SPDX-License-Identifier: GPL-2.0-or-later
"""What releases cost in privacy, alone and added up.

References
----------
Bun M, Steinke T. Concentrated differential privacy. TCC 2016.
Canonne CL, Kamath G, Steinke T. The discrete Gaussian for differential privacy. NeurIPS 2020, section 2.
Dwork C. A firm foundation for private data analysis. Commun ACM 54(1), 2011.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, floor, log, log1p, sqrt

from ...base.errors import InputError, Phrase
from ...base.verdict import CARE, FAILED, MADE, Check, Claim, Outcome
from ..together.membership import NEARLY_ALL

DIGITS = 4
"""After the point, with which ε is said."""
_STEPS = 10**DIGITS
"""Parts of 1 in which ε and ρ are counted, so that noise is drawn by ratios of small whole numbers."""
_MOST_EPSILON = 10
"""Beyond e**10 = 22 000 the odds of a guess are not bounded in any useful sense."""
_MOST_DELTA = 1e-3
"""A chance of one in a thousand is the largest that anybody would call rare."""
_SLACK = 1e-12
"""Twelve twelfths of a budget are the budget, whatever a float says."""
_ROUNDING = 1e-9
"""What floats may exceed a digit by that they stand for: 0.1 + 0.2 is 0.3."""
_HALVINGS = 200
"""Of an interval: far below the last bit of a float."""


@dataclass(frozen=True)
class Loss:
    """What one release, or several together, may tell about any patient."""

    epsilon: Fraction = Fraction(0)
    """ε of what is differentially private with ε alone."""
    rho: Fraction = Fraction(0)
    """ρ of what is zero-concentrated differentially private."""

    @classmethod
    def of_epsilon(cls, epsilon: float) -> Loss:
        """The loss of a release with ε, rounded down to 0.0001."""
        return cls(epsilon=_counted("ε", epsilon, _MOST_EPSILON))

    @classmethod
    def of_rho(cls, rho: float) -> Loss:
        """The loss of a release with ρ, rounded down to 0.0001."""
        return cls(rho=_counted("ρ", rho, _MOST_EPSILON**2 / 2))

    def __add__(self, other: Loss) -> Loss:
        """The loss of both together: ε and ρ add up."""
        return Loss(self.epsilon + other.epsilon, self.rho + other.rho)

    def part(self, share: Fraction) -> Loss:
        """A share of it, for one of several sets of counts."""
        return Loss(self.epsilon * share, self.rho * share)

    @property
    def words(self) -> str:
        """What was asked for: ε = 0.1, or ρ = 0.005."""
        return f"ε = {float(self.epsilon):g}" if self.epsilon else f"ρ = {float(self.rho):g}"

    @property
    def concentrated(self) -> Fraction:
        """All of it as ρ: what has ε has ρ = ε² / 2, release by release, so for one release alone."""
        return self.rho + self.epsilon**2 / 2


def together(losses: Sequence[Loss], delta: float) -> float:
    """The ε that several releases have together, but for a chance of δ.

    The smaller of two bounds: the sums of ε and ρ, or all as ρ; infinite where δ is 0 and ρ is not.
    """
    added = sum(losses, Loss())
    if delta == 0:
        return float("inf") if added.rho else float(added.epsilon)
    concentrated = sum((loss.concentrated for loss in losses), Fraction(0))
    return min(
        float(added.epsilon) + epsilon_of(float(added.rho), delta), epsilon_of(float(concentrated), delta)
    )


def epsilon_of(rho: float, delta: float) -> float:
    """The least ε with which ρ is (ε, δ) by :func:`delta_of`, rounded up.

    >>> round(epsilon_of(0.5, 1e-6), 4)
    5.2215
    """
    if rho == 0:
        return 0.0
    low, high = 0.0, rho + 2 * sqrt(rho * log(1 / delta))
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if delta_of(rho, middle) <= delta else (middle, high)
    return high


def delta_of(rho: float, epsilon: float) -> float:
    """A δ with which ρ is (ε, δ): the least over α above 1.01 of proposition 12 by Canonne and others.

    δ = exp((α - 1)(αρ - ε)) / (α - 1) · (1 - 1/α)**α
    """
    if rho == 0:
        return 0.0
    low, high = 1.01, (epsilon + 1) / (2 * rho) + 2
    for _ in range(_HALVINGS):
        order = (low + high) / 2
        falls = (2 * order - 1) * rho - epsilon + log1p(-1 / order) < 0
        low, high = (order, high) if falls else (low, order)
    return min(exp((order - 1) * (order * rho - epsilon) + order * log1p(-1 / order)) / (order - 1), 1.0)


def surest(epsilon: float, delta: float = 0.0) -> float:
    """How often, at most, an even guess whether somebody is a patient is right, whatever else is known.

    Of the two errors α and β of a guess, α + e**ε β and β + e**ε α are at least 1 - δ, so that their mean is
    at least (1 - δ) / (1 + e**ε). With δ = 0 it is also how sure anybody can become, by Bayes. With δ it is
    not: the chance of becoming surer may be larger than δ.

    >>> round(surest(1.0), 2)
    0.73
    """
    return 1 - (1 - delta) / (1 + exp(epsilon))


def upward(value: float, digits: int) -> float:
    """A figure of what may be learned, rounded so that it never says less.

    Examples
    --------
    >>> upward(62.24593, 0), upward(1.4918, 2), upward(0.5, 4)
    (63.0, 1.5, 0.5)
    """
    scale = 10**digits
    return ceil(value * scale - _ROUNDING) / scale


@dataclass(frozen=True)
class Budget:
    """What all releases of the same patients may tell together, set before the first one."""

    epsilon: float
    delta: float = 0.0
    """The most that ε may come to, but for a chance of δ."""

    @classmethod
    def of(cls, epsilon: float, delta: float) -> Budget:
        """A budget that bounds something.

        Raises
        ------
        InputError
            If ε is not above 0 or above 10, or δ is not from 0 to 0.001.
        """
        Loss.of_epsilon(epsilon)
        if not 0 <= delta <= _MOST_DELTA:
            raise InputError(
                "budget.delta.out_of_range",
                "δ is {delta:g}. It must be from 0 to {most:g}: with that chance the bound does not hold. "
                "One in a million is usual; 0 allows releases by ε alone.",
                delta=delta,
                most=_MOST_DELTA,
            )
        return cls(epsilon, delta)

    def spend(self, before: Sequence[Loss], loss: Loss) -> float:
        """The ε that all releases have together with one more.

        Raises
        ------
        InputError
            If that is beyond the budget.
        """
        total = together([*before, loss], self.delta)
        if total <= self.epsilon * (1 + _SLACK):
            return total
        if total == float("inf"):
            raise InputError(
                "budget.delta.missing",
                "The ledger's budget has no δ, so that a release by ρ can't be added to it. Give EPSILON, or "
                "make a new ledger.",
            )
        raise InputError(
            "budget.epsilon.used_up",
            "The ledger's budget is ε = {budget:g}; {spent:g} of it is spent, and this release would bring "
            "that to {total:g}. At most ε = {left:g} is left: ask for less. Once nothing is left, no "
            "further count of these patients may be released.",
            budget=self.epsilon,
            spent=upward(together(before, self.delta), DIGITS),
            total=upward(total, DIGITS),
            left=self.left(before),
        )

    def left(self, before: Sequence[Loss]) -> float:
        """The largest ε of one more release, rounded down to 0.0001."""
        low, high = 0, floor(self.epsilon * _STEPS) + 1
        while high - low > 1:
            middle = (low + high) // 2
            fits = together([*before, Loss(Fraction(middle, _STEPS))], self.delta) <= self.epsilon
            low, high = (middle, high) if fits else (low, middle)
        return low / _STEPS


def _counted(name: str, value: float, most: float) -> Fraction:
    if not value * _STEPS >= 1:
        raise InputError(
            "budget.amount.too_small",
            "{name} is {value:g}. It must be at least 0.0001: with no budget, no count can be released.",
            name=name,
            value=value,
        )
    if value > most:
        raise InputError(
            "budget.amount.too_large",
            "{name} is {value:g}. Above {most:g} the odds of a guess about a patient may grow more than "
            "20 000 times, so that noise protects nobody. Choose less; an ε of 1 is usual.",
            name=name,
            value=value,
            most=most,
        )
    return Fraction(floor(Fraction(str(value)) * _STEPS), _STEPS)


USUAL = log(3)
"""Largest of the values of ε that Dwork (2011) is cited for as usual, ln 3; the paper itself was not read.

That a release passes up to it, and with care up to a guess of 0.9, is a choice of ours: nobody publishes one.
"""
SOURCE = "Dwork, McSherry, Nissim, Smith. Calibrating noise to sensitivity in private data analysis, TCC 2006"


def claim_of(epsilon: float, delta: float, rows: int) -> Claim:
    """The definition in one sentence, with its reading.

    Parameters
    ----------
    epsilon, delta : float
        What all releases have together.
    rows : int
        Most records of a patient.
    """
    said = {"odds": upward(exp(epsilon), 2), "rows": rows, "sure": percent_right(epsilon, delta)}
    if not delta:
        return Claim(
            Phrase(
                "With or without the records of any one patient ({rows} at most), what is released is at "
                "most {odds:,.2f} times as likely. Somebody who knows everything else, and first thinks it "
                "as likely as not that a person is a patient, is at most {sure} % sure afterwards.",
                **said,
            ),
            rule=Phrase("ε-differential privacy by patient, added up over releases"),
            source=SOURCE,
        )
    return Claim(
        Phrase(
            "With or without the records of any one patient ({rows} at most), whatever may be released has "
            "at most {odds:,.2f} times the chance, plus a chance of 1 in {times:,.0f}. Somebody who knows "
            "everything else, and first thinks it as likely as not that a person is a patient, guesses "
            "right with a chance of at most {sure} %.",
            **said,
            times=floor(1 / delta),
        ),
        rule=Phrase("(ε, δ)-differential privacy by patient, added up over releases"),
        source=SOURCE,
    )


def percent_right(epsilon: float, delta: float) -> int:
    """Of even guesses about a patient as many per cent are right at most, rounded up."""
    return int(upward(100 * surest(epsilon, delta), 0))


def _outcome_of(epsilon: float, delta: float) -> Outcome:
    """What becomes of the check of ε: an even guess must stay within the limit, as a share of people must."""
    if surest(epsilon, delta) > NEARLY_ALL:
        return FAILED
    return MADE if epsilon <= USUAL else CARE


def check_of(epsilon: float, delta: float = 0.0) -> Check:
    """Whether what all releases together spent, ε and δ, protects anybody."""
    sentence = Phrase(
        "All releases together have ε = {epsilon:.4f}: somebody who thinks it as likely as not that a "
        "person is a patient guesses right with a chance of at most {sure} %.",
        epsilon=upward(epsilon, DIGITS),
        sure=percent_right(epsilon, delta),
    )
    outcome = _outcome_of(epsilon, delta)
    remedy = Phrase(
        "Spend less: a smaller EPSILON or RHO, or fewer releases. Up to ε = {passing:g} it passes.",
        passing=floor(USUAL * 10**DIGITS) / 10**DIGITS,
    )
    return Check("spent", outcome, sentence, None if outcome is MADE else remedy, internal=False)


def beside_exact(numbers: str, epsilon: float, delta: float) -> Check:
    """What counts with noise tell beside counts of the same patients without it.

    Every whole number is a possible noise, so that no value of a withheld count is ruled out.
    """
    said = {"numbers": numbers, "odds": upward(exp(epsilon), 2)}
    sentence = Phrase(
        "The ledger holds counts of these patients with noise and without ({numbers}). Noise rules no value "
        "out: every withheld count keeps its possible values, and one patient more or less makes what is "
        "released with noise at most {odds:,.2f} times as likely.",
        **said,
    )
    if delta:
        sentence = Phrase(
            "The ledger holds counts of these patients with noise and without ({numbers}). Noise rules no "
            "value out: every withheld count keeps its possible values, and with one patient more or less "
            "whatever may be released with noise has at most {odds:,.2f} times the chance, plus a chance of "
            "1 in {times:,.0f}.",
            **said,
            times=floor(1 / delta),
        )
    return Check("other_forms", _outcome_of(epsilon, delta), sentence, internal=False)
