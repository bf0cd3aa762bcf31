# SPDX-License-Identifier: GPL-2.0-or-later
"""Programmes with fewer unknowns whose solutions serve the whole: fewer destinations, or cells of origins."""
