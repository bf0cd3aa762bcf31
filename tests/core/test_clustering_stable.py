# SPDX-License-Identifier: GPL-2.0-or-later
"""Clusters over the years: what holds stays, what fails is joined whole, and no difference is small."""

import numpy as np
import pytest
from test_clustering import chequered

from geodeid_plugin.core.clustering.objective import Bounds, Tallies
from geodeid_plugin.core.clustering.search import EarlierMap, Options, cluster_areas, split_clusters
from geodeid_plugin.core.clustering.stable import refuse_small_differences, update_clusters
from geodeid_plugin.core.counts.differencing import small_remainders
from tests.refusals import refuses

BOUNDS = Bounds(population=200)


@pytest.fixture
def last_year():
    people = np.random.default_rng(4).integers(20, 90, 144).astype(float)
    areas, pairs = chequered(12, 12, people)
    found = cluster_areas(areas, pairs, Tallies(people), BOUNDS, Options(effort="quick"))
    return areas, pairs, found.cluster


def grown(areas, people):
    return chequered(12, 12, people)[0]


def test_one_person_more_leaves_every_cluster_as_it_is(last_year):
    areas, pairs, previous = last_year
    people = areas.population.copy()
    people[77] += 1
    update = update_clusters(grown(areas, people), pairs, Tallies(people), BOUNDS, previous)
    assert (update.cluster == previous).all()
    assert update.kept.all()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_failing_clusters_are_joined_whole_and_no_difference_is_small(last_year, seed):
    areas, pairs, previous = last_year
    source = np.random.default_rng(seed)
    people = np.floor(areas.population * source.uniform(0.8, 1.2, 144))
    update = update_clusters(grown(areas, people), pairs, Tallies(people), BOUNDS, previous)
    sums = np.bincount(update.cluster, people)
    assert (sums >= 200).all()
    for code in np.unique(previous):
        assert len(np.unique(update.cluster[previous == code])) == 1
    held = np.bincount(previous, people) >= 200
    assert update.kept.sum() <= held.sum()
    assert update.kept.sum() >= held.sum() - (~held).sum()
    assert not len(small_remainders(update.cluster, previous, people, 200).small) or not held.all()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_what_could_be_several_is_split_whole_and_no_difference_is_small(last_year, seed):
    areas, pairs, _previous = last_year
    people = np.random.default_rng(seed).integers(20, 90, 144).astype(float)
    coarse = cluster_areas(
        areas, pairs, Tallies(people), Bounds(population=500), Options(effort="quick")
    ).cluster
    now = grown(areas, people + 5)
    kept = update_clusters(now, pairs, Tallies(people + 5), BOUNDS, coarse)
    assert kept.kept.all()
    found, parts = split_clusters(
        now, pairs, Tallies(people + 5), BOUNDS, EarlierMap(coarse, people), kept, Options(effort="quick")
    )
    assert len(parts) > 3 and (parts > 1).all() and found.kept.sum() == len(kept.kept) - len(parts)
    for code in range(found.cluster.max() + 1):
        assert len(np.unique(coarse[found.cluster == code])) == 1
    assert (np.bincount(found.cluster, people) >= 200).all()
    refuse_small_differences(areas.ids, found.cluster, coarse, people, 200)


@pytest.mark.slow
def test_a_cluster_whose_parts_were_small_then_stays_whole_however_it_has_grown(last_year):
    areas, pairs, previous = last_year
    people = 4 * areas.population
    now = grown(areas, people)
    kept = update_clusters(now, pairs, Tallies(people), BOUNDS, previous)
    before = np.bincount(previous, areas.population)
    found, _parts = split_clusters(
        now,
        pairs,
        Tallies(people),
        BOUNDS,
        EarlierMap(previous, areas.population),
        kept,
        Options(effort="quick"),
    )
    assert (before < 400).any()
    for code in np.flatnonzero(before < 400):
        assert len(np.unique(found.cluster[previous == code])) == 1
    refuse_small_differences(areas.ids, found.cluster, previous, areas.population, 200)


@pytest.mark.slow
def test_new_areas_join_a_neighbour(last_year):
    areas, pairs, previous = last_year
    previous = previous.copy()
    previous[[5, 60]] = -1
    update = update_clusters(areas, pairs, Tallies(areas.population), BOUNDS, previous)
    assert (update.cluster >= 0).all()
    assert (np.bincount(update.cluster, areas.population) >= 200).all()


@pytest.mark.slow
def test_the_average_of_a_release_cannot_be_kept_cluster_by_cluster(last_year):
    areas, pairs, previous = last_year
    with refuses("zone.average_risk.with_earlier"):
        update_clusters(areas, pairs, Tallies(areas.population), Bounds(average=0.01), previous)


@pytest.mark.slow
def test_a_single_area_that_changed_hands_is_refused_with_its_name(last_year):
    areas, pairs, previous = last_year
    moved = previous.copy()
    one, other = next((a, b) for a, b in pairs if previous[a] != previous[b] and areas.population[a] < 60)
    moved[one] = previous[other]
    with refuses("zone.earlier.subtraction", match=areas.ids[one]):
        refuse_small_differences(areas.ids, moved, previous, areas.population, 200)
    refuse_small_differences(areas.ids, previous, previous, areas.population, 200)
