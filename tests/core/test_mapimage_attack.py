# SPDX-License-Identifier: GPL-2.0-or-later
"""The attack on a picture as a function: arrays in, a record out, and no map program anywhere."""

import pickle
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import geodeid_plugin.core.mapimage.attack as attacking
from geodeid_plugin.core.base.errors import InputError, Phrase
from geodeid_plugin.core.base.verdict import MADE, NOT_MADE, Adversary, Check, Claim, Level, Verdict
from geodeid_plugin.core.mapimage.attack import attack, remedy_for
from geodeid_plugin.core.mapimage.beside import home_marks
from geodeid_plugin.core.mapimage.georeference.placing import Lines, Reference, place_picture
from geodeid_plugin.core.mapimage.georeference.projections import Crs, system_of
from geodeid_plugin.core.mapimage.picture import Box
from geodeid_plugin.core.mapimage.picturedots import Picture, Settings, find_picture_dots
from geodeid_plugin.core.mapimage.reidentify import score
from geodeid_plugin.core.mapimage.reidentify.anchors import Reading
from geodeid_plugin.core.mapimage.reidentify.known import AddressPoints, People, Places, Secret
from geodeid_plugin.core.mapimage.reidentify.located import Comparison, open_ways, worst_way
from tests.refusals import refuses
from tests.remember import remembered

pytest.importorskip("pyproj")

UTM = system_of(Crs.of("EPSG:32618"))
WEST, NORTH, PIXEL_M, SIDE = 400_000.0, 4_720_000.0, 40.0, 500
RED = np.array([200, 20, 30])


@pytest.fixture(scope="module", autouse=True)
def placed_once():
    """Place no picture twice by the same outline."""
    with pytest.MonkeyPatch.context() as module:
        module.setattr(attacking, "place_picture", remembered(attacking.place_picture))
        yield


def coast():
    """A closed line about the middle, map units."""
    source, angle = np.random.default_rng(4), np.linspace(0, 2 * np.pi, 400)
    wiggle = sum(source.normal(0, 0.25 / k) * np.cos(k * angle + source.random() * 6) for k in range(2, 14))
    radius = 8_000 * (1 + 0.6 * wiggle)
    return np.column_stack([WEST + 10_000 + radius * np.cos(angle), NORTH - 10_000 + radius * np.sin(angle)])


def places(seed=1, count=60):
    return np.array([WEST + 10_000, NORTH - 10_000]) + np.random.default_rng(seed).uniform(
        -4_000, 4_000, (count, 2)
    )


def to_pixels(where):
    return (where - [WEST, NORTH]) / [PIXEL_M, -PIXEL_M]


def cover(where, radius_px):
    """Shares of the pixels that smooth discs at places cover."""
    from scipy.spatial import cKDTree

    y, x = np.mgrid[0:SIDE, 0:SIDE] + 0.5
    pixels = np.column_stack([x.ravel(), y.ravel()])
    away = cKDTree(to_pixels(where)).query(pixels, distance_upper_bound=radius_px + 1)[0]
    return np.clip(radius_px + 0.5 - away, 0, 1).reshape(SIDE, SIDE, 1)


@cache
def bare():
    """A picture of the coast alone."""
    line, steps = coast(), np.linspace(0, 1, 60)[:, None, None]
    ink = cover((line[:-1] * (1 - steps) + line[1:] * steps).reshape(-1, 2), 0.8)
    return 255 * (1 - ink) + 40 * ink


def painted(where):
    """A picture of the coast, with a smooth red dot of 3 px radius at each place."""
    return marked(bare(), where, RED, 3.0)


@pytest.fixture(scope="module")
def picture():
    return Picture(painted(places()), ".png")


@pytest.fixture(scope="module")
def dots(picture):
    return find_picture_dots(picture)


COAST = Lines((UTM.inverse(coast()),), Crs.of("EPSG:32618"))
UNKNOWN = Reference(COAST, largest_turn_deg=0)
REFERENCE = Reference(COAST, Crs.of("EPSG:32618"), largest_turn_deg=0)


