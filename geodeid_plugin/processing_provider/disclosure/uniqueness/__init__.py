# SPDX-License-Identifier: GPL-2.0-or-later
"""Whom the fields of a table single out."""
