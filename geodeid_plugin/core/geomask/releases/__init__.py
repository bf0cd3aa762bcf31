# SPDX-License-Identifier: GPL-2.0-or-later
"""Releases over time: what several releases of a growing list tell together, and how a ledger is kept."""