def layer(where):
    return Places(UTM.inverse(where), list(range(len(where))))


def of_people(where, per_km2):
    return People(np.full(len(where), per_km2 / 1e6))


@pytest.mark.slow
def test_a_map_of_the_true_places_gives_them_away(picture, dots):
    secret = Secret(layer(places()), 0.09, of_people(places(), 60.0))
    scored = attack(picture, dots, UNKNOWN, secret)
    truth = scored.truth
    assert scored.verdict.level is Level.GIVES_AWAY
    assert (truth.recall, truth.precision) == (1.0, 1.0) and truth.distance.value < 0.1 * PIXEL_M
    assert sorted(truth.called(range(60))) == sorted(map(str, range(60)))
    assert scored.placed.system.name == "EPSG:32618" and scored.placed.error_px < 0.1
    assert scored.placed.metres_per_px == pytest.approx(PIXEL_M, rel=2e-3)


def beside(*panels):
    """Pictures beside one another with a white band between."""
    band = np.full((SIDE, 30, 3), 255, np.uint8)
    return Picture(np.hstack([one for panel in panels for one in (panel, band)][:-1]), ".png")


@pytest.mark.slow
def test_of_two_panels_each_is_judged_and_the_worse_decides():
    homes, drawn = places(), places(5)
    people = of_people(homes, 60.0)
    both = beside(painted(drawn), painted(homes[:2]))
    secret = Secret(layer(homes), 0.09, people, layer(drawn))
    scored = attack(both, find_picture_dots(both), REFERENCE, secret)
    assert scored.verdict.level is Level.GIVES_AWAY
    assert (scored.truth.shown, scored.truth.precision) == (2, 1.0) and not scored.warnings
    assert place_picture(both.rgb, REFERENCE).warnings
    assert scored.view.left > SIDE - 30 and scored.truth.distance.value < 0.1 * PIXEL_M


@pytest.mark.slow
def test_two_panels_of_the_masked_points_pass_and_one_that_is_drawn_larger_is_not_judged():
    homes, drawn = places(), places(5)
    secret = Secret(layer(homes), 0.09, of_people(homes, 9e3), layer(drawn))
    one = painted(drawn)
    both = beside(painted(drawn[:25]), painted(drawn[20:]))
    scored = attack(both, find_picture_dots(both), REFERENCE, secret)
    assert scored.verdict.level is Level.PASSED, [str(each) for each in scored.verdict.reasons]
    assert any(check.key == "panels_judged" for check in scored.verdict.checks)
    other = np.repeat(np.repeat(painted(homes)[150:350, 150:350], 2, axis=0), 2, axis=1)
    inset = beside(one, np.pad(other, ((50, 50), (0, 0), (0, 0)), constant_values=255))
    assert attack(inset, find_picture_dots(inset), REFERENCE, secret).verdict.level is Level.NOT_JUDGED


@pytest.mark.slow
def test_addresses_are_asked_for_about_the_placed_picture_alone(picture, dots):
    asked, homes = [], np.vstack([places(), places(2, 4_000)])

    def about(rim):
        asked.append(UTM.forward(rim))
        return AddressPoints(UTM.inverse(homes))

    scored = attack(picture, dots, REFERENCE, Secret(layer(places()), 0.09, about))
    (rim,) = asked
    assert rim.min(axis=0) == pytest.approx([WEST, NORTH - SIDE * PIXEL_M], abs=5)
    assert rim.max(axis=0) == pytest.approx([WEST + SIDE * PIXEL_M, NORTH], abs=5)
    assert scored.truth.exact_share > 0.9 and scored.verdict.level is Level.GIVES_AWAY
    missing = attack(
        picture,
        dots,
        REFERENCE,
        Secret(layer(places()), 0.09, lambda _: AddressPoints(UTM.inverse(homes[60:63]))),
    )
    assert "ADDRESSES" in str(missing.warnings[0])


