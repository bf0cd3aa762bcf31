# SPDX-License-Identifier: GPL-2.0-or-later
"""Algorithms of one toolbox group."""

from .lpmask import LpMask
from .lpstrategy import LpStrategy
from .randommask import RandomMask

ALGORITHMS = (LpStrategy, LpMask, RandomMask)
