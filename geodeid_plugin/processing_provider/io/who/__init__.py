# SPDX-License-Identifier: GPL-2.0-or-later
"""Whom records are about: their people by value, and those whom a verdict names."""
