# SPDX-License-Identifier: GPL-2.0-or-later
"""Drawing a map page with dots."""
