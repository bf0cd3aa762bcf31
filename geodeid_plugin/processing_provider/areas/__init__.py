# SPDX-License-Identifier: GPL-2.0-or-later
"""Algorithms of one toolbox group."""

from .adjacentareas import AdjacentAreas
from .capneighbours import CapNeighbours

ALGORITHMS = (CapNeighbours, AdjacentAreas)
