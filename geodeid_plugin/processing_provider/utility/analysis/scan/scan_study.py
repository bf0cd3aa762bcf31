# SPDX-License-Identifier: GPL-2.0-or-later
"""What a scan looks at: points, areas, or a masked release, as locations with cases and people."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from .....core.base.errors import InputError
from .....core.utility.analysis.masked_look import on_few_places, on_points_of_areas
from .....core.utility.analysis.masked_table import MaskedTable
from .....i18n import tr
from .... import io
from .. import released_mask


@dataclass(frozen=True)
class Study:
    """Locations of a study, shapes (n,): positions, cases, and controls or people.

    Attributes
    ----------
    layer : AreaLayer or None
        Areas, or destinations of the crowd, that the locations stand for.
    people : str
        What ``others`` counts: ``controls``, ``people``, ``expected`` (cases) or ``crowd``.
    mask : MaskedTable or None
        The mask between the locations, true areas then, and where the points stand.
    points : ndarray or None
        Masked points at each destination, where there is a mask; ``cases`` are unknown then.
    masked : bool
        Whether cases and controls were moved by one mask.
    """

    ids: np.ndarray
    id_kind: str
    lon_deg: np.ndarray
    lat_deg: np.ndarray
    cases: np.ndarray
    others: np.ndarray
    crs: object
    layer: object = None
    people: str = "controls"
    mask: MaskedTable | None = None
    points: np.ndarray | None = None
    masked: bool = False

    def plane(self, run):
        """Coordinates in the layer's own reference system."""
        places = io.points_geometry(run, self.lon_deg, self.lat_deg, self.crs)
        points = [place.asPoint() for place in places]
        return np.array([p.x() for p in points]), np.array([p.y() for p in points])


def read_study(run) -> Study:
    """Read what the parameters describe.

    Raises
    ------
    InputError
        They describe nothing that can be scanned, or masked points over people who live somewhere.
    """
    if run.wanted("CROWD"):
        return _released_study(run)
    if run.wanted("CASES") and run.choice("MODEL") == "poisson":
        return _counted_study(run)
    if run.wanted("CASES"):
        return _point_study(run)
    if run.wanted("AREAS"):
        return _area_study(run)
    raise InputError(
        tr("Give points of cases with controls, areas or a crowd, or areas with the field of their cases.")
    )


def _released_study(run) -> Study:
    """Masked points over the crowd, or through the table that masked them."""
    if not run.wanted("CASES"):
        raise InputError(tr("Give the masked points as cases: the crowd says what they are compared with."))
    crowd = released_mask.read_crowd(run)
    points = released_mask.counted(run, crowd, "CASES")
    if run.wanted("TABLE"):
        return _study_through_mask(run, crowd, points)
    layer = crowd.layer
    return Study(
        layer.areas.ids, layer.id_kind, layer.areas.lon_deg, layer.areas.lat_deg, points,
        released_mask.compared_with(run, crowd, points, run.text("CROWD_FIELD") or released_mask.PEOPLE),
        layer.table.crs, layer, "crowd",
    )  # fmt: skip


def _study_through_mask(run, crowd, points) -> Study:
    _require_areas(run)
    layer = io.read_areas(run)
    expected = _at_risk(run, layer)
    mask = released_mask.read_mask(run, layer, expected, crowd)
    return Study(
        layer.areas.ids, layer.id_kind, layer.areas.lon_deg, layer.areas.lat_deg,
        np.zeros(len(layer.areas)), expected, layer.table.crs, layer,
        "expected" if run.field("EXPECTED_FIELD") else "people", mask, points,
    )  # fmt: skip


def _counted_study(run) -> Study:
    """Points of cases counted in areas with people."""
    _require_areas(run)
    cases = io.read_points(run, "CASES")
    if released_mask.looks_masked(cases):
        raise InputError(
            tr(
                "Layer “{layer}” holds masked points. Compared with the people who live in the areas they "
                "show clusters that the mask made. Give the crowd that was released with them. If these are "
                "true places with a number of their own, rename the field record."
            ).format(layer=cases.table.name)
        )
    layer = io.read_areas(run)
    row = io.locate(run, layer, cases)
    _refuse_masked_places(cases, row, layer.areas)
    released_mask.refuse_masked(run)
    if (row < 0).any():
        run.warn(
            tr("{count} cases lie outside every area and were left out.").format(count=int((row < 0).sum()))
        )
    held = np.bincount(row[row >= 0], minlength=len(layer.areas)).astype(float)
    return _of_areas(run, layer, held, _at_risk(run, layer))


