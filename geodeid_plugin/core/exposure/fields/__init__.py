# SPDX-License-Identifier: GPL-2.0-or-later
"""Fields of a table: what their names and values say, what they identify, which may be released."""