@pytest.mark.slow
def test_a_map_of_others_passes_only_where_the_drawn_layer_is_known(picture, dots):
    far = places(9)
    protection = of_people(far, 2_000.0)
    unknown = attack(picture, dots, REFERENCE, Secret(layer(far), 0.09, protection))
    assert unknown.verdict.level is Level.NOT_JUDGED
    known = attack(picture, dots, REFERENCE, Secret(layer(far), 0.09, protection, layer(places())))
    assert known.verdict.level is Level.PASSED and known.masked.recall == 1.0
    # Each dot may hide three: among them a home could lie that nobody saw.
    heaps = np.vstack([places() + np.array([step * PIXEL_M, 0]) for step in (0, 1.5, 3)])
    hidden = attack(picture, dots, REFERENCE, Secret(layer(far), 0.09, protection, layer(heaps)))
    assert hidden.verdict.level is Level.NOT_JUDGED and "heaps" in hidden.verdict.reasons[0]


@pytest.mark.slow
def test_a_density_map_of_areas_is_told_of(picture, dots):
    """One dot for two records in each of nine squares, strewn anew."""
    cell = 8_000 / 3

    def square(where):
        column, row = np.floor((where - [WEST + 6_000, NORTH - 14_000]) / cell).astype(int).T
        return np.where((column >= 0) & (column < 3) & (row >= 0) & (row < 3), 3 * column + row, -1)

    source, corner = np.random.default_rng(11), np.array([WEST + 6_000, NORTH - 14_000])
    true = np.vstack([
        corner + cell * (np.array(divmod(at, 3)) + source.uniform(0.02, 0.98, (2 * drawn, 2)))
        for at, drawn in enumerate(np.bincount(square(places()), minlength=9))
    ])  # fmt: skip
    people = People(
        np.full(len(true), 2e-3), square(true), 9, locate=lambda lonlat: square(UTM.forward(lonlat))
    )
    scored = attack(picture, dots, REFERENCE, Secret(layer(true), 0.09, people))
    assert scored.verdict.checks[0].key == "dot_density"
    assert scored.verdict.level is Level.NOT_JUDGED


@pytest.mark.slow
@pytest.mark.parametrize(
    ("away_m", "level"), [([200.0], Level.PASSED), ([55.0], Level.WITH_CARE), ([0.0], Level.GIVES_AWAY),
                          ([55.0, 30.0, 60.0, 50.0, 40.0, 35.0, 45.0, 25.0], Level.GIVES_AWAY)],
)  # fmt: skip
def test_a_dot_that_stayed_in_its_area_is_a_finding_only_where_it_lies_nearer_than_chance(
    picture, dots, away_m, level
):
    """Records live anywhere in the square of their dot, among 700 people; some lie so far from it."""
    side, corner, drawn = 1_000.0, np.array([WEST + 6_000, NORTH - 14_000]), places()

    def square(where):
        return np.floor((where - corner) / side).astype(int) @ [8, 1]

    def anywhere(source):
        return corner + side * (np.array(np.divmod(square(drawn), 8)).T + source.random(drawn.shape))

    from scipy.spatial import cKDTree

    source = np.random.default_rng(3)
    homes = anywhere(source)
    while (near := cKDTree(drawn).query(homes)[0] < 100).any():
        homes = np.where(near[:, None], anywhere(source), homes)
    homes[: len(away_m)] = drawn[: len(away_m)] + np.column_stack([away_m, np.zeros(len(away_m))])
    count = len(homes)
    people = People(
        np.full(count, 700 / side**2), square(homes), 64, np.full(count, 700.0),
        lambda lonlat: square(UTM.forward(lonlat)),
    )  # fmt: skip
    scored = attack(picture, dots, REFERENCE, Secret(layer(homes), 0.09, people, layer(drawn)))
    assert scored.truth.exposed == sum(away < 80 for away in away_m)
    assert scored.verdict.level is level, [str(one) for one in scored.verdict.reasons]


