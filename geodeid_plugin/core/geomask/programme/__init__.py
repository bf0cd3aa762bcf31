# SPDX-License-Identifier: GPL-2.0-or-later
"""The linear programme: destinations, candidate pairs, and which moves are priced."""
