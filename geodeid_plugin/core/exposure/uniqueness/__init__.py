# SPDX-License-Identifier: GPL-2.0-or-later
"""How many records stand alone by their quasi-identifiers."""