def _refuse_masked_places(cases, row, areas) -> None:
    """Refuse points that stand as a mask leaves them, whatever fields they kept."""
    position_deg = cases.lon_deg, cases.lat_deg
    if on_points_of_areas(position_deg, row, (areas.lon_deg, areas.lat_deg)):
        where = tr("on the points of the areas")
    elif on_few_places(*position_deg):
        where = tr("on few places, many on each")
    else:
        return
    raise InputError(
        tr(
            "The points of layer “{layer}” stand {where}, as masked points do. Compared with the people who "
            "live in the areas these show clusters that the mask made: give the crowd that was released with "
            "them. If they are cases that were located by their area, or by an institution, count them in "
            "the areas, leave CASES empty and choose the field of the counts."
        ).format(layer=cases.table.name, where=where)
    )


def _point_study(run) -> Study:
    if not run.wanted("CONTROLS"):
        raise InputError(
            tr(
                "Cases given as points need controls to be compared with; or choose the model poisson, with "
                "areas and their population, or with the crowd of a masked release."
            )
        )
    cases, controls = io.read_points(run, "CASES"), io.read_points(run, "CONTROLS")
    released_mask.check_alike(cases, controls)
    masked = released_mask.looks_masked(cases) or released_mask.stated_masked(run)
    is_case = np.arange(len(cases) + len(controls)) < len(cases)
    return Study(
        np.arange(1, len(is_case) + 1),
        "integer",
        np.concatenate([cases.lon_deg, controls.lon_deg]),
        np.concatenate([cases.lat_deg, controls.lat_deg]),
        is_case.astype(float),
        (~is_case).astype(float),
        cases.table.crs,
        masked=masked,
    )


def _require_areas(run) -> None:
    if not run.wanted("AREAS"):
        raise InputError(tr("Give the areas whose people the cases are compared with."))
    if not run.field("AREA_ID"):
        raise InputError(tr("Choose the field with the identifier of each area."))


def _at_risk(run, layer) -> np.ndarray:
    """Expected cases where their field was chosen, else people."""
    if run.field("EXPECTED_FIELD"):
        return layer.table.numbers(run.field("EXPECTED_FIELD"), tr("expected cases"), layer.areas.ids)
    if run.field("POPULATION"):
        return layer.areas.population
    raise InputError(
        tr("The model poisson needs the field of the population, or of the expected cases, of the areas.")
    )


def _area_study(run) -> Study:
    _require_areas(run)
    if not run.field("CASES_FIELD"):
        raise InputError(tr("Choose the field with the cases of each area."))
    if run.choice("MODEL") == "bernoulli" and not run.field("CONTROLS_FIELD"):
        raise InputError(tr("The model bernoulli needs the field with the controls of each area."))
    layer = io.read_areas(run)
    cases = layer.table.numbers(run.field("CASES_FIELD"), tr("number of cases"), layer.areas.ids)
    if run.choice("MODEL") == "poisson":
        released_mask.refuse_masked(run)
        return _of_areas(run, layer, cases, _at_risk(run, layer))
    controls = layer.table.numbers(run.field("CONTROLS_FIELD"), tr("number of controls"), layer.areas.ids)
    masked = released_mask.stated_masked(run)
    return replace(_of_areas(run, layer, cases, controls), masked=masked)


def _of_areas(run, layer, cases, others) -> Study:
    people = "controls" if run.choice("MODEL") == "bernoulli" else "people"
    if people == "people" and run.field("EXPECTED_FIELD"):
        people = "expected"
    areas = layer.areas
    return Study(
        areas.ids, layer.id_kind, areas.lon_deg, areas.lat_deg, cases, others, layer.table.crs, layer,
        people,
    )  # fmt: skip
