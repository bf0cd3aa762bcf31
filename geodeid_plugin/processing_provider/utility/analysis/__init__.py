# SPDX-License-Identifier: GPL-2.0-or-later
"""Tools for whoever analyses true or released points: expected counts, rates, scans."""
