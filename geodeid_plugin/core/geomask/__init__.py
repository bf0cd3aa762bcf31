# SPDX-License-Identifier: GPL-2.0-or-later
"""Geomasking by linear programming: the model, its solution, an independent audit, the draws."""
