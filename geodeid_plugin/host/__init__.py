# SPDX-License-Identifier: GPL-2.0-or-later
"""What the plugin finds around it: QGIS and Qt versions, Python packages, its own files."""
