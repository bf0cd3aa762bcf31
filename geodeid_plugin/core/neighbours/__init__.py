# SPDX-License-Identifier: GPL-2.0-or-later
"""Nearest areas: the exact search, and the published shortcuts it is measured against."""

from .exact import METRICS, Neighbours, nearest, pair_distances_m

__all__ = ["METRICS", "Neighbours", "nearest", "pair_distances_m"]
