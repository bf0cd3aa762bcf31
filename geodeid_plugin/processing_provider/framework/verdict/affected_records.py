# SPDX-License-Identifier: GPL-2.0-or-later
"""The records that a verdict names, as a layer: zooming to it shows where somebody must look."""

from __future__ import annotations

from ....core.base.errors import told
from ....core.base.verdict import Adversary, Check, Verdict
from ....i18n import tr
from ...io import original_geometries
from .. import give
from ..give import TEXT, WHOLE, Features

NAME = "CONCERNED"
CONCERNED = give.points(
    NAME,
    "Records affected",
    "The records that the verdict names, at their true places. Internal.",
    optional=True,
    internal=True,
    style="dots",
    fields={"feature": WHOLE, "finding": TEXT},
    advanced=True,
)


def concerned(run, name: str, verdict: Verdict) -> Features:
    """The records that a verdict names, from the layer of parameter ``name``."""
    found: dict[int, list] = {}
    parts: list[Adversary | Check] = [*verdict.adversaries, *verdict.checks]
    for part in parts:
        for row in part.records:
            found.setdefault(int(row), []).append(part)
    rows = sorted(found)
    shapes, kind = original_geometries(run, name, rows)
    findings = [" ".join(_finding(one) for one in found[row]) for row in rows]
    return Features({"feature": rows, "finding": findings}, shapes, kind, run.source(name).sourceCrs())


def _finding(part) -> str:
    if hasattr(part, "sentence"):
        return told(part.sentence, tr)
    return tr("Above the limit, for somebody who knows: {knows}.", knows=told(part.knows, tr))
