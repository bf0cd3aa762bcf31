# SPDX-License-Identifier: GPL-2.0-or-later
"""What a mask would find in its layers, before it runs. The panel runs it; it is in no toolbox."""

from __future__ import annotations

from ....core.base.errors import translated
from ....core.base.verdict import MADE
from ....i18n import tr
from ....processing_provider.framework import blocks
from ....processing_provider.framework.base import GeoDeIDAlgorithm
from ....processing_provider.framework.give import Result
from ....processing_provider.framework.verdict.judging import population_checks
from ....processing_provider.io.area_layer import read_areas
from ....processing_provider.io.points import read_points
from ....processing_provider.io.points_in_areas import locate


class InputCheck(GeoDeIDAlgorithm):
    """Counts areas, people, patients and those outside every area."""

    ID = "inputcheck"
    TITLE = "Check the layers"
    SUMMARY = "Counts what a mask would find in its layers."
    INPUTS = (*blocks.patients(), *blocks.areas(boundary=False))

    def compute(self, inputs, run) -> Result:
        """Count, and collect what is doubtful about the population."""
        layer = read_areas(run)
        area = locate(run, layer, read_points(run, "PATIENTS"))
        inside = area[area >= 0]
        doubts = [one for one in population_checks(run, layer, len(inside)) if one.outcome is not MADE]
        figures = {
            "AREAS": len(layer.areas),
            "PEOPLE": float(layer.areas.population.sum()),
            "RECORDS": len(area),
            "OUTSIDE": len(area) - len(inside),
            "DOUBTS": [translated(one.sentence, tr) for one in doubts],
        }
        return Result(figures)
