# SPDX-License-Identifier: GPL-2.0-or-later
"""What a data set gives away without a dot on a map: quasi-identifiers and places of treatment."""
