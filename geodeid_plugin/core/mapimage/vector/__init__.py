# SPDX-License-Identifier: GPL-2.0-or-later
"""Pages of PDF and SVG: their paths, and the dots among them."""
