# SPDX-License-Identifier: GPL-2.0-or-later
"""What a scan looks at: points, areas, or a masked release, as locations with cases and people."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...core.base.errors import InputError
from ...core.utility.masked_table import MaskedTable, on_few_places, on_points_of_areas
from ...i18n import tr
from .. import io
from . import released_mask

TRUE, MASKED = "true", "masked"
"""What PLACES says of cases."""


@dataclass(frozen=True)
class Study:
    """Locations of a study, shapes (n,): positions, cases, and controls or people."""

    ids: np.ndarray
    id_kind: str
    lon_deg: np.ndarray
    lat_deg: np.ndarray
    cases: np.ndarray
    others: np.ndarray
    crs: object
    layer: io.AreaLayer | None = None
    """Areas, or destinations of the crowd, that the locations stand for."""
    people: str = "controls"
    """What ``others`` counts: ``controls``, ``people``, ``expected`` (cases) or ``crowd``."""
    mask: MaskedTable | None = None
    """The mask between the locations, true areas then, and where the points stand."""
    points: np.ndarray | None = None
    """Masked points at each destination, where there is a mask; ``cases`` are unknown then."""
    masked: bool = False
    """Whether cases and controls were moved by one mask."""


def read_study(run, inputs) -> Study:
    """Read what the parameters describe."""
    if inputs.crowd:
        return _released_study(run, inputs)
    if inputs.cases and not (inputs.controls or inputs.areas):
        raise InputError(
            "scan.cases.not_compared",
            "Cases given as points need something to be compared with: controls, areas and their "
            "population, or the crowd of a masked release.",
        )
    if inputs.cases:
        return _point_study(run, inputs) if _model(inputs) == "bernoulli" else _counted_study(run, inputs)
    if inputs.areas:
        return _area_study(run, inputs)
    raise InputError(
        "scan.input.missing",
        "Give points of cases with controls, areas or a crowd, or areas with the field of their cases.",
    )


def _model(inputs) -> str:
    """Kulldorff's model for what was given: cases among controls, or among people or expected cases."""
    return "bernoulli" if inputs.controls or inputs.controls_field else "poisson"


def _released_study(run, inputs) -> Study:
    """Masked points over the crowd, or through the table that masked them."""
    if not inputs.cases:
        raise InputError(
            "scan.crowd.no_points",
            "Give the masked points as cases: the crowd says what they are compared with.",
        )
    if inputs.places == TRUE:
        raise InputError(
            "scan.crowd.true_places",
            "A crowd describes masked points, and PLACES says that the cases stand where people live. "
            "Give true places with controls or areas, and leave CROWD empty; or correct PLACES.",
        )
    compared = inputs.crowd_field or released_mask.PEOPLE
    crowd = released_mask.read_crowd(run, compared)
    is_part = compared.lower() != released_mask.PEOPLE or bool(inputs.expected_field)
    points = released_mask.counted(run, crowd, "CASES", is_part)
    if inputs.table:
        return _study_through_mask(run, inputs, crowd, points)
    layer = crowd.layer
    return Study(
        layer.areas.ids, layer.id_kind, layer.areas.lon_deg, layer.areas.lat_deg, points,
        released_mask.compared_with(crowd, points, compared), layer.table.crs, layer, "crowd",
    )  # fmt: skip


def _study_through_mask(run, inputs, crowd, points) -> Study:
    _require_areas(inputs)
    layer = io.read_areas(run)
    expected = _at_risk(inputs, layer)
    mask = released_mask.read_mask(run, inputs, layer, expected, crowd)
    return Study(
        layer.areas.ids, layer.id_kind, layer.areas.lon_deg, layer.areas.lat_deg,
        np.zeros(len(layer.areas)), expected, layer.table.crs, layer,
        "expected" if inputs.expected_field else "people", mask, points,
    )  # fmt: skip


def _stated_masked(inputs) -> bool:
    """Whether the cases are masked points, as the user says where no crowd says it."""
    if not inputs.places:
        raise InputError(
            "scan.places.missing",
            "Say where the cases stand (PLACES). true: where people live. masked: where a mask put them; "
            "then give the crowd that was released with them. Nothing in the layer tells, and masked "
            "points show clusters that the mask made.",
        )
    return inputs.places == MASKED


