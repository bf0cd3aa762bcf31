# SPDX-License-Identifier: GPL-2.0-or-later
"""Maps of the same people in one document: never judged weaker together than the worst of them alone."""

from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("qgis.core")

from geodeid_plugin.core.base.verdict import CARE, FAILED, NOT_MADE, Level
from geodeid_plugin.core.exposure.documents.containers.parts import Part
from geodeid_plugin.core.geometry.sphere import LocalPlane
from geodeid_plugin.core.mapimage.reidentify import score
from geodeid_plugin.core.mapimage.reidentify.known import Known, People
from geodeid_plugin.processing_provider.disclosure.documents.figures import Figure
from geodeid_plugin.processing_provider.disclosure.documents.findings import Found
from geodeid_plugin.processing_provider.disclosure.documents.series import (
    checks_of_series,
    places_of,
    section_of_series,
    series_of,
)

PLANE = LocalPlane(-76.0, 42.5)
HOMES = np.random.default_rng(5).uniform(0, 18_000, (70, 2))
PEOPLE = 20 / 1e6
"""People per m²: twelve live within 418 m."""
METRES_PER_DEGREE = np.array([111_195 * np.cos(np.radians(42.5)), 111_195])


NEED = 12
"""Candidates that a limit of 0.09 asks for."""


@pytest.fixture
def run(qgis_app):
    return SimpleNamespace(wanted=lambda _name: True, layers={})


def known_of(homes=HOMES, density=PEOPLE):
    names = [f"p{i}" for i in range(len(homes))]
    true = PLANE.metres(*(np.array([-76.0, 42.5]) + homes / METRES_PER_DEGREE).T)
    crowd = None if density is None else People(np.full(len(homes), density))
    return Known(PLANE, true, None, crowd, names, list(range(len(homes))))


def figure_of(where, error, name, document="paper.docx", known=None, shift=0.0, **more):
    """A map as it was placed: the verdict of the picture check, by the same count of people."""
    lonlat = np.array([-76.0, 42.5]) + (where + shift) / METRES_PER_DEGREE
    errors, record, rows = np.full(len(where), float(error)), [None] * len(where), ()
    if known is not None:
        there = PLANE.metres(*lonlat.T)
        match = score.assign(there, known.true_m, 8 * error)[0]
        record = [None if at == score.UNMATCHED else known.names[at] for at in match]
        kept = match != score.UNMATCHED
        rows = tuple(match[kept][known.exposed(there, errors, match, NEED)].tolist())
    given = {"level": Level.GIVES_AWAY if rows else Level.NOT_JUDGED, **more}
    return Figure(
        document, Part(name, "image", b""), "map", (400, 400), len(where), True, lonlat=lonlat,
        error_m=errors, record=record, exposed=len(rows), exposed_rows=rows,
        at_px=where / 50 + [10, 10], dot_m=150.0, **given,
    )  # fmt: skip


def drawn(count, spread=250.0, homes=HOMES):
    return [homes + np.random.default_rng(seed).normal(0, spread, homes.shape) for seed in range(count)]


def test_a_joint_reading_is_never_weaker_than_the_worst_figure_alone():
    """It had dropped the dots that one figure alone shows, and what two placements that disagree lose."""
    known = known_of()
    source = np.random.default_rng(1)
    near = figure_of(HOMES + source.normal(0, 30, HOMES.shape), 30, "a.png", known=known)
    off = figure_of(HOMES[:60] + source.normal(0, 30, (60, 2)), 30, "b.png", known=known, shift=95.0)
    (one,) = series_of([near, off], known, NEED)
    assert near.exposed == 70
    assert one.exposed >= one.alone == 70 and one.added == one.exposed - 70
    assert one.beyond


def test_two_coarse_maps_on_other_grids_give_away_what_neither_does():
    """Pixels of 1 km hide 20 people each; what two of them share holds fewer."""
    known, figures = known_of(density=18e-6), []
    for name, shift in (("a.png", 0.0), ("b.png", 520.0)):
        where = (np.floor((HOMES - shift) / 1_000) + 0.5) * 1_000 + shift
        figures.append(figure_of(where, 1_000 / np.sqrt(12), name, snapped=True))
    (one,) = series_of(figures, known, NEED)
    assert one.alone == 0 and one.added == one.exposed > 5
    assert one.beyond and next(checks_of_series((one,))).outcome is FAILED


