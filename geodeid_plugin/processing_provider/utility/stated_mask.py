# SPDX-License-Identifier: GPL-2.0-or-later
"""The model of a mask as the user, the METRICS or the links state it, and what it refers to."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...core.base import identity
from ...core.base.errors import InputError, named
from ...core.base.thresholds import class_size_for
from ...core.exposure.masked_points import Pairs
from ...core.exposure.matching.mask_models import MaskModel, Surroundings, mask_model_of
from ...core.exposure.matching.near_home import Homes, Mask, NearHome, near_home
from ...core.geomask.baselines.containers import Containers
from ...core.geomask.baselines.elimination import Zones
from ...core.geomask.strategy import Transitions
from ...core.geometry.sphere import haversine_m
from ...host.compat import is_null
from ...i18n import tr
from ...report.numbers import number
from .. import io
from ..geomasking import lpverdict, randomcrowd

_MODEL, _URBAN = "mask_model", "urban"


def stated(run, inputs, metrics: dict | None) -> MaskModel | None:
    """The model that MASK_MODEL, the METRICS given as MASK and the field of LINKS state; None without any.

    Statements of different models are refused.
    """
    texts = (inputs.mask_model.strip(), (metrics or {}).get(_MODEL))
    given = [mask_model_of(one) for one in texts if one] + [
        _one_mask_model(_of_links(run, inputs, _MODEL), "LINKS")
    ]
    if inputs.table:
        given.append(MaskModel("table"))
    models = [one for one in given if one is not None]
    if any((one.kind, one.values) != (models[0].kind, models[0].values) for one in models):
        raise InputError(
            "mask_model.statement.contradiction",
            "MASK_MODEL, MASK and LINKS do not state the same distribution of the moves: {laws}. Give "
            "the METRICS and links of one run, and leave MASK_MODEL empty where they state it.",
            laws=", ".join(dict.fromkeys(one.stated for one in models)),
        )
    return max(models, key=lambda one: one.bounded, default=None)


def of_layer(run, surroundings, layer):
    """Surroundings whose model, and who is urban, a further mask states in its own fields."""
    columns = {}
    for name in (_MODEL, _URBAN):
        if layer.fields().lookupField(name) >= 0:
            columns[name] = io.read_map_layer(run, layer, "CANDIDATES", geometry=False).column(name)
    own = replace(surroundings.known, urban=_urban(columns.get(_URBAN, [])))
    return replace(surroundings, mask_model=_one_mask_model(columns.get(_MODEL, []), layer.name()), known=own)


def known(run, inputs, addresses, people, layer, area_of) -> Surroundings:
    """What the model refers to: addresses, people, polygons, streets, who is urban, a table and its areas."""
    containers = None
    if inputs.within:
        within = io.read_table(run, "WITHIN")
        containers = Containers(within.polygons(), len(within))
    table = _table(run, layer) if inputs.table else None
    peopled = layer if inputs.population else None
    return Surroundings(
        addresses=addresses,
        people=people,
        containers=containers,
        network=randomcrowd.read_network(run) if inputs.roads else None,
        zones=None if peopled is None else Zones(peopled.polygons, peopled.areas.population),
        prior=_prior(addresses, peopled),
        reported=None if peopled is None else randomcrowd.reported_of(peopled),
        urban=_urban(_of_links(run, inputs, _URBAN)),
        area_of=None if table is None else area_of,
        table=table,
        area_deg=None if table is None else (layer.areas.lon_deg, layer.areas.lat_deg),
    )


def _prior(addresses, peopled) -> tuple | None:
    """Where people live, as “Mask points: random moves” reads it: addresses, or else the people of areas."""
    if addresses is not None:
        return (*addresses, np.ones(len(addresses[0])))
    return None if peopled is None else randomcrowd.prior_of(peopled)


def _urban(values) -> np.ndarray | None:
    urban = [one if isinstance(one, bool) else io.number_of(one) for one in values]
    whole = len(urban) and not any(value is None for value in urban)
    return np.array(urban, dtype=bool) if whole else None


def _table(run, layer) -> Transitions:
    """The table of an LP mask, by rows of the areas."""
    if layer is None:
        raise InputError(
            "mask_table.areas.missing",
            "The table of probabilities needs the areas that it names: give AREAS.",
        )
    table = io.read_table(run, "TABLE", geometry=False)
    if run.source("TABLE").fields().lookupField("stratum") >= 0 and len(set(table.column("stratum"))) > 1:
        raise InputError(
            "mask_table.strata.several",
            "The table “{layer}” holds several strata. Evaluate the records of one stratum at a time.",
            layer=table.name,
        )
    row_of, rows = identity.rows_of(layer.areas.ids), []
    for name in ("origin", "destination"):
        ids = [identity.canonical(value) for value in io.identifiers(run, table, name)]
        absent = [one for one in ids if one not in row_of]
        if absent:
            raise InputError(
                "mask_table.areas.unknown",
                "The table “{layer}” names areas that AREAS does not hold: {areas}.",
                layer=table.name,
                areas=named(dict.fromkeys(absent)),
            )
        rows.append(np.array([row_of[one] for one in ids], dtype=np.int64))
    return Transitions(rows[0], rows[1], table.numbers("probability", tr("probability")))


def _of_links(run, inputs, name: str) -> list:
    """Values of a field of LINKS; none where there are no links or no such field."""
    if not inputs.links or run.source("LINKS").fields().lookupField(name) < 0:
        return []
    return io.read_table(run, "LINKS").column(name)


def _one_mask_model(values: list, layer: str) -> MaskModel | None:
    texts = {str(value) for value in values if not is_null(value)}
    if not texts:
        return None
    if len(texts) > 1 or any(is_null(value) for value in values):
        raise InputError(
            "mask_model.links.several",
            "The links of “{layer}” come from several masks. Evaluate one mask at a time.",
            layer=layer,
        )
    return mask_model_of(texts.pop())


_SAME = 1e-3
"""Share by which the mean move of a table may differ from the mask's: a file may hold fewer digits."""
_PLACED = ("point", "scatter")
"""Rules of PLACEMENT that the areas alone tell: addresses are not at hand here."""
_UNKNOWN = ("LEDGER", "STRATUM", "STRATEGY")
"""Parameters of a mask with which its table and the areas do not tell how its dots are drawn."""


