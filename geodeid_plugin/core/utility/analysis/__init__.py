# SPDX-License-Identifier: GPL-2.0-or-later
"""What can still be learnt from masked points: expected counts, rates and scans through the mask."""
