# SPDX-License-Identifier: GPL-2.0-or-later
"""The law of a mask as the user, the METRICS or the links state it, and what it refers to."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...core.base.errors import InputError
from ...core.exposure.matching.attack import Surroundings
from ...core.exposure.matching.laws import Law, law_of
from ...core.geomask.baselines.containers import Containers
from ...host.compat import is_null
from ...i18n import tr
from .. import io

FIELD = "law"


def stated(run, mask: dict | None) -> Law | None:
    """The law that LAW, the METRICS given as MASK and the field of LINKS state; None without any.

    Parameters
    ----------
    run : Run
    mask : dict or None
        METRICS of the run that made the mask.

    Raises
    ------
    InputError
        They state different laws.
    """
    texts = (run.text("LAW").strip(), (mask or {}).get("law"))
    given = [law_of(one) for one in texts if one] + [_one_law(_column(run, FIELD), "LINKS")]
    laws = [one for one in given if one is not None]
    if any((one.kind, one.values) != (laws[0].kind, laws[0].values) for one in laws):
        raise InputError(
            tr(
                "LAW, MASK and LINKS do not state the same law of the mask: {laws}. Give the METRICS and "
                "links of one run, and leave LAW empty where they state it."
            ).format(laws=", ".join(dict.fromkeys(one.stated for one in laws)))
        )
    return next((one for one in laws if one.bounded), laws[0]) if laws else None


def of_layer(run, surroundings, layer):
    """Surroundings whose law is the one that a further mask states in its own field."""
    values = []
    if layer.fields().lookupField(FIELD) >= 0:
        values = io.read_map_layer(run, layer, "CANDIDATES", geometry=False).column(FIELD)
    return replace(surroundings, law=_one_law(values, layer.name()))


def known(run, addresses, people) -> Surroundings:
    """What the law refers to: addresses, people, polygons, who is urban."""
    containers = None
    if run.parameters.get("WITHIN"):
        table = io.read_table(run, "WITHIN")
        containers = Containers(table.polygons(), len(table))
    urban = [one if isinstance(one, bool) else io.number_of(one) for one in _column(run, "urban")]
    whole = len(urban) and not any(value is None for value in urban)
    return Surroundings(
        addresses=addresses,
        people=people,
        containers=containers,
        urban=np.array(urban, dtype=bool) if whole else None,
    )


def _column(run, name: str) -> list:
    """Values of a field of LINKS; none where there are no links or no such field."""
    if not run.parameters.get("LINKS"):
        return []
    if run.source("LINKS").fields().lookupField(name) < 0:
        return []
    return io.read_table(run, "LINKS").column(name)


def _one_law(values: list, layer: str) -> Law | None:
    texts = {str(value) for value in values if not is_null(value)}
    if not texts:
        return None
    if len(texts) > 1 or any(is_null(value) for value in values):
        raise InputError(
            tr("The links of “{layer}” come from several masks. Evaluate one mask at a time.").format(
                layer=layer
            )
        )
    return law_of(texts.pop())
