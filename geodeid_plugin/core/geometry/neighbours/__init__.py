# SPDX-License-Identifier: GPL-2.0-or-later
"""Nearest areas: the exact search, and the published shortcuts it is measured against."""

from .exact import METRICS, Neighbours, nearest, pair_distances_m
from .index import INDEXES
from .shortcuts import nearest_euclidean, nearest_hilbert

__all__ = [
    "INDEXES",
    "METRICS",
    "Neighbours",
    "nearest",
    "nearest_euclidean",
    "nearest_hilbert",
    "pair_distances_m",
]
