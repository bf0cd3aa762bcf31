# SPDX-License-Identifier: GPL-2.0-or-later
"""What keeps a count from being told: suppression, rounding, keyed noise."""
