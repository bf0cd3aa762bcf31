# SPDX-License-Identifier: GPL-2.0-or-later
"""Algorithms of one toolbox group."""

from .clusterpreservation import ClusterPreservation
from .evaluatemask import EvaluateMask
from .expectedcounts import ExpectedCounts
from .maskedrates import MaskedRatesAlgorithm
from .scanstatistic import ScanStatistic

ALGORITHMS = (
    ClusterPreservation,
    EvaluateMask,
    ExpectedCounts,
    MaskedRatesAlgorithm,
    ScanStatistic,
)
