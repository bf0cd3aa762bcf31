# SPDX-License-Identifier: GPL-2.0-or-later
"""Areas on the sphere: coordinates, polygons, who touches whom, who is near."""