@pytest.mark.slow
def test_another_drawing_is_asked_for_where_records_are_given_away(picture, dots):
    secret = Secret(layer(places()), 0.09, of_people(places(), 400.0))
    scored, drawn = attack(picture, dots, REFERENCE, secret), []

    def draw(drawing):
        drawn.append(drawing)
        raise InputError("drawing.layers.empty", "no picture")

    remedy = remedy_for(scored, 96.0, draw)
    assert drawn and all(drawing.places_px.shape == (60, 2) for drawing in drawn)
    assert all(drawing.places_px.min() >= 10 - 1e-6 for drawing in drawn)
    assert remedy.need == 12 and len(remedy.move_m) == 60
    alone = attack(picture, dots, REFERENCE, Secret(layer(places()), 0.09))
    assert remedy_for(alone, 96.0, draw) is None


def test_what_is_no_limit_is_refused_before_anything_is_searched():
    with refuses("threshold.risk.no_probability"):
        Secret(layer(places()), 0.0)


@pytest.mark.slow
def test_an_outline_without_a_place_in_the_given_system_names_its_feature(picture, dots):
    line = np.array([[-75.0, 42.0], [-75.0, 95.0]])
    lines = Lines((UTM.inverse(coast()), line), name="coast", features=(7, 8))
    secret = Secret(layer(places()), 0.09)
    with refuses("outline.feature.outside_crs", match="coast.*8"):
        attack(picture, dots, Reference(lines, Crs.of("EPSG:32618")), secret)


@pytest.mark.slow
def test_nothing_to_place_by_and_points_without_a_system_are_refused(picture, dots):
    secret = Secret(layer(places()), 0.09)
    with refuses("picture.place.unknown"):
        attack(picture, dots, Reference(), secret)
    with refuses("outline.layer.no_lines"):
        attack(picture, dots, Reference(Lines(())), secret)


IN_ANOTHER_PROCESS = """
import pickle, sys
sys.path.insert(0, {root!r})
given = pickle.load(sys.stdin.buffer)
from geodeid_plugin.core.mapimage.attack import attack
scored = attack(*given)
assert not any(name.split('.')[0] in ('qgis', 'osgeo') for name in sys.modules), "a map program was loaded"
sys.stdout.buffer.write(pickle.dumps(scored))
"""


@pytest.mark.slow
def test_the_attack_runs_in_a_process_without_a_map_program_and_hands_its_record_back(picture, dots):
    secret = Secret(layer(places()), 0.09, of_people(places(), 60.0))
    given = pickle.dumps((picture, dots, REFERENCE, secret, Settings()))
    root = str(Path(__file__).resolve().parents[2])
    done = subprocess.run(
        [sys.executable, "-c", IN_ANOTHER_PROCESS.format(root=root)], input=given, capture_output=True
    )
    assert done.returncode == 0, done.stderr.decode()
    there, here = pickle.loads(done.stdout), attack(picture, dots, REFERENCE, secret)
    assert there.verdict == here.verdict
    assert np.array_equal(there.truth.match.record, here.truth.match.record)
    assert np.array_equal(there.placed.to_lonlat([[1, 2]]), here.placed.to_lonlat([[1, 2]]))


def compared(level, matched):
    """A comparison that came out at a level, with so many dots matched."""
    check = Check("dots_seen", NOT_MADE if level == "not_judged" else MADE, Phrase("dots"))
    met = Adversary("map", Phrase("the map"), risk=0.3 if level == "gives_away" else 0.1)
    verdict = Verdict(Claim(Phrase("Nobody is named."), 0.2), None, (met,), (check,))
    assert verdict.level.value == level
    match = score.Match(np.arange(matched), np.zeros(matched), 0.0)
    shown = int(level == "gives_away")
    none = np.zeros(0)
    return Comparison(layer(places()), 60, 0, match, shown, None, 0.0, none, verdict, 0.2, none, none)


