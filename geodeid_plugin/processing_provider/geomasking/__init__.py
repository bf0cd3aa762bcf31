# SPDX-License-Identifier: GPL-2.0-or-later
"""Algorithms of one toolbox group."""

from .auditstrategy import AuditStrategy
from .lpmask import LpMask
from .lpstrategy import LpStrategy
from .newledger import NewLedger
from .randommask import RandomMask

ALGORITHMS = (LpStrategy, LpMask, AuditStrategy, RandomMask, NewLedger)
