# SPDX-License-Identifier: GPL-2.0-or-later
"""Verdicts: presets, adversaries, checks, and METRICS of earlier runs."""
