# SPDX-License-Identifier: GPL-2.0-or-later
"""The science: arrays in, arrays and frozen results out. Nothing here imports QGIS."""
