# SPDX-License-Identifier: GPL-2.0-or-later
"""The glue between QGIS layers and the core; one module an algorithm, one folder a toolbox group."""
