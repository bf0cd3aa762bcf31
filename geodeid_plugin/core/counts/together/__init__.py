# SPDX-License-Identifier: GPL-2.0-or-later
"""Several releases of the same records, and any table that is no network: proof by whole-number tables."""
