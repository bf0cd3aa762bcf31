# SPDX-License-Identifier: GPL-2.0-or-later
"""Counts with differential privacy: exact noise, what it costs, and tables that add up."""
