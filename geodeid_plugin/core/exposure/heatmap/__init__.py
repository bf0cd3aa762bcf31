# SPDX-License-Identifier: GPL-2.0-or-later
"""Heat maps turned back into the points that they were made from."""
