# SPDX-License-Identifier: GPL-2.0-or-later
"""One form for whoever decides on a publication, from the metrics of all runs."""
