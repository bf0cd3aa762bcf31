# SPDX-License-Identifier: GPL-2.0-or-later
"""Algorithms of one toolbox group."""

from .pairs import AdjacentAreas, CapNeighbours

ALGORITHMS = (CapNeighbours, AdjacentAreas)