def _refuse_masked(inputs) -> None:
    """Refuse cases that the user says are masked beside people who live somewhere."""
    if _stated_masked(inputs):
        raise InputError(
            "scan.crowd.missing",
            "Masked points, or counts of them, show clusters that the mask made where they are compared "
            "with the people who live in the areas. Give the points as CASES, with the CROWD that was "
            "released with them.",
        )


def _counted_study(run, inputs) -> Study:
    """Points of cases counted in areas with people."""
    _require_areas(inputs)
    cases = io.read_points(run, "CASES")
    if released_mask.looks_masked(cases):
        raise InputError(
            "scan.cases.masked",
            "Layer “{layer}” holds masked points. Compared with the people who live in the areas they "
            "show clusters that the mask made. Give the crowd that was released with them. If these are "
            "true places with a number of their own, rename the field record.",
            layer=cases.table.name,
        )
    layer = io.read_areas(run)
    row = io.locate(run, layer, cases)
    _refuse_masked_places(cases, row, layer.areas)
    _refuse_masked(inputs)
    if (row < 0).any():
        run.warn(tr("{count} cases lie outside every area and were left out.", count=int((row < 0).sum())))
    held = np.bincount(row[row >= 0], minlength=len(layer.areas)).astype(float)
    return _of_areas(inputs, layer, held, _at_risk(inputs, layer))


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
        "scan.cases.look_masked",
        "The points of layer “{layer}” stand {where}, as masked points do. Compared with the people who "
        "live in the areas these show clusters that the mask made: give the crowd that was released with "
        "them. If they are cases that were located by their area, or by an institution, count them in "
        "the areas, leave CASES empty and choose the field of the counts.",
        layer=cases.table.name,
        where=where,
    )


def _point_study(run, inputs) -> Study:
    if not inputs.controls:
        raise InputError(
            "scan.controls.missing",
            "The model bernoulli compares cases given as points with CONTROLS: give them.",
        )
    cases, controls = io.read_points(run, "CASES"), io.read_points(run, "CONTROLS")
    released_mask.check_alike(cases, controls)
    masked = released_mask.looks_masked(cases) or _stated_masked(inputs)
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


def _require_areas(inputs) -> None:
    if not inputs.areas:
        raise InputError("scan.areas.missing", "Give the areas whose people the cases are compared with.")
    if not inputs.area_id:
        raise InputError("area.identifier.missing", "Choose the field with the identifier of each area.")


def _at_risk(inputs, layer) -> np.ndarray:
    """Expected cases where their field was chosen, else people."""
    if inputs.expected_field:
        return layer.table.numbers(inputs.expected_field, tr("expected cases"), layer.areas.ids)
    if inputs.population:
        return layer.areas.population
    raise InputError(
        "scan.population.missing",
        "The model poisson needs the field of the population, or of the expected cases, of the areas.",
    )


def _area_study(run, inputs) -> Study:
    _require_areas(inputs)
    if not inputs.cases_field:
        raise InputError("scan.cases.no_field", "Choose the field with the cases of each area.")
    if _model(inputs) == "bernoulli" and not inputs.controls_field:
        raise InputError(
            "scan.controls.no_field", "The model bernoulli needs the field with the controls of each area."
        )
    layer = io.read_areas(run)
    cases = layer.table.numbers(inputs.cases_field, tr("number of cases"), layer.areas.ids)
    if _model(inputs) == "poisson":
        _refuse_masked(inputs)
        return _of_areas(inputs, layer, cases, _at_risk(inputs, layer))
    controls = layer.table.numbers(inputs.controls_field, tr("number of controls"), layer.areas.ids)
    masked = _stated_masked(inputs)
    return replace(_of_areas(inputs, layer, cases, controls), masked=masked)


def _of_areas(inputs, layer, cases, others) -> Study:
    people = "controls" if _model(inputs) == "bernoulli" else "people"
    if people == "people" and inputs.expected_field:
        people = "expected"
    areas = layer.areas
    return Study(
        areas.ids, layer.id_kind, areas.lon_deg, areas.lat_deg, cases, others, layer.table.crs, layer,
        people,
    )  # fmt: skip