@pytest.mark.parametrize(
    ("centre", "shifted", "said"),
    [
        (("not_judged", 40), ("passed", 41), "not_judged"),
        (("passed", 41), ("not_judged", 40), "not_judged"),
        (("not_judged", 3), ("passed", 41), "passed"),
        (("not_judged", 40), ("gives_away", 12), "gives_away"),
    ],
)
def test_a_reading_that_was_not_judged_does_not_give_way_to_one_that_passes(centre, shifted, said):
    found = {"centre": compared(*centre), "half_pixel": compared(*shifted)}
    ways = [SimpleNamespace(reading=Reading(name, np.full((1, 2), -0.5))) for name in found]
    assert worst_way(ways, lambda way: found[way.reading.key])[1].verdict.level.value == said


def way(key, shift_px, off_m, fits):
    """Dots by one reading, so far from the places that were drawn."""
    return SimpleNamespace(
        reading=Reading(key, np.full((3, 2), shift_px)), where_m=np.zeros((3, 2)),
        off_m=lambda drawn: off_m, shows=lambda drawn: fits,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("drawn", "fits", "left"),
    [
        (None, (True, True), ["centre", "half_pixel"]),
        ([1], (True, True), ["half_pixel"]),
        ([1], (True, False), ["centre"]),
        ([1], (False, False), ["centre", "half_pixel"]),
        ([], (True, True), ["centre", "half_pixel"]),
    ],
)
def test_only_a_layer_that_the_dots_show_decides_how_they_are_read(drawn, fits, left):
    ways = [way("centre", 0.0, 9.0, fits[0]), way("half_pixel", -0.5, 4.0, fits[1])]
    assert [one.reading.key for one in open_ways(ways, drawn)] == left


@pytest.mark.parametrize("shift_px", [0.1, 0.6, 5.0])
def test_a_shift_to_the_true_records_stays_open_though_the_masked_layer_fits_without_it(shift_px):
    ways = [way("centre", 0.0, 1.0, True), way("anchor", shift_px, 9.0, True)]
    assert [one.reading.key for one in open_ways(ways, [1])] == ["centre", "anchor"]


@pytest.fixture
def placed_before(picture, dots, monkeypatch):
    """Take the place of the same map with other dots: where it lies is not what these tests are of."""
    placed = attacking.place_picture(picture.rgb, REFERENCE, dots.dots.dot_mask, dots.vector)
    monkeypatch.setattr(attacking, "place_picture", lambda *_given: placed)


def marked(rgb, where, colour, radius_px):
    """The picture with a smooth disc at each place."""
    disc = cover(where, radius_px)
    return np.rint(rgb * (1 - disc) + np.asarray(colour) * disc).astype(np.uint8)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "colour", "radius_px"),
    [(10, RED, 1.5), (2, (20, 60, 200), 3.0)],
)
def test_marks_at_homes_that_are_no_dots_of_the_map_do_not_pass(placed_before, count, colour, radius_px):
    """One ink has one marker, and a few marks are no set: what is left over is held against the homes."""
    homes, drawn = places(1), places(19)
    shown = Picture(marked(painted(drawn), homes[:count], colour, radius_px), ".png")
    secret = Secret(layer(homes), 0.09, of_people(homes, 300.0), layer(drawn))
    verdict = attack(shown, find_picture_dots(shown), REFERENCE, secret).verdict
    assert verdict.level in (Level.NOT_JUDGED, Level.GIVES_AWAY)


def thin(rgb, where, kind):
    """The picture with a ring or a pixel at each place, or a white disc on shaded ground."""
    if kind == "white":
        shaded = rgb.copy()
        shaded[150:350, 150:350] = np.minimum(rgb[150:350, 150:350], 190)
        return marked(shaded, where, (255, 255, 255), 2.0)
    y, x = np.mgrid[-6:7, -6:7]
    away = np.hypot(x, y)
    shape = {"ring": abs(away - 5) < 0.5, "pixel": away < 1}[kind]
    out = rgb.copy()
    for column, row in to_pixels(where).astype(int):
        out[row - 6 : row + 7, column - 6 : column + 7][shape] = (20, 60, 200)
    return out


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["ring", "pixel", "white"])
def test_thin_marks_at_homes_do_not_pass(placed_before, kind):
    homes, drawn = places(1), places(19)
    shown = Picture(thin(painted(drawn), homes[:3], kind), ".png")
    secret = Secret(layer(homes), 0.09, of_people(homes, 300.0), layer(drawn))
    assert attack(shown, find_picture_dots(shown), REFERENCE, secret).verdict.level is Level.NOT_JUDGED


