# SPDX-License-Identifier: GPL-2.0-or-later
"""Places where dots may lie that are made from the patients' homes, whatever they were read from.

Each was green with dozens of dots at true homes; beside each stands what is honest and must pass.
"""

import numpy as np
import pytest
from conftest import lpmask
from qgis.core import QgsGeometry, QgsProcessingException

from geodeid_plugin.processing_provider.framework.ledger import store

SIDE, SIZE, WEST, SOUTH = 8, 0.02, -75.0, 45.0
HOMES = np.random.default_rng(5).random((60, 2)) * SIDE * SIZE + (WEST, SOUTH)
REFUSED = "would lie at the home of a patient"


def cells():
    from conftest import square

    return {
        f"A{c}{r}": (square(c, r, SIZE, WEST, SOUTH), 300 + c * 53 + r * 37)
        for c in range(SIDE)
        for r in range(SIDE)
    }


def own_point(homes=HOMES):
    """A patient of each area, and the middle of areas without."""
    points = {}
    for name, (wkt, _people) in cells().items():
        shape = QgsGeometry.fromWkt(wkt)
        inside = [home for home in homes if shape.contains(QgsGeometry.fromWkt(wkt_of(home)))]
        middle = shape.centroid().asPoint()
        points[name] = inside[0] if len(inside) else (middle.x(), middle.y())
    return points


def wkt_of(place):
    return f"POINT({float(place[0])!r} {float(place[1])!r})"


def footprint(place, radius_m=20.0):
    turn = np.linspace(0, 2 * np.pi, 13)
    east, north = radius_m * np.cos(turn) / 78_700, radius_m * np.sin(turn) / 111_200
    corners = zip(place[0] + east, place[1] + north)
    return "POLYGON((" + ",".join(f"{float(x):.9f} {float(y):.9f}" for x, y in corners) + "))"


@pytest.fixture
def asked(layer):
    """Parameters of a mask, with others in their place."""

    def build(homes=HOMES, **more):
        rows = [(wkt_of(home), [f"P{k}"]) for k, home in enumerate(homes)]
        areas = [(wkt, [name, people]) for name, (wkt, people) in cells().items()]
        return {
            "PATIENTS": layer("Point", rows, ["pid:string"], name="patients"),
            "AREAS": layer("Polygon", areas, ["id:string", "pop:integer"], name="areas"),
            "AREA_ID": "id", "POPULATION": "pop", "RISK": 0.2, "MODEL": "wieland", "OUTPUT": "memory:",
            "CROWD": "memory:", **more,
        }  # fmt: skip

    return build


def dots(layer, kind, shapes):
    return layer(kind, [(wkt, [k]) for k, wkt in enumerate(shapes)], ["number:integer"], name="places")


def jittered(metres, seed=4):
    return HOMES + np.random.default_rng(seed).normal(0, metres, HOMES.shape) / (78_700, 111_200)


def points_of(places):
    return [wkt_of(place) for place in places]


def destinations(layer):
    return {"DESTINATIONS": dots(layer, "Point", points_of(HOMES))}


def destinations_about(layer):
    return {"DESTINATIONS": dots(layer, "Point", points_of(jittered(8)))}


def codes(layer, homes=HOMES):
    rows = [(wkt_of(place), [name, cells()[name][1]]) for name, place in own_point(homes).items()]
    return {"AREAS": layer("Point", rows, ["id:string", "pop:integer"], name="codes")}


def footprints(layer, metres=6, placement="scatter"):
    shapes = [footprint(place) for place in jittered(metres)]
    return {"DESTINATIONS": dots(layer, "Polygon", shapes), "PLACEMENT": placement}


def footprints_by_point(layer):
    return footprints(layer, placement="point")


def wide_footprints(layer):
    shapes = [footprint(place, 50.0) for place in HOMES]
    return {"DESTINATIONS": dots(layer, "Polygon", shapes), "PLACEMENT": "scatter"}


