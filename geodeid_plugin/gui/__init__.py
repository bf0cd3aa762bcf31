# SPDX-License-Identifier: GPL-2.0-or-later
"""What QGIS loads, and the desktop's share: it opens dialogs and projects, and computes nothing."""
