# SPDX-License-Identifier: GPL-2.0-or-later
"""Masks that draw among places which are there: junctions of streets, addresses, merged areas.

Each is a table of homes and places with a chance; the mask draws from it and the adversary reads it.
"""