def blocks_by_point(layer):
    """Polygons too wide to be anybody's own, about the homes: dots stand at their middles."""
    shapes = [footprint(place, 150.0) for place in HOMES]
    return {"DESTINATIONS": dots(layer, "Polygon", shapes), "PLACEMENT": "point"}


def addresses(layer):
    return {"PLACEMENT": "address", "ADDRESSES": dots(layer, "Point", points_of(jittered(8)))}


def areas_about(layer):
    rows = [(footprint(home), [f"A{k}", 300]) for k, home in enumerate(HOMES)]
    return {"AREAS": layer("Polygon", rows, ["id:string", "pop:integer"], name="areas")}


def wide_areas_about(layer):
    """Too wide to be anybody's own: dots stand at their middles."""
    rows = [(footprint(home, 150.0), [f"A{k}", 300]) for k, home in enumerate(HOMES)]
    return {"AREAS": layer("Polygon", rows, ["id:string", "pop:integer"], name="areas"), "PLACEMENT": "point"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "made",
    [destinations, destinations_about, codes, footprints, footprints_by_point, wide_footprints,
     blocks_by_point, addresses, areas_about, wide_areas_about],
)  # fmt: skip
@pytest.mark.parametrize("risk", [0.1, 0.2, 0.33])
def test_places_made_of_the_patients_are_refused(run, asked, layer, made, risk):
    with pytest.raises(QgsProcessingException, match=REFUSED):
        lpmask(run, asked(RISK=risk, **made(layer)))


def test_few_patients_among_many_areas_are_refused_by_their_own_dots(run, asked, layer):
    """Most points are the areas' middles, and the dots of these records stand at homes all the same."""
    few = HOMES[:12]
    # Two of one area: else nobody can tell whether patients were located by their areas.
    both = np.vstack([few, few[:1] + 0.004 * np.where(few[:1] % SIZE < SIZE / 2, 1, -1)])
    with pytest.raises(QgsProcessingException, match=REFUSED):
        lpmask(run, asked(both, **codes(layer, few)))


def destinations_of_few(layer, few):
    return {"DESTINATIONS": dots(layer, "Point", points_of(own_point(few).values()))}


def footprints_of_few(layer, few):
    shapes = [footprint(place) for place in own_point(few).values()]
    return {"DESTINATIONS": dots(layer, "Polygon", shapes), "PLACEMENT": "scatter"}


def addresses_of_few(layer, few):
    places = points_of(own_point(few).values())
    return {"ADDRESSES": dots(layer, "Point", places), "PLACEMENT": "address"}


@pytest.mark.slow
@pytest.mark.parametrize("made", [destinations_of_few, footprints_of_few, addresses_of_few])
@pytest.mark.parametrize("count", [6, 12])
@pytest.mark.parametrize("risk", [0.1, 0.2])
def test_places_where_only_areas_with_patients_have_their_homes_are_refused(
    run, asked, layer, made, count, risk
):
    """By the people of all areas few dots would lie there, of these records all do."""
    few = HOMES[:count]
    with pytest.raises(QgsProcessingException, match=REFUSED):
        lpmask(run, asked(few, RISK=risk, **made(layer, few)))


def everywhere(layer, kind, count, seed):
    places = np.random.default_rng(seed).random((count, 2)) * SIDE * SIZE + (WEST, SOUTH)
    shapes = points_of(np.vstack([HOMES, places])) if kind == "Point" else [
        footprint(place) for place in np.vstack([HOMES, places])
    ]  # fmt: skip
    return dots(layer, kind, shapes)


def all_addresses(layer):
    return {"PLACEMENT": "address", "ADDRESSES": everywhere(layer, "Point", 3000, 6)}


def all_buildings(layer):
    return {"DESTINATIONS": everywhere(layer, "Polygon", 1500, 7), "PLACEMENT": "scatter"}


def all_addresses_as_destinations(layer):
    return {"DESTINATIONS": everywhere(layer, "Point", 1500, 8)}


