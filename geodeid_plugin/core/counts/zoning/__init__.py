# SPDX-License-Identifier: GPL-2.0-or-later
"""Zones and cells that counts are made of."""