def test_masked_maps_that_are_drawn_again_give_away_by_their_average():
    known = known_of()
    figures = [figure_of(where, 15, f"month{at}.png", known=None) for at, where in enumerate(drawn(6), 1)]
    (one,) = series_of(figures, known, NEED)
    assert one.drawn and one.alone == 0 and one.exposed > 40 and one.beyond
    assert one.together_m == pytest.approx(250 / np.sqrt(6), rel=0.2)
    checks = list(checks_of_series((one,)))
    assert checks[0].outcome is FAILED and "drawn anew" in str(checks[0].sentence)


def test_draws_that_are_moved_far_enough_need_care_and_expose_nobody_beyond_chance():
    known = known_of(density=800 / 1e6)
    figures = [figure_of(where, 15, f"month{at}.png") for at, where in enumerate(drawn(3), 1)]
    (one,) = series_of(figures, known, NEED)
    assert one.drawn and not one.exposed and not one.beyond
    assert next(checks_of_series((one,))).outcome is CARE


def test_maps_of_the_true_places_are_no_draws_of_a_mask():
    known = known_of()
    figures = [figure_of(HOMES, 15, "true.png", known=known)]
    figures += [figure_of(where, 15, f"m{at}.png") for at, where in enumerate(drawn(1))]
    assert series_of(figures, known, NEED) == []


@pytest.mark.parametrize("density", [None, PEOPLE])
def test_without_true_points_or_people_a_series_is_not_judged(density):
    known = None if density is not None else known_of(density=None)
    for figures in ([figure_of(HOMES, 30, name) for name in "ab"],
                    [figure_of(where, 15, f"m{at}.png") for at, where in enumerate(drawn(4))]):  # fmt: skip
        (one,) = series_of(figures, known, NEED)
        assert one.exposed is None and one.added is None
        assert next(checks_of_series((one,))).outcome is NOT_MADE


def test_dots_without_a_place_are_left_out_and_maps_of_other_lands_compared_by_themselves():
    pair = [figure_of(HOMES, 30, name) for name in "ab"]
    pair[0].lonlat[3] = np.inf
    far = [figure_of(HOMES, 30, name) for name in "cd"]
    for one in far:
        one.lonlat += [80.0, 10.0]
    first, second = series_of([pair[0], far[0], pair[1], far[1]], None, NEED)
    assert [one.part.path for one in first.figures] == ["a", "b"] and first.places == 69
    assert [one.part.path for one in second.figures] == ["c", "d"] and second.places == 70
    wide = figure_of(HOMES, 30, "e")
    wide.lonlat[:30] += [40.0, 20.0]  # a continent, whose median lies far from its mean
    assert series_of([wide, *far], None, NEED)[0].figures == tuple(far)


def test_who_appears_in_a_later_figure_is_named_with_it(qgis_app):
    known = known_of()
    figures = [figure_of(HOMES[:count], 20, f"month{at}.png", known=known)
               for at, count in enumerate((50, 60, 70), 1)]  # fmt: skip
    series = tuple(series_of(figures, known, NEED))
    places = places_of(series)
    rows = places.values
    assert len(places.geometries) == 70
    appears = dict(zip(rows["record"], rows["appears_in"]))
    assert {name for name, figure in appears.items() if figure == "month2.png"} <= set(known.names[50:60])
    later = [figure for name, figure in appears.items() if name in known.names[60:]]
    assert later.count("month3.png") >= 8  # one or two lie at another's dot
    assert not any(appears[name] for name in known.names[:50])
    sentence = str(list(checks_of_series(series))[1].sentence)
    assert "became cases" in sentence
    (page,) = section_of_series(series)
    assert page.blocks[0].rows[0][-2] == "0"


def test_a_document_is_as_bad_as_what_it_gives_away_beside_another():
    known = known_of()
    figures = [figure_of(where, 15, f"month{at}.png", f"{at}.png", level=Level.WITH_CARE)
               for at, where in enumerate(drawn(6), 1)]  # fmt: skip
    series = tuple(series_of(figures, known, NEED))
    found = Found(("1.png", "2.png", "other.txt"), tuple(figures), (), (), series)
    assert found.of("1.png").level is Level.GIVES_AWAY
    assert found.of("other.txt").level is Level.PASSED


@pytest.mark.parametrize("name", ["RECOVERED", "SERIES"])
def test_layers_that_name_records_are_internal_and_say_so(qgis_app, name):
    """They hold places with the records they lead to: style and name must warn whoever opens them."""
    from geodeid_plugin.processing_provider.disclosure.documents.checkdocument import CheckDocument

    algorithm = CheckDocument().create()
    algorithm.initAlgorithm()
    assert name in algorithm.INTERNAL and name in algorithm.STYLES
    assert "Internal" in algorithm.parameterDefinition(name).help()
    assert not algorithm.parameterDefinition(name).createByDefault()
