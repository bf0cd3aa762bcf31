# SPDX-License-Identifier: GPL-2.0-or-later
"""Released fields divide the crowd; only strata with a population of their own, or one value, do not."""

import numpy as np
import pytest

from geodeid_plugin.core.exposure.fields.released_fields import divided
from geodeid_plugin.core.geomask.audit import audit
from geodeid_plugin.core.geomask.releases.promise import weaker_promise

SEX = ["F", "M", "F", "M", "F", "M"]
AGE = [1, 1, 1, 2, 2, 2]


@pytest.mark.parametrize(
    ("values", "stratum", "dividing"),
    [
        ({}, None, ()),
        ({"sex": SEX}, None, ("sex",)),
        ({"sex": SEX}, SEX, ()),
        ({"sex": SEX, "age": AGE}, SEX, ("age",)),
        ({"sex": SEX, "age": AGE}, [f"{s}{a}" for s, a in zip(SEX, AGE)], ()),
        ({"age": AGE}, SEX, ("age",)),
        ({"all": ["x"] * 6}, None, ()),
        ({"seldom": [None] * 5 + ["x"]}, None, ("seldom",)),
    ],
)
def test_a_field_divides_unless_its_stratum_was_counted(values, stratum, dividing):
    assert divided(values, stratum).dividing == dividing


def test_the_smallest_combination_and_records_alone_are_counted():
    found = divided({"sex": SEX, "age": AGE})
    assert (found.smallest, found.alone.tolist()) == (1, [1, 4])


def test_a_released_value_lifts_the_risk_above_the_audited_bound():
    """Two areas of 10 with 5 women each: half the crowd, twice the posterior."""
    origin, destination = np.array([0, 1]), np.array([0, 0])
    whole = audit(origin, destination, np.ones(2), np.array([10.0, 10.0]), 4)
    women = audit(origin, destination, np.ones(2), np.array([5.0, 5.0]), 4)
    assert women.wieland_risk == pytest.approx(2 * whole.wieland_risk)
    assert divided({"sex": ["F", "M", "F", "F"]}).dividing == ("sex",)


def test_the_weaker_promise_is_counted_in_areas_people_and_records():
    found = weaker_promise(np.array([3.0, 0.0, 9.0, 10.0, 50.0]), 10, np.array([4, 0, 2, 2, 3]))
    assert (found.areas.tolist(), found.people, found.records.tolist()) == ([0, 2], 12.0, [1, 2, 3])
    assert len(weaker_promise(np.array([10.0]), 10).areas) == 0


@pytest.mark.parametrize(
    ("stratum", "sex", "dividing"),
    [("F_20", "F", ()), ("FEMALE", "M", ("sex",)), ("20-29 M", "M", ()), ("10", "1", ("sex",))],
)
def test_a_stratum_tells_a_value_by_a_whole_word(stratum, sex, dividing):
    assert divided({"sex": [sex, sex]}, stratum=[stratum, stratum]).dividing == dividing
