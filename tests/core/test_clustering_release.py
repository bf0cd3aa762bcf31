# SPDX-License-Identifier: GPL-2.0-or-later
"""What is released by clusters: unbiased draws, a check from the data, no small count to be found."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from geodeid_plugin.core.base.randomness import SeededSource, SystemSource
from geodeid_plugin.core.clustering.graph import colour_clusters
from geodeid_plugin.core.clustering.objective import Bounds
from geodeid_plugin.core.clustering.released_areas import check_release, draw_members
from tests.refusals import refuses

CLUSTER = np.array([1, 0, 1, 0, 1, -1])
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
PEOPLE = np.array([30.0, 10.0, 10.0, 0.0, 60.0, 100.0])


def test_members_are_drawn_in_proportion_to_their_people_and_never_an_empty_one():
    drawn = draw_members(CLUSTER, PEOPLE, np.ones(100_000, int), SystemSource())
    share = np.bincount(drawn, minlength=6) / 100_000
    assert share == pytest.approx(np.array([0.3, 0, 0.1, 0, 0.6, 0]), abs=0.01)


def test_a_uniform_draw_takes_each_of_eleven_members_once_in_eleven():
    drawn = draw_members(np.zeros(11, int), np.ones(11), np.zeros(110_000, int), SystemSource())
    assert np.bincount(drawn) / 110_000 == pytest.approx(np.full(11, 1 / 11), abs=0.005)


@pytest.mark.slow
@UNHURRIED
@given(st.lists(st.tuples(st.integers(-1, 4), st.integers(0, 9)), min_size=1, max_size=30), st.integers(0, 9))
def test_a_record_stays_in_its_cluster(areas, seed):
    cluster, weight = (np.array(column) for column in zip(*areas))
    filled = [c for c in range(5) if weight[cluster == c].sum() > 0]
    records = np.repeat(filled, 20).astype(int)
    drawn = draw_members(cluster, weight.astype(float), records, SeededSource(seed))
    assert (cluster[drawn] == records).all()
    assert (weight[drawn] > 0).all()


def test_a_cluster_without_anybody_to_draw_is_refused():
    with refuses("zone.people.none", match="0"):
        draw_members(np.zeros(2, int), np.zeros(2), np.zeros(1, int), SystemSource())


def test_the_check_recomputes_people_and_records_of_every_class():
    risk = check_release(CLUSTER, PEOPLE, np.array([1, 1, 0]), Bounds(population=10, cases=0.1))
    assert risk.people.tolist() == [10, 100]
    assert risk.records.tolist() == [1, 2]
    assert risk.worst_case_rate == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("released", "bounds", "code"),
    [
        ([0], Bounds(population=11), "release.class.few_people"),
        ([0, 0], Bounds(population=5, cases=0.1), "release.class.many_records"),
        ([-1], Bounds(population=5), "release.zone.unresolved"),
        ([0], Bounds(maximum=0.09), "release.class.few_people"),
        ([0, 1], Bounds(average=60), "release.class.low_average"),
    ],
)
def test_the_check_stops_what_is_riskier_than_promised(released, bounds, code):
    with refuses(code):
        check_release(CLUSTER, PEOPLE, np.array(released), bounds)


def test_neighbouring_clusters_of_a_map_differ_in_colour():
    n = 20
    place = np.arange(n * n).reshape(n, n)
    pairs = np.concatenate([
        np.stack([place[:-1].ravel(), place[1:].ravel()], 1),
        np.stack([place[:, :-1].ravel(), place[:, 1:].ravel()], 1),
    ])  # fmt: skip
    cluster = np.random.default_rng(1).integers(-1, 200, n * n)
    block = (place // n // 2 * 10 + place % n // 2).ravel()
    for labels, planar in ((block, True), (cluster, False)):
        colour = colour_clusters(labels, pairs)
        assert ((colour == -1) == (labels == -1)).all()
        one, other = labels[pairs].T
        differ = (one != other) & (one >= 0) & (other >= 0)
        if planar:
            assert (colour[pairs[:, 0]] != colour[pairs[:, 1]])[differ].all()
        for value in np.unique(labels):
            assert len(set(colour[labels == value].tolist())) == 1