def tested(pairs: Pairs, known, layer, metrics: dict | None, source, progress) -> NearHome | None:
    """Hold dots against redraws of their mask.

    ``known`` has the table of the mask, and who tells in which area a place lies; ``metrics`` are of “Mask
    points: least move”. None where table, areas or METRICS are missing, or do not tell how dots are drawn; a
    table of another mask is refused.
    """
    if metrics is None or layer is None or known is None or known.table is None:
        return None
    parameters = metrics["parameters"]
    placed, household = parameters.get("PLACEMENT") or "point", bool(parameters.get("GROUP"))
    told = placed in _PLACED and not any(parameters.get(name) for name in _UNKNOWN)
    if not told or (household and placed == "point"):
        return None
    _check_same(known.table, layer.areas, float(metrics["figures"]["EXPECTED_MOVE_M"]))
    area, reached = known.area_of(*pairs.true), known.area_of(*pairs.masked)
    inside = np.flatnonzero(area >= 0)
    if len(inside) < len(area):
        return None
    unit = None
    if household:  # members of one share the very place
        unit = np.unique(np.column_stack(pairs.masked), axis=0, return_inverse=True)[1].reshape(-1)
    homes = Homes(pairs.lon_deg, pairs.lat_deg, area, area, unit)
    mask = _mask(layer, known.table, placed == "point", class_size_for(lpverdict.bound_of(metrics)))
    return near_home(homes, pairs.masked, reached, mask, source, progress=progress)


def _check_same(table: Transitions, areas, expected_m: float) -> None:
    """Refuse a table that moves people otherwise than the mask: redraws of a laxer one excuse it."""
    away_m = haversine_m(
        *(one[row] for row in (table.origin, table.destination) for one in (areas.lon_deg, areas.lat_deg))
    )
    found_m = float((areas.population[table.origin] * table.probability) @ away_m / areas.population.sum())
    if abs(found_m - expected_m) > _SAME * max(expected_m, 1.0):
        raise InputError(
            "mask_table.mask.other",
            "TABLE is of another mask than MASK, or AREAS have other people: it moves people by {found} "
            "m on average, the mask by {expected} m. Give the table, the areas and the population of one "
            "run.",
            found=number(found_m, ".1f"),
            expected=number(expected_m, ".1f"),
        )


def _mask(layer, table: Transitions, at_points: bool, need: int) -> Mask:
    """The mask as it can be drawn again."""
    areas, size_m2 = layer.areas, np.maximum(layer.areas.area_m2, 1.0)
    within = Containers(layer.polygons, len(areas))

    def place(rows, source):
        if at_points:
            return areas.lon_deg[rows], areas.lat_deg[rows]
        return within.anywhere(rows, source)

    people = np.asarray(areas.population, dtype=float)
    reach_m = np.sqrt(size_m2 / np.pi * np.minimum(1.0, need / np.maximum(people, 1e-9)))
    order = np.lexsort((table.destination, table.origin))
    return Mask(
        table.origin[order], table.destination[order], table.probability[order],
        place, at_points, reach_m, size_m2,
    )  # fmt: skip
