# SPDX-License-Identifier: GPL-2.0-or-later
"""What moves cost by the user's own table."""

from __future__ import annotations

import numpy as np

from ....core.base import identity
from ....core.base.errors import InputError, named
from ....core.geomask.programme.candidates import Costs
from ....core.geomask.strategy import Strategy
from ....i18n import tr
from ...io import AreaLayer, identifiers, read_table
from .lp import Targets


def read_costs(run, inputs, layer: AreaLayer, targets: Targets) -> Costs | None:
    """Read COSTS; None without it.

    Raises
    ------
    InputError
        A row names an area or destination that is not there, or has no cost, or a pair stands twice.
    """
    if not inputs.costs:
        return None
    table = read_table(run, "COSTS", geometry=False)
    origin = _rows(run, table, "origin", layer.areas.ids)
    destination = _rows(run, table, "destination", targets.ids)
    staying = len(layer.areas) if targets.core is None else 0
    return Costs.of(origin, destination, table.numbers("cost", tr("cost")), staying)


def _rows(run, table, name: str, ids) -> np.ndarray:
    """Rows of the areas or destinations that a field of the table names."""
    row_of = identity.rows_of(ids)
    keys = [identity.canonical(value) for value in identifiers(run, table, name)]
    absent = [one for one in keys if one not in row_of]
    if absent:
        raise InputError(
            "strategy.costs.unknown_name",
            "The costs “{layer}” name {field} {names}, which is not in the layer. Use its identifiers.",
            layer=table.name,
            field=name,
            names=named(dict.fromkeys(one or tr("NULL") for one in absent)),
        )
    return np.array([row_of[one] for one in keys], dtype=np.int64)


def mean_cost(strategy: Strategy, costs: Costs, people: np.ndarray) -> float:
    """What a move of a person drawn at random costs on average."""
    width = int(costs.destination.max()) + 1
    key = costs.origin * width + costs.destination
    order = np.argsort(key)
    at = order[np.searchsorted(key[order], strategy.origin.astype(np.int64) * width + strategy.destination)]
    flow = people[strategy.origin] * strategy.probability
    return float(flow @ costs.cost[at] / flow.sum())
