# SPDX-License-Identifier: GPL-2.0-or-later
"""Algorithms of one toolbox group."""

from .evaluatemask import EvaluateMask
from .scanstatistic import ScanStatistic

ALGORITHMS = (EvaluateMask, ScanStatistic)
