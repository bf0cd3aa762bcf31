# SPDX-License-Identifier: GPL-2.0-or-later
"""Algorithms of one toolbox group."""

from .analysis.expectedcounts import ExpectedCounts
from .analysis.maskedrates import MaskedRatesAlgorithm
from .analysis.scan.scanstatistic import ScanStatistic
from .clusterpreservation import ClusterPreservation
from .evaluatemask import EvaluateMask

ALGORITHMS = (
    ClusterPreservation,
    EvaluateMask,
    ExpectedCounts,
    MaskedRatesAlgorithm,
    ScanStatistic,
)
