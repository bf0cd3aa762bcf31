# SPDX-License-Identifier: GPL-2.0-or-later
"""Many points at a time: in blocks, and from GDAL's own streams."""
