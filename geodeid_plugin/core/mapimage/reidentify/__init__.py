# SPDX-License-Identifier: GPL-2.0-or-later
"""What a picture gives away: measured, judged, and how coarse it must be drawn."""
