# SPDX-License-Identifier: GPL-2.0-or-later
"""Risk-bounded clustering: the smallest safe groups of areas, within boundaries."""
