# SPDX-License-Identifier: GPL-2.0-or-later
"""What a mask destroys: clusters, point patterns, distances."""
