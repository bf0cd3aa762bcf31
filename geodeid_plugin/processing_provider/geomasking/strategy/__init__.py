# SPDX-License-Identifier: GPL-2.0-or-later
"""Strategies of the linear programme: what is asked, the verdict on it, moves, the crowd."""
