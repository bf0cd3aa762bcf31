# SPDX-License-Identifier: GPL-2.0-or-later
"""Releases of areas and grids with their counts."""
