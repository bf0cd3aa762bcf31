# SPDX-License-Identifier: GPL-2.0-or-later
"""Algorithms of one toolbox group."""

from .analysis.addcrowds import AddCrowds
from .analysis.expectedcounts import ExpectedCounts
from .analysis.maskcrowd import MaskCrowd
from .analysis.maskedrates import MaskedRatesAlgorithm
from .analysis.scan.scanstatistic import ScanStatistic
from .clusterpreservation import ClusterPreservation
from .evaluatemask import EvaluateMask

ALGORITHMS = (
    AddCrowds,
    ClusterPreservation,
    EvaluateMask,
    ExpectedCounts,
    MaskCrowd,
    MaskedRatesAlgorithm,
    ScanStatistic,
)
