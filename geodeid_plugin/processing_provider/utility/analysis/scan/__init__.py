# SPDX-License-Identifier: GPL-2.0-or-later
"""The scan for clusters: what is scanned, what SaTScan reads and wrote, the report."""
