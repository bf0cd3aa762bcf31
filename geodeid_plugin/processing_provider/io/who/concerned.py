# SPDX-License-Identifier: GPL-2.0-or-later
"""The records that a verdict names, as a layer: zooming to it shows where somebody must look."""

from __future__ import annotations

from qgis.core import QgsProcessing, QgsProcessingParameterFeatureSink

from ....core.base.errors import told
from ....core.base.verdict import Adversary, Check, Verdict
from ....host.compat import field
from ....i18n import tr
from ..table import original_geometries

NAME = "CONCERNED"


def add_concerned(algorithm, kind=QgsProcessing.SourceType.TypeVectorPoint) -> None:
    """Add CONCERNED; the algorithm names it in INTERNAL and STYLES."""
    algorithm.add(
        QgsProcessingParameterFeatureSink(
            NAME, tr("Records concerned"), kind, optional=True, createByDefault=False
        ),
        tr(
            "The records that the verdict names, at their true places, with what was found about each. "
            "Internal: do not release."
        ),
        advanced=True,
    )


def write_concerned(run, name: str, verdict: Verdict) -> None:
    """Write the records that a verdict names from the layer of parameter ``name``, where it is asked for."""
    if not run.wanted(NAME):
        return
    found: dict[int, list] = {}
    parts: list[Adversary | Check] = [*verdict.adversaries, *verdict.checks]
    for part in parts:
        for row in part.records:
            found.setdefault(int(row), []).append(part)
    rows = sorted(found)
    shapes, kind = original_geometries(run, name, rows)
    columns = [
        (field("feature", "integer"), rows),
        (field("finding", "text"), [" ".join(_finding(one) for one in found[row]) for row in rows]),
    ]
    run.write_layer(NAME, columns, shapes, kind, run.source(name).sourceCrs())


def _finding(part) -> str:
    if hasattr(part, "sentence"):
        return told(part.sentence, tr)
    return tr("Beyond the limit for who knows: {knows}.").format(knows=told(part.knows, tr))
