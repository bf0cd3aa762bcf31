# SPDX-License-Identifier: GPL-2.0-or-later
"""Check a heat map: can the points be read back from it?"""
