# SPDX-License-Identifier: GPL-2.0-or-later
"""Positions in the columns of tables, and in arrays side by side."""
