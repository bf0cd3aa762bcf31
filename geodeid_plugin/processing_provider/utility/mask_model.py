# SPDX-License-Identifier: GPL-2.0-or-later
"""The law of a mask as the user, the METRICS or the links state it, and what it refers to."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...core.base import identity
from ...core.base.errors import InputError, named
from ...core.exposure.matching.attack import Surroundings
from ...core.exposure.matching.laws import Law, law_of
from ...core.geomask.baselines.containers import Containers
from ...core.geomask.baselines.elimination import Zones
from ...host.compat import is_null
from ...i18n import tr
from .. import io
from ..geomasking.records import surroundings

_MODEL, _URBAN = "mask_model", "urban"


def stated(run, inputs, metrics: dict | None) -> Law | None:
    """The law that MASK_MODEL, the METRICS given as MASK and the field of LINKS state; None without any.

    Parameters
    ----------
    run : Run
    inputs : Inputs
    metrics : dict or None
        METRICS of the run that made the mask.

    Raises
    ------
    InputError
        They state different laws.
    """
    texts = (inputs.mask_model.strip(), (metrics or {}).get(_MODEL))
    given = [law_of(one) for one in texts if one] + [_one_law(_of_links(run, inputs, _MODEL), "LINKS")]
    if inputs.table:
        given.append(Law("table"))
    laws = [one for one in given if one is not None]
    if any((one.kind, one.values) != (laws[0].kind, laws[0].values) for one in laws):
        raise InputError(
            "mask_model.statement.contradiction",
            "MASK_MODEL, MASK and LINKS do not state the same distribution of the moves: {laws}. Give "
            "the METRICS and links of one run, and leave MASK_MODEL empty where they state it.",
            laws=", ".join(dict.fromkeys(one.stated for one in laws)),
        )
    law = max(laws, key=lambda one: one.bounded + one.avoids, default=None)
    return replace(law, avoids=True) if law and inputs.avoid else law


def of_layer(run, surroundings, layer):
    """Surroundings whose law, and who is urban, a further mask states in its own fields."""
    columns = {}
    for name in (_MODEL, _URBAN):
        if layer.fields().lookupField(name) >= 0:
            columns[name] = io.read_map_layer(run, layer, "CANDIDATES", geometry=False).column(name)
    own = replace(surroundings.known, urban=_urban(columns.get(_URBAN, [])))
    return replace(surroundings, law=_one_law(columns.get(_MODEL, []), layer.name()), known=own)


def known(run, inputs, addresses, people, layer, area_of) -> Surroundings:
    """What the law refers to: addresses, people, polygons, streets, who is urban, a table and its areas."""
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
        avoided=surroundings.read_avoided(run),
        network=surroundings.read_network(run) if inputs.roads else None,
        zones=None if peopled is None else Zones(peopled.polygons, peopled.areas.population),
        prior=_prior(addresses, peopled),
        reported=None if peopled is None else surroundings.reported_of(peopled),
        urban=_urban(_of_links(run, inputs, _URBAN)),
        area_of=None if table is None else area_of,
        table=table,
        area_deg=None if table is None else (layer.areas.lon_deg, layer.areas.lat_deg),
    )


def _prior(addresses, peopled) -> tuple | None:
    """Where people live, as “Mask points: random moves” reads it: addresses, or else the people of areas."""
    if addresses is not None:
        return (*addresses, np.ones(len(addresses[0])))
    return None if peopled is None else surroundings.prior_of(peopled)


def _urban(values) -> np.ndarray | None:
    urban = [one if isinstance(one, bool) else io.number_of(one) for one in values]
    whole = len(urban) and not any(value is None for value in urban)
    return np.array(urban, dtype=bool) if whole else None


def _table(run, layer) -> tuple:
    """Origin, destination and probability of the table of an LP mask, as rows of the areas."""
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
    return rows[0], rows[1], table.numbers("probability", tr("probability"))


def _of_links(run, inputs, name: str) -> list:
    """Values of a field of LINKS; none where there are no links or no such field."""
    if not inputs.links or run.source("LINKS").fields().lookupField(name) < 0:
        return []
    return io.read_table(run, "LINKS").column(name)


def _one_law(values: list, layer: str) -> Law | None:
    texts = {str(value) for value in values if not is_null(value)}
    if not texts:
        return None
    if len(texts) > 1 or any(is_null(value) for value in values):
        raise InputError(
            "mask_model.links.several",
            "The links of “{layer}” come from several masks. Evaluate one mask at a time.",
            layer=layer,
        )
    return law_of(texts.pop())
