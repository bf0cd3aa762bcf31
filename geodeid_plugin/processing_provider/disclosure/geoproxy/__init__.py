# SPDX-License-Identifier: GPL-2.0-or-later
"""What the places of providers tell of their patients."""
