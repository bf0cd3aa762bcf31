# SPDX-License-Identifier: GPL-2.0-or-later
"""Solving the linear programme, and what is achievable."""
