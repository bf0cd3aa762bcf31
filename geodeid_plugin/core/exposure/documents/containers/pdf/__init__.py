# SPDX-License-Identifier: GPL-2.0-or-later
"""PDF: its pictures as files of their own, its drawings as SVG."""
