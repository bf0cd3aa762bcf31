# SPDX-License-Identifier: GPL-2.0-or-later
"""Systems that a map of a region may be drawn in, as PROJ knows them."""

import numpy as np
import pytest

from geodeid_plugin.core.mapimage.georeference.projections import Crs, Region, projections_for, system_of
from tests.refusals import refuses

pyproj = pytest.importorskip("pyproj")

DEGREES = Crs.of("EPSG:4326")
REGIONS = {
    "Ontario": ((-95.2, 41.7, -74.3, 56.8), {"EPSG:3347", "EPSG:3978"}, {"EPSG:2154", "EPSG:26918"}),
    "Louisiana": ((-94.0, 28.9, -89.0, 33.0), {"EPSG:5070", "ESRI:102004", "EPSG:32615"}, {"EPSG:3035"}),
    "Massachusetts": ((-72.2, 42.0, -71.2, 42.6), {"EPSG:26986", "EPSG:32618"}, {"EPSG:26987"}),
    "New Zealand": ((166.0, -47.0, 179.0, -34.0), {"EPSG:2193", "EPSG:32760"}, {"EPSG:3577"}),
    "Paris": ((2.0, 48.5, 2.8, 49.1), {"EPSG:2154", "EPSG:3035", "EPSG:32631"}, {"EPSG:27700"}),
    "astride the equator": ((10.0, -2.0, 14.0, 2.0), {"EPSG:32632", "EPSG:32633"}, {"EPSG:5070"}),
    "Chukotka": ((165.0, 61.0, 172.0, 66.0), {"ESRI:102025", "EPSG:32658"}, {"EPSG:5070"}),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("box", "within", "without"), REGIONS.values(), ids=REGIONS)
def test_systems_that_a_region_may_be_drawn_in_are_known(box, within, without):
    found = projections_for(Region(*box), DEGREES)
    names = {system.name for system in found.systems}
    assert within <= names
    assert {"EPSG:3857", "EPSG:4326"} <= names
    assert not without & names
    assert any("+proj=eqc" in name for name in names)
    assert len(found.systems) == len(names) < 60
    corners = np.array([[box[0], box[1]], [box[2], box[3]]])
    for system in (*found.bases, *found.systems):
        assert system.inverse(system.forward(corners)) == pytest.approx(corners, abs=1e-5), system.name


def test_the_own_system_of_the_outline_comes_first_whatever_it_is():
    text = pyproj.CRS("+proj=tmerc +lon_0=-75.3 +datum=NAD83").to_wkt()
    found = projections_for(Region(-76, 42, -75, 43), Crs("USER:100001", text))
    assert (found.systems[0].name, found.systems[0].definition) == ("USER:100001", text)


def test_a_place_that_a_system_does_not_hold_leaves_no_place_of_the_others():
    gnomonic = system_of(Crs.of("+proj=gnom +lat_0=42 +lon_0=-76 +datum=WGS84"))
    assert np.isfinite(gnomonic.forward(np.array([[-76.0, 42.0]]))).all()
    assert np.isnan(gnomonic.forward(np.array([[-76.0, 42.0], [104.0, -42.0]]))).all()


def test_what_proj_does_not_know_is_refused_by_its_name():
    with refuses("crs.name.unknown", match="EPSG:999999"):
        system_of(Crs.of("EPSG:999999"))


TWIST = "+proj=pipeline +step +proj=unitconvert +xy_in=deg +xy_out=rad +step +proj=utm +zone=18 +ellps=intl"
NO_GRID = "+proj=pipeline +step +proj=hgridshift +grids=nobody_has_this.tif"


def test_an_operation_that_was_chosen_is_taken_both_ways_unless_its_grids_are_missing():
    place, zone = np.array([[-76.0, 42.5]]), Crs.of("EPSG:32618")
    usual = system_of(zone).forward(place)
    chosen = system_of(zone, {("EPSG:4326", "EPSG:32618"): TWIST})
    assert 50 < np.abs(chosen.forward(place) - usual).max() < 300
    assert chosen.inverse(chosen.forward(place)) == pytest.approx(place, abs=1e-9)
    absent = system_of(zone, {("EPSG:4326", "EPSG:32618"): NO_GRID})
    assert absent.forward(place) == pytest.approx(usual)


def test_grids_that_are_missing_are_not_warned_of(recwarn):
    system_of(Crs.of("EPSG:32116")).forward(np.array([[-76.0, 42.5]]))
    assert not [one for one in recwarn if "missing" in str(one.message).lower()]
