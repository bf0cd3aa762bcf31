# SPDX-License-Identifier: GPL-2.0-or-later
"""Programmes too large to be solved in one piece: tiles, their seams, and one bound for all."""
