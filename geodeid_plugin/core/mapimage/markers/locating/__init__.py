# SPDX-License-Identifier: GPL-2.0-or-later
"""Locating dots to hundredths of a pixel, single, touching or hidden."""