@pytest.mark.parametrize("pixel_m", [40.0, 50.0, 75.0])
@pytest.mark.parametrize(("kind", "count"), [("ring", 3), ("pixel", 3), ("dot", 2)])
def test_marks_at_homes_are_told_in_coarse_pictures_too(pixel_m, kind, count, monkeypatch):
    """About 300 people a km² each is exact to a metre or two; a home within 1.5 px of any place is none."""
    monkeypatch.setattr(sys.modules[__name__], "PIXEL_M", pixel_m)
    white = np.full((SIDE, SIDE, 3), 255, np.uint8)

    def found(where):
        dot = marked(white, where, (20, 60, 200), 3.0) if kind == "dot" else thin(white, where, kind)
        away = SimpleNamespace(x_px=np.zeros(0))
        return home_marks(
            dot, away, Box.whole(dot.shape), places(), lambda px: [WEST, NORTH] + px * [pixel_m, -pixel_m],
            1.5 * pixel_m, pixel_m,
        )  # fmt: skip

    assert found(places()[:count]) == count
    assert found(places(77, count)) == 0


@pytest.mark.slow
def test_marks_among_many_homes_of_a_town_are_no_homes(placed_before):
    """As likely beside a home as on it; spread evenly over the picture the homes would be few."""
    source, middle = np.random.default_rng(9), [WEST + 10_000, NORTH - 10_000]
    homes, drawn = middle + source.normal(0, 500, (1_000, 2)), places(19)
    others = middle + np.random.default_rng(10).normal(0, 500, (12, 2))
    shown = Picture(marked(painted(drawn), others, (20, 60, 200), 2.0), ".png")
    secret = Secret(layer(homes), 0.09, of_people(homes, 3e3), layer(drawn))
    scored = attack(shown, find_picture_dots(shown), REFERENCE, secret)
    assert "home_marks" not in [one.key for one in scored.verdict.checks]


@pytest.mark.slow
def test_marks_at_homes_that_leave_them_among_enough_people_are_no_matter(placed_before):
    homes, drawn = places(1), places(19)
    shown = Picture(marked(painted(drawn), homes[:2], (20, 60, 200), 3.0), ".png")
    secret = Secret(layer(homes), 0.09, of_people(homes, 1e7), layer(drawn))
    scored = attack(shown, find_picture_dots(shown), REFERENCE, secret)
    assert "home_marks" not in [one.key for one in scored.verdict.checks]


@pytest.mark.slow
def test_two_homes_in_a_panel_without_dots_do_not_pass():
    homes, drawn = places(1), places(19)
    empty = painted(np.array([[WEST - 5_000.0, NORTH + 5_000.0]]))
    both = beside(painted(drawn), marked(empty, homes[:2], (20, 60, 200), 3.0))
    secret = Secret(layer(homes), 0.09, of_people(homes, 300.0), layer(drawn))
    assert attack(both, find_picture_dots(both), REFERENCE, secret).verdict.level is Level.NOT_JUDGED


@pytest.mark.slow
@pytest.mark.parametrize(("colour", "radius_px"), [(RED, 1.5), ((0, 0, 0), 1.5)])
def test_as_many_marks_elsewhere_pass(placed_before, colour, radius_px):
    homes, drawn = places(1), places(19)
    others = places(77, 10)
    shown = Picture(marked(painted(drawn), others, colour, radius_px), ".png")
    secret = Secret(layer(homes), 0.09, of_people(homes, 300.0), layer(drawn))
    scored = attack(shown, find_picture_dots(shown), REFERENCE, secret)
    assert "home_marks" not in [one.key for one in scored.verdict.checks]