def census_points(layer):
    rng = np.random.default_rng(9)
    rows = []
    for name, (wkt, people) in cells().items():
        box = QgsGeometry.fromWkt(wkt).boundingBox()
        place = (box.xMinimum() + float(rng.random()) * SIZE, box.yMinimum() + float(rng.random()) * SIZE)
        rows.append((wkt_of(place), [name, people]))
    return {"AREAS": layer("Point", rows, ["id:string", "pop:integer"], name="codes")}


def coarse_grid(layer):
    return {"GRID_SPACING": 500}


def nothing(layer):
    return {}


@pytest.mark.slow
@pytest.mark.parametrize(
    "made",
    [nothing, all_addresses, all_buildings, all_addresses_as_destinations, census_points, coarse_grid],
)
@pytest.mark.parametrize("risk", [0.05, 0.2])
def test_places_that_know_nothing_of_the_patients_pass(run, asked, layer, made, risk):
    assert lpmask(run, asked(RISK=risk, **made(layer)))["VERDICT"] == "passed"


@pytest.mark.slow
def test_patients_located_by_their_areas_have_no_door(run, asked, layer):
    """Known by postal code alone, every record stands at the point of its code, the dots do so, too."""
    given = census_points(layer)
    points = {f["id"]: f.geometry().asPoint() for f in given["AREAS"].getFeatures()}
    names = np.random.default_rng(3).choice(sorted(points), 60)
    homes = np.array([(points[name].x(), points[name].y()) for name in names])
    # With care for another reason: records that share a place may be one household.
    assert lpmask(run, asked(homes, **given))["VERDICT"] == "with_care"


def test_a_few_couples_do_not_make_homes_the_points_of_their_areas(run, asked, layer):
    homes = np.array([place for place in own_point().values() if (place == HOMES).all(axis=1).any()])
    couples = np.vstack([homes, homes[:3]])
    with pytest.raises(QgsProcessingException, match=REFUSED):
        lpmask(run, asked(couples, **codes(layer)))


@pytest.mark.slow
def test_a_town_of_houses_side_by_side_is_no_list_of_patients(run, asked, layer):
    """Where patients live 40 m apart, most points lie near one of them, whoever made the points."""
    rng = np.random.default_rng(12)
    places = rng.random((900, 2)) * (SIZE / 1.5, SIZE / 2) + (WEST, SOUTH)
    homes = rng.random((900, 2)) * (SIZE / 1.5, SIZE / 2) + (WEST, SOUTH)
    town = {"DESTINATIONS": dots(layer, "Point", points_of(places)), "RISK": 0.33}
    from conftest import square

    blocks = [
        (square(i, j, 0.002, WEST, SOUTH), [f"B{i}{j}", 500]) for i in range(7) for j in range(6)
    ]  # fmt: skip
    areas = {"AREAS": layer("Polygon", blocks, ["id:string", "pop:integer"], name="blocks")}
    assert "ACHIEVED_RISK" in lpmask(run, asked(homes, **areas, **town))
    own = {"DESTINATIONS": dots(layer, "Point", points_of(homes)), "RISK": 0.33}
    with pytest.raises(QgsProcessingException, match=REFUSED):
        lpmask(run, asked(homes, **areas, **own))


@pytest.mark.slow
@pytest.mark.parametrize(
    "method",
    [{"METHOD": "optimal", "EPSILON_100": 1}, {"METHOD": "geoind", "EPSILON_100": 1},
     {"METHOD": "elimination", "K": 600}, {"METHOD": "donut", "CROWD": "memory:"}],
)  # fmt: skip
def test_random_masks_into_areas_of_the_patients_are_refused(run, asked, layer, method):
    given = {**asked(**areas_about(layer)), "CROWD": None, **method}
    given = {name: value for name, value in given.items() if name not in ("RISK", "MODEL")}
    with pytest.raises(QgsProcessingException, match=REFUSED):
        run("randommask", given)


