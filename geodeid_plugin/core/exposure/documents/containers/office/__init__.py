# SPDX-License-Identifier: GPL-2.0-or-later
"""Packages of office programs: words, sheets, charts, and what lies behind them."""
