# SPDX-License-Identifier: GPL-2.0-or-later
"""Places that a document holds as numbers: in data files, scripts, tables, codes and comments."""