@pytest.mark.parametrize("method", [{"METHOD": "donut"}, {"METHOD": "uniform", "MAX_DISTANCE": 30}])
def test_a_random_mask_that_stays_within_the_homes_is_refused(run, asked, layer, method):
    around = dots(layer, "Polygon", [footprint(home, 40.0) for home in HOMES])
    more = {"MIN_DISTANCE": 5, "MAX_DISTANCE": 35, **method, "WITHIN": around}
    with pytest.raises(QgsProcessingException, match=REFUSED):
        run("randommask", {"PATIENTS": asked()["PATIENTS"], "OUTPUT": "memory:", **more})


OTHERS = np.random.default_rng(17).random((60, 2)) * SIDE * SIZE + (WEST, SOUTH)
"""Homes of the patients of a second release."""


@pytest.fixture
def again(run, asked, layer, tmp_path):
    """Release HOMES in the areas, then a list of others with other places; gives the second run."""
    path, key = tmp_path / "ledger.gpkg", tmp_path / "ledger.key"
    store.create(path, key)
    common = {"LEDGER": str(path), "LEDGER_KEY": str(key), "LEDGER_ID": "pid", "PLANNED_RECORDS": 120}

    def released(first=HOMES, then=OTHERS, before=None, **more):
        lpmask(run, asked(first, **common, **(before or {})))
        number = {tuple(home): f"P{k}" for k, home in enumerate(first)}
        rows = [(wkt_of(home), [number.get(tuple(home), f"Q{k}")]) for k, home in enumerate(then)]
        patients = layer("Point", rows, ["pid:string"], name="patients")
        return lpmask(run, asked(**common, **{"PATIENTS": patients, **more}))

    return released


@pytest.mark.slow
@pytest.mark.parametrize(
    "made",
    [destinations, destinations_about, codes, footprints, footprints_by_point, wide_footprints,
     blocks_by_point, addresses],
)  # fmt: skip
def test_places_made_of_the_patients_of_an_earlier_release_are_refused(again, layer, made):
    with pytest.raises(QgsProcessingException, match="of an earlier release"):
        again(**made(layer))


@pytest.mark.slow
@pytest.mark.parametrize("made", [all_addresses, all_buildings, all_addresses_as_destinations, census_points])
def test_places_of_a_register_pass_beside_a_ledger_that_knows_homes(again, layer, made):
    given = made(layer)
    areas = {"AREAS": given["AREAS"]} if "AREAS" in given else {}
    result = again(then=np.vstack([HOMES, OTHERS]), before=areas, **given)
    assert result["VERDICT"] == "passed", result["VERDICT_TEXT"]


@pytest.mark.slow
def test_patients_once_located_by_their_areas_leave_no_homes_in_the_ledger(again, layer):
    """Their dots stand at the points of the areas, as everybody's do."""
    given = census_points(layer)
    points = [f.geometry().asPoint() for f in given["AREAS"].getFeatures()]
    names = np.random.default_rng(3).choice(len(points), 60)
    located = np.array([(points[k].x(), points[k].y()) for k in names])
    assert "ACHIEVED_RISK" in again(first=located, before=given, **given)


def keep_no_homes(monkeypatch):
    """Enter releases as ledgers did before they kept homes."""
    append = store.append

    def without(book, entries, *more):
        return append(book, [entry for entry in entries if entry[0] != "homes"], *more)

    monkeypatch.setattr(store, "append", without)


@pytest.mark.slow
def test_a_ledger_that_kept_no_homes_cannot_be_asked_for_them(again, layer, monkeypatch):
    keep_no_homes(monkeypatch)
    both = np.vstack([HOMES, OTHERS])
    result = again(then=both, **all_addresses_as_destinations(layer))
    assert result["VERDICT"] == "with_care" and "kept no homes" in result["VERDICT_TEXT"]


@pytest.mark.slow
def test_a_ledger_that_kept_no_homes_is_no_matter_where_dots_stand_in_areas(again, monkeypatch):
    keep_no_homes(monkeypatch)
    assert again(then=np.vstack([HOMES, OTHERS]))["VERDICT"] == "passed"
