# SPDX-License-Identifier: GPL-2.0-or-later
"""Symbols whose size says something: discs of many sizes in one ink, and the counts behind them."""
